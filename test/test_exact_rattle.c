// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// `scheme: exact`, several impacts in a sample and where a mass is between them: rattles, bouncing
// balls, moved walls, against closed forms and rigid bodies that bounce at their own times.

#include "one_impact.h"

static const double pi = 3.14159265358979323846;

/// Contacts so stiff that they last 3e-10 s, by a linear law.
#define HARD "type: collision, stiffness: 1e18, exponent: 1, scheme: exact"

/// The events of a contact of a run, or of all.
typedef struct {
  int count;
  carom_impact event[8192];
} event_list;

static int by_time(const void *a, const void *b) {
  const double ta = ((const carom_impact *)a)->begin;
  const double tb = ((const carom_impact *)b)->begin;
  return (ta > tb) - (ta < tb);
}

static void run(rig *r, double seconds, event_list *list) {
  list->count = 0;
  const int samples = (int)(seconds / carom_model_describe(r->model).time_step);
  for (int n = 0; n < samples; ++n) {
    rig_steps(r, 1);
    while (list->count < 8192 &&
           carom_state_next_impact(r->model, r->state, &list->event[list->count]))
      ++list->count;
  }
  assert_true(list->count < 8192);
  qsort(list->event, (size_t)list->count, sizeof *list->event, by_time);
}

// --- Between two walls --------------------------------------------------------------------------

static carom_scene *between_walls(double speed, double rate) {
  carom_scene *scene =
      scene_of("carom: 1\n"
               "bodies:\n"
               "  a: {type: mass, mass: 0.01}\n"
               "  w: {type: barrier, position: 1e-4}\n"
               "  v: {type: barrier, position: -1e-4}\n"
               "contacts:\n"
               "  c: {type: collision, below: a, above: w, exponent: 1, scheme: exact}\n"
               "  d: {type: collision, below: v, above: a, exponent: 1, scheme: exact}\n");
  rig_set_number(scene, "rate", rate);
  rig_set_number(scene, "bodies.a.velocity", speed);
  rig_set(scene, "contacts.c.stiffness", "1e14");
  rig_set(scene, "contacts.d.stiffness", "1e14");
  return scene;
}

// From one impact to the next: 0.2 mm, and the contact, half a period of a spring of 1e14 N/m.
static double between_impacts(double speed) {
  return 2e-4 / speed + pi * sqrt(0.01 / 1e14);
}

static void rattles_have_all_their_impacts(void **state) {
  (void)state;
  static const double speeds[] = {0.3, 0.5, 0.7, 1, 1.3, 2, 5};
  static event_list list;
  for (int i = 0; i < 7; ++i)
    for (double rate = 44100; rate < 2e5; rate *= 2) {
      rig r = rig_of(between_walls(speeds[i], rate));
      run(&r, 0.2, &list);
      assert_near(list.count, 0.2 / between_impacts(speeds[i]), 1);
      for (int n = 0; n < list.count; ++n) {
        const double begin = 1e-4 / speeds[i] + n * between_impacts(speeds[i]);
        assert_near(list.event[n].begin, begin, 1e-10 + 1e-6 * begin);
        assert_near(list.event[n].impulse, 0.02 * speeds[i], 1e-12);
      }
      assert_at_most(rig_error(&r), 1e-12);
      rig_free(&r);
    }
}

// Begins in the middle half a step before t = 0: how a run starts beside a wall is another matter.
static void begin_in_the_middle(rig *r) {
  audio_state *a = audio_of(r->state);
  a->u.wide[0] = a->du.wide[0] / 2;
  for (int i = 0; i < 2; ++i) {
    a->link[i].psi = a->link[i].psi_max = 0;
    a->link[i].half = a->sub_sample[i].xi = a->sub_sample[i].bodies = -1e-4;
    a->sub_sample[i].push = a->sub_sample[i].steady = 0;
    r->state->tracker[i].open = false;
  }
}

// Up to 23 impacts in a sample, each with its row: times in order, speeds, forces and impulses.
static void all_impacts_of_a_sample_have_a_row(void **state) {
  (void)state;
  static const double speeds[] = {10, 20, 40, 200};
  static event_list list;
  for (int i = 0; i < 4; ++i) {
    rig r = rig_of(between_walls(speeds[i], 44100));
    begin_in_the_middle(&r);
    const double seconds = i < 3 ? 0.03 : 0.007;
    run(&r, seconds, &list);
    const double whole = (int)(seconds * 44100) / 44100.0;
    assert_near(list.count, whole / between_impacts(speeds[i]), 1);
    double last[2] = {-1, -1};
    for (int n = 0; n < list.count; ++n) {
      const carom_impact *e = &list.event[n];
      assert_true(e->begin >= last[e->contact]);
      assert_true(e->end > e->begin || e->end == 0); // before the start
      last[e->contact] = e->end;
      assert_near(e->speed_in, speeds[i], 1e-9 * speeds[i]);
      assert_near(e->speed_out, speeds[i], 1e-9 * speeds[i]);
      if (e->begin > 1 / 44100.0) // of the first sample, half of which lies before t = 0, half
        assert_near(e->impulse, 0.02 * speeds[i], 1e-9 * speeds[i]);
      assert_near(e->peak_force, speeds[i] * sqrt(1e14 * 0.01), 2e-3 * speeds[i] * 1e6);
    }
    rig_free(&r);
  }
}

// Losses: each impact has its own, and they add up to that of the contact.
static void impacts_of_a_sample_have_their_own_losses(void **state) {
  (void)state;
  static event_list list;
  carom_scene *scene = between_walls(20, 44100);
  rig_set(scene, "contacts.c.damping", "1e-3");
  rig_set(scene, "contacts.d.damping", "1e-3");
  rig r = rig_of(scene);
  begin_in_the_middle(&r);
  run(&r, 0.002, &list);
  double lost = 0;
  double v = 20;
  assert_true(list.count > 100);
  for (int n = 0; n < list.count; ++n) {
    const carom_impact *e = &list.event[n];
    const impact i = {.m = 0.01, .K = 1e14, .alpha = 1, .mu = 1e-3, .v = e->speed_in};
    assert_near(e->speed_out, -parting(&i), 1e-9);
    assert_near(e->energy_lost, 0.005 * (e->speed_in * e->speed_in - e->speed_out * e->speed_out),
                1e-12);
    lost += e->energy_lost;
    v = e->speed_out;
  }
  assert_near(lost, 0.005 * (20 * 20 - v * v), 1e-9);
  assert_near(lost, carom_state_ledger(r.state).dissipated, 1e-9);
  rig_free(&r);
}

// --- Rigid bodies -------------------------------------------------------------------------------

/// Masses in a row, under gravity, between two walls, that bounce without loss at their own times.
typedef struct {
  int count;
  double mass[3], x[3], v[3];
  double low, high, gravity, now;
} row;

// When the ends i - 1 and i meet, from now on: half of g t^2 is common to masses.
static double meeting(const row *r, int i) {
  const double below = i == 0 ? r->low : r->x[i - 1];
  const double above = i == r->count ? r->high : r->x[i];
  const double w = (i == r->count ? 0 : r->v[i]) - (i == 0 ? 0 : r->v[i - 1]);
  const double fall = i == 0 ? r->gravity : i == r->count ? -r->gravity : 0;
  const double gap = fmax(above - below, 0);
  if (fall == 0)
    return w < 0 ? gap / -w : (double)INFINITY;
  const double root = sqrt(w * w + 2 * fall * gap);
  return fall > 0 ? (w + root) / fall : (double)INFINITY;
}

// The next impact: which of them, and its time.
static int bounce(row *r, double *time) {
  int next = 0;
  for (int i = 1; i <= r->count; ++i)
    if (meeting(r, i) < meeting(r, next))
      next = i;
  const double t = meeting(r, next);
  for (int i = 0; i < r->count; ++i) {
    r->x[i] += r->v[i] * t - r->gravity / 2 * t * t;
    r->v[i] -= r->gravity * t;
  }
  if (next == 0 || next == r->count) {
    r->v[next == 0 ? 0 : next - 1] *= -1;
  } else {
    double *m = &r->mass[next - 1];
    const double p = 2 * (r->v[next - 1] - r->v[next]) / (1 / m[0] + 1 / m[1]);
    r->v[next - 1] -= p / m[0];
    r->v[next] += p / m[1];
  }
  *time = r->now += t;
  return next;
}

static void compare(rig *r, row rigid, double seconds, int impacts, double tolerance) {
  static event_list list;
  run(r, seconds, &list);
  assert_true(list.count >= impacts);
  for (int n = 0; n < impacts; ++n) {
    double time = 0;
    assert_int_equal(list.event[n].contact, bounce(&rigid, &time));
    assert_near(list.event[n].begin, time, tolerance);
  }
  assert_at_most(rig_error(r), 1e-11);
}

static void masses_between_walls_meet_when_they_should(void **state) {
  (void)state;
  row rigid = {
      .count = 2, .mass = {0.01, 0.02}, .x = {0, 1e-4}, .v = {0, -0.3}, .low = -2e-4, .high = 3e-4};
  for (int i = 0; i < 5; ++i) {
    rigid.v[0] = 1 + 0.0137 * i;
    carom_scene *scene = scene_of("carom: 1\n"
                                  "bodies:\n"
                                  "  a: {type: mass, mass: 0.01}\n"
                                  "  b: {type: mass, mass: 0.02, position: 1e-4, velocity: -0.3}\n"
                                  "  w: {type: barrier, position: -2e-4}\n"
                                  "  v: {type: barrier, position: 3e-4}\n"
                                  "contacts:\n"
                                  "  c: {below: w, above: a, " HARD "}\n"
                                  "  d: {below: a, above: b, " HARD "}\n"
                                  "  e: {below: b, above: v, " HARD "}\n");
    rig_set_number(scene, "bodies.a.velocity", rigid.v[0]);
    rig r = rig_of(scene);
    compare(&r, rigid, 0.02, 30, 1e-7);
    rig_free(&r);
  }
}

static void balls_on_each_other_bounce_as_they_should(void **state) {
  (void)state;
  row rigid = {
      .count = 2, .mass = {0.01, 0.003}, .x = {0, 3e-3}, .high = (double)INFINITY, .gravity = 9.81};
  for (int i = 0; i < 5; ++i) {
    rigid.x[0] = 1e-3 * (1 + 0.0137 * i);
    carom_scene *scene = scene_of("carom: 1\n"
                                  "gravity: 9.81\n"
                                  "bodies:\n"
                                  "  a: {type: mass, mass: 0.01}\n"
                                  "  b: {type: mass, mass: 0.003, position: 3e-3}\n"
                                  "  w: {type: barrier}\n"
                                  "contacts:\n"
                                  "  c: {below: w, above: a, " HARD "}\n"
                                  "  d: {below: a, above: b, " HARD "}\n");
    rig_set_number(scene, "bodies.a.position", rigid.x[0]);
    rig r = rig_of(scene);
    compare(&r, rigid, 0.3, 8, 5e-7);
    rig_free(&r);
  }
}

// 100 bounces: without a drift, by gravity and by a force of the same size.
static void a_ball_bounces_in_time_for_ever(void **state) {
  (void)state;
  static event_list list;
  for (int i = 0; i < 8; ++i) {
    const double h = 1e-4 * pow(10, i % 4);
    const double fall = sqrt(2 * h / 9.81);
    carom_scene *scene = scene_of("carom: 1\n"
                                  "bodies:\n"
                                  "  a: {type: mass, mass: 0.01}\n"
                                  "  w: {type: barrier}\n"
                                  "contacts:\n"
                                  "  c: {below: w, above: a, " HARD "}\n");
    rig_set_number(scene, "bodies.a.position", h);
    if (i < 4) {
      rig_set(scene, "gravity", "9.81");
    } else {
      rig_set(scene, "forces.f.on", "a");
      rig_set(scene, "forces.f.table", "[[0, -0.0981], [1e3, -0.0981]]");
    }
    rig r = rig_of(scene);
    run(&r, 202 * fall, &list);
    assert_true(list.count >= 100);
    for (int j = 0; j < 100; ++j) {
      assert_near(list.event[j].begin * 44100, (2 * j + 1) * fall * 44100, 0.5);
      assert_near(list.event[j].speed_in, 9.81 * fall, 1e-6);
    }
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// --- Other forces -------------------------------------------------------------------------------

// A wall that swings has the speed of the moment it is hit, and gives the work.
static void a_swinging_wall_is_met_at_its_moment(void **state) {
  (void)state;
  static event_list list;
  for (int i = 0; i < 8; ++i) {
    carom_scene *scene =
        scene_of("carom: 1\n"
                 "bodies:\n"
                 "  a: {type: mass, mass: 0.01, velocity: -1}\n"
                 "  w: {type: barrier, position: {sine: {amplitude: 1e-4, frequency: 200}}}\n"
                 "contacts:\n"
                 "  c: {below: w, above: a, " HARD "}\n");
    rig_set_number(scene, "bodies.a.position", 2e-3 + 1.7e-5 * i);
    rig r = rig_of(scene);
    run(&r, 0.003, &list);
    assert_int_equal(list.count, 1);
    const double wall = 1e-4 * 400 * pi * cos(400 * pi * list.event[0].begin);
    assert_near(list.event[0].speed_in, 1 + wall, 3e-5); // of 0.018 that it changes in a sample
    const double v = audio_of(r.state)->du.wide[0] * 44100;
    assert_near(v, 1 + 2 * wall, 6e-5);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// A mass on a spring of its own against a stop: its phase is right after any number of impacts.
static void a_mass_on_a_spring_rattles_in_time(void **state) {
  (void)state;
  static event_list list;
  for (int i = 0; i < 8; ++i) {
    carom_scene *scene = scene_of("carom: 1\n"
                                  "bodies:\n"
                                  "  a: {type: mass, mass: 0.01, position: 1e-3}\n"
                                  "  w: {type: barrier, position: -2e-4}\n"
                                  "contacts:\n"
                                  "  c: {below: w, above: a, " HARD "}\n");
    const double f = 100 + 1.7 * i;
    rig_set_number(scene, "bodies.a.frequency", f);
    rig r = rig_of(scene);
    run(&r, 0.1, &list);
    const double first = acos(-0.2) / (2 * pi * f);
    assert_true(list.count > 10);
    for (int n = 0; n < list.count; ++n)
      assert_near(list.event[n].begin, (2 * n + 1) * first, 1e-6);
    assert_at_most(rig_error(&r), 1e-12);
    rig_free(&r);
  }
}

// --- Warnings
// -------------------------------------------------------------------------------------

static bool brings_a_warning(double speed) {
  static event_list list;
  rig r = rig_of(between_walls(speed, 44100));
  begin_in_the_middle(&r);
  run(&r, 0.001, &list);
  carom_warning warning[8];
  const int count = carom_warnings(r.model, r.state, NULL, warning, 8);
  bool found = false;
  for (int i = 0; i < count; ++i)
    found = found || strcmp(warning[i].kind, "rattle-in-sample") == 0;
  rig_free(&r);
  return found;
}

static void rattles_beyond_what_is_followed_bring_a_warning(void **state) {
  (void)state;
  assert_false(brings_a_warning(1));
  assert_false(brings_a_warning(200)); // 12 a contact in a sample
  assert_true(brings_a_warning(400));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rattles_have_all_their_impacts),
      cmocka_unit_test(all_impacts_of_a_sample_have_a_row),
      cmocka_unit_test(impacts_of_a_sample_have_their_own_losses),
      cmocka_unit_test(masses_between_walls_meet_when_they_should),
      cmocka_unit_test(balls_on_each_other_bounce_as_they_should),
      cmocka_unit_test(a_ball_bounces_in_time_for_ever),
      cmocka_unit_test(a_swinging_wall_is_met_at_its_moment),
      cmocka_unit_test(a_mass_on_a_spring_rattles_in_time),
      cmocka_unit_test(rattles_beyond_what_is_followed_bring_a_warning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
