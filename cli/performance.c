// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Rendering from message to message: those of the song and those that come in, by their samples.

#include "cli/performance.h"

#include "io/clock.h"
#include <math.h>

// The sample of the song's next message, counted from the present block's first; beyond `samples`
// if there is none in it.
static int song_due(const performance *p, int samples) {
  if (p->next >= p->song.count)
    return samples + 1;
  const double at = round(p->song.event[p->next].time * p->rate) - (double)p->samples;
  return at < samples ? (at > 0 ? (int)at : 0) : samples + 1;
}

static int render_until(performance *p, int from, int to, float *left, float *right) {
  if (to > from)
    carom_player_render(p->player, to - from, left + from, right + from);
  return to > from ? to : from;
}

// Hands a message over. A control that learns takes the next controller but the one that was learnt
// last, which its knob still sends.
static void deliver(performance *p, const unsigned char *bytes, int size) {
  const int next = atomic_load(&p->learnt);
  const bool controller = size >= 3 && (bytes[0] & 0xF0) == 0xB0;
  const bool learns = next < p->learns && controller && bytes[1] != p->last_learnt;
  if (learns)
    carom_player_learn(p->player, p->learn[next]);
  carom_player_midi(p->player, bytes, size);
  if (learns && carom_player_learning(p->player) < 0) {
    p->last_learnt = p->controller[next] = bytes[1];
    atomic_store(&p->learnt, next + 1);
  }
}

static void render_all(performance *p, const sound_message *messages, int count, int samples,
                       float *left, float *right) {
  int done = 0;
  int given = 0;
  for (;;) {
    const int song = song_due(p, samples);
    const int other = given < count ? messages[given].offset : samples + 1;
    const int next = song < other ? song : other;
    if (next >= samples && !(next == other && given < count))
      break;
    done = render_until(p, done, next < samples ? next : samples, left, right);
    if (song <= other && p->next < p->song.count) {
      const midi_event *e = &p->song.event[p->next++];
      deliver(p, e->bytes, e->size);
    } else {
      deliver(p, messages[given].bytes, messages[given].size);
      ++given;
    }
  }
  (void)render_until(p, done, samples, left, right);
}

void performance_render(void *user, const sound_message *messages, int count, int samples,
                        float *left, float *right) {
  performance *p = user;
  const double began = clock_seconds();
  render_all(p, messages, count, samples, left, right);
  for (int i = 0; i < p->recorders; ++i)
    recorder_heard(p->recorder[i], left, right, samples);
  p->samples += samples;
  const carom_player_report report = carom_player_poll(p->player);
  atomic_store(&p->rendered, p->samples);
  atomic_store(&p->peak, fmaxf(p->peak, fmaxf(report.peak_left, report.peak_right)));
  atomic_store(&p->error, report.balance_error);
  atomic_store(&p->restarts, report.restarts);
  atomic_store(&p->refused, report.refused);
  atomic_store(&p->held, report.held);
  const float load = (float)((clock_seconds() - began) * p->rate / samples);
  atomic_store(&p->load, p->load + 0.05F * (load - p->load));
}

bool performance_is_over(performance *p) {
  return p->song.event != NULL &&
         (double)atomic_load(&p->rendered) >= (p->song.length + 2) * p->rate;
}
