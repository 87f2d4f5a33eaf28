# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""The picture of a survey: how many scenes are off by no more than so many decibels or per cent."""

STYLE = """<style>
  text { font: 12px system-ui, sans-serif; fill: #333; }
  .title { font-size: 15px; font-weight: 600; } .note { font-size: 11px; opacity: 0.75; }
  .frame { fill: none; stroke: #999; } .grid { stroke: #ddd; } .paper { fill: #fff; }
  .limit { stroke: #b02a37; stroke-dasharray: 5 3; }
  .c0 { color: #1f6fb4; } .c1 { color: #2b8a3e; } .c2 { color: #d9601a; }
  .c3 { color: #7048a8; } .c4 { color: #999; }
  .line { fill: none; stroke: currentColor; stroke-width: 1.6; } .key { fill: currentColor; }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd; } .paper { fill: #16181c; } .frame { stroke: #777; } .grid { stroke: #333; }
    .limit { stroke: #ff6b78; } .c0 { color: #5aa9e6; } .c1 { color: #69c47a; }
    .c2 { color: #ff9a5c; } .c3 { color: #b197fc; } .c4 { color: #888; }
  }
</style>"""
WIDTH, HEIGHT = 300, 200
TOP, LEFT = 66, 52


class Panel:
    """Shares in per cent over errors; place maps an error to 0 .. 1."""

    def __init__(self, number, title, place, marks, limit):
        self.x = LEFT + (number % 2) * (WIDTH + 64)
        self.y = TOP + (number // 2) * (HEIGHT + 72)
        self.place = place
        self.parts = [f'<text x="{self.x}" y="{self.y - 10}">{title}</text>']
        for share in range(0, 101, 25):
            y = self.y + HEIGHT * (1 - share / 100)
            self.parts.append(f'<line class="grid" x1="{self.x}" y1="{y:.1f}" x2="{self.x + WIDTH}" y2="{y:.1f}"/>')
            self.parts.append(f'<text class="note" x="{self.x - 6}" y="{y + 4:.1f}" text-anchor="end">{share} %</text>')
        for value, text in marks:
            x = self.at(value)
            self.parts.append(f'<line class="grid" x1="{x:.1f}" y1="{self.y}" x2="{x:.1f}" y2="{self.y + HEIGHT}"/>')
            self.parts.append(f'<text class="note" x="{x:.1f}" y="{self.y + HEIGHT + 16}" text-anchor="middle">{text}</text>')
        x = self.at(limit)
        self.parts.append(f'<line class="limit" x1="{x:.1f}" y1="{self.y}" x2="{x:.1f}" y2="{self.y + HEIGHT}"/>')
        self.parts.append(f'<rect class="frame" x="{self.x}" y="{self.y}" width="{WIDTH}" height="{HEIGHT}"/>')

    def at(self, value):
        return self.x + WIDTH * min(max(self.place(value), 0), 1)

    def curve(self, errors, colour, label, row):
        errors = sorted(abs(e) for e in errors)
        if not errors:
            return
        points = [(self.at(0), self.y + HEIGHT)]
        for i, error in enumerate(errors):
            if self.place(error) > 1:
                break
            points.append((self.at(error), points[-1][1]))
            points.append((self.at(error), self.y + HEIGHT * (1 - (i + 1) / len(errors))))
        else:
            points.append((self.x + WIDTH, self.y))
        if points[-1][0] < self.x + WIDTH:
            points.append((self.x + WIDTH, points[-1][1]))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline class="line c{colour}" points="{path}"/>')
        y = self.y + HEIGHT - 14 * (5 - row) + 6
        self.parts.append(f'<rect class="key c{colour}" x="{self.x + WIDTH - 118}" y="{y - 6}" width="12" height="3"/>')
        self.parts.append(f'<text class="note" x="{self.x + WIDTH - 102}" y="{y}">{label} ({len(errors)})</text>')


def log_place(value):
    """10^-5 to 1, on a logarithmic axis."""
    from math import log10
    return (log10(value) + 5) / 5 if value > 1e-5 else 0


def draw(path, rows, bands, limits):
    rows = [r for r in rows if "failed" not in r]
    decibels = [(x, f"{x} dB") for x in range(0, 11, 2)]
    panels = []
    for number, kind in enumerate(("hammer", "fret", "bridge")):
        group = [r for r in rows if r["kind"] == kind]
        panel = Panel(number, f"{kind}s: level of the body's velocity", lambda x: x / 10, decibels, limits[0])
        for b, band in enumerate(bands):
            panel.curve([r["db"][b] for r in group if r["sure"][b]], b, f"{band} kHz", b)
        panels.append(panel)
    marks = [(10.0**e, f"{10.0**(e + 2):g} %") for e in range(-5, 1)]
    panel = Panel(3, "hammers: speed at which they leave", log_place, marks, limits[1])
    panel.curve([r["speed"] for r in rows if r.get("speed_sure")], 0, "speed", 4)
    panels.append(panel)
    width, height = LEFT + 2 * WIDTH + 64 + 30, TOP + 2 * HEIGHT + 72 + 34
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">\n')
        file.write(STYLE + f'\n<rect class="paper" width="{width}" height="{height}"/>\n')
        file.write(f'<text class="title" x="16" y="22">Random contacts at 44.1 kHz against 16 times that rate</text>\n')
        file.write(f'<text class="note" x="16" y="40">share of {len(rows)} scenes that are off by no more than this; dashed: '
                   f'{limits[0]:g} dB, {100 * limits[1]:g} %; in brackets: how many have a converged reference</text>\n')
        for panel in panels:
            file.write("\n".join(panel.parts) + "\n")
        file.write("</svg>\n")
