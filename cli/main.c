// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The program: which command, and how scenes are found.

#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int wrong_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("carom: ", stderr);
  vfprintf(stderr, format, args);
  fputs("\n", stderr);
  va_end(args);
  return EXIT_WRONG;
}

static carom_scene *give_up(carom_scene *scene, const char *message) {
  fprintf(stderr, "%s\n", message);
  carom_scene_free(scene);
  return NULL;
}

static carom_scene *load_builtin(int index) {
  carom_error error = {.text = "out of memory"};
  carom_scene *scene = carom_scene_new(NULL);
  const char *text = carom_builtin_text(index);
  if (scene == NULL ||
      carom_scene_parse(scene, carom_builtin_name(index), text, strlen(text), &error) != CAROM_OK)
    return give_up(scene, error.text);
  return scene;
}

carom_scene *load_scene(const char *name) {
  carom_error error = {.text = "out of memory"};
  const int builtin = carom_builtin_find(name);
  struct stat what;
  const bool there = stat(name, &what) == 0;
  const bool file =
      there || strcmp(name, "-") == 0 || strchr(name, '/') != NULL || strchr(name, '.') != NULL;
  if (builtin >= 0 && !(there && S_ISREG(what.st_mode)))
    return load_builtin(builtin);
  if (!file) {
    fprintf(stderr,
            "carom: there is no file and no built-in scene '%s'; 'carom list' shows what "
            "there is\n",
            name);
    return NULL;
  }
  carom_scene *scene = carom_scene_new(NULL);
  if (scene == NULL || carom_scene_load(scene, name, &error) != CAROM_OK)
    return give_up(scene, error.text);
  return scene;
}

bool apply_set(carom_scene *scene, int index, const char *assignment) {
  char source[32];
  snprintf(source, sizeof source, "--set:%d", index);
  const char *equals = strchr(assignment, '=');
  if (equals == NULL) {
    fprintf(stderr, "%s: %s: has no '='; allowed is PATH=VALUE\n", source, assignment);
    return false;
  }
  const size_t length = (size_t)(equals - assignment);
  char *path = malloc(length + 1);
  carom_error error = {.text = "out of memory"};
  bool good = path != NULL && carom_scene_source(scene, source) == CAROM_OK;
  if (good) {
    memcpy(path, assignment, length);
    path[length] = '\0';
    good = carom_scene_set(scene, path, equals + 1, &error) == CAROM_OK;
  }
  free(path);
  if (!good)
    fprintf(stderr, "%s\n", error.text);
  return good;
}

bool apply_option(carom_scene *scene, const char *option, const char *path, const char *value) {
  carom_error error = {.text = "out of memory"};
  if (value == NULL)
    return true;
  if (carom_scene_source(scene, option) == CAROM_OK &&
      carom_scene_set(scene, path, value, &error) == CAROM_OK)
    return true;
  fprintf(stderr, "%s\n", error.text);
  return false;
}

void show_progress(void *user, double done) {
  int *last = user;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const int step = (int)(done * (terminal ? 50 : 10));
  if (step == *last)
    return;
  *last = step;
  if (!terminal) {
    fprintf(stderr, "%3d %%\n", 10 * step);
    return;
  }
  fprintf(stderr, "\r[%.*s%*s] %3.0f %%%s", step,
          "##################################################", 50 - step, "", 100 * done,
          done >= 1 ? "\n" : "");
}

carom_model *compile_scene(const carom_scene *scene) {
  carom_model *model = NULL;
  carom_error error;
  if (carom_model_compile(scene, NULL, &model, &error) != CAROM_OK) {
    fprintf(stderr, "%s\n", error.text);
    return NULL;
  }
  const carom_model_info info = carom_model_describe(model);
  for (int i = 0; i < info.warnings; ++i)
    fprintf(stderr, "warning: %s\n", carom_model_warning(model, i));
  return model;
}

int command_list(int count, char **arguments) {
  (void)arguments;
  if (count > 0)
    return wrong_usage("'list' takes no arguments");
  for (int i = 0; i < carom_builtin_count(); ++i) {
    // The title is the scene's own: one table of scenes, told once.
    carom_scene *scene = load_builtin(i);
    const char *title = scene != NULL ? carom_scene_get(scene, "title") : NULL;
    printf("%-20s %s\n", carom_builtin_name(i), title != NULL ? title : "");
    carom_scene_free(scene);
  }
  return EXIT_GOOD;
}

int command_show(int count, char **arguments) {
  if (count != 1)
    return wrong_usage("'show' takes the name of one built-in scene");
  const int index = carom_builtin_find(arguments[0]);
  if (index < 0)
    return wrong_usage("there is no built-in scene '%s'; 'carom list' shows what there is",
                       arguments[0]);
  fputs(carom_builtin_text(index), stdout);
  return EXIT_GOOD;
}

int command_version(int count, char **arguments) {
  (void)arguments;
  if (count > 0)
    return wrong_usage("'version' takes no arguments");
  puts("carom " CAROM_VERSION);
  return EXIT_GOOD;
}

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    int (*run)(int count, char **arguments);
  } commands[] = {
      {"run", command_run},          {"sweep", command_sweep},         {"plot", command_plot},
      {"bench", command_bench},      {"reproduce", command_reproduce}, {"check", command_check},
      {"list", command_list},        {"show", command_show},           {"help", command_help},
      {"version", command_version},  {"--help", command_help},         {"-h", command_help},
      {"--version", command_version}};
  if (count < 2) {
    command_help(0, NULL);
    return EXIT_WRONG;
  }
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i)
    if (strcmp(arguments[1], commands[i].name) == 0) {
      const int code = commands[i].run(count - 2, arguments + 2);
      if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        fputs("carom: standard output cannot be written\n", stderr);
        return EXIT_BROKEN;
      }
      return code;
    }
  return wrong_usage(
      "unknown command '%s'; commands are run, sweep, plot, check, bench, reproduce, list, "
      "show, help and version",
      arguments[1]);
}
