// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// What programs do while a model runs: live keys glide, forces are started, masses are put
// somewhere. Each is an action that waits for its step in a queue ordered by time, so that nothing
// depends on how a run is cut into blocks.

#include "state/state.h"

#include "base/options.h"
#include "model/live.h"
#include "scene/words.h"
#include <assert.h>
#include <carom/control.h>
#include <math.h>
#include <string.h>

/// An action's kind: glide (index a live key; a target, b seconds where that is more, c where it is
/// less), stroke (index a force; a newtons, b seconds), place (index a body; a m, b m/s).
enum { ACTION_GLIDE, ACTION_STROKE, ACTION_PLACE };

// --- Doing them ---------------------------------------------------------------------------------

static void begin_glide(const carom_model *m, carom_state *s, int index, double target,
                        double seconds) {
  const double steps = ceil(seconds / m->k - 1e-9);
  const model_live *live = &m->live[index];
  for (int i = 0; i < live->members; ++i) // each from where it is
    begin_glide(m, s, m->live_member[live->first_member + i], target, seconds);
  if (live->members > 0) {
    s->live[index] = target;
    return;
  }
  live_stop(m, s, index);
  if (!(steps > 1)) {
    live_put(m, s, index, target);
    return;
  }
  s->glide[index] = (live_glide){
      .target = target, .step = (target - s->live[index]) / steps, .left = (long long)steps};
  ++s->head->gliding;
}

/// Steps between two values of a key of a modal body on its way, each that of the middle between
/// them: a value changes all rows of the body, which takes longer than its step.
enum { STEPS_APART = 16 };
static const double middle_of_cell = (STEPS_APART - 1) / 2.0; // steps after its first one

static bool moves_modes(const carom_model *m, int index) {
  const model_live *live = &m->live[index];
  return live_table[live->row].owner == OF_BODY && body_is_modal(&m->body[live->index]);
}

static void glide_on(const carom_model *m, carom_state *s) {
  for (int i = 0; i < m->live_count; ++i) {
    live_glide *g = &s->glide[i];
    if (g->left == 0)
      continue;
    --g->left;
    s->head->gliding -= g->left == 0;
    if (g->left == 0)
      live_put(m, s, i, g->target);
    else if (!moves_modes(m, i))
      live_put(m, s, i, s->live[i] + g->step);
    else if (s->head->n % STEPS_APART == 0)
      live_put(m, s, i, g->target - g->step * fmax(0, (double)(g->left + 1) - middle_of_cell));
  }
}

static void act(const carom_model *m, carom_state *s, const waiting_action *what) {
  switch (what->kind) {
  case ACTION_GLIDE:
    begin_glide(m, s, what->index, what->a, what->a < s->live[what->index] ? what->c : what->b);
    break;
  case ACTION_STROKE:
    s->stroke[what->index] = (force_stroke){what->a, (double)s->head->n * m->k, what->b};
    break;
  case ACTION_PLACE:
    ledger_settle(m, s);
    sum_add(&s->head->supplied, method_of(m)->place(m, s, what->index, what->a, what->b));
    break;
  default:
    break;
  }
}

static void cue(const carom_model *m, carom_state *s, const model_cue *what);

void actions_run(const carom_model *m, carom_state *s) {
  int done = 0;
  while (s->head->cued < m->cue_count && m->cue[s->head->cued].step <= s->head->n)
    cue(m, s, &m->cue[s->head->cued++]);
  while (done < s->head->actions && s->action[done].step <= s->head->n)
    act(m, s, &s->action[done++]);
  if (done > 0) {
    s->head->actions -= done;
    memmove(s->action, s->action + done, (size_t)s->head->actions * sizeof *s->action);
  }
  if (s->head->gliding > 0)
    glide_on(m, s);
}

// --- Queueing them ------------------------------------------------------------------------------

// The last glide of a key that waits for that step, or for it or any before; -1 if there is none.
static int glide_waiting(const carom_state *s, int live, long long step, bool for_it) {
  for (int i = s->head->actions - 1; i >= 0; --i) {
    const waiting_action *what = &s->action[i];
    if (what->kind == ACTION_GLIDE && what->index == live &&
        (for_it ? what->step == step : what->step <= step))
      return i;
  }
  return -1;
}

static void drop_action(carom_state *s, int at) {
  --s->head->actions;
  memmove(s->action + at, s->action + at + 1, (size_t)(s->head->actions - at) * sizeof *s->action);
}

// A key goes where it was sent last: at one step nothing else shows, and where no more can wait an
// earlier move gives way.
static void supersede(const carom_model *m, carom_state *s, int live, long long step) {
  int at = glide_waiting(s, live, step, true);
  if (at < 0 && s->head->actions >= action_capacity(m))
    at = glide_waiting(s, live, step, false);
  if (at >= 0)
    drop_action(s, at);
}

static carom_status wait_for(const carom_model *m, carom_state *s, int offset,
                             waiting_action what) {
  assert(what.index >= 0 && (what.kind != ACTION_PLACE || method_of(m)->place != NULL));
  if (offset < 0)
    return CAROM_BAD_VALUE;
  if (s->head->actions >= action_capacity(m))
    return CAROM_FULL;
  what.step = s->head->n + (long long)offset * m->oversample;
  what.order = s->head->ordered++;
  int at = s->head->actions++;
  for (; at > 0 && s->action[at - 1].step > what.step; --at)
    s->action[at] = s->action[at - 1];
  s->action[at] = what;
  return CAROM_OK;
}

/// How long a key takes to a larger and to a smaller value, s.
typedef struct {
  double rise, fall;
} glide_times;

static glide_times in_time(double over) {
  return (glide_times){over, over};
}

static carom_status glide_to(const carom_model *m, carom_state *s, int live, double value,
                             glide_times over, int offset) {
  if (live < 0)
    return CAROM_NOT_LIVE;
  if (offset < 0 || !live_allows(m, s, live, value))
    return CAROM_BAD_VALUE;
  supersede(m, s, live, s->head->n + (long long)offset * m->oversample);
  return wait_for(
      m, s, offset,
      (waiting_action){
          .kind = ACTION_GLIDE, .index = live, .a = value, .b = over.rise, .c = over.fall});
}

static const model_control *control_at(const carom_model *m, int control) {
  return control >= 0 && control < m->control_count ? &m->control[control] : NULL;
}

// Where a control takes its target i: all voices go to its value, keys of a macro each their own
// way.
static double target_value(const carom_model *m, const model_control *c, int i, double value) {
  if (c->kind != CONTROL_MACRO)
    return value;
  const model_span *span = &m->control_span[c->first_span + i];
  return model_between(span->from, span->to, c->logarithmic, value);
}

// The times of target i: a control that goes from more to less has them the other way round.
static glide_times times_of(const carom_model *m, const model_control *c, int i) {
  const bool falls = target_value(m, c, i, c->kind == CONTROL_MACRO ? 1 : c->to) <
                     target_value(m, c, i, c->kind == CONTROL_MACRO ? 0 : c->from);
  return falls ? (glide_times){c->smooth[1], c->smooth[0]}
               : (glide_times){c->smooth[0], c->smooth[1]};
}

// Whether so many keys may be sent somewhere: all of those that find no room take that of a move
// before.
static bool has_room(const carom_model *m, const carom_state *s, const int *live, int count,
                     int offset) {
  const long long step = s->head->n + (long long)offset * m->oversample;
  int more = 0;
  bool replaces = true;
  for (int i = 0; i < count; ++i) {
    more += glide_waiting(s, live[i], step, true) < 0;
    replaces = replaces && glide_waiting(s, live[i], step, false) >= 0;
  }
  return replaces || s->head->actions + more <= action_capacity(m);
}

static carom_status move_control(const carom_model *m, carom_state *s, const model_control *c,
                                 int voice, double value, double over, int offset) {
  if (!(value >= fmin(c->from, c->to) && value <= fmax(c->from, c->to)))
    return CAROM_BAD_VALUE;
  const int first = voice < 0 ? 0 : voice * c->width;
  const int count = voice < 0 ? c->voices * c->width : c->width;
  const int *live = m->control_target + c->first;
  if (!has_room(m, s, live + first, count, offset))
    return CAROM_FULL;
  for (int i = first; i < first + count; ++i)
    if (!live_allows(m, s, live[i], target_value(m, c, i, value)))
      return CAROM_BAD_VALUE;
  for (int i = first; i < first + count; ++i) {
    const carom_status status = glide_to(m, s, live[i], target_value(m, c, i, value),
                                         isnan(over) ? times_of(m, c, i) : in_time(over), offset);
    if (status != CAROM_OK)
      return status;
  }
  return CAROM_OK;
}

carom_status carom_state_control(const carom_model *m, carom_state *s, int control, int voice,
                                 double value, int offset) {
  if (!state_is_of(m, s))
    return CAROM_WRONG_MODEL;
  const model_control *c = control_at(m, control);
  if (c == NULL || !control_moves_keys(c->kind))
    return CAROM_NOT_LIVE;
  if (voice < -1 || voice >= c->voices)
    return CAROM_BAD_VALUE;
  return move_control(m, s, c, voice, value, (double)NAN, offset);
}

// --- Gestures -----------------------------------------------------------------------------------

carom_stroke carom_stroke_default(void) {
  return (carom_stroke){sizeof(carom_stroke), NAN, NAN, NAN, NAN, NAN, NAN, NAN};
}

static double given_or(double value, double other) {
  return isnan(value) ? other : value;
}

static carom_status push(const carom_model *m, carom_state *s, const model_control *c, int voice,
                         const carom_stroke *stroke, int offset) {
  const double force = given_or(stroke->force, c->to);
  const double over = given_or(stroke->over, c->gesture == GESTURE_PLUCK ? 0.01 : 0.002);
  if (!isfinite(force) || !(over >= m->k) || !isfinite(over))
    return CAROM_BAD_VALUE;
  return wait_for(m, s, offset,
                  (waiting_action){.kind = ACTION_STROKE,
                                   .index = m->control_target[c->first + voice],
                                   .a = force,
                                   .b = over});
}

/// One live key of a bow or finger and where it goes.
typedef struct {
  int live;
  double value;
} touch_move;

// Those that are given; `lifted` go to 0 when the gesture ends.
static int touch_moves(const int *live, const model_control *c, const carom_stroke *stroke,
                       touch_move *moves, int *lifted) {
  const bool is_bow = c->gesture == GESTURE_BOW;
  const double bow[] = {stroke->force, stroke->speed, stroke->position};
  const double finger[] = {stroke->damper, stroke->spring, stroke->force, stroke->position};
  const double *values = is_bow ? bow : finger;
  int count = 0;
  for (int i = 0; i < (is_bow ? 3 : 4); ++i)
    if (!isnan(values[i]))
      moves[count++] = (touch_move){live[i], values[i]};
  *lifted = is_bow ? 1 : 3;
  return count;
}

static carom_status touch(const carom_model *m, carom_state *s, const model_control *c, int voice,
                          const carom_stroke *stroke, int offset) {
  touch_move moves[4];
  int lifted = 0;
  const int *live = &m->control_target[c->first + voice * c->width];
  const int count = touch_moves(live, c, stroke, moves, &lifted);
  const double over = given_or(stroke->over, 0.02);
  const bool ends = !isnan(stroke->lasts);
  if (!(over >= 0) || (ends && !(stroke->lasts > 0 && stroke->lasts < 1e9)))
    return CAROM_BAD_VALUE;
  if (s->head->actions + count + (ends ? lifted : 0) > action_capacity(m))
    return CAROM_FULL;
  for (int i = 0; i < count; ++i)
    if (moves[i].live < 0 || !live_allows(m, s, moves[i].live, moves[i].value))
      return moves[i].live < 0 ? CAROM_NOT_LIVE : CAROM_BAD_VALUE;
  for (int i = 0; i < count; ++i)
    (void)glide_to(m, s, moves[i].live, moves[i].value, in_time(over), offset);
  for (int i = 0; ends && i < lifted; ++i)
    (void)glide_to(m, s, live[i], 0, in_time(over), offset + (int)lround(stroke->lasts * m->rate));
  return CAROM_OK;
}

// A mass goes back to where it began, with a velocity.
static carom_status throw_mass(const carom_model *m, carom_state *s, const model_control *c,
                               int voice, const carom_stroke *stroke, int offset) {
  const int body = m->control_target[c->first + voice];
  return carom_state_place(m, s, body, m->start[m->body[body].first],
                           given_or(stroke->speed, c->to), offset);
}

static carom_status play_voice(const carom_model *m, carom_state *s, const model_control *c,
                               int voice, const carom_stroke *stroke, int offset) {
  switch (c->kind) {
  case CONTROL_PUSH:
    return push(m, s, c, voice, stroke, offset);
  case CONTROL_TOUCH:
    return touch(m, s, c, voice, stroke, offset);
  case CONTROL_THROW:
    return throw_mass(m, s, c, voice, stroke, offset);
  case CONTROL_KEY:
  case CONTROL_MACRO:
    break;
  }
  return CAROM_NOT_LIVE;
}

carom_status carom_state_play_voice(const carom_model *m, carom_state *s, int control, int voice,
                                    const carom_stroke *stroke, int offset) {
  if (!state_is_of(m, s))
    return CAROM_WRONG_MODEL;
  const model_control *c = control_at(m, control);
  if (c == NULL || control_moves_keys(c->kind))
    return CAROM_NOT_LIVE;
  carom_stroke how = carom_stroke_default();
  if (offset < 0 || voice < -1 || voice >= c->voices || !options_take(&how, sizeof how, stroke))
    return CAROM_BAD_VALUE;
  carom_status status = CAROM_OK;
  const int end = voice < 0 ? c->voices : voice + 1;
  for (int i = voice < 0 ? 0 : voice; i < end && status == CAROM_OK; ++i)
    status = play_voice(m, s, c, i, &how, offset);
  return status;
}

carom_status carom_state_play(const carom_model *m, carom_state *s, int control,
                              const carom_stroke *stroke, int offset) {
  return carom_state_play_voice(m, s, control, -1, stroke, offset);
}

carom_stroke carom_control_stroke(const carom_control_info *control, double value) {
  carom_stroke stroke = carom_stroke_default();
  if (control == NULL)
    return stroke;
  if (control->gesture_kind == CAROM_GESTURE_THROW)
    stroke.speed = value;
  else
    stroke.force = value;
  return stroke;
}

// What the score has a player do. The compiler has checked it; what a state refuses all the same,
// as it would refuse a player, is left out.
static void cue(const carom_model *m, carom_state *s, const model_cue *what) {
  if (what->control < 0) {
    (void)carom_state_place(m, s, what->body, m->start[m->body[what->body].first], what->to, 0);
    return;
  }
  const model_control *c = &m->control[what->control];
  if (control_moves_keys(c->kind)) {
    (void)move_control(m, s, c, what->voice, what->to, what->over, 0);
    return;
  }
  carom_stroke stroke = carom_stroke_default();
  *(c->kind == CONTROL_THROW ? &stroke.speed : &stroke.force) = what->to;
  stroke.over = what->over;
  (void)carom_state_play_voice(m, s, what->control, what->voice, &stroke, 0);
}

carom_status carom_state_place(const carom_model *m, carom_state *s, int body, double position,
                               double velocity, int offset) {
  if (!state_is_of(m, s))
    return CAROM_WRONG_MODEL;
  if (body < 0 || body >= m->body_count || !body_is_mass(&m->body[body]) ||
      method_of(m)->place == NULL)
    return CAROM_NOT_LIVE;
  if (!isfinite(position) || !isfinite(velocity))
    return CAROM_BAD_VALUE;
  return wait_for(
      m, s, offset,
      (waiting_action){.kind = ACTION_PLACE, .index = body, .a = position, .b = velocity});
}

int carom_state_waiting(const carom_state *s) {
  return s != NULL ? s->head->actions : 0;
}
