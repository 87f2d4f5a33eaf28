// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Writing a bundle of a scene.

#ifndef CAROM_LV2_BUNDLE_H
#define CAROM_LV2_BUNDLE_H

#include <carom/file.h>
#include <stdio.h>

typedef struct {
  const carom_scene *scene; // ready to be played
  const carom_model *model; // of it
  const char *name;         // letters, digits, - and _
  const char *title;
  const char *uri;
  const char *directory; // the bundle is DIRECTORY/NAME.lv2
  const char *plugin;    // file to copy
} bundle;

/// Writes the bundle; on failure the error says which file.
carom_status bundle_write(const bundle *b, carom_error *error);

/// ttl.c: the files that describe it.
void ttl_write_manifest(FILE *file, const bundle *b);
void ttl_write_plugin(FILE *file, const bundle *b);
void ttl_write_presets(FILE *file, const bundle *b);

#endif
