// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Live keys: parameters that change while the scene runs. A change happens between two steps; the
// energy stored at the last half step jumps with it, and that jump is work supplied. A collision's
// psi is rescaled with the root of its stiffness, so that it goes on standing for the same overlap.

#include "bodies/pitch.h"
#include "bodies/stability.h"
#include "contacts/law.h"
#include "state/state.h"

static const double two_pi = 6.28318530717958647692;

static double stored(const carom_model *m, const carom_state *s, const model_live *live) {
  double kinetic = 0;
  double potential = 0;
  double sum = 0;
  switch (live->target) {
  case LIVE_GRAVITY:
    for (int i = 0; i < m->mass_body_count; ++i) {
      body_energy(m, s, m->mass_body[i], &kinetic, &potential);
      sum += kinetic + potential;
    }
    return sum;
  case LIVE_TENSION:
  case LIVE_PITCH:
  case LIVE_FREQUENCY:
  case LIVE_SIGMA0:
  case LIVE_SIGMA1:
  case LIVE_DAMPING:
    body_energy(m, s, live->index, &kinetic, &potential);
    return kinetic + potential;
  case LIVE_STIFFNESS:
  case LIVE_LOSS:
  case LIVE_LINEAR:
  case LIVE_CUBIC:
  case LIVE_SIGMA_X:
  case LIVE_DAMPER:
  case LIVE_PLACE:
    return contact_energy(m, s, live->index);
  case LIVE_POSITION:
  case LIVE_BOW_FORCE:
  case LIVE_BOW_SPEED:
  case LIVE_AMPLITUDE:
    break;
  }
  return 0;
}

static void rescale_psi(const carom_model *m, carom_state *s, int contact, double from, double to) {
  const model_contact *c = &m->contact[contact];
  for (int i = 0; i < m->link_count; ++i) {
    link_memory *p = &s->link[i];
    if (m->link[i].contact != contact)
      continue;
    if (m->link[i].exact)
      p->psi = law_psi(c, &s->law[contact], m->link[i].scale, s->inside[i].xi);
    else if (from > 0)
      p->psi *= sqrt(to / from);
    else
      p->psi = law_psi(c, &s->law[contact], m->link[i].scale, p->eta - p->deta / 2);
    p->psi_most = fmax(fabs(p->psi), from > 0 ? p->psi_most * sqrt(to / from) : 0);
    s->work[i].psi = p->psi;
  }
}

// A spring's linear part has no memory of its own: it stands for the overlap as it is.
static void restretch(const carom_model *m, carom_state *s, int contact) {
  for (int i = 0; i < m->link_count; ++i) {
    link_memory *p = &s->link[i];
    if (m->link[i].contact == contact) {
      p->stretch = sqrt(s->law[contact].linear * m->link[i].scale) * (p->eta - p->deta / 2);
      s->work[i].stretch = p->stretch;
    }
  }
}

static void set_body(const carom_model *m, carom_state *s, const model_live *live, double value) {
  const model_body *b = &m->body[live->index];
  material *a = &s->material[live->index];
  if (live->target == LIVE_TENSION)
    a->pull = value / b->density;
  else if (live->target == LIVE_PITCH)
    a->pull = fmax(pitch_tension(b, value), 0) / b->density;
  else if (live->target == LIVE_FREQUENCY)
    a->pull = (two_pi * value) * (two_pi * value);
  else if (live->target == LIVE_SIGMA0)
    a->sigma0 = value;
  else if (live->target == LIVE_SIGMA1)
    a->sigma1 = value;
  else
    a->sigma0 = value / (2 * b->mass);
  body_coefficients(m, s, live->index);
  if (live->target == LIVE_SIGMA0 || live->target == LIVE_DAMPING)
    islands_weigh(m, s);
}

static void set_contact(const carom_model *m, carom_state *s, const model_live *live,
                        double value) {
  law *a = &s->law[live->index];
  const double before = a->stiffness;
  if (live->target == LIVE_STIFFNESS)
    a->stiffness = value;
  else if (live->target == LIVE_LOSS)
    a->damping = value;
  else if (live->target == LIVE_LINEAR)
    a->linear = value;
  else if (live->target == LIVE_CUBIC)
    a->cubic = value;
  else if (live->target == LIVE_DAMPER)
    a->sigma_x = value / 2;
  else
    a->sigma_x = value;
  contact_constants(m, s, live->index);
  if (live->target == LIVE_STIFFNESS)
    rescale_psi(m, s, live->index, before, value);
  else if (live->target == LIVE_LINEAR)
    restretch(m, s, live->index);
}

// A bow or finger goes elsewhere: its weights, what it overlaps there, and how it is coupled.
static void set_place(const carom_model *m, carom_state *s, const model_live *live, double place) {
  const int moving = m->contact[live->index].moving;
  const int link = m->moving[moving].link;
  moving_place(m, s, moving, place);
  link_observe(m, s, link);
  islands_weigh_link(m, s, link);
  // A spring the step resolves stands for the displacement where it is now. A stiffer one would be
  // stretched by every step of the way: it keeps what it holds.
  double mobility = 0;
  const link_nodes nodes = nodes_of_link(m, s, &m->link[link]);
  for (int t = 0; t < nodes.count; ++t)
    mobility += nodes.term[t].weight * nodes.term[t].weight *
                s->motion[nodes.term[t].body].receptance * m->inverse_mass[nodes.term[t].node];
  if (s->law[live->index].linear * mobility < 1)
    restretch(m, s, live->index);
}

static void put(const carom_model *m, carom_state *s, const model_live *live, double value) {
  switch (live->target) {
  case LIVE_GRAVITY:
    s->head->gravity = value;
    break;
  case LIVE_POSITION: // read where barriers move, links_predict()
    break;
  case LIVE_AMPLITUDE:
    s->amplitude[live->index] = value;
    break;
  case LIVE_BOW_FORCE:
    s->law[live->index].bow_force = value;
    break;
  case LIVE_BOW_SPEED:
    s->law[live->index].bow_speed = value;
    break;
  case LIVE_PLACE:
    set_place(m, s, live, value);
    break;
  case LIVE_DAMPER:
  case LIVE_STIFFNESS:
  case LIVE_LOSS:
  case LIVE_LINEAR:
  case LIVE_CUBIC:
  case LIVE_SIGMA_X:
    set_contact(m, s, live, value);
    break;
  case LIVE_TENSION:
  case LIVE_PITCH:
  case LIVE_FREQUENCY:
  case LIVE_SIGMA0:
  case LIVE_SIGMA1:
  case LIVE_DAMPING:
    set_body(m, s, live, value);
    break;
  }
}

static bool of_contact(live_target target) {
  return target == LIVE_STIFFNESS || target == LIVE_LOSS || target == LIVE_LINEAR ||
         target == LIVE_CUBIC || target == LIVE_SIGMA_X || target == LIVE_DAMPER ||
         target == LIVE_PLACE;
}

// Whether a change of it changes what is stored.
static bool stores(live_target target) {
  return target != LIVE_POSITION && target != LIVE_BOW_FORCE && target != LIVE_BOW_SPEED &&
         target != LIVE_AMPLITUDE;
}

static void change(const carom_model *m, carom_state *s, int index, double value) {
  const model_live *live = &m->live[index];
  if (s->live[index] == value)
    return;
  if (stores(live->target))
    ledger_settle(m, s);
  const bool counted = s->head->keep_ledger;
  const double before = counted ? stored(m, s, live) : 0;
  put(m, s, live, value);
  s->live[index] = value;
  if (live->twin >= 0) {
    const double tension = s->material[live->index].pull * m->body[live->index].density;
    s->live[live->twin] =
        live->target == LIVE_PITCH ? tension : tension_pitch(&m->body[live->index], tension);
  }
  if (!counted)
    return;
  const double work = stored(m, s, live) - before;
  sum_add(&s->head->supplied, work);
  if (of_contact(live->target))
    sum_add(&s->contact_account[live->index].supplied, work);
}

void live_advance(const carom_model *m, carom_state *s) {
  const double time = (double)s->head->n * m->k;
  for (int i = 0; i < m->ramp_count; ++i) {
    const int index = m->ramp[i];
    const model_live *live = &m->live[index];
    if (!s->by_hand[index])
      change(m, s, index, breakpoints_at(m->point + live->first_point, live->points, time));
  }
}

// The tension a live key stands for, with a given value.
static double tension_of(const carom_model *m, const model_live *live, double value) {
  return live->target == LIVE_PITCH ? pitch_tension(&m->body[live->index], value) : value;
}

static bool is_tension(const model_live *live) {
  return live->target == LIVE_TENSION || live->target == LIVE_PITCH;
}

// Tension and sigma1 share what the grid allows; the other one counts with all it may still become.
static bool grid_allows(const carom_model *m, const carom_state *s, const model_live *live,
                        double value) {
  const model_body *b = &m->body[live->index];
  if ((!is_tension(live) && live->target != LIVE_SIGMA1) || b->grid != LAYOUT_LINE)
    return true;
  double tension = s->material[live->index].pull * b->density;
  double sigma1 = s->material[live->index].sigma1;
  for (int i = 0; i < m->ramp_count; ++i) {
    const model_live *other = &m->live[m->ramp[i]];
    if (other->index != live->index || s->by_hand[m->ramp[i]])
      continue;
    if (is_tension(other))
      tension = fmax(tension, tension_of(m, other, other->largest));
    else if (other->target == LIVE_SIGMA1)
      sigma1 = fmax(sigma1, other->largest);
  }
  if (is_tension(live))
    tension = tension_of(m, live, value);
  else
    sigma1 = value;
  return stable_line_spacing(m->k, tension / b->density, b->bend, sigma1) <= b->h * (1 + 1e-12);
}

carom_status carom_state_set(const carom_model *m, carom_state *s, int index, double value) {
  if (index < 0 || index >= m->live_count)
    return CAROM_NOT_LIVE;
  const model_live *live = &m->live[index];
  if (!(value >= live->low && value <= live->high) || !isfinite(value) ||
      !grid_allows(m, s, live, value))
    return CAROM_BAD_VALUE;
  change(m, s, index, value);
  s->by_hand[index] = 1;
  if (live->twin >= 0)
    s->by_hand[live->twin] = 1;
  return CAROM_OK;
}

double carom_state_get(const carom_state *s, int index) {
  return s->live[index];
}
