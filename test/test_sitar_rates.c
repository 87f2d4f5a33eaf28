// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The scene `sitar` sounds the same at 44.1, 48 and 96 kHz, because its string, on a grid, has the
// waves of the stiff string.

#include "test/spectrum.h"
#include "test/support.h"

enum { BANDS = 7, ROOM = 1 << 18, OUTPUTS = 2, PLUCKS = 4 };

static const char *const outputs[OUTPUTS] = {"string", "table"};

// Powers of the octave bands from 125 Hz to 8 kHz, of the open string and the first fret for nearly
// a second each, added up over plucks of several strengths: rattles of single ones go apart.
static void add_powers(int rate, double force, double power[OUTPUTS][BANDS]) {
  static double sound[OUTPUTS][ROOM];
  carom_scene *scene = scene_of("sitar");
  rig_set_number(scene, "rate", rate);
  rig_set_number(scene, "score.1.force", force);
  rig_set(scene, "score.2.at", "0.93");
  rig_set(scene, "score.3.at", "0.98");
  rig_set_number(scene, "score.3.force", force);
  rig r = rig_of(scene);
  const int count = (int)(1.9 * rate);
  assert_true(count < ROOM);
  for (int n = 0; n < count; ++n) {
    rig_steps(&r, 1);
    for (int o = 0; o < OUTPUTS; ++o)
      sound[o][n] = carom_output(r.model, r.state, carom_model_find_output(r.model, outputs[o]));
    rig_steps(&r, 1);
  }
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  for (int o = 0; o < OUTPUTS; ++o) {
    double *powers = spectrum_powers(sound[o], count, ROOM);
    for (int b = 0; b < BANDS; ++b) {
      const double f = 125 * pow(2, b);
      power[o][b] += spectrum_band(powers, ROOM, rate, f / sqrt(2), f * sqrt(2));
    }
    free(powers);
  }
}

static void the_whole_sitar_sounds_the_same_at_44_48_and_96_kilohertz(void **state) {
  (void)state;
  if (slow_build())
    skip();
  const int rates[] = {44100, 48000, 96000};
  double power[3][OUTPUTS][BANDS] = {{{0}}};
  for (int i = 0; i < 3; ++i)
    for (int n = 0; n < PLUCKS; ++n)
      add_powers(rates[i], -0.57 - 0.02 * n, power[i]);
  for (int i = 0; i < 3; ++i)
    for (int o = 0; o < OUTPUTS; ++o)
      for (int b = 0; b < BANDS; ++b)
        assert_near(10 * log10(power[i][o][b] / power[(i + 1) % 3][o][b]), 0, 1);
}

// Against the closed form. Given as many points, the grid is left alone and is out of tune.
static void a_stiff_string_touched_along_it_is_in_tune_on_its_grid(void **state) {
  (void)state;
  enum { MODES = 60 };
  double worst[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = scene_of("sitar");
    if (i == 1)
      rig_set(scene, "bodies.string.points", "224");
    rig r = rig_of(scene);
    carom_mode_info modes[MODES];
    assert_int_equal(carom_model_body(r.model, 0).points_x, 224);
    assert_int_equal(carom_body_modes(r.model, 0, MODES, modes), MODES);
    assert_true(modes[MODES - 1].true_frequency > 8000 && !modes[MODES - 1].estimated);
    for (int j = 0; j < MODES; ++j)
      worst[i] = fmax(worst[i], fabs(modes[j].cents));
    rig_free(&r);
  }
  assert_at_most(worst[0], 8);
  assert_true(worst[1] > 25);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stiff_string_touched_along_it_is_in_tune_on_its_grid),
      cmocka_unit_test(the_whole_sitar_sounds_the_same_at_44_48_and_96_kilohertz),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
