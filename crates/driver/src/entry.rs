//! Entries of a module, with their parameters, and the choice of one.

use cuda_tile::attrs::Attr;
use cuda_tile::ops::{Opcode, fields};
use cuda_tile::types::Elem;
use cuda_tile::{Module, Type};
use diag::Diagnostic;
use diag::suggest::before;
use ir::{Op, Value};
use launch::ParamType;
use launch::arg::Param;

use crate::codes;
use crate::failure::Failure;

/// An entry of a module.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its symbol.
    pub name: String,
    /// Its op.
    pub op: Op,
    /// Its parameters; a type is `None` if an engine cannot pass such an argument.
    pub params: Vec<(Option<String>, Option<ParamType>)>,
}

/// The entries of a module, in order.
pub fn entries(module: &Module) -> Vec<Entry> {
    let items = cuda_tile::build::items_block(module);
    let ops = module.body.block_ops(items).filter(|&op| module.opcode(op) == Opcode::Entry);
    ops.map(|op| Entry { name: symbol(module, op), op, params: params(module, op) }).collect()
}

fn symbol(module: &Module, entry: Op) -> String {
    let slot = module.attr(entry, fields::entry::sym_name).as_interned();
    match slot.map(|id| module.attrs.get(id)) {
        Some(Attr::Str(name)) => module.text(*name).into_owned(),
        _ => String::new(),
    }
}

fn params(module: &Module, entry: Op) -> Vec<(Option<String>, Option<ParamType>)> {
    let Some(block) = module.block(entry, fields::entry::body) else { return Vec::new() };
    let param = |value: Value| {
        let name = module.body.name(value).map(|name| module.text(name).into_owned());
        (name, param_type(module.ty(value)))
    };
    module.body.block_args(block).iter().map(param).collect()
}

fn param_type(ty: &Type) -> Option<ParamType> {
    let tile = ty.as_tile().filter(|tile| tile.rank() == 0)?;
    Some(match tile.elem() {
        Elem::Scalar(scalar) => ParamType::Scalar(scalar),
        Elem::Ptr(ptr) if ptr.is_multicast() => ParamType::Multicast(ptr.pointee),
        Elem::Ptr(ptr) => ParamType::Pointer(ptr.pointee),
    })
}

pub(crate) fn choose_entry(module: &Module, wanted: Option<&str>) -> Result<Entry, Box<Failure>> {
    let mut all = entries(module);
    let names: Vec<String> = all.iter().map(|entry| format!("`{}`", entry.name)).collect();
    let error =
        |message: String, help: String| Err(Diagnostic::error(codes::ENTRY, message).help(help).into());
    match (wanted, all.len()) {
        (None, 1) => Ok(all.remove(0)),
        (None, 0) => error("the module has no entry to run".to_owned(), "add an `entry`".to_owned()),
        (None, count) => error(
            format!("the module has {count} entries: {}", names.join(", ")),
            "choose one with `--entry NAME`".to_owned(),
        ),
        (Some(name), _) => match all.iter().position(|entry| entry.name == name) {
            Some(index) => Ok(all.swap_remove(index)),
            None => error(
                format!("the module has no entry `{name}`"),
                if names.is_empty() {
                    "the module has no entry at all".to_owned()
                } else {
                    let known = all.iter().map(|entry| entry.name.as_str());
                    before(name, known, &format!("its entries are {}", names.join(", ")))
                },
            ),
        },
    }
}

pub(crate) fn launchable(module: &Module, entry: &Entry) -> Result<Vec<Param>, Box<Failure>> {
    let types = reference::entry_params(module, entry.op)
        .map_err(|error| Diagnostic::error(codes::LAUNCH, error.to_string()))?;
    let names = entry.params.iter().map(|(name, _)| name.clone());
    Ok(names.zip(types).map(|(name, ty)| Param { name, ty }).collect())
}
