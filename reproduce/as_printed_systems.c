// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The eleven systems where contacts act, in the paper's form.

#include "reproduce/as_printed.h"

#include <math.h>

static double determinant(double A[3][4], int p, int q, int r) {
  return A[0][p] * (A[1][q] * A[2][r] - A[1][r] * A[2][q]) +
         A[0][q] * (A[1][r] * A[2][p] - A[1][p] * A[2][r]) +
         A[0][r] * (A[1][p] * A[2][q] - A[1][q] * A[2][p]);
}

// The paper's A^-1 v by Cramer's rule; v is the last column.
static const double *solve(double A[3][4], double x[3]) {
  const double all = determinant(A, 0, 1, 2);
  x[0] = determinant(A, 3, 1, 2) / all;
  x[1] = determinant(A, 0, 3, 2) / all;
  x[2] = determinant(A, 0, 1, 3) / all;
  return x;
}

// --- Systems 1 to 5 -----------------------------------------------------------------------------

// (16), and (21) where the mass has a spring.
static void mass_barrier(as_printed_state *o) {
  const force_terms x = as_printed_force(o, 0, BR);
  const double push = x.q * o->body[U].x[BEFORE][0] - o->contact[0].psi[BR] * x.g;
  as_printed_update(
      o, BR,
      (double[]){(as_printed_known_side(o, U, BR) + push) / (as_printed_inertia(o, U) + x.q)});
}

// (24) with omega squared, (27) and (30) with g^2/4 in A_22 where g^2/k^2 is printed. Along strings
// K and the force are per length here; the engine's contacts belong to nodes of h metres each, so
// that its psi is sqrt(h) times this one, and it adds up the forces.
static void pair(as_printed_state *o) {
  contact *c = &o->contact[0];
  const bool along = c->law == 'a';
  const double h = o->body[U].type == 's' && !along ? o->body[U].h : 1;
  const double node = along ? o->body[U].h : 1;
  double force = 0;
  double mean = -HUGE_VAL;
  for (int l = along ? 1 : BR; l < (along ? N : BR + 1); ++l) {
    const force_terms x = as_printed_force(o, 0, l);
    const double corner = o->printed == PRINTED_27 ? x.g * x.g / (k * k) : x.q;
    double A[3][4] = {
        {as_printed_inertia(o, U) + x.q / h, -x.q / h, 0,
         as_printed_known_side(o, U, l) + x.known / h},
        {-x.q, as_printed_inertia(o, W) + corner, 0, as_printed_known_side(o, W, l) - x.known},
        {0, 0, 1, 0}};
    as_printed_update(o, l, solve(A, (double[3]){0}));
    force += node * c->force;
    mean = fmax(mean, sqrt(node) * c->mean_psi);
  }
  c->force = force;
  c->mean_psi = mean;
}

// --- Systems 6 to 9: the tromba marina ----------------------------------------------------------

// Contact 0 joins string and bridge; at contact 1 the bridge rattles on the plate.
//
// (42), and (59) with eta_c for eta: F'_alpha and Theta by (45) and (50) to (52), which without
// losses are (35) and (41). The second line of (40) is printed with eta_c^{n-1} for eta_s^{n-1}.
// (48) is printed without g^2/4 v^{n+1}; w^{n+1} is taken from it if asked.
static void tromba(as_printed_state *o) {
  contact *s = &o->contact[0];
  const double hs = o->body[U].h;
  const double hp2 = o->body[V].h * o->body[V].h;
  const double eta = as_printed_overlap(o, s, NOW, BR);
  const force_terms x = as_printed_force(o, 1, BR);
  const double plus = s->K1 / 4 + s->K3 * eta * eta / 2 + s->sigma_x / k;
  const double minus = s->K1 / 4 + s->K3 * eta * eta / 2 - s->sigma_x / k;
  const double B = as_printed_inertia(o, W) + x.q;
  const double Psi = 1 / plus + 1 / (hs * as_printed_inertia(o, U)) + 1 / B;
  const double Theta = x.q / (Psi * B);
  const double uI = as_printed_known_side(o, U, BR) / as_printed_inertia(o, U);
  const contact *old = o->printed == PRINTED_40 ? &o->contact[1] : s;
  const double F =
      (s->K1 * eta / (2 * plus) + minus / plus * as_printed_overlap(o, old, BEFORE, BR) + uI -
       (as_printed_known_side(o, W, BR) + x.known) / B) /
      Psi;
  double A[3][4] = {
      {as_printed_inertia(o, U), 0, -Theta / hs, as_printed_known_side(o, U, BR) - F / hs},
      {0, B, Theta - x.q, as_printed_known_side(o, W, BR) + x.known + F},
      {0, -x.q / hp2, as_printed_inertia(o, V) + x.q / hp2,
       as_printed_known_side(o, V, BR) - x.known / hp2}};
  double next[3];
  solve(A, next);
  if (o->printed == PRINTED_48)
    next[W] = (as_printed_known_side(o, W, BR) + x.known + F - Theta * next[V]) / B;
  as_printed_update(o, BR, next);
  s->force = F - Theta * *as_printed_displacement(o, V, NEXT, BR);
}

// u^I at the bridge by (62a) with 6 mu_s^2 in the coefficient of u_l, where mu_s^2 is printed.
static double factored_string(const as_printed_state *o) {
  const body *a = &o->body[U];
  const double *u = a->x[NOW] + BR;
  const double *p = a->x[BEFORE] + BR;
  const double lambda2 = a->T * k * k / (a->rho * a->h * a->h);
  const double mu2 = a->EI * k * k / (a->rho * pow(a->h, 4));
  const double rub = 2 * a->sigma1 * k / (a->h * a->h);
  const double centre = o->printed == PRINTED_62A ? 1 : 6;
  return ((2 - 2 * lambda2 - centre * mu2 - 2 * rub) * u[0] +
          (lambda2 + 4 * mu2 + rub) * (u[1] + u[-1]) - mu2 * (u[2] + u[-2]) +
          (-1 + a->sigma0 * k + 2 * rub) * p[0] - rub * (p[1] + p[-1])) /
         (1 + a->sigma0 * k);
}

// v^I there by (62c) with sigma_0 k in the coefficient of v^{n-1}, where it is missing in print,
// and mu_p^2 of (60) with rho_p, where rho_s is printed.
static double factored_plate(const as_printed_state *o) {
  const body *a = &o->body[V];
  const double *v = a->x[NOW];
  const double *p = a->x[BEFORE];
  const double density = o->printed == PRINTED_60 ? steel * thickness : a->rho;
  const double mu2 = a->EI * k * k / (density * pow(a->h, 4));
  const double lose = o->printed == PRINTED_62C ? 0 : a->sigma0 * k;
  const double rub = 2 * a->sigma1 * k / (a->h * a->h);
  return ((2 - 20 * mu2 - 4 * rub) * as_printed_at(a, v, PI, PJ) +
          (8 * mu2 + rub) * as_printed_neighbours(a, v, PI, PJ, 1, 0) -
          2 * mu2 * as_printed_neighbours(a, v, PI, PJ, 1, 1) -
          mu2 * as_printed_neighbours(a, v, PI, PJ, 2, 0) +
          (-1 + lose + 4 * rub) * as_printed_at(a, p, PI, PJ) -
          rub * as_printed_neighbours(a, p, PI, PJ, 1, 0)) /
         (1 + a->sigma0 * k);
}

// F'_alpha and Theta by (53), (54) and (56) to (58). (53) is h rho A (1 + sigma_0 k) in the units
// of (62); in (56) one pair of brackets encloses both lines, and phi_+ B cancels.
static void factored_force(as_printed_state *o, force_terms x, double uI, double wI, double *F,
                           double *Theta) {
  const contact *s = &o->contact[0];
  const double eta = as_printed_overlap(o, s, NOW, BR);
  const double loss = o->body[U].sigma0 * k;
  const double theta_s = o->body[U].h * (o->printed == PRINTED_53 ? o->body[U].rho + loss
                                                                  : o->body[U].rho * (1 + loss));
  const double theta_b = 4 * o->body[W].rho + 2 * o->body[W].R * k;
  const double B = theta_b + x.g * x.g * k * k;
  const double plus = k * (s->K1 + 2 * s->K3 * eta * eta) + 4 * s->sigma_x;
  const double minus = k * (s->K1 + 2 * s->K3 * eta * eta) - 4 * s->sigma_x;
  const double below = plus * k * k * (B + 4 * theta_s) + 4 * k * theta_s * B;
  const double spring =
      2 * k * s->K1 * eta + minus * as_printed_overlap(o, s, BEFORE, BR) + plus * uI;
  const double bridge = plus * (theta_b * wI + 4 * k * k * x.known);
  *F = theta_s * (B * spring - bridge) / below;
  if (o->printed == PRINTED_56) // of two revisions: the bracket ends before the second line
    *F = (plus * theta_s * B * B * spring - bridge) / (plus * B * below);
  *Theta = plus * theta_s * x.g * x.g * k * k / below;
}

// (62), and (65) with k^2 in A_13 and A_23, where it is missing in print, and eta_c for eta.
static void tromba_factored(as_printed_state *o) {
  const body *u = &o->body[U];
  const body *w = &o->body[W];
  const body *v = &o->body[V];
  const double k2 = k * k;
  const double hp2 = v->h * v->h;
  const force_terms x = as_printed_force(o, 1, BR);
  const double uI = factored_string(o);
  const double vI = factored_plate(o);
  const double loss = w->R * k / (2 * w->rho);
  const double kept = (2 - w->omega0 * w->omega0 * k2) * w->x[NOW][0];
  const double wI = (kept + (-1 + loss) * w->x[BEFORE][0]) / (1 + loss);
  double F = 0;
  double Theta = 0;
  factored_force(o, x, uI, wI, &F, &Theta);
  const double su = 1 + u->sigma0 * k;
  const double sw = w->rho * (1 + loss);
  const double sv = v->rho * (1 + v->sigma0 * k);
  const double lever = o->printed == PRINTED_65 ? Theta : Theta * k2;
  double A[3][4] = {{su, 0, -lever / (u->rho * u->h), su * uI - F * k2 / (u->h * u->rho)},
                    {0, sw + x.q * k2, lever - x.q * k2, sw * wI + k2 * (x.known + F)},
                    {0, -x.q * k2 / hp2, sv + x.q * k2 / hp2, sv * vI - k2 * x.known / hp2}};
  as_printed_update(o, BR, solve(A, (double[3]){0}));
  o->contact[0].force = F - Theta * *as_printed_displacement(o, V, NEXT, BR);
}

// (74) with index 2 throughout the last row, psi_1^{n-1/2} in the second, and rho A and rho H in
// front of sigma in v, where they are missing in print (as_printed_known_side); its M R is R here.
static void tromba_power(as_printed_state *o) {
  const double hs = o->body[U].h;
  const double hp2 = o->body[V].h * o->body[V].h;
  const force_terms x = as_printed_force(o, 0, BR);
  const force_terms y = as_printed_force(o, 1, BR);
  double A[3][4] = {{as_printed_inertia(o, U) + x.q / hs, -x.q / hs, 0,
                     as_printed_known_side(o, U, BR) + x.known / hs},
                    {-x.q, as_printed_inertia(o, W) + x.q + y.q, -y.q,
                     as_printed_known_side(o, W, BR) - x.known + y.known},
                    {0, -y.q / hp2, as_printed_inertia(o, V) + y.q / hp2,
                     as_printed_known_side(o, V, BR) - y.known / hp2}};
  as_printed_update(o, BR, solve(A, (double[3]){0}));
}

// --- Systems 10 and 11: a mass between a string and a wall --------------------------------------

// (80), u eliminated: m u^{n+1} = p + x.q/h w^{n+1}.
static void between(as_printed_state *o) {
  const double h = o->body[U].h;
  const force_terms x = as_printed_force(o, 0, BR);
  const force_terms y = as_printed_force(o, 1, BR);
  const double m = as_printed_inertia(o, U) + x.q / h;
  const double p = as_printed_known_side(o, U, BR) + x.known / h;
  const double w =
      (as_printed_known_side(o, W, BR) - x.known + y.known + y.q * o->b + x.q * p / m) /
      (as_printed_inertia(o, W) + y.q + x.q * as_printed_inertia(o, U) / m);
  as_printed_update(o, BR, (double[]){(p + x.q / h * w) / m, w});
}

// The matrix after (90) for delta_t. eta_B and delta_t. eta_M, with u^n - u^{n-1} in (90) where
// u^n + u^{n-1} is printed; then (84) and (89).
static void between_ideal(as_printed_state *o) {
  const body *u = &o->body[U];
  const body *w = &o->body[W];
  const double M = w->rho;
  const double m = u->rho * u->h;
  const double gM = as_printed_force(o, 0, BR).g;
  const double gB = as_printed_force(o, 1, BR).g;
  const double aM = k * k * gM * gM / 4;
  const double aB = k * k * gB * gB / 4;
  const double yM = k * gM * o->contact[0].psi[BR] / 2;
  const double yB = k * gB * o->contact[1].psi[BR] / 2;
  const double dw = (w->x[NOW][0] - w->x[BEFORE][0]) / k;
  const double sign = o->printed == PRINTED_90 ? 1 : -1;
  const double du = (u->x[NOW][BR] + sign * u->x[BEFORE][BR]) / k;
  const double pull = u->T * k / (2 * u->rho) * as_printed_laplacian(u, u->x[NOW], BR, 0);
  double A[3][4] = {{1 + aB / M, -aM / M, 0, -dw + yM / M - yB / M},
                    {-aB / M, 1 + aM / M + aM / m, 0, dw - yM / M + yB / M - du - pull - yM / m},
                    {0, 0, 1, 0}};
  double x[3];
  solve(A, x);
  const double next = -2 * k * x[0] + u->x[BEFORE][BR] - 2 * k * x[1];
  as_printed_update(o, BR, (double[]){next, w->x[BEFORE][0] - 2 * k * x[0]});
}

// --- All of them --------------------------------------------------------------------------------

const as_printed_system as_printed_systems[AS_PRINTED_SYSTEMS] = {
    {"a mass meets a wall as in (16)", "m", "cub", IDEAL, mass_barrier},
    {"a mass on a spring meets a wall as in (21)", "m", "cub", STIFF, mass_barrier},
    {"two masses on springs meet as in (24)", "mm", "cwu", STIFF, pair},
    {"two strings clash along their length as in (27)", "ss", "awu", STIFF, pair},
    {"a mass strikes a string as in (30)", "sm", "cwu", STIFF, pair},
    {"a tromba marina moves as in (42)", "smp", "suwcvw", STIFF, tromba},
    {"a tromba marina with losses moves as in (59)", "smp", "suwcvw", LOSSY, tromba},
    {"a tromba marina with losses moves as in (65)", "smp", "suwcvw", LOSSY, tromba_factored},
    {"a tromba marina with a power law moves as in (74)", "smp", "twucvw", LOSSY, tromba_power},
    {"a mass between string and wall moves as in (80)", "sm", "cwucbw", LOSSY, between},
    {"a mass between ideal string and wall moves as in (90)", "sm", "cwucbw", IDEAL, between_ideal},
};
