//! Shared memory: its start, and the offsets of allocations.
//!
//! `allocate-shared` has assigned an offset to every buffer, slot and piece of scratch memory at level 3; here offsets
//! become addresses.

use diag::Diagnostic;
use ir::build::IntoAttr as _;
use ir::verify::op_error;
use ir::walk::preorder;
use ir::{Op, Value};
use tileas::Opcode as From;
use tileas::ops::fields as from;
use tileas::shared_memory::{granted, is_allocated};

use super::{Held, Lower, UNSUPPORTED};
use crate::Type;
use crate::attrs::GlobalSpace;
use crate::ops::{Builders as _, fields};
use crate::types::Space;

/// Static shared memory that every target allows. More is requested at launch.
const STATIC_SHARED: u32 = 48 << 10;

/// The alignment of shared memory: a swizzle of 128 bytes, the largest that a buffer has, repeats after 1 KiB.
const ALIGNMENT: i64 = 1024;

impl Lower<'_> {
    /// Refuses functions whose shared memory is not allocated.
    pub(super) fn requires_allocation(&mut self) {
        let ops = preorder(&self.from.body, self.from.root);
        let missing = ops.filter(|&op| self.from.opcode(op) == From::Func && !is_allocated(self.from, op));
        let text = "has buffers and scratch without places in shared memory";
        let help = "`tilewright opt --passes=allocate-shared` gives them; compiling runs it";
        let refused: Vec<Diagnostic> =
            missing.map(|op| op_error(self.from, op, UNSUPPORTED, text).help(help)).collect();
        self.diagnostics.extend(refused);
    }

    /// The start of the shared memory of a function, static if its size allows that; none if it needs none.
    pub(super) fn shared_memory(&mut self, op: Op, func: Op, name: &str) -> Option<Value> {
        let bytes = self.from.int(op, from::func::shared_bytes).filter(|&bytes| bytes > 0)?;
        let ty = self.to.types.intern(Type::Ptr(Space::Shared));
        if bytes > STATIC_SHARED.into() {
            let slot = bytes.into_attr(&mut self.to);
            self.to.set_attr(func, fields::func::dynamic_shared, slot);
            return Some(self.b().dynamic_shared().result(ty).finish().value());
        }
        let symbol = format!("{name}$shared");
        ir::build::Builder::before(&mut self.to, func)
            .global()
            .sym_name(symbol.as_str())
            .space(GlobalSpace::Shared)
            .size(bytes)
            .alignment(ALIGNMENT)
            .finish();
        Some(self.b().address_of().name(symbol.as_str()).result(ty).finish().value())
    }

    /// Addresses of all buffers, computed before everything else: in a loop they would be computed in every iteration.
    pub(super) fn place_buffers(&mut self, func: Op) {
        let ops: Vec<Op> = preorder(&self.from.body, func).collect();
        for op in ops {
            #[allow(clippy::wildcard_enum_match_arm, reason = "no other op makes a buffer")]
            let field = match self.from.opcode(op) {
                From::AllocTensor => from::alloc_tensor::offset,
                From::CreatePipeline => from::create_pipeline::offset,
                _ => continue,
            };
            let address = self.shared_at(self.offset(op, field));
            self.held[self.from.body.result(op, 0)] = Held::Buffer(address);
        }
    }

    /// The offset that an op was given.
    pub(super) fn offset(&self, op: Op, field: ir::Field) -> u32 {
        let offset = self.from.int(op, field).and_then(|offset| u32::try_from(offset).ok());
        offset.expect("a verified function that is allocated has all offsets")
    }

    /// An address at a constant distance from the start of shared memory.
    pub(super) fn shared_at(&mut self, bytes: u32) -> Value {
        let base = self.kernel.shared.expect("a function with offsets has shared memory");
        if bytes == 0 {
            return base;
        }
        let offset = self.i32(bytes);
        self.advance(base, offset, 1)
    }

    /// Bytes of scratch of the current op, if they are fewer than `wanted`: the exchange then takes several rounds.
    pub(super) fn scratch_below(&self, wanted: u64) -> Option<u64> {
        let (_, bytes) = self.granted();
        (u64::from(bytes) < wanted).then_some(bytes.into())
    }

    /// The scratch of the current op, of which it uses the given number of bytes.
    pub(super) fn scratch(&mut self, bytes: u64) -> Value {
        let (offset, granted) = self.granted();
        debug_assert!(bytes <= granted.into(), "level 3 and level 4 agree on the scratch of an op");
        self.shared_at(offset)
    }

    fn granted(&self) -> (u32, u32) {
        granted(self.from, self.at).expect("a verified op that needs scratch has it")
    }
}
