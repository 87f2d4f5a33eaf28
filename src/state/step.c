// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One step: the audio method here, others in files of their own.

#include "state/state.h"

#include <math.h>
#include <string.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// H^{n-1/2} and the balance may wait for the next step, if that follows at once.
static void audio_step(const carom_model *m, carom_state *s, bool more) {
  live_advance(m, s);        // live keys move along their breakpoints
  outputs_begin(m, s);       // what is heard of t_n and before
  bodies_free_step(m, s);    // u^I: every body by itself; and the ledger, where it waits
  forces_push(m, s);         // and what pushes from outside
  links_predict(m, s);       // D^I: how overlaps would change
  islands_solve(m, s);       // F: what links push with, island by island
  links_push(m, s);          // u^{n+1} = u^I - b L^T F
  outputs_read(m, s);        // and what needs t_{n+1}
  ledger_count_losses(m, s); // what was lost and supplied between n - 1/2 and n + 1/2
  bodies_advance(m, s);      // n <- n + 1
  links_observe(m, s);       // eta^n and psi^{n-1/2} anew
  impacts_track(m, s);       // impacts begun and ended
  if (!more || m->tells_energy)
    ledger_settle(m, s);       // H^{n-1/2} and the balance
  outputs_read_energies(m, s); // energies, between both half steps
}

static void one_step(const carom_model *m, carom_state *s, bool more) {
  switch (m->method) {
  case METHOD_AUDIO:
    audio_step(m, s, more);
    break;
  case METHOD_AM1:
  case METHOD_VERLET:
  case METHOD_HEUN:
  case METHOD_RK4:
    classic_step(m, s);
    break;
  case METHOD_EVENT:
  case METHOD_ADAPTIVE:
    event_step(m, s);
    break;
  }
}

void carom_step(const carom_model *m, carom_state *s) {
  one_step(m, s, false);
}

// Decaying tails would otherwise end in denormal numbers, which cost a hundred times as much.
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

carom_status carom_process(const carom_model *m, carom_state *s, int count, double *values) {
  const unsigned mode = flush_denormals();
  const size_t outputs = (size_t)m->output_count;
  const long long steps = (long long)count * m->oversample;
  for (long long i = 0; i < steps; ++i) {
    one_step(m, s, i + 1 < steps);
    if (values != NULL)
      memcpy(values + (size_t)i * outputs, s->output, outputs * sizeof *values);
  }
  restore_denormals(mode);
  for (int i = 0; i < m->output_count; ++i) // the ledger, if it is kept, looks at everything
    s->head->finite = s->head->finite && isfinite(s->output[i]);
  if (s->head->failure != CAROM_OK)
    return s->head->failure;
  return s->head->finite ? CAROM_OK : CAROM_NOT_FINITE;
}
