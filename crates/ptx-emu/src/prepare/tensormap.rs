//! Copies of boxes of tensors, and tensor maps made by the device.

use ptx::module::{Immediate, Operand};
use ptx::{Field, Modifier, Opcode, Type};
use smallvec::SmallVec;

use super::Refusal;
use super::copies::{Hint, constant, in_blocks, optional_w, reduction_of};
use super::mbarrier::shared_window;
use super::scope::{Scope, Target, as_w};
use crate::codes;
use crate::copy::bulk::{BOX_ALIGNMENT, ReduceOp};
use crate::copy::tensor::{BoxAt, Part, read_box, swizzle_lines, swizzled, write_box};
use crate::copy::tensor_map::{self, Invalid, MapField, SIZE, TensorMap};
use crate::fault::Fault;
use crate::machine::{AsyncOperation, Cluster, Context, Machine};
use crate::memory::{Reference, Window};
use crate::program::{Effectful, Flow, Op};
use crate::registers::{Row, W};
use crate::sync::Completion;

/// The op that executes the instruction.
pub(crate) fn select(scope: &mut Scope<'_>) -> Result<Op, Refusal> {
    let im2col = [Modifier::Im2col, Modifier::Im2colNoOffs, Modifier::Im2colW, Modifier::Im2colW128];
    if im2col.iter().any(|&word| scope.instruction.has(word)) {
        return Err(Refusal::new("only the modes tile, gather4 and scatter4 are covered, not im2col"));
    }
    Ok(Op::Effectful(match scope.instruction.opcode() {
        Opcode::CpAsyncBulkPrefetchTensor => Box::new(Hint),
        Opcode::TensormapReplace => Box::new(replace(scope)?),
        Opcode::TensormapCpFenceproxy => Box::new(Publish {
            to: scope.address("dst", Some(Window::Global))?,
            from: scope.address("src", Some(Window::Shared))?,
        }),
        _ => Box::new(copy(scope)?),
    }))
}

/// `cp.async.bulk.tensor` and `cp.reduce.async.bulk.tensor`.
#[derive(Debug)]
struct Copy {
    map: Target,
    coordinates: SmallVec<[W; 5]>,
    /// Of the tensor.
    rank: usize,
    four_rows: bool,
    shared: Target,
    /// The mbarrier that a load signals; without one, this is a store.
    mbarrier: Option<Target>,
    multicast: Option<W>,
    /// The mbarrier may be in the other block of a pair.
    pair: bool,
    how: Option<ReduceOp>,
}

fn copy(scope: &mut Scope<'_>) -> Result<Copy, Refusal> {
    let Operand::Tensor(tensor) = scope.wanted("map")? else {
        return Err(Refusal::new("it names no tensor"));
    };
    let (address, coordinates) = *tensor;
    let map = scope.target(address, None)?;
    let rows = coordinates.iter().map(|one| scope.row(one, Type::S32).and_then(as_w));
    let coordinates = rows.collect::<Result<_, _>>()?;
    let load = scope.operand("mbar").is_some();
    let rank = scope.instruction.modifier(Field::Dim).and_then(Modifier::count);
    let how = match scope.instruction.opcode() {
        Opcode::CpReduceAsyncBulkTensor => ReduceOp::among(&scope.instruction.modifiers),
        _ => None,
    };
    // Reductions to global memory are seen by other blocks, as atomics are.
    scope.pool.communicates |= how.is_some();
    Ok(Copy {
        map,
        coordinates,
        rank: rank.unwrap_or(2) as usize,
        four_rows: scope.instruction.has(Modifier::TileGather4)
            || scope.instruction.has(Modifier::TileScatter4),
        shared: scope.address(if load { "dst" } else { "src" }, Some(Window::Shared))?,
        mbarrier: if load { Some(scope.address("mbar", Some(Window::Shared))?) } else { None },
        multicast: optional_w(scope, "mask", Type::B16)?,
        pair: scope.instruction.has(Modifier::CtaGroup2),
        how,
    })
}

fn wrong_map(invalid: &Invalid) -> Box<Fault> {
    Fault::new(codes::TENSOR_MAP, format!("{invalid}"))
}

impl Context<'_> {
    /// The 128 bytes of a tensor map.
    fn map_bytes(&self, lane: u32, at: Reference) -> Result<[u8; SIZE], Box<Fault>> {
        let mut bytes = [0; SIZE];
        for (half, bytes) in bytes.chunks_mut(SIZE / 2).enumerate() {
            let address = at.address + (half * SIZE / 2) as u64;
            self.read(Reference { address, ..at }, lane, bytes)?;
        }
        Ok(bytes)
    }

    fn set_map_bytes(&mut self, lane: u32, at: Reference, bytes: &[u8; SIZE]) -> Result<(), Box<Fault>> {
        for (half, bytes) in bytes.chunks(SIZE / 2).enumerate() {
            let address = at.address + (half * SIZE / 2) as u64;
            self.write(Reference { address, ..at }, lane, bytes)?;
        }
        Ok(())
    }
}

impl Copy {
    /// The destinations of a load, and the mbarrier that is signalled for each.
    fn destinations(
        &self,
        cx: &Context<'_>,
        to: u32,
        barrier: u32,
        mask: Option<u32>,
    ) -> Result<SmallVec<[(u32, u32); 1]>, Box<Fault>> {
        let Some(mask) = mask else { return Ok(SmallVec::from_iter([(to, barrier)])) };
        let pairs = in_blocks(cx, to, mask)?.into_iter().zip(in_blocks(cx, barrier, mask)?);
        Ok(pairs
            .map(
                |(to, told)| if self.pair { (to, told & !(1 << 24) | barrier & 1 << 24) } else { (to, told) },
            )
            .collect())
    }

    fn operation(
        &self,
        cx: &Context<'_>,
        lane: u32,
        shared: u32,
        barrier: Option<u32>,
    ) -> Result<BoxCopy, Box<Fault>> {
        let index = lane as usize;
        let address = cx.addresses(&self.map)[index];
        let bytes = cx.map_bytes(lane, Reference::new(self.map.space, address))?;
        // Decoded at every copy, because `tensormap.replace` may have changed the bytes.
        let map = tensor_map::decode(&bytes).map_err(|invalid| wrong_map(&invalid))?;
        let coordinates: SmallVec<[i32; 5]> =
            self.coordinates.iter().map(|&row| cx.registers.w(row)[index] as i32).collect();
        let at = BoxAt::new(&coordinates, self.four_rows);
        at.check(&map, self.rank).map_err(|invalid| wrong_map(&invalid))?;
        if !shared.is_multiple_of(BOX_ALIGNMENT) {
            let message = format!(
                "a box of a tensor at shared address {shared:#x}, which is no multiple of {BOX_ALIGNMENT}"
            );
            return Err(Fault::new(codes::MISALIGNED, message));
        }
        let mask = self.multicast.map(|mask| cx.registers.w(mask)[index] & 0xffff);
        let work = match (barrier, self.how) {
            (Some(barrier), _) => Work::Load(self.destinations(cx, shared, barrier, mask)?),
            (None, None) => Work::Store(shared),
            (None, Some(op)) => {
                let how =
                    reduction_of(op, map.element).map_err(|error| Fault::new(codes::TENSOR_MAP, error))?;
                Work::Reduce(shared, how)
            }
        };
        Ok(BoxCopy { map, at, work })
    }
}

impl Effectful for Copy {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let shared = cx.shared_addresses(&self.shared)?;
        let barriers = self.mbarrier.as_ref().map(|at| cx.shared_addresses(at)).transpose()?;
        for lane in cx.lanes() {
            let barrier = barriers.map(|barriers| barriers[lane as usize]);
            let operation = self.operation(cx, lane, shared[lane as usize], barrier);
            let operation = operation.map_err(|fault| cx.at_lane(fault, lane))?;
            let completion = if barrier.is_some() { Completion::Told } else { Completion::Bulk };
            cx.issue(lane, completion, false, operation)?;
        }
        Ok(Flow::Next)
    }
}

#[derive(Debug)]
enum Work {
    /// Destinations in shared memory, and the mbarrier that is signalled for each.
    Load(SmallVec<[(u32, u32); 1]>),
    Store(u32),
    Reduce(u32, crate::copy::bulk::Reduction),
}

#[derive(Debug)]
struct BoxCopy {
    map: TensorMap,
    at: BoxAt,
    work: Work,
}

impl BoxCopy {
    /// Reads the box at `from`, without swizzle.
    fn read_shared(&self, cluster: &Cluster, from: u32, dense: &mut [u8]) -> Result<(), Box<Fault>> {
        let length = dense.len() as u32;
        if let Some(group) = self.map.element.padded_group() {
            // Padding is not read.
            for (shared, range) in swizzled(self.map.swizzle, from, length) {
                for at in (0..range.len()).step_by(16) {
                    let held = cluster.shared(shared + at as u32, group as usize)?;
                    dense[range.start + at..][..group as usize].copy_from_slice(held);
                }
            }
        } else if whole_lines(from, length) {
            let held = cluster.shared(from, length as usize)?;
            swizzle_lines(self.map.swizzle, from, held, dense);
        } else {
            for (shared, range) in swizzled(self.map.swizzle, from, length) {
                dense[range.clone()].copy_from_slice(cluster.shared(shared, range.len())?);
            }
        }
        Ok(())
    }
}

impl AsyncOperation for BoxCopy {
    fn perform(&self, machine: &Machine<'_>, cluster: &mut Cluster) -> Result<(), Box<Fault>> {
        let length = self.at.bytes(&self.map);
        let mut dense = vec![0; length as usize];
        match &self.work {
            Work::Load(destinations) => {
                machine.read_global_runs(|read| read_box(&self.map, &self.at, &mut dense, read))?;
                for &(to, barrier) in destinations {
                    if whole_lines(to, length) {
                        let held = cluster.shared_mut(to, length as usize)?;
                        swizzle_lines(self.map.swizzle, to, &dense, held);
                    } else {
                        for (shared, range) in swizzled(self.map.swizzle, to, length) {
                            cluster.shared_mut(shared, range.len())?.copy_from_slice(&dense[range]);
                        }
                    }
                    let counted = self.at.counted_bytes(&self.map);
                    cluster.mbarrier(barrier, |barrier| barrier.complete_tx(counted))?;
                }
                Ok(())
            }
            Work::Store(from) | Work::Reduce(from, _) => {
                self.read_shared(cluster, *from, &mut dense)?;
                cluster.events += 1;
                write_box(&self.map, &self.at, &dense, |to, bytes, part| {
                    let written = match self.work {
                        Work::Reduce(_, how) => machine.reduce_global(to, bytes, how),
                        Work::Load(_) | Work::Store(_) => machine.write_global(to, bytes),
                    };
                    written.map_err(|fault| match part {
                        Part::Row => fault,
                        Part::Rest => fault.note(codes::WHOLE_UNITS),
                    })
                })
            }
        }
    }
}

/// Does a box in shared memory consist of whole lines of 128 bytes, so that no swizzle crosses its end?
const fn whole_lines(address: u32, length: u32) -> bool {
    address.is_multiple_of(128) && length.is_multiple_of(128)
}

/// `tensormap.replace`.
#[derive(Debug)]
struct Replace {
    at: Target,
    field: MapField,
    value: Row,
}

fn replace(scope: &mut Scope<'_>) -> Result<Replace, Refusal> {
    let ordinal = || constant(scope, "ord").map(|ordinal| ordinal as u8);
    let field = match scope.instruction.modifier(Field::Field) {
        Some(Modifier::GlobalAddress) => MapField::GlobalAddress,
        Some(Modifier::Rank) => MapField::Rank,
        Some(Modifier::BoxDim) => MapField::BoxDim(ordinal()?),
        Some(Modifier::GlobalDim) => MapField::GlobalDim(ordinal()?),
        Some(Modifier::GlobalStride) => MapField::GlobalStride(ordinal()?),
        Some(Modifier::ElementStride) => MapField::ElementStride(ordinal()?),
        Some(Modifier::Elemtype) => MapField::Elemtype,
        Some(Modifier::InterleaveLayout) => MapField::InterleaveLayout,
        Some(Modifier::SwizzleMode) => MapField::SwizzleMode,
        Some(Modifier::SwizzleAtomicity) => MapField::SwizzleAtomicity,
        Some(Modifier::FillMode) => MapField::FillMode,
        _ => return Err(Refusal::new("its field is not covered")),
    };
    let of = if scope.instruction.has(Modifier::B64) { Type::B64 } else { Type::B32 };
    let space = shared_window(scope).or(scope.instruction.has(Modifier::Global).then_some(Window::Global));
    let value = match scope.wanted("value")? {
        // The immediate has the instruction's width and not that of the field.
        Operand::Immediate(Immediate::Int(value)) => {
            scope.constant(crate::kernel::Constant::Bits(value as u64), of)
        }
        operand => scope.row(&operand, of)?,
    };
    Ok(Replace { at: scope.address("a", space)?, field, value })
}

impl Effectful for Replace {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        let addresses = cx.addresses(&self.at);
        for lane in cx.lanes() {
            let index = lane as usize;
            let value = match self.value {
                Row::W(row) => u64::from(cx.registers.w(row)[index]),
                Row::D(row) | Row::Q(row) => cx.registers.d(row)[index],
                Row::P(_) => 0,
            };
            let at = Reference::new(self.at.space, addresses[index]);
            let mut bytes = cx.map_bytes(lane, at)?;
            tensor_map::replace(&mut bytes, self.field, value)
                .map_err(|invalid| cx.at_lane(wrong_map(&invalid), lane))?;
            cx.set_map_bytes(lane, at, &bytes)?;
        }
        Ok(Flow::Next)
    }
}

/// `tensormap.cp_fenceproxy`: the warp copies a tensor map.
#[derive(Debug)]
struct Publish {
    to: Target,
    from: Target,
}

impl Effectful for Publish {
    fn execute(&self, cx: &mut Context<'_>) -> Result<Flow, Box<Fault>> {
        cx.together("tensormap.cp_fenceproxy")?;
        let lane = cx.mask.trailing_zeros();
        let (to, from) = (cx.addresses(&self.to), cx.addresses(&self.from));
        let bytes = cx.map_bytes(lane, Reference::new(self.from.space, from[lane as usize]))?;
        cx.set_map_bytes(lane, Reference::new(self.to.space, to[lane as usize]), &bytes)?;
        Ok(Flow::Next)
    }
}
