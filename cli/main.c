// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The program: finds the command and runs it.

#include "cli/cli.h"

#include "cli/message.h"
#include "io/nearest.h"
#include <carom/version.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int wrong_usage(const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_message("carom: ");
  print_message_list(format, args);
  print_message("\n");
  va_end(args);
  return EXIT_WRONG;
}

// By name or by another spelling, such as --help; NULL if there is none.
static const command *find(const char *word) {
  for (int i = 0; i < command_count(); ++i)
    for (int k = 0; k < 2; ++k) {
      const char *alias = command_at(i)->aliases[k];
      if (alias != NULL && strcmp(alias, word) == 0)
        return command_at(i);
    }
  return command_find(word);
}

static int unknown_command(const char *word) {
  char names[400] = "";
  char hint[100];
  size_t length = 0;
  nearest n = nearest_to(word);
  for (int i = 0; i < command_count(); ++i)
    nearest_try(&n, command_at(i)->name);
  for (int i = 0; i < command_count() && length < sizeof names; ++i) {
    const char *before = i == 0 ? "" : i + 1 < command_count() ? ", " : " and ";
    length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", before,
                               command_at(i)->name);
  }
  return wrong_usage("unknown command '%s'; %scommands are %s", word,
                     nearest_hint(&n, hint, sizeof hint), names);
}

// Whether the variant of inner loops that the environment asks for can be had here.
static bool variant_is_there(void) {
  const char *asked = getenv("CAROM_VARIANT");
  return asked == NULL || asked[0] == '\0' || strcmp(asked, carom_variant()) == 0;
}

// A results file must not get the descriptor of a standard stream that is closed: what is printed
// would go into it.
static bool open_standard_streams(void) {
  for (int i = 0; i < 3; ++i)
    if (fcntl(i, F_GETFD) < 0 && open("/dev/null", O_RDWR) != i)
      return false;
  return true;
}

// carom COMMAND --help.
static bool asks_for_help(int count, char **arguments) {
  for (int i = 0; i < count; ++i)
    if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0)
      return true;
  return false;
}

int main(int count, char **arguments) {
  if (!open_standard_streams())
    return EXIT_BROKEN;
  if (!variant_is_there())
    return wrong_usage("CAROM_VARIANT=%s: this processor has no such variant of the inner loops; "
                       "allowed are plain, avx2 and avx512, up to the processor's own",
                       getenv("CAROM_VARIANT"));
  if (count < 2) {
    command_help.run(0, NULL);
    return EXIT_WRONG;
  }
  const command *c = find(arguments[1]);
  if (c == NULL)
    return unknown_command(arguments[1]);
  const int code = asks_for_help(count - 2, arguments + 2)
                       ? command_help.run(1, &(char *){(char *)c->name})
                       : c->run(count - 2, arguments + 2);
  if (fflush(stdout) != 0 || ferror(stdout) != 0) {
    fputs("carom: standard output cannot be written\n", stderr);
    return EXIT_BROKEN;
  }
  return code;
}
