// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The locale of a host program: whatever its decimal point is, the library writes, reads and says
// the same bytes. Locales are made here, in a folder of their own, where localedef can make them.

#include "base/format_double.h"
#include "base/text.h"
#include "support.h"
#include <locale.h>
#include <unistd.h>

// setlocale() takes LOCPATH apart and keeps the pieces.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:argz_add_sep";
}

typedef struct {
  char *text;
  size_t length;
} collected;

static bool collect(void *user, const char *text, size_t length) {
  collected *c = user;
  c->text = realloc(c->text, c->length + length + 1);
  assert_non_null(c->text);
  memcpy(c->text + c->length, text, length);
  c->length += length;
  c->text[c->length] = '\0';
  return true;
}

static void collect_line(collected *c, const char *text) {
  collect(c, text, strlen(text));
  collect(c, "\n", 1);
}

// --- What the library says -----------------------------------------------------------------------

// Each of these is answered with numbers that have a decimal point.
static const char *const mistaken[] = {
    "{\"carom\":1,\"bodies\":{\"p\":{\"poisson\":0.75}}}",
    "{\"carom\":1,\"duration\":0.25,\"bodies\":{\"m\":{\"type\":\"mass\",\"mass\":1}},"
    "\"score\":[{\"gesture\":\"set\",\"at\":0.5,\"key\":\"gravity\",\"to\":1.5}]}",
    "{\"carom\":1,\"bodies\":{\"s\":{\"type\":\"string\",\"length\":0.75,\"linear_density\":0.001,"
    "\"tension\":0.5,\"points\":4000}}}",
    "{\"carom\":1,\"bodies\":{\"m\":{\"type\":\"mass\",\"mass\":1,\"frequency\":123456.5}}}",
    "{\"carom\":1,\"bodies\":{\"m\":{\"type\":\"mass\",\"mass\":1}},"
    "\"snapshots\":{\"x\":{\"of\":\"m\",\"every\":0.1,\"from\":0.75,\"to\":0.5}}}",
};

static void collect_mistakes(collected *c) {
  int points = 0;
  for (size_t i = 0; i < sizeof mistaken / sizeof mistaken[0]; ++i) {
    carom_scene *scene = carom_scene_new(NULL);
    carom_model *model = NULL;
    carom_error error = {.text = "fine"};
    if (carom_scene_parse_json(scene, "x", mistaken[i], strlen(mistaken[i]), &error) == CAROM_OK)
      model = carom_model_compile(scene, NULL, &error);
    assert_null(model);
    for (const char *t = error.text; *t != '\0'; ++t)
      points += t[0] >= '0' && t[0] <= '9' && t[1] == '.' && t[2] >= '0' && t[2] <= '9';
    collect_line(c, error.text);
    carom_scene_free(scene);
  }
  assert_true(points >= 5);
}

static void collect_warnings(collected *c) {
  const char *text =
      "{\"carom\":1,\"bodies\":{\"a\":{\"type\":\"string\",\"length\":0.65,\"linear_density\":6e-3,"
      "\"tension\":100},\"b\":{\"type\":\"string\",\"length\":0.64,\"linear_density\":6e-3,"
      "\"tension\":90}},"
      "\"contacts\":{\"c\":{\"type\":\"collision\",\"below\":\"a\",\"above\":\"b\",\"along\":true,"
      "\"stiffness\":1e8}},\"outputs\":{\"o\":{\"of\":\"a@0.3\"}}}";
  carom_scene *scene = carom_scene_new(NULL);
  carom_model *model = NULL;
  carom_error error;
  if (carom_scene_parse_json(scene, "x", text, strlen(text), &error) != CAROM_OK ||
      (model = carom_model_compile(scene, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  carom_warning warning[4];
  const int warnings = carom_warnings(model, NULL, NULL, warning, 4);
  assert_in_range(warnings, 1, 4);
  for (int i = 0; i < warnings; ++i)
    collect_line(c, warning[i].text);
  carom_model_free(model);
  carom_scene_free(scene);
}

// --- What it reads, compiles and writes
// -------------------------------------------------------------

static void collect_state(collected *c, const carom_scene *scene) {
  carom_model *model = NULL;
  carom_error error;
  if ((model = carom_model_compile(scene, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  carom_state *run = carom_state_new(model, NULL);
  for (int i = 0; i < 10; ++i)
    carom_step(model, run);
  const size_t size = carom_state_saved_size(model);
  char *saved = calloc(1, size);
  carom_state_save(model, run, saved);
  collect(c, saved, size);
  free(saved);
  carom_state_free(run);
  carom_model_free(model);
}

static void collect_scenes(collected *c) {
  for (int i = 0; i < carom_builtin_count(); ++i) {
    carom_scene *scene = scene_of(carom_builtin_name(i));
    collected json = {0};
    assert_true(carom_scene_write(scene, collect, &json));
    carom_scene *again = carom_scene_new(NULL);
    assert_int_equal(carom_scene_parse_json(again, "x", json.text, json.length, NULL), CAROM_OK);
    collect(c, json.text, json.length);
    collect_state(c, scene);
    collect_state(c, again);
    carom_scene_free(again);
    carom_scene_free(scene);
    free(json.text);
  }
}

static void collect_numbers(collected *c) {
  carom_scene *scene = carom_scene_new(NULL);
  // By printf in the end: beyond 1e270, below 1e-250, and a tie.
  const double numbers[] = {0.1, 1.5e300, 2.5e-300, 5e-324, 1e15 + 0.5, 1125899906842624.125};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
    char text[FORMAT_DOUBLE_ROOM];
    rig_set_number(scene, "gravity", numbers[i]);
    collect_line(c, carom_scene_get(scene, "gravity"));
    assert_true(format_double(numbers[i], text) > 0);
    assert_string_equal(text, carom_scene_get(scene, "gravity"));
  }
  rig_set(scene, "gravity", " +.5 "); // is written as JSON has it
  assert_true(carom_scene_write(scene, collect, c));
  carom_error error;
  assert_int_equal(carom_scene_set(scene, "gravity", "0,5", &error), CAROM_BAD_VALUE);
  collect_line(c, error.text);
  char line[100];
  sentence s = sentence_in(line, sizeof line);
  sentence_add(&s, "%g, %.3f, %s and %d", 0.5, 1.25, "0,5", 12345);
  assert_string_equal(line, "0.5, 1.250, 0,5 and 12345");
  carom_scene_free(scene);
}

// --- Files ---------------------------------------------------------------------------------------

static char folder[FOLDER_ROOM];

static void collect_file(collected *c, const char *work, const char *name) {
  char path[FOLDER_ROOM + 64];
  char line[4096];
  snprintf(path, sizeof path, "%s/%s/%s", folder, work, name);
  FILE *file = fopen(path, "r");
  if (file == NULL)
    fail_msg("%s is not there", path);
  for (size_t n = 0; (n = fread(line, 1, sizeof line, file)) > 0;)
    collect(c, line, n);
  fclose(file);
}

static void collect_files(collected *c) {
  carom_scene *scene = scene_of("mass-spring-barrier");
  carom_model *model = NULL;
  carom_error error = {.text = "fine"};
  char path[3][FOLDER_ROOM + 16];
  static const char *const work[] = {"run", "sweep", "compare"};
  static const char *const of_run[] = {"samples.csv", "energy.csv", "events.csv", "waveform.svg",
                                       "energy.svg"};
  static const char *const of_sweep[] = {"sweep.csv", "impacts.csv", "sweep.svg"};
  static const char *const of_compare[] = {"compare.csv", "compare.svg"};
  for (int i = 0; i < 3; ++i)
    snprintf(path[i], sizeof path[i], "%s/%s", folder, work[i]);
  rig_set_number(scene, "duration", 0.125);
  model = carom_model_compile(scene, NULL, &error);
  carom_run_options run = carom_run_options_default();
  run.directory = path[0];
  run.csv = run.plot = true;
  assert_int_equal(carom_run(scene, model, &run, NULL, &error), CAROM_OK);
  assert_int_equal(carom_plot(path[0], &error), CAROM_OK); // from its files
  const carom_sweep_axis axis = {
      .path = "bodies.mass.velocity", .from = 0.5, .to = 1.5, .count = 3};
  carom_sweep_options sweep = carom_sweep_options_default();
  sweep.directory = path[1];
  sweep.axes = &axis;
  sweep.axis_count = 1;
  assert_int_equal(carom_sweep(scene, &sweep, NULL, &error), CAROM_OK);
  carom_compare_options compare = carom_compare_options_default();
  const double rates[] = {11025.5, 44100};
  compare.directory = path[2];
  compare.rates = rates;
  compare.rate_count = 2;
  assert_int_equal(carom_compare(scene, &compare, NULL, &error), CAROM_OK);
  for (size_t i = 0; i < sizeof of_run / sizeof of_run[0]; ++i)
    collect_file(c, work[0], of_run[i]);
  for (size_t i = 0; i < sizeof of_sweep / sizeof of_sweep[0]; ++i)
    collect_file(c, work[1], of_sweep[i]);
  for (size_t i = 0; i < sizeof of_compare / sizeof of_compare[0]; ++i)
    collect_file(c, work[2], of_compare[i]);
  carom_model_free(model);
  carom_scene_free(scene);
}

static collected everything(void) {
  collected c = {0};
  collect_numbers(&c);
  collect_mistakes(&c);
  collect_warnings(&c);
  collect_scenes(&c);
  collect_files(&c);
  return c;
}

static void require_same(const collected *a, collected b) {
  assert_int_equal(a->length, b.length);
  assert_memory_equal(a->text, b.text, b.length);
  free(b.text);
}

// --- Locales
// --------------------------------------------------------------------------------------

// Makes a locale and chooses it; false if that cannot be done here.
static bool choose(const char *source, const char *name) {
  char command[512];
  snprintf(command, sizeof command, "localedef -i %s -f UTF-8 %s/%s >/dev/null 2>&1", source,
           folder, name);
  return system(command) >= 0 && setlocale(LC_ALL, name) != NULL;
}

static void require_same_in(const char *source, const char *name, const char *point) {
  setlocale(LC_ALL, "C");
  collected plain = everything();
  if (!choose(source, name)) {
    print_message("no locale %s here, and localedef cannot make it\n", name);
    free(plain.text);
    skip();
  }
  assert_string_equal(localeconv()->decimal_point, point);
  require_same(&plain, everything());

  // The same where only this thread has the locale, which it keeps.
  const locale_t local = newlocale(LC_ALL_MASK, name, (locale_t)0);
  setlocale(LC_ALL, "C");
  uselocale(local);
  require_same(&plain, everything());
  assert_ptr_equal(uselocale((locale_t)0), local);
  uselocale(LC_GLOBAL_LOCALE);
  freelocale(local);
  free(plain.text);
}

static void a_decimal_comma_changes_nothing(void **state) {
  (void)state;
  require_same_in("de_DE", "de_DE.UTF-8", ",");
}

// Two bytes: U+066B.
static void a_wide_decimal_point_changes_nothing(void **state) {
  (void)state;
  require_same_in("ps_AF", "ps_AF.UTF-8", "\xD9\xAB");
}

static int begin(void **state) {
  (void)state;
  make_test_folder(folder);
  return setenv("LOCPATH", folder, 1);
}

static int end(void **state) {
  (void)state;
  char command[128];
  setlocale(LC_ALL, "C");
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_decimal_comma_changes_nothing),
      cmocka_unit_test(a_wide_decimal_point_changes_nothing),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
