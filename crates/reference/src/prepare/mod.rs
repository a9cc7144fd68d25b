//! From a verified module to the flat code of one entry.
//!
//! [`lower`] implements every operation; this file arranges regions: jumps, allocation scopes, and the ends of live
//! values. Nesting is followed with a stack on the heap.

mod externs;
mod lower;
mod registers;

use cuda_tile::Module;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::{Elem, TileType};
use ir::{Block, Field, Op, Value, walk};
use launch::{EngineError, Externs};
use numerics::Scalar;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{Function, Instr, Kind, Program};
use crate::slot::{Pc, Slot};
use crate::steps::control::{Branch, Continue, For, Jump, Moves};

/// The context for the preparation of the entry.
pub(crate) struct Preparation<'p> {
    pub(crate) module: &'p Module,
    pub(crate) externs: &'p Externs,
    /// Observed values.
    pub(crate) watched: FxHashSet<Value>,
}

/// The program of an entry.
pub(crate) fn prepare(preparation: &Preparation<'_>, entry: Op) -> Result<Program, EngineError> {
    let mut callees = Callees { order: vec![entry], numbers: FxHashMap::default() };
    callees.numbers.insert(entry, 0);
    let mut functions = Vec::new();
    while let Some(&op) = callees.order.get(functions.len()) {
        let emitter = Emitter::new(preparation, &mut callees, op);
        functions.push(emitter.function(op)?);
    }
    refuse_recursion(&functions)?;
    Ok(Program { functions })
}

/// Functions in the order in which calls to them were found.
struct Callees {
    order: Vec<Op>,
    numbers: FxHashMap<Op, usize>,
}

impl Callees {
    fn number(&mut self, op: Op) -> usize {
        *self.numbers.entry(op).or_insert_with(|| {
            self.order.push(op);
            self.order.len() - 1
        })
    }
}

/// An error when a function calls itself, directly or through others.
fn refuse_recursion(functions: &[Function]) -> Result<(), EngineError> {
    let calls = |function: &Function| -> Vec<usize> {
        let callee =
            |instr: &Instr| if let Kind::Call(call) = &instr.kind { Some(call.function) } else { None };
        function.code.iter().filter_map(callee).collect()
    };
    // Functions whose callees are all known not to recurse are taken away until nothing changes.
    let mut open: Vec<(usize, Vec<usize>)> = functions.iter().map(calls).enumerate().collect();
    let mut settled = vec![false; functions.len()];
    loop {
        let before = open.len();
        open.retain(|(number, callees)| {
            let done = callees.iter().all(|&callee| settled[callee]);
            settled[*number] |= done;
            !done
        });
        match open.len() {
            0 => return Ok(()),
            left if left == before => {
                return Err(EngineError::Unsupported("a function that calls itself cannot run".into()));
            }
            _ => {}
        }
    }
}

/// The construct to which a region that is being laid out belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Function,
    Then,
    Else,
    For,
    Loop,
    Fold,
    Generate,
}

/// A region that is being laid out.
struct Open {
    op: Op,
    role: Role,
    /// The instruction of `op`.
    head: Pc,
    next: Option<Op>,
    /// Memory is reserved in it.
    scoped: bool,
    /// Jumps past the end of `op` whose target is not known yet.
    exits: Vec<Pc>,
}

struct Emitter<'e, 'p> {
    preparation: &'e Preparation<'p>,
    module: &'p Module,
    callees: &'e mut Callees,
    code: Vec<Instr>,
    slots: FxHashMap<Value, Slot>,
    open: Vec<Open>,
    /// Values that die with an operation.
    deaths: FxHashMap<Op, Vec<Value>>,
}

impl<'e, 'p> Emitter<'e, 'p> {
    fn new(preparation: &'e Preparation<'p>, callees: &'e mut Callees, function: Op) -> Self {
        let module = preparation.module;
        let deaths = deaths(module, function);
        Emitter {
            preparation,
            module,
            callees,
            code: Vec::new(),
            slots: FxHashMap::default(),
            open: Vec::new(),
            deaths,
        }
    }

    fn function(mut self, op: Op) -> Result<Function, EngineError> {
        let block = self.module.body.region_blocks(self.module.body.region(op, 0))[0];
        let params = self.module.body.block_args(block).iter().map(|value| self.slot(value)).collect();
        self.enter(op, Role::Function, 0, block, Vec::new());
        while let Some(top) = self.open.last_mut() {
            match top.next {
                Some(op) => {
                    top.next = self.module.body.next(op);
                    self.emit(op)?;
                }
                None => self.close(),
            }
        }
        Ok(Function { code: self.code, slots: self.slots.len(), params })
    }

    fn slot(&mut self, value: Value) -> Slot {
        let next = self.slots.len() as Slot;
        *self.slots.entry(value).or_insert(next)
    }

    fn slots_of(&mut self, values: impl IntoIterator<Item = Value>) -> Box<[Slot]> {
        values.into_iter().map(|value| self.slot(value)).collect()
    }

    fn operand(&mut self, op: Op, field: Field) -> Slot {
        self.slot(self.module.operand(op, field))
    }

    fn operand_opt(&mut self, op: Op, field: Field) -> Option<Slot> {
        self.module.operand_opt(op, field).map(|value| self.slot(value))
    }

    fn operands(&mut self, op: Op, field: Field) -> Box<[Slot]> {
        self.slots_of(self.module.operands(op, field).iter().copied())
    }

    fn result(&mut self, op: Op, field: Field) -> Slot {
        self.slot(self.module.result(op, field))
    }

    fn all_results(&mut self, op: Op) -> Box<[Slot]> {
        self.slots_of(self.module.body.results(op))
    }

    fn tile_type(&self, value: Value) -> &'p TileType {
        self.module.ty(value).as_tile().expect("a tile, as verified")
    }

    /// The type to compute in: pointers are 64-bit numbers.
    fn scalar(&self, value: Value) -> Scalar {
        match self.tile_type(value).elem() {
            Elem::Scalar(scalar) => scalar,
            Elem::Ptr(_) => Scalar::I64,
        }
    }

    fn here(&self) -> Pc {
        Pc::try_from(self.code.len()).expect("an entry has fewer than 2^32 operations")
    }

    /// Appends an instruction.
    fn push(&mut self, op: Op, kind: Kind) -> Pc {
        let pc = self.here();
        let work = lower::work(self.module, op);
        self.code.push(Instr { op, kind, dies: Box::default(), work });
        pc
    }

    /// Emits what follows an operation: values to show, and values that die.
    fn settle(&mut self, op: Op) {
        let results = self.module.body.results(op);
        self.watch(op, results.iter());
        let dead = self.deaths.remove(&op).unwrap_or_default();
        let dies: Box<[Slot]> = dead.into_iter().map(|value| self.slot(value)).collect();
        if dies.is_empty() {
            return;
        }
        let after_region = self.module.body.regions(op).len() > 0;
        match self.code.last_mut().filter(|instr| !after_region && instr.op == op) {
            Some(instr) => instr.dies = dies,
            None => {
                let pc = self.push(op, Kind::Release);
                self.code[pc as usize].dies = dies;
            }
        }
    }

    fn watch(&mut self, op: Op, values: impl Iterator<Item = Value>) {
        let watched = &self.preparation.watched;
        let seen: Vec<Value> = values.filter(|value| watched.contains(value)).collect();
        if !seen.is_empty() {
            let seen = seen.into_iter().map(|value| (self.slot(value), value)).collect();
            self.push(op, Kind::Watch(seen));
        }
    }

    /// Starts a region.
    fn enter(&mut self, op: Op, role: Role, head: Pc, block: Block, exits: Vec<Pc>) {
        let body = &self.module.body;
        let scoped = body.block_ops(block).any(|op| self.module.opcode(op) == Opcode::Alloca);
        if scoped {
            self.push(op, Kind::OpenScope);
        }
        self.watch(op, body.block_args(block).iter());
        self.open.push(Open { op, role, head, next: body.first_op(block), scoped, exits });
    }

    /// Ends the innermost region.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        // Targets of jumps past the region are the instruction that comes next.
        let here = self.here();
        match open.role {
            Role::Function => return,
            Role::Then => {
                if let Kind::If(branch) = &mut self.code[open.head as usize].kind {
                    branch.otherwise = here;
                }
                if let Some(block) = self.module.block(open.op, fields::if_::elseRegion) {
                    // The exits of the first branch are resolved together with those of the second: both leave the same
                    // `if`.
                    return self.enter(open.op, Role::Else, open.head, block, open.exits);
                }
            }
            Role::Else | Role::Loop => {}
            Role::For => {
                if let Kind::For(head) = &mut self.code[open.head as usize].kind {
                    head.end = here;
                }
            }
            Role::Fold => {
                // Possible now that the body is complete. The general instructions stay, for bodies that are not
                // element-wise.
                let code = registers::compile(&self.code, open.head);
                if let Kind::Fold(fold) = &mut self.code[open.head as usize].kind {
                    fold.end = here;
                    fold.registers = code;
                }
            }
            Role::Generate => {
                if let Kind::Generate(generate) = &mut self.code[open.head as usize].kind {
                    generate.end = here;
                }
            }
        }
        for exit in open.exits {
            if let Kind::Jump(jump) = &mut self.code[exit as usize].kind {
                jump.target = here;
            }
        }
        self.settle(open.op);
    }

    /// The innermost open loop, and how many allocation scopes are inside of it, its own included.
    fn innermost_loop(&self) -> (usize, u32) {
        let mut scopes = 0;
        for (index, open) in self.open.iter().enumerate().rev() {
            scopes += u32::from(open.scoped);
            if matches!(open.role, Role::For | Role::Loop) {
                return (index, scopes);
            }
        }
        unreachable!("break and continue stand in a loop, as verified")
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "`lower` names every op that has no region and ends none"
    )]
    fn emit(&mut self, op: Op) -> Result<(), EngineError> {
        match self.module.opcode(op) {
            // Ops with regions, and those that end regions, need jumps; every other op is one instruction.
            Opcode::If => self.emit_if(op),
            Opcode::For => self.emit_for(op),
            Opcode::Loop => self.emit_loop(op),
            Opcode::Reduce => self.emit_body(op, fields::reduce::body, Role::Fold)?,
            Opcode::Scan => self.emit_body(op, fields::scan::body, Role::Fold)?,
            Opcode::Generate => self.emit_body(op, fields::experimental_generate::body, Role::Generate)?,
            Opcode::Yield => self.emit_yield(op),
            Opcode::Break => self.emit_break(op),
            Opcode::Continue => self.emit_continue(op),
            _ => {
                let kind = self.lower(op)?;
                self.push(op, kind);
                self.settle(op);
            }
        }
        Ok(())
    }

    fn emit_if(&mut self, op: Op) {
        let condition = self.operand(op, fields::if_::condition);
        let head = self.push(op, Kind::If(Branch { condition, otherwise: 0 }));
        let block = self.module.block(op, fields::if_::thenRegion).expect("a verified if has a then branch");
        self.enter(op, Role::Then, head, block, Vec::new());
    }

    fn emit_for(&mut self, op: Op) {
        let block = self.module.block(op, fields::for_::region).expect("a verified for has a body");
        let args = self.slots_of(self.module.body.block_args(block));
        let (iv, carried) = args.split_first().expect("a verified for has an induction variable");
        let (inits, results) = (self.operands(op, fields::for_::initValues), self.all_results(op));
        let head = For {
            lower: self.operand(op, fields::for_::lowerBound),
            upper: self.operand(op, fields::for_::upperBound),
            step: self.operand(op, fields::for_::step),
            scalar: self.scalar(self.module.operand(op, fields::for_::lowerBound)),
            unsigned: self.module.flag(op, fields::for_::unsignedCmp),
            iv: *iv,
            enter: Moves { from: inits.clone(), to: carried.into() },
            // A loop that does not run gives its initial values as results.
            skip: Moves { from: inits, to: results },
            // Set when the body closes.
            end: 0,
        };
        let head = self.push(op, Kind::For(Box::new(head)));
        self.enter(op, Role::For, head, block, Vec::new());
    }

    fn emit_loop(&mut self, op: Op) {
        let block = self.module.block(op, fields::loop_::region).expect("a verified loop has a body");
        let to = self.slots_of(self.module.body.block_args(block));
        let from = self.operands(op, fields::loop_::initValues);
        let target = self.here() + 1;
        let head = self.push(op, Kind::Jump(Jump { moves: Moves { from, to }, leave: 0, target }));
        self.enter(op, Role::Loop, head, block, Vec::new());
    }

    fn emit_body(&mut self, op: Op, body: Field, role: Role) -> Result<(), EngineError> {
        let kind = self.lower(op)?;
        let head = self.push(op, kind);
        let block = self.module.block(op, body).expect("a verified body has a block");
        self.enter(op, role, head, block, Vec::new());
        Ok(())
    }

    fn emit_yield(&mut self, op: Op) {
        let from = self.operands(op, fields::yield_::operands);
        let top = self.open.last().expect("a yield stands in a region");
        let (owner, role, leave) = (top.op, top.role, u32::from(top.scoped));
        match role {
            Role::Then | Role::Else => {
                let to = self.all_results(owner);
                self.emit_exit(op, Moves { from, to }, leave, self.open.len() - 1);
            }
            Role::Fold | Role::Generate => {
                self.push(op, Kind::FoldYield(from));
            }
            Role::Function | Role::For | Role::Loop => {
                unreachable!("a yield stands in an if, reduce, scan or generate, as verified")
            }
        }
    }

    /// A jump past the end of an open region.
    fn emit_exit(&mut self, op: Op, moves: Moves, leave: u32, open: usize) {
        let pc = self.push(op, Kind::Jump(Jump { moves, leave, target: 0 }));
        self.open[open].exits.push(pc);
    }

    fn emit_break(&mut self, op: Op) {
        let from = self.operands(op, fields::break_::operands);
        let (index, leave) = self.innermost_loop();
        let to = self.all_results(self.open[index].op);
        self.emit_exit(op, Moves { from, to }, leave, index);
    }

    fn emit_continue(&mut self, op: Op) {
        let from = self.operands(op, fields::continue_::operands);
        let (index, leave) = self.innermost_loop();
        let (owner, head, role) = (self.open[index].op, self.open[index].head, self.open[index].role);
        let block = self.module.body.region_blocks(self.module.body.region(owner, 0))[0];
        let args = self.slots_of(self.module.body.block_args(block));
        let kind = if role == Role::For {
            let done = Moves { from: from.clone(), to: self.all_results(owner) };
            let again = Moves { from, to: args[1..].into() };
            Kind::Continue(Continue { head, leave, again, done })
        } else {
            Kind::Jump(Jump { moves: Moves { from, to: args }, leave, target: head + 1 })
        };
        self.push(op, kind);
    }
}

/// For every operation below `function`, the values that nothing needs after it. An operation with regions counts for
/// everything in them. Induction variables never die: the loop counts with them.
fn deaths(module: &Module, function: Op) -> FxHashMap<Op, Vec<Value>> {
    let body = &module.body;
    let mut last: FxHashMap<Value, Op> = FxHashMap::default();
    let mut order = Vec::new();
    for op in walk::preorder(body, function).skip(1) {
        // A result without uses dies at its own op.
        for value in body.results(op) {
            last.insert(value, op);
            order.push(value);
        }
        for &value in body.operands(op) {
            let home = body.def_block(value);
            let mut user = op;
            // A use inside of a region may happen in every iteration, so the value must live until the op in its own
            // block ends.
            while body.parent_block(user) != home {
                let Some(parent) = body.parent_op(user) else { break };
                user = parent;
            }
            if body.def_op(value).is_some() {
                last.insert(value, user);
            }
        }
    }
    let mut deaths: FxHashMap<Op, Vec<Value>> = FxHashMap::default();
    // In the order of definition and not of the hash map, so that programs are the same every time.
    for value in order {
        deaths.entry(last[&value]).or_default().push(value);
    }
    deaths
}
