//! Seeded numbers, and every combination of a form's words.

use ptx::{Modifier, Opcode};

/// A sequence of numbers.
pub(crate) struct Seeded(pub(crate) u64);

impl Seeded {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// Every choice of words of every form of an opcode.
pub(crate) fn every_choice(opcode: Opcode) -> Vec<Vec<Modifier>> {
    let mut all = Vec::new();
    for id in opcode.forms() {
        let mut choices = vec![Vec::new()];
        for slot in &id.form().slots {
            let without = slot.optional.then_some(None);
            let options = || without.into_iter().chain(slot.modifiers.iter().copied().map(Some));
            choices = choices
                .into_iter()
                .flat_map(|begun: Vec<Modifier>| {
                    options().map(move |word| begun.iter().copied().chain(word).collect())
                })
                .collect();
        }
        all.append(&mut choices);
    }
    all
}
