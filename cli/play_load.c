// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// How much of one core an instrument takes: all its voices play, in blocks of 64 samples, first
// held and then bent by the pitch wheel; the median over blocks counts, in processor time, beside
// the slowest ones.

#include "cli/play_load.h"

#include "cli/cli.h"
#include "cli/instrument.h"
#include "cli/sentences.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 64, BLOCKS = 3000 };

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int rising(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

// The key of a member, or any other note.
static int note_of(carom_player *p, int voice) {
  const carom_model *model = carom_player_model(p);
  const int controls = carom_model_describe(model).controls;
  const int voices = carom_player_voices(p);
  for (int i = 0; i < controls; ++i)
    if (carom_model_control(model, i).voices == voices &&
        carom_model_control_note(model, i, voice) >= 0)
      return carom_model_control_note(model, i, voice);
  return (45 + 3 * voice) & 127;
}

// A note for each voice, again every half second.
static void press_keys(carom_player *p, int block, int every) {
  const int voices = carom_player_voices(p);
  for (int v = 0; v < voices && block % every == 0; ++v) {
    const unsigned char note = (unsigned char)note_of(p, v);
    carom_player_midi(p, (const unsigned char[]){0x80, note, 64}, 3);
    carom_player_midi(p, (const unsigned char[]){0x90, note, 100}, 3);
  }
}

// The pitch wheel goes up and down once in a second.
static void bend(carom_player *p, int block, int every) {
  const int place = block % (2 * every);
  const int wheel = (place < every ? place : 2 * every - place) * 16383 / every;
  carom_player_midi(
      p, (const unsigned char[]){0xE0, (unsigned char)(wheel & 127), (unsigned char)(wheel >> 7)},
      3);
}

// The seconds of each block, in rising order.
static void measure(carom_player *p, double rate, bool bent, double *seconds) {
  const int every = (int)(rate / 2 / BLOCK);
  float left[BLOCK];
  float right[BLOCK];
  for (int i = 0; i < BLOCKS; ++i) {
    const double began = processor_seconds();
    press_keys(p, i, every);
    if (bent)
      bend(p, i, every);
    carom_player_render(p, BLOCK, left, right);
    seconds[i] = processor_seconds() - began;
  }
  qsort(seconds, BLOCKS, sizeof *seconds, rising);
}

static void tell(carom_player *p, double rate, const char *name) {
  static double held[BLOCKS];
  static double bent[BLOCKS];
  enum { MIDDLE = BLOCKS / 2, SLOW = BLOCKS * 99 / 100 };
  measure(p, rate, false, held);
  measure(p, rate, true, bent);
  const double percent = 100 * rate / BLOCK;
  printf(
      "%-20s %2d %s  %5.1f %% of one core at %g Hz, bent %.1f %%, 99 of 100 blocks below %.1f %%\n",
      name, carom_player_voices(p), carom_player_voices(p) == 1 ? "voice " : "voices",
      percent * held[MIDDLE], rate, percent * bent[MIDDLE],
      percent * (held[SLOW] > bent[SLOW] ? held[SLOW] : bent[SLOW]));
}

static int load_of(const char *scene, const text_list *sets, double rate) {
  carom_error error;
  carom_player *p = NULL;
  carom_player_options options = carom_player_options_default();
  char name[100];
  carom_scene *s = instrument_load(scene, sets);
  options.rate = rate;
  instrument_name(scene, name, sizeof name);
  if (s == NULL)
    return EXIT_WRONG;
  if ((p = carom_player_new(s, &options, NULL, &error)) != NULL)
    tell(p, rate, name);
  else
    print_error("", &error);
  const int code = p != NULL ? EXIT_GOOD : EXIT_WRONG;
  carom_player_free(p);
  carom_scene_free(s);
  return code;
}

int play_load(const char *scene, const text_list *sets, double rate) {
  if (scene != NULL)
    return load_of(scene, sets, rate);
  int code = EXIT_GOOD;
  for (int i = 0; i < carom_builtin_count() && code == EXIT_GOOD; ++i)
    if (strstr(carom_builtin_text(i), "\ncontrols:") != NULL)
      code = load_of(carom_builtin_name(i), sets, rate);
  return code;
}
