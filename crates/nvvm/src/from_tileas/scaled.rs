//! Scales of the blocks of a product: registers of four of them, and which lanes and bytes an instruction takes
//! (`tileas::layout::Mma`, "Scales of blocks").

use ir::{Op, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;
use tileas::layout::{Input, RegisterLayout};
use tileas::ops::fields as from;

use super::Lower;
use super::coordinates::Places;
use crate::Type;
use crate::attrs::ElementFormat;

/// The scales of an operand.
struct Side {
    values: Vec<Value>,
    places: Places,
    /// The bits of a row or column that lanes of a quad hold; 0 for lanes that repeat others.
    lanes: [u32; 2],
    /// Scales in a register.
    per_word: u32,
    /// By the first of their elements.
    words: FxHashMap<usize, Value>,
}

/// The scales of a product.
pub(super) struct Scales {
    sides: [Side; 2],
    /// Elements along k that share one.
    block: u32,
    pub(super) format: ElementFormat,
}

/// Where an instruction finds the scales of an operand.
#[derive(Clone, Copy)]
pub(super) struct Selected {
    pub(super) word: Value,
    pub(super) byte: u32,
    pub(super) lanes: u32,
}

impl Side {
    /// Of scales whose rows or columns, and blocks, are along these dimensions.
    fn of(values: Vec<Value>, layout: &RegisterLayout, [line, block]: [usize; 2]) -> Side {
        let shape = layout.shape();
        let lane = |bit: usize| shape.at(layout.columns(Input::Lane)[bit], line);
        Side {
            values,
            places: Places::of(layout, line > block),
            lanes: [lane(0), lane(1)],
            per_word: shape.extent(block).min(4),
            words: FxHashMap::default(),
        }
    }
}

impl Scales {
    /// Elements along k that an instruction has scales for, by number.
    pub(super) fn of_instruction(&self, k: u32) -> u32 {
        k / self.block
    }
}

impl Lower<'_> {
    /// The scales of a product; none of one without.
    pub(super) fn scales(&self, op: Op) -> Option<Scales> {
        use from::dot_scaled as f;
        let scales = tileas::ops::block_scales(self.from, op)?;
        let format =
            if scales.scalar == Scalar::F8E8M0FNU { ElementFormat::UE8M0 } else { ElementFormat::UE4M3 };
        let side = |field, flipped: bool| {
            let value = self.from.operand(op, field);
            let layout = &self.tile(value).layout;
            let rank = layout.shape().rank();
            let dims = if flipped { [rank - 1, rank - 2] } else { [rank - 2, rank - 1] };
            Side::of(self.registers(value), layout, dims)
        };
        let sides = [side(f::lhs_scale, false), side(f::rhs_scale, true)];
        Some(Scales { sides, block: scales.block, format })
    }

    /// The scales of an instruction: of the rows or columns from `lines` on, and of k.
    pub(super) fn select_scales(
        &mut self,
        scales: &mut Scales,
        batch: &[u32],
        lines: [u32; 2],
        k: u32,
    ) -> [Selected; 2] {
        let block = k / scales.block;
        [0, 1].map(|at| {
            let side = &mut scales.sides[at];
            let [low, high] = side.lanes;
            let line = lines[at] & !(low | high);
            let byte = block % side.per_word;
            let of_byte = |byte: u32| side.places.at(batch, line, block - block % side.per_word + byte);
            let registers: Vec<usize> = (0..side.per_word).filter_map(of_byte).collect();
            let word = match side.words.get(&registers[0]) {
                Some(&word) => word,
                None => {
                    let values: Vec<Value> =
                        registers.iter().map(|&register| side.values[register]).collect();
                    let packed = self.words(&values, 8).0[0];
                    let word = self.resize(packed, Type::I32, false);
                    side.words.insert(registers[0], word);
                    word
                }
            };
            let bit = |mask: u32| u32::from(lines[at] & mask != 0);
            // A quad has scales of a row of two instructions on the left, and of a column of four on the right.
            let lanes = if at == 0 { bit(high) } else { bit(low) | bit(high) << 1 };
            Selected { word, byte, lanes }
        })
    }
}
