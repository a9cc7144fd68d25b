//! Coalescing of register copies: both sides of a copy become one register where possible.
//!
//! Instructions are selected as if each value had its own register: carried values are copied on entry to a loop and on its
//! back edge, and sums are copied to the registers of the tensor core. This pass merges the two registers of a copy if their
//! live ranges do not overlap (Chaitin's aggressive coalescing; `ptxas` assigns hardware registers later, so nothing is lost).
//! Copies in inner loops come first. Between the fence and the wait of `wgmma` this is not just an optimisation: a copy of a
//! sum in flight is undefined, and [`Coalesced::drops`] tells the caller which copies remain.
//!
//! Invariants: only copies without a guard, between registers of one type, are removed; each register keeps its value wherever
//! it is read; the same input gives the same result.

mod blocks;
mod in_flight;
mod live;

use cranelift_entity::EntityRef;
use ptx::Opcode;
use ptx::module::{Body, Instruction, Operand, Reg, Statement};
use rustc_hash::FxHashMap;

use live::Ranges;

/// The result of coalescing.
pub(crate) struct Coalesced {
    /// The register in place of each.
    register: Vec<Reg>,
    /// Whether a statement is removed.
    drops: Vec<bool>,
}

impl Coalesced {
    /// Whether the statement with a number is removed.
    pub(crate) fn drops(&self, statement: usize) -> bool {
        self.drops.get(statement).copied().unwrap_or(false)
    }

    /// The register in place of another.
    pub(crate) fn register(&self, register: Reg) -> Reg {
        self.register[register.index()]
    }
}

/// A copy from one register to another.
struct Copy {
    statement: usize,
    to: Reg,
    from: Reg,
    /// Loops around it.
    depth: u32,
}

/// Finds the copies that can go away.
pub(crate) fn coalesce(body: &Body) -> Coalesced {
    let mut copies = copies(body);
    let mut drops = vec![false; body.statements.len()];
    let mut classes = Classes::new(body.register_count());
    if !copies.is_empty() {
        let mut ranges = Ranges::of(body, copies.iter().flat_map(|copy| [copy.to, copy.from]));
        copies.sort_by_key(|copy| (std::cmp::Reverse(copy.depth), copy.statement));
        for copy in &copies {
            let (to, from) = (classes.find(copy.to), classes.find(copy.from));
            if to == from || ranges.join(to, from) {
                classes.join(to, from);
                drops[copy.statement] = true;
            }
        }
        // Two sides may have become one by other copies.
        for copy in &copies {
            drops[copy.statement] |= classes.find(copy.to) == classes.find(copy.from);
        }
    }
    let register = (0..body.register_count()).map(|index| classes.find(Reg::new(index))).collect();
    Coalesced { register, drops }
}

fn copies(body: &Body) -> Vec<Copy> {
    let depths = depths(body);
    let all = body.statements.iter().enumerate();
    all.filter_map(|(statement, written)| {
        let Statement::Instruction(instruction) = written else { return None };
        let (to, from) = copied(instruction)?;
        let same = body.register_type(to) == body.register_type(from);
        same.then_some(Copy { statement, to, from, depth: depths[statement] })
    })
    .collect()
}

/// The registers of a copy that is always made.
fn copied(instruction: &Instruction) -> Option<(Reg, Reg)> {
    if instruction.guard.is_some() || instruction.opcode() != Opcode::Mov {
        return None;
    }
    match instruction.operands[..] {
        [Operand::Register(to), Operand::Register(from)] => Some((to, from)),
        _ => None,
    }
}

/// How many loops are around each statement: a branch to an earlier label closes one.
fn depths(body: &Body) -> Vec<u32> {
    let mut labels = FxHashMap::default();
    let mut changes = vec![0i32; body.statements.len() + 1];
    for (at, statement) in body.statements.iter().enumerate() {
        match statement {
            Statement::Label(label) => {
                labels.insert(*label, at);
            }
            Statement::Instruction(instruction) => {
                let target = blocks::target(instruction).and_then(|label| labels.get(&label));
                if let Some(&head) = target {
                    changes[head] += 1;
                    changes[at + 1] -= 1;
                }
            }
            _ => {}
        }
    }
    let mut depth = 0;
    let deepen = |change: i32| {
        depth += change;
        depth.max(0) as u32
    };
    changes.into_iter().map(deepen).collect()
}

/// Registers that are one: a forest, each tree named by its root.
struct Classes {
    parent: Vec<Reg>,
}

impl Classes {
    fn new(count: usize) -> Classes {
        Classes { parent: (0..count).map(Reg::new).collect() }
    }

    fn find(&mut self, register: Reg) -> Reg {
        let mut root = register;
        while self.parent[root.index()] != root {
            root = self.parent[root.index()];
        }
        let mut at = register;
        while at != root {
            at = std::mem::replace(&mut self.parent[at.index()], root);
        }
        root
    }

    fn join(&mut self, root: Reg, other: Reg) {
        self.parent[other.index()] = root;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The copies that stay in a kernel of these statements, as `to from`.
    fn left(statements: &str) -> Vec<String> {
        let text = format!(
            ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 p) {{\n.reg .b32 %r<9>;\n\
             .reg .f32 %f<9>;\n.reg .b64 %d<3>;\n.reg .pred %p<3>;\n{statements}\nret;\n}}\n"
        );
        let parsed = ptx::parse(&diag::Source::new("k.ptx", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let id = parsed.module.entries().next().expect("a kernel");
        let body = parsed.module.functions[id].body.as_ref().expect("a body");
        let found = coalesce(body);
        let stay = copies(body).into_iter().filter(|copy| !found.drops(copy.statement));
        stay.map(|copy| format!("{} {}", body.register_name(copy.to), body.register_name(copy.from)))
            .collect()
    }

    const NONE: [String; 0] = [];

    #[test]
    fn a_carried_sum_stays_in_its_register() {
        let sum = "mov.b32 %r0, 0;\nmov.b32 %r1, %r0;\nL: add.u32 %r2, %r1, 5;\nmov.b32 %r1, %r2;\n\
                   setp.lt.u32 %p0, %r1, 50;\n@%p0 bra L;\nst.global.u32 [%d0], %r1;";
        assert_eq!(left(sum), NONE);
    }

    #[test]
    fn what_is_still_read_is_copied() {
        // The value before the loop is read after it, and the next one is made while this one is still needed.
        let read_later = "mov.b32 %r1, %r0;\nL: add.u32 %r1, %r1, 5;\nsetp.lt.u32 %p0, %r1, 50;\n@%p0 bra L;\n\
                          st.global.u32 [%d0], %r0;";
        assert_eq!(left(read_later), ["%r1 %r0"]);
        let early = "L: add.u32 %r2, %r1, 5;\nst.global.u32 [%d0], %r1;\nmov.b32 %r1, %r2;\n\
                     setp.lt.u32 %p0, %r1, 50;\n@%p0 bra L;";
        assert_eq!(left(early), ["%r1 %r2"]);
    }

    #[test]
    fn a_swap_keeps_copies() {
        let swap = "L: mov.b32 %r3, %r1;\nmov.b32 %r1, %r2;\nmov.b32 %r2, %r3;\nsetp.lt.u32 %p0, %r1, %r2;\n@%p0 bra L;";
        assert_eq!(left(swap).len(), 3);
    }

    #[test]
    fn a_write_under_a_guard_keeps_what_was_there() {
        let other = "mov.b32 %r1, %r0;\n@%p0 ld.global.u32 %r1, [%d0];\nst.global.u32 [%d0], %r1;";
        assert_eq!(left(other), NONE);
        let both = format!("{other}\nst.global.u32 [%d0], %r0;");
        assert_eq!(left(&both), ["%r1 %r0"]);
    }

    #[test]
    fn a_sum_comes_to_a_loop_in_flight() {
        let product = |sums: &str| {
            format!(
                "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {sums}, %d0, %d1, 1, 1, 1, 0, 0;\n\
                 wgmma.commit_group.sync.aligned;"
            )
        };
        let (first, next) = (product("{%f0, %f1, %f2, %f3}"), product("{%f4, %f5, %f6, %f7}"));
        let copies: Vec<String> = (0..4).map(|at| format!("mov.f32 %f{}, %f{at};", at + 4)).collect();
        let wait = |pending: u32| format!("wgmma.wait_group.sync.aligned {pending};");
        let carried = format!(
            "{first}\n{}\nL: {next}\n{}\nadd.u32 %r0, %r0, 1;\nsetp.lt.u32 %p0, %r0, 9;\n@%p0 bra L;\n{}\n\
             st.global.f32 [%d0], %f4;",
            copies.join("\n"),
            wait(1),
            wait(0)
        );
        assert_eq!(left(&carried), NONE);
    }

    #[test]
    fn registers_of_a_product_are_taken_until_its_wait() {
        let product = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, %d1, 1, 1, 1, 0;\n\
                       wgmma.commit_group.sync.aligned;";
        let wait = "wgmma.wait_group.sync.aligned 0;";
        let next = "add.u32 %r4, %r5, 1;";
        let use_ = "mov.b32 %r0, %r4;\nst.global.u32 [%d0], %r0;";
        assert_eq!(left(&format!("{product}\n{wait}\n{next}\n{use_}")), NONE);
        assert_eq!(left(&format!("{product}\n{next}\n{wait}\n{use_}")), ["%r0 %r4"]);
    }
}
