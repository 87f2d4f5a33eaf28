// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Note names in a scene have the pitches of its tuning: play.a4, play.tuning and play.tonic. When
// one of these changes, values written as names follow, in whatever order a file gives them.

#include "scene/scene.h"
#include "scene/words.h"

void scene_retune(carom_scene *s) {
  const item *top = &s->items[0];
  s->notes = (pitch_scale){.a4 = item_number(top, "play.a4"),
                           .just = item_choice(top, "play.tuning") == TUNING_JUST,
                           .tonic = (int)item_number(top, "play.tonic")};
  for (int i = 0; i < s->item_count; ++i)
    for (int j = 0; j < s->items[i].count; ++j)
      value_retune(&s->items[i].entries[j].value, &s->notes);
}
