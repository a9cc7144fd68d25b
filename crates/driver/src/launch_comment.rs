//! What a kernel needs of its launch that PTX has no directive for, as a comment before it.
//!
//! ```text
//! //@ launch KERNEL dynamic_shared=BYTES
//! ```
//!
//! is shared memory that the launch adds to what the module declares. The spelling is stable: `tilewright compile` writes it
//! where the number is not 0, `tilewright emulate` reads it, and assemblers skip it. The same number is `dynamic_shared` of
//! `--emit=metadata`.

use ptx::Module;
use ptx::module::{Comment, Item};

use crate::metadata::Kernel;

const BEGIN: &str = "//@ launch ";
const SHARED: &str = "dynamic_shared=";

/// Writes a comment before each kernel that needs one.
pub(crate) fn write(module: &mut Module, kernels: &[Kernel]) {
    let items = std::mem::take(&mut module.items);
    for item in items {
        if let Item::Function(id) = &item {
            let name = &module.functions[*id].name;
            let kernel = kernels.iter().find(|kernel| kernel.name == *name && kernel.dynamic_shared > 0);
            if let Some(Kernel { name, dynamic_shared, .. }) = kernel {
                let text = format!("{BEGIN}{name} {SHARED}{dynamic_shared}");
                module.items.push(Item::Comment(Comment { text, trailing: false }));
            }
        }
        module.items.push(item);
    }
}

/// The bytes of shared memory that a comment of the module says a kernel needs.
pub(crate) fn dynamic_shared(module: &Module, kernel: &str) -> Option<u32> {
    let comments = module.items.iter().filter_map(|item| match item {
        Item::Comment(comment) => Some(comment.text.as_str()),
        Item::Function(_)
        | Item::Variable(_)
        | Item::File(_)
        | Item::Section(_)
        | Item::Pragma(_)
        | Item::Alias(..) => None,
    });
    comments.flat_map(str::lines).find_map(|line| said(line, kernel))
}

fn said(line: &str, kernel: &str) -> Option<u32> {
    let mut words = line.trim().strip_prefix(BEGIN)?.split_whitespace();
    if words.next()? != kernel {
        return None;
    }
    words.find_map(|word| word.strip_prefix(SHARED))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn one_spelling_is_read() {
        assert_eq!(said("//@ launch gemm dynamic_shared=65536", "gemm"), Some(65_536));
        assert_eq!(said("  //@ launch gemm later=1 dynamic_shared=16 ", "gemm"), Some(16));
        for line in [
            "//@ launch gemm dynamic_shared=65536",
            "// launch k dynamic_shared=1",
            "//@ launch k dynamic_shared=x",
        ] {
            assert_eq!(said(line, "k"), None, "{line}");
        }
    }
}
