//! Words of an instruction that its row has, but not together.

use crate::Opcode;
use crate::codes;
use crate::module::Instruction;
use crate::words::Word;

use super::{At, Verifier};

/// What says how caches keep what is accessed.
const CACHED: &[Word] = &[
    Word::L2CacheHint,
    Word::L1EvictNormal,
    Word::L1EvictUnchanged,
    Word::L1EvictFirst,
    Word::L1EvictLast,
    Word::L1NoAllocate,
    Word::L264B,
    Word::L2128B,
    Word::L2256B,
];

/// Memory that is not global.
const NEAR: &[Word] = &[
    Word::Shared,
    Word::SharedCta,
    Word::SharedCluster,
    Word::Local,
    Word::Const,
    Word::Param,
    Word::ParamEntry,
    Word::ParamFunc,
];

impl Verifier<'_> {
    pub(super) fn words(&mut self, at: At<'_>, instruction: &Instruction) {
        let found = |all: &[Word]| all.iter().copied().find(|&word| instruction.has(word));
        let accesses = matches!(instruction.opcode(), Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red);
        if let Some((cached, near)) = found(CACHED).zip(found(NEAR)).filter(|_| accesses) {
            let message =
                format!("`.{cached}` says how global memory is cached, and this is `.{near}` memory");
            self.error_at(codes::MODIFIER, at, message, format!("leave `.{cached}` out"));
        }
    }
}
