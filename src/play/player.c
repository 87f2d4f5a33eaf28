// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A player: state and mix of a model, and what its controls were moved to. Everything acts at the
// next sample that is rendered, or at one that comes (waiting.c); nothing depends on how a host
// cuts time into blocks.

#include "play/play.h"

#include "base/error.h"
#include "base/options.h"
#include "model/model.h"
#include <math.h>
#include <string.h>

/// What is softer is not heard: -120 dB.
static const float inaudible = 1e-6F;

/// A sound so much above full scale is taken for a motion that runs away.
static const double most = 1000;

// --- Setting up ---------------------------------------------------------------------------------

carom_player_options carom_player_options_default(void) {
  return (carom_player_options){.size = sizeof(carom_player_options), .limit = true, .rest = true};
}

static void read_control(carom_player *p, int i) {
  played_control *c = &p->control[i];
  *c = (played_control){
      .info = carom_model_control(p->model, i), .first_value = p->values, .tied = -1};
  c->source = c->info.midi_kind;
  c->controller = c->info.controller;
  c->gesture = c->info.gesture_kind != CAROM_GESTURE_NONE;
  c->touch =
      c->info.gesture_kind == CAROM_GESTURE_BOW || c->info.gesture_kind == CAROM_GESTURE_FINGER;
  c->pitch = strcmp(c->info.unit, "Hz") == 0;
  p->values += c->info.voices;
  if ((follows_keys(c) || c->source == CAROM_MIDI_POLY_PRESSURE) && c->info.voices > p->voices)
    p->voices = c->info.voices;
  c->first_note = p->model->control[i].first_note;
  const int *notes = p->model->voice_note + c->first_note;
  for (int v = 0; v < c->info.voices; ++v) {
    c->keyed = c->keyed || notes[v] >= 0;
    if (notes[v] >= 0 && follows_keys(c))
      p->keyed = p->has_key[notes[v]] = true;
  }
}

static void *take(const carom_player *p, size_t count, size_t size) {
  void *block = p->memory.resize(p->memory.user, NULL, 0, (count + 1) * size);
  if (block != NULL)
    memset(block, 0, (count + 1) * size);
  return block;
}

static void give(const carom_player *p, void *block, size_t count, size_t size) {
  if (block != NULL)
    p->memory.resize(p->memory.user, block, (count + 1) * size, 0);
}

static size_t slice_count(const carom_player *p) {
  return (size_t)SLICE * (size_t)p->info.oversample * (size_t)p->info.outputs;
}

static bool allocate(carom_player *p) {
  carom_mix_options mix = carom_mix_options_default();
  mix.limit = p->options.limit;
  p->controls = p->info.controls;
  p->voices = 1;
  p->control = take(p, (size_t)p->controls, sizeof *p->control);
  p->waiting.event = take(p, WAITING, sizeof *p->waiting.event);
  for (int i = 0; p->control != NULL && i < p->controls; ++i)
    read_control(p, i);
  p->voices = p->keyed ? NOTES : p->voices;
  p->voice = take(p, (size_t)p->voices, sizeof *p->voice);
  p->value = take(p, (size_t)p->values, sizeof *p->value);
  p->slice = take(p, slice_count(p), sizeof *p->slice);
  p->scale = take(p, (size_t)p->info.outputs, sizeof *p->scale);
  p->state = carom_state_new(p->model, &p->memory);
  p->mix = carom_mix_new(p->model, &mix, &p->memory, NULL);
  return p->control != NULL && p->waiting.event != NULL && p->voice != NULL && p->value != NULL &&
         p->slice != NULL && p->scale != NULL && p->state != NULL && p->mix != NULL;
}

static carom_status make(carom_player *p, const carom_model *model, carom_error *error) {
  p->info = carom_model_describe(model);
  if (p->info.controls == 0)
    return error_set(error, CAROM_MISSING,
                     "controls: missing; a scene that is played needs at least one control");
  if (p->options.rate != 0 && p->options.rate != p->info.rate)
    return error_set(error, CAROM_BAD_VALUE,
                     "options.rate: %g Hz; allowed is that of the model, %g Hz, or 0",
                     p->options.rate, p->info.rate);
  p->model = model;
  p->patience = (long long)fmax(p->info.rate / 4, 2 * LOOK);
  p->tuning = (note_scale){model->notes, model->bend_range};
  return allocate(p) ? CAROM_OK : error_set(error, CAROM_NO_MEMORY, "out of memory");
}

carom_player *carom_player_new_of(const carom_model *model, const carom_player_options *options,
                                  const carom_memory *memory, carom_error *error) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  carom_player_options own = carom_player_options_default();
  if (model == NULL) {
    (void)error_null(error, "model");
    return NULL;
  }
  if (!options_take(&own, sizeof own, options)) {
    (void)error_set(error, CAROM_BAD_VALUE, OPTIONS_REFUSED(carom_player_options));
    return NULL;
  }
  carom_player *p = from.resize(from.user, NULL, 0, sizeof *p);
  if (p == NULL) {
    (void)error_set(error, CAROM_NO_MEMORY, "out of memory");
    return NULL;
  }
  *p = (carom_player){.memory = from, .options = own};
  if (make(p, model, error) != CAROM_OK) {
    carom_player_free(p);
    return NULL;
  }
  carom_player_reset(p);
  return p;
}

carom_player *carom_player_new(carom_scene *scene, const carom_player_options *options,
                               const carom_memory *memory, carom_error *error) {
  carom_player_options own = carom_player_options_default();
  if (!options_take(&own, sizeof own, options)) {
    (void)error_set(error, CAROM_BAD_VALUE, OPTIONS_REFUSED(carom_player_options));
    return NULL;
  }
  carom_model *model = carom_player_compile(scene, own.rate, memory, error);
  carom_player *p = NULL;
  if (model != NULL && (p = carom_player_new_of(model, options, memory, error)) != NULL)
    p->own = model;
  else
    carom_model_free(model);
  return p;
}

void carom_player_free(carom_player *p) {
  if (p == NULL)
    return;
  carom_mix_free(p->mix);
  carom_state_free(p->state);
  give(p, p->scale, (size_t)p->info.outputs, sizeof *p->scale);
  give(p, p->slice, slice_count(p), sizeof *p->slice);
  give(p, p->value, (size_t)p->values, sizeof *p->value);
  give(p, p->voice, (size_t)p->voices, sizeof *p->voice);
  give(p, p->waiting.event, WAITING, sizeof *p->waiting.event);
  give(p, p->control, (size_t)p->controls, sizeof *p->control);
  carom_model_free(p->own);
  p->memory.resize(p->memory.user, p, sizeof *p, 0);
}

static void start(carom_player *p) {
  carom_state_reset(p->model, p->state);
  carom_state_keep_ledger(p->model, p->state, p->options.keep_ledger);
  carom_mix_reset(p->mix);
  p->liveliest = 0;
}

void carom_player_reset(carom_player *p) {
  if (p == NULL)
    return;
  start(p);
  p->report = (carom_player_report){.samples = 0};
  voices_reset(p);
  p->waiting.count = 0;
  p->fading = 0;
  p->quiet = 0;
  p->last[0] = p->last[1] = 0;
  p->parameter[0] = p->parameter[1] = 127;
  p->learning = -1;
  for (int i = 0; i < p->info.outputs; ++i)
    p->scale[i] = fabs(carom_mix_gain(p->mix, i) * carom_mix_level(p->mix));
  for (int i = 0; i < p->values; ++i)
    p->value[i] = (double)NAN;
  for (int i = 0; i < p->controls; ++i)
    p->control[i].value = p->control[i].info.initial;
}

// --- Moving controls ----------------------------------------------------------------------------

static void remember(carom_player *p, played_control *c, int voice, double value) {
  c->value = value;
  for (int v = 0; v < c->info.voices; ++v)
    if (voice < 0 || v == voice)
      p->value[c->first_value + v] = value;
}

void player_move(carom_player *p, int control, int voice, double value) {
  played_control *c = &p->control[control];
  const carom_stroke stroke = carom_control_stroke(&c->info, value);
  const carom_status status =
      c->gesture ? carom_state_play_voice(p->model, p->state, control, voice, &stroke, 0)
                 : carom_state_control(p->model, p->state, control, voice, value, 0);
  if (status != CAROM_OK) {
    ++p->report.refused;
    return;
  }
  p->quiet = -(long long)(fmax(c->info.smooth, c->info.smooth_back) *
                          p->info.rate); // until it has arrived
  if (!c->gesture || c->touch)
    remember(p, c, voice, value);
  if (p->played != NULL)
    p->played(p->user, &(carom_played){p->report.samples, control, voice, value});
}

void player_place(carom_player *p, int control, int voice, double position) {
  player_move(p, control, voice, carom_control_value(&p->control[control].info, position));
}

carom_status carom_player_set(carom_player *p, int control, double value) {
  return carom_player_set_at(p, control, value, 0);
}

double carom_player_get(const carom_player *p, int control) {
  return player_has(p, control) ? p->control[control].value : (double)NAN;
}

void carom_player_tune(carom_player *p, double a4, double bend) {
  if (p == NULL)
    return;
  const double own = p->model->notes.a4;
  if (a4 >= 1 && a4 <= 1e5) // hosts keep numbers as floats: the scene's own is meant
    p->tuning.notes.a4 = (float)a4 == (float)own ? own : a4;
  if (bend >= 0 && bend <= 96)
    p->tuning.bend_range = bend;
}

// --- Rendering ----------------------------------------------------------------------------------

void player_restart(carom_player *p) {
  start(p);
  if (p->played != NULL)
    p->played(p->user, &(carom_played){p->report.samples, -1, -1, 0});
  p->from[0] = p->last[0];
  p->from[1] = p->last[1];
  p->fading = CROSSFADE;
  p->quiet = 0;
  for (int i = 0; i < p->controls; ++i)
    for (int v = 0; v < p->control[i].info.voices; ++v) {
      const double value = p->value[p->control[i].first_value + v];
      const carom_stroke stroke = carom_control_stroke(&p->control[i].info, value);
      if (isnan(value))
        continue;
      if (p->control[i].gesture)
        (void)carom_state_play_voice(p->model, p->state, i, v, &stroke, 0);
      else
        (void)carom_state_control(p->model, p->state, i, v, value, 0);
    }
}

static bool runs_away(const carom_player *p, int samples) {
  const int rows = samples * p->info.oversample;
  for (int i = 0; i < p->info.outputs; ++i)
    for (int r = 0; p->scale[i] > 0 && r < rows; ++r)
      if (!(fabs(p->slice[r * p->info.outputs + i]) * p->scale[i] <= most))
        return true;
  return false;
}

static bool step_slice(carom_player *p, int samples) {
  return carom_process(p->model, p->state, samples, p->slice) == CAROM_OK && !runs_away(p, samples);
}

// From what was heard last to the restarted motion, which begins softly.
static void crossfade(carom_player *p, int samples, float *left, float *right) {
  for (int i = 0; i < samples && p->fading > 0; ++i, --p->fading) {
    const float old = (float)p->fading / CROSSFADE;
    left[i] = old * p->from[0] + (1 - old) * left[i];
    right[i] = old * p->from[1] + (1 - old) * right[i];
  }
}

static void silence(int samples, float *left, float *right) {
  for (int i = 0; i < samples; ++i)
    left[i] = right[i] = 0;
}

static void render_slice(carom_player *p, int samples, float *left, float *right) {
  if (!step_slice(p, samples)) {
    ++p->report.restarts;
    player_restart(p);
    if (!step_slice(p, samples)) // even so: silence
      memset(p->slice, 0, slice_count(p) * sizeof *p->slice);
  }
  carom_mix_block(p->model, p->mix, p->slice, samples, left, right);
  crossfade(p, samples, left, right);
  for (int i = 0; i < samples; ++i) {
    const float l = fabsf(left[i]);
    const float r = fabsf(right[i]);
    p->report.peak_left = fmaxf(p->report.peak_left, l);
    p->report.peak_right = fmaxf(p->report.peak_right, r);
    p->quiet = p->quiet >= 0 && (l > inaudible || r > inaudible) ? 0 : p->quiet + 1;
  }
  p->last[0] = left[samples - 1];
  p->last[1] = right[samples - 1];
  p->report.samples += samples;
  if (p->options.rest && p->report.samples % LOOK == 0)
    player_look_for_motion(p);
}

// How many samples may be stepped until it rests; 0 if it does.
static long long until_rest(const carom_player *p) {
  return p->options.rest ? p->patience - p->quiet : SLICE;
}

void carom_player_render(carom_player *p, int samples, float *left, float *right) {
  if (p == NULL) {
    silence(samples, left, right);
    return;
  }
  carom_impact event; // nobody reads impacts
  for (int n = 0; n < samples;) {
    const long long awake = until_rest(p);
    const int slice = SLICE - (int)(p->report.samples % SLICE); // looks come at the same samples
    const int until = waiting_next(p, samples - n);             // in blocks of any length
    int count = until < slice ? until : slice;
    if (awake <= 0) {
      count = until;
      silence(count, left + n, right + n);
      p->last[0] = p->last[1] = 0;
      p->report.samples += count;
    } else {
      count = awake < count ? (int)awake : count;
      render_slice(p, count, left + n, right + n);
    }
    n += count;
    waiting_act(p);
    while (p->options.keep_ledger && carom_state_next_impact(p->model, p->state, &event))
      continue;
  }
}

// --- What is told -------------------------------------------------------------------------------

bool carom_player_rests(const carom_player *p) {
  return p == NULL || (until_rest(p) <= 0 && p->waiting.count == 0);
}

carom_player_report carom_player_poll(carom_player *p) {
  if (p == NULL)
    return (carom_player_report){.balance_error = NAN};
  carom_player_report report = p->report;
  report.resting = carom_player_rests(p);
  report.balance_error =
      p->options.keep_ledger ? carom_state_ledger(p->state).largest_balance_error : (double)NAN;
  p->report.peak_left = p->report.peak_right = 0;
  return report;
}

const carom_model *carom_player_model(const carom_player *p) {
  return p != NULL ? p->model : NULL;
}

int carom_player_latency(const carom_player *p) {
  return p != NULL ? carom_mix_latency(p->mix) : 0;
}

int carom_player_voices(const carom_player *p) {
  int keys = 0;
  for (int n = 0; p != NULL && n < NOTES; ++n)
    keys += p->has_key[n];
  return p == NULL ? 0 : p->keyed ? keys : p->voices;
}

void carom_player_watch(carom_player *p, void (*played)(void *user, const carom_played *what),
                        void *user) {
  if (p == NULL)
    return;
  p->played = played;
  p->user = user;
}
