//! The text of a random program around a product, and how it is launched.

use super::choice::{Choice, Epilogue, Exit, Form, Nest, Rows};

/// A program with its launch.
pub(super) struct Program {
    pub(super) text: String,
    pub(super) args: Vec<String>,
    pub(super) grid: [u32; 2],
}

/// A matrix as the program views it.
pub(super) struct View {
    pub(super) name: &'static str,
    pub(super) elem: &'static str,
    /// The names of its extents.
    pub(super) extents: [&'static str; 2],
    pub(super) tile: [u32; 2],
    /// Whether it is contiguous along its first dimension.
    pub(super) turned: bool,
}

impl View {
    pub(super) fn tensor(&self) -> String {
        let strides = if self.turned { "1,?" } else { "?,1" };
        format!("tensor_view<?x?x{}, strides=[{strides}]>", self.elem)
    }

    pub(super) fn partition(&self) -> String {
        let padding = if self.name == "c" { "" } else { ", padding_value = zero" };
        let [rows, columns] = self.tile;
        format!("partition_view<tile=({rows}x{columns}){padding}, {}>", self.tensor())
    }

    fn made(&self) -> String {
        let View { name, extents: [rows, columns], .. } = self;
        let strides = if self.turned { format!("[1, %ld{name}_d]") } else { format!("[%ld{name}_d, 1]") };
        let (tensor, partition) = (self.tensor(), self.partition());
        format!(
            "    %{name}_tensor = make_tensor_view %{name}_d, shape = [%{rows}, %{columns}], strides = {strides} : tile<i32> -> {tensor}\n    \
             %{name}_tiles = make_partition_view %{name}_tensor : {partition}\n"
        )
    }

    pub(super) fn tile(&self) -> String {
        format!("tile<{}x{}x{}>", self.tile[0], self.tile[1], self.elem)
    }

    pub(super) fn load(&self, result: &str, index: [&str; 2]) -> String {
        let [row, column] = index;
        let (name, partition, tile) = (self.name, self.partition(), self.tile());
        format!(
            "%{result}, %{result}_read = load_view_tko weak %{name}_tiles[%{row}, %{column}] : {partition}, tile<i32> -> {tile}, token\n"
        )
    }
}

impl Choice {
    /// The program of the choice.
    pub(super) fn program(&self) -> Program {
        let one_row = matches!(self.nest, Nest::Persistent | Nest::Pairs);
        let grid = if one_row { [1, self.tiles[1]] } else { self.tiles };
        Program { text: self.text(), args: self.args(), grid }
    }

    fn views(&self) -> [View; 3] {
        let [rows, columns, depth] = self.tile;
        let elem = self.types.operand;
        let a = View { name: "a", elem, extents: ["m", "k"], tile: [rows, depth], turned: self.across[0] };
        let a = if self.permuted {
            View { extents: ["k", "m"], tile: [depth, rows], turned: !self.across[0], ..a }
        } else {
            a
        };
        let (end, width) = match self.form {
            Form::Chain(chain) => ("between", chain.between),
            Form::One | Form::Scaled => ("n", columns),
        };
        let b = View { name: "b", elem, extents: ["k", end], tile: [depth, width], turned: !self.across[1] };
        let turned = self.epilogue == Epilogue::Transposed;
        let (extents, tile) =
            if turned { (["n", "m"], [columns, rows]) } else { (["m", "n"], [rows, columns]) };
        [a, b, View { name: "c", elem: self.stored(), extents, tile, turned: false }]
    }

    fn is_narrowed(&self) -> bool {
        self.epilogue == Epilogue::Narrow && self.types.sum == "f32"
    }

    /// The type of what is stored.
    fn stored(&self) -> &'static str {
        if self.is_narrowed() { "f16" } else { self.types.sum }
    }

    pub(super) fn sum_tile(&self) -> String {
        format!("tile<{}x{}x{}>", self.tile[0], self.tile[1], self.types.sum)
    }

    /// Elements of a promise about strides.
    fn stride_of(&self, elem: &str) -> u32 {
        (self.alignment * 8 / bits(elem)).max(1)
    }

    fn text(&self) -> String {
        let (elem, stored) = (self.types.operand, self.stored());
        let views = self.views();
        let hints = match self.hints {
            "" => String::new(),
            hints => format!(" optimization_hints=<default = {{{hints}}}>"),
        };
        let mut text = format!(
            "cuda_tile.module @products {{\n  entry @k(%a: tile<ptr<{elem}>>, %b: tile<ptr<{elem}>>, %c: tile<ptr<{stored}>>, %bias: \
             tile<ptr<{sum}>>, %m: tile<i32>, %n: tile<i32>, %{k}: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>{numbers}{others}){hints} {{\n",
            sum = self.types.sum,
            k = if self.rows == Rows::View { "k" } else { "k_0" },
            numbers = if self.rows == Rows::View { "" } else { ", %numbers: tile<ptr<i32>>" },
            others = self.other_parameters(),
        );
        let others = self.other_views();
        for (name, elem) in [("a", elem), ("b", elem), ("c", stored)]
            .into_iter()
            .chain(others.iter().map(|view| (view.name, view.elem)))
        {
            let (bytes, stride) = (self.alignment, self.stride_of(elem));
            text += &format!("    %{name}_d = assume div_by<{bytes}>, %{name} : tile<ptr<{elem}>>\n");
            text += &format!("    %ld{name}_d = assume div_by<{stride}>, %ld{name} : tile<i32>\n");
        }
        if self.rows != Rows::View {
            let whole = self.stride_of(elem);
            text += &format!("    %k = assume div_by<{whole}>, %k_0 : tile<i32>\n");
        }
        text += "    %row, %column, %unused = get_tile_block_id : tile<i32>\n    %rows, %columns, %layers = get_num_tile_blocks : tile<i32>\n";
        text.extend(views.iter().chain(&others).map(View::made));
        text += "    %zero = constant <i32: 0> : tile<i32>\n    %one = constant <i32: 1> : tile<i32>\n    %two = constant <i32: 2> : tile<i32>\n";
        text += &self.counts(&views[0], &others);
        let none = if self.types.sum == "i32" { "0" } else { "0.0" };
        text += &format!("    %none = constant <{}: {none}> : {}\n", self.types.sum, self.sum_tile());
        text += &self.nested(&views);
        text += "    return\n  }\n}\n";
        text
    }

    /// The number of rows of tiles, and of steps of the loop.
    fn counts(&self, a: &View, others: &[View]) -> String {
        let count = match self.form {
            Form::Chain(_) => "%row_tiles, %once",
            Form::One | Form::Scaled if self.permuted => "%steps, %row_tiles",
            Form::One | Form::Scaled => "%row_tiles, %steps",
        };
        let mut text =
            format!("    {count} = get_index_space_shape %a_tiles : {} -> tile<i32>\n", a.partition());
        if let (Form::Chain(_), [v]) = (self.form, others) {
            text += &format!(
                "    %steps, %v_columns = get_index_space_shape %v_tiles : {} -> tile<i32>\n",
                v.partition()
            );
        }
        text
    }

    /// The product and its epilogue, in what is around them.
    fn nested(&self, views: &[View; 3]) -> String {
        let summed = |row: &str| match self.form {
            Form::Chain(chain) => self.chained(chain, views, row),
            Form::One | Form::Scaled => self.summed(views, row),
        };
        let at = |row: &str| summed(row) + &self.epilogue(views, row);
        let condition = "    %some = cmpi less_than %row, %one, signed : tile<i32> -> tile<i1>\n";
        match self.nest {
            Nest::Plain => at("row"),
            Nest::Persistent => {
                let body = at("at");
                format!(
                    "    for %at in (%row to %row_tiles, step %rows) : tile<i32> {{\n{body}      continue\n    }}\n"
                )
            }
            Nest::Pairs => {
                let body = at("at");
                format!(
                    "    %first = muli %row, %two : tile<i32>\n    %after = addi %first, %two : tile<i32>\n    \
                     %last = mini %after, %row_tiles signed : tile<i32>\n    \
                     for %at in (%first to %last, step %one) : tile<i32> {{\n{body}      continue\n    }}\n"
                )
            }
            Nest::Branch => format!("{condition}    if %some {{\n{}      yield\n    }}\n", at("row")),
            Nest::Either => {
                let (tile, partition) = (views[2].tile(), views[2].partition());
                let zero = if self.stored() == "i32" { "7" } else { "7.0" };
                let index = self.place("row");
                format!(
                    "{condition}    if %some {{\n{}      yield\n    }} else {{\n      %seven = constant <{}: {zero}> : {tile}\n      \
                     %other = store_view_tko weak %seven, %c_tiles[{index}] : {tile}, {partition}, tile<i32> -> token\n      yield\n    }}\n",
                    at("row"),
                    self.stored()
                )
            }
            Nest::Return => {
                format!(
                    "    %late = cmpi greater_than_or_equal %row, %one, signed : tile<i32> -> tile<i1>\n    if %late {{\n      return\n    }}\n{}",
                    at("row")
                )
            }
        }
    }

    /// The loop of the product.
    fn summed(&self, views: &[View; 3], row: &str) -> String {
        let sum = self.sum_tile();
        let [lower, step] = self.range();
        let mut text = self.picked(&views[0], row);
        text += &format!(
            "    %sum = for %i in (%{lower} to %steps, step %{step}) : tile<i32> iter_values(%so_far = %none) -> ({sum}) {{\n"
        );
        if self.exit == Exit::Continue {
            text += &format!(
                "      %skipped = cmpi equal %i, %one, signed : tile<i32> -> tile<i1>\n      if %skipped {{\n        continue %so_far : {sum}\n      }}\n"
            );
        }
        let [a, b, _] = views;
        let (left, tile) = if self.permuted {
            text += &a.load("a_turned", ["i", row]);
            let turned = format!("tile<{}x{}x{}>", self.tile[0], self.tile[2], a.elem);
            text += &format!("      %a_tile = permute %a_turned [1, 0] : {} -> {turned}\n", a.tile());
            ("%a_tile", turned)
        } else {
            text += &self.left(a, row);
            ("%a_tile", a.tile())
        };
        text += &b.load("b_tile", ["i", "column"]);
        let [op, flags] = self.types.op;
        let (loads, scales, types) = self.scales(row);
        text += &format!(
            "{loads}      %next = {op} {left}, %b_tile, %so_far{scales}{flags} : {tile}, {}, {sum}{types}\n",
            b.tile()
        );
        text + &format!("      continue %next : {sum}\n    }}\n")
    }

    /// The first step of the loop, and the distance of steps.
    pub(super) fn range(&self) -> [&'static str; 2] {
        [["zero", "one"][self.steps[0] as usize], ["one", "two"][self.steps[1] as usize - 1]]
    }

    /// The index of the tile that is stored.
    fn place(&self, row: &str) -> String {
        if self.epilogue == Epilogue::Transposed {
            format!("%column, %{row}")
        } else {
            format!("%{row}, %column")
        }
    }

    /// The use of the sum, and its store.
    fn epilogue(&self, views: &[View; 3], row: &str) -> String {
        let c = &views[2];
        let (tile, partition, index) = (c.tile(), c.partition(), self.place(row));
        let (mut text, stored) = match self.epilogue {
            Epilogue::Store => (String::new(), "sum"),
            Epilogue::Narrow if self.is_narrowed() => {
                (format!("    %half = ftof %sum : {} -> {tile}\n", self.sum_tile()), "half")
            }
            Epilogue::Narrow => (String::new(), "sum"),
            Epilogue::Residual => {
                let add = self.arithmetic("add");
                let load = c.load("before", [row, "column"]);
                (format!("{load}    %added = {add} %sum, %before : {tile}\n"), "added")
            }
            Epilogue::BiasRelu => (self.bias_relu(), "positive"),
            Epilogue::Mask => (self.mask(), "masked"),
            Epilogue::Transposed => {
                (format!("    %turned = permute %sum [1, 0] : {} -> {tile}\n", self.sum_tile()), "turned")
            }
            Epilogue::RowMax => (self.row_max(), "below"),
        };
        // Memory is not overwritten before it was loaded.
        let order = if self.epilogue == Epilogue::Residual { " token=%before_read" } else { "" };
        text += &format!(
            "    %written = store_view_tko weak %{stored}, %c_tiles[{index}]{order} : {tile}, {partition}, tile<i32> -> token\n"
        );
        text
    }

    fn arithmetic(&self, name: &str) -> String {
        format!("{name}{}", if self.types.sum == "i32" { 'i' } else { 'f' })
    }

    fn max(&self, [left, right, ty]: [&str; 3]) -> String {
        let signed = if self.types.sum == "i32" { " signed" } else { "" };
        format!("{} %{left}, %{right}{signed} : {ty}\n", self.arithmetic("max"))
    }

    fn bias_relu(&self) -> String {
        let (columns, elem, tile) = (self.tile[1], self.types.sum, self.sum_tile());
        let tensor = format!("tensor_view<?x{elem}, strides=[1]>");
        let partition = format!("partition_view<tile=({columns}), padding_value = zero, {tensor}>");
        let add = self.arithmetic("add");
        format!(
            "    %bias_tensor = make_tensor_view %bias, shape = [%n], strides = [1] : tile<i32> -> {tensor}\n    \
             %bias_tiles = make_partition_view %bias_tensor : {partition}\n    \
             %bias_row, %bias_read = load_view_tko weak %bias_tiles[%column] : {partition}, tile<i32> -> tile<{columns}x{elem}>, token\n    \
             %bias_1 = reshape %bias_row : tile<{columns}x{elem}> -> tile<1x{columns}x{elem}>\n    \
             %bias_all = broadcast %bias_1 : tile<1x{columns}x{elem}> -> {tile}\n    \
             %biased = {add} %sum, %bias_all : {tile}\n    %positive = {}",
            self.max(["biased", "none", &tile])
        )
    }

    fn mask(&self) -> String {
        let [rows, columns, _] = self.tile;
        let numbers = format!("tile<{rows}x{columns}xi32>");
        let tile = self.sum_tile();
        format!(
            "    %row_numbers = iota : tile<{rows}xi32>\n    %row_1 = reshape %row_numbers : tile<{rows}xi32> -> tile<{rows}x1xi32>\n    \
             %row_all = broadcast %row_1 : tile<{rows}x1xi32> -> {numbers}\n    \
             %column_numbers = iota : tile<{columns}xi32>\n    %column_1 = reshape %column_numbers : tile<{columns}xi32> -> tile<1x{columns}xi32>\n    \
             %column_all = broadcast %column_1 : tile<1x{columns}xi32> -> {numbers}\n    \
             %lower = cmpi less_than_or_equal %column_all, %row_all, signed : {numbers} -> tile<{rows}x{columns}xi1>\n    \
             %masked = select %lower, %sum, %none : tile<{rows}x{columns}xi1>, {tile}\n"
        )
    }

    fn row_max(&self) -> String {
        let ([rows, columns, _], elem, tile) = (self.tile, self.types.sum, self.sum_tile());
        let least = match elem {
            "f16" => "0xFC00 : f16",
            "f32" => "0xFF800000 : f32",
            _ => "-2147483648 : i32",
        };
        let max = self.max(["l", "r", &format!("tile<{elem}>")]);
        let sub = self.arithmetic("sub");
        format!(
            "    %largest = reduce %sum dim=1 identities=[{least}] : {tile} -> tile<{rows}x{elem}> (%l: tile<{elem}>, %r: tile<{elem}>) {{\n      \
             %larger = {max}      yield %larger : tile<{elem}>\n    }}\n    \
             %largest_1 = reshape %largest : tile<{rows}x{elem}> -> tile<{rows}x1x{elem}>\n    \
             %largest_all = broadcast %largest_1 : tile<{rows}x1x{elem}> -> tile<{rows}x{columns}x{elem}>\n    \
             %below = {sub} %sum, %largest_all : {tile}\n"
        )
    }

    /// Small whole numbers, so that every sum is exact.
    fn args(&self) -> Vec<String> {
        let [m, n, mut k] = self.extents;
        let seed = self.seed;
        let (elem, sum) = (self.types.operand, self.types.sum);
        if self.rows != Rows::View {
            k = k.next_multiple_of(self.stride_of(elem));
        }
        // Between two products is what the loop goes over; the first one has one tile of the inner dimension.
        let (k, width) = match self.form {
            Form::Chain(_) => (k.min(self.tile[2]), self.between()),
            Form::One | Form::Scaled => (k, n),
        };
        let matrix =
            |elem: &str, outer: u32, inner: u32, values: &str| self.matrix(elem, [outer, inner], values);
        let values = |number: u64| self.values(number, "-2,3");
        let [a, b, c] = [
            if self.across[0] { [k, m] } else { [m, k] },
            if self.across[1] { [k, width] } else { [width, k] },
            if self.epilogue == Epilogue::Transposed { [n, m] } else { [m, n] },
        ];
        let (a, lda) = matrix(elem, a[0], a[1], &values(0));
        let (b, ldb) = matrix(elem, b[0], b[1], &values(1));
        let (c, ldc) = matrix(self.stored(), c[0], c[1], "ones");
        let bias = format!("{sum}[{n}]={}", values(2));
        let numbers = [m, n, k, lda, ldb, ldc].map(|number| number.to_string());
        // Some rows are outside.
        let picked = format!("i32[{m}]=randint(0,{},seed={})", m + 2, seed % 1_000_000);
        let picked = (self.rows != Rows::View).then_some(picked);
        [a, b, c, bias].into_iter().chain(numbers).chain(picked).chain(self.other_args([m, n, k])).collect()
    }

    /// A matrix in memory, and its leading dimension.
    pub(super) fn matrix(&self, elem: &str, [outer, inner]: [u32; 2], values: &str) -> (String, u32) {
        let leading = inner.max(1).next_multiple_of(self.stride_of(elem));
        (format!("{elem}[{},{leading}]={values}", outer.max(1)), leading)
    }

    /// Random whole numbers, different for each matrix.
    pub(super) fn values(&self, number: u64, range: &str) -> String {
        format!("randint({range},seed={})", self.seed.wrapping_mul(4).wrapping_add(number) % 1_000_000)
    }
}

fn bits(elem: &str) -> u32 {
    match elem {
        "f32" | "tf32" | "i32" => 32,
        "f16" | "bf16" => 16,
        _ => 8,
    }
}
