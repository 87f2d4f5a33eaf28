// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Claims about strings that buzz on a curved bridge by the audio method: the same motion as a rigid
// bridge gives, the ledger, what the buzz does to the spectrum, and forces along the bridge.

#include "test/spectrum.h"
#include "test/support.h"

// --- Against the rigid method -------------------------------------------------------------------

enum { PERIODS = 10, RATE = 200 };

// An ideal string, dimensionless, of period 2, tangent at its end to a parabola that falls by 0.32
// over 0.1: its first mode wraps and unwraps a twentieth of its length. The midpoint, RATE times a
// unit of time.
static void swing(const char *method, int rate, int points, double amplitude, double *mid) {
  char text[1024];
  snprintf(text, sizeof text,
           "{carom: 1, rate: %d, duration: 20, bodies: {s: {type: string, length: 1, "
           "linear_density: 1, tension: 1, points: %d, start: {shape: sine, amplitude: %g}}, w: "
           "{type: barrier, position: -0.32, profile: {shape: parabola, height: 0.32, width: 0.2, "
           "at: -0.1, from: 0, to: 0.1}}}, contacts: {c: {type: collision, below: w, above: s, "
           "along: true, stiffness: 1e7, exponent: 1}}, outputs: {mid: {of: s@0.5}}, solver: "
           "{method: %s}}",
           rate, points, amplitude, method);
  rig r = rig_of(scene_of(text));
  for (int n = 0; n < 2 * PERIODS * RATE; ++n) {
    rig_steps(&r, 1);
    mid[n] = carom_output(r.model, r.state, 0) / amplitude;
    rig_steps(&r, rate / RATE - 1);
  }
  rig_free(&r);
}

static double distance(const double *a, const double *b) {
  double sum = 0;
  for (int n = 0; n < 2 * PERIODS * RATE; ++n)
    sum += (a[n] - b[n]) * (a[n] - b[n]);
  return sqrt(sum / (2 * PERIODS * RATE));
}

// Ten periods, 200 points: a percent of the amplitude, rms, between the two methods. The rigid one
// with 3200 points stands for the truth, to which the audio method converges. A lower swing has
// smaller errors in both.
static void the_audio_method_swings_as_on_a_rigid_bridge(void **state) {
  (void)state;
  static double coarse[2 * PERIODS * RATE];
  static double fine[2 * PERIODS * RATE];
  static double mid[2 * PERIODS * RATE];
  swing("rigid", RATE, 200, 1, coarse);
  swing("rigid", RATE, 3200, 1, fine);
  swing("audio", RATE, 200, 1, mid);
  assert_at_most(distance(mid, coarse), 0.01);
  assert_at_most(distance(mid, fine), 0.007);
  swing("rigid", RATE, 200, 0.5, coarse);
  swing("rigid", RATE, 3200, 0.5, fine);
  double before = INFINITY;
  for (int times = 1; times <= 4; times *= 2) {
    swing("audio", times * RATE, times * 200, 0.5, mid);
    const double error = distance(mid, fine);
    assert_at_most(error, times == 1 ? 0.0025 : before / 2);
    assert_at_most(times == 1 ? distance(mid, coarse) : 0, 0.003);
    before = error;
  }
}

// --- A steel string on a jawari -----------------------------------------------------------------

// The string of the scene `sitar` by itself, plucked downwards near its bridge.
static carom_scene *sitar_string(double fall, int rate, double force) {
  carom_scene *scene = scene_of(
      "{carom: 1, duration: 10, bodies: {s: {type: string, length: 0.88, density: 7850, radius: "
      "1.5e-4, pitch: 136, youngs: 2e11, sigma0: 0.6, sigma1: 2e-4}, bridge: {type: barrier, "
      "profile: {shape: parabola, width: 0.08, at: -0.04, from: 0, to: 0.04}}}, contacts: "
      "{jawari: {type: collision, below: bridge, above: s, along: true, stiffness: 1e8, exponent: "
      "1.5}}, score: [{gesture: pluck, at: 0.02, on: s@0.12, over: 0.012}], outputs: {v: "
      "{of: s@0.97, quantity: velocity}, force: {of: jawari, quantity: force}}, solver: "
      "{oversample: 2}}");
  rig_set_number(scene, "rate", rate);
  rig_set_number(scene, "bodies.bridge.profile.height", fall);
  rig_set_number(scene, "bodies.bridge.position", -fall);
  rig_set_number(scene, "score.1.force", force);
  return scene;
}

// The next sample of its velocity; two steps.
static double sample(rig *r) {
  rig_steps(r, 1);
  const double v = carom_output(r->model, r->state, 0);
  rig_steps(r, 1);
  return v;
}

static void the_sitars_string_keeps_its_ledger_for_ten_seconds(void **state) {
  (void)state;
  rig r = rig_of(sitar_string(2.6e-4, 44100, -0.6));
  rig_steps(&r, slow_build() ? 44100 : 882000);
  assert_at_most(rig_error(&r), 1e-10);
  assert_at_most(rig_error(&r), 1e-12); // and better
  rig_free(&r);
}

// The spectral centroid of thirty milliseconds, Hz.
static double centroid(rig *r, double from) {
  enum { COUNT = 1323, ROOM = 4096 };
  static double x[ROOM];
  rig_steps(r, (long long)(from * 88200) - carom_state_steps(r->state));
  for (int n = 0; n < COUNT; ++n)
    x[n] = sample(r);
  return spectrum_centroid(x, COUNT, ROOM, 44100);
}

// On the jawari energy goes up the spectrum for fifty milliseconds; over a bridge that falls away
// fast, and so ends the string at a point, the sound is duller from the first moment on.
static void its_spectrum_rises_after_the_pluck(void **state) {
  (void)state;
  const double times[] = {0.034, 0.08, 1};
  const double falls[] = {2.6e-4, 1e-2};
  double c[2][3];
  for (int i = 0; i < 2; ++i) {
    rig r = rig_of(sitar_string(falls[i], 44100, -0.6));
    for (int t = 0; t < 3; ++t)
      c[i][t] = centroid(&r, times[t]);
    rig_free(&r);
  }
  assert_true(c[0][1] > 1.3 * c[0][0]); // it rises
  assert_true(c[0][2] < c[0][1]);       // and sinks later
  assert_true(c[1][1] < c[1][0] && c[1][2] < c[1][1]);
  assert_true(c[0][1] > 2 * c[1][1]);
}

// The level between 800 and 1600 Hz over sixty milliseconds, dB.
static double formant(rig *r, double from) {
  enum { COUNT = 2646, ROOM = 4096 };
  static double x[ROOM];
  rig_steps(r, (long long)(from * 88200) - carom_state_steps(r->state));
  for (int n = 0; n < COUNT; ++n)
    x[n] = sample(r);
  double *power = spectrum_powers(x, COUNT, ROOM);
  const double level = 10 * log10(spectrum_band(power, ROOM, 44100, 800, 1600));
  free(power);
  return level;
}

// The first string of the scene, plucked from 0.05 to 0.1 s: its formant grows for half a second.
// Without thread and bridge the same band only fades.
static void the_tanpuras_bridge_feeds_a_formant(void **state) {
  (void)state;
  double rise[2];
  for (int i = 0; i < 2; ++i) {
    carom_scene *scene = scene_of("tanpura");
    if (i == 1) {
      rig_set(scene, "bodies.thread.position", "-1e-2");
      rig_set(scene, "bodies.bridge.position", "-1e-2");
    }
    rig r = rig_of(scene);
    const double first = formant(&r, 0.105);
    rise[i] = formant(&r, 0.5) - first;
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
  assert_true(rise[0] > 6);
  assert_true(rise[1] < -2);
}

// Levels of octave bands from 125 Hz to 8 kHz over the second after the pluck, as powers averaged
// over six plucks: single ones go apart, as rattles do.
static void octaves_at(int rate, double *level) {
  enum { ROOM = 1 << 17, BANDS = 7 };
  static double x[ROOM];
  const int count = (int)(0.95 * rate);
  double power[BANDS] = {0};
  for (int i = 0; i < 6; ++i) {
    rig r = rig_of(sitar_string(2.6e-4, rate, -0.55 - 0.02 * i));
    rig_steps(&r, (long long)(0.1 * rate));
    for (int n = 0; n < count; ++n)
      x[n] = sample(&r);
    double *powers = spectrum_powers(x, count, ROOM);
    for (int b = 0; b < BANDS; ++b) {
      const double f = 125 * pow(2, b);
      power[b] += spectrum_band(powers, ROOM, rate, f / sqrt(2), f * sqrt(2));
    }
    free(powers);
    rig_free(&r);
  }
  for (int b = 0; b < BANDS; ++b)
    level[b] = 10 * log10(power[b]);
}

// With two steps a sample, as in the scene. With one, only six links of the grid lie on the bridge,
// and the highest band goes apart by 1.2 dB.
static void it_sounds_the_same_at_44_48_and_96_kilohertz(void **state) {
  (void)state;
  if (slow_build())
    skip();
  double level[3][7];
  const int rates[] = {44100, 48000, 96000};
  for (int i = 0; i < 3; ++i)
    octaves_at(rates[i], level[i]);
  for (int i = 0; i < 3; ++i)
    for (int b = 0; b < 7; ++b)
      assert_near(level[i][b], level[(i + 1) % 3][b], 1);
}

// --- Forces along the bridge --------------------------------------------------------------------

static void forces_along_a_contact_add_up_to_its_force(void **state) {
  (void)state;
  carom_scene *scene = sitar_string(2.6e-4, 88200, -0.6);
  rig_set(scene, "solver.oversample", "1");
  rig r = rig_of(scene);
  const carom_contact_info info = carom_model_contact(r.model, 0);
  double force[64];
  assert_int_equal(carom_contact_forces(r.model, r.state, 0, NULL, 0), info.places);
  assert_true(info.places == info.links && info.places > 8 && info.places < 64);
  const double h = carom_model_body(r.model, 0).size_x / carom_model_body(r.model, 0).points_x;
  assert_near(info.first, h, 1e-12);
  assert_near(info.last, info.places * h, 1e-12);
  assert_true(info.last - h < 0.04 && info.last >= 0.04); // the last cell is covered in part
  double most = 0;
  int partly = 0;
  for (int n = 0; n < 8000; ++n) {
    rig_steps(&r, 1);
    double sum = 0;
    int pushing = 0;
    carom_contact_forces(r.model, r.state, 0, force, 64);
    for (int i = 0; i < info.places; ++i) {
      assert_true(force[i] >= 0);
      sum += force[i];
      pushing += force[i] > 0;
    }
    assert_near(sum, carom_output(r.model, r.state, 1), 1e-12);
    most = fmax(most, sum);
    partly += pushing > 0 && pushing < info.places;
  }
  assert_true(most > 0.1 && partly > 200);
  assert_int_equal(carom_contact_forces(r.model, r.state, -1, NULL, 0), 0);
  assert_int_equal(carom_contact_forces(r.model, r.state, 1, NULL, 0), 0);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_audio_method_swings_as_on_a_rigid_bridge),
      cmocka_unit_test(the_sitars_string_keeps_its_ledger_for_ten_seconds),
      cmocka_unit_test(its_spectrum_rises_after_the_pluck),
      cmocka_unit_test(the_tanpuras_bridge_feeds_a_formant),
      cmocka_unit_test(it_sounds_the_same_at_44_48_and_96_kilohertz),
      cmocka_unit_test(forces_along_a_contact_add_up_to_its_force),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
