// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The state's memory, its start, and saving and restoring it.

#include "state/state.h"
#include "bodies/modes.h"

#include <math.h>
#include <string.h>

static size_t padded(size_t size) {
  return (size + 63) / 64 * 64;
}

static size_t data_size(const carom_model *m) {
  size_t size = padded(sizeof(state_head));
#define STATE_MEASURE(type, name, count) size += padded((size_t)(count) * sizeof(type));
  STATE_ARRAYS(STATE_MEASURE)
#undef STATE_MEASURE
  return size;
}

size_t carom_state_size(const carom_model *m) {
  return padded(sizeof(carom_state)) + data_size(m);
}

// Points the header at the data that follow it.
static void bind(const carom_model *m, carom_state *s) {
  s->head = (state_head *)(void *)s->data;
  size_t place = padded(sizeof(state_head));
#define STATE_BIND(type, name, count)                                                              \
  s->name = (type *)(void *)(s->data + place);                                                     \
  place += padded((size_t)(count) * sizeof(type));
  STATE_ARRAYS(STATE_BIND)
#undef STATE_BIND
  if (s->head->swapped) {
    double *du = s->du;
    s->du = s->next;
    s->next = du;
  }
}

carom_state *carom_state_init(const carom_model *m, void *block) {
  carom_state *s = block;
  memset(s, 0, sizeof *s);
  s->size = carom_state_size(m);
  s->data = (unsigned char *)block + padded(sizeof(carom_state));
  s->data_size = data_size(m);
  carom_state_reset(m, s);
  return s;
}

carom_state *carom_state_new(const carom_model *m, const carom_memory *memory) {
  const carom_memory from = memory != NULL ? *memory : carom_memory_heap();
  void *block = from.resize(from.user, NULL, 0, carom_state_size(m));
  if (block == NULL)
    return NULL;
  carom_state *s = carom_state_init(m, block);
  s->memory = from;
  return s;
}

void carom_state_free(carom_state *s) {
  if (s != NULL && s->by.free != NULL)
    s->by.free(s->by.user);
  if (s == NULL || s->memory.resize == NULL)
    return;
  const carom_memory from = s->memory;
  from.resize(from.user, s, s->size, 0);
}

// --- The start ----------------------------------------------------------------------------------

static void start_live_values(const carom_model *m, carom_state *s) {
  s->head->gravity = m->gravity;
  for (int i = 0; i < m->body_count; ++i) {
    const model_body *b = &m->body[i];
    s->material[i] = (material){.pull = b->pull, .sigma0 = b->sigma0, .sigma1 = b->sigma1};
    body_coefficients(m, s, i);
  }
  for (int i = 0; i < m->contact_count; ++i) {
    const model_contact *c = &m->contact[i];
    s->law[i] = (law){.stiffness = c->stiffness,
                      .damping = c->damping,
                      .linear = c->linear,
                      .cubic = c->cubic,
                      .sigma_x = c->sigma_x,
                      .bow_force = c->friction.start_force,
                      .bow_speed = c->friction.start_speed};
    contact_constants(m, s, i);
    if (c->moving >= 0)
      moving_place(m, s, c->moving, c->place);
  }
  for (int i = 0; i < m->force_count; ++i)
    s->amplitude[i] = m->force[i].amplitude;
  for (int i = 0; i < m->live_count; ++i)
    s->live[i] = m->live[i].start;
}

static void start_barriers(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->body_count; ++i)
    if (m->body[i].grid == LAYOUT_NONE) {
      s->barrier[i] = barrier_at(m, s, i, 0);
      s->barrier_step[i] = s->barrier[i] - barrier_at(m, s, i, -m->k);
    }
}

// u^{-1} = u^0 - k v + k^2 a^0 / 2, so du^0 = k v - k^2 a^0 / 2; without the last term the start is
// of first order.
static void start_motion(const carom_model *m, carom_state *s) {
  const int nodes = model_nodes(m);
  memcpy(s->u, m->start, (size_t)nodes * sizeof *s->u);
  if (!m->first_order_start) {
    bodies_accelerations(m, s, s->next);
    links_first_forces(m, s, s->next);
  }
  for (int i = 0; i < nodes; ++i) {
    s->du[i] = m->k * m->start_speed[i] - m->k * m->k / 2 * s->next[i];
    if (m->inverse_mass[i] == 0)
      s->du[i] = 0;
    s->next[i] = 0;
  }
}

void carom_state_reset(const carom_model *m, carom_state *s) {
  memset(s->data, 0, s->data_size);
  bind(m, s);
  s->head->fingerprint = m->fingerprint;
  s->head->keep_ledger = true;
  s->head->finite = true;
  start_live_values(m, s);
  start_barriers(m, s);
  if (model_is_modal(m)) {
    event_start(m, s);
    return;
  }
  start_motion(m, s);
  islands_weigh(m, s);
  links_start(m, s);
  if (model_is_classic(m))
    classic_start(m, s);
  impacts_start(m, s);
  ledger_open(m, s);
}

// --- Saving -------------------------------------------------------------------------------------

void carom_state_save(const carom_model *m, const carom_state *s, void *bytes) {
  memcpy(bytes, s->data, s->data_size);
  memset((unsigned char *)bytes + s->data_size, 0, carom_state_size(m) - s->data_size);
}

carom_status carom_state_restore(const carom_model *m, carom_state *s, const void *bytes) {
  state_head head;
  memcpy(&head, bytes, sizeof head);
  if (head.fingerprint != m->fingerprint)
    return CAROM_WRONG_MODEL;
  memcpy(s->data, bytes, s->data_size);
  bind(m, s);
  return CAROM_OK;
}

carom_solver_counts carom_state_solver(const carom_state *s) {
  return s->head->solver;
}

long long carom_state_steps(const carom_state *s) {
  return s->head->n;
}

// A modal body, drawn at points of even distance: displacements or velocities of its modes.
static void modal_shape(const carom_model *m, const double *field, const model_body *b,
                        double *shape, int count) {
  for (int i = 0; i < count; ++i) {
    shape[i] = 0;
    for (int j = 0; j < b->nodes; ++j)
      shape[i] += field[b->first + j] *
                  mode_value(&m->shape[b->first_shape + j], b->lx, i * b->lx / b->nx, 0);
  }
}

int carom_body_shape(const carom_model *m, const carom_state *s, int body, double *shape,
                     int room) {
  const model_body *b = &m->body[body];
  if (b->grid == LAYOUT_NONE || b->grid == LAYOUT_POINT) {
    if (room > 0)
      shape[0] = b->grid == LAYOUT_NONE ? s->barrier[body] : s->u[b->first];
    return 1;
  }
  const int columns = b->nx + 1;
  const int count = columns * (b->ny + 1);
  if (b->grid == LAYOUT_MODES) {
    modal_shape(m, s->u, b, shape, count < room ? count : room);
    return count;
  }
  for (int i = 0; i < count && i < room; ++i)
    shape[i] = s->u[node_at(b, i % columns, i / columns)];
  return count;
}

int carom_body_velocity(const carom_model *m, const carom_state *s, int body, double *velocity,
                        int room) {
  const model_body *b = &m->body[body];
  const bool still = b->grid == LAYOUT_NONE;
  const int columns = b->nx + 1;
  const int count = still || b->grid == LAYOUT_POINT ? 1 : columns * (b->ny + 1);
  if (b->grid == LAYOUT_MODES) {
    modal_shape(m, s->du, b, velocity, count < room ? count : room);
    for (int i = 0; !model_is_modal(m) && i < count && i < room; ++i) // du is a step's change
      velocity[i] /= m->k;
    return count;
  }
  for (int i = 0; i < count && i < room; ++i)
    velocity[i] =
        still ? 0
              : s->du[b->grid == LAYOUT_POINT ? b->first : node_at(b, i % columns, i / columns)] /
                    m->k;
  if (model_is_classic(m) && !still && room > 0)
    velocity[0] = s->classic->velocity;
  if (model_is_modal(m) && !still && room > 0)
    velocity[0] = s->du[b->first];
  return count;
}
