// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The state's memory, its start, reading it out, and saving and restoring it.

#include "state/state.h"

#include "base/hash.h"
#include "contacts/psi.h"
#include "model/layout.h"
#include <assert.h>
#include <math.h>
#include <string.h>

// Bytes between the fields of a kept element would be saved uninitialised.
NO_PADDING(material, 3);
NO_PADDING(account, 9);
NO_PADDING(contact_values, 13);
NO_PADDING(contact_summary, 8);
NO_PADDING(carom_impact, 8);
NO_PADDING(impact_sums, 5);
NO_PADDING(impact_tracker, 1 + 8 + 8 + 1 + 1 + 4 + 8 + 1 + 5 + 1);
NO_PADDING(carom_initial_overlap, 4);
NO_PADDING(carom_counts, 4);
NO_PADDING(carom_ledger, 11);
NO_PADDING(carom_solver_counts, 6);
NO_PADDING(live_glide, 3);
NO_PADDING(force_stroke, 3);
NO_PADDING(waiting_action, 6);
NO_PADDING(state_head, 4 + 2 + 4 + 11 + 6 + 5);

// --- Memory -------------------------------------------------------------------------------------

static size_t bind_common(const carom_model *m, carom_state *to, unsigned char *block) {
  size_t place = 0;
  to->head = block_take(block, &place, sizeof(state_head));
  STATE_ARRAYS(ARRAY_BIND)
  return place;
}

state_sizes state_measure(const carom_model *m) {
  const method *row = method_of(m);
  carom_state nowhere = {0};
  state_sizes sizes = {.handle = block_padded(sizeof(carom_state)) + block_padded(row->size)};
  size_t own = 0;
  sizes.kept = bind_common(m, &nowhere, NULL);
  row->bind(m, NULL, NULL, NULL, &own, &sizes.scratch);
  sizes.kept += own;
  assert((sizes.handle | sizes.kept | sizes.scratch) % CACHE_LINE == 0);
  return sizes;
}

size_t carom_state_size(const carom_model *m) {
  if (m == NULL)
    return 0;
  const state_sizes sizes = state_measure(m);
  return sizes.handle + sizes.kept + sizes.scratch;
}

carom_state *state_handle(const carom_model *m, void *block, unsigned char *scratch) {
  const state_sizes sizes = state_measure(m);
  carom_state *s = block;
  assert((unsigned char *)block + sizes.handle <= scratch && "the scratch is behind the handle");
  memset(block, 0, sizes.handle);
  memset(scratch, 0, sizes.scratch);
  s->fingerprint = m->fingerprint;
  s->own = (unsigned char *)block + block_padded(sizeof(carom_state));
  s->kept_size = sizes.kept;
  s->scratch = scratch;
  s->scratch_size = sizes.scratch;
  s->detach = method_of(m)->detach;
  s->single = m->single;
  return s;
}

void state_bind(const carom_model *m, carom_state *s, unsigned char *kept) {
  size_t kept_size = 0;
  size_t scratch_size = 0;
  s->kept = kept;
  const size_t common = bind_common(m, s, kept);
  method_of(m)->bind(m, s, kept + common, s->scratch, &kept_size, &scratch_size);
  assert(common + kept_size == s->kept_size && "bound as measured");
  assert(scratch_size == s->scratch_size);
}

static carom_status start(const carom_model *m, carom_state *s, int count, const int *live,
                          const double *values, bool keep_ledger);

carom_state *carom_state_init(const carom_model *m, void *block) {
  if (m == NULL || block == NULL)
    return NULL;
  const state_sizes sizes = state_measure(m);
  unsigned char *kept = (unsigned char *)block + sizes.handle;
  carom_state *s = state_handle(m, block, kept + sizes.kept);
  s->size = sizes.handle + sizes.kept + sizes.scratch;
  s->kept = kept;
  (void)start(m, s, 0, NULL, NULL, true);
  return s;
}

carom_state *carom_state_new(const carom_model *m, const carom_memory *memory) {
  if (m == NULL)
    return NULL;
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  void *block = from.resize(from.user, NULL, 0, carom_state_size(m));
  if (block == NULL)
    return NULL;
  carom_state *s = carom_state_init(m, block);
  s->memory = from;
  return s;
}

void carom_state_free(carom_state *s) {
  if (s != NULL && s->attached != NULL)
    s->detach(s);
  if (s == NULL || s->memory.resize == NULL)
    return;
  const carom_memory from = s->memory;
  from.resize(from.user, s, s->size, 0);
}

carom_status carom_state_attach(const carom_model *m, carom_state *s, integrator_maker *make) {
  if (!state_is_of(m, s))
    return CAROM_WRONG_MODEL;
  const method *row = method_of(m);
  return row->attach != NULL && s->attached == NULL ? row->attach(m, s, make) : CAROM_OK;
}

// --- The start ----------------------------------------------------------------------------------

static void start_live_values(const carom_model *m, carom_state *s) {
  s->head->gravity = m->gravity;
  for (int i = 0; i < m->body_count; ++i)
    s->material[i] = m->body[i].start;
  for (int i = 0; i < m->contact_count; ++i)
    s->values[i] = m->contact[i].start;
  for (int i = 0; i < m->force_count; ++i) {
    s->amplitude[i] = m->force[i].amplitude;
    if (m->force[i].swings > 0)
      s->stroke[i] = (force_stroke){m->force[i].amplitude, m->force[i].begin, m->force[i].length};
  }
  for (int i = 0; i < m->live_count; ++i)
    s->live[i] = m->live[i].start;
}

// What follows from live values.
static void start_constants(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->contact_count; ++i)
    law_constants(&m->contact[i].law, &s->values[i]);
  for (int i = 0; i < m->body_count; ++i)
    if (body_stands(&m->body[i]))
      s->barrier[i] = barrier_at(m, s, i, 0);
}

static carom_status start(const carom_model *m, carom_state *s, int count, const int *live,
                          const double *values, bool keep_ledger) {
  for (int i = 0; i < count; ++i) {
    const carom_status status = live_may_start(m, live[i], values[i]);
    if (status != CAROM_OK)
      return status;
  }
  memset(s->kept, 0, s->kept_size);
  memset(s->scratch, 0, s->scratch_size);
  state_bind(m, s, s->kept);
  s->head->fingerprint = m->fingerprint;
  s->head->keep_ledger = keep_ledger;
  s->head->finite = true;
  start_live_values(m, s);
  for (int i = 0; i < count; ++i)
    live_start(m, s, live[i], values[i]);
  start_constants(m, s);
  method_of(m)->start(m, s);
  press_start(m, s);
  return CAROM_OK;
}

carom_status carom_state_start(const carom_model *m, carom_state *s, int count, const int *live,
                               const double *values) {
  if (!state_is_of(m, s))
    return CAROM_WRONG_MODEL;
  if (count < 0 || (count > 0 && (live == NULL || values == NULL)))
    return CAROM_BAD_VALUE;
  return start(m, s, count, live, values, s->head->keep_ledger);
}

void carom_state_reset(const carom_model *m, carom_state *s) {
  if (state_is_of(m, s))
    (void)start(m, s, 0, NULL, NULL, s->head->keep_ledger);
}

// --- Saving -------------------------------------------------------------------------------------

/// Precedes the saved bytes.
typedef struct {
  unsigned long long fingerprint; // of the model
  unsigned long long size;        // of what follows
  hash64 checksum;                // of what follows
} saved_head;

size_t carom_state_saved_size(const carom_model *m) {
  return m != NULL ? block_padded(sizeof(saved_head)) + state_measure(m).kept : 0;
}

void carom_state_save(const carom_model *m, const carom_state *s, void *bytes) {
  if (bytes == NULL)
    return;
  unsigned char *data = (unsigned char *)bytes + block_padded(sizeof(saved_head));
  memset(bytes, 0, block_padded(sizeof(saved_head)));
  if (!state_is_of(m, s))
    return; // without a fingerprint nothing restores it
  memcpy(data, s->kept, s->kept_size);
  const saved_head head = {.fingerprint = m->fingerprint,
                           .size = s->kept_size,
                           .checksum = hash_words(hash_begin, data, s->kept_size)};
  memcpy(bytes, &head, sizeof head);
}

// Behind the head's numbers is room up to a multiple of 64 bytes, all of it 0.
static bool padding_is_empty(const unsigned char *bytes) {
  unsigned char all = 0;
  for (size_t i = sizeof(saved_head); i < block_padded(sizeof(saved_head)); ++i)
    all |= bytes[i];
  return all == 0;
}

carom_status carom_state_restore(const carom_model *m, carom_state *s, const void *bytes) {
  saved_head head;
  if (!state_is_of(m, s))
    return CAROM_WRONG_MODEL;
  if (bytes == NULL)
    return CAROM_DAMAGED;
  const unsigned char *data = (const unsigned char *)bytes + block_padded(sizeof(saved_head));
  memcpy(&head, bytes, sizeof head);
  if (head.fingerprint != m->fingerprint)
    return CAROM_WRONG_MODEL;
  if (!padding_is_empty(bytes) || head.size != s->kept_size ||
      head.checksum != hash_words(hash_begin, data, s->kept_size))
    return CAROM_DAMAGED;
  memcpy(s->kept, data, s->kept_size);
  state_bind(m, s, s->kept);
  return CAROM_OK;
}

// --- Reading out --------------------------------------------------------------------------------

carom_solver_counts carom_state_solver(const carom_state *s) {
  return s != NULL ? s->head->solver : (carom_solver_counts){0};
}

long long carom_state_steps(const carom_state *s) {
  return s != NULL ? s->head->n : 0;
}

static int shape_of(const carom_model *m, const carom_state *s, int body, node_field field,
                    double over, double *values, int room) {
  const layout *row = layout_table[m->body[body].layout];
  if (row->shape != NULL)
    return row->shape(m, &m->body[body], field, over, values, room);
  if (room > 0) // a barrier
    values[0] = over == 0 ? 0 : s->barrier[body];
  return 1;
}

int carom_body_shape(const carom_model *m, const carom_state *s, int body, double *shape,
                     int room) {
  if (!state_has_body(m, s, body))
    return 0;
  if (body_is_link(&m->body[body]))
    return method_of(m)->frames(m, s, body, false, shape, room);
  return shape_of(m, s, body, method_of(m)->fields(m, s).displacement, 1, shape, room);
}

int carom_body_velocity(const carom_model *m, const carom_state *s, int body, double *velocity,
                        int room) {
  if (!state_has_body(m, s, body))
    return 0;
  if (body_is_link(&m->body[body]))
    return method_of(m)->frames(m, s, body, true, velocity, room);
  const node_fields fields = method_of(m)->fields(m, s);
  const bool stands = body_stands(&m->body[body]);
  return shape_of(m, s, body, fields.velocity, stands ? 0 : fields.over, velocity, room);
}

bool carom_linkage_place(const carom_model *m, const carom_state *s, int body, double x, double y,
                         double place[3]) {
  if (!state_has_body(m, s, body) || !body_is_link(&m->body[body]) || place == NULL)
    return false;
  method_of(m)->linkage_place(m, s, body, x, y, place);
  return true;
}
