"""Small archives and placed kernels made by hand, for the tests of figures."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data" / "archives"


def ceiling(identity, value, **fields):
    kind = identity.split("/")[0]
    unit = {"bandwidth": "B/s", "compute": "FLOP/s"}[kind]
    return {"id": identity, "kind": kind, "unit": unit, "value": value, **fields}


def small_archive(ceilings, **fields):
    return {"schema": "1.3", "tool": {"name": "test"}, "created": "2026-01-02T03:04:05Z",
            "provenance": "measured", "samples": [],
            "device": {"class": "test", "kind": "cpu", "model": "Small", "units": 4,
                       "unit_name": "core"}, "ceilings": ceilings, **fields}


def two_lines(factor=1.0, **fields):
    """DRAM 100 GB/s, fp64 1 TFLOP/s."""
    return small_archive([
        ceiling("bandwidth/DRAM/all/1:0/avx2", 1e11 * factor, roof=True, reference=True),
        ceiling("compute/fp64/fma-avx2/all", 1e12, roof=True, reference=True)], **fields)


def close_levels():
    """Five levels within 5 %: their roofs all but lie on each other."""
    levels = ["L1", "L2", "L3", "L4", "DRAM"]
    return small_archive(
        [ceiling(f"bandwidth/{level}/all/1:0/avx2", 1e11 * (1 + 0.012 * place), roof=True)
         for place, level in enumerate(levels)] +
        [ceiling(f"compute/{name}/fma-avx2/all", 1e12 * (1 + 0.01 * place), roof=True)
         for place, name in enumerate(["fp64", "fp32", "fp16"])])


def many_kernels(count, name=lambda place: f"kernel_{place}"):
    """Output of `ridgeline place` with so many kernels, spread by a fixed rule."""
    verdicts = ["above-roof", "on-bandwidth-roof", "on-compute-roof", "at-ridge", "latency-bound",
                "under-secondary-ceiling", "between-ceilings"]
    kernels = []
    for place in range(count):
        intensity = 10**(-1 + 4 * (place * 0.618 % 1))
        kernels.append({"name": name(place), "verdict": verdicts[place % 7], "flop": 1e12,
                        "seconds": 1 / (1 + place), "bound_by": "DRAM",
                        "rate": min(4e12 * intensity, 6e13) * 10**(-2 * (place * 0.414 % 1)),
                        "intensity_DRAM": intensity, "intensity_L2": intensity / 2})
    return {"archive": "archive.json", "kernels": kernels}
