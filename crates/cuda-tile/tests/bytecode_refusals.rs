//! Everything that a reader must refuse: each with its key phrase, its byte offset and a documented code.

#[path = "bytecode_example/file.rs"]
mod file;

use cuda_tile::bytecode::{CODES, DecodeOptions, decode};
use diag::{Diagnostic, Place};
use file::EXAMPLE;
use ir::spec::V13_4;

fn error(bytes: &[u8]) -> Diagnostic {
    match decode(bytes, &DecodeOptions::default()) {
        Ok(_) => panic!("accepted"),
        Err(error) => error,
    }
}

/// Checks that `bytes` are refused at `offset` with the code and a message that holds the phrase: `CODE: PHRASE`.
#[track_caller]
fn refused(bytes: &[u8], offset: usize, expected: &str) {
    let error = error(bytes);
    let (code, phrase) = expected.split_once(": ").expect("a code and a phrase");
    let found = (error.code.0, error.message.contains(phrase));
    assert_eq!(found, (code, true), "expected `{expected}`, got `{}: {}`", error.code, error.message);
    let place = error.primary().map(|label| label.place.clone());
    assert_eq!(place, Some(Place::Byte(offset as u64)), "{}", error.message);
    assert!(CODES.iter().any(|info| info.code == error.code), "{} is not documented", error.code);
}

/// The example with some bytes replaced.
fn patched(patches: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = EXAMPLE.to_vec();
    for &(offset, byte) in patches {
        bytes[offset] = byte;
    }
    bytes
}

#[track_caller]
fn patch_refused(patches: &[(usize, u8)], offset: usize, expected: &str) {
    refused(&patched(patches), offset, expected);
}

#[test]
fn other_kinds_of_files() {
    refused(b"", 0, "E0401: invalid magic number: this is an empty file");
    refused(b"ML\xEFR\x0bMLIR", 0, "E0401: this is MLIR bytecode of the upstream format");
    refused(b"\x7FELF\x02\x01\x01", 0, "E0401: this is an ELF file (a cubin or an object)");
    refused(b"entry @k() { return }\n", 0, "E0401: this is text");
    refused("// é\u{fffd} a comment".as_bytes(), 0, "E0401: this is text");
    refused(&[0; 64], 0, "E0401: this is an unknown kind of file");
    refused(&[0xFE, 0xED, 0xFA, 0xCE], 0, "E0401: invalid magic number");
    refused(&EXAMPLE[..5], 5, "E0403: unexpected end of data while reading the magic number");
    assert!(error(b"entry @k() { return }").help[0].contains("tilewright as"));
}

#[test]
fn header() {
    refused(&EXAMPLE[..10], 8, "E0403: unexpected end of data while reading the version");
    let phrase = "E0402: unsupported Tile version 13.6.0, this reader supports versions [13.1 - 13.5]";
    patch_refused(&[(9, 6)], 8, phrase);
    assert!(error(&patched(&[(9, 6)])).help[0].contains("13.5 or older"));
    patch_refused(&[(9, 0), (10, 3)], 8, "E0402: unsupported Tile version 13.0.3");
    patch_refused(&[(8, 250), (9, 1)], 8, "E0402: unsupported Tile version 250.1.0");
    patch_refused(&[(10, 7), (11, 1)], 10, "E0402: header has unrecognized version tag bits (0x106)");
    patch_refused(&[(10, 1)], 10, "E0402: public-preview bytecode at version 13.3.1 is not readable");
}

/// Tools of 13.4 are less strict, and know no 13.5.
#[test]
fn an_older_reader() {
    let older = DecodeOptions { reader: V13_4, ..DecodeOptions::default() };
    assert!(decode(&patched(&[(10, 7), (11, 1)]), &older).is_ok_and(|decoded| decoded.tag == 0x107));
    let message =
        |patches: &[(usize, u8)]| decode(&patched(patches), &older).err().map(|error| error.message);
    let newer = "unsupported Tile version 13.5.0, this reader supports versions [13.1 - 13.4]";
    assert_eq!(message(&[(9, 5)]).as_deref(), Some(newer));
    assert_eq!(message(&[(0x13, 0x04)]).as_deref(), Some("un-expected non-entry function 'k'"));
    assert_eq!(message(&[(0x13, EXAMPLE[0x13] | 1)]), None);
}

#[test]
fn sections() {
    patch_refused(&[(0x0c, 0x88)], 0x0c, "E0405: unknown section ID: 8");
    patch_refused(&[(0x0c, 0xFF)], 0x0c, "E0405: unknown section ID: 127");
    refused(&EXAMPLE[..0x20], 0x0c, "E0403: section length 37 exceeds remaining data size 16");
    patch_refused(&[(0x0e, 0)], 0x0e, "E0405: invalid alignment value: 0");
    patch_refused(&[(0x0e, 3)], 0x0e, "E0405: invalid alignment value: 3");
    let must = "E0405: section 2 must have alignment that is a multiple of 8 bytes, but";
    patch_refused(&[(0x0c, 0x02)], 0x0c, &format!("{must} has no alignment flag set"));
    patch_refused(&[(0x0e, 4)], 0x0c, &format!("{must} has alignment of 4"));
    patch_refused(&[(317, 0x80)], 317, "E0405: end section should not have alignment flag set");
    refused(&[&EXAMPLE[..], &[0]].concat(), 318, "E0405: end section is not the last section");
    refused(&EXAMPLE[..317], 317, "E0403: unexpected end of data while reading section header");
    let strings = &EXAMPLE[0xf8..];
    refused(&[&EXAMPLE[..12], strings].concat(), 81, "E0406: function section is mandatory");
    refused(&[&EXAMPLE[..0xf8], &[0]].concat(), 0xf8, "E0406: string section is mandatory");
    let again = [&EXAMPLE[..317], &[0x81, 0x41, 0x04], &EXAMPLE[0xfc..]].concat();
    refused(&again, 320, "E0405: section 1 occurs twice");
    let long = [&EXAMPLE[..12], &[0x07, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]].concat();
    refused(&long, 13, "E0404: longer than 64 bits");
}

#[test]
fn tables() {
    patch_refused(&[(0xfc, 0x7F)], 0xfc, "E0403: string count 127 exceeds remaining data");
    patch_refused(&[(0x100, 1)], 0x100, "E0407: the first string starts at 1 instead of 0");
    patch_refused(&[(0x105, 1)], 0x104, "E0407: string 1 extends beyond available data");
    patch_refused(&[(0x104, 9)], 0x108, "E0407: invalid string start indices");
    patch_refused(&[(0x38, 0x7F)], 0x38, "E0403: constant count 127 exceeds remaining data");
    patch_refused(&[(0x43, 1)], 0x40, "E0407: the first constant starts at 16777216 instead of 0");
    patch_refused(&[(0x10, 0x7F)], 0x10, "E0403: number of functions 127 exceeds remaining data");
    patch_refused(&[(0xc4, 0)], 0xc5, "E0407: 51 bytes follow an empty table of types");
}

#[test]
fn functions() {
    patch_refused(&[(0x11, 6)], 0x11, "E0408: string index 6 out of bounds (size=6)");
    patch_refused(&[(0x10c, 8)], 0x11, "E0412: function name at index 0 is empty");
    patch_refused(&[(0x12, 8)], 0x12, "E0408: type index 8 out of bounds (size=8)");
    patch_refused(
        &[(0x12, 0)],
        0x12,
        "E0412: the signature of a function must be a function type, but is 'i1'",
    );
    let mut bytes = File { minor: 4, ..File::default() }.bytes();
    bytes[BODY - 4] |= 8;
    refused(&bytes, BODY - 4, "E0412: function entry has unrecognized flag bits (0x8);");
    let preview = "E0412: uses preview feature 'simt', which is not enabled";
    patch_refused(&[(0x13, 0x04)], 0x13, preview);
    patch_refused(
        &[(0x13, 0x03)],
        0x13,
        "E0412: 'cuda_tile.entry' op entry op must have public symbol visibility",
    );
    patch_refused(&[(0x14, 2)], 0x14, "E0418: failed to read function location for 'k'");
    patch_refused(&[(0x1e, 0x17)], 0x1e, "E0403: function body length 23 exceeds remaining data");
    patch_refused(
        &[(0x1e, 0x13)],
        0x1f,
        "E0417: invalid block structure: the block does not end with a terminator",
    );
}

#[test]
fn hints() {
    patch_refused(&[(0x15, 10)], 0x15, "E0410: invalid optimization hints attribute for function 'k'");
    patch_refused(&[(0x1b, 99)], 0x1b, "E0410: unsupported AttributeTag 99 for self-contained attribute");
    patch_refused(&[(0x1b, 7)], 0x1b, "E0410: unknown DenseElementsAttr based Attr");
    patch_refused(&[(0x1c, 2)], 0x1c, "E0410: expected an integer type, got 'f32'");
    patch_refused(&[(0x1b, 2)], 0x1c, "E0410: expected a float type, got 'i32'");
    patch_refused(&[(0x17, 6)], 0x17, "E0408: string index 6 out of bounds");
    patch_refused(
        &[(0x18, 1), (0x19, 1), (0x1a, 5), (0x1b, 0)],
        0x16,
        "E0410: expected dictionary attribute for optimization_hints entry `sm_90`",
    );
    // Hints in the place of the inner dictionary, and an empty dictionary in that of the integer.
    patch_refused(
        &[(0x18, 11), (0x1b, 10), (0x1c, 0x80), (0x1d, 0)],
        0x16,
        "E0410: expected dictionary attribute for optimization_hints entry `sm_90`",
    );
    // Two entries of one key: `{k = true, k = true}` in the place of the integer.
    patch_refused(
        &[(0x16, 2), (0x17, 4), (0x18, 10), (0x19, 0), (0x1a, 4), (0x1b, 10), (0x1c, 0)],
        0x16,
        "E0410: duplicate dictionary key 'sm_90'",
    );
    patch_refused(&[(0x110, 0x17)], 0x17, "E0410: dictionary key is empty");
}

#[test]
fn types() {
    patch_refused(&[(0xea, 99)], 0xea, "E0409: unknown type tag: 99");
    patch_refused(
        &[(9, 1), (0xea, 18)],
        0xea,
        "E0409: type 'Float8E8M0FNU' requires bytecode version 13.2+, file version is 13.1",
    );
    patch_refused(
        &[(9, 2), (0xea, 22)],
        0xea,
        "E0409: type 'Int4' requires bytecode version 13.3+, file version is 13.2",
    );
    patch_refused(
        &[(9, 2), (0xea, 20)],
        0xea,
        "E0409: type 'GatherScatterViewType' requires bytecode version 13.3+",
    );
    patch_refused(
        &[(9, 1), (0xea, 21)],
        0xea,
        "E0409: type 'StridedViewType' requires bytecode version 13.3+",
    );
    patch_refused(&[(0xec, 3)], 0xec, "E0409: type 3 refers to itself");
    patch_refused(&[(0xec, 5)], 0xec, "E0409: type 5 refers to itself");
    patch_refused(&[(0xec, 8)], 0xec, "E0408: type index 8 out of bounds");
    patch_refused(&[(0xec, 7)], 0xeb, "E0409: failed to verify 'pointeeType'");
    patch_refused(&[(0xef, 1)], 0xef, "E0403: tile rank 1 exceeds remaining data");
    patch_refused(&[(0xed, 0x11)], 0xee, "E0407: 2 bytes are left over after type 4");
}

#[test]
fn debug_information() {
    patch_refused(
        &[(0x68, 9)],
        0x68,
        "E0418: failed to read operation location: debug index 9 out of bounds (size=5)",
    );
    patch_refused(&[(0x68, 1)], 0x68, "E0418: debug attribute 0 is not a location");
    patch_refused(
        &[(0x54, 1)],
        0x32,
        "E0418: failed to read operation location: the function has too few debug indices",
    );
    patch_refused(&[(0x54, 7)], 0x54, "E0407: invalid debug indices: function 0 starts at 7 of 6");
    patch_refused(&[(0xae, 3)], 0xad, "E0418: debug attribute 2 refers to itself");
    patch_refused(&[(0xae, 2)], 0xad, "E0418: debug attribute 1 is not a file");
    patch_refused(&[(0xae, 0)], 0xad, "E0418: refers to nothing where a file is expected");
    patch_refused(&[(0xb5, 1)], 0xb4, "E0418: debug attribute 0 is not a subprogram or lexical block");
    patch_refused(
        &[(0xb5, 0)],
        0xb4,
        "E0418: refers to nothing where a subprogram or lexical block is expected",
    );
    patch_refused(
        &[(0xad, 7)],
        0xb4,
        "E0418: refers to nothing where a subprogram or lexical block is expected",
    );
    patch_refused(&[(0xb4, 6), (0xb6, 3)], 0xb7, "E0407: 2 bytes are left over after debug attribute 3");
    patch_refused(&[(0xb6, 6)], 0xb6, "E0408: string index 6 out of bounds");
    // An attribute of an unknown kind is an unknown location.
    assert!(decode(&patched(&[(0xb9, 7)]), &DecodeOptions::default()).is_ok());
}

#[test]
fn ops() {
    patch_refused(&[(0x1f, 0x19)], 0x1f, "E0414: unknown or unimplemented opcode: 25");
    patch_refused(&[(0x1f, 0x16)], 0x1f, "E0414: unknown or unimplemented opcode: 22");
    patch_refused(&[(0x1f, 0x31)], 0x1f, "E0414: unknown or unimplemented opcode: 49");
    patch_refused(&[(0x1f, 0x4B)], 0x1f, "E0414: unknown or unimplemented opcode: 75");
    patch_refused(&[(0x1f, 0x76)], 0x1f, "E0414: unsupported opcode 118 for bytecode version 13.3");
    assert!(error(&patched(&[(0x1f, 0x76)])).help[0].contains("'insert' needs version 13.4"));
    patch_refused(&[(9, 1), (0x1f, 0x6E)], 0x1f, "E0414: unsupported opcode 110 for bytecode version 13.1");
    let bytes = File { minor: 4, body: &[0x7B], ..File::default() }.bytes();
    refused(&bytes, BODY, "E0414: unsupported opcode 123 for bytecode version 13.4");
    patch_refused(&[(0x21, 1)], 0x21, "E0408: constant index 1 out of bounds (size=1)");
    patch_refused(&[(0x20, 7)], 0x21, "E0411: a constant must be a tile of numbers, but its type is 'token'");
    patch_refused(&[(0x25, 8)], 0x25, "E0410: invalid integer value for enum type: 8");
    patch_refused(&[(0x27, 2)], 0x27, "E0408: operand index 2 out of bounds (size=2)");
    patch_refused(&[(0x33, 1)], 0x33, "E0415: 'return' has 0 results, but 1 are stored");
    patch_refused(&[(0x34, 1)], 0x34, "E0403: operand count 1 exceeds remaining data");
}

/// A file put together from its tables.
struct File<'a> {
    minor: u8,
    types: &'a [&'a [u8]],
    constants: &'a [&'a [u8]],
    globals: &'a [u8],
    body: &'a [u8],
}

/// Types of [`File`] by number.
const TYPES: &[&[u8]] = &[
    &[0],                                 // 0: i1
    &[3],                                 // 1: i32
    &[7],                                 // 2: f32
    &[13, 0, 0],                          // 3: tile<i1>
    &[13, 1, 0],                          // 4: tile<i32>
    &[13, 2, 0],                          // 5: tile<f32>
    &[16, 0, 0],                          // 6: () -> ()
    &[13, 0, 1, 16, 0, 0, 0, 0, 0, 0, 0], // 7: tile<16xi1>
    &[17],                                // 8: token
    &[9],                                 // 9: f64
    &[19],                                // 10: f4E2M1FN
];
const STRINGS: &[&[u8]] = &[b"k", b""];
/// `constant` of type tile<i32> with constant 0, which becomes value 0.
const ONE: [u8; 3] = [0x10, 4, 0];
const RETURN: [u8; 3] = [0x5C, 0, 0];

impl Default for File<'_> {
    fn default() -> Self {
        File { minor: 3, types: TYPES, constants: &[&[4, 1, 0, 0, 0]], globals: &[], body: &RETURN }
    }
}

impl File<'_> {
    fn section(out: &mut Vec<u8>, id: u8, alignment: usize, payload: &[u8]) {
        out.push(id | 0x80);
        assert!(payload.len() < 1 << 14);
        out.extend([payload.len() as u8 | 0x80, (payload.len() >> 7) as u8, alignment as u8]);
        out.resize(out.len().next_multiple_of(alignment), 0);
        out.extend(payload);
    }

    fn table(items: &[&[u8]], width: usize) -> Vec<u8> {
        let mut out = vec![items.len() as u8];
        out.resize(width, 0);
        let mut offset = 0u64;
        for item in items {
            out.extend(&offset.to_le_bytes()[..width]);
            offset += item.len() as u64;
        }
        out.extend(items.concat());
        out
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = EXAMPLE[..8].to_vec();
        out.extend([13, self.minor, 0, 0]);
        let mut functions = vec![1, 0, 6, 2, 0, self.body.len() as u8 | 0x80, (self.body.len() >> 7) as u8];
        functions.extend(self.body);
        File::section(&mut out, 2, 8, &functions);
        File::section(&mut out, 4, 8, &File::table(self.constants, 8));
        File::section(&mut out, 5, 4, &File::table(self.types, 4));
        if !self.globals.is_empty() {
            File::section(&mut out, 6, 1, self.globals);
        }
        File::section(&mut out, 1, 4, &File::table(STRINGS, 4));
        out.push(0);
        out
    }
}

/// Offset of the body in a [`File`].
const BODY: usize = 16 + 7;

#[track_caller]
fn body_refused(body: &[u8], at: usize, expected: &str) {
    refused(&File { body, ..File::default() }.bytes(), BODY + at, expected);
}

#[test]
fn the_files_below_are_fine_but_for_one_thing() {
    let body = [&ONE[..], &RETURN].concat();
    let decoded = decode(&File { body: &body, ..File::default() }.bytes(), &DecodeOptions::default());
    assert!(decoded.is_ok_and(|decoded| decoded.module.body.op_count() == 4));
}

#[test]
fn bodies() {
    body_refused(&[], 0, "E0417: invalid block structure: the block does not end with a terminator");
    body_refused(&[0x44, 8], 0, "E0417: invalid block structure");
    // Results: `get_tile_block_id` writes three types, `join_tokens` a count of one.
    body_refused(&[0x30, 4, 4], 3, "E0403: unexpected end of data while reading type index");
    body_refused(&[0x3C, 2, 8, 8, 0], 1, "E0415: 'join_tokens' has 1 results, but 2 are stored");
    body_refused(&[0x3C, 0x7F], 1, "E0403: result count 127 exceeds remaining data");
    // `for` takes at least three operands.
    body_refused(
        &[&ONE[..], &[0x29, 0, 0, 2, 0, 0, 1, 1, 0, 1, 0x11, 0, 0]].concat(),
        6,
        "E0416: 'for' takes at least 3 operands, but 2 are stored",
    );
    // `if` has two regions; the first has a block.
    let condition = [0x10, 3, 0];
    let constants: &[&[u8]] = &[&[1, 1]];
    let if_refused = |rest: &[u8], at: usize, expected: &str| {
        let body = [&condition[..], &[0x32, 0, 0], rest].concat();
        refused(&File { body: &body, constants, ..File::default() }.bytes(), BODY + 6 + at, expected);
    };
    if_refused(&[1, 1, 0, 1, 0x6D, 0, 0], 0, "E0417: 'if' has 2 regions, but 1 are stored");
    if_refused(&[2, 0, 0], 1, "E0417: region 'thenRegion' of 'if' cannot have 0 blocks");
    if_refused(&[2, 2, 0], 1, "E0417: region 'thenRegion' of 'if' cannot have 2 blocks");
    if_refused(&[2, 1, 0, 0, 0, 0], 2, "E0417: invalid block structure");
    if_refused(&[2, 1, 0, 1, 0x44, 8, 0, 0], 2, "E0417: invalid block structure");
    if_refused(&[2, 1, 0, 0x7F, 0, 0], 3, "E0403: op count 127 exceeds remaining data");
    // A value that was defined in a block is gone after it.
    let yielded = [2, 1, 0, 2, 0x10, 3, 0, 0x6D, 0, 0, 0, 0x32, 0, 1, 2];
    if_refused(&yielded, 13, "E0408: operand index 1 out of bounds (size=1)");
}

#[test]
fn attributes_of_ops() {
    // `permute` by i32::MAX; `reduce` along a dimension of 33 bits; an identity that does not fit.
    let permute = [&ONE[..], &[0x53, 4, 1, 0xFF, 0xFF, 0xFF, 0x7F, 0]].concat();
    body_refused(&permute, 5, "E0410: array contains unsupported value 2147483647");
    let permute = [&ONE[..], &[0x53, 4, 1, 0, 0, 0, 0x80, 0]].concat();
    body_refused(&permute, 5, "E0410: array contains unsupported value -2147483648");
    let dim = [&ONE[..], &[0x58, 1, 4, 0x80, 0x80, 0x80, 0x80, 0x10, 0]].concat();
    body_refused(&dim, 6, "E0410: value 4294967296 does not fit in 32 bits");
    let identity = |attribute: &[u8], at: usize, expected: &str| {
        let body = [&ONE[..], &[0x58, 1, 4, 0, 1], attribute, &[0; 12]].concat();
        body_refused(&body, 8 + at, expected);
    };
    identity(&[1, 1, 0x80, 0x80, 0x80, 0x80, 0x10], 2, "E0410: value 4294967296 does not fit in 32 bits");
    identity(&[2, 2, 0x80, 0x80, 0x80, 0x80, 0x20], 2, "E0410: value 4294967296 does not fit in 32 bits");
    identity(&[2, 10, 16], 2, "E0410: value 16 does not fit in 4 bits");
    let nested = [6, 1].repeat(64);
    identity(&nested, 128, "E0419: attributes are nested deeper than 64 levels");
    // `get_global` of nothing.
    body_refused(&[0x2C, 4, 1], 2, "E0410: symbol name is empty");
}

#[test]
fn constants() {
    let refused_as = |ty: u8, item: &[u8], at: usize, expected: &str| {
        let body = [&[0x10, ty, 0][..], &RETURN].concat();
        let bytes = File { body: &body, constants: &[item], ..File::default() }.bytes();
        // Count, padding and one offset stand before the item.
        let section = (BODY + body.len() + 4).next_multiple_of(8);
        refused(&bytes, section + 16 + at, expected);
    };
    refused_as(4, &[0], 0, "E0411: constant 0 is empty");
    refused_as(4, &[9, 0, 0], 0, "E0403: constant size 9 exceeds remaining data");
    refused_as(4, &[2, 0, 0], 0, "E0411: failed to validate buffer size and format");
    refused_as(4, &[4, 0, 0, 0, 0, 0], 5, "E0407: 1 bytes are left over after constant 0");
    let phrase = "E0411: i1 dense attribute payload size 3 is not a recognized encoding for 16 elements";
    refused_as(7, &[3, 0, 0, 0], 0, phrase);
    refused_as(
        3,
        &[2, 0, 0],
        0,
        "E0411: i1 dense attribute payload size 2 is not a recognized encoding for 1 elements",
    );
}

#[test]
fn globals() {
    let refused_as = |minor: u8, globals: &[u8], at: usize, expected: &str| {
        let bytes = File { minor, globals, types: TYPES, ..File::default() }.bytes();
        let start = bytes.windows(globals.len()).rposition(|window| window == globals).expect("the payload");
        refused(&bytes, start + at, expected);
    };
    refused_as(3, &[1, 1, 4, 0, 0, 0, 0], 1, "E0413: global symbol name at index 0 is empty");
    refused_as(3, &[1, 0, 4, 0, 0, 2, 0], 5, "E0413: invalid symbol visibility value: 2");
    refused_as(3, &[1, 0, 8, 0, 0, 0, 0], 3, "E0411: a constant must be a tile of numbers");
    refused_as(3, &[9, 0, 4, 0, 0, 0, 0], 0, "E0403: number of globals 9 exceeds remaining data");
    refused_as(1, &[1, 0, 4, 0, 0, 9], 5, "E0407: 1 bytes are left over after the last global");
}

#[test]
fn nesting_is_limited() {
    // `loop` in `loop` in `loop` ..: each block holds the next loop and a `return`, the innermost only that.
    let file = |depth: usize| {
        let mut body = [0x41, 0, 0, 1, 1, 0, 2].repeat(depth);
        body[7 * depth - 1] = 1;
        body.extend(RETURN.repeat(depth + 1));
        File { body: &body, ..File::default() }.bytes()
    };
    assert!(decode(&file(256), &DecodeOptions::default()).is_ok());
    refused(&file(257), BODY + 7 * 256 + 4, "E0419: regions are nested deeper than 256 levels");
}

#[test]
fn types_cannot_blow_up() {
    // Function types of function types, each four times the one in front.
    let mut types: Vec<Vec<u8>> = TYPES.iter().map(|ty| ty.to_vec()).collect();
    for index in 0..40 {
        let part = types.len() as u8 - 1;
        types.push(if index == 0 { vec![16, 0, 0] } else { [&[16, 4][..], &[part; 4], &[0]].concat() });
    }
    types[6] = [&[16, 1][..], &[types.len() as u8 - 1, 0]].concat();
    let types: Vec<&[u8]> = types.iter().map(Vec::as_slice).collect();
    let bytes = File { types: &types, ..File::default() }.bytes();
    let deep = error(&bytes).to_string();
    assert!(
        deep.starts_with("error[E0420]") && deep.contains("types are nested deeper than 8 levels"),
        "{deep}"
    );
    // A wide tensor view, copied a hundred times into a function type.
    let mut view = vec![14, 2, 0xC8, 1];
    view.extend(1i64.to_le_bytes().repeat(200));
    view.extend([0xC8, 1]);
    view.extend(1i64.to_le_bytes().repeat(200));
    let function = [&[16, 0xFF, 1][..], &[11; 255], &[0]].concat();
    let mut types = TYPES.to_vec();
    types[6] = &function;
    types.push(&view);
    let bytes = File { types: &types, ..File::default() }.bytes();
    let wide = error(&bytes).to_string();
    assert_eq!(wide, "error[E0420]: function types take far more room than the file");
}
