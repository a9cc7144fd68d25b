//! Output of counters: a table, JSON, and the text of the kernel with its counts.

use std::collections::BTreeMap;
use std::fmt::Write;

use diag::{Source, Span};
use ptx_emu::count::{Class, Counted, Path, Product};
use ptx_emu::{Counters, Place};
use serde_json::{Map, Value, json};

use super::Prepared;
use super::roofline::Roofline;
use super::source_lines::{self, Lines, cost, share};

/// Lines that a table shows as the hottest. They fit a screen with the other tables.
const HOTTEST: usize = 10;

/// Counters of a launch of a kernel, with the text that it was read from or compiled from.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    lines: &'a dyn Lines,
    source: &'a Source,
    counters: &'a Counters,
}

impl Lines for Prepared<'_> {
    fn span(&self, place: Place) -> Option<Span> {
        Prepared::span(self, place)
    }

    fn origin(&self, place: Place) -> Option<String> {
        Prepared::origin(self, place).map(|origin| origin.place.to_string())
    }
}

/// The instructions of a line of source.
struct Line<'a> {
    number: u32,
    text: &'a str,
    counted: Vec<&'a Counted>,
}

impl<'a> Report<'a> {
    /// A report of counters.
    pub fn new(lines: &'a dyn Lines, source: &'a Source, counters: &'a Counters) -> Report<'a> {
        Report { lines, source, counters }
    }

    /// The lines with instructions.
    fn lines(&self) -> Vec<Line<'a>> {
        let mut lines: BTreeMap<u32, Vec<&Counted>> = BTreeMap::new();
        for counted in &self.counters.instructions {
            if let Some(span) = self.lines.span(counted.place) {
                lines.entry(self.source.position(span.start).line).or_default().push(counted);
            }
        }
        lines.into_iter().map(|(number, counted)| Line { number, text: self.text(number), counted }).collect()
    }

    fn text(&self, line: u32) -> &'a str {
        let range = self.source.line_range(line).unwrap_or(0..0);
        self.source.text().get(range).unwrap_or("").trim_end_matches(['\n', '\r'])
    }

    fn issued(&self) -> u64 {
        self.counters.sum(|counted| counted.issued)
    }

    /// All tables.
    pub fn table(&self) -> String {
        let mut text = String::new();
        self.declared(&mut text);
        self.classes(&mut text);
        self.paths(&mut text);
        self.memory(&mut text);
        self.products(&mut text);
        self.roofline(&mut text);
        self.hottest(&mut text);
        source_lines::table(&mut text, self.lines, self.counters);
        text
    }

    fn declared(&self, text: &mut String) {
        let declared = &self.counters.declared;
        let registers = declared.registers.iter().map(|&(bits, count)| match bits {
            1 => format!("{count} predicates"),
            _ => format!("{count} of {bits} bits"),
        });
        let registers: Vec<String> = registers.collect();
        row(text, "launch", &format!("{} blocks of {} threads", declared.blocks, declared.threads));
        row(text, "registers", &format!("{} (virtual, as declared)", registers.join(", ")));
        row(
            text,
            "shared memory",
            &format!("{} bytes declared, {} added by the launch", declared.shared, declared.dynamic_shared),
        );
    }

    fn classes(&self, text: &mut String) {
        let all = self.issued();
        put(text, &format!("\n{:<14}{:>12}{:>8}{:>14}", "class", "issued", "share", "threads"));
        for &class in Class::ALL {
            let of = |counted: &&Counted| counted.class == class;
            let [issued, threads] = [|counted: &Counted| counted.issued, |counted: &Counted| counted.threads]
                .map(|count| self.counters.instructions.iter().filter(of).map(count).sum::<u64>());
            if issued > 0 {
                put(text, &format!("{:<14}{issued:>12}{:>8}{threads:>14}", class.name(), share(issued, all)));
            }
        }
        let threads = self.counters.sum(|counted| counted.threads);
        put(text, &format!("{:<14}{all:>12}{:>8}{threads:>14}", "all", share(all, all)));
    }

    fn paths(&self, text: &mut String) {
        put(text, &format!("\n{:<14}{:>14}{:>14}", "path", "bytes read", "written"));
        for path in Path::ALL {
            let moved = self.counters.bytes(path);
            if moved.read + moved.written > 0 {
                put(text, &format!("{:<14}{:>14}{:>14}", path.name(), moved.read, moved.written));
            }
        }
    }

    fn memory(&self, text: &mut String) {
        text.push('\n');
        let (shared, global) = (self.counters.shared(), self.counters.global());
        row(
            text,
            "shared",
            &format!(
                "{} requests, {} wavefronts, {} at least: {} extra by conflicts of banks",
                shared.requests,
                shared.wavefronts,
                shared.least,
                shared.extra()
            ),
        );
        row(
            text,
            "global",
            &format!(
                "{} requests, {} sectors ({} for each), {} at least",
                global.requests,
                global.sectors,
                ratio(global.sectors, global.requests),
                global.least
            ),
        );
        let waits = self.counters.sum(|counted| counted.waits);
        let barriers = self.of_class(Class::Barrier);
        row(text, "barriers", &format!("{barriers} instructions; warps waited {waits} times"));
    }

    fn of_class(&self, class: Class) -> u64 {
        self.counters.sum(|counted| if counted.class == class { counted.issued } else { 0 })
    }

    fn products(&self, text: &mut String) {
        for product in Product::ALL {
            let (instructions, operations) = self.product(product);
            if operations > 0 {
                let of = format!("{instructions} of {}, {operations} operations", product.name());
                row(text, "products", &of);
            }
        }
        if let Some(bound) = self.counters.bound() {
            let (products, issue) = (bound.products, bound.issue);
            let share = 100.0 * bound.share();
            row(
                text,
                "bound",
                &format!(
                    "{share:.1}% of the tensor cores' peak: {products:.0} cycles of products, {issue:.0} of issuing"
                ),
            );
        }
    }

    /// Instructions and operations of products.
    fn product(&self, product: Product) -> (u64, u64) {
        let is = |counted: &Counted| counted.product.is_some_and(|(of, _)| of == product);
        let instructions = self.counters.sum(|counted| if is(counted) { counted.executed() } else { 0 });
        (instructions, self.counters.operations(product))
    }

    fn roofline(&self, text: &mut String) {
        let roofline = Roofline::of(self.counters);
        for (name, line) in [("traffic", roofline.traffic()), ("roofline", roofline.line())] {
            if let Some(line) = line {
                row(text, name, &line);
            }
        }
    }

    fn hottest(&self, text: &mut String) {
        let all = self.issued();
        let mut lines = self.lines();
        lines.retain(|line| line.issued() > 0);
        // The sort is stable: lines that are as hot stay in the order of the text.
        lines.sort_by_key(|line| std::cmp::Reverse((line.cost(), line.issued())));
        put(text, &format!("\n{:>6}{:>12}{:>8}  {}", "line", "issued", "share", "the hottest lines"));
        for line in lines.iter().take(HOTTEST) {
            let (issued, note) = (line.issued(), line.note());
            let instruction = line.text.trim();
            let origin = line.counted.first().and_then(|counted| self.lines.origin(counted.place));
            let from = origin.map(|origin| format!("  // {origin}")).unwrap_or_default();
            put(
                text,
                &format!(
                    "{:>6}{issued:>12}{:>8}  {instruction}{note}{from}",
                    line.number,
                    share(issued, all)
                ),
            );
        }
    }

    /// The text of the executed functions; each line has its counts before it, and the accessed memory after it.
    pub fn listing(&self) -> String {
        let all = self.issued();
        let lines: BTreeMap<u32, Line<'_>> =
            self.lines().into_iter().map(|line| (line.number, line)).collect();
        let mut text = format!("{:>12}{:>8}\n", "issued", "share");
        for (first, last) in self.extents() {
            for number in first..=last {
                let source = self.text(number);
                let (counts, note) = match lines.get(&number) {
                    None => (format!("{:20}", ""), String::new()),
                    Some(line) => {
                        let issued = line.issued();
                        (format!("{issued:>12}{:>8}", share(issued, all)), line.note())
                    }
                };
                put(&mut text, format!("{counts} |{number:>5} | {source}{note}").trim_end());
            }
        }
        text
    }

    /// First and last line of each function.
    fn extents(&self) -> Vec<(u32, u32)> {
        let mut extents: BTreeMap<_, (u32, u32)> = BTreeMap::new();
        for counted in &self.counters.instructions {
            let Some(span) = self.lines.span(counted.place) else { continue };
            let line = self.source.position(span.start).line;
            let extent = extents.entry(counted.place.function).or_insert((line, line));
            *extent = (extent.0.min(line), extent.1.max(line));
        }
        let mut extents: Vec<(u32, u32)> = extents.into_values().collect();
        extents.sort_unstable();
        extents
    }

    /// All of it as JSON.
    pub fn json(&self) -> Value {
        let counters = self.counters;
        let (shared, global) = (counters.shared(), counters.global());
        let classes = Class::ALL.iter().filter_map(|&class| {
            let sum = |of: fn(&Counted) -> u64| {
                counters.sum(|counted| if counted.class == class { of(counted) } else { 0 })
            };
            let issued = sum(|counted| counted.issued);
            let counts = json!({ "issued": issued, "threads": sum(|counted| counted.threads) });
            (issued > 0).then(|| (class.name().to_owned(), counts))
        });
        let products = Product::ALL.into_iter().filter_map(|product| {
            let (instructions, operations) = self.product(product);
            let counts = json!({ "instructions": instructions, "operations": operations });
            (operations > 0).then(|| (product.name().to_owned(), counts))
        });
        let bound = counters.bound().map(|bound| {
            json!({ "product_cycles": bound.products, "issue_cycles": bound.issue, "share": bound.share() })
        });
        let lines = self.lines();
        let instructions = lines.iter().flat_map(|line| {
            line.counted.iter().map(|counted| self.instruction(line.number, counted)).collect::<Vec<_>>()
        });
        let registers: Map<String, Value> = counters
            .declared
            .registers
            .iter()
            .map(|&(bits, count)| (bits.to_string(), count.into()))
            .collect();
        json!({
            "target": counters.target.to_string(),
            "launch": { "blocks": counters.declared.blocks, "threads": counters.declared.threads },
            "registers": registers,
            "shared_memory": { "declared": counters.declared.shared, "dynamic": counters.declared.dynamic_shared },
            "issued": self.issued(),
            "threads": counters.sum(|counted| counted.threads),
            "waits": counters.sum(|counted| counted.waits),
            "classes": classes.collect::<Map<_, _>>(),
            "bytes": bytes(|path| counters.bytes(path)),
            "shared": { "requests": shared.requests, "wavefronts": shared.wavefronts, "least": shared.least },
            "global": { "requests": global.requests, "sectors": global.sectors, "least": global.least },
            "products": products.collect::<Map<_, _>>(),
            "bound": bound,
            "roofline": Roofline::of(counters).json(),
            "source_lines": source_lines::json(self.lines, counters),
            "instructions": instructions.collect::<Vec<_>>(),
        })
    }

    /// The counters of an instruction, without those that are zero.
    fn instruction(&self, line: u32, counted: &Counted) -> Value {
        let mut object = json!({
            "line": line,
            "instruction": counted.opcode.mnemonic(),
            "class": counted.class.name(),
            "issued": counted.issued,
            "threads": counted.threads,
        });
        let mut set = |key: &str, value: Value| object[key] = value;
        if counted.off > 0 {
            set("off", counted.off.into());
        }
        if counted.waits > 0 {
            set("waits", counted.waits.into());
        }
        if let Some(origin) = self.lines.origin(counted.place) {
            set("source", origin.into());
        }
        let (shared, global) = (counted.shared, counted.global);
        if shared.requests > 0 {
            let value = json!({ "requests": shared.requests, "wavefronts": shared.wavefronts, "least": shared.least });
            set("shared", value);
        }
        if global.requests > 0 {
            let value =
                json!({ "requests": global.requests, "sectors": global.sectors, "least": global.least });
            set("global", value);
        }
        let moved = bytes(|path| counted.bytes[path as usize]);
        if !moved.is_empty() {
            set("bytes", moved.into());
        }
        if let Some((product, operations)) = counted.product {
            set("product", json!({ "of": product.name(), "operations": operations }));
        }
        object
    }
}

fn bytes(of: impl Fn(Path) -> ptx_emu::count::Moved) -> Map<String, Value> {
    let moved = Path::ALL.into_iter().map(|path| (path, of(path)));
    let some = moved.filter(|(_, moved)| moved.read + moved.written > 0);
    some.map(|(path, moved)| {
        (path.name().to_owned(), json!({ "read": moved.read, "written": moved.written }))
    })
    .collect()
}

impl Line<'_> {
    fn sum(&self, of: impl Fn(&Counted) -> u64) -> u64 {
        self.counted.iter().map(|counted| of(counted)).sum()
    }

    fn issued(&self) -> u64 {
        self.sum(|counted| counted.issued)
    }

    /// The key of the order: wavefronts and sectors take additional cycles.
    fn cost(&self) -> u64 {
        self.sum(cost)
    }

    /// The memory that the line accessed, as a comment.
    fn note(&self) -> String {
        let mut note = String::new();
        let [wavefronts, least] =
            [|counted: &Counted| counted.shared.wavefronts, |counted: &Counted| counted.shared.least]
                .map(|of| self.sum(of));
        if wavefronts > 0 {
            let _ = write!(note, "  // {wavefronts} wavefronts, {least} at least");
        }
        let [sectors, least] =
            [|counted: &Counted| counted.global.sectors, |counted: &Counted| counted.global.least]
                .map(|of| self.sum(of));
        if sectors > 0 {
            let _ = write!(note, "  // {sectors} sectors, {least} at least");
        }
        let waits = self.sum(|counted| counted.waits);
        if waits > 0 {
            let _ = write!(note, "  // {waits} waits");
        }
        note
    }
}

fn put(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn row(text: &mut String, name: &str, value: &str) {
    put(text, &format!("{name:<14}{value}"));
}

fn ratio(part: u64, all: u64) -> String {
    format!("{:.2}", part as f64 / all.max(1) as f64)
}
