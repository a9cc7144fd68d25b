//! Values that a run shows: found by name, watched in one tile block, printed as NumPy prints arrays.

use cuda_tile::text::{Names, name_values};
use cuda_tile::{Module, Type};
use diag::Diagnostic;
use ir::Value;
use launch::{BlockId, Buffer, display};
use numerics::Scalar;
use reference::{Observed, Observer};

use crate::codes;
use crate::entry::Entry;
use crate::failure::Failure;

/// Keeps the last value of each watched name in one block.
pub(crate) struct Watcher {
    block: BlockId,
    pub(crate) values: Vec<Value>,
    /// For each name of the request, which of `values` it is.
    names: Vec<usize>,
    /// The text of each name's value; `None` where it was not computed.
    pub(crate) shown: Vec<Option<String>>,
}

impl Watcher {
    /// Finds the values of these names, which are watched in one tile block.
    ///
    /// # Errors
    /// No such value.
    pub(crate) fn new(
        module: &Module,
        entry: &Entry,
        names: &[String],
        block: BlockId,
    ) -> Result<Watcher, Box<Failure>> {
        let mut watcher = Watcher { block, values: Vec::new(), names: Vec::new(), shown: Vec::new() };
        for name in names {
            let value = find_value(module, entry, name.trim_start_matches('%'))?;
            let known = watcher.values.iter().position(|&other| other == value);
            watcher.names.push(known.unwrap_or(watcher.values.len()));
            if known.is_none() {
                watcher.values.push(value);
            }
            watcher.shown.push(None);
        }
        Ok(watcher)
    }
}

impl Observer for Watcher {
    fn values(&self) -> &[Value] {
        &self.values
    }

    fn observe(&mut self, seen: Observed<'_>) {
        if seen.block != self.block {
            return;
        }
        let text = shown(&seen);
        for (name, slot) in self.names.iter().zip(&mut self.shown) {
            if self.values[*name] == seen.value {
                *slot = Some(text.clone());
            }
        }
    }
}

/// A value by its name: the user's, or the one that canonical text gives it.
fn find_value(module: &Module, entry: &Entry, name: &str) -> Result<Value, Box<Failure>> {
    let mut names = Vec::new();
    let namer = name_values(module, Names::Keep);
    for op in ir::walk::preorder(&module.body, entry.op) {
        let blocks = module.body.regions(op).flat_map(|region| module.body.region_blocks(region).to_vec());
        let args = blocks.flat_map(|block| module.body.block_args(block));
        for value in module.body.results(op).into_iter().chain(args) {
            let known = namer.name(value).trim_start_matches('%').to_owned();
            if known == name {
                return Ok(value);
            }
            names.push(known);
        }
    }
    let near = diag::suggest::nearest(name, names.iter().map(String::as_str));
    let help = match near.as_slice() {
        [] => "values have the names that the text gives them, else those that `tilewright dis` prints"
            .to_owned(),
        near => {
            let near: Vec<String> = near.iter().map(|name| format!("`%{name}`")).collect();
            format!("did you mean {}?", near.join(" or "))
        }
    };
    Err(Diagnostic::error(codes::VALUE, format!("`{}` has no value `%{name}`", entry.name)).help(help).into())
}

/// A tile as NumPy prints it, `?` for undefined elements; a pointer as its address.
fn shown(seen: &Observed<'_>) -> String {
    let Type::Tile(tile) = seen.ty else {
        let numbers: Vec<String> = seen.bits.iter().map(|bits| bits.to_string()).collect();
        return format!("{} ({})", seen.ty, numbers.join(", "));
    };
    // A pointer has the 64 bits of its address.
    let element = tile.elem().scalar().unwrap_or(Scalar::I64);
    let shape: Vec<u64> = tile.shape().iter().map(|&extent| extent.into()).collect();
    let Ok(mut buffer) = Buffer::zeroed(element, &shape) else { return format!("{tile}") };
    for (index, &bits) in seen.bits.iter().enumerate() {
        buffer.view_mut().set(index, bits);
    }
    let undefined = |index: usize| seen.undefined.get(index).copied().unwrap_or(false);
    display::styled(buffer.view(), display::Style::default(), &undefined)
}
