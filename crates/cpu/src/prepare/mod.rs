//! From a verified module to the program of one entry.
//!
//! 1. [`facts`]: what is needed, and which tiles are other tiles seen through index maps.
//! 2. [`plan`]: which element-wise operations become one fused group, in which order.
//! 3. [`live`] and [`frame`]: when values are needed, and which bytes of the frame they get.
//! 4. [`regions`], [`steps`], [`lanes`]: code.
//!
//! Functions that the entry calls are prepared the same way; each has its own part of the frame, since none calls
//! itself. Nesting is followed with stacks on the heap.

mod affine;
pub(crate) mod allocas;
mod class;
mod constants;
mod defer;
mod externs;
mod facts;
mod folds;
mod frame;
mod functions;
mod groups;
mod in_place;
mod indexed;
mod lanes;
mod live;
mod moves;
mod panel_cache;
mod plan;
mod products;
mod regions;
mod rematerialize;
mod steps;
pub(crate) mod watch;

use cuda_tile::Module;
use ir::{Op, Value};
use launch::{EngineError, Externs};

use self::constants::Constants;
use self::facts::{Facts, Root};
use self::functions::{Function, Functions};
use self::live::operand_home;
use self::panel_cache::PanelPlan;
use self::plan::{Item, Plan};
use crate::frame::{Base, FrameSlot, Pc};
use crate::isa::Isa;
use crate::program::{Kind, Program, Step};

/// The program of an entry of a verified module.
pub(crate) fn prepare(
    module: &Module,
    entry: Op,
    isa: Isa,
    externs: &Externs,
) -> Result<Program, EngineError> {
    let mut constants = Constants::default();
    let functions = Functions::new(module, entry, &mut constants)?;
    let mut code = Vec::new();
    let mut scratch = 0;
    let first = &functions.all[0];
    let mut panel_plan = PanelPlan::new(&first.facts, first.op);
    let mut starts = Vec::with_capacity(functions.all.len());
    for number in 0..functions.all.len() {
        starts.push(code.len() as Pc);
        let mut emitter = Emitter::new(&functions, number, isa, externs, &mut code, &mut scratch);
        // Panels are cached for products of the entry: a function that is called may run for different operands each
        // time.
        emitter.panel_plan = (number == 0).then_some(&mut panel_plan);
        emitter.function()?;
    }
    // Calls name functions by number until all of them have a place.
    for step in &mut code {
        if let Kind::Call(call) = &mut step.kind {
            call.target = starts[call.target as usize];
        }
    }
    defer::defer(&mut code);
    let entry = &functions.all[0];
    let params = module.body.block_args(plan::block_of(&entry.facts, entry.op, 0));
    Ok(Program {
        synchronizes: code.iter().any(|step| step.kind.may_synchronize()),
        code,
        params: params.iter().map(|value| entry.home(value)).collect(),
        globals: functions::globals(module),
        frame: usize::try_from(functions.frame).map_err(|_| too_large())?,
        scratch: usize::try_from(scratch).map_err(|_| too_large())?,
        panels: panel_plan.room,
        order: panel_plan.order,
        constants: constants.finish().ok_or_else(too_large)?,
    })
}

/// A program that does not fit 32-bit offsets.
fn too_large() -> EngineError {
    EngineError::Resource(
        "the tiles of the program need more than 4 GiB at a time; make tiles smaller".into(),
    )
}

impl Function<'_> {
    /// The place of a value; none when it has none.
    fn place_of(&self, value: Value) -> Option<FrameSlot> {
        let offset = self.frame.offset(value)?;
        // The frame was found to be smaller than 4 GiB.
        Some(FrameSlot { base: Base::Frame, offset: offset as u32 })
    }

    /// The slot that holds an operand contiguously.
    fn home(&self, operand: Value) -> FrameSlot {
        match operand_home(&self.facts, &self.plan, operand) {
            Some(value) => self.place_of(value).expect("what is read has a place"),
            None => match self.facts.source(operand).root {
                Root::Constant(place) => place,
                Root::Value(_) | Root::Iota => unreachable!("such tiles are copied where they are needed"),
            },
        }
    }
}

/// Writes the code of one function.
struct Emitter<'e, 'm> {
    functions: &'e Functions<'m>,
    function: &'e Function<'m>,
    facts: &'e Facts<'m>,
    plan: &'e Plan,
    isa: Isa,
    externs: &'e Externs,
    code: &'e mut Vec<Step>,
    /// Scratch memory that an instruction needs at most.
    scratch: u64,
    most_scratch: &'e mut u64,
    open: Vec<regions::Open>,
    /// Of the entry: what its products keep.
    panel_plan: Option<&'e mut PanelPlan>,
    /// Of a function that is called: the places of its results and of the return address.
    returns: Option<(Box<[FrameSlot]>, FrameSlot)>,
}

impl<'e, 'm> Emitter<'e, 'm> {
    fn new(
        functions: &'e Functions<'m>,
        number: usize,
        isa: Isa,
        externs: &'e Externs,
        code: &'e mut Vec<Step>,
        most_scratch: &'e mut u64,
    ) -> Emitter<'e, 'm> {
        let function = &functions.all[number];
        Emitter {
            functions,
            function,
            facts: &function.facts,
            plan: &function.plan,
            isa,
            externs,
            code,
            scratch: *most_scratch,
            most_scratch,
            open: Vec::new(),
            panel_plan: None,
            returns: function.returns.clone(),
        }
    }

    fn function(&mut self) -> Result<(), EngineError> {
        for item in &self.plan.items {
            match item {
                Item::Op(op) => self.op(*op)?,
                Item::Group { len, nodes } => self.group(*len, nodes)?,
                Item::Enter { op, region } => self.enter(*op, *region)?,
                Item::Leave(op) => self.leave(*op),
            }
        }
        if u32::try_from(self.scratch).is_err() {
            return Err(too_large());
        }
        *self.most_scratch = self.scratch;
        Ok(())
    }

    fn here(&self) -> Pc {
        Pc::try_from(self.code.len()).expect("an entry has fewer than 2^32 operations")
    }

    fn push(&mut self, op: Op, kind: Kind) -> Pc {
        let pc = self.here();
        self.code.push(Step { op, kind });
        pc
    }

    fn place_of(&self, value: Value) -> Option<FrameSlot> {
        self.function.place_of(value)
    }

    fn home(&self, operand: Value) -> FrameSlot {
        self.function.home(operand)
    }
}
