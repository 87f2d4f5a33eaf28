// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes as instruments: notes, voices, pedals, tunings, recordings, and motions that break.

#include "allocations.h"
#include "methods/audio/audio.h"
#include "play/play.h"
#include "played_scene.h"
#include "support.h"
#include <limits.h>
#include <time.h>

static carom_player *player_with(const char *text, const char *path, const char *value) {
  carom_scene *scene = scene_of(text);
  carom_player *p = NULL;
  carom_error error;
  if (path != NULL)
    rig_set(scene, path, value);
  if (carom_player_new(scene, NULL, NULL, &p, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  carom_scene_free(scene);
  return p;
}

static carom_player *player_of(const char *text) {
  return player_with(text, NULL, NULL);
}

static void send(carom_player *p, int a, int b, int c) {
  const unsigned char bytes[] = {(unsigned char)a, (unsigned char)b, (unsigned char)c};
  carom_player_midi(p, bytes, 3);
}

static float left[8192], right[8192];

static void wait_for(carom_player *p, int samples) {
  for (; samples > 0; samples -= 512)
    carom_player_render(p, samples < 512 ? samples : 512, left, right);
}

static double live(carom_player *p, const char *path) {
  const int index = carom_model_find_live(p->model, path);
  assert_true(index >= 0);
  return carom_state_get(p->state, index);
}

static double equal(int note) {
  return 440 * pow(2, (note - 69) / 12.0);
}

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

// --- Recordings ---------------------------------------------------------------------------------

typedef struct {
  carom_played what[4000];
  int count;
} recording;

static void record(void *user, const carom_played *what) {
  recording *r = user;
  assert_true(r->count < 4000);
  r->what[r->count++] = *what;
}

// Anything that a player may do, at random samples; returns a message.
static void random_message(uint64_t *seed, carom_player *p);

static uint64_t next(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

static void random_message(uint64_t *seed, carom_player *p) {
  static const int kinds[] = {0x80, 0x90, 0x90, 0xA0, 0xB0, 0xB0, 0xD0, 0xE0};
  static const int controllers[] = {1, 2, 3, 64, 123, 121, 7};
  const int kind = kinds[next(seed) % 8];
  const int first = kind == 0xB0 ? controllers[next(seed) % 7] : 40 + (int)(next(seed) % 24);
  send(p, kind, first, (int)(next(seed) % 128));
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
  assert_int_equal(carom_player_new(scene, &options, NULL, &p, NULL), CAROM_OK);
  carom_player_watch(p, record, &r);
  for (int n = 0; n < SAMPLES;) {
    const int block = 1 + (int)(next(&seed) % 700);
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
  carom_mix *mix = carom_mix_new(offline.model, NULL, NULL);
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
    assert_true(carom_model_compile(scene, NULL, &model, &error) != CAROM_OK);
    if (strstr(error.text, wrong[i][1]) == NULL)
      fail_msg("%s", error.text);
    carom_scene_free(scene);
  }
}

// --- Blocks, allocation, floods, broken motions -------------------------------------------------

static void blocks_of_any_length_give_the_same_bits(void **state) {
  (void)state;
  enum { SAMPLES = 8192 };
  static float first[SAMPLES];
  static const int lengths[] = {1, 7, 64, 333, 4096};
  for (int b = 0; b < 5; ++b) {
    carom_player *p = player_of(played_scene);
    uint64_t seed = 3;
    int due = 0; // messages every 100 samples, whatever the block
    for (int n = 0; n < SAMPLES;) {
      const int end = n + lengths[b] < SAMPLES ? n + lengths[b] : SAMPLES;
      while (n < end) {
        if (n == due) {
          random_message(&seed, p);
          due += 100;
        }
        const int until = due < end ? due : end;
        carom_player_render(p, until - n, left + n, right + n);
        n = until;
      }
    }
    if (b == 0)
      memcpy(first, left, sizeof first);
    assert_memory_equal(first, left, sizeof first);
    carom_player_free(p);
  }
}

static void playing_allocates_nothing(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  uint64_t seed = 5;
  const long long before = calls;
  for (int i = 0; i < 500; ++i) {
    random_message(&seed, p);
    carom_player_render(p, 1 + (int)(next(&seed) % 64), left, right);
  }
  carom_player_poll(p);
  carom_player_reset(p);
  assert_int_equal(calls - before, 0);
  carom_player_free(p);
}

static void floods_and_nonsense_are_survived_and_counted(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  const unsigned char odd[][3] = {{0x90, 0xFF, 1}, {0x10, 1, 1}, {0x90, 60, 200}, {0xB0, 3, 128}};
  for (int i = 0; i < 4; ++i)
    carom_player_midi(p, odd[i], 3);
  carom_player_midi(p, odd[0], 0);
  carom_player_midi(p, (const unsigned char[]){0x90}, 1);
  assert_int_equal(carom_player_poll(p).ignored, 6);
  carom_player_midi(p, (const unsigned char[]){0xF8}, 1); // clock
  assert_int_equal(carom_player_set(p, 0, (double)NAN), CAROM_BAD_VALUE);
  assert_int_equal(carom_player_set(p, 99, 1), CAROM_NOT_LIVE);
  assert_int_equal(carom_player_poll(p).ignored, 7);
  for (int i = 0; i < 10000; ++i) // in one sample
    send(p, 0x90, i % 128, 1 + i % 127);
  carom_player_render(p, 8192, left, right);
  const carom_player_report report = carom_player_poll(p);
  assert_true(report.refused > 0);
  assert_int_equal(report.restarts, 0);
  assert_true(report.peak_left <= 1);
  carom_player_free(p);
}

static void a_broken_motion_fades_and_starts_again(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  send(p, 0x90, 50, 127);
  wait_for(p, 4000);
  carom_player_poll(p);
  const float before = right[(4000 - 1) % 512];
  audio_of(p->state)->u.wide[1] = (double)NAN; // the body
  carom_player_render(p, 4096, left, right);
  float step = fabsf(right[0] - before);
  for (int i = 0; i < 4096; ++i) {
    assert_true(isfinite(left[i]) && isfinite(right[i]));
    if (i > 0)
      step = fmaxf(step, fabsf(right[i] - right[i - 1]));
  }
  assert_int_equal(carom_player_poll(p).restarts, 1);
  assert_at_most((double)step, (double)fabsf(before) / 100);     // no click
  assert_near(live(p, "bodies.string1.pitch"), equal(50), 1e-9); // controls are kept
  send(p, 0x90, 52, 127);
  wait_for(p, 4000);
  assert_true(carom_player_poll(p).peak_right > 1e-3f); // and it plays on
  carom_player_free(p);
}

static void what_runs_away_is_never_a_burst(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  wait_for(p, 100);
  audio_of(p->state)->u.wide[1] = 1e30;
  carom_player_render(p, 4096, left, right);
  const carom_player_report report = carom_player_poll(p);
  assert_int_equal(report.restarts, 1);
  assert_at_most((double)report.peak_left, 1e-6);
  assert_at_most((double)report.peak_right, 1e-6);
  carom_player_free(p);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void silence_costs_nearly_nothing_and_a_note_wakes_it(void **state) {
  (void)state;
  carom_player *p = player_of(played_scene);
  send(p, 0x90, 50, 127);
  double began = seconds();
  wait_for(p, 44100);
  const double playing = seconds() - began;
  assert_false(carom_player_poll(p).resting);
  send(p, 0x80, 50, 64);
  for (int i = 0; i < 60 && !carom_player_poll(p).resting; ++i)
    wait_for(p, 44100);
  assert_true(carom_player_poll(p).resting);
  began = seconds();
  wait_for(p, 44100);
  const double resting = seconds() - began;
  assert_at_most(resting, playing / 20);
  assert_near(carom_player_poll(p).peak_left, 0, 0);
  const double before = (double)carom_state_steps(p->state);
  wait_for(p, 1000);
  assert_near((double)carom_state_steps(p->state), before, 0); // exactly: nothing is stepped
  send(p, 0x90, 53, 127);
  wait_for(p, 4410);
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  assert_near(live(p, "bodies.string2.pitch"), equal(53), 1e-9);
  carom_player_free(p);
}

// A ball is thrown up and comes down on a plank 0.8 s later: 2 v / g.
static void what_is_still_in_the_air_sounds_when_it_lands(void **state) {
  (void)state;
  carom_player *p = player_of(
      "{carom: 1, duration: 2, gravity: 9.81, bodies: {ball: {type: mass, mass: 0.01, position: "
      "1e-3}, plank: {type: mass, mass: 0.1, frequency: 200, damping: 20}}, contacts: {hit: {type: "
      "collision, below: plank, above: ball, stiffness: 1e7, exponent: 1.5, damping: 1}}, "
      "controls: "
      "{throw: {gesture: throw, on: ball, from: 0.1, to: 4, midi: cc3}}, outputs: {o: {of: plank, "
      "quantity: velocity, audio: true, gain: 0.1}}}");
  send(p, 0xB0, 3, 127);
  wait_for(p, 15000);
  carom_player_poll(p);
  wait_for(p, 20000); // to 0.79 s: 0.45 s of silence
  assert_at_most((double)carom_player_poll(p).peak_left, 1e-6);
  wait_for(p, 2000);
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  for (int i = 0; i < 60 && !carom_player_poll(p).resting; ++i)
    wait_for(p, 44100);
  assert_true(carom_player_poll(p).resting); // under gravity, on the plank
  carom_player_free(p);
}

static void a_driven_scene_never_rests(void **state) {
  (void)state;
  static const char *const driven[] = {
      "forces: {f: {on: m, table: [[0, 0], [2, 0], [2.1, 1]]}},",
      "forces: {f: {on: m, amplitude: 1e-9, frequency: 0.1}},",
  };
  for (size_t i = 0; i < sizeof driven / sizeof driven[0]; ++i) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "{carom: 1, duration: 1, bodies: {m: {type: mass, mass: 1, frequency: 100, damping: "
        "9}}, %s controls: {c: {key: bodies.m.damping, from: 1, to: 10}}, outputs: {o: {of: m, "
        "quantity: velocity, audio: true, gain: 1}}}",
        driven[i]);
    carom_player *p = player_of(text);
    wait_for(p, 44100);
    assert_false(carom_player_poll(p).resting);
    carom_player_free(p);
  }
}

static void an_instrument_begins_at_rest_and_again_after_all_sound_off(void **state) {
  (void)state;
  carom_player *p = player_with(played_scene, "bodies.string2.start.shape", "pluck");
  wait_for(p, 2000);
  assert_near(carom_player_poll(p).peak_right, 0, 0);
  send(p, 0x90, 50, 127);
  wait_for(p, 2000);
  assert_true(carom_player_poll(p).peak_left > 1e-3f);
  send(p, 0xB0, 120, 0);
  wait_for(p, 1024); // the fade
  carom_player_poll(p);
  wait_for(p, 4000);
  const carom_player_report report = carom_player_poll(p);
  assert_near(report.peak_left, 0, 0);
  assert_near(report.peak_right, 0, 0);
  carom_player_free(p);
  static const char *const moving[][2] = {{"bodies.string1.start_velocity.shape", "sine"},
                                          {"bodies.hammer.velocity", "-1"}};
  for (int i = 0; i < 2; ++i) {
    p = player_with(played_scene, moving[i][0], moving[i][1]);
    wait_for(p, 4000);
    assert_near(carom_player_poll(p).peak_left, 0, 0);
    assert_near(carom_state_ledger(p->state).kinetic, 0, 0);
    carom_player_free(p);
  }
}

// --- Gains --------------------------------------------------------------------------------------

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
  assert_int_equal(carom_player_new(scene, NULL, NULL, &p, &error), CAROM_OK);
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
  assert_int_equal(carom_player_new(scene, NULL, NULL, &p, &error), CAROM_MISSING);
  assert_non_null(strstr(error.text, "needs at least one control"));
  assert_null(p);
  carom_scene_free(scene);
}

/// Memory that fails at one call, and counts what is not given back.
typedef struct {
  long long left, bytes;
} failing_memory;

static void *failing_resize(void *user, void *block, size_t old_size, size_t size) {
  failing_memory *f = user;
  if (size > 0 && --f->left == 0)
    return NULL;
  const carom_memory heap = carom_memory_heap();
  void *moved = heap.resize(heap.user, block, old_size, size);
  if (moved != NULL || size == 0)
    f->bytes += (long long)size - (long long)old_size;
  return moved;
}

static void memory_may_run_out_anywhere_in_setting_up(void **state) {
  (void)state;
  int failures = 0;
  for (long long n = 1;; ++n) {
    failing_memory f = {.left = n};
    const carom_memory memory = {.resize = failing_resize, .user = &f};
    carom_scene *scene = scene_of(played_scene);
    carom_player *p = NULL;
    carom_error error;
    const carom_status status = carom_player_new(scene, NULL, &memory, &p, &error);
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
      cmocka_unit_test(a_recording_gives_the_same_mix_bit_for_bit),
      cmocka_unit_test(a_recording_tells_where_the_motion_started_again),
      cmocka_unit_test(bad_cues_are_refused),
      cmocka_unit_test(blocks_of_any_length_give_the_same_bits),
      cmocka_unit_test(playing_allocates_nothing),
      cmocka_unit_test(floods_and_nonsense_are_survived_and_counted),
      cmocka_unit_test(a_broken_motion_fades_and_starts_again),
      cmocka_unit_test(what_runs_away_is_never_a_burst),
      cmocka_unit_test(silence_costs_nearly_nothing_and_a_note_wakes_it),
      cmocka_unit_test(what_is_still_in_the_air_sounds_when_it_lands),
      cmocka_unit_test(a_driven_scene_never_rests),
      cmocka_unit_test(an_instrument_begins_at_rest_and_again_after_all_sound_off),
      cmocka_unit_test(gains_are_found_by_a_run_of_the_score),
      cmocka_unit_test(a_scene_without_controls_says_so),
      cmocka_unit_test(memory_may_run_out_anywhere_in_setting_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
