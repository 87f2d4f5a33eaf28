// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A bundle: the folder NAME.lv2 with manifest.ttl, NAME.ttl, presets.ttl, scene.json and a copy of
// the plugin. Each file is complete or absent, the manifest, by which hosts find a bundle, last.

#include "lv2/bundle.h"

#include "io/atomic_file.h"
#include "lv2/ports.h"
#include <ctype.h>
#include <errno.h>
#include <string.h>

static carom_status failed(carom_error *error, const char *file) {
  *error = (carom_error){.status = CAROM_CANNOT_WRITE};
  snprintf(error->text, sizeof error->text, "%.1000s: %.200s", file, strerror(errno));
  return CAROM_CANNOT_WRITE;
}

static bool put_text(void *user, const char *text, size_t length) {
  return fwrite(text, 1, length, user) == length;
}

static bool write_scene(FILE *file, const bundle *b) {
  return carom_scene_write(b->scene, put_text, file) && fputs("\n", file) >= 0;
}

static bool copy_plugin(FILE *file, const bundle *b) {
  char bytes[1 << 14];
  FILE *from = fopen(b->plugin, "rb");
  size_t count = 0;
  while (from != NULL && (count = fread(bytes, 1, sizeof bytes, from)) > 0)
    fwrite(bytes, 1, count, file);
  const bool good = from != NULL && ferror(from) == 0;
  const int reason = errno;
  if (from != NULL)
    fclose(from);
  errno = reason;
  return good;
}

// Whether two names become the same symbol, in which only letters and digits differ.
static bool same_symbol(const char *a, const char *b) {
  for (; *a != '\0' && *b != '\0'; ++a, ++b)
    if (*a != *b && (isalnum((unsigned char)*a) || isalnum((unsigned char)*b)))
      return false;
  return *a == *b;
}

static carom_status check_symbols(const bundle *b, carom_error *error) {
  for (int i = 0; i < carom_model_parameters(b->model); ++i)
    for (int j = 0; j < i; ++j) {
      const char *one = carom_model_parameter(b->model, j).name;
      const char *other = carom_model_parameter(b->model, i).name;
      if (!same_symbol(one, other))
        continue;
      *error = (carom_error){.status = CAROM_BAD_VALUE};
      snprintf(error->text, sizeof error->text,
               "controls.%.200s: its port would have the symbol of controls.%.200s; allowed are "
               "names that differ in letters or digits",
               other, one);
      return CAROM_BAD_VALUE;
    }
  return CAROM_OK;
}

carom_status bundle_write(const bundle *b, carom_error *error) {
  char folder[PATH_ROOM];
  char description[200];
  snprintf(folder, sizeof folder, "%s/%s.lv2", b->directory, b->name);
  snprintf(description, sizeof description, "%s.ttl", b->name);
  const struct {
    const char *name;
    bool (*copy)(FILE *file, const bundle *b);
    void (*write)(FILE *file, const bundle *b);
  } files[] = {{BUNDLE_SCENE, write_scene, NULL},
               {BUNDLE_BINARY, copy_plugin, NULL},
               {description, NULL, ttl_write_plugin},
               {"presets.ttl", NULL, ttl_write_presets},
               {"manifest.ttl", NULL, ttl_write_manifest}};
  if (check_symbols(b, error) != CAROM_OK)
    return error->status;
  if (!make_folder(folder))
    return failed(error, folder);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
    atomic_file f = {0};
    if (!atomic_file_open(&f, folder, files[i].name))
      return failed(error, files[i].name);
    if (files[i].copy != NULL && !files[i].copy(f.file, b)) {
      const carom_status status = failed(error, files[i].copy == copy_plugin ? b->plugin : folder);
      atomic_file_discard(&f);
      return status;
    }
    if (files[i].write != NULL)
      files[i].write(f.file, b);
    if (!atomic_file_commit(&f))
      return failed(error, files[i].name);
  }
  return CAROM_OK;
}
