// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Links -> islands. Two links act on each other within a step only if they share a node that can
// move; the connected groups are the islands. Within one, links are numbered by a breadth-first
// walk from its rim (Cuthill-McKee), collisions first, then the linear links, so that the matrices
// W keep narrow skylines: a chain of a thousand masses costs a thousand small steps, not a cube.

#include "methods/audio/islands/islands.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/// More values of W mean that thousands of contacts all share nodes.
enum { MAX_WEIGHTS = 1 << 27 };

/// Working memory: who touches which node, and the walk.
typedef struct {
  int *node_first;     // nodes + 1: where a node's links begin in node_link
  int *node_link;      // links by node
  int *order;          // the walk: order[new] = old
  int *number;         // and back: number[old] = new, -1 before it is reached
  int *mark;           // per link, for walks; later the cluster of a linear link
  int *min;            // per cluster: its least collision
  int *end;            // per cluster: one past its last linear link
  int *node_mark;      // per node, for walks
  int *node_collision; // per node: its least collision, INT_MAX if there is none
  int *node_linear;    // and its least linear link
} walk;

static int *take_ints(compiler *c, int count) {
  return compile_take(c, (size_t)count * sizeof(int));
}

static void drop_ints(compiler *c, int *ints, int count) {
  compile_drop(c, ints, (size_t)count * sizeof(int));
}

static bool walk_begin(compiler *c, walk *w) {
  const int links = c->m.link_count;
  const int nodes = c->m.inverse_mass_count;
  w->node_first = take_ints(c, nodes + 1);
  w->node_link = take_ints(c, c->m.term_count);
  w->order = take_ints(c, links);
  w->number = take_ints(c, links);
  w->mark = take_ints(c, links);
  w->min = take_ints(c, links);
  w->end = take_ints(c, links);
  w->node_mark = take_ints(c, nodes);
  w->node_collision = take_ints(c, nodes);
  w->node_linear = take_ints(c, nodes);
  if (c->m.out_of_memory)
    return false;
  // Counting sort of (node, link) pairs by node.
  int pairs = 0;
  for (int l = 0; l < links; ++l)
    for (int t = 0; t < c->m.link[l].terms; ++t, ++pairs)
      ++w->node_first[c->m.term[c->m.link[l].first_term + t].node + 1];
  for (int i = 0; i < nodes; ++i)
    w->node_first[i + 1] += w->node_first[i];
  for (int l = links - 1; l >= 0; --l)
    for (int t = 0; t < c->m.link[l].terms; ++t) {
      const int node = c->m.term[c->m.link[l].first_term + t].node;
      w->node_link[--w->node_first[node + 1]] = l;
    }
  for (int i = 0; i < nodes; ++i) // shift back: each entry was moved to its own start
    w->node_first[i] = w->node_first[i + 1];
  w->node_first[nodes] = pairs;
  return true;
}

static void walk_end(compiler *c, walk *w) {
  const int links = c->m.link_count;
  const int nodes = c->m.inverse_mass_count;
  drop_ints(c, w->node_linear, nodes);
  drop_ints(c, w->node_collision, nodes);
  drop_ints(c, w->node_mark, nodes);
  drop_ints(c, w->end, links);
  drop_ints(c, w->min, links);
  drop_ints(c, w->mark, links);
  drop_ints(c, w->number, links);
  drop_ints(c, w->order, links);
  drop_ints(c, w->node_link, c->m.term_count);
  drop_ints(c, w->node_first, nodes + 1);
}

// NOLINTBEGIN(bugprone-macro-parentheses): `node` is declared by the macro.
/// Visits every node of link l (by its old number).
#define EACH_NODE(c, l, node)                                                                      \
  for (int t_ = 0, node = 0; t_ < (c)->m.link[l].terms &&                                          \
                             (node = (c)->m.term[(c)->m.link[l].first_term + t_].node, true);      \
       ++t_)
// NOLINTEND(bugprone-macro-parentheses)

// Breadth-first from one link; fills queue and returns how many were reached. Marks them `stamp`.
// Each node is visited once: thousands of links may share it.
static int flood(const compiler *c, const walk *w, int from, int stamp, int *queue) {
  int count = 0;
  queue[count++] = from;
  w->mark[from] = stamp;
  for (int i = 0; i < count; ++i) {
    EACH_NODE(c, queue[i], node) {
      for (int n = w->node_first[node]; w->node_mark[node] != stamp && n < w->node_first[node + 1];
           ++n) {
        const int other = w->node_link[n];
        if (w->mark[other] != stamp) {
          w->mark[other] = stamp;
          queue[count++] = other;
        }
      }
      w->node_mark[node] = stamp;
    }
  }
  return count;
}

// Adds one of its links to the properties of an island.
static void count_link(compiler *c, model_island *island, const model_link *link) {
  const model_contact *contact = &c->m.contact[link->contact];
  for (int t = link->first_term; t < link->first_term + link->terms; ++t) {
    model_body *b = &c->m.body[c->m.term[t].body];
    if (body_is_modal(b))
      b->modes.first_link = island->first;
  }
  island->has_exact = island->has_exact || link->exact;
  c->m.head.exact = c->m.head.exact || link->exact;
  island->has_laws = island->has_laws || (contact->law.form != LAW_NONE && contact->law.two_sided &&
                                          !contact->law.power.printed_branch);
  island->has_bows = island->has_bows || contact->rubs;
}

// One island: the links of a queue, collisions first and bows last; the former and springs in the
// order of the walk, bows in that order backwards.
static bool add_island(compiler *c, const walk *w, const int *queue, int count, int first) {
  model_island *island = BUILDER_ADD(&c->m, island, 1);
  if (island == NULL)
    return false;
  island->first = first;
  for (int i = 0; i < count; ++i)
    island->collisions += !c->m.link[queue[i]].linear;
  island->linears = count - island->collisions;
  int collision = first;
  int linear = first + island->collisions;
  int last = first + count;
  for (int i = 0; i < count; ++i) {
    const model_link *link = &c->m.link[queue[i]];
    const bool bow = link->linear && c->m.contact[link->contact].rubs;
    if (bow)
      w->number[queue[i]] = --last;
    else
      w->number[queue[i]] = link->linear ? linear++ : collision++;
    count_link(c, island, link);
  }
  assert(collision == first + island->collisions && linear == last);
  if (count > c->m.head.island_most)
    c->m.head.island_most = count;
  return true;
}

// Number the links island by island: the second walk starts where the first one ended, on the rim.
static bool number_links(compiler *c, walk *w) {
  int done = 0;
  for (int l = 0; l < c->m.link_count; ++l)
    w->mark[l] = -1;
  for (int l = 0; l < c->m.link_count; ++l) {
    if (w->mark[l] >= 0)
      continue;
    int *queue = w->order + done;
    const int count = flood(c, w, l, 2 * l + 1, queue);
    flood(c, w, queue[count - 1], 2 * l + 2, queue);
    if (!add_island(c, w, queue, count, done))
      return false;
    done += count;
  }
  assert(done == c->m.link_count && "each link is in one island");
  for (int l = 0; l < c->m.link_count; ++l)
    w->order[w->number[l]] = l;
  return true;
}

// --- Skylines -----------------------------------------------------------------------------------

static void find_min(const compiler *c, const walk *w) {
  for (int node = 0; node < c->m.inverse_mass_count; ++node)
    w->node_collision[node] = w->node_linear[node] = INT_MAX;
  for (int i = c->m.link_count - 1; i >= 0; --i)
    EACH_NODE(c, w->order[i], node)
  (c->m.link[w->order[i]].linear ? w->node_linear : w->node_collision)[node] = i;
}

// Clusters: groups of linear links coupled among themselves, by union-find over mark[] (new
// numbers). Eliminating one couples all collisions around it.
static int root(const walk *w, int i) {
  while (w->mark[i] != i)
    i = w->mark[i] = w->mark[w->mark[i]];
  return i;
}

static void find_clusters(const compiler *c, const walk *w) {
  for (int i = 0; i < c->m.link_count; ++i) {
    w->mark[i] = i;
    w->min[i] = INT_MAX;
    w->end[i] = 0;
  }
  for (int i = 0; i < c->m.link_count; ++i) {
    const int old = w->order[i];
    if (!c->m.link[old].linear)
      continue;
    EACH_NODE(c, old, node)
    w->mark[root(w, w->node_linear[node])] = root(w, i);
  }
  for (int i = 0; i < c->m.link_count; ++i) {
    const int old = w->order[i];
    if (!c->m.link[old].linear)
      continue;
    const int cluster = root(w, i);
    if (i + 1 > w->end[cluster])
      w->end[cluster] = i + 1;
    EACH_NODE(c, old, node)
    if (w->node_collision[node] < w->min[cluster])
      w->min[cluster] = w->node_collision[node];
  }
}

// The first column of a row, and for a collision the span of linear links it is coupled to.
static void shape_row(const compiler *c, const walk *w, const model_island *island, int i,
                      model_row *row) {
  const int old = w->order[i];
  const bool linear = c->m.link[old].linear;
  const int base = island->first + (linear ? island->collisions : 0);
  const int linear_base = island->first + island->collisions;
  int first = i;
  int low = INT_MAX;
  int high = 0;
  EACH_NODE(c, old, node) {
    const int min = linear ? w->node_linear[node] : w->node_collision[node];
    first = min < first ? min : first;
    if (!linear && w->node_linear[node] < INT_MAX) { // the linear links of a node are one cluster
      const int j = w->node_linear[node];
      const int cluster = root(w, j);
      first = w->min[cluster] < first ? w->min[cluster] : first;
      low = j < low ? j : low;
      high = w->end[cluster] > high ? w->end[cluster] : high;
    }
  }
  row->first = first - base;
  row->low = low == INT_MAX ? 0 : low - linear_base;
  row->high = low == INT_MAX ? 0 : high - linear_base;
  assert(row->first >= 0 && row->low >= 0 && row->low <= row->high);
  assert(row->high <= island->linears && "columns of its own island");
}

/// How many values an island's matrices have.
typedef struct {
  long long weights, couplings;
} matrix_sizes;

static matrix_sizes shape_island(const compiler *c, const walk *w, const model_island *island,
                                 model_row *rows) {
  matrix_sizes size = {0, 0};
  for (int set = 0; set < 2; ++set) {
    const int base = island->first + (set == 1 ? island->collisions : 0);
    const int count = set == 0 ? island->collisions : island->linears;
    for (int i = 0; i < count && size.weights <= MAX_WEIGHTS && size.couplings <= MAX_WEIGHTS;
         ++i) {
      model_row *row = &rows[base + i];
      shape_row(c, w, island, base + i, row);
      row->start = (int)size.weights;
      row->coupling = (int)size.couplings;
      size.weights += i - row->first + 1;
      size.couplings += row->high - row->low;
      for (int j = row->first; j <= i; ++j)
        rows[base + j].last = i;
    }
  }
  return size;
}

// Islands share their scratch, of the size of the largest; but those with many linear links keep
// what they have eliminated for as long as it holds, behind it.
static void share_scratch(compiler *c, matrix_sizes max, matrix_sizes all) {
  carom_model *head = &c->m.head;
  matrix_sizes end = max;
  for (int s = 0; s < c->m.island_count; ++s) {
    model_island *island = &c->m.island[s];
    if (island->linears <= SMALL_ISLAND)
      continue;
    const model_island *next = s + 1 < c->m.island_count ? island + 1 : NULL;
    island->scratch_weight = (int)end.weights;
    island->scratch_coupling = (int)end.couplings;
    end.weights += (next != NULL ? next->first_weight : all.weights) - island->first_weight;
    end.couplings += (next != NULL ? next->first_coupling : all.couplings) - island->first_coupling;
  }
  head->scratch_weights = (int)end.weights;
  head->scratch_couplings = (int)end.couplings;
}

static bool shape_rows(compiler *c, const walk *w) {
  model_row *rows = BUILDER_ADD(&c->m, row, c->m.link_count);
  if (rows == NULL)
    return c->m.link_count == 0;
  carom_model *head = &c->m.head;
  matrix_sizes all = {0, 0};
  matrix_sizes max = {0, 0};
  for (int s = 0; s < c->m.island_count; ++s) {
    model_island *island = &c->m.island[s];
    island->first_weight = (int)all.weights;
    island->first_coupling = (int)all.couplings;
    const matrix_sizes size = shape_island(c, w, island, rows);
    all.weights += size.weights;
    all.couplings += size.couplings;
    if (all.weights > MAX_WEIGHTS || all.couplings > MAX_WEIGHTS)
      return MISTAKE(c, scene_item(c->scene, 0), NULL, CAROM_BAD_VALUE,
                     "too many contacts act on each other at once; allowed are contacts that "
                     "share few nodes (a lower interpolation order helps)");
    if (island->linears > SMALL_ISLAND)
      continue;
    max.weights = size.weights > max.weights ? size.weights : max.weights;
    max.couplings = size.couplings > max.couplings ? size.couplings : max.couplings;
  }
  head->weights = (int)all.weights;
  head->couplings = (int)all.couplings;
  share_scratch(c, max, all);
  return true;
}

// Puts the links in their new order.
static bool reorder_links(compiler *c, const walk *w) {
  const size_t size = (size_t)c->m.link_count * sizeof *c->m.link;
  model_link *copy = compile_take(c, size);
  if (copy == NULL)
    return false;
  memcpy(copy, c->m.link, size);
  for (int i = 0; i < c->m.link_count; ++i)
    c->m.link[i] = copy[w->order[i]];
  for (int i = 0; i < c->m.link_count; ++i)
    if (c->m.link[i].moving >= 0)
      c->m.moving[c->m.link[i].moving].link = i;
  compile_drop(c, copy, size);
  for (int s = 0; s < c->m.island_count; ++s) {
    const model_island *island = &c->m.island[s];
    const int count = island->collisions + island->linears;
    for (int i = 0; i < count; ++i) {
      model_contact *contact = &c->m.contact[c->m.link[island->first + i].contact];
      if (count > contact->largest_island)
        contact->largest_island = count;
    }
  }
  return true;
}

bool compile_islands(compiler *c) {
  if (c->m.link_count == 0)
    return true;
  walk w = {0};
  bool good = walk_begin(c, &w) && number_links(c, &w);
  if (good) {
    find_min(c, &w);
    find_clusters(c, &w);
    good = shape_rows(c, &w) && reorder_links(c, &w);
  }
  walk_end(c, &w);
  return good;
}
