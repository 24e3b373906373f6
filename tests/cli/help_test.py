"""Help, version and wrong usage: no hardware is touched, one line says what is wrong."""

import re

import pytest
from running import clean_environment

COMMANDS = ["devices", "plan", "verify", "characterize", "bench", "assemble", "show", "place",
            "compare", "intensity", "report", "export", "validate"]
# A topology that cannot be loaded: whoever asks for hardware fails.
NO_HARDWARE = clean_environment(HWLOC_XMLFILE="/nonexistent.xml", HOME=None, DISPLAY=None)


def test_help_lists_exactly_the_commands_there_are(run):
    text = run("--help", environment=NO_HARDWARE).stdout
    listed = re.search(r"Commands:\n(.*?)\n\n", text, re.S).group(1)
    assert [line.split()[0] for line in listed.splitlines()] == COMMANDS
    assert "Examples:" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_has_an_example(run, command):
    done = run(command, "--help", environment=NO_HARDWARE)
    assert done.returncode == 0 and done.stderr == ""
    assert f"Usage: ridgeline {command}" in done.stdout
    assert done.stdout.count(f"ridgeline {command}") >= 3
    assert all(len(line) <= 90 for line in done.stdout.splitlines())


def test_version_says_what_was_built(run):
    done = run("--version", environment=NO_HARDWARE)
    assert done.returncode == 0
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert re.fullmatch(r"\d+\.\d+\.\d+", lines["ridgeline"])
    assert {"commit", "compiler", "build", "CUDA", "reports"} <= set(lines)


@pytest.mark.parametrize("arguments, part", [
    ([], "--help"),
    (["charaterize"], "'characterize'"),
    (["--versoin"], "'--version'"),
    (["show"], "ARCHIVE"),
    (["show", "a", "b"], "'b'"),
    (["plan", "--profil", "quick"], "'--profile'"),
    (["plan", "--profile", "fast"], "quick, standard, thorough"),
    (["plan", "--threads", "0"], "--threads"),
    (["plan", "--threads", "two"], "'two'"),
    (["plan", "--format", "xml"], "markdown"),
    (["plan", "--memory", "lots"], "lots"),
    (["bench", "--benchmrk_filter=x"], "--benchmrk_filter"),
    (["characterize", "--topology", "x.xml"], "--topology"),
    (["characterize", "--device", "toaster"], "toaster"),
    (["plan", "--device", "simulated:x", "--topology", "y"], "--topology"),
])
def test_wrong_usage(fails, arguments, part):
    assert part in fails(2, *arguments)


def test_hostile_arguments_come_back_harmless(fails):
    message = fails(2, "\x1b[2Jevil\nsecond line")
    assert "\x1b" not in message and "\\x1b[2J" in message
    assert len(fails(2, "x" * 100_000)) < 5_000
