// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Campaigns: random scenes, and scenes that exist with random changes, each through parsing,
// compiling and 400 samples, and each held to rules that a balanced ledger does not imply.
// CONTRIBUTING.md says what each rule is and why. CAROM_CASE=N tries one case and prints its scene,
// CAROM_FIRST=N begins with case N, so that several processes share a campaign.

#include "campaign_mutate.h"
#include "campaign_twin.h"
#include <signal.h>
#include <time.h>

static uint64_t seed_of(long number) {
  uint64_t seed = (uint64_t)number * 0x9E3779B97F4A7C15ULL + 0x2545F4914F6CDD1DULL;
  for (int i = 0; i < 8; ++i)
    random_unit(&seed);
  return seed;
}

/// An interrupt ends a campaign behind its present scene; what was counted is told.
static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
  (void)number;
  interrupted = 1;
}

static const char *present_kind = "";
static long present_number;

// libfyaml 0.7.12 loses some bytes for each quoted scalar with a dozen escapes or so.
const char *__lsan_default_suppressions(void); // NOLINT(bugprone-reserved-identifier)
const char *__lsan_default_suppressions(void) {
  return "leak:libfyaml";
}

/// Tells which scene a sanitizer has stopped.
void __asan_on_error(void); // NOLINT(bugprone-reserved-identifier)
void __asan_on_error(void) {
  fprintf(stderr, "in %s %ld\n", present_kind, present_number);
}

static void try_scene(campaign *c, const char *kind, long number, carom_scene *scene);

// --- One case, made smaller
// -----------------------------------------------------------------------

/// Whether a text still breaks a rule.
static bool still_breaks(const scene_text *t, rule r) {
  campaign c = {.quiet = true};
  carom_scene *scene = scene_from(t->bytes, t->length);
  if (scene == NULL)
    return false;
  try_scene(&c, "smaller", 0, scene);
  return c.faults[r] > 0;
}

/// Takes out one thing if the rule is broken without it.
static bool take_out_one(scene_text *t, rule r, const char *path) {
  static scene_text less;
  carom_error error;
  carom_scene *scene = scene_from(t->bytes, t->length);
  const bool gone = carom_scene_remove(scene, path, &error) == CAROM_OK && text_of(scene, &less) &&
                    less.length < t->length;
  carom_scene_free(scene);
  if (!gone || !still_breaks(&less, r))
    return false;
  *t = less;
  return true;
}

static bool take_out_any(scene_text *t, rule r) {
  carom_scene *scene = scene_from(t->bytes, t->length);
  bool smaller = false;
  for (int s = 0; s < carom_section_count() && !smaller; ++s)
    for (int i = 0; i < carom_scene_count(scene, carom_section_at(s)) && !smaller; ++i) {
      char path[PATH_ROOM];
      const char *item = carom_scene_name(scene, carom_section_at(s), i);
      snprintf(path, sizeof path, "%s.%s", carom_section_at(s), item);
      smaller = take_out_one(t, r, path);
      for (int k = 0; k < carom_key_count() && !smaller; ++k) {
        const carom_key *key = carom_key_at(k);
        if (strcmp(key->section, carom_section_at(s)) != 0 || strchr(key->name, '*') != NULL)
          continue;
        snprintf(path, sizeof path, "%s.%s.%s", carom_section_at(s), item, key->name);
        smaller = take_out_one(t, r, path);
      }
    }
  for (int k = 0; k < carom_key_count() && !smaller; ++k)
    if (carom_key_at(k)->section[0] == '\0')
      smaller = take_out_one(t, r, carom_key_at(k)->name);
  carom_scene_free(scene);
  return smaller;
}

/// Prints the smallest scene found that breaks each rule that this one breaks, all twins judged.
static void tell_smallest(const scene_text *t) {
  static scene_text small;
  for (int r = 0; r < RULE_COUNT; ++r) {
    small = *t;
    if (!still_breaks(&small, (rule)r))
      continue;
    while (take_out_any(&small, (rule)r))
      ;
    printf("breaks '%s':\n%s\n", rule_word((rule)r), small.bytes);
    campaign told = {.tell = true};
    try_scene(&told, "it", 0, scene_from(small.bytes, small.length));
  }
}

// Takes the scene over.
static void try_scene(campaign *c, const char *kind, long number, carom_scene *scene) {
  static trial t;
  t = (trial){.of = c, .number = number, .kind = kind};
  ++c->scenes;
  if (open_trial(&t, scene)) {
    ++c->compiled;
    judge_trial(&t);
    if (t.status == CAROM_OK && !t.slow)
      judge_twins(&t);
  }
  close_trial(&t);
}

static void tell_counts(const campaign *c, const char *kind) {
  printf("%s: %ld scenes, %ld compiled, %ld ran to the end\n", kind, c->scenes, c->compiled,
         c->finished);
  for (int r = 0; r < RULE_COUNT; ++r)
    printf("  %-9s %8ld judged %6ld broken: %s\n", rule_word((rule)r), c->judged[r], c->faults[r],
           rule_claim((rule)r));
}

typedef void one_case(campaign *c, long number, void *user);

static void run_campaign(const char *kind, int count, one_case *one, void *user) {
  campaign c = {.tell = getenv("CAROM_CASE") != NULL};
  const char *text = getenv(c.tell ? "CAROM_CASE" : "CAROM_FIRST");
  const long first = text != NULL ? strtol(text, NULL, 10) : 1;
  const long last = c.tell ? first : first + count - 1;
  present_kind = kind;
  for (long number = first; number <= last && !interrupted; ++number) {
    present_number = number;
    const clock_t start = clock();
    one(&c, number, user);
    if (clock() - start > CLOCKS_PER_SEC)
      fprintf(stderr, "%s %ld took %.1f s\n", kind, number,
              (double)(clock() - start) / CLOCKS_PER_SEC);
  }
  tell_counts(&c, kind);
  long faults = 0;
  for (int r = 0; r < RULE_COUNT; ++r)
    faults += c.faults[r];
  assert_int_equal(faults, 0);
}

// Takes the scene over; of one case alone tells more.
static void try_case(campaign *c, const char *kind, long number, carom_scene *scene) {
  static scene_text whole;
  const bool known = c->tell && text_of(scene, &whole);
  if (known)
    printf("%s\n", whole.bytes);
  try_scene(c, kind, number, scene);
  if (known)
    tell_smallest(&whole);
}

static void try_any(campaign *c, long number, void *user) {
  (void)user;
  uint64_t seed = seed_of(number);
  try_case(c, "any", number, any_scene(&seed));
}

static void any_scene_keeps_the_rules(void **state) {
  (void)state;
  run_campaign("any", random_cases(1500, 150), try_any, NULL);
}

static void try_mutated(campaign *c, long number, void *user) {
  static scene_text t;
  uint64_t seed = seed_of(number);
  carom_scene *scene = mutated_scene(&seed, user);
  if (chance(&seed, 0.1) && text_of(scene, &t)) {
    carom_error error = {.status = CAROM_OK};
    damage(&seed, &t);
    carom_scene_free(scene);
    scene = carom_scene_new(NULL);
    if (carom_scene_parse(scene, "campaign", t.bytes, t.length, &error) != CAROM_OK)
      assert_true(error.text[0] != '\0');
  }
  try_case(c, "mutated", number, scene);
}

static void mutated_scenes_keep_the_rules(void **state) {
  (void)state;
  static seed_scenes seeds;
  load_seeds(&seeds);
  run_campaign("mutated", random_cases(3000, 300), try_mutated, &seeds);
  free_seeds(&seeds);
}

int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_scene_keeps_the_rules),
      cmocka_unit_test(mutated_scenes_keep_the_rules),
  };
  signal(SIGINT, interrupt);
  signal(SIGTERM, interrupt);
  if (count > 1)
    cmocka_set_test_filter(arguments[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
