// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// Information about what lies in a plane: linkages, their marks, and felt.

#include "model/method.h"

static bool has_linkage(const carom_model *m, int body) {
  return m != NULL && body >= 0 && body < m->body_count && body_is_link(&m->body[body]);
}

bool carom_model_linkage(const carom_model *m, int body, carom_linkage_info *linkage) {
  if (!has_linkage(m, body) || linkage == NULL)
    return false;
  method_of(m)->linkage(m, body, linkage);
  return true;
}

carom_mark_info carom_model_mark(const carom_model *m, int body, int mark) {
  for (int i = 0, n = 0; has_linkage(m, body) && i < m->mark_count; ++i)
    if (m->mark[i].body == body && n++ == mark)
      return (carom_mark_info){
          .name = model_text(m, m->mark[i].name), .x = m->mark[i].x, .y = m->mark[i].y};
  return (carom_mark_info){.name = ""};
}

bool carom_model_felt(const carom_model *m, int contact, carom_felt_info *felt) {
  return m != NULL && contact >= 0 && contact < m->contact_count && felt != NULL &&
         method_of(m)->felt != NULL && method_of(m)->felt(m, contact, felt);
}
