"""Arithmetic of vectors, exact: fractions rounded once, to nearest, ties to even."""

from fractions import Fraction

I8, I16, I32, I64, F16, BF16, F32, F64 = range(1, 9)
NAMES = {I8: "i8", I16: "i16", I32: "i32", I64: "i64", F16: "f16", BF16: "bf16", F32: "f32",
         F64: "f64"}
SIZES = {I8: 1, I16: 2, I32: 4, I64: 8, F16: 2, BF16: 2, F32: 4, F64: 8}
FRACTION_BITS = {F16: 10, BF16: 7, F32: 23, F64: 52}


def is_float(kind):
    return kind >= F16


class Format:
    def __init__(self, kind):
        self.bits = 8 * SIZES[kind]
        self.fraction = FRACTION_BITS[kind]
        self.exponent = self.bits - 1 - self.fraction
        self.bias = (1 << self.exponent - 1) - 1
        self.sign = 1 << self.bits - 1
        self.infinity = ((1 << self.exponent) - 1) << self.fraction
        self.nan = self.infinity | 1 << self.fraction - 1

    def parts(self, bits):
        """Sign as 0 or 1, and "nan", "inf" or the absolute value as a fraction."""
        sign = bits >> self.bits - 1
        rest = bits & self.sign - 1
        if rest > self.infinity:
            return sign, "nan"
        if rest == self.infinity:
            return sign, "inf"
        exponent = rest >> self.fraction
        mantissa = rest & (1 << self.fraction) - 1
        if exponent:
            mantissa |= 1 << self.fraction
        return sign, Fraction(mantissa) * Fraction(2) ** (max(exponent, 1) - self.bias
                                                          - self.fraction)

    def round(self, sign, value):
        """A fraction, 0 or more, to bits."""
        head = self.sign if sign else 0
        if value == 0:
            return head
        exponent = value.numerator.bit_length() - value.denominator.bit_length()
        while Fraction(2) ** exponent > value:
            exponent -= 1
        while Fraction(2) ** (exponent + 1) <= value:
            exponent += 1
        exponent = max(exponent, 1 - self.bias)
        scaled = value / Fraction(2) ** (exponent - self.fraction)
        whole = scaled.numerator // scaled.denominator
        rest = scaled - whole
        if rest > Fraction(1, 2) or rest == Fraction(1, 2) and whole & 1:
            whole += 1
        # A subnormal that rounds up to the smallest normal, or a carry, moves into the exponent.
        bits = whole + ((exponent + self.bias - 1) << self.fraction)
        return head | min(bits, self.infinity)


FORMATS = {kind: Format(kind) for kind in FRACTION_BITS}


def signed(bits, size):
    return bits - (1 << 8 * size) if bits >> 8 * size - 1 else bits


def float_add(form, a, b):
    (sign_a, value_a), (sign_b, value_b) = form.parts(a), form.parts(b)
    if "nan" in (value_a, value_b):
        return form.nan
    if value_a == "inf" or value_b == "inf":
        if value_a == value_b and sign_a != sign_b:
            return form.nan
        return (a if value_a == "inf" else b)
    total = (-value_a if sign_a else value_a) + (-value_b if sign_b else value_b)
    if total == 0:
        return form.sign if sign_a and sign_b and value_a == 0 and value_b == 0 else 0
    return form.round(total < 0, abs(total))


def float_multiply(form, a, b):
    (sign_a, value_a), (sign_b, value_b) = form.parts(a), form.parts(b)
    if "nan" in (value_a, value_b):
        return form.nan
    sign = sign_a ^ sign_b
    if value_a == "inf" or value_b == "inf":
        if value_a == 0 or value_b == 0:
            return form.nan
        return form.infinity | (form.sign if sign else 0)
    return form.round(sign, value_a * value_b)


def float_order(form, bits):
    return -(bits ^ form.sign) - 1 if bits & form.sign else bits


def combine(operation, kind, a, b):
    """One element: memory's a, the other's b."""
    size = SIZES[kind]
    mask = (1 << 8 * size) - 1
    if operation == "XOR":
        return a ^ b
    if not is_float(kind):
        x, y = signed(a, size), signed(b, size)
        return {"ADD": x + y, "SUBTRACT": x - y, "MULTIPLY": x * y, "MIN": min(x, y),
                "MAX": max(x, y)}[operation] & mask
    form = FORMATS[kind]
    if operation == "ADD":
        return float_add(form, a, b)
    if operation == "SUBTRACT":
        return float_add(form, a, b ^ form.sign)
    if operation == "MULTIPLY":
        return float_multiply(form, a, b)
    if "nan" in (form.parts(a)[1], form.parts(b)[1]):
        return form.nan
    smaller = float_order(form, a) <= float_order(form, b)
    return a if smaller == (operation == "MIN") else b


def convert(kind, target, bits):
    size = SIZES[target]
    mask = (1 << 8 * size) - 1
    if not is_float(kind):
        number = signed(bits, SIZES[kind])
        if not is_float(target):
            return number & mask
        return FORMATS[target].round(number < 0, Fraction(abs(number)))
    sign, value = FORMATS[kind].parts(bits)
    if is_float(target):
        form = FORMATS[target]
        if value == "nan":
            return form.nan
        if value == "inf":
            return form.infinity | (form.sign if sign else 0)
        return form.round(sign, value)
    if value == "nan":
        return 0
    least, most = -(1 << 8 * size - 1), (1 << 8 * size - 1) - 1
    if value == "inf":
        return (least if sign else most) & mask
    whole = value.numerator // value.denominator
    return max(least, min(most, -whole if sign else whole)) & mask


def accumulator(kind):
    return F64 if kind == F64 else F32 if is_float(kind) else I64


def reduce(kind, left, right=None):
    """SUM, or DOT if there is a right side: 16 lanes, then the tree."""
    wide = accumulator(kind)

    def widened(bits):
        return convert(kind, wide, bits)

    lanes = [0] * 16
    for i, bits in enumerate(left):
        term = widened(bits)
        if right is not None:
            term = combine("MULTIPLY", wide, term, widened(right[i]))
        lanes[i % 16] = combine("ADD", wide, lanes[i % 16], term)
    for step in (8, 4, 2, 1):
        for i in range(step):
            lanes[i] = combine("ADD", wide, lanes[i], lanes[i + step])
    return lanes[0]


def unpack(kind, data):
    size = SIZES[kind]
    return [int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)]


def pack(kind, elements):
    return b"".join(bits.to_bytes(SIZES[kind], "little") for bits in elements)


def specials(kind):
    """Elements at which arithmetic goes wrong."""
    bits = 8 * SIZES[kind]
    if not is_float(kind):
        top = 1 << bits - 1
        return [0, 1, (1 << bits) - 1, top, top - 1, top + 1, 7, 1 << bits // 2]
    form = FORMATS[kind]
    one = form.bias << form.fraction
    return [0, form.sign, 1, form.sign | 1, (1 << form.fraction) - 1, 1 << form.fraction,
            one, form.sign | one, one + 1, form.infinity - 1, form.infinity,
            form.sign | form.infinity, form.nan, form.sign | form.infinity | 1]
