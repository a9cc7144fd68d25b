//! Matrix products of fragments, by the instruction for them; [`super::multiply`] has the others.

use std::rc::Rc;

use ir::{AttrSlot, Op, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use tileaa::types::Elem;
use tileas::layout::{Input, RegisterLayout, Shape};
use tileas::ops::fields as from;

use super::buffers::{Matrices, Part, Word};
use super::{Held, Lower, Lowered};
use crate::Type;
use crate::ops::{Builders as _, NARROW};

/// The instruction for a type of element: extent along k, elements in a register, its format.
struct Instruction {
    rows: u32,
    k: u32,
    /// Elements of a fragment's register.
    packed: u32,
    format: &'static str,
}

fn instruction(elem: Elem, signed: bool) -> Option<Instruction> {
    let of = |rows, k, packed, format| Some(Instruction { rows, k, packed, format });
    match elem.scalar()? {
        Scalar::F16 => of(16, 16, 2, "f16"),
        Scalar::BF16 => of(16, 16, 2, "bf16"),
        Scalar::TF32 => of(16, 8, 1, "tf32"),
        Scalar::I8 => of(16, 32, 4, if signed { "s8" } else { "u8" }),
        Scalar::F8E4M3FN => of(16, 32, 4, "e4m3"),
        Scalar::F8E5M2 => of(16, 32, 4, "e5m2"),
        Scalar::F64 => of(8, 4, 1, "f16"),
        Scalar::I1
        | Scalar::I4
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F32
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => None,
    }
}

fn format(name: &str) -> AttrSlot {
    let at = NARROW.iter().position(|&other| other == name).unwrap_or(0);
    AttrSlot::small(at as u32)
}

/// Which register of the first thread has a coordinate.
struct Places {
    shape: Shape,
    registers: FxHashMap<u64, usize>,
}

impl Places {
    fn of(layout: &RegisterLayout) -> Places {
        let mut registers = FxHashMap::default();
        for register in 0..layout.registers() {
            registers.entry(layout.apply(register, 0, 0)).or_insert(register as usize);
        }
        Places { shape: layout.shape().clone(), registers }
    }

    /// The register of an element; rows and columns beyond the tile repeat it.
    fn at(&self, batch: &[u32], row: u32, column: u32) -> Option<usize> {
        let rank = self.shape.rank();
        let mut coordinate: Vec<u32> = batch.to_vec();
        coordinate.push(row % self.shape.extent(rank - 2));
        coordinate.push(column % self.shape.extent(rank - 1));
        self.registers.get(&self.shape.pack(&coordinate)).copied()
    }

    /// The coordinates along a dimension that registers of the first thread have, at multiples of `step`.
    fn blocks(&self, dim: usize, step: u32) -> Vec<u32> {
        let mut blocks: Vec<u32> =
            self.registers.keys().map(|&packed| self.shape.at(packed, dim) / step * step).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }
}

/// An operand of a product: elements, or matrices of words, each loaded when it is first needed.
enum Factors {
    Elements(Vec<Value>),
    Matrices(Rc<Matrices>, FxHashMap<usize, Vec<Value>>),
}

impl Lower<'_> {
    /// `dot` whose operands are in the fragments of an instruction.
    pub(super) fn mma(&mut self, op: Op) -> Lowered<()> {
        let [lhs, rhs, acc] =
            [from::dot::lhs, from::dot::rhs, from::dot::acc].map(|field| self.from.operand(op, field));
        let (a_tile, b_tile, c_tile) =
            (self.tile(lhs).clone(), self.tile(rhs).clone(), self.tile(acc).clone());
        let a_spec = instruction(a_tile.elem, self.from.flag(op, from::dot::signed_lhs));
        let b_spec = instruction(b_tile.elem, self.from.flag(op, from::dot::signed_rhs));
        let (Some(a_spec), Some(b_spec)) = (a_spec, b_spec) else {
            return Err(self.refuse(op, "has no instruction for these types"));
        };
        let (mut a, mut b, mut c) = (self.factors(lhs), self.factors(rhs), self.registers(acc));
        let [pa, pb, pc] = [&a_tile, &b_tile, &c_tile].map(|tile| Places::of(&tile.layout));
        let rank = pc.shape.rank();
        let depth = pa.shape.extent(rank - 1);
        let batches: Vec<Vec<u32>> = if rank == 3 {
            pc.blocks(0, 1).into_iter().map(|batch| vec![batch]).collect()
        } else {
            vec![Vec::new()]
        };
        // The first column of each instruction, and the distance to its second.
        let columns = pb.blocks(rank - 1, 1);
        let apart = b_tile.layout.shape().at(b_tile.layout.columns(Input::Lane)[2], rank - 1).max(1);
        for batch in &batches {
            // Steps along k are outermost: sums that do not wait for each other stand next to each other.
            for k in (0..depth).step_by(a_spec.k as usize) {
                let rows: Vec<u32> = pc.blocks(rank - 2, a_spec.rows);
                let fragments: Vec<Vec<Value>> =
                    rows.iter().map(|&row| self.fragment_a(&mut a, &pa, batch, row, k, &a_spec)).collect();
                for &column in &columns {
                    let fragment_b = self.fragment_b(&mut b, &pb, batch, k, column, &b_spec);
                    for (&row, fragment_a) in rows.iter().zip(&fragments) {
                        self.multiply(
                            fragment_a,
                            &fragment_b,
                            &mut c,
                            &pc,
                            batch,
                            (row, [column, column + apart]),
                            (&a_spec, &b_spec),
                        );
                    }
                }
            }
        }
        // Registers that repeat others have what those have now.
        let canonical = c_tile.layout.canonical_registers();
        let own: Vec<usize> = Self::own_registers(&c_tile.layout).collect();
        let c = (0..c.len() as u64).map(|register| c[own[canonical.apply(register) as usize]]).collect();
        self.hold(op, 0, c);
        Ok(())
    }

    /// The registers of an operand, or its matrices.
    fn factors(&self, value: Value) -> Factors {
        match &self.held[value] {
            Held::Matrices(matrices) => Factors::Matrices(Rc::clone(matrices), FxHashMap::default()),
            Held::Nothing | Held::Tile(_) | Held::Memory(_) | Held::Buffer(_) => {
                Factors::Elements(self.registers(value))
            }
        }
    }

    /// A register of a fragment: the elements in these registers of the tile in one word.
    fn fragment(&mut self, factors: &mut Factors, registers: &[usize]) -> Value {
        let values: Vec<Value> = match factors {
            Factors::Matrices(matrices, loaded) => {
                let word = matrices.words[registers[0] / registers.len()];
                let mut part = |l: &mut Self, part: Part| {
                    let words = loaded.entry(part.instruction);
                    words.or_insert_with(|| l.load_matrices(matrices, part.instruction))[part.matrix]
                };
                return match word {
                    Word::Whole(whole) => part(self, whole),
                    Word::Bytes(parts, selector) => {
                        let [low, high] = parts.map(|one| part(self, one));
                        self.picked(low, high, selector)
                    }
                };
            }
            Factors::Elements(values) => registers.iter().map(|&register| values[register]).collect(),
        };
        let values = &values[..];
        if let [value] = *values {
            return match self.type_of(value) {
                Type::F32 => self.bitcast(value, Type::I32),
                _ => value,
            };
        }
        let bits = 32 / values.len() as u32;
        self.words(values, bits).0[0]
    }

    /// Four bytes of two words.
    fn picked(&mut self, low: Value, high: Value, selector: u32) -> Value {
        let selector = self.i32(selector);
        let ty = self.to.types.intern(Type::I32);
        self.b().prmt().low(low).high(high).selector(selector).result(ty).finish().value()
    }

    fn fragment_a(
        &mut self,
        factors: &mut Factors,
        places: &Places,
        batch: &[u32],
        row: u32,
        k: u32,
        spec: &Instruction,
    ) -> Vec<Value> {
        let (e, groups) = (spec.packed, spec.rows / 8);
        let upper = (spec.k / (4 * e)).max(1);
        let mut words = Vec::new();
        for r in 0..groups * upper {
            let (row, k) = (row + 8 * (r % groups), k + 4 * e * (r / groups));
            let elements: Vec<usize> =
                (0..e).map(|i| places.at(batch, row, k + i).expect("a fragment has the element")).collect();
            words.push(self.fragment(factors, &elements));
        }
        words
    }

    fn fragment_b(
        &mut self,
        factors: &mut Factors,
        places: &Places,
        batch: &[u32],
        k: u32,
        column: u32,
        spec: &Instruction,
    ) -> Vec<Value> {
        let e = spec.packed;
        let upper = (spec.k / (4 * e)).max(1);
        let mut words = Vec::new();
        for r in 0..upper {
            let k = k + 4 * e * r;
            let elements: Vec<usize> = (0..e)
                .map(|i| places.at(batch, k + i, column).expect("a fragment has the element"))
                .collect();
            words.push(self.fragment(factors, &elements));
        }
        words
    }

    #[allow(clippy::too_many_arguments, reason = "one instruction: its fragments, and where its sum is")]
    fn multiply(
        &mut self,
        a: &[Value],
        b: &[Value],
        c: &mut [Value],
        places: &Places,
        batch: &[u32],
        (row, columns): (u32, [u32; 2]),
        (a_spec, b_spec): (&Instruction, &Instruction),
    ) {
        let count = a_spec.rows / 4;
        let registers: Vec<usize> = (0..count)
            .map(|i| {
                let column = columns[i as usize % 2];
                places.at(batch, row + 8 * (i / 2), column).expect("a fragment has the element")
            })
            .collect();
        let sums: Vec<Value> = registers.iter().map(|&register| c[register]).collect();
        let is_half = self.type_of(sums[0]) == Type::F16;
        let sums: Vec<Value> = if is_half {
            let ty = self.to.types.intern(Type::F16x2);
            sums.chunks(2).map(|pair| self.b().pack().parts(pair).result(ty).finish().value()).collect()
        } else {
            sums
        };
        let ty = self.to.body.ty(sums[0]);
        let shape = format!("m{}n8k{}", a_spec.rows, a_spec.k);
        let types = vec![ty; sums.len()];
        let op = self
            .b()
            .mma()
            .a(a)
            .b(b)
            .c(sums)
            .shape(shape.as_str())
            .a_format(format(a_spec.format))
            .b_format(format(b_spec.format))
            .d(types)
            .finish()
            .op;
        let mut results: Vec<Value> = self.to.body.results(op).iter().collect();
        if is_half {
            results = results
                .into_iter()
                .flat_map(|pair| {
                    let half = self.to.types.intern(Type::F16);
                    let op = self.b().unpack().source(pair).parts([half, half].as_slice()).finish().op;
                    self.to.body.results(op).iter().collect::<Vec<Value>>()
                })
                .collect();
        }
        for (register, value) in registers.into_iter().zip(results) {
            c[register] = value;
        }
    }
}
