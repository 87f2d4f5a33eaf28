// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bows with uneven hair and hands that drift: as strong as they are said to be, the same for the
// same seed in blocks of any length and after a restore, and with books that balance.

#include "base/random.h"
#include "support.h"

// The first outputs of SplitMix64 with seeds 0 and 1234567, as its authors' program prints them.
static void random_numbers_are_those_of_splitmix64(void **state) {
  (void)state;
  assert_true(random_bits(0, 0) == 0xE220A8397B1DCDAFU);
  assert_true(random_bits(0, 1) == 0x6E789E6AA1B965F4U);
  assert_true(random_bits(0, 2) == 0x06C45D188009454FU);
  assert_true(random_bits(1234567, 0) == 6457827717110365317U);
  assert_true(random_bits(1234567, 1) == 3203168211198807973U);
}

static void they_are_even_and_have_no_memory(void **state) {
  (void)state;
  enum { MANY = 100000 };
  double sum = 0;
  double squares = 0;
  double products = 0;
  for (int n = 0; n < MANY; ++n) {
    const double x = random_signed(7, (uint64_t)n);
    assert_true(x > -1 && x < 1);
    sum += x;
    squares += x * x;
    products += x * random_signed(7, (uint64_t)n + 1);
  }
  assert_near(sum / MANY, 0, 0.01); // five standard errors
  assert_near(squares / MANY, 1.0 / 3, 0.005);
  assert_near(products / MANY, 0, 0.006);
}

// --- A bow --------------------------------------------------------------------------------------

// A mass that a bow drags from rest: it slips all the time.
#define DRAGGED                                                                                    \
  "{carom: 1, duration: 1, %s bodies: {m: {type: mass, mass: 1e5}}, contacts: {b: {type: bow, "    \
  "on: "                                                                                           \
  "m, force: 2, speed: 0.5, sharpness: 8, noise: 0.4 %s}}, outputs: {f: {of: b, quantity: "        \
  "force}}}"

static rig dragged(const char *top, const char *bow) {
  char text[600];
  snprintf(text, sizeof text, DRAGGED, top, bow);
  return rig_of(scene_of(text));
}

// F = f_B (1 + noise xi) Phi(-v_B): mean and spread as for xi evenly between -1 and 1.
static void the_force_varies_by_its_noise_and_not_on_average(void **state) {
  (void)state;
  rig r = dragged("", "");
  const double still = 2 * sqrt(16.0) * 0.5 * exp(0.5 - 8 * 0.25);
  double sum = 0;
  double squares = 0;
  enum { MANY = 20000 };
  for (int n = 0; n < MANY; ++n) {
    rig_steps(&r, 1);
    const double f = -carom_output(r.model, r.state, 0) / still;
    assert_true(f > 0.6 - 1e-3 && f < 1.4 + 1e-3);
    sum += f;
    squares += (f - 1) * (f - 1);
  }
  assert_near(sum / MANY, 1, 0.01);
  assert_near(sqrt(squares / MANY), 0.4 / sqrt(3), 0.01);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
}

#define BOWED                                                                                      \
  "{carom: 1, duration: 1, %s bodies: {s: {type: string, length: 1, linear_density: 6e-3, pitch: " \
  "A2, sigma0: 1, sigma1: 2e-3}}, contacts: {b: {type: bow, on: s@0.12, force: 0.6, speed: 0.15, " \
  "noise: 0.5 %s}}, outputs: {o: {of: s@0.93, quantity: velocity}}}"

static rig bowed(const char *top, const char *bow) {
  char text[600];
  snprintf(text, sizeof text, BOWED, top, bow);
  return rig_of(scene_of(text));
}

static void the_ledger_balances_with_noise(void **state) {
  (void)state;
  static const char *const bows[] = {"",
                                     ", solve: linear",
                                     ", solve: linear2",
                                     ", law: elasto-plastic",
                                     ", noise: 1",
                                     ", law: elasto-plastic, noise: 1"};
  for (int i = 0; i < 6; ++i) {
    char bow[100];
    snprintf(bow, sizeof bow, "%s", bows[i]);
    char text[600];
    snprintf(text, sizeof text, BOWED, i % 2 == 0 ? "" : "solver: {oversample: 2},",
             strstr(bow, "noise") != NULL ? "" : bow);
    carom_scene *scene = scene_of(text);
    if (strstr(bow, "noise") != NULL)
      rig_set(scene, "contacts.b.noise", "1");
    if (i == 5)
      rig_set(scene, "contacts.b.law", "elasto-plastic");
    rig r = rig_of(scene);
    rig_steps(&r, 20000);
    const carom_ledger l = carom_state_ledger(r.state);
    assert_at_most(rig_error(&r), 1e-11);
    assert_true(l.supplied > 1e-4 && l.dissipated > 0);
    const carom_share bow_share = carom_contact_share(r.model, r.state, 0);
    assert_true(bow_share.dissipated > 0); // friction only takes
    rig_free(&r);
  }
}

static void the_same_seed_gives_the_same_bytes_and_another_does_not(void **state) {
  (void)state;
  rig r[3] = {bowed("seed: 5,", ""), bowed("seed: 5,", ""), bowed("seed: 6,", "")};
  bool differs = false;
  for (int n = 0; n < 10000; ++n) {
    for (int i = 0; i < 3; ++i)
      rig_steps(&r[i], 1);
    assert_true(carom_output(r[0].model, r[0].state, 0) == carom_output(r[1].model, r[1].state, 0));
    differs = differs ||
              carom_output(r[0].model, r[0].state, 0) != carom_output(r[2].model, r[2].state, 0);
  }
  assert_true(differs);
  for (int i = 0; i < 3; ++i)
    rig_free(&r[i]);
}

// Two bows of one scene have noise of their own.
static void two_bows_do_not_share_their_noise(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, bodies: {a: {type: mass, mass: 1}, b: {type: mass, mass: 1}}, contacts: {x: "
      "{type: bow, on: a, noise: 1}, y: {type: bow, on: b, noise: 1}}, outputs: {f: {of: x, "
      "quantity: force}, g: {of: y, quantity: force}}}"));
  int equal = 0;
  for (int n = 0; n < 1000; ++n) {
    rig_steps(&r, 1);
    equal += carom_output(r.model, r.state, 0) == carom_output(r.model, r.state, 1);
  }
  assert_int_equal(equal, 0);
  rig_free(&r);
}

static void blocks_and_restores_change_nothing(void **state) {
  (void)state;
  enum { SAMPLES = 4000 };
  static double whole[SAMPLES * 2];
  static double blocks[SAMPLES * 2];
  rig r = bowed("solver: {oversample: 2},", "");
  assert_int_equal(carom_process(r.model, r.state, SAMPLES, whole), CAROM_OK);
  carom_state_reset(r.model, r.state);
  unsigned char *saved = malloc(carom_state_saved_size(r.model));
  int done = 0;
  for (int block = 1; done < SAMPLES; block = block * 7 % 61 + 1) {
    const int count = SAMPLES - done < block ? SAMPLES - done : block;
    carom_state_save(r.model, r.state, saved);
    rig_steps(&r, 17); // lost again
    assert_int_equal(carom_state_restore(r.model, r.state, saved), CAROM_OK);
    assert_int_equal(carom_process(r.model, r.state, count, blocks + 2 * done), CAROM_OK);
    done += count;
  }
  assert_memory_equal(whole, blocks, sizeof whole);
  free(saved);
  rig_free(&r);
}

// More steps leave the noise of the band alone: the spread of sums over 64 / 44100 s.
static void rate_and_oversampling_keep_the_level_of_the_noise(void **state) {
  (void)state;
  static const char *const tops[] = {"", "solver: {oversample: 8},", "rate: 96000,",
                                     "rate: 352800,"};
  static const int steps[] = {64, 512, 139, 512};
  double level[4];
  for (int i = 0; i < 4; ++i) {
    rig r = dragged(tops[i], "");
    double squares = 0;
    for (int n = 0; n < 300; ++n) {
      double sum = 0;
      for (int k = 0; k < steps[i]; ++k) {
        rig_steps(&r, 1);
        sum += (-carom_output(r.model, r.state, 0) / (2 * 2 * exp(-1.5)) - 1) / steps[i];
      }
      squares += sum * sum;
    }
    level[i] = sqrt(squares);
    assert_near(20 * log10(level[i] / level[0]), 0, 1);
    rig_free(&r);
  }
}

// --- Drift --------------------------------------------------------------------------------------

#define DRIFTS                                                                                     \
  "{carom: 1, rate: 10000, duration: 3, seed: %d, bodies: {s: {type: string, length: 1, "          \
  "linear_density: 6e-3, pitch: 100}}, contacts: {b: {type: bow, on: s@0.1, force: 0}}, score: "   \
  "[{gesture: bow, at: 0.1, force: 2, speed: 0.2, over: 0.1, drift: 0.1}, {gesture: tune, at: 0, " \
  "pitch: A2, drift: 0.01}, {gesture: bow, at: 2, force: 0, over: 0.1}]}"

static rig drifting(int seed) {
  char text[600];
  snprintf(text, sizeof text, DRIFTS, seed);
  return rig_of(scene_of(text));
}

// From the end of the gesture to the next one a value stays within its drift and moves on lines.
static void a_hand_drifts_within_its_bounds_and_is_still_when_it_is_off(void **state) {
  (void)state;
  rig r = drifting(1);
  const int force = carom_model_find_live(r.model, "contacts.b.force");
  const int speed = carom_model_find_live(r.model, "contacts.b.speed");
  const int pitch = carom_model_find_live(r.model, "bodies.s.pitch");
  double low = INFINITY;
  double high = -INFINITY;
  double before = 2;
  bool together = true;
  for (int n = 0; n < 30000; ++n) {
    rig_steps(&r, 1);
    const double f = carom_state_get(r.model, r.state, force);
    const double hz = carom_state_get(r.model, r.state, pitch);
    assert_true(hz > 110 * 0.99 - 1e-9 && hz < 110 * 1.01 + 1e-9);
    if (n > 2000 && n <= 20000) {
      low = fmin(low, f);
      high = fmax(high, f);
      assert_at_most(fabs(f - before), 0.4 / 1000 * 1.001); // both ends in a tenth of a second
      together = together && fabs(carom_state_get(r.model, r.state, speed) * 10 - f) < 1e-3;
      before = f;
    }
    if (n > 21001)
      assert_near(f, 0, 0);
  }
  assert_true(low >= 1.8 && high <= 2.2 && high - low > 0.15);
  assert_false(together); // each key on its own
  assert_at_most(rig_error(&r), 1e-11);
  rig_free(&r);
}

static void drift_is_drawn_by_the_seed(void **state) {
  (void)state;
  rig r[3] = {drifting(1), drifting(1), drifting(2)};
  const int force = carom_model_find_live(r[0].model, "contacts.b.force");
  bool differs = false;
  for (int n = 0; n < 20000; ++n) {
    for (int i = 0; i < 3; ++i)
      rig_steps(&r[i], 1);
    assert_true(carom_state_get(r[0].model, r[0].state, force) ==
                carom_state_get(r[1].model, r[1].state, force));
    differs |= carom_state_get(r[0].model, r[0].state, force) !=
               carom_state_get(r[2].model, r[2].state, force);
  }
  assert_true(differs);
  for (int i = 0; i < 3; ++i)
    rig_free(&r[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_numbers_are_those_of_splitmix64),
      cmocka_unit_test(they_are_even_and_have_no_memory),
      cmocka_unit_test(the_force_varies_by_its_noise_and_not_on_average),
      cmocka_unit_test(the_ledger_balances_with_noise),
      cmocka_unit_test(the_same_seed_gives_the_same_bytes_and_another_does_not),
      cmocka_unit_test(two_bows_do_not_share_their_noise),
      cmocka_unit_test(blocks_and_restores_change_nothing),
      cmocka_unit_test(rate_and_oversampling_keep_the_level_of_the_noise),
      cmocka_unit_test(a_hand_drifts_within_its_bounds_and_is_still_when_it_is_off),
      cmocka_unit_test(drift_is_drawn_by_the_seed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
