// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The audio method from inside: what it alone keeps of a state, and the stages of its step.

#ifndef CAROM_AUDIO_H
#define CAROM_AUDIO_H

#include "bodies/modal_bank.h"
#include "laws/gradient.h"
#include "methods/audio/link_beginning.h"
#include "methods/audio/runs.h"
#include "methods/audio/sub_sample.h"
#include "model/layout.h"
#include "state/state.h"
#include <assert.h>

/// State of a link outside of runs from step to step.
typedef struct {
  double psi;         // psi^{n-1/2}
  double psi_most;    // the largest so far
  double stretch;     // the psi of a spring's linear part, sqrt(K1) mu eta
  double eta;         // eta^n, m
  double deta;        // eta^n - eta^{n-1}
  double half;        // (eta^n + eta^{n-1}) / 2: the overlap at t_{n-1/2}, which collisions read
  double shift;       // added to that while a contact lasts in which the link began, m
  double slide;       // velocity v past a bow at t_{n-1}, m/s
  double slope;       // Phi(v) / v of its friction curve there
  long long hovering; // steps it has kept energy without overlap
  double inertia;     // of a spring: what of K1/4 its average leaves out (springs.c), N/m
} link_memory;

/// Results of a step for a link.
typedef struct {
  double free;      // D^I: D = eta^{n+1} - eta^{n-1} without link forces
  double force;     // F, N
  double seen;      // D^: the change of overlap this link's psi and loss account for
  double psi;       // psi^{n+1/2}
  double stretch;   // the same of a spring's linear part
  double loss;      // h: coefficient of the losses, N/m
  double numerical; // the part of h that is numerical loss, N/m
  double dropped;   // energy given up without overlap, J
  double slide;     // velocity past a bow, m/s
  double slope;     // of its friction curve there
} link_step;

/// A link while its island is solved: F = f + d D; for collisions f = g psi, d = g^2/4 + h.
typedef struct {
  // As in link_step and in its order; `numerical` is the part of h until the island is solved
  double free, force, seen, psi, stretch, loss, numerical, dropped, slide, slope;
  double before;  // psi at the start of the step, unless it was dropped
  double from;    // overlap then, or where the law stores as much
  double theta;   // share of numerical loss in the discrete gradient
  double damping; // factor of mu
  double g, f, d;
  double root;              // sqrt(d)
  double D;                 // the change of overlap as solved for all contacts together
  double x;                 // right-hand side and solution
  double residual, first_D; // of iterative refinement
  double goal;              // D^eff: D^I less twice the effect of contacts solved before
  double shift;             // that effect once, for positions
  double target;            // the g before bounds
  double h;                 // coefficient of the losses before any bound
  int role;                 // see island_collisions.c
  // Of bows, see island_bows.c; their `slide` is the velocity their coefficients were made for
  double share;                  // lambda: the part of it that bends the bristles
  double last_slide, last_force; // of the round before
  double press;                  // N, the bow's force with its noise
} link_work;

/// Where a moving point is, and its weights there.
typedef struct {
  double place; // fraction of the length
  long long count;
  link_term term[4];
} moving_point;

/// Nodes whose values are doubles: all, or in single precision masses; and floats: all others, and
/// room for masses, so that nodes have one number.
static inline int wide_nodes(const carom_model *m) {
  return m->single ? m->mass_body_count : model_nodes(m);
}

static inline int narrow_nodes(const carom_model *m) {
  return m->single ? model_nodes(m) : 0;
}

/// Linear links of an island that are eliminated by formulas (island_small.c); of more, a matrix is
/// factored.
enum { SMALL_ISLAND = 2 };

/// Steps that are predicted at once: few, since a contact may be touched at any of them.
enum { PREDICTED = 8 };

/// Of a modal body: steps for which it is known what its points see, how many of them were taken,
/// and steps since a force acted; see predict_modes.c.
typedef struct {
  int known, taken, quiet;
} modes_prediction;

/// Kept: type, name, count.
#define AUDIO_KEPT(X)                                                                              \
  X(double, wide_u, wide_nodes(m)) /* of the fields u, du and next below */                        \
  X(double, wide_du, wide_nodes(m))                                                                \
  X(double, wide_next, wide_nodes(m))                                                              \
  X(float, narrow_u, narrow_nodes(m)) /* and of grids in single precision */                       \
  X(float, narrow_du, narrow_nodes(m))                                                             \
  X(float, narrow_next, narrow_nodes(m))                                                           \
  X(step_coefficients, coefficients, m->body_count)                                                \
  X(body_sums, sums, m->body_count)                                                                \
  X(double, barrier_step, m->body_count) /* barrier's position at t_n less that at t_{n-1} */      \
  X(link_memory, link, runs_others(m))                                                             \
  X(double, slot_eta, runs_sizes_of(m)->slots)   /* of the slots of runs: eta^n, m */              \
  X(double, slot_deta, runs_sizes_of(m)->slots)  /* eta^n - eta^{n-1} */                           \
  X(double, slot_psi, runs_sizes_of(m)->slots)   /* psi^{n-1/2} */                                 \
  X(double, slot_most, runs_sizes_of(m)->slots)  /* the largest so far */                          \
  X(double, slot_share, runs_sizes_of(m)->slots) /* of a law_bound, which is otherwise open */     \
  X(unsigned char, slot_hovering, runs_sizes_of(m)->slots) /* steps, see link_memory; up to 255 */ \
  X(unsigned char, block_storing, runs_sizes_of(m)->slots / BLOCK) /* links that store energy */   \
  X(unsigned long long, storing, runs_words(m))                    /* and bits of these */         \
  X(sub_sample_memory, sub_sample, m->exact ? m->link_count : 0)                                   \
  X(double, mass_shift, m->exact ? m->mass_body_count : 0) /* to go when free, m */                \
  X(double, modal_q, m->modes)                             /* q at t_{n-1/2} (modal_step.c) */     \
  X(double, modal_y, m->modes)                             /* v + sigma q */                       \
  X(modal_view, modal_seen, m->modal_count)                /* what points see of these */          \
  X(double, modal_push, m->modal_count) /* forces at points over this cell, then the last, N */    \
  X(double, output_du, m->output_count) /* du^n at the points of velocities and accelerations */   \
  X(moving_point, moving, m->moving_count)                                                         \
  X(law_bound, bound, runs_sizes_of(m)->bounds) /* of collisions, last of all other links */       \
  X(double, weight, m->weights)                 /* W of all islands, of slots last */              \
  X(double, coupling, m->couplings) /* columns of W between collisions and linear links */         \
  X(double, sharp, m->exact && m->modes > 0 ? m->weights : 0) /* W with modes as masses of 1 */

/// Scratch of a step. Islands share theirs, but for those that keep what they have eliminated.
#define AUDIO_SCRATCH(X)                                                                           \
  X(double, row_scratch, m->row_scratch)                                                           \
  X(double, barrier_next, m->body_count) /* position at t_{n+1} less that at t_n */                \
  X(double, push, m->force_count)        /* forces at t_n, N */                                    \
  X(link_step, step, runs_others(m))                                                               \
  X(double, slot_free, runs_sizes_of(m)->slots)  /* of slots that act: D^I */                      \
  X(double, slot_force, runs_sizes_of(m)->slots) /* F, N */                                        \
  X(double, slot_next, runs_sizes_of(m)->slots)  /* psi^{n+1/2} */                                 \
  X(unsigned long long, awake, runs_words(m))    /* bits: links that act */                        \
  X(acting_part, part, runs_parts(m))                                                              \
  X(int, acting, runs_words(m) * 64)                                                               \
  X(int, acting_slot, runs_words(m) * 64)         /* of those in runs */                           \
  X(run_summary, summary, runs_sizes_of(m)->runs) /* of each run */                                \
  X(sub_sample_work, inside, m->exact ? m->link_count : 0)                                         \
  X(sub_sample_event, inside_event, m->exact ? SAMPLE_EVENTS * m->link_count : 0)                  \
  X(bool, mass_held, m->exact ? m->mass_body_count : 0)    /* by what stores energy, moments.c */  \
  X(bool, mass_touches, m->exact ? m->mass_body_count : 0) /* exactly, at t_{n+1/2} */             \
  X(double, modal_f, m->modes)                             /* forces on modes */                   \
  X(const double *, bank_at, m->body_count) /* where a body's rows are: below, or in the model */  \
  X(material, bank_for, m->body_count)      /* what those below are made of */                     \
  X(double, bank, m->bank_count)            /* as in the model, for bodies that have changed */    \
  X(bool, modes_ahead, m->body_count)       /* went through parts of the sample, to t_{n+1/2} */   \
  X(double, modal_q_ahead, m->modes)                                                               \
  X(double, modal_y_ahead, m->modes)                                                               \
  X(modal_view, modal_coming, RUN_MOST * m->modal_count) /* see predict_modes.c */                 \
  X(modal_energies, modal_booked, m->modes > 0 ? PREDICTED * m->body_count : 0)                    \
  X(modes_prediction, prediction, m->body_count)                                                   \
  X(double, shown_u, m->modes > 0 ? model_nodes(m) : 0) /* u^n and k v^n of all nodes */           \
  X(double, shown_v, m->modes > 0 ? model_nodes(m) : 0)                                            \
  X(link_work, work, m->island_most)                                                               \
  X(link_beginning, beginning, 2 * m->island_most) /* of an island, and which of its links */      \
  X(int, begins, m->island_most)                                                                   \
  X(bool, beside, m->body_count)            /* touch a mass that is put elsewhere */               \
  X(double, reduced, m->scratch_weights)    /* W of an island after elimination */                 \
  X(double, factor, m->scratch_weights)     /* Cholesky factors */                                 \
  X(double, column, m->scratch_couplings)   /* couplings divided by the linear links' factor */    \
  X(double, factored, runs_others(m))       /* roots of the linear links that this was made for */ \
  X(long long, eliminated, m->island_count) /* and `weighed` then; 0 if it is not there */         \
  X(long long, weighed, 1)                  /* changes of any W so far, and bindings */

typedef struct {
  AUDIO_KEPT(ARRAY_FIELD)
  AUDIO_SCRATCH(ARRAY_FIELD)
  node_field u;    // u^n, m; u^{n+1} from the free step on
  node_field du;   // u^n - u^{n-1}; from the free step on only with the ledger
  node_field next; // u^{n+1} - u^n, within a step; with the ledger du before
  runs_plan plan;
  int runs; // without any, all links act
  int acting_count, part_count;
  double exchanged; // in this step, by links and bodies, kept or not (theory 8.11), J
  node_field spare; // the field that is neither `du` nor `next` while those are the same
} audio_state;

static inline audio_state *audio_of(const carom_state *s) {
  return s->own;
}

/// The nodes and weights of a link.
typedef struct {
  const link_term *term;
  int count;
} link_nodes;

/// All of them, and all but modes (modes.c), where those of a point that travels are at its start.
static inline link_nodes all_nodes_of_link(const carom_model *m, const audio_state *a,
                                           const model_link *link) {
  if (link->moving >= 0 && link->modals == 0)
    return (link_nodes){a->moving[link->moving].term, (int)a->moving[link->moving].count};
  return (link_nodes){m->term + link->first_term, link->terms};
}

static inline link_nodes nodes_of_link(const carom_model *m, const audio_state *a,
                                       const model_link *link) {
  link_nodes nodes = all_nodes_of_link(m, a, link);
  if (link->modals > 0)
    nodes.count = link->plain;
  return nodes;
}

/// sum of weight * field[node] of a link
static inline double gather_link(link_nodes nodes, node_field field) {
  const link_term *t = nodes.term;
  if (nodes.count == 1) // along a body
    return t[0].weight * node_value(field, t[0].node);
  if (nodes.count == 2)
    return t[0].weight * node_value(field, t[0].node) + t[1].weight * node_value(field, t[1].node);
  return gather_nodes(t, nodes.count, field);
}

/// A force on a term's node adds b weight f to u^{n+1} and its increment. Masses, which are the
/// first nodes, get their u^{n+1} when all increments are known.
static inline void node_push(const carom_model *m, audio_state *a, link_term term, double force) {
  const double push =
      a->coefficients[term.body].receptance * m->inverse_mass[term.node] * term.weight * force;
  node_add(a->next, term.node, push);
  if (term.node >= m->mass_body_count)
    node_add(a->u, term.node, push);
}

/// The slot of a link, or -1 outside of runs.
static inline int slot_of_link(const audio_state *a, int link) {
  const int home = a->plan.home[link];
  return home < 0 ? ~home : -1;
}

/// What is kept of a link outside of runs, and what a step finds for it.
static inline link_memory *link_at(const audio_state *a, int link) {
  assert(a->plan.home[link] >= 0 && "a link outside of runs");
  return &a->link[a->plan.home[link]];
}

static inline link_step *step_at(const audio_state *a, int link) {
  assert(a->plan.home[link] >= 0 && "a link outside of runs");
  return &a->step[a->plan.home[link]];
}

static inline law_bound *bound_at(const audio_state *a, int link) {
  return &a->bound[a->plan.bound_of[link]];
}

/// eta^n, eta^n - eta^{n-1} and the force of a link, whether it acts or not.
static inline double link_eta(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  return slot >= 0 ? a->slot_eta[slot] : link_at(a, link)->eta;
}

static inline double link_deta(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  return slot >= 0 ? a->slot_deta[slot] : link_at(a, link)->deta;
}

static inline double link_force(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  if (slot < 0)
    return step_at(a, link)->force;
  return has_bit(a->awake, link) ? a->slot_force[slot] : 0;
}

/// psi^{n-1/2} of a link, and the largest so far.
static inline double *link_psi_at(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  return slot >= 0 ? &a->slot_psi[slot] : &link_at(a, link)->psi;
}

static inline double *link_most_at(const audio_state *a, int link) {
  const int slot = slot_of_link(a, link);
  return slot >= 0 ? &a->slot_most[slot] : &link_at(a, link)->psi_most;
}

/// The half-way overlap of a slot.
static inline double slot_half(const audio_state *a, int slot) {
  return a->slot_eta[slot] - a->slot_deta[slot] / 2;
}

/// The links of a contact, rising.
static inline const int *links_of(const carom_model *m, int contact) {
  return m->contact_link + m->contact[contact].first_link;
}

// The stages of a step, in their order, each in its own file. readout_start() comes before the
// first, and wherever du has changed between steps.
void bodies_free_step(const carom_model *m, carom_state *s);
void forces_push(const carom_model *m, carom_state *s);
void barriers_predict(const carom_model *m, carom_state *s);
void links_predict(const carom_model *m, carom_state *s);
void islands_solve(const carom_model *m, carom_state *s);
void links_push(const carom_model *m, carom_state *s);
void readout_start(const carom_model *m, carom_state *s);
bool readout_is_early(const model_output *o, const model_body *body);
void readout_begin(const carom_model *m, carom_state *s);
void readout_end(const carom_model *m, carom_state *s);
void losses_book(const carom_model *m, carom_state *s);
void bodies_advance(const carom_model *m, carom_state *s);
void moments_move(const carom_model *m, carom_state *s);
void links_observe(const carom_model *m, carom_state *s);
void impacts_track(const carom_model *m, carom_state *s);

// free_run.c: some steps at once where modes move freely; returns how many, or 0.
long long audio_run(const carom_model *m, carom_state *s, long long most, double *values);

// bodies.c: what the start, the ledger and live changes need.
void body_coefficients(const carom_model *m, carom_state *s, int body);
void bodies_accelerations(const carom_model *m, carom_state *s, node_field acceleration);
void audio_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                       double *potential);
void bodies_open(const carom_model *m, carom_state *s);
void body_resum(const carom_model *m, const carom_state *s, int body);
void bodies_book(const carom_model *m, carom_state *s);

// runs.c: overlaps of links in runs, and which links act
void runs_bind(const carom_model *m, audio_state *a);
void runs_start(const carom_model *m, carom_state *s);
void runs_predict(const carom_model *m, carom_state *s);
void runs_push(const carom_model *m, carom_state *s, const acting_part *part);
void runs_observe(const carom_model *m, carom_state *s);
void runs_keep(const carom_model *m, carom_state *s, const acting_part *part);
void runs_store(audio_state *a, int link);

// links.c
void links_first_forces(const carom_model *m, carom_state *s);
void links_begin(const carom_model *m, carom_state *s);
void links_start(const carom_model *m, carom_state *s);
void link_start(const carom_model *m, carom_state *s, int link);
void link_observe(const carom_model *m, carom_state *s, int link);
double link_psi(const carom_model *m, const carom_state *s, int link);
void links_energies(const carom_model *m, carom_state *s);
double audio_contact_energy(const carom_model *m, const carom_state *s, int contact);

// runs_summary.c: contacts with runs as a whole
double runs_force(const carom_model *m, const carom_state *s, int contact);
double runs_psi(const carom_model *m, const carom_state *s, int contact);
void runs_start_sums(const carom_model *m, carom_state *s);
void runs_summarise(const carom_model *m, const carom_state *s, int contact, contact_summary *g);

// summary.c: contacts as a whole
void summary_add_link(const carom_model *m, const carom_state *s, int link, contact_summary *g);
void impacts_start(const carom_model *m, carom_state *s);
void impacts_break(const carom_model *m, carom_state *s, const int *links, int count);
void impacts_restart(const carom_model *m, carom_state *s, const int *links, int count);
double audio_force(const carom_model *m, const carom_state *s, int contact);
double audio_link_force(const carom_model *m, const carom_state *s, int link);
double audio_overlap(const carom_model *m, const carom_state *s, int contact);
double audio_overlap_rate(const carom_model *m, const carom_state *s, int contact);
double audio_psi(const carom_model *m, const carom_state *s, int contact);
double audio_contact_length(const carom_model *m, const carom_state *s, int contact);
double audio_patches(const carom_model *m, const carom_state *s, int contact);

// island.c, response.c and moving.c
void islands_weigh(const carom_model *m, carom_state *s);
void islands_weigh_link(const carom_model *m, carom_state *s, int link);
void islands_weigh_from(const carom_model *m, carom_state *s, int first);
bool audio_bound(const carom_model *m, const carom_state *s, int contact, carom_bound *bound);
void audio_hardness(const carom_model *m, const carom_state *s, int contact, carom_resolution *r);
void link_bound(const carom_model *m, carom_state *s, int link);
bool link_is_open(const audio_state *a, int link);
void moving_place(const carom_model *m, carom_state *s, int moving, double place);

// live_audio.c and place.c
void audio_changed(const carom_model *m, carom_state *s, live_change what, int index,
                   double before);
double audio_place(const carom_model *m, carom_state *s, int body, double position,
                   double velocity);

bool compile_islands(compiler *c);
bool compile_modes(compiler *c);

#endif
