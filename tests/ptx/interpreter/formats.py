"""The number formats of PTX and correctly rounded arithmetic on arrays of them. Values travel as
arrays of bits (unsigned integers) and are decoded for each operation; a result that IEEE 754 does
not define to the bit, such as a NaN or an overflow, raises."""

import numpy as np

INTEGERS = {"u8": np.uint8, "s8": np.int8, "b8": np.uint8, "u16": np.uint16, "s16": np.int16,
            "b16": np.uint16, "u32": np.uint32, "s32": np.int32, "b32": np.uint32,
            "u64": np.uint64, "s64": np.int64, "b64": np.uint64}
FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}
# What a register or an access of the type has as bits.
BITS = {**{name: UNSIGNED[np.dtype(kind).itemsize] for name, kind in INTEGERS.items()},
        "f16": np.uint16, "bf16": np.uint16, "f32": np.uint32, "f64": np.uint64, "tf32": np.uint32,
        "f16x2": np.uint32, "bf16x2": np.uint32, "f32x2": np.uint64, "pred": np.bool_}
PACKED = {"f16x2": "f16", "bf16x2": "bf16", "f32x2": "f32"}


def small_float(exponent_bits, mantissa_bits, bias, nans=()):
    """All values of a format of up to 8 bits, by their bits."""
    codes = np.arange(1 << (1 + exponent_bits + mantissa_bits))
    mantissa = codes & ((1 << mantissa_bits) - 1)
    exponent = (codes >> mantissa_bits) & ((1 << exponent_bits) - 1)
    sign = np.where(codes >> (exponent_bits + mantissa_bits), -1.0, 1.0)
    normal = exponent > 0
    scale = np.exp2(np.maximum(exponent, 1) - bias - mantissa_bits)
    values = sign * (mantissa + normal * (1 << mantissa_bits)) * scale
    values[list(nans)] = np.nan
    return values


TABLES = {"e4m3": small_float(4, 3, 7, (0x7F, 0xFF)), "e3m2": small_float(3, 2, 3),
          "e2m3": small_float(2, 3, 1), "e2m1": small_float(2, 1, 1)}


def decode(kind, bits):
    """Bits as float64, exactly."""
    if kind in FLOATS:
        return bits.view(FLOATS[kind]).astype(np.float64)
    if kind == "bf16":
        return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)
    if kind == "tf32":  # the hardware reads the upper 19 bits
        return (bits & np.uint32(0xFFFFE000)).view(np.float32).astype(np.float64)
    if kind in INTEGERS:
        return bits.view(INTEGERS[kind]).astype(np.float64)
    table = TABLES[kind]
    return table[bits & np.uint8(len(table) - 1)]


def round_to(kind, values):
    """float64 to the format's bits, to nearest even. Denormal bf16 is refused."""
    if kind in FLOATS:
        return values.astype(FLOATS[kind]).view(BITS[kind])
    if kind != "bf16":
        raise ValueError(f"no rounding to {kind}")
    tiny = (values != 0) & (np.abs(values) < 2.0 ** -126)
    if tiny.any():
        raise ArithmeticError("a denormal bf16")
    bits = np.ascontiguousarray(values).view(np.uint64)
    odd = (bits >> np.uint64(45)) & np.uint64(1)
    cut = (bits + np.uint64((1 << 44) - 1) + odd) & ~np.uint64((1 << 45) - 1)
    return (cut.view(np.float64).astype(np.float32).view(np.uint32) >> np.uint32(16)).astype(
        np.uint16)


def exact(kind, values):
    """As round_to, where nothing may be lost: the order of a sum's terms is not ours to know."""
    bits = round_to(kind, values)
    if not np.array_equal(decode(kind, bits), values):
        raise ArithmeticError(f"a sum that {kind} does not hold exactly")
    return bits


def two_sum(a, b):
    """a + b as rounded and the error, exactly (Knuth)."""
    total = a + b
    of_b = total - a
    return total, (a - (total - of_b)) + (b - of_b)


def to_odd(total, error):
    """The exact total + error, rounded to odd: a second rounding to nearest is then the only one
    (Boldo and Melquiond)."""
    if not error.any():
        return total
    bits = total.view(np.int64)
    away = (error > 0) == (total > 0)
    step = np.where(away, 1, -1)
    inexact_even = (error != 0) & ((bits & 1) == 0)
    return np.where(inexact_even, bits + step, bits).view(np.float64)


def product(a, b):
    """a * b as rounded and the error, exactly, far from over- and underflow (Dekker)."""
    def halves(x):
        scaled = x * 134217729.0  # 2^27 + 1
        high = scaled - (scaled - x)
        return high, x - high
    rounded = a * b
    a_high, a_low = halves(a)
    b_high, b_low = halves(b)
    error = ((a_high * b_high - rounded) + a_high * b_low + a_low * b_high) + a_low * b_low
    return rounded, error


def fma(kind, a, b, c):
    a, b, c = decode(kind, a), decode(kind, b), decode(kind, c)
    if kind != "f64":
        return round_to(kind, to_odd(*two_sum(a * b, c)))
    high, low = product(a, b)
    part, part_error = two_sum(c, low)
    total, total_error = two_sum(high, part)
    rest = to_odd(*two_sum(part_error, total_error))
    return (total + rest).view(np.uint64)


def add(kind, a, b):
    """Rounding twice, to float32 and then to 16 bits, equals rounding once: 24 >= 2 p + 2."""
    if kind == "bf16":
        return round_to(kind, decode(kind, a) + decode(kind, b))
    return (a.view(FLOATS[kind]) + b.view(FLOATS[kind])).view(BITS[kind])


def sub(kind, a, b):
    if kind == "bf16":
        return round_to(kind, decode(kind, a) - decode(kind, b))
    return (a.view(FLOATS[kind]) - b.view(FLOATS[kind])).view(BITS[kind])


def mul(kind, a, b):
    if kind == "bf16":
        return round_to(kind, decode(kind, a) * decode(kind, b))
    return (a.view(FLOATS[kind]) * b.view(FLOATS[kind])).view(BITS[kind])


def each_half(operation, kind, *packed):
    """An operation on both halves of packed registers."""
    inner = PACKED[kind]
    halves = UNSIGNED[np.dtype(BITS[inner]).itemsize]
    split = [np.ascontiguousarray(value).view(halves) for value in packed]
    return operation(inner, *split).view(BITS[kind])


# The approximate functions and how far off PTX lets them be: relative, and for lg2 absolute.
WORST = {"ex2": 2.0 ** -22, "lg2": 2.0 ** -22, "rcp": 2.0 ** -23, "rsqrt": 2.0 ** -22.9,
         "sin": 2.0 ** -20.5, "cos": 2.0 ** -20.5}
APPROXIMATE = {"ex2": np.exp2, "lg2": np.log2, "rcp": lambda x: 1 / x,
               "rsqrt": lambda x: 1 / np.sqrt(x), "sin": np.sin, "cos": np.cos}


def approximate(name, bits):
    """Of f32, as wrong as PTX allows, one lane more and another one less: a kernel whose result is
    exact all the same does not depend on how good a card's approximation is. Denormals are zero."""
    with np.errstate(all="ignore"):
        exactly = APPROXIMATE[name](decode("f32", bits))
        error = WORST[name] * (np.arange(len(bits)) % 5 / 2 - 1)
        result = exactly + error * (1 if name in ("lg2", "sin", "cos") else exactly)
        result = np.where(np.isfinite(exactly), result, exactly)
        result = np.where(np.abs(result) < 2.0 ** -126, 0 * result, result)
        return round_to("f32", result)


def to_integer(kind, values, rounding):
    """Rounded and clamped, as cvt.rni and cvt.rzi do; NaN becomes 0."""
    limits = np.iinfo(INTEGERS[kind])
    whole = np.rint(values) if rounding == "rni" else np.trunc(values)
    if limits.max > 1 << 53:
        raise ValueError(f"no conversion to {kind}")
    whole = np.where(np.isnan(whole), 0, whole)
    return np.clip(whole, limits.min, limits.max).astype(INTEGERS[kind])
