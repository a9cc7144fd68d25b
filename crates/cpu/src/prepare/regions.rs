//! Regions: structured control flow as jumps.

use cuda_tile::Module;
use cuda_tile::attrs::MemoryOrdering;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::roles::Access;
use ir::{Op, Value, walk};
use launch::EngineError;

use super::Emitter;
use super::facts::Read;
use super::plan::{block_of, has_else};
use crate::frame::{FrameSlot, Pc};
use crate::program::Kind;
use crate::steps::control::{Branch, Continue, For, Jump, Move, Moves};

/// The construct to which a region that is being laid out belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Function,
    If,
    For,
    Loop,
    /// A body that is ordinary code.
    Each,
}

/// An operation whose regions are being laid out.
pub(super) struct Open {
    op: Op,
    pub(super) role: Role,
    /// Its first instruction.
    head: Pc,
    /// Jumps past its end whose target is not known yet.
    exits: Vec<Pc>,
    /// Each `alloca` of the region that is being laid out.
    allocas: Vec<Pc>,
}

/// Whether a loop may wait for other tile blocks: it synchronises with them, directly or in a function.
fn may_wait(module: &Module, op: Op) -> bool {
    walk::preorder(&module.body, op).any(|inner| synchronises(module, inner))
}

/// Whether an operation sees what other tile blocks do; a function may.
fn synchronises(module: &Module, op: Op) -> bool {
    let ordering = |access: Access| MemoryOrdering::from_slot(module.attr(op, access.ordering));
    let seen = Access::of(module.spec(op)).filter(Access::reads).and_then(ordering);
    module.opcode(op) == Opcode::Call || seen.is_some_and(|order| order != MemoryOrdering::Weak)
}

impl Emitter<'_, '_> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "the operations with regions")]
    pub(super) fn enter(&mut self, op: Op, region: usize) -> Result<(), EngineError> {
        match self.facts.module.opcode(op) {
            Opcode::If if region == 0 => {
                let condition = self.home(self.facts.module.operand(op, fields::if_::condition));
                self.open(op, Role::If, Kind::If(Branch { condition, otherwise: 0 }));
            }
            Opcode::If => self.otherwise(),
            Opcode::For => self.enter_for(op)?,
            Opcode::Loop => self.enter_loop(op)?,
            Opcode::Reduce | Opcode::Scan | Opcode::Generate => {
                let each = self.each(op)?;
                self.open(op, Role::Each, Kind::Each(Box::new(each)));
            }
            _ => self.open.push(Open {
                op,
                role: Role::Function,
                head: self.here(),
                exits: Vec::new(),
                allocas: Vec::new(),
            }),
        }
        Ok(())
    }

    fn open(&mut self, op: Op, role: Role, kind: Kind) {
        let head = self.push(op, kind);
        self.open.push(Open { op, role, head, exits: Vec::new(), allocas: Vec::new() });
    }

    /// The then branch is complete.
    fn otherwise(&mut self) {
        let here = self.here();
        let Some(open) = self.open.last_mut() else { return };
        open.allocas.clear();
        if let Kind::If(branch) = &mut self.code[open.head as usize].kind {
            branch.otherwise = here;
        }
    }

    fn enter_for(&mut self, op: Op) -> Result<(), EngineError> {
        let module = self.facts.module;
        let block = block_of(self.facts, op, 0);
        let args: Vec<Value> = module.body.block_args(block).iter().collect();
        let (iv, carried) = args.split_first().expect("a verified for has an induction variable");
        let inits = module.operands(op, fields::for_::initValues);
        let head = For {
            lower: self.home(module.operand(op, fields::for_::lowerBound)),
            upper: self.home(module.operand(op, fields::for_::upperBound)),
            step: self.home(module.operand(op, fields::for_::step)),
            scalar: self.facts.scalar(*iv),
            unsigned: module.flag(op, fields::for_::unsignedCmp),
            iv: self.home(*iv),
            enter: self.moves(inits, carried)?,
            skip: self.moves_to_results(inits, op)?,
            end: 0,
        };
        self.open(op, Role::For, Kind::For(Box::new(head)));
        Ok(())
    }

    fn enter_loop(&mut self, op: Op) -> Result<(), EngineError> {
        let module = self.facts.module;
        let args: Vec<Value> = module.body.block_args(block_of(self.facts, op, 0)).iter().collect();
        let moves = self.moves(module.operands(op, fields::loop_::initValues), &args)?;
        let target = self.here() + 1;
        self.open(op, Role::Loop, Kind::Jump(Jump { moves, target, may_wait: false }));
        Ok(())
    }

    /// Closes an operation with regions.
    pub(super) fn leave(&mut self, op: Op) {
        let Some(open) = self.open.pop() else { return };
        let here = self.here();
        match &mut self.code.get_mut(open.head as usize).map(|step| &mut step.kind) {
            Some(Kind::If(branch)) if open.role == Role::If && !has_else(self.facts, op) => {
                branch.otherwise = here;
            }
            Some(Kind::For(head)) if open.role == Role::For => head.end = here,
            Some(Kind::Each(each)) if open.role == Role::Each => each.end = here,
            _ => {}
        }
        // `break` and `yield` jump to where the operation ends, which is only known here.
        for exit in open.exits {
            if let Kind::Jump(jump) = &mut self.code[exit as usize].kind {
                jump.target = here;
            }
        }
    }

    /// The end of a region.
    #[allow(clippy::wildcard_enum_match_arm, reason = "operations of class `End`")]
    pub(super) fn end(&mut self, op: Op) -> Result<(), EngineError> {
        match self.facts.module.opcode(op) {
            Opcode::Return => self.end_return(op),
            Opcode::Yield => {
                let open = self.open.len() - 1;
                // The body of a fold or `generate` goes back to its head for the next elements.
                if self.open[open].role == Role::Each {
                    let head = self.open[open].head;
                    self.push(op, Kind::EndEach(head));
                    return Ok(());
                }
                self.exit(op, open)
            }
            Opcode::Break => {
                let open = self.innermost_loop();
                self.exit(op, open)
            }
            Opcode::Continue => self.end_continue(op),
            other => unreachable!("{other:?} ends no region"),
        }
    }

    /// The innermost region of an open operation begins to reserve memory at this instruction.
    pub(super) fn reserves(&mut self, pc: Pc) {
        if let Some(open) = self.open.last_mut() {
            open.allocas.push(pc);
        }
    }

    /// Releases what the regions from that of an open operation inwards reserve.
    fn release(&mut self, op: Op, open: usize) {
        let allocas: Box<[Pc]> =
            self.open[open..].iter().flat_map(|open| open.allocas.iter().copied()).collect();
        if !allocas.is_empty() {
            self.push(op, Kind::Release(allocas));
        }
    }

    fn end_return(&mut self, op: Op) -> Result<(), EngineError> {
        self.release(op, 0);
        let Some((values, back)) = self.returns.clone() else {
            self.push(op, Kind::Return);
            return Ok(());
        };
        let operands = self.facts.module.body.operands(op);
        let moves = operands.iter().zip(values).map(|(&value, to)| (value, to));
        let moves = moves.filter_map(|(value, to)| self.move_to(value, to)).collect();
        let moves = super::moves::in_order(moves, &mut self.scratch)?;
        let target = self.here() + 1;
        self.push(op, Kind::Jump(Jump { moves, target, may_wait: false }));
        self.push(op, Kind::Back(back));
        Ok(())
    }

    /// Jumps past the end of an open operation and gives it its results.
    fn exit(&mut self, op: Op, open: usize) -> Result<(), EngineError> {
        self.release(op, open);
        let moves = self.moves_to_results(self.facts.module.body.operands(op), self.open[open].op)?;
        let pc = self.push(op, Kind::Jump(Jump { moves, target: 0, may_wait: false }));
        self.open[open].exits.push(pc);
        Ok(())
    }

    fn innermost_loop(&self) -> usize {
        let found = self.open.iter().rposition(|open| matches!(open.role, Role::For | Role::Loop));
        found.expect("break and continue stand in a loop, as verified")
    }

    fn end_continue(&mut self, op: Op) -> Result<(), EngineError> {
        let module = self.facts.module;
        let open = self.innermost_loop();
        self.release(op, open);
        let open = &self.open[open];
        let (owner, head, role) = (open.op, open.head, open.role);
        let args: Vec<Value> = module.body.block_args(block_of(self.facts, owner, 0)).iter().collect();
        let operands = module.body.operands(op);
        let may_wait = may_wait(module, owner);
        let kind = if role == Role::For {
            let again = self.moves(operands, &args[1..])?;
            let done = self.moves_to_results(operands, owner)?;
            Kind::Continue(Continue { head, again, done })
        } else {
            // After the head, which only assigns the initial values.
            Kind::Jump(Jump { moves: self.moves(operands, &args)?, target: head + 1, may_wait })
        };
        self.push(op, kind);
        Ok(())
    }

    /// The move of an operand to a place.
    pub(super) fn move_to(&self, from: Value, to: FrameSlot) -> Option<Move> {
        let bytes = u32::try_from(self.facts.bytes(from)).expect("a tile has less than 4 GiB");
        (bytes > 0).then(|| Move { from: self.home(from), to, bytes })
    }

    /// The move from a place to a value.
    pub(super) fn move_from(&self, from: FrameSlot, to: Value) -> Option<Move> {
        let bytes = u32::try_from(self.facts.bytes(to)).expect("a tile has less than 4 GiB");
        self.place_of(to).map(|to| Move { from, to, bytes })
    }

    /// Assigns block arguments and continues.
    pub(super) fn jump_to_next(&mut self, op: Op, moves: Moves) {
        if !moves.is_empty() {
            let target = self.here() + 1;
            self.push(op, Kind::Jump(Jump { moves, target, may_wait: false }));
        }
    }

    fn moves(&mut self, from: &[Value], to: &[Value]) -> Result<Moves, EngineError> {
        let pairs = from.iter().zip(to);
        let needed = pairs.filter(|&(_, &to)| self.facts.is_used(to));
        let moves = needed.filter_map(|(&from, &to)| self.move_to(from, self.place_of(to)?)).collect();
        super::moves::in_order(moves, &mut self.scratch)
    }

    fn moves_to_results(&mut self, from: &[Value], op: Op) -> Result<Moves, EngineError> {
        let results: Vec<Value> = self.facts.module.body.results(op).iter().collect();
        self.moves(from, &results)
    }
}
