//! Measures a launch on one or several engines, counts its operations, and compares the results of the engines.
//!
//! Every run starts with the same buffers, which are restored outside of the measured time. The measured time is that of the
//! launch alone; the program is prepared before.

#![allow(clippy::disallowed_methods, reason = "measures time")]

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use cpu::{Cpu, Preparation};
use launch::arg::Bound;
use launch::{DiscardOutput, Engine, LaunchError};
use numerics::convert;
use reference::Reference;

use crate::count::{Work, count};
use crate::cuda;
use crate::engine::Compiled;
use crate::failure::{Failure, failed};
use crate::run::{EngineKind, Prepared, TARGET};

/// The maximum number of measured runs, even of short ones. More would not change the median, and each needs memory for its time.
const MAX_RUNS: usize = 100_000;

/// Settings of a measurement.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engines, in order.
    pub engines: Vec<EngineKind>,
    /// Warm-up runs, which are not measured.
    pub warm_up: u32,
    /// The number of measured runs, or the time limit.
    pub length: Length,
    /// Counts bytes and operations.
    pub count: bool,
}

/// The end of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// After this number of runs.
    Runs(NonZeroUsize),
    /// After this time; at least one run is measured.
    Time(Duration),
}

/// The measurements.
#[derive(Clone, Debug)]
pub struct Report {
    /// The work of the launch, if it was counted.
    pub work: Option<Work>,
    /// One for each engine, in order.
    pub timings: Vec<Timing>,
    /// Buffers whose contents differ between the first and another engine.
    pub differences: Vec<Difference>,
}

/// The measured launches of one engine.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The engine.
    pub engine: EngineKind,
    /// Threads that it may use.
    pub threads: usize,
    /// Time to prepare the program, once.
    pub preparation: Duration,
    /// Times of the runs, the shortest first; there is at least one.
    runs: Vec<Duration>,
}

impl Timing {
    /// How many runs were measured.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// The shortest run.
    pub fn min(&self) -> Duration {
        self.quantile(0)
    }

    /// The median.
    pub fn median(&self) -> Duration {
        self.quantile(2)
    }

    /// The lower and the upper quartile.
    pub fn quartiles(&self) -> [Duration; 2] {
        [self.quantile(1), self.quantile(3)]
    }

    /// The time that `quarters` quarters of the runs do not exceed.
    fn quantile(&self, quarters: usize) -> Duration {
        self.runs.get((self.runs.len() - 1) * quarters / 4).copied().unwrap_or_default()
    }
}

/// How a buffer of an engine differs from that of the first engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The engine.
    pub engine: EngineKind,
    /// The buffer's name.
    pub buffer: String,
    /// Elements whose bits differ.
    pub elements: u64,
    /// The largest distance of two elements; infinite if one is not finite.
    pub largest: f64,
    /// The row-major number of the element with that distance.
    pub at: usize,
}

impl Prepared<'_> {
    /// Measures the launch. Printed text of the program is dropped.
    ///
    /// # Errors
    /// A trap of the program, or an unsupported feature of an engine.
    pub fn bench(&self, settings: &Settings) -> Result<Report, Box<Failure>> {
        let mut timings = Vec::new();
        let mut results: Vec<(EngineKind, Bound)> = Vec::new();
        for &engine in &settings.engines {
            let (timing, bound) = match engine {
                EngineKind::Cpu => self.time_cpu(settings)?,
                EngineKind::Reference => self.time_reference(settings)?,
                EngineKind::PtxEmu => self.time_emulator(settings)?,
                EngineKind::Cuda => self.time_device(settings)?,
            };
            timings.push(timing);
            results.push((engine, bound));
        }
        let differences = match results.split_first() {
            None => Vec::new(),
            Some(((_, first), others)) => {
                others.iter().flat_map(|(engine, bound)| compare(*engine, first, bound)).collect()
            }
        };
        let work = settings.count.then(|| self.work()).transpose()?;
        Ok(Report { work, timings, differences })
    }

    fn work(&self) -> Result<Work, Box<Failure>> {
        let counted = count(self.module, &self.entry.name, self.request.grid, &mut self.bound.clone());
        // The operations of the copy that was run are not those of the module.
        Ok(counted.map_err(|error| failed(self.module, without_place(error)))?)
    }

    fn time_cpu(&self, settings: &Settings) -> Result<(Timing, Bound), Box<Failure>> {
        let start = Instant::now();
        let mut how = Preparation::default();
        how.pad_outside = self.request.compat;
        let prepared = cpu::Prepared::new(self.module, &self.entry.name, &how);
        let prepared =
            crate::perf_map::prepared(prepared.map_err(|error| failed(self.module, error.into()))?);
        let preparation = start.elapsed();
        let engine = Cpu::default();
        let all = self.request.threads.or_else(|| std::thread::available_parallelism().ok());
        let blocks = usize::try_from(self.request.grid.blocks()).unwrap_or(usize::MAX);
        let threads = all.map_or(1, NonZeroUsize::get).min(blocks);
        let (runs, bound) = self
            .measure(settings, &mut |bound| {
                let mut launch = bound.launch(&self.entry.name, self.request.grid);
                let mut output = DiscardOutput;
                let mut options = Self::options(self.request, &mut output);
                let start = Instant::now();
                engine.launch(&prepared, &mut launch, &mut options)?;
                Ok(start.elapsed())
            })
            .map_err(|error| failed(prepared.module(), error))?;
        Ok((Timing { engine: EngineKind::Cpu, threads, preparation, runs }, bound))
    }

    fn time_reference(&self, settings: &Settings) -> Result<(Timing, Bound), Box<Failure>> {
        let engine = Reference::default();
        let (runs, bound) = self
            .measure(settings, &mut |bound| {
                let mut launch = bound.launch(&self.entry.name, self.request.grid);
                let mut output = DiscardOutput;
                let mut options = Self::options(self.request, &mut output);
                let start = Instant::now();
                engine.launch(self.module, &mut launch, &mut options)?;
                Ok(start.elapsed())
            })
            .map_err(|error| failed(self.module, error))?;
        let preparation = Duration::ZERO;
        Ok((Timing { engine: EngineKind::Reference, threads: 1, preparation, runs }, bound))
    }

    /// Copies of buffers are included: the measurement is of a launch, not of the kernel only.
    fn time_device(&self, settings: &Settings) -> Result<(Timing, Bound), Box<Failure>> {
        let start = Instant::now();
        let device = cuda::find().map_err(|why| *why)?;
        let loaded = cuda::Loaded::new(device, self.module, &self.entry.name);
        let loaded = loaded.map_err(|mut found| found.swap_remove(0))?;
        let preparation = start.elapsed();
        let (runs, bound) = self
            .measure(settings, &mut |bound| {
                let mut launch = bound.launch(&self.entry.name, self.request.grid);
                let mut output = DiscardOutput;
                let mut options = Self::options(self.request, &mut output);
                let start = Instant::now();
                loaded.launch(&mut launch, &mut options)?;
                Ok(start.elapsed())
            })
            .map_err(|error| failed(self.module, error))?;
        Ok((Timing { engine: EngineKind::Cuda, threads: 1, preparation, runs }, bound))
    }

    fn time_emulator(&self, settings: &Settings) -> Result<(Timing, Bound), Box<Failure>> {
        let start = Instant::now();
        let target = self.request.target.as_deref().unwrap_or(TARGET);
        let compiled = Compiled::new(self.module, &self.entry.name, target);
        let compiled = compiled.map_err(|mut found| found.swap_remove(0))?;
        let preparation = start.elapsed();
        let (runs, bound) = self
            .measure(settings, &mut |bound| {
                let mut launch = bound.launch(&self.entry.name, self.request.grid);
                let mut output = DiscardOutput;
                let mut options = Self::options(self.request, &mut output);
                let start = Instant::now();
                compiled.launch(&mut launch, &mut options)?;
                Ok(start.elapsed())
            })
            .map_err(|error| failed(self.module, error))?;
        let threads = self.request.threads.or_else(|| std::thread::available_parallelism().ok());
        let threads = threads.map_or(1, NonZeroUsize::get);
        Ok((Timing { engine: EngineKind::PtxEmu, threads, preparation, runs }, bound))
    }

    /// Runs until enough runs are measured; returns their times, the shortest first, and the buffers of the last run.
    fn measure(
        &self,
        settings: &Settings,
        run: &mut dyn FnMut(&mut Bound) -> Result<Duration, LaunchError>,
    ) -> Result<(Vec<Duration>, Bound), LaunchError> {
        let mut bound = self.bound.clone();
        for _ in 0..settings.warm_up {
            run(&mut bound)?;
            // Each launch sees the same buffers, or a program that accumulates would measure something else each time.
            restore(&mut bound, &self.bound);
        }
        let mut runs = Vec::new();
        let start = Instant::now();
        loop {
            runs.push(run(&mut bound)?);
            let enough = match settings.length {
                Length::Runs(count) => runs.len() >= count.get(),
                Length::Time(time) => start.elapsed() >= time || runs.len() >= MAX_RUNS,
            };
            if enough {
                runs.sort_unstable();
                return Ok((runs, bound));
            }
            restore(&mut bound, &self.bound);
        }
    }
}

/// Restores the bytes that a run has changed, and accesses no others.
fn restore(bound: &mut Bound, before: &Bound) {
    for (now, before) in bound.buffers.iter_mut().zip(&before.buffers) {
        if now.buffer != before.buffer {
            now.buffer.bytes_mut().copy_from_slice(before.buffer.bytes());
        }
    }
}

/// The same failure without the operation that it happened in.
fn without_place(mut error: LaunchError) -> LaunchError {
    if let LaunchError::Trap(trap) = &mut error {
        trap.site = None;
    }
    error
}

fn compare(engine: EngineKind, first: &Bound, other: &Bound) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (number, (expected, found)) in first.buffers.iter().zip(&other.buffers).enumerate() {
        let (expected, found) = (expected.buffer.view(), found.buffer.view());
        if expected.bytes() == found.bytes() {
            continue;
        }
        let buffer = first.buffers[number].name.clone().unwrap_or_else(|| format!("buffer {}", number + 1));
        let mut difference = Difference { engine, buffer, elements: 0, largest: 0.0, at: 0 };
        for index in 0..expected.len() {
            let pair = [expected.get(index).unwrap_or(0), found.get(index).unwrap_or(0)];
            if pair[0] == pair[1] {
                continue;
            }
            let distance = distance(expected.element(), pair);
            if distance > difference.largest || difference.elements == 0 {
                (difference.largest, difference.at) = (distance, index);
            }
            difference.elements += 1;
        }
        differences.push(difference);
    }
    differences
}

/// The distance of two numbers.
fn distance(scalar: numerics::Scalar, pair: [u64; 2]) -> f64 {
    if scalar.is_int() {
        let [a, b] = pair.map(|bits| numerics::int::sign_extend(scalar, bits));
        return a.abs_diff(b) as f64;
    }
    let [a, b] = pair.map(|bits| convert::to_f64(scalar, bits));
    let distance = (a - b).abs();
    match (a.is_nan(), b.is_nan()) {
        (true, true) => 0.0,
        _ if distance.is_nan() => f64::INFINITY,
        _ => distance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use launch::Buffer;
    use launch::arg::NamedBuffer;
    use numerics::Scalar;

    fn bound(scalar: Scalar, bits: &[u64]) -> Bound {
        let mut buffer = Buffer::zeroed(scalar, &[bits.len() as u64]).expect("small");
        for (index, &bits) in bits.iter().enumerate() {
            buffer.view_mut().set(index, bits);
        }
        Bound {
            buffers: vec![NamedBuffer { name: Some("x".into()), argument: 0, buffer }],
            args: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn differences_name_the_element_that_is_farthest() {
        let bits = |numbers: [f32; 4]| numbers.map(|number| u64::from(number.to_bits()));
        let first = bound(Scalar::F32, &bits([1.0, 2.0, f32::NAN, 4.0]));
        assert_eq!(compare(EngineKind::Cpu, &first, &first), []);
        let other = bound(Scalar::F32, &bits([1.5, 5.0, f32::NAN, 4.0]));
        let found = compare(EngineKind::Cpu, &first, &other);
        let expected =
            Difference { engine: EngineKind::Cpu, buffer: "x".into(), elements: 2, largest: 3.0, at: 1 };
        assert_eq!(found, [expected]);
        let other = bound(Scalar::F32, &bits([1.0, 2.0, 3.0, 4.0]));
        assert_eq!(compare(EngineKind::Cpu, &first, &other)[0].largest, f64::INFINITY);
        let (low, high) = (bound(Scalar::I8, &[0x80]), bound(Scalar::I8, &[0x7F]));
        assert_eq!(compare(EngineKind::Cpu, &low, &high)[0].largest, 255.0);
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_runs() {
        let runs = (1..=9).map(Duration::from_secs).collect();
        let timing = Timing { engine: EngineKind::Cpu, threads: 1, preparation: Duration::ZERO, runs };
        let seconds = |time: Duration| time.as_secs();
        assert_eq!([timing.min(), timing.median()].map(seconds), [1, 5]);
        assert_eq!(timing.quartiles().map(seconds), [3, 7]);
    }
}
