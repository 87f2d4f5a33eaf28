// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene from lines PATH TAB TEXT, as reference.py leaves them.

#ifndef CAROM_TEST_VALUES_H
#define CAROM_TEST_VALUES_H

#include <carom/carom.h>
#include <stdio.h>
#include <string.h>

static carom_status read_values(carom_scene *scene, const char *path, carom_error *error) {
  FILE *file = fopen(path, "r");
  carom_status status = file != NULL ? CAROM_OK : CAROM_BAD_FILE;
  char line[1 << 12];
  while (status == CAROM_OK && fgets(line, sizeof line, file) != NULL) {
    char *tab = strchr(line, '\t');
    line[strcspn(line, "\n")] = '\0';
    if (tab == NULL)
      status = CAROM_BAD_FILE;
    else {
      *tab = '\0';
      status = carom_scene_set(scene, line, tab + 1, error);
    }
  }
  if (file != NULL)
    fclose(file);
  return status;
}

#endif
