// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// One model in two threads, each with a state of its own that it makes, steps, bends, saves and
// reads: they sound the same, and the thread sanitizer sees no race.
//
//   threads SCENE

#include "../scene_file.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, BLOCKS = 100, OUTPUTS_MOST = 16 };

typedef struct {
  const carom_model *model;
  double sum[OUTPUTS_MOST]; // of each output's squares
  bool good;
} player;

static void play(player *p, carom_state *state, void *saved) {
  const carom_model *model = p->model;
  const int outputs = carom_model_describe(model).outputs;
  const int pitch = carom_model_find_live(model, "bodies.string.pitch");
  double block[BLOCK * OUTPUTS_MOST];
  p->good = outputs <= OUTPUTS_MOST;
  for (int n = 0; n < BLOCKS && p->good; ++n) {
    carom_state_set(model, state, pitch, carom_model_live(model, pitch).start * (1 - 1e-3 * n));
    p->good = carom_process(model, state, BLOCK, block) == CAROM_OK;
    for (int i = 0; i < BLOCK * outputs; ++i)
      p->sum[i % outputs] += block[i] * block[i];
    for (carom_impact event; carom_state_next_impact(model, state, &event);)
      p->sum[0] += event.impulse;
    carom_state_save(model, state, saved);
    p->good = p->good && carom_state_restore(model, state, saved) == CAROM_OK;
  }
  p->good = p->good && carom_state_ledger(state).largest_balance_error < 1e-9;
}

static void *run(void *argument) {
  player *p = argument;
  carom_state *state = carom_state_new(p->model, NULL);
  void *saved = malloc(carom_state_saved_size(p->model));
  if (state != NULL && saved != NULL)
    play(p, state, saved);
  free(saved);
  carom_state_free(state);
  return NULL;
}

int main(int count, char **arguments) {
  carom_error error = {.text = "threads SCENE"};
  carom_model *model = count == 2 ? model_from_file(arguments[1], &error) : NULL;
  if (model == NULL) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  player players[2] = {{.model = model}, {.model = model}};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    if (pthread_create(&threads[i], NULL, run, &players[i]) != 0)
      return 2;
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  carom_model_free(model);
  const bool same = memcmp(players[0].sum, players[1].sum, sizeof players[0].sum) == 0;
  const bool good = same && players[0].good && players[1].good && players[0].sum[0] > 0;
  printf("two threads, one model: %s\n", good ? "the same sound" : "DIFFERENT or failed");
  return good ? 0 : 3;
}
