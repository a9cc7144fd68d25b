//! Names of values in printed text.
//!
//! A name is a base (`cst_1_i32`, `tile`, `arg0`, a user's name) or a number. A base that is taken in the enclosing
//! scopes gets `_<n>` from a counter. Model: all values of a region are named before those of the regions inside it; the
//! counters of numbers, arguments and repeats continue into the regions below and return to their old state at the end of
//! each, so sibling regions continue from the same numbers.
//!
//! Two ways: [`Namer::canonical`] lets the level choose every base, [`Namer::keep`] takes the user's names and falls back
//! to the level's bases where there are none. Both number a value that has no base. Neither recurses.

use std::ops::Range;

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::entity::{Block, Op, Region, StrId, Value};
use crate::level::Level;
use crate::level::module::{Module, Origin};
use crate::level::spec::Arity;
use crate::walk::preorder;

/// A base name, interned in [`Bases`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Base(u32);

/// Base names, each stored once.
#[derive(Clone, Default)]
pub struct Bases {
    ids: FxHashMap<Box<str>, Base>,
    ranges: Vec<Range<usize>>,
    text: String,
}

impl Bases {
    /// The id of a base name.
    pub fn intern(&mut self, text: &str) -> Base {
        if let Some(&base) = self.ids.get(text) {
            return base;
        }
        let base = Base(self.ranges.len() as u32);
        let start = self.text.len();
        self.text.push_str(text);
        self.ranges.push(start..self.text.len());
        self.ids.insert(text.into(), base);
        base
    }

    /// The text of a base name.
    pub fn text(&self, base: Base) -> &str {
        &self.text[self.ranges[base.0 as usize].clone()]
    }

    fn find(&self, text: &str) -> Option<Base> {
        self.ids.get(text).copied()
    }
}

/// The name of a value before repeats are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stem {
    /// `%0`, `%1`, ..
    Number,
    /// `%arg0`, `%arg1`, ..
    Argument,
    /// A base name.
    Base(Base),
}

/// The level's choice of names.
pub trait NameRules<L: Level> {
    /// The stem of the first result of a group: of the first result and, where several results are declared, of the
    /// first of each. When the first has no base, all results are one group. `names` tells the bases of values named
    /// before.
    fn result(&mut self, module: &Module<L>, names: &mut Namer, op: Op, index: usize) -> Stem;

    /// The stem of a block argument.
    fn argument(&mut self, module: &Module<L>, names: &mut Namer, block: Block, index: usize) -> Stem;
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Name {
    base: u32,
    suffix: u32,
    /// Index in a group of results that share the name; `ALONE` when there is no group.
    group: u32,
}

// Values of fields of [`Name`] that mean "no number"; `Option` would double its size, and there is one for each value.
/// [`Name::base`] of a value that has no name yet.
const UNNAMED: u32 = u32::MAX;
/// [`Name::base`] of a value whose name is a number, [`Name::suffix`].
const NUMBER: u32 = u32::MAX - 1;
/// [`Name::suffix`] of a name that has none.
const PLAIN: u32 = u32::MAX;
/// [`Name::group`] of a value that shares its name with no other.
const ALONE: u32 = u32::MAX;

impl Default for Name {
    fn default() -> Name {
        Name { base: UNNAMED, suffix: PLAIN, group: ALONE }
    }
}

/// The names of all values below an op.
#[derive(Clone, Default)]
pub struct Namer {
    /// Base names in use.
    pub bases: Bases,
    names: SecondaryMap<Value, Name>,
}

#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    repeat: u32,
}

/// A region whose values are named and whose nested regions are still to be visited.
struct Scope {
    /// Counters as they were after naming the region.
    counters: Counters,
    /// Nested regions, as a range of the stack of pending ones.
    pending: usize,
    /// Names taken by this region start here.
    taken: usize,
}

impl Namer {
    /// Names every value below `root` by the rules of the level.
    pub fn canonical<L: Level>(module: &Module<L>, root: Op, rules: &mut dyn NameRules<L>) -> Namer {
        Naming::new(module, rules, None).run(root)
    }

    /// Names every value below `root` by the user's names, made valid and unique; values without one as
    /// [`Namer::canonical`] does, away from all names of the user. In a module read from text, results that have no name
    /// and no use stay unnamed.
    pub fn keep<L: Level>(module: &Module<L>, root: Op, rules: &mut dyn NameRules<L>) -> Namer {
        let kept = Kept::collect(module, root);
        Naming::new(module, rules, Some(kept)).run(root)
    }

    /// True when a value has a name.
    pub fn is_named(&self, value: Value) -> bool {
        self.names[value].base != UNNAMED
    }

    /// The base name of a value, before any `_<n>`; `None` when it is numbered.
    pub fn base(&self, value: Value) -> Option<Base> {
        let Name { base, .. } = self.names[value];
        (base != UNNAMED && base != NUMBER).then_some(Base(base))
    }

    /// Writes a use of a value: `%tile_3`, `%26#1`.
    pub fn write(&self, out: &mut String, value: Value) {
        let name = self.names[value];
        self.write_stem(out, value, name);
        if name.group != ALONE {
            out.push('#');
            push_decimal(out, name.group.into());
        }
    }

    /// Writes the names of contiguous results where they are defined: `%26:2`, `%tile, %result_token`. Nothing when they
    /// have no names.
    pub fn write_definitions(&self, out: &mut String, values: impl Iterator<Item = Value>) {
        let mut values = values.peekable();
        let mut first = true;
        while let Some(value) = values.next() {
            let name = self.names[value];
            let mut size = 1;
            while values.next_if(|&next| name.group == 0 && self.continues(next)).is_some() {
                size += 1;
            }
            if !std::mem::take(&mut first) {
                out.push_str(", ");
            }
            self.write_stem(out, value, name);
            if size > 1 {
                out.push(':');
                push_decimal(out, size);
            }
        }
    }

    fn continues(&self, value: Value) -> bool {
        !matches!(self.names[value].group, 0 | ALONE)
    }

    fn write_stem(&self, out: &mut String, value: Value, name: Name) {
        out.push('%');
        match name.base {
            // A value of an op that stands nowhere: still a valid token.
            UNNAMED => {
                out.push_str("undefined_");
                push_decimal(out, value.index() as u64);
            }
            NUMBER => push_decimal(out, name.suffix.into()),
            base => {
                out.push_str(self.bases.text(Base(base)));
                if name.suffix != PLAIN {
                    out.push('_');
                    push_decimal(out, name.suffix.into());
                }
            }
        }
    }

    /// A use of a value as text.
    pub fn name(&self, value: Value) -> String {
        let mut out = String::new();
        self.write(&mut out, value);
        out
    }
}

/// Writes a number in decimal digits.
pub fn push_decimal(out: &mut String, mut number: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[at..]).expect("digits are ASCII"));
}

/// Writes a number in decimal digits with its sign.
pub fn push_signed(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    push_decimal(out, number.unsigned_abs());
}

/// The user's names, for [`Namer::keep`].
struct Kept {
    /// Name of each string, made valid.
    texts: FxHashMap<StrId, String>,
    /// All of them.
    reserved: FxHashSet<String>,
    /// Values that some op uses; `None` if every value is named.
    used: Option<SecondaryMap<Value, bool>>,
}

impl Kept {
    fn collect<L: Level>(module: &Module<L>, root: Op) -> Kept {
        let body = &module.body;
        let mut kept = Kept { texts: FxHashMap::default(), reserved: FxHashSet::default(), used: None };
        let mut used = SecondaryMap::new();
        for op in preorder(body, root) {
            body.operands(op).iter().for_each(|&value| used[value] = true);
            let args = body.regions(op).flat_map(|region| body.region_blocks(region)).copied();
            for value in body.results(op).into_iter().chain(args.flat_map(|block| body.block_args(block))) {
                kept.add(module, value);
            }
        }
        kept.used = (module.origin == Origin::Text).then_some(used);
        kept
    }

    fn add<L: Level>(&mut self, module: &Module<L>, value: Value) {
        let Some(id) = module.body.name(value) else { return };
        if !self.texts.contains_key(&id) {
            let text = valid_name(module.strings.get(id));
            self.reserved.insert(text.clone());
            self.texts.insert(id, text);
        }
    }
}

/// The nearest text that may follow `%`: digits, or a word that does not begin with a digit.
fn valid_name(bytes: &[u8]) -> String {
    if !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let mut out = String::new();
    if bytes.first().is_none_or(u8::is_ascii_digit) {
        out.push('_');
    }
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'$' | b'.' | b'_' | b'-' => out.push(byte as char),
            b' ' => out.push('_'),
            other => out.push_str(&format!("{other:02X}")),
        }
    }
    out
}

struct Naming<'m, L: Level> {
    module: &'m Module<L>,
    rules: &'m mut dyn NameRules<L>,
    kept: Option<Kept>,
    namer: Namer,
    counters: Counters,
    /// Whether a base is taken in the scopes around.
    is_taken: Vec<bool>,
    /// Bases in the order of their taking.
    taken: Vec<Base>,
    /// Regions found, their parents named.
    pending: Vec<Region>,
}

impl<'m, L: Level> Naming<'m, L> {
    fn new(module: &'m Module<L>, rules: &'m mut dyn NameRules<L>, kept: Option<Kept>) -> Self {
        let namer =
            Namer { bases: Bases::default(), names: SecondaryMap::with_capacity(module.body.value_count()) };
        Naming {
            module,
            rules,
            kept,
            namer,
            counters: Counters::default(),
            is_taken: Vec::new(),
            taken: Vec::new(),
            pending: Vec::new(),
        }
    }

    fn run(mut self, root: Op) -> Namer {
        let mut scopes = vec![Scope { counters: self.counters, pending: 0, taken: 0 }];
        self.name_op(root);
        scopes[0].counters = self.counters;
        while let Some(scope) = scopes.last() {
            self.counters = scope.counters;
            if self.pending.len() > scope.pending {
                let region = self.pending.pop().expect("longer than a length");
                let (pending, taken) = (self.pending.len(), self.taken.len());
                self.name_region(region);
                scopes.push(Scope { counters: self.counters, pending, taken });
            } else {
                for base in self.taken.drain(scope.taken..) {
                    self.is_taken[base.0 as usize] = false;
                }
                scopes.pop();
            }
        }
        self.namer
    }

    fn name_region(&mut self, region: Region) {
        let module = self.module;
        let blocks = module.body.region_blocks(region);
        if self.kept.is_some() {
            for &block in blocks {
                self.keep_arguments(block);
                module.body.block_ops(block).for_each(|op| self.keep_results(op));
            }
        }
        for (index, &block) in blocks.iter().enumerate() {
            self.name_arguments(block, index == 0);
            for op in module.body.block_ops(block) {
                self.name_op(op);
            }
        }
    }

    fn name_arguments(&mut self, block: Block, first: bool) {
        for (index, value) in self.module.body.block_args(block).iter().enumerate() {
            if self.namer.is_named(value) {
                continue;
            }
            let stem = match first {
                true => self.rules.argument(self.module, &mut self.namer, block, index),
                false => Stem::Number,
            };
            self.give(value, stem);
        }
    }

    /// Names the results of an op and notes its regions.
    fn name_op(&mut self, op: Op) {
        let body = &self.module.body;
        self.pending.extend(body.regions(op));
        let results = body.results(op);
        let unnamed = results.get(0).is_some_and(|first| !self.namer.is_named(first));
        if !unnamed || self.stays_unnamed(op) {
            return;
        }
        let declared = self.module.spec(op).results;
        let single = declared.len() <= 1 || declared.len() > results.len();
        let mut start = 0;
        while let Some(first) = results.get(start) {
            let stem = self.rules.result(self.module, &mut self.namer, op, start);
            self.give(first, stem);
            let one = declared.get(start).is_some_and(|spec| spec.arity == Arity::One);
            let end = if single || stem == Stem::Number || !one { results.len() } else { start + 1 };
            self.share(first, results.iter().skip(start + 1).take(end - start - 1));
            start = end;
        }
    }

    /// Makes values members of the group of `first`.
    fn share(&mut self, first: Value, rest: impl Iterator<Item = Value>) {
        let mut name = self.namer.names[first];
        name.group = 0;
        for value in rest {
            name.group += 1;
            self.namer.names[value] = name;
        }
        if name.group > 0 {
            self.namer.names[first].group = 0;
        }
    }

    fn give(&mut self, value: Value, stem: Stem) {
        let name = match stem {
            Stem::Number => self.number(),
            Stem::Argument => {
                let base = self.argument();
                self.unique(base)
            }
            Stem::Base(base) => self.unique(base),
        };
        self.namer.names[value] = name;
    }

    fn number(&mut self) -> Name {
        loop {
            let suffix = self.counters.value;
            self.counters.value += 1;
            if !self.is_reserved(|| suffix.to_string()) {
                return Name { base: NUMBER, suffix, group: ALONE };
            }
        }
    }

    fn argument(&mut self) -> Base {
        let mut text = String::from("arg");
        push_decimal(&mut text, self.counters.argument.into());
        self.counters.argument += 1;
        self.namer.bases.intern(&text)
    }

    /// Takes a base, with a number appended when it is taken already.
    fn unique(&mut self, base: Base) -> Name {
        if !self.is_taken(base) && !self.is_reserved(|| self.namer.bases.text(base).to_owned()) {
            self.take(base);
            return Name { base: base.0, suffix: PLAIN, group: ALONE };
        }
        loop {
            let suffix = self.counters.repeat;
            self.counters.repeat += 1;
            if !self.is_reserved(|| format!("{}_{suffix}", self.namer.bases.text(base))) {
                return Name { base: base.0, suffix, group: ALONE };
            }
        }
    }

    fn is_taken(&self, base: Base) -> bool {
        self.is_taken.get(base.0 as usize).copied().unwrap_or(false)
    }

    fn take(&mut self, base: Base) {
        let index = base.0 as usize;
        if index >= self.is_taken.len() {
            self.is_taken.resize(index + 1, false);
        }
        self.is_taken[index] = true;
        self.taken.push(base);
    }

    /// True when some name of the user reads so.
    fn is_reserved(&self, text: impl FnOnce() -> String) -> bool {
        self.kept.as_ref().is_some_and(|kept| !kept.reserved.is_empty() && kept.reserved.contains(&text()))
    }
}

/// The user's names.
impl<L: Level> Naming<'_, L> {
    fn keep_arguments(&mut self, block: Block) {
        for value in self.module.body.block_args(block) {
            if let Some(id) = self.module.body.name(value) {
                self.namer.names[value] = self.kept_name(id);
            }
        }
    }

    /// Names results by the user's names. Neighbours of one name are a group; so are a named result and the unnamed ones
    /// after it. When the first has none, none gets one here.
    fn keep_results(&mut self, op: Op) {
        let (body, results) = (&self.module.body, self.module.body.results(op));
        let mut start = 0;
        while let Some(first) = results.get(start) {
            let Some(id) = body.name(first) else { return };
            let shares = |value: &Value| body.name(*value).is_none_or(|other| other == id);
            let len = results.iter().skip(start).take_while(shares).count();
            self.namer.names[first] = self.kept_name(id);
            self.share(first, results.iter().skip(start + 1).take(len - 1));
            start += len;
        }
    }

    fn kept_name(&mut self, id: StrId) -> Name {
        let kept = self.kept.as_ref().expect("names are kept");
        let text = kept.texts[&id].as_str();
        let mut base = self.namer.bases.intern(text);
        if self.is_taken(base) && text.starts_with(|first: char| first.is_ascii_digit()) {
            // Nothing may follow a number.
            return self.number();
        }
        if self.is_taken(base) {
            let text = text.to_owned();
            base = loop {
                let probe = format!("{text}_{}", self.counters.repeat);
                self.counters.repeat += 1;
                let free = self.namer.bases.find(&probe).is_none_or(|base| !self.is_taken(base));
                if free && !self.is_reserved(|| probe.clone()) {
                    break self.namer.bases.intern(&probe);
                }
            };
        }
        self.take(base);
        Name { base: base.0, suffix: PLAIN, group: ALONE }
    }

    /// True when the results of an op need no names: the text that it was read from gave none and nothing uses them.
    fn stays_unnamed(&self, op: Op) -> bool {
        let Some(used) = self.kept.as_ref().and_then(|kept| kept.used.as_ref()) else { return false };
        self.module.body.results(op).iter().all(|value| !used[value])
    }
}
