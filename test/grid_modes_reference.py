#!/usr/bin/env python3
# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""The numbers of reference_values[] in test_grid_modes.c: eigenvalues of grids, from dense matrices that
are written down here from the equations of docs/theory/bodies.md alone (numpy.linalg.eigh).

  /usr/bin/python3 test/grid_modes_reference.py
"""

import numpy as np


def difference(ends, n):
    """Lap u at the nodes 0..n of all nodes, with its ends, and Lap w behind it (1.10)."""
    first, second = np.zeros((n + 1, n + 1)), np.zeros((n + 1, n + 1))
    for i in range(1, n):
        first[i, i - 1:i + 2] = second[i, i - 1:i + 2] = 1, -2, 1
    for end, node, beside in ((ends[0], 0, 1), (ends[1], n, n - 1)):
        if end == "clamped":
            first[node, beside] = 2
        if end == "free":
            second[node, node], second[node, beside] = -2, 2
    return first, second


def line(ends, n, length, c2, bend):
    h = length / n
    first, second = difference(ends, n)
    held = [i for i, end in ((0, ends[0]), (n, ends[1])) if end != "free"]
    matrix = -c2 / h**2 * second + bend / h**4 * second @ first
    inside = [i for i in range(n + 1) if i not in held]
    return frequencies(matrix[np.ix_(inside, inside)])


def plate(edges, nx, ny, h, bend):
    """Lap of the plate is that of both sides; on a clamped edge the ghost node mirrors the inner one."""
    one = lambda n: difference(("pinned", "pinned"), n)[0]
    inner = np.kron(np.eye(ny + 1), one(nx)) + np.kron(one(ny), np.eye(nx + 1))
    at = lambda i, j: j * (nx + 1) + i
    edge = [at(i, j) for j in range(ny + 1) for i in range(nx + 1) if i in (0, nx) or j in (0, ny)]
    inside = [p for p in range((nx + 1) * (ny + 1)) if p not in set(edge)]
    first = inner.copy()
    first[edge] = 0
    for j in range(1, ny):
        first[at(0, j), at(1, j)] = first[at(nx, j), at(nx - 1, j)] = 2 * (edges == "clamped")
    for i in range(1, nx):
        first[at(i, 0), at(i, 1)] = first[at(i, ny), at(i, ny - 1)] = 2 * (edges == "clamped")
    matrix = bend / h**4 * (inner @ first)
    return frequencies(matrix[np.ix_(inside, inside)])


def frequencies(matrix):
    values = np.sort(np.linalg.eigvals(matrix).real)[:6]
    return np.sqrt(np.maximum(values, 0)) / (2 * np.pi)


CASES = (
    ("free-free", line(("free", "free"), 40, 0.8, 0, 50)),
    ("clamped-free", line(("clamped", "free"), 40, 0.8, 0, 50)),
    ("clamped-clamped", line(("clamped", "clamped"), 40, 0.8, 0, 50)),
    ("pinned-free", line(("pinned", "free"), 40, 0.8, 0, 50)),
    ("clamped-pinned", line(("clamped", "pinned"), 40, 0.8, 0, 50)),
    ("stiff string, clamped", line(("clamped", "clamped"), 60, 0.65, 20000, 2)),
    ("stiff string, clamped-pinned", line(("clamped", "pinned"), 60, 0.65, 20000, 2)),
    ("plate, pinned", plate("pinned", 20, 12, 0.05, 30)),
    ("plate, clamped", plate("clamped", 20, 12, 0.05, 30)),
    ("square plate, clamped", plate("clamped", 15, 15, 0.05, 30)),
)

for name, values in CASES:
    print('    {"%s", {%s}},' % (name, ", ".join("%.10g" % v if v > 1e-3 else "0" for v in values)))
