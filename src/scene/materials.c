// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The table of materials, at room temperature, and those of a scene. Woods are told along the
// grain; plates of them are as stiff across, which real ones are not.

#include "scene/materials.h"

#include <math.h>
#include <string.h>

// Where values come from.
#define WOOD_HANDBOOK                                                                              \
  "density, E and Poisson's ratio (LR): Wood Handbook (USDA Forest Products Laboratory, 2010), "   \
  "chapter 5, at 12 % moisture; "
#define WOOD_TREND "loss: Ono and Norimoto's trend with E over density (1983)"
#define WOOD_TYPICAL                                                                               \
  "typical; the loss is low for its E over density (Bremaud, J. Acoust. Soc. Am. 131, 2012)"
#define KAYE         "density, E and Poisson's ratio: Kaye and Laby, Tables of Physical Constants; "
#define HECKL        "loss: Cremer and Heckl, Structure-Borne Sound (1988)"
#define TYPICAL      "typical"
#define TYPICAL_LOSS "loss: typical"

// Of solids without stiffness, exponent and damping of a striker.
#define SOLID(name, family, density, youngs, poisson, loss, source)                                \
  { name, family, density, youngs, poisson, loss, 0, 0, 0, source }

static const carom_material rows[] = {
    SOLID("spruce", "wood", 450, 10.8e9, 0.37, 6.8e-3, "Sitka; " WOOD_HANDBOOK WOOD_TREND),
    SOLID("cedar", "wood", 360, 7.7e9, 0.38, 7.3e-3, "western red; " WOOD_HANDBOOK WOOD_TREND),
    SOLID("maple", "wood", 710, 12.6e9, 0.42, 8.3e-3, "sugar; " WOOD_HANDBOOK WOOD_TREND),
    SOLID("oak", "wood", 760, 12.3e9, 0.37, 8.9e-3, "white; " WOOD_HANDBOOK WOOD_TREND),
    SOLID("beech", "wood", 720, 11.9e9, 0.4, 8.7e-3,
          "American; " WOOD_HANDBOOK WOOD_TREND "; Poisson's ratio: typical"),
    SOLID("ash", "wood", 670, 12.0e9, 0.37, 8.3e-3, "white; " WOOD_HANDBOOK WOOD_TREND),
    SOLID("walnut", "wood", 620, 11.6e9, 0.5, 8.0e-3, "black; " WOOD_HANDBOOK WOOD_TREND),
    SOLID("rosewood", "wood", 900, 13.0e9, 0.4, 5.0e-3,
          "Brazilian; " WOOD_HANDBOOK "loss: " WOOD_TYPICAL),
    SOLID("ebony", "wood", 1000, 17.0e9, 0.4, 7.0e-3, TYPICAL),
    SOLID("padauk", "wood", 750, 12.0e9, 0.4, 5.0e-3, WOOD_TYPICAL),
    SOLID("mahogany", "wood", 500, 10.3e9, 0.31, 7.6e-3, "true; " WOOD_HANDBOOK WOOD_TREND),
    SOLID("bamboo", "wood", 700, 15.0e9, 0.35, 8.0e-3, TYPICAL),
    SOLID("balsa", "wood", 180, 3.4e9, 0.23, 8.0e-3, WOOD_HANDBOOK WOOD_TREND),
    SOLID("steel", "metal", 7850, 2.1e11, 0.29, 3e-4, KAYE HECKL ", iron's"),
    SOLID("stainless-steel", "metal", 7900, 1.95e11, 0.29, 5e-4, TYPICAL " of 18/8 steel"),
    SOLID("cast-iron", "metal", 7150, 1.1e11, 0.27, 3e-3, TYPICAL " of a grey one"),
    SOLID("aluminium", "metal", 2700, 7.03e10, 0.345, 1e-4, KAYE HECKL),
    SOLID("brass", "metal", 8500, 1.0e11, 0.35, 5e-4, KAYE HECKL ", which has below 1e-3"),
    SOLID("bronze", "metal", 8800, 1.1e11, 0.34, 5e-4, TYPICAL " of 8 to 10 % tin"),
    SOLID("bell-bronze", "metal", 8700, 1.0e11, 0.34, 4e-4, TYPICAL " of 20 % tin"),
    SOLID("copper", "metal", 8930, 1.3e11, 0.343, 2e-3, KAYE HECKL ", polycrystalline"),
    SOLID("nickel-silver", "metal", 8700, 1.325e11, 0.333, 5e-4, KAYE TYPICAL_LOSS),
    SOLID("silver", "metal", 10500, 8.27e10, 0.367, 1e-3, KAYE HECKL ", which has below 3e-3"),
    SOLID("gold", "metal", 19300, 7.8e10, 0.44, 3e-4, KAYE HECKL),
    SOLID("lead", "metal", 11340, 1.61e10, 0.44, 2e-2, KAYE HECKL),
    SOLID("tin", "metal", 7300, 4.99e10, 0.357, 2e-3, KAYE HECKL),
    SOLID("titanium", "metal", 4500, 1.157e11, 0.321, 5e-4, KAYE TYPICAL_LOSS),
    SOLID("glass", "glass", 2500, 7.0e10, 0.22, 1e-3, "of windows; " TYPICAL "; " HECKL),
    SOLID("granite", "stone", 2650, 5.0e10, 0.2, 5e-3, TYPICAL),
    SOLID("marble", "stone", 2700, 5.5e10, 0.25, 3e-3, TYPICAL),
    SOLID("slate", "stone", 2800, 9.0e10, 0.2, 3e-3, TYPICAL ", along its layers"),
    SOLID("ceramic", "ceramic", 3900, 3.7e11, 0.22, 5e-4, TYPICAL " of alumina"),
    SOLID("nylon", "plastic", 1140, 3.0e9, 0.4, 2e-2, TYPICAL ", dry; of a string 5e9 Pa"),
    SOLID("acrylic", "plastic", 1180, 4.0e9, 0.37, 4e-2, TYPICAL "; " HECKL ", 2e-2 to 4e-2"),
    SOLID("pvc", "plastic", 1400, 3.0e9, 0.4, 3e-2, TYPICAL ", rigid"),
    SOLID("acetal", "plastic", 1410, 3.1e9, 0.37, 1.5e-2, TYPICAL "; also called delrin"),
    SOLID("delrin", "plastic", 1410, 3.1e9, 0.37, 1.5e-2, TYPICAL "; acetal"),
    SOLID("gut", "plastic", 1300, 5.0e9, 0.4, 2e-2, TYPICAL " of a string"),
    SOLID("carbon-fibre", "plastic", 1550, 1.3e11, 0.3, 2e-3,
          TYPICAL " of a composite, along its fibres"),
    {"felt", "striker", 0, 0, 0, 0, 4.5e9, 2.5, 0.1,
     "stiffness and exponent: a piano's hammer of C4 (Chaigne and Askenfelt, J. Acoust. Soc. Am. "
     "95, 1994, part I); damping: typical; at C2 4e8 and 2.3, at C7 1e12 and 3"},
    {"rubber", "striker", 1100, 5e6, 0.49, 0.1, 1e6, 1.5, 0.3,
     "typical of soft rubber; stiffness and exponent: Hertz's law for a ball of 12 mm radius"},
};

int carom_material_count(void) {
  return sizeof rows / sizeof rows[0];
}

const carom_material *carom_material_at(int index) {
  return index >= 0 && index < carom_material_count() ? &rows[index] : NULL;
}

static const carom_material *built_in(const char *name) {
  for (int i = 0; i < carom_material_count(); ++i)
    if (strcmp(rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

bool material_is_built_in(const char *name) {
  return built_in(name) != NULL;
}

const item *material_item(const carom_scene *scene, const char *name) {
  const int own = scene_find(scene, SECTION_MATERIALS, name, strlen(name));
  return own >= 0 ? scene_item(scene, own) : NULL;
}

// A number of a material of the scene wins over that of what it is like.
static void take_number(const item *it, const char *key, double *number) {
  if (item_has(it, key))
    *number = item_number(it, key);
}

/// Materials that are like each other are followed so far; a circle is longer.
enum { LIKE_MOST = 16 };

static bool find_from(const carom_scene *scene, const char *name, int depth, carom_material *m) {
  const item *it = material_item(scene, name);
  const carom_material *row = built_in(name);
  if (it == NULL || row != NULL) {
    *m = row != NULL ? *row : (carom_material){.name = name};
    return row != NULL;
  }
  *m = (carom_material){.name = it->name, .family = "", .poisson = 0.3, .source = ""};
  if (item_has(it, "like") &&
      (depth == LIKE_MOST || !find_from(scene, item_text(it, "like"), depth + 1, m)))
    return false;
  m->name = it->name;
  take_number(it, "density", &m->density);
  take_number(it, "youngs", &m->youngs);
  take_number(it, "poisson", &m->poisson);
  take_number(it, "loss_factor", &m->loss_factor);
  take_number(it, "stiffness", &m->stiffness);
  take_number(it, "exponent", &m->exponent);
  take_number(it, "damping", &m->damping);
  return true;
}

bool material_find(const carom_scene *scene, const char *name, carom_material *m) {
  return find_from(scene, name, 0, m);
}

static void nearer(const char *name, const char *word, const char **nearest, int *least) {
  const int distance = text_distance(word, name);
  if (distance < *least) {
    *least = distance;
    *nearest = word;
  }
}

void material_suggest(const carom_scene *scene, const char *name, sentence *out) {
  const char *nearest = NULL;
  int least = 3;
  for (int i = 0; i < scene_item_count(scene); ++i)
    if (scene_item(scene, i)->in == SECTION_MATERIALS)
      nearer(name, scene_item(scene, i)->name, &nearest, &least);
  for (int i = 0; i < carom_material_count(); ++i)
    nearer(name, rows[i].name, &nearest, &least);
  if (nearest != NULL)
    sentence_add(out, "did you mean '%s'? ", nearest);
  sentence_add(out, "allowed are ");
  for (int i = 0; i < carom_material_count(); ++i)
    sentence_add(out, "%s, ", rows[i].name);
  sentence_add(out, "and those of the scene's materials");
}
