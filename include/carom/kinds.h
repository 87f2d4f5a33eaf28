// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file kinds.h
/// Closed sets of words of the scene format as numbers, for a switch: beside each word in what
/// model.h and control.h tell stands its number. Numbers stay as they are: a new word gets the next
/// one.

#ifndef CAROM_KINDS_H
#define CAROM_KINDS_H

/// Methods of advancing a scene, in the order of carom_method_at().
typedef enum {
  CAROM_METHOD_AUDIO = 0,
  CAROM_METHOD_AM1 = 1,
  CAROM_METHOD_VERLET = 2,
  CAROM_METHOD_HEUN = 3,
  CAROM_METHOD_RK4 = 4,
  CAROM_METHOD_EVENT = 5,
  CAROM_METHOD_ADAPTIVE = 6,
  CAROM_METHOD_RIGID = 7,
  CAROM_METHOD_WAVE = 8,
  CAROM_METHOD_WRAP = 9,
  CAROM_METHOD_MECHANISM = 10
} carom_method_kind;

/// Types of body.
typedef enum {
  CAROM_BODY_STRING = 0,
  CAROM_BODY_BAR = 1,
  CAROM_BODY_PLATE = 2,
  CAROM_BODY_MASS = 3,
  CAROM_BODY_BARRIER = 4,
  CAROM_BODY_LINKAGE = 5
} carom_body_kind;

/// Types of contact.
typedef enum {
  CAROM_CONTACT_COLLISION = 0,
  CAROM_CONTACT_SPRING = 1,
  CAROM_CONTACT_BOW = 2,
  CAROM_CONTACT_FINGER = 3,
  CAROM_CONTACT_FELT = 4,
  CAROM_CONTACT_STOP = 5
} carom_contact_kind;

/// Quantities of outputs.
typedef enum {
  CAROM_OUTPUT_DISPLACEMENT = 0,
  CAROM_OUTPUT_VELOCITY = 1,
  CAROM_OUTPUT_ACCELERATION = 2,
  CAROM_OUTPUT_SLOPE = 3,
  CAROM_OUTPUT_FORCE = 4,
  CAROM_OUTPUT_OVERLAP = 5,
  CAROM_OUTPUT_PSI = 6,
  CAROM_OUTPUT_ENERGY = 7,
  CAROM_OUTPUT_MODE = 8,
  CAROM_OUTPUT_CONTACT_LENGTH = 9,
  CAROM_OUTPUT_PATCHES = 10,
  CAROM_OUTPUT_PROJECTION = 11,
  CAROM_OUTPUT_FRICTION = 12,
  CAROM_OUTPUT_SCUFF = 13,
  CAROM_OUTPUT_GAP = 14,
  CAROM_OUTPUT_ANGLE = 15,
  CAROM_OUTPUT_X = 16,
  CAROM_OUTPUT_Y = 17,
  CAROM_OUTPUT_TRAVEL = 18
} carom_quantity_kind;

/// Engines of batches, in the order of carom_engine_at().
typedef enum {
  CAROM_ENGINE_AUTO = 0, ///< the fastest that takes the models
  CAROM_ENGINE_SCALAR = 1
} carom_engine_kind;

/// Gestures that a control starts.
typedef enum {
  CAROM_GESTURE_NONE = -1, ///< it moves a key
  CAROM_GESTURE_BOW = 0,
  CAROM_GESTURE_FINGER = 1,
  CAROM_GESTURE_PLUCK = 2,
  CAROM_GESTURE_STRIKE = 3,
  CAROM_GESTURE_THROW = 4
} carom_gesture_kind;

/// MIDI messages that a control follows.
typedef enum {
  CAROM_MIDI_NONE = -1,
  CAROM_MIDI_NOTE = 0,          ///< the pitch of notes
  CAROM_MIDI_NOTE_ON = 1,       ///< how fast a key goes down
  CAROM_MIDI_NOTE_OFF = 2,      ///< how fast it comes up
  CAROM_MIDI_BEND = 3,          ///< the wheel
  CAROM_MIDI_PRESSURE = 4,      ///< of the channel
  CAROM_MIDI_POLY_PRESSURE = 5, ///< of one key
  CAROM_MIDI_CONTROLLER = 6     ///< "cc1": a controller
} carom_midi_kind;

#endif
