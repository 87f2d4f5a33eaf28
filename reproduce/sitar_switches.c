// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The switching rules of chapter 4 of C. P. Vyasarayani's thesis, as printed and as corrected, with
// one mode and with more (moving_boundary.c): what each makes of the string's kinetic energy.

#include "reproduce/moving_boundary.h"
#include "reproduce/sitar.h"

#include <math.h>

static const double pi = 3.14159265358979324;

enum { SWITCH_MODES = 5, PLACES = 501 };

/// A switch: velocity of the string before, and after it by the printed and the corrected rule.
typedef struct {
  double gamma;
  double kinetic[3];
  double velocity[3][PLACES];
} crossing;

static double mode_velocity(int modes, double gamma, const double *rate, double x) {
  double v = 0;
  for (int k = 1; k <= modes; ++k)
    v += sqrt(2 / (1 - gamma)) * sin(k * pi * (x - gamma) / (1 - gamma)) * rate[k - 1];
  return v;
}

// From modes between gamma and 1, which stand still, or from phase II.
static void record_modes(crossing *c, int which, int modes, const double *rate) {
  c->kinetic[which] = 0;
  for (int k = 0; k < modes; ++k)
    c->kinetic[which] += rate[k] * rate[k] / 2;
  for (int n = 0; n < PLACES; ++n)
    c->velocity[which][n] =
        mode_velocity(modes, c->gamma, rate, c->gamma + (1 - c->gamma) * n / (PLACES - 1));
}

static void record_boundary(crossing *c, int which, const boundary *s) {
  c->kinetic[which] = boundary_kinetic(s);
  for (int n = 0; n < PLACES; ++n)
    c->velocity[which][n] = boundary_velocity(s, c->gamma + (1 - c->gamma) * n / (PLACES - 1));
}

// Phase II of the half sine of 35.35, which meets the bridge while only its first mode moves.
static boundary enter_phase_2(int modes, unsigned printed, double *before) {
  const double beta[BOUNDARY_MODES] = {80 / (pi * sqrt(2))};
  before[0] = -pi * sqrt(35.35 * 35.35 / 2 - beta[0] * beta[0]);
  return boundary_enter(modes, 0, beta, before, printed);
}

static boundary end_phase_2(int modes) {
  double before[BOUNDARY_MODES] = {0};
  boundary s = enter_phase_2(modes, AS_CORRECTED, before);
  for (double h = 5e-4; h > 1e-14;) { // halved where a step would end beyond the bridge
    boundary next = s;
    boundary_step(&next, h);
    if (next.gamma <= boundary_width)
      s = next;
    else
      h /= 2;
  }
  s.gamma = boundary_width;
  return s;
}

static void reverse(boundary *s) {
  for (int k = 0; k < s->modes; ++k)
    s->rate[k] = -s->rate[k];
  s->gamma_rate = -s->gamma_rate;
}

// The switch that a rule is for. A motion reversed in time is a motion too: switches back are met
// with the velocities of the switches there, reversed.
static void cross(crossing *c, int modes, unsigned printed, bool near_end) {
  double rate[BOUNDARY_MODES] = {0};
  c->gamma = near_end ? 0 : boundary_width;
  if (printed == PRINTED_4_83) {
    for (int k = 0; k < 2; ++k) {
      const boundary s = enter_phase_2(modes, k == 0 ? printed : AS_CORRECTED, rate);
      record_boundary(c, k + 1, &s);
    }
    record_modes(c, 0, modes, rate);
    return;
  }
  boundary s = near_end ? enter_phase_2(modes, AS_CORRECTED, rate) : end_phase_2(modes);
  if (near_end || printed == PRINTED_4_95)
    reverse(&s);
  if (printed == PRINTED_4_92) {
    record_boundary(c, 0, &s);
    for (int k = 0; k < 2; ++k) {
      boundary_leave(&s, rate, k == 0 ? printed : AS_CORRECTED);
      record_modes(c, k + 1, modes, rate);
    }
    return;
  }
  boundary_leave(&s, rate, AS_CORRECTED);
  record_modes(c, 0, modes, rate);
  for (int k = 0; k < 2; ++k) {
    const boundary entered =
        boundary_enter(modes, c->gamma, s.beta, rate, k == 0 ? printed : AS_CORRECTED);
    record_boundary(c, k + 1, &entered);
  }
}

// about: the equation. What N modes can tell of the velocity is kept by the corrected rule.
void run_sitar_switch(const entry *e, report *r) {
  static const int modes[SWITCH_MODES] = {1, 2, 4, 8, 16};
  static const char *const names[SWITCH_MODES] = {"energy gained, 1 mode, %", "2", "4", "8", "16"};
  static double x[PLACES];
  static crossing c;
  const switch_case *about = e->about;
  const double start_energy = pi * pi * 35.35 * 35.35 / 4;
  r->theirs = "printed formula";
  r->ours = "corrected";
  for (int i = 0; i < SWITCH_MODES; ++i) {
    cross(&c, modes[i], about->printed, about->near_end);
    const double gained[2] = {100 * (c.kinetic[1] - c.kinetic[0]) / start_energy,
                              100 * (c.kinetic[2] - c.kinetic[0]) / start_energy};
    report_add(r, names[i], gained[0], gained[1]);
    if (about->printed == PRINTED_4_83 && i == 0)
      report_theirs(r, -5e-3, 5e-3); // with one mode it is the same
    else
      report_theirs(r, gained[0] > 0 ? 1 : -INFINITY, gained[0] > 0 ? INFINITY : -1);
    report_ours(r, -5e-3, 5e-3);
  }
  report_judge(r, true, VERDICT_CORRECTED);
  for (int n = 0; n < PLACES; ++n)
    x[n] = c.gamma + (1 - c.gamma) * n / (PLACES - 1);
  const chart drawn = {PLACE,
                       "velocity at the switch, 16 modes, dimensionless",
                       3,
                       {{x, c.velocity[0], PLACES, 7, "before"},
                        {x, c.velocity[1], PLACES, 1, "printed formula"},
                        {x, c.velocity[2], PLACES, 2, "corrected"}}};
  report_draw_charts(r, e->title, &drawn, 1, true);
}
