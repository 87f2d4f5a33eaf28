// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The core as a WebAssembly module, driven by its own calls: reads FOLDER/scene.json, renders as many
// samples and outputs as FOLDER/size says, and writes them as doubles to FOLDER/samples and the largest
// error of the ledger to FOLDER/balance.
//
//   node render.mjs CAROM.WASM FOLDER

import { readFileSync, writeFileSync } from "node:fs";

const [wasm, folder] = process.argv.slice(2);
const scenePath = `${folder}/scene.json`;
const [samples, outputs] = readFileSync(`${folder}/size`, "ascii").split(" ").map(Number);

// The core asks nothing of its host: what it imports is never called (see cmake/wasm32-wasi.cmake).
const module = new WebAssembly.Module(readFileSync(wasm));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  imports[from] ??= {};
  imports[from][name] = () => { throw new Error(`${name} was called`); };
}
const carom = new WebAssembly.Instance(module, imports).exports;
carom._initialize();

if (!(carom.__indirect_function_table instanceof WebAssembly.Table))
  throw new Error("no table of functions is exported"); // where those of JavaScript could be put

const bytes = () => new Uint8Array(carom.memory.buffer); // a new one each time: memory may grow
const put = (words) => {
  const encoded = Buffer.from(words + "\0");
  const at = carom.malloc(encoded.length);
  bytes().set(encoded, at);
  return at;
};
const get = (at) => new TextDecoder().decode(bytes().slice(at, bytes().indexOf(0, at)));

const errorText = 12; // behind status, line and column
const error = carom.malloc(errorText + 2048);
const check = (status) => {
  if (status !== 0)
    throw new Error(`${get(carom.carom_status_text(status))}: ${get(error + errorText)}`);
};

const scene = carom.carom_scene_new(0);
const json = readFileSync(scenePath);
const [name, words] = [scenePath, json].map(put);
check(carom.carom_scene_parse_json(scene, name, words, json.length, error));
const model = carom.carom_model_compile(scene, 0, error);
if (model === 0)
  throw new Error(get(error + errorText));
const state = carom.carom_state_new(model, 0);
const block = carom.malloc(8 * samples * outputs);
const begin = performance.now();
check(carom.carom_process(model, state, samples, block));
const seconds = (performance.now() - begin) / 1000;
writeFileSync(`${folder}/samples`, bytes().slice(block, block + 8 * samples * outputs));
// A struct is returned where the first argument points; of carom_ledger the eleventh double is wanted.
const ledger = carom.malloc(11 * 8);
carom.carom_state_ledger(ledger, state);
writeFileSync(`${folder}/balance`, String(new DataView(carom.memory.buffer).getFloat64(ledger + 10 * 8, true)));
carom.carom_state_free(state);
carom.carom_model_free(model);
carom.carom_scene_free(scene);
console.log(`carom ${get(carom.carom_version())}: ${samples} samples in ${seconds.toFixed(2)} s`);
