// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The state from inside: a handle of pointers, what is kept, which alone is saved and restored, and
// the scratch of whoever steps it. They lie in one block, or where an engine of batches puts them.
// What a method alone keeps lies behind `own` and is known to its folder only. Stepping allocates
// nothing.

#ifndef CAROM_STATE_INSIDE_H
#define CAROM_STATE_INSIDE_H

#include "base/block.h"
#include "base/compensated_sum.h"
#include "model/method.h"
#include <carom/state.h>
#include <math.h>

/// Summary of all links of a contact, over the interval that ends with the present sample.
typedef struct {
  double overlap, before; // its deepest link, at t_n and at t_{n-1}, m
  double speed;           // of that link, m/s
  double approach;        // the speed one interval earlier, before any force
  double force;           // of all links, at t_{n-1}, N
  double psi;             // the largest of its links, at t_{n-1/2}
  double depth;           // the overlap there, of the deepest link, m
  double peak;            // the force of the law there, N; 0 where it is not known
} contact_summary;

/// An impact inside the sample, or what falls into it of a longer one.
typedef struct {
  double begin, end;          // after `from` below; NAN if it did not begin or end here, s
  double impulse;             // N s
  double peak;                // largest force, N
  double spent;               // energy lost, J
  double speed_in, speed_out; // where it begins and ends, if known; otherwise NAN, m/s
} sub_sample_event;

/// Besides, of contacts that are resolved inside the sample.
typedef struct {
  double from;                    // where the interval begins, s
  sub_sample_event now;           // the last impact
  const sub_sample_event *before; // those that have ended before it
  int events;                     // and how many
  int crowd;                      // impacts in this sample, if they are too many to be followed
} sub_sample_summary;

/// Sums over the finished impacts of a contact, and the deepest.
typedef struct {
  double impulse; // N s
  double lasted;  // impulse times length, N s2
  double closed;  // impulse times speed of approach, N m
  double energy;  // half of impulse times mean speed: what went through it, J
  double deepest; // overlap, m
} impact_sums;

/// The present impact of a contact, and the first one that ended.
typedef struct {
  long long open;
  contact_summary summary;
  carom_impact event;
  double deepest;               // of the present impact, m
  double since;                 // nothing begins before: the start, or when a mass was put there, s
  carom_initial_overlap placed; // of a mass that was put there: with the largest part of its energy
  carom_impact first;
  double first_deepest;
  impact_sums all;
  long long crowd; // the most impacts in one sample, where they were too many to be followed
} impact_tracker;

/// The account of a body or contact in the ledger.
typedef struct {
  double kinetic, potential; // now
  double before;             // kinetic + potential half a step earlier, for outputs
  compensated_sum dissipated;
  compensated_sum numerical; // the part of it that is numerical loss
  compensated_sum supplied;  // external work, to or through it
} account;

/// A live key on its way to a value.
typedef struct {
  double target;
  double step;    // a step's change
  long long left; // steps
} live_glide;

/// A pluck or strike: from the score, or started by a program.
typedef struct {
  double amplitude, begin, length; // N, s, s
} force_stroke;

/// Something to be done at the beginning of a step.
typedef struct {
  long long step, order;
  int kind, index; // see actions.c
  double a, b, c;
} waiting_action;

/// Every array that is kept: type, name, count. Their elements have no padding, so that saved bytes
/// are all initialised (state.c asserts it).
#define STATE_ARRAYS(X)                                                                            \
  X(material, material, m->body_count)                                                             \
  X(account, body_account, m->body_count)                                                          \
  X(long long, reversed, m->body_count) /* steps with a negative potential energy, see ledger.c */ \
  X(double, barrier, m->body_count)     /* position at t_n, m */                                   \
  X(contact_values, values, m->contact_count)                                                      \
  X(account, contact_account, m->contact_count)                                                    \
  X(impact_tracker, tracker, m->contact_count)                                                     \
  X(carom_initial_overlap, press, m->contact_count)                                                \
  X(carom_counts, counts, m->contact_count)                                                        \
  X(double, output, m->output_count)                                                               \
  X(double, push, m->contact_count)    /* forces of contacts, where outputs are, N */              \
  X(double, amplitude, m->force_count) /* of the forces, live */                                   \
  X(force_stroke, stroke, m->force_count)                                                          \
  X(live_glide, glide, m->live_count)                                                              \
  X(waiting_action, action, action_capacity(m)) /* by their steps */                               \
  X(double, live, m->live_count)                                                                   \
  X(int, by_hand, m->live_count)              /* set by the caller: breakpoints are ignored */     \
  X(carom_impact, impact, impact_capacity(m)) /* ring of finished impacts */

/// output.c: the values of a row of carom_process().
void outputs_row(const carom_model *m, const carom_state *s, double *row);

/// Actions that may wait.
static inline int action_capacity(const carom_model *m) {
  int capacity = 16 + 16 * m->control_count;
  for (int i = 0; i < m->control_count; ++i) { // a family is moved at once
    const int targets = m->control[i].voices * m->control[i].width;
    capacity += targets > 16 ? 2 * targets : 0;
  }
  return method_of(m)->has_live_keys ? capacity : 0;
}

static inline int impact_capacity(const carom_model *m) {
  return method_of(m)->impacts_kept * m->contact_count;
}

/// Asserts that elements of a kept array are `count` doubles without padding.
#define NO_PADDING(type, count) _Static_assert(sizeof(type) == (count) * sizeof(double), "padding")

/// The scalars that are saved with the arrays.
typedef struct {
  unsigned long long fingerprint;
  long long n;       // steps taken
  long long ordered; // actions taken so far
  double gravity;
  compensated_sum supplied;
  double first_total;
  double largest_error, largest_turnover;
  double exchanges; // between links and bodies, each step's squared and summed (theory 8.11), J2
  carom_ledger ledger;
  carom_solver_counts solver;
  int impact_first, impact_count;
  int failure; // a carom_status: why the motion is not finite, where that is known
  int finite;
  int keep_ledger;
  int waiting; // the ledger of the last half step is not balanced yet
  int actions; // that wait
  int gliding; // live keys on their way
  int swapped; // the audio method's `du` and `next` have changed places
  int cued;    // cues of the score done
} state_head;

struct carom_state {
  unsigned long long fingerprint; // of its model
  carom_memory memory;            // resize is NULL in memory of the caller's or of a batch
  void *attached;                 // the method's integrator; not saved, it restarts from any state
  carom_impact_sink *overflow;    // takes what the queue has no room for
  void *overflow_user;
  const carom_stop *stop; // given up where it is requested; or NULL
  size_t size;            // of the block, where it is one
  unsigned char *kept;    // the head, then the arrays, then those of the method
  size_t kept_size;
  unsigned char *scratch;
  size_t scratch_size;
  state_head *head;
  STATE_ARRAYS(ARRAY_FIELD)
  void *own;        // the method's pointers
  long long coming; // steps that follow the present one at once
  void (*detach)(carom_state *s);
  bool single; // grids of the model are in single precision
};

/// Whether the state is of this model, or of another that was compiled from the same scene. Every
/// public call that takes both asks: all else would be reading and writing beside the state.
static inline bool state_is_of(const carom_model *m, const carom_state *s) {
  return m != NULL && s != NULL && s->fingerprint == m->fingerprint;
}

/// And whether it has such a body or contact.
static inline bool state_has_body(const carom_model *m, const carom_state *s, int body) {
  return state_is_of(m, s) && body >= 0 && body < m->body_count;
}

static inline bool state_has_contact(const carom_model *m, const carom_state *s, int contact) {
  return state_is_of(m, s) && contact >= 0 && contact < m->contact_count;
}

/// By how much the gap of a contact is smaller now than its links' offsets say, m.
static inline double contact_closed(const carom_model *m, const carom_state *s, int contact) {
  return m->contact[contact].start.gap - s->values[contact].gap;
}

/// sum of weight * field[node], in pairs for instruction-level parallelism
static inline double gather_terms(const link_term *term, int count, const double *field) {
  double sum = 0;
  int t = 0;
  for (; t + 4 <= count; t += 4)
    sum += (term[t].weight * field[term[t].node] + term[t + 1].weight * field[term[t + 1].node]) +
           (term[t + 2].weight * field[term[t + 2].node] +
            term[t + 3].weight * field[term[t + 3].node]);
  for (; t < count; ++t)
    sum += term[t].weight * field[term[t].node];
  return sum;
}

static inline double gather(const carom_model *m, int first, int count, const double *field) {
  return gather_terms(m->term + first, count, field);
}

/// The same of a field.
double gather_mixed(const link_term *term, int count, node_field field);

static inline double gather_nodes(const link_term *term, int count, node_field field) {
  return field_is_wide(field) ? gather_terms(term, count, field.wide)
                              : gather_mixed(term, count, field);
}

static inline double gather_field(const carom_model *m, int first, int count, node_field field) {
  return gather_nodes(m->term + first, count, field);
}

// --- What this room needs of itself -------------------------------------------------------------

/// Bytes of the parts of a state: the handle with the method's pointers, what is kept, scratch.
/// Multiples of 64.
typedef struct {
  size_t handle, kept, scratch;
} state_sizes;

/// state.c: the sizes; a handle with its scratch, not bound yet; and binding it to what some state
/// keeps, whoever stepped that before.
state_sizes state_measure(const carom_model *m);
carom_state *state_handle(const carom_model *m, void *block, unsigned char *scratch);
void state_bind(const carom_model *m, carom_state *s, unsigned char *kept);

/// live.c: whether a key may start with this value instead of the compiled one, and putting it
/// where the start reads it.
carom_status live_may_start(const carom_model *m, int index, double value);
void live_start(const carom_model *m, carom_state *s, int index, double value);

// --- What methods need of this room -------------------------------------------------------------

/// live.c: live keys move along their breakpoints; actions.c: what waits for this step is done, and
/// live keys glide.
void live_ramps(const carom_model *m, carom_state *s);
void actions_run(const carom_model *m, carom_state *s);

/// Both, at the beginning of a step.
static inline void live_advance(const carom_model *m, carom_state *s) {
  if ((s->head->actions | s->head->gliding) != 0 || s->head->cued < m->cue_count)
    actions_run(m, s);
  if (m->ramp_count > 0)
    live_ramps(m, s);
}

/// Changes a live key at once; the work is supplied.
void live_put(const carom_model *m, carom_state *s, int index, double value);

/// Ends its breakpoints and its glide, and those of its twin.
void live_stop(const carom_model *m, carom_state *s, int index);

/// Whether a live key may take a value: its range, and what the grid carries.
bool live_allows(const carom_model *m, const carom_state *s, int index, double value);

/// excitation.c: an external force (N) and the position of a barrier (m), at a time.
double force_at(const carom_model *m, const carom_state *s, int force, double time);
double barrier_at(const carom_model *m, const carom_state *s, int body, double time);

/// output.c: all outputs of methods that know displacement, velocity and acceleration at t_n,
/// before they advance to t_{n+1}, with forces_read(); of a contact alone; and energies alone: the
/// mean of the accounts at the two half steps around t_n, or, where the ledger belongs to whole
/// steps, the account at t_n.
void outputs_read(const carom_model *m, carom_state *s);
void output_read_contact(const carom_model *m, carom_state *s, int index);
void outputs_read_energies(const carom_model *m, carom_state *s);

/// contact_forces.c: keeps the forces of contacts for whoever asks after the step, together with
/// outputs. Methods that read outputs themselves call it there; where the ledger belongs to half
/// steps forces stay those of t_n, and step.c does.
void forces_read(const carom_model *m, carom_state *s);

/// ledger.c: opens it, and balances it when bodies and contacts have booked their energies, losses
/// and work.
void ledger_open(const carom_model *m, carom_state *s);
void ledger_balance(const carom_model *m, carom_state *s);
void ledger_settle(const carom_model *m, carom_state *s);

/// External work through a contact, J.
void ledger_supply(carom_state *s, int contact, double work);

/// impact_log.c: a collision that closes with that speed at t = 0, and at the end of a step, by its
/// summary; `inside` is NULL unless it is resolved inside the sample. Whether an impact begins that
/// others have caused.
void impact_start(const carom_model *m, carom_state *s, int contact, double speed);
void impact_break(const carom_model *m, carom_state *s, int contact);
bool impact_track(const carom_model *m, carom_state *s, int contact,
                  const sub_sample_summary *inside);

/// What a rigid contact does in a time step that ends at `time`.
typedef struct {
  bool touches;
  double time, length;        // s
  double force;               // mean, N
  double speed_in, speed_out; // relative, if it begins or ends here, m/s
} rigid_summary;

/// impact_log.c: follows a rigid contact, whose overlap tells nothing.
void impact_follow_rigid(const carom_model *m, carom_state *s, int contact,
                         const rigid_summary *now);

/// The summary of a contact, to be filled in before either call; it begins without any link.
static inline contact_summary *impact_summary(carom_state *s, int contact) {
  contact_summary *summary = &s->tracker[contact].summary;
  *summary = (contact_summary){
      .overlap = -INFINITY, .before = -INFINITY, .depth = -INFINITY, .approach = summary->speed};
  return summary;
}

/// warnings.c: how contacts that overlap at t = 0 are held, where the method knows accelerations;
/// the energies of all of them.
void press_start(const carom_model *m, carom_state *s);

/// The largest overlap of a contact since t = 0, in impacts that ended and the present one, m.
double impact_deepest(const carom_state *s, int contact);

/// Puts a finished impact into the queue, and keeps the first of each contact.
void impact_queue(const carom_model *m, carom_state *s, const carom_impact *event, double deepest);

#endif
