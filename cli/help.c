// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom help: finds what a topic means, in every table that knows it.

#include "cli/cli.h"

#include "cli/help.h"
#include "io/nearest.h"
#include <stdio.h>
#include <string.h>

// In the order in which a topic of several meanings is told.
static const topic_kind *const kinds[] = {
    &topics_pages,     &topics_commands, &topics_sections,    &topics_bodies,
    &topics_contacts,  &topics_gestures, &topics_methods,     &topics_groups,
    &topics_words,     &topics_keys,     &topics_warnings,    &topics_measures,
    &topics_materials, &topics_midi,     &topics_controllers, &topics_scenes,
};

int topic_kind_count(void) {
  return (int)(sizeof kinds / sizeof kinds[0]);
}

const topic_kind *topic_kind_at(int index) {
  return kinds[index];
}

static void print_overview(void) {
  puts("carom: vibrating things that hit, rattle and buzz, with an energy ledger that balances\n");
  for (int i = 0; i < command_count(); ++i)
    printf("  %s\n", command_at(i)->usage);
  puts("\nStart with 'carom list', 'carom run tromba --plot' and 'carom show mass-barrier'. 'carom "
       "help\n"
       "topics' lists what there is help about: commands, keys, and each word of a scene.");
}

// Prints every meaning of a topic; returns how many there are.
static int print_topic(const char *topic) {
  int found = 0;
  for (int i = 0; i < topic_kind_count(); ++i) {
    const topic_kind *kind = kinds[i];
    const char *name = NULL;
    for (int n = 0; (name = kind->at(kind, n)) != NULL; ++n) {
      if (kind->matches != NULL ? !kind->matches(kind, n, topic) : strcmp(name, topic) != 0)
        continue;
      if (found++ > 0)
        printf("\n");
      kind->print(kind, n);
    }
  }
  return found;
}

static int unknown_topic(const char *topic) {
  char hint[200];
  nearest n = nearest_to(topic);
  for (int i = 0; i < topic_kind_count(); ++i) {
    const char *name = NULL;
    for (int k = 0; (name = kinds[i]->at(kinds[i], k)) != NULL; ++k)
      nearest_try(&n, name);
  }
  return wrong_usage("there is no help about '%s'; %s'carom help topics' shows what there is",
                     topic, nearest_hint(&n, hint, sizeof hint));
}

static int help(int count, char **arguments) {
  if (count == 0) {
    print_overview();
    return EXIT_GOOD;
  }
  if (count > 1)
    return wrong_usage("more than one topic: '%s' and '%s'", arguments[0], arguments[1]);
  return print_topic(arguments[0]) > 0 ? EXIT_GOOD : unknown_topic(arguments[0]);
}

const command command_help = {
    .name = "help",
    .run = help,
    .usage = "carom help [TOPIC]",
    .help =
        "Tells about a command (run), a key (tension, or a path as messages have it), a section of "
        "a\n"
        "scene (score), a type of body or contact (plate, felt), a gesture (pluck), a method\n"
        "(event), a word (parabola), a warning or a measure: what it means, its keys with unit,\n"
        "default and range, and a short scene. 'carom help topics' lists all of them; among them "
        "are\n"
        "the pages scene, keys, methods, measures, warnings, materials, units, notes, points,\n"
        "breakpoints and live. 'carom help man' writes the manual page. carom COMMAND --help is "
        "the same as carom\n"
        "help COMMAND.",
    .aliases = {"--help", "-h"},
};
