// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Statuses as sentences.

#include <carom/status.h>

const char *carom_status_text(carom_status status) {
  static const char *const texts[] = {
#define STATUS_TEXT(name, text) text,
      CAROM_STATUSES(STATUS_TEXT)
#undef STATUS_TEXT
  };
  const unsigned count = sizeof texts / sizeof texts[0];
  return (unsigned)status < count ? texts[status] : "an unknown status";
}
