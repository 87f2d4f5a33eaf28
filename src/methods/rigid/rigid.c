// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The rigid method: a sample is as many steps of the scheme as bring y^{j+1} beyond it. Outputs at
// t_n, between y^j and y^{j+1}: displacements are linear between the two, velocities and
// accelerations those of the parabola through y^{j-1} as well, forces and contact lengths those of
// step j. The ledger's energies are those between y^j and y^{j+1}.
//
// The obstacles are lossless, and so is the scheme but for O(h): what their forces do to the
// discrete energy in a step (scheme.c) is booked as numerical loss of the contact, which may be
// negative. Kinetic and potential energy show how far it wanders.

#include "methods/rigid/rigid.h"

#include "methods/methods.h"
#include "state/state.h"
#include <math.h>

typedef struct {
  double taken;   // steps of the scheme
  double rotated; // which of the three levels is y^{j-1}
} rigid_head;

NO_PADDING(rigid_head, 2);
NO_PADDING(rigid_touch, 6);

#define RIGID_KEPT(X)                                                                              \
  X(rigid_head, head, 1)                                                                           \
  X(double, level0, nodes)                                                                         \
  X(double, level1, nodes)                                                                         \
  X(double, level2, nodes)                                                                         \
  X(rigid_touch, touch, m->contact_count)
#define RIGID_SCRATCH(X)                                                                           \
  X(double, u, model_nodes(m))                                                                     \
  X(double, v, model_nodes(m))                                                                     \
  X(double, a, model_nodes(m))

typedef struct {
  RIGID_KEPT(ARRAY_FIELD)
  RIGID_SCRATCH(ARRAY_FIELD)
} rigid_state;

static rigid_state *rigid_of(const carom_state *s) {
  return s->own;
}

static void bind(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
                 size_t *kept_size, size_t *scratch_size) {
  const int nodes = rigid_system_of(m).sizes->nodes;
  BIND_LISTS(rigid_state, RIGID_KEPT, RIGID_SCRATCH)
}

static rigid_levels levels_of(const rigid_state *r) {
  double *const level[] = {r->level0, r->level1, r->level2};
  const int first = (int)r->head->rotated;
  return (rigid_levels){level[first], level[(first + 1) % 3], level[(first + 2) % 3]};
}

// --- Readings -----------------------------------------------------------------------------------

/// A time between y^j and y^{j+1}.
typedef struct {
  rigid_levels y;
  double part; // 0 to 1
  double step;
} moment;

static moment moment_of(const carom_model *m, const carom_state *s) {
  const rigid_state *r = rigid_of(s);
  const double step = rigid_system_of(m).sizes->step;
  const double time = (double)s->head->n * m->k;
  return (moment){.y = levels_of(r), .part = time / step - (r->head->taken - 1), .step = step};
}

static double displacement_at(const moment *t, int i) {
  return t->y.now[i] + t->part * (t->y.after[i] - t->y.now[i]);
}

static double acceleration_at(const moment *t, int i) {
  return (t->y.after[i] - 2 * t->y.now[i] + t->y.before[i]) / (t->step * t->step);
}

static double velocity_at(const moment *t, int i) {
  return (t->y.after[i] - t->y.before[i]) / (2 * t->step) +
         t->part * t->step * acceleration_at(t, i);
}

static node_fields fields(const carom_model *m, const carom_state *s) {
  const rigid_state *r = rigid_of(s);
  const model_body *b = &m->body[rigid_system_of(m).sizes->body];
  const moment t = moment_of(m, s);
  for (int i = 0; i <= b->nx; ++i) {
    const int node = node_at(b, i, 0);
    r->u[node] = displacement_at(&t, i);
    r->v[node] = velocity_at(&t, i);
    r->a[node] = acceleration_at(&t, i);
  }
  return (node_fields){wide_field(r->u), wide_field(r->v), r->a, 1};
}

// Where a node of the model is in the row: node_at() the other way round.
static int place_of(const model_body *b, int node) {
  const int from = node - b->first;
  return from % BLOCK * (b->grid.stride / BLOCK) + from / BLOCK;
}

static double point(const carom_model *m, const carom_state *s, const model_output *o) {
  const moment t = moment_of(m, s);
  double sum = 0;
  for (int i = o->first_term; i < o->first_term + o->terms; ++i) {
    const int at = place_of(&m->body[o->body], m->term[i].node);
    sum += m->term[i].weight * (o->reads == READS_VELOCITY       ? velocity_at(&t, at)
                                : o->reads == READS_ACCELERATION ? acceleration_at(&t, at)
                                                                 : displacement_at(&t, at));
  }
  return sum;
}

static double force(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  return rigid_of(s)->touch[contact].force;
}

static double contact_length(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  return rigid_of(s)->touch[contact].length;
}

static double patches(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  return rigid_of(s)->touch[contact].patches;
}

/// The node of a contact that is deepest, or nearest to touching.
typedef struct {
  double overlap, rate;
} deepest_node;

static deepest_node deepest(const carom_model *m, const carom_state *s, int contact) {
  const rigid_system p = rigid_system_of(m);
  const moment t = moment_of(m, s);
  deepest_node d = {.overlap = -INFINITY};
  for (int i = 1; i + 1 < p.sizes->nodes; ++i) {
    const double u = displacement_at(&t, i);
    if (p.low_contact[i] == contact && p.low[i] - u > d.overlap)
      d = (deepest_node){p.low[i] - u, -velocity_at(&t, i)};
    if (p.high_contact[i] == contact && u - p.high[i] > d.overlap)
      d = (deepest_node){u - p.high[i], velocity_at(&t, i)};
  }
  return d;
}

static double overlap(const carom_model *m, const carom_state *s, int contact) {
  return deepest(m, s, contact).overlap;
}

static double overlap_rate(const carom_model *m, const carom_state *s, int contact) {
  return deepest(m, s, contact).rate;
}

// --- Energies -----------------------------------------------------------------------------------

static void body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                        double *potential) {
  const rigid_system p = rigid_system_of(m);
  const rigid_levels y = levels_of(rigid_of(s));
  *kinetic = *potential = 0;
  if (body == p.sizes->body)
    rigid_energy(&p, &y, kinetic, potential);
}

static void open_accounts(const carom_model *m, carom_state *s) {
  account *a = &s->body_account[rigid_system_of(m).sizes->body];
  body_energy(m, s, rigid_system_of(m).sizes->body, &a->kinetic, &a->potential);
}

// --- Start and step -----------------------------------------------------------------------------

static void follow_contacts(const carom_model *m, carom_state *s, double step) {
  const rigid_state *r = rigid_of(s);
  for (int i = 0; i < m->contact_count; ++i) {
    const rigid_touch *t = &r->touch[i];
    if (t->work != 0) {
      sum_add(&s->contact_account[i].dissipated, -t->work);
      sum_add(&s->contact_account[i].numerical, -t->work);
    }
    impact_follow_rigid(m, s, i,
                        &(rigid_summary){.touches = t->patches > 0,
                                         .time = r->head->taken * step,
                                         .length = step,
                                         .force = t->force,
                                         .speed_in = t->speed_in,
                                         .speed_out = t->speed_out});
  }
}

// One step of the scheme, from y^j to y^{j+1}.
static void advance(const carom_model *m, carom_state *s) {
  rigid_state *r = rigid_of(s);
  const rigid_system p = rigid_system_of(m);
  r->head->rotated = (double)(((int)r->head->rotated + 1) % 3);
  const rigid_levels y = levels_of(r);
  rigid_advance(&p, &y, r->touch, m->contact_count);
  r->head->taken += 1;
  follow_contacts(m, s, p.sizes->step);
}

static void start(const carom_model *m, carom_state *s) {
  rigid_state *r = rigid_of(s);
  const rigid_system p = rigid_system_of(m);
  const model_body *b = &m->body[p.sizes->body];
  const rigid_levels y = levels_of(r);
  for (int i = 0; i <= b->nx; ++i) { // speeds where the next level will be
    y.now[i] = m->start[node_at(b, i, 0)];
    y.after[i] = m->start_speed[node_at(b, i, 0)];
  }
  rigid_begin(&p, y.after, &y);
  rigid_advance(&p, &y, r->touch, m->contact_count);
  for (int i = 0; i < m->contact_count; ++i) // energy is counted from here on
    r->touch[i].work = 0;
  r->head->taken = 1;
  follow_contacts(m, s, p.sizes->step);
  ledger_open(m, s);
}

static void step(const carom_model *m, carom_state *s) {
  outputs_read(m, s);
  ++s->head->n;
  const double until = (double)s->head->n * m->k / rigid_system_of(m).sizes->step;
  while (rigid_of(s)->head->taken <= until * (1 + 1e-12))
    advance(m, s);
  open_accounts(m, s);
  ledger_balance(m, s);
}

const method rigid_method = {
    .about = {.name = "rigid",
              .bodies = "string barrier",
              .contacts = "collision",
              .limits = "one ideal string, barriers that stand, along: true, no forces or score",
              .help = "an ideal string and rigid obstacles of any profile, one grid interval a "
                      "step"},
    .keys = "solver.modes solver.rules", // of wrap; ignored, so that its scenes run here too
    .rigid_obstacles = true,
    .lays_wrapped = true,
    .travelling = true,
    .impacts_kept = 1024,
    .block_most = 1,
    .fits = rigid_fits,
    .compile = rigid_compile,
    .size = sizeof(rigid_state),
    .bind = bind,
    .start = start,
    .step = step,
    .fields = fields,
    .point = point,
    .body_energy = body_energy,
    .open_accounts = open_accounts,
    .force = force,
    .overlap = overlap,
    .overlap_rate = overlap_rate,
    .contact_length = contact_length,
    .patches = patches,
};
