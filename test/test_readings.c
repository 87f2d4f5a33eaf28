// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What is read from a state, and when: the force of a contact as its output, and the times of
// shapes, outputs and the ledger.

#include "support.h"

// --- The force of a contact ---------------------------------------------------------------------

/// Adds an output for the force of each contact; returns the scene.
static carom_scene *with_forces(carom_scene *scene) {
  const int count = carom_scene_count(scene, "contacts");
  for (int i = 0; i < count; ++i) {
    char path[80];
    snprintf(path, sizeof path, "outputs.told%d.of", i);
    rig_set(scene, path, carom_scene_name(scene, "contacts", i));
    snprintf(path, sizeof path, "outputs.told%d.quantity", i);
    rig_set(scene, path, "force");
  }
  return scene;
}

// Whether the force of each contact is its output, to the bit; how many are not 0.
static int same_forces(const rig *r) {
  const carom_model_info info = carom_model_describe(r->model);
  int pushing = 0;
  for (int i = 0; i < info.contacts; ++i) {
    char name[20];
    snprintf(name, sizeof name, "told%d", i);
    const double told = carom_output(r->model, r->state, carom_model_find_output(r->model, name));
    const double force = carom_contact_force(r->model, r->state, i);
    if (!(force == told))
      fail_msg("%s: contact %d after %lld steps: %.17g, its output %.17g", info.method, i,
               carom_state_steps(r->state), force, told);
    pushing += force != 0;
  }
  return pushing;
}

// Step by step, in blocks, and in a state that was restored.
static void check_forces(carom_scene *scene) {
  rig r = rig_of(with_forces(scene));
  rig other = {.model = r.model, .state = carom_state_new(r.model, NULL)};
  carom_error error;
  int pushing = 0;
  if (carom_model_describe(r.model).integrates) {
    assert_int_equal(carom_state_equip(r.model, r.state, &error), CAROM_OK);
    assert_int_equal(carom_state_equip(r.model, other.state, &error), CAROM_OK);
  }
  assert_int_equal(same_forces(&r), 0);                   // nothing is known of them yet
  for (int n = 0; n < 20000 && same_forces(&r) == 0; ++n) // until something touches
    assert_int_equal(carom_process(r.model, r.state, 1, NULL), CAROM_OK);
  unsigned char *bytes = malloc(carom_state_saved_size(r.model));
  for (int n = 0; n < 400; ++n) {
    if (n % 3 == 0)
      carom_step(r.model, r.state);
    else
      assert_int_equal(carom_process(r.model, r.state, n % 5, NULL), CAROM_OK);
    pushing += same_forces(&r);
    carom_state_save(r.model, r.state, bytes);
    assert_int_equal(carom_state_restore(r.model, other.state, bytes), CAROM_OK);
    same_forces(&other);
    assert_int_equal(carom_process(r.model, other.state, 0, NULL), CAROM_OK);
    same_forces(&other);
  }
  if (pushing == 0)
    fail_msg("%s: nothing touched", carom_model_describe(r.model).method);
  free(bytes);
  carom_state_free(other.state);
  rig_free(&r);
}

static carom_scene *by_method(const char *builtin, const char *method) {
  carom_scene *scene = scene_of(builtin);
  rig_set(scene, "solver.method", method);
  return scene;
}

static void the_force_of_a_contact_is_its_output_in_every_method(void **state) {
  (void)state;
  for (int i = 0; i < carom_method_count(); ++i)
    if (strcmp(carom_method_at(i)->name, "adaptive") != 0 || carom_has_integrator())
      check_forces(scene_for_method(i));
  check_forces(scene_of("tromba"));        // a bow, a finger and a bridge
  check_forces(scene_of("sitar"));         // along a body
  check_forces(scene_of("bouncing-ball")); // rigid stops
  check_forces(scene_of("two-masses"));
  if (!carom_has_integrator())
    return;
  check_forces(by_method("piano-hammer-stop", "adaptive")); // of a mechanism
  check_forces(scene_of(                                    // along a body
      "{carom: 1, rate: 1000, bodies: {string: {type: string, model: modes, points: 20, length: 1, "
      "linear_density: 1, tension: 1, start: {shape: sine, amplitude: 2}}, floor: {type: barrier, "
      "position: 1.95}}, contacts: {touch: {type: collision, below: string, above: floor, along: "
      "true, stiffness: 1e4, exponent: 1}}, outputs: {mid: {of: string@0.5}}, solver: {method: "
      "adaptive}}"));
}

// --- Times --------------------------------------------------------------------------------------

// Each scene with an output of its first body's middle; returns which value of its shape that is.
static int add_middle(carom_scene *scene) {
  const char *name = carom_scene_name(scene, "bodies", 0);
  const char *type = carom_scene_get(scene, "bodies.hammer.type");
  const bool link = type != NULL && strcmp(type, "linkage") == 0;
  char of[40];
  snprintf(of, sizeof of, strcmp(name, "s") == 0 ? "%s@0.5" : "%s", name);
  rig_set(scene, "outputs.middle.of", of);
  rig_set(scene, "outputs.middle.quantity", link ? "angle" : "displacement");
  return link ? 2 : -1;
}

// The table of carom.h.
static void after_a_step_shapes_are_ahead_of_outputs(void **state) {
  (void)state;
  for (int i = 0; i < carom_method_count(); ++i) {
    if (strcmp(carom_method_at(i)->name, "adaptive") == 0 && !carom_has_integrator())
      continue;
    carom_scene *scene = scene_for_method(i);
    const int value = add_middle(scene);
    rig r = rig_of(scene);
    const carom_model_info info = carom_model_describe(r.model);
    const int middle = carom_model_find_output(r.model, "middle");
    const int at = value >= 0 ? value : carom_model_body(r.model, 0).points_x / 2;
    double shape[4000];
    carom_error error;
    if (info.integrates)
      assert_int_equal(carom_state_equip(r.model, r.state, &error), CAROM_OK);
    for (int n = 0; n < 50; ++n) {
      assert_in_range(carom_body_shape(r.model, r.state, 0, shape, 4000), at + 1, 4000);
      carom_step(r.model, r.state);
      assert_near(carom_output(r.model, r.state, middle), shape[at], 1e-12);
      assert_int_equal(carom_state_steps(r.state), n + 1);
      const double lag = info.method_kind == CAROM_METHOD_AUDIO ? 0.5 : 0;
      assert_near(carom_state_ledger(r.state).time, (n + 1 - lag) * info.time_step, 1e-12);
    }
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_force_of_a_contact_is_its_output_in_every_method),
      cmocka_unit_test(after_a_step_shapes_are_ahead_of_outputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
