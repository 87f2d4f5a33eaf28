// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mix in a host: blocks, denormals, values that are not finite, the caller's memory and
// allocators do not matter.

#include "allocations.h"
#include "mix_rig.h"
#include <float.h>
#include <stdalign.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// --- Blocks, hosts, memory ----------------------------------------------------------------------

static carom_mix_options everything(void) {
  return (carom_mix_options){.size = sizeof(carom_mix_options),
                             .high_pass = 12,
                             .fade_in = 0.01,
                             .fade_out = 0.03,
                             .ceiling = 0.8,
                             .threshold = 0.3,
                             .limit = true};
}

static void blocks_of_any_length_give_the_same_bits(void **state) {
  (void)state;
  enum { TOTAL = 3000, TURN = 1500 };
  static const int lengths[] = {TURN, 1, 2, 15, 16, 17, 64, 441, 0}; // 0: a random one each time
  const carom_mix_options options = everything();
  fill_with_noise(11, 8 * TOTAL);
  for (int over = 1; over <= 8; over *= 2) {
    carom_model *model = model_of(over);
    uint64_t seed = 21;
    for (int i = 0; i < 9; ++i) {
      carom_mix *mix = mix_of(model, &options);
      for (int n = 0; n < TOTAL;) {
        const int length = lengths[i] > 0 ? lengths[i] : (int)(100 * random_unit(&seed));
        const int end = n < TURN ? TURN : TOTAL;
        const int count = end - n < length ? end - n : length;
        if (n == TURN)
          carom_mix_fade_out(mix);
        carom_mix_block(model, mix, values + (size_t)n * (size_t)over * OUTPUTS, count,
                        (i == 0 ? left : left_too) + n, (i == 0 ? right : right_too) + n);
        n += count;
      }
      if (i > 0) {
        assert_memory_equal(left, left_too, TOTAL * sizeof *left);
        assert_memory_equal(right, right_too, TOTAL * sizeof *right);
      }
      carom_mix_free(mix);
    }
    carom_model_free(model);
  }
}

static unsigned flush_to_zero(bool on) {
#if defined(__SSE2__)
  const unsigned before = _mm_getcsr();
  _mm_setcsr(on ? before | 0x8040U : before & ~0x8040U);
  return before;
#else
  (void)on;
  return 0;
#endif
}

static void restore_flushing(unsigned before) {
#if defined(__SSE2__)
  _mm_setcsr(before);
#else
  (void)before;
#endif
}

static bool is_denormal(float x) {
  return fpclassify(x) == FP_SUBNORMAL;
}

// Values die away through the least floats and the least doubles; then there is silence, at once
// without the high-pass filter.
static void nothing_is_denormal_whatever_the_host_does(void **state) {
  (void)state;
  enum { TOTAL = 14000 };
  uint64_t seed = 4;
  for (int i = 0; i < 4; ++i) {
    const int over = i < 2 ? 1 : 4;
    const carom_mix_options options = i % 2 == 0 ? no_high_pass() : carom_mix_options_default();
    carom_model *model = model_of(over);
    for (int k = 0; k < TOTAL * over * OUTPUTS; ++k)
      values[k] = random_between(&seed, -1, 1) * exp(-(double)(k / OUTPUTS) / over / 10);
    for (int on = 0; on < 2; ++on) {
      carom_mix *mix = mix_of(model, &options);
      const unsigned before = flush_to_zero(on);
      carom_mix_block(model, mix, values, TOTAL, on ? left_too : left, on ? right_too : right);
      restore_flushing(before);
      carom_mix_free(mix);
    }
    assert_memory_equal(left, left_too, TOTAL * sizeof *left);
    assert_memory_equal(right, right_too, TOTAL * sizeof *right);
    for (int n = 0; n < TOTAL; ++n)
      assert_false(is_denormal(left[n]) || is_denormal(right[n]));
    carom_mix *mix = mix_of(model, &options);
    carom_mix_filter(model, mix, values, TOTAL, filtered);
    for (int n = 0; n < TOTAL * HEARD; ++n)
      assert_true(fpclassify(filtered[n]) != FP_SUBNORMAL);
    if (i % 2 == 0)
      assert_true(filtered[(TOTAL - 1) * HEARD] == 0);
    carom_mix_free(mix);
    carom_model_free(model);
  }
}

static void what_is_not_finite_counts_as_zero_and_is_counted(void **state) {
  (void)state;
  enum { TOTAL = 500 };
  static const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -NAN};
  for (int over = 1; over <= 4; over *= 4) {
    carom_model *model = model_of(over);
    for (int with = 0; with < 2; ++with) {
      fill_with_noise(6, TOTAL * over);
      for (int i = 0; i < 50; ++i) { // in each output, the first row included
        values[i * 7 * OUTPUTS + i % OUTPUTS] = with ? odd[i % 5] : 0;
        if (i == 20)
          values[i * 7 * OUTPUTS + B] = 1e279; // allowed, and more than a float holds
      }
      carom_mix *mix = mix_of(model, NULL);
      carom_mix_block(model, mix, values, TOTAL, with ? left_too : left, with ? right_too : right);
      int counted = 0;
      for (int i = 0; i < 50; ++i)
        counted += i % OUTPUTS != SHY;
      assert_int_equal(carom_mix_not_finite(mix), with ? counted : 0);
      assert_true(isfinite(carom_mix_sum_peak(mix)));
      carom_mix_reset(mix);
      assert_int_equal(carom_mix_not_finite(mix), 0);
      carom_mix_free(mix);
    }
    assert_memory_equal(left, left_too, TOTAL * sizeof *left);
    assert_memory_equal(right, right_too, TOTAL * sizeof *right);
    bool full = false;
    for (int n = 0; n < TOTAL; ++n) {
      assert_true(isfinite(left[n]) && isfinite(right[n]));
      full = full || fabsf(left[n]) == FLT_MAX;
    }
    assert_true(full);
    carom_model_free(model);
  }
}

// All it takes is in the block, options outside their range are refused, and reset is a new start.
static void memory_is_the_callers(void **state) {
  (void)state;
  static alignas(64) unsigned char block[1 << 16];
  carom_model *model = model_of(8);
  const size_t size = carom_mix_size(model);
  assert_true(size % 64 == 0 && size + 64 <= sizeof block);
  fill_with_noise(9, 8 * 300);
  memset(block, 0xA5, sizeof block);
  carom_mix_options options = everything();
  carom_mix *mix = carom_mix_init(model, &options, block);
  assert_ptr_equal(mix, block);
  carom_mix_block(model, mix, values, 300, left, right);
  carom_mix_reset(mix);
  carom_mix_block(model, mix, values, 300, left_too, right_too);
  assert_memory_equal(left, left_too, 300 * sizeof *left);
  assert_memory_equal(right, right_too, 300 * sizeof *right);
  for (size_t i = size; i < sizeof block; ++i)
    assert_int_equal(block[i], 0xA5);
  carom_mix_free(mix); // nothing
  carom_mix_free(NULL);
  carom_buffer buffer;
  const carom_memory own = carom_memory_buffer(&buffer, block, sizeof block);
  mix = carom_mix_new(model, NULL, &own, NULL);
  assert_non_null(mix);
  assert_true(buffer.used == size);
  carom_mix_free(mix);
  assert_true(buffer.used == 0);
  static const double wrong[][2] = {{-1, 1001}, {-1, 3601}, {-1, 3601}, {0, 1e7}, {-0.1, 1}};
  for (int field = 0; field < 5; ++field)
    for (int i = 0; i < 3; ++i) {
      const carom_mix_options good = carom_mix_options_default();
      double fields[] = {good.high_pass, good.fade_in, good.fade_out, good.ceiling, good.threshold};
      fields[field] = i < 2 ? wrong[field][i] : (double)NAN;
      carom_error error;
      options = (carom_mix_options){sizeof options, fields[0], fields[1], fields[2],
                                    fields[3],      fields[4], true};
      assert_null(carom_mix_init(model, &options, block));
      assert_null(carom_mix_new(model, &options, &own, &error));
      assert_int_equal(error.status, CAROM_BAD_VALUE);
      assert_true(buffer.used == 0);
    }
  carom_model_free(model);
}

static void mixing_allocates_nothing(void **state) {
  (void)state;
  static alignas(64) unsigned char block[1 << 16];
  carom_model *model = model_of(4);
  const carom_mix_options options = everything();
  fill_with_noise(2, 4 * 512);
  const long long start = calls;
  carom_mix *counted = mix_of(model, NULL);
  assert_int_equal(calls - start, 1);
  carom_mix_free(counted);
  const long long before = calls;
  carom_mix *mix = carom_mix_init(model, &options, block);
  for (int n = 0; n < 100; ++n) {
    carom_mix_block(model, mix, values, 512, left, n % 2 == 0 ? right : NULL);
    carom_mix_filter(model, mix, values, 512, filtered);
    carom_mix_down(mix, filtered, 512, left, right);
    carom_mix_set_gain(mix, A, carom_mix_gain(mix, A) / 2);
    carom_mix_set_level(mix, carom_mix_level(mix) + carom_mix_peak(mix, B) +
                                 carom_mix_sum_peak(mix) + (double)carom_mix_not_finite(mix));
    carom_mix_fade_out(mix);
    carom_mix_fade_in(mix);
    if (carom_mix_is_silent(mix) || n == 50)
      carom_mix_reset(mix);
  }
  assert_int_equal(calls - before, 0);
  carom_model_free(model);
}

static void a_model_without_sound_is_silent(void **state) {
  (void)state;
  rig r = rig_of(scene_of("{carom: 1, bodies: {m: {type: mass, mass: 1, position: 1}}, "
                          "outputs: {o: {of: m}}}"));
  carom_mix *mix = mix_of(r.model, NULL);
  assert_int_equal(carom_mix_heard(mix), 0);
  carom_process(r.model, r.state, 100, values);
  left[99] = right[99] = 1;
  carom_mix_block(r.model, mix, values, 100, left, right);
  assert_true(left[99] == 0 && right[99] == 0);
  carom_mix_free(mix);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_of_any_length_give_the_same_bits),
      cmocka_unit_test(nothing_is_denormal_whatever_the_host_does),
      cmocka_unit_test(what_is_not_finite_counts_as_zero_and_is_counted),
      cmocka_unit_test(memory_is_the_callers),
      cmocka_unit_test(mixing_allocates_nothing),
      cmocka_unit_test(a_model_without_sound_is_silent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
