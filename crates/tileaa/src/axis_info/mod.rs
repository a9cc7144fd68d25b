//! Axis info of every value: contiguity and constancy along each dimension, divisibility, and its range.
//!
//! The model: a tile is divided along each dimension `d` into groups of `runs[d].len` elements, which start at multiples of
//! that length. Within a group, each element is `runs[d].step` more than the previous one: 0 for equal elements, 1 for
//! consecutive numbers, the bytes of an element for the addresses of a row. `divisor`, a power of two, divides the first
//! element of every group. `range` contains every element, read as a signed number.
//!
//! - Numbers are those of the program, modulo the width of their type. If arithmetic may have wrapped inside a group, `wraps`
//!   is set, and code that extends the numbers must check it ([`AxisInfo::settled`]).
//! - The information comes from `assume`, constants, ranges, loop bounds, and the grid, whose axes have fewer than 2^24 tile
//!   blocks.
//! - Carried values are joined over all iterations of a loop, until nothing changes.
//! - An undefined value may have any value. For values that are only defined if an assumption holds, only this assumption is
//!   known.

mod access;
mod print;
mod transfer;

use cranelift_entity::SecondaryMap;
use ir::walk::preorder;
use ir::{Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;

use crate::control::flow::carried;
use crate::ops::fields;
use crate::types::Type;
use crate::{Module, Opcode};

pub use access::Reach;
pub use print::print;

/// The largest divisor: that of 0.
pub const DIVISOR_OF_ZERO: u64 = 1 << 62;

/// Elements of a group, and how far apart they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The length of groups, a power of two; 1 is no information.
    pub len: u32,
    /// From one to the next.
    pub step: i64,
}

/// Facts about a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisInfo {
    /// A power of two that divides the first element of every group.
    pub divisor: u64,
    /// One for each dimension.
    pub runs: SmallVec<[Run; 4]>,
    /// The smallest and the largest value.
    pub range: (i64, i64),
    /// Inside of a run the numbers may wrap.
    pub wraps: bool,
}

/// The numbers of a type, read as signed.
fn full(scalar: Option<Scalar>) -> (i64, i64) {
    match scalar.filter(|scalar| scalar.is_int()) {
        Some(scalar) => {
            let top = (1i128 << (scalar.bits() - 1)) - 1;
            ((-top - 1) as i64, top as i64)
        }
        None => (i64::MIN, i64::MAX),
    }
}

/// The largest power of two that divides a number.
fn power(number: i64) -> u64 {
    if number == 0 { DIVISOR_OF_ZERO } else { (1u64 << number.trailing_zeros()).min(DIVISOR_OF_ZERO) }
}

impl AxisInfo {
    /// Nothing is known of a value of the type.
    pub fn unknown(ty: &Type) -> AxisInfo {
        let rank = ty.tile().map_or(0, |tile| tile.shape.len());
        let runs = SmallVec::from_elem(Run { len: 1, step: 0 }, rank);
        AxisInfo { divisor: 1, runs, range: full(ty.scalar()), wraps: false }
    }

    /// Every element is the same number.
    pub fn number(ty: &Type, number: i64) -> AxisInfo {
        AxisInfo { divisor: power(number), range: (number, number), ..AxisInfo::equal(ty) }
    }

    /// All elements are equal; nothing else is known.
    pub fn equal(ty: &Type) -> AxisInfo {
        let mut fact = AxisInfo::unknown(ty);
        if let Some(tile) = ty.tile() {
            fact.runs = tile.shape.iter().map(|&len| Run { len, step: 0 }).collect();
        }
        fact
    }

    /// The number that every element is, if it is known.
    pub fn constant(&self) -> Option<i64> {
        (self.range.0 == self.range.1).then_some(self.range.0)
    }

    /// The same with shorter runs along a dimension, of a length that divides the old one.
    fn shorten(&mut self, dim: usize, len: u32) {
        let run = &mut self.runs[dim];
        if len < run.len {
            // Groups now begin in the middle of old ones.
            let apart = i64::from(len).checked_mul(run.step);
            self.divisor = self.divisor.min(apart.map_or(1, power));
            run.len = len;
            if len == 1 {
                run.step = 0;
            }
        }
    }

    /// Both with runs of the same lengths.
    fn aligned(&self, other: &AxisInfo) -> (AxisInfo, AxisInfo) {
        let (mut one, mut two) = (self.clone(), other.clone());
        for dim in 0..one.runs.len().min(two.runs.len()) {
            let len = one.runs[dim].len.min(two.runs[dim].len);
            one.shorten(dim, len);
            two.shorten(dim, len);
        }
        (one, two)
    }

    /// The same with runs that rise along one dimension at most: where several rise, how far apart the elements of a group
    /// are depends on all of them.
    fn rise_once(&mut self) {
        let rising = |fact: &AxisInfo, dim: usize| fact.runs[dim].step != 0;
        let kept = (0..self.runs.len()).rev().find(|&dim| rising(self, dim));
        for dim in 0..self.runs.len() {
            if Some(dim) != kept && rising(self, dim) {
                self.shorten(dim, 1);
            }
        }
    }

    /// The same with runs inside of which numbers do not wrap, whatever the width.
    #[must_use]
    pub fn settled(&self) -> AxisInfo {
        let mut fact = self.clone();
        if !fact.wraps {
            return fact;
        }
        fact.rise_once();
        for dim in 0..fact.runs.len() {
            // A run that begins at a multiple of its extent does not cross a power of two.
            loop {
                let Run { len, step } = fact.runs[dim];
                let extent = step.unsigned_abs().checked_mul(len.into());
                let fits = extent
                    .is_some_and(|extent| extent.is_power_of_two() && extent <= fact.divisor && step > 0);
                if len == 1 || step == 0 || fits {
                    break;
                }
                fact.shorten(dim, len / 2);
            }
        }
        fact.wraps = false;
        fact
    }

    /// Facts that hold for both values.
    #[must_use]
    pub fn join(&self, other: &AxisInfo) -> AxisInfo {
        let (mut one, mut two) = self.aligned(other);
        for dim in 0..one.runs.len().min(two.runs.len()) {
            if one.runs[dim].step != two.runs[dim].step {
                one.shorten(dim, 1);
                two.shorten(dim, 1);
            }
        }
        AxisInfo {
            divisor: one.divisor.min(two.divisor),
            runs: one.runs,
            range: (one.range.0.min(two.range.0), one.range.1.max(two.range.1)),
            wraps: one.wraps || two.wraps,
        }
    }
}

/// The facts of a module.
pub struct AxisAnalysis {
    values: SecondaryMap<Value, Option<AxisInfo>>,
}

/// Rounds after which ranges that still grow are given up.
const WIDEN: usize = 3;
/// Rounds after which everything that still changes is given up.
const GIVE_UP: usize = 24;
/// Rounds after which every carried value is given up.
const LAST: usize = 64;

impl AxisAnalysis {
    /// Looks at every value of a verified module.
    pub fn of(module: &Module) -> AxisAnalysis {
        let mut facts = AxisAnalysis { values: SecondaryMap::new() };
        let ops: Vec<Op> = preorder(&module.body, module.root).collect();
        for round in 0..=LAST {
            let mut changed = false;
            for &op in &ops {
                facts.visit(module, op, round, &mut changed);
            }
            if !changed {
                break;
            }
        }
        facts
    }

    /// Facts about a value.
    pub fn get(&self, module: &Module, value: Value) -> AxisInfo {
        self.values[value].clone().unwrap_or_else(|| AxisInfo::unknown(module.ty(value)))
    }

    fn visit(&mut self, module: &Module, op: Op, round: usize, changed: &mut bool) {
        self.enter(module, op, round, changed);
        for index in 0..module.body.operands(op).len() {
            let targets = carried(module, op, index);
            let value = module.body.operands(op)[index];
            for target in targets.into_iter().flatten() {
                let fact = self.get(module, value);
                self.join(module, target, fact, round, changed);
            }
        }
        if module.body.regions(op).len() > 0
            && module.opcode(op) != Opcode::Reduce
            && module.opcode(op) != Opcode::Scan
        {
            return;
        }
        for (index, result) in module.body.results(op).iter().enumerate() {
            self.values[result] = Some(transfer::result(self, module, op, index));
        }
    }

    /// The counter of a loop; arguments of other blocks are joined, or unknown.
    fn enter(&mut self, module: &Module, op: Op, round: usize, changed: &mut bool) {
        if module.opcode(op) != Opcode::For {
            return;
        }
        let Some(counter) =
            module.block(op, fields::for_::body).and_then(|body| module.body.block_args(body).get(0))
        else {
            return;
        };
        let of = |field| self.get(module, module.operand(op, field));
        let [lower, upper, step] = [fields::for_::lower, fields::for_::upper, fields::for_::step].map(of);
        let mut fact = AxisInfo::unknown(module.ty(counter));
        fact.divisor = lower.divisor.min(step.divisor);
        if !module.flag(op, fields::for_::unsigned) || lower.range.0 >= 0 && upper.range.0 >= 0 {
            // The last number that the divisor divides and that is below the bound.
            let last = upper.range.1.saturating_sub(1);
            let beyond = i64::try_from(fact.divisor).map_or(0, |divisor| last.rem_euclid(divisor));
            fact.range = (lower.range.0, last.saturating_sub(beyond).max(lower.range.0));
        }
        self.join(module, counter, fact, round, changed);
    }

    fn join(&mut self, module: &Module, value: Value, fact: AxisInfo, round: usize, changed: &mut bool) {
        let ty = module.ty(value);
        let Some(old) = &self.values[value] else {
            self.values[value] = Some(fact);
            *changed = true;
            return;
        };
        let mut new = old.join(&fact);
        if round >= WIDEN && new.range != old.range {
            new.range = full(ty.scalar());
        }
        if round >= LAST - 1 || round >= GIVE_UP && new != *old {
            new = AxisInfo::unknown(ty);
        }
        if new != *old {
            self.values[value] = Some(new);
            *changed = true;
        }
    }
}
