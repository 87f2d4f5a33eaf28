# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What is no scene file and is refused, and what is one all the same.

    python3 test_files.py PATH-TO-CAROM [unittest arguments]
"""

import os

from support import EVERYTHING, ONE_MASS, Case, main, scene_with


class FilesThatAreNotScenes(Case):
    def test_an_empty_file_is_refused(self):
        for text in ("", "\n\n", "# a comment\n# and another\n", "---\n", "---\n...\n", " ",
                     "\ufeff"):
            with self.subTest(text):
                self.refused(text)

    def test_a_file_that_is_no_mapping_is_refused(self):
        for text in ("5\n", "null\n", "hello\n", "- 1\n- 2\n", "[1, 2]\n", '"text"\n'):
            with self.subTest(text):
                self.refused(text, "allowed is a mapping")

    def test_broken_yaml_is_refused_at_its_line(self):
        for text, line in (("rate: [1\n", "[45]"), ('title: "abc\n', "[45]"), ("rate 5\n", "4"),
                           ("\trate: 5\n", "4"), ("  rate: 5\n rate: 6\n", "[45]"),
                           ("rate: {a: 1\n", "[45]"), ("rate: @x\n", "4"), ("rate: 5}\n", "4"),
                           ("title: a: b\n", "4")):
            with self.subTest(text):
                self.refused(ONE_MASS + text, rf"\Ascene\.yaml:{line}:")

    def test_tabs_do_not_indent(self):
        self.refused("carom: 1\nbodies:\n\tm: {type: mass, mass: 1}\n", r"\Ascene\.yaml:3:1: .*tab")

    def test_random_bytes_are_refused(self):
        generator = 12345
        for length in (1, 7, 100, 5000):
            data = bytearray()
            while len(data) < length:
                generator = (generator * 1103515245 + 12345) % 2**31
                data.append(generator >> 16 & 255)
            with self.subTest(length):
                self.refused(bytes(data), ".")

    def test_other_kinds_of_file_are_refused(self):
        for data in (b"\x7fELF\x02\x01\x01\0" + bytes(100), b"\x89PNG\r\n\x1a\n" + bytes(50),
                     b"RIFF\x24\0\0\0WAVEfmt ", b"PK\x03\x04" + bytes(40), bytes(1000)):
            with self.subTest(data[:8]):
                self.refused(data, ".")

    def test_text_that_is_not_utf_8_is_refused_and_says_so(self):
        for line in (b"title: \xff\xfe\n", b'title: "a\xff"\n', b"title: ab\xc3\n",
                     b"  n\xff: {type: mass, mass: 1}\n", b"title: \xed\xa0\x80\n"):
            with self.subTest(line):
                self.refused(ONE_MASS.encode() + line, r"\Ascene\.yaml:4:\d+: .*(?i:utf-?8)")

    def test_a_zero_byte_anywhere_is_refused_and_says_so(self):
        for line in (b"\0", b"title: a\0b\n", b"# a\0b\n", b"\0 x: [\n", b'title: "a\0b"\n',
                     b"ra\0te: 5\n"):
            with self.subTest(line):
                self.refused(ONE_MASS.encode() + line, r"\Ascene\.yaml:4:\d+: .*(zero byte|NUL)")

    def test_an_escaped_zero_byte_is_refused_and_says_so(self):
        for line in ('title: "a\\0b"\n', '"a\\0b": 5\n'):
            with self.subTest(line):
                self.refused(ONE_MASS + line, r"\Ascene\.yaml:4:\d+: .*zero byte")

    def test_a_file_in_another_encoding_is_refused_or_read(self):
        for encoding in ("utf-16", "utf-16-be", "utf-32"):
            with self.subTest(encoding):
                self.carom("check", self.write(ONE_MASS.encode(encoding)))

    def test_two_documents_in_one_file_are_refused_at_the_second(self):
        for second in ("---\ncarom: 1\n", "---\nx: [\n", "...\n---\n" + ONE_MASS):
            with self.subTest(second):
                self.refused(ONE_MASS + second, r"\Ascene\.yaml:[4-6]:\d+: .*(document|YAML)")

    def test_anchors_that_contain_themselves_are_refused(self):
        for text in ("carom: 1\nbodies: &b\n  m: *b\n", "carom: 1\nbodies: {m: &a [*a]}\n",
                     "&t\ncarom: *t\nbodies: *t\n",
                     "carom: 1\nbodies: &b {m: {start: *b}, n: *b}\n",
                     "carom: &a [*a, *a]\n", "carom: 1\nbodies: {m: &m {mass: *m}}\n"):
            with self.subTest(text):
                self.refused(text, r"\Ascene\.yaml:[12345]:")

    def test_an_alias_of_nothing_is_refused_and_named(self):
        self.refused(ONE_MASS + "rate: *nothing\n", r"\Ascene\.yaml:4:\d+: rate: .*(alias|nothing)")

    def test_an_alias_bomb_of_mappings_is_refused_at_once(self):
        text = ONE_MASS + "a0: &a0 {x: 1}\n"
        for i in range(9):
            text += f"a{i + 1}: &a{i + 1} {{" + ", ".join(f"k{j}: *a{i}" for j in range(10)) + "}\n"
        self.refused(text)

    def test_an_alias_bomb_of_lists_is_refused_at_once(self):
        ones, inner, outer = "1," * 999 + "1", "*a," * 998 + "*a", "*b," * 998 + "*b"
        values = f"[&b [&a [{ones}], {inner}], {outer}]"
        text, _, _ = scene_with("shape: hump}, start", f"shape: table, values: {values}}}, start")
        self.refused(text)

    def test_deep_nesting_is_refused(self):
        block = "".join(" " * i + "a:\n" for i in range(1000))
        for text in ("carom: " + "[" * 100000, "carom: " + "[" * 50000 + "]" * 50000,
                     "{a: " * 5000 + "1" + "}" * 5000, "- " * 5000 + "1\n", block,
                     "{a: " * 15 + "1" + "}" * 15):
            with self.subTest(text[:20]):
                self.refused(text, "nested|depth|allowed")

    def test_megabytes_of_unknown_keys_are_refused_quickly(self):
        self.refused(ONE_MASS + "".join(f"key_number_{i}: 1\n" for i in range(100000)),
                     r"\Ascene\.yaml:4:\d+: key_number_0: unknown key")

    def test_megabytes_of_bodies_are_read_quickly(self):
        bodies = "".join(f"  mass{i}: {{type: mass, mass: 1}}\n" for i in range(60000))
        self.good("check", self.write(ONE_MASS + bodies))

    def test_megabytes_in_one_value_do_no_harm(self):
        long = "x" * 3000000
        self.good("check", self.write(ONE_MASS + f"title: {long}\n"))
        for text in (f"{long}: 1\n", f"rate: {'1' * 3000000}\n", f"rate: {long}\n",
                     f"gravity: [{'1, ' * 300000}1]\n", f"bodies{long}: 5\n",
                     f"outputs: {{o: {{of: {long}}}}}\n"):
            with self.subTest(text[:20]):
                self.refused(ONE_MASS + text, ".")

    def test_what_is_not_a_readable_file_is_refused_with_the_reason(self):
        os.mkdir(self.path("folder"))
        os.mkdir(self.path("folder.yaml"))
        for name, says in (("missing.yaml", "No such file"), ("./missing", "No such file"),
                           ("folder", "is a folder"), ("folder.yaml", "is a folder"),
                           (".", "folder"),
                           ("missing/scene.yaml", "No such file"),
                           ("a" * 300 + ".yaml", "too long"),
                           ("nothing-of-that-name", "carom list")):
            with self.subTest(name):
                result = self.wrong("run", name, "-o", "results")
                self.assertIn(name, result.err)
                self.assertRegex(result.err, says)

    def test_an_unreadable_file_is_refused_with_the_reason(self):
        if os.path.exists("/proc/self/mem"):
            self.assertIn("cannot be read", self.wrong("run", "/proc/self/mem").err)
        if os.geteuid() != 0:
            os.chmod(self.path(self.write(ONE_MASS)), 0)
            self.assertIn("Permission denied", self.wrong("run", "scene.yaml").err)

    def test_standard_input_is_named_in_messages(self):
        result = self.wrong("run", "-", given=b"carom: 1\nbodies: {m: {type: mass, mass: 0}}\n")
        self.assertRegex(result.err, r"\A(standard input|-):2:\d+: bodies\.m\.mass: ")

    def test_nothing_on_standard_input_is_refused(self):
        self.assertRegex(self.wrong("run", "-", given=b"").err, "empty")


class FilesThatAreScenesAllTheSame(Case):
    def test_line_endings_byte_order_mark_and_json_do_not_matter(self):
        texts = {"crlf": EVERYTHING.replace("\n", "\r\n"), "bom": "\ufeff" + EVERYTHING,
                 "bom and crlf": "\ufeff" + EVERYTHING.replace("\n", "\r\n"),
                 "no last newline": EVERYTHING.rstrip("\n"),
                 "document": "---\n" + EVERYTHING + "...\n",
                 "directive": "%YAML 1.2\n---\n" + EVERYTHING,
                 "comments": "# x\n" + EVERYTHING + "# y",
                 "blank lines": EVERYTHING.replace("\n", "\n\n")}
        self.good("run", self.write(EVERYTHING), "-o", "plain", "--quiet", "--csv")
        for name, text in texts.items():
            with self.subTest(name):
                self.good("run", self.write(text), "-o", "other", "--quiet", "--csv")
                same = self.read("other", "samples.csv") == self.read("plain", "samples.csv")
                self.assertTrue(same)

    def test_crlf_keeps_line_numbers(self):
        text = "carom: 1\r\nbodies:\r\n  m: {type: mass,\r\n      mass: 0}\r\n"
        self.refused(text, r"\Ascene\.yaml:4:13: bodies\.m\.mass: '0' is out of range")

    def test_a_title_may_be_empty_or_in_any_language(self):
        for title in ('""', "Flöte, 笛, 🎻", '"a: b # c"', "'it''s'",
                      '"two\\nlines\\ttab"', "|\n  a\n  b",
                      '"[no list]"'):
            with self.subTest(title):
                self.good("check", self.write(ONE_MASS + f"title: {title}\n"))

    def test_anchors_may_be_used(self):
        text = "carom: 1\nbodies:\n  a: &a {type: mass, mass: 1}\n  b: *a\n"
        self.assertRegex(self.good("check", self.write(text)).out, "bodies: 2")

    def test_a_section_may_be_empty(self):
        for section in ("contacts:\n", "forces: {}\n", "outputs:\n"):
            with self.subTest(section):
                self.good("run", self.write(ONE_MASS + section), "-o", "results", "--quiet")

    def test_numbers_may_be_written_as_yaml_writes_them(self):
        for number in ("8000", "8e3", "8.0E+3", "+8000", "8000.", "0x1F40", "8000.0", " 8000 "):
            with self.subTest(number):
                out = self.good("check", self.write(ONE_MASS + f"rate: {number}\n")).out
                self.assertRegex(out, r"\A1 s at 8000 Hz")


if __name__ == "__main__":
    main()
