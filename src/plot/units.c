// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Prefixes, powers of ten and superscripts.

#include "plot/units.h"

#include "base/text.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const prefixes[] = {"y", "z", "a", "f", "p", "n", "µ", "m", "",
                                       "k", "M", "G", "T", "P", "E", "Z", "Y"};

enum { NO_PREFIX = 8 };

// Its first symbol stands alone, without a prefix or a power: "m/s" and "N s", not "kg" or "m2".
static bool takes_prefix(const char *unit) {
  static const char *const symbols[] = {"m", "s", "N", "J", "Hz", "W", "Pa", "rad", "V", "g"};
  const size_t length = strcspn(unit, "/ ");
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; ++i)
    if (strlen(symbols[i]) == length && strncmp(unit, symbols[i], length) == 0)
      return true;
  return false;
}

static bool is_plain(const char *unit) {
  return unit[0] == '\0' || strcmp(unit, "1") == 0 || strcmp(unit, "dimensionless") == 0;
}

static void add_superscript(sentence *s, const char *digits) {
  static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  for (; *digits != '\0'; ++digits)
    sentence_add(s, "%s", *digits == '-' ? "⁻" : raised[*digits - '0']);
}

static void add_power(sentence *s, int exponent) {
  char digits[12];
  snprintf(digits, sizeof digits, "%d", exponent);
  sentence_add(s, "10");
  add_superscript(s, digits);
}

// "m/s2" as m/s².
static void add_unit(sentence *s, const char *unit) {
  for (const char *c = unit; *c != '\0'; ++c) {
    const bool letter_before = c > unit && (c[-1] | 32) >= 'a' && (c[-1] | 32) <= 'z';
    const char digit[2] = {*c, '\0'};
    if (letter_before && *c >= '0' && *c <= '9')
      add_superscript(s, digit);
    else
      sentence_add(s, "%c", *c);
  }
}

// The power of a thousand that leaves a number from 1 to 1000; those from `low` to `high` stay.
static int thousands(double most, double low, double high) {
  if (!(most > 0) || !isfinite(most) || (most >= low && most < high))
    return 0;
  return (int)floor(log10(most * 1.001) / 3);
}

// A prefix, unless it would be none of SI.
static int prefix_of(const char *unit, double most) {
  const int step = thousands(most, 0.5, 5000);
  return takes_prefix(unit) && step >= -NO_PREFIX && step <= NO_PREFIX ? step : 0;
}

unit_scale unit_scale_for(const char *label, double most) {
  unit_scale scale = {.factor = 1};
  sentence s = sentence_in(scale.label, sizeof scale.label);
  const char *unit = strrchr(label, ',');
  const int name = unit != NULL ? (int)(unit - label) : (int)strlen(label);
  unit = unit == NULL ? "" : unit[1] == ' ' ? unit + 2 : unit + 1;
  int step = prefix_of(unit, most);
  sentence_add(&s, "%.*s, ", name, label);
  if (step == 0 && !takes_prefix(unit))
    step = thousands(most, 1e-3, 1e5);
  scale.factor = pow(1000, -step);
  const bool prefixed = takes_prefix(unit) && step >= -NO_PREFIX && step <= NO_PREFIX;
  if (prefixed)
    sentence_add(&s, "%s", prefixes[step + NO_PREFIX]);
  else if (step != 0)
    add_power(&s, 3 * step);
  if (!is_plain(unit)) {
    sentence_add(&s, "%s", !prefixed && step != 0 ? " " : "");
    add_unit(&s, unit);
  } else if (step == 0) {
    sentence_add(&s, "dimensionless");
  }
  return scale;
}

const char *unit_number(double value, char *text, size_t size) {
  const double most = fabs(value);
  sentence s = sentence_in(text, size);
  if (!isfinite(value)) {
    sentence_add(&s, "unknown");
    return text;
  }
  if (most == 0 || (most >= 1e-3 && most < 1e5)) {
    sentence_add(&s, "%.4g", value);
    return text;
  }
  const int exponent = (int)floor(log10(most) + 1e-9);
  const double digits = value / pow(10, exponent);
  if (fabs(digits - 1) > 1e-6)
    sentence_add(&s, "%.3g·", digits);
  add_power(&s, exponent);
  return text;
}

const char *unit_power(int exponent, char *text, size_t size) {
  sentence s = sentence_in(text, size);
  add_power(&s, exponent);
  return text;
}

const char *unit_text_like(double value, double like, const char *unit, char *text, size_t size) {
  char number[48];
  sentence s = sentence_in(text, size);
  const int step = prefix_of(unit, fabs(like));
  unit_number(value * pow(1000, -step), number, sizeof number);
  sentence_add(&s, "%s %s", number, prefixes[step + NO_PREFIX]);
  add_unit(&s, unit);
  return text;
}

const char *unit_text(double value, const char *unit, char *text, size_t size) {
  return unit_text_like(value, value, unit, text, size);
}

const char *unit_times(double from, double to, char *text, size_t size) {
  char ends[2][48];
  sentence s = sentence_in(text, size);
  sentence_add(&s, "from %s to %s", unit_text_like(from, to, "s", ends[0], sizeof ends[0]),
               unit_text(to, "s", ends[1], sizeof ends[1]));
  return text;
}

const char *unit_time(double time, char *text, size_t size) {
  return unit_text(fabs(time) < 1e-14 ? 0 : time, "s", text, size);
}
