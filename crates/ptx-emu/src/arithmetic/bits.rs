//! Bit fields, bit counts, permutations of bytes, dot products of bytes, and the video instruction.

use ptx::module::Instruction;
use ptx::{Field, Modifier, Opcode, Type};

use super::{Kernel, d1, first_type, lanes, narrow1, w1, w2, w3};

/// The kernel of an instruction of this file.
pub(super) fn select(instruction: &Instruction) -> Option<Kernel> {
    let of = first_type(instruction)?;
    let wide = of.bits() == 64;
    Some(match instruction.opcode() {
        Opcode::Popc if wide => narrow1(u64::count_ones),
        Opcode::Popc => w1(u32::count_ones),
        Opcode::Clz if wide => narrow1(u64::leading_zeros),
        Opcode::Clz => w1(u32::leading_zeros),
        Opcode::Bfind => find_top(of, instruction.has(Modifier::Shiftamt)),
        Opcode::Fns => w3(nth_set),
        Opcode::Brev if wide => d1(u64::reverse_bits),
        Opcode::Brev => w1(u32::reverse_bits),
        Opcode::Bfe => extract(of),
        Opcode::Bfi => insert(wide),
        Opcode::Szext => extend(of == Type::S32, instruction.modifier(Field::Mode)? == Modifier::Clamp),
        Opcode::Bmsk => mask(instruction.modifier(Field::Mode)? == Modifier::Clamp),
        Opcode::Dp4a | Opcode::Dp2a => dot(instruction),
        Opcode::Prmt => permute(instruction.modifier(Field::Mode)),
        Opcode::Vabsdiff4 => differences(instruction),
        _ => return None,
    })
}

fn find_top(of: Type, shift_amount: bool) -> Kernel {
    let found = move |bits: u64, width: u32| {
        if bits == 0 {
            return !0;
        }
        let top = 63 - bits.leading_zeros();
        if shift_amount { width - 1 - top } else { top }
    };
    match of {
        Type::S32 => w1(move |a| found(u64::from(if (a as i32) < 0 { !a } else { a }), 32)),
        Type::U64 => narrow1(move |a| found(a, 64)),
        Type::S64 => narrow1(move |a| found(if (a as i64) < 0 { !a } else { a }, 64)),
        _ => w1(move |a| found(u64::from(a), 32)),
    }
}

/// The position of the n-th set bit, up from the base (down for a negative n); all ones if there is none.
fn nth_set(mask: u32, base: u32, offset: u32) -> u32 {
    let is_set = |at: i64| mask >> at & 1 != 0;
    let base = i64::from(base);
    let offset = i64::from(offset as i32);
    if base > 31 {
        return !0;
    }
    // An offset of 0 selects the bit at the base itself.
    if offset == 0 {
        return if is_set(base) { base as u32 } else { !0 };
    }
    let mut left = offset.abs();
    let mut at = base;
    while (0..32).contains(&at) {
        left -= i64::from(is_set(at));
        if left == 0 {
            return at as u32;
        }
        at += offset.signum();
    }
    !0
}

/// Ones in the low bits.
#[inline(always)]
fn ones(count: u32) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}

#[inline(always)]
fn field_unsigned(a: u64, at: u32, length: u32) -> u64 {
    if at >= 64 { 0 } else { a >> at & ones(length) }
}

/// A field of a number whose bits above `width` repeat its sign bit: bits beyond the number are its sign.
#[inline(always)]
fn field_signed(a: i64, at: u32, length: u32, width: u32) -> i64 {
    if length == 0 {
        return 0;
    }
    let shifted = a >> at.min(63);
    let kept = length.min(width);
    if at + length > width { shifted } else { shifted << (64 - kept) >> (64 - kept) }
}

fn extract(of: Type) -> Kernel {
    match of {
        Type::U32 => w3(|a, b, c| field_unsigned(u64::from(a), b & 0xff, c & 0xff) as u32),
        Type::S32 => w3(|a, b, c| field_signed(i64::from(a as i32), b & 0xff, c & 0xff, 32) as u32),
        Type::S64 => {
            lanes(|[a, b, c, ..]| field_signed(a as i64, b as u32 & 0xff, c as u32 & 0xff, 64) as u64)
        }
        _ => lanes(|[a, b, c, ..]| field_unsigned(a, b as u32 & 0xff, c as u32 & 0xff)),
    }
}

fn insert(wide: bool) -> Kernel {
    lanes(move |[a, b, at, length, _]| {
        let at = at as u32 & 0xff;
        let mask = if at >= 64 { 0 } else { ones(length as u32 & 0xff) << at };
        let result = b & !mask | (a << (at & 63)) & mask;
        if wide { result } else { result & 0xffff_ffff }
    })
}

fn extend(signed: bool, clamp: bool) -> Kernel {
    w2(move |a, b| {
        let at = b & 31;
        if clamp && b >= 32 {
            return a;
        }
        let above = !0u32 << at;
        let negative = signed && at != 0 && a >> ((at + 31) & 31) & 1 != 0;
        a & !above | if negative { above } else { 0 }
    })
}

fn mask(clamp: bool) -> Kernel {
    w2(move |a, b| {
        if clamp && a >= 32 {
            return 0;
        }
        let from = a & 31;
        let to = from + (b & 31);
        let whole = to >= 32 || (clamp && b >= 32);
        let above = if whole { 0 } else { !0 << to };
        (!0u32 << from) & !above
    })
}

/// Byte `at` of a word, extended.
#[inline(always)]
fn byte(a: u32, at: u32, signed: bool) -> i32 {
    let byte = (a >> (8 * at)) as u8;
    if signed { i32::from(byte as i8) } else { i32::from(byte) }
}

/// Half `at` of a word, extended.
#[inline(always)]
fn half(a: u32, at: u32, signed: bool) -> i32 {
    let half = (a >> (16 * at)) as u16;
    if signed { i32::from(half as i16) } else { i32::from(half) }
}

fn dot(instruction: &Instruction) -> Kernel {
    let signed = |field| instruction.modifier(field) == Some(Modifier::S32);
    let (of_a, of_b) = (signed(Field::Atype), signed(Field::Btype));
    if instruction.opcode() == Opcode::Dp4a {
        return w3(move |a, b, c| {
            let products = (0..4).map(|at| byte(a, at, of_a) * byte(b, at, of_b));
            products.fold(c, |sum, product| sum.wrapping_add(product as u32))
        });
    }
    let first = if instruction.modifier(Field::Half) == Some(Modifier::Hi) { 2 } else { 0 };
    w3(move |a, b, c| {
        let products = (0..2).map(|at| half(a, at, of_a).wrapping_mul(byte(b, first + at, of_b)));
        products.fold(c, |sum, product| sum.wrapping_add(product as u32))
    })
}

/// The selector of four nibbles for a mode of `prmt`, by the low two bits of the control operand.
fn selectors(mode: Modifier) -> Option<[u32; 4]> {
    match mode {
        Modifier::F4e => Some([0x3210, 0x4321, 0x5432, 0x6543]),
        Modifier::B4e => Some([0x5670, 0x6701, 0x7012, 0x0123]),
        Modifier::Rc8 => Some([0x0000, 0x1111, 0x2222, 0x3333]),
        Modifier::Ecl => Some([0x3210, 0x3211, 0x3222, 0x3333]),
        Modifier::Ecr => Some([0x0000, 0x1110, 0x2210, 0x3210]),
        Modifier::Rc16 => Some([0x1010, 0x3232, 0x1010, 0x3232]),
        _ => None,
    }
}

#[inline(always)]
fn pick(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    (0..4).fold(0, |d, at| {
        let nibble = selector >> (4 * at);
        let byte = (bytes >> (8 * (nibble & 7))) as u8;
        let byte = if nibble & 8 != 0 { (byte as i8 >> 7) as u8 } else { byte };
        d | u32::from(byte) << (8 * at)
    })
}

fn permute(mode: Option<Modifier>) -> Kernel {
    match mode.and_then(selectors) {
        Some(table) => w3(move |a, b, c| pick(a, b, table[c as usize & 3])),
        None => w3(pick),
    }
}

/// The differences of four bytes: summed up on the third operand, or each in its byte.
fn differences(instruction: &Instruction) -> Kernel {
    let signed = |field| instruction.modifier(field) == Some(Modifier::S32);
    let (of_a, of_b, of_d) = (signed(Field::Atype), signed(Field::Btype), signed(Field::Dtype));
    let difference = move |a, b, at| (byte(a, at, of_a) - byte(b, at, of_b)).unsigned_abs();
    match instruction.modifier(Field::Mode) {
        Some(Modifier::Add) => {
            w3(move |a, b, c| (0..4).fold(c, |sum: u32, at| sum.wrapping_add(difference(a, b, at))))
        }
        Some(_) => {
            let most = if of_d { 127 } else { 255 };
            w3(move |a, b, _| (0..4).fold(0, |d, at| d | difference(a, b, at).min(most) << (8 * at)))
        }
        None => w3(move |a, b, _| (0..4).fold(0, |d, at| d | (difference(a, b, at) & 0xff) << (8 * at))),
    }
}
