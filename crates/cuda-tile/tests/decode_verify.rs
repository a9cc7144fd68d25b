//! Verifying while a file is read finds what verifying the module afterwards finds, whatever is wrong with it.

use cuda_tile::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
use cuda_tile::text::{ParseOptions, parse};
use cuda_tile::verify::{HintMode, VerifyOptions, verify};
use diag::{Diagnostic, Source};
use ir::spec::{V13_1, V13_3};
use smith::{Options, Rng, generate};

/// The diagnostics in both ways; `None` if the file cannot be read.
fn found(bytes: &[u8], rules: VerifyOptions) -> Option<[Vec<Diagnostic>; 2]> {
    let options = DecodeOptions { testing_ops: true, verify: Some(rules), ..DecodeOptions::default() };
    let decoded = decode(bytes, &options).ok()?;
    let reading = decoded.verified.expect("it was asked for").diagnostics;
    Some([reading, verify(&decoded.module, &rules).diagnostics])
}

fn rules() -> [VerifyOptions; 3] {
    let all = VerifyOptions { testing_ops: true, ..VerifyOptions::default() };
    let old = VerifyOptions { version: V13_1, extensions: false, ..VerifyOptions::default() };
    [all, old, VerifyOptions { version: V13_3, hints: HintMode::Warn, ..all }]
}

/// A module with what random ones have little of.
const NESTED: &str = "cuda_tile.module @m {
    global @g <i32: [1, 2, 3, 4]> : tile<4xi32>
    entry @a(%n: tile<i32>) optimization_hints=<sm_100 = {occupancy = 3, unknown = 1}> {
        %p = get_global @g : tile<ptr<i32>>
        %one = constant <i32: 1> : tile<i32>
        %zero = constant <i32: 0> : tile<i32>
        %c = cmpi less_than %zero, %n, signed : tile<i32> -> tile<i1>
        %s = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %zero) -> (tile<i32>) {
            %t = if %c -> (tile<i32>) {
                %u = addi %acc, %i : tile<i32>
                yield %u : tile<i32>
            } else {
                yield %acc : tile<i32>
            }
            continue %t : tile<i32>
        }
        %w = iota : tile<8xi32>
        %f = itof %w signed : tile<8xi32> -> tile<8xf32>
        %r = reduce %f dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
        (%x: tile<f32>, %y: tile<f32>) { %m = addf %x, %y : tile<f32> yield %m : tile<f32> }
        print_tko \"%d %f\", %s, %r : tile<i32>, tile<f32> -> token
        return
    }
    entry @b() { return }
}";

fn files() -> Vec<Vec<u8>> {
    let parsed = parse(&Source::new("m.mlir", NESTED), &ParseOptions::default());
    let nested = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    let random = (0..4).map(|seed| generate(seed, &Options { ops: 60, ..Options::default() }));
    let bytes = |module| encode(&module, &EncodeOptions::default()).expect("it has bytecode");
    random.chain([nested]).map(bytes).collect()
}

#[test]
fn sound_files_are_found_sound() {
    for bytes in files() {
        let [reading, after] = found(&bytes, rules()[0]).expect("our files can be read");
        assert_eq!((reading.len(), after.len()), (0, 0), "{after:?}");
    }
}

#[test]
fn damaged_files_are_judged_as_their_modules_are() {
    let mut rng = Rng::new(11);
    let (mut wrong, mut right) = (0, 0);
    for bytes in files() {
        for _ in 0..120 {
            let mut bytes = bytes.clone();
            let at = rng.below(bytes.len());
            bytes[at] ^= 1 << rng.below(8);
            for rules in rules() {
                let Some([reading, after]) = found(&bytes, rules) else { continue };
                assert_eq!(reading, after, "byte {at}");
                *(if after.is_empty() { &mut right } else { &mut wrong }) += 1;
            }
        }
    }
    assert!(wrong > 100 && right > 100, "{wrong} wrong and {right} right modules prove little");
}
