// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is played can be recorded, and the recording gives the same mix, bit for bit.

#include "play_rig.h"
#include <limits.h>

typedef struct {
  carom_played what[4000];
  int count;
} recording;

static void record(void *user, const carom_played *what) {
  recording *r = user;
  assert_true(r->count < 4000);
  r->what[r->count++] = *what;
}

// Plays anything, and all sound off in the block that begins at `off` or later; its recording gives
// the same bits up to there. Returns the sample at which the motion started again.
static long long play_and_replay(int off) {
  enum { SAMPLES = 30000 };
  static float live_left[SAMPLES], live_right[SAMPLES], off_left[SAMPLES], off_right[SAMPLES];
  static recording r;
  long long same = SAMPLES;
  int cues = 0;
  r.count = 0;
  uint64_t seed = 7;
  carom_player_options options = carom_player_options_default();
  options.limit = false;
  options.rest = false;
  carom_scene *scene = scene_of(played_scene);
  carom_player *p = NULL;
  assert_non_null(p = carom_player_new(scene, &options, NULL, NULL));
  carom_player_watch(p, record, &r);
  for (int n = 0; n < SAMPLES;) {
    const int block = 1 + (int)(random_31_bits(&seed) % 700);
    random_message(&seed, p);
    if (n >= off && same == SAMPLES) {
      send(p, 0xB0, 120, 0);
      same = n;
    }
    carom_player_render(p, block < SAMPLES - n ? block : SAMPLES - n, live_left + n,
                        live_right + n);
    n += block;
  }
  assert_true(r.count > 50);
  for (int i = 0; i < r.count; ++i) {
    char path[80];
    if (r.what[i].control < 0) {
      assert_int_equal(r.what[i].sample, same);
      continue;
    }
    ++cues;
    snprintf(path, sizeof path, "score.%d.gesture", cues);
    rig_set(scene, path, "control");
    snprintf(path, sizeof path, "score.%d.at", cues);
    rig_set_number(scene, path, (double)r.what[i].sample / 44100);
    snprintf(path, sizeof path, "score.%d.on", cues);
    rig_set(scene, path, carom_model_control(p->model, r.what[i].control).name);
    snprintf(path, sizeof path, "score.%d.to", cues);
    rig_set_number(scene, path, r.what[i].value);
    snprintf(path, sizeof path, "score.%d.voice", cues);
    if (r.what[i].voice >= 0)
      rig_set_number(scene, path, r.what[i].voice + 1);
  }
  carom_player_free(p);
  rig offline = rig_of(scene);
  carom_mix *mix = carom_mix_new(offline.model, NULL, NULL, NULL);
  static double values[2 * SAMPLES];
  assert_int_equal(carom_process(offline.model, offline.state, SAMPLES, values), CAROM_OK);
  carom_mix_block(offline.model, mix, values, SAMPLES, off_left, off_right);
  assert_memory_equal(live_left, off_left, (size_t)same * sizeof *off_left);
  assert_memory_equal(live_right, off_right, (size_t)same * sizeof *off_right);
  assert_at_most(rig_error(&offline), 1e-10);
  carom_mix_free(mix);
  rig_free(&offline);
  return r.count > cues ? same : -1;
}

static void a_recording_gives_the_same_mix_bit_for_bit(void **state) {
  (void)state;
  assert_int_equal(play_and_replay(INT_MAX), -1);
}

static void a_recording_tells_where_the_motion_started_again(void **state) {
  (void)state;
  assert_true(play_and_replay(15000) >= 15000);
}

static void bad_cues_are_refused(void **state) {
  (void)state;
  static const char *const wrong[][2] = {
      {"{gesture: control, at: 0, on: nothing, to: 1}", "there is no control 'nothing'"},
      {"{gesture: control, at: 0, on: pitch, to: 1}", "allowed is from 80 to 240"},
      {"{gesture: control, at: 0, on: pitch, voice: 3, to: 100}", "allowed is 1 to 2"},
      {"{gesture: throw, at: 0, on: string1, speed: 1}", "there is no mass 'string1'"},
      {"{gesture: throw, at: 0, on: hammer}", "required is a velocity"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
    char text[4000];
    carom_error error;
    carom_model *model = NULL;
    snprintf(text, sizeof text, "%.*s, score: [%s]}", (int)strlen(played_scene) - 1, played_scene,
             wrong[i][0]);
    carom_scene *scene = scene_of(text);
    assert_true((model = carom_model_compile(scene, NULL, &error)) == NULL);
    if (strstr(error.text, wrong[i][1]) == NULL)
      fail_msg("%s", error.text);
    carom_scene_free(scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_recording_gives_the_same_mix_bit_for_bit),
      cmocka_unit_test(a_recording_tells_where_the_motion_started_again),
      cmocka_unit_test(bad_cues_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
