//! The valid part of a text with errors: the kernels without errors, so that one run can also verify those.

use cranelift_entity::EntitySet;
use diag::{Diagnostic, Place};
use ir::text::code;
use ir::{Op, StrId};

use crate::Module;
use crate::items::{symbol_in, symbol_name};
use crate::ops::{Opcode, fields};

/// The module without the items that hold mistakes, and without those that refer to them. `None` where a mistake may
/// concern what all of them share (an alias, a brace), or when nothing is left.
pub(super) fn sound_part(mut module: Module, diagnostics: &[Diagnostic]) -> Option<Module> {
    let block = module.block(module.root, fields::module::body)?;
    let items: Vec<Op> = module.body.block_ops(block).collect();
    let mut broken = EntitySet::new();
    for error in diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
        broken.insert(item_of(&module, &items, error)?);
    }
    // Definitions in a text that could not be read are missing elsewhere, which is not an error there.
    let sound = items.iter().filter(|&&item| !broken.contains(item));
    let names: Vec<StrId> = sound.filter_map(|&item| symbol_name(&module, item)).collect();
    for op in ir::walk::preorder(&module.body, module.root) {
        if named(&module, op).is_some_and(|name| !names.contains(&name)) {
            broken.insert(item_around(&module, op)?);
        }
    }
    if items.iter().all(|&item| broken.contains(item)) {
        return None;
    }
    items.into_iter().filter(|&item| broken.contains(item)).for_each(|item| module.body.detach(item));
    Some(module)
}

/// The item in which an error stands: the last one that begins before it.
fn item_of(module: &Module, items: &[Op], error: &Diagnostic) -> Option<Op> {
    if matches!(error.code, code::UNCLOSED | code::TOO_MANY | code::NESTING | code::MISPLACED) {
        return None;
    }
    let Place::Span(at) = error.primary()?.place else { return None };
    let begins = |&&item: &&Op| module.body.span(item).is_some_and(|span| span.start <= at.start);
    items.iter().rfind(begins).copied()
}

/// The symbol that an op refers to.
fn named(module: &Module, op: Op) -> Option<StrId> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "two ops refer to symbols")]
    let field = match module.opcode(op) {
        Opcode::GetGlobal => fields::get_global::name,
        Opcode::Call => fields::experimental_call::callee,
        _ => return None,
    };
    symbol_in(module, op, field)
}

/// The item in which an op stands.
fn item_around(module: &Module, op: Op) -> Option<Op> {
    let above = |&op: &Op| module.body.parent_op(op).filter(|&parent| parent != module.root);
    std::iter::successors(Some(op), above).last()
}

#[cfg(test)]
mod tests {
    use diag::Source;

    use crate::text::{ParseOptions, parse};
    use crate::verify::{VerifyOptions, verify};

    /// Messages about the sound part of a text; `None` when there is none.
    fn beyond(items: &str) -> Option<Vec<String>> {
        let text = format!("cuda_tile.module @m {{ {items} }}");
        let parsed = parse(&Source::new("m", text.as_str()), &ParseOptions::default());
        assert!(parsed.module.is_none() && !parsed.diagnostics.is_empty());
        let found = verify(&parsed.sound_part?, &VerifyOptions::default()).diagnostics;
        Some(found.into_iter().map(|diagnostic| diagnostic.message).collect())
    }

    const MISSPELT: &str = "entry @a(%x: tile<i32>) { %0 = adi %x, %x : tile<i32> return }";
    const MISTYPED: &str = "entry @b(%x: tile<i32>) { %0 = addf %x, %x : tile<i32> return }";

    #[test]
    fn kernels_without_mistakes_in_the_text_are_left() {
        for text in [format!("{MISSPELT} {MISTYPED}"), format!("{MISTYPED} {MISSPELT}")] {
            let found = beyond(&text).expect("a part is sound");
            assert!(
                matches!(&found[..], [one] if one.contains("'cuda_tile.addf' op operand #0 must be")),
                "{found:?}"
            );
        }
        assert_eq!(beyond(MISSPELT), None);
        assert_eq!(beyond(&format!("{MISSPELT} entry @c() {{ return }}")), Some(vec![]));
    }

    #[test]
    fn what_could_not_be_read_is_missed_by_nobody() {
        // The global could not be read, so the kernel that uses it cannot be checked.
        let user = "entry @u() { %0 = get_global @g : tile<ptr<f32>> return }";
        let global = "global @g <f32: [1.0, nine]> : tile<2xf32>";
        assert_eq!(beyond(&format!("{user}\n{global}\n{MISTYPED}")).map(|found| found.len()), Some(1));
        assert_eq!(beyond(&format!("{global}\n{user}")), None);
        assert_eq!(beyond(&format!("{MISTYPED} entry @open() {{ return")), None);
    }
}
