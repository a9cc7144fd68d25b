"""The package itself: examples in docstrings and in the manual, types, what importing it brings along."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

import tilewright
import tilewright.build
import typed_example

TESTS = pathlib.Path(__file__).parent
MANUAL = TESTS.parents[1] / "docs" / "python.md"
CUTILE = TESTS.parents[1] / "docs" / "cutile.md"
FRONT_PAGE = TESTS.parents[1] / "README.md"


MODULES = [
    tilewright,
    tilewright.build,
    tilewright._bench,
    tilewright._compiled,
    tilewright._errors,
    tilewright._report,
]


def _doctests(module) -> Iterator[doctest.DocTest]:
    """The examples of a module, those of functions in wrappers too, which the finder takes for another module's."""
    finder = doctest.DocTestFinder()
    yield from finder.find(module)
    for name, item in vars(module).items():
        if inspect.isfunction(item) and hasattr(item, "__wrapped__") and item.__module__ == module.__name__:
            yield from finder.find(item.__wrapped__, f"{module.__name__}.{name}", module)


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_examples_in_docstrings(module) -> None:
    runner = doctest.DocTestRunner()
    for test in _doctests(module):
        runner.run(test)
    assert runner.summarize().failed == 0


@pytest.mark.skipif(not MANUAL.exists(), reason="the manual is in the repository")
def test_examples_in_the_manual() -> None:
    failed, attempted = doctest.testfile(str(MANUAL), module_relative=False)
    assert attempted > 10 and failed == 0


@pytest.mark.skipif(not FRONT_PAGE.exists(), reason="the front page is in the repository")
def test_the_example_of_the_front_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(FRONT_PAGE.parent)
    [example] = re.findall(r"```python\n(.*?)```", FRONT_PAGE.read_text(), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == "[100. 101. 102. 103. 104. 105. 106. 107. 108. 109.] nothing found\n"


def _example_code() -> str:
    """The code of every example that these tests run."""
    examples = [example for module in MODULES for test in _doctests(module) for example in test.examples]
    examples += doctest.DocTestParser().get_examples(MANUAL.read_text())
    blocks = re.findall(r"```python\n(.*?)```", FRONT_PAGE.read_text() + CUTILE.read_text(), re.DOTALL)
    return "".join(example.source for example in examples) + "".join(blocks)


def _public() -> Iterator[tuple[str, list[str]]]:
    """Everything public, and what code that uses it contains one of."""
    for module in (tilewright, tilewright.build):
        for name in module.__all__:
            item = getattr(module, name)
            inherited = dir(BaseException) if isinstance(item, type) and issubclass(item, BaseException) else dir(tuple)
            members = [member for member in vars(item) if not member.startswith("_")] if isinstance(item, type) else []
            members = [member for member in members if member not in inherited and not hasattr(tilewright._ops.Ops, member)]
            # An object is as often got from another one as it is named.
            yield name, [rf"\b{name}\b", *(rf"\.{member}\b" for member in members)]
            for member in members:
                yield f"{name}.{member}", [rf"\.{member}\b"]
    cutile = ast.parse((pathlib.Path(tilewright.__file__).parent / "cutile" / "__init__.py").read_text())
    [names] = [node.value for node in cutile.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
    for name in ast.literal_eval(names):
        yield f"cutile.{name}", [rf"\b{name}\b"]


@pytest.mark.skipif(not MANUAL.exists(), reason="the manual is in the repository")
def test_everything_public_has_an_example() -> None:
    code, public = _example_code(), dict(_public())
    lacking = [name for name, uses in public.items() if not any(re.search(use, code) for use in uses)]
    assert len(public) > 100 and lacking == []


def test_the_typed_example_runs() -> None:
    assert typed_example.run(2.5).tolist() == [2.5]
    assert typed_example.built().entries[0].name == "set"


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
@pytest.mark.parametrize("words", [[str(TESTS / "typed_example.py")], ["-m", "tilewright"]], ids=["example", "package"])
def test_types_are_strict(words: list[str], tmp_path: pathlib.Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), *words]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_stubs_name_what_is_there() -> None:
    stub = (pathlib.Path(tilewright.__file__).parent / "_native.pyi").read_text()
    kinds = (tilewright.Module, tilewright.Kernel, tilewright.Compiled, tilewright._native.Builder, tilewright.build.Value)
    for kind in kinds:
        for name in vars(kind):
            if name.startswith("__") and name != "__version__":
                continue
            assert f"def {name}(" in stub, f"{kind.__name__}.{name} has no stub"
        assert kind.__doc__
    assert (pathlib.Path(tilewright.__file__).parent / "py.typed").exists()


def test_importing_brings_no_other_package_along() -> None:
    program = "import sys, tilewright; print(sorted({'numpy', 'torch', 'ml_dtypes'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
