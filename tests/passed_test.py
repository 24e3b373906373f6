"""What passed is not done again while nothing changes that decides it; whatever else is."""

import pathlib
import subprocess
import sys

import pytest

import passed

TESTS = pathlib.Path(__file__).resolve().parent


class Subject:
    """A test of an object, by rules and claims, whose runs are counted."""

    def __init__(self, folder):
        self.cache = folder / "cache"
        self.object, self.rules = folder / "kernel.o", folder / "rules"
        self.object.write_bytes(b"code")
        (self.rules / "inner").mkdir(parents=True)
        self.rule = self.rules / "inner" / "opcodes.py"
        self.rule.write_text("ALLOWED = 1\n")
        self.claims, self.tool, self.name = "8 bytes", "objdump 2.40", "codegen.kernels"
        self.passes, self.runs = True, 0

    def check(self):
        self.runs += 1
        return self.passes

    def status(self):
        return passed.once(self.cache, self.name,
                           [self.object, self.rules, self.claims, self.tool], self.check)


@pytest.fixture(name="test")
def make_test(tmp_path):
    return Subject(tmp_path)


def test_a_pass_is_not_done_again(test, capsys):
    assert [test.status(), test.status(), test.runs] == [0, 0, 1]
    assert capsys.readouterr().out == "codegen.kernels: unchanged since it passed\n"


def test_a_failure_is_done_again_every_time(test):
    test.passes = False
    assert [test.status(), test.status(), test.runs] == [1, 1, 2]
    test.passes = True
    assert [test.status(), test.runs] == [0, 3]


def test_a_check_that_throws_leaves_nothing(test):
    def throws():
        raise SystemExit("no kernel")
    with pytest.raises(SystemExit):
        passed.once(test.cache, test.name, [test.object, test.rules, test.claims, test.tool],
                    throws)
    assert [test.status(), test.runs] == [0, 1]


CHANGES = {
    "the object": lambda test: test.object.write_bytes(b"c0de"),
    "a rule": lambda test: test.rule.write_text("ALLOWED = 2\n"),
    "a new rule": lambda test: (test.rules / "more.py").write_text(""),
    "a rule less": lambda test: test.rule.unlink(),
    "a rule's name": lambda test: test.rule.rename(test.rule.with_name("other.py")),
    "the claims": lambda test: setattr(test, "claims", "16 bytes"),
    "the disassembler": lambda test: setattr(test, "tool", "objdump 2.41"),
    "the test": lambda test: setattr(test, "name", "codegen.others"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_decides_is_part_of_the_key(test, change):
    test.status()
    change(test)
    test.status()
    assert test.runs == 2
    test.status()
    assert test.runs == 2


def test_what_was_a_pass_before_a_failing_change_stays_one(test):
    test.status()
    test.object.write_bytes(b"broken")
    test.passes = False
    assert test.status() == 1
    test.object.write_bytes(b"code")
    assert [test.status(), test.runs] == [0, 2]


def test_texts_do_not_run_into_one_another():
    assert passed.key_of(["ab", "c"]) != passed.key_of(["a", "bc"])


def test_files_that_only_lie_elsewhere_are_the_same(test, tmp_path):
    test.status()
    test.object = test.object.rename(tmp_path / "elsewhere.o")
    assert [test.status(), test.runs] == [0, 1]


def test_old_keys_go(test):
    for n in range(passed.KEPT + 3):
        test.claims = f"{n} bytes"
        test.status()
    assert len(list(test.cache.iterdir())) == passed.KEPT
    test.name = "codegen.kernels.more"  # another test's keys are its own
    test.status()
    assert len(list(test.cache.iterdir())) == passed.KEPT + 1


def test_without_a_folder_nothing_is_remembered(test):
    test.cache = None
    assert [test.status(), test.status(), test.runs] == [0, 0, 2]


def test_any_command_can_be_remembered(tmp_path):
    program, log = tmp_path / "program", tmp_path / "log"
    program.write_text(f"#!/bin/sh\necho run >>{log}\nexit $1\n")
    program.chmod(0o755)

    def status(code):
        return subprocess.run(
            [sys.executable, "-m", "passed", tmp_path / "cache", "units", "--input", program, "--",
             program, code], cwd=TESTS, stdout=subprocess.DEVNULL).returncode

    assert [status("0"), status("0"), status("1"), status("1")] == [0, 0, 1, 1]
    assert log.read_text() == "run\n" * 3
