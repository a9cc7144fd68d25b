//! The tables of a file being written, in the order of first use.

use ir::spec::Version;
use numerics::Scalar;
use rustc_hash::FxHashMap;

use crate::Module;
use crate::bytecode::Layout;
use crate::bytecode::attrs::Spelling;
use crate::bytecode::constants::ConstantWriter;
use crate::bytecode::debug::DebugWriter;
use crate::bytecode::provenance::Provenance;
use crate::bytecode::strings::StringWriter;
use crate::bytecode::types::TypeWriter;

/// The tables of a file being written.
pub(in crate::bytecode) struct Tables<'m> {
    pub(in crate::bytecode) module: &'m Module,
    pub(in crate::bytecode) layout: Layout,
    pub(in crate::bytecode) version: Version,
    pub(in crate::bytecode) strings: StringWriter,
    pub(in crate::bytecode) types: TypeWriter,
    pub(in crate::bytecode) constants: ConstantWriter,
    pub(in crate::bytecode) debug: DebugWriter,
    pub(in crate::bytecode) spelling: Spelling,
    /// How many 64-bit floats were written.
    pub(in crate::bytecode) doubles: u32,
    /// How many booleans were written.
    pub(in crate::bytecode) bools: u32,
}

/// The context for writing names inside of types: the strings, and the module whose types are written.
pub(in crate::bytecode) struct Texts<'w, 'm> {
    pub(in crate::bytecode) strings: &'w mut StringWriter,
    pub(in crate::bytecode) module: &'m Module,
}

impl<'m> Texts<'_, 'm> {
    /// Writes the index of a text.
    pub(in crate::bytecode) fn put(&mut self, out: &mut Vec<u8>, text: &str) {
        self.strings.put_text(out, text);
    }

    /// The same, lent to a part of what is written.
    pub(in crate::bytecode) fn again(&mut self) -> Texts<'_, 'm> {
        Texts { strings: self.strings, module: self.module }
    }
}

impl Layout {
    /// Strings of debug attributes are numbered when the attribute is first used, not after everything else.
    pub(in crate::bytecode) fn strings_of_debug_at_once(self) -> bool {
        match self {
            Layout::Reference => false,
            Layout::CuTile => true,
        }
    }
}

impl<'m> Tables<'m> {
    pub(super) fn new(module: &'m Module, layout: Layout, version: Version) -> Tables<'m> {
        let (mut types, mut constants) = (TypeWriter::default(), ConstantWriter::default());
        match layout {
            Layout::Reference => {}
            Layout::CuTile => {
                types.add_scalar(Scalar::I1);
                types.add_scalar(Scalar::I32);
                constants.items = Some(FxHashMap::default());
            }
        }
        Tables {
            module,
            layout,
            version,
            types,
            constants,
            strings: StringWriter::default(),
            debug: DebugWriter::default(),
            spelling: Spelling::default(),
            doubles: 0,
            bools: 0,
        }
    }

    pub(super) fn kept(module: &'m Module, layout: Layout, kept: &Provenance) -> Tables<'m> {
        Tables {
            module,
            layout,
            version: kept.version,
            strings: kept.strings.clone(),
            types: kept.types.clone(),
            constants: kept.constants.clone(),
            debug: kept.debug.clone(),
            spelling: kept.spelling.clone(),
            doubles: 0,
            bools: 0,
        }
    }
}
