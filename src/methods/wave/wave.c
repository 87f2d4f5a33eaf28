// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The wave method: an ideal string that wraps a parabolic bridge, at any time in closed form
// (level_map.c). An output at a point takes two levels of the wave, whatever the time and the grid,
// which is for shapes alone. Where pure wrapping ends the run does, with CAROM_WAVE_SPEED.

#include "methods/wave/wave.h"

#include "methods/methods.h"
#include "state/state.h"
#include <math.h>

typedef struct {
  double gamma, level; // of the contact point at t_n
} wave_kept;

NO_PADDING(wave_kept, 2);

#define WAVE_KEPT(X) X(wave_kept, at, 1)
#define WAVE_SCRATCH(X)                                                                            \
  X(double, u, model_nodes(m))                                                                     \
  X(double, v, model_nodes(m))                                                                     \
  X(double, a, model_nodes(m))

typedef struct {
  WAVE_KEPT(ARRAY_FIELD)
  WAVE_SCRATCH(ARRAY_FIELD)
} wave_state;

static wave_state *wave_of(const carom_state *s) {
  return s->own;
}

static const wave_system *system_of(const carom_model *m) {
  return (const wave_system *)(const void *)m->own;
}

static void bind(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
                 size_t *kept_size, size_t *scratch_size) {
  BIND_LISTS(wave_state, WAVE_KEPT, WAVE_SCRATCH)
}

// t_n in units of L / c.
static double time_of(const carom_model *m, const carom_state *s) {
  return (double)s->head->n * m->k / system_of(m)->time;
}

static contact_point contact_at(const carom_state *s) {
  return (contact_point){wave_of(s)->at->gamma, wave_of(s)->at->level};
}

// --- Readings -----------------------------------------------------------------------------------

// In metres and seconds, upwards.
static string_point string_at(const carom_model *m, const carom_state *s, double x) {
  const wave_system *w = system_of(m);
  const double side = w->map.of.side;
  string_point at = level_map_string(&w->map, contact_at(s), x, time_of(m, s));
  at.y *= side;
  at.y_t *= side / w->time;
  at.y_tt *= side / (w->time * w->time);
  at.y_x *= side / w->length;
  return at;
}

static node_fields fields(const carom_model *m, const carom_state *s) {
  const wave_state *w = wave_of(s);
  const model_body *b = &m->body[system_of(m)->body];
  for (int i = 0; i <= b->nx; ++i) {
    const string_point at = string_at(m, s, (double)i / b->nx);
    const int node = node_at(b, i, 0);
    w->u[node] = at.y;
    w->v[node] = at.y_t;
    w->a[node] = at.y_tt;
  }
  return (node_fields){wide_field(w->u), wide_field(w->v), w->a, 1};
}

static double point(const carom_model *m, const carom_state *s, const model_output *o) {
  const string_point at = string_at(m, s, o->at.x);
  switch (o->reads) {
  case READS_VELOCITY:
    return at.y_t;
  case READS_ACCELERATION:
    return at.y_tt;
  case READS_SLOPE:
    return at.y_x;
  default:
    return at.y;
  }
}

static double contact_length(const carom_model *m, const carom_state *s, int contact) {
  (void)contact;
  const wave_system *w = system_of(m);
  return (wave_of(s)->at->gamma - w->map.of.from) * w->length;
}

static double patches(const carom_model *m, const carom_state *s, int contact) {
  return contact_length(m, s, contact) > 0;
}

// T times the change of slope along the bridge, beyond where it begins.
static double force(const carom_model *m, const carom_state *s, int contact) {
  const wave_system *w = system_of(m);
  if (!(contact_length(m, s, contact) > 0))
    return 0;
  return w->tension * 2 * (w->map.high - wave_of(s)->at->level);
}

// The string always touches the bridge, if only where that begins.
// --- Energies -----------------------------------------------------------------------------------

static void body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                        double *potential) {
  const wave_system *w = system_of(m);
  *kinetic = *potential = 0;
  if (body != w->body)
    return;
  level_map_energy(&w->map, contact_at(s), time_of(m, s), kinetic, potential);
  *kinetic *= w->tension;
  *potential *= w->tension;
}

static void open_accounts(const carom_model *m, carom_state *s) {
  account *a = &s->body_account[system_of(m)->body];
  if (s->head->keep_ledger || m->outputs_energy)
    body_energy(m, s, system_of(m)->body, &a->kinetic, &a->potential);
}

// --- Start and step -----------------------------------------------------------------------------

static void follow_contact(const carom_model *m, carom_state *s) {
  impact_follow_rigid(m, s, 0,
                      &(rigid_summary){.touches = patches(m, s, 0) > 0,
                                       .time = (double)s->head->n * m->k,
                                       .length = s->head->n > 0 ? m->k : 0,
                                       .force = force(m, s, 0)});
}

static void put(const carom_model *m, carom_state *s) {
  const contact_point at = level_map_contact(&system_of(m)->map, time_of(m, s));
  *wave_of(s)->at = (wave_kept){at.gamma, at.level};
  follow_contact(m, s);
}

static void start(const carom_model *m, carom_state *s) {
  put(m, s);
  ledger_open(m, s);
}

static void step(const carom_model *m, carom_state *s) {
  outputs_read(m, s);
  if (s->head->failure != CAROM_OK)
    return;
  ++s->head->n;
  if (time_of(m, s) > system_of(m)->map.lost) { // the ledger stays as it was
    --s->head->n;
    s->head->failure = CAROM_WAVE_SPEED;
    s->head->finite = false;
    return;
  }
  put(m, s);
  open_accounts(m, s);
  ledger_balance(m, s);
}

const method wave_method = {
    .about = {.name = "wave",
              .bodies = "string barrier",
              .contacts = "collision",
              .limits =
                  "one ideal string whose left end lies on one parabolic barrier, along: true, "
                  "start wrapped or sine",
              .help = "an ideal string that wraps a parabolic bridge, in closed form",
              .conserves = true},
    .keys = "solver.modes solver.rules", // of wrap; ignored, so that its scenes run here too
    .rigid_obstacles = true,
    .wraps = true,
    .travelling = true,
    .impacts_kept = 32,
    .block_most = 1,
    .fits = wave_fits,
    .compile = wave_compile,
    .size = sizeof(wave_state),
    .bind = bind,
    .start = start,
    .step = step,
    .fields = fields,
    .point = point,
    .body_energy = body_energy,
    .open_accounts = open_accounts,
    .force = force,
    .contact_length = contact_length,
    .patches = patches,
};
