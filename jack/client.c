// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The client. Its process callback hands over the messages of a block and the two buffers.

#include "jack/client.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef CAROM_JACK

#include <jack/jack.h>
#include <jack/midiport.h>
#include <stdatomic.h>

enum { MOST_MESSAGES = 4096 }; // of a block; what is more is dropped

struct sound_client {
  jack_client_t *jack;
  jack_port_t *midi, *left, *right;
  sound_render *render;
  void *user;
  atomic_int ended, late;
  sound_message message[MOST_MESSAGES];
};

static int process(jack_nframes_t samples, void *user) {
  sound_client *c = user;
  void *midi = jack_port_get_buffer(c->midi, samples);
  int count = 0;
  const uint32_t given = jack_midi_get_event_count(midi);
  for (uint32_t i = 0; i < given && count < MOST_MESSAGES; ++i) {
    jack_midi_event_t e;
    if (jack_midi_event_get(&e, midi, i) == 0)
      c->message[count++] = (sound_message){(int)e.time, (int)e.size, e.buffer};
  }
  c->render(c->user, c->message, count, (int)samples, jack_port_get_buffer(c->left, samples),
            jack_port_get_buffer(c->right, samples));
  return 0;
}

static int late(void *user) {
  sound_client *c = user;
  atomic_fetch_add(&c->late, 1);
  return 0;
}

static void ended(void *user) {
  sound_client *c = user;
  atomic_store(&c->ended, 1);
}

static void no_message(const char *text) {
  (void)text;
}

static bool register_ports(sound_client *c) {
  c->midi = jack_port_register(c->jack, "midi_in", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
  c->left = jack_port_register(c->jack, "left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  c->right = jack_port_register(c->jack, "right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  return c->midi != NULL && c->left != NULL && c->right != NULL;
}

sound_client *sound_client_open(const char *name, carom_error *error) {
  jack_status_t status = 0;
  *error = (carom_error){.status = CAROM_NO_PART};
  jack_set_error_function(no_message);
  jack_set_info_function(no_message);
  sound_client *c = calloc(1, sizeof *c);
  if (c == NULL)
    return NULL;
  c->jack = jack_client_open(name, JackNoStartServer, &status);
  if (c->jack == NULL || !register_ports(c)) {
    snprintf(error->text, sizeof error->text,
             "there is no JACK server to play on; start one (jackd, or PipeWire with pw-jack), or "
             "play a file without one: --offline --midi FILE --record FILE");
    sound_client_close(c);
    return NULL;
  }
  jack_set_process_callback(c->jack, process, c);
  jack_set_xrun_callback(c->jack, late, c);
  jack_on_shutdown(c->jack, ended, c);
  return c;
}

double sound_client_rate(const sound_client *c) {
  return jack_get_sample_rate(c->jack);
}

// Sound to the first two outputs of the machine, and its MIDI inputs to ours.
static void connect_ports(sound_client *c) {
  const char **out =
      jack_get_ports(c->jack, NULL, JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput | JackPortIsPhysical);
  const char **in =
      jack_get_ports(c->jack, NULL, JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput | JackPortIsPhysical);
  if (out != NULL && out[0] != NULL) {
    jack_connect(c->jack, jack_port_name(c->left), out[0]);
    jack_connect(c->jack, jack_port_name(c->right), out[1] != NULL ? out[1] : out[0]);
  }
  for (int i = 0; in != NULL && in[i] != NULL; ++i)
    jack_connect(c->jack, in[i], jack_port_name(c->midi));
  jack_free(out);
  jack_free(in);
}

carom_status sound_client_start(sound_client *c, sound_render *render, void *user,
                                carom_error *error) {
  c->render = render;
  c->user = user;
  if (jack_activate(c->jack) != 0) {
    *error = (carom_error){.status = CAROM_NO_PART, .text = "the JACK server refuses the client"};
    return CAROM_NO_PART;
  }
  connect_ports(c);
  return CAROM_OK;
}

bool sound_client_ended(const sound_client *c) {
  return atomic_load(&c->ended) != 0;
}

int sound_client_late(const sound_client *c) {
  return atomic_load(&c->late);
}

void sound_client_close(sound_client *c) {
  if (c != NULL && c->jack != NULL)
    jack_client_close(c->jack);
  free(c);
}

#else

struct sound_client {
  int unused;
};

sound_client *sound_client_open(const char *name, carom_error *error) {
  (void)name;
  *error = (carom_error){.status = CAROM_NO_PART};
  snprintf(
      error->text, sizeof error->text,
      "this build has no JACK; install libjack-jackd2-dev and build again (make play), or play "
      "a file without it: --offline --midi FILE --record FILE");
  return NULL;
}

double sound_client_rate(const sound_client *c) {
  (void)c;
  return 0;
}

carom_status sound_client_start(sound_client *c, sound_render *render, void *user,
                                carom_error *error) {
  (void)c;
  (void)render;
  (void)user;
  return error->status = CAROM_NO_PART;
}

bool sound_client_ended(const sound_client *c) {
  (void)c;
  return true;
}

int sound_client_late(const sound_client *c) {
  (void)c;
  return 0;
}

void sound_client_close(sound_client *c) {
  (void)c;
}

#endif
