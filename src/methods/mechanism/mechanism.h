// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The mechanism method from inside: what it alone keeps of a model and of a state.

#ifndef CAROM_MECHANISM_H
#define CAROM_MECHANISM_H

#include "methods/mechanism/motion.h"
#include "model/compile.h"
#include "state/state.h"

/// The model's own part; behind it lie the constants of the strings' modes.
typedef struct {
  mechanism_system system;
  double start[2][MAX_COORDINATES]; // q and v at t = 0
} mechanism_model;

static inline const mechanism_model *mechanism_model_of(const carom_model *m) {
  return (const mechanism_model *)(const void *)m->own;
}

static inline const string_mode *mechanism_string_modes(const carom_model *m) {
  return (const string_mode *)(const void *)(m->own + block_padded(sizeof(mechanism_model)));
}

/// A felt in the present or last touch.
typedef struct {
  touch_now now;
  double touching;  // 0 or 1
  double low, high; // range of its place since it began, m
  double before;    // the overlap a step earlier, m
} felt_state;

/// Kept of a state.
#define MECHANISM_KEPT(X)                                                                          \
  X(double, q, MAX_COORDINATES)                                                                    \
  X(double, v, MAX_COORDINATES)                                                                    \
  X(double, gain, MAX_COORDINATES) /* of v in the last step */                                     \
  X(double, u, model_nodes(m))     /* of all nodes at t_n: displacement, m */                      \
  X(double, du, model_nodes(m))    /* velocity, m/s */                                             \
  X(felt_state, felt, m->contact_count)                                                            \
  X(double, origin, m->output_count) /* of displacements and travels, m */

#define MECHANISM_SCRATCH(X)                                                                       \
  X(mechanism_scratch, scratch, 1)                                                                 \
  X(double, a, model_nodes(m))      /* accelerations, where outputs ask for them, m/s2 */          \
  X(double, gains, MAX_COORDINATES) /* and of the coordinates */

typedef struct {
  MECHANISM_KEPT(ARRAY_FIELD)
  MECHANISM_SCRATCH(ARRAY_FIELD)
} mechanism_state;

static inline mechanism_state *mechanism_of(const carom_state *s) {
  return s->own;
}

static inline mechanism_motion mechanism_motion_of(const carom_state *s) {
  const mechanism_state *of = mechanism_of(s);
  return (mechanism_motion){.stop = s->stop,
                            .q = of->q,
                            .v = of->v,
                            .u = of->u,
                            .du = of->du,
                            .gain = of->gain,
                            .rub = of->scratch->rub,
                            .pin = of->scratch->pin};
}

// --- compile.c, compile_links.c, compile_felt.c, shank.c, settle.c
// ---------------------------------------------------------

bool mechanism_fits(compiler *c);
bool mechanism_compile(compiler *c);

/// Adds the touch of a felt.
bool compile_touch(compiler *c, const item *it, int contact, mechanism_model *w);

/// Adds all links, parents first.
bool compile_links(compiler *c, mechanism_model *w);

/// The point masses of a link, and the stiffness and damping of its shank.
bool compile_shank(compiler *c, const item *it, mechanism_system *p, int link);

/// Where the scene lets it: from the start to rest.
bool mechanism_settle(compiler *c, mechanism_model *w, const string_mode *string_modes);

/// The link of a body; -1 if it is none. The mass likewise.
int link_of_body(const mechanism_system *p, int body);
int mass_of_body(const mechanism_system *p, int body);

// --- mechanism.c, readout.c: the row but for the step, which the reference shares
// --------------------------

void mechanism_bind(const carom_model *m, carom_state *s, unsigned char *kept,
                    unsigned char *scratch, size_t *kept_size, size_t *scratch_size);
void mechanism_start(const carom_model *m, carom_state *s);

/// Takes the present frictions into the scratch.
void mechanism_rub(const carom_model *m, const carom_state *s);
void mechanism_read(const carom_model *m, carom_state *s);

/// An output of a link, on poses of this instant.
double mechanism_read_link(const carom_model *m, const carom_state *s, int index);
void mechanism_follow(const carom_model *m, carom_state *s);
node_fields mechanism_fields(const carom_model *m, const carom_state *s);
void mechanism_body_energy(const carom_model *m, const carom_state *s, int body, double *kinetic,
                           double *potential);
double mechanism_contact_energy(const carom_model *m, const carom_state *s, int contact);
void mechanism_open_accounts(const carom_model *m, carom_state *s);
double mechanism_force(const carom_model *m, const carom_state *s, int contact);
double mechanism_friction(const carom_model *m, const carom_state *s, int contact);
double mechanism_scuff(const carom_model *m, const carom_state *s, int contact);
int mechanism_frames(const carom_model *m, const carom_state *s, int body, bool rates,
                     double *values, int room);
void mechanism_linkage(const carom_model *m, int body, carom_linkage_info *linkage);
bool mechanism_felt(const carom_model *m, int contact, carom_felt_info *felt);
void mechanism_place(const carom_model *m, const carom_state *s, int body, double x, double y,
                     double place[3]);
double mechanism_overlap(const carom_model *m, const carom_state *s, int contact);
double mechanism_overlap_rate(const carom_model *m, const carom_state *s, int contact);

/// Keys that may change while it runs.
#define MECHANISM_LIVE "amplitude friction pin_friction"

#define MECHANISM_BODIES   "linkage mass string"
#define MECHANISM_CONTACTS "felt"
#define MECHANISM_LIMITS   "strings with model: modes, up to four felts on each; links in a tree"

/// What the rows of both methods share.
#define MECHANISM_SHARED                                                                           \
  .modal = true, .impacts_kept = 64, .block_most = 64, .fits = mechanism_fits,                     \
  .compile = mechanism_compile, .size = sizeof(mechanism_state), .bind = mechanism_bind,           \
  .start = mechanism_start, .fields = mechanism_fields, .body_energy = mechanism_body_energy,      \
  .contact_energy = mechanism_contact_energy, .open_accounts = mechanism_open_accounts,            \
  .force = mechanism_force, .overlap = mechanism_overlap, .overlap_rate = mechanism_overlap_rate,  \
  .friction = mechanism_friction, .scuff = mechanism_scuff, .frames = mechanism_frames,            \
  .linkage = mechanism_linkage, .felt = mechanism_felt, .linkage_place = mechanism_place

#endif
