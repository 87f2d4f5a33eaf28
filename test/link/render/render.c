// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The core on another machine: writes the outputs of a scene in JSON over its whole duration, as
// doubles, and the largest error of the ledger.
//
//   render SCENE > SAMPLES 2> BALANCE

#include "../scene_file.h"
#include <stdlib.h>

int main(int count, char **arguments) {
  carom_error error = {.text = "render SCENE > SAMPLES 2> BALANCE"};
  carom_model *model = count == 2 ? model_from_file(arguments[1], &error) : NULL;
  if (model == NULL) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  const carom_model_info info = carom_model_describe(model);
  const size_t samples = (size_t)(info.duration * info.rate + 0.5) + 1;
  const size_t size = samples * (size_t)info.oversample * (size_t)info.outputs;
  double *values = calloc(size, sizeof *values);
  carom_state *state = carom_state_new(model, NULL);
  if (values == NULL || state == NULL ||
      carom_process(model, state, (int)samples, values) != CAROM_OK ||
      fwrite(values, sizeof *values, size, stdout) != size)
    return 2;
  fprintf(stderr, "%g\n", carom_state_ledger(state).largest_balance_error);
  free(values);
  carom_state_free(state);
  carom_model_free(model);
  return 0;
}
