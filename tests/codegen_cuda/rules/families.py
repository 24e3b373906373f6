"""What the machine code of a CUDA kernel has to look like, from what its row in the table claims.
check(kernel, function, arch) gives violations as (kind, text); none is right. Kinds:
  opcode    another operation than the one the kernel is named after
  count     loads, stores or operations that do not add up to the claimed work
  width     narrower (or wider) accesses than the path says
  cache     loads that another level of memory may answer
  hoisted   no loads in the loop, though the kernel claims to read
  eliminated  no stores in the loop, though the kernel claims to write
  flight    fewer loads under way at once than claimed
  chain     chains that are merged, restarted, uneven or not interleaved
  form      multiplications and additions that read another number of registers than the path says
  fma       a fused multiply-add where none may be
  memory    any access in a loop of arithmetic from registers
  constant  matrix products of what was not loaded from memory
  emulated  conversions beside matrix products: the hardware does not have the operation
  serialized  asynchronous matrix products that wait for one another
  spill     local memory
  resident  too many registers or too much shared memory for the default shape
  overhead  more instructions beside the accesses than can be issued meanwhile
  call      calls and computed jumps
  size      a loop that does not stay in the instruction caches
"""

from .asynchronous import tcgen05, wgmma
from .bandwidth import bandwidth, latency
from .common import resident, resources
from .compute import compute
from .intensity import intensity
from .tensor import mma

TENSOR = {"mma": mma, "wgmma": wgmma, "tcgen05": tcgen05}


def check(kernel, function, arch):
    by_family = {"bandwidth": bandwidth, "intensity": intensity, "latency": latency,
                 "compute": TENSOR.get(kernel["path"].split("-")[0], compute)}
    return (resources(function) + resident(kernel, function, arch) +
            by_family[kernel["family"]](kernel, function, arch))
