// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The core's mix in two halves, with a spool file between them until all peaks are known. Behind
// the mix the sound fades out: frame n of N is multiplied by p^2 (3 - 2p), p = (N - 1 - n) / F over
// its last F frames, at most half of all.

#include "io/sound.h"
#include "io/wav_head.h"

#include <errno.h>
#include <math.h>
#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

/// The peak of a mix with automatic gain: -3 dB.
static const double full_scale = 0.70794578438413791;

enum { FRAMES = 256 }; // written to and read from the spool at a time

struct sound {
  const carom_model *model;
  carom_mix *mix;
  int outputs, oversample;
  int heard; // outputs in a frame
  double rate;
  double fade; // at the end, s
  int early;   // samples still to come from the filters before the first that counts
  bool begun;
  double *last; // one sample in which all steps are as the last one
  atomic_file spool;
  double *frames; // FRAMES of them, on their way to or from the spool
  float left[FRAMES], right[FRAMES];
  atomic_file wav;
};

static bool set_up(sound *s, const char *directory) {
  s->mix = carom_mix_new(s->model, NULL, NULL, NULL);
  if (s->mix == NULL) {
    errno = ENOMEM;
    return false;
  }
  s->heard = carom_mix_heard(s->mix);
  s->early = carom_mix_latency(s->mix);
  s->last = calloc((size_t)s->oversample * (size_t)s->outputs, sizeof *s->last);
  s->frames = calloc((size_t)FRAMES * (size_t)s->heard, sizeof *s->frames);
  return s->last != NULL && s->frames != NULL &&
         atomic_file_open(&s->spool, directory, "audio.raw") &&
         atomic_file_open(&s->wav, directory, "audio.wav");
}

sound *sound_begin(const carom_scene *scene, const carom_model *model, const char *directory) {
  const carom_model_info info = carom_model_describe(model);
  bool any = false;
  for (int i = 0; i < info.columns; ++i)
    any = any || carom_model_output(model, i).audio;
  errno = 0;
  if (!any)
    return NULL;
  sound *s = calloc(1, sizeof *s);
  if (s == NULL)
    return NULL;
  s->model = model;
  s->outputs = info.outputs;
  s->oversample = info.oversample;
  s->rate = info.rate;
  s->fade = carom_scene_number(scene, "sound.fade");
  if (!set_up(s, directory)) {
    const int reason = errno;
    sound_discard(s);
    errno = reason;
    return NULL;
  }
  return s;
}

// --- Spooling -----------------------------------------------------------------------------------

// At most FRAMES samples.
static void spool(sound *s, const double *values, int samples) {
  carom_mix_filter(s->model, s->mix, values, samples, s->frames);
  const int skipped = s->early < samples ? s->early : samples;
  const size_t heard = (size_t)s->heard;
  s->early -= skipped;
  fwrite(s->frames + (size_t)skipped * heard, sizeof *s->frames,
         (size_t)(samples - skipped) * heard, s->spool.file);
}

void sound_add(sound *s, const double *values, int samples) {
  const size_t sample = (size_t)s->oversample * (size_t)s->outputs;
  for (int n = 0; n < samples; n += FRAMES)
    spool(s, values + (size_t)n * sample, samples - n < FRAMES ? samples - n : FRAMES);
  if (samples > 0) {
    const double *row = values + (size_t)samples * sample - s->outputs;
    memcpy(s->last, row, (size_t)s->outputs * sizeof *row);
    s->begun = true;
  }
}

// The last samples are still in the filters: they come out if the outputs are held.
static void spool_rest(sound *s) {
  const size_t row = (size_t)s->outputs;
  for (int i = 1; i < s->oversample; ++i)
    memcpy(s->last + (size_t)i * row, s->last, row * sizeof *s->last);
  for (int n = carom_mix_latency(s->mix); s->begun && n > 0; --n)
    spool(s, s->last, 1);
}

// --- Mixing -------------------------------------------------------------------------------------

// Mixes the next frames of the spool and returns how many there were.
static int mix_frames(sound *s) {
  const size_t heard = (size_t)s->heard;
  const size_t count = fread(s->frames, sizeof *s->frames, heard * FRAMES, s->spool.file) / heard;
  carom_mix_down(s->mix, s->frames, (int)count, s->left, s->right);
  return (int)count;
}

// Outputs with automatic gain are normalized to the same peak; if there is one, so is the mix, to
// full_scale.
static void normalize(sound *s) {
  bool any_auto = false;
  for (int i = 0; i < s->outputs; ++i) {
    const carom_output_info o = carom_model_output(s->model, i);
    const double peak = carom_mix_peak(s->mix, i);
    if (o.audio && o.gain_auto)
      carom_mix_set_gain(s->mix, i, peak > 0 ? 1 / peak : 0);
    any_auto = any_auto || (o.audio && o.gain_auto);
  }
  if (!any_auto)
    return;
  rewind(s->spool.file);
  while (mix_frames(s) > 0)
    continue;
  const double peak = carom_mix_sum_peak(s->mix);
  carom_mix_set_level(s->mix, peak > 0 ? full_scale / peak : 0);
}

// WAV counts its bytes with 32 bits; RF64 is the same with 64.
bool sound_is_large(long long frames) {
  return frames >= wav_max_frames;
}

static long long spooled_frames(const sound *s) {
  fseeko(s->spool.file, 0, SEEK_END);
  return ftello(s->spool.file) / (long long)(sizeof(double) * (size_t)s->heard);
}

// The last `left` frames of a sound: those of the fade, then none.
static double fade_factor(double left, double fading) {
  const double p = left < fading ? left / fading : 1;
  return p * p * (3 - 2 * p);
}

// Beyond what WAV can tell, RF64 by libsndfile; NULL where that is not needed.
static SNDFILE *open_large(sound *s, bool *good) {
  SF_INFO info = {.samplerate = (int)lround(s->rate),
                  .channels = 2,
                  .format = SF_FORMAT_RF64 | SF_FORMAT_FLOAT};
  SNDFILE *wav = sf_open_fd(fileno(s->wav.file), SFM_WRITE, &info, SF_FALSE);
  *good = wav != NULL;
  if (wav == NULL)
    errno = EINVAL;
  else
    sf_command(wav, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE); // it would hold the time of day
  return wav;
}

static bool write_wav(sound *s) {
  long long left = spooled_frames(s);
  const double fading = fmin(round(s->fade * s->rate), floor((double)left / 2));
  const bool large = sound_is_large(left);
  bool good = true;
  SNDFILE *wav = large ? open_large(s, &good) : NULL;
  if (!large)
    good = wav_head_write(s->wav.file, s->rate, left);
  rewind(s->spool.file);
  for (int count = mix_frames(s); good && count > 0; count = mix_frames(s)) {
    float block[FRAMES][2];
    for (int n = 0; n < count; ++n) {
      const float factor = (float)fade_factor((double)--left, fading);
      block[n][0] = s->left[n] * factor;
      block[n][1] = s->right[n] * factor;
    }
    good =
        (wav != NULL ? (size_t)sf_writef_float(wav, block[0], count)
                     : fwrite(block, sizeof block[0], (size_t)count, s->wav.file)) == (size_t)count;
  }
  return (wav == NULL || sf_close(wav) == 0) && good;
}

bool sound_finish(sound *s) {
  spool_rest(s);
  bool good = fflush(s->spool.file) == 0 && ferror(s->spool.file) == 0;
  if (good)
    normalize(s);
  return good && write_wav(s) && atomic_file_commit(&s->wav);
}

const carom_mix *sound_mix(const sound *s) {
  return s != NULL ? s->mix : NULL;
}

void sound_discard(sound *s) {
  if (s == NULL)
    return;
  atomic_file_discard(&s->spool);
  atomic_file_discard(&s->wav);
  carom_mix_free(s->mix);
  free(s->last);
  free(s->frames);
  free(s);
}
