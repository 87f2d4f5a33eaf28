// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Claims about files that are complete or absent: the order in which they are synced and renamed,
// and what is said where they cannot be. fsync() and rename() are wrapped by the linker.

#include "io/atomic_file.h"
#include "io/shards.h"
#include "support.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static char calls[16]; // s for a sync, r for a rename
static int sync_error; // what fsync() fails with, or 0

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_fsync(int descriptor);

int __wrap_rename(const char *from, const char *to) {
  strcat(calls, "r");
  return __real_rename(from, to);
}

int __wrap_fsync(int descriptor) {
  (void)descriptor;
  strcat(calls, "s");
  errno = sync_error;
  return sync_error != 0 ? -1 : 0;
}

static char folder[FOLDER_ROOM];

static bool is_there(const char *name) {
  char path[PATH_ROOM];
  struct stat about;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return stat(path, &about) == 0;
}

static bool write_file(atomic_file *f, const char *text) {
  calls[0] = '\0';
  errno = 0;
  if (!atomic_file_open(f, folder, "file"))
    return false;
  fputs(text, f->file);
  return true;
}

static void a_finished_file_is_synced_before_it_is_renamed(void **unused) {
  (void)unused;
  static atomic_file f;
  assert_true(write_file(&f, "all of it"));
  assert_true(atomic_file_commit(&f));
  assert_string_equal(calls, "sr");
  assert_true(is_there("file"));
}

static void a_file_that_cannot_be_synced_is_not_renamed(void **unused) {
  (void)unused;
  static atomic_file f;
  sync_error = ENOSPC;
  assert_true(write_file(&f, "half"));
  assert_false(atomic_file_commit(&f));
  assert_int_equal(errno, ENOSPC);
  assert_string_equal(calls, "s");
  assert_false(is_there("file.part"));
  sync_error = EINVAL; // a file system that knows no sync
  assert_true(write_file(&f, "all of it"));
  assert_true(atomic_file_commit(&f));
  sync_error = 0;
}

// The stream has failed, but no call at the end does: "Success" would be no reason.
static void an_early_failure_has_a_reason(void **unused) {
  (void)unused;
  static atomic_file f;
  assert_true(write_file(&f, ""));
  const int full = open("/dev/full", O_WRONLY);
  const int kept = dup(fileno(f.file));
  if (full < 0)
    skip();
  dup2(full, fileno(f.file));
  assert_int_equal(fputs("x", f.file) < 0 || fflush(f.file) != 0, 1);
  dup2(kept, fileno(f.file));
  close(kept);
  close(full);
  fflush(f.file);
  assert_true(ferror(f.file) != 0);
  errno = 0;
  assert_false(atomic_file_commit(&f));
  assert_int_not_equal(errno, 0);
}

static void a_part_is_read_back_whole_or_not_at_all(void **unused) {
  (void)unused;
  static const char text[] = "S,1\nI,2\n";
  char path[PATH_ROOM];
  size_t length = 0;
  assert_true(shards_write(folder, "00000000-00000000.csv", text, strlen(text)));
  char *back = shards_read(folder, "00000000-00000000.csv", &length);
  assert_non_null(back);
  assert_int_equal(length, strlen(text));
  assert_string_equal(back, text);
  free(back);
  snprintf(path, sizeof path, "%s/00000000-00000000.csv", folder);
  char *whole = shards_read_file(path, &length);
  assert_non_null(whole);
  for (size_t cut = 0; cut < length; ++cut) { // cut off anywhere, or one bit wrong
    for (int how = 0; how < 2; ++how) {
      FILE *file = fopen(path, "wb");
      whole[cut] = (char)(whole[cut] ^ how);
      fwrite(whole, 1, how == 0 ? cut : length, file);
      fclose(file);
      whole[cut] = (char)(whole[cut] ^ how);
      size_t got = 0;
      assert_null(shards_read(folder, "00000000-00000000.csv", &got));
    }
  }
  free(whole);
}

static int make(void **unused) {
  (void)unused;
  make_test_folder(folder);
  return 0;
}

static int clean(void **unused) {
  (void)unused;
  char path[PATH_ROOM];
  snprintf(path, sizeof path, "%s/file", folder);
  unlink(path);
  shards_clear(folder);
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_finished_file_is_synced_before_it_is_renamed),
      cmocka_unit_test(a_file_that_cannot_be_synced_is_not_renamed),
      cmocka_unit_test(an_early_failure_has_a_reason),
      cmocka_unit_test(a_part_is_read_back_whole_or_not_at_all)};
  return cmocka_run_group_tests(tests, make, clean);
}
