//! The entry and the functions that it calls, one after the other in the frame.

use cuda_tile::attrs;
use cuda_tile::build::items_block;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::{Attr, Module, roles};
use ir::{AttrSlot, Op, StrId, Value, walk};
use launch::{EngineError, element};
use rustc_hash::FxHashMap;

use super::class::{self, Class};
use super::constants::Constants;
use super::facts::{Facts, Read};
use super::folds;
use super::frame::Frame;
use super::live::Live;
use super::plan::{self, Plan};
use crate::frame::{ALIGN, Base, FrameSlot};
use crate::memory::Global;

/// A function that has been laid out.
pub(super) struct Function<'m> {
    pub(super) op: Op,
    pub(super) facts: Facts<'m>,
    pub(super) plan: Plan,
    pub(super) frame: Frame,
    /// Unless it is the entry: the places of its results and of the return address.
    pub(super) returns: Option<(Box<[FrameSlot]>, FrameSlot)>,
    /// Identities of reduce and scan.
    pub(super) identities: FxHashMap<Op, Vec<FrameSlot>>,
    /// State of operations whose bodies are ordinary code.
    pub(super) states: FxHashMap<Op, Vec<FrameSlot>>,
}

/// The entry, which is number 0, and all that it calls.
pub(super) struct Functions<'m> {
    pub(super) all: Vec<Function<'m>>,
    numbers: FxHashMap<StrId, u32>,
    /// Bytes of the frame.
    pub(super) frame: u64,
}

impl<'m> Functions<'m> {
    pub(super) fn new(
        module: &'m Module,
        entry: Op,
        constants: &mut Constants,
    ) -> Result<Functions<'m>, EngineError> {
        let (order, numbers) = callees(module, entry)?;
        let mut functions = Functions { all: Vec::new(), numbers, frame: 0 };
        for op in order {
            let function = functions.lay_out(module, op, constants);
            functions.all.push(function);
        }
        // Slots hold offsets of 32 bits.
        if u32::try_from(functions.frame).is_err() {
            return Err(super::too_large());
        }
        Ok(functions)
    }

    fn lay_out(&mut self, module: &'m Module, op: Op, constants: &mut Constants) -> Function<'m> {
        let facts = Facts::new(module, op, constants);
        let plan = plan::plan(&facts, op);
        let live = Live::new(&facts, &plan);
        let frame = Frame::new(&facts, &plan, &live, self.frame);
        self.frame = frame.size;
        // The entry comes first and returns nothing.
        let returns = (!self.all.is_empty()).then(|| self.returns(&facts, op));
        let mut function = Function {
            op,
            facts,
            plan,
            frame,
            returns,
            identities: FxHashMap::default(),
            states: FxHashMap::default(),
        };
        self.lay_out_folds(&mut function, constants);
        function
    }

    fn lay_out_folds(&mut self, function: &mut Function<'m>, constants: &mut Constants) {
        let facts = &function.facts;
        for op in walk::preorder(&facts.module.body, function.op).skip(1) {
            let class = Class::of(facts.module, op);
            if class == Class::Fold {
                let operands = facts.module.body.operands(op).iter();
                let bits = folds::identities(facts, op);
                let tile = |(&operand, bits)| constants.tile(facts.scalar(operand), std::iter::once(bits));
                function.identities.insert(op, operands.zip(bits).map(tile).collect());
            }
            // A body that is not run over many lanes at once is ordinary code, whose steps may use all scratch memory:
            // the state of the operation goes into the frame.
            if matches!(class, Class::Fold | Class::Generate) && !class::is_lanes_only(facts.module, op) {
                let state = folds::state_bytes(facts, op).into_iter().map(|bytes| self.reserve(bytes));
                function.states.insert(op, state.collect());
            }
        }
    }

    /// Bytes of the frame that nothing else gets.
    fn reserve(&mut self, bytes: u64) -> FrameSlot {
        // Larger offsets are refused when all functions are laid out.
        let place = FrameSlot { base: Base::Frame, offset: self.frame as u32 };
        self.frame += bytes.next_multiple_of(ALIGN as u64);
        place
    }

    /// Frame slots for the results of a function and for its return address.
    fn returns(&mut self, facts: &Facts<'_>, function: Op) -> (Box<[FrameSlot]>, FrameSlot) {
        let values = walk::preorder(&facts.module.body, function)
            .find(|&op| facts.module.opcode(op) == Opcode::Return)
            .map_or(&[][..], |op| facts.module.body.operands(op));
        let values = values.iter().map(|&value| self.reserve(facts.bytes(value))).collect();
        (values, self.reserve(8))
    }

    /// The number of a function.
    pub(super) fn number(&self, name: StrId) -> u32 {
        self.numbers[&name]
    }
}

/// The string of an attribute.
#[allow(clippy::wildcard_enum_match_arm, reason = "names are strings, as verified")]
pub(super) fn string(module: &Module, slot: AttrSlot) -> Option<StrId> {
    match module.attrs.get(slot.as_interned()?) {
        Attr::Str(id) | Attr::SymbolRef(id) => Some(*id),
        _ => None,
    }
}

/// The name that a function is called by.
fn function_name(module: &Module, op: Op) -> Option<StrId> {
    let spec = module.spec(op);
    roles::signature_of_callee(spec)?;
    let field = roles::symbol_name(spec)?;
    string(module, module.attr(op, field))
}

/// A function whose calls are being followed.
struct Following {
    name: Option<StrId>,
    calls: std::vec::IntoIter<StrId>,
}

/// The entry and everything that it calls, and their numbers; an error when a function calls itself.
fn callees(module: &Module, entry: Op) -> Result<(Vec<Op>, FxHashMap<StrId, u32>), EngineError> {
    let items = module.body.block_ops(items_block(module));
    let functions: FxHashMap<StrId, Op> =
        items.filter_map(|op| Some((function_name(module, op)?, op))).collect();
    let mut order = vec![entry];
    let mut numbers: FxHashMap<StrId, u32> = FxHashMap::default();
    let mut stack = vec![Following { name: None, calls: calls(module, entry) }];
    while let Some(top) = stack.last_mut() {
        let Some(name) = top.calls.next() else {
            stack.pop();
            continue;
        };
        // Frames are laid out before the launch, so recursion has no place for its second activation.
        if stack.iter().any(|caller| caller.name == Some(name)) {
            return Err(EngineError::Unsupported("a function that calls itself cannot run".into()));
        }
        if numbers.contains_key(&name) {
            continue;
        }
        let &op = functions.get(&name).ok_or_else(|| {
            EngineError::Unsupported(format!("there is no function `{}`", module.text(name)))
        })?;
        numbers.insert(name, order.len() as u32);
        order.push(op);
        stack.push(Following { name: Some(name), calls: calls(module, op) });
    }
    Ok((order, numbers))
}

fn calls(module: &Module, function: Op) -> std::vec::IntoIter<StrId> {
    let calls = walk::preorder(&module.body, function).filter(|&op| module.opcode(op) == Opcode::Call);
    let callee = |op| string(module, module.attr(op, fields::experimental_call::callee));
    calls.filter_map(callee).collect::<Vec<_>>().into_iter()
}

/// The globals of a module, in its order.
pub(super) fn globals(module: &Module) -> Vec<Global> {
    use fields::global as f;
    let globals = module.body.block_ops(items_block(module));
    let globals = globals.filter(|&op| module.opcode(op) == Opcode::Global);
    let global = |op: Op| {
        let name = string(module, module.attr(op, f::sym_name))?;
        let value = module.attr(op, f::value).as_interned().map(|id| module.attrs.get(id));
        let Some(Attr::Dense(dense)) = value else { return None };
        let len = module.types.get(dense.ty).as_tile().map_or(0, |tile| tile.len());
        let size = element::size_of(dense.elem(), len as u64)?;
        let mut bytes = vec![0; usize::try_from(size).ok()?];
        for index in 0..len {
            element::store(dense.elem(), &mut bytes, index, dense.bits(index))?;
        }
        let alignment = attrs::int_value(module, module.attr(op, f::alignment)).unwrap_or(0);
        Some(Global {
            name: module.text(name).into_owned(),
            bytes,
            alignment: if alignment.is_power_of_two() { alignment } else { 1 },
            constant: module.flag(op, f::constant),
        })
    };
    globals.filter_map(global).collect()
}

/// The position of a global in [`globals`].
pub(super) fn global_number(module: &Module, name: StrId) -> Option<u32> {
    let globals = module.body.block_ops(items_block(module));
    let mut globals = globals.filter(|&op| module.opcode(op) == Opcode::Global);
    let found =
        globals.position(|op| string(module, module.attr(op, fields::global::sym_name)) == Some(name));
    found.map(|number| number as u32)
}

/// The parameters of a function, each of which has a slot.
pub(super) fn params(facts: &Facts<'_>, function: Op) -> Vec<Value> {
    facts.module.body.block_args(plan::block_of(facts, function, 0)).iter().collect()
}
