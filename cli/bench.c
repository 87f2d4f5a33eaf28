// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom bench: what a grid point and a sample cost here, beside a plain loop and the machine's own
// limits, all measured in one run; and how that has changed since another run.

#include "cli/bench.h"
#include "cli/bench_baseline.h"

#include "cli/cli.h"
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path) {
  enum { ROOM = 1 << 20 };
  FILE *file = fopen(path, "r");
  char *text = file != NULL ? calloc(ROOM, 1) : NULL;
  if (text != NULL && fread(text, 1, ROOM - 1, file) == 0) {
    free(text);
    text = NULL;
  }
  if (file != NULL)
    fclose(file);
  return text;
}

// The number called `name` in the former file's entry that begins with `key`; 0 if there is none.
static double former_number(const bench_record *r, const char *key, const char *name) {
  const char *entry = r->former != NULL ? strstr(r->former, key) : NULL;
  const char *end = entry != NULL ? strchr(entry, '}') : NULL;
  const char *value = entry != NULL ? strstr(entry, name) : NULL;
  return value != NULL && value < end ? strtod(value + strlen(name), NULL) : 0;
}

void bench_print_change(const bench_record *r, const char *key, const char *name, double now) {
  const double former = former_number(r, key, name);
  if (former > 0)
    printf(" %8.2f", now / former);
  printf("\n");
}

static bool bench_all(bench_record *r, const char *picture) {
  r->operation = baseline_operation();
  printf(
      "inner loops %s; at most %.1f operations (a multiplication and an addition fused are one) of "
      "doubles in a\nnanosecond\n",
      carom_variant(), 1 / r->operation);
  fprintf(r->json, "{\n  \"carom\": \"%s\",\n  \"variant\": \"%s\",\n  \"operation_ns\": %.4g,\n",
          CAROM_VERSION, carom_variant(), r->operation);
  bool good = bench_grids(r) && bench_modes(r) && bench_contacts(r) && bench_scenes(r);
  fprintf(r->json, ",\n");
  good = good && bench_events(r);
  fprintf(r->json, ",\n");
  good = good && bench_sizes(r, picture);
  fprintf(r->json, "}\n");
  return good;
}

// bench impacts [-o FILE]: accuracy, not speed.
static int impacts(int count, char **arguments) {
  if (count != 0 && !(count == 2 && strcmp(arguments[0], "-o") == 0))
    return wrong_usage("'bench impacts' takes -o FILE");
  FILE *json = count == 2 ? fopen(arguments[1], "w") : NULL;
  if (count == 2 && json == NULL)
    return wrong_usage("%s cannot be written", arguments[1]);
  const bool good = bench_impacts(json);
  const bool closed = json == NULL || fclose(json) == 0;
  return good && closed ? EXIT_GOOD : EXIT_BROKEN;
}

// FILE.svg for FILE.json.
static void name_picture(const char *path, char *picture, size_t size) {
  const char *dot = strrchr(path, '.');
  snprintf(picture, size, "%.*s.svg", dot != NULL ? (int)(dot - path) : (int)strlen(path), path);
}

static int bench(int count, char **arguments) {
  if (count > 0 && strcmp(arguments[0], "impacts") == 0)
    return impacts(count - 1, arguments + 1);
  const char *path = "bench.json";
  const char *against = NULL;
  bool quick = false;
  for (int i = 0; i < count; ++i) {
    if (strcmp(arguments[i], "--quick") == 0)
      quick = true;
    else if (i + 1 < count && strcmp(arguments[i], "-o") == 0)
      path = arguments[++i];
    else if (i + 1 < count && strcmp(arguments[i], "--against") == 0)
      against = arguments[++i];
    else
      return wrong_usage("'bench' takes -o FILE, --against FILE and --quick, or impacts");
  }
  bench_record r = {.former = read_file(against != NULL ? against : path), .quick = quick};
  if (against != NULL && r.former == NULL)
    return wrong_usage("%s cannot be read", against);
  r.json = fopen(path, "w");
  if (r.json == NULL) {
    free(r.former);
    return wrong_usage("%s cannot be written", path);
  }
  char picture[1024];
  name_picture(path, picture, sizeof picture);
  const bool good = bench_all(&r, picture);
  free(r.former);
  if (fclose(r.json) != 0 || !good)
    return EXIT_BROKEN;
  printf("\nnumbers in %s, cost against size in %s\n", path, picture);
  return EXIT_GOOD;
}

const command command_bench = {
    .name = "bench",
    .run = bench,
    .usage = "carom bench [-o FILE] [--against FILE] [--quick]\n"
             "  carom bench impacts [-o FILE]",
    .help =
        "Measures grids per point, modes and contacts per mode and link, the built-in scenes per\n"
        "sample, impacts by events, and cost against size: medians of many short turns that\n"
        "alternate with plain loops compiled for this processor and with the machine's limits.\n"
        "'at best' is the quietest turn. Leaves the numbers in FILE (bench.json) and a picture of\n"
        "cost against size beside it, and tells the change since the former FILE, or since "
        "another\n"
        "one. --quick only sees that everything can be measured. The environment variable\n"
        "CAROM_VARIANT=plain, avx2 or avx512 chooses the inner loops, and what plain loops are\n"
        "compiled for.\n"
        "'bench impacts' measures accuracy: the error of the rebound speed by each method, for\n"
        "contacts of half a sample to a hundred samples.",
};
