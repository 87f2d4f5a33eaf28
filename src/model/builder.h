// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A model under construction: the same arrays, growing.

#ifndef CAROM_DRAFT_H
#define CAROM_DRAFT_H

#include "model/model.h"

typedef struct {
  carom_memory memory;
  bool out_of_memory; // sticks; checked once at the end of each stage
  carom_model head;   // the scalars of the model
#define BUILDER_FIELD(type, name)                                                                  \
  type *name;                                                                                      \
  int name##_count, name##_room;
  MODEL_ARRAYS(BUILDER_FIELD)
#undef BUILDER_FIELD
} model_builder;

/// Appends `count` zeroed elements and returns the first, or NULL if memory is out.
void *builder_grow(model_builder *d, void **array, int *count, int *room, size_t size, int more);

#define BUILDER_ADD(d, name, more)                                                                 \
  builder_grow((d), (void **)(void *)&(d)->name, &(d)->name##_count, &(d)->name##_room,            \
               sizeof *(d)->name, (more))

/// Keeps a text and returns its offset.
int builder_text(model_builder *d, const char *text);

/// The same of a path SECTION.NAME.KEY, none of which are the builder's own.
int builder_path(model_builder *d, const char *in, const char *name, const char *key);

void builder_free(model_builder *d);

/// Packs everything into one block; NULL if memory is out.
carom_model *builder_pack(model_builder *d);

#endif
