//! Bytes: a cursor that reads from a file and knows its position, and the same encodings written.

use diag::{Code, Diagnostic};

use super::codes::{E_TRUNCATED, E_VARINT};

/// The error, boxed so that results stay small on the fast path.
pub(super) type Failure = Box<Diagnostic>;
/// Result of reading.
pub(super) type Result<T> = std::result::Result<T, Failure>;

/// An error at a byte of the file.
#[cold]
pub(super) fn failure(code: Code, offset: usize, message: impl Into<String>) -> Failure {
    Box::new(Diagnostic::error(code, message).at_byte(offset as u64, ""))
}

/// An error at a byte of the file, with the way out.
#[cold]
pub(super) fn failure_with_help(
    code: Code,
    offset: usize,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Failure {
    Box::new(Diagnostic::error(code, message).at_byte(offset as u64, "").help(help))
}

/// A range of the file that is being read. Offsets are those of the file.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    /// The file up to the end of the range.
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Cursor<'a> {
    /// All of a file.
    pub(super) fn new(file: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes: file, pos: 0 }
    }

    /// The bytes `start..end` of the file, which are in this range.
    pub(super) fn slice(&self, start: usize, end: usize) -> Cursor<'a> {
        debug_assert!(start <= end);
        Cursor { bytes: &self.bytes[..end], pos: start }
    }

    /// Offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.pos
    }

    /// One past the last byte.
    pub(super) fn end(&self) -> usize {
        self.bytes.len()
    }

    /// Bytes left.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.pos
    }

    /// True when all was read.
    pub(super) fn is_empty(&self) -> bool {
        self.pos == self.bytes.len()
    }

    /// The rest, without reading it.
    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.pos..]
    }

    #[cold]
    fn truncated(&self, what: &str) -> Failure {
        let message = format!("unexpected end of data while reading {what}");
        failure_with_help(
            E_TRUNCATED,
            self.pos,
            message,
            "the file is cut off or damaged; copy or write it again",
        )
    }

    /// Sixteen bytes at an offset, if the range has them.
    #[inline]
    pub(super) fn word(&self, offset: usize) -> Option<u128> {
        self.bytes.get(offset..)?.first_chunk().map(|bytes| u128::from_le_bytes(*bytes))
    }

    /// One byte.
    pub(super) fn byte(&mut self, what: &str) -> Result<u8> {
        if self.pos == self.bytes.len() {
            return Err(self.truncated(what));
        }
        let byte = self.bytes[self.pos];
        self.pos += 1;
        Ok(byte)
    }

    /// The next `count` bytes.
    pub(super) fn bytes(&mut self, count: usize, what: &str) -> Result<&'a [u8]> {
        if count > self.remaining() {
            return Err(self.truncated(what));
        }
        let bytes = &self.bytes[self.pos..self.pos + count];
        self.pos += count;
        Ok(bytes)
    }

    /// The next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N]> {
        let bytes = self.bytes(N, what)?;
        Ok(bytes.try_into().expect("as many bytes as were asked for"))
    }

    /// Skips padding up to a multiple of `alignment`, counted from `base`.
    pub(super) fn align(&mut self, base: usize, alignment: usize, what: &str) -> Result<()> {
        let padding = (self.pos - base).next_multiple_of(alignment) - (self.pos - base);
        self.bytes(padding, what).map(|_| ())
    }

    /// An unsigned LEB128 number; padded forms up to ten bytes are accepted.
    #[inline]
    pub(super) fn varint(&mut self, what: &str) -> Result<u64> {
        match self.short_varint() {
            Some(value) => Ok(value),
            None => self.wide_varint(what),
        }
    }

    /// The next number, if it has one byte or two.
    #[inline]
    pub(super) fn short_varint(&mut self) -> Option<u64> {
        let first = *self.bytes.get(self.pos)?;
        if first < 0x80 {
            self.pos += 1;
            return Some(first.into());
        }
        let second = *self.bytes.get(self.pos + 1)?;
        if second >= 0x80 {
            return None;
        }
        self.pos += 2;
        Some(u64::from(first & 0x7F) | u64::from(second) << 7)
    }

    /// A number of any length.
    #[cold]
    pub(super) fn wide_varint(&mut self, what: &str) -> Result<u64> {
        if let [first, second, third, ..] = *self.rest()
            && third < 0x80
        {
            self.pos += 3;
            let low = u64::from(first & 0x7F) | u64::from(second & 0x7F) << 7;
            return Ok(low | u64::from(third) << 14);
        }
        let start = self.pos;
        match self.long_varint(what)? {
            (value, false) => Ok(value),
            (_, true) => Err(self.overlong(start, what)),
        }
    }

    /// The value, and whether bits beyond the 64th were dropped from the tenth byte.
    fn long_varint(&mut self, what: &str) -> Result<(u64, bool)> {
        let (start, mut value) = (self.pos, 0);
        for shift in (0..70).step_by(7) {
            let byte = self.byte(what)?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok((value, shift == 63 && byte > 1));
            }
        }
        Err(self.overlong(start, what))
    }

    #[cold]
    fn overlong(&self, start: usize, what: &str) -> Failure {
        failure(E_VARINT, start, format!("variable-length integer of {what} is longer than 64 bits"))
    }

    /// A zigzag number, and whether a 65th bit was dropped: cuTile Python writes one for negative 64-bit floats, and
    /// the reference reader drops it.
    pub(super) fn wide_svarint(&mut self, what: &str) -> Result<(i64, bool)> {
        self.long_varint(what).map(|(value, lost)| (unzigzag(value), lost))
    }

    /// A zigzag number.
    pub(super) fn svarint(&mut self, what: &str) -> Result<i64> {
        self.varint(what).map(unzigzag)
    }

    /// A count of items that take at least `size` bytes each, so that it is bounded by the bytes left.
    #[inline]
    pub(super) fn count(&mut self, size: usize, what: &str) -> Result<usize> {
        let start = self.pos;
        let count = self.varint(what)?;
        if count > (self.remaining() / size) as u64 {
            return Err(self.too_many(count, size, what, start));
        }
        Ok(count as usize)
    }

    #[cold]
    fn too_many(&self, count: u64, size: usize, what: &str, start: usize) -> Failure {
        let message = format!(
            "{what} {count} exceeds remaining data: {} bytes are left, each item takes at least {size}",
            self.remaining()
        );
        failure(E_TRUNCATED, start, message)
    }

    /// A list of 32-bit integers after its count.
    pub(super) fn i32s(&mut self, what: &str) -> Result<impl ExactSizeIterator<Item = i32> + 'a> {
        let count = self.count(4, what)?;
        let bytes = self.bytes(4 * count, what)?;
        Ok(bytes.chunks_exact(4).map(|b| i32::from_le_bytes(b.try_into().expect("four bytes"))))
    }

    /// A list of 64-bit integers after its count.
    pub(super) fn i64s(&mut self, what: &str) -> Result<impl ExactSizeIterator<Item = i64> + 'a> {
        let count = self.count(8, what)?;
        let bytes = self.bytes(8 * count, what)?;
        Ok(bytes.chunks_exact(8).map(|b| i64::from_le_bytes(b.try_into().expect("eight bytes"))))
    }
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

/// Value of padding bytes.
pub(super) const PADDING: u8 = 0xCB;

/// The encodings, written.
pub(super) trait Put {
    /// The shortest varint.
    fn put_varint(&mut self, value: u64);
    /// A zigzag number.
    fn put_svarint(&mut self, value: i64);
    /// A zigzag number of ten bytes with a 65th bit, as [`Cursor::wide_svarint`] reads it.
    fn put_wide_svarint(&mut self, value: i64);
    /// A count and 32-bit integers.
    fn put_i32s(&mut self, values: &[i32]);
    /// A count and 64-bit integers.
    fn put_i64s(&mut self, values: &[i64]);
    /// Padding up to a multiple of `alignment`.
    fn pad_to(&mut self, alignment: usize);
}

impl Put for Vec<u8> {
    fn put_varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.push(value as u8);
    }

    fn put_svarint(&mut self, value: i64) {
        self.put_varint(zigzag(value));
    }

    fn put_wide_svarint(&mut self, value: i64) {
        let start = self.len();
        self.put_svarint(value);
        if self.len() - start == 10 {
            self[start + 9] |= 2;
        }
    }

    fn put_i32s(&mut self, values: &[i32]) {
        self.put_varint(values.len() as u64);
        self.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    }

    fn put_i64s(&mut self, values: &[i64]) {
        self.put_varint(values.len() as u64);
        self.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    }

    fn pad_to(&mut self, alignment: usize) {
        self.resize(self.len().next_multiple_of(alignment), PADDING);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive() {
        let edges = [0, 1, 127, 128, 16383, 16384, u64::from(u32::MAX), i64::MAX as u64, u64::MAX];
        for value in edges {
            let mut bytes = Vec::new();
            bytes.put_varint(value);
            bytes.put_svarint(value as i64);
            let mut cursor = Cursor::new(&bytes);
            assert_eq!(cursor.varint("v").unwrap(), value);
            assert_eq!(cursor.svarint("v").unwrap(), value as i64);
            assert!(cursor.is_empty());
        }
    }

    #[test]
    fn padded_numbers_are_read_and_long_ones_refused() {
        let read = |bytes: &[u8]| Cursor::new(bytes).varint("v").map_err(|e| e.message);
        assert_eq!(read(&[0x85, 0x80, 0x00]), Ok(5));
        assert_eq!(read(&[0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00]), Ok(1));
        assert_eq!(read(&[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]), Ok(u64::MAX));
        let long = "variable-length integer of v is longer than 64 bits".to_owned();
        assert_eq!(read(&[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02]), Err(long.clone()));
        assert_eq!(read(&[0x80; 11]), Err(long));
        let wide = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xF0, 0x03];
        assert_eq!(Cursor::new(&wide).wide_svarint("v").ok(), Some((0x7800_0000_0000_0000, true)));
        let mut written = Vec::new();
        written.put_wide_svarint(0x7800_0000_0000_0000);
        assert_eq!(written, wide);
        assert_eq!(read(&[0x80, 0x80]), Err("unexpected end of data while reading v".to_owned()));
    }
}
