// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The rows of all methods, as scene/words.h lists them.

#ifndef CAROM_METHODS_H
#define CAROM_METHODS_H

#include "model/method.h"
#include "scene/words.h"

#define METHOD_EXTERN(name, word, row) extern const method row;
METHODS(METHOD_EXTERN)
extern const method reference_method;

#endif
