//! Rows that a tensor map picks: copies of four rows each (`tile::gather4`).
//!
//! A lane holds the numbers of four consecutive rows of the tile, the next lane those of the next four, and each copies its own
//! ones: `ptxas` makes a loop over the lanes of it, of ten instructions for each. A tile of more rows than the lanes of a warp hold
//! comes in groups of 128 rows. Rows outside of the memory, which the mask of the program leaves out, are filled with zeros by the
//! hardware.

use ir::{Op, Value};
use tile_core::arith::ComparisonPredicate;
use tileas::layout::{Input, RegisterLayout};
use tileas::ops::fields as from;
use tileas::types::Type as FromType;

use super::boxes::{Boxed, PICKED};
use crate::Type;
use crate::attrs::SpecialRegister;
use crate::from_tileas::{Lower, Lowered};
use crate::ops::Builders as _;

/// Lanes of a warp.
const LANES: u32 = 32;

/// The rows of a tile among the lanes of a warp: how many lanes have some, and the registers of each group of rows.
#[derive(Debug, PartialEq, Eq)]
struct Rows {
    lanes: u32,
    groups: Vec<[usize; PICKED as usize]>,
}

impl Rows {
    /// The rows of numbers in a layout, if a lane holds four in a row, and the next lane the next ones. Other registers may
    /// repeat them, as many as there are columns.
    fn of(layout: &RegisterLayout) -> Option<Rows> {
        let rows = 1u64 << layout.shape().bits();
        let lanes = (rows / u64::from(PICKED)).clamp(1, LANES.into());
        let in_lanes: Vec<u64> = (0..lanes.ilog2()).map(|bit| u64::from(PICKED) << bit).collect();
        let (own, others) = layout.columns(Input::Lane).split_at_checked(in_lanes.len())?;
        let is_usual =
            own == in_lanes && others.iter().chain(layout.columns(Input::Warp)).all(|&column| column == 0);
        let register = |row: u64| {
            let bits = (0..rows.ilog2()).map(|bit| 1u64 << bit).filter(|bit| row & bit != 0);
            let places =
                bits.map(|bit| layout.columns(Input::Register).iter().position(|&column| column == bit));
            places.map(|place| place.map(|place| 1usize << place)).sum::<Option<usize>>()
        };
        let held = u64::from(PICKED) * lanes;
        let group = |group: u64| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|row| register(group * held + row));
            Some([a?, b?, c?, d?])
        };
        let groups = (0..rows / held.max(1)).map(group).collect::<Option<Vec<_>>>()?;
        let lanes = u32::try_from(lanes).ok()?;
        (rows >= u64::from(PICKED) && is_usual).then_some(Rows { lanes, groups })
    }
}

impl Lower<'_> {
    /// The copies of `async.tiled_tma_load` of rows that are picked: each lane with numbers of rows starts its own.
    pub(super) fn picked_load(
        &mut self,
        op: Op,
        mut copy: Boxed,
        (barrier, barrier_offset): (Value, i64),
    ) -> Lowered<()> {
        let gather = copy.gather.expect("a gathered load picks along a dimension");
        let numbers = self.from.operands(op, from::tma_load::index)[gather];
        let FromType::Tile(tile) = self.from.ty(numbers).clone() else { return Err(self.refuse_agents(op)) };
        let Some(Rows { lanes, groups }) = Rows::of(&tile.layout) else {
            let text =
                "picks rows whose numbers do not lie four in a lane, one lane after the other, in one warp";
            return Err(self.refuse(op, text));
        };
        let numbers = self.registers(numbers);
        let lane = self.special(SpecialRegister::LaneId);
        // The boxes of the rows of one lane follow those of the lane before.
        let apart = copy.parts.iter().find(|part| part.first[gather] == PICKED);
        if let Some(apart) = apart.map(|part| part.offset as u32) {
            copy.base = self.advance(copy.base, lane, apart);
        }
        let copies = self.copies_rows(lane, lanes);
        for (group, registers) in (0u32..).zip(groups) {
            let first = group * lanes * PICKED;
            let rows = registers.map(|register| self.row_coordinate(numbers[register]));
            let parts: Vec<_> = copy.parts.iter().filter(|part| part.first[gather] == first).collect();
            for part in parts {
                let column = self.coordinates_of_box(&copy, part)[0];
                let coordinates: Vec<Value> = std::iter::once(column).chain(rows).collect();
                let mut b = self.b();
                let load = b.bulk_tensor_load().destination(copy.base).barrier(barrier).map(copy.map);
                let load = load.coordinates(coordinates).predicate(copies).gather(true);
                load.offset(part.offset as i64).barrier_offset(barrier_offset).finish();
            }
        }
        Ok(())
    }

    /// True in the lanes of the first warp of the agent that have numbers of rows of their own; none if all have.
    fn copies_rows(&mut self, lane: Value, lanes: u32) -> Option<Value> {
        let in_lanes = (lanes < LANES).then(|| {
            let end = self.i32(lanes);
            self.compare(ComparisonPredicate::LessThan, false, lane, end)
        });
        if self.runner.warps == 1 {
            return in_lanes;
        }
        let (warp, zero) = (self.issuers().warp, self.i32(0));
        let is_first = self.compare(ComparisonPredicate::Equal, false, warp, zero);
        Some(in_lanes.map_or(is_first, |in_lanes| self.and(in_lanes, is_first)))
    }

    /// The number of a row as a coordinate: without sign, and outside of the memory if it has more bits than a coordinate.
    fn row_coordinate(&mut self, number: Value) -> Value {
        if self.type_of(number) == Type::I64 {
            return self.clamped(number);
        }
        self.resize(number, Type::I32, false)
    }
}

#[cfg(test)]
mod tests {
    use tileas::layout::Shape;

    use super::*;

    fn layout(rows: u32, registers: &[u64], lanes: [u64; 5]) -> RegisterLayout {
        let shape = Shape::new(&[rows]).expect("a power of two");
        RegisterLayout::new(shape, registers, &lanes, &[], &[])
    }

    #[test]
    fn rows_lie_four_in_a_lane() {
        let found = |layout: &RegisterLayout| Rows::of(layout).map(|rows| (rows.lanes, rows.groups));
        let first = [0, 1, 2, 3];
        assert_eq!(found(&layout(8, &[1, 2], [4, 0, 0, 0, 0])), Some((2, vec![first])));
        assert_eq!(found(&layout(64, &[1, 2, 0], [4, 8, 16, 32, 0])), Some((16, vec![first])));
        assert_eq!(found(&layout(128, &[1, 2], [4, 8, 16, 32, 64])), Some((32, vec![first])));
        let two = vec![first, [8, 9, 10, 11]];
        assert_eq!(found(&layout(256, &[1, 2, 0, 128], [4, 8, 16, 32, 64])), Some((32, two)));
        assert_eq!(found(&layout(64, &[1, 32], [2, 4, 8, 16, 0])), None);
        assert_eq!(found(&layout(64, &[1, 2, 32], [4, 8, 16, 0, 0])), None);
    }
}
