// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Items of a scene for those who add and remove them: scene.c, which keeps their table, and
// scene_remove.c.

#ifndef CAROM_SCENE_ITEMS_H
#define CAROM_SCENE_ITEMS_H

#include "scene/path.h"
#include "scene/scene.h"

/// A new item, or NULL if memory is out.
item *scene_add_item(carom_scene *s, section in, const char *name, size_t length);

void scene_free_entry(carom_scene *s, entry *e);
void scene_free_item(carom_scene *s, item *it);

/// Finds items anew, after some have gone.
void scene_refill_table(carom_scene *s);

/// Has names of notes follow the tuning, where that changes.
void scene_path_changed(carom_scene *s, const scene_path *at);

/// Whether a path names a member of a family that the scene has.
bool scene_has_member(const carom_scene *s, const scene_path *at);

/// A family goes without a member; what was said of it is forgotten.
carom_status scene_leave_out(carom_scene *s, const char *path, const scene_path *at,
                             carom_error *error);

#endif
