// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A mailbox: a ring of messages with one sender and one receiver. The sender alone moves `sent`,
// the receiver alone `taken`; each is published after the message it is about, so that no lock is
// needed.

#include <carom/control.h>

#include "base/block.h"
#include <stdatomic.h>
#include <string.h>

enum { SET, CONTROL, PLAY, PLACE };

typedef struct {
  int kind, index, voice, unused;
  carom_stroke stroke; // PLAY
  double a, b;
} message;

struct carom_mailbox {
  _Alignas(CACHE_LINE) atomic_uint sent;
  _Alignas(CACHE_LINE) atomic_uint taken;
  _Alignas(CACHE_LINE) unsigned room; // a power of two
  message *messages;
};

static unsigned power_of_two(int room) {
  unsigned size = 2;
  while (size < (unsigned)(room > 0 ? room : 1) && size < (1U << 30))
    size *= 2;
  return size;
}

size_t carom_mailbox_size(int room) {
  return block_padded(sizeof(carom_mailbox)) + power_of_two(room) * sizeof(message);
}

carom_mailbox *carom_mailbox_init(void *block, int room) {
  carom_mailbox *b = block;
  if (b == NULL)
    return NULL;
  memset(block, 0, carom_mailbox_size(room));
  b->room = power_of_two(room);
  b->messages = (message *)(void *)((unsigned char *)block + block_padded(sizeof *b));
  atomic_init(&b->sent, 0);
  atomic_init(&b->taken, 0);
  return b;
}

static bool send(carom_mailbox *b, const message *what) {
  if (b == NULL)
    return false;
  const unsigned sent = atomic_load_explicit(&b->sent, memory_order_relaxed);
  const unsigned taken = atomic_load_explicit(&b->taken, memory_order_acquire);
  if (sent - taken == b->room)
    return false;
  b->messages[sent % b->room] = *what;
  atomic_store_explicit(&b->sent, sent + 1, memory_order_release);
  return true;
}

bool carom_mailbox_set(carom_mailbox *b, int live, double value) {
  return send(b, &(message){.kind = SET, .index = live, .a = value});
}

bool carom_mailbox_control(carom_mailbox *b, int control, int voice, double value) {
  return send(b, &(message){.kind = CONTROL, .index = control, .voice = voice, .a = value});
}

bool carom_mailbox_play(carom_mailbox *b, int control, const carom_stroke *stroke) {
  return send(b, &(message){.kind = PLAY,
                            .index = control,
                            .stroke = stroke != NULL ? *stroke : carom_stroke_default()});
}

bool carom_mailbox_place(carom_mailbox *b, int body, double position, double velocity) {
  return send(b, &(message){.kind = PLACE, .index = body, .a = position, .b = velocity});
}

static carom_status hand_over(const carom_model *m, carom_state *s, const message *what) {
  switch (what->kind) {
  case SET:
    return carom_state_set(m, s, what->index, what->a);
  case CONTROL:
    return carom_state_control(m, s, what->index, what->voice, what->a, 0);
  case PLAY:
    return carom_state_play(m, s, what->index, &what->stroke, 0);
  default:
    return carom_state_place(m, s, what->index, what->a, what->b, 0);
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
    const message what = b->messages[taken % b->room];
    atomic_store_explicit(&b->taken, ++taken, memory_order_release);
    bad += hand_over(m, s, &what) != CAROM_OK;
  }
  if (refused != NULL)
    *refused = bad;
  return count;
}
