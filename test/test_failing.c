// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Memory that runs out anywhere between reading a scene and drawing its pictures: every allocation
// of ours fails in turn, the caller is told, and no half file is left.

#include "support.h"
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static long long left = -1; // allocations that still succeed; -1 is all
static bool just_one;       // fails, and those behind it succeed

static bool refuse(void) {
  if (left > 0)
    --left;
  const bool fails = left == 0;
  if (fails)
    errno = ENOMEM; // as the real ones do
  if (fails && just_one)
    left = -2;
  return fails;
}

void *__wrap_malloc(size_t size) {
  return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
  return refuse() ? NULL : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return refuse() ? NULL : __real_aligned_alloc(alignment, size);
}

static const char *const text =
    "{carom: 1, duration: 0.03, bodies: {s: {type: string, length: 1, linear_density: 0.01, "
    "tension: 100, "
    "points: 20, start: {shape: pluck}}, p: {type: plate, size: [0.4, 0.3], thickness: 1e-3, "
    "density: 2000, "
    "youngs: 1e9, points: [8, 6]}}, contacts: {c: {type: collision, below: p@0.5:0.5, above: "
    "s@0.3, "
    "stiffness: 1e6}}, outputs: {u: {of: s@0.5, audio: true}, F: {of: c, quantity: force}}}";

static carom_status everything(const char *directory) {
  carom_error error = {.status = CAROM_OK};
  carom_model *model = NULL;
  carom_run_report report;
  carom_scene *scene = carom_scene_new(NULL);
  carom_status status =
      scene != NULL ? carom_scene_parse(scene, "x", text, strlen(text), &error) : CAROM_NO_MEMORY;
  if (status == CAROM_OK)
    status = (model = carom_model_compile(scene, NULL, &error)) != NULL ? CAROM_OK : error.status;
  carom_run_options options = carom_run_options_default();
  options.directory = directory;
  options.wav = options.csv = options.npy = options.plot = true;
  if (status == CAROM_OK)
    status = carom_run(scene, model, &options, &report, &error);
  carom_model_free(model);
  carom_scene_free(scene);
  return status;
}

// Empties a folder and tells whether it held a half file.
static bool sweep(const char *directory) {
  bool half = false;
  DIR *folder = opendir(directory);
  for (struct dirent *entry = NULL; folder != NULL && (entry = readdir(folder)) != NULL;) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    half = half || strstr(entry->d_name, ".part") != NULL;
    unlink(path);
  }
  if (folder != NULL)
    closedir(folder);
  return half;
}

static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  char directory[FOLDER_ROOM];
  make_test_folder(directory);
  int failures = 0;
  for (long long n = 1;; ++n) {
    left = n;
    const carom_status status = everything(directory);
    const bool used_up = left == 0;
    left = -1;
    assert_false(sweep(directory));
    if (!used_up) {
      assert_int_equal(status, CAROM_OK);
      break;
    }
    failures += status != CAROM_OK;
    assert_true(n < 5000);
  }
  assert_true(failures > 100);
  assert_int_equal(rmdir(directory), 0);
}

// A number for what all pictures of a folder hold.
static unsigned long long picture_sum(const char *directory) {
  static const char *const names[] = {"energy", "waveform", "spectrogram", "contacts", "shapes"};
  unsigned long long sum = 1;
  for (int i = 0; i < 5; ++i) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.svg", directory, names[i]);
    FILE *file = fopen(path, "r");
    for (int c = file != NULL ? fgetc(file) : EOF; c != EOF; c = fgetc(file))
      sum = sum * 31 + (unsigned)c;
    if (file != NULL)
      fclose(file);
  }
  return sum;
}

// The same for one allocation that fails among others that succeed.
static void one_that_fails_is_told_or_does_not_matter(void **state) {
  (void)state;
  char directory[FOLDER_ROOM];
  make_test_folder(directory);
  assert_int_equal(everything(directory), CAROM_OK);
  const unsigned long long whole = picture_sum(directory);
  int failures = 0;
  just_one = true;
  bool reached = true;
  for (long long n = 1; reached; ++n) {
    sweep(directory);
    left = n;
    const carom_status status = everything(directory);
    reached = left == -2;
    left = -1;
    failures += status != CAROM_OK;
    if (status == CAROM_OK)
      assert_true(picture_sum(directory) == whole);
    assert_true(n < 5000);
  }
  just_one = false;
  assert_true(failures > 100);
  sweep(directory);
  assert_int_equal(rmdir(directory), 0);
}

// Either the pictures are those that they should be, or it is told.
static void memory_that_runs_out_while_drawing_is_told(void **state) {
  (void)state;
  char directory[FOLDER_ROOM];
  make_test_folder(directory);
  assert_int_equal(everything(directory), CAROM_OK);
  const unsigned long long whole = picture_sum(directory);
  int failures = 0;
  bool used_up = true;
  for (long long n = 1; used_up; ++n) {
    carom_error error = {.status = CAROM_OK};
    left = n;
    const carom_status status = carom_plot(directory, &error);
    used_up = left == 0;
    left = -1;
    if (status == CAROM_OK) {
      assert_true(picture_sum(directory) == whole);
    } else {
      assert_int_equal(status, CAROM_NO_MEMORY);
      assert_non_null(strstr(error.text, "out of memory"));
      ++failures;
    }
    assert_true(n < 5000);
  }
  assert_true(failures > 5);
  sweep(directory);
  assert_int_equal(rmdir(directory), 0);
}

static carom_status comparison(const char *directory) {
  static const double rates[] = {8000, 12000, 16000};
  static const char *const schemes[] = {"positive", "exact"};
  carom_error error = {.status = CAROM_OK};
  carom_compare_report report;
  carom_scene *scene = carom_scene_new(NULL);
  const carom_compare_options options = {.size = sizeof options,
                                         .directory = directory,
                                         .schemes = schemes,
                                         .scheme_count = 2,
                                         .rates = rates,
                                         .rate_count = 3,
                                         .workers = 1};
  carom_status status =
      scene != NULL ? carom_scene_parse(scene, "x", text, strlen(text), &error) : CAROM_NO_MEMORY;
  if (status == CAROM_OK)
    status = carom_compare(scene, &options, &report, &error);
  carom_scene_free(scene);
  return status;
}

// What has no memory is told, or is a row that says so; no half file is left.
static void memory_may_run_out_in_a_comparison(void **state) {
  (void)state;
  char directory[FOLDER_ROOM];
  char parts[64];
  make_test_folder(directory);
  snprintf(parts, sizeof parts, "%s/parts", directory);
  int failures = 0;
  carom_status status = CAROM_NO_MEMORY;
  bool used_up = true;
  for (long long n = 1; used_up; n += n < 200 ? 1 : 7) {
    left = n;
    status = comparison(directory);
    used_up = left == 0;
    left = -1;
    assert_false(sweep(parts));
    rmdir(parts);
    assert_false(sweep(directory));
    failures += status != CAROM_OK;
    assert_true(n < 50000);
  }
  assert_int_equal(status, CAROM_OK);
  assert_true(failures > 50);
  assert_int_equal(rmdir(directory), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere),
                                     cmocka_unit_test(one_that_fails_is_told_or_does_not_matter),
                                     cmocka_unit_test(memory_that_runs_out_while_drawing_is_told),
                                     cmocka_unit_test(memory_may_run_out_in_a_comparison)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
