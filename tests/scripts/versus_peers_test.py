"""scripts/versus_peers, against recorded output of likwid-bench 5.2 and of ridgeline: no timing."""

import fractions
import json
import os
import statistics
import subprocess
import sys

import pytest

from running import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from peers import matches, pairs, places, quiet, tools  # noqa: E402

DATA = ROOT / "tests" / "data" / "peers"
KERNELS = {line.split(" - ")[0] for line in (DATA / "likwid-bench-a.txt").read_text().splitlines()}

# Both fakes write each call to $CALLS. Rates do not depend on time; likwid's are highest at the
# sizes that FAST names.
LIKWID = """#!{python}
import os, pathlib, re, sys
data, arguments = pathlib.Path({data!r}), sys.argv[1:]
with open(os.environ["CALLS"], "a") as calls:
    calls.write("likwid-bench " + " ".join(arguments) + "\\n")
if arguments[0] in ("-a", "-p"):
    print((data / f"likwid-bench{{arguments[0]}}.txt").read_text(), end="")
    sys.exit()
kernel, group = arguments[1], arguments[3]
broken = os.environ.get("BROKEN", "")
if broken == kernel:
    os.kill(os.getpid(), 4)
if os.environ.get("STOP_AT") == kernel:
    os.kill(os.getppid(), 15)
    import time
    time.sleep(5)
if broken == "small":
    sys.exit((data / "likwid-bench-too-small.txt").read_text())
if broken == "silent":
    sys.exit()
flops = kernel.startswith("peakflops")
text = (data / f"likwid-bench-{{'peakflops' if flops else 'copy'}}.txt").read_text()
rate = 200000 if os.environ.get("FAST", "none") in group.split(":")[1] else 100000
print(re.sub(r"(MFlops/s:|MByte/s:)\\t+[0-9.]+", rf"\\1\\t\\t{{rate}}.00", text))
"""
RIDGELINE = """#!{python}
import json, os, pathlib, sys
data, arguments = pathlib.Path({data!r}), sys.argv[1:]
with open(os.environ["CALLS"], "a") as calls:
    calls.write("ridgeline " + " ".join(arguments) + "\\n")
if arguments[0] == "devices":
    print((data / "ridgeline-devices.json").read_text())
elif "--benchmark_list_tests" in arguments:
    print({names!r})
else:
    name = arguments[1].split("=^")[1][:-1].replace("\\\\", "")
    result = json.loads((data / "ridgeline-bench.json").read_text())
    for row in result["benchmarks"]:
        row["name"] = row["name"].replace(row["run_name"], name)
        row["bytes"] = row["flop"] = row["seconds"] * float(os.environ.get("RATE", 1.5e11))
    print(json.dumps(result))
"""
NAMES = """bandwidth/sweep/core/1:0/avx512/ws:2KiB/manual_time
bandwidth/L1/core/1:0/scalar/ws:23KiB/manual_time
bandwidth/L1/core/1:0/avx512/ws:9.25KiB/manual_time
bandwidth/L1/core/1:0/avx512/ws:23KiB/manual_time
bandwidth/L1/all/2:1/update-avx2/ws:46KiB/manual_time
bandwidth/DRAM/all/2:1/nt-triad-avx512/ws:1248MiB/manual_time
compute/fp64/fma-avx512/core/manual_time
compute/fp32/mul-add-sse/all/manual_time
compute/fp64/fma-scalar/core/manual_time
latency/L1/core/chase/ws:23KiB/manual_time"""


@pytest.fixture
def versus(tmp_path):
    """Runs the script with the fakes first on PATH; `calls` are what they were asked."""
    for name, text in (("likwid-bench", LIKWID), ("ridgeline", RIDGELINE)):
        path = tmp_path / name
        path.write_text(text.format(python=sys.executable, data=str(DATA), names=NAMES))
        path.chmod(0o755)
    log = tmp_path / "calls"

    def start(*arguments, program=tmp_path / "ridgeline", path=None, **variables):
        log.write_text("")
        environment = {**os.environ, "PATH": path or f"{tmp_path}:{os.environ['PATH']}",
                       "CALLS": str(log), "RIDGELINE": str(program), **variables}
        done = subprocess.run([sys.executable, ROOT / "scripts" / "versus_peers", *arguments],
                              capture_output=True, text=True, env=environment, timeout=120)
        done.calls = log.read_text().splitlines()
        return done
    return start


def error_of(done, exit_code):
    assert done.returncode == exit_code, done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("versus_peers: ") and "Traceback" not in done.stderr
    return last


def test_an_interval_s_ranks_are_those_of_the_binomial_distribution():
    # Textbook ranks of the sign test, e.g. n = 15: 4th and 12th, 96.5 %.
    ranks = {1: 0, 5: 0, 6: 1, 8: 1, 9: 2, 10: 2, 12: 3, 15: 4, 20: 6, 25: 8, 30: 10, 50: 18}
    assert {n: pairs.interval_rank(n) for n in ranks} == ranks
    assert pairs.interval_rank(15, fractions.Fraction(99, 100)) == 3


@pytest.mark.parametrize("count", [6, 7, 15, 16])
def test_an_interval_covers_the_median_in_all_but_5_percent_of_the_ways_to_fall(count):
    rank = pairs.interval_rank(count)
    def missed(rank):
        return sum(not rank <= bin(ways).count("1") <= count - rank for ways in range(2**count))
    assert missed(rank) <= 0.05 * 2**count < missed(rank + 1)


def test_median_and_interval_are_values_that_were_measured():
    values = [1.3, 0.9, 1.0, 1.1, 1.2, 1.05, 0.95]
    assert pairs.median_interval(values) == (statistics.median(values), 0.9, 1.3)
    assert pairs.median_interval([2.0, 1.0]) == (1.5, None, None)


def test_pairs_take_turns_in_who_begins():
    calls = []
    def call(name):
        calls.append(name)
        return name
    got = pairs.in_turns(4, lambda: call("A"), lambda: call("B"))
    assert got == ([("A", "B")] * 4, 0)
    assert "".join(calls) == "ABBAABBA"


def test_disturbed_pairs_are_made_again_for_a_third_at_most_and_counted():
    numbers = iter(range(100))
    def measure(disturbed):
        made = []
        def watch(pair):
            made.append(pair())
            return made[-1], 0.9 if len(made) in disturbed else 0.01
        kept, count = pairs.in_turns(6, lambda: next(numbers), lambda: 0, watch, 0.05)
        return [kept[n] in made for n in range(6)], len(made), count
    assert measure({2, 5}) == ([True] * 6, 8, 0)
    assert measure({1, 2, 3, 4}) == ([True] * 6, 8, 2)
    assert measure(range(100)) == ([True] * 6, 8, 6)


def test_time_that_others_took_is_busy_and_stolen_time_less_our_own():
    ticks = os.sysconf("SC_CLK_TCK")
    second = [1, 2, 1, 50, 9, 0, 0, 1, 1, 0]
    stat = "cpu  " + " ".join(str(n * ticks) for n in second) + "\ncpu0 1 2 3"
    assert quiet.busy_and_stolen(stat) == 5  # neither idle nor waiting, guests once
    result, share = quiet.share_of_others(lambda: "done")
    assert result == "done" and 0 <= share


def test_counterparts_have_the_same_bytes_arrays_and_width():
    found, lacking = matches.matches(NAMES.split(), KERNELS)
    assert {m.id: m.kernels for m in found} == {
        "bandwidth/L1/core/1:0/scalar": ["load"],
        "bandwidth/L1/core/1:0/avx512": ["load_avx512"],
        "bandwidth/L1/all/2:1/update-avx2": ["daxpy_avx", "daxpy_avx_fma"],
        "bandwidth/DRAM/all/2:1/nt-triad-avx512": ["stream_mem_avx512"],
        "compute/fp64/fma-avx512/core": ["peakflops_avx512_fma"],
        "compute/fp32/mul-add-sse/all": ["peakflops_sp_sse"]}
    assert lacking == []
    assert found[1].benchmarks == {NAMES.split()[2]: 9472, NAMES.split()[3]: 23552}
    assert "bandwidth/L1/core/1:0/scalar" not in [m.id for m in matches.widest(found)]


def test_each_mix_is_that_of_its_kernel():
    # The kernels' own descriptions, by `likwid-bench -l`: loads, stores, streams.
    for mix, (kernel, arrays, loads, stores) in matches.BANDWIDTH.items():
        assert kernel + "_avx512" in KERNELS
        a, b = map(int, mix.split("/")[0].split(":"))
        assert (loads, stores) == (a, b) and arrays <= loads + stores


def test_a_kernel_that_likwid_lacks_is_left_out_and_listed():
    found, lacking = matches.matches(NAMES.split(), KERNELS - {"load_avx512"})
    assert lacking == ["bandwidth/L1/core/1:0/avx512"]
    assert "bandwidth/L1/core/1:0/avx512" not in [m.id for m in found]


def test_the_same_processors_as_ridgeline_s():
    text = (DATA / "likwid-bench-p.txt").read_text()
    assert places.domains(text)["S0"] == [0, 1]
    assert places.likwid_group(text, [0, 1]) == "S0:{size}:{threads}"
    two_threads_a_core = "Tag N: 0 4 1 5 2 6 3 7\nTag S0: 0 4 1 5\n"
    assert places.likwid_group(two_threads_a_core, [0, 1]) == "S0:{size}:{threads}:1:2"
    assert places.likwid_group(two_threads_a_core, [0, 1, 2, 3]) == "N:{size}:{threads}:1:2"
    assert places.likwid_group(two_threads_a_core, [2, 3]) is None
    assert places.numbers("0-2,8") == [0, 1, 2, 8]


def test_recorded_output_is_read():
    assert tools.likwid_rate((DATA / "likwid-bench-copy.txt").read_text(), "B/s") > 1e9
    assert tools.likwid_rate((DATA / "likwid-bench-peakflops.txt").read_text(), "FLOP/s") > 1e9
    text = (DATA / "ridgeline-bench.json").read_text()
    rows = [r for r in json.loads(text)["benchmarks"] if r["run_type"] == "iteration"]
    rate, each = tools.ridgeline_rate(text, "B/s", rows[0]["name"])
    assert rate == sum(r["bytes"] for r in rows) / sum(r["seconds"] for r in rows)
    assert each == pytest.approx(sum(r["seconds"] for r in rows) / 3)
    with pytest.raises(tools.Failure, match="printed no MByte/s"):
        tools.likwid_rate("MByte/s:\t\t0.00\n", "B/s")
    with pytest.raises(tools.Failure, match="no Google Benchmark JSON"):
        tools.ridgeline_rate("{}", "B/s", "name")


def test_ratio_and_commands(versus):
    done = versus("--only", "L1/core/1:0/avx512", "--format", "json", FAST="29kB")
    assert done.returncode == 0, done.stderr
    [row] = json.loads(done.stdout)["comparisons"]
    assert row["theirs"] == 2e11 and row["ours"] == pytest.approx(1.5e11)
    assert row["ratio"] == row["low"] == row["high"] == pytest.approx(0.75)
    assert len(row["pairs"]) == 15
    # likwid's best size won, ridgeline's name is matched as a whole.
    assert "-t load_avx512 -w S0:29kB:1 -i " in row["peer_command"]
    assert "--benchmark_filter=^bandwidth/L1/core/1:0/avx512/ws:" in row["our_command"]
    calls = "".join("R" if " bench " in c else "L" for c in done.calls
                    if "--benchmark_filter" in c or " -t " in c)
    # Pairs that other work disturbed were made again, and go on in turns.
    assert len(calls) >= 30 and calls[-28:] in ("RLLR" * 7, "LRRL" * 7)
    assert "L1/core/1:0/avx512" in row["our_command"] and 0 <= row["disturbed"] <= 15


@pytest.mark.parametrize("style, expected", [
    ("table", "0.750 to 0.750"), ("csv", ",7.5e+10,1e+11,0.75,0.75,0.75,6,"),
    ("markdown", "| 75 GFLOP/s | 100 GFLOP/s | 0.750 | 0.750 to 0.750 | 6 |")])
def test_formats(versus, style, expected):
    done = versus("--only", "fma-avx512/core", "--pairs", "6", "--format", style,
                  RATE="7.5e10")
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout and "peakflops_avx512_fma" in done.stdout


def test_all_cores_and_fail_below(versus):
    done = versus("--only", "L1/all/2:1", "--pairs", "6", "--fail-below", "0.99", RATE="9e10")
    assert "below 0.99 with 95 % confidence: bandwidth/L1/all/2:1/update-avx2" in \
        error_of(done, 1)
    assert any("-t daxpy_avx -w S0:46kB:2" in c or "-t daxpy_avx -w S0:47kB:2" in c
               for c in done.calls), done.calls
    assert versus("--only", "L1/all/2:1", "--pairs", "6", "--fail-below", "0.89",
                  RATE="9e10").returncode == 0


def test_what_was_measured_before_an_interruption_is_printed(versus):
    done = versus("--only", "L1/core/1:0/avx512", "--only", "fma-avx512/core", "--pairs", "6",
                  "--format", "csv", STOP_AT="peakflops_avx512_fma")
    assert error_of(done, 130) == "versus_peers: interrupted"
    assert "bandwidth/L1/core/1:0/avx512,likwid-bench,B/s,1.5e+11" in done.stdout


def test_the_main_ceilings_alone_unless_all_are_asked_for(versus):
    def ids(*arguments):
        done = versus("--pairs", "6", "--format", "csv", *arguments)
        assert done.returncode == 0, done.stderr
        return [line.split(",")[0] for line in done.stdout.splitlines()[1:]]
    main = ["bandwidth/L1/core/1:0/avx512", "bandwidth/DRAM/all/2:1/nt-triad-avx512",
            "compute/fp64/fma-avx512/core"]
    assert ids() == main
    more = ids("--all")
    assert set(main) < set(more) and "compute/fp32/mul-add-sse/all" in more
    assert "bandwidth/L1/core/1:0/scalar" in set(ids("--all-isas")) - set(more)


def test_list_measures_nothing(versus):
    done = versus("--list")
    assert done.returncode == 0 and not any(" -t " in call for call in done.calls)
    assert "bandwidth/L1/core/1:0/avx512" in done.stdout and "load_avx512" in done.stdout
    assert "likwid-bench: divide: ridgeline has no division" in done.stdout


@pytest.mark.parametrize("arguments, said", [
    (["--only", "L9"], "--only L9: no ceiling"), (["--pairs", "5"], "6 to 999 pairs"),
    (["--format", "xml"], "invalid choice"), (["--sizes"], "unrecognized arguments")])
def test_wrong_usage(versus, arguments, said):
    assert said in error_of(versus(*arguments), 2)


def test_what_is_missing_is_named(versus, tmp_path):
    assert "build it: scripts/build release" in error_of(versus(program=tmp_path / "none"), 3)
    (tmp_path / "likwid-bench").unlink()
    assert "scripts/setup --peers" in error_of(versus(path=str(tmp_path)), 3)


@pytest.mark.parametrize("broken, said", [
    ("load_avx512", "this processor lacks an instruction"), ("small", "too small to fit 7 threads"),
    ("silent", "printed no MByte/s")])
def test_a_peer_that_fails_is_a_failed_row_and_the_others_go_on(versus, broken, said):
    done = versus("--only", "L1/core/1:0/avx512", "--only", "fma-avx512/core", "--pairs", "6",
                  "--format", "csv", BROKEN=broken)
    assert said in error_of(done, 3)
    assert done.stdout.count("\n") == 3 and said in done.stdout


def test_the_triad_checks_its_own_result_and_arguments(tmp_path):
    program = tools.compile_triad(ROOT / "scripts" / "peers" / "triad.c", tmp_path)
    assert tools.Triad(program, 240_000, 1, [0], 5).rate() > 0
    with pytest.raises(tools.Failure, match="exit code 2: triad: usage"):
        tools.output_of([program, "0", "1", "1"])
