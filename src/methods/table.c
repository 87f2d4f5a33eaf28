// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All methods, as scene/words.h lists them.

#include "methods/methods.h"
#include "scene/words.h"

#define METHOD_ROW(name, word, row) [name] = &(row),

const method *const method_table[METHOD_ROWS] = {
    METHODS(METHOD_ROW) METHOD_ROW(METHOD_REFERENCE, "", reference_method)};
