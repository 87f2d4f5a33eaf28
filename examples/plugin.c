// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plucked string as a plugin: three functions for a host, which calls string_process() from its
// audio thread. Nothing is allocated there; the pitch is a live key, looked up once.
//
//   cc -shared -fPIC -o string.so plugin.c $(pkg-config --cflags --libs carom)

#include <carom/carom.h>
#include <stdlib.h>

typedef struct {
  carom_model *model;
  carom_state *state;
  int pitch; // index of the live key
} string;

string *string_init(double rate, carom_error *error);
void string_process(string *s, double pitch, float *out, int count);
void string_free(string *s);

static const char *const values[][2] = {{"carom", "1"},
                                        {"bodies.string.type", "string"},
                                        {"bodies.string.length", "0.65"},
                                        {"bodies.string.density", "7850"},
                                        {"bodies.string.radius", "4e-4"},
                                        {"bodies.string.pitch", "147"},
                                        {"bodies.string.points", "120"}, // room to bend upwards
                                        {"bodies.string.sigma0", "0.8"},
                                        {"bodies.string.sigma1", "5e-3"},
                                        {"bodies.string.start.shape", "pluck"},
                                        {"bodies.string.start.at", "0.2"},
                                        {"outputs.bridge.of", "string@0.95"},
                                        {"outputs.bridge.quantity", "velocity"}};

string *string_init(double rate, carom_error *error) {
  string *s = calloc(1, sizeof *s);
  carom_scene *scene = carom_scene_new(NULL);
  bool good =
      s != NULL && scene != NULL && carom_scene_set_number(scene, "rate", rate, error) == CAROM_OK;
  for (size_t i = 0; good && i < sizeof values / sizeof values[0]; ++i)
    good = carom_scene_set(scene, values[i][0], values[i][1], error) == CAROM_OK;
  good = good && (s->model = carom_model_compile(scene, NULL, error)) != NULL &&
         (s->state = carom_state_new(s->model, NULL)) != NULL;
  carom_scene_free(scene);
  if (!good) {
    string_free(s);
    return NULL;
  }
  s->pitch = carom_model_find_live(s->model, "bodies.string.pitch");
  return s;
}

void string_process(string *s, double pitch, float *out, int count) {
  double block[64];
  carom_state_set(s->model, s->state, s->pitch, pitch); // refused where the grid cannot follow
  for (int done = 0, n = 0; done < count; done += n) {
    n = count - done < 64 ? count - done : 64;
    carom_process(s->model, s->state, n, block);
    for (int i = 0; i < n; ++i)
      out[done + i] = (float)block[i];
  }
}

void string_free(string *s) {
  if (s != NULL) {
    carom_state_free(s->state);
    carom_model_free(s->model);
  }
  free(s);
}
