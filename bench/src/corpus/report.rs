//! The tables of a corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::closed::{CLOSED, UNITS};
use super::{Corpus, Count, TARGETS, Unit};
use crate::table;

/// Where the generated part of the document begins and ends.
const MARKS: [&str; 2] = ["<!-- corpus: cargo xtask corpus DIR --update -->\n", "<!-- end of corpus -->\n"];

/// The document with the tables of a date in it; none without the marks.
pub fn document(old: &str, corpus: &Corpus, date: &str) -> Option<String> {
    table::between(old, MARKS, &format!("{date}: {}", text(corpus)))
}

/// The tables in Markdown.
pub fn text(corpus: &Corpus) -> String {
    let parts =
        [sources(corpus), paths(corpus), compared(corpus), universal(corpus), slow(corpus), faults(corpus)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

/// How many modules there are, and where they are from.
fn sources(corpus: &Corpus) -> String {
    let modules = &corpus.modules;
    let products = modules.found.values().filter(|entry| entry.multiplies).count();
    let kernels: BTreeSet<&str> = modules.found.values().map(|entry| entry.kernel.as_str()).collect();
    let rows = modules.files.iter().map(|(source, files)| {
        let of = || modules.found.values().filter(|entry| entry.sources.contains(source));
        let alone = of().filter(|entry| entry.sources.len() == 1).count();
        let products = of().filter(|entry| entry.multiplies).count();
        let counts = [*files, of().count(), alone, products].map(|count| count.to_string());
        [vec![source.clone()], counts.to_vec()].concat()
    });
    format!(
        "{} different modules of {} functions, {products} of them with matrix products; {} files are invalid. SHA-256 of the digests: `{}`.\n\n{}",
        modules.found.len(),
        kernels.len(),
        modules.invalid.len(),
        modules.digest(),
        table::cells(&["source", "files", "modules", "in no other source", "with products"], rows)
    )
}

fn targets(corpus: &Corpus) -> impl Iterator<Item = (&'static str, &Count)> {
    TARGETS.iter().filter_map(|target| Some((*target, corpus.targets.get(target)?)))
}

/// Paths and units by target.
fn paths(corpus: &Corpus) -> String {
    let heads = [
        "target",
        "agents",
        "with products",
        "universal path",
        "with products",
        "refused",
        "products by wgmma or tcgen05",
        "by `mma.sync` alone",
        "without tensor cores",
    ];
    let rows = targets(corpus).map(|(target, count)| {
        let path = |agents| count.sum(|(path, _)| path == agents);
        let multiplies = |agents| count.sum(|(path, unit)| path == agents && unit.is_some());
        let mut counts =
            vec![path(true), multiplies(true), path(false), multiplies(false), count.refused.len()];
        counts.extend(UNITS.map(|unit| count.sum(|(_, of)| of == Some(unit))));
        std::iter::once(target.to_owned()).chain(counts.iter().map(usize::to_string)).collect()
    });
    table::cells(&heads, rows)
}

/// The modules that the closed compiler compiled, too.
fn compared(corpus: &Corpus) -> String {
    if targets(corpus).all(|(_, count)| count.closed.modules() == 0) {
        return String::new();
    }
    let theirs = format!("`tileiras` {}: wgmma or tcgen05", CLOSED.number());
    let units = ["`mma.sync`", "no tensor cores", "refused or stopped"];
    let heads = [
        &["target", "modules", &theirs],
        &units[..],
        &["ours: wgmma or tcgen05"],
        &units[..],
        &["slower unit than theirs"],
    ];
    let rows = targets(corpus).map(|(target, Count { closed, .. })| {
        let counts = [&[closed.modules()], &closed.theirs[..], &closed.ours[..]].concat();
        let slower = if closed.slower.is_empty() { "none".to_owned() } else { closed.slower.join(", ") };
        let counts = counts.iter().map(usize::to_string);
        std::iter::once(target.to_owned()).chain(counts).chain([slower]).collect()
    });
    table::cells(&heads.concat(), rows)
}

/// Why modules have no agents, on the targets where any has.
fn universal(corpus: &Corpus) -> String {
    let counts: Vec<(&str, &Count)> =
        targets(corpus).filter(|(_, count)| count.sum(|(agents, _)| agents) > 0).collect();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, count) in &counts {
        for (reason, number) in &count.universal {
            *reasons.entry(reason).or_default() += number.iter().sum::<usize>();
        }
    }
    let mut sorted: Vec<(&str, usize)> = reasons.into_iter().collect();
    sorted.sort_by_key(|(reason, number)| (std::cmp::Reverse(*number), *reason));
    let rows = sorted.iter().map(|(reason, _)| {
        let numbers = counts.iter().map(|(_, count)| {
            let [products, others] = count.universal.get(*reason).copied().unwrap_or_default();
            format!("{products} + {others}")
        });
        std::iter::once((*reason).to_owned()).chain(numbers).collect()
    });
    let heads: Vec<&str> = std::iter::once("why without agents: modules with products + others")
        .chain(counts.iter().map(|(target, _)| *target))
        .collect();
    table::cells(&heads, rows)
}

/// Kernels that a cell names; the others are counted.
const NAMED: usize = 6;

/// Why products are not computed by the fastest unit of a target.
fn slow(corpus: &Corpus) -> String {
    let rows = targets(corpus).flat_map(|(target, count)| {
        count.slow.iter().map(move |((unit, why), kernels)| {
            let by = if *unit == Unit::TensorCore { "`mma.sync`" } else { "no tensor cores" };
            let modules: usize = kernels.values().sum();
            vec![target.to_owned(), by.to_owned(), modules.to_string(), named(kernels), why.clone()]
        })
    });
    table::cells(&["target", "products by", "modules", "kernels", "reason"], rows)
}

/// The kernels with the most modules.
fn named(kernels: &BTreeMap<String, usize>) -> String {
    let mut sorted: Vec<(&String, &usize)> = kernels.iter().collect();
    sorted.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
    let mut text: Vec<String> =
        sorted.iter().take(NAMED).map(|(name, count)| format!("`{name}` ({count})")).collect();
    if sorted.len() > NAMED {
        text.push(format!("{} others", sorted.len() - NAMED));
    }
    text.join(", ")
}

/// What is wrong: files that are no modules, and modules that are refused.
fn faults(corpus: &Corpus) -> String {
    let mut text = String::new();
    for why in &corpus.modules.invalid {
        let _ = writeln!(text, "- invalid: {why}");
    }
    for (target, count) in targets(corpus) {
        for why in &count.refused {
            let _ = writeln!(text, "- refused on {target}: {why}");
        }
    }
    text
}

impl Count {
    /// Our modules with a property.
    fn sum(&self, holds: impl Fn((bool, Option<Unit>)) -> bool) -> usize {
        self.ours.iter().filter(|(key, _)| holds(**key)).map(|(_, count)| count).sum()
    }
}
