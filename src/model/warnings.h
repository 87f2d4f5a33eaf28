// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Warnings: what the program is not sure of. The kinds, each once: enumerator, word, when it is
// told, and the sentence. In a sentence {name} is the body, contact, force or output it is about,
// {more} a second text, {} the next number to three digits and {g} to six. Those of the compiler
// are kept in the model; those of the start, the run and the sound are found by state/warnings.c.

#ifndef CAROM_WARNINGS_H
#define CAROM_WARNINGS_H

#include <stddef.h>

#define WARNINGS(X)                                                                                \
  X(WARNING_HELD_START, "held-start", "a starting shape is not zero where the body is held",       \
    "bodies.{name}.start: the shape was set to zero where the body is held")                       \
  X(WARNING_LENGTHS, "lengths", "bodies that touch along their length are not equally long",       \
    "contacts.{name}: the bodies are {g} m and {g} m long; points at the same fraction meet")      \
  X(WARNING_WRAPPING_ENDS, "wrapping-ends",                                                        \
    "the contact point of a string that wraps a bridge becomes as fast as waves within the run",   \
    "bodies.{name}: pure wrapping ends at {g} s, at reflection {g}, where the contact point is "   \
    "as "                                                                                          \
    "fast as waves; solver.method rigid goes on")                                                  \
  X(WARNING_BRIDGE_EDGE, "bridge-edge", "a bridge begins away from the end of its string",         \
    "bodies.{name}: the string is held at the bridge's edge, {g} m from its end")                  \
  X(WARNING_LINKS, "links", "a contact along modes has fewer points than along a grid",            \
    "contacts.{name}: it has {g} intervals along modes, where a grid would have {g}; model: grid " \
    "has all of them")                                                                             \
  X(WARNING_OUT_OF_TUNE, "out-of-tune",                                                            \
    "one of the first ten modes of a body on a grid whose points the scene has not given is off "  \
    "by more than 3 cents",                                                                        \
    "bodies.{name}: its partials are out of tune, the one of {g} Hz by {} cents; {more}")          \
  X(WARNING_SPRING_TUNING, "spring-out-of-tune",                                                   \
    "a mass swings below 20 kHz on linear springs, on a string, bar or plate or on several of "    \
    "them, and is off by 3 cents or more",                                                         \
    "contacts.{name}: the mass that swings on it with {g} Hz is out of tune by {} cents; {more} "  \
    "brings it within 3")                                                                          \
  X(WARNING_SPRING_START, "spring-start",                                                          \
    "a linear spring starts stretched or moving with 1 % less energy than is written, or more",    \
    "contacts.{name}: the spring and its masses start with {} % less energy than is written, "     \
    "since "                                                                                       \
    "the ledger has that of half steps; {more} leaves less than 1 %")                              \
  X(WARNING_THROWN, "thrown",                                                                      \
    "a mass that begins with a velocity on its own spring goes too far by 1 % or more",            \
    "bodies.{name}: thrown on its own spring of {g} Hz, it goes {} % too far: its energy is that " \
    "of "                                                                                          \
    "half steps; {more} leaves less than 1 %")                                                     \
  X(WARNING_ZERO_FORCE, "zero-force", "a force is a sine of frequency 0",                          \
    "forces.{name}.frequency: a sine of 0 Hz is 0 for ever; give a frequency above 0, or a table " \
    "for a steady force")                                                                          \
  X(WARNING_CONTROLLER, "controller", "one MIDI controller, bend or pressure moves two controls",  \
    "controls.{name}.midi: {more} too, and both move at once; give each a message of its own, or " \
    "make them one control with moves")                                                            \
  X(WARNING_OVERLAP, "overlap",                                                                    \
    "bodies overlap at t = 0, with more than 1 % of the energy there is besides or is supplied, "  \
    "and other forces hold less than half of the contact's force",                                 \
    "contacts.{name}: the bodies overlap by {} m at t = 0, which stores {} J beside {} J in the "  \
    "rest of the scene, and other forces do not hold them; are below and above swapped? swap "     \
    "them, or "                                                                                    \
    "start the bodies apart")                                                                      \
  X(WARNING_PLACED, "placed",                                                                      \
    "a mass was put inside a body, which stores more than 1 % of the energy it was given, and "    \
    "other forces hold less than half of the contact's force",                                     \
    "contacts.{name}: a mass was put {} m inside the other body, which stores {} J beside the {} " \
    "J of its motion and throws it out; put it where they touch, which moves with the other body") \
  X(WARNING_SHORT_IMPACT, "short-impact",                                                          \
    "impacts of masses carry 5 % of the energy, or less beside the energy of a heavier mass, and " \
    "last less than 8 steps, where other contacts push the masses too, or than 2 + 1.5 mu v "      \
    "steps, with damping mu at speed v, or with scheme clamp or published than 64 mu v",           \
    "contacts.{name}: its impacts last {} steps, and below {} speeds after an impact are wrong "   \
    "by "                                                                                          \
    "about {} % and more; scheme: exact has the law itself, or {more} resolves it")                \
  X(WARNING_SHORT_STRIKE, "short-strike",                                                          \
    "impacts of a mass on a bar or plate carry 5 % of the energy and last less than 10 steps, or " \
    "on a "                                                                                        \
    "string less than 7, but with scheme exact",                                                   \
    "contacts.{name}: its impacts last {} steps, and below {} the speed with which a mass leaves " \
    "a "                                                                                           \
    "string, bar or plate is wrong, by up to about {} % of the speed it came with; {more} "        \
    "resolves it")                                                                                 \
  X(WARNING_UNANSWERED, "unanswered",                                                              \
    "a contact whose law is not bounded is harder than its body answers within a step: more than " \
    "5 times with solver.bound: false, with scheme exact than 5 times, on modes 2, with clamp or " \
    "published than once",                                                                         \
    "contacts.{name}: at an overlap of {} m its law is {} times as hard as the bodies answer "     \
    "within a step: "                                                                              \
    "its force goes up and down at half the rate, and one push may count as many impacts{more}")   \
  X(WARNING_RATTLE, "rattle-in-sample",                                                            \
    "a contact with scheme exact has more impacts in one sample than are followed one by one",     \
    "contacts.{name}: up to {} impacts in one sample, more than are followed one by one: some "    \
    "are told as one, and their times are less exact; {more} has fewer in each")                   \
  X(WARNING_HALF_RATE, "half-rate",                                                                \
    "a grid's kinetic energy is above its total energy at the end, or in 5 % of the run and "      \
    "50 ms",                                                                                       \
    "bodies.{name}: its kinetic energy is above its total energy in {} % of the run (potential "   \
    "energy {} J): it moves at half the rate, which costs a grid no energy; sigma1: {} gives a "   \
    "loss there, and model: modes has no such motion")                                             \
  X(WARNING_SINGLE_TRAVELS, "single-travels",                                                      \
    "in single precision, a bar or plate that nothing holds has gone so far that rounding keeps "  \
    "it "                                                                                          \
    "ringing",                                                                                     \
    "bodies.{name}: it has moved by {} m as a whole, and single precision rounds that, which "     \
    "keeps "                                                                                       \
    "it ringing with {} J; solver.precision: double lets it fall silent")                          \
  X(WARNING_ADRIFT, "adrift",                                                                      \
    "a bar or plate that nothing keeps in place has moved by 1 mm, and blows or pushes are still " \
    "to come",                                                                                     \
    "bodies.{name}: nothing keeps it in place, and it has moved by {} m as a whole: what strikes " \
    "it again misses or comes late; tie it to a barrier with contacts of type spring, as cords, "  \
    "or hold its ends or edges")                                                                   \
  X(WARNING_SILENT, "silent",                                                                      \
    "an output marked audio stays 0, or below -120 dB of full scale or of the body's motion",      \
    "outputs.{name}: it is marked audio and silent, its largest value is {} {more}; read a point " \
    "that moves or a contact that touches, or raise its gain")                                     \
  X(WARNING_CLIPPING, "clipping", "fixed gains drive the mix beyond full scale",                   \
    "outputs.{name}.gain: the mix is {} dB above full scale; all gains times {} fit, here {}; "    \
    "gain: auto finds one by itself")

#define WARNING_ENUMERATOR(name, ...) name,
typedef enum { WARNINGS(WARNING_ENUMERATOR) WARNING_KIND_COUNT } warning_kind;
#undef WARNING_ENUMERATOR

/// A warning of the compiler.
typedef struct {
  warning_kind kind;
  int name, more; // offsets into the model's texts
  double number[2];
} model_warning;

/// What a sentence is filled with.
enum { WARNING_NUMBERS = 3 };
typedef struct {
  const char *name, *more; // `more` is NULL if the sentence has none
  double number[WARNING_NUMBERS];
} warning_words;

/// The word of a kind.
const char *warning_word(warning_kind kind);

/// Writes a sentence; what does not fit is cut.
void warning_write(char *text, size_t size, warning_kind kind, const warning_words *words);

#endif
