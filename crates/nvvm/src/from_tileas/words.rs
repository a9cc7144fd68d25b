//! Several elements in one word, the unit of accesses.

use ir::Value;

use super::Lower;
use crate::Type;
use crate::ops::{Builders as _, Opcode, fields};

/// How a vector of elements is moved: a number of words of a number of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) count: usize,
    pub(super) bits: u32,
}

impl Words {
    /// The words of `count` elements of `bits` each: elements of 32 bits or more as they are, others together in words
    /// of at most 32.
    pub(super) fn of(count: usize, bits: u32) -> Words {
        if bits >= 32 || count == 1 {
            return Words { count, bits };
        }
        let total = bits * count as u32;
        let bits = total.min(32);
        Words { count: (total / bits) as usize, bits }
    }

    /// The type of a register that holds a word of elements of type `ty`.
    pub(super) fn register(self, element_bits: u32, ty: Type) -> Type {
        match self.bits {
            _ if self.bits == element_bits => {
                if ty == Type::I1 {
                    Type::I16
                } else {
                    ty
                }
            }
            32 => Type::I32,
            _ => Type::I16,
        }
    }
}

impl Lower<'_> {
    /// Values of the given width each as words that one access moves, and the bits of a word.
    pub(super) fn words(&mut self, values: &[Value], bits: u32) -> (Vec<Value>, u32) {
        let values: Vec<Value> = values.iter().map(|&value| self.in_memory(value)).collect();
        let words = Words::of(values.len(), bits);
        if words.bits == bits {
            return (values, bits);
        }
        let per_word = values.len() / words.count;
        let words_of = values.chunks(per_word).map(|values| self.word(values, bits, words.bits)).collect();
        (words_of, words.bits)
    }

    /// One word of 16 or 32 bits of values of 8 or 16.
    pub(super) fn word(&mut self, values: &[Value], bits: u32, word: u32) -> Value {
        let known: Option<Vec<u64>> = values.iter().map(|&value| self.known_bits(value)).collect();
        if let Some(known) = known {
            let whole = known.iter().rev().fold(0, |whole, part| whole << bits | part);
            return self.bits(if word == 32 { Type::I32 } else { Type::I16 }, whole);
        }
        let halves: Vec<Value> = match bits {
            16 => values.iter().map(|&value| self.bitcast(value, Type::I16)).collect(),
            _ => values.chunks(2).map(|pair| self.pair_of_bytes(pair)).collect(),
        };
        if word == 16 {
            return halves[0];
        }
        let ty = self.to.types.intern(Type::I32);
        self.b().pack().parts(halves.as_slice()).result(ty).finish().value()
    }

    /// The bits of a constant.
    fn known_bits(&self, value: Value) -> Option<u64> {
        let op = self.to.body.def_op(value).filter(|&op| self.to.opcode(op) == Opcode::Constant)?;
        self.to.number(op, fields::constant::value)
    }

    /// Two values of 8 bits, with zeros above, in one of 16.
    pub(super) fn pair_of_bytes(&mut self, pair: &[Value]) -> Value {
        if let Some(half) = self.half_of_bytes(pair) {
            return half;
        }
        let high = self.shl(pair[1], 8);
        self.or(pair[0], high)
    }

    /// The 16 bits whose bytes these are, as [`Lower::bytes_of`] takes them apart.
    fn half_of_bytes(&self, pair: &[Value]) -> Option<Value> {
        let part = |value: Value, opcode: Opcode, number: u64| {
            let op = self.to.body.def_op(value).filter(|&op| self.to.opcode(op) == opcode)?;
            let &[half, by] = self.to.body.operands(op) else { return None };
            (self.known_bits(by) == Some(number)).then_some(half)
        };
        let half = part(pair[0], Opcode::AndI, 0xff)?;
        (self.type_of(half) == Type::I16 && part(pair[1], Opcode::ShrI, 8) == Some(half)).then_some(half)
    }

    /// The values of the given width, held in registers of type `ty`, in words.
    pub(super) fn elements_of_words(
        &mut self,
        words: &[Value],
        shape: Words,
        bits: u32,
        ty: Type,
    ) -> Vec<Value> {
        if shape.bits == bits {
            return words.iter().map(|&word| self.out_of_memory(word, ty)).collect();
        }
        let stored = if ty == Type::I1 { Type::I16 } else { ty };
        let mut values = Vec::new();
        for &word in words {
            for half in self.halves(word) {
                let parts = if bits == 16 { vec![half] } else { self.bytes_of(half).to_vec() };
                for part in parts {
                    let part = self.bitcast(part, stored);
                    values.push(self.out_of_memory(part, ty));
                }
            }
        }
        values
    }

    /// The parts of 16 bits of a word, the lowest first.
    pub(super) fn halves(&mut self, word: Value) -> Vec<Value> {
        if self.type_of(word) == Type::I16 {
            return vec![word];
        }
        let ty = self.to.types.intern(Type::I16);
        let op = self.b().unpack().source(word).parts([ty, ty].as_slice()).finish().op;
        self.to.body.results(op).iter().collect()
    }

    /// The two bytes of 16 bits.
    pub(super) fn bytes_of(&mut self, half: Value) -> [Value; 2] {
        let mask = self.bits(Type::I16, 0xff);
        [self.and(half, mask), self.shr(half, 8)]
    }
}
