// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Requests to end early. What is asked for needs no order with other memory: who ends early reads
// nothing that the asking thread has written.

#include <carom/stop.h>
#include <stddef.h>

void carom_stop_request(carom_stop *stop) {
  if (stop != NULL)
    __atomic_store_n(&stop->requested, 1, __ATOMIC_RELAXED);
}

void carom_stop_reset(carom_stop *stop) {
  if (stop != NULL)
    __atomic_store_n(&stop->requested, 0, __ATOMIC_RELAXED);
}

bool carom_stop_requested(const carom_stop *stop) {
  return stop != NULL && __atomic_load_n(&stop->requested, __ATOMIC_RELAXED) != 0;
}
