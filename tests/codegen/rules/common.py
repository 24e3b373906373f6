"""What the rules of all families share: constants, counters, the stack, innermost loops."""

import re

FMA = re.compile(r"^vfn?m(add|sub)(132|213|231)(pd|ps|ph|sd|ss|sh)$")


def where(loop):
    return f"in the loop at {loop.all[0].address:x}"


def constant(operand):
    """A constant operand's value, as a signed number."""
    if not operand.startswith("$"):
        return None
    value = int(operand[1:], 0)
    return value - 2**64 if value >= 2**63 else value - 2**32 if 2**31 <= value < 2**32 else value


def counts_down(ins):
    """True for an instruction that takes one from a register."""
    amount = constant(ins.operands[0]) if len(ins.operands) == 2 else None
    by_one = (ins.mnemonic, amount) in (("dec", None), ("sub", 1), ("add", -1))
    return by_one and ins.operands[-1].startswith("%")


def spills(kernel, function, loops):
    """Accesses relative to the stack pointer, or the frame pointer where there is one."""
    frame = any(i.mnemonic == "mov" and i.operands == ["%rsp", "%rbp"]
                for i in function.instructions)
    stack = {"%rsp", "%rbp"} if frame else {"%rsp"}
    return [("spill", f"{ins.mnemonic} on the stack {where(loop)}")
            for loop in loops for ins in loop.body
            if ins.memory and ins.memory.base in stack and (ins.loads or ins.stores)][:1]


def innermost(loops):
    """Loops without loops inside, but for those that only count the passes of an empty slice."""
    return [loop for loop in loops if not loop.inner and len(loop.all) > 2]


def no_fma(kernel, function):
    return [("fma", f"{ins.mnemonic} at {ins.address:x}") for ins in function.instructions
            if FMA.match(ins.mnemonic)][:1]
