// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Families as they are expanded: which members there are, what each of them says, how one of them
// is changed or left out, and what is refused.

#include "families.h"
#include <time.h>

static void keys_name_members_by_their_notes(void **state) {
  (void)state;
  carom_scene *s = scene_of(MARIMBA("keys: [C3, E3]", "", ""));
  assert_int_equal(carom_scene_count(s, "bodies"), 4); // as they were written
  assert_true(expanded_has(s, "bodies", "bar48"));
  assert_true(expanded_has(s, "bodies", "bar52"));
  assert_false(expanded_has(s, "bodies", "bar53"));
  assert_false(expanded_has(s, "bodies", "bar*"));
  assert_expanded(s, "contacts.hit50.below", "bar50@0.5");
  assert_expanded(s, "contacts.hit50.above", "mallet50");
  assert_expanded(s, "contacts.cord_a50.above", "frame"); // a bare name is shared
  rig_set(s, "play.keys", "[48, C#3, 55]");               // exactly those
  assert_true(expanded_has(s, "contacts", "hit49"));
  assert_false(expanded_has(s, "contacts", "hit50"));
  carom_scene_free(s);
}

static void voices_name_members_from_1(void **state) {
  (void)state;
  carom_scene *s = scene_of("{carom: 1, play: {voices: 3}, bodies: {'m*': {type: mass, mass: 1}}}");
  assert_true(expanded_has(s, "bodies", "m1"));
  assert_true(expanded_has(s, "bodies", "m3"));
  assert_false(expanded_has(s, "bodies", "m0"));
  assert_false(expanded_has(s, "bodies", "m4"));
  carom_scene_free(s);
}

static void each_member_has_the_value_of_its_note(void **state) {
  (void)state;
  carom_scene *s = scene_of(MARIMBA("keys: [C2, C6]", "", ""));
  assert_near(expanded_number(s, "bodies.bar48.length"), 0.38, 0);
  assert_near(expanded_number(s, "bodies.bar66.length"), sqrt(0.38 * 0.17), 1e-15);
  assert_near(expanded_number(s, "bodies.bar40.length"), 0.38, 0); // held
  assert_expanded(s, "bodies.bar60.pitch", "C4");
  carom_scene_free(s);
}

static void whole_numbers_and_lists_are_interpolated_as_numbers(void **state) {
  (void)state;
  carom_scene *s = scene_of(
      "{carom: 1, play: {keys: [C3, C5]}, bodies: {'g*': {type: plate, size: {C3: [0.4, 0.9], C5: "
      "[0.1, 0.4]}, thickness: 1e-3, density: 8000, points: {C3: 20, C5: 10}}, 's*': {type: "
      "string, "
      "count: {C3: 1, C5: 3}}}}");
  assert_expanded(s, "bodies.g60.points", "14"); // 14.142
  assert_expanded(s, "bodies.s60.count", "2");   // 1.73
  carom_error error;
  carom_scene *plain = carom_scene_expand(s, NULL, &error);
  double size[2];
  assert_int_equal(carom_scene_numbers(plain, "bodies.g60.size", size, 2), 2);
  assert_near(size[0], 0.2, 1e-15);
  assert_near(size[1], 0.6, 1e-15);
  carom_scene_free(plain);
  carom_scene_free(s);
}

static void points_by_note_name_one_body_and_move_along_it(void **state) {
  (void)state;
  carom_scene *s = scene_of(
      "{carom: 1, play: {keys: [C3, C5]}, bodies: {board: {type: plate}, 's*': {type: string}}, "
      "contacts: {'foot*': {type: spring, below: {C3: board@0.1:0.25, C5: board@0.9:0.36}, above: "
      "{C3: 's*@0.1', C5: 's*@0.4'}}}}");
  assert_expanded(s, "contacts.foot48.below", "board@0.1:0.25");
  assert_expanded(s, "contacts.foot72.below", "board@0.9:0.36");
  assert_expanded(s, "contacts.foot60.above", "s60@0.2"); // the rule of all curves
  carom_scene_free(s);
}

static void the_pitch_of_a_key_follows_the_tuning_and_its_cents(void **state) {
  (void)state;
  carom_scene *s = scene_of(
      "{carom: 1, play: {keys: [C0, C9]}, bodies: {'a*': {type: string, pitch: key}, 'b*': {type: "
      "string, pitch: key+0.5}, 'c*': {type: string, pitch: {C1: key-10, C9: key+30}}, 'm*': "
      "{type: "
      "mass, frequency: key-250}}}");
  assert_near(expanded_number(s, "bodies.a69.pitch"), 440, 0);
  assert_near(expanded_number(s, "bodies.b69.pitch"), 440 * pow(2, 0.5 / 1200), 1e-12);
  assert_near(expanded_number(s, "bodies.c72.pitch"), 523.2511306011972 * pow(2, 10 / 1200.0),
              1e-11); // half way
  assert_near(expanded_number(s, "bodies.m81.frequency"), 880 * pow(2, -250 / 1200.0), 1e-12);
  rig_set(s, "play.tuning", "just");
  rig_set(s, "play.tonic", "A4");
  rig_set(s, "play.a4", "432");
  assert_near(expanded_number(s, "bodies.a76.pitch"), 432 * 1.5, 1e-12);
  assert_near(expanded_number(s, "bodies.m76.frequency"), 432 * 1.5 * pow(2, -250 / 1200.0), 1e-12);
  carom_scene_free(s);
}

static void keys_of_an_item_narrow_it_and_what_names_it(void **state) {
  (void)state;
  carom_scene *s = scene_of(
      "{carom: 1, play: {keys: [C3, C5]}, bodies: {'s*': {type: string, keys: [E3, C8]}, 'm*': "
      "{type: mass, mass: 1}}, contacts: {'c*': {type: collision, below: 's*@0.5', above: 'm*'}, "
      "'d*': {type: finger, on: 's*@0.1', keys: [F3, G3, C4]}}, outputs: {'o*': {of: 'c*', "
      "quantity: "
      "force}}}");
  assert_true(expanded_has(s, "bodies", "m48"));
  assert_false(expanded_has(s, "bodies", "s51"));
  assert_true(expanded_has(s, "bodies", "s52"));
  assert_false(expanded_has(s, "bodies", "s73")); // not among play.keys
  assert_false(expanded_has(s, "contacts", "c51"));
  assert_true(expanded_has(s, "contacts", "c52"));
  assert_true(expanded_has(s, "contacts", "d53"));
  assert_false(expanded_has(s, "contacts", "d54"));
  assert_false(expanded_has(s, "outputs", "o51")); // what it hears is not there
  assert_true(expanded_has(s, "outputs", "o52"));
  carom_scene_free(s);
}

static void a_member_is_changed_by_its_name(void **state) {
  (void)state;
  carom_scene *s = scene_of("{carom: 1, play: {keys: [C3, E3]}, bodies: {m49: {mass: 2}, 'm*': "
                            "{type: mass, mass: 1, frequency: key}, m50: {frequency: key+100}}}");
  assert_near(expanded_number(s, "bodies.m48.mass"), 1, 0);
  assert_near(expanded_number(s, "bodies.m49.mass"), 2, 0);
  assert_near(expanded_number(s, "bodies.m50.frequency"), 440 * pow(2, -18 / 12.0), 1e-12);
  rig_set(s, "bodies.m52.mass", "3");
  assert_near(expanded_number(s, "bodies.m52.mass"), 3, 0);
  carom_scene_free(s);
}

// And what names it goes with it; by null in a text, as a value, or as one removes any item.
static void a_member_is_left_out(void **state) {
  (void)state;
  carom_error error;
  carom_scene *s = scene_of(MARIMBA("keys: [C3, E3]", "", "snapshots: {}\n"));
  rig_set(s, "bodies.bar49", "null");
  assert_false(expanded_has(s, "bodies", "bar49"));
  assert_true(expanded_has(s, "bodies", "mallet49"));
  assert_false(expanded_has(s, "contacts", "hit49"));
  assert_int_equal(carom_scene_remove(s, "bodies.mallet50", &error), CAROM_OK);
  assert_false(expanded_has(s, "contacts", "hit50"));
  char text[4000];
  carom_scene_text(s, text, sizeof text);
  assert_non_null(strstr(text, "\"bar49\": null"));
  carom_scene *again = carom_scene_new(NULL);
  assert_int_equal(carom_scene_parse_json(again, "scene", text, strlen(text), &error), CAROM_OK);
  assert_false(expanded_has(again, "bodies", "bar49"));
  rig_set(again, "bodies.bar49.length", "0.3"); // it is there again
  assert_near(expanded_number(again, "bodies.bar49.length"), 0.3, 0);
  carom_scene_free(again);
  carom_scene_free(s);
  s = scene_of("{carom: 1, play: {keys: [C3, E3]}, bodies: {'m*': {type: mass, mass: 1}, m49: "
               "null}}");
  assert_false(expanded_has(s, "bodies", "m49"));
  carom_scene_free(s);
}

// A scene without families is its own expansion, and one expanded is as good as the other.
static void an_expanded_scene_gives_the_same_sound(void **state) {
  (void)state;
  carom_error error;
  const char *const score = "score: [{gesture: control, at: 0, on: strike, note: 49, to: -2}]\n";
  char text[4000];
  snprintf(text, sizeof text, "%s%s", MARIMBA("keys: [C3, D3]", "", ""), score);
  rig a = rig_of(scene_of(text));
  carom_scene *plain = carom_scene_expand(a.scene, NULL, &error);
  assert_non_null(plain);
  char json[20000];
  assert_true(carom_scene_text(plain, json, sizeof json) < sizeof json);
  carom_scene_free(plain);
  plain = carom_scene_new(NULL);
  assert_int_equal(carom_scene_parse_json(plain, "plain", json, strlen(json), &error), CAROM_OK);
  rig b = rig_of(plain);
  assert_int_equal(carom_model_describe(b.model).outputs, carom_model_describe(a.model).outputs);
  double heard = 0;
  for (int n = 0; n < 2000; ++n) {
    rig_steps(&a, 1);
    rig_steps(&b, 1);
    for (int i = 0; i < carom_model_describe(a.model).outputs; ++i)
      assert_true(carom_output(a.model, a.state, i) == carom_output(b.model, b.state, i));
    heard = fmax(heard, fabs(carom_output(a.model, a.state, 0)));
  }
  assert_true(heard > 0.01); // m/s
  rig_free(&a);
  rig_free(&b);
}

// What a mistake says: where it was written, the member, and the family.
static void a_mistake_names_family_and_member(void **state) {
  (void)state;
  assert_refused(MARIMBA("keys: [C3, E3]", ", thickness: {C3: 0.02, C6: 0.3}", ""),
                 "of the family bar*: ");
  assert_refused("{carom: 1, play: {keys: [C3, E3]}, bodies: {'m*': {type: mass, mass: 1, length: "
                 "2}}}",
                 "bodies.m48.length: of the family m*: not a key of a mass");
  assert_refused("{carom: 1, play: {keys: [C3, E3]}, bodies: {'m*': {type: mass}}}",
                 "bodies.m48.mass: of the family m*: missing");
}

#define MASSES(play, items)                                                                        \
  "{carom: 1, play: {" play "}, bodies: {'m*': {type: mass, mass: 1}" items

static void what_makes_no_family_is_refused(void **state) {
  (void)state;
  assert_refused("{carom: 1, bodies: {'m*': {type: mass, mass: 1}}}",
                 "bodies.m*: is a family, as its name ends with *; required is play: {keys: ");
  assert_refused(MASSES("keys: [C3, E3], voices: 2", "}}"),
                 "play.voices: beside play.keys; allowed is one of both");
  assert_refused(MASSES("keys: [C3]", "}}"),
                 "does not name two notes or more; allowed is two notes");
  assert_refused(MASSES("keys: [C3, H4]", "}}"), "has a word that is no note");
  assert_refused(MASSES("keys: [C4, C3]", "}}"), "does not rise");
  assert_refused(MASSES("keys: [C3, E3]", ", 'm2*': {type: mass}}}"), "'m2*' is not a name");
  assert_refused(MASSES("keys: [C3, E3]", ", m53: {mass: 2}}}"),
                 "bodies.m53: is no member of the family m*; allowed are m48 to m52");
  assert_refused(MASSES("keys: [C3, E3]", ", m53: null}}"), "is no member of the family m*");
  assert_refused(MASSES("keys: [C3, E3]", ", m048: {mass: 2}}}"), "is no member of the family m*");
  assert_refused(MASSES("voices: 2", ", m3: {mass: 2}}}"), "allowed are m1 to m2");
  assert_refused(MASSES("keys: [C3, E3]", ", 'n*': {type: mass, keys: [C5, C6]}}}"),
                 "bodies.n*: has no members");
  assert_refused(MASSES("voices: 2", ", 'n*': {type: mass, keys: [C5, C6]}}}"),
                 "bodies.n*.keys: voices have no keys; allowed with play.keys");
  assert_refused(MASSES("keys: [C3, E3]", ", n: {type: mass, mass: 1, keys: [C3, E3]}}}"),
                 "bodies.n.keys: is of a family; allowed where the name ends with *");
  assert_refused(MASSES("keys: [C3, E3]", ", m48: {keys: [C3, E3]}}}"), "a member has no keys");
  assert_refused(MASSES("keys: [C3, E3]", "}, controls: {'k*': {key: gravity}}}"),
                 "'k*' is not a name");
}

static void what_a_family_cannot_say_is_refused(void **state) {
  (void)state;
  assert_refused(MASSES("keys: [C3, E3]", "}, contacts: {'c*': {type: spring, below: 'x*', above: "
                                          "'m*', linear: 1}}}"),
                 "contacts.c*.below: there is no family 'x*'");
  assert_refused(MASSES("keys: [C3, E3]", ", w: {type: barrier}}, contacts: {c: {type: spring, "
                                          "below: 'm*', above: w, linear: 1}}}"),
                 "contacts.c.below: m* is a family; allowed is one of its members, or a name here");
  assert_refused(MASSES("voices: 2", ", 'n*': {type: mass, mass: 1, frequency: key}}}"),
                 "bodies.n*.frequency: is the pitch of a key, and voices have no notes");
  assert_refused(MASSES("voices: 2", ", 'n*': {type: mass, mass: {C3: 1, C4: 2}}}}"),
                 "bodies.n*.mass: has values by note, and voices have no notes");
  assert_refused(MASSES("keys: [C3, E3]", ", n: {type: mass, mass: {C3: 1, C4: 2}}}}"),
                 "bodies.n.mass: has values by note, and there are no notes here");
  assert_refused(MASSES("keys: [C3, E3]", ", n: {type: mass, mass: 1, frequency: key}}}"),
                 "bodies.n.frequency: is the pitch of a member's key; allowed here is a pitch");
  assert_refused(MASSES("keys: [C3, E3]", ", n: {type: mass, mass: 1, frequency: keys}}}"),
                 "in a family also key or, with cents, key+0.5");
  assert_refused(MASSES("keys: [C3, E3]", ", b: {type: plate}, c: {type: plate}}, contacts: {'s*': "
                                          "{type: spring, below: {C3: b@0.1:0.2, E3: c@0.1:0.2}, "
                                          "above: 'm*'}}}"),
                 "'b@0.1:0.2' and 'c@0.1:0.2' have nothing between them");
  assert_refused(MASSES("keys: [C3, E3]", "}, outputs: {o: {of: m48, pan: {C3: -1, C5: 1}}}}"),
                 "outputs.o.pan: has values by note, and what it hears is no family");
}

// A limit of time, with room for a machine that does something else as well: the best of ten.
static void a_piano_of_88_members_compiles_at_once(void **state) {
  (void)state;
  const char *const text = MARIMBA("keys: [A0, C8]", "", "");
  carom_scene *s = scene_of(text);
  double best = INFINITY;
  for (int i = 0; i < 10; ++i) {
    struct timespec from;
    struct timespec to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    carom_error error;
    carom_model *m = carom_model_compile(s, NULL, &error);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    if (m == NULL)
      fail_msg("%s", error.text);
    carom_model_free(m);
    best =
        fmin(best, (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
  }
  printf("88 members compile in %.1f ms\n", 1e3 * best);
  if (!slow_build())
    assert_at_most(best, 0.05);
  carom_scene_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keys_name_members_by_their_notes),
      cmocka_unit_test(voices_name_members_from_1),
      cmocka_unit_test(each_member_has_the_value_of_its_note),
      cmocka_unit_test(whole_numbers_and_lists_are_interpolated_as_numbers),
      cmocka_unit_test(points_by_note_name_one_body_and_move_along_it),
      cmocka_unit_test(the_pitch_of_a_key_follows_the_tuning_and_its_cents),
      cmocka_unit_test(keys_of_an_item_narrow_it_and_what_names_it),
      cmocka_unit_test(a_member_is_changed_by_its_name),
      cmocka_unit_test(a_member_is_left_out),
      cmocka_unit_test(an_expanded_scene_gives_the_same_sound),
      cmocka_unit_test(a_mistake_names_family_and_member),
      cmocka_unit_test(what_makes_no_family_is_refused),
      cmocka_unit_test(what_a_family_cannot_say_is_refused),
      cmocka_unit_test(a_piano_of_88_members_compiles_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
