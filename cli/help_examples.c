// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The examples of carom help: scenes short enough to read, each of which can be saved and run. A
// row names the topics it shows as KIND:TOPIC; the test cli_help wants one for each section, type,
// group of keys and method, and runs it.

#include "cli/help.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *topics;
  const char *text;
} examples[] = {
    {"bodies:string keys:start page:units",
     "carom: 1\n"
     "bodies:\n"
     "  string: {type: string, length: 0.65, density: 7850, radius: 2.5e-4, tension: 100,\n"
     "           youngs: 2e11, sigma0: 1, start: {shape: pluck, at: 0.2, amplitude: 1e-3}}\n"
     "outputs:\n"
     "  bridge: {of: string@0.95, quantity: velocity, audio: true}\n"},
    {"bodies:bar keys:start_velocity",
     "carom: 1\n"
     "bodies:\n"
     "  bar: {type: bar, length: 0.3, width: 0.03, thickness: 5e-3, density: 7850, youngs: 2e11,\n"
     "        ends: [free, free], sigma0: 2, start_velocity: {shape: hump, at: 0.3, width: 0.1}}\n"
     "outputs:\n"
     "  end: {of: bar@1, quantity: velocity, audio: true}\n"},
    {"bodies:plate",
     "carom: 1\n"
     "bodies:\n"
     "  plate: {type: plate, size: [0.4, 0.3], thickness: 2e-3, density: 2700, youngs: 7e10,\n"
     "          edges: free, sigma0: 2, start_velocity: {shape: hump, at: [0.3, 0.4]}}\n"
     "outputs:\n"
     "  corner: {of: 'plate@0.9:0.9', quantity: velocity, audio: true}\n"},
    {"section:materials",
     "carom: 1\n"
     "materials:\n"
     "  plywood: {like: beech, density: 680, youngs: 8e9, loss_factor: 0.013}\n"
     "bodies:\n"
     "  board: {type: plate, material: plywood, size: [0.4, 0.3], thickness: 6e-3}\n"
     "  ball: {type: mass, mass: 0.02, position: 1e-3, velocity: -2}\n"
     "contacts:\n"
     "  knock: {type: collision, below: 'board@0.4:0.4', above: ball, material: rubber}\n"
     "outputs:\n"
     "  sound: {of: 'board@0.7:0.3', quantity: velocity, audio: true}\n"},
    {"bodies:mass",
     "carom: 1\n"
     "bodies:\n"
     "  bob: {type: mass, mass: 0.01, frequency: 220, damping: 0.02, position: 1e-3}\n"
     "outputs:\n"
     "  bob: {of: bob, quantity: velocity, audio: true}\n"},
    {"bodies:barrier keys:profile",
     "carom: 1\n"
     "bodies:\n"
     "  string: {type: string, length: 1, linear_density: 1e-3, pitch: 110, points: 200,\n"
     "           start: {shape: pluck, at: 0.3, amplitude: 2e-3}}\n"
     "  fret: {type: barrier, position: -1e-3,\n"
     "         profile: {shape: parabola, height: 5e-4, width: 0.2, at: 0.4}}\n"
     "contacts:\n"
     "  buzz: {type: collision, below: fret, above: string, along: true, stiffness: 1e8}\n"
     "outputs:\n"
     "  bridge: {of: string@0.95, quantity: velocity, audio: true}\n"},
    {"keys:position page:breakpoints page:live score:set section:score",
     "carom: 1\n"
     "gravity: 9.81\n"
     "bodies:\n"
     "  ball: {type: mass, mass: 0.01, position: 0.01}\n"
     "  floor: {type: barrier, position: {sine: {amplitude: 1e-4, frequency: 30}}}\n"
     "contacts:\n"
     "  bounce: {type: collision, below: floor, above: ball, damping: 0.1,\n"
     "           stiffness: [[0, 1e6], [0.5, 1e7]]}\n"
     "score:\n"
     "  - {gesture: set, at: 0.8, key: contacts.bounce.damping, to: 0.5, over: 0.1}\n"
     "outputs:\n"
     "  height: {of: ball}\n"},
    {"bodies:linkage keys:marks keys:spring keys:stop method:mechanism",
     "carom: 1\n"
     "bodies:\n"
     "  lever: {type: linkage, pin: [0, 0], mass: 0.05, inertia: 5e-5, centre: [0.05, 0], angle: "
     "0.2,\n"
     "          pin_friction: 1e-4, marks: {tip: [0.1, 0]}, spring: {torque: 0.02},\n"
     "          stop: {angle: 0, stiffness: 200, damping: 0.05}}\n"
     "outputs:\n"
     "  angle: {of: lever, quantity: angle}\n"
     "  tip: {of: lever@tip, quantity: velocity, audio: true}\n"
     "solver: {method: mechanism}\n"},
    {"keys:shank contacts:felt",
     "carom: 1\n"
     "duration: 0.02\n"
     "rate: 192000\n"
     "bodies:\n"
     "  hammer:\n"
     "    type: linkage\n"
     "    pin: [0, 0]\n"
     "    mass: 0.01174\n"
     "    inertia: 2.9e-5\n"
     "    centre: [0.1022, 0.0145]\n"
     "    angle: -0.05\n"
     "    angular_velocity: 20\n"
     "    marks: {nose: [0.13, 0.036]}\n"
     "    shank: {from: 0.04, length: 0.083, diameter: 6.4e-3, youngs: 1.1e10, density: 700,\n"
     "            head_mass: 7.59e-3, head_inertia: 2.83e-6, head_centre: [0.1322, 0.0236]}\n"
     "  string: {type: string, length: 0.34, linear_density: 5.8e-3, tension: 703, model: modes,\n"
     "           points: 40, height: 0.05, left: 0.09}\n"
     "contacts:\n"
     "  strike: {type: felt, circle: hammer@nose, radius: 0.0124, segment: string, a: 4.5e10, c: "
     "2e4}\n"
     "outputs:\n"
     "  force: {of: strike, quantity: force}\n"
     "solver: {method: mechanism}\n"},
    {"contacts:collision section:contacts section:bodies page:scene page:points method:audio",
     "carom: 1\n"
     "title: A mallet strikes a plate\n"
     "duration: 1\n"
     "bodies:\n"
     "  plate: {type: plate, size: [0.4, 0.3], thickness: 2e-3, density: 2700, youngs: 7e10, "
     "sigma0: 2}\n"
     "  mallet: {type: mass, mass: 0.01, position: 1e-3, velocity: -1}\n"
     "contacts:\n"
     "  strike: {type: collision, below: 'plate@0.3:0.4', above: mallet, stiffness: 1e6}\n"
     "outputs:\n"
     "  sound: {of: 'plate@0.8:0.7', quantity: velocity, audio: true}\n"
     "  force: {of: strike, quantity: force}\n"
     "solver: {method: audio}\n"},
    {"contacts:spring",
     "carom: 1\n"
     "bodies:\n"
     "  left: {type: mass, mass: 0.01, frequency: 110, position: 1e-3}\n"
     "  right: {type: mass, mass: 0.01, frequency: 110}\n"
     "contacts:\n"
     "  rod: {type: spring, below: left, above: right, linear: 500, cubic: 1e8, sigma_x: 0.01}\n"
     "outputs:\n"
     "  right: {of: right, quantity: velocity, audio: true}\n"},
    {"contacts:bow score:bow",
     "carom: 1\n"
     "bodies:\n"
     "  string: {type: string, length: 0.7, linear_density: 2e-3, pitch: 147, sigma0: 1, sigma1: "
     "1e-3}\n"
     "contacts:\n"
     "  bow: {type: bow, on: string@0.1, force: 0.5, speed: 0.1}\n"
     "score:\n"
     "  - {gesture: bow, at: 0.5, force: 1, speed: 0.2, over: 0.1, for: 0.3}\n"
     "outputs:\n"
     "  bridge: {of: string@0.95, quantity: velocity, audio: true}\n"},
    {"contacts:finger score:finger",
     "carom: 1\n"
     "bodies:\n"
     "  string: {type: string, length: 0.7, linear_density: 2e-3, pitch: 147, sigma0: 1,\n"
     "           start: {shape: pluck, at: 0.2}}\n"
     "contacts:\n"
     "  finger: {type: finger, on: string@0.5, damper: 0}\n"
     "score:\n"
     "  - {gesture: finger, at: 0.3, damper: 2, over: 0.02}\n"
     "outputs:\n"
     "  bridge: {of: string@0.95, quantity: velocity, audio: true}\n"},
    {"contacts:stop method:event",
     "carom: 1\n"
     "bodies:\n"
     "  beam: {type: bar, model: modes, points: 4, length: 0.25, width: 0.03, thickness: 2e-3,\n"
     "         density: 7800, youngs: 2e11, ends: [clamped, free], start: {shape: mode, amplitude: "
     "2e-3}}\n"
     "  wall: {type: barrier, position: -1e-3}\n"
     "contacts:\n"
     "  stop: {type: stop, below: wall, above: beam@1, restitution: 0.9}\n"
     "outputs:\n"
     "  tip: {of: beam@1}\n"
     "solver: {method: event}\n"},
    {"keys:base",
     "carom: 1\n"
     "bodies:\n"
     "  beam: {type: bar, model: modes, points: 4, length: 0.25, width: 0.03, thickness: 2e-3,\n"
     "         density: 7800, youngs: 2e11, ends: [clamped, free], damping_ratio: 0.01,\n"
     "         base: {amplitude: 5e-4, frequency: 37}}\n"
     "outputs:\n"
     "  tip: {of: beam@1}\n"
     "solver: {method: event}\n"},
    {"score:pluck score:strike section:outputs section:snapshots",
     "carom: 1\n"
     "bodies:\n"
     "  string: {type: string, length: 0.65, linear_density: 1.5e-3, pitch: 196, sigma0: 1}\n"
     "score:\n"
     "  - {gesture: pluck, at: 0, on: string@0.2, force: 2}\n"
     "  - {gesture: strike, at: 0.5, on: string@0.12, force: 10, over: 0.003}\n"
     "outputs:\n"
     "  bridge: {of: string@0.95, quantity: velocity, audio: true, pan: 0.2}\n"
     "  energy: {of: string, quantity: energy}\n"
     "snapshots:\n"
     "  shape: {of: string, every: 1e-3, to: 0.02}\n"},
    {"score:throw",
     "carom: 1\n"
     "bodies:\n"
     "  string: {type: string, length: 0.65, linear_density: 1.5e-3, pitch: 196, sigma0: 1}\n"
     "  hammer: {type: mass, mass: 3e-3, position: -5e-3}\n"
     "contacts:\n"
     "  strike: {type: collision, below: hammer, above: string@0.12, stiffness: 1e6}\n"
     "score:\n"
     "  - {gesture: throw, at: 0.1, on: hammer, speed: 1}\n"
     "outputs:\n"
     "  bridge: {of: string@0.95, quantity: velocity, audio: true}\n"},
    {"score:tune",
     "carom: 1\n"
     "bodies:\n"
     "  string: {type: string, length: 0.65, linear_density: 1.5e-3, pitch: 196, sigma0: 1,\n"
     "           start: {shape: pluck, at: 0.2}}\n"
     "score:\n"
     "  - {gesture: tune, at: 0.3, pitch: 220, over: 0.2}\n"
     "outputs:\n"
     "  bridge: {of: string@0.95, quantity: velocity, audio: true}\n"},
    {"section:controls section:presets score:control page:notes keys:play keys:sound",
     "carom: 1\n"
     "bodies:\n"
     "  string1: {type: string, length: 0.65, linear_density: 1.5e-3, pitch: 196, sigma0: 1}\n"
     "  string2: {type: string, length: 0.65, linear_density: 1.5e-3, pitch: 196, sigma0: 1}\n"
     "controls:\n"
     "  pitch: {key: bodies.string*.pitch, from: 98, to: 392, curve: log, midi: note}\n"
     "  pluck: {gesture: pluck, on: string*@0.13, force: [0.2, 3], midi: note-on}\n"
     "  loss: {key: bodies.string*.sigma0, from: 0.5, to: 20, midi: cc1}\n"
     "presets:\n"
     "  short: {loss: 8}\n"
     "score:\n"
     "  - {gesture: control, at: 0.1, on: pluck, to: 2, voice: 1}\n"
     "outputs:\n"
     "  one: {of: string1@0.95, quantity: velocity, audio: true}\n"
     "  two: {of: string2@0.95, quantity: velocity, audio: true}\n"
     "play: {a4: 442, bend: 2}\n"
     "sound: {fade: 0.1}\n"},
    {"section:forces",
     "carom: 1\n"
     "bodies:\n"
     "  bar: {type: bar, length: 0.3, width: 0.03, thickness: 5e-3, density: 7850, youngs: 2e11,\n"
     "        sigma0: 2}\n"
     "forces:\n"
     "  hum: {on: bar@0.4, amplitude: 0.5, frequency: 100}\n"
     "  push: {on: bar@0.6, table: [[0, 0], [0.1, 2], [0.2, 0]]}\n"
     "outputs:\n"
     "  middle: {of: bar@0.5, quantity: velocity, audio: true}\n"},
    {"method:am1 method:verlet method:heun method:rk4 keys:solver",
     "carom: 1\n"
     "bodies:\n"
     "  ball: {type: mass, mass: 0.01, position: 1e-3, velocity: -1}\n"
     "  wall: {type: barrier}\n"
     "contacts:\n"
     "  hit: {type: collision, below: wall, above: ball, stiffness: 1e7, damping: 0.1}\n"
     "outputs:\n"
     "  ball: {of: ball}\n"
     "solver: {method: METHOD, corrections: true}\n"},
    {"method:adaptive",
     "carom: 1\n"
     "bodies:\n"
     "  ball: {type: mass, mass: 0.01, position: 1e-3, velocity: -1}\n"
     "  wall: {type: barrier}\n"
     "contacts:\n"
     "  hit: {type: collision, below: wall, above: ball, stiffness: 1e7, damping: 0.1}\n"
     "outputs:\n"
     "  ball: {of: ball}\n"
     "solver: {method: adaptive, tolerance: 1e-9}\n"},
    {"method:rigid method:wave method:wrap",
     "carom: 1\n"
     "rate: 1000\n"
     "duration: 4\n"
     "bodies:\n"
     "  string: {type: string, length: 1, linear_density: 1, tension: 1,\n"
     "           start: {shape: wrapped, mode: 1, amplitude: 9}}\n"
     "  bridge: {type: barrier, profile: {shape: parabola, height: 1, width: 0.05}}\n"
     "contacts:\n"
     "  wrap: {type: collision, below: bridge, above: string, along: true, stiffness: 1e7}\n"
     "outputs:\n"
     "  middle: {of: string@0.5}\n"
     "  length: {of: wrap, quantity: contact_length}\n"
     "solver: {method: METHOD}\n"},
};

const char *example_of(const char *kind, const char *topic) {
  static char text[2000];
  char wanted[80];
  const int length = snprintf(wanted, sizeof wanted, "%s:%s", kind, topic);
  for (size_t i = 0; i < sizeof examples / sizeof examples[0]; ++i) {
    const char *at = strstr(examples[i].topics, wanted);
    while (at != NULL && ((at != examples[i].topics && at[-1] != ' ') ||
                          (at[length] != ' ' && at[length] != '\0')))
      at = strstr(at + 1, wanted);
    if (at == NULL)
      continue;
    // One scene for several methods: METHOD stands for their names.
    const char *gap = strstr(examples[i].text, "METHOD");
    if (gap == NULL)
      return examples[i].text;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(gap - examples[i].text), examples[i].text,
             strcmp(kind, "method") == 0 ? topic : "am1", gap + strlen("METHOD"));
    return text;
  }
  return NULL;
}
