// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The topics of carom help. A kind of topic is a row; the rows come from the tables of keys, words,
// methods, warnings and so on, so that what is added there has its page by itself.

#ifndef CAROM_HELP_H
#define CAROM_HELP_H

#include <carom/file.h>
#include <stdbool.h>

/// A kind of topic: its topics by number, and what is printed of each.
typedef struct topic_kind {
  const char *title;                                           ///< of the list of topics
  const char *(*at)(const struct topic_kind *kind, int index); ///< NULL beyond the last
  void (*print)(const struct topic_kind *kind, int index);
  bool (*matches)(const struct topic_kind *kind, int index, const char *topic); ///< NULL: equal
  const char *section; ///< of item types: whose
} topic_kind;

extern const topic_kind topics_pages, topics_commands, topics_sections, topics_bodies,
    topics_contacts, topics_gestures, topics_groups, topics_methods, topics_words, topics_keys,
    topics_warnings, topics_measures, topics_materials, topics_midi, topics_controllers,
    topics_scenes;

int topic_kind_count(void);
const topic_kind *topic_kind_at(int index);

// --- Texts (help_text.c) ------------------------------------------------------------------------

/// Prints a text in lines of at most 100 columns behind that many spaces; the first begins in
/// column `column`.
void print_paragraph(int indent, int column, const char *text);

/// Prints what is told of a key: path, help, kind and range, default; and its words.
void print_key(const carom_key *key);

/// The same in a list of keys: name, kind, range and default on one line, the help on the next.
void print_key_row(const carom_key *key);

/// Kind, words, unit and range of a key: "number, in Hz, from 0".
void describe_value(const carom_key *key, char *text, size_t size);

/// Prints the example of a topic, if there is one.
void print_example(const char *kind, const char *topic);

/// Prints all MIDI messages and what they do (help_midi.c).
void print_midi(void);

/// Prints the manual page, for man (man.c).
void print_manual(void);

// --- Examples (help_examples.c) -----------------------------------------------------------------

/// A short scene that shows a topic; NULL if there is none. Kinds: section, type (bodies, contacts,
/// score), keys (groups such as profile), method and page.
const char *example_of(const char *kind, const char *topic);

#endif
