"""What is printed of archives: formats, terminals, locales, broken files, broken outputs."""

import csv
import io
import json
import os
import pty
import subprocess

import pytest
from running import RIDGELINE, clean_environment

SIZED = {"COLUMNS": "100"}


def on_terminal(arguments, **changes):
    """The program's output on a pseudo-terminal."""
    control, terminal = pty.openpty()
    environment = clean_environment(TERM="xterm-256color")
    environment.update({k: v for k, v in changes.items() if v is not None})
    process = subprocess.Popen([RIDGELINE, *map(str, arguments)], stdout=terminal,
                               stderr=subprocess.PIPE, env=environment)
    os.close(terminal)
    output = b""
    while True:
        try:
            piece = os.read(control, 65536)
        except OSError:  # the terminal's other end is closed
            break
        if not piece:
            break
        output += piece
    os.close(control)
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    return output.decode("utf-8")


def test_every_format(run, archives):
    for archive in archives:
        raw = json.loads(archive.read_text())
        ids = [ceiling["id"] for ceiling in raw["ceilings"]]
        shown = json.loads(run("show", archive, "--format", "json").stdout)
        assert [ceiling["id"] for ceiling in shown["ceilings"]] == ids
        assert [c["value"] for c in shown["ceilings"]] == [c["value"] for c in raw["ceilings"]]
        rows = list(csv.DictReader(io.StringIO(run("show", archive, "--format", "csv").stdout)))
        assert [row["id"] for row in rows] == ids
        assert [float(row["value"]) for row in rows] == [c["value"] for c in raw["ceilings"]]
        assert "| ceiling |" in run("show", archive, "--format", "markdown").stdout
        table = run("show", archive).stdout
        assert raw["device"]["class"] in table
        assert ("SIMULATED" in table) == (raw["provenance"] == "simulated")


def test_colour_only_on_a_terminal(run, archives):
    assert "\x1b" not in run("show", archives[0]).stdout
    assert "\x1b[1m" in on_terminal(["show", archives[0]])
    assert "\x1b" not in on_terminal(["show", archives[0]], NO_COLOR="1")
    assert "\x1b" not in on_terminal(["show", archives[0]], TERM="dumb")
    assert "\x1b" not in on_terminal(["show", archives[0], "--format", "json"])


def test_no_line_is_wider_than_the_terminal(run, archives):
    for columns in [60, 80, 120]:
        text = run("show", archives[0], environment=clean_environment(COLUMNS=str(columns))).stdout
        assert max(map(len, text.splitlines())) <= columns


def test_plain_ascii_where_the_locale_is_not_utf8(run, archives, tmp_path):
    raw = json.loads(archives[0].read_text())
    raw["device"]["model"] = "Pr\u00e4zision \u4e2d\u6587 " + "x" * 300
    archive = tmp_path / "named.json"
    archive.write_text(json.dumps(raw))
    environment = clean_environment(LC_ALL="C", **SIZED)
    assert run("show", archive, environment=environment).stdout.isascii()
    assert "Pr\u00e4zision" in run("show", archive).stdout


@pytest.mark.parametrize("hostile", ["\x1b]0;evil\x07", "a\nb\r\nc", "\u202egnp.exe", "x" * 5000,
                                     "\x9b31m", "| a | b |", "<script>"])
def test_hostile_names(run, archives, tmp_path, hostile):
    raw = json.loads(archives[0].read_text())
    raw["device"]["model"] = hostile
    raw["environment"]["notes"] = [hostile]
    archive = tmp_path / "hostile.json"
    archive.write_text(json.dumps(raw))
    for form in ["table", "markdown", "csv"]:
        text = run("show", archive, "--format", form,
                   environment=clean_environment(**SIZED)).stdout
        assert text and all(c.isprintable() or c == "\n" for c in text)
        if form == "table":
            assert max(map(len, text.splitlines())) <= 100
    assert json.loads(run("show", archive, "--format", "json").stdout)["device"] == hostile


def test_closed_pipe_ends_quietly(archives):
    for command in [["show", archives[0]], ["plan"], ["--help"]]:
        process = subprocess.Popen([RIDGELINE, *command], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=clean_environment())
        process.stdout.close()  # nobody will read
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(timeout=60) == 0


def test_streams_closed_from_the_start(archives, tmp_path):
    out = tmp_path / "new.json"
    shell = f'"{RIDGELINE}" assemble "{archives[0]}" -o "{out}" >&- 2>&- <&-'
    done = subprocess.run(["sh", "-c", shell], env=clean_environment(), timeout=60)
    assert done.returncode == 0
    json.loads(out.read_text())  # the table did not go into it


def test_full_disk_is_an_error(fails, archives):
    with open("/dev/full", "wb") as full:
        assert "standard output" in fails(3, "show", archives[0], stdout=full)


def test_unreadable_files(fails, archives, tmp_path):
    whole = archives[0].read_text()
    cases = {"missing.json": None, "empty.json": "", "text.json": "not JSON",
             "half.json": whole[:len(whole) // 2], "other.json": "{}",
             "newer.json": whole.replace('"schema": "1.0"', '"schema": "2.0"').replace(
                 '"schema":"1.0"', '"schema":"2.0"')}
    for name, text in cases.items():
        path = tmp_path / name
        if text is not None:
            path.write_text(text)
        for command in ["show", "validate", "assemble"]:
            assert name in fails(4, command, path), command
    fails(4, "show", tmp_path)


def test_validate_tells_good_from_bad(run, archives, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    done = run("validate", *archives)
    assert done.returncode == 0 and done.stdout.count(": ok\n") == len(archives)
    done = run("validate", archives[0], bad, archives[0])
    assert done.returncode == 4
    assert done.stdout.count(": ok\n") == 2
    assert done.stderr.count("\n") == 1 and "bad.json" in done.stderr


def test_needs_no_home_and_no_rights(run, unprivileged, archives):
    bare = {"PATH": "/usr/bin:/bin"}
    assert run("show", archives[0], environment=bare).returncode == 0
    text = archives[0].read_bytes()
    copy = unprivileged.folder / "copy.json"
    copy.write_bytes(text)
    for arguments in [["--help"], ["--version"], ["show", copy], ["plan"], ["devices"]]:
        done = unprivileged(*arguments, environment=bare)
        assert done.returncode == 0, done.stderr


def test_chart(run, fails, archives):
    done = run("show", archives[0], "--chart")  # whose ceilings have ids alone
    assert done.returncode == 0, done.stderr
    assert "FLOP/B" in done.stdout and "L2@near" in done.stdout and "SIMULATED" in done.stdout
    assert "Ceilings" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert "--chart" in fails(2, "show", archives[0], "--chart", "--format", "json")
    assert "--chart" in fails(2, "show", archives[0], "--scope", "core")
    assert "scope" in fails(2, "show", archives[0], "--chart", "--scope", "galaxy")
