//! The container: header, sections, and the offset tables inside most of them.

use diag::Code;
use ir::spec::{V13_5, V250_0, Version};

use super::DecodeOptions;
use super::codes::{E_MAGIC, E_MISSING_SECTION, E_SECTION, E_SIZE, E_TABLE, E_TRUNCATED, E_VERSION};
use super::wire::{Cursor, Failure, Put, Result, failure, failure_with_help};

/// First eight bytes of a file.
pub(super) const MAGIC: [u8; 8] = *b"\x7FTileIR\0";
/// Largest file that is read; offsets of ops are kept in 32 bits.
const MAX_FILE: usize = 1 << 31;
/// Bytes of the header: [`MAGIC`], the version and its tag.
const HEADER: usize = 12;
/// Bit of the number of a section: an alignment follows.
const ALIGNED: u8 = 0x80;

/// Sections by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum SectionId {
    End = 0,
    String = 1,
    Function = 2,
    Debug = 3,
    Constant = 4,
    Type = 5,
    Global = 6,
    Producer = 7,
}

impl SectionId {
    const ALL: [SectionId; 8] = [
        SectionId::End,
        SectionId::String,
        SectionId::Function,
        SectionId::Debug,
        SectionId::Constant,
        SectionId::Type,
        SectionId::Global,
        SectionId::Producer,
    ];

    /// Minimum alignment of the payload; 1 if none is required.
    fn alignment(self) -> usize {
        match self {
            SectionId::String | SectionId::Type => 4,
            SectionId::Function | SectionId::Debug | SectionId::Constant => 8,
            SectionId::End | SectionId::Global | SectionId::Producer => 1,
        }
    }
}

/// Bit of the tag: the file holds content of a preview, which later versions need not read.
pub(super) const PREVIEW: u16 = 1;

/// Version and tag of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) version: Version,
    pub(super) tag: u16,
}

impl Header {
    /// True when the file may hold content of a preview.
    pub(super) fn advertises_preview(self) -> bool {
        self.version >= V13_5 && self.version < V250_0 && self.tag & PREVIEW != 0
    }
}

/// One section as found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) id: SectionId,
    pub(super) alignment: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Header and sections of a file.
pub(super) struct Container<'a> {
    pub(super) file: Cursor<'a>,
    pub(super) header: Header,
    pub(super) sections: Vec<Section>,
}

impl<'a> Container<'a> {
    /// Takes a file apart.
    pub(super) fn read(bytes: &'a [u8], options: &DecodeOptions) -> Result<Container<'a>> {
        check_magic(bytes)?;
        if bytes.len() > MAX_FILE {
            let message = format!("bytecode of {} bytes is larger than the limit of 2 GiB", bytes.len());
            return Err(failure(E_SIZE, 0, message));
        }
        let mut cursor = Cursor::new(bytes);
        let header = read_header(&mut cursor, options)?;
        let mut container = Container { file: Cursor::new(bytes), header, sections: Vec::new() };
        while let Some(section) = read_section(&mut cursor)? {
            if container.sections.iter().any(|s| s.id == section.id) {
                let message = format!("section {} occurs twice", section.id as u8);
                return Err(failure(E_SECTION, section.start, message));
            }
            container.sections.push(section);
        }
        Ok(container)
    }

    /// The payload of a section, if the file has it.
    pub(super) fn section(&self, id: SectionId) -> Option<Cursor<'a>> {
        let section = self.sections.iter().find(|s| s.id == id)?;
        Some(self.file.slice(section.start, section.end))
    }

    /// The payload of a section that a file must have.
    pub(super) fn mandatory(&self, id: SectionId, name: &str) -> Result<Cursor<'a>> {
        self.section(id).ok_or_else(|| {
            failure(E_MISSING_SECTION, self.file.end() - 1, format!("{name} section is mandatory"))
        })
    }

    /// An empty range at the end of the file, for a missing section.
    pub(super) fn nothing(&self) -> Cursor<'a> {
        self.file.slice(self.file.end(), self.file.end())
    }
}

/// True when `bytes` start like Tile IR bytecode.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

fn check_magic(bytes: &[u8]) -> Result<()> {
    if is_bytecode(bytes) {
        return Ok(());
    }
    let fail = |what: &str, help: &str| {
        let message = format!("invalid magic number: {what}, not Tile IR bytecode");
        Err(failure_with_help(E_MAGIC, 0, message, help))
    };
    let write_again =
        "write the module again as Tile IR bytecode: it starts with the bytes 7F 54 69 6C 65 49 52 00";
    if bytes.is_empty() {
        fail("this is an empty file", "check that the program that should have written it succeeded")
    } else if MAGIC.starts_with(bytes) {
        let message = "unexpected end of data while reading the magic number: the file is cut off";
        Err(failure_with_help(E_TRUNCATED, bytes.len(), message, "copy or write the whole file again"))
    } else if bytes.starts_with(b"ML\xEFR") {
        fail(
            "this is MLIR bytecode of the upstream format",
            "write the module with the Tile IR bytecode writer, or as text, which can be read too",
        )
    } else if bytes.starts_with(b"\x7FELF") {
        fail("this is an ELF file (a cubin or an object)", "give the bytecode that it was compiled from")
    } else if looks_like_text(bytes) {
        fail("this is text", "read it as text; `tilewright as FILE -o OUT` writes bytecode from text")
    } else {
        fail("this is an unknown kind of file", write_again)
    }
}

fn looks_like_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(512)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text.len(),
        // The cut at 512 bytes may fall inside a character.
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => 0,
    };
    valid > 0 && head[..valid].iter().all(|&b| b >= 0x20 || b.is_ascii_whitespace())
}

fn read_header(cursor: &mut Cursor<'_>, options: &DecodeOptions) -> Result<Header> {
    cursor.bytes(MAGIC.len(), "the magic number")?;
    let [major, minor, tag_low, tag_high] = cursor.array("the version")?;
    let version = Version { major, minor };
    let tag = u16::from_le_bytes([tag_low, tag_high]);
    let (oldest, newest) = (Version::ALL[0], options.reader);
    if is_supported(version, options.testing_ops) && (version <= newest || version >= V250_0) {
        if newest >= V13_5 {
            check_tag(version, tag, options.preview_simt)?;
        }
        return Ok(Header { version, tag });
    }
    let message = format!(
        "unsupported Tile version {version}.{tag}, this reader supports versions [{oldest} - {newest}]"
    );
    let help = if version.major == V250_0.major {
        "version 250 is known to test builds alone; `--testing-ops` admits it".to_owned()
    } else if version > newest {
        format!(
            "write the file as version {newest} or older, or read it with a Tilewright that knows {version}"
        )
    } else {
        format!("write the file as version {oldest} or newer")
    };
    Err(failure_with_help(E_VERSION, MAGIC.len(), message, help))
}

/// The features that the tag advertises must be those that this reader supports.
fn check_tag(version: Version, tag: u16, preview: bool) -> Result<()> {
    let at = MAGIC.len() + 2;
    let unknown = tag & !PREVIEW;
    if unknown != 0 {
        let message = format!("header has unrecognized version tag bits ({unknown:#X})");
        return Err(failure_with_help(E_VERSION, at, message, "write the file again, with a tag of 0"));
    }
    if tag & PREVIEW == 0 {
        return Ok(());
    }
    let newest = Version::LATEST;
    if version < newest {
        let message = format!(
            "public-preview bytecode at version {version}.{tag} is not readable; preview content is only valid at the current version {newest}"
        );
        return Err(failure_with_help(E_VERSION, at, message, "write the file again as the newest version"));
    }
    if preview {
        return Ok(());
    }
    let message = "public-preview bytecode requires at least one enabled preview feature";
    Err(failure_with_help(
        E_VERSION,
        at,
        message,
        "pass `--preview=simt` to read it, or write the module without its preview content",
    ))
}

/// True for versions that can be read and written.
pub(super) fn is_supported(version: Version, testing: bool) -> bool {
    Version::ALL.contains(&version) || testing && version.major == V250_0.major && version.minor <= 1
}

/// Reads up to the next payload and steps over it; `None` at the end marker.
fn read_section(cursor: &mut Cursor<'_>) -> Result<Option<Section>> {
    let start = cursor.offset();
    let fail = |code: Code, message: String| Err(failure(code, start, message));
    if cursor.is_empty() {
        let message = "unexpected end of data while reading section header";
        let help = "the file is cut off before its end marker; copy or write it again";
        return Err(failure_with_help(E_TRUNCATED, start, message, help));
    }
    let header = cursor.byte("section header")?;
    let (number, aligned) = (header & !ALIGNED, header & ALIGNED != 0);
    let Some(&id) = SectionId::ALL.get(number as usize) else {
        return fail(E_SECTION, format!("unknown section ID: {number}"));
    };
    if id == SectionId::End {
        if aligned {
            return fail(E_SECTION, "end section should not have alignment flag set".to_owned());
        }
        if !cursor.is_empty() {
            let message = "end section is not the last section: bytes follow the end marker";
            return Err(failure(E_SECTION, cursor.offset(), message));
        }
        return Ok(None);
    }
    let length = cursor.varint("section length")?;
    let alignment = if aligned { read_alignment(cursor)? } else { 1 };
    check_alignment(id, aligned.then_some(alignment), start)?;
    cursor.align(0, alignment, "section padding")?;
    if length > cursor.remaining() as u64 {
        let message = format!("section length {length} exceeds remaining data size {}", cursor.remaining());
        let help = "the file is cut off or damaged; copy or write it again";
        return Err(failure_with_help(E_TRUNCATED, start, message, help));
    }
    let payload = cursor.offset();
    cursor.bytes(length as usize, "section payload")?;
    Ok(Some(Section { id, alignment, start: payload, end: cursor.offset() }))
}

fn read_alignment(cursor: &mut Cursor<'_>) -> Result<usize> {
    let start = cursor.offset();
    let alignment = cursor.varint("section alignment")?;
    if !alignment.is_power_of_two() {
        return Err(failure(E_SECTION, start, format!("invalid alignment value: {alignment}")));
    }
    // A larger alignment than the file cannot be met by padding inside it.
    Ok(usize::try_from(alignment).unwrap_or(usize::MAX).min(MAX_FILE))
}

fn check_alignment(id: SectionId, found: Option<usize>, start: usize) -> Result<()> {
    let needed = id.alignment();
    let problem = match found {
        _ if needed == 1 => return Ok(()),
        Some(found) if found.is_multiple_of(needed) => return Ok(()),
        Some(found) => format!("has alignment of {found}"),
        None => "has no alignment flag set".to_owned(),
    };
    let message = format!(
        "section {} must have alignment that is a multiple of {needed} bytes, but {problem}",
        id as u8
    );
    Err(failure(E_SECTION, start, message))
}

/// Writes magic, version and tag.
pub(super) fn write_header(out: &mut Vec<u8>, header: Header) {
    out.extend(MAGIC);
    out.extend([header.version.major, header.version.minor]);
    out.extend(header.tag.to_le_bytes());
    debug_assert_eq!(out.len(), HEADER);
}

/// Writes a section with the alignment that its kind needs, or a greater one.
pub(super) fn write_section(out: &mut Vec<u8>, id: SectionId, alignment: usize, payload: &[u8]) {
    let alignment = alignment.max(id.alignment());
    let aligned = if alignment > 1 { ALIGNED } else { 0 };
    out.push(id as u8 | aligned);
    out.put_varint(payload.len() as u64);
    if alignment > 1 {
        out.put_varint(alignment as u64);
        out.pad_to(alignment);
    }
    out.extend_from_slice(payload);
}

/// Writes the end marker.
pub(super) fn write_end(out: &mut Vec<u8>) {
    out.push(SectionId::End as u8);
}

/// Width of the offsets of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// 32 bits, aligned to 4.
    Short = 4,
    /// 64 bits, aligned to 8.
    Long = 8,
}

/// A table of items: offsets, then data.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    offsets: &'a [u8],
    width: Width,
    data: Cursor<'a>,
}

impl<'a> Table<'a> {
    /// A table of no items.
    pub(super) fn empty(nothing: Cursor<'a>) -> Table<'a> {
        Table { offsets: &[], width: Width::Short, data: nothing }
    }

    /// A table with its count in front that fills the rest of a section which starts at `base`.
    pub(super) fn read(cursor: &mut Cursor<'a>, base: usize, width: Width, what: Names) -> Result<Table<'a>> {
        let size = width as usize;
        let count = cursor.count(1, what.count)?;
        if count == 0 {
            let rest = cursor.remaining();
            if rest >= size {
                let message = format!("{rest} bytes follow an empty table of {}s", what.item);
                return Err(failure(E_TABLE, cursor.offset(), message));
            }
            return Ok(Table::empty(cursor.slice(cursor.end(), cursor.end())));
        }
        cursor.align(base, size, what.count)?;
        let start = cursor.offset();
        let Some(bytes) = count.checked_mul(size).filter(|&n| n <= cursor.remaining()) else {
            let message = format!(
                "{} {count} exceeds remaining data: the offsets need {size} bytes each, {} are left",
                what.count,
                cursor.remaining()
            );
            return Err(failure(E_TRUNCATED, start, message));
        };
        let offsets = cursor.bytes(bytes, what.count)?;
        let table = Table { offsets, width, data: *cursor };
        table.check_offsets(start, what)?;
        Ok(table)
    }

    fn check_offsets(&self, start: usize, what: Names) -> Result<()> {
        let (item, mut last) = (what.item, 0);
        for index in 0..self.len() {
            let offset = self.offset_of(index);
            let problem = if index == 0 && offset != 0 {
                format!("the first {item} starts at {offset} instead of 0")
            } else if offset < last {
                format!("invalid {item} start indices: {item} {index} starts before the previous one")
            } else if offset > self.data.remaining() as u64 {
                format!("{item} {index} extends beyond available data")
            } else {
                last = offset;
                continue;
            };
            return Err(failure(E_TABLE, start + index * self.width as usize, problem));
        }
        Ok(())
    }

    fn offset_of(&self, index: usize) -> u64 {
        let number = |size: usize| &self.offsets[index * size..(index + 1) * size];
        match self.width {
            Width::Short => u32::from_le_bytes(number(4).try_into().expect("four bytes")).into(),
            Width::Long => u64::from_le_bytes(number(8).try_into().expect("eight bytes")),
        }
    }

    /// How many items there are.
    pub(super) fn len(&self) -> usize {
        self.offsets.len() / self.width as usize
    }

    /// The item `index`, which must exist.
    pub(super) fn item(&self, index: usize) -> Cursor<'a> {
        let base = self.data.offset();
        let start = base + self.offset_of(index) as usize;
        let end =
            if index + 1 < self.len() { base + self.offset_of(index + 1) as usize } else { self.data.end() };
        self.data.slice(start, end)
    }

    /// Checks that an item was read to its end.
    pub(super) fn finish(item: &Cursor<'_>, what: Names, index: usize) -> Result<()> {
        if item.is_empty() {
            return Ok(());
        }
        let message = format!("{} bytes are left over after {} {index}", item.remaining(), what.item);
        Err(failure(E_TABLE, item.offset(), message))
    }
}

/// The names of the items of a table.
#[derive(Clone, Copy)]
pub(super) struct Names {
    /// `string count`.
    pub(super) count: &'static str,
    /// `string`.
    pub(super) item: &'static str,
}

impl Names {
    /// The error for an index that names no item.
    #[cold]
    pub(super) fn out_of_bounds(self, code: Code, offset: usize, index: u64, size: usize) -> Failure {
        let message = format!("{} index {index} out of bounds (size={size})", self.item);
        failure(code, offset, message)
    }
}

/// A table being written: items in the order in which they were added.
#[derive(Clone, Default)]
pub(super) struct TableWriter {
    offsets: Vec<usize>,
    data: Vec<u8>,
}

impl TableWriter {
    /// Adds an item.
    pub(super) fn push(&mut self, item: &[u8]) {
        self.offsets.push(self.data.len());
        self.data.extend_from_slice(item);
    }

    /// How many items there are.
    pub(super) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// The item `index`, which must exist.
    pub(super) fn item(&self, index: usize) -> &[u8] {
        let end = self.offsets.get(index + 1).copied().unwrap_or(self.data.len());
        &self.data[self.offsets[index]..end]
    }

    /// Appends count, offsets and data to a section payload; an empty table is also padded.
    pub(super) fn write(&self, out: &mut Vec<u8>, width: Width) {
        out.put_varint(self.offsets.len() as u64);
        out.pad_to(width as usize);
        for &offset in &self.offsets {
            out.extend(&(offset as u64).to_le_bytes()[..width as usize]);
        }
        out.extend_from_slice(&self.data);
    }
}
