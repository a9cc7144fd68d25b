//! No input makes the parser panic, overflow its stack or run away: every prefix of some texts, seeded mutations of them,
//! and deep nesting.

use cuda_tile::text::{ParseOptions, parse, source_from_bytes};
use cuda_tile::verify::{VerifyOptions, verify};
use diag::{Source, render_human, render_short, to_json};

const KERNEL: &str = r##"#cu = #cuda_tile.di_compile_unit<file = #f>
#f = #cuda_tile.di_file<"a.py" in "/tmp">
#sp = #cuda_tile.di_subprogram<file = #f, line = 1, name = "k", linkageName = "k", compileUnit = #cu, scopeLine = 2>
#loc1 = loc("a.py":1:2)
!t = !cuda_tile.tile<4x8xi16>
module attributes {x = 1 : i32} {
cuda_tile.module @m attributes {producer = "p\0A"} {
  global private constant @g alignment = 16 <i8: [1, -2, 0x7F, 255]> : tile<4xi8>
  entry @k(%p: tile<ptr<f32>> {a.b = "c"}, %n: tile<i32>) optimization_hints=<sm_90 = {occupancy = 2}, default = {}> {
    %i, %j, %q = get_tile_block_id : tile<i32>
    %v = make_tensor_view %p, shape = [%n, 4], strides = [4, 1] : tile<i32> -> tensor_view<?x4xf32, strides=[4,1]>
    %w = make_partition_view %v : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x4xf32, strides=[4,1]>, dim_map=[1, 0]>
    %s:2 = get_index_space_shape %w : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x4xf32, strides=[4,1]>, dim_map=[1, 0]> -> tile<i32>
    %x, %tok = load_view_tko relaxed device %w[%i, %s#1] token = %tok0 optimization_hints = <sm_90 = {allow_tma = true}> : partition_view<tile=(4x4), padding_value = nan, tensor_view<?x4xf32, strides=[4,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x4xf32>, token loc(#loc1)
    %c = constant <f32: [[1.5, -2.0e3, 0x7F800000, 0.], [1.0, 1.0, 1.0, 1.0]]> : tile<2x4xf32>
    %d = constant <i16: "0x0100"> : !t
    %e = assume bounded<0, ?>, %d : !t
    %f = assume #cuda_tile.div_by<4, every 2 along 0>, %e : !t
    %r = reduce %c dim=0 identities=[0.0 : f32] : tile<2x4xf32> -> tile<4xf32> (%a: tile<f32>, %b: tile<f32>) {
      %y = addf %a, %b rounding<zero> flush_to_zero : tile<f32>
      yield %y : tile<f32>
    }
    %l = for %iv in (%i to %j, step %n) : tile<i32> iter_values(%acc = %r) -> (tile<4xf32>) {
      %cond = cmpi less_than %iv, %n, signed : tile<i32> -> tile<i1>
      if %cond { print_tko "%f\n", %r : tile<4xf32> -> token } else { }
      continue %acc : tile<4xf32>
    } {note = [1, 2.0, "x", @sym, array<i32: 1>, dense<1> : tile<4xi32>, unit, true, {}]}
    %o = "cuda_tile.addi"(%i, %j) <{overflow = #cuda_tile.overflow<none>}> : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32> loc(callsite("f"(#loc1) at fused<"x">["a":1:2, unknown]))
    loop { break }
    return
  } loc(#cuda_tile.di_loc<#loc1 in #sp>)
}
}
"##;

const SEED_SPELLINGS: &str = r#"// Producer: someone
func @f(%x: tile<[4x4]xb32>) -> () {
  % t = make_token : token
  print "%", %x : tile<4x4xi32>
  %0 = experimental$generate { ^bb0(%i: tile<i32>): yield %i : tile<i32> } : tile<16xi32>
  %1 = internal$optimization_barrier %0, keep_axis_info : tile<16xi32>
}
global @g : tile<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
"#;

/// Parses, in strict mode a sample, and renders a sample of the diagnostics.
fn survives(text: &str) {
    let source = Source::new("t", text);
    let modes: &[bool] = if text.len().is_multiple_of(5) { &[false, true] } else { &[false] };
    for &strict in modes {
        let parsed = parse(&source, &ParseOptions { strict, testing_ops: true, ..ParseOptions::default() });
        let errors = parsed.diagnostics.iter().filter(|d| d.is_error()).count();
        assert_eq!(parsed.module.is_none(), errors > 0, "{text}");
        assert!(errors <= 101, "errors are bounded");
        if let Some(part) = &parsed.sound_part {
            assert!(errors > 0, "{text}");
            let _ = verify(part, &VerifyOptions::default());
        }
        // Rendering takes longer than parsing: a sample of it will do.
        for diagnostic in parsed.diagnostics.iter().filter(|_| text.len().is_multiple_of(7)) {
            render_human(diagnostic, Some(&source), false);
            assert!(!render_short(diagnostic, Some(&source)).is_empty());
            to_json(diagnostic, Some(&source));
        }
    }
}

#[test]
fn every_prefix_survives() {
    for text in [KERNEL, SEED_SPELLINGS] {
        for end in 0..text.len() {
            survives(&text[..end]);
        }
    }
}

/// A small generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }
}

const PIECES: [&str; 24] = [
    "%x",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ":",
    "=",
    "->",
    "-",
    "0x",
    "9999999999999999999999",
    "tile<",
    "loc(",
    "\"",
    "#f",
    "!t",
    "@g",
    "^bb0:",
    "\u{e9}",
];

fn mutated(text: &str, numbers: &mut Numbers) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + numbers.below(4) {
        let mut at = numbers.below(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let mut end = (at + numbers.below(8)).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        match numbers.below(4) {
            0 => text.replace_range(at..end, ""),
            1 => text.insert_str(at, PIECES[numbers.below(PIECES.len())]),
            2 => text.replace_range(at..end, PIECES[numbers.below(PIECES.len())]),
            _ => {
                let copy = text[at..end].to_owned();
                let to = numbers.below(at + 1);
                if text.is_char_boundary(to) {
                    text.insert_str(to, &copy);
                }
            }
        }
    }
    text
}

#[test]
fn mutations_survive() {
    let mut numbers = Numbers(1);
    for _ in 0..1000 {
        survives(&mutated(KERNEL, &mut numbers));
        survives(&mutated(SEED_SPELLINGS, &mut numbers));
    }
}

#[test]
fn random_bytes_survive() {
    let mut numbers = Numbers(2);
    for _ in 0..500 {
        let bytes: Vec<u8> = (0..numbers.below(60)).map(|_| numbers.below(256) as u8).collect();
        if let Ok(source) = source_from_bytes("t", bytes) {
            survives(source.text());
        }
    }
}

fn in_entry(body: &str) -> String {
    format!("cuda_tile.module @m {{ entry @k(%c: tile<i1>) {{ {body} return }} }}")
}

#[test]
fn deep_nesting_is_refused_without_overflow() {
    let many = |text: &str| text.repeat(100_000);
    let regions = in_entry(&format!("{}{}", many("if %c { "), many("} ")));
    let loops = in_entry(&many("loop { "));
    let lists = in_entry(&format!("%x = constant <i32: {}", many("[")));
    let dicts = in_entry(&format!("%x = make_token {} : token", many("{a = ")));
    let arrays = in_entry(&format!("%x = make_token {{a = {} : token", many("[")));
    let types = in_entry(&format!("%x = iota : {}", many("tile<")));
    let locations = in_entry(&format!("%x = iota : tile<4xi32> loc({}", many("callsite(")));
    let wrappers = many("module { ");
    for text in [regions, loops, lists, dicts, arrays, types, locations, wrappers] {
        let source = Source::new("t", text);
        let parsed = parse(&source, &ParseOptions::default());
        assert!(parsed.module.is_none());
        let deep = parsed.diagnostics.iter().any(|d| d.message.contains("nested deeper than"));
        assert!(deep, "{:?}", parsed.diagnostics.iter().map(|d| &d.message).take(3).collect::<Vec<_>>());
    }
}

#[test]
fn a_hundred_levels_are_fine() {
    let text = in_entry(&format!("{}{}", "if %c { ".repeat(100), "} ".repeat(100)));
    let parsed = parse(&Source::new("t", text), &ParseOptions::default());
    assert!(parsed.module.is_some());
}

#[test]
fn errors_are_counted_and_stop() {
    let text = in_entry(&"foo\n".repeat(1000));
    let parsed = parse(&Source::new("t", text), &ParseOptions::default());
    assert_eq!(parsed.diagnostics.len(), 101);
    assert_eq!(parsed.diagnostics[100].to_string(), "error[E0120]: too many errors: stopped after 100");
}

#[test]
fn input_that_is_no_text_is_named() {
    let says = |bytes: &[u8]| match source_from_bytes("t", bytes.to_vec()) {
        Ok(source) => parse(&source, &ParseOptions::default()).diagnostics[0].message.clone(),
        Err(diagnostic) => diagnostic.message,
    };
    assert_eq!(says(b"\x7fTileIR\0\x0d\x01"), "the input is Tile IR bytecode, not text");
    assert_eq!(
        says(b"ML\xefR\x06"),
        "the input is bytecode of upstream MLIR, which is another format than that of Tile IR"
    );
    assert_eq!(says(b""), "the input is empty");
    assert_eq!(says(&[0; 64]), "the input is nothing but NUL bytes");
    assert_eq!(says(b"a\0b"), "the input holds NUL bytes, so it is no text");
    assert_eq!(says(b"abc\xff"), "the file is not UTF-8 text: byte 3 (0x3) begins no character");
    assert_eq!(says(b"// nothing\n"), "the input holds no module, only blanks, comments or aliases");
}
