// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Modes of lines (theory 7.1 to 7.7, 7.9 and 7.25). With z = beta L a bending wave's shape is
//
//   W = A sin beta x + B cos beta x + C e^{-alpha x} + D e^{-alpha (L - x)},    beta > 0
//
// which never overflows, alpha^2 = beta^2 + c^2 / kappa^2, and natural frequencies follow from
// beta: w^2 = kappa^2 beta^4 + c^2 beta^2. The characteristic equations, divided by cosh alpha L,
//
//   pinned-pinned                    sin z = 0
//   clamped-clamped, free-free       cos z - sech alpha L - c^2 / (2 kappa^2 alpha beta) sin z tanh
//                                      alpha L = 0
//   clamped-pinned, pinned-free      sin z - beta / alpha cos z tanh alpha L = 0
//   clamped-free, tip mass m = mu rho A L and inertia J = j rho A L^3
//     sech z + cos z + mu z (cos z tanh z - sin z) - j z^3 (sin z + cos z tanh z)
//       + mu j z^4 (sech z - cos z) = 0
//
// have simple roots about pi apart, found by bisection to the last digit. A to D then span the null
// space of the four end conditions. Modal masses are known without quadrature: for W'''' = beta^4 W
//
//   int W^2 dx = [3 W W''' - W' W'' + x (beta^4 W^2 - 2 W' W''' + W''^2)] / 4 beta^4
//
// between the ends. (R. D. Blevins, Formulas for natural frequency and mode shape, 1979.)

#include "bodies/modes.h"
#include "base/bracket.h"
#include "base/constants.h"
#include "scene/words.h"

#include <math.h>

// --- Characteristic equations -------------------------------------------------------------------

typedef enum { HELD_SINE, HELD_ALIKE, HELD_MIXED, HELD_CANTILEVER } ends_case;

static ends_case case_of_ends(const modal_line *line) {
  const end_kind a = line->ends[0];
  const end_kind b = line->ends[1];
  if (a == b)
    return a == END_PINNED ? HELD_SINE : HELD_ALIKE;
  if (a == END_PINNED || b == END_PINNED)
    return HELD_MIXED;
  return HELD_CANTILEVER;
}

typedef struct {
  ends_case how;
  double mu, j;
  double pull; // c^2 L^2 / kappa^2
} equation;

static double sech(double z) {
  return z > 700 ? 0 : 1 / cosh(z);
}

static double residual(const equation *e, double z) {
  const double s = sin(z);
  const double c = cos(z);
  const double t = tanh(z);
  if (e->pull > 0) {
    const double zeta = sqrt(z * z + e->pull);
    return e->how == HELD_ALIKE ? c - sech(zeta) - e->pull / (2 * zeta * z) * s * tanh(zeta)
                                : s - z / zeta * c * tanh(zeta);
  }
  if (e->how == HELD_ALIKE)
    return c - sech(z);
  if (e->how == HELD_MIXED)
    return s - c * t;
  return sech(z) + c + e->mu * z * (c * t - s) - e->j * z * z * z * (s + c * t) +
         e->mu * e->j * z * z * z * z * (sech(z) - c);
}

static double bisect(const equation *e, double low, double high) {
  const double sign = residual(e, low) < 0 ? 1 : -1;
  bracket b = {.low = low, .high = high};
  double z = low;
  while (bracket_halve(&b, &z, sign * residual(e, z)))
    ;
  return b.low + (b.high - b.low) / 2;
}

// The n-th root, n >= 1; a cantilever's are bracketed from the one before.
static double root_of(const equation *e, int n, double before) {
  if (e->how == HELD_SINE)
    return n * pi;
  if (e->pull > 0) // from that of an ideal string upwards
    return bisect(e, n * pi, (e->how == HELD_ALIKE ? n + 1 : n + 0.5) * pi);
  if (e->how == HELD_ALIKE)
    return bisect(e, (n + 0.5) * pi - 0.5, (n + 0.5) * pi + 0.5);
  if (e->how == HELD_MIXED)
    return bisect(e, (n + 0.25) * pi - 0.5, (n + 0.25) * pi + 0.5);
  double low = before > 0 ? before + 1e-6 : 1e-4;
  const bool positive = residual(e, low) > 0;
  for (;;) {
    const double high = low + pi / 128;
    if ((residual(e, high) > 0) != positive)
      return bisect(e, low, high);
    low = high;
  }
}

// --- Shapes -------------------------------------------------------------------------------------

// Derivatives of the four functions, over beta^order.
static void basis(const mode_shape *shape, double length, double x, int order, double value[4]) {
  const double s = sin(shape->beta * x);
  const double c = cos(shape->beta * x);
  const double sines[] = {s, c, -s, -c};
  const double steep = pow(shape->decay / shape->beta, order);
  value[0] = sines[order % 4];
  value[1] = sines[(order + 1) % 4];
  value[2] = (order % 2 == 0 ? steep : -steep) * exp(-shape->decay * x);
  value[3] = steep * exp(-shape->decay * (length - x));
}

double mode_value(const mode_shape *shape, double length, double x, int order) {
  if (shape->beta == 0)
    return order == 0   ? shape->coefficient[0] + shape->coefficient[1] * x
           : order == 1 ? shape->coefficient[1]
                        : 0;
  double value[4];
  basis(shape, length, x, order, value);
  double sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += shape->coefficient[i] * value[i];
  return sum * pow(shape->beta, order);
}

// Two conditions at an end: displacement and slope, displacement and moment, or moment and shear
// with the tip's inertia.
static void end_rows(const modal_line *line, const mode_shape *shape, int end, double rows[2][4]) {
  static const int orders[][2] = {{0, 2}, {0, 1}, {2, 3}};
  const double x = end == 0 ? 0 : line->length;
  const end_kind how = line->ends[end];
  for (int r = 0; r < 2; ++r)
    basis(shape, line->length, x, orders[how][r], rows[r]);
  if (how != END_FREE)
    return;
  double here[2][4];
  basis(shape, line->length, x, 0, here[0]);
  basis(shape, line->length, x, 1, here[1]);
  const double side = end == 0 ? -1 : 1;
  for (int i = 0; i < 4; ++i) {
    rows[0][i] -= side * line->tip_inertia / line->density * pow(shape->beta, 3) * here[1][i];
    rows[1][i] += side * line->tip_mass / line->density * shape->beta * here[0][i];
  }
}

// A null vector of the matrix, by elimination with full pivoting.
static void null_vector(double a[4][4], double v[4]) {
  int column[4] = {0, 1, 2, 3};
  for (int n = 0; n < 3; ++n) {
    int row = n;
    int col = n;
    for (int i = n; i < 4; ++i)
      for (int k = n; k < 4; ++k)
        if (fabs(a[i][column[k]]) > fabs(a[row][column[col]])) {
          row = i;
          col = k;
        }
    const int kept = column[n];
    column[n] = column[col];
    column[col] = kept;
    for (int k = 0; k < 4; ++k) {
      const double other = a[n][k];
      a[n][k] = a[row][k];
      a[row][k] = other;
    }
    for (int i = n + 1; i < 4; ++i) {
      const double factor = a[i][column[n]] / a[n][column[n]];
      for (int k = 0; k < 4; ++k)
        a[i][k] -= factor * a[n][k];
    }
  }
  v[column[3]] = 1;
  for (int n = 2; n >= 0; --n) {
    double sum = 0;
    for (int k = n + 1; k < 4; ++k)
      sum += a[n][column[k]] * v[column[k]];
    v[column[n]] = -sum / a[n][column[n]];
  }
}

static double square_at(const mode_shape *shape, double length, double x) {
  double d[4];
  for (int k = 0; k < 4; ++k)
    d[k] = mode_value(shape, length, x, k) / pow(shape->beta, k);
  return ((3 * d[0] * d[3] - d[1] * d[2]) / shape->beta +
          x * (d[0] * d[0] - 2 * d[1] * d[3] + d[2] * d[2])) /
         4;
}

// With P the sines and Q the exponentials of W, P'' = -beta^2 P and Q'' = alpha^2 Q, whatever the
// ends are (theory 7.26).
typedef struct {
  double PP, PQ, QQ;    // int P^2, P Q, Q^2 dx
  double PP_, PQ_, QQ_; // [P P'], [P Q'], [Q Q'] between the ends
} wave_sums;

static wave_sums sums_of(const modal_line *line, const mode_shape *w) {
  wave_sums sum = {0};
  const double a2 = w->decay * w->decay;
  const double b2 = w->beta * w->beta;
  for (int end = 0; end < 2; ++end) {
    const double x = end == 0 ? 0 : line->length;
    const double side = end == 0 ? -1 : 1;
    double d[2][4];
    for (int k = 0; k < 2; ++k)
      basis(w, line->length, x, k, d[k]);
    const double P = w->coefficient[0] * d[0][0] + w->coefficient[1] * d[0][1];
    const double Q = w->coefficient[2] * d[0][2] + w->coefficient[3] * d[0][3];
    const double P_ = w->beta * (w->coefficient[0] * d[1][0] + w->coefficient[1] * d[1][1]);
    const double Q_ = w->beta * (w->coefficient[2] * d[1][2] + w->coefficient[3] * d[1][3]);
    sum.PP += side * (x * (P * P + P_ * P_ / b2) - P * P_ / b2) / 2;
    sum.QQ += side * (x * (Q * Q - Q_ * Q_ / a2) + Q * Q_ / a2) / 2;
    sum.PQ += side * (P * Q_ - P_ * Q) / (a2 + b2);
    sum.PP_ += side * P * P_;
    sum.PQ_ += side * P * Q_;
    sum.QQ_ += side * Q * Q_;
  }
  return sum;
}

double mode_stretch(const modal_line *line, const mode_shape *shape) {
  if (shape->beta == 0)
    return line->density * shape->coefficient[1] * shape->coefficient[1] * line->length;
  const wave_sums s = sums_of(line, shape);
  const double a2 = shape->decay * shape->decay;
  return line->density *
         (s.PP_ + shape->beta * shape->beta * s.PP + 2 * (s.PQ_ - a2 * s.PQ) + s.QQ_ - a2 * s.QQ);
}

static double modal_mass(const modal_line *line, const mode_shape *shape) {
  if (line->pull > 0) {
    const wave_sums s = sums_of(line, shape);
    return line->density * (s.PP + 2 * s.PQ + s.QQ);
  }
  const double L = line->length;
  double mass = line->density * (square_at(shape, L, L) - square_at(shape, L, 0));
  for (int end = 0; end < 2; ++end)
    if (line->ends[end] == END_FREE) {
      const double w = mode_value(shape, L, end == 0 ? 0 : L, 0);
      const double slope = mode_value(shape, L, end == 0 ? 0 : L, 1);
      mass += line->tip_mass * w * w + line->tip_inertia * slope * slope;
    }
  return mass;
}

static void find_shape(const modal_line *line, mode_shape *shape) {
  double rows[4][4];
  end_rows(line, shape, 0, rows);
  end_rows(line, shape, 1, rows + 2);
  null_vector(rows, shape->coefficient);
  // The first extremum from the left is positive, so that signs do not depend on the elimination.
  const double scale = 1 / sqrt(modal_mass(line, shape));
  const double L = line->length;
  const double sign = line->ends[0] == END_FREE ? mode_value(shape, L, 0, 0)
                                                : mode_value(shape, L, 0.1 / shape->beta, 0);
  for (int i = 0; i < 4; ++i)
    shape->coefficient[i] *= sign < 0 ? -scale : scale;
}

// --- Rigid motion -------------------------------------------------------------------------------

static int rigid_modes(const modal_line *line, mode_shape *shapes) {
  const double L = line->length;
  const double M = line->density * L;
  const bool free[] = {line->ends[0] == END_FREE, line->ends[1] == END_FREE};
  if (free[0] && free[1]) {
    shapes[0] = (mode_shape){.coefficient = {1 / sqrt(M)}};
    shapes[1] = (mode_shape){.coefficient = {-sqrt(3 / M), 2 * sqrt(3 / M) / L}};
    return 2;
  }
  if (!(free[0] && line->ends[1] == END_PINNED) && !(free[1] && line->ends[0] == END_PINNED))
    return 0;
  const double slope = sqrt(3 / M) / L;
  shapes[0] = free[1] ? (mode_shape){.coefficient = {0, slope}}
                      : (mode_shape){.coefficient = {slope * L, -slope}};
  return 1;
}

modal_line modal_line_of(const model_body *b) {
  modal_line line = {.ends = {b->ends[0], b->ends[1]}, .length = b->lx, .density = b->density};
  // Where bending reaches no further from an end than 1e-8 of the length, a clamped end is pinned.
  if (b->bend <= 1e-16 * b->start.c2 * b->lx * b->lx)
    line.ends[0] = line.ends[1] = END_PINNED;
  if (line.ends[0] == END_CLAMPED || line.ends[1] == END_CLAMPED)
    line.pull = b->start.c2 / b->bend;
  return line;
}

// What frequency follows from. Where ends and tension make shapes that are not those of a bar, the
// two shares of their energy (theory 7.27).
static void find_stiffness(const modal_line *line, mode_shape *w) {
  const double beta2 = w->beta * w->beta;
  w->stretch = line->pull > 0 ? mode_stretch(line, w) : beta2;
  w->bending = beta2 * beta2 + line->pull * (beta2 - w->stretch);
}

static equation equation_of(const modal_line *line) {
  const double M = line->density * line->length;
  return (equation){.how = case_of_ends(line),
                    .mu = line->tip_mass / M,
                    .pull = line->pull * line->length * line->length,
                    .j = line->tip_inertia / (M * line->length * line->length)};
}

double modes_wavenumber(const modal_line *line, int n, double before) {
  const equation e = equation_of(line);
  return root_of(&e, n, before * line->length) / line->length;
}

bool modes_find(const modal_line *line, int count, mode_shape *shapes) {
  const double M = line->density * line->length;
  const equation e = equation_of(line);
  mode_shape rigid[2] = {{0}};
  const int first = rigid_modes(line, rigid);
  if (e.how != HELD_CANTILEVER && (line->tip_mass > 0 || line->tip_inertia > 0))
    return false;
  for (int n = 0; n < first && n < count; ++n)
    shapes[n] = rigid[n];
  double z = 0;
  for (int n = first; n < count; ++n) {
    z = root_of(&e, n - first + 1, z);
    const double beta = z / line->length;
    shapes[n] = (mode_shape){.beta = beta, .decay = sqrt(beta * beta + line->pull)};
    if (e.how == HELD_SINE)
      shapes[n].coefficient[0] = sqrt(2 / M);
    else
      find_shape(line, &shapes[n]);
    find_stiffness(line, &shapes[n]);
  }
  return true;
}

// --- Readings -----------------------------------------------------------------------------------

// The largest of three values around an extremum, by the parabola through them.
static double vertex(double left, double here, double right) {
  const double bend = left - 2 * here + right;
  return bend != 0 ? here - (right - left) * (right - left) / (8 * bend) : here;
}

// Among points of which there are 256 in a half wave; the parabola leaves 1e-10.
double mode_peak(const mode_shape *shape, double length) {
  if (shape->beta == 0)
    return fmax(fabs(mode_value(shape, length, 0, 0)), fabs(mode_value(shape, length, length, 0)));
  if (shape->coefficient[1] == 0 && shape->coefficient[2] == 0 && shape->coefficient[3] == 0)
    return fabs(shape->coefficient[0]);
  const int count = 256 * ((int)(shape->beta * length / pi) + 2);
  double left = 0;
  double here = fabs(mode_value(shape, length, 0, 0));
  double peak = here;
  for (int i = 1; i <= count; ++i) {
    const double right = fabs(mode_value(shape, length, i * length / count, 0));
    if (i > 1 && here >= left && here >= right)
      peak = fmax(peak, vertex(left, here, right));
    left = here;
    here = right;
  }
  return fmax(peak, here);
}

// int rho A W dx = rho A [W'''] / beta^4; at a free end the tip's share cancels the boundary's.
double mode_base(const modal_line *line, const mode_shape *shape) {
  double sum = 0;
  for (int end = 0; end < 2; ++end)
    if (line->ends[end] != END_FREE)
      sum += (end == 0 ? -1 : 1) * mode_value(shape, line->length, end == 0 ? 0 : line->length, 3);
  return line->density * sum / pow(shape->beta, 4);
}
