"""The installed library: found by CMake, linked by the example in docs/, and right."""

import json
import os
import pathlib
import subprocess

import pytest
from running import ROOT


def done(*command, **more):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          check=False, **more)


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The example, built against an installed copy of the library."""
    folder = tmp_path_factory.mktemp("package")
    installed = done("cmake", "--install", os.environ["RIDGELINE_BUILD"], "--prefix",
                     folder / "usr")
    assert installed.returncode == 0, installed.stderr
    built = folder / "build"
    configured = done("cmake", "-S", ROOT / "docs" / "example", "-B", built, "-G", "Ninja",
                      f"-DCMAKE_PREFIX_PATH={folder / 'usr'}", "-DCMAKE_BUILD_TYPE=Release")
    assert configured.returncode == 0, configured.stderr
    compiled = done("cmake", "--build", built)
    assert compiled.returncode == 0, compiled.stdout
    return built / "attainable"


@pytest.fixture
def plain_archive(tmp_path):
    """Exactly 2 TB/s and 312 TFLOP/s."""
    def ceiling(name, kind, unit, value, **more):
        return {"id": name, "kind": kind, "unit": unit, "value": value, "scope": "chip",
                "roof": True, "reference": True, **more}
    archive = {
        "schema": "1.3", "tool": {"name": "hand"}, "created": "2026-11-30T12:00:00Z",
        "provenance": "published", "citation": "made for this test",
        "device": {"class": "test", "kind": "gpu", "units": 108}, "samples": [],
        "ceilings": [
            ceiling("bandwidth/DRAM/chip/1:0/any", "bandwidth", "B/s", 2e12, level="DRAM",
                    mix="1:0", path="any"),
            ceiling("compute/fp16->fp32/mma/chip", "compute", "FLOP/s", 312e12, precision="fp16",
                    accumulate="fp32", path="mma")]}
    path = tmp_path / "plain.json"
    path.write_text(json.dumps(archive))
    return path


def test_headers_that_are_installed_are_enough(example):
    assert example.exists()


@pytest.mark.parametrize("intensity, rate, bound", [(50, "1e+14", "memory"),
                                                    (500, "3.12e+14", "compute")])
def test_what_the_example_answers(example, plain_archive, intensity, rate, bound):
    answer = done(example, plain_archive, intensity)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith(f"{rate} FLOP/s, {bound}-bound")
    assert answer.stdout.endswith("is at 156 FLOP/B\n")


def test_its_errors_are_lines(example, plain_archive):
    answer = done(example, plain_archive, 50, "L7")
    assert answer.returncode == 2
    assert answer.stderr == ("attainable: this roofline has no memory level 'L7'; it has DRAM\n")
    assert done(example, pathlib.Path("nowhere.json"), 50).returncode == 4
