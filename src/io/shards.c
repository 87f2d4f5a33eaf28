// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The folder of finished parts. An end mark is "#end ROWS CHECKSUM", the checksum the 64 bits of
// FNV-1a (G. Fowler, L. Noll, K.-P. Vo) over all bytes before it.

#include "io/shards.h"

#include "base/error.h"
#include "io/atomic_file.h"
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MARK_CAPACITY = 64 };

uint64_t shards_sum(const char *text, size_t length) {
  uint64_t sum = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < length; ++i)
    sum = (sum ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
  return sum;
}

// The end mark of a text; returns its length.
static int write_mark(const char *text, size_t length, char mark[MARK_CAPACITY]) {
  long long rows = 0;
  for (size_t i = 0; i < length; ++i)
    rows += text[i] == '\n';
  return snprintf(mark, MARK_CAPACITY, "#end %lld %016" PRIx64 "\n", rows,
                  shards_sum(text, length));
}

bool shards_write(const char *folder, const char *name, const char *text, size_t length) {
  char mark[MARK_CAPACITY];
  atomic_file file = {0};
  if (!atomic_file_open(&file, folder, name))
    return false;
  const int marked = write_mark(text, length, mark);
  fwrite(text, 1, length, file.file);
  fwrite(mark, 1, (size_t)marked, file.file);
  return atomic_file_rename(&file);
}

char *shards_read_file(const char *path, size_t *length) {
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

char *shards_read(const char *folder, const char *name, size_t *length) {
  char path[PATH_ROOM + 64];
  char mark[MARK_CAPACITY];
  size_t whole = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  char *text = shards_read_file(path, &whole);
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

// --- The folder ---------------------------------------------------------------------------------

// Steps over digits, at least so many; NULL if there are fewer.
static const char *skip_digits(const char *text, size_t min) {
  const size_t count = text != NULL ? strspn(text, "0123456789") : 0;
  return text != NULL && count >= min ? text + count : NULL;
}

static bool is_ending(const char *text, const char *const *endings, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const size_t length = strlen(endings[i]);
    if (strncmp(text, endings[i], length) == 0 &&
        (text[length] == '\0' || strcmp(text + length, ".part") == 0))
      return true;
  }
  return false;
}

// Whether a sweep or a comparison writes parts of that name: plan, 00000003-00000000.csv or .json,
// 000002.bin, and the same with .part until they are complete.
static bool is_shard(const char *name) {
  static const char *const plan[] = {"plan"};
  static const char *const of_sweep[] = {".csv", ".json"};
  static const char *const of_comparison[] = {".bin"};
  const char *job = skip_digits(name, 8);
  const char *step = job != NULL && *job == '-' ? skip_digits(job + 1, 8) : NULL;
  const char *variant = skip_digits(name, 6);
  return is_ending(name, plan, 1) || (step != NULL && is_ending(step, of_sweep, 2)) ||
         (variant != NULL && is_ending(variant, of_comparison, 1));
}

void shards_clear(const char *folder) {
  const int at = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *d = at >= 0 ? fdopendir(at) : NULL;
  const struct dirent *entry = NULL;
  while (d != NULL && (entry = readdir(d)) != NULL)
    if (is_shard(entry->d_name))
      unlinkat(at, entry->d_name, 0);
  if (d != NULL)
    closedir(d);
  else if (at >= 0)
    close(at);
}

carom_status shards_check(const char *folder, carom_error *error) {
  struct stat about;
  if (lstat(folder, &about) != 0 || !S_ISLNK(about.st_mode))
    return CAROM_OK;
  return error_set(error, CAROM_CANNOT_WRITE,
                   "%.300s: is a symbolic link, and finished parts are removed in the end; allowed "
                   "is a folder of its own, or none",
                   folder);
}

bool shards_belong(const char *folder, const char *plan) {
  char path[PATH_ROOM + 16];
  size_t length = 0;
  snprintf(path, sizeof path, "%s/plan", folder);
  char *text = shards_read_file(path, &length);
  const bool same = text != NULL && length == strlen(plan) && memcmp(text, plan, length) == 0;
  free(text);
  return same;
}

bool shards_open(const char *folder, const char *plan) {
  atomic_file file = {0};
  if (!make_folder(folder))
    return false;
  if (shards_belong(folder, plan))
    return true;
  shards_clear(folder);
  if (!atomic_file_open(&file, folder, "plan"))
    return false;
  fputs(plan, file.file);
  return atomic_file_commit(&file);
}
