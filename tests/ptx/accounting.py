"""What a launch did, compared with what its kernel claims: bytes of the working set, operations,
cache operators, and the bytes left in memory. Pure functions; each yields complaints in words."""

import numpy as np

FLOATING = ("fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "none")
# Instructions whose operands beyond the first are addresses or descriptors, not data.
BY_DESCRIPTOR = ("wgmma", "tcgen05", "cp", "mbarrier")


def names_in(operand):
    if operand.kind == "vector":
        return {name for part in operand.parts for name in names_in(part)}
    return {operand.name} if operand.kind == "register" else set()


def flows(instruction):
    """(registers written, registers whose values go there or to memory)."""
    first, *others = instruction.operands or [None]
    if first is None or instruction.op in ("bra", "bar", "setp"):
        return set(), set()
    if instruction.op in ("st", "red"):
        return None, set().union(*[names_in(one) for one in others])
    if instruction.op in BY_DESCRIPTOR:
        return names_in(first), names_in(first)
    return names_in(first), set().union(*[names_in(one) for one in others], set())


def data_path(kernel):
    """Indices of the instructions whose result can reach memory as data. What only makes addresses,
    counts loops or decides is not among them."""
    each = [flows(instruction) for instruction in kernel.code]
    wanted = set().union(*[values for written, values in each if written is None], set())
    found = set()
    growing = True
    while growing:
        growing = False
        for i, (written, values) in enumerate(each):
            if written and i not in found and written & wanted:
                found.add(i)
                wanted |= values
                growing = True
    return found


def operations(row, machine, path):
    """Operations that all lanes together executed on the way of the data."""
    kinds = ("float", "special", "matrix") if row["precision"] in FLOATING else \
        ("integer", "matrix")
    return machine.operations + sum(
        machine.executed[i] * machine.steps[i].work.amount for i in path
        if machine.steps[i].work and machine.steps[i].work.kind in kinds)


def fusable_complaints(done, path):
    """What passes repeat says .rn where it multiplies or adds: without it the assembler may make
    one FMA of two instructions."""
    (_, first), (_, second) = done[:2]
    for i in sorted(path):
        step = first.steps[i]
        if step.fusable and first.executed[i] != second.executed[i]:
            yield f"line {step.line}: without .rn: {step.text}"


def result_complaints(machine, buffers):
    """Every byte of every buffer, inputs too."""
    for i, (name, after) in enumerate(buffers):
        now = machine.memory.data[i][:len(after)]
        wrong = np.flatnonzero(now != after)
        if len(wrong):
            yield f"{name}: {len(wrong)} of {len(after)} bytes differ from the reference's, the " \
                  f"first at {wrong[0]}: {now[wrong[0]]:#04x}, not {after[wrong[0]]:#04x}"


def touched(machine, row, of):
    """Counts of every byte: of each array in global memory, and of all blocks' shared memory."""
    touches = {"read": machine.memory.loads, "written": machine.memory.stores}[of]
    arrays = [touches.counts("global", i, machine.memory.limits[i]) for i in range(row["arrays"])]
    return arrays, touches.counts("shared", 0, len(machine.memory.shared))


def element_complaints(row, what, arrays, claim):
    """Each element's counts, of all arrays that are touched at all, add up to the claimed bytes,
    and within an array all touched bytes are touched equally often."""
    used = [i for i, counts in enumerate(arrays) if counts.any()]
    if claim and not used:
        yield f"nothing is {what}, but {claim:g} bytes an element are claimed"
    for i in used:
        sums = arrays[i].reshape(-1, row["element_bytes"]).sum(axis=1)
        wrong = np.flatnonzero(sums != claim / len(used))
        often = np.unique(arrays[i][arrays[i] != 0])
        if len(wrong):
            yield f"array{i}: {len(wrong)} of {len(sums)} elements are not {what} as claimed; " \
                  f"of element {wrong[0]} {sums[wrong[0]]} bytes, not {claim / len(used):g}"
        elif len(often) > 1:
            yield f"array{i}: bytes are {what} {often.min()} to {often.max()} times"


def set_complaints(row, launch, machine):
    """Streams: nothing but the claimed accesses to the working set, in all of the launch."""
    for what in ("read", "written"):
        arrays, _ = touched(machine, row, what)
        yield from element_complaints(row, what, arrays, row[what] * launch["passes"])


def pass_complaints(row, first, second):
    """What more passes add, on the same working set: first and second are (launch, machine)."""
    passes = second[0]["passes"] - first[0]["passes"]
    for what in ("read", "written"):
        (arrays, shared), (more_arrays, more_shared) = [
            touched(machine, row, what) for _, machine in (first, second)]
        added = [b - a for a, b in zip(arrays, more_arrays)]
        claim = 0 if row["level"] == "shared" else row[what] * passes
        for complaint in element_complaints(row, what, added, claim):
            yield f"more passes: {complaint}"
        added = more_shared - shared
        claim = row[what] * first[0]["elements"]
        if row["level"] == "shared" and (np.unique(added[added != 0]).tolist() not in
                                         ([], [passes]) or np.count_nonzero(added) != claim):
            yield f"more passes: {np.count_nonzero(added)} bytes of shared memory are {what}, " \
                  f"{added.min()} to {added.max()} times, not {claim:g} bytes {passes} times"


def operand_complaints(done):
    """Compute kernels access global memory as often for few passes as for many."""
    (_, first), (_, second) = done[:2]
    for i, instruction in enumerate(first.kernel.code):
        if instruction.op in ("ld", "st", "cp") and first.executed[i] != second.executed[i] and \
                not {"shared", "param"} & set(instruction.modifiers):
            yield f"line {instruction.line}: memory is accessed in the loop: {instruction.text}"


def cache_complaints(row, kernel):
    """Loads of the working set name the cache level that they are served from, in a form that no
    assembler may take out of the loop."""
    if row["level"] == "shared" or row["per_chain"]:
        return
    wanted = "cta" if row["level"] == "L1" else "gpu"
    for instruction in kernel.code:
        if instruction.op != "ld" or {"param", "shared"} & set(instruction.modifiers):
            continue
        if instruction.modifiers[:2] != ("relaxed", wanted):
            yield f"line {instruction.line}: not a load of the class relaxed.{wanted}: " \
                  f"{instruction.text}"
