// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts as a whole, and the log of impacts.

#ifndef CAROM_AUDIO_SUMMARY_H
#define CAROM_AUDIO_SUMMARY_H

#include "state/state.h"

void summary_add_link(const carom_model *m, const carom_state *s, int link, contact_summary *g);
void impacts_start(const carom_model *m, carom_state *s);
void impacts_break(const carom_model *m, carom_state *s, const int *links, int count);
void impacts_restart(const carom_model *m, carom_state *s, const int *links, int count);
double audio_force(const carom_model *m, const carom_state *s, int contact);
double audio_link_force(const carom_model *m, const carom_state *s, int link);
double audio_overlap(const carom_model *m, const carom_state *s, int contact);
double audio_overlap_rate(const carom_model *m, const carom_state *s, int contact);
double audio_psi(const carom_model *m, const carom_state *s, int contact);
double audio_contact_length(const carom_model *m, const carom_state *s, int contact);
double audio_patches(const carom_model *m, const carom_state *s, int contact);

// runs/runs_summary.c: contacts with runs as a whole
double runs_force(const carom_model *m, const carom_state *s, int contact);
double runs_psi(const carom_model *m, const carom_state *s, int contact);
void runs_start_sums(const carom_model *m, carom_state *s);
void runs_summarise(const carom_model *m, const carom_state *s, int contact, contact_summary *g);

#endif
