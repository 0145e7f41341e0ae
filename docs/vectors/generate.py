#!/usr/bin/env python3
"""Makes docs/vectors/*.json from docs/protocol.md and docs/instructions.md, sharing nothing with
the Java. With --check it changes nothing and fails if a file is not what it would make."""

import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import arithmetic  # noqa: E402
import executed  # noqa: E402
import packets  # noqa: E402
import srou  # noqa: E402


def files():
    made = {"packets.json": ("packets", packets.packets()),
            "malformed.json": ("malformed", packets.malformed()),
            "srou.json": ("srou", srou.vectors()),
            "executed.json": ("executed", executed.plain())}
    for kind, name in arithmetic.NAMES.items():
        made[f"vector-{name}.json"] = ("executed", executed.vectors(kind))
    return made


TYPES = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list}
SCHEMA = json.loads((HERE / "schema.json").read_text())


def fit(rule, value, where):
    """Whether a value keeps the rules of JSON Schema that schema.json uses."""
    if "$ref" in rule:
        return fit(SCHEMA["$defs"][rule["$ref"].rsplit("/", 1)[1]], value, where)
    if "type" in rule and type(value) is not TYPES[rule["type"]]:
        sys.exit(f"{where}: not of type {rule['type']}")
    if "enum" in rule and value not in rule["enum"]:
        sys.exit(f"{where}: {value} is none of {rule['enum']}")
    if "pattern" in rule and not re.search(rule["pattern"], value):
        sys.exit(f"{where}: does not match {rule['pattern']}")
    known = rule.get("properties", {})
    for name in rule.get("required", []):
        if name not in value:
            sys.exit(f"{where}: no {name}")
    for name, one in value.items() if isinstance(value, dict) else ():
        if name in known:
            fit(known[name], one, f"{where}, {name}")
        elif rule.get("additionalProperties") is False:
            sys.exit(f"{where}: {name} is unknown")
    return None


def text(family, vectors):
    names = [vector["name"] for vector in vectors]
    assert len(names) == len(set(names)) or family == "malformed", family
    fit(SCHEMA, {"protocol": 1, "family": family, "vectors": vectors}, family)
    for vector in vectors:
        fit(SCHEMA["$defs"][family], vector, vector["name"])
    lines = ",\n".join(json.dumps(vector) for vector in vectors)
    return f'{{"protocol": 1, "family": "{family}", "vectors": [\n{lines}\n]}}\n'


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: generate.py [--check]")
    wrong, count = [], 0
    made = files()
    for name, (family, vectors) in made.items():
        count += len(vectors)
        content = text(family, vectors)
        path = HERE / name
        if check:
            if not path.exists() or path.read_text() != content:
                wrong.append(name)
        else:
            path.write_text(content)
    if check:
        wrong += sorted(path.name for path in HERE.glob("*.json")
                        if path.name not in made and path.name != "schema.json")
    if wrong:
        sys.exit("not what generate.py makes: " + ", ".join(wrong))
    print(f"{count} vectors in {len(made)} files" + (": as generated" if check else ""))


if __name__ == "__main__":
    main()
