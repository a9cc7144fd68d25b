//! Operations that are instructions by themselves.

mod memory;
mod multimem;
mod views;

use cuda_tile::attrs::{self, MemoryOrdering, MemoryScope};
use cuda_tile::ops::{Special, fields};
use cuda_tile::types::Elem;
use ir::{Field, Op, Value};
use launch::EngineError;
use launch::format::Printed;
use numerics::Scalar;
use smallvec::SmallVec;

use super::class::Class;
use super::facts::Read;
use super::{Emitter, functions};
use crate::frame::{FrameSlot, Tensor};
use crate::kernels::lane_size;
use crate::map::{IndexMap, row_major};
use crate::memory::order::Order;
use crate::pattern::Pattern;
use crate::program::Kind;
use crate::steps::control::Call;
use crate::steps::externs::{ExternCall, Lanes};
use crate::steps::output::{Assert, Print, PrintArg};
use crate::steps::shape::{BlockGrid, BlockIndex, Cat, Extract, Insert, Part, Repack};

/// The strides of each dimension of a tile of this shape seen through a map; none when there are no such strides.
pub(super) fn strides(map: &IndexMap, shape: &[u32]) -> Option<SmallVec<[u32; 4]>> {
    let mut strides: SmallVec<[u32; 4]> = SmallVec::from_elem(0, shape.len());
    let mut behind = 1;
    for (stride, &extent) in strides.iter_mut().zip(shape).rev() {
        let dim = map.low(behind * extent as usize).high(behind);
        *stride = if extent == 1 { 0 } else { dim.place(1) as u32 };
        if dim != IndexMap::strided(&[extent], &[*stride]) {
            return None;
        }
        behind *= extent as usize;
    }
    Some(strides)
}

impl Emitter<'_, '_> {
    /// The instructions of an operation that is neither element-wise nor has regions of ordinary code.
    pub(super) fn op(&mut self, op: Op) -> Result<(), EngineError> {
        let Some(special) = self.facts.module.opcode(op).special() else {
            debug_assert!(matches!(Class::of(self.facts.module, op), Class::View), "groups hold the others");
            return Ok(());
        };
        let kind = match special {
            // Products and shapes.
            Special::MmaF | Special::MmaI | Special::MmaFScaled => self.multiply(op)?,
            Special::Cat => self.cat(op),
            Special::Extract => self.extract(op),
            Special::Insert => self.insert(op),
            Special::Pack => Kind::Pack(self.repack(op, self.facts.module.body.operands(op)[0])),
            Special::Unpack => Kind::Unpack(self.repack(op, self.facts.module.body.result(op, 0))),
            // Where the block is.
            Special::GetTileBlockId => Kind::BlockId(self.three_results(op)),
            Special::GetNumTileBlocks => Kind::GridSize(self.three_results(op)),
            Special::GetGlobal => self.global(op)?,
            // Control.
            Special::Return | Special::Yield | Special::Break | Special::Continue => return self.end(op),
            Special::Call => return self.call(op),
            Special::Assert => self.assert(op),
            Special::PrintTko => self.print(op),
            Special::ExternElementwise => self.extern_call(op)?,
            Special::PreviewCall => self.extern_tiles(op)?,
            // Memory.
            Special::Alloca => self.alloca(op),
            Special::LoadPtrTko => self.load_pointers(op),
            Special::StorePtrTko => self.store_pointers(op),
            Special::AtomicRmwTko => self.read_modify_write(op)?,
            Special::AtomicCasTko => self.compare_and_swap(op),
            // Views.
            Special::MakeTensorView => self.make_tensor(op),
            Special::GetTensorShape => self.extents(op),
            Special::GetIndexSpaceShape => self.index_space(op),
            Special::LoadViewTko => self.load_view(op),
            Special::StoreViewTko => self.store_view(op),
            Special::AtomicRedViewTko => self.reduce_into_view(op),
            Special::Multimem => self.multimem(op),
            // Folds over lanes.
            Special::Reduce | Special::Scan => self.fold(op)?,
            Special::Generate => self.generate(op)?,
            // No work of their own.
            Special::Broadcast
            | Special::Permute
            | Special::Reshape
            | Special::OptimizationBarrier
            | Special::Assume
            | Special::MakePartitionView
            | Special::MakeStridedView
            | Special::MakeGatherScatterView
            | Special::Constant
            | Special::Iota
            | Special::MakeToken
            | Special::JoinTokens
            | Special::GdcLaunchDependentsTko
            | Special::GdcWaitTko
            | Special::MemoryFenceAliasTko => return Ok(()),
            Special::If | Special::For | Special::Loop => unreachable!("regions are laid out elsewhere"),
            // Definitions stand in modules, not in bodies; the testing attribute has no effect.
            Special::Module
            | Special::Entry
            | Special::Global
            | Special::Func
            | Special::TestFunc
            | Special::PreviewFunc
            | Special::ExternImpl
            | Special::TestNewAttribute
            | Special::TestEvolution => return Ok(()),
        };
        let reserves = matches!(kind, Kind::Alloca(_));
        let pc = self.push(op, kind);
        if reserves {
            self.reserves(pc);
        }
        Ok(())
    }

    pub(super) fn operand(&self, op: Op, field: Field) -> FrameSlot {
        self.home(self.facts.module.operand(op, field))
    }

    fn operand_opt(&self, op: Op, field: Field) -> Option<FrameSlot> {
        self.facts.module.operand_opt(op, field).map(|value| self.home(value))
    }

    /// The place of a result, which everything that is not dropped has.
    pub(super) fn out(&self, value: Value) -> FrameSlot {
        self.place_of(value).expect("results of instructions have places")
    }

    pub(super) fn result(&self, op: Op, field: Field) -> FrameSlot {
        self.out(self.facts.module.result(op, field))
    }

    fn result_used(&self, op: Op, field: Field) -> Option<FrameSlot> {
        let value = self.facts.module.result(op, field);
        self.facts.is_used(value).then(|| self.out(value))
    }

    fn three_results(&self, op: Op) -> [Option<FrameSlot>; 3] {
        [0, 1, 2].map(|index| {
            let value = self.facts.module.body.result(op, index);
            self.facts.is_used(value).then(|| self.out(value))
        })
    }

    fn numbered_results(&self, op: Op) -> Box<[(usize, FrameSlot, Scalar)]> {
        let results = self.facts.module.body.results(op).iter().enumerate();
        let used = results.filter(|&(_, value)| self.facts.is_used(value));
        used.map(|(dim, value)| (dim, self.out(value), self.facts.scalar(value))).collect()
    }

    fn tensor(&self, view: Value) -> Tensor {
        let rank = self.facts.tensor_rank(view).expect("a view, as verified");
        Tensor { place: self.home(view), rank }
    }

    pub(super) fn integer(&self, op: Op, field: Field) -> u64 {
        attrs::int_value(self.facts.module, self.facts.module.attr(op, field)).unwrap_or(0)
    }

    pub(super) fn order(&self, op: Op, ordering: Field, scope: Field) -> Order {
        let ordering = MemoryOrdering::from_slot(self.facts.module.attr(op, ordering));
        let scope = MemoryScope::from_slot(self.facts.module.attr(op, scope));
        Order { ordering: ordering.unwrap_or(MemoryOrdering::Weak), scope }
    }

    fn global(&self, op: Op) -> Result<Kind, EngineError> {
        let module = self.facts.module;
        let name = functions::string(module, module.attr(op, fields::get_global::name));
        let global = name.and_then(|name| functions::global_number(module, name));
        let global =
            global.ok_or_else(|| EngineError::Unsupported("the program uses an unknown global".into()))?;
        Ok(Kind::GlobalAddress { global, out: self.result(op, fields::get_global::result) })
    }

    fn call(&mut self, op: Op) -> Result<(), EngineError> {
        let module = self.facts.module;
        let name = functions::string(module, module.attr(op, fields::experimental_call::callee));
        let number = self.functions.number(name.expect("a call names a function, as verified"));
        let callee = &self.functions.all[number as usize];
        let (values, back) = callee.returns.as_ref().expect("what is called returns somewhere");
        let params = functions::params(&callee.facts, callee.op);
        let args = module.operands(op, fields::experimental_call::args).iter().zip(params);
        let args =
            args.filter_map(|(&arg, param)| self.move_to(arg, callee.place_of(param)?)).collect::<Vec<_>>();
        let args = super::moves::in_order(args, &mut self.scratch)?;
        // The target is the number of the function until all functions have code.
        self.push(op, Kind::Call(Call { args, target: number, back: *back }));
        let results = module.body.results(op).iter().zip(values);
        let moves = results.filter_map(|(value, &from)| self.move_from(from, value)).collect();
        let moves = super::moves::in_order(moves, &mut self.scratch)?;
        self.jump_to_next(op, moves);
        Ok(())
    }

    fn assert(&self, op: Op) -> Kind {
        let module = self.facts.module;
        let condition = module.operand(op, fields::assert::condition);
        let message = functions::string(module, module.attr(op, fields::assert::message));
        Kind::Assert(Assert {
            condition: self.home(condition),
            len: self.facts.len(condition),
            message: message.map_or_else(String::new, |id| module.text(id).into_owned()),
        })
    }

    fn print(&self, op: Op) -> Kind {
        let module = self.facts.module;
        let format = functions::string(module, module.attr(op, fields::print_tko::str));
        let args = module.operands(op, fields::print_tko::args).iter().map(|&value| {
            let tile = self.facts.tile_type(value);
            let printed = match tile.elem() {
                Elem::Scalar(scalar) => Printed::Number(scalar),
                Elem::Ptr(_) => Printed::Pointer,
            };
            PrintArg { place: self.home(value), shape: tile.shape().into(), printed }
        });
        let format = format.map_or(&[][..], |id| module.strings.get(id));
        Kind::Print(Print { format: format.into(), args: args.collect() })
    }

    fn extern_call(&self, op: Op) -> Result<Kind, EngineError> {
        use fields::experimental_extern_elementwise as f;
        let module = self.facts.module;
        let symbol = functions::string(module, module.attr(op, f::symbol)).map(|id| module.text(id));
        let symbol = symbol.unwrap_or_default();
        let function = self.externs.get(&symbol).cloned().ok_or_else(|| {
            EngineError::Unsupported(format!(
                "the program calls the external function `{symbol}`, which only the caller can supply: define it in the \
                 table of external functions that the program is prepared with (`Externs::define`)"
            ))
        })?;
        let lanes = |value, place| Lanes { place, scalar: self.facts.scalar(value) };
        let operands = module.operands(op, f::args).iter().map(|&value| lanes(value, self.home(value)));
        let result = module.body.result(op, 0);
        let out = lanes(result, self.out(result));
        let (operands, len) = (operands.collect(), self.facts.len(result));
        Ok(Kind::Extern(Box::new(ExternCall { function, operands, out, len })))
    }

    fn cat(&self, op: Op) -> Kind {
        use fields::cat as f;
        let module = self.facts.module;
        let (lhs, rhs) = (module.operand(op, f::lhs), module.operand(op, f::rhs));
        let result = module.body.result(op, 0);
        let size = lane_size(self.facts.scalar(result));
        let strides = row_major(self.facts.tile_type(result).shape());
        let dim = self.integer(op, f::dim) as usize;
        let part = |value: Value, offset: usize| {
            let map = IndexMap::strided(self.facts.tile_type(value).shape(), &strides);
            Part { from: self.home(value), offset, pattern: Pattern::new(&map, size) }
        };
        let behind = self.facts.tile_type(lhs).shape()[dim] as usize * strides[dim] as usize;
        Kind::Cat(Box::new(Cat { parts: [part(lhs, 0), part(rhs, behind * size)], out: self.out(result) }))
    }

    /// The grid of blocks of the type of `block` in a tile of the type of `whole`.
    fn block_grid(&self, op: Op, indices: Field, whole: Value, block: Value) -> BlockGrid {
        let size = lane_size(self.facts.scalar(whole));
        let (whole, block) = (self.facts.tile_type(whole).shape(), self.facts.tile_type(block).shape());
        let strides = row_major(whole);
        let index = |(dim, &value): (usize, &Value)| BlockIndex {
            place: self.home(value),
            scalar: self.facts.scalar(value),
            count: whole[dim] / block[dim],
            step: strides[dim] * block[dim],
        };
        let indices = self.facts.module.operands(op, indices).iter().enumerate().map(index).collect();
        let pattern = Pattern::new(&IndexMap::strided(block, &strides), size);
        BlockGrid { indices, pattern, size }
    }

    fn extract(&self, op: Op) -> Kind {
        let source = self.facts.module.operand(op, fields::extract::source);
        let result = self.facts.module.body.result(op, 0);
        let grid = self.block_grid(op, fields::extract::indices, source, result);
        Kind::Extract(Box::new(Extract { source: self.home(source), grid, out: self.out(result) }))
    }

    fn insert(&self, op: Op) -> Kind {
        let source = self.facts.module.operand(op, fields::insert::source);
        let destination = self.facts.module.operand(op, fields::insert::destination);
        Kind::Insert(Box::new(Insert {
            source: self.home(source),
            destination: self.home(destination),
            grid: self.block_grid(op, fields::insert::indices, destination, source),
            out: self.result(op, fields::insert::result),
            bytes: self.facts.bytes(destination) as usize,
        }))
    }

    /// `side` is the operand or result that is not bytes.
    fn repack(&self, op: Op, side: Value) -> Repack {
        Repack {
            source: self.home(self.facts.module.body.operands(op)[0]),
            elem: self.facts.scalar(side),
            len: self.facts.len(side),
            out: self.out(self.facts.module.body.result(op, 0)),
        }
    }
}
