// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plugin of a second format (toy_plugin.c) in its host: what a format has of <carom/plugin.h>.

#include "allocations.h"
#include "played_scene.h"
#include "support.h"
#include "toy_plugin.h"

enum { SAMPLES = 4096 };

/// What the host has: the file, what was logged, and callbacks that were asked for.
static struct {
  char scene[20000], log[4000];
  int requests;
} host;

static float left[SAMPLES], right[SAMPLES];

static const char *scene_text(void *user) {
  (void)user;
  return host.scene;
}

static void keep_log(void *user, const char *text) {
  (void)user;
  snprintf(host.log, sizeof host.log, "%s", text);
}

static void count_request(void *user) {
  (void)user;
  ++host.requests;
}

static bool keep_text(void *user, const char *text, size_t length) {
  strncat(user, text, length);
  return true;
}

/// The file holds the scene of other tests, in which one path may have another value.
static void write_scene(const char *path, const char *value) {
  carom_scene *scene = scene_of(played_scene);
  if (path != NULL)
    rig_set(scene, path, value);
  host.scene[0] = '\0';
  assert_true(carom_scene_write(scene, keep_text, host.scene));
  carom_scene_free(scene);
}

static toy_library *opened(void) {
  memset(&host, 0, sizeof host);
  write_scene(NULL, NULL);
  toy_library *library = toy_open(&(toy_host){NULL, scene_text, keep_log, count_request});
  assert_non_null(library);
  return library;
}

static toy *created(toy_library *library, double rate) {
  toy *t = toy_create(library);
  assert_non_null(t);
  assert_true(toy_activate(t, rate));
  return t;
}

static int find(const toy *t, const char *name) {
  for (int i = 0; i < toy_parameters(t); ++i)
    if (strcmp(toy_parameter_at(t, i).name, name) == 0)
      return i;
  fail_msg("there is no parameter %s", name);
  return -1;
}

static void run(toy *t, int samples) {
  for (int n = 0; n < samples; n += 512)
    (void)toy_process(t, NULL, 0, 512, left, right);
}

static void send(toy *t, toy_event event) {
  (void)toy_process(t, &event, 1, 64, left, right);
}

static void move(toy *t, const char *name, double value) {
  send(t, (toy_event){.kind = TOY_VALUE, .parameter = find(t, name), .value = value});
}

static void strike_chord(toy *t) {
  const toy_event chord[] = {{.kind = TOY_NOTE_ON, .key = 52, .value = 0.9},
                             {.kind = TOY_NOTE_ON, .key = 57, .value = 0.9}};
  (void)toy_process(t, chord, 2, 512, left, right);
}

static float loudest(int samples) {
  float most = 0;
  for (int i = 0; i < samples; ++i) {
    assert_true(isfinite(left[i]) && fabsf(left[i]) <= 1);
    most = fmaxf(most, fabsf(left[i]));
  }
  return most;
}

static float largest_step(int samples, float last) {
  float most = 0;
  for (int i = 0; i < samples; ++i) {
    most = fmaxf(most, fabsf(left[i] - last));
    last = left[i];
  }
  return most;
}

// --- Blocks -------------------------------------------------------------------------------------

static void notes_values_and_strokes_act_at_their_sample_in_any_block(void **state) {
  (void)state;
  static float whole[SAMPLES];
  static const int blocks[] = {SAMPLES, 512, 64, 1};
  toy_library *library = opened();
  for (int b = 0; b < 4; ++b) {
    toy *t = created(library, 44100);
    const toy_event events[] = {
        {.at = 777, .kind = TOY_NOTE_ON, .key = 52, .value = 0.8},
        {.at = 1300, .kind = TOY_VALUE, .parameter = find(t, "press"), .value = 260},
        {.at = 1300, .kind = TOY_MIDI, .bytes = {0xE0, 0, 127}},
        {.at = 2001, .kind = TOY_VALUE, .parameter = find(t, "throw"), .value = 1},
        {.at = 3000, .kind = TOY_NOTE_OFF, .key = 52}};
    for (int n = 0, next = 0; n < SAMPLES; n += blocks[b]) {
      toy_event now[5];
      int count = 0;
      for (; next < 5 && events[next].at < n + blocks[b]; ++next) {
        now[count] = events[next];
        now[count++].at -= n;
      }
      (void)toy_process(t, now, count, blocks[b], left + n, right + n);
    }
    if (b == 0)
      memcpy(whole, left, sizeof whole);
    assert_memory_equal(whole, left, sizeof whole);
    for (int i = 0; i < 777; ++i)
      assert_true(left[i] == 0);
    assert_true(left[780] != 0);
    assert_near(toy_value(t, find(t, "press")), 260, 0);
    toy_destroy(t);
  }
  toy_close(library);
}

static void nothing_is_allocated_in_a_block(void **state) {
  (void)state;
  toy_library *library = opened();
  toy *t = created(library, 44100);
  uint64_t seed = 3;
  for (int i = 0; i < 40; ++i) {
    if (i == 20) { // a player comes, and fades in
      send(t, (toy_event){.kind = TOY_RELOAD});
      toy_on_main_thread(t);
    }
    const long long before = calls;
    for (int k = 0; k < 20; ++k) {
      const toy_event events[] = {
          {.at = 3, .kind = TOY_NOTE_ON, .key = 40 + (int)(random_31_bits(&seed) % 24), .value = 1},
          {.at = 9, .kind = TOY_VALUE, .parameter = k % toy_parameters(t), .value = 1e3 * k},
          {.at = 60, .kind = TOY_LEARN, .value = k % 2},
          {.at = 61, .kind = TOY_MIDI, .bytes = {0xB0, (unsigned char)(20 + k), 64}}};
      (void)toy_process(t, events, 4, 64, left, right);
      (void)toy_latency(t);
      (void)toy_value(t, k);
    }
    assert_int_equal(calls, before);
  }
  toy_destroy(t);
  toy_close(library);
}

static void it_sleeps_when_it_rests_and_wakes(void **state) {
  (void)state;
  toy_library *library = opened();
  toy *t = created(library, 44100);
  bool sleeps = false;
  strike_chord(t);
  assert_false(toy_process(t, NULL, 0, 512, left, right));
  send(t, (toy_event){.kind = TOY_MIDI, .bytes = {0xB0, 123, 0}});
  for (int i = 0; i < 6000 && !sleeps; ++i)
    sleeps = toy_process(t, NULL, 0, 512, left, right);
  assert_true(sleeps);
  const toy_event late = {.at = 600, .kind = TOY_NOTE_ON, .key = 52, .value = 1};
  assert_false(toy_process(t, &late, 1, 512, left, right)); // not while something waits
  assert_near(loudest(512), 0, 0);
  assert_false(toy_process(t, NULL, 0, 512, left, right));
  assert_true(loudest(512) > 1e-4f);
  toy_destroy(t);
  toy_close(library);
}

static void a_parameter_learns_the_controller_that_comes_next(void **state) {
  (void)state;
  toy_library *library = opened();
  toy *t = created(library, 44100);
  run(t, 512);
  move(t, "press", 250);
  send(t, (toy_event){.kind = TOY_LEARN, .value = 1});
  send(t, (toy_event){.kind = TOY_MIDI, .bytes = {0xB0, 21, 127}});
  send(t, (toy_event){.kind = TOY_LEARN, .value = 0});
  assert_near(toy_value(t, find(t, "press")), 300, 0);
  send(t, (toy_event){.kind = TOY_MIDI, .bytes = {0xB0, 21, 0}});
  assert_near(toy_value(t, find(t, "press")), 100, 0);
  toy_destroy(t);
  toy_close(library);
}

// --- Models -------------------------------------------------------------------------------------

static void two_instances_share_a_model_and_nothing_else(void **state) {
  (void)state;
  static float first[512];
  toy_library *library = opened();
  const long long before = calls;
  toy *one = created(library, 44100);
  const long long of_one = calls - before;
  host.scene[0] = '\0'; // nothing reads it any more
  toy *other = created(library, 44100);
  assert_int_equal(calls - before, 2 * of_one);
  assert_true(of_one < 20); // what compiles allocates by the hundred
  strike_chord(one);
  run(one, 512);
  memcpy(first, left, sizeof first);
  assert_true(loudest(512) > 1e-3f);
  run(other, 512);
  assert_near(loudest(512), 0, 0);
  toy_destroy(one);
  assert_true(toy_activate(other, 44100));
  strike_chord(other);
  run(other, 512);
  assert_memory_equal(left, first, sizeof first);
  toy_destroy(other);
  toy_close(library);
}

static void parameters_are_known_before_it_is_active(void **state) {
  (void)state;
  static const toy_parameter known[] = {{"pluck", 0, 1, 0, true},        {"damper", 0, 2, 0, false},
                                        {"bow", 0, 1, 0, false},         {"throw", 0, 1, 0, true},
                                        {"stiff", 1e5, 1e8, 1e7, false}, {"touch", 1, 10, 3, false},
                                        {"press", 100, 300, 200, false}};
  toy_library *library = opened();
  toy *t = toy_create(library);
  assert_int_equal(toy_parameters(t), 7); // all but the pitch, which notes move
  for (int i = 0; i < 7; ++i) {
    const toy_parameter p = toy_parameter_at(t, i);
    assert_string_equal(p.name, known[i].name);
    assert_near(p.low, known[i].low, 0);
    assert_near(p.high, known[i].high, 0);
    assert_near(p.initial, known[i].initial, 0);
    assert_int_equal(p.is_switch, known[i].is_switch);
    assert_near(toy_value(t, i), known[i].initial, 0);
  }
  assert_int_equal(toy_parameter_at(t, 7).name[0], '\0');
  assert_true(isnan(toy_value(t, -1)));
  toy_destroy(t);
  toy_close(library);
}

static void a_reload_sounds_on_without_a_click(void **state) {
  (void)state;
  toy_library *library = opened();
  toy *t = created(library, 44100);
  strike_chord(t);
  run(t, 4096);
  const float level = loudest(512);
  const float chord = largest_step(512, left[0]);
  move(t, "press", 222);
  send(t, (toy_event){.kind = TOY_RELOAD});
  assert_int_equal(host.requests, 1);
  write_scene("bodies.body.mass", "0.06");
  float last = left[63];
  const long long before = calls;
  toy_on_main_thread(t); // compiles while the old player sounds on
  assert_true(calls > before);
  float step = 0;
  for (int i = 0; i < 20; ++i) {
    (void)toy_process(t, NULL, 0, 64, left, right);
    step = fmaxf(step, largest_step(64, last));
    last = left[63];
    if (i == 1)
      assert_true(loudest(64) > level / 10); // the old one is still heard
  }
  assert_true(step < 2 * chord);
  assert_true(loudest(64) < level / 100);
  assert_int_equal(host.requests, 2); // to free it
  toy_on_main_thread(t);
  assert_near(toy_value(t, find(t, "press")), 222, 0); // where it was
  strike_chord(t);
  run(t, 4096);
  assert_true(loudest(512) > level / 10);
  toy_destroy(t);
  toy_close(library);
}

static void a_scene_that_cannot_be_played_is_told_and_the_old_one_plays_on(void **state) {
  (void)state;
  static const char *const told[] = {"there is no live key 'contacts.none.stiffness'",
                                     "its controls are no longer those that the host knows",
                                     "scene"};
  toy_library *library = opened();
  toy *t = created(library, 44100);
  for (int i = 0; i < 3; ++i) {
    if (i < 2)
      write_scene(i == 0 ? "controls.stiff.key" : "controls.more.key",
                  i == 0 ? "contacts.none.stiffness" : "bodies.body.damping");
    else
      snprintf(host.scene, sizeof host.scene, "{");
    host.log[0] = '\0';
    strike_chord(t);
    send(t, (toy_event){.kind = TOY_RELOAD});
    toy_on_main_thread(t);
    if (strstr(host.log, told[i]) == NULL)
      fail_msg("%s: %s", told[i], host.log);
    run(t, 512);
    assert_true(loudest(512) > 1e-3f);
  }
  assert_null(toy_open(&(toy_host){NULL, scene_text, keep_log, count_request}));
  toy_destroy(t);
  toy_close(library);
}

// --- Saved values -------------------------------------------------------------------------------

static void saved_values_come_back_to_the_byte_and_sound_the_same(void **state) {
  (void)state;
  static float first[512];
  char saved[8000];
  char again[8000];
  toy_library *library = opened();
  toy *t = created(library, 44100);
  run(t, 512);
  move(t, "stiff", 1e6 / 3);
  move(t, "press", 250);
  send(t, (toy_event){.kind = TOY_LEARN, .value = 1});
  send(t, (toy_event){.kind = TOY_MIDI, .bytes = {0xB0, 21, 99}});
  const size_t size = toy_save(t, saved, sizeof saved);
  assert_in_range(size, 100, sizeof saved);
  assert_int_equal(toy_save(t, saved, 99), 0);
  for (int i = 0; i < 3; ++i) { // before it is active, after that, and at another rate
    toy *other = toy_create(library);
    if (i == 1)
      assert_true(toy_activate(other, 44100));
    assert_true(toy_load(other, saved, size));
    assert_string_equal(host.log, "");
    assert_int_equal(toy_save(other, again, sizeof again), size); // although no block has come
    assert_memory_equal(saved, again, size);
    if (i != 1)
      assert_true(toy_activate(other, i == 0 ? 44100 : 48000));
    run(other, 512);
    assert_int_equal(toy_save(other, again, sizeof again), size);
    assert_memory_equal(saved, again, size);
    strike_chord(other);
    run(other, 512);
    if (i == 1)
      assert_memory_equal(left, first, sizeof first);
    memcpy(first, left, sizeof first);
    send(other, (toy_event){.kind = TOY_MIDI, .bytes = {0xB0, 21, 0}}); // it is learned
    assert_near(toy_value(other, find(other, "press")), 100, 0);
    toy_destroy(other);
  }
  toy_destroy(t);
  toy_close(library);
}

static void values_of_another_version_come_as_far_as_names_agree(void **state) {
  (void)state;
  char saved[8000];
  toy_library *library = opened();
  toy *t = created(library, 44100);
  move(t, "stiff", 2e6);
  move(t, "press", 250);
  size_t size = toy_save(t, saved, sizeof saved);
  toy_destroy(t);
  toy_close(library);
  memset(&host, 0, sizeof host);
  write_scene("bodies.body.mass", "0.06"); // another version, which calls one of them otherwise
  memcpy(strstr(host.scene, "\"press\""), "\"other\"", 7);
  library = toy_open(&(toy_host){NULL, scene_text, keep_log, count_request});
  t = created(library, 44100);
  assert_true(toy_load(t, saved, size));
  assert_non_null(strstr(host.log, "another version of the scene; 1 of its controls are left"));
  run(t, 512);
  assert_near(toy_value(t, find(t, "stiff")), 2e6, 0);
  assert_near(toy_value(t, find(t, "other")), 200, 0);
  assert_false(toy_load(t, "something else", 14));
  assert_non_null(strstr(host.log, "none of Carom"));
  size = toy_save(t, saved, sizeof saved);
  for (size_t i = 0; i < size; ++i) // cut anywhere
    (void)toy_load(t, saved, i);
  run(t, 512);
  toy_destroy(t);
  toy_close(library);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(notes_values_and_strokes_act_at_their_sample_in_any_block),
      cmocka_unit_test(nothing_is_allocated_in_a_block),
      cmocka_unit_test(it_sleeps_when_it_rests_and_wakes),
      cmocka_unit_test(a_parameter_learns_the_controller_that_comes_next),
      cmocka_unit_test(two_instances_share_a_model_and_nothing_else),
      cmocka_unit_test(parameters_are_known_before_it_is_active),
      cmocka_unit_test(a_reload_sounds_on_without_a_click),
      cmocka_unit_test(a_scene_that_cannot_be_played_is_told_and_the_old_one_plays_on),
      cmocka_unit_test(saved_values_come_back_to_the_byte_and_sound_the_same),
      cmocka_unit_test(values_of_another_version_come_as_far_as_names_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
