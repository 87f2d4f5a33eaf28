// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom help: commands by hand, keys from their one table.

#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name, *usage, *text;
} commands[] = {
    {"run",
     "carom run SCENE [-o DIR] [--set PATH=VALUE]... [--duration S] [--rate HZ]\n"
     "               [--wav] [--csv] [--npy] [--plot] [--quiet]",
     "Runs a scene and leaves its results in DIR (out/NAME if not given): summary.json, "
     "energy.csv\n"
     "and events.csv always; samples.csv and audio.wav unless formats are chosen with --wav, "
     "--csv\n"
     "and --npy; pictures with --plot. SCENE is a file, - for standard input, or a built-in name.\n"
     "Exit codes: 0 good, 1 wrong scene or arguments, 2 failed or interrupted (what was computed "
     "is\n"
     "kept), 3 the energy balance is worse than solver.energy_tolerance."},
    {"sweep",
     "carom sweep SCENE --vary PATH=FROM:TO:COUNT[:log] [--vary ...] -o DIR [--measure NAME]...\n"
     "               [--settle S] [--carry up|down|both] [--strobe HZ] [-j N] [--set "
     "PATH=VALUE]...\n"
     "               [--duration S] [--rate HZ] [--quiet]",
     "Runs a scene at every point of a grid of values, N at a time, and measures each run from\n"
     "--settle seconds on ('carom help measures'). Leaves sweep.csv (a row a point), impacts.csv "
     "and\n"
     "poincare.csv (the outputs at whole periods of the drive, or of --strobe HZ), sweep.json and "
     "a\n"
     "picture of one or two varied keys. With --carry each point starts where its neighbour along "
     "the\n"
     "first --vary has ended, upwards or downwards. Interrupted, the same command goes on where it "
     "was.\n"
     "The results do not depend on N. Exit codes are those of run."},
    {"plot", "carom plot DIR",
     "Draws the pictures of a finished run from the files in its folder: waveforms, energy "
     "ledger,\n"
     "spectrogram, phase portraits, contact forces and shapes, as far as the files go."},
    {"check", "carom check SCENE [--set PATH=VALUE]...",
     "Validates a scene and tells its grids, stability margins, contacts, islands and cost."},
    {"bench",
     "carom bench [-o FILE] [--against FILE]\n"
     "  carom bench impacts [-o FILE]",
     "Measures grids per point, beside a plain loop and the machine's limit, and the built-in\n"
     "scenes per sample: medians of many short turns, and 'at best' the quietest one. Leaves the\n"
     "numbers in FILE (bench.json) and a picture of cost against size beside it, and tells the\n"
     "change since the former FILE, or since another one.\n"
     "'bench impacts' measures accuracy: the error of the rebound speed by each method, for "
     "contacts\n"
     "of half a sample to a hundred samples."},
    {"reproduce", "carom reproduce [ID | all] [-o DIR]",
     "Lists results of papers; runs one, all below a folder such as collisions, or all of them: "
     "each "
     "with\n"
     "its numbers beside the paper's and a verdict. 'all', or -o, leaves DIR/index.html "
     "(out/reproduce).\n"
     "Exit codes: 0 every check holds, 1 wrong arguments, 2 a check does not hold or the page "
     "cannot "
     "be\n"
     "written."},
    {"list", "carom list", "Lists the built-in scenes."},
    {"show", "carom show SCENE", "Prints a built-in scene, to copy and edit."},
    {"help", "carom help [COMMAND | keys | KEY | methods | measures]",
     "Tells about a command, lists all keys of a scene, tells about one key, such as tension, or "
     "what\n"
     "each solver method works with, or what a sweep can measure."},
    {"version", "carom version", "Prints the version."}};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void tell_all(void) {
  puts("carom: vibrating things that hit, rattle and buzz, with an energy ledger that balances\n");
  for (int i = 0; i < COMMANDS; ++i)
    printf("  %s\n", commands[i].usage);
  puts("\nStart with 'carom list', 'carom run tromba --plot' and 'carom show mass-barrier'.");
}

static void print_path(const carom_key *k) {
  printf("%s%s%s", k->section, k->section[0] != '\0' ? ".NAME." : "", k->name);
}

static void tell_key(const carom_key *k) {
  print_path(k);
  printf("\n  %s\n  %s", k->help, k->kind);
  if (k->choices[0] != '\0')
    printf(" of: %s", k->choices);
  if (k->unit[0] != '\0')
    printf(", in %s", k->unit);
  if (isfinite(k->low) || isfinite(k->high)) {
    printf(", %s %g", k->low_open ? "above" : "from", k->low);
    if (isfinite(k->high))
      printf(" to %g", k->high);
  }
  printf("\n  %s", k->required ? "required" : "default: ");
  if (!k->required)
    printf("%s", k->standard[0] != '\0' ? k->standard : "none");
  if (k->types[0] != '\0')
    printf("; for: %s", k->types);
  if (k->live)
    printf("; may change while running, [[t, value], ...]");
  printf("\n");
}

static void list_keys(void) {
  const char *section = "?";
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    if (strcmp(k->section, section) != 0)
      printf("%s%s\n", i > 0 ? "\n" : "", k->section[0] != '\0' ? k->section : "top level");
    section = k->section;
    printf("  %-26s %-10s %-12s %s\n", k->name, k->unit[0] != '\0' ? k->unit : "-",
           k->required              ? "(required)"
           : k->standard[0] != '\0' ? k->standard
                                    : "-",
           k->help);
  }
}

static void tell_methods(void) {
  printf("%-10s %-32s %s\n", "method", "bodies", "contacts");
  for (int i = 0; i < carom_method_count(); ++i) {
    const carom_method *m = carom_method_at(i);
    printf("%-10s %-32s %s\n", m->name, m->bodies, m->contacts);
  }
  printf("\n");
  for (int i = 0; i < carom_method_count(); ++i) {
    const carom_method *m = carom_method_at(i);
    printf("%-10s %s\n", m->name, m->help);
    if (m->limits[0] != '\0')
      printf("%-10s takes %s%s\n", "", m->limits, m->conserves ? "" : "; does not conserve energy");
  }
}

static void tell_measures(void) {
  for (int i = 0; i < carom_measure_count(); ++i) {
    const carom_measure *m = carom_measure_at(i);
    const bool of_output = m->name[strlen(m->name) - 1] == '.';
    printf("%s%-*s %-5s %s\n", m->name, 18 - (int)strlen(m->name), of_output ? "NAME" : "",
           m->unit[0] != '\0' ? m->unit : "-", m->help);
  }
}

int command_help(int count, char **arguments) {
  if (count == 0) {
    tell_all();
    return EXIT_GOOD;
  }
  const char *word = arguments[0];
  if (strcmp(word, "keys") == 0) {
    list_keys();
    return EXIT_GOOD;
  }
  if (strcmp(word, "methods") == 0) {
    tell_methods();
    return EXIT_GOOD;
  }
  if (strcmp(word, "measures") == 0) {
    tell_measures();
    return EXIT_GOOD;
  }
  for (int i = 0; i < COMMANDS; ++i)
    if (strcmp(word, commands[i].name) == 0) {
      printf("%s\n\n%s\n", commands[i].usage, commands[i].text);
      return EXIT_GOOD;
    }
  int found = 0;
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    const char *last = strrchr(k->name, '.');
    if (strcmp(k->name, word) == 0 || (last != NULL && strcmp(last + 1, word) == 0)) {
      tell_key(k);
      ++found;
    }
  }
  return found > 0 ? EXIT_GOOD
                   : wrong_usage("there is no command and no key '%s'; see 'carom help' and 'carom "
                                 "help keys'",
                                 word);
}
