//! Detection of undefined behaviour in a program: races, accesses outside of memory, undefined values.
//!
//! The sanitizer runs a program on the reference interpreter and watches every element of memory. `docs/sanitizer.md`
//! describes its findings and rules.
//!
//! ```
//! use tilewright::run::Run;
//! use tilewright::sanitize::{self, Settings};
//!
//! let module = tilewright::parse(
//!     "stale.mlir",
//!     "cuda_tile.module @m {
//!        entry @stale(%x: tile<ptr<i32>>) {
//!          %one = constant <i32: 1> : tile<i32>
//!          %stored = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
//!          %v, %loaded = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
//!          return
//!        }
//!      }",
//! )?;
//! let mut run = Run::new(&module);
//! run.arg("x:i32[1]=zeros");
//! let report = sanitize::run(&run, &Settings::default())?.report;
//! assert_eq!(report.findings[0].code, "E0570");
//! assert_eq!(
//!     report.findings[0].fix.as_deref(),
//!     Some("pass token %stored of the `store_ptr_tko` to the `load_ptr_tko`")
//! );
//!
//! // What to look for, how many orders of tile blocks to try, and what each finding says.
//! use tilewright::sanitize::{Finding, Kind, Kinds, Other, Report, Sanitized, UnknownKind, diagnostic};
//! let kinds: Kinds = "races".parse()?;
//! assert!(kinds.has(Kind::Races) && !kinds.has(Kind::Poison));
//! assert!(matches!("rases".parse::<Kinds>(), Err(UnknownKind { .. })));
//! let Sanitized { report, results } = run.sanitize(&Settings { kinds, further_schedules: 2 })?;
//! assert_eq!(results.show("x").unwrap(), "[1]");
//! let Report { findings, schedules, .. } = report;
//! let race: &Finding = &findings[0];
//! let stored: &Other = &race.others[0];
//! assert_eq!((race.kind, schedules), (Kind::Races, 1));
//! assert!(stored.text.starts_with("writes"), "{}", stored.text);
//! assert!(diagnostic(module.ir(), race).to_string().starts_with("error[E0570]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::Error;
use crate::run::Run;

pub use driver::sanitize::{
    Finding, Kind, Kinds, Other, Report, Sanitized, Settings, UnknownKind, diagnostic,
};

/// Runs a launch with the sanitizer.
///
/// # Errors
/// The errors of the module or the arguments. Errors of the program are in the report.
pub fn run(run: &Run<'_>, settings: &Settings) -> Result<Sanitized, Error> {
    run.sanitize(settings)
}
