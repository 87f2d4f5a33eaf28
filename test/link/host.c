// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A host that loads examples/plugin.c as a shared object: two strings sound side by side, the same
// until one of them is bent.
//
//   host PLUGIN

#include <carom/status.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 441, BLOCKS = 100 };

typedef void *init_call(double rate, carom_error *error);
typedef void process_call(void *plugin, double pitch, float *out, int count);
typedef void free_call(void *plugin);

// POSIX wants functions from dlsym(), ISO C has no such conversion.
static void look_up(void *library, const char *name, void *call) {
  void *found = dlsym(library, name);
  if (found == NULL)
    fprintf(stderr, "%s\n", dlerror());
  memcpy(call, &found, sizeof found);
}

int main(int count, char **arguments) {
  void *library = count == 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library == NULL) {
    fprintf(stderr, "%s\n", count == 2 ? dlerror() : "host PLUGIN");
    return 1;
  }
  init_call *init = NULL;
  process_call *process = NULL;
  free_call *release = NULL;
  look_up(library, "string_init", &init);
  look_up(library, "string_process", &process);
  look_up(library, "string_free", &release);
  if (init == NULL || process == NULL || release == NULL)
    return 1;

  carom_error error = {.text = "out of memory"};
  void *one = init(44100, &error), *two = init(44100, &error), *none = init(-1, &error);
  if (one == NULL || two == NULL || none != NULL) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  float a[BLOCK], b[BLOCK], peak = 0, apart = 0;
  for (int n = 0; n < BLOCKS; ++n) {
    process(one, 147, a, BLOCK);
    process(two, n < BLOCKS / 2 ? 147 : 150, b, BLOCK);
    for (int i = 0; i < BLOCK; ++i) {
      peak = fmaxf(peak, fabsf(a[i]));
      apart = fmaxf(apart, fabsf(a[i] - b[i]));
    }
    if (n == BLOCKS / 2 - 1 && apart != 0)
      return 2;
  }
  release(one);
  release(two);
  dlclose(library);
  printf("%s; peak %.3f m/s, apart by %.3f m/s\n", error.text, (double)peak, (double)apart);
  return peak > 0.1F && apart > 0.1F * peak && isfinite(peak) ? 0 : 3;
}
