// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All entries on one page that needs nothing else: style and pictures are inside.

#include "reproduce/reproduce.h"

static const char style[] =
    ":root { color-scheme: light dark; --ink: #222; --paper: #fff; --faint: #666; --rule: #ddd;\n"
    "  --good: #2b8a3e; --changed: #1f6fb4; --bad: #b02a37; }\n"
    "@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #16181c; --faint: #999;\n"
    "  --rule: #333; --good: #69c47a; --changed: #5aa9e6; --bad: #ff6b78; } }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);\n"
    "  max-width: 920px; margin: 2em auto; padding: 0 1em; }\n"
    "section { border-top: 1px solid var(--rule); padding: 1em 0; }\n"
    "h2 { margin: 0; font-size: 1.2em; } .source { color: var(--faint); margin: 0.2em 0; }\n"
    ".verdict { font-weight: 600; } .reproduced { color: var(--good); }\n"
    ".corrected, .refuted, .fitted, .given { color: var(--changed); }\n"
    ".open, .fails, .not-run { color: var(--bad); }\n"
    "table { border-collapse: collapse; margin: 0.8em 0; }\n"
    "th, td { text-align: left; padding: 0.2em 1.5em 0.2em 0; border-bottom: 1px solid "
    "var(--rule);\n"
    "  font-variant-numeric: tabular-nums; }\n"
    "code { font-size: 0.85em; } svg { max-width: 100%; height: auto; }\n";

static void write_text(FILE *file, const char *text) {
  for (; *text != '\0'; ++text)
    switch (*text) {
    case '<':
      fputs("&lt;", file);
      break;
    case '>':
      fputs("&gt;", file);
      break;
    case '&':
      fputs("&amp;", file);
      break;
    case '"':
      fputs("&quot;", file);
      break;
    default:
      fputc(*text, file);
    }
}

static void write_element(FILE *file, const char *name, const char *text) {
  fprintf(file, "<%s>", name);
  write_text(file, text);
  fprintf(file, "</%s>", name);
}

bool page_open(atomic_file *p, const char *directory, int entries) {
  if (!make_folder(directory) || !atomic_file_open(p, directory, "index.html"))
    return false;
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<title>Carom: papers run again</title>\n<style>\n",
        p->file);
  fputs(style, p->file);
  fprintf(p->file,
          "</style>\n</head>\n<body>\n<h1>Papers run again</h1>\n<p>%d results. The column "
          "<i>printed</i> has what the document states, numbers as printed and words in short; all "
          "other columns are computed here, and checked by the limit that stands behind them. What "
          "is <i>fitted</i> agrees since constants were fitted to it, and what is <i>given</i> was "
          "put in. <code>carom reproduce</code> ends with exit code 2 where a check does not hold "
          "or was not run.</p>\n",
          entries);
  return true;
}

static void write_limit(FILE *file, const finding *f) {
  char limit[LIMIT_TEXT];
  report_limit_text(f, limit);
  fputs(f->misses || f->broken ? "<td class=\"fails\">" : "<td>", file);
  write_text(file, limit[0] != '\0' ? limit : "none");
  fputs("</td>", file);
}

// A column for what is printed, if anything is, and one or two for what is computed here. A number
// that belongs to neither of two lies across both.
static void write_numbers(FILE *file, const report *r) {
  const bool printed = report_count_printed(r) > 0;
  const bool both = report_count_both(r) > 0;
  fputs("<table>\n<tr><th></th>", file);
  if (printed)
    write_element(file, "th", "printed");
  if (both)
    write_element(file, "th", r->theirs);
  write_element(file, "th", r->ours);
  fputs("<th>limit</th></tr>\n", file);
  for (int i = 0; i < r->findings; ++i) {
    const finding *f = &r->finding[i];
    fputs("<tr>", file);
    write_element(file, "td", f->name);
    if (printed)
      write_element(file, "td", f->printed[0] != '\0' ? f->printed : "not printed");
    if (f->theirs[0] != '\0')
      write_element(file, "td", f->theirs);
    fputs(both && f->theirs[0] == '\0' ? "<td colspan=\"2\">" : "<td>", file);
    write_text(file, f->ours);
    fputs("</td>", file);
    write_limit(file, f);
    fputs("</tr>\n", file);
  }
  fputs("</table>\n", file);
  if (report_count_numbers(r) == 0)
    write_element(file, "p",
                  printed ? "The document has words for these and prints no number: all numbers "
                            "are computed here."
                  : both  ? "The document prints no number of these: both columns are computed "
                            "here."
                          : "The document prints no number of these: they are computed here.");
}

void page_entry(atomic_file *p, const entry *e, const report *r) {
  FILE *file = p->file;
  const char *word = verdict_name(r->verdict);
  fprintf(file, "<section id=\"%s\">\n", e->id);
  write_element(file, "h2", e->title);
  fputs("\n<p class=\"source\">", file);
  write_text(file, e->source);
  fprintf(file, "</p>\n<p class=\"verdict %s\">%s", word, word);
  if (r->lacks != NULL)
    fprintf(file, ": this build has no %s", r->lacks);
  else if (!r->holds)
    fputs("; <span class=\"fails\">the check does not hold</span>", file);
  fputs("</p>\n", file);
  write_element(file, "p", e->text);
  if (r->lacks == NULL)
    write_numbers(file, r);
  if (r->picture != NULL)
    fputs(r->picture, file);
  fprintf(file, "<p><code>carom reproduce %s</code></p>\n", e->id);
  if (r->command[0] != '\0') {
    fputs("<p>", file);
    write_element(file, "code", r->command);
    fputs("</p>\n", file);
  }
  fputs("</section>\n", file);
}

bool page_close(atomic_file *p, const tally *t) {
  fputs("<p>", p->file);
  tally_print(t, p->file);
  fputs(".</p>\n</body>\n</html>\n", p->file);
  return atomic_file_commit(p);
}
