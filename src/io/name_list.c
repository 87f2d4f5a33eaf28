// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A list that grows by one.

#include "io/name_list.h"

#include <stdlib.h>
#include <string.h>

void name_list_add(name_list *list, const char *name) {
  char **more = realloc(list->name, ((size_t)list->count + 1) * sizeof *more);
  if (more != NULL)
    list->name = more;
  char *copy = more != NULL ? strdup(name) : NULL;
  if (copy != NULL)
    list->name[list->count++] = copy;
  else
    list->broken = true;
}

void name_list_free(name_list *list) {
  for (int i = 0; i < list->count; ++i)
    free(list->name[i]);
  free(list->name);
  *list = (name_list){0};
}
