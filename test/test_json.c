// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Scenes from JSON in the core: what is read and refused, where mistakes are, and that the reader
// of scene files reads the same.

#include "support.h"
#include <dirent.h>

// libfyaml 0.7.12 loses some bytes for a quoted scalar with many escapes.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libfyaml";
}

// --- Both readers -------------------------------------------------------------------------------

typedef carom_status reader(carom_scene *scene, const char *name, const char *text, size_t length,
                            carom_error *error);

typedef struct {
  char *text;
  size_t length;
} written;

static bool append(void *user, const char *text, size_t length) {
  written *w = user;
  w->text = realloc(w->text, w->length + length + 1);
  assert_non_null(w->text);
  memcpy(w->text + w->length, text, length);
  w->length += length;
  w->text[w->length] = '\0';
  return true;
}

static written write_of(const carom_scene *scene) {
  written w = {0};
  assert_true(carom_scene_write(scene, append, &w));
  return w;
}

static carom_scene *read_with(reader *read, const char *text, size_t length) {
  carom_error error;
  carom_scene *scene = carom_scene_new(NULL);
  if (read(scene, "scene", text, length, &error) != CAROM_OK)
    fail_msg("%s", error.text);
  return scene;
}

static carom_status status_of(reader *read, const char *text, size_t length, carom_error *error) {
  carom_scene *scene = carom_scene_new(NULL);
  *error = (carom_error){.status = CAROM_OK};
  const carom_status status = read(scene, "scene", text, length, error);
  assert_int_equal(status, error->status);
  carom_scene_free(scene);
  return status;
}

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
  if (carom_model_compile(scene, NULL, &model, NULL) == CAROM_OK) {
    carom_scene *copy = read_with(carom_scene_parse_json, w.text, w.length);
    carom_model *again = NULL;
    assert_int_equal(carom_model_compile(copy, NULL, &again, NULL), CAROM_OK);
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

// --- What is read
// ---------------------------------------------------------------------------------

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

// --- What is refused
// ------------------------------------------------------------------------------

typedef struct {
  const char *text;
  carom_status status;
  int line, column;
  const char *what;
} mistake;

static void require_mistake(const mistake *m, size_t length) {
  carom_error error;
  const carom_status status = status_of(carom_scene_parse_json, m->text, length, &error);
  char expected[2048];
  snprintf(expected, sizeof expected, "scene:%d:%d: %s", m->line, m->column, m->what);
  if (status != m->status || error.line != m->line || error.column != m->column ||
      strcmp(error.text, expected) != 0)
    fail_msg("%s\ngives (%d) %s\ninstead of (%d) %s", m->text, status, error.text, m->status,
             expected);
}

#define NOT_JSON(text, line, column, what)                                                         \
  { text, CAROM_BAD_FILE, line, column, "not valid JSON: " what }
#define PLAIN                                                                                      \
  " is no value; allowed are numbers such as -1.5e-3, true, false, null, and texts in quotes"
#define ESCAPE                                                                                     \
  "an escape that JSON does not have; allowed are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with " \
  "four hex digits"
#define PAIR                                                                                       \
  "half of a pair of surrogates; allowed are \\uD800 to \\uDBFF before \\uDC00 to \\uDFFF"
#define CONTROL "a control character in a string; allowed is its escape, such as \\n"

static const mistake not_json[] = {
    NOT_JSON("", 1, 1, "empty; allowed is a scene, { ... }"),
    NOT_JSON("\n ", 2, 2, "empty; allowed is a scene, { ... }"),
    NOT_JSON("}", 1, 1, "'}' here; allowed is a scene, { ... }"),
    NOT_JSON("carom: 1", 1, 1, "'carom'" PLAIN),
    NOT_JSON("{", 1, 2, "the text ends here; allowed is a key in quotes or }"),
    NOT_JSON("{,", 1, 2, "',' here; allowed is a key in quotes or }"),
    NOT_JSON("{1:2}", 1, 2, "'1' here; allowed is a key in quotes or }"),
    NOT_JSON("{carom:1}", 1, 2, "'carom'" PLAIN),
    NOT_JSON("{\"carom\"", 1, 9, "the text ends here; allowed is a colon"),
    NOT_JSON("{\"carom\" 1}", 1, 10, "'1' here; allowed is a colon"),
    NOT_JSON("{\"carom\":\n}", 2, 1, "'}' here; allowed is a value"),
    NOT_JSON("{\"carom\":1", 1, 11, "the text ends here; allowed is a comma or }"),
    NOT_JSON("{\"carom\":1]", 1, 11, "']' here; allowed is a comma or }"),
    NOT_JSON("{\"carom\":1,}", 1, 12, "'}' here; allowed is a key in quotes"),
    NOT_JSON("{\"carom\":1 \"title\":2}", 1, 12, "\"title\" here; allowed is a comma or }"),
    NOT_JSON("{\"title\":[", 1, 11, "the text ends here; allowed is a value or ]"),
    NOT_JSON("{\"title\":[1,]}", 1, 13, "']' here; allowed is a value"),
    NOT_JSON("{\"title\":[1 2]}", 1, 13, "'2' here; allowed is a comma or ]"),
    NOT_JSON("{\"title\":[1}", 1, 12, "'}' here; allowed is a comma or ]"),
    NOT_JSON("{} {}", 1, 4, "'{' here; allowed is one scene and nothing behind it"),
    NOT_JSON("{}\r\n\r\n,", 3, 1, "',' here; allowed is one scene and nothing behind it"),
    NOT_JSON("{\"rate\":01}", 1, 9, "'01'" PLAIN),
    NOT_JSON("{\"rate\":1.}", 1, 9, "'1.'" PLAIN),
    NOT_JSON("{\"rate\":.5}", 1, 9, "'.5'" PLAIN),
    NOT_JSON("{\"rate\":+1}", 1, 9, "'+1'" PLAIN),
    NOT_JSON("{\"rate\":-}", 1, 9, "'-'" PLAIN),
    NOT_JSON("{\"rate\":1e}", 1, 9, "'1e'" PLAIN),
    NOT_JSON("{\"rate\":1e+}", 1, 9, "'1e+'" PLAIN),
    NOT_JSON("{\"rate\":0x10}", 1, 9, "'0x10'" PLAIN),
    NOT_JSON("{\"rate\":NaN}", 1, 9, "'NaN'" PLAIN),
    NOT_JSON("{\"rate\":Infinity}", 1, 9, "'Infinity'" PLAIN),
    NOT_JSON("{\"rate\":tru}", 1, 9, "'tru'" PLAIN),
    NOT_JSON("{\"rate\":truee}", 1, 9, "'truee'" PLAIN),
    NOT_JSON("{'rate':1}", 1, 2, "''rate''" PLAIN),
    NOT_JSON("{\"title\":\n\"ab\nc\"}", 2, 4, CONTROL),
    NOT_JSON("{\"title\":\"\xC3\xA9\t\"}", 1, 12, CONTROL),
    NOT_JSON("{\"title\":\"abc}", 1, 10,
             "a string without an end; allowed is one between two quotes"),
    NOT_JSON("{\"title\":\"abc\\\"}", 1, 10,
             "a string without an end; allowed is one between two quotes"),
    NOT_JSON("{\"title\":\"abc\\", 1, 14, ESCAPE),
    NOT_JSON("{\"title\":\"a\\x41\"}", 1, 12, ESCAPE),
    NOT_JSON("{\"title\":\"a\\u12\"}", 1, 12, ESCAPE),
    NOT_JSON("{\"title\":\"a\\u12g4\"}", 1, 12, ESCAPE),
    NOT_JSON("{\"title\":\"\\uD800\"}", 1, 11, PAIR),
    NOT_JSON("{\"title\":\"\\uD800\\n\"}", 1, 11, PAIR),
    NOT_JSON("{\"title\":\"\\uD800\\uD800\"}", 1, 11, PAIR),
    NOT_JSON("{\"title\":\"a\\uDC00\"}", 1, 12, PAIR),
    NOT_JSON("{\"title\":\"a\\uD83D\\uDE0", 1, 12, PAIR),
    {"{\"title\":\"\xC3\xA9\xFF\"}", CAROM_BAD_FILE, 1, 12, "not UTF-8; allowed is text in UTF-8"},
    {"{\r\n\xC3\"}", CAROM_BAD_FILE, 2, 1, "not UTF-8; allowed is text in UTF-8"},
};

static const mistake not_a_scene[] = {
    {" 5", CAROM_BAD_FILE, 1, 2, "not a scene; allowed is a mapping of keys to values"},
    {"[1]", CAROM_BAD_FILE, 1, 1, "not a scene; allowed is a mapping of keys to values"},
    {"\"x\"", CAROM_BAD_FILE, 1, 2, "not a scene; allowed is a mapping of keys to values"},
    {"{\"title\":\"x\",\n \"like\":\"tromba\"}", CAROM_BAD_REFERENCE, 2, 3,
     "like: is resolved where scene files are read; allowed here is a whole scene"},
    {"{\"l\\u0069ke\":null}", CAROM_BAD_REFERENCE, 1, 3,
     "like: is resolved where scene files are read; allowed here is a whole scene"},
    {"{\"title\":[\"a\",\n\"b c\"]}", CAROM_BAD_VALUE, 2, 2,
     "title: 'b c' in a list; allowed are numbers, words and lists"},
    {"{\"title\":[\"\"]}", CAROM_BAD_VALUE, 1, 12,
     "title: '' in a list; allowed are numbers, words and lists"},
    {"{\"title\":[\"\\u0000\"]}", CAROM_BAD_VALUE, 1, 12,
     "title: '' in a list; allowed are numbers, words and lists"},
    {"{\"title\":[1,{}]}", CAROM_BAD_VALUE, 1, 13,
     "title: a mapping in a list; allowed are numbers, words and lists"},
    {"{\"title\":[[[1,[2]]]]}", CAROM_BAD_VALUE, 1, 15,
     "title: lists are nested too deeply; allowed are lists of numbers and of pairs"},
    {"{\"score\":\n[{}]}", CAROM_MISSING, 2, 2, "score.1: is empty; keys are needed here"},
    {"{\"score\":[{\"at\":1},\n 5]}", CAROM_BAD_VALUE, 2, 2,
     "score.2: not a gesture; allowed is a mapping, {gesture: pluck, at: 0.5, ...}"},
    {"{\"\\u0000\":1}", CAROM_UNKNOWN_KEY, 1, 3, "a key with a zero byte; allowed are plain names"},
};

static void mistakes_are_told_with_line_and_column(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof not_json / sizeof not_json[0]; ++i)
    require_mistake(&not_json[i], strlen(not_json[i].text));
  for (size_t i = 0; i < sizeof not_a_scene / sizeof not_a_scene[0]; ++i)
    require_mistake(&not_a_scene[i], strlen(not_a_scene[i].text));
  const mistake zero = {"{\"carom\":\n1\0}", CAROM_BAD_FILE, 2, 2,
                        "a zero byte; allowed is text in UTF-8"};
  require_mistake(&zero, 12);
}

// Mistakes that both readers tell in the same words, at the same place.
static const char *const alike[] = {
    "{\"title\":\"a\\u0000b\"}",
    "{\"bodies\":{\"a\":{\"\\u0000\":1}}}",
    "{\"bodies\": null}",
    "{\"bodies\":\n\"\"}",
    "{\"bodies\":[1]}",
    "{\"\":1}",
    "{\"bodies\":{\"\":1}}",
    "{\"bodies\":{\"9\":{\"type\":\"mass\"}}}",
    "{\"bodies\":{\"a\":{}}}",
    "{\"bodies\":{\"a\":5}}",
    "{\"bodies\":{\"a\":[1]}}",
    "{\"bodies\":{\"a\":{\"mass\":null}}}",
    "{\"bodies\":{\"a\":{\"mass\":\"\"}}}",
    "{\"bodies\":{\"a\":{\n\t\"mass\":-1}}}",
    "{\"bodies\":{\"a\":{\"mass\":1e999}}}",
    "{\"bodies\":{\"a\":{\"type\":\"mass\",\r\n\"mas\":1}}}",
    "{\"bodies\":{\"a\":{\"type\":\"mass\",\r\"mas\":1}}}",
    "{\"title\":\"\xC3\xB6\xF0\x9F\x98\x80\",\"mas\":1}",
    "{\"bodies\":{\"s\":{\"tension\":[[1,100],[0,90]]}}}",
    "{\"bodies\":{\"s\":{\"ends\":[\"pinned\",\"loose\"]}}}",
    "{\"bodies.a.mass\":1}",
    "{\"bodies\":{\"a.b\":{\"mass\":1}}}",
    "{\"title\":1,\"rate\":2,\"title\":3,\"rate\":4}",
    "{\"title\":1,\n\"t\\u0069tle\":3}",
    "{\"bodies\":{\"a\":{\"mass\":1},\"b\":{\"mass\":1},\"a\":{\"mass\":1}}}",
    "{\"bodies\":{\"a\":{\"mass\":1,\"mass\":1}}}",
    "{\"solver\":{\"method\":\"audio\"},\"solver\":{\"oversample\":2}}",
};

static void mistakes_are_those_of_the_reader_of_files(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof alike / sizeof alike[0]; ++i) {
    carom_error ours;
    carom_error theirs;
    const size_t length = strlen(alike[i]);
    assert_int_not_equal(status_of(carom_scene_parse_json, alike[i], length, &ours), CAROM_OK);
    assert_int_not_equal(status_of(carom_scene_parse, alike[i], length, &theirs), CAROM_OK);
    assert_string_equal(ours.text, theirs.text);
    assert_int_equal(ours.status, theirs.status);
    assert_int_equal(ours.line, theirs.line);
    assert_int_equal(ours.column, theirs.column);
  }
}

// What is found only when the scene is compiled is at the same place, too.
static void values_know_where_they_came_from(void **state) {
  (void)state;
  const char *texts[] = {
      "{\"carom\":1,\"bodies\":{\"m\":{\"type\":\"mass\",\n\"mass\":1}},\"outputs\":{\"o\":{\n"
      "\"of\":\"n\"}}}",
      "{\"carom\":1,\"bodies\":{\"m\":{\"type\":\"mass\"}}}",
      "{\"carom\":1,\"bodies\":{\"m\":{\"mass\":1,\n\"type\":\"mass\",\"length\":1}}}",
      "{\n\"duration\":1}"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    carom_error error[2];
    reader *readers[] = {carom_scene_parse, carom_scene_parse_json};
    for (int k = 0; k < 2; ++k) {
      carom_model *model = NULL;
      carom_scene *scene = read_with(readers[k], texts[i], strlen(texts[i]));
      assert_int_not_equal(carom_model_compile(scene, NULL, &model, &error[k]), CAROM_OK);
      carom_scene_free(scene);
    }
    assert_string_equal(error[0].text, error[1].text);
    assert_true(error[1].line > 0);
  }
}

static void what_is_not_json_changes_nothing(void **state) {
  (void)state;
  carom_scene *scene = carom_scene_new(NULL);
  rig_set(scene, "title", "before");
  const char *text = "{\"title\":\"after\",\"rate\":48000]";
  assert_int_equal(carom_scene_parse_json(scene, "x", text, strlen(text), NULL), CAROM_BAD_FILE);
  assert_string_equal(carom_scene_get(scene, "title"), "before");
  text = "{\"title\":\"after\",\"rat\":48000}";
  assert_int_equal(carom_scene_parse_json(scene, "x", text, strlen(text), NULL), CAROM_UNKNOWN_KEY);
  assert_string_equal(carom_scene_get(scene, "title"), "after");
  carom_scene_free(scene);
}

// --- Limits
// ---------------------------------------------------------------------------------------

static char *repeated(const char *before, const char *piece, size_t count, const char *after) {
  const size_t size = strlen(piece);
  char *text = malloc(strlen(before) + count * size + strlen(after) + 1);
  assert_non_null(text);
  char *end = text + sprintf(text, "%s", before);
  if (size == 1)
    memset(end, piece[0], count);
  for (size_t i = 0; size > 1 && i < count; ++i)
    memcpy(end + i * size, piece, size);
  end += count * size;
  strcpy(end, after);
  return text;
}

static void require_refused(char *text, carom_status status, const char *what) {
  carom_error error;
  assert_int_equal(status_of(carom_scene_parse_json, text, strlen(text), &error), status);
  if (strstr(error.text, what) == NULL)
    fail_msg("%s", error.text);
  free(text);
}

static void depth_size_and_number_are_limited(void **state) {
  (void)state;
  require_refused(repeated("", "{\"a\":", 12, "1}}}}}}}}}}}}"), CAROM_UNKNOWN_KEY, "unknown key");
  require_refused(repeated("", "{\"a\":", 13, "1}}}}}}}}}}}}}"), CAROM_BAD_FILE,
                  "scene:1:63: a.a.a.a.a.a.a.a.a.a.a.a.a...: nested too deeply; allowed are 12");
  require_refused(repeated("", "{\"a\":", 1000000, ""), CAROM_BAD_FILE,
                  "scene:1:321: nested too deeply; allowed are 12 levels");
  require_refused(repeated("{\"title\":", "[", 1000000, ""), CAROM_BAD_FILE,
                  "scene:1:73: nested too deeply; allowed are 12 levels");
  require_refused(repeated("{\"bodies\":{\"", "x", 200, "\":{\"mass\":1}}}"), CAROM_BAD_VALUE,
                  "is not a name");
  require_refused(repeated("{\"bodies\":{\"", "x", 250, "\":{\"mass\":1}}}"), CAROM_UNKNOWN_KEY,
                  "bodies: unknown key: a name of 250 characters; allowed are paths of 256");
  require_refused(repeated("{\"bodies\":{\"s\":{\"start\":{\"values\":[", "0,", 2000000, "0]}}}}"),
                  CAROM_BAD_FILE, "bodies.s.start.values: more than 2000000 values");
  require_refused(repeated("", " ", (64 << 20) - 2, "{}\n"), CAROM_BAD_FILE,
                  "scene: is larger than 64 MiB; allowed is at most that");
}

// A hundred thousand keys, the last of them given twice, in less than a minute and not in hours.
static void duplicates_are_found_among_many(void **state) {
  (void)state;
  enum { COUNT = 100000 };
  char *text = malloc(24 * (COUNT + 1));
  assert_non_null(text);
  char *end = text + sprintf(text, "{");
  for (int i = 0; i < COUNT; ++i)
    end += sprintf(end, "\n\"k%d\":1,", (i * 7919LL) % COUNT < 5 ? COUNT + i : i);
  sprintf(end, "\n\"k1\":2}");
  carom_error error;
  assert_int_equal(status_of(carom_scene_parse_json, text, strlen(text), &error), CAROM_DUPLICATE);
  assert_string_equal(error.text, "scene:100002:2: k1: given twice; allowed is once");
  free(text);
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
  assert_int_equal(carom_model_compile(scene, &memory, &model, &error), CAROM_OK);
  carom_state *run = carom_state_new(model, &memory);
  assert_non_null(run);
  carom_step(model, run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(builtin_scenes_written_are_read_by_both),
      cmocka_unit_test(both_read_the_same_in_the_corpora),
      cmocka_unit_test(documents_are_read),
      cmocka_unit_test(every_character_is_read),
      cmocka_unit_test(mistakes_are_told_with_line_and_column),
      cmocka_unit_test(mistakes_are_those_of_the_reader_of_files),
      cmocka_unit_test(values_know_where_they_came_from),
      cmocka_unit_test(what_is_not_json_changes_nothing),
      cmocka_unit_test(depth_size_and_number_are_limited),
      cmocka_unit_test(duplicates_are_found_among_many),
      cmocka_unit_test(allocation_failures_leave_no_trace),
      cmocka_unit_test(a_scene_is_read_into_memory_the_caller_supplies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
