"""For which GPUs the CUDA kernels are built: what RIDGELINE_CUDA_ARCHITECTURES makes of a family's
architectures, and how the GPUs of this machine are asked for theirs."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "kernels" / "cuda" / "build"
EVERY = "75;80;86;89;90;100;103;120"


def run_cmake(*arguments, **options):
    return subprocess.run(["cmake", *map(str, arguments)], capture_output=True, text=True,
                          **options)


def run_script(folder, text, *definitions, **options):
    """What a CMake script prints behind "-- "; it knows the functions of architectures.cmake."""
    script = folder / "script.cmake"
    script.write_text("cmake_minimum_required(VERSION 3.25)\n"
                      f"include({BUILD}/architectures.cmake)\n{text}\n")
    return run_cmake(*definitions, "-P", script, **options)


@pytest.mark.parametrize("asked, family, ptx, expected", [
    ("all", EVERY, 100, f"{EVERY} 100"),
    ("90", EVERY, 100, "90 0"),
    ("90", "90a", 0, "90a 0"),
    ("90;120", EVERY, 100, "90;120 0"),
    ("120;90", EVERY, 100, "90;120 0"),
    ("90;120", "89;120", 120, "120 0"),
    ("103", "100a;103a", 0, "103a 0"),
    ("90", "75", 0, " 0"),  # no architecture: the family is left out
    ("80", "90;100", 100, " 0"),
    ("87", EVERY, 100, "86 0"),  # machine code runs on later minor versions
    ("121", EVERY, 100, "120 0"),
    ("121", "120a", 0, " 0"),  # but not that for exactly one architecture
    ("110", EVERY, 100, "100 100"),  # a card that the PTX is for
    ("90;110", EVERY, 100, "90;100 100"),
    ("110", "89;120", 120, " 0"),
    ("130", "100;103", 0, " 0"),
    ("103", "75;80;90;100", 100, "100 0"),  # an assembler that does not know 103
    ("all", "75;80;90", 100, "75;80;90 0"),  # and one that cannot make the PTX
])
def test_a_family_is_built_for_what_is_asked_for(tmp_path, asked, family, ptx, expected):
    done = run_script(tmp_path, f'select_architectures("{asked}" "{family}" {ptx} archs ptx)\n'
                                'message(STATUS "${archs} ${ptx}")')
    assert done.stdout == f"-- {expected}\n", done.stderr


@pytest.fixture
def asked(tmp_path):
    """Capabilities asked for, where nvidia-smi prints the text given and ends with that code."""
    def ask(value, says="", code=0, *definitions):
        tool = tmp_path / "nvidia-smi"
        tool.write_text(f"#!/bin/sh\n[ \"$1\" = --query-gpu=compute_cap ] || exit 2\n"
                        f"printf '{says}'\nexit {code}\n")
        tool.chmod(0o755)
        path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
        done = run_script(tmp_path, 'read_asked_capabilities(asked)\nmessage(STATUS "= ${asked}")',
                          f"-DRIDGELINE_CUDA_ARCHITECTURES={value}", *definitions,
                          env=dict(os.environ, PATH=path))
        found = re.search(r"^-- = (.*)$", done.stdout, re.MULTILINE)
        return (found[1] if found else None), done.stdout + done.stderr
    return ask


def test_native_are_the_gpus_of_this_machine(asked):
    assert asked("native", "9.0\\n")[0] == "90"
    value, text = asked("native", "12.0\\n9.0\\n12.0\\n")
    assert value == "90;120"
    assert "built for sm_90, sm_120 alone" in text


@pytest.mark.parametrize("says, code", [
    ("", 9), ("No devices were found\\n", 6), ("[N/A]\\n", 0),
    ("NVIDIA-SMI has failed: could not communicate with the NVIDIA driver 550.54.15\\n", 9)])
def test_where_no_gpu_answers_all_are_built(asked, says, code):
    value, text = asked("native", says, code)
    assert value == "all"
    assert "no GPU answers" in text


def test_lists_are_taken_and_riddles_are_refused(asked):
    assert asked("90;120")[0] == "90;120"
    assert asked("all")[0] == "all"
    for wrong in ("9.0", "90a", "sm_90", "hopper", ""):
        value, text = asked(wrong)
        assert value is None and "it can be all, native" in " ".join(text.split()), wrong


def test_who_requires_all_gets_all(asked):
    assert asked("90", "", 0, "-DRIDGELINE_REQUIRE_ALL_CUDA=ON")[0] == "all"


DRIVER = """
int cuInit(unsigned flags) { return flags; }
int cuDeviceGetCount(int* count) { *count = 2; return 0; }
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  *value = attribute == 75 ? 9 + 3 * device : attribute == 76 ? 0 : -1;
  return 0;
}
"""


def test_the_driver_is_asked_where_there_is_no_tool(tmp_path):
    program = tmp_path / "capabilities"
    (tmp_path / "driver.c").write_text(DRIVER)
    driver = tmp_path / "libcuda.so.1"
    subprocess.run(["c++", "-std=c++20", BUILD / "capabilities.cpp", "-o", program, "-ldl"],
                   check=True)
    subprocess.run(["cc", "-shared", "-fPIC", tmp_path / "driver.c", "-o", driver], check=True)
    environment = dict(os.environ, LD_LIBRARY_PATH=str(tmp_path))
    assert subprocess.run([program], env=environment, capture_output=True, text=True,
                          check=True).stdout == "9.0\n12.0\n"


def test_a_build_for_native_has_no_other_code(tmp_path):
    """The whole way, as far as the build's rules: nothing is compiled."""
    tool = tmp_path / "nvidia-smi"
    tool.write_text("#!/bin/sh\necho 9.0\n")
    tool.chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    done = run_cmake("-S", ROOT, "-B", tmp_path / "build", "-G", "Ninja", "-DBUILD_TESTING=OFF",
                     "-DRIDGELINE_CUDA_ARCHITECTURES=native", env=dict(os.environ, PATH=path))
    assert done.returncode == 0, done.stderr
    if "CUDA: toolkit" not in done.stdout:
        pytest.skip("no CUDA toolkit here")
    rules = (tmp_path / "build" / "build.ninja").read_text()
    assert set(re.findall(r"code=((?:sm|compute)_\w+)", rules)) == {"sm_90", "sm_90a"}
    assert "wgmma_sm90" in rules and "tcgen05_sm100" not in rules
    tables = (tmp_path / "build" / "kernels" / "cuda_tables.cpp").read_text()
    assert "wgmma_sm90_table" in tables and "mma_sm120_table" not in tables
