//! Generated code and the time it takes to make it, compared with the closed compiler's of both releases, from the same bytecode.
//!
//! All sides compile each kernel for each target; `nvdisasm` and `cuobjdump` read what came out, and the emulator runs our
//! PTX. Targets are compared by [`misses`]; nothing that misses is left out of a table.

pub(crate) mod emulated;
pub mod groups;
pub(crate) mod machine;
mod report;
mod sides;
pub mod tensor;
pub mod warps;
mod work;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use real_tools::Release;
use tilewright::Module;
use tilewright::driver::compile::{Compiled, Options, Program, compile};

use crate::language::executable;
use crate::table::busy;
use emulated::Memory;
use machine::Kernel;
use sides::in_folder;
use work::{WORK, Work};

pub use report::{document, json, text};

/// Targets of both compilers: mma.sync alone, with Hopper's units, the consumer's Blackwell.
const TARGETS: [&str; 3] = ["sm_80", "sm_90", "sm_120"];
/// How long the processes of a row are repeated. Long enough for several runs of each.
const PATIENCE: Duration = Duration::from_millis(1500);

/// A kernel for a target.
pub struct Measured {
    name: &'static str,
    target: &'static str,
    products: Option<u64>,
    ours: Option<Kernel>,
    /// By each release, oldest first.
    theirs: [Option<Kernel>; 2],
    memory: Result<Memory, String>,
    /// Processor time from bytecode to PTX, in process, and what it may take in milliseconds.
    to_ptx: (Duration, f64),
    /// Bytecode to cubin by our process, and by those of each release.
    whole: [Option<Duration>; 3],
}

/// Measures the kernels whose name contains a word.
pub fn measure(quick: bool, only: &str) -> Vec<Measured> {
    let needed = ["ptxas", "nvdisasm", "cuobjdump"].map(|tool| (Release::V13_4, tool)).into_iter();
    for (release, tool) in needed.chain(Release::ALL.map(|release| (release, "tileiras"))) {
        if release.find(tool).is_none() {
            let number = release.number();
            let _ =
                writeln!(std::io::stderr(), "skipped: `{tool}` {number} is not installed (run .ci/tools)");
        }
    }
    let wanted = WORK.iter().filter(|work| work.name.contains(only));
    let all = wanted.flat_map(|work| TARGETS.map(|target| (work, target)));
    in_folder("kernels", |folder| all.map(|(work, target)| row(work, target, folder, quick)).collect())
}

fn row(work: &Work, target: &'static str, folder: &Path, quick: bool) -> Measured {
    let bytes = work.module().to_bytecode(None).expect("the kernels of the bench have bytecode");
    let made = to_ptx(&bytes, target);
    let time = busy(if quick { 5 } else { 25 }, || {
        std::hint::black_box(to_ptx(&bytes, target));
    });
    let text = String::from_utf8_lossy(&made.bytes);
    let memory = emulated::count(work, &text, &made.kernels[0]);
    let files = Files::new(folder, &bytes);
    let whole = files.processes(target, if quick { Duration::ZERO } else { PATIENCE });
    let read = |cubin: &Path| machine::read(cubin);
    let mut ours = whole[0].and_then(|_| read(&files.ours));
    if let (Some(ours), Ok(memory)) = (&mut ours, &memory) {
        // A launch adds memory that the cubin does not know of.
        ours.shared = memory.shared.max(ours.shared);
    }
    let theirs = [0, 1].map(|side| whole[1 + side].and_then(|_| read(&files.theirs[side])));
    Measured {
        name: work.name,
        target,
        products: work.products,
        ours,
        theirs,
        memory,
        to_ptx: (time, work.target_ms),
        whole,
    }
}

fn to_ptx(bytes: &[u8], target: &str) -> Compiled {
    let module = Module::from_bytecode(bytes).expect("bytecode of our own is read");
    let options = Options { target: Some(target.to_owned()), ..Options::default() };
    compile(Program::CudaTile(Box::new(module.ir().clone())), &options)
        .expect("the kernels of the bench compile")
}

/// Files that processes read and write.
struct Files {
    input: PathBuf,
    ours: PathBuf,
    theirs: [PathBuf; 2],
}

impl Files {
    fn new(folder: &Path, bytes: &[u8]) -> Files {
        let [input, ours] = ["kernel.tileirbc", "ours.cubin"].map(|name| folder.join(name));
        let theirs = Release::ALL.map(|release| folder.join(format!("theirs-{}.cubin", release.number())));
        std::fs::write(&input, bytes).expect("the folder for temporary files may be written");
        Files { input, ours, theirs }
    }

    /// Medians of the times of our process and of theirs, which take turns; none of one that fails or is absent.
    fn processes(&self, target: &str, patience: Duration) -> [Option<Duration>; 3] {
        let mut times = [(); 3].map(|()| Some(Vec::new()));
        let start = Instant::now();
        let mut rounds = 0;
        while rounds == 0 || (start.elapsed() < patience && rounds < 15) {
            rounds += 1;
            let [older, newer] = Release::ALL;
            let commands = [
                self.our_command(target),
                self.their_command(older, &self.theirs[0], target),
                self.their_command(newer, &self.theirs[1], target),
            ];
            for (side, command) in commands.into_iter().enumerate() {
                let ran = command.and_then(timed);
                match (ran, &mut times[side]) {
                    (Some(time), Some(times)) => times.push(time),
                    (Some(_), None) => {}
                    (None, times) => *times = None,
                }
            }
        }
        times.map(|times| {
            let mut times = times?;
            times.sort_unstable();
            Some(times[times.len() / 2])
        })
    }

    fn our_command(&self, target: &str) -> Option<Command> {
        let mut command = Command::new(executable());
        command
            .arg("compile")
            .arg(&self.input)
            .args(["--target", target, "--emit=cubin", "-o"])
            .arg(&self.ours);
        // Otherwise a cached result would be found.
        command.env("TILEWRIGHT_CACHE_DIR", "off").env("TILEWRIGHT_PTXAS", Release::V13_4.find("ptxas")?);
        Some(command)
    }

    fn their_command(&self, release: Release, output: &Path, target: &str) -> Option<Command> {
        let mut command = Command::new(release.find("tileiras")?);
        command.args(["--gpu-name", target]).arg(&self.input).arg("-o").arg(output);
        Some(command)
    }
}

/// How long a process takes that succeeds.
fn timed(mut command: Command) -> Option<Duration> {
    let start = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success()).then(|| start.elapsed())
}

/// Every missed target, one per line.
pub fn misses(rows: &[Measured]) -> Vec<String> {
    let mut missed = Vec::new();
    for row in rows {
        let mut miss = |what: String| missed.push(format!("{}, {}: {what}", row.name, row.target));
        code(row, &mut miss);
        match &row.memory {
            Err(why) => miss(format!("does not run on the emulator: {why}")),
            Ok(memory) => {
                let pairs = [
                    ("wavefronts of shared memory", memory.wavefronts),
                    ("sectors", [memory.sectors[0], memory.sectors[1]]),
                ];
                for (what, [taken, least]) in pairs.into_iter().filter(|(_, [taken, least])| taken > least) {
                    miss(format!("{taken} {what}, {least} would do"));
                }
            }
        }
        let taken = milliseconds(row.to_ptx.0);
        if taken > row.to_ptx.1 {
            miss(format!("{taken:.1} ms to PTX, the target is {}", row.to_ptx.1));
        }
    }
    for (side, release) in Release::ALL.into_iter().enumerate() {
        let Some(ratios) = Ratios::of(rows, side) else { continue };
        for (what, ratio) in [("median", ratios.median), ("sum", ratios.sum)] {
            if ratio > RATIO {
                missed.push(format!(
                    "whole compilations take {ratio:.2} of the time of `tileiras` {} in the {what}, the target is {RATIO}",
                    release.number()
                ));
            }
        }
    }
    missed
}

/// The targets for machine code.
fn code(row: &Measured, miss: &mut impl FnMut(String)) {
    let Some(ours) = &row.ours else { return miss("is not compiled".to_owned()) };
    if ours.spilled > 0 {
        miss(format!("{} bytes spilled", ours.spilled));
    }
    for (release, theirs) in Release::ALL.into_iter().zip(&row.theirs) {
        let Some(theirs) = theirs else { continue };
        let number = release.number();
        if ours.registers > theirs.registers && !theirs.group_products {
            miss(format!("{} registers, theirs of {number} take {}", ours.registers, theirs.registers));
        }
        let Some([ours, theirs]) = comparable(row, theirs).filter(|[ours, _]| ours.products > 0.0) else {
            continue;
        };
        // What one loads by `ldmatrix` the other one may load element by element.
        let loads = |step: &Step| step.matrices + step.shared;
        let figures = [
            ("products", ours.products, theirs.products),
            ("loads of shared memory", loads(&ours), loads(&theirs)),
        ];
        for (what, ours, theirs) in figures {
            if ours > theirs {
                miss(format!("{ours:.0} {what} a step, theirs of {number} take {theirs:.0}"));
            }
        }
    }
}

/// Counts of one warp in a step, of our code and of the closed compiler's, if there is a performance target: products of
/// Hopper's warpgroups are reported elsewhere.
fn comparable(row: &Measured, theirs: &Kernel) -> Option<[Step; 2]> {
    if row.target == "sm_90" {
        return None;
    }
    Some([per_step(row, row.ours.as_ref()?)?, per_step(row, theirs)?])
}

/// Figures that are greater than theirs, yet miss no target, each with the reason, one per line.
pub fn greater(rows: &[Measured]) -> Vec<String> {
    let mut greater = Vec::new();
    for row in rows {
        let mut tell = |what: String| greater.push(format!("{}, {}: {what}", row.name, row.target));
        for (release, theirs) in Release::ALL.into_iter().zip(&row.theirs) {
            if let (Some(ours), Some(theirs)) = (&row.ours, theirs)
                && theirs.group_products
                && ours.registers > theirs.registers
            {
                tell(format!(
                    "{} registers per thread, theirs of {} {}, with warpgroup products, whose operands are not in registers",
                    ours.registers,
                    release.number(),
                    theirs.registers
                ));
            }
        }
    }
    greater
}

/// Instructions of one warp in one iteration of the program's loop.
#[derive(Clone, Copy, Debug)]
struct Step {
    products: f64,
    matrices: f64,
    /// Loads from shared memory other than `ldmatrix`.
    shared: f64,
    barriers: f64,
    instructions: f64,
    /// Warps of a block that do so.
    warps: f64,
}

/// None of products by warp groups, of whose instructions each does as much as many others.
fn per_step(row: &Measured, kernel: &Kernel) -> Option<Step> {
    let (counts, products) = (kernel.main_loop?, row.products?);
    if kernel.group_products || counts.multiplications == 0 {
        return None;
    }
    let warps = kernel.warps as f64;
    // Loops are unrolled.
    let steps = counts.multiplications as f64 * warps / products as f64;
    let each = |count: u64| count as f64 / steps;
    Some(Step {
        products: each(counts.products),
        matrices: each(counts.matrices),
        shared: each(counts.shared),
        barriers: each(counts.barriers),
        instructions: each(counts.instructions),
        warps,
    })
}

/// Part of the closed compiler's time that whole compilations may take. The performance target of docs/codegen.md.
const RATIO: f64 = 0.4;

/// Our time by that of a release.
struct Ratios {
    median: f64,
    sum: f64,
}

impl Ratios {
    fn of(rows: &[Measured], side: usize) -> Option<Ratios> {
        let both = rows.iter().filter_map(|row| {
            let (ours, theirs) = row.whole[0].zip(row.whole[1 + side])?;
            Some([ours.as_secs_f64(), theirs.as_secs_f64()])
        });
        let both: Vec<[f64; 2]> = both.collect();
        let mut ratios: Vec<f64> = both.iter().map(|[ours, theirs]| ours / theirs).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        let sum = |side: usize| both.iter().map(|pair| pair[side]).sum::<f64>();
        Some(Ratios { median: *ratios.get(ratios.len() / 2)?, sum: sum(0) / sum(1) })
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
