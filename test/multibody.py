# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""A multibody system in absolute coordinates, written apart from the engine, for its tests.

Each link of a scene has the coordinates (x, y, phi) of its centre of mass and its angle in the plane; a
pin is two equations Phi(q) = 0 that hold its link on the ground or on another link, by Lagrange
multipliers. Differentiated twice they make the system of index 1

    [ M    Phi_q' ] [ a      ]   [ f(q, v)              ]
    [ Phi_q   0   ] [ lambda ] = [ -(Phi_q v)_q v       ]

for the accelerations a. Forces f: gravity, springs, stops and friction of pins, constant forces. M is
constant and diagonal, and there is no kinematic chain anywhere: joint angles, recursion along the tree,
mass matrices and discrete gradients of the engine do not occur here.

The integrator is extrapolation of the modified midpoint rule (W. Gragg, R. Bulirsch, J. Stoer) to order
2 ORDER with error control. It keeps the equations of the pins to its own error; that is measured.
"""

import numpy as np

NUMBERS = (2, 4, 6, 8, 10, 12, 14, 16)  # of substeps; each level raises the order by 2


# --- Integration ---------------------------------------------------------------------------------


def midpoint(slope, y, step, count):
    """The modified midpoint rule: its error has even powers of the substep alone."""
    h = step / count
    before, now = y, y + h * slope(y)
    for _ in range(count - 1):
        before, now = now, before + 2 * h * slope(now)
    return (before + now + h * slope(now)) / 2


def extrapolated(slope, y, step):
    """The state after a step, and an estimate of its error."""
    rows = []
    for i, count in enumerate(NUMBERS):
        row = [midpoint(slope, y, step, count)]
        for j in range(1, i + 1):
            row.append(row[-1] + (row[-1] - rows[-1][j - 1]) / ((count / NUMBERS[i - j]) ** 2 - 1))
        rows.append(row)
    return rows[-1][-1], rows[-1][-1] - rows[-1][-2]


def integrate(slope, y, times, tolerance=1e-13, largest=1.0):
    """States at rising times, from times[0] on. The error of a step is below `tolerance` in the norm of
    the state scaled by its largest values so far."""
    states, step, scale = [y], min(1e-3, largest), np.maximum(np.abs(y), 1e-2)
    for begin, end in zip(times, times[1:]):
        t = begin
        while end - t > 1e-14 * max(1, abs(end)):
            taken = min(step, end - t)
            new, error = extrapolated(slope, y, taken)
            size = np.max(np.abs(error) / scale) / tolerance
            if size <= 1:
                t, y = t + taken, new
                scale = np.maximum(scale, np.abs(y))
            factor = 0.9 * max(size, 1e-8) ** (-1 / (2 * len(NUMBERS) - 1))
            step = min(largest, taken * min(max(factor, 0.2), 3)) if size > 1 or taken == step else step
        states.append(y)
    return np.array(states)


# --- Bodies and pins -----------------------------------------------------------------------------


def turned(phi, point):
    c, s = np.cos(phi), np.sin(phi)
    return np.array([c * point[0] - s * point[1], s * point[0] + c * point[1]])


class Link:
    def __init__(self, index, keys):
        self.index = index
        self.mass, self.inertia = keys["mass"], keys["inertia"]
        self.centre, self.pin = np.array(keys["centre"]), np.array(keys["pin"])
        self.on = keys.get("on", "ground")
        self.parent = None
        self.angle, self.rate = keys.get("angle", 0.0), keys.get("angular_velocity", 0.0)
        self.friction = keys.get("pin_friction", 0.0)
        self.threshold = keys.get("pin_threshold", 0.05)
        self.spring, self.stop = keys.get("spring", {}), keys.get("stop")
        self.marks = keys.get("marks", {})

    def torque(self, turn, rate):
        """On the link, opposite on what it is pinned to: spring, stop and friction of its pin."""
        total = -(self.spring.get("torque", 0.0) + self.spring.get("rate", 0.0) * turn)
        if self.stop is not None and turn < self.stop["angle"]:
            push = self.stop["stiffness"] * (self.stop["angle"] - turn) - self.stop["damping"] * rate
            total += max(push, 0.0)
        return total - self.friction * np.tanh(rate / self.threshold)


class Multibody:
    """The linkages of a scene, as summary.json has it, under its gravity and constant forces."""

    def __init__(self, scene):
        bodies = {name: b for name, b in scene["bodies"].items() if b["type"] == "linkage"}
        self.links = {name: Link(i, b) for i, (name, b) in enumerate(bodies.items())}
        for link in self.links.values():
            link.parent = self.links.get(link.on)
        self.size = 3 * len(self.links)
        self.masses = np.concatenate([[l.mass, l.mass, l.inertia] for l in self.links.values()])
        self.weight = np.zeros(self.size)
        self.weight[1::3] = -scene.get("gravity", 0.0) * self.masses[1::3]
        self.forces = []
        for force in scene.get("forces", {}).values():
            body, _, mark = force["on"].partition("@")
            self.forces.append((self.links[body], np.array(self.links[body].marks[mark]),
                                force["table"][0][1]))

    # A point rho of a link, from its pin in its own frame, lies at c + R(phi) (rho - centre).
    def point(self, q, link, rho):
        c = q[3 * link.index:3 * link.index + 3]
        return c[:2] + turned(c[2], np.asarray(rho) - link.centre)

    def gradient(self, q, link, rho, rows):
        """The gradient of that point by all coordinates, into two rows."""
        i = 3 * link.index
        arm = turned(q[i + 2], np.asarray(rho) - link.centre)
        rows[:, i:i + 3] += [[1, 0, -arm[1]], [0, 1, arm[0]]]
        return arm

    def pins(self, q):
        """What must be 0."""
        gaps = []
        for link in self.links.values():
            other = link.pin if link.parent is None else self.point(q, link.parent, link.pin)
            gaps.append(self.point(q, link, (0, 0)) - other)
        return np.concatenate(gaps)

    def start(self):
        """Coordinates and velocities from joint angles and their rates, by the pins: each link is laid
        on the pin that the links before it fix."""
        q, v = np.zeros(self.size), np.zeros(self.size)
        laid = set()
        while len(laid) < len(self.links):
            for link in self.links.values():
                up, i = link.parent, 3 * link.index
                if link.index in laid or (up is not None and up.index not in laid):
                    continue
                pin, speed = link.pin, np.zeros(2)
                q[i + 2], v[i + 2] = link.angle, link.rate
                if up is not None:
                    q[i + 2] += q[3 * up.index + 2]
                    v[i + 2] += v[3 * up.index + 2]
                    rows = np.zeros((2, self.size))
                    self.gradient(q, up, link.pin, rows)
                    pin, speed = self.point(q, up, link.pin), rows @ v
                arm = turned(q[i + 2], link.centre)
                q[i:i + 2] = pin + arm
                v[i:i + 2] = speed + v[i + 2] * np.array([-arm[1], arm[0]])
                laid.add(link.index)
        return np.concatenate([q, v])

    def slope(self, y):
        q, v = y[:self.size], y[self.size:]
        pins = 2 * len(self.links)
        gradient, bias = np.zeros((pins, self.size)), np.zeros(pins)
        f = self.weight.copy()
        for n, link in enumerate(self.links.values()):
            i, rows = 3 * link.index, slice(2 * n, 2 * n + 2)
            arm = self.gradient(q, link, (0, 0), gradient[rows])
            bias[rows] -= arm * v[i + 2] ** 2
            turn, rate = q[i + 2], v[i + 2]
            if link.parent is not None:
                j = 3 * link.parent.index
                minus = np.zeros((2, self.size))
                arm = self.gradient(q, link.parent, link.pin, minus)
                gradient[rows] -= minus
                bias[rows] += arm * v[j + 2] ** 2
                turn, rate = turn - q[j + 2], rate - v[j + 2]
            torque = link.torque(turn, rate)
            f[i + 2] += torque
            if link.parent is not None:
                f[3 * link.parent.index + 2] -= torque
        for link, rho, force in self.forces:
            rows = np.zeros((2, self.size))
            self.gradient(q, link, rho, rows)
            f += rows[1] * force
        # a = M^-1 (f - Phi_q' lambda), Phi_q a = -bias
        over = gradient / self.masses
        pull = np.linalg.solve(over @ gradient.T, over @ f + bias)
        return np.concatenate([v, (f - gradient.T @ pull) / self.masses])

    def angles(self, states):
        """Joint angles over time, a column a link."""
        phi = states[:, 2:self.size:3]
        up = [link.parent.index if link.parent is not None else None for link in self.links.values()]
        return np.stack([phi[:, i] - (phi[:, p] if p is not None else 0) for i, p in enumerate(up)],
                        axis=1)

    def energies(self, states):
        """Kinetic energy over time, a column a link."""
        moved = states[:, self.size:] ** 2 * self.masses / 2
        return moved.reshape(len(states), -1, 3).sum(axis=2)
