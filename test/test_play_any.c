// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Every built-in instrument survives anything: random notes, messages and values of controls, in
// blocks of 1 to 4096 samples, at rates from 22.05 to 192 kHz. What comes out is finite and below
// full scale, the motion never breaks, and nothing is allocated. CAROM_SOAK=N does N times as much.

#include "allocations.h"
#include "support.h"

static float left[4096], right[4096];

static double unit(uint64_t *seed) {
  return (double)random_31_bits(seed) / 2147483648.0;
}

static carom_player *player_of(int builtin, double rate) {
  carom_error error;
  carom_player *p = NULL;
  carom_player_options options = carom_player_options_default();
  options.rate = rate;
  options.keep_ledger = true;
  carom_scene *scene = scene_of(carom_builtin_name(builtin));
  rig_set(scene, "duration", "0.5"); // of the run that finds the gains
  carom_scene_cut_score(scene);
  if (carom_scene_prepare_play(scene, &error) != CAROM_OK ||
      (p = carom_player_new(scene, &options, NULL, &error)) == NULL)
    fail_msg("%s at %g Hz: %s", carom_builtin_name(builtin), rate, error.text);
  carom_scene_free(scene);
  return p;
}

static void random_message(carom_player *p, uint64_t *seed) {
  static const unsigned char kinds[] = {0x80, 0x90, 0x90, 0x90, 0xA0, 0xB0, 0xB0, 0xD0, 0xE0, 0xC0};
  static const unsigned char controllers[] = {1, 2, 16, 17, 18, 64, 64, 120, 121, 123, 6, 100, 101};
  const unsigned char kind = kinds[random_31_bits(seed) % sizeof kinds];
  const unsigned char bytes[] = {kind,
                                 kind == 0xB0
                                     ? controllers[random_31_bits(seed) % sizeof controllers]
                                     : (unsigned char)(random_31_bits(seed) % 128),
                                 (unsigned char)(random_31_bits(seed) % 128)};
  carom_player_midi(p, bytes, 3);
}

// A value between a control's ends, one of them, or nonsense.
static void random_value(carom_player *p, uint64_t *seed) {
  const carom_model *model = carom_player_model(p);
  const int control = (int)(random_31_bits(seed) % (uint64_t)carom_model_describe(model).controls);
  const carom_control_info c = carom_model_control(model, control);
  const double odd[] = {c.from, c.to, (double)NAN, INFINITY, -1e300, 1e300, 0};
  (void)carom_player_set(p, control,
                         random_31_bits(seed) % 4 == 0 ? odd[random_31_bits(seed) % 7]
                                                       : carom_control_value(&c, unit(seed)));
}

// Short blocks mostly, all lengths now and then.
static int random_block(uint64_t *seed) {
  return random_31_bits(seed) % 64 == 0 ? 1 + (int)(random_31_bits(seed) % 4096)
                                        : 1 + (int)(random_31_bits(seed) % 48);
}

static void play_anything(const char *name, carom_player *p, double rate, int events) {
  uint64_t seed = (uint64_t)rate + (uint64_t)name[5];
  const long long before = calls;
  for (int i = 0; i < events; ++i) {
    if (random_31_bits(&seed) % 3 == 0)
      random_value(p, &seed);
    else
      random_message(p, &seed);
    const int block = random_block(&seed);
    carom_player_render(p, block, left, right);
    for (int n = 0; n < block; ++n)
      if (!(fabsf(left[n]) <= 1 && fabsf(right[n]) <= 1))
        fail_msg("%s at %g Hz: event %d: %g %g", name, rate, i, (double)left[n], (double)right[n]);
  }
  const carom_player_report report = carom_player_poll(p);
  assert_int_equal(calls - before, 0);
  if (report.restarts != 0 || !(report.balance_error < 1e-9))
    fail_msg("%s at %g Hz: %lld restarts, balance %g", name, rate, report.restarts,
             report.balance_error);
}

static void every_instrument_survives_anything(void **state) {
  (void)state;
  static const double rates[] = {22050, 44100, 48000, 96000, 192000};
  const int events = random_cases(500, 40);
  int instruments = 0;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    if (strstr(carom_builtin_text(i), "\ncontrols:") == NULL)
      continue;
    ++instruments;
    for (int r = 0; r < 5; ++r) {
      carom_player *p = player_of(i, rates[r]);
      play_anything(carom_builtin_name(i), p, rates[r], events);
      carom_player_free(p);
    }
  }
  assert_true(instruments >= 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_instrument_survives_anything)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
