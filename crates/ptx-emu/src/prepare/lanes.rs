//! Collective operations of a warp: `shfl`, `vote`, `match`, `redux`, `elect`, `activemask`.
//!
//! Each executing lane names the participating lanes (its mask), including itself, and waits for those that have not exited.
//! Lanes with different masks form separate groups, like tiles of a warp.

use numerics::{NanRule, Scalar, float};
use ptx::module::Operand;
use ptx::{Field, Modifier, Opcode, Type};

use super::Refusal;
use super::scope::{Scope, as_w};
use crate::arithmetic::{From, shuffle_from};
use crate::codes;
use crate::fault::Fault;
use crate::machine::Context;
use crate::program::{Effectful, Flow, Op};
use crate::registers::{P, Row, Row32, W};

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let opcode = scope.instruction.opcode();
    if opcode == Opcode::Activemask {
        return Ok(Op::Effectful(Box::new(Active { d: scope.w("d", Type::B32)? })));
    }
    let mask = match opcode {
        // The older spellings name no lanes: those that execute it together take part.
        Opcode::Shfl | Opcode::Vote => None,
        _ => Some(scope.w("mask", Type::B32)?),
    };
    let kind = match opcode {
        Opcode::ShflSync | Opcode::Shfl => shuffle(scope)?,
        Opcode::VoteSync | Opcode::Vote => vote(scope)?,
        Opcode::MatchAnySync | Opcode::MatchAllSync => {
            let of = scope.instruction.type_of(Field::Type).unwrap_or(Type::B32);
            let (d, p) = pair(scope)?;
            let operand = scope.wanted("a")?;
            let a = scope.row(&operand, of)?;
            if opcode == Opcode::MatchAnySync { Kind::MatchAny { d, a } } else { Kind::MatchAll { d, p, a } }
        }
        Opcode::ElectSync => {
            let (d, p) = pair(scope)?;
            Kind::Elect { d, p }
        }
        _ => reduction(scope)?,
    };
    Ok(Op::Effectful(Box::new(Exchange { mask, kind })))
}

/// The operand `d`, or `d|p`.
fn pair(scope: &mut Scope<'_>) -> Result<(W, Option<P>), Refusal> {
    match scope.wanted("d")? {
        Operand::Pair(pair) => {
            let d = as_w(scope.row(&pair.0, Type::B32)?)?;
            match scope.row(&pair.1, Type::Pred)? {
                Row::P(p) => Ok((d, Some(p))),
                Row::W(_) | Row::D(_) | Row::Q(_) => Err(Refusal::new("a predicate is wanted after the bar")),
            }
        }
        one => Ok((as_w(scope.row(&one, Type::B32)?)?, None)),
    }
}

fn shuffle(scope: &mut Scope<'_>) -> Result<Kind, Refusal> {
    let (d, p) = pair(scope)?;
    let from = shuffle_from(scope.instruction.modifier(Field::Mode));
    let (a, b, c) = (scope.w("a", Type::B32)?, scope.w("b", Type::U32)?, scope.w("c", Type::U32)?);
    Ok(Kind::Shuffle { d, p, a, b, c, from })
}

fn vote(scope: &mut Scope<'_>) -> Result<Kind, Refusal> {
    let a = scope.p("a")?;
    let decide: fn(u32, u32) -> bool = match scope.instruction.modifier(Field::Mode) {
        None => return Ok(Kind::Ballot { d: scope.w("d", Type::B32)?, a }),
        Some(Modifier::All) => |all, holding| all == holding,
        Some(Modifier::Any) => |_, holding| holding != 0,
        Some(_) => |all, holding| holding == 0 || holding == all,
    };
    Ok(Kind::Vote { d: scope.p("d")?, a, decide })
}

fn reduction(scope: &mut Scope<'_>) -> Result<Kind, Refusal> {
    let (d, a) = (scope.w("d", Type::B32)?, scope.w("a", Type::B32)?);
    Ok(Kind::Reduce { d, a, combine: combine(scope)? })
}

/// The operation of a reduction of words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combine {
    two: fn(u32, u32) -> u32,
    /// Bits that are cleared in each first.
    clear: u32,
    floats: bool,
}

impl Combine {
    /// One of all; 0 of none.
    pub(super) fn all(self, words: impl Iterator<Item = u32>) -> u32 {
        let all = words.map(|word| word & !self.clear).reduce(self.two).unwrap_or_default();
        let nan = self.floats && f32::from_bits(all).is_nan();
        if nan { NAN } else { all }
    }
}

/// The canonical NaN.
const NAN: u32 = 0x7fff_ffff;

pub(super) fn combine(scope: &Scope<'_>) -> Result<Combine, Refusal> {
    let has = |word| scope.instruction.has(word);
    let (nan, absolute) = (has(Modifier::NaN), has(Modifier::Abs));
    let two: fn(u32, u32) -> u32 =
        match (scope.instruction.modifier(Field::Op), has(Modifier::S32), has(Modifier::F32)) {
            (Some(Modifier::Add), ..) => u32::wrapping_add,
            (Some(Modifier::And), ..) => |a, b| a & b,
            (Some(Modifier::Or), ..) => |a, b| a | b,
            (Some(Modifier::Xor), ..) => |a, b| a ^ b,
            (Some(Modifier::Min), false, false) => u32::min,
            (Some(Modifier::Max), false, false) => u32::max,
            (Some(Modifier::Min), true, _) => |a, b| (a as i32).min(b as i32) as u32,
            (Some(Modifier::Max), true, _) => |a, b| (a as i32).max(b as i32) as u32,
            (Some(Modifier::Min), false, true) if nan => min_f32::<true>,
            (Some(Modifier::Min), false, true) => min_f32::<false>,
            (Some(Modifier::Max), false, true) if nan => max_f32::<true>,
            (Some(Modifier::Max), false, true) => max_f32::<false>,
            _ => return Err(Refusal::new("its form is not covered")),
        };
    Ok(Combine { two, clear: if absolute { 1 << 31 } else { 0 }, floats: has(Modifier::F32) })
}

const fn rule(propagate: bool) -> NanRule {
    if propagate { NanRule::Propagate } else { NanRule::Number }
}

fn min_f32<const NAN: bool>(a: u32, b: u32) -> u32 {
    float::min(Scalar::F32, u64::from(a), u64::from(b), rule(NAN), false) as u32
}

fn max_f32<const NAN: bool>(a: u32, b: u32) -> u32 {
    float::max(Scalar::F32, u64::from(a), u64::from(b), rule(NAN), false) as u32
}

/// A collective operation of lanes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Shuffle { d: W, p: Option<P>, a: W, b: W, c: W, from: From },
    Ballot { d: W, a: P },
    Vote { d: P, a: P, decide: fn(u32, u32) -> bool },
    MatchAny { d: W, a: Row },
    MatchAll { d: W, p: Option<P>, a: Row },
    Reduce { d: W, a: W, combine: Combine },
    Elect { d: W, p: Option<P> },
}

/// An instruction with a mask of lanes.
#[derive(Debug)]
struct Exchange {
    mask: Option<W>,
    kind: Kind,
}

impl Effectful for Exchange {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let masks = match self.mask {
            Some(mask) => *cx.registers.w(mask),
            None => [cx.mask; 32],
        };
        if self.mask.is_some() {
            let flow = cx.gather(&masks)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        // All are read before any is written: `d` may be one of the operands.
        let before = match self.kind {
            Kind::Shuffle { a, .. } | Kind::Reduce { a, .. } => *cx.registers.w(a),
            Kind::Ballot { .. } | Kind::Vote { .. } | Kind::Elect { .. } => masks,
            Kind::MatchAny { .. } | Kind::MatchAll { .. } => masks,
        };
        let holding = match self.kind {
            Kind::Ballot { a, .. } | Kind::Vote { a, .. } => cx.registers.p(a),
            Kind::Shuffle { .. } | Kind::MatchAny { .. } | Kind::MatchAll { .. } => 0,
            Kind::Reduce { .. } | Kind::Elect { .. } => 0,
        };
        let mut left = cx.mask;
        while left != 0 {
            let named = masks[left.trailing_zeros() as usize];
            let group = named & left;
            left &= !group;
            self.exchange(cx, named, group, &before, holding)?;
        }
        Ok(Flow::Next)
    }
}

impl Exchange {
    /// Executes it for the lanes of a group, who name the same lanes.
    fn exchange(
        &self,
        cx: &mut Context<'_>,
        named: u32,
        group: u32,
        before: &Row32,
        holding: u32,
    ) -> Result<(), Box<Fault>> {
        let holding = holding & group;
        match self.kind {
            Kind::Shuffle { d, p, b, c, from, .. } => {
                let (b, c) = (*cx.registers.w(b), *cx.registers.w(c));
                let (mut value, mut moved) = (*before, 0);
                for lane in lanes(group) {
                    let at = lane as usize;
                    let Some(from) = from(lane, b[at], c[at]) else { continue };
                    // The ISA leaves the value of a lane that does not take part undefined.
                    if group >> from & 1 == 0 {
                        return Err(cx.at_lane(unnamed(lane, from, named), lane));
                    }
                    value[at] = before[from as usize];
                    moved |= 1 << lane;
                }
                cx.registers.set_w(d, group, &value);
                set_p(cx, p, group, moved);
            }
            Kind::Ballot { d, .. } => cx.registers.set_w(d, group, &[holding; 32]),
            Kind::Vote { d, decide, .. } => {
                // Predicates are masks of all lanes: the same answer in each.
                let value = if decide(group, holding) { u32::MAX } else { 0 };
                cx.registers.set_p(d, group, value);
            }
            Kind::MatchAny { d, a } => {
                let alike: Row32 = std::array::from_fn(|lane| alike(cx, a, group, lane as u32));
                cx.registers.set_w(d, group, &alike);
            }
            Kind::MatchAll { d, p, a } => {
                let all = alike(cx, a, group, group.trailing_zeros()) == group;
                cx.registers.set_w(d, group, &[if all { named } else { 0 }; 32]);
                set_p(cx, p, group, if all { u32::MAX } else { 0 });
            }
            Kind::Reduce { d, combine, .. } => {
                let all = combine.all(lanes(group).map(|lane| before[lane as usize]));
                cx.registers.set_w(d, group, &[all; 32]);
            }
            Kind::Elect { d, p } => {
                let elected = group.trailing_zeros();
                cx.registers.set_w(d, group, &[elected; 32]);
                set_p(cx, p, group, 1 << elected);
            }
        }
        Ok(())
    }
}

fn set_p(cx: &mut Context<'_>, p: Option<P>, lanes: u32, value: u32) {
    if let Some(p) = p {
        cx.registers.set_p(p, lanes, value);
    }
}

/// The lanes of a group with the value that a lane has.
fn alike(cx: &Context<'_>, a: Row, group: u32, lane: u32) -> u32 {
    let value = cx.registers.value(a, lane);
    lanes(group)
        .filter(|&other| cx.registers.value(a, other) == value)
        .fold(0, |mask, other| mask | 1 << other)
}

fn unnamed(lane: u32, from: u32, named: u32) -> Box<Fault> {
    let why = if named >> from & 1 == 0 {
        format!("which its mask {named:#010x} does not name")
    } else {
        "which has ended".to_owned()
    };
    Fault::new(codes::DIVERGED, format!("lane {lane} reads a register of lane {from}, {why}")).note(
        "what it gets is undefined; name the lane in the mask, or let lanes read only those that take part",
    )
}

fn lanes(mask: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |lane| mask >> lane & 1 == 1)
}

/// `activemask`: the lanes that execute it together.
#[derive(Debug)]
struct Active {
    d: W,
}

impl Effectful for Active {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.registers.set_w(self.d, cx.mask, &[cx.mask; 32]);
        Ok(Flow::Next)
    }
}
