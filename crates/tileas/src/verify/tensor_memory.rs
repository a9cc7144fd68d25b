//! Tensor memory: its accesses, and products into it.

use ir::{Field, Op};
use numerics::Scalar;

use super::products::{Factor, LANES, MOST_COLUMNS, described, matrices};
use super::{Ask as _, Check, Checked, agents, ensure, pipelines, shapes, shared};
use crate::instruction::elements_of_scale;
use crate::layout::{MatrixDescriptor, SharedLayout, TensorLayout};
use crate::ops::fields;
use crate::target::Feature;
use crate::types::{BufferType, TensorType, TileType, Type};
use crate::{Opcode, stage_of};

/// The largest block of scales in shared memory that one copy moves, in bytes.
const SCALE_BLOCK: u64 = 512;

fn tensor<'m>(check: &Check<'m>, field: Field) -> Result<&'m TensorType, String> {
    let ty = check.ty(field);
    if let Type::Tensor(tensor) = ty {
        Ok(tensor)
    } else {
        Err(format!("works on tensor memory, not on {ty}"))
    }
}

pub(super) fn alloc(check: &Check<'_>) -> Checked {
    check.needs(Feature::TensorMemory)?;
    tensor(check, fields::tensor_alloc::result)?;
    ensure(!is_in_agent(check), || "reserves memory of the kernel, and must be outside of agents".to_owned())
}

fn is_in_agent(check: &Check<'_>) -> bool {
    agents::around(check.module, check.op, &[Opcode::Agent]).is_some()
}

/// A tile and tensor memory are of one kind, and an instruction moves it.
fn moved(check: &Check<'_>, tile: &TileType, memory: &TensorType) -> Checked {
    check.needs(Feature::TensorMemory)?;
    agents::in_warpgroups(check)?;
    ensure(tile.elem == memory.elem && tile.layout.shape() == memory.layout.shape(), || {
        format!("moves {memory}, and the tile is {}", Type::Tile(tile.clone()))
    })?;
    ensure(memory.layout.access(&tile.layout).is_some(), || {
        format!("no instruction moves a tile in the layout '{}' between registers and {memory}", tile.layout)
    })
}

pub(super) fn tmem_load(check: &Check<'_>) -> Checked {
    moved(check, check.tile(fields::tensor_load::result), tensor(check, fields::tensor_load::tensor)?)
}

pub(super) fn tmem_store(check: &Check<'_>) -> Checked {
    moved(check, check.tile(fields::tensor_store::value), tensor(check, fields::tensor_store::tensor)?)
}

pub(super) fn copy(check: &Check<'_>) -> Checked {
    use fields::tensor_copy::{buffer, tensor as into};
    check.needs(Feature::TensorMemory)?;
    in_stage(check)?;
    let (from, to) = (shared::buffer(check, buffer), tensor(check, into)?);
    ensure(from.elem == to.elem && from.layout.shape() == to.layout.shape(), || {
        format!("copies {to}, and the buffer is {from}")
    })?;
    let shape = to.layout.shape();
    if Some(&to.layout) == TensorLayout::scales(shape).as_ref() {
        return ensure(holds_scales(&from.layout), || {
            format!(
                "scales must be in blocks of {SCALE_BLOCK} bytes, and not as in the layout '{}'",
                from.layout
            )
        });
    }
    let elem = Factor::Buffer(from).scalar()?;
    let rows = TensorLayout::rows(shape, elem.storage_bits());
    ensure(Some(&to.layout) == rows.as_ref(), || format!("fills rows or scales, and {to} holds neither"))?;
    described(&from.layout, 0, elem, LANES, false)
}

/// Whether a buffer of bytes holds scales of 128 rows, four of each, in a block: byte `row % 32 * 16 + row / 32 * 4 + scale`.
/// Further rows and scales are in further blocks.
fn holds_scales(layout: &SharedLayout) -> bool {
    let (shape, offsets) = (layout.shape(), layout.offsets());
    if shape.rank() != 2 || shape.extent(0) < LANES {
        return false;
    }
    let place = |dim: usize, bit: u32| offsets.apply(1 << (shape.shift(dim) + bit));
    let row = |bit: u32| match bit {
        0..=4 => Some(16 << bit),
        5 | 6 => Some(4 << (bit - 5)),
        _ => None,
    };
    let scale = |bit: u32| (bit < 2).then_some(1 << bit);
    let right = |found: u64, wanted: Option<u64>| {
        wanted.map_or(found.is_multiple_of(SCALE_BLOCK), |wanted| found == wanted)
    };
    (0..shape.dim_bits(0)).all(|bit| right(place(0, bit), row(bit)))
        && (0..shape.dim_bits(1)).all(|bit| right(place(1, bit), scale(bit)))
}

/// Products that start here end before their stage is passed on.
fn in_stage(check: &Check<'_>) -> Checked {
    let around = [Opcode::PipelineWrite, Opcode::PipelineRead];
    let inside = agents::around(check.module, check.op, &around);
    ensure(inside.is_some(), || "is only allowed in the body of a write or read of a pipeline".to_owned())
}

/// The fields of a product into tensor memory.
struct Product<'m> {
    lhs: Factor<'m>,
    rhs: &'m BufferType,
    acc: &'m TensorType,
    /// Thread blocks that make it together.
    group: u32,
}

impl<'m> Product<'m> {
    fn of(check: &Check<'m>, [lhs, rhs, acc, accumulate, group]: [Field; 5]) -> Result<Product<'m>, String> {
        check.needs(Feature::TensorMemory)?;
        let sum = check.module.operand(check.op, acc);
        let of_kernel = check.module.body.def_op(sum).filter(|_| !is_in_agent(check));
        let of_kernel = of_kernel.is_some_and(|op| check.module.opcode(op) == Opcode::TensorAlloc);
        let write = if of_kernel { None } else { Some(pipelines::fills_stage(check, sum)?) };
        let group = check.module.int(check.op, group).unwrap_or(1);
        ensure(group == 1 || group == 2, || format!("one or two thread blocks make a product, not {group}"))?;
        let ctas = check.ctas();
        ensure(group == 1 || ctas % 2 == 0, || {
            format!("pairs of thread blocks make it, and the cluster has {ctas}")
        })?;
        ensure(
            group == 1 || write.is_some_and(|write| pipelines::is_for_cluster(check.module, write)),
            || "is made by two thread blocks, which a pipeline with `cluster` hands over".to_owned(),
        )?;
        let operands = [lhs, rhs].map(|field| stage_of(check.module, check.module.operand(check.op, field)));
        let is_shared = |owner: &Op| pipelines::is_for_cluster(check.module, *owner);
        ensure(group == 1 || operands.iter().flatten().all(is_shared), || {
            "multiplies stages of two thread blocks, which a pipeline with `cluster` hands over".to_owned()
        })?;
        let single = check
            .module
            .operand_opt(check.op, accumulate)
            .is_none_or(|value| check.module.ty(value).tile().is_some_and(|tile| tile.shape().is_empty()));
        ensure(single, || "`accumulate` must be a single truth value".to_owned())?;
        Ok(Product {
            lhs: Factor::of(check, lhs)?,
            rhs: shared::buffer(check, rhs),
            acc: tensor(check, acc)?,
            group: group as u32,
        })
    }

    fn scalars(&self) -> Result<[Scalar; 3], String> {
        let all =
            [self.lhs.scalar()?, Factor::Buffer(self.rhs).scalar()?, Factor::Tensor(self.acc).scalar()?];
        Ok(all)
    }

    /// Rows and columns are those of an instruction (PTX ISA, `tcgen05.mma`, "Matrix Shape"): fewer than 128 rows of one thread
    /// block are made by `.ws`, and integers by pairs of them have twice the columns.
    fn has_instruction(&self, data: Scalar, [rows, columns]: [u32; 2]) -> Checked {
        let least = match self.group {
            1 if rows < LANES => 64,
            2 if data == Scalar::I8 => 32,
            _ => 16,
        };
        let fits = (32 * self.group..=LANES).contains(&rows) && (least..=MOST_COLUMNS).contains(&columns);
        ensure(fits, || {
            let few = if self.group == 1 { "64 or 32" } else { "64" };
            format!(
                "an instruction makes {LANES}, {few} rows in a thread block, and {least} to {MOST_COLUMNS} columns of so many \
                 rows; {:?} have others",
                [rows, columns]
            )
        })
    }

    /// Rows and columns are those of an instruction, and all operands are in the memory that it requires.
    fn lies_well(&self, [data, other]: [Scalar; 2]) -> Checked {
        let (rhs, acc) = (shared::extents(self.rhs), Factor::Tensor(self.acc).extents());
        let (mut whole, mut columns) = (rhs.clone(), rhs.last().copied().unwrap_or(0));
        if let Some(last) = whole.last_mut() {
            *last = last.saturating_mul(self.group);
        }
        matrices(&self.lhs.extents(), &whole, &acc)?;
        if self.group == 1 && self.acc.layout.is_repeated() {
            return self.is_repeated([data, other]);
        }
        // Twice the rows of an instruction are made by two.
        let rows = if self.group == 1 && acc[0] == 2 * LANES { LANES } else { acc[0] };
        // So are twice the columns.
        let twice = self.group == 1 && rows == LANES && acc[1] == 2 * MOST_COLUMNS;
        columns = if twice { MOST_COLUMNS } else { columns };
        self.has_instruction(data, [rows, if twice { MOST_COLUMNS } else { acc[1] }])?;
        let wanted = TensorLayout::accumulator(self.acc.layout.shape());
        ensure(wanted.as_ref() == Some(&self.acc.layout), || {
            format!("a sum in tensor memory cannot have the layout '{}'", self.acc.layout)
        })?;
        let turned = data.storage_bits() <= 16;
        described(&self.rhs.layout, 1, other, columns, turned)?;
        match &self.lhs {
            Factor::Tile(_) => Err("takes `lhs` from a buffer or tensor memory".to_owned()),
            Factor::Buffer(buffer) => described(&buffer.layout, 0, data, rows, turned),
            Factor::Tensor(tensor) => {
                let wanted = TensorLayout::rows(tensor.layout.shape(), data.storage_bits());
                ensure(wanted.as_ref() == Some(&tensor.layout), || {
                    format!("rows of `lhs` in tensor memory cannot have the layout '{}'", tensor.layout)
                })
            }
        }
    }
}

impl Product<'_> {
    /// The instruction has more rows or columns than the product, and descriptors of buffers repeat those that there are.
    fn is_repeated(&self, [data, other]: [Scalar; 2]) -> Checked {
        let Factor::Buffer(left) = &self.lhs else {
            return Err("repeats rows, which takes `lhs` from a buffer".to_owned());
        };
        let shape = self.acc.layout.shape();
        let turned = data.storage_bits() <= 16;
        let sides =
            [(&left.layout, data, LANES), (&self.rhs.layout, other, self.acc.layout.repeated_columns())];
        for (dim, (layout, elem, wanted)) in sides.into_iter().enumerate() {
            let extent = shape.extent(dim).min(wanted);
            described(layout, dim, elem, extent, turned)?;
            let found = MatrixDescriptor::of(layout, dim, elem.storage_bits(), extent);
            ensure(extent == wanted || found.is_some_and(|found| found.repeats()), || {
                format!(
                    "an instruction makes {wanted} of dimension {dim} of its sum, and a buffer of the layout '{layout}' does not \
                     repeat {extent}"
                )
            })?;
        }
        Ok(())
    }
}

pub(super) fn mma(check: &Check<'_>) -> Checked {
    use fields::tensor_dot::{acc, accumulate, cta_group, lhs, rhs};
    let product = Product::of(check, [lhs, rhs, acc, accumulate, cta_group])?;
    let [data, other, sum] = product.scalars()?;
    shapes::multiplies(data, other, sum)?;
    if data == Scalar::I8 {
        check.needs(Feature::IntegerTensorMemory)?;
    }
    product.lies_well([data, other])
}

pub(super) fn block_scaled_mma(check: &Check<'_>) -> Checked {
    use fields::tensor_dot_scaled::{acc, accumulate, cta_group, lhs, lhs_scale, rhs, rhs_scale};
    pipelines::fills_stage(check, check.module.operand(check.op, acc))?;
    let product = Product::of(check, [lhs, rhs, acc, accumulate, cta_group])?;
    let [data, other, sum] = product.scalars()?;
    let scales = [tensor(check, lhs_scale)?, tensor(check, rhs_scale)?];
    let [left, right] = scales.map(|scale| scale.elem.scalar());
    let blocks =
        left.filter(|_| left == right).map_or(&[][..], |scale| elements_of_scale([data, other], scale));
    let depth = product.lhs.extents().get(1).copied().unwrap_or(0);
    let of_row = scales[0].layout.shape().extents().nth(1);
    let block =
        blocks.iter().copied().find(|block| Some(depth / block) == of_row).or(blocks.first().copied());
    let block = block.filter(|_| sum == Scalar::F32).ok_or_else(|| {
        let name = |scale: &TensorType| scale.elem.to_string();
        format!(
            "there is no instruction for {data} and {other} with scales of {} into {sum}",
            name(scales[0])
        )
    })?;
    product.lies_well([data, other])?;
    let buffers = [&product.lhs, &Factor::Buffer(product.rhs)].map(|factor| match factor {
        Factor::Buffer(buffer) => buffer.bits() == data.storage_bits(),
        Factor::Tile(_) | Factor::Tensor(_) => true,
    });
    ensure(buffers == [true; 2], || format!("multiplies {data} that is packed, two elements in a byte"))?;
    let (rows, columns) = (product.acc.layout.shape().extent(0), product.acc.layout.shape().extent(1));
    ensure(rows == LANES, || format!("makes {LANES} rows in each thread block, not {rows}"))?;
    for (scale, rows) in [(scales[0], rows), (scales[1], columns)] {
        let (shape, wanted) = (scale.layout.shape(), [rows, depth / block]);
        ensure(shape.extents().eq(wanted), || format!("needs {wanted:?} scales, not {shape}"))?;
        ensure(TensorLayout::scales(shape).as_ref() == Some(&scale.layout), || {
            format!("scales in tensor memory cannot have the layout '{}'", scale.layout)
        })?;
    }
    Ok(())
}
