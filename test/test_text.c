// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Words, lists of words, sentences of limited length, and UTF-8.

#include "base/text.h"
#include "support.h"

// --- Distances
// ------------------------------------------------------------------------------------

// By the definition: the first letters agree or are changed, or one of the two is dropped.
static int defined_distance(const char *a, const char *b) {
  if (*a == '\0' || *b == '\0')
    return (int)(strlen(a) + strlen(b));
  const int change = defined_distance(a + 1, b + 1) + (*a != *b);
  const int drop = defined_distance(a + 1, b) + 1;
  const int insert = defined_distance(a, b + 1) + 1;
  const int least = drop < insert ? drop : insert;
  return change < least ? change : least;
}

static void random_word(uint64_t *seed, char *word, int most) {
  const int length = (int)(random_unit(seed) * (most + 1));
  for (int i = 0; i < length; ++i)
    word[i] = "abc"[(int)(random_unit(seed) * 3)];
  word[length] = '\0';
}

static void distances_are_those_of_the_definition(void **state) {
  (void)state;
  uint64_t seed = 51;
  const int cases = random_cases(3000, 300);
  for (int c = 0; c < cases; ++c) {
    char a[8];
    char b[8];
    random_word(&seed, a, 6);
    random_word(&seed, b, 6);
    if (text_distance(a, b) != defined_distance(a, b))
      fail_msg("'%s' to '%s': %d, expected %d", a, b, text_distance(a, b), defined_distance(a, b));
  }
}

static void distances_are_a_measure(void **state) {
  (void)state;
  uint64_t seed = 52;
  for (int c = 0; c < 3000; ++c) {
    char a[49];
    char b[49];
    char d[49];
    random_word(&seed, a, 48);
    random_word(&seed, b, 48);
    random_word(&seed, d, 48);
    const int ab = text_distance(a, b);
    assert_int_equal(ab, text_distance(b, a));
    assert_int_equal(ab == 0, strcmp(a, b) == 0);
    assert_true(ab <= text_distance(a, d) + text_distance(d, b));
    assert_true(ab >= abs((int)strlen(a) - (int)strlen(b)));
  }
}

static void words_beyond_48_letters_are_99_apart(void **state) {
  (void)state;
  char longest[50] = {0};
  memset(longest, 'x', 48);
  assert_int_equal(text_distance(longest, longest), 0);
  assert_int_equal(text_distance(longest, ""), 48);
  assert_int_equal(text_distance("", longest), 48);
  longest[48] = 'x';
  assert_int_equal(text_distance(longest, longest), 99);
  assert_int_equal(text_distance(longest, ""), 99);
  assert_int_equal(text_distance("", longest), 99);
}

// --- Lists
// ----------------------------------------------------------------------------------------

static void lists_are_walked_word_by_word(void **state) {
  (void)state;
  const char *list = "  string bar   plate ";
  const char *expected[] = {"string", "bar", "plate"};
  const char *word = NULL;
  for (int i = 0; i < 3; ++i) {
    const size_t length = text_list_next(&list, &word);
    assert_int_equal(length, strlen(expected[i]));
    assert_memory_equal(word, expected[i], length);
  }
  assert_int_equal(text_list_next(&list, &word), 0);
  assert_int_equal(text_list_next(&list, &word), 0); // and stays there
  const char *nothing[] = {"", "   "};
  for (int i = 0; i < 2; ++i)
    assert_int_equal(text_list_next(&nothing[i], &word), 0);
}

static bool has(const char *list, const char *word) {
  return text_list_has(list, word, strlen(word));
}

static void a_list_has_whole_words_and_no_others(void **state) {
  (void)state;
  const char *list = "string bar  barrier a";
  assert_true(has(list, "string") && has(list, "bar") && has(list, "barrier") && has(list, "a"));
  const char *absent[] = {"", " ", "ba", "ar", "barr", "strings", "string bar", "b", "A", "bar "};
  for (size_t i = 0; i < sizeof absent / sizeof absent[0]; ++i)
    if (has(list, absent[i]))
      fail_msg("'%s' is not in the list", absent[i]);
  assert_false(has("", "a") || has("   ", "a") || has("", ""));
  assert_true(text_list_has(list, "barge", 3)); // of a longer text the first letters
  assert_false(text_list_has(list, "barge", 4));
}

// --- Sentences
// ------------------------------------------------------------------------------------

static void sentences_are_cut_where_the_room_ends(void **state) {
  (void)state;
  const char *whole = "two masses and 12.5 kg";
  for (size_t size = 1; size < 40; ++size) {
    char buffer[48];
    memset(buffer, '#', sizeof buffer);
    sentence s = sentence_in(buffer, size);
    assert_string_equal(buffer, "");
    sentence_add(&s, "two %s", "masses");
    sentence_add(&s, " and %g", 12.5);
    sentence_add(&s, " %s", "kg");
    sentence_add(&s, "%s", "");
    char expected[48];
    snprintf(expected, size, "%s", whole);
    assert_string_equal(buffer, expected);
    assert_int_equal(s.length, strlen(expected));
    for (size_t i = size; i < sizeof buffer; ++i)
      assert_int_equal(buffer[i], '#');
  }
}

// --- UTF-8
// ----------------------------------------------------------------------------------------

// The bytes of a character as the standard builds them; 0 for what is none.
static size_t encode(unsigned long code, unsigned char *c) {
  if (code == 0 || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF)
    return 0;
  if (code < 0x80) {
    c[0] = (unsigned char)code;
    return 1;
  }
  const size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  const unsigned head[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = size - 1; i > 0; --i, code >>= 6)
    c[i] = (unsigned char)(0x80 | (code & 0x3F));
  c[0] = (unsigned char)(head[size] | code);
  return size;
}

static size_t valid(const unsigned char *c, size_t length) {
  return text_valid((const char *)c, length);
}

static void every_character_is_valid_and_cut_short_is_none(void **state) {
  (void)state;
  for (unsigned long code = 0; code <= 0x10FFFF; ++code) {
    unsigned char c[5] = {0};
    const size_t size = encode(code, c);
    if (valid(c, size) != size)
      fail_msg("U+%04lX is refused", code);
    for (size_t cut = 1; cut < size; ++cut)
      assert_int_equal(valid(c, cut), 0);
    if (size > 0) {
      c[size] = 'x';
      assert_int_equal(valid(c, size + 1), size + 1);
    }
  }
}

// Of all sequences of up to four bytes, no more are valid than there are characters. The bytes
// behind the second are those at the limits.
static void nothing_else_is_valid(void **state) {
  (void)state;
  static const unsigned char rest[] = {0, 'x', 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
  long found[5] = {0};
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second)
      for (size_t k = 0; k < sizeof rest * sizeof rest; ++k) {
        const unsigned char c[4] = {(unsigned char)first, (unsigned char)second,
                                    rest[k % sizeof rest], rest[k / sizeof rest]};
        for (size_t length = 1; length <= 4; ++length) {
          unsigned long code = first < 0x80 ? c[0] : c[0] & (0x7FU >> length);
          for (size_t i = 1; i < length; ++i)
            code = code << 6 | (c[i] & 0x3F);
          unsigned char again[4] = {0};
          const bool character = encode(code, again) == length && memcmp(c, again, length) == 0;
          const bool shorter = valid(c, length - 1) > 0; // then it begins with another one
          if (!shorter && (valid(c, length) == length) != character)
            fail_msg("%02X %02X %02X %02X, %d of them", c[0], c[1], c[2], c[3], (int)length);
          found[length] += character;
        }
      }
  for (int i = 1; i <= 4; ++i)
    assert_true(found[i] > 0);
}

static void a_text_is_valid_up_to_the_first_byte_that_is_not(void **state) {
  (void)state;
  assert_int_equal(text_valid("", 0), 0);
  assert_int_equal(text_valid("Fl\xC3\xB6te", 6), 6);
  assert_int_equal(text_valid("Fl\xC3te", 5), 2);
  assert_int_equal(text_valid("ab\0cd", 5), 2);
  assert_int_equal(text_valid("abcde", 3), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances_are_those_of_the_definition),
      cmocka_unit_test(distances_are_a_measure),
      cmocka_unit_test(words_beyond_48_letters_are_99_apart),
      cmocka_unit_test(lists_are_walked_word_by_word),
      cmocka_unit_test(a_list_has_whole_words_and_no_others),
      cmocka_unit_test(sentences_are_cut_where_the_room_ends),
      cmocka_unit_test(every_character_is_valid_and_cut_short_is_none),
      cmocka_unit_test(nothing_else_is_valid),
      cmocka_unit_test(a_text_is_valid_up_to_the_first_byte_that_is_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
