// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Warnings about impacts: those too short for the step, laws too hard for their bodies, and more of
// them in a sample than are told apart.

#include "base/text.h"
#include "scene/words.h"
#include "state/state.h"
#include "state/warnings.h"
#include <math.h>

/// Impacts shorter than so many steps are not resolved: of masses that other contacts push too, of
/// masses with losses mu v, and of masses on bodies with waves.
static const double steps_of_rows = 8;
static const double steps_of_losses = 2;
static const double steps_of_more_losses = 1.5; // times mu v
static const double steps_of_first_order = 64;  // times mu v: losses of clamp and published
static const double steps_of_waves = 7;
static const double steps_of_bending = 10; // on bars and plates

/// A strike of so many steps is off by exp(-steps / falls) of the speed it came with, times most.
static const double strike_max = 0.9;
static const double strike_falls = 2.3;

/// How hard a law without a bound may be beside the bodies: A of (2.21).
static const double hardest_answered = 5;
static const double hardest_of_exact_on_modes = 2;
static const double hardest_of_first_order = 1; // with schemes clamp and published

// How many steps an impact lasts.
static double steps_of(const carom_model *m, const carom_state *s, int contact) {
  const impact_sums *all = &s->tracker[contact].all;
  carom_hunt_crossley p;
  if (carom_model_hunt_crossley(m, contact, &p)) {
    p.stiffness = s->values[contact].stiffness;
    p.damping = s->values[contact].damping;
    p.speed_in = all->closed / all->impulse;
    const double time = carom_hunt_crossley_solve(&p).contact_time;
    if (isfinite(time))
      return time / m->k;
  }
  return all->lasted / all->impulse / m->k;
}

bool carom_contact_resolution(const carom_model *m, const carom_state *s, int contact,
                              carom_resolution *r) {
  if (!state_has_contact(m, s, contact) || method_of(m)->hardness == NULL)
    return false;
  const impact_sums *all = &s->tracker[contact].all;
  if (!m->contact[contact].impacts || !(all->impulse > 0))
    return false;
  *r = (carom_resolution){.steps = steps_of(m, s, contact),
                          .share = all->energy / s->head->largest_turnover,
                          .overlap = all->deepest};
  method_of(m)->hardness(m, s, contact, r);
  return true;
}

/// What a contact touches.
typedef struct {
  bool waves;     // a string, bar or plate
  bool bends;     // a bar or plate: short impacts meet what lies above half the rate
  bool struck;    // a mass
  bool shared;    // its masses have other contacts too
  double lighter; // of two masses, twice the share of the lighter one in both; else 1
} contact_sides;

static contact_sides sides_of(const carom_model *m, const carom_state *s, const model_contact *c) {
  contact_sides sides = {.shared = c->largest_island > 1};
  double inverses = 0, min = INFINITY;
  int masses = 0;
  for (int i = 0; i < c->links; ++i) {
    const model_link *link = &m->link[m->contact_link[c->first_link + i]];
    for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
      const bool mass = body_is_mass(&m->body[m->term[t].body]);
      sides.waves = sides.waves || !mass;
      sides.bends = sides.bends || (!mass && s->material[m->term[t].body].c2 == 0);
      sides.struck = sides.struck || mass;
      if (mass) {
        ++masses;
        inverses += m->inverse_mass[m->term[t].node];
        min = fmin(min, m->inverse_mass[m->term[t].node]);
      }
    }
  }
  sides.lighter = masses == 2 && !sides.waves && inverses > 0 ? 2 * min / inverses : 1;
  return sides;
}

enum { MAX_OVERSAMPLE = 8 };

// The oversampling that would resolve impacts of so many steps, or the rate.
static void write_remedy(const carom_model *m, double steps, double needed, char *text,
                         size_t size) {
  int times = m->oversample;
  sentence to = sentence_in(text, size);
  while (times < MAX_OVERSAMPLE && steps * times / m->oversample < needed)
    times *= 2;
  if (steps * times / m->oversample >= needed)
    sentence_add(&to, "solver.oversample: %d", times);
  else
    sentence_add(&to, "rate: %.3g with solver.oversample: %d",
                 m->rate * needed / (steps * times / m->oversample), times);
}

// How many steps an impact should last; 0 where that does not matter: a single mass leaves a wall
// without losses with the speed it came with, and frets and bridges are as right when they are
// short. What a bar or plate would answer above half the rate is missing whatever the scheme is.
static double steps_needed(const carom_state *s, int contact, contact_sides sides,
                           contact_scheme scheme) {
  const impact_sums *all = &s->tracker[contact].all;
  if (sides.struck && sides.bends)
    return steps_of_bending;
  if (scheme == SCHEME_EXACT)
    return 0;
  if (sides.waves)
    return sides.struck ? steps_of_waves : 0;
  if (sides.shared)
    return steps_of_rows;
  const double mu_v = s->values[contact].damping * all->closed / all->impulse;
  if (!(mu_v > 0))
    return 0;
  const double second = steps_of_losses + steps_of_more_losses * mu_v;
  return scheme == SCHEME_POSITIVE ? second : fmax(second, steps_of_first_order * mu_v);
}

static bool touches_modes(const carom_model *m, const model_contact *c) {
  bool modes = false;
  for (int i = 0; i < c->links; ++i)
    modes = modes || m->link[m->contact_link[c->first_link + i]].modals > 0;
  return modes;
}

// The largest A of (2.21) at which the force of a contact does not go up and down at half the rate
// by much: without limit where its law is bounded.
static double hardest(const carom_model *m, const model_contact *c) {
  switch (c->scheme) {
  case SCHEME_POSITIVE:
    return c->bounded && !m->bounds ? hardest_answered : (double)INFINITY;
  case SCHEME_EXACT:
    return touches_modes(m, c) ? hardest_of_exact_on_modes : hardest_answered;
  default:
    return hardest_of_first_order;
  }
}

// Whether A is beyond that at the deepest overlap: beyond 5 a perturbation of a pressed contact
// changes its sign in every step and keeps two thirds of its size.
static bool is_unanswered(const carom_model *m, const carom_state *s, int contact,
                          carom_resolution *r) {
  const model_contact *c = &m->contact[contact];
  *r = (carom_resolution){.overlap = impact_deepest(s, contact)};
  if (method_of(m)->hardness == NULL || !c->impacts || !(r->overlap > 0))
    return false;
  method_of(m)->hardness(m, s, contact, r);
  return r->hardness > hardest(m, c);
}

static bool is_first_order(const model_contact *c) {
  return c->scheme == SCHEME_CLAMP || c->scheme == SCHEME_PUBLISHED;
}

static void warn_of_lengths(const carom_model *m, const carom_state *s, warning_list *to) {
  for (int i = 0; i < m->contact_count; ++i) {
    const model_contact *c = &m->contact[i];
    carom_resolution r;
    if (is_first_order(c) && is_unanswered(m, s, i, &r)) // those last two steps at any rate
      continue;
    if (!carom_contact_resolution(m, s, i, &r))
      continue;
    const contact_sides sides = sides_of(m, s, c);
    const double needed = steps_needed(s, i, sides, c->scheme);
    if (!(r.steps < needed && r.share >= sides.lighter * notable_energy))
      continue;
    char remedy[80];
    write_remedy(m, r.steps, needed, remedy, sizeof remedy);
    const double strike = 100 * strike_max * exp(-r.steps / strike_falls);
    const double off = sides.waves ? strike : sides.shared ? 2 : 1;
    warning_tell(to, sides.waves ? WARNING_SHORT_STRIKE : WARNING_SHORT_IMPACT,
                 &(warning_words){.name = model_text(m, c->name),
                                  .more = remedy,
                                  .number = {r.steps, needed, off}});
  }
}

// What goes wrong besides, and what bounds the law or lets the bodies answer it. More steps do not
// mend a motion of first order soon, and modes have as many impacts inside each of them.
static void write_bound(const carom_model *m, const model_contact *c, double steps, char *text,
                        size_t size) {
  const bool positive = c->scheme == SCHEME_POSITIVE;
  sentence to = sentence_in(text, size);
  sentence_add(&to, "%s; %s%s%s",
               is_first_order(c) ? ", and speeds may be off by 10 % and more" : "",
               positive ? "" : "scheme: positive ", m->bounds ? "" : "without solver.bound: false ",
               positive ? "it is bounded" : "bounds it");
  const bool cures = positive || (c->scheme == SCHEME_EXACT && !touches_modes(m, c));
  if (cures && steps * MAX_OVERSAMPLE >= m->oversample) {
    char more[40];
    write_remedy(m, steps, 1, more, sizeof more);
    sentence_add(&to, ", and %s lets them answer", more);
  }
}

static void warn_of_laws(const carom_model *m, const carom_state *s, warning_list *to) {
  for (int i = 0; i < m->contact_count; ++i) {
    const model_contact *c = &m->contact[i];
    carom_resolution r;
    if (!is_unanswered(m, s, i, &r))
      continue;
    char more[160];
    write_bound(m, c, hardest(m, c) / r.hardness, more, sizeof more);
    warning_tell(to, WARNING_UNANSWERED,
                 &(warning_words){.name = model_text(m, c->name),
                                  .more = more,
                                  .number = {r.overlap, r.hardness}});
  }
}

// Impacts in one sample that are told apart; as oversampling should leave half of those there are,
// at least.
static const double max_in_sample = 16;

static void warn_of_rattles(const carom_model *m, const carom_state *s, warning_list *to) {
  for (int i = 0; i < m->contact_count; ++i) {
    const double crowd = (double)s->tracker[i].crowd;
    if (!(crowd > 0))
      continue;
    char remedy[80];
    write_remedy(m, 1 / crowd, 2 / fmin(max_in_sample, crowd), remedy, sizeof remedy);
    warning_tell(to, WARNING_RATTLE,
                 &(warning_words){
                     .name = model_text(m, m->contact[i].name), .more = remedy, .number = {crowd}});
  }
}

void warn_of_impacts(const carom_model *m, const carom_state *s, warning_list *to) {
  warn_of_lengths(m, s, to);
  warn_of_laws(m, s, to);
  warn_of_rattles(m, s, to);
}
