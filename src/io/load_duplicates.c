// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Keys that occur twice in a mapping. libfyaml would find them as well, in a time that grows with
// the square of the number of keys.

#include "io/load.h"

#include <stdlib.h>
#include <string.h>

/// A key of a mapping and its place in the file.
typedef struct {
  const char *name;
  size_t length;
  struct fy_node *node;
  int order;
} named;

static int by_name(const void *a, const void *b) {
  const named *x = a;
  const named *y = b;
  const size_t shorter = x->length < y->length ? x->length : y->length;
  const int order = memcmp(x->name, y->name, shorter);
  if (order != 0)
    return order;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

carom_status reader_check_duplicates(scene_reader *r, struct fy_node *node, const position *at) {
  const int capacity = fy_node_mapping_item_count(node);
  named *keys = capacity > 1 ? calloc((size_t)capacity, sizeof *keys) : NULL;
  if (keys == NULL)
    return capacity > 1 ? reader_fail(r, CAROM_NO_MEMORY, 0, 0, "out of memory") : CAROM_OK;
  void *iterator = NULL;
  struct fy_node_pair *pair = NULL;
  int count = 0;
  while (count < capacity && (pair = fy_node_mapping_iterate(node, &iterator)) != NULL) {
    struct fy_node *key = fy_node_pair_key(pair);
    named *k = &keys[count];
    k->name = key != NULL && fy_node_is_scalar(key) ? fy_node_get_scalar(key, &k->length) : NULL;
    k->node = key;
    k->order = count;
    count += k->name != NULL;
  }
  qsort(keys, (size_t)count, sizeof *keys, by_name);
  const named *second = NULL; // the first in the file that comes again
  for (int i = 1; i < count; ++i)
    if (keys[i].length == keys[i - 1].length &&
        memcmp(keys[i].name, keys[i - 1].name, keys[i].length) == 0 &&
        (second == NULL || keys[i].order < second->order))
      second = &keys[i];
  if (second != NULL) {
    position here = *at;
    position_mark(&here, second->node);
    reader_fail(r, CAROM_DUPLICATE, here.line, here.column,
                "%s%s%.*s: given twice; allowed is once", at->path, at->length > 0 ? "." : "",
                (int)(second->length < 60 ? second->length : 60), second->name);
  }
  free(keys);
  return r->status;
}
