# Copyright 2026 the Carom authors
# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say: the version, which stands in ../VERSION, and the shared libraries,
which come from ../build or from the folder that the environment variable CAROM_BUILD names."""

import os
import shutil

from setuptools import setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70
    from wheel.bdist_wheel import bdist_wheel

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(os.environ.get("CAROM_BUILD") or os.path.join(ROOT, "build"))
SCRATCH = os.path.join(BUILD, "python")  # so that nothing is left in the source

with open(os.path.join(ROOT, "VERSION"), encoding="utf-8") as file:
    VERSION = file.read().strip()
NAMES = [f"{name}.so.{VERSION.rpartition('.')[0]}" for name in ("libcarom", "libcarom-file")]


class BuildWithLibraries(build_py):
    """Puts the libraries beside the module, each under the name that programs look for."""

    def run(self):
        super().run()
        for name in NAMES:
            found = os.path.join(BUILD, name)
            if not os.path.exists(found):
                raise FileNotFoundError(f"{found} is not there; run make first, or name the folder of a "
                                        "build in CAROM_BUILD")
            shutil.copy(found, os.path.join(self.build_lib, "carom", name))


class WheelOfOnePlatform(bdist_wheel):
    """For any Python 3, since ctypes loads the libraries, but for one kind of machine."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


os.makedirs(SCRATCH, exist_ok=True)
setup(version=VERSION, cmdclass={"build_py": BuildWithLibraries, "bdist_wheel": WheelOfOnePlatform},
      options={"build": {"build_base": os.path.join(SCRATCH, "build")},
               "egg_info": {"egg_base": SCRATCH}})
