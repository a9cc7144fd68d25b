//! Launch requirements of a kernel for which PTX has no directive, as a comment before the kernel.
//!
//! ```text
//! //@ launch KERNEL dynamic_shared=BYTES
//! ```
//!
//! is dynamic shared memory, in addition to the memory that the module declares. The format is stable: `tilewright compile`
//! writes it if the number is not 0, `tilewright emulate` reads it, and assemblers ignore it. `dynamic_shared` of
//! `--emit=metadata` is the same number.
//!
//! ```text
//! //@ map KERNEL {"element":"f16","base":0,..}
//! ```
//!
//! describes a tensor map that is a parameter after those of the kernel ([`crate::tensor_maps`]), one comment each, in their
//! order.

use nvvm::tensor_maps::TensorMap;
use ptx::Module;
use ptx::module::{Comment, Item};

use crate::metadata::Kernel;
use crate::tensor_maps;

const BEGIN: &str = "//@ launch ";
const MAP: &str = "//@ map ";
const SHARED: &str = "dynamic_shared=";

/// Writes a comment before each kernel that needs one.
pub(crate) fn write(module: &mut Module, kernels: &[Kernel]) {
    let items = std::mem::take(&mut module.items);
    for item in items {
        if let Item::Function(id) = &item {
            let name = &module.functions[*id].name;
            let kernel = kernels.iter().find(|kernel| kernel.name == *name);
            let texts = kernel.map(lines).unwrap_or_default().into_iter();
            module.items.extend(texts.map(|text| Item::Comment(Comment { text, trailing: false })));
        }
        module.items.push(item);
    }
}

/// The comments of a kernel.
fn lines(kernel: &Kernel) -> Vec<String> {
    let Kernel { name, dynamic_shared, .. } = kernel;
    let shared = (*dynamic_shared > 0).then(|| format!("{BEGIN}{name} {SHARED}{dynamic_shared}"));
    let maps = kernel.tensor_maps.iter().map(|map| format!("{MAP}{name} {}", tensor_maps::to_json(map)));
    shared.into_iter().chain(maps).collect()
}

/// The lines of all comments.
fn comments(module: &Module) -> impl Iterator<Item = &str> {
    let comments = module.items.iter().filter_map(|item| match item {
        Item::Comment(comment) => Some(comment.text.as_str()),
        Item::Function(_)
        | Item::Variable(_)
        | Item::File(_)
        | Item::Section(_)
        | Item::Pragma(_)
        | Item::Alias(..) => None,
    });
    comments.flat_map(str::lines)
}

/// The bytes of shared memory that a comment of the module says a kernel needs.
pub(crate) fn dynamic_shared(module: &Module, kernel: &str) -> Option<u32> {
    comments(module).find_map(|line| said(line, kernel))
}

/// The tensor maps that comments of the module say a kernel takes after its own parameters.
pub(crate) fn tensor_maps(module: &Module, kernel: &str) -> Vec<TensorMap> {
    let described = comments(module).filter_map(|line| {
        let (name, map) = line.trim().strip_prefix(MAP)?.split_once(' ')?;
        (name == kernel).then(|| tensor_maps::of_json(map))?
    });
    described.collect()
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
