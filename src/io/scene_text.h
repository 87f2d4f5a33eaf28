// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A scene as JSON in a file.

#ifndef CAROM_SCENE_TEXT_H
#define CAROM_SCENE_TEXT_H

#include <carom/scene.h>
#include <stdio.h>

/// Writes a scene as JSON; false if the file cannot be written.
bool scene_text_write(const carom_scene *scene, FILE *file);

#endif
