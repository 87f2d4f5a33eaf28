// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The toy method: a mass that nothing holds falls as x + v t - G t^2 / 2.

#include "methods/methods.h"
#include "model/compile.h"
#include "state/state.h"

typedef struct {
  double x, v, a;
} toy_kept;

#define TOY_KEPT(X) X(toy_kept, kept, 1)
#define TOY_SCRATCH(X)

typedef struct {
  TOY_KEPT(ARRAY_FIELD)
} toy_state;

static toy_kept *toy_of(const carom_state *s) {
  return ((toy_state *)s->own)->kept;
}

static bool compile(compiler *c) {
  return c->m.mass_body_count == 1 ||
         MISTAKE(c, scene_item(c->scene, 0), "solver.method", CAROM_BAD_VALUE,
                 "toy takes one mass; allowed is that, or audio");
}

static void bind(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
                 size_t *kept_size, size_t *scratch_size) {
  BIND_LISTS(toy_state, TOY_KEPT, TOY_SCRATCH)
}

static void put(const carom_model *m, carom_state *s) {
  const double t = (double)s->head->n * m->k;
  const double G = s->head->gravity;
  *toy_of(s) = (toy_kept){.x = m->start[0] + t * (m->start_speed[0] - G * t / 2),
                          .v = m->start_speed[0] - G * t,
                          .a = -G};
}

static void start(const carom_model *m, carom_state *s) {
  put(m, s);
  ledger_open(m, s);
}

static node_fields fields(const carom_model *m, const carom_state *s) {
  (void)m;
  return (node_fields){wide_field(&toy_of(s)->x), wide_field(&toy_of(s)->v), &toy_of(s)->a, 1};
}

static void body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                        double *potential) {
  const double mass = m->body[body].mass;
  *kinetic = mass / 2 * toy_of(s)->v * toy_of(s)->v;
  *potential = mass * s->head->gravity * toy_of(s)->x;
}

static void open_accounts(const carom_model *m, carom_state *s) {
  body_energy(m, s, 0, &s->body_account[0].kinetic, &s->body_account[0].potential);
}

static void step(const carom_model *m, carom_state *s) {
  outputs_read(m, s);
  ++s->head->n;
  put(m, s);
  open_accounts(m, s);
  ledger_balance(m, s);
}

const method toy_method = {
    .about = {.name = "toy",
              .bodies = "mass",
              .contacts = "",
              .limits = "one mass, and nothing else",
              .help = "a throw in closed form",
              .conserves = true},
    .keys = "",
    .impacts_kept = 1,
    .block_most = 64,
    .compile = compile,
    .size = sizeof(toy_state),
    .bind = bind,
    .start = start,
    .step = step,
    .fields = fields,
    .body_energy = body_energy,
    .open_accounts = open_accounts,
};
