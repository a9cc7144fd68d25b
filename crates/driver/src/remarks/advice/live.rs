//! The live tiles at the point where a kernel needs the most registers, which are spilled if they do not fit.

use diag::Place;
use ir::analysis::{LiveRange, LiveRanges};
use ir::verify::value_name;
use ir::walk::preorder;
use ir::{Op, Value};
use tileaa::ops::fields;
use tileaa::{Module, Opcode};

use super::super::remark::{Category, Kind, Remark};
use super::super::{PRESSURE, SPILLED};
use super::{help, is_python, listed};

const NAME: &str = "RemarkLiveTiles";
/// The argument that names tiles.
const LARGEST: &str = "LargestTiles";
/// Number of tiles that are named; the others are small in comparison.
const NAMED: usize = 3;

/// For each kernel with tiles, the largest live tiles at the op with the highest register use.
pub(crate) fn of_live_tiles(module: &Module) -> Vec<Remark> {
    let functions = preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::Func);
    functions.filter_map(|func| of_function(module, func)).collect()
}

fn of_function(module: &Module, func: Op) -> Option<Remark> {
    let is_loop = |op| matches!(module.opcode(op), Opcode::For | Opcode::Loop);
    let lives = LiveRanges::of(&module.body, func, is_loop);
    let tiles: Vec<Tile> = lives.all().filter_map(|(value, range)| Tile::of(module, value, range)).collect();
    let needed = needed(&tiles);
    let ops: Vec<Op> = preorder(&module.body, func).collect();
    // The first of several equal points: `max_by_key` returns the last maximum of the reversed order.
    let op =
        *ops.iter().rev().max_by_key(|&&op| needed.get(lives.begin(op) as usize).copied().unwrap_or(0))?;
    let point = LiveRange::at(lives.begin(op));
    let mut live: Vec<&Tile> = tiles.iter().filter(|tile| tile.range.overlaps(point)).collect();
    live.sort_by_key(|tile| std::cmp::Reverse(tile.bytes));
    let largest: Vec<String> = live.iter().take(NAMED).map(|tile| tile.named(module)).collect();
    let largest = listed(&largest);
    let bytes: u64 = live.iter().map(|tile| tile.bytes).sum();
    let name = module.string(func, fields::func::sym_name);
    (bytes > 0).then(|| Remark {
        kind: Kind::Analysis,
        category: Category::Resources,
        name: NAME.into(),
        message: format!("The live tiles need {bytes} bytes; the largest are {largest}"),
        place: module.place(op),
        function: name.map_or_else(String::new, |id| module.text(id).into_owned()),
        args: vec![("Bytes".into(), bytes.to_string()), (LARGEST.into(), largest)],
    })
}

/// Bytes that are live at each point.
fn needed(tiles: &[Tile]) -> Vec<u64> {
    let last = tiles.iter().map(|tile| tile.range.end).max().unwrap_or(0) as usize;
    let mut changes = vec![(0u64, 0u64); last + 2];
    for Tile { bytes, range, .. } in tiles {
        changes[range.start as usize].0 += bytes;
        changes[range.end as usize + 1].1 += bytes;
    }
    let mut live = 0;
    let at = |(taken, freed): (u64, u64)| {
        live = live + taken - freed;
        live
    };
    changes.into_iter().map(at).collect()
}

/// A tile that takes registers while it is live.
struct Tile {
    value: Value,
    bytes: u64,
    range: LiveRange,
}

impl Tile {
    fn of(module: &Module, value: Value, range: LiveRange) -> Option<Tile> {
        let ty = module.ty(value).tile()?;
        // Constants and ranges are rematerialised at their uses.
        let cheap = module.body.def_op(value).is_some_and(|op| {
            matches!(
                module.opcode(op),
                Opcode::Constant | Opcode::MakeRange | Opcode::Broadcast | Opcode::View
            )
        });
        let bits = u64::from(ty.elem.scalar().map_or(64, |scalar| scalar.storage_bits()));
        let elements = ty.shape.iter().map(|&extent| u64::from(extent)).product::<u64>();
        (!cheap && elements > 1).then(|| Tile { value, bytes: (elements * bits).div_ceil(8), range })
    }

    fn named(&self, module: &Module) -> String {
        let ty = module.ty(self.value).to_string();
        let ty = ty.trim_start_matches("tile<").trim_end_matches('>');
        match value_name(module, self.value) {
            Some(name) => format!("`{name}` ({ty})"),
            None => format!("an unnamed tile ({ty})"),
        }
    }
}

/// Adds the location and the names of the largest live tiles to remarks about register pressure and spills.
pub(crate) fn name_spilled(remarks: &mut [Remark]) {
    let found: Vec<(String, Option<Place>, String)> = remarks
        .iter()
        .filter(|remark| remark.name == NAME)
        .filter_map(|remark| {
            let (_, largest) = remark.args.iter().find(|(key, _)| key == LARGEST)?;
            Some((remark.function.clone(), remark.place.clone(), largest.clone()))
        })
        .collect();
    let short = |remark: &&mut Remark| [PRESSURE, SPILLED].contains(&&*remark.name);
    for remark in remarks.iter_mut().filter(short) {
        let Some((_, place, largest)) = found.iter().find(|(function, ..)| *function == remark.function)
        else {
            continue;
        };
        remark.place.clone_from(place);
        remark.message.push_str("; the largest live tiles are ");
        remark.message.push_str(largest);
        remark.args.push((LARGEST.into(), largest.clone()));
        remark.args.push(help(remedy(is_python(place.as_ref()))));
    }
}

fn remedy(python: bool) -> &'static str {
    if python {
        "use smaller tiles, or a loop over slices (`ct.extract`)"
    } else {
        "use smaller tiles, or more warps (`num_worker_warps_per_cta` of `optimization_hints`)"
    }
}
