#!/usr/bin/env python3
"""Tests what the machine-code tests themselves rest on: how instructions are read, loops found,
loads counted that are under way at once, and registers that come from the operand cache."""

import unittest

from codegen_cuda import sass
from codegen_cuda.rules import bandwidth, common, compute

HEAD = """
Fatbin elf code:
================
arch = {arch}

Resource usage:
 Common:
  GLOBAL:0
 Function kernel:
  REG:40 STACK:0 SHARED:1024 LOCAL:8 CONSTANT[0]:472 TEXTURE:0 SURFACE:0 SAMPLER:0

\tcode for {arch}
\t\tFunction : kernel
\t.headerflags @"EF_CUDA_SM90"
"""


def listing(code, arch="sm_90"):
    """As cuobjdump prints instructions given one a line."""
    lines = [f"        /*{16 * n:04x}*/     {text} ;   /* 0x0000000000007918 */\n"
             "                               /* 0x000fc00000000000 */"
             for n, text in enumerate(code.strip().splitlines())]
    return HEAD.format(arch=arch) + "\n".join(lines) + "\n"


def function(code, arch="sm_90"):
    return sass.parse(listing(code, arch), arch.removeprefix("sm_"))["kernel"]


def loop(code):
    return function(code).loops[0]


class Reading(unittest.TestCase):
    def test_operands(self):
        first, second = function("LDG.E.128.STRONG.GPU R16, desc[UR12][R4.64+0x10]\n"
                                 "@!P0 STG.E.64 desc[UR4][R2.64], R8").instructions
        self.assertEqual((first.name, first.bytes, first.writes), ("LDG", 16, "R16"))
        self.assertEqual(first.read_registers, ["UR12", "R4"])
        self.assertEqual(first.span(4), ["R16", "R17", "R18", "R19"])
        self.assertEqual((second.guard, second.bytes, second.writes), ("@!P0", 8, None))
        self.assertEqual(second.read_registers, ["UR4", "R2", "R8"])

    def test_no_register(self):
        first, second = function("HFMA2.MMA R6, -R6, c[0x0][0x1c0], -RZ\n"
                                 "UIADD3 UR6, UP1, UPT, UR6, -0x1, URZ").instructions
        self.assertEqual(first.read_registers, ["R6"])
        self.assertEqual((second.writes, second.read_registers), ("UR6", ["UR6"]))

    def test_only_the_architecture_asked_for(self):
        text = listing("EXIT", "sm_90") + listing("NOP\nEXIT", "sm_90a")
        self.assertEqual(len(sass.parse(text, "90a")["kernel"].instructions), 2)
        self.assertEqual(sass.parse(text, "80"), {})

    def test_resources(self):
        self.assertEqual(function("EXIT").resources["LOCAL"], 8)
        self.assertIn("spill", [kind for kind, _ in common.resources(function("EXIT"))])


class Loops(unittest.TestCase):
    def test_both_forms_of_the_branch(self):
        for branch in ("@!P0 BRA 0x10", "BRA.U UP0, 0x10", "@P1 BRA P2, 0x10"):
            found = function(f"MOV R1, R2\nIADD3 R1, R1, 0x1, RZ\n{branch}\nEXIT").loops
            self.assertEqual([[i.address for i in o.all] for o in found], [[0x10, 0x20]], branch)

    def test_idle_ends_are_none(self):
        self.assertEqual(function("EXIT\nBRA 0x10\nNOP").loops, [])

    def test_inner_instructions_belong_to_the_inner_loop(self):
        outer, inner = function("MOV R1, R2\nFADD R3, R3, R4\n@P0 BRA 0x10\n@P1 BRA 0x0\n"
                                "EXIT").loops
        self.assertEqual([i.address for i in outer.body], [0x0, 0x30])
        self.assertEqual([i.address for i in inner.body], [0x10, 0x20])

    def test_calls_count_where_something_returns(self):
        code = "FADD R3, R3, R4\n@!P0 CALL.REL.NOINC 0x30\nBRA 0x0\nEXIT"
        kinds = lambda text: [kind for kind, _ in common.resources(function(text))]
        self.assertNotIn("call", kinds(code))
        self.assertIn("call", kinds(code + "\nRET.REL.NODEC R2 0x0"))


class Flight(unittest.TestCase):
    def test_loads_before_the_first_use(self):
        self.assertEqual(bandwidth.most_in_flight(loop(
            "LDG.E.128 R4, [R2.64]\nLDG.E.128 R8, [R2.64+0x200]\nIADD3 R0, R0, R4, R11\n"
            "@P0 BRA 0x0\nEXIT")), 2)

    def test_one_by_one(self):
        self.assertEqual(bandwidth.most_in_flight(loop(
            "LDG.E R4, [R2.64]\nIADD3 R0, R0, R4, RZ\nLDG.E R5, [R2.64+0x4]\n"
            "IADD3 R0, R0, R5, RZ\n@P0 BRA 0x0\nEXIT")), 1)

    def test_across_rounds(self):
        self.assertEqual(bandwidth.most_in_flight(loop(
            "IADD3 R0, R0, R4, RZ\nLDG.E R4, [R2.64]\nIADD3 R0, R0, R5, RZ\nLDG.E R5, [R3.64]\n"
            "@P0 BRA 0x0\nEXIT")), 2)


class OperandCache(unittest.TestCase):
    @staticmethod
    def reads(code):
        step = common.Step("FFMA", 2)
        return compute.file_reads([common.Done(step, ins)
                                         for ins in function(code).instructions])

    def test_kept_operands_are_not_read_again(self):
        self.assertEqual(self.reads("FFMA R0, R0, R4.reuse, R5.reuse\nFFMA R1, R1, R4, R5.reuse\n"
                                    "FFMA R2, R2, R4, R5"), [3, 1, 2])

    def test_another_place_is_another_register(self):
        self.assertEqual(self.reads("FFMA R0, R0, R4.reuse, R5\nFFMA R1, R4, R1, R5"), [3, 3])

    def test_constants_and_equal_registers(self):
        self.assertEqual(self.reads("FFMA R0, R0, c[0x0][0x1b8], R5\nFFMA R0, R0, UR4, R0"), [2, 1])


if __name__ == "__main__":
    unittest.main()
