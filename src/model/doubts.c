// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The table of doubts and their sentences.

#include "model/doubts.h"

#include "base/text.h"
#include <assert.h>
#include <carom/doubt.h>
#include <string.h>

/// A kind and its sentence.
typedef struct {
  carom_doubt_kind about;
  const char *sentence;
} doubt_row;

#define DOUBT_ROW(name, word, help, text) [name] = {{word, help}, text},
static const doubt_row table[DOUBT_KIND_COUNT] = {DOUBTS(DOUBT_ROW)};
#undef DOUBT_ROW

int carom_doubt_kind_count(void) {
  return DOUBT_KIND_COUNT;
}

const carom_doubt_kind *carom_doubt_kind_at(int index) {
  return index >= 0 && index < DOUBT_KIND_COUNT ? &table[index].about : NULL;
}

const char *doubt_word(doubt_kind kind) {
  return table[kind].about.word;
}

static bool is_slot(const char *text, size_t length, const char *slot) {
  return strlen(slot) == length && memcmp(text, slot, length) == 0;
}

void doubt_write(char *text, size_t size, doubt_kind kind, const doubt_words *words) {
  sentence to = sentence_in(text, size);
  const double *number = words->number;
  for (const char *from = table[kind].sentence; *from != '\0';) {
    const size_t plain = strcspn(from, "{");
    sentence_add(&to, "%.*s", (int)plain, from);
    from += plain;
    const size_t slot = *from == '{' ? strcspn(from, "}") + 1 : 0;
    if (is_slot(from, slot, "{name}"))
      sentence_add(&to, "%s", words->name);
    else if (is_slot(from, slot, "{more}"))
      sentence_add(&to, "%s", words->more);
    else if (slot > 0) {
      assert(number < words->number + DOUBT_NUMBERS);
      sentence_add(&to, is_slot(from, slot, "{}") ? "%.3g" : "%g", *number++);
    }
    from += slot;
  }
}
