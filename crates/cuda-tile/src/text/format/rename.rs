//! Canonical names in place of the user's, token by token.

use ir::text::namer::Namer;
use ir::text::{Kind, Layout, Token};
use ir::walk::preorder;
use ir::{Op, Value};
use rustc_hash::FxHashMap;

use crate::Module;
use crate::text::print::{Names, name_values};

/// Replacements: a range of bytes, and its new text.
#[derive(Default)]
pub(super) struct Renaming {
    /// New text of a token, by its first byte. The `#1` after a name belongs to the name.
    pub(super) tokens: FxHashMap<u32, String>,
    /// Tokens that are left out: the results of an op, and `#1`.
    pub(super) dropped: Vec<(u32, u32)>,
    /// Results before an op, by its first byte.
    pub(super) results: FxHashMap<u32, String>,
}

/// A value and the range of bytes in which its name is visible.
struct Scope {
    start: u32,
    end: u32,
    value: Value,
}

/// The renaming of a text, or where it is in the way that an op of the text is not one op of the program.
pub(super) fn renaming(
    module: &Module,
    text: &str,
    tokens: &[Token],
    layout: &Layout,
) -> Result<Renaming, Option<u32>> {
    let ops = ops_by_start(module, layout)?;
    let namer = name_values(module, Names::Canonical);
    let scopes = scopes(module, &Regions::new(layout));
    let mut renaming = Renaming::default();
    let mut skip_until = 0;
    for (index, token) in tokens.iter().enumerate() {
        if let Some(&op) = ops.get(&token.start) {
            let named = name_results(&mut renaming, module, &namer, op, token.start);
            let mnemonic = tokens[index..].iter().find(|t| matches!(t.kind, Kind::Word | Kind::Str));
            let first = mnemonic.map_or(token.start, |t| t.start);
            if named && first > token.start {
                renaming.dropped.push((token.start, first));
                skip_until = first;
            }
        }
        if token.kind == Kind::Value && token.start >= skip_until {
            let next = tokens.get(index + 1).filter(|next| is_number(text, **next));
            let name = text[token.start as usize + 1..token.end as usize].trim_start();
            let number =
                next.map_or(0, |next| text[next.start as usize + 1..next.end as usize].parse().unwrap_or(0));
            let value = find(module, &scopes, name, token.start, number).ok_or(Some(token.start))?;
            renaming.tokens.insert(token.start, namer.name(value));
            renaming.dropped.extend(next.map(|next| (next.start, next.end)));
        }
    }
    Ok(renaming)
}

fn is_number(text: &str, token: Token) -> bool {
    token.kind == Kind::Hash
        && text[token.start as usize + 1..token.end as usize].bytes().all(|b| b.is_ascii_digit())
}

/// The op at each position where an op begins. Spellings that are replaced by several ops, or by none, have no entry.
fn ops_by_start(module: &Module, layout: &Layout) -> Result<FxHashMap<u32, Op>, Option<u32>> {
    let mut ops = FxHashMap::default();
    for op in preorder(&module.body, module.root) {
        let Some(span) = module.body.span(op) else { return Err(None) };
        // A terminator that the parser added stands where no op begins.
        if layout.starts.binary_search(&span.start).is_ok() && ops.insert(span.start, op).is_some() {
            return Err(Some(span.start));
        }
    }
    Ok(ops)
}

fn name_results(renaming: &mut Renaming, module: &Module, namer: &Namer, op: Op, start: u32) -> bool {
    let results = module.body.results(op);
    if results.is_empty() {
        return false;
    }
    let mut names = String::new();
    namer.write_definitions(&mut names, results.iter());
    names.push_str(" = ");
    renaming.results.insert(start, names);
    true
}

/// The braces of regions, in the order of their opening.
struct Regions {
    /// Opening and closing brace, and which region is around.
    braces: Vec<(u32, u32, Option<usize>)>,
}

impl Regions {
    fn new(layout: &Layout) -> Regions {
        let (mut braces, mut open) = (Vec::with_capacity(layout.opens.len()), Vec::new());
        let mut closes = layout.closes.iter().copied().peekable();
        for &at in &layout.opens {
            while let Some(close) = closes.next_if(|&close| close < at) {
                close_last(&mut braces, &mut open, close);
            }
            braces.push((at, u32::MAX, open.last().copied()));
            open.push(braces.len() - 1);
        }
        closes.for_each(|close| close_last(&mut braces, &mut open, close));
        Regions { braces }
    }

    /// Where the innermost region around byte `at` ends.
    fn end_around(&self, at: u32) -> u32 {
        let mut index = self.braces.partition_point(|brace| brace.0 < at).checked_sub(1);
        while let Some((_, close, around)) = index.map(|index| self.braces[index]) {
            if at < close {
                return close;
            }
            index = around;
        }
        u32::MAX
    }

    /// Where the first region that opens after byte `at` ends.
    fn end_of_next(&self, at: u32) -> u32 {
        let index = self.braces.partition_point(|brace| brace.0 < at);
        self.braces.get(index).map_or(u32::MAX, |brace| brace.1)
    }
}

fn close_last(braces: &mut [(u32, u32, Option<usize>)], open: &mut Vec<usize>, close: u32) {
    if let Some(index) = open.pop() {
        braces[index].1 = close;
    }
}

/// The scopes of the user's names: from the definition to the end of the region around it; for arguments, the whole op.
fn scopes(module: &Module, regions: &Regions) -> FxHashMap<Vec<u8>, Vec<Scope>> {
    let body = &module.body;
    let mut scopes: FxHashMap<Vec<u8>, Vec<Scope>> = FxHashMap::default();
    let mut add = |value: Value, start: u32, end: u32| {
        let Some(name) = body.name(value) else { return };
        let scopes = scopes.entry(module.strings.get(name).to_vec()).or_default();
        // Results of a group share their name; the first one represents all.
        if scopes.last().is_none_or(|last| last.start != start) {
            scopes.push(Scope { start, end, value });
        }
    };
    for op in preorder(body, module.root) {
        let Some(start) = body.span(op).map(|span| span.start) else { continue };
        for region in body.regions(op) {
            for &block in body.region_blocks(region) {
                let args = body.block_args(block).iter();
                args.for_each(|arg| add(arg, start, regions.end_of_next(start)));
            }
        }
        body.results(op).iter().for_each(|result| add(result, start, regions.end_around(start)));
    }
    #[allow(clippy::iter_over_hash_type, reason = "each list is sorted by itself")]
    for scopes in scopes.values_mut() {
        scopes.sort_by_key(|scope| scope.start);
    }
    scopes
}

/// The value that `%name#number` at byte `at` means.
fn find(
    module: &Module,
    scopes: &FxHashMap<Vec<u8>, Vec<Scope>>,
    name: &str,
    at: u32,
    number: usize,
) -> Option<Value> {
    // Names are never hidden by others, so the scopes of one name do not overlap.
    let scopes = scopes.get(name.as_bytes())?;
    let before = scopes.partition_point(|scope| scope.start <= at);
    let scope = scopes.get(before.checked_sub(1)?).filter(|scope| at < scope.end)?;
    match module.body.def(scope.value) {
        ir::ValueDef::Result(op, first) => module.body.results(op).get(first as usize + number),
        ir::ValueDef::Arg(..) => (number == 0).then_some(scope.value),
    }
}
