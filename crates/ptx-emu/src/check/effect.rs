//! What an instruction means for the order of accesses, by its form and words.

use ptx::module::{Instruction, Module, Statement};
use ptx::{Opcode, Word};
use rustc_hash::FxHashMap;

use super::Engine;
use super::proxy::Fenced;
use super::shadow::Reach;
use crate::program::Place;

/// What an instruction means for the order of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing, or nothing but what its accesses mean.
    None,
    /// Its accesses are strong, and may acquire and release.
    Access { reach: Reach, acquires: bool, releases: bool },
    /// It has memory updated asynchronously, each element by an atomic change that is relaxed and seen this far.
    Reduction(Reach),
    /// A fence between threads.
    Fence { reach: Reach, acquires: bool, releases: bool },
    /// A fence between the generic and the asynchronous proxy.
    ProxyFence(Fenced),
    /// It arrives at a barrier or looks at one, without passing on what its thread knows or learning what others know.
    Relaxed,
    /// It waits for what bulk copies read, not for what they write.
    OnlyReads,
    /// It orders what lanes of a warp do.
    WarpSync,
    /// It waits for all that this engine was given.
    TensorWait(Engine),
    /// A fence around accesses to tensor memory, before or after threads synchronise.
    TensorFence { after: bool },
}

/// The effects of all instructions of a module that have one.
pub(super) fn table(module: &Module) -> FxHashMap<Place, Effect> {
    let mut table = FxHashMap::default();
    for (function, body) in
        module.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
    {
        for (index, statement) in body.statements.iter().enumerate() {
            let Statement::Instruction(instruction) = statement else { continue };
            let effect = of(instruction);
            if effect != Effect::None {
                table.insert(Place { function, statement: index as u32 }, effect);
            }
        }
    }
    table
}

fn of(instruction: &Instruction) -> Effect {
    let has = |word| instruction.has(word);
    match instruction.opcode() {
        Opcode::Atom | Opcode::Red => Effect::Access {
            reach: reach(instruction),
            acquires: has(Word::Acquire) || has(Word::AcqRel),
            releases: has(Word::Release) || has(Word::AcqRel),
        },
        Opcode::Ld | Opcode::St => {
            let strong = [Word::Volatile, Word::Relaxed, Word::Acquire, Word::Release, Word::Mmio];
            if !strong.into_iter().any(has) {
                return Effect::None;
            }
            Effect::Access {
                reach: reach(instruction),
                acquires: has(Word::Acquire),
                releases: has(Word::Release),
            }
        }
        // PTX ISA, "cp.reduce.async.bulk": each reduction is `.relaxed.gpu`; of `red.async`, `.relaxed.cluster`.
        Opcode::CpReduceAsyncBulk | Opcode::CpReduceAsyncBulkTensor => Effect::Reduction(Reach::Device),
        Opcode::RedAsync => Effect::Reduction(reach(instruction)),
        Opcode::Membar => Effect::Fence { reach: reach(instruction), acquires: true, releases: true },
        Opcode::Fence => {
            let one = has(Word::Acquire) || has(Word::Release);
            Effect::Fence {
                reach: reach(instruction),
                acquires: !one || has(Word::Acquire),
                releases: !one || has(Word::Release),
            }
        }
        Opcode::FenceProxy | Opcode::MembarProxy if has(Word::Async) || has(Word::AsyncGeneric) => {
            Effect::ProxyFence(Fenced::by(instruction))
        }
        // Other proxies are not followed.
        Opcode::FenceProxy | Opcode::MembarProxy => Effect::None,
        // Bytes are counted without an order.
        Opcode::MbarrierExpectTx | Opcode::MbarrierCompleteTx => Effect::Relaxed,
        Opcode::MbarrierArrive
        | Opcode::MbarrierArriveDrop
        | Opcode::MbarrierTestWait
        | Opcode::MbarrierTryWait
        | Opcode::BarrierClusterArrive
            if has(Word::Relaxed) =>
        {
            Effect::Relaxed
        }
        Opcode::CpAsyncBulkWaitGroup if has(Word::Read) => Effect::OnlyReads,
        Opcode::BarWarpSync => Effect::WarpSync,
        Opcode::Tcgen05WaitLd => Effect::TensorWait(Engine::TensorLoad),
        Opcode::Tcgen05WaitSt => Effect::TensorWait(Engine::TensorStore),
        Opcode::Tcgen05FenceBeforeThreadSync => Effect::TensorFence { after: false },
        Opcode::Tcgen05FenceAfterThreadSync => Effect::TensorFence { after: true },
        _ => Effect::None,
    }
}

/// How far a strong access or a fence is seen: without a word, as far as the device.
fn reach(instruction: &Instruction) -> Reach {
    match instruction {
        _ if instruction.has(Word::Cta) => Reach::Block,
        _ if instruction.has(Word::Cluster) => Reach::Cluster,
        _ => Reach::Device,
    }
}
