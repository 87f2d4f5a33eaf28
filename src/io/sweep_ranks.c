// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Messages of a sweep by several processes: the others report to process 0, which orders.

#include "io/sweep_ranks.h"

#include "base/error.h"
#include "io/clock.h"
#include "io/shards.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/// From the others to process 0.
typedef struct {
  enum { READY, ASK, LEFT } kind;
  carom_status status; // of a failure
  bool stopped;
  uint64_t plan;           // READY: digest of the plan
  long long done, resumed; // points since the last report
  char text[1200];         // the failure in words
} rank_report;

/// From process 0 to the others. No jobs: there are no more.
typedef struct {
  enum { BEGIN, DO_NOT_BEGIN, JOBS, GO } kind;
  carom_status status; // DO_NOT_BEGIN, GO: how it went
  long long next, end; // JOBS
} rank_order;

/// A process that has been idle for so long asks whether it should stop, s.
static const double poll_interval = 0.05;
/// How long a process that is to stop waits for others, s: mpirun ends what lasts longer.
static const double patience = 0.3;
/// Jobs shorter than this are asked for while the one before is computed, s.
static const double short_job = 0.1;

enum { MAX_AT_ONCE = 64 };

static bool is_stopped(const sweep_queue *q) {
  return carom_stop_requested(q->plan->options->stop);
}

static void order(const carom_ranks *r, int to, rank_order what) {
  r->transport->send(to, &what, (int)sizeof what);
}

// --- Before it begins ---------------------------------------------------------------------------

static uint64_t digest(const sweep_plan *p) {
  return p->described != NULL ? shards_sum(p->described, strlen(p->described)) : 0;
}

// Process 0 hears all the others.
static carom_status hear_all(const carom_ranks *r, const sweep_plan *p, carom_status status,
                             carom_error *error) {
  for (int heard = 1; heard < r->size;) {
    int from = 0;
    rank_report m;
    if (!ranks_wait(r, poll_interval, &from, &m, (int)sizeof m))
      continue;
    ++heard;
    if (status == CAROM_OK && m.status != CAROM_OK)
      status = error_set(error, m.status, "process %d cannot begin: %s", from, m.text);
    else if (status == CAROM_OK && m.plan != digest(p))
      status =
          error_set(error, CAROM_BAD_FILE,
                    "process %d has another scene or program; allowed are the same for all", from);
  }
  for (int i = 1; i < r->size; ++i)
    order(r, i, (rank_order){.kind = status == CAROM_OK ? BEGIN : DO_NOT_BEGIN, .status = status});
  return status;
}

// What process 0 has told the others.
static carom_status told(const rank_order *what, carom_error *error) {
  return what->status == CAROM_OK
             ? CAROM_OK
             : error_set(error, what->status, "process 0 tells what went wrong");
}

carom_status sweep_agree(const carom_ranks *r, const sweep_plan *p, carom_status status,
                         carom_error *error) {
  if (r->rank == 0)
    return hear_all(r, p, status, error);
  int from = 0;
  rank_order what;
  rank_report m = {.kind = READY, .status = status, .plan = digest(p)};
  if (status != CAROM_OK)
    snprintf(m.text, sizeof m.text, "%.1000s", error->text);
  r->transport->send(0, &m, (int)sizeof m);
  while (!ranks_wait(r, poll_interval, &from, &what, (int)sizeof what))
    continue;
  return told(&what, error);
}

// --- The others ---------------------------------------------------------------------------------

static void send_report(sweep_queue *q, rank_report m) {
  m.done = (long long)q->jobs.done - q->told_done;
  m.resumed = q->resumed - q->told_resumed;
  q->told_done += m.done;
  q->told_resumed = q->resumed;
  q->ranks->transport->send(0, &m, (int)sizeof m);
}

bool sweep_more_jobs(jobs *j) {
  sweep_queue *q = j->of;
  if (q->exhausted)
    return false;
  int from = 0;
  rank_order what;
  if (!q->asked)
    send_report(q, (rank_report){.kind = ASK});
  q->asked = true;
  while (!ranks_wait(q->ranks, poll_interval, &from, &what, (int)sizeof what))
    if (is_stopped(q))
      return false;
  q->asked = false;
  q->jobs.next = what.next;
  q->jobs.end = what.end;
  q->exhausted = what.next == what.end;
  return !q->exhausted;
}

void sweep_check_ahead(sweep_queue *q) {
  if (q->ranks->rank == 0 || q->jobs.next < q->jobs.end || q->asked || q->exhausted ||
      q->job_seconds > short_job)
    return;
  send_report(q, (rank_report){.kind = ASK});
  q->asked = true;
}

carom_status sweep_sign_off(sweep_queue *q, carom_error *error) {
  rank_report m = {
      .kind = LEFT, .status = q->jobs.status, .stopped = q->jobs.stopped || is_stopped(q)};
  if (q->jobs.status != CAROM_OK)
    snprintf(m.text, sizeof m.text, "process %d: %.1100s", q->ranks->rank, q->jobs.error.text);
  send_report(q, m);
  int from = 0;
  rank_order what = {.kind = JOBS};
  double end = INFINITY;
  while (what.kind != GO && clock_seconds() < end) {
    if (is_stopped(q) && !isfinite(end))
      end = clock_seconds() + 2 * patience;
    ranks_wait(q->ranks, poll_interval, &from, &what, (int)sizeof what);
  }
  q->ranks->together = what.kind == GO;
  if (!q->ranks->together)
    what.status = CAROM_INTERRUPTED;
  return told(&what, error);
}

// --- Process 0 ----------------------------------------------------------------------------------

// A share of what is left that still lets all end together.
static rank_order next_jobs(sweep_queue *q) {
  rank_order what = {.kind = JOBS};
  if (q->jobs.stopped || q->jobs.status != CAROM_OK || is_stopped(q))
    return what;
  const long long share = (q->jobs.end - q->jobs.next) / (8LL * q->ranks->size);
  const long long max = share < 1 ? 1 : share < MAX_AT_ONCE ? share : MAX_AT_ONCE;
  what.next = q->jobs.next;
  what.end = q->jobs.end - q->jobs.next < max ? q->jobs.end : q->jobs.next + max;
  q->jobs.next = what.end;
  return what;
}

// Returns how many have left.
static int take_report(sweep_queue *q, int from, const rank_report *m) {
  const carom_sweep_options *o = q->plan->options;
  pthread_mutex_lock(&q->jobs.lock);
  q->jobs.done += (double)m->done;
  q->resumed += m->resumed;
  q->jobs.stopped = q->jobs.stopped || m->stopped;
  if (m->status != CAROM_OK && q->jobs.status == CAROM_OK)
    q->jobs.status = error_set(&q->jobs.error, m->status, "%s", m->text);
  if (m->done > 0 && o->progress != NULL)
    o->progress(o->user, q->jobs.done / q->jobs.total);
  const rank_order what = m->kind == ASK ? next_jobs(q) : (rank_order){.kind = JOBS};
  pthread_mutex_unlock(&q->jobs.lock);
  if (m->kind == ASK)
    order(q->ranks, from, what);
  return m->kind == LEFT;
}

void sweep_serve(sweep_queue *q) {
  double end = INFINITY;
  for (int left = 1; left < q->ranks->size && clock_seconds() < end;) {
    int from = 0;
    rank_report m;
    if (ranks_wait(q->ranks, poll_interval, &from, &m, (int)sizeof m))
      left += take_report(q, from, &m);
    if (is_stopped(q) && !isfinite(end))
      end = clock_seconds() + patience;
    q->ranks->together = left == q->ranks->size;
  }
}

void sweep_dismiss(const carom_ranks *r, carom_status status) {
  for (int i = 1; i < r->size && r->together; ++i)
    order(r, i, (rank_order){.kind = GO, .status = status});
}
