// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Names of notes: what they are, that scenes take them wherever a pitch stands, in the tuning of
// the scene, and that what is none is refused.

#include "base/note.h"
#include "support.h"

// Pitches of equal temperament as tables print them, Hz to two digits behind the point.
static void names_have_the_pitches_that_tables_print(void **state) {
  (void)state;
  static const struct {
    const char *name;
    double pitch;
    int note;
  } rows[] = {
      {"C0", 16.35, 12},   {"A0", 27.50, 21},   {"Eb2", 77.78, 39},       {"D#2", 77.78, 39},
      {"A3", 220.00, 57},  {"B3", 246.94, 59},  {"Cb4", 246.94, 59},      {"C4", 261.63, 60},
      {"C#4", 277.18, 61}, {"A4", 440.00, 69},  {"G5", 783.99, 79},       {"B8", 7902.13, 119},
      {"e4", 329.63, 64},  {"eb4", 311.13, 63}, {"EB4", 311.13, 63},      {"f#3", 185.00, 54},
      {"b3", 246.94, 59},  {"bb3", 233.08, 58}, {"E\u266d4", 311.13, 63}, {"f\u266f3", 185.00, 54}};
  const pitch_scale equal = {.a4 = 440, .tonic = 60};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    int note = 0;
    double cents = 1;
    double pitch = 0;
    const size_t length = strlen(rows[i].name);
    assert_true(note_parse(rows[i].name, length, &note, &cents));
    assert_int_equal(note, rows[i].note);
    assert_near(cents, 0, 0);
    assert_true(note_named_pitch(&equal, rows[i].name, length, &pitch));
    assert_near(pitch, rows[i].pitch, 0.005);
  }
}

static void cents_are_hundredths_of_a_semitone(void **state) {
  (void)state;
  const pitch_scale equal = {.a4 = 440, .tonic = 60};
  double a = 0;
  double b = 0;
  assert_true(note_named_pitch(&equal, "A3+100", 6, &a));
  assert_true(note_named_pitch(&equal, "Bb3", 3, &b));
  assert_near(a, b, 1e-12 * b);
  assert_true(note_named_pitch(&equal, "A3-50", 5, &a));
  assert_true(note_named_pitch(&equal, "Ab3+50", 6, &b));
  assert_near(a, b, 1e-12 * b);
  assert_true(note_named_pitch(&equal, "A3+1.955", 8, &a)); // a pure fifth above D3
  assert_true(note_named_pitch(&equal, "D3", 2, &b));
  assert_near(a / b, 1.5, 1e-6);
}

static void what_is_no_name_is_none(void **state) {
  (void)state;
  static const char *const wrong[] = {"",         "A",   "3",    "H3",  "h3",  "A33",  "\u266d3",
                                      "E\u266e4", "A#",  "A##3", "Ab",  "A3+", "A3+-", "A3+1x",
                                      "A3+101",   "A-1", " A3",  "A3 ", "Ax3", "A3+.5"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    int note = 0;
    double cents = 0;
    if (note_parse(wrong[i], strlen(wrong[i]), &note, &cents))
      fail_msg("'%s' was taken", wrong[i]);
  }
}

// --- In scenes ----------------------------------------------------------------------------------

#define STRING(pitch, more)                                                                        \
  "{carom: 1, duration: 2, " more "bodies: {s: {type: string, length: 1, linear_density: 5e-3, "   \
  "pitch: " pitch "}}}"

static double pitch_of(carom_scene *scene) {
  rig r = rig_of(scene);
  const int live = carom_model_find_live(r.model, "bodies.s.pitch");
  const double pitch = carom_state_get(r.model, r.state, live);
  rig_free(&r);
  return pitch;
}

static void a_string_takes_a_note_for_its_pitch(void **state) {
  (void)state;
  assert_near(pitch_of(scene_of(STRING("A3", ""))), 220, 1e-9);
  assert_near(pitch_of(scene_of(STRING("A3+14", ""))), 220 * pow(2, 14 / 1200.0), 1e-9);
  assert_near(pitch_of(scene_of(STRING("[[0, A3], [1, 300], [2, Eb4]]", ""))), 220, 1e-9);
}

// Whatever comes first, and however often the tuning changes.
static void names_follow_the_tuning_of_the_scene(void **state) {
  (void)state;
  assert_near(pitch_of(scene_of(STRING("A3", "play: {a4: 432}, "))), 216, 1e-9);
  carom_scene *scene = scene_of(STRING("E4", ""));
  rig_set(scene, "play.a4", "432");
  rig_set(scene, "play.tuning", "just");
  rig_set(scene, "play.tonic", "A3"); // or 57
  assert_near(pitch_of(scene), 216 * 1.5, 1e-9);
  scene = scene_of(STRING("E4", "play: {tuning: just, tonic: 57, a4: 450}, "));
  carom_error error;
  assert_int_equal(carom_scene_remove(scene, "play.a4", &error), CAROM_OK);
  assert_string_equal(carom_scene_get(scene, "bodies.s.pitch"), "E4");
  assert_near(pitch_of(scene), 330, 1e-9);
}

static bool keep(void *user, const char *text, size_t length) {
  return fwrite(text, 1, length, user) == length;
}

static void names_survive_being_written_and_read(void **state) {
  (void)state;
  carom_scene *scene = scene_of(STRING("[[0, C#4], [1, 300]]", ""));
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  assert_true(carom_scene_write(scene, keep, file));
  fclose(file);
  assert_non_null(strstr(text, "[[0, \"C#4\"], [1, 300]]"));
  carom_scene *again = carom_scene_new(NULL);
  carom_error error;
  assert_int_equal(carom_scene_parse_json(again, "scene", text, length, &error), CAROM_OK);
  assert_near(pitch_of(again), pitch_of(scene), 0);
  free(text);
}

// Gestures, controls, forces and masses take them, too.
static void every_key_of_a_pitch_takes_a_note(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, rate: 10000, duration: 1, bodies: {s: {type: string, length: 1, linear_density: "
      "5e-3, pitch: 100}, m: {type: mass, mass: 1, frequency: D3}}, forces: {f: {on: m, "
      "frequency: A2}}, controls: {c: {key: bodies.m.frequency, from: C3, to: C4}}, score: "
      "[{gesture: tune, at: 0.1, pitch: A2}, {gesture: set, at: 0.5, key: bodies.s.sigma0, to: 2}, "
      "{gesture: control, at: 0.3, on: c, to: E3}]}"));
  const int pitch = carom_model_find_live(r.model, "bodies.s.pitch");
  const int frequency = carom_model_find_live(r.model, "bodies.m.frequency");
  assert_near(carom_state_get(r.model, r.state, frequency), 440 * pow(2, -19 / 12.0), 1e-9);
  assert_near(carom_model_control(r.model, 0).to, 440 * pow(2, -9 / 12.0), 1e-9);
  rig_steps(&r, 5000);
  assert_near(carom_state_get(r.model, r.state, pitch), 110, 1e-9);
  assert_near(carom_state_get(r.model, r.state, frequency), 440 * pow(2, -17 / 12.0), 1e-9);
  rig_free(&r);
}

static void notes_where_they_mean_nothing_are_refused(void **state) {
  (void)state;
  assert_refused(STRING("H3", ""), "'H3' is neither a number nor a note; allowed is");
  assert_refused(STRING("A3+150", ""), "or a note such as A3, C#4, Eb2 or, with cents, A3+14");
  assert_refused(STRING("[[A3, 220]]", ""), "not a list of pairs");
  assert_refused(STRING("220", "rate: A3, "), "'A3' is not a number");
  assert_refused(STRING("220", "play: {tonic: D4+3}, "), "a whole number from 0 to 127, or a note");
  assert_refused(STRING("220", "score: [{gesture: set, at: 0, key: bodies.s.sigma0, to: A3}], "),
                 "'A3' is a note, and bodies.s.sigma0 no pitch; allowed is a number");
  assert_refused(STRING("220", "controls: {c: {key: bodies.s.sigma0, from: 0, to: A3}}, "),
                 "'A3' is a note, and what it moves no pitch; allowed is a number");
}

// Of a list the one item that is wrong.
static void what_is_no_pitch_in_a_list_is_named(void **state) {
  (void)state;
  static const struct {
    const char *pitches, *says;
  } rows[] = {{"[e4, Cb4, H4, G4]", "'H4' is neither a number nor a note; allowed is"},
              {"[220, E44]", "'E44' is neither"},
              {"[220, e4, 1x]", "'1x' is neither"},
              {"[f#3, E\u266d4, -1]", "'-1' is out of range"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    carom_scene *scene = carom_scene_new(NULL);
    carom_error error;
    assert_int_equal(carom_scene_set(scene, "score.1.pitch", rows[i].pitches, &error),
                     CAROM_BAD_VALUE);
    if (strstr(error.text, rows[i].says) == NULL)
      fail_msg("%s: %s", rows[i].pitches, error.text);
    assert_int_equal(carom_scene_set(scene, "score.1.at", "[0, x]", &error), CAROM_BAD_VALUE);
    assert_non_null(strstr(error.text, "'x' is not a number; allowed is"));
    carom_scene_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_have_the_pitches_that_tables_print),
      cmocka_unit_test(cents_are_hundredths_of_a_semitone),
      cmocka_unit_test(what_is_no_name_is_none),
      cmocka_unit_test(what_is_no_pitch_in_a_list_is_named),
      cmocka_unit_test(a_string_takes_a_note_for_its_pitch),
      cmocka_unit_test(names_follow_the_tuning_of_the_scene),
      cmocka_unit_test(names_survive_being_written_and_read),
      cmocka_unit_test(every_key_of_a_pitch_takes_a_note),
      cmocka_unit_test(notes_where_they_mean_nothing_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
