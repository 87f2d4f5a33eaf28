// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file state.h
/// The state: all that changes while a model runs, in one block. Functions marked [audio] never
/// allocate, lock, print or fail silently.
///
/// Questions about the state as a whole, and what is attached to it, take the state alone; all
/// other calls take model and state, in this order. The state is then one of that model, or of
/// another that was compiled from the same scene. With any other it does nothing: it returns
/// CAROM_WRONG_MODEL where it returns a status, else 0 or false, and carom_state_save() leaves
/// bytes that no model restores.
///
/// Threads: one thread at a time may use a state, calls that only read it included. Which one it is
/// may change; other states of the same model are independent. carom_stop_request() alone comes
/// from any thread, and a carom_mailbox (control.h) brings actions from another one.

#ifndef CAROM_STATE_H
#define CAROM_STATE_H

#include <carom/api.h>
#include <carom/model.h>
#include <carom/stop.h>

CAROM_BEGIN

typedef struct carom_state carom_state;

/// Bytes one state of this model takes (a multiple of 64). [setup]
size_t carom_state_size(const carom_model *model);

/// Makes a state at t = 0 in memory the caller supplies: carom_state_size() bytes aligned to 64.
/// The state is that memory: there is nothing to free, but call carom_state_free() where it was
/// equipped with an integrator. [audio]
carom_state *carom_state_init(const carom_model *model, void *block);

/// The same in memory of its own; NULL if it is out. Pass NULL for the heap. [setup]
carom_state *carom_state_new(const carom_model *model, const carom_memory *memory);
void carom_state_free(carom_state *state);

/// Back to t = 0. Whether the ledger is kept stays as it was set. [audio]
void carom_state_reset(const carom_model *model, carom_state *state);

/// Back to t = 0 with other values of `count` live keys: from there it moves as a state of the
/// scene compiled with these values, bit for bit. CAROM_NOT_LIVE for keys that take part in
/// compiling: a string's tension and pitch and any sigma1, which choose a grid, the position of a
/// bow or finger, a gap, and keys with breakpoints or gestures of their own; all keys where a pitch
/// is tuned; CAROM_BAD_VALUE outside the range of carom_model_live(). The state stays as it was
/// then. The ledger is kept or not as before. [audio]
carom_status carom_state_start(const carom_model *model, carom_state *state, int count,
                               const int *live, const double *values);

/// Advances from t_n to t_{n+1} = t_n + k, k = 1 / (rate * oversample), and sets the outputs to
/// their values at t_n. The adaptive method's integrator may allocate. [audio]
void carom_step(const carom_model *model, carom_state *state);

/// Takes `count * oversample` steps, that is `count` samples, and writes the outputs of every step,
/// one step after the other, to values[step * outputs + j] (NULL to discard); the first step of
/// each sample holds that sample. Denormal numbers are flushed to zero meanwhile. Returns
/// CAROM_NOT_FINITE if the motion left the finite numbers, CAROM_NO_PART if the method is adaptive
/// and the state has no integrator (carom_state_equip() in file.h), CAROM_TOLERANCE if that cannot
/// keep its tolerance, CAROM_WAVE_SPEED where the wave method's string no longer wraps its bridge,
/// CAROM_NOT_SOLVED where the step of a mechanism cannot be solved. [audio]
carom_status carom_process(const carom_model *model, carom_state *state, int count, double *values);

/// What the integrator of the adaptive method has done since t = 0; all 0 with other methods.
typedef struct {
  long long steps;
  long long right_sides;      ///< evaluations of the motion's right-hand side
  long long iterations;       ///< of its nonlinear solver
  long long root_evaluations; ///< of the root functions for impacts
  long long error_failures;   ///< steps repeated with a smaller length
  long long restarts;         ///< at impacts, and at the end of contacts
} carom_solver_counts;

/// [audio]
carom_solver_counts carom_state_solver(const carom_state *state);

/// Steps taken so far. [audio]
long long carom_state_steps(const carom_state *state);

/// The value of one output at the time of the last step; NAN for an index that is none. [audio]
double carom_output(const carom_model *model, const carom_state *state, int index);

/// The shape of a body after the last step, at t_{n+1}: its grid points row by row, ends included;
/// (points_x + 1) * (points_y + 1) values, the point i along x and j along y at shape[j * (points_x
/// + 1) + i] (one value for a mass or a barrier). Of a linkage where its frame is in the plane, x,
/// y and angle, then the same of its head: of what lies behind a flexible shank, where that would
/// be in an undeformed frame. Returns how many there are and copies at most `room` of them. [audio]
int carom_body_shape(const carom_model *model, const carom_state *state, int body, double *shape,
                     int room);

/// The velocities of the same points, m/s: the changes over the last step divided by its length, or
/// those of t_{n+1} where the method knows them. A barrier has none: 0. [audio]
int carom_body_velocity(const carom_model *model, const carom_state *state, int body,
                        double *velocity, int room);

/// Where a point of a linkage is in the plane at t_{n+1}, bent as its shank is: x and y, m, and the
/// angle of its cross-section, rad. The point is told in the linkage's own frame, undeformed, m: a
/// mark, the centre of a circle, a point of its shank. Segments do not bend, they lie in the first
/// frame of carom_body_shape(). False, with nothing written, for any other body. [audio]
bool carom_linkage_place(const carom_model *model, const carom_state *state, int body, double x,
                         double y, double place[3]);

/// The force of a contact at t_n, where the outputs of the last step are, N: what an output of the
/// quantity force tells, to the bit; 0 before the first step, and for an index that is none.
/// [audio]
double carom_contact_force(const carom_model *model, const carom_state *state, int contact);

/// The forces of a contact along a string or bar at t_n, N: one for each of its `places`
/// (carom_contact_info), 0 where it does not touch; their sum is the contact's force. They are not
/// saved: a state that was restored or came out of a batch has them after its next step. Returns
/// how many there are, 0 if the contact has none or the method does not know them, and copies at
/// most `room` of them. [audio]
int carom_contact_forces(const carom_model *model, const carom_state *state, int contact,
                         double *force, int room);

/// The energy ledger after the last step, in joules: at t_{n+1}, or in the audio method half a step
/// earlier.
typedef struct {
  double time; ///< s
  double kinetic, potential, contact;
  double dissipated;       ///< lost since t = 0
  double supplied;         ///< by forces, bows, moving barriers and live changes since t = 0
  double total;            ///< kinetic + potential + contact + dissipated - supplied: constant
  double balance_error;    ///< total less its first value
  double largest_error;    ///< largest |balance_error| of all steps
  double largest_turnover; ///< largest kinetic + |potential| + contact + dissipated + |supplied|
  double largest_balance_error; ///< the relative error: largest_error over largest_turnover and
                                ///< what rounding does to it (theory 8.12)
} carom_ledger;

/// [audio]
carom_ledger carom_state_ledger(const carom_state *state);

/// One row of the ledger: a body's or a contact's share, in joules.
typedef struct {
  double kinetic, potential, dissipated; ///< a contact's stored energy is its potential
  double supplied;  ///< through a contact: a bow's work, that of a moving barrier or finger
  double numerical; ///< the part of what a contact dissipated that is the scheme's own loss
} carom_share;

/// Zeros for an index that is none. [audio]
carom_share carom_body_share(const carom_model *model, const carom_state *state, int body);
carom_share carom_contact_share(const carom_model *model, const carom_state *state, int contact);

/// The bound of a collision's law: a string, bar or plate under a contact at a point gives way by
/// itself within a step, and a law much stiffer than that would oscillate at half the rate. From
/// the overlap on the law is straight, with the stiffness that the body can answer.
typedef struct {
  double overlap;    ///< m
  double force;      ///< there, N
  double compliance; ///< by how much more it may give way at rest, m/N
  double deepest;    ///< the largest overlap since t = 0, m; the law was bounded if it is above
} carom_bound;

/// The bound of a contact as it is now; false where its law is not bounded, and nowhere with
/// solver.bound: false. [audio]
bool carom_contact_bound(const carom_model *model, const carom_state *state, int contact,
                         carom_bound *bound);

/// A contact whose bodies overlap at t = 0.
typedef struct {
  double overlap; ///< m
  double energy;  ///< that it stores, J
  double rest;    ///< of the bodies: kinetic and |potential| energy, J
  double held;    ///< the part of its force that other forces hold: 1 at rest, 0 where none does
} carom_initial_overlap;

/// False where they are apart then. [audio]
bool carom_contact_initial_overlap(const carom_model *model, const carom_state *state, int contact,
                                   carom_initial_overlap *initial);

/// How finely the steps resolve a contact, from its finished impacts so far.
typedef struct {
  double steps;    ///< how many an impact lasts: the mean, weighted by impulses; of free masses by
                   ///< the closed form at their mean speed
  double share;    ///< energy that went through its impacts, over the largest of the ledger
  double overlap;  ///< the largest, m
  double hardness; ///< A there: how much harder the law is than the bodies respond (theory 2.21); 0
                   ///< between masses and along bodies
  double bound;    ///< A from which on the law is straight; infinite where it is not bounded
} carom_resolution;

/// False without impacts, and with methods that find impacts at their own times. [audio]
bool carom_contact_resolution(const carom_model *model, const carom_state *state, int contact,
                              carom_resolution *resolution);

/// Turns the ledger off (or on again) for hosts that cannot spare the time. It is on at first, and
/// carom_state_reset() and carom_state_start() leave it as it is; an
/// interval in which it was off is left out of the balance and of what bodies, springs, fingers and
/// bows dissipated and were supplied. Outputs and impacts are the same either way. [audio]
void carom_state_keep_ledger(const carom_model *model, carom_state *state, bool keep);

/// One impact: overlap from its rise above zero to its return.
typedef struct {
  int contact;
  int number;         ///< of this contact's impacts, from 1; 0 while it lasts
  double begin, end;  ///< s, by the zero crossings of the overlap; end is NaN while it lasts
  double peak_force;  ///< N
  double impulse;     ///< N s
  double speed_in;    ///< m/s, relative, positive
  double speed_out;   ///< m/s, relative, positive; NaN while it lasts
  double energy_lost; ///< J
} carom_impact;

/// Takes the oldest finished impact out of the state's queue; false if there is none. The queue
/// holds 32 impacts for each contact, 1024 with the event, adaptive and rigid methods; when it
/// overflows the oldest are dropped, or handed to the function of carom_state_overflow(). [audio]
bool carom_state_next_impact(const carom_model *model, carom_state *state, carom_impact *impact);

/// Takes an impact.
typedef void carom_impact_sink(void *user, const carom_impact *impact);

/// Has impacts that the queue has no room for handed to a function while the state is stepped, the
/// oldest first, instead of being dropped: rigid stops may bring thousands in a sample. NULL ends
/// it. It is not part of what is saved. [audio]
void carom_state_overflow(carom_state *state, carom_impact_sink *take, void *user);

/// Watches a stop while the state is stepped: once it is requested, carom_process() returns
/// CAROM_INTERRUPTED within a step or two, and the state goes no further; what may take minutes
/// within a step, a search for impacts and integration, is given up. carom_state_steps() tells how
/// many steps were taken. NULL ends it. It is not part of what is saved. [audio]
void carom_state_stop(carom_state *state, const carom_stop *stop);

/// The present impact of a contact; false if it is apart. [audio]
bool carom_state_open_impact(const carom_model *model, const carom_state *state, int contact,
                             carom_impact *impact);

/// The first finished impact of a contact, which is kept for good, and its largest overlap at a
/// sample, m; false if there was none yet. [audio]
bool carom_contact_first(const carom_model *model, const carom_state *state, int contact,
                         carom_impact *impact, double *compression);

/// Counts of a contact since t = 0.
typedef struct {
  long long impacts;   ///< finished ones
  long long solves;    ///< steps in which the force was solved for
  long long retries;   ///< of these, solved again: with a bound, or for a bow
  long long fallbacks; ///< solved sequentially; of a bow, not converged
} carom_counts;

/// Zeros for an index that is none. [audio]
carom_counts carom_contact_counts(const carom_model *model, const carom_state *state, int contact);

/// Changes a live key from the next step on, instead of its breakpoints if it has any. The work it
/// does is counted as supplied. CAROM_NOT_LIVE for an index that is none; CAROM_BAD_VALUE outside
/// the range of carom_model_live(), or where a string's tension and sigma1 together are more than
/// its grid carries. [audio]
carom_status carom_state_set(const carom_model *model, carom_state *state, int live, double value);

/// The present value of a live key; NAN for an index that is none. [audio]
double carom_state_get(const carom_model *model, const carom_state *state, int live);

/// Bytes of a saved state; less than carom_state_size(), which counts pointers and scratch too.
/// [setup]
size_t carom_state_saved_size(const carom_model *model);

/// Copies the state out as plain bytes, carom_state_saved_size() of them, and back in, bit for bit.
/// CAROM_WRONG_MODEL for a saved state of another model, CAROM_DAMAGED where its checksum does not
/// fit; the state stays as it was then. [audio]
void carom_state_save(const carom_model *model, const carom_state *state, void *bytes);
carom_status carom_state_restore(const carom_model *model, carom_state *state, const void *bytes);

CAROM_END

#endif
