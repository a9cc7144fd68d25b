//! The baselines of the CPU engine, each timed once at a time so that both sides alternate.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use tilewright::launch::Buffer;
use tilewright::numerics::Scalar;

/// PyTorch in a separate process.
pub(super) struct Torch {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Version and threads.
    pub(super) version: String,
}

impl Torch {
    /// Starts the Python of `$TILEWRIGHT_TORCH` (a virtual environment with `torch`), else `python3`; `None` when it has
    /// no `torch`.
    pub(super) fn start() -> Option<Torch> {
        let python = match std::env::var_os("TILEWRIGHT_TORCH") {
            Some(venv) => PathBuf::from(venv).join("bin/python"),
            None => PathBuf::from("python3"),
        };
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/baselines/torch_cpu.py");
        let mut process = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = process.stdin.take()?;
        let mut output = BufReader::new(process.stdout.take()?);
        let mut version = String::new();
        output.read_line(&mut version).ok().filter(|&length| length > 0)?;
        Some(Torch { process, input, output, version: version.trim().to_owned() })
    }

    /// Seconds that a row takes once. In between the process is stopped: OpenMP's threads turn round and round for a while when
    /// they have nothing to do, on cores that others are measured on next.
    pub(super) fn seconds(&mut self, row: &str) -> Option<f64> {
        self.signal("CONT");
        writeln!(self.input, "{row}").ok()?;
        let mut line = String::new();
        self.output.read_line(&mut line).ok()?;
        self.signal("STOP");
        line.trim().parse().ok()
    }

    /// Sends a signal to the process. On systems without signals, it does nothing.
    fn signal(&self, name: &str) {
        let process = self.process.id().to_string();
        let _ = Command::new("kill").args(["-s", name, &process]).status();
    }
}

impl Drop for Torch {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing to end. A process that is stopped would not hear.
        self.signal("CONT");
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}

/// The crate `gemm` on whole matrices.
pub(super) struct Gemm {
    size: usize,
    a: Vec<f32>,
    b: Vec<f32>,
    c: Vec<f32>,
}

impl Gemm {
    pub(super) fn new(size: usize) -> Gemm {
        let matrix = |seed: usize| (0..size * size).map(|i| ((i * 31 + seed) % 17) as f32 - 8.0).collect();
        Gemm { size, a: matrix(1), b: matrix(2), c: vec![0.0; size * size] }
    }

    /// Seconds of one product on all threads.
    #[allow(unsafe_code, reason = "the baseline's interface takes pointers")]
    pub(super) fn seconds(&mut self, threads: usize) -> f64 {
        let (n, stride) = (self.size, self.size as isize);
        let (a, b, c) = (self.a.as_ptr(), self.b.as_ptr(), self.c.as_mut_ptr());
        let start = Instant::now();
        // SAFETY: the three matrices are row-major, n x n, and do not overlap.
        unsafe {
            gemm::gemm(
                n,
                n,
                n,
                c,
                1,
                stride,
                false,
                a,
                1,
                stride,
                b,
                1,
                stride,
                0.0,
                1.0,
                false,
                false,
                false,
                gemm::Parallelism::Rayon(threads),
            );
        }
        start.elapsed().as_secs_f64()
    }
}

/// Copying memory with several threads.
pub(super) struct Memcpy {
    from: Buffer,
    to: Buffer,
}

impl Memcpy {
    /// 256 MiB, far more than any cache, in memory like that of launches.
    pub(super) fn new() -> Memcpy {
        let buffer = || Buffer::zeroed(Scalar::I8, &[256 << 20]).expect("the bench needs 512 MiB");
        Memcpy { from: buffer(), to: buffer() }
    }

    /// Bytes read and written a second.
    pub(super) fn bandwidth(&mut self, threads: usize) -> f64 {
        let (from, to) = (self.from.bytes(), self.to.bytes_mut());
        let (len, share) = (from.len(), from.len().div_ceil(threads));
        let start = Instant::now();
        std::thread::scope(|scope| {
            for (from, to) in from.chunks(share).zip(to.chunks_mut(share)) {
                scope.spawn(|| to.copy_from_slice(from));
            }
        });
        2.0 * len as f64 / start.elapsed().as_secs_f64()
    }
}
