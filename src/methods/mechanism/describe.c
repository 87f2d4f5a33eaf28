// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a mechanism looks like, for whoever draws it: linkages and their sizes, felt, and points of
// linkages in the plane.

#include "methods/mechanism/mechanism.h"

#include <math.h>
#include <string.h>

// Makes a box hold a disc.
static void enclose(carom_linkage_info *l, double x, double y, double radius) {
  const double at[2] = {x, y};
  for (int i = 0; i < 2; ++i) {
    l->low[i] = fmin(l->low[i], at[i] - radius);
    l->high[i] = fmax(l->high[i], at[i] + radius);
  }
}

static void enclose_point(carom_linkage_info *l, const link_point *at, double radius) {
  enclose(l, at->along + at->offset[0], at->offset[1], radius);
}

static void enclose_masses(const carom_model *m, const mechanism_system *p, int link,
                           carom_linkage_info *l) {
  const mechanism_link *of = &p->link[link];
  enclose(l, of->from, 0, 0);
  enclose(l, of->from + of->length, 0, 0);
  for (int i = of->first_point; i < of->first_point + of->point_masses; ++i)
    enclose_point(l, &p->point[i].at, 0);
  for (int i = 0; i < m->mark_count; ++i)
    if (m->mark[i].body == of->body)
      enclose(l, m->mark[i].x, m->mark[i].y, 0);
}

static void enclose_felt(const mechanism_system *p, int link, carom_linkage_info *l) {
  for (int i = 0; i < p->touches; ++i) {
    const mechanism_touch *t = &p->touch[i];
    if (!t->translates && t->circle.link == link)
      enclose_point(l, &t->circle, t->radius);
    for (int k = 0; t->on == link && k < 2; ++k)
      enclose(l, t->ends[k][0], t->ends[k][1], 0);
  }
}

void mechanism_linkage(const carom_model *m, int body, carom_linkage_info *linkage) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const int link = link_of_body(p, body);
  const mechanism_link *l = &p->link[link];
  *linkage = (carom_linkage_info){.on = l->parent < 0 ? -1 : p->link[l->parent].body,
                                  .pin = {l->pin[0], l->pin[1]},
                                  .from = l->from,
                                  .length = l->length};
  for (int i = 0; i < m->mark_count; ++i)
    linkage->marks += m->mark[i].body == body;
  enclose_masses(m, p, link, linkage);
  enclose_felt(p, link, linkage);
}

bool mechanism_felt(const carom_model *m, int contact, carom_felt_info *felt) {
  const mechanism_touch *t = &mechanism_model_of(m)->system.touch[contact];
  *felt = (carom_felt_info){.radius = t->radius,
                            .place = t->translates ? t->place : (double)NAN,
                            .from = {NAN, NAN},
                            .to = {NAN, NAN}};
  if (t->faces == FACES_SEGMENT) {
    memcpy(felt->from, t->ends[0], sizeof felt->from);
    memcpy(felt->to, t->ends[1], sizeof felt->to);
  }
  return true;
}

void mechanism_place(const carom_model *m, const carom_state *s, int body, double x, double y,
                     double place[3]) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  const link_point at = point_of(p, link_of_body(p, body), x, y);
  link_poses poses;
  poses_make(p, of->q, of->v, &poses);
  const point_pose is = pose_point(&poses, &at);
  place[0] = is.at[0];
  place[1] = is.at[1];
  place[2] = is.angle;
}
