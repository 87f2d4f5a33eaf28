// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Controllers that were learned, read and written.

#include "cli/ties.h"

#include "io/atomic_file.h"
#include <carom/carom.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

// One line, without its end; false if it is none.
static bool read_line(const char *file, int number, const char *line, carom_player *player) {
  char name[100];
  int controller = -1;
  char rest = 0;
  if (line[strspn(line, " \t")] == '\0' || line[strspn(line, " \t")] == '#')
    return true;
  if (sscanf(line, " %99[^: ] : cc%3d %c", name, &controller, &rest) != 2) {
    fprintf(stderr, "%s:%d: '%.40s' is no tie; allowed is such as rattle: cc21\n", file, number,
            line);
    return false;
  }
  const int control = carom_model_find_control(carom_player_model(player), name);
  if (control < 0) {
    fprintf(stderr, "%s:%d: this instrument has no control '%.60s', which is left\n", file, number,
            name);
    return true;
  }
  if (carom_player_tie(player, control, controller) == CAROM_OK)
    return true;
  fprintf(stderr,
          "%s:%d: controller %d cannot be tied; allowed are 1 to 119 without 6, 32, 38, 64 and 96 "
          "to 101, which mean something by themselves\n",
          file, number, controller);
  return false;
}

bool ties_load(const char *file, carom_player *player) {
  char line[400];
  FILE *from = fopen(file, "r");
  if (from == NULL && errno == ENOENT)
    return true;
  if (from == NULL) {
    fprintf(stderr, "%s: %s\n", file, strerror(errno));
    return false;
  }
  bool good = true;
  for (int number = 1; good && fgets(line, sizeof line, from) != NULL; ++number) {
    line[strcspn(line, "\r\n")] = '\0';
    good = read_line(file, number, line, player);
  }
  if (good && ferror(from) != 0)
    fprintf(stderr, "%s: %s\n", file, strerror(errno));
  good = good && ferror(from) == 0;
  fclose(from);
  return good;
}

bool ties_save(const char *file, const carom_player *player) {
  const carom_model *model = carom_player_model(player);
  const char *slash = strrchr(file, '/');
  char folder[PATH_ROOM];
  atomic_file out = {0};
  snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - file) : 1,
           slash != NULL ? file : ".");
  bool good =
      atomic_file_open(&out, folder[0] != '\0' ? folder : "/", slash != NULL ? slash + 1 : file);
  if (good)
    fputs("# Controllers that carom play has learned.\n", out.file);
  for (int i = 0; good && i < carom_model_describe(model).controls; ++i)
    if (carom_player_tied(player, i) >= 0)
      fprintf(out.file, "%s: cc%d\n", carom_model_control(model, i).name,
              carom_player_tied(player, i));
  good = good && atomic_file_commit(&out);
  if (!good)
    fprintf(stderr, "%s: %s\n", file, strerror(errno));
  return good;
}

int ties_find(const carom_player *player, const char *name) {
  const carom_model *model = carom_player_model(player);
  const int index = carom_model_find_control(model, name);
  if (index >= 0 && carom_model_control(model, index).midi_kind != CAROM_MIDI_NOTE)
    return index;
  fprintf(stderr, "--learn: %s '%s'; allowed are", index < 0 ? "there is no control" : "notes move",
          name);
  const char *before = " ";
  for (int i = 0; i < carom_model_describe(model).controls; ++i) {
    const carom_control_info c = carom_model_control(model, i);
    if (c.midi_kind == CAROM_MIDI_NOTE)
      continue;
    fprintf(stderr, "%s%s", before, c.name);
    before = ", ";
  }
  fputc('\n', stderr);
  return -1;
}
