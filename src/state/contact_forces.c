// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The forces of a contact along a line, from one of its points to the next.

#include "state/state.h"

double carom_contact_force(const carom_model *m, const carom_state *s, int contact) {
  return state_has_contact(m, s, contact) ? contact_read(method_of(m)->force, m, s, contact) : 0;
}

int carom_contact_forces(const carom_model *m, const carom_state *s, int contact, double *force,
                         int room) {
  if (!state_has_contact(m, s, contact) || method_of(m)->link_force == NULL)
    return 0;
  const method *row = method_of(m);
  const link_places places = model_places(m, contact);
  for (int i = 0; i < places.count && i < room; ++i)
    force[i] = 0;
  for (int i = 0; places.count > 0 && i < m->contact[contact].links; ++i) {
    const int link = m->contact_link[m->contact[contact].first_link + i];
    const int place = m->link[link].place - places.first;
    if (place < room)
      force[place] = row->link_force(m, s, link);
  }
  return places.count;
}
