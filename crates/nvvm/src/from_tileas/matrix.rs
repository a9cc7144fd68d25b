//! Matrix products of fragments by a matrix instruction; [`super::multiply`] has the others.

use std::rc::Rc;

use ir::{Op, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use tileaa::types::Elem;
use tileas::instruction::MatrixInstruction;
use tileas::layout::{Input, RegisterLayout};
use tileas::ops::fields as from;

use super::coordinates::Places;
use super::fragments::{Fragments, Part, Word};
use super::scaled::{Scales, Selected};
use super::{Held, Lower, Lowered};
use crate::Type;
use crate::attrs::{ElementFormat, MmaShape};
use crate::ops::Builders as _;

/// The instruction of a product, as one of its operands sees it.
struct Instruction {
    rows: u32,
    k: u32,
    /// Elements of a fragment's register.
    packed: u32,
    format: ElementFormat,
}

impl Instruction {
    /// For operands of a format.
    fn of(instruction: MatrixInstruction, format: Option<ElementFormat>) -> Option<Instruction> {
        let mma = instruction.mma();
        Some(Instruction {
            rows: mma.rows,
            k: mma.k,
            packed: (32 / mma.element_bits).max(1),
            format: format?,
        })
    }

    /// Groups of eight rows.
    fn groups(&self) -> usize {
        (self.rows / 8) as usize
    }
}

/// The format of an operand's elements; none if no instruction supports them.
pub(super) fn format(elem: Elem, signed: bool) -> Option<ElementFormat> {
    match elem.scalar()? {
        Scalar::F4E2M1FN => Some(ElementFormat::E2M1),
        // The instruction for f64 has no formats to choose from.
        Scalar::F16 | Scalar::F64 => Some(ElementFormat::F16),
        Scalar::BF16 => Some(ElementFormat::BF16),
        Scalar::TF32 => Some(ElementFormat::TF32),
        Scalar::I8 if signed => Some(ElementFormat::S8),
        Scalar::I8 => Some(ElementFormat::U8),
        Scalar::F8E4M3FN => Some(ElementFormat::E4M3),
        Scalar::F8E5M2 => Some(ElementFormat::E5M2),
        Scalar::I1
        | Scalar::I4
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F32
        | Scalar::F8E8M0FNU
        | Scalar::FNV8E5M3FNU => None,
    }
}

/// An operand of a product: elements, or words of which each is loaded when it is first needed.
enum Factors {
    Elements(Vec<Value>),
    Words(Rc<Fragments>, FxHashMap<usize, Vec<Value>>),
}

/// An operand of the instruction.
struct Operand {
    factors: Factors,
    places: Places,
    spec: Instruction,
}

/// The registers of the sums of an instruction in these rows, of 8 rows each, and in the first two columns of a lane.
fn sum_registers(
    places: &Places,
    batch: &[u32],
    (rows, columns): (&[u32], [u32; 2]),
    spec: &Instruction,
) -> Vec<usize> {
    let sums = (0..spec.groups()).flat_map(|group| columns.map(|column| (rows[group % rows.len()], column)));
    sums.map(|(row, column)| places.at(batch, row, column).expect("a fragment has the element")).collect()
}

impl Lower<'_> {
    /// `dot` whose operands are in the fragments of an instruction.
    pub(super) fn mma(&mut self, op: Op) -> Lowered<()> {
        let [lhs, rhs, acc] =
            [from::dot::lhs, from::dot::rhs, from::dot::acc].map(|field| self.from.operand(op, field));
        let (a_tile, b_tile, c_tile) =
            (self.tile(lhs).clone(), self.tile(rhs).clone(), self.tile(acc).clone());
        let Some(instruction) = MatrixInstruction::of(self.from, op) else {
            let way = "has no instruction; `tilewright opt --passes=assign-dot-layouts` chooses one, and \
                       `legalize-fma-dot` does without";
            return Err(self.refuse(op, way));
        };
        let spec = |elem: Elem, signed: bool| Instruction::of(instruction, format(elem, signed));
        let mut scales = self.scales(op);
        let signed = |field| scales.is_none() && self.from.flag(op, field);
        let a_spec = spec(a_tile.elem, signed(from::dot::signed_lhs));
        let b_spec = spec(b_tile.elem, signed(from::dot::signed_rhs));
        let (Some(a_spec), Some(b_spec)) = (a_spec, b_spec) else {
            return Err(self.refuse(op, "has no instruction for these types"));
        };
        // Lanes that follow each other are in neighbouring columns of the sum, or in rows where it is the transposed
        // one's.
        let rank = c_tile.layout.shape().rank();
        let turned = c_tile.layout.shape().at(c_tile.layout.columns(Input::Lane)[0], rank - 2) != 0;
        let mut c = self.registers(acc);
        let pc = Places::of(&c_tile.layout, turned);
        let mut a =
            Operand { factors: self.factors(lhs), places: Places::of(&a_tile.layout, turned), spec: a_spec };
        let mut b =
            Operand { factors: self.factors(rhs), places: Places::of(&b_tile.layout, turned), spec: b_spec };
        let mut right = &b_tile.layout;
        if turned {
            std::mem::swap(&mut a, &mut b);
            right = &a_tile.layout;
        }
        let batches: Vec<Vec<u32>> = if rank == 3 {
            pc.along(0).into_iter().map(|batch| vec![batch]).collect()
        } else {
            vec![Vec::new()]
        };
        self.multiply_all((&mut a, &mut b), scales.as_mut(), right, (&pc, &batches), &mut c);
        // Registers that repeat others have what those have now.
        let canonical = c_tile.layout.canonical_registers();
        let own: Vec<usize> = Self::own_registers(&c_tile.layout).collect();
        let c = (0..c.len() as u64).map(|register| c[own[canonical.apply(register) as usize]]).collect();
        self.hold(op, 0, c);
        Ok(())
    }

    /// Multiplies every fragment of the left operand by every one of the right, and adds onto the sums in `c`; `right`
    /// is the layout of the right operand, and `sums` says where those are.
    fn multiply_all(
        &mut self,
        (a, b): (&mut Operand, &mut Operand),
        mut scales: Option<&mut Scales>,
        right: &RegisterLayout,
        (sums, batches): (&Places, &[Vec<u32>]),
        c: &mut [Value],
    ) {
        // The k of the first lane: in order, those of each register, of the registers of an instruction, and of the
        // next ones.
        let (a_ks, b_ks) = (a.places.columns(), b.places.rows());
        let of_lane = (a.spec.k / 4) as usize;
        // The rows of each instruction, its first column, and the distance to its second.
        let rows = a.places.rows();
        let rows: Vec<&[u32]> = rows.chunks(a.spec.groups()).collect();
        let columns = b.places.columns();
        let apart = right.shape().at(right.columns(Input::Lane)[2], b.places.dims[1]).max(1);
        for batch in batches {
            // Steps along k are outermost: sums that do not wait for each other stand next to each other.
            for (a_ks, b_ks) in a_ks.chunks(of_lane).zip(b_ks.chunks(of_lane)) {
                let fragments: Vec<Vec<Value>> =
                    rows.iter().map(|rows| self.fragment_a(a, batch, rows, a_ks)).collect();
                for &column in &columns {
                    let fragment_b = self.fragment_b(b, batch, b_ks, column);
                    for (rows, fragment_a) in rows.iter().zip(&fragments) {
                        let places = sum_registers(sums, batch, (rows, [column, column + apart]), &a.spec);
                        let factors = [(&fragment_a[..], &a.spec), (&fragment_b[..], &b.spec)];
                        match &mut scales {
                            None => self.multiply(factors, c, &places),
                            Some(scales) => {
                                let of = self.select_scales(scales, batch, [rows[0], column], a_ks[0]);
                                self.multiply_scaled(factors, (of, scales), c, &places);
                            }
                        }
                    }
                }
            }
        }
    }

    /// The registers of an operand, or where its words are.
    fn factors(&self, value: Value) -> Factors {
        match &self.held[value] {
            Held::Fragments(fragments) => Factors::Words(Rc::clone(fragments), fragments.loaded.clone()),
            _ => Factors::Elements(self.registers(value)),
        }
    }

    /// One instruction with block scales.
    fn multiply_scaled(
        &mut self,
        [(a, a_spec), (b, b_spec)]: [(&[Value], &Instruction); 2],
        ([a_scale, b_scale], scales): ([Selected; 2], &Scales),
        c: &mut [Value],
        registers: &[usize],
    ) {
        let sums: Vec<Value> = registers.iter().map(|&register| c[register]).collect();
        let shape = MmaShape::of([a_spec.rows, 8, a_spec.k]).expect("the table has shapes of instructions");
        let types = vec![self.to.body.ty(sums[0]); sums.len()];
        let mut b_ = self.b();
        let draft = b_.mma_scaled().a(a).b(b).c(sums).a_scale(a_scale.word).b_scale(b_scale.word);
        let draft = draft.shape(shape).a_format(a_spec.format).b_format(b_spec.format);
        let draft = draft.scale_format(scales.format).scales(i64::from(scales.of_instruction(a_spec.k)));
        let draft = draft.a_byte(i64::from(a_scale.byte)).a_lanes(i64::from(a_scale.lanes));
        let draft = draft.b_byte(i64::from(b_scale.byte)).b_lanes(i64::from(b_scale.lanes));
        let op = draft.d(types).finish().op;
        for (&register, value) in registers.iter().zip(self.to.body.results(op).iter()) {
            c[register] = value;
        }
    }

    /// A register of a fragment: the elements in these registers of the tile in one word.
    fn fragment(&mut self, factors: &mut Factors, registers: &[usize]) -> Value {
        let values: Vec<Value> = match factors {
            Factors::Words(fragments, loaded) => {
                let mut part = |l: &mut Self, part: Part| {
                    let words = loaded.entry(part.load);
                    words.or_insert_with(|| l.load_fragments(fragments, part.load))[part.word]
                };
                let mut word = |l: &mut Self, word: Word| match word {
                    Word::Whole(whole) => part(l, whole),
                    Word::Bytes(parts, selector) => {
                        let [low, high] = parts.map(|one| part(l, one));
                        l.picked(low, high, selector)
                    }
                };
                // Elements of 4 bits that are bytes in shared memory are half as many in a word there.
                let per_word = fragments.per_word;
                let first = word(self, fragments.words[registers[0] / per_word]);
                if registers.len() == per_word {
                    return first;
                }
                let second = word(self, fragments.words[registers[0] / per_word + 1]);
                return self.nibbles(first, second);
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
        if values.len() == 8 {
            let bytes: Vec<Value> = values.chunks(2).map(|pair| self.pair_of_nibbles(pair)).collect();
            return self.words(&bytes, 8).0[0];
        }
        let bits = 32 / values.len() as u32;
        self.words(values, bits).0[0]
    }

    /// Two elements of 4 bits in a byte.
    fn pair_of_nibbles(&mut self, pair: &[Value]) -> Value {
        let high = self.shl(pair[1], 4);
        self.or(pair[0], high)
    }

    /// The lower halves of the bytes of two words in one.
    fn nibbles(&mut self, low: Value, high: Value) -> Value {
        // Bytes 0 and 2 of each have two neighbours then.
        let [low, high] = [low, high].map(|word| {
            let above = self.shr(word, 4);
            self.or(word, above)
        });
        self.picked(low, high, 0x6420)
    }

    /// Four bytes of two words.
    fn picked(&mut self, low: Value, high: Value, selector: u32) -> Value {
        let selector = self.i32(selector);
        let ty = self.to.types.intern(Type::I32);
        self.b().prmt().low(low).high(high).selector(selector).result(ty).finish().value()
    }

    fn fragment_a(&mut self, a: &mut Operand, batch: &[u32], rows: &[u32], ks: &[u32]) -> Vec<Value> {
        let mut words = Vec::new();
        for ks in ks.chunks(a.spec.packed as usize) {
            for group in 0..a.spec.groups() {
                // A tile of fewer rows repeats them.
                let row = rows[group % rows.len()];
                let at = |&k: &u32| a.places.at(batch, row, k).expect("a fragment has the element");
                let elements: Vec<usize> = ks.iter().map(at).collect();
                words.push(self.fragment(&mut a.factors, &elements));
            }
        }
        words
    }

    fn fragment_b(&mut self, b: &mut Operand, batch: &[u32], ks: &[u32], column: u32) -> Vec<Value> {
        let mut words = Vec::new();
        for ks in ks.chunks(b.spec.packed as usize) {
            let at = |&k: &u32| b.places.at(batch, k, column).expect("a fragment has the element");
            let elements: Vec<usize> = ks.iter().map(at).collect();
            words.push(self.fragment(&mut b.factors, &elements));
        }
        words
    }

    /// One instruction, whose sums are in these registers.
    fn multiply(
        &mut self,
        [(a, a_spec), (b, b_spec)]: [(&[Value], &Instruction); 2],
        c: &mut [Value],
        registers: &[usize],
    ) {
        let sums: Vec<Value> = registers.iter().map(|&register| c[register]).collect();
        let is_half = self.type_of(sums[0]) == Type::F16;
        let sums: Vec<Value> = if is_half {
            let ty = self.to.types.intern(Type::F16x2);
            sums.chunks(2).map(|pair| self.b().pack().parts(pair).result(ty).finish().value()).collect()
        } else {
            sums
        };
        let ty = self.to.body.ty(sums[0]);
        let shape = MmaShape::of([a_spec.rows, 8, a_spec.k]).expect("the table has shapes of instructions");
        let types = vec![ty; sums.len()];
        let op = self
            .b()
            .mma()
            .a(a)
            .b(b)
            .c(sums)
            .shape(shape)
            .a_format(a_spec.format)
            .b_format(b_spec.format)
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
        for (&register, value) in registers.iter().zip(results) {
            c[register] = value;
        }
    }
}
