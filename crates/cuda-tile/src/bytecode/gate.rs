//! The bytecode version that a module requires, and parts of a module that no version can represent.

use cranelift_entity::EntityRef;
use diag::{Diagnostic, Place};
use ir::spec::{OpSpec, Trait, V13_1, V13_3, V13_4, V13_5, V250_0, Version};
use ir::{AttrId, AttrSlot, Op, SlotValue, TypeId, Value};
use rustc_hash::FxHashSet;

use super::attrs;
use super::codes::{E_LOCATION, E_MODULE, E_NEWER, E_NO_CODE, E_PREVIEW};
use super::debug;
use super::preview;
use super::types::newest_part;
use crate::attrs::{Attr, AttrKind, EnumKind, RoundingMode};
use crate::ops::{Group, fields};
use crate::types::Type;
use crate::verify::newer_rule;
use crate::{CudaTile, Module, roles};

/// The oldest version that holds everything in the module: ops, fields that are not at their defaults, results that are
/// used, types, and what the rules of the version allow.
pub fn lowest_version(module: &Module) -> Version {
    let mut lowest = V13_1;
    let producer = module.attr(module.root, fields::module::producer);
    if producer.is_present() {
        lowest = V13_3;
    }
    needs(module, |need| lowest = lowest.max(need.since));
    lowest
}

/// Something that versions before `since` do not have.
struct Need {
    op: Op,
    since: Version,
    what: What,
}

enum What {
    Op,
    Attr(usize),
    Case(&'static str),
    Operand(usize),
    Result(usize),
    Type(&'static str),
    /// A rule that the verifier relaxed in that version.
    Rule(&'static str),
}

/// Calls `report` for everything that is newer than 13.1.
fn needs(module: &Module, mut report: impl FnMut(Need)) {
    let used = UsedResults::of(module);
    let mut types = TypeNeeds { types: vec![false; module.types.len()], attrs: FxHashSet::default() };
    for op in ops_below_root(module) {
        let spec = module.spec(op);
        if has_newer_fields(spec) {
            fields_of(module, op, &used, &mut report);
        }
        if let Some((rule, since)) = newer_rule(module, op) {
            report(Need { op, since, what: What::Rule(rule) });
        }
        let mut newer = |name, since| {
            if since > V13_1 {
                report(Need { op, since, what: What::Type(name) });
            }
        };
        for slot in module.body.attrs(op) {
            if let SlotValue::Interned(id) = slot.get() {
                types.of_attr(module, id, &mut newer);
            }
        }
        for value in module.body.results(op) {
            types.of_type(module, module.body.ty(value), &mut newer);
        }
        for region in module.body.regions(op) {
            for value in
                module.body.region_blocks(region).iter().flat_map(|&block| module.body.block_args(block))
            {
                types.of_type(module, module.body.ty(value), &mut newer);
            }
        }
    }
}

/// True when something about the op may be newer than 13.1, apart from types.
fn has_newer_fields(spec: &OpSpec<CudaTile>) -> bool {
    spec.since > V13_1
        || spec.attrs.iter().any(|attr| attr.since.is_some() || matches!(attr.kind, AttrKind::Rounding(_)))
        || spec.operands.iter().any(|operand| operand.since.is_some())
        || spec.results.iter().any(|result| result.since.is_some())
}

fn fields_of(module: &Module, op: Op, used: &UsedResults, report: &mut impl FnMut(Need)) {
    let spec = module.spec(op);
    let mut need = |since: Option<Version>, what| {
        if let Some(since) = since.filter(|since| *since > V13_1) {
            report(Need { op, since, what });
        }
    };
    need(Some(spec.since), What::Op);
    for (index, (attr, &slot)) in spec.attrs.iter().zip(module.body.attrs(op)).enumerate() {
        if is_given(slot, attr.default) {
            need(attr.since, What::Attr(index));
        }
        let away = RoundingMode::NearestAway;
        if matches!(attr.kind, AttrKind::Rounding(_)) && slot == AttrSlot::small(away as u32) {
            need(Some(V13_4), What::Case(away.name()));
        }
    }
    for (index, operand) in spec.operands.iter().enumerate().filter(|(_, operand)| operand.since.is_some()) {
        if module.body.segments(op).get(index).is_some_and(|&size| size > 0) {
            need(operand.since, What::Operand(index));
        }
    }
    for (index, result) in spec.results.iter().enumerate().filter(|(_, result)| result.since.is_some()) {
        if module.body.results(op).get(index).is_some_and(|value| used.0.contains(&value)) {
            need(result.since, What::Result(index));
        }
    }
}

fn ops_below_root(module: &Module) -> impl Iterator<Item = Op> + '_ {
    ir::walk::preorder(&module.body, module.root).skip(1)
}

/// True if a slot differs from its default.
fn is_given(slot: AttrSlot, default: Option<u32>) -> bool {
    match slot.as_small() {
        Some(value) => value != default.unwrap_or(0),
        None => slot.is_present(),
    }
}

/// The results, among those that are newer than their op, that have uses.
struct UsedResults(FxHashSet<Value>);

impl UsedResults {
    fn of(module: &Module) -> UsedResults {
        // Only `print_tko` has such a result, so usually there is nothing to check.
        let has_newer = |op: &Op| module.spec(*op).results.iter().any(|result| result.since.is_some());
        let newer: FxHashSet<Value> =
            ops_below_root(module).filter(has_newer).flat_map(|op| module.body.results(op)).collect();
        if newer.is_empty() {
            return UsedResults(newer);
        }
        let operands = ops_below_root(module).flat_map(|op| module.body.operands(op));
        UsedResults(operands.copied().filter(|value| newer.contains(value)).collect())
    }
}

/// Reports each type once.
struct TypeNeeds {
    types: Vec<bool>,
    attrs: FxHashSet<AttrId>,
}

impl TypeNeeds {
    fn of_type(&mut self, module: &Module, id: TypeId, report: &mut dyn FnMut(&'static str, Version)) {
        if !std::mem::replace(&mut self.types[id.as_u32() as usize], true) {
            let (name, since) = newest_part(module.types.get(id));
            report(name, since);
        }
    }

    /// Types inside attributes: function types, typed numbers.
    fn of_attr(&mut self, module: &Module, id: AttrId, report: &mut dyn FnMut(&'static str, Version)) {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            if !self.attrs.insert(id) {
                continue;
            }
            match module.attrs.get(id) {
                Attr::Type(ty) => self.of_type(module, *ty, report),
                Attr::Dense(dense) => self.of_type(module, dense.ty, report),
                Attr::Int { ty, .. } | Attr::Float { ty, .. } => {
                    let (name, since) = newest_part(&Type::Scalar(*ty));
                    report(name, since);
                }
                Attr::Array(items) => stack.extend(items.iter()),
                Attr::Dict(entries) => stack.extend(entries.iter().map(|entry| entry.1)),
                Attr::Enum(kind, _) if preview::enum_tag(*kind).is_some() => report("preview 'simt'", V13_5),
                Attr::Enum(EnumKind::MultimemReductionKind, _) => report("MultimemReductionKindAttr", V13_5),
                Attr::Unit
                | Attr::Bool(_)
                | Attr::Str(_)
                | Attr::SymbolRef(_)
                | Attr::I32s(_)
                | Attr::I64s(_)
                | Attr::Bools(_)
                | Attr::Enum(..)
                | Attr::Debug(_)
                | Attr::DivBy { .. }
                | Attr::SameElements(_)
                | Attr::Bounded { .. } => {}
                Attr::Preview(_) => report("preview 'simt'", V13_5),
            }
        }
    }
}

/// The first op that only the preview `simt` has, or that uses a type or an attribute of it.
pub(super) fn preview_content(module: &Module) -> Option<Op> {
    let mut attrs: Vec<bool> = Vec::with_capacity(module.attrs.len());
    let of_type = |id: TypeId| uses_preview(module.types.get(id));
    // Parts have smaller ids than the whole, so one pass is enough however they are shared.
    for (_, attr) in module.attrs.iter() {
        attrs.push(match attr {
            Attr::Preview(_) => true,
            Attr::Enum(kind, _) => preview::enum_tag(*kind).is_some(),
            Attr::Type(ty) => of_type(*ty),
            Attr::Array(items) => items.iter().any(|id| attrs[id.index()]),
            Attr::Dict(entries) => entries.iter().any(|entry| attrs[entry.1.index()]),
            Attr::Unit
            | Attr::Bool(_)
            | Attr::Int { .. }
            | Attr::Float { .. }
            | Attr::Str(_)
            | Attr::SymbolRef(_)
            | Attr::I32s(_)
            | Attr::I64s(_)
            | Attr::Bools(_)
            | Attr::Dense(_)
            | Attr::Debug(_)
            | Attr::DivBy { .. }
            | Attr::SameElements(_)
            | Attr::Bounded { .. } => false,
        });
    }
    let body = &module.body;
    ops_below_root(module).find(|&op| {
        let of_attrs = || body.attrs(op).iter().filter_map(|slot| slot.as_interned());
        module.spec(op).group == Group::Preview
            || of_attrs().any(|id| attrs[id.index()])
            || body.results(op).iter().any(|value| of_type(body.ty(value)))
    })
}

fn uses_preview(ty: &Type) -> bool {
    match ty {
        Type::Preview(_) => true,
        Type::Function(f) => f.params.iter().chain(f.results.iter()).any(uses_preview),
        Type::Scalar(_)
        | Type::Ptr(_)
        | Type::Tile(_)
        | Type::TensorView(_)
        | Type::View(_)
        | Type::Token => false,
    }
}

/// The error for content of the preview when the preview is not enabled.
pub(super) fn preview_disabled(module: &Module, op: Op) -> Diagnostic {
    let message = format!("{} uses preview feature 'simt', which is not enabled", subject(module, op));
    at_op(module, op, E_PREVIEW, message)
        .help("pass `--preview=simt` to write it; files of later versions need not have it")
}

/// An error at an op.
pub(super) fn at_op(module: &Module, op: Op, code: diag::Code, message: impl Into<String>) -> Diagnostic {
    let diagnostic = Diagnostic::error(code, message);
    match module.place(op) {
        Some(place @ (Place::Span(_) | Place::Byte(_) | Place::Location(_))) => diagnostic.at(place, ""),
        None => diagnostic,
    }
}

/// Everything that keeps a module from being written as `target`, in the order of the ops.
pub(super) fn check(module: &Module, target: Version, testing: bool) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    needs(module, |need| {
        let in_test_builds = module.spec(need.op).group == Group::Testing;
        if need.since > target && !in_test_builds {
            problems.push(newer(module, &need, target));
        }
    });
    let storable = Storable { locs: debug::unstorable(module), attrs: attrs::unstorable(module) };
    for op in ops_below_root(module) {
        storable.op(module, op, testing && target >= V250_0, &mut problems);
    }
    problems
}

fn newer(module: &Module, need: &Need, target: Version) -> Diagnostic {
    let (spec, since) = (module.spec(need.op), need.since);
    let mnemonic = spec.mnemonic;
    let message = match need.what {
        What::Op => format!(
            "operation '{mnemonic}' is not available in bytecode version {target}: it requires bytecode version {since}+, but targeting {target}"
        ),
        What::Attr(index) => {
            let name = spec.attrs[index].name;
            format!(
                "attribute '{name}' requires bytecode version {since}+, but targeting {target} (in {})",
                subject(module, need.op)
            )
        }
        What::Case(name) => {
            format!(
                "rounding mode '{name}' requires bytecode version {since}+, but targeting {target} (in '{mnemonic}')"
            )
        }
        What::Operand(index) => {
            let name = spec.operands[index].name;
            format!(
                "optional operand '{name}' is provided but requires bytecode version {since}, targeting {target} (in '{mnemonic}')"
            )
        }
        What::Result(index) => {
            let name = spec.results[index].name;
            format!(
                "result '{name}' requires bytecode version {since} but is being used and targeting {target} (in '{mnemonic}')"
            )
        }
        What::Rule(what) => {
            format!("{what} requires bytecode version {since}+, but targeting {target} (in '{mnemonic}')")
        }
        What::Type(name) => {
            format!(
                "type '{name}' requires bytecode version {since}+, targeting {target} (in {})",
                subject(module, need.op)
            )
        }
    };
    at_op(module, need.op, E_NEWER, message)
        .help(format!("choose `--bytecode-version={since}` or newer, or leave the version out"))
}

/// The op as messages name it: by its symbol where it has one.
fn subject(module: &Module, op: Op) -> String {
    let name = roles::symbol_name(module.spec(op));
    let mnemonic = module.spec(op).mnemonic;
    let symbol = name.and_then(|field| module.attr(op, field).as_interned()).map(|id| module.attrs.get(id));
    match symbol {
        Some(Attr::Str(id)) => format!("{mnemonic} @{}", module.text(*id)),
        _ => format!("'{mnemonic}'"),
    }
}

/// Finds what no version can store.
struct Storable {
    /// Why each location cannot be stored.
    locs: Vec<Option<&'static str>>,
    /// The part of each attribute that cannot be stored.
    attrs: Vec<Option<&'static str>>,
}

impl Storable {
    fn op(&self, module: &Module, op: Op, testing: bool, problems: &mut Vec<Diagnostic>) {
        self.code(module, op, testing, problems);
        for (attr, slot) in module.spec(op).attrs.iter().zip(module.body.attrs(op)) {
            if let (true, Some(id)) = (holds_attributes(attr.kind), slot.as_interned())
                && let Some(what) = self.attrs[id.index()]
            {
                let message = format!("attribute '{}' holds {what}, which bytecode cannot store", attr.name);
                problems.push(at_op(module, op, E_NO_CODE, message));
            }
        }
        if let Some(problem) = self.locs[module.body.loc(op).index()] {
            problems.push(
                at_op(module, op, E_LOCATION, problem)
                    .help("give the op a location in a scope of the debug information, or none"),
            );
        }
    }

    fn code(&self, module: &Module, op: Op, testing: bool, problems: &mut Vec<Diagnostic>) {
        let spec = module.spec(op);
        let top = module.body.parent_op(op) == Some(module.root);
        #[allow(clippy::wildcard_enum_match_arm, reason = "the others are distinguished by their kind")]
        let problem = match spec.group {
            Group::Testing if !testing => at_op(
                module,
                op,
                E_NO_CODE,
                format!("'{}' exists in test builds alone and cannot be stored in bytecode", spec.mnemonic),
            )
            .help("remove it, or write version 250.1 with `--testing-ops`"),
            _ if spec.code.is_none() => at_op(
                module,
                op,
                E_NO_CODE,
                format!("'{}' cannot be stored in bytecode: no version has a number for it", spec.mnemonic),
            )
            .help(
                "keep the module as text, which runs and compiles too, or write it with standard operations",
            ),
            // A function of test builds has a name too, but no place in the function table.
            _ if top && (spec.group == Group::Testing || roles::symbol_name(spec).is_none()) => at_op(
                module,
                op,
                E_MODULE,
                format!(
                    "only function and global ops are allowed in the body of a module, not '{}'",
                    spec.mnemonic
                ),
            )
            .help("move it into an entry"),
            _ if !top && spec.has(Trait::Definition) => at_op(
                module,
                op,
                E_MODULE,
                format!("'{}' is only allowed directly in a module", spec.mnemonic),
            ),
            _ => return,
        };
        problems.push(problem);
    }
}

/// True for attributes that are stored with their tags.
fn holds_attributes(kind: AttrKind) -> bool {
    // Expressions are no such attributes: they are stored whatever they contain.
    matches!(
        kind,
        AttrKind::Identities
            | AttrKind::Predicate
            | AttrKind::Hints
            | AttrKind::Dicts
            | AttrKind::Dictionary
            | AttrKind::Strs
    )
}
