// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A bundle: the folder NAME.lv2 with manifest.ttl, NAME.ttl, presets.ttl, scene.json and the
// plugin. Each file is complete or absent, the manifest, by which hosts find a bundle, last.
// Bundles side by side have one plugin: a second name of the same file (a hard link), so that each
// is whole wherever it is copied to.

#include "lv2/bundle.h"

#include "io/atomic_file.h"
#include "io/trusted.h"
#include "lv2/ports.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static bool same_bytes(const char *one, const char *other) {
  char bytes[2][1 << 14];
  FILE *files[] = {fopen(one, "rb"), fopen(other, "rb")};
  bool same = files[0] != NULL && files[1] != NULL;
  for (size_t count = 1; same && count > 0;) {
    count = fread(bytes[0], 1, sizeof bytes[0], files[0]);
    same = fread(bytes[1], 1, sizeof bytes[1], files[1]) == count &&
           memcmp(bytes[0], bytes[1], count) == 0 && ferror(files[0]) == 0;
  }
  for (int i = 0; i < 2; ++i)
    if (files[i] != NULL)
      fclose(files[i]);
  return same;
}

// Takes the plugin of another bundle, if it is the same and nobody else can change it.
static bool link_to(const bundle *b, const char *folder, const char *other) {
  char from[2 * PATH_ROOM];
  char temporary[PATH_ROOM + 20];
  char to[PATH_ROOM + 20];
  const char *refused = NULL;
  struct stat what;
  snprintf(from, sizeof from, "%s/%s/" BUNDLE_BINARY, b->directory, other);
  snprintf(to, sizeof to, "%s/" BUNDLE_BINARY, folder);
  snprintf(temporary, sizeof temporary, "%s/" BUNDLE_BINARY ".part", folder);
  remove(temporary);
  if (!trusted_file(from, &refused) || refused != NULL || link(from, temporary) != 0)
    return false;
  const bool good = lstat(temporary, &what) == 0 && S_ISREG(what.st_mode) &&
                    same_bytes(temporary, b->plugin) && rename(temporary, to) == 0;
  remove(temporary); // rename() leaves it where both are one file already
  return good;
}

static bool link_plugin(const bundle *b, const char *folder) {
  DIR *beside = opendir(b->directory);
  bool linked = false;
  const struct dirent *entry = NULL;
  while (!linked && beside != NULL && (entry = readdir(beside)) != NULL) {
    const char *end = strrchr(entry->d_name, '.');
    const size_t length = end != NULL ? (size_t)(end - entry->d_name) : 0;
    const bool own = length == strlen(b->name) && strncmp(entry->d_name, b->name, length) == 0;
    linked = end != NULL && strcmp(end, ".lv2") == 0 && !own && link_to(b, folder, entry->d_name);
  }
  if (beside != NULL)
    closedir(beside);
  return linked;
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

// One file of a bundle, and what writes it.
typedef struct {
  const char *name;
  bool (*copy)(FILE *file, const bundle *b);
  void (*write)(FILE *file, const bundle *b);
} bundle_file;

static carom_status write_file(const bundle *b, const char *folder, const bundle_file *what,
                               carom_error *error) {
  atomic_file f = {0};
  if (!atomic_file_open(&f, folder, what->name))
    return failed(error, what->name);
  if (what->copy != NULL && !what->copy(f.file, b)) {
    const carom_status status = failed(error, what->copy == copy_plugin ? b->plugin : folder);
    atomic_file_discard(&f);
    return status;
  }
  if (what->write != NULL)
    what->write(f.file, b);
  return atomic_file_commit(&f) ? CAROM_OK : failed(error, what->name);
}

carom_status bundle_write(const bundle *b, carom_error *error) {
  char folder[PATH_ROOM];
  char description[200];
  snprintf(folder, sizeof folder, "%s/%s.lv2", b->directory, b->name);
  snprintf(description, sizeof description, "%s.ttl", b->name);
  const bundle_file files[] = {{BUNDLE_SCENE, write_scene, NULL},
                               {BUNDLE_BINARY, copy_plugin, NULL},
                               {description, NULL, ttl_write_plugin},
                               {"presets.ttl", NULL, ttl_write_presets},
                               {"manifest.ttl", NULL, ttl_write_manifest}};
  if (check_symbols(b, error) != CAROM_OK)
    return error->status;
  if (!make_folder(folder))
    return failed(error, folder);
  carom_status status = CAROM_OK;
  for (size_t i = 0; status == CAROM_OK && i < sizeof files / sizeof files[0]; ++i)
    if (files[i].copy != copy_plugin || !link_plugin(b, folder))
      status = write_file(b, folder, &files[i], error);
  return status;
}
