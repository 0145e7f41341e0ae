"""executed.json and vector-*.json: memory before, packet in, memory after, packet out."""

import random

import arithmetic
from arithmetic import F32, NAMES, SIZES
from frames import *
from machine import BINARY, Machine

BASE = 0x10000


def case(name, memory, instructions, read_only=False, room=8192):
    """The device answers with occupancy, residence and credit 0, and with packet number 1."""
    machine = Machine(memory, BASE, read_only, room)
    results = []
    for one in instructions:
        results.append(machine.run(one))
        if results[-1]["status"]:
            break
    return {"name": name, "base": "0x%016x" % BASE, "read_only": read_only, "reply_room": room,
            "memory_before": bytes(memory).hex(),
            "packet_in": request(instructions, session=7, packet=5, operation=3).hex(),
            "memory_after": bytes(machine.memory).hex(),
            "packet_out": reply(results, session=7, packet=1, operation=3, echo=5).hex()}


def plain():
    memory = bytes((i * 37 + 11) & 0xFF for i in range(128))
    out = []

    def add(name, *instructions, **rest):
        out.append(case(name, memory, list(instructions), **rest))

    add("read across words", instruction(0x20, BASE + 3, 21))
    add("read to the last byte", instruction(0x20, BASE + 120, 8))
    add("write across words", instruction(0x21, BASE + 5, 13, data=b"thirteen byte"))
    add("copy up, overlapping", instruction(0x22, BASE + 9, 40, operands=(BASE + 2, 0)))
    add("copy down, overlapping", instruction(0x22, BASE + 2, 40, operands=(BASE + 9, 0)))
    add("fill with the low byte", instruction(0x23, BASE + 1, 30, operands=(0x1234, 99)))
    operands = [5, 0xFFFFFFFFFFFFFFF0, 0x00FF00FF_F0F0F0F0, 1 << 63]
    for opcode in range(0x30, 0x3B):
        for operand in operands:
            for flags in (0, WIDTH_4):
                if opcode == 0x3A and (flags or operand > 1 << 32):
                    continue
                second = 0x1122334455667788 if opcode == 0x32 else 0
                add(f"0x{opcode:02x} with 0x{operand:x}, iflags {flags}",
                    instruction(opcode, BASE + 40, 0, operands=(operand, second), iflags=flags))
        if opcode not in (0x32, 0x3A):
            add(f"0x{opcode:02x}, operand -3 in the length field",
                instruction(opcode, BASE + 16, 0xFFFFFFFD))
    for width, flags in ((8, 0), (4, WIDTH_4)):
        found = int.from_bytes(memory[48:48 + width], "little")
        add(f"compare-and-swap of {width} bytes that meets what it expects",
            instruction(0x32, BASE + 48, 0, operands=(found, 99), iflags=flags))
    add("swap of 16 bytes", instruction(0x31, BASE + 32, 0, operands=(1, 2), iflags=WIDTH_16))
    add("swap of 16 bytes with -1 in the length field",
        instruction(0x31, BASE + 32, 0xFFFFFFFF, iflags=WIDTH_16))
    add("compare-and-swap of 16 bytes, equal",
        instruction(0x32, BASE + 64, 32, data=memory[64:80] + bytes(range(16)), iflags=WIDTH_16))
    add("compare-and-swap of 16 bytes, high half differs",
        instruction(0x32, BASE + 64, 32, data=memory[64:79] + bytes(17), iflags=WIDTH_16))
    add("tickets", instruction(0x3A, BASE + 8, 0, operands=(1 << 32, 0)))
    add("write, add, read in one packet", instruction(0x21, BASE, 8, data=bytes(8)),
        instruction(0x30, BASE, 6), instruction(0x20, BASE, 16))
    refusals = [
        ("unknown opcode", instruction(0x2F, BASE, 8), {}),
        ("the user's opcode without a user", instruction(0xC0, BASE, 8), {}),
        ("fenced", instruction(0x20, BASE, 8, fence=(BASE, 1)), {}),
        ("operands that READ does not take", instruction(0x20, BASE, 8, operands=(0, 0)), {}),
        ("a width that READ does not take", instruction(0x20, BASE, 8, iflags=WIDTH_4), {}),
        ("data that FETCH_ADD does not take", instruction(0x30, BASE, 8, data=bytes(8)), {}),
        ("COPY without operands", instruction(0x22, BASE, 8), {}),
        ("COPY with operand 1", instruction(0x22, BASE, 8, operands=(BASE, 1)), {}),
        ("16 bytes that FETCH_ADD does not have", instruction(0x30, BASE, 8, iflags=WIDTH_16), {}),
        ("READ of nothing", instruction(0x20, BASE, 0), {}),
        ("WRITE without data", instruction(0x21, BASE, 8), {}),
        ("no tickets", instruction(0x3A, BASE, 0, operands=(0, 0)), {}),
        ("too many tickets", instruction(0x3A, BASE, 0, operands=((1 << 32) + 1, 0)), {}),
        ("OUTCOME above 48 bits", instruction(0x24, 0, 0, operands=(1 << 48, 0)), {}),
        ("OUTCOME without a session", instruction(0x24, 0, 0, operands=(1, 0)), {}),
        ("below the region", instruction(0x20, BASE - 1, 8), {}),
        ("one byte beyond", instruction(0x20, BASE + 121, 8), {}),
        ("a sum beyond 64 bits", instruction(0x20, (1 << 64) - 4, 8), {}),
        ("copy from beyond", instruction(0x22, BASE, 8, operands=(BASE + 125, 0)), {}),
        ("misaligned by 4", instruction(0x30, BASE + 4, 1), {}),
        ("misaligned by 2", instruction(0x30, BASE + 2, 1, iflags=WIDTH_4), {}),
        ("misaligned by 8", instruction(0x31, BASE + 8, 1, iflags=WIDTH_16), {}),
        ("no room for the reply", instruction(0x20, BASE, 65), {"room": 64}),
        ("read-only", instruction(0x30, BASE, 1), {"read_only": True}),
    ]
    for name, one, rest in refusals:
        add("refused: " + name, one, **rest)
    add("stops at the first refusal", instruction(0x30, BASE, 1), instruction(0x30, BASE + 1, 1),
        instruction(0x30, BASE + 8, 1))
    add("data stays where the results that came end", instruction(0x20, BASE, 16),
        instruction(0x30, BASE + 1, 1), *[instruction(0x30, BASE, 1) for _ in range(6)])
    return out


def vectors(kind):
    """All vector instructions of one element type."""
    size = SIZES[kind]
    special = arithmetic.specials(kind)
    draw = random.Random(kind)
    some = [draw.getrandbits(8 * size) for _ in range(37)]
    if kind >= arithmetic.F16:
        form = arithmetic.FORMATS[kind]
        near = lambda: (form.bias + draw.randrange(-2, 3) << form.fraction
                        | draw.getrandbits(form.fraction) | draw.getrandbits(1) << form.bits - 1)
        some = [near() for _ in range(37)]
    left = [a for a in special for _ in special] + some
    right = [b for _ in special for b in special] + some[::-1]
    bytes_left, bytes_right = arithmetic.pack(kind, left), arithmetic.pack(kind, right)
    memory = bytes_left + bytes(-len(bytes_left) % 64 + 64)
    length = len(bytes_left)
    short = arithmetic.pack(kind, some)
    short_memory = bytes(8) + short + bytes(-len(short) % 8)
    short_memory += arithmetic.pack(kind, some[::-1]) + bytes(-len(short) % 8 + 8)
    second = BASE + 8 + len(short) + -len(short) % 8
    out = []

    def add(name, memory_before, opcode, address, count, operands, data=None, **rest):
        out.append(case(f"{NAMES[kind]} {name}", memory_before,
                        [instruction(opcode, address, count, operands=operands, data=data)],
                        **rest))

    for i, operation in enumerate(BINARY):
        add(f"{operation} of all special pairs", memory, 0x40 + i, BASE, length, (kind, 0),
            bytes_right)
        add(f"{operation} from memory", short_memory, 0x40 + i, BASE + 8, len(short),
            (kind, second))
        add(f"{operation} into the packet", short_memory, 0x50 + i, BASE + 8 + size,
            len(short) - size, (kind, 0), short[size:])
        add(f"{operation} of overlapping ranges", short_memory, 0x40 + i, BASE + 8 + size,
            len(short) - size, (kind, BASE + 8))
    for factor in special[:8] + some[:1]:
        add(f"SCALE by 0x{factor:x}", short_memory, 0x46, BASE + 8, len(short), (kind, factor))
    add("SCALE into the packet", memory, 0x56, BASE, length, (kind, some[3]))
    for target in SIZES:
        elements = special + some
        source = arithmetic.pack(kind, elements)
        room = bytes(len(elements) * SIZES[target] + 8)
        add(f"CONVERT to {NAMES[target]}", room, 0x47, BASE + 8, len(source),
            (kind | target << 8, 0), source)
        add(f"CONVERT to {NAMES[target]} into the packet", short_memory, 0x57, BASE + 8,
            len(short), (kind | target << 8, 0))
    add("CONVERT from memory", short_memory, 0x47, BASE, 8 * size,
        (kind | F32 << 8, second)) if size * 8 + 8 > 32 else None
    add("DOT with the packet", short_memory, 0x58, BASE + 8, len(short), (kind, 0), short)
    add("DOT of two ranges", short_memory, 0x58, BASE + 8, len(short), (kind, second))
    add("DOT with specials", memory, 0x58, BASE, length, (kind, 0), bytes_right)
    add("SUM", short_memory, 0x59, BASE + 8, len(short), (kind, 0))
    add("SUM of one", short_memory, 0x59, BASE + 8, size, (kind, 0))
    if kind == F32:
        big = arithmetic.pack(kind, [draw.getrandbits(32) for _ in range(2048)])
        add("ADD of 2,048 in one frame", big, 0x40, BASE, 8192, (kind, 0),
            arithmetic.pack(kind, [draw.getrandbits(32) for _ in range(2048)]))
        refusals(add)
    return out


def refusals(add):
    memory = bytes(16384)
    word = arithmetic.pack(F32, [1, 2])
    for name, opcode, address, length, operands, data, rest in (
            ("no type", 0x40, BASE, 8, (0, 0), word, {}),
            ("type 9", 0x40, BASE, 8, (9, 0), word, {}),
            ("a second type outside CONVERT", 0x40, BASE, 8, (F32 | F32 << 8, 0), word, {}),
            ("a bit above the types", 0x40, BASE, 8, (F32 | 1 << 16, 0), word, {}),
            ("CONVERT without a target", 0x47, BASE, 8, (F32, 0), word, {}),
            ("half an element", 0x40, BASE, 6, (F32, 0), word[:6], {}),
            ("nothing", 0x40, BASE, 0, (F32, BASE), None, {}),
            ("8,196 bytes", 0x40, BASE, 8196, (F32, BASE), None, {}),
            ("a result of 8,200 bytes", 0x57, BASE, 4100, (F32 | 8 << 8, 0), None, {}),
            ("data and a second address", 0x40, BASE, 8, (F32, BASE), word, {}),
            ("SCALE with data", 0x46, BASE, 8, (F32, 0), word, {}),
            ("SUM with operand 1", 0x59, BASE, 8, (F32, 1), None, {}),
            ("one element beyond", 0x40, BASE + 16380, 8, (F32, 0), word, {}),
            ("a source beyond", 0x40, BASE, 8, (F32, BASE + 16380), None, {}),
            ("misaligned", 0x40, BASE + 2, 8, (F32, 0), word, {}),
            ("a misaligned source", 0x40, BASE, 8, (F32, BASE + 2), None, {}),
            ("CONVERT to a misaligned target", 0x47, BASE + 4, 8, (F32 | 8 << 8, 0), word, {}),
            ("no room", 0x50, BASE, 8, (F32, 0), word, {"room": 4}),
            ("read-only", 0x40, BASE, 8, (F32, 0), word, {"read_only": True})):
        short = memory[:16384 if address > BASE + 99 or operands[1] > BASE + 99 or length > 99
                       else 64]
        add("refused: " + name, short, opcode, address, length, operands, data, **rest)
