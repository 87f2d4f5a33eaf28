// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The adaptive method, from sample to sample: the problem of modal_problem.c handed to an
// integrator, from one beginning or end of a contact to the next. The integrator is no part of what
// a state saves. Where the motion is not as the last call left it, after a reset or a restoration,
// the problem restarts from the present motion.

#include "methods/adaptive/modal_problem.h"

#include "base/constants.h"
#include "contacts/bridge.h"
#include "methods/methods.h"
#include <math.h>
#include <string.h>

// More beginnings and ends of contacts between two times mean that time does not advance.
enum { MAX_ROUNDS = 100000 };

// --- From sample to sample ----------------------------------------------------------------------

static bool is_as_left(const adaptive *c) {
  const size_t size = (size_t)c->p->modes * sizeof *c->y;
  bool same = c->left && memcmp(c->y, c->f->dq, size) == 0 &&
              memcmp(c->y + c->p->modes, c->f->v, size) == 0 &&
              c->origin.sum == c->f->head->origin.sum &&
              c->origin.rest == c->f->head->origin.rest && c->now == c->f->head->now;
  for (int i = 0; same && i < c->p->stops; ++i)
    same = c->how[i] == c->f->stop[i].touch;
  return same;
}

static void record_end(adaptive *c) {
  for (int i = 0; i < c->p->stops; ++i)
    c->how[i] = c->f->stop[i].touch;
  c->origin = c->f->head->origin;
  c->now = c->f->head->now;
  c->left = true;
}

// Restarts at the origin.
static carom_status restart(adaptive *c) {
  const modal_system *p = c->p;
  const size_t size = (size_t)c->of.size * sizeof *c->y;
  memset(c->y, 0, size);
  memset(c->counted, 0, size);
  memcpy(c->y + p->modes, c->f->v0, (size_t)p->modes * sizeof *c->y);
  for (int i = 0; i < p->stops; ++i) {
    c->direction[i * ROOTS + ROOT_TURN] = c->f->stop[i].touch == TOUCH_APART ? 1 : -1;
    c->direction[i * ROOTS + ROOT_PEAK] = c->direction[i * ROOTS + ROOT_DEEPEST] = -1;
  }
  return c->with.begin(c->with.user, 0, c->y);
}

// Up to a time, with a new origin at each event.
static carom_status advance_to(adaptive *c, double time, carom_solver_counts *counts) {
  for (int rounds = 0; rounds <= MAX_ROUNDS; ++rounds) {
    double t = 0;
    c->turned = false;
    const double until = instant_until(c->f->head->origin, time);
    carom_status status = c->with.advance(c->with.user, until, &t, c->y);
    c->with.count(c->with.user, counts);
    if (status == CAROM_OK && !c->turned) {
      modal_take_over(c, t, c->y);
      return CAROM_OK;
    }
    if (status == CAROM_OK) {
      ++counts->restarts;
      status = restart(c);
    }
    if (status != CAROM_OK)
      return status;
  }
  return CAROM_TOLERANCE;
}

// Losses of contacts along a body since they were last booked.
static void book_lines(adaptive *c, carom_state *s) {
  for (int i = 0; i < c->lines; ++i) {
    const int at = at_line(c->p, c->damped) + i;
    if (c->f->counts)
      sum_add(&s->contact_account[i].dissipated, c->y[at] - c->counted[at]);
    c->counted[at] = c->y[at];
  }
}

static carom_status travel(const carom_model *m, carom_state *s, const modal_system *p,
                           modal_motion *f, double time) {
  adaptive *c = s->attached;
  if (c == NULL)
    return CAROM_NO_PART;
  if (p->modes == 0) // nothing moves
    return CAROM_OK;
  c->p = p;
  c->f = f;
  c->m = m;
  c->s = s;
  carom_status status = CAROM_OK;
  if (!is_as_left(c)) {
    memset(c->released, 0, (size_t)p->stops * sizeof *c->released);
    modal_land(c);
    status = restart(c);
  }
  c->left = false;
  if (status == CAROM_OK)
    status = advance_to(c, time, &s->head->solver);
  if (status != CAROM_OK)
    return status;
  if (modal_missed(c))
    return CAROM_TOLERANCE;
  stops_forces(p, f);
  modal_press(c, c->y, f->a, NULL);
  book_lines(c, s);
  record_end(c);
  return CAROM_OK;
}

// --- The size of the motion ---------------------------------------------------------------------

/// Speed of a mode, sqrt(J), and displacement of one without spring.
typedef struct {
  double speed, travel;
} motion_size;

// From the start, the forces and the positions of stops.
static motion_size size_of(const carom_model *m, const modal_system *p) {
  double square = 0;
  double travel = 0;
  double fall = 0;
  for (int j = 0; j < p->modes; ++j) {
    const double root = sqrt(m->inverse_mass[j]);
    const double v = m->start_speed[j] / root;
    const double q = m->start[j] / root;
    square += v * v + p->mode[j].omega * p->mode[j].omega * q * q;
    travel = fmax(travel, fabs(q));
    fall = fmax(fall, fabs(p->mode[j].constant));
    for (int t = 0; t < p->drives; ++t) {
      const double swing = p->response[t * p->modes + j].force / (two_pi * p->drive_hertz[t]);
      square += swing * swing;
    }
  }
  for (int i = 0; i < p->stops; ++i)
    travel = fmax(travel, fabs(p->stop[i].offset) / sqrt(p->stop[i].mobility));
  square += fall * travel;
  const double speed = square > 0 ? sqrt(square) : 1;
  const double rate = p->fastest > 0 ? p->fastest : 1;
  return (motion_size){speed, travel > 0 ? travel : speed / rate};
}

static void set_errors(adaptive *c, motion_size size, const modal_system *p) {
  const double tolerance = c->of.tolerance;
  for (int i = 0; i < c->of.size; ++i) // losses and work
    c->error[i] = tolerance * size.speed * size.speed;
  for (int j = 0; j < p->modes; ++j) {
    const double omega = p->mode[j].omega;
    c->error[j] = tolerance * (omega > 0 ? size.speed / omega : size.travel);
    c->error[p->modes + j] = tolerance * size.speed;
  }
  for (int i = 0; i < p->stops; ++i)
    c->error[at_impulse(p) + i] = tolerance * size.speed / sqrt(p->stop[i].mobility);
}

// --- Making and freeing -------------------------------------------------------------------------

static bool has_losses(const modal_system *p) {
  for (int i = 0; i < p->stops; ++i)
    if (p->stop[i].damping > 0)
      return true;
  return false;
}

static adaptive *take_memory(const modal_system *p, bool damped, int lines) {
  const size_t length = (size_t)modal_length(p, damped, lines);
  const size_t modes = (size_t)p->modes;
  const size_t stops = (size_t)p->stops;
  const size_t size = sizeof(adaptive) + (3 * length + 3 * modes) * sizeof(double) +
                      stops * (sizeof(stop_touch) + ROOTS * sizeof(int) + sizeof(bool));
  const carom_memory heap = carom_memory_heap();
  adaptive *c = heap.resize(heap.user, NULL, 0, size);
  if (c == NULL)
    return NULL;
  memset(c, 0, size);
  c->y = c->series;
  c->counted = c->y + length;
  c->error = c->counted + length;
  c->a = c->error + length;
  c->q = c->a + modes;
  c->push = c->q + modes;
  c->how = (stop_touch *)(void *)(c->push + modes);
  c->direction = (int *)(void *)(c->how + stops);
  c->released = (bool *)(void *)(c->direction + ROOTS * stops);
  return c;
}

static adaptive *adaptive_of(const carom_model *m, const modal_system *p) {
  const bool damped = has_losses(p);
  const int lines = along_any(m) ? m->contact_count : 0;
  adaptive *c = take_memory(p, damped, lines);
  if (c == NULL)
    return NULL;
  c->damped = damped;
  c->lines = lines;
  c->of = (problem){.user = c,
                    .size = modal_length(p, damped, lines),
                    .roots = ROOTS * p->stops,
                    .slope = modal_slope,
                    .root = modal_root,
                    .direction = c->direction,
                    .jump = modal_jump,
                    .tolerance = m->tolerance,
                    .error = c->error,
                    .longest_step = p->fastest > 0 ? 1 / p->fastest : 0,
                    .first_step = modal_first_step};
  set_errors(c, size_of(m, p), p);
  return c;
}

static void adaptive_free(adaptive *c) {
  if (c->with.free != NULL)
    c->with.free(c->with.user);
  const carom_memory heap = carom_memory_heap();
  heap.resize(heap.user, c, sizeof *c, 0);
}

static carom_status attach(const carom_model *m, carom_state *s, integrator_maker *make) {
  const modal_system p = event_system(m);
  adaptive *c = adaptive_of(m, &p);
  if (c == NULL)
    return CAROM_NO_MEMORY;
  const carom_status status = p.modes > 0 ? make(&c->of, &c->with) : CAROM_OK;
  if (status != CAROM_OK) {
    adaptive_free(c);
    return status;
  }
  c->of.stop = &s->stop;
  s->attached = c;
  return CAROM_OK;
}

static void detach(carom_state *s) {
  adaptive_free(s->attached);
  s->attached = NULL;
}

// --- Contacts -----------------------------------------------------------------------------------

static along_sums sums_of(const carom_model *m, const carom_state *s, int contact) {
  const node_fields f = event_fields(m, s);
  return along_evaluate(m, s, contact, f.displacement.wide, f.velocity.wide, NULL);
}

static double contact_energy(const carom_model *m, const carom_state *s, int contact) {
  return along_any(m) ? sums_of(m, s, contact).energy : event_contact_energy(m, s, contact);
}

static double force(const carom_model *m, const carom_state *s, int contact) {
  return along_any(m) ? sums_of(m, s, contact).force : event_force(m, s, contact);
}

static double overlap(const carom_model *m, const carom_state *s, int contact) {
  return along_any(m) ? sums_of(m, s, contact).overlap : event_overlap(m, s, contact);
}

static double overlap_rate(const carom_model *m, const carom_state *s, int contact) {
  return along_any(m) ? sums_of(m, s, contact).rate : event_overlap_rate(m, s, contact);
}

static double contact_length(const carom_model *m, const carom_state *s, int contact) {
  return along_any(m) ? sums_of(m, s, contact).length : 0;
}

static double patches(const carom_model *m, const carom_state *s, int contact) {
  return along_any(m) ? sums_of(m, s, contact).patches : 0;
}

// --- Start and step -----------------------------------------------------------------------------

static bool fits(compiler *c) {
  return along_fits(c) && event_fits(c);
}

static bool compile(compiler *c) {
  return wrapped_starts(c) && event_compile(c);
}

static void start(const carom_model *m, carom_state *s) {
  event_start(m, s);
  if (along_any(m))
    along_start(m, s);
}

static void step(const carom_model *m, carom_state *s) {
  event_step(m, s, travel);
  for (int i = 0; along_any(m) && s->head->failure == CAROM_OK && i < m->contact_count; ++i)
    along_track(m, s, i, s->push[i]);
}

const method adaptive_method = {
    .about = {.name = "adaptive",
              .bodies = EVENT_BODIES " linkage",
              .contacts = EVENT_CONTACTS " felt",
              .limits = EVENT_LIMITS "; linkages and felt as in mechanism",
              .help = "SUNDIALS CVODE: steps of any order and length that keep solver.tolerance, "
                      "impacts by root finding"},
    .keys = "solver.tolerance",
    .modal = true,
    .along_modes = true,
    .lays_wrapped = true,
    .impacts_kept = 1024,
    .block_most = 1,
    .fits = fits,
    .compile = compile,
    .size = sizeof(event_state),
    .bind = event_bind,
    .start = start,
    .step = step,
    .fields = event_fields,
    .body_energy = event_body_energy,
    .contact_energy = contact_energy,
    .open_accounts = event_open_accounts,
    .force = force,
    .overlap = overlap,
    .overlap_rate = overlap_rate,
    .contact_length = contact_length,
    .patches = patches,
    .attach = attach,
    .detach = detach,
};
