//! Numbers, strings, symbols and constants.

use ir::StrId;
use ir::text::namer::push_signed;
use numerics::Scalar;

use super::float::push_float;
use crate::attrs::Dense;
use crate::{Module, Type};

/// Constants with more elements than this print as one string of bytes, unless all are equal.
const MOST_ELEMENTS: usize = 100;

/// Appends a string in quotes. What is not printable ASCII shows as two hexadecimal digits.
pub(super) fn push_string(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' if byte != b'"' => out.push(byte as char),
            _ => {
                out.push('\\');
                push_hex(out, byte);
            }
        }
    }
    out.push('"');
}

fn push_hex(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push(DIGITS[usize::from(byte >> 4)] as char);
    out.push(DIGITS[usize::from(byte & 15)] as char);
}

/// Appends `@name`, in quotes if it is not a plain word.
pub(super) fn push_symbol(out: &mut String, module: &Module, name: StrId) {
    out.push('@');
    push_word(out, module.strings.get(name));
}

/// Appends a word, or a string where it is none.
pub(super) fn push_word(out: &mut String, bytes: &[u8]) {
    match std::str::from_utf8(bytes) {
        Ok(text) if is_word(bytes) => out.push_str(text),
        _ => push_string(out, bytes),
    }
}

/// `[A-Za-z_][A-Za-z0-9_$.]*`
fn is_word(bytes: &[u8]) -> bool {
    let starts = bytes.first().is_some_and(|&first| first.is_ascii_alphabetic() || first == b'_');
    starts && bytes.iter().all(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'))
}

/// The signed reading of an integer.
pub(super) fn signed(ty: Scalar, bits: u64) -> i64 {
    let unused = 64 - ty.bits();
    (bits << unused) as i64 >> unused
}

/// Appends a number: `true` and `false` for i1, integers as signed.
pub(super) fn push_number(out: &mut String, ty: Scalar, bits: u64) {
    if ty == Scalar::I1 {
        out.push_str(if bits & 1 != 0 { "true" } else { "false" });
    } else if ty.is_int() {
        push_signed(out, signed(ty, bits));
    } else {
        push_float(out, ty, bits);
    }
}

/// Appends the elements of a constant: one number, a nested list, or the bytes in hexadecimal.
pub(super) fn push_elements(out: &mut String, module: &Module, dense: &Dense) {
    let size = Dense::elem_size(dense.elem());
    let stored = dense.data().len() / size;
    let shape = shape(module, dense, stored);
    if dense.is_splat() {
        push_number(out, dense.elem(), dense.bits(0));
    } else if stored > MOST_ELEMENTS {
        out.push_str("\"0x");
        dense.data().iter().for_each(|&byte| push_hex(out, byte));
        out.push('"');
    } else {
        push_list(out, dense, &shape);
    }
}

/// The extents of a constant; one dimension of all elements where its type does not fit them.
fn shape(module: &Module, dense: &Dense, stored: usize) -> Vec<usize> {
    let tile = module.types.try_get(dense.ty).and_then(Type::as_tile);
    let shape: Vec<usize> =
        tile.map_or_else(Vec::new, |tile| tile.shape().iter().map(|&d| d as usize).collect());
    if shape.iter().product::<usize>() == stored { shape } else { vec![stored] }
}

/// Appends elements as lists nested like the shape.
fn push_list(out: &mut String, dense: &Dense, shape: &[usize]) {
    let count: usize = shape.iter().product();
    // How many lists open before an element, or close after the one before it: one for each dimension whose
    // stride divides the index.
    let lists = |index: usize| {
        let mut stride = 1;
        shape
            .iter()
            .rev()
            .take_while(|&&extent| {
                stride *= extent;
                index.is_multiple_of(stride)
            })
            .count()
    };
    let brackets = |out: &mut String, which: char, n: usize| out.extend(std::iter::repeat_n(which, n));
    for index in 0..count {
        let opened = lists(index);
        if index > 0 {
            brackets(out, ']', opened);
            out.push_str(", ");
        }
        brackets(out, '[', opened);
        push_number(out, dense.elem(), dense.bits(index));
    }
    brackets(out, ']', shape.len());
}
