// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is refused of scenes and models instead of undefined: NULL, and an index that is none.

#include "refused.h"

static carom_error error;
static double values[64];
static unsigned char block[4096];

// --- A scene ------------------------------------------------------------------------------------

static void no_scene_is_refused(void **state) {
  (void)state;
  carom_scene *none = NULL;
  rig r = rig_of(scene_of(refused_scene));
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
  IS(carom_scene_expand(none, NULL, &error) == NULL && error.status == CAROM_BAD_VALUE);
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
    IS(carom_material_at(last ? carom_material_count() : -1) == NULL);
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
  IS(carom_model_control_note(m, index, 0) == -1);
  IS(carom_model_control_note(m, 0, index) == -1);
  IS(!carom_body_sounding(m, index, values) && values[0] == 0);
  IS(carom_motion_shape(m, values, index, NULL, 0) == 0);
  IS(empty(carom_model_preset_name(m, index)));
  IS(isnan(carom_model_preset_value(m, index == -1 ? -2 : index, 0)));
  IS(isnan(carom_model_preset_value(m, 0, index)));
}

static void no_model_is_refused(void **state) {
  (void)state;
  const carom_model *none = NULL;
  rig r = rig_of(scene_of(refused_scene));
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
  carom_scene_mode mode;
  int found = 1;
  IS(carom_model_modes(none, 1, &mode, NULL, &found) == CAROM_BAD_VALUE && found == 0);
  IS(carom_model_modes(r.model, 0, &mode, NULL, &found) == CAROM_BAD_VALUE);
  IS(carom_model_modes(r.model, 1, NULL, NULL, &found) == CAROM_BAD_VALUE);
  IS(carom_model_modes(r.model, 1, &mode, NULL, NULL) == CAROM_BAD_VALUE);
  IS(carom_motion_count(none) == 0);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_scene_is_refused),
      cmocka_unit_test(what_is_not_in_a_list_is_null),
      cmocka_unit_test(no_model_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
