//! From the micro-operations of a block to machine code.

use rustc_hash::FxHashMap;

use super::assemble::{Block, Bundle, assemble};
use super::body::{Body, Inst, Kept, Layout, Shared, Source};
use super::facts::{Planner, Symbol, operands};
use super::instructions::Vector;
use super::memory::Executable;
use super::operations::{self, Wanted};
use super::{Code, Joined, LANES, VECTOR};
use crate::kernels::fold::PARTS;
use crate::kernels::operation::Operation;
use crate::steps::lanes::{Fold, Micro, Register};

/// Vectors of an iteration.
const VECTORS: usize = 4;
/// Vectors whose instructions are interleaved: two, so that their values have registers.
const INTERLEAVED: usize = 2;
/// The same where a vector takes [`MANY_INSTRUCTIONS`]: the processor's window then ends before the next vector, so
/// that more interleaving is worth spilled values.
const INTERLEAVED_IF_MANY: usize = 4;
/// Instructions of a vector of which several do not fit the window in which a processor reorders.
const MANY_INSTRUCTIONS: usize = 40;

/// The machine code of a block; `None` if it takes more registers or memory than there are.
pub(super) fn block(planner: &mut Planner<'_>, inside: &[u16]) -> Option<Code> {
    let mut builder = Builder { planner, inside, shared: Shared::default(), streams: Vec::new() };
    let bundles = builder.bundles();
    let Builder { shared, streams, .. } = builder;
    let vectors = planner.vectors(inside);
    let non_temporal: Vec<Register> =
        streams.iter().copied().filter(|stream| planner.non_temporal.contains(stream)).collect();
    let mut block = Block {
        kept: &shared.kept,
        streams: &streams,
        bundles: &bundles,
        vectors,
        lanes: planner.lanes,
        non_temporal: &[],
    };
    // Assembled twice where stores may be non-temporal: the launch decides which one runs, by the size of the buffers.
    let assembled = assemble(&block)?;
    let (mut code, mut entries) = (assembled.code, [assembled.entry; 2]);
    if !non_temporal.is_empty() {
        block.non_temporal = &non_temporal;
        let assembled = assemble(&block)?;
        code.resize(code.len().next_multiple_of(VECTOR), 0);
        entries[1] = code.len() + assembled.entry;
        code.extend_from_slice(&assembled.code);
    }
    let executable = Executable::new(&code)?;
    let folds = inside.iter().copied().filter(|&index| matches!(planner.micro(index), Micro::Fold(_)));
    let iteration = bundles.iter().map(|bundle| bundle.quick.len()).sum();
    Some(Code { executable, entries, folds: folds.collect(), lanes: vectors * LANES, iteration })
}

impl<'g> Planner<'g> {
    fn micro(&self, index: u16) -> &'g Micro {
        &self.group.lanes.code[index as usize]
    }

    /// Vectors of an iteration: sums have a partial result for each.
    fn vectors(&self, inside: &[u16]) -> usize {
        let sums = inside.iter().any(|&index| match self.micro(index) {
            Micro::Fold(fold) => joined(fold) == Joined::Sum,
            _ => false,
        });
        let most = if sums { PARTS / LANES } else { VECTORS };
        most.min((self.group.strip / LANES).max(1))
    }
}

fn joined(fold: &Fold) -> Joined {
    Joined::of(fold.operation, fold.identity_bits).expect("a fold that is known")
}

struct Builder<'b, 'g> {
    planner: &'b mut Planner<'g>,
    inside: &'b [u16],
    shared: Shared,
    streams: Vec<Register>,
}

/// The instructions for one vector.
struct Built {
    pure: Vec<Inst>,
    effects: Vec<Inst>,
}

impl Builder<'_, '_> {
    fn bundles(&mut self) -> Vec<Bundle> {
        let vectors = self.planner.vectors(self.inside);
        let long = self.vector(0, false).pure.len() > MANY_INSTRUCTIONS;
        let side_by_side = if long { INTERLEAVED_IF_MANY } else { INTERLEAVED }.min(vectors);
        let mut bundles = Vec::new();
        for first in (0..vectors).step_by(side_by_side) {
            let numbers = first..first + side_by_side;
            let (quick, checked) = self.code(numbers.clone(), false);
            let careful = checked.then(|| self.code(numbers, true).0);
            bundles.push(Bundle { quick, careful });
        }
        // The numbers of the lanes are incremented at the very end of an iteration: all vectors read them. The careful
        // code does the same, as it replaces the quick one of the last bundle.
        if self.shared.kept.contains(&Kept::Lanes)
            && let Some(last) = bundles.last_mut()
        {
            let step = self.shared.kept(Kept::Constant((vectors * LANES) as u32));
            let kept = self.shared.kept(Kept::Lanes);
            let next = Inst::Join { op: Vector::AddI, kept, src: Source::Kept(step) };
            last.quick.push(next);
            last.careful.iter_mut().for_each(|careful| careful.push(next));
        }
        bundles
    }

    /// The code of some vectors, and whether it checks for unusual lanes.
    fn code(&mut self, vectors: std::ops::Range<usize>, careful: bool) -> (Vec<Inst>, bool) {
        let built: Vec<Built> = vectors.map(|vector| self.vector(vector as u8, careful)).collect();
        let longest = built.iter().map(|built| built.pure.len()).max().unwrap_or(0);
        let (mut code, mut checked) = (Vec::new(), false);
        // The vectors' instructions alternate, so that the processor has independent ones to overlap; their checks
        // become a single branch.
        for position in 0..longest {
            let mut unusual = Vec::new();
            for &inst in built.iter().filter_map(|built| built.pure.get(position)) {
                match inst {
                    Inst::Check { src } => unusual.push(src),
                    _ => code.push(inst),
                }
            }
            checked |= self.check(&unusual, &mut code);
        }
        // After all checks: what cannot be undone must not happen before the careful code takes over.
        code.extend(built.iter().flat_map(|built| &built.effects));
        (code, checked)
    }

    /// Checks several vectors at once; no code if there are none.
    fn check(&mut self, unusual: &[Source], code: &mut Vec<Inst>) -> bool {
        let Some((&first, others)) = unusual.split_first() else { return false };
        let mut src = first;
        for &other in others {
            let dst = self.shared.values;
            self.shared.values += 1;
            code.push(Inst::Compute { op: Vector::Or, dst, srcs: [src, other, other], imm: 0 });
            src = Source::Value(dst);
        }
        code.push(Inst::Check { src });
        true
    }

    fn vector(&mut self, vector: u8, careful: bool) -> Built {
        // Taken out for the time, because both the body and `self` are borrowed below.
        let mut shared = std::mem::take(&mut self.shared);
        let mut body = Body {
            shared: &mut shared,
            pure: Vec::new(),
            effects: Vec::new(),
            careful,
            vector,
            lanes: self.planner.lanes,
        };
        let mut made = FxHashMap::default();
        for &index in self.inside {
            match self.planner.micro(index) {
                Micro::Run { work, dst, srcs } => {
                    self.operation(&mut body, &mut made, work.operation(), *dst, srcs);
                }
                Micro::Fold(fold) => self.fold(&mut body, &mut made, fold),
                _ => unreachable!("blocks are made of operations and folds"),
            }
        }
        let Body { pure, effects, .. } = body;
        self.shared = shared;
        Built { pure, effects }
    }

    fn operation(
        &mut self,
        body: &mut Body<'_>,
        made: &mut FxHashMap<Register, Source>,
        operation: Operation,
        dst: Register,
        srcs: &[Register; 3],
    ) {
        let signature = operation.signature();
        let mut operands = [Source::Kept(0); 3];
        for ((operand, &src), &scalar) in operands.iter_mut().zip(srcs).zip(signature.operands()) {
            let layout = operations::layout(scalar).expect("a type that is known");
            *operand = self.source(body, made, src, layout);
        }
        let stored = self.planner.is_stored(dst, self.inside);
        // NaN is only made canonical if it can be observed, since that costs an instruction and a register.
        let canonical = stored || self.shows_nan(dst);
        let result = body.operation(Wanted { operation, canonical }, operands);
        made.insert(dst, result);
        if stored {
            self.planner.writes(dst);
            let layout = operations::layout(signature.result).expect("a type that is known");
            let src = if layout == Layout::Bytes { bytes_of(body, result) } else { result };
            let to = self.stream(dst);
            body.effects.push(Inst::Store { layout, src, to, vector: body.vector });
        }
    }

    /// Whether an operation of the block shows which NaN a register holds.
    fn shows_nan(&self, register: Register) -> bool {
        self.inside.iter().any(|&index| match self.planner.micro(index) {
            Micro::Run { work, srcs, .. } => {
                operands(work, srcs).contains(&register) && !operations::takes_any_nan(work.operation())
            }
            _ => false,
        })
    }

    fn stream(&mut self, register: Register) -> Register {
        if !self.streams.contains(&register) {
            self.streams.push(register);
        }
        register
    }

    /// The value of a register.
    fn source(
        &mut self,
        body: &mut Body<'_>,
        made: &mut FxHashMap<Register, Source>,
        register: Register,
        layout: Layout,
    ) -> Source {
        if let Some(&source) = made.get(&register) {
            return source;
        }
        let source = match self.planner.symbols.get(&register) {
            Some(&symbol) => symbolic(body, register, symbol),
            None if layout == Layout::Words && self.planner.splats.contains(&register) => {
                self.planner.elements.insert(register);
                self.stream(register);
                body.kept(Kept::Element(register))
            }
            None => self.load(body, register, layout),
        };
        made.insert(register, source);
        source
    }

    fn load(&mut self, body: &mut Body<'_>, register: Register, layout: Layout) -> Source {
        self.planner.reads(register);
        let from = self.stream(register);
        let dst = body.value();
        body.pure.push(Inst::Load { layout, dst, from, vector: body.vector });
        if layout != Layout::Bytes {
            return Source::Value(dst);
        }
        let words = body.one(Vector::OfBytes, Source::Value(dst), 0);
        let zero = body.bits(0);
        body.two(Vector::GreaterI, words, zero)
    }

    fn fold(&mut self, body: &mut Body<'_>, made: &mut FxHashMap<Register, Source>, fold: &Fold) {
        self.planner.limit_to(fold.strips);
        let src = self.source(body, made, fold.lanes, Layout::Words);
        let parts = self.stream(fold.parts);
        let number = u16::from(body.vector);
        let mut join = |op, part: u16| {
            let kept = body.shared.kept(Kept::Partial(parts, part * 32));
            body.effects.push(Inst::Join { op, kept, src });
        };
        match joined(fold) {
            Joined::Sum => join(Vector::Add, number),
            Joined::Greatest => {
                join(Vector::Max, number % 2);
                // Of two zeros the processor returns the second one, whatever their signs. This part tells whether
                // there was a +0, whose bits are the least unsigned integer, or below a -0, the least signed one.
                join(Vector::MinU, 2);
            }
            Joined::Least => {
                join(Vector::Min, number % 2);
                join(Vector::MinI, 2);
            }
        }
    }
}

/// A register that is never computed.
fn symbolic(body: &mut Body<'_>, register: Register, symbol: Symbol) -> Source {
    let number = body.kept(Kept::Number(register));
    if let Symbol::Same = symbol {
        return number;
    }
    // The kept vector counts the lanes of the first vector; the others follow at a fixed distance.
    let mut lanes = body.kept(Kept::Lanes);
    if body.vector > 0 {
        let before = body.bits(u32::from(body.vector) * LANES as u32);
        lanes = body.two(Vector::AddI, lanes, before);
    }
    match symbol {
        Symbol::Same => number,
        Symbol::Counting => body.two(Vector::AddI, lanes, number),
        Symbol::Below { negated: false } => body.two(Vector::GreaterI, number, lanes),
        Symbol::Below { negated: true } => body.two(Vector::GreaterI, lanes, number),
    }
}

/// A mask as bytes of 0 and 1.
fn bytes_of(body: &mut Body<'_>, mask: Source) -> Source {
    let ones = body.one(Vector::ShiftRight, mask, 31);
    let halves = body.halves(ones);
    body.two(Vector::PackHalves, halves, halves)
}
