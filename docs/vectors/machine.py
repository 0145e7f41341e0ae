"""Runs instructions as docs/instructions.md says, over a bytearray."""

import arithmetic
from frames import *

U64 = (1 << 64) - 1
DONE, OUT_OF_RANGE, MISALIGNED, UNKNOWN_OPCODE, BAD_OPERAND, SESSION_REQUIRED = range(6)
REPLY_TOO_LARGE, READ_ONLY, UNSUPPORTED = 9, 11, 20
BINARY = ["ADD", "SUBTRACT", "MULTIPLY", "MIN", "MAX", "XOR"]
VECTOR_BYTES_MAX = 8192


class Refused(Exception):
    def __init__(self, status, value=0):
        super().__init__(status)
        self.status, self.value = status, value


class Machine:
    def __init__(self, memory, base=0x10000, read_only=False, room=8192):
        self.memory, self.base, self.read_only, self.room = bytearray(memory), base, read_only, room

    def run(self, one):
        try:
            return self.execute(one)
        except Refused as refused:
            return result(one["opcode"], refused.status, refused.value)

    def execute(self, one):
        opcode, flags = one["opcode"], one["iflags"]
        base_family = opcode in range(0x20, 0x25)
        atomic = opcode in range(0x30, 0x3B)
        vector = opcode in [*range(0x40, 0x48), *range(0x50, 0x5A)]
        if not (base_family or atomic or vector):
            raise Refused(UNKNOWN_OPCODE)
        if flags & FENCED:
            raise Refused(UNSUPPORTED)
        takes_operands = opcode not in (0x20, 0x21)
        takes_data = opcode in (0x21, 0x32) or vector and opcode not in (0x46, 0x56, 0x57, 0x59)
        if (flags & OPERANDS and not takes_operands or flags & DATA and not takes_data
                or flags & 0x30 and not atomic or flags & 0x30 == 0x30 or flags & 0xC8
                or takes_operands and not atomic and not flags & OPERANDS):
            raise Refused(BAD_OPERAND)
        if atomic:
            return self.atomic(one)
        return self.vector(one) if vector else self.base_instruction(one)

    def range(self, address, length):
        end = self.base + len(self.memory)
        if address < self.base or address >= end:
            raise Refused(OUT_OF_RANGE, address)
        if address + length > end:
            raise Refused(OUT_OF_RANGE, end)
        return address - self.base

    def changing(self):
        if self.read_only:
            raise Refused(READ_ONLY)

    def base_instruction(self, one):
        opcode, length, address = one["opcode"], one["length"], one["address"]
        if opcode == 0x24:
            if one["operands"][0] >= 1 << 48:
                raise Refused(BAD_OPERAND)
            raise Refused(SESSION_REQUIRED)
        if length == 0 or opcode in (0x22, 0x23) and length > 1 << 24:
            raise Refused(BAD_OPERAND)
        if opcode == 0x21 and one["data"] is None or opcode == 0x22 and one["operands"][1]:
            raise Refused(BAD_OPERAND)
        at = self.range(address, length)
        if opcode == 0x20:
            if length > self.room:
                raise Refused(REPLY_TOO_LARGE, self.room)
            return result(opcode, DONE, 0, data=bytes(self.memory[at:at + length]))
        if opcode == 0x21:
            content = one["data"]
        elif opcode == 0x22:
            source = self.range(one["operands"][0], length)
            content = bytes(self.memory[source:source + length])
        else:
            content = bytes([one["operands"][0] & 0xFF]) * length
        self.changing()
        self.memory[at:at + length] = content
        return result(opcode, DONE, length)

    def atomic(self, one):
        opcode, flags = one["opcode"], one["iflags"]
        width = {0: 8, 0x10: 4, 0x20: 16}[flags & 0x30]
        if width == 16 and opcode not in (0x31, 0x32) or width != 8 and opcode == 0x3A:
            raise Refused(UNSUPPORTED)
        packed = one["length"] - (1 << 32) if one["length"] >> 31 else one["length"]
        first, second = one["operands"] or (packed, packed >> 64)
        if opcode == 0x32:
            if width == 16:
                if flags & OPERANDS or not flags & DATA or one["length"] != 32:
                    raise Refused(BAD_OPERAND)
            elif flags & DATA or not flags & OPERANDS:
                raise Refused(BAD_OPERAND)
        if opcode == 0x3A and not 1 <= first % (1 << 64) <= 1 << 32:
            raise Refused(BAD_OPERAND)
        at = self.range(one["address"], width)
        if one["address"] % width:
            raise Refused(MISALIGNED, width)
        self.changing()
        mask = (1 << 8 * width) - 1
        old = int.from_bytes(self.memory[at:at + width], "little")
        if width == 16:
            if opcode == 0x31:
                new = (first & U64) | (second & U64) << 64
            else:
                expected = int.from_bytes(one["data"][:16], "little")
                new = int.from_bytes(one["data"][16:], "little") if old == expected else old
        else:
            operand = first & mask
            signed_pair = [arithmetic.signed(x, width) for x in (old, operand)]
            new = {0x30: old + operand, 0x31: operand,
                   0x32: second if old == operand else old, 0x33: old & operand,
                   0x34: old | operand, 0x35: old ^ operand, 0x36: min(signed_pair),
                   0x37: max(signed_pair), 0x38: min(old, operand), 0x39: max(old, operand),
                   0x3A: old + operand}[opcode] & mask
        self.memory[at:at + width] = new.to_bytes(width, "little")
        if width == 16:
            return result(opcode, DONE, old & U64, high=old >> 64)
        return result(opcode, DONE, old)

    def vector(self, one):
        opcode, length, address = one["opcode"], one["length"], one["address"]
        word, other = one["operands"]
        kind, target = word & 0xFF, word >> 8 & 0xFF
        converts = opcode & 0xF == 7
        if (kind not in arithmetic.SIZES or word >> 16 or (target not in arithmetic.SIZES)
                == converts or not converts and target):
            raise Refused(BAD_OPERAND)
        size = arithmetic.SIZES[kind]
        count = length // size
        written = count * arithmetic.SIZES[target] if converts else length
        if length == 0 or length % size or max(length, written) > VECTOR_BYTES_MAX:
            raise Refused(BAD_OPERAND)
        scales, sums = opcode & 0xF == 6, opcode == 0x59
        if other and (one["data"] is not None or sums or opcode == 0x57):
            raise Refused(BAD_OPERAND)
        into_memory = opcode < 0x50
        own = written if opcode == 0x47 else length
        own_size = arithmetic.SIZES[target] if opcode == 0x47 else size
        second = not scales and not sums and opcode != 0x57 and one["data"] is None
        at = self.range(address, own)
        source = self.range(other, length) if second else None
        if address % own_size:
            raise Refused(MISALIGNED, own_size)
        if second and other % size:
            raise Refused(MISALIGNED, size)
        reduces = opcode in (0x58, 0x59)
        if not into_memory and not reduces and written > self.room:
            raise Refused(REPLY_TOO_LARGE, self.room)
        if into_memory:
            self.changing()
        right = one["data"] if one["data"] is not None else (
            bytes(self.memory[source:source + length]) if second else b"")
        right = arithmetic.unpack(kind, right)
        left = arithmetic.unpack(kind, bytes(self.memory[at:at + length]))
        if reduces:
            return result(opcode, DONE, arithmetic.reduce(kind, left, None if sums else right))
        if converts:
            elements = right if opcode == 0x47 else left
            out = arithmetic.pack(target, [arithmetic.convert(kind, target, e) for e in elements])
        elif scales:
            factor = other & (1 << 8 * size) - 1
            out = arithmetic.pack(kind, [arithmetic.combine("MULTIPLY", kind, e, factor)
                                         for e in left])
        else:
            operation = BINARY[opcode & 0xF]
            out = arithmetic.pack(kind, [arithmetic.combine(operation, kind, a, b)
                                         for a, b in zip(left, right)])
        if not into_memory:
            return result(opcode, DONE, 0, data=out)
        self.memory[at:at + len(out)] = out
        return result(opcode, DONE, len(out))
