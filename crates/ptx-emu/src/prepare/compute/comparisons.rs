//! Comparisons, selections, and operations on predicates.

use super::super::Refusal;
use super::{Rows, W0, are, step, unusual};
use crate::arithmetic::{Combine, Kernel, PredicateOp, Test, lanes_of1, lanes_of2};
use crate::program::Op;
use crate::registers::{Operands, P, Registers, Row};

/// The lanes for which a test holds, of the lower and the upper halves; its operands begin at the position given.
fn ask(test: &Test, r: &Registers, o: &Operands, first: usize) -> (u32, u32) {
    let (a, b) = (first, first + 1);
    let one = match test {
        Test::W(test) => lanes_of1(test, r.w(o.w(a))),
        Test::WW(test) => lanes_of2(test, r.w(o.w(a)), r.w(o.w(b))),
        Test::D(test) => lanes_of1(test, r.d(o.d(a))),
        Test::DD(test) => lanes_of2(test, r.d(o.d(a)), r.d(o.d(b))),
        Test::Pair(low, high) => {
            let (a, b) = (r.w(o.w(a)), r.w(o.w(b)));
            return (lanes_of2(low, a, b), lanes_of2(high, a, b));
        }
    };
    (one, one)
}

/// The kinds of a test's operands, and the predicate that it is combined with.
fn kinds_of(test: &Test, combine: Combine) -> String {
    let operands = match test {
        Test::W(_) => "W",
        Test::WW(_) | Test::Pair(..) => "WW",
        Test::D(_) => "D",
        Test::DD(_) => "DD",
    };
    let with = if combine == Combine::Alone { "" } else { "P" };
    format!("{operands}{with}")
}

pub(super) fn compare(test: Test, combine: Combine, rows: &Rows) -> Result<Op, Refusal> {
    let pair = matches!(test, Test::Pair(..));
    let second = rows.second.is_some();
    let kinds = format!("P{}{}", if second { "P" } else { "" }, kinds_of(&test, combine));
    let all = rows.all();
    if !are(&all, &kinds) {
        return Err(unusual());
    }
    let first = 1 + usize::from(second);
    let with = all.len() - 1;
    Ok(step(&all, move |r, o, mask| {
        let (low, high) = ask(&test, r, o, first);
        let c = if combine == Combine::Alone { 0 } else { r.p(o.p(with)) };
        r.set_p(o.p(0), mask, combine.apply(low, c));
        if second {
            // Of one comparison the second is the negation; of two it is that of the upper halves.
            r.set_p(o.p(1), mask, combine.apply(if pair { high } else { !low }, c));
        }
    }))
}

pub(super) fn set(test: Test, combine: Combine, yes: u64, rows: &Rows) -> Result<Op, Refusal> {
    let all = rows.all();
    if !are(&all, &format!("W{}", kinds_of(&test, combine))) {
        return Err(unusual());
    }
    let with = all.len() - 1;
    // The packed forms give each half its own answer: all ones or 1.0 in 16 bits.
    let pair = matches!(test, Test::Pair(..));
    let (lower, upper) = if pair { (yes as u32 & 0xffff, yes as u32 & 0xffff_0000) } else { (yes as u32, 0) };
    Ok(step(&all, move |r, o, mask| {
        let (low, high) = ask(&test, r, o, 1);
        let c = if combine == Combine::Alone { 0 } else { r.p(o.p(with)) };
        let (low, high) = (combine.apply(low, c), combine.apply(high, c));
        let chosen = |mask: u32, lane: usize, value: u32| 0u32.wrapping_sub(mask >> lane & 1) & value;
        let d = std::array::from_fn(|lane| chosen(low, lane, lower) | chosen(high, lane, upper));
        r.set_w(o.w(0), mask, &d);
    }))
}

/// `selp`.
pub(super) fn choose(rows: &Rows) -> Result<Op, Refusal> {
    let all = rows.all();
    // Written out for both widths, since `selp` is among the most frequent instructions.
    if are(&all, "WWWP") {
        return Ok(step(&all, |r, o, mask| {
            let (a, b, c) = (r.w(o.w(1)), r.w(o.w(2)), r.p(o.p(3)));
            let d = std::array::from_fn(|lane| if c >> lane & 1 != 0 { a[lane] } else { b[lane] });
            r.set_w(o.w(0), mask, &d);
        }));
    }
    if !are(&all, "DDDP") {
        return Err(unusual());
    }
    Ok(step(&all, |r, o, mask| {
        let (a, b, c) = (r.d(o.d(1)), r.d(o.d(2)), r.p(o.p(3)));
        let d = std::array::from_fn(|lane| if c >> lane & 1 != 0 { a[lane] } else { b[lane] });
        r.set_d(o.d(0), mask, &d);
    }))
}

pub(super) fn predicate(op: PredicateOp, rows: &Rows) -> Op {
    let mut all = rows.all();
    if all.len() == 2 {
        // The second operand is ignored.
        all.push(Row::P(P { row: 0, negated: false }));
    }
    step(&all, move |r, o, mask| {
        let value = op.apply(r.p(o.p(1)), r.p(o.p(2)));
        r.set_p(o.p(0), mask, value);
    })
}

/// `lop3` with a predicate: `d|p`, three words, and a predicate.
pub(super) fn map_test(kernel: Kernel, combine: Combine, rows: &Rows) -> Result<Op, Refusal> {
    let all = rows.all();
    let Kernel::WWW(f) = kernel else { return Err(unusual()) };
    if !are(&all, "WPWWWP") {
        return Err(unusual());
    }
    Ok(step(&all, move |r, o, mask| {
        let mut d = W0;
        f(r.w(o.w(2)), r.w(o.w(3)), r.w(o.w(4)), &mut d);
        let holds = (0..32).fold(0, |holds, lane| holds | u32::from(d[lane] != 0) << lane);
        let c = r.p(o.p(5));
        r.set_w(o.w(0), mask, &d);
        r.set_p(o.p(1), mask, combine.apply(holds, c));
    }))
}
