// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The thesis whose chapters 3 to 5 are computed again.

#ifndef CAROM_REPRODUCE_THESIS_H
#define CAROM_REPRODUCE_THESIS_H

#define VYASARAYANI                                                                                \
  "C. P. Vyasarayani, Transient dynamics of continuous systems with impact and friction (2009)"

#endif
