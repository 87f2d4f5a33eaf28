// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Materials by their names: those of the table and those that a scene makes of them.

#ifndef CAROM_MATERIALS_H
#define CAROM_MATERIALS_H

#include "scene/scene.h"

bool material_is_built_in(const char *name);

/// The item that makes it; NULL where the scene has none of that name.
const item *material_item(const carom_scene *scene, const char *name);

/// Its values. False if there is none of that name, or if it is like one that there is not, or like
/// itself.
bool material_find(const carom_scene *scene, const char *name, carom_material *m);

/// Appends the nearest name, if one is near, and all names.
void material_suggest(const carom_scene *scene, const char *name, sentence *out);

#endif
