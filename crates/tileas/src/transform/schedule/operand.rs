//! Operands of a product: from the load to the stage that a tensor map or threads fill and `wgmma` reads.

use ir::analysis::Uses;
use ir::{Op, Value};
use numerics::Scalar;
use tile_core::arith::RoundingMode;
use tileaa::boxes::NoBoxes;

use super::copied::{self, Vector};
use super::picks_rows;
use super::refusal::{Refusal, named};
use super::stage::{Side, boxes, contiguous, no_stage, stage};
use super::thread_blocks::PAIR;
use crate::ops::fields;
use crate::target;
use crate::types::BufferType;
use crate::{Module, Opcode};

/// Ops in a row that are looked through.
const MAX_OPS: usize = 8;

/// An operand that is loaded.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) load: Op,
    /// Dimension `d` of the operand is dimension `order[d]` of what is loaded.
    pub(crate) order: [usize; 2],
    pub(crate) side: Side,
    /// Its memory in a stage, in the dimensions of the operand.
    pub(crate) buffer: BufferType,
    pub(crate) filling: Filling,
    /// Whether each thread block of a pair copies half of it: of its columns.
    pub(crate) is_halved: bool,
}

/// The way in which the memory of an operand in a stage is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filling {
    /// A tensor map, box by box.
    Boxes,
    /// Threads, each of which copies several contiguous elements.
    Threads(Vector),
    /// Threads, which load elements into registers and store some of them in a row.
    Stores(Vector),
}

impl Operand {
    /// The operand of a product; `dots` are all that may use it.
    ///
    /// # Errors
    /// Why neither a tensor map nor threads can bring it.
    pub(crate) fn of(
        module: &Module,
        uses: &Uses,
        (dots, value): (&[Op], Value),
        side: Side,
    ) -> Result<Operand, Refusal> {
        let Loaded { load, order, is_rounded } = loaded(module, uses, (dots, value), side)?;
        let by_threads = || match is_rounded {
            true => Err("it is converted after threads have loaded it".to_owned()),
            false => copied(module, load, order, side),
        };
        let found = if needs_threads(module, load) {
            gathered(module, load, order, side).or_else(|why| {
                // Where a target picks rows by tensor maps, the reason why it does not pick these comes first.
                by_threads().map_err(|other| why.unwrap_or(other))
            })
        } else {
            boxed(module, (load, is_rounded), order, side).or_else(|why| by_threads().map_err(|_| why))
        };
        found.map_err(|why| Refusal::new(load, format!("the {} operand: {why}", side.name())))
    }

    /// The same operand, copied by threads; none where they do not.
    pub(crate) fn by_threads(&self, module: &Module) -> Option<Operand> {
        if self.is_rounded(module) {
            return None;
        }
        copied(module, self.load, self.order, self.side).ok()
    }
}

impl Operand {
    /// Whether its tensor map rounds f32 to tf32, so that the stage has other elements than memory.
    pub(crate) fn is_rounded(&self, module: &Module) -> bool {
        let tile = module.ty(module.body.result(self.load, 0)).tile();
        tile.is_some_and(|tile| tile.elem != self.buffer.elem)
    }
}

/// Whether boxes do not say what a load reads: addresses, or rows that are picked.
fn needs_threads(module: &Module, load: Op) -> bool {
    let tiles = || module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile();
    module.opcode(load) == Opcode::Load || tiles().is_some_and(|tiles| tiles.gather.is_some())
}

/// The dimension of its tile along which a load picks rows.
pub(crate) fn picked(module: &Module, load: Op) -> Option<usize> {
    if module.opcode(load) != Opcode::TiledLoad {
        return None;
    }
    let tiles = module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile()?;
    tiles.gather.map(|dim| dim as usize)
}

/// The rows that a load picks.
pub(super) fn picked_rows(module: &Module, load: Op) -> Option<u32> {
    let tiles = module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile()?;
    Some(tiles.tile[picked(module, load)?])
}

/// Why tensor maps do not pick the rows of an operand that threads would copy; none if it is no gathered one.
pub(super) fn why_not_picked(module: &Module, operand: &Operand) -> Option<String> {
    picked(module, operand.load)?;
    let why = gathered(module, operand.load, operand.order, operand.side).err().flatten();
    why.map(|why| format!("tensor maps do not pick its rows, since {why}"))
}

/// An operand whose rows a tensor map picks, four at a time.
///
/// # Errors
/// Why it does not; no reason where no tensor map of the target picks rows for stages that tensor cores read.
fn gathered(module: &Module, load: Op, order: [usize; 2], side: Side) -> Result<Operand, Option<String>> {
    if !target::capability(module).is_some_and(picks_rows) || picked(module, load).is_none() {
        return Err(None);
    }
    match module.get_opt(load, fields::tiled_load::no_boxes) {
        Some(NoBoxes::Gather) => {}
        other => return Err(other.map(|why| why.reason().to_owned())),
    }
    let tiles = module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile();
    let tiles = tiles.ok_or(None)?;
    let elem = tiles.memref.elem;
    let buffer = stage(module, (tiles, elem), order, side);
    let buffer = buffer.ok_or_else(|| Some(no_stage(module, (tiles, elem), order, side)))?;
    Ok(Operand { load, order, side, buffer, filling: Filling::Boxes, is_halved: false })
}

/// An operand that threads copy.
fn copied(module: &Module, load: Op, order: [usize; 2], side: Side) -> Result<Operand, String> {
    let (buffer, vector) = copied::by_threads(module, load, order, side)?;
    Ok(Operand { load, order, side, buffer, filling: Filling::Threads(vector), is_halved: false })
}

/// An operand that a tensor map brings.
fn boxed(
    module: &Module,
    (load, is_rounded): (Op, bool),
    order: [usize; 2],
    side: Side,
) -> Result<Operand, String> {
    if let Some(reason) = module.get_opt(load, fields::tiled_load::no_boxes) {
        let reason: NoBoxes = reason;
        return Err(reason.reason().to_owned());
    }
    if !module.flag(load, fields::tiled_load::boxes) {
        return Err("its memory is not known to be describable by a tensor map".to_owned());
    }
    let tiles = module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile();
    let tiles = tiles.ok_or_else(|| "it is not loaded from tiles".to_owned())?;
    let elem = if is_rounded { Scalar::TF32 } else { tiles.memref.elem };
    let buffer = stage(module, (tiles, elem), order, side);
    let buffer = buffer.ok_or_else(|| no_stage(module, (tiles, elem), order, side))?;
    Ok(Operand { load, order, side, buffer, filling: Filling::Boxes, is_halved: false })
}

impl Operand {
    /// Whether some thread blocks can copy as many boxes of it each.
    pub(crate) fn has_parts(&self, module: &Module, parts: u32) -> bool {
        if picked(module, self.load).is_some() {
            return false;
        }
        let tiles = module.ty(module.operand(self.load, fields::tiled_load::tiles)).block_tile();
        let along = tiles.and_then(contiguous).and_then(|dim| self.order.iter().position(|&at| at == dim));
        let elem = self.buffer.elem.scalar();
        along.zip(elem).is_some_and(|(along, elem)| boxes(&self.buffer, along, elem, parts).is_some())
    }

    /// Leaves half of a right operand, along its columns, if a stage can hold that.
    pub(super) fn halve(&mut self, module: &Module) -> bool {
        if picked(module, self.load).is_some() {
            return false;
        }
        let tiles = module.ty(module.operand(self.load, fields::tiled_load::tiles)).block_tile();
        let half = tiles.zip(self.buffer.elem.scalar()).and_then(|(tiles, elem)| {
            let mut half = tiles.clone();
            half.tile[self.order[Side::Right.rows()]] /= PAIR;
            stage(module, (&half, elem), self.order, self.side)
        });
        self.is_halved = half.is_some();
        if let Some(half) = half {
            self.buffer = half;
        }
        self.is_halved
    }

    /// Bytes of its memory in a stage.
    pub(crate) fn bytes(&self) -> u32 {
        let bits = self.buffer.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
        (bits << self.buffer.layout.shape().bits()) / 8
    }
}

/// The load that an operand comes from.
pub(super) struct Loaded {
    pub(super) load: Op,
    /// The order of its dimensions.
    pub(super) order: [usize; 2],
    /// Whether it is rounded from f32 to tf32 afterwards, as a tensor map does it.
    is_rounded: bool,
}

pub(super) fn loaded(
    module: &Module,
    uses: &Uses,
    (dots, value): (&[Op], Value),
    side: Side,
) -> Result<Loaded, Refusal> {
    let (mut value, mut order, mut is_rounded) = (value, [0, 1], false);
    for _ in 0..MAX_OPS {
        let Some(op) = module.body.def_op(value) else {
            let reason = format!("the {} operand is carried by a loop, and not loaded", side.name());
            let users = uses.users(&module.body, value);
            return Err(Refusal::new(users.first().copied().unwrap_or(module.root), reason));
        };
        if uses.count(value) != 1 && !is_multiplied_alone(module, uses, (dots, value), MAX_OPS) {
            let reason = format!("the {} operand has uses other than products", side.name());
            return Err(Refusal::new(op, reason));
        }
        let opcode = module.opcode(op);
        if matches!(opcode, Opcode::TiledLoad | Opcode::Load) {
            return Ok(Loaded { load: op, order, is_rounded });
        }
        if opcode == Opcode::Permute {
            let permutation = module.ints(op, fields::permute::permutation);
            let Some(next) = through(order, |dim| permutation.get(dim).map(|&dim| dim as usize)) else {
                break;
            };
            order = next;
        } else if let Some(kept) = kept_by_view(module, op) {
            let Some(next) =
                through(order, |dim| kept.iter().find(|kept| kept[1] == dim).map(|kept| kept[0]))
            else {
                break;
            };
            order = next;
        } else if is_rounding(module, op) {
            is_rounded = true;
        } else if opcode != Opcode::ConvertLayout {
            let reason = format!(
                "the {} operand is not loaded directly, but computed by {}",
                side.name(),
                named(module, op)
            );
            return Err(Refusal::new(op, reason));
        }
        value = module.body.operands(op)[0];
    }
    Err(Refusal::new(module.root, format!("the {} operand is not loaded directly", side.name())))
}

/// Whether all uses of a value are products, through ops that are looked through, of which at most `depth` follow each
/// other.
fn is_multiplied_alone(module: &Module, uses: &Uses, (dots, value): (&[Op], Value), depth: usize) -> bool {
    let is_passed = |op: Op| {
        matches!(module.opcode(op), Opcode::Permute | Opcode::ConvertLayout)
            || kept_by_view(module, op).is_some()
            || is_rounding(module, op)
    };
    uses.users(&module.body, value).iter().all(|&user| {
        dots.contains(&user)
            || depth > 0
                && is_passed(user)
                && is_multiplied_alone(module, uses, (dots, module.body.result(user, 0)), depth - 1)
    })
}

/// Whether an op rounds f32 to the nearest tf32, ties to even. Tensor maps of tf32 do the same (observed on an H100),
/// but for the bits of a NaN.
fn is_rounding(module: &Module, op: Op) -> bool {
    use fields::fp_to_fp::{result, rounding, source};
    let elem = |value: Value| module.ty(value).tile().and_then(|tile| tile.elem.scalar());
    module.opcode(op) == Opcode::FpToFp
        && module.get::<RoundingMode>(op, rounding) == RoundingMode::NearestEven
        && elem(module.operand(op, source)) == Some(Scalar::F32)
        && elem(module.result(op, result)) == Some(Scalar::TF32)
}

/// The dimensions of an operand, through an op that maps them.
fn through(order: [usize; 2], dim: impl Fn(usize) -> Option<usize>) -> Option<[usize; 2]> {
    Some([dim(order[0])?, dim(order[1])?])
}

/// The dimensions of a view's source and of its result that are the same, where it adds and drops none but those of one
/// element.
fn kept_by_view(module: &Module, view: Op) -> Option<Vec<[usize; 2]>> {
    if module.opcode(view) != Opcode::View {
        return None;
    }
    let thick = |value: Value| {
        let shape = module.ty(value).tile()?.shape();
        Some(shape.iter().copied().enumerate().filter(|&(_, extent)| extent != 1).collect::<Vec<_>>())
    };
    let (from, to) = (thick(module.body.operands(view)[0])?, thick(module.body.result(view, 0))?);
    let same = from.iter().map(|&(_, extent)| extent).eq(to.iter().map(|&(_, extent)| extent));
    same.then(|| from.iter().zip(&to).map(|(&(from, _), &(to, _))| [from, to]).collect())
}
