# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Scenes for two_rates.py: hammers, balls, a fret, a bridge, rattles and a bow on strings, bars and plates.

Each is a row of SCENES: `scene`, a function of the start's number; `starts`, more than one where the
scene rattles; `rings`, when the second begins in which partials are looked for. The output is called `v`.
Starts differ in one amplitude or speed, by some per cent.
"""

STRING = {"type": "string", "length": 0.65, "linear_density": 3e-3, "pitch": 196}
LOSSY = {**STRING, "sigma0": 1, "sigma1": 2e-4}
STIFF = {"type": "string", "length": 0.75, "density": 7850, "radius": 5e-4, "pitch": 147, "youngs": 2e11,
         "sigma0": 0.8, "sigma1": 5e-4}
BAR = {"type": "bar", "length": 0.35, "density": 700, "width": 0.03, "thickness": 8e-3, "youngs": 1.2e10,
       "sigma0": 3, "sigma1": 1e-4, "ends": ["free", "free"]}
PLATE = {"type": "plate", "size": [0.4, 0.31], "density": 7850, "youngs": 2e11, "thickness": 1.5e-3,
         "sigma0": 2, "sigma1": 2e-3}
FELT = {"type": "collision", "stiffness": 1e9, "exponent": 2.3}
WOOD = {"type": "collision", "stiffness": 1e8, "exponent": 1.5}


def scene(bodies, contacts, listen, duration=1.15):
    return {"carom": 1, "duration": duration, "bodies": bodies, "contacts": contacts,
            "outputs": {"v": {"of": listen, "quantity": "velocity", "audio": True}}}


def struck(body, by, law, at, listen):
    """A mass strikes once: one start, and it rings from 0.15 s on."""
    hammer = {"type": "mass", "position": -1e-3, **by}
    contacts = {"hit": {"below": "hammer", "above": "body@" + at, **law}}
    made = scene({"body": body, "hammer": hammer}, contacts, "body@" + listen)
    return {"scene": lambda start: made, "starts": 1, "rings": 0.15}


def hammered(string):
    return struck(string, {"mass": 4e-3, "velocity": 2}, FELT, "0.12", "0.83")


def balled(edges):
    return struck({**PLATE, "edges": edges}, {"mass": 2e-3, "velocity": 1}, WOOD, "0.37:0.42", "0.71:0.64")


def rattles(body, barrier, contact, duration, rings, starts):
    """A plucked string that rattles on a barrier."""
    def one(start):
        pluck = {"shape": "pluck", "at": 0.27, "amplitude": 3e-3 * (1 + 0.01 * start)}
        return scene({"body": {**body, "start": pluck}, "barrier": {"type": "barrier", **barrier}},
                     {"hit": {"type": "collision", "below": "barrier", **contact}}, "body@0.83", duration)
    return {"scene": one, "starts": starts, "rings": rings}


# Harder than a contact is bounded to be (theory, chapter 2), and a softer one that is not.
FRET = rattles(LOSSY, {"position": -5e-4}, {"above": "body@0.55", "stiffness": 1e8, "exponent": 1.5},
               1.5, 0.45, 24)
SOFTER_FRET = rattles(LOSSY, {"position": -5e-4}, {"above": "body@0.55", "stiffness": 1e7, "exponent": 1.5},
                      1.5, 0.45, 24)
# Below the string at rest, so that small motions are free.
FLAT = rattles(LOSSY, {"position": -4e-4, "profile": {"shape": "flat", "from": 0.05, "to": 0.15}},
               {"above": "body", "along": True, "stiffness": 1e9, "exponent": 1.5}, 1.5, 0.45, 64)
# Its crest touches the string at rest.
BRIDGE = rattles(LOSSY, {"position": -1e-3, "profile": {"shape": "parabola", "height": 1e-3, "width": 0.03,
                                                        "from": 0, "to": 0.03}},
                 {"above": "body", "along": True, "stiffness": 1e9, "exponent": 1.5}, 1.5, 0.45, 24)


def mass_string(start):
    string = {"type": "string", "length": 0.75, "density": 7850, "radius": 5e-4, "pitch": 196,
              "youngs": 2e11, "sigma0": 0.8, "sigma1": 3e-3}
    hammer = {"type": "mass", "mass": 3e-3, "frequency": 5, "damping": 0.3, "position": -1e-3,
              "velocity": 2.0 * (1 + 0.01 * start)}
    return scene({"string": string, "hammer": hammer},
                 {"strike": {"type": "collision", "below": "hammer", "above": "string@0.12",
                             "stiffness": 1e8, "exponent": 2.3}}, "string@0.9", 1.25)


TROMBA_STRING = {"type": "string", "length": 1.9, "density": 7850, "radius": 5e-4, "pitch": 65,
                 "youngs": 2e11, "sigma0": 0.3, "sigma1": 4e-3}
TROMBA_PLATE = {"type": "plate", "size": [1.2, 0.3], "thickness": 3e-3, "density": 400, "youngs": 1e10,
                "poisson": 0.3, "edges": "pinned", "sigma0": 2, "sigma1": 0.01}
TROMBA_BRIDGE = {"type": "mass", "mass": 5e-3, "frequency": 300, "damping": 0.1}
RATTLE = {"type": "collision", "below": "plate@0.6:0.4", "above": "bridge", "stiffness": 2e7, "exponent": 1.3}


def tromba_collision(start):
    string = {**TROMBA_STRING, "start": {"shape": "pluck", "at": 0.2, "amplitude": 4e-3 * (1 + 0.01 * start)}}
    foot = {"type": "spring", "below": "bridge", "above": "string@0.9", "stiffness": 5e6, "exponent": 1.3,
            "branch": "signed"}
    return scene({"string": string, "bridge": TROMBA_BRIDGE, "plate": TROMBA_PLATE},
                 {"foot": foot, "rattle": RATTLE}, "plate@0.3:0.7", 1.5)


def bowed_rattle(start):
    foot = {"type": "spring", "below": "string@0.9", "above": "bridge", "linear": 8e4, "sigma_x": 0.1}
    bow = {"type": "bow", "on": "string@0.07", "force": 2, "speed": 0.12 * (1 + 0.01 * start)}
    return scene({"string": TROMBA_STRING, "bridge": TROMBA_BRIDGE, "plate": TROMBA_PLATE},
                 {"foot": foot, "rattle": RATTLE, "bow": bow}, "plate@0.3:0.7", 1.5)


SCENES = {
    "hammer on an ideal string": hammered(STRING),
    "hammer on a lossy string": hammered(LOSSY),
    "hammer on a stiff string": hammered(STIFF),
    "hammer on a stiff string of 1 m": hammered({**STIFF, "length": 1}),
    # whose first five partials are in tune on a grid at 48 kHz, and not at 44.1
    "hammer on a stiff string of 0.86 m": hammered({**STIFF, "length": 0.86}),
    "hammer on a bar": struck(BAR, {"mass": 0.01, "velocity": 1}, WOOD, "0.43", "0.91"),
    "ball on a pinned plate": balled("pinned"),
    "ball on a clamped plate": balled("clamped"),
    "ball on a free plate": balled("free"),
    "mass-string": {"scene": mass_string, "starts": 1, "rings": 0.25},
    "softer fret on a lossy string": SOFTER_FRET,
    "fret on a lossy string": FRET,
    "flat bridge along a lossy string": FLAT,
    "curved bridge along a lossy string": BRIDGE,
    "tromba-collision": {"scene": tromba_collision, "starts": 24, "rings": 0.45},
    "bow and rattle": {"scene": bowed_rattle, "starts": 24, "rings": 0.45},
}
