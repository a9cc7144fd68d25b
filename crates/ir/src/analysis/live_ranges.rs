//! Live ranges of the values of a structured program, as intervals of program points.
//!
//! Control flow is nested regions, so the text order is an execution order, except for loops. Every op has two *points*: one at
//! its start, before the ops in its regions, and one at its end, after them. A value is live from the end of the op that
//! defines it (an argument: from the start of the op around its block) to its last use.
//!
//! A use in a loop of a value that is defined outside of it is a use in every iteration, so the range extends to the end of the
//! loop. Otherwise memory or registers of the value could be reused in the first iteration, and the second would read them.
//!
//! Ranges are single intervals: a value that only one branch of an `if` uses counts as live in the other one, too. This is
//! conservative, but "are both live at the same time" becomes a comparison of four numbers.

use cranelift_entity::SecondaryMap;

use crate::entity::{Op, Value};
use crate::storage::Storage;
use crate::walk::{Visit, walk};

/// Points from `start` to `end`, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveRange {
    /// The first point.
    pub start: u32,
    /// The last point.
    pub end: u32,
}

impl LiveRange {
    /// All points of every program.
    pub const ALWAYS: LiveRange = LiveRange { start: 0, end: u32::MAX };

    /// A single point.
    pub fn at(point: u32) -> LiveRange {
        LiveRange { start: point, end: point }
    }

    /// Whether two ranges have a point in common.
    pub fn overlaps(self, other: LiveRange) -> bool {
        self.start <= other.end && other.start <= self.end
    }

    /// The range up to a later end.
    #[must_use]
    pub fn until(self, end: u32) -> LiveRange {
        LiveRange { end: self.end.max(end), ..self }
    }
}

/// The live ranges of the values below an op, and the points of its ops.
#[derive(Clone, Debug, Default)]
pub struct LiveRanges {
    begins: SecondaryMap<Op, u32>,
    ends: SecondaryMap<Op, u32>,
    ranges: SecondaryMap<Value, Option<LiveRange>>,
    /// Values in the order in which they are defined.
    values: Vec<Value>,
}

/// A loop that the walk is inside of.
struct Open {
    start: u32,
    /// Values from outside of it, and of no loop around it, that it uses.
    used: Vec<Value>,
}

impl LiveRanges {
    /// Computes the ranges of everything below `root`. `repeats` is true for ops that run their regions more than once, or at the
    /// same time as each other: what they use from outside is live until they have ended.
    pub fn of(body: &Storage, root: Op, repeats: impl Fn(Op) -> bool) -> LiveRanges {
        let mut found = LiveRanges::default();
        found.begins.resize(body.op_count());
        found.ends.resize(body.op_count());
        found.ranges.resize(body.value_count());
        let mut loops: Vec<Open> = Vec::new();
        let mut point = 0;
        for visit in walk(body, root) {
            point += 1;
            match visit {
                Visit::Enter(op) => {
                    found.begins[op] = point;
                    found.enter(body, op, &mut loops);
                    // Opened after the op's own operands: those are read once, before the first iteration.
                    if repeats(op) {
                        loops.push(Open { start: point, used: Vec::new() });
                    }
                }
                Visit::Leave(op) => {
                    found.ends[op] = point;
                    if repeats(op)
                        && let Some(open) = loops.pop()
                    {
                        // A value from outside is needed in every iteration, so it lives to the end of the last one.
                        open.used.into_iter().for_each(|value| found.extend(value, point));
                    }
                    body.results(op).iter().for_each(|result| found.define(result, point));
                }
            }
        }
        found
    }

    fn enter(&mut self, body: &Storage, op: Op, loops: &mut [Open]) {
        let point = self.begins[op];
        for &operand in body.operands(op) {
            self.extend(operand, point);
            let start = self.ranges[operand].map_or(0, |range| range.start);
            // The outermost loop that the value is from outside of ends last.
            let outermost = loops.partition_point(|open| open.start <= start);
            if let Some(open) = loops.get_mut(outermost) {
                open.used.push(operand);
            }
        }
        for region in body.regions(op) {
            for &block in body.region_blocks(region) {
                body.block_args(block).iter().for_each(|argument| self.define(argument, point));
            }
        }
    }

    fn define(&mut self, value: Value, point: u32) {
        self.ranges[value] = Some(LiveRange::at(point));
        self.values.push(value);
    }

    fn extend(&mut self, value: Value, point: u32) {
        if let Some(range) = &mut self.ranges[value] {
            *range = range.until(point);
        }
    }

    /// The point where an op begins.
    pub fn begin(&self, op: Op) -> u32 {
        self.begins[op]
    }

    /// The point where an op has ended.
    pub fn end(&self, op: Op) -> u32 {
        self.ends[op]
    }

    /// Every value with the points where it is live, in the order of definitions.
    pub fn all(&self) -> impl Iterator<Item = (Value, LiveRange)> + '_ {
        self.values.iter().filter_map(|&value| Some((value, self.ranges[value]?)))
    }

    /// The live range of a value; none if it is defined outside of `root`.
    pub fn range(&self, value: Value) -> Option<LiveRange> {
        self.ranges[value]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::{Block, TypeId, UNKNOWN_LOC};
    use crate::storage::OpDraft;

    const LOOP: u16 = 1;
    const BRANCH: u16 = 2;

    fn op(body: &mut Storage, block: Option<Block>, opcode: u16, operands: &[Value], regions: u16) -> Op {
        let draft = OpDraft {
            opcode,
            operands,
            segments: &[],
            attrs: &[],
            results: &[TypeId::from_u32(0)],
            regions,
            loc: UNKNOWN_LOC,
        };
        let op = body.create_op(draft);
        if let Some(block) = block {
            body.append(block, op);
        }
        op
    }

    /// `first`, `second`; an op with a region in which `inner` uses `first` and `after` uses `inner`; `last`.
    fn program(opcode: u16) -> (Storage, Op, [Op; 6], Value) {
        let mut body = Storage::default();
        let root = op(&mut body, None, 0, &[], 1);
        let region = body.region(root, 0);
        let block = body.create_block(region, &[]);
        let first = op(&mut body, Some(block), 0, &[], 0);
        let second = op(&mut body, Some(block), 0, &[], 0);
        let nest = op(&mut body, Some(block), opcode, &[], 1);
        let region = body.region(nest, 0);
        let inside = body.create_block(region, &[TypeId::from_u32(0)]);
        let argument = body.block_args(inside).get(0).expect("an argument");
        let uses = [body.result(first, 0), argument];
        let inner = op(&mut body, Some(inside), 0, &uses, 0);
        let uses = [body.result(inner, 0)];
        let after = op(&mut body, Some(inside), 0, &uses, 0);
        let last = op(&mut body, Some(block), 0, &[], 0);
        (body, root, [first, second, nest, inner, after, last], argument)
    }

    #[test]
    fn what_a_loop_uses_from_outside_is_live_to_its_end() {
        for (opcode, repeats) in [(LOOP, true), (BRANCH, false)] {
            let (body, root, [first, second, nest, inner, after, last], argument) = program(opcode);
            let ranges = LiveRanges::of(&body, root, |op| body.opcode(op) == LOOP);
            let range = |op: Op| ranges.range(body.result(op, 0)).expect("a range");
            let end = if repeats { ranges.end(nest) } else { ranges.begin(inner) };
            assert_eq!(range(first), LiveRange { start: ranges.end(first), end });
            // Values that the loop itself defines are not carried into the next iteration.
            assert_eq!(range(inner), LiveRange { start: ranges.end(inner), end: ranges.begin(after) });
            let of_argument = LiveRange { start: ranges.begin(nest), end: ranges.begin(inner) };
            assert_eq!(ranges.range(argument), Some(of_argument));
            assert_eq!(range(second), LiveRange::at(ranges.end(second)), "it has no use");
            assert!(range(first).overlaps(range(inner)) == repeats);
            assert!(!range(second).overlaps(range(last)));
            assert!(range(first).overlaps(range(after)) == repeats);
        }
    }
}
