// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What live changes do in the audio method. A collision's psi is rescaled with the root of its
// stiffness (theory 8.8), so that it stands for the same overlap as before.

#include "methods/audio/bodies.h"
#include "methods/audio/islands/islands.h"
#include "methods/audio/links.h"
#include "methods/audio/runs/runs.h"
#include "methods/audio/stages.h"

#include "contacts/psi.h"
#include "methods/audio/modes/modes.h"
#include "methods/audio/springs.h"
#include <math.h>

// psi, and the largest that rounding is measured by, are rescaled only where the law is a power law
// before and after. A bounded one has no such factor: both begin anew.
static void rescale_psi(const carom_model *m, carom_state *s, int contact, double from) {
  audio_state *a = audio_of(s);
  const model_contact *c = &m->contact[contact];
  contact_values *v = &s->values[contact];
  const double to = v->stiffness;
  law_constants(&c->law, v);
  for (int n = 0; n < c->links; ++n) {
    const int i = links_of(m, contact)[n];
    double *psi = link_psi_at(a, i);
    double *max = link_max_at(a, i);
    bool scales = from > 0 && link_is_open(a, i);
    link_bound(m, s, i);
    scales = scales && link_is_open(a, i);
    if (m->link[i].exact)
      *psi = law_psi(link_law(m, &m->link[i]), v, m->link[i].scale, a->sub_sample[i].xi);
    else if (scales)
      *psi *= sqrt(to / from);
    else
      *psi = link_psi(m, s, i);
    if (a->runs > 0 && *psi != 0)
      runs_store(a, i);
    *max = fmax(fabs(*psi), scales ? *max * sqrt(to / from) : 0);
  }
}

// The laws on a body are bounded by how it responds; those on its whole length are not.
static void bound_links_on(const carom_model *m, carom_state *s, int body) {
  for (int i = 0; i < m->link_count; ++i) {
    const link_nodes nodes = all_nodes_of_link(m, audio_of(s), &m->link[i]);
    bool on = false;
    for (int t = 0; !m->link[i].along && t < nodes.count && !on; ++t)
      on = nodes.term[t].body == body;
    if (on)
      link_bound(m, s, i);
  }
}

// The stretch of a spring's linear part follows the present overlap.
static void restretch(const carom_model *m, carom_state *s, int contact) {
  for (int n = 0; n < m->contact[contact].links; ++n)
    spring_stretch(m, s, links_of(m, contact)[n]);
}

// Overlaps with a new gap, and what they store now. A contact resolved inside the sample goes on
// from its own overlap.
static void set_gap(const carom_model *m, carom_state *s, int contact, double closed) {
  audio_state *a = audio_of(s);
  if (a->runs > 0)
    runs_observe(m, s);
  for (int n = 0; n < m->contact[contact].links; ++n) {
    const int i = links_of(m, contact)[n];
    if (slot_of_link(a, i) < 0)
      link_observe(m, s, i);
    if (m->link[i].exact) {
      sub_sample_memory *in = &a->sub_sample[i];
      in->xi += closed;
      in->bodies += closed;
      link_at(a, i)->half = in->xi;
    }
    double *psi = link_psi_at(a, i);
    double *max = link_max_at(a, i);
    *psi = link_psi(m, s, i);
    *max = fmax(*max, fabs(*psi));
    if (a->runs > 0 && *psi != 0)
      runs_store(a, i);
  }
}

// A bow or finger at a new place: its weights, overlap and couplings there.
static void set_place(const carom_model *m, carom_state *s, int contact, double place) {
  const audio_state *a = audio_of(s);
  const int moving = m->contact[contact].moving;
  const int link = m->moving[moving].link;
  moving_place(m, s, moving, place);
  if (m->link[link].modals > 0)
    modes_moved_to(m, s, m->moving[moving].body);
  link_observe(m, s, link);
  islands_weigh_link(m, s, link);
  // A spring that the step resolves takes the displacement at its new place. A stiffer one would be
  // stretched by every step of the way: it keeps its stretch.
  double receptance = 0;
  const link_nodes nodes = nodes_of_link(m, a, &m->link[link]);
  if (m->link[link].modals > 0)
    receptance = modes_receptance(m, a, link, link, false);
  for (int t = 0; t < nodes.count; ++t)
    receptance += nodes.term[t].weight * nodes.term[t].weight *
                  a->coefficients[nodes.term[t].body].receptance *
                  m->inverse_mass[nodes.term[t].node];
  if (s->values[contact].linear * receptance < 1)
    restretch(m, s, contact);
}

void audio_changed(const carom_model *m, carom_state *s, live_change what, int index,
                   double before) {
  if ((what == CHANGES_BODY || what == CHANGES_MOBILITY) && body_is_modal(&m->body[index])) {
    modes_changed(m, s, index);
    return;
  }
  switch (what) {
  case CHANGES_BODY:
    body_coefficients(m, s, index);
    bound_links_on(m, s, index);
    break;
  case CHANGES_MOBILITY:
    body_coefficients(m, s, index);
    islands_weigh(m, s);
    for (int i = 0; i < m->link_count; ++i)
      if (m->link[i].springs > 0)
        spring_tune(m, s, i);
    break;
  case CHANGES_STIFFNESS:
    rescale_psi(m, s, index, before);
    break;
  case CHANGES_GAP:
    set_gap(m, s, index, before - s->values[index].gap);
    break;
  case CHANGES_LINEAR:
    restretch(m, s, index);
    break;
  case CHANGES_PLACE:
    set_place(m, s, index, before);
    break;
  case CHANGES_CONTACT:
  case CHANGES_NOTHING:
    break;
  }
}
