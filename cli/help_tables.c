// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Topics from other tables: commands, methods, warnings, measures, materials and the built-in
// scenes.

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/scene_argument.h"

#include <stdio.h>
#include <string.h>

// --- Commands -----------------------------------------------------------------------------------

static const char *name_of_command(const topic_kind *kind, int index) {
  (void)kind;
  return index < command_count() ? command_at(index)->name : NULL;
}

static void print_command(const topic_kind *kind, int index) {
  (void)kind;
  printf("%s\n\n%s\n", command_at(index)->usage, command_at(index)->help);
}

const topic_kind topics_commands = {"Commands", name_of_command, print_command, NULL, NULL};

// --- Methods ------------------------------------------------------------------------------------

static const char *method_name(const topic_kind *kind, int index) {
  (void)kind;
  return index < carom_method_count() ? carom_method_at(index)->name : NULL;
}

static void print_method(const topic_kind *kind, int index) {
  (void)kind;
  const carom_method *m = carom_method_at(index);
  printf("%s: a method, solver: {method: %s}\n%s\n\n", m->name, m->name, m->help);
  printf("bodies    %s\ncontacts  %s\n", m->bodies, m->contacts);
  if (m->limits[0] != '\0')
    printf("takes     %s\n", m->limits);
  printf("step      %s; %s\n\nKeys of the solver that it takes:\n",
         m->fixed_step ? "1 / (rate * oversample)" : "its own; the rate is that of the outputs",
         m->conserves ? "conserves energy" : "does not conserve energy");
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    if (k->section[0] == '\0' && strncmp(k->name, "solver.", 7) == 0 &&
        strcmp(k->name, "solver.method") != 0 && carom_method_takes(index, k->name))
      print_key_row(k);
  }
  print_example("method", m->name);
  if (strcmp(m->name, "adaptive") == 0)
    print_lacking();
}

const topic_kind topics_methods = {"Methods", method_name, print_method, NULL, NULL};

// --- Warnings and measures
// ------------------------------------------------------------------------

static const char *warning_name(const topic_kind *kind, int index) {
  (void)kind;
  return index < carom_warning_kind_count() ? carom_warning_kind_at(index)->word : NULL;
}

static void print_warning_kind(const topic_kind *kind, int index) {
  (void)kind;
  printf("%s: a warning, told where\n  %s\n", carom_warning_kind_at(index)->word,
         carom_warning_kind_at(index)->help);
}

const topic_kind topics_warnings = {"Warnings", warning_name, print_warning_kind, NULL, NULL};

static const char *measure_name(const topic_kind *kind, int index) {
  (void)kind;
  return index < carom_measure_count() ? carom_measure_at(index)->name : NULL;
}

// rms. stands for rms and rms.NAME.
static bool measure_matches(const topic_kind *kind, int index, const char *topic) {
  const char *name = measure_name(kind, index);
  const size_t length = strlen(name);
  return strcmp(name, topic) == 0 ||
         (name[length - 1] == '.' &&
          (strncmp(name, topic, length) == 0 ||
           (strncmp(name, topic, length - 1) == 0 && topic[length - 1] == '\0')));
}

static void print_measure(const topic_kind *kind, int index) {
  (void)kind;
  const carom_measure *m = carom_measure_at(index);
  printf("%s%s: a measure of carom sweep\n  %s%s%s\n", m->name,
         m->name[strlen(m->name) - 1] == '.' ? "NAME" : "", m->help,
         m->unit[0] != '\0' ? ", in " : "", m->unit);
}

const topic_kind topics_measures = {"Measures", measure_name, print_measure, measure_matches, NULL};

// --- Materials ----------------------------------------------------------------------------------

static const char *material_name(const topic_kind *kind, int index) {
  (void)kind;
  return index < carom_material_count() ? carom_material_at(index)->name : NULL;
}

static void print_material(const topic_kind *kind, int index) {
  (void)kind;
  const carom_material *m = carom_material_at(index);
  printf("%s: a material, material: %s\n", m->name, m->name);
  if (m->density > 0)
    printf("  of strings, bars and plates: density %g, youngs %.4g, poisson %g, loss_factor %g\n",
           m->density, m->youngs, m->poisson, m->loss_factor);
  if (m->stiffness > 0)
    printf("  of collisions and felts: stiffness %g, exponent %g, damping %g\n", m->stiffness,
           m->exponent, m->damping);
  print_paragraph(2, 0, m->source);
}

const topic_kind topics_materials = {"Materials", material_name, print_material, NULL, NULL};

// --- Built-in scenes ----------------------------------------------------------------------------

static const char *scene_name(const topic_kind *kind, int index) {
  (void)kind;
  return index < carom_builtin_count() ? carom_builtin_name(index) : NULL;
}

static void print_scene(const topic_kind *kind, int index) {
  (void)kind;
  carom_scene *scene = scene_load_builtin(index);
  const char *title = scene != NULL ? carom_scene_get(scene, "title") : NULL;
  const char *name = carom_builtin_name(index);
  printf("%s: a built-in scene\n  %s\n  carom show %s\n  carom run %s --plot\n", name,
         title != NULL ? title : "", name, name);
  carom_scene_free(scene);
}

const topic_kind topics_scenes = {"Built-in scenes", scene_name, print_scene, NULL, NULL};
