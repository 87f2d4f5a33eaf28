// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The gains of families that are played: from single members at full velocity, the lowest, one in
// the middle and the highest, and from one chord of at most four. The gain of an output with
// `gain: auto` is 1 / its largest peak; with these the loudest of all is brought to -3 dB.

#include "play/prepare.h"

#include "base/error.h"
#include "model/model.h"
#include "play/play.h"
#include <math.h>
#include <stdio.h>

enum { CHORD = 4, RENDERED = 256 };

/// A stroke is heard for so long at least, and then until half of what was heard has brought no
/// higher peak, s.
static const double shortest = 0.25;
static const double longest = 4;

typedef struct {
  carom_player *player;
  const carom_model *model;
  int outputs;
  double *peak; // of each output, of all strokes
  double sum;   // of the mix
} listener;

// Full strokes of some keys at once.
static carom_status stroke(listener *l, const int *notes, int count) {
  float left[RENDERED];
  float right[RENDERED];
  const carom_model_info info = carom_model_describe(l->model);
  const carom_mix *mix = l->player->mix;
  const double end = fmin(info.duration, longest) * info.rate;
  double highest = 0;
  double since = 0; // samples
  carom_player_reset(l->player);
  for (int i = 0; i < count; ++i) {
    const unsigned char press[] = {0x90, (unsigned char)notes[i], 127};
    carom_player_midi(l->player, press, 3);
  }
  for (double n = 0; n < end && (n < shortest * info.rate || 2 * since > n); n += RENDERED) {
    carom_player_render(l->player, RENDERED, left, right);
    if (carom_mix_sum_peak(mix) > highest)
      since = n;
    highest = fmax(highest, carom_mix_sum_peak(mix));
  }
  for (int i = 0; i < l->outputs; ++i)
    l->peak[i] = fmax(l->peak[i], carom_mix_peak(mix, i));
  l->sum = fmax(l->sum, highest);
  return l->player->report.restarts > 0 ? CAROM_NOT_FINITE : CAROM_OK;
}

// The keys of members; with voices those between the ends of what follows notes in Hz.
static int find_keys(const listener *l, int keys[NOTES]) {
  const carom_player *p = l->player;
  double low = 0;
  double high = INFINITY;
  int count = 0;
  for (int i = 0; i < p->controls; ++i)
    if (p->control[i].source == CAROM_MIDI_NOTE && p->control[i].pitch) {
      low = fmax(low, fmin(p->control[i].info.from, p->control[i].info.to));
      high = fmin(high, fmax(p->control[i].info.from, p->control[i].info.to));
    }
  for (int n = 0; n < NOTES; ++n) {
    const double pitch = note_pitch(&p->tuning.notes, n);
    if (p->keyed ? p->has_key[n] : pitch >= low && pitch <= high)
      keys[count++] = n;
  }
  return count;
}

static carom_status strokes(listener *l) {
  int keys[NOTES];
  int chord[CHORD];
  const int count = find_keys(l, keys);
  if (count == 0)
    return CAROM_OK;
  const int single[] = {keys[0], keys[count / 2], keys[count - 1]};
  const int tones = count < CHORD ? count : CHORD;
  carom_status status = CAROM_OK;
  for (int i = 0; i < tones; ++i)
    chord[i] = keys[tones > 1 ? i * (count - 1) / (tones - 1) : 0];
  l->sum = 0;
  for (int i = 0; i < 3 && status == CAROM_OK; ++i)
    status = stroke(l, &single[i], 1);
  return status == CAROM_OK ? stroke(l, chord, tones) : status;
}

static void set_gains(const listener *l) {
  for (int i = 0; i < l->outputs; ++i) {
    const carom_output_info o = carom_model_output(l->model, i);
    if (o.audio && o.gain_auto && l->peak[i] > 0)
      (void)carom_mix_set_gain(l->player->mix, i, 1 / l->peak[i]);
  }
}

static carom_status write_gains(const listener *l, carom_scene *scene, carom_error *error) {
  const double level = l->sum > 0 ? full_scale / l->sum : 1;
  carom_status status = CAROM_OK;
  for (int i = 0; status == CAROM_OK && i < l->outputs; ++i) {
    const carom_output_info o = carom_model_output(l->model, i);
    char path[120];
    snprintf(path, sizeof path, "outputs.%s.gain", o.name);
    if (o.audio)
      status =
          carom_scene_set_number(scene, path, carom_mix_gain(l->player->mix, i) * level, error);
  }
  return status;
}

carom_status prepare_by_keys(carom_scene *scene, const carom_model *model, carom_error *error) {
  carom_player_options options = carom_player_options_default();
  options.limit = false;
  const carom_memory heap = carom_memory_heap();
  listener l = {.model = model, .outputs = carom_model_describe(model).columns};
  const size_t size = ((size_t)l.outputs + 1) * sizeof *l.peak;
  carom_status status = CAROM_NO_MEMORY;
  l.player = carom_player_new_of(model, &options, NULL, error);
  l.peak = heap.resize(heap.user, NULL, 0, size);
  for (int i = 0; l.peak != NULL && i < l.outputs; ++i)
    l.peak[i] = 0;
  if (l.player != NULL && l.peak != NULL)
    status = strokes(&l);
  if (status == CAROM_OK) {
    set_gains(&l);
    status = strokes(&l);
  }
  if (status == CAROM_OK)
    status = write_gains(&l, scene, error);
  else
    (void)error_set(error, status, "while gains were found: %s", carom_status_text(status));
  if (l.peak != NULL)
    heap.resize(heap.user, l.peak, size, 0);
  carom_player_free(l.player);
  return status;
}
