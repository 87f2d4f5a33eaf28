// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Paths of values.

#include "scene/path.h"

#include <string.h>

scene_path path_split(const char *path) {
  const size_t first = strcspn(path, ".");
  const int in = section_find(path, first);
  if (in < 0)
    return (scene_path){.in = SECTION_TOP, .name = "", .key = path};
  const char *name = path[first] == '.' ? path + first + 1 : path + first;
  const size_t length = strcspn(name, ".");
  return (scene_path){.in = (section)in,
                      .name = name,
                      .name_length = length,
                      .key = name[length] == '.' ? name + length + 1 : name + length};
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Sections whose items may be families.
static bool has_families(section in) {
  return in == SECTION_BODIES || in == SECTION_CONTACTS || in == SECTION_FORCES ||
         in == SECTION_OUTPUTS || in == SECTION_SNAPSHOTS;
}

bool path_is_family(const char *name, size_t length) {
  return length > 1 && name[length - 1] == '*';
}

bool path_good_name(section in, const char *name, size_t length) {
  const bool numbered = in == SECTION_SCORE && length > 0 && is_digit(name[0]);
  if (has_families(in) && path_is_family(name, length))
    return length + MEMBER_DIGITS <= NAME_LONGEST && !is_digit(name[length - 2]) &&
           path_good_name(in, name, length - 1);
  if (length == 0 || length > NAME_LONGEST || !(numbered || is_letter(name[0])))
    return false;
  for (size_t i = 1; i < length; ++i)
    if (!is_digit(name[i]) && (numbered || (!is_letter(name[i]) && name[i] != '-')))
      return false;
  return true;
}
