// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A ring of entries between the thread that renders, which alone moves `put`, and the one that
// writes, which alone moves `taken`.

#include "cli/recorder.h"

#include "io/wav_head.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 18 }; // entries: frames of sound, or moves; a power of two

typedef union {
  float frame[2];
  carom_played move;
} entry;

struct recorder {
  char file[4096], part[4104]; // the name, and the one until it is complete
  recorded_scene of;
  char like[4096];
  FILE *wav;   // or moves are kept
  double rate; // Hz
  carom_played *move;
  int moves, room;
  bool failed;
  atomic_uint put, taken;
  atomic_llong lost;
  entry *ring;
};

// --- In -----------------------------------------------------------------------------------------

static void put(recorder *r, const entry *what) {
  const unsigned at = atomic_load_explicit(&r->put, memory_order_relaxed);
  if (at - atomic_load_explicit(&r->taken, memory_order_acquire) == ROOM) {
    atomic_fetch_add(&r->lost, 1);
    return;
  }
  r->ring[at % ROOM] = *what;
  atomic_store_explicit(&r->put, at + 1, memory_order_release);
}

void recorder_played(recorder *r, const carom_played *what) {
  if (r->wav == NULL)
    put(r, &(entry){.move = *what});
}

void recorder_heard(recorder *r, const float *left, const float *right, int samples) {
  for (int i = 0; r->wav != NULL && i < samples; ++i)
    put(r, &(entry){.frame = {left[i], right[i]}});
}

// --- Out ----------------------------------------------------------------------------------------

static bool keep(recorder *r, const carom_played *what) {
  if (r->moves == r->room) {
    const int room = r->room == 0 ? 1024 : 2 * r->room;
    carom_played *wider = realloc(r->move, (size_t)room * sizeof *wider);
    if (wider == NULL)
      return false;
    r->move = wider;
    r->room = room;
  }
  r->move[r->moves++] = *what;
  return true;
}

void recorder_drain(recorder *r) {
  unsigned taken = atomic_load_explicit(&r->taken, memory_order_relaxed);
  const unsigned end = atomic_load_explicit(&r->put, memory_order_acquire);
  while (taken != end) {
    const entry *e = &r->ring[taken % ROOM];
    if (r->wav != NULL)
      r->failed = fwrite(e->frame, sizeof e->frame, 1, r->wav) != 1 || r->failed;
    else
      r->failed = !keep(r, &e->move) || r->failed;
    atomic_store_explicit(&r->taken, ++taken, memory_order_release);
  }
}

// --- Files --------------------------------------------------------------------------------------

static bool ends_with(const char *text, const char *end) {
  const size_t length = strlen(text);
  return length > strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static carom_error *set_error(carom_error *error, const char *file, const char *text) {
  *error = (carom_error){.status = CAROM_CANNOT_WRITE};
  snprintf(error->text, sizeof error->text, "%.1000s: %.500s", file, text);
  return error;
}

static void discard(recorder *r) {
  if (r->wav != NULL)
    fclose(r->wav);
  free(r->move);
  free(r->ring);
  free(r);
}

// The folder of a file, with a slash at its end; false if there is none such.
static bool folder_of(const char *file, char *folder, size_t size) {
  const char *slash = strrchr(file, '/');
  snprintf(folder, size, "%.*s.", slash == NULL ? 0 : (int)(slash + 1 - file), file);
  char *whole = realpath(folder, NULL);
  const int length = whole != NULL
                         ? snprintf(folder, size, "%s%s", whole, strcmp(whole, "/") == 0 ? "" : "/")
                         : -1;
  free(whole);
  return length > 0 && (size_t)length < size;
}

// A path as it is named from the folder of a file, so that both may move together. What is no whole
// path, or shares no folder with that, stays as it is.
static void name_from(const char *file, const char *path, char *name, size_t size) {
  char folder[4096];
  snprintf(name, size, "%s", path);
  if (path[0] != '/' || !folder_of(file, folder, sizeof folder))
    return;
  size_t same = 0; // up to the last folder that both are in
  for (size_t i = 0; folder[i] != '\0' && folder[i] == path[i]; ++i)
    same = path[i] == '/' ? i + 1 : same;
  if (same <= 1)
    return;
  // A built-in scene may have the name of a file.
  size_t used = 0;
  if (strchr(folder + same, '/') == NULL && carom_builtin_find(path + same) >= 0)
    used = (size_t)snprintf(name, size, "./");
  for (const char *c = strchr(folder + same, '/'); c != NULL && used + 4 < size;
       c = strchr(c + 1, '/'))
    used += (size_t)snprintf(name + used, size - used, "../");
  snprintf(name + used, size - used, "%s", path + same);
}

recorder *recorder_open(const char *file, const recorded_scene *of, carom_error *error) {
  const bool wav = ends_with(file, ".wav");
  recorder *r = calloc(1, sizeof *r);
  if (r == NULL || (!wav && !ends_with(file, ".yaml"))) {
    set_error(error, file, "cannot be recorded; allowed are FILE.wav and FILE.yaml");
    free(r);
    return NULL;
  }
  snprintf(r->file, sizeof r->file, "%s", file);
  snprintf(r->part, sizeof r->part, "%s.part", file);
  r->of = *of;
  name_from(file, of->like != NULL ? of->like : "", r->like, sizeof r->like);
  r->ring = calloc(ROOM, sizeof *r->ring);
  r->rate = carom_model_describe(of->model).rate;
  r->wav = wav ? fopen(r->part, "wb") : NULL;
  if (r->ring == NULL || (wav && (r->wav == NULL || !wav_head_write(r->wav, r->rate, 0)))) {
    set_error(error, file, r->ring == NULL ? "out of memory" : strerror(errno));
    discard(r);
    return NULL;
  }
  return r;
}

// A text in double quotes, as YAML reads it.
static void put_quoted(FILE *out, const char *text) {
  fputc('"', out);
  for (const char *c = text; *c != '\0'; ++c)
    if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if ((unsigned char)*c < 32)
      fprintf(out, "\\x%02x", (unsigned)*c);
    else
      fputc(*c, out);
  fputc('"', out);
}

// What differs from the scene it is like: rate, steps inside a sample, the fade, gains.
static void write_like(FILE *out, const recorder *r, long long samples) {
  const carom_model_info info = carom_model_describe(r->of.model);
  fputs("carom: 1\nlike: ", out);
  put_quoted(out, r->like);
  fprintf(out, "\nrate: %.17g\nduration: %.17g\n", info.rate, (double)samples / info.rate);
  fprintf(out, "solver: {oversample: %d}\n", info.oversample);
  fputs("sound: {fade: 0}\noutputs:\n", out); // the mix, bit for bit
  for (int i = 0; i < info.columns; ++i) {
    const carom_output_info o = carom_model_output(r->of.model, i);
    if (o.audio)
      fprintf(out, "  %s: {gain: %.17g}\n", o.name, o.gain);
  }
}

static bool put_text(void *user, const char *text, size_t length) {
  return fwrite(text, 1, length, user) == length;
}

// A score cannot start a motion again: from the first time on the recording sounds otherwise.
// Returns how many such entries there are.
static int tell_restarts(FILE *out, const recorder *r) {
  const double rate = carom_model_describe(r->of.model).rate;
  int restarts = 0;
  for (int i = 0; i < r->moves; ++i) {
    if (r->move[i].control >= 0)
      continue;
    const double time = (double)r->move[i].sample / rate;
    fprintf(out, "# At %.6f s the motion started again from rest, which a score cannot do.\n",
            time);
    if (restarts++ == 0)
      fprintf(stderr,
              "%s: the motion started again from rest at %.3f s (all sound off, or it broke); from "
              "there on the recording sounds otherwise\n",
              r->file, time);
  }
  return restarts;
}

// The scene itself is a mapping on one line, which the score goes into.
static void write_score(FILE *out, const recorder *r) {
  const double rate = carom_model_describe(r->of.model).rate;
  const int restarts = tell_restarts(out, r);
  fputs(r->moves > restarts ? "score:\n" : "score: []\n", out);
  for (int i = 0; i < r->moves; ++i) {
    const carom_played *m = &r->move[i];
    if (m->control < 0)
      continue;
    fprintf(out, "  - {gesture: control, at: %.17g, on: %s, ", (double)m->sample / rate,
            carom_model_control(r->of.model, m->control).name);
    const int note = carom_model_control_note(r->of.model, m->control, m->voice);
    if (note >= 0)
      fprintf(out, "note: %d, ", note);
    else if (m->voice >= 0)
      fprintf(out, "voice: %d, ", m->voice + 1);
    fprintf(out, "to: %.17g}\n", m->value);
  }
}

// Without a name: the scene goes into a file of its own beside the recording, which is like it.
static bool write_base(recorder *r) {
  char name[4096];
  const char *slash = strrchr(r->file, '/');
  snprintf(name, sizeof name, "%.*s-scene.json", (int)strlen(r->file) - 5, r->file);
  FILE *out = fopen(name, "wb");
  bool good = out != NULL && carom_scene_write(r->of.scene, put_text, out);
  if (out != NULL)
    good = fclose(out) == 0 && good;
  snprintf(r->like, sizeof r->like, "%s", slash != NULL ? name + (slash + 1 - r->file) : name);
  return good;
}

static bool write_yaml(recorder *r, long long samples) {
  if (r->like[0] == '\0' && !write_base(r))
    return false;
  FILE *out = fopen(r->part, "wb");
  if (out == NULL)
    return false;
  fputs("# What was played, by carom play --record.\n", out);
  write_like(out, r, samples);
  write_score(out, r);
  const bool good = ferror(out) == 0;
  return fclose(out) == 0 && good;
}

// What the head tells is known at the end.
static bool write_wav_sizes(recorder *r) {
  const long long frames = (ftello(r->wav) - WAV_HEAD) / WAV_FRAME;
  bool good = fseeko(r->wav, 0, SEEK_SET) == 0 && wav_head_write(r->wav, r->rate, frames);
  good = fclose(r->wav) == 0 && good;
  r->wav = NULL;
  return good;
}

bool recorder_close(recorder *r, long long samples) {
  recorder_drain(r);
  const long long lost = atomic_load(&r->lost);
  bool good = !r->failed && lost == 0;
  if (r->wav != NULL) {
    good = write_wav_sizes(r) && good;
  } else {
    good = write_yaml(r, samples) && good;
  }
  if (rename(r->part, r->file) != 0)
    good = false;
  if (!good && lost > 0)
    fprintf(stderr, "%s: %lld entries came too fast and are missing\n", r->file, lost);
  else if (!good)
    fprintf(stderr, "%s: not all could be written\n", r->file);
  discard(r);
  return good;
}
