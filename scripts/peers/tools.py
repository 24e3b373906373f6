"""Runs each side once and reads what it prints: rates in B/s or FLOP/s, always all work over all
time of the call, so that both sides average over the same spell."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess

ONE_CALL_SECONDS = 600  # nothing here takes as long


class Failure(Exception):
    """Something that is missing or does not work, in one line."""


class UsageError(Exception):
    """Arguments that make no sense, in one line."""


def last_words(text):
    """The line that says what went wrong: one that begins with "Error", else the last one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()
             and not line.startswith("Running without Marker API")]
    return ([line for line in lines if line.startswith("Error")] or lines or [""])[-1]


def output_of(command, environment=None):
    """The command's standard output; Failure with its last words where it failed."""
    name = pathlib.Path(command[0]).name
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ONE_CALL_SECONDS,
                              env=environment)
    except subprocess.TimeoutExpired:
        raise Failure(f"{name} took more than {ONE_CALL_SECONDS} s: {' '.join(command)}") from None
    except OSError as error:
        raise Failure(f"cannot run {command[0]}: {error.strerror}") from None
    if done.returncode == -4:  # SIGILL
        raise Failure(f"this processor lacks an instruction that '{' '.join(command)}' uses")
    if done.returncode != 0:
        raise Failure(f"'{' '.join(command)}' ended with exit code {done.returncode}: "
                      f"{last_words(done.stderr) or last_words(done.stdout) or 'no message'}")
    return done.stdout


def likwid_rate(text, unit):
    """likwid-bench's MByte/s or MFlops/s (10^6). Its cycles are those of the time stamp counter
    and say nothing of the core's."""
    label = "MByte/s" if unit == "B/s" else "MFlops/s"
    found = re.search(rf"^{label}:\s*([0-9.eE+]+)\s*$", text, re.M)
    if not found or not float(found[1]) > 0:
        raise Failure(f"likwid-bench printed no {label}")
    return float(found[1]) * 1e6


def ridgeline_rate(text, unit, name):
    """Bytes or operations of all repetitions over their seconds."""
    counter = "bytes" if unit == "B/s" else "flop"
    try:
        rows = [row for row in json.loads(text)["benchmarks"]
                if row["name"] == name and row["run_type"] == "iteration"]
        bad = [row for row in rows if row.get("error_occurred") or row.get("skipped")]
        if bad:
            raise Failure(f"ridgeline bench failed at {name}: {bad[0].get('error_message', '')}")
        work, seconds = (sum(row[key] for row in rows) for key in (counter, "seconds"))
    except (ValueError, KeyError, TypeError):
        raise Failure("ridgeline bench printed no Google Benchmark JSON with counters") from None
    if not (work > 0 and seconds > 0):
        raise Failure(f"ridgeline bench measured nothing for {name}")
    return work / seconds, seconds / len(rows)


@dataclasses.dataclass
class Ridgeline:
    """One benchmark of ours, several repetitions in a call."""
    program: str
    name: str
    unit: str
    repetitions: int = 3

    def command(self):
        pattern = "^" + re.sub(r"([.+*?^$()\[\]{}|\\])", r"\\\1", self.name) + "$"
        return [self.program, "bench", f"--benchmark_filter={pattern}", "--benchmark_format=json",
                f"--benchmark_repetitions={self.repetitions}"]

    def rate(self):
        return ridgeline_rate(output_of(self.command()), self.unit, self.name)[0]

    def fit(self, seconds):
        """Takes as many repetitions as fill the time; returns the rate seen meanwhile."""
        rate, each = ridgeline_rate(output_of(self.command()), self.unit, self.name)
        self.repetitions = min(max(3, round(seconds / each)), 1000)
        return rate


@dataclasses.dataclass
class Likwid:
    """One kernel of likwid-bench at one size."""
    program: str
    kernel: str
    unit: str
    size: int           # bytes of all threads and arrays together
    threads: int
    where: str = "S0:{size}:{threads}"
    iterations: int = 10

    def command(self):
        # Thousands of bytes are the smallest unit it takes.
        group = self.where.format(size=f"{max(1, self.size // 1000)}kB", threads=self.threads)
        return [self.program, "-t", self.kernel, "-w", group, "-i", str(self.iterations)]

    def rate(self):
        return likwid_rate(output_of(self.command()), self.unit)

    def fit(self, seconds, rate, work_per_byte):
        """As many iterations as fill the time at about this rate, three whole passes at least."""
        self.iterations = max(3, round(seconds * rate / (self.size * work_per_byte)))


@dataclasses.dataclass
class Triad:
    """Our plain C triad, compiled on this machine for this machine, pinned by OpenMP."""
    program: str
    size: int
    threads: int
    cpus: list
    passes: int = 3

    def command(self):
        return [self.program, str(self.size), str(self.threads), str(self.passes)]

    def rate(self):
        places = ",".join(f"{{{cpu}}}" for cpu in self.cpus[:self.threads])
        text = output_of(self.command(), dict(os.environ, OMP_PLACES=places, OMP_PROC_BIND="close"))
        try:
            return float(json.loads(text)["mean"])
        except (ValueError, KeyError, TypeError):
            raise Failure("triad printed no rate") from None

    def fit(self, seconds, rate, _):
        self.passes = max(3, round(seconds * rate / self.size))


def likwid_kernels(program):
    """Names of the kernels that this likwid-bench has."""
    lines = output_of([program, "-a"]).splitlines()
    return {line.split(" - ")[0].strip() for line in lines if " - " in line}


def benchmark_names(program):
    return output_of([program, "bench", "--benchmark_list_tests"]).split()


def compile_triad(source, folder):
    """The compiled triad's path; made anew where the source is newer."""
    program = folder / "triad"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        folder.mkdir(parents=True, exist_ok=True)
        output_of([os.environ.get("CC", "gcc"), "-O3", "-march=native", "-fopenmp", str(source),
                   "-o", str(program)])
    return str(program)
