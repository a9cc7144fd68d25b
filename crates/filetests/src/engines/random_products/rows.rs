//! The left operand of a random product: a tile of a view, or rows that the program picks.

use super::choice::{Choice, Rows};
use super::program::View;

impl Choice {
    /// The part of the picked rows that the loop of the product uses: their numbers, and where they begin.
    pub(super) fn picked(&self, a: &View, row: &str) -> String {
        let ([rows, depth], elem) = (a.tile, a.elem);
        if self.rows == Rows::View {
            return String::new();
        }
        let numbers = "tensor_view<?xi32, strides=[1]>";
        let partition = format!("partition_view<tile=({rows}), padding_value = zero, {numbers}>");
        let mut text = format!(
            "    %deep = constant <i32: {depth}> : tile<i32>\n    \
             %numbers_tensor = make_tensor_view %numbers, shape = [%m], strides = [1] : tile<i32> -> {numbers}\n    \
             %numbers_tiles = make_partition_view %numbers_tensor : {partition}\n    \
             %picked, %picked_read = load_view_tko weak %numbers_tiles[%{row}] : {partition}, tile<i32> -> tile<{rows}xi32>, token\n"
        );
        if self.rows == Rows::Picked {
            let view = gathers(a);
            return text + &format!("    %a_rows = make_gather_scatter_view %a_tensor : {view}\n");
        }
        let (tile, column) = (format!("{rows}x{depth}"), format!("tile<{rows}x1xi64>"));
        text += &format!(
            "    %numbers_64 = exti %picked signed : tile<{rows}xi32> -> tile<{rows}xi64>\n    \
             %numbers_1 = reshape %numbers_64 : tile<{rows}xi64> -> {column}\n    \
             %numbers_all = broadcast %numbers_1 : {column} -> tile<{tile}xi64>\n"
        );
        for (name, from) in [("apart", "lda_d"), ("end", "m"), ("depth", "k")] {
            text += &format!(
                "    %{name}_64 = exti %{from} signed : tile<i32> -> tile<i64>\n    \
                 %{name}_1 = reshape %{name}_64 : tile<i64> -> tile<1x1xi64>\n    \
                 %{name} = broadcast %{name}_1 : tile<1x1xi64> -> tile<{tile}xi64>\n"
            );
        }
        text + &format!(
            "    %present = cmpi less_than %numbers_all, %end, signed : tile<{tile}xi64> -> tile<{tile}xi1>\n    \
             %starts = muli %numbers_all, %apart : tile<{tile}xi64>\n    \
             %lanes = iota : tile<{depth}xi32>\n    %base_1 = reshape %a_d : tile<ptr<{elem}>> -> tile<1x1xptr<{elem}>>\n    \
             %base = broadcast %base_1 : tile<1x1xptr<{elem}>> -> tile<{tile}xptr<{elem}>>\n    \
             %nothing_of_a = constant <{elem}: {zero}> : tile<{tile}x{elem}>\n",
            zero = if self.types.sum == "i32" { "0" } else { "0.0" },
        )
    }

    /// The load of an iteration.
    pub(super) fn left(&self, a: &View, row: &str) -> String {
        let ([rows, depth], elem) = (a.tile, a.elem);
        let tile = format!("{rows}x{depth}");
        let at = "      %at_k = muli %i, %deep : tile<i32>\n";
        match self.rows {
            Rows::View => a.load("a_tile", [row, "i"]),
            Rows::Picked => format!(
                "{at}      %a_tile, %a_tile_read = load_view_tko weak %a_rows[%picked, %at_k] : {}, tile<{rows}xi32>, tile<i32> -> {}, token\n",
                gathers(a),
                a.tile()
            ),
            Rows::Addresses => format!(
                "{at}      %at_1 = reshape %at_k : tile<i32> -> tile<1xi32>\n      \
                 %at_all = broadcast %at_1 : tile<1xi32> -> tile<{depth}xi32>\n      \
                 %inner = addi %at_all, %lanes : tile<{depth}xi32>\n      \
                 %inner_64 = exti %inner signed : tile<{depth}xi32> -> tile<{depth}xi64>\n      \
                 %inner_1 = reshape %inner_64 : tile<{depth}xi64> -> tile<1x{depth}xi64>\n      \
                 %inner_all = broadcast %inner_1 : tile<1x{depth}xi64> -> tile<{tile}xi64>\n      \
                 %near = cmpi less_than %inner_all, %depth, signed : tile<{tile}xi64> -> tile<{tile}xi1>\n      \
                 %inside = andi %near, %present : tile<{tile}xi1>\n      \
                 %places = addi %starts, %inner_all : tile<{tile}xi64>\n      \
                 %addresses = offset %base, %places : tile<{tile}xptr<{elem}>>, tile<{tile}xi64> -> tile<{tile}xptr<{elem}>>\n      \
                 %a_tile, %a_tile_read = load_ptr_tko weak %addresses, %inside, %nothing_of_a : tile<{tile}xptr<{elem}>>, tile<{tile}xi1>, tile<{tile}x{elem}> -> tile<{tile}x{elem}>, token\n"
            ),
        }
    }
}

/// The view that picks rows.
fn gathers(a: &View) -> String {
    let [rows, depth] = a.tile;
    format!("gather_scatter_view<tile=({rows}x{depth}), padding_value = zero, {}, sparse_dim=0>", a.tensor())
}
