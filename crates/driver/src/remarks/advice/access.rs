//! Accesses that are narrower than possible, because properties of their memory are unknown.
//!
//! A thread moves up to 16 bytes at once if they are adjacent, aligned, and accessed all or not at all. [`AxisAnalysis::reach`]
//! computes how far this is known. This module does the reverse: it finds the unknown properties of an access that would be
//! needed.

use cuda_tile::types::DYNAMIC;
use ir::verify::value_name;
use ir::walk::{Visit, walk};
use ir::{Field, Op, Value, ValueDef};
use tileaa::axis_info::AxisAnalysis;
use tileaa::boxes::BoxAccess;
use tileaa::ops::fields;
use tileaa::types::{BlockTileType, TileType, Type};
use tileaa::{Module, Opcode};

use super::super::remark::{Category, Kind, Remark};
use super::{help, is_python, listed};

/// Bytes of the widest access of a thread.
const WIDEST_ACCESS: u64 = 16;
/// Bytes of the smallest asynchronous copy.
const SMALLEST_COPY: u64 = 4;

/// A remark for each load and store that assumptions of the program would make wider.
pub(crate) fn of_accesses(module: &Module) -> Vec<Remark> {
    let facts = AxisAnalysis::of(module);
    let mut remarks = Vec::new();
    // For each enclosing loop, whether it computes products, whose loads are prefetched.
    let mut loops: Vec<bool> = Vec::new();
    let (mut function, mut agents) = (String::new(), false);
    for visit in walk(&module.body, module.root) {
        match visit {
            Visit::Enter(op) => {
                if module.opcode(op) == Opcode::Func {
                    (function, agents) = (symbol(module, op), module.flag(op, fields::func::agents));
                }
                if module.opcode(op) == Opcode::For {
                    loops.push(has_products(module, op));
                }
                let ahead = loops.last() == Some(&true);
                // Copies of agents by tensor maps need no vectors.
                if !(agents && (ahead || is_boxes(module, &facts, op))) {
                    let access = Access::of(module, &facts, op);
                    remarks.extend(access.and_then(|access| access.remark(&function, ahead)));
                }
            }
            Visit::Leave(op) if module.opcode(op) == Opcode::For => {
                loops.pop();
            }
            Visit::Leave(_) => {}
        }
    }
    remarks
}

/// Whether an op moves a matrix that a tensor map can describe.
fn is_boxes(module: &Module, facts: &AxisAnalysis, op: Op) -> bool {
    let tiles = module.body.operands(op).iter().find_map(|&value| match module.ty(value) {
        Type::BlockTile(tiles) => Some(tiles),
        _ => None,
    });
    tiles.is_some_and(|tiles| tiles.tile.len() == 2)
        && matches!(module.opcode(op), Opcode::TiledLoad | Opcode::TiledStore)
        && BoxAccess::of(module, facts, op).is_ok()
}

fn symbol(module: &Module, func: Op) -> String {
    let name = module.string(func, fields::func::sym_name);
    name.map_or_else(String::new, |id| module.text(id).into_owned())
}

fn has_products(module: &Module, loop_: Op) -> bool {
    let body = module.block(loop_, fields::for_::body);
    let mut ops = body.into_iter().flat_map(|body| module.body.block_ops(body));
    ops.any(|op| matches!(module.opcode(op), Opcode::Dot | Opcode::DotScaled))
}

/// An access that is narrower than its tile allows.
struct Access<'m> {
    module: &'m Module,
    facts: &'m AxisAnalysis,
    op: Op,
    verb: &'static str,
    tile: &'m TileType,
    /// Bytes of an element, of one instruction, and the maximum of one instruction.
    element: u64,
    width: u64,
    possible: u64,
    /// The dimension of the tile along which memory is contiguous.
    along: usize,
}

/// A property of a value that is unknown, or known to prevent wide accesses.
struct Unknown {
    /// A clause that begins with "that", or a sentence where the property is known.
    what: String,
    /// True where the property is known not to hold.
    known: bool,
    /// The assumption to add in Tile IR, and the requirement in cuTile.
    promise: String,
    python: String,
}

impl<'m> Access<'m> {
    fn of(module: &'m Module, facts: &'m AxisAnalysis, op: Op) -> Option<Access<'m>> {
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "the other ops move no tile between memory and registers"
        )]
        let (verb, value) = match module.opcode(op) {
            Opcode::Load => ("load", module.result(op, fields::load::result)),
            Opcode::TiledLoad => ("load", module.result(op, fields::tiled_load::result)),
            Opcode::Store => ("store", module.operand(op, fields::store::value)),
            Opcode::TiledStore => ("store", module.operand(op, fields::tiled_store::value)),
            _ => return None,
        };
        let tile = module.ty(value).tile()?;
        let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
        let element = (bits >= 8).then_some(u64::from(bits / 8))?;
        let reach = facts.reach(module, op)?;
        let along = reach.along?;
        let width =
            reach.vector(element, WIDEST_ACCESS).map_or(element, |(_, count)| u64::from(count) * element);
        let possible = WIDEST_ACCESS.min(u64::from(*tile.shape.get(along)?) * element);
        (width < possible).then_some(Access {
            module,
            facts,
            op,
            verb,
            tile,
            element,
            width,
            possible,
            along,
        })
    }

    fn remark(&self, function: &str, ahead: bool) -> Option<Remark> {
        let unknown = match self.module.opcode(self.op) {
            Opcode::TiledLoad => {
                use fields::tiled_load as f;
                self.of_tiles(f::tiles, f::index, f::inbounds)
            }
            Opcode::TiledStore => {
                use fields::tiled_store as f;
                self.of_tiles(f::tiles, f::index, f::inbounds)
            }
            Opcode::Load => self.of_addresses(fields::load::source, fields::load::mask),
            _ => self.of_addresses(fields::store::destination, fields::store::mask),
        };
        if unknown.is_empty() {
            return None;
        }
        let (verb, width, possible) = (self.verb, self.width, self.possible);
        let unpipelined = ahead && verb == "load" && width < SMALLEST_COPY;
        let ahead = if unpipelined { ", and the loop cannot prefetch the tile" } else { "" };
        let of = |known: bool| unknown.iter().filter(move |unknown| unknown.known == known);
        let what = |known: bool| -> Vec<String> { of(known).map(|unknown| unknown.what.clone()).collect() };
        let plural = if width == 1 { "" } else { "s" };
        let mut message =
            format!("Each {verb} instruction moves {width} byte{plural} instead of {possible}{ahead}");
        for (list, reason) in [(what(true), ""), (what(false), "the compiler cannot prove ")] {
            if !list.is_empty() {
                message.push_str(&format!("; {reason}{}", listed(&list)));
            }
        }
        let args = vec![
            ("Bytes".into(), width.to_string()),
            ("PossibleBytes".into(), possible.to_string()),
            help(remedy(&unknown, self.is_python())),
        ];
        let name = if unpipelined { "RemarkAccessNotPipelined" } else { "RemarkAccessNotVectorized" };
        Some(Remark {
            kind: Kind::Missed,
            category: Category::Memory,
            name: name.into(),
            message,
            place: self.module.place(self.op),
            function: function.to_owned(),
            args,
        })
    }

    /// Whether it comes from Python.
    fn is_python(&self) -> bool {
        is_python(self.module.place(self.op).as_ref())
    }

    /// Elements that should move at once.
    fn elements(&self) -> u64 {
        self.possible / self.element
    }

    /// Unknown properties of the memory of tiles. If tiles begin between the elements that should move at once, no assumption
    /// helps.
    fn of_tiles(&self, tiles: Field, index: Field, inbounds: Field) -> Vec<Unknown> {
        let module = self.module;
        let value = module.operand(self.op, tiles);
        let Type::BlockTile(ty) = module.ty(value) else { return Vec::new() };
        let starts = module.operands(self.op, index).get(self.along).map_or(1, |&index| {
            self.facts.get(module, index).divisor.saturating_mul(1 << ty.step[self.along].trailing_zeros())
        });
        if starts < self.elements() {
            return Vec::new();
        }
        let defined =
            |value: Value, by: Opcode| module.body.def_op(value).filter(|&op| module.opcode(op) == by);
        let cut =
            defined(value, Opcode::BlockTile).map(|cut| module.operand(cut, fields::block_tile::memref));
        let Some(made) = cut.and_then(|memref| defined(memref, Opcode::MakeMemref)) else {
            return Vec::new();
        };
        let base = module.operand(made, fields::make_memref::base);
        let mut unknown: Vec<Unknown> = self.address(base).into_iter().collect();
        for dim in (0..ty.tile.len()).filter(|&dim| dim != self.along && ty.tile[dim] > 1) {
            unknown.extend(self.number(made, ty, dim, Number::Stride));
        }
        if !module.ints(self.op, inbounds).contains(&(self.along as i64)) {
            unknown.extend(self.number(made, ty, self.along, Number::Extent));
        }
        unknown
    }

    /// Unknown properties of contiguous addresses.
    fn of_addresses(&self, addresses: Field, mask: Field) -> Vec<Unknown> {
        let module = self.module;
        let base = moved(module, module.operand(self.op, addresses));
        let mut unknown: Vec<Unknown> = self.address(base).into_iter().collect();
        let mask = module.operand_opt(self.op, mask).and_then(|mask| module.body.def_op(mask));
        let bound =
            mask.filter(|&op| module.opcode(op) == Opcode::CmpI).map(|op| module.body.operands(op)[1]);
        unknown.extend(bound.and_then(|bound| self.divisor(moved(module, bound), "the bound")));
        unknown
    }

    /// An address whose alignment is unknown.
    fn address(&self, base: Value) -> Option<Unknown> {
        if self.facts.get(self.module, base).divisor >= self.possible {
            return None;
        }
        let base = origin(self.module, base);
        let (name, bytes) = (called(self.module, base), self.possible);
        let array = array(self.module, base);
        let python = format!(
            "the base address of {array} is a multiple of {bytes} bytes (`base_addr_divisible_by={bytes}`)"
        );
        Some(Unknown {
            what: format!(
                "that {} is aligned to {bytes} bytes",
                if self.is_python() { &array } else { &name }
            ),
            known: false,
            promise: format!("`assume div_by<{bytes}>, {} : tile<ptr<{}>>`", bare(&name), self.tile.elem),
            python,
        })
    }

    /// A stride or extent that must be a multiple of the elements of one instruction.
    fn number(&self, made: Op, ty: &BlockTileType, dim: usize, number: Number) -> Option<Unknown> {
        let dim = ty.dims[dim] as usize;
        let (all, field) = match number {
            Number::Stride => (&ty.memref.strides, fields::make_memref::strides),
            Number::Extent => (&ty.memref.shape, fields::make_memref::sizes),
        };
        let (word, key, elements) = (number.word(), number.constraint(), self.elements());
        let base = origin(self.module, self.module.operand(made, fields::make_memref::base));
        let array = array(self.module, base);
        let python = match array.strip_suffix('`') {
            Some(named) => format!("{named}.{}[{dim}]`", number.attribute()),
            None => format!("the {word} of {array} along dimension {dim}"),
        };
        let said = python.clone();
        let python = format!("{python} is a multiple of {elements} (`{key}={elements}`)");
        if all[dim] != DYNAMIC {
            let known = all[dim];
            return (!known.unsigned_abs().is_multiple_of(elements)).then(|| Unknown {
                what: format!("the {word} {known} is not a multiple of {elements}"),
                known: true,
                promise: format!("the {word} is a multiple of {elements}"),
                python,
            });
        }
        let open = all[..dim].iter().filter(|&&number| number == DYNAMIC).count();
        let value = *self.module.operands(made, field).get(open)?;
        let mut unknown = self.divisor(value, &format!("the {word}"))?;
        if self.is_python() {
            unknown.what = format!("that {said} is a multiple of {elements}");
        }
        Some(Unknown { python, ..unknown })
    }

    /// A number that is not known to be a multiple of the elements of one instruction.
    fn divisor(&self, value: Value, word: &str) -> Option<Unknown> {
        let elements = self.elements();
        if self.facts.get(self.module, value).divisor >= elements {
            return None;
        }
        let value = origin(self.module, value);
        let name = called(self.module, value);
        let ty =
            self.module.ty(value).scalar().map_or_else(String::new, |scalar| format!(" : tile<{scalar}>"));
        Some(Unknown {
            what: format!("that {word} {name} is a multiple of {elements}"),
            known: false,
            promise: format!("`assume div_by<{elements}>, {}{ty}`", bare(&name)),
            python: format!("{word} {name} is a multiple of {elements}"),
        })
    }
}

/// A property of memory along a dimension.
#[derive(Clone, Copy)]
enum Number {
    Stride,
    Extent,
}

impl Number {
    fn word(self) -> &'static str {
        match self {
            Number::Stride => "stride",
            Number::Extent => "extent",
        }
    }

    /// The attribute of an array of Python.
    fn attribute(self) -> &'static str {
        match self {
            Number::Stride => "strides",
            Number::Extent => "shape",
        }
    }

    /// The argument of cuTile's `ArrayConstraint`.
    fn constraint(self) -> &'static str {
        match self {
            Number::Stride => "stride_divisible_by",
            Number::Extent => "shape_divisible_by",
        }
    }
}

/// The origin of a value: through ops that only repeat, widen or move it, and through assumptions that are too weak.
fn origin(module: &Module, value: Value) -> Value {
    let value = moved(module, value);
    let promise = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Assume);
    promise.map_or(value, |op| origin(module, module.body.operands(op)[0]))
}

/// The origin of a value, through ops that only repeat, widen or move it.
fn moved(module: &Module, mut value: Value) -> Value {
    while let Some(op) = module.body.def_op(value) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops make another value")]
        match module.opcode(op) {
            Opcode::View | Opcode::Broadcast | Opcode::ExtI | Opcode::AddPtr => {
                value = module.body.operands(op)[0]
            }
            _ => break,
        }
    }
    value
}

/// The name of a value in the program.
fn called(module: &Module, value: Value) -> String {
    if let Some(name) = value_name(module, value) {
        return format!("`{name}`");
    }
    match module.body.def(value) {
        ValueDef::Arg(_, index) => format!("argument {}", index + 1),
        ValueDef::Result(..) => "a value without a name".to_owned(),
    }
}

/// A name as it is written in a program, without backticks.
fn bare(name: &str) -> &str {
    if name.starts_with('`') { name.trim_matches('`') } else { "%value" }
}

/// The array of a cuTile kernel whose data is at an address: its name, or the number of its pointer, because a signature has
/// a pointer, extents and strides for each array.
fn array(module: &Module, base: Value) -> String {
    if let Some(name) = value_name(module, base) {
        return format!("`{}`", name.trim_start_matches('%'));
    }
    let ValueDef::Arg(block, index) = module.body.def(base) else { return "the array".to_owned() };
    let pointer = |value: Value| module.ty(value).tile().is_some_and(|tile| tile.elem.scalar().is_none());
    let arguments = module.body.block_args(block);
    let before = arguments.iter().take(index as usize).filter(|&value| pointer(value)).count();
    format!("array {} of the kernel", before + 1)
}

/// The change that makes all properties known.
fn remedy(unknown: &[Unknown], python: bool) -> String {
    let what = |wanted: &dyn Fn(&Unknown) -> bool| {
        let mut what: Vec<String> = Vec::new();
        for unknown in unknown.iter().filter(|unknown| wanted(unknown)) {
            let said = if python { &unknown.python } else { &unknown.promise };
            // A number may be a stride and an extent at once.
            if !what.contains(said) {
                what.push(said.clone());
            }
        }
        what
    };
    if python {
        let what = what(&|_| true);
        let of = "pass arrays, or compile with an `ArrayConstraint`, such that";
        return format!("{of} {}", listed(&what));
    }
    let (promises, changes) = (what(&|unknown| !unknown.known), what(&|unknown| unknown.known));
    let promise = |what: &[String]| match what {
        [one] => format!("if this holds, add {one}, and use its result"),
        all => format!("if these hold, add {}, and use their results", listed(all)),
    };
    let change = |what: &[String]| format!("pad the memory, so that {}", listed(what));
    match (promises.as_slice(), changes.as_slice()) {
        (promises, []) => promise(promises),
        ([], changes) => change(changes),
        (promises, changes) => format!("{}; {}", change(changes), promise(promises)),
    }
}
