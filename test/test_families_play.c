// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Families as they are played: each key has its own member, none is stolen, and what they are heard
// by.

#include "families.h"
#include "model/model.h"
#include "play_rig.h"

static const char *const marimba = MARIMBA("keys: [C3, C6]", "", "");

static double height(carom_player *p, const char *name) {
  const int body = carom_model_find_body(p->model, name);
  double shape[4];
  assert_true(body >= 0);
  assert_int_equal(carom_model_body(p->model, body).shape, 1);
  assert_int_equal(carom_body_shape(p->model, p->state, body, shape, 4), 1);
  return shape[0];
}

static void a_key_moves_its_own_member_and_no_other(void **state) {
  (void)state;
  carom_player *p = player_of(marimba);
  assert_int_equal(carom_player_voices(p), 37);
  send(p, 0x90, 60, 100);
  wait_for(p, 100);
  assert_true(height(p, "mallet60") < 0.015);
  for (int n = 48; n <= 84; ++n) {
    char name[20];
    snprintf(name, sizeof name, "mallet%d", n);
    if (n != 60)
      assert_near(height(p, name), 0.02, 0);
  }
  carom_player_free(p);
}

static void a_key_without_a_member_is_silent(void **state) {
  (void)state;
  carom_player *p = player_of(marimba);
  send(p, 0x90, 47, 100);
  send(p, 0x90, 85, 100);
  wait_for(p, 4096);
  assert_int_equal(carom_player_poll(p).held, 0);
  for (int i = 0; i < 512; ++i)
    assert_true(left[i] == 0 && right[i] == 0);
  carom_player_free(p);
}

static void no_member_is_stolen(void **state) {
  (void)state;
  carom_player *p = player_of(marimba);
  for (int n = 48; n <= 84; ++n)
    send(p, 0x90, n, 60);
  wait_for(p, 100);
  for (int n = 48; n <= 84; ++n) {
    char name[20];
    snprintf(name, sizeof name, "mallet%d", n);
    assert_true(height(p, name) < 0.02);
  }
  assert_int_equal(carom_player_poll(p).held, 37);
  carom_player_free(p);
}

static const char *const damped =
    "{carom: 1, duration: 1, play: {keys: [C3, C4]}, bodies: {'s*': {type: string, length: 0.6, "
    "linear_density: 5e-3, pitch: key, sigma0: 1}}, contacts: {'d*': {type: finger, on: 's*@0.2', "
    "damper: 0, keys: [C3, B3]}}, controls: {pluck: {gesture: pluck, on: 's*@0.1', from: 0.1, to: "
    "2, midi: note-on}, damp: {key: 'contacts.d*.damper', from: 0, to: 4, smooth: 0, midi: "
    "note-off}, loss: {key: 'bodies.s*.sigma0', from: 0, to: 9, smooth: 0, midi: cc2}, all: "
    "{moves: "
    "[['bodies.s*.sigma0', 1, 5]], midi: cc3, smooth: 0}}, outputs: {o: {of: 's*@0.9', audio: "
    "true}}}";

static void a_release_acts_on_its_own_member(void **state) {
  (void)state;
  carom_player *p = player_of(damped);
  send(p, 0x90, 50, 100);
  send(p, 0x90, 52, 100);
  send(p, 0x90, 60, 100); // which has no damper
  wait_for(p, 64);
  send(p, 0x80, 50, 64);
  send(p, 0x80, 60, 64);
  wait_for(p, 64);
  assert_near(live(p, "contacts.d50.damper"), 4, 0);
  assert_near(live(p, "contacts.d52.damper"), 0, 0);
  assert_near(live(p, "contacts.d59.damper"), 0, 0);
  assert_int_equal(carom_player_poll(p).refused, 0);
  carom_player_free(p);
}

// Of the members that have been played; the range of the wheel is in each string's own.
static void the_wheel_bends_members_about_their_keys(void **state) {
  (void)state;
  carom_player *p = player_with(damped, "bodies.s*.pitch", "key+7");
  send(p, 0x90, 50, 100);
  send(p, 0xE0, 127, 127);
  wait_for(p, 1024);
  const double cents = pow(2, 7 / 1200.0);
  assert_near(live(p, "bodies.s50.pitch"), equal(52) * cents, 1e-9);
  assert_near(live(p, "bodies.s51.pitch"), equal(51) * cents, 1e-9);
  send(p, 0x90, 60, 100); // the highest has room for it
  send(p, 0x90, 48, 100);
  wait_for(p, 1024);
  assert_near(live(p, "bodies.s60.pitch"), equal(62) * cents, 1e-9);
  send(p, 0xE0, 0, 0);
  wait_for(p, 1024);
  assert_near(live(p, "bodies.s48.pitch"), equal(46) * cents, 1e-9);
  send(p, 0xE0, 0, 64);
  wait_for(p, 1024);
  assert_near(live(p, "bodies.s48.pitch"), equal(48) * cents, 1e-9);
  assert_int_equal(carom_player_poll(p).refused, 0);
  carom_player_free(p);
}

// Any number of members, by a control, a macro, and the live path of the family.
static void all_members_move_at_once(void **state) {
  (void)state;
  carom_player *p = player_with(damped, "play.keys", "[C2, C6]");
  const int family = carom_model_find_live(p->model, "bodies.s*.sigma0");
  send(p, 0xB0, 2, 127);
  wait_for(p, 64);
  assert_near(live(p, "bodies.s36.sigma0"), 9, 0);
  assert_near(live(p, "bodies.s84.sigma0"), 9, 0);
  send(p, 0xB0, 3, 0);
  wait_for(p, 64);
  assert_near(live(p, "bodies.s36.sigma0"), 1, 0);
  assert_near(live(p, "bodies.s84.sigma0"), 1, 0);
  assert_true(family >= 0);
  assert_int_equal(carom_state_set(p->model, p->state, family, 3), CAROM_OK);
  assert_near(live(p, "bodies.s60.sigma0"), 3, 0);
  assert_near(live(p, "bodies.s*.sigma0"), 3, 0);
  assert_int_equal(carom_state_set(p->model, p->state, family, -1), CAROM_BAD_VALUE);
  assert_int_equal(carom_player_poll(p).refused, 0);
  carom_player_free(p);
}

static void a_star_is_the_family_alone_where_there_is_one(void **state) {
  (void)state;
  carom_player *p = player_of(
      "{carom: 1, play: {keys: [C3, C4]}, bodies: {'b*': {type: mass, mass: 1}, bell: {type: "
      "mass, mass: 1}}, controls: {t: {gesture: throw, on: 'b*', to: 2, midi: note-on}, k: "
      "{key: 'bodies.be*.damping', to: 2}}}");
  assert_int_equal(carom_model_control(p->model, 0).voices, 13);
  assert_int_equal(carom_model_control(p->model, 1).voices, 1); // names that fit
  assert_int_equal(carom_model_control_note(p->model, 0, 12), 60);
  assert_int_equal(carom_model_control_note(p->model, 1, 0), -1);
  carom_player_free(p);
}

// One column, the plain sum; the sound has two sums by the members' pans.
static void an_output_adds_up_its_members(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, duration: 1, play: {keys: [C3, E3]}, bodies: {'m*': {type: mass, mass: 1, "
      "position: "
      "{C3: 1, E3: 5}, velocity: 1, frequency: 10}}, outputs: {m: {of: 'm*', audio: true, gain: 1, "
      "pan: {C3: -1, E3: 1}}, m50: {of: m50}}}"));
  const carom_model_info info = carom_model_describe(r.model);
  assert_int_equal(info.columns, 2);
  assert_int_equal(info.outputs, 4);
  assert_int_equal(carom_model_output(r.model, 0).members, 5);
  assert_int_equal(carom_model_output(r.model, 0).side, 0);
  assert_int_equal(carom_model_output(r.model, 2).side, -1);
  assert_int_equal(carom_model_output(r.model, 3).side, 1);
  assert_int_equal(carom_model_find_output(r.model, "m50"), 1);
  double row[4];
  assert_int_equal(carom_process(r.model, r.state, 1, row), CAROM_OK);
  double sum = 0;
  double sides[2] = {0, 0};
  for (int i = 0; i < 5; ++i) {
    const double x = pow(5, i / 4.0);
    const double angle = (-1 + 0.5 * i + 1) * acos(-1) / 4;
    sum += x;
    sides[0] += cos(angle) * x;
    sides[1] += sin(angle) * x;
  }
  assert_near(row[0], sum, 1e-12);
  assert_near(row[1], sqrt(5), 1e-12);
  assert_near(row[2], sides[0], 1e-12);
  assert_near(row[3], sides[1], 1e-12);
  carom_mix_options options = carom_mix_options_default();
  options.high_pass = 0;
  carom_mix *mix = carom_mix_new(r.model, &options, NULL, NULL);
  float l = 0;
  float right_side = 0;
  assert_int_equal(carom_mix_set_gain(mix, 0, 0.5), CAROM_OK); // one for all
  carom_mix_block(r.model, mix, row, 1, &l, &right_side);
  assert_near(l, sides[0] / 2, 1e-6); // floats
  assert_near(right_side, sides[1] / 2, 1e-6);
  assert_near(carom_mix_peak(mix, 0), sum, 1e-12);
  carom_mix_block(r.model, mix, row, 1, &l, NULL);
  assert_near(l, sum / 2, 1e-6); // mono
  assert_int_equal(carom_mix_set_gain(mix, 2, 1), CAROM_BAD_REFERENCE);
  carom_mix_free(mix);
  rig_free(&r);
}

static void members_with_one_pan_have_no_sides(void **state) {
  (void)state;
  rig r = rig_of(scene_of("{carom: 1, play: {voices: 4}, bodies: {'m*': {type: mass, mass: 1}}, "
                          "outputs: {m: {of: 'm*', audio: true, pan: 0.5}}}"));
  assert_int_equal(carom_model_describe(r.model).outputs, 1);
  rig_free(&r);
}

// The sum of bodies that fly free is the same in blocks as it is step by step.
static void sums_are_the_same_in_blocks_of_any_length(void **state) {
  (void)state;
  const char *const text =
      "{carom: 1, duration: 1, play: {keys: [C3, E3]}, bodies: {'s*': {type: string, length: 0.6, "
      "linear_density: 5e-3, pitch: key, model: modes, start: {shape: pluck, at: 0.3}}}, "
      "outputs: "
      "{o: {of: 's*@0.2', audio: true, pan: {C3: -1, E3: 1}}}}";
  rig a = rig_of(scene_of(text));
  rig b = rig_of(scene_of(text));
  carom_state_keep_ledger(a.model, a.state, false);
  carom_state_keep_ledger(b.model, b.state, false);
  static double rows[1000][3];
  assert_int_equal(carom_process(a.model, a.state, 1000, rows[0]), CAROM_OK);
  for (int n = 0; n < 1000; ++n) {
    rig_steps(&b, 1);
    for (int i = 0; i < 3; ++i)
      assert_true(carom_output(b.model, b.state, i) == rows[n][i]);
  }
  rig_free(&a);
  rig_free(&b);
}

// The loudest of three single strokes and a chord comes to -3 dB, whatever the score does.
static void gains_come_from_strokes_of_members(void **state) {
  (void)state;
  carom_error error;
  carom_scene *s =
      scene_of(MARIMBA("keys: [C4, E4, G4, C5]", "",
                       "score: [{gesture: control, at: 0, on: strike, note: C4, to: -0.3}]\n"));
  assert_int_equal(carom_scene_prepare_play(s, &error), CAROM_OK);
  assert_int_equal(carom_scene_count(s, "score"), 0);
  assert_true(isfinite(carom_scene_number(s, "outputs.bars.gain")));
  carom_player_options options = carom_player_options_default();
  options.limit = false;
  carom_player *p = carom_player_new(s, &options, NULL, &error);
  assert_non_null(p);
  for (int n = 60; n <= 72; ++n)
    send(p, 0x90, n, 127);
  wait_for(p, 22050);
  assert_near(carom_mix_sum_peak(p->mix), 0.70794578438413791, 1e-12);
  carom_player_free(p);
  carom_scene_free(s);
}

static void a_score_names_a_member_by_its_note(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      MARIMBA("keys: [C3, C6]", "",
              "score: [{gesture: control, at: 0, on: strike, note: C4, to: -2}, {gesture: set, at: "
              "0.001, key: 'bodies.bar*.sigma0', to: 7}]\n")));
  rig_steps(&r, 100);
  double shape[4];
  carom_body_shape(r.model, r.state, carom_model_find_body(r.model, "mallet60"), shape, 4);
  assert_true(shape[0] < 0.019);
  carom_body_shape(r.model, r.state, carom_model_find_body(r.model, "mallet59"), shape, 4);
  assert_near(shape[0], 0.02, 0);
  assert_near(
      carom_state_get(r.model, r.state, carom_model_find_live(r.model, "bodies.bar84.sigma0")), 7,
      0);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  assert_refused(MARIMBA("keys: [C3, C6]", "",
                         "score: [{gesture: control, at: 0, on: strike, note: C2, to: -2}]\n"),
                 "no member of what strike moves has the note C2; allowed are notes of a family");
  assert_refused(
      MARIMBA("keys: [C3, C6]", "",
              "score: [{gesture: control, at: 0, on: strike, note: C4, voice: 1, to: -2}]\n"),
      "beside voice; allowed is one of both");
}

// A host shows one control for a family.
static void a_family_has_one_parameter(void **state) {
  (void)state;
  rig r = rig_of(scene_of(marimba));
  assert_int_equal(carom_model_parameters(r.model), 1);
  assert_string_equal(carom_model_parameter(r.model, 0).name, "strike");
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_key_moves_its_own_member_and_no_other),
      cmocka_unit_test(a_key_without_a_member_is_silent),
      cmocka_unit_test(no_member_is_stolen),
      cmocka_unit_test(a_release_acts_on_its_own_member),
      cmocka_unit_test(the_wheel_bends_members_about_their_keys),
      cmocka_unit_test(all_members_move_at_once),
      cmocka_unit_test(a_star_is_the_family_alone_where_there_is_one),
      cmocka_unit_test(an_output_adds_up_its_members),
      cmocka_unit_test(members_with_one_pan_have_no_sides),
      cmocka_unit_test(sums_are_the_same_in_blocks_of_any_length),
      cmocka_unit_test(gains_come_from_strokes_of_members),
      cmocka_unit_test(a_score_names_a_member_by_its_note),
      cmocka_unit_test(a_family_has_one_parameter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
