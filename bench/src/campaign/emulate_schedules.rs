//! Seeded faults of `tests/emulate` in many orders of warps: every wrong kernel is found at least once, every right one never.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use filetests::emulated;

/// Counts of the campaign.
#[derive(Default)]
pub struct Count {
    /// Orders of warps that each kernel ran in.
    orders: u64,
    /// Wrong kernels, and right ones.
    kernels: [u64; 2],
    /// Wrong kernels that not every order found, with how many did.
    rare: Vec<(String, u64)>,
    /// The failures.
    pub failures: Vec<String>,
    time: Duration,
}

/// Runs every kernel in `orders` orders of warps.
pub fn emulate_schedules(orders: u64) -> Count {
    let start = Instant::now();
    let mut count = Count { orders, ..Count::default() };
    let (paths, next) = (emulated::seeded_faults(), AtomicUsize::new(0));
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Relaxed)) {
                    let result = emulated::schedules(path, orders);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((path, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Threads end in any order; the report is always the same.
    results.sort_by_key(|(path, _)| *path);
    for (path, result) in results {
        match result {
            Ok(entries) => entries.into_iter().for_each(|(entry, found)| count.add(path, &entry, found)),
            Err(why) => count.failures.push(format!("{path}: {why}")),
        }
    }
    count.time = start.elapsed();
    count
}

impl Count {
    fn add(&mut self, path: &str, entry: &str, found: u64) {
        let wrong = entry == "wrong";
        self.kernels[usize::from(!wrong)] += 1;
        if wrong && found < self.orders {
            self.rare.push((path.to_owned(), found));
        }
        if wrong != (found > 0) {
            self.failures.push(format!("{path}: `{entry}` is found by {found} of {} orders", self.orders));
        }
    }

    /// The count as a table, and what went wrong.
    pub fn report(&self) -> String {
        let mut text = format!(
            "orders of warps        {}\nwrong kernels          {}, found by every order: {}\nright kernels          {}\ntime                   {:.0} s\n",
            self.orders,
            self.kernels[0],
            self.kernels[0] - self.rare.len() as u64,
            self.kernels[1],
            self.time.as_secs_f64()
        );
        for (path, found) in &self.rare {
            text.push_str(&format!("{path}: found by {found} of {} orders\n", self.orders));
        }
        for failure in &self.failures {
            text.push_str(&format!("error: {failure}\n"));
        }
        text
    }
}
