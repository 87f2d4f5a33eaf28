// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Threads of batches and sweeps leave the bytes of one thread.
//
//   test_threads [PATTERN]    only the tests whose names fit, such as threads_*

#include "support.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

// --- Threads ------------------------------------------------------------------------------------

/// What a run has left of a batch: every state's saved bytes, and its values.
typedef struct {
  unsigned char *saved;
  double *values;
  size_t saved_size, values_size;
} harvest;

// States that differ: each begins with its own gravity, and some are ahead of the others.
static carom_batch *varied_batch(const carom_model *m, int count, int threads) {
  carom_batch_options options = carom_batch_options_default();
  options.threads = threads;
  carom_batch *batch = carom_batch_open(m, count, NULL, &options, NULL, NULL);
  carom_state *s = carom_state_new(m, NULL);
  assert_non_null(batch);
  for (int i = 0; i < count; ++i) {
    carom_state_reset(m, s);
    carom_state_set(m, s, carom_model_find_live(m, "gravity"), 0.01 * i);
    carom_process(m, s, i % 3, NULL);
    assert_int_equal(carom_batch_put(batch, i, s), CAROM_OK);
  }
  carom_state_free(s);
  return batch;
}

static harvest run_by(const carom_model *m, int count, int samples, int threads) {
  const carom_model_info info = carom_model_describe(m);
  carom_batch *batch = varied_batch(m, count, threads);
  carom_state *s = carom_state_new(m, NULL);
  const size_t one = carom_state_saved_size(m);
  harvest h = {.saved_size = one * (size_t)count,
               .values_size = sizeof(double) * (size_t)count * (size_t)samples *
                              (size_t)info.oversample * (size_t)info.outputs};
  h.saved = malloc(h.saved_size);
  h.values = malloc(h.values_size);
  carom_error error;
  assert_int_equal(carom_batch_run(batch, samples, h.values, NULL, &error), CAROM_OK);
  for (int i = 0; i < count; ++i) {
    assert_int_equal(carom_batch_get(batch, i, s), CAROM_OK);
    carom_state_save(m, s, h.saved + (size_t)i * one);
  }
  carom_state_free(s);
  carom_batch_close(batch, NULL);
  return h;
}

static void harvest_free(harvest *h) {
  free(h->saved);
  free(h->values);
}

// More samples than between two looks at the stop flag, more states than threads and fewer.
static void threads_of_any_number_leave_the_same_bytes(void **state) {
  (void)state;
  static const struct {
    const char *scene;
    int states, samples;
  } cases[] = {{"mass-barrier", 40, 1500},
               {"tromba", 9, 40},
               {"beam-stop", 5, 30},
               {"mass-between", 2, 100},
               {"two-masses", 200, 3}};
  for (int i = 0; i < 5; ++i) {
    carom_scene *scene = scene_of(cases[i].scene);
    if (i == 3)
      rig_set(scene, "solver.oversample", "2");
    rig r = rig_of(scene);
    harvest one = run_by(r.model, cases[i].states, cases[i].samples, 1);
    static const int threads[] = {2, 3, 7, 300};
    for (int k = 0; k < 4; ++k) {
      harvest many = run_by(r.model, cases[i].states, cases[i].samples, threads[k]);
      assert_memory_equal(many.saved, one.saved, one.saved_size);
      assert_memory_equal(many.values, one.values, one.values_size);
      harvest_free(&many);
    }
    // And the same as one state after the other, in one block.
    carom_batch *batch = varied_batch(r.model, cases[i].states, 1);
    double *values = malloc(one.values_size);
    carom_batch_process(batch, 0, 0, cases[i].states, cases[i].samples, values,
                        one.values_size / sizeof(double) / (size_t)cases[i].states, NULL);
    assert_memory_equal(values, one.values, one.values_size);
    free(values);
    carom_batch_close(batch, NULL);
    harvest_free(&one);
    rig_free(&r);
  }
}

static long long steps_of(carom_batch *batch, int index, carom_state *s) {
  assert_int_equal(carom_batch_get(batch, index, s), CAROM_OK);
  return carom_state_steps(s);
}

static void threads_do_nothing_when_stopped_before(void **state) {
  (void)state;
  carom_stop stop = {0};
  carom_stop_request(&stop);
  rig r = rig_of(scene_of("mass-barrier"));
  carom_error error;
  carom_batch_options options = carom_batch_options_default();
  options.threads = 3;
  carom_batch *batch = carom_batch_open(r.model, 20, NULL, &options, NULL, &error);
  assert_int_equal(carom_batch_run(batch, 10, NULL, &stop, &error), CAROM_INTERRUPTED);
  assert_string_equal(error.text, "stopped before the end");
  for (int i = 0; i < 20; ++i)
    assert_int_equal(steps_of(batch, i, r.state), 0);
  carom_batch_close(batch, NULL);
  rig_free(&r);
}

static char *read_file(const char *folder, const char *name) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = calloc(1, 1 << 20);
  assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

static void remove_results(const char *folder) {
  static const char *const names[] = {"sweep.csv", "impacts.csv", "poincare.csv", "sweep.json",
                                      "sweep.svg"};
  for (int i = 0; i < 5; ++i) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(folder);
}

// A sweep whose points share a model.
static void threads_of_a_sweep_share_a_model(void **state) {
  (void)state;
  carom_scene *scene = scene_of("two-masses");
  rig_set(scene, "duration", "0.01");
  const carom_sweep_axis axes[] = {{"gravity", 0, 1, 4, false},
                                   {"contacts.hit.damping", 0, 0.5, 3, false}};
  char *first = NULL;
  for (int workers = 1; workers <= 3; workers += 2) {
    char folder[FOLDER_ROOM];
    make_test_folder(folder);
    const carom_sweep_options options = {.size = sizeof options,
                                         .directory = folder,
                                         .axes = axes,
                                         .axis_count = 2,
                                         .workers = workers};
    carom_sweep_report report;
    carom_error error;
    if (carom_sweep(scene, &options, &report, &error) != CAROM_OK)
      fail_msg("%s", error.text);
    assert_int_equal(report.done, 12);
    char *text = read_file(folder, "sweep.csv");
    if (first == NULL)
      first = text;
    else
      assert_string_equal(text, first);
    if (text != first)
      free(text);
    remove_results(folder);
  }
  free(first);
  carom_scene_free(scene);
}

static carom_stop interrupted;

static void interrupt(int signal) {
  (void)signal;
  carom_stop_request(&interrupted);
}

// Each state has come as far as a look at the flag; it can go on from there, and nothing is lost.
static void an_interrupted_run_can_go_on(void **state) {
  (void)state;
  enum { COUNT = 8, SAMPLES = 200 * 1024 };
  rig r = rig_of(scene_of("mass-string"));
  carom_error error;
  carom_batch_options options = carom_batch_options_default();
  options.threads = 2;
  carom_batch *batch = carom_batch_open(r.model, COUNT, NULL, &options, NULL, &error);
  struct sigaction action = {.sa_handler = interrupt};
  sigaction(SIGALRM, &action, NULL);
  const struct itimerval soon = {.it_value = {.tv_usec = 30000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  assert_int_equal(carom_batch_run(batch, SAMPLES, NULL, &interrupted, &error), CAROM_INTERRUPTED);
  long long least = SAMPLES;
  for (int i = 0; i < COUNT; ++i) {
    const long long steps = steps_of(batch, i, r.state);
    assert_true(steps % 1024 == 0 && steps <= SAMPLES);
    least = steps < least ? steps : least;
  }
  assert_true(least < SAMPLES);
  const long long further = steps_of(batch, 0, r.state) + 100;
  carom_stop_reset(&interrupted);
  assert_int_equal(carom_batch_run(batch, 100, NULL, &interrupted, &error), CAROM_OK);
  assert_int_equal(steps_of(batch, 0, r.state), further);
  const double value = carom_output(r.model, r.state, 0);
  carom_state_reset(r.model, r.state);
  carom_process(r.model, r.state, (int)further, NULL);
  assert_true(carom_output(r.model, r.state, 0) == value);
  carom_batch_close(batch, NULL);
  rig_free(&r);
}

int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_of_any_number_leave_the_same_bytes),
      cmocka_unit_test(threads_do_nothing_when_stopped_before),
      cmocka_unit_test(threads_of_a_sweep_share_a_model),
      cmocka_unit_test(an_interrupted_run_can_go_on),
  };
  if (count > 1)
    cmocka_set_test_filter(arguments[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
