"""Frames of docs/protocol.md, field by field. Everything here was written from that page alone."""

import struct

KINDS = ["REQUEST", "REPLY", "ACK", "OPEN", "OPENED", "RETRY", "CAPS", "CAPS_REPLY", "CLOSE",
         "GOAWAY", "PROBE", "PROBE_REPLY"]
OPERANDS, FENCED, DATA = 0x01, 0x02, 0x04
WIDTH_4, WIDTH_16 = 0x10, 0x20
TICKET, QUIET, CONTINUE, ALL, CAPABILITY = 0x01, 0x02, 0x04, 0x08, 0x10
WIDE, RESULT_DATA = 0x01, 0x02


def kind(name):
    return KINDS.index(name) + 1


def crc32c(data):
    """RFC 3720 appendix B.4, bit by bit."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


assert crc32c(b"123456789") == 0xE3069283


def up(number, multiple):
    return -(-number // multiple) * multiple


def u(value, size):
    return (value % (1 << 8 * size)).to_bytes(size, "big")


def put(frame, offset, value, size):
    frame[offset:offset + size] = u(value, size)


def seal(frame):
    """Puts the check into bytes 4 to 7."""
    put(frame, 4, 0, 4)
    put(frame, 4, crc32c(frame), 4)
    return bytes(frame)


def header(length, name, flags=0, count=0, session=0, packet=0, operation=0, last16=0):
    frame = bytearray(length)
    frame[0:4] = bytes([1, kind(name), flags, count])
    put(frame, 8, session, 8)
    put(frame, 16, packet, 8)
    put(frame, 24, operation, 6)
    put(frame, 30, last16, 2)
    return frame


def instruction(opcode, address=0, length=0, operands=None, data=None, iflags=0, handle=0,
                fence=None):
    """One instruction as fields; operands is a pair or None, data is bytes or None."""
    iflags |= OPERANDS if operands is not None else 0
    iflags |= FENCED if fence is not None else 0
    iflags |= DATA if data is not None else 0
    return {"opcode": opcode, "iflags": iflags, "handle": handle, "length": length,
            "address": address, "operands": operands, "fence": fence, "data": data}


def core(one):
    out = bytes([one["opcode"], one["iflags"]]) + u(one["handle"], 2) + u(one["length"], 4)
    out += u(one["address"], 8)
    for pair in (one["operands"], one["fence"]):
        if pair is not None:
            out += u(pair[0], 8) + u(pair[1], 8)
    return out


def data_area(stream_end, pieces):
    """Offsets of the pieces of data, and where the last one ends."""
    at = up(stream_end, 64)
    offsets = []
    end = stream_end
    for piece in pieces:
        at = up(at, 16)
        offsets.append(at)
        at += len(piece)
        end = at
    return offsets, end


def request(instructions, flags=0, session=0, packet=0, operation=0, distance=0, length=None,
            ticket=None, capability=None):
    stream = b"".join(core(one) for one in instructions)
    pieces = [one["data"] for one in instructions if one["data"] is not None]
    offsets, end = data_area(32 + len(stream), pieces)
    flags |= (TICKET if ticket else 0) | (CAPABILITY if capability else 0)
    trailer = (capability or b"") + (ticket or b"")
    size = up(end + len(trailer), 64)
    length = length or size
    assert length >= size
    frame = header(length, "REQUEST", flags, len(instructions), session, packet, operation,
                   distance)
    frame[32:32 + len(stream)] = stream
    for offset, piece in zip(offsets, pieces):
        frame[offset:offset + len(piece)] = piece
    if trailer:
        frame[length - len(trailer):] = trailer
    return seal(frame)


def result(opcode, status=0, value=0, high=None, data=None):
    return {"opcode": opcode, "status": status, "value": value, "high": high, "data": data}


def reply(results, session=0, packet=0, operation=0, residence=0, occupancy=0, rflags=0, credit=0,
          echo=0):
    stream = b""
    pieces = []
    for one in results:
        vflags = WIDE if one["high"] is not None else 0
        length = 0
        if one["data"] is not None:
            vflags |= RESULT_DATA
            length = len(one["data"])
            pieces.append(one["data"])
        stream += bytes([one["opcode"], one["status"], vflags, 0]) + u(length, 4)
        stream += u(one["value"], 8)
        if one["high"] is not None:
            stream += u(one["high"], 8) + bytes(8)
    offsets, end = data_area(48 + len(stream), pieces)
    frame = header(up(end, 64), "REPLY", 0, len(results), session, packet, operation, residence)
    frame[32] = occupancy
    frame[33] = rflags
    put(frame, 36, credit, 4)
    put(frame, 40, echo, 8)
    frame[48:48 + len(stream)] = stream
    for offset, piece in zip(offsets, pieces):
        frame[offset:offset + len(piece)] = piece
    return seal(frame)


def ack(words, session, packet, cumulative, residence=0, occupancy=0, rflags=0, credit=0, echo=0):
    frame = header(64 if len(words) <= 2 else 128, "ACK", 0, 0, session, packet, cumulative,
                   residence)
    frame[32] = occupancy
    frame[33] = rflags
    put(frame, 34, len(words), 2)
    put(frame, 36, credit, 4)
    put(frame, 40, echo, 8)
    for i, word in enumerate(words):
        put(frame, 48 + 8 * i, word, 8)
    return seal(frame)


def compact(opcode, sequence, address, operand=b""):
    return bytes([opcode]) + u(sequence, 2) + u(address, 8) + operand


def compact_reply(sequence, value, status, occupancy):
    return bytes([0xEF]) + u(sequence, 2) + u(value, 8) + bytes([status, occupancy])
