// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// All methods.

#include "methods/methods.h"

const method *const method_table[METHOD_COUNT] = {
    [METHOD_AUDIO] = &audio_method,       [METHOD_AM1] = &am1_method,
    [METHOD_VERLET] = &verlet_method,     [METHOD_HEUN] = &heun_method,
    [METHOD_RK4] = &rk4_method,           [METHOD_EVENT] = &event_method,
    [METHOD_ADAPTIVE] = &adaptive_method,
};
