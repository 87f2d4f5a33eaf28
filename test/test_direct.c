// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The eleven systems of S. Willemsen, Collisions: non-linearities without the use of iterative
// solvers (2019), each stepped by its own equations beside the library. Numbers in brackets are
// that paper's; where a printed formula does not follow from its own system, the comment says what
// was put right. sigma_0 is in 1/s, sigma_1 in m2/s, R in kg/s.

#include "support.h"

static const double pi = 3.14159265358979323846;
static const double k = 1.0 / 44100;      // s
static const double size = 1e-3;          // m, of all starting displacements
static const double string_length = 0.24; // m

// A string of N intervals with the bridge at node BR; a plate of PX by PY with it at (PI, PJ).
enum { N = 24, BR = 18, PX = 12, PY = 8, PI = 6, PJ = 2, ROOM = (PX + 1) * (PY + 1) };
enum { U, W, V, WALL };
static const char names[] = "uwvb";
enum { BEFORE, NOW, NEXT };
enum { PLAIN, STIFF, LOSSY }; // free masses, ideal strings; springs, stiffness; losses as well

/// A mass, string or plate and its motion at n - 1, n and n + 1, row by row.
typedef struct {
  char type; // m, s, p
  int nx, ny;
  double h, rho; // rho: M (kg), rho A (kg/m) or rho H (kg/m2)
  double T, EI;  // EI: D for a plate
  double omega0, R, sigma0, sigma1;
  double x[3][ROOM], speed[ROOM];
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

/// One of the systems.
typedef struct {
  const char *claim;
  const char *bodies;   // the types of u, w and v
  const char *contacts; // of each the law, what is below and what above, b being the wall
  int level;
  void (*step)(world *); // the paper's way to step it, where contacts act
} recipe;

// --- Each body by itself -------------------------------------------------------------------------

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

// Strings and plates where nothing touches them, (31) and (46).
static void free_step(world *o) {
  for (int b = 0; b < o->bodies; ++b) {
    body *a = &o->body[b];
    for (int j = a->ny > 0; j < a->ny || j == 0; ++j)
      for (int i = 1; i < a->nx; ++i)
        a->x[NEXT][j * (a->nx + 1) + i] = row_at(a, i, j) / inertia(o, b);
  }
}

// (62a) with 6 mu_s^2 in the coefficient of u_l.
static void factored_string(body *a) {
  const double *u = a->x[NOW];
  const double *p = a->x[BEFORE];
  const double lambda2 = a->T * k * k / (a->rho * a->h * a->h);
  const double mu2 = a->EI * k * k / (a->rho * pow(a->h, 4));
  const double rub = 2 * a->sigma1 * k / (a->h * a->h);
  for (int l = 1; l < N; ++l)
    a->x[NEXT][l] = ((2 - 2 * lambda2 - 6 * mu2 - 2 * rub) * u[l] +
                     (lambda2 + 4 * mu2 + rub) * (u[l + 1] + u[l - 1]) -
                     mu2 * (at(a, u, l + 2, 0) + at(a, u, l - 2, 0)) +
                     (-1 + a->sigma0 * k + 2 * rub) * p[l] - rub * (p[l + 1] + p[l - 1])) /
                    (1 + a->sigma0 * k);
}

// (62c) with sigma_0 k in the coefficient of v^{n-1}, and mu_p^2 of (60) with rho_p.
static void factored_plate(body *a) {
  const double *v = a->x[NOW];
  const double *p = a->x[BEFORE];
  const double mu2 = a->EI * k * k / (a->rho * pow(a->h, 4));
  const double rub = 2 * a->sigma1 * k / (a->h * a->h);
  for (int j = 1; j < PY; ++j)
    for (int i = 1; i < PX; ++i)
      a->x[NEXT][j * (PX + 1) + i] =
          ((2 - 20 * mu2 - 4 * rub) * at(a, v, i, j) + (8 * mu2 + rub) * around(a, v, i, j, 1, 0) -
           2 * mu2 * around(a, v, i, j, 1, 1) - mu2 * around(a, v, i, j, 2, 0) +
           (-1 + a->sigma0 * k + 4 * rub) * at(a, p, i, j) - rub * around(a, p, i, j, 1, 0)) /
          (1 + a->sigma0 * k);
}

// --- Contacts ------------------------------------------------------------------------------------

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

// Gaussian elimination of n equations, their right-hand sides in column n. In all matrices below
// the diagonal dominates.
static void solve(int n, double A[3][4], double x[3]) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double factor = A[j][i] / A[i][i];
      for (int m = i; m <= n; ++m)
        A[j][m] -= factor * A[i][m];
    }
  for (int i = n - 1; i >= 0; --i) {
    x[i] = A[i][n];
    for (int j = i + 1; j < n; ++j)
      x[i] -= A[i][j] * x[j];
    x[i] /= A[i][i];
  }
}

// The paper's A^-1 v where string node l is.
static void solve_at(world *o, int l, double A[3][4]) {
  double next[3];
  solve(o->bodies, A, next);
  settle(o, l, next);
}

// --- Systems 1 to 5 ------------------------------------------------------------------------------

// (16), and (21) where the mass has a spring.
static void mass_barrier(world *o) {
  const hit x = hit_of(o, 0, 0);
  const double above = row(o, U, 0) + x.q * o->body[U].x[BEFORE][0] - o->contact[0].psi[0] * x.g;
  settle(o, 0, (double[]){above / (inertia(o, U) + x.q)});
}

// (24) with omega squared, (27) and (30) with g^2/4 in A_22; h is 1 but in (30).
static void pair(world *o, int l, double h) {
  const hit x = hit_of(o, 0, l);
  double A[3][4] = {{inertia(o, U) + x.q / h, -x.q / h, row(o, U, l) + x.known / h},
                    {-x.q, inertia(o, W) + x.q, row(o, W, l) - x.known}};
  solve_at(o, l, A);
}

static void two_masses(world *o) {
  pair(o, 0, 1);
}

static void mass_string(world *o) {
  pair(o, BR, o->body[U].h);
}

// K and the force are per length here; the library's contacts belong to nodes of h metres each, so
// that its psi is sqrt(h) times this one, and it adds up the forces.
static void two_strings(world *o) {
  contact *c = &o->contact[0];
  double force = 0;
  double mean = -INFINITY;
  for (int l = 1; l < N; ++l) {
    pair(o, l, 1);
    force += o->body[U].h * c->force;
    mean = fmax(mean, sqrt(o->body[U].h) * c->mean_psi);
  }
  c->force = force;
  c->mean_psi = mean;
}

// --- Systems 6 to 9: the tromba marina -----------------------------------------------------------

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
  solve_at(o, BR, A);
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
  factored_string(&o->body[U]);
  factored_plate(&o->body[V]);
  const double uI = *place(o, U, NEXT, BR);
  const double vI = *place(o, V, NEXT, BR);
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
  solve_at(o, BR, A);
  o->contact[0].force = F - Theta * *place(o, V, NEXT, BR);
}

// (74) with index 2 throughout the last row, psi_1^{n-1/2} in the second, and rho A and rho H in
// front of sigma; its M R is R here.
static void tromba_two_sided(world *o) {
  const double hs = o->body[U].h;
  const double hp2 = o->body[V].h * o->body[V].h;
  const hit x = hit_of(o, 0, BR);
  const hit y = hit_of(o, 1, BR);
  double A[3][4] = {{inertia(o, U) + x.q / hs, -x.q / hs, 0, row(o, U, BR) + x.known / hs},
                    {-x.q, inertia(o, W) + x.q + y.q, -y.q, row(o, W, BR) - x.known + y.known},
                    {0, -y.q / hp2, inertia(o, V) + y.q / hp2, row(o, V, BR) - y.known / hp2}};
  solve_at(o, BR, A);
}

// --- Systems 10 and 11: a mass between a string and a wall ---------------------------------------

// (80), u eliminated: m u^{n+1} = p + x.q/h w^{n+1}.
static void mass_between(world *o) {
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
static void mass_between_ideal(world *o) {
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
  double A[3][4] = {{1 + aB / M, -aM / M, -dw + yM / M - yB / M},
                    {-aB / M, 1 + aM / M + aM / m, dw - yM / M + yB / M - du - pull - yM / m}};
  double x[3];
  solve(2, A, x);
  settle(
      o, BR,
      (double[]){-2 * k * x[0] + u->x[BEFORE][BR] - 2 * k * x[1], w->x[BEFORE][0] - 2 * k * x[0]});
}

// --- Random systems ------------------------------------------------------------------------------

static body make_body(int level, char type, uint64_t *seed) {
  body a = {.type = type};
  if (type == 'm') {
    a.rho = random_log(seed, 2e-3, 2e-2);
    a.omega0 = level == PLAIN ? 0 : 2 * pi * random_between(seed, 50, 500);
    a.R = level == LOSSY ? random_log(seed, 0.1, 10) : 0;
    return a;
  }
  a.nx = type == 's' ? N : PX;
  a.ny = type == 's' ? 0 : PY;
  a.h = type == 's' ? string_length / N : 0.3 / PX;
  a.rho = type == 's' ? 6e-3 : 400 * 3e-3; // a wire, a board of 3 mm
  a.EI = 1e10 * pow(3e-3, 3) / (12 * (1 - 0.3 * 0.3));
  if (type == 's') {
    a.T = level == PLAIN ? random_between(seed, 200, 1100) : random_between(seed, 50, 200);
    a.EI = level == PLAIN ? 0 : random_log(seed, 1e-4, 1e-2);
  }
  a.sigma0 = level == LOSSY ? random_log(seed, 1, 100) : 0;
  a.sigma1 = level == LOSSY ? random_log(seed, 1e-3, 5e-2) : 0;
  return a;
}

// Any displacement and velocity at every node that is not held.
static void start_body(body *a, uint64_t *seed) {
  const int x = a->nx > 0;
  const int y = a->ny > 0;
  for (int j = y; j <= a->ny - y; ++j)
    for (int i = x; i <= a->nx - x; ++i) {
      const int l = j * (a->nx + 1) + i;
      a->x[NOW][l] = size * random_between(seed, -1, 1);
      a->speed[l] = random_between(seed, -2, 2);
      a->x[BEFORE][l] = a->x[NOW][l] - k * a->speed[l];
    }
}

// A law along a string is per length.
static double share(const contact *c) {
  return c->law == 'a' ? string_length : 1;
}

// All exponents the library treats apart; a force that stops a mass in many steps or in one.
static contact make_contact(int level, const char *what, uint64_t *seed) {
  static const double exponents[] = {1, 1.3, 1.5, 2, 2.3, 3};
  contact c = {.law = what[0],
               .below = (int)(strchr(names, what[1]) - names),
               .above = (int)(strchr(names, what[2]) - names),
               .alpha = exponents[(int)(6 * random_unit(seed))]};
  if (c.law != 's')
    c.K = random_log(seed, 10, 1e3) / pow(size, c.alpha) / share(&c);
  c.K1 = c.law == 's' ? random_log(seed, 1e4, 1e6) : 0;
  c.K3 = c.law == 's' ? random_log(seed, 1e9, 1e11) : 0;
  c.sigma_x = c.law == 's' && level == LOSSY ? random_log(seed, 0.01, 1) : 0;
  return c;
}

// A first-order start: u^{-1} = u^0 - k v, psi^{-1/2} = psi(mu_t- eta^0).
static world make(const recipe *of, uint64_t *seed) {
  world o = {.b = size * random_between(seed, -1, 1)};
  for (; of->bodies[o.bodies] != '\0'; ++o.bodies) {
    o.body[o.bodies] = make_body(of->level, of->bodies[o.bodies], seed);
    start_body(&o.body[o.bodies], seed);
  }
  for (const char *what = of->contacts; *what != '\0'; what += 3) {
    contact *c = &o.contact[o.contacts++];
    *c = make_contact(of->level, what, seed);
    for (int l = 0; l <= N; ++l)
      c->psi[l] = root_energy(c, (overlap(&o, c, NOW, l) + overlap(&o, c, BEFORE, l)) / 2);
  }
  return o;
}

// --- The same in the library ---------------------------------------------------------------------

static char text[1 << 15];

// Adds to the scene's text.
static void say(const char *format, ...) {
  va_list rest;
  va_start(rest, format);
  const size_t length = strlen(text);
  vsnprintf(text + length, sizeof text - length, format, rest);
  va_end(rest);
}

static void say_table(const char *key, const body *a, const double *x) {
  say(", %s: {shape: table, values: [0", key);
  for (int i = 1; i < (a->nx + 1) * (a->ny + 1); ++i)
    say(", %.17g", x[i]);
  say("]}");
}

static void say_body(const body *a) {
  if (a->type == 'm') {
    say("{type: mass, mass: %.17g, frequency: %.17g, damping: %.17g", a->rho, a->omega0 / (2 * pi),
        a->R);
    say(", position: %.17g, velocity: %.17g}\n", a->x[NOW][0], a->speed[0]);
    return;
  }
  if (a->type == 's')
    say("{type: string, points: %d, length: %.17g, linear_density: %.17g, tension: %.17g, "
        "bending_stiffness: %.17g",
        N, string_length, a->rho, a->T, a->EI);
  else
    say("{type: plate, points: [%d, %d], size: [0.3, 0.2], thickness: 3e-3, density: 400, "
        "youngs: 1e10, poisson: 0.3",
        PX, PY);
  say(", sigma0: %.17g, sigma1: %.17g", a->sigma0, a->sigma1);
  say_table("start", a, a->x[NOW]);
  say_table("start_velocity", a, a->speed);
  say("}\n");
}

static void say_contact(const world *o, const contact *c) {
  const int side[2] = {c->below, c->above};
  for (int i = 0; i < 2; ++i) {
    const bool bare = side[i] == WALL || c->law == 'a' || o->body[side[i]].nx == 0;
    say("%s: %c%s, ", i == 0 ? "{below" : "above", names[side[i]],
        bare           ? ""
        : side[i] == V ? "@0.5:0.25"
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
  text[0] = '\0';
  say("carom: 1\nrate: %.17g\nsolver: {start: first-order}\nbodies:\n", 1 / k);
  for (int i = 0; i < o->bodies; ++i) {
    say("  %c: ", names[i]);
    say_body(&o->body[i]);
  }
  say("  b: {type: barrier, position: %.17g}\ncontacts:\n", o->b);
  for (int i = 0; i < o->contacts; ++i) {
    say("  c%d: ", i);
    say_contact(o, &o->contact[i]);
  }
  say("outputs:\n");
  for (int i = 0; i < o->contacts; ++i)
    say("  f%d: {of: c%d, quantity: force}\n  p%d: {of: c%d, quantity: psi}\n", i, i, i, i);
  return rig_of(scene_of(text));
}

// --- Comparisons ---------------------------------------------------------------------------------

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

// Steps a random system both ways and compares at every step. For the first only rounding sets them
// apart: some 10 eps of the largest term, more where an overlap is a small difference and g steep.
// Then it grows from impact to impact, to 1e-12 in 400 steps (and to anything in thousands).
static world follow(const recipe *of, uint64_t *seed, int steps) {
  world o = make(of, seed);
  rig r = rig_from(&o);
  double most = size;
  for (int n = 0; n < steps; ++n) {
    free_step(&o);
    of->step(&o);
    carom_step(r.model, r.state);
    for (int i = 0; i < o.bodies; ++i) {
      memmove(o.body[i].x[BEFORE], o.body[i].x[NOW], 2 * sizeof o.body[i].x[0]);
      for (int l = 0; l < ROOM; ++l)
        most = fmax(most, fabs(o.body[i].x[NOW][l]));
    }
    assert_same(&r, &o, most, n == 0 ? 1e-13 : 1e-9);
  }
  rig_free(&r);
  return o;
}

// Every eighth for long.
static void random_systems_move_alike(void **state) {
  int touching[2] = {0, 0};
  int apart[2] = {0, 0};
  uint64_t seed = 1;
  for (int i = 0; i < 48; ++i) {
    const world o = follow(*state, &seed, i % 8 == 0 ? 400 : 1);
    for (int c = 0; c < o.contacts; ++c) {
      touching[c] += o.contact[c].touching;
      apart[c] += o.contact[c].apart;
      assert_true(touching[c] > i && apart[c] > i);
    }
  }
}

int main(void) {
  static recipe systems[] = {
      {"a mass meets a wall as in (16)", "m", "cub", PLAIN, mass_barrier},
      {"a mass on a spring meets a wall as in (21)", "m", "cub", STIFF, mass_barrier},
      {"two masses on springs meet as in (24)", "mm", "cwu", STIFF, two_masses},
      {"two strings clash along their length as in (27)", "ss", "awu", STIFF, two_strings},
      {"a mass strikes a string as in (30)", "sm", "cwu", STIFF, mass_string},
      {"string, spring, bridge and body move as in (42)", "smp", "suwcvw", STIFF, tromba},
      {"with losses they move as in (59)", "smp", "suwcvw", LOSSY, tromba},
      {"with losses they move as in (65)", "smp", "suwcvw", LOSSY, tromba_factored},
      {"with a two-sided law they move as in (74)", "smp", "twucvw", LOSSY, tromba_two_sided},
      {"a mass between string and wall moves as in (80)", "sm", "cwucbw", LOSSY, mass_between},
      {"with an ideal string it moves as in (90)", "sm", "cwucbw", PLAIN, mass_between_ideal},
  };
  enum { COUNT = sizeof systems / sizeof systems[0] };
  struct CMUnitTest tests[COUNT];
  for (int i = 0; i < COUNT; ++i)
    tests[i] = (struct CMUnitTest){.name = systems[i].claim,
                                   .test_func = random_systems_move_alike,
                                   .initial_state = &systems[i]};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
