"""Names that nothing has, and the nearest ones that something has."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


def nearest(word: object, known: Iterable[str]) -> str | None:
    """The name that is most like a word, if one is like it at all."""
    # Nothing but mistakes needs it.
    from difflib import get_close_matches

    return next(iter(get_close_matches(str(word), list(known), n=1)), None)


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """``; did you mean "cpu"?``, or nothing."""
    near = nearest(word, known)
    return "" if near is None else f'; did you mean "{near}"?'


def names_the_nearest(function: _Function) -> _Function:
    """A function that names the nearest keyword when it is called with one that it does not have, as CPython does from 3.13 on."""
    code = function.__code__
    known = frozenset(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])

    @functools.wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        if not keywords.keys() <= known:
            wrong = next(word for word in keywords if word not in known)
            near = nearest(wrong, known)
            remedy = "" if near is None else f". Did you mean {near!r}?"
            raise TypeError(f"{function.__qualname__}() got an unexpected keyword argument {wrong!r}{remedy}")
        return function(*args, **keywords)

    return call  # type: ignore[return-value]
