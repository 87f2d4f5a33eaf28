// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene about its rest (theory 17.1 to 17.10). Bodies B(s), each with a band, and links between
// them with the dynamic stiffness kappa(s):
//
//   T v = B v + L^T kappa L v = 0,
//
//   kappa = K ((z^{1/2} + z^{-1/2}) / 2)^2 + sigma_x / k (z - 1/z) - J (z - 2 + 1/z),
//
// what the step makes of a spring, a damper and the inertia that springs.c gives back. No matrix of
// all nodes is made: with the receptances R = L B^{-1} L^T between the points of links,
//
//   T^{-1} x = y - B^{-1} L^T kappa (1 + R kappa)^{-1} L y,   y = B^{-1} x,
//
// and without losses, where kappa > 0, T has as many negative eigenvalues as B less those of
// 1 + sqrt(kappa) R sqrt(kappa) (Sylvester).

#include "methods/audio/linear/linear_parts.h"

#include "base/block.h"
#include "methods/audio/linear/rest.h"
#include "methods/audio/springs.h"
#include <math.h>
#include <string.h>

// --- Memory -------------------------------------------------------------------------------------

#define SCENE_ARRAYS(X)                                                                            \
  X(linear_part, part, to->parts)                                                                  \
  X(int, part_of, to->m->body_count)                                                               \
  X(linear_link, link, to->links)                                                                  \
  X(linear_term, term, to->terms)                                                                  \
  X(phasor, factor, to->bands)                                                                     \
  X(phasor, answer, to->answers)                                                                   \
  X(phasor, reduced, (size_t)to->links *(size_t)to->links)                                         \
  X(phasor, kappa, to->links)                                                                      \
  X(phasor, eta, to->links)                                                                        \
  X(double, signs, (size_t)to->links *(size_t)to->links)                                           \
  X(int, pivot, to->links)

static size_t bind_scene(linear_scene *to, unsigned char *block) {
  size_t place = 0;
  SCENE_ARRAYS(ARRAY_BIND)
  return place;
}

static const linear_layout *row_of(const model_body *b) {
  return layout_table[b->layout]->linear;
}

#define BODY_ARRAYS(X)                                                                             \
  X(int, node, to->n)                                                                              \
  X(int, at, to->b->nodes)                                                                         \
  X(double, root, to->n)                                                                           \
  X(double, mass, to->n)                                                                           \
  X(double, part, body_is_grid(to->b) ? LINEAR_PARTS *linear_band(to) : 0)                         \
  X(double, rows, body_is_grid(to->b) ? 0 : LINEAR_ROWS *(size_t)to->n)

static size_t bind_body(linear_body *to, unsigned char *block) {
  size_t place = 0;
  BODY_ARRAYS(ARRAY_BIND)
  return place;
}

static linear_body measured(const carom_model *m, int body) {
  linear_body of = {.m = m, .b = &m->body[body], .now = m->body[body].start};
  row_of(of.b)->measure(&of);
  return of;
}

// --- What the model has -------------------------------------------------------------------------

static bool takes(const linear_scene *l, int body) {
  return row_of(&l->m->body[body]) != NULL && (l->alone < 0 || l->alone == body);
}

// The nodes of the bodies that a link touches, at least as many as their coordinates.
static size_t answers_of(const carom_model *m, int link) {
  link_term of[REST_AT_ONCE];
  int body[2] = {-1, -1};
  size_t sum = 0;
  for (int from = 0, got = 0; (got = rest_terms_of(m, link, from, of)) > 0; from += got)
    for (int t = 0; t < got; ++t)
      if (of[t].body != body[0] && of[t].body != body[1]) {
        body[body[0] >= 0] = of[t].body;
        sum += (size_t)m->body[of[t].body].nodes;
      }
  return sum;
}

static void measure(linear_scene *l, size_t *bodies, size_t *scratch) {
  const carom_model *m = l->m;
  *bodies = 0;
  *scratch = (size_t)m->row_scratch;
  for (int i = 0; i < m->body_count; ++i) {
    if (!takes(l, i))
      continue;
    linear_body of = measured(m, i);
    ++l->parts;
    l->n += of.n;
    l->bands += linear_band(&of);
    l->work += (double)of.n * of.width * of.width;
    *bodies += bind_body(&of, NULL);
    const size_t own = 3 * (size_t)m->body[i].nodes + (size_t)m->row_scratch;
    *scratch = *scratch > own ? *scratch : own;
  }
  for (int i = 0; l->alone < 0 && i < m->link_count; ++i) {
    const rest_link at = rest_of_link(m, i, l->pressed);
    l->links += at.acts;
    l->terms += at.acts ? rest_terms(m, i) : 0;
    l->answers += at.acts ? answers_of(m, i) : 0;
  }
}

static void add_bodies(linear_scene *l, unsigned char *block, double *scratch) {
  int count = 0;
  int first = 0;
  size_t band = 0;
  for (int i = 0; i < l->m->body_count; ++i) {
    l->part_of[i] = -1;
    if (!takes(l, i))
      continue;
    linear_part *p = &l->part[count];
    *p = (linear_part){.body = i, .first = first, .first_band = band, .of = measured(l->m, i)};
    p->given = l->m->body[i].start;
    block += bind_body(&p->of, block);
    row_of(p->of.b)->prepare(&p->of, scratch);
    l->part_of[i] = count++;
    first += p->of.n;
    band += linear_band(&p->of);
  }
}

// Terms of nodes that do not move are left out.
static void add_links(linear_scene *l) {
  int links = 0;
  int terms = 0;
  size_t answers = 0;
  for (int i = 0; l->alone < 0 && i < l->m->link_count; ++i) {
    const rest_link at = rest_of_link(l->m, i, l->pressed);
    if (!at.acts)
      continue;
    linear_link *link = &l->link[links++];
    *link = (linear_link){.link = i,
                          .first_term = terms,
                          .part = {-1, -1},
                          .stiffness = at.stiffness,
                          .sigma = at.sigma,
                          .inertia = at.inertia};
    link_term of[REST_AT_ONCE];
    for (int from = 0, got = 0; (got = rest_terms_of(l->m, i, from, of)) > 0; from += got)
      for (int t = 0; t < got; ++t) {
        const int part = l->part_of[of[t].body];
        const linear_body *b = &l->part[part].of;
        const int at_node = b->at[of[t].node - b->b->first];
        if (part != link->part[0] && part != link->part[1]) {
          const int side = link->part[0] >= 0;
          link->part[side] = part;
          link->answer[side] = answers;
          answers += (size_t)b->n;
        }
        if (at_node >= 0)
          l->term[terms++] = (linear_term){.coordinate = l->part[part].first + at_node,
                                           .part = part,
                                           .weight = of[t].weight * b->root[at_node]};
      }
    link->terms = terms - link->first_term;
  }
  l->terms = terms;
}

static bool open_scene(linear_scene *l, const carom_model *m, int alone, bool pressed) {
  size_t bodies = 0;
  size_t scratch = 0;
  *l = (linear_scene){.m = m, .memory = m->memory, .alone = alone, .pressed = pressed, .losses = 1};
  measure(l, &bodies, &scratch);
  l->too_large = l->links > LINEAR_LINKS_MOST || l->work > linear_work_most;
  if (l->too_large)
    return false;
  const size_t own = bind_scene(l, NULL);
  l->size = own + bodies;
  l->block = l->memory.resize(l->memory.user, NULL, 0, l->size > 0 ? l->size : 1);
  double *room = l->memory.resize(l->memory.user, NULL, 0, (scratch + 1) * sizeof *room);
  if (l->block != NULL && room != NULL) {
    memset(l->block, 0, l->size);
    memset(room, 0, (scratch + 1) * sizeof *room);
    bind_scene(l, l->block);
    add_bodies(l, l->block + own, room);
    add_links(l);
    linear_lose(l, 1);
  }
  const bool good = l->block != NULL && room != NULL;
  if (room != NULL)
    l->memory.resize(l->memory.user, room, (scratch + 1) * sizeof *room, 0);
  if (!good)
    linear_close(l);
  return good;
}

bool linear_open(linear_scene *l, const carom_model *m) {
  return open_scene(l, m, -1, false);
}

bool linear_open_pressed(linear_scene *l, const carom_model *m) {
  return open_scene(l, m, -1, true);
}

bool linear_open_alone(linear_scene *l, const carom_model *m, int body) {
  return open_scene(l, m, body, false);
}

void linear_close(linear_scene *l) {
  if (l->block != NULL)
    l->memory.resize(l->memory.user, l->block, l->size > 0 ? l->size : 1, 0);
  l->block = NULL;
}

// --- Materials ----------------------------------------------------------------------------------

// Modes of one damping ratio lose as much less.
static void set_part(const linear_scene *l, linear_part *p, const material *now) {
  p->of.now = *now;
  p->of.now.sigma0 *= l->losses;
  p->of.now.sigma1 *= l->losses;
  p->of.losses = l->losses;
  row_of(p->of.b)->set(&p->of);
}

void linear_lose(linear_scene *l, double losses) {
  l->losses = losses;
  for (int i = 0; i < l->parts; ++i)
    set_part(l, &l->part[i], &l->part[i].given);
}

void linear_set(linear_scene *l, int part, const material *now) {
  l->part[part].given = *now;
  set_part(l, &l->part[part], now);
}

// --- One motion ---------------------------------------------------------------------------------

phasor linear_kappa(const linear_scene *l, const linear_link *link) {
  const linear_motion *at = &l->at;
  phasor sum = phasor_scaled(phasor_times(at->mean, at->mean), link->stiffness);
  sum = phasor_add(sum, phasor_scaled(at->centred, l->losses * link->sigma / l->m->k));
  return phasor_less(sum, phasor_scaled(at->second, link->inertia));
}

phasor_band linear_band_of(const linear_scene *l, const linear_part *p) {
  return (phasor_band){p->of.n, p->of.width, l->factor + p->first_band};
}

static void solve_part(const linear_scene *l, int part, phasor *v) {
  const linear_part *p = &l->part[part];
  const phasor_band band = linear_band_of(l, p);
  phasor_band_solve(&band, v + p->first);
}

phasor linear_overlap(const linear_scene *l, const linear_link *link, const phasor *v) {
  phasor sum = {0, 0};
  for (int t = link->first_term; t < link->first_term + link->terms; ++t)
    sum = phasor_add(sum, phasor_scaled(v[l->term[t].coordinate], l->term[t].weight));
  return sum;
}

// The answer of one side of a link, numbered as all coordinates are.
static phasor *answer_of(const linear_scene *l, const linear_link *link, int side) {
  return l->answer + link->answer[side] - l->part[link->part[side]].first;
}

// B^-1 L^T of a link.
static void answer_to(const linear_scene *l, const linear_link *link) {
  for (int side = 0; side < 2 && link->part[side] >= 0; ++side) {
    const linear_part *p = &l->part[link->part[side]];
    memset(l->answer + link->answer[side], 0, (size_t)p->of.n * sizeof *l->answer);
    phasor *v = answer_of(l, link, side);
    for (int t = link->first_term; t < link->first_term + link->terms; ++t)
      if (l->term[t].part == link->part[side])
        v[l->term[t].coordinate].re += l->term[t].weight;
    solve_part(l, link->part[side], v);
  }
}

// R between two links: what of the second one's overlap is on bodies of the first.
static phasor receptance(const linear_scene *l, const linear_link *first,
                         const linear_link *second) {
  phasor sum = {0, 0};
  for (int side = 0; side < 2 && first->part[side] >= 0; ++side) {
    if (second->part[0] != first->part[side] && second->part[1] != first->part[side])
      continue;
    const phasor *v = answer_of(l, first, side);
    for (int t = second->first_term; t < second->first_term + second->terms; ++t)
      if (l->term[t].part == first->part[side])
        sum = phasor_add(sum, phasor_scaled(v[l->term[t].coordinate], l->term[t].weight));
  }
  return sum;
}

int linear_factor(linear_scene *l, phasor s) {
  int negative = 0;
  const int L = l->links;
  l->at = linear_motion_of(s, l->m->k);
  for (int i = 0; i < l->parts; ++i) {
    phasor_band band = linear_band_of(l, &l->part[i]);
    row_of(l->part[i].of.b)->fill(&l->part[i].of, &l->at, band.column);
    negative += phasor_band_factor(&band);
  }
  for (int i = 0; i < L; ++i) {
    answer_to(l, &l->link[i]);
    l->kappa[i] = linear_kappa(l, &l->link[i]);
  }
  for (int i = 0; i < L; ++i)
    for (int j = 0; j <= i; ++j) {
      const phasor R = receptance(l, &l->link[j], &l->link[i]);
      l->reduced[i * L + j] = phasor_times(R, l->kappa[j]);
      l->reduced[j * L + i] = phasor_times(R, l->kappa[i]);
      const double S = sqrt(fmax(l->kappa[i].re, 0) * fmax(l->kappa[j].re, 0));
      l->signs[i * L + j] = l->signs[j * L + i] = S * R.re + (i == j);
    }
  for (int i = 0; i < L; ++i)
    l->reduced[i * L + i].re += 1;
  phasor_factor(l->reduced, L, l->pivot);
  return negative - symmetric_negative(l->signs, L);
}

void linear_solve(const linear_scene *l, phasor *v) {
  for (int i = 0; i < l->parts; ++i)
    solve_part(l, i, v);
  for (int i = 0; i < l->links; ++i)
    l->eta[i] = linear_overlap(l, &l->link[i], v);
  phasor_solve(l->reduced, l->links, l->pivot, l->eta);
  for (int i = 0; i < l->links; ++i) {
    const linear_link *link = &l->link[i];
    const phasor force = phasor_times(l->kappa[i], l->eta[i]);
    for (int side = 0; side < 2 && link->part[side] >= 0; ++side) {
      const phasor *answer = answer_of(l, link, side);
      const linear_part *p = &l->part[link->part[side]];
      for (int j = p->first; j < p->first + p->of.n; ++j)
        v[j] = phasor_less(v[j], phasor_times(force, answer[j]));
    }
  }
}
