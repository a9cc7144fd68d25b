//! Operations as the sites of traps.

use ir::Op;
use launch::Site;

/// The site of an operation.
pub(crate) fn site(op: Op) -> Site {
    Site(op.as_u32().into())
}

/// The operation of a site in a trap of this engine.
pub fn site_op(site: Site) -> Op {
    Op::from_u32(site.0 as u32)
}
