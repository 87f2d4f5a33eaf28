// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The manual page carom(1), in the language of man, from the tables that help is printed from. The
// build writes it to carom.1 by 'carom help man'.

#include "cli/commands.h"
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

// A text with what troff would obey made harmless. Lines stay lines; none begins with a request.
static void put(const char *text) {
  bool begins = true;
  for (; *text != '\0'; ++text) {
    if (begins && (*text == '.' || *text == '\''))
      printf("\\&");
    begins = *text == '\n';
    if (*text == '\\')
      printf("\\e");
    else if (*text == '-')
      printf("\\-");
    else if (*text == '\'')
      printf("\\(aq");
    else if (*text == '^')
      printf("\\(ha");
    else if (*text == '~')
      printf("\\(ti");
    else if (*text == '`')
      printf("\\(ga");
    else
      putchar(*text);
  }
}

// A paragraph of a list: what it is about, and what is told of it.
static void put_item(const char *name, const char *text) {
  printf(".TP\n\\fB");
  put(name);
  printf("\\fR\n");
  put(text);
  printf("\n");
}

static void put_commands(void) {
  printf(".SH COMMANDS\n");
  for (int i = 0; i < command_count(); ++i) {
    printf(".SS carom %s\n.nf\n", command_at(i)->name);
    put(command_at(i)->usage);
    printf("\n.fi\n.PP\n");
    put(command_at(i)->help);
    printf("\n");
  }
}

// The exit codes as the help of carom run tells them.
static void put_exit_codes(void) {
  const char *codes = strstr(command_run.help, "Exit codes: ");
  printf(".SH EXIT STATUS\n");
  put(codes != NULL ? codes + strlen("Exit codes: ") : command_run.help);
  printf("\n");
}

static void put_key(const carom_key *k) {
  char value[600];
  char text[2000];
  describe_value(k, value, sizeof value);
  snprintf(text, sizeof text, "%s. (%s; %s%s%s%s%s)", k->help, value,
           k->required ? "required" : "default ",
           k->required              ? ""
           : k->standard[0] != '\0' ? k->standard
                                    : "none",
           k->types[0] != '\0' ? "; for " : "", k->types, k->live ? "; live" : "");
  put_item(k->name, text);
}

static void put_keys(void) {
  printf(
      ".SH SCENE FILE\nA scene is a text file, YAML or JSON: keys of its own, and sections of "
      "named "
      "items. Numbers are SI. Each value has a path, such as bodies.string.tension. A live key may "
      "change while the scene runs: it takes a number or breakpoints, [[t, value], ...].\n");
  const char *section = "?";
  int next = 0;
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    if (strcmp(section, k->section) != 0 && k->section[0] == '\0')
      printf(".SS The scene itself\n");
    else if (strcmp(section, k->section) != 0) {
      printf(".SS %s\n", k->section);
      put(carom_section_help(next++));
      printf("\n");
    }
    section = k->section;
    put_key(k);
  }
}

static void put_tables(void) {
  printf(".SH METHODS\n");
  for (int i = 0; i < carom_method_count(); ++i)
    put_item(carom_method_at(i)->name, carom_method_at(i)->help);
  printf(".SH WARNINGS\nWhat run and check tell on standard error, each where\n");
  for (int i = 0; i < carom_warning_kind_count(); ++i)
    put_item(carom_warning_kind_at(i)->word, carom_warning_kind_at(i)->help);
  printf(".SH MEASURES\nWhat carom sweep can measure.\n");
  for (int i = 0; i < carom_measure_count(); ++i)
    put_item(carom_measure_at(i)->name, carom_measure_at(i)->help);
}

void print_manual(void) {
  printf(".\\\" Written by carom help man.\n.TH CAROM 1 \"\" \"Carom %s\" \"User Commands\"\n",
         carom_version());
  printf(
      ".SH NAME\ncarom \\- vibrating things that hit, rattle, buzz, wrap and rub\n"
      ".SH SYNOPSIS\n.B carom\n.I COMMAND\n[\\fIARGUMENT\\fR ...]\n"
      ".SH DESCRIPTION\nComputes strings, bars, plates, masses and linkages, and the contacts "
      "between them, from a scene in a text file: sound, trajectories, pictures, every impact, and "
      "an energy ledger that balances.\n");
  put_commands();
  put_exit_codes();
  put_keys();
  put_tables();
  printf(".SH ENVIRONMENT\n");
  put_item("CAROM_VARIANT",
           "plain, avx2 or avx512: the variant of the inner loops, up to the processor's own");
  printf(".SH EXAMPLES\n.nf\ncarom run tromba \\-\\-plot\ncarom show mass\\-barrier > mine.yaml\n"
         "carom check mine.yaml\ncarom help collision\n.fi\n");
}
