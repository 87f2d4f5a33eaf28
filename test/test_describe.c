// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What calls tell of a model and of a state: kinds beside words, the ends of contacts, the points
// of outputs, and the force of a contact.

#include "support.h"

// --- Kinds --------------------------------------------------------------------------------------

/// A word, and the number that stands for it.
typedef struct {
  const char *word;
  int kind;
} named;

static const named methods[] = {{"audio", CAROM_METHOD_AUDIO},
                                {"am1", CAROM_METHOD_AM1},
                                {"verlet", CAROM_METHOD_VERLET},
                                {"heun", CAROM_METHOD_HEUN},
                                {"rk4", CAROM_METHOD_RK4},
                                {"event", CAROM_METHOD_EVENT},
                                {"adaptive", CAROM_METHOD_ADAPTIVE},
                                {"rigid", CAROM_METHOD_RIGID},
                                {"wave", CAROM_METHOD_WAVE},
                                {"wrap", CAROM_METHOD_WRAP},
                                {"mechanism", CAROM_METHOD_MECHANISM}};

static const named bodies[] = {{"string", CAROM_BODY_STRING},   {"bar", CAROM_BODY_BAR},
                               {"plate", CAROM_BODY_PLATE},     {"mass", CAROM_BODY_MASS},
                               {"barrier", CAROM_BODY_BARRIER}, {"linkage", CAROM_BODY_LINKAGE}};

static const named contacts[] = {{"collision", CAROM_CONTACT_COLLISION},
                                 {"spring", CAROM_CONTACT_SPRING},
                                 {"bow", CAROM_CONTACT_BOW},
                                 {"finger", CAROM_CONTACT_FINGER},
                                 {"felt", CAROM_CONTACT_FELT},
                                 {"stop", CAROM_CONTACT_STOP}};

static const named quantities[] = {{"displacement", CAROM_OUTPUT_DISPLACEMENT},
                                   {"velocity", CAROM_OUTPUT_VELOCITY},
                                   {"acceleration", CAROM_OUTPUT_ACCELERATION},
                                   {"slope", CAROM_OUTPUT_SLOPE},
                                   {"force", CAROM_OUTPUT_FORCE},
                                   {"overlap", CAROM_OUTPUT_OVERLAP},
                                   {"psi", CAROM_OUTPUT_PSI},
                                   {"energy", CAROM_OUTPUT_ENERGY},
                                   {"mode", CAROM_OUTPUT_MODE},
                                   {"contact_length", CAROM_OUTPUT_CONTACT_LENGTH},
                                   {"patches", CAROM_OUTPUT_PATCHES},
                                   {"projection", CAROM_OUTPUT_PROJECTION},
                                   {"friction", CAROM_OUTPUT_FRICTION},
                                   {"scuff", CAROM_OUTPUT_SCUFF},
                                   {"gap", CAROM_OUTPUT_GAP},
                                   {"angle", CAROM_OUTPUT_ANGLE},
                                   {"x", CAROM_OUTPUT_X},
                                   {"y", CAROM_OUTPUT_Y},
                                   {"travel", CAROM_OUTPUT_TRAVEL}};

#define KINDS(list, word) kind_of((list), (int)(sizeof(list) / sizeof(list)[0]), (word))

static int kind_of(const named *list, int count, const char *word) {
  for (int i = 0; i < count; ++i)
    if (strcmp(list[i].word, word) == 0)
      return list[i].kind;
  fail_msg("'%s' has no number here", word);
  return -1;
}

static unsigned seen[4]; // bits: kinds of body, contact and quantity, and methods

static void check_kinds(const carom_model *m) {
  const carom_model_info info = carom_model_describe(m);
  assert_int_equal(info.method_kind, KINDS(methods, info.method));
  seen[3] |= 1U << info.method_kind;
  for (int i = 0; i < info.bodies; ++i) {
    const carom_body_info b = carom_model_body(m, i);
    assert_int_equal(b.kind, KINDS(bodies, b.type));
    seen[0] |= 1U << b.kind;
  }
  for (int i = 0; i < info.contacts; ++i) {
    const carom_contact_info c = carom_model_contact(m, i);
    assert_int_equal(c.kind, KINDS(contacts, c.type));
    seen[1] |= 1U << c.kind;
  }
  for (int i = 0; i < info.outputs; ++i) {
    const carom_output_info o = carom_model_output(m, i);
    assert_int_equal(o.kind, KINDS(quantities, o.quantity));
    seen[2] |= 1U << o.kind;
  }
}

// The words themselves are those of the scene.
static void kinds_are_those_of_the_words(void **state) {
  (void)state;
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < carom_builtin_count() + carom_method_count(); ++i) {
    const int by = i - carom_builtin_count();
    rig r = rig_of(by < 0 ? scene_of(carom_builtin_name(i)) : scene_for_method(by));
    check_kinds(r.model);
    for (int j = 0; j < carom_model_describe(r.model).contacts; ++j) {
      const carom_contact_info c = carom_model_contact(r.model, j);
      char path[80];
      snprintf(path, sizeof path, "contacts.%s.type", c.name);
      assert_string_equal(carom_scene_get(r.scene, path), c.type);
    }
    rig_free(&r);
  }
  rig r = rig_of(scene_of(
      "{carom: 1, bodies: {b: {type: bar, length: 1, linear_density: 0.1, bending_stiffness: 10}, "
      "p: {type: plate, size: [0.5, 0.4], thickness: 1e-3, density: 7000, youngs: 1e11}}, outputs: "
      "{u: {of: b@0.5}, v: {of: b@0.5, quantity: slope}, e: {of: p, quantity: energy}}}"));
  check_kinds(r.model);
  rig_free(&r);
  assert_int_equal(seen[0], (1U << 6) - 1);
  assert_int_equal(seen[1], (1U << 6) - 1);
  assert_int_equal(seen[3], (1U << 11) - 1);
}

// --- Ends and points ----------------------------------------------------------------------------

static void is_nowhere(carom_point p) {
  assert_int_equal(p.body, -1);
}

static void is_at(carom_point p, int body, double x, double y) {
  assert_int_equal(p.body, body);
  assert_true(isnan(x) ? isnan(p.x) : p.x == x);
  assert_true(isnan(y) ? isnan(p.y) : p.y == y);
}

static void contacts_and_outputs_tell_where_they_are(void **state) {
  (void)state;
  rig r = rig_of(scene_of(
      "{carom: 1, bodies: {p: {type: plate, size: [0.5, 0.4], thickness: 1e-3, density: 7000, "
      "youngs: 1e11}, s: {type: string, length: 1, linear_density: 0.01, tension: 100}, m: {type: "
      "mass, mass: 0.1, position: 1}, w: {type: barrier, position: -1}}, contacts: {hit: {type: "
      "collision, below: p@0.25:0.75, above: m, stiffness: 1e5}, tie: {type: spring, below: "
      "s@0.375, above: p@0.5:0.125, stiffness: 10}, lie: {type: collision, below: w, above: s, "
      "along: true, stiffness: 1e5}, bow: {type: bow, on: s@0.0625, force: 1, speed: 0.1}, finger: "
      "{type: finger, on: s@0.625}}, outputs: {plate: {of: p@0.875:0.3125}, line: {of: s@0.1875}, "
      "mass: {of: m}, all: {of: s, quantity: energy}, force: {of: tie, quantity: force}}}"));
  enum { P, S, M, W };
  const carom_contact_info hit = carom_model_contact(r.model, 0);
  is_at(hit.below, P, 0.25, 0.75);
  is_at(hit.above, M, NAN, NAN);
  const carom_contact_info tie = carom_model_contact(r.model, 1);
  is_at(tie.below, S, 0.375, 0);
  is_at(tie.above, P, 0.5, 0.125);
  const carom_contact_info lie = carom_model_contact(r.model, 2);
  is_at(lie.below, W, NAN, NAN);
  is_at(lie.above, S, NAN, NAN);
  is_at(carom_model_contact(r.model, 3).below, S, 0.0625, 0);
  is_nowhere(carom_model_contact(r.model, 3).above);
  is_at(carom_model_contact(r.model, 4).below, S, 0.625, 0);
  is_nowhere(carom_model_contact(r.model, 4).above);
  is_at(carom_model_output(r.model, 0).of, P, 0.875, 0.3125);
  is_at(carom_model_output(r.model, 1).of, S, 0.1875, 0);
  is_at(carom_model_output(r.model, 2).of, M, NAN, NAN);
  is_at(carom_model_output(r.model, 3).of, S, NAN, NAN);
  is_nowhere(carom_model_output(r.model, 4).of);
  assert_int_equal(carom_model_output(r.model, 3).contact, -1);
  assert_int_equal(carom_model_output(r.model, 4).contact, 1);
  rig_free(&r);
}

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
      cmocka_unit_test(kinds_are_those_of_the_words),
      cmocka_unit_test(contacts_and_outputs_tell_where_they_are),
      cmocka_unit_test(the_force_of_a_contact_is_its_output_in_every_method),
      cmocka_unit_test(after_a_step_shapes_are_ahead_of_outputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
