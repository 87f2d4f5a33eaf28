// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom check: the scene as it would be run, without running it.

#include "cli/check.h"
#include "cli/cli.h"

#include "cli/check_warnings.h"
#include "cli/progress.h"
#include "cli/scene_argument.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Square cells of this side are as stable as those of a plate, 2 / h^2 = 1 / hx^2 + 1 / hy^2.
static double square_spacing(const carom_body_info *b) {
  if (b->points_y == 0)
    return b->spacing;
  const double ratio = b->spacing / b->spacing_y;
  return b->spacing * sqrt(2 / (1 + ratio * ratio));
}

static void print_body(const carom_body_info *b) {
  printf("  %-16s %-8s", b->name, b->type);
  if (b->modes > 0)
    printf(" %d mode%s from %.6g to %.6g Hz", b->modes, b->modes == 1 ? "" : "s", b->lowest,
           b->highest);
  else if (b->points_y > 0)
    printf(" %d x %d cells of %.4g x %.4g m", b->points_x, b->points_y, b->spacing, b->spacing_y);
  else if (b->points_x > 0)
    printf(" %d intervals of %.4g m", b->points_x, b->spacing);
  if (b->spacing_least > 0)
    printf(", stable from %.4g m (margin %.2f %%)", b->spacing_least,
           100 * (square_spacing(b) / b->spacing_least - 1));
  if (b->mass > 0)
    printf("%s%.4g kg", b->points_x > 0 ? ", " : " ", b->mass);
  printf("\n");
}

// Of this thread: that of the process is coarse while time is limited.
static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The time that a second of the scene takes here, from a short trial.
static void print_cost(const carom_model *model) {
  enum { FIRST = 10, TRIAL = 200 };
  const carom_model_info info = carom_model_describe(model);
  carom_state *state = carom_state_new(model, NULL);
  if (state == NULL || carom_state_equip(model, state, NULL) != CAROM_OK) {
    carom_state_free(state);
    return; // it cannot be run
  }
  const carom_stop *stop = limit_time(longest_trial);
  carom_state_stop(state, stop);
  carom_process(model, state, FIRST, NULL);
  const bool slow = carom_stop_requested(stop);
  const long long before = slow ? 0 : carom_state_steps(state);
  const double from = processor_seconds();
  carom_process(model, state, TRIAL, NULL);
  const double seconds = slow ? longest_trial : processor_seconds() - from;
  const double samples = (double)(carom_state_steps(state) - before) / info.oversample;
  carom_state_free(state);
  const double cost = seconds * info.rate / fmax(samples, 1);
  if (slow)
    printf("cost: above %.2g s of computing for each second\n", cost);
  else if (cost > 0)
    printf("cost: about %.3g s of computing for each second, %.3g times real time\n", cost,
           1 / cost);
}

static void print_live_keys(const carom_scene *scene, const carom_model *model, int count) {
  int told = 0;
  for (int i = 0; i < count; ++i)
    told += !live_is_of_family(scene, carom_model_live(model, i).path);
  printf("\nlive keys: %d\n", told);
  for (int i = 0; i < count; ++i) {
    const carom_live_info live = carom_model_live(model, i);
    if (live_is_of_family(scene, live.path))
      continue;
    printf("  %-32s %g", live.path, live.start);
    if (isfinite(live.low) && isfinite(live.high))
      printf(", from %g to %g", live.low, live.high);
    else if (isfinite(live.low))
      printf(", at least %g", live.low);
    printf("\n");
  }
}

static void print_controls(const carom_model *model, int count) {
  printf("\ncontrols: %d\n", count);
  for (int i = 0; i < count; ++i) {
    const carom_control_info c = carom_model_control(model, i);
    const bool key = c.path[0] != '\0';
    printf("  %-16s %s, from %g to %g %s%s%s", c.name, key ? c.path : c.gesture, c.from, c.to,
           c.unit, c.midi[0] != '\0' ? ", midi " : "", c.midi);
    if (c.voices > 1)
      printf(", %d voices", c.voices);
    for (int k = 1; k < c.keys; ++k)
      printf(", %s", carom_model_control_key(model, i, k));
    printf("\n");
  }
  if (carom_model_presets(model) > 0)
    printf("\npresets: %d\n", carom_model_presets(model));
  for (int i = 0; i < carom_model_presets(model); ++i) {
    printf("  %-16s", carom_model_preset_name(model, i));
    for (int k = 0; k < count; ++k) {
      const carom_control_info c = carom_model_control(model, k);
      const double value = carom_model_preset_value(model, i, k);
      if (value != c.initial)
        printf(" %s %g %s;", c.name, value, c.unit);
    }
    printf("\n");
  }
}

/// Overlaps beyond this do not happen, m.
static const double deepest = 5e-3;

static void print_bound(const carom_model *model, const carom_state *state, int contact) {
  carom_bound b;
  if (carom_contact_bound(model, state, contact, &b) && b.overlap < deepest)
    printf(
        "  %-16s as hard as the body can answer from an overlap of %.3g m (%.3g N) on: at rest it "
        "gives way by up to %.3g m/N more; scheme exact and solver.bound false have the law "
        "itself\n",
        "", b.overlap, b.force, b.compliance);
}

static void print_contact(const carom_contact_info *c) {
  printf("  %-16s %-10s", c->name, c->type);
  if (c->modes > 0)
    printf(" %s%smoves %d mode%s\n", c->treatment, c->treatment[0] != '\0' ? ", " : "", c->modes,
           c->modes == 1 ? "" : "s");
  else
    printf(" %d link%s, island of %d\n", c->links, c->links == 1 ? "" : "s", c->island_size);
  if (c->ignored[0] != '\0')
    printf("  %-16s a rigid obstacle for this method, which ignores %s\n", "", c->ignored);
  if (c->modes > 1 && strcmp(c->treatment, "impulse") == 0)
    printf("  %-16s the number of modes is a model parameter: with the impulse rule impacts depend "
           "on it\n",
           "");
}

// Whether this is the method of a scene that does not set solver.method.
static bool is_default_method(const char *method) {
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    if (k->section[0] == '\0' && strcmp(k->name, "solver.method") == 0)
      return strcmp(k->standard, method) == 0;
  }
  return false;
}

// What single precision does, or why it does nothing.
static void print_precision(const carom_model_info *info) {
  if (strcmp(info->precision, "single") != 0)
    return;
  if (info->single_bodies > 0)
    printf("\nsingle precision: %d of %d bodies; the energy balance counts as good up to %g\n",
           info->single_bodies, info->bodies, info->energy_tolerance);
  else
    printf("\nsingle precision: without effect, since no body is on a grid\n");
}

static void print_bodies(const carom_scene *scene, const carom_model *model) {
  const int bodies = carom_model_describe(model).bodies;
  for (int i = 0, members = 0; i<bodies; i += members> 0 ? members : 1) {
    const carom_body_info b = carom_model_body(model, i);
    if ((members = print_body_family(scene, model, i)) > 0)
      continue;
    print_body(&b);
    print_modes(model, i);
  }
}

static void print_contacts(const carom_scene *scene, const carom_model *model,
                           const carom_state *state) {
  const int contacts = carom_model_describe(model).contacts;
  for (int i = 0, members = 0; i<contacts; i += members> 0 ? members : 1) {
    const carom_contact_info c = carom_model_contact(model, i);
    if ((members = print_contact_family(scene, model, i)) > 0)
      continue;
    print_contact(&c);
    if (state != NULL)
      print_bound(model, state, i);
  }
}

static void print_model(const carom_scene *scene, const carom_model *model) {
  const carom_model_info info = carom_model_describe(model);
  printf("%g s at %g Hz", info.duration, info.rate);
  if (info.oversample > 1)
    printf(", %d steps in each sample", info.oversample);
  if (!is_default_method(info.method))
    printf(", method %s", info.method);
  printf("\n\nbodies: %d, with %d grid points\n", info.bodies, info.nodes);
  print_bodies(scene, model);
  printf("\ncontacts: %d, with %d links in %d islands, the largest of %d\n", info.contacts,
         info.links, info.islands, info.largest_island);
  carom_state *state = carom_state_new(model, NULL);
  print_contacts(scene, model, state);
  if (state != NULL && !info.integrates)
    print_state_warnings(model, state);
  carom_state_free(state);
  printf("\noutputs: %d\n", info.columns);
  for (int i = 0; i < info.columns; ++i) {
    const carom_output_info o = carom_model_output(model, i);
    printf("  %-16s %s%s%s%s", o.name, o.quantity, o.unit[0] != '\0' ? ", " : "", o.unit,
           o.audio ? ", audio" : "");
    if (o.members > 1)
      printf(", the sum of %d members", o.members);
    printf("\n");
  }
  print_live_keys(scene, model, info.lives);
  if (info.controls > 0)
    print_controls(model, info.controls);
  print_precision(&info);
  printf("\nmemory of a state: %.4g kB\n", (double)carom_state_size(model) / 1e3);
  if (info.integrates && !carom_has_integrator())
    printf(
        "cannot run here: this build lacks SUNDIALS; 'apt-get install libsundials-dev' and build "
        "again\n");
  print_cost(model);
}

static bool read_arguments(int count, char **arguments, const char **scene, text_list *sets) {
  const option options[] = {{"--set", "PATH=VALUE", read_more, sets, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "scene"};
  if (!arguments_read(&table, count, arguments, scene))
    return false;
  if (*scene == NULL)
    wrong_usage("'check' needs a scene: a file, - or a name from 'carom list'");
  return *scene != NULL;
}

static int check(int count, char **arguments) {
  scene_changes changes = {.sets.text = argument_room(count, sizeof *changes.sets.text)};
  const char *name = NULL;
  const bool read = read_arguments(count, arguments, &name, &changes.sets);
  carom_scene *scene = read ? scene_load(name) : NULL;
  const bool good = scene != NULL && scene_apply(scene, &changes);
  carom_model *model = good ? scene_compile(scene) : NULL;
  if (model != NULL)
    print_model(scene, model);
  carom_model_free(model);
  carom_scene_free(scene);
  free(changes.sets.text);
  return model != NULL ? EXIT_GOOD : EXIT_WRONG;
}

const command command_check = {
    .name = "check",
    .run = check,
    .usage = "carom check SCENE [--set PATH=VALUE]...",
    .help = "Validates a scene and tells its grids, stability margins, first modes and by how many "
            "cents\n"
            "grids are out of tune, contacts, islands and cost.",
};
