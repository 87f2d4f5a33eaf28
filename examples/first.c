// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Loads a scene, steps it and reads an output: the height of a mass while it bounces off a wall.
//
//   cc first.c $(pkg-config --cflags --libs carom-file)

#include <carom/file.h>
#include <stdio.h>

int main(int count, char **arguments) {
  carom_error error;
  carom_scene *scene = carom_scene_new(NULL);
  carom_model *model = NULL;
  if (scene == NULL ||
      carom_scene_load(scene, count > 1 ? arguments[1] : "-", &error) != CAROM_OK ||
      (model = carom_model_compile(scene, NULL, &error)) == NULL) {
    fprintf(stderr, "%s\n", error.text);
    carom_scene_free(scene);
    return 1;
  }
  carom_state *state = carom_state_new(model, NULL);
  if (state == NULL)
    return 2;

  const carom_output_info output = carom_model_output(model, 0);
  for (int n = 0; n < 1000; ++n) {
    carom_step(model, state);
    if (n % 100 == 0)
      printf("%s at sample %d: %.9f %s\n", output.name, n, carom_output(model, state, 0),
             output.unit);
  }
  const carom_ledger ledger = carom_state_ledger(state);
  printf("largest relative error of the energy balance: %.1e\n", ledger.largest_balance_error);

  carom_state_free(state);
  carom_model_free(model);
  carom_scene_free(scene);
  return 0;
}
