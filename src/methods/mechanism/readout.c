// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What outputs read of a mechanism at t_n. Accelerations follow from the equations of motion, with
// the forces of that instant; they are computed only where an output asks for one. That of a point
// is the change of its velocity along the motion, over a microsecond to both sides.

#include "base/constants.h"
#include "methods/mechanism/mechanism.h"
#include "scene/words.h"
#include <math.h>
#include <string.h>

// --- Accelerations ------------------------------------------------------------------------------

static bool asks_acceleration(const carom_model *m) {
  for (int i = 0; i < m->output_count; ++i)
    if (m->output[i].body >= 0 && m->output[i].reads == READS_ACCELERATION)
      return true;
  return false;
}

// q_j'' = -omega_j^2 q_j - 2 sigma_j q_j' + f phi_j
static void accelerate_strings(const carom_model *m, const carom_state *s,
                               const mechanism_instant *now) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  for (int i = 0; i < p->strings; ++i) {
    const mechanism_string *string = &p->string[i];
    for (int j = 0; j < string->modes; ++j) {
      const string_mode *t = &mechanism_string_modes(m)[string->first_mode + j];
      const int node = string->first + j;
      of->a[node] = -t->omega2 * of->u[node] - 2 * t->decay * of->du[node];
    }
  }
  for (int k = 0; k < p->touches; ++k) {
    const mechanism_touch *t = &p->touch[k];
    if (t->faces != FACES_STRING)
      continue;
    const mechanism_string *string = &p->string[t->string];
    const double angle = pi * (now->touch[k].place - string->left) / string->length;
    for (int j = 0; j < string->modes; ++j)
      of->a[string->first + j] +=
          t->side * now->touch[k].force * string->shape * sin((j + 1) * angle);
  }
}

static void accelerate(const carom_model *m, const carom_state *s) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  const mechanism_motion at = mechanism_motion_of(s);
  mechanism_instant now;
  double pull[MAX_PULLS];
  for (int i = 0; i < p->pulls; ++i)
    pull[i] = force_at(m, s, p->pull[i].force, (double)s->head->n * m->k);
  mechanism_accelerate(p, &at, pull, of->scratch, &now);
  memcpy(of->gains, now.a, sizeof now.a);
  for (int i = 0; i < p->masses; ++i)
    of->a[p->mass[i].node] = now.a[p->mass[i].coordinate];
  accelerate_strings(m, s, &now);
}

static double point_acceleration(const carom_model *m, const carom_state *s, const link_point *at,
                                 int axis) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  const double step = 1e-6; // s
  double speed[2];
  for (int side = 0; side < 2; ++side) {
    double q[MAX_COORDINATES];
    double v[MAX_COORDINATES];
    link_poses poses;
    const double t = side == 0 ? -step : step;
    for (int i = 0; i < p->coordinates; ++i) {
      q[i] = of->q[i] + t * (of->v[i] + t / 2 * of->gains[i]);
      v[i] = of->v[i] + t * of->gains[i];
    }
    poses_make(p, q, v, &poses);
    speed[side] = pose_point(&poses, at).speed[axis];
  }
  return (speed[1] - speed[0]) / (2 * step);
}

// --- Bodies -------------------------------------------------------------------------------------

node_fields mechanism_fields(const carom_model *m, const carom_state *s) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  for (int i = 0; i < p->masses; ++i) {
    of->u[p->mass[i].node] = of->q[p->mass[i].coordinate];
    of->du[p->mass[i].node] = of->v[p->mass[i].coordinate];
  }
  for (int i = 0; i < model_nodes(m); ++i)
    of->a[i] = NAN;
  if (asks_acceleration(m))
    accelerate(m, s);
  return (node_fields){.displacement = wide_field(of->u),
                       .velocity = wide_field(of->du),
                       .acceleration = of->a,
                       .over = 1};
}

double mechanism_read_link(const carom_model *m, const carom_state *s, int index) {
  const mechanism_system *p = &mechanism_model_of(m)->system;
  const mechanism_state *of = mechanism_of(s);
  const model_output *o = &m->output[index];
  const int link = link_of_body(p, o->body);
  if (o->quantity == OUTPUT_ANGLE && !o->plane.marked)
    return of->q[p->link[link].angle];
  const link_point at = point_of(p, link, o->plane.x, o->plane.y);
  const point_pose is = pose_point(&of->scratch->poses, &at);
  switch (o->quantity) {
  case OUTPUT_ANGLE:
    return is.angle;
  case OUTPUT_X:
  case OUTPUT_Y:
    return is.at[o->quantity == OUTPUT_Y];
  case OUTPUT_TRAVEL:
    return of->origin[index] - is.at[1];
  case OUTPUT_DISPLACEMENT:
    return is.at[o->plane.axis] - of->origin[index];
  case OUTPUT_ACCELERATION:
    return point_acceleration(m, s, &at, (int)o->plane.axis);
  default:
    return is.speed[o->plane.axis];
  }
}

void mechanism_read(const carom_model *m, carom_state *s) {
  const mechanism_state *of = mechanism_of(s);
  outputs_read(m, s);
  poses_make(&mechanism_model_of(m)->system, of->q, of->v, &of->scratch->poses);
  for (int i = 0; i < m->output_count; ++i) {
    const model_output *o = &m->output[i];
    if (o->body >= 0 && o->reads != READS_ENERGY && body_is_link(&m->body[o->body]))
      s->output[i] = mechanism_read_link(m, s, i);
  }
}

// --- Contacts -----------------------------------------------------------------------------------

double mechanism_force(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  return mechanism_of(s)->felt[contact].now.force;
}

double mechanism_friction(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  return mechanism_of(s)->felt[contact].now.rubbing;
}

double mechanism_overlap(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  return mechanism_of(s)->felt[contact].now.overlap;
}

double mechanism_overlap_rate(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  return mechanism_of(s)->felt[contact].now.rate;
}

double mechanism_scuff(const carom_model *m, const carom_state *s, int contact) {
  (void)m;
  return mechanism_of(s)->felt[contact].high - mechanism_of(s)->felt[contact].low;
}
