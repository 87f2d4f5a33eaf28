// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom help: commands, keys, methods, measures and doubts, each from its own table.

#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void print_overview(void) {
  puts("carom: vibrating things that hit, rattle and buzz, with an energy ledger that balances\n");
  for (int i = 0; i < command_count(); ++i)
    printf("  %s\n", command_at(i)->usage);
  puts("\nStart with 'carom list', 'carom run tromba --plot' and 'carom show mass-barrier'.");
}

static void print_path(const carom_key *k) {
  printf("%s%s%s", k->section, k->section[0] != '\0' ? ".NAME." : "", k->name);
}

static void print_key(const carom_key *k) {
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

static void print_keys(void) {
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

static void print_methods(void) {
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

static void print_doubts(void) {
  for (int i = 0; i < carom_doubt_kind_count(); ++i)
    printf("%-14s %s\n", carom_doubt_kind_at(i)->word, carom_doubt_kind_at(i)->help);
}

static void print_measures(void) {
  for (int i = 0; i < carom_measure_count(); ++i) {
    const carom_measure *m = carom_measure_at(i);
    const bool of_output = m->name[strlen(m->name) - 1] == '.';
    printf("%s%-*s %-5s %s\n", m->name, 18 - (int)strlen(m->name), of_output ? "NAME" : "",
           m->unit[0] != '\0' ? m->unit : "-", m->help);
  }
}

// Every key whose path ends in that name; returns how many there are.
static int print_keys_called(const char *name) {
  int found = 0;
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    const char *last = strrchr(k->name, '.');
    if (strcmp(k->name, name) == 0 || (last != NULL && strcmp(last + 1, name) == 0)) {
      print_key(k);
      ++found;
    }
  }
  return found;
}

static int help(int count, char **arguments) {
  static const struct {
    const char *name;
    void (*print)(void);
  } pages[] = {{"keys", print_keys},
               {"methods", print_methods},
               {"measures", print_measures},
               {"doubts", print_doubts}};
  if (count == 0) {
    print_overview();
    return EXIT_GOOD;
  }
  const char *word = arguments[0];
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; ++i)
    if (strcmp(word, pages[i].name) == 0) {
      pages[i].print();
      return EXIT_GOOD;
    }
  const command *c = command_find(word);
  if (c != NULL) {
    printf("%s\n\n%s\n", c->usage, c->help);
    return EXIT_GOOD;
  }
  if (print_keys_called(word) > 0)
    return EXIT_GOOD;
  return wrong_usage("there is no command and no key '%s'; see 'carom help' and 'carom help keys'",
                     word);
}

const command command_help = {
    .name = "help",
    .run = help,
    .usage = "carom help [COMMAND | keys | KEY | methods | measures | doubts]",
    .help = "Tells about a command, lists all keys of a scene, tells about one key, such as "
            "tension, or what\n"
            "each solver method works with, what a sweep can measure, or what the program doubts.",
    .aliases = {"--help", "-h"},
};
