// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What the reader of JSON in the core refuses, in which words and where, and its limits.

#include "readers.h"

// --- What is refused -----------------------------------------------------------------------------

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
      assert_null(model = carom_model_compile(scene, NULL, &error[k]));
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

// --- Limits --------------------------------------------------------------------------------------

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mistakes_are_told_with_line_and_column),
      cmocka_unit_test(mistakes_are_those_of_the_reader_of_files),
      cmocka_unit_test(values_know_where_they_came_from),
      cmocka_unit_test(what_is_not_json_changes_nothing),
      cmocka_unit_test(depth_size_and_number_are_limited),
      cmocka_unit_test(duplicates_are_found_among_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
