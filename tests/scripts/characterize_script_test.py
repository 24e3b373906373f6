"""scripts/characterize around the program: what it builds for the GPU that is here or not, what it
keeps from the program, and that pictures fetch nothing. The other scripts are played by stand-ins
that note how they were called."""

import shutil
import subprocess

import pytest
from running import ROOT

NOTE = '#!/bin/sh\necho "{name} $*" >>"$CALLS"\n'
PROGRAM = """#!/bin/sh
echo "ridgeline $*" >>"$CALLS"
[ -z "$ARCHIVE" ] || { mkdir -p "results/one" && echo '{}' >results/one/new.json; }
exit 1
"""


class Clone:
    def __init__(self, folder):
        self.root = folder / "clone"
        self.system = folder / "system"
        self.bin = folder / "bin"
        self.calls = folder / "calls"
        for path in (self.root / "scripts", self.root / "build" / "release", self.root / "results",
                     self.system, self.bin):
            path.mkdir(parents=True)
        shutil.copy(ROOT / "scripts" / "characterize", self.root / "scripts")
        for name in ("setup", "build", "plot", "results_index"):
            self.put(self.root / "scripts" / name, NOTE.format(name=name))
        self.program = self.root / "build" / "release" / "ridgeline"
        self.put(self.program, PROGRAM)
        self.settings = self.program.with_name("CMakeCache.txt")  # of a build without CUDA
        self.settings.write_text("RIDGELINE_CUDA:STRING=OFF\n")

    @staticmethod
    def put(path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def run(self, *arguments, **environment):
        done = subprocess.run(
            [self.root / "scripts" / "characterize", *arguments], cwd=self.root, text=True,
            capture_output=True, timeout=60,
            env={"PATH": f"{self.bin}:/usr/bin:/bin", "CALLS": str(self.calls),
                 "RIDGELINE_SYSTEM_ROOT": str(self.system), **environment})
        assert done.returncode == 1, "the program's own exit code"
        return done.stderr

    def called(self, name):
        lines = self.calls.read_text().splitlines()
        return [line.split(" ", 1)[1].strip() for line in lines if line.split(" ")[0] == name]


@pytest.fixture
def clone(tmp_path):
    made = Clone(tmp_path)
    made.put(made.bin / "nvidia-smi", "#!/bin/sh\nexit 9\n")  # whatever this system has
    return made


def test_without_a_gpu_cuda_is_not_built_and_that_is_said_once(clone):
    clone.run("--profile", "quick")
    assert clone.called("build") == ["release -DRIDGELINE_CUDA=OFF"]
    assert clone.called("setup") == [""]
    assert clone.called("ridgeline") == ["characterize --profile quick"]


def test_what_is_not_built_is_said_before_it_is(clone):
    clone.program.unlink()
    clone.settings.unlink()
    clone.put(clone.root / "scripts" / "build",
              f"#!/bin/sh\ncat >{clone.program} <<'END'\n{PROGRAM}END\nchmod +x {clone.program}\n"
              f"echo RIDGELINE_CUDA:STRING=OFF >{clone.settings}\n")
    said = clone.run()
    assert said.count("\n") == 1 and "no NVIDIA GPU here" in said and "--with-cuda" in said
    assert clone.run() == ""


def test_its_help_installs_and_builds_nothing(clone):
    done = subprocess.run([clone.root / "scripts" / "characterize", "--help"], text=True,
                          capture_output=True, timeout=60,
                          env={"PATH": "/usr/bin:/bin", "CALLS": str(clone.calls)})
    assert done.returncode == 1, "the program's own exit code"
    assert "--with-cuda" in done.stdout and done.stderr == ""
    assert clone.calls.read_text() == "ridgeline characterize --help\n"


def test_leaving_cuda_out_again_is_said(clone):
    clone.settings.write_text("RIDGELINE_CUDA:STRING=REQUIRED\n")
    assert "no NVIDIA GPU here" in clone.run()


@pytest.mark.parametrize("sign", ["dev/nvidia0", "proc/driver/nvidia/gpus/0000:01:00.0/information",
                                  "nvidia-smi"])
def test_a_gpu_gets_kernels_of_its_own_architecture(clone, sign):
    if sign == "nvidia-smi":
        clone.put(clone.bin / "nvidia-smi", "#!/bin/sh\necho 'GPU 0: Some (UUID: GPU-1)'\n")
    else:
        clone.put(clone.system / sign, "")
    assert clone.run() == ""
    assert clone.called("build") == [
        "release -DRIDGELINE_CUDA=AUTO -DRIDGELINE_CUDA_ARCHITECTURES=native"]


def test_with_cuda_builds_it_for_every_architecture_and_is_not_the_programs(clone):
    assert clone.run("--with-cuda", "--profile", "quick") == ""
    assert clone.called("setup") == ["--with-cuda"]
    assert clone.called("build") == [
        "release -DRIDGELINE_CUDA=REQUIRED -DRIDGELINE_CUDA_ARCHITECTURES=all"]
    assert clone.called("ridgeline") == ["characterize --profile quick"]


def test_a_picture_fetches_nothing(clone):
    said = clone.run(ARCHIVE="yes")
    assert clone.called("plot") == [] and clone.called("results_index") == [""]
    assert said.count("\n") == 1
    assert "`scripts/plot --thumbnails results/one/new.json` fetches it" in said


@pytest.mark.parametrize("where", ["environment", "named"])
def test_a_picture_is_drawn_where_matplotlib_is(clone, where):
    variables = {"RIDGELINE_PLOT_PYTHON": "/usr/bin/python3"} if where == "named" else {}
    if where == "environment":
        clone.put(clone.root / "build" / "plot-env" / "fetched.txt", "matplotlib")
    assert clone.run(ARCHIVE="yes", **variables) == ""
    assert clone.called("plot") == [f"--thumbnails {clone.root}/results/one/new.json"]
