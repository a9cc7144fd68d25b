//! The instruction descriptor of `tcgen05.mma`: 32 bits that say shape, types and scales.
//!
//! | bits | kinds f16, tf32, f8f6f4, i8 | mxf8f6f4 | mxf4, mxf4nvf4 |
//! |---|---|---|---|
//! | 2..0 | sparse: 0 | 0 | 0 |
//! | 3 | saturate (i8) | 0 | 0 |
//! | 5..4 | D: f16, f32, s32 | first scale of B | first scale of B |
//! | 9..7, 12..10 | types of A and B | same | 1 and 1 |
//! | 13, 14 | negate A, B | same | same |
//! | 15, 16 | A, B with MN inside | same | 0 |
//! | 22..17 | N / 8 | same | same |
//! | 23 | 0 | 1: scales are ue8m0 | 0: ue4m3 |
//! | 28..24 | M / 16 | same | same |
//! | 30..29 | `.ws`: largest shift (with bit 31) | first scale of A | first scale of A |
//! | 31 | | 0 | K of 96 |

use std::fmt;

use super::element::{Element, Packing};
use super::scaled::ScaleFormat;

/// The kind of an instruction: what its elements may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the word it is called after")]
pub enum Kind {
    F16,
    Tf32,
    F8f6f4,
    I8,
    Mxf8f6f4,
    Mxf4,
    Mxf4nvf4,
}

/// The part that is known without the descriptor: the modifiers of the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    /// The kind.
    pub kind: Kind,
    /// Blocks that work together: 1 or 2.
    pub group: u32,
    /// `.ws`.
    pub ws: bool,
    /// Scales of a row: 0 without block scales.
    pub parts: u32,
    /// A is in tensor memory.
    pub a_in_tensor: bool,
}

/// The type of accumulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accumulator {
    /// f16 in the low half of a word.
    F16,
    /// f32.
    F32,
    /// Integers modulo 2^32.
    Wrapping,
    /// Integers, clamped.
    Saturating,
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// The format of its elements.
    pub element: Element,
    /// Its elements are negated.
    pub negated: bool,
    /// Rows of A or columns of B are neighbours, instead of elements of a row.
    pub mn_major: bool,
    /// First byte of its scales in a word.
    pub scale_byte: u32,
}

/// A decoded instruction descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// The words.
    pub form: Form,
    /// Rows of A and D, of both blocks together.
    pub m: u32,
    /// Columns of B and D.
    pub n: u32,
    /// Columns of A.
    pub k: u32,
    /// A.
    pub a: Side,
    /// B.
    pub b: Side,
    /// D.
    pub sum: Accumulator,
    /// The format of scales.
    pub scale: ScaleFormat,
}

/// Why a descriptor cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid(pub String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn invalid<T>(what: impl Into<String>) -> Result<T, Invalid> {
    Err(Invalid(what.into()))
}

impl Kind {
    /// The kind of a modifier: `kind::f16`.
    pub fn named(word: &str) -> Option<Kind> {
        Some(match word {
            "kind::f16" => Kind::F16,
            "kind::tf32" => Kind::Tf32,
            "kind::f8f6f4" => Kind::F8f6f4,
            "kind::i8" => Kind::I8,
            "kind::mxf8f6f4" => Kind::Mxf8f6f4,
            "kind::mxf4" => Kind::Mxf4,
            "kind::mxf4nvf4" => Kind::Mxf4nvf4,
            _ => return None,
        })
    }

    /// Columns of A: 32 bytes of them.
    pub fn depth(self) -> u32 {
        match self {
            Kind::F16 => 16,
            Kind::Tf32 => 8,
            Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 => 32,
            Kind::Mxf4 | Kind::Mxf4nvf4 => 64,
        }
    }

    /// Are there block scales?
    pub fn is_scaled(self) -> bool {
        matches!(self, Kind::Mxf8f6f4 | Kind::Mxf4 | Kind::Mxf4nvf4)
    }

    /// The type of a code in the descriptor.
    fn element(self, code: u32) -> Option<Element> {
        Some(match (self, code) {
            (Kind::F16, 0) => Element::F16,
            (Kind::F16, 1) => Element::Bf16,
            (Kind::Tf32, 2) => Element::Tf32,
            (Kind::F8f6f4 | Kind::Mxf8f6f4, 0) => Element::E4m3,
            (Kind::F8f6f4 | Kind::Mxf8f6f4, 1) => Element::E5m2,
            (Kind::F8f6f4 | Kind::Mxf8f6f4, 3) => Element::E2m3,
            (Kind::F8f6f4 | Kind::Mxf8f6f4, 4) => Element::E3m2,
            (Kind::F8f6f4 | Kind::Mxf8f6f4, 5) | (Kind::Mxf4 | Kind::Mxf4nvf4, 1) => Element::E2m1,
            (Kind::I8, 0) => Element::U8,
            (Kind::I8, 1) => Element::S8,
            _ => return None,
        })
    }
}

impl Form {
    /// How elements are packed in words after reading: those of four and six bits have bytes of their own, but in the kinds
    /// that know nothing else than four bits.
    pub fn packing(self, element: Element) -> Packing {
        match self.kind {
            Kind::F8f6f4 | Kind::Mxf8f6f4 => element.in_bytes(),
            Kind::F16 | Kind::Tf32 | Kind::I8 | Kind::Mxf4 | Kind::Mxf4nvf4 => element.dense(),
        }
    }
}

impl Instruction {
    /// Reads a descriptor.
    pub fn decode(form: Form, bits: u32) -> Result<Instruction, Invalid> {
        let field = |low: u32, width: u32| bits >> low & ((1 << width) - 1);
        if field(2, 1) == 1 {
            return invalid("the instruction descriptor says sparse, which needs tcgen05.mma.sp");
        }
        let scaled = form.kind.is_scaled();
        // The kinds that have 4-bit elements only have two bits for the type of B.
        let types = if matches!(form.kind, Kind::Mxf4 | Kind::Mxf4nvf4) {
            [field(7, 3), field(10, 2)]
        } else {
            [field(7, 3), field(10, 3)]
        };
        let mut elements = [Element::F16; 2];
        for ((element, code), name) in elements.iter_mut().zip(types).zip(["A", "B"]) {
            let Some(found) = form.kind.element(code) else {
                return invalid(format!(
                    "the instruction descriptor has type {code} of {name}, which {:?} lacks",
                    form.kind
                ));
            };
            *element = found;
        }
        let instruction = Instruction {
            form,
            m: field(24, 5) * 16,
            n: field(17, 6) * 8,
            k: form.kind.depth(),
            a: Side {
                element: elements[0],
                negated: field(13, 1) == 1,
                mn_major: field(15, 1) == 1,
                scale_byte: if scaled { field(29, 2) } else { 0 },
            },
            b: Side {
                element: elements[1],
                negated: field(14, 1) == 1,
                mn_major: field(16, 1) == 1,
                scale_byte: if scaled { field(4, 2) } else { 0 },
            },
            sum: accumulator(form.kind, if scaled { 1 } else { field(4, 2) }, field(3, 1) == 1)?,
            scale: if field(23, 1) == 1 { ScaleFormat::Ue8m0 } else { ScaleFormat::Ue4m3 },
        };
        if scaled && field(31, 1) == 1 {
            return invalid("the instruction descriptor asks for a K of 96, which is not covered");
        }
        instruction.check_shape()?;
        instruction.check_sides()?;
        Ok(instruction)
    }

    fn check_shape(&self) -> Result<(), Invalid> {
        let Form { kind, group, ws, .. } = self.form;
        // As in the ISA's tables of shapes, by kind and number of blocks.
        let rows: &[u32] = match (group, ws) {
            _ if kind.is_scaled() => &[128, 256][..group as usize],
            (_, true) => &[32, 64, 128],
            (1, false) => &[64, 128],
            (_, false) => &[128, 256],
        };
        if !rows.contains(&self.m) {
            return invalid(format!("the instruction descriptor has an M of {}; {rows:?} can be", self.m));
        }
        let n = self.n;
        let columns = match (ws, kind, group) {
            (true, _, _) => matches!(n, 64 | 128 | 256),
            (false, Kind::I8, 1) => n == 8 || n == 24 || n.is_multiple_of(16),
            (false, Kind::I8, _) => n.is_multiple_of(32),
            (false, _, 1) => true,
            (false, _, _) => n.is_multiple_of(16),
        };
        if n == 0 || n > 256 || !columns {
            return invalid(format!("the instruction descriptor has an N of {n}, which {kind:?} lacks here"));
        }
        Ok(())
    }

    fn check_sides(&self) -> Result<(), Invalid> {
        for (side, name) in [(&self.a, "A"), (&self.b, "B")] {
            if side.mn_major
                && (side.element.bits() < 8 || matches!(self.form.kind, Kind::Mxf4 | Kind::Mxf4nvf4))
            {
                return invalid(format!("{name} is MN-major, which elements of 4 and 6 bits cannot be"));
            }
            if self.form.parts > 0 && !side.scale_byte.is_multiple_of(self.form.parts) {
                return invalid(format!(
                    "the scales of {name} begin at byte {}; with {} a row they begin at a multiple of it",
                    side.scale_byte, self.form.parts
                ));
            }
            if self.form.kind == Kind::I8 && side.negated {
                return invalid(format!("{name} is negated, which integers cannot be"));
            }
        }
        if self.form.a_in_tensor && self.a.mn_major {
            return invalid("A is in tensor memory and is MN-major; there rows are lanes");
        }
        if self.form.kind == Kind::Mxf8f6f4 && self.scale != ScaleFormat::Ue8m0 {
            return invalid("the instruction descriptor says ue4m3 scales, which mxf8f6f4 lacks");
        }
        if self.form.parts == 2 && self.form.kind == Kind::Mxf4nvf4 && self.scale != ScaleFormat::Ue8m0 {
            return invalid("the instruction descriptor says ue4m3 scales of 32 elements; they are of 16");
        }
        Ok(())
    }
}

fn accumulator(kind: Kind, code: u32, saturates: bool) -> Result<Accumulator, Invalid> {
    match (kind, code) {
        (Kind::F16 | Kind::F8f6f4, 0) => Ok(Accumulator::F16),
        (Kind::F16 | Kind::F8f6f4 | Kind::Tf32 | Kind::Mxf8f6f4 | Kind::Mxf4 | Kind::Mxf4nvf4, 1) => {
            Ok(Accumulator::F32)
        }
        (Kind::I8, 2) if saturates => Ok(Accumulator::Saturating),
        (Kind::I8, 2) => Ok(Accumulator::Wrapping),
        _ => invalid(format!("the instruction descriptor has type {code} of D, which {kind:?} lacks")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F16: Form = Form { kind: Kind::F16, group: 1, ws: false, parts: 0, a_in_tensor: false };

    fn bits(m: u32, n: u32) -> u32 {
        m >> 4 << 24 | n >> 3 << 17
    }

    #[test]
    fn fields_are_where_the_table_says() {
        let word = bits(128, 96) | 1 << 4 | 1 << 7 | 1 << 13 | 1 << 16;
        let found = Instruction::decode(F16, word).expect("all is in range");
        assert_eq!((found.m, found.n, found.k), (128, 96, 16));
        assert_eq!((found.a.element, found.b.element), (Element::Bf16, Element::F16));
        assert_eq!((found.a.negated, found.b.negated), (true, false));
        assert_eq!((found.a.mn_major, found.b.mn_major), (false, true));
        assert_eq!(found.sum, Accumulator::F32);
        let form = Form { kind: Kind::Mxf8f6f4, parts: 1, ..F16 };
        let word = bits(128, 64) | 2 << 4 | 5 << 7 | 3 << 10 | 1 << 23 | 3 << 29;
        let found = Instruction::decode(form, word).expect("all is in range");
        assert_eq!((found.a.element, found.b.element), (Element::E2m1, Element::E2m3));
        assert_eq!((found.a.scale_byte, found.b.scale_byte), (3, 2));
        let form = Form { kind: Kind::Mxf4nvf4, parts: 4, group: 2, ..F16 };
        let found = Instruction::decode(form, bits(256, 16) | 1 << 7 | 1 << 10).expect("all is in range");
        assert_eq!((found.k, found.scale), (64, ScaleFormat::Ue4m3));
    }

    #[test]
    fn what_the_isa_lacks_is_refused() {
        let refused =
            |form: Form, word: u32| Instruction::decode(form, word).expect_err("it does not exist").0;
        assert!(refused(F16, bits(128, 64) | 4).contains("sparse"));
        assert!(refused(F16, bits(128, 64) | 2 << 7).contains("type 2 of A"));
        assert!(refused(F16, bits(128, 64) | 2 << 4).contains("type 2 of D"));
        assert!(refused(F16, bits(32, 64)).contains("M of 32"));
        assert!(refused(Form { group: 2, ..F16 }, bits(64, 64)).contains("M of 64"));
        assert!(refused(Form { group: 2, ..F16 }, bits(128, 8)).contains("N of 8"));
        assert!(refused(F16, bits(128, 264)).contains("N of 264"));
        assert!(refused(Form { ws: true, ..F16 }, bits(32, 32)).contains("N of 32"));
        let scaled = Form { kind: Kind::Mxf4, parts: 2, ..F16 };
        let types = 1 << 7 | 1 << 10 | 1 << 23;
        assert!(refused(scaled, bits(128, 64) | types | 1 << 4).contains("multiple"));
        assert!(refused(scaled, bits(64, 64) | types).contains("M of 64"));
        assert!(refused(scaled, bits(128, 64) | types | 1 << 31).contains("96"));
        assert!(refused(scaled, bits(128, 64) | types | 1 << 15).contains("MN-major"));
        assert!(
            refused(Form { a_in_tensor: true, ..F16 }, bits(128, 64) | 1 << 15).contains("rows are lanes")
        );
        assert!(refused(Form { kind: Kind::I8, ..F16 }, bits(128, 40) | 2 << 4).contains("N of 40"));
    }
}
