// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Standard MIDI files: a head, then tracks of messages, each so many ticks after the one before it.
// Tracks are laid over each other by their ticks, and ticks become seconds along the changes of
// tempo: dt = ticks * tempo / (1e6 * division), tempo in microseconds a quarter note, 500000 at
// first.

#include "io/midi_file.h"

#include "base/error.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One message or change of tempo.
typedef struct {
  long long tick;
  int order;
  int size;   // 0: a change of tempo
  long tempo; // microseconds a quarter note
  unsigned char bytes[4];
} tick_event;

typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t length, at, end; // `end` of the present chunk
  int division;           // ticks of a quarter note, or below 0: of a second, negative
  long long last_tick;
  tick_event *event;
  int count, capacity;
  carom_error *error;
} midi_reader;

static carom_status fail(const midi_reader *r, const char *text) {
  return error_set(r->error, CAROM_BAD_FILE, "%s: byte %zu: %s", r->name, r->at, text);
}

// --- Bytes --------------------------------------------------------------------------------------

static bool has(const midi_reader *r, size_t count) {
  return r->end - r->at >= count;
}

static long big_endian(const unsigned char *bytes, int count) {
  long value = 0;
  for (int i = 0; i < count; ++i)
    value = value * 256 + bytes[i];
  return value;
}

// A number of up to four bytes with seven bits each; -1 if there is none.
static long variable(midi_reader *r) {
  long value = 0;
  for (int i = 0; i < 4 && has(r, 1); ++i) {
    const unsigned char byte = r->bytes[r->at++];
    value = value * 128 + (byte & 127);
    if (byte < 128)
      return value;
  }
  return -1;
}

static bool add(midi_reader *r, tick_event e) {
  if (r->count == r->capacity) {
    const int capacity = r->capacity == 0 ? 256 : 2 * r->capacity;
    tick_event *wider = realloc(r->event, (size_t)capacity * sizeof *wider);
    if (wider == NULL)
      return false;
    r->event = wider;
    r->capacity = capacity;
  }
  e.order = r->count;
  r->event[r->count++] = e;
  return true;
}

// --- Tracks -------------------------------------------------------------------------------------

// Meta events and system exclusives: a length and as many bytes; of these only tempos count.
static carom_status skip_system(midi_reader *r, int status, long long tick, bool *ends) {
  const int kind = status == 0xFF && has(r, 1) ? r->bytes[r->at++] : -1;
  const long length = variable(r);
  if (length < 0 || !has(r, (size_t)length))
    return fail(r, "a message that is longer than its track");
  const unsigned char *data = r->bytes + r->at;
  r->at += (size_t)length;
  *ends = kind == 0x2F;
  if (kind == 0x51 && length == 3 && big_endian(data, 3) > 0 &&
      !add(r, (tick_event){.tick = tick, .tempo = big_endian(data, 3)}))
    return error_set(r->error, CAROM_NO_MEMORY, "out of memory");
  return CAROM_OK;
}

static carom_status read_channel(midi_reader *r, int status, long long tick) {
  const int kind = status & 0xF0;
  tick_event e = {.tick = tick, .size = kind == 0xC0 || kind == 0xD0 ? 2 : 3};
  if (!has(r, (size_t)e.size - 1))
    return fail(r, "a message that is longer than its track");
  e.bytes[0] = (unsigned char)status;
  memcpy(e.bytes + 1, r->bytes + r->at, (size_t)e.size - 1);
  r->at += (size_t)e.size - 1;
  return add(r, e) ? CAROM_OK : error_set(r->error, CAROM_NO_MEMORY, "out of memory");
}

static carom_status read_track(midi_reader *r) {
  long long tick = 0;
  int running = 0; // status that may be left out
  bool ends = false;
  while (!ends && r->at < r->end) {
    const long delta = variable(r);
    if (delta < 0 || !has(r, 1))
      return fail(r, "a time without a message");
    tick += delta;
    const int status = r->bytes[r->at] >= 0x80 ? r->bytes[r->at++] : running;
    if (status < 0x80)
      return fail(r, "a message without a status");
    running = status < 0xF0 ? status : 0;
    const carom_status result =
        status < 0xF0 ? read_channel(r, status, tick) : skip_system(r, status, tick, &ends);
    if (result != CAROM_OK)
      return result;
  }
  r->last_tick = tick > r->last_tick ? tick : r->last_tick;
  return CAROM_OK;
}

static carom_status read_chunks(midi_reader *r) {
  r->end = r->length;
  if (!has(r, 14) || memcmp(r->bytes, "MThd", 4) != 0 || big_endian(r->bytes + 4, 4) < 6)
    return fail(r, "no standard MIDI file; it should begin with MThd");
  const long format = big_endian(r->bytes + 8, 2);
  const long division = big_endian(r->bytes + 12, 2);
  if (format > 1)
    return fail(r, "a file of several songs; allowed are formats 0 and 1");
  r->division =
      division < 0x8000 ? (int)division : -(int)((256 - division / 256) * (division % 256));
  if (r->division == 0)
    return fail(r, "ticks without a length");
  r->at = 8 + (size_t)big_endian(r->bytes + 4, 4);
  while (r->at < r->length && r->length - r->at >= 8) {
    const bool track = memcmp(r->bytes + r->at, "MTrk", 4) == 0;
    const size_t size = (size_t)big_endian(r->bytes + r->at + 4, 4);
    r->at += 8;
    if (size > r->length - r->at)
      return fail(r, "a track that is longer than the file");
    const size_t next = r->at + size;
    r->end = next;
    const carom_status status = track ? read_track(r) : CAROM_OK;
    if (status != CAROM_OK)
      return status;
    r->at = next;
    r->end = r->length;
  }
  return CAROM_OK;
}

// --- Times --------------------------------------------------------------------------------------

static int by_tick(const void *a, const void *b) {
  const tick_event *x = a;
  const tick_event *y = b;
  if (x->tick != y->tick)
    return x->tick < y->tick ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

static double seconds_of(const midi_reader *r, long long ticks, long tempo) {
  return r->division > 0 ? (double)ticks * (double)tempo / (1e6 * r->division)
                         : (double)ticks / -r->division;
}

static carom_status lay_out(midi_reader *r, midi_file *file) {
  double time = 0;
  long long tick = 0;
  long tempo = 500000;
  if (r->count > 0)
    qsort(r->event, (size_t)r->count, sizeof *r->event, by_tick);
  file->event = calloc((size_t)r->count + 1, sizeof *file->event);
  if (file->event == NULL)
    return error_set(r->error, CAROM_NO_MEMORY, "out of memory");
  for (int i = 0; i < r->count; ++i) {
    const tick_event *e = &r->event[i];
    time += seconds_of(r, e->tick - tick, tempo);
    tick = e->tick;
    if (e->size == 0) {
      tempo = e->tempo;
      continue;
    }
    midi_event *to = &file->event[file->count++];
    *to = (midi_event){.time = time, .size = e->size};
    memcpy(to->bytes, e->bytes, sizeof to->bytes);
  }
  file->length = time + seconds_of(r, r->last_tick - tick, tempo);
  return CAROM_OK;
}

carom_status midi_file_parse(const char *name, const unsigned char *bytes, size_t length,
                             midi_file *file, carom_error *error) {
  midi_reader r = {.name = name, .bytes = bytes, .length = length, .error = error};
  *file = (midi_file){.event = NULL};
  carom_status status = read_chunks(&r);
  if (status == CAROM_OK)
    status = lay_out(&r, file);
  free(r.event);
  return status;
}

carom_status midi_file_read(const char *path, midi_file *file, carom_error *error) {
  enum { MAX_BYTES = 1 << 26 };
  *file = (midi_file){.event = NULL};
  FILE *in = fopen(path, "rb");
  if (in == NULL)
    return error_set(error, CAROM_BAD_FILE, "%s: %s", path, strerror(errno));
  unsigned char *bytes = malloc(MAX_BYTES);
  const size_t length = bytes != NULL ? fread(bytes, 1, MAX_BYTES, in) : 0;
  fclose(in);
  const carom_status status = bytes == NULL ? error_set(error, CAROM_NO_MEMORY, "out of memory")
                                            : midi_file_parse(path, bytes, length, file, error);
  free(bytes);
  return status;
}

void midi_file_free(midi_file *file) {
  free(file->event);
  *file = (midi_file){.event = NULL};
}
