//! The lines of a text as the locations of its ops, if the text has no other locations.

use diag::Source;

use crate::entity::{Op, UNKNOWN_LOC};
use crate::level::Level;
use crate::level::module::{Module, Origin};
use crate::loc::Loc;
use crate::walk::preorder;

/// Gives each op of a module that was read from `source` its line and column as its location, unless its text has another
/// location, including `loc(unknown)`. Modules that were not read from text do not change.
pub fn locate<L: Level>(module: &mut Module<L>, source: &Source) {
    if module.origin != Origin::Text {
        return;
    }
    let file = module.strings.intern_bytes(source.name().as_bytes());
    let ops: Vec<Op> = preorder(&module.body, module.root).collect();
    for op in ops {
        if module.body.loc(op) != UNKNOWN_LOC {
            continue;
        }
        let Some(span) = module.body.span(op) else { continue };
        let text = source.text().get(span.start as usize..span.end as usize).unwrap_or("");
        if says_location(text) {
            continue;
        }
        let at = source.position(span.start);
        let loc = module.locs.intern(Loc::File { file, line: at.line, column: at.column, end: None });
        module.body.set_loc(op, loc);
    }
}

/// Whether the text of an op of an unknown location ends in `loc(unknown)`, or in `loc(#name)` of such a one.
fn says_location(text: &str) -> bool {
    let Some(inside) = text.trim_end().strip_suffix(')') else { return false };
    let Some((before, name)) = inside.rsplit_once('(') else { return false };
    let name = name.trim();
    let alias = name.strip_prefix('#').is_some_and(|name| {
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-'))
    });
    before.trim_end().ends_with("loc") && (alias || name == "unknown")
}

#[cfg(test)]
mod tests {
    use super::says_location;

    #[test]
    fn only_a_location_that_is_written_counts() {
        for text in ["return loc(unknown)", "return loc(#loc3)", "return  loc ( unknown ) "] {
            assert!(says_location(text), "{text}");
        }
        for text in
            ["return", "%x = call @loc(%a)", "f(loc", "%y = addi %a, %b : tile<i32>", "loc(\"unknown\")"]
        {
            assert!(!says_location(text), "{text}");
        }
    }
}
