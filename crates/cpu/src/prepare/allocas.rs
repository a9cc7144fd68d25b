//! Memory of the `alloca`s of a program.

use crate::memory::alloca_arena::Layout;
use crate::program::{Kind, Step};
use crate::steps::pointers::Alloca;

/// Assigns each `alloca` of the code its span; those that would make an area larger than `limit` bytes get none.
pub(crate) fn reserve(code: &mut [Step], limit: u64) -> Layout {
    let reservations: Vec<_> = allocas(code).map(|alloca| alloca.reservation).collect();
    let (layout, spans) = Layout::new(&reservations, limit);
    for (alloca, span) in allocas(code).zip(spans) {
        alloca.span = span;
    }
    layout
}

fn allocas(code: &mut [Step]) -> impl Iterator<Item = &mut Alloca> {
    code.iter_mut()
        .filter_map(|step| if let Kind::Alloca(alloca) = &mut step.kind { Some(alloca) } else { None })
}
