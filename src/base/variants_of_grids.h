// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The inner loops of a grid, of the header LOOPS, in every variant: its step, and the sums of its
// energy. With SINGLE the step is in floats and the sums are in doubles; LOOPS then leaves out the
// sums without WIDEN, and the step with it. SUMS(x) is the name of a sum.

#if defined(SINGLE)
#define SUMS(x) x##_widened
#include "base/variants.h"
#undef VARIANT
#define WIDEN
#include "base/variants.h"
#undef WIDEN
#else
#define SUMS(x) x
#include "base/variants.h"
#endif
