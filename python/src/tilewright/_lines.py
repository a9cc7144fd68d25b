"""Where expressions of a Python program begin and end: messages underline them.

Debug information says where an expression begins, and nothing more.
"""

from __future__ import annotations

import ast
import functools
from typing import Any, NamedTuple


@functools.lru_cache(maxsize=64)
def expressions(text: str) -> list[tuple[int, int]] | None:
    """The first byte and the end of one expression or statement for each place where one begins, in UTF-8; `None` where the
    text is no program.

    Of several that begin at one place it is the innermost call, because calls are what goes wrong, else the longest.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    starts = [0]
    for line in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    found: dict[int, tuple[bool, int]] = {}
    for node in ast.walk(tree):
        end = _end(node)
        if end is None:
            continue
        first, last = starts[node.lineno - 1] + node.col_offset, starts[end[0] - 1] + end[1]
        call, known = isinstance(node, ast.Call), found.get(first)
        if known is None or (call, -last if call else last) > (known[0], -known[1] if known[0] else known[1]):
            found[first] = (call, last)
    return sorted((first, last) for first, (_, last) in found.items())


def _end(node: Any) -> tuple[int, int] | None:
    """Line and column where a node ends; of a statement with a body, where its head ends."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.lineno, node.col_offset + len(f"def {node.name}".encode())
    head = getattr(node, "iter", None) or getattr(node, "test", None)
    if isinstance(node, (ast.For, ast.While, ast.If)) and head is not None:
        return head.end_lineno, head.end_col_offset
    if isinstance(node, (ast.With, ast.Try, ast.ClassDef)) or not hasattr(node, "lineno"):
        return None
    return node.end_lineno, node.end_col_offset


class Call(NamedTuple):
    """A call, in the program's own words."""

    #: What is called: "ct.load", "tiles.store".
    function: str
    #: Its first argument: "x", "arrays[1]".
    array: str | None


def call_at(text: str, line: int, column: int) -> Call | None:
    """The innermost call that begins at a line and a column in characters, both from 1; `None` where there is none."""
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return None
    return _calls(text).get((line, len(lines[line - 1][: column - 1].encode())))


@functools.lru_cache(maxsize=64)
def _calls(text: str) -> dict[tuple[int, int], Call]:
    """The innermost call for each line and byte where one begins."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    # A node comes before those inside of it.
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        (node.lineno, node.col_offset): Call(ast.unparse(node.func), ast.unparse(node.args[0]) if node.args else None)
        for node in calls
    }
