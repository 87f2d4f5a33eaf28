# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Random scenes for survey.py: hammers, frets and bridges on strings, bars and plates.

scene(seed, index) depends on its two numbers only. In every scene the body is called `body`, the
contact `hit`, and the outputs are `v` (a velocity of the body), `f` (the force) and, with a hammer,
`h` (its velocity).
"""

import math
import random

KINDS = ("hammer", "fret", "bridge")
BODIES = {
    "hammer": (("ideal", 4), ("lossy", 4), ("stiff", 4), ("modes", 3), ("bar", 3), ("bar-modes", 2), ("plate", 4)),
    "fret": (("ideal", 4), ("lossy", 5), ("stiff", 5), ("modes", 3), ("bar", 2), ("plate", 1)),
    "bridge": (("ideal", 4), ("lossy", 5), ("stiff", 4), ("bar", 1)),
}
RATE = 44100.0
EXPONENTS = (1, 1.3, 1.5, 2, 2.3, 3)
# density kg/m3, Young's modulus Pa
MATERIALS = {"steel": (7850, 2e11), "brass": (8500, 1e11), "maple": (700, 1.2e10), "glass": (2500, 6.5e10)}


def log_between(rng, low, high):
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def digits(x):
    """Five significant digits: scenes are read by people too."""
    return float(f"{x:.5g}")


def losses(rng, kind):
    if kind == "ideal":
        return {}
    sigma1 = 0 if kind != "lossy" and rng.random() < 0.3 else log_between(rng, 1e-5, 2e-3)
    return {"sigma0": digits(rng.uniform(0, 2)), "sigma1": digits(sigma1)}


def line_points(tension, density, bending, sigma1, length, rate=RATE):
    """Intervals of the finest stable grid of a string or bar (theory 1.22)."""
    k = 1 / rate
    x = tension / density * k * k + 4 * sigma1 * k
    h = math.sqrt((x + math.sqrt(x * x + 16 * bending / density * k * k)) / 2)
    return int(length / h)


def make_string(rng, kind):
    length = digits(rng.uniform(0.4, 1.1))
    pitch = digits(log_between(rng, 80, 400))
    body = {"type": "string", "length": length, "pitch": pitch}
    if kind == "stiff":
        radius = digits(rng.uniform(2e-4, 6e-4))
        density, youngs = MATERIALS["steel"]
        body.update(density=density, radius=radius, youngs=youngs)
        linear = density * math.pi * radius**2
        bending = youngs * math.pi * radius**4 / 4
    else:
        linear = digits(log_between(rng, 5e-4, 1e-2))
        bending = 0
        body["linear_density"] = linear
    body.update(losses(rng, kind))
    tension = (2 * length * pitch) ** 2 * linear
    points = line_points(tension, linear, bending, body.get("sigma1", 0), length)
    if kind == "modes":
        points = int(0.97 * RATE / 2 / pitch)
        body.update(model="modes", points=points)
    return body, points, linear * length


def make_bar(rng, kind):
    density, youngs = MATERIALS[rng.choice(("steel", "brass", "maple", "glass"))]
    length, width = digits(rng.uniform(0.2, 0.6)), digits(rng.uniform(0.01, 0.04))
    thickness = digits(rng.uniform(2e-3, 8e-3))
    body = {"type": "bar", "length": length, "density": density, "width": width, "thickness": thickness}
    body.update(youngs=youngs, **losses(rng, kind))
    linear, bending = density * width * thickness, youngs * width * thickness**3 / 12
    if kind == "bar-modes":
        first = math.pi / 2 / length**2 * math.sqrt(bending / linear)
        points = max(3, int(math.sqrt(0.97 * RATE / 2 / first)))
        body.update(model="modes", points=points)
    else:
        points = line_points(0, linear, bending, body["sigma1"], length)
    return body, points, linear * length


def make_plate(rng):
    """Its sides are whole numbers of cells at rates of 1, 9 and 16 times: the spacing goes with the
    root of the step (theory 1.23)."""
    density, youngs = MATERIALS[rng.choice(("steel", "maple", "glass"))]
    thickness = digits(rng.uniform(1e-3, 4e-3))
    loss = losses(rng, "plate")
    kappa = math.sqrt(youngs * thickness**2 / (12 * density * (1 - 0.3**2)))
    sigma1 = loss["sigma1"]
    h = math.sqrt(4 / RATE * (sigma1 + math.sqrt(kappa**2 + sigma1**2))) * (1 + 1e-6)
    nx = max(8, round(rng.uniform(0.25, 0.6) / h))
    ny = max(7, round(nx * rng.uniform(0.55, 0.95)))
    body = {"type": "plate", "size": [nx * h, ny * h], "density": density, "youngs": youngs, "thickness": thickness}
    body.update(loss)
    return body, (nx, ny), density * thickness * nx * ny * h * h


def make_body(rng, kind):
    if kind == "plate":
        return make_plate(rng)
    return make_bar(rng, kind) if kind.startswith("bar") else make_string(rng, kind)


def place(rng, points, low, high, on_node):
    """A point of the body, as fractions."""
    def one(n):
        x = rng.uniform(low, high)
        return round(x * n) / n if on_node and 0 < round(x * n) < n else digits(x)
    return [one(n) for n in points] if isinstance(points, tuple) else [one(points)]


def at(name, where):
    return name + "@" + ":".join(repr(x) for x in where)


def law(rng, speed, fits):
    """Stiffness, exponent and damping; drawn again where the overlap would be that of a cushion."""
    while True:
        contact = {"stiffness": digits(log_between(rng, 1e5, 1e13)), "exponent": rng.choice(EXPONENTS)}
        if fits(contact["stiffness"], contact["exponent"]):
            break
    if rng.random() < 0.5:
        contact["damping"] = digits(log_between(rng, 0.03, 1) / speed)
    return contact


def make_hammer(rng, body, points, mass):
    hammer = digits(log_between(rng, 5e-4, 1.5e-2) if body["type"] == "string" else log_between(rng, 1e-3, 3e-2))
    if body["type"] == "string":
        hammer = digits(min(hammer, 2 * mass))  # heavier ones stay on the string
    speed = digits(log_between(rng, 0.3, 5))
    # on a wall it would be pressed by at most 2 mm
    contact = law(rng, speed, lambda K, a: ((a + 1) * hammer * speed**2 / 2 / K) ** (1 / (a + 1)) < 2e-3)
    where = place(rng, points, 0.06, 0.5, rng.random() < 0.5)
    gap = digits(speed / RATE * rng.uniform(2, 6))
    return {
        "duration": 0.15,
        "bodies": {"body": body, "hammer": {"type": "mass", "mass": hammer, "position": -gap, "velocity": speed}},
        "contacts": {"hit": {"type": "collision", "below": "hammer", "above": at("body", where), **contact}},
    }


def throw(rng, body):
    """A pluck, or where that has no bending energy a hump; and how far it moves."""
    if body["type"] == "string":
        start = {"shape": "pluck", "at": digits(rng.uniform(0.08, 0.5)), "amplitude": digits(log_between(rng, 1e-3, 5e-3))}
    elif body["type"] == "bar":
        start = {"shape": "hump", "at": digits(rng.uniform(0.3, 0.7)), "width": 0.4, "amplitude": digits(log_between(rng, 1e-4, 1e-3))}
    else:
        start = {"shape": "hump", "at": [digits(rng.uniform(0.4, 0.6)), 0.5], "width": 0.4, "amplitude": digits(log_between(rng, 1e-4, 1e-3))}
    body["start"] = start
    return start["amplitude"]


def hard_enough(amplitude):
    """A load of 2 N presses by at most a tenth of the motion."""
    return lambda K, a: (2 / K) ** (1 / a) < 0.1 * amplitude


def reach(body, x):
    """How far a point goes down: of a string, the pluck half a period later."""
    start = body["start"]
    if body["type"] != "string":
        return start["amplitude"]
    return start["amplitude"] * min((1 - x) / start["at"], x / (1 - start["at"]))


def make_fret(rng, body, points, mass):
    amplitude = throw(rng, body)
    low, high = (0.05, 0.9) if body["type"] == "string" else (0.3, 0.7)
    where = place(rng, points, low, high, rng.random() < 0.5)
    position = digits(-reach(body, where[0]) * rng.uniform(0.05, 0.6))
    return {
        "duration": 0.4,
        "bodies": {"body": body, "barrier": {"type": "barrier", "position": position}},
        "contacts": {"hit": {"type": "collision", "below": "barrier", "above": at("body", where), **law(rng, 1, hard_enough(amplitude))}},
    }


def make_bridge(rng, body, points, mass):
    """Flat along a part or all of the body, or curved at its left end."""
    amplitude = throw(rng, body)
    shape = rng.choice(("flat", "parabola", "sine"))
    length = body["length"]
    if shape == "flat":
        profile = {"shape": "flat"}
        height, crest = 0, 0.5
        if rng.random() < 0.6:
            first, width = rng.uniform(0.05, 0.5), rng.uniform(0.05, 0.4)
            profile.update({"from": digits(length * first), "to": digits(length * (first + width))})
            crest = first + width / 2
    else:
        width = rng.uniform(0.05, 0.3)
        crest = width / (2 if shape == "parabola" else 4)
        height = digits(reach(body, crest) * rng.uniform(0.1, 1))
        profile = {"shape": shape, "height": height, "width": digits(length * width), "from": 0, "to": digits(length * width)}
    position = digits(-height - reach(body, crest) * rng.uniform(0.01, 0.3))
    return {
        "duration": 0.2,
        "bodies": {"body": body, "barrier": {"type": "barrier", "position": position, "profile": profile}},
        "contacts": {"hit": {"type": "collision", "below": "barrier", "above": "body", "along": True, **law(rng, 1, hard_enough(amplitude))}},
    }


MAKERS = {"hammer": make_hammer, "fret": make_fret, "bridge": make_bridge}


def scene(seed, index, kinds=KINDS):
    """(kind, body, times): what it is, and the factors of the rate to compare; and the scene."""
    kind = kinds[index % len(kinds)]
    rng = random.Random(f"{seed}:{kind}:{index // len(kinds)}")
    names, weights = zip(*BODIES[kind])
    name = rng.choices(names, weights)[0]
    body, points, mass = make_body(rng, name)
    made = {"carom": 1, "title": f"{kind} on {name}", "rate": RATE, **MAKERS[kind](rng, body, points, mass)}
    listen = place(rng, points, 0.6, 0.93, False)
    made["outputs"] = {"v": {"of": at("body", listen), "quantity": "velocity"}, "f": {"of": "hit", "quantity": "force"}}
    if kind == "hammer":
        made["outputs"]["h"] = {"of": "hammer", "quantity": "velocity"}
    return {"kind": kind, "body": name, "times": (9, 16) if name == "plate" else (8, 16), "scene": made}
