// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom export: a scene as a bundle for LV2 hosts.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/instrument.h"
#include "cli/message.h"
#include "cli/scene_argument.h"
#include "cli/sentences.h"
#include "io/trusted.h"
#include "lv2/bundle.h"
#include "lv2/ports.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const char *scene, *directory, *uri;
  text_list sets;
} export_arguments;

static bool read_arguments(int count, char **arguments, export_arguments *a) {
  const option options[] = {{"--lv2", "DIR", read_folder, &a->directory, false},
                            {"--uri", "URI", read_text, &a->uri, false},
                            {"--set", "PATH=VALUE", read_more, &a->sets, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "scene"};
  if (!arguments_read(&table, count, arguments, &a->scene))
    return false;
  if (a->scene == NULL || a->directory == NULL)
    wrong_usage("'export' needs a scene and --lv2 DIR, the folder that the bundle goes to");
  return a->scene != NULL && a->directory != NULL;
}

// The plugin: what the environment names, or beside the program, where it was built, or where it
// was installed.
static bool is_there(char *path, size_t size, const char **refused) {
  static const char *const places[] = {"carom-lv2.so", CAROM_PLUGIN_PLACE};
  const char *given = getenv("CAROM_PLUGIN");
  if (given != NULL) {
    snprintf(path, size, "%s", given);
    return access(path, R_OK) == 0 && trusted_file(path, refused);
  }
  for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i)
    if (trusted_place(path, size, places[i]) && trusted_file(path, refused))
      return true;
  return false;
}

// Tells what is wrong where none can be taken.
static bool find_plugin(char *path, size_t size) {
  const char *refused = NULL;
  const bool there = is_there(path, size, &refused);
  if (!there && getenv("CAROM_PLUGIN") != NULL)
    print_message("carom: CAROM_PLUGIN: %s cannot be read\n", path);
  else if (!there)
    fprintf(stderr,
            "this build has no plugin to copy into a bundle; install lv2-dev and build again "
            "(make play)\n");
  else if (refused != NULL)
    print_message("carom: %s is not taken: %s\n", path, refused);
  return there && refused == NULL;
}

// What hosts take as the name of a plugin, and do not open as anything else: an address on the web
// or a name (RFC 3986, 8141, 4151), of characters that stand for themselves in Turtle.
static bool good_uri(const char *uri) {
  static const char *const schemes[] = {"http://", "https://", "urn:", "tag:"};
  bool known = false;
  for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; ++i)
    known = known ||
            (strncmp(uri, schemes[i], strlen(schemes[i])) == 0 && uri[strlen(schemes[i])] != '\0');
  for (const unsigned char *c = (const unsigned char *)uri; *c != '\0'; ++c)
    known = known && *c > ' ' && *c < 0x7f;
  return known && strpbrk(uri, "<>\"{}|^`\\#") == NULL;
}

// "A hammered string" is shown as "Carom Hammered String".
static void show_title(const char *own, char *title, size_t size) {
  const char *rest = strncmp(own, "A ", 2) == 0     ? own + 2
                     : strncmp(own, "An ", 3) == 0  ? own + 3
                     : strncmp(own, "The ", 4) == 0 ? own + 4
                                                    : own;
  snprintf(title, size, "Carom %s", rest);
  for (char *c = title; *c != '\0'; ++c)
    if (c > title && c[-1] == ' ')
      *c = (char)toupper((unsigned char)*c);
}

static int write_bundle(const export_arguments *a, carom_scene *scene, const char *plugin) {
  carom_error error;
  char name[100];
  char title[240];
  char uri[400];
  instrument_name(a->scene, name, sizeof name);
  const char *own = carom_scene_get(scene, "title");
  show_title(own != NULL && own[0] != '\0' ? own : name, title, sizeof title);
  snprintf(uri, sizeof uri, "urn:carom:%s", name);
  if (a->uri != NULL && strlen(a->uri) >= BUNDLE_URI_ROOM)
    return wrong_usage("--uri: an address of %zu characters; allowed are at most %d",
                       strlen(a->uri), BUNDLE_URI_ROOM - 1);
  if (a->uri != NULL && !good_uri(a->uri))
    return wrong_usage("--uri: '%s' is no address of a plugin; allowed is one that begins with "
                       "http://, https://, urn: or tag:, such as urn:carom:%s",
                       a->uri, name);
  carom_model *model = NULL;
  if ((model = carom_model_compile(scene, NULL, &error)) == NULL) {
    scene_refused(&error);
    return EXIT_WRONG;
  }
  const bundle b = {.scene = scene,
                    .model = model,
                    .name = name,
                    .title = title,
                    .uri = a->uri != NULL ? a->uri : uri,
                    .directory = a->directory,
                    .plugin = plugin};
  const carom_status status = bundle_write(&b, &error);
  carom_model_free(model);
  if (status == CAROM_OK)
    print_made("%s/%s.lv2: %s, <%s>\n", a->directory, name, title, b.uri);
  else
    print_error("", &error);
  if (status == CAROM_BAD_VALUE) // of the scene
    return EXIT_WRONG;
  return status == CAROM_OK ? EXIT_GOOD : EXIT_BROKEN;
}

static int export_scene(const export_arguments *a) {
  char plugin[4096];
  carom_scene *scene = instrument_load(a->scene, &a->sets);
  if (scene == NULL)
    return EXIT_WRONG;
  int code = EXIT_BROKEN;
  if (find_plugin(plugin, sizeof plugin))
    code = write_bundle(a, scene, plugin);
  carom_scene_free(scene);
  return code;
}

static int run(int count, char **arguments) {
  export_arguments a = {.sets.text = argument_room(count, sizeof *a.sets.text)};
  const int code = read_arguments(count, arguments, &a) ? export_scene(&a) : EXIT_WRONG;
  free(a.sets.text);
  return code;
}

const command command_export = {
    .name = "export",
    .run = run,
    .usage = "carom export SCENE --lv2 DIR [--uri URI] [--set PATH=VALUE]...",
    .help =
        "Writes a bundle that any LV2 host loads, DIR/NAME.lv2: the scene, its gains found by a "
        "run\n"
        "of its score, a copy of the plugin, and ports for the scene's controls. Its address is\n"
        "urn:carom:NAME unless --uri gives another.",
};
