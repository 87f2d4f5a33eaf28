// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene runs, and is held to the rules that need no second run.

#ifndef CAROM_TEST_CAMPAIGN_JUDGE_H
#define CAROM_TEST_CAMPAIGN_JUDGE_H

#include "campaign_start.h"

static const double MOST_ENERGY = 1e12; ///< J: there is no such thing

// --- While it runs ------------------------------------------------------------------------------

// Whether springs in tune may have taken four fifths of what moves from the masses (theory 2.28).
static inline bool has_springs(const trial *t) {
  bool any = false;
  for (int i = 0; i < carom_scene_count(t->scene, "contacts"); ++i) {
    const char *name = carom_scene_name(t->scene, "contacts", i);
    any = any || (is_word(get(t->scene, "contacts.%s.type", name), "spring") &&
                  number_at(t->scene, "contacts.%s.linear", name) > 0);
  }
  return any;
}

// Kinetic energy and gravity alone: of masses without a spring of their own, whose energy at half
// steps is that of (1.13).
static inline void judge_speed(trial *t) {
  const double gravity = number_at(t->scene, "gravity");
  double sum = 0;
  for (int i = 0; i < carom_scene_count(t->scene, "bodies"); ++i) {
    const char *name = carom_scene_name(t->scene, "bodies", i);
    double u = 0;
    double v = 0;
    if (!is_body(t->scene, name, "mass"))
      continue;
    const int body = carom_model_find_body(t->model, name);
    carom_body_shape(t->model, t->state, body, &u, 1);
    carom_body_velocity(t->model, t->state, body, &v, 1);
    const double mass = number_at(t->scene, "bodies.%s.mass", name);
    const double height = t->audio ? u - v * t->info.time_step / 2 : u;
    if (number_at(t->scene, "bodies.%s.frequency", name) == 0)
      sum += mass * ((has_springs(t) ? 0.2 : 1) * v * v / 2 + gravity * height);
    else if (gravity != 0)
      return;
  }
  const written_energy *w = &t->written;
  const double most = w->bodies + w->contacts + w->slack + rounding_of(t) * w->turnover;
  judge(t, RULE_SPEED, "J", fmax(sum, most), most, 1e-9 * w->turnover);
}

/// A collision whose force never pulls: all but the published scheme.
static inline bool is_pushing(const trial *t, const char *contact) {
  return is_word(get(t->scene, "contacts.%s.type", contact), "collision") &&
         !is_word(get(t->scene, "contacts.%s.scheme", contact), "published");
}

static inline void judge_rows(trial *t, const double *values, int rows) {
  for (int row = 0; row < rows; ++row, values += t->info.outputs)
    for (int i = 0; i < MOST_CONTACTS; ++i) {
      if (t->force[i] < 0)
        continue;
      const double force = values[t->force[i]];
      t->impulse[i] += force * t->info.time_step;
      t->largest[i] = fmax(t->largest[i], force);
      const char *name = carom_scene_name(t->scene, "contacts", i);
      if (is_pushing(t, name))
        judge(t, RULE_PULL, "N", fmin(force, 0), 0, 0);
    }
}

static inline void judge_growth(trial *t, const carom_ledger *l) {
  if (l->largest_turnover > MOST_ENERGY)
    return;
  // The scale of the balance (theory 8.12): what is pressed hard rounds by more than its energy
  // tells.
  const double scale =
      l->largest_balance_error > 0 ? l->largest_error / l->largest_balance_error : 0;
  const double small = fmax(rounding_of(t) * l->largest_turnover, 1e-9 * scale);
  judge(t, RULE_GROWTH, "supplied J", l->supplied, 0, 0);
  judge(t, RULE_GROWTH, "lost J", fmin(l->dissipated - t->last.dissipated, 0), 0, small);
  const double now = l->kinetic + l->potential + l->contact;
  const double before = t->last.kinetic + t->last.potential + t->last.contact;
  judge(t, RULE_GROWTH, "J", fmax(now, before), before, small);
}

static inline bool raise_loss(void *user, carom_scene *scene, const carom_key *key,
                              const char *item, const char *path, const char *text) {
  (void)scene, (void)item, (void)path;
  double *most = user;
  const bool loss = strcmp(key->name, "sigma0") == 0;
  for (const char *at = text; loss && *at != '\0'; at += strcspn(at, " ")) {
    at += strspn(at, " [,");
    *most = fmax(*most, strtod(at, NULL));
  }
  return true;
}

/// What rounding leaves of a loss of sigma0 k in a step: beyond 1 velocities change sign at each,
/// and the mean of two of them, by which they brake, is what rounding is large beside.
static inline double rounding_of_losses(const trial *t) {
  double most = 0;
  visit_values(t->scene, raise_loss, &most);
  return 1e-15 * most * t->info.time_step;
}

/// Runs the scene; what it costs is bounded by the processor's time.
static inline void run_trial(trial *t) {
  static double values[MOST_OUTPUTS * MAX_STEPS];
  const clock_t start = clock();
  const bool conserves = t->info.energy_tolerance < 1 && t->audio;
  for (int n = 0; n < SAMPLES && clock() - start < MOST_TIME; ++n) {
    t->status = carom_process(t->model, t->state, 1, values);
    if (t->status != CAROM_OK)
      break;
    const int count = t->info.outputs * t->info.oversample;
    for (int i = 0; i < count; ++i)
      require_rule(t, RULE_FINITE, "an output", isfinite(values[i]));
    judge_rows(t, values, t->info.oversample);
    const carom_ledger l = carom_state_ledger(t->state);
    if (t->last.largest_turnover < 1e250) // beyond that squares overflow before the motion does
      require_rule(t, RULE_FINITE, "the ledger", isfinite(l.total) && isfinite(l.balance_error));
    if (t->alone && conserves)
      judge_growth(t, &l);
    t->last = l;
  }
  t->slow = clock() - start > MOST_TIME;
  t->of->judged[RULE_FINITE] += t->status == CAROM_OK;
  t->of->judged[RULE_PULL] += t->audio;
  t->of->judged[RULE_GROWTH] += t->alone && conserves;
  if (t->status == CAROM_OK && conserves && t->last.largest_turnover < MOST_ENERGY) {
    ++t->of->judged[RULE_BALANCE];
    const double least = t->info.single_bodies > 0 ? 1e-3 * t->info.oversample : 1e-9;
    judge(t, RULE_BALANCE, "error", t->last.largest_balance_error, 0,
          fmax(t->info.energy_tolerance, least) + rounding_of_losses(t));
  }
}

// --- Afterwards ---------------------------------------------------------------------------------

/// The mass among the two points of a contact: +1 below, -1 above, 0 neither.
static inline int side_of(const trial *t, int contact, const char *body) {
  const char *name = carom_scene_name(t->scene, "contacts", contact);
  const bool below = is_word(get(t->scene, "contacts.%s.below", name), body);
  const bool above = is_word(get(t->scene, "contacts.%s.above", name), body);
  return (below ? 1 : 0) - (above ? 1 : 0);
}

/// Whether collisions alone act on a mass, and gravity.
static inline bool is_free_mass(const trial *t, const char *name) {
  if (!is_body(t->scene, name, "mass") ||
      !(number_at(t->scene, "bodies.%s.frequency", name) == 0) ||
      !(number_at(t->scene, "bodies.%s.damping", name) == 0))
    return false;
  for (int i = 0; i < carom_scene_count(t->scene, "contacts"); ++i)
    if (side_of(t, i, name) != 0 && t->force[i] < 0)
      return false;
  return carom_scene_count(t->scene, "forces") == 0 && carom_scene_count(t->scene, "score") == 0 &&
         has_only_laws(t->scene);
}

static inline void judge_momentum(trial *t) {
  const double elapsed = (double)carom_state_steps(t->state) * t->info.time_step;
  const double gravity = number_at(t->scene, "gravity");
  for (int b = 0; b < carom_scene_count(t->scene, "bodies") && b < MOST_BODIES; ++b) {
    const char *name = carom_scene_name(t->scene, "bodies", b);
    if (!is_free_mass(t, name) || !t->alone)
      continue;
    const double mass = number_at(t->scene, "bodies.%s.mass", name);
    double v = 0;
    carom_body_velocity(t->model, t->state, carom_model_find_body(t->model, name), &v, 1);
    double given = -mass * gravity * elapsed;
    double turnover = fabs(given) + mass * (fabs(v) + fabs(t->begin_velocity[b]));
    for (int i = 0; i < carom_scene_count(t->scene, "contacts"); ++i)
      if (side_of(t, i, name) != 0) {
        given -= side_of(t, i, name) * t->impulse[i];
        turnover += fabs(t->impulse[i]);
      }
    ++t->of->judged[RULE_MOMENTUM];
    judge(t, RULE_MOMENTUM, "N s", mass * (v - t->begin_velocity[b]), given, 1e-9 * turnover);
  }
}

/// How far a mass goes in a step by what accelerates it where nothing touches, m.
static inline double drawn(const trial *t, const char *body) {
  if (!is_body(t->scene, body, "mass"))
    return 0;
  const double omega = two_pi * number_at(t->scene, "bodies.%s.frequency", body);
  const double u = position_at_start(t, body);
  return (omega * omega * fabs(u) + fabs(number_at(t->scene, "gravity"))) * t->info.time_step *
         t->info.time_step;
}

/// The earliest time at which two masses, or a mass and a barrier, can meet with the energy
/// written; negative where nothing is known.
static inline double earliest(const trial *t, int contact) {
  const char *name = carom_scene_name(t->scene, "contacts", contact);
  const free_bodies none = {.known = true};
  const written_contact c = contact_at_start(t, contact, &none);
  const double energy = t->written.bodies + t->written.contacts + t->written.slack;
  double speed = 0;
  double drawn_by = 0; // half-way overlaps follow straight lines
  if (!t->written.known || !t->masses || !t->alone || !(number_at(t->scene, "gravity") == 0))
    return -1;
  for (int side = 0; side < 2; ++side) {
    const char *body = get(t->scene, "contacts.%s.%s", name, side == 0 ? "below" : "above");
    drawn_by += drawn(t, body) / 8;
    if (is_body(t->scene, body, "mass"))
      speed += sqrt(2 * energy / (has_springs(t) ? 0.2 : 1) /
                    number_at(t->scene, "bodies.%s.mass", body));
  }
  const double gap = -c.overlap - drawn_by;
  return gap > 0 ? gap / (speed * (1 + 1e-9)) - t->info.time_step * 1e-6 : 0;
}

static inline void judge_event(trial *t, const carom_impact *e, double *former) {
  const double now = (double)carom_state_steps(t->state) * t->info.time_step;
  const double step = t->info.time_step;
  require_rule(t, RULE_TIMES, "begins after 0", e->begin >= -1e-12 * step);
  require_rule(t, RULE_TIMES, "has begun", e->begin <= now + step);
  require_rule(t, RULE_TIMES, "ends after it begins", isnan(e->end) || e->end >= e->begin);
  if (!is_sequential(t, e->contact))
    require_rule(t, RULE_TIMES, "begins after the former one", e->begin >= *former - 1e-12 * now);
  const char *name = carom_scene_name(t->scene, "contacts", e->contact);
  if (!t->audio || is_pushing(t, name)) {
    judge(t, RULE_TIMES, "N", fmin(e->peak_force, 0), 0, 0);
    judge(t, RULE_TIMES, "N s", fmin(e->impulse, 0), 0, 0);
    judge(t, RULE_TIMES, "m/s in", fmin(e->speed_in, 0), 0, 0);
    judge(t, RULE_TIMES, "m/s out", fmin(e->speed_out, 0), 0, 0);
  }
  *former = e->end;
  if (t->audio && !is_sequential(t, e->contact))
    judge(t, RULE_CAUSE, "s", fmin(e->begin, fmax(earliest(t, e->contact), 0)),
          fmax(earliest(t, e->contact), 0), 1e-12 * step);
}

/// Takes all impacts out of the queue; as many as it holds.
static inline void judge_events(trial *t) {
  double former[MOST_CONTACTS] = {0};
  double sum[MOST_CONTACTS] = {0};
  long long taken[MOST_CONTACTS] = {0};
  carom_impact e;
  while (carom_state_next_impact(t->model, t->state, &e)) {
    judge_event(t, &e, &former[e.contact]);
    sum[e.contact] += e.impulse;
    ++taken[e.contact];
  }
  for (int i = 0; i < t->info.contacts; ++i) {
    const bool whole = carom_contact_counts(t->model, t->state, i).impacts == taken[i];
    if (carom_state_open_impact(t->model, t->state, i, &e)) {
      judge_event(t, &e, &former[i]);
      sum[i] += e.impulse;
    }
    const char *name = carom_scene_name(t->scene, "contacts", i);
    if (!t->audio || !whole || t->force[i] < 0 || !is_pushing(t, name) ||
        carom_model_contact(t->model, i).island_size > 1 || t->info.rate < 1000)
      continue;
    // The first step is centred at t = 0: an impact that is under way there has about half of it,
    // or of the next, and with losses its force may fall by much meanwhile.
    const double pressed = t->first_overlap[i] > 0 ? t->second_force[i] : 0;
    const double first = fmax(t->first_force[i], pressed) * t->info.time_step;
    if (t->last.largest_turnover > MOST_ENERGY)
      continue;
    if (pressed > 0 && !(number_at(t->scene, "contacts.%s.damping", name) == 0))
      continue;
    ++t->of->judged[RULE_IMPULSE];
    judge(t, RULE_IMPULSE, "N s", sum[i], t->impulse[i] - first / 2,
          first * (pressed > 0 ? 1.05 : 0.525) + 1e-9 * t->impulse[i]);
  }
  ++t->of->judged[RULE_TIMES];
  t->of->judged[RULE_CAUSE] += t->audio && t->masses && t->alone && t->written.known;
}

/// Whether all contacts are open at t = 0, and none closes, by its speed or by accelerations.
static inline bool all_part(const trial *t) {
  for (int i = 0; i < carom_scene_count(t->scene, "contacts"); ++i) {
    const char *name = carom_scene_name(t->scene, "contacts", i);
    const free_bodies none = {.known = true};
    const written_contact c = contact_at_start(t, i, &none);
    double way = c.overlap + c.error;
    for (int side = 0; side < 2; ++side)
      way += drawn(t, get(t->scene, "contacts.%s.%s", name, side == 0 ? "below" : "above"));
    const bool touches = c.overlap > 0 || (c.overlap < 0 ? way > 0 : way > c.error);
    if (!is_word(get(t->scene, "contacts.%s.type", name), "collision") || touches || c.speed > 0)
      return false;
  }
  return true;
}

/// Where nothing touches and nothing closes there is no force at t = 0, and masses have the
/// velocity written: the mean of both half steps.
static inline void judge_row(trial *t) {
  if (!t->masses || !t->audio || !t->alone || !all_part(t) ||
      is_word(get(t->scene, "solver.start"), "first-order"))
    return;
  for (int i = 0; i < carom_scene_count(t->scene, "contacts"); ++i)
    judge(t, RULE_CAUSE, "N at t = 0", t->first_force[i], 0, 0);
  for (int b = 0; b < carom_scene_count(t->scene, "bodies") && b < MOST_BODIES; ++b) {
    const char *name = carom_scene_name(t->scene, "bodies", b);
    if (!is_free_mass(t, name))
      continue;
    double v = 0;
    const double written = number_at(t->scene, "bodies.%s.velocity", name);
    carom_body_velocity(t->model, t->state, carom_model_find_body(t->model, name), &v, 1);
    ++t->of->judged[RULE_ROW];
    judge(t, RULE_ROW, "m/s", (v + t->begin_velocity[b]) / 2, written,
          1e-12 *
              (fabs(v) + fabs(written) + fabs(number_at(t->scene, "gravity")) * t->info.time_step));
  }
}

/// One scene, start to end.
static inline void judge_trial(trial *t) {
  const bool clear = is_clear(t);
  const free_bodies f =
      t->masses || !t->fixed ? (free_bodies){.known = true} : free_bodies_of(&t->text, t->model);
  t->begin = t->last = carom_state_ledger(t->state);
  for (int b = 0; b < carom_scene_count(t->scene, "bodies") && b < MOST_BODIES; ++b)
    carom_body_velocity(t->model, t->state,
                        carom_model_find_body(t->model, carom_scene_name(t->scene, "bodies", b)),
                        &t->begin_velocity[b], 1);
  for (int i = 0; i < MOST_CONTACTS; ++i)
    t->first_overlap[i] = NAN;
  judge_sines(t, &f);
  double values[MOST_OUTPUTS * MAX_STEPS];
  if (carom_process(t->model, t->state, 0, values) == CAROM_OK && t->fixed) {
    carom_step(t->model, t->state);
    for (int i = 0; i < MOST_CONTACTS; ++i) {
      t->first_overlap[i] =
          t->overlap[i] >= 0 ? carom_output(t->model, t->state, t->overlap[i]) : (double)NAN;
      t->first_force[i] = t->force[i] >= 0 ? carom_output(t->model, t->state, t->force[i]) : 0;
    }
    judge_row(t);
    carom_step(t->model, t->state);
    for (int i = 0; i < MOST_CONTACTS; ++i)
      t->second_force[i] = t->force[i] >= 0 ? carom_output(t->model, t->state, t->force[i]) : 0;
    carom_state_reset(t->model, t->state);
    judge_start(t, &f, clear);
  }
  run_trial(t);
  if (t->written.known && t->alone && t->audio && t->status == CAROM_OK) {
    ++t->of->judged[RULE_SPEED];
    judge_speed(t);
  }
  if (t->status != CAROM_OK)
    return;
  ++t->of->finished;
  if (t->audio)
    judge_momentum(t);
  judge_events(t);
}

#endif
