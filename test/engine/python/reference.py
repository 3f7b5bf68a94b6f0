"""Runs programs in Python itself. Reads one JSON list from stdin, writes one to stdout.

Each program: {"source", "mode": "exec" | "eval", "context": [[name, plain value]]}. Its locals fall back to the
context, as bare names do in a code step. Each answer: {"variables": [[name, type, repr]], "value": [type, repr]}, or
{"error": name of the exception's class}.
"""

import json
import sys
import warnings

warnings.simplefilter("ignore")


class Locals(dict):
    def __init__(self, context):
        super().__init__()
        self.context = context

    def __missing__(self, name):
        return self.context[name]


def value_of(plain):
    if isinstance(plain, list):
        return [value_of(item) for item in plain]
    if not isinstance(plain, dict):
        return float(plain) if isinstance(plain, int) and not isinstance(plain, bool) else plain
    ((kind, inside),) = plain.items()
    if kind == "int":
        return int(inside)
    if kind == "float":
        return float(inside)
    if kind == "tuple":
        return tuple(value_of(item) for item in inside)
    return {value_of(key): value_of(value) for key, value in inside}


def answer(program):
    context = {name: value_of(plain) for name, plain in program["context"]}
    # One dict for globals and locals: what a comprehension or a lambda reads, it reads there.
    names = Locals(context)
    names["context"] = context
    try:
        # As eval() does with a string.
        source = program["source"].lstrip(" \t") if program["mode"] == "eval" else program["source"]
        code = compile(source, "step", program["mode"])
        value = eval(code, names)
        return {
            "variables": [[name, type(item).__name__, repr(item)] for name, item in context.items()],
            "value": [type(value).__name__, repr(value)],
        }
    except BaseException as error:
        return {"error": type(error).__name__}


if __name__ == "__main__":
    json.dump([answer(program) for program in json.load(sys.stdin)], sys.stdout)
