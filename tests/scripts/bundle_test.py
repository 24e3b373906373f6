"""scripts/bundle: what is packed runs by itself, and says where it cannot."""

import os
import platform
import re
import subprocess
import tarfile

import pytest

from running import RIDGELINE, ROOT

LIBC = re.compile(r"(ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|resolv)\.so)")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """The unpacked bundle of the program under test, far from where it was built."""
    out = tmp_path_factory.mktemp("bundle")
    made = subprocess.run([ROOT / "scripts" / "bundle", "--program", RIDGELINE, "--out", out],
                          capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    version = run([RIDGELINE, "--version"]).stdout.split()[1]
    tarball = out / f"ridgeline-{version}-{platform.machine()}.tar.gz"
    assert made.stdout == f"{tarball}\n"
    assert re.search(r"glibc 2\.\d+ or newer", made.stderr)
    with tarfile.open(tarball) as packed:
        assert {name.split("/")[0] for name in packed.getnames()} == {tarball.name[:-7]}
        packed.extractall(out / "elsewhere")
    return out / "elsewhere" / tarball.name[:-7]


def run(command, **environment):
    clean = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "RIDGELINE")}
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**clean, "LC_ALL": "C.UTF-8", **environment})


def numbers(version):
    return [int(part) for part in version.split(".")]


def needed(path, family):
    """The newest version of the family's symbols that a file needs."""
    text = subprocess.run(["readelf", "-W", "-V", path], capture_output=True, text=True).stdout
    found = re.findall(rf"Name: {family}_(\d[\d.]*)", text)
    return max(found, key=numbers) if found else "0"


def test_it_runs_the_same_program(bundle):
    here = run([RIDGELINE, "--version"])
    there = run([bundle / "ridgeline", "--version"])
    assert (there.returncode, there.stdout) == (0, here.stdout), there.stderr
    linked = bundle.parent / "linked"
    linked.symlink_to(bundle / "ridgeline")
    assert run([linked, "--version"]).stdout == here.stdout


def test_every_library_but_the_c_librarys_comes_from_the_bundle(bundle):
    loaded = run(["ldd", bundle / "bin" / "ridgeline"],
                 LD_LIBRARY_PATH=str(bundle / "lib" / "c++")).stdout
    assert "not found" not in loaded
    found = dict(re.findall(r"(\S+) => (\S+)", loaded))
    assert len(found) >= 5
    for name, path in found.items():
        assert path.startswith(str(bundle)) != bool(LIBC.match(name)), (name, path)
    packed = {path.name for path in (bundle / "lib").rglob("*.so*")}
    assert not [name for name in packed if LIBC.match(name)]
    assert packed <= set(found), "something is packed that nothing needs"


def test_nothing_of_the_building_machine_is_left(bundle):
    dynamic = run(["readelf", "-W", "-d", bundle / "bin" / "ridgeline"]).stdout
    assert re.findall(r"R(?:UN)?PATH\)\s+Library \w+: \[(.*)\]", dynamic) == ["$ORIGIN/../lib"]


def start_with(bundle, tmp_path, glibc, cxx="none"):
    """The start script on a system that says of itself what it is told to."""
    for name, text in (("getconf", glibc and f"glibc {glibc}"),
                       ("ldd", f"ldd (Some) {glibc}" if glibc else "musl libc"),
                       ("ldconfig", f"\tlibstdc++.so.6 (libc6,x86-64) => {tmp_path}/system.so")):
        tool = tmp_path / name
        tool.write_text(f"#!/bin/sh\n[ '{text}' ] || exit 1\necho '{text}'\n")
        tool.chmod(0o755)
    (tmp_path / "system.so").write_bytes(b"\0GLIBCXX_" + cxx.encode() + b"\0")
    return run([bundle / "ridgeline", "--version"], PATH=f"{tmp_path}:/usr/bin:/bin")


def test_the_least_glibc_is_stated_and_checked(bundle, tmp_path):
    own = [bundle / "bin" / "ridgeline", *(bundle / "lib").glob("*.so*")]
    compiler = (bundle / "lib" / "c++").glob("*.so*")
    least = max((needed(path, "GLIBC") for path in own), key=numbers)
    least_own = max([least, *(needed(path, "GLIBC") for path in compiler)], key=numbers)
    cxx = max((needed(path, "GLIBCXX") for path in own), key=numbers)
    readme = (bundle / "README").read_text()
    assert f"glibc {least_own} or newer" in readme and f"glibc {least} and" in readme

    assert start_with(bundle, tmp_path, least_own).returncode == 0
    assert start_with(bundle, tmp_path, "10.1").returncode == 0
    old = start_with(bundle, tmp_path, "2.17", cxx)
    assert old.returncode == 3 and old.stderr.startswith("ridgeline: ")
    assert f"needs glibc {least} or newer" in old.stderr and "has 2.17" in old.stderr
    if least == least_own:
        return
    # Between the two the system's own C++ library has to do.
    assert start_with(bundle, tmp_path, least, cxx).returncode == 0
    without = start_with(bundle, tmp_path, least)
    assert without.returncode == 3 and f"GLIBCXX_{cxx}" in without.stderr
    assert f"this system has {least}" in without.stderr


def test_other_systems_are_named(bundle, tmp_path):
    other = start_with(bundle, tmp_path, "")
    assert other.returncode == 3 and "not glibc" in other.stderr
    uname = tmp_path / "uname"
    uname.write_text("#!/bin/sh\necho riscv64\n")
    uname.chmod(0o755)
    foreign = start_with(bundle, tmp_path, "2.40")
    assert foreign.returncode == 3 and "this machine is riscv64" in foreign.stderr


def test_the_checkup_inside_uses_the_program_inside(bundle, tmp_path):
    device = ROOT / "tests" / "data" / "simulated" / "h200-like.json"
    done = run([bundle / "scripts" / "gpu_checkup", "--device", f"simulated:{device}", "--out",
                tmp_path / "out"])
    assert done.returncode == 0, done.stdout
    assert f"$ {bundle}/ridgeline verify" in (tmp_path / "out" / "log.txt").read_text()


def test_usage(tmp_path):
    wrong = run([ROOT / "scripts" / "bundle", "--whatever"])
    assert wrong.returncode == 2 and "--whatever" in wrong.stderr
    missing = run([ROOT / "scripts" / "bundle", "--program", tmp_path / "none"])
    assert missing.returncode == 3 and "is no program" in missing.stderr
