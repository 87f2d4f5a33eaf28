// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A client of a JACK server: one MIDI input, two audio outputs.

#ifndef CAROM_JACK_CLIENT_H
#define CAROM_JACK_CLIENT_H

#include <carom/status.h>
#include <stdbool.h>

/// A MIDI message of the present block.
typedef struct {
  int offset, size;
  const unsigned char *bytes;
} sound_message;

/// Renders a block; by the server's thread: it must not allocate, lock or print.
typedef void sound_render(void *user, const sound_message *messages, int count, int samples,
                          float *left, float *right);

typedef struct sound_client sound_client;

/// Connects to a server that runs; NULL, and the error says why, if there is none or this build
/// lacks JACK. [setup]
sound_client *sound_client_open(const char *name, carom_error *error);

/// Samples per second of the server. [setup]
double sound_client_rate(const sound_client *client);

/// Begins to render, and connects the ports to the machine's own. [setup]
carom_status sound_client_start(sound_client *client, sound_render *render, void *user,
                                carom_error *error);

/// Whether the server has ended, and how many blocks came too late for it. [setup]
bool sound_client_ended(const sound_client *client);
int sound_client_late(const sound_client *client);

/// Ends it; NULL is allowed. [setup]
void sound_client_close(sound_client *client);

#endif
