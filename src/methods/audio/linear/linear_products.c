// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Products of motions with the equations of a scene: v^T T v, M v, and shares of kinetic energy
// (theory 17.9, 17.11 and 17.12).

#include "methods/audio/linear/linear_parts.h"

static phasor product_of_part(const linear_scene *l, const linear_part *p, const phasor *v) {
  const phasor_band band = linear_band_of(l, p);
  const size_t next = (size_t)band.width + 1;
  phasor sum = {0, 0};
  layout_table[p->of.b->layout]->linear->fill(&p->of, &l->at, band.column);
  for (int j = 0; j < band.n; ++j) {
    const phasor *column = band.column + (size_t)j * next;
    const phasor here = v[p->first + j];
    phasor row = phasor_times(column[0], here);
    for (int q = 1; q <= band.width && j + q < band.n; ++q)
      row = phasor_add(row, phasor_scaled(phasor_times(column[q], v[p->first + j + q]), 2));
    sum = phasor_add(sum, phasor_times(here, row));
  }
  return sum;
}

phasor linear_product(linear_scene *l, phasor s, const phasor *v) {
  phasor sum = {0, 0};
  l->at = linear_motion_of(s, l->m->k);
  for (int i = 0; i < l->parts; ++i)
    sum = phasor_add(sum, product_of_part(l, &l->part[i], v));
  for (int i = 0; i < l->links; ++i) {
    const phasor eta = linear_overlap(l, &l->link[i], v);
    sum = phasor_add(sum, phasor_times(linear_kappa(l, &l->link[i]), phasor_times(eta, eta)));
  }
  return sum;
}

void linear_masses(const linear_scene *l, const phasor *v, phasor *to) {
  const double k = l->m->k;
  for (int i = 0; i < l->parts; ++i) {
    const linear_part *p = &l->part[i];
    for (int j = 0; j < p->of.n; ++j)
      to[p->first + j] = phasor_scaled(v[p->first + j], p->of.mass[j]);
  }
  for (int i = 0; i < l->links; ++i) {
    const linear_link *link = &l->link[i];
    const double mass = (link->stiffness / 4 - link->inertia) * k * k;
    const phasor eta = phasor_scaled(linear_overlap(l, link, v), mass);
    for (int t = link->first_term; t < link->first_term + link->terms; ++t)
      to[l->term[t].coordinate] =
          phasor_add(to[l->term[t].coordinate], phasor_scaled(eta, l->term[t].weight));
  }
}

double linear_share(const linear_scene *l, const phasor *v, int part) {
  double all = 0;
  double own = 0;
  for (int i = 0; i < l->parts; ++i) {
    const linear_part *p = &l->part[i];
    double sum = 0;
    for (int j = 0; j < p->of.n; ++j)
      sum += p->of.mass[j] * phasor_square(v[p->first + j]);
    all += sum;
    own = i == part ? sum : own;
  }
  return all > 0 ? own / all : 0;
}
