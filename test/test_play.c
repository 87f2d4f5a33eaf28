// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes as instruments: notes, voices, pedals, tunings, and how a player is set up.

#include "failing_memory.h"
#include "play_rig.h"

// --- Notes --------------------------------------------------------------------------------------

static void a_note_is_in_tune_and_sounds(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  wait_for(p, 1000);
  assert_near(carom_player_poll(p).peak_left, 0, 0);
  send(p, 0x90, 52, 100);
  wait_for(p, 2000);
  assert_near(live(p, "bodies.string1.pitch"), equal(52), 1e-9);
  assert_near(live(p, "bodies.string2.pitch"), 110, 1e-9);
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  assert_int_equal(carom_player_poll(p).held, 1);
  carom_player_free(p);
}

static void harder_notes_are_louder(void **state) {
  (void)state;
  float peak[2];
  for (int i = 0; i < 2; ++i) {
    carom_player *p = player_of(played_scene);
    send(p, 0x90, 52, i == 0 ? 30 : 120);
    wait_for(p, 4000);
    peak[i] = carom_player_poll(p).peak_left;
    carom_player_free(p);
  }
  // The pluck's force is linear in velocity, and so is the motion: 0.1 .. 3 N over 0 .. 127.
  const double ratio = (0.1 + 2.9 * 120 / 127) / (0.1 + 2.9 * 30 / 127);
  assert_near((double)peak[1] / (double)peak[0], ratio, 1e-3 * ratio);
}

static void notes_go_to_free_strings_and_the_oldest_is_stolen(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  assert_int_equal(carom_player_voices(p), 2);
  send(p, 0x90, 50, 90);
  send(p, 0x90, 53, 90);
  wait_for(p, 1000);
  assert_near(live(p, "bodies.string1.pitch"), equal(50), 1e-9);
  assert_near(live(p, "bodies.string2.pitch"), equal(53), 1e-9);
  send(p, 0x90, 55, 90); // steals the oldest, 50
  wait_for(p, 1000);
  assert_near(live(p, "bodies.string1.pitch"), equal(55), 1e-9);
  send(p, 0x80, 55, 64); // 50 is still down
  wait_for(p, 1000);
  assert_near(live(p, "bodies.string1.pitch"), equal(50), 1e-9);
  assert_near(live(p, "contacts.damp1.damper"), 0, 0);
  send(p, 0x80, 50, 64);
  wait_for(p, 2000);
  assert_near(live(p, "contacts.damp1.damper"), 2, 0); // damped, the other is not
  assert_near(live(p, "contacts.damp2.damper"), 0, 0);
  send(p, 0x90, 57, 90); // the free one
  wait_for(p, 2000);
  assert_near(live(p, "bodies.string1.pitch"), equal(57), 1e-9);
  assert_near(live(p, "contacts.damp1.damper"), 0, 0);
  carom_player_free(p);
}

static void a_pedal_holds_notes_and_all_notes_off_ends_them(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  send(p, 0xB0, 64, 127);
  send(p, 0x90, 50, 90);
  send(p, 0x80, 50, 64);
  wait_for(p, 2000);
  assert_near(live(p, "contacts.damp1.damper"), 0, 0);
  send(p, 0xB0, 64, 0);
  wait_for(p, 2000);
  assert_near(live(p, "contacts.damp1.damper"), 2, 0);
  send(p, 0x90, 50, 90);
  send(p, 0x90, 51, 90);
  wait_for(p, 2000);
  send(p, 0xB0, 123, 0);
  wait_for(p, 2000);
  assert_near(live(p, "contacts.damp1.damper"), 2, 0);
  assert_near(live(p, "contacts.damp2.damper"), 2, 0);
  assert_int_equal(carom_player_poll(p).held, 0);
  carom_player_free(p);
}

static void bend_pressure_and_controllers_move_their_keys(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  send(p, 0x90, 50, 90);
  send(p, 0xE0, 0x7F, 0x7F); // up by 2 semitones
  wait_for(p, 1000);
  assert_near(live(p, "bodies.string1.pitch"), equal(52), 1e-9);
  send(p, 0xB0, 101, 0); // bend range 7
  send(p, 0xB0, 100, 0);
  send(p, 0xB0, 6, 7);
  send(p, 0xE0, 0, 0);
  wait_for(p, 1000);
  assert_near(live(p, "bodies.string1.pitch"), fmax(80, equal(43)), 1e-9);
  send(p, 0xA0, 50, 127);
  send(p, 0xD0, 127, 0);
  send(p, 0xB0, 1, 0);
  send(p, 0xB0, 2, 127);
  wait_for(p, 2000);
  assert_near(live(p, "bodies.body.damping"), 10, 1e-12);
  assert_near(live(p, "bodies.body.frequency"), 300, 1e-12);
  assert_near(live(p, "contacts.strike.stiffness"), 1e5, 1e-6);
  assert_near(live(p, "contacts.bow.force"), 1, 1e-12);
  carom_player_free(p);
}

// A range may be told by rounded pitches: its ends stay where they are, and what lies beyond half a
// semitone goes by octaves.
static void notes_at_the_ends_of_a_range_stay_there(void **state) {
  (void)state;
  const note_scale e = {.notes = {.a4 = 440}};
  static const struct {
    double low, high;
    int note;
    double pitch;
  } rows[] = {{98, 523.25, 43, 98},      {98, 523.25, 72, 523.25}, {49, 130, 31, 49},
              {130, 260, 60, 260},       {130, 260, 48, 130.8128}, {98, 523.25, 42, 184.9972},
              {98, 523.25, 73, 277.1826}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
    assert_near(tuning_pitch(&e, rows[i].note, 0, rows[i].low, rows[i].high), rows[i].pitch, 1e-4);
}

static void tunings_are_equal_or_just(void **state) {
  (void)state;
  static const double just[] = {1, 16.0 / 15, 9.0 / 8, 6.0 / 5, 5.0 / 4, 4.0 / 3, 45.0 / 32, 1.5};
  const note_scale t = {.notes = {.a4 = 432, .just = true, .tonic = 50}};
  for (int i = 0; i < 8; ++i) {
    const double tonic = 432 * pow(2, (50 - 69) / 12.0);
    assert_near(tuning_pitch(&t, 50 + i, 0, 1, 1e5), tonic * just[i], 1e-10);
    assert_near(tuning_pitch(&t, 38 + i, 0, 1, 1e5), tonic * just[i] / 2, 1e-10);
    assert_near(tuning_pitch(&t, 74 + i, 0, 1, 1e5), tonic * just[i] * 4, 1e-10);
  }
  const note_scale e = {.notes = {.a4 = 440}};
  assert_near(tuning_pitch(&e, 69, 0, 100, 300), 220, 1e-10); // by octaves into the range
  assert_near(tuning_pitch(&e, 21, 0, 100, 300), 110, 1e-10);
  assert_near(tuning_pitch(&e, 69, 0, 300, 310), 310, 0); // or to its end
  carom_player *p = player_with(played_scene, "play.tuning", "just");
  send(p, 0x90, 55, 90); // 4/3 below middle C: 3/2 above the C below it
  wait_for(p, 1000);
  assert_near(live(p, "bodies.string1.pitch"), equal(48) * 1.5, 1e-9);
  carom_player_free(p);
}

// --- Setting up ---------------------------------------------------------------------------------

static void gains_are_found_by_a_run_of_the_score(void **state) {
  (void)state;
  char text[4000];
  snprintf(text, sizeof text, "%.*s, score: [{gesture: control, at: 0.1, on: pluck, to: 2}]}",
           (int)strlen(played_scene) - 1, played_scene);
  carom_scene *scene = scene_of(text);
  rig_set(scene, "outputs.l.gain", "auto");
  rig_set(scene, "outputs.r.gain", "auto");
  carom_error error;
  assert_int_equal(carom_scene_prepare_play(scene, &error), CAROM_OK);
  assert_int_equal(carom_scene_count(scene, "score"), 0);
  carom_player *p = NULL;
  assert_non_null(p = carom_player_new(scene, NULL, NULL, &error));
  carom_player_render(p, 4410, left, right);
  assert_int_equal(carom_player_set(p, carom_model_find_control(p->model, "pluck"), 2), CAROM_OK);
  wait_for(p, 44100 - 4410);
  const carom_player_report report = carom_player_poll(p);
  assert_near(20 * log10(fmax((double)report.peak_left, (double)report.peak_right)), -3, 1e-4);
  carom_player_free(p);
  carom_scene_free(scene);
}

static void a_scene_without_controls_says_so(void **state) {
  (void)state;
  carom_scene *scene = scene_of("mass-barrier");
  carom_player *p = NULL;
  carom_error error;
  assert_null(p = carom_player_new(scene, NULL, NULL, &error));
  assert_int_equal(error.status, CAROM_MISSING);
  assert_non_null(strstr(error.text, "needs at least one control"));
  assert_null(p);
  carom_scene_free(scene);
}

static void players_of_one_model_play_as_if_each_had_its_own(void **state) {
  (void)state;
  static float alone[2][2048];
  carom_scene *scene = scene_of(played_scene);
  carom_error error;
  carom_player *own[2] = {player_of(played_scene), player_of(played_scene)};
  carom_model *model = NULL;
  assert_non_null(model = carom_player_compile(scene, 0, NULL, &error));
  carom_player *shared[2];
  for (int i = 0; i < 2; ++i) {
    assert_non_null(shared[i] = carom_player_new_of(model, NULL, NULL, &error));
    assert_ptr_equal(carom_player_model(shared[i]), model);
    send(own[i], 0x90, 50 + i, 100);
    carom_player_render(own[i], 2048, alone[i], right);
    carom_player_free(own[i]);
  }
  for (int n = 0; n < 2048; n += 64) // in turns
    for (int i = 0; i < 2; ++i) {
      if (n == 0)
        send(shared[i], 0x90, 50 + i, 100);
      carom_player_render(shared[i], 64, left, right);
      assert_memory_equal(left, alone[i] + n, 64 * sizeof(float));
    }
  carom_player_free(shared[0]); // the model is the caller's
  carom_player_render(shared[1], 64, left, right);
  carom_player_free(shared[1]);
  carom_model_free(model);
  carom_scene_free(scene);
}

static void a_model_is_played_at_its_rate_and_in_its_tuning(void **state) {
  (void)state;
  carom_scene *scene = scene_of(played_scene);
  carom_error error;
  rig_set(scene, "play.a4", "432");
  rig_set(scene, "play.bend", "7");
  carom_model *model = NULL;
  carom_player *p = NULL;
  carom_player_options options = carom_player_options_default();
  assert_non_null(model = carom_player_compile(scene, 48000, NULL, &error));
  assert_near(carom_model_describe(model).rate, 48000, 0);
  options.rate = 44100;
  assert_null(p = carom_player_new_of(model, &options, NULL, &error));
  assert_int_equal(error.status, CAROM_BAD_VALUE);
  assert_non_null(
      strstr(error.text, "options.rate: 44100 Hz; allowed is that of the model, 48000 Hz"));
  assert_null(p = carom_player_new_of(NULL, NULL, NULL, &error));
  assert_int_equal(error.status, CAROM_BAD_VALUE);
  assert_null(p = carom_player_new_of(model, &(carom_player_options){0}, NULL, &error));
  assert_int_equal(error.status, CAROM_BAD_VALUE);
  options.rate = 48000;
  assert_non_null(p = carom_player_new_of(model, &options, NULL, NULL));
  send(p, 0x90, 45, 100);
  send(p, 0xE0, 0x7F, 0x7F);
  wait_for(p, 2000);
  assert_near(live(p, "bodies.string1.pitch"), equal(52) * 432 / 440, 1e-9);
  carom_player_free(p);
  carom_model_free(model);
  carom_scene_free(scene);
}

static void memory_may_run_out_anywhere_in_setting_up(void **state) {
  (void)state;
  int failures = 0;
  for (long long n = 1;; ++n) {
    failing_memory f = {.left = n};
    const carom_memory memory = {.resize = failing_resize, .user = &f};
    carom_scene *scene = scene_of(played_scene);
    carom_error error;
    carom_player *p = carom_player_new(scene, NULL, &memory, &error);
    const carom_status status = p != NULL ? CAROM_OK : error.status;
    carom_player_free(p);
    carom_scene_free(scene);
    assert_int_equal(f.bytes, 0);
    if (f.left > 0) { // all of it was there
      assert_int_equal(status, CAROM_OK);
      break;
    }
    assert_int_equal(status, CAROM_NO_MEMORY);
    assert_null(p);
    ++failures;
  }
  assert_true(failures > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_note_is_in_tune_and_sounds),
      cmocka_unit_test(harder_notes_are_louder),
      cmocka_unit_test(notes_go_to_free_strings_and_the_oldest_is_stolen),
      cmocka_unit_test(a_pedal_holds_notes_and_all_notes_off_ends_them),
      cmocka_unit_test(bend_pressure_and_controllers_move_their_keys),
      cmocka_unit_test(tunings_are_equal_or_just),
      cmocka_unit_test(notes_at_the_ends_of_a_range_stay_there),
      cmocka_unit_test(gains_are_found_by_a_run_of_the_score),
      cmocka_unit_test(a_scene_without_controls_says_so),
      cmocka_unit_test(players_of_one_model_play_as_if_each_had_its_own),
      cmocka_unit_test(a_model_is_played_at_its_rate_and_in_its_tuning),
      cmocka_unit_test(memory_may_run_out_anywhere_in_setting_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
