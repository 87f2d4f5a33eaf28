# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""What a listener notices, as numbers: pitch in cents, loudness in dB, brightness, slips of a bow. A sound is
an array of samples, or of samples and channels."""

import numpy as np


def cents(sound, rate, pitch, reach=100):
    """How far the strongest line within `reach` cents of a pitch, Hz, is from it, and how far below the
    strongest line of all it is, dB. A parabola through the logarithms of the highest three of a Hann window's
    spectrum with 8 times its points: 0.05 cents at 10 periods or more in the window."""
    x = mono(sound)
    size = 8 * len(x)
    power = np.abs(np.fft.rfft(x * np.hanning(len(x)), size)) + 1e-300
    low, high = (int(round(pitch * 2 ** (c / 1200) * size / rate)) for c in (-reach, reach))
    at = low + int(np.argmax(power[low:high + 1]))
    return 1200 * np.log2(peak(power, at) * rate / size / pitch), 20 * np.log10(power[at] / power.max())


def peak(power, at):
    a, b, c = np.log(power[at - 1:at + 2])
    bend = a - 2 * b + c
    return at + (0.5 * (a - c) / bend if bend < 0 else 0)


def comb_cents(sound, rate, pitch, reach=300, partials=10):
    """The same of a bowed sound, whose partials are harmonic and none of which need be strong: the comb of the
    roots of the magnitudes at whole multiples of a pitch is largest there."""
    x = mono(sound)
    size = 4 * len(x)
    roots = np.sqrt(np.abs(np.fft.rfft(x * np.hanning(len(x)), size)))
    bins = np.arange(len(roots))
    order = np.arange(1, partials + 1)

    def comb(steps):
        return np.array([np.interp(order * pitch * 2 ** (c / 1200) * size / rate, bins, roots).sum()
                         for c in steps])

    coarse = np.arange(-reach, reach + 1, 2.0)
    best = coarse[int(np.argmax(comb(coarse)))]
    fine = best + np.arange(-4, 4.01, 0.25)
    values = comb(fine)
    return float(fine[int(np.argmax(values))])


def mono(sound):
    return sound.sum(1) if sound.ndim > 1 else sound


def k_weight(rate, count):
    """|H|^2 of the weighting of ITU-R BS.1770: a high shelf of 4 dB above 1.7 kHz and a high pass at 38 Hz, from
    their analogue prototypes by the bilinear transform, at the frequencies of rfft() of `count` samples."""
    z = np.exp(-2j * np.pi * np.arange(count // 2 + 1) / count)
    s = (1 - z) / (1 + z + 1e-300)

    def pole(frequency):
        return np.tan(np.pi * frequency / rate)

    k, q, gain = pole(1681.974450955533), 0.7071752369554196, 10 ** (3.999843853973347 / 20)
    shelf = (gain * s * s + gain ** 0.4996667741545416 * k / q * s + k * k) / (s * s + k / q * s + k * k)
    k, q = pole(38.13547087602444), 0.5003270373238773
    high = s * s / (s * s + k / q * s + k * k)
    shelf[-1], high[-1] = gain, 1  # at half the rate, where s is infinite
    return np.abs(shelf * high * (1 + k / q + k * k)) ** 2  # which the standard's (1, -2, 1) has


def loudness(sound, rate):
    """Of the whole sound, LUFS without gates: the K-weighted mean square, both sides summed."""
    x = sound if sound.ndim > 1 else sound[:, None]
    count = 1 << int(np.ceil(np.log2(len(x) + rate / 10)))
    weight = k_weight(rate, count)
    weight[1:-1] *= 2
    total = sum((np.abs(np.fft.rfft(x[:, c], count)) ** 2 * weight).sum() for c in range(x.shape[1]))
    return -0.691 + 10 * np.log10(total / count / len(x) + 1e-30)


def level(sound):
    """Largest magnitude, dBFS."""
    return 20 * np.log10(np.abs(sound).max() + 1e-30)


def spectrum(sound, rate):
    x = mono(sound)
    return np.abs(np.fft.rfft(x)) ** 2, np.fft.rfftfreq(len(x), 1 / rate)


def centroid(sound, rate):
    """Of the power spectrum, Hz."""
    power, frequency = spectrum(sound, rate)
    return float((power * frequency).sum() / power.sum())


def above(sound, rate, corner=1000):
    """The part of the energy above a frequency, dB."""
    power, frequency = spectrum(sound, rate)
    return float(10 * np.log10(power[frequency > corner].sum() / power.sum()))


def decay(sound, rate):
    """dB a second, by a line through the levels of pieces of 50 ms."""
    size = int(0.05 * rate)
    pieces = mono(sound)[:len(sound) // size * size].reshape(-1, size)
    levels = 10 * np.log10((pieces ** 2).mean(1) + 1e-30)
    return float(-np.polyfit(np.arange(len(levels)) * size / rate, levels, 1)[0])


def correlation(sound):
    """Of both sides."""
    left, right = sound[:, 0], sound[:, 1]
    return float((left * right).sum() / np.sqrt((left ** 2).sum() * (right ** 2).sum() + 1e-300))


def slips(slide, rate, speed, place):
    """Moments at which a string begins to slip below a bow, s. In Helmholtz motion it slips once a period, with
    speed / place, `place` being the bow's as a part of the speaking length; what is faster than a quarter of that is
    a slip, and the next one can begin when it has been slower than half the bow in between."""
    slide = slide * np.sign(speed)
    fast = slide < -0.25 * abs(speed) / place
    held = slide > -0.5 * abs(speed)
    marks = np.where(fast, 1, np.where(held, -1, 0))
    where = np.flatnonzero(marks)
    kind = marks[where]
    return where[1:][(kind[1:] == 1) & (kind[:-1] == -1)] / rate
