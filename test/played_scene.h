// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A small instrument for tests: two strings and a hammer on one body, with every kind of control.

#ifndef CAROM_TEST_PLAYED_SCENE_H
#define CAROM_TEST_PLAYED_SCENE_H

#define PLAYED_STRING                                                                              \
  "{type: string, length: 0.7, linear_density: 6e-3, pitch: 110, sigma0: 1, sigma1: 2e-3}"

static const char *const played_scene =
    "{carom: 1, duration: 1, gravity: 0, bodies: {string1: " PLAYED_STRING
    ", string2: " PLAYED_STRING
    ", hammer: {type: mass, mass: 3e-3, position: -0.01}, rest: {type: barrier, position: -0.012}, "
    "body: {type: mass, mass: 0.05, frequency: 200, damping: 3}},"
    " contacts: {strike: {type: collision, below: hammer, above: string1@0.2, stiffness: 1e7, "
    "exponent: 2.3, damping: 0.2}, back: {type: collision, below: rest, above: hammer, stiffness: "
    "1e6, damping: 3}, foot1: {type: spring, below: string1@0.9, above: body, linear: 3000}, "
    "foot2: "
    "{type: spring, below: string2@0.9, above: body, linear: 3000}, bow: {type: bow, on: "
    "string2@0.15, force: 0, speed: 0.1}, damp1: {type: finger, on: string1@0.5, damper: 0}, "
    "damp2: "
    "{type: finger, on: string2@0.5, damper: 0}},"
    " controls: {pitch: {key: bodies.string*.pitch, from: 80, to: 240, curve: log, smooth: 0.005, "
    "midi: note}, pluck: {gesture: pluck, on: string*@0.3, force: [0.1, 3], midi: note-on}, "
    "damper: "
    "{key: contacts.damp*.damper, from: 0, to: 2, smooth: 0.02, midi: note-off}, bow: {gesture: "
    "bow, "
    "on: bow, to: 1, midi: cc2}, throw: {gesture: throw, on: hammer, from: 0.1, to: 3, midi: cc3}, "
    "stiff: {key: contacts.strike.stiffness, from: 1e5, to: 1e8, curve: log, midi: cc1}, touch: "
    "{key: bodies.body.damping, from: 1, to: 10, midi: poly-pressure}, press: {key: "
    "bodies.body.frequency, from: 100, to: 300, midi: pressure}},"
    " outputs: {l: {of: body, quantity: velocity, audio: true, gain: 2, pan: -0.4}, r: {of: "
    "string2@0.8, quantity: velocity, audio: true, gain: 0.1, pan: 0.6}}}";

#endif
