//! Attention that is timed: one program as it is written down in books, one that counts instructions, and a causal one.

use serde_json::{Value, json};

use super::kernel::{From, Timed, filled, number, zeros};

const PLAIN: &str = include_str!("../../kernels/codegen/attention.mlir");
const FUSED: &str = include_str!("../../kernels/codegen/attention_fused.mlir");
const CAUSAL: &str = include_str!("../../kernels/codegen/attention_causal.mlir");

/// Queries of a tile.
const QUERIES: u64 = 128;

/// Heads of 64 and of 128 elements.
pub(super) fn all() -> Vec<Timed> {
    [64, 128].into_iter().flat_map(|depth| [plain(depth), fused(depth), causal(depth)]).collect()
}

fn plain(depth: u64) -> Timed {
    Timed {
        name: format!("attention f16 128x128x{depth}"),
        kind: "attention",
        entry: "attention",
        source: of_depth(PLAIN, depth),
        launches: [[16, 128], [16, 16384], [64, 4096]].map(|size| launch(size, depth)).to_vec(),
    }
}

fn fused(depth: u64) -> Timed {
    Timed {
        name: format!("attention f16 128x128x{depth}, exp2 and fma"),
        entry: "attention_fused",
        source: of_depth(FUSED, depth),
        ..plain(depth)
    }
}

/// Half of the scores are computed.
fn causal(depth: u64) -> Timed {
    let launches = [[2, 384], [16, 16384], [64, 4096]].map(|size| {
        let mut launch = launch(size, depth);
        launch["operations"] = json!(2 * size[0] * size[1] * size[1] * depth);
        launch
    });
    Timed {
        name: format!("causal attention f16 128x128x{depth}, exp2 and fma"),
        kind: "causal attention",
        entry: "attention_causal",
        source: of_depth(CAUSAL, depth),
        launches: launches.to_vec(),
    }
}

/// A program for heads of another depth: nothing else is 64 in it.
fn of_depth(text: &str, depth: u64) -> From {
    From::Tiles(text.replace("64", &depth.to_string()))
}

fn launch([heads, length]: [u64; 2], depth: u64) -> Value {
    let shape = [heads, length, depth];
    json!({
        "size": format!("{heads} heads, {length} x {length} x {depth}"),
        "grid": [length.div_ceil(QUERIES), heads, 1],
        "arguments": [
            filled("q", "f16", &shape), filled("k", "f16", &shape), filled("v", "f16", &shape), zeros("o", "f16", &shape),
            json!({ "bits": 0.125f32.to_bits() }), number(heads), number(length),
        ],
        "shape": { "heads": heads, "length": length, "depth": depth },
        "operations": 4 * heads * length * length * depth,
    })
}
