// Copyright 2026 the Carom authors
// SPDX-License-Identifier: MIT

// The logarithmic energy of masses under Hunt-Crossley loss.

#ifndef CAROM_LOG_ENERGY_H
#define CAROM_LOG_ENERGY_H

/// Phi(w) = (mu w - log(1 + mu w)) / mu^2, or w^2/2 for mu = 0; m2/s2.
double log_energy(double mu, double w);

/// Phi(w) - Phi(w - d) without cancellation; loss_factor = 1 + mu w.
double log_energy_drop(double mu, double w, double loss_factor, double d);

/// The speed w < 0 with Phi(w) = E, and 1 + mu w there.
double parting_speed(double mu, double E, double *loss_factor);

#endif
