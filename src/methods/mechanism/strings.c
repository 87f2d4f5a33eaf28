// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modes of strings (theory 16.10 to 16.12). A mode of mass 1 and shape S sin(j pi X / L) under a
// force that is constant over a step moves as
//
//   (q, v) -> K (q, v) + F W (respond),      K = exp(h [0 1; -omega^2 -2 sigma])
//
// exactly, and stores and loses together F W (q1 - q0). A point that moves from X0 to X1 sees
//
//   w1 - w0 = sum W (q1 - q0) + slope (X1 - X0),
//   W = (W(X0) + W(X1)) / 2,   slope = sum (q0 + q1) / 2 (W(X1) - W(X0)) / (X1 - X0)
//
// and pushes with the same W, so that what it loses the string takes.

#include "methods/mechanism/system.h"

#include "base/constants.h"
#include <math.h>

string_mode string_mode_of(double omega2, double decay, double h) {
  const double square = omega2 - decay * decay;
  const double rate = sqrt(fabs(square));
  const double fade = exp(-decay * h);
  const double c = square >= 0 ? cos(rate * h) : cosh(rate * h);
  const double s = rate * h < 1e-8 ? h : (square >= 0 ? sin(rate * h) : sinh(rate * h)) / rate;
  string_mode t = {
      .omega2 = omega2,
      .decay = decay,
      .period = square > 0 ? 1 / rate : h,
      .keep = {{fade * (c + decay * s), fade * s}, {-fade * omega2 * s, fade * (c - decay * s)}}};
  t.respond[0] = omega2 > 0 ? (1 - t.keep[0][0]) / omega2 : h * h / 2;
  t.respond[1] = fade * s;
  return t;
}

/// Sine and cosine of j a, for j = 1, 2, ...
typedef struct {
  double s, c, s1, c1;
} multiples;

static multiples multiples_of(double a) {
  return (multiples){.s = sin(a), .c = cos(a), .s1 = sin(a), .c1 = cos(a)};
}

static void multiples_next(multiples *m) {
  const double s = m->s * m->c1 + m->c * m->s1;
  m->c = m->c * m->c1 - m->s * m->s1;
  m->s = s;
}

/// A mode at both ends of the travel of a point, their mean, and its slope over it.
typedef struct {
  double before, after, mean, slope;
} mode_weights;

/// Where a point is on a string, as angles pi X / L.
typedef struct {
  multiples mean, half;
  double wavenumber; // pi / L
  double step;       // half the travel, as an angle
} point_travel;

static point_travel travel_of(const mechanism_string *s, const double x[2]) {
  const double k = pi / s->length;
  const double half = k * (x[1] - x[0]) / 2;
  return (point_travel){.mean = multiples_of(k * ((x[0] + x[1]) / 2 - s->left)),
                        .half = multiples_of(half),
                        .wavenumber = k,
                        .step = half};
}

static mode_weights mode_at(const mechanism_string *s, point_travel *w, int j) {
  const double even = s->shape * w->mean.s * w->half.c;
  const double odd = s->shape * w->mean.c * w->half.s;
  const double angle = j * w->step;
  const double share = fabs(angle) < 1e-4 ? 1 - angle * angle / 6 : w->half.s / angle;
  const mode_weights weights = {.before = even - odd,
                                .after = even + odd,
                                .mean = even,
                                .slope = s->shape * j * w->wavenumber * w->mean.c * share};
  multiples_next(&w->mean);
  multiples_next(&w->half);
  return weights;
}

string_response string_free_response(const mechanism_system *p, const string_mode *string_modes,
                                     int string, const double *q, const double *v,
                                     const double x[][2], int points) {
  const mechanism_string *s = &p->string[string];
  point_travel travel[MAX_ON_STRING];
  mode_weights at[MAX_ON_STRING];
  string_response sum = {.before = {0}};
  for (int a = 0; a < points; ++a)
    travel[a] = travel_of(s, x[a]);
  for (int j = 0; j < s->modes; ++j) {
    const string_mode *t = &string_modes[s->first_mode + j];
    const double q0 = q[s->first + j];
    const double q1 = t->keep[0][0] * q0 + t->keep[0][1] * v[s->first + j];
    for (int a = 0; a < points; ++a) {
      at[a] = mode_at(s, &travel[a], j + 1);
      sum.before[a] += q0 * at[a].before;
      sum.after[a] += q1 * at[a].after;
      sum.slope[a] += (q0 + q1) / 2 * at[a].slope;
    }
    for (int b = 0; b < points; ++b) {
      const double pushed = t->respond[0] * at[b].mean;
      for (int a = 0; a < points; ++a) {
        sum.compliance[a][b] += pushed * at[a].after;
        sum.slope_grows[a][b] += pushed / 2 * at[a].slope;
      }
    }
  }
  return sum;
}

double string_reach(const mechanism_system *p, const string_mode *string_modes, int string,
                    const double *q, const double *v) {
  const mechanism_string *s = &p->string[string];
  double sum = 0;
  for (int j = 0; j < s->modes; ++j)
    sum += fabs(q[s->first + j]) + fabs(v[s->first + j]) * string_modes[s->first_mode + j].period;
  return sum * s->shape;
}

static double mode_energy(const string_mode *t, double q, double v) {
  return (v * v + t->omega2 * q * q) / 2;
}

double string_advance(const mechanism_system *p, const string_mode *string_modes, int string,
                      double *q, double *v, const string_load *load) {
  const mechanism_string *s = &p->string[string];
  point_travel travel[MAX_ON_STRING];
  double lost = 0;
  for (int a = 0; a < load->count; ++a)
    travel[a] = travel_of(s, load->x[a]);
  for (int j = 0; j < s->modes; ++j) {
    const string_mode *t = &string_modes[s->first_mode + j];
    double push = 0;
    for (int a = 0; a < load->count; ++a)
      push += load->force[a] * mode_at(s, &travel[a], j + 1).mean;
    double *qj = &q[s->first + j];
    double *vj = &v[s->first + j];
    const double q0 = *qj;
    const double v0 = *vj;
    *qj = t->keep[0][0] * q0 + t->keep[0][1] * v0 + t->respond[0] * push;
    *vj = t->keep[1][0] * q0 + t->keep[1][1] * v0 + t->respond[1] * push;
    if (t->decay > 0)
      lost += push * (*qj - q0) - (mode_energy(t, *qj, *vj) - mode_energy(t, q0, v0));
  }
  return lost;
}

string_point string_read(const mechanism_system *p, int string, const double *q, const double *v,
                         double x) {
  const mechanism_string *s = &p->string[string];
  const double at[2] = {x, x};
  point_travel travel = travel_of(s, at);
  string_point sum = {0};
  for (int j = 0; j < s->modes; ++j) {
    const mode_weights mode = mode_at(s, &travel, j + 1);
    sum.w += q[s->first + j] * mode.mean;
    sum.slope += q[s->first + j] * mode.slope;
    sum.rate += v[s->first + j] * mode.mean;
  }
  return sum;
}
