// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The summary as JSON, one function for each of its keys, in an order for people.

#include "io/summary.h"

#include "io/atomic_file.h"
#include "io/print.h"
#include "io/scene_text.h"
#include <math.h>
#include <string.h>

static void put_string(FILE *f, const char *text) {
  fputc('"', f);
  for (const char *c = text; *c != '\0'; ++c) {
    if (*c == '"' || *c == '\\')
      fputc('\\', f);
    if ((unsigned char)*c >= 0x20)
      fputc(*c, f);
  }
  fputc('"', f);
}

// A number with a text before it; JSON has no infinities and no NaN.
static void put_number(FILE *f, const char *before, double x) {
  fputs(before, f);
  if (isfinite(x))
    print_to(f, "%.17g", x);
  else
    fputs("null", f);
}

static void put_bodies(FILE *f, const carom_model *model, int count) {
  fputs("  \"bodies\": {", f);
  for (int i = 0; i < count; ++i) {
    const carom_body_info b = carom_model_body(model, i);
    fprintf(f, "%s\n    \"%s\": {\"type\": \"%s\", \"points\": [%d, %d]", i > 0 ? "," : "", b.name,
            b.type, b.points_x, b.points_y);
    put_number(f, ", \"spacing\": ", b.spacing);
    put_number(f, ", \"spacing_least\": ", b.spacing_least);
    put_number(f, ", \"mass\": ", b.mass);
    if (b.modes > 0)
      fprintf(f, ", \"modes\": %d", b.modes);
    fputc('}', f);
  }
  fputs("\n  },\n", f);
}

// The first impact, finished or not; nothing if there is none.
static void put_first(FILE *f, const carom_model *model, const carom_state *state, int contact) {
  carom_impact e;
  double deepest;
  if (!carom_contact_first(model, state, contact, &e, &deepest) &&
      !carom_state_open_impact(model, state, contact, &e))
    return;
  put_number(f, ", \"first\": {\"t_begin\": ", e.begin);
  put_number(f, ", \"t_end\": ", e.end);
  put_number(f, ", \"speed_in\": ", e.speed_in);
  put_number(f, ", \"peak_force\": ", e.peak_force);
  fputc('}', f);
}

// Of a contact that came beyond its bound, where that is and how far it came; and what its scheme
// has lost.
static void put_bound(FILE *f, const carom_model *model, const carom_state *state, int contact) {
  carom_bound b;
  if (carom_contact_bound(model, state, contact, &b) && b.deepest > b.overlap) {
    put_number(f, ", \"bounded\": {\"overlap\": ", b.overlap);
    put_number(f, ", \"force\": ", b.force);
    put_number(f, ", \"compliance\": ", b.compliance);
    put_number(f, ", \"deepest\": ", b.deepest);
    fputc('}', f);
  }
  if (carom_model_contact(model, contact).numerical)
    put_number(f, ", \"numerical_loss\": ", carom_contact_share(model, state, contact).numerical);
}

static void put_contacts(FILE *f, const carom_model *model, const carom_state *state, int count) {
  fputs("  \"contacts\": {", f);
  for (int i = 0; i < count; ++i) {
    const carom_contact_info c = carom_model_contact(model, i);
    const carom_counts n = carom_contact_counts(model, state, i);
    fprintf(f,
            "%s\n    \"%s\": {\"type\": \"%s\", \"links\": %d, \"largest_island\": %d, "
            "\"impacts\": %lld, \"solves\": %lld, \"retries\": %lld, \"fallbacks\": %lld",
            i > 0 ? "," : "", c.name, c.type, c.links, c.island_size, n.impacts, n.solves,
            n.retries, n.fallbacks);
    put_first(f, model, state, i);
    put_bound(f, model, state, i);
    fputc('}', f);
  }
  fputs(count > 0 ? "\n  },\n" : "},\n", f);
}

static void put_impact(FILE *f, const char *name, const double *numbers, int count) {
  static const char *const names[] = {"speed_out",  "compression", "contact_time",
                                      "peak_force", "energy_lost", "approximate_speed_out"};
  fprintf(f, ",\n      \"%s\": {", name);
  for (int i = 0; i < count; ++i) {
    fprintf(f, "%s\"%s\": ", i > 0 ? ", " : "", names[i]);
    put_number(f, "", numbers[i]);
  }
  fputc('}', f);
}

// The first impact of each contact that has a closed form, and the closed form. That begins apart:
// there is none of bodies that overlap at t = 0.
static void put_impacts(FILE *f, const carom_model *model, const carom_state *state, int count) {
  int written = 0;
  fputs("  \"impacts\": {", f);
  for (int i = 0; i < count; ++i) {
    carom_hunt_crossley p;
    carom_impact e;
    double deepest = 0;
    carom_initial_overlap pressed;
    if (!carom_model_hunt_crossley(model, i, &p) ||
        !carom_contact_first(model, state, i, &e, &deepest))
      continue;
    if (carom_contact_initial_overlap(model, state, i, &pressed) &&
        e.begin <= 0) // it came from no speed
      continue;
    p.speed_in = e.speed_in;
    const carom_rebound r = carom_hunt_crossley_solve(&p);
    const double lost = p.mass / 2 * (e.speed_in - e.speed_out) * (e.speed_in + e.speed_out);
    const double exact[] = {r.speed_out,  r.compression, r.contact_time,
                            r.peak_force, r.energy_lost, r.approximate};
    // Between two steps nothing tells how deep it came.
    const double seen = deepest > 0 ? deepest : (double)NAN;
    const double found[] = {e.speed_out, seen, e.end - e.begin, e.peak_force, lost};
    fprintf(f, "%s\n    \"%s\": {", written++ > 0 ? "," : "", carom_model_contact(model, i).name);
    put_number(f, "\"mass\": ", p.mass);
    put_number(f, ", \"stiffness\": ", p.stiffness);
    put_number(f, ", \"exponent\": ", p.exponent);
    put_number(f, ", \"damping\": ", p.damping);
    put_number(f, ", \"speed_in\": ", p.speed_in);
    put_number(f, ", \"t_begin\": ", e.begin);
    put_impact(f, "closed_form", exact, 6);
    put_impact(f, "found", found, 5);
    fputc('}', f);
  }
  fputs(written > 0 ? "\n  },\n" : "},\n", f);
}

static void put_energy(FILE *f, const carom_model_info *info, const carom_run_report *r) {
  const carom_ledger *l = &r->ledger;
  put_number(f, "  \"energy\": {\"initial\": ", l->total - l->balance_error);
  put_number(f, ", \"final\": ", l->kinetic + l->potential + l->contact);
  put_number(f, ", \"dissipated\": ", l->dissipated);
  put_number(f, ", \"supplied\": ", l->supplied);
  put_number(f, ", \"max_balance_error\": ", l->largest_balance_error);
  put_number(f, ", \"tolerance\": ", info->energy_tolerance);
  fprintf(f, ", \"balanced\": %s},\n", r->balanced ? "true" : "false");
}

// The counters of an integrator with error control.
static void put_solver(FILE *f, const carom_model_info *info, const carom_state *state) {
  const carom_solver_counts n = carom_state_solver(state);
  if (!info->integrates && n.right_sides == 0)
    return;
  put_number(f, "  \"solver\": {\"tolerance\": ", info->tolerance);
  fprintf(f,
          ", \"steps\": %lld, \"right_sides\": %lld, \"iterations\": %lld, "
          "\"root_evaluations\": %lld, \"error_failures\": %lld, \"restarts\": %lld},\n",
          n.steps, n.right_sides, n.iterations, n.root_evaluations, n.error_failures, n.restarts);
}

static void put_head(FILE *f, const carom_model_info *info, const carom_state *state,
                     const carom_run_report *r) {
  fprintf(f,
          "{\n  \"carom\": \"%s\",\n  \"commit\": \"%s\",\n  \"compiler\": \"%s\",\n"
          "  \"physics\": %d,\n  \"format\": 1,\n",
          carom_version(), carom_commit(), carom_compiler(), carom_physics());
  fprintf(f, "  \"complete\": %s,\n  \"status\": ", r->status == CAROM_OK ? "true" : "false");
  put_string(f, carom_status_text(r->status));
  put_number(f, ",\n  \"rate\": ", info->rate);
  put_number(f, ",\n  \"duration\": ", info->duration);
  fprintf(f, ",\n  \"method\": \"%s\",\n  \"precision\": \"%s\"", info->method, info->precision);
  fprintf(f,
          ",\n  \"samples\": %lld,\n  \"steps\": %lld,\n  \"oversample\": %d,\n"
          "  \"sizes\": {\"bodies\": %d, \"nodes\": %d, \"contacts\": %d, \"links\": %d, "
          "\"islands\": %d, \"largest_island\": %d},\n",
          r->samples, carom_state_steps(state), info->oversample, info->bodies, info->nodes,
          info->contacts, info->links, info->islands, info->largest_island);
}

static void put_outputs(FILE *f, const carom_model *model, int count) {
  fputs("  \"outputs\": [", f);
  for (int i = 0; i < count; ++i) {
    const carom_output_info o = carom_model_output(model, i);
    fprintf(f, "%s{\"name\": \"%s\", \"quantity\": \"%s\", \"unit\": \"%s\"}", i > 0 ? ", " : "",
            o.name, o.quantity, o.unit);
  }
  fputs("],\n", f);
}

static void put_shapes(FILE *f, carom_body_info b) {
  const bool link = b.kind == CAROM_BODY_LINKAGE; // two frames of three numbers
  fprintf(f, "\"body\": \"%s\", \"points\": [%d, %d]", b.name, link ? b.shape - 1 : b.points_x,
          b.points_y);
  put_number(f, ", \"size\": [", b.size_x);
  put_number(f, ", ", b.size_y);
}

// Where the forces along a contact begin and end.
static void put_forces(FILE *f, carom_contact_info c) {
  fprintf(f, "\"contact\": \"%s\", \"points\": [%d, 0]", c.name, c.places - 1);
  put_number(f, ", \"range\": [", c.first);
  put_number(f, ", ", c.last);
}

static void put_snapshots(FILE *f, const carom_model *model, const snapshots *taken) {
  fputs("  \"snapshots\": [", f);
  for (int i = 0; i < taken->count; ++i) {
    fprintf(f, "%s{\"file\": \"%s\", ", i > 0 ? ", " : "", taken->series[i].file);
    if (taken->series[i].what.contact >= 0)
      put_forces(f, carom_model_contact(model, taken->series[i].what.contact));
    else
      put_shapes(f, carom_model_body(model, taken->series[i].what.body));
    fputs("]", f);
    if (taken->series[i].automatic != NULL)
      fprintf(f, ", \"reason\": \"%s\"", taken->series[i].automatic->reason);
    fputs("}", f);
  }
  fputs("],\n", f);
}

static void put_warnings(FILE *f, const warning_list *warnings) {
  fputs("  \"warnings\": [", f);
  for (int i = 0; i < warnings->count; ++i) {
    fprintf(f, "%s\n    {\"kind\": \"%s\", \"text\": ", i > 0 ? "," : "",
            warnings->warning[i].kind);
    put_string(f, warnings->warning[i].text);
    fputc('}', f);
  }
  fputs(warnings->count > 0 ? "\n  ],\n" : "],\n", f);
}

static void put_files(FILE *f, const name_list *files) {
  fputs("  \"files\": [", f);
  for (int i = 0; i < files->count; ++i) {
    fputs(i > 0 ? ", " : "", f);
    put_string(f, files->name[i]);
  }
  fputs("],\n", f);
}

bool summary_write(const char *directory, const carom_scene *scene, const carom_model *model,
                   const carom_state *state, const snapshots *taken, const warning_list *warnings,
                   const name_list *files, const carom_run_report *r) {
  atomic_file file = {0};
  if (!atomic_file_open(&file, directory, "summary.json"))
    return false;
  FILE *f = file.file;
  const carom_model_info info = carom_model_describe(model);
  put_head(f, &info, state, r);
  put_files(f, files);
  put_energy(f, &info, r);
  put_solver(f, &info, state);
  put_bodies(f, model, info.bodies);
  put_contacts(f, model, state, info.contacts);
  put_impacts(f, model, state, info.contacts);
  put_outputs(f, model, info.columns);
  put_snapshots(f, model, taken);
  put_warnings(f, warnings);
  fputs("  \"scene\": ", f);
  scene_text_write(scene, f);
  put_number(f, ",\n  \"timing\": {\"seconds\": ", r->seconds);
  put_number(f, ", \"times_real_time\": ",
             r->seconds > 0 ? (double)r->samples / info.rate / r->seconds : 0);
  fputs("}\n}\n", f);
  return atomic_file_commit(&file);
}
