//! A file that lists the locations of a function although all of them are unknown, as cuTile's writer does without debug
//! information: it comes back byte for byte in every layout, and what comes back can be read.

use cuda_tile::bytecode::{DecodeOptions, EncodeOptions, Layout, decode, encode};

/// `entry @k() { if %true {} return }`: location index 1, and six indices that are all 0.
const FILE: &str = "\
    7f54696c654952000d040000821708cb010002020111100300320000020100016d0000005c0000841208cbcbcbcbcbcb\
    01cbcbcbcbcbcbcb000000000000000001ff834108cbcbcb01cbcbcb0000000005cbcbcbcbcbcbcb0000000000000000\
    000000000000000000000000000000000000000000000000000000000000000001cbcbcb0000000000851c0404cbcbcb\
    0000000001000000020000000500000000031000000d0000810904cb01cbcbcb000000006b00";

fn bytes() -> Vec<u8> {
    let byte = |index| u8::from_str_radix(&FILE[index..index + 2], 16).expect("hexadecimal digits");
    (0..FILE.len()).step_by(2).map(byte).collect()
}

#[test]
fn unknown_locations_stay_listed() {
    let bytes = bytes();
    let decoded = decode(&bytes, &DecodeOptions { provenance: true, ..DecodeOptions::default() });
    let decoded = decoded.unwrap_or_else(|error| panic!("{error}"));
    for layout in [Layout::Reference, Layout::CuTile] {
        let options = EncodeOptions {
            version: Some(decoded.version),
            provenance: decoded.provenance.clone(),
            layout,
            ..EncodeOptions::default()
        };
        let again = encode(&decoded.module, &options).unwrap_or_else(|errors| panic!("{}", errors[0]));
        assert_eq!(again, bytes, "{layout:?}");
    }
}

#[test]
fn they_vanish_in_our_own_layout() {
    let decoded = decode(&bytes(), &DecodeOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let again =
        encode(&decoded.module, &EncodeOptions::default()).unwrap_or_else(|errors| panic!("{}", errors[0]));
    assert!(again.len() < bytes().len());
    assert!(decode(&again, &DecodeOptions::default()).is_ok());
}
