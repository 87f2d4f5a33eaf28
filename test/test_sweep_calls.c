// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Claims about long work as calls of the library: parts of a sweep are merged into what one sweep
// leaves, and what is refused is named as the caller names it.

#include "test/support.h"

enum { PATH = 200, TEXT = 200000 };

static char place[FOLDER_ROOM]; // all folders are inside

static const char scene_text[] =
    "{carom: 1, rate: 8000, duration: 0.4, bodies: {m: {type: mass, mass: 0.01, frequency: 20, "
    "damping: 0.1}, w: {type: barrier, position: 1e-3}}, contacts: {c: {type: collision, below: m, "
    "above: w, stiffness: 1e6, damping: 0.2}}, forces: {push: {on: m, amplitude: 0.5, frequency: "
    "25}}, outputs: {u: {of: m}}}";

static carom_sweep_axis axes[] = {{.path = "forces.push.frequency", 20, 40, 5, false},
                                  {.path = "forces.push.amplitude", 0.3, 0.6, 2, false}};

static int enter(void **unused) {
  (void)unused;
  make_test_folder(place);
  return chdir(place);
}

static int leave(void **unused) {
  (void)unused;
  char command[PATH];
  snprintf(command, sizeof command, "rm -r %s", place);
  return chdir("/") == 0 && system(command) == 0 ? 0 : -1; // NOLINT(cert-env33-c)
}

static carom_sweep_options sweep_into(const char *folder) {
  carom_sweep_options o = carom_sweep_options_default();
  o.directory = folder;
  o.axes = axes;
  o.axis_count = 2;
  o.settle = 0.1;
  return o;
}

static void compute_part(const carom_scene *scene, const char *folder, int part, int parts) {
  carom_sweep_report report;
  carom_sweep_options o = sweep_into(folder);
  o.part = part;
  o.parts = parts;
  assert_int_equal(carom_sweep(scene, &o, &report, NULL), CAROM_OK);
  assert_int_equal(report.points, 10 / parts + (part <= 10 % parts));
}

static void read_text(const char *folder, const char *name, char text[TEXT]) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  const size_t length = fread(text, 1, TEXT - 1, file);
  text[length] = '\0';
  fclose(file);
  assert_true(length > 0);
}

static void assert_same_results(const char *a, const char *b) {
  static const char *const names[] = {"sweep.csv", "impacts.csv", "poincare.csv", "sweep.svg"};
  static char first[TEXT];
  static char second[TEXT];
  for (int i = 0; i < 4; ++i) {
    read_text(a, names[i], first);
    read_text(b, names[i], second);
    assert_string_equal(first, second);
  }
}

// --- Parts --------------------------------------------------------------------------------------

static void parts_are_merged_into_the_bytes_of_the_whole(void **unused) {
  (void)unused;
  static const char *const folders[] = {"one", "two"};
  carom_sweep_report report;
  carom_scene *scene = scene_of(scene_text);
  const carom_sweep_options whole = sweep_into("whole");
  assert_int_equal(carom_sweep(scene, &whole, NULL, NULL), CAROM_OK);
  compute_part(scene, "one", 1, 3);
  compute_part(scene, "two", 2, 3);
  compute_part(scene, "two", 3, 3);
  assert_int_equal(carom_sweep_merge(folders, 2, "merged", &report, NULL), CAROM_OK);
  assert_int_equal(report.points, 10);
  assert_int_equal(report.done, 10);
  assert_same_results("merged", "whole");
  assert_int_equal(carom_sweep_merge(folders, 2, NULL, NULL, NULL), CAROM_OK); // into the first
  assert_same_results("one", "whole");
  carom_scene_free(scene);
}

static void missing_points_are_told_and_the_others_are_there(void **unused) {
  (void)unused;
  carom_error error;
  carom_sweep_report report;
  const char *const folder = "some";
  carom_scene *scene = scene_of(scene_text);
  compute_part(scene, folder, 1, 2);
  assert_int_equal(carom_sweep_merge(&folder, 1, NULL, &report, &error), CAROM_INTERRUPTED);
  assert_int_equal(report.status, CAROM_INTERRUPTED);
  assert_int_equal(report.done, 5);
  assert_non_null(strstr(error.text, "5 of 10 points are missing"));
  compute_part(scene, folder, 2, 2);
  assert_int_equal(carom_sweep_merge(&folder, 1, NULL, &report, &error), CAROM_OK);
  carom_scene_free(scene);
}

static void folders_without_parts_are_refused(void **unused) {
  (void)unused;
  static const char *const folders[] = {"here", "there"};
  carom_error error;
  carom_sweep_report report;
  carom_scene *scene = scene_of(scene_text);
  assert_int_equal(carom_sweep_merge(folders, 1, NULL, &report, &error), CAROM_BAD_FILE);
  assert_non_null(strstr(error.text, "here: no part of a sweep is there"));
  assert_int_equal(carom_sweep_merge(folders, 0, NULL, &report, &error), CAROM_BAD_VALUE);
  compute_part(scene, "here", 1, 2);
  rig_set(scene, "bodies.m.mass", "0.02");
  compute_part(scene, "there", 2, 2);
  assert_int_equal(carom_sweep_merge(folders, 2, NULL, &report, &error), CAROM_BAD_FILE);
  assert_non_null(strstr(error.text, "there: holds no part of the same sweep as here"));
  carom_scene_free(scene);
}

// --- Processes ----------------------------------------------------------------------------------

static void a_process_that_was_started_alone_is_the_only_one(void **unused) {
  (void)unused;
  carom_ranks *ranks = carom_ranks_new(NULL);
  assert_non_null(ranks);
  assert_int_equal(carom_ranks_number(ranks), 0);
  assert_int_equal(carom_ranks_count(ranks), 1);
  carom_scene *scene = scene_of(scene_text);
  carom_sweep_options o = sweep_into("with");
  o.ranks = ranks;
  assert_int_equal(carom_sweep(scene, &o, NULL, NULL), CAROM_OK);
  o = sweep_into("without");
  assert_int_equal(carom_sweep(scene, &o, NULL, NULL), CAROM_OK);
  assert_same_results("with", "without");
  carom_scene_free(scene);
  carom_ranks_free(ranks);
  carom_ranks_free(NULL);
}

// --- Mistakes -----------------------------------------------------------------------------------

static void refuse_sweep(carom_sweep_options o, const char *begins) {
  carom_error error;
  carom_scene *scene = scene_of(scene_text);
  assert_int_not_equal(carom_sweep(scene, &o, NULL, &error), CAROM_OK);
  if (strncmp(error.text, begins, strlen(begins)) != 0)
    fail_msg("'%s' does not begin with '%s'", error.text, begins);
  assert_int_not_equal(access("refused", F_OK), 0);
  carom_scene_free(scene);
}

static void refuse_axis(carom_sweep_axis second, carom_carry carry, const char *begins) {
  const carom_sweep_axis both[] = {axes[0], second};
  carom_sweep_options o = sweep_into("refused");
  o.axes = both;
  o.carry = carry;
  refuse_sweep(o, begins);
}

static void mistakes_in_the_options_of_a_sweep_name_their_fields(void **unused) {
  (void)unused;
  static const char *const frob[] = {"energy", "frob"};
  const carom_sweep_options right = sweep_into("refused");
  carom_sweep_options o = right;
  o.axis_count = 0;
  refuse_sweep(o, "options.axes: 0 keys");
  refuse_axis((carom_sweep_axis){"gravity", 0, 1, 0, false}, CAROM_CARRY_NONE,
              "options.axes[1]: gravity: 0 values");
  refuse_axis((carom_sweep_axis){"gravity", 0, 1, 2, true}, CAROM_CARRY_NONE,
              "options.axes[1]: gravity: from 0 to 1");
  refuse_axis(axes[0], CAROM_CARRY_NONE,
              "options.axes[1]: forces.push.frequency: varied by options.axes[0] already");
  refuse_axis((carom_sweep_axis){"bodies.m.velocity", 0, 1, 2, false}, CAROM_CARRY_UP,
              "options.axes[1]: bodies.m.velocity: says where a body starts, which options.carry");
  refuse_axis((carom_sweep_axis){"bodies.m.mas", 1, 2, 2, false}, CAROM_CARRY_NONE,
              "options.axes[1]: bodies.m.mas: unknown key");
  o = right;
  o.measures = frob;
  o.measure_count = 2;
  refuse_sweep(o, "options.measures[1]: there is no measure 'frob' in this scene; allowed are imp");
  o = right;
  o.settle = 0.4;
  refuse_sweep(o, "options.settle: 0.4 s");
  o = right;
  o.part = 3;
  o.parts = 2;
  refuse_sweep(o, "options.part: 3 of 2");
  o = right;
  o.directory = NULL;
  refuse_sweep(o, "options.directory: none");
  assert_int_equal(carom_sweep(NULL, &right, NULL, NULL), CAROM_BAD_VALUE);
}

static void refuse_comparison(carom_compare_options o, const char *begins) {
  carom_error error;
  carom_scene *scene = scene_of(scene_text);
  o.directory = o.directory != NULL ? NULL : "refused";
  assert_int_not_equal(carom_compare(scene, &o, NULL, &error), CAROM_OK);
  if (strncmp(error.text, begins, strlen(begins)) != 0)
    fail_msg("'%s' does not begin with '%s'", error.text, begins);
  assert_int_not_equal(access("refused", F_OK), 0);
  carom_scene_free(scene);
}

static void mistakes_in_the_options_of_a_comparison_name_their_fields(void **unused) {
  (void)unused;
  static const char *const words[] = {"audio", "frob"};
  static const double rates[] = {8000, -1};
  const carom_compare_options right = carom_compare_options_default();
  carom_compare_options o = right;
  o.schemes = words + 1;
  o.scheme_count = 1;
  refuse_comparison(o, "options.schemes[0]: there is no scheme 'frob'");
  o = right;
  o.methods = words;
  o.method_count = 2;
  refuse_comparison(o, "options.methods[1]: there is no method 'frob'");
  o = right;
  o.outputs = words;
  o.output_count = 1;
  refuse_comparison(o, "options.outputs[0]: there is no output 'audio'");
  o = right;
  o.rates = rates;
  o.rate_count = 2;
  refuse_comparison(o, "options.rates[1]: -1 Hz");
  o.rate_count = 1;
  refuse_comparison(o, "options.rates: 8000 Hz alone");
  o = right;
  o.reference = "frob";
  refuse_comparison(o, "options.reference: 'frob'");
  o = right;
  o.directory = "none";
  refuse_comparison(o, "options.directory: none");
}

static void a_run_without_a_folder_is_refused(void **unused) {
  (void)unused;
  carom_error error;
  rig r = rig_of(scene_of(scene_text));
  assert_int_equal(carom_run(r.scene, r.model, NULL, NULL, &error), CAROM_BAD_VALUE);
  assert_string_equal(error.text, "options.directory: none; allowed is a folder");
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_are_merged_into_the_bytes_of_the_whole),
      cmocka_unit_test(missing_points_are_told_and_the_others_are_there),
      cmocka_unit_test(folders_without_parts_are_refused),
      cmocka_unit_test(a_process_that_was_started_alone_is_the_only_one),
      cmocka_unit_test(mistakes_in_the_options_of_a_sweep_name_their_fields),
      cmocka_unit_test(mistakes_in_the_options_of_a_comparison_name_their_fields),
      cmocka_unit_test(a_run_without_a_folder_is_refused),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
