// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links, forces and outputs on modal bodies: their weights, mode by mode, as rows of the bank, and
// how each point answers to a force at another (theory 7.16 and 7.17). The terms stay, for what is
// done once; those of modes are put behind the others of a link, so that a step can leave them out.

#include "methods/audio/modes/modes.h"

#include <assert.h>
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
  if (point == NULL)
    return false;
  double *rows = c->m.bank + point->rows;
  for (int t = first_term; t < first_term + terms; ++t)
    if (c->m.term[t].body == body)
      rows[POINT_WEIGHT * length + c->m.term[t].node - b->first] = c->m.term[t].weight;
  modal_point_rows(c->m.bank + b->modes.first_bank, length, rows);
  return true;
}

// The weights of a point that travels, where it starts: its terms are all modes.
static void weigh_moving(compiler *c, int body, const model_link *link) {
  const model_body *b = &c->m.body[body];
  const double x = c->m.contact[link->contact].end[0].x * b->lx;
  double *rows = c->m.bank + c->m.modal[c->m.modal_count - 1].rows;
  modal_weights_at(c->m.shape + b->modes.first_shape, b->nodes, b->lx, x, rows);
  for (int j = 0; j < b->nodes; ++j)
    c->m.term[link->first_term + j].weight = rows[j];
  modal_point_rows(c->m.bank + b->modes.first_bank, b->modes.length, rows);
}

// What an output reads: the blocks of modes that it needs.
static bool add_read(compiler *c, const model_output *o) {
  const model_body *b = &c->m.body[o->body];
  const link_term *term = c->m.term + o->first_term;
  const int first = (term[0].node - b->first) / BLOCK * BLOCK;
  const int last = term[o->terms - 1].node - b->first;
  const int length = (last - first) / BLOCK * BLOCK + BLOCK;
  modal_point *point = add_point(c, o->body, first, length, READ_ROWS);
  if (point == NULL)
    return false;
  point->reads = o->reads;
  double *rows = c->m.bank + point->rows;
  for (int t = 0; t < o->terms; ++t)
    rows[READ_WEIGHT * length + term[t].node - b->first - first] = term[t].weight;
  modal_read_rows(c->m.bank + b->modes.first_bank, b->modes.length, first, length, o->reads, rows);
  return true;
}

// --- Which of them each body has ----------------------------------------------------------------

/// Links, forces or outputs of each body, rising: entry[first[body]] to entry[first[body + 1] - 1].
typedef struct {
  int *first, *entry;
  int entries;
} body_list;

/// The modal bodies of one of them, each once; at most two.
typedef int bodies_of(const compiler *c, int index, int body[2]);

static int bodies_of_link(const compiler *c, int index, int body[2]) {
  const model_link *link = &c->m.link[index];
  const link_term *term = c->m.term + link->first_term;
  int count = 0;
  for (int t = link->plain; t < link->terms; ++t)
    if (count == 0 || (term[t].body != body[0] && term[t].body != body[count - 1]))
      body[count++] = term[t].body;
  return count;
}

static int bodies_of_force(const compiler *c, int index, int body[2]) {
  body[0] = c->m.term[c->m.force[index].first_term].body;
  return body_is_modal(&c->m.body[body[0]]) ? 1 : 0;
}

static int bodies_of_output(const compiler *c, int index, int body[2]) {
  body[0] = c->m.output[index].body;
  return c->m.output[index].terms > 0 && body[0] >= 0 && body_is_modal(&c->m.body[body[0]]) ? 1 : 0;
}

static void list_drop(compiler *c, body_list *list) {
  compile_drop(c, list->first, ((size_t)c->m.body_count + 2) * sizeof *list->first);
  compile_drop(c, list->entry, ((size_t)list->entries + 1) * sizeof *list->entry);
}

// Counted first, then sorted into their places.
static bool list_make(compiler *c, int count, bodies_of *of, body_list *list) {
  const int bodies = c->m.body_count;
  int body[2];
  *list = (body_list){.first = compile_take(c, ((size_t)bodies + 2) * sizeof *list->first)};
  if (list->first == NULL)
    return false;
  for (int i = 0; i < count; ++i)
    for (int n = of(c, i, body) - 1; n >= 0; --n)
      ++list->first[body[n] + 2];
  for (int i = 0; i < bodies; ++i)
    list->first[i + 2] += list->first[i + 1];
  list->entries = list->first[bodies + 1];
  list->entry = compile_take(c, ((size_t)list->entries + 1) * sizeof *list->entry);
  for (int i = 0; list->entry != NULL && i < count; ++i)
    for (int n = of(c, i, body) - 1; n >= 0; --n)
      list->entry[list->first[body[n] + 1]++] = i;
  return list->entry != NULL;
}

/// All three.
typedef struct {
  body_list links, forces, outputs;
} body_lists;

static bool lists_make(compiler *c, body_lists *to) {
  return list_make(c, c->m.link_count, bodies_of_link, &to->links) &&
         list_make(c, c->m.force_count, bodies_of_force, &to->forces) &&
         list_make(c, c->m.output_count, bodies_of_output, &to->outputs);
}

static void lists_drop(compiler *c, body_lists *lists) {
  list_drop(c, &lists->links);
  list_drop(c, &lists->forces);
  list_drop(c, &lists->outputs);
}

// --- Links --------------------------------------------------------------------------------------

// Puts the terms of modes behind the others.
static bool split_terms(compiler *c, model_link *link) {
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
  return true;
}

static bool add_links(compiler *c, int body, const body_list *links) {
  for (int i = links->first[body]; i < links->first[body + 1]; ++i) {
    model_link *link = &c->m.link[links->entry[i]];
    assert(link->modals < 2 && "a link has two sides");
    link->modal[link->modals++] = c->m.modal_count;
    if (!add_touched(c, body, link->first_term, link->terms))
      return false;
    if (link->moving >= 0)
      weigh_moving(c, body, link);
  }
  return true;
}

static bool add_forces(compiler *c, int body, const body_list *forces) {
  for (int i = forces->first[body]; i < forces->first[body + 1]; ++i) {
    model_force *f = &c->m.force[forces->entry[i]];
    f->modal = c->m.modal_count;
    if (!add_touched(c, body, f->first_term, f->terms))
      return false;
  }
  return true;
}

static bool add_reads(compiler *c, int body, const body_list *outputs) {
  for (int i = outputs->first[body]; i < outputs->first[body + 1]; ++i) {
    model_output *o = &c->m.output[outputs->entry[i]];
    o->modal = c->m.modal_count;
    if (!add_read(c, o))
      return false;
  }
  return true;
}

// --- Responses ----------------------------------------------------------------------------------

void modes_fill_responses(const modal_point *points, const modal_layout *b, int modal,
                          double *bank) {
  const modal_point *p = &points[modal];
  const bool read = modal >= b->first_read;
  const double *of_f = modal_row(bank + p->rows, read ? READ_FORCE : POINT_PUSH_Q, p->length);
  for (int i = 0; i < b->points; ++i) {
    const double *weights = bank + points[b->first_point + i].rows + p->first - b->first_mode;
    bank[p->responses + i] = (read ? 1 : 2) * modal_sum(of_f, p->length, weights);
  }
}

static bool add_responses(compiler *c, int body, int modal) {
  const modal_layout b = c->m.body[body].modes;
  const int responses = c->m.bank_count;
  if (b.points > 0 && BUILDER_ADD(&c->m, bank, b.points) == NULL)
    return false;
  c->m.modal[modal].responses = responses;
  modes_fill_responses(c->m.modal, &b, modal, c->m.bank);
  return true;
}

// Links that are resolved inside the sample rotate modes through parts of it: the rows of the body
// go where there is room for these rotations, too.
static bool add_fractions(compiler *c, int body) {
  const model_body b = c->m.body[body];
  const int first = c->m.bank_count;
  if (BUILDER_ADD(&c->m, bank, BANK_ROWS * b.modes.length) == NULL)
    return false;
  memcpy(c->m.bank + first, c->m.bank + b.modes.first_bank,
         (size_t)b.modes.length * BANK_MIN * sizeof *c->m.bank);
  modal_bank_fractions(c->m.bank + first, b.nodes, b.modes.length, c->m.head.k);
  c->m.body[body].modes.first_bank = first;
  return true;
}

static bool add_body(compiler *c, int body, const body_lists *lists) {
  modal_layout *b = &c->m.body[body].modes;
  if (c->m.head.exact && !add_fractions(c, body))
    return false;
  b->first_point = c->m.modal_count;
  b->first_rows = c->m.bank_count;
  if (!add_links(c, body, &lists->links))
    return false;
  b->links = c->m.modal_count - b->first_point;
  if (!add_forces(c, body, &lists->forces))
    return false;
  b->points = c->m.modal_count - b->first_point;
  b->first_read = c->m.modal_count;
  if (!add_reads(c, body, &lists->outputs))
    return false;
  b->reads = c->m.modal_count - b->first_read;
  for (int i = b->first_point; i < c->m.modal_count; ++i)
    if (!add_responses(c, body, i))
      return false;
  b->rows_count = c->m.bank_count - b->first_rows;
  // Whatever the points need, all rows begin with a block.
  const int odd = c->m.bank_count % BLOCK;
  return odd == 0 || BUILDER_ADD(&c->m, bank, BLOCK - odd) != NULL;
}

static bool add_bodies(compiler *c) {
  body_lists lists = {.links = {.first = NULL}};
  bool good = lists_make(c, &lists);
  for (int i = 0; good && i < c->m.body_count; ++i)
    good = !body_is_modal(&c->m.body[i]) || add_body(c, i, &lists);
  lists_drop(c, &lists);
  return good;
}

bool compile_modes(compiler *c) {
  for (int i = 0; i < c->m.force_count; ++i)
    c->m.force[i].modal = -1;
  for (int i = 0; i < c->m.output_count; ++i)
    c->m.output[i].modal = -1;
  if (c->m.head.modes == 0)
    return true;
  for (int i = 0; i < c->m.link_count; ++i)
    if (!split_terms(c, &c->m.link[i]))
      return false;
  return add_bodies(c);
}
