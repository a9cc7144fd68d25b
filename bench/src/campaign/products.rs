//! Random programs around products, compiled for a target with agents and without, and run by the emulator under its checks.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use filetests::engines::random_products;

use super::on_threads;

/// Counts of the campaign.
#[derive(Default)]
pub struct Count {
    /// Programs.
    programs: u64,
    /// Programs that have agents, and do what the reference interpreter does on both paths.
    agents: u64,
    /// Why the others have none.
    universal: BTreeMap<String, u64>,
    /// Orders of warps that each was run in.
    orders: u64,
    /// The first few failures.
    failures: Vec<String>,
    failed: u64,
    time: Duration,
}

/// Programs between two lines of progress.
const TOLD: u64 = 50;
/// Failures that are printed.
const SHOWN: usize = 20;

/// Judges the programs of `count` seeds from `first` on for a target, each in `orders` orders of warps. How far it is goes to
/// the standard error.
pub fn products(first: u64, count: u64, (target, orders): (&str, u64), threads: NonZeroUsize) -> Count {
    let start = Instant::now();
    let total = Mutex::new(Count { orders, ..Count::default() });
    on_threads(threads, count, |number| {
        // A panic of the compiler is a failure of its program, not the end of the campaign.
        let judged = std::panic::catch_unwind(|| random_products::judge(first + number, (target, orders)));
        let judged = judged.unwrap_or_else(|_| Err("the compiler panicked".to_owned()));
        let mut total = total.lock().expect("no thread panics");
        total.program(first + number, judged);
        if total.programs.is_multiple_of(TOLD) {
            let (done, seconds) = (total.programs, start.elapsed().as_secs());
            let _ = writeln!(std::io::stderr(), "products: {done} of {count}, {seconds} s");
        }
    });
    let mut total = total.into_inner().expect("no thread panics");
    total.time = start.elapsed();
    total
}

/// A reason without the numbers that differ from program to program; those of types, which begin with a letter, stay.
fn kind(reason: &str) -> String {
    let mut kind = String::new();
    let (mut is_word, mut is_number) = (false, false);
    for letter in reason.chars() {
        is_number = if is_word { is_number } else { letter.is_ascii_digit() };
        is_word = letter.is_alphanumeric();
        let is_digit = is_number && letter.is_ascii_digit();
        if !(is_digit && kind.ends_with('N')) {
            kind.push(if is_digit { 'N' } else { letter });
        }
    }
    kind
}

impl Count {
    fn program(&mut self, seed: u64, judged: Result<random_products::Judged, String>) {
        self.programs += 1;
        match judged {
            Ok(random_products::Judged { universal: None }) => self.agents += 1,
            Ok(random_products::Judged { universal: Some(why) }) => {
                *self.universal.entry(kind(&why)).or_default() += 1
            }
            Err(error) => {
                self.failed += 1;
                if self.failures.len() < SHOWN {
                    self.failures.push(format!("seed {seed}: {error}"));
                }
            }
        }
    }

    /// Whether nothing went wrong.
    pub fn is_clean(&self) -> bool {
        self.failed == 0
    }

    /// The count in words.
    pub fn report(&self) -> String {
        let universal: u64 = self.universal.values().sum();
        let mut text = format!(
            "programs: {}, each in {} orders of warps under checks\nright with agents and without: {}\n\
             right without, and refused with agents: {universal}\nseconds: {:.0}\nfailures: {}\n",
            self.programs,
            self.orders,
            self.agents,
            self.time.as_secs_f64(),
            self.failed,
        );
        for (why, times) in &self.universal {
            text.push_str(&format!("  without agents {times} times: {why}\n"));
        }
        for failure in &self.failures {
            text.push_str(&format!("  {failure}\n"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_counted_without_their_numbers() {
        assert_eq!(
            kind("its 16 rows are fewer than the 64 of `wgmma`"),
            "its N rows are fewer than the N of `wgmma`"
        );
        assert_eq!(kind("a sum of 256x128 of tf32"), "a sum of NxN of tf32");
    }
}
