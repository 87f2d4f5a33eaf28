// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links about the rest of a scene (theory 17.6). A spring, finger or damper is what it is; a bow
// counts as if it were open, and so do collisions, felts among them, unless those are asked for
// that overlap as the scene starts: for motions small beside their overlap they are the tangent of
// their law (theory 17.18).

#include "methods/audio/linear/rest.h"

#include "bodies/mass.h"
#include "bodies/modal_bank.h"
#include "methods/audio/springs.h"
#include "model/interpolate.h"
#include <math.h>

// Two-sided laws without curvature at rest are springs.
static double stiffness_of(const carom_model *m, const model_link *link) {
  const contact_values *a = &m->contact[link->contact].start;
  const contact_law *law = link_law(m, link);
  double K = a->linear;
  if (law->form != LAW_NONE && law->two_sided)
    K += law_steep(law, a->stiffness, 0);
  return K * link->scale;
}

// eta at t = 0.
static double overlap_of(const carom_model *m, int i) {
  const model_link *link = &m->link[i];
  double eta = link->offset;
  link_term of[REST_AT_ONCE];
  if (link->barrier >= 0)
    eta += link->side * m->body[link->barrier].barrier.position;
  for (int from = 0, got = 0; (got = rest_terms_of(m, i, from, of)) > 0; from += got)
    for (int t = 0; t < got; ++t)
      eta += of[t].weight * m->start[of[t].node];
  return eta;
}

static rest_link pressed_link(const carom_model *m, int i) {
  const model_link *link = &m->link[i];
  const contact_values *a = &m->contact[link->contact].start;
  const contact_law *law = link_law(m, link);
  const double eta = overlap_of(m, i);
  if (law->form == LAW_NONE || law->two_sided || !(a->stiffness > 0) || !(eta > 0))
    return (rest_link){.acts = false};
  const law_point now = law_at(law, a->stiffness * link->scale, eta);
  return (rest_link){
      .acts = now.steep > 0, .stiffness = now.steep, .sigma = a->damping * now.force / 2};
}

rest_link rest_of_link(const carom_model *m, int i, bool pressed) {
  const model_link *link = &m->link[i];
  const model_contact *c = &m->contact[link->contact];
  rest_link at = {.acts = false};
  if (!link->linear && !c->rubs && pressed)
    return pressed_link(m, i);
  if (!link->linear || c->rubs)
    return at;
  at.stiffness = stiffness_of(m, link);
  at.sigma = c->start.sigma_x * link->scale;
  if (link->springs > 0 && c->start.linear > 0)
    at.inertia = spring_inertia_of(m, link, c->start.linear * link->scale, NULL);
  at.acts = at.stiffness > 0 || at.sigma > 0;
  return at;
}

// --- Where --------------------------------------------------------------------------------------

static bool travels(const model_link *link) {
  return link->moving >= 0;
}

int rest_terms(const carom_model *m, int i) {
  return m->link[i].terms;
}

// The first terms of one that travels along a grid.
static int terms_on_grid(const carom_model *m, const model_link *link, link_term *terms) {
  const model_moving *at = &m->moving[link->moving];
  const model_body *b = &m->body[at->body];
  const axis along =
      axis_weights(m->contact[link->contact].end[0].x, b->nx, b->ends, at->order, false);
  for (int i = 0; i < along.count; ++i)
    terms[i] = (link_term){
        .node = node_at(b, along.node[i], 0), .body = at->body, .weight = along.weight[i]};
  return along.count;
}

static int terms_on_modes(const carom_model *m, const model_link *link, int from,
                          link_term *terms) {
  const model_body *b = &m->body[m->moving[link->moving].body];
  const int body = m->moving[link->moving].body;
  const int count = b->nodes - from < REST_AT_ONCE ? b->nodes - from : REST_AT_ONCE;
  double weights[REST_AT_ONCE];
  if (count <= 0)
    return 0;
  modal_weights_at(m->shape + b->modes.first_shape + from, count, b->lx,
                   m->contact[link->contact].end[0].x * b->lx, weights);
  for (int j = 0; j < count; ++j)
    terms[j] = (link_term){.node = b->first + from + j, .body = body, .weight = weights[j]};
  return count;
}

int rest_terms_of(const carom_model *m, int i, int from, link_term terms[REST_AT_ONCE]) {
  const model_link *link = &m->link[i];
  if (travels(link) && body_is_modal(&m->body[m->moving[link->moving].body]))
    return terms_on_modes(m, link, from, terms);
  if (travels(link))
    return from == 0 ? terms_on_grid(m, link, terms) : 0;
  int count = 0;
  for (; count < REST_AT_ONCE && from + count < link->terms; ++count)
    terms[count] = m->term[link->first_term + from + count];
  return count;
}
