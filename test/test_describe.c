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

static const named gestures[] = {{"", CAROM_GESTURE_NONE},         {"bow", CAROM_GESTURE_BOW},
                                 {"finger", CAROM_GESTURE_FINGER}, {"pluck", CAROM_GESTURE_PLUCK},
                                 {"strike", CAROM_GESTURE_STRIKE}, {"throw", CAROM_GESTURE_THROW}};

static const named midi[] = {{"", CAROM_MIDI_NONE},
                             {"note", CAROM_MIDI_NOTE},
                             {"note-on", CAROM_MIDI_NOTE_ON},
                             {"note-off", CAROM_MIDI_NOTE_OFF},
                             {"bend", CAROM_MIDI_BEND},
                             {"pressure", CAROM_MIDI_PRESSURE},
                             {"poly-pressure", CAROM_MIDI_POLY_PRESSURE},
                             {"cc", CAROM_MIDI_CONTROLLER}};

#define KINDS(list, word) kind_of((list), (int)(sizeof(list) / sizeof(list)[0]), (word))

static int kind_of(const named *list, int count, const char *word) {
  for (int i = 0; i < count; ++i)
    if (strcmp(list[i].word, word) == 0)
      return list[i].kind;
  fail_msg("'%s' has no number here", word);
  return -1;
}

// A number that has been told stays what it is: the lists above are in their order.
static void numbers_of_words_stay_as_they_are(void **state) {
  (void)state;
  static const struct {
    const named *list;
    int count, first;
  } lists[] = {{methods, 11, 0},    {bodies, 6, 0},    {contacts, 6, 0},
               {quantities, 19, 0}, {gestures, 6, -1}, {midi, 8, -1}};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < lists[i].count; ++j)
      assert_int_equal(lists[i].list[j].kind, lists[i].first + j);
  assert_int_equal(CAROM_ENGINE_AUTO, 0);
  assert_int_equal(CAROM_ENGINE_SCALAR, 1);
}

static unsigned seen[6]; // bits: kinds of body, contact, quantity, method, gesture and message

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
  for (int i = 0; i < info.controls; ++i) {
    const carom_control_info c = carom_model_control(m, i);
    const bool controller = strncmp(c.midi, "cc", 2) == 0;
    assert_int_equal(c.gesture_kind, KINDS(gestures, c.gesture));
    assert_int_equal(c.midi_kind, KINDS(midi, controller ? "cc" : c.midi));
    assert_int_equal(c.controller >= 0, controller);
    seen[4] |= 1U << (c.gesture_kind + 1);
    seen[5] |= 1U << (c.midi_kind + 1);
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
      "m: {type: mass, mass: 1}, p: {type: plate, size: [0.5, 0.4], thickness: 1e-3, density: "
      "7000, youngs: 1e11}}, contacts: {h: {type: finger, on: b@0.6}}, outputs: {u: {of: b@0.5}, "
      "v: {of: b@0.5, quantity: slope}, e: {of: p, quantity: energy}}, controls: {a: {gesture: "
      "strike, on: b@0.2, to: 2, midi: pressure}, c: {gesture: pluck, on: b@0.3, to: 2, midi: "
      "poly-pressure}, d: {gesture: pluck, on: b@0.4, to: 2, midi: note-off}, e: {gesture: pluck, "
      "on: b@0.4, to: 2, midi: bend}, f: {gesture: throw, on: m, to: 2}, g: {gesture: finger, on: "
      "h, to: 2}}}"));
  check_kinds(r.model);
  rig_free(&r);
  assert_int_equal(seen[0], (1U << 6) - 1);
  assert_int_equal(seen[1], (1U << 6) - 1);
  assert_int_equal(seen[3], (1U << 11) - 1);
  assert_int_equal(seen[4], (1U << 6) - 1);
  assert_int_equal(seen[5], (1U << 8) - 1);
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

// --- Mechanisms ---------------------------------------------------------------------------------

typedef struct {
  double x, y;
} place;

// Of the circle of a felt, in the plane.
static place circle_of(const rig *r, const carom_contact_info *c, const carom_felt_info *felt) {
  double at[3];
  if (carom_linkage_place(r->model, r->state, c->below.body, c->below.x, c->below.y, at))
    return (place){at[0], at[1]};
  assert_int_equal(carom_model_body(r->model, c->below.body).kind, CAROM_BODY_MASS);
  assert_int_equal(carom_body_shape(r->model, r->state, c->below.body, at, 1), 1);
  return (place){felt->place, at[0]};
}

// Of an end of its segment.
static place end_of(const rig *r, const carom_contact_info *c, const double end[2]) {
  double frame[6] = {0}; // the ground
  if (c->above.body >= 0)
    assert_int_equal(carom_body_shape(r->model, r->state, c->above.body, frame, 6), 6);
  return (place){frame[0] + cos(frame[2]) * end[0] - sin(frame[2]) * end[1],
                 frame[1] + sin(frame[2]) * end[0] + cos(frame[2]) * end[1]};
}

static double distance_to_segment(place p, place from, place to) {
  const double x = to.x - from.x;
  const double y = to.y - from.y;
  const double along = ((p.x - from.x) * x + (p.y - from.y) * y) / (x * x + y * y);
  const double t = fmin(fmax(along, 0), 1);
  return hypot(p.x - from.x - t * x, p.y - from.y - t * y);
}

// The overlap of a felt as a drawing shows it, m; of a string at rest.
static double drawn_overlap(const rig *r, int contact) {
  const carom_contact_info c = carom_model_contact(r->model, contact);
  carom_felt_info felt;
  assert_true(carom_model_felt(r->model, contact, &felt));
  assert_true(c.below.body >= 0);
  const place centre = circle_of(r, &c, &felt);
  const carom_body_info on = carom_model_body(r->model, c.above.body);
  if (c.above.body >= 0 && on.kind == CAROM_BODY_STRING) {
    assert_true(isnan(felt.from[0]) && isnan(felt.to[1]));
    assert_true(centre.x > on.left && centre.x < on.left + on.size_x);
    return felt.radius - fabs(centre.y - on.height);
  }
  return felt.radius -
         distance_to_segment(centre, end_of(r, &c, felt.from), end_of(r, &c, felt.to));
}

static bool meets_string(const carom_model *m, int contact) {
  const int above = carom_model_contact(m, contact).above.body;
  return above >= 0 && carom_model_body(m, above).kind == CAROM_BODY_STRING;
}

// Circles and segments where public calls tell them overlap as outputs say, to rounding, while the
// action moves and its shanks bend.
static void check_drawing(carom_scene *scene) {
  const int count = carom_scene_count(scene, "contacts");
  for (int i = 0; i < count; ++i) {
    char path[80];
    snprintf(path, sizeof path, "outputs.drawn%d.of", i);
    rig_set(scene, path, carom_scene_name(scene, "contacts", i));
    snprintf(path, sizeof path, "outputs.drawn%d.quantity", i);
    rig_set(scene, path, "overlap");
  }
  rig r = rig_of(scene);
  const int first = carom_model_find_output(r.model, "drawn0");
  for (int n = 0; n < 60; ++n) {
    double drawn[16];
    for (int i = 0; i < count; ++i)
      drawn[i] = drawn_overlap(&r, i);
    carom_step(r.model, r.state);
    for (int i = 0; i < count; ++i)
      if (n == 0 || !meets_string(r.model, i)) // a damper bends a string at rest
        assert_near(drawn[i], carom_output(r.model, r.state, first + i),
                    meets_string(r.model, i) ? 1e-5 : 1e-14);
    assert_int_equal(carom_process(r.model, r.state, 100, NULL), CAROM_OK);
  }
  rig_free(&r);
}

static void a_mechanism_is_drawn_from_public_calls(void **state) {
  (void)state;
  check_drawing(scene_of("piano-action"));
  check_drawing(scene_of("piano-hammer"));
  check_drawing(scene_of("piano-hammer-stop"));
  check_drawing(scene_of("piano-note"));
  check_drawing(scene_of("piano-repeat"));
  check_drawing(scene_of(
      "{carom: 1, rate: 48000, solver: {method: mechanism}, bodies: {m: {type: mass, mass: 0.01, "
      "position: 5e-3, velocity: 1}, s: {type: string, length: 0.5, linear_density: 5e-3, tension: "
      "700, model: modes, points: 10, left: 0.1, height: 0.03}}, contacts: {f: {type: felt, "
      "circle: m, radius: 0.01, segment: s@0.25, b: 4e7, c: 2e4}}}"));
}

static void linkages_tell_their_pins_marks_and_sizes(void **state) {
  (void)state;
  rig r = rig_of(scene_of("piano-action"));
  static const char *const names[] = {"knuckle", "nose", "tail", "shank"};
  static const double marks[][2] = {
      {0.017, -0.009}, {0.1321, 0.0356}, {0.14, -0.024}, {0.1, -0.003}};
  const int hammer = carom_model_find_body(r.model, "hammer");
  const int whippen = carom_model_find_body(r.model, "whippen");
  carom_linkage_info l;
  assert_true(carom_model_linkage(r.model, hammer, &l));
  assert_int_equal(l.on, -1);
  assert_true(l.pin[0] == 0.07004549 && l.pin[1] == 0.11721902);
  assert_true(l.from == 0.038 && l.length == 0.083);
  assert_int_equal(l.marks, 4);
  for (int i = 0; i < 4; ++i) {
    const carom_mark_info mark = carom_model_mark(r.model, hammer, i);
    assert_string_equal(mark.name, names[i]);
    assert_true(mark.x == marks[i][0] && mark.y == marks[i][1]);
  }
  assert_string_equal(carom_model_mark(r.model, hammer, 4).name, "");
  // The nose has the largest circle: 0.0124 m about (0.1321, 0.0356); the tail 0.004 m.
  assert_near(l.high[0], 0.1321 + 0.0124, 1e-12);
  assert_near(l.high[1], 0.0356 + 0.0124, 1e-12);
  assert_near(l.low[1], -0.024 - 0.004, 1e-12);
  assert_near(l.low[0], 0, 1e-12);
  assert_true(carom_model_linkage(r.model, carom_model_find_body(r.model, "jack"), &l));
  assert_int_equal(l.on, whippen);
  assert_true(l.pin[0] == -0.096 && l.pin[1] == 0.006 && l.length == 0);
  assert_near(l.high[1], 0.0499, 1e-12); // of the segment under the knuckle
  const int string = carom_model_find_body(r.model, "string");
  assert_false(carom_model_linkage(r.model, string, &l));
  assert_true(carom_model_body(r.model, string).left == 0.16122549);
  assert_true(carom_model_body(r.model, string).height == 0.16521902);
  const carom_contact_info push =
      carom_model_contact(r.model, carom_model_find_contact(r.model, "push"));
  is_at(push.below, hammer, 0.017, -0.009);
  is_at(push.above, carom_model_find_body(r.model, "jack"), NAN, NAN);
  is_nowhere(carom_model_contact(r.model, carom_model_find_contact(r.model, "rail")).above);
  is_at(carom_model_contact(r.model, carom_model_find_contact(r.model, "strike")).above, string,
        NAN, NAN);
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
      cmocka_unit_test(numbers_of_words_stay_as_they_are),
      cmocka_unit_test(kinds_are_those_of_the_words),
      cmocka_unit_test(contacts_and_outputs_tell_where_they_are),
      cmocka_unit_test(a_mechanism_is_drawn_from_public_calls),
      cmocka_unit_test(linkages_tell_their_pins_marks_and_sizes),
      cmocka_unit_test(the_force_of_a_contact_is_its_output_in_every_method),
      cmocka_unit_test(after_a_step_shapes_are_ahead_of_outputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
