// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom show: a built-in scene as it was written, or any scene as JSON.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/scene_argument.h"
#include "cli/sentences.h"
#include "io/nearest.h"
#include "io/scene_text.h"
#include <stdio.h>

static int show_written(const char *name) {
  const int index = carom_builtin_find(name);
  if (index < 0) {
    char hint[200];
    nearest n = nearest_to(name);
    for (int i = 0; i < carom_builtin_count(); ++i)
      nearest_try(&n, carom_builtin_name(i));
    return wrong_usage("there is no built-in scene '%s'; %s'carom list' shows what there is, and "
                       "with --json or --expanded a file may be given",
                       name, nearest_hint(&n, hint, sizeof hint));
  }
  fputs(carom_builtin_text(index), stdout);
  return EXIT_GOOD;
}

static carom_scene *expand(carom_scene *scene) {
  carom_error error;
  carom_scene *plain = carom_scene_expand(scene, NULL, &error);
  if (plain == NULL)
    print_error("", &error);
  carom_scene_free(scene);
  return plain;
}

static int show_json(const char *name, bool expanded) {
  carom_scene *scene = scene_load(name);
  if (scene != NULL && expanded)
    scene = expand(scene);
  if (scene == NULL)
    return EXIT_WRONG;
  scene_text_write(scene, stdout);
  putchar('\n');
  carom_scene_free(scene);
  return EXIT_GOOD;
}

static int show(int count, char **arguments) {
  const char *name = NULL;
  bool json = false;
  bool expanded = false;
  const option options[] = {{"--json", NULL, NULL, &json, false},
                            {"--expanded", NULL, NULL, &expanded, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "scene"};
  if (!arguments_read(&table, count, arguments, &name))
    return EXIT_WRONG;
  if (name == NULL)
    return wrong_usage("'show' takes the name of one built-in scene");
  return json || expanded ? show_json(name, expanded) : show_written(name);
}

const command command_show = {
    .name = "show",
    .run = show,
    .usage = "carom show SCENE [--json] [--expanded]",
    .help = "Prints a built-in scene, to copy and edit. With --json: any scene, built-in or of a "
            "file,\n"
            "as JSON, all of it with what it is like; the core reads that without a file. With\n"
            "--expanded families, names that end with *, are shown as their members.",
};
