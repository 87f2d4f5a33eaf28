// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A string (theory 1.2, 1.4 and 1.22):
//
//   rho A u'' = T u_xx - EI u_xxxx - 2 rho A sigma_0 u' + 2 rho A sigma_1 u'_xx
//
// with c^2 = T / rho A and kappa^2 = EI / rho A, on a grid or by its modes. Tension and pitch are
// both live, and each follows from the other: (2 L f)^2 = c^2 + kappa^2 pi^2 / L^2.

#include "base/constants.h"
#include "bodies/auto_model.h"
#include "bodies/body_keys.h"
#include "bodies/kinds.h"
#include "bodies/modal.h"
#include "bodies/pitch.h"
#include "model/method.h"
#include <math.h>

/// A tuned string may have to be that much higher by itself than it sounds.
static const double tuned_margin = 1.0594630943592953; // a semitone

static bool read_tension(compiler *c, const item *it, model_body *b) {
  if (!keys_one_of(c, it, "tension", "pitch", true))
    return false;
  const double pitch = item_number(it, "pitch");
  const double tension =
      item_has(it, "pitch") ? pitch_tension(b, pitch) : item_number(it, "tension");
  if (!isfinite(tension))
    return MISTAKE(c, it, "pitch", CAROM_BAD_VALUE,
                   "with the other sizes this gives a tension of %g N; allowed are strings that "
                   "can be measured",
                   tension);
  if (tension < 0)
    return MISTAKE(c, it, "pitch", CAROM_BAD_VALUE,
                   "%g Hz is below what stiffness alone gives; allowed is at least %g Hz", pitch,
                   sqrt(b->bend) * pi / (2 * b->lx * b->lx));
  if (tension == 0 && b->bend == 0)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "neither tension nor stiffness; allowed is one of them above 0");
  b->start.c2 = tension / string_density(b);
  return true;
}

// The largest c^2 of a string's breakpoints, and with the score.
static void read_limits(const compiler *c, const item *it, const model_body *b,
                        line_limits *limits) {
  const double tension = item_largest(it, "tension");
  const double above = item_flag(it, "tuned") ? tuned_margin : 1;
  const double pitch = above * item_largest(it, "pitch");
  limits->written = fmax(b->start.c2, fmax(tension, pitch_tension(b, pitch)) / string_density(b));
  const double tuned = score_largest(c, it, "tension", 0);
  const double tuned_pitch = above * score_largest(c, it, "pitch", 0);
  limits->largest =
      fmax(limits->written, fmax(tuned, pitch_tension(b, tuned_pitch)) / string_density(b));
}

static bool add_live_tension(compiler *c, const item *it, int index, const model_body *b,
                             double max) {
  const int tension = compile_live(c, it, "tension", index, 0, max);
  const int pitch = compile_live(c, it, "pitch", index, tension_pitch(b, 0), tension_pitch(b, max));
  if (tension < 0 || pitch < 0) // not live with this method, or memory is out
    return !c->m.out_of_memory;
  model_live *live = c->m.live;
  for (int i = 0; i < live[pitch].points; ++i)
    if (c->m.point[live[pitch].first_point + i].value < live[pitch].low)
      return MISTAKE(c, it, "pitch", CAROM_BAD_VALUE,
                     "goes below what stiffness alone gives; allowed is at least %g Hz",
                     live[pitch].low);
  live[tension].twin = pitch;
  live[pitch].twin = tension;
  if (item_has(it, "pitch"))
    live[tension].start = live[tension].largest = b->start.c2 * string_density(b);
  else
    live[pitch].start = live[pitch].largest = tension_pitch(b, b->start.c2 * string_density(b));
  return true;
}

// The modes are those of the largest tension.
static bool compile_modes_of(compiler *c, const item *it, int index, model_body *b,
                             const line_limits *limits) {
  b->modes.largest_c2 = limits->largest;
  if (!modal_compile(c, it, b) ||
      !add_live_tension(c, it, index, b, modal_max_c2(c, b) * string_density(b)))
    return false;
  modal_live_losses(c, it, index, b);
  return true;
}

// Strings that move as one have the waves of one and the mass of all.
static void count_strings(const item *it, model_body *b) {
  b->strings = item_number(it, "count");
  b->density *= b->strings;
  b->mass *= b->strings;
}

bool compile_string(compiler *c, const item *it, int index, model_body *b) {
  if (!keys_line(c, it, b))
    return false;
  count_strings(it, b);
  b->left = item_number(it, "left");
  b->height = item_number(it, "height");
  if (!keys_tuned(c, it) || !read_tension(c, it, b))
    return false;
  if (method_table[c->m.head.method]->travelling && item_choice(it, "model") != MODEL_MODES)
    return keys_travelling_grid(c, it, b);
  line_limits limits = {.fit = body_loss_fit(c, b)};
  read_limits(c, it, b, &limits);
  if (model_by_modes(c, it, b, &limits))
    return compile_modes_of(c, it, index, b, &limits);
  if (!keys_line_grid(c, it, b, &limits))
    return false;
  model_tell_tuning(c, it, b, modal_fits(c, it, b, limits.largest));
  const double k = c->m.head.k;
  if (!add_live_tension(c, it, index, b,
                        (limits.margin - 4 * limits.sigma1 * k) / (k * k) * string_density(b)))
    return false;
  body_loss_live(c, it, index, b, (limits.margin - limits.largest * k * k) / (4 * k));
  return true;
}
