"""How modules and kernels come back from a pickle."""

from __future__ import annotations

from ._native import Kernel, Module, parse


def parsed(text: str, name: str) -> Module:
    """A module from the text that it was parsed from."""
    return parse(text, name)


def decoded(data: bytes, source: tuple[str, str] | None) -> Module:
    """A module from its bytecode."""
    from . import load

    return load(data, debug_source=source)


def kernel(module: Module, entry: str, engine: str, lenient: bool, target: str | None) -> Kernel:
    """A kernel, prepared again."""
    return module.kernel(entry, engine=engine, lenient=lenient, target=target)
