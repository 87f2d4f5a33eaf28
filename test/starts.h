// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the tests of starts share: a scene from a format, its energy, and that of a law.

#ifndef CAROM_TEST_STARTS_H
#define CAROM_TEST_STARTS_H

#include "test/support.h"

#include <carom/carom.h>

static const char *const schemes[] = {"positive", "exact", "clamp", "published"};

static inline double energy_of(const rig *r) {
  const carom_ledger l = carom_state_ledger(r->state);
  return l.kinetic + l.potential + l.contact;
}

__attribute__((format(printf, 1, 2))) static inline rig rig_with(const char *format, ...) {
  char text[4096];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  return rig_of(scene_of(text));
}

static inline double law_energy(double alpha, double K, double eta) {
  return eta > 0 ? K / (alpha + 1) * pow(eta, alpha + 1) : 0;
}

#endif
