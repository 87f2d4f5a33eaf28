// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The inner loops of the header LOOPS in every variant (see kernel.h): a source defines LOOPS and
// includes this once.

#include "base/kernel.h"

#define VARIANT VARIANT_PLAIN
#include "base/lanes.h"
#include "base/lanes_choice.h"
#include LOOPS
#if defined(CAROM_AVX2)
#undef VARIANT
#define VARIANT VARIANT_FUSED
#include "base/lanes.h"
#include "base/lanes_choice.h"
#include LOOPS
#undef VARIANT
#define VARIANT VARIANT_AVX2
#include "base/lanes.h"
#include "base/lanes_choice.h"
#include LOOPS
#endif
#if defined(CAROM_AVX512)
#undef VARIANT
#define VARIANT VARIANT_AVX512
#include "base/lanes.h"
#include "base/lanes_choice.h"
#include LOOPS
#endif
