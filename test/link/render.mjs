// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The core as a WebAssembly module, driven by its own calls: reads FOLDER/scene.json, renders as many
// samples and outputs as FOLDER/size says, and writes them as doubles to FOLDER/samples and the largest
// error of the ledger to FOLDER/balance.
//
//   node render.mjs CAROM.WASM FOLDER

import { readFileSync, writeFileSync } from "node:fs";
import { open } from "./core.mjs";

const [wasm, folder] = process.argv.slice(2);
const scenePath = `${folder}/scene.json`;
const [samples, outputs] = readFileSync(`${folder}/size`, "ascii").split(" ").map(Number);

const { carom, bytes, put, get, check, compile } = open(wasm);
const json = readFileSync(scenePath);
const model = compile(put(scenePath), put(json), json.length);
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
console.log(`carom ${get(carom.carom_version())}: ${samples} samples in ${seconds.toFixed(2)} s`);
