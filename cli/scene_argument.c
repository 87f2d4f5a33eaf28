// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes from the command line: where they are found, what options change in them.

#include "cli/scene_argument.h"

#include "cli/cli.h"
#include "cli/message.h"
#include "cli/sentences.h"
#include "io/nearest.h"
#include "io/warning_list.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const carom_error no_memory = {.status = CAROM_NO_MEMORY, .text = "out of memory"};

void scene_refused(const carom_error *error) {
  print_error("", error);
  if (error->status == CAROM_NO_MEMORY)
    exit(EXIT_BROKEN);
}

// Prints the message and frees the scene.
static carom_scene *fail(carom_scene *scene, const carom_error *error) {
  scene_refused(error);
  carom_scene_free(scene);
  return NULL;
}

carom_scene *scene_load_builtin(int index) {
  carom_error error = no_memory;
  carom_scene *scene = carom_scene_new(NULL);
  const char *text = carom_builtin_text(index);
  if (scene == NULL ||
      carom_scene_parse(scene, carom_builtin_name(index), text, strlen(text), &error) != CAROM_OK)
    return fail(scene, &error);
  return scene;
}

carom_scene *scene_load(const char *name) {
  carom_error error = no_memory;
  const int builtin = carom_builtin_find(name);
  struct stat what;
  const bool there = stat(name, &what) == 0;
  const bool file =
      there || strcmp(name, "-") == 0 || strchr(name, '/') != NULL || strchr(name, '.') != NULL;
  if (builtin >= 0 && !(there && S_ISREG(what.st_mode)))
    return scene_load_builtin(builtin);
  if (!file) {
    char hint[5000];
    print_message("carom: there is no file and no built-in scene '%s'; %s'carom list' shows what "
                  "there is\n",
                  name, nearest_scene_hint(name, hint, sizeof hint));
    return NULL;
  }
  carom_scene *scene = carom_scene_new(NULL);
  if (scene == NULL || carom_scene_load(scene, name, &error) != CAROM_OK)
    return fail(scene, &error);
  return scene;
}

// null takes a key or an item away, as in files that are like others.
static carom_status set_or_remove(carom_scene *scene, const char *path, const char *value,
                                  carom_error *error) {
  return strcmp(value, "null") == 0 || strcmp(value, "~") == 0
             ? carom_scene_remove(scene, path, error)
             : carom_scene_set(scene, path, value, error);
}

// Applies the index-th "--set PATH=VALUE" (from 1).
static bool apply_set(carom_scene *scene, int index, const char *assignment) {
  char source[32];
  snprintf(source, sizeof source, "--set:%d", index);
  const char *equals = strchr(assignment, '=');
  if (equals == NULL) {
    print_message("%s: %s: has no '='; allowed is PATH=VALUE\n", source, assignment);
    return false;
  }
  const size_t length = (size_t)(equals - assignment);
  char *path = malloc(length + 1);
  carom_error error = no_memory;
  bool good = path != NULL && carom_scene_source(scene, source) == CAROM_OK;
  if (good) {
    memcpy(path, assignment, length);
    path[length] = '\0';
    good = set_or_remove(scene, path, equals + 1, &error) == CAROM_OK;
  }
  free(path);
  if (!good)
    scene_refused(&error);
  return good;
}

// Sets a key from an option, if its value is not NULL.
static bool apply_option(carom_scene *scene, const char *name, const char *path,
                         const char *value) {
  carom_error error = no_memory;
  if (value == NULL)
    return true;
  if (carom_scene_source(scene, name) == CAROM_OK &&
      carom_scene_set(scene, path, value, &error) == CAROM_OK)
    return true;
  scene_refused(&error);
  return false;
}

bool scene_apply(carom_scene *scene, const scene_changes *changes) {
  for (int i = 0; i < changes->sets.count; ++i)
    if (!apply_set(scene, i + 1, changes->sets.text[i]))
      return false;
  if (!apply_option(scene, "--duration", "duration", changes->duration) ||
      !apply_option(scene, "--rate", "rate", changes->rate))
    return false;
  const int dropped = changes->duration != NULL ? carom_scene_cut_score(scene) : 0;
  if (dropped > 0 && !changes->quiet)
    print_message("note: the scene ends before %d gestures of its score\n", dropped);
  return true;
}

int scene_stem(const char *scene, const char **stem) {
  const char *slash = strrchr(scene, '/');
  *stem = strcmp(scene, "-") == 0 ? "scene" : slash != NULL ? slash + 1 : scene;
  const char *dot = strrchr(*stem, '.');
  const int length = dot != NULL && dot != *stem ? (int)(dot - *stem) : (int)strlen(*stem);
  if (strspn(*stem, ".") < (size_t)length)
    return length;
  *stem = "scene"; // out/.. would be another folder
  return (int)strlen(*stem);
}

void default_folder(const char *scene, const char *ending, char *folder, size_t size) {
  const char *stem = NULL;
  const int length = scene_stem(scene, &stem);
  snprintf(folder, size, "out/%.*s%s", length, stem, ending);
}

void print_warning(void *unused, const carom_warning *warning) {
  (void)unused;
  print_message("warning: %s\n", warning->text);
}

carom_model *scene_compile(const carom_scene *scene) {
  carom_model *model = NULL;
  carom_error error = no_memory;
  if ((model = carom_model_compile(scene, NULL, &error)) == NULL) {
    scene_refused(&error);
    return NULL;
  }
  warning_list warnings = {0};
  warning_list_take(&warnings, model, NULL, NULL);
  for (int i = 0; i < warnings.count; ++i)
    print_warning(NULL, &warnings.warning[i]);
  warning_list_free(&warnings);
  return model;
}
