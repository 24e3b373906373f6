"""The launches that dump_launches wrote, run on the interpreter and checked."""

import json
import pathlib

import numpy as np

from . import accounting
from .interpreter import program
from .interpreter.machine import Launch, Machine

# Instructions that finish at a time of their own.
ASYNCHRONOUS = ("wgmma", "tcgen05", "cp")


def files_of(folder, family):
    """What dump_launches wrote of a family: its rows, and the bytes that they point into."""
    stem = pathlib.Path(folder) / family
    return stem.with_suffix(".json"), stem.with_suffix(".bin")


class Family:
    def __init__(self, folder, name):
        rows, data = files_of(folder, name)
        self.rows = json.loads(rows.read_text())["kernels"]
        self.bytes = np.fromfile(data, np.uint8)

    def images(self, launch, when):
        """(name, bytes) of each buffer, `before` or `after` the launch."""
        return [(one["name"], self.bytes[one[when]:one[when] + one["bytes"]] if when in one else
                 np.full(one["bytes"], one["filled_with"], np.uint8))
                for one in launch["buffers"]]


def run(family, launch, kernel, late=True, skew=0):
    """The machine after the launch."""
    pointers = {offset: i for i, offset in enumerate(launch["pointers"])}
    machine = Machine(kernel, Launch(launch["blocks"], launch["threads"], launch["shared_bytes"],
                                     bytes.fromhex(launch["arguments"]), pointers,
                                     family.images(launch, "before"), late, skew))
    machine.run()
    return machine


def skew_of(row, kernel):
    """Threads that may run ahead of their block; 0 where threads hand nothing to each other."""
    if row["family"] != "latency" and not kernel.shared:
        return 0
    return 128 if any(one.op == "wgmma" for one in kernel.code) else 32


def operation_complaints(row, entry, done, path):
    """What a pass computes: what two launches that differ in their passes alone differ in."""
    (first, one), (second, other) = done[:2]
    counted = accounting.operations(row, other, path) - accounting.operations(row, one, path)
    elements = one.lanes * entry["in_flight"] if row["per_chain"] else first["elements"]
    claimed = row["operations"] * elements * (second["passes"] - first["passes"])
    if row["family"] != "latency" and counted != claimed:
        yield f"more passes: {counted:g} operations are executed, not {claimed:g}"


def entry_complaints(family, row, entry, kernel, count=None):
    """Everything wrong with one entry, in words. `count`: of launches; at least the first two,
    which differ in their passes alone."""
    path = accounting.data_path(kernel)
    done = []
    asynchronous = any(one.op in ASYNCHRONOUS for one in kernel.code)
    for number, launch in enumerate(entry["launches"][:count]):
        late = not asynchronous or number != 2
        skew = skew_of(row, kernel) if number >= 2 else 0
        where = f"{launch['blocks']} x {launch['threads']}, {launch['elements']} elements, " \
                f"{launch['passes']} passes" + ("" if late else ", copies and products at once")
        try:
            machine = run(family, launch, kernel, late, skew)
        except (program.PtxError, ArithmeticError) as error:
            yield f"{where}: {error}"
            return
        for complaint in accounting.result_complaints(machine, family.images(launch, "after")):
            yield f"{where}: {complaint}"
        if row["family"] in ("bandwidth", "intensity") and row["level"] != "shared":
            for complaint in accounting.set_complaints(row, launch, machine):
                yield f"{where}: {complaint}"
        done.append((launch, machine))
    yield from accounting.cache_complaints(row, kernel)
    yield from accounting.fusable_complaints(done, path)
    yield from operation_complaints(row, entry, done, path)
    if row["per_chain"]:
        yield from accounting.operand_complaints(done)
    else:
        yield from accounting.pass_complaints(row, *done[:2])
