// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Opens every built-in scene with the core alone and steps it: no file and no reader of YAML is needed.
//
//   node builtin.mjs CAROM.WASM

import { open } from "./core.mjs";

const { carom, bytes, get, check, compile } = open(process.argv[2]);
const count = carom.carom_builtin_count();
let stepped = 0;
for (let i = 0; i < count; ++i) {
  const name = carom.carom_builtin_name(i), json = carom.carom_builtin_json(i);
  const model = compile(name, json, bytes().indexOf(0, json) - json);
  const state = carom.carom_state_new(model, 0);
  const status = carom.carom_process(model, state, 100, 0);
  // What needs an integrator says so; all others move.
  if (get(carom.carom_status_text(status)).startsWith("the method needs a part"))
    console.log(`${get(name)}: needs an integrator`);
  else {
    check(status);
    ++stepped;
  }
  carom.carom_state_free(state);
  carom.carom_model_free(model);
}
if (count < 20 || stepped < count - 2)
  throw new Error(`${stepped} of ${count} built-in scenes move`);
console.log(`${stepped} of ${count} built-in scenes move`);
