// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A model under construction: the same arrays, growing.

#ifndef CAROM_DRAFT_H
#define CAROM_DRAFT_H

#include "model.h"

typedef struct {
  carom_memory memory;
  bool out_of_memory; // sticks; checked once at the end of each stage
  carom_model head;   // the plain numbers of the model to be
#define DRAFT_FIELD(type, name)                                                                    \
  type *name;                                                                                      \
  int name##_count, name##_room;
  MODEL_ARRAYS(DRAFT_FIELD)
#undef DRAFT_FIELD
} draft;

/// Appends `count` zeroed elements and returns the first, or NULL if memory is out.
void *draft_grow(draft *d, void **array, int *count, int *room, size_t size, int more);

#define DRAFT_ADD(d, name, more)                                                                   \
  draft_grow((d), (void **)(void *)&(d)->name, &(d)->name##_count, &(d)->name##_room,              \
             sizeof *(d)->name, (more))

/// Keeps a text and returns its offset.
int draft_text(draft *d, const char *text);

void draft_free(draft *d);

/// Packs everything into one block; NULL if memory is out.
carom_model *draft_pack(draft *d);

#endif
