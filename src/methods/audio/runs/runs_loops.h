// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The loops of runs.c, in one variant (see kernel.h). They run over the blocks of a run's slots.

// --- Overlaps -----------------------------------------------------------------------------------

/// sum of weight * field[node], in the order of a link's terms.
#define GATHER(w, field, at, pair)                                                                 \
  ((pair) ? (w)[0] * LOAD(FIELD(field)[0] + (at)) + (w)[1] * LOAD(FIELD(field)[1] + (at))          \
          : (w)[0] * LOAD(FIELD(field)[0] + (at)))

// eta^n and eta^n - eta^{n-1} of the slots, and the deepest of each lane.
INLINE TARGET void NAME(observe_from)(runs_view v, int lane, bool pair, lane_deepest *deepest) {
  const lanes weight[2] = {ALL(v.weight[0]), ALL(v.weight[1])};
  lanes max = ALL(-(double)INFINITY);
  lanes before = max;
  lanes where = ALL(0.0);
  lanes here = where;
  for (int at = lane; at < v.slots; at += BLOCK) {
    const lanes eta = (GATHER(weight, v.u, at, pair) + STORED(v.offset + at)) + v.shift;
    lanes deta = GATHER(weight, v.du, at, pair);
    if (!pair)
      deta += v.barrier_step;
    STORE(v.eta + at) = eta;
    STORE(v.deta + at) = deta;
    const lanes last = eta - deta;
    const flags above = ABOVE(eta, max);
    before = MAX(last, before);
    max = MAX(eta, max);
    where = PICK(above, here, where);
    here += (double)BLOCK;
  }
  STORE(deepest->overlap + lane) = max;
  STORE(deepest->before + lane) = before;
  STORE(deepest->block + lane) = where;
}

TARGET static void NAME(observe)(const runs_view *v, lane_deepest *deepest) {
  for (int lane = 0; lane < BLOCK; lane += LANES)
    if (v->pair)
      NAME(observe_from)(*v, lane, true, deepest);
    else
      NAME(observe_from)(*v, lane, false, deepest);
}

// The links that overlap half-way, or will without any force; and D^I of the slots in blocks with
// such, or with links that store energy.
INLINE TARGET void NAME(find)(runs_view v, bool pair, unsigned long long *awake) {
  const lanes weight[2] = {ALL(v.weight[0]), ALL(v.weight[1])};
  const lanes none = ALL(0.0);
  for (int at = 0; at < v.slots; at += BLOCK) {
    lanes max[BLOCK / LANES];
    lanes travel[BLOCK / LANES];
    flags apart = AT_MOST(none, none);
    for (int l = 0; l < BLOCK / LANES; ++l) {
      const int from = at + l * LANES;
      const lanes deta = STORED(v.deta + from);
      const lanes half = STORED(v.eta + from) - deta / 2;
      lanes free = deta + GATHER(weight, v.next, from, pair);
      if (!pair)
        free += v.barrier_next;
      travel[l] = free;
      const lanes ahead = half + free / 2; // NAN where the other is
      max[l] = MAX(half, ahead);
      apart = AND(apart, AT_MOST(max[l], none));
    }
    if (BITS(apart) == (1U << LANES) - 1 && v.storing[at / BLOCK] == 0)
      continue;
    for (int l = 0; l < BLOCK / LANES; ++l) {
      const flags here = AT_MOST(max[l], none);
      const int from = at + l * LANES;
      STORE(v.free + from) = travel[l];
      wake_slots(v.link_at + from, BITS(here) ^ ((1U << LANES) - 1), awake);
    }
  }
}

TARGET static void NAME(find_touching)(const runs_view *v, unsigned long long *awake) {
  if (v->pair)
    NAME(find)(*v, true, awake);
  else
    NAME(find)(*v, false, awake);
}

#undef GATHER
