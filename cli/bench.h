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

enum { BENCH_TURNS = 41, BENCH_MOST_LOOPS = 4 };

/// A loop to be timed: `work` does `count` steps.
typedef struct {
  void (*work)(void *what, int count);
  void *what;
  double median;  // s per step
  double minimum; // other load on the machine only adds to it
} bench_loop;

/// Times up to BENCH_MOST_LOOPS loops in alternating turns of some 2 ms, so that all see the same
/// load.
void bench_time(bench_loop *loops, int count);

/// A scene ready to be stepped.
typedef struct {
  carom_model *model;
  carom_state *state;
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
  char *former; // NULL if there is none
} bench_record;

/// Ends a row of a table with the quotient of a number and its former value, if there is one. The
/// entry of the former file begins with `key`, `name` is the number's.
void bench_print_change(const bench_record *r, const char *key, const char *name, double now);

// --- What is measured ---------------------------------------------------------------------------

/// Prints a table, and adds "grids": [...] to the file.
bool bench_grids(const bench_record *r);

/// Draws cost against size: strings and plates from a few points to some hundred thousand.
bool bench_sizes(const char *picture);

/// Prints a table of the built-in scenes, and adds "scenes": [...] to the file.
bool bench_scenes(const bench_record *r);

/// Times impacts of a beam by the event method, beside CVODE where there is one; prints a table and
/// adds "events": [...] to the file.
bool bench_events(FILE *json);

/// Prints errors of the rebound speed, and writes them to a file unless it is NULL.
bool bench_impacts(FILE *json);

#endif
