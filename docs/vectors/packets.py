"""packets.json and malformed.json: what frames look like, and what is dropped with which reason."""

from frames import *

TICKET_BYTES = bytes(range(0x40, 0x80))
SESSION = 0x02_00AB_CDEF_0123_45
LANE_PACKET = 0x0003_0000_0000_0011


def wide(value):
    """64 bits do not survive every JSON reader as a number."""
    return f"0x{value:016x}"


def described(one):
    """An instruction for JSON."""
    out = {"opcode": one["opcode"], "iflags": one["iflags"], "handle": one["handle"],
           "length": one["length"], "address": wide(one["address"])}
    if one["operands"] is not None:
        out["operand0"], out["operand1"] = map(wide, one["operands"])
    if one["fence"] is not None:
        out["lock_address"], out["fencing_token"] = map(wide, one["fence"])
    if one["data"] is not None:
        out["data"] = one["data"].hex()
    return out


def described_result(one):
    out = {"opcode": one["opcode"], "status": one["status"], "value": wide(one["value"])}
    if one["high"] is not None:
        out["value_high"] = wide(one["high"])
    if one["data"] is not None:
        out["data"] = one["data"].hex()
    return out


def packet(name, form, kind_name, frame, **fields):
    to_device = kind_name in ("REQUEST", "OPEN", "CLOSE", "CAPS", "PROBE")
    return {"name": name, "form": form, "kind": kind_name,
            "direction": "to_device" if to_device else "to_client",
            "frame": frame.hex(), "fields": fields}


def requests():
    out = []

    def add(name, instructions, **rest):
        shown = dict(rest)
        for key in ("ticket", "capability"):
            if key in shown:
                shown[key] = shown[key].hex()
        shown.setdefault("flags", 0)
        shown["flags"] |= (TICKET if "ticket" in rest else 0)
        shown["flags"] |= (CAPABILITY if "capability" in rest else 0)
        for key in ("session", "packet", "operation"):
            shown[key] = wide(rest.get(key, 0))
        shown["distance"] = rest.get("distance", 0)
        shown.pop("length", None)
        frame = request(instructions, **rest)
        out.append(packet(name, "full", "REQUEST", frame, **shown,
                          instructions=[described(one) for one in instructions]))

    add("one read without a session", [instruction(0x20, 0x1000, 256)], packet=1)
    add("a read padded to the size of its reply", [instruction(0x20, 0x1000, 256)], packet=1,
        length=320)
    add("a fetch-add of 16 bytes, operand in the length field",
        [instruction(0x30, 0x40, 0xFFFFFFFF)], session=SESSION, packet=LANE_PACKET,
        operation=0x0000_1234_5678_9ABC, distance=65535)
    add("a write whose data starts at 64", [instruction(0x21, 0x2003, 5, data=b"\1\2\3\4\5")],
        session=SESSION, packet=7, operation=3, distance=2)
    add("operands leave the data at 64",
        [instruction(0x40, 0x40, 8, operands=(7, 0), data=bytes(range(8)))], session=SESSION)
    add("operands and a fence push the data to 128",
        [instruction(0x40, 0x40, 8, operands=(7, 0), data=bytes(range(8)),
                     fence=(0x3F8, 0x8000_0000_0000_0001))], session=SESSION)
    add("three instructions, data of two, each at a multiple of 16",
        [instruction(0x21, 0x100, 5, data=b"abcde"),
         instruction(0x30, 0x200, 0, operands=(1 << 63, 0)),
         instruction(0x21, 0x300, 17, data=bytes(range(17)))],
        session=SESSION, packet=8, operation=4, flags=CONTINUE | QUIET)
    add("all or nothing, widths 4 and 16",
        [instruction(0x32, 0x100, 0, operands=(5, 6), iflags=WIDTH_4),
         instruction(0x31, 0x110, 0, operands=(7, 8), iflags=WIDTH_16, handle=0xBEEF)],
        session=SESSION, packet=9, operation=5, flags=ALL)
    add("a ticket in the last 64 bytes", [instruction(0x30, 0x40, 1)], session=SESSION,
        ticket=TICKET_BYTES)
    add("a capability before the ticket, write of 24 bytes",
        [instruction(0x21, 0x40, 24, data=bytes(24), handle=1)], session=SESSION,
        ticket=TICKET_BYTES, capability=bytes(range(128)))
    add("255 instructions", [instruction(0x30, 8 * i, 1) for i in range(255)], session=SESSION)
    add("the largest usual frame: 8,192 bytes of data and one header of 64",
        [instruction(0x21, 0, 8192, data=bytes(i * 7 & 0xFF for i in range(8192)))],
        session=SESSION)
    return out


def replies():
    out = []

    def add(name, results, **rest):
        shown = {key: wide(rest.get(key, 0)) for key in ("session", "packet", "operation", "echo")}
        for key in ("residence", "occupancy", "rflags", "credit"):
            shown[key] = rest.get(key, 0)
        out.append(packet(name, "full", "REPLY", reply(results, **rest), **shown,
                          results=[described_result(one) for one in results]))

    add("a fetch-add is done", [result(0x30, 0, 41)], session=SESSION, packet=5, operation=9,
        residence=65535, occupancy=255, rflags=1, credit=0xFFFFFFFF, echo=LANE_PACKET)
    add("a read: data at 64", [result(0x20, 0, 0, data=bytes(range(100)))], packet=6, echo=3)
    add("a refusal with its detail, sent again from the record",
        [result(0x21, 1, 0xFFFF_FFFF_FFFF_FFFF)], session=SESSION, rflags=2)
    add("a wide value", [result(0x31, 0, 0x1111, high=0x2222)], session=SESSION)
    add("wide, data, plain: the stream is 64 bytes and the data starts at 128",
        [result(0x32, 0, 1, high=2), result(0x20, 0, 0, data=b"seven b"), result(0x30, 2, 8)],
        session=SESSION)
    add("the largest usual frame", [result(0x20, 0, 0, data=bytes(8192))])
    return out


def acknowledgements():
    out = []
    for name, words in (("no bitmap", []), ("one word: bit 0 is the least significant", [1]),
                        ("two words fit 64 bytes", [1 << 63, 0x5555]),
                        ("three words need 128", [1, 2, 3]), ("ten words", list(range(10)))):
        frame = ack(words, SESSION, 0x11, 0xFFFF_0000_0001, 17, 200, 1, 0x80000000, 0x22)
        out.append(packet("acknowledgement, " + name, "full", "ACK", frame,
                          session=wide(SESSION), packet=wide(0x11),
                          operation=wide(0xFFFF_0000_0001), residence=17, occupancy=200, rflags=1,
                          credit=0x80000000, echo=wide(0x22), bitmap=[wide(w) for w in words]))
    return out


def open_frame(flags=0, session=0, window=256, minimum=1, maximum=1, features=3, frame_bytes=1472,
               nonce=0x0102030405060708, ticket=b"", length=128, packet_number=1):
    frame = header(length, "OPEN", flags, 0, session, packet_number, 0, window)
    frame[32:34] = bytes([minimum, maximum])
    put(frame, 34, features, 2)
    put(frame, 36, frame_bytes, 4)
    put(frame, 40, nonce, 8)
    frame[64:64 + len(ticket)] = ticket
    return frame


def control():
    out = []
    fields = {"packet": wide(1), "window": 256, "version_min": 1, "version_max": 1, "features": 3,
              "frame_bytes": 1472, "nonce": wide(0x0102030405060708)}
    out.append(packet("open", "full", "OPEN", seal(open_frame()), session=wide(0), flags=0,
                      **fields))
    out.append(packet("open that resumes, with a ticket", "full", "OPEN",
                      seal(open_frame(1, SESSION, ticket=TICKET_BYTES)), session=wide(SESSION),
                      flags=1, ticket=TICKET_BYTES.hex(), **fields))
    frame = header(128, "OPENED", 0, 0, SESSION, 2, 0, 64)
    frame[32:34] = bytes([1, 1])
    put(frame, 34, 3, 2)
    put(frame, 36, 1472, 4)
    put(frame, 40, 0x0102030405060708, 8)
    put(frame, 48, 0x8877665544332211, 8)
    put(frame, 56, 30_000, 4)
    put(frame, 60, 8192, 4)
    frame[64:128] = TICKET_BYTES
    out.append(packet("opened", "full", "OPENED", seal(frame), session=wide(SESSION),
                      **dict(fields, packet=wide(2), window=64), epoch=wide(0x8877665544332211),
                      lease_ms=30_000, unscheduled_bytes=8192, ticket=TICKET_BYTES.hex()))
    for reason, word in ((1, "unknown"), (2, "moved"), (3, "ticket stale")):
        frame = header(64, "RETRY", 0, 0, SESSION, 4, 77, 0)
        frame[32] = reason
        put(frame, 40, LANE_PACKET, 8)
        put(frame, 48, 5, 8)
        put(frame, 56, 123_456_789_012, 8)
        out.append(packet("retry, " + word, "full", "RETRY", seal(frame), session=wide(SESSION),
                          packet=wide(4), operation=wide(77), reason=reason,
                          echo=wide(LANE_PACKET), epoch=wide(5),
                          epoch_age_ns=wide(123_456_789_012)))
    frame = header(64, "CLOSE", 0, 0, SESSION, 9)
    out.append(packet("close", "full", "CLOSE", seal(frame), session=wide(SESSION),
                      packet=wide(9)))
    frame = header(128, "CAPS", 0, 0, 0, 1)
    put(frame, 40, 99, 8)
    out.append(packet("caps", "full", "CAPS", seal(frame), session=wide(0), packet=wide(1),
                      nonce=wide(99)))
    frame = header(128, "CAPS_REPLY", 0, 0, 0, 2)
    frame[32:34] = bytes([1, 2])
    put(frame, 34, 0x8001, 2)
    put(frame, 36, 8256, 4)
    put(frame, 40, 99, 8)
    put(frame, 48, 6, 8)
    put(frame, 56, 30_000, 4)
    put(frame, 60, 64, 2)
    put(frame, 62, 4, 2)
    frame[64:80] = bytes(range(16))
    put(frame, 80, 1 << 40, 8)
    put(frame, 88, 0x10000, 8)
    put(frame, 96, 5, 4)
    out.append(packet("caps reply", "full", "CAPS_REPLY", seal(frame), session=wide(0),
                      packet=wide(2), version_min=1, version_max=2, features=0x8001,
                      frame_bytes=8256, nonce=wide(99), epoch=wide(6), lease_ms=30_000, window=64,
                      shards=4, device_id=bytes(range(16)).hex(), memory_bytes=wide(1 << 40),
                      memory_base=wide(0x10000), device_flags=5))
    frame = header(64, "GOAWAY", 0, 0, SESSION, 3)
    put(frame, 32, 5000, 4)
    out.append(packet("go away", "full", "GOAWAY", seal(frame), session=wide(SESSION),
                      packet=wide(3), grace_ms=5000))
    frame = header(1472, "PROBE", 0, 0, 0, 1)
    put(frame, 32, 1472, 4)
    put(frame, 40, 0xABCD, 8)
    out.append(packet("probe", "full", "PROBE", seal(frame), session=wide(0), packet=wide(1),
                      frame_bytes=1472, nonce=wide(0xABCD)))
    frame = header(64, "PROBE_REPLY", 0, 0, 0, 2, 0, 12)
    put(frame, 32, 1472, 4)
    put(frame, 40, 0xABCD, 8)
    out.append(packet("probe reply", "full", "PROBE_REPLY", seal(frame), session=wide(0),
                      packet=wide(2), residence=12, frame_bytes=1472, nonce=wide(0xABCD)))
    return out


def compacts():
    out = []
    for name, opcode, operand in (
            ("read of 8 bytes", 0x20, b""), ("read of 3 bytes", 0x20, b"\3"),
            ("write of 6 bytes", 0x21, b"\6abcdef"), ("fetch-add of 1", 0x30, b""),
            ("fetch-add of -2", 0x30, b"\xfe"), ("fetch-add of 7 bytes", 0x30, b"\1" * 7)):
        frame = compact(opcode, 0xFFFE, 0x1122334455667788, operand)
        entry = packet("compact " + name, "compact", "REQUEST", frame, opcode=opcode,
                       sequence=0xFFFE, address=wide(0x1122334455667788), operand=operand.hex())
        out.append(entry)
    out.append(packet("compact reply", "compact", "REPLY",
                      compact_reply(0xFFFE, 0x8000000000000001, 2, 9), sequence=0xFFFE,
                      value=wide(0x8000000000000001), status=2, occupancy=9))
    return out


def packets():
    return requests() + replies() + acknowledgements() + control() + compacts()


def malformed():
    out = []

    def add(drop, name, frame, to="to_device"):
        out.append({"name": name, "direction": to, "frame": bytes(frame).hex(), "drop": drop})

    plain = request([instruction(0x20, 0x1000, 8)], packet=1)

    def changed(offset, value, base=plain, size=1, check=True):
        frame = bytearray(base)
        put(frame, offset, value, size)
        return seal(frame) if check else frame

    for byte in (0x02, 0x0F):
        add("VERSION_UNKNOWN", f"full form of version {byte}", changed(0, byte))
    for length in (1, 4, 63):
        add("TOO_SHORT", f"a full frame of {length} bytes", plain[:length])
    for length in (65, 127, 1400):
        add("LENGTH_NOT_ALIGNED", f"a full frame of {length} bytes",
            (plain + bytes(2000))[:length])
    add("TOO_LONG", "a full frame of 8,384 bytes", seal(bytearray(plain + bytes(8320))))
    add("CHECKSUM_WRONG", "the last bit is flipped", changed(63, plain[63] ^ 1, check=False))
    add("CHECKSUM_WRONG", "a check of 0 means nothing special", changed(4, 0, size=4, check=False))
    add("CHECKSUM_WRONG", "damage is told before an unknown kind", changed(1, 99, check=False))
    for number in (0, 13, 255):
        add("KIND_UNKNOWN", f"kind {number}", changed(1, number))
    for name in ("REPLY", "ACK", "OPENED", "RETRY", "CAPS_REPLY", "GOAWAY"):
        frame = header(128, name, count=1 if name == "REPLY" else 0)
        add("KIND_DIRECTION", f"{name} to a device", seal(frame))
    for name in ("OPEN", "CAPS", "CLOSE"):
        add("KIND_DIRECTION", f"{name} to a client", seal(header(128, name)), "to_client")
    add("KIND_DIRECTION", "REQUEST to a client", plain, "to_client")
    for name in ("OPEN", "CAPS"):
        add("TOO_SHORT", f"{name} of 64 bytes", seal(header(64, name)))
    for name in ("OPENED", "CAPS_REPLY"):
        add("TOO_SHORT", f"{name} of 64 bytes", seal(header(64, name)), "to_client")
    for flag in (0x20, 0x40, 0x80):
        add("FLAG_RESERVED", f"request flag 0x{flag:02x}", changed(2, flag))
    add("FLAG_RESERVED", "a flag in CLOSE", seal(header(64, "CLOSE", flags=1)))
    add("FLAG_RESERVED", "open flag 0x02", seal(header(128, "OPEN", flags=2)))
    add("FLAG_RESERVED", "iflag 0x08", changed(33, 0x08))
    add("FLAG_RESERVED", "iflag 0x40", changed(33, 0x40))
    add("FLAG_RESERVED", "iflag 0x80", changed(33, 0x80))
    add("FLAG_RESERVED", "width 3", changed(33, 0x30))
    answer = reply([result(0x30, 0, 1)], packet=1)
    add("FLAG_RESERVED", "rflag 0x04", changed(33, 0x04, answer), "to_client")
    add("FLAG_RESERVED", "vflag 0x04", changed(50, 0x04, answer), "to_client")
    add("FLAG_RESERVED", "a flag in REPLY", changed(2, 1, answer), "to_client")
    add("COUNT_WRONG", "a request of nothing", changed(3, 0))
    add("COUNT_WRONG", "a reply of nothing", changed(3, 0, answer), "to_client")
    add("COUNT_WRONG", "CLOSE with a count", seal(header(64, "CLOSE", count=1)))
    eleven = header(192, "ACK")
    put(eleven, 34, 11, 2)
    add("COUNT_WRONG", "an acknowledgement of eleven words", seal(eleven), "to_client")
    three = header(64, "ACK")
    put(three, 34, 3, 2)
    add("COUNT_WRONG", "three words in 64 bytes", seal(three), "to_client")
    add("STREAM_OVERRUN", "three instructions in 32 bytes", changed(3, 3))
    add("STREAM_OVERRUN", "operands beyond the end",
        changed(3, 2, changed(49, OPERANDS)))
    add("STREAM_OVERRUN", "two results in 16 bytes", changed(3, 2, answer), "to_client")
    write = request([instruction(0x21, 0, 64, data=bytes(64))])
    add("DATA_OVERRUN", "one byte more than the frame holds", changed(36, 65, write, 4))
    add("DATA_OVERRUN", "a length near 2^32", changed(36, 0xFFFFFFFF, write, 4))
    add("TRAILER_OVERRUN", "a ticket without room", changed(2, TICKET))
    add("TRAILER_OVERRUN", "a capability without room", changed(2, CAPABILITY))
    add("SEAL_UNAVAILABLE", "sealed, to a device without keys", changed(0, 0x11))
    add("VERSION_UNKNOWN", "sealed form of version 2", changed(0, 0x12))
    for length in (1, 10):
        add("TOO_SHORT", f"a compact request of {length} bytes",
            compact(0x20, 1, 0)[:length])
    add("TOO_LONG", "a compact request of 19 bytes", compact(0x20, 1, 0, bytes(8)))
    add("KIND_DIRECTION", "a compact reply to a device", compact_reply(1, 2, 0, 0))
    add("KIND_DIRECTION", "a compact request to a client", compact(0x30, 1, 0), "to_client")
    add("TOO_SHORT", "a compact reply of 12 bytes", compact_reply(1, 2, 0, 0)[:12], "to_client")
    add("TOO_LONG", "a compact reply of 14 bytes", compact_reply(1, 2, 0, 0) + b"\0",
        "to_client")
    return out
