"""What the machine code of a kernel has to look like, from what its row in the table claims.
check(kernel, function, reference) gives violations as (kind, text); none is right. Kinds:
  opcode    another operation than the one the kernel is named after
  width     narrower (or wider) registers than claimed
  count     loads, stores or operations that do not add up to the claimed work
  hoisted   no loads in the loop, though the kernel claims to read
  eliminated  no stores in the loop, though the kernel claims to write
  chain     chains that are merged, restarted, uneven or not interleaved
  memory    any access in a loop of arithmetic from registers
  spill     stack accesses in the loop
  fma       a fused multiply-add where none may be
  stream    non-temporal stores or fences where none are claimed, or none where they are
  tangled   a loop with several entrances, which no rule would see
  address   indexed addressing (it splits into more micro-operations)
  reference the reference uses instructions beyond the base instruction set
"""

from ..machine.loops import dominators, successors
from .bandwidth import bandwidth, latency
from .compute import compute, intensity


def check(kernel, function, reference):
    by_family = {"bandwidth": bandwidth, "compute": compute, "intensity": intensity,
                 "latency": latency}
    violations = by_family[kernel["family"]](kernel, function) + tangled(function)
    for ins in reference.instructions:
        if ins.mnemonic.startswith("v") or any(r[:4] in ("%ymm", "%zmm") for r in ins.registers):
            violations.append(("reference", f"its reference uses {ins.mnemonic}"))
            break
    return violations


def tangled(function):
    """Violations for cycles that are no natural loops: what is left when each jump back to where
    all ways pass through is taken away must be in an order."""
    following = successors(function.instructions)
    dominating, _ = dominators(following)
    onward = [{t for t in targets if dominating[n] is not None and not dominating[n] >> t & 1}
              for n, targets in enumerate(following)]
    before = [0] * len(onward)
    for targets in onward:
        for target in targets:
            before[target] += 1
    ready, passed = [n for n, count in enumerate(before) if count == 0], 0
    while ready:
        passed += 1
        for target in onward[ready.pop()]:
            before[target] -= 1
            if before[target] == 0:
                ready.append(target)
    if passed == len(onward):
        return []
    first = next(i for n, i in enumerate(function.instructions) if before[n] > 0)
    return [("tangled", f"a loop with several entrances near {first.address:x}")]
