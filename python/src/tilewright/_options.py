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


def unknown_keyword(name: str, keyword: str, known: Iterable[str]) -> str:
    """What CPython says of a keyword that a function does not have, from 3.13 on."""
    near = nearest(keyword, known)
    remedy = "" if near is None else f". Did you mean {near!r}?"
    return f"{name}() got an unexpected keyword argument {keyword!r}{remedy}"


def names_the_nearest(function: _Function) -> _Function:
    """A function that names the nearest keyword when it is called with one that it does not have, as CPython does from 3.13 on."""
    code = function.__code__
    known = frozenset(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])

    @functools.wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        if not keywords.keys() <= known:
            wrong = next(word for word in keywords if word not in known)
            raise TypeError(unknown_keyword(function.__qualname__, wrong, known))
        return function(*args, **keywords)

    return call  # type: ignore[return-value]


def native_names_the_nearest(function: _Function) -> _Function:
    """The same for a function or a method that is not written in Python: it is asked for its keywords when it has failed."""

    @functools.wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        try:
            return function(*args, **keywords)
        except TypeError:
            # Nothing but mistakes needs it.
            import inspect

            known = inspect.signature(function).parameters
            wrong = next((word for word in keywords if word not in known), None)
            if wrong is None:
                raise
            said = unknown_keyword(function.__qualname__, wrong, known)
        raise TypeError(said)

    return call  # type: ignore[return-value]


def methods_name_the_nearest(*kinds: type) -> None:
    """Gives the public methods of native classes the same."""
    for kind in kinds:
        for name, method in list(vars(kind).items()):
            if not name.startswith("_") and type(method).__name__ == "method_descriptor":
                setattr(kind, name, native_names_the_nearest(method))
