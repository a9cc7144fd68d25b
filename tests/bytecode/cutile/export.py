"""Export every kernel of this folder as Tile IR bytecode, without a GPU.

    python export.py OUT                       NAME.tileirbc for each kernel, in the newest bytecode version
    python export.py OUT --versions 13.1 13.4  OUT/13.1/NAME.tileirbc and OUT/13.4/NAME.tileirbc, where the kernel can be written
    python export.py OUT --versions 13.5       what cuTile 1.7 writes in its developer mode
    python export.py OUT --only padded_loads       one kernel
    python export.py --list                    name, theme, first version, phrase with which it must be refused
    python export.py --coverage                which kernels use which op, as tileirdisasm shows it (README.md keeps a copy)

The same cuda-tile gives the same bytes on every machine: the recorded source paths are relative to the repository.
"""

import argparse
import importlib.util
import io
import linecache
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORDED_FOLDER = "tests/bytecode/cutile"
NOT_THEMES = {"export", "registry"}
VERSIONS = ("13.1", "13.2", "13.3", "13.4")
# What cuTile writes in its developer mode alone.
DEVELOPER_VERSION = "13.5"
# Before 13.3 hints name one architecture, so such a file is written for one.
ARCHITECTURE_BEFORE_13_3 = "sm_100"

sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from cuda.tile.compilation import export_kernel  # noqa: E402

from registry import REGISTRY  # noqa: E402


def load_themes():
    """Import the theme files under repository-relative file names, so that debug info names no folder of this machine."""
    for path in sorted(HERE.glob("*.py")):
        if path.stem in NOT_THEMES:
            continue
        recorded = f"{RECORDED_FOLDER}/{path.name}"
        source = path.read_text()
        # cuTile reads a kernel's source again through linecache, which would not find the relative name.
        linecache.cache[recorded] = (len(source), None, source.splitlines(keepends=True), recorded)
        spec = importlib.util.spec_from_loader(path.stem, loader=None, origin=recorded)
        module = importlib.util.module_from_spec(spec)
        module.__file__ = recorded
        sys.modules[path.stem] = module
        exec(compile(source, recorded, "exec"), module.__dict__)


def enter_developer_mode():
    """Let cuTile write the version after its newest; the switch that asks for it is in its native module."""
    from cuda.tile import _compile

    _compile.dev_features_enabled = lambda: True


def number(version):
    """A version as a pair, for comparing."""
    return tuple(int(part) for part in version.split("."))


def bytecode(exported, version):
    """The bytes of one exported kernel."""
    buffer = io.BytesIO()
    export_kernel(
        exported.kernel,
        exported.signatures,
        buffer,
        gpu_code=ARCHITECTURE_BEFORE_13_3 if number(version) < (13, 3) else None,
        output_format="tileir_bytecode",
        bytecode_version=version,
    )
    return buffer.getvalue()


def export_all(out, version, only=None):
    """Write NAME.tileirbc for every kernel that `version` can hold; return the names of those that failed."""
    failed = []
    for exported in REGISTRY:
        if only not in (None, exported.name) or number(version) < number(exported.since):
            continue
        try:
            data = bytecode(exported, version)
        except Exception as error:  # one kernel's failure must not hide the others'
            print(f"{exported.theme}: {exported.name} in {version}: {type(error).__name__}: {error}", file=sys.stderr)
            failed.append(exported.name)
            continue
        folder = out / "refused" if exported.refused else out
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{exported.name}.tileirbc").write_bytes(data)
    return failed


def find_tool(name):
    """A tool of the pinned packages: in this environment's site-packages, else on PATH."""
    for base in (sysconfig.get_path("purelib"), sysconfig.get_path("platlib")):
        candidate = Path(base) / "nvidia" / "cu13" / "bin" / name
        if os.access(candidate, os.X_OK):
            return str(candidate)
    found = shutil.which(name)
    if found is None:
        sys.exit(f"export.py: {name} not found; install .ci/requirements.txt")
    return found


def operations(text):
    """The op names in a disassembly."""
    return set(re.findall(r"^ *(?:%[^=]*= )?([a-z][a-z0-9_]*)\b", text, re.MULTILINE)) - {"reverse", "dim"}


def coverage():
    """Print a Markdown table: op, how many kernels have it, the first few of them."""
    disassembler = find_tool("tileirdisasm")
    users = defaultdict(dict)
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        # The oldest version adds what cuTile writes only there: the lock around each print.
        for version in (VERSIONS[-1], VERSIONS[0]):
            out = Path(folder) / version
            failed += export_all(out, version)
            for file in sorted(out.glob("*.tileirbc")):
                text = subprocess.run([disassembler, file], check=True, capture_output=True, text=True).stdout
                for operation in operations(text):
                    users[operation][file.stem] = None
    print("| op | kernels | for example |\n|---|---|---|")
    for operation in sorted(users):
        names = sorted(users[operation], key=lambda name: (len(name), name))
        print(f"| `{operation}` | {len(names)} | {', '.join(names[:3])} |")
    print(f"\n{len(users)} ops in {len(REGISTRY)} exported kernels.")
    return failed


def main():
    """Run the command line; exit 1 when a kernel could not be exported."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", nargs="?", type=Path, help="output folder")
    parser.add_argument("--versions", nargs="+", choices=(*VERSIONS, DEVELOPER_VERSION), metavar="V", help="bytecode versions, one subfolder each")
    parser.add_argument("--only", metavar="NAME", help="only this kernel")
    parser.add_argument("--coverage", action="store_true", help="print the table of ops and exit")
    parser.add_argument("--list", action="store_true", help="print the kernels and exit")
    arguments = parser.parse_args()
    if not (arguments.out or arguments.coverage or arguments.list):
        parser.error("an output folder is needed")
    if DEVELOPER_VERSION in (arguments.versions or ()):
        enter_developer_mode()
    load_themes()
    failed = []
    if arguments.list:
        for exported in REGISTRY:
            print(f"{exported.name}\t{exported.theme}\t{exported.since}\t{exported.refused}")
    if arguments.coverage:
        failed += coverage()
    if arguments.out and not arguments.versions:
        failed += export_all(arguments.out, VERSIONS[-1], arguments.only)
    for version in arguments.versions or ():
        failed += export_all(arguments.out / version, version, arguments.only)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
