//! Kernels that are timed: what they are made of, and the sizes that they run on.

use serde_json::{Map, Value, json};
use tilewright::diag::Source;
use tilewright::driver::compile::read;

use super::Settings;
use super::code::{self, LAUNCHER, forms, ours, program};
use super::store::Store;

const GEMM: &str = include_str!("../../kernels/codegen/gemm.mlir");
const ATTENTION: &str = include_str!("../../kernels/codegen/attention.mlir");
const SOFTMAX: &str = include_str!("../../kernels/codegen/softmax.mlir");
const MOE: &str = include_str!("../../kernels/fused_moe.mlir");

/// A kernel to be timed.
struct Timed {
    name: String,
    /// What it computes, for what it is compared with and checked by.
    kind: &'static str,
    entry: &'static str,
    source: From,
    /// The first size is small: it shows that the kernel is right, wherever it runs.
    launches: Vec<Value>,
}

/// What a kernel is made of.
enum From {
    /// A tile program.
    Tiles(String),
    /// A program of level 4 for sm_90a.
    Threads(&'static str),
}

/// All of them, compiled for every target.
pub(super) fn all(
    settings: &Settings,
    store: &mut Store,
    said: &mut dyn FnMut(&str),
) -> Result<Value, String> {
    let mut made = Vec::new();
    for timed in table().into_iter().filter(|timed| settings.wants(&timed.name)) {
        said(&timed.name);
        let (mut code, mut refused) = (Map::new(), Map::new());
        for target in &settings.targets {
            let of_target = compiled(&timed, target, store, &mut refused)?;
            if !of_target.is_empty() {
                code.insert(target.clone(), of_target.into());
            }
        }
        made.push(json!({
            "name": timed.name,
            "kind": timed.kind,
            "code": code,
            "refused": refused,
            "launches": timed.launches,
        }));
    }
    Ok(made.into())
}

/// The code of a kernel for a target, by form.
fn compiled(
    timed: &Timed,
    target: &str,
    store: &mut Store,
    refused: &mut Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    let mut code = Map::new();
    let mut keep = |form: &str, made: Result<String, String>| match made {
        Ok(name) => drop(code.insert(form.to_owned(), json!(name))),
        Err(why) => drop(refused.insert(format!("{target} {form}"), json!(why))),
    };
    match &timed.source {
        From::Threads(text) if target == "sm_90a" => {
            let read = read(&Source::new(timed.name.as_str(), *text));
            let program = read.ok().flatten().ok_or_else(|| format!("{} is no program", timed.name))?;
            keep("level 4", ours(program, timed.entry, target, LAUNCHER, store));
        }
        From::Threads(_) => {}
        From::Tiles(text) => {
            let module = tilewright::parse(&timed.name, text).map_err(|error| error.to_string())?;
            for form in forms(target) {
                keep(form.name, ours(program(module.ir()), timed.entry, target, *form, store));
            }
            let bytecode = module.to_bytecode(None).map_err(|error| error.to_string())?;
            let parameters = parameters(&timed.launches[0]);
            keep("tileiras", code::closed(&bytecode, timed.entry, target, &parameters, store));
        }
    }
    Ok(code)
}

/// The parameters of a kernel, as the arguments of a launch show them.
fn parameters(launch: &Value) -> Value {
    let arguments = launch["arguments"].as_array().into_iter().flatten();
    let one = |argument: &Value| match argument["buffer"].is_null() {
        true => json!({ "bytes": 4, "pointer": false }),
        false => json!({ "bytes": 8, "pointer": true }),
    };
    arguments.map(one).collect::<Vec<_>>().into()
}

fn table() -> Vec<Timed> {
    let tiles = [[128, 128], [128, 256], [256, 128], [64, 64]];
    let products =
        ["f16", "bf16"].into_iter().flat_map(|element| tiles.map(|tile| gemm(element, element, tile)));
    let mut all: Vec<Timed> = products.collect();
    all.extend([[128, 128], [128, 256]].map(|tile| gemm("f16", "f32", tile)));
    all.push(level_4("64x64x64", include_str!("../../../tests/agents/nvvm_gemm.mlir"), [64, 64]));
    all.push(level_4("128x256x64", include_str!("../../../tests/agents/nvvm_gemm_wide.mlir"), [128, 256]));
    all.extend([attention(64), attention(128), softmax(), moe()]);
    all
}

/// Rows, columns and depth of products.
const PRODUCTS: [[u64; 3]; 3] = [[256, 256, 256], [8192, 8192, 8192], [4096, 4096, 4096]];

/// C = A B of tiles of the given rows and columns, 64 along k; C is stored as `stored`.
fn gemm(element: &'static str, stored: &'static str, [rows, columns]: [u64; 2]) -> Timed {
    // By way of names, so that no extent is replaced twice.
    let text = GEMM.replace("128x128", "RxC").replace("128x64", "RxK").replace("64x128", "KxC");
    let text = text.replace("RxC", &format!("{rows}x{columns}"));
    let text = text.replace("RxK", &format!("{rows}x64")).replace("KxC", &format!("64x{columns}"));
    let text = text.replace("f16", element);
    let (text, result) = match stored {
        "f32" => (text, " into f32"),
        _ => (narrowed(&text, stored, &format!("{rows}x{columns}")), ""),
    };
    Timed {
        name: format!("GEMM {element} {rows}x{columns}x64{result}"),
        kind: "gemm",
        entry: "gemm",
        source: From::Tiles(text),
        launches: PRODUCTS.map(|size| product(element, stored, false, size, [rows, columns])).to_vec(),
    }
}

/// The product with its sums in f32, stored in a narrower type.
fn narrowed(text: &str, stored: &str, tile: &str) -> String {
    let convert = format!("%narrow = ftof %sum : tile<{tile}xf32> -> tile<{tile}x{stored}>\n    %written");
    text.replace("ptr<f32>", &format!("ptr<{stored}>"))
        .replace("?x?xf32", &format!("?x?x{stored}"))
        .replace("weak %sum", "weak %narrow")
        .replace(&format!("tile<{tile}xf32>, partition"), &format!("tile<{tile}x{stored}>, partition"))
        .replace("%written", &convert)
}

/// The main loops of Hopper as the project writes them on level 4: f16 all over, B by columns.
fn level_4(tile: &str, text: &'static str, tiles: [u64; 2]) -> Timed {
    Timed {
        name: format!("main loop f16 {tile}"),
        kind: "gemm",
        entry: "gemm",
        source: From::Threads(text),
        launches: PRODUCTS.map(|size| product("f16", "f16", true, size, tiles)).to_vec(),
    }
}

fn product(
    element: &str,
    sum: &str,
    by_columns: bool,
    [m, n, k]: [u64; 3],
    [rows, columns]: [u64; 2],
) -> Value {
    let b = if by_columns { [n, k] } else { [k, n] };
    json!({
        "size": format!("{m}x{n}x{k}"),
        "grid": [n.div_ceil(columns), m.div_ceil(rows), 1],
        "arguments": [
            filled("a", element, &[m, k]), filled("b", element, &b), zeros("c", sum, &[m, n]), number(m), number(n), number(k),
        ],
        "shape": { "m": m, "n": n, "k": k, "by_columns": by_columns },
        "operations": 2 * m * n * k,
    })
}

fn attention(depth: u64) -> Timed {
    let launch = |[heads, length]: [u64; 2]| {
        let shape = [heads, length, depth];
        json!({
            "size": format!("{heads} heads, {length} x {length} x {depth}"),
            "grid": [length / 128, heads, 1],
            "arguments": [
                filled("q", "f16", &shape), filled("k", "f16", &shape), filled("v", "f16", &shape), zeros("o", "f16", &shape),
                json!({ "bits": 0.125f32.to_bits() }), number(heads), number(length), number(length * depth),
            ],
            "shape": { "heads": heads, "length": length, "depth": depth },
            "operations": 4 * heads * length * length * depth,
        })
    };
    // Tensor maps take strides from parameters. Only the depth of a head is 64 in this program.
    let text = ATTENTION
        .replace("%length: tile<i32>)", "%length: tile<i32>, %stride: tile<i32>)")
        .replace("muli %length_16, %width", "assume div_by<16>, %stride")
        .replace("64", &depth.to_string());
    Timed {
        name: format!("attention f16 128x128x{depth}"),
        kind: "attention",
        entry: "attention",
        source: From::Tiles(text),
        launches: [[16, 128], [16, 16384], [64, 4096]].map(launch).to_vec(),
    }
}

fn softmax() -> Timed {
    let launch = |rows: u64| {
        json!({
            "size": format!("{rows} x 4096"),
            "grid": [rows, 1, 1],
            "arguments": [
                filled("x", "f32", &[rows, 4096]), zeros("y", "f32", &[rows, 4096]), number(rows), number(4096),
            ],
            "shape": { "rows": rows, "columns": 4096 },
            "bytes": 2 * 4 * rows * 4096,
        })
    };
    Timed {
        name: "softmax f32 4096".to_owned(),
        kind: "softmax",
        entry: "softmax",
        source: From::Tiles(SOFTMAX.to_owned()),
        launches: [16, 32768].map(launch).to_vec(),
    }
}

/// A mixture of experts in tiles of 64 sorted tokens by 64 columns: each token goes to two experts.
fn moe() -> Timed {
    let launch = |[tokens, depth, columns]: [u64; 3]| {
        let (experts, replicas) = (8, 2);
        let sorted = tokens * replicas;
        let tiles = sorted / 64;
        // The program promises that this is a multiple of 4.
        let listed = tiles.next_multiple_of(4);
        let array = |buffer: Value, shape: &[u64]| {
            let strides = (1..=shape.len()).map(|at| shape[at..].iter().product());
            let numbers = shape.iter().copied().chain(strides).map(number);
            std::iter::once(buffer).chain(numbers).collect::<Vec<_>>()
        };
        let arguments = [
            array(filled("tokens", "bf16", &[tokens, depth]), &[tokens, depth]),
            array(filled("experts", "bf16", &[experts, columns, depth]), &[experts, columns, depth]),
            array(zeros("out", "bf16", &[sorted, columns]), &[sorted, columns]),
            array(filled("weights", "f32", &[sorted]), &[sorted]),
            array(counted("sorted_tokens", sorted, sorted), &[sorted]),
            array(counted("expert_of_tile", listed, experts), &[listed]),
            vec![number(replicas)],
        ];
        json!({
            "size": format!("{tokens} tokens, {experts} experts, {columns} x {depth}"),
            "grid": [tiles * columns.div_ceil(64), 1, 1],
            "arguments": arguments.concat(),
            "shape": { "tokens": tokens, "experts": experts, "columns": columns, "depth": depth, "replicas": replicas },
            "operations": 2 * sorted * columns * depth,
        })
    };
    Timed {
        name: "fused MoE bf16 64x64x32".to_owned(),
        kind: "moe",
        entry: "fused_moe",
        source: From::Tiles(MOE.to_owned()),
        launches: [[128, 256, 128], [4096, 2048, 4096]].map(launch).to_vec(),
    }
}

/// A buffer of random numbers with mean 0 and variance 1.
fn filled(name: &str, element: &str, shape: &[u64]) -> Value {
    json!({ "buffer": name, "element": element, "shape": shape, "fill": "normal" })
}

fn zeros(name: &str, element: &str, shape: &[u64]) -> Value {
    json!({ "buffer": name, "element": element, "shape": shape, "fill": "zeros" })
}

/// A buffer of 0, 1, .. that begins again at a number.
fn counted(name: &str, elements: u64, modulo: u64) -> Value {
    json!({ "buffer": name, "element": "i32", "shape": [elements], "fill": "count", "modulo": modulo })
}

fn number(value: u64) -> Value {
    json!({ "bits": value })
}
