//! Effects of an instruction on the order of accesses: those of its row, refined by its modifiers.

use ptx::module::{Instruction, Module, Statement};
use ptx::{Effect, Family, Modifier, Opcode};
use rustc_hash::FxHashMap;

use super::Engine;
use super::access::Reach;
use super::proxy::Fenced;
use crate::place::Place;

/// The effect of an instruction on the order of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ordering {
    /// None, or only the order that its accesses imply.
    None,
    /// Its accesses are strong, and may acquire and release.
    Access { reach: Reach, acquires: bool, releases: bool },
    /// It has memory updated asynchronously, each element by an atomic change that is relaxed and seen this far.
    Reduction(Reach),
    /// A fence between threads.
    Fence { reach: Reach, acquires: bool, releases: bool },
    /// A fence between the generic and the asynchronous proxy.
    ProxyFence(Fenced),
    /// A fence after the initialisation of mbarriers.
    InitFence,
    /// It has an answer of the launch written, over what threads have read.
    Answer,
    /// It arrives at a barrier or queries one, without releasing or acquiring happens-before state.
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

/// The effects of the instructions of a module that order accesses.
pub(super) fn table(module: &Module) -> FxHashMap<Place, Ordering> {
    let mut table = FxHashMap::default();
    for (function, body) in
        module.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)))
    {
        for (index, statement) in body.statements.iter().enumerate() {
            let Statement::Instruction(instruction) = statement else { continue };
            let ordering = of(instruction);
            if ordering != Ordering::None {
                table.insert(Place { function, statement: index as u32 }, ordering);
            }
        }
    }
    table
}

fn of(instruction: &Instruction) -> Ordering {
    let (opcode, has) = (instruction.opcode(), |modifier| instruction.has(modifier));
    let effects = opcode.effects();
    let does = |effect| effects.has(effect);
    match opcode.family() {
        Family::Tcgen05 => return of_tensor_memory(opcode),
        // `wgmma.fence` orders accesses to registers, which `registers` follows.
        Family::Wgmma => return Ordering::None,
        _ => {}
    }
    if opcode == Opcode::FenceMbarrierInit {
        return Ordering::InitFence;
    }
    if opcode == Opcode::ClusterlaunchcontrolTryCancel {
        return Ordering::Answer;
    }
    if does(Effect::Fence) && does(Effect::Lanes) {
        return Ordering::WarpSync;
    }
    if does(Effect::Fence) {
        let both = !has(Modifier::Acquire) && !has(Modifier::Release);
        let (acquires, releases) = (both || has(Modifier::Acquire), both || has(Modifier::Release));
        return Ordering::Fence { reach: reach(instruction), acquires, releases };
    }
    if does(Effect::ProxyFence) {
        // Other proxies than the asynchronous one are not followed.
        let followed = has(Modifier::Async) || has(Modifier::AsyncGeneric);
        return if followed { Ordering::ProxyFence(Fenced::by(instruction)) } else { Ordering::None };
    }
    if does(Effect::Relaxed) || effects.any(&[Effect::Arrive, Effect::Wait]) && has(Modifier::Relaxed) {
        return Ordering::Relaxed;
    }
    if does(Effect::Wait) && does(Effect::Async) && has(Modifier::Read) {
        return Ordering::OnlyReads;
    }
    if does(Effect::Atomic) && does(Effect::Async) {
        // PTX ISA, "cp.reduce.async.bulk": each reduction is `.relaxed.gpu`; of `red.async`, `.relaxed.cluster`.
        return Ordering::Reduction(reach(instruction));
    }
    let strong =
        [Modifier::Volatile, Modifier::Relaxed, Modifier::Acquire, Modifier::Release, Modifier::Mmio];
    let accesses = effects.any(&[Effect::Read, Effect::Write]) && !does(Effect::Async);
    if does(Effect::Atomic) || accesses && strong.into_iter().any(has) {
        return Ordering::Access {
            reach: reach(instruction),
            acquires: has(Modifier::Acquire) || has(Modifier::AcqRel),
            releases: has(Modifier::Release) || has(Modifier::AcqRel),
        };
    }
    Ordering::None
}

/// Effects of `tcgen05`: its waits are for one of two engines, its fences only order tensor memory.
fn of_tensor_memory(opcode: Opcode) -> Ordering {
    match opcode {
        Opcode::Tcgen05WaitLd => Ordering::TensorWait(Engine::TensorLoad),
        Opcode::Tcgen05WaitSt => Ordering::TensorWait(Engine::TensorStore),
        Opcode::Tcgen05FenceBeforeThreadSync => Ordering::TensorFence { after: false },
        Opcode::Tcgen05FenceAfterThreadSync => Ordering::TensorFence { after: true },
        _ => Ordering::None,
    }
}

/// How far a strong access or a fence is seen: without a modifier, as far as the device.
fn reach(instruction: &Instruction) -> Reach {
    match instruction {
        _ if instruction.has(Modifier::Cta) => Reach::Block,
        _ if instruction.has(Modifier::Cluster) => Reach::Cluster,
        _ => Reach::Device,
    }
}
