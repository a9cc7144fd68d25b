//! Every element-wise op of one or two operands, with every special constant on either side, in every mode: cleaning up
//! keeps the result for every special value and for random ones. Odd NaNs come from memory; results of arithmetic have the
//! canonical one.

mod judge;

use cuda_tile::attrs::{AttrKind, MemoryOrdering};
use cuda_tile::build::{add_entry, builder_at_end, new_module};
use cuda_tile::ops::{Builders, Opcode};
use cuda_tile::types::{Elem, PtrType, TileType};
use cuda_tile::{CudaTile, Dense, Module, Type};
use ir::build::Builder;
use ir::{AttrSlot, Block, Field, TypeId, Value, Version};
use judge::same_after;
use numerics::{Format, Scalar, convert, int};
use smith::{MEMORY_TYPES, parameters};

/// Elements of each tile.
const LANES: i64 = 64;
/// Ops of a program: their results fill three quarters of a buffer.
const OPS: usize = 48;

const FLOATS: &[Opcode] = &[
    Opcode::AddF,
    Opcode::SubF,
    Opcode::MulF,
    Opcode::DivF,
    Opcode::RemF,
    Opcode::MaxF,
    Opcode::MinF,
    Opcode::CmpF,
    Opcode::AbsF,
    Opcode::NegF,
    Opcode::Ceil,
    Opcode::Floor,
    Opcode::Sqrt,
];
const INTEGERS: &[Opcode] = &[
    Opcode::AddI,
    Opcode::SubI,
    Opcode::MulI,
    Opcode::MulhiI,
    Opcode::AndI,
    Opcode::OrI,
    Opcode::XorI,
    Opcode::MaxI,
    Opcode::MinI,
    Opcode::CmpI,
    Opcode::AbsI,
    Opcode::NegI,
    Opcode::DivI,
    Opcode::RemI,
    Opcode::ShlI,
    Opcode::ShrI,
];

/// One op of the table: what it is, how it is set, which operands are which.
#[derive(Clone)]
struct Case {
    opcode: Opcode,
    attrs: Vec<(u8, AttrSlot)>,
    operands: Vec<Operand>,
}

#[derive(Clone, Copy)]
enum Operand {
    /// From memory.
    Loaded,
    /// The sum of that and of -0 that the optimiser does not know.
    Computed,
    Constant(u64),
}

fn constants(scalar: Scalar) -> Vec<u64> {
    let Some(format) = Format::of(scalar) else {
        let mask = int::mask(scalar);
        let mut bits = vec![0, 1, 2, mask, mask >> 1, (mask >> 1) + 1];
        bits.iter_mut().for_each(|bits| *bits &= mask);
        bits.sort_unstable();
        bits.dedup();
        return bits;
    };
    let one = convert::from_f64(scalar, 1.0);
    let magnitudes = [0, one, convert::from_f64(scalar, 2.0), 1, format.infinity().unwrap_or(0)];
    let signed = magnitudes.into_iter().flat_map(|bits| [bits, bits | format.sign(true)]);
    signed.chain(format.nan()).collect()
}

/// Every setting of an op's attributes.
fn settings(opcode: Opcode, scalar: Scalar) -> Vec<Vec<(u8, AttrSlot)>> {
    let mut all = vec![Vec::new()];
    for (index, attr) in opcode.spec().attrs.iter().enumerate() {
        let cases: Vec<u32> = match attr.kind {
            AttrKind::Flag if attr.name == "flush_to_zero" && scalar != Scalar::F32 => vec![],
            AttrKind::Flag => vec![0, 1],
            AttrKind::Rounding(modes) => {
                let f32_only = ["approx", "full"];
                let fits = |name: &str| scalar == Scalar::F32 || !f32_only.contains(&name);
                modes.iter().filter(|mode| fits(mode.name())).map(|&mode| mode as u32).collect()
            }
            AttrKind::Keyword(kind) => (0..kind.names().len() as u32).collect(),
            // No promises: breaking one is undefined.
            _ => vec![],
        };
        if cases.is_empty() {
            continue;
        }
        let with = |setting: &Vec<(u8, AttrSlot)>, case: u32| {
            let slot = if matches!(attr.kind, AttrKind::Flag) && case == 0 {
                None
            } else {
                Some(AttrSlot::small(case))
            };
            let more = slot.map(|slot| (index as u8, slot));
            setting.iter().copied().chain(more).collect::<Vec<_>>()
        };
        all = all
            .iter()
            .flat_map(|setting| cases.iter().map(|&case| with(setting, case)).collect::<Vec<_>>())
            .collect();
    }
    all
}

/// False for what is undefined for some lane, or refused.
fn is_defined(opcode: Opcode, operands: &[Operand], attrs: &[(u8, AttrSlot)], scalar: Scalar) -> bool {
    let second = match operands.get(1) {
        Some(Operand::Constant(bits)) => Some(*bits),
        _ => None,
    };
    let signed = opcode.spec().attrs.iter().position(|attr| attr.name == "signedness");
    let signed = signed.is_some_and(|at| attrs.contains(&(at as u8, AttrSlot::small(1))));
    match opcode {
        Opcode::DivI | Opcode::RemI => {
            // Floor is for signed division.
            let floors = opcode == Opcode::DivI && !signed && attrs.contains(&(1, AttrSlot::small(2)));
            !floors && second.is_some_and(|bits| bits != 0 && !(signed && bits == int::mask(scalar)))
        }
        Opcode::ShlI | Opcode::ShrI => second.is_some_and(|bits| bits < u64::from(scalar.bits())),
        _ => true,
    }
}

fn cases(opcode: Opcode, scalar: Scalar) -> Vec<Case> {
    let values = [Operand::Loaded, Operand::Computed];
    let operands: Vec<Vec<Operand>> = if opcode.spec().operands.len() == 1 {
        values.iter().map(|&value| vec![value]).collect()
    } else {
        let known = constants(scalar);
        let sides = values.iter().flat_map(|&value| {
            let sides =
                |bits: &u64| [vec![value, Operand::Constant(*bits)], vec![Operand::Constant(*bits), value]];
            known.iter().flat_map(sides).chain([vec![value, value]]).collect::<Vec<_>>()
        });
        sides.collect()
    };
    let mut cases = Vec::new();
    for attrs in settings(opcode, scalar) {
        for operands in &operands {
            if is_defined(opcode, operands, &attrs, scalar) {
                cases.push(Case { opcode, attrs: attrs.clone(), operands: operands.clone() });
            }
        }
    }
    cases
}

struct Program {
    module: Module,
    block: Block,
    scalar: Scalar,
}

impl Program {
    fn new(scalar: Scalar) -> Program {
        let mut module = new_module("kernels");
        let params: Vec<TypeId> =
            parameters(Version::LATEST).into_iter().map(|ty| module.types.intern(ty)).collect();
        let (_, block) = add_entry(&mut module, "k", &params);
        Program { module, block, scalar }
    }

    fn builder(&mut self) -> Builder<'_, CudaTile> {
        builder_at_end(&mut self.module, self.block)
    }

    fn tile(&mut self, shape: &[i64], elem: Elem) -> TypeId {
        self.module.types.intern(Type::Tile(TileType::new(shape, elem).expect("a small tile")))
    }

    fn constant(&mut self, scalar: Scalar, bits: u64) -> Value {
        let ty = self.tile(&[LANES], Elem::Scalar(scalar));
        self.builder().constant().value(Dense::splat(ty, scalar, bits)).result(ty).finish().value()
    }

    fn pointers(&mut self, scalar: Scalar, first: u64) -> Value {
        let elem = Elem::Ptr(PtrType::new(scalar).expect("memory holds it"));
        let index = MEMORY_TYPES.iter().position(|&other| other == scalar).expect("memory holds it");
        let base = self.module.body.block_args(self.block).get(index).expect("a base");
        let (one, all) = (self.tile(&[1], elem), self.tile(&[LANES], elem));
        let i32s = self.tile(&[LANES], Elem::Scalar(Scalar::I32));
        let first = self.constant(Scalar::I32, first);
        let mut b = self.builder();
        let base = b.reshape().source(base).result(one).finish().value();
        let base = b.broadcast().source(base).result(all).finish().value();
        let lanes = b.iota().result(i32s).finish().value();
        let lanes = b.addi().lhs(lanes).rhs(first).result(i32s).finish().value();
        b.offset().ptr(base).offset(lanes).result(all).finish().value()
    }

    fn load(&mut self, first: u64) -> Value {
        let source = self.pointers(self.scalar, first);
        let (ty, token) =
            (self.tile(&[LANES], Elem::Scalar(self.scalar)), self.module.types.intern(Type::Token));
        let mut b = self.builder();
        let draft = b.load_ptr_tko().source(source).memory_ordering_semantics(MemoryOrdering::Weak);
        draft.result(ty).result_token(token).finish().value()
    }

    /// The loaded values, with every NaN the canonical one where they are floats.
    fn computed(&mut self, loaded: Value) -> Value {
        let ty = self.module.body.ty(loaded);
        let zero = self.load(0);
        let nothing = self.constant(self.scalar, 0);
        let is_int = self.scalar.is_int();
        let mut b = self.builder();
        if is_int {
            let zero = b.andi().lhs(zero).rhs(nothing).result(ty).finish().value();
            return b.addi().lhs(loaded).rhs(zero).result(ty).finish().value();
        }
        b.maxf().lhs(loaded).rhs(zero).propagate_nan(true).result(ty).finish().value()
    }

    fn store(&mut self, value: Value, first: u64) {
        let scalar = self.module.ty(value).as_tile().and_then(|tile| tile.elem().scalar()).expect("numbers");
        let destination = self.pointers(scalar, first);
        let token = self.module.types.intern(Type::Token);
        let mut b = self.builder();
        let draft = b.store_ptr_tko().destination(destination).value(value);
        draft.memory_ordering_semantics(MemoryOrdering::Weak).result_token(token).finish();
    }

    fn case(&mut self, case: &Case, loaded: Value, computed: Value) -> Value {
        let operands: Vec<Value> = (case.operands.iter())
            .map(|&operand| match operand {
                Operand::Loaded => loaded,
                Operand::Computed => computed,
                Operand::Constant(bits) => self.constant(self.scalar, bits),
            })
            .collect();
        let compares = matches!(case.opcode, Opcode::CmpF | Opcode::CmpI);
        let ty = self.tile(&[LANES], Elem::Scalar(if compares { Scalar::I1 } else { self.scalar }));
        let mut builder = self.builder();
        let mut draft = builder.draft(case.opcode as u16);
        for (index, value) in operands.into_iter().enumerate() {
            draft.operand(Field::Operand(index as u8), value);
        }
        for &(index, slot) in &case.attrs {
            draft.attr(Field::Attr(index), slot);
        }
        draft.result(Field::Result(0), ty);
        draft.finish().value()
    }
}

fn check(opcodes: &[Opcode], scalar: Scalar) -> usize {
    let all: Vec<Case> = opcodes.iter().flat_map(|&opcode| cases(opcode, scalar)).collect();
    for (seed, chunk) in all.chunks(OPS).enumerate() {
        let mut program = Program::new(scalar);
        let loaded = program.load(64);
        let computed = program.computed(loaded);
        for (case, first) in chunk.iter().zip((1024..).step_by(LANES as usize)) {
            let value = program.case(case, loaded, computed);
            program.store(value, first);
        }
        program.builder().return_().finish();
        let (changed, ran) = same_after(&program.module, Version::LATEST, seed as u64, opt::clean_up);
        assert!(changed && ran, "{scalar}, program {seed}");
    }
    all.len()
}

#[test]
fn identities_of_floats_are_exact() {
    for scalar in [Scalar::F16, Scalar::F32] {
        assert!(check(FLOATS, scalar) > 500);
    }
}

#[test]
fn identities_of_integers_are_exact() {
    for scalar in [Scalar::I1, Scalar::I8, Scalar::I32] {
        assert!(check(INTEGERS, scalar) > 100);
    }
}
