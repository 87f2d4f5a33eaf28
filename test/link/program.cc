// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A program in C++: a scene by path, a few samples, and the ledger.

#include <carom/carom.h>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

int main() {
  const std::pair<const char *, const char *> values[] = {{"carom", "1"},
                                                          {"bodies.ball.type", "mass"},
                                                          {"bodies.ball.mass", "0.01"},
                                                          {"bodies.ball.position", "0.01"},
                                                          {"bodies.ball.velocity", "-1"},
                                                          {"bodies.floor.type", "barrier"},
                                                          {"contacts.bounce.type", "collision"},
                                                          {"contacts.bounce.below", "floor"},
                                                          {"contacts.bounce.above", "ball"},
                                                          {"contacts.bounce.stiffness", "1e6"},
                                                          {"outputs.speed.of", "ball"},
                                                          {"outputs.speed.quantity", "velocity"}};
  carom_error error{};
  const std::unique_ptr<carom_scene, decltype(&carom_scene_free)> scene(carom_scene_new(nullptr),
                                                                        carom_scene_free);
  for (const auto &[path, value] : values)
    if (carom_scene_set(scene.get(), path, value, &error) != CAROM_OK)
      return std::puts(error.text), 1;
  const std::unique_ptr<carom_model, decltype(&carom_model_free)> model(
      carom_model_compile(scene.get(), nullptr, &error), carom_model_free);
  if (model == nullptr)
    return std::puts(error.text), 1;
  const std::unique_ptr<carom_state, decltype(&carom_state_free)> state(
      carom_state_new(model.get(), nullptr), carom_state_free);
  std::vector<double> speed(1000);
  if (carom_process(model.get(), state.get(), 1000, speed.data()) != CAROM_OK)
    return 2;
  const double off = carom_state_ledger(state.get()).largest_balance_error;
  std::printf("in %g m/s, out %.6f m/s, balance error %.1e\n", speed.front(), speed.back(), off);
  return speed.back() > 0.999 && off < 1e-12 ? 0 : 3;
}
