// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The audio method: a fixed step with an exact energy balance, in real time. How it starts
// is theory 8.5, and of contacts begin_island.c.

#include "methods/audio/bodies.h"
#include "methods/audio/islands/islands.h"
#include "methods/audio/linear/scene_modes.h"
#include "methods/audio/linear/sounding.h"
#include "methods/audio/linear/tune.h"
#include "methods/audio/links.h"
#include "methods/audio/runs/runs.h"
#include "methods/audio/stages.h"
#include "methods/audio/summary.h"

#include "contacts/bridge.h"
#include "methods/audio/modes/modes.h"
#include "methods/audio/springs.h"
#include "methods/methods.h"
#include <string.h>

// H^{n-1/2} and the balance may be deferred to the next step, if that follows at once.
static void step(const carom_model *m, carom_state *s) {
  live_advance(m, s);     // live keys move along their breakpoints
  readout_begin(m, s);    // outputs: what lies at t_n and before
  bodies_free_step(m, s); // u^I: every body by itself; and the ledger, where it is deferred
  forces_push(m, s);      // and external forces
  barriers_predict(m, s); // where barriers will be
  if (m->link_count > 0) {
    links_predict(m, s); // D^I: changes of overlap without link forces
    islands_solve(m, s); // F: link forces, island by island
    links_push(m, s);    // u^{n+1} = u^I - b L^T F
  }
  readout_end(m, s); // outputs: what needs t_{n+1}
  if (m->link_count > 0 || s->head->keep_ledger)
    losses_book(m, s);  // what was lost and supplied between n - 1/2 and n + 1/2
  bodies_advance(m, s); // n <- n + 1
  if (m->exact)
    moments_move(m, s); // masses go where exact contacts have left them
  if (m->link_count > 0) {
    links_observe(m, s); // eta^n and psi^{n-1/2}
    impacts_track(m, s); // impacts begun and ended
  }
  if (s->coming == 0 || m->outputs_energy)
    ledger_settle(m, s); // H^{n-1/2} and the balance
  if (m->outputs_energy)
    outputs_read_energies(m, s); // energies, between both half steps
}

// --- Memory -------------------------------------------------------------------------------------

NO_PADDING(step_coefficients, 6);
NO_PADDING(body_sums, 6);
NO_PADDING(link_memory, 11);
NO_PADDING(law_bound, 7);
NO_PADDING(modal_reading, 2);
NO_PADDING(sub_sample_memory, 7);
NO_PADDING(moving_point, 2 + 4 * 2);

static size_t bind_kept(const carom_model *m, audio_state *to, unsigned char *block) {
  size_t place = 0;
  AUDIO_KEPT(ARRAY_BIND)
  return place;
}

static size_t bind_scratch(const carom_model *m, audio_state *to, unsigned char *block) {
  size_t place = 0;
  AUDIO_SCRATCH(ARRAY_BIND)
  return place;
}

static void bind_fields(const carom_model *m, const carom_state *s, audio_state *a) {
  const int wide_end = m->single ? wide_nodes(m) : INT_MAX;
  const bool swapped = s->head->swapped;
  a->u = (node_field){a->wide_u, a->narrow_u, wide_end};
  a->du = (node_field){a->wide_du, a->narrow_du, wide_end};
  a->next = (node_field){a->wide_next, a->narrow_next, wide_end};
  if (swapped) {
    const node_field du = a->du;
    a->du = a->next;
    a->next = du;
  }
}

static void bind(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
                 size_t *kept_size, size_t *scratch_size) {
  audio_state nowhere = {0};
  audio_state *a = s != NULL ? audio_of(s) : &nowhere;
  runs_bind(m, a);
  *kept_size = bind_kept(m, a, kept);
  *scratch_size = bind_scratch(m, a, scratch);
  if (s == NULL)
    return;
  ++a->weighed[0];
  bind_fields(m, s, a);
  modes_bind(m, s);
}

// --- The start ----------------------------------------------------------------------------------

// u^{-1} = u^0 - k v + k^2 a^0 / 2, so du^0 = k v - k^2 a^0 / 2, with the stride of a mass for k;
// without the last term the start is of first order. Contacts come last: they begin from what all
// else does to them.
static void start_motion(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  const int nodes = model_nodes(m);
  nodes_put(a->u, 0, nodes, m->start);
  bodies_accelerations(m, s, a->next);
  links_first_forces(m, s);
  for (int i = 0; m->first_order_start && i < nodes; ++i)
    node_set(a->next, i, 0);
  modes_start(m, s, a->next);
  links_begin(m, s);
  for (int i = 0; i < m->body_count; ++i)
    if (body_is_modal(&m->body[i]))
      modes_see(m, a, i);
  for (int i = 0; i < nodes; ++i) {
    const double k = i < m->mass_body_count ? a->coefficients[m->mass_body[i]].stride : m->k;
    const double du = k * m->start_speed[i] - k * k / 2 * node_value(a->next, i);
    node_set(a->du, i, m->inverse_mass[i] == 0 ? 0 : du);
    node_set(a->next, i, 0);
  }
}

static void start(const carom_model *m, carom_state *s) {
  audio_state *a = audio_of(s);
  for (int i = 0; i < m->body_count; ++i) {
    body_coefficients(m, s, i);
    if (body_stands(&m->body[i]))
      a->barrier_step[i] = s->barrier[i] - barrier_at(m, s, i, -m->k);
  }
  for (int i = 0; i < m->contact_count; ++i)
    if (m->contact[i].moving >= 0)
      moving_place(m, s, m->contact[i].moving, m->contact[i].end[0].x);
  modes_bind(m, s);
  islands_weigh(m, s);
  start_motion(m, s);
  links_start(m, s);
  readout_start(m, s);
  impacts_start(m, s);
  ledger_open(m, s);
}

static node_fields fields(const carom_model *m, const carom_state *s) {
  if (m->modes > 0) {
    modes_show(m, s);
    return (node_fields){.displacement = wide_field(audio_of(s)->shown_u),
                         .velocity = wide_field(audio_of(s)->shown_v),
                         .over = m->k};
  }
  return (node_fields){.displacement = audio_of(s)->u, .velocity = audio_of(s)->du, .over = m->k};
}

static void open_accounts(const carom_model *m, carom_state *s) {
  bodies_open(m, s);
  links_energies(m, s);
}

static void settle(const carom_model *m, carom_state *s) {
  bodies_book(m, s);
  links_energies(m, s);
  ledger_balance(m, s);
}

static bool compile(compiler *c) {
  return wrapped_starts(c) && compile_springs(c) && springs_tell(c) && compile_tuned(c) &&
         compile_islands(c) && compile_modes(c) && compile_runs(c);
}

const method audio_method = {
    .about = {.name = "audio",
              .bodies = WORDS(NODE_BODIES),
              .contacts = WORDS(LINK_CONTACTS),
              .limits = "",
              .help = "fixed step with an exact energy balance, real time",
              .conserves = true,
              .fixed_step = true},
    .keys = "solver.precision",
    .has_live_keys = true,
    .single_tolerance = 1e-3,
    .lays_wrapped = true,
    .ledger_lag = 0.5,
    .impacts_kept = 32,
    .block_most = 64,
    .steps_links = true,
    .compile = compile,
    .size = sizeof(audio_state),
    .bind = bind,
    .start = start,
    .step = step,
    .run = audio_run,
    .fields = fields,
    .body_energy = audio_body_energy,
    .contact_energy = audio_contact_energy,
    .open_accounts = open_accounts,
    .settle = settle,
    .force = audio_force,
    .link_force = audio_link_force,
    .overlap = audio_overlap,
    .overlap_rate = audio_overlap_rate,
    .psi = audio_psi,
    .contact_length = audio_contact_length,
    .patches = audio_patches,
    .scene_modes = audio_scene_modes,
    .sounding = audio_sounding,
    .bound = audio_bound,
    .hardness = audio_hardness,
    .changed = audio_changed,
    .place = audio_place,
};
