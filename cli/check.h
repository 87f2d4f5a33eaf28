// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Parts of carom check.

#ifndef CAROM_CHECK_H
#define CAROM_CHECK_H

#include <carom/file.h>

/// No trial takes longer than this, s of the processor; what is left out is told.
static const double longest_trial = 1;

/// Prints the first modes of a string, bar or plate, by how many cents its grid is off, and what
/// would mend that; nothing of other bodies.
void print_modes(const carom_model *model, int body);

enum { FAMILY_NAME = 80 };

/// Prints the family that a body or contact is the first member of, in one line; how many members
/// that are, 0 if there is no such family (check_families.c).
int print_body_family(const carom_scene *scene, const carom_model *model, int first);
int print_contact_family(const carom_scene *scene, const carom_model *model, int first);

/// Whether a live key is a member's, for whom that of the family stands.
bool live_is_of_family(const carom_scene *scene, const char *path);

#endif
