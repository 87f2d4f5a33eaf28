# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Standard MIDI files for tests: write(path, [(seconds, bytes), ...])."""

import struct

DIVISION = 960  # ticks of a quarter note; at 120 quarters a minute a second is two of them


def variable(number):
    out = [number & 127]
    while number > 127:
        number >>= 7
        out.insert(0, 128 | number & 127)
    return bytes(out)


def track(events):
    data, before = b"", 0
    for seconds, message in sorted(events, key=lambda event: event[0]):
        tick = round(seconds * 2 * DIVISION)
        data += variable(tick - before) + bytes(message)
        before = tick
    data += b"\0\xff\x2f\0"
    return b"MTrk" + struct.pack(">I", len(data)) + data


def write(path, *tracks):
    with open(path, "wb") as file:
        file.write(b"MThd" + struct.pack(">IHHH", 6, 1 if len(tracks) > 1 else 0, len(tracks), DIVISION))
        for events in tracks:
            file.write(track(events))


def song(low=45, seconds=1.5):
    """Notes, chords, bend, pressure, controllers and the pedal, for any instrument."""
    events = [(0.01, (0x90, low, 90)), (0.3, (0x90, low + 4, 70)), (0.35, (0xE0, 0, 80)),
              (0.45, (0xE0, 0, 64)), (0.5, (0x80, low, 64)), (0.5, (0xB0, 1, 90)),
              (0.6, (0xB0, 64, 127)), (0.62, (0x90, low + 7, 110)), (0.7, (0x80, low + 7, 64)),
              (0.8, (0xD0, 60)), (0.85, (0xA0, low + 4, 40)), (0.9, (0xB0, 16, 20)),
              (1.0, (0xB0, 64, 0)), (1.1, (0x80, low + 4, 10)), (1.2, (0x90, low + 2, 127)),
              (1.4, (0xB0, 123, 0))]
    return [event for event in events if event[0] < seconds]
