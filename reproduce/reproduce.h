// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Results of papers, computed again: each entry compares numbers with the paper's, checks them and
// draws curves. A new entry is a function and a row of one of the tables, table_*.c.

#ifndef CAROM_REPRODUCE_H
#define CAROM_REPRODUCE_H

#include "io/atomic_file.h"
#include "reproduce/report.h"
#include <stddef.h>

typedef struct entry {
  const char *id, *title, *source;
  const char *text; // what is compared
  void (*run)(const struct entry *e, report *r);
  const void *about; // for the function
} entry;

/// The entries of one document, or of a chapter.
typedef struct {
  const entry *entries;
  size_t count;
} entry_list;

extern const entry_list collision_entries, impact_entries, beam_entries, sitar_entries,
    piano_entries;

// --- Running entries (reproduce.c, page.c) ------------------------------------------------------

int reproduce_count(void);
const entry *reproduce_at(int index);

/// Whether `id` names the entry: itself, a folder above it, or "all".
bool reproduce_matches(const entry *e, const char *id);

report reproduce_run(const entry *e);

/// One line: id, verdict and numbers, each with whose it is and the limit by which it holds; "no
/// number printed" where the document has none.
void report_print(const entry *e, const report *r, FILE *file);

/// What became of several entries.
typedef struct {
  int entries, hold, not_run;
  int numbered;         // that ran and have a printed number
  number_count numbers; // printed
  const char *lacks;    // what entries that were not run lack
} tally;

void tally_add(tally *t, const report *r);

/// How many hold and how many were not run, and, of several, what became of printed numbers.
void tally_print(const tally *t, FILE *file);

/// The page DIRECTORY/index.html: begun, each entry, ended. False with errno set if it cannot be
/// written.
bool page_open(atomic_file *p, const char *directory, int entries);
void page_entry(atomic_file *p, const entry *e, const report *r);
bool page_close(atomic_file *p, const tally *t);

// --- Functions of the entries
// ---------------------------------------------------------------------

void run_published(const entry *e, report *r); // about: the name of a built-in scene
void run_factored(const entry *e, report *r);
void run_erratum(const entry *e, report *r); // about: an erratum_case

// The tromba marina application beside the engine.
void run_contact_fraction(const entry *e, report *r);
void run_level(const entry *e, report *r);
void run_string_spacing(const entry *e, report *r);
void run_bow_solve(const entry *e, report *r);
void run_foot_branch(const entry *e, report *r);
void run_sizes(const entry *e, report *r);

// The beam of beam.c, beam_collocation.c and beam_cost.c, and cantilever.c
void run_beam_collocation(const entry *e, report *r); // about: the figure
void run_beam_distribution(const entry *e, report *r);
void run_beam_free(const entry *e, report *r);
void run_beam_forced(const entry *e, report *r);
void run_beam_velocity(const entry *e, report *r); // about: the figure
void run_beam_restitution(const entry *e, report *r);
void run_beam_cost(const entry *e, report *r);
void run_beam_table(const entry *e, report *r); // about: the table
void run_cantilever_frequencies(const entry *e, report *r);
void run_cantilever_motion(const entry *e, report *r); // about: the frequency, Hz

// The string on a bridge of sitar.c, sitar_shapes.c, sitar_motion.c, sitar_errata.c and
// sitar_switches.c
void run_sitar_transitions(const entry *e, report *r);
void run_sitar_period(const entry *e, report *r);
void run_sitar_switches(const entry *e, report *r);
void run_sitar_sums(const entry *e, report *r);
void run_sitar_configuration(const entry *e, report *r);
void run_sitar_shapes(const entry *e, report *r); // about: the phase, and whether near the bridge
void run_sitar_slopes(const entry *e, report *r);
void run_sitar_modal(const entry *e, report *r);
void run_sitar_phase_space(const entry *e, report *r);
void run_sitar_frequency(const entry *e, report *r);
void run_sitar_sines(const entry *e, report *r);
void run_sitar_equations(const entry *e, report *r); // about: the misprint
void run_sitar_velocity(const entry *e, report *r);
void run_sitar_switch(const entry *e, report *r); // about: a switch_case
void run_sitar_range(const entry *e, report *r);
void run_sitar_height(const entry *e, report *r);

// The obstacle of springs of sitar_penalty.c and sitar_bridge.c
void run_penalty_straight(const entry *e, report *r);
void run_penalty_energy(const entry *e, report *r);
void run_penalty_relation(const entry *e, report *r);
void run_penalty_wavy(const entry *e, report *r);
void run_penalty_sine(const entry *e, report *r);
void run_penalty_pluck(const entry *e, report *r);
void run_penalty_modes(const entry *e, report *r);
void run_penalty_cost(const entry *e, report *r);

// The piano hammer of piano.c
void run_piano_force(const entry *e, report *r);
void run_piano_modes(const entry *e, report *r);
void run_piano_friction(const entry *e, report *r);
void run_piano_shank(const entry *e, report *r);
void run_piano_frequencies(const entry *e, report *r);
void run_piano_slope(const entry *e, report *r);

// The action of piano_action.c, the string of piano_string.c
void run_piano_profile(const entry *e, report *r);
void run_piano_action(const entry *e, report *r);
void run_piano_table(const entry *e, report *r);
void run_piano_string(const entry *e, report *r);

// The shanks of piano_shanks.c
void run_piano_shanks(const entry *e, report *r);
void run_piano_partials(const entry *e, report *r);

// The impacts of impacts.c
void run_impact_portrait(const entry *e, report *r);
void run_impact_hysteresis(const entry *e, report *r);
void run_impact_approximation(const entry *e, report *r);
void run_impact_soft(const entry *e, report *r);
void run_impact_hard(const entry *e, report *r);  // about: the figure
void run_impact_table(const entry *e, report *r); // about: which half
void run_impact_num_res(const entry *e, report *r);
void run_impact_corrections(const entry *e, report *r);
void run_impact_bounces(const entry *e, report *r);

/// A printed formula beside the corrected one.
typedef struct {
  int printed; // an erratum of as_printed.h
  int system;  // 1 to 11; 0 is a mass on a two-sided law
  double alpha;
  double plate_sigma0; // 1/s; 0 for the system's own
  enum { BY_ENERGY, BY_ENGINE, BY_FORMULA } measure;
} erratum_case;

/// A printed rule for a switch between phases.
typedef struct {
  unsigned printed; // of moving_boundary.h
  bool near_end;    // of the bridge, between phases I and II
} switch_case;

#endif
