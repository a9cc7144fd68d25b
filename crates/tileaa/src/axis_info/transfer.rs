//! Transfer functions: axis info of results from that of operands.

use cuda_tile::types::DYNAMIC;
use ir::{Field, Op, Value};
use numerics::Scalar;

use super::{AxisAnalysis, AxisInfo, DIVISOR_OF_ZERO, Run, full, power};
use crate::arith::{ComparisonPredicate, IntegerOverflow, RoundingMode};
use crate::attrs::Assumption;
use crate::ops::fields;
use crate::types::{TileType, Type};
use crate::{Module, Opcode, build};

/// Fewest and most tile blocks along an axis.
const BLOCKS: i64 = (1 << 24) - 1;

/// Most thread blocks of a cluster.
const MOST_CTAS: i64 = 16;

/// An op whose results are analysed.
struct Seen<'f> {
    facts: &'f AxisAnalysis,
    module: &'f Module,
    op: Op,
    /// The type of the result.
    ty: &'f Type,
}

impl Seen<'_> {
    fn operand(&self, index: usize) -> AxisInfo {
        self.facts.get(self.module, self.module.body.operands(self.op)[index])
    }

    fn operand_type(&self, index: usize) -> &Type {
        self.module.ty(self.module.body.operands(self.op)[index])
    }

    fn int(&self, field: Field) -> i64 {
        self.module.int(self.op, field).unwrap_or(0)
    }

    fn unknown(&self) -> AxisInfo {
        AxisInfo::unknown(self.ty)
    }
}

/// Thread blocks of a cluster of the function around an op; the maximum if it is not given.
fn cluster(seen: &Seen<'_>) -> i64 {
    let mut around = seen.module.body.parent_op(seen.op);
    while let Some(op) = around.filter(|&op| seen.module.opcode(op) != Opcode::Func) {
        around = seen.module.body.parent_op(op);
    }
    around.and_then(|func| seen.module.int(func, fields::func::num_ctas)).unwrap_or(MOST_CTAS).max(1)
}

/// The fact of result `index` of an op.
pub(super) fn result(facts: &AxisAnalysis, module: &Module, op: Op, index: usize) -> AxisInfo {
    let value: Value = module.body.result(op, index);
    let seen = Seen { facts, module, op, ty: module.ty(value) };
    #[allow(clippy::wildcard_enum_match_arm, reason = "nothing is known of what the other ops give")]
    match module.opcode(op) {
        Opcode::Constant => constant(&seen),
        Opcode::MakeRange => make_range(&seen),
        Opcode::GetProgramId => AxisInfo { range: (0, BLOCKS - 1), ..seen.unknown() },
        Opcode::GetNumPrograms => AxisInfo { range: (1, BLOCKS), ..seen.unknown() },
        Opcode::GetCtaRank => AxisInfo { range: (0, cluster(&seen) - 1), ..seen.unknown() },
        Opcode::GetGlobal => global(&seen),
        Opcode::Alloca => AxisInfo { divisor: power(seen.int(fields::alloca::alignment)), ..seen.unknown() },
        Opcode::GetSize => size(&seen),
        Opcode::MakeMemref | Opcode::BlockTile => {
            AxisInfo { divisor: seen.operand(0).divisor, ..seen.unknown() }
        }
        Opcode::Assume => assume(&seen),
        Opcode::View => view(&seen),
        Opcode::Broadcast => broadcast(&seen),
        Opcode::Permute => permute(&seen),
        Opcode::AddI => promised(&seen, fields::addi::overflow, sum(&seen, 1)),
        Opcode::SubI => promised(&seen, fields::subi::overflow, sum(&seen, -1)),
        Opcode::MulI => promised(&seen, fields::muli::overflow, product(&seen)),
        Opcode::DivI => quotient(&seen),
        Opcode::RemI => remainder(&seen),
        Opcode::AndI => and(&seen),
        Opcode::OrI | Opcode::XorI => bits(&seen),
        Opcode::ShlI => promised(&seen, fields::shli::overflow, shift_up(&seen)),
        Opcode::ShrI => shift_down(&seen),
        Opcode::MinI | Opcode::MaxI => extreme(&seen),
        Opcode::CmpI => compare(&seen),
        Opcode::Select => select(&seen),
        Opcode::ExtI => extend(&seen),
        Opcode::TruncI => truncate(&seen),
        Opcode::AddPtr => addptr(&seen),
        Opcode::PtrToInt | Opcode::IntToPtr => AxisInfo { range: full(None), ..seen.operand(0) },
        _ => seen.unknown(),
    }
}

/// A fact whose range is the exact result of arithmetic; if it exceeds that of the type, it wraps.
fn ranged(ty: &Type, mut fact: AxisInfo, low: i128, high: i128) -> AxisInfo {
    let whole = full(ty.scalar());
    if low >= whole.0.into() && high <= whole.1.into() {
        fact.range = (low as i64, high as i64);
    } else {
        (fact.range, fact.wraps) = (whole, true);
    }
    fact
}

/// The same where the program promises that signed numbers do not wrap: an element that does is undefined, and may be what
/// the run says.
fn promised(seen: &Seen<'_>, overflow: Field, mut fact: AxisInfo) -> AxisInfo {
    let promise = seen.module.get::<IntegerOverflow>(seen.op, overflow);
    if matches!(promise, IntegerOverflow::NoSignedWrap | IntegerOverflow::NoWrap) {
        let operands = [seen.operand(0), seen.operand(1)];
        fact.wraps = operands.iter().any(|operand| operand.wraps);
    }
    fact
}

fn constant(seen: &Seen<'_>) -> AxisInfo {
    let Some(scalar) = seen.ty.scalar().filter(|scalar| scalar.is_int()) else { return seen.unknown() };
    let signed = |bits: u64| numerics::int::sign_extend(scalar, bits);
    if let Some(bits) = seen.module.number(seen.op, fields::constant::value) {
        return AxisInfo::number(seen.ty, signed(bits));
    }
    let values = seen.module.numbers(seen.op, fields::constant::values).unwrap_or_default();
    let numbers = || values.iter().map(|&bits| signed(bits));
    let (Some(low), Some(high)) = (numbers().min(), numbers().max()) else { return seen.unknown() };
    let divisor = numbers().map(power).min().unwrap_or(1);
    AxisInfo { divisor, range: (low, high), ..seen.unknown() }
}

fn make_range(seen: &Seen<'_>) -> AxisInfo {
    let Some(tile) = seen.ty.tile() else { return seen.unknown() };
    let len = tile.shape[0];
    let mut fact = seen.unknown();
    fact.divisor = DIVISOR_OF_ZERO;
    fact.runs[0] = Run { len, step: 1 };
    ranged(seen.ty, fact, 0, i128::from(len) - 1)
}

fn global(seen: &Seen<'_>) -> AxisInfo {
    let name = seen.module.string(seen.op, fields::get_global::name);
    let mut items = seen.module.body.block_ops(build::items_block(seen.module));
    let found = items.find(|&item| {
        seen.module.opcode(item) == Opcode::Global
            && seen.module.string(item, fields::global::sym_name) == name
    });
    let alignment = found.and_then(|item| seen.module.int(item, fields::global::alignment));
    AxisInfo { divisor: alignment.map_or(1, power), ..seen.unknown() }
}

fn size(seen: &Seen<'_>) -> AxisInfo {
    let dim = seen.int(fields::get_size::dim) as usize;
    match seen.operand_type(0) {
        Type::Memref(memref) if memref.shape[dim] != DYNAMIC => AxisInfo::number(seen.ty, memref.shape[dim]),
        Type::Memref(_) | Type::BlockTile(_) | Type::Tile(_) | Type::Token => seen.unknown(),
    }
}

fn assume(seen: &Seen<'_>) -> AxisInfo {
    let mut fact = seen.operand(0);
    let numbers = seen.module.ints(seen.op, fields::assume::numbers);
    match (seen.module.get::<Assumption>(seen.op, fields::assume::kind), numbers) {
        (Assumption::DivBy, &[divisor]) => {
            fact.divisor = fact.divisor.max(divisor.unsigned_abs().min(DIVISOR_OF_ZERO))
        }
        (Assumption::DivBy, &[divisor, every, along, apart]) if every > 0 => {
            let (len, dim) = (1u32 << every.trailing_zeros().min(24), along as usize);
            if len >= fact.runs[dim].len && i64::from(len) == every {
                fact.runs[dim] = Run { len, step: if len == 1 { 0 } else { apart } };
                fact.divisor = fact.divisor.max(divisor.unsigned_abs().min(DIVISOR_OF_ZERO));
            }
        }
        (Assumption::Bounded, &[low, high]) => {
            fact.range = (fact.range.0.max(low), fact.range.1.min(high));
            if fact.range.0 > fact.range.1 {
                // The assumption cannot hold, so this code is not reached.
                fact.range = (low, high);
            }
        }
        (Assumption::SameElements, counts) => {
            for (run, &count) in fact.runs.iter_mut().zip(counts) {
                let len = if count > 0 { 1u32 << count.trailing_zeros().min(24) } else { 1 };
                if len >= run.len && i64::from(len) == count {
                    *run = Run { len, step: 0 };
                }
            }
        }
        _ => {}
    }
    fact
}

/// Dimensions that are not 1.
fn long(tile: &TileType) -> Vec<usize> {
    (0..tile.shape.len()).filter(|&dim| tile.shape[dim] > 1).collect()
}

fn view(seen: &Seen<'_>) -> AxisInfo {
    let (Some(from), Some(to)) = (seen.operand_type(0).tile(), seen.ty.tile()) else { return seen.unknown() };
    let mut source = seen.operand(0);
    let (old, new) = (long(from), long(to));
    let extents =
        |tile: &TileType, dims: &[usize]| dims.iter().map(|&dim| tile.shape[dim]).collect::<Vec<_>>();
    let mut fact = seen.unknown();
    if extents(from, &old) == extents(to, &new) {
        for (&old, &new) in old.iter().zip(&new) {
            fact.runs[new] = source.runs[old];
        }
    } else if source.runs.iter().zip(&from.shape).all(|(run, &extent)| run.len == extent && run.step == 0) {
        fact = AxisInfo::equal(seen.ty);
    } else {
        (0..source.runs.len()).for_each(|dim| source.shorten(dim, 1));
    }
    AxisInfo { divisor: source.divisor, range: source.range, wraps: source.wraps, ..fact }
}

fn broadcast(seen: &Seen<'_>) -> AxisInfo {
    let mut fact = seen.operand(0);
    let (Some(from), Some(to)) = (seen.operand_type(0).tile(), seen.ty.tile()) else { return seen.unknown() };
    for ((run, &old), &new) in fact.runs.iter_mut().zip(&from.shape).zip(&to.shape) {
        if old == 1 && new > 1 {
            *run = Run { len: new, step: 0 };
        }
    }
    fact
}

fn permute(seen: &Seen<'_>) -> AxisInfo {
    let source = seen.operand(0);
    let order = seen.module.ints(seen.op, fields::permute::permutation);
    AxisInfo { runs: order.iter().map(|&dim| source.runs[dim as usize]).collect(), ..source }
}

/// `a + sign * b`, of numbers or of bytes.
fn added(ty: &Type, a: &AxisInfo, b: &AxisInfo, sign: i64) -> AxisInfo {
    let (mut a, mut b) = a.aligned(b);
    for dim in 0..a.runs.len() {
        if b.runs[dim].step.checked_mul(sign).and_then(|step| a.runs[dim].step.checked_add(step)).is_none() {
            a.shorten(dim, 1);
            b.shorten(dim, 1);
        }
    }
    let runs = a.runs.iter().zip(&b.runs);
    let runs = runs.map(|(a, b)| Run { len: a.len, step: a.step + sign * b.step }).collect();
    let (low, high) = if sign > 0 { b.range } else { (b.range.1, b.range.0) };
    let at = |a: i64, b: i64| i128::from(a) + i128::from(sign) * i128::from(b);
    let fact =
        AxisInfo { divisor: a.divisor.min(b.divisor), runs, range: a.range, wraps: a.wraps || b.wraps };
    ranged(ty, fact, at(a.range.0, low), at(a.range.1, high))
}

fn sum(seen: &Seen<'_>, sign: i64) -> AxisInfo {
    added(seen.ty, &seen.operand(0), &seen.operand(1), sign)
}

/// A fact of numbers that are all multiplied by one number.
fn scaled(ty: &Type, fact: &AxisInfo, by: i64) -> AxisInfo {
    let mut fact = fact.clone();
    for dim in 0..fact.runs.len() {
        match fact.runs[dim].step.checked_mul(by) {
            Some(step) => fact.runs[dim].step = step,
            None => fact.shorten(dim, 1),
        }
    }
    fact.divisor = fact.divisor.saturating_mul(power(by)).min(DIVISOR_OF_ZERO);
    let ends = [fact.range.0, fact.range.1].map(|end| i128::from(end) * i128::from(by));
    ranged(ty, fact, ends[0].min(ends[1]), ends[0].max(ends[1]))
}

fn product(seen: &Seen<'_>) -> AxisInfo {
    multiplied(seen.ty, &seen.operand(0), &seen.operand(1))
}

fn multiplied(ty: &Type, a: &AxisInfo, b: &AxisInfo) -> AxisInfo {
    if let Some(number) = b.constant() {
        return scaled(ty, a, number);
    }
    if let Some(number) = a.constant() {
        return scaled(ty, b, number);
    }
    let (mut a, mut b) = a.aligned(b);
    for dim in 0..a.runs.len() {
        if a.runs[dim].step != 0 || b.runs[dim].step != 0 {
            a.shorten(dim, 1);
            b.shorten(dim, 1);
        }
    }
    let divisor = a.divisor.saturating_mul(b.divisor).min(DIVISOR_OF_ZERO);
    let corners =
        [(a.range.0, b.range.0), (a.range.0, b.range.1), (a.range.1, b.range.0), (a.range.1, b.range.1)];
    let corners = corners.map(|(a, b)| i128::from(a) * i128::from(b));
    let [low, high] = [corners.iter().min(), corners.iter().max()].map(|end| end.copied().unwrap_or(0));
    ranged(ty, AxisInfo { divisor, runs: a.runs, range: a.range, wraps: false }, low, high)
}

/// The divisor, where it is one power of two and the dividend is not negative.
fn divides(seen: &Seen<'_>, by: &AxisInfo) -> Option<i64> {
    let number = by.constant().filter(|&number| number > 0 && power(number) == number.unsigned_abs());
    number.filter(|_| seen.operand(0).range.0 >= 0)
}

fn quotient(seen: &Seen<'_>) -> AxisInfo {
    match divides(seen, &seen.operand(1)) {
        Some(number) => divided(seen, number),
        None => step_free(seen),
    }
}

/// Numbers that are not negative, divided by a power of two. Of quotients that are rounded up only the range is looked at.
fn divided(seen: &Seen<'_>, by: i64) -> AxisInfo {
    let rounds_up = seen.module.opcode(seen.op) == Opcode::DivI
        && seen.module.get::<RoundingMode>(seen.op, fields::divi::rounding) == RoundingMode::PositiveInf;
    if rounds_up {
        let up = |number: i64| (i128::from(number) + i128::from(by - 1)).div_euclid(by.into());
        let (low, high) = seen.operand(0).range;
        return ranged(seen.ty, step_free(seen), up(low), up(high));
    }
    let mut fact = seen.operand(0).settled();
    fact.rise_once();
    let whole = fact.divisor >= by.unsigned_abs();
    let mut divisor = if whole { fact.divisor / by.unsigned_abs() } else { 1 };
    for dim in 0..fact.runs.len() {
        let Run { len, step } = fact.runs[dim];
        if step == 0 {
            continue;
        }
        if step == 1 && whole && i64::from(len) <= by {
            fact.runs[dim].step = 0;
        } else if step == 1 && whole {
            fact.runs[dim] = Run { len: by as u32, step: 0 };
            divisor = 1;
        } else {
            fact.runs[dim] = Run { len: 1, step: 0 };
            divisor = 1;
        }
    }
    AxisInfo { divisor, range: (fact.range.0 / by, fact.range.1 / by), ..fact }
}

/// Equal operands give equal results; nothing else is known.
fn step_free(seen: &Seen<'_>) -> AxisInfo {
    let (mut a, mut b) = seen.operand(0).aligned(&seen.operand(1));
    for dim in 0..a.runs.len() {
        if a.runs[dim].step != 0 || b.runs[dim].step != 0 {
            a.shorten(dim, 1);
            b.shorten(dim, 1);
        }
    }
    AxisInfo { runs: a.runs, ..seen.unknown() }
}

fn remainder(seen: &Seen<'_>) -> AxisInfo {
    match divides(seen, &seen.operand(1)) {
        Some(number) => modulo(seen, &seen.operand(0), number),
        None => step_free(seen),
    }
}

/// The low bits of numbers: modulo a power of two.
fn modulo(seen: &Seen<'_>, source: &AxisInfo, by: i64) -> AxisInfo {
    let mut fact = source.clone();
    fact.rise_once();
    for dim in 0..fact.runs.len() {
        // A run must not cross a multiple of the divisor.
        let fits = |fact: &AxisInfo| {
            let Run { len, step } = fact.runs[dim];
            let extent = i64::from(len).checked_mul(step);
            step == 0
                || extent.is_some_and(|e| {
                    e > 0 && e <= by && power(e) == e.unsigned_abs() && power(e) <= fact.divisor
                })
        };
        while fact.runs[dim].len > 1 && !fits(&fact) {
            let half = fact.runs[dim].len / 2;
            fact.shorten(dim, half);
        }
    }
    let high = if source.range.0 >= 0 { source.range.1.min(by - 1) } else { by - 1 };
    let divisor = if fact.divisor >= by.unsigned_abs() { DIVISOR_OF_ZERO } else { fact.divisor };
    AxisInfo { divisor, range: (0, high.max(0)), wraps: false, ..fact }.within(seen)
}

impl AxisInfo {
    /// The same, without bounds for numbers that the type does not have.
    fn within(mut self, seen: &Seen<'_>) -> AxisInfo {
        let whole = full(seen.ty.scalar());
        if self.range.0 < whole.0 || self.range.1 > whole.1 {
            self.range = whole;
        }
        self
    }
}

fn and(seen: &Seen<'_>) -> AxisInfo {
    let (a, b) = (seen.operand(0), seen.operand(1));
    if let Some(mask) = b
        .constant()
        .filter(|&mask| (0..i64::MAX).contains(&mask) && power(mask + 1) == (mask + 1).unsigned_abs())
    {
        return modulo(seen, &a, mask + 1);
    }
    let fact = bits(seen);
    let high = match (a.range.0 >= 0, b.range.0 >= 0) {
        (true, true) => Some(a.range.1.min(b.range.1)),
        (true, false) => Some(a.range.1),
        (false, true) => Some(b.range.1),
        (false, false) => None,
    };
    let range = high.map_or(fact.range, |high| (0, high));
    AxisInfo { range, ..fact }
}

fn bits(seen: &Seen<'_>) -> AxisInfo {
    let (mut a, mut b) = (seen.operand(0), seen.operand(1));
    let fact = step_free(seen);
    for dim in 0..fact.runs.len() {
        a.shorten(dim, fact.runs[dim].len);
        b.shorten(dim, fact.runs[dim].len);
    }
    AxisInfo { divisor: a.divisor.min(b.divisor), ..fact }
}

fn shift_up(seen: &Seen<'_>) -> AxisInfo {
    match seen.operand(1).constant() {
        Some(shift @ 0..=61) => scaled(seen.ty, &seen.operand(0), 1 << shift),
        Some(_) | None => step_free(seen),
    }
}

fn shift_down(seen: &Seen<'_>) -> AxisInfo {
    match seen.operand(1).constant() {
        Some(shift @ 0..=61) if seen.operand(0).range.0 >= 0 => divided(seen, 1 << shift),
        Some(_) | None => step_free(seen),
    }
}

fn extreme(seen: &Seen<'_>) -> AxisInfo {
    let (a, b) = (seen.operand(0), seen.operand(1));
    let smaller = seen.module.opcode(seen.op) == Opcode::MinI;
    let field = if smaller { fields::mini::signed } else { fields::maxi::signed };
    let fact = bits(seen);
    if !seen.module.flag(seen.op, field) && (a.range.0 < 0 || b.range.0 < 0) {
        return fact;
    }
    let pick = |a: i64, b: i64| if smaller { a.min(b) } else { a.max(b) };
    AxisInfo { range: (pick(a.range.0, b.range.0), pick(a.range.1, b.range.1)), ..fact }
}

/// Groups in which a comparison gives one answer: numbers that rise by 1 from a multiple of the group's length, against a
/// multiple of it. Such a group crosses neither zero nor the largest number, so that it rises read as unsigned numbers, too.
fn compare(seen: &Seen<'_>) -> AxisInfo {
    use ComparisonPredicate::{GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual};
    let predicate = ComparisonPredicate::from_slot(seen.module.attr(seen.op, fields::cmpi::predicate));
    let (a, b) = (seen.operand(0).settled(), seen.operand(1).settled());
    let (rising, bound) = match predicate {
        Some(LessThan | GreaterThanOrEqual) => (a, b),
        Some(GreaterThan | LessThanOrEqual) => (b, a),
        Some(ComparisonPredicate::Equal | ComparisonPredicate::NotEqual) | None => return step_free(seen),
    };
    let mut fact = step_free(seen);
    let bits = seen.operand_type(0).scalar().map_or(1, Scalar::bits);
    let most = 1u64 << (bits - 1).min(63);
    for dim in 0..fact.runs.len() {
        let (up, still) = (rising.runs[dim], bound.runs[dim]);
        if up.step == 1 && still.step == 0 {
            let equal = |other: usize| rising.runs[other].step == 0 && bound.runs[other].step == 0;
            let other_dims = (0..fact.runs.len()).all(|other| other == dim || equal(other));
            let group = u64::from(up.len.min(still.len)).min(rising.divisor).min(bound.divisor).min(most);
            if other_dims && group > 1 {
                fact.runs[dim] = Run { len: group as u32, step: 0 };
            }
        }
    }
    fact
}

fn select(seen: &Seen<'_>) -> AxisInfo {
    let mut fact = seen.operand(1).join(&seen.operand(2));
    let condition = seen.operand(0);
    for dim in 0..fact.runs.len() {
        let len = if condition.runs[dim].step == 0 { condition.runs[dim].len } else { 1 };
        fact.shorten(dim, len);
    }
    fact
}

fn extend(seen: &Seen<'_>) -> AxisInfo {
    let mut fact = seen.operand(0);
    let signed = seen.module.flag(seen.op, fields::exti::signed);
    if !signed && fact.range.0 < 0 {
        let from: Option<Scalar> = seen.operand_type(0).scalar();
        fact.wraps = true;
        fact = fact.settled();
        fact.range = (0, from.map_or(i64::MAX, |scalar| ((1i128 << scalar.bits().min(63)) - 1) as i64));
        return fact;
    }
    fact.settled()
}

fn truncate(seen: &Seen<'_>) -> AxisInfo {
    let fact = seen.operand(0);
    let (low, high) = fact.range;
    ranged(seen.ty, fact, low.into(), high.into())
}

fn addptr(seen: &Seen<'_>) -> AxisInfo {
    let wide = Type::tile_of(
        &seen.ty.tile().map(|tile| tile.shape.clone()).unwrap_or_default(),
        crate::types::Elem::Ptr,
    );
    let distance = scaled(&wide, &seen.operand(1).settled(), seen.int(fields::addptr::bytes));
    let mut fact = added(&wide, &seen.operand(0), &distance, 1);
    (fact.range, fact.wraps) = (full(None), false);
    fact
}
