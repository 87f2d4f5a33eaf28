// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The interface of methods: what a way of advancing a scene must declare and do. One row for each,
// in methods/table.c; a method itself lies in its folder. Model and state use methods through this
// declaration alone.

#ifndef CAROM_METHOD_H
#define CAROM_METHOD_H

#include "base/problem.h"
#include "model/model.h"
#include "model/node_field.h"
#include <carom/state.h>

typedef struct compiler compiler;

/// Displacements of all nodes at t_n, and their velocities and accelerations as the method knows
/// them; acceleration is NULL where it does not.
typedef struct {
  node_field displacement;    // m
  node_field velocity;        // times `over`, m/s
  const double *acceleration; // m/s2
  double over;
} node_fields;

/// What is returned in place of a count of modes.
enum { SCENE_TOO_LARGE = -2 };

/// A number of a contact.
typedef double contact_reading(const carom_model *m, const carom_state *s, int contact);

/// What of a method's own data depends on a live key (state/live_keys.c).
typedef enum {
  CHANGES_NOTHING,
  CHANGES_BODY,      // a body's coefficients
  CHANGES_MOBILITY,  // and its receptance
  CHANGES_CONTACT,   // a contact's loss or cubic part
  CHANGES_STIFFNESS, // psi, for the same overlap
  CHANGES_GAP,       // its overlaps
  CHANGES_LINEAR,    // the stretch of a spring's linear part
  CHANGES_PLACE      // the place of a bow or finger
} live_change;

typedef struct {
  /// Name, types of body and contact it takes, limits, help, whether it conserves energy.
  carom_method about;
  /// Keys below `solver` that are its own, separated by spaces.
  const char *keys;
  /// Takes strings and bars by their modes in closed form, at any frequency.
  bool modal;
  /// Bodies may be on grids, contacts act by links, and both step at the rate (theory 1 to 3).
  bool steps_links;
  /// Takes contacts along bodies by modes at all points where these are drawn.
  bool along_modes;
  bool has_live_keys;
  /// Which ones, separated by spaces; NULL for all that bodies, contacts and forces have.
  const char *live_keys;
  /// A barrier along a string is a rigid obstacle: its contact needs no stiffness.
  bool rigid_obstacles;
  /// Its strings wrap a bridge and may start so; grids that no wave travels on show their shapes.
  bool wraps;
  /// Takes other obstacles, and lays strings that start wrapped on their bridges.
  bool lays_wrapped;
  /// Takes strings by travelling waves: their grids are not bounded by the rate.
  bool travelling;
  double energy_tolerance; // by default; 0 is that of the table of keys
  double single_tolerance; // the same where grids are in single precision
  double ledger_lag;       // its ledger belongs to t_n less so many steps
  int impacts_kept;        // of each contact, in the queue
  int block_most;          // steps after which that should be read

  /// Whether the scene is one it takes; the bodies and contacts are compiled.
  bool (*fits)(compiler *c);
  /// The model's part that is its own; everything else is compiled.
  bool (*compile)(compiler *c);

  /// Bytes of its own pointers into a state, and binding them: `kept` is saved with the state,
  /// `scratch` is not. Without a state it only measures.
  size_t size;
  void (*bind)(const carom_model *m, carom_state *s, unsigned char *kept, unsigned char *scratch,
               size_t *kept_size, size_t *scratch_size);

  /// t = 0; live values and barriers are set.
  void (*start)(const carom_model *m, carom_state *s);
  /// From t_n to t_{n+1}.
  void (*step)(const carom_model *m, carom_state *s);
  /// At most so many steps at once, with the bits of single ones, where that takes less time; the
  /// outputs of each go to `values` unless that is NULL. Returns how many; 0: a single one is due.
  /// NULL if it never does.
  long long (*run)(const carom_model *m, carom_state *s, long long most, double *values);
  node_fields (*fields)(const carom_model *m, const carom_state *s);
  /// An output of a body at t_n, from the motion itself; NULL: gathered from the fields.
  double (*point)(const carom_model *m, const carom_state *s, const model_output *output);

  /// Energies at the time of its ledger, J.
  void (*body_energy)(const carom_model *m, const carom_state *s, int body, double *kinetic,
                      double *potential);
  contact_reading *contact_energy; // NULL: 0
  /// Puts the present energies into all accounts.
  void (*open_accounts)(const carom_model *m, carom_state *s);
  /// Accounts for bodies and balances the ledger, where that is deferred to the next step; NULL if
  /// it never is.
  void (*settle)(const carom_model *m, carom_state *s);

  /// A contact at t_n: the forces of its links together, N; the overlap of the deepest, m, and its
  /// rate, m/s; the largest psi.
  contact_reading *force;
  contact_reading *overlap;      // NULL: 0
  contact_reading *overlap_rate; // NULL: 0
  contact_reading *psi;

  /// The force of one link in the last step, N; NULL if it has no such links.
  double (*link_force)(const carom_model *m, const carom_state *s, int link);

  /// Length over which a contact along a body touches, m, and in how many stretches; NULL if it
  /// does not know.
  contact_reading *contact_length;
  contact_reading *patches;

  /// Friction of a contact, N, and the range over which its point has moved along what it touches
  /// in the present or last touch, m; NULL if it does not know.
  contact_reading *friction;
  contact_reading *scuff;

  /// Frames of a linkage, or their rates (theory 16.5); NULL if it takes none.
  int (*frames)(const carom_model *m, const carom_state *s, int body, bool rates, double *values,
                int room);

  /// Linkages and felt of methods in a plane (carom/model.h), and where a point of a linkage is;
  /// all NULL elsewhere.
  void (*linkage)(const carom_model *m, int body, carom_linkage_info *linkage);
  bool (*felt)(const carom_model *m, int contact, carom_felt_info *felt);
  void (*linkage_place)(const carom_model *m, const carom_state *s, int body, double x, double y,
                        double place[3]);

  /// How many coordinates of modes outputs may read of a body on a grid; NULL: none.
  int (*modes)(const compiler *c);

  /// The lowest modes of the whole scene about its rest, and the displacements of all nodes unless
  /// that is NULL; returns how many, -1 if memory is out, SCENE_TOO_LARGE. NULL if it knows none.
  int (*scene_modes)(const carom_model *m, int count, carom_scene_mode *modes, double *motion);

  /// What a body sounds as its first mode in the scene, Hz; NULL if it does not know.
  bool (*sounding)(const carom_model *m, int body, double *frequency);

  /// Where the law of a contact is bounded; NULL if it never is.
  bool (*bound)(const carom_model *m, const carom_state *s, int contact, carom_bound *bound);
  /// A of a contact at an overlap, and where that is bounded (theory 2.21); NULL if steps do not
  /// go through impacts.
  void (*hardness)(const carom_model *m, const carom_state *s, int contact, carom_resolution *r);

  /// Puts a mass somewhere with a velocity and returns what that supplied, J; NULL if it cannot.
  double (*place)(const carom_model *m, carom_state *s, int body, double position, double velocity);

  /// Methods that integrate: takes an integrator into the state, and frees it; else NULL.
  carom_status (*attach)(const carom_model *m, carom_state *s, integrator_maker *make);
  void (*detach)(carom_state *s);

  /// A live value of a body or contact has changed from `before`; NULL if nothing depends on it.
  void (*changed)(const carom_model *m, carom_state *s, live_change what, int index, double before);
} method;

extern const method *const method_table[]; // by METHODS of scene/words.h

static inline const method *method_of(const carom_model *m) {
  return method_table[m->method];
}

/// What a hook of the row says of a contact; 0 where there is none.
static inline double contact_read(contact_reading *hook, const carom_model *m, const carom_state *s,
                                  int contact) {
  return hook != NULL ? hook(m, s, contact) : 0;
}

#endif
