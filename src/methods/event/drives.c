// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Harmonic drives: phases, and the response of each mode to them; free_motion.c has the equations
// (theory 9.5 and 9.6).

#include "methods/event/modal_motion.h"

#include "base/constants.h"
#include "base/elementary.h"
#include <math.h>

// Steady response: F / (w^2 - W^2 + 2 i s W) times e^{i theta}, its imaginary part.
response response_of(const oscillator *mode, double drive, double force) {
  const double w2 = mode->omega * mode->omega;
  const double re = w2 - drive * drive;
  const double im = 2 * mode->decay * drive;
  const double size = re * re + im * im;
  response a = {.force = force};
  a.near_resonance = sqrt(size) < 0.1 * (w2 + drive * drive);
  if (!a.near_resonance && force != 0) {
    a.sine = force * re / size;
    a.cosine = -force * im / size;
  }
  return a;
}

// Cycles include the rounding error of the product, so that late phases keep their digits.
void drives_begin(const modal_system *p, modal_motion *f) {
  for (int t = 0; t < p->drives; ++t) {
    const double cycles = p->drive_hertz[t] * f->head->origin.sum;
    const double rest = fma(p->drive_hertz[t], f->head->origin.sum, -cycles) +
                        p->drive_hertz[t] * f->head->origin.rest;
    double *drive = f->phase + (long)t * DRIVE_VALUES;
    drive[DRIVE_PHASE] = two_pi * ((cycles - floor(cycles)) + rest);
    drive[DRIVE_SINE] = drive[DRIVE_SINE_NOW] = sin(drive[DRIVE_PHASE]);
    drive[DRIVE_COSINE] = drive[DRIVE_COSINE_NOW] = cos(drive[DRIVE_PHASE]);
    drive[DRIVE_RATE] = two_pi * p->drive_hertz[t];
  }
}

/// A complex number.
typedef struct {
  double re, im;
} pair;

static pair times(pair a, pair b) {
  return (pair){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// (e^{z h} - 1) / z
static pair exponential_quotient(pair z, double h) {
  const double size = z.re * z.re + z.im * z.im;
  if (size == 0)
    return (pair){h, 0};
  const double half = sin(z.im * h / 2);
  const double more = real_expm1(z.re * h);
  const pair top = {more * cos(z.im * h) - 2 * half * half, (1 + more) * sin(z.im * h)};
  const pair product = times(top, (pair){z.re, -z.im});
  return (pair){product.re / size, product.im / size};
}

// The response from rest near resonance; `now` is e^{i theta}.
static void response_from_rest(const oscillator *o, double force, double drive, pair now, double h,
                               double *q, double *v) {
  const pair l = {-o->decay, o->omega_d};
  const pair with = times(now, exponential_quotient((pair){l.re, l.im - drive}, h));
  const pair against =
      times((pair){now.re, -now.im}, exponential_quotient((pair){l.re, l.im + drive}, h));
  const pair both = {with.re - against.re, with.im - against.im};
  *q -= force / (2 * o->omega_d) * both.re;
  *v -= force / (2 * o->omega_d) * times(l, both).re;
}

void drives_respond(const modal_system *p, modal_motion *f, double h) {
  for (int t = 0; t < p->drives; ++t) {
    double *drive = f->phase + (long)t * DRIVE_VALUES;
    const double W = drive[DRIVE_RATE];
    const double s = sin(W * h / 2);
    const double c = cos(W * h / 2);
    const double dsine = 2 * s * (drive[DRIVE_COSINE] * c - drive[DRIVE_SINE] * s);
    const double dcosine = -2 * s * (drive[DRIVE_SINE] * c + drive[DRIVE_COSINE] * s);
    drive[DRIVE_SINE_NOW] = drive[DRIVE_SINE] + dsine;
    drive[DRIVE_COSINE_NOW] = drive[DRIVE_COSINE] + dcosine;
    const response *of = p->response + (long)t * p->modes;
    for (int j = 0; j < p->modes; ++j) {
      if (of[j].force == 0)
        continue;
      if (of[j].near_resonance) {
        response_from_rest(&p->mode[j], of[j].force, W,
                           (pair){drive[DRIVE_COSINE_NOW], drive[DRIVE_SINE_NOW]}, h, &f->dq[j],
                           &f->v[j]);
        continue;
      }
      f->dq[j] += of[j].sine * dsine + of[j].cosine * dcosine;
      f->v[j] += W * (of[j].sine * drive[DRIVE_COSINE_NOW] - of[j].cosine * drive[DRIVE_SINE_NOW]);
    }
  }
}

double motion_drive(const modal_system *p, const modal_motion *f, int mode, double h) {
  double sum = p->mode[mode].constant;
  for (int t = 0; t < p->drives; ++t) {
    const double force = p->response[t * p->modes + mode].force;
    if (force != 0)
      sum += force * sin(f->phase[t * DRIVE_VALUES + DRIVE_RATE] * h +
                         f->phase[t * DRIVE_VALUES + DRIVE_PHASE]);
  }
  return sum;
}
