"""Whether other work took the processors while something was measured, from Linux's /proc/stat:
busy and stolen time of all processors, less what the measured programs used themselves. It does not
hit both sides alike: short repetitions find gaps that a long one does not."""

import os
import pathlib
import resource
import time

STAT = pathlib.Path("/proc/stat")
MOST = 0.05  # of all processors' time; ticks of 10 ms make about 0.01 over one pair


def busy_and_stolen(text):
    """Seconds since boot: user, nice, system, irq, softirq and steal of the line of all processors
    (proc(5)); without idle and iowait, and guests' time is in user already."""
    ticks = [int(n) for n in text.splitlines()[0].split()[1:]]
    counted = [n for place, n in enumerate(ticks[:8]) if place not in (3, 4)]
    return sum(counted) / os.sysconf("SC_CLK_TCK")


def own():
    """CPU seconds of this process and the children that have ended."""
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def share_of_others(action):
    """(what `action` returns, share of all processors' time that others took meanwhile)."""
    try:
        before = time.monotonic(), busy_and_stolen(STAT.read_text()), own()
        result = action()
        wall = time.monotonic() - before[0]
        others = busy_and_stolen(STAT.read_text()) - before[1] - (own() - before[2])
    except OSError:
        return action(), 0.0
    return result, max(0.0, others / wall / (os.cpu_count() or 1))
