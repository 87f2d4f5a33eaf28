# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT

"""Draws the spectrograms of docs/sounds.md and puts its scenes into the page.

    python3 docs/make_sounds.py build/carom

Each scene is a file of examples/sounds; its picture is the spectrogram.svg of a run. The page has both
behind a heading: a block of yaml that begins with "Save this as `NAME.yaml`", which is replaced by the
file, and a picture sounds/NAME.svg.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

DOCS = os.path.dirname(os.path.abspath(__file__))
SCENES = os.path.join(DOCS, "..", "examples", "sounds")
PAGE = os.path.join(DOCS, "sounds.md")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def names():
    return sorted(name[:-5] for name in os.listdir(SCENES) if name.endswith(".yaml"))


def draw(carom, name):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([carom, "run", os.path.join(SCENES, name + ".yaml"), "-o", folder, "--plot", "--quiet"],
                       check=True)
        shutil.copy(os.path.join(folder, "spectrogram.svg"), os.path.join(DOCS, "sounds", name + ".svg"))


def with_scenes(page):
    for name in names():
        block = re.compile(rf"(Save this as `{name}\.yaml`:\n\n```yaml\n).*?(```\n)", re.DOTALL)
        scene = read(os.path.join(SCENES, name + ".yaml"))
        page, count = block.subn(lambda found, text=scene: found[1] + text + found[2], page)
        if count != 1:
            raise SystemExit(f"docs/sounds.md has {count} blocks of {name}.yaml; there must be one")
    return page


def main():
    carom = sys.argv[1]
    for name in names():
        draw(carom, name)
        print(f"docs/sounds/{name}.svg")
    page = with_scenes(read(PAGE))
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page)


if __name__ == "__main__":
    main()
