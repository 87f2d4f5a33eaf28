// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What calls tell of where things are: the ends of contacts, the points of outputs, and all that a
// drawing of a mechanism needs.

#include "support.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_and_outputs_tell_where_they_are),
      cmocka_unit_test(a_mechanism_is_drawn_from_public_calls),
      cmocka_unit_test(linkages_tell_their_pins_marks_and_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
