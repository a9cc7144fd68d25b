//! Implementation of every operation: one arm each.

mod matrix;
mod memory;
mod multimem;
mod shapes;
mod views;

use cuda_tile::attrs::{self, MemoryOrdering, MemoryScope};
use cuda_tile::elementwise::Elementwise;
use cuda_tile::ops::{Opcode, Special, fields};
use cuda_tile::types::{Elem, TileType};
use cuda_tile::{Attr, Module};
use ir::{AttrSlot, Field, Op, SlotValue, StrId, Value};
use launch::EngineError;
use launch::format::{self, Printed};
use numerics::Scalar;

use super::Emitter;
use crate::program::{Kind, Lanes};
use crate::steps::assume::Assume;
use crate::steps::control::Call;
use crate::steps::externs::ExternCall;
use crate::steps::lanes::Kernel;
use crate::steps::output::{Assert, Print, PrintArg};
use crate::steps::pointers::Order;

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

    pub(super) fn order(
        &mut self,
        op: Op,
        ordering: Field,
        scope: Field,
        [after, token]: [Field; 2],
    ) -> Order {
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
            Special::Iota => self.iota(op),
            Special::Broadcast => self.broadcast(op),
            Special::Cat => self.cat(op),
            Special::Extract => self.extract(op),
            Special::Insert => self.insert(op),
            Special::Pack => Kind::Pack(self.repack(op, self.module.body.operands(op)[0])),
            Special::Unpack => Kind::Unpack(self.repack(op, self.module.body.result(op, 0))),
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
            Special::Assert => self.assert(op),
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
            Special::GetTensorShape => self.extents(op),
            Special::GetIndexSpaceShape => self.index_space(op),
            Special::LoadViewTko => self.load_view(op),
            Special::StoreViewTko => self.store_view(op),
            Special::AtomicRedViewTko => self.reduce_into_view(op),
            Special::Multimem => self.multimem(op),
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

    fn three_results(&mut self, op: Op) -> [crate::slot::Slot; 3] {
        [0, 1, 2].map(|index| self.slot(self.module.body.result(op, index)))
    }

    fn typed_results(&mut self, op: Op) -> Box<[(crate::slot::Slot, Scalar)]> {
        let results = self.module.body.results(op).iter();
        results.map(|value| (self.slot(value), self.scalar(value))).collect()
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

    fn assert(&mut self, op: Op) -> Kind {
        Kind::Assert(Assert {
            condition: self.operand(op, fields::assert::condition),
            message: self.module.text(self.string(op, fields::assert::message)).into_owned(),
        })
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
}
