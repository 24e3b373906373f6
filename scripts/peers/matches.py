"""Which kernel of likwid-bench moves or computes the same as a ceiling of ridgeline: as many bytes
of the same kind (loads, stores, streaming stores), in as many arrays, by vectors of the same width.
Read off `likwid-bench -l KERNEL` and its kernel descriptions (likwid 5.2)."""

import dataclasses
import fnmatch
import re

# Access mix and operation -> likwid's kernel without its suffix, array count, loads and stores of
# 8 bytes an element. Neither side counts the lines that ordinary stores make a cache read.
BANDWIDTH = {
    "1:0/": ("load", 1, 1, 0),
    "0:1/write": ("store", 1, 0, 1),
    "1:1/copy": ("copy", 2, 1, 1),
    "1:1/update": ("update", 1, 1, 1),
    "2:1/update": ("daxpy", 2, 2, 1),
    "2:1/triad": ("stream", 3, 2, 1),
    "0:1/nt-write": ("store_mem", 1, 0, 1),
    "1:1/nt-copy": ("copy_mem", 2, 1, 1),
    "2:1/nt-triad": ("stream_mem", 3, 2, 1),
}
# The suffixes of likwid's kernels at a width; what ends in _fma is the same with a fused
# operation, and whichever is faster is compared. likwid's streaming kernels without a suffix use
# SSE, so that scalar ones have no counterpart.
SUFFIXES = {"scalar": [""], "sse": ["_sse", "_sse_fma"], "avx2": ["_avx", "_avx_fma"],
            "avx512": ["_avx512", "_avx512_fma"]}
WIDTHS = list(SUFFIXES)  # narrow to wide
FUSED = {"avx2": "_avx_fma", "avx512": "_avx512_fma"}
SEPARATE = {"scalar": "", "sse": "_sse", "avx2": "_avx", "avx512": "_avx512"}
PRECISIONS = {"fp64": "", "fp32": "_sp"}

LEFT_OUT = [
    ("likwid-bench", "triad, triad_mem", "three loads and a store in four arrays; ridgeline's "
     "triad has two loads and a store in three, as likwid's stream"),
    ("likwid-bench", "sum, ddot", "additions that wait for each other; ridgeline reads by XOR"),
    ("likwid-bench", "daxpy_mem", "streaming stores to lines that were just loaded"),
    ("likwid-bench", "load_mem", "streaming loads, which are ordinary ones in this memory"),
    ("likwid-bench", "clload, clstore, clcopy", "one word of each line: other bytes"),
    ("likwid-bench", "*_sp of the memory kernels", "the same bytes as those of fp64"),
    ("likwid-bench", "divide", "ridgeline has no division"),
    ("ridgeline", "fma-scalar, fma-sse", "likwid's scalar and SSE kernels do not fuse"),
    ("ridgeline", "fma-add, add, fma-one-chain", "likwid has no such kernel"),
    ("ridgeline", "fp16, bf16, int32, int8, AMX", "likwid has no such kernel"),
    ("ridgeline", "latency, intensity", "likwid has no such kernel"),
]

NAME = re.compile(r"^bandwidth/(?P<level>L\d|DRAM|HBM)/(?P<scope>core|all)/(?P<mix>\d:\d)/"
                  r"(?P<path>[\w-]+)/ws:(?P<size>[\d.]+)(?P<unit>B|KiB|MiB|GiB)(/manual_time)?$")
COMPUTE = re.compile(r"^compute/(?P<precision>fp64|fp32)/(?P<op>fma|mul-add)-(?P<isa>\w+)/"
                     r"(?P<scope>core|all)(/manual_time)?$")
UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
TRIAD = "triad.c"
# What is compared unless more is asked for, about 10 minutes: the reference lines of each level and
# scope, one core's copies in the caches, and what memory and the widest arithmetic reach at best.
MAIN = ("bandwidth/*/1:0/*", "bandwidth/L?/core/1:1/copy-*", "bandwidth/*/2:1/nt-triad-*",
        "compute/fp64/fma-*", "compute/fp64/mul-add-*/core")


@dataclasses.dataclass
class Match:
    """One ceiling against one peer: all that has to be tried on both sides."""
    id: str
    peer: str                 # "likwid-bench" or TRIAD
    kernels: list             # of likwid, any of which may be the best
    isa: str
    scope: str
    level: str = ""           # empty for compute
    unit: str = "B/s"
    arrays: int = 1
    benchmarks: dict = dataclasses.field(default_factory=dict)  # ridgeline's name -> bytes


def bandwidth_match(found):
    """The ceiling of one of ridgeline's names and likwid's kernels, or None."""
    op, _, isa = found["path"].rpartition("-")
    known = BANDWIDTH.get(f"{found['mix']}/{op}")
    if known is None or isa not in SUFFIXES or op.startswith("nt-") and isa == "scalar":
        return None
    kernels = [known[0] + suffix for suffix in SUFFIXES[isa]]
    ceiling = f"bandwidth/{found['level']}/{found['scope']}/{found['mix']}/{found['path']}"
    return Match(ceiling, "likwid-bench", kernels, isa, found["scope"], found["level"],
                 arrays=known[1])


def compute_match(found):
    suffix = (FUSED if found["op"] == "fma" else SEPARATE).get(found["isa"])
    if suffix is None:
        return None
    ceiling = f"compute/{found['precision']}/{found['op']}-{found['isa']}/{found['scope']}"
    return Match(ceiling, "likwid-bench", ["peakflops" + PRECISIONS[found["precision"]] + suffix],
                 found["isa"], found["scope"], unit="FLOP/s")


def matches(names, kernels):
    """Ceilings among ridgeline's benchmark names that a peer has too, in their order, and the ids
    of those for which likwid-bench here lacks the kernel."""
    found, lacking = {}, []
    for name in names:
        memory, compute = NAME.match(name), COMPUTE.match(name)
        match = bandwidth_match(memory) if memory else compute_match(compute) if compute else None
        if match is None:
            continue
        match.kernels = [k for k in match.kernels if k in kernels]
        if not match.kernels:
            lacking.append(match.id)
            continue
        size = int(float(memory["size"]) * UNITS[memory["unit"]]) if memory else 0
        found.setdefault(match.id, match).benchmarks[name] = size
    return list(found.values()), list(dict.fromkeys(lacking))


def widest(found):
    """Of each bandwidth ceiling the widest vectors alone; of compute ceilings all."""
    best = {}
    for match in found:
        key = match.id.removesuffix(match.isa) if match.level else match.id
        if key not in best or WIDTHS.index(match.isa) > WIDTHS.index(best[key].isa):
            best[key] = match
    return [match for match in found if match in best.values()]


def main(found):
    """The few that are compared unless more is asked for."""
    widest_isa = max((match.isa for match in found), key=WIDTHS.index, default="")

    def is_main(match):
        if match.peer == TRIAD:
            return match.level in ("DRAM", "HBM")
        return match.isa == widest_isa and any(fnmatch.fnmatchcase(match.id, m) for m in MAIN)
    return [match for match in found if is_main(match)]


def triads(found):
    """The same ceilings of memory and the last cache once more, against our own plain C triad."""
    caches = sorted({m.level for m in found if m.level.startswith("L")})
    return [dataclasses.replace(m, peer=TRIAD, kernels=[TRIAD]) for m in found
            if "/2:1/triad-" in m.id and (m.level in ("DRAM", "HBM") or m.level in caches[-1:])]
