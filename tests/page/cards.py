"""Archives of a few round ceilings, and kernel lists, written for the tests of the page."""

import json


def ceiling(identity, value, **changes):
    """A ceiling of that id, which is the roof and reference line of its subject unless given."""
    kind, subject, rest = identity.split("/", 2)
    bandwidth = kind == "bandwidth"
    precision, _, accumulate = "" if bandwidth else subject.partition("->")[0], "", \
        subject.partition("->")[2]
    made = {
        "id": identity, "kind": kind, "level": subject.partition("@")[0] if bandwidth else "",
        "node": subject.partition("@")[2] if bandwidth else "",
        "scope": rest.split("/")[0] if bandwidth else rest.split("/")[1],
        "mix": rest.split("/")[1] if bandwidth else "", "precision": precision,
        "accumulate": accumulate,
        "path": rest.split("/")[2] if bandwidth else rest.split("/")[0],
        "role": "primary", "lacks": "", "roof": True, "reference": True,
        "unit": "B/s" if bandwidth else "OP/s" if precision.startswith("int") else "FLOP/s",
        "value": value, "best": 1.01 * value, "spread": 0.02, "low": 0.99 * value,
        "high": 1.005 * value, "repetitions": 12, "traffic": value if bandwidth else 0.0,
        "units": 4, "clock_hz": 1e9, "per_cycle": value / 4e9, "limit": 1.25 * value,
        "limit_source": "a data sheet", "share": 0.8, "evidence": [], "suspect": [], "notes": [],
        "source": ""}
    made.update(changes)
    return made


def secondary(identity, value, lacks, **changes):
    return ceiling(identity, value, role="secondary", lacks=lacks, roof=False, reference=False,
                   **changes)


def card(model, ceilings, provenance="measured", **changes):
    made = {
        "schema": "1.3", "tool": {"name": "ridgeline", "version": "0.1.0", "commit": "",
                                  "compiler": "", "flags": "", "build_type": "", "method": 2},
        "created": "2026-11-30T12:00:00Z", "command": "ridgeline characterize",
        "profile": "standard", "provenance": provenance,
        "citation": "A. Author, Measured Cards, 2026" if provenance == "published" else "",
        "complete": True, "incomplete_reason": "", "wall_seconds": 10.0, "predicted_seconds": 9.0,
        "device": {"class": "gpu-test", "instance": "", "kind": "gpu", "backend": "",
                   "vendor": "Test", "model": model, "architecture": "sm_00", "unit_name": "SM",
                   "units": 4, "memory_bytes": 1 << 33, "levels": [], "peaks": [],
                   "attributes": {}},
        "environment": {"facts": {"driver": "1.2.3"}, "notes": []},
        "samples": [], "levels": [], "ceilings": ceilings, "ridges": [], "empirical": []}
    made.update(changes)
    return made


def plain(model, bandwidth, compute, **changes):
    """A card of two ceilings: DRAM in B/s and fp32 in FLOP/s."""
    return card(model, [ceiling("bandwidth/DRAM/chip/1:0/ld16B", bandwidth),
                        ceiling("compute/fp32/fma/chip", compute)], **changes)


# 4 TB/s of L2, 1 TB/s of DRAM; 20 TFLOP/s of fp32, 10 of fp64, 40 TOP/s of int32. Secondary ones
# below; one suspect.
def whole_card(model="Test card", **changes):
    return card(model, [
        ceiling("bandwidth/L2/chip/1:0/ld16B", 4e12),
        secondary("bandwidth/L2/chip/1:0/ld4B-strided", 0.5e12, "coalescing"),
        ceiling("bandwidth/DRAM/chip/1:0/ld16B", 1e12, suspect=["unsteady"], spread=0.4),
        secondary("bandwidth/DRAM/chip/1:0/ld32B-random", 0.3e12, "locality"),
        ceiling("compute/fp32/fma/chip", 20e12),
        secondary("compute/fp32/mul-add/chip", 9e12, "FMA"),
        ceiling("compute/fp64/fma/chip", 10e12, share=0.5),
        ceiling("compute/int32/mad/chip", 40e12)], **changes)


def kernel_list(rows):
    """CSV of (name, seconds, fp32 FLOP, DRAM bytes)."""
    def quoted(name):
        return '"' + name.replace('"', '""') + '"'
    lines = ["name,seconds,flop_fp32_fma,bytes_DRAM_read,bytes_DRAM_written"]
    lines += [f"{quoted(name)},{seconds},{flop},{size},0" for name, seconds, flop, size in rows]
    return "\n".join(lines) + "\n"


def many_kernels(count):
    """Kernels spread over intensities and rates, all under the roofs of the test card."""
    rows = []
    for i in range(count):
        intensity = 10 ** (-2 + 4 * ((i * 37) % count) / count)
        rate = min(20e12, 1e12 * intensity) * (0.1 + 0.8 * ((i * 13) % count) / count)
        seconds = 1e-4 * (1 + (i * 7) % 11)
        rows.append((f"kernel {i:04d}", seconds, rate * seconds, rate * seconds / intensity))
    return rows


def write(path, archive):
    path.write_text(json.dumps(archive), encoding="utf-8")
    return path
