// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file kinds.h
/// Closed sets of words of the scene format as numbers, for a switch: beside each word in what
/// model.h and control.h tell stands its number. Before 1.0 a new word may move those behind it.

#ifndef CAROM_KINDS_H
#define CAROM_KINDS_H

/// Methods of advancing a scene, in the order of carom_method_at().
typedef enum {
  CAROM_METHOD_AUDIO,
  CAROM_METHOD_AM1,
  CAROM_METHOD_VERLET,
  CAROM_METHOD_HEUN,
  CAROM_METHOD_RK4,
  CAROM_METHOD_EVENT,
  CAROM_METHOD_ADAPTIVE,
  CAROM_METHOD_RIGID,
  CAROM_METHOD_WAVE,
  CAROM_METHOD_WRAP,
  CAROM_METHOD_MECHANISM
} carom_method_kind;

/// Types of body.
typedef enum {
  CAROM_BODY_STRING,
  CAROM_BODY_BAR,
  CAROM_BODY_PLATE,
  CAROM_BODY_MASS,
  CAROM_BODY_BARRIER,
  CAROM_BODY_LINKAGE
} carom_body_kind;

/// Types of contact.
typedef enum {
  CAROM_CONTACT_COLLISION,
  CAROM_CONTACT_SPRING,
  CAROM_CONTACT_BOW,
  CAROM_CONTACT_FINGER,
  CAROM_CONTACT_FELT,
  CAROM_CONTACT_STOP
} carom_contact_kind;

/// Quantities of outputs.
typedef enum {
  CAROM_OUTPUT_DISPLACEMENT,
  CAROM_OUTPUT_VELOCITY,
  CAROM_OUTPUT_ACCELERATION,
  CAROM_OUTPUT_SLOPE,
  CAROM_OUTPUT_FORCE,
  CAROM_OUTPUT_OVERLAP,
  CAROM_OUTPUT_PSI,
  CAROM_OUTPUT_ENERGY,
  CAROM_OUTPUT_MODE,
  CAROM_OUTPUT_CONTACT_LENGTH,
  CAROM_OUTPUT_PATCHES,
  CAROM_OUTPUT_PROJECTION,
  CAROM_OUTPUT_FRICTION,
  CAROM_OUTPUT_SCUFF,
  CAROM_OUTPUT_GAP,
  CAROM_OUTPUT_ANGLE,
  CAROM_OUTPUT_X,
  CAROM_OUTPUT_Y,
  CAROM_OUTPUT_TRAVEL
} carom_quantity_kind;

/// Engines of batches, in the order of carom_engine_at().
typedef enum {
  CAROM_ENGINE_AUTO, ///< the fastest that takes the models
  CAROM_ENGINE_SCALAR
} carom_engine_kind;

/// Gestures that a control starts.
typedef enum {
  CAROM_GESTURE_NONE = -1, ///< it moves a key
  CAROM_GESTURE_BOW,
  CAROM_GESTURE_FINGER,
  CAROM_GESTURE_PLUCK,
  CAROM_GESTURE_STRIKE,
  CAROM_GESTURE_THROW
} carom_gesture_kind;

/// MIDI messages that a control follows.
typedef enum {
  CAROM_MIDI_NONE = -1,
  CAROM_MIDI_NOTE,          ///< the pitch of notes
  CAROM_MIDI_NOTE_ON,       ///< how fast a key goes down
  CAROM_MIDI_NOTE_OFF,      ///< how fast it comes up
  CAROM_MIDI_BEND,          ///< the wheel
  CAROM_MIDI_PRESSURE,      ///< of the channel
  CAROM_MIDI_POLY_PRESSURE, ///< of one key
  CAROM_MIDI_CONTROLLER     ///< "cc1": a controller
} carom_midi_kind;

#endif
