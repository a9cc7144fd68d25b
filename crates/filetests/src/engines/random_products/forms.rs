//! Other forms than one product: scales of blocks, and two products of which the first makes the left operand of the second.

use super::choice::{Chain, Choice, Form, Rescaled};
use super::program::View;

/// Elements of a scale.
const BLOCK: u32 = 32;
const SCALE: &str = "f8E8M0FNU";

impl Choice {
    /// The matrices besides both operands and the result.
    pub(super) fn other_views(&self) -> Vec<View> {
        let [rows, columns, depth] = self.tile;
        match self.form {
            Form::One => Vec::new(),
            Form::Scaled => {
                let scales = depth / BLOCK;
                vec![
                    View {
                        name: "sa",
                        elem: SCALE,
                        extents: ["m", "blocks"],
                        tile: [rows, scales],
                        turned: false,
                    },
                    View {
                        name: "sb",
                        elem: SCALE,
                        extents: ["blocks", "n"],
                        tile: [scales, columns],
                        turned: true,
                    },
                ]
            }
            Form::Chain(chain) => vec![View {
                name: "v",
                elem: self.types.operand,
                extents: ["between", "n"],
                tile: [chain.between, columns],
                turned: false,
            }],
        }
    }

    /// The parameters for these matrices.
    pub(super) fn other_parameters(&self) -> String {
        let extent = match self.form {
            Form::One => return String::new(),
            Form::Scaled => "blocks",
            Form::Chain(_) => "between",
        };
        let views = self.other_views();
        let matrix = |view: &View| format!(", %{0}: tile<ptr<{1}>>, %ld{0}: tile<i32>", view.name, view.elem);
        views.iter().map(matrix).collect::<String>() + &format!(", %{extent}: tile<i32>")
    }

    /// What the sum of the first of two products has along its columns in memory: where the inner dimension of another
    /// program ends, in as many tiles.
    pub(super) fn between(&self) -> u32 {
        let (Form::Chain(chain), [_, _, depth]) = (self.form, self.tile) else { return 0 };
        let [_, _, end] = self.extents;
        end / depth * chain.between + (end % depth).min(chain.between)
    }

    /// The arguments for these parameters, given the extents of the product.
    pub(super) fn other_args(&self, [m, n, k]: [u32; 3]) -> Vec<String> {
        // Powers of two, so that sums are exact.
        let scales = |number| self.values(number, "1,3");
        let (matrices, extent) = match self.form {
            Form::One => return Vec::new(),
            Form::Scaled => {
                let blocks = k.div_ceil(BLOCK);
                let [a, b] = [(m, 3), (n, 4)]
                    .map(|(outer, number)| self.matrix(SCALE, [outer, blocks], &scales(number)));
                (vec![a, b], blocks)
            }
            Form::Chain(_) => {
                let between = self.between();
                let v = self.matrix(self.types.operand, [between, n], &self.values(3, "-2,3"));
                (vec![v], between)
            }
        };
        let matrices = matrices.into_iter().flat_map(|(matrix, leading)| [matrix, leading.to_string()]);
        matrices.chain([extent.to_string()]).collect()
    }

    /// The loads of scales for an iteration, and the operands of the product with their types.
    pub(super) fn scales(&self, row: &str) -> (String, String, String) {
        let (Form::Scaled, [a, b]) = (self.form, &self.other_views()[..]) else {
            return (String::new(), String::new(), String::new());
        };
        let loads = a.load("sa_tile", [row, "i"]) + &b.load("sb_tile", ["i", "column"]);
        (loads, ", %sa_tile, %sb_tile".to_owned(), format!(", {}, {}", a.tile(), b.tile()))
    }

    /// The loop of two products.
    pub(super) fn chained(&self, chain: Chain, views: &[View; 3], row: &str) -> String {
        let [a, b, _] = views;
        let ([rows, _, _], sum) = (self.tile, self.sum_tile());
        let [lower, step] = self.range();
        let (elem, [op, flags]) = (self.types.operand, self.types.op);
        let scores = format!("tile<{rows}x{}xf32>", chain.between);
        let weights = format!("tile<{rows}x{}x{elem}>", chain.between);
        let largest = format!("tile<{rows}x1xf32>");
        let left = a.load("a_tile", [row, "zero"]);
        let (before, inside) = if chain.once { (left, String::new()) } else { (String::new(), left) };
        let others = self.other_views();
        let v = &others[0];
        format!(
            "{before}    %no_score = constant <f32: 0.0> : {scores}\n    %most = constant <f32: 3.0> : {scores}\n    \
             %least = constant <f32: 0.0> : {largest}\n    \
             %sum, %top = for %i in (%{lower} to %steps, step %{step}) : tile<i32> iter_values(%so_far = %none, %top_so_far = %least) -> ({sum}, {largest}) {{\n\
             {inside}{}      %scores = {op} %a_tile, %b_tile, %no_score{flags} : {}, {}, {scores}\n      \
             %positive_scores = maxf %scores, %no_score : {scores}\n      %limited = minf %positive_scores, %most : {scores}\n      \
             %weights = ftof %limited : {scores} -> {weights}\n{}{}      \
             %next = {op} %weights, %v_tile, %rescaled{flags} : {weights}, {}, {sum}\n      \
             continue %next, %top_next : {sum}, {largest}\n    }}\n",
            b.load("b_tile", ["zero", "i"]),
            a.tile(),
            b.tile(),
            self.rescaled(chain, &scores, &largest),
            v.load("v_tile", ["i", "column"]),
            v.tile(),
        )
    }

    /// The sum so far, rescaled: by powers of two, so that it is exact.
    fn rescaled(&self, chain: Chain, scores: &str, largest: &str) -> String {
        let ([rows, columns, _], sum) = (self.tile, self.sum_tile());
        let same = format!("      %top_next = maxf %top_so_far, %least : {largest}\n");
        match chain.rescaled {
            Rescaled::Never => {
                format!("{same}      %rescaled = addf %so_far, %none : {sum}\n")
            }
            Rescaled::Halved => format!(
                "{same}      %half_sum = constant <f32: 0.5> : {sum}\n      %rescaled = mulf %so_far, %half_sum : {sum}\n"
            ),
            Rescaled::ByRow => format!(
                "      %top_row = reduce %scores dim=1 identities=[0xFF800000 : f32] : {scores} -> tile<{rows}xf32> (%x: tile<f32>, %y: tile<f32>) {{\n        \
                 %top_xy = maxf %x, %y : tile<f32>\n        yield %top_xy : tile<f32>\n      }}\n      \
                 %top_here = reshape %top_row : tile<{rows}xf32> -> {largest}\n      \
                 %top_next = maxf %top_so_far, %top_here : {largest}\n      \
                 %is_new = cmpf greater_than ordered %top_next, %top_so_far : {largest} -> tile<{rows}x1xi1>\n      \
                 %half = constant <f32: 0.5> : {largest}\n      %whole = constant <f32: 1.0> : {largest}\n      \
                 %factor = select %is_new, %half, %whole : tile<{rows}x1xi1>, {largest}\n      \
                 %factor_all = broadcast %factor : {largest} -> tile<{rows}x{columns}xf32>\n      \
                 %rescaled = mulf %so_far, %factor_all : {sum}\n"
            ),
        }
    }
}
