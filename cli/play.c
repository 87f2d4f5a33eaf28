// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// carom play: a scene in real time, on a JACK server, or without one into a file.

#include "cli/cli.h"

#include "cli/arguments.h"
#include "cli/instrument.h"
#include "cli/performance.h"
#include "cli/play_load.h"
#include "cli/progress.h"
#include "cli/scene_argument.h"
#include "cli/sentences.h"
#include "cli/ties.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Files that keep what is played.
typedef struct {
  const char *file[MOST_RECORDERS];
  int count;
} record_list;

typedef struct {
  const char *scene, *midi, *preset, *learned;
  record_list records;
  text_list sets, learn;
  limited_number rate, duration; ///< in Hz, 0 if not given; in s, infinite if not given
  bool offline, load, quiet;
} play_arguments;

// --- Arguments ----------------------------------------------------------------------------------

// NOLINTNEXTLINE(readability-non-const-parameter): as the table wants it
static bool read_record(const char *name, char *value, void *to) {
  record_list *list = to;
  if (list->count == MOST_RECORDERS) {
    wrong_usage("%s: '%s' is one too many; allowed are %d", name, value, MOST_RECORDERS);
    return false;
  }
  list->file[list->count++] = value;
  return true;
}

static bool read_arguments(int count, char **arguments, play_arguments *a) {
  const option options[] = {{"--midi", "FILE", read_text, &a->midi, false},
                            {"--record", "FILE", read_record, &a->records, false},
                            {"--offline", NULL, NULL, &a->offline, false},
                            {"--rate", "HZ", read_limited, &a->rate, false},
                            {"--duration", "S", read_limited, &a->duration, false},
                            {"--load", NULL, NULL, &a->load, false},
                            {"--preset", "NAME", read_text, &a->preset, false},
                            {"--learn", "CONTROL", read_more, &a->learn, false},
                            {"--learned", "FILE", read_text, &a->learned, false},
                            {"--set", "PATH=VALUE", read_more, &a->sets, false},
                            {"--quiet", NULL, NULL, &a->quiet, false}};
  const option_table table = {options, sizeof options / sizeof options[0], NULL, "instrument"};
  if (!arguments_read(&table, count, arguments, &a->scene))
    return false;
  if (a->scene == NULL && !a->load)
    return wrong_usage("'play' needs an instrument: a scene with controls"), false;
  if (a->offline && a->midi == NULL && !isfinite(a->duration.value))
    return wrong_usage("--offline needs --midi FILE or --duration S to know when to end"), false;
  return true;
}

// --- Looking on ---------------------------------------------------------------------------------

static void show(performance *p, bool terminal) {
  const float peak = atomic_exchange(&p->peak, 0);
  printf("%s%6.1f s  level %6.1f dB  balance %8.1e  load %5.1f %%  notes %d  restarts %lld%s",
         terminal ? "\r" : "", (double)atomic_load(&p->rendered) / p->rate,
         peak > 0 ? 20 * log10((double)peak) : -200.0, atomic_load(&p->error),
         100 * (double)atomic_load(&p->load), atomic_load(&p->held), atomic_load(&p->restarts),
         terminal ? "   " : "\n");
  fflush(stdout);
}

static void drain(performance *p) {
  for (int i = 0; i < p->recorders; ++i)
    recorder_drain(p->recorder[i]);
}

// What was learnt since the last look.
static void tell_learnt(performance *p, int *told) {
  for (const int learnt = atomic_load(&p->learnt); *told < learnt; ++*told)
    printf("%s follows controller %d\n",
           carom_model_control(carom_player_model(p->player), p->learn[*told]).name,
           p->controller[*told]);
}

// --- With and without a server ------------------------------------------------------------------

static int play_live(performance *p, sound_client *client, const play_arguments *a,
                     double seconds) {
  const carom_stop *stop = catch_signals();
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  int told = 0;
  carom_error error;
  if (sound_client_start(client, performance_render, p, &error) != CAROM_OK) {
    print_error("", &error);
    return EXIT_BROKEN;
  }
  for (int turn = 1;
       !carom_stop_requested(stop) && !sound_client_ended(client) && !performance_is_over(p) &&
       (double)atomic_load(&p->rendered) < seconds * p->rate;
       ++turn) {
    usleep(20000);
    drain(p);
    if (!a->quiet)
      tell_learnt(p, &told);
    if (!a->quiet && turn % (terminal ? 5 : 50) == 0)
      show(p, terminal);
  }
  if (!a->quiet && terminal)
    printf("\n");
  else if (!a->quiet) // however few turns there were
    show(p, false);
  if (sound_client_late(client) > 0)
    fprintf(stderr, "the sound server counts %d blocks that came too late\n",
            sound_client_late(client));
  if (sound_client_ended(client))
    fprintf(stderr, "the sound server has ended\n");
  return sound_client_ended(client) ? EXIT_BROKEN : EXIT_GOOD;
}

static int play_offline(performance *p, const play_arguments *a, double seconds) {
  enum { BLOCK = 256, MOST_SECONDS = 24 * 3600 };
  const carom_stop *stop = catch_signals();
  const double length = isfinite(seconds) ? seconds : p->song.length + 2;
  if (!isfinite(seconds) && !(length <= MOST_SECONDS)) {
    fprintf(stderr,
            "%s: lasts %.4g h; allowed without --duration S, which says when to end, are %d h\n",
            a->midi, length / 3600, MOST_SECONDS / 3600);
    return EXIT_WRONG;
  }
  const long long total = llround(length * p->rate);
  float left[BLOCK];
  float right[BLOCK];
  int told = 0;
  while (!carom_stop_requested(stop) && p->samples < total) {
    const long long rest = total - p->samples;
    performance_render(p, NULL, 0, rest < BLOCK ? (int)rest : BLOCK, left, right);
    drain(p);
  }
  if (!a->quiet) {
    tell_learnt(p, &told);
    show(p, false);
  }
  return !carom_stop_requested(stop) ? EXIT_GOOD : EXIT_BROKEN;
}

// --- Setting up ---------------------------------------------------------------------------------

static void played(void *user, const carom_played *what) {
  performance *p = user;
  for (int i = 0; i < p->recorders; ++i)
    recorder_played(p->recorder[i], what);
}

static bool open_recorders(performance *p, const play_arguments *a, const carom_scene *scene) {
  char like[4096];
  carom_error error;
  const bool named = instrument_like(a->scene, like, sizeof like) && a->sets.count == 0;
  const recorded_scene of = {
      .scene = scene, .model = carom_player_model(p->player), .like = named ? like : NULL};
  for (; p->recorders < a->records.count; ++p->recorders) {
    p->recorder[p->recorders] = recorder_open(a->records.file[p->recorders], &of, &error);
    if (p->recorder[p->recorders] == NULL) {
      print_error("", &error);
      return false;
    }
  }
  carom_player_watch(p->player, played, p);
  return true;
}

// Presets, and what was learned and is to be learned.
static bool set_up_controls(performance *p, const play_arguments *a) {
  const carom_model *model = carom_player_model(p->player);
  const int preset = a->preset != NULL ? carom_model_find_preset(model, a->preset) : -1;
  if (a->preset != NULL && preset < 0 && strcmp(a->preset, "default") != 0) {
    fprintf(stderr, "--preset: there is no preset '%s'; allowed are default", a->preset);
    for (int i = 0; i < carom_model_presets(model); ++i)
      fprintf(stderr, ", %s", carom_model_preset_name(model, i));
    fputc('\n', stderr);
    return false;
  }
  if (preset >= 0)
    (void)carom_player_recall(p->player, preset);
  p->last_learnt = -1;
  if (a->learn.count > MOST_LEARNT) {
    fprintf(stderr, "--learn: '%s' is one too many; allowed are %d\n", a->learn.text[MOST_LEARNT],
            MOST_LEARNT);
    return false;
  }
  for (int i = 0; i < a->learn.count; ++i) {
    p->learn[p->learns++] = ties_find(p->player, a->learn.text[i]);
    if (p->learn[i] < 0)
      return false;
  }
  return a->learned == NULL || ties_load(a->learned, p->player);
}

static int perform(performance *p, const play_arguments *a, carom_scene *scene,
                   sound_client *client) {
  carom_error error;
  const double seconds = a->duration.value;
  carom_player_options options = carom_player_options_default();
  options.keep_ledger = true;
  options.rest = a->records.count == 0;
  options.rate = client != NULL ? sound_client_rate(client) : a->rate.value;
  if ((a->midi != NULL && midi_file_read(a->midi, &p->song, &error) != CAROM_OK) ||
      (p->player = carom_player_new(scene, &options, NULL, &error)) == NULL) {
    scene_refused(&error);
    return EXIT_WRONG;
  }
  tell_if_slow(NULL);
  p->rate = carom_model_describe(carom_player_model(p->player)).rate;
  if (!open_recorders(p, a, scene))
    return EXIT_BROKEN;
  if (!set_up_controls(p, a))
    return EXIT_WRONG;
  return client != NULL ? play_live(p, client, a, seconds) : play_offline(p, a, seconds);
}

static int play_scene(const play_arguments *a) {
  performance *p = argument_room(0, sizeof *p);
  char preparing[200];
  snprintf(preparing, sizeof preparing, "preparing %.150s ...", a->scene);
  if (!a->quiet)
    tell_if_slow(preparing);
  carom_scene *scene = instrument_load(a->scene, &a->sets);
  sound_client *client = NULL;
  carom_error error;
  char name[100];
  instrument_name(a->scene, name, sizeof name);
  int code = EXIT_WRONG;
  if (scene != NULL && !a->offline) {
    char full[120];
    snprintf(full, sizeof full, "carom-%s", name);
    client = sound_client_open(full, &error);
    if (client == NULL)
      print_error("", &error);
    code = EXIT_BROKEN;
  }
  if (scene != NULL && (a->offline || client != NULL))
    code = perform(p, a, scene, client);
  tell_if_slow(NULL);
  sound_client_close(client);
  for (int i = 0; i < p->recorders; ++i)
    if (!recorder_close(p->recorder[i], p->samples) && code == EXIT_GOOD)
      code = EXIT_BROKEN;
  if (code != EXIT_WRONG && p->player != NULL && a->learned != NULL &&
      !ties_save(a->learned, p->player))
    code = EXIT_BROKEN;
  carom_player_free(p->player);
  midi_file_free(&p->song);
  free(p);
  carom_scene_free(scene);
  return code;
}

static int play(int count, char **arguments) {
  play_arguments a = {.sets.text = argument_room(count, sizeof *a.sets.text),
                      .learn.text = argument_room(count, sizeof *a.learn.text),
                      .rate = {.least = 1000, .most = 1e6},
                      .duration = {.value = INFINITY, .most = 1e9}};
  int code = EXIT_WRONG;
  if (read_arguments(count, arguments, &a))
    code = a.load ? play_load(a.scene, &a.sets, a.rate.value > 0 ? a.rate.value : 48000)
                  : play_scene(&a);
  free(a.sets.text);
  free(a.learn.text);
  return code;
}

const command command_play = {
    .name = "play",
    .run = play,
    .usage = "carom play INSTRUMENT [--midi FILE] [--record FILE.wav|FILE.yaml]... [--offline] "
             "[--rate HZ]\n"
             "                 [--duration S] [--preset NAME] [--learn CONTROL]... [--learned "
             "FILE] [--load]\n"
             "                 [--set PATH=VALUE]... [--quiet]",
    .help = "Plays a scene in real time on a JACK server or PipeWire, by MIDI messages, until "
            "Ctrl-C. --midi\n"
            "plays a standard MIDI file, --record keeps the sound, or what was played as a scene "
            "that carom\n"
            "run renders to the same mix. --offline does without a server, as fast as it can. "
            "--load tells\n"
            "how much of one core an instrument takes, held and bent. --preset begins with a "
            "preset of the\n"
            "scene; --learn ties a control to the next controller that is received, --learned "
            "keeps that in\n"
            "a file.",
};
