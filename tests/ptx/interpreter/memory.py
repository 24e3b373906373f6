"""Global and shared memory of a launch, with a record of which bytes were touched how often.
Accesses outside of a buffer, or not aligned to their own size, raise."""

import numpy as np

from .formats import UNSIGNED
from .program import PtxError

BASE = 0x7F0000000000  # of the first buffer; the next ones follow at steps of 4 GiB
STEP = 32
SHARED = 1024  # where a block's shared memory begins: the hardware may keep the first KiB


def padded(data):
    """A copy whose length every access size divides; the limit stays the data's own."""
    copy = np.zeros((len(data) + 63) // 64 * 64, np.uint8)
    copy[:len(data)] = data
    return copy


class Touches:
    """Accesses to one space, kept as (offsets, bytes) until somebody asks."""

    def __init__(self):
        self.parts = {}  # (space, index, bytes): list of arrays of byte offsets

    def add(self, space, index, size, offsets):
        self.parts.setdefault((space, index, size), []).append(offsets)

    def counts(self, space, index, length):
        """How often each byte was touched."""
        total = np.zeros(length, np.int64)
        for (of_space, of_index, size), parts in self.parts.items():
            if (of_space, of_index) != (space, index):
                continue
            slots = np.concatenate(parts).astype(np.int64) // size
            per_slot = np.bincount(slots, minlength=(length + size - 1) // size)
            total += np.repeat(per_slot, size)[:length]
        return total


class Memory:
    def __init__(self, buffers, blocks, threads, shared_bytes):
        self.names = [name for name, _ in buffers]
        self.limits = [len(data) for _, data in buffers]
        self.data = [padded(data) for _, data in buffers]
        self.shared_limit = shared_bytes
        self.stride = (shared_bytes + SHARED + 127) // 64 * 64
        self.shared = np.full(blocks * self.stride, 0xA5, np.uint8)
        self.block = np.repeat(np.arange(blocks, dtype=np.int64), threads)
        self.loads = Touches()
        self.stores = Touches()

    def address_of(self, index):
        return BASE + (index << STEP)

    def find_global(self, addresses, size):
        """Index of the one buffer that all addresses lie in, and their offsets."""
        low = int(addresses.min())
        index = (low - BASE) >> STEP
        if low < BASE or index >= len(self.data):
            raise PtxError(f"no memory at {low:#x}")
        offsets = (addresses - np.uint64(self.address_of(index))).astype(np.int64)
        if int(offsets.max()) + size > self.limits[index]:
            raise PtxError(f"{self.names[index]}: byte {int(offsets.max()) + size - 1} of "
                           f"{self.limits[index]}")
        return index, offsets

    def find_shared(self, blocks, addresses, size):
        offsets = addresses.astype(np.int64) - SHARED
        if int(offsets.min()) < 0 or int(offsets.max()) + size > self.shared_limit:
            raise PtxError(f"shared memory: bytes {int(offsets.min())} to "
                           f"{int(offsets.max()) + size - 1} of {self.shared_limit}")
        return offsets + blocks * self.stride

    def place(self, space, blocks, addresses, size):
        """(bytes of the space, index, offsets)."""
        if (addresses & addresses.dtype.type(size - 1)).any():
            raise PtxError(f"an address that {size} does not divide")
        if space == "shared":
            return self.shared, 0, self.find_shared(blocks, addresses, size)
        index, offsets = self.find_global(addresses, size)
        return self.data[index], index, offsets

    def load(self, space, blocks, addresses, width, count):
        """(lanes, count) values of `width` bytes as bits."""
        data, index, offsets = self.place(space, blocks, addresses, width * count)
        self.loads.add(space, index, width * count, offsets)
        return data.view(UNSIGNED[width]).reshape(-1, count)[offsets // (width * count)]

    def store(self, space, blocks, addresses, values):
        """values: (lanes, count) bits. Two lanes that write different values to one place raise."""
        count = values.shape[1]
        width = values.dtype.itemsize
        data, index, offsets = self.place(space, blocks, addresses, width * count)
        self.stores.add(space, index, width * count, offsets)
        slots = offsets // (width * count)
        rows = data.view(values.dtype).reshape(-1, count)
        rows[slots] = values
        if not np.array_equal(rows[slots], values):
            raise PtxError("lanes write different values to one address")

    def bytes_at(self, space, block, address, size):
        """A view of bytes in a row, for what copies or reads whole tiles; record it yourself."""
        address = np.array([address], np.uint64)
        if space == "shared":
            first = int(self.find_shared(np.array([block]), address, size)[0])
            return self.shared[first:first + size], 0, first
        index, offsets = self.find_global(address, size)
        first = int(offsets[0])
        return self.data[index][first:first + size], index, first
