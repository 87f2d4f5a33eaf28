// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

#include "scene/midi_word.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

midi_source midi_word(const char *text, int *controller) {
  static const char *const words[] = {MIDI_SOURCES(WORD_NAME)};
  const size_t cc = strlen(words[MIDI_CONTROLLER]);
  *controller = -1;
  if (text == NULL || text[0] == '\0')
    return MIDI_NONE;
  for (int i = 0; i < MIDI_CONTROLLER; ++i)
    if (strcmp(text, words[i]) == 0)
      return (midi_source)i;
  const size_t digits = strspn(text + (strlen(text) > cc ? cc : 0), "0123456789");
  if (strncmp(text, words[MIDI_CONTROLLER], cc) != 0 || digits < 1 || digits > 3 ||
      text[cc + digits] != '\0' || atoi(text + cc) > 127)
    return MIDI_SOURCE_COUNT;
  *controller = atoi(text + cc);
  return MIDI_CONTROLLER;
}
