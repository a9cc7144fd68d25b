//! Random kernels of level 4, compiled as they are and after the passes of level 4: the emulator gets the same from both.
//!
//! Integers of every width, in sums, shifts, comparisons and conversions that are defined for all operands; loads from
//! addresses that are sums of small terms, written in many ways. Every value ends in memory.

use libtest_mimic::Trial;
use smith::Rng;

use crate::command::tilewright;
use cli::Exit;

/// Kernels of one test.
const KERNELS: u64 = 40;
/// Ops of a kernel.
const OPS: usize = 40;
/// Loads of a kernel.
const LOADS: usize = 6;

/// Kernels by their seeds.
pub fn trials() -> Vec<Trial> {
    let each = (0..4u64).map(|part| {
        let first = part * KERNELS;
        Trial::test(format!("threads {first}.."), move || {
            (first..first + KERNELS)
                .try_for_each(|seed| test(seed).map_err(|why| format!("seed {seed}: {why}").into()))
        })
    });
    each.collect()
}

fn test(seed: u64) -> Result<(), String> {
    let text = kernel(seed);
    let clean = piped(&["opt", "-", "--verify-each"], &text)?;
    let [before, after] = [&text, &clean].map(|text| run(text, seed));
    let (before, after) = (before?, after?);
    if before == after {
        Ok(())
    } else {
        Err(format!("{text}\nbecomes\n{clean}\n{before}\nbecomes\n{after}"))
    }
}

/// The output of a kernel.
fn run(text: &str, seed: u64) -> Result<String, String> {
    let ptx = piped(&["compile", "-"], text)?;
    let (a, b) = (seed as i32 as i64 * 7919 % 100_000 - 50_000, seed as i64 * 104_729 % 3_000_000_000);
    let (a, b) = (format!("--arg={a}"), format!("--arg={b}"));
    let buffers = [
        "--arg=out:i64[960]=zeros",
        "--arg=in:i64[1024]=randint(-4611686018427387904,4611686018427387904,seed=3)",
    ];
    piped(&["emulate", "-", "--print", "out", buffers[0], buffers[1], &a, &b], &ptx)
}

fn piped(words: &[&str], input: &str) -> Result<String, String> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let output = tilewright(&words, input.as_bytes());
    if output.exit == Exit::Success {
        Ok(output.stdout)
    } else {
        Err(format!("{}: {}\n{input}", words[0], output.stderr))
    }
}

/// A kernel being written: its lines, and the values of each width so far.
struct Writer {
    rng: Rng,
    lines: Vec<String>,
    values: [Vec<String>; 4],
    count: usize,
}

/// Widths, in the order of [`Writer::values`].
const WIDTHS: [u32; 4] = [1, 16, 32, 64];
/// Predicates of comparisons.
const PREDICATES: [&str; 6] =
    ["equal", "not_equal", "less_than", "less_than_or_equal", "greater_than", "greater_than_or_equal"];

impl Writer {
    fn new_name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    fn push(&mut self, width: usize, text: &str) -> String {
        let name = self.new_name();
        self.lines.push(format!("{name} = {text}"));
        self.values[width].push(name.clone());
        name
    }

    fn any(&mut self, width: usize) -> String {
        let at = self.rng.below(self.values[width].len());
        self.values[width][at].clone()
    }

    fn number(&mut self, width: usize, value: i64) -> String {
        let bits = WIDTHS[width];
        self.push(width, &format!("constant <value = {value}> : i{bits}"))
    }

    /// A number that tests edges more often than not.
    fn some_number(&mut self, width: usize) -> String {
        let bits = WIDTHS[width];
        let largest = (1i64 << (bits - 2)) - 1 + (1i64 << (bits - 2));
        let edges = [0, 1, 2, 3, 4, 8, 16, 31, 255, -1, -2, -8, largest, -largest - 1];
        let value = edges[self.rng.below(edges.len())].clamp(-largest - 1, largest);
        self.number(width, value)
    }

    fn flag(&mut self) -> &'static str {
        if self.rng.one_in(2) { " <signed>" } else { "" }
    }

    /// One op on values so far.
    fn op(&mut self) {
        let width = 1 + self.rng.below(3);
        let bits = WIDTHS[width];
        let ty = format!("i{bits}");
        let left = self.any(width);
        let right = if self.rng.one_in(3) { self.some_number(width) } else { self.any(width) };
        let plain = ["addi", "subi", "muli", "andi", "ori", "xori", "mulhii"];
        match self.rng.below(9) {
            0..=2 => {
                let name = plain[self.rng.below(plain.len())];
                self.push(width, &format!("{name} {left}, {right} : {ty}"));
            }
            3 => {
                let by = self.rng.below(bits as usize) as i64;
                let by = self.number(width, by);
                let (name, flag) = if self.rng.one_in(2) { ("shli", "") } else { ("shri", self.flag()) };
                self.push(width, &format!("{name} {left}, {by}{flag} : {ty}"));
            }
            4 => {
                let divisors = [1, 2, 3, 4, 8, 16, 100, 4096];
                let by = divisors[self.rng.below(divisors.len())];
                let (by, flag) = (self.number(width, by), self.flag());
                let name = if self.rng.one_in(2) { "divi" } else { "remi" };
                self.push(width, &format!("{name} {left}, {by}{flag} : {ty}"));
            }
            5 => {
                let predicate = PREDICATES[self.rng.below(PREDICATES.len())];
                let signed = if self.rng.one_in(2) { ", signed" } else { "" };
                self.push(
                    0,
                    &format!("cmpi {left}, {right} <predicate = {predicate}{signed}> : {ty}, {ty} -> i1"),
                );
            }
            6 => {
                let condition = self.any(0);
                self.push(width, &format!("select {condition}, {left}, {right} : i1, {ty}, {ty} -> {ty}"));
            }
            7 => {
                let name = if self.rng.one_in(2) { "mini" } else { "maxi" };
                let flag = self.flag();
                self.push(width, &format!("{name} {left}, {right}{flag} : {ty}"));
            }
            _ => self.convert(width, &left),
        }
    }

    fn convert(&mut self, width: usize, value: &str) {
        let to = self.rng.below(4);
        let (from, bits) = (WIDTHS[width], WIDTHS[to]);
        if bits > from {
            let flag = self.flag();
            self.push(to, &format!("exti {value}{flag} : i{from} -> i{bits}"));
        } else if bits < from {
            self.push(to, &format!("trunci {value} : i{from} -> i{bits}"));
        }
    }

    /// A small natural number of 32 or 64 bits, below 16.
    fn small(&mut self, width: usize) -> String {
        let bits = WIDTHS[width];
        let value = self.any(width);
        let masks = [1, 3, 5, 7, 12, 15];
        let mask = masks[self.rng.below(masks.len())];
        let mask = self.number(width, mask);
        self.push(width, &format!("andi {value}, {mask} : i{bits}"))
    }

    /// An offset below 1024, as a sum of small terms.
    fn offset(&mut self, width: usize) -> String {
        let bits = WIDTHS[width];
        let mut sum = self.small(width);
        for _ in 0..2 + self.rng.below(3) {
            let term = match self.rng.below(3) {
                0 => {
                    let number = self.rng.below(16) as i64;
                    self.number(width, number)
                }
                _ => self.small(width),
            };
            let by = self.rng.below(3) as i64;
            let by = self.number(width, by);
            let moved = self.push(width, &format!("shli {term}, {by} : i{bits}"));
            let joins = ["addi", "addi", "ori", "xori"];
            let join = joins[self.rng.below(joins.len())];
            sum = self.push(width, &format!("{join} {sum}, {moved} : i{bits}"));
        }
        sum
    }

    fn load(&mut self) {
        let width = 2 + self.rng.below(2);
        let offset = self.offset(width);
        let mut at = "%in".to_owned();
        let name = self.new_name();
        self.lines.push(format!(
            "{name} = addptr {at}, {offset} <bytes = 8> : ptr<global>, i{} -> ptr<global>",
            WIDTHS[width]
        ));
        at = name;
        if self.rng.one_in(2) {
            let number = self.rng.below(64) as i64;
            let number = self.number(2, number);
            let name = self.new_name();
            self.lines.push(format!(
                "{name} = addptr {at}, {number} <bytes = 8> : ptr<global>, i32 -> ptr<global>"
            ));
            at = name;
        }
        self.push(3, &format!("ld {at} <bits = 64> : ptr<global> -> i64"));
    }
}

/// The text of a kernel.
fn kernel(seed: u64) -> String {
    let mut writer = Writer { rng: Rng::new(seed), lines: Vec::new(), values: Default::default(), count: 0 };
    writer.push(2, "special <name = tid.x> : i32");
    writer.push(0, "cmpi %v1, %a <predicate = less_than> : i32, i32 -> i1");
    writer.values[2].push("%a".to_owned());
    writer.values[3].push("%b".to_owned());
    writer.push(1, "trunci %a : i32 -> i16");
    for at in 0..OPS {
        if at % (OPS / LOADS) == 0 {
            writer.load();
        }
        writer.op();
    }
    let mut body = writer.lines.clone();
    body.push("%own = addptr %out, %v1 <bytes = 480> : ptr<global>, i32 -> ptr<global>".to_owned());
    let mut stored = 0;
    for (width, values) in writer.values.iter().enumerate().skip(1) {
        for value in values.iter().rev().take(20).filter(|value| value.starts_with("%v")) {
            let bits = WIDTHS[width];
            body.push(format!(
                "st %own, [{value}] <bits = {bits}, offset = {}> : ptr<global>, i{bits}",
                stored * 8
            ));
            stored += 1;
        }
    }
    format!(
        "nvvm.module @m <target = \"sm_80\"> {{\nfunc @k <reqntid = 16> (%out: ptr<global>, %in: ptr<global>, %a: i32, %b: i64) {{\n{}\nreturn\n}}\n}}\n",
        body.join("\n")
    )
}
