// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Voices: a note goes to the string that played it last, else to one that was let go longest ago,
// else the oldest note is stolen. Where a note is let go while a stolen key is still down, its
// string goes back to that key, as a finger lifted from a string leaves the one below it. With
// play.keys each key has a member of its own: voice n is that of note n, and none is stolen.

#include "play/play.h"

#include "base/elementary.h"
#include "model/model.h"
#include <math.h>

void voices_reset(carom_player *p) {
  for (int v = 0; v < p->voices; ++v)
    p->voice[v] = (played_voice){.note = -1};
  for (int n = 0; n < NOTES; ++n)
    p->pressed[n] = 0;
  p->order = 0;
  p->sustain = false;
  p->bend = 0;
  p->report.held = 0;
}

// --- Which string -------------------------------------------------------------------------------

// Voices in the order in which they are taken; within a class that which has been there longest.
typedef enum { SAME_NOTE, NEVER_PLAYED, LET_GO, SOUNDING } voice_class;

static voice_class class_of(const played_voice *v, int note) {
  if (v->note == note)
    return SAME_NOTE;
  return v->sounding ? SOUNDING : v->note < 0 ? NEVER_PLAYED : LET_GO;
}

static bool comes_before(const played_voice *a, const played_voice *b, int note) {
  const voice_class of_a = class_of(a, note);
  const voice_class of_b = class_of(b, note);
  return of_a != of_b ? of_a < of_b : a->since < b->since;
}

static int take(const carom_player *p, int note) {
  int best = 0;
  for (int v = 1; v < p->voices; ++v)
    if (comes_before(&p->voice[v], &p->voice[best], note))
      best = v;
  return best;
}

// The key that went down last and has no voice; -1 if there is none.
static int waiting_key(const carom_player *p) {
  int found = -1;
  for (int n = 0; n < NOTES; ++n) {
    bool sounds = p->pressed[n] == 0;
    for (int v = 0; v < p->voices && !sounds; ++v)
      sounds = p->voice[v].note == n && p->voice[v].held;
    if (!sounds && (found < 0 || p->pressed[n] > p->pressed[found]))
      found = n;
  }
  return found;
}

static bool any_other_sounds(const carom_player *p, int voice) {
  for (int v = 0; v < p->voices; ++v)
    if (v != voice && p->voice[v].sounding)
      return true;
  return false;
}

// A control with one voice serves all of them; with keys it has members of its own, or none (-1)
// for this key.
static int voice_of(const carom_player *p, const played_control *c, int voice) {
  if (!c->keyed)
    return c->info.voices > 1 ? (voice < c->info.voices ? voice : c->info.voices - 1) : 0;
  const int *notes = p->model->voice_note + c->first_note;
  for (int i = 0; i < c->info.voices; ++i)
    if (notes[i] == p->voice[voice].note)
      return i;
  return -1;
}

// The pitch of a member's own key, as the scene has it, tuned and bent.
static double member_pitch(const carom_player *p, int control, int voice) {
  const model_live *l =
      &p->model->live[p->model->control_target[p->model->control[control].first + voice]];
  const double tuned = p->tuning.notes.a4 / p->model->notes.a4;
  const double bent = p->bend != 0 ? real_power(2, p->bend * p->tuning.bend_range / 12) : 1;
  return fmin(fmax(l->start * tuned * bent, l->low), l->high);
}

// --- What controls do ---------------------------------------------------------------------------

// A control to a position between its ends for the note of a voice.
static void place(carom_player *p, int control, int voice, double position) {
  carom_control_info way = p->control[control].info;
  double ends[2];
  model_control_ends(p->model, &p->model->control[control], p->voice[voice].note, ends);
  way.from = ends[0];
  way.to = ends[1];
  player_move(p, control, voice_of(p, &p->control[control], voice),
              carom_control_value(&way, position));
}

static void send_pitch(carom_player *p, int voice) {
  const int note = p->voice[voice].note;
  for (int i = 0; i < p->controls; ++i) {
    const played_control *c = &p->control[i];
    const int v = c->source == CAROM_MIDI_NOTE ? voice_of(p, c, voice) : -1;
    if (v < 0)
      continue;
    if (c->pitch && c->keyed)
      player_move(p, i, v, fmin(fmax(member_pitch(p, i, v), c->info.from), c->info.to));
    else if (c->pitch)
      player_move(p, i, v,
                  tuning_pitch(&p->tuning, note, p->bend, fmin(c->info.from, c->info.to),
                               fmax(c->info.from, c->info.to)));
    else
      player_place(p, i, v, note / 127.0);
  }
}

static void begin_note(carom_player *p, int voice, int velocity) {
  for (int i = 0; i < p->controls; ++i) {
    const played_control *c = &p->control[i];
    const int v = voice_of(p, c, voice);
    if (v < 0)
      continue;
    if (c->source == CAROM_MIDI_NOTE_OFF && !c->gesture)
      place(p, i, voice, 0);
    else if (c->source == CAROM_MIDI_NOTE_ON)
      place(p, i, voice, velocity / 127.0);
  }
}

static void end_note(carom_player *p, int voice, int velocity) {
  const bool last = !any_other_sounds(p, voice);
  p->voice[voice].sounding = false;
  for (int i = 0; i < p->controls; ++i) {
    const played_control *c = &p->control[i];
    const int v = voice_of(p, c, voice);
    if (v < 0 || (c->info.voices == 1 && !c->keyed && !last))
      continue;
    if (c->source == CAROM_MIDI_NOTE_OFF)
      place(p, i, voice, c->gesture ? velocity / 127.0 : 1);
    else if (c->source == CAROM_MIDI_NOTE_ON && c->touch)
      player_move(p, i, v, 0);
    else if (c->source == CAROM_MIDI_NOTE_ON && !c->gesture)
      place(p, i, voice, 0);
  }
}

// --- Keys and pedal -----------------------------------------------------------------------------

static void count_held(carom_player *p) {
  p->report.held = 0;
  for (int n = 0; n < NOTES; ++n)
    p->report.held += p->pressed[n] > 0;
}

void voices_press(carom_player *p, int note, int velocity) {
  if (p->keyed && !p->has_key[note])
    return; // a key without a member is silent
  p->pressed[note] = ++p->order;
  const int v = p->keyed ? note : take(p, note);
  p->voice[v] = (played_voice){.note = note, .held = true, .sounding = true, .since = p->order};
  send_pitch(p, v);
  begin_note(p, v, velocity);
  count_held(p);
}

static void let_go(carom_player *p, int v, int velocity) {
  const int other = p->keyed ? -1 : waiting_key(p);
  if (other >= 0) {
    p->voice[v] =
        (played_voice){.note = other, .held = true, .sounding = true, .since = p->pressed[other]};
    send_pitch(p, v);
    return;
  }
  p->voice[v].held = false;
  p->voice[v].since = ++p->order;
  if (!p->sustain)
    end_note(p, v, velocity);
}

void voices_release(carom_player *p, int note, int velocity) {
  p->pressed[note] = 0;
  for (int v = 0; v < p->voices; ++v)
    if (p->voice[v].note == note && p->voice[v].held)
      let_go(p, v, velocity);
  count_held(p);
}

void voices_sustain(carom_player *p, bool down) {
  p->sustain = down;
  for (int v = 0; v < p->voices && !down; ++v)
    if (p->voice[v].sounding && !p->voice[v].held)
      end_note(p, v, 64);
}

void voices_release_all(carom_player *p) {
  for (int n = 0; n < NOTES; ++n)
    p->pressed[n] = 0;
  p->sustain = false;
  for (int v = 0; v < p->voices; ++v) {
    p->voice[v].held = false;
    if (p->voice[v].sounding)
      end_note(p, v, 64);
  }
  count_held(p);
}

void voices_bend(carom_player *p) {
  for (int v = 0; v < p->voices; ++v)
    if (p->voice[v].note >= 0)
      send_pitch(p, v);
}

void voices_pressure(carom_player *p, int note, double position) {
  for (int v = 0; v < p->voices; ++v)
    for (int i = 0; p->voice[v].note == note && i < p->controls; ++i) {
      const played_control *c = &p->control[i];
      const int own = c->source == CAROM_MIDI_POLY_PRESSURE ? voice_of(p, c, v) : -1;
      if (own >= 0)
        player_place(p, i, own, position);
    }
}
