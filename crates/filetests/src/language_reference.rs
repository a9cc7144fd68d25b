//! `docs/reference/`: one page an op, generated from the op table; the example is taken from `tests/run`.

use std::fmt::Write;

use libtest_mimic::Trial;
use tilewright::Version;
use tilewright::cuda_tile::attrs::AttrKind;
use tilewright::cuda_tile::ops::{Group, OPS, Opcode};
use tilewright::cuda_tile::text::desugar;
use tilewright::cuda_tile::{Constraint, CudaTile};
use tilewright::driver::op_form;
use tilewright::ir::spec::{Arity, AttrSpec, Effects, OpSpec, RowEffects, Trait, ValueSpec};

use crate::{files, property};

/// Pages and index, each a test of its freshness.
pub fn trials() -> Vec<Trial> {
    vec![Trial::test("docs/reference is fresh", || Ok(write_all()?))]
}

fn write_all() -> Result<(), String> {
    let examples = Examples::collect();
    for spec in OPS {
        files::golden(&page_path(spec), &page(spec, &examples))?;
    }
    files::golden("docs/reference/desugarings.md", &desugarings())?;
    files::golden("docs/reference/README.md", &index())
}

fn page_path(spec: &OpSpec<CudaTile>) -> String {
    format!("docs/reference/{}.md", spec.mnemonic)
}

fn index() -> String {
    let mut text = String::from(
        "# Language reference\n\nThis reference has one page per op, generated from the op table (`BLESS=1 cargo test -p tilewright-filetests`). [desugarings.md](desugarings.md) lists other spellings that are converted to standard ops.\n",
    );
    let mut groups: Vec<Group> = OPS.iter().map(|spec| spec.group).collect();
    groups.sort();
    groups.dedup();
    for group in groups {
        let _ = writeln!(text, "\n## {}\n\n| op | since | summary |\n|---|---|---|", title(group));
        for spec in OPS.iter().filter(|spec| spec.group == group) {
            let (name, since) = (spec.mnemonic, since(spec.since));
            let _ = writeln!(text, "| [`{name}`]({name}.md) | {since} | {} |", cell(spec.summary()));
        }
    }
    text
}

/// The spellings of the specification's examples that have a standard form.
fn desugarings() -> String {
    let mut text = String::from(
        "# Spellings that are converted to standard ops\n\nThis page lists spellings of the specification's examples. By \
         default, the parser accepts them, replaces them by the standard form, and reports a note that names it. With \
         `--strict` they are unknown, as in the reference tools.\n\nArguments are in the order shown, with or without \
         commas, or by name (`alignment = 16`, `<{dim = 0 : i64}>`); those in brackets are optional. Types after a \
         colon are optional too, unless they cannot be inferred. Operations with the name of a standard one also \
         accept its syntax.\n\n## Operations\n\n| spelling | standard form | remark |\n|---|---|---|\n",
    );
    for row in desugar::TABLE {
        let (syntax, standard) = (row.syntax(), cell(row.standard));
        let _ = writeln!(text, "| `{syntax}` | {standard} | {} |", cell(row.remark));
    }
    text.push_str("\n## Other spellings\n\n| spelling | standard form |\n|---|---|\n");
    for spelling in desugar::SPELLINGS {
        let _ = writeln!(text, "| {} | {} |", cell(spelling.seed), cell(spelling.standard));
    }
    text.push_str(
        "\nNot supported, because there is no standard equivalent: `experimental$create_queue`. \
         `experimental$func`, `experimental$call`, `experimental$generate`, `experimental$extern_elementwise` and \
         `internal$optimization_barrier` are separate operations, with pages in this reference.\n",
    );
    text
}

/// Text inside a table: `|` would end the cell.
fn cell(text: &str) -> String {
    text.trim().replace('|', "\\|")
}

fn title(group: Group) -> &'static str {
    match group {
        Group::Core => "Shapes, constants and modules",
        Group::Conversions => "Conversions",
        Group::ControlFlow => "Control flow",
        Group::Memory => "Memory",
        Group::FloatingPoint => "Floating point",
        Group::Integer => "Integers",
        Group::Bitwise => "Bits",
        Group::Atomics => "Atomics",
        Group::Views => "Views",
        Group::Miscellaneous => "Assumptions and printing",
        Group::Preview => "External functions (preview `simt`)",
        Group::Extension => "Extensions (not in bytecode)",
        Group::Testing => "Testing only",
    }
}

fn since(version: Version) -> String {
    if version.major > 13 { "test builds".to_owned() } else { version.to_string() }
}

fn page(spec: &OpSpec<CudaTile>, examples: &Examples) -> String {
    let mut doc = spec.doc.trim().lines();
    let summary = doc.next().unwrap_or_default().trim();
    let rest: Vec<&str> = doc.map(str::trim).collect();
    let mut text = format!("# {}\n\n{summary}\n\n```text\n{}\n```\n", spec.mnemonic, op_form::of(spec));
    let semantics = rest.join("\n").trim().replace("<", "\\<");
    if !semantics.is_empty() {
        let _ = write!(text, "\n## Semantics\n\n{semantics}\n");
    }
    text.push_str(&tables(spec));
    let _ = write!(text, "\n## Facts\n\n{}", facts(spec));
    if let Some((guide, title)) = guide(spec.mnemonic) {
        let _ = write!(
            text,
            "\n## See also\n\n[{title}](../{guide}): shapes, types, extents known only at launch.\n"
        );
    }
    if let Some((path, example)) = examples.of(spec.opcode) {
        let _ = write!(text, "\n## Example\n\nFrom [`{path}`](../../{path}):\n\n```mlir\n{example}\n```\n");
    }
    text
}

/// The guide page for the group of an op, if there is one.
fn guide(mnemonic: &str) -> Option<(&'static str, &'static str)> {
    if mnemonic.starts_with("mma") {
        return Some(("products.md", "Matrix products"));
    }
    let view =
        mnemonic.contains("_view") || ["get_index_space_shape", "get_tensor_shape"].contains(&mnemonic);
    view.then_some(("views.md", "Views of memory"))
}

fn tables(spec: &OpSpec<CudaTile>) -> String {
    let mut text = String::new();
    value_table(&mut text, "Operands", spec.operands, spec);
    if !spec.attrs.is_empty() {
        text.push_str("\n## Attributes\n\n| name | value | presence |\n|---|---|---|\n");
        for attr in spec.attrs {
            let _ = writeln!(text, "| `{}` | {} | {} |", attr.name, cell(&holds(attr)), presence(attr, spec));
        }
    }
    value_table(&mut text, "Results", spec.results, spec);
    if !spec.regions.is_empty() {
        text.push_str("\n## Regions\n\n| name | blocks | terminator |\n|---|---|---|\n");
        for region in spec.regions {
            let blocks = if region.min_blocks == 0 { "at most one" } else { "one" };
            let end = match region.implicit_terminator {
                Some(mnemonic) => format!("`{mnemonic}` if none is written"),
                None => "must be written".to_owned(),
            };
            let _ = writeln!(text, "| `{}` | {blocks} | {end} |", region.name);
        }
    }
    text
}

fn value_table(text: &mut String, title: &str, values: &[ValueSpec<CudaTile>], spec: &OpSpec<CudaTile>) {
    if values.is_empty() {
        return;
    }
    let _ = write!(text, "\n## {title}\n\n| name | type | number |\n|---|---|---|\n");
    for value in values {
        let count = match value.arity {
            Arity::One => "one",
            Arity::Optional => "none or one",
            Arity::Many => "any number",
        };
        let newer = value.since.filter(|&v| v > spec.since).map_or(String::new(), |v| format!(", from {v}"));
        let _ = writeln!(text, "| `{}` | {} | {count}{newer} |", value.name, cell(&words(value.constraint)));
    }
}

fn words(constraint: Constraint) -> String {
    match constraint {
        Constraint::TileView => "partition view, strided view or gather/scatter view".to_owned(),
        Constraint::PartitionView => "partition view".to_owned(),
        Constraint::StridedView => "strided view".to_owned(),
        Constraint::GatherScatterView => "gather/scatter view".to_owned(),
        Constraint::TensorView => "tensor view".to_owned(),
        Constraint::Token => "token".to_owned(),
        Constraint::AnyTile => "any tile".to_owned(),
        other => other.describe().to_string(),
    }
}

fn holds(attr: &AttrSpec<CudaTile>) -> String {
    let cases = |names: Vec<&str>| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
    match attr.kind {
        AttrKind::Flag => "a flag".to_owned(),
        AttrKind::Keyword(kind) => cases(kind.names().to_vec()),
        AttrKind::Rounding(modes) => cases(modes.iter().map(|m| m.name()).collect()),
        AttrKind::Overflow => {
            "an overflow assumption: `none`, `no_signed_wrap`, `no_unsigned_wrap`, `no_wrap`".to_owned()
        }
        AttrKind::Ordering(orderings) => cases(orderings.iter().map(|o| o.name()).collect()),
        AttrKind::Scope => "`tl_blk`, `device`, `sys`".to_owned(),
        AttrKind::Bool => "`true` or `false`".to_owned(),
        AttrKind::Int { bits } => format!("an integer of {bits} bits, not negative"),
        AttrKind::Str => "a string".to_owned(),
        AttrKind::SymbolName => "the symbol that it defines".to_owned(),
        AttrKind::SymbolRef => "a symbol".to_owned(),
        AttrKind::FunctionType => "parameter types".to_owned(),
        AttrKind::I32s => "32-bit integers".to_owned(),
        AttrKind::InBounds => "one flag per index dimension".to_owned(),
        AttrKind::Dense => "a tile constant".to_owned(),
        AttrKind::Identities => "one typed number per operand".to_owned(),
        AttrKind::Predicate => "`div_by<..>`, `same_elements<..>` or `bounded<..>`".to_owned(),
        AttrKind::Hints => "optimization hints".to_owned(),
        AttrKind::Dicts => "dictionaries".to_owned(),
        AttrKind::Dictionary => "a dictionary".to_owned(),
        AttrKind::Strs => "strings".to_owned(),
        AttrKind::Exprs => "symbolic expressions".to_owned(),
        AttrKind::ConstParams => "constant parameters, each with a name and a type".to_owned(),
        AttrKind::Scratch => "a size and an alignment in bytes".to_owned(),
    }
}

fn presence(attr: &AttrSpec<CudaTile>, spec: &OpSpec<CudaTile>) -> String {
    let newer = attr.since.filter(|&v| v > spec.since).map_or(String::new(), |v| format!(", from {v}"));
    let base = match (attr.kind, attr.optional, attr.default) {
        (AttrKind::InBounds, ..) => "all false by default",
        (_, true, _) => "optional",
        (_, false, Some(_)) => "has a default",
        (_, false, None) => "required",
    };
    format!("{base}{newer}")
}

fn facts(spec: &OpSpec<CudaTile>) -> String {
    let mut text = format!("- Since {}.\n", since(spec.since));
    match spec.code {
        Some(code) => {
            let _ = writeln!(text, "- Opcode {code:#04x} in bytecode.");
        }
        None => text.push_str("- Cannot be stored in bytecode.\n"),
    }
    let promises: &[(Trait, &str)] = &[
        (Trait::Terminator, "Ends its block."),
        (Trait::TokenOrdered, "Ordered with other memory ops only by tokens."),
        (Trait::Isolated, "Cannot use values from outside."),
        (Trait::Commutative, "Operands may be swapped."),
    ];
    for (promise, sentence) in promises {
        if spec.has(*promise) {
            let _ = writeln!(text, "- {sentence}");
        }
    }
    if let Some(sentence) = effects(spec) {
        let _ = writeln!(text, "- {sentence}");
    }
    text
}

/// The effects in the row.
fn effects(spec: &OpSpec<CudaTile>) -> Option<String> {
    let at_most = spec.effects.at_most();
    let own = match at_most {
        // The name of a terminator and its semantics state which op it ends.
        _ if spec.has(Trait::Terminator) => return None,
        Effects::NONE if !spec.regions.is_empty() => {
            return Some("Its effects are those of its body.".to_owned());
        }
        Effects::NONE => "Pure: may be removed, duplicated, moved and executed speculatively.",
        Effects::GUARDED => "May be undefined: may be removed, but must not be executed speculatively.",
        Effects::FIXED => "Its result depends on its position: may be removed, but not moved or duplicated.",
        _ if at_most.any_of(Effects::OUTSIDE) => "Has effects: must not be removed, duplicated or moved.",
        _ => "May not terminate.",
    };
    let depends = match spec.effects {
        RowEffects::Always(_) => "",
        RowEffects::Depends { .. } if at_most == Effects::GUARDED => " Constant operands may permit more.",
        RowEffects::Depends { .. } => " Attributes may reduce the effects.",
    };
    let has_body = !spec.regions.is_empty() && !spec.has(Trait::Definition);
    let body = if has_body { " The effects of its body are added." } else { "" };
    Some(format!("{own}{depends}{body}"))
}

/// Where each op first occurs in `tests/run`.
struct Examples(Vec<Option<(String, String)>>);

impl Examples {
    fn collect() -> Examples {
        let mut found = vec![None; OPS.len()];
        let mut paths = files::find("tests/run", "mlir");
        // Programs that are wrong on purpose come last, and before them those whose tiles are large, which read less well.
        let large = |path: &String| path.contains("/large/") || path.contains("/agents/");
        paths.sort_by_key(|path| (path.contains("/undefined/"), large(path)));
        for path in paths.into_iter().chain(files::find("examples", "mlir")) {
            let Ok(Some((source, module))) = property::valid_preview_module(&path) else { continue };
            for op in tilewright::ir::walk::preorder(&module.body, module.root) {
                let slot = &mut found[module.body.opcode(op) as usize];
                if let (None, Some(span)) = (&slot, module.body.span(op)) {
                    let text = source.text().get(span.range()).unwrap_or_default();
                    *slot = shortened(text).map(|text| (path.clone(), text));
                }
            }
        }
        Examples(found)
    }

    fn of(&self, opcode: Opcode) -> Option<&(String, String)> {
        self.0[opcode as usize].as_ref()
    }
}

/// The op's text at column 0; whole modules and long bodies are cut.
fn shortened(text: &str) -> Option<String> {
    // Enough for an op with a region and its uses, and little enough that a page fits a screen.
    const LINES: usize = 12;
    let lines: Vec<&str> = text.lines().collect();
    let indent =
        lines.iter().skip(1).filter(|l| !l.trim().is_empty()).map(|l| l.len() - l.trim_start().len()).min();
    let dedent =
        |line: &str| line.get(indent.unwrap_or(0).min(line.len())..).unwrap_or(line).trim_end().to_owned();
    let mut shown: Vec<String> = lines.first().map(|l| l.trim().to_owned()).into_iter().collect();
    shown.extend(lines.iter().skip(1).take(LINES).map(|line| dedent(line)));
    if lines.len() > LINES + 1 {
        shown.push("...".to_owned());
    }
    (!text.trim().is_empty()).then(|| shown.join("\n"))
}
