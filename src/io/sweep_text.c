// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The plan of a sweep as text, which stands beside its finished points and says whose they are.

#include "io/sweep.h"

#include "io/print.h"
#include <stdlib.h>

char *sweep_describe(const sweep_plan *p) {
  const carom_sweep_options *o = p->options;
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  if (file == NULL)
    return NULL;
  print_to(file, "carom %s physics %d\nsettle %.17g strobe %.17g carry %d\n", CAROM_VERSION,
           carom_physics(), o->settle, o->strobe, (int)o->carry);
  for (int i = 0; i < o->axis_count; ++i)
    print_to(file, "vary %s %.17g %.17g %d %d\n", o->axes[i].path, o->axes[i].from, o->axes[i].to,
             o->axes[i].count, o->axes[i].logarithmic);
  for (int i = 0; i < p->measures; ++i)
    fprintf(file, "measure %s\n", p->name[i]);
  fputs("scene\n", file);
  fwrite(p->text, 1, p->length, file);
  if (fclose(file) != 0) {
    free(text);
    return NULL;
  }
  return text;
}
