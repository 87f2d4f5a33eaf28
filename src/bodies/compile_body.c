// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Bodies -> grids. Each kind of body becomes a row of constants:
//
//   mass    m u'' = -m omega_0^2 u - R u' - m gravity,           sigma_0 = R / 2m
//   string  rho A u'' = T u_xx - EI u_xxxx - 2 rho A sigma_0 u' + 2 rho A sigma_1 u'_xx
//   bar     the same with T = 0 and more ways to hold its ends
//   plate   rho H u'' = -D LapLap u - 2 rho H sigma_0 u' + 2 rho H sigma_1 Lap u',
//           D = E H^3 / 12 (1 - nu^2)
//
// with c^2 = T / rho A and kappa^2 = EI / rho A or D / rho H. An explicit step k is stable while
//
//   mass    omega_0 k < 2
//   line    h^2 >= (X + sqrt(X^2 + 16 kappa^2 k^2)) / 2,  X = c^2 k^2 + 4 sigma_1 k
//   plate   h^2 >= 4 k (sigma_1 + sqrt(kappa^2 + sigma_1^2))
//
// (S. Bilbao, Numerical Sound Synthesis, Wiley 2009, chapters 6, 7 and 12.)

#include "model/compile.h"

#include "bodies/pitch.h"
#include "bodies/stability.h"
#include "scene/value.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// Grids beyond this are a slip of the pen rather than a wish.
enum { MOST_NODES = 50000000 };

static bool has(const item *it, const char *key) {
  return item_entry(it, key) != NULL;
}

// Refuses two ways of saying the same thing, and none.
static bool one_of(compiler *c, const item *it, const char *a, const char *b, bool needed) {
  if (has(it, a) && has(it, b))
    return MISTAKE(c, it, b, CAROM_DUPLICATE, "%s is given as well; allowed is one of the two", a);
  if (needed && !has(it, a) && !has(it, b))
    return MISTAKE(c, it, NULL, CAROM_MISSING, "needs %s or %s", a, b);
  return true;
}

static bool need(compiler *c, const item *it, const char *key, const char *why) {
  return has(it, key) || MISTAKE(c, it, key, CAROM_MISSING, "missing; needed with %s", why);
}

// Products of extreme numbers can leave what a double holds.
static bool measurable(compiler *c, const item *it, const char *key, double x) {
  return (isfinite(x) && x > 1e-150 && x < 1e150) ||
         MISTAKE(c, it, has(it, key) ? key : NULL, CAROM_BAD_VALUE,
                 "with the other sizes this gives %g; allowed are bodies that can be measured", x);
}

// --- Material -----------------------------------------------------------------------------------

// Cross-section of a round or rectangular line: area and second moment.
static bool cross_section(compiler *c, const item *it, double *area, double *moment) {
  const bool bar = item_word_is(it, "type", "bar");
  if (bar && !has(it, "radius")) {
    if (!need(c, it, "width", "density or youngs") ||
        !need(c, it, "thickness", "density or youngs"))
      return false;
    const double width = item_number(it, "width", 0);
    const double thickness = item_number(it, "thickness", 0);
    *area = width * thickness;
    *moment = width * pow(thickness, 3) / 12;
    return true;
  }
  if (!need(c, it, "radius", "density or youngs"))
    return false;
  if (has(it, "width") || has(it, "thickness"))
    return MISTAKE(c, it, "radius", CAROM_DUPLICATE,
                   "width or thickness is given as well; allowed is a round or a rectangular bar");
  const double r = item_number(it, "radius", 0);
  *area = pi * r * r;
  *moment = pi * pow(r, 4) / 4;
  return true;
}

static bool line_material(compiler *c, const item *it, model_body *b) {
  const bool bar = b->type == BODY_BAR;
  if (!one_of(c, it, "density", "linear_density", true) ||
      !one_of(c, it, "youngs", "bending_stiffness", bar))
    return false;
  double area = 0;
  double moment = 0;
  if ((has(it, "density") || has(it, "youngs")) && !cross_section(c, it, &area, &moment))
    return false;
  b->density = has(it, "density") ? item_number(it, "density", 0) * area
                                  : item_number(it, "linear_density", 0);
  if (!measurable(c, it, "density", b->density))
    return false;
  const double EI = has(it, "youngs") ? item_number(it, "youngs", 0) * moment
                                      : item_number(it, "bending_stiffness", 0);
  b->bend = EI / b->density;
  b->lx = item_number(it, "length", 0);
  b->mass = b->density * b->lx;
  if (bar && EI == 0)
    return MISTAKE(c, it, has(it, "youngs") ? "youngs" : "bending_stiffness", CAROM_BAD_VALUE,
                   "a bar without bending stiffness does not move; allowed is a number above 0");
  if (bar)
    return true;

  if (!one_of(c, it, "tension", "pitch", true))
    return false;
  const double pitch = item_number(it, "pitch", 0);
  const double tension = has(it, "pitch") ? pitch_tension(b, pitch) : item_number(it, "tension", 0);
  if (!isfinite(tension))
    return MISTAKE(c, it, "pitch", CAROM_BAD_VALUE,
                   "with the other sizes this gives a tension of %g N; allowed are strings that "
                   "can be measured",
                   tension);
  if (tension < 0)
    return MISTAKE(c, it, "pitch", CAROM_BAD_VALUE,
                   "%g Hz is below what stiffness alone gives; allowed is at least %g Hz", pitch,
                   sqrt(b->bend) * pi / (2 * b->lx * b->lx));
  if (tension == 0 && EI == 0)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "neither tension nor stiffness; allowed is one of them above 0");
  b->pull = tension / b->density;
  return true;
}

static bool plate_material(compiler *c, const item *it, model_body *b) {
  static const char *const needed[] = {"thickness", "density", "youngs"};
  for (int i = 0; i < 3; ++i)
    if (!need(c, it, needed[i], "a plate"))
      return false;
  double size[2] = {0, 0};
  if (item_numbers(it, "size", 1, size, 2) != 2)
    return MISTAKE(c, it, "size", CAROM_BAD_VALUE, "not two sides; allowed is [lx, ly] in m");
  const double thickness = item_number(it, "thickness", 0);
  const double poisson = item_number(it, "poisson", 0.3);
  const double D =
      item_number(it, "youngs", 0) * pow(thickness, 3) / (12 * (1 - poisson * poisson));
  if (D <= 0)
    return MISTAKE(c, it, "youngs", CAROM_BAD_VALUE,
                   "a plate without stiffness does not move; allowed is a number above 0");
  b->lx = size[0];
  b->ly = size[1];
  b->density = item_number(it, "density", 0) * thickness;
  if (!measurable(c, it, "density", b->density) || !measurable(c, it, "youngs", D))
    return false;
  b->bend = D / b->density;
  return true;
}

// --- Grid ---------------------------------------------------------------------------------------

// The finest stable number of intervals, or the one that is asked for.
static bool choose_points(compiler *c, const item *it, model_body *b) {
  double asked[2] = {0, 0};
  const char *text = item_text(it, "points");
  const bool chosen = strcmp(text, "auto") != 0;
  const bool pair = chosen && text[0] == '[';
  if (pair && b->grid == LAYOUT_LINE)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE, "allowed here is auto or one whole number");
  if (strcmp(text, "1") == 0)
    return MISTAKE(c, it, "points", CAROM_BAD_VALUE,
                   "one interval has no inside; allowed is auto or at least 2");
  if (pair)
    value_list(text, 1, asked, 2);
  else if (chosen)
    value_number(text, &asked[0]);

  const double finest = floor(b->lx / b->h_least);
  if (!chosen && finest < 2)
    return MISTAKE(
        c, it, NULL, CAROM_UNSTABLE,
        "too stiff for this rate: the smallest stable grid spacing is %g m, the body %g m "
        "long; allowed are at least two intervals (raise the rate, or lower tension, "
        "stiffness or sigma1)",
        b->h_least, b->lx);
  if (!chosen && finest > MOST_NODES)
    return MISTAKE(c, it, NULL, CAROM_BAD_VALUE,
                   "the finest stable grid has %g intervals; give points to choose fewer", finest);
  b->nx = chosen ? (int)asked[0] : (int)finest;
  if (!chosen && b->lx / b->nx < b->h_least)
    --b->nx;
  b->h = b->lx / b->nx;
  // A grid on the limit itself is stable; rounding of h must not refuse it.
  if (b->h < b->h_least * (1 - 1e-12))
    return MISTAKE(
        c, it, has(it, "points") ? "points" : NULL, CAROM_UNSTABLE,
        "a spacing of %.6g m is unstable at this rate; allowed is at least %.6g m, that is "
        "at most %.0f intervals",
        b->h, b->h_least, finest);
  if (b->grid == LAYOUT_LINE)
    return true;

  const double rows = pair ? asked[1] : round(b->ly / b->h);
  if ((rows + 1) * (b->nx + 8.0) > MOST_NODES)
    return MISTAKE(c, it, has(it, "points") ? "points" : "size", CAROM_BAD_VALUE,
                   "a grid of %d by %g cells; allowed are at most %d grid points", b->nx, rows,
                   (int)MOST_NODES);
  if (rows < 2)
    return MISTAKE(
        c, it, "size", CAROM_BAD_VALUE,
        "a side of %g m is less than two cells of %g m; allowed is a plate at least two cells "
        "wide (more points, a higher rate, or a bar)",
        b->ly, b->h);
  b->ny = (int)rows;
  const double ly = b->ny * b->h;
  if (fabs(ly - b->ly) > 1e-9 * b->ly)
    compile_warn(c, "bodies.%s.size: cells are square, so the side of %g m became %g m", it->name,
                 b->ly, ly);
  b->ly = ly;
  return true;
}

// --- Nodes --------------------------------------------------------------------------------------

// Lines and rows of plates start on a cache line.
static int aligned(int nodes) {
  return (nodes + BLOCK - 1) / BLOCK * BLOCK;
}

static bool lay_out(compiler *c, const item *it, model_body *b) {
  const bool packed = b->grid == LAYOUT_POINT || b->grid == LAYOUT_MODES;
  const bool rows = b->grid == LAYOUT_LINE || b->grid == LAYOUT_PLATE;
  b->stride = rows ? aligned(b->nx + 1) : 0;
  b->first = packed ? c->m.inverse_mass_count : aligned(c->m.inverse_mass_count);
  if (b->grid != LAYOUT_MODES)
    b->nodes = rows ? b->stride * (b->ny + 1) : b->nx + 1;
  if ((double)b->stride * (b->ny + 1) + c->m.inverse_mass_count > MOST_NODES)
    return MISTAKE(
        c, it, has(it, "points") ? "points" : NULL, CAROM_BAD_VALUE,
        "with this body there are more than %d grid points; allowed are at most that many",
        (int)MOST_NODES);
  const int more = b->first - c->m.inverse_mass_count + b->nodes;
  BUILDER_ADD(&c->m, inverse_mass, more);
  BUILDER_ADD(&c->m, start, more);
  BUILDER_ADD(&c->m, start_speed, more);
  if (b->nx + 1 > c->m.head.widest)
    c->m.head.widest = b->nx + 1;
  return !c->m.out_of_memory;
}

// What is particular about the places of a row. On an edge of a plate the four neighbours less 4 u
// are u_inside; pinned it should be 0 and clamped twice that.
static bool row_places(compiler *c, model_body *b) {
  if (b->stride == 0)
    return true;
  double *inside = BUILDER_ADD(&c->m, inside, b->stride);
  double *rim = BUILDER_ADD(&c->m, rim, b->stride);
  b->first_place = c->m.inside_count - b->stride;
  for (int i = 0; inside != NULL && rim != NULL && i < b->stride; ++i) {
    const int place = node_at(b, i, 0) - b->first;
    const bool edge = i == 0 || i == b->nx;
    inside[place] = i > 0 && i < b->nx;
    rim[place] = !edge ? 1 : b->ends[0] == END_CLAMPED ? 2 : 0;
  }
  return !c->m.out_of_memory;
}

// 1/m at every node: 0 where an end or edge holds it, doubled at a free end (half a node's mass).
static void node_masses(compiler *c, const model_body *b) {
  double *inverse = c->m.inverse_mass + b->first;
  const double inner = 1 / b->node_mass;
  if (b->grid == LAYOUT_POINT || b->grid == LAYOUT_MODES) {
    for (int i = 0; i < b->nodes; ++i)
      inverse[i] = inner;
    return;
  }
  double *all = c->m.inverse_mass;
  const bool plate = b->grid == LAYOUT_PLATE;
  for (int j = plate; j <= b->ny - plate; ++j)
    for (int i = 1; i < b->nx; ++i)
      all[node_at(b, i, j)] = inner;
  if (plate)
    return;
  all[node_at(b, 0, 0)] = b->ends[0] == END_FREE ? 2 * inner : 0;
  all[node_at(b, b->nx, 0)] = b->ends[1] == END_FREE ? 2 * inner : 0;
}

// --- One body of each kind ----------------------------------------------------------------------

static bool read_ends(compiler *c, const item *it, model_body *b) {
  const char *text = item_text(it, "ends");
  for (int i = 0; i < 2; ++i) {
    const char *word = NULL;
    size_t length = 0;
    value_word(text, i, &word, &length);
    b->ends[i] = word[0] == 'p' ? END_PINNED : word[0] == 'c' ? END_CLAMPED : END_FREE;
    if (b->ends[i] == END_FREE && b->type == BODY_STRING)
      return MISTAKE(c, it, "ends", CAROM_BAD_VALUE,
                     "a string with a free end has no tension; allowed are pinned and clamped");
  }
  return true;
}

// The largest pull (c^2) that the breakpoints of a string ask for, and with the score.
static double written_pull(const item *it, const model_body *b) {
  const double tension = has(it, "tension") ? item_largest(it, "tension", 0) : 0;
  const double pitch = has(it, "pitch") ? item_largest(it, "pitch", 0) : 0;
  return fmax(b->pull, fmax(tension, pitch_tension(b, pitch)) / b->density);
}

static double largest_pull(const compiler *c, const item *it, const model_body *b) {
  const double tension = score_largest(c, it, "tension", 0);
  const double pitch = score_largest(c, it, "pitch", 0);
  return fmax(written_pull(it, b), fmax(tension, pitch_tension(b, pitch)) / b->density);
}

// Tension and pitch are live both, and each is the other's twin.
static bool live_tension(compiler *c, const item *it, int index, const model_body *b, double most) {
  const int tension = compile_live(c, it, "tension", LIVE_TENSION, index, 0, most);
  const int pitch =
      compile_live(c, it, "pitch", LIVE_PITCH, index, tension_pitch(b, 0), tension_pitch(b, most));
  if (tension < 0 || pitch < 0) // not live with this method, or memory is out
    return !c->m.out_of_memory;
  model_live *live = c->m.live;
  for (int i = 0; i < live[pitch].points; ++i)
    if (c->m.point[live[pitch].first_point + i].value < live[pitch].low)
      return MISTAKE(c, it, "pitch", CAROM_BAD_VALUE,
                     "goes below what stiffness alone gives; allowed is at least %g Hz",
                     live[pitch].low);
  live[tension].twin = pitch;
  live[pitch].twin = tension;
  if (has(it, "pitch"))
    live[tension].start = live[tension].largest = b->pull * b->density;
  else
    live[pitch].start = live[pitch].largest = tension_pitch(b, b->pull * b->density);
  return true;
}

// What only modes can be given.
static bool no_modal_keys(compiler *c, const item *it) {
  static const char *const keys[] = {"damping_ratio", "tip_mass", "tip_inertia", "base.amplitude",
                                     "base.frequency"};
  for (int i = 0; i < 5; ++i)
    if (item_number(it, keys[i], 0) != 0)
      return MISTAKE(c, it, keys[i], CAROM_BAD_VALUE,
                     "a grid does not know it; allowed with it is model: modes");
  return true;
}

static bool compile_line(compiler *c, const item *it, int index, model_body *b) {
  b->grid = LAYOUT_LINE;
  if (!line_material(c, it, b) || !read_ends(c, it, b))
    return false;
  b->sigma0 = item_number(it, "sigma0", 0);
  b->sigma1 = item_number(it, "sigma1", 0);
  if (item_word_is(it, "model", "modes"))
    return compile_modal_line(c, it, b);
  if (!no_modal_keys(c, it))
    return false;
  const double k = c->m.head.k;
  const double pull = b->type == BODY_STRING ? largest_pull(c, it, b) : b->pull;
  const double sigma1 = score_largest(c, it, "sigma1", item_largest(it, "sigma1", 0));
  // Breakpoints must fit. A score is judged gesture by gesture, where points were chosen or no grid
  // would do.
  const double written =
      stable_line_spacing(k, written_pull(it, b), b->bend, item_largest(it, "sigma1", 0));
  const double wanted = stable_line_spacing(k, pull, b->bend, sigma1);
  const bool chosen = strcmp(item_text(it, "points"), "auto") != 0;
  b->h_least = chosen ? written : fmin(wanted, fmax(written, b->lx / 2));
  if (!choose_points(c, it, b))
    return false;
  b->node_mass = b->density * b->h;
  const double room = stable_line_room(k, b->h, b->bend);
  if (b->type == BODY_STRING &&
      !live_tension(c, it, index, b, (room - 4 * sigma1 * k) / (k * k) * b->density))
    return false;
  compile_live(c, it, "sigma0", LIVE_SIGMA0, index, 0, INFINITY);
  compile_live(c, it, "sigma1", LIVE_SIGMA1, index, 0, (room - pull * k * k) / (4 * k));
  return true;
}

static bool compile_plate(compiler *c, const item *it, int index, model_body *b) {
  b->grid = LAYOUT_PLATE;
  if (item_word_is(it, "model", "modes"))
    return MISTAKE(c, it, "model", CAROM_BAD_VALUE,
                   "modes are known of strings and bars; allowed for a plate is grid");
  b->ends[0] = b->ends[1] = item_word_is(it, "edges", "clamped") ? END_CLAMPED : END_PINNED;
  if (!plate_material(c, it, b))
    return false;
  b->sigma0 = item_number(it, "sigma0", 0);
  b->sigma1 = item_number(it, "sigma1", 0);
  const double k = c->m.head.k;
  b->h_least = stable_plate_spacing(k, b->bend, item_largest(it, "sigma1", 0));
  if (!choose_points(c, it, b))
    return false;
  b->mass = b->density * b->lx * b->ly;
  b->node_mass = b->density * b->h * b->h;
  compile_live(c, it, "sigma0", LIVE_SIGMA0, index, 0, INFINITY);
  compile_live(c, it, "sigma1", LIVE_SIGMA1, index, 0, stable_plate_sigma1(k, b->h, b->bend));
  return true;
}

static bool compile_mass(compiler *c, const item *it, int index, model_body *b) {
  b->grid = LAYOUT_POINT;
  if (item_text(it, "position")[0] == '[')
    return MISTAKE(c, it, "position", CAROM_BAD_VALUE,
                   "a mass moves by itself; allowed is a number, its starting position in m");
  const bool exact = method_is_modal(c->m.head.method); // any frequency will do
  const double limit = exact ? (double)INFINITY : 1 / (pi * c->m.head.k);
  if (item_largest(it, "frequency", 0) >= limit)
    return MISTAKE(c, it, "frequency", CAROM_UNSTABLE,
                   "unstable at this rate; allowed is a number below %g, in Hz", limit);
  b->mass = item_number(it, "mass", 0);
  b->node_mass = b->mass;
  b->density = b->mass;
  b->pull = pow(2 * pi * item_number(it, "frequency", 0), 2);
  b->sigma0 = item_number(it, "damping", 0) / (2 * b->mass);
  compile_live(c, it, "frequency", LIVE_FREQUENCY, index, 0, nextafter(limit, 0));
  compile_live(c, it, "damping", LIVE_DAMPING, index, 0, INFINITY);
  return true;
}

static bool compile_barrier(compiler *c, const item *it, int index, model_body *b) {
  b->grid = LAYOUT_NONE;
  b->position = item_number(it, "position", 0);
  b->swings = has(it, "position.sine.amplitude") || has(it, "position.sine.frequency") ||
              has(it, "position.sine.offset");
  b->position_live = -1;
  if (!b->swings) {
    b->position_live = compile_live(c, it, "position", LIVE_POSITION, index, -INFINITY, INFINITY);
    return true;
  }
  if (has(it, "position"))
    return MISTAKE(c, it, "position", CAROM_DUPLICATE,
                   "position.sine is given as well; allowed is one of the two");
  if (!need(c, it, "position.sine.amplitude", "position.sine") ||
      !need(c, it, "position.sine.frequency", "position.sine"))
    return false;
  b->position = item_number(it, "position.sine.offset", 0);
  b->amplitude = item_number(it, "position.sine.amplitude", 0);
  b->frequency = item_number(it, "position.sine.frequency", 0);
  return true;
}

static bool compile_one(compiler *c, const item *it, int index, model_body *b) {
  static const char *const types[] = {"string", "bar", "plate", "mass", "barrier"};
  for (int t = 0; t < 5; ++t)
    if (item_word_is(it, "type", types[t]))
      b->type = (body_type)t;
  switch (b->type) {
  case BODY_STRING:
  case BODY_BAR:
    return compile_line(c, it, index, b);
  case BODY_PLATE:
    return compile_plate(c, it, index, b);
  case BODY_MASS:
    return compile_mass(c, it, index, b);
  case BODY_BARRIER:
    return compile_barrier(c, it, index, b);
  }
  return false;
}

static bool place_nodes(compiler *c, const item *it, int index) {
  model_body *b = &c->m.body[index];
  if (!lay_out(c, it, b) || !row_places(c, b))
    return false;
  node_masses(c, b);
  if (b->grid == LAYOUT_POINT) {
    c->m.start[b->first] = item_number(it, "position", 0);
    c->m.start_speed[b->first] = item_number(it, "velocity", 0);
    int *owner = BUILDER_ADD(&c->m, mass_body, 1);
    if (owner != NULL)
      *owner = index;
    return owner != NULL;
  }
  return compile_start(c, it, b);
}

bool compile_bodies(compiler *c) {
  int index = 0;
  for (int i = 0; i < scene_item_count(c->scene); ++i) {
    const item *it = scene_item(c->scene, i);
    if (it->in != SECTION_BODIES)
      continue;
    model_body b = {.name = builder_text(&c->m, it->name)};
    if (!compile_one(c, it, index, &b))
      return false;
    model_body *kept = BUILDER_ADD(&c->m, body, 1);
    if (kept == NULL)
      return false;
    *kept = b;
    ++index;
  }
  // Masses are the first nodes, so that all of them advance in one loop.
  for (int pass = LAYOUT_POINT; pass <= LAYOUT_MODES; ++pass)
    for (int i = 0, body = 0; i < scene_item_count(c->scene); ++i) {
      const item *it = scene_item(c->scene, i);
      if (it->in != SECTION_BODIES)
        continue;
      if (c->m.body[body].grid == (layout_kind)pass && !place_nodes(c, it, body))
        return false;
      ++body;
    }
  return !c->m.out_of_memory;
}
