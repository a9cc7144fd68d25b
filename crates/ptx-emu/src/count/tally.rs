//! Events of the machine during counting.
//!
//! An instruction that accesses memory begins, reports the bytes of each lane, and ends; then its request is counted. One that
//! waits begins again later; nothing is counted before it continues. An asynchronous operation is counted at the instruction
//! that issued it.

use std::sync::{Arc, Mutex, PoisonError};

use ptx::module::{Module, Statement};
use rustc_hash::FxHashMap;

use super::banks::{self, Wanted};
use super::facts::{Facts, Product};
use super::{Counted, Moved, Path, sectors};
use crate::check::AccessKind;
use crate::matrix::instruction::{Instruction, Side};
use crate::matrix::tcgen05::{Mma, Source};
use crate::memory::Window;
use crate::place::Place;
use crate::sync::Completion;

/// Counters, if there are any; shared by all that tell them something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(Option<Arc<Mutex<Counting>>>);

impl Tally {
    /// Counts launches of a program, prepared from this module; `code` has the place of each instruction.
    pub(crate) fn new(code: impl Iterator<Item = Place>, module: &Module) -> Tally {
        Tally(Some(Arc::new(Mutex::new(Counting::new(code, module)))))
    }

    /// Reports an event, if counters are enabled.
    pub(crate) fn tell<T>(&self, report: impl FnOnce(&mut Counting) -> T) -> Option<T> {
        let counting = self.0.as_ref()?;
        let mut counting = counting.lock().unwrap_or_else(PoisonError::into_inner);
        Some(report(&mut counting))
    }

    /// Are counters enabled?
    pub(crate) const fn is_on(&self) -> bool {
        self.0.is_some()
    }
}

/// Bytes that a lane touches.
#[derive(Clone, Copy, Debug)]
struct Touch {
    window: Window,
    address: u64,
    size: u64,
    does: AccessKind,
    lane: u32,
}

/// The asynchronous operation that is performed.
#[derive(Clone, Copy, Debug)]
struct Working {
    slot: usize,
    /// Rank of the block that issued it.
    rank: u32,
    completion: Completion,
}

/// The state of the counters.
#[derive(Debug)]
pub(crate) struct Counting {
    /// For each instruction of the code, where it is counted.
    slots: Vec<Option<usize>>,
    of_place: FxHashMap<Place, usize>,
    counted: Vec<Counted>,
    facts: Vec<Facts>,
    /// The index of the current instruction, and the rank of its block.
    current: Option<(usize, u32)>,
    touched: Vec<Touch>,
    working: Option<Working>,
}

impl Counting {
    fn new(code: impl Iterator<Item = Place>, module: &Module) -> Counting {
        let mut counting = Counting {
            slots: Vec::new(),
            of_place: FxHashMap::default(),
            counted: Vec::new(),
            facts: Vec::new(),
            current: None,
            touched: Vec::new(),
            working: None,
        };
        for place in code {
            let body = module.functions.get(place.function).and_then(|function| function.body.as_ref());
            let statement = body.and_then(|body| body.statements.get(place.statement as usize));
            // The program ends each function with a return that the text does not have, which has no counter.
            let slot = match statement {
                Some(Statement::Instruction(instruction)) if !counting.of_place.contains_key(&place) => {
                    let slot = counting.counted.len();
                    counting.of_place.insert(place, slot);
                    counting.counted.push(Counted::new(place, instruction));
                    counting.facts.push(Facts::of(instruction));
                    Some(slot)
                }
                Some(_) | None => None,
            };
            counting.slots.push(slot);
        }
        counting
    }

    /// All that was counted.
    pub(crate) fn counted(&mut self) -> Vec<Counted> {
        std::mem::take(&mut self.counted)
    }

    /// A warp executes an instruction with these lanes.
    pub(crate) fn issued(&mut self, pc: u32, lanes: u32) {
        let Some(slot) = self.slots[pc as usize] else { return };
        let counted = &mut self.counted[slot];
        counted.issued += 1;
        if lanes == 0 {
            // An instruction whose guard is false in all lanes is issued, but does no work.
            counted.off += 1;
            return;
        }
        counted.threads += u64::from(lanes.count_ones());
        let facts = self.facts[slot];
        if let Some((product, operations)) = facts.product {
            counted.multiplied(product, operations);
        }
        if let Some((path, moved)) = facts.moved {
            counted.moves(path, moved);
        }
    }

    /// A warp has to wait at an instruction.
    pub(crate) fn waits(&mut self, place: Place) {
        if let Some(&slot) = self.of_place.get(&place) {
            self.counted[slot].waits += 1;
        }
    }

    /// A warp of a block of a rank is about to execute an instruction that may touch memory.
    pub(crate) fn begin(&mut self, place: Place, rank: u32) {
        self.current = self.of_place.get(&place).map(|&slot| (slot, rank));
        self.touched.clear();
    }

    /// A lane touches memory.
    pub(crate) fn touches(&mut self, window: Window, address: u64, size: u64, does: AccessKind, lane: u32) {
        self.touched.push(Touch { window, address, size, does, lane });
    }

    /// The instruction is executed.
    pub(crate) fn end(&mut self) {
        let Some((slot, rank)) = self.current else { return };
        let counted = &mut self.counted[slot];
        let (mut wanted, mut runs) = (Vec::new(), Vec::new());
        for &Touch { window, address, size, does, lane } in &self.touched {
            let path = match window {
                Window::Global => Path::Global,
                // Shared memory of another block is reached over the network of the cluster, not through this block's
                // banks.
                Window::Shared if (address >> 24) as u32 != rank => Path::Cluster,
                Window::Shared => Path::Shared,
                Window::Local => Path::Local,
                Window::Param | Window::Const => Path::Constant,
            };
            match path {
                Path::Global => runs.push((address, size)),
                Path::Shared => {
                    wanted.push(Wanted { lane, address, size, alone: does == AccessKind::Change })
                }
                Path::Cluster
                | Path::BulkGlobal
                | Path::BulkShared
                | Path::Operands
                | Path::Tensor
                | Path::Local
                | Path::Constant => {}
            }
            counted.moves(path, Moved::of(does, size));
        }
        if !runs.is_empty() {
            let (reached, least) = sectors::sectors(&mut runs);
            counted.global.requests += 1;
            counted.global.sectors += reached;
            counted.global.least += least;
        }
        // Counted for all lanes together, because conflicts are between lanes of one request.
        if !wanted.is_empty() && !self.facts[slot].divided {
            let (served, least) = banks::wavefronts(&wanted);
            counted.shared.requests += 1;
            counted.shared.wavefronts += served;
            counted.shared.least += least;
        }
        self.touched.clear();
    }

    /// An asynchronous operation, issued at a place by a thread of the block of a rank, is executing now; `None`: it has ended.
    pub(crate) fn works(&mut self, issued: Option<(Place, u32, Completion)>) {
        self.working = issued.and_then(|(place, rank, completion)| {
            let slot = *self.of_place.get(&place)?;
            Some(Working { slot, rank, completion })
        });
    }

    /// An asynchronous operation touches memory.
    pub(crate) fn asynchronous(&mut self, window: Window, address: u64, size: u64, does: AccessKind) {
        let (slot, path) = match (self.working, self.current) {
            // Its lanes have reported it.
            (Some(Working { completion: Completion::Copy, .. }), _) | (None, None) => return,
            (Some(Working { slot, rank, .. }), _) => {
                let near = (address >> 24) as u32 == rank;
                let path = match window {
                    Window::Global => Path::BulkGlobal,
                    _ if self.facts[slot].remote && near => Path::Shared,
                    _ if self.facts[slot].remote => Path::Cluster,
                    _ => Path::BulkShared,
                };
                (slot, path)
            }
            (None, Some((slot, _))) if window == Window::Global => (slot, Path::Global),
            (None, Some((slot, _))) => (slot, Path::Shared),
        };
        self.counted[slot].moves(path, Moved::of(does, size));
    }

    /// An asynchronous operation multiplies matrices, some of which are in tensor memory.
    pub(crate) fn multiplies(&mut self, mma: &Mma) {
        let Some(Working { slot, .. }) = self.working else { return };
        let counted = &mut self.counted[slot];
        let Instruction { form, m, n, k, a, b, .. } = mma.instruction;
        let [m, n, k] = [m, n, k].map(u64::from);
        // Accumulators are words; operands are stored densely, or with one element in a byte.
        let sums = 4 * m * n;
        let bytes = |lines: u64, side: Side| lines * k * u64::from(form.packing(side.element).pitch) / 8;
        let mut tensor = Moved { read: if mma.accumulates { sums } else { 0 }, written: sums };
        let mut operands = Moved { read: bytes(n, b), written: 0 };
        match mma.a {
            Source::Shared(_) => operands.read += bytes(m, a),
            Source::Tensor(_) => tensor.read += bytes(m, a),
        }
        counted.multiplied(Product::of_kind(form.kind), 2 * m * n * k);
        counted.moves(Path::Tensor, tensor);
        counted.moves(Path::Operands, operands);
    }
}
