// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes from JSON in the core: what is read, that the reader of scene files reads the same, and in
// whose memory. Mistakes are in test_json_mistakes.c.

#include "readers.h"
#include <dirent.h>

// --- Both readers --------------------------------------------------------------------------------

static void require_same_text(reader *read, const char *text, size_t length, const written *as) {
  carom_scene *scene = read_with(read, text, length);
  written again = write_of(scene);
  assert_string_equal(as->text, again.text);
  free(again.text);
  carom_scene_free(scene);
}

// A state saved under one model is taken by no other.
static void require_same_model(const carom_model *a, const carom_model *b) {
  carom_state *from = carom_state_new(a, NULL);
  carom_state *to = carom_state_new(b, NULL);
  const size_t size = carom_state_saved_size(a);
  assert_int_equal(size, carom_state_saved_size(b));
  void *saved = calloc(1, size);
  carom_step(a, from);
  carom_state_save(a, from, saved);
  assert_int_equal(carom_state_restore(b, to, saved), CAROM_OK);
  free(saved);
  carom_state_free(to);
  carom_state_free(from);
}

// A scene written and read by both is the scene it was, and compiles to the same model.
static void require_read_back(const carom_scene *scene) {
  written w = write_of(scene);
  require_same_text(carom_scene_parse, w.text, w.length, &w);
  require_same_text(carom_scene_parse_json, w.text, w.length, &w);
  carom_model *model = NULL;
  if ((model = carom_model_compile(scene, NULL, NULL)) != NULL) {
    carom_scene *copy = read_with(carom_scene_parse_json, w.text, w.length);
    carom_model *again = NULL;
    assert_non_null(again = carom_model_compile(copy, NULL, NULL));
    require_same_model(model, again);
    carom_model_free(again);
    carom_model_free(model);
    carom_scene_free(copy);
  }
  free(w.text);
}

static void builtin_scenes_written_are_read_by_both(void **state) {
  (void)state;
  assert_true(carom_builtin_count() > 10);
  for (int i = 0; i < carom_builtin_count(); ++i) {
    carom_scene *scene = scene_of(carom_builtin_name(i));
    require_read_back(scene);
    carom_scene_free(scene);
  }
}

static size_t read_file(const char *folder, const char *name, char *text, size_t room) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  const size_t length = fread(text, 1, room, file);
  fclose(file);
  return length;
}

// Every file of the corpora: what both accept gives the same scene, and what one accepts can be
// written and read by both.
static int compare_over(const char *folder) {
  static char text[1 << 16];
  DIR *files = opendir(folder);
  assert_non_null(files);
  int both = 0;
  for (struct dirent *entry = NULL; (entry = readdir(files)) != NULL;) {
    if (entry->d_name[0] == '.')
      continue;
    const size_t length = read_file(folder, entry->d_name, text, sizeof text);
    carom_error error;
    const bool yaml = status_of(carom_scene_parse, text, length, &error) == CAROM_OK;
    const bool json = status_of(carom_scene_parse_json, text, length, &error) == CAROM_OK;
    if (!yaml && !json)
      continue;
    carom_scene *scene = read_with(json ? carom_scene_parse_json : carom_scene_parse, text, length);
    written w = write_of(scene);
    if (yaml && json)
      require_same_text(carom_scene_parse, text, length, &w);
    both += yaml && json;
    require_read_back(scene);
    free(w.text);
    carom_scene_free(scene);
  }
  closedir(files);
  return both;
}

static void both_read_the_same_in_the_corpora(void **state) {
  (void)state;
  compare_over("fuzz/corpus/scene");
  assert_true(compare_over("fuzz/corpus/json") >= 20);
}

// --- What is read --------------------------------------------------------------------------------

static const struct {
  const char *text, *path, *value;
} good[] = {
    {"{}", "title", NULL},
    {" \t\r\n{ \n} ", "title", NULL},
    {"\xEF\xBB\xBF{\"carom\":1}", "carom", "1"}, // a byte order mark
    {"{\"rate\":48000,\"title\":\"x\"}", "rate", "48000"},
    {"{\"rate\":4.8E+4}", "rate", "4.8E+4"}, // as it is written
    {"{\"rate\":\"48000\"}", "rate", "48000"},
    {"{\"gravity\":-0}", "gravity", "-0"},
    {"{\"gravity\":0.000000000000000000000000000000000000000000000000000000000000000000001e70}",
     "gravity", "0.000000000000000000000000000000000000000000000000000000000000000000001e70"},
    {"{\"title\":null}", "title", "null"},
    {"{\"title\":true}", "title", "true"},
    {"{\"title\":\"\"}", "title", ""},
    {"{\"title\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}", "title", "\"\\/\b\f\n\r\t"},
    {"{\"title\":\"\\u0041\\u00e9\\u20AC\\uD83D\\ude00\"}", "title",
     "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"},
    {"{\"title\":\"\xC3\xA9\x7F\"}", "title", "\xC3\xA9\x7F"},
    {"{\"ti\\u0074le\":\"x\"}", "title", "x"},
    {"{\"title\":[ 1 ,\"a\",[null,[ ]]]}", "title", "[1, a, [null, []]]"},
    {"{\"bodies\":{\"m\":{\"type\":\"mass\",\"mass\":1}}}", "bodies.m.mass", "1"},
    {"{\"bodies\":{\"s\":{\"start\":{\"values\":[0,1e-3,0]}}}}", "bodies.s.start.values",
     "[0, 1e-3, 0]"},
    {"{\"bodies\":{\"s\":{\"tension\":[[0,100],[1,90]]}}}", "bodies.s.tension",
     "[[0, 100], [1, 90]]"},
    {"{\"bodies\":{\"s\":{\"ends\":[\"pinned\",\"clamped\"]}}}", "bodies.s.ends",
     "[pinned, clamped]"},
    {"{\"score\":[{\"at\":1},{\"at\":2}]}", "score.2.at", "2"},
    {"{\"score\":{\"3\":{\"at\":1},\"x\":{\"at\":2}}}", "score.x.at", "2"},
    {"{\"score\":[],\"bodies\":{}}", "title", NULL},
    {"{\"outputs\":{\"o\":{\"audio\":true}}}", "outputs.o.audio", "true"},
};

static void documents_are_read(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i) {
    carom_scene *scene = read_with(carom_scene_parse_json, good[i].text, strlen(good[i].text));
    const char *value = carom_scene_get(scene, good[i].path);
    if (good[i].value == NULL)
      assert_null(value);
    else
      assert_string_equal(value, good[i].value);
    written w = write_of(scene);
    require_same_text(carom_scene_parse, good[i].text, strlen(good[i].text), &w);
    free(w.text);
    carom_scene_free(scene);
  }
}

// Every character, as an escape and as itself.
static void every_character_is_read(void **state) {
  (void)state;
  const unsigned long few = slow_build() ? 0x100 : 0x3000;
  for (unsigned long code = 1; code < 0x110000; code += code < few ? 1 : 97) {
    if (code >= 0xD800 && code < 0xE000)
      continue;
    char escaped[64];
    char plain[64];
    char utf8[8] = {0};
    const unsigned long c = code - 0x10000;
    if (code < 0x10000)
      snprintf(escaped, sizeof escaped, "{\"title\":\"<\\u%04lx>\"}", code);
    else
      snprintf(escaped, sizeof escaped, "{\"title\":\"<\\u%04lX\\u%04lX>\"}", 0xD800 + (c >> 10),
               0xDC00 + (c & 0x3FF));
    const int size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = size - 1, shift = 0; i >= 0; --i, shift += 6)
      utf8[i] = (char)(i > 0       ? 0x80 | (code >> shift & 0x3F)
                       : size == 1 ? code
                                   : (0xF00UL >> size & 0xFF) | code >> shift);
    carom_scene *scene = read_with(carom_scene_parse_json, escaped, strlen(escaped));
    snprintf(plain, sizeof plain, "<%s>", utf8);
    assert_string_equal(carom_scene_get(scene, "title"), plain);
    require_read_back(scene);
    carom_scene_free(scene);
  }
}

// --- Memory -------------------------------------------------------------------------------------

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

// Each allocation fails in turn; the status says so and every byte comes back.
static void allocation_failures_leave_no_trace(void **state) {
  (void)state;
  carom_scene *tromba = scene_of("tromba");
  written w = write_of(tromba);
  carom_scene_free(tromba);
  int allowed = 0;
  for (carom_status status = CAROM_NO_MEMORY; status != CAROM_OK; ++allowed) {
    assert_true(allowed < 5000);
    meagre m = {.left = allowed};
    const carom_memory memory = {.user = &m, .resize = meagre_resize};
    carom_scene *scene = carom_scene_new(&memory);
    carom_error error = {.status = CAROM_NO_MEMORY};
    status = scene != NULL ? carom_scene_parse_json(scene, "scene", w.text, w.length, &error)
                           : CAROM_NO_MEMORY;
    if (status != CAROM_OK) {
      assert_int_equal(status, CAROM_NO_MEMORY);
      assert_int_equal(error.status, CAROM_NO_MEMORY);
    }
    carom_scene_free(scene);
    assert_int_equal(m.bytes, 0);
  }
  assert_true(allowed > 100);
  free(w.text);
}

static void a_scene_is_read_into_memory_the_caller_supplies(void **state) {
  (void)state;
  static unsigned char bytes[200000];
  static char text[] =
      "{\"carom\":1,\"bodies\":{\"m\":{\"type\":\"mass\",\"mass\":1,\"velocity\":1}},"
      "\"outputs\":{\"o\":{\"of\":\"m\"}}}";
  carom_buffer buffer;
  const carom_memory memory = carom_memory_buffer(&buffer, bytes, sizeof bytes);
  carom_scene *scene = carom_scene_new(&memory);
  carom_error error;
  assert_int_equal(carom_scene_parse_json(scene, "x", text, sizeof text - 1, &error), CAROM_OK);
  carom_model *model = NULL;
  assert_non_null(model = carom_model_compile(scene, &memory, &error));
  carom_state *run = carom_state_new(model, &memory);
  assert_non_null(run);
  carom_step(model, run);
}

// --- Built-in scenes and what is like them
// --------------------------------------------------------

static carom_scene *read_json(const char *text) {
  return read_with(carom_scene_parse_json, text, strlen(text));
}

static void require_written(const carom_scene *scene, const char *text) {
  written w = write_of(scene);
  assert_string_equal(w.text, text);
  char *copy = malloc(w.length + 1);
  assert_int_equal(carom_scene_text(scene, copy, w.length + 1), w.length);
  assert_string_equal(copy, text);
  assert_int_equal(carom_scene_text(scene, NULL, 0), w.length);
  assert_int_equal(carom_scene_text(scene, copy, 5), w.length);
  assert_int_equal(strlen(copy), 4);
  free(copy);
  free(w.text);
}

// The core's copy of each is what its file in YAML says, and a scene that is like it and no more
// too.
static void builtin_scenes_of_the_core_are_those_of_the_files(void **unused) {
  (void)unused;
  for (int i = 0; i < carom_builtin_count(); ++i) {
    const char *yaml = carom_builtin_text(i);
    carom_scene *scene = read_with(carom_scene_parse, yaml, strlen(yaml));
    written w = write_of(scene);
    carom_scene *core = read_json(carom_builtin_json(i));
    require_written(core, w.text);
    carom_scene_free(core);
    char text[100];
    snprintf(text, sizeof text, "{\"like\": \"%s\"}", carom_builtin_name(i));
    core = read_json(text);
    require_written(core, w.text);
    carom_scene_free(core);
    free(w.text);
    carom_scene_free(scene);
  }
  assert_null(carom_builtin_json(-1));
  assert_null(carom_builtin_json(carom_builtin_count()));
}

// What a derived scene changes, adds and takes away is changed, added and taken away by both
// readers.
static void both_derive_alike(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "{\"rate\": 96000, \"like\": \"tromba\", \"title\": \"Mine\", \"seed\": null}",
      "{\"like\": \"mass-barrier\", \"bodies\": {\"other\": {\"type\": \"mass\", \"mass\": 1}}}",
      "{\"like\": \"sitar\", \"score\": null, \"contacts\": null, \"controls\": null}",
      "{\"like\": \"sitar\", \"score\": {\"0\": {\"play\": \"pluck\"}}}",
      "{\"like\": \"two-masses\", \"contacts\": {\"pair\": null}, \"duration\": 0.1}",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    carom_error ours, theirs;
    carom_scene *a = carom_scene_new(NULL), *b = carom_scene_new(NULL);
    const carom_status status = carom_scene_parse_json(a, "x", texts[i], strlen(texts[i]), &ours);
    assert_int_equal(status, carom_scene_parse(b, "x", texts[i], strlen(texts[i]), &theirs));
    if (status != CAROM_OK) {
      print_message("%s\n%s\n", ours.text, theirs.text);
      assert_string_equal(ours.text, theirs.text);
    } else {
      written w = write_of(b);
      require_written(a, w.text);
      free(w.text);
    }
    carom_scene_free(a);
    carom_scene_free(b);
  }
  carom_scene *scene = read_json(texts[0]);
  assert_string_equal(carom_scene_get(scene, "title"), "Mine");
  written w = write_of(scene);
  assert_null(strstr(w.text, "\"seed\""));
  assert_non_null(strstr(w.text, "\"rate\": 96000"));
  free(w.text);
  assert_true(carom_scene_count(scene, "bodies") > 0);
  carom_scene_free(scene);
}

static void like_what_is_not_built_in_is_refused(void **unused) {
  (void)unused;
  static const char *const texts[] = {"{\"title\": \"x\",\n \"like\": \"trombo\"}",
                                      "{\"title\": \"x\",\n \"like\": {\"tromba\": 1}}",
                                      "{\"title\": \"x\",\n \"like\": null}"};
  static const int columns[] = {11, 10, 10};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    carom_error error;
    assert_int_equal(status_of(carom_scene_parse_json, texts[i], strlen(texts[i]), &error),
                     CAROM_BAD_REFERENCE);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, columns[i]);
    assert_non_null(strstr(error.text, "like: there is no built-in scene '"));
    assert_non_null(strstr(error.text, "'; allowed are beam-stop, bouncing-ball, "));
    assert_non_null(strstr(error.text, ", two-masses"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(builtin_scenes_written_are_read_by_both),
      cmocka_unit_test(builtin_scenes_of_the_core_are_those_of_the_files),
      cmocka_unit_test(both_derive_alike),
      cmocka_unit_test(like_what_is_not_built_in_is_refused),
      cmocka_unit_test(both_read_the_same_in_the_corpora),
      cmocka_unit_test(documents_are_read),
      cmocka_unit_test(every_character_is_read),
      cmocka_unit_test(allocation_failures_leave_no_trace),
      cmocka_unit_test(a_scene_is_read_into_memory_the_caller_supplies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
