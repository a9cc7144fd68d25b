//! Copies of tiles between fragments and boxes of a tensor map: by `stmatrix` if rows of a matrix are 16 bytes of the
//! buffer, otherwise in vectors in an order without bank conflicts.

use ir::Value;
use tile_core::arith::ComparisonPredicate;
use tileas::layout::{Access, Exchange, MatrixAccess, MatrixForm, RegisterLayout, SharedLayout};

use super::Lower;
use super::buffers::WIDEST_ACCESS;
use crate::Type;
use crate::ops::Builders as _;

/// Registers that an instruction moves at most, as a binary logarithm.
const MOST_WORDS: u32 = 2;

/// Compute capability from which on there is `stmatrix`.
const MATRICES_FROM: u32 = 90;

impl Lower<'_> {
    /// Stores a tile that fills a buffer. All lanes of the warps that hold it are there.
    pub(super) fn store_staged(
        &mut self,
        base: Value,
        values: &[Value],
        (registers, shared): (&RegisterLayout, &SharedLayout),
        bits: u32,
    ) {
        let matrices = MatrixAccess::new(registers, shared, bits, MatrixForm::COMMON).filter(|access| {
            self.capability() >= MATRICES_FROM
                && bits == 16
                && access.word_bits == MOST_WORDS
                && access.wavefronts() == 1
        });
        if let Some(access) = matrices {
            return self.store_matrices(base, values, &access, bits);
        }
        let (access, exchanges) = Access::new(registers, shared, bits, WIDEST_ACCESS).spread();
        let mut values = values.to_vec();
        for exchange in exchanges {
            self.exchange_vectors(&mut values, &access, exchange);
        }
        self.store_vectors(base, &values, &access, bits, None);
    }

    /// Loads a tile from a buffer that it fills, in an order in which lanes meet in no bank.
    pub(super) fn load_staged(
        &mut self,
        base: Value,
        access: Access,
        (register, bits): (Type, u32),
        layout: &RegisterLayout,
    ) -> Vec<Value> {
        let (access, exchanges) = access.spread();
        let mut values = self.load_vectors(base, &access, register, bits, layout);
        for exchange in exchanges.into_iter().rev() {
            self.exchange_vectors(&mut values, &access, exchange);
        }
        values
    }

    /// `stmatrix`, one for each four matrices.
    fn store_matrices(&mut self, base: Value, values: &[Value], access: &MatrixAccess, bits: u32) {
        let places = self.places_of_rows(base, access, bits / 8);
        let (words, packed) = (1u64 << access.word_bits, u64::from(32 / bits));
        for (number, (address, offset)) in places.into_iter().enumerate() {
            let word = |word: u64| (number as u64 * words + word) * packed;
            let register = |slot: u64| values[access.registers.apply(slot) as usize];
            let elements: Vec<Vec<Value>> =
                (0..words).map(|at| (word(at)..word(at) + packed).map(register).collect()).collect();
            let stored: Vec<Value> = elements.iter().map(|elements| self.word(elements, bits, 32)).collect();
            let mut b = self.b();
            let draft = b.stmatrix().address(address).values(stored);
            draft.transposed(access.form.is_transposed()).offset(offset).finish();
        }
    }

    /// Vectors change places in the lanes that an exchange names.
    fn exchange_vectors(&mut self, values: &mut [Value], access: &Access, exchange: Exchange) {
        let thread = self.thread();
        let bit = self.shr(thread, exchange.lane);
        let one = self.i32(1);
        let bit = self.and(bit, one);
        let zero = self.i32(0);
        let moves = self.compare(ComparisonPredicate::NotEqual, false, bit, zero);
        let other = 1u64 << (access.vector_bits + exchange.vector);
        for slot in (0..1u64 << access.registers.inputs()).filter(|slot| slot & other == 0) {
            let places = [slot, slot | other].map(|slot| access.registers.apply(slot) as usize);
            let [first, second] = places.map(|place| values[place]);
            values[places[0]] = self.select(moves, second, first);
            values[places[1]] = self.select(moves, first, second);
        }
    }
}
