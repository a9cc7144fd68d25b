//! Scratch memory in which warps store the elements of lines, for reductions and scans ([`Lines`]): a slot for each
//! line if it was allocated, otherwise a slot for each line of some registers of a thread, which take turns.

use ir::Value;
use tileas::layout::RegisterLayout;
use tileas::shared_memory::{Lines, thread_lines};

use super::Lower;
use super::fold::Parts;
use crate::Type;

/// Where elements go.
pub(super) struct Exchange {
    pub(super) scratch: Parts,
    /// By register: the first part, if registers are exchanged in turn. None if each line has its own place.
    pub(super) places: Option<Vec<Value>>,
    /// The number of registers that are exchanged at once.
    pub(super) at_once: usize,
}

impl Lower<'_> {
    /// The scratch of an exchange: `layout` determines the lines of a thread's registers.
    pub(super) fn exchange_lines(
        &mut self,
        lines: &Lines,
        layout: &RegisterLayout,
        types: Vec<Type>,
    ) -> Exchange {
        let whole = lines.bytes(lines.whole);
        let Some(granted) = self.scratch_below(whole) else {
            let scratch = self.parts(types, lines, lines.whole);
            return Exchange { scratch, places: None, at_once: lines.registers };
        };
        let (at_once, _) = lines.within(granted).expect("level 3 grants what some registers need");
        let scratch = self.parts(types, lines, lines.of_register * at_once as u64);
        let line = self.of_thread(&thread_lines(layout));
        let of_register = lines.of_register / u64::from(lines.parts);
        let place = |l: &mut Self, register: usize| {
            let own = l.i32((register % at_once) as u32 * of_register as u32);
            let place = line.map_or(own, |line| l.add(line, own));
            l.shl(place, lines.parts.ilog2())
        };
        let places = (0..lines.registers).map(|register| place(self, register)).collect();
        Exchange { scratch, places: Some(places), at_once }
    }

    /// Scratch for the given number of elements of each type.
    fn parts(&mut self, types: Vec<Type>, lines: &Lines, elements: u64) -> Parts {
        let (starts, bytes) = lines.starts(elements);
        Parts { base: self.scratch(bytes), starts, types }
    }
}
