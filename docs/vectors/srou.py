"""srou.json: headers of draft-zartbot-sr-udp, revision 01 written and revision 00 read."""

from frames import u

# What the drafts leave open is settled in docs/protocol.md section 8.

FLOW_BITS = {0: 0, 8: 1, 16: 2}


def address(text, port):
    return bytes(int(part) for part in text.split(".")) + u(port, 2)


def revision01(flow, segments, left, source=None, protocol=1, magic=0x00, tlvs=b"", mac=b""):
    """Segments in the order of travel; the list holds them from the last to the first."""
    flags = (0x80 if mac else 0) | (0x20 if source else 0)
    flags |= FLOW_BITS.get(len(flow), 3) << 3
    listed = b"".join(address(*one) for one in reversed(segments))
    route = bytes([1, 4 + len(listed) + (6 if source else 0) + len(tlvs), len(segments) - 1, left])
    if source:
        route += address(*source)
    length = 4 + len(flow) + len(route) + len(listed) + len(tlvs) + len(mac)
    return bytes([magic, length, flags, protocol]) + flow + route + listed + tlvs + mac


def revision00(flow, segments, left, source, protocol=1, magic=0x00):
    listed = b"".join(address(*one) for one in reversed(segments))
    body = flow + address(*source) + bytes([1, 4 + len(listed), len(segments) - 1, left]) + listed
    return bytes([magic, 4 + len(body), len(flow), protocol]) + body


def vectors():
    one, two = ("192.0.2.1", 7300), ("198.51.100.2", 7301)
    source = ("203.0.113.9", 40000)
    out = []

    def add(name, revision, frame, flow, segments, left, source_address, magic=0, tlvs=b""):
        assert frame[1] == len(frame)
        out.append({"name": name, "revision": revision, "header": frame.hex(),
                    "fields": {"magic": magic, "flow_id": flow.hex(), "protocol": 1,
                               "segment_type": 1, "last_entry": len(segments) - 1,
                               "segments_left": left, "tlvs": tlvs.hex(),
                               "source": "%s:%d" % source_address if source_address else None,
                               "segments": ["%s:%d" % s for s in segments]}})

    for name, flow in (("no flow id", b""), ("flow id of 64 bits", bytes(range(8))),
                       ("flow id of 128 bits", bytes(range(16)))):
        add(name, 1, revision01(flow, [one, two], 1), flow, [one, two], 1, None)
    add("a source, first hop passed", 1, revision01(b"", [one, two], 0, source), b"", [one, two],
        0, source)
    add("magic 0xFE", 1, revision01(b"", [one], 0, magic=0xFE), b"", [one], 0, None, 0xFE)
    sixteen = [("192.0.2.%d" % i, 7300 + i) for i in range(16)]
    add("sixteen segments", 1, revision01(b"", sixteen, 15, source), b"", sixteen, 15, source)
    add("TLVs pad the header to 64", 1,
        revision01(bytes(16), [one, two], 1, source, tlvs=bytes(22)), bytes(16), [one, two], 1,
        source, 0, bytes(22))
    worked = revision00(b"\1\2\3", [one, two], 1, source)
    assert len(worked) == 29
    add("the worked example of the draft: 29 bytes", 0, worked, b"\1\2\3", [one, two], 1, source)
    add("no flow id, one segment, arrived", 0, revision00(b"", [two], 0, source), b"", [two], 0,
        source)
    return out
