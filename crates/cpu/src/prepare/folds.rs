//! `reduce`, `scan`, `experimental$generate`: their bodies, over lanes or as ordinary code.

use cuda_tile::Attr;
use cuda_tile::attrs;
use cuda_tile::ops::{Opcode, fields};
use ir::{Field, Op, Value};
use launch::EngineError;
use numerics::{Rounding, convert, int};
use smallvec::SmallVec;

use super::class::Class;
use super::facts::{Facts, Read, Root};
use super::lanes::LanesBuilder;
use super::plan::block_of;
use super::{Emitter, too_large};
use crate::frame::{ALIGN, Base, FrameSlot};
use crate::kernels;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::fold::{Folding, VECTOR};
use crate::kernels::lane_size;
use crate::kernels::operation::{self, Operation};
use crate::map::{IndexMap, row_major};
use crate::program::Kind;
use crate::steps::fold::each::{Each, EachOperand, Work};
use crate::steps::fold::reduce::{self, Reduce, SideBySide};
use crate::steps::fold::scan::{Scan, Way};
use crate::steps::fold::{Body, Folded, Lines, Output};

/// Lanes of one run of a body.
const CAPACITY: usize = 1024;

/// The fields of a reduction or scan.
fn fold_fields(scan: bool) -> (Field, Field) {
    if scan {
        (fields::scan::dim, fields::scan::identities)
    } else {
        (fields::reduce::dim, fields::reduce::identities)
    }
}

/// The bits of the identities of a fold.
#[allow(clippy::wildcard_enum_match_arm, reason = "identities are numbers, as verified")]
pub(super) fn identities(facts: &Facts<'_>, op: Op) -> SmallVec<[u64; 2]> {
    let (_, field) = fold_fields(facts.module.opcode(op) == Opcode::Scan);
    let Some(Attr::Array(values)) = facts.attr(op, field) else { unreachable!("identities, as verified") };
    let bits = |(&id, &operand): (&ir::AttrId, &Value)| match facts.module.attrs.get(id) {
        Attr::Int { bits, .. } => int::wrap(facts.scalar(operand), *bits),
        // f16 and bf16 may stand for each other.
        Attr::Float { ty, bits } if *ty == facts.scalar(operand) => *bits,
        Attr::Float { ty, bits } => {
            convert::float_to_float(*ty, facts.scalar(operand), *bits, Rounding::NearestEven)
        }
        Attr::Bool(value) => u64::from(*value),
        other => unreachable!("{other:?} is no number, as verified"),
    };
    values.iter().zip(facts.module.body.operands(op)).map(bits).collect()
}

/// Scratch memory of one instruction.
struct Scratch {
    end: u64,
}

impl Scratch {
    fn take(&mut self, bytes: usize) -> FrameSlot {
        // Too large offsets are refused when the function is complete.
        let place = FrameSlot { base: Base::Scratch, offset: self.end as u32 };
        self.end += (bytes as u64).next_multiple_of(ALIGN as u64);
        place
    }
}

/// The lines that a fold folds.
pub(super) fn lines(facts: &Facts<'_>, op: Op) -> Lines {
    let module = facts.module;
    let shape = facts.tile_type(module.body.operands(op)[0]).shape();
    let (dim, _) = fold_fields(module.opcode(op) == Opcode::Scan);
    let dim = attrs::int_value(module, module.attr(op, dim)).unwrap_or(0) as usize;
    let len = shape[dim] as usize;
    let inner = row_major(shape)[dim] as usize;
    let elements: usize = shape.iter().map(|&extent| extent as usize).product();
    Lines { outer: elements / (len * inner), len, inner }
}

/// The operation of a body that consists of one operation on both arguments, and whether the accumulator is its first
/// operand.
fn only_operation(facts: &Facts<'_>, op: Op) -> Option<(Operation, bool)> {
    let body = &facts.module.body;
    let block = block_of(facts, op, 0);
    let args: SmallVec<[Value; 2]> = body.block_args(block).iter().collect();
    let (&[element, accumulator], &[yielded]) = (&args[..], body.operands(body.last_op(block)?)) else {
        return None;
    };
    let only = body.def_op(yielded).filter(|&only| body.parent_block(only) == Some(block))?;
    let exchanged = match *body.operands(only) {
        [a, b] if (a, b) == (element, accumulator) => false,
        [a, b] if (a, b) == (accumulator, element) => true,
        _ => return None,
    };
    Some((operation::of(facts.module, only)?, exchanged))
}

/// Whether a reduction takes part in a fused group: along long lines of neighbours, by one operation that has kernels.
pub(super) fn is_by_strips(facts: &Facts<'_>, op: Op) -> bool {
    let lines = || lines(facts, op);
    facts.module.opcode(op) == Opcode::Reduce
        && facts.module.body.operands(op).len() == 1
        && lines().inner == 1
        && lines().len >= super::groups::LONG_ROW
        && only_operation(facts, op).is_some_and(|(operation, _)| kernels::fold::has_kernels(operation))
}

impl Emitter<'_, '_> {
    /// Adds a reduction to a group.
    pub(super) fn fold_strips(
        &self,
        op: Op,
        group: &mut LanesBuilder<'_, '_>,
        place: impl Fn(Value) -> FrameSlot,
    ) {
        let body = &self.facts.module.body;
        let folding = self.folding(op).expect("a reduction by strips has kernels");
        // Nothing may need the result.
        if let Some(out) = self.place_of(body.result(op, 0)) {
            let len = lines(self.facts, op).len;
            let identity = (self.identity_places(op)[0], identities(self.facts, op)[0]);
            let (operation, _) = only_operation(self.facts, op).expect("a reduction by one operation");
            group.fold(body.operands(op)[0], (identity, out), len, (operation, folding), place);
        }
    }

    /// A fold whose body runs over lanes.
    pub(super) fn fold(&mut self, op: Op) -> Result<Kind, EngineError> {
        let scan = self.facts.module.opcode(op) == Opcode::Scan;
        let lines = lines(self.facts, op);
        let sizes = || self.facts.module.body.operands(op).iter().map(|&v| lane_size(self.facts.scalar(v)));
        let mut scratch = Scratch { end: 0 };
        let kind = if scan {
            let reverse = self.facts.module.flag(op, fields::scan::reverse);
            // The kernel scans contiguous lines that have at least a vector.
            let folding = self.folding(op).filter(|_| lines.inner == 1 && lines.len >= VECTOR);
            let way = match folding {
                Some(folding) => Way::Lines(if reverse { folding.scan_back } else { folding.scan }),
                None => Way::new(lines, CAPACITY, sizes()),
            };
            let operands = self.folded(op, 2 * way.gathered(), &mut scratch);
            let body = self.body(op, &mut scratch)?;
            Kind::Scan(Box::new(Scan { body, operands, lines, reverse, way }))
        } else {
            let side_by_side = SideBySide::new(lines, sizes());
            let gathered = if side_by_side.is_some() { reduce::MAX_GATHERED } else { 0 };
            let operands = self.folded(op, gathered, &mut scratch);
            let body = self.body(op, &mut scratch)?;
            let line = self.folding(op).filter(|_| lines.inner == 1);
            Kind::Reduce(Box::new(Reduce { body, operands, lines, line, side_by_side }))
        };
        self.scratch = self.scratch.max(scratch.end);
        Ok(kind)
    }

    /// Kernels that fold by the body of a reduce or a scan.
    fn folding(&self, op: Op) -> Option<Folding> {
        kernels::fold::select(only_operation(self.facts, op)?.0, self.isa)
    }

    fn folded(&self, op: Op, gathered: usize, scratch: &mut Scratch) -> Box<[Folded]> {
        let body = &self.facts.module.body;
        let operands = body.operands(op).iter().zip(body.results(op).iter());
        let places = self.identity_places(op);
        let folded = operands.zip(places).map(|((&operand, result), identity)| {
            let size = lane_size(self.facts.scalar(operand));
            Folded {
                from: self.home(operand),
                out: self.out(result),
                identity,
                identities: scratch.take(CAPACITY * size),
                // Two, because a step of the fold reads one and writes the other.
                buffers: [(); 2].map(|()| scratch.take(CAPACITY * size)),
                gathered: scratch.take(gathered * size),
                size,
            }
        });
        folded.collect()
    }

    fn identity_places(&self, op: Op) -> Vec<FrameSlot> {
        self.function.identities.get(&op).cloned().unwrap_or_default()
    }

    /// The body of a fold over lanes.
    fn body(&mut self, op: Op, scratch: &mut Scratch) -> Result<Body, EngineError> {
        let function = self.function;
        let place = |value| function.place_of(value).expect("what is read has a place");
        let mut lanes = LanesBuilder::new(self.facts, self.isa, CAPACITY);
        let body = &self.facts.module.body;
        let block = block_of(self.facts, op, 0);
        let inputs: Box<[_]> = body.block_args(block).iter().map(|value| lanes.input(value)).collect();
        let mut yielded: &[Value] = &[];
        for inner in body.block_ops(block) {
            match Class::of(self.facts.module, inner) {
                Class::Elementwise if self.facts.is_live(inner) => lanes.op(inner, None, place)?,
                Class::End => yielded = body.operands(inner),
                Class::Elementwise
                | Class::View
                | Class::Constant
                | Class::Iota
                | Class::Token
                | Class::Pure
                | Class::Checked
                | Class::Load
                | Class::Store
                | Class::Effect
                | Class::Fold
                | Class::Generate
                | Class::Region
                | Class::Nothing => {}
            }
        }
        let mut outputs: Vec<Output> = Vec::with_capacity(yielded.len());
        for &value in yielded {
            let register = lanes.operand(value, place);
            let computed = match self.facts.source(value).root {
                Root::Value(root) => lanes.made(root).is_some() && !inputs.contains(&register),
                Root::Constant(_) | Root::Iota => false,
            };
            // A result that is an argument, or that two outputs share, cannot be written in place.
            let direct = computed && outputs.iter().all(|output| output.register != register);
            outputs.push(Output { register, direct, size: lane_size(self.facts.scalar(value)) });
        }
        let built = lanes.finish(scratch.end);
        scratch.end = built.scratch;
        let only = only_operation(self.facts, op)
            .map(|(operation, exchanged)| (Box::new(Elementwise::new(operation, self.isa)), exchanged));
        Ok(Body { only, lanes: built.lanes, inputs, outputs: outputs.into(), capacity: CAPACITY })
    }

    /// A generate whose body runs over lanes: a fused group whose arguments are coordinates.
    pub(super) fn generate(&mut self, op: Op) -> Result<Kind, EngineError> {
        let function = self.function;
        let place = |value| function.place_of(value).expect("what is read has a place");
        let body = &self.facts.module.body;
        let result = body.result(op, 0);
        let shape = self.facts.tile_type(result).shape();
        let len = self.facts.len(result);
        // 96 bytes of registers a lane: a guess, as the body is not known yet, that keeps a strip in the first-level
        // cache.
        let strip = super::groups::strip_length(len, 96);
        let mut lanes = LanesBuilder::new(self.facts, self.isa, strip);
        let block = block_of(self.facts, op, 0);
        for (dim, value) in body.block_args(block).iter().enumerate() {
            let mut unit: SmallVec<[u32; 4]> = SmallVec::from_elem(0, shape.len());
            unit[dim] = 1;
            lanes.coordinate(value, &IndexMap::strided(shape, &unit));
        }
        for inner in body.block_ops(block) {
            let class = Class::of(self.facts.module, inner);
            if class == Class::Elementwise && self.facts.is_live(inner) {
                lanes.op(inner, None, place)?;
            } else if class == Class::End {
                lanes.copy_lanes(body.operands(inner)[0], self.out(result), place);
            }
        }
        let built = lanes.finish(0);
        self.scratch = self.scratch.max(built.scratch);
        Ok(Kind::Fused(Box::new(built.fused(strip, len / strip, self.isa))))
    }

    /// Starts an operation whose body is ordinary code.
    pub(super) fn each(&mut self, op: Op) -> Result<Each, EngineError> {
        let state = self.function.states.get(&op).ok_or_else(too_large)?;
        let (done, kept) = (state[0], &state[1..]);
        let module = self.facts.module;
        let block = block_of(self.facts, op, 0);
        let args: Vec<Option<FrameSlot>> =
            module.body.block_args(block).iter().map(|value| self.place_of(value)).collect();
        let end = module.body.last_op(block).expect("a verified body ends with a yield");
        let yielded = module.body.operands(end);
        if module.opcode(op) == Opcode::Generate {
            let result = module.body.result(op, 0);
            let work = Work::Generate {
                shape: self.facts.tile_type(result).shape().into(),
                args: args.into(),
                yielded: self.home(yielded[0]),
                out: self.out(result),
                size: lane_size(self.facts.scalar(result)),
            };
            return Ok(Each { work, count: self.facts.len(result) as u64, done, end: 0 });
        }
        // Reductions and scans keep one accumulator for each line, from element to element.
        let scan = module.opcode(op) == Opcode::Scan;
        let lines = lines(self.facts, op);
        let identities = self.identity_places(op);
        let operand = |(index, &operand): (usize, &Value)| EachOperand {
            from: self.home(operand),
            out: self.out(module.body.result(op, index)),
            identity: identities[index],
            element: args[2 * index],
            accumulator: args[2 * index + 1],
            yielded: self.home(yielded[index]),
            kept: kept[index],
            size: lane_size(self.facts.scalar(operand)),
        };
        let operands = module.body.operands(op).iter().enumerate().map(operand).collect();
        let reverse = scan && module.flag(op, fields::scan::reverse);
        let count = (lines.outer * lines.len * lines.inner) as u64;
        Ok(Each { work: Work::Fold { operands, lines, scan, reverse }, count, done, end: 0 })
    }
}

/// Bytes of the state of an operation whose body is ordinary code: how often it has run, and its accumulators.
pub(super) fn state_bytes(facts: &Facts<'_>, op: Op) -> Vec<u64> {
    let mut bytes = vec![8];
    if facts.module.opcode(op) != Opcode::Generate {
        let operands = facts.module.body.operands(op).iter();
        bytes.extend(operands.map(|&operand| lane_size(facts.scalar(operand)) as u64));
    }
    bytes
}
