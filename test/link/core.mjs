// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The core as a WebAssembly module, as a program in JavaScript calls it: texts in and out, errors.

import { readFileSync } from "node:fs";

export function open(wasm) {
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

  // Compiles the JSON of a scene; what stands in memory for `name` is told in messages.
  const compile = (name, json, length) => {
    const scene = carom.carom_scene_new(0);
    check(carom.carom_scene_parse_json(scene, name, json, length, error));
    const model = carom.carom_model_compile(scene, 0, error);
    if (model === 0)
      throw new Error(get(error + errorText));
    carom.carom_scene_free(scene);
    return model;
  };
  return { carom, bytes, put, get, check, compile };
}
