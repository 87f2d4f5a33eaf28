// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The numbers of words: what they are, for good, and that calls tell the one of the word.

#include "support.h"

/// A word, and the number that stands for it.
typedef struct {
  const char *word;
  int kind;
} named;

static const named methods[] = {{"audio", CAROM_METHOD_AUDIO},
                                {"am1", CAROM_METHOD_AM1},
                                {"verlet", CAROM_METHOD_VERLET},
                                {"heun", CAROM_METHOD_HEUN},
                                {"rk4", CAROM_METHOD_RK4},
                                {"event", CAROM_METHOD_EVENT},
                                {"adaptive", CAROM_METHOD_ADAPTIVE},
                                {"rigid", CAROM_METHOD_RIGID},
                                {"wave", CAROM_METHOD_WAVE},
                                {"wrap", CAROM_METHOD_WRAP},
                                {"mechanism", CAROM_METHOD_MECHANISM}};

static const named bodies[] = {{"string", CAROM_BODY_STRING},   {"bar", CAROM_BODY_BAR},
                               {"plate", CAROM_BODY_PLATE},     {"mass", CAROM_BODY_MASS},
                               {"barrier", CAROM_BODY_BARRIER}, {"linkage", CAROM_BODY_LINKAGE}};

static const named contacts[] = {{"collision", CAROM_CONTACT_COLLISION},
                                 {"spring", CAROM_CONTACT_SPRING},
                                 {"bow", CAROM_CONTACT_BOW},
                                 {"finger", CAROM_CONTACT_FINGER},
                                 {"felt", CAROM_CONTACT_FELT},
                                 {"stop", CAROM_CONTACT_STOP}};

static const named quantities[] = {{"displacement", CAROM_OUTPUT_DISPLACEMENT},
                                   {"velocity", CAROM_OUTPUT_VELOCITY},
                                   {"acceleration", CAROM_OUTPUT_ACCELERATION},
                                   {"slope", CAROM_OUTPUT_SLOPE},
                                   {"force", CAROM_OUTPUT_FORCE},
                                   {"overlap", CAROM_OUTPUT_OVERLAP},
                                   {"psi", CAROM_OUTPUT_PSI},
                                   {"energy", CAROM_OUTPUT_ENERGY},
                                   {"mode", CAROM_OUTPUT_MODE},
                                   {"contact_length", CAROM_OUTPUT_CONTACT_LENGTH},
                                   {"patches", CAROM_OUTPUT_PATCHES},
                                   {"projection", CAROM_OUTPUT_PROJECTION},
                                   {"friction", CAROM_OUTPUT_FRICTION},
                                   {"scuff", CAROM_OUTPUT_SCUFF},
                                   {"gap", CAROM_OUTPUT_GAP},
                                   {"angle", CAROM_OUTPUT_ANGLE},
                                   {"x", CAROM_OUTPUT_X},
                                   {"y", CAROM_OUTPUT_Y},
                                   {"travel", CAROM_OUTPUT_TRAVEL}};

static const named gestures[] = {{"", CAROM_GESTURE_NONE},         {"bow", CAROM_GESTURE_BOW},
                                 {"finger", CAROM_GESTURE_FINGER}, {"pluck", CAROM_GESTURE_PLUCK},
                                 {"strike", CAROM_GESTURE_STRIKE}, {"throw", CAROM_GESTURE_THROW}};

static const named midi[] = {{"", CAROM_MIDI_NONE},
                             {"note", CAROM_MIDI_NOTE},
                             {"note-on", CAROM_MIDI_NOTE_ON},
                             {"note-off", CAROM_MIDI_NOTE_OFF},
                             {"bend", CAROM_MIDI_BEND},
                             {"pressure", CAROM_MIDI_PRESSURE},
                             {"poly-pressure", CAROM_MIDI_POLY_PRESSURE},
                             {"cc", CAROM_MIDI_CONTROLLER}};

#define KINDS(list, word) kind_of((list), (int)(sizeof(list) / sizeof(list)[0]), (word))

static int kind_of(const named *list, int count, const char *word) {
  for (int i = 0; i < count; ++i)
    if (strcmp(list[i].word, word) == 0)
      return list[i].kind;
  fail_msg("'%s' has no number here", word);
  return -1;
}

// A number that has been told stays what it is: the lists above are in their order.
static void numbers_of_words_stay_as_they_are(void **state) {
  (void)state;
  static const struct {
    const named *list;
    int count, first;
  } lists[] = {{methods, 11, 0},    {bodies, 6, 0},    {contacts, 6, 0},
               {quantities, 19, 0}, {gestures, 6, -1}, {midi, 8, -1}};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < lists[i].count; ++j)
      assert_int_equal(lists[i].list[j].kind, lists[i].first + j);
  assert_int_equal(CAROM_ENGINE_AUTO, 0);
  assert_int_equal(CAROM_ENGINE_SCALAR, 1);
}

static unsigned seen[6]; // bits: kinds of body, contact, quantity, method, gesture and message

static void check_kinds(const carom_model *m) {
  const carom_model_info info = carom_model_describe(m);
  assert_int_equal(info.method_kind, KINDS(methods, info.method));
  seen[3] |= 1U << info.method_kind;
  for (int i = 0; i < info.bodies; ++i) {
    const carom_body_info b = carom_model_body(m, i);
    assert_int_equal(b.kind, KINDS(bodies, b.type));
    seen[0] |= 1U << b.kind;
  }
  for (int i = 0; i < info.contacts; ++i) {
    const carom_contact_info c = carom_model_contact(m, i);
    assert_int_equal(c.kind, KINDS(contacts, c.type));
    seen[1] |= 1U << c.kind;
  }
  for (int i = 0; i < info.outputs; ++i) {
    const carom_output_info o = carom_model_output(m, i);
    assert_int_equal(o.kind, KINDS(quantities, o.quantity));
    seen[2] |= 1U << o.kind;
  }
  for (int i = 0; i < info.controls; ++i) {
    const carom_control_info c = carom_model_control(m, i);
    const bool controller = strncmp(c.midi, "cc", 2) == 0;
    assert_int_equal(c.gesture_kind, KINDS(gestures, c.gesture));
    assert_int_equal(c.midi_kind, KINDS(midi, controller ? "cc" : c.midi));
    assert_int_equal(c.controller >= 0, controller);
    seen[4] |= 1U << (c.gesture_kind + 1);
    seen[5] |= 1U << (c.midi_kind + 1);
  }
}

// The words themselves are those of the scene.
static void kinds_are_those_of_the_words(void **state) {
  (void)state;
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < carom_builtin_count() + carom_method_count(); ++i) {
    const int by = i - carom_builtin_count();
    rig r = rig_of(by < 0 ? scene_of(carom_builtin_name(i)) : scene_for_method(by));
    check_kinds(r.model);
    for (int j = 0; j < carom_model_describe(r.model).contacts; ++j) {
      const carom_contact_info c = carom_model_contact(r.model, j);
      char path[80];
      snprintf(path, sizeof path, "contacts.%s.type", c.name);
      assert_string_equal(carom_scene_get(r.scene, path), c.type);
    }
    rig_free(&r);
  }
  rig r = rig_of(scene_of(
      "{carom: 1, bodies: {b: {type: bar, length: 1, linear_density: 0.1, bending_stiffness: 10}, "
      "m: {type: mass, mass: 1}, p: {type: plate, size: [0.5, 0.4], thickness: 1e-3, density: "
      "7000, youngs: 1e11}}, contacts: {h: {type: finger, on: b@0.6}}, outputs: {u: {of: b@0.5}, "
      "v: {of: b@0.5, quantity: slope}, e: {of: p, quantity: energy}}, controls: {a: {gesture: "
      "strike, on: b@0.2, to: 2, midi: pressure}, c: {gesture: pluck, on: b@0.3, to: 2, midi: "
      "poly-pressure}, d: {gesture: pluck, on: b@0.4, to: 2, midi: note-off}, e: {gesture: pluck, "
      "on: b@0.4, to: 2, midi: bend}, f: {gesture: throw, on: m, to: 2}, g: {gesture: finger, on: "
      "h, to: 2}}}"));
  check_kinds(r.model);
  rig_free(&r);
  assert_int_equal(seen[0], (1U << 6) - 1);
  assert_int_equal(seen[1], (1U << 6) - 1);
  assert_int_equal(seen[3], (1U << 11) - 1);
  assert_int_equal(seen[4], (1U << 6) - 1);
  assert_int_equal(seen[5], (1U << 8) - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_of_words_stay_as_they_are),
      cmocka_unit_test(kinds_are_those_of_the_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
