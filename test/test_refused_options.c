// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is refused of what goes with a model: mailboxes and a mix that are none, memory without a
// buffer, the model of another scene, and options that do not begin with their size.

#include "refused.h"

static carom_error error;
static double values[64];
static unsigned char block[4096];

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
  rig r = rig_of(scene_of(refused_scene));
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
  rig r = rig_of(scene_of(refused_scene));
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
    rig r = rig_of(scene_of(refused_scene));
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
  rig r = rig_of(scene_of(refused_scene));
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
  rig r = rig_of(scene_of(refused_scene));
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

static void no_impact_is_nan(void **state) {
  (void)state;
  IS(isnan(carom_hunt_crossley_solve(NULL).speed_out));
  IS(isnan(carom_hunt_crossley_compression(NULL, 0)));
  IS(isnan(carom_hunt_crossley_force(NULL, 0)));
  IS(isnan(carom_hunt_crossley_time(NULL, 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
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
