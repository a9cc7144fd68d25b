//! Names of values, as the reference tools choose them.

use ir::text::namer::{Base, NameRules, Namer, Stem, push_decimal, push_signed};
use ir::{AttrId, Block, Op};
use numerics::Scalar;
use numerics::exact::Class;
use numerics::format::Format;
use rustc_hash::FxHashMap;

use super::literal::signed;
use crate::attrs::{Attr, Dense};
use crate::ops::{Opcode, fields};
use crate::{CudaTile, Module};

/// The names of the reference printers.
#[derive(Default)]
pub(super) struct CanonicalNames {
    /// Bases of constants by their values.
    constants: FxHashMap<AttrId, Base>,
    /// Bases of fixed names, by opcode and result.
    fixed: FxHashMap<(Opcode, u32), Base>,
}

/// Numbers for everything: the names of the generic form.
pub(super) struct PlainNames;

impl NameRules<CudaTile> for PlainNames {
    fn result(&mut self, _: &Module, _: &mut Namer, _: Op, _: usize) -> Stem {
        Stem::Number
    }

    fn argument(&mut self, _: &Module, _: &mut Namer, _: Block, _: usize) -> Stem {
        Stem::Argument
    }
}

impl NameRules<CudaTile> for CanonicalNames {
    fn result(&mut self, module: &Module, names: &mut Namer, op: Op, index: usize) -> Stem {
        let opcode = module.opcode(op);
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "the other names are those of the results in the table"
        )]
        let fixed = match opcode {
            Opcode::Constant => return self.constant(module, names, op),
            Opcode::Assume => return assume(module, names, op),
            Opcode::Broadcast => "bcast",
            Opcode::Reshape => "reshape",
            Opcode::MakeTensorView => "tview",
            Opcode::MakePartitionView => "pview",
            Opcode::MakeStridedView => "sview",
            Opcode::MakeGatherScatterView => "gsview",
            Opcode::Reduce => "reduce",
            Opcode::For => "for",
            _ => match module.spec(op).results {
                [] | [_] => return Stem::Number,
                several => match several.get(index) {
                    Some(result) => result.name,
                    None => return Stem::Number,
                },
            },
        };
        let base = *self.fixed.entry((opcode, index as u32)).or_insert_with(|| names.bases.intern(fixed));
        Stem::Base(base)
    }

    fn argument(&mut self, module: &Module, names: &mut Namer, block: Block, index: usize) -> Stem {
        let Some(op) = module.body.block_op(block) else { return Stem::Argument };
        let (stem, number) = match (module.opcode(op), index) {
            (Opcode::For, 0) => ("loopIdx", None),
            (Opcode::For, _) => ("iterArg", Some(index - 1)),
            (Opcode::Reduce, _) => {
                let several = module.body.block_args(block).len() > 2;
                (["reduce_lhs", "reduce_rhs"][index % 2], several.then_some(index / 2))
            }
            _ => return Stem::Argument,
        };
        Stem::Base(match number {
            None => names.bases.intern(stem),
            Some(number) => names.bases.intern(&format!("{stem}{number}")),
        })
    }
}

impl CanonicalNames {
    fn constant(&mut self, module: &Module, names: &mut Namer, op: Op) -> Stem {
        let slot = module.attr(op, fields::constant::value).as_interned();
        let Some((id, Attr::Dense(dense))) = slot.map(|id| (id, module.attrs.get(id))) else {
            return Stem::Number;
        };
        let base = *self.constants.entry(id).or_insert_with(|| names.bases.intern(&constant_name(dense)));
        Stem::Base(base)
    }
}

/// `assume` for what has no name of its own, else `assume_` and the source's name; that is empty for the results that a
/// region op leaves without one.
fn assume(module: &Module, names: &mut Namer, op: Op) -> Stem {
    let mut name = String::from("assume");
    let source = module.operands(op, fields::assume::value).first().copied();
    if let Some((source, def)) = source.and_then(|value| Some((value, module.body.def_op(value)?))) {
        let opcode = module.opcode(def);
        let bare = matches!(opcode, Opcode::If | Opcode::Loop | Opcode::Scan);
        let later = matches!(opcode, Opcode::For | Opcode::Reduce) && source != module.body.result(def, 0);
        match names.base(source) {
            _ if bare || later => name.push('_'),
            Some(base) => {
                name.push('_');
                name.push_str(names.bases.text(base));
            }
            None => {}
        }
    }
    // A chain of assumes would give each a name as long as its place in the chain.
    if name.len() > MAX_NAME_BYTES {
        name.truncate(MAX_NAME_BYTES);
    }
    Stem::Base(names.bases.intern(&name))
}

/// No program of a compiler has names near this long.
const MAX_NAME_BYTES: usize = 1024;

/// `cst_<value>_<type>`, or `cst_<type>` for what has no short value.
fn constant_name(dense: &Dense) -> String {
    let ty = dense.elem();
    let mut name = String::from("cst");
    if dense.is_splat() {
        let bits = dense.bits(0);
        if ty == Scalar::I1 {
            return if bits & 1 != 0 { "true" } else { "false" }.into();
        } else if ty.is_int() {
            name.push('_');
            push_signed(&mut name, signed(ty, bits));
        } else {
            push_float_name(&mut name, ty, bits);
        }
    }
    name.push('_');
    name.push_str(ty.name());
    name
}

fn push_float_name(name: &mut String, ty: Scalar, bits: u64) {
    let value = Format::of(ty).expect("a type is an integer or a float").decode(bits);
    let whole = match value.class {
        Class::Nan => return name.push_str("_NaN"),
        _ if value.negative => None,
        Class::Infinite => None,
        Class::Zero => Some(0),
        Class::Finite(magnitude) => whole(magnitude.significand, magnitude.exponent),
    };
    if let Some(whole) = whole {
        name.push('_');
        push_decimal(name, whole);
    }
}

/// `significand * 2^exponent` when it is an integer of 64 bits.
fn whole(significand: u64, exponent: i32) -> Option<u64> {
    let shift = exponent.unsigned_abs();
    if exponent >= 0 {
        (shift <= significand.leading_zeros()).then(|| significand << shift)
    } else {
        (shift <= significand.trailing_zeros()).then(|| significand >> shift)
    }
}
