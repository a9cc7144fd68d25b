//! Which micro-operations of a group become machine code, and what is done between them.
//!
//! The code of a group is cut into blocks of operations that are known, with everything else between them.
//! Micro-operations that point registers somewhere, or fill them from elsewhere, come before their block; stores by
//! copy come after it. Numbers of lanes that only blocks read are never made: their registers' entries in the table are
//! numbers instead of pointers.

use rustc_hash::{FxHashMap, FxHashSet};

use super::assemble::LANES;
use super::body::Layout;
use super::build::{self, Symbol};
use super::operations;
use super::{Joined, Native, Numbers, Stage};
use crate::kernels::elementwise::Elementwise;
use crate::kernels::operation::Operation;
use crate::map::IndexMap;
use crate::steps::lanes::{Access, Home, Lanes, Micro, Number, Register, Setup};

/// The group under analysis.
#[derive(Clone, Copy)]
pub(crate) struct Group<'g> {
    pub(crate) lanes: &'g Lanes,
    pub(crate) accesses: &'g [Access],
    pub(crate) strip: usize,
    pub(crate) strips: usize,
}

/// Micro-operations before, inside of and after a block.
#[derive(Default)]
struct Draft {
    before: Vec<Stage>,
    inside: Vec<u16>,
    behind: Vec<Stage>,
}

/// Facts about a group.
pub(super) struct Planner<'g> {
    pub(super) group: Group<'g>,
    /// Lanes that count in a vector.
    pub(super) lanes: usize,
    /// Registers that are numbers of lanes, or masks computed from them, only for blocks.
    pub(super) symbols: FxHashMap<Register, Symbol>,
    /// Registers that are one element.
    pub(super) splats: FxHashSet<Register>,
    /// Those of them that are read as one.
    pub(super) elements: FxHashSet<Register>,
    /// Registers that are read, by others than blocks, in place in memory.
    pub(super) read_in_memory: FxHashSet<Register>,
    /// Registers that accesses or maps point to memory.
    pointed: FxHashSet<Register>,
    /// Registers of stores, in the order of the accesses: where all of a tile is one run of memory, it is computed
    /// there.
    pub(super) non_temporal: Vec<Register>,
    /// Strips that can be computed at a time.
    span: usize,
}

/// The registers of an operation's operands.
pub(super) fn operands<'s>(work: &Elementwise, srcs: &'s [Register; 3]) -> &'s [Register] {
    &srcs[..work.operation().signature().operands().len()]
}

/// Compiles a group; `None` if no operation of it is supported.
pub(crate) fn compile(group: Group<'_>) -> Option<Native> {
    let mut planner = Planner::new(group);
    let drafts = planner.drafts();
    // A group that only has accesses gains nothing from machine code.
    if drafts.iter().all(|draft| draft.inside.is_empty()) {
        return None;
    }
    let mut stages = Vec::new();
    for Draft { inside, .. } in &drafts {
        let code = match inside.is_empty() {
            true => None,
            false => Some(build::block(&mut planner, inside)?),
        };
        stages.push(code);
    }
    let stages = drafts
        .into_iter()
        .zip(stages)
        .flat_map(|(draft, code)| draft.before.into_iter().chain(code.map(Stage::Code)).chain(draft.behind));
    let stages: Box<[Stage]> = stages.collect();
    let moves = |stage: &Stage| {
        let Stage::Micro(index) = stage else { return false };
        matches!(group.lanes.code[*index as usize], Micro::Load(_) | Micro::Aim(_) | Micro::Store(_))
    };
    let in_place = (0..).zip(&stages).filter(|(_, stage)| !moves(stage)).map(|(index, _)| index).collect();
    let elements = planner.elements.difference(&planner.read_in_memory).copied().collect();
    let symbols = planner.symbols.keys().copied().collect();
    Some(Native {
        stages,
        in_place,
        span: planner.span,
        elements,
        symbols,
        non_temporal: planner.non_temporal,
    })
}

impl<'g> Planner<'g> {
    fn new(group: Group<'g>) -> Planner<'g> {
        let mut planner = Planner {
            group,
            lanes: group.strip.min(LANES),
            symbols: FxHashMap::default(),
            splats: FxHashSet::default(),
            elements: FxHashSet::default(),
            read_in_memory: FxHashSet::default(),
            pointed: FxHashSet::default(),
            non_temporal: Vec::new(),
            span: group.strips,
        };
        planner.non_temporal = planner.non_temporal();
        planner.read_in_memory =
            group.lanes.code.iter().flat_map(|micro| planner.foreign_reads(micro)).collect();
        planner.pointed = group.lanes.code.iter().filter_map(|micro| planner.pointed_by(micro)).collect();
        planner.find_symbols();
        planner
    }

    /// Whether blocks may compute a micro-operation.
    fn is_known(&self, micro: &Micro) -> bool {
        match micro {
            Micro::Run { work, .. } => self.is_known_operation(work.operation()),
            Micro::Fold(fold) => {
                self.lanes == LANES && Joined::of(fold.operation, fold.identity_bits).is_some()
            }
            Micro::Point(_)
            | Micro::Gather(_)
            | Micro::Number(_)
            | Micro::Below(_)
            | Micro::Load(_)
            | Micro::Aim(_)
            | Micro::Store(_)
            | Micro::Pointers(_) => false,
        }
    }

    fn is_known_operation(&self, operation: Operation) -> bool {
        let fits = |scalar| {
            let layout = operations::layout(scalar);
            layout.is_some_and(|layout| layout == Layout::Words || self.lanes == LANES)
        };
        let signature = operation.signature();
        operations::is_known(operation)
            && signature.operands().iter().all(|&scalar| fits(scalar))
            && fits(signature.result)
    }

    /// The operands of a micro-operation that is not part of a block.
    fn foreign_reads(&self, micro: &Micro) -> Vec<Register> {
        match micro {
            _ if self.is_known(micro) => Vec::new(),
            Micro::Run { work, srcs, .. } => operands(work, srcs).to_vec(),
            Micro::Store(index) => vec![self.group.accesses[*index as usize].register],
            Micro::Fold(fold) => vec![fold.lanes],
            Micro::Pointers(access) => {
                let optional = [access.mask, access.padding].into_iter().flatten();
                [access.pointers, access.lanes].into_iter().chain(optional).collect()
            }
            Micro::Point(_)
            | Micro::Gather(_)
            | Micro::Number(_)
            | Micro::Below(_)
            | Micro::Load(_)
            | Micro::Aim(_) => Vec::new(),
        }
    }

    /// Registers that an access stores and a block computes, in words or halves of them.
    fn non_temporal(&self) -> Vec<Register> {
        let computed = |register: Register| {
            self.group.lanes.code.iter().any(|micro| match micro {
                Micro::Run { work, dst, .. } => {
                    let layout = operations::layout(work.operation().signature().result);
                    *dst == register && self.is_known(micro) && layout.is_some_and(|it| it != Layout::Bytes)
                }
                _ => false,
            })
        };
        let stores = self.group.accesses.iter().filter(|access| access.write && access.may_point);
        let registers = stores.map(|access| access.register);
        registers.filter(|&register| self.lanes == LANES && computed(register)).collect()
    }

    fn pointed_by(&self, micro: &Micro) -> Option<Register> {
        match micro {
            Micro::Load(index) => Some(self.group.accesses[*index as usize].register),
            Micro::Point(point) => Some(point.dst),
            Micro::Run { .. }
            | Micro::Gather(_)
            | Micro::Number(_)
            | Micro::Below(_)
            | Micro::Aim(_)
            | Micro::Store(_)
            | Micro::Pointers(_)
            | Micro::Fold(_) => None,
        }
    }

    /// Finds registers that need not be computed, and those that have one element.
    fn find_symbols(&mut self) {
        let lanes = self.group.lanes;
        for setup in &lanes.setup {
            match setup {
                Setup::Number(number) => self.add_number(number),
                Setup::Fill { dst, .. } | Setup::Point { dst, .. } => {
                    self.splats.insert(*dst);
                }
                // A repeated row differs from lane to lane.
                Setup::Repeat { .. } => {}
            }
        }
        for micro in &lanes.code {
            match micro {
                Micro::Gather(gather)
                    if gather.pattern.is_splat()
                        && gather.size == 4
                        && !self.read_in_memory.contains(&gather.dst)
                        && !self.lies_in_tile(gather.dst) =>
                {
                    self.splats.insert(gather.dst);
                }
                Micro::Number(number) => self.add_number(number),
                Micro::Below(below)
                    if !self.read_in_memory.contains(&below.dst) && !self.lies_in_tile(below.dst) =>
                {
                    self.symbols.insert(below.dst, Symbol::Below { negated: below.negated });
                }
                _ => {}
            }
        }
    }

    fn add_number(&mut self, number: &Number) {
        let whole = number.size == 4 && number.mask == u64::from(u32::MAX);
        if !whole || self.read_in_memory.contains(&number.dst) || self.lies_in_tile(number.dst) {
            return;
        }
        if number.lanes.is_splat() {
            self.symbols.insert(number.dst, Symbol::Same);
        } else if number.lanes.is_identity() {
            self.symbols.insert(number.dst, Symbol::Counting);
        }
    }

    pub(super) fn home(&self, register: Register) -> Home {
        self.group.lanes.homes[register as usize]
    }

    fn lies_in_tile(&self, register: Register) -> bool {
        self.home(register).step > 0
    }

    /// Cuts the code into blocks.
    fn drafts(&mut self) -> Vec<Draft> {
        let lanes = self.group.lanes;
        let mut drafts = vec![Draft::default()];
        for setup in &lanes.setup {
            if let Setup::Number(number) = setup
                && self.symbols.contains_key(&number.dst)
            {
                let stage = self.number(number);
                drafts[0].before.push(stage);
            }
        }
        for (index, micro) in lanes.code.iter().enumerate() {
            let index = index as u16;
            let store = matches!(micro, Micro::Store(_));
            // A mask that is computed before a block may overwrite memory that the block reads.
            let mask = matches!(micro, Micro::Below(below) if !self.symbols.contains_key(&below.dst));
            let ended = |draft: &Draft| !draft.behind.is_empty() || mask && !draft.inside.is_empty();
            if !store && drafts.last().is_some_and(ended) {
                drafts.push(Draft::default());
            }
            self.place(micro, index, drafts.last_mut().expect("there is one"));
        }
        drafts
    }

    /// Places a micro-operation inside of a block, before or behind it.
    fn place(&mut self, micro: &Micro, index: u16, draft: &mut Draft) {
        match micro {
            _ if self.is_known(micro) => draft.inside.push(index),
            Micro::Load(_) | Micro::Aim(_) => draft.before.push(Stage::Micro(index)),
            Micro::Point(point) => {
                self.limit(&point.strips, self.group.strip);
                draft.before.push(Stage::Micro(index));
            }
            Micro::Number(number) if self.symbols.contains_key(&number.dst) => {
                draft.before.push(self.number(number));
            }
            Micro::Below(below) if self.symbols.contains_key(&below.dst) => {
                self.limit(&below.strips, self.group.strip);
                draft.before.push(Stage::Below(index));
            }
            Micro::Gather(gather) if self.splats.contains(&gather.dst) => {
                self.limit(&gather.strips, 0);
                draft.before.push(Stage::Element(index));
            }
            Micro::Gather(_) | Micro::Number(_) | Micro::Below(_) => {
                self.span = 1;
                draft.before.push(Stage::Micro(index));
            }
            Micro::Store(_) => draft.behind.push(Stage::Micro(index)),
            Micro::Run { .. } | Micro::Pointers(_) | Micro::Fold(_) => {
                self.span = 1;
                draft.behind.push(Stage::Micro(index));
            }
        }
    }

    fn number(&mut self, number: &Number) -> Stage {
        let step = if number.lanes.is_splat() { 0 } else { self.group.strip };
        self.limit(&number.strips, step);
        Stage::Number(Box::new(Numbers { dst: number.dst, strips: number.strips.clone() }))
    }

    /// Lets no more strips be computed at a time than are `step` places apart from one to the next.
    fn limit(&mut self, strips: &IndexMap, step: usize) {
        let mut fitting = 1;
        while fitting < self.span && strips.place(fitting) == step * fitting {
            fitting *= 2;
        }
        self.span = fitting;
    }

    /// Lets no more strips be computed at a time than one line of a reduction has.
    pub(super) fn limit_to(&mut self, strips: usize) {
        self.span = self.span.min(strips);
    }

    /// Notes that a block reads a register from memory.
    pub(super) fn reads(&mut self, register: Register) {
        if !self.pointed.contains(&register) && !self.lies_in_tile(register) {
            self.span = 1;
        }
    }

    /// Notes that a block stores a register to its memory.
    pub(super) fn writes(&mut self, register: Register) {
        let aimed = |access: &Access| access.write && access.may_point && access.register == register;
        if !self.lies_in_tile(register) && !self.group.accesses.iter().any(aimed) {
            self.span = 1;
        }
    }

    /// Whether a register that a block computes is read elsewhere.
    pub(super) fn is_stored(&self, register: Register, inside: &[u16]) -> bool {
        let elsewhere = |(index, micro): (usize, &Micro)| {
            let reads = match micro {
                Micro::Run { work, srcs, .. } => operands(work, srcs).contains(&register),
                Micro::Fold(fold) => fold.lanes == register,
                Micro::Point(_)
                | Micro::Gather(_)
                | Micro::Number(_)
                | Micro::Below(_)
                | Micro::Load(_)
                | Micro::Aim(_)
                | Micro::Store(_)
                | Micro::Pointers(_) => false,
            };
            reads && !inside.contains(&(index as u16))
        };
        self.lies_in_tile(register)
            || self.read_in_memory.contains(&register)
            || self.group.lanes.code.iter().enumerate().any(elsewhere)
    }
}
