//! How each op is laid out in a version, derived from its row.
//!
//! ```text
//! opcode · [result count] · result types · [flags] · attributes · operands · regions
//! ```

use ir::AttrSlot;
use ir::spec::{
    Arity, AttrSpec, OpSpec, Trait, V13_1, V13_2, V13_3, V13_4, V13_5, V250_0, ValueSpec, Version,
};
use smallvec::SmallVec;

use crate::CudaTile;
use crate::attrs::{AttrKind, EnumKind};
use crate::ops::{OPS, Opcode};

/// When a field that may be absent is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// Always.
    Always,
    /// When this bit of the flags is set.
    Flag(u8),
    /// Never: the version does not know it.
    Never,
}

/// The encoding of an attribute: kinds that only differ in text are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// Nothing: a bit of the flags is sufficient.
    Flag,
    /// The number of a case.
    Case(EnumKind),
    /// A byte.
    Bool,
    /// A number of the given width.
    Int(u8),
    /// Something that modules intern.
    Interned(Interned),
}

/// The encoding of an attribute that modules intern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interned {
    /// A string index.
    Str,
    /// A string index of a string that is not empty.
    Symbol,
    /// A type index.
    Type,
    /// 32-bit integers.
    I32s,
    /// A byte for each index.
    InBounds,
    /// A constant index.
    Dense,
    /// Attributes that are numbers.
    Identities,
    /// Attributes.
    Attrs,
    /// One attribute.
    Predicate,
    /// A dictionary of dictionaries.
    Hints,
    /// A dictionary.
    Dict,
    /// Two expressions.
    Scratch,
}

impl Stored {
    fn of(kind: AttrKind) -> Stored {
        match kind {
            AttrKind::Flag => Stored::Flag,
            AttrKind::Keyword(kind) => Stored::Case(kind),
            AttrKind::Rounding(_) => Stored::Case(EnumKind::RoundingMode),
            AttrKind::Overflow => Stored::Case(EnumKind::IntegerOverflow),
            AttrKind::Ordering(_) => Stored::Case(EnumKind::MemoryOrdering),
            AttrKind::Scope => Stored::Case(EnumKind::MemoryScope),
            AttrKind::Bool => Stored::Bool,
            AttrKind::Int { bits } => Stored::Int(bits as u8),
            AttrKind::Str => Stored::Interned(Interned::Str),
            AttrKind::SymbolName | AttrKind::SymbolRef => Stored::Interned(Interned::Symbol),
            AttrKind::FunctionType => Stored::Interned(Interned::Type),
            AttrKind::I32s => Stored::Interned(Interned::I32s),
            AttrKind::InBounds => Stored::Interned(Interned::InBounds),
            AttrKind::Dense => Stored::Interned(Interned::Dense),
            AttrKind::Identities => Stored::Interned(Interned::Identities),
            AttrKind::Dicts | AttrKind::Strs | AttrKind::Exprs | AttrKind::ConstParams => {
                Stored::Interned(Interned::Attrs)
            }
            AttrKind::Dictionary => Stored::Interned(Interned::Dict),
            AttrKind::Scratch => Stored::Interned(Interned::Scratch),
            AttrKind::Predicate => Stored::Interned(Interned::Predicate),
            AttrKind::Hints => Stored::Interned(Interned::Hints),
        }
    }
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttrLayout {
    pub(super) stored: Stored,
    pub(super) presence: Presence,
    /// Its value if it is not stored.
    pub(super) default: AttrSlot,
}

/// An operand of a segmented op.
#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentLayout {
    pub(super) arity: Arity,
    pub(super) presence: Presence,
}

/// How operands are stored.
#[derive(Clone, Debug)]
pub(super) enum Operands {
    /// As many indices as the row has operands.
    Fixed(usize),
    /// A count, then indices: at least `least`, at most `most`.
    Counted(usize, usize),
    /// Operand by operand.
    Segments(Box<[SegmentLayout]>),
}

/// The layout of one op in one version.
#[derive(Clone)]
pub(super) struct OpLayout {
    pub(super) opcode: Opcode,
    pub(super) code: u16,
    /// The number of results is stored.
    pub(super) result_count: bool,
    /// Results of which there is exactly one, as far as the version knows them.
    pub(super) fixed_results: usize,
    /// Any number of results more.
    pub(super) open_results: bool,
    /// Results that the version does not store.
    pub(super) hidden_results: &'static [ValueSpec<CudaTile>],
    pub(super) flags: bool,
    pub(super) attrs: Box<[AttrLayout]>,
    pub(super) operands: Operands,
    /// Of `inbounds`: which attribute it is, and which operand it has one flag for each of.
    pub(super) in_bounds: Option<(usize, usize)>,
    pub(super) regions: u16,
}

impl OpLayout {
    /// The row.
    pub(super) fn spec(&self) -> &'static OpSpec<CudaTile> {
        self.opcode.spec()
    }

    fn new(spec: &'static OpSpec<CudaTile>, code: u16, version: Version) -> OpLayout {
        let knows = |since: Option<Version>| since.is_none_or(|since| knows(version, since));
        let fields = flag_fields(spec);
        let presence = |operand: bool, index: usize, since: Option<Version>| {
            if !knows(since) {
                return Presence::Never;
            }
            let bit = fields.iter().position(|field| (field.operand, field.index) == (operand, index));
            bit.map_or(Presence::Always, |bit| Presence::Flag(bit as u8))
        };
        let attrs = spec.attrs.iter().enumerate().map(|(index, attr)| AttrLayout {
            stored: Stored::of(attr.kind),
            presence: presence(false, index, attr.since),
            default: attr.default.map_or(AttrSlot::ABSENT, AttrSlot::small),
        });
        let operands = if spec.has(Trait::Segmented) {
            let segments = spec.operands.iter().enumerate().map(|(index, operand)| SegmentLayout {
                arity: operand.arity,
                presence: presence(true, index, operand.since),
            });
            Operands::Segments(segments.collect())
        } else {
            plain_operands(spec)
        };
        let hidden = spec.results.iter().filter(|result| !knows(result.since)).count();
        let (shown, hidden_results) = spec.results.split_at(spec.results.len() - hidden);
        debug_assert!(shown.iter().all(|result| knows(result.since)), "newer results come last");
        OpLayout {
            opcode: spec.opcode,
            code,
            result_count: is_variadic(spec),
            fixed_results: shown.iter().filter(|result| result.arity == Arity::One).count(),
            open_results: shown.iter().any(|result| result.arity != Arity::One),
            hidden_results,
            flags: fields.first().is_some_and(|first| version >= first.since),
            attrs: attrs.collect(),
            operands,
            in_bounds: in_bounds(spec),
            regions: spec.regions.len() as u16,
        }
    }
}

/// True when files of a version have what there is since another. Test builds, of version 250, are from the time of
/// 13.4.
fn knows(version: Version, since: Version) -> bool {
    since <= version && (version < V250_0 || since < V13_5)
}

fn in_bounds(spec: &OpSpec<CudaTile>) -> Option<(usize, usize)> {
    let attr = spec.attrs.iter().position(|attr| matches!(attr.kind, AttrKind::InBounds))?;
    let operand = spec.operands.iter().position(|operand| operand.arity == Arity::Many)?;
    Some((attr, operand))
}

/// True when the op has a variadic operand or result, which makes writers store the number of results.
fn is_variadic(spec: &OpSpec<CudaTile>) -> bool {
    spec.operands.iter().chain(spec.results).any(|value| value.arity == Arity::Many)
}

fn plain_operands(spec: &OpSpec<CudaTile>) -> Operands {
    let least = spec.operands.iter().filter(|operand| operand.arity == Arity::One).count();
    if least == spec.operands.len() {
        return Operands::Fixed(least);
    }
    let many = spec.operands.iter().any(|operand| operand.arity == Arity::Many);
    Operands::Counted(least, if many { usize::MAX } else { spec.operands.len() })
}

/// A field that owns a bit of the flags; the position in the list is the bit.
struct FlagField {
    since: Version,
    operand: bool,
    index: usize,
}

fn flag_fields(spec: &OpSpec<CudaTile>) -> SmallVec<[FlagField; 6]> {
    let is_flag = |attr: &AttrSpec<CudaTile>| attr.optional || matches!(attr.kind, AttrKind::Flag);
    let field = |operand, index, since: Option<Version>| FlagField {
        since: since.map_or(spec.since, |since| since.max(spec.since)),
        operand,
        index,
    };
    let attrs = spec.attrs.iter().enumerate().filter(|(_, attr)| is_flag(attr));
    let mut fields: SmallVec<[FlagField; 6]> = attrs.map(|(i, attr)| field(false, i, attr.since)).collect();
    if spec.has(Trait::Segmented) {
        let optional = spec.operands.iter().enumerate().filter(|(_, o)| o.arity == Arity::Optional);
        fields.extend(optional.map(|(i, operand)| field(true, i, operand.since)));
    }
    fields.sort_by_key(|field| (field.since, field.operand, field.index));
    fields
}

/// Highest opcode of a version; test builds have ops far above it.
fn highest_opcode(version: Version) -> u64 {
    match version {
        V13_1 => 0x6D,
        V13_2 => 0x6E,
        V13_3 => 0x75,
        V13_4 => 0x7A,
        V13_5 => 0x7D,
        _ => u64::from(u16::MAX),
    }
}

/// Opcodes of previews.
pub(super) const PREVIEW_CODES: std::ops::RangeInclusive<u64> = 0x4000..=0x4FFF;

/// The layouts of all ops in a version.
pub(super) struct Layouts {
    version: Version,
    by_opcode: Vec<Option<OpLayout>>,
    by_code: Vec<u16>,
    /// Numbers of ops of previews, which are far above all others, with their opcodes.
    previews: SmallVec<[(u16, u16); 2]>,
}

/// Why a number is not an op of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoOp {
    /// Newer than the version, which has nothing above its highest number.
    Newer(Option<Opcode>),
    /// Assigned to nothing.
    Unknown,
}

impl Layouts {
    /// Derives the layouts from the table.
    pub(super) fn new(version: Version) -> Layouts {
        let mut layouts = Layouts {
            version,
            by_opcode: Vec::with_capacity(OPS.len()),
            by_code: Vec::new(),
            previews: SmallVec::new(),
        };
        for spec in OPS {
            let code = spec.code.filter(|_| spec.since <= version);
            layouts.by_opcode.push(code.map(|code| OpLayout::new(spec, code, version)));
            // Ops that belong directly into a module have numbers, but never occur in a body.
            if let Some(code) = code.filter(|_| !spec.has(Trait::Definition)) {
                if PREVIEW_CODES.contains(&code.into()) {
                    layouts.previews.push((code, spec.opcode as u16));
                    continue;
                }
                let code = code as usize;
                if layouts.by_code.len() <= code {
                    layouts.by_code.resize(code + 1, u16::MAX);
                }
                layouts.by_code[code] = spec.opcode as u16;
            }
        }
        layouts
    }

    /// The layout of a number.
    pub(super) fn of_code(&self, code: u64) -> Option<&OpLayout> {
        let opcode = *self.by_code.get(usize::try_from(code).ok()?)?;
        self.by_opcode.get(opcode as usize)?.as_ref()
    }

    /// The layout of a number of a preview.
    pub(super) fn of_preview(&self, code: u64) -> Option<&OpLayout> {
        let known = self.previews.iter().find(|known| u64::from(known.0) == code)?;
        self.by_opcode.get(known.1 as usize)?.as_ref()
    }

    /// The layout of an op, if the version has it.
    pub(super) fn of_opcode(&self, opcode: Opcode) -> Option<&OpLayout> {
        self.by_opcode[opcode as usize].as_ref()
    }

    /// Why a number has no layout.
    pub(super) fn why_not(&self, code: u64) -> NoOp {
        if code <= highest_opcode(self.version) {
            return NoOp::Unknown;
        }
        let row =
            OPS.iter().find(|spec| spec.code.map(u64::from) == Some(code) && spec.since <= Version::LATEST);
        NoOp::Newer(row.map(|spec| spec.opcode))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn golden(name: &str, found: &str) {
        let path = real_tools::root().join("tests/bytecode").join(name);
        real_tools::golden::compare(&path, found).unwrap_or_else(|stale| panic!("{stale}"));
    }

    #[test]
    fn opcodes_are_frozen() {
        let mut rows: Vec<_> =
            OPS.iter().filter_map(|spec| spec.code.map(|code| (code, spec.mnemonic))).collect();
        rows.sort();
        let mut text = String::new();
        for (code, mnemonic) in rows {
            writeln!(text, "{code:#06x} {mnemonic}").unwrap();
        }
        golden("opcodes.txt", &text);
    }

    fn presence(presence: Presence) -> String {
        match presence {
            Presence::Always => String::new(),
            Presence::Flag(bit) => format!("?{bit}"),
            Presence::Never => "-".to_owned(),
        }
    }

    fn stored(stored: Stored) -> String {
        let what = match stored {
            Stored::Flag => "unit",
            Stored::Case(kind) => return format!("enum {kind:?}"),
            Stored::Bool => "byte",
            Stored::Int(bits) => return format!("varint of {bits} bits"),
            Stored::Interned(Interned::Str | Interned::Symbol) => "string",
            Stored::Interned(Interned::Type) => "type",
            Stored::Interned(Interned::I32s) => "i32 list",
            Stored::Interned(Interned::InBounds) => "byte list",
            Stored::Interned(Interned::Dense) => "constant",
            Stored::Interned(Interned::Identities | Interned::Attrs) => "attribute list",
            Stored::Interned(Interned::Predicate) => "attribute",
            Stored::Interned(Interned::Hints | Interned::Dict) => "dictionary",
            Stored::Interned(Interned::Scratch) => "two expressions",
        };
        what.to_owned()
    }

    fn operands(layout: &OpLayout) -> String {
        let names =
            |separator| layout.spec().operands.iter().map(|o| o.name).collect::<Vec<_>>().join(separator);
        match &layout.operands {
            Operands::Fixed(_) => format!("fixed({})", names(" ")),
            Operands::Counted(..) => format!("counted({})", names(" ")),
            Operands::Segments(segments) => {
                let each = segments.iter().zip(layout.spec().operands).map(|(segment, operand)| {
                    let many = if segment.arity == Arity::Many { "*" } else { "" };
                    format!("{}{many}{}", operand.name, presence(segment.presence))
                });
                format!("segments({})", each.collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn describe(layout: &OpLayout) -> String {
        let attrs =
            layout.attrs.iter().zip(layout.spec().attrs).map(|(attr, spec)| {
                format!("{}{}: {}", spec.name, presence(attr.presence), stored(attr.stored))
            });
        format!(
            "results {}{}{} | flags {} | attrs {{{}}} | {} | regions {}",
            if layout.result_count { "counted " } else { "" },
            layout.fixed_results,
            if layout.open_results { "+" } else { "" },
            if layout.flags { "yes" } else { "no" },
            attrs.collect::<Vec<_>>().join(", "),
            operands(layout),
            layout.spec().regions.len(),
        )
    }

    #[test]
    fn layouts_are_frozen() {
        let versions = Version::ALL.map(|version| (version, Layouts::new(version)));
        let mut text = String::from(
            "# How each op is stored, by version. `?n`: stored when bit n of the flags is set; `-`: not stored; `*`: counted.\n",
        );
        for spec in OPS.iter().filter(|spec| spec.code.is_some()) {
            let mut last = String::new();
            for (version, layouts) in &versions {
                let Some(layout) = layouts.of_opcode(spec.opcode) else { continue };
                let now = describe(layout);
                if now != last {
                    writeln!(text, "{} {version}: {now}", spec.mnemonic).unwrap();
                    last = now;
                }
            }
        }
        golden("layout.txt", &text);
    }

    #[test]
    fn numbers_are_gated() {
        let old = Layouts::new(V13_1);
        assert_eq!(old.of_code(0x6D).map(|l| l.opcode), Some(Opcode::Yield));
        assert!(old.of_code(0x6E).is_none());
        assert_eq!(old.why_not(0x6E), NoOp::Newer(Some(Opcode::Atan2)));
        assert_eq!(old.why_not(0x7F), NoOp::Newer(None));
        assert_eq!(old.why_not(0x19), NoOp::Unknown);
        assert_eq!(Layouts::new(V13_4).why_not(0x3000), NoOp::Newer(None));
        assert!(Layouts::new(ir::spec::V250_0).of_code(0x3000).is_some());
        assert!(old.of_code(u64::MAX).is_none());
    }
}
