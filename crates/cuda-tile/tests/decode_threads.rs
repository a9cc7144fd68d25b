//! Reading on several threads gives what one thread reads, number by number, and says the same of damaged files.

mod large;

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use cuda_tile::bytecode::{BYTES_PER_THREAD, DecodeOptions, Decoded, EncodeOptions, decode, encode};
use cuda_tile::text::{ParseOptions, parse};
use cuda_tile::verify::VerifyOptions;
use diag::{Diagnostic, Source};
use large::{everything, large_text, locate};
use smith::Rng;

static LARGE: LazyLock<Vec<u8>> = LazyLock::new(large_file);

/// The text with a location for each op, and with identities that were written with a bit too many.
fn large_file() -> Vec<u8> {
    let text = large_text(80);
    let parsed = parse(&Source::new("large", text), &ParseOptions::default());
    let mut module = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    locate(&mut module);
    let mut bytes = encode(&module, &EncodeOptions::default()).expect("what smith makes has bytecode");
    let identity = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xF0, 0xFF, 0x01];
    let places = bytes.windows(10).enumerate().filter(|(_, window)| *window == identity);
    for at in places.map(|(at, _)| at).step_by(3).collect::<Vec<_>>() {
        bytes[at + 9] = 0x03;
    }
    bytes
}

fn read(bytes: &[u8], threads: usize) -> Result<Decoded, Diagnostic> {
    let threads = NonZeroUsize::new(threads).expect("one or more");
    let verify = Some(VerifyOptions { threads, ..VerifyOptions::default() });
    decode(bytes, &DecodeOptions { threads, verify, ..DecodeOptions::default() })
}

/// The diagnostics of verification during reading.
fn verdict(decoded: &Decoded) -> &[Diagnostic] {
    &decoded.verified.as_ref().expect("it was asked for").diagnostics
}

#[test]
fn modules_do_not_depend_on_the_number_of_threads() {
    assert!(LARGE.len() > 5 * BYTES_PER_THREAD, "{} bytes are too few to be shared out", LARGE.len());
    let one = read(&LARGE, 1).unwrap_or_else(|error| panic!("{error:?}"));
    assert!(one.warnings[0].message.starts_with("27 64-bit float(s)"), "{:?}", one.warnings);
    let expected = everything(&one.module);
    for threads in [2, 4] {
        let several = read(&LARGE, threads).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(several.warnings, one.warnings);
        assert_eq!((several.version, several.tag), (one.version, one.tag));
        assert_eq!(verdict(&several), verdict(&one));
        let found = everything(&several.module);
        let different = expected.iter().zip(&found).find(|(expected, found)| expected != found);
        assert!(expected == found, "{threads} threads differ at {different:?}");
    }
}

#[test]
fn damaged_files_are_judged_alike() {
    let mut rng = Rng::new(7);
    let mut refused = 0;
    for _ in 0..10 {
        let mut bytes = LARGE.clone();
        let at = rng.below(bytes.len());
        bytes[at] ^= 1 << rng.below(8);
        let one = read(&bytes, 1);
        refused += usize::from(one.is_err());
        match (one, read(&bytes, 3)) {
            (Ok(one), Ok(several)) => {
                assert_eq!(one.warnings, several.warnings, "byte {at}");
                assert_eq!(verdict(&one), verdict(&several), "byte {at}");
            }
            (Err(one), Err(several)) => assert_eq!(one, several, "byte {at}"),
            (one, several) => panic!("byte {at}: {:?}, {:?}", one.is_ok(), several.is_ok()),
        }
    }
    assert!((2..9).contains(&refused), "{refused} of 10 refused prove little");
}
