"""Statistics of pairs: the median ratio and its confidence interval. No assumption on how the
ratios are distributed."""

import fractions
import math
import statistics


def interval_rank(count, confidence=fractions.Fraction(95, 100)):
    """k such that the k-th smallest and the k-th largest of `count` values enclose the median with
    at least this confidence; 0 where even the extremes do not. Exact: the number of values below
    the median is binomial with p = 1/2."""
    outside, rank = fractions.Fraction(0), 0
    for below in range(count // 2):
        outside += 2 * fractions.Fraction(math.comb(count, below), 2**count)
        if 1 - outside < confidence:
            break
        rank = below + 1
    return rank


def median_interval(values):
    """(median, low, high); low and high are None with fewer than six values."""
    ordered = sorted(values)
    rank = interval_rank(len(ordered))
    if rank == 0:
        return statistics.median(ordered), None, None
    return statistics.median(ordered), ordered[rank - 1], ordered[-rank]


def in_turns(count, first, second, watch=lambda pair: (pair(), 0), most=1):
    """`count` pairs of results of the two calls, and how many of them were disturbed; every other
    pair begins with the second one. `watch` makes a pair and says how much it was disturbed; where
    that is more than `most`, another one is made instead, for a third of them at the most."""
    kept, disturbed, spare, number = [], 0, count // 3, 0

    def pair():
        if number % 2 == 0:
            one = first()
            return one, second()
        two = second()
        return first(), two

    while len(kept) < count:
        made, disturbance = watch(pair)
        number += 1
        if disturbance > most and spare > 0:
            spare -= 1
            continue
        disturbed += disturbance > most
        kept.append(made)
    return kept, disturbed
