//! Tiles that registers do not hold: how many warps share them, what PTX says about registers, and what `ptxas` makes of it.

use diag::Source;
use driver::compile::{Compiled, Emit, ExecutionPath, Options, Program, compile};
use driver::ptxas;
use driver::remarks::{Filter, Wanted, text};

/// The tiles of a matrix, whose address and lengths are divisible by 16, as frameworks allocate memory.
fn view(name: &str, elem: &str, shape: &str) -> String {
    format!(
        "%{name} = assume div_by<16>, %{name}_raw : tile<ptr<{elem}>>
    %{name}_t = make_tensor_view %{name}, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?x{elem}, strides=[?,1]>
    %{name}_v = make_partition_view %{name}_t : partition_view<tile=({shape}), padding_value = zero, tensor_view<?x?x{elem}, strides=[?,1]>>\n    "
    )
}

fn load(name: &str, index: &str, elem: &str, shape: &str) -> String {
    format!(
        "%{name}_x, %{name}_r = load_view_tko weak %{name}_v[{index}] : partition_view<tile=({shape}), padding_value = zero, tensor_view<?x?x{elem}, strides=[?,1]>>, tile<i32> -> tile<{shape}x{elem}>, token\n    "
    )
}

fn store(value: &str, name: &str, elem: &str, shape: &str) -> String {
    format!(
        "%done = store_view_tko weak {value}, %{name}_v[%zero, %zero] : tile<{shape}x{elem}>, partition_view<tile=({shape}), padding_value = zero, tensor_view<?x?x{elem}, strides=[?,1]>>, tile<i32> -> token\n    "
    )
}

fn kernel(hints: &str, params: &str, body: &str) -> String {
    format!(
        "cuda_tile.module @m {{
  entry @k({params}, %m_raw: tile<i32>, %n_raw: tile<i32>) {hints} {{
    %m = assume div_by<16>, %m_raw : tile<i32>
    %n = assume div_by<16>, %n_raw : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    {body}return
  }}
}}
"
    )
}

/// Softmax of `rows` rows of `columns` elements.
fn softmax(rows: u32, columns: u32, hints: &str) -> String {
    let shape = format!("{rows}x{columns}");
    let fold = |result: &str, of: &str, op: &str, identity: &str| {
        format!(
            "%{result} = reduce %{of} dim=1 identities=[{identity} : f32] : tile<{shape}xf32> -> tile<{rows}xf32> (%{result}_l: tile<f32>, %{result}_r: tile<f32>) {{
      %{result}_b = {op} %{result}_l, %{result}_r : tile<f32>
      yield %{result}_b : tile<f32>
    }}
    %{result}_1 = reshape %{result} : tile<{rows}xf32> -> tile<{rows}x1xf32>
    %{result}_all = broadcast %{result}_1 : tile<{rows}x1xf32> -> tile<{shape}xf32>\n    "
        )
    };
    let body = [
        view("a", "f32", &shape),
        view("c", "f32", &shape),
        load("a", "%zero, %zero", "f32", &shape),
        fold("most", "a_x", "maxf", "0xFF800000"),
        format!(
            "%below = subf %a_x, %most_all : tile<{shape}xf32>\n    %powers = exp %below : tile<{shape}xf32>\n    "
        ),
        fold("sum", "powers", "addf", "0.0"),
        format!("%result = divf %powers, %sum_all : tile<{shape}xf32>\n    "),
        store("%result", "c", "f32", &shape),
    ];
    kernel(hints, "%a_raw: tile<ptr<f32>>, %c_raw: tile<ptr<f32>>", &body.concat())
}

/// Prefix sums of rows.
fn scan(rows: u32, columns: u32) -> String {
    let shape = format!("{rows}x{columns}");
    let sums = format!(
        "%sums = scan %a_x dim=1 reverse=false identities=[0.0 : f32] : tile<{shape}xf32> -> tile<{shape}xf32> (%l: tile<f32>, %r: tile<f32>) {{
      %both = addf %l, %r : tile<f32>
      yield %both : tile<f32>
    }}\n    "
    );
    let body = [
        view("a", "f32", &shape),
        view("c", "f32", &shape),
        load("a", "%zero, %zero", "f32", &shape),
        sums,
        store("%sums", "c", "f32", &shape),
    ];
    kernel("", "%a_raw: tile<ptr<f32>>, %c_raw: tile<ptr<f32>>", &body.concat())
}

/// A product of f16 into f32 with tiles of `m`x`n`, `k` deep.
fn product(m: u32, n: u32, k: u32, hints: &str) -> String {
    let (a, b, c) = (format!("{m}x{k}"), format!("{k}x{n}"), format!("{m}x{n}"));
    let body = [
        view("a", "f16", &a),
        view("b", "f16", &b),
        view("c", "f32", &c),
        format!("%none = constant <f32: 0.0> : tile<{c}xf32>\n    "),
        format!(
            "%sum = for %i in (%zero to %m, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<{c}xf32>) {{\n    "
        ),
        load("a", "%zero, %i", "f16", &a),
        load("b", "%i, %zero", "f16", &b),
        format!("%next = mmaf %a_x, %b_x, %so_far : tile<{a}xf16>, tile<{b}xf16>, tile<{c}xf32>\n    "),
        format!("continue %next : tile<{c}xf32>\n    }}\n    "),
        store("%sum", "c", "f32", &c),
    ];
    kernel(hints, "%a_raw: tile<ptr<f16>>, %b_raw: tile<ptr<f16>>, %c_raw: tile<ptr<f32>>", &body.concat())
}

fn made(program: &str, target: &str, emit: Emit) -> Compiled {
    let source = Source::new("k.mlir", program);
    let parsed = cuda_tile::text::parse(&source, &cuda_tile::text::ParseOptions::default());
    let module = parsed.module.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    // These tests use the path without warp specialisation.
    let path = Some(ExecutionPath::Universal);
    let options =
        Options { target: Some(target.to_owned()), emit, remarks: true, path, ..Options::default() };
    compile(Program::CudaTile(Box::new(module)), &options).expect("it compiles")
}

/// Threads of a block and the blocks that PTX asks for.
fn directives(program: &str, target: &str) -> (u32, Option<u32>) {
    let text = String::from_utf8(made(program, target, Emit::Ptx).bytes).expect("text");
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(name))?;
        line.trim().parse::<u32>().ok()
    };
    (number(".reqntid").expect("a number of threads"), number(".minnctapersm"))
}

#[test]
fn more_warps_share_what_eight_do_not_hold() {
    // A kernel that fits keeps its warps; a thread of sixteen or fewer warps uses up to 192 registers for tiles.
    assert_eq!(directives(&softmax(1, 4096, ""), "sm_90a"), (128, None));
    assert_eq!(directives(&softmax(1, 32768, ""), "sm_90a").0, 256);
    assert_eq!(directives(&softmax(1, 65536, ""), "sm_90a"), (512, Some(1)));
    assert_eq!(directives(&softmax(1, 131_072, ""), "sm_90a"), (1024, Some(1)));
    // Rows that no warps hold are computed in parts, which need no more warps.
    assert_eq!(directives(&scan(64, 4096), "sm_90a"), (256, None));
}

#[test]
fn products_keep_eight_warps() {
    assert_eq!(directives(&product(128, 128, 64, ""), "sm_90a"), (128, None));
    assert_eq!(directives(&product(128, 256, 64, ""), "sm_90a"), (256, None));
    // Sums that they do not hold are computed in parts.
    for target in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
        assert_eq!(directives(&product(256, 256, 64, ""), target), (256, None), "{target}");
    }
}

#[test]
fn the_occupancy_of_the_program_counts() {
    let hints = |blocks: u32| format!("optimization_hints=<default = {{occupancy = {blocks}}}>");
    // Two blocks have half of the registers each: four warps take them all.
    assert_eq!(directives(&product(128, 256, 64, &hints(2)), "sm_90a"), (128, Some(2)));
    assert_eq!(directives(&softmax(1, 65536, &hints(2)), "sm_90a"), (512, Some(2)));
    assert_eq!(directives(&softmax(1, 65536, &hints(4)), "sm_90a"), (256, Some(4)));
}

#[test]
fn a_remark_says_how_much_is_too_much() {
    // One row cannot be computed in parts: its elements meet in the reductions.
    let made = made(&softmax(1, 131_072, ""), "sm_90a", Emit::Ptx);
    let remarks = text(&made.remarks, &Filter::every(Wanted::All), &Source::new("k.mlir", ""));
    for said in ["RemarkRegisterPressure", "RegisterLimit = 64", "MinBlocksPerMultiprocessor = 1"] {
        assert!(remarks.contains(said), "{said}: {remarks}");
    }
    let made = self::made(&product(128, 128, 64, ""), "sm_90a", Emit::Ptx);
    let remarks = text(&made.remarks, &Filter::every(Wanted::All), &Source::new("k.mlir", ""));
    assert!(!remarks.contains("RemarkRegisterPressure"), "{remarks}");
}

/// Where `ptxas` is installed: a kernel that spills does so with all registers that a thread can have.
#[test]
fn what_spills_has_all_registers() {
    let Some(tool) = real_tools::Release::V13_4.find("ptxas") else { return };
    for (program, limit) in [(product(256, 256, 64, ""), 255), (softmax(1, 131_072, ""), 64)] {
        let ptx = String::from_utf8(made(&program, "sm_90a", Emit::Ptx).bytes).expect("text");
        let request = ptxas::Request { arch: "sm_90a", level: 3, line_info: false, memcheck: false };
        let usage = ptxas::assemble(&tool, &ptx, &request).expect("`ptxas` takes it").usage.remove(0);
        assert!(usage.spill_stores == 0 || usage.registers >= limit, "{usage:?} of {limit}");
    }
}
