// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The parts of carom bench: what is timed, by which clock, and where the numbers go.

#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <carom/carom.h>
#include <stdbool.h>
#include <stdio.h>

// --- Timing (bench_timing.c) --------------------------------------------------------------------

/// CPU time of this thread, or the time of day where the former comes in coarse ticks, s.
double bench_seconds(void);

/// For qsort of doubles, ascending.
int bench_compare(const void *a, const void *b);

enum { BENCH_TURNS = 41, BENCH_MOST_LOOPS = 6 };

/// A loop to be timed: `work` does `count` steps.
typedef struct {
  void (*work)(void *what, int count);
  void *what;
  double median;             // s per step
  double minimum;            // other load on the machine only adds to it
  double times[BENCH_TURNS]; // of each turn
  int turns;
} bench_loop;

/// Times up to BENCH_MOST_LOOPS loops in so many alternating turns, each of at least `seconds`, so
/// that all see the same load. At most BENCH_TURNS turns.
void bench_time_for(bench_loop *loops, int count, int turns, double seconds);

/// The median of the quotients of two loops, turn by turn: both saw the same load.
double bench_quotient(const bench_loop *a, const bench_loop *b);

/// A scene ready to be stepped, in several states: on some machines some memory is slow, and what
/// lies there would be slow in every turn. The turns take them one after the other, or the only one
/// if it is so large that the others would drive it out of the cache.
enum { BENCH_STATES = 3 };

typedef struct {
  carom_model *model;
  carom_state *state[BENCH_STATES];
  int states, turn;
} bench_subject;

/// False with a message on stderr if it cannot. Freed in either case.
bool bench_subject_make(bench_subject *s, const char *text, bool ledger);
void bench_subject_free(bench_subject *s);

/// Steps a bench_subject, for bench_loop.
void bench_subject_step(void *subject, int count);

// --- Numbers (bench.c) --------------------------------------------------------------------------

/// Where the numbers go, and the former file, whose numbers they are compared with.
typedef struct {
  FILE *json;
  char *former;     // NULL if there is none
  bool quick;       // fewer and shorter turns, and small sizes only: to see that it works
  double operation; // ns, see baseline_operation()
} bench_record;

/// bench_time_for() as it suits the record.
void bench_time(const bench_record *r, bench_loop *loops, int count);

/// Ends a row of a table with the quotient of a number and its former value, if there is one. The
/// entry of the former file begins with `key`, `name` is the number's.
void bench_print_change(const bench_record *r, const char *key, const char *name, double now);

// --- Rows (bench_row.c) -------------------------------------------------------------------------

/// A row of a table: a scene, divided into units, beside what it is compared with.
typedef struct {
  const char *name, *size; // such as "string" and "100"
  double units;            // points, modes or links
  const char *scene;
  const char *without;           // the same without what is measured, or NULL
  void (*baseline)(void *, int); // a plain loop that does the same, or NULL
  void (*stream)(void *, int);   // what the memory takes alone, or NULL
  void *what;                    // for both
  double operations;             // of a unit and step, at least; 0 where unknown
} bench_row;

/// Begins a table, and "`key`": [ in the file.
void bench_table(const bench_record *r, const char *key, const char *title, const char *unit);

/// Measures a row and prints it, `first` in its table or not.
bool bench_row_run(const bench_record *r, const bench_row *row, bool first);

/// Ends a table in the file.
void bench_table_end(const bench_record *r, bool last);

// --- What is measured ---------------------------------------------------------------------------

/// Prints a table, and adds "grids": [...] to the file.
bool bench_grids(const bench_record *r);

/// The same of modes, "modes", and of contacts, "contacts".
bool bench_modes(const bench_record *r);
bool bench_contacts(const bench_record *r);

/// Cost against size: points, modes, links and copies, from ten to a million, with the exponents
/// fitted to it. Prints a table, adds "sizes": [...] to the file and draws a picture.
bool bench_sizes(const bench_record *r, const char *picture);

/// Prints a table of the built-in scenes, and adds "scenes": [...] to the file.
bool bench_scenes(const bench_record *r);

/// Times impacts of a beam by the event method, beside CVODE where there is one; prints a table and
/// adds "events": [...] to the file.
bool bench_events(const bench_record *r);

/// Prints errors of the rebound speed, and writes them to a file unless it is NULL.
bool bench_impacts(FILE *json);

/// The scene of a grid with spacing and stiffness a little below the limit; ny = 0 makes a string
/// or bar. In `text`, of BENCH_TEXT characters.
enum { BENCH_TEXT = 1024 };
void bench_grid_scene(const char *type, int nx, int ny, char *text);

/// The scene of a string by its modes, with more keys of the scene behind it, such as contacts.
void bench_modes_scene(int modes, const char *more, char *text);

/// The scene of a string along a barrier, apart from it or touching, or without contact.
typedef enum { BENCH_ALONE, BENCH_APART, BENCH_TOUCHING } bench_along;
void bench_along_scene(int links, bench_along how, char *text);

#endif
