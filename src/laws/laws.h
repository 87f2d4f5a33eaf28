// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The laws of contacts that push or pull (theory 2.5 and 16.1): energies phi of the overlap. A form
// of law is a file NAME.h with its constants, NAME_law, and these functions of an overlap x > 0 and
// a stiffness K, the factor of all of it; and a row in CONTACT_LAWS. phi and phi' are convex.
//
//   NAME_at()          phi, phi', phi''
//   NAME_steep()       phi'' alone
//   NAME_bend()        phi''' / 24, which a step's series needs
//   NAME_exponent()    x phi'' / phi', alpha of a power law
//   NAME_ratio()       x phi' / phi, alpha + 1 of a power law
//   NAME_quotient()    the mean force between two overlaps and its slope, where a difference of
//                      energies would cancel or costs more; false where that is as good
//   NAME_overlap_of()  where it stores the energy E > 0
//   NAME_knee()        where phi'' reaches a stiffness: at x = INFINITY if it never does
//   NAME_reach()       an upper bound of the x with x + W phi(x) / 2x = ahead, at most `ahead`

#ifndef CAROM_LAWS_H
#define CAROM_LAWS_H

#include "laws/cubic.h"
#include "laws/law_point.h"
#include "laws/power.h"
#include <stddef.h>

/// Forms: enumerator, name, and what X is given beside.
#define CONTACT_LAWS(X, ...)                                                                       \
  X(LAW_POWER, power, __VA_ARGS__)                                                                 \
  X(LAW_CUBIC, cubic, __VA_ARGS__)

#define LAW_ENUMERATOR(FORM, name, ...) FORM,
#define LAW_MEMBER(FORM, name, ...)     name##_law name;
#define LAW_CASE(FORM, name, function, ...)                                                        \
  case FORM:                                                                                       \
    return name##_##function(&law->name, __VA_ARGS__);

typedef enum { LAW_NONE, CONTACT_LAWS(LAW_ENUMERATOR, ) } law_form;

/// The law of a contact or link but for its stiffness.
typedef struct {
  law_form form;
  bool two_sided; // it pulls as well: a power law, or none beside what is linear
  union {
    CONTACT_LAWS(LAW_MEMBER, )
  };
} contact_law;

static inline law_point law_at(const contact_law *law, double K, double x) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, at, K, x)
  case LAW_NONE:
    break;
  }
  return (law_point){.x = x};
}

static inline double law_steep(const contact_law *law, double K, double x) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, steep, K, x)
  case LAW_NONE:
    break;
  }
  return 0;
}

static inline double law_bend(const contact_law *law, double K, const law_point *at) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, bend, K, at)
  case LAW_NONE:
    break;
  }
  return 0;
}

static inline double law_exponent(const contact_law *law, double x) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, exponent, x)
  case LAW_NONE:
    break;
  }
  return 1;
}

static inline double law_ratio(const contact_law *law, double x) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, ratio, x)
  case LAW_NONE:
    break;
  }
  return 2;
}

static inline bool law_quotient_of(const contact_law *law, double K, const law_point *from,
                                   const law_point *to, bool near, law_quotient *q) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, quotient, K, from, to, near, q)
  case LAW_NONE:
    break;
  }
  return false;
}

static inline double law_overlap_of(const contact_law *law, double K, double E) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, overlap_of, K, E)
  case LAW_NONE:
    break;
  }
  return 0;
}

static inline law_point law_knee(const contact_law *law, double K, double steep) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, knee, K, steep)
  case LAW_NONE:
    break;
  }
  return (law_point){.x = INFINITY, .steep = steep};
}

static inline double law_reach(const contact_law *law, double K, double W, double ahead) {
  switch (law->form) {
    CONTACT_LAWS(LAW_CASE, reach, K, W, ahead)
  case LAW_NONE:
    break;
  }
  return ahead;
}

/// The law as gradient_lanes.h takes it; NULL of a form that has no loops there.
static inline const power_law *law_lanes(const contact_law *law) {
  return law->form == LAW_POWER ? &law->power : NULL;
}

#undef LAW_ENUMERATOR
#undef LAW_MEMBER
#undef LAW_CASE

#endif
