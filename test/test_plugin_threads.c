// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// A plugin while several threads use it: what is saved after restoring is what was restored,
// whoever restores at the same time, and in the end it tells what is heard.

#include "play_rig.h"

#include <carom/plugin.h>
#include <pthread.h>
#include <stdatomic.h>

enum { RESTORERS = 2, PARAMETERS = 100, TEXT = 40000 };

static carom_plugin *plugin;
static atomic_bool over;
static atomic_int wrong, compared;
static atomic_int turns[RESTORERS];

static void *render(void *user) {
  static float l[64], r[64];
  (void)user;
  while (!atomic_load(&over)) {
    (void)carom_plugin_begin(plugin);
    carom_plugin_render(plugin, 64, l, r);
  }
  return NULL;
}

// Values of all parameters, the same for all.
static void write_values(double value, char *text) {
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof bits);
  for (int i = 0; i < PARAMETERS; ++i)
    text += sprintf(text, "k%d %016llx\n", i, bits);
}

// Restores and saves at once; compared only where no other thread restored meanwhile.
static void *restore(void *user) {
  const int number = (int)(intptr_t)user;
  const int count = slow_build() ? 1000 : 20000;
  char *text = malloc(TEXT), *saved = malloc(TEXT), *values = malloc(TEXT);
  for (int n = 0; n < count; ++n) {
    write_values(1 + (n * RESTORERS + number) % 99, values);
    snprintf(text, TEXT, "carom 1 scene 0\n%s", values);
    const int before = atomic_load(&turns[1 - number]);
    atomic_fetch_add(&turns[number], 1);
    if (carom_plugin_restore(plugin, text, NULL) != CAROM_OK)
      atomic_fetch_add(&wrong, 1);
    carom_plugin_save(plugin, saved);
    atomic_fetch_add(&turns[number], 1);
    const int now = atomic_load(&turns[1 - number]);
    if (before == now && now % 2 == 0) {
      atomic_fetch_add(&compared, 1);
      atomic_fetch_add(&wrong, strstr(saved, values) == NULL);
    }
  }
  free(text);
  free(saved);
  free(values);
  return NULL;
}

static carom_scene *scene_of_many_controls(void) {
  char *text = malloc(TEXT);
  char *end = text + sprintf(text, "{carom: 1, bodies: {");
  for (int i = 0; i < PARAMETERS; ++i)
    end += sprintf(end, "m%d: {type: mass, mass: 1, frequency: 9, damping: 2}, ", i);
  end += sprintf(end, "}, outputs: {o: {of: m0, audio: true, gain: 1}}, controls: {");
  for (int i = 0; i < PARAMETERS; ++i)
    end += sprintf(end, "k%d: {key: bodies.m%d.damping, from: 0, to: 100}, ", i, i);
  sprintf(end, "}}");
  carom_scene *scene = scene_of(text);
  free(text);
  return scene;
}

static void what_was_restored_is_saved_while_it_plays(void **state) {
  (void)state;
  carom_scene *scene = scene_of_many_controls();
  plugin = carom_plugin_new(scene, NULL, NULL, NULL);
  carom_scene_free(scene);
  assert_in_range(carom_plugin_saved_size(plugin), 1, TEXT);
  pthread_t player, others[RESTORERS];
  assert_int_equal(pthread_create(&player, NULL, render, NULL), 0);
  for (intptr_t i = 0; i < RESTORERS; ++i)
    assert_int_equal(pthread_create(&others[i], NULL, restore, (void *)i), 0);
  for (int i = 0; i < RESTORERS; ++i)
    assert_int_equal(pthread_join(others[i], NULL), 0);
  atomic_store(&over, true);
  assert_int_equal(pthread_join(player, NULL), 0);
  print_message("%d texts compared\n", atomic_load(&compared));
  assert_true(atomic_load(&compared) > 0);
  assert_int_equal(atomic_load(&wrong), 0);
  // Afterwards it tells what is heard.
  for (int i = 0; i < carom_plugin_parameters(plugin); ++i) {
    const carom_parameter p = carom_plugin_parameter(plugin, i);
    if (p.triggers)
      continue;
    (void)carom_plugin_begin(plugin);
    assert_int_equal(carom_plugin_set(plugin, i, (p.low + p.high) / 2, 0), CAROM_OK);
    carom_plugin_render(plugin, 64, left, right);
    assert_near(carom_plugin_get(plugin, i), (p.low + p.high) / 2, 0);
  }
  carom_plugin_free(plugin);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_was_restored_is_saved_while_it_plays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
