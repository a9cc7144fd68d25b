//! Speed of the CPU engine, compared with PyTorch, the crate `gemm`, plain copying, and the reference interpreter.

mod baseline;
mod work;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use cpu::{Cpu, Preparation, Prepared};
use reference::Reference;
use tilewright::launch::arg::{Bound, Param, bind};
use tilewright::launch::{DiscardOutput, Engine, Grid, Options};

use crate::program;
use crate::table::{Row, median};
use baseline::{Gemm, Memcpy, Torch};
use work::{Baseline, Work};

/// The rows whose name contains `only`.
pub fn rows(quick: bool, only: &str) -> Vec<Row> {
    let rounds = if quick { 3 } else { 15 };
    // First of all: memory that the process had before would be used again.
    let memory = only.is_empty().then(memory);
    let mut bench = Bench::new(rounds);
    let mut rows = Vec::new();
    for work in work::all().iter().filter(|work| work.name.contains(only)) {
        rows.extend(bench.compare(work));
    }
    if only.is_empty() {
        rows.extend(bench.small());
    }
    rows.extend(memory);
    rows
}

/// Baselines, and what was measured so far.
struct Bench {
    rounds: usize,
    threads: usize,
    torch: Option<Torch>,
    memcpy: Memcpy,
    /// Figures of our rows by name.
    ours: BTreeMap<&'static str, f64>,
}

impl Bench {
    fn new(rounds: usize) -> Bench {
        let threads = available_threads();
        Bench { rounds, threads, torch: Torch::start(), memcpy: Memcpy::new(), ours: BTreeMap::new() }
    }

    /// One row for each baseline; all sides take turns, and each figure is a median.
    fn compare(&mut self, work: &Work) -> Vec<Row> {
        let mut launch = Measured::new(work, self.threads);
        let mut single = work
            .baselines
            .iter()
            .any(|baseline| matches!(baseline, Baseline::OneThread(_)))
            .then(|| Measured::new(work, 1));
        let mut gemm = work.baselines.iter().find_map(|baseline| match baseline {
            Baseline::Gemm(size, _) => Some(Gemm::new(*size)),
            Baseline::Torch(..) | Baseline::Memcpy(_) | Baseline::Ours(..) | Baseline::OneThread(_) => None,
        });
        let mut ours = Vec::new();
        let mut theirs: Vec<Vec<f64>> = vec![Vec::new(); work.baselines.len()];
        for round in 0..=self.rounds {
            let seconds = launch.seconds();
            let figures: Vec<Option<f64>> = work
                .baselines
                .iter()
                .map(|baseline| match baseline {
                    Baseline::Torch(row, _) => {
                        let seconds = self.torch.as_mut()?.seconds(row)?;
                        Some(work.amount / seconds / 1e9)
                    }
                    Baseline::Gemm(..) => {
                        gemm.as_mut().map(|gemm| work.amount / gemm.seconds(self.threads) / 1e9)
                    }
                    Baseline::Memcpy(_) => Some(self.memcpy.bandwidth(self.threads) / 1e9),
                    Baseline::Ours(row, _) => self.ours.get(row).copied(),
                    Baseline::OneThread(_) => {
                        single.as_mut().map(|single| work.amount / single.seconds() / 1e9)
                    }
                })
                .collect();
            // The first round warms up.
            if round > 0 {
                ours.push(work.amount / seconds / 1e9);
                for (all, figure) in theirs.iter_mut().zip(figures) {
                    all.extend(figure);
                }
            }
        }
        let figure = middle(&mut ours);
        self.ours.insert(work.name, figure);
        let torch = self.torch.as_ref().map_or("torch", |torch| torch.version.as_str());
        work.baselines
            .iter()
            .zip(theirs)
            .map(|(baseline, figures)| row(work, figure, *baseline, torch, figures))
            .collect()
    }
}

fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn middle(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn row(work: &Work, ours: f64, baseline: Baseline, torch: &str, mut figures: Vec<f64>) -> Row {
    let (name, share) = match baseline {
        Baseline::Torch(_, share) => (torch.to_owned(), share),
        Baseline::Gemm(_, share) => ("gemm".to_owned(), share),
        Baseline::Memcpy(share) => ("memcpy".to_owned(), share),
        Baseline::Ours(row, share) => (format!("our {row}"), share),
        Baseline::OneThread(share) => ("one thread".to_owned(), share),
    };
    let work_name = work.name.to_owned();
    let unit = work.unit.name();
    if figures.is_empty() {
        return Row { work: work_name, ours, unit, baseline: None, target: 0.0 };
    }
    let figure = middle(&mut figures);
    Row { work: work_name, ours, unit, baseline: Some((name, figure)), target: share * figure }
}

/// An entry that is prepared, with its memory.
struct Measured {
    cpu: Cpu,
    prepared: Prepared,
    bound: Bound,
    grid: Grid,
    threads: usize,
}

impl Measured {
    fn new(work: &Work, threads: usize) -> Measured {
        let module = program::parsed(work.text);
        let prepared = Prepared::new(&module, work.entry, &Preparation::default())
            .expect("the kernels of the bench run");
        let params: Vec<Param> = prepared.params().iter().map(|&ty| Param { name: None, ty }).collect();
        let args: Vec<String> = work.args.iter().map(|&arg| arg.to_owned()).collect();
        let no_files = &mut |path: &str| Err(format!("{path}: no files here"));
        let mut bound = bind(&args, &params, u64::MAX, no_files).expect("the arguments of the bench fit");
        if let Some(buffer) =
            bound.buffers.iter_mut().find(|buffer| buffer.name.as_deref() == Some("permutation"))
        {
            permute(buffer.buffer.bytes_mut());
        }
        let [x, y, z] = work.grid;
        let grid = Grid::new(x, y, z).expect("the grids of the bench are small");
        Measured { cpu: Cpu::default(), prepared, bound, grid, threads }
    }

    /// Seconds of one launch.
    fn seconds(&mut self) -> f64 {
        let mut discard = DiscardOutput;
        let mut options = Options::new(&mut discard);
        options.threads = NonZeroUsize::new(self.threads);
        let mut launch = self.bound.launch(self.prepared.entry(), self.grid);
        let start = Instant::now();
        self.cpu.launch(&self.prepared, &mut launch, &mut options).expect("the kernels of the bench run");
        start.elapsed().as_secs_f64()
    }
}

/// Fills 32-bit numbers, as many as a power of two, with a permutation that jumps about: multiples of an odd number.
fn permute(bytes: &mut [u8]) {
    let count = bytes.len() as u32 / 4;
    for (number, place) in (0u32..).zip(bytes.chunks_exact_mut(4)) {
        place.copy_from_slice(&(number.wrapping_mul(0x9E37_79B1) % count).to_le_bytes());
    }
}

impl Bench {
    /// Preparing, launching, and the distance to the reference interpreter.
    fn small(&mut self) -> Vec<Row> {
        vec![self.preparation(), self.tiny_launch(), self.against_reference()]
    }

    /// At most 5 ms, so 200 a second.
    fn preparation(&self) -> Row {
        let module = program::parsed(work::MOE);
        let time = median(self.rounds, || {
            Prepared::new(&module, "moe", &Preparation::default()).expect("the kernels of the bench run");
        });
        let work = format!("prepare the mixture of experts ({:.2} ms)", time.as_secs_f64() * 1e3);
        Row { work, ours: 1.0 / time.as_secs_f64(), unit: "runs/s", baseline: None, target: 200.0 }
    }

    /// At most 10 µs, so 100,000 a second.
    fn tiny_launch(&self) -> Row {
        let mut measured = Measured::new(&work::tiny(), self.threads);
        let mut times: Vec<f64> = (0..self.rounds * 100).map(|_| measured.seconds()).collect();
        let time = middle(&mut times);
        let work = format!("launch one tiny tile block ({:.2} µs)", time * 1e6);
        Row { work, ours: 1.0 / time, unit: "runs/s", baseline: None, target: 100_000.0 }
    }

    fn against_reference(&self) -> Row {
        let gemm = work::small_gemm();
        let mut measured = Measured::new(&gemm, self.threads);
        let reference = Reference::default();
        let module = program::parsed(gemm.text);
        let mut bound = measured.bound.clone();
        let theirs = median(1, || {
            let mut discard = DiscardOutput;
            let mut launch = bound.launch(gemm.entry, measured.grid);
            reference
                .launch(&module, &mut launch, &mut Options::new(&mut discard))
                .expect("the kernels of the bench run");
        });
        let mut times: Vec<f64> = (0..self.rounds * 10).map(|_| measured.seconds()).collect();
        let ours = gemm.amount / middle(&mut times) / 1e9;
        let figure = gemm.amount / theirs.as_secs_f64() / 1e9;
        Row {
            work: gemm.name.to_owned(),
            ours,
            unit: gemm.unit.name(),
            baseline: Some(("reference".to_owned(), figure)),
            target: 50.0 * figure,
        }
    }
}

/// The memory limit of a launch, divided by its peak use; the tiles of a block are one frame.
fn memory() -> Row {
    let threads = available_threads();
    let all = work::all();
    let gemm = all.iter().find(|work| work.name == "f32 GEMM 1024").expect("the table has this row");
    let mut measured = Measured::new(gemm, threads);
    let mut buffers = 0;
    for buffer in &mut measured.bound.buffers {
        let bytes = buffer.buffer.bytes_mut();
        buffers += bytes.len();
        // Memory of zeros is the process's only once it is written.
        bytes.iter_mut().for_each(|byte| *byte = black_box(*byte));
    }
    let before = memory_of_process("VmRSS:");
    measured.seconds();
    let used = memory_of_process("VmHWM:").saturating_sub(before) as f64;
    let allowed = (measured.prepared.frame_bytes() * threads + (20 << 20)) as f64;
    let work = format!(
        "memory of a launch, compared with its {buffers} bytes of buffers ({used} of {allowed} bytes)"
    );
    Row { work, ours: allowed / used.max(1.0), unit: "x", baseline: None, target: 1.0 }
}

/// Bytes of physical memory that this process has, or had at most; 0 where the system does not say.
fn memory_of_process(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
