//! Places go down with ops: what level 4 makes of an op of the program stands where that stands, so a refusal of any level
//! names the line.

use diag::{Place, Source};
use driver::compile::{Emit, Options, Program, compile};
use nvvm::Opcode;

const TEXT: &str = "cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %y = addf %x, %x : tile<f32>
    %d = store_ptr_tko weak %p, %y token=%t : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
";

fn parsed(text: &str) -> cuda_tile::Module {
    let source = Source::new("k.mlir", text.to_owned());
    let parsed = cuda_tile::text::parse(&source, &cuda_tile::text::ParseOptions::default());
    parsed.module.expect("the program reads")
}

/// The text of the ops of level 1 that ops of an opcode of level 4 stand for.
fn texts(opcode: Opcode) -> Vec<&'static str> {
    let level2 = tileaa::from_cuda_tile::lower(&parsed(TEXT), Some("sm_80")).expect("level 2");
    let options = tileas::from_tileaa::Options {
        target: "sm_80".to_owned(),
        capability: 80,
        warps: 1,
        shared: 163 * 1024,
        stages: 1,
        path: tileas::attributes::ExecutionPath::Universal,
        required: false,
        buffers: 99 << 10,
        warpgroups: true,
        group: 0,
        plan: 0,
        divisions: Vec::new(),
        refused: Vec::new(),
    };
    let level3 = tileas::from_tileaa::lower(&level2, &options);
    let mut level4 = nvvm::from_tileas::lower(&level3).expect("level 4");
    nvvm::passes::clean_up(&mut level4);
    let ops = ir::walk::preorder(&level4.body, level4.root).filter(|&op| level4.opcode(op) == opcode);
    ops.map(|op| match level4.place(op) {
        Some(Place::Span(span)) => &TEXT[span.start as usize..span.end as usize],
        other => panic!("stands nowhere in the text: {other:?}"),
    })
    .collect()
}

#[test]
fn ops_of_level_4_stand_where_those_of_level_1_do() {
    for (opcode, text) in [
        (Opcode::Ld, "%x, %t = load_ptr_tko"),
        (Opcode::AddF, "%y = addf"),
        (Opcode::St, "%d = store_ptr_tko"),
    ] {
        let found = texts(opcode);
        assert!(!found.is_empty() && found.iter().all(|found| found.starts_with(text)), "{found:?}");
    }
}

#[test]
fn a_refusal_for_the_target_names_the_line() {
    let text = "nvvm.module @m <target = \"sm_80\"> {\n  func @k <reqntid = 32> {\n    grid_wait\n    return\n  }\n}\n";
    let source = Source::new("k.nvvm", text.to_owned());
    let program = driver::compile::read(&source).expect("it reads").expect("level 4");
    let options = Options { emit: Emit::Ptx, ..Options::default() };
    let found = compile(program, &options).expect_err("sm_80 has no such instruction");
    let line = diag::render_short(&found[0], Some(&source));
    assert!(line.starts_with("k.nvvm:3:5: "), "{line}");
}

#[test]
fn a_program_from_text_carries_its_locations_to_level_4() {
    let text = TEXT.replace("%x, %x : tile<f32>", "%x, %x : tile<f32> loc(\"model.py\":7:3)");
    let options =
        Options { target: Some("sm_80".to_owned()), emit: Emit::Nvvm, line_info: true, ..Options::default() };
    let made = compile(Program::CudaTile(Box::new(parsed(&text))), &options).expect("it compiles");
    let made = String::from_utf8(made.bytes).expect("text");
    assert!(made.contains(": f32 loc(\"model.py\":7:3)"), "{made}");
}
