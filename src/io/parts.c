// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The folder of finished parts. An end mark is "#end ROWS CHECKSUM", the checksum the 64 bits of
// FNV-1a (G. Fowler, L. Noll, K.-P. Vo) over all bytes before it.

#include "io/parts.h"

#include "io/atomic_file.h"
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MARK_ROOM = 64 };

uint64_t parts_sum(const char *text, size_t length) {
  uint64_t sum = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < length; ++i)
    sum = (sum ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
  return sum;
}

// The end mark of a text; returns its length.
static int write_mark(const char *text, size_t length, char mark[MARK_ROOM]) {
  long long rows = 0;
  for (size_t i = 0; i < length; ++i)
    rows += text[i] == '\n';
  return snprintf(mark, MARK_ROOM, "#end %lld %016" PRIx64 "\n", rows, parts_sum(text, length));
}

bool parts_write(const char *folder, const char *name, const char *text, size_t length) {
  char mark[MARK_ROOM];
  atomic_file file = {0};
  if (!atomic_file_open(&file, folder, name))
    return false;
  const int marked = write_mark(text, length, mark);
  fwrite(text, 1, length, file.file);
  fwrite(mark, 1, (size_t)marked, file.file);
  return atomic_file_rename(&file);
}

char *parts_read_file(const char *path, size_t *length) {
  enum { AT_ONCE = 65536 };
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t got = 0;
  *length = 0;
  bool good = file != NULL;
  do {
    char *more = good ? realloc(text, *length + AT_ONCE + 1) : NULL;
    good = more != NULL;
    text = good ? more : text;
    got = good ? fread(text + *length, 1, AT_ONCE, file) : 0;
    *length += got;
  } while (got == AT_ONCE);
  good = good && ferror(file) == 0;
  if (file != NULL)
    fclose(file);
  if (!good) {
    free(text);
    return NULL;
  }
  text[*length] = '\0';
  return text;
}

// Where the last line of a text begins.
static size_t last_line(const char *text, size_t length) {
  size_t at = length > 0 ? length - 1 : 0;
  while (at > 0 && text[at - 1] != '\n')
    --at;
  return at;
}

char *parts_read(const char *folder, const char *name, size_t *length) {
  char path[PATH_ROOM + 64];
  char mark[MARK_ROOM];
  size_t whole = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  char *text = parts_read_file(path, &whole);
  if (text == NULL)
    return NULL;
  *length = last_line(text, whole);
  const size_t marked = (size_t)write_mark(text, *length, mark);
  if (whole - *length != marked || memcmp(text + *length, mark, marked) != 0) {
    free(text);
    return NULL;
  }
  text[*length] = '\0';
  return text;
}

void parts_clear(const char *folder) {
  DIR *d = opendir(folder);
  const struct dirent *entry = NULL;
  while (d != NULL && (entry = readdir(d)) != NULL) {
    char path[PATH_ROOM + 300];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.')
      unlink(path);
  }
  if (d != NULL)
    closedir(d);
}

bool parts_belong(const char *folder, const char *plan) {
  char path[PATH_ROOM + 16];
  size_t length = 0;
  snprintf(path, sizeof path, "%s/plan", folder);
  char *text = parts_read_file(path, &length);
  const bool same = text != NULL && length == strlen(plan) && memcmp(text, plan, length) == 0;
  free(text);
  return same;
}

bool parts_open(const char *folder, const char *plan) {
  atomic_file file = {0};
  if (!make_folder(folder))
    return false;
  if (parts_belong(folder, plan))
    return true;
  parts_clear(folder);
  if (!atomic_file_open(&file, folder, "plan"))
    return false;
  fputs(plan, file.file);
  return atomic_file_commit(&file);
}
