// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Builds a scene by path in memory of its own, as a plugin or a game would, and changes a live key
// while it runs. Only the core library is used; nothing is allocated.
//
//   cc by_path.c $(pkg-config --cflags --libs carom)

#include <carom/carom.h>
#include <stdio.h>

static unsigned char memory[1 << 18];

int main(void) {
  static const char *const scene_text[][2] = {{"carom", "1"},
                                              {"bodies.string.type", "string"},
                                              {"bodies.string.length", "0.65"},
                                              {"bodies.string.density", "7850"},
                                              {"bodies.string.radius", "4e-4"},
                                              {"bodies.string.pitch", "147"},
                                              {"bodies.string.sigma0", "0.6"},
                                              {"bodies.string.start.shape", "pluck"},
                                              {"bodies.string.start.at", "0.3"},
                                              {"bodies.fret.type", "barrier"},
                                              {"bodies.fret.position", "-1e-4"},
                                              {"contacts.buzz.type", "collision"},
                                              {"contacts.buzz.below", "fret"},
                                              {"contacts.buzz.above", "string@0.1"},
                                              {"contacts.buzz.stiffness", "1e8"},
                                              {"outputs.bridge.of", "string@0.9"},
                                              {"outputs.bridge.quantity", "velocity"}};
  carom_buffer buffer;
  const carom_memory mine = carom_memory_buffer(&buffer, memory, sizeof memory);
  carom_error error = {.text = "out of memory"};
  carom_scene *scene = carom_scene_new(&mine);
  carom_model *model = NULL;
  for (size_t i = 0; scene != NULL && i < sizeof scene_text / sizeof scene_text[0]; ++i)
    if (carom_scene_set(scene, scene_text[i][0], scene_text[i][1], &error) != CAROM_OK) {
      fprintf(stderr, "%s\n", error.text);
      return 1;
    }
  carom_state *state = NULL;
  if (scene != NULL && (model = carom_model_compile(scene, &mine, &error)) != NULL)
    state = carom_state_new(model, &mine);
  if (state == NULL) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }

  const int tension = carom_model_find_live(model, "bodies.string.tension");
  const double start = carom_state_get(model, state, tension);
  double block[64];
  for (int n = 0; n < 200; ++n) { // a slow bend, half a tone down
    carom_state_set(model, state, tension, start * (1 - 0.11 * n / 200));
    carom_process(model, state, 64, block);
    if (n % 40 == 0)
      printf("bridge velocity %+.6f m/s\n", block[0]);
  }
  printf("balance error %.1e, %zu of %zu bytes used\n",
         carom_state_ledger(state).largest_balance_error, buffer.used, sizeof memory);
  return 0;
}
