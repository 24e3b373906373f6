"""Tools fetched from PyPI (scripts/setup --with-cuda, scripts/fetch_tools), with pip, apt and nvcc
played by scripts; and where CMake looks for the toolkit."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PIP = r"""#!/bin/sh
# python3 -m pip: notes what it was asked for, and lays out what the packages would.
[ "$3" = --version ] && exit 0
echo "$*" >>"$PIP_LOG"
[ -z "$PIP_FAILS" ] || { echo 'no such host: pypi.org' >&2; exit 1; }
while [ "$1" != --target ]; do shift; done
inside=$2/nvidia/cu13
mkdir -p "$inside/bin" "$inside/include" "$inside/lib" "$2/one.dist-info/licenses"
echo terms >"$2/one.dist-info/licenses/License.txt"
case "$*" in
  *nvcc*)
    printf '#!/bin/sh\necho "Cuda compilation tools, release 13.0, V13.0.88"\n' >"$inside/bin/nvcc"
    touch "$inside/bin/ptxas" "$inside/include/cuda_runtime.h" "$inside/lib/libcudart_static.a" ;;
  *plotly*)
    mkdir -p "$2/plotly/package_data"
    echo '/* plotly.js */' >"$2/plotly/package_data/plotly.min.js" ;;
  *nvdisasm*) touch "$inside/bin/nvdisasm" "$inside/bin/cuobjdump" ;;
esac
chmod -R +x "$inside"
"""


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def compiler(folder, release, whole=True):
    """A toolkit in `folder`, whose compiler says that it is of that release."""
    script(folder / "bin" / "nvcc",
           f'#!/bin/sh\necho "Cuda compilation tools, release {release}, V{release}.1"\n')
    if whole:
        script(folder / "bin" / "ptxas", "#!/bin/sh\n")
        for name in ("include/cuda_runtime.h", "lib/libcudart_static.a"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text("")
    return folder


class Clone:
    """A fresh clone's scripts, on a system with a pip and without a toolkit."""

    def __init__(self, folder):
        self.root = folder / "clone"
        (self.root / "kernels" / "cuda").mkdir(parents=True)
        shutil.copytree(ROOT / "scripts", self.root / "scripts")
        shutil.copy(ROOT / "kernels" / "cuda" / "toolkit.cmake", self.root / "kernels" / "cuda")
        self.toolkit = self.root / "build" / "cuda-toolkit"
        self.log = folder / "pip.log"
        self.bin = folder / "bin"
        self.environment = {
            "PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(folder), "PIP_LOG": str(self.log),
            "PYTHON": str(script(folder / "pip" / "python3", PIP)),
            "RIDGELINE_CUDA_FOLDER": str(self.toolkit)}
        # All of apt's packages are there, but what MISSING names; and apt can install nothing.
        script(self.bin / "dpkg-query", '#!/bin/sh\nshift 3\nfor each; do [ "$each" = "$MISSING" ] '
               '|| echo "$each installed"; done\n')
        script(self.bin / "apt-get", "#!/bin/sh\nexit 100\n")

    def run(self, *command, **environment):
        return subprocess.run([str(word) for word in command], cwd=self.root, text=True,
                              env={**self.environment, **environment}, capture_output=True)

    def asked(self):
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def clone(tmp_path):
    return Clone(tmp_path)


def test_setup_fetches_a_toolkit_of_one_release_once(clone):
    done = clone.run("scripts/setup", "--with-cuda")
    assert done.returncode == 0, done.stderr
    assert "CUDA toolkit 13.0" in done.stderr and "MB" in done.stderr
    wanted = next(line for line in clone.asked() if "nvidia-" in line).split()
    packages = [word for word in wanted if word.startswith("nvidia-")]
    assert packages == [f"nvidia-{part}==13.0.*" for part in
                        ("cuda-nvcc", "nvvm", "cuda-crt", "cuda-runtime", "cuda-cccl")]
    assert "--no-deps" in wanted and "--only-binary=:all:" in wanted
    assert (clone.toolkit / "bin" / "nvcc").is_file()
    assert list((clone.toolkit / "licenses").rglob("License.txt"))
    assert {path.name for path in (clone.root / "build").iterdir()} == {"cuda-toolkit", "plotly"}
    again = clone.run("scripts/setup", "--with-cuda")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert len(clone.asked()) == 2


def test_setup_fetches_plotly_for_reports_with_its_licence(clone):
    done = clone.run("scripts/setup")
    assert done.returncode == 0 and "plotly.js for reports" in done.stderr
    assert re.search(r" plotly==\d+\.\d+\.\d+$", clone.asked()[0]), "one version, always"
    folder = clone.root / "build" / "plotly"
    assert (folder / "plotly.min.js").is_file() and list(folder.rglob("License.txt"))
    again = clone.run("scripts/setup")
    assert (again.returncode, again.stderr) == (0, "") and len(clone.asked()) == 1


def test_without_plotly_all_else_goes_on(clone):
    for unreached in ({"PIP_FAILS": "yes"}, {"PYTHON": "/nonexistent/python3"}):
        done = clone.run("scripts/setup", **unreached)
        assert done.returncode == 0, "the program builds without it"
        assert "`ridgeline report` will be missing" in done.stderr
        assert not (clone.root / "build" / "plotly").exists()


def test_a_toolkit_on_the_path_is_enough(clone, tmp_path):
    compiler(tmp_path / "cuda", "12.4")
    done = clone.run("scripts/fetch_tools", "cuda-toolkit", RIDGELINE_CUDA_FOLDER="",
                     PATH=f"{tmp_path}/cuda/bin:/usr/bin:/bin")
    assert (done.returncode, done.stderr, clone.asked()) == (0, "", [])


def test_a_toolkit_that_is_too_old_is_named_and_another_one_fetched(clone, tmp_path):
    old = compiler(tmp_path / "cuda", "11.8")
    done = clone.run("scripts/fetch_tools", "cuda-toolkit", RIDGELINE_CUDA_FOLDER="",
                     CUDA_HOME=str(old))
    assert done.returncode == 0 and f"{old}/bin/nvcc is older than CUDA 12.4" in done.stderr
    assert (clone.toolkit / "fetched.txt").is_file()


def test_what_cannot_be_fetched_is_said_and_leaves_nothing(clone):
    done = clone.run("scripts/fetch_tools", "cuda-toolkit", PIP_FAILS="yes")
    assert done.returncode == 3
    assert "no such host" in done.stderr and "Is PyPI reached from here" in done.stderr
    assert not list((clone.root / "build").iterdir())


def test_without_pip_the_package_is_named(clone):
    done = clone.run("scripts/fetch_tools", "cuda-toolkit", PYTHON="/nonexistent/python3")
    assert done.returncode == 3 and "apt-get install python3-pip" in done.stderr
    assert done.stderr.count("\n") == 1


def test_nothing_is_put_outside_the_clone(clone, tmp_path):
    done = clone.run("scripts/fetch_tools", "cuda-toolkit",
                     RIDGELINE_CUDA_FOLDER=str(tmp_path / "elsewhere"))
    assert done.returncode == 3 and "outside" in done.stderr and clone.asked() == []


def test_the_disassembler_is_not_older_than_the_toolkit(clone, tmp_path):
    for release, wanted in (("13.0", "13.5"), ("13.5", "13.5"), ("13.7", "13.7")):
        clone.log.unlink(missing_ok=True)
        shutil.rmtree(clone.root / "build", ignore_errors=True)
        folder = compiler(tmp_path / release, release)
        done = clone.run("scripts/fetch_tools", "cuda-disassembler",
                         RIDGELINE_CUDA_FOLDER=str(folder))
        assert done.returncode == 0, done.stderr
        assert f"nvidia-cuda-nvdisasm=={wanted}.*" in clone.asked()[0]
        for name in ("nvdisasm", "cuobjdump"):
            assert os.access(clone.root / "build" / "cuda-disassembler" / "bin" / name, os.X_OK)


def test_no_disassembler_without_a_toolkit_or_beside_its_own(clone, tmp_path):
    assert clone.run("scripts/fetch_tools", "cuda-disassembler").returncode == 0
    folder = compiler(tmp_path / "cuda", "13.0")
    for name in ("nvdisasm", "cuobjdump"):
        script(folder / "bin" / name, "#!/bin/sh\n")
    assert clone.run("scripts/fetch_tools", "cuda-disassembler",
                     RIDGELINE_CUDA_FOLDER=str(folder)).returncode == 0
    assert clone.asked() == []


def test_setup_still_names_what_apt_cannot_install(clone):
    done = clone.run("scripts/setup", "--with-cuda", MISSING="ninja-build")
    assert done.returncode == 3 and "ninja-build" in done.stderr
    unknown = clone.run("scripts/setup", "--with-cuda", "--whatever")
    assert unknown.returncode == 2 and "--whatever" in unknown.stderr


def configure(clone, mode="AUTO", **environment):
    """The part of the configuration that looks for the toolkit."""
    return clone.run("cmake", f"-DRIDGELINE_CUDA={mode}", "-DCMAKE_FIND_LIBRARY_PREFIXES=lib",
                     "-DCMAKE_FIND_LIBRARY_SUFFIXES=.a", "-P", "kernels/cuda/toolkit.cmake",
                     **environment)


def test_cmake_finds_what_was_fetched_before_what_the_system_has(clone, tmp_path):
    system = compiler(tmp_path / "cuda", "12.9")
    variables = {"RIDGELINE_CUDA_FOLDER": "", "CUDA_HOME": str(system)}
    done = configure(clone, **variables)
    assert f"toolkit 12.9 ({system}/bin/nvcc)" in done.stdout, done.stderr
    compiler(clone.toolkit, "13.0")
    assert f"toolkit 13.0 ({clone.toolkit}/bin/nvcc)" in configure(clone, **variables).stdout


def test_cmake_looks_into_the_named_folder_alone(clone, tmp_path):
    variables = {"RIDGELINE_CUDA_FOLDER": str(tmp_path / "nowhere"),
                 "CUDA_HOME": str(compiler(tmp_path / "cuda", "13.0"))}
    done = configure(clone, **variables)
    assert done.returncode == 0 and "no nvcc in" in done.stderr
    required = configure(clone, "REQUIRED", **variables)
    assert required.returncode != 0
    assert "`scripts/setup --with-cuda` fetches a toolkit" in " ".join(required.stderr.split())


def test_cmake_asks_a_compiler_that_is_a_script_for_its_folder(clone, tmp_path):
    real = compiler(tmp_path / "cuda", "13.0")
    script(clone.bin / "nvcc", "#!/bin/sh\n[ $1 != --dryrun ] || echo '#$ TOP=" +
           f"{real}/bin/..' >&2\nexec {real}/bin/nvcc \"$@\"\n")
    done = configure(clone, "REQUIRED", RIDGELINE_CUDA_FOLDER="")
    assert f"toolkit 13.0 ({clone.bin}/nvcc)" in done.stdout, done.stderr


@pytest.mark.parametrize("release, whole, complaint", [
    ("12.3", True, "12.4 is the oldest that will do"), ("13.0", False, "there is no ptxas")])
def test_cmake_says_why_a_toolkit_will_not_do(clone, tmp_path, release, whole, complaint):
    folder = str(compiler(tmp_path / "cuda", release, whole))
    words = " ".join(configure(clone, RIDGELINE_CUDA_FOLDER=folder).stderr.split())
    assert complaint in words and "building the CPU backend only" in words
    assert configure(clone, "REQUIRED", RIDGELINE_CUDA_FOLDER=folder).returncode != 0


def test_cmake_refuses_other_values(clone):
    assert "it can be AUTO, OFF or REQUIRED" in configure(clone, "ON").stderr
    assert "not looked for" in configure(clone, "OFF").stdout
