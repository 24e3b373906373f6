"""Where the threads of both sides run: ridgeline's on the first hardware thread of each core that
it may use, likwid's on those of a thread domain, by its own rules."""

import json
import pathlib
import re

from peers.tools import Failure, output_of

SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def numbers(text):
    """"0-2,8" -> [0, 1, 2, 8]."""
    found = []
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def cores(ridgeline):
    """The first hardware thread of each core that ridgeline measures with."""
    try:
        device = json.loads(output_of([ridgeline, "devices", "--format", "json"]))
        usable, count = numbers(device["cpus"]), int(device["cores"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Failure("'ridgeline devices' printed no list of processors") from None
    seen, firsts = set(), []
    for cpu in usable:
        path = pathlib.Path(SIBLINGS.format(cpu))
        siblings = numbers(path.read_text()) if path.exists() else [cpu]
        if not seen.intersection(siblings):
            firsts.append(cpu)
        seen.update(siblings)
    return firsts[:count]


def domains(text):
    """Thread domains that `likwid-bench -p` lists: tag -> hardware threads in likwid's order."""
    return {tag: [int(n) for n in threads.split()]
            for tag, threads in re.findall(r"Tag (\w+):((?: \d+)*)", text)}


def chosen(threads, count, chunk, stride):
    """The threads that likwid's DOMAIN:SIZE:COUNT:CHUNK:STRIDE takes of a domain."""
    picked = [t for start in range(0, len(threads), stride) for t in threads[start:start + chunk]]
    return picked[:count]


def likwid_group(text, cpus):
    """The -w expression, with {size} and {threads} left open, that runs on exactly `cpus`; None
    where no domain of likwid-bench gives them."""
    for tag, threads in sorted(domains(text).items(), key=lambda d: (d[0] != "S0", d[0] != "N")):
        for stride in (1, 2, 4, 8):
            if chosen(threads, len(cpus), 1, stride) == cpus:
                return f"{tag}:{{size}}:{{threads}}" + ("" if stride == 1 else f":1:{stride}")
    return None
