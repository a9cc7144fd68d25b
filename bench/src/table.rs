//! Rows of measurements: ours, the baseline's, the ratio, and the target of the project.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// One measured row; larger is better in every unit.
pub struct Row {
    /// The measured work.
    pub work: String,
    /// Our figure.
    pub ours: f64,
    /// Unit of the figures.
    pub unit: &'static str,
    /// The baseline's name and figure; `None`: there is no baseline, or it is absent.
    pub baseline: Option<(String, f64)>,
    /// The target figure, in the same unit.
    pub target: f64,
}

impl Row {
    /// True when the figure reaches the target.
    pub fn meets_target(&self) -> bool {
        self.ours >= self.target
    }

    /// The row as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "work": self.work, "ours": self.ours, "unit": self.unit,
            "baseline": self.baseline.as_ref().map(|(name, figure)| json!({"name": name, "figure": figure})),
            "ratio": self.baseline.as_ref().map(|(_, figure)| self.ours / figure),
            "target": self.target, "met": self.meets_target(),
        })
    }
}

/// The rows as a table in Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let mut text =
        String::from("| work | ours | baseline | ratio | target | met |\n|---|---|---|---|---|---|\n");
    for row in rows {
        let (baseline, ratio) = match &row.baseline {
            Some((name, figure)) => (format!("{figure:.2} ({name})"), format!("{:.2}", row.ours / figure)),
            None => ("none".to_owned(), "–".to_owned()),
        };
        let met = if row.meets_target() { "yes" } else { "**no**" };
        let Row { work, ours, unit, target, .. } = row;
        text.push_str(&format!(
            "| {work} | {ours:.2} {unit} | {baseline} | {ratio} | {target:.2} | {met} |\n"
        ));
    }
    text
}

/// Rows of text as a table in Markdown.
pub fn cells(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for row in rows {
        text.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    text
}

/// Processor time that a run of `work` takes on this thread, on the mean of `count` runs after one to warm up: what others do
/// on the machine does not count. Where the system does not say it, the median of the times by the clock.
pub fn busy(count: usize, mut work: impl FnMut()) -> Duration {
    // Nanoseconds on a processor come first. They are counted up where the thread is looked at, at every tick of the clock.
    let so_far = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    };
    work();
    let count = count.max(1) as u32;
    let Some(before) = so_far() else { return median(count as usize, work) };
    (0..count).for_each(|_| work());
    so_far().map_or(Duration::ZERO, |after| after.saturating_sub(before) / count)
}

/// Median of the times that `work` takes, over `count` runs after one to warm up.
pub fn median(count: usize, mut work: impl FnMut()) -> Duration {
    work();
    let mut times: Vec<Duration> = (0..count.max(1))
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// A document with a new text between two marks; none without the marks.
pub(crate) fn between(old: &str, marks: [&str; 2], text: &str) -> Option<String> {
    let (head, rest) = old.split_once(marks[0])?;
    let (_, tail) = rest.split_once(marks[1])?;
    Some([head, marks[0], "\n", text, "\n", marks[1], tail].concat())
}
