// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// From outputs to audio.wav: level, balance, what is removed and what must stay.

#include "io/sound.h"
#include "support.h"
#include <sndfile.h>
#include <unistd.h>

enum { ROOM = 200000 };

typedef struct {
  SF_INFO info;
  double frame[ROOM][2];
} wav;

// Runs a scene into a folder of its own and reads its sound back.
static void render(carom_scene *scene, wav *w) {
  char directory[FOLDER_ROOM];
  make_test_folder(directory);
  carom_model *model = NULL;
  carom_error error;
  carom_run_report report;
  if ((model = carom_model_compile(scene, NULL, &error)) == NULL)
    fail_msg("%s", error.text);
  const carom_run_options options = {.size = sizeof options, .directory = directory, .wav = true};
  if (carom_run(scene, model, &options, &report, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  char path[256];
  snprintf(path, sizeof path, "%s/audio.wav", directory);
  w->info = (SF_INFO){0};
  SNDFILE *file = sf_open(path, SFM_READ, &w->info);
  assert_non_null(file);
  assert_int_equal(w->info.channels, 2);
  assert_true(w->info.frames <= ROOM);
  assert_int_equal(sf_readf_double(file, w->frame[0], w->info.frames), w->info.frames);
  sf_close(file);
  static const char *const names[] = {"audio.wav", "energy.csv", "events.csv", "summary.json"};
  for (int i = 0; i < 4; ++i) {
    snprintf(path, sizeof path, "%s/%s", directory, names[i]);
    assert_int_equal(remove(path), 0);
  }
  assert_int_equal(rmdir(directory), 0); // nothing else is left behind
  carom_model_free(model);
  carom_scene_free(scene);
}

static double peak(const wav *w, int channel) {
  double most = 0;
  for (int i = 0; i < w->info.frames; ++i)
    most = fmax(most, fabs(w->frame[i][channel]));
  return most;
}

// Amplitude of one frequency in the left channel over the last part of the sound.
static double amplitude(const wav *w, double frequency, int from) {
  double re = 0;
  double im = 0;
  double sum = 0;
  const int n = (int)w->info.frames - from;
  for (int i = 0; i < n; ++i) {
    const double window = 0.5 - 0.5 * cos(2 * M_PI * i / n);
    const double phase = 2 * M_PI * frequency * i / w->info.samplerate;
    re += window * w->frame[from + i][0] * cos(phase);
    im += window * w->frame[from + i][0] * sin(phase);
    sum += window;
  }
  return 2 * hypot(re, im) / sum;
}

static const char *const tone = "{carom: 1, rate: 44100, duration: 1, bodies: {m: {type: mass, "
                                "mass: 1, frequency: 500, position: "
                                "0.25}, far: {type: mass, mass: 1, frequency: 0, position: 3}}, "
                                "outputs: {o: {of: m, audio: true, gain: "
                                "2, pan: -1}}}";

static wav a;
static wav b;

static void gain_and_pan_are_taken_as_given(void **state) {
  (void)state;
  render(scene_of(tone), &a);
  assert_int_equal(a.info.frames, 44101);
  assert_near(amplitude(&a, 500, 4410), 0.5, 5e-4);
  assert_near(peak(&a, 1), 0, 1e-12);
  carom_scene *s = scene_of(tone);
  rig_set(s, "outputs.o.pan", "0");
  render(s, &a); // equal power: -3 dB on both sides
  assert_near(amplitude(&a, 500, 4410), 0.5 * sqrt(0.5), 5e-4);
  assert_near(peak(&a, 0), peak(&a, 1), 1e-7);
}

static void automatic_gain_peaks_at_minus_three_decibels(void **state) {
  (void)state;
  carom_scene *s = scene_of(tone);
  rig_set(s, "outputs.o.gain", "auto");
  render(s, &a);
  assert_near(20 * log10(peak(&a, 0)), -3, 1e-5);
}

// A body far from zero is silent, from the first sample on.
static void constant_offsets_are_removed(void **state) {
  (void)state;
  carom_scene *s = scene_of(tone);
  rig_set(s, "outputs.o.of", "far");
  render(s, &a);
  assert_near(peak(&a, 0), 0, 1e-9);
}

// 27 kHz does not fold back to 17.1 kHz: the decimation filter stops it; 5 kHz passes unchanged.
static void oversampling_removes_what_would_fold_back(void **state) {
  (void)state;
  const double frequencies[] = {5000, 27000};
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(tone);
    rig_set(s, "solver.oversample", "8");
    rig_set_number(s, "bodies.m.frequency", frequencies[i]);
    render(s, &a);
    assert_int_equal(a.info.frames, 44101);
    if (i == 0)
      assert_near(amplitude(&a, 5000, 4410), 0.5, 1e-3);
    for (int n = 22050; i == 1 && n < a.info.frames - 30; ++n) // away from start and end
      assert_at_most(fabs(a.frame[n][0]), 0.5e-3);             // -60 dB
  }
}

// Oversampled samples are those of their own instant: the same tone, in phase with the plain run.
static void oversampling_does_not_delay(void **state) {
  (void)state;
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of(tone);
    rig_set(s, "bodies.m.frequency", "100");
    rig_set(s, "solver.oversample", i == 0 ? "1" : "4");
    render(s, i == 0 ? &a : &b);
  }
  for (int i = 100; i < 2000; ++i) // one sample of delay would be 7e-3
    assert_near(a.frame[i][0], b.frame[i][0], 1e-3);
}

// A plucked, struck and rattling string at two rates: pitch, level and brightness agree.
static void a_scene_sounds_the_same_at_44_and_48_kilohertz(void **state) {
  (void)state;
  wav *at[] = {&a, &b};
  double level[2];
  double partials[2][6];
  for (int i = 0; i < 2; ++i) {
    carom_scene *s = scene_of("mass-string");
    rig_set(s, "rate", i == 0 ? "44100" : "48000");
    rig_set(s, "outputs.string.gain", "1");
    rig_set(s, "duration", "1");
    render(s, at[i]);
    double sum = 0;
    for (int n = 0; n < at[i]->info.frames; ++n)
      sum += at[i]->frame[n][0] * at[i]->frame[n][0];
    level[i] = 10 * log10(sum / (double)at[i]->info.frames);
    for (int p = 0; p < 6; ++p) // the strongest within 1 % of each partial
      for (double f = 0.99; f < 1.012; f += 0.001) {
        const double x = 20 * log10(amplitude(at[i], 196 * (p + 1) * f, 9600));
        partials[i][p] = f < 0.9905 ? x : fmax(partials[i][p], x);
      }
  }
  assert_near(level[0], level[1], 0.5); // dB
  for (int p = 0; p < 6; ++p)
    assert_near(partials[0][p], partials[1][p], 2);
}

// The end of a steady tone, without and with a fade: factor p^2 (3 - 2p) of a p that falls to 0.
static void the_end_fades_out_and_nothing_before_it_changes(void **state) {
  (void)state;
  const char *const fades[] = {"0.02", "0.5", NULL}; // NULL: the default
  carom_scene *s = scene_of(tone);
  rig_set(s, "sound.fade", "0");
  render(s, &a);
  assert_true(fabs(a.frame[a.info.frames - 1][0]) + fabs(a.frame[a.info.frames - 2][0]) > 0.1);
  for (int i = 0; i < 3; ++i) {
    s = scene_of(tone);
    if (fades[i] != NULL)
      rig_set(s, "sound.fade", fades[i]);
    render(s, &b);
    const int frames = (int)b.info.frames;
    const int fading = i == 1 ? 22050 : 882;
    assert_int_equal(frames, a.info.frames);
    for (int n = 0; n < frames; ++n) {
      const double p = fmin((double)(frames - 1 - n) / fading, 1);
      assert_near(b.frame[n][0], a.frame[n][0] * p * p * (3 - 2 * p), 1e-7);
    }
    assert_true(b.frame[frames - 1][0] == 0);
  }
}

// A fade longer than the sound takes its second half; one frame stays one frame.
static void a_short_sound_fades_over_its_second_half(void **state) {
  (void)state;
  for (int frames = 1; frames <= 442; frames += 147) { // 1, 148, 295, 442
    for (int i = 0; i < 2; ++i) {
      carom_scene *s = scene_of(tone);
      rig_set_number(s, "duration", (frames - 1) / 44100.0);
      rig_set(s, "sound.fade", i == 0 ? "0" : "1");
      render(s, i == 0 ? &a : &b);
    }
    assert_int_equal(b.info.frames, frames);
    for (int n = 0; n < (frames + 1) / 2; ++n)
      assert_true(b.frame[n][0] == a.frame[n][0]);
    if (frames > 1)
      assert_true(b.frame[frames - 1][0] == 0);
  }
}

// WAV has 32 bits for its bytes, 8 a frame.
static void sounds_beyond_4_gib_are_written_as_rf64(void **state) {
  (void)state;
  assert_false(sound_is_large((1LL << 29) - 1024));
  assert_true(sound_is_large((1LL << 29) - 1));
  assert_true(sound_is_large(1LL << 29));
  assert_true(sound_is_large(1LL << 40));
  SF_INFO info = {.samplerate = 44100, .channels = 2, .format = SF_FORMAT_RF64 | SF_FORMAT_FLOAT};
  assert_true(sf_format_check(&info)); // of the library that is here
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gain_and_pan_are_taken_as_given),
      cmocka_unit_test(automatic_gain_peaks_at_minus_three_decibels),
      cmocka_unit_test(constant_offsets_are_removed),
      cmocka_unit_test(oversampling_removes_what_would_fold_back),
      cmocka_unit_test(oversampling_does_not_delay),
      cmocka_unit_test(a_scene_sounds_the_same_at_44_and_48_kilohertz),
      cmocka_unit_test(the_end_fades_out_and_nothing_before_it_changes),
      cmocka_unit_test(a_short_sound_fades_over_its_second_half),
      cmocka_unit_test(sounds_beyond_4_gib_are_written_as_rf64),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
