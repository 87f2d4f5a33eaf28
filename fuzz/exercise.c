// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the fuzz targets do with a scene that compiles.

#include "exercise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 2 << 20, MOST_NODES = 5000, MAX_LINKS = 2000, ROOM = 64 };

/// Links times the square of the largest island: a bound for the work of a step.
static const double max_work = 1e6;

// libfyaml 0.7.12 loses some bytes for each quoted scalar with a dozen escapes or so (found by this
// very target); what Carom itself allocates is still watched.
const char *__lsan_default_suppressions(void); // NOLINT(bugprone-reserved-identifier)
const char *__lsan_default_suppressions(void) {
  return "leak:libfyaml";
}

void require(bool claim, const char *sentence) {
  if (claim)
    return;
  fprintf(stderr, "broken claim: %s\n", sentence);
  abort();
}

void require_reason(carom_status status, const carom_error *error, const ration *r) {
  if (status == CAROM_OK)
    return;
  require(error->status == status, "the error holds the status returned");
  require(memchr(error->text, '\0', sizeof error->text) != NULL, "the error's text ends");
  require(error->text[0] != '\0', "the error's text says something");
  require(!r->failed || status == CAROM_NO_MEMORY, "a lack of memory is told as such");
}

// --- Memory -----------------------------------------------------------------------------------

static bool granted(ration *r, size_t old_size, size_t new_size) {
  const bool fails = ++r->count == r->fail_at || new_size > r->most - (r->used - old_size);
  r->failed = r->failed || fails;
  return !fails;
}

// Blocks have exactly the size asked for, so that a sanitizer sees a byte too far.
static void *ration_resize(void *user, void *block, size_t old_size, size_t new_size) {
  ration *r = user;
  require(block != NULL || old_size == 0, "what is not there has no size");
  require(old_size <= r->used, "no more is given back than was taken");
  void *moved = NULL;
  if (new_size > 0 &&
      (!granted(r, old_size, new_size) || posix_memalign(&moved, 64, new_size) != 0))
    return NULL;
  if (block != NULL && moved != NULL)
    memcpy(moved, block, old_size < new_size ? old_size : new_size);
  free(block);
  r->used += new_size - old_size;
  return moved;
}

carom_memory ration_memory(ration *r) {
  return (carom_memory){.user = r, .resize = ration_resize};
}

ration ration_whole(void) {
  return (ration){.most = MOST_BYTES};
}

ration ration_short(const uint8_t *data, size_t size, long count) {
  uint32_t hash = 2166136261U;
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ data[i]) * 16777619U;
  return (ration){.most = MOST_BYTES, .fail_at = 1 + (long)(hash >> 4) % (count > 0 ? count : 1)};
}

// --- A model at work --------------------------------------------------------------------------

static bool small(const carom_model_info *info) {
  const double largest = info->largest_island;
  return info->nodes < MOST_NODES && info->links < MAX_LINKS &&
         info->links * largest * largest < max_work;
}

// Ten of them, or fewer on larger grids.
static void steps(const carom_model *model, carom_state *state) {
  const int count = carom_model_describe(model).nodes < MOST_NODES / 20 ? 10 : 2;
  for (int i = 0; i < count; ++i)
    carom_step(model, state);
}

static void read_linkage(const carom_model *model, const carom_state *state, int body) {
  carom_linkage_info linkage;
  double place[3];
  if (!carom_model_linkage(model, body, &linkage))
    return;
  for (int i = 0; i < linkage.marks; ++i) {
    const carom_mark_info mark = carom_model_mark(model, body, i);
    require(mark.name[0] != '\0', "a mark has a name");
    require(carom_linkage_place(model, state, body, mark.x, mark.y, place), "a mark is somewhere");
  }
}

static void read_bodies(const carom_model *model, const carom_state *state) {
  const carom_model_info info = carom_model_describe(model);
  double shape[ROOM];
  for (int i = 0; i < info.bodies; ++i) {
    const carom_body_info body = carom_model_body(model, i);
    const int count = carom_body_shape(model, state, i, shape, ROOM);
    require(body.name[0] != '\0' && body.type[0] != '\0', "a body has a name and a type");
    require(count == body.shape, "a shape has all its values");
    carom_body_share(model, state, i);
    read_linkage(model, state, i);
  }
}

static void read_contacts(const carom_model *model, carom_state *state) {
  const carom_model_info info = carom_model_describe(model);
  carom_impact event;
  for (int i = 0; i < info.contacts; ++i) {
    carom_felt_info felt;
    require(carom_model_contact(model, i).links > 0 || carom_model_felt(model, i, &felt),
            "a contact has links, or is felt in a plane");
    carom_contact_share(model, state, i);
    carom_contact_counts(model, state, i);
    carom_state_open_impact(model, state, i, &event);
  }
  while (carom_state_next_impact(model, state, &event))
    require(event.contact >= 0 && event.contact < info.contacts, "an impact is at a contact");
}

static void read_rest(const carom_model *model, const carom_state *state) {
  const carom_model_info info = carom_model_describe(model);
  for (int i = 0; i < info.outputs; ++i) {
    require(carom_model_output(model, i).quantity[0] != '\0', "an output has a quantity");
    carom_output(model, state, i);
  }
  for (int i = 0; i < info.snapshots; ++i)
    require(carom_model_snapshot(model, i).body < info.bodies, "a snapshot is of a body");
  carom_warning warning;
  if (carom_warnings(model, state, NULL, &warning, 1) > 0)
    require(warning.kind[0] != '\0' && warning.text[0] != '\0', "a warning says something");
  carom_state_ledger(state);
}

// Every live key to the end of its range, and beyond it.
static void turn_lives(const carom_model *model, carom_state *state) {
  const carom_model_info info = carom_model_describe(model);
  for (int i = 0; i < info.lives; ++i) {
    const carom_live_info live = carom_model_live(model, i);
    require(carom_model_find_live(model, live.path) == i, "a live key is found by its path");
    const double value = isfinite(live.high) ? live.high : 2 * live.start + 1;
    if (carom_state_set(model, state, i, value) == CAROM_OK)
      require(value >= live.low && value <= live.high, "a live key stays in its range");
    require(carom_state_set(model, state, i, NAN) != CAROM_OK, "a live key is a number");
    carom_state_get(model, state, i);
  }
}

// A saved state goes the same way again, bit for bit.
static void save_and_restore(const carom_model *model, carom_state *state, ration *r) {
  const carom_memory memory = ration_memory(r);
  const size_t size = carom_state_saved_size(model);
  unsigned char *saved = memory.resize(memory.user, NULL, 0, 2 * size);
  if (saved == NULL)
    return;
  memset(saved, 0, 2 * size);
  carom_state_save(model, state, saved);
  carom_step(model, state);
  carom_state_save(model, state, saved + size);
  require(carom_state_restore(model, state, saved) == CAROM_OK, "a saved state is taken back");
  carom_step(model, state);
  carom_state_save(model, state, saved);
  require(memcmp(saved, saved + size, size) == 0, "a restored state goes the same way");
  memory.resize(memory.user, saved, 2 * size, 0);
}

static void run(const carom_model *model, ration *r) {
  const carom_memory memory = ration_memory(r);
  carom_state *state = carom_state_new(model, &memory);
  if (state == NULL)
    return;
  steps(model, state);
  read_bodies(model, state);
  read_contacts(model, state);
  read_rest(model, state);
  save_and_restore(model, state, r);
  turn_lives(model, state);
  steps(model, state);
  carom_state_reset(model, state);
  carom_process(model, state, 2, NULL);
  require(carom_state_steps(state) == 2LL * carom_model_describe(model).oversample,
          "steps are counted");
  carom_state_free(state);
}

bool exercise(const carom_scene *scene, ration *r) {
  const carom_memory memory = ration_memory(r);
  carom_error error = {.status = CAROM_OK};
  carom_model *model = carom_model_compile(scene, &memory, &error);
  require((model != NULL) == (error.status == CAROM_OK),
          "there is a model if and only if it compiled");
  require_reason(error.status, &error, r);
  if (model == NULL)
    return false;
  const carom_model_info info = carom_model_describe(model);
  if (small(&info))
    run(model, r);
  carom_model_free(model);
  return true;
}
