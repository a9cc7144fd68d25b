//! Which op of level 3 an op of level 2 is, and where its fields are there: the tables share names. Looked up once.

use std::sync::LazyLock;

use ir::Field;
use ir::spec::Arity;
use tileaa::Opcode as From;

use crate::ops::Opcode;

/// The op of the same name.
pub(super) struct Twin {
    pub(super) opcode: Opcode,
    /// Operands that both have, as the upper level and this one number them.
    pub(super) operands: Vec<(Field, Field)>,
    /// Attributes that both have.
    pub(super) attrs: Vec<(Field, Field)>,
    /// Whether it has one list of results rather than fields.
    pub(super) many: bool,
}

/// By the number of the op at level 2; none where tiles take another way.
static TWINS: LazyLock<Vec<Option<Twin>>> = LazyLock::new(|| {
    let specs = tileaa::ops::OPS.iter();
    let twin = |from: &ir::spec::OpSpec<tileaa::TileAa>| {
        let opcode = Opcode::named(from.mnemonic)?;
        let to = opcode.spec();
        let operands = (0u8..).zip(from.operands.iter()).filter_map(|(index, operand)| {
            let at = to.operands.iter().position(|other| other.name == operand.name)?;
            Some((Field::Operand(index), Field::Operand(at as u8)))
        });
        let attrs = (0u8..).zip(from.attrs.iter()).filter_map(|(index, attr)| {
            let at = to.attrs.iter().position(|other| other.name == attr.name)?;
            Some((Field::Attr(index), Field::Attr(at as u8)))
        });
        let many = to.results.iter().any(|result| result.arity == Arity::Many);
        Some(Twin { opcode, operands: operands.collect(), attrs: attrs.collect(), many })
    };
    specs.map(twin).collect()
});

/// The op of the same name at this level.
pub(super) fn of(opcode: From) -> &'static Twin {
    TWINS[opcode as usize].as_ref().expect("the level has the rest of the ops above it")
}
