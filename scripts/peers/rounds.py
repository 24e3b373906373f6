"""One ceiling against one peer: both sides' best variants are searched, then measured in turns."""

import dataclasses
import pathlib

from peers import pairs, quiet
from peers.matches import TRIAD
from peers.places import likwid_group
from peers.tools import Failure, Likwid, Ridgeline, Triad, compile_triad

# Sizes tried for likwid inside a level, as shares of ridgeline's largest, which lies in the middle
# of the level: the best size is not the same for every kernel. Memory: the same size alone.
SHARES = [0.4, 1, 1.25]
COMPUTE_SIZES = [8_000, 24_000]  # bytes a thread, inside any first-level cache
CLOSE = 0.97                     # of the best in the search: tried a second time
CALL_OVERHEAD = {"likwid-bench": 1.1, TRIAD: 0.1, "ridgeline": 0.1}  # s, Emerald Rapids guest
FILL = 1.5e9                     # B/s, filling and verifying large sets before they are timed


@dataclasses.dataclass
class Setting:
    """The programs, the processors and how long to measure."""
    ridgeline: str
    likwid: str
    cpus: list
    domains: str   # what `likwid-bench -p` prints
    build: pathlib.Path
    pairs: int = 15
    seconds: float = 0.2  # timed in each call


@dataclasses.dataclass
class Result:
    """What came of one comparison; `failure` is empty where it was made."""
    id: str
    peer: str
    unit: str
    ours: float = 0    # medians over the pairs
    theirs: float = 0
    ratio: float = 0
    low: float = 0
    high: float = 0
    pairs: list = dataclasses.field(default_factory=list)
    our_command: str = ""
    peer_command: str = ""
    failure: str = ""
    disturbed: int = 0  # pairs during which other work took the processors


def threads_of(match, setting):
    return len(setting.cpus) if match.scope == "all" else 1


def likwid_variants(match, setting):
    threads = threads_of(match, setting)
    where = likwid_group(setting.domains, setting.cpus[:threads])
    if where is None:
        raise Failure(f"likwid-bench has no thread domain of processors {setting.cpus[:threads]}")
    if not match.level:
        sizes = [size * threads for size in COMPUTE_SIZES]
    elif match.level in ("DRAM", "HBM"):
        sizes = [max(match.benchmarks.values())]
    else:
        sizes = [int(share * max(match.benchmarks.values())) for share in SHARES]
    return [Likwid(setting.likwid, kernel, match.unit, size, threads, where)
            for kernel in match.kernels for size in sizes]


def peer_variants(match, setting):
    if match.peer != TRIAD:
        return likwid_variants(match, setting)
    source = pathlib.Path(__file__).parent / TRIAD
    return [Triad(compile_triad(source, setting.build), max(match.benchmarks.values()),
                  threads_of(match, setting), setting.cpus)]


def search(match, setting):
    """Both sides' best variants, each with as much work as fills the time of a call."""
    ours = [Ridgeline(setting.ridgeline, name, match.unit) for name in match.benchmarks]
    rates = [one.fit(setting.seconds) for one in ours]
    rate = max(rates)
    theirs = peer_variants(match, setting)
    # Operations a byte of likwid's peak kernels: 15 to 30 for each 8 bytes.
    work = 1 if match.level else 3
    for one in theirs:
        one.fit(setting.seconds, rate, work)
    return best(ours), best(theirs)


def best(variants):
    if len(variants) == 1:
        return variants[0]
    rates = [one.rate() for one in variants]
    least = CLOSE * max(rates)
    rates = [max(rate, one.rate()) if rate >= least else rate for one, rate in zip(variants, rates)]
    return variants[rates.index(max(rates))]


def compare(match, setting):
    """Measures one ceiling; what fails is part of the result."""
    result = Result(match.id, match.peer, match.unit)
    try:
        ours, theirs = search(match, setting)
        result.our_command = " ".join(ours.command())
        result.peer_command = " ".join(theirs.command())
        result.pairs, result.disturbed = pairs.in_turns(
            setting.pairs, ours.rate, theirs.rate, quiet.share_of_others, quiet.MOST)
    except Failure as failure:
        result.failure = str(failure)
        return result
    result.ours, _, _ = pairs.median_interval([ours for ours, _ in result.pairs])
    result.theirs, _, _ = pairs.median_interval([theirs for _, theirs in result.pairs])
    ratios = [ours / theirs for ours, theirs in result.pairs]
    result.ratio, result.low, result.high = pairs.median_interval(ratios)
    return result


def predicted_seconds(match, setting):
    """How long compare() will take, from what its calls cost beside the timed part."""
    size = max(match.benchmarks.values())
    both = sum(setting.seconds + CALL_OVERHEAD[side] + size / FILL
               for side in (match.peer, "ridgeline"))
    likwids = 1 if match.peer == TRIAD else len(match.kernels) * (
        2 if not match.level else 1 if match.level in ("DRAM", "HBM") else len(SHARES))
    tried = 2 * (likwids if likwids > 1 else 0)
    calls = setting.pairs + tried / 2 + 1
    return calls * both
