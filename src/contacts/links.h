// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Contacts -> links: what the kinds of contact share.

#ifndef CAROM_LINKS_H
#define CAROM_LINKS_H

#include "model/compile.h"

/// How the links of a contact are solved.
typedef struct {
  bool linear; // force affine in the coming overlap: springs and the published scheme
  bool exact;  // resolved inside the sample
  bool felt;   // its sides are called circle and segment
} link_solution;

/// Keeps a contact whose links follow, or that has none.
bool links_keep(compiler *c, const model_contact *contact);

/// Strings and bars, whose points have one coordinate.
static inline bool links_is_long(const model_body *b) {
  return body_is_line(b) || (body_is_modal(b) && !body_is_flat(b));
}

/// A contact between `below` and `above`, at a point or along each other.
bool links_pair(compiler *c, const item *it, int index, const model_contact *contact, bool along,
                link_solution solution);

/// The `force` of a bow or finger, and its live key; `standard` if it is left out.
double links_force(const item *it, double standard);
void links_live_force(compiler *c, const item *it, int index, double standard);

/// A contact on one point of one body, which may travel along a string or bar.
bool links_touch(compiler *c, const item *it, int index, const model_contact *contact);

/// Whether the law of a felt is a cubic or a power law; false, with a mistake, if it is neither or
/// both.
bool felt_choose(compiler *c, const item *it, bool *cubic);

/// The power law of a collision.
contact_law links_power_law(double exponent);

#endif
