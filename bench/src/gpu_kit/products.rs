//! Products of matrices that are timed: one text, whose types, tiles and order in memory are replaced.

use serde_json::{Value, json};

use super::kernel::{From, Timed, filled, number, zeros};

const GEMM: &str = include_str!("../../kernels/codegen/gemm.mlir");
/// The same by a program that is persistent itself.
const PERSISTENT: &str = include_str!("../../kernels/codegen/gemm_persistent.mlir");
/// Thread blocks of a persistent program: one for each multiprocessor of an H100 or H200.
const MULTIPROCESSORS: u64 = 132;
/// The tiles of B of that text, and how it describes their memory.
const B_TILES: &str = "partition_view<tile=(KxC), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>";
const B_TENSOR: &str = "shape = [%k_16, %n_16], strides = [%n_16, 1]";

/// Rows, columns and depth.
const SIZES: [[u64; 3]; 3] = [[256, 256, 256], [8192, 8192, 8192], [4096, 4096, 4096]];

/// The same where a batch of 16 tokens is multiplied by the weights of a layer.
const FEW_ROWS: [[u64; 3]; 2] = [[16, 256, 256], [16, 8192, 8192]];

/// A matrix product: its types, sizes and layouts.
#[derive(Clone, Copy)]
struct Product {
    element: &'static str,
    /// The type that C is stored in; sums are f32.
    stored: &'static str,
    /// B is stored in column-major order.
    by_columns: bool,
    /// Rows, columns and depth of a tile.
    tile: [u64; 3],
    /// Sums of 8-bit floats may stay in the tensor cores.
    fast_acc: bool,
    /// Each thread block computes several tiles.
    persistent: bool,
    /// The program asks for two thread blocks of a cluster for each tile.
    in_pairs: bool,
}

/// Products of tile programs, and the main loops of Hopper as the project writes them on level 4.
pub(super) fn all() -> Vec<Timed> {
    let tiles = [[128, 128, 64], [128, 256, 64], [256, 128, 64], [256, 256, 64], [64, 64, 64]];
    let halves = ["f16", "bf16"].into_iter().flat_map(|element| {
        tiles.map(|tile| Product {
            element,
            stored: element,
            by_columns: false,
            tile,
            fast_acc: false,
            persistent: false,
            in_pairs: false,
        })
    });
    let mut products: Vec<Product> = halves.collect();
    let first = products[0];
    products.extend([[128, 128, 64], [128, 256, 64]].map(|tile| Product { stored: "f32", tile, ..first }));
    let bytes = Product {
        element: "f8E4M3FN",
        stored: "bf16",
        by_columns: true,
        tile: [128, 128, 128],
        fast_acc: false,
        persistent: false,
        in_pairs: false,
    };
    products.extend([bytes, Product { fast_acc: true, ..bytes }]);
    products.extend([false, true].map(|fast_acc| Product { tile: [128, 256, 128], fast_acc, ..bytes }));
    let brain = Product { element: "bf16", stored: "bf16", ..first };
    products.extend([[16, 128, 64], [16, 64, 64]].map(|tile| Product { tile, ..brain }));
    let persistent = [[128, 128, 64], [128, 256, 64]];
    products.extend(persistent.map(|tile| Product { tile, persistent: true, ..first }));
    products.push(Product { persistent: true, ..brain });
    products.push(Product { tile: [256, 128, 64], in_pairs: true, ..first });
    let mut all: Vec<Timed> = products.into_iter().map(Product::timed).collect();
    all.push(main_loop("64x64x64", include_str!("../../../tests/agents/nvvm_gemm.mlir"), [64, 64]));
    all.push(main_loop("128x256x64", include_str!("../../../tests/agents/nvvm_gemm_wide.mlir"), [128, 256]));
    all
}

impl Product {
    fn timed(self) -> Timed {
        let [rows, columns, depth] = self.tile;
        let mut name = format!("GEMM {} {rows}x{columns}x{depth}", self.element);
        if self.persistent {
            name = name.replacen("GEMM", "GEMM persistent", 1);
        }
        if self.stored != self.element {
            name += &format!(" into {}", self.stored);
        }
        if self.fast_acc {
            name += ", fast_acc";
        }
        if self.in_pairs {
            name += " in pairs";
        }
        let launch = |size| {
            let mut launch = launch(self.element, self.stored, self.by_columns, size, [rows, columns]);
            if self.persistent {
                let tiles = launch["grid"][0].as_u64().unwrap_or(1) * launch["grid"][1].as_u64().unwrap_or(1);
                launch["grid"] = json!([tiles.min(MULTIPROCESSORS), 1, 1]);
            }
            launch
        };
        let sizes = if rows == FEW_ROWS[0][0] { &FEW_ROWS[..] } else { &SIZES[..] };
        let launches = sizes.iter().copied().map(launch).collect();
        let kind = if self.element == "f8E4M3FN" { "gemm fp8" } else { "gemm" };
        Timed { name, kind, entry: "gemm", source: From::Tiles(self.text()), launches }
    }

    fn text(self) -> String {
        let [rows, columns, depth] = self.tile;
        // Through names, so that no extent is replaced twice.
        let text = if self.persistent { PERSISTENT } else { GEMM };
        let mut text = text.replace("128x128", "RxC").replace("128x64", "RxK").replace("64x128", "KxC");
        if self.by_columns {
            let turned = format!("{}, dim_map=[1, 0]>", B_TILES.strip_suffix('>').unwrap_or(B_TILES));
            text = text
                .replace(B_TILES, &turned)
                .replace(B_TENSOR, "shape = [%n_16, %k_16], strides = [%k_16, 1]");
        }
        if self.fast_acc {
            text = text.replace("%so_far :", "%so_far fast_acc :");
        }
        if self.in_pairs {
            text = text.replace(
                "%k: tile<i32>) {",
                "%k: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 2}> {",
            );
        }
        if self.stored != "f32" {
            text = narrowed(&text);
        }
        text.replace("RxC", &format!("{rows}x{columns}"))
            .replace("RxK", &format!("{rows}x{depth}"))
            .replace("KxC", &format!("{depth}x{columns}"))
            .replace("xf16", &format!("x{}", self.element))
            .replace("<f16>", &format!("<{}>", self.element))
            .replace("STORED", self.stored)
    }
}

/// The product with its sums in f32, stored in the narrower type `STORED`.
fn narrowed(text: &str) -> String {
    text.replace("ptr<f32>", "ptr<STORED>")
        .replace("?x?xf32", "?x?xSTORED")
        .replace("weak %sum", "weak %narrow")
        .replace("tile<RxCxf32>, partition", "tile<RxCxSTORED>, partition")
        .replace("%written", "%narrow = ftof %sum : tile<RxCxf32> -> tile<RxCxSTORED>\n    %written")
}

fn main_loop(tile: &str, text: &'static str, tiles: [u64; 2]) -> Timed {
    Timed {
        name: format!("main loop f16 {tile}"),
        kind: "gemm",
        entry: "gemm",
        source: From::Threads(text),
        launches: SIZES.map(|size| launch("f16", "f16", true, size, tiles)).to_vec(),
    }
}

fn launch(
    element: &str,
    stored: &str,
    by_columns: bool,
    [m, n, k]: [u64; 3],
    [rows, columns]: [u64; 2],
) -> Value {
    let b = if by_columns { [n, k] } else { [k, n] };
    json!({
        "size": format!("{m}x{n}x{k}"),
        "grid": [n.div_ceil(columns), m.div_ceil(rows), 1],
        "arguments": [
            filled("a", element, &[m, k]), filled("b", element, &b), zeros("c", stored, &[m, n]), number(m), number(n), number(k),
        ],
        "shape": { "m": m, "n": n, "k": k, "by_columns": by_columns },
        "operations": 2 * m * n * k,
    })
}
