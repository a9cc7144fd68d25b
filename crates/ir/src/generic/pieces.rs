//! The texts of types in the text of a module, with names in place of long pieces.

use rustc_hash::FxHashMap;

use super::GenericLevel;
use crate::entity::{Op, TypeId};
use crate::level::module::Module;
use crate::walk::preorder;

/// Bytes of a piece that has a name, at most: it is read again wherever its name stands. Without a limit, names inside of
/// names would allow a short text that takes exponential time.
pub(super) const MOST_BYTES: usize = 8 << 10;

/// The text of every type of a part of a module.
#[derive(Default)]
pub(super) struct TypeTexts {
    of: FxHashMap<TypeId, String>,
    /// Pieces with their names, in the order in which they first appear.
    pieces: Vec<(String, String)>,
    /// The name of each piece.
    names: FxHashMap<String, String>,
    /// How many names each letter has.
    counts: FxHashMap<char, usize>,
}

impl TypeTexts {
    /// The types of `root` and of what is below it.
    pub(super) fn of<L: GenericLevel>(module: &Module<L>, root: Op) -> TypeTexts {
        let mut texts = TypeTexts::default();
        for op in preorder(&module.body, root) {
            let body = &module.body;
            let inside = body.regions(op).flat_map(|region| body.region_blocks(region).to_vec());
            let arguments = inside.flat_map(|block| body.block_args(block).iter().collect::<Vec<_>>());
            let operands = body.operands(op).iter().copied();
            for value in operands.chain(body.results(op).iter()).chain(arguments) {
                texts.add(module, body.ty(value));
            }
        }
        texts
    }

    fn add<L: GenericLevel>(&mut self, module: &Module<L>, ty: TypeId) {
        if self.of.contains_key(&ty) {
            return;
        }
        let known = module.types.get(ty);
        let mut text = known.to_string();
        for (letter, piece) in L::pieces(known) {
            if piece.len() <= MOST_BYTES {
                text = text.replace(&piece, self.name(letter, &piece));
            }
        }
        self.of.insert(ty, text);
    }

    /// The name of a piece.
    fn name(&mut self, letter: char, piece: &str) -> &str {
        if !self.names.contains_key(piece) {
            let count = self.counts.entry(letter).or_insert(0);
            let name = format!("#{letter}{count}");
            *count += 1;
            self.pieces.push((piece.to_owned(), name.clone()));
            self.names.insert(piece.to_owned(), name);
        }
        &self.names[piece]
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
