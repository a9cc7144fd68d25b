//! Which micro-operations of a group become machine code, and what is done between them.
//!
//! The code of a group is cut into blocks of operations that are known, with everything else between them.
//! Micro-operations that point registers somewhere, or fill them from elsewhere, come before their block; stores by
//! copy come after it. Numbers of lanes that only blocks read are never made: their registers' entries in the table are
//! numbers instead of pointers.

use super::build;
use super::facts::{Group, Planner, operands};
use super::{Native, Numbers, Stage};
use crate::map::IndexMap;
use crate::steps::lanes::{Access, Micro, Number, Register, Setup};

/// Micro-operations before, inside of and after a block.
#[derive(Default)]
struct Draft {
    before: Vec<Stage>,
    inside: Vec<u16>,
    behind: Vec<Stage>,
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

impl Planner<'_> {
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
