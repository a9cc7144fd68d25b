//! Buffers as `.npy` files, in memory: reading and writing bytes, not files.
//!
//! | element | written as | also read from |
//! |---|---|---|
//! | i1 | `\|b1` | `u1` |
//! | i8, i16, i32, i64 | `i1` to `i8` | `u1` to `u8` of the same width |
//! | f16, f32, f64 | `f2`, `f4`, `f8` | `u2`, `u4`, `u8`: the bits as they are |
//! | tf32 | `f4` | |
//! | bf16 | `\|V2`, as the package `ml_dtypes` does | `u2`: the bits as they are |
//! | 8-bit floats | `\|V1`, as `ml_dtypes` does | `u1`: the bits as they are; `f1` is f8E5M2 |
//! | i4 | `i1` | `u1`, `\|V1`, one element a byte |
//! | f4E2M1FN | `\|V1`, one element a byte | `u1` |
//!
//! A file whose type stands for one element type is read as that; any other reading needs an explicit type. Files in
//! column order or big-endian are refused with the NumPy expression that converts them.

mod header;

use crate::buffer::{Buffer, BufferError, BufferRef, extents};
use crate::element;
use header::Header;
pub use header::HeaderError;
use numerics::{Scalar, int};

/// Why bytes are not a usable array; prints as a sentence with a suggested fix.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NpyError {
    /// The header is damaged or is not one of `.npy` at all.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The array is in column order.
    #[error(
        "the array is stored in Fortran (column) order; save it with `numpy.save(f, numpy.ascontiguousarray(a))`"
    )]
    FortranOrder,
    /// The array is big-endian.
    #[error(
        "the array is big-endian (`{0}`); save it with `numpy.save(f, a.astype(a.dtype.newbyteorder('<')))`"
    )]
    BigEndian(String),
    /// No element type corresponds.
    #[error("arrays of type `{0}` cannot be used; convert it, for example with `a.astype('float32')`")]
    Unsupported(String),
    /// Bytes without a type of their own.
    #[error(
        "the array's type `{descr}` does not say what its elements are; write the type, for example `{example}`"
    )]
    NeedsType {
        /// NumPy's type string.
        descr: String,
        /// An argument that states the type.
        example: &'static str,
    },
    /// The array has a different type than requested.
    #[error("the array holds `{descr}`, which cannot be read as {wanted}; {remedy}")]
    WrongType {
        /// NumPy's type string.
        descr: String,
        /// The requested type.
        wanted: Scalar,
        /// The remedy.
        remedy: String,
    },
    /// The array has a different shape than requested.
    #[error("the array has shape [{}], not [{}]; write the shape that the file has, or `[..]` to take it as it is", extents(.found), extents(.wanted))]
    WrongShape {
        /// Extents in the file.
        found: Vec<u64>,
        /// The requested extents.
        wanted: Vec<u64>,
    },
    /// Too few or too many bytes.
    #[error("the array's shape [{}] takes {expected} bytes, but {found} follow the header; the file is damaged", extents(.shape))]
    Size {
        /// Extents in the file.
        shape: Vec<u64>,
        /// Bytes that the shape takes.
        expected: u128,
        /// Bytes in the file.
        found: usize,
    },
    /// A value that the element type cannot hold.
    #[error("element {index} of the array is {value}, which {wanted} cannot hold")]
    OutOfRange {
        /// Row-major number of the element.
        index: usize,
        /// Its value.
        value: i64,
        /// The requested type.
        wanted: Scalar,
    },
    /// No memory for it.
    #[error(transparent)]
    Buffer(#[from] BufferError),
}

/// How a file stores one element: NumPy's kind letter and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stored {
    kind: char,
    size: usize,
}

/// Reads an array; `wanted` is the element type and `shape` the extents, if the caller knows them.
///
/// ```
/// use launch::{Buffer, npy};
/// use numerics::Scalar;
///
/// let buffer = Buffer::from_bytes(Scalar::I16, &[3], &[1, 0, 2, 0, 3, 0])?;
/// let file = npy::write(buffer.view());
/// assert_eq!(npy::read(&file, None, None)?, buffer);
/// let error = npy::read(&file, Some(Scalar::F32), None).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the array holds `<i2`, which cannot be read as f32; write i16, or convert it with `a.astype('float32')`"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(file: &[u8], wanted: Option<Scalar>, shape: Option<&[u64]>) -> Result<Buffer, NpyError> {
    let (header, data) = Header::read(file)?;
    let stored = stored_type(&header.descr)?;
    let element = match wanted {
        Some(wanted) => check_type(&header.descr, stored, wanted)?,
        None => natural_type(&header.descr, stored)?,
    };
    if header.fortran_order && header.shape.iter().filter(|&&extent| extent != 1).count() > 1 {
        return Err(NpyError::FortranOrder);
    }
    if let Some(wanted) = shape.filter(|&wanted| wanted != header.shape) {
        return Err(NpyError::WrongShape { found: header.shape, wanted: wanted.to_vec() });
    }
    let count = header.shape.iter().fold(1u128, |count, &extent| count.saturating_mul(extent.into()));
    let expected = count.saturating_mul(stored.size as u128);
    if expected != data.len() as u128 {
        return Err(NpyError::Size { shape: header.shape, expected, found: data.len() });
    }
    if element.storage_bits() == 4 {
        return unpacked(element, stored, &header.shape, data);
    }
    Ok(Buffer::from_bytes(element, &header.shape, data)?)
}

/// Reads an array for a parameter that points to `pointee`, if that is known. What NumPy has no type for (bf16, narrow
/// floats), or has as bits alone, is read as the type of the parameter if its size fits; then there is a note.
///
/// # Errors
/// As [`read`].
pub fn read_for(file: &[u8], pointee: Option<Scalar>) -> Result<(Buffer, Option<String>), NpyError> {
    let (header, _) = Header::read(file)?;
    let stored = stored_type(&header.descr)?;
    let natural = natural_type(&header.descr, stored);
    let wanted = pointee.filter(|&pointee| natural.as_ref() != Ok(&pointee) && is_bits_of(stored, pointee));
    let note = wanted.map(|wanted| format!("holds `{}`; its bits are read as {wanted}", header.descr));
    Ok((read(file, wanted, None)?, note))
}

/// Writes an array as a file of version 1.0.
pub fn write(view: BufferRef<'_>) -> Vec<u8> {
    let element = view.element();
    let mut file = header::write(descr(element), view.shape());
    match element {
        Scalar::I4 => {
            let values = (0..view.len()).filter_map(|index| view.get(index));
            file.extend(values.map(|bits| int::sign_extend(element, bits) as u8));
        }
        Scalar::F4E2M1FN => {
            file.extend((0..view.len()).filter_map(|index| view.get(index)).map(|bits| bits as u8))
        }
        // Memory may hold any non-zero byte for true; a file holds 1.
        Scalar::I1 => file.extend(view.bytes().iter().map(|&byte| u8::from(byte != 0))),
        Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F16
        | Scalar::BF16
        | Scalar::F32
        | Scalar::F64
        | Scalar::TF32
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::FNV8E5M3FNU => file.extend_from_slice(view.bytes()),
    }
    file
}

const fn descr(element: Scalar) -> &'static str {
    match element {
        Scalar::I1 => "|b1",
        Scalar::I4 | Scalar::I8 => "|i1",
        Scalar::I16 => "<i2",
        Scalar::I32 => "<i4",
        Scalar::I64 => "<i8",
        Scalar::F16 => "<f2",
        Scalar::BF16 => "|V2",
        Scalar::F32 | Scalar::TF32 => "<f4",
        Scalar::F64 => "<f8",
        Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F8E8M0FNU | Scalar::F4E2M1FN | Scalar::FNV8E5M3FNU => {
            "|V1"
        }
    }
}

/// Parses a type string like `<f4`; refuses types that correspond to no element type.
fn stored_type(descr: &str) -> Result<Stored, NpyError> {
    let unsupported = || NpyError::Unsupported(descr.to_owned());
    let mut characters = descr.chars();
    let order = characters.next().ok_or_else(unsupported)?;
    let kind = characters.next().ok_or_else(unsupported)?;
    let size: usize = characters.as_str().parse().map_err(|_| unsupported())?;
    let is_known = matches!(
        (kind, size),
        ('b', 1) | ('i' | 'u', 1 | 2 | 4 | 8) | ('f', 1 | 2 | 4 | 8) | ('V', 1 | 2 | 4 | 8)
    );
    match order {
        _ if !is_known => Err(unsupported()),
        '>' if size > 1 => Err(NpyError::BigEndian(descr.to_owned())),
        '<' | '>' | '|' | '=' => Ok(Stored { kind, size }),
        _ => Err(unsupported()),
    }
}

/// The element type that a file's type stands for.
fn natural_type(descr: &str, stored: Stored) -> Result<Scalar, NpyError> {
    let needs_type = |example| NpyError::NeedsType { descr: descr.to_owned(), example };
    match (stored.kind, stored.size) {
        ('b', _) => Ok(Scalar::I1),
        ('i' | 'u', 1) => Ok(Scalar::I8),
        ('i' | 'u', 2) => Ok(Scalar::I16),
        ('i' | 'u', 4) => Ok(Scalar::I32),
        ('i' | 'u', 8) => Ok(Scalar::I64),
        ('f', 1) => Ok(Scalar::F8E5M2),
        ('f', 2) => Ok(Scalar::F16),
        ('f', 4) => Ok(Scalar::F32),
        ('f', 8) => Ok(Scalar::F64),
        ('V', 1) => Err(needs_type("f8E4M3FN[..]=@a.npy")),
        ('V', 2) => Err(needs_type("bf16[..]=@a.npy")),
        _ => Err(NpyError::Unsupported(descr.to_owned())),
    }
}

fn check_type(descr: &str, stored: Stored, wanted: Scalar) -> Result<Scalar, NpyError> {
    if is_readable(stored, wanted) {
        return Ok(wanted);
    }
    let convert = match wanted {
        Scalar::I1 => "convert it with `a.astype('bool')`".into(),
        Scalar::I4 | Scalar::I8 => "convert it with `a.astype('int8')`".into(),
        Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            format!("convert it with `a.astype('int{}')`", wanted.bits())
        }
        Scalar::F16 | Scalar::F32 | Scalar::F64 => {
            format!("convert it with `a.astype('float{}')`", wanted.bits())
        }
        Scalar::TF32 => "convert it with `a.astype('float32')`".into(),
        Scalar::BF16
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU => format!("save it as {wanted} with the Python package `ml_dtypes`"),
    };
    let remedy = match natural_type(descr, stored) {
        Ok(natural) => format!("write {natural}, or {convert}"),
        Err(_) => convert,
    };
    Err(NpyError::WrongType { descr: descr.to_owned(), wanted, remedy })
}

/// Whether a file of this type can be read as `wanted`. Unsigned integers and bytes without a type may hold any bits.
fn is_readable(stored: Stored, wanted: Scalar) -> bool {
    let bytes = wanted.storage_bits().div_ceil(8) as usize;
    stored.size == bytes
        && match stored.kind {
            'b' => wanted == Scalar::I1,
            'i' => (wanted.is_int() && wanted != Scalar::I1) || is_unknown_to_numpy(wanted),
            'f' if bytes == 1 => wanted == Scalar::F8E5M2,
            'f' => matches!(wanted, Scalar::F16 | Scalar::F32 | Scalar::TF32 | Scalar::F64),
            'u' => true,
            _ => wanted != Scalar::I1,
        }
}

/// Types that NumPy has no type for: arrays of them are saved as integers or as bytes without a type.
const fn is_unknown_to_numpy(element: Scalar) -> bool {
    matches!(element, Scalar::BF16) || element.is_narrow_float()
}

/// Whether a file of this type, which is not named by the user, may be meant as the bits of `wanted`. Integers of 32 and 64
/// bits are numbers, for NumPy has floats of that size; those of 16 bits and bytes without a type may be anything.
fn is_bits_of(stored: Stored, wanted: Scalar) -> bool {
    let raw = match stored.kind {
        'V' => true,
        'u' => stored.size == 2 || wanted.is_int(),
        _ => false,
    };
    is_readable(stored, wanted) && (raw || is_unknown_to_numpy(wanted) || wanted == Scalar::TF32)
}

/// Packs a file that has one 4-bit element a byte.
fn unpacked(element: Scalar, stored: Stored, shape: &[u64], data: &[u8]) -> Result<Buffer, NpyError> {
    let mut buffer = Buffer::zeroed(element, shape)?;
    for (index, &byte) in data.iter().enumerate() {
        let value = if stored.kind == 'i' { i64::from(byte as i8) } else { i64::from(byte) };
        let fits = match stored.kind {
            'i' => (-8..8).contains(&value),
            'u' => value < 16,
            // ml_dtypes leaves the sign of an i4 in the high half of its byte.
            _ => value < 16 || byte >= 0xF8,
        };
        if !fits {
            return Err(NpyError::OutOfRange { index, value, wanted: element });
        }
        element::store(element, buffer.bytes_mut(), index, u64::from(byte));
    }
    Ok(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of `numpy.save` for `numpy.arange(6, dtype='<i2').reshape(2, 3)`.
    fn numpy_file() -> Vec<u8> {
        let mut file =
            b"\x93NUMPY\x01\x00v\x00{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }".to_vec();
        file.resize(127, b' ');
        file.push(b'\n');
        file.extend([0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
        file
    }

    fn replaced(from: &str, to: &str) -> Vec<u8> {
        let mut file = numpy_file();
        let at = file.windows(from.len()).position(|window| window == from.as_bytes()).expect("present");
        let rest = file.split_off(at + from.len());
        file.truncate(at);
        file.extend(to.as_bytes());
        file.extend(rest);
        let length = u16::from_le_bytes([file[8], file[9]]) as usize + to.len() - from.len();
        file[8..10].copy_from_slice(&(length as u16).to_le_bytes());
        file
    }

    fn error(file: &[u8], wanted: Option<Scalar>) -> String {
        read(file, wanted, None).expect_err("must be refused").to_string()
    }

    #[test]
    fn numpy_files_are_read_and_written_byte_for_byte() {
        let buffer = read(&numpy_file(), None, None).expect("valid");
        assert_eq!((buffer.element(), buffer.shape()), (Scalar::I16, [2, 3].as_slice()));
        assert_eq!(buffer.view().get(4), Some(4));
        assert_eq!(write(buffer.view()), numpy_file());
    }

    #[test]
    fn every_type_round_trips_when_named() {
        for element in Scalar::ALL {
            for shape in [vec![], vec![5], vec![2, 3], vec![0, 7], vec![1; 32]] {
                let mut buffer = Buffer::zeroed(element, &shape).expect("small");
                for index in 0..buffer.view().len() {
                    buffer.view_mut().set(index, 0x0F1E_2D3C_4B5A_6978 >> index).expect("inside");
                }
                let file = write(buffer.view());
                assert_eq!(
                    file.len() % 64,
                    file.len() - file.iter().position(|&b| b == b'\n').expect("header") - 1
                );
                assert_eq!(
                    read(&file, Some(element), Some(&shape)).as_ref(),
                    Ok(&buffer),
                    "{element} {shape:?}"
                );
            }
        }
    }

    #[test]
    fn types_are_read_as_documented() {
        assert!(read(&replaced("<i2", "<u2"), None, None).is_ok_and(|b| b.element() == Scalar::I16));
        for wanted in [Scalar::BF16, Scalar::F16, Scalar::I16] {
            assert!(read(&replaced("<i2", "<u2"), Some(wanted), None).is_ok(), "{wanted}");
            assert!(read(&replaced("<i2", "|V2"), Some(wanted), None).is_ok(), "{wanted}");
        }
        assert_eq!(
            error(&replaced("<i2", "|V2"), None),
            "the array's type `|V2` does not say what its elements are; write the type, for example `bf16[..]=@a.npy`"
        );
        assert!(read(&numpy_file(), Some(Scalar::BF16), None).is_ok(), "bf16 is often saved as int16");
        assert_eq!(
            error(&replaced("<i2", "<f2"), Some(Scalar::BF16)),
            "the array holds `<f2`, which cannot be read as bf16; write f16, or save it as bf16 with the Python package \
             `ml_dtypes`"
        );
        assert!(
            error(&replaced("<i2", ">i2"), None).starts_with("the array is big-endian (`>i2`); save it with")
        );
        assert_eq!(
            error(&replaced("<i2", "<c8"), None),
            "arrays of type `<c8` cannot be used; convert it, for example with `a.astype('float32')`"
        );
        let nibbles = Buffer::from_bytes(Scalar::I8, &[3], &[0xF9, 7, 8]).expect("small");
        assert_eq!(
            error(&write(nibbles.view()), Some(Scalar::I4)),
            "element 2 of the array is 8, which i4 cannot hold"
        );
    }

    #[test]
    fn bits_are_read_as_what_a_parameter_wants() {
        let rows = [
            ("<i2", Scalar::BF16, Some(true)),
            ("<u2", Scalar::BF16, Some(true)),
            ("|V2", Scalar::BF16, Some(true)),
            ("|V2", Scalar::F16, Some(true)),
            ("<u2", Scalar::F16, Some(true)),
            ("|V2", Scalar::I16, Some(true)),
            ("<u2", Scalar::I16, Some(false)),
            ("<i2", Scalar::I16, Some(false)),
            // Numbers of another type than the parameter's, which the caller refuses.
            ("<i2", Scalar::F16, None),
            ("<f2", Scalar::BF16, None),
            ("<u2", Scalar::F32, None),
            ("<i2", Scalar::I32, None),
        ];
        for (descr, pointee, expected) in rows {
            let (buffer, note) = read_for(&replaced("<i2", descr), Some(pointee)).expect("it is read");
            let found = (buffer.element() == pointee).then_some(note.is_some());
            assert_eq!(found, expected, "{descr} for {pointee}");
        }
        let (_, note) = read_for(&numpy_file(), Some(Scalar::BF16)).expect("it is read");
        assert_eq!(note.as_deref(), Some("holds `<i2`; its bits are read as bf16"));
    }

    #[test]
    fn order_shape_and_size_are_checked() {
        assert!(error(&replaced("False", "True"), None).contains("Fortran"));
        let column = replaced("(2, 3)", "(6, 1)");
        let at = column.windows(5).position(|window| window == b"False").expect("present");
        let mut column_fortran = column.clone();
        column_fortran[at..at + 5].copy_from_slice(b"True ");
        assert!(read(&column_fortran, None, None).is_ok(), "a single column has both orders");
        let wrong = read(&numpy_file(), None, Some(&[3, 2])).expect_err("other shape").to_string();
        assert!(wrong.starts_with("the array has shape [2,3], not [3,2]; write"), "{wrong}");
        let mut short = numpy_file();
        short.pop();
        assert_eq!(
            error(&short, None),
            "the array's shape [2,3] takes 12 bytes, but 11 follow the header; the file is damaged"
        );
        let huge = replaced("(2, 3)", "(4294967296, 4294967296)");
        assert!(error(&huge, None).contains("takes 36893488147419103232 bytes, but 12 follow"));
    }

    #[test]
    fn damaged_files_are_refused_without_a_panic() {
        let file = numpy_file();
        for length in 0..file.len() {
            assert!(read(&file[..length], None, None).is_err(), "{length}");
        }
        for index in 0..128 {
            for byte in [0, b'(', b'{', b'\'', 0xFF, b'9'] {
                let mut damaged = file.clone();
                damaged[index] = byte;
                if let Ok(buffer) = read(&damaged, None, None) {
                    assert_eq!(buffer.view().len() * 2, 12);
                }
            }
        }
    }
}
