// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Motion between impacts and at them, of bodies expressed by their modes (theory 9.1 and 9.2). With
// coordinates q_j whose modal mass is 1,
//
//   q_j'' + 2 s_j q_j' + w_j^2 q_j = c_j + sum_f F_fj sin(W_f t + phase_f) - sum_i L_ij p_i
//
//   w_j natural frequency (1/s)    s_j decay (1/s)    c_j gravity on a mass
//   F_fj harmonic forces           p_i force of stop i (N)
//   eta_i = sum_j L_ij q_j + o_i   overlap of stop i (m); it only pushes, p_i >= 0
//
// While no stop is in contact, every q_j is known in closed form (free_motion.c). What happens at
// stops is in impact_rules.c and resting_contact.c, contacts that last in held_motion.c and
// law_motion.c, and the order of it all in timeline.c. None of these files knows scenes; all memory
// is the caller's.

#ifndef CAROM_MODAL_MOTION_H
#define CAROM_MODAL_MOTION_H

#include "base/dormand_prince.h"
#include "scene/words.h"
#include <carom/stop.h>
#include <stdbool.h>
#include <stddef.h>

/// How a mode moves by itself: undamped, damped, beyond critical damping, or without spring.
typedef enum { MODE_UNDAMPED, MODE_UNDERDAMPED, MODE_OVERDAMPED, MODE_FREE } mode_kind;

/// One mode.
typedef struct {
  mode_kind kind;
  double omega;    // w, 1/s
  double inverse;  // 1 / w, s
  double decay;    // s, 1/s
  double omega_d;  // sqrt |w^2 - s^2|, 1/s
  double constant; // c, N / kg^(1/2)
  double rest;     // c / w^2, its position at rest; 0 without spring
} oscillator;

/// Fills in what follows from the frequency, decay and constant force.
oscillator oscillator_of(double omega, double decay, double constant);

/// A harmonic force on one mode, F sin(W t + phase), and the steady response S sin + C cos to it.
/// Near resonance that cancels badly, and the response from rest is used instead.
typedef struct {
  double force;
  double sine, cosine;
  bool near_resonance;
} response;

response response_of(const oscillator *mode, double drive, double force);

/// A stop. Rules are those of scene/words.h: an impulse at the point, modes changing in proportion
/// to L; velocities kept at given points (collocation); a linear spring (penalty); constrained
/// modes at once (switching); and a law, K eta^alpha (1 + mu eta').
typedef struct {
  stop_rule rule;
  double restitution;
  double stiffness, exponent, damping; // K, alpha, mu
  double offset;                       // o, m
  double mobility;                     // sum L^2, 1/kg
  int first, count;                    // its modes, by rising frequency
} stop;

/// One mode's participation in a stop: eta += weight q, and a jump -1 of eta' changes q' by -kick.
typedef struct {
  int mode;
  double weight, kick;
} participation;

/// What is constant.
typedef struct {
  int modes, stops, drives, participations;
  const oscillator *mode;
  const stop *stop;
  const participation *participation;
  const double *drive_hertz; // W_f / 2 pi, Hz
  const response *response;  // drives x modes
  double fastest;            // largest rate of modes and drives, 1/s
  bool lossy;                // some mode has decay
  bool undamped;             // all modes have a spring and no decay
  const int *reached;        // modes that participate in some stop; NULL if all do
  int reached_count;
} modal_system;

/// Whether a stop is in contact: not, held at zero overlap, or compressed.
typedef enum { TOUCH_APART, TOUCH_STUCK, TOUCH_PRESSED } stop_touch;

/// A stop while the scene runs.
typedef struct {
  stop_touch touch;
  int free_start;        // it was released just now
  double start;          // eta at the origin, kept apart so that it is exactly 0 after an impact
  double eta;            // now
  double rate;           // eta', now
  double noise;          // rounding error of its change since the origin
  double position_noise; // and of positions: gaps below it count as zero
  double force;          // now, N
  double fastest_impact; // largest impact speed so far
  double clear;          // no impact at this stop before, since the origin
  // The present contact:
  double begin, speed_in, peak, impulse, lost, deepest;
  double dissipated; // since last booked; negative where a rule adds energy, J
  double reach;      // bound on eta less that with all modes at rest, m
  // Constant:
  double at_rest;       // eta with all modes at rest, m
  long long first_mode; // where its modes follow one another, else -1
} stop_state;

/// What has ended at a stop: an impact, or a contact that lasted.
typedef struct {
  int stop;
  double begin, end, peak_force, impulse, speed_in, speed_out, energy_lost, deepest;
} impact_record;

/// Called at the end of each.
typedef void impact_handler(void *user, const impact_record *what);

/// A time as a compensated sum.
typedef struct {
  double sum, rest;
} instant;

/// The scalars that change.
typedef struct {
  instant origin;        // time of the last event
  double now;            // since the origin
  double clear;          // no impact before this, since the origin
  double horizon;        // bounds hold until then, since the origin
  double counted;        // losses and work are counted until then, since the origin
  double supplied;       // work of harmonic forces, since last booked
  long long evaluations; // evaluations of the motion
  long long impacts;
  int touching; // stops that are not apart
  int failed;   // time does not advance
} motion_head;

/// The search represents an overlap by so many powers of time, the last one a bound; modes of a
/// stop are evaluated in blocks.
enum { POWERS = 6, BOUNDS_BLOCK = 4 };

/// What the search knows of a block of modes, slow ones first. L are the stop's weights; unused
/// places are zero. Sums are those of each place by itself, to be added up where they are needed.
typedef struct {
  double w[BOUNDS_BLOCK], inverse[BOUNDS_BLOCK]; // 1/w; 1/(w + 2 s), or less with drives
  double weight[BOUNDS_BLOCK];                   // L
  double faster[BOUNDS_BLOCK];    // bound on the overlap at rest and the modes of later blocks
  double remainder[BOUNDS_BLOCK]; // bound on derivative POWERS - 1 of these and all slower modes
  // Where modes are listed: displacement from rest, velocity and amplitude of each
  double x[BOUNDS_BLOCK], y[BOUNDS_BLOCK], max[BOUNDS_BLOCK];
} mode_bounds;

/// What changes; arrays bound to the caller's doubles and stops.
typedef struct {
  motion_head *head;
  stop_state *stop;
  double *q0, *v0;          // at the origin
  double *rest_q;           // free part at the origin, displacement from rest
  double *free_v;           // and its velocity
  double *dq, *v, *a;       // now: q - q0, velocity, acceleration
  mode_bounds *mode_bounds; // of all stops, see bounds_of()
  double *phase;            // DRIVE_VALUES of each drive
  double *loss;             // of each mode, since last booked, J
  double *amplitude;        // bound on each mode's displacement from rest
  double *remainder;        // and on its derivative POWERS - 1, scratch
  double *matrix;           // stops x stops, scratch
  double *push;             // per stop: forces or impulses, scratch
  double *series;           // (SERIES_TERMS + 1) x modes
  double *force_series;     // (SERIES_TERMS + 1) x stops
  double *stage;            // Runge-Kutta stages
  int *set;                 // per stop: numbers of stops, scratch
  bool counts;              // losses and work are counted
  const carom_stop *quit;   // events are given up where it is requested; or NULL
  void *user;
  impact_handler *on_impact;
} modal_motion;

static inline bool motion_quits(const modal_motion *f) {
  return f->quit != NULL && carom_stop_requested(f->quit);
}

enum { SERIES_TERMS = 24 };

/// Of each drive: phase at the origin; its sine and cosine; those at the time last evaluated; W,
/// 1/s.
enum {
  DRIVE_PHASE,
  DRIVE_SINE,
  DRIVE_COSINE,
  DRIVE_SINE_NOW,
  DRIVE_COSINE_NOW,
  DRIVE_RATE,
  DRIVE_VALUES
};

/// How many doubles a motion keeps and how many are scratch, and binding it to them; `set` holds
/// one int per stop.
int motion_doubles(int modes, int stops, int drives, int participations);
int motion_scratch(int modes, int stops);
void motion_bind(modal_motion *f, const modal_system *p, double *kept, double *scratch);

// --- timeline.c: the order of things ------------------------------------------------------------

/// At t = 0, from q0 and v0: bounds, and which stops are in contact already.
void motion_begin(const modal_system *p, modal_motion *f);

/// Advances to a time, through all events until then; q0 + dq, v, a, eta and forces are then those
/// of that time.
void motion_advance(const modal_system *p, modal_motion *f, double time);

// --- free_motion.c: closed form -----------------------------------------------------------------

/// Starts free motion at the origin from q0 and v0.
void motion_restart(const modal_system *p, modal_motion *f);

/// dq and v at h seconds after the origin.
void motion_evaluate(const modal_system *p, modal_motion *f, double h);

/// The same for modes that participate in some stop; others are left as they were.
void motion_evaluate_reached(const modal_system *p, modal_motion *f, double h);

/// Accelerations at h; dq and v must be those of that time.
void motion_accelerate(const modal_system *p, modal_motion *f, double h);

/// The first three derivatives of a stop's overlap at the origin, and the sum of the magnitudes of
/// which the second is a sum.
typedef struct {
  double rate, bend, jerk, size;
} onset;

onset stop_onset(const modal_system *p, const modal_motion *f, int stop);

/// Moves the origin to the present time.
void motion_rebase(const modal_system *p, modal_motion *f);

/// Counts losses and work from head->counted to h; true if dq and v are then those of some time
/// between.
bool motion_book(const modal_system *p, modal_motion *f, double h);

/// The sum of harmonic and constant forces on a mode, h after the origin.
double motion_drive(const modal_system *p, const modal_motion *f, int mode, double h);

/// drives.c: phases and responses at the origin, and what the responses add to dq and v at h.
void drives_begin(const modal_system *p, modal_motion *f);
void drives_respond(const modal_system *p, modal_motion *f, double h);

// --- mode_bounds.c: bounds of the modes of each stop --------------------------------------------

/// What is constant of them, and all bounds from the origin on.
void bounds_begin(const modal_system *p, modal_motion *f);
void bounds_set(const modal_system *p, modal_motion *f);

/// The blocks of a stop.
static inline mode_bounds *bounds_of(const modal_system *p, const modal_motion *f, int i) {
  return f->mode_bounds + (p->stop[i].first / BOUNDS_BLOCK + i);
}

/// How many blocks of a stop have modes that follow one another from first_mode on; those of the
/// others are listed.
static inline int blocks_in_order(const modal_system *p, const modal_motion *f, int i) {
  return f->stop[i].first_mode >= 0 ? p->stop[i].count / BOUNDS_BLOCK : 0;
}

static inline int blocks_of(const modal_system *p, int i) {
  return (p->stop[i].count + BOUNDS_BLOCK - 1) / BOUNDS_BLOCK;
}

/// Where displacements from rest, velocities and amplitudes of a block's modes are, at the origin.
typedef struct {
  const double *x, *y, *max;
} block_origin;

static inline block_origin origin_of_block(const modal_motion *f, const mode_bounds *bound,
                                           int in_order, long long first_mode, int block) {
  const long at = (long)first_mode + (long)block * BOUNDS_BLOCK;
  if (block < in_order)
    return (block_origin){f->rest_q + at, f->free_v + at, f->amplitude + at};
  return (block_origin){bound->x, bound->y, bound->max};
}

/// The values of the modes of a listed block; 0 in unused places.
static inline void load_listed(const modal_system *p, int i, int block, const double *from,
                               double *to) {
  const stop *s = &p->stop[i];
  const participation *r = p->participation + s->first + (long)block * BOUNDS_BLOCK;
  for (int n = 0; n < BOUNDS_BLOCK; ++n)
    to[n] = block * BOUNDS_BLOCK + n < s->count ? from[r[n].mode] : 0;
}

// --- next_impact.c: the next impact -------------------------------------------------------------

/// Searches for the first impact up to `until` (since the origin); true if there is one, at
/// head->now, which dq, v and every eta then belong to.
bool motion_next_impact(const modal_system *p, modal_motion *f, double until);

// --- impact_rules.c and resting_contact.c: what stops do ----------------------------------------

/// eta and eta' of every stop from dq and v.
void stops_evaluate(const modal_system *p, modal_motion *f);

/// The same, without eta' of stops that are farther than rounding errors may be large.
void stops_evaluate_near(const modal_system *p, modal_motion *f);

/// Impulses at all stops that touch and close; the origin must be the present time.
void stops_collide(const modal_system *p, modal_motion *f);

/// Which stops stay in contact: chatter is ended, contacts that would pull are released.
void stops_resolve(const modal_system *p, modal_motion *f);

/// Subtracts from `a` the forces of stops that stick and puts them into push[]; true if some stick.
bool stops_constrain(const modal_system *p, modal_motion *f, double *a, double *push);

/// The force of a spring or law.
double stop_force(const stop *s, double eta, double rate);

/// Forces of stops now, and accelerations with them; true if some stick.
bool stops_forces(const modal_system *p, modal_motion *f);

void stop_begin(modal_motion *f, int stop, stop_touch how, double speed);
void stop_end(const modal_system *p, modal_motion *f, int stop);

// --- Contacts that last -------------------------------------------------------------------------

/// held_motion.c: one step of linear motion with stops that stick or are springs, at most `until`;
/// the origin moves to its end. True if it ends with an event.
bool held_advance(const modal_system *p, modal_motion *f, double until);

/// law_motion.c: the same with contacts that follow a law.
bool law_advance(const modal_system *p, modal_motion *f, double until);

/// The sum of weight times field over a stop's modes.
static inline double stop_sum(const modal_system *p, int i, const double *field) {
  const stop *s = &p->stop[i];
  double sum = 0;
  for (int k = s->first; k < s->first + s->count; ++k)
    sum += p->participation[k].weight * field[p->participation[k].mode];
  return sum;
}

static inline double instant_value(instant t) {
  return t.sum + t.rest;
}

static inline instant instant_later(instant t, double by) {
  const double sum = t.sum + by;
  const double big = t.sum < 0 ? -t.sum : t.sum;
  const double small = by < 0 ? -by : by;
  const double rest = t.rest + (big >= small ? (t.sum - sum) + by : (by - sum) + t.sum);
  return (instant){sum + rest, rest - ((sum + rest) - sum)};
}

/// Seconds from an instant to a time.
static inline double instant_until(instant t, double time) {
  return (time - t.sum) - t.rest;
}

#endif
