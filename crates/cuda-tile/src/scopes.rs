//! Debug scopes for plain locations: bytecode holds no location without one.

use ir::{DebugInfo, DiId, Loc, Op, StrId};

use crate::Module;
use crate::attrs::Attr;
use crate::ops::{Opcode, fields};

/// Gives each entry whose location is a place in a file a subprogram of its own, and the plain locations of the ops in
/// an entry the scope of that entry.
pub fn add_scopes(module: &mut Module) {
    let items = crate::items::items_block(module);
    let entries: Vec<Op> =
        module.body.block_ops(items).filter(|&op| module.opcode(op) == Opcode::Entry).collect();
    for entry in entries {
        let Some(scope) = scope_of(module, entry) else { continue };
        let ops: Vec<Op> = ir::walk::preorder(&module.body, entry).collect();
        for op in ops {
            let loc = module.body.loc(op);
            if matches!(module.locs.get(loc), Loc::File { .. }) {
                let scoped = module.locs.intern(Loc::Scoped { loc, scope });
                module.body.set_loc(op, scoped);
            }
        }
    }
}

/// The scope of an entry: that of its location, else a subprogram that begins where the entry is.
fn scope_of(module: &mut Module, entry: Op) -> Option<DiId> {
    match *module.locs.get(module.body.loc(entry)) {
        Loc::Scoped { scope, .. } => Some(scope),
        Loc::File { file, line, .. } => subprogram(module, entry, file, line),
        Loc::Unknown | Loc::Name { .. } | Loc::CallSite { .. } | Loc::Fused { .. } => None,
    }
}

fn subprogram(module: &mut Module, entry: Op, path: StrId, line: u32) -> Option<DiId> {
    let slot = module.attr(entry, fields::entry::sym_name).as_interned()?;
    let Attr::Str(name) = *module.attrs.get(slot) else { return None };
    let path = module.strings.get(path).to_vec();
    let (directory, base) = match path.iter().rposition(|&byte| byte == b'/') {
        Some(at) => (&path[..at.max(1)], &path[at + 1..]),
        None => (&b""[..], &path[..]),
    };
    let (directory, base) = (module.strings.intern_bytes(directory), module.strings.intern_bytes(base));
    let file = module.debug.intern(DebugInfo::File { name: base, directory });
    let compile_unit = module.debug.intern(DebugInfo::CompileUnit { file });
    let subprogram = DebugInfo::Subprogram {
        file,
        line,
        name,
        linkage_name: name,
        compile_unit,
        scope_line: line,
        declaration: false,
    };
    Some(module.debug.intern(subprogram))
}

#[cfg(test)]
mod tests {
    use diag::Source;

    use crate::bytecode::{DecodeOptions, EncodeOptions, decode, encode};
    use crate::text::{ParseOptions, parse};

    #[test]
    fn lines_of_a_text_live_through_bytecode() {
        let text = "cuda_tile.module @m {\n  entry @k() {\n    %x = iota : tile<8xi32>\n    return loc(unknown)\n  }\n}\n";
        let source = Source::new("some/k.mlir", text);
        let mut module = parse(&source, &ParseOptions::default()).module.expect("the text is right");
        ir::own_lines::locate(&mut module, &source);
        super::add_scopes(&mut module);
        let bytes = encode(&module, &EncodeOptions::default()).expect("bytecode holds it");
        let back = decode(&bytes, &DecodeOptions::default()).expect("it was just written").module;
        let places: Vec<Option<String>> = ir::walk::preorder(&back.body, back.root)
            .map(|op| {
                back.file_location(back.body.loc(op))
                    .map(|at| format!("{}:{}:{}", at.file, at.line, at.column))
            })
            .collect();
        let at = |place: &str| Some(format!("some/k.mlir:{place}"));
        assert_eq!(places, [None, at("2:3"), at("3:5"), None]);
    }
}
