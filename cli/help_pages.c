// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The pages of carom help that are about many keys, or list a whole table.

#include "cli/commands.h"
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

// --- Whole tables -------------------------------------------------------------------------------

static void print_keys(void) {
  const char *section = "?";
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    if (strcmp(k->section, section) != 0)
      printf("%s%s\n", i > 0 ? "\n" : "", k->section[0] != '\0' ? k->section : "top level");
    section = k->section;
    printf("  %-26s %-10s %-12s %s\n", k->name, k->unit[0] != '\0' ? k->unit : "-",
           k->required              ? "(required)"
           : k->standard[0] != '\0' ? k->standard
                                    : "-",
           k->help);
  }
}

static void print_methods(void) {
  printf("%-10s %-32s %s\n", "method", "bodies", "contacts");
  for (int i = 0; i < carom_method_count(); ++i) {
    const carom_method *m = carom_method_at(i);
    printf("%-10s %-32s %s\n", m->name, m->bodies, m->contacts);
  }
  printf("\n");
  for (int i = 0; i < carom_method_count(); ++i) {
    const carom_method *m = carom_method_at(i);
    printf("%-10s %s\n", m->name, m->help);
    if (m->limits[0] != '\0')
      printf("%-10s takes %s%s\n", "", m->limits, m->conserves ? "" : "; does not conserve energy");
  }
  print_lacking();
}

static void print_warnings(void) {
  for (int i = 0; i < carom_warning_kind_count(); ++i)
    printf("%-14s %s\n", carom_warning_kind_at(i)->word, carom_warning_kind_at(i)->help);
}

static void print_measures(void) {
  for (int i = 0; i < carom_measure_count(); ++i) {
    const carom_measure *m = carom_measure_at(i);
    const bool of_output = m->name[strlen(m->name) - 1] == '.';
    printf("%s%-*s %-5s %s\n", m->name, 18 - (int)strlen(m->name), of_output ? "NAME" : "",
           m->unit[0] != '\0' ? m->unit : "-", m->help);
  }
}

static void print_materials(void) {
  puts(
      "material: NAME gives strings, bars and plates density (kg/m3), youngs (Pa), poisson and\n"
      "loss_factor, as far as these are not written beside it, and collisions and felts the\n"
      "stiffness (N/m^exponent), exponent and damping (s/m) of a striker. Values differ from "
      "piece\n"
      "to piece, those of woods by a fifth and losses by a factor of two and more. Plates are\n"
      "alike along and across; those of wood are as stiff across as along their grain, which real\n"
      "ones are not.\n");
  printf("%-16s %-8s %7s %9s %8s %11s\n", "material", "", "density", "youngs", "poisson",
         "loss_factor");
  for (int i = 0; i < carom_material_count(); ++i) {
    const carom_material *m = carom_material_at(i);
    if (m->density > 0)
      printf("%-16s %-8s %7g %9.4g %8g %11g\n", m->name, m->family, m->density, m->youngs,
             m->poisson, m->loss_factor);
  }
  printf("\n%-25s %7s %9s %8s\n", "", "stiffness", "exponent", "damping");
  for (int i = 0; i < carom_material_count(); ++i) {
    const carom_material *m = carom_material_at(i);
    if (m->stiffness > 0)
      printf("%-16s %-8s %9g %9g %8g\n", m->name, m->family, m->stiffness, m->exponent, m->damping);
  }
  puts("\nWhere the values come from:");
  for (int i = 0; i < carom_material_count(); ++i) {
    const carom_material *m = carom_material_at(i);
    print_paragraph(19, printf("  %-16s ", m->name), m->source);
  }
}

// Whether the topic is there a second time, as are words of several keys.
static bool has_topic_before(const topic_kind *kind, int index) {
  for (int i = 0; i < index; ++i)
    if (strcmp(kind->at(kind, i), kind->at(kind, index)) == 0)
      return true;
  return false;
}

static void print_topics(void) {
  for (int i = 0; i < topic_kind_count(); ++i) {
    const topic_kind *kind = topic_kind_at(i);
    const char *topic = NULL;
    if (kind->title == NULL)
      continue;
    char list[4000] = "";
    size_t length = 0;
    for (int n = 0; (topic = kind->at(kind, n)) != NULL && length < sizeof list; ++n)
      if (!has_topic_before(kind, n))
        length += (size_t)snprintf(list + length, sizeof list - length, "%s ", topic);
    print_paragraph(22, printf("%-21s ", kind->title), list);
  }
  print_paragraph(22, printf("%-21s ", "Keys"), "each of 'carom help keys', such as tension");
}

static void print_sections(void) {
  puts(
      "A scene is a text file, YAML or JSON: keys of its own, then these sections of named items.\n"
      "Each value has a path, such as bodies.string.tension, which --set takes.\n");
  for (int i = 0; i < carom_section_count(); ++i)
    printf("  %-21s %s\n", carom_section_at(i), carom_section_help(i));
  puts("\nKeys of the scene itself:");
  for (int i = 0; i < carom_key_count() && carom_key_at(i)->section[0] == '\0'; ++i)
    print_key_row(carom_key_at(i));
  print_example("page", "scene");
}

// Whether a key before this one has the same unit.
static bool unit_is_known(int key) {
  for (int i = 0; i < key; ++i)
    if (strcmp(carom_key_at(i)->unit, carom_key_at(key)->unit) == 0)
      return true;
  return false;
}

static void print_units(void) {
  puts("Numbers are SI and are written without their units: 1.5e-3 is 1.5 mm where a length is "
       "asked\n"
       "for. A scene may be dimensionless: with length, linear_density and tension 1 the results "
       "are\n"
       "in those units.\n");
  for (int i = 0; i < carom_key_count(); ++i) {
    const char *unit = carom_key_at(i)->unit;
    char list[4000] = "";
    size_t length = 0;
    if (unit[0] == '\0' || unit_is_known(i))
      continue;
    for (int n = i; n < carom_key_count() && length < sizeof list; ++n) {
      const carom_key *k = carom_key_at(n);
      if (strcmp(k->unit, unit) == 0)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s%s ", k->section,
                                   k->section[0] != '\0' ? "." : "", k->name);
    }
    print_paragraph(14, printf("  %-11s ", unit), list);
  }
  print_example("page", "units");
}

// --- Pages about some keys ----------------------------------------------------------------------

static bool is_about_notes(const carom_key *k) {
  return strstr(k->help, "note") != NULL || strstr(k->kind, "note") != NULL ||
         strncmp(k->name, "play.", 5) == 0 || strcmp(k->name, "pitch") == 0;
}

static bool is_point(const carom_key *k) {
  return strcmp(k->kind, "point") == 0;
}

static bool has_breakpoints(const carom_key *k) {
  return strstr(k->kind, "breakpoints") != NULL;
}

static bool is_about_voices(const carom_key *k) {
  return strstr(k->help, "voice") != NULL;
}

static bool is_preset(const carom_key *k) {
  return strcmp(k->section, "presets") == 0;
}

static bool is_played(const carom_key *k) {
  return strncmp(k->name, "play.", 5) == 0;
}

static bool is_live(const carom_key *k) {
  return k->live;
}

typedef struct {
  const char *name;
  void (*print)(void); // or
  const char *text;    // and
  bool (*has)(const carom_key *key);
} page;

static const page pages[] = {
    {"topics", print_topics, NULL, NULL},
    {"scene", print_sections, NULL, NULL},
    {"keys", print_keys, NULL, NULL},
    {"methods", print_methods, NULL, NULL},
    {"measures", print_measures, NULL, NULL},
    {"warnings", print_warnings, NULL, NULL},
    {"materials", print_materials, NULL, NULL},
    {"units", print_units, NULL, NULL},
    {"notes", NULL,
     "Notes are MIDI notes, 0 to 127; 60 is middle C, and 69 the A above it. A scene is played by "
     "its controls: one with midi: note follows the pitch of notes, one with midi: note-on plays a "
     "gesture, harder with velocity. A * in its key or point stands for the voices: string1, "
     "string2 "
     "and so on, one note each.",
     is_about_notes},
    {"points", NULL,
     "A point of a body: string@0.12 is a fraction of the length from the left end, plate@0.8:0.75 "
     "fractions along x and y, linkage@NAME a mark of a linkage; the bare name is a mass or "
     "barrier, "
     "or, with along: true, all of a body. Points between those of a grid are interpolated.",
     is_point},
    {"breakpoints", NULL,
     "Instead of a number these keys take breakpoints, [[t, value], ...]: time in s and value, "
     "linear "
     "between them, held before the first and after the last.",
     has_breakpoints},
    {"live", NULL,
     "Live keys may change while the scene runs: by breakpoints, by the gesture set, by a control, "
     "or "
     "by a program. The energy ledger counts the work that a change does. 'carom check' lists "
     "those "
     "of a scene, with their ranges.",
     is_live},
    {"midi", print_midi, NULL, NULL},
    {"voices", NULL,
     "A * in the key or point of a control stands for voices: string*@0.13 for string1, string2 "
     "and "
     "so on. A note goes to the voice that played it last, or to one that was let go, or takes "
     "over "
     "the oldest, and what follows note and note-on acts in that voice.",
     is_about_voices},
    {"preset", NULL,
     "A preset is a set of values of controls under a name, in the section presets: {soft: "
     "{hardness: 1e8}}. Controls that it does not name are as the scene starts. carom play "
     "--preset "
     "NAME begins with one, 'carom check' lists them, and plugins have them for their hosts.",
     is_preset},
    {"lv2", NULL,
     "carom export SCENE --lv2 FOLDER makes an LV2 plugin of a scene with controls: a bundle that "
     "hosts find in LV2_PATH. Its controls are ports, its presets presets, notes and controllers "
     "come as MIDI events. make play builds those of the built-in instruments.",
     is_played},
    {"man", print_manual, NULL, NULL},
};

static const char *page_at(const topic_kind *kind, int index) {
  (void)kind;
  return index < (int)(sizeof pages / sizeof pages[0]) ? pages[index].name : NULL;
}

static void print_page(const topic_kind *kind, int index) {
  (void)kind;
  const page *p = &pages[index];
  if (p->print != NULL) {
    p->print();
    return;
  }
  print_paragraph(0, 0, p->text);
  const char *section = "?";
  for (int i = 0; i < carom_key_count(); ++i) {
    const carom_key *k = carom_key_at(i);
    if (!p->has(k))
      continue;
    if (strcmp(section, k->section) != 0)
      printf("\nKeys of %s:\n", k->section[0] != '\0' ? k->section : "the scene");
    section = k->section;
    print_key_row(k);
  }
  print_example("page", p->name);
}

const topic_kind topics_pages = {"Pages", page_at, print_page, NULL, NULL};
