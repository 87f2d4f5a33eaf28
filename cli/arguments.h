// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Words of the command line: one scanner over the table of options that a command has. Each
// function prints on stderr what is wrong.

#ifndef CAROM_ARGUMENTS_H
#define CAROM_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

/// An option. `read` is called with its name, its value and `to`; where it is NULL the option is a
/// switch, and `to` is the bool that it sets.
typedef struct {
  const char *name;  ///< "--vary"
  const char *value; ///< what follows it, for messages: "DIR"; or NULL
  bool (*read)(const char *name, char *value, void *to);
  void *to;
  bool attached; ///< the value may follow without a space: -j4
} option;

/// A text that may be given several times.
typedef struct {
  const char **text; ///< room for all arguments
  int count;
} text_list;

/// Room for as many things as there are arguments, and one more. Arguments are not to blame for a
/// lack of memory: it ends the program.
void *argument_room(int count, size_t size);

/// What a command takes, in the order in which a message names it.
typedef struct {
  const option *options;
  int count;
  text_list *words; ///< where words that are no options go; NULL: there is one
  const char *word; ///< what that one is, for messages: "scene"
} option_table;

/// Reads the arguments of a command; `word` is where its one word goes, and may be NULL where
/// `words` of the table is not.
bool arguments_read(const option_table *table, int count, char **arguments, const char **word);

/// A number between limits, which are allowed.
typedef struct {
  double value, least, most;
} limited_number;

/// Some readers: a text, of which the last counts (`to`: const char *); a number of at least 0
/// (double); a number between limits (limited_number); threads (int).
bool read_text(const char *name, char *value, void *to);
bool read_number(const char *name, char *value, void *to);
bool read_limited(const char *name, char *value, void *to);

/// A folder that may be written (`to`: const char *): one that is there, or none yet.
bool read_folder(const char *name, char *value, void *to);
bool read_workers(const char *name, char *value, void *to);

/// How many threads there are unless -j says otherwise.
int default_workers(void);

/// Adds a text to a text_list.
bool read_more(const char *name, char *value, void *to);

#endif
