// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The table of warnings and their sentences.

#include "model/warnings.h"

#include "base/text.h"
#include <assert.h>
#include <carom/warning.h>
#include <string.h>

/// A kind and its sentence.
typedef struct {
  carom_warning_kind about;
  const char *sentence;
} warning_row;

#define WARNING_ROW(name, word, help, text) [name] = {{word, help}, text},
static const warning_row table[WARNING_KIND_COUNT] = {WARNINGS(WARNING_ROW)};
#undef WARNING_ROW

int carom_warning_kind_count(void) {
  return WARNING_KIND_COUNT;
}

const carom_warning_kind *carom_warning_kind_at(int index) {
  return index >= 0 && index < WARNING_KIND_COUNT ? &table[index].about : NULL;
}

const char *warning_word(warning_kind kind) {
  return table[kind].about.word;
}

static bool is_slot(const char *text, size_t length, const char *slot) {
  return strlen(slot) == length && memcmp(text, slot, length) == 0;
}

void warning_write(char *text, size_t size, warning_kind kind, const warning_words *words) {
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
      assert(number < words->number + WARNING_NUMBERS);
      sentence_add(&to, is_slot(from, slot, "{}") ? "%.3g" : "%g", *number++);
    }
    from += slot;
  }
}
