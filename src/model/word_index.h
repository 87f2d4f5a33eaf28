// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A word of a closed set in the compiled scene, by its enumerator. Who names enumerators includes
// scene/words.h; so a new word compiles those anew, and not all who know the model.

#ifndef CAROM_WORD_INDEX_H
#define CAROM_WORD_INDEX_H

typedef unsigned word_index; // which set, its field says

#endif
