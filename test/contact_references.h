// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts computed by other means than the library's: travelling waves on an ideal string, modes
// in closed form between fine steps, fourth-order Runge-Kutta, and a string on a rigid plane.

#ifndef CAROM_TEST_CONTACT_REFERENCES_H
#define CAROM_TEST_CONTACT_REFERENCES_H

#include "support.h"

static const double PI = 3.14159265358979323846;
static const double RATE = 44100; // of the scenes
enum { FINE = 32 };               // steps of waves in a sample

static inline double *numbers(size_t count) {
  double *x = calloc(count, sizeof *x);
  assert_non_null(x);
  return x;
}

/// A scene from a format and its values.
__attribute__((format(printf, 1, 0))) static inline carom_scene *scene_from(const char *format,
                                                                            va_list values) {
  char text[2000];
  assert_in_range(vsnprintf(text, sizeof text, format, values), 1, sizeof text - 1);
  return scene_of(text);
}

__attribute__((format(printf, 1, 2))) static inline carom_scene *scene_with(const char *format,
                                                                            ...) {
  va_list values;
  va_start(values, format);
  carom_scene *scene = scene_from(format, values);
  va_end(values);
  return scene;
}

/// Outputs of a scene, `count` samples of `width` each; its ledger is closed.
__attribute__((format(printf, 3, 4))) static inline double *play(int width, int count,
                                                                 const char *format, ...) {
  va_list values;
  va_start(values, format);
  rig r = rig_of(scene_from(format, values));
  va_end(values);
  double *found = numbers((size_t)width * (size_t)count);
  assert_int_equal(carom_process(r.model, r.state, count, found), CAROM_OK);
  assert_at_most(rig_error(&r), 1e-12);
  rig_free(&r);
  return found;
}

// --- The law over one fine step -----------------------------------------------------------------

typedef struct {
  double K, alpha, mu;
} reference_law;

/// The force over a step of dt in which the overlap goes from x0 to free - yield F: the law at the
/// middle of the step. F falls as that middle is lowered: bisection for a start, then Newton.
static inline double force_between(const reference_law *l, double x0, double free, double yield,
                                   double dt) {
  double low = 0;
  double high = fmax((free + fabs(x0)) / yield, 0); // the middle is below 0 there
  double F = 0;
  for (int n = 0; n < 100 && high - low > 1e-13 * high; ++n) {
    const double x = (x0 + free - yield * F) / 2;
    const double grip = 1 + l->mu * (free - yield * F - x0) / dt;
    const bool pushes = x > 0 && grip > 0;
    const double law = pushes ? l->K * pow(x, l->alpha) * grip : 0;
    const double slope = pushes ? -yield * (law * l->alpha / (2 * x) + law / grip * l->mu / dt) : 0;
    if (law > F)
      low = F;
    else
      high = F;
    const double next = F + (law - F) / (1 - slope);
    F = next > low && next < high ? next : (low + high) / 2;
  }
  return F;
}

// --- Travelling waves ---------------------------------------------------------------------------

/// An ideal string, pinned, and one contact at a point: waves of velocity go round a loop of twice
/// the string's cells, w(s) to the right for s < cells, -w(2 cells - 1 - s) to the left. The
/// contact adds F / 2Z to both. A step takes the wave over one cell, so that nothing but the law is
/// approximated.
typedef struct {
  int cells, at, heard;    // cells; the contact's node and the one listened to
  double length, Z, speed; // m; wave impedance, kg/s; m/s
  reference_law law;
  double mass, hammer, v; // of a hammer from below, kg, m, m/s; mass 0: a fret
  double barrier;         // height of a fret, m
  double u, force, heard_velocity;
  double dt;
  long long n;
  double *w;
} waves;

static inline waves waves_new(int cells, double at, double heard, double length, double density,
                              double tension) {
  waves s = {.cells = cells, .length = length, .Z = sqrt(tension * density)};
  s.speed = sqrt(tension / density);
  s.at = (int)lround(at * cells);
  s.heard = (int)lround(heard * cells);
  s.dt = length / cells / s.speed;
  s.w = numbers((size_t)cells * 2);
  return s;
}

/// Plucked to a triangle.
static inline void waves_pluck(waves *s, double at, double amplitude) {
  const double h = s->length / s->cells;
  const double peak = at * s->cells;
  for (int i = 0; i < s->cells; ++i) {
    double u[2];
    for (int e = 0; e < 2; ++e)
      u[e] = amplitude * (i + e < peak ? (i + e) / peak : (s->cells - i - e) / (s->cells - peak));
    s->w[i] = s->w[2 * s->cells - 1 - i] = -s->speed / 2 * (u[1] - u[0]) / h;
  }
  s->u = amplitude * (s->at < peak ? s->at / peak : (s->cells - s->at) / (s->cells - peak));
}

static inline double *wave_at(waves *s, int place) {
  const long long loop = 2LL * s->cells;
  return &s->w[(((place - s->n) % loop) + loop) % loop];
}

static inline void waves_step(waves *s) {
  const double in = *wave_at(s, s->at - 1) - *wave_at(s, 2 * s->cells - s->at - 1);
  s->heard_velocity = *wave_at(s, s->heard - 1) - *wave_at(s, 2 * s->cells - s->heard - 1);
  const double dt = s->dt;
  // A hammer pushes the string up, a fret too; the overlap is theirs less the string's.
  const double x0 = (s->mass > 0 ? s->hammer : s->barrier) - s->u;
  const double yield = dt / (2 * s->Z) + (s->mass > 0 ? dt * dt / (2 * s->mass) : 0);
  const double F = force_between(&s->law, x0, x0 + dt * (s->v - in), yield, dt);
  *wave_at(s, s->at - 1) += F / (2 * s->Z);
  *wave_at(s, 2 * s->cells - s->at - 1) -= F / (2 * s->Z);
  s->u += dt * (in + F / (2 * s->Z));
  if (s->mass > 0) {
    s->hammer += dt * (s->v - dt * F / (2 * s->mass));
    s->v -= dt * F / s->mass;
  }
  s->force = F;
  ++s->n;
}

// --- Modes --------------------------------------------------------------------------------------

/// Modes of mass 1, pushed at a point with a force that is constant over each step dt: each swings
/// in closed form, q'' + omega^2 q = shape F. A hammer comes from below.
typedef struct {
  int count;
  double *omega, *shape, *heard; // 1/s; at the contact and where it is listened to, kg^-1/2
  double *q, *p;
  double *c, *s; // of one step
  reference_law law;
  double mass, hammer, v;
  double force;
  double dt, yield;
} modes;

static inline modes modes_new(int count) {
  modes m = {.count = count};
  double **of[] = {&m.omega, &m.shape, &m.heard, &m.q, &m.p, &m.c, &m.s};
  for (size_t i = 0; i < sizeof of / sizeof *of; ++i)
    *of[i] = numbers((size_t)count);
  return m;
}

/// A pinned string, its density, tension and bending stiffness in SI units, points as fractions.
static inline modes modes_of_string(int count, double length, double density, double tension,
                                    double bending, double at, double heard) {
  modes m = modes_new(count);
  const double scale = sqrt(2 / (density * length));
  for (int j = 0; j < count; ++j) {
    const double beta = (j + 1) * PI / length;
    m.omega[j] = beta * sqrt((tension + bending * beta * beta) / density);
    m.shape[j] = scale * sin(beta * length * at);
    m.heard[j] = scale * sin(beta * length * heard);
  }
  return m;
}

static inline void modes_free(modes *m) {
  double *of[] = {m->omega, m->shape, m->heard, m->q, m->p, m->c, m->s};
  for (size_t i = 0; i < sizeof of / sizeof *of; ++i)
    free(of[i]);
}

static inline void ringing_start(modes *m, double dt) {
  m->dt = dt;
  m->yield = dt * dt / (2 * m->mass);
  for (int j = 0; j < m->count; ++j) {
    m->c[j] = cos(m->omega[j] * dt);
    m->s[j] = sin(m->omega[j] * dt) / m->omega[j];
    m->yield += m->shape[j] * m->shape[j] * (1 - m->c[j]) / (m->omega[j] * m->omega[j]);
  }
}

static inline void modes_step(modes *m) {
  double x0 = m->hammer;
  double free = m->hammer + m->dt * m->v;
  for (int j = 0; j < m->count; ++j) {
    x0 -= m->shape[j] * m->q[j];
    free -= m->shape[j] * (m->c[j] * m->q[j] + m->s[j] * m->p[j]);
  }
  const double F = force_between(&m->law, x0, free, m->yield, m->dt);
  for (int j = 0; j < m->count; ++j) {
    const double w2 = m->omega[j] * m->omega[j];
    const double rest = m->shape[j] * F / w2; // where it would come to rest
    const double q = m->q[j] - rest;
    m->q[j] = rest + m->c[j] * q + m->s[j] * m->p[j];
    m->p[j] = m->c[j] * m->p[j] - w2 * m->s[j] * q;
  }
  m->hammer += m->dt * (m->v - m->dt * F / (2 * m->mass));
  m->v -= m->dt * F / m->mass;
  m->force = F;
}

static inline double modes_velocity(const modes *m) {
  double v = 0;
  for (int j = 0; j < m->count; ++j)
    v += m->heard[j] * m->p[j];
  return v;
}

/// Slopes of y = hammer, its speed, then q and p of each mode.
static inline void modes_slope(const modes *m, const double *y, double *slope) {
  double x = y[0];
  double w = y[1];
  for (int j = 0; j < m->count; ++j) {
    x -= m->shape[j] * y[2 + 2 * j];
    w -= m->shape[j] * y[3 + 2 * j];
  }
  const double F = x > 0 ? m->law.K * pow(x, m->law.alpha) * fmax(0, 1 + m->law.mu * w) : 0;
  slope[0] = y[1];
  slope[1] = -F / m->mass;
  for (int j = 0; j < m->count; ++j) {
    slope[2 + 2 * j] = y[3 + 2 * j];
    slope[3 + 2 * j] = F * m->shape[j] - m->omega[j] * m->omega[j] * y[2 + 2 * j];
  }
}

/// The hammer's speed after `steps` of dt, by the classical Runge-Kutta method.
static inline double modes_by_rk4(const modes *m, double dt, int steps) {
  const int size = 2 + 2 * m->count;
  const double part[] = {0, dt / 2, dt / 2, dt};
  double *y = numbers((size_t)size * 6);
  double *z = y + size;
  double *slope = z + size;
  y[0] = m->hammer;
  y[1] = m->v;
  for (int n = 0; n < steps; ++n) {
    for (int stage = 0; stage < 4; ++stage) {
      for (int j = 0; j < size; ++j)
        z[j] = y[j] + (stage > 0 ? part[stage] * slope[(stage - 1) * size + j] : 0);
      modes_slope(m, z, slope + stage * size);
    }
    for (int j = 0; j < size; ++j)
      y[j] +=
          dt / 6 * (slope[j] + 2 * slope[size + j] + 2 * slope[2 * size + j] + slope[3 * size + j]);
  }
  const double v = y[1];
  free(y);
  return v;
}

// --- A string on a rigid plane ------------------------------------------------------------------

/// A step takes waves over one cell: u+ = max(u_left + u_right, 2 b) - u-, which keeps the energy
/// and converges to the motion above a rigid plane at height b (Schatzman and Bercovier 1989).
typedef struct {
  int cells;
  double b, dt;
  double *u, *before;
  long long n;
} rigid_string;

/// `crossing` is the time waves take from end to end.
static inline rigid_string rigid_new(int cells, double b, double crossing) {
  rigid_string s = {.cells = cells, .b = b, .dt = crossing / cells};
  s.u = numbers((size_t)cells + 1);
  s.before = numbers((size_t)cells + 1);
  return s;
}

static inline void rigid_free(rigid_string *s) {
  free(s->u);
  free(s->before);
}

/// It starts at rest.
static inline void rigid_rest(rigid_string *s) {
  for (int i = 1; i < s->cells; ++i)
    s->before[i] = (s->u[i - 1] + s->u[i + 1]) / 2;
}

static inline void rigid_step(rigid_string *s) {
  for (int i = 1; i < s->cells; ++i)
    s->before[i] = fmax(s->u[i - 1] + s->u[i + 1], 2 * s->b) - s->before[i];
  double *u = s->before;
  s->before = s->u;
  s->u = u;
  ++s->n;
}

/// Its displacement at a fraction of the length.
static inline double rigid_at(const rigid_string *s, double x) {
  const int i = x < 1 ? (int)(x * s->cells) : s->cells - 1;
  return s->u[i] + (x * s->cells - i) * (s->u[i + 1] - s->u[i]);
}

// --- Spectra ------------------------------------------------------------------------------------

/// Fourier transform in place, size a power of two.
static inline void transform(int size, double *re, double *im) {
  for (int i = 1, j = 0; i < size; ++i) {
    int bit = size / 2;
    for (; j & bit; bit /= 2)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      const double r = re[i];
      const double q = im[i];
      re[i] = re[j];
      im[i] = im[j];
      re[j] = r;
      im[j] = q;
    }
  }
  for (int half = 1; half < size; half *= 2)
    for (int j = 0; j < half; ++j) {
      const double c = cos(PI * j / half);
      const double s = -sin(PI * j / half);
      for (int i = j; i < size; i += 2 * half) {
        const double r = c * re[i + half] - s * im[i + half];
        const double q = s * re[i + half] + c * im[i + half];
        re[i + half] = re[i] - r;
        im[i + half] = im[i] - q;
        re[i] += r;
        im[i] += q;
      }
    }
}

/// Adds the power between the edges (Hz) of Hann windows of `size` samples, half over each other.
static inline void add_powers(const double *v, int count, double rate, int size, int bands,
                              const double *edges, double *power) {
  double *re = numbers((size_t)size * 2);
  double *im = re + size;
  for (int begin = 0; begin + size <= count; begin += size / 2) {
    for (int i = 0; i < size; ++i) {
      re[i] = v[begin + i] * (1 - cos(2 * PI * i / size)) / size;
      im[i] = 0;
    }
    transform(size, re, im);
    for (int b = 0; b < bands; ++b)
      for (int i = (int)ceil(edges[b] * size / rate); i < edges[b + 1] * size / rate; ++i)
        power[b] += re[i] * re[i] + im[i] * im[i];
  }
  free(re);
}

#endif
