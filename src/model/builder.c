// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Growing arrays, and packing them into one block.

#include "model/builder.h"

#include "base/block.h"
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

void *builder_grow(model_builder *d, void **array, int *count, int *room, size_t size, int more) {
  assert(more >= 0 && size > 0);
  assert(*count >= 0 && *count <= *room);
  if (more == 0 && *array == NULL)
    return NULL;
  if (more > INT_MAX / 2 - *count || d->out_of_memory) {
    d->out_of_memory = true;
    return NULL;
  }
  if (*count + more > *room) {
    int wider = *room < 8 ? 8 : 2 * *room;
    if (wider < *count + more)
      wider = *count + more;
    void *moved =
        d->memory.resize(d->memory.user, *array, (size_t)*room * size, (size_t)wider * size);
    if (moved == NULL) {
      d->out_of_memory = true;
      return NULL;
    }
    *array = moved;
    *room = wider;
  }
  unsigned char *element = (unsigned char *)*array + (size_t)*count * size;
  memset(element, 0, (size_t)more * size);
  *count += more;
  return element;
}

int builder_text(model_builder *d, const char *text) {
  const size_t length = strlen(text) + 1;
  const int offset = d->text_count;
  // It may be one of the builder's own, which move as they grow.
  const uintptr_t place = (uintptr_t)text - (uintptr_t)d->text;
  const bool own = d->text != NULL && place < (uintptr_t)offset;
  char *copy = BUILDER_ADD(d, text, (int)length);
  if (copy != NULL)
    memcpy(copy, own ? d->text + place : text, length);
  return copy != NULL ? offset : 0;
}

int builder_path(model_builder *d, const char *in, const char *name, const char *key) {
  const char *const part[] = {in, name, key};
  const size_t length[] = {strlen(in), strlen(name), strlen(key)};
  const int offset = d->text_count;
  char *to = BUILDER_ADD(d, text, (int)(length[0] + length[1] + length[2] + 3));
  if (to == NULL)
    return 0;
  for (int i = 0; i < 3; ++i) {
    memcpy(to, part[i], length[i]);
    to += length[i];
    *to++ = i < 2 ? '.' : '\0';
  }
  return offset;
}

void builder_free(model_builder *d) {
#define BUILDER_DROP(type, name)                                                                   \
  if (d->name != NULL)                                                                             \
    d->memory.resize(d->memory.user, d->name, (size_t)d->name##_room * sizeof(type), 0);           \
  d->name = NULL;
  MODEL_ARRAYS(BUILDER_DROP)
#undef BUILDER_DROP
}

carom_model *builder_pack(model_builder *d) {
  if (d->out_of_memory)
    return NULL;
  size_t size = block_padded(sizeof(carom_model));
#define BUILDER_MEASURE(type, name) size += block_padded((size_t)d->name##_count * sizeof(type));
  MODEL_ARRAYS(BUILDER_MEASURE)
#undef BUILDER_MEASURE
  unsigned char *block = d->memory.resize(d->memory.user, NULL, 0, size);
  if (block == NULL)
    return NULL;
  memset(block, 0, size);
  carom_model *m = (carom_model *)(void *)block;
  *m = d->head;
  m->memory = d->memory;
  m->size = size;
  size_t place = block_padded(sizeof(carom_model));
#define BUILDER_COPY(type, name)                                                                   \
  m->name = (type *)(void *)(block + place);                                                       \
  m->name##_count = d->name##_count;                                                               \
  if (d->name##_count > 0)                                                                         \
    memcpy(m->name, d->name, (size_t)d->name##_count * sizeof(type));                              \
  place += block_padded((size_t)d->name##_count * sizeof(type));
  MODEL_ARRAYS(BUILDER_COPY)
#undef BUILDER_COPY
  assert(place == size && "packed as measured");
  return m;
}
