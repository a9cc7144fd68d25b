//! What is known of a group before its code is made: which registers are never computed, which have one element, and
//! which are read or stored in memory.

use rustc_hash::{FxHashMap, FxHashSet};

use super::body::Layout;
use super::{Joined, LANES, operations};
use crate::kernels::elementwise::Elementwise;
use crate::kernels::operation::Operation;
use crate::steps::lanes::{Access, Home, Lanes, Micro, Number, Register, Setup};

/// The group under analysis.
#[derive(Clone, Copy)]
pub(crate) struct Group<'g> {
    pub(crate) lanes: &'g Lanes,
    pub(crate) accesses: &'g [Access],
    pub(crate) strip: usize,
    pub(crate) strips: usize,
}

/// A register that is never computed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    /// The number that stands for it, in every lane.
    Same,
    /// That number, and the number of the lane.
    Counting,
    /// Whether the number of the lane is below that number; or above it.
    Below { negated: bool },
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
    pub(super) pointed: FxHashSet<Register>,
    /// Registers of stores, in the order of the accesses: where all of a tile is one run of memory, it is computed
    /// there.
    pub(super) non_temporal: Vec<Register>,
    /// Strips that can be computed at a time.
    pub(super) span: usize,
}

/// The registers of an operation's operands.
pub(super) fn operands<'s>(work: &Elementwise, srcs: &'s [Register; 3]) -> &'s [Register] {
    &srcs[..work.operation().signature().operands().len()]
}

impl<'g> Planner<'g> {
    pub(super) fn new(group: Group<'g>) -> Planner<'g> {
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
    pub(super) fn is_known(&self, micro: &Micro) -> bool {
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

    pub(super) fn lies_in_tile(&self, register: Register) -> bool {
        self.home(register).step > 0
    }
}
