// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Topics of MIDI: the messages that a control follows, each controller, and what else a player
// understands.

#include "cli/help.h"

#include <stdio.h>
#include <string.h>

/// A message, and what it does to a control that moves a key, and to one that starts a gesture.
static const struct {
  const char *word, *key, *gesture;
} messages[] = {
    {"note",
     "a pitch goes to that of the note, in its voice; any other key to 0 .. 127 of its range",
     "nothing"},
    {"note-on", "goes with the velocity, and back to from at the end of the note",
     "is done, with the velocity for its force"},
    {"note-off", "goes to to, and back to from with the next note: a damper", "is done"},
    {"bend",
     "follows the wheel, between both ends; a pitch that follows notes is bent already, by "
     "play.bend",
     "nothing"},
    {"pressure", "follows how hard keys are pressed, all of them", "nothing"},
    {"poly-pressure", "follows how hard a key is pressed, in its voice", "nothing"},
};

enum { MESSAGES = sizeof messages / sizeof messages[0], CONTROLLERS = 128 };

/// Controllers that have a name elsewhere; any may be bound, and --learn binds what is moved.
static const struct {
  int number;
  const char *name;
} names[] = {{1, "the modulation wheel"},
             {2, "breath"},
             {4, "a foot pedal"},
             {7, "volume"},
             {10, "pan"},
             {11, "expression"},
             {64, "the sustain pedal"},
             {66, "sostenuto"},
             {67, "the soft pedal"},
             {71, "resonance"},
             {74, "brightness"},
             {120, "all sound off"},
             {121, "reset of controllers"},
             {123, "all notes off"}};

static void print_effects(const char *key, const char *gesture) {
  print_paragraph(14, printf("  a key       "), key);
  print_paragraph(14, printf("  a gesture   "), gesture);
}

static const char *message_at(const topic_kind *kind, int index) {
  (void)kind;
  return index < MESSAGES ? messages[index].word : NULL;
}

static void print_message(const topic_kind *kind, int index) {
  (void)kind;
  printf("%s: a MIDI message, midi: %s in controls\n", messages[index].word, messages[index].word);
  print_effects(messages[index].key, messages[index].gesture);
}

const topic_kind topics_midi = {"MIDI messages", message_at, print_message, NULL, NULL};

// --- Controllers --------------------------------------------------------------------------------

static const char *controller_at(const topic_kind *kind, int index) {
  static char text[CONTROLLERS][16];
  (void)kind;
  if (index >= CONTROLLERS)
    return NULL;
  snprintf(text[index], sizeof text[index], "cc%d", index);
  return text[index];
}

// What a player does by itself with some, whatever follows them.
static const char *done_anyway(int number) {
  return number == 64    ? "holds the notes that are let go while it is down, from 64 on"
         : number == 120 ? "ends all sound at once"
         : number == 121 ? "takes back bend, pressure and sustain"
         : number == 123 ? "lets all notes go"
                         : NULL;
}

static void print_controller(const topic_kind *kind, int index) {
  const char *name = NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
    if (names[i].number == index)
      name = names[i].name;
  printf("%s: MIDI controller %d%s%s, midi: cc%d in controls\n", controller_at(kind, index), index,
         name != NULL ? ", " : "", name != NULL ? name : "", index);
  print_effects("follows the controller, between both ends",
                "is done, with its value for the force");
  if (done_anyway(index) != NULL)
    print_paragraph(14, printf("  a player    "), done_anyway(index));
}

const topic_kind topics_controllers = {NULL, controller_at, print_controller, NULL, NULL};

// --- All of them --------------------------------------------------------------------------------

void print_midi(void) {
  puts("A control follows a message from a keyboard, a host or a MIDI file, by its key midi. What\n"
       "messages do to one that moves a key, and to one that starts a gesture:\n");
  for (int i = 0; i < MESSAGES; ++i) {
    print_paragraph(18, printf("  %-15s ", messages[i].word), messages[i].key);
    if (strcmp(messages[i].gesture, "nothing") != 0) {
      printf("%18sa gesture ", "");
      print_paragraph(28, 28, messages[i].gesture);
    }
  }
  print_paragraph(18, printf("  %-15s ", "cc0 to cc127"),
                  "follows the controller, between both ends");
  printf("%18sa gesture is done, with its value for the force\n\n", "");
  puts("A player understands besides:");
  for (int i = 0; i < CONTROLLERS; ++i)
    if (done_anyway(i) != NULL)
      print_paragraph(18, printf("  cc%-13d ", i), done_anyway(i));
  print_paragraph(18, printf("  %-15s ", "parameter 0"),
                  "the registered one: how far the wheel bends");
  puts("\nAll channels play. 'carom help cc64' tells about one controller; carom play --learn "
       "CONTROL\n"
       "ties one to the controller that is moved next.");
}
