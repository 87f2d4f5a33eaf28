// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A format of plugins like CLAP, as far as tests need one: what a host calls, and what it is asked.
// What is marked [main] belongs to one thread, what is marked [audio] to another.

#ifndef CAROM_TEST_TOY_PLUGIN_H
#define CAROM_TEST_TOY_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { TOY_NOTE_ON, TOY_NOTE_OFF, TOY_MIDI, TOY_VALUE, TOY_LEARN, TOY_RELOAD } toy_kind;

/// What comes with a block, in the order of its samples.
typedef struct {
  int at; // sample of the block
  toy_kind kind;
  int key;                // of a note
  unsigned char bytes[3]; // of a message
  int parameter;          // of a value
  double value;           // of it; of a note from 0 to 1; of a switch 0 or 1
} toy_event;

typedef struct {
  const char *name;
  double low, high, initial;
  bool is_switch; // does something whenever it is above 0
} toy_parameter;

typedef struct {
  void *user;
  const char *(*scene)(void *user);          // what the file holds now, as JSON [main]
  void (*log)(void *user, const char *text); // [main]
  void (*request_callback)(void *user);      // of on_main_thread() [audio]
} toy_host;

typedef struct toy_library toy_library;
typedef struct toy toy;

/// The library, which instances share; NULL, and the host's log says why, if it cannot be. [main]
toy_library *toy_open(const toy_host *host);
void toy_close(toy_library *library);

/// [main]
toy *toy_create(toy_library *library);
void toy_destroy(toy *t);
bool toy_activate(toy *t, double rate);
int toy_parameters(const toy *t);
toy_parameter toy_parameter_at(const toy *t, int index);
double toy_value(const toy *t, int index);
void toy_on_main_thread(toy *t);

/// Saved values, `size` bytes at most; 0 if that is too few. [main]
size_t toy_save(const toy *t, char *bytes, size_t size);
bool toy_load(toy *t, const char *bytes, size_t size);

/// A block; whether it may sleep until something comes. [audio]
bool toy_process(toy *t, const toy_event *events, int count, int samples, float *left,
                 float *right);

/// Samples by which the sound comes late. [audio]
int toy_latency(const toy *t);

#endif
