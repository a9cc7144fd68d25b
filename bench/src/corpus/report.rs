//! The tables of a corpus.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tilewright::driver::digest::Digest;

use super::{CLOSED, Corpus, Count, TARGETS, Unit};

/// The tables in Markdown: paths and units by target, then reasons by how often they occur.
pub fn text(corpus: &Corpus) -> String {
    let parts: Vec<&[u8]> = corpus.digests.iter().map(String::as_bytes).collect();
    let mut text = format!(
        "{} different modules, {} with matrix products, {} invalid; SHA-256 of their digests `{}`\n\n",
        corpus.digests.len(),
        corpus.products,
        corpus.invalid.len(),
        Digest::of(&parts).text()
    );
    text.push_str("| target | agents | universal path | refused | products: wgmma, tcgen05 | mma.sync | no tensor core |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    let counts = || TARGETS.iter().filter_map(|target| Some((*target, corpus.targets.get(target)?)));
    for (target, count) in counts() {
        let paths = [true, false].map(|agents| count.sum(|(path, _)| path == agents));
        let units = UNITS.map(|unit| count.sum(|(_, of)| of == Some(unit)));
        let [agents, universal] = paths;
        let [asynchronous, tensor, threads] = units;
        let refused = count.refused;
        let _ = writeln!(
            text,
            "| {target} | {agents} | {universal} | {refused} | {asynchronous} | {tensor} | {threads} |"
        );
    }
    if counts().any(|(_, count)| !count.theirs.is_empty()) {
        text.push_str(&compared(counts()));
    }
    for (target, count) in counts() {
        text.push_str(&reasons(target, &count.reasons));
    }
    for why in &corpus.invalid {
        let _ = writeln!(text, "\ninvalid: {why}");
    }
    text
}

/// All units, the fastest one first.
const UNITS: [Unit; 3] = [Unit::AsyncTensorCore, Unit::TensorCore, Unit::Threads];

fn compared<'a>(counts: impl Iterator<Item = (&'static str, &'a Count)>) -> String {
    let mut text = format!(
        "\n| target | `tileiras` {}: wgmma, tcgen05 | mma.sync | no tensor core | refused | faster unit than ours |\n|---|---|---|---|---|---|\n",
        CLOSED.number()
    );
    for (target, count) in counts {
        let [asynchronous, tensor, threads] = UNITS.map(|unit| count.theirs.get(&unit).copied().unwrap_or(0));
        let (refused, slower) = (count.refused_by_theirs, count.slower);
        let _ = writeln!(text, "| {target} | {asynchronous} | {tensor} | {threads} | {refused} | {slower} |");
    }
    text
}

fn reasons(target: &str, reasons: &BTreeMap<String, usize>) -> String {
    let mut sorted: Vec<(&String, &usize)> = reasons.iter().collect();
    sorted.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), reason.as_str()));
    let mut text = String::new();
    if !sorted.is_empty() {
        let _ = writeln!(text, "\n{target}, products without agents:\n");
    }
    for (reason, count) in sorted {
        let _ = writeln!(text, "- {count}: {reason}");
    }
    text
}

impl Count {
    /// Our modules with a property.
    fn sum(&self, holds: impl Fn((bool, Option<Unit>)) -> bool) -> usize {
        self.ours.iter().filter(|(key, _)| holds(**key)).map(|(_, count)| count).sum()
    }
}
