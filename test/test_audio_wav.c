// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// audio.wav is made by the mix: a host that mixes what it steps has the same bits.

#include "mix_rig.h"
#include <sndfile.h>
#include <unistd.h>

// --- audio.wav ----------------------------------------------------------------------------------

// Runs a scene and reads its sound; how many samples there are.
static int read_wav(const rig *r) {
  char directory[FOLDER_ROOM];
  make_test_folder(directory);
  carom_error error;
  carom_run_report report;
  const carom_run_options options = {.size = sizeof options, .directory = directory, .wav = true};
  if (carom_run(r->scene, r->model, &options, &report, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  char path[256];
  snprintf(path, sizeof path, "%s/audio.wav", directory);
  SF_INFO info = {0};
  SNDFILE *file = sf_open(path, SFM_READ, &info);
  assert_non_null(file);
  assert_true(info.channels == 2 && info.frames <= MAX);
  for (int n = 0; n < info.frames; ++n) {
    float frame[2];
    assert_int_equal(sf_readf_float(file, frame, 1), 1);
    left[n] = frame[0];
    right[n] = frame[1];
  }
  sf_close(file);
  static const char *const names[] = {"audio.wav", "energy.csv", "events.csv", "summary.json"};
  for (int i = 0; i < 4; ++i) {
    snprintf(path, sizeof path, "%s/%s", directory, names[i]);
    assert_int_equal(remove(path), 0);
  }
  assert_int_equal(rmdir(directory), 0);
  return (int)info.frames;
}

// A live host: blocks of 64 from a state, mixed as they come; with held outputs behind the end.
static void play(rig *r, carom_mix *mix, int samples, float *l, float *r_out) {
  enum { BLOCK = 64 };
  static double block[BLOCK * 8 * 8];
  const carom_model_info info = carom_model_describe(r->model);
  const size_t sample = (size_t)info.oversample * (size_t)info.outputs;
  assert_true(sample <= 64);
  carom_state_reset(r->model, r->state);
  carom_mix_reset(mix);
  int n = 0;
  for (int count = BLOCK; n < samples; n += count) {
    count = samples - n < BLOCK ? samples - n : BLOCK;
    assert_int_equal(carom_process(r->model, r->state, count, block), CAROM_OK);
    carom_mix_block(r->model, mix, block, count, l + n, r_out + n);
    memmove(block, block + (size_t)(count - 1) * sample, sample * sizeof *block);
  }
  for (int i = 0; i < info.oversample - 1; ++i)
    memcpy(block + (size_t)(i * info.outputs), block + sample - info.outputs,
           (size_t)info.outputs * sizeof *block);
  for (; n < samples + carom_mix_latency(mix); ++n)
    carom_mix_block(r->model, mix, block, 1, l + n, r_out + n);
}

// Automatic gains as mix.h tells them: one run for the outputs' peaks, one for the sum's.
static void find_gains(rig *r, carom_mix *mix, int samples) {
  const int outputs = carom_model_describe(r->model).outputs;
  bool any = false;
  play(r, mix, samples, left_too, right_too);
  for (int i = 0; i < outputs; ++i) {
    const carom_output_info o = carom_model_output(r->model, i);
    if (!o.audio || !o.gain_auto)
      continue;
    assert_int_equal(carom_mix_set_gain(mix, i, 1 / carom_mix_peak(mix, i)), CAROM_OK);
    any = true;
  }
  if (!any)
    return;
  play(r, mix, samples, left_too, right_too);
  assert_int_equal(carom_mix_set_level(mix, pow(10, -3.0 / 20) / carom_mix_sum_peak(mix)),
                   CAROM_OK);
}

static void the_mix_is_what_audio_wav_holds(void **state) {
  (void)state;
  static const char *const scenes[] = {"tromba-damped", "string-string", "string-string",
                                       "mass-between", "mass-string"};
  static const char *const oversample[] = {"1", "1", "4", "8", "2"};
  for (int i = 0; i < 5; ++i) {
    carom_scene *scene = scene_of(scenes[i]);
    rig_set(scene, "solver.oversample", oversample[i]);
    rig_set(scene, "duration", slow_build() ? "0.02" : "0.25");
    rig_set(scene, "sound.fade", "0"); // it acts behind the mix
    if (i == 4)
      rig_set(scene, "outputs.string.gain", "3");
    rig r = rig_of(scene);
    const int samples = read_wav(&r);
    carom_mix *mix = mix_of(r.model, NULL);
    find_gains(&r, mix, samples);
    play(&r, mix, samples, left_too, right_too);
    const int late = carom_mix_latency(mix);
    double peak = 0;
    double off = 0;
    for (int n = 0; n < samples; ++n) {
      peak = fmax(peak, fabs((double)left[n]));
      off = fmax(off, fabs((double)left_too[n + late] - (double)left[n]));
      off = fmax(off, fabs((double)right_too[n + late] - (double)right[n]));
    }
    print_message("%s, oversample %s: off by %g\n", scenes[i], oversample[i], off);
    assert_true(peak > 0);
    assert_at_most(off, 6e-8 * peak); // the level is told in other digits
    carom_mix_free(mix);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_mix_is_what_audio_wav_holds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
