// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links, outputs and forces on modal bodies: their weights, mode by mode, as rows of the bank. The
// terms stay, for what is done once; those of modes are put behind the others of a link, so that a
// step can leave them out.

#include "methods/audio/audio.h"

#include <string.h>

static bool is_modal(const compiler *c, const link_term *term) {
  return body_is_modal(&c->m.body[term->body]);
}

// `length` modes of a body from `first` on, and so many rows.
static modal_point *add_point(compiler *c, int body, int first, int length, int rows) {
  modal_point *point = BUILDER_ADD(&c->m, modal, 1);
  if (point == NULL)
    return NULL;
  *point = (modal_point){.body = body,
                         .first = c->m.body[body].modes.first_mode + first,
                         .length = length,
                         .rows = c->m.bank_count};
  return BUILDER_ADD(&c->m, bank, rows * length) != NULL ? point : NULL;
}

// Where links and forces act: all modes of the body, those with a node there too.
static bool add_touched(compiler *c, int body, int first_term, int terms) {
  const model_body *b = &c->m.body[body];
  const int length = b->modes.length;
  const modal_point *point = add_point(c, body, 0, length, POINT_ROWS);
  for (int t = first_term; point != NULL && t < first_term + terms; ++t)
    if (c->m.term[t].body == body)
      modal_point_rows(c->m.bank + b->modes.first_bank, length, c->m.term[t].node - b->first,
                       c->m.term[t].weight, c->m.bank + point->rows);
  return point != NULL;
}

// What an output reads: the blocks of modes that it needs.
static bool add_read(compiler *c, const model_output *o) {
  const model_body *b = &c->m.body[o->body];
  const link_term *term = c->m.term + o->first_term;
  const int first = (term[0].node - b->first) / BLOCK * BLOCK;
  const int last = term[o->terms - 1].node - b->first;
  const int length = (last - first) / BLOCK * BLOCK + BLOCK;
  const modal_point *point = add_point(c, o->body, first, length, READ_ROWS);
  for (int t = 0; point != NULL && t < o->terms; ++t) {
    const int j = term[t].node - b->first;
    double read[READ_ROWS];
    modal_read_rows(c->m.bank + b->modes.first_bank, b->modes.length, j, o->reads, term[t].weight,
                    read);
    for (int i = 0; i < READ_ROWS; ++i)
      c->m.bank[point->rows + i * length + j - first] = read[i];
  }
  return point != NULL;
}

// Puts the terms of modes last and adds the link's points.
static bool add_link(compiler *c, model_link *link) {
  const size_t size = (size_t)link->terms * sizeof *c->m.term;
  link_term *term = c->m.term + link->first_term;
  link_term *copy = compile_take(c, size);
  if (copy == NULL)
    return false;
  memcpy(copy, term, size);
  int to = 0;
  for (int modal = 0; modal < 2; ++modal) {
    for (int t = 0; t < link->terms; ++t)
      if (is_modal(c, &copy[t]) == (modal == 1))
        term[to++] = copy[t];
    link->plain = modal == 0 ? to : link->plain;
  }
  compile_drop(c, copy, size);
  link->first_modal = c->m.modal_count;
  for (int t = link->plain; t < link->terms; ++t)
    if (t == link->plain || term[t].body != term[t - 1].body) {
      if (!add_touched(c, term[t].body, link->first_term, link->terms))
        return false;
      ++link->modals;
    }
  return true;
}

static bool add_links(compiler *c) {
  for (int i = 0; i < c->m.link_count; ++i) {
    model_link *link = &c->m.link[i];
    bool modal = false;
    for (int t = 0; t < link->terms; ++t)
      modal = modal || is_modal(c, &c->m.term[link->first_term + t]);
    if (modal && !add_link(c, link))
      return false;
  }
  return true;
}

bool compile_modes(compiler *c) {
  if (c->m.head.modes == 0)
    return true;
  if (!add_links(c))
    return false;
  for (int i = 0; i < c->m.force_count; ++i) {
    model_force *f = &c->m.force[i];
    const int body = c->m.term[f->first_term].body;
    if (!body_is_modal(&c->m.body[body]))
      continue;
    f->first_modal = c->m.modal_count;
    f->modals = 1;
    if (!add_touched(c, body, f->first_term, f->terms))
      return false;
  }
  for (int i = 0; i < c->m.output_count; ++i) {
    model_output *o = &c->m.output[i];
    if (o->body < 0 || o->terms == 0 || !body_is_modal(&c->m.body[o->body]))
      continue;
    o->first_modal = c->m.modal_count;
    o->modals = 1;
    if (!add_read(c, o))
      return false;
  }
  return true;
}
