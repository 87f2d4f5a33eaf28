// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Stepping: the method of the model does it.

#include "state/state.h"

#include <math.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// Decaying tails would otherwise end in denormals, which cost a hundred times as much.
static unsigned flush_denormals(void) {
#if defined(__SSE2__)
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040U); // flush to zero, denormals are zero
  return before;
#else
  return 0;
#endif
}

static void restore_denormals(unsigned before) {
#if defined(__SSE2__)
  _mm_setcsr(before);
#else
  (void)before;
#endif
}

// Methods whose ledger belongs to half steps are still at t_n in what they know of contacts.
static void keep_forces(const carom_model *m, carom_state *s) {
  if (method_of(m)->ledger_lag > 0)
    forces_read(m, s);
}

// As a step of carom_process(): waves of floats begin with denormals.
void carom_step(const carom_model *m, carom_state *s) {
  if (!state_is_of(m, s))
    return;
  const unsigned mode = flush_denormals();
  s->coming = 0;
  method_of(m)->step(m, s);
  keep_forces(m, s);
  restore_denormals(mode);
}

void carom_state_stop(carom_state *s, const carom_stop *stop) {
  if (s != NULL)
    s->stop = stop;
}

carom_status carom_process(const carom_model *m, carom_state *s, int count, double *values) {
  if (!state_is_of(m, s))
    return CAROM_WRONG_MODEL;
  if (count < 0)
    return CAROM_BAD_VALUE;
  const method *row = method_of(m);
  if (s->head->failure == CAROM_INTERRUPTED)
    return CAROM_INTERRUPTED;
  const unsigned mode = flush_denormals();
  const size_t outputs = (size_t)m->column_count;
  const long long steps = (long long)count * m->oversample;
  for (long long i = 0, taken = 1; i < steps; i += taken) {
    double *to = values != NULL ? values + (size_t)i * outputs : NULL;
    const bool ends = s->stop != NULL && carom_stop_requested(s->stop);
    taken = row->run != NULL && !ends ? row->run(m, s, steps - i, to) : 0;
    if (taken > 0)
      continue;
    s->coming = ends ? 0 : steps - i - 1;
    row->step(m, s);
    taken = 1;
    if (to != NULL)
      outputs_row(m, s, to);
    if (ends) {
      s->head->failure = CAROM_INTERRUPTED;
      break;
    }
  }
  if (steps > 0)
    keep_forces(m, s);
  restore_denormals(mode);
  for (int i = 0; i < m->output_count; ++i) // the ledger, if it is kept, checks everything
    s->head->finite = s->head->finite && isfinite(s->output[i]);
  if (s->head->failure != CAROM_OK)
    return (carom_status)s->head->failure;
  return s->head->finite ? CAROM_OK : CAROM_NOT_FINITE;
}
