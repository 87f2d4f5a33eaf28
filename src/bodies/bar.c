// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A bar: rho A u'' = -EI u_xxxx - 2 rho A sigma_0 u' + 2 rho A sigma_1 u'_xx, a string without
// tension and with more kinds of ends, on a grid or by its modes (theory 1.2 and 1.22).

#include "bodies/auto_model.h"
#include "bodies/body_keys.h"
#include "bodies/kinds.h"
#include "bodies/modal.h"
#include <math.h>

bool compile_bar(compiler *c, const item *it, int index, model_body *b) {
  if (!keys_tuned(c, it) || !keys_line(c, it, b))
    return false;
  line_limits limits = {.written = b->start.c2, .largest = b->start.c2, .fit = body_loss_fit(c, b)};
  if (model_by_modes(c, it, b, &limits)) {
    if (!modal_compile(c, it, b))
      return false;
    modal_live_losses(c, it, index, b);
    return true;
  }
  if (!keys_line_grid(c, it, b, &limits))
    return false;
  model_tell_tuning(c, it, b, modal_fits(c, it, b, 0));
  const double k = c->m.head.k;
  body_loss_live(c, it, index, b, (limits.margin - limits.largest * k * k) / (4 * k));
  return true;
}
