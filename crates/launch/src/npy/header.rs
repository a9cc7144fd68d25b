//! The header of a `.npy` file: a magic word, a version, and a Python dictionary of three entries.

use crate::buffer::MAX_RANK;
use std::fmt::Write as _;

const MAGIC: &[u8; 6] = b"\x93NUMPY";
/// NumPy itself refuses longer headers by default.
const MAX_HEADER: usize = 10_000;
/// Headers are padded so that the data begins at a multiple of this.
const ALIGNMENT: usize = 64;

/// The contents of the dictionary.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) descr: String,
    pub(super) fortran_order: bool,
    pub(super) shape: Vec<u64>,
}

/// Why bytes are not a `.npy` file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// Another kind of file.
    #[error("this is not a .npy file (its first bytes are not \\x93NUMPY); write one with `numpy.save`")]
    Magic,
    /// An archive of arrays.
    #[error("this is a .npz archive; save the one array with `numpy.save`")]
    Archive,
    /// A version that does not exist.
    #[error("version {0}.{1} of the .npy format is not known; known are 1.0, 2.0 and 3.0")]
    Version(u8, u8),
    /// The file ends inside its header.
    #[error(
        "the header of the .npy file is {0} bytes long, but the file has only {1} bytes after its length"
    )]
    Truncated(usize, usize),
    /// A header that is longer than `MAX_HEADER`.
    #[error("the header of the .npy file is {0} bytes long; more than {MAX_HEADER} are not read")]
    TooLong(usize),
    /// Fields instead of one element type.
    #[error("arrays of records cannot be used; save one field with `numpy.save(f, a['field'])`")]
    Records,
    /// Too many dimensions.
    #[error("the array has more than {MAX_RANK} dimensions")]
    Rank,
    /// Unexpected text in the dictionary.
    #[error("the header of the .npy file is damaged: expected {expected} at byte {offset}")]
    Syntax {
        /// The expected text.
        expected: &'static str,
        /// Byte of the file.
        offset: usize,
    },
    /// A required entry is missing.
    #[error("the header of the .npy file is damaged: it has no entry '{0}'")]
    Missing(&'static str),
}

impl Header {
    /// The header, and the bytes after it.
    pub(super) fn read(file: &[u8]) -> Result<(Header, &[u8]), HeaderError> {
        let rest = match file.strip_prefix(MAGIC) {
            Some(rest) => rest,
            None if file.starts_with(b"PK\x03\x04") => return Err(HeaderError::Archive),
            None => return Err(HeaderError::Magic),
        };
        let (length, start) = match *rest {
            [1, 0, a, b, ..] => (u16::from_le_bytes([a, b]) as usize, 4),
            [2 | 3, 0, a, b, c, d, ..] => (u32::from_le_bytes([a, b, c, d]) as usize, 6),
            [1..=3, 0, ..] | [] | [_] => return Err(HeaderError::Truncated(0, 0)),
            [major, minor, ..] => return Err(HeaderError::Version(major, minor)),
        };
        let body = &rest[start..];
        if length > MAX_HEADER {
            return Err(HeaderError::TooLong(length));
        }
        let Some((text, data)) = body.split_at_checked(length) else {
            return Err(HeaderError::Truncated(length, body.len()));
        };
        let mut cursor = Cursor { text, at: 0, base: MAGIC.len() + start };
        Ok((cursor.dictionary()?, data))
    }
}

/// The bytes before the data, version 1.0.
pub(super) fn write(descr: &str, shape: &[u64]) -> Vec<u8> {
    let mut extents = String::new();
    for (index, extent) in shape.iter().enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        write!(extents, "{separator}{extent}").expect("writing to a string succeeds");
    }
    if shape.len() == 1 {
        extents.push(',');
    }
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({extents}), }}");
    let prefix = MAGIC.len() + 4;
    let total = (prefix + text.len() + 1).next_multiple_of(ALIGNMENT);
    text.extend(std::iter::repeat_n(' ', total - prefix - text.len() - 1));
    text.push('\n');
    let length = u16::try_from(text.len()).expect("at most 32 extents of 20 digits");
    let mut file = MAGIC.to_vec();
    file.extend([1, 0]);
    file.extend(length.to_le_bytes());
    file.extend(text.as_bytes());
    file
}

/// Reads the small part of Python's literals that a header uses; nothing nests.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    base: usize,
}

impl<'a> Cursor<'a> {
    fn dictionary(&mut self) -> Result<Header, HeaderError> {
        let (mut descr, mut fortran_order, mut shape) = (None, None, None);
        self.expect(b'{', "`{`")?;
        while !self.accept(b'}') {
            let key = self.string("a quoted key or `}`")?;
            self.expect(b':', "`:`")?;
            match key {
                b"descr" => descr = Some(self.descr()?),
                b"fortran_order" => fortran_order = Some(self.boolean()?),
                b"shape" => shape = Some(self.tuple()?),
                _ => return Err(self.error("the key 'descr', 'fortran_order' or 'shape'")),
            }
            if !self.accept(b',') {
                self.expect(b'}', "`,` or `}`")?;
                break;
            }
        }
        Ok(Header {
            descr: descr.ok_or(HeaderError::Missing("descr"))?,
            fortran_order: fortran_order.ok_or(HeaderError::Missing("fortran_order"))?,
            shape: shape.ok_or(HeaderError::Missing("shape"))?,
        })
    }

    fn descr(&mut self) -> Result<String, HeaderError> {
        if self.peek() == Some(b'[') {
            return Err(HeaderError::Records);
        }
        let bytes = self.string("a quoted type")?;
        // The type is repeated in messages, so it must be printable and short.
        let plain = bytes.len() <= 16 && bytes.iter().all(u8::is_ascii_graphic);
        let text = plain.then(|| String::from_utf8_lossy(bytes).into_owned());
        text.ok_or_else(|| self.error("a type like '<f4'"))
    }

    fn boolean(&mut self) -> Result<bool, HeaderError> {
        self.skip_blanks();
        for (word, value) in [(b"True".as_slice(), true), (b"False", false)] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.error("True or False"))
    }

    fn tuple(&mut self) -> Result<Vec<u64>, HeaderError> {
        let mut extents = Vec::new();
        self.expect(b'(', "`(`")?;
        while !self.accept(b')') {
            if extents.len() == MAX_RANK {
                return Err(HeaderError::Rank);
            }
            extents.push(self.number()?);
            if !self.accept(b',') {
                self.expect(b')', "`,` or `)`")?;
                break;
            }
        }
        Ok(extents)
    }

    fn number(&mut self) -> Result<u64, HeaderError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = std::str::from_utf8(&rest[..length]).unwrap_or_default();
        let number = digits.parse().map_err(|_| self.error("an extent"))?;
        self.at += length;
        // Python 2 wrote long integers with an L.
        self.accept(b'L');
        Ok(number)
    }

    fn string(&mut self, expected: &'static str) -> Result<&'a [u8], HeaderError> {
        let quote =
            self.peek().filter(|byte| matches!(byte, b'\'' | b'"')).ok_or_else(|| self.error(expected))?;
        let start = self.at + 1;
        let length = self.text[start..].iter().position(|&byte| byte == quote);
        let end = start + length.ok_or_else(|| self.error("a closing quote"))?;
        self.at = end + 1;
        Ok(&self.text[start..end])
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), HeaderError> {
        if self.accept(byte) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        self.at += self.text[self.at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    }

    fn error(&self, expected: &'static str) -> HeaderError {
        HeaderError::Syntax { expected, offset: self.base + self.at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(dictionary: &str) -> Result<Header, String> {
        let mut file = MAGIC.to_vec();
        file.extend([2, 0]);
        file.extend((dictionary.len() as u32).to_le_bytes());
        file.extend(dictionary.as_bytes());
        Header::read(&file).map(|(header, _)| header).map_err(|error| error.to_string())
    }

    #[test]
    fn dictionaries_as_python_writes_them() {
        let expected = Header { descr: "<f4".into(), fortran_order: true, shape: vec![3] };
        assert_eq!(read("{'descr': '<f4', 'fortran_order': True, 'shape': (3,), }   \n"), Ok(expected));
        let other = read("{\"shape\":(2L,3L),\"fortran_order\":False,\"descr\":\"|b1\"}").expect("valid");
        assert_eq!(other, Header { descr: "|b1".into(), fortran_order: false, shape: vec![2, 3] });
    }

    #[test]
    fn damage_is_named_with_its_byte() {
        let error = |dictionary: &str| read(dictionary).expect_err(dictionary);
        let damaged = "the header of the .npy file is damaged: ";
        assert_eq!(error("{'descr' '<f4'}"), format!("{damaged}expected `:` at byte 21"));
        assert_eq!(
            error("{'descr': '<f4', 'shape': ()}"),
            format!("{damaged}it has no entry 'fortran_order'")
        );
        assert_eq!(error("{'shape': (-1,)}"), format!("{damaged}expected an extent at byte 23"));
        assert_eq!(error("{'descr': [('x', '<f4')]}"), HeaderError::Records.to_string());
        assert_eq!(error(&format!("{{'shape': ({})}}", "1,".repeat(33))), HeaderError::Rank.to_string());
        assert!(error("").starts_with(damaged));
        assert!(error(&" ".repeat(10_001)).contains("10001 bytes long; more than 10000"));
        assert!(error("{'descr': '\u{1b}[31m'}").contains("a type like"));
    }

    #[test]
    fn other_files_are_recognised() {
        let error = |file: &[u8]| Header::read(file).expect_err("no array").to_string();
        assert!(error(b"").starts_with("this is not a .npy file"));
        assert!(error(b"PK\x03\x04...").starts_with("this is a .npz archive"));
        assert_eq!(
            error(b"\x93NUMPY\x04\x00\x00\x00"),
            "version 4.0 of the .npy format is not known; known are 1.0, 2.0 and 3.0"
        );
    }
}
