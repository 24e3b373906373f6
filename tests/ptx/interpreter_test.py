"""The interpreter itself, on small programs and numbers whose results are known otherwise."""

import struct
from fractions import Fraction

import numpy as np
import pytest

from ptx.interpreter.instructions import descriptors
from ptx.interpreter import formats
from ptx.interpreter.instructions import fragments
from ptx.interpreter import program
from ptx.interpreter.machine import Launch, Machine

HEAD = """.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p0) .maxntid 64 {
.reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %rd<8>; .reg .f32 %f<8>;
.shared .align 16 .b8 tile[256];
ld.param.u64 %rd1, [p0]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;
mad.lo.s32 %r3, %r2, 64, %r1; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2;
"""


def run(body, blocks=1, threads=64, **options):
    """The words that the program leaves, one a thread, and the machine."""
    kernels, _ = program.read(HEAD + body + " ret; }")
    buffer = np.arange(4 * blocks * threads, dtype=np.uint8)
    machine = Machine(kernels["k"], Launch(blocks, threads, 0, bytes(8), {0: 0},
                                           [("array0", buffer)], **options))
    machine.run(10_000)
    return machine.memory.data[0][:len(buffer)].view(np.uint32), machine


def fails(body, words, **options):
    with pytest.raises(program.PtxError, match=words):
        run(body, **options)


def test_divergent_ways_meet_again():
    left, machine = run("""
        and.b32 %r4, %r1, 1; setp.eq.s32 %p1, %r4, 1; mov.u32 %r5, 7;
        @%p1 bra ODD; add.s32 %r5, %r5, 10; bra.uni JOIN;
        ODD: mov.u32 %r6, 0;
        LOOP: add.s32 %r5, %r5, 1; add.s32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, %r1; @%p2 bra LOOP;
        JOIN: st.global.u32 [%rd3], %r5;""", blocks=2)
    thread = np.arange(128) % 64
    assert left.tolist() == np.where(thread % 2, 7 + thread, 17).tolist()
    stores = [count for count, step in zip(machine.executed, machine.steps)
              if step.text.startswith("st")]
    assert stores == [128]


def test_guarded_instructions_leave_other_lanes_alone():
    left, _ = run("""setp.lt.u32 %p1, %r1, 5; mov.u32 %r5, 1; @%p1 mov.u32 %r5, 2;
                     @!%p1 add.s32 %r5, %r5, 8; st.global.u32 [%rd3], %r5;""")
    assert left.tolist() == [2] * 5 + [9] * 59


def test_integers_wrap_shift_and_compare_by_sign():
    left, _ = run("""
        mov.u32 %r4, -3; shr.s32 %r5, %r4, 1; shr.u32 %r6, %r4, 28; shl.b32 %r7, %r4, 33;
        setp.lt.s32 %p1, %r4, 0; setp.lt.u32 %p2, %r4, 5; selp.b32 %r8, 100, 0, %p1;
        selp.b32 %r9, 1000, 0, %p2; add.s32 %r10, %r5, %r6; add.s32 %r10, %r10, %r7;
        add.s32 %r10, %r10, %r8; add.s32 %r10, %r10, %r9; st.global.u32 [%rd3], %r10;""")
    assert left[0] == (-2 + 15 + 0 + 100) % 2 ** 32


def test_wide_products_take_the_sign_along():
    left, _ = run("""mov.u32 %r4, -2; mul.wide.s32 %rd4, %r4, 3; shr.u64 %rd5, %rd4, 32;
                     cvt.u32.u64 %r5, %rd5; st.global.u32 [%rd3], %r5;""")
    assert left[0] == 0xFFFFFFFF


def test_barriers_bring_threads_together():
    body = """shl.b32 %r4, %r1, 2; mov.u32 %r5, tile; add.s32 %r6, %r5, %r4;
        st.shared.u32 [%r6], %r1; {} xor.b32 %r7, %r4, 252; add.s32 %r8, %r5, %r7;
        ld.shared.u32 %r9, [%r8]; st.global.u32 [%rd3], %r9;"""
    assert run(body.format("bar.sync 0;"), skew=32)[0].tolist() == list(range(63, -1, -1))
    assert run(body.format(""), skew=32)[0].tolist() != list(range(63, -1, -1))


def test_touches_are_counted_by_byte():
    _, machine = run("""ld.global.u32 %r4, [%rd3]; ld.global.u32 %r5, [%rd1+4];
                        st.global.u32 [%rd3], %r4;""")
    reads = machine.memory.loads.counts("global", 0, 256)
    assert reads.tolist() == [1] * 4 + [65] * 4 + [1] * 248
    assert machine.memory.stores.counts("global", 0, 256).tolist() == [1] * 256


@pytest.mark.parametrize("body, words", [
    ("frob.u32 %r4, %r1;", "unknown instruction"),
    ("add.sat.s32 %r4, %r1, %r1;", "unknown modifier .sat"),
    ("ld.global.u32 %r4, [%rd3+256];", "array0: byte"),
    ("ld.global.u32 %r4, [%rd3+1];", "4 divides|4 does not|that 4 does not divide"),
    ("ld.shared.u32 %r4, [tile+256];", "shared memory"),
    ("st.global.u32 [%rd1], %r1;", "different values"),
    ("setp.eq.s32 %p1, %r1, 0; @%p1 bra END; bar.sync 0, 64; END:", "deadlock"),
    ("LOOP: bra LOOP;", "does not come to an end"),
    ("mov.f32 %f1, 0f7F800000; sub.rn.f32 %f2, %f1, %f1;", "invalid"),
    ("setp.lt.u32 %p1, %r1, 40; @%p1 shfl.sync.bfly.b32 %r4, %r1, 1, 31, -1;", "not all 32"),
    ("mbarrier.try_wait.parity.shared.b64 %p1, [tile], 0;", "no mbarrier"),
    ("ld.local.u32 %r4, [%r1];", "local memory"),
])
def test_what_is_wrong_or_unknown_raises(body, words):
    fails(body, words)


def test_names_in_inner_braces_are_their_own():
    left, _ = run("""mov.u32 %r4, 1; { .reg .pred p; .reg .b32 x; setp.eq.u32 p, 0, 0;
        mov.u32 x, 5; @p add.s32 %r4, %r4, x; }
        { .reg .pred p; setp.eq.u32 p, 0, 1; @p add.s32 %r4, %r4, 100; }
        st.global.u32 [%rd3], %r4;""")
    assert left[0] == 6
    fails("{ .reg .b32 x; mov.u32 x, 1; } mov.u32 %r4, x;", "undeclared")


def copies(wait):
    return f"""setp.eq.u32 %p1, %r1, 0; mov.u32 %r4, tile;
        @%p1 mbarrier.init.shared::cta.b64 [%r4+128], 1; bar.sync 0; mov.u32 %r5, 128;
        @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4+128], %r5;
        @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd1],
            %r5, [%r4+128];
        LOOP: {wait} and.b32 %r6, %r1, 31; shl.b32 %r6, %r6, 2; add.s32 %r6, %r6, %r4;
        ld.shared.u32 %r7, [%r6]; st.global.u32 [%rd3], %r7;"""


WAIT = "mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4+128], 0; @!%p2 bra LOOP;"


@pytest.mark.parametrize("late", [True, False])
def test_copies_are_there_once_waited_for(late):
    expected = np.arange(128, dtype=np.uint8).view(np.uint32).tolist() * 2
    assert run(copies(WAIT), late=late)[0].tolist() == expected


def test_a_copy_that_nobody_waits_for_comes_late():
    fails(copies(""), "asynchronous work under way")


# Numbers

def exact_fma(a, b, c, digits):
    """The nearest number of so many binary digits, ties to even, in exact arithmetic."""
    value = Fraction(a) * Fraction(b) + Fraction(c)
    if not value:
        return 0.0
    scale = Fraction(1)
    while abs(value) * scale >= 2 ** digits:
        scale /= 2
    while abs(value) * scale < 2 ** (digits - 1):
        scale *= 2
    return float(round(value * scale) / scale)


@pytest.mark.parametrize("kind, digits", [("f16", 11), ("bf16", 8), ("f32", 24), ("f64", 53)])
def test_fma_rounds_once(kind, digits):
    random = np.random.default_rng(7)
    rounded = [formats.round_to(kind, random.normal(size=600)) for _ in range(3)]
    # Sums that nearly cancel, and ties that only the product's low bits break.
    rounded[2][:200] = formats.round_to(kind, -(formats.decode(kind, rounded[0][:200]) *
                                                 formats.decode(kind, rounded[1][:200])))
    result = formats.decode(kind, formats.fma(kind, *rounded))
    values = [formats.decode(kind, one) for one in rounded]
    tiniest = {"f16": 2.0 ** -14, "bf16": 2.0 ** -126}.get(kind, 0)
    for a, b, c, got in zip(*values, result):
        wanted = exact_fma(a, b, c, digits)
        assert got == wanted or abs(wanted) < tiniest


def test_small_formats():
    assert formats.TABLES["e4m3"][0x7E] == 448 and np.isnan(formats.TABLES["e4m3"][0x7F])
    assert formats.TABLES["e4m3"][0x01] == 2.0 ** -9
    assert sorted(set(np.abs(formats.TABLES["e2m1"]))) == [0, 0.5, 1, 1.5, 2, 3, 4, 6]
    assert max(formats.TABLES["e3m2"]) == 28 and max(formats.TABLES["e2m3"]) == 7.5
    assert formats.decode("bf16", np.array([0xC0A0], np.uint16))[0] == -5


def test_sums_that_are_not_exact_raise():
    with pytest.raises(ArithmeticError):
        formats.exact("f32", np.array([2.0 ** 24 + 1]))


def test_conversions_to_integers_clamp():
    values = np.array([2.5, 3.5, -1e20, np.inf, np.nan])
    assert formats.to_integer("s32", values, "rni").tolist() == [2, 4, -2 ** 31, 2 ** 31 - 1, 0]


# Matrices

@pytest.mark.parametrize("m, k, bits", [(16, 16, 16), (16, 8, 16), (16, 8, 32), (8, 16, 8),
                                        (16, 32, 8), (16, 64, 4), (8, 4, 64), (16, 16, 64)])
def test_fragments_hold_each_element_once(m, k, bits):
    for rows, columns, shape in ((*fragments.places_of_a(m, k, bits), (m, k)),
                                 (*fragments.places_of_b(8, k, bits), (k, 8)),
                                 (*fragments.places_of_d(m, 8), (m, 8))):
        held = np.zeros(shape, int)
        np.add.at(held, (rows, columns + 0 * rows), 1)
        assert (held == 1).all()


def test_fragments_as_the_manual_draws_them():
    # m16n8k16, thread 5 (group 1, second of its group): a0, a2, a4, a7; b2; c3.
    row, column = fragments.places_of_a(16, 16, 16)
    assert [(row[5, i], column[5, i]) for i in (0, 2, 4, 7)] == [(1, 2), (9, 2), (1, 10), (9, 11)]
    row, column = fragments.places_of_b(8, 16, 16)
    assert (row[5, 2], column[5, 2]) == (10, 1)
    row, column = fragments.places_of_d(16, 8)
    assert (row[5, 3], column[5, 3]) == (9, 3)


def test_descriptors_as_the_manual_draws_them():
    """Its examples of K-major tf32: without swizzling ((8,2),(4,4)):((4,32),(1,64)), and in 32-byte
    swizzling ((8,2),(4,4)):((8,64),(1,4)), in elements of 4 bytes."""
    line, element = np.arange(16)[:, None], np.arange(16)[None, :]
    plain = line % 8 * 4 + line // 8 * 32 + element % 4 + element // 4 * 64
    ours = descriptors.offsets_k_major(16, 64, 16, 64 * 4, 32 * 4)[:, ::4]
    assert (ours == 4 * plain).all()
    swizzled = line % 8 * 8 + line // 8 * 64 + element % 8
    ours = descriptors.offsets_k_major(16, 32, 32, 16, 64 * 4)[:, ::4]
    assert (ours == 4 * swizzled[:, :8]).all()


def test_swizzling_permutes_a_patterns_chunks():
    for width in (16, 32, 64, 128):
        offsets = np.arange(0, 8 * width, 16)
        assert sorted(descriptors.swizzled(offsets, width)) == offsets.tolist()
    # Row 3 of the widest pattern: chunk 0 lies where chunk 3 would.
    assert descriptors.swizzled(np.array([3 * 128]), 128)[0] == 3 * 128 + 3 * 16
    assert (descriptors.swizzled(np.arange(128), 16) == np.arange(128)).all()


def test_literals_keep_their_bits():
    left, _ = run("mov.f32 %f1, 0f3DCCCCCD; st.global.f32 [%rd3], %f1;")
    assert struct.pack("<I", left[0]) == struct.pack("<f", 0.1)
