// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The door of batches: models of one shape, what is done with all states at once, what is refused.

#include "support.h"

// --- Models of one shape ------------------------------------------------------------------------

/// Scenes that differ from a built-in one by a value: of its shape, or of another.
typedef struct {
  const char *scene, *path, *value;
  bool same;
} variant;

static const variant variants[] = {
    {"mass-string", "contacts.strike.stiffness", "2e7", true},
    {"mass-string", "bodies.hammer.mass", "0.004", true},
    {"mass-string", "contacts.strike.exponent", "2.7", true},
    {"mass-string", "bodies.hammer.velocity", "1.5", true},
    {"mass-string", "title", "Another", true},
    {"mass-string", "solver.oversample", "2", false},
    {"mass-string", "contacts.strike.exponent", "1.5", true},
    {"mass-string", "contacts.strike.exponent", "1", false},
    {"piano-hammer", "bodies.hammer.inertia", "3e-5", false}, // kept by the method alone
    {"mass-string", "contacts.strike.above", "string@0.3", false},
    {"hammered-string", "contacts.felt1.stiffness", "5e9", true},
    {"hammered-string", "bodies.board.sigma0", "20", true},
    {"tromba", "bodies.bridge.mass", "0.005", true},
    {"tromba", "bodies.string.points", "60", false},
    {"mass-barrier", "solver.method", "verlet", false},
};

static carom_model *model_with(const char *name, const char *path, const char *value) {
  carom_scene *scene = scene_of(name);
  carom_error error = {.text = "?"};
  carom_model *model = NULL;
  if (path == NULL || carom_scene_set(scene, path, value, &error) == CAROM_OK)
    model = carom_model_compile(scene, NULL, &error);
  if (model == NULL)
    fail_msg("%s: %s", name, error.text);
  carom_scene_free(scene);
  return model;
}

static void shapes_are_kinds_sizes_and_forms(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof variants / sizeof variants[0]; ++i) {
    const variant *v = &variants[i];
    carom_model *a = model_with(v->scene, NULL, NULL);
    carom_model *b = model_with(v->scene, v->path, v->value);
    if ((carom_model_shape(a) == carom_model_shape(b)) != v->same)
      fail_msg("%s: %s: %s", v->scene, v->path, v->value);
    carom_model_free(a);
    carom_model_free(b);
  }
}

// Models that differ in numbers go side by side, each state with the bytes it has alone.
static void models_of_one_shape_share_a_batch(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof variants / sizeof variants[0]; ++i) {
    const variant *v = &variants[i];
    const carom_model *models[4];
    carom_state *alone[4], *out[4];
    carom_error error;
    carom_batch_options options = carom_batch_options_default();
    for (int k = 0; k < 4; ++k) {
      carom_model *m =
          k % 2 == 0 ? model_with(v->scene, NULL, NULL) : model_with(v->scene, v->path, v->value);
      models[k] = m;
      alone[k] = carom_state_new(m, NULL);
      out[k] = carom_state_new(m, NULL);
      carom_process(m, alone[k], 10 * k, NULL);
    }
    options.models = models;
    const carom_state *in[4] = {alone[0], alone[1], NULL, alone[3]};
    carom_batch *batch = carom_batch_open(models[0], 4, in, &options, NULL, &error);
    assert_true((batch != NULL) == v->same);
    if (batch == NULL) {
      assert_int_equal(error.status, CAROM_WRONG_MODEL);
      assert_string_equal(error.text,
                          "options.models[1]: of another shape; allowed are models of one shape");
    } else {
      const size_t size = carom_state_saved_size(models[0]);
      unsigned char *bytes[2] = {malloc(size), malloc(size)};
      carom_state_reset(models[2], alone[2]);
      for (int n = 0; n < 5; ++n)
        assert_int_equal(carom_batch_run(batch, 60, NULL, NULL, &error), CAROM_OK);
      assert_ptr_equal(carom_batch_model(batch, 1), models[1]);
      assert_int_equal(carom_batch_close(batch, out), CAROM_OK);
      for (int k = 0; k < 4; ++k) {
        carom_process(models[k], alone[k], 300, NULL);
        carom_state_save(models[k], alone[k], bytes[0]);
        carom_state_save(models[k], out[k], bytes[1]);
        assert_memory_equal(bytes[0], bytes[1], size);
      }
      free(bytes[0]);
      free(bytes[1]);
    }
    for (int k = 0; k < 4; ++k) {
      carom_state_free(alone[k]);
      carom_state_free(out[k]);
      carom_model_free((carom_model *)(uintptr_t)models[k]);
    }
  }
}

// --- All states at once -------------------------------------------------------------------------

static void keys_ledgers_and_impacts_are_those_of_each_state(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  carom_batch *batch = carom_batch_open(r.model, 3, NULL, NULL, NULL, NULL);
  const double gravity[3] = {9.81, 3, 1.6};
  const int live = carom_model_find_live(r.model, "gravity");
  assert_int_equal(carom_batch_set(batch, live, gravity), CAROM_OK);
  assert_int_equal(carom_batch_run(batch, 20000, NULL, NULL, NULL), CAROM_OK);
  int impacts = 0;
  for (int i = 0; i < 3; ++i) {
    carom_impact ours, alone;
    carom_state_reset(r.model, r.state);
    carom_state_set(r.model, r.state, live, gravity[i]);
    carom_process(r.model, r.state, 20000, NULL);
    const carom_ledger a = carom_batch_ledger(batch, i), b = carom_state_ledger(r.state);
    assert_memory_equal(&a, &b, sizeof a);
    while (carom_state_next_impact(r.model, r.state, &alone)) {
      assert_true(carom_batch_next_impact(batch, i, &ours));
      assert_memory_equal(&ours, &alone, sizeof ours);
      ++impacts;
    }
    assert_false(carom_batch_next_impact(batch, i, &ours));
  }
  assert_true(impacts >= 3);
  const double bad[3] = {1, NAN, 2};
  assert_int_equal(carom_batch_set(batch, live, bad), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_get(batch, 2, r.state), CAROM_OK);
  assert_true(carom_state_get(r.model, r.state, live) == 2);
  carom_batch_close(batch, NULL);
  carom_batch_options options = carom_batch_options_default();
  options.ledger = options.impacts = false;
  batch = carom_batch_open(r.model, 1, NULL, &options, NULL, NULL);
  assert_int_equal(carom_batch_run(batch, 20000, NULL, NULL, NULL), CAROM_OK);
  carom_impact none;
  assert_false(carom_batch_next_impact(batch, 0, &none));
  assert_true(isnan(carom_batch_ledger(batch, 0).total));
  // The ledger of a state goes on where it is closed into one that keeps it.
  carom_state *out[1] = {r.state};
  carom_batch_close(batch, out);
  const double before = carom_state_ledger(r.state).time;
  carom_process(r.model, r.state, 1000, NULL);
  assert_true(carom_state_ledger(r.state).time > before + 0.01);
  rig_free(&r);
}

// --- Refusals -----------------------------------------------------------------------------------

static void require_refused(const carom_model *m, int count, const carom_state *const *states,
                            const carom_batch_options *options, carom_status status,
                            const char *what) {
  carom_error error;
  assert_null(carom_batch_open(m, count, states, options, NULL, &error));
  assert_int_equal(error.status, status);
  if (strstr(error.text, what) == NULL)
    fail_msg("'%s' is not in: %s", what, error.text);
  assert_null(carom_batch_open(m, count, states, options, NULL, NULL));
}

static void what_cannot_be_done_is_refused(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  rig other = rig_of(scene_of("two-masses"));
  carom_scene *scene = scene_of("bouncing-ball");
  rig_set(scene, "solver.method", "adaptive");
  rig integrates = rig_of(scene);
  require_refused(integrates.model, 2, NULL, NULL, CAROM_NO_PART,
                  "an integrator belongs to one state alone; allowed is");
  require_refused(NULL, 2, NULL, NULL, CAROM_BAD_VALUE, "model: NULL");
  require_refused(r.model, -1, NULL, NULL, CAROM_BAD_VALUE, "count: -1; allowed is 0 or more");
  require_refused(r.model, 1, NULL, &(carom_batch_options){0}, CAROM_BAD_VALUE,
                  "the options do not begin as carom_batch_options_default() gives them");
  carom_batch_options options = carom_batch_options_default();
  options.threads = 0;
  require_refused(r.model, 1, NULL, &options, CAROM_BAD_VALUE,
                  "options.threads: 0; allowed is 1 to");
  assert_int_equal(carom_batch_size(r.model, 1, &options), SIZE_MAX);
  assert_int_equal(carom_batch_size(integrates.model, 1, NULL), SIZE_MAX);
  assert_int_equal(carom_batch_size(r.model, INT32_MAX, NULL) < SIZE_MAX, sizeof(size_t) > 4);
  options = carom_batch_options_default();
  options.engine = (carom_engine_kind)77;
  require_refused(r.model, 1, NULL, &options, CAROM_BAD_VALUE, "options.engine: 77; allowed are");
  const carom_state *states[2] = {r.state, other.state};
  require_refused(r.model, 2, states, NULL, CAROM_WRONG_MODEL, "states[1] is of another model");
  const carom_model *models[2] = {r.model, NULL};
  options = carom_batch_options_default();
  options.models = models;
  require_refused(r.model, 2, NULL, &options, CAROM_WRONG_MODEL, "options.models[1]: NULL");
  carom_batch *batch = carom_batch_open(r.model, 3, NULL, NULL, NULL, NULL);
  static const int ranges[][2] = {{-1, 1}, {0, -1}, {0, 4}, {3, 1}, {4, 0}, {1, 2147483647}};
  for (int i = 0; i < 6; ++i)
    assert_int_equal(carom_batch_process(batch, 0, ranges[i][0], ranges[i][1], 1, NULL, 0, NULL),
                     CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_process(batch, 0, 3, 0, 1, NULL, 0, NULL), CAROM_OK);
  assert_int_equal(carom_batch_process(batch, 0, 0, 3, -1, NULL, 0, NULL), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_process(batch, 1, 0, 3, 1, NULL, 0, NULL), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_process(batch, -1, 0, 3, 1, NULL, 0, NULL), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_process(NULL, 0, 0, 0, 1, NULL, 0, NULL), CAROM_BAD_VALUE);
  carom_error error;
  assert_int_equal(carom_batch_run(NULL, 1, NULL, NULL, &error), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_run(batch, -1, NULL, NULL, &error), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_get(batch, 3, r.state), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_put(batch, -1, r.state), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_get(batch, 0, other.state), CAROM_WRONG_MODEL);
  assert_int_equal(carom_batch_put(batch, 0, other.state), CAROM_WRONG_MODEL);
  assert_int_equal(carom_batch_put(batch, 0, NULL), CAROM_WRONG_MODEL);
  assert_int_equal(carom_batch_get(NULL, 0, r.state), CAROM_BAD_VALUE);
  assert_int_equal(carom_batch_set(batch, 0, NULL), CAROM_BAD_VALUE);
  assert_null(carom_batch_model(batch, 3));
  assert_true(isnan(carom_batch_ledger(batch, 3).total));
  carom_state *out[3] = {r.state, other.state, NULL};
  assert_int_equal(carom_batch_close(batch, out), CAROM_WRONG_MODEL);
  assert_int_equal(carom_batch_close(NULL, NULL), CAROM_OK);
  batch = carom_batch_open(r.model, 0, NULL, NULL, NULL, &error);
  assert_int_equal(carom_batch_run(batch, 10, NULL, NULL, &error), CAROM_OK);
  assert_int_equal(carom_batch_count(batch), 0);
  carom_batch_close(batch, NULL);
  rig_free(&r);
  rig_free(&other);
  rig_free(&integrates);
}

static void engines_have_names(void **state) {
  (void)state;
  rig r = rig_of(scene_of("mass-barrier"));
  carom_batch *batch = carom_batch_open(r.model, 1, NULL, NULL, NULL, NULL);
  assert_string_equal(carom_engine_at(CAROM_ENGINE_AUTO)->name, "auto");
  assert_string_equal(carom_engine_at(CAROM_ENGINE_SCALAR)->name, "scalar");
  assert_null(carom_engine_at(-1));
  assert_null(carom_engine_at(carom_engine_count()));
  assert_int_equal(carom_batch_describe(batch).engine, CAROM_ENGINE_SCALAR);
  assert_int_equal(carom_batch_grain(batch), 1);
  carom_batch_close(batch, NULL);
  rig_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shapes_are_kinds_sizes_and_forms),
      cmocka_unit_test(models_of_one_shape_share_a_batch),
      cmocka_unit_test(keys_ledgers_and_impacts_are_those_of_each_state),
      cmocka_unit_test(what_cannot_be_done_is_refused),
      cmocka_unit_test(engines_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
