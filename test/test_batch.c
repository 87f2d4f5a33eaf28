// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Batches: whatever is done with a state of a batch, in whatever order and by whatever worker, it
// has the saved bytes of a single state with which the same was done.

#include "allocations.h"
#include "method_scenes.h"
#include "random_scene.h"

#include "methods/audio/audio.h"
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

// --- Scenes -------------------------------------------------------------------------------------

/// Some states of a batch by two threads, in memory that held numbers before that are none, and a
/// single state for each.
enum { STATES = 5, MOST_VALUES = 1 << 16 };

typedef struct {
  rig r; // its state is not used
  carom_state *single[STATES];
  carom_batch *batch;
  carom_state *lent; // what was got of the batch
  carom_buffer buffer;
  void *block; // of the batch
  unsigned char *saved[2];
  double *values[2];
  uint64_t seed;
} pair_of_states;

static pair_of_states pair_begin(carom_scene *scene, uint64_t seed) {
  pair_of_states p = {.r = rig_of(scene), .seed = seed};
  carom_batch_options options = carom_batch_options_default();
  options.threads = 2;
  const size_t size = carom_batch_size(p.r.model, STATES, &options);
  carom_error error;
  p.block = aligned_alloc(64, size);
  memset(p.block, 0xFF, size);
  const carom_memory memory = carom_memory_buffer(&p.buffer, p.block, size);
  p.batch = carom_batch_open(p.r.model, STATES, NULL, &options, &memory, &error);
  assert_int_equal(carom_batch_count(p.batch), STATES);
  p.lent = carom_state_new(p.r.model, NULL);
  for (int i = 0; i < STATES; ++i)
    p.single[i] = carom_state_new(p.r.model, NULL);
  for (int i = 0; i < 2; ++i) {
    p.saved[i] = malloc(carom_state_saved_size(p.r.model));
    p.values[i] = malloc(MOST_VALUES * sizeof(double));
  }
  return p;
}

static void pair_end(pair_of_states *p) {
  for (int i = 0; i < STATES; ++i)
    carom_state_free(p->single[i]);
  for (int i = 0; i < 2; ++i) {
    free(p->saved[i]);
    free(p->values[i]);
  }
  free(p->block); // the batch lies in it
  carom_state_free(p->lent);
  rig_free(&p->r);
}

static int random_below(uint64_t *seed, int count) {
  return (int)(random_unit(seed) * count);
}

static carom_state *got(pair_of_states *p, int index) {
  assert_int_equal(carom_batch_get(p->batch, index, p->lent), CAROM_OK);
  return p->lent;
}

static void put_back(pair_of_states *p, int index) {
  assert_int_equal(carom_batch_put(p->batch, index, p->lent), CAROM_OK);
}

// By either thread, without the values.
static carom_status process(pair_of_states *p, int first, int count, int samples) {
  return carom_batch_process(p->batch, random_below(&p->seed, 2), first, count, samples, NULL, 0,
                             NULL);
}

static void assert_same_bytes(pair_of_states *p) {
  const size_t size = carom_state_saved_size(p->r.model);
  for (int i = 0; i < STATES; ++i) {
    carom_state_save(p->r.model, p->single[i], p->saved[0]);
    carom_state_save(p->r.model, got(p, i), p->saved[1]);
    assert_memory_equal(p->saved[1], p->saved[0], size);
  }
}

// --- The same bytes -----------------------------------------------------------------------------

// What callers do between blocks, with both: a live key, the ledger, the queue of impacts, shapes,
// a mass put somewhere, which may have to wait while other states are open.
static void do_something(const carom_model *m, carom_state *s, uint64_t seed) {
  const int lives = carom_model_describe(m).lives;
  const double chance = random_unit(&seed);
  carom_impact event;
  double shape[8];
  if (lives > 0 && chance < 0.5) {
    const int live = random_below(&seed, lives);
    const carom_live_info info = carom_model_live(m, live);
    const double scale = info.start != 0 ? info.start : 1e-3;
    (void)carom_state_set(m, s, live, info.start + 0.2 * random_unit(&seed) * scale);
  } else if (chance < 0.6) {
    carom_state_keep_ledger(m, s, random_unit(&seed) < 0.7);
  } else if (chance < 0.8) {
    carom_state_next_impact(m, s, &event);
  } else if (chance < 0.9) {
    carom_body_shape(m, s, 0, shape, 8);
    carom_body_velocity(m, s, 0, shape, 8);
  } else if (chance < 0.93) {
    carom_state_reset(m, s);
  } else {
    const int body = random_below(&seed, carom_model_describe(m).bodies);
    (void)carom_state_place(m, s, body, 1e-4, 0.1, random_below(&seed, 60));
  }
}

// States in turns of random length, in random order: each has its own time by then.
static void step_in_disorder(pair_of_states *p, int turns) {
  const carom_model *m = p->r.model;
  for (int n = 0; n < turns; ++n) {
    const int index = random_below(&p->seed, STATES);
    const int samples = 1 + random_below(&p->seed, 40);
    const int split = random_below(&p->seed, samples + 1);
    const uint64_t what = (uint64_t)(random_unit(&p->seed) * 1e9) + 1;
    do_something(m, p->single[index], what);
    do_something(m, got(p, index), what);
    put_back(p, index);
    const carom_status status = carom_process(m, p->single[index], samples, NULL);
    process(p, index, 1, split);
    assert_int_equal(process(p, index, 1, samples - split), status);
  }
}

static void states_of_a_batch_are_those_of_single_ones(void **state) {
  (void)state;
  for (int i = 0; i < case_count(); ++i) {
    carom_scene *scene = case_at(i);
    if (scene == NULL)
      continue;
    pair_of_states p = pair_begin(scene, 7 + (uint64_t)i);
    assert_same_bytes(&p);
    for (int round = 0; round < (slow_build() ? 1 : 4); ++round) {
      step_in_disorder(&p, 20);
      assert_same_bytes(&p);
    }
    pair_end(&p);
  }
}

// Contacts pushed against each other, resolved inside the sample or not, strings by their modes.
static void so_are_states_of_random_scenes(void **state) {
  (void)state;
  static const char *const schemes[] = {"positive", "some-exact", "modes", "clamp"};
  for (int i = 0; i < random_cases(2, 1) * FAMILIES * 4; ++i) {
    const char *scheme = schemes[i / FAMILIES % 4];
    if (strcmp(scheme, "modes") == 0 && i % FAMILIES == 7) // strings along each other
      continue;
    carom_scene *scene = random_scene((uint64_t)i + 1, i % FAMILIES, scheme, 0.5);
    pair_of_states p = pair_begin(scene, 11 + (uint64_t)i);
    step_in_disorder(&p, 20);
    assert_same_bytes(&p);
    pair_end(&p);
  }
}

// The outputs of ranges, however cut, with several steps a sample.
static void ranges_cut_anyhow_give_the_same_values(void **state) {
  (void)state;
  static const char *const names[] = {"mass-barrier", "string-string", "beam-stop", "tromba"};
  enum { SAMPLES = 50 };
  for (int i = 0; i < 4; ++i) {
    carom_scene *scene = scene_of(names[i]);
    rig_set(scene, "solver.oversample", i == 1 ? "4" : "1");
    pair_of_states p = pair_begin(scene, 99);
    const carom_model *m = p.r.model;
    const carom_model_info info = carom_model_describe(m);
    const size_t room = (size_t)SAMPLES * (size_t)info.oversample * (size_t)info.outputs;
    assert_true(STATES * room <= MOST_VALUES && room > 0);
    for (int round = 0; round < 4; ++round) {
      for (int k = 0; k < STATES; ++k) {
        do_something(m, p.single[k], (uint64_t)(k + 1));
        do_something(m, got(&p, k), (uint64_t)(k + 1));
        put_back(&p, k);
        carom_process(m, p.single[k], SAMPLES, p.values[0] + (size_t)k * room);
      }
      int first = 0;
      while (first < STATES) {
        const int count = 1 + random_below(&p.seed, STATES - first);
        assert_int_equal(carom_batch_process(p.batch, round % 2, first, count, SAMPLES,
                                             p.values[1] + (size_t)first * room, room, NULL),
                         CAROM_OK);
        first += count;
      }
      assert_memory_equal(p.values[1], p.values[0], STATES * room * sizeof(double));
      assert_same_bytes(&p);
    }
    pair_end(&p);
  }
}

// A state goes from a single one into a batch, on to another place of it, and back.
static void states_go_in_and_out_of_a_batch(void **state) {
  (void)state;
  for (int i = 0; i < case_count(); ++i) {
    carom_scene *scene = case_at(i);
    if (scene == NULL)
      continue;
    pair_of_states p = pair_begin(scene, 5);
    const carom_model *m = p.r.model;
    carom_state *travels = carom_state_new(m, NULL);
    carom_process(m, p.single[0], 90, NULL);
    carom_process(m, travels, 30, NULL);
    assert_int_equal(carom_batch_put(p.batch, 3, travels), CAROM_OK);
    process(&p, 3, 1, 29);
    got(&p, 3);
    put_back(&p, 1);
    process(&p, 1, 1, 1);
    assert_int_equal(carom_batch_get(p.batch, 1, travels), CAROM_OK);
    carom_process(m, travels, 30, NULL);
    carom_state_save(m, travels, p.saved[0]);
    carom_state_save(m, p.single[0], p.saved[1]);
    assert_memory_equal(p.saved[0], p.saved[1], carom_state_saved_size(m));
    carom_state_free(travels);
    carom_state_reset(m, p.single[0]);
    carom_state_reset(m, got(&p, 3));
    put_back(&p, 3);
    put_back(&p, 1);
    assert_same_bytes(&p);
    pair_end(&p);
  }
}

// Nodes that are nowhere.
static void lose(const carom_model *m, carom_state *s) {
  for (int i = 0; i < model_nodes(m); ++i)
    audio_of(s)->u.wide[i] = NAN;
}

// What one state leaves in the scratch of a thread does not reach the next.
static void a_state_that_is_lost_leaves_the_others_alone(void **state) {
  (void)state;
  static const char *const names[] = {"tromba", "string-string", "mass-barrier", "mass-string"};
  for (int i = 0; i < 4; ++i) {
    carom_scene *scene = scene_of(names[i]);
    if (i == 3) {
      rig_set(scene, "bodies.string.model", "modes");
      rig_set(scene, "bodies.string.points", "20");
    }
    pair_of_states p = pair_begin(scene, 1);
    const carom_model *m = p.r.model;
    for (int k = 1; k < STATES; k += 2) {
      lose(m, p.single[k]);
      lose(m, got(&p, k));
      put_back(&p, k);
    }
    for (int n = 0; n < 6; ++n)
      assert_int_equal(process(&p, 0, STATES, 50), CAROM_NOT_FINITE);
    for (int k = 0; k < STATES; ++k) {
      const carom_status status = k % 2 == 1 ? CAROM_NOT_FINITE : CAROM_OK;
      assert_int_equal(carom_process(m, p.single[k], 300, NULL), status);
      assert_int_equal(process(&p, k, 1, 0), status);
      carom_state_save(m, p.single[k], p.saved[0]);
      carom_state_save(m, got(&p, k), p.saved[1]);
      if (status == CAROM_OK)
        assert_memory_equal(p.saved[0], p.saved[1], carom_state_saved_size(m));
    }
    carom_error error;
    assert_int_equal(carom_batch_run(p.batch, 1, NULL, NULL, &error), CAROM_NOT_FINITE);
    assert_string_equal(error.text, "state 1: the motion is no longer finite");
    pair_end(&p);
  }
}

// --- Memory -------------------------------------------------------------------------------------

static void a_state_of_a_batch_is_what_it_keeps(void **state) {
  (void)state;
  carom_batch_options two = carom_batch_options_default();
  two.threads = 2;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    rig r = rig_of(scene_of(carom_builtin_name(i)));
    const size_t one =
        carom_batch_size(r.model, 1008, NULL) - carom_batch_size(r.model, 1000, NULL);
    const size_t thread =
        carom_batch_size(r.model, 1000, &two) - carom_batch_size(r.model, 1000, NULL);
    assert_true(one <= 8 * carom_state_saved_size(r.model) + 64);
    assert_true(carom_batch_size(r.model, 0, NULL) < 200);
    assert_true(thread + one / 8 < carom_state_size(r.model) + 200);
    rig_free(&r);
  }
}

// In the caller's memory, which held anything before; what lies around it is not touched.
static void batches_live_in_memory_of_the_caller(void **state) {
  (void)state;
  rig r = rig_of(scene_of("tromba"));
  const size_t size = carom_batch_size(r.model, 3, NULL);
  unsigned char *block = aligned_alloc(64, size + 128);
  memset(block, 0xA5, size + 128);
  carom_buffer buffer;
  const carom_memory memory = carom_memory_buffer(&buffer, block + 64, size);
  carom_batch *batch = carom_batch_open(r.model, 3, NULL, NULL, &memory, NULL);
  assert_non_null(batch);
  assert_int_equal(carom_batch_process(batch, 0, 0, 3, 100, NULL, 0, NULL), CAROM_OK);
  carom_process(r.model, r.state, 100, NULL);
  const double value = carom_output(r.model, r.state, 0);
  for (int i = 0; i < 3; ++i) {
    assert_int_equal(carom_batch_get(batch, i, r.state), CAROM_OK);
    assert_true(carom_output(r.model, r.state, 0) == value);
  }
  carom_batch_close(batch, NULL);
  for (size_t i = 0; i < 64; ++i)
    assert_true(block[i] == 0xA5 && block[64 + size + i] == 0xA5);
  free(block);
  rig_free(&r);
}

// A buffer that is just large enough; one that is too small by a cache line.
static void batches_say_when_memory_is_out(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  carom_error error;
  carom_buffer buffer;
  const size_t size = carom_batch_size(r.model, 4, NULL);
  unsigned char *block = aligned_alloc(64, size);
  carom_memory memory = carom_memory_buffer(&buffer, block, size);
  carom_batch *batch = carom_batch_open(r.model, 4, NULL, NULL, &memory, &error);
  assert_non_null(batch);
  carom_batch_close(batch, NULL);
  memory = carom_memory_buffer(&buffer, block, size - 64);
  assert_null(carom_batch_open(r.model, 4, NULL, NULL, &memory, &error));
  assert_int_equal(error.status, CAROM_NO_MEMORY);
  assert_string_equal(error.text, "out of memory");
  assert_null(carom_batch_open(r.model, 4, NULL, NULL, &memory, NULL));
  free(block);
  rig_free(&r);
}

static void processing_allocates_nothing(void **state) {
  (void)state;
  rig r = rig_of(scene_of("tromba"));
  for (int i = 0; i < case_count(); ++i) {
    carom_scene *scene = case_at(i);
    if (scene == NULL)
      continue;
    pair_of_states p = pair_begin(scene, 3);
    double values[STATES] = {0.1, 0.1, 0.1, 0.1, 0.1};
    carom_impact impact;
    const long long before = calls;
    for (int n = 0; n < 5; ++n) {
      process(&p, 0, STATES, 20);
      carom_batch_set(p.batch, 0, values);
      carom_batch_ledger(p.batch, n);
      carom_batch_next_impact(p.batch, n, &impact);
      got(&p, n);
      put_back(&p, n);
    }
    assert_int_equal(calls - before, 0);
    pair_end(&p);
  }
  const long long before = calls; // the counter counts
  carom_batch_close(carom_batch_open(r.model, 1, NULL, NULL, NULL, NULL), NULL);
  assert_true(calls > before);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_of_a_batch_are_those_of_single_ones),
      cmocka_unit_test(so_are_states_of_random_scenes),
      cmocka_unit_test(ranges_cut_anyhow_give_the_same_values),
      cmocka_unit_test(states_go_in_and_out_of_a_batch),
      cmocka_unit_test(a_state_that_is_lost_leaves_the_others_alone),
      cmocka_unit_test(a_state_of_a_batch_is_what_it_keeps),
      cmocka_unit_test(batches_live_in_memory_of_the_caller),
      cmocka_unit_test(batches_say_when_memory_is_out),
      cmocka_unit_test(processing_allocates_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
