// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

/// \file mix.h
/// The mix: from what carom_process() writes to sound. Outputs marked audio are brought to the rate
/// of the model, offsets removed, then mixed by gain and pan; level, fades and a limiter follow. A
/// WAV file, a plugin and a page that use it sound the same: the same values give the same bits, in
/// blocks of any length and whatever the host does with denormal numbers.
///
/// Amplitudes are plain factors; full scale is 1. Outputs are named by their index in the model;
/// the heard ones, those marked audio, keep their order.

#ifndef CAROM_MIX_H
#define CAROM_MIX_H

#include <carom/api.h>
#include <carom/model.h>

CAROM_BEGIN

typedef struct carom_mix carom_mix;

/// How to mix. Start from carom_mix_options_default().
typedef struct {
  size_t size;      ///< sizeof of this; carom_mix_options_default() sets it
  double high_pass; ///< cut-off frequency of the high-pass filter against offsets (first order,
                    ///< -3 dB there), Hz: 0 (no filter) .. 1000; default 5
  double fade_in;   ///< from silence, s: 0 .. 3600; default 0
  double fade_out;  ///< to silence once carom_mix_fade_out() was called, s: 0 .. 3600; default 0
  double ceiling;   ///< of the limiter, amplitude: 1e-6 .. 1e6; default 1
  double threshold; ///< of the limiter, part of the ceiling: 0 .. 0.99; below it nothing changes;
                    ///< default 0.75, more than the peak of an automatic gain
  bool limit;       ///< whether there is a limiter; default false
} carom_mix_options;

/// The options of audio.wav: offsets removed, nothing else; its fade (sound.fade) comes behind the
/// mix. [audio]
carom_mix_options carom_mix_options_default(void);

/// Bytes one mix of this model takes (a multiple of 64), whatever its options. [setup]
size_t carom_mix_size(const carom_model *model);

/// Makes a mix in memory the caller supplies: carom_mix_size() bytes aligned to 64. Pass NULL for
/// the default options; NULL comes back where one is outside its range or they are {0}. The mix is
/// that memory: there is nothing to free. [audio]
carom_mix *carom_mix_init(const carom_model *model, const carom_mix_options *options, void *block);

/// The same in memory of its own; the error says why NULL comes back. Pass NULL for the heap.
/// [setup]
carom_mix *carom_mix_new(const carom_model *model, const carom_mix_options *options,
                         const carom_memory *memory, carom_error *error);
void carom_mix_free(carom_mix *mix);

/// Back to silence before the first sample: filters, fades, peaks and counts. Gains and level stay
/// as they were set. [audio]
void carom_mix_reset(carom_mix *mix);

/// How many samples of the model's rate a sound comes out late: 24 with oversample, by the filter
/// that decimates; 0 without. The first samples, as many, are silence. [audio]
int carom_mix_latency(const carom_mix *mix);

/// The factor of one output, at first as the scene gives it (1 where that is auto); 0 for an output
/// that is not heard. [audio]
double carom_mix_gain(const carom_mix *mix, int output);

/// Changes it from the next sample on, at once; any finite factor. CAROM_BAD_REFERENCE for an
/// output that is not heard or does not exist, CAROM_BAD_VALUE if the factor is not finite. [audio]
carom_status carom_mix_set_gain(carom_mix *mix, int output, double gain);

/// The factor on the whole mix, in front of fade and limiter: 1 at first. It changes as gains do.
/// [audio]
double carom_mix_level(const carom_mix *mix);
carom_status carom_mix_set_level(carom_mix *mix, double level);

/// The largest magnitude of one output behind the filters since the start or the last reset, in its
/// own unit; 0 for an output that is not heard. Automatic gains are found with it, those of
/// audio.wav in this way, if any output has `gain: auto`: the gain of each that has is 1 / its
/// peak; with these, the level is 10^(-3/20) / carom_mix_sum_peak(); 0 where a peak is 0. [audio]
double carom_mix_peak(const carom_mix *mix, int output);

/// The largest magnitude of the mix since then, of left and right or of mono, behind gain and pan
/// and in front of level, fade and limiter. [audio]
double carom_mix_sum_peak(const carom_mix *mix);

/// How many values of heard outputs were not finite, or beyond 1e280 in magnitude, since then: each
/// counted as 0. [audio]
long long carom_mix_not_finite(const carom_mix *mix);

/// Begins to fade out from the next sample on, or in again, from wherever a fade stands: over
/// options.fade_out or fade_in seconds, along a curve without corners. A new or reset mix fades in.
/// [audio]
void carom_mix_fade_out(carom_mix *mix);
void carom_mix_fade_in(carom_mix *mix);

/// Whether a fade has ended in silence. [audio]
bool carom_mix_is_silent(const carom_mix *mix);

/// Mixes `samples` samples (0 or more): values as carom_process() writes them, samples * oversample
/// rows of all outputs; left and right have room for `samples` floats each. Pan is of equal power:
/// an output at the centre is 3 dB down on both sides. With right NULL, left is mono: the sum by
/// gain alone, each output as loud as both sides together. What comes out is finite and never
/// denormal. The pass band of the decimation filter is flat within 0.01 dB up to 0.4 of the rate,
/// its stop band, from 0.515 of the rate on, 60 dB down: what aliases to below 0.485 of the rate.
/// The limiter bends each side by itself and looks at no other sample: y = x up to the threshold T,
/// then T + (C - T) u / sqrt(1 + u^2), u = (x - T) / (C - T), which begins with the same slope and
/// never exceeds the ceiling C. [audio]
void carom_mix_block(const carom_model *model, carom_mix *mix, const double *values, int samples,
                     float *left, float *right);

/// carom_mix_block() in two, for those who must know all peaks before they mix. Its first half
/// decimates and removes offsets: filtered[sample * carom_mix_heard() + j], in the outputs' own
/// units, j counting heard outputs. [audio]
void carom_mix_filter(const carom_model *model, carom_mix *mix, const double *values, int samples,
                      double *filtered);

/// Its second half: gain, pan, level, fade and limiter. [audio]
void carom_mix_down(carom_mix *mix, const double *filtered, int samples, float *left, float *right);

/// How many outputs are heard. [audio]
int carom_mix_heard(const carom_mix *mix);

CAROM_END

#endif
