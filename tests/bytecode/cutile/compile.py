"""Compile every kernel of this folder to machine code with the `tileiras` that is first on PATH, as cuTile Python finds it.

    python compile.py FOLDER                              FOLDER/tileiras, every kernel, sm_80 sm_90 sm_100 sm_120
    python compile.py FOLDER --targets sm_90 --part 3/16  one target, every 16th kernel from the third on
    python compile.py FOLDER --paths                      version probe, remarks, timeout, a refusal: what clients show

The closed compiler's package counts as not installed: cuTile asks which packages there are, and hears that this one is not.
Each line of output is `ok NAME TARGET BYTES`, `failed NAME TARGET: WHY`, or `unsupported NAME TARGET: WHY` where cuTile itself
does not have what a kernel uses for a target.
"""

import argparse
import importlib.metadata
import io
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TARGETS = ("sm_80", "sm_90", "sm_100", "sm_120")


def hide_closed_compiler():
    """Make the package of the closed compiler one that is not installed."""
    installed = importlib.metadata.version

    def version(name):
        if name == "nvidia-cuda-tileiras":
            raise importlib.metadata.PackageNotFoundError(name)
        return installed(name)

    importlib.metadata.version = version


def use(folder):
    """Put a folder first on PATH, and make sure that cuTile takes its compiler from there."""
    os.environ["PATH"] = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    hide_closed_compiler()
    from cuda.tile import _compile

    found = Path(_compile._find_compiler_bin().path)
    if found.parent != folder:
        sys.exit(f"compile.py: cuTile takes {found}, not {folder}/tileiras")
    return _compile


def cubin(exported, target):
    """The machine code of an exported kernel."""
    from cuda.tile.compilation import export_kernel

    buffer = io.BytesIO()
    export_kernel(exported.kernel, exported.signatures, buffer, gpu_code=target, output_format="cubin")
    return buffer.getvalue()


def outcome(exported, target):
    """One line on one kernel."""
    try:
        code = cubin(exported, target)
    except Exception as error:  # one kernel's failure must not hide the others'
        kind, why = type(error).__name__, " ".join(str(error).split())
        verdict = "unsupported" if kind == "UnsupportedFeatureError" else "failed"
        return f"{verdict} {exported.name} {target}: {kind}: {why}"
    if not code.startswith(b"\x7fELF"):
        return f"failed {exported.name} {target}: no ELF file"
    lost = [signature.symbol for signature in exported.signatures if signature.symbol.encode() not in code]
    if lost:
        return f"failed {exported.name} {target}: no entry {lost[0]}"
    return f"ok {exported.name} {target} {len(code)}"


def paths(compiler, registry):
    """What clients show besides machine code."""
    version = compiler._get_compiler_version_string()
    print("version", *(line for line in version.splitlines() if "release 13." in line))
    with tempfile.TemporaryDirectory() as folder:
        print("probe", compiler._get_max_supported_bytecode_version(folder).as_string())
        exported = next(known for known in registry if known.name == "gemm")
        bytecode = Path(folder) / "gemm.tileirbc"
        from export import bytecode as written

        bytecode.write_bytes(written(exported, "13.4"))
        remarks = Path(folder) / "remarks.yaml"
        options = exported.kernel._compiler_options
        compiler.compile_cubin(str(bytecode), options, "sm_90", None, remarks)
        names = sorted({line.split()[1] for line in remarks.read_text().splitlines() if line.startswith("Name:")})
        print("remarks", *names)
        try:
            compiler.compile_cubin(str(bytecode), options, "sm_90", 0.0001)
        except Exception as error:
            print("timeout", type(error).__name__, str(error).splitlines()[0])
        bytecode.write_bytes(bytecode.read_bytes()[:-40])
        try:
            compiler.compile_cubin(str(bytecode), options, "sm_90", None)
        except Exception as error:
            print("refusal", type(error).__name__, error.return_code if hasattr(error, "return_code") else "")
            print("message", error.message.splitlines()[-1])


def main():
    """Run the command line; exit 1 when something could not be compiled."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where `tileiras` is")
    parser.add_argument("--targets", nargs="+", default=TARGETS, metavar="TARGET")
    parser.add_argument("--part", default="0/1", metavar="I/N", help="every N-th kernel from the I-th on")
    parser.add_argument("--paths", action="store_true", help="what clients show besides machine code")
    arguments = parser.parse_args()
    compiler = use(arguments.folder.resolve())
    import export
    from registry import REGISTRY

    export.load_themes()
    if arguments.paths:
        paths(compiler, REGISTRY)
        return
    first, step = map(int, arguments.part.split("/"))
    work = [(exported, target) for exported in REGISTRY[first::step] if not exported.refused for target in arguments.targets]
    # cuTile's front end is Python: threads only overlap the compiler's processes.
    with ThreadPoolExecutor(2) as pool:
        lines = list(pool.map(lambda one: outcome(*one), work))
    print("\n".join(lines))
    sys.exit(1 if any(line.startswith("failed") for line in lines) else 0)


if __name__ == "__main__":
    main()
