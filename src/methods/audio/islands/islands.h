// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All islands: their W, and their compiler.

#ifndef CAROM_ISLANDS_H
#define CAROM_ISLANDS_H

#include "methods/audio/audio.h"
#include "model/compile.h"

// island.c: W with the present bodies, of all islands, of one link, and of those from one on
void islands_weigh(const carom_model *m, carom_state *s);
void islands_weigh_link(const carom_model *m, carom_state *s, int link);
void islands_weigh_from(const carom_model *m, carom_state *s, int first);

// compile_islands.c
bool compile_islands(compiler *c);

#endif
