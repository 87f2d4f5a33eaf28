// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the event and adaptive methods need of a scene: an oscillator for each mode and mass, a stop
// for each contact, and the responses of all modes to forces and moving bases. Nodes keep
// displacements; the method's coordinates are those times the root of the node's mass.

#include "base/constants.h"
#include "base/dense.h"
#include "methods/event/event.h"

#include "bodies/modal.h"
#include <math.h>
#include <string.h>

enum { MAX_STOPS = 256 };

static const char *method_name(const compiler *c) {
  return method_table[c->m.head.method]->about.name;
}

/// The model's own part under construction.
typedef struct {
  compiler *c;
  event_sizes sizes;
#define GROWING(type, name, count)                                                                 \
  type *name;                                                                                      \
  int name##_count, name##_room;
  EVENT_ARRAYS(GROWING)
#undef GROWING
} event_builder;

#define EVENT_ADD(e, name, more)                                                                   \
  builder_grow(&(e)->c->m, (void **)(void *)&(e)->name, &(e)->name##_count, &(e)->name##_room,     \
               sizeof *(e)->name, (more))

// --- What it does not take ----------------------------------------------------------------------

static bool check_constant(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    for (int e = 0; e < it->count; ++e) {
      const int key = it->entries[e].key;
      const char *name = carom_key_at(key)->name;
      if (key_kind_of(key) == KEY_CHANGING && it->entries[e].value.list)
        return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                       "solver.method %s keeps its numbers; allowed is one number, or "
                       "solver.method audio",
                       method_name(c));
      if (strncmp(name, "position.sine", 13) == 0)
        return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                       "solver.method %s takes barriers that stand; allowed is a position, in "
                       "m, or solver.method audio",
                       method_name(c));
      if (it->in == SECTION_FORCES && strcmp(name, "table") == 0)
        return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                       "solver.method %s takes sines; allowed is a frequency, or solver.method "
                       "audio",
                       method_name(c));
      const bool along = strcmp(name, "along") == 0;
      if (it->in == SECTION_CONTACTS &&
          (strcmp(name, "scheme") == 0 || (along && !method_table[c->m.head.method]->along_modes)))
        return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                       "solver.method %s has no %s; allowed is to leave it out, or "
                       "solver.method audio",
                       method_name(c), along ? "contacts along a body" : "schemes");
      if (it->in == SECTION_OUTPUTS && strcmp(it->entries[e].value.text, "psi") == 0 &&
          strcmp(name, "quantity") == 0)
        return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                       "psi belongs to solver.method audio; allowed of a contact are force, "
                       "overlap, velocity and energy");
    }
  }
  if (item_number(scene_item(c->scene, 0), "solver.oversample") > 1)
    return MISTAKE(c, scene_item(c->scene, 0), "solver.oversample", CAROM_BAD_VALUE,
                   "solver.method %s finds impacts at any rate; allowed is 1", method_name(c));
  return true;
}

static bool check_bodies(compiler *c) {
  int body = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in != SECTION_BODIES)
      continue;
    const model_body *b = &c->m.body[body++];
    if (body_is_line(b) || body_is_plate(b))
      return MISTAKE(c, it, "model", CAROM_BAD_VALUE,
                     "solver.method %s takes strings, bars and plates by their modes; allowed is "
                     "modes, with points the number of them, or solver.method audio",
                     method_name(c));
  }
  return true;
}

// --- Modes --------------------------------------------------------------------------------------

static oscillator oscillator_at(const compiler *c, const model_body *b, int j) {
  if (body_is_mass(b))
    return oscillator_of(sqrt(b->start.omega2), b->start.sigma0,
                         -c->m.head.gravity * sqrt(b->mass));
  const mode_shape *shape = &c->m.shape[b->modes.first_shape + j];
  const double omega = sqrt(shape_omega2(shape, b->start.c2, b->bend));
  const double sigma = b->start.sigma0 + b->start.sigma1 * shape->stretch;
  return oscillator_of(omega, sigma + b->modes.damping_ratio * omega, 0);
}

static bool add_modes(event_builder *e) {
  compiler *c = e->c;
  oscillator *modes = EVENT_ADD(e, mode, c->m.inverse_mass_count);
  if (modes == NULL)
    return c->m.inverse_mass_count == 0;
  event_sizes *head = &e->sizes;
  head->undamped = true;
  for (int i = 0; i < c->m.body_count; ++i) {
    const model_body *b = &c->m.body[i];
    for (int j = 0; !body_stands(b) && j < b->nodes; ++j) {
      const oscillator o = oscillator_at(c, b, j);
      modes[b->first + j] = o;
      head->fastest = fmax(head->fastest, o.omega + 2 * o.decay);
      head->lossy = head->lossy || o.decay > 0;
      head->undamped = head->undamped && o.kind == MODE_UNDAMPED;
    }
  }
  return true;
}

// --- Forces and bases ---------------------------------------------------------------------------

static response *add_drive(event_builder *e, double drive_hertz) {
  double *drive = EVENT_ADD(e, drive_hertz, 1);
  response *responses = EVENT_ADD(e, response, e->mode_count);
  if (drive == NULL || responses == NULL)
    return NULL;
  *drive = drive_hertz;
  e->sizes.fastest = fmax(e->sizes.fastest, two_pi * drive_hertz);
  return responses;
}

static bool add_forces(event_builder *e) {
  compiler *c = e->c;
  for (int f = 0; f < c->m.force_count; ++f) {
    const model_force *force = &c->m.force[f];
    if (force->frequency == 0 || force->amplitude == 0)
      continue;
    response *responses = add_drive(e, force->frequency);
    if (responses == NULL)
      return false;
    for (int t = force->first_term; t < force->first_term + force->terms; ++t) {
      const link_term term = c->m.term[t];
      responses[term.node] =
          response_of(&e->mode[term.node], two_pi * force->frequency,
                      force->amplitude * term.weight * sqrt(c->m.inverse_mass[term.node]));
    }
  }
  return true;
}

static bool has_moving_base(const model_body *b) {
  return body_is_modal(b) && b->modes.base_amplitude != 0;
}

// In the frame of a base that moves by a sin W t the force on a mode is a W^2 times its
// participation factor.
static bool add_bases(event_builder *e) {
  compiler *c = e->c;
  for (int i = 0; i < c->m.body_count; ++i) {
    const model_body *b = &c->m.body[i];
    if (!has_moving_base(b) || b->modes.base_frequency == 0)
      continue;
    response *responses = add_drive(e, b->modes.base_frequency);
    if (responses == NULL)
      return false;
    const double W = two_pi * b->modes.base_frequency;
    for (int j = 0; j < b->nodes; ++j)
      responses[b->first + j] = response_of(&e->mode[b->first + j], W,
                                            b->modes.base_amplitude * W * W * modal_base(c, b, j));
  }
  return true;
}

// --- Stops --------------------------------------------------------------------------------------

// A bar on a moving base is expressed in the frame of the base: what it hits must move with it.
static bool check_base(compiler *c, const item *it, const model_link *link) {
  for (int t = link->first_term; t < link->first_term + link->terms; ++t)
    if (has_moving_base(&c->m.body[c->m.term[t].body]) && link->barrier < 0)
      return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                     "a bar with a moving base is told in the frame of that base; allowed is a "
                     "barrier, which moves with it");
  return true;
}

static bool add_participations(event_builder *e, const model_link *link, stop *s) {
  compiler *c = e->c;
  s->first = e->participation_count;
  participation *participations = EVENT_ADD(e, participation, link->terms);
  if (participations == NULL)
    return false;
  for (int t = 0; t < link->terms; ++t) {
    const link_term term = c->m.term[link->first_term + t];
    const participation one = {.mode = term.node,
                               .weight = term.weight * sqrt(c->m.inverse_mass[term.node])};
    int k = s->count++;
    for (; k > 0 && e->mode[participations[k - 1].mode].omega > e->mode[one.mode].omega; --k)
      participations[k] = participations[k - 1];
    participations[k] = one;
    s->mobility += one.weight * one.weight;
  }
  for (int k = 0; k < s->count; ++k)
    participations[k].kick = participations[k].weight / s->mobility;
  return true;
}

// Rows of the thesis's (3.41), theory 9.16: a unit jump at the stop, none at the other points.
static bool collocate(event_builder *e, const item *it, const model_body *b, const model_link *link,
                      stop *s) {
  compiler *c = e->c;
  const int n = b->nodes;
  const size_t size = (size_t)n * (size_t)(n + 1) * sizeof(double);
  double *a = compile_take(c, size);
  if (a == NULL)
    return false;
  const double *points = n > 1 ? item_numbers(it, "points") : NULL;
  const double scale = sqrt(b->mass); // shapes are of the order of 1 / scale
  for (int t = link->first_term; t < link->first_term + link->terms; ++t)
    a[c->m.term[t].node - b->first] = c->m.term[t].weight * scale;
  a[n] = 1;
  for (int r = 1; r < n; ++r)
    for (int j = 0; j < n; ++j)
      a[r * (n + 1) + j] = modal_value(c, b, j, points[r - 1], 0) * scale;
  const bool good = dense_eliminate(a, n);
  // Modes with a node at the stop jump as well.
  s->count = n;
  if (good) {
    const int more = n - (e->participation_count - s->first);
    EVENT_ADD(e, participation, more);
    for (int j = 0; j < n && !c->m.out_of_memory; ++j)
      e->participation[s->first + j] = (participation){
          .mode = b->first + j, .kick = a[j * (n + 1) + n] / a[j * (n + 1) + j] * scale};
    for (int t = link->first_term; t < link->first_term + link->terms && !c->m.out_of_memory; ++t)
      e->participation[s->first + c->m.term[t].node - b->first].weight = c->m.term[t].weight;
  }
  compile_drop(c, a, size);
  return good || MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                         "with the stop they do not tell the modes apart; allowed are points that "
                         "differ from it, from each other and from the body's ends");
}

static bool check_collocation(compiler *c, const item *it, const model_link *link, int *body) {
  *body = c->m.term[link->first_term].body;
  const model_body *b = &c->m.body[*body];
  const int count = item_rows(it, "points");
  if (link->barrier < 0 || !body_is_modal(b) || body_is_flat(b))
    return MISTAKE(c, it, "treatment", CAROM_BAD_VALUE,
                   "collocation is for one string or bar against a barrier; allowed here are "
                   "impulse, penalty and switching");
  if (count != b->nodes - 1)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "%d points; needed with treatment: collocation are %d, one less than there are "
                   "modes",
                   count, b->nodes - 1);
  return true;
}

static bool read_stop(compiler *c, const item *it, const model_contact *contact, stop *s) {
  s->rule = contact->rule;
  s->restitution = item_number(it, "restitution");
  s->stiffness = item_number(it, "stiffness");
  s->exponent = contact->law.form == LAW_POWER ? contact->law.power.exponent : 1;
  s->damping = contact->start.damping;
  const bool soft = s->rule == STOP_PENALTY || s->rule == STOP_LAW;
  if (soft && s->stiffness <= 0)
    return MISTAKE(c, it, "stiffness", CAROM_MISSING,
                   "missing; needed here is a number above 0, in N/m^alpha");
  if (!soft && item_has(it, "stiffness"))
    return MISTAKE(c, it, "stiffness", CAROM_BAD_VALUE,
                   "a rigid stop has none; allowed with it is treatment: penalty");
  if (soft && s->restitution != 1)
    return MISTAKE(c, it, "restitution", CAROM_BAD_VALUE,
                   "a spring gives back what it takes; allowed are 1, or treatment: impulse or "
                   "collocation");
  if (s->rule != STOP_COLLOCATION && item_has(it, "points"))
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE, "allowed with treatment: collocation only");
  return true;
}

static bool check_start(event_builder *e, const item *it, const stop *s) {
  compiler *c = e->c;
  double eta = s->offset;
  double size = fabs(eta);
  for (int k = s->first; k < s->first + s->count; ++k) {
    const participation r = e->participation[k];
    const double part = r.weight * c->m.start[r.mode] / sqrt(c->m.inverse_mass[r.mode]);
    eta += part;
    size += fabs(part);
  }
  return eta <= 1e-12 * size ||
         MISTAKE(c, it, "above", CAROM_BAD_VALUE,
                 "the bodies start %g m beyond each other; allowed is a start apart or just "
                 "touching",
                 eta);
}

static bool add_stop(event_builder *e, const model_link *link) {
  compiler *c = e->c;
  const item *it = compile_contact_item(c, link->contact);
  stop s = {.offset = link->offset};
  int body = -1;
  if (link->barrier >= 0)
    s.offset += link->side * c->m.body[link->barrier].barrier.position;
  if (!read_stop(c, it, &c->m.contact[link->contact], &s) || !check_base(c, it, link) ||
      !add_participations(e, link, &s))
    return false;
  if (s.rule == STOP_COLLOCATION &&
      (!check_collocation(c, it, link, &body) || !collocate(e, it, &c->m.body[body], link, &s)))
    return false;
  if (c->m.out_of_memory || !check_start(e, it, &s))
    return false;
  stop *kept = EVENT_ADD(e, stop, 1);
  if (kept == NULL)
    return false;
  *kept = s;
  c->m.contact[link->contact].modes = s.count;
  return true;
}

static bool add_reached(event_builder *e) {
  compiler *c = e->c;
  const size_t size = (size_t)e->mode_count * sizeof(bool);
  bool *found = compile_take(c, size);
  for (int k = 0; found != NULL && k < e->participation_count; ++k)
    found[e->participation[k].mode] = true;
  for (int j = 0; found != NULL && j < e->mode_count; ++j) {
    int *mode = found[j] ? EVENT_ADD(e, reached, 1) : NULL;
    if (mode != NULL)
      *mode = j;
  }
  compile_drop(c, found, size);
  return !c->m.out_of_memory;
}

// --- The model's own part -----------------------------------------------------------------------

static bool pack(event_builder *e) {
  event_sizes *sizes = &e->sizes;
  sizes->modes = e->mode_count;
  sizes->stops = e->stop_count;
  sizes->participations = e->participation_count;
  sizes->reached = e->reached_count;
  sizes->drives = e->drive_hertz_count;
  size_t size = block_padded(sizeof *sizes);
#define MEASURE(type, name, count) size += block_padded((size_t)(count) * sizeof(type));
  EVENT_ARRAYS(MEASURE)
#undef MEASURE
  unsigned char *own = BUILDER_ADD(&e->c->m, own, (int)size);
  if (own == NULL || e->c->m.out_of_memory)
    return false;
  memcpy(own, sizes, sizeof *sizes);
  size_t place = block_padded(sizeof *sizes);
#define COPY(type, name, count)                                                                    \
  if ((count) > 0)                                                                                 \
    memcpy(own + place, e->name, (size_t)(count) * sizeof(type));                                  \
  place += block_padded((size_t)(count) * sizeof(type));
  EVENT_ARRAYS(COPY)
#undef COPY
  return true;
}

static void drop(event_builder *e) {
  const carom_memory memory = e->c->m.memory;
#define DROP(type, name, count)                                                                    \
  if (e->name != NULL)                                                                             \
    memory.resize(memory.user, e->name, (size_t)e->name##_room * sizeof(type), 0);
  EVENT_ARRAYS(DROP)
#undef DROP
}

bool event_fits(compiler *c) {
  int stops = 0;
  for (int i = 0; i < c->m.link_count; ++i)
    stops += !c->m.link[i].along;
  if (stops > MAX_STOPS)
    return MISTAKE(c, scene_item(c->scene, 0), NULL, CAROM_BAD_VALUE,
                   "%d contacts; allowed with solver.method %s are at most %d", stops,
                   method_name(c), (int)MAX_STOPS);
  return check_constant(c) && check_bodies(c);
}

bool event_compile(compiler *c) {
  event_builder e = {.c = c};
  bool good = add_modes(&e) && add_forces(&e) && add_bases(&e);
  for (int i = 0; good && i < c->m.link_count; ++i)
    good = c->m.link[i].along || add_stop(&e, &c->m.link[i]);
  good = good && add_reached(&e) && pack(&e);
  drop(&e);
  return good;
}
