//! The texts of types in the text of a module, with names in place of long pieces.

use rustc_hash::FxHashMap;

use super::PlainLevel;
use crate::entity::{Op, TypeId};
use crate::module::Module;
use crate::walk::preorder;

/// What every type of a part of a module is written as.
pub(super) struct TypeTexts {
    of: FxHashMap<TypeId, String>,
    /// Pieces with their names, in the order in which they first appear.
    pieces: Vec<(String, String)>,
}

impl TypeTexts {
    /// The types of `root` and of what is below it.
    pub(super) fn of<L: PlainLevel>(module: &Module<L>, root: Op) -> TypeTexts {
        let mut texts = TypeTexts { of: FxHashMap::default(), pieces: Vec::new() };
        let mut names = FxHashMap::default();
        for op in preorder(&module.body, root) {
            let body = &module.body;
            let inside = body.regions(op).flat_map(|region| body.region_blocks(region).to_vec());
            let arguments = inside.flat_map(|block| body.block_args(block).iter().collect::<Vec<_>>());
            let operands = body.operands(op).iter().copied();
            for value in operands.chain(body.results(op).iter()).chain(arguments) {
                texts.add(module, body.ty(value), &mut names);
            }
        }
        texts
    }

    fn add<L: PlainLevel>(&mut self, module: &Module<L>, ty: TypeId, names: &mut FxHashMap<String, String>) {
        if self.of.contains_key(&ty) {
            return;
        }
        let known = module.types.get(ty);
        let mut text = known.to_string();
        for (letter, piece) in L::pieces(known) {
            let count = self.pieces.iter().filter(|(_, name)| name[1..].starts_with(letter)).count();
            let name = names.entry(piece.clone()).or_insert_with(|| {
                let name = format!("#{letter}{count}");
                self.pieces.push((piece.clone(), name.clone()));
                name
            });
            text = text.replace(&piece, name);
        }
        self.of.insert(ty, text);
    }

    /// The text of a type.
    pub(super) fn text(&self, ty: TypeId) -> &str {
        self.of.get(&ty).map_or("", String::as_str)
    }

    /// `#r0 = ..`, a line for each piece.
    pub(super) fn definitions(&self) -> String {
        self.pieces.iter().map(|(piece, name)| format!("{name} = {piece}\n")).collect()
    }
}
