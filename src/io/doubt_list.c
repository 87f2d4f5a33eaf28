// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Room for as many doubts as there are.

#include "io/doubt_list.h"

#include <stdlib.h>

void doubt_list_take(doubt_list *list, const carom_model *model, const carom_state *state,
                     const carom_mix *mix) {
  doubt_list_free(list);
  const int count = carom_doubts(model, state, mix, NULL, 0);
  list->doubt = calloc((size_t)count + 1, sizeof *list->doubt);
  if (list->doubt != NULL)
    list->count = carom_doubts(model, state, mix, list->doubt, count);
}

void doubt_list_free(doubt_list *list) {
  free(list->doubt);
  *list = (doubt_list){0};
}
