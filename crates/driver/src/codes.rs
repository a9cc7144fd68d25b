//! Codes of the driver's own diagnostics, and the registry of all codes.

use diag::{Code, CodeInfo, Registry};

/// A file cannot be read.
pub const UNREADABLE: Code = Code("E0701");
/// A file is too large.
pub const TOO_LARGE: Code = Code("E0702");
/// A file is empty.
pub const EMPTY: Code = Code("E0703");
/// A file is of another kind.
pub const WRONG_KIND: Code = Code("E0704");
/// A file cannot be written.
pub const UNWRITABLE: Code = Code("E0705");
/// A pass or a pipeline of passes does not exist, or has a syntax error.
pub const PASSES: Code = Code("E0706");

/// An unknown target.
pub const TARGET: Code = codegen::codes::TARGET;
/// There is no `ptxas`.
pub const NO_PTXAS: Code = Code("E0711");
/// An error of `ptxas`.
pub const PTXAS: Code = Code("E0712");
/// Registers are spilled.
pub const SPILLS: Code = Code("E0713");
/// A kernel needs more than the hardware has.
pub const TOO_MUCH: Code = Code("E0714");
/// There is no GPU.
pub const NO_DEVICE: Code = Code("E0715");
/// An error of the CUDA driver.
pub const DRIVER: Code = Code("E0716");

/// A kernel cannot be compiled for the requested path.
pub const PATH: Code = Code("E0717");
/// A baseline of `bench` is not available.
pub const BASELINE: Code = Code("E0718");

/// The entry to run does not exist, or is not named.
pub const ENTRY: Code = Code("E0601");
/// An argument is wrong.
pub const ARGUMENT: Code = Code("E0602");
/// A value to show does not exist.
pub const VALUE: Code = Code("E0603");
/// The engine cannot run the launch.
pub const LAUNCH: Code = Code("E0604");
/// The run was interrupted.
pub const CANCELLED: Code = Code("E0605");
/// An option of a run does not fit.
pub const OPTION: Code = Code("E0606");
/// The emulator does not execute an instruction.
pub const NOT_EXECUTED: Code = ptx_emu::codes::NOT_EXECUTED;
/// Orders of warps give different results.
pub const SCHEDULES: Code = Code("E0607");
/// A result differs from the expected one.
pub const DIFFERS: Code = Code("E0608");
/// A grid does not write the end of a result.
pub const UNWRITTEN: Code = Code("E0609");

/// Error-index entries of the driver's codes.
pub static CODES: &[CodeInfo] = &[
    CodeInfo {
        code: ENTRY,
        title: "the entry to run is not there, or not named",
        explanation: "A run starts one entry. A module with one entry needs no choice; with several, `--entry` names it.",
        wrong: "tilewright run two_entries.mlir",
        fixed: "tilewright run two_entries.mlir --entry forward",
    },
    CodeInfo {
        code: ARGUMENT,
        title: "an argument does not fit the entry",
        explanation: "Arguments are given in the entry's order, one for each parameter: a number for a number, a buffer for \
                      a pointer, of the type that the parameter points to.",
        wrong: "tilewright run k.mlir --arg 'i32[8]=iota'   # the parameter is tile<ptr<f32>>",
        fixed: "tilewright run k.mlir --arg 'f32[8]=iota'",
    },
    CodeInfo {
        code: VALUE,
        title: "a value to show is not there",
        explanation: "`--show` expects a value of the entry that runs, by its name in the text, or by its \
                      name in the output of `tilewright dis`.",
        wrong: "tilewright run k.mlir --show %summ",
        fixed: "tilewright run k.mlir --show %sum",
    },
    CodeInfo {
        code: LAUNCH,
        title: "the engine cannot run this launch",
        explanation: "The entry needs something that a launch cannot supply (a parameter that is neither a \
                      number nor a pointer, an external function without a definition), or the machine has \
                      too little memory.",
        wrong: "entry @k(%t: token)",
        fixed: "entry @k(%n: tile<i32>)",
    },
    CodeInfo {
        code: CANCELLED,
        title: "the run was interrupted",
        explanation: "The caller asked the run to end. No output file was written.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: OPTION,
        title: "an option of the run does not fit",
        explanation: "The grid has one to three axes of 1 to 16777215 tile blocks, `--block` names one of them, and \
                      `--print` and `-o` name buffers of the launch: by the name before an argument, else by that \
                      of its parameter.",
        wrong: "tilewright run k.mlir --arg 'f32[8]=iota' --print C",
        fixed: "tilewright run k.mlir --arg 'C:f32[8]=iota' --print C",
    },
    CodeInfo {
        code: SCHEDULES,
        title: "orders of warps give different results",
        explanation: "`--schedules` runs a kernel with warps in several orders. What it leaves in its buffers depends on the order: \
                      threads race, or an atomic's result is used as a number of the thread.",
        wrong: "st.global.b32 [%rd1], %tid.x;",
        fixed: "atom.global.max.u32 %r1, [%rd1], %tid.x;",
    },
    CodeInfo {
        code: DIFFERS,
        title: "a result is not what was expected",
        explanation: "`--expect NAME=FILE.npy` compares a buffer with a file after the run, element by element. Integers must be \
                      equal; a float may be `atol + rtol * |expected|` away, as `numpy.allclose` has it, and NaN is equal to NaN.",
        wrong: "tilewright run k.mlir --arg 'C:f32[8]=zeros' --expect C=c.npy",
        fixed: "tilewright run k.mlir --arg 'C:f32[8]=zeros' --expect C=c.npy --rtol 1e-3",
    },
    CodeInfo {
        code: UNWRITTEN,
        title: "a grid leaves the end of a result alone",
        explanation: "Each tile block does its part, and `--grid` says how many there are; without it there is one. The run has changed \
                      the beginning of a buffer that the program may write, and nothing of the other half.",
        wrong: "tilewright run k.mlir --arg 'C:f32[1024]=zeros'             # each tile block writes 128 elements",
        fixed: "tilewright run k.mlir --arg 'C:f32[1024]=zeros' --grid 8",
    },
    CodeInfo {
        code: UNREADABLE,
        title: "the input cannot be read",
        explanation: "The file does not exist, is a directory, or the system refuses to read it. `-` reads standard input.",
        wrong: "tilewright check kernels/",
        fixed: "tilewright check kernels/gemm.mlir",
    },
    CodeInfo {
        code: TOO_LARGE,
        title: "the input is too large",
        explanation: "Text and bytecode are read into memory whole; more than 1 GiB is refused. Large data belongs into \
                      buffers that the launch passes, not into constants of the module.",
        wrong: "tilewright check three-gigabytes.mlir",
        fixed: "tilewright run kernel.mlir --arg @weights.npy",
    },
    CodeInfo {
        code: EMPTY,
        title: "the input is empty",
        explanation: "There is nothing in the file: neither text nor bytecode.",
        wrong: "",
        fixed: "cuda_tile.module @kernels {\n}",
    },
    CodeInfo {
        code: WRONG_KIND,
        title: "the input has the wrong kind for the command",
        explanation: "`as` reads text and writes bytecode (with `--bytecode-version` it also writes bytecode for \
                      another version); `dis` reads bytecode and writes text; `fmt` reads text. Every other command \
                      takes both. PTX is read by `check`, `fmt` and `emulate` only.",
        wrong: "tilewright as kernel.tileirbc -o out.tileirbc",
        fixed: "tilewright dis kernel.tileirbc",
    },
    CodeInfo {
        code: UNWRITABLE,
        title: "the output cannot be written",
        explanation: "The folder does not exist, may not be written, or the disk is full. What the path held before may \
                      be gone.",
        wrong: "tilewright as kernel.mlir -o no/such/folder/kernel.tileirbc",
        fixed: "tilewright as kernel.mlir -o kernel.tileirbc",
    },
    CodeInfo {
        code: PASSES,
        title: "a pass is not there, or a pipeline is not written right",
        explanation: "A pipeline is the names of passes between commas. Options of a pass follow it in braces, and \
                      `fixpoint(..)` runs passes in turn until nothing changes. `tilewright passes` lists the passes.",
        wrong: "tilewright opt k.mlir --passes=canonicalise,cse",
        fixed: "tilewright opt k.mlir --passes='canonicalize,cse,loop-split{split-threshold=4}'",
    },
    CodeInfo {
        code: NO_PTXAS,
        title: "there is no `ptxas`",
        explanation: "`ptxas`, NVIDIA's assembler, generates machine code from PTX. It is searched in `$TILEWRIGHT_PTXAS`, \
                      `$CUDA_HOME/bin`, `PATH`, `/usr/local/cuda*/bin`, and the package `nvidia-cuda-nvcc` of the active \
                      Python environment. `--emit=ptx` does not need it.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: PTXAS,
        title: "`ptxas` refuses the PTX",
        explanation: "NVIDIA's assembler refuses the generated PTX, or failed for another reason. If this \
                      compiler generated the PTX, this is a bug in the compiler: please report it with the \
                      input.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: BASELINE,
        title: "a baseline cannot be compared with",
        explanation: "`bench --baseline FILE` compares times with those that `bench --json` printed before. The file must be such an \
                      object, of the same grid, and have measured one of the engines.",
        wrong: "tilewright bench k.mlir --grid 8 --baseline notes.txt",
        fixed: "tilewright bench k.mlir --grid 8 --json > before.json\ntilewright bench k.mlir --grid 8 --baseline before.json",
    },
    CodeInfo {
        code: SPILLS,
        title: "registers do not hold everything",
        explanation: "A thread has at most 255 registers. What they do not hold goes through memory, which is slow. Smaller \
                      tiles, or more warps for the same tile, need fewer registers.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: NO_DEVICE,
        title: "there is no GPU to run on",
        explanation: "The engine `cuda` runs programs through the CUDA driver, which is a library of the system \
                      (`libcuda.so.1`, or what `TILEWRIGHT_LIBCUDA` names). It is not installed, too old, or finds no device.",
        wrong: "tilewright run k.mlir --engine=cuda",
        fixed: "tilewright run k.mlir --engine=ptx-emu",
    },
    CodeInfo {
        code: DRIVER,
        title: "the CUDA driver refuses code",
        explanation: "The device refuses the code that was compiled for it; the message is that of the driver.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: TOO_MUCH,
        title: "a kernel needs more than the hardware has",
        explanation: "A thread block has 65536 registers of 32 bits, and as much shared memory as `tilewright targets` says. The \
                      message shows both numbers, the largest consumers, and the largest tile that would \
                      fit. Use more tile blocks with smaller tiles, or a loop over parts of a tile. Tiles \
                      that only move through shared memory are split automatically.",
        wrong: "",
        fixed: "",
    },
    CodeInfo {
        code: PATH,
        title: "a kernel cannot be compiled by the requested path",
        explanation: "`--path=agents` gives the warps of a kernel roles: some copy what others multiply. That takes a target with \
                      tensor maps, and one product in a `for` whose operands are loaded by views that tensor maps can say. \
                      `--path=unspecialized` requires the same, and loads in `for` loops alone. The message names what is in the \
                      way; often it is an alignment that the program knows and does not say.",
        wrong: "%a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : ..",
        fixed: "%a_16 = assume div_by<16>, %a : tile<ptr<f16>>\n%k_8 = assume div_by<8>, %k : tile<i32>\n%a_tensor = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : ..",
    },
];

/// Every documented code of Tilewright.
pub fn registry() -> Registry {
    Registry::new(vec![
        cuda_tile::text::CODES,
        cuda_tile::verify::CODES,
        cuda_tile::bytecode::CODES,
        reference::CODES,
        ::ptx::codes::CODES,
        ptx_emu::codes::CODES,
        tileaa::CODES,
        nvvm::CODES,
        codegen::codes::CODES,
        CODES,
    ])
}
