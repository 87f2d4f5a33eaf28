// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the event and adaptive methods need of a scene: an oscillator for each mode and mass, a stop
// for each contact, and the answers of all modes to forces and moving bases. Nodes keep
// displacements; the method's coordinates are those times the root of the node's mass.

#include "model/compile.h"

#include "scene/keys.h"
#include <math.h>
#include <string.h>

static const double two_pi = 6.28318530717958647692;

enum { MOST_STOPS = 256 };

static const char *method_name(const compiler *c) {
  return carom_method_at((int)c->m.head.method)->name;
}

// --- What it does not take ----------------------------------------------------------------------

static bool check_constant(compiler *c) {
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    for (int e = 0; e < it->count; ++e) {
      const int key = it->entries[e].key;
      const char *name = carom_key_at(key)->name;
      if (key_kind_of(key) == KEY_CHANGING && it->entries[e].text[0] == '[')
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
      if (it->in == SECTION_CONTACTS && (strcmp(name, "scheme") == 0 || strcmp(name, "along") == 0))
        return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                       "solver.method %s has no %s; allowed is to leave it out, or "
                       "solver.method audio",
                       method_name(c),
                       strcmp(name, "along") == 0 ? "contacts along a body" : "schemes");
      if (it->in == SECTION_OUTPUTS && strcmp(it->entries[e].text, "psi") == 0 &&
          strcmp(name, "quantity") == 0)
        return MISTAKE(c, it, name, CAROM_BAD_VALUE,
                       "psi belongs to solver.method audio; allowed of a contact are force, "
                       "overlap, velocity and energy");
    }
  }
  if (item_number(scene_item(c->scene, 0), "solver.oversample", 1) > 1)
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
    if (c->m.body[body++].grid == LAYOUT_LINE)
      return MISTAKE(c, it, "model", CAROM_BAD_VALUE,
                     "solver.method %s takes strings and bars by their modes; allowed is "
                     "modes, with points the number of them, or solver.method audio",
                     method_name(c));
  }
  return true;
}

// --- Modes --------------------------------------------------------------------------------------

static oscillator oscillator_at(const compiler *c, const model_body *b, int j) {
  if (b->grid == LAYOUT_POINT)
    return oscillator_of(sqrt(b->pull), b->sigma0, -c->m.head.gravity * sqrt(b->mass));
  const double beta = c->m.shape[b->first_shape + j].beta;
  const double omega = sqrt(beta * beta * (b->pull + b->bend * beta * beta));
  return oscillator_of(omega, b->sigma0 + b->sigma1 * beta * beta + b->damping_ratio * omega, 0);
}

static bool add_modes(compiler *c) {
  oscillator *modes = BUILDER_ADD(&c->m, mode, c->m.inverse_mass_count);
  if (modes == NULL)
    return c->m.inverse_mass_count == 0;
  carom_model *head = &c->m.head;
  head->swings = true;
  for (int i = 0; i < c->m.body_count; ++i) {
    const model_body *b = &c->m.body[i];
    for (int j = 0; b->grid != LAYOUT_NONE && j < b->nodes; ++j) {
      const oscillator o = oscillator_at(c, b, j);
      modes[b->first + j] = o;
      head->fastest = fmax(head->fastest, o.omega + 2 * o.decay);
      head->lossy = head->lossy || o.decay > 0;
      head->swings = head->swings && o.kind == MODE_UNDAMPED;
    }
  }
  return true;
}

// --- Forces and bases ---------------------------------------------------------------------------

static response *add_drive(compiler *c, double drive_hertz) {
  double *drive = BUILDER_ADD(&c->m, drive_hertz, 1);
  response *responses = BUILDER_ADD(&c->m, response, c->m.mode_count);
  if (drive == NULL || responses == NULL)
    return NULL;
  *drive = drive_hertz;
  c->m.head.fastest = fmax(c->m.head.fastest, two_pi * drive_hertz);
  return responses;
}

static bool add_forces(compiler *c) {
  for (int f = 0; f < c->m.force_count; ++f) {
    const model_force *force = &c->m.force[f];
    if (force->frequency == 0 || force->amplitude == 0)
      continue;
    response *responses = add_drive(c, force->frequency);
    if (responses == NULL)
      return false;
    for (int t = force->first_term; t < force->first_term + force->terms; ++t) {
      const link_term term = c->m.term[t];
      responses[term.node] =
          response_of(&c->m.mode[term.node], two_pi * force->frequency,
                      force->amplitude * term.weight * sqrt(c->m.inverse_mass[term.node]));
    }
  }
  return true;
}

// In the frame of a base that moves by a sin W t each mode feels a W^2 times its share of the mass.
static bool add_bases(compiler *c) {
  for (int i = 0; i < c->m.body_count; ++i) {
    const model_body *b = &c->m.body[i];
    if (b->base_amplitude == 0 || b->base_frequency == 0)
      continue;
    response *responses = add_drive(c, b->base_frequency);
    if (responses == NULL)
      return false;
    const double W = two_pi * b->base_frequency;
    for (int j = 0; j < b->nodes; ++j)
      responses[b->first + j] = response_of(&c->m.mode[b->first + j], W,
                                            b->base_amplitude * W * W * compile_mode_base(c, b, j));
  }
  return true;
}

// --- Stops --------------------------------------------------------------------------------------

static const item *contact_item(const compiler *c, int contact) {
  const char *name = c->m.text + c->m.contact[contact].name;
  return scene_item(c->scene, scene_find(c->scene, SECTION_CONTACTS, name, strlen(name)));
}

// A bar on a moving base is told in the frame of the base: what it meets must ride on it.
static bool check_base(compiler *c, const item *it, const model_link *link) {
  for (int t = link->first_term; t < link->first_term + link->terms; ++t)
    if (c->m.body[c->m.term[t].body].base_amplitude != 0 && link->barrier < 0)
      return MISTAKE(c, it, "above", CAROM_BAD_REFERENCE,
                     "a bar with a moving base is told in the frame of that base; allowed is a "
                     "barrier, which moves with it");
  return true;
}

static bool add_participations(compiler *c, const model_link *link, stop *s) {
  s->first = c->m.participation_count;
  participation *participations = BUILDER_ADD(&c->m, participation, link->terms);
  if (participations == NULL)
    return false;
  for (int t = 0; t < link->terms; ++t) {
    const link_term term = c->m.term[link->first_term + t];
    const participation one = {.mode = term.node,
                               .weight = term.weight * sqrt(c->m.inverse_mass[term.node])};
    int k = s->count++;
    for (; k > 0 && c->m.mode[participations[k - 1].mode].omega > c->m.mode[one.mode].omega; --k)
      participations[k] = participations[k - 1];
    participations[k] = one;
    s->mobility += one.weight * one.weight;
  }
  for (int k = 0; k < s->count; ++k)
    participations[k].kick = participations[k].weight / s->mobility;
  return true;
}

// Gaussian elimination with row exchange on n rows of n + 1; false if they do not tell all
// unknowns.
static bool eliminate(double *a, int n) {
  const int w = n + 1;
  for (int col = 0; col < n; ++col) {
    int best = col;
    for (int r = col + 1; r < n; ++r)
      if (fabs(a[r * w + col]) > fabs(a[best * w + col]))
        best = r;
    for (int k = 0; k < w; ++k) {
      const double kept = a[col * w + k];
      a[col * w + k] = a[best * w + k];
      a[best * w + k] = kept;
    }
    if (fabs(a[col * w + col]) < 1e-12)
      return false;
    for (int r = 0; r < n; ++r) {
      const double factor = r == col ? 0 : a[r * w + col] / a[col * w + col];
      for (int k = col; factor != 0 && k < w; ++k)
        a[r * w + k] -= factor * a[col * w + k];
    }
  }
  return true;
}

// Rows of (3.41): a unit jump at the stop, none at the other points.
static bool collocate(compiler *c, const item *it, const model_body *b, const model_link *link,
                      stop *s) {
  const int n = b->nodes;
  const size_t size = (size_t)n * (size_t)(n + 2) * sizeof(double);
  double *a = c->m.memory.resize(c->m.memory.user, NULL, 0, size);
  if (a == NULL) {
    c->m.out_of_memory = true;
    return false;
  }
  memset(a, 0, size);
  double *points = a + (size_t)n * (size_t)(n + 1);
  item_numbers(it, "points", 1, points, n - 1);
  const double scale = sqrt(b->mass); // shapes are of the order of its inverse
  for (int t = link->first_term; t < link->first_term + link->terms; ++t)
    a[c->m.term[t].node - b->first] = c->m.term[t].weight * scale;
  a[n] = 1;
  for (int r = 1; r < n; ++r)
    for (int j = 0; j < n; ++j)
      a[r * (n + 1) + j] = compile_mode_value(c, b, j, points[r - 1], 0) * scale;
  const bool good = eliminate(a, n);
  // Modes with a node at the stop are kicked as well.
  s->count = n;
  if (good) {
    const int more = n - (c->m.participation_count - s->first);
    BUILDER_ADD(&c->m, participation, more);
    for (int j = 0; j < n && !c->m.out_of_memory; ++j)
      c->m.participation[s->first + j] = (participation){
          .mode = b->first + j, .kick = a[j * (n + 1) + n] / a[j * (n + 1) + j] * scale};
    for (int t = link->first_term; t < link->first_term + link->terms && !c->m.out_of_memory; ++t)
      c->m.participation[s->first + c->m.term[t].node - b->first].weight = c->m.term[t].weight;
  }
  c->m.memory.resize(c->m.memory.user, a, size, 0);
  return good || MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                         "with the stop they do not tell the modes apart; allowed are points that "
                         "differ from it, from each other and from the body's ends");
}

static bool check_collocation(compiler *c, const item *it, const model_link *link, int *body) {
  *body = c->m.term[link->first_term].body;
  const model_body *b = &c->m.body[*body];
  const int count = item_numbers(it, "points", 1, NULL, 0);
  if (link->barrier < 0 || b->grid != LAYOUT_MODES)
    return MISTAKE(c, it, "treatment", CAROM_BAD_VALUE,
                   "collocation is for one string or bar against a barrier; allowed here are "
                   "impulse, penalty and switching");
  if (count != b->nodes - 1)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "%d points; needed with treatment: collocation are %d, one less than there are "
                   "modes",
                   count < 0 ? 0 : count, b->nodes - 1);
  return true;
}

static bool read_stop(compiler *c, const item *it, const model_contact *contact, stop *s) {
  static const char *const words[] = {"impulse", "collocation", "switching", "penalty"};
  s->rule = STOP_LAW;
  for (int r = 0; contact->type == CONTACT_STOP && r < 4; ++r)
    if (item_word_is(it, "treatment", words[r]))
      s->rule = (stop_rule)r;
  s->restitution = item_number(it, "restitution", 1);
  s->stiffness = item_number(it, "stiffness", 0);
  s->exponent = contact->exponent;
  s->damping = contact->damping;
  const bool soft = s->rule == STOP_PENALTY || s->rule == STOP_LAW;
  if (soft && s->stiffness <= 0)
    return MISTAKE(c, it, "stiffness", CAROM_MISSING,
                   "missing; needed here is a number above 0, in N/m^alpha");
  if (!soft && item_entry(it, "stiffness") != NULL)
    return MISTAKE(c, it, "stiffness", CAROM_BAD_VALUE,
                   "a rigid stop has none; allowed with it is treatment: penalty");
  if (soft && s->restitution != 1)
    return MISTAKE(c, it, "restitution", CAROM_BAD_VALUE,
                   "a spring gives back what it takes; allowed are 1, or treatment: impulse or "
                   "collocation");
  if (s->rule != STOP_COLLOCATION && item_entry(it, "points") != NULL)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE, "allowed with treatment: collocation only");
  return true;
}

static bool check_start(compiler *c, const item *it, const stop *s) {
  double eta = s->offset;
  double size = fabs(eta);
  for (int k = s->first; k < s->first + s->count; ++k) {
    const participation r = c->m.participation[k];
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

static bool add_stop(compiler *c, const model_link *link) {
  const item *it = contact_item(c, link->contact);
  stop s = {.offset = link->offset};
  int body = -1;
  if (link->barrier >= 0)
    s.offset += link->side * c->m.body[link->barrier].position;
  if (!read_stop(c, it, &c->m.contact[link->contact], &s) || !check_base(c, it, link) ||
      !add_participations(c, link, &s))
    return false;
  if (s.rule == STOP_COLLOCATION &&
      (!check_collocation(c, it, link, &body) || !collocate(c, it, &c->m.body[body], link, &s)))
    return false;
  if (c->m.out_of_memory || !check_start(c, it, &s))
    return false;
  stop *kept = BUILDER_ADD(&c->m, stop, 1);
  if (kept != NULL)
    *kept = s;
  return kept != NULL;
}

static bool add_reached(compiler *c) {
  for (int j = 0; j < c->m.mode_count; ++j) {
    bool found = false;
    for (int k = 0; k < c->m.participation_count && !found; ++k)
      found = c->m.participation[k].mode == j;
    int *mode = found ? BUILDER_ADD(&c->m, reached, 1) : NULL;
    if (mode != NULL)
      *mode = j;
  }
  return !c->m.out_of_memory;
}

bool compile_event(compiler *c) {
  if (!method_is_modal(c->m.head.method))
    return true;
  if (c->m.link_count > MOST_STOPS)
    return MISTAKE(c, scene_item(c->scene, 0), NULL, CAROM_BAD_VALUE,
                   "%d contacts; allowed with solver.method %s are at most %d", c->m.link_count,
                   method_name(c), (int)MOST_STOPS);
  if (!check_constant(c) || !check_bodies(c) || !add_modes(c) || !add_forces(c) || !add_bases(c))
    return false;
  for (int i = 0; i < c->m.link_count; ++i)
    if (!add_stop(c, &c->m.link[i]))
      return false;
  return add_reached(c);
}
