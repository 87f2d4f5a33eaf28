// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The state from inside: one block, a header of pointers and then the data, which alone is saved
// and restored. Everything a step needs is here, scratch included, so that stepping allocates
// nothing.

#ifndef CAROM_STATE_INSIDE_H
#define CAROM_STATE_INSIDE_H

#include "methods/adaptive/integrator.h"
#include "model/model.h"
#include <carom/state.h>

/// A body's live values.
typedef struct {
  double pull;   // c^2 = T / rho A, or a mass's omega_0^2
  double sigma0; // 1/s
  double sigma1; // m2/s
} material;

/// The coefficients made from them: du+ = du - lose du + Lap(pull u + rub du - bend Lap u), and
/// receptance = k^2 / (1 + sigma_0 k), so that a node's mobility is b = receptance / m.
typedef struct {
  double lose, pull, bend, rub, receptance;
} motion;

/// A contact's live values, and the constants of its psi.
typedef struct {
  double stiffness, damping, linear, cubic, sigma_x;
  double bow_force;  // N
  double bow_speed;  // m/s
  double psi_factor; // sqrt(2 K / (alpha + 1))
  double g_factor;   // sqrt(K (alpha + 1) / 2)
} law;

/// What is kept about a link from step to step.
typedef struct {
  double psi;      // psi^{n-1/2}
  double psi_most; // the largest so far
  double stretch;  // the psi of a spring's linear part, sqrt(K1) mu eta
  double eta;      // eta^n, m
  double deta;     // eta^n - eta^{n-1}
  double slide;    // velocity past a bow at t_{n-1}, m/s
  double speed;    // of the overlap at t_n as events tell it, m/s
  int hovering;    // steps for which it has kept energy without overlap
} link_memory;

/// What a link goes through within a step. D = eta^{n+1} - eta^{n-1}.
typedef struct {
  double free;    // D^I: D if no link pushed
  double force;   // F, N
  double seen;    // D^: the change of overlap this link's psi and loss account for
  double psi;     // psi^{n+1/2}
  double stretch; // the same of a spring's linear part
  double loss;    // h: Hunt-Crossley coefficient used, N/m
  // Scratch of the island solver
  double g, f, d; // F = f + d D; for collisions f = g psi, d = g^2/4 + h
  double root;    // sqrt(d)
  double D;       // the change of overlap as solved for all contacts together
  double x;       // right-hand side and solution
  double goal;    // D^eff, with what released contacts did
  double shift;   // half of that, for reading positions
  double target;  // the g wanted
  double h;       // Hunt-Crossley coefficient before any bound
  int role;       // see collision.c
  // Of bows, see bow.c
  double slide;                  // the velocity past the bow its coefficients were made for, m/s
  double share;                  // how much of it bends the bristles
  double last_slide, last_force; // what the round before found
} link_work;

/// Where a moving point is, and its weights there.
typedef struct {
  double place; // fraction of the length
  int count;
  link_term term[4];
} moving_point;

/// What a classic method keeps of the mass and its wall from step to step.
typedef struct {
  double velocity;     // v_n, m/s
  double acceleration; // what the next step begins with: that of the last step's end, m/s2
  double force;        // the contact's part of it, N
  double speed_in;     // with which the present impact began; NaN if that is not known
  double deepest;      // the largest compression it should have, m
} classic_memory;

/// What there is to an exact link beside that: its overlap is that of half steps, and stores the
/// energy in place of eta.
typedef struct {
  double xi;      // at t_{n-1/2}, m
  double push;    // its force over the last few samples, N
  double fastest; // its largest closing speed, slowly forgotten, m/s
  // Within a step
  double next;       // xi at t_{n+1/2}
  double spent;      // energy lost, J
  double peak;       // largest force, N
  double begin, end; // when it touched and parted, after t_{n-1/2}; NAN if it did not, s
  double masses;     // what it pushes that moves as a mass, 1/kg
  bool often;        // between masses alone: may have many turns a sample
  bool modal;        // between masses and modes
} sub_sample_work;

/// A contact seen as a whole, over the interval that ends with the present sample.
typedef struct {
  double overlap, before; // its deepest link, at t_n and at t_{n-1}, m
  double speed;           // of that link, m/s
  double approach;        // the speed one interval earlier, before anything pushed
  double force;           // of all links, at t_{n-1}, N
  double psi;             // the largest of its links, at t_{n-1/2}
} contact_summary;

/// An impact being watched.
typedef struct {
  bool open;
  contact_summary seen;
  carom_event event;
  double deepest;    // of the impact being watched, m
  carom_event first; // the first that ended
  double first_deepest;
} impact_tracker;

/// A sum that keeps what rounding drops (Neumaier).
typedef struct {
  double sum, rest;
} compensated_sum;

static inline void sum_add(compensated_sum *t, double x) {
  const double sum = t->sum + x;
  const double a = t->sum < 0 ? -t->sum : t->sum;
  const double b = x < 0 ? -x : x;
  t->rest += a >= b ? (t->sum - sum) + x : (x - sum) + t->sum;
  t->sum = sum;
}

static inline double sum_value(compensated_sum t) {
  return t.sum + t.rest;
}

/// A body's or contact's line in the ledger.
typedef struct {
  double kinetic, potential; // now
  double before;             // kinetic + potential half a step earlier, for outputs
  compensated_sum dissipated;
  compensated_sum supplied; // to or through it from outside
} account;

/// Sums over a body's nodes, at t_{n-1/2}. The loss between two half steps needs those of both.
typedef struct {
  double speed;   // |du|^2, m2
  double stretch; // <D u^n, D u^{n-1}>
  double curve;   // <Lap u^n, Lap u^{n-1}>
  double rub;     // |D du|^2
  double pace;    // <du, du of the step before>
  double drag;    // <D du, D du of the step before>
} body_sums;

/// Every array of the state: type, name, count.
#define STATE_ARRAYS(X)                                                                            \
  X(double, u, model_nodes(m))    /* u^n, m; u^{n+1} from the free step on */                      \
  X(double, du, model_nodes(m))   /* u^n - u^{n-1}; from the free step on only with the ledger */  \
  X(double, next, model_nodes(m)) /* u^{n+1} - u^n, within a step */                               \
  X(double, row_scratch, 3 * (m->widest + 24))                                                     \
  X(material, material, m->body_count)                                                             \
  X(motion, motion, m->body_count)                                                                 \
  X(account, body_account, m->body_count)                                                          \
  X(body_sums, sums, m->body_count)                                                                \
  X(double, barrier, m->body_count)      /* position at t_n, m */                                  \
  X(double, barrier_step, m->body_count) /* position at t_n less that at t_{n-1} */                \
  X(double, barrier_next, m->body_count) /* position at t_{n+1} less that at t_n */                \
  X(law, law, m->contact_count)                                                                    \
  X(account, contact_account, m->contact_count)                                                    \
  X(impact_tracker, impact_tracker, m->contact_count)                                              \
  X(carom_counts, counts, m->contact_count)                                                        \
  X(moving_point, moving, m->moving_count)                                                         \
  X(link_memory, link, m->link_count)                                                              \
  X(classic_memory, classic, model_is_classic(m) ? 1 : 0)                                          \
  X(double, modal_motion, event_doubles(m)) /* the event method's, see modal_motion.h */           \
  X(stop_state, stop, m->stop_count)                                                               \
  X(int, stop_set, m->stop_count)                                                                  \
  X(motion_head, motion_head, model_is_modal(m) ? 1 : 0)                                           \
  X(link_work, work, m->link_count)                                                                \
  X(sub_sample_work, inside, m->exact ? m->link_count : 0)                                         \
  X(double, bank_q, m->rotation_count > 0 ? model_nodes(m) : 0) /* modes on their way, bank.c */   \
  X(double, bank_u, m->rotation_count > 0 ? model_nodes(m) : 0) /* q at t_n */                     \
  X(double, bank_v, m->rotation_count > 0 ? model_nodes(m) : 0)                                    \
  X(int, moved, m->body_count)      /* where the modes of a body are, bank.h */                    \
  X(double, weight, m->weights)     /* W of all islands */                                         \
  X(double, coupling, m->couplings) /* columns of W between collisions and linear links */         \
  X(double, reduced, m->weights)    /* W after elimination */                                      \
  X(double, factor, m->weights)     /* Cholesky factors */                                         \
  X(double, column, m->couplings)   /* couplings divided by the linear links' factor */            \
  X(double, output, m->output_count)                                                               \
  X(double, amplitude, m->force_count) /* of the forces, live */                                   \
  X(double, push, m->force_count)      /* force at t_n, N */                                       \
  X(double, live, m->live_count)                                                                   \
  X(int, by_hand, m->live_count)        /* set by the caller: breakpoints no longer count */       \
  X(carom_event, event, impact_room(m)) /* ring of finished impacts */

// Chatter brings hundreds of impacts within a sample.
static inline int impact_room(const carom_model *m) {
  return (model_is_modal(m) ? 1024 : 32) * m->contact_count;
}

static inline int event_doubles(const carom_model *m) {
  return model_is_modal(m) ? motion_doubles(m->mode_count, m->stop_count, m->drive_hertz_count,
                                            m->participation_count)
                           : 0;
}

/// The plain numbers that are saved with the arrays.
typedef struct {
  unsigned long long fingerprint;
  long long n; // steps taken
  double gravity;
  bool swapped; // `du` and `next` have changed places
  bool keep_ledger;
  bool waiting; // the ledger of t_{n-1/2} is not balanced yet
  bool finite;
  carom_status failure; // why it is not, where that is known
  carom_solver_counts solver;
  compensated_sum supplied;
  double first_total;
  double largest_error, largest_turnover;
  carom_ledger ledger;
  int event_first, event_count;
} state_head;

struct carom_state {
  carom_memory memory; // resize is NULL in the caller's memory
  integrator by;       // of the adaptive method; not saved, it finds its way from any state
  size_t size;
  unsigned char *data; // what is saved: the head, then the arrays
  size_t data_size;
  state_head *head;
#define STATE_FIELD(type, name, count) type *name;
  STATE_ARRAYS(STATE_FIELD)
#undef STATE_FIELD
  double *spare; // the array that is neither `du` nor `next` while those are the same
};

/// sum of weight * field[node]; pairs need not wait for each other
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

/// The same of two fields at once.
static inline void gather_both(const link_term *term, int count, const double *a, const double *b,
                               double *sum_a, double *sum_b) {
  double of_a[2] = {0, 0};
  double of_b[2] = {0, 0};
  for (int t = 0; t < count; ++t) {
    of_a[t % 2] += term[t].weight * a[term[t].node];
    of_b[t % 2] += term[t].weight * b[term[t].node];
  }
  *sum_a = of_a[0] + of_a[1];
  *sum_b = of_b[0] + of_b[1];
}

static inline double gather(const carom_model *m, int first, int count, const double *field) {
  return gather_terms(m->term + first, count, field);
}

/// The nodes and weights of a link.
typedef struct {
  const link_term *term;
  int count;
} link_nodes;

static inline link_nodes nodes_of_link(const carom_model *m, const carom_state *s,
                                       const model_link *link) {
  if (link->moving >= 0)
    return (link_nodes){s->moving[link->moving].term, s->moving[link->moving].count};
  return (link_nodes){m->term + link->first_term, link->terms};
}

/// sum of weight * field[node] of a link
static inline double gather_link(link_nodes nodes, const double *field) {
  return gather_terms(nodes.term, nodes.count, field);
}

/// A force on a term's node: u^{n+1} and its increment move by b weight f. Masses, which are the
/// first nodes, move when all their increments are known.
static inline void node_push(const carom_model *m, carom_state *s, link_term term, double force) {
  const double push =
      s->motion[term.body].receptance * m->inverse_mass[term.node] * term.weight * force;
  s->next[term.node] += push;
  if (term.node >= m->mass_body_count)
    s->u[term.node] += push;
}

// The stages of a step, in their order; each is told in its own file.
void live_advance(const carom_model *m, carom_state *s);
void bodies_free_step(const carom_model *m, carom_state *s);
void forces_push(const carom_model *m, carom_state *s);
void links_predict(const carom_model *m, carom_state *s);
void islands_solve(const carom_model *m, carom_state *s);
void links_push(const carom_model *m, carom_state *s);
void outputs_begin(const carom_model *m, carom_state *s);
void outputs_read(const carom_model *m, carom_state *s);
void outputs_read_energies(const carom_model *m, carom_state *s);
void ledger_count_losses(const carom_model *m, carom_state *s);
void bodies_advance(const carom_model *m, carom_state *s);
void links_observe(const carom_model *m, carom_state *s);
void impacts_track(const carom_model *m, carom_state *s);
void ledger_balance(const carom_model *m, carom_state *s);
void ledger_settle(const carom_model *m, carom_state *s);

// The event and adaptive methods (event_step.c).
modal_system event_system(const carom_model *m);
void event_start(const carom_model *m, carom_state *s);
void event_step(const carom_model *m, carom_state *s);
void event_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                       double *potential);
void impacts_queue(const carom_model *m, carom_state *s, const carom_event *event);

// The classic methods (classic.c).
void classic_start(const carom_model *m, carom_state *s);
void classic_step(const carom_model *m, carom_state *s);
void classic_energy(const carom_model *m, const carom_state *s, double *kinetic, double *potential);

// What the start and live changes need of the stages.
void body_coefficients(const carom_model *m, carom_state *s, int body);
void body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                 double *potential);
void body_open(const carom_model *m, carom_state *s, int body);
void bodies_book(const carom_model *m, carom_state *s);
void bodies_accelerations(const carom_model *m, carom_state *s, double *acceleration);
void contact_constants(const carom_model *m, carom_state *s, int contact);
double contact_energy(const carom_model *m, const carom_state *s, int contact);
void links_start(const carom_model *m, carom_state *s);
void impacts_start(const carom_model *m, carom_state *s);
void links_energies(const carom_model *m, carom_state *s);
void links_first_forces(const carom_model *m, carom_state *s, double *acceleration);
void islands_weigh(const carom_model *m, carom_state *s);
void islands_weigh_link(const carom_model *m, carom_state *s, int link);
void moving_place(const carom_model *m, carom_state *s, int moving, double place);
void link_observe(const carom_model *m, carom_state *s, int link);
void ledger_open(const carom_model *m, carom_state *s);
double force_at(const carom_model *m, const carom_state *s, int force, double time);
double barrier_at(const carom_model *m, const carom_state *s, int body, double time);

#endif
