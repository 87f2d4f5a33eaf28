// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Decimation filter, high-pass filter, spool file, stereo mix.

#include "io/sound.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/// The edge of the high-pass filter, Hz: offsets and drifts are inaudible.
static const double high_pass_edge = 5;

/// The peak of a mix with automatic gain: -3 dB.
static const double full_scale = 0.70794578438413791;

enum { HALF_TAPS = 24 }; // samples of the final rate on each side of the decimation filter

enum { FRAMES = 256 }; // written to and read from the spool at a time

/// One audio output through the filters.
typedef struct {
  int output;
  double gain, left, right;
  bool gain_auto;
  double *history; // the last `taps` steps, a ring buffer
  bool started;
  double before, passed; // of the high-pass filter: last input and output
  double peak;
} channel;

struct sound {
  int oversample, taps, channels;
  double rate, pole; // pole: of the high-pass filter
  double *filter;
  channel *channel;
  int place; // in the ring buffers
  long long steps;
  long long samples; // spooled
  atomic_file spool;
  double *frame;  // a buffer of FRAMES frames before the spool file
  int held, next; // how many there are, and the next one to be mixed
  atomic_file wav;
};

// The decimation filter: a windowed sinc (Blackman), edge at 0.46 of the final rate, unit gain at
// 0.
static void design_filter(sound *s) {
  const int middle = s->taps / 2;
  double sum = 0;
  for (int i = 0; i < s->taps; ++i) {
    const double t = (i - middle) / (double)s->oversample;
    const double x = 2 * pi * 0.46 * t;
    const double window = 0.42 + 0.5 * cos(pi * t / HALF_TAPS) + 0.08 * cos(2 * pi * t / HALF_TAPS);
    s->filter[i] = (x == 0 ? 1 : sin(x) / x) * window;
    sum += s->filter[i];
  }
  for (int i = 0; i < s->taps; ++i)
    s->filter[i] /= sum;
}

static bool set_up_channels(sound *s, const carom_model *model, int outputs) {
  int c = 0;
  for (int i = 0; i < outputs; ++i) {
    const carom_output_info o = carom_model_output(model, i);
    if (!o.audio)
      continue;
    const double angle = (o.pan + 1) * pi / 4; // equal power
    s->channel[c++] = (channel){.output = i,
                                .gain = o.gain,
                                .gain_auto = o.gain_auto,
                                .left = cos(angle),
                                .right = sin(angle),
                                .history = calloc((size_t)s->taps, sizeof(double))};
    if (s->channel[c - 1].history == NULL)
      return false;
  }
  return true;
}

sound *sound_begin(const carom_model *model, const char *directory) {
  const carom_model_info info = carom_model_describe(model);
  int channels = 0;
  for (int i = 0; i < info.outputs; ++i)
    channels += carom_model_output(model, i).audio;
  errno = 0;
  if (channels == 0)
    return NULL;
  sound *s = calloc(1, sizeof *s);
  if (s == NULL)
    return NULL;
  s->channels = channels;
  s->oversample = info.oversample;
  s->taps = info.oversample == 1 ? 1 : 2 * HALF_TAPS * info.oversample + 1;
  s->rate = info.rate;
  s->pole = exp(-2 * pi * high_pass_edge / info.rate);
  s->filter = calloc((size_t)s->taps, sizeof *s->filter);
  s->channel = calloc((size_t)channels, sizeof *s->channel);
  s->frame = calloc((size_t)channels * FRAMES, sizeof *s->frame);
  if (s->filter == NULL || s->channel == NULL || s->frame == NULL ||
      !set_up_channels(s, model, info.outputs) ||
      !atomic_file_open(&s->spool, directory, "audio.raw") ||
      !atomic_file_open(&s->wav, directory, "audio.wav")) {
    const int reason = errno;
    sound_discard(s);
    errno = reason;
    return NULL;
  }
  design_filter(s);
  return s;
}

static void spool_frames(sound *s) {
  fwrite(s->frame, sizeof *s->frame, (size_t)s->held * (size_t)s->channels, s->spool.file);
  s->held = 0;
}

// One sample of the final rate: decimated, high-pass filtered and spooled.
static void emit(sound *s) {
  double *frame = s->frame + (size_t)s->held * (size_t)s->channels;
  for (int c = 0; c < s->channels; ++c) {
    channel *ch = &s->channel[c];
    double x = 0;
    for (int i = 0; i < s->taps; ++i)
      x += s->filter[i] * ch->history[(s->place + i) % s->taps];
    if (s->samples == 0)
      ch->before = x; // a constant offset is silent from the start
    ch->passed = s->pole * ch->passed + (1 + s->pole) / 2 * (x - ch->before);
    ch->before = x;
    frame[c] = isfinite(ch->passed) ? ch->passed : 0;
    ch->peak = fmax(ch->peak, fabs(frame[c]));
  }
  ++s->samples;
  if (++s->held == FRAMES)
    spool_frames(s);
}

// Takes the outputs of one step, or holds the last ones (NULL).
static void push_step(sound *s, const double *outputs) {
  for (int c = 0; c < s->channels; ++c) {
    channel *ch = &s->channel[c];
    const double held = ch->history[(s->place + s->taps - 1) % s->taps];
    const double x = outputs != NULL ? outputs[ch->output] : held;
    for (int i = 0; !ch->started && i < s->taps; ++i)
      ch->history[i] = x; // as if the first value had always been there
    ch->started = true;
    ch->history[s->place] = x;
  }
  s->place = (s->place + 1) % s->taps;
  // The filter has linear phase: sample n comes out HALF_TAPS samples later.
  const long long newest = s->steps++;
  const long long delay = s->taps / 2;
  if (newest >= delay && (newest - delay) % s->oversample == 0)
    emit(s);
}

void sound_add(sound *s, const double *outputs) {
  push_step(s, outputs);
}

// --- Mixing -------------------------------------------------------------------------------------

static void spool_rewind(sound *s) {
  rewind(s->spool.file);
  s->held = s->next = 0;
}

// One frame of the spool mixed down; false at its end.
static bool mix_frame(sound *s, double out[2]) {
  const size_t channels = (size_t)s->channels;
  if (s->next == s->held) {
    s->held = (int)(fread(s->frame, sizeof *s->frame, channels * FRAMES, s->spool.file) / channels);
    s->next = 0;
  }
  if (s->held == 0)
    return false;
  const double *frame = s->frame + (size_t)s->next++ * channels;
  out[0] = out[1] = 0;
  for (int c = 0; c < s->channels; ++c) {
    out[0] += frame[c] * s->channel[c].gain * s->channel[c].left;
    out[1] += frame[c] * s->channel[c].gain * s->channel[c].right;
  }
  return true;
}

// Outputs with automatic gain are normalized to the same peak; if there is one, so is the mix, to
// full_scale.
static double normalize(sound *s) {
  bool any_auto = false;
  for (int c = 0; c < s->channels; ++c) {
    channel *ch = &s->channel[c];
    any_auto = any_auto || ch->gain_auto;
    if (ch->gain_auto)
      ch->gain = ch->peak > 0 ? 1 / ch->peak : 0;
  }
  if (!any_auto)
    return 1;
  double peak = 0;
  double out[2];
  spool_rewind(s);
  while (mix_frame(s, out))
    peak = fmax(peak, fmax(fabs(out[0]), fabs(out[1])));
  return peak > 0 ? full_scale / peak : 0;
}

static bool write_wav(sound *s, double factor) {
  SF_INFO info = {
      .samplerate = (int)lround(s->rate), .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
  SNDFILE *wav = sf_open_fd(fileno(s->wav.file), SFM_WRITE, &info, SF_FALSE);
  if (wav == NULL) {
    errno = EINVAL;
    return false;
  }
  sf_command(wav, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE); // it would hold the time of day
  enum { BLOCK = 1024 };
  double block[BLOCK][2];
  int count = 0;
  bool good = true;
  spool_rewind(s);
  while (good && mix_frame(s, block[count])) {
    block[count][0] *= factor;
    block[count][1] *= factor;
    if (++count < BLOCK)
      continue;
    good = sf_writef_double(wav, block[0], count) == count;
    count = 0;
  }
  good = good && sf_writef_double(wav, block[0], count) == count;
  return sf_close(wav) == 0 && good;
}

bool sound_finish(sound *s) {
  for (int i = 0; s->steps > 0 && i < s->taps / 2; ++i)
    push_step(s, NULL);
  spool_frames(s);
  bool good = fflush(s->spool.file) == 0 && ferror(s->spool.file) == 0;
  good = good && write_wav(s, normalize(s)) && atomic_file_commit(&s->wav);
  const int reason = errno;
  sound_discard(s);
  errno = reason;
  return good;
}

void sound_discard(sound *s) {
  if (s == NULL)
    return;
  atomic_file_discard(&s->spool);
  atomic_file_discard(&s->wav);
  for (int c = 0; s->channel != NULL && c < s->channels; ++c)
    free(s->channel[c].history);
  free(s->channel);
  free(s->filter);
  free(s->frame);
  free(s);
}
