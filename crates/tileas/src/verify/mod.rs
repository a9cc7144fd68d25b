//! The specific rule of every op of level 3. Counts, constraints and attributes were verified before, so fields exist and have
//! the types of their rows.
//!
//! Two rules apply to every tile: its layout covers each element, in registers that a thread can have, and it is a layout for
//! the warps of its kernel. Element-wise ops have one layout; ops that rename registers have matching layouts. Lowering relies
//! on this.
//!
//! Agents are checked op by op (`agents`, `pipelines`, `copies`, `products`, `tensor_maps`,
//! `tensor_memory`), and by rules over the whole program (`handover`,
//! `in_flight`, `resources`). So are offsets in shared memory (`allocation`).

mod agents;
mod allocation;
mod control;
mod copies;
mod exits;
mod flow;
mod handover;
mod in_flight;
mod layouts;
mod memory;
mod pipelines;
mod products;
mod replaced;
mod resources;
mod shapes;
mod shared;
mod tensor_maps;
mod tensor_memory;
mod warps;

pub use agents::block_warps;
pub use copies::copied_dimensions;
pub use pipelines::stage_of;
pub use products::{multiplies_buffers, multiplies_fragments, warpgroups};
pub use tensor_maps::map_dimensions;

use ir::{Field, Op};
use tile_core::control::rules::{self, Checked, ensure};
use tile_core::tiles::{self, folds, widths};

use crate::ops::fields;
use crate::target::Feature;
use crate::types::TileType;
use crate::{Module, Opcode, TileAs};

type Check<'m> = tiles::Check<'m, TileAs>;

/// Queries of rules of this level about an op under check.
trait Ask<'m> {
    /// The tile of a field, with its layout.
    fn tile(&self, field: Field) -> &'m TileType;

    /// The target must have the feature that the op needs, if a target is named.
    fn needs(&self, feature: Feature) -> Checked;

    /// Thread blocks of the kernel around the op.
    fn ctas(&self) -> i64;
}

impl<'m> Ask<'m> for Check<'m> {
    fn tile(&self, field: Field) -> &'m TileType {
        self.ty(field).tile().expect("the constraint admits tiles alone")
    }

    fn needs(&self, feature: Feature) -> Checked {
        let lacks = capability(self.module).filter(|capability| !feature.capabilities().contains(capability));
        lacks.map_or(Ok(()), |capability| {
            Err(format!(
                "needs {}, which {} have and sm_{capability} has not",
                feature.name(),
                feature.targets()
            ))
        })
    }

    fn ctas(&self) -> i64 {
        let kernel = agents::around(self.module, self.op, &[Opcode::Func]);
        kernel.and_then(|kernel| self.module.int(kernel, fields::func::num_ctas)).unwrap_or(1)
    }
}

/// The compute capability of the module's target, as `90`, if it names one.
fn capability(module: &Module) -> Option<u32> {
    let target = module.strings.get(module.string(module.root, fields::module::target)?);
    let name = target.strip_prefix(b"sm_")?;
    let digits = name.strip_suffix(b"a").or_else(|| name.strip_suffix(b"f")).unwrap_or(name);
    let known = matches!(digits.len(), 2 | 3) && digits.iter().all(u8::is_ascii_digit);
    known.then(|| digits.iter().fold(0, |number, digit| 10 * number + u32::from(digit - b'0')))
}

/// The target must be known, to know its features.
fn target(check: &Check<'_>) -> Checked {
    let Some(name) = check.module.string(check.op, fields::module::target) else { return Ok(()) };
    ensure(capability(check.module).is_some(), || {
        let shown: String = check.module.text(name).chars().take(40).collect();
        format!("is for a target such as `sm_90a`, not for `{shown}`")
    })
}

/// Checks a module whose ops were verified one by one.
pub(crate) fn check_program(module: &Module) -> Vec<(Op, String)> {
    let mut found = handover::check(module);
    found.extend(allocation::check(module));
    found.sort_by_key(|&(op, _)| op);
    found
}

/// Checks the own rule of an op.
pub(crate) fn check(module: &Module, op: Op) -> Checked {
    let check = Check { module, op };
    layouts::of_values(&check)?;
    agents::uses_its_own(&check)?;
    pipelines::stays_put(&check)?;
    shared::accesses_packed(&check)?;
    let opcode = module.opcode(op);
    if let Some(op) = opcode.tile_op() {
        tiles::rule(&check, op)?;
    }
    if let Some(op) = opcode.arith() {
        widths::rule(&check, op)?;
        return layouts::element_wise(&check);
    }
    // The rules shared with level 2 were checked; these are the additional ones for layouts and targets.
    #[allow(unreachable_patterns, reason = "ops of the shared arithmetic were checked")]
    match opcode {
        Opcode::Module => target(&check),
        Opcode::Func => control::func(&check),
        Opcode::Return => rules::return_(module, op),
        Opcode::Yield => folds::yield_(&check),
        Opcode::Continue => rules::continue_(module, op),
        Opcode::Break => rules::break_(module, op),
        Opcode::For => rules::for_(module, op),
        Opcode::Loop => rules::loop_(module, op),
        Opcode::If => folds::if_(&check),
        Opcode::View => shapes::view(&check),
        Opcode::Broadcast => shapes::broadcast(&check),
        Opcode::Permute => shapes::permute(&check),
        Opcode::ExtractSlice => shapes::extract_slice(&check),
        Opcode::InsertSlice => shapes::insert_slice(&check),
        Opcode::Pack => shapes::pack(&check),
        Opcode::Unpack => shapes::unpack(&check),
        Opcode::Dot => shapes::dot(&check),
        Opcode::DotScaled => shapes::dot_scaled(&check),
        Opcode::Reduce => control::reduce(&check),
        Opcode::Scan => control::scan(&check),
        Opcode::ConvertLayout => shared::convert_layout(&check),
        Opcode::LocalStore => shared::local_store(&check),
        Opcode::LocalLoad => shared::local_load(&check),
        Opcode::TransposeBuffer => shared::transpose_buffer(&check),
        Opcode::FmaDot => shared::fma_dot(&check),
        Opcode::AsyncTiledLoad => shared::async_tiled_load(&check),
        Opcode::AsyncLoad => shared::async_load(&check),
        Opcode::ConsumerWait => shared::consumer_wait(&check),
        Opcode::CreatePipeline => shared::create_pipeline(&check),
        Opcode::ProducerAcquire | Opcode::ConsumerRead => shared::stage(&check),
        Opcode::IncIter => shared::inc_iter(&check),
        Opcode::Load => memory::load(&check),
        Opcode::Store => memory::store(&check),
        Opcode::TiledLoad => memory::tiled_load(&check),
        Opcode::TiledStore => memory::tiled_store(&check),
        Opcode::TiledAtomicRed => memory::tiled_atomic_red(&check),
        Opcode::AtomicRmw => memory::atomic_rmw(&check),
        Opcode::AtomicCas => memory::atomic_cas(&check),
        Opcode::AgentSwitch => agents::agent_switch(&check),
        Opcode::Agent => agents::agent(&check),
        Opcode::PipelineYield => pipelines::yield_(&check),
        Opcode::PipelineCreate => pipelines::create(&check),
        Opcode::PipelineIterator => pipelines::create_iterator(&check),
        Opcode::PipelineInc => pipelines::inc_iter(&check),
        Opcode::PipelineReuse => pipelines::reuse(&check),
        Opcode::PipelineAcquire => pipelines::acquire(&check),
        Opcode::PipelineWrite => pipelines::write(&check),
        Opcode::PipelineCommit => pipelines::commit(&check),
        Opcode::PipelineWait => pipelines::wait(&check),
        Opcode::PipelineRead => pipelines::read(&check),
        Opcode::PipelineRelease => pipelines::release(&check),
        Opcode::TmaDesc => tensor_maps::make_tiled_tma_desc(&check),
        Opcode::TmaLoad => copies::tiled_tma_load(&check),
        Opcode::TmaStore => copies::tiled_tma_store(&check),
        Opcode::StoreWait => copies::store_wait(&check),
        Opcode::CancelLaunch => copies::cancel_launch(&check),
        Opcode::CancelledLaunch => copies::cancelled_launch(&check),
        Opcode::CopyLoad => copies::load(&check),
        Opcode::CopyTiledLoad => copies::tiled_load(&check),
        Opcode::ClusterBarrier => copies::cluster_barrier(&check),
        Opcode::MmaFence => products::fence(&check),
        Opcode::AsyncDot => products::async_dot(&check),
        Opcode::DotBegin => products::dot_begin(&check),
        Opcode::DotWait => products::dot_wait(&check),
        Opcode::Turn => products::turn(&check),
        Opcode::TensorAlloc => tensor_memory::alloc(&check),
        Opcode::TensorLoad => tensor_memory::tmem_load(&check),
        Opcode::TensorStore => tensor_memory::tmem_store(&check),
        Opcode::WarpIf => warps::warp_if(&check),
        Opcode::TensorCopy => tensor_memory::copy(&check),
        Opcode::TensorDot => tensor_memory::mma(&check),
        Opcode::TensorDotScaled => tensor_memory::block_scaled_mma(&check),
        // Their rows and the shared rules are complete, or the conversion to level 4 refuses them.
        Opcode::AllocTensor
        | Opcode::Alloca
        | Opcode::Assert
        | Opcode::Barrier
        | Opcode::BlockTile
        | Opcode::Cat
        | Opcode::Constant
        | Opcode::CreateMemToken
        | Opcode::GdcLaunchDependents
        | Opcode::GdcWait
        | Opcode::GetCtaRank
        | Opcode::GetGlobal
        | Opcode::GetNumPrograms
        | Opcode::GetProgramId
        | Opcode::GetSize
        | Opcode::GetTileCount
        | Opcode::Global
        | Opcode::JoinTokens
        | Opcode::MakeMemref
        | Opcode::MakeRange
        | Opcode::MemoryFence
        | Opcode::Print
        | Opcode::ProducerCommit => Ok(()),
        tile_core::arith_rows!(tile_core::family_pattern! { Opcode; }) => Ok(()),
    }
}
