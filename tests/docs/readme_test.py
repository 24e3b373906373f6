"""The commands that README.md, CONTRIBUTING.md and docs/ print, run as they stand there.

What reads or plans runs for real, in a scratch folder in which the placeholders (ARCHIVE, A.json,
...) are files. What measures runs on the simulated device. What installs, builds, or needs another
program is listed with the reason, and its options are looked up in its help. A command that no
list knows fails, and so does a list's entry that no document has any more."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "cli")]  # whichever has running.py
from running import RIDGELINE, clean_environment  # noqa: E402

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
DATA = ROOT / "tests" / "data"
# Of the cases of a whole run, so that it is short.
FEW = ["--only", "compute/fp64"]
SIMULATED = f"simulated:{DATA / 'simulated' / 'cpu-3-level.json'}"
XEON = ROOT / "results" / "intel-xeon-processor" / "2026-11-30T10-24-25Z.json"

# What stands for a file of the reader's own.
PLACEHOLDERS = {
    "ARCHIVE": XEON, "ARCHIVE.json": XEON,
    "A.json": ROOT / "results" / "published" / "h200-sxm.json",
    "B.json": ROOT / "results" / "published" / "a100-sxm4-80gb.json",
    "kernels.csv": DATA / "ncu" / "n11_tensor_core.csv",
    "ncu.csv": DATA / "ncu" / "n11_tensor_core.csv",
    "likwid.csv": DATA / "likwid" / "mem_dp_regions.csv",
    "perf.json": DATA / "perf" / "intel.jsonl",
    "mine.csv": DATA / "kernels" / "list.csv",
    "GPU.json": ROOT / "results" / "published" / "h200-sxm.json",
    "machine.xml": ROOT / "tests" / "machines" / "t04_cpuset_two_of_eight.xml",
}

# More of them, made by the program in examples().
MADE = {"good.json", "new.json", "mine.json", "theirs.json"}

# Run otherwise than as printed: what is put in the place of what, and why.
ON_SIMULATED = "measures: on the simulated device instead of this machine"
CHANGED = {
    "scripts/characterize": (f"ridgeline characterize --device {SIMULATED}",
                             "builds first, then hands its options on; " + ON_SIMULATED),
    "ridgeline characterize": (f"ridgeline characterize --device {SIMULATED}", ON_SIMULATED),
    "ridgeline bench": (f"ridgeline bench --device {SIMULATED}", ON_SIMULATED),
}

# Not run: why. Scripts of the project are asked for help, which has to know the options printed.
NOT_RUN = {
    "scripts/setup": "installs packages, as root and from the network",
    "scripts/bundle": "builds the bundle preset; bundle_test.py runs it",
    "scripts/gpu_checkup": "needs a GPU; gpu_checkup_test.py runs it on a simulated one",
    "./scripts/gpu_checkup": "the same, inside the unpacked bundle",
    "scripts/versus_peers": "needs likwid and minutes; versus_peers_test.py checks it",
    "scripts/plot": "needs matplotlib; tests/figures draws each kind",
    "scripts/test": "runs this test",
    "scripts/fuzz": "builds and runs for minutes",
    "scripts/lint": "needs clang-tidy and minutes",
    ".ci/run": "runs this test",
    "cmake": "builds and installs; package_test.py does",
    "ncu": "NVIDIA's, needs a GPU", "perf": "needs the kernel's tools",
    "likwid-perfctr": "another program, reads counters of the machine",
    "tar": "unpacks what scripts/bundle made; bundle_test.py does",
}
# Without a help of their own, or of other projects.
NO_HELP = {".ci/run", "./scripts/gpu_checkup", "cmake", "ncu", "perf",
           "likwid-perfctr", "tar"}


def blocks_of(text):
    """(line number, commands) of each block of shell commands; continued lines are joined."""
    found, lines = [], text.splitlines()
    start = None
    for number, line in enumerate(lines, 1):
        if start is None and line.startswith("```"):
            start, language, commands = number, line[3:].strip(), []
        elif line.startswith("```"):
            if language == "sh" or commands:
                found.append((start, commands))
            start = None
        elif start is not None and language != "sh":
            if line.startswith("$ "):
                commands.append(line[2:])
        elif start is not None and line.strip():
            if commands and commands[-1].endswith("\\"):
                commands[-1] = commands[-1][:-1] + line
            elif commands and re.search(r"\\\s*#.*$", commands[-1]):
                commands[-1] = re.sub(r"\\\s*#.*$", "", commands[-1]) + line
            else:
                commands.append(line)
    return found


def program_of(command):
    """ "ridgeline show", "scripts/plot", "ncu": what a line runs first."""
    words = command.split()
    return " ".join(words[:2]) if words[0] == "ridgeline" else words[0]


BLOCKS = [(document, number, commands) for document in DOCUMENTS
          for number, commands in blocks_of(document.read_text())]
PROGRAMS = {program_of(command) for _, _, commands in BLOCKS for command in commands}


def is_run(command):
    program = program_of(command)
    return program in CHANGED or program.startswith("ridgeline ")


def names(block):
    return f"{block[0].name}:{block[1]}"


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """A folder with the program, the results and what the placeholders stand for."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "bin").mkdir()
    (folder / "bin" / "ridgeline").symlink_to(RIDGELINE)
    shutil.copytree(ROOT / "results", folder / "results",
                    ignore=shutil.ignore_patterns("*.png", "*.svg", "*.html"))
    for name, source in PLACEHOLDERS.items():
        shutil.copy(source, folder / name)
    for name in ("good.json", "new.json"):
        subprocess.run([RIDGELINE, "characterize", "--device", SIMULATED, "--out", folder / name,
                        *FEW], check=True, capture_output=True)
    subprocess.run([RIDGELINE, "bench", "--device", SIMULATED, "--benchmark_filter=compute/fp64",
                    f"--benchmark_out={folder / 'mine.json'}"], check=True, capture_output=True)
    rows = [{"name": f"BM_Sum/{1 << power}", "run_name": f"BM_Sum/{1 << power}",
             "run_type": "iteration", "repetitions": 1, "repetition_index": i, "iterations": 9,
             "real_time": 1e3, "cpu_time": 1e3, "time_unit": "ns", "bytes_per_second": 2e10 + i}
            for power in range(8, 24) for i in range(6)]
    (folder / "theirs.json").write_text(json.dumps({"context": {"num_cpus": 2},
                                                    "benchmarks": rows}))
    return folder


@pytest.fixture
def scratch(examples, tmp_path):
    """A folder of its own for a block: what the commands write stays in it."""
    for entry in examples.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    return tmp_path


def output_of(command):
    found = re.search(r" (?:-o|--out|--benchmark_out)[ =](\S+\.\w+)", command)
    return found and found.group(1)


def run_in(scratch, command):
    program = program_of(command)
    line = command.replace("/tmp/", f"{scratch}/")
    if program in CHANGED and "cuda:" not in command:
        line = line.replace(program, CHANGED[program][0], 1)
        if "characterize" in program and "--only" not in line:
            line = line.replace(CHANGED[program][0], f"{CHANGED[program][0]} {' '.join(FEW)}")
    line = line.replace("scripts/characterize", "ridgeline characterize")
    output = output_of(line)
    if output and (scratch / output).is_symlink():
        (scratch / output).unlink()  # the command makes what a placeholder stood for
    path = f"{scratch / 'bin'}:{os.environ['PATH']}"
    # Whatever GPU there is stays untouched.
    environment = clean_environment(PATH=path, CUDA_VISIBLE_DEVICES="")
    return subprocess.run(["bash", "-c", line], cwd=scratch, env=environment, text=True,
                          capture_output=True, timeout=60)


@pytest.mark.parametrize("block", BLOCKS, ids=names)
def test_commands_run(block, scratch):
    for command in filter(is_run, block[2]):
        done = run_in(scratch, command)
        if "no plotly" in done.stderr and "report" in command:
            continue  # this build makes no pages, and says so
        if "cuda:" in command:
            assert done.returncode == 3 and "cuda" in done.stderr.lower(), (command, done.stderr)
        else:
            assert done.returncode == 0, (command, done.stderr)
            output = output_of(command)
            assert done.stdout or (scratch / output).stat().st_size > 0, command


@pytest.mark.parametrize("program", sorted(PROGRAMS & (NOT_RUN.keys() - NO_HELP)))
def test_scripts_know_the_options(program):
    done = subprocess.run([ROOT / program, "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    for _, _, commands in BLOCKS:
        for command in commands:
            if program_of(command) != program:
                continue
            for option in re.findall(r"(?<=\s)--?[a-z][a-z-]*", command.split("  #")[0]):
                assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", done.stdout), command


def test_every_command_is_run_or_listed_with_its_reason():
    unknown = {program for program in PROGRAMS if program not in NOT_RUN and
               program not in CHANGED and not program.startswith("ridgeline ")}
    assert not unknown
    assert len(BLOCKS) > 20 and all(commands for _, _, commands in BLOCKS)


def test_the_lists_have_nothing_else():
    assert NOT_RUN.keys() - PROGRAMS == set()
    assert all(any(program == each for each in PROGRAMS) for program in CHANGED)
    assert NO_HELP <= NOT_RUN.keys()
    text = "\n".join(command for _, _, commands in BLOCKS for command in commands)
    assert [name for name in PLACEHOLDERS.keys() | MADE if name not in text] == []


@pytest.mark.parametrize("program", sorted(program for program in NOT_RUN
                                           if program.startswith(("scripts/", ".ci/"))))
def test_scripts_are_there(program):
    assert os.access(ROOT / program, os.X_OK)
