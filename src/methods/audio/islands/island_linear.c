// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links whose force is affine in D = eta^{n+1} - eta^{n-1}: F = f + d D (theory 2.9 to
// 2.12).
//
//   spring      K1 mu_tt eta - J k^2 delta_tt eta + K3 eta^2 mu_t. eta + 2 sigma_x delta_t. eta:
//               f = sqrt(K1) stretch + 2 J (eta^n - eta^{n-1}) + K3 (eta^n)^2 eta^{n-1}
//               d = K1/4 - J + K3/2 (eta^n)^2 + sigma_x / k
//               with the inertia J of springs.c, where stretch = sqrt(K1) (eta^n + eta^{n-1})/2
//               advances like a psi with the constant slope sqrt(K1): a spring far stiffer than the
//               step resolves keeps its ledger that way
//   power law   f = psi g, d = g^2/4        (two-sided, or a collision with the published scheme)
//   its loss    d += h                      (Hunt-Crossley, laws.h)
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

#include "methods/audio/islands/linears.h"

#include "contacts/psi.h"
#include "methods/audio/islands/skyline.h"
#include <assert.h>

static const model_contact *contact_of(const island_view *v, const link_set *set, int i) {
  return &v->m->contact[set->link[i].contact];
}

static void set_affine(const island_view *v, int i, double g) {
  const link_set *set = &v->linears;
  const contact_law *law = link_law(v->m, &set->link[i]);
  const contact_values *a = &v->s->values[set->link[i].contact];
  const double scale = set->link[i].scale;
  const double eta = set->past[i].eta;
  const double before = eta - set->past[i].deta;
  link_work *w = &set->work[i];
  w->g = g;
  w->loss = law->two_sided ? 0 : law_loss(law, a, scale, eta, v->m->k);
  w->f = g * set->past[i].psi + sqrt(a->linear * scale) * set->past[i].stretch +
         2 * set->past[i].inertia * set->past[i].deta + scale * a->cubic * eta * eta * before +
         a->bow_force;
  w->d = g * g / 4 + w->loss +
         scale * (a->linear / 4 + a->cubic / 2 * eta * eta + a->sigma_x / v->m->k) -
         set->past[i].inertia;
  w->root = sqrt(w->d);
}

// Whether two-sided laws have a stiffness at present.
bool linears_have_laws(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i)
    if (contact_of(v, set, i)->law.form != LAW_NONE &&
        v->s->values[set->link[i].contact].stiffness > 0)
      return true;
  return false;
}

void linears_prepare(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i) {
    const contact_law *law = link_law(v->m, &set->link[i]);
    const contact_values *a = &v->s->values[set->link[i].contact];
    if (contact_of(v, set, i)->rubs)
      bow_prepare(v, i);
    else
      set_affine(v, i,
                 law->form != LAW_NONE
                     ? law_first_g(law, a, set->link[i].scale, past_of(&set->past[i]))
                     : 0);
  }
}

// Two-sided laws take the secant slope of the predicted change.
void linears_correct(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i) {
    const contact_law *law = link_law(v->m, &set->link[i]);
    if (law->form == LAW_NONE || !law->two_sided || law->power.printed_branch)
      continue;
    const correction r =
        law_correct(law, &v->s->values[set->link[i].contact], set->link[i].scale,
                    past_of(&set->past[i]), set->work[i].seen, sky_at(set->row, v->weight, i, i));
    if (r.good)
      set_affine(v, i, r.g);
  }
}

// One past the linear links that a collision is coupled to, without bows that are solved already.
static inline int coupled_end(const island_view *v, const model_row *row) {
  return row->high < v->linears.count ? row->high : v->linears.count;
}

// sum of W_ij x_j over the linear links, with x one of the fields of their work
#define LINEAR_SUM(set, W, i, field, sum)                                                          \
  do {                                                                                             \
    (sum) = 0;                                                                                     \
    for (int j_ = (set)->row[i].first; j_ <= (set)->row[i].last; ++j_)                             \
      (sum) += sky_at((set)->row, (W), (i), j_) * (set)->work[j_].field;                           \
  } while (0)

// F of all linear links from their goals.
static void solve_many(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i)
    set->work[i].x = set->work[i].root * set->work[i].goal;
  sky_forward(set->count, set->row, v->factor, set->work);
  sky_backward(set->count, set->row, v->factor, set->work);
  for (int i = 0; i < set->count; ++i)
    set->work[i].force = set->work[i].f + set->work[i].root * set->work[i].x;
}

// One collision's column: y = L^-1 S C.
static void eliminate_column(const island_view *v, int c) {
  const link_set *set = &v->linears;
  const model_row *row = &v->collisions.row[c];
  const double *C = v->coupling + row->coupling;
  double *y = v->column + row->coupling;
  for (int i = row->low; i < coupled_end(v, row); ++i) {
    const double *L = v->factor + set->row[i].start - set->row[i].first;
    double sum = set->work[i].root * C[i - row->low];
    for (int j = set->row[i].first > row->low ? set->row[i].first : row->low; j < i; ++j)
      sum -= L[j] * y[j - row->low];
    y[i - row->low] = sum * L[i];
  }
}

// W~ = W - y_c . y_e over the linear links that both columns share.
static void reduce_row(const island_view *v, int c) {
  const model_row *row = v->collisions.row;
  for (int e = row[c].first; e <= c; ++e) {
    const int at = row[c].start + e - row[c].first;
    const int low = row[c].low > row[e].low ? row[c].low : row[e].low;
    const int end = row[c].high < row[e].high ? row[c].high : row[e].high;
    const int high = end < v->linears.count ? end : v->linears.count;
    const double *yc = v->column + row[c].coupling;
    const double *ye = v->column + row[e].coupling;
    double sum = v->weight[at];
    for (int i = low; i < high; ++i)
      sum -= yc[i - row[c].low] * ye[i - row[e].low];
    v->reduced[at] = e == c ? fmax(sum, 0) : sum; // not negative by rounding
  }
}

// Whether the factor, the columns and W~ are still those of the present W and d, as they are from
// step to step where all linear links have constant coefficients.
static bool is_eliminated(const island_view *v) {
  const link_set *set = &v->linears;
  bool same = *v->eliminated == audio_of(v->s)->weighed[0];
  for (int i = 0; same && i < set->count; ++i)
    same = set->work[i].root == v->factored[i];
  return same;
}

static void reduce_many(const island_view *v) {
  const link_set *set = &v->linears;
  sky_shift(set->count, set->row, v->weight, set->work, v->factor);
  sky_factor(set->count, set->row, v->factor);
  for (int c = 0; c < v->collisions.count; ++c)
    eliminate_column(v, c);
  for (int c = 0; c < v->collisions.count; ++c)
    reduce_row(v, c);
  for (int i = 0; i < set->count; ++i)
    v->factored[i] = set->work[i].root;
  *v->eliminated = audio_of(v->s)->weighed[0];
}

// D~ of a collision.
static void push_goal(const island_view *v, int c) {
  const model_row *row = &v->collisions.row[c];
  const double *C = v->coupling + row->coupling;
  double pushed = 0;
  for (int i = row->low; i < coupled_end(v, row); ++i)
    pushed += C[i - row->low] * v->linears.work[i].force;
  v->collisions.work[c].goal = v->collisions.work[c].free - pushed;
}

static void eliminate_many(const island_view *v) {
  const link_set *set = &v->linears;
  assert(v->factored != NULL && "an island of many linear links keeps its factor");
  if (!is_eliminated(v))
    reduce_many(v);
  for (int i = 0; i < set->count; ++i) {
    double known = 0;
    LINEAR_SUM(set, v->weight, i, f, known);
    set->work[i].goal = set->work[i].free - known;
  }
  solve_many(v);
  for (int c = 0; c < v->collisions.count; ++c)
    push_goal(v, c);
}

// --- Any number ---------------------------------------------------------------------------------

void linears_eliminate(const island_view *v) {
  if (v->linears.count <= SMALL_ISLAND)
    small_eliminate(v);
  else
    eliminate_many(v);
}

// D of all linear links, from that solution.
static void find_changes(const island_view *v) {
  const link_set *set = &v->linears;
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

// With the collisions' forces known: the linear links' forces and D.
void linears_solve(const island_view *v) {
  const link_set *set = &v->linears;
  bool pushed = false; // if nothing does they are as linears_eliminate() has left them
  for (int c = 0; c < v->collisions.count; ++c) {
    const model_row *row = &v->collisions.row[c];
    const double F = v->collisions.work[c].force;
    for (int i = row->low; F != 0 && i < coupled_end(v, row); ++i) {
      set->work[i].goal -= v->coupling[row->coupling + i - row->low] * F;
      pushed = true;
    }
  }
  if (set->count <= SMALL_ISLAND) {
    if (pushed)
      small_solve(v);
    return;
  }
  if (pushed)
    solve_many(v);
  find_changes(v);
}

// psi and stretch of the linear links.
void linears_finish(const island_view *v) {
  const link_set *set = &v->linears;
  for (int i = 0; i < set->count; ++i) {
    link_work *w = &set->work[i];
    if (contact_of(v, set, i)->rubs) {
      bow_finish(v, i);
      continue;
    }
    const double linear = v->s->values[set->link[i].contact].linear * set->link[i].scale;
    w->psi = set->past[i].psi + w->g * w->seen / 2;
    w->stretch = set->past[i].stretch + sqrt(linear) * w->seen / 2;
  }
}

// D of link b without its own force, with the others' solution in `work`.
static double free_of_own(const island_view *v, int b) {
  const link_set *set = &v->linears;
  double D = set->work[b].free;
  for (int i = set->row[b].first; i <= set->row[b].last; ++i)
    if (i != b)
      D -=
          sky_at(set->row, v->weight, b, i) * (set->work[i].f + set->work[i].root * set->work[i].x);
  return D;
}

bool linear_is_apart(const island_view *v, int i) {
  const model_row *row = &v->linears.row[i];
  bool apart = true;
  for (int j = row->first; apart && j < i; ++j)
    apart = v->weight[row->start + j - row->first] == 0;
  return apart;
}

linear_alone linear_by_itself(const island_view *v, int b) {
  const link_set *set = &v->linears;
  if (set->count <= SMALL_ISLAND)
    return small_by_itself(v, b);
  *v->eliminated = 0;
  const double own = set->work[b].root;
  const double own_f = set->work[b].f;
  set->work[b].root = set->work[b].f = 0;
  sky_shift(set->count, set->row, v->weight, set->work, v->factor);
  sky_factor(set->count, set->row, v->factor);
  for (int i = 0; i < set->count; ++i) {
    double known = 0;
    LINEAR_SUM(set, v->weight, i, f, known);
    set->work[i].x = set->work[i].root * (set->work[i].free - known);
  }
  sky_forward(set->count, set->row, v->factor, set->work);
  sky_backward(set->count, set->row, v->factor, set->work);
  linear_alone alone = {.W = sky_at(set->row, v->weight, b, b), .D = free_of_own(v, b)};
  for (int i = 0; i < set->count; ++i)
    set->work[i].x = set->work[i].root * sky_at(set->row, v->weight, i, b);
  sky_forward(set->count, set->row, v->factor, set->work);
  sky_backward(set->count, set->row, v->factor, set->work);
  for (int i = set->row[b].first; i <= set->row[b].last; ++i)
    alone.W -= sky_at(set->row, v->weight, b, i) * set->work[i].root * set->work[i].x;
  set->work[b].root = own;
  set->work[b].f = own_f;
  return alone;
}
