//! The own rule of every op of level 3. Counts, constraints and attributes were found sound before, so fields are there and of
//! the types that their rows say.
//!
//! Two rules hold for every tile: its layout holds each element, in registers that a thread can have, and it is one for the
//! warps of its kernel. What ops compute element by element has one layout; what renames registers has the layouts that
//! make it so. Lowering relies on this.
//!
//! What agents do is checked op by op (`agents`, `pipelines`, `copies`, `products`), and once more for the program as a whole
//! (`handover`, `under_way`, `resources`).

mod agents;
mod control;
mod copies;
mod exits;
mod handover;
mod layouts;
mod memory;
mod pipelines;
mod products;
mod resources;
mod shapes;
mod shared;
mod under_way;

use ir::{Field, Op};
use numerics::Scalar;
use tile_core::control::rules::{self, Checked, ensure};
use tileaa::types::{BlockTileType, Elem, MemrefType};

use crate::ops::fields;
use crate::target::Feature;
use crate::types::{TileType, Type};
use crate::{Module, Opcode};

pub(crate) use handover::check as check_program;

/// An op under check.
struct Check<'m> {
    module: &'m Module,
    op: Op,
}

impl<'m> Check<'m> {
    /// The type of the first value of a field.
    fn ty(&self, field: Field) -> &'m Type {
        let value = match field {
            Field::Operand(_) => self.module.operand(self.op, field),
            Field::Result(_) => self.module.result(self.op, field),
            Field::Attr(_) | Field::Region(_) => unreachable!("operands and results have types"),
        };
        self.module.ty(value)
    }

    fn tile(&self, field: Field) -> &'m TileType {
        self.ty(field).tile().expect("the constraint admits tiles alone")
    }

    fn shape(&self, field: Field) -> &'m [u32] {
        self.tile(field).shape()
    }

    fn elem(&self, field: Field) -> Elem {
        self.tile(field).elem
    }

    fn scalar(&self, field: Field) -> Scalar {
        self.elem(field).scalar().expect("the constraint admits numbers alone")
    }

    fn memref(&self, field: Field) -> Result<&'m MemrefType, String> {
        let Type::Memref(memref) = self.ty(field) else {
            return Err("works on memory that is not cut into tiles".to_owned());
        };
        Ok(memref)
    }

    fn tiles(&self, field: Field) -> Result<&'m BlockTileType, String> {
        let Type::BlockTile(tiles) = self.ty(field) else {
            return Err("works on memory that is cut into tiles".to_owned());
        };
        Ok(tiles)
    }

    /// The target has what the op needs, if a target is named.
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

    /// Thread blocks of the kernel around the op.
    fn ctas(&self) -> i64 {
        let kernel = agents::around(self.module, self.op, &[Opcode::Func]);
        kernel.and_then(|kernel| self.module.int(kernel, fields::func::num_ctas)).unwrap_or(1)
    }

    /// A dimension below a rank.
    fn dim(&self, field: Field, rank: usize) -> Result<usize, String> {
        let dim = self.module.int(self.op, field).unwrap_or(0);
        let fits = usize::try_from(dim).ok().filter(|&dim| dim < rank);
        fits.ok_or_else(|| format!("dimension {dim} is not below the rank {rank}"))
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

/// The target is one: else nobody knows what it has.
fn target(check: &Check<'_>) -> Checked {
    let Some(name) = check.module.string(check.op, fields::module::target) else { return Ok(()) };
    ensure(capability(check.module).is_some(), || {
        let shown: String = check.module.text(name).chars().take(40).collect();
        format!("is for a target such as `sm_90a`, not for `{shown}`")
    })
}

/// Checks the own rule of an op.
pub(crate) fn check(module: &Module, op: Op) -> Checked {
    let check = Check { module, op };
    layouts::of_values(&check)?;
    agents::uses_its_own(&check)?;
    pipelines::stays_put(&check)?;
    match module.opcode(op) {
        Opcode::Module => target(&check),
        Opcode::Func => control::func(&check),
        Opcode::Global => memory::global(&check),
        Opcode::Return => rules::return_(module, op),
        Opcode::Yield => control::yield_(&check),
        Opcode::Continue => rules::continue_(module, op),
        Opcode::Break => rules::break_(module, op),
        Opcode::For => rules::for_(module, op),
        Opcode::Loop => rules::loop_(module, op),
        Opcode::If => control::if_(&check),
        Opcode::Constant => shapes::constant(&check),
        Opcode::GetGlobal => memory::get_global(&check),
        Opcode::GetProgramId | Opcode::GetNumPrograms => shapes::axis(&check),
        Opcode::MakeRange => shapes::make_range(&check),
        Opcode::View => shapes::view(&check),
        Opcode::Broadcast => shapes::broadcast(&check),
        Opcode::Permute => shapes::permute(&check),
        Opcode::Cat => shapes::cat(&check),
        Opcode::ExtractSlice => shapes::extract_slice(&check),
        Opcode::InsertSlice => shapes::insert_slice(&check),
        Opcode::Pack => shapes::pack(&check),
        Opcode::Unpack => shapes::unpack(&check),
        Opcode::Dot => shapes::dot(&check),
        Opcode::Reduce => control::reduce(&check),
        Opcode::Scan => control::scan(&check),
        Opcode::MakeMemref => memory::make_memref(&check),
        Opcode::BlockTile => memory::block_tile(&check),
        Opcode::GetSize => memory::get_size(&check),
        Opcode::GetTileCount => memory::get_tile_count(&check),
        Opcode::ConvertLayout => shared::convert_layout(&check),
        Opcode::LocalStore => shared::local_store(&check),
        Opcode::LocalLoad => shared::local_load(&check),
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
        Opcode::Alloca => memory::alloca(&check),
        Opcode::AgentSwitch => agents::agent_switch(&check),
        Opcode::Agent => agents::agent(&check),
        Opcode::PipelineYield => pipelines::yield_(&check),
        Opcode::PipelineCreate => pipelines::create(&check),
        Opcode::PipelineIterator => pipelines::create_iterator(&check),
        Opcode::PipelineInc => pipelines::inc_iter(&check),
        Opcode::PipelineAcquire => pipelines::acquire(&check),
        Opcode::PipelineWrite => pipelines::write(&check),
        Opcode::PipelineCommit => pipelines::commit(&check),
        Opcode::PipelineWait => pipelines::wait(&check),
        Opcode::PipelineRead => pipelines::read(&check),
        Opcode::PipelineRelease => pipelines::release(&check),
        Opcode::TmaDesc => copies::make_tiled_tma_desc(&check),
        Opcode::TmaLoad => copies::tiled_tma_load(&check),
        Opcode::TmaStore => copies::tiled_tma_store(&check),
        Opcode::StoreWait => copies::store_wait(&check),
        Opcode::CopyLoad => copies::load(&check),
        Opcode::CopyTiledLoad => copies::tiled_load(&check),
        Opcode::ClusterBarrier => copies::cluster_barrier(&check),
        Opcode::MmaFence => products::fence(&check),
        Opcode::AsyncDot => products::async_dot(&check),
        Opcode::DotWait => products::dot_wait(&check),
        Opcode::TensorAlloc => products::alloc(&check),
        Opcode::TensorLoad => products::tmem_load(&check),
        Opcode::TensorStore => products::tmem_store(&check),
        Opcode::TensorCopy => products::copy(&check),
        Opcode::TensorDot => products::mma(&check),
        Opcode::TensorDotScaled => products::block_scaled_mma(&check),
        // Their rows say it all, or the way to level 4 refuses them.
        Opcode::AllocTensor
        | Opcode::Assert
        | Opcode::Barrier
        | Opcode::GetCtaRank
        | Opcode::DotScaled
        | Opcode::GdcLaunchDependents
        | Opcode::GdcWait
        | Opcode::MemoryFence
        | Opcode::Print
        | Opcode::ProducerCommit => Ok(()),
        Opcode::ExtI => shapes::widens(&check),
        Opcode::TruncI => shapes::narrows(&check),
        Opcode::Bitcast => shapes::bitcast(&check),
        Opcode::PtrToInt => shapes::ptr_to_int(&check),
        Opcode::IntToPtr => shapes::int_to_ptr(&check),
        Opcode::AddPtr => shapes::addptr(&check),
        tile_core::arith_rows!(tile_core::arith_pattern! { Opcode; }) => layouts::element_wise(&check),
    }
}
