// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies by themselves, contacts, and how a system starts.

#include "reproduce/as_printed.h"

#include <math.h>
#include <string.h>

// --- Each body by itself ------------------------------------------------------------------------

// Beyond a pinned end the shape goes on mirrored with its sign turned. Across a string it is
// constant, so that delta_Delta is delta_xx there.
double as_printed_at(const body *a, const double *u, int i, int j) {
  if (i < 0 || i > a->nx)
    return -as_printed_at(a, u, i < 0 ? -i : 2 * a->nx - i, j);
  if (a->ny > 0 && (j < 0 || j > a->ny))
    return -as_printed_at(a, u, i, j < 0 ? -j : 2 * a->ny - j);
  return u[a->ny > 0 ? j * (a->nx + 1) + i : i];
}

// The four nodes around (i, j) in (61): a step of (x, y) and its rotations by 90 degrees.
double as_printed_neighbours(const body *a, const double *v, int i, int j, int x, int y) {
  return as_printed_at(a, v, i + x, j + y) + as_printed_at(a, v, i - y, j + x) +
         as_printed_at(a, v, i - x, j - y) + as_printed_at(a, v, i + y, j - x);
}

double as_printed_laplacian(const body *a, const double *v, int i, int j) {
  return (as_printed_neighbours(a, v, i, j, 1, 0) - 4 * as_printed_at(a, v, i, j)) / (a->h * a->h);
}

static double bilaplacian(const body *a, const double *v, int i, int j) {
  return (as_printed_laplacian(a, v, i + 1, j) + as_printed_laplacian(a, v, i - 1, j) +
          as_printed_laplacian(a, v, i, j + 1) + as_printed_laplacian(a, v, i, j - 1) -
          4 * as_printed_laplacian(a, v, i, j)) /
         (a->h * a->h);
}

// The known side of the equation of motion at (i, j), as in the vectors v of (24) to (59); losses
// of strings and plates have `loss` in front: rho, as in (71) and (73). (24) is printed with omega
// where omega^2 belongs.
static double row_at(const body *a, int i, int j, double loss, bool omega_once) {
  const double *u = a->x[NOW];
  const double *p = a->x[BEFORE];
  const double rest =
      a->rho / (k * k) * (2 * as_printed_at(a, u, i, j) - as_printed_at(a, p, i, j));
  if (a->type == 'm')
    return rest - a->rho * a->omega0 * (omega_once ? 1 : a->omega0) * u[0] + a->R / (2 * k) * p[0];
  const double lap = as_printed_laplacian(a, u, i, j);
  return rest + a->T * lap - a->EI * bilaplacian(a, u, i, j) +
         loss * a->sigma0 / k * as_printed_at(a, p, i, j) +
         2 * loss * a->sigma1 * (lap - as_printed_laplacian(a, p, i, j)) / k;
}

// The difference along y that the Laplacian has and delta_xx has not.
static double along_y(const body *a, const double *v) {
  return (as_printed_at(a, v, PI, PJ + 1) - 2 * as_printed_at(a, v, PI, PJ) +
          as_printed_at(a, v, PI, PJ - 1)) /
         (a->h * a->h);
}

// The same where node l of a string meets the body. (46c) is printed with delta_xx for the
// Laplacian in the plate's loss, (74) without rho A and rho H.
double as_printed_known_side(const as_printed_state *o, int i, int l) {
  const body *a = &o->body[i];
  const double loss = o->printed == PRINTED_74 ? 1 : a->rho;
  if (a->type == 'p' && o->printed == PRINTED_46C)
    return row_at(a, PI, PJ, loss, false) -
           2 * loss * a->sigma1 * (along_y(a, a->x[NOW]) - along_y(a, a->x[BEFORE])) / k;
  if (a->type == 'p')
    return row_at(a, PI, PJ, loss, false);
  return row_at(a, a->type == 's' ? l : 0, 0, loss, o->printed == PRINTED_24);
}

// What multiplies the unknown on the other side.
double as_printed_inertia(const as_printed_state *o, int i) {
  const body *a = &o->body[i];
  return a->rho / (k * k) + a->rho * a->sigma0 / k + a->R / (2 * k);
}

// Strings and plates where nothing touches them, (31) and (46).
static void free_step(as_printed_state *o) {
  for (int b = 0; b < o->bodies; ++b) {
    body *a = &o->body[b];
    for (int j = a->ny > 0; j < a->ny || j == 0; ++j)
      for (int i = 1; i < a->nx; ++i)
        a->x[NEXT][j * (a->nx + 1) + i] = row_at(a, i, j, a->rho, false) / as_printed_inertia(o, b);
  }
}

// n <- n + 1. Returns the largest displacement.
static double advance(body *a) {
  double most = 0;
  memmove(a->x[BEFORE], a->x[NOW], 2 * sizeof a->x[0]);
  for (int l = 0; l < ROOM; ++l)
    most = fmax(most, fabs(a->x[NOW][l]));
  return most;
}

double as_printed_step(const as_printed_system *of, as_printed_state *o) {
  double most = 0;
  free_step(o);
  of->step(o);
  o->lost += as_printed_loss(o);
  for (int b = 0; b < o->bodies; ++b)
    most = fmax(most, advance(&o->body[b]));
  return most;
}

// --- Contacts -----------------------------------------------------------------------------------

static int index_at(const body *a, int l) {
  return a->type == 'p' ? PJ * (PX + 1) + PI : a->type == 's' ? l : 0;
}

double *as_printed_displacement(as_printed_state *o, int i, int when, int l) {
  return &o->body[i].x[when][index_at(&o->body[i], l)];
}

double as_printed_overlap(as_printed_state *o, const contact *c, int when, int l) {
  const double below = c->below == WALL ? o->b : *as_printed_displacement(o, c->below, when, l);
  return below - (c->above == WALL ? o->b : *as_printed_displacement(o, c->above, when, l));
}

double as_printed_psi(const contact *c, double eta) {
  const bool two_sided = c->law == 't' || c->law == 'r';
  const double x = two_sided ? fabs(eta) : fmax(eta, 0);
  const double psi = sqrt(2 * c->K / (c->alpha + 1) * pow(x, c->alpha + 1));
  return c->law == 'r' && eta < 0 ? -psi : psi;
}

double as_printed_extent(const contact *c) {
  return c->law == 'a' ? length : 1;
}

// g by (12) and (69); at alpha = 1 it is a step, not 0^0. The branch of (69) lets g change its
// sign; with a psi that has the sign of the overlap g is positive.
force_terms as_printed_force(as_printed_state *o, int i, int l) {
  const contact *c = &o->contact[i];
  const double eta = as_printed_overlap(o, c, NOW, l);
  const bool one_sided = c->law != 't' && c->law != 'r';
  const bool positive_psi = c->law == 't' || o->printed == PRINTED_69;
  force_terms x = {0, 0, 0};
  if (eta > 0 || !one_sided || o->printed == PRINTED_12)
    x.g = sqrt(c->K * (c->alpha + 1) / 2) *
          pow(one_sided ? fmax(eta, 0) : fabs(eta), (c->alpha - 1) / 2);
  if (eta < 0 && positive_psi)
    x.g = -x.g;
  x.q = x.g * x.g / 4;
  x.known = c->psi[l] * x.g - x.q * as_printed_overlap(o, c, BEFORE, l);
  return x;
}

// The bodies' places at n + 1, then psi^{n+1/2} by (18), with the g^n it has from (10b), and the
// force (mu_t+ psi) g.
void as_printed_update(as_printed_state *o, int l, const double *next) {
  for (int i = 0; i < o->bodies; ++i)
    *as_printed_displacement(o, i, NEXT, l) = next[i];
  for (int i = 0; i < o->contacts; ++i) {
    contact *c = &o->contact[i];
    const double g = as_printed_force(o, i, l).g;
    const double psi = c->psi[l];
    const double D = as_printed_overlap(o, c, NEXT, l) - as_printed_overlap(o, c, BEFORE, l);
    ++*(as_printed_overlap(o, c, NOW, l) > 0 ? &c->touching : &c->apart);
    c->psi[l] += (o->printed == PRINTED_18 ? 1 : g) / 2 * D;
    c->mean_psi = (c->psi[l] + psi) / 2;
    c->force = c->mean_psi * g;
  }
}

// --- Starts -------------------------------------------------------------------------------------

// A mass, a wire and a wooden board.
body as_printed_body(const as_printed_system *of, char type) {
  static const body kinds[] = {
      {'m', 0, 0, 0, 5e-3, 0, 0, 2000, 1, 0, 0, {{0}}},
      {'s', N, 0, 0.01, 6e-3, 150, 5e-3, 0, 0, 20, 0.02, {{0}}},
      {'p', PX, PY, 0.025, 1.2, 0, 24, 0, 0, 20, 0.02, {{0}}},
  };
  body a = kinds[type == 'm' ? 0 : type == 's' ? 1 : 2];
  if (of->level != LOSSY)
    a.R = a.sigma0 = a.sigma1 = 0;
  if (of->level == IDEAL) {
    a.omega0 = a.EI = 0;
    a.T *= 6; // close to the limit of stability
  }
  return a;
}

contact as_printed_contact(const char *what) {
  contact c = {.law = what[0], .alpha = 1};
  c.below = (int)(strchr(as_printed_names, what[1]) - as_printed_names);
  c.above = (int)(strchr(as_printed_names, what[2]) - as_printed_names);
  return c;
}

void as_printed_start(as_printed_state *o) {
  for (int i = 0; i < o->contacts; ++i) {
    contact *c = &o->contact[i];
    for (int l = 0; l <= N; ++l) {
      const double sum = as_printed_overlap(o, c, NOW, l) + as_printed_overlap(o, c, BEFORE, l);
      c->psi[l] = as_printed_psi(c, sum / 2);
    }
  }
}

// A body in the shape of its lowest mode with some of the second, at displacement x and velocity v.
static void set_moving(body *a, double x, double v) {
  const double pi = 3.14159265358979323846;
  const int y = a->ny > 0;
  for (int j = y; j <= a->ny - y; ++j)
    for (int i = a->nx > 0; i <= a->nx - (a->nx > 0); ++i) {
      double shape = 1;
      if (a->nx > 0)
        shape = sin(pi * i / a->nx) - 0.5 * sin(2 * pi * i / a->nx);
      if (a->ny > 0)
        shape *= sin(pi * j / a->ny);
      a->x[NOW][j * (a->nx + 1) + i] = x * shape;
      a->x[BEFORE][j * (a->nx + 1) + i] = (x - k * v) * shape;
    }
}

as_printed_state as_printed_new(const as_printed_system *of, double alpha) {
  static const double x[] = {0.5, -0.3, 0.4}; // in sizes
  static const double v[] = {-0.5, 0.5, 0.8}; // m/s
  as_printed_state o = {.b = -0.4 * size};
  for (; of->bodies[o.bodies] != '\0'; ++o.bodies) {
    o.body[o.bodies] = as_printed_body(of, of->bodies[o.bodies]);
    set_moving(&o.body[o.bodies], size * x[o.bodies], v[o.bodies]);
  }
  for (const char *what = of->contacts; *what != '\0'; what += 3) {
    contact *c = &o.contact[o.contacts++];
    *c = as_printed_contact(what);
    c->alpha = alpha;
    if (c->law == 's') {
      c->K1 = 1e5;
      c->K3 = 1e10;
      c->sigma_x = of->level == LOSSY ? 0.2 : 0;
    } else {
      c->K = 100 / pow(size, alpha) / as_printed_extent(c);
    }
  }
  as_printed_start(&o);
  return o;
}
