//! Writes kernels as text: parameters, views of one and two dimensions, loads, stores and what is between them.

/// A tensor in memory, seen as tiles.
#[derive(Clone)]
pub(super) struct View {
    name: String,
    /// Its type.
    ty: String,
    /// The type of a tile of it.
    pub(super) tile: String,
}

/// A kernel that is being written. Lengths are parameters. Those that are divisible by 16 say so, as addresses do.
#[derive(Default)]
pub(super) struct Writer {
    params: Vec<String>,
    lines: Vec<String>,
    next: u32,
    /// Arguments of the launch that shows its values.
    pub(super) args: Vec<String>,
}

/// `tile<128x64xf16>`.
pub(super) fn tile(shape: &[u32], elem: &str) -> String {
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("tile<{extents}{elem}>")
}

/// How a buffer is filled with small numbers of a type, so that sums of them are exact or nearly so.
pub(super) fn fill(elem: &str) -> &'static str {
    match elem {
        "i8" | "i16" | "i32" | "i64" => "randint(-4,5)",
        "f8E4M3FN" | "f8E5M2" => "uniform(-2,2)",
        _ => "uniform(-1,1)",
    }
}

/// The same for sums in the type itself: whole numbers whose sums 16 bits hold, too, in any order.
pub(super) fn fill_of_sums(elem: &str) -> &'static str {
    match elem {
        "f16" | "bf16" => "randint(-2,3)",
        _ => fill(elem),
    }
}

impl Writer {
    /// Begins a kernel with the lengths of its tensors, and what they are in the launch.
    pub(super) fn new(lengths: &[(&str, u32)]) -> Writer {
        let mut writer = Writer::default();
        writer.line("%bx, %by, %bz = get_tile_block_id : tile<i32>");
        for number in 0..2 {
            writer.line(&format!("%c{number} = constant <i32: {number}> : tile<i32>"));
        }
        for (name, value) in lengths {
            writer.args.push(value.to_string());
            if value % 16 == 0 {
                writer.params.push(format!("%{name}_raw: tile<i32>"));
                writer.line(&format!("%{name} = assume div_by<16>, %{name}_raw : tile<i32>"));
            } else {
                writer.params.push(format!("%{name}: tile<i32>"));
            }
        }
        writer
    }

    pub(super) fn line(&mut self, text: &str) {
        self.lines.push(text.to_owned());
    }

    /// A name that no other value has.
    pub(super) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// `%v = OP : TYPES`.
    pub(super) fn op(&mut self, text: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {text}"));
        name
    }

    /// A pointer to memory of `shape` elements in the launch.
    pub(super) fn pointer(&mut self, name: &str, elem: &str, shape: &[u32], fill: &str) -> String {
        self.params.push(format!("%{name}_raw: tile<ptr<{elem}>>"));
        let extents: Vec<String> = shape.iter().map(u32::to_string).collect();
        self.args.push(format!("{elem}[{}]={fill}", extents.join(",")));
        self.line(&format!("%{name} = assume div_by<16>, %{name}_raw : tile<ptr<{elem}>>"));
        format!("%{name}")
    }

    /// The tiles of a tensor whose dimensions are named lengths; the last is contiguous.
    pub(super) fn view(
        &mut self,
        pointer: &str,
        elem: &str,
        dims: &[&str],
        shape: &[u32],
        padding: &str,
    ) -> View {
        let name = pointer.trim_start_matches('%').to_owned();
        let sizes: Vec<String> = dims.iter().map(|dim| format!("%{dim}")).collect();
        let (stride, unknown) = match dims {
            [_, columns] => (format!("%{columns}, 1"), "?,1"),
            _ => ("1".to_owned(), "1"),
        };
        let tensor = format!("tensor_view<{}{elem}, strides=[{unknown}]>", "?x".repeat(dims.len()));
        let sizes = sizes.join(", ");
        self.line(&format!(
            "%{name}_t = make_tensor_view {pointer}, shape = [{sizes}], strides = [{stride}] : tile<i32> -> {tensor}"
        ));
        let extents: Vec<String> = shape.iter().map(u32::to_string).collect();
        let padding = if padding.is_empty() { String::new() } else { format!("padding_value = {padding}, ") };
        let ty = format!("partition_view<tile=({}), {padding}{tensor}>", extents.join("x"));
        self.line(&format!("%{name}_v = make_partition_view %{name}_t : {ty}"));
        View { name: format!("%{name}_v"), ty, tile: tile(shape, elem) }
    }

    /// A new buffer, filled, and its tiles; what is after its end reads as zero.
    pub(super) fn input(&mut self, name: &str, elem: &str, dims: &[(&str, u32)], shape: &[u32]) -> View {
        self.filled(name, elem, dims, shape, (fill(elem), "zero"))
    }

    /// The same with the numbers and the padding that are given.
    pub(super) fn filled(
        &mut self,
        name: &str,
        elem: &str,
        dims: &[(&str, u32)],
        shape: &[u32],
        (fill, padding): (&str, &str),
    ) -> View {
        let extents: Vec<u32> = dims.iter().map(|&(_, extent)| extent).collect();
        let pointer = self.pointer(name, elem, &extents, fill);
        let names: Vec<&str> = dims.iter().map(|&(name, _)| name).collect();
        self.view(&pointer, elem, &names, shape, padding)
    }

    /// A new buffer of zeros, to be written.
    pub(super) fn output(&mut self, name: &str, elem: &str, dims: &[(&str, u32)], shape: &[u32]) -> View {
        self.filled(name, elem, dims, shape, ("zeros", ""))
    }

    pub(super) fn load(&mut self, view: &View, index: &str) -> String {
        let name = self.fresh();
        self.line(&format!(
            "{name}, {name}_t = load_view_tko weak {}[{index}] : {}, tile<i32> -> {}, token",
            view.name, view.ty, view.tile
        ));
        name
    }

    pub(super) fn store(&mut self, value: &str, view: &View, index: &str) {
        let name = self.fresh();
        self.line(&format!(
            "{name} = store_view_tko weak {value}, {}[{index}] : {}, {}, tile<i32> -> token",
            view.name, view.tile, view.ty
        ));
    }

    /// A constant tile.
    pub(super) fn constant(&mut self, number: &str, shape: &[u32], elem: &str) -> String {
        self.op(&format!("constant <{elem}: {number}> : {}", tile(shape, elem)))
    }

    /// How many tiles a view has along its dimensions.
    pub(super) fn tiles(&mut self, view: &View, dims: usize) -> Vec<String> {
        let names: Vec<String> = (0..dims).map(|_| self.fresh()).collect();
        self.line(&format!(
            "{} = get_index_space_shape {} : {} -> tile<i32>",
            names.join(", "),
            view.name,
            view.ty
        ));
        names
    }

    /// The sum or another fold along a dimension, of `op` from `identity` on.
    pub(super) fn reduce(
        &mut self,
        value: &str,
        shape: &[u32],
        dim: usize,
        elem: &str,
        (op, identity): (&str, &str),
    ) -> String {
        let rest: Vec<u32> =
            shape.iter().enumerate().filter(|&(at, _)| at != dim).map(|(_, &extent)| extent).collect();
        let (from, to) = (tile(shape, elem), tile(&rest, elem));
        self.folded(
            &format!("reduce {value} dim={dim} identities=[{identity} : {elem}] : {from} -> {to}"),
            elem,
            op,
        )
    }

    /// The same, with what was folded so far for each element.
    pub(super) fn scan(
        &mut self,
        value: &str,
        shape: &[u32],
        (dim, reverse): (usize, bool),
        elem: &str,
        (op, identity): (&str, &str),
    ) -> String {
        let ty = tile(shape, elem);
        self.folded(
            &format!(
                "scan {value} dim={dim} reverse={reverse} identities=[{identity} : {elem}] : {ty} -> {ty}"
            ),
            elem,
            op,
        )
    }

    fn folded(&mut self, head: &str, elem: &str, op: &str) -> String {
        let name = self.fresh();
        let (l, r, both) = (self.fresh(), self.fresh(), self.fresh());
        self.line(&format!("{name} = {head} ({l}: tile<{elem}>, {r}: tile<{elem}>) {{"));
        let signed = if matches!(op, "maxi" | "mini") { " signed" } else { "" };
        self.line(&format!("{both} = {op} {l}, {r}{signed} : tile<{elem}>"));
        self.line(&format!("yield {both} : tile<{elem}>"));
        self.line("}");
        name
    }

    /// A tile of fewer elements, repeated along the dimensions in which `from` is 1.
    pub(super) fn spread(
        &mut self,
        value: &str,
        (of, from): (&[u32], &[u32]),
        to: &[u32],
        elem: &str,
    ) -> String {
        let ones = tile(from, elem);
        let shaped = if of == from {
            value.to_owned()
        } else {
            self.op(&format!("reshape {value} : {} -> {ones}", tile(of, elem)))
        };
        self.op(&format!("broadcast {shaped} : {ones} -> {}", tile(to, elem)))
    }

    /// The program.
    pub(super) fn finish(self) -> (String, Vec<String>) {
        let mut body = String::new();
        let mut depth: usize = 2;
        for line in &self.lines {
            if line.starts_with('}') {
                depth -= 1;
            }
            body.push_str(&format!("{}{line}\n", "  ".repeat(depth)));
            if line.ends_with('{') {
                depth += 1;
            }
        }
        let text = format!(
            "cuda_tile.module @m {{\n  entry @k({}) {{\n{body}    return\n  }}\n}}\n",
            self.params.join(", ")
        );
        (text, self.args)
    }
}
