//! Damaged files: every truncation and thousands of mutations are read without a panic, in bounded time, and what is
//! accepted can be written again.

#![allow(clippy::disallowed_methods, reason = "the number of rounds can be raised")]

#[path = "bytecode_example/file.rs"]
mod file;

use cuda_tile::Module;
use cuda_tile::attrs::Attr;
use cuda_tile::build::items_block;
use cuda_tile::bytecode::{DecodeOptions, Decoded, EncodeOptions, Layout, decode, encode};
use cuda_tile::ops::fields;
use cuda_tile::text::{ParseOptions, parse};
use diag::{Place, Source};
use ir::spec::Version;
use ir::{AttrSlot, DebugInfo, Loc};

fn rich() -> Module {
    let source = Source::new("rich.mlir", include_str!("bytecode_example/rich.mlir"));
    let parsed = parse(&source, &ParseOptions::default());
    parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics))
}

fn files() -> Vec<Vec<u8>> {
    let write = |version, layout| {
        let options = EncodeOptions { version: Some(version), layout, ..EncodeOptions::default() };
        encode(&rich(), &options).unwrap_or_else(|errors| panic!("{:?}", errors))
    };
    vec![
        file::EXAMPLE.to_vec(),
        write(Version::ALL[2], Layout::Reference),
        write(Version::ALL[3], Layout::CuTile),
    ]
}

/// Reads damaged bytes; errors are in the file, and what is read can be written.
fn survive(bytes: &[u8]) -> Option<Decoded> {
    match decode(bytes, &DecodeOptions { provenance: true, testing_ops: true, ..DecodeOptions::default() }) {
        Err(error) => {
            let place = error.primary().map(|label| label.place.clone());
            assert!(matches!(place, Some(Place::Byte(offset)) if offset <= bytes.len() as u64), "{error}");
            None
        }
        Ok(decoded) => {
            let options = EncodeOptions {
                version: Some(decoded.version),
                provenance: decoded.provenance.clone(),
                testing_ops: true,
                ..EncodeOptions::default()
            };
            let written = match encode(&decoded.module, &options) {
                Ok(written) => written,
                // A rounding mode of 13.4 is read in older files, as the reference reader does, but not written.
                Err(errors) if errors.iter().all(|error| error.message.contains("nearest_away")) => {
                    return None;
                }
                Err(errors) => panic!("{}", errors[0]),
            };
            let again = decode(&written, &DecodeOptions { testing_ops: true, ..DecodeOptions::default() })
                .unwrap_or_else(|error| panic!("{error}"));
            cuda_tile::equal::same_program(&again.module, &decoded.module).unwrap();
            Some(decoded)
        }
    }
}

#[test]
fn undamaged_files_come_back() {
    for bytes in files() {
        let decoded = survive(&bytes).expect("accepted");
        let options = EncodeOptions {
            version: Some(decoded.version),
            provenance: decoded.provenance,
            ..EncodeOptions::default()
        };
        assert!(encode(&decoded.module, &options).unwrap() == bytes);
    }
}

#[test]
fn every_truncation_is_refused() {
    for bytes in files() {
        for length in 0..bytes.len() {
            assert!(survive(&bytes[..length]).is_none(), "{length} bytes");
        }
    }
}

/// A generator of numbers that is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(6) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.below(256) as u8,
        2 => bytes[at] = [0x00, 0x7F, 0x80, 0xFF][random.below(4)],
        3 => bytes[at] = bytes[at].wrapping_add(1),
        4 => {
            bytes.remove(at);
        }
        _ => bytes.insert(at, bytes[random.below(bytes.len())]),
    }
}

#[test]
fn mutations_do_no_harm() {
    let rounds = std::env::var("TILEWRIGHT_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(4_000);
    let (mut random, mut accepted) = (Random(20_251_120), 0);
    for original in files() {
        for _ in 0..rounds {
            let mut bytes = original.clone();
            for _ in 0..=random.below(3) {
                mutate(&mut bytes, &mut random);
            }
            accepted += usize::from(survive(&bytes).is_some());
        }
    }
    assert!(accepted > rounds / 100, "only {accepted} mutations were accepted: the test tests nothing");
}

/// Parts that are used twice on every level: 2^60 of them when written out.
#[test]
fn shared_parts_are_not_walked_again_and_again() {
    let mut module = rich();
    let scope = module.debug.iter().next().map(|(id, _)| id);
    assert!(scope.is_none(), "the program has no debug information of its own");
    let text = module.strings.intern_bytes(b"f.py");
    let file = module.debug.intern(DebugInfo::File { name: text, directory: text });
    let compile_unit = module.debug.intern(DebugInfo::CompileUnit { file });
    let scope = module.debug.intern(DebugInfo::Subprogram {
        file,
        line: 1,
        name: text,
        linkage_name: text,
        compile_unit,
        scope_line: 1,
        declaration: false,
    });
    let loc = module.locs.intern(Loc::File { file: text, line: 1, column: 1, end: None });
    let mut loc = module.locs.intern(Loc::Scoped { loc, scope });
    for _ in 0..60 {
        loc = module.locs.intern(Loc::CallSite { callee: loc, caller: loc });
    }
    let entry = module.body.last_op(items_block(&module)).expect("an entry");
    module.body.set_loc(entry, loc);
    let bytes = encode(&module, &EncodeOptions::default()).unwrap();
    let decoded = survive(&bytes).expect("accepted");
    assert_eq!(decoded.module.locs.len(), 63);
    let mut hints = module.attrs.intern(Attr::Array([].into()));
    for _ in 0..60 {
        hints = module.attrs.intern(Attr::Array([hints, hints].into()));
    }
    let dictionary = module.attrs.intern(Attr::Dict([(text, hints)].into()));
    let hints = module.attrs.intern(Attr::Dict([(text, dictionary)].into()));
    module.set_attr(entry, fields::entry::optimization_hints, AttrSlot::interned(hints));
    let errors = encode(&module, &EncodeOptions::default()).unwrap_err();
    assert!(errors[0].message.contains("holds far too many attributes"), "{}", errors[0]);
}
