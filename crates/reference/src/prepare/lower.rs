//! Implementation of every operation: one arm each.

use cuda_tile::attrs::{self, AtomicRMWMode, MemoryOrdering, MemoryScope, MultimemReductionKind};
use cuda_tile::elementwise::Elementwise;
use cuda_tile::multimem::Pairs;
use cuda_tile::ops::{Opcode, Special, fields};
use cuda_tile::types::{DYNAMIC, Elem, Padding, TileType, ViewKind, ViewType};
use cuda_tile::{Attr, Module};
use ir::{AttrSlot, Field, Op, SlotValue, StrId, Value};
use launch::EngineError;
use launch::format::{self, Printed};
use numerics::{Format, Rounding, Scalar, convert, int, mma};
use smallvec::SmallVec;

use super::Emitter;
use crate::assume::Assume;
use crate::atomics::{CompareAndSwap, ReadModifyWrite, ReduceIntoView};
use crate::control::Call;
use crate::externs::ExternCall;
use crate::fold::{Fold, Generate, Lines};
use crate::lanes::Kernel;
use crate::matrix::{Batches, MmaFloat, MmaInt, MmaScaled};
use crate::multimem::{self, LoadReduce, MulticastTile};
use crate::output::{Assert, Print, PrintArg};
use crate::pointers::{Alloca, LoadPointers, Order, StorePointers};
use crate::program::{Kind, Lanes};
use crate::shape::{BlockGrid, Cat, Constant, Extract, Insert, Iota, Layout, Repack, Strided, row_major};
use crate::views::{Along, Dim, Extents, IndexSpace, LoadView, MakeTensor, StoreView, ViewDim, ViewTile};

/// Element operations of one execution.
pub(super) fn work(module: &Module, op: Op) -> u64 {
    let values = module.body.operands(op).iter().copied().chain(module.body.results(op));
    let largest = values.filter_map(|value| module.ty(value).as_tile()).map(TileType::len).max();
    #[allow(clippy::wildcard_enum_match_arm, reason = "what is counted, not what is computed")]
    let k = match module.opcode(op) {
        Opcode::MmaF | Opcode::MmaI | Opcode::MmaFScaled => {
            let tiles: Vec<u64> = (module.body.operands(op).iter().take(3))
                .map(|&value| module.ty(value).as_tile().map_or(1, |tile| tile.len() as u64))
                .collect();
            return product_work(tiles[0], tiles[1], tiles[2], batch_count(module, op));
        }
        Opcode::Reduce | Opcode::Scan | Opcode::Generate => body_length(module, op),
        _ => 1,
    };
    largest.unwrap_or(1) as u64 * k
}

/// m * n * k of each batch: the root of the product of the three sizes, which is exact for powers of two.
fn product_work(lhs: u64, rhs: u64, acc: u64, batches: u64) -> u64 {
    let log = lhs.ilog2() + rhs.ilog2() + acc.ilog2() - 3 * batches.ilog2();
    batches << (log / 2)
}

fn batch_count(module: &Module, op: Op) -> u64 {
    let lhs = module.ty(module.body.operands(op)[0]).as_tile();
    lhs.filter(|tile| tile.rank() == 3).map_or(1, |tile| tile.shape()[0].into())
}

fn body_length(module: &Module, op: Op) -> u64 {
    let block = module.body.region_blocks(module.body.region(op, 0))[0];
    (module.body.block_ops(block).count() as u64).saturating_sub(1).max(1)
}

fn unsupported(message: impl Into<String>) -> EngineError {
    EngineError::Unsupported(message.into())
}

fn padding_bits(padding: Padding, elem: Scalar) -> u64 {
    let Some(format) = Format::of(elem) else { return 0 };
    let infinity = format.infinity().unwrap_or(format.max_finite());
    match padding {
        Padding::Zero => 0,
        Padding::NegZero => format.sign(true),
        Padding::Nan => format.nan().unwrap_or(0),
        Padding::PosInf => infinity,
        Padding::NegInf => infinity | format.sign(true),
    }
}

impl Emitter<'_, '_> {
    /// Element-wise work on all operands.
    fn elementwise(&mut self, op: Op) -> Kind {
        let function = Elementwise::of(self.module, op).expect("the op is element-wise");
        // An alias keeps what is known of pointers and of undefined elements.
        if let Elementwise::Copy(_) = function {
            return self.alias(op);
        }
        let operands = self.slots_of(self.module.body.operands(op).iter().copied());
        Kind::Lanes(Lanes { kernel: Kernel::of(function), operands, out: self.all_results(op)[0] })
    }

    fn alias(&mut self, op: Op) -> Kind {
        let from = self.slot(self.module.body.operands(op)[0]);
        Kind::Alias { from, to: self.all_results(op)[0] }
    }

    /// Element type of the only result.
    fn target(&self, op: Op) -> Scalar {
        self.scalar(self.module.body.result(op, 0))
    }

    fn attr(&self, op: Op, field: Field) -> Option<&Attr> {
        match self.module.attr(op, field).get() {
            SlotValue::Interned(id) => Some(self.module.attrs.get(id)),
            SlotValue::Absent | SlotValue::Small(_) => None,
        }
    }

    fn string(&self, op: Op, field: Field) -> StrId {
        match self.attr(op, field) {
            Some(Attr::Str(id) | Attr::SymbolRef(id)) => *id,
            other => unreachable!("a string, as verified, not {other:?}"),
        }
    }

    fn integer(&self, op: Op, field: Field) -> u64 {
        attrs::int_value(self.module, self.module.attr(op, field)).unwrap_or(0)
    }

    fn order(&mut self, op: Op, ordering: Field, scope: Field, [after, token]: [Field; 2]) -> Order {
        let ordering = MemoryOrdering::from_slot(self.module.attr(op, ordering));
        let scope = MemoryScope::from_slot(self.module.attr(op, scope));
        Order {
            ordering: ordering.unwrap_or(MemoryOrdering::Weak),
            scope,
            after: self.operand_opt(op, after),
            token: self.result(op, token),
        }
    }

    /// A token that stands for all operands, which are tokens.
    fn tokens(&mut self, op: Op, fence: bool) -> Kind {
        let from = self.slots_of(self.module.body.operands(op).iter().copied());
        Kind::Tokens { from, to: self.all_results(op)[0], fence }
    }

    fn pointee(&self, value: Value) -> Scalar {
        match self.tile_type(value).elem() {
            Elem::Ptr(ptr) => ptr.pointee,
            Elem::Scalar(scalar) => unreachable!("a tile of pointers, as verified, not of {scalar}"),
        }
    }

    /// The instruction for an operation. Operations with regions are laid out by the caller.
    pub(super) fn lower(&mut self, op: Op) -> Result<Kind, EngineError> {
        use fields as f;
        let Some(special) = self.module.opcode(op).special() else { return Ok(self.elementwise(op)) };
        Ok(match special {
            // Products.
            Special::MmaF => self.mma_float(op),
            Special::MmaI => self.mma_int(op),
            Special::MmaFScaled => self.mma_scaled(op),
            // Shapes.
            Special::Constant => self.constant(op),
            Special::Iota => {
                let len = self.tile_type(self.module.body.result(op, 0)).len();
                Kind::Iota(Iota { len, out: self.result(op, f::iota::result) })
            }
            Special::Broadcast => self.broadcast(op),
            Special::Cat => self.cat(op),
            Special::Extract => self.extract(op),
            Special::Insert => self.insert(op),
            Special::Pack => {
                let source = self.module.operand(op, f::pack::source);
                let elem = self.scalar(source);
                Kind::Pack(Repack { source: self.slot(source), elem, out: self.result(op, f::pack::result) })
            }
            Special::Unpack => {
                let source = self.operand(op, f::unpack::source);
                Kind::Unpack(Repack {
                    source,
                    elem: self.target(op),
                    out: self.result(op, f::unpack::result),
                })
            }
            Special::Permute => self.permute(op),
            Special::Reshape | Special::OptimizationBarrier => self.alias(op),
            Special::Reduce => self.fold(op, f::reduce::dim, f::reduce::identities, None)?,
            Special::Scan => self.fold(op, f::scan::dim, f::scan::identities, Some(f::scan::reverse))?,
            Special::Generate => self.generate(op),
            // Where the block is.
            Special::GetTileBlockId => Kind::BlockId(self.three_results(op)),
            Special::GetNumTileBlocks => Kind::GridSize(self.three_results(op)),
            Special::GetGlobal => Kind::GlobalAddress {
                name: self.string(op, f::get_global::name),
                out: self.result(op, f::get_global::result),
            },
            // Control.
            Special::Return => Kind::Return(self.operands(op, f::return_::operands)),
            Special::Call => self.call(op)?,
            Special::If
            | Special::For
            | Special::Loop
            | Special::Yield
            | Special::Break
            | Special::Continue => {
                unreachable!("regions and what ends them are laid out elsewhere")
            }
            Special::Assert => Kind::Assert(Assert {
                condition: self.operand(op, f::assert::condition),
                message: self.module.text(self.string(op, f::assert::message)).into_owned(),
            }),
            Special::Assume => self.assume(op),
            Special::PrintTko => self.print(op),
            Special::ExternElementwise => self.extern_elementwise(op)?,
            Special::PreviewCall => self.extern_tiles(op)?,
            // Tokens.
            Special::MakeToken | Special::JoinTokens => self.tokens(op, false),
            // There are no preceding or dependent grids.
            Special::GdcLaunchDependentsTko | Special::GdcWaitTko => self.tokens(op, false),
            Special::MemoryFenceAliasTko => self.tokens(op, true),
            // Memory.
            Special::Alloca => self.alloca(op),
            Special::LoadPtrTko => self.load_pointers(op),
            Special::StorePtrTko => self.store_pointers(op),
            Special::AtomicRmwTko => self.read_modify_write(op),
            Special::AtomicCasTko => self.compare_and_swap(op),
            // Views.
            Special::MakeTensorView => self.make_tensor(op),
            Special::MakePartitionView | Special::MakeStridedView | Special::MakeGatherScatterView => {
                self.alias(op)
            }
            Special::GetTensorShape => Kind::Extents(Extents {
                source: self.operand(op, f::get_tensor_shape::src),
                outs: self.typed_results(op),
            }),
            Special::GetIndexSpaceShape => {
                let view = self.module.operand(op, f::get_index_space_shape::src);
                Kind::IndexSpace(IndexSpace {
                    source: self.slot(view),
                    dims: view_dims(self.view_type(view), None),
                    outs: self.typed_results(op),
                })
            }
            Special::LoadViewTko => self.load_view(op),
            Special::StoreViewTko => self.store_view(op),
            Special::AtomicRedViewTko => self.reduce_into_view(op),
            Special::MultimemLoadReduceViewTko => self.load_reduce(op),
            Special::MultimemReduceViewTko => self.multimem_reduce(op),
            Special::MultimemStoreViewTko => self.multimem_store(op),
            // Definitions are in modules, not in bodies; the testing attribute has no effect.
            Special::Module
            | Special::Entry
            | Special::Global
            | Special::Func
            | Special::TestFunc
            | Special::PreviewFunc
            | Special::ExternImpl
            | Special::TestNewAttribute => Kind::Nothing,
            Special::TestEvolution => {
                return Err(unsupported(format!("`{}` does not run", self.module.spec(op).mnemonic)));
            }
        })
    }

    fn three_results(&mut self, op: Op) -> [crate::program::Slot; 3] {
        [0, 1, 2].map(|index| self.slot(self.module.body.result(op, index)))
    }

    fn typed_results(&mut self, op: Op) -> Box<[(crate::program::Slot, Scalar)]> {
        let results = self.module.body.results(op).iter();
        results.map(|value| (self.slot(value), self.scalar(value))).collect()
    }

    fn constant(&mut self, op: Op) -> Kind {
        let result = self.module.body.result(op, 0);
        let len = self.tile_type(result).len();
        let Some(Attr::Dense(dense)) = self.attr(op, fields::constant::value) else {
            unreachable!("a constant has its elements, as verified")
        };
        let stored = if dense.is_splat() { 1 } else { len };
        let elements = (0..stored).map(|index| dense.bits(index)).collect();
        Kind::Constant(Constant { elements, len, out: self.slot(result) })
    }

    fn broadcast(&mut self, op: Op) -> Kind {
        let (source, result) = (self.module.body.operands(op)[0], self.module.body.result(op, 0));
        let from = self.tile_type(source).shape();
        let strides = row_major(from)
            .into_iter()
            .zip(from)
            .map(|(stride, &extent)| if extent == 1 { 0 } else { stride });
        let layout = Layout::new(self.tile_type(result).shape(), strides);
        Kind::Strided(Strided { source: self.slot(source), out: self.slot(result), layout })
    }

    fn permute(&mut self, op: Op) -> Kind {
        let (source, result) = (self.module.body.operands(op)[0], self.module.body.result(op, 0));
        let Some(Attr::I32s(permutation)) = self.attr(op, fields::permute::permutation) else {
            unreachable!("a permutation, as verified")
        };
        let from = row_major(self.tile_type(source).shape());
        let strides = permutation.iter().map(|&dim| from[dim as usize]);
        let layout = Layout::new(self.tile_type(result).shape(), strides);
        Kind::Strided(Strided { source: self.slot(source), out: self.slot(result), layout })
    }

    fn cat(&mut self, op: Op) -> Kind {
        let (lhs, rhs) =
            (self.module.operand(op, fields::cat::lhs), self.module.operand(op, fields::cat::rhs));
        let result = self.module.body.result(op, 0);
        let dim = self.integer(op, fields::cat::dim) as usize;
        let whole = self.tile_type(result);
        let strides = row_major(whole.shape());
        let layout = |part: &TileType| Layout::new(part.shape(), strides.iter().copied());
        let (left, right) = (self.tile_type(lhs), self.tile_type(rhs));
        // Both parts have the strides of the whole; the right one begins where the left one ends along the dimension.
        let rhs_base = left.shape()[dim] as usize * strides[dim];
        Kind::Cat(Cat {
            lhs: self.slot(lhs),
            rhs: self.slot(rhs),
            out: self.slot(result),
            len: whole.len(),
            lhs_layout: layout(left),
            rhs_layout: layout(right),
            rhs_base,
        })
    }

    /// The grid of blocks of type `block` in a tile of type `whole`.
    fn block_grid(&mut self, op: Op, indices: Field, whole: Value, block: Value) -> BlockGrid {
        let (whole, block) = (self.tile_type(whole).shape(), self.tile_type(block).shape());
        let strides = row_major(whole);
        BlockGrid {
            indices: self.operands(op, indices),
            counts: whole.iter().zip(block).map(|(whole, block)| whole / block).collect(),
            steps: strides.iter().zip(block).map(|(stride, &block)| stride * block as usize).collect(),
            layout: Layout::new(block, strides),
        }
    }

    fn extract(&mut self, op: Op) -> Kind {
        let source = self.module.operand(op, fields::extract::source);
        let result = self.module.body.result(op, 0);
        let grid = self.block_grid(op, fields::extract::indices, source, result);
        Kind::Extract(Extract { source: self.slot(source), grid, out: self.slot(result) })
    }

    fn insert(&mut self, op: Op) -> Kind {
        let source = self.module.operand(op, fields::insert::source);
        let destination = self.module.operand(op, fields::insert::destination);
        let grid = self.block_grid(op, fields::insert::indices, destination, source);
        let (source, destination) = (self.slot(source), self.slot(destination));
        Kind::Insert(Insert { source, destination, grid, out: self.result(op, fields::insert::result) })
    }

    fn fold(
        &mut self,
        op: Op,
        dim: Field,
        identities: Field,
        reverse: Option<Field>,
    ) -> Result<Kind, EngineError> {
        let operands = self.module.body.operands(op);
        let dim = self.integer(op, dim) as usize;
        let shape = self.tile_type(operands[0]).shape();
        let len = shape[dim] as usize;
        let count = self.tile_type(operands[0]).len() / len;
        let block = self.module.body.region_blocks(self.module.body.region(op, 0))[0];
        let args = self.slots_of(self.module.body.block_args(block));
        let identities = self.identities(op, identities, operands);
        Ok(Kind::Fold(Box::new(Fold {
            operands: self.slots_of(operands.iter().copied()),
            identities,
            outs: self.all_results(op),
            args,
            // `reverse` is only an attribute of scans, which distinguishes them from reductions.
            scan: reverse.is_some(),
            reverse: reverse.is_some_and(|field| self.module.flag(op, field)),
            lines: Lines { count, len, stride: row_major(shape)[dim] },
            // The body follows directly; its end, and whether it can run over registers, are known when it closes.
            body: self.here() + 1,
            end: 0,
            registers: None,
        })))
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "identities are numbers, as verified")]
    fn identities(&self, op: Op, field: Field, operands: &[Value]) -> Box<[u64]> {
        let Some(Attr::Array(values)) = self.attr(op, field) else { unreachable!("identities, as verified") };
        let bits = |(&id, &operand): (&ir::AttrId, &Value)| match self.module.attrs.get(id) {
            Attr::Int { bits, .. } => int::wrap(self.scalar(operand), *bits),
            // f16 and bf16 may stand for each other.
            Attr::Float { ty, bits } if *ty == self.scalar(operand) => *bits,
            Attr::Float { ty, bits } => {
                convert::float_to_float(*ty, self.scalar(operand), *bits, Rounding::NearestEven)
            }
            Attr::Bool(value) => u64::from(*value),
            other => unreachable!("{other:?} is no number, as verified"),
        };
        values.iter().zip(operands).map(bits).collect()
    }

    fn generate(&mut self, op: Op) -> Kind {
        let result = self.module.body.result(op, 0);
        let block = self.module.body.region_blocks(self.module.body.region(op, 0))[0];
        Kind::Generate(Box::new(Generate {
            shape: self.tile_type(result).shape().into(),
            args: self.slots_of(self.module.body.block_args(block)),
            out: self.slot(result),
            body: self.here() + 1,
            end: 0,
        }))
    }

    fn call(&mut self, op: Op) -> Result<Kind, EngineError> {
        let name = self.string(op, fields::experimental_call::callee);
        let items = cuda_tile::build::items_block(self.module);
        let symbol = |item: &Op| {
            #[allow(
                clippy::wildcard_enum_match_arm,
                reason = "calls name functions, which are two kinds of ops"
            )]
            let slot = match self.module.opcode(*item) {
                Opcode::Func => self.module.attr(*item, fields::experimental_func::sym_name),
                Opcode::TestFunc => self.module.attr(*item, fields::testing_func::sym_name),
                _ => AttrSlot::ABSENT,
            };
            slot.as_interned().is_some_and(|id| *self.module.attrs.get(id) == Attr::Str(name))
        };
        let callee = self.module.body.block_ops(items).find(symbol);
        let callee = callee
            .ok_or_else(|| unsupported(format!("there is no function `{}`", self.module.text(name))))?;
        let args = self.operands(op, fields::experimental_call::args);
        Ok(Kind::Call(Call { function: self.callees.number(callee), args, outs: self.all_results(op) }))
    }

    fn assume(&mut self, op: Op) -> Kind {
        let value = self.module.operand(op, fields::assume::value);
        let (shape, elem, unit) = match self.module.ty(value).as_tile() {
            Some(tile) => match tile.elem() {
                Elem::Scalar(scalar) => (tile.shape().into(), scalar, 1),
                Elem::Ptr(ptr) => {
                    (tile.shape().into(), Scalar::I64, i128::from(ptr.pointee.storage_bits().div_ceil(8)))
                }
            },
            None => (Box::default(), Scalar::I64, 1),
        };
        let predicate = self.attr(op, fields::assume::predicate).expect("a predicate, as verified").clone();
        let out = self.result(op, fields::assume::result);
        Kind::Assume(Assume { value: self.slot(value), out, predicate, shape, elem, unit })
    }

    fn print(&mut self, op: Op) -> Kind {
        let format = self.string(op, fields::print_tko::str);
        let args = self.module.operands(op, fields::print_tko::args).iter().map(|&value| {
            let tile = self.tile_type(value);
            let printed = match tile.elem() {
                Elem::Scalar(scalar) => Printed::Number(scalar),
                Elem::Ptr(_) => Printed::Pointer,
            };
            PrintArg { slot: self.slot(value), shape: tile.shape().into(), printed }
        });
        let args = args.collect();
        let token = self.module.body.results(op).get(0).map(|value| self.slot(value));
        let after = self.operand_opt(op, fields::print_tko::token);
        let pieces = format::parse(self.module.strings.get(format)).into();
        Kind::Print(Print { pieces, args, after, token })
    }

    fn extern_elementwise(&mut self, op: Op) -> Result<Kind, EngineError> {
        let symbol = self.module.text(self.string(op, fields::experimental_extern_elementwise::symbol));
        let function = self.preparation.externs.get(&symbol).cloned().ok_or_else(|| {
            unsupported(format!(
                "the program calls the external function `{symbol}`, which only the caller can supply: define it in the \
                 table of external functions of the reference interpreter (`Externs::define`)"
            ))
        })?;
        let result = self.module.body.result(op, 0);
        let mask = u64::MAX >> (64 - self.scalar(result).bits());
        let operands = self.operands(op, fields::experimental_extern_elementwise::args);
        let len = self.tile_type(result).len();
        Ok(Kind::Extern(ExternCall { function, operands, len, mask, out: self.slot(result) }))
    }

    fn alloca(&mut self, op: Op) -> Kind {
        let result = self.module.body.result(op, 0);
        Kind::Alloca(Alloca {
            count: self.integer(op, fields::alloca::num_elem),
            alignment: self.integer(op, fields::alloca::alignment),
            shared: self.module.flag(op, fields::alloca::global),
            elem: self.pointee(result),
            out: self.slot(result),
        })
    }

    fn load_pointers(&mut self, op: Op) -> Kind {
        use fields::load_ptr_tko as f;
        Kind::LoadPointers(LoadPointers {
            source: self.operand(op, f::source),
            mask: self.operand_opt(op, f::mask),
            padding: self.operand_opt(op, f::paddingValue),
            elem: self.pointee(self.module.operand(op, f::source)),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::result),
        })
    }

    fn store_pointers(&mut self, op: Op) -> Kind {
        use fields::store_ptr_tko as f;
        Kind::StorePointers(StorePointers {
            destination: self.operand(op, f::destination),
            value: self.operand(op, f::value),
            mask: self.operand_opt(op, f::mask),
            elem: self.pointee(self.module.operand(op, f::destination)),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
        })
    }

    fn read_modify_write(&mut self, op: Op) -> Kind {
        use fields::atomic_rmw_tko as f;
        Kind::ReadModifyWrite(ReadModifyWrite {
            pointers: self.operand(op, f::pointers),
            arg: self.operand(op, f::arg),
            mask: self.operand_opt(op, f::mask),
            mode: self.atomic_mode(op, f::mode),
            elem: self.pointee(self.module.operand(op, f::pointers)),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::result),
        })
    }

    fn atomic_mode(&self, op: Op, field: Field) -> AtomicRMWMode {
        AtomicRMWMode::from_slot(self.module.attr(op, field)).expect("an atomic mode, as verified")
    }

    fn compare_and_swap(&mut self, op: Op) -> Kind {
        use fields::atomic_cas_tko as f;
        Kind::CompareAndSwap(CompareAndSwap {
            pointers: self.operand(op, f::pointers),
            expected: self.operand(op, f::cmp),
            value: self.operand(op, f::val),
            mask: self.operand_opt(op, f::mask),
            elem: self.pointee(self.module.operand(op, f::pointers)),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::result),
        })
    }

    fn make_tensor(&mut self, op: Op) -> Kind {
        use fields::make_tensor_view as f;
        let result = self.module.body.result(op, 0);
        let ty = self.module.ty(result).as_tensor_view().expect("a tensor view, as verified");
        // The operands list dynamic extents in the order of their `?`, and leave static ones out.
        let mut dims = |list: &[i64], dynamic: Field| -> SmallVec<[Dim; 4]> {
            let mut values = self.module.operands(op, dynamic).iter();
            let dim = |&dim: &i64| match dim {
                DYNAMIC => {
                    let value = *values.next().expect("a value for each dynamic dimension, as verified");
                    Dim::Dynamic(self.slot(value))
                }
                known => Dim::Static(known as u64),
            };
            list.iter().map(dim).collect()
        };
        let extents = dims(ty.shape(), f::dynamicShape);
        let strides = dims(ty.strides(), f::dynamicStrides);
        let base = self.operand(op, f::base);
        Kind::MakeTensor(MakeTensor { base, elem: ty.elem(), extents, strides, out: self.slot(result) })
    }

    fn view_type(&self, value: Value) -> &ViewType {
        self.module.ty(value).as_view().expect("a view, as verified")
    }

    fn view_tile(&mut self, op: Op, view: Field, index: Field, inbounds: Field) -> ViewTile {
        let value = self.module.operand(op, view);
        let flags = match self.attr(op, inbounds) {
            Some(Attr::Bools(flags)) => Some(&**flags),
            _ => None,
        };
        let dims = view_dims(self.view_type(value), flags);
        ViewTile { view: self.slot(value), indices: self.operands(op, index), dims }
    }

    /// Bits of the elements outside of a tensor, if its view defines them.
    fn padding(&self, op: Op, view: Field) -> Option<u64> {
        let ty = self.view_type(self.module.operand(op, view));
        ty.padding().map(|padding| padding_bits(padding, ty.tensor().elem()))
    }

    fn multicast_tile(&mut self, op: Op, [view, index, inbounds]: [Field; 3]) -> MulticastTile {
        let pairs = Pairs::of(self.view_type(self.module.operand(op, view)));
        MulticastTile { tile: self.view_tile(op, view, index, inbounds), pairs }
    }

    fn load_reduce(&mut self, op: Op) -> Kind {
        use fields::multimem_load_reduce_view_tko as f;
        Kind::LoadReduce(LoadReduce {
            tile: self.multicast_tile(op, [f::view, f::index, f::inbounds]),
            padding: self.padding(op, f::view),
            kind: self.reduction(op, f::reduction),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::reduced_values),
        })
    }

    fn multimem_reduce(&mut self, op: Op) -> Kind {
        use fields::multimem_reduce_view_tko as f;
        Kind::MultimemReduce(multimem::Reduce {
            tile: self.multicast_tile(op, [f::view, f::index, f::inbounds]),
            value: self.operand(op, f::tile),
            kind: self.reduction(op, f::reduction),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
        })
    }

    fn multimem_store(&mut self, op: Op) -> Kind {
        use fields::multimem_store_view_tko as f;
        Kind::MultimemStore(multimem::Store {
            tile: self.multicast_tile(op, [f::view, f::index, f::inbounds]),
            value: self.operand(op, f::tile),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
        })
    }

    fn reduction(&self, op: Op, field: Field) -> MultimemReductionKind {
        MultimemReductionKind::from_slot(self.module.attr(op, field)).unwrap_or(MultimemReductionKind::Add)
    }

    fn load_view(&mut self, op: Op) -> Kind {
        use fields::load_view_tko as f;
        let padding = self.padding(op, f::view);
        Kind::LoadView(LoadView {
            tile: self.view_tile(op, f::view, f::index, f::inbounds),
            padding,
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::tile),
        })
    }

    fn store_view(&mut self, op: Op) -> Kind {
        use fields::store_view_tko as f;
        Kind::StoreView(StoreView {
            value: self.operand(op, f::tile),
            tile: self.view_tile(op, f::view, f::index, f::inbounds),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
        })
    }

    fn reduce_into_view(&mut self, op: Op) -> Kind {
        use fields::atomic_red_view_tko as f;
        Kind::ReduceIntoView(ReduceIntoView {
            tile: self.view_tile(op, f::view, f::index, f::inbounds),
            value: self.operand(op, f::value),
            mode: self.atomic_mode(op, f::mode),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
        })
    }

    fn batches(&self, lhs: Value, rhs: Value) -> Batches {
        let (lhs, rhs) = (self.tile_type(lhs).shape(), self.tile_type(rhs).shape());
        let extent = |shape: &[u32], from_end: usize| shape[shape.len() - from_end] as usize;
        let count = if lhs.len() == 3 { lhs[0] as usize } else { 1 };
        Batches { count, shape: mma::Shape { m: extent(lhs, 2), n: extent(rhs, 1), k: extent(lhs, 1) } }
    }

    fn mma_float(&mut self, op: Op) -> Kind {
        use fields::mmaf as f;
        let (lhs, rhs) = (self.module.operand(op, f::lhs), self.module.operand(op, f::rhs));
        Kind::MmaFloat(MmaFloat {
            batches: self.batches(lhs, rhs),
            elem: self.scalar(lhs),
            acc_elem: self.target(op),
            lhs: self.slot(lhs),
            rhs: self.slot(rhs),
            acc: self.operand(op, f::acc),
            out: self.result(op, f::result),
        })
    }

    fn mma_int(&mut self, op: Op) -> Kind {
        use fields::mmai as f;
        let (lhs, rhs) = (self.module.operand(op, f::lhs), self.module.operand(op, f::rhs));
        let signed = |field| attrs::is_signed(self.module, op, field);
        let (lhs_signed, rhs_signed) = (signed(f::signedness_lhs), signed(f::signedness_rhs));
        Kind::MmaInt(MmaInt {
            batches: self.batches(lhs, rhs),
            lhs: (self.slot(lhs), lhs_signed),
            rhs: (self.slot(rhs), rhs_signed),
            acc: self.operand(op, f::acc),
            out: self.result(op, f::result),
        })
    }

    fn mma_scaled(&mut self, op: Op) -> Kind {
        use fields::mmaf_scaled as f;
        let (lhs, rhs) = (self.module.operand(op, f::lhs), self.module.operand(op, f::rhs));
        let scale = self.module.operand(op, f::lhs_scale);
        // The last dimension of the scales is k divided by the size of a scaled block.
        let scale_shape = self.tile_type(scale).shape();
        Kind::MmaScaled(MmaScaled {
            batches: self.batches(lhs, rhs),
            scale_k: scale_shape[scale_shape.len() - 1] as usize,
            elem: self.scalar(lhs),
            scale_elem: self.scalar(scale),
            lhs: self.slot(lhs),
            rhs: self.slot(rhs),
            acc: self.operand(op, f::acc),
            lhs_scale: self.slot(scale),
            rhs_scale: self.operand(op, f::rhs_scale),
            out: self.result(op, f::result),
        })
    }
}

/// Dimensions of the tiles of a view.
fn view_dims(ty: &ViewType, inbounds: Option<&[bool]>) -> SmallVec<[ViewDim; 4]> {
    let along = |d: usize| match ty.kind() {
        ViewKind::Partition { .. } => Along::Step(ty.tile()[d] as u64),
        ViewKind::Strided { traversal_strides, .. } => Along::Step(traversal_strides[d] as u64),
        ViewKind::GatherScatter { sparse_dim } if *sparse_dim as usize == d => Along::Sparse,
        // Along dimensions that are not gathered, indices count elements.
        ViewKind::GatherScatter { .. } => Along::Step(1),
    };
    let dim = |d: usize| ViewDim {
        len: ty.tile()[d] as u32,
        tensor: ty.tensor_dim(d),
        along: along(d),
        inbounds: inbounds.is_some_and(|flags| flags[d]),
    };
    (0..ty.rank()).map(dim).collect()
}
