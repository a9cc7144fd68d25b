//! Undefined bits of a result, from those of the operands of one lane or of all lanes.
//!
//! The rules are exact for moves and bitwise functions. For sums and products, every bit above an undefined one counts as
//! undefined, as in Valgrind's Memcheck; for all other instructions, all bits do.

use super::rule::Rule;

/// An operand of each lane: its bits, as far as they are known, and which of them are undefined.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) value: Option<[u128; 32]>,
    pub(super) undefined: [u128; 32],
}

/// An operand of one lane.
#[derive(Clone, Copy)]
struct One {
    value: Option<u128>,
    undefined: u128,
}

impl Operand {
    fn lane(&self, lane: usize) -> One {
        One { value: self.value.map(|values| values[lane]), undefined: self.undefined[lane] }
    }

    /// Its undefined bits in lanes of a mask, all together.
    fn any(&self, lanes: u32) -> u128 {
        (0..32).filter(|lane| lanes >> lane & 1 == 1).fold(0, |any, lane| any | self.undefined[lane])
    }
}

const fn all_if(any: bool) -> u128 {
    if any { u128::MAX } else { 0 }
}

const fn ones(count: u32) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
}

/// The undefined bits of a result, by its number, in each of the lanes that execute.
pub(super) fn result(rule: &Rule, operands: &[Operand], lanes: u32, number: usize) -> [u128; 32] {
    if rule.crosses_lanes() {
        return across(rule, operands, lanes);
    }
    if let Rule::Moves { kernel, steering } = rule {
        return moved(kernel, operands, *steering);
    }
    std::array::from_fn(|lane| {
        if lanes >> lane & 1 == 0 {
            return 0;
        }
        let ones: Vec<One> = operands.iter().map(|operand| operand.lane(lane)).collect();
        in_lane(rule, &ones, number)
    })
}

/// The undefined bits of the result of a number in one lane.
fn in_lane(rule: &Rule, operands: &[One], number: usize) -> u128 {
    let undefined = |at: usize| operands.get(at).map_or(0, |operand| operand.undefined);
    let together = operands.iter().fold(0, |all, operand| all | operand.undefined);
    match *rule {
        Rule::Each => undefined(number),
        Rule::Pack { bits } => {
            let place = |(at, operand): (u32, &One)| (operand.undefined & ones(bits)) << (bits * at).min(127);
            (0..).zip(operands).map(place).fold(0, |all, part| all | part)
        }
        Rule::Unpack { bits } => undefined(0) >> (bits * number as u32).min(127) & ones(bits),
        // The result is followed by a predicate, which depends on the whole result and on another predicate.
        Rule::Table(_) if number > 0 => all_if(together != 0),
        Rule::Table(table) => of_table(table, operands),
        Rule::Select => select(operands),
        Rule::Below if together == 0 => 0,
        Rule::Below => u128::MAX << together.trailing_zeros(),
        Rule::Parts { bits } => elements(together, bits, bits),
        Rule::Elements { from, to } => elements(together, from, to),
        Rule::Join { bits } => {
            let last = operands.len().saturating_sub(1);
            let place = |(at, operand): (usize, &One)| {
                (all_if(operand.undefined != 0) & ones(bits)) << (bits * (last - at) as u32).min(127)
            };
            operands.iter().enumerate().map(place).fold(0, |all, part| all | part)
        }
        Rule::Equal => all_if(together != 0 && !differs(operands, together)),
        Rule::Any => all_if(together != 0),
        Rule::Moves { .. } | Rule::Shuffle(_) | Rule::Ballot | Rule::Lanes => all_if(together != 0),
    }
}

/// Elements of `to` bits, each undefined where any bit of the element of its number is, which has `from` bits.
fn elements(undefined: u128, from: u32, to: u32) -> u128 {
    let is_undefined = |at: &u32| undefined >> (from * at) & ones(from) != 0;
    (0..128 / from.max(to)).filter(is_undefined).fold(0, |all, at| all | ones(to) << (to * at))
}

/// Do two operands differ in a bit that is defined in both?
fn differs(operands: &[One], together: u128) -> bool {
    match operands {
        [One { value: Some(a), .. }, One { value: Some(b), .. }] => (a ^ b) & !together != 0,
        _ => false,
    }
}

/// Bit by bit: undefined is what may be both 0 and 1.
fn of_table(table: u8, operands: &[One]) -> u128 {
    // Bits that may be 0, and bits that may be 1.
    let may = |at: usize| match operands.get(at) {
        None => [u128::MAX, 0],
        Some(One { value: None, .. }) => [u128::MAX; 2],
        Some(One { value: Some(value), undefined }) => [!value | undefined, value | undefined],
    };
    let [a, b, c] = [may(0), may(1), may(2)];
    let mut results = [0; 2];
    for row in 0..8 {
        let reached = a[row >> 2] & b[row >> 1 & 1] & c[row & 1];
        results[usize::from(table >> row & 1)] |= reached;
    }
    let depends = operands.iter().take(3).fold(0, |all, operand| all | operand.undefined);
    results[0] & results[1] & depends
}

fn select(operands: &[One]) -> u128 {
    let [a, b, by] = operands else { return all_if(operands.iter().any(|one| one.undefined != 0)) };
    match by.value {
        Some(value) if by.undefined == 0 => {
            if value & 1 == 1 {
                a.undefined
            } else {
                b.undefined
            }
        }
        _ => {
            // An undefined choice between two equal bits is defined: compilers select between values that are often the
            // same.
            let same = match (a.value, b.value) {
                (Some(a), Some(b)) => !(a ^ b),
                _ => 0,
            };
            a.undefined | b.undefined | !same
        }
    }
}

/// Moves the undefined bits as the kernel moves bits.
fn moved(kernel: &crate::arithmetic::Kernel, operands: &[Operand], steering: u8) -> [u128; 32] {
    let mut rows = [[0_u64; 32]; 5];
    // A shift by an undefined amount, or a permutation by an undefined selector, may put any bit anywhere.
    let mut lost = [false; 32];
    for (at, (row, operand)) in rows.iter_mut().zip(operands).enumerate() {
        if steering >> at & 1 == 0 {
            *row = operand.undefined.map(|bits| bits as u64);
            continue;
        }
        for lane in 0..32 {
            lost[lane] |= operand.value.is_none() || operand.undefined[lane] != 0;
            row[lane] = operand.value.map_or(0, |values| values[lane] as u64);
        }
    }
    // The undefined bits are moved by the instruction's own kernel, so no second description of it exists.
    let moved = kernel.run(&rows);
    std::array::from_fn(|lane| {
        let any = operands.iter().any(|operand| operand.undefined[lane] != 0);
        if lost[lane] { all_if(any) } else { u128::from(moved[lane]) }
    })
}

/// The exchange between lanes that execute together.
fn across(rule: &Rule, operands: &[Operand], lanes: u32) -> [u128; 32] {
    let Some(first) = operands.first() else { return [0; 32] };
    let is_undefined = |lane: usize| lanes >> lane & 1 == 1 && first.undefined[lane] != 0;
    match rule {
        Rule::Shuffle(from) => std::array::from_fn(|lane| {
            let steering = [1, 2].map(|at| operands.get(at).map(|operand| operand.lane(lane)));
            let [Some(b), Some(c)] = steering else { return 0 };
            let (Some(by), Some(within)) = (b.value, c.value) else { return 0 };
            if b.undefined | c.undefined != 0 {
                return u128::MAX;
            }
            let source = from(lane as u32, by as u32, within as u32).unwrap_or(lane as u32) as usize % 32;
            // Lanes that execute elsewhere are taken to have something defined.
            if lanes >> source & 1 == 1 { first.undefined[source] } else { 0 }
        }),
        Rule::Ballot => {
            let bits = (0..32).filter(|&lane| is_undefined(lane)).fold(0, |all, lane| all | 1 << lane);
            [bits; 32]
        }
        _ => [all_if(operands.iter().any(|operand| operand.any(lanes) != 0)); 32],
    }
}
