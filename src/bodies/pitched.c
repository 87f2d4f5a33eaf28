// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bars and plates by the pitch of their first mode that vibrates, as they are held: what is left
// out follows, of length, thickness and stiffness. With f = z^2 kappa / (2 pi L^2) (theory 7.2) f
// is a power of each of them, as long as z is that of the ends or edges alone; a tip makes z depend
// on the bar's mass, and f is only monotone.

#include "base/bracket.h"
#include "base/constants.h"
#include "bodies/body_keys.h"
#include "bodies/body_sizes.h"
#include "bodies/modes.h"
#include "bodies/plate_ritz.h"
#include "scene/words.h"
#include <math.h>

/// What is sought, and all else that the frequency follows from.
typedef struct {
  compiler *c;
  const item *it;
  model_body b;
  body_sizes *of;
  double *sought; // one of the sizes
  const char *key;
  double tip_mass, tip_inertia; // kg, kg m2
} pitched;

static void measure(pitched *p, double x) {
  *p->sought = x;
  if (p->b.type == BODY_PLATE)
    body_sizes_plate(p->of, &p->b);
  else
    body_sizes_line(p->of, &p->b);
}

/// Modes that are looked at: three may be rigid.
enum { FIRST_MODES = 4 };

// Hz; 0 where it is not found.
static double plate_frequency(pitched *p) {
  if (p->b.ends[0] == END_PINNED)
    return sqrt(p->b.bend) * pi / 2 * (1 / (p->b.lx * p->b.lx) + 1 / (p->b.ly * p->b.ly));
  double first[FIRST_MODES] = {0};
  p->b.grid.poisson = p->of->poisson;
  if (plate_ritz_frequencies(&p->c->m.memory, &p->b, FIRST_MODES, first) < 0)
    p->c->m.out_of_memory = true;
  return first[p->b.ends[0] == END_FREE ? FIRST_MODES - 1 : 0];
}

static double first_frequency(pitched *p, double x) {
  measure(p, x);
  if (p->b.type == BODY_PLATE)
    return plate_frequency(p);
  modal_line line = modal_line_of(&p->b);
  line.tip_mass = p->tip_mass;
  line.tip_inertia = p->tip_inertia;
  const double beta = modes_wavenumber(&line, 1, 0);
  return sqrt(p->b.bend) * beta * beta / two_pi;
}

// Without a tip f is as x to a multiple of 1/2, that of kappa / L^2.
static double power_of(pitched *p) {
  double scale[2];
  for (int i = 0; i < 2; ++i) {
    measure(p, i + 1);
    scale[i] = sqrt(p->b.bend) / (p->b.lx * p->b.lx);
  }
  return round(2 * log2(scale[1] / scale[0])) / 2;
}

// A tip makes f lower: from what would be without it, in the logarithm, to a millionth or a million
// of that.
static double with_tip(pitched *p, double without, double power, double pitch) {
  static const double far = 14;
  const double sign = power > 0 ? 1 : -1;
  const double from = log(without);
  bracket b = {.low = sign > 0 ? from : from - far,
               .high = sign > 0 ? from + far : from,
               .x = from,
               .f = sign * log(first_frequency(p, without) / pitch)};
  double y = from + sign * 1e-3;
  while (bracket_secant(&b, &y, sign * log(first_frequency(p, exp(y)) / pitch)))
    ;
  return exp(y);
}

// What is found must sound as it is asked for, to rounding.
static bool found(pitched *p, double x, double pitch) {
  if (isfinite(x) && x > 0 && fabs(first_frequency(p, x) / pitch - 1) < 1e-9)
    return true;
  return MISTAKE(p->c, p->it, "pitch", CAROM_BAD_VALUE,
                 "no %s gives %g Hz with the other sizes; allowed are bodies that can be measured",
                 p->key, pitch);
}

static bool find(pitched *p) {
  const double pitch = compile_own_pitch(p->c, p->it);
  const double power = power_of(p);
  const double one = first_frequency(p, 1);
  const bool tip = p->tip_mass > 0 || p->tip_inertia > 0;
  double x = pow(pitch / one, 1 / power);
  if (tip) {
    pitched bare = *p;
    bare.tip_mass = bare.tip_inertia = 0;
    x = pow(pitch / first_frequency(&bare, 1), 1 / power);
    x = isfinite(x) && x > 0 ? with_tip(p, x, power, pitch) : x;
  }
  return !p->c->m.out_of_memory && found(p, x, pitch);
}

// --- What is left out ---------------------------------------------------------------------------

/// The sizes of which one may be left out: names, and whether each is written.
typedef struct {
  const char *key[3];
  double *value[3];
  int count;
} choices;

static void add_choice(choices *all, const char *key, double *value) {
  all->key[all->count] = key;
  all->value[all->count++] = value;
}

static bool too_many(pitched *p, const choices *all) {
  const bool three = all->count == 3;
  return MISTAKE(p->c, p->it, "pitch", CAROM_DUPLICATE,
                 "%s%s%s and %s give it already, %.6g Hz; allowed is to leave one of them out, "
                 "which then follows from the pitch",
                 all->key[0], three ? ", " : "", three ? all->key[1] : "", all->key[all->count - 1],
                 first_frequency(p, *all->value[0]));
}

// Exactly one may be missing.
static bool choose(pitched *p, const choices *all) {
  for (int i = 0; i < all->count; ++i)
    if (isnan(*all->value[i])) {
      if (p->sought != NULL)
        return MISTAKE(p->c, p->it, all->key[i], CAROM_MISSING,
                       "missing; needed with pitch, from which %s follows already", p->key);
      p->sought = all->value[i];
      p->key = all->key[i];
    }
  if (p->sought != NULL)
    return true;
  p->sought = all->value[0];
  return too_many(p, all);
}

static const char *stiffness_key(const item *it) {
  return item_has(it, "material") && !item_has(it, "youngs") ? "material" : "youngs";
}

bool pitched_bar(compiler *c, const item *it, const model_body *b, body_sizes *of) {
  pitched p = {.c = c,
               .it = it,
               .b = *b,
               .of = of,
               .tip_mass = item_number(it, "tip_mass"),
               .tip_inertia = item_number(it, "tip_inertia")};
  choices all = {.count = 0};
  add_choice(&all, "length", &of->length);
  if (body_sizes_cross(of))
    add_choice(&all, isnan(of->radius) ? "thickness" : "radius",
               isnan(of->radius) ? &of->thickness : &of->radius);
  if (isnan(of->bending_stiffness) && body_sizes_cross(of))
    add_choice(&all, stiffness_key(it), &of->youngs);
  else
    add_choice(&all, "bending_stiffness", &of->bending_stiffness);
  return choose(&p, &all) && find(&p);
}

bool pitched_plate(compiler *c, const item *it, const model_body *b, body_sizes *of) {
  pitched p = {.c = c, .it = it, .b = *b, .of = of};
  choices all = {.count = 0};
  add_choice(&all, "thickness", &of->thickness);
  add_choice(&all, stiffness_key(it), &of->youngs);
  return choose(&p, &all) && find(&p);
}
