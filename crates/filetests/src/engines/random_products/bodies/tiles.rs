//! Tiles of a random program: loaded, computed from others, and products.

use super::{Body, EXTENT, ITERATIONS};

/// A tile of the scope.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) name: String,
    pub(super) shape: [u32; 2],
    /// Whether it has the type of sums.
    pub(super) is_sum: bool,
}

/// Multiplications of a product: the emulator executes each program many times.
const MULTIPLICATIONS: u32 = 128 * 128 * 32;
/// The least inner dimension of a product, also of one with more multiplications: what one instruction of 8-bit numbers adds up.
const LEAST_DEPTH: u32 = 32;
/// The kind of an operand whose rows are gathered.
const GATHERED: usize = 12;

pub(super) fn tile_of([rows, columns]: [u32; 2], elem: &str) -> String {
    format!("tile<{rows}x{columns}x{elem}>")
}

impl Body {
    pub(super) fn sum_type(&self, shape: [u32; 2]) -> String {
        tile_of(shape, self.types.sum)
    }

    fn elem_type(&self, shape: [u32; 2]) -> String {
        tile_of(shape, self.types.elem)
    }

    /// A constant of the type of sums.
    pub(super) fn filled(&mut self, shape: [u32; 2], number: i32) -> String {
        let sum = self.types.sum;
        let point = if sum == "i32" { "" } else { ".0" };
        let ty = self.sum_type(shape);
        self.op(&format!("constant <{sum}: {number}{point}> : {ty}"))
    }

    /// An element-wise op of sums.
    pub(super) fn of_sums(&mut self, name: &str, [left, right]: [&str; 2], shape: [u32; 2]) -> String {
        let (letter, signed) = match (self.types.sum, name) {
            ("i32", "max" | "min") => ("i", " signed"),
            ("i32", _) => ("i", ""),
            _ => ("f", ""),
        };
        let ty = self.sum_type(shape);
        self.op(&format!("{name}{letter} {left}, {right}{signed} : {ty}"))
    }

    /// The view of an input, or of the sums in memory, and its type.
    fn view(&mut self, (input, elem): (&str, &'static str), turned: bool) -> (String, String) {
        let strides = if turned { ["1,?", "1, %ld"] } else { ["?,1", "%ld, 1"] };
        let tensor = format!("tensor_view<?x?x{elem}, strides=[{}]>", strides[0]);
        let view = format!("%{input}_view");
        if !self.partitions.contains(&view) {
            // Copies ahead need extents that are multiples, too.
            let wide = if self.rng.one_in(4) { "%wide" } else { "%ld" };
            self.header += &format!(
                "    %{input}_d = assume div_by<16>, %{input} : tile<ptr<{elem}>>\n    \
                 {view} = make_tensor_view %{input}_d, shape = [{wide}, {wide}], strides = [{}] : tile<i32> -> {tensor}\n",
                strides[1]
            );
            self.partitions.push(view.clone());
        }
        (view, tensor)
    }

    /// A line of the header that several tiles use.
    fn in_header(&mut self, name: &str, op: &str) {
        if !self.partitions.iter().any(|known| known == name) {
            self.header += &format!("    {name} = {op}\n");
            self.partitions.push(name.to_owned());
        }
    }

    /// A tile of an input, or of the sums in memory.
    fn load(&mut self, (input, elem): (&str, &'static str), shape: [u32; 2], turned: bool) -> String {
        let (view, tensor) = self.view((input, elem), turned);
        let [rows, columns] = shape;
        let partition = format!("partition_view<tile=({rows}x{columns}), padding_value = zero, {tensor}>");
        let tiles = format!("%{input}_{rows}_{columns}");
        self.in_header(&tiles, &format!("make_partition_view {view} : {partition}"));
        let [row, column] = shape.map(|extent| self.index(extent));
        let (name, ty) = (self.name(), tile_of(shape, elem));
        self.line(&format!(
            "{name}, {name}_read = load_view_tko weak {tiles}[{row}, {column}] : {partition}, tile<i32> -> {ty}, token"
        ));
        name
    }

    /// Rows of an input in another order, which may depend on the iteration.
    fn gathered(&mut self, shape: [u32; 2]) -> String {
        let [rows, columns] = shape;
        let (at, elem) = (self.rng.below(super::INPUTS), self.types.elem);
        let input = ["in0", "in1", "in2"][at];
        let (view, tensor) = self.view((input, elem), self.turned[at]);
        let gathers = format!(
            "gather_scatter_view<tile=({rows}x{columns}), padding_value = zero, {tensor}, sparse_dim=0>"
        );
        let picks = format!("%{input}_rows_{rows}_{columns}");
        self.in_header(&picks, &format!("make_gather_scatter_view {view} : {gathers}"));
        let numbers = format!("tile<{rows}xi32>");
        let (up, last, down) = (format!("%up_{rows}"), format!("%last_{rows}"), format!("%down_{rows}"));
        self.in_header(&up, &format!("iota : {numbers}"));
        self.in_header(&last, &format!("constant <i32: {}> : {numbers}", rows - 1));
        self.in_header(&down, &format!("xori {up}, {last} : {numbers}"));
        let numbers = match self.loops.last().cloned() {
            Some(counter) if self.rng.one_in(2) => {
                let one = self.op(&format!("reshape {counter} : tile<i32> -> tile<1xi32>"));
                let all = self.op(&format!("broadcast {one} : tile<1xi32> -> {numbers}"));
                self.op(&format!("addi {down}, {all} : {numbers}"))
            }
            _ => down,
        };
        let (name, ty) = (self.name(), tile_of(shape, elem));
        self.line(&format!(
            "{name}, {name}_read = load_view_tko weak {picks}[{numbers}, %zero] : {gathers}, tile<{rows}xi32>, tile<i32> -> {ty}, token"
        ));
        name
    }

    /// The number of a tile along a dimension.
    fn index(&mut self, extent: u32) -> String {
        match self.loops.last() {
            Some(counter) if extent * ITERATIONS <= EXTENT && !self.rng.one_in(3) => counter.clone(),
            _ if extent * super::BLOCKS > EXTENT => "%zero".to_owned(),
            _ => self.rng.pick(&["%zero", "%zero", "%one", "%row"]).to_owned(),
        }
    }

    fn loaded(&mut self, shape: [u32; 2]) -> String {
        let at = self.rng.below(super::INPUTS);
        let input = (["in0", "in1", "in2"][at], self.types.elem);
        self.load(input, shape, self.turned[at])
    }

    pub(super) fn loaded_sum(&mut self, shape: [u32; 2]) -> String {
        self.load(("old", self.types.sum), shape, false)
    }

    fn permuted(&mut self, name: &str, [rows, columns]: [u32; 2], elem: &str) -> String {
        let (from, to) = (tile_of([rows, columns], elem), tile_of([columns, rows], elem));
        self.op(&format!("permute {name} [1, 0] : {from} -> {to}"))
    }

    /// A tile of the scope, also if it has to be transposed.
    fn found(&mut self, [rows, columns]: [u32; 2], is_sum: bool) -> Option<String> {
        let elem = if is_sum { self.types.sum } else { self.types.elem };
        let fits = |tile: &&Tile| {
            tile.is_sum == is_sum && (tile.shape == [rows, columns] || tile.shape == [columns, rows])
        };
        let all: Vec<Tile> = self.tiles.iter().filter(fits).cloned().collect();
        let tile = (!all.is_empty()).then(|| all[self.rng.below(all.len())].clone())?;
        let turns = tile.shape != [rows, columns] || (rows == columns && self.rng.one_in(2));
        Some(if turns { self.permuted(&tile.name, tile.shape, elem) } else { tile.name })
    }

    /// A sum as an operand: limited, so that the next sum is exact.
    fn narrowed(&mut self, sum: &str, shape: [u32; 2]) -> String {
        let [least, most] = [-2, 2].map(|number| self.filled(shape, number));
        let positive = self.of_sums("max", [sum, &least], shape);
        let limited = self.of_sums("min", [&positive, &most], shape);
        let (from, to) = (self.sum_type(shape), self.elem_type(shape));
        match (self.types.sum, self.types.elem) {
            ("i32", _) => self.op(&format!("trunci {limited} : {from} -> {to}")),
            (sum, elem) if sum == elem => limited,
            _ => self.op(&format!("ftof {limited} : {from} -> {to}")),
        }
    }

    /// An operand in the type of sums.
    fn widened(&mut self, tile: &str, shape: [u32; 2]) -> String {
        let (from, to) = (self.elem_type(shape), self.sum_type(shape));
        match (self.types.sum, self.types.elem) {
            ("i32", _) => self.op(&format!("exti {tile} signed : {from} -> {to}")),
            (sum, elem) if sum == elem => tile.to_owned(),
            _ => self.op(&format!("ftof {tile} : {from} -> {to}")),
        }
    }

    /// An operand of a product.
    pub(super) fn operand(&mut self, shape: [u32; 2]) -> String {
        let [rows, columns] = shape;
        let kinds = if self.for_agents { 6 } else { 12 };
        let kind = if self.is_wider && self.rng.one_in(5) { GATHERED } else { self.rng.below(kinds) };
        let known = match kind {
            0..=2 => self.found(shape, false),
            3 | 6 => self.found(shape, true).map(|sum| self.narrowed(&sum, shape)),
            _ => None,
        };
        let name = match (known, kind) {
            (Some(known), _) => known,
            (None, 7) => {
                let tile = self.loaded(shape);
                let (wide, one) = (self.widened(&tile, shape), self.filled(shape, 1));
                let less = self.of_sums("sub", [&one, &wide], shape);
                self.narrowed(&less, shape)
            }
            (None, GATHERED) if self.rng.one_in(2) => self.gathered(shape),
            (None, GATHERED) => {
                let tile = self.gathered([columns, rows]);
                self.permuted(&tile, [columns, rows], self.types.elem)
            }
            (None, 8) => self.broadcast(shape),
            (None, 9) if columns > 16 => self.joined(shape, 1),
            (None, 10) if rows > 16 => self.joined(shape, 0),
            (None, 5 | 11) => {
                let tile = self.loaded([columns, rows]);
                self.keep(&tile, [columns, rows], false);
                self.permuted(&tile, [columns, rows], self.types.elem)
            }
            _ => self.loaded(shape),
        };
        self.keep(&name, shape, false);
        name
    }

    fn broadcast(&mut self, shape: [u32; 2]) -> String {
        let small = if self.rng.one_in(2) { [1, shape[1]] } else { [shape[0], 1] };
        let tile = self.loaded(small);
        let (from, to) = (self.elem_type(small), self.elem_type(shape));
        self.op(&format!("broadcast {tile} : {from} -> {to}"))
    }

    fn joined(&mut self, shape: [u32; 2], dim: usize) -> String {
        let mut half = shape;
        half[dim] /= 2;
        let [left, right] = [0, 1].map(|_| self.loaded(half));
        let (from, to) = (self.elem_type(half), self.elem_type(shape));
        self.op(&format!("cat {left}, {right} dim = {dim} : {from}, {from} -> {to}"))
    }

    /// Makes a tile known to the scope.
    pub(super) fn keep(&mut self, name: &str, shape: [u32; 2], is_sum: bool) {
        let tile = Tile { name: name.to_owned(), shape, is_sum };
        if !self.tiles.contains(&tile) {
            self.tiles.push(tile);
        }
    }

    /// The extents of a sum.
    pub(super) fn extents(&mut self) -> [u32; 2] {
        if self.is_wider {
            let rows = self.rng.pick(&[64, 64, 128, 256, 256, 32, 16, 8, 4]);
            let columns = self.rng.pick(&[64, 64, 128, 256, 32, 16, 8]);
            return if rows * columns > 128 * 256 { [128, columns] } else { [rows, columns] };
        }
        let rows = self.rng.pick(&[64, 64, 64, 128, 128, 32, 256]);
        let columns = self.rng.pick(&[64, 64, 64, 128, 32, 16, 256]);
        let is_large = rows * columns > 128 * 128;
        if is_large && !self.rng.one_in(4) { [64, 64] } else { [rows, columns] }
    }

    /// The inner dimension of a product onto a sum.
    fn depth(&mut self, [rows, columns]: [u32; 2]) -> u32 {
        if self.is_wider {
            let depth = if self.rng.one_in(4) { self.rng.pick(&[32, 128, 256]) } else { self.depth };
            let most = MULTIPLICATIONS / (rows * columns);
            return depth.min(most.max(LEAST_DEPTH));
        }
        let depth = self.rng.pick(&[64, 64, 32, 32, 128, 16]);
        depth.min(MULTIPLICATIONS / (rows * columns)).min(EXTENT)
    }

    /// What a product is added onto: nothing, a sum of the scope, or one from memory.
    fn start(&mut self, shape: [u32; 2]) -> String {
        match self.rng.below(8) {
            0..=3 => self.filled(shape, 0),
            4 | 5 => self.found(shape, true).unwrap_or_else(|| self.filled(shape, 0)),
            6 => self.loaded_sum(shape),
            _ => self.filled(shape, 2),
        }
    }

    /// A product onto something.
    pub(super) fn fresh(&mut self, shape: [u32; 2]) -> String {
        let start = self.start(shape);
        self.product(&start, shape)
    }

    /// An op of two products.
    pub(super) fn combined(&mut self, shape: [u32; 2]) -> String {
        let (left, right) = (self.fresh(shape), self.fresh(shape));
        let op = self.rng.pick(&["sub", "max"]);
        let both = self.of_sums(op, [&left, &right], shape);
        self.keep(&both, shape, true);
        both
    }

    /// A product onto a sum, sometimes as a batch.
    pub(super) fn product(&mut self, onto: &str, [rows, columns]: [u32; 2]) -> String {
        let depth = self.depth([rows, columns]);
        let batch = if self.for_agents || !self.rng.one_in(8) { 0 } else { self.rng.pick(&[1, 1, 2]) };
        let shapes = [[rows, depth], [depth * batch.max(1), columns], [rows, columns]];
        let (lhs, rhs) = (self.operand(shapes[0]), self.operand(shapes[1]));
        let [op, flags] = self.types.op;
        let [elem, sum] = [self.types.elem, self.types.sum];
        let types = [elem, elem, sum];
        if batch == 0 {
            let [a, b, c] = [0, 1, 2].map(|at| tile_of(shapes[at], types[at]));
            let sum = self.op(&format!("{op} {lhs}, {rhs}, {onto}{flags} : {a}, {b}, {c}"));
            self.keep(&sum, [rows, columns], true);
            return sum;
        }
        let matrices = [[rows / batch, depth], [depth, columns], [rows / batch, columns]];
        let [a, b, c] = [0, 1, 2].map(|at| {
            let [rows, columns] = matrices[at];
            format!("tile<{batch}x{rows}x{columns}x{}>", types[at])
        });
        let mut reshaped = |at: usize, value: &str, to: &str| {
            let from = tile_of(shapes[at], types[at]);
            self.op(&format!("reshape {value} : {from} -> {to}"))
        };
        let (lhs, rhs, onto) = (reshaped(0, &lhs, &a), reshaped(1, &rhs, &b), reshaped(2, onto, &c));
        let sum = self.op(&format!("{op} {lhs}, {rhs}, {onto}{flags} : {a}, {b}, {c}"));
        let flat = self.sum_type([rows, columns]);
        let sum = self.op(&format!("reshape {sum} : {c} -> {flat}"));
        self.keep(&sum, [rows, columns], true);
        sum
    }
}
