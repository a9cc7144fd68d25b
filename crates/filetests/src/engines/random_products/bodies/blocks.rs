//! Statements of a random program: products, branches, loops with the sums they carry, stores, and early exits.

use super::tiles::Tile;
use super::{Body, ITERATIONS};

/// Loops in each other: stores have a place for each iteration of these.
const LOOPS: usize = 2;

/// What an iteration does with a sum that its loop carries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carried {
    /// A product is added.
    Added,
    /// Two products are.
    AddedTwice,
    /// A product that was added onto nothing takes its place.
    Replaced,
    /// It begins again in some iterations.
    Reset,
    /// It is negated before a product is added.
    Rescaled,
    /// It is an operand of a product, too.
    Used,
    Stored,
    /// A product is added in some iterations.
    Sometimes,
    /// The sum that another loop in this one makes.
    Inner,
    Kept,
    /// Two products meet in an op, and another is added onto the result.
    Combined,
}

const CARRIED: [Carried; 12] = [
    Carried::Added,
    Carried::Added,
    Carried::AddedTwice,
    Carried::Replaced,
    Carried::Reset,
    Carried::Rescaled,
    Carried::Used,
    Carried::Stored,
    Carried::Sometimes,
    Carried::Inner,
    Carried::Inner,
    Carried::Kept,
];
const CARRIED_FOR_AGENTS: [Carried; 9] = [
    Carried::Added,
    Carried::Added,
    Carried::Added,
    Carried::AddedTwice,
    Carried::Replaced,
    Carried::Rescaled,
    Carried::Stored,
    Carried::Used,
    Carried::Kept,
];

impl Body {
    /// The statements of the program. The last sums are stored.
    pub(super) fn statements(&mut self) {
        if self.for_agents {
            self.repeated();
        } else {
            self.block();
            if !self.tiles.iter().any(|tile| tile.is_sum) {
                self.statement(0);
            }
        }
        let sums: Vec<Tile> = self.tiles.iter().filter(|tile| tile.is_sum).cloned().collect();
        let most = if self.for_agents { 3 } else { 4 };
        for tile in sums.iter().rev().take(most) {
            self.store(&tile.name, tile.shape);
        }
    }

    fn block(&mut self) {
        let count = 1 + self.rng.below(3);
        for _ in 0..count {
            if self.left > 0 {
                self.left -= 1;
                let kind = self.rng.below(if self.is_wider { 14 } else { 12 });
                self.statement(kind);
            }
        }
    }

    fn statement(&mut self, kind: usize) {
        let shape = self.extents();
        match kind {
            5 | 6 => {
                self.branch(shape);
            }
            7..=9 if self.loops.len() < LOOPS => self.repeated(),
            10 if self.loops.is_empty() && self.rng.one_in(2) => self.returns(),
            11 => {
                let sum = self.fresh(shape);
                self.store(&sum, shape);
            }
            12 | 13 => {
                self.combined(shape);
            }
            _ => {
                self.fresh(shape);
            }
        }
    }

    /// Statements in a scope of their own.
    fn scoped<R>(&mut self, write: impl FnOnce(&mut Body) -> R) -> R {
        let known = self.tiles.len();
        let result = write(self);
        self.tiles.truncate(known);
        result
    }

    fn condition(&mut self) -> String {
        let counter = self.loops.last().cloned().unwrap_or_else(|| "%row".to_owned());
        let left = if self.rng.one_in(3) { "%steps".to_owned() } else { counter };
        let (how, right) =
            (self.rng.pick(&["equal", "less_than"]), self.rng.pick(&["%zero", "%one", "%one", "%two"]));
        self.op(&format!("cmpi {how} {left}, {right}, signed : tile<i32> -> tile<i1>"))
    }

    /// A branch that gives a sum.
    fn branch(&mut self, shape: [u32; 2]) -> String {
        let (condition, ty) = (self.condition(), self.sum_type(shape));
        let result = self.name();
        self.line(&format!("{result} = if {condition} -> ({ty}) {{"));
        let value = self.scoped(|body| {
            body.block();
            body.fresh(shape)
        });
        self.line(&format!("yield {value} : {ty}\n    }} else {{"));
        let other = self.scoped(|body| {
            let known: Vec<Tile> =
                body.tiles.iter().filter(|tile| tile.is_sum && tile.shape == shape).cloned().collect();
            match known.last() {
                Some(tile) if body.rng.one_in(2) => tile.name.clone(),
                _ if body.rng.one_in(2) => body.filled(shape, 3),
                _ => body.fresh(shape),
            }
        });
        self.line(&format!("yield {other} : {ty}\n    }}"));
        self.keep(&result, shape, true);
        result
    }

    fn returns(&mut self) {
        let condition = self.condition();
        self.line(&format!("if {condition} {{\n      return\n    }}"));
    }

    /// A loop that carries one sum or two.
    fn repeated(&mut self) {
        let count = 1 + self.rng.below(2);
        let shapes: Vec<[u32; 2]> = (0..count).map(|_| self.extents()).collect();
        if self.is_wider && self.rng.one_in(2) {
            let [rows, columns] = shapes[0];
            let shape = if self.rng.one_in(2) { [rows, self.depth] } else { [self.depth, columns] };
            self.operand(shape);
        }
        let mut inits = Vec::new();
        for &shape in &shapes {
            let init = if self.for_agents || self.rng.one_in(2) {
                self.filled(shape, 0)
            } else {
                self.start_of_loop(shape)
            };
            inits.push(init);
        }
        let [results, carried] = [0, 1].map(|_| shapes.iter().map(|_| self.name()).collect::<Vec<_>>());
        let counter = self.name();
        let types: Vec<String> = shapes.iter().map(|&shape| self.sum_type(shape)).collect();
        let end = if self.for_agents || self.rng.one_in(2) { "%steps" } else { "%two" };
        let is_open = !self.for_agents && self.rng.one_in(4);
        let pairs = |from: &[String]| {
            carried.iter().zip(from).map(|(name, init)| format!("{name} = {init}")).collect::<Vec<_>>()
        };
        let (inits, types) = (pairs(&inits).join(", "), types.join(", "));
        let results_text = results.join(", ");
        if is_open {
            self.line(&format!(
                "{results_text} = loop iter_values({counter} = %zero, {inits}) : tile<i32>, {types} -> {types} {{"
            ));
            let done = self
                .op(&format!("cmpi greater_than_or_equal {counter}, {end}, signed : tile<i32> -> tile<i1>"));
            self.line(&format!("if {done} {{\n      break {} : {types}\n    }}", carried.join(", ")));
        } else {
            self.line(&format!(
                "{results_text} = for {counter} in (%zero to {end}, step %one) : tile<i32> iter_values({inits}) -> ({types}) {{"
            ));
        }
        self.loops.push(counter.clone());
        let next = self.scoped(|body| body.iteration((&carried, &shapes), (is_open, &counter, &types)));
        self.loops.pop();
        self.continues(&next, (is_open, &counter, &types));
        self.line("}");
        for (result, &shape) in results.iter().zip(&shapes) {
            self.keep(result, shape, true);
        }
    }

    fn start_of_loop(&mut self, shape: [u32; 2]) -> String {
        let known: Vec<Tile> =
            self.tiles.iter().filter(|tile| tile.is_sum && tile.shape == shape).cloned().collect();
        match known.last() {
            Some(tile) => tile.name.clone(),
            None => self.loaded_sum(shape),
        }
    }

    fn continues(&mut self, next: &[String], (is_open, counter, types): (bool, &str, &str)) {
        let next = next.join(", ");
        if is_open {
            let more = self.op(&format!("addi {counter}, %one : tile<i32>"));
            self.line(&format!("continue {more}, {next} : tile<i32>, {types}"));
        } else {
            self.line(&format!("continue {next} : {types}"));
        }
    }

    /// The body of a loop: what it carries to the next iteration.
    fn iteration(
        &mut self,
        (carried, shapes): (&[String], &[[u32; 2]]),
        how: (bool, &str, &str),
    ) -> Vec<String> {
        if !self.for_agents {
            if self.rng.one_in(8) {
                let condition = self.condition();
                self.line(&format!("if {condition} {{"));
                self.continues(carried, how);
                self.line("}");
            }
            self.block();
        } else if self.rng.one_in(2) {
            let shape = self.extents();
            let none = self.filled(shape, 0);
            self.product(&none, shape);
        }
        let mut next = Vec::new();
        for (carried, &shape) in carried.iter().zip(shapes) {
            let kind = if self.is_wider && self.rng.one_in(5) {
                Carried::Combined
            } else if self.for_agents {
                self.rng.pick(&CARRIED_FOR_AGENTS)
            } else {
                self.rng.pick(&CARRIED)
            };
            let value = self.updated(kind, carried, shape);
            next.push(value);
        }
        if shapes.len() == 2 && shapes[0] == shapes[1] && !self.for_agents && self.rng.one_in(4) {
            next.swap(0, 1);
        }
        next
    }

    fn updated(&mut self, kind: Carried, carried: &str, shape: [u32; 2]) -> String {
        match kind {
            Carried::Added => self.product(carried, shape),
            Carried::AddedTwice => {
                let first = self.product(carried, shape);
                self.product(&first, shape)
            }
            Carried::Replaced => {
                let none = self.filled(shape, 0);
                self.product(&none, shape)
            }
            Carried::Reset => self.reset(carried, shape),
            Carried::Rescaled => {
                let none = self.filled(shape, 0);
                let other = self.of_sums("sub", [&none, carried], shape);
                self.product(&other, shape)
            }
            Carried::Used => {
                self.keep(carried, shape, true);
                self.fresh(shape);
                self.product(carried, shape)
            }
            Carried::Stored => {
                self.store(carried, shape);
                self.product(carried, shape)
            }
            Carried::Sometimes => self.sometimes(carried, shape),
            Carried::Combined => {
                let both = self.combined(shape);
                let limited = self.of_sums("max", [&both, carried], shape);
                self.product(&limited, shape)
            }
            Carried::Inner if self.loops.len() < LOOPS => self.inner(carried, shape),
            Carried::Inner | Carried::Kept => carried.to_owned(),
        }
    }

    fn reset(&mut self, carried: &str, shape: [u32; 2]) -> String {
        let (condition, none) = (self.condition(), self.filled(shape, 0));
        let [rows, columns] = shape;
        let (all, ty) = (format!("tile<{rows}x{columns}xi1>"), self.sum_type(shape));
        let one = self.op(&format!("reshape {condition} : tile<i1> -> tile<1x1xi1>"));
        let mask = self.op(&format!("broadcast {one} : tile<1x1xi1> -> {all}"));
        let start = self.op(&format!("select {mask}, {none}, {carried} : {all}, {ty}"));
        self.product(&start, shape)
    }

    fn sometimes(&mut self, carried: &str, shape: [u32; 2]) -> String {
        let (condition, ty, result) = (self.condition(), self.sum_type(shape), self.name());
        self.line(&format!("{result} = if {condition} -> ({ty}) {{"));
        let value = self.scoped(|body| body.product(carried, shape));
        self.line(&format!("yield {value} : {ty}\n    }} else {{\n      yield {carried} : {ty}\n    }}"));
        result
    }

    /// A loop over products onto a sum that the loop around it carries.
    fn inner(&mut self, carried: &str, shape: [u32; 2]) -> String {
        let (ty, result) = (self.sum_type(shape), self.name());
        let [counter, own] = [0, 1].map(|_| self.name());
        self.line(&format!(
            "{result} = for {counter} in (%zero to %two, step %one) : tile<i32> iter_values({own} = {carried}) -> ({ty}) {{"
        ));
        self.loops.push(counter);
        let next = self.scoped(|body| body.product(&own, shape));
        self.loops.pop();
        self.line(&format!("continue {next} : {ty}\n    }}"));
        result
    }

    /// Stores a sum where no other iteration and no other tile block does.
    fn store(&mut self, sum: &str, shape: [u32; 2]) {
        let [rows, columns] = shape;
        let mut place = "%row".to_owned();
        for counter in self.loops.clone() {
            let far = self.op(&format!("muli {place}, %iterations : tile<i32>"));
            place = self.op(&format!("addi {far}, {counter} : tile<i32>"));
        }
        let at = self.outputs.len();
        let elem = self.types.sum;
        let places = ITERATIONS.pow(self.loops.len() as u32);
        self.outputs.push((shape, places));
        let all = rows * places * super::BLOCKS;
        let tensor = format!("tensor_view<{all}x{columns}x{elem}, strides=[{columns},1]>");
        let partition = format!("partition_view<tile=({rows}x{columns}), {tensor}>");
        self.header += &format!(
            "    %out{at}_d = assume div_by<16>, %out{at} : tile<ptr<{elem}>>\n    \
             %out{at}_view = make_tensor_view %out{at}_d, shape = [{all}, {columns}], strides = [{columns}, 1] : {tensor}\n    \
             %out{at}_tiles = make_partition_view %out{at}_view : {partition}\n"
        );
        let (ty, name) = (self.sum_type(shape), self.name());
        self.line(&format!(
            "{name} = store_view_tko weak {sum}, %out{at}_tiles[{place}, %zero] : {ty}, {partition}, tile<i32> -> token"
        ));
    }
}
