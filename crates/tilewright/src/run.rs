//! Running entries: on the CPU engine, or on the reference interpreter.
//!
//! ```
//! use tilewright::launch::Grid;
//! use tilewright::run::Run;
//!
//! let module = tilewright::parse(
//!     "greet.mlir",
//!     "cuda_tile.module @m {
//!        entry @greet(%times: tile<i32>) {
//!          %x, %y, %z = get_tile_block_id : tile<i32>
//!          %done = print_tko \"block %d, %d times\\0A\", %x, %times : tile<i32>, tile<i32> -> token
//!          return
//!        }
//!      }",
//! )?;
//! let results = Run::new(&module).grid(Grid::new(2, 1, 1).unwrap()).arg("3").execute()?;
//! assert_eq!(results.printed, "block 0, 3 times\nblock 1, 3 times\n");
//! # Ok::<(), tilewright::Error>(())
//! ```

use std::num::NonZeroUsize;

use driver::bench;
use driver::run::{Failure, Request, execute, prepare};
use driver::sanitize::{Sanitized, Settings};
use launch::{BlockId, Externs, Grid, Schedule};

use crate::{Error, Module};

pub use driver::run::{EngineKind, Results};

/// A builder for a launch: entry, grid and arguments, as on the command line.
///
/// ```
/// use std::num::NonZeroUsize;
/// use tilewright::launch::Grid;
/// use tilewright::run::{EngineKind, Results, Run};
/// use tilewright::sanitize::Settings;
///
/// let module = tilewright::parse(
///     "two.mlir",
///     "cuda_tile.module @m {
///        entry @other() { return }
///        entry @number(%x: tile<ptr<i32>>) {
///          %i, %j, %k = get_tile_block_id : tile<i32>
///          %place = offset %x, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
///          %done = store_ptr_tko weak %place, %i : tile<ptr<i32>>, tile<i32> -> token
///          return
///        }
///      }",
/// )?;
/// let mut run = Run::new(&module);
/// run.entry("number").grid(Grid::new(4, 1, 1).unwrap()).arg("x:i32[4]=zeros");
/// run.engine(EngineKind::Cpu).threads(NonZeroUsize::MIN);
/// let results: Results = run.execute()?;
/// assert_eq!(results.show("x").unwrap(), "[0 1 2 3]");
///
/// // Values inside, in a tile block, with the blocks in an order that a seed shuffles.
/// let results = run.engine(EngineKind::Reference).schedule(7).show("i", [2, 0, 0]).execute()?;
/// assert_eq!(results.show("x").unwrap(), "[0 1 2 3]");
///
/// // A launch that takes too long is stopped, and undefined behaviour is reported.
/// assert!(run.clone().steps(3).execute().unwrap_err().to_string().contains("E0561"));
/// assert!(run.sanitize(&Settings::default())?.report.findings.is_empty());
/// # Ok::<(), tilewright::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run<'m> {
    module: &'m Module,
    request: Request,
}

impl<'m> Run<'m> {
    /// A launch of one tile block of the module's only entry.
    pub fn new(module: &'m Module) -> Run<'m> {
        Run { module, request: Request { ordered_output: true, ..Request::default() } }
    }

    /// Chooses the entry.
    pub fn entry(&mut self, name: &str) -> &mut Self {
        self.request.entry = Some(name.to_owned());
        self
    }

    /// Chooses the grid.
    pub fn grid(&mut self, grid: Grid) -> &mut Self {
        self.request.grid = grid;
        self
    }

    /// Adds the next argument, in the syntax of `tilewright run --arg` ([`launch::arg`]).
    pub fn arg(&mut self, text: &str) -> &mut Self {
        self.request.args.push(text.to_owned());
        self
    }

    /// Chooses the engine. The default is the CPU engine, or the reference interpreter if values are shown or blocks are
    /// shuffled.
    pub fn engine(&mut self, engine: EngineKind) -> &mut Self {
        self.request.engine = Some(engine);
        self
    }

    /// Supplies the functions that the program calls and does not define (`preview$call`, `experimental$extern_elementwise`).
    ///
    /// ```
    /// use tilewright::launch::Externs;
    ///
    /// let mut module = tilewright::parse(
    ///     "call.mlir",
    ///     "cuda_tile.module @m {
    ///        preview$func extern @twice(%x: tile<4xi32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> tile<4xi32>
    ///        entry @k() {
    ///          %i = iota : tile<4xi32>
    ///          %y = preview$call @twice(%i) : (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<4xi32>
    ///          %t = print_tko \"%d\", %y : tile<4xi32> -> token
    ///          return
    ///        }
    ///      }",
    /// )?;
    /// module.enable_preview_simt();
    /// let mut externs = Externs::default();
    /// externs.define_tile("twice", |call| Ok(vec![call.operands[0].bits.iter().map(|x| 2 * x).collect()]));
    /// let results = tilewright::run::Run::new(&module).externs(externs).execute()?;
    /// assert_eq!(results.printed, "[0, 2, 4, 6]");
    /// # Ok::<(), tilewright::Error>(())
    /// ```
    pub fn externs(&mut self, externs: Externs) -> &mut Self {
        self.request.externs = externs;
        self
    }

    /// Limits the number of threads.
    pub fn threads(&mut self, threads: NonZeroUsize) -> &mut Self {
        self.request.threads = Some(threads);
        self
    }

    /// Limits the total steps of all blocks.
    pub fn steps(&mut self, budget: u64) -> &mut Self {
        self.request.steps = Some(budget);
        self
    }

    /// Runs the blocks in a random order determined by `seed`, instead of by number.
    pub fn schedule(&mut self, seed: u64) -> &mut Self {
        self.request.schedule = Schedule::Seeded(seed);
        self
    }

    /// Keeps the last result of a value in tile block `block`; the name may include its `%`. All values are watched in one
    /// block, the one that was named last.
    pub fn show(&mut self, name: &str, block: BlockId) -> &mut Self {
        self.request.show.push(name.to_owned());
        self.request.block = block;
        self
    }

    /// Verifies the module and runs it. Files in arguments (`@a.npy`) are refused: read
    /// them yourself, or use the command line.
    ///
    /// # Errors
    /// The errors of the module, of the arguments, or of the program: a trap names op, block and element.
    pub fn execute(&self) -> Result<Results, Error> {
        self.module.verify()?;
        let mut printed = String::new();
        let ran = execute(self.module.ir(), &self.request, &no_files, &mut printed);
        let mut results = ran.map_err(|failure| self.failed(*failure))?;
        results.printed = printed;
        Ok(results)
    }

    /// Runs with the sanitizer, which reports all undefined behaviour of the program: see [`crate::sanitize`].
    ///
    /// # Errors
    /// The errors of the module or the arguments. Errors of the program are in the report.
    pub fn sanitize(&self, settings: &Settings) -> Result<Sanitized, Error> {
        self.module.verify()?;
        let mut printed = String::new();
        let prepared = prepare(self.module.ir(), &self.request, &no_files);
        let ran = prepared.and_then(|prepared| prepared.sanitize(&mut printed, settings));
        let mut sanitized = ran.map_err(|failure| self.failed(*failure))?;
        sanitized.results.printed = printed;
        Ok(sanitized)
    }

    /// Times launches on one engine or several, and compares their results.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use tilewright::bench::{Length, Settings};
    /// use tilewright::run::{EngineKind, Run};
    ///
    /// let module = tilewright::parse(
    ///     "set.mlir",
    ///     "cuda_tile.module @m { entry @set(%x: tile<ptr<i32>>, %v: tile<i32>) {
    ///        %done = store_ptr_tko weak %x, %v : tile<ptr<i32>>, tile<i32> -> token
    ///        return
    ///      } }",
    /// )?;
    /// let engines = vec![EngineKind::Cpu, EngineKind::Reference];
    /// let length = Length::Runs(NonZeroUsize::new(3).unwrap());
    /// let settings = Settings { engines, warm_up: 1, length, count: true };
    /// let report = Run::new(&module).arg("x:i32[1]=zeros").arg("7").bench(&settings)?;
    /// assert_eq!(report.timings[0].runs(), 3);
    /// assert!(report.timings[1].min() <= report.timings[1].median() && report.differences.is_empty());
    /// # Ok::<(), tilewright::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the module, of the arguments, or of the program.
    pub fn bench(&self, settings: &bench::Settings) -> Result<bench::Report, Error> {
        self.module.verify()?;
        let prepared = prepare(self.module.ir(), &self.request, &no_files);
        prepared.and_then(|prepared| prepared.bench(settings)).map_err(|failure| self.failed(*failure))
    }

    fn failed(&self, failure: Failure) -> Error {
        let source = failure.argument.as_ref().or(self.module.source());
        Error::new(vec![failure.diagnostic], source)
    }
}

fn no_files(path: &str) -> Result<Vec<u8>, String> {
    Err(format!("`{path}`: the library reads no files"))
}
