// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is refused instead of undefined: NULL, a state of another model, an index that is none,
// options that do not begin with their size.

#include "refused.h"

static bool has_zeros(carom_share a) {
  return zeros(&a, sizeof a);
}

static bool no_counts(carom_counts a) {
  return zeros(&a, sizeof a);
}

static bool no_solver(carom_solver_counts a) {
  return zeros(&a, sizeof a);
}

/// A scene with each kind of item.
static const char text[] =
    "{carom: 1, duration: 0.1, bodies: {m: {type: mass, mass: 1, position: 0.1}, w: {type: "
    "barrier}, "
    "s: {type: string, length: 1, linear_density: 0.01, tension: 100}}, contacts: {c: {type: "
    "collision, below: m, above: w, stiffness: 1e5}, f: {type: finger, on: s@0.5}}, outputs: {"
    "o: {of: m, audio: true}}, snapshots: {n: {of: s}}, controls: {k: {key: bodies.s.sigma0, to: "
    "9}, "
    "p: {gesture: pluck, on: s@0.2, to: 2}, t: {gesture: throw, on: m, to: 2}}, presets: {a: {k: "
    "1}}}";

static carom_error error;
static double values[64];
static unsigned char block[4096];

// --- A scene ------------------------------------------------------------------------------------

static void no_scene_is_refused(void **state) {
  (void)state;
  carom_scene *none = NULL;
  rig r = rig_of(scene_of(text));
  IS(carom_scene_set(none, "rate", "1", &error) == CAROM_BAD_VALUE);
  IS(carom_scene_set(r.scene, NULL, "1", &error) == CAROM_BAD_VALUE);
  IS(carom_scene_set(r.scene, "rate", NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_scene_set_number(none, "rate", 1, NULL) == CAROM_BAD_VALUE);
  IS(carom_scene_set_number(r.scene, NULL, 1, NULL) == CAROM_BAD_VALUE);
  IS(carom_scene_remove(none, "rate", &error) == CAROM_BAD_VALUE);
  IS(carom_scene_remove(r.scene, NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_scene_cut_score(none) == 0);
  IS(carom_scene_get(none, "rate") == NULL);
  IS(carom_scene_get(r.scene, NULL) == NULL);
  IS(isnan(carom_scene_number(none, "rate")));
  IS(isnan(carom_scene_number(r.scene, NULL)));
  IS(isnan(carom_scene_number(r.scene, "bodies.m.type")));
  IS(carom_scene_numbers(none, "rate", values, 64) == 0);
  IS(carom_scene_numbers(r.scene, NULL, values, 64) == 0);
  IS(!carom_scene_flag(none, "solver.bound"));
  IS(!carom_scene_flag(r.scene, NULL));
  IS(carom_scene_count(none, "bodies") == 0);
  IS(carom_scene_count(r.scene, NULL) == 0);
  IS(carom_scene_count(r.scene, "bodie") == 0);
  IS(carom_scene_name(none, "bodies", 0) == NULL);
  IS(carom_scene_name(r.scene, NULL, 0) == NULL);
  IS(carom_scene_name(r.scene, "bodies", -1) == NULL);
  IS(carom_scene_name(r.scene, "bodies", 3) == NULL);
  IS(carom_scene_source(none, "here") == CAROM_BAD_VALUE);
  QUIET(carom_scene_position(none, 1, 1));
  IS(carom_scene_parse_json(none, "n", "{}", 2, &error) == CAROM_BAD_VALUE);
  IS(carom_scene_parse_json(r.scene, "n", NULL, 2, &error) == CAROM_BAD_VALUE);
  IS(carom_scene_parse(none, "n", "{}", 2, &error) == CAROM_BAD_VALUE);
  IS(carom_scene_parse(r.scene, "n", NULL, 2, &error) == CAROM_BAD_VALUE);
  IS(carom_scene_load(none, "n", &error) == CAROM_BAD_VALUE);
  IS(carom_scene_load(r.scene, NULL, &error) == CAROM_BAD_VALUE);
  IS(!carom_scene_write(none, NULL, NULL));
  IS(!carom_scene_write(r.scene, NULL, NULL));
  IS(carom_scene_text(none, NULL, 0) == 0);
  IS(carom_model_compile(none, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
  IS(carom_run(none, r.model, NULL, NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_run(r.scene, NULL, NULL, NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_sweep(none, NULL, NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_compare(none, NULL, NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_sweep_merge(NULL, 1, NULL, NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_ranks_number(NULL) == 0);
  IS(carom_ranks_count(NULL) == 1);
  QUIET(carom_ranks_free(NULL));
  IS(carom_plot(NULL, &error) == CAROM_BAD_VALUE);
  IS(carom_plot_frames(NULL, 1, &error) == CAROM_BAD_VALUE);
  QUIET(carom_scene_free(none));
  rig_free(&r);
}

static void what_is_not_in_a_list_is_null(void **state) {
  (void)state;
  for (int last = 0; last < 2; ++last) {
    IS(carom_key_at(last ? carom_key_count() : -1) == NULL);
    IS(carom_section_at(last ? carom_section_count() : -1) == NULL);
    IS(carom_section_help(last ? carom_section_count() : -1) == NULL);
    IS(carom_section_type_key(last ? carom_section_count() : -1) == NULL);
    IS(carom_builtin_name(last ? carom_builtin_count() : -1) == NULL);
    IS(carom_builtin_json(last ? carom_builtin_count() : -1) == NULL);
    IS(carom_builtin_text(last ? carom_builtin_count() : -1) == NULL);
    IS(carom_method_at(last ? carom_method_count() : -1) == NULL);
    IS(!carom_method_takes(last ? carom_method_count() : -1, "solver.rules"));
    IS(carom_measure_at(last ? carom_measure_count() : -1) == NULL);
    IS(carom_engine_at(last ? carom_engine_count() : -1) == NULL);
    IS(carom_warning_kind_at(last ? carom_warning_kind_count() : -1) == NULL);
    IS(carom_status_text((carom_status)(last ? 9999 : -1)) != NULL);
  }
  IS(carom_key_word(NULL, 0) == NULL);
  IS(carom_key_word(carom_key_at(0), -1) == NULL);
  IS(carom_key_word(carom_key_at(0), 9999) == NULL);
  IS(carom_builtin_find(NULL) == -1);
}

// --- A model ------------------------------------------------------------------------------------

static bool nobody(carom_body_info a) {
  return empty(a.name) && empty(a.type) && a.shape == 0;
}

static bool no_contact(carom_contact_info a) {
  return empty(a.name) && empty(a.type) && a.links == 0;
}

static bool no_output(carom_output_info a) {
  return empty(a.name) && empty(a.quantity) && empty(a.unit);
}

static bool no_snapshot(carom_snapshot_info a) {
  return empty(a.name) && a.every == 0;
}

static bool no_live(carom_live_info a) {
  return empty(a.path) && empty(a.unit) && empty(a.help);
}

static bool no_control(carom_control_info a) {
  return empty(a.name) && empty(a.path) && a.voices == 0;
}

static bool no_model_info(carom_model_info a) {
  return a.bodies == 0 && a.outputs == 0 && empty(a.method) && empty(a.precision);
}

/// Of no model, and of an index that a model has not.
static void no_such(const carom_model *m, int index) {
  carom_mode_info mode;
  carom_hunt_crossley impact;
  carom_profile_info profile;
  carom_linkage_info linkage;
  carom_felt_info felt;
  IS(nobody(carom_model_body(m, index)));
  IS(no_contact(carom_model_contact(m, index)));
  IS(no_output(carom_model_output(m, index)));
  IS(no_snapshot(carom_model_snapshot(m, index)));
  IS(no_live(carom_model_live(m, index)));
  IS(no_control(carom_model_control(m, index)));
  IS(carom_body_modes(m, index, 1, &mode) == 0);
  IS(!carom_model_hunt_crossley(m, index, &impact));
  IS(!carom_model_profile(m, index, &profile));
  IS(isnan(carom_model_profile_height(m, index, 0)));
  IS(!carom_model_linkage(m, index, &linkage));
  IS(!carom_model_felt(m, index, &felt));
  IS(empty(carom_model_mark(m, index, 0).name));
  IS(empty(carom_model_mark(m, 0, index).name));
  IS(empty(carom_model_control_key(m, index, 0)));
  IS(empty(carom_model_control_key(m, 0, index)));
  IS(empty(carom_model_preset_name(m, index)));
  IS(isnan(carom_model_preset_value(m, index == -1 ? -2 : index, 0)));
  IS(isnan(carom_model_preset_value(m, 0, index)));
}

static void no_model_is_refused(void **state) {
  (void)state;
  const carom_model *none = NULL;
  rig r = rig_of(scene_of(text));
  no_such(none, 0);
  no_such(r.model, -1);
  no_such(r.model, 9999);
  IS(no_model_info(carom_model_describe(none)));
  IS(carom_model_find_live(none, "gravity") == -1);
  IS(carom_model_find_body(none, "m") == -1);
  IS(carom_model_find_contact(none, "c") == -1);
  IS(carom_model_find_output(none, "o") == -1);
  IS(carom_model_find_control(none, "k") == -1);
  IS(carom_model_find_preset(none, "a") == -1);
  IS(carom_model_find_live(r.model, NULL) == -1);
  IS(carom_model_find_body(r.model, NULL) == -1);
  IS(carom_model_find_contact(r.model, NULL) == -1);
  IS(carom_model_find_output(r.model, NULL) == -1);
  IS(carom_model_find_control(r.model, NULL) == -1);
  IS(carom_model_find_preset(r.model, NULL) == -1);
  IS(carom_model_presets(none) == 0);
  IS(carom_model_shape(none) == 0);
  IS(carom_state_size(none) == 0);
  IS(carom_state_saved_size(none) == 0);
  IS(carom_state_new(none, NULL) == NULL);
  IS(carom_state_init(none, block) == NULL);
  IS(carom_state_init(r.model, NULL) == NULL);
  IS(carom_mix_size(none) == 0);
  IS(carom_mix_new(none, NULL, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
  IS(carom_mix_init(none, NULL, block) == NULL);
  IS(carom_mix_init(r.model, NULL, NULL) == NULL);
  IS(carom_warnings(none, NULL, NULL, NULL, 0) == 0);
  IS(!carom_model_profile(r.model, 0, NULL));
  IS(!carom_model_linkage(r.model, 0, NULL));
  IS(!carom_model_felt(r.model, 0, NULL));
  IS(!carom_linkage_place(r.model, r.state, 0, 0, 0, NULL));
  IS(isnan(carom_control_value(NULL, 0.5)));
  IS(isnan(carom_control_stroke(NULL, 0.5).force));
  QUIET(carom_model_free(NULL));
  rig_free(&r);
}

// --- A state ------------------------------------------------------------------------------------

/// What each call does with a model and a state that do not belong together.
static void refuse(const carom_model *m, carom_state *s) {
  carom_impact impact;
  carom_bound bound;
  carom_initial_overlap initial;
  carom_resolution resolution;
  carom_mailbox *mailbox = carom_mailbox_init(block, 4);
  const int live = 0;
  const double value = 1;
  double depth;
  QUIET(carom_state_reset(m, s));
  IS(carom_state_start(m, s, 1, &live, &value) == CAROM_WRONG_MODEL);
  QUIET(carom_step(m, s));
  IS(carom_process(m, s, 1, values) == CAROM_WRONG_MODEL);
  IS(isnan(carom_output(m, s, 0)));
  IS(carom_body_shape(m, s, 0, values, 64) == 0);
  IS(carom_body_velocity(m, s, 0, values, 64) == 0);
  IS(!carom_linkage_place(m, s, 0, 0, 0, values));
  IS(carom_contact_force(m, s, 0) == 0);
  IS(carom_contact_forces(m, s, 0, values, 64) == 0);
  IS(has_zeros(carom_body_share(m, s, 0)));
  IS(has_zeros(carom_contact_share(m, s, 0)));
  IS(!carom_contact_bound(m, s, 0, &bound));
  IS(!carom_contact_initial_overlap(m, s, 0, &initial));
  IS(!carom_contact_resolution(m, s, 0, &resolution));
  QUIET(carom_state_keep_ledger(m, s, true));
  IS(!carom_state_next_impact(m, s, &impact));
  IS(!carom_state_open_impact(m, s, 0, &impact));
  IS(!carom_contact_first(m, s, 0, &impact, &depth));
  IS(no_counts(carom_contact_counts(m, s, 0)));
  IS(carom_state_set(m, s, 0, 1) == CAROM_WRONG_MODEL);
  IS(isnan(carom_state_get(m, s, 0)));
  QUIET(carom_state_save(m, s, block));
  IS(carom_state_restore(m, s, block) == CAROM_WRONG_MODEL);
  IS(carom_state_control(m, s, 0, 0, 1, 0) == CAROM_WRONG_MODEL);
  IS(carom_state_play(m, s, 1, NULL, 0) == CAROM_WRONG_MODEL);
  IS(carom_state_play_voice(m, s, 1, 0, NULL, 0) == CAROM_WRONG_MODEL);
  IS(carom_state_place(m, s, 0, 1, 1, 0) == CAROM_WRONG_MODEL);
  IS(carom_mailbox_deliver(m, s, mailbox, NULL) == 0);
  IS(carom_state_equip(m, s, &error) == CAROM_WRONG_MODEL);
  IS(s == NULL || carom_warnings(m, s, NULL, NULL, 0) == 0);
}

static void a_state_of_another_model_is_refused(void **state) {
  (void)state;
  rig r = rig_of(scene_of(text));
  rig other = rig_of(scene_of("two-masses"));
  const size_t size = carom_state_saved_size(other.model);
  unsigned char *bytes[2] = {malloc(size), malloc(size)};
  carom_state_save(other.model, other.state, bytes[0]);
  refuse(r.model, other.state);
  refuse(r.model, NULL);
  refuse(NULL, other.state);
  refuse(NULL, NULL);
  // It is as it was.
  carom_state_save(other.model, other.state, bytes[1]);
  assert_memory_equal(bytes[0], bytes[1], size);
  // What was saved in vain fits nowhere.
  carom_state_save(r.model, other.state, block);
  IS(carom_state_restore(r.model, r.state, block) == CAROM_WRONG_MODEL);
  IS(carom_state_restore(r.model, r.state, NULL) == CAROM_DAMAGED);
  QUIET(carom_state_save(r.model, r.state, NULL));
  free(bytes[0]);
  free(bytes[1]);
  rig_free(&r);
  rig_free(&other);
}

static void no_state_is_nothing(void **state) {
  (void)state;
  IS(isnan(carom_state_ledger(NULL).total));
  IS(carom_state_steps(NULL) == 0);
  IS(no_solver(carom_state_solver(NULL)));
  IS(carom_state_waiting(NULL) == 0);
  QUIET(carom_state_overflow(NULL, NULL, NULL));
  QUIET(carom_state_stop(NULL, NULL));
  QUIET(carom_state_free(NULL));
  QUIET(carom_stop_request(NULL));
  QUIET(carom_stop_reset(NULL));
  IS(!carom_stop_requested(NULL));
}

static void an_index_that_is_none_is_refused(void **state) {
  (void)state;
  rig r = rig_of(scene_of(text));
  static const int none[] = {-1, 9999, INT32_MIN, INT32_MAX};
  for (int i = 0; i < 4; ++i) {
    const int index = none[i];
    const double value = 1;
    double depth;
    carom_impact impact;
    carom_bound bound;
    carom_initial_overlap initial;
    carom_resolution resolution;
    IS(isnan(carom_output(r.model, r.state, index)));
    IS(carom_body_shape(r.model, r.state, index, values, 64) == 0);
    IS(carom_body_velocity(r.model, r.state, index, values, 64) == 0);
    IS(!carom_linkage_place(r.model, r.state, index, 0, 0, values));
    IS(carom_contact_force(r.model, r.state, index) == 0);
    IS(carom_contact_forces(r.model, r.state, index, values, 64) == 0);
    IS(has_zeros(carom_body_share(r.model, r.state, index)));
    IS(has_zeros(carom_contact_share(r.model, r.state, index)));
    IS(!carom_contact_bound(r.model, r.state, index, &bound));
    IS(!carom_contact_initial_overlap(r.model, r.state, index, &initial));
    IS(!carom_contact_resolution(r.model, r.state, index, &resolution));
    IS(!carom_state_open_impact(r.model, r.state, index, &impact));
    IS(!carom_contact_first(r.model, r.state, index, &impact, &depth));
    IS(no_counts(carom_contact_counts(r.model, r.state, index)));
    IS(carom_state_set(r.model, r.state, index, 1) == CAROM_NOT_LIVE);
    IS(isnan(carom_state_get(r.model, r.state, index)));
    IS(carom_state_start(r.model, r.state, 1, &index, &value) == CAROM_NOT_LIVE);
    IS(carom_state_control(r.model, r.state, index, 0, 1, 0) == CAROM_NOT_LIVE);
    IS(carom_state_control(r.model, r.state, 0, index == -1 ? -2 : index, 1, 0) == CAROM_BAD_VALUE);
    IS(carom_state_play(r.model, r.state, index, NULL, 0) == CAROM_NOT_LIVE);
    IS(carom_state_play_voice(r.model, r.state, 1, index == -1 ? -2 : index, NULL, 0) ==
       CAROM_BAD_VALUE);
    IS(carom_state_place(r.model, r.state, index, 0, 0, 0) == CAROM_NOT_LIVE);
  }
  IS(carom_state_control(r.model, r.state, 0, 0, 1, -1) == CAROM_BAD_VALUE);
  IS(carom_state_play(r.model, r.state, 1, NULL, -1) == CAROM_BAD_VALUE);
  IS(carom_state_place(r.model, r.state, 0, 0, 0, -1) == CAROM_BAD_VALUE);
  IS(carom_state_start(r.model, r.state, -1, NULL, NULL) == CAROM_BAD_VALUE);
  IS(carom_state_start(r.model, r.state, 1, NULL, NULL) == CAROM_BAD_VALUE);
  IS(carom_process(r.model, r.state, -1, NULL) == CAROM_BAD_VALUE);
  IS(carom_body_shape(r.model, r.state, 2, NULL, 0) > 0);
  IS(carom_body_shape(r.model, r.state, 2, values, -1) > 0);
  IS(!carom_state_next_impact(r.model, r.state, NULL));
  rig_free(&r);
}

// --- Mailboxes, the mix, options ----------------------------------------------------------------

static void mailboxes_take_none_for_none(void **state) {
  (void)state;
  IS(carom_mailbox_size(0) > 0);
  IS(carom_mailbox_size(-1) == carom_mailbox_size(0));
  IS(carom_mailbox_init(NULL, 4) == NULL);
  IS(!carom_mailbox_set(NULL, 0, 1));
  IS(!carom_mailbox_control(NULL, 0, 0, 1));
  IS(!carom_mailbox_play(NULL, 0, NULL));
  IS(!carom_mailbox_place(NULL, 0, 0, 0));
  IS(carom_mailbox_deliver(NULL, NULL, NULL, NULL) == 0);
}

static void no_mix_is_silent(void **state) {
  (void)state;
  float left[4] = {1, 1, 1, 1};
  rig r = rig_of(scene_of(text));
  rig other = rig_of(scene_of("two-masses"));
  carom_mix *mix = carom_mix_new(r.model, NULL, NULL, &error);
  IS(carom_mix_latency(NULL) == 0);
  IS(carom_mix_gain(NULL, 0) == 0);
  IS(carom_mix_gain(mix, -1) == 0);
  IS(carom_mix_gain(mix, 9999) == 0);
  IS(carom_mix_set_gain(NULL, 0, 1) == CAROM_BAD_REFERENCE);
  IS(carom_mix_set_gain(mix, -1, 1) == CAROM_BAD_REFERENCE);
  IS(carom_mix_set_gain(mix, 9999, 1) == CAROM_BAD_REFERENCE);
  IS(carom_mix_level(NULL) == 0);
  IS(carom_mix_set_level(NULL, 1) == CAROM_BAD_VALUE);
  IS(carom_mix_peak(NULL, 0) == 0);
  IS(carom_mix_peak(mix, -1) == 0);
  IS(carom_mix_peak(mix, 9999) == 0);
  IS(carom_mix_sum_peak(NULL) == 0);
  IS(carom_mix_not_finite(NULL) == 0);
  IS(carom_mix_is_silent(NULL));
  IS(carom_mix_heard(NULL) == 0);
  QUIET(carom_mix_reset(NULL));
  QUIET(carom_mix_fade_out(NULL));
  QUIET(carom_mix_fade_in(NULL));
  QUIET(carom_mix_free(NULL));
  IS((carom_mix_block(r.model, NULL, values, 4, left, NULL), left[0] == 0 && left[3] == 0));
  left[0] = 1;
  IS((carom_mix_block(other.model, mix, values, 4, left, NULL), left[0] == 0));
  IS((carom_mix_block(NULL, mix, values, 4, left, NULL), left[0] == 0));
  QUIET(carom_mix_filter(r.model, NULL, values, 4, values));
  QUIET(carom_mix_filter(other.model, mix, values, 4, values));
  left[0] = 1;
  IS((carom_mix_down(NULL, values, 4, left, NULL), left[0] == 0));
  carom_mix_free(mix);
  rig_free(&r);
  rig_free(&other);
}

static void a_mix_names_the_option_that_it_refuses(void **state) {
  (void)state;
  rig r = rig_of(scene_of(text));
  const carom_mix_options good = carom_mix_options_default();
  for (int i = 0; i < 10; ++i) {
    static const char *const names[] = {
        "high_pass: -1; allowed is 0 to 1000", "fade_in: -1; allowed is 0 to 3600",
        "fade_out: -1; allowed is 0 to 3600", "ceiling: -1; allowed is 1e-06 to 1e+06",
        "threshold: -1; allowed is 0 to 0.99"};
    carom_mix_options o = good;
    double *const fields[] = {&o.high_pass, &o.fade_in, &o.fade_out, &o.ceiling, &o.threshold};
    *fields[i / 2] = i % 2 == 0 ? -1 : (double)NAN;
    IS(carom_mix_new(r.model, &o, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
    IS(carom_mix_init(r.model, &o, block) == NULL);
    IS(strncmp(error.text, "options.", 8) == 0);
    IS(i % 2 != 0 || strcmp(error.text + 8, names[i / 2]) == 0);
  }
  rig_free(&r);
}

static void no_buffer_is_no_memory(void **state) {
  (void)state;
  carom_buffer buffer;
  for (int i = 0; i < 2; ++i) {
    const carom_memory none = i == 0 ? carom_memory_buffer(NULL, block, sizeof block)
                                     : carom_memory_buffer(&buffer, NULL, sizeof block);
    rig r = rig_of(scene_of(text));
    IS(none.resize(none.user, NULL, 0, 64) == NULL);
    IS(none.resize(none.user, NULL, 0, 0) == NULL);
    IS(carom_scene_new(&none) == NULL);
    IS(carom_model_compile(r.scene, &none, &error) == NULL && error.status == CAROM_NO_MEMORY);
    IS(carom_state_new(r.model, &none) == NULL);
    IS(carom_mix_new(r.model, NULL, &none, &error) == NULL && error.status == CAROM_NO_MEMORY);
    rig_free(&r);
  }
}

static void the_model_of_another_scene_is_not_run(void **state) {
  (void)state;
  rig r = rig_of(scene_of(text));
  rig other = rig_of(scene_of("two-masses"));
  char folder[FOLDER_ROOM];
  carom_run_options options = carom_run_options_default();
  carom_run_report report;
  make_test_folder(folder);
  options.directory = folder;
  IS(carom_model_is_of(r.model, r.scene) && carom_model_is_of(other.model, other.scene));
  IS(!carom_model_is_of(r.model, other.scene) && !carom_model_is_of(other.model, r.scene));
  IS(!carom_model_is_of(NULL, r.scene) && !carom_model_is_of(r.model, NULL));
  IS(carom_run(r.scene, other.model, &options, &report, &error) == CAROM_WRONG_MODEL);
  IS(report.status == CAROM_WRONG_MODEL && error.status == CAROM_WRONG_MODEL);
  IS(strstr(error.text, "model: compiled from another scene") == error.text);
  rig_set(r.scene, "title", "changed");
  IS(!carom_model_is_of(r.model, r.scene));
  IS(carom_run(r.scene, r.model, &options, &report, &error) == CAROM_WRONG_MODEL);
  assert_int_equal(rmdir(folder), 0); // nothing was written
  rig_free(&r);
  rig_free(&other);
}

static void options_of_zeros_are_refused(void **state) {
  (void)state;
  rig r = rig_of(scene_of(text));
  carom_run_report run;
  carom_sweep_report swept;
  carom_compare_report compared;
  IS(carom_run(r.scene, r.model, &(carom_run_options){0}, &run, &error) == CAROM_BAD_VALUE &&
     begins_wrong(&error));
  IS(carom_sweep(r.scene, &(carom_sweep_options){0}, &swept, &error) == CAROM_BAD_VALUE &&
     begins_wrong(&error));
  IS(carom_compare(r.scene, &(carom_compare_options){0}, &compared, &error) == CAROM_BAD_VALUE &&
     begins_wrong(&error));
  IS(carom_mix_new(r.model, &(carom_mix_options){0}, NULL, &error) == NULL && begins_wrong(&error));
  IS(carom_mix_init(r.model, &(carom_mix_options){0}, block) == NULL);
  IS(carom_state_play(r.model, r.state, 1, &(carom_stroke){0}, 0) == CAROM_BAD_VALUE);
  IS(carom_state_play_voice(r.model, r.state, 1, 0, &(carom_stroke){0}, 0) == CAROM_BAD_VALUE);
  rig_free(&r);
}

// --- One impact ---------------------------------------------------------------------------------

static void no_impact_is_nan(void **state) {
  (void)state;
  IS(isnan(carom_hunt_crossley_solve(NULL).speed_out));
  IS(isnan(carom_hunt_crossley_compression(NULL, 0)));
  IS(isnan(carom_hunt_crossley_force(NULL, 0)));
  IS(isnan(carom_hunt_crossley_time(NULL, 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_scene_is_refused),
      cmocka_unit_test(what_is_not_in_a_list_is_null),
      cmocka_unit_test(no_model_is_refused),
      cmocka_unit_test(a_state_of_another_model_is_refused),
      cmocka_unit_test(no_state_is_nothing),
      cmocka_unit_test(an_index_that_is_none_is_refused),
      cmocka_unit_test(mailboxes_take_none_for_none),
      cmocka_unit_test(no_mix_is_silent),
      cmocka_unit_test(a_mix_names_the_option_that_it_refuses),
      cmocka_unit_test(no_buffer_is_no_memory),
      cmocka_unit_test(the_model_of_another_scene_is_not_run),
      cmocka_unit_test(options_of_zeros_are_refused),
      cmocka_unit_test(no_impact_is_nan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
