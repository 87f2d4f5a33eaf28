// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The plugin from its host's side: blocks, rates, values, controllers that are learned, states, and
// what a host should not do. test_lv2.py has it in bundles.

#include "allocations.h"
#include "lv2_rig.h"

static lv2_rig rig_a, rig_b;

// --- Blocks and rates ---------------------------------------------------------------------------

static void blocks_of_no_samples_change_nothing(void **state) {
  (void)state;
  lv2_rig *a = opened(&rig_a, 44100);
  lv2_rig *b = opened(&rig_b, 44100);
  for (int i = 0; i < 20; ++i) {
    if (i == 2) {
      lv2_send(a, 0, 0x90, 52, 100);
      lv2_send(b, 0, 0x90, 52, 100);
      lv2_run(b, 0); // takes the message
    }
    lv2_run(a, 512);
    lv2_run(b, 0);
    lv2_run(b, 512);
    assert_memory_equal(a->left, b->left, 512 * sizeof(float));
    assert_memory_equal(a->right, b->right, 512 * sizeof(float));
  }
  assert_true(loudest(a, 512) > 1e-3f);
  lv2_close(a);
  lv2_close(b);
}

static void an_instance_that_is_activated_again_is_as_a_new_one(void **state) {
  (void)state;
  static float first[RIG_BLOCK];
  lv2_rig *r = opened(&rig_a, 44100);
  for (int turn = 0; turn < 3; ++turn) {
    lv2_send(r, 5, 0x90, 52, 100);
    lv2_run(r, RIG_BLOCK);
    lv2_run(r, RIG_BLOCK);
    if (turn == 0)
      memcpy(first, r->left, sizeof first);
    assert_true(loudest(r, RIG_BLOCK) > 1e-3f);
    assert_memory_equal(first, r->left, sizeof first);
    if (r->plugin->deactivate != NULL)
      r->plugin->deactivate(r->handle);
    r->plugin->activate(r->handle);
  }
  lv2_close(r);
}

// Power of one frequency in a signal.
static double power_at(const float *x, int count, double cycles) {
  double re = 0;
  double im = 0;
  for (int i = 0; i < count; ++i) {
    const double window = 0.5 - 0.5 * cos(2 * M_PI * i / count);
    re += window * (double)x[i] * cos(2 * M_PI * cycles * i);
    im += window * (double)x[i] * sin(2 * M_PI * cycles * i);
  }
  return re * re + im * im;
}

// The strongest frequency from 140 to 190 Hz, to half a hertz.
static double strongest(const float *x, int count, double rate) {
  double best = 140;
  double most = 0;
  for (double f = 140; f <= 190; f += 0.5) {
    const double power = power_at(x, count, f / rate);
    best = power > most ? f : best;
    most = fmax(power, most);
  }
  return best;
}

static void a_host_that_changes_its_rate_gets_the_same_pitch(void **state) {
  (void)state;
  static const double rates[] = {22050, 44100, 48000, 96000, 192000};
  static float heard[192000 / 4 + RIG_BLOCK];
  double pitch[5];
  lv2_make_bundle(fresh(&rig_a));
  for (size_t i = 0; i < sizeof rates / sizeof rates[0]; ++i) {
    const int count = (int)(rates[i] / 4);
    assert_true(lv2_instantiate(&rig_a, rates[i]));
    rig_a.plugin->activate(rig_a.handle);
    lv2_send(&rig_a, 0, 0x90, 52, 100); // 164.8 Hz, with the body's resonance above it
    for (int n = 0; n < count; n += RIG_BLOCK) {
      lv2_run(&rig_a, RIG_BLOCK);
      memcpy(heard + n, rig_a.left, sizeof rig_a.left);
    }
    pitch[i] = strongest(heard, count, rates[i]);
    assert_true(pitch[i] > 145 && pitch[i] < 185); // no end of the search
    assert_near(pitch[i], pitch[0], 0.5);
    lv2_end(&rig_a);
  }
  lv2_close(&rig_a);
}

static void ports_that_are_not_connected_are_survived(void **state) {
  (void)state;
  lv2_rig *r = opened(&rig_a, 44100);
  const instrument *in = r->handle;
  for (int i = PORT_EVENTS; i < PORT_CONTROLS + in->ports; ++i)
    r->plugin->connect_port(r->handle, (uint32_t)i, NULL);
  r->plugin->connect_port(r->handle, 999, r->left);
  lv2_run(r, 512);
  assert_near(loudest(r, 512), 0, 0);
  lv2_close(r);
}

static void latency_is_told_and_is_that_of_the_player(void **state) {
  (void)state;
  lv2_rig *r = opened(&rig_a, 44100);
  r->value[PORT_LATENCY] = -1;
  lv2_run(r, 0); // hosts ask so, before the first block
  assert_near(r->value[PORT_LATENCY], carom_player_latency(lv2_player(r)), 0);
  r->value[PORT_FREEWHEEL] = 1;
  lv2_run(r, 512);
  lv2_close(r);
}

// --- Values -------------------------------------------------------------------------------------

static void what_is_no_number_moves_nothing_on_any_port(void **state) {
  (void)state;
  static const float odd[] = {NAN, INFINITY, -INFINITY};
  lv2_rig *a = opened(&rig_a, 44100);
  lv2_rig *b = opened(&rig_b, 44100);
  const instrument *in = b->handle;
  for (int i = 0; i < 30; ++i) {
    lv2_send(a, 0, 0x90, 50 + i % 5, 100);
    lv2_send(b, 0, 0x90, 50 + i % 5, 100);
    for (int k = PORT_A4; k < PORT_CONTROLS + in->ports; ++k)
      if (k != PORT_LEARN && k != PORT_RELOAD) // these are switches: infinite is on
        b->value[k] = odd[(i + k) % 3];
      else
        b->value[k] = odd[i % 2 * 2];
    lv2_run(a, 256);
    lv2_run(b, 256);
    assert_memory_equal(a->left, b->left, 256 * sizeof(float));
  }
  assert_true(loudest(a, 256) > 1e-3f);
  lv2_close(a);
  lv2_close(b);
}

static void a_flood_of_messages_is_survived_without_allocation(void **state) {
  (void)state;
  lv2_rig *r = opened(&rig_a, 44100);
  uint64_t seed = 5;
  r->value[PORT_LEARN] = 1;
  const long long before = calls;
  for (int block = 0; block < 20; ++block) {
    for (int i = 0; i < 8000; ++i) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      const int frame = i / 20 + (block % 3 == 0 ? 2000 : block % 3 == 1 ? -300 : 0);
      lv2_send(r, frame, (int)(seed >> 56), (int)(seed >> 48) & 255, (int)(seed >> 40) & 255);
    }
    r->value[lv2_port(r, "stiff")] = (float)(1e6 + block);
    lv2_run(r, 512);
    (void)loudest(r, 512);
  }
  assert_int_equal(calls, before);
  lv2_close(r);
}

// --- Learning -----------------------------------------------------------------------------------

static void the_control_moved_last_learns_the_next_controller_and_the_state_keeps_it(void **state) {
  (void)state;
  lv2_state saved = {0};
  lv2_rig *r = opened(&rig_a, 44100);
  instrument *in = r->handle;
  const int press = carom_model_find_control(carom_player_model(lv2_player(r)), "press");
  lv2_run(r, 64);
  r->value[lv2_port(r, "press")] = 250;
  lv2_run(r, 64);
  r->value[PORT_LEARN] = 1;
  lv2_send(r, 3, 0xB0, 21, 0);
  lv2_send(r, 9, 0xB0, 22, 127); // the tie is made
  lv2_run(r, 64);
  assert_int_equal(carom_player_tied(lv2_player(r), press), 21);
  assert_near(carom_player_get(lv2_player(r), press), 100, 0);
  r->value[PORT_LEARN] = 0;
  r->value[lv2_port(r, "stiff")] = 2e6f; // not learned now
  lv2_send(r, 3, 0xB0, 23, 0);
  lv2_run(r, 64);
  assert_int_equal(lv2_save(r, &saved), LV2_STATE_SUCCESS);
  assert_non_null(strstr(saved.text, "\nlearned press 21\n"));
  assert_null(strstr(saved.text, "learned stiff"));
  lv2_end(r);
  assert_true(lv2_instantiate(r, 44100));
  in = r->handle;
  assert_int_equal(lv2_restore(r, &saved), LV2_STATE_SUCCESS);
  r->plugin->activate(r->handle);
  lv2_send(r, 0, 0xB0, 21, 127);
  lv2_run(r, 64);
  assert_near(carom_player_get(lv2_player(r), press), 300, 0);
  // Values that a project comes with are not moved by hand, even if it was saved with learn on.
  r->value[lv2_port(r, "stiff")] = 3e6f;
  r->value[PORT_LEARN] = 1;
  r->plugin->activate(r->handle);
  lv2_send(r, 3, 0xB0, 23, 0);
  lv2_run(r, 64);
  r->value[PORT_LEARN] = 0;
  assert_int_equal(
      carom_player_tied(
          lv2_player(r),
          carom_plugin_parameter(in->plugin, lv2_port(r, "stiff") - PORT_CONTROLS).control),
      -1);
  // A state in which nothing is learned unties.
  char *line = strstr(saved.text, "learned press 21\n");
  memmove(line, line + 17, saved.size - (size_t)(line + 17 - saved.text));
  saved.size -= 17;
  assert_int_equal(lv2_restore(r, &saved), LV2_STATE_SUCCESS);
  lv2_run(r, 64);
  assert_int_equal(carom_player_tied(lv2_player(r), press), -1);
  lv2_close(r);
}

// --- States -------------------------------------------------------------------------------------

static void a_state_restored_while_it_runs_is_heard_from_the_next_block(void **state) {
  (void)state;
  lv2_state saved = {0};
  lv2_state again = {0};
  lv2_rig *r = opened(&rig_a, 44100);
  const int stiff = carom_model_find_control(carom_player_model(lv2_player(r)), "stiff");
  r->value[lv2_port(r, "stiff")] = 3e6f;
  lv2_run(r, 64);
  assert_int_equal(lv2_save(r, &saved), LV2_STATE_SUCCESS);
  r->value[lv2_port(r, "stiff")] = 5e6f;
  lv2_run(r, 64);
  assert_near(carom_player_get(lv2_player(r), stiff), 5e6, 0);
  // Twice: the one that was not taken yet is forgotten.
  assert_int_equal(lv2_restore_text(r, "carom 1 scene 0\nstiff 0\n"), LV2_STATE_SUCCESS);
  assert_int_equal(lv2_restore(r, &saved), LV2_STATE_SUCCESS);
  assert_near(carom_player_get(lv2_player(r), stiff), 5e6, 0); // not by the thread that restores
  assert_int_equal(lv2_save(r, &again), LV2_STATE_SUCCESS);    // but it can be saved
  assert_string_equal(again.text, saved.text);
  const long long before = calls;
  lv2_run(r, 64);
  assert_int_equal(calls, before);
  assert_near(carom_player_get(lv2_player(r), stiff), 3e6, 0);
  lv2_run(r, 64);
  assert_int_equal(lv2_save(r, &again), LV2_STATE_SUCCESS);
  assert_string_equal(again.text, saved.text);
  lv2_close(r);
}

static void a_state_of_another_version_gives_what_it_can_and_is_told(void **state) {
  (void)state;
  static const struct {
    const char *text, *told;
    double stiff;
    LV2_State_Status status;
  } states[] = {
      {"carom 1 scene 0123\nstiff 4130000000000000\ngone 4130000000000000\n",
       "another version of the scene; 1 of its controls are left", 1048576, LV2_STATE_SUCCESS},
      {"carom 2 scene 0123\nstiff 4130000000000000\nnew words of it\n",
       "another version of Carom; 1 of its lines are left", 1048576, LV2_STATE_SUCCESS},
      {"carom 1 scene 0123\nstiff 7ff8000000000000\n", "1 of its controls are left", 1e7,
       LV2_STATE_SUCCESS},
      {"carom 1 scene 0123\nstiff 7fe0000000000000\n", "0 of its controls are left", 1e8,
       LV2_STATE_SUCCESS}, // beyond its range: held at its end
      {"carom 1 scene 0123\npluck 4130000000000000\nlearned stiff 900\nlearned gone 3\n",
       "3 of its controls are left", 1e7, LV2_STATE_SUCCESS},
      {"something else\n", "this state is none of Carom; it is left", 1e7, LV2_STATE_ERR_UNKNOWN},
  };
  for (size_t i = 0; i < sizeof states / sizeof states[0]; ++i) {
    lv2_rig *r = opened(&rig_a, 44100);
    assert_int_equal(lv2_restore_text(r, states[i].text), states[i].status);
    if (strstr(r->log, states[i].told) == NULL)
      fail_msg("%s: %s", states[i].told, r->log);
    lv2_send(r, 0, 0x90, 52, 100);
    for (int k = 0; k < 8; ++k)
      lv2_run(r, 512);
    assert_true(loudest(r, 512) > 1e-3f); // it plays on
    const int stiff = carom_model_find_control(carom_player_model(lv2_player(r)), "stiff");
    assert_near(carom_player_get(lv2_player(r), stiff), states[i].stiff, 0);
    lv2_close(r);
  }
}

static void damaged_states_do_no_harm(void **state) {
  (void)state;
  uint64_t seed = 11;
  lv2_state good = {0};
  lv2_rig *r = opened(&rig_a, 44100);
  assert_int_equal(lv2_save(r, &good), LV2_STATE_SUCCESS);
  for (int i = 0; i < 300; ++i) {
    lv2_state bad = good;
    for (int k = 0; k < 4; ++k) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      bad.text[(seed >> 33) % (bad.size - 1)] = (char)(1 + (seed >> 20) % 255);
    }
    if (i % 5 == 0)
      bad.size = 1 + (seed >> 33) % bad.size; // cut, and not terminated
    (void)lv2_restore(r, &bad);
    lv2_run(r, 16);
    (void)loudest(r, 16);
  }
  good.size = 0;
  assert_int_equal(lv2_restore(r, &good), LV2_STATE_ERR_NO_PROPERTY);
  lv2_close(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_of_no_samples_change_nothing),
      cmocka_unit_test(an_instance_that_is_activated_again_is_as_a_new_one),
      cmocka_unit_test(a_host_that_changes_its_rate_gets_the_same_pitch),
      cmocka_unit_test(ports_that_are_not_connected_are_survived),
      cmocka_unit_test(latency_is_told_and_is_that_of_the_player),
      cmocka_unit_test(what_is_no_number_moves_nothing_on_any_port),
      cmocka_unit_test(a_flood_of_messages_is_survived_without_allocation),
      cmocka_unit_test(the_control_moved_last_learns_the_next_controller_and_the_state_keeps_it),
      cmocka_unit_test(a_state_restored_while_it_runs_is_heard_from_the_next_block),
      cmocka_unit_test(a_state_of_another_version_gives_what_it_can_and_is_told),
      cmocka_unit_test(damaged_states_do_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
