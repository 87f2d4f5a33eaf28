// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A bundle: the folder NAME.lv2 with manifest.ttl, NAME.ttl, presets.ttl, scene.json and a copy of
// the plugin. Each file is complete or absent, the manifest, by which hosts find a bundle, last.

#include "lv2/bundle.h"

#include "io/atomic_file.h"
#include "lv2/ports.h"
#include <errno.h>

static carom_status failed(carom_error *error, const char *file) {
  *error = (carom_error){.status = CAROM_CANNOT_WRITE};
  snprintf(error->text, sizeof error->text, "%.1000s: %.200s", file, strerror(errno));
  return CAROM_CANNOT_WRITE;
}

static bool put_text(void *user, const char *text, size_t length) {
  return fwrite(text, 1, length, user) == length;
}

static void write_scene(FILE *file, const bundle *b) {
  (void)carom_scene_write(b->scene, put_text, file);
  fputs("\n", file);
}

static void copy_plugin(FILE *file, const bundle *b) {
  char bytes[1 << 14];
  FILE *from = fopen(b->plugin, "rb");
  size_t count = 0;
  while (from != NULL && (count = fread(bytes, 1, sizeof bytes, from)) > 0)
    fwrite(bytes, 1, count, file);
  if (from != NULL)
    fclose(from);
}

carom_status bundle_write(const bundle *b, carom_error *error) {
  char folder[PATH_ROOM];
  char description[200];
  snprintf(folder, sizeof folder, "%s/%s.lv2", b->directory, b->name);
  snprintf(description, sizeof description, "%s.ttl", b->name);
  const struct {
    const char *name;
    void (*write)(FILE *file, const bundle *b);
  } files[] = {{BUNDLE_SCENE, write_scene},
               {BUNDLE_BINARY, copy_plugin},
               {description, ttl_write_plugin},
               {"presets.ttl", ttl_write_presets},
               {"manifest.ttl", ttl_write_manifest}};
  if (!make_folder(folder))
    return failed(error, folder);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
    atomic_file f;
    if (!atomic_file_open(&f, folder, files[i].name))
      return failed(error, files[i].name);
    files[i].write(f.file, b);
    if (!atomic_file_commit(&f))
      return failed(error, files[i].name);
  }
  return CAROM_OK;
}
