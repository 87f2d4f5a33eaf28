// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes: editing by path, writing and reading back, memory.

#include "support.h"

static void values_come_back_as_they_were_set(void **state) {
  (void)state;
  carom_scene *s = carom_scene_new(NULL);
  rig_set(s, "bodies.a.type", "mass");
  rig_set(s, "bodies.a.mass", "0.25");
  assert_string_equal(carom_scene_get(s, "bodies.a.mass"), "0.25");
  rig_set(s, "bodies.a.mass", "0.5");
  assert_string_equal(carom_scene_get(s, "bodies.a.mass"), "0.5");
  assert_string_equal(carom_scene_get(s, "rate"), "44100"); // the default
  assert_null(carom_scene_get(s, "bodies.a.length"));
  assert_null(carom_scene_get(s, "bodies.b.mass"));
  carom_scene_free(s);
}

static void a_number_set_as_a_number_keeps_all_its_digits(void **state) {
  (void)state;
  carom_scene *s = carom_scene_new(NULL);
  rig_set_number(s, "rate", 44100.0 / 7);
  assert_near(strtod(carom_scene_get(s, "rate"), NULL), 44100.0 / 7, 0);
  carom_scene_free(s);
}

static void items_keep_the_order_of_their_first_mention(void **state) {
  (void)state;
  carom_scene *s = carom_scene_new(NULL);
  char path[32];
  for (int i = 0; i < 100; ++i) {
    snprintf(path, sizeof path, "bodies.m%d.type", 99 - i);
    rig_set(s, path, "mass");
  }
  assert_int_equal(carom_scene_count(s, "bodies"), 100);
  assert_string_equal(carom_scene_name(s, "bodies", 0), "m99");
  assert_string_equal(carom_scene_name(s, "bodies", 99), "m0");
  assert_null(carom_scene_name(s, "bodies", 100));
  carom_error error;
  assert_int_equal(carom_scene_remove(s, "bodies.m98", &error), CAROM_OK);
  assert_int_equal(carom_scene_count(s, "bodies"), 99);
  assert_string_equal(carom_scene_name(s, "bodies", 1), "m97");
  assert_string_equal(carom_scene_get(s, "bodies.m97.type"), "mass");
  assert_int_equal(carom_scene_remove(s, "bodies.m97.type", &error), CAROM_OK);
  assert_null(carom_scene_get(s, "bodies.m97.type"));
  assert_int_equal(carom_scene_remove(s, "bodies.gone", &error), CAROM_BAD_REFERENCE);
  carom_scene_free(s);
}

static void a_misspelt_key_is_answered_with_the_nearest_one(void **state) {
  (void)state;
  carom_scene *s = carom_scene_new(NULL);
  carom_error error;
  rig_set(s, "bodies.s.type", "string");
  assert_int_equal(carom_scene_set(s, "bodies.s.tenson", "1", &error), CAROM_UNKNOWN_KEY);
  assert_non_null(strstr(error.text, "bodies.s.tenson: unknown key; did you mean 'tension'?"));
  carom_scene_free(s);
}

static bool collect(void *user, const char *text, size_t length) {
  strncat(user, text, length);
  return true;
}

// Every built-in scene written out and read again gives the same text and the same motion.
static void a_scene_written_is_the_scene_read(void **state) {
  (void)state;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    static char first[1 << 16];
    static char second[1 << 16];
    first[0] = second[0] = '\0';
    carom_scene *s = scene_of(carom_builtin_name(i));
    assert_true(carom_scene_write(s, collect, first));
    rig a = rig_of(s);
    rig b = rig_of(scene_of(first));
    assert_true(carom_scene_write(b.scene, collect, second));
    assert_string_equal(first, second);
    rig_steps(&a, 50);
    rig_steps(&b, 50);
    assert_near(carom_output(a.model, a.state, 0), carom_output(b.model, b.state, 0), 0);
    rig_free(&a);
    rig_free(&b);
  }
}

static void every_key_has_help_and_a_default_it_accepts(void **state) {
  (void)state;
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    assert_true(strlen(k->help) > 5);
    assert_true(strlen(k->kind) > 3);
    if (k->standard[0] == '\0')
      continue;
    char path[128];
    carom_error error;
    carom_scene *s = carom_scene_new(NULL);
    snprintf(path, sizeof path, "%s%s%s", k->section, k->section[0] != '\0' ? ".x." : "", k->name);
    if (carom_scene_set(s, path, k->standard, &error) != CAROM_OK)
      fail_msg("%s", error.text);
    carom_scene_free(s);
  }
}

typedef struct {
  int left; // allocations that still succeed
  long long bytes;
} meagre;

static void *meagre_resize(void *user, void *block, size_t old_size, size_t new_size) {
  meagre *m = user;
  const carom_memory heap = carom_memory_heap();
  if (new_size > old_size && m->left-- <= 0)
    return NULL;
  void *moved = heap.resize(heap.user, block, old_size, new_size);
  if (moved != NULL || new_size == 0)
    m->bytes += (long long)new_size - (long long)(block != NULL ? old_size : 0);
  return moved;
}

static const char *const small_scene[][2] = {
    {"carom", "1"},
    {"bodies.s.type", "string"},
    {"bodies.s.length", "1"},
    {"bodies.s.linear_density", "0.006"},
    {"bodies.s.tension", "[[0, 100], [1, 90]]"},
    {"bodies.s.points", "20"},
    {"bodies.s.start.shape", "table"},
    {"bodies.s.start.values", "[0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0]"},
    {"bodies.m.type", "mass"},
    {"bodies.m.mass", "0.01"},
    {"contacts.c.type", "collision"},
    {"contacts.c.below", "m"},
    {"contacts.c.above", "s@0.3"},
    {"contacts.c.stiffness", "1e6"},
    {"contacts.d.type", "spring"},
    {"contacts.d.below", "m"},
    {"contacts.d.above", "s@0.3"},
    {"contacts.d.linear", "1e3"},
    {"outputs.o.of", "s@0.5"},
};

// Each allocation fails in turn; the status says so and every byte comes back.
static void allocation_failures_leave_no_trace(void **state) {
  (void)state;
  bool finished = false;
  for (int allowed = 0; !finished; ++allowed) {
    assert_true(allowed < 1000);
    meagre m = {.left = allowed};
    const carom_memory memory = {.user = &m, .resize = meagre_resize};
    carom_scene *scene = carom_scene_new(&memory);
    carom_model *model = NULL;
    carom_state *run = NULL;
    carom_error error = {.status = CAROM_OK};
    carom_status status = scene != NULL ? CAROM_OK : CAROM_NO_MEMORY;
    for (size_t i = 0; status == CAROM_OK && i < sizeof small_scene / sizeof small_scene[0]; ++i)
      status = carom_scene_set(scene, small_scene[i][0], small_scene[i][1], &error);
    if (status == CAROM_OK)
      status =
          (model = carom_model_compile(scene, &memory, &error)) != NULL ? CAROM_OK : error.status;
    if (status == CAROM_OK)
      run = carom_state_new(model, &memory);
    finished = run != NULL;
    if (status != CAROM_OK)
      assert_int_equal(status, CAROM_NO_MEMORY);
    carom_state_free(run);
    carom_model_free(model);
    carom_scene_free(scene);
    assert_int_equal(m.bytes, 0);
  }
}

static void a_scene_fits_into_memory_the_caller_supplies(void **state) {
  (void)state;
  static unsigned char bytes[200000];
  carom_buffer buffer;
  const carom_memory memory = carom_memory_buffer(&buffer, bytes + 3, sizeof bytes - 3);
  carom_error error;
  carom_scene *scene = carom_scene_new(&memory);
  for (size_t i = 0; i < sizeof small_scene / sizeof small_scene[0]; ++i)
    assert_int_equal(carom_scene_set(scene, small_scene[i][0], small_scene[i][1], &error),
                     CAROM_OK);
  carom_model *model = NULL;
  assert_non_null(model = carom_model_compile(scene, &memory, &error));
  carom_state *run = carom_state_new(model, &memory);
  assert_non_null(run);
  assert_int_equal(carom_process(model, run, 1000, NULL), CAROM_OK);
  assert_at_most(carom_state_ledger(run).largest_balance_error, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_come_back_as_they_were_set),
      cmocka_unit_test(a_number_set_as_a_number_keeps_all_its_digits),
      cmocka_unit_test(items_keep_the_order_of_their_first_mention),
      cmocka_unit_test(a_misspelt_key_is_answered_with_the_nearest_one),
      cmocka_unit_test(a_scene_written_is_the_scene_read),
      cmocka_unit_test(every_key_has_help_and_a_default_it_accepts),
      cmocka_unit_test(allocation_failures_leave_no_trace),
      cmocka_unit_test(a_scene_fits_into_memory_the_caller_supplies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
