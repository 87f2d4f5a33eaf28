// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How the tromba marina of `make demo` sounds: it speaks at once, its body resonates, the bow
// hisses and drifts as its seed says, and the last note rings out.

#include "spectrum.h"
#include "support.h"

enum { RATE = 44100, SAMPLES = 7 * RATE + 1, SPECTRUM = 1 << 16 };

static double sound[2][SAMPLES];

// Plays the scene for so many samples and keeps what is heard of the body.
static rig play(const char *seed, int samples, int to) {
  carom_scene *scene = scene_of("tromba");
  rig_set(scene, "seed", seed);
  rig r = rig_of(scene);
  assert_near(carom_model_describe(r.model).rate, RATE, 0);
  const int body = carom_model_find_output(r.model, "body");
  for (int n = 0; n < samples; ++n) {
    rig_steps(&r, 1);
    sound[to][n] = carom_output(r.model, r.state, body);
  }
  return r;
}

static double level(const double *x, double from, double until) {
  double sum = 0;
  const int first = (int)(from * RATE);
  const int end = (int)(until * RATE);
  for (int n = first; n < end; ++n)
    sum += x[n] * x[n] / (end - first);
  return 10 * log10(sum + 1e-300);
}

// -6 dB of the steady level, over 20 ms; the level of the last tenth of a second; the ledger of
// all.
static void it_speaks_at_once_rings_out_and_closes_its_ledger(void **state) {
  (void)state;
  if (slow_build())
    skip();
  rig r = play("1", SAMPLES, 0);
  const double steady = level(sound[0], 0.8, 1.5);
  double onset = 0;
  while (onset < 1 && level(sound[0], onset, onset + 0.02) < steady - 6)
    onset += 0.001;
  const double end = level(sound[0], 6.9, 7);
  const double ringing = level(sound[0], 5.3, 5.5); // the bow has left
  print_message("onset %.3f s, ringing %.1f dB, end %.1f dB, balance %.1e\n", onset + 0.01,
                ringing - steady, end - steady, rig_error(&r));
  assert_at_most(onset + 0.01, 0.15);
  assert_true(ringing > steady - 25);
  assert_at_most(end, steady - 30);
  assert_at_most(rig_error(&r), 1e-12);
  assert_true(carom_state_ledger(r.state).supplied > 0.1); // J, by the bow
  rig_free(&r);
}

// A mode of the body below 250 Hz, as the model tells it, and a part of the sound within 15 Hz of
// it.
static void the_body_resonates_below_250_hertz(void **state) {
  (void)state;
  if (slow_build())
    skip();
  rig r = play("1", RATE * 3 / 2, 0);
  carom_mode_info mode;
  assert_int_equal(carom_body_modes(r.model, carom_model_find_body(r.model, "body"), 1, &mode), 1);
  assert_true(mode.frequency > 100 && mode.frequency < 250);
  double *power = spectrum_powers(sound[0] + RATE / 2, RATE, SPECTRUM);
  double all = 0;
  double near = 0;
  for (int i = 0; i <= SPECTRUM / 2; ++i) {
    const double f = (double)i * RATE / SPECTRUM;
    all += power[i];
    near += fabs(f - mode.frequency) < 15 ? power[i] : 0;
  }
  print_message("mode at %.1f Hz: %.1f dB of the sound\n", mode.frequency, 10 * log10(near / all));
  assert_true(10 * log10(near / all) > -12);
  free(power);
  rig_free(&r);
}

static void a_seed_is_a_take(void **state) {
  (void)state;
  const int samples = slow_build() ? 2000 : RATE / 2;
  const char *const seeds[] = {"1", "1", "2"};
  bool same = true;
  for (int i = 0; i < 3; ++i) {
    rig r = play(seeds[i], samples, i > 0);
    same = memcmp(sound[0], sound[1], (size_t)samples * sizeof(double)) == 0;
    assert_true(i == 0 || same == (i == 1));
    rig_free(&r);
  }
}

// Where it slips the friction is f_B (1 + 0.2 xi) Phi(v), a = 100: its spread about f_B Phi(v), by
// the v and f_B of each sample, is that of an even xi.
static void the_bow_hisses_where_it_slips(void **state) {
  (void)state;
  rig r = rig_of(scene_of("tromba"));
  const int friction = carom_model_find_output(r.model, "friction");
  const int slide = carom_model_find_output(r.model, "slide");
  const int force = carom_model_find_live(r.model, "contacts.bow.force");
  double squares = 0;
  int slips = 0;
  for (int n = 0; n < (slow_build() ? RATE / 2 : RATE); ++n) {
    rig_steps(&r, 1);
    const double v = carom_output(r.model, r.state, slide);
    const double phi = sqrt(200) * v * exp(0.5 - 100 * v * v);
    if (fabs(v) < 0.05 || fabs(phi) < 1e-6)
      continue;
    const double rest = carom_output(r.model, r.state, friction) /
                            (carom_state_get(r.model, r.state, force) * phi) -
                        1;
    assert_at_most(fabs(rest), 0.2 + 1e-6);
    squares += rest * rest;
    ++slips;
  }
  assert_true(slips > 500);
  assert_near(sqrt(squares / slips), 0.2 / sqrt(3), 0.01);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_speaks_at_once_rings_out_and_closes_its_ledger),
      cmocka_unit_test(the_body_resonates_below_250_hertz),
      cmocka_unit_test(a_seed_is_a_take),
      cmocka_unit_test(the_bow_hisses_where_it_slips),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
