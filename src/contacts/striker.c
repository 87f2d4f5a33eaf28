// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

#include "contacts/striker.h"

#include "model/method.h"
#include <math.h>

static double written(const item *it, const char *key, double otherwise) {
  return item_has(it, key) ? item_number(it, key) : otherwise;
}

bool striker_read(compiler *c, const item *it, const char *damping, striker *of) {
  carom_material m;
  if (!compile_material(c, it, &m))
    return false;
  const bool made = item_has(it, "material");
  if (made && method_table[c->m.head.method]->rigid_obstacles)
    return MISTAKE(c, it, "material", CAROM_BAD_VALUE,
                   "obstacles of solver.method %s are rigid; allowed is to leave it out",
                   method_table[c->m.head.method]->about.name);
  if (made && m.stiffness == 0)
    return MISTAKE(c, it, "material", CAROM_BAD_VALUE,
                   "%s has no stiffness of a striker; allowed are felt, rubber, and materials of "
                   "the scene with a stiffness",
                   m.name);
  *of = (striker){.stiffness = written(it, "stiffness", made ? m.stiffness : (double)NAN),
                  .exponent = made && m.exponent > 0 ? written(it, "exponent", m.exponent)
                                                     : item_number(it, "exponent"),
                  .damping = written(it, damping, m.damping)};
  return true;
}

void striker_live(compiler *c, const item *it, const char *key, int index, double value) {
  const int live = compile_live(c, it, key, index, 0, INFINITY);
  if (live < 0 || item_has(it, key))
    return;
  c->m.live[live].start = c->m.live[live].largest = value;
}
