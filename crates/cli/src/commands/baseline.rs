//! `bench --baseline`: a measurement compared with one that `bench --json` printed before.

use diag::{Diagnostic, Source};
use serde_json::{Value, json};
use tilewright::driver::bench::Report;
use tilewright::driver::codes;
use tilewright::driver::input::reason;

/// How an engine does against the baseline.
pub(super) struct Change {
    engine: &'static str,
    /// Median of the baseline, and of this measurement, in seconds.
    before: f64,
    now: f64,
    /// Slower than is allowed.
    pub(super) slower: bool,
}

/// An earlier measurement.
pub(super) struct Baseline<'a> {
    path: &'a str,
    said: Value,
}

impl<'a> Baseline<'a> {
    /// Reads the object that `bench --json` printed.
    pub(super) fn read(path: &'a str) -> Result<Baseline<'a>, Box<(Diagnostic, Source)>> {
        let wrong = |code, message: String| {
            let error = Diagnostic::error(code, message);
            Box::new((
                error.help("`tilewright bench --json` prints what a baseline is"),
                Source::new(path, ""),
            ))
        };
        let bytes = std::fs::read(path).map_err(|error| {
            wrong(codes::UNREADABLE, format!("the baseline cannot be read: {}", reason(&error)))
        })?;
        let said: Value = serde_json::from_slice(&bytes)
            .map_err(|error| wrong(codes::BASELINE, format!("the baseline is no JSON: {error}")))?;
        if !said["engines"].is_array() {
            return Err(wrong(
                codes::BASELINE,
                "the baseline is no measurement: it has no `engines`".to_owned(),
            ));
        }
        Ok(Baseline { path, said })
    }

    /// Compares each engine that both have measured; `grid` is that of this launch, `tolerance` in percent.
    ///
    /// # Errors
    /// They measure different launches, or have no engine in common.
    pub(super) fn compare(
        &self,
        report: &Report,
        grid: [u32; 3],
        tolerance: f64,
    ) -> Result<Vec<Change>, Diagnostic> {
        let wrong = |message: String| {
            let error = Diagnostic::error(codes::BASELINE, message);
            error.help("measure the baseline with the same file, arguments, grid and engines")
        };
        if self.said["grid"] != json!(grid) {
            return Err(wrong(format!(
                "the baseline measures a grid of {}, not {}",
                self.said["grid"],
                json!(grid)
            )));
        }
        let empty = Vec::new();
        let before = self.said["engines"].as_array().unwrap_or(&empty);
        let median = |name: &str| before.iter().find(|engine| engine["engine"] == name)?["median_s"].as_f64();
        let changes = report.timings.iter().filter_map(|timing| {
            let engine = timing.engine.name();
            let (before, now) = (median(engine)?, timing.median().as_secs_f64());
            Some(Change { engine, before, now, slower: now > before * (1.0 + tolerance / 100.0) })
        });
        let changes: Vec<Change> = changes.collect();
        if changes.is_empty() {
            return Err(wrong(format!("`{}` has measured none of these engines", self.path)));
        }
        Ok(changes)
    }
}

impl Change {
    /// `cpu: 1.08 of the baseline's median`
    pub(super) fn line(&self) -> String {
        let verdict = if self.slower { ": slower than allowed" } else { "" };
        format!("{:<10}{:.2} of the baseline's time{verdict}", self.engine, self.now / self.before)
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "engine": self.engine, "baseline_s": self.before, "median_s": self.now,
            "ratio": self.now / self.before, "slower": self.slower,
        })
    }
}
