// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mailbox: a ring of messages with one sender and one receiver. The sender alone moves `sent`,
// the receiver alone `taken`; each is published after the message it is about, so that no lock is
// needed.
//
// Of moves the newest counts. Where there is no room left for one it takes the place of the last
// that waits of the same key, or control and voice: its value is exchanged, unless the receiver has
// exchanged it for `claimed` by then. That message is as good as taken, and the ring has as many
// spare messages as there is room for, one of which the move takes.

#include <carom/control.h>

#include "base/block.h"
#include <stdatomic.h>
#include <string.h>

enum { SET, CONTROL, PLAY, PLACE };

typedef struct {
  int kind, index, voice, unused;
  carom_stroke stroke;       // PLAY
  atomic_ullong value;       // of a move, as bits; changed while it waits
  double position, velocity; // PLACE
} message;

/// Bits of a value that is being handed over: a NaN that no computation makes.
static const unsigned long long claimed = 0x7ff8000000c1a1edULL;

struct carom_mailbox {
  _Alignas(CACHE_LINE) atomic_uint sent;
  _Alignas(CACHE_LINE) atomic_uint taken;
  _Alignas(CACHE_LINE) unsigned capacity; // a power of two; the ring has twice as many
  message *messages;
};

static unsigned power_of_two(int capacity) {
  unsigned size = 2;
  while (size < (unsigned)(capacity > 0 ? capacity : 1) && size < (1U << 30))
    size *= 2;
  return size;
}

size_t carom_mailbox_size(int capacity) {
  return block_padded(sizeof(carom_mailbox)) + 2 * (size_t)power_of_two(capacity) * sizeof(message);
}

carom_mailbox *carom_mailbox_init(void *block, int capacity) {
  carom_mailbox *b = block;
  if (b == NULL)
    return NULL;
  memset(block, 0, carom_mailbox_size(capacity));
  b->capacity = power_of_two(capacity);
  b->messages = (message *)(void *)((unsigned char *)block + block_padded(sizeof *b));
  atomic_init(&b->sent, 0);
  atomic_init(&b->taken, 0);
  return b;
}

static message *message_at(carom_mailbox *b, unsigned number) {
  return &b->messages[number % (2 * b->capacity)];
}

// --- Sending ------------------------------------------------------------------------------------

// The next message to be sent, or NULL where `max` wait.
static message *next_message(carom_mailbox *b, unsigned max) {
  const unsigned sent = atomic_load_explicit(&b->sent, memory_order_relaxed);
  const unsigned taken = atomic_load_explicit(&b->taken, memory_order_acquire);
  return sent - taken < max ? message_at(b, sent) : NULL;
}

static bool send_it(carom_mailbox *b) {
  const unsigned sent = atomic_load_explicit(&b->sent, memory_order_relaxed);
  atomic_store_explicit(&b->sent, sent + 1, memory_order_release);
  return true;
}

static bool send_move(carom_mailbox *b, message *to, int kind, int index, int voice,
                      unsigned long long value) {
  if (to == NULL)
    return false;
  to->kind = kind;
  to->index = index;
  to->voice = voice;
  atomic_store_explicit(&to->value, value, memory_order_relaxed);
  return send_it(b);
}

static bool move(carom_mailbox *b, int kind, int index, int voice, double value) {
  unsigned long long bits = 0;
  if (b == NULL)
    return false;
  memcpy(&bits, &value, sizeof bits);
  bits -= bits == claimed;
  if (send_move(b, next_message(b, b->capacity), kind, index, voice, bits))
    return true;
  const unsigned sent = atomic_load_explicit(&b->sent, memory_order_relaxed);
  for (unsigned back = 1; back <= b->capacity; ++back) {
    message *waits = message_at(b, sent - back);
    if (waits->kind != kind || waits->index != index || waits->voice != voice)
      continue;
    unsigned long long old = atomic_load_explicit(&waits->value, memory_order_relaxed);
    while (old != claimed)
      if (atomic_compare_exchange_weak(&waits->value, &old, bits))
        return true;
    return send_move(b, next_message(b, 2 * b->capacity), kind, index, voice, bits);
  }
  return false;
}

bool carom_mailbox_set(carom_mailbox *b, int live, double value) {
  return move(b, SET, live, 0, value);
}

bool carom_mailbox_control(carom_mailbox *b, int control, int voice, double value) {
  return move(b, CONTROL, control, voice, value);
}

bool carom_mailbox_play(carom_mailbox *b, int control, const carom_stroke *stroke) {
  message *to = b != NULL ? next_message(b, b->capacity) : NULL;
  if (to == NULL)
    return false;
  to->kind = PLAY;
  to->index = control;
  to->stroke = stroke != NULL ? *stroke : carom_stroke_default();
  return send_it(b);
}

bool carom_mailbox_place(carom_mailbox *b, int body, double position, double velocity) {
  message *to = b != NULL ? next_message(b, b->capacity) : NULL;
  if (to == NULL)
    return false;
  to->kind = PLACE;
  to->index = body;
  to->position = position;
  to->velocity = velocity;
  return send_it(b);
}

// --- Delivering ---------------------------------------------------------------------------------

// The value of a move, which cannot be changed from then on.
static double take_value(message *what) {
  const unsigned long long bits = atomic_exchange(&what->value, claimed);
  double value = 0;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static carom_status hand_over(const carom_model *m, carom_state *s, message *what) {
  switch (what->kind) {
  case SET:
    return carom_state_set(m, s, what->index, take_value(what));
  case CONTROL:
    return carom_state_control(m, s, what->index, what->voice, take_value(what), 0);
  case PLAY:
    return carom_state_play(m, s, what->index, &what->stroke, 0);
  default:
    return carom_state_place(m, s, what->index, what->position, what->velocity, 0);
  }
}

int carom_mailbox_deliver(const carom_model *m, carom_state *s, carom_mailbox *b, int *refused) {
  if (b == NULL)
    return 0;
  const unsigned sent = atomic_load_explicit(&b->sent, memory_order_acquire);
  unsigned taken = atomic_load_explicit(&b->taken, memory_order_relaxed);
  int count = 0;
  int bad = 0;
  for (; taken != sent; ++count) {
    bad += hand_over(m, s, message_at(b, taken)) != CAROM_OK;
    atomic_store_explicit(&b->taken, ++taken, memory_order_release);
  }
  if (refused != NULL)
    *refused = bad;
  return count;
}
