//! Spelling of types, constants and names.

use std::fmt::Write as _;

use nvvm::Type;
use nvvm::types::Space;

/// Which LLVM libNVVM reads for a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// LLVM 7: pointers say what they point to.
    Typed,
    /// A recent LLVM: they do not.
    Opaque,
}

impl Dialect {
    /// The one for targets of a number.
    pub(crate) fn of(number: u16) -> Dialect {
        if number >= 100 { Dialect::Opaque } else { Dialect::Typed }
    }

    /// A pointer type in an address space.
    pub(crate) fn pointer(self, to: &str, space: Space) -> String {
        let number = number(space);
        match (self, number) {
            (Dialect::Typed, 0) => format!("{to}*"),
            (Dialect::Typed, _) => format!("{to} addrspace({number})*"),
            (Dialect::Opaque, 0) => "ptr".to_owned(),
            (Dialect::Opaque, _) => format!("ptr addrspace({number})"),
        }
    }

    /// The type of a value.
    pub(crate) fn ty(self, ty: Type) -> String {
        match ty {
            Type::Ptr(space) => self.pointer("i8", space),
            plain => word(plain).to_owned(),
        }
    }
}

/// The name of a type that is not an address; types that LLVM 7 does not have are integers.
fn word(ty: Type) -> &'static str {
    match ty {
        Type::I1 => "i1",
        Type::I16 | Type::BF16 => "i16",
        Type::I32 | Type::F16x2 | Type::BF16x2 => "i32",
        Type::I64 | Type::F32x2 => "i64",
        Type::F16 => "half",
        Type::F32 => "float",
        Type::F64 => "double",
        Type::Ptr(_) => "i8*",
        // Ops on values of several registers are refused, and so no type of them is read.
        Type::Registers(_) | Type::Pending(_) => "void",
    }
}

/// The number of an address space.
pub(crate) fn number(space: Space) -> u32 {
    match space {
        Space::Generic => 0,
        Space::Global => 1,
        Space::Shared => 3,
        Space::Cluster => 7,
        Space::Const => 4,
        Space::Local => 5,
        Space::Param => 101,
    }
}

/// An integer of the given width.
pub(crate) fn integer(bits: u64, width: u32) -> String {
    if width == 1 {
        return (bits & 1 != 0).to_string();
    }
    let unused = 64 - width.clamp(1, 64);
    ((bits << unused) as i64 >> unused).to_string()
}

/// A constant of a type that is not an address.
pub(crate) fn constant(ty: Type, bits: u64) -> String {
    match ty {
        Type::F16 => format!("0xH{:04X}", bits as u16),
        Type::F32 => format!("0x{:016X}", widened(bits as u32)),
        Type::F64 => format!("0x{bits:016X}"),
        Type::I1
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::BF16
        | Type::F16x2
        | Type::BF16x2
        | Type::F32x2
        | Type::Ptr(_)
        | Type::Registers(_)
        | Type::Pending(_) => integer(bits, ty.bits()),
    }
}

/// The bits of an f64 with the value of an f32; of a NaN, with its bits, which no conversion of a host keeps.
fn widened(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if !value.is_nan() {
        return f64::from(value).to_bits();
    }
    let sign = u64::from(bits >> 31) << 63;
    sign | 0x7ff << 52 | u64::from(bits & 0x007f_ffff) << 29
}

/// The name of a global or function.
pub(crate) fn symbol(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    if name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty() {
        format!("@{name}")
    } else {
        format!("@\"{}\"", escaped(name.as_bytes()))
    }
}

/// Bytes between quotation marks.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => write!(text, "\\{byte:02X}").expect("writing to a string succeeds"),
            b' '..=b'~' => text.push(byte.into()),
            _ => write!(text, "\\{byte:02X}").expect("writing to a string succeeds"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_spelled_by_their_bits() {
        assert_eq!(constant(Type::F32, 0x3f80_0000), "0x3FF0000000000000");
        assert_eq!(constant(Type::F32, 0xff80_0001), "0xFFF0000020000000");
        assert_eq!(constant(Type::F16, 0x3c00), "0xH3C00");
        assert_eq!(constant(Type::I16, 0xffff), "-1");
        assert_eq!(constant(Type::I1, 1), "true");
        assert_eq!(constant(Type::I64, 1 << 63), i64::MIN.to_string());
    }

    #[test]
    fn names_and_bytes_are_quoted_where_they_must() {
        assert_eq!(symbol("k_1.a$"), "@k_1.a$");
        assert_eq!(symbol("a b"), "@\"a b\"");
        assert_eq!(escaped(b"a\"\\\n\0"), "a\\22\\5C\\0A\\00");
    }
}
