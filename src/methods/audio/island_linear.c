// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links whose force is affine in D = eta^{n+1} - eta^{n-1}: F = f + d D (theory 2.9 to
// 2.12).
//
//   spring      K1 mu_tt eta + K3 eta^2 mu_t. eta + 2 sigma_x delta_t. eta:
//               f = sqrt(K1) stretch + K3 (eta^n)^2 eta^{n-1}
//               d = K1/4 + K3/2 (eta^n)^2 + sigma_x / k
//               where stretch = sqrt(K1) (eta^n + eta^{n-1})/2 advances like a psi with the
//               constant slope sqrt(K1): a spring far stiffer than the step resolves keeps its
//               ledger that way
//   power law   f = psi g, d = g^2/4        (two-sided, or a collision with the published scheme)
//   its loss    d += h                      (Hunt-Crossley, law.h)
//   finger      a spring between a point and the ground, and f += its force
//   bow         see island_bows.c
//
// With S = diag(sqrt d) the linear links alone obey (I + S W S) q = S (D^I - W f), F = f + S q:
// symmetric, positive definite, eigenvalues >= 1 (theory 3.1). Eliminating them (theory 3.2, 3.4
// and 3.5) leaves the collisions with
//
//   W~ = W - C^T S (I + S W S)^-1 S C,   D~ = D^I - C^T F,
//
// C = W between linear links and collisions.

#include "methods/audio/island.h"

#include "contacts/law.h"
#include "methods/audio/skyline.h"

static const model_contact *contact_of(const island_view *v, const link_set *set, int i) {
  return &v->m->contact[set->link[i].contact];
}

static void set_affine(const island_view *v, int i, double g) {
  const link_set *set = &v->linears;
  const power_law *law = link_law(v->m, &set->link[i]);
  const contact_values *a = &v->s->values[set->link[i].contact];
  const double scale = set->link[i].scale;
  const double eta = set->past[i].eta;
  const double before = eta - set->past[i].deta;
  link_work *w = &set->work[i];
  w->g = g;
  w->loss = law->two_sided ? 0 : law_loss(law, a, scale, eta, v->m->k);
  w->f = g * set->past[i].psi + sqrt(a->linear * scale) * set->past[i].stretch +
         scale * a->cubic * eta * eta * before + a->bow_force;
  w->d = g * g / 4 + w->loss +
         scale * (a->linear / 4 + a->cubic / 2 * eta * eta + a->sigma_x / v->m->k);
  w->root = sqrt(w->d);
}

// Whether two-sided laws have a stiffness at present.
bool linears_have_laws(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i)
    if (contact_of(v, set, i)->law.acts && v->s->values[set->link[i].contact].stiffness > 0)
      return true;
  return false;
}

void linears_prepare(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i) {
    const power_law *law = link_law(v->m, &set->link[i]);
    const contact_values *a = &v->s->values[set->link[i].contact];
    if (contact_of(v, set, i)->type == CONTACT_BOW)
      bow_prepare(v, i);
    else
      set_affine(v, i, law->acts ? law_g(law, a, set->link[i].scale, set->past[i].eta) : 0);
  }
}

// Two-sided laws take the secant slope of the predicted change.
void linears_correct(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i) {
    const power_law *law = link_law(v->m, &set->link[i]);
    if (!law->acts || !law->two_sided || law->printed_branch)
      continue;
    const correction r =
        law_correct(law, &v->s->values[set->link[i].contact], set->link[i].scale,
                    past_of(&set->past[i]), set->work[i].seen, sky_at(set->row, v->weight, i, i));
    if (r.good)
      set_affine(v, i, r.g);
  }
}

// sum of W_ij x_j over the linear links, with x one of the fields of their work
#define LINEAR_SUM(set, W, i, field, sum)                                                          \
  do {                                                                                             \
    (sum) = 0;                                                                                     \
    for (int j_ = (set)->row[i].first; j_ <= (set)->row[i].last; ++j_)                             \
      (sum) += sky_at((set)->row, (W), (i), j_) * (set)->work[j_].field;                           \
  } while (0)

static void solve_linear(const island_view *v) {
  const link_set *set = &v->linears;
  sky_forward(set->count, set->row, v->factor, set->work);
  sky_backward(set->count, set->row, v->factor, set->work);
  for (int i = 0; i < set->count; ++i)
    set->work[i].force = set->work[i].f + set->work[i].root * set->work[i].x;
}

// One collision's column: y = L^-1 S C, and D~.
static void eliminate_column(const island_view *v, int c) {
  const link_set *set = &v->linears;
  const model_row *row = &v->collisions.row[c];
  const double *C = v->coupling + row->coupling;
  double *y = v->column + row->coupling;
  double pushed = 0;
  for (int i = row->low; i < row->high; ++i) {
    const double *L = v->factor + set->row[i].start - set->row[i].first;
    double sum = set->work[i].root * C[i - row->low];
    for (int j = set->row[i].first > row->low ? set->row[i].first : row->low; j < i; ++j)
      sum -= L[j] * y[j - row->low];
    y[i - row->low] = sum / L[i];
    pushed += C[i - row->low] * set->work[i].force;
  }
  v->collisions.work[c].goal = v->collisions.work[c].free - pushed;
}

// W~ = W - y_c . y_e over the linear links that both columns share.
static void reduce_row(const island_view *v, int c) {
  const model_row *row = v->collisions.row;
  for (int e = row[c].first; e <= c; ++e) {
    const int at = row[c].start + e - row[c].first;
    const int low = row[c].low > row[e].low ? row[c].low : row[e].low;
    const int high = row[c].high < row[e].high ? row[c].high : row[e].high;
    const double *yc = v->column + row[c].coupling;
    const double *ye = v->column + row[e].coupling;
    double sum = v->weight[at];
    for (int i = low; i < high; ++i)
      sum -= yc[i - row[c].low] * ye[i - row[e].low];
    v->reduced[at] = e == c ? fmax(sum, 0) : sum; // not negative by rounding
  }
}

static void eliminate_many(const island_view *v) {
  const link_set *set = &v->linears;
  sky_shift(set->count, set->row, v->weight, set->work, v->factor);
  sky_factor(set->count, set->row, v->factor);
  for (int i = 0; i < set->count; ++i) {
    double known = 0;
    LINEAR_SUM(set, v->weight, i, f, known);
    set->work[i].goal = set->work[i].free - known;
    set->work[i].x = set->work[i].root * set->work[i].goal;
  }
  solve_linear(v);
  for (int c = 0; c < v->collisions.count; ++c)
    eliminate_column(v, c);
  for (int c = 0; c < v->collisions.count; ++c)
    reduce_row(v, c);
}

// --- One or two linear links --------------------------------------------------------------------
//
// Most islands have no more, and are eliminated one after the other:
//
//   D2 = (goal2 - t goal1) / b,  D1 = (goal1 - W12 d2 D2) / a,  t = W12 d1 / a,
//   a = 1 + W11 d1,  b = 1 + (W22 - W12 t) d2,
//
// and W~ = W - C1 C1^T d1 / a - C2' C2'^T d2 / b with C2' = C2 - t C1. Written out as one inverse,
// two stiff links on the same nodes would leave W~ with the rounding of d1 d2.

typedef struct {
  double w11, w12, w22;
  double a, b, t;
} small_system;

static small_system small_coefficients(const island_view *v) {
  const link_set *set = &v->linears;
  const double *W = v->weight;
  const double d1 = set->work[0].d;
  small_system q = {.w11 = W[set->row[0].start], .b = 1};
  q.a = 1 + q.w11 * d1;
  if (set->count == 1)
    return q;
  q.w12 = sky_at(set->row, W, 1, 0);
  q.w22 = sky_at(set->row, W, 1, 1);
  q.t = q.w12 * d1 / q.a;
  q.b = 1 + fmax(q.w22 - q.w12 * q.t, 0) * set->work[1].d;
  return q;
}

// d D as root (root D): the root of a spring is exactly half the slope sqrt(K1) of its stretch,
// while d is rounded, always the same way, and the ledger would drift by that.
static double slope_force(const link_work *w) {
  return w->root * (w->root * w->seen);
}

// Adds the solution D for the residuals of the goals.
static void add_solution(const link_set *set, const small_system *q, double residual1,
                         double residual2) {
  link_work *w = set->work;
  if (set->count == 1) {
    w->seen += residual1 / q->a;
    return;
  }
  const double seen2 = (residual2 - q->t * residual1) / q->b;
  w[0].seen += (residual1 - q->w12 * w[1].d * seen2) / q->a;
  w[1].seen += seen2;
}

/// Beyond this a b rounding would show in the motion: one step of iterative refinement follows.
static const double stiff_limit = 1e4;

static void solve_small(const link_set *set, const small_system *q) {
  link_work *w = set->work;
  const bool two = set->count == 2;
  w[0].seen = 0;
  if (two)
    w[1].seen = 0;
  add_solution(set, q, w[0].goal, two ? w[1].goal : 0);
  if (q->a * q->b > stiff_limit) {
    const double push1 = slope_force(&w[0]);
    const double push2 = two ? slope_force(&w[1]) : 0;
    add_solution(set, q, w[0].goal - w[0].seen - (q->w11 * push1 + q->w12 * push2),
                 two ? w[1].goal - w[1].seen - (q->w12 * push1 + q->w22 * push2) : 0);
  }
  w[0].force = w[0].f + slope_force(&w[0]);
  if (two)
    w[1].force = w[1].f + slope_force(&w[1]);
}

/// W between a collision and each of two linear links, whose forces change its overlap by -(C1 F1 +
/// C2 F2).
typedef struct {
  double c1, c2;
} small_coupling;

static small_coupling small_coupling_of(const island_view *v, int c) {
  const model_row *row = &v->collisions.row[c];
  const double *C = v->coupling + row->coupling;
  return (small_coupling){.c1 = row->low == 0 && row->high > 0 ? C[0] : 0,
                          .c2 = row->low <= 1 && row->high > 1 ? C[1 - row->low] : 0};
}

static void eliminate_small(const island_view *v) {
  const link_set *set = &v->linears;
  link_work *w = set->work;
  const model_row *row = v->collisions.row;
  const small_system q = small_coefficients(v);
  const bool two = set->count == 2;
  w[0].goal = w[0].free - (q.w11 * w[0].f + (two ? q.w12 * w[1].f : 0));
  if (two)
    w[1].goal = w[1].free - (q.w12 * w[0].f + q.w22 * w[1].f);
  solve_small(set, &q);
  for (int c = 0; c < v->collisions.count; ++c) {
    const small_coupling a = small_coupling_of(v, c);
    const double to1 = a.c1 * w[0].d / q.a;
    const double to2 = two ? (a.c2 - q.t * a.c1) * w[1].d / q.b : 0;
    v->collisions.work[c].goal =
        v->collisions.work[c].free - (a.c1 * w[0].force + (two ? a.c2 * w[1].force : 0));
    for (int e = row[c].first; e <= c; ++e) {
      const int at = row[c].start + e - row[c].first;
      const small_coupling b = small_coupling_of(v, e);
      const double left = v->weight[at] - (b.c1 * to1 + (b.c2 - q.t * b.c1) * to2);
      v->reduced[at] = e == c ? fmax(left, 0) : left; // not negative by rounding
    }
  }
}

// --- Any number ---------------------------------------------------------------------------------

void linears_eliminate(const island_view *v) {
  if (v->linears.count <= 2)
    eliminate_small(v);
  else
    eliminate_many(v);
}

// D of all linear links from their goals.
static void solve_many(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i)
    set->work[i].x = set->work[i].root * set->work[i].goal;
  solve_linear(v);
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (w->root > 0) {
      w->seen = w->x / w->root;
      continue;
    }
    double moved = 0; // goal already holds -W f; what is left is -W (F - f)
    for (int j = set->row[i].first; j <= set->row[i].last; ++j)
      moved += sky_at(set->row, v->weight, i, j) * set->work[j].root * set->work[j].x;
    w->seen = w->goal - moved;
  }
}

// With the collisions' forces known: the linear links' forces, D and psi.
void linears_finish(const island_view *v) {
  const link_set *set = &v->linears;
  for (int c = 0; c < v->collisions.count; ++c) {
    const model_row *row = &v->collisions.row[c];
    for (int i = row->low; i < row->high; ++i)
      set->work[i].goal -= v->coupling[row->coupling + i - row->low] * v->collisions.work[c].force;
  }
  if (set->count <= 2) {
    const small_system q = small_coefficients(v);
    solve_small(set, &q);
  } else {
    solve_many(v);
  }
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (contact_of(v, set, i)->type == CONTACT_BOW) {
      bow_finish(v, i);
      continue;
    }
    const double linear = v->s->values[set->link[i].contact].linear * set->link[i].scale;
    w->psi = set->past[i].psi + w->g * w->seen / 2;
    w->stretch = set->past[i].stretch + sqrt(linear) * w->seen / 2;
  }
}

double linears_mobility(const island_view *v, int b) {
  const link_set *set = &v->linears;
  if (set->count <= 2) {
    const small_system q = small_coefficients(v);
    const double other = set->count == 2 ? set->work[1 - b].d : 0;
    return b == 0 ? q.w11 - q.w12 * q.w12 * other / (1 + q.w22 * other)
                  : q.w22 - q.w12 * q.w12 * other / (1 + q.w11 * other);
  }
  const double own = set->work[b].root;
  set->work[b].root = 0; // linears_eliminate() factors anew
  sky_shift(set->count, set->row, v->weight, set->work, v->factor);
  sky_factor(set->count, set->row, v->factor);
  for (int i = 0; i < set->count; ++i)
    set->work[i].x = set->work[i].root * sky_at(set->row, v->weight, i, b);
  sky_forward(set->count, set->row, v->factor, set->work);
  sky_backward(set->count, set->row, v->factor, set->work);
  double moved = sky_at(set->row, v->weight, b, b);
  for (int i = set->row[b].first; i <= set->row[b].last; ++i)
    moved -= sky_at(set->row, v->weight, b, i) * set->work[i].root * set->work[i].x;
  set->work[b].root = own;
  return moved;
}
