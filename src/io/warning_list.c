// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Room for as many warnings as there are.

#include "io/warning_list.h"

#include <stdlib.h>

void warning_list_take(warning_list *list, const carom_model *model, const carom_state *state,
                       const carom_mix *mix) {
  warning_list_free(list);
  const int count = carom_warnings(model, state, mix, NULL, 0);
  list->warning = calloc((size_t)count + 1, sizeof *list->warning);
  if (list->warning != NULL)
    list->count = carom_warnings(model, state, mix, list->warning, count);
}

void warning_list_free(warning_list *list) {
  free(list->warning);
  *list = (warning_list){0};
}
