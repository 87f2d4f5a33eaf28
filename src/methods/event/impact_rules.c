// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What rigid stops do. At an impact the rate v of the overlap becomes -R v. The impulse P at the
// point changes all modes, q_j' -= L_j P, so that with the mobility m = sum L_j^2
//
//   P = (1 + R) v / m,    energy lost = P (v + v+) / 2 = (1 - R^2) v^2 / 2m        (3.65), (3.77)
//
// (C. P. Vyasarayani, thesis, Waterloo 2009). Collocation (3.41) asks instead that velocities stay
// as they are at given points: the same jump of the rate, spread over the modes by another vector,
// which may lose energy or add some. Stops met at the same time share a matrix G_ik = sum L_ij
// L_kj: G P = (1 + R) v for those that close, 0 for those that are stuck. Where that asks one of
// them to pull, or would add energy, they act one after the other.
//
// Chatter. Against a push with acceleration a, impacts at R < 1 come in a geometric series that is
// over after T = 2 v+ / (a (1 - R)). Once v+ is nothing beside the impacts before, the series is
// brought to its end and the stop is stuck: the modes are held on L q = -o, with the forces
//
//   G p = L (f - 2 s q' - w^2 q)
//
// until one of them would pull. That is also what mode switching does at once, without restitution.

#include "methods/event/modal_motion.h"

#include <math.h>
#include <string.h>

// A rate is nothing beside the swiftest impact below this; chatter then lasts T, and modes turn by
// less than the second in it, so that its series is geometric.
static const double small_rate = 1e-9;
static const double small_turn = 1e-6;

void stops_evaluate(const modal_system *p, modal_motion *f) {
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    double change = 0;
    double rate = 0;
    double size = fabs(f->stop[i].start);
    double place = fabs(s->offset);
    double speed = 0;
    for (int k = s->first; k < s->first + s->count; ++k) {
      const participation r = p->participation[k];
      change += r.weight * f->dq[r.mode];
      size += fabs(r.weight * f->dq[r.mode]) + f->head->now * fabs(r.weight * f->v[r.mode]);
      rate += r.weight * f->v[r.mode];
      place += fabs(r.weight * f->q0[r.mode]);
      speed += fabs(r.weight * f->v[r.mode]);
    }
    f->stop[i].grain = 4 * 0x1p-52 * place;
    f->stop[i].eta = f->stop[i].start + change;
    // what rounding left is none
    f->stop[i].rate = fabs(rate) > 4 * 0x1p-52 * (speed + f->stop[i].fastest_impact) ? rate : 0;
    f->stop[i].noise = 4 * 0x1p-52 * size;
  }
}

static bool rigid(const stop *s) {
  return s->rule == STOP_IMPULSE || s->rule == STOP_COLLOCATION || s->rule == STOP_SWITCHING;
}

// --- Contacts from begin to end -----------------------------------------------------------------

void stop_begin(modal_motion *f, int i, stop_touch how, double speed) {
  stop_state *s = &f->stop[i];
  if (s->touch == TOUCH_APART)
    ++f->head->touching;
  s->touch = how;
  s->start = s->eta = 0;
  s->begin = instant_value(f->head->origin);
  s->speed_in = speed;
  s->peak = s->impulse = s->lost = s->deepest = 0;
}

static void tell(modal_motion *f, const impact_record *what) {
  ++f->head->impacts;
  if (f->on_impact != NULL)
    f->on_impact(f->user, what);
}

void stop_end(const modal_system *p, modal_motion *f, int i) {
  stop_state *s = &f->stop[i];
  --f->head->touching;
  s->touch = TOUCH_APART;
  s->start = s->eta = 0;
  s->force = 0;
  s->rate = fmin(stop_sum(p, i, f->v0), 0);
  tell(f, &(impact_record){.stop = i,
                           .begin = s->begin,
                           .end = instant_value(f->head->origin),
                           .peak_force = s->peak,
                           .impulse = s->impulse,
                           .speed_in = s->speed_in,
                           .speed_out = -s->rate,
                           .energy_lost = s->lost,
                           .deepest = s->deepest});
}

static void tell_impact(modal_motion *f, int i, double speed, double out, double impulse,
                        double lost) {
  const double now = instant_value(f->head->origin);
  f->stop[i].fastest_impact = fmax(f->stop[i].fastest_impact, speed);
  f->stop[i].dissipated += lost;
  tell(f, &(impact_record){.stop = i,
                           .begin = now,
                           .end = now,
                           .peak_force = NAN,
                           .impulse = impulse,
                           .speed_in = speed,
                           .speed_out = out,
                           .energy_lost = lost});
}

// --- One stop at a time -------------------------------------------------------------------------

static void strike(const modal_system *p, modal_motion *f, int i, double restitution) {
  const stop *s = &p->stop[i];
  const double speed = stop_sum(p, i, f->v0);
  const double jump = (1 + restitution) * speed;
  const bool point = s->rule != STOP_COLLOCATION;
  double lost = point ? (1 - restitution * restitution) * speed * speed / (2 * s->mobility) : 0;
  for (int k = s->first; k < s->first + s->count; ++k) {
    const participation r = p->participation[k];
    const double before = f->v0[r.mode];
    f->v0[r.mode] -= r.kick * jump;
    if (!point)
      lost += (before - f->v0[r.mode]) * (before + f->v0[r.mode]) / 2;
  }
  tell_impact(f, i, speed, restitution * speed, point ? jump / s->mobility : (double)NAN, lost);
}

// --- Several at once ----------------------------------------------------------------------------

static double coupling(const modal_system *p, int i, int k) {
  const stop *a = &p->stop[i];
  const stop *b = &p->stop[k];
  double sum = 0;
  for (int x = a->first; x < a->first + a->count; ++x)
    for (int y = b->first; y < b->first + b->count; ++y)
      if (p->participation[x].mode == p->participation[y].mode)
        sum += p->participation[x].weight * p->participation[y].weight;
  return sum;
}

// Solves G x = b for the stops in set[0 .. count - 1]; b becomes x. A stop that only repeats others
// pushes with nothing.
static void solve_set(const modal_system *p, modal_motion *f, int count, double *b) {
  double *G = f->matrix;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k <= i; ++k)
      G[i * count + k] = coupling(p, f->set[i], f->set[k]);
  for (int i = 0; i < count; ++i) { // Cholesky
    const double whole = G[i * count + i];
    for (int k = 0; k <= i; ++k) {
      double sum = G[i * count + k];
      for (int l = 0; l < k; ++l)
        sum -= G[i * count + l] * G[k * count + l];
      if (k < i)
        G[i * count + k] = G[k * count + k] > 0 ? sum / G[k * count + k] : 0;
      else
        G[i * count + i] = sum > 1e-12 * whole ? sqrt(sum) : 0;
    }
  }
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < i; ++k)
      b[i] -= G[i * count + k] * b[k];
    b[i] = G[i * count + i] > 0 ? b[i] / G[i * count + i] : 0;
  }
  for (int i = count - 1; i >= 0; --i) {
    for (int k = i + 1; k < count; ++k)
      b[i] -= G[k * count + i] * b[k];
    b[i] = G[i * count + i] > 0 ? b[i] / G[i * count + i] : 0;
  }
}

static int gather_stuck(const modal_system *p, modal_motion *f) {
  int count = 0;
  for (int i = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_STUCK)
      f->set[count++] = i;
  return count;
}

bool stops_constrain(const modal_system *p, modal_motion *f, double *a, double *push) {
  const int count = gather_stuck(p, f);
  for (int n = 0; n < count; ++n)
    push[n] = stop_sum(p, f->set[n], a);
  solve_set(p, f, count, push);
  for (int n = 0; n < count; ++n) {
    const stop *s = &p->stop[f->set[n]];
    for (int k = s->first; k < s->first + s->count; ++k)
      a[p->participation[k].mode] -= p->participation[k].weight * push[n];
  }
  return count > 0;
}

static bool near_by(const stop_state *s) {
  return s->eta >= -16 * s->noise - s->grain;
}

static bool closing(const modal_motion *f, int i) {
  const stop_state *s = &f->stop[i];
  return s->touch == TOUCH_APART && near_by(s) && s->rate > 0;
}

static double restitution_of(const stop *s) {
  return s->rule == STOP_SWITCHING ? 0 : s->restitution;
}

// All that close and all that are stuck, together; false if one would pull or energy would come of
// it, and nothing is done then.
static bool strike_together(const modal_system *p, modal_motion *f) {
  int count = 0;
  for (int i = 0; i < p->stops; ++i) {
    if (!closing(f, i) && f->stop[i].touch != TOUCH_STUCK)
      continue;
    if (p->stop[i].rule == STOP_COLLOCATION)
      return false;
    f->push[count] =
        closing(f, i) ? (1 + restitution_of(&p->stop[i])) * f->stop[i].rate : f->stop[i].rate;
    f->set[count++] = i;
  }
  solve_set(p, f, count, f->push);
  double lost = 0;
  for (int n = 0; n < count; ++n) {
    const stop_state *s = &f->stop[f->set[n]];
    const double after = closing(f, f->set[n]) ? -restitution_of(&p->stop[f->set[n]]) * s->rate : 0;
    if (f->push[n] < 0)
      return false;
    lost += f->push[n] * (s->rate + after) / 2;
  }
  if (lost < 0)
    return false;
  for (int n = 0; n < count; ++n) {
    const int i = f->set[n];
    const stop *s = &p->stop[i];
    const double after = closing(f, i) ? -restitution_of(s) * f->stop[i].rate : 0;
    for (int k = s->first; k < s->first + s->count; ++k)
      f->v0[p->participation[k].mode] -= p->participation[k].weight * f->push[n];
    if (closing(f, i))
      tell_impact(f, i, f->stop[i].rate, -after, f->push[n],
                  f->push[n] * (f->stop[i].rate + after) / 2);
    else
      f->stop[i].impulse += f->push[n];
  }
  return true;
}

// One after the other, the one that closes fastest first; those that were stuck take a plastic
// blow.
static void strike_in_turn(const modal_system *p, modal_motion *f) {
  double first = 0;
  for (int turn = 0; turn < 100 * p->stops; ++turn) {
    int next = -1;
    double most = 0;
    for (int i = 0; i < p->stops; ++i) {
      stop_state *s = &f->stop[i];
      const bool touched = s->touch == TOUCH_STUCK || (s->touch == TOUCH_APART && near_by(s));
      if (!touched || !rigid(&p->stop[i]))
        continue;
      s->rate = stop_sum(p, i, f->v0);
      if (s->rate > most) {
        most = s->rate;
        next = i;
      }
    }
    first = fmax(first, most);
    if (next < 0 || most <= 1e-14 * first)
      break;
    strike(p, f, next, f->stop[next].touch == TOUCH_STUCK ? 0 : restitution_of(&p->stop[next]));
  }
  for (int i = 0; i < p->stops; ++i) // what flew apart is no longer stuck
    if (f->stop[i].touch == TOUCH_STUCK && stop_sum(p, i, f->v0) < -1e-14 * first)
      stop_end(p, f, i);
}

// One round: all that close now.
static bool meet_once(const modal_system *p, modal_motion *f) {
  int hits = 0;
  int stuck = 0;
  int last = -1;
  for (int i = 0; i < p->stops; ++i) {
    stuck += f->stop[i].touch == TOUCH_STUCK;
    if (!closing(f, i))
      continue;
    f->stop[i].start = f->stop[i].eta = 0;
    if (rigid(&p->stop[i])) {
      ++hits;
      last = i;
    } else {
      stop_begin(f, i, TOUCH_PRESSED, f->stop[i].rate);
    }
  }
  if (hits == 0)
    return false;
  if (hits == 1 && stuck == 0)
    strike(p, f, last, restitution_of(&p->stop[last]));
  else if (!strike_together(p, f))
    strike_in_turn(p, f);
  memcpy(f->v, f->v0, (size_t)p->modes * sizeof *f->v);
  stops_evaluate(p, f);
  return true;
}

// An impact may drive a body into the next stop it touches.
void stops_collide(const modal_system *p, modal_motion *f) {
  for (int round = 0; round < 10000; ++round)
    if (!meet_once(p, f))
      return;
}

// --- What stays ---------------------------------------------------------------------------------

// Moves the modes, by as little as can be, so that overlaps and rates of all stops that are stuck
// are exactly zero; what that takes from the motion is lost there.
static void put_right(const modal_system *p, modal_motion *f) {
  const int count = gather_stuck(p, f);
  for (int turn = 0; turn < 2; ++turn) {
    double *field = turn == 0 ? f->q0 : f->v0;
    for (int n = 0; n < count; ++n)
      f->push[n] = stop_sum(p, f->set[n], field) + (turn == 0 ? p->stop[f->set[n]].offset : 0);
    if (turn == 1)
      for (int n = 0; n < count; ++n)
        f->stop[f->set[n]].force = f->push[n]; // kept for the loss
    solve_set(p, f, count, f->push);
    for (int n = 0; n < count; ++n) {
      const stop *s = &p->stop[f->set[n]];
      for (int k = s->first; k < s->first + s->count; ++k)
        field[p->participation[k].mode] -= p->participation[k].weight * f->push[n];
      if (turn == 0)
        continue;
      const double lost = f->push[n] * f->stop[f->set[n]].force / 2;
      f->stop[f->set[n]].lost += lost;
      f->stop[f->set[n]].dissipated += lost;
    }
  }
  memcpy(f->v, f->v0, (size_t)p->modes * sizeof *f->v);
}

static void put_on(const modal_system *p, modal_motion *f, int i) {
  stop_begin(f, i, TOUCH_STUCK, 0);
  put_right(p, f);
}

double stop_force(const stop *s, double eta, double rate) {
  if (eta <= 0)
    return 0;
  if (s->rule == STOP_PENALTY)
    return s->stiffness * eta;
  return fmax(s->stiffness * pow(eta, s->exponent) * (1 + s->damping * rate), 0);
}

bool stops_forces(const modal_system *p, modal_motion *f) {
  motion_accelerate(p, f, f->head->now);
  for (int i = 0; i < p->stops; ++i) {
    const stop *s = &p->stop[i];
    stop_state *now = &f->stop[i];
    now->force = now->touch == TOUCH_PRESSED ? stop_force(s, now->eta, now->rate) : 0;
    for (int k = s->first; now->force > 0 && k < s->first + s->count; ++k)
      f->a[p->participation[k].mode] -= p->participation[k].weight * now->force;
  }
  const bool held = stops_constrain(p, f, f->a, f->push);
  for (int i = 0, n = 0; i < p->stops; ++i)
    if (f->stop[i].touch == TOUCH_STUCK)
      f->stop[i].force = f->push[n++];
  return held;
}

// The free flight while chatter dies away.
static void fly_on(const modal_system *p, modal_motion *f, double T) {
  if (T <= 0 || f->head->touching > 0) // beside other contacts that moment is left out
    return;
  motion_restart(p, f);
  motion_book(p, f, T);
  motion_evaluate(p, f, T);
  stops_evaluate(p, f);
  f->head->now = T;
  motion_rebase(p, f);
}

// Whether impacts that leave at this rate are too small to go on with. In flight overlaps keep
// their digits; beside other contacts a bounce below the grain of positions is none.
static bool dies_away(const modal_motion *f, const stop_state *now, double out, double a) {
  return out <= small_rate * now->fastest_impact ||
         (f->head->touching > 0 && out * out <= 32 * a * now->grain);
}

static bool chatter_ends(const modal_system *p, modal_motion *f, int i) {
  const stop *s = &p->stop[i];
  const stop_state *now = &f->stop[i];
  const double R = restitution_of(s);
  const double out = fmax(-now->rate, 0);
  if (now->touch != TOUCH_APART || now->free_start || !rigid(s) || !near_by(now) || now->rate > 0 ||
      (R == 1 && out > 0) || (f->head->touching == 0 && out > small_rate * now->fastest_impact))
    return false;
  stops_forces(p, f);
  const onset at = stop_onset(p, f, i);
  // Where nothing pushes yet, what comes next decides.
  const bool pushed = out == 0 && fabs(at.bend) <= 1e-13 * at.size ? at.jerk > 0 : at.bend > 0;
  if (!pushed || !dies_away(f, now, out, at.bend))
    return false;
  const double T = out > 0 && R < 1 ? 2 * out / (at.bend * (1 - R)) : 0;
  if (T * p->fastest > small_turn)
    return false;
  fly_on(p, f, T);
  put_on(p, f, i);
  return true;
}

// Of the stops that are stuck those are let go that would pull: forces p >= 0 with
// G p >= L a, the one or the other zero at each stop, by Gauss and Seidel's iteration with all
// forces kept from below zero (R. W. Cottle et al., The linear complementarity problem, 1992).
static void let_go(const modal_system *p, modal_motion *f) {
  if (!stops_forces(p, f))
    return;
  bool pulls = false;
  for (int i = 0; i < p->stops; ++i)
    pulls = pulls || (f->stop[i].touch == TOUCH_STUCK && f->stop[i].force < 0);
  if (!pulls)
    return;
  const int count = gather_stuck(p, f);
  double *G = f->matrix;
  for (int n = 0; n < count; ++n) { // back to the acceleration without them
    const stop *s = &p->stop[f->set[n]];
    for (int k = s->first; k < s->first + s->count; ++k)
      f->a[p->participation[k].mode] += p->participation[k].weight * f->stop[f->set[n]].force;
  }
  for (int n = 0; n < count; ++n) {
    f->push[n] = fmax(f->stop[f->set[n]].force, 0);
    for (int m = 0; m < count; ++m)
      G[n * count + m] = coupling(p, f->set[n], f->set[m]);
  }
  for (int turn = 0; turn < 1000; ++turn)
    for (int n = 0; n < count; ++n) {
      double rest = stop_sum(p, f->set[n], f->a);
      for (int m = 0; m < count; ++m)
        rest -= G[n * count + m] * f->push[m];
      f->push[n] = fmax(f->push[n] + rest / G[n * count + n], 0);
    }
  for (int n = 0; n < count; ++n)
    if (f->push[n] == 0)
      stop_end(p, f, f->set[n]);
}

void stops_resolve(const modal_system *p, modal_motion *f) {
  for (int i = 0; i < p->stops; ++i)
    chatter_ends(p, f, i);
  if (f->head->touching == 0)
    return;
  put_right(p, f);
  let_go(p, f);
  stops_evaluate(p, f);
}
