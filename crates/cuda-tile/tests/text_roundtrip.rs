//! `parse(print(m)) == m`: for random modules of every focus, in every style.

use cuda_tile::Module;
use cuda_tile::equal::same_program;
use cuda_tile::text::print::{Names, PrintOptions, Style, print};
use cuda_tile::text::{ParseOptions, parse};
use diag::{Source, render_human};
use ir::Version;
use smith::{Options, generate};

fn parsed(text: &str, strict: bool) -> Module {
    let source = Source::new("m.mlir", text);
    let parsed = parse(&source, &ParseOptions { strict, testing_ops: true, ..ParseOptions::default() });
    let messages: Vec<String> =
        parsed.diagnostics.iter().map(|d| render_human(d, Some(&source), false)).take(5).collect();
    match parsed.module {
        Some(module) => module,
        None => panic!("{}", messages.join("\n")),
    }
}

fn round_trip(module: &Module, options: &PrintOptions, strict: bool) {
    let text = print(module, options);
    let back = parsed(&text, strict);
    // The disassembler's style puts globals first.
    if options.style != Style::Disassembler {
        same_program(module, &back).unwrap_or_else(|difference| panic!("{difference}\n{text}"));
    }
    assert_eq!(print(&back, options), text, "printing again gives the same text");
}

fn every_style(module: &Module, version: Version) {
    let canonical = PrintOptions { version, ..PrintOptions::default() };
    // Bytes in a string are an extension, which the reference tools print but do not read.
    let bytes = print(module, &canonical).contains(": \"0x");
    round_trip(module, &canonical, !bytes);
    for style in [Style::Disassembler, Style::Generic] {
        round_trip(module, &PrintOptions { style, ..canonical }, false);
    }
    round_trip(module, &PrintOptions { names: Names::Keep, ..canonical }, !bytes);
}

#[test]
fn random_modules_come_back() {
    for seed in 0..200 {
        let version = Version::ALL[seed as usize % Version::ALL.len()];
        every_style(&generate(seed, &Options { version, ..Options::default() }), version);
    }
}

#[test]
fn every_op_on_every_type_comes_back() {
    let newest = smith::foci().into_iter().filter(|&(_, _, version)| version == Version::LATEST);
    for (seed, (opcode, scalar, version)) in newest.enumerate() {
        let options = Options { version, ops: 2, focus: vec![(opcode, scalar)], ..Options::default() };
        every_style(&generate(seed as u64, &options), version);
    }
}
