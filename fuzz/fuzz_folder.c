// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Results folders with any edits in one of their files: pictures are drawn, or a sentence says why
// not; a sweep that goes on from damaged parts ends. The first byte chooses the file.

#include "edits.h"
#include "exercise.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 64, PATH_ROOM = 400, LARGEST = 1 << 20, ROOM_FOR_EDITS = 4096 };

static const char scene_text[] =
    "carom: 1\nrate: 4000\nduration: 0.05\n"
    "bodies:\n"
    "  string: {type: string, length: 1, linear_density: 1e-3, tension: 50, points: 12,\n"
    "           start: {shape: pluck, at: 0.3, amplitude: 2e-3}}\n"
    "  wall: {type: barrier, position: 1e-3}\n"
    "contacts:\n"
    "  rattle: {type: collision, below: string@0.6, above: wall, stiffness: 1e7, exponent: 1.5}\n"
    "outputs:\n"
    "  u: {of: string@0.4}\n"
    "  f: {of: rattle, quantity: force}\n"
    "snapshots:\n"
    "  shapes: {of: string, every: 0.005}\n";

typedef struct {
  char path[PATH_ROOM];
  uint8_t *text;
  size_t length;
} kept_file;

typedef struct {
  char run[PATH_ROOM / 4], sweep[PATH_ROOM / 4], parts[PATH_ROOM / 2];
  carom_scene *scene;
  kept_file file[MOST_FILES];
  int count;
} folders;

// --- Files --------------------------------------------------------------------------------------

static void write_file(const char *path, const uint8_t *text, size_t length) {
  FILE *file = fopen(path, "wb");
  require(file != NULL && fwrite(text, 1, length, file) == length && fclose(file) == 0,
          "a file is written");
}

static void keep_file(folders *f, const char *directory, const char *name) {
  kept_file *k = &f->file[f->count];
  require(f->count < MOST_FILES, "there is room for all files");
  snprintf(k->path, sizeof k->path, "%s/%s", directory, name);
  struct stat status;
  if (stat(k->path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > LARGEST)
    return;
  FILE *file = fopen(k->path, "rb");
  k->text = malloc((size_t)status.st_size + 1);
  require(file != NULL && k->text != NULL, "a file is read");
  k->length = fread(k->text, 1, (size_t)status.st_size, file);
  fclose(file);
  ++f->count;
}

static void keep_files(folders *f, const char *directory) {
  DIR *open_folder = opendir(directory);
  require(open_folder != NULL, "a folder is read");
  for (const struct dirent *e = readdir(open_folder); e != NULL; e = readdir(open_folder))
    if (strstr(e->d_name, ".svg") == NULL)
      keep_file(f, directory, e->d_name);
  closedir(open_folder);
}

// --- A run and an unfinished sweep --------------------------------------------------------------

static void run_once(const folders *f) {
  carom_error error;
  carom_model *model = NULL;
  carom_run_report report;
  require((model = carom_model_compile(f->scene, NULL, &error)) != NULL, "the scene compiles");
  carom_run_options options = carom_run_options_default();
  options.directory = f->run;
  options.csv = options.npy = options.wav = true;
  require(carom_run(f->scene, model, &options, &report, &error) == CAROM_OK, "the scene runs");
  carom_model_free(model);
}

// The second part of two, so that there is something to go on from; or all of it, with 0.
static carom_status sweep(const folders *f, int part, carom_error *error) {
  static const carom_sweep_axis axis = {
      .path = "contacts.rattle.stiffness", .from = 1e6, .to = 1e7, .count = 4};
  carom_sweep_report report;
  carom_sweep_options options = carom_sweep_options_default();
  options.directory = f->sweep;
  options.axes = &axis;
  options.axis_count = 1;
  options.part = part;
  options.parts = part > 0 ? 2 : 0;
  options.workers = 1;
  return carom_sweep(f->scene, &options, &report, error);
}

static const folders *begin(void) {
  static folders all;
  folders *f = &all;
  if (f->count > 0)
    return f;
  carom_error error;
  snprintf(f->run, sizeof f->run, "fuzz-run.%ld", (long)getpid());
  snprintf(f->sweep, sizeof f->sweep, "fuzz-sweep.%ld", (long)getpid());
  snprintf(f->parts, sizeof f->parts, "%.90s/parts", f->sweep);
  f->scene = carom_scene_new(NULL);
  require(carom_scene_parse(f->scene, "fuzz", scene_text, sizeof scene_text - 1, &error) ==
              CAROM_OK,
          error.text);
  run_once(f);
  require(sweep(f, 2, &error) == CAROM_OK, "a part of a sweep is computed");
  keep_files(f, f->run);
  keep_files(f, f->parts);
  require(f->count > 4, "there are files");
  return f;
}

// --- The target ---------------------------------------------------------------------------------

static void require_sentence(carom_status status, const carom_error *error) {
  require(status == CAROM_OK || error->text[0] != '\0', "an error says something");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  const folders *f = begin();
  const kept_file *k = &f->file[data[0] % f->count];
  const bool whole = data[1] % 8 == 0; // any bytes at all
  uint8_t *text = malloc(k->length + size + ROOM_FOR_EDITS);
  require(text != NULL, "there is memory");
  memcpy(text, whole ? data + 2 : k->text, whole ? size - 2 : k->length);
  const size_t length =
      whole ? size - 2 : edit(data + 2, size - 2, text, k->length, k->length + ROOM_FOR_EDITS);
  write_file(k->path, text, length);
  free(text);
  carom_error error = {.text = ""};
  if (strncmp(k->path, f->run, strlen(f->run)) == 0)
    require_sentence(carom_plot(f->run, &error), &error);
  else
    require_sentence(sweep(f, 0, &error), &error);
  mkdir(f->parts, S_IRWXU); // a sweep that has ended removes them
  for (int i = 0; i < f->count; ++i)
    write_file(f->file[i].path, f->file[i].text, f->file[i].length);
  return 0;
}
