//! Reading on several threads gives what one thread reads, number by number, and says the same of damaged files.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use cuda_tile::Module;
use cuda_tile::bytecode::{BYTES_PER_THREAD, DecodeOptions, Decoded, EncodeOptions, decode, encode};
use cuda_tile::text::{ParseOptions, PrintOptions, Style, parse, print};
use cuda_tile::verify::VerifyOptions;
use diag::{Diagnostic, Source};
use ir::walk::preorder;
use ir::{DebugInfo, Loc, Op};
use smith::{Options, Rng, generate};

static LARGE: LazyLock<Vec<u8>> = LazyLock::new(large);

/// Entries of random ops with hints, locations and reductions whose identities were written with a bit too many; enough of
/// them to keep four threads busy.
fn large() -> Vec<u8> {
    let mut text = String::from("cuda_tile.module @large {\n");
    for seed in 0..80 {
        let module = generate(seed, &Options { ops: 400, ..Options::default() });
        let items = print(&module, &PrintOptions { style: Style::Disassembler, ..PrintOptions::default() });
        text += &items.replace("@k(", &format!("@k{seed}(")).replace("@g", &format!("@g{seed}_"));
        text += &format!(
            "entry @hinted{seed}() optimization_hints=<sm_100 = {{occupancy = {}}}> {{
               %x = constant <f64: {seed}.5> : tile<8xf64>
               %r = reduce %x dim=0 identities=[0x7FF0000000000000 : f64] : tile<8xf64> -> tile<f64>
               (%a: tile<f64>, %b: tile<f64>) {{ %m = maxf %a, %b : tile<f64> yield %m : tile<f64> }}
               return
             }}\n",
            1 + seed % 4
        );
    }
    text += "}\n";
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

/// Gives every op of an entry a line and a scope, of which many are alike.
fn locate(module: &mut Module) {
    let file = module.strings.intern_bytes(b"kernels.py");
    let info = module.debug.intern(DebugInfo::File { name: file, directory: file });
    let unit = module.debug.intern(DebugInfo::CompileUnit { file: info });
    let entries: Vec<Op> = module.body.block_ops(cuda_tile::build::items_block(module)).collect();
    for (number, entry) in entries.into_iter().enumerate() {
        let line = number as u32 % 50 + 1;
        let scope = module.debug.intern(DebugInfo::Subprogram {
            file: info,
            line,
            name: file,
            linkage_name: file,
            compile_unit: unit,
            scope_line: line,
        });
        for (index, op) in preorder(&module.body, entry).collect::<Vec<_>>().into_iter().enumerate() {
            let loc = Loc::File { file, line: line + index as u32 / 3, column: 4, end: None };
            let loc = module.locs.intern(loc);
            let loc = module.locs.intern(Loc::Scoped { loc, scope });
            module.body.set_loc(op, loc);
        }
    }
}

fn read(bytes: &[u8], threads: usize) -> Result<Decoded, Diagnostic> {
    let threads = NonZeroUsize::new(threads).expect("one or more");
    let verify = Some(VerifyOptions { threads, ..VerifyOptions::default() });
    decode(bytes, &DecodeOptions { threads, verify, ..DecodeOptions::default() })
}

/// What verifying a file while it was read has found.
fn verdict(decoded: &Decoded) -> &[Diagnostic] {
    &decoded.verified.as_ref().expect("it was asked for").diagnostics
}

/// Everything of a module that there is to see, ids included.
fn everything(module: &Module) -> Vec<String> {
    let body = &module.body;
    let ops = (0..body.op_count() as u32).map(Op::from_u32).map(|op| {
        let of_op = (body.opcode(op), body.operands(op), body.segments(op), body.attrs(op), body.extra(op));
        let place = (body.parent_block(op), body.prev(op), body.next(op), body.loc(op), body.span(op));
        let results: Vec<_> = body.results(op).into_iter().map(|v| (v, body.ty(v), body.def(v))).collect();
        let regions: Vec<_> = body.regions(op).map(|region| (region, body.region_op(region))).collect();
        let blocks = body.regions(op).flat_map(|region| body.region_blocks(region));
        let blocks: Vec<_> = blocks
            .map(|&block| {
                let args = body.block_args(block).into_iter().map(|v| (v, body.ty(v), body.def(v)));
                (block, args.collect::<Vec<_>>(), body.first_op(block), body.last_op(block))
            })
            .collect();
        format!("{op}: {of_op:?} {place:?} {results:?} {regions:?} {blocks:?}")
    });
    let interned = [
        format!("{:?}", module.types.iter().collect::<Vec<_>>()),
        format!("{:?}", module.attrs.iter().collect::<Vec<_>>()),
        format!("{:?}", module.strings.iter().collect::<Vec<_>>()),
        format!("{:?}", module.locs.iter().collect::<Vec<_>>()),
        format!("{:?}", module.debug.iter().collect::<Vec<_>>()),
    ];
    interned.into_iter().chain(ops).collect()
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
