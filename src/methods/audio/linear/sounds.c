// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A body while its note sounds: what the end of a note moves (`midi: note-off`), a damper or the
// loss of a string, is where the beginning of a note puts it, at `from`. Other bodies are as they
// start.

#include "methods/audio/linear/sounds.h"

#include "model/live.h"
#include "scene/words.h"

typedef struct {
  linear_scene *l;
  const compiler *c;
  int body;
  bool sounds;
  material *now;
} moved_keys;

static void put(double *number, const live_row *row, const carom_model *m, int index,
                double value) {
  *number = row->convert != NULL ? row->convert(m, index, value) : value;
}

// A finger on the body, or a spring to it.
static void move_contact(const moved_keys *k, const model_live *live, double value) {
  const carom_model *m = k->l->m;
  const live_row *row = &live_table[live->row];
  const model_contact *contact = &m->contact[live->index];
  contact_values values = contact->start;
  if (contact->end[0].body != k->body && contact->end[1].body != k->body)
    return;
  if (k->sounds)
    put((double *)(void *)((char *)&values + row->number), row, m, live->index, value);
  for (int i = 0; i < k->l->links; ++i) {
    linear_link *link = &k->l->link[i];
    const model_link *of = &m->link[link->link];
    if (of->contact == live->index && row->number == offsetof(contact_values, sigma_x))
      link->sigma = values.sigma_x * of->scale;
  }
}

static void move_body(const moved_keys *k, const model_live *live, double value) {
  const live_row *row = &live_table[live->row];
  if (live->index == k->body && k->now != NULL && row->number == offsetof(material, sigma0))
    put(&k->now->sigma0, row, k->l->m, live->index, value);
}

static void move_all(const moved_keys *k) {
  const compiler *c = k->c;
  for (int i = 0; i < c->m.control_count; ++i) {
    const model_control *control = &c->m.control[i];
    if (control->kind != CONTROL_KEY || control->source != MIDI_NOTE_OFF)
      continue;
    for (int voice = 0; voice < control->voices; ++voice) {
      const model_live *live = &c->m.live[c->m.control_target[control->first + voice]];
      if (live_table[live->row].owner == OF_CONTACT)
        move_contact(k, live, control->from);
      else if (live_table[live->row].owner == OF_BODY)
        move_body(k, live, control->from);
    }
  }
}

void sounds_begin(linear_scene *l, const compiler *c, int body) {
  move_all(&(moved_keys){.l = l, .c = c, .body = body, .sounds = true});
}

void sounds_end(linear_scene *l, const compiler *c, int body) {
  move_all(&(moved_keys){.l = l, .c = c, .body = body});
}

void sounds_material(linear_scene *l, const compiler *c, int body, material *now) {
  move_all(&(moved_keys){.l = l, .c = c, .body = body, .sounds = true, .now = now});
}
