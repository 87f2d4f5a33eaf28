// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A ball falls on a bar, as in a game: build the scene, compile it once, make a state for each ball
// that falls, and take its sound a frame at a time; its impacts come with it.
//
//   cc game.c $(pkg-config --cflags --libs carom)

#include <carom/carom.h>
#include <stdio.h>

static const char *const values[][2] = {{"carom", "1"},
                                        {"rate", "48000"},
                                        {"gravity", "9.81"},
                                        {"bodies.bar.type", "bar"},
                                        {"bodies.bar.length", "0.4"},
                                        {"bodies.bar.density", "7800"},
                                        {"bodies.bar.width", "0.03"},
                                        {"bodies.bar.thickness", "6e-3"},
                                        {"bodies.bar.youngs", "2e11"},
                                        {"bodies.bar.sigma0", "3"},
                                        {"bodies.ball.type", "mass"},
                                        {"bodies.ball.mass", "0.01"},
                                        {"bodies.ball.position", "0.02"},
                                        {"contacts.hit.type", "collision"},
                                        {"contacts.hit.below", "bar@0.3"},
                                        {"contacts.hit.above", "ball"},
                                        {"contacts.hit.stiffness", "1e8"},
                                        {"contacts.hit.exponent", "1.5"},
                                        {"contacts.hit.damping", "0.3"},
                                        {"outputs.sound.of", "bar@0.7"},
                                        {"outputs.sound.quantity", "velocity"}};

enum { FRAME = 48000 / 60, FRAMES = 30 };

static double sound[FRAMES * FRAME];

int main(void) {
  carom_error error = {.text = "out of memory"};
  carom_scene *scene = carom_scene_new(NULL);
  carom_model *model = NULL;
  bool good = scene != NULL;
  for (size_t i = 0; good && i < sizeof values / sizeof values[0]; ++i)
    good = carom_scene_set(scene, values[i][0], values[i][1], &error) == CAROM_OK;
  good = good && (model = carom_model_compile(scene, NULL, &error)) != NULL;
  carom_state *ball = good ? carom_state_new(model, NULL) : NULL;

  for (int frame = 0; ball != NULL && frame < FRAMES; ++frame) {
    carom_process(model, ball, FRAME, sound + (size_t)(frame * FRAME));
    for (carom_impact hit; carom_state_next_impact(model, ball, &hit);)
      if (hit.peak_force > 20)
        printf("hit at %.3f s with %.2f m/s and %.0f N\n", hit.begin, hit.speed_in, hit.peak_force);
  }

  if (ball == NULL)
    fprintf(stderr, "%s\n", error.text);
  carom_state_free(ball);
  carom_model_free(model);
  carom_scene_free(scene);
  return ball == NULL;
}
