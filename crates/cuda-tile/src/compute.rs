//! Classes of what ops compute: the column `compute` of the op table.

use ir::Op;

use crate::Module;
use crate::elementwise::{Elementwise, Modes};

/// The class of the computation of an op. Code that queries the class treats two ops of a class in the same way; what
/// an op of its own computes is decided by exhaustive matches over [`Special`](crate::ops::Special).
#[derive(Clone, Copy, Debug)]
pub enum Compute {
    /// Each element of the result is a function of the elements of the operands at its place.
    Elementwise(fn(&Modes<'_>) -> Elementwise),
    /// The same, but the caller of the program supplies the function.
    Extern,
    /// The result is an operand, the elements of one in other places, or the memory of one under another description.
    Alias,
    /// Elements that the program states.
    Constant,
    /// The numbers of the elements.
    Iota,
    /// Elements of operands are put together, or some of them are taken out.
    Shape,
    /// A product of matrices.
    Product,
    /// Its body combines elements along one dimension.
    Fold,
    /// Its body computes each element from its indices.
    Generate,
    /// Something about the launch, a global or a view: where the block is, how large a tensor is.
    Query,
    /// Order of accesses, and nothing that computes.
    Tokens,
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// Reads and writes memory in one step.
    Atomic,
    /// Reads or writes a tile in the memory of every device of a multicast view. The direction in
    /// [`ViewAccess`](crate::roles::ViewAccess) says which, so that these ops share one case of
    /// [`Special`](crate::ops::Special).
    Multimem,
    /// Reserves memory, prints, fails, or calls: what must keep its place.
    Effect,
    /// Runs its regions, which hold ordinary code.
    Region,
    /// Ends a region.
    Terminator,
    /// A definition of the module, or an op of test builds that computes nothing.
    Definition,
}

impl Compute {
    /// True for functions of the elements of the operands at one place.
    pub const fn is_elementwise(self) -> bool {
        matches!(self, Compute::Elementwise(_))
    }

    /// True for accesses to memory.
    pub const fn is_access(self) -> bool {
        matches!(self, Compute::Load | Compute::Store | Compute::Atomic | Compute::Multimem)
    }

    /// True for products of matrices.
    pub const fn is_product(self) -> bool {
        matches!(self, Compute::Product)
    }
}

impl Elementwise {
    /// The computation of an op of a verified module for each element; `None` if it is not element-wise, or calls a
    /// function by name that only the caller of the program knows.
    pub fn of(module: &Module, op: Op) -> Option<Elementwise> {
        let Compute::Elementwise(read) = module.spec(op).compute else { return None };
        Some(read(&Modes::new(module, op)))
    }
}
