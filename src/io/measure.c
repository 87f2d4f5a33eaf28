// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What a sweep measures, after the transient. Energies are those of the ledger, at every sample.

#include "io/measure.h"

#include "io/blocks.h"
#include "io/contact_time.h"
#include "io/period.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  IMPACTS,
  IMPACT_SPEED,
  IMPACT_SPEED_MIN,
  IMPACT_SPEED_MAX,
  ENERGY,
  ENERGY_MAX,
  LOSS,
  PERIOD,
  MEAN,
  RMS,
  PEAK,
  SPAN,
  MIN,
  MAX,
  END,
  CONTACT_TIME,
  FIRST_TIME,
  FIRST_SPEED
};

static const carom_measure measures[] = {
    [IMPACTS] = {"impacts", "1/s", "impacts per second, of all contacts"},
    [IMPACT_SPEED] = {"impact_speed", "m/s", "mean speed with which impacts begin"},
    [IMPACT_SPEED_MIN] = {"impact_speed_min", "m/s", "the slowest of them"},
    [IMPACT_SPEED_MAX] = {"impact_speed_max", "m/s", "the fastest of them"},
    [ENERGY] = {"energy", "J", "mean of the energy stored, kinetic + potential + contact"},
    [ENERGY_MAX] = {"energy_max", "J", "the most that is stored"},
    [LOSS] = {"loss", "W", "mean power dissipated"},
    [PERIOD] = {"period", "",
                "of the motion in periods of the drive, up to 16; 0 if it does not repeat to 1 %"},
    [MEAN] = {"mean.", "", "mean of an output, mean.NAME"},
    [RMS] = {"rms.", "", "root mean square of an output about its mean, rms.NAME"},
    [PEAK] = {"peak.", "", "largest size of an output, peak.NAME"},
    [SPAN] = {"span.", "", "largest less smallest value of an output, span.NAME"},
    [MIN] = {"min.", "", "smallest value of an output, min.NAME"},
    [MAX] = {"max.", "", "largest value of an output, max.NAME"},
    [END] =
        {"end.", "",
         "value of an output at the last sample, end.NAME; of what still moves, that of a moment"},
    [CONTACT_TIME] =
        {"contact_time.", "s",
         "how long an output is above 1 % of its largest size, contact_time.NAME: of a "
         "force, the time of contact"},
    [FIRST_TIME] = {"first_time.", "s", "when the contact NAME is first hit, first_time.NAME"},
    [FIRST_SPEED] = {"first_speed.", "m/s", "with what speed that is, first_speed.NAME"},
};

int carom_measure_count(void) {
  return (int)(sizeof measures / sizeof measures[0]);
}

const carom_measure *carom_measure_at(int index) {
  return index >= 0 && index < carom_measure_count() ? &measures[index] : NULL;
}

// The contact or output that the measure `kind` is of; false if the model has none of the name.
static bool find_object(const carom_model *model, int kind, const char *name, measure *found) {
  *found = (measure){kind, -1, -1};
  if (kind == FIRST_TIME || kind == FIRST_SPEED)
    found->contact = carom_model_find_contact(model, name);
  else
    found->output = carom_model_find_output(model, name);
  return found->contact >= 0 || found->output >= 0;
}

bool measure_find(const carom_model *model, const char *name, measure *found) {
  for (int i = 0; i < carom_measure_count(); ++i) {
    const size_t length = strlen(measures[i].name);
    *found = (measure){i, -1, -1};
    if (measures[i].name[length - 1] != '.' && strcmp(measures[i].name, name) == 0)
      return true;
    if (measures[i].name[length - 1] == '.' && strncmp(measures[i].name, name, length) == 0)
      return find_object(model, i, name + length, found);
  }
  return false;
}

bool point_begin(point_result *r, const carom_model *model, int count) {
  *r = (point_result){.measures = count, .outputs = carom_model_describe(model).columns};
  r->value = calloc((size_t)count + 1, sizeof *r->value);
  r->strobe = calloc((size_t)MAX_KEPT * ((size_t)r->outputs + 1), sizeof *r->strobe);
  return r->value != NULL && r->strobe != NULL;
}

void point_free(point_result *r) {
  free(r->value);
  free(r->strobe);
  *r = (point_result){0};
}

// --- While it runs ------------------------------------------------------------------------------

/// Over the samples after the transient; means and variances of outputs by Welford's algorithm.
typedef struct {
  long long samples;
  double energy, energy_max, lost_before, lost;
  double speed, speed_min, speed_max;
  double *mean, *square, *low, *high; // of each output
  double *now, *before;               // the outputs at this sample and the last one
  contact_time *contact;              // of each output
  double (*first)[2];                 // of each contact: when it is first hit, NaN; speed
  motion_period period;
} statistics;

static bool statistics_begin(statistics *s, const carom_model *model) {
  const int outputs = carom_model_describe(model).columns;
  const int contacts = carom_model_describe(model).contacts;
  *s = (statistics){.speed_min = INFINITY, .speed_max = -INFINITY};
  s->mean = calloc(6 * ((size_t)outputs + 1), sizeof *s->mean);
  if (s->mean == NULL)
    return false;
  double **arrays[] = {&s->square, &s->low, &s->high, &s->now, &s->before};
  for (int i = 0; i < 5; ++i)
    *arrays[i] = s->mean + (size_t)(i + 1) * ((size_t)outputs + 1);
  s->contact = calloc((size_t)outputs + 1, sizeof *s->contact);
  s->first = calloc((size_t)contacts + 1, sizeof *s->first);
  for (int i = 0; s->first != NULL && i < contacts; ++i)
    s->first[i][0] = s->first[i][1] = NAN;
  return period_begin(&s->period, model) && s->contact != NULL && s->first != NULL;
}

static void statistics_end(statistics *s, int outputs) {
  for (int o = 0; s->contact != NULL && o < outputs; ++o)
    contact_time_free(&s->contact[o]);
  period_free(&s->period);
  free(s->contact);
  free(s->first);
  free(s->mean);
}

static void add_sample(statistics *s, int outputs, const carom_ledger *l) {
  const double stored = l->kinetic + l->potential + l->contact;
  const bool first = s->samples == 0;
  ++s->samples;
  s->energy += stored;
  s->energy_max = first ? stored : fmax(s->energy_max, stored);
  s->lost_before = first ? l->dissipated : s->lost_before;
  s->lost = l->dissipated - s->lost_before;
  for (int o = 0; o < outputs; ++o) {
    const double x = s->now[o];
    const double deviation = x - s->mean[o];
    s->mean[o] += deviation / (double)s->samples;
    s->square[o] += deviation * (x - s->mean[o]);
    s->low[o] = first ? x : fmin(s->low[o], x);
    s->high[o] = first ? x : fmax(s->high[o], x);
  }
}

// For the outputs whose time of contact is asked for.
static bool add_contact(statistics *s, const measure *what, int asked) {
  for (int i = 0; i < asked; ++i) {
    const int o = what[i].output;
    if (what[i].kind == CONTACT_TIME && s->samples > 1 &&
        !contact_time_add(&s->contact[o], s->before[o], s->now[o]))
      return false;
  }
  return true;
}

// What lies on a contact from the start was not hit: it has no speed.
static void add_first(statistics *s, const carom_impact *e, double settle) {
  double *first = s->first[e->contact];
  if (e->begin < settle || !(e->speed_in > 0) || first[0] <= e->begin)
    return;
  first[0] = e->begin;
  first[1] = e->speed_in;
}

static void add_impact(point_result *r, statistics *s, const carom_impact *e, double drive) {
  const double cycles = drive * e->begin;
  r->impact[r->impacts++ % MAX_KEPT] =
      (kept_impact){e->contact, e->begin, drive > 0 ? cycles - floor(cycles) : (double)NAN,
                    e->speed_in, e->speed_out};
  s->speed += e->speed_in;
  s->speed_min = fmin(s->speed_min, e->speed_in);
  s->speed_max = fmax(s->speed_max, e->speed_in);
}

// The Poincare section: the outputs at whole periods of the drive since t = 0, by linear
// interpolation between the samples n - 1 and n.
static void add_strobe(point_result *r, const statistics *s, long long n, double rate,
                       double drive) {
  const double cycle = floor((double)n / rate * drive + 1e-9);
  if (n == 0 || cycle == floor((double)(n - 1) / rate * drive + 1e-9))
    return;
  const double fraction = fmin(fmax(cycle / drive * rate - (double)(n - 1), 0), 1);
  const long long slot = r->strobes++ % MAX_KEPT;
  r->strobe_time[slot] = cycle / drive;
  for (int o = 0; o < r->outputs; ++o)
    r->strobe[slot * r->outputs + o] = s->before[o] + fraction * (s->now[o] - s->before[o]);
}

// --- When it has run ----------------------------------------------------------------------------

static double value_of(const point_result *r, const statistics *s, measure m, double seconds) {
  const double samples = (double)s->samples;
  const int o = m.output;
  switch (m.kind) {
  case IMPACTS:
    return (double)r->impacts / seconds;
  case IMPACT_SPEED:
    return r->impacts > 0 ? s->speed / (double)r->impacts : (double)NAN;
  case IMPACT_SPEED_MIN:
    return r->impacts > 0 ? s->speed_min : (double)NAN;
  case IMPACT_SPEED_MAX:
    return r->impacts > 0 ? s->speed_max : (double)NAN;
  case ENERGY:
    return s->energy / samples;
  case ENERGY_MAX:
    return s->energy_max;
  case LOSS:
    return s->lost / seconds;
  case PERIOD:
    return period_find(&s->period, s->low, s->high);
  case MEAN:
    return s->mean[o];
  case RMS:
    return sqrt(s->square[o] / samples);
  case PEAK:
    return fmax(fabs(s->low[o]), fabs(s->high[o]));
  case CONTACT_TIME:
    return contact_time_value(&s->contact[o]) * seconds / samples;
  case MIN:
    return s->low[o];
  case MAX:
    return s->high[o];
  case END:
    return s->now[o];
  case FIRST_TIME:
    return s->first[m.contact][0];
  case FIRST_SPEED:
    return s->first[m.contact][1];
  default:
    return s->high[o] - s->low[o];
  }
}

/// What takes impacts that the state's queue has no room for.
typedef struct {
  point_result *r;
  statistics *s;
  double settle, drive;
} impact_taker;

static void take_impact(void *user, const carom_impact *e) {
  const impact_taker *to = user;
  if (e->begin < to->settle)
    return;
  add_impact(to->r, to->s, e, to->drive);
  add_first(to->s, e, to->settle);
}

bool point_run(point_result *r, const carom_model *model, carom_state *state, const measure *what,
               long long samples, double settle, double drive, const carom_stop *stop) {
  const carom_model_info info = carom_model_describe(model);
  statistics s;
  r->finite = true;
  r->impacts = r->strobes = 0;
  impact_taker to = {r, &s, settle, drive};
  blocks b = {
      .model = model, .state = state, .max = 1, .stop = stop, .impact = take_impact, .user = &to};
  bool good = statistics_begin(&s, model) && blocks_begin(&b, NULL) == CAROM_OK;
  for (long long n = 0; good && n < samples && r->finite; ++n) {
    const double time = (double)n / info.rate;
    int count = 0;
    r->finite = blocks_next(&b, 1, &count) == CAROM_OK;
    memcpy(s.before, s.now, (size_t)r->outputs * sizeof *s.now);
    memcpy(s.now, b.values, (size_t)r->outputs * sizeof *s.now);
    const bool settled = time >= settle;
    const carom_ledger l = carom_state_ledger(state);
    if (settled) {
      add_sample(&s, r->outputs, &l);
      good = add_contact(&s, what, r->measures);
    }
    if (settled && drive > 0) {
      add_strobe(r, &s, n, info.rate, drive);
      period_add(&s.period, s.before, s.now, n, info.rate, drive);
    }
    if (carom_stop_requested(stop))
      good = false;
  }
  blocks_end(&b);
  for (int i = 0; good && i < info.contacts; ++i) { // those that last
    carom_impact e;
    if (carom_state_open_impact(model, state, i, &e))
      add_first(&s, &e, settle);
  }
  r->balanced = carom_state_ledger(state).largest_balance_error <= info.energy_tolerance;
  const double seconds = (double)s.samples / info.rate;
  for (int i = 0; good && i < r->measures; ++i)
    r->value[i] = r->finite ? value_of(r, &s, what[i], seconds) : (double)NAN;
  statistics_end(&s, r->outputs);
  return good;
}
