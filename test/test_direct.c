// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The eleven systems of S. Willemsen, Collisions: non-linearities without the use of iterative
// solvers (2019), each stepped by its own equations beside the library. Numbers in brackets are
// that paper's; where a printed formula does not follow from its own system, the comment says what
// was put right. sigma_0 is in 1/s, sigma_1 in m2/s, R in kg/s.

#include "support.h"

static const double pi = 3.14159265358979323846;
static const double k = 1.0 / 44100; // s
static const double size = 1e-3;     // m, of all starting displacements
static const char names[] = "uwvb";  // b is a wall
static const double length = 0.24;   // m, of strings

// A string of N intervals with the bridge at node BR; a plate of PX by PY with it at (PI, PJ).
enum { N = 24, BR = 18, PX = 12, PY = 8, PI = 6, PJ = 2, ROOM = (PX + 1) * (PY + 1) };
enum { U, W, V, WALL };
enum { BEFORE, NOW, NEXT };

/// A mass, string or plate and its motion at n - 1, n and n + 1, row by row.
typedef struct {
  char type; // m, s, p
  int nx, ny;
  double h, rho; // rho: M (kg), rho A (kg/m) or rho H (kg/m2)
  double T, EI;  // EI: D for a plate
  double omega0, R, sigma0, sigma1;
  double x[3][ROOM];
} body;

/// A collision, one at every node along a string, a spring or a two-sided power law.
typedef struct {
  char law; // c, a, s, t
  int below, above;
  double K, alpha, K1, K3, sigma_x;
  double psi[N + 1];
  double force, mean_psi; // at n, as the library puts them out
  int touching, apart;    // how often it was
} contact;

typedef struct {
  int bodies, contacts;
  body body[3];
  contact contact[2];
  double b; // where the wall is
} world;

/// One of the systems, and the paper's way to step it where contacts act.
typedef struct {
  const char *claim;
  const char *bodies;                 // the types of u, w and v
  const char *contacts;               // of each the law, what is below and what is above
  enum { PLAIN, STIFF, LOSSY } level; // neither stiffness nor losses; no losses; both
  void (*step)(world *);
} recipe;

// --- Each body by itself ------------------------------------------------------------------------

// Beyond a pinned end the shape goes on mirrored with its sign turned. Across a string it is
// constant, so that delta_Delta is delta_xx there.
static double at(const body *a, const double *u, int i, int j) {
  if (i < 0 || i > a->nx)
    return -at(a, u, i < 0 ? -i : 2 * a->nx - i, j);
  if (a->ny > 0 && (j < 0 || j > a->ny))
    return -at(a, u, i, j < 0 ? -j : 2 * a->ny - j);
  return u[a->ny > 0 ? j * (a->nx + 1) + i : i];
}

// The four nodes around (i, j) in (61): a step of (x, y) and its quarter turns.
static double around(const body *a, const double *v, int i, int j, int x, int y) {
  return at(a, v, i + x, j + y) + at(a, v, i - y, j + x) + at(a, v, i - x, j - y) +
         at(a, v, i + y, j - x);
}

static double laplacian(const body *a, const double *v, int i, int j) {
  return (around(a, v, i, j, 1, 0) - 4 * at(a, v, i, j)) / (a->h * a->h);
}

static double bilaplacian(const body *a, const double *v, int i, int j) {
  return (laplacian(a, v, i + 1, j) + laplacian(a, v, i - 1, j) + laplacian(a, v, i, j + 1) +
          laplacian(a, v, i, j - 1) - 4 * laplacian(a, v, i, j)) /
         (a->h * a->h);
}

// The known side of the equation of motion at (i, j), as in the vectors v of (24) to (59); losses
// of strings and plates have rho in front, as in (71) and (73).
static double row_at(const body *a, int i, int j) {
  const double *u = a->x[NOW];
  const double *p = a->x[BEFORE];
  const double rest = a->rho / (k * k) * (2 * at(a, u, i, j) - at(a, p, i, j));
  if (a->type == 'm')
    return rest - a->rho * a->omega0 * a->omega0 * u[0] + a->R / (2 * k) * p[0];
  return rest + a->T * laplacian(a, u, i, j) - a->EI * bilaplacian(a, u, i, j) +
         a->rho * a->sigma0 / k * at(a, p, i, j) +
         2 * a->rho * a->sigma1 * (laplacian(a, u, i, j) - laplacian(a, p, i, j)) / k;
}

// The same where node l of a string meets the body.
static double row(const world *o, int i, int l) {
  const body *a = &o->body[i];
  return a->type == 'p' ? row_at(a, PI, PJ) : row_at(a, a->type == 's' ? l : 0, 0);
}

// What multiplies the unknown on the other side.
static double inertia(const world *o, int i) {
  const body *a = &o->body[i];
  return a->rho / (k * k) + a->rho * a->sigma0 / k + a->R / (2 * k);
}

// n <- n + 1. Returns the largest displacement.
static double advance(body *a) {
  double most = 0;
  memmove(a->x[BEFORE], a->x[NOW], 2 * sizeof a->x[0]);
  for (int l = 0; l < ROOM; ++l)
    most = fmax(most, fabs(a->x[NOW][l]));
  return most;
}

// Strings and plates where nothing touches them, (31) and (46).
static void free_step(world *o) {
  for (int b = 0; b < o->bodies; ++b) {
    body *a = &o->body[b];
    for (int j = a->ny > 0; j < a->ny || j == 0; ++j)
      for (int i = 1; i < a->nx; ++i)
        a->x[NEXT][j * (a->nx + 1) + i] = row_at(a, i, j) / inertia(o, b);
  }
}

// u^I at the bridge by (62a) with 6 mu_s^2 in the coefficient of u_l.
static double factored_string(const body *a) {
  const double *u = a->x[NOW] + BR;
  const double *p = a->x[BEFORE] + BR;
  const double lambda2 = a->T * k * k / (a->rho * a->h * a->h);
  const double mu2 = a->EI * k * k / (a->rho * pow(a->h, 4));
  const double rub = 2 * a->sigma1 * k / (a->h * a->h);
  return ((2 - 2 * lambda2 - 6 * mu2 - 2 * rub) * u[0] +
          (lambda2 + 4 * mu2 + rub) * (u[1] + u[-1]) - mu2 * (u[2] + u[-2]) +
          (-1 + a->sigma0 * k + 2 * rub) * p[0] - rub * (p[1] + p[-1])) /
         (1 + a->sigma0 * k);
}

// v^I there by (62c) with sigma_0 k in the coefficient of v^{n-1}, and mu_p^2 of (60) with rho_p.
static double factored_plate(const body *a) {
  const double *v = a->x[NOW];
  const double *p = a->x[BEFORE];
  const double mu2 = a->EI * k * k / (a->rho * pow(a->h, 4));
  const double rub = 2 * a->sigma1 * k / (a->h * a->h);
  return ((2 - 20 * mu2 - 4 * rub) * at(a, v, PI, PJ) +
          (8 * mu2 + rub) * around(a, v, PI, PJ, 1, 0) - 2 * mu2 * around(a, v, PI, PJ, 1, 1) -
          mu2 * around(a, v, PI, PJ, 2, 0) + (-1 + a->sigma0 * k + 4 * rub) * at(a, p, PI, PJ) -
          rub * around(a, p, PI, PJ, 1, 0)) /
         (1 + a->sigma0 * k);
}

// --- Contacts -----------------------------------------------------------------------------------

// The displacement of a body where node l of a string meets it.
static double *place(world *o, int i, int when, int l) {
  body *a = &o->body[i];
  return &a->x[when][a->type == 'p' ? PJ * (PX + 1) + PI : a->type == 's' ? l : 0];
}

// eta: what is below less what is above.
static double overlap(world *o, const contact *c, int when, int l) {
  const double below = c->below == WALL ? o->b : *place(o, c->below, when, l);
  return below - (c->above == WALL ? o->b : *place(o, c->above, when, l));
}

// psi = sqrt(2 phi), (4) and (68).
static double root_energy(const contact *c, double eta) {
  const double x = c->law == 't' ? fabs(eta) : fmax(eta, 0);
  return sqrt(2 * c->K / (c->alpha + 1) * pow(x, c->alpha + 1));
}

/// The force is psi g + g^2/4 (eta^{n+1} - eta^{n-1}) = known + q eta^{n+1}.
typedef struct {
  double g, q, known;
} hit;

// g by (12) and (69); at alpha = 1 it is a step, not 0^0.
static hit hit_of(world *o, int i, int l) {
  const contact *c = &o->contact[i];
  const double eta = overlap(o, c, NOW, l);
  hit x = {0, 0, 0};
  if (eta > 0 || c->law == 't')
    x.g = sqrt(c->K * (c->alpha + 1) / 2) * pow(fabs(eta), (c->alpha - 1) / 2);
  if (eta < 0)
    x.g = -x.g;
  x.q = x.g * x.g / 4;
  x.known = c->psi[l] * x.g - x.q * overlap(o, c, BEFORE, l);
  return x;
}

// The bodies' places at n + 1, then psi^{n+1/2} by (18), with the g^n it has from (10b), and the
// force (mu_t+ psi) g.
static void settle(world *o, int l, const double *next) {
  for (int i = 0; i < o->bodies; ++i)
    *place(o, i, NEXT, l) = next[i];
  for (int i = 0; i < o->contacts; ++i) {
    contact *c = &o->contact[i];
    const double g = hit_of(o, i, l).g;
    const double psi = c->psi[l];
    ++*(overlap(o, c, NOW, l) > 0 ? &c->touching : &c->apart);
    c->psi[l] += g / 2 * (overlap(o, c, NEXT, l) - overlap(o, c, BEFORE, l));
    c->mean_psi = (c->psi[l] + psi) / 2;
    c->force = c->mean_psi * g;
  }
}

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
static void mass_barrier(world *o) {
  const hit x = hit_of(o, 0, BR);
  const double push = x.q * o->body[U].x[BEFORE][0] - o->contact[0].psi[BR] * x.g;
  settle(o, BR, (double[]){(row(o, U, BR) + push) / (inertia(o, U) + x.q)});
}

// (24) with omega squared, (27) and (30) with g^2/4 in A_22. Along strings K and the force are per
// length here; the library's contacts belong to nodes of h metres each, so that its psi is sqrt(h)
// times this one, and it adds up the forces.
static void pair(world *o) {
  contact *c = &o->contact[0];
  const bool along = c->law == 'a';
  const double h = o->body[U].type == 's' && !along ? o->body[U].h : 1;
  const double node = along ? o->body[U].h : 1;
  double force = 0;
  double mean = -HUGE_VAL;
  for (int l = along ? 1 : BR; l < (along ? N : BR + 1); ++l) {
    const hit x = hit_of(o, 0, l);
    double A[3][4] = {{inertia(o, U) + x.q / h, -x.q / h, 0, row(o, U, l) + x.known / h},
                      {-x.q, inertia(o, W) + x.q, 0, row(o, W, l) - x.known},
                      {0, 0, 1, 0}};
    settle(o, l, solve(A, (double[3]){0}));
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
// losses are (35) and (41).
static void tromba(world *o) {
  contact *s = &o->contact[0];
  const double hs = o->body[U].h;
  const double hp2 = o->body[V].h * o->body[V].h;
  const double eta = overlap(o, s, NOW, BR);
  const hit x = hit_of(o, 1, BR);
  const double plus = s->K1 / 4 + s->K3 * eta * eta / 2 + s->sigma_x / k;
  const double minus = s->K1 / 4 + s->K3 * eta * eta / 2 - s->sigma_x / k;
  const double B = inertia(o, W) + x.q;
  const double Psi = 1 / plus + 1 / (hs * inertia(o, U)) + 1 / B;
  const double Theta = x.q / (Psi * B);
  const double uI = row(o, U, BR) / inertia(o, U);
  const double F = (s->K1 * eta / (2 * plus) + minus / plus * overlap(o, s, BEFORE, BR) + uI -
                    (row(o, W, BR) + x.known) / B) /
                   Psi;
  double A[3][4] = {{inertia(o, U), 0, -Theta / hs, row(o, U, BR) - F / hs},
                    {0, B, Theta - x.q, row(o, W, BR) + x.known + F},
                    {0, -x.q / hp2, inertia(o, V) + x.q / hp2, row(o, V, BR) - x.known / hp2}};
  settle(o, BR, solve(A, (double[3]){0}));
  s->force = F - Theta * *place(o, V, NEXT, BR);
}

// F'_alpha and Theta by (53), (54) and (56) to (58). (53) is h rho A (1 + sigma_0 k) in the units
// of (62); in (56) one pair of brackets encloses both lines, and phi_+ B cancels.
static void factored_force(world *o, hit x, double uI, double wI, double *F, double *Theta) {
  const contact *s = &o->contact[0];
  const double eta = overlap(o, s, NOW, BR);
  const double theta_s = o->body[U].h * o->body[U].rho * (1 + o->body[U].sigma0 * k);
  const double theta_b = 4 * o->body[W].rho + 2 * o->body[W].R * k;
  const double B = theta_b + x.g * x.g * k * k;
  const double plus = k * (s->K1 + 2 * s->K3 * eta * eta) + 4 * s->sigma_x;
  const double minus = k * (s->K1 + 2 * s->K3 * eta * eta) - 4 * s->sigma_x;
  const double below = plus * k * k * (B + 4 * theta_s) + 4 * k * theta_s * B;
  const double spring = 2 * k * s->K1 * eta + minus * overlap(o, s, BEFORE, BR) + plus * uI;
  *F = theta_s * (B * spring - plus * (theta_b * wI + 4 * k * k * x.known)) / below;
  *Theta = plus * theta_s * x.g * x.g * k * k / below;
}

// (62), and (65) with k^2 in A_13 and A_23 and eta_c for eta.
static void tromba_factored(world *o) {
  const body *u = &o->body[U];
  const body *w = &o->body[W];
  const body *v = &o->body[V];
  const double k2 = k * k;
  const double hp2 = v->h * v->h;
  const hit x = hit_of(o, 1, BR);
  const double uI = factored_string(u);
  const double vI = factored_plate(v);
  const double loss = w->R * k / (2 * w->rho);
  const double kept = (2 - w->omega0 * w->omega0 * k2) * w->x[NOW][0];
  const double wI = (kept + (-1 + loss) * w->x[BEFORE][0]) / (1 + loss);
  double F = 0;
  double Theta = 0;
  factored_force(o, x, uI, wI, &F, &Theta);
  const double su = 1 + u->sigma0 * k;
  const double sw = w->rho * (1 + loss);
  const double sv = v->rho * (1 + v->sigma0 * k);
  double A[3][4] = {{su, 0, -Theta * k2 / (u->rho * u->h), su * uI - F * k2 / (u->h * u->rho)},
                    {0, sw + x.q * k2, k2 * (Theta - x.q), sw * wI + k2 * (x.known + F)},
                    {0, -x.q * k2 / hp2, sv + x.q * k2 / hp2, sv * vI - k2 * x.known / hp2}};
  settle(o, BR, solve(A, (double[3]){0}));
  o->contact[0].force = F - Theta * *place(o, V, NEXT, BR);
}

// (74) with index 2 throughout the last row, psi_1^{n-1/2} in the second, and rho A and rho H in
// front of sigma; its M R is R here.
static void tromba_power(world *o) {
  const double hs = o->body[U].h;
  const double hp2 = o->body[V].h * o->body[V].h;
  const hit x = hit_of(o, 0, BR);
  const hit y = hit_of(o, 1, BR);
  double A[3][4] = {{inertia(o, U) + x.q / hs, -x.q / hs, 0, row(o, U, BR) + x.known / hs},
                    {-x.q, inertia(o, W) + x.q + y.q, -y.q, row(o, W, BR) - x.known + y.known},
                    {0, -y.q / hp2, inertia(o, V) + y.q / hp2, row(o, V, BR) - y.known / hp2}};
  settle(o, BR, solve(A, (double[3]){0}));
}

// --- Systems 10 and 11: a mass between a string and a wall --------------------------------------

// (80), u eliminated: m u^{n+1} = p + x.q/h w^{n+1}.
static void between(world *o) {
  const double h = o->body[U].h;
  const hit x = hit_of(o, 0, BR);
  const hit y = hit_of(o, 1, BR);
  const double m = inertia(o, U) + x.q / h;
  const double p = row(o, U, BR) + x.known / h;
  const double w = (row(o, W, BR) - x.known + y.known + y.q * o->b + x.q * p / m) /
                   (inertia(o, W) + y.q + x.q * inertia(o, U) / m);
  settle(o, BR, (double[]){(p + x.q / h * w) / m, w});
}

// The matrix after (90) for delta_t. eta_B and delta_t. eta_M, with u^n - u^{n-1} in (90); then
// (84) and (89).
static void between_ideal(world *o) {
  const body *u = &o->body[U];
  const body *w = &o->body[W];
  const double M = w->rho;
  const double m = u->rho * u->h;
  const double gM = hit_of(o, 0, BR).g;
  const double gB = hit_of(o, 1, BR).g;
  const double aM = k * k * gM * gM / 4;
  const double aB = k * k * gB * gB / 4;
  const double yM = k * gM * o->contact[0].psi[BR] / 2;
  const double yB = k * gB * o->contact[1].psi[BR] / 2;
  const double dw = (w->x[NOW][0] - w->x[BEFORE][0]) / k;
  const double du = (u->x[NOW][BR] - u->x[BEFORE][BR]) / k;
  const double pull = u->T * k / (2 * u->rho) * laplacian(u, u->x[NOW], BR, 0);
  double A[3][4] = {{1 + aB / M, -aM / M, 0, -dw + yM / M - yB / M},
                    {-aB / M, 1 + aM / M + aM / m, 0, dw - yM / M + yB / M - du - pull - yM / m},
                    {0, 0, 1, 0}};
  double x[3];
  solve(A, x);
  const double next = -2 * k * x[0] + u->x[BEFORE][BR] - 2 * k * x[1];
  settle(o, BR, (double[]){next, w->x[BEFORE][0] - 2 * k * x[0]});
}

// --- Random systems -----------------------------------------------------------------------------

// A mass, a wire and a wooden board of any displacement and velocity where they are not held.
static body make_body(const recipe *of, char type, uint64_t *seed) {
  static const body kinds[] = {
      {'m', 0, 0, 0, 5e-3, 0, 0, 2000, 1, 0, 0, {{0}}},
      {'s', N, 0, 0.01, 6e-3, 150, 5e-3, 0, 0, 20, 0.02, {{0}}},
      {'p', PX, PY, 0.025, 1.2, 0, 24, 0, 0, 20, 0.02, {{0}}},
  };
  body a = kinds[type == 'm' ? 0 : type == 's' ? 1 : 2];
  const int x = a.nx > 0;
  const int y = a.ny > 0;
  a.rho *= random_between(seed, 0.8, 2);
  if (of->level != LOSSY)
    a.R = a.sigma0 = a.sigma1 = 0;
  if (of->level == PLAIN) {
    a.omega0 = a.EI = 0;
    a.T *= 6; // close to the limit of stability
  }
  for (int j = y; j <= a.ny - y; ++j)
    for (int i = x; i <= a.nx - x; ++i) {
      double *now = &a.x[NOW][j * (a.nx + 1) + i];
      *now = size * random_between(seed, -1, 1);
      a.x[BEFORE][j * (a.nx + 1) + i] = *now + size / 20 * random_between(seed, -1, 1);
    }
  return a;
}

// A law along a string is per length.
static double share(const contact *c) {
  return c->law == 'a' ? length : 1;
}

// All exponents the library treats apart; at most `hardest` newtons at an overlap of `size`.
static contact make_contact(const recipe *of, const char *what, double hardest, uint64_t *seed) {
  static const double exponents[] = {1, 1.3, 1.5, 2, 2.3, 3};
  contact c = {.law = what[0], .alpha = exponents[(int)(6 * random_unit(seed))]};
  c.below = (int)(strchr(names, what[1]) - names);
  c.above = (int)(strchr(names, what[2]) - names);
  if (c.law == 's') {
    c.K1 = random_log(seed, 1e4, 1e6);
    c.K3 = random_log(seed, 1e9, 1e11);
    c.sigma_x = of->level == LOSSY ? random_log(seed, 0.01, 1) : 0;
  } else {
    c.K = random_log(seed, 10, hardest) / pow(size, c.alpha) / share(&c);
  }
  return c;
}

// A first-order start: u^{-1} = u^0 - k v, psi^{-1/2} = psi(mu_t- eta^0).
static world make(const recipe *of, double hardest, uint64_t *seed) {
  world o = {.b = size * random_between(seed, -1, 1)};
  for (; of->bodies[o.bodies] != '\0'; ++o.bodies)
    o.body[o.bodies] = make_body(of, of->bodies[o.bodies], seed);
  for (const char *what = of->contacts; *what != '\0'; what += 3) {
    contact *c = &o.contact[o.contacts++];
    *c = make_contact(of, what, hardest, seed);
    for (int l = 0; l <= N; ++l)
      c->psi[l] = root_energy(c, (overlap(&o, c, NOW, l) + overlap(&o, c, BEFORE, l)) / 2);
  }
  return o;
}

// --- The same in the library --------------------------------------------------------------------

static char text[1 << 15];

// Adds to the scene's text.
static void say(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const size_t end = strlen(text);
  vsnprintf(text + end, sizeof text - end, format, rest);
  va_end(rest);
}

static void say_body(const body *a) {
  const double H = 3e-3;
  const double nu = 0.3;
  const double *v[] = {a->x[NOW], a->x[BEFORE]};
  if (a->type == 'm')
    say("mass, mass: %.17g, frequency: %.17g, damping: %.17g, position: %.17g, velocity: %.17g}\n",
        a->rho, a->omega0 / (2 * pi), a->R, v[0][0], (v[0][0] - v[1][0]) / k);
  else if (a->type == 's')
    say("string, points: 24, length: %.17g, linear_density: %.17g, tension: %.17g, "
        "bending_stiffness: %.17g",
        length, a->rho, a->T, a->EI);
  else
    say("plate, points: [12, 8], size: [0.3, 0.2], thickness: %g, poisson: %g, density: %.17g, "
        "youngs: %.17g",
        H, nu, a->rho / H, a->EI * 12 * (1 - nu * nu) / (H * H * H));
  if (a->type == 'm')
    return;
  say(", sigma0: %.17g, sigma1: %.17g, start: {shape: table, values: [0", a->sigma0, a->sigma1);
  for (int l = 1; l < (a->nx + 1) * (a->ny + 1); ++l)
    say(", %.17g", v[0][l]);
  say("]}, start_velocity: {shape: table, values: [0");
  for (int l = 1; l < (a->nx + 1) * (a->ny + 1); ++l)
    say(", %.17g", (v[0][l] - v[1][l]) / k);
  say("]}}\n");
}

static void say_contact(const world *o, const contact *c) {
  for (int i = 0; i < 2; ++i) {
    const int b = i == 0 ? c->below : c->above;
    const bool bare = b == WALL || c->law == 'a' || o->body[b].type == 'm';
    say("%s: %c%s, ", i == 0 ? "below" : "above", names[b],
        bare     ? ""
        : b == V ? "@0.5:0.25"
                 : "@0.75");
  }
  if (c->law == 's')
    say("type: spring, linear: %.17g, cubic: %.17g, sigma_x: %.17g", c->K1, c->K3, c->sigma_x);
  else
    say("type: %s, stiffness: %.17g, exponent: %.17g",
        c->law == 't' ? "spring, branch: printed" : "collision, scheme: published", c->K, c->alpha);
  say(", interpolation: 0, along: %s}\n", c->law == 'a' ? "true" : "false");
}

static rig rig_from(const world *o) {
  strcpy(text, "carom: 1\nrate: 44100\nsolver: {start: first-order}\nbodies:\n");
  for (int i = 0; i < o->bodies; ++i) {
    say("  %c: {type: ", names[i]);
    say_body(&o->body[i]);
  }
  say("  b: {type: barrier, position: %.17g}\ncontacts:\n", o->b);
  for (int i = 0; i < o->contacts; ++i) {
    say("  c%d: {", i);
    say_contact(o, &o->contact[i]);
  }
  say("outputs:\n");
  for (int i = 0; i < o->contacts; ++i)
    say("  f%d: {of: c%d, quantity: force}\n  p%d: {of: c%d, quantity: psi}\n", i, i, i, i);
  return rig_of(scene_of(text));
}

// --- Comparisons --------------------------------------------------------------------------------

// Displacements may differ by `tolerance` of the largest so far, force and psi by as much of what
// an overlap of that size would bring.
static void assert_same(const rig *r, const world *o, double most, double tolerance) {
  for (int i = 0; i < o->contacts; ++i) {
    const contact *c = &o->contact[i];
    const double force = share(c) * c->K * pow(most, c->alpha) + c->K1 * most +
                         c->K3 * pow(most, 3) + 2 * c->sigma_x * most / k;
    const double psi = sqrt(share(c)) * root_energy(c, most);
    assert_near(carom_output(r->state, 2 * i), c->force, tolerance * force);
    assert_near(carom_output(r->state, 2 * i + 1), c->mean_psi, tolerance * psi);
  }
  for (int i = 0; i < o->bodies; ++i) {
    double shape[ROOM];
    const int count = carom_body_shape(r->model, r->state, i, shape, ROOM);
    assert_int_equal(count, (o->body[i].nx + 1) * (o->body[i].ny + 1));
    for (int l = 0; l < count; ++l)
      assert_near(shape[l], o->body[i].x[NOW][l], tolerance * most);
  }
}

// Steps random systems both ways and compares at every step. For the first only rounding sets them
// apart: some 10 eps of the largest term, more where an overlap is a small difference and g steep.
// Then it grows from impact to impact, as between two runs an eps apart: to 1e-11 in 400 steps, and
// to anything in thousands, or where contacts are harder; so every eighth is soft and goes on.
static void random_systems_move_alike(void **state) {
  const recipe *of = *state;
  uint64_t seed = 1;
  int touching[2][2] = {{0}}; // by contact; in single steps and later
  int apart[2][2] = {{0}};
  for (int i = 0; i < 48; ++i) {
    const bool goes_on = i % 8 == 0;
    world o = make(of, goes_on ? 100 : 1e4, &seed);
    rig r = rig_from(&o);
    double most = size;
    for (int n = 0; n < (goes_on ? 400 : 1); ++n) {
      free_step(&o);
      of->step(&o);
      carom_step(r.model, r.state);
      for (int b = 0; b < o.bodies; ++b)
        most = fmax(most, advance(&o.body[b]));
      assert_same(&r, &o, most, n == 0 ? 1e-13 : 1e-9);
    }
    for (int c = 0; c < o.contacts; ++c) {
      touching[c][goes_on] += o.contact[c].touching;
      apart[c][goes_on] += o.contact[c].apart;
    }
    rig_free(&r);
  }
  for (int c = 0; of->contacts[3 * c] != '\0'; ++c) {
    assert_true(touching[c][0] >= 10 && apart[c][0] >= 10);
    assert_true(touching[c][1] >= 100 && apart[c][1] >= 100);
  }
}

int main(void) {
  static recipe systems[] = {
      {"a mass meets a wall as in (16)", "m", "cub", PLAIN, mass_barrier},
      {"a mass on a spring meets a wall as in (21)", "m", "cub", STIFF, mass_barrier},
      {"two masses on springs meet as in (24)", "mm", "cwu", STIFF, pair},
      {"two strings clash along their length as in (27)", "ss", "awu", STIFF, pair},
      {"a mass strikes a string as in (30)", "sm", "cwu", STIFF, pair},
      {"a tromba marina moves as in (42)", "smp", "suwcvw", STIFF, tromba},
      {"a tromba marina with losses moves as in (59)", "smp", "suwcvw", LOSSY, tromba},
      {"a tromba marina with losses moves as in (65)", "smp", "suwcvw", LOSSY, tromba_factored},
      {"a tromba marina with a power law moves as in (74)", "smp", "twucvw", LOSSY, tromba_power},
      {"a mass between string and wall moves as in (80)", "sm", "cwucbw", LOSSY, between},
      {"a mass between ideal string and wall moves as in (90)", "sm", "cwucbw", PLAIN,
       between_ideal},
  };
  enum { COUNT = sizeof systems / sizeof systems[0] };
  struct CMUnitTest tests[COUNT];
  for (int i = 0; i < COUNT; ++i)
    tests[i] = (struct CMUnitTest){.name = systems[i].claim,
                                   .test_func = random_systems_move_alike,
                                   .initial_state = &systems[i]};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
