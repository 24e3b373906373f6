"""tcgen05: matrix products of data-centre Blackwell, with accumulators in tensor memory, issued by
one thread. From the PTX ISA, "Tensorcore 5th generation family instructions": shared memory
descriptor, instruction descriptor, data path layout D, packing formats. Covered is what the kernels
use: one CTA, M = 128, K-major operands from shared memory, loads and stores of shape 32x32b, and
block scales of one, whose layout then does not matter. Not modelled: how the memory proxies order
accesses beyond the fences checked here."""

import numpy as np

from ..formats import TABLES, decode, exact
from ..program import PtxError
from ..steps import builds
from .bulk import change, lanes_of
from .bulk import engine_of as barriers_of
from .descriptors import TCGEN05_SWIZZLE, field, tile
from .wgmma import Item

LANES, COLUMNS = 128, 512
DEPTH_BYTES = 32  # of each row of A and column of B that an instruction takes
AFTER_BARRIER, AFTER_WAIT = 1, 2  # bits of Machine.synced
INPUTS = {"f16": {0: "f16", 1: "bf16"}, "tf32": {2: "tf32"}, "i8": {0: "u8", 1: "s8"},
          "f8f6f4": {0: "e4m3", 3: "e2m3", 4: "e3m2", 5: "e2m1"}, "mxf4": {1: "e2m1x2"}}
SUMS = {"f16": {0: "f16", 1: "f32"}, "tf32": {1: "f32"}, "i8": {2: "s32"}, "f8f6f4": {1: "f32"}}
ONES = 0x7F7F7F7F  # four ue8m0 scales of one


class Engine:
    def __init__(self, blocks):
        self.memory = np.full((blocks, LANES, COLUMNS), 0xA5A5A5A5, np.uint32)
        self.allocated = [None] * blocks  # (first column, columns)
        self.permitted = [True] * blocks
        self.products = {}  # lane: what it has issued and not committed
        self.loads = {}  # lane of a warp's first thread: loads not waited for
        self.storing = set()  # warps' first threads with stores not waited for

    def columns(self, block, address, count):
        """The first column, which has to be inside of what the block has, with all `count`."""
        if self.allocated[block] is None:
            raise PtxError("no tensor memory is allocated")
        first, size = self.allocated[block]
        column = address & 0xFFFF
        if column < first or column + count > first + size:
            raise PtxError(f"tensor memory: columns {column} to {column + count - 1}")
        return column

    def at_end(self):
        if any(self.allocated):
            raise PtxError("the kernel ends with tensor memory allocated")
        if any(self.loads.values()) or self.storing or any(self.products.values()):
            raise PtxError("the kernel ends with work on tensor memory under way")


def engine_of(m):
    if "tcgen05" not in m.engines:
        m.engines["tcgen05"] = Engine(m.launch.blocks)
    return m.engines["tcgen05"]


def same(values):
    if (values != values[0]).any():
        raise PtxError("operands that differ within a warp")
    return int(values[0])


def alloc(s):
    s.need("cta_group::1")
    for modifier in ("sync", "aligned", "shared::cta", "b32"):
        s.need(modifier)
    address, count = s.address(s.operands[0]), s.reader(s.operands[1], "u32")

    def run(m, lanes):
        engine = engine_of(m)
        for warp in m.whole_warps(lanes):
            block = int(m.block[warp[0]])
            size = same(count(m, warp))
            if size not in (32, 64, 128, 256, 512) or engine.allocated[block] or \
                    not engine.permitted[block]:
                raise PtxError(f"cannot allocate {size} columns")
            # Not from column 0: nobody may count on where it is.
            engine.allocated[block] = (COLUMNS - size, size)
            m.memory.store("shared", m.block[warp[:1]], address(m, warp[:1]),
                           np.array([[COLUMNS - size]], np.uint32))
    return run


def dealloc(s):
    s.need("cta_group::1")
    for modifier in ("sync", "aligned", "b32"):
        s.need(modifier)
    address, count = s.reader(s.operands[0], "u32"), s.reader(s.operands[1], "u32")

    def run(m, lanes):
        engine = engine_of(m)
        for warp in m.whole_warps(lanes):
            block = int(m.block[warp[0]])
            if engine.allocated[block] != (same(address(m, warp)), same(count(m, warp))):
                raise PtxError("frees what is not allocated")
            engine.allocated[block] = None
    return run


def relinquish(s):
    s.need("cta_group::1")
    s.need("sync")
    s.need("aligned")

    def run(m, lanes):
        for warp in m.whole_warps(lanes):
            engine_of(m).permitted[int(m.block[warp[0]])] = False
    return run


def check_synced(m, lanes, bits):
    if (m.synced[lanes] & bits).any():
        raise PtxError("no tcgen05.fence::after_thread_sync since threads waited for each other")


def places_of(m, engine, warp, address, count):
    """(block, its warp's 32 lanes, columns) that an access of shape 32x32b reaches."""
    block, address = int(m.block[warp[0]]), same(address(m, warp))
    first_lane = int(warp[0]) % m.threads // 32 % 4 * 32
    if address >> 16 != first_lane:
        raise PtxError(f"a warp that may access lanes from {first_lane} on accesses lane "
                       f"{address >> 16}")
    column = engine.columns(block, address, count)
    return block, slice(first_lane, first_lane + 32), slice(column, column + count)


def access(s, storing):
    s.need("sync")
    s.need("aligned")
    s.need("32x32b")
    count = int(s.need("x1", "x2", "x4", "x8", "x16", "x32", "x64", "x128")[1:])
    s.need("b32")
    where, registers = s.operands if storing else reversed(s.operands)
    if where.kind != "address" or where.value or len(registers.parts) != count:
        raise PtxError("not the operands of this shape")
    index = s.names[where.name][0]
    reads = [s.reader(one, "b32") for one in registers.parts]
    writes = [s.writer(one, "b32") for one in registers.parts]

    def address(m, warp):
        return m.registers[index][warp]

    def run(m, lanes):
        engine = engine_of(m)
        check_synced(m, lanes, AFTER_BARRIER | AFTER_WAIT)
        for warp in m.whole_warps(lanes):
            place = places_of(m, engine, warp, address, count)
            if storing:
                engine.memory[place] = np.stack([read(m, warp) for read in reads], axis=1)
                engine.storing.add(int(warp[0]))
            else:
                engine.loads.setdefault(int(warp[0]), []).append((warp, place, writes))
    return run


def wait(s, storing):
    s.need("sync")
    s.need("aligned")

    def run(m, lanes):
        engine = engine_of(m)
        for warp in m.whole_warps(lanes):
            if storing:
                engine.storing.discard(int(warp[0]))
                continue
            for of_warp, place, writes in engine.loads.pop(int(warp[0]), []):
                values = engine.memory[place]
                for i, write in enumerate(writes):
                    write(m, of_warp, values[:, i].copy())
    return run


def shape_and_kinds(kind, descriptor):
    """(columns, kind of A, of B, of D) that the instruction descriptor says."""
    def known(table, bits):
        if bits not in table:
            raise PtxError(f"an instruction descriptor with {bits} as a type of .kind::{kind}")
        return table[bits]
    a, columns = field(descriptor, 7, 3), field(descriptor, 17, 6) << 3
    if kind == "mxf4":
        # Of the rest only the scales' type, ue8m0, is not zero.
        b, sums, rows = field(descriptor, 10, 2), "f32", field(descriptor, 27, 2) << 7
        rest = descriptor & ~(7 << 7 | 3 << 10 | 63 << 17 | 1 << 23 | 3 << 27)
        if not field(descriptor, 23, 1):
            raise PtxError("block scales that are not ue8m0")
    else:
        b, sums = field(descriptor, 10, 3), known(SUMS[kind], field(descriptor, 4, 2))
        rows = field(descriptor, 24, 5) << 4
        rest = descriptor & ~(3 << 4 | 7 << 7 | 7 << 10 | 63 << 17 | 31 << 24)
    if rest or rows != LANES or columns % 16 or not 16 <= columns <= 256:
        raise PtxError(f"an instruction descriptor of {descriptor:#010x}")
    return columns, known(INPUTS[kind], a), known(INPUTS[kind], b), sums


def operand_of(kind, octets):
    """Numbers (lines, depth). 4- and 6-bit numbers of .kind::f8f6f4 come 16 at a time, packed into
    8 or 12 bytes, and padding up to 16."""
    if kind in ("f16", "bf16", "tf32"):
        return decode(kind, octets.view(np.uint32 if kind == "tf32" else np.uint16))
    if kind == "e2m1x2":
        both = np.stack([octets & 15, octets >> 4], axis=2)
        return decode("e2m1", both.reshape(len(octets), -1))
    if kind not in TABLES or kind == "e4m3":
        return decode(kind, octets)
    bits = 4 if kind == "e2m1" else 6
    units = np.unpackbits(octets.reshape(-1, 16), axis=1, bitorder="little")[:, :16 * bits]
    codes = units.reshape(-1, 16, bits) @ (1 << np.arange(bits))
    return decode(kind, codes.astype(np.uint8).reshape(len(octets), -1))


def operand(m, block, descriptor, lines, kind):
    if field(descriptor, 46, 3) != 1 or field(descriptor, 52, 9):
        raise PtxError(f"a shared memory descriptor of {descriptor:#x}")
    octets = tile(m, block, descriptor, lines, DEPTH_BYTES, TCGEN05_SWIZZLE,
                  field(descriptor, 61, 3))
    return operand_of(kind, np.ascontiguousarray(octets))


def multiply_into(m, engine, block, d, descriptors, kind, description, accumulate):
    columns, kind_a, kind_b, sums = shape_and_kinds(kind, description)
    left = operand(m, block, descriptors[0], LANES, kind_a)
    right = operand(m, block, descriptors[1], columns, kind_b)
    at = engine.columns(block, d, columns)
    words = engine.memory[block, :, at:at + columns]
    if sums == "f16":
        start = decode("f16", (words & np.uint32(0xFFFF)).astype(np.uint16))
    else:
        start = words.view(np.int32).astype(np.float64) if sums == "s32" else \
            decode("f32", np.ascontiguousarray(words))
    result = left @ right.T + (start if accumulate else 0)
    if sums == "s32":
        words[:] = np.mod(result, 2.0 ** 32).astype(np.uint64).astype(np.uint32)
    else:
        words[:] = exact(sums, np.ascontiguousarray(result)).astype(np.uint32)


def multiply(s):
    s.need("cta_group::1")
    kind = s.need(*[f"kind::{one}" for one in INPUTS]).split("::")[1]
    scaled = kind == "mxf4"
    if scaled:
        s.need("block_scale")
        s.need("scale_vec::2X")
    if s.operands[0].kind != "address" or s.operands[0].value:
        raise PtxError("D is at [register]")
    index = s.names[s.operands[0].name][0]
    readers = [s.typed(one, "u64") for one in s.operands[1:3]] + [s.typed(s.operands[3], "u32")]
    scales = [s.names[one.name][0] for one in s.operands[4:6]] if scaled else []
    predicate = s.reader(s.operands[-1], "pred")
    if len(s.operands) != (7 if scaled else 5):
        raise PtxError("not the operands of this form")

    def run(m, lanes):
        engine = engine_of(m)
        check_synced(m, lanes, AFTER_BARRIER)
        for lane in lanes_of(m, lanes).tolist():
            one, block = np.array([lane]), int(m.block[lane])
            if m.unfenced[m.block == block].any():
                raise PtxError("shared memory was written and no fence.proxy.async followed")
            if any(warp // m.threads == block for warp in engine.storing):
                raise PtxError("tensor memory was written and no tcgen05.wait::st followed")
            a, b, description = [int(read(m, one)[0]) for read in readers]
            d, accumulate = int(m.registers[index][lane]), bool(predicate(m, one)[0])
            columns = shape_and_kinds(kind, description)[0]
            for register, count in zip(scales, (4, columns // 32)):
                at = engine.columns(block, int(m.registers[register][lane]), count)
                if (engine.memory[block, :, at:at + count] != ONES).any():
                    raise PtxError("a block scale other than one")
            depth = DEPTH_BYTES * (2 if scaled else 1) // {"f16": 2, "tf32": 4}.get(kind, 1)
            m.operations += 2 * LANES * columns * depth
            item = Item(lambda d=d, a=a, b=b, block=block, description=description,
                        accumulate=accumulate: multiply_into(m, engine, block, d, (a, b), kind,
                                                             description, accumulate))
            engine.products.setdefault(lane, []).append(item)
            if not m.launch.late:
                item.finish()
    return run


def commit(s):
    """Arrives at the mbarrier when all that the thread has issued is done."""
    s.need("cta_group::1")
    s.need("mbarrier::arrive::one")
    s.need("shared::cluster")
    s.need("b64")
    address = s.address(s.operands[0]) if s.operands[0].kind == "address" else None

    def run(m, lanes):
        engine = engine_of(m)
        for lane, place in zip(lanes_of(m, lanes).tolist(), address(m, lanes).tolist()):
            barrier = barriers_of(m).find(int(m.block[lane]), place)
            products = engine.products.pop(lane, [])

            def finish(barrier=barrier, products=products):
                for item in products:
                    item.finish()
                barrier.missing -= 1
                change(m, barrier)
            m.later(finish)
    return run


def fence(s):
    def run(m, lanes):
        m.synced[lanes] = 0
    return run if s.instruction.modifiers[0].endswith("after_thread_sync") else \
        lambda m, lanes: None


@builds("tcgen05")
def tcgen05(s):
    what = s.left.pop(0)
    forms = {"alloc": alloc, "dealloc": dealloc, "relinquish_alloc_permit": relinquish,
             "mma": multiply, "commit": commit, "ld": lambda s: access(s, False),
             "st": lambda s: access(s, True), "wait::ld": lambda s: wait(s, False),
             "wait::st": lambda s: wait(s, True), "fence::before_thread_sync": fence,
             "fence::after_thread_sync": fence}
    if what not in forms:
        raise PtxError(f"unknown form .{what}")
    return forms[what](s)
