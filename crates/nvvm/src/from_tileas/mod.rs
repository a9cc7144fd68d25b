//! Level 3 to level 4: tiles become the registers of one thread.
//!
//! A tile is as many values as its layout has registers, in their order (`Held`); replicated elements are computed by
//! each thread or register that holds them. The layout determines the coordinates of an element from the thread's
//! number.
//!
//! | module | content |
//! |---|---|
//! | `emit` | the emitter: the module under construction, and the insertion point |
//! | `values` | the registers of each value of level 3 |
//! | `runner`, `threads` | the warps that execute the current ops, and the coordinates of a thread's elements |
//! | `agents` | specialised warps |
//! | `control` | loops and branches |
//! | `elements`, `narrow`, `nibbles`, `float_pairs` | element-wise ops |
//! | `memory`, `vectors`, `words` | global memory |
//! | `shared`, `buffers`, `copies`, `movement`, `rounds`, `slices` | shared memory, copies to it, layout conversions |
//! | `fold`, `scan`, `lines` | reductions and scans |
//! | `matrix`, `multiply`, `fragments` | products of warps |
//! | `heap`, `print` | the device's heap and `printf` |

mod agents;
mod atomics;
mod buffers;
mod control;
mod coordinates;
mod copies;
mod elements;
mod emit;
mod float_pairs;
mod fold;
mod fragments;
mod heap;
mod lines;
mod matrix;
mod memory;
mod movement;
mod multimem;
mod multiply;
mod narrow;
mod nearest;
mod nibbles;
mod packing;
mod print;
mod rounds;
mod runner;
mod scaled;
mod scan;
mod shared;
mod slices;
mod staging;
mod threads;
mod values;
mod vectors;
mod words;

use cranelift_entity::SecondaryMap;
use diag::{Code, Diagnostic};
use ir::locations::LocationPropagation;
use ir::verify::op_error;
use ir::{Block, Op, Value};
use tileas::Opcode as From;
use tileas::ops::fields as from;

use self::emit::Emitter;
use self::runner::Runner;
use self::values::{Held, Memory};
use crate::Module;
use crate::attrs::{FenceOrdering, FenceScope, GlobalSpace, SpecialRegister};
use crate::ops::{Builders as _, fields};

/// The op cannot be compiled; the message has the reason.
pub const UNSUPPORTED: Code = Code("E0907");

/// Lowers a verified module.
///
/// # Errors
/// The ops that cannot be compiled, each with its reason.
pub fn lower(module: &tileas::Module) -> Result<Module, Vec<Diagnostic>> {
    let mut to = crate::new_module(&name_of(module, module.root));
    if let Some(target) = module.string(module.root, from::module::target) {
        let text = module.text(target).into_owned();
        let slot = ir::build::IntoAttr::into_attr(text.as_str(), &mut to);
        to.set_attr(to.root, fields::module::target, slot);
    }
    let block = to.block(to.root, fields::module::body).expect("a module has its block");
    let places = LocationPropagation::new(module, &mut to);
    let mut lower = Lower {
        from: module,
        emitter: Emitter { to, block },
        places,
        items: block,
        held: SecondaryMap::new(),
        uses: ir::analysis::Uses::of(&module.body, module.root),
        kernel: Kernel::default(),
        runner: Runner::kernel(1),
        issuers: None,
        releases: agents::Releases::default(),
        filling: Vec::new(),
        at: module.root,
        constants: 0,
        diagnostics: Vec::new(),
    };
    lower.requires_allocation();
    let items = module.block(module.root, from::module::body).expect("a module has its block");
    for item in module.body.block_ops(items) {
        let first = lower.to.body.op_count();
        if module.opcode(item) == From::Func {
            lower.function(item);
        } else {
            lower.global(item);
        }
        lower.places.propagate(module, item, &mut lower.emitter.to, first);
    }
    if lower.diagnostics.is_empty() { Ok(lower.emitter.to) } else { Err(lower.diagnostics) }
}

/// The symbol that an op defines: its first attribute.
fn name_of(module: &tileas::Module, op: Op) -> String {
    module.string(op, ir::Field::Attr(0)).map_or_else(String::new, |id| module.text(id).into_owned())
}

/// A refusal was reported.
struct Refused;

type Lowered<T> = Result<T, Refused>;

/// The current function.
#[derive(Default)]
struct Kernel {
    /// The function at level 4.
    func: Option<Op>,
    /// Warps of the thread block.
    warps: u32,
    /// Agents have more warps together than hold the tiles of the kernel.
    has_more_warps: bool,
    /// Thread blocks of the cluster that works on a tile block.
    ctas: i64,
    /// The start of its shared memory; none if it has none.
    shared: Option<Value>,
    /// The number of the warp, if warpgroups multiply outside of agents.
    warp: Option<Value>,
    /// Its ops that reserve memory on the heap.
    heap: Vec<Op>,
    /// Tensor memory that it has allocated.
    tensor: Option<agents::TensorMemory>,
}

struct Lower<'m> {
    from: &'m tileas::Module,
    emitter: Emitter,
    places: LocationPropagation,
    /// The items of the module.
    items: Block,
    held: SecondaryMap<Value, Held>,
    uses: ir::analysis::Uses,
    kernel: Kernel,
    /// The runner of the current ops: the kernel or an agent.
    runner: Runner,
    /// The threads of the current agent that issue single-thread instructions; none outside of agents.
    issuers: Option<agents::Issuers>,
    /// The operations that releases of the current agent wait for.
    releases: agents::Releases,
    /// The writes around the current op whose stages boxes are copied to, and where those are counted.
    filling: Vec<(Op, (Value, i64))>,
    /// The current op, whose scratch is used.
    at: Op,
    /// Tables of constants so far.
    constants: u32,
    diagnostics: Vec<Diagnostic>,
}

/// Items.
impl Lower<'_> {
    fn global(&mut self, op: Op) {
        let name = name_of(self.from, op);
        let bytes = self.from.bytes(op, from::global::bytes).unwrap_or(&[]).to_vec();
        let alignment = self.from.int(op, from::global::alignment).unwrap_or(16).max(1);
        let size = bytes.len() as i64;
        let items = self.items;
        ir::build::Builder::at_end(&mut self.to, items)
            .global()
            .sym_name(name.as_str())
            .size(size)
            .alignment(alignment)
            .space(GlobalSpace::Global)
            .bytes(ir::generic::Attr::Bytes(bytes.into()))
            .finish();
    }

    fn function(&mut self, op: Op) {
        let own_warps = self.from.int(op, from::func::num_warps).unwrap_or(1) as u32;
        let warps = tileas::block_warps(self.from, op);
        let runner = Runner::kernel(warps);
        let ctas = self.from.int(op, from::func::num_ctas).unwrap_or(1);
        self.runner = runner;
        let has_more_warps = warps > own_warps;
        self.kernel = Kernel { warps, has_more_warps, ctas, ..Kernel::default() };
        let name = name_of(self.from, op);
        let occupancy = self.from.attr(op, from::func::occupancy);
        let block = self.from.block(op, from::func::body).expect("a function has a body");
        let arguments: Vec<Value> = self.from.body.block_args(block).iter().collect();
        let types: Vec<ir::TypeId> = arguments.iter().map(|&value| self.parameter_type(value)).collect();
        let bits: Vec<i64> = arguments.iter().map(|&value| i64::from(self.parameter_bits(value))).collect();
        let items = self.items;
        let threads = i64::from(runner.threads());
        let func = ir::build::Builder::at_end(&mut self.to, items)
            .func()
            .sym_name(name.as_str())
            .reqntid(threads)
            .param_bits(bits.as_slice())
            .minctas(occupancy)
            .blocks_are_clusters(ctas > 1)
            .finish()
            .op;
        if ctas > 1 {
            let slot = ir::build::IntoAttr::into_attr(ctas, &mut self.to);
            self.to.set_attr(func, fields::func::cluster, slot);
        }
        self.kernel.func = Some(func);
        let body = self.to.block(func, fields::func::body).expect("a function has a body");
        self.to.body.set_block_args(body, &types);
        self.block = body;
        let values: Vec<Value> = self.to.body.block_args(body).iter().collect();
        for (argument, value) in arguments.into_iter().zip(values) {
            self.held[argument] = Held::Tile(vec![value]);
            self.name(argument);
        }
        self.kernel.shared = self.shared_memory(op, func, &name);
        self.place_buffers(op);
        self.begin_heap(op);
        self.begin_warpgroups(op);
        // Refusals were reported.
        let _ = self.begin_tensor_memory(op).and_then(|()| self.ops(block));
    }

    fn parameter_type(&mut self, value: Value) -> ir::TypeId {
        let elem = self.tile(value).elem;
        self.to.types.intern(elements::register(elem))
    }

    /// The size in bits of a parameter in the parameter space.
    fn parameter_bits(&self, value: Value) -> u32 {
        self.tile(value).elem.scalar().map_or(64, |scalar| scalar.storage_bits().max(8))
    }
}

/// Refusals of ops that have no lowering to level 4.
impl Lower<'_> {
    /// Refuses agents of other targets, and ops that are not lowered yet.
    fn refuse_agents(&mut self, op: Op) -> Refused {
        let text = "has no way to level 4: of agents, pipelines, tensor maps, copies of threads, `wgmma` and `tcgen05.mma` of shared \
                    memory have one (docs/agents.md)";
        let help =
            "`tilewright opt` checks and prints the module; the universal path has a way for every program";
        self.diagnostics.push(op_error(self.from, op, UNSUPPORTED, text).help(help));
        Refused
    }

    fn refuse(&mut self, op: Op, text: &str) -> Refused {
        let help = "`tilewright run` executes the program on the CPU all the same";
        self.diagnostics.push(op_error(self.from, op, UNSUPPORTED, text).help(help));
        Refused
    }
}

/// Ops.
impl Lower<'_> {
    fn ops(&mut self, block: Block) -> Lowered<()> {
        for op in self.from.body.block_ops(block) {
            let first = self.to.body.op_count();
            let lowered = self.op(op);
            self.places.propagate(self.from, op, &mut self.emitter.to, first);
            lowered?;
            for index in 0..self.from.body.results(op).len() {
                self.name(self.from.body.result(op, index));
            }
        }
        Ok(())
    }

    fn op(&mut self, op: Op) -> Lowered<()> {
        // Bodies of reductions are lowered within an op that has its own scratch.
        let around = std::mem::replace(&mut self.at, op);
        let lowered = self.op_by_opcode(op);
        self.at = around;
        lowered
    }

    fn op_by_opcode(&mut self, op: Op) -> Lowered<()> {
        self.is_for_all_warps(op)?;
        match self.from.opcode(op) {
            From::Module | From::Func | From::Global => {}
            From::Return => {
                self.free_heap();
                self.end_tensor_memory();
                self.b().return_().finish();
            }
            From::For | From::Loop | From::If => self.control(op)?,
            From::Yield | From::Continue | From::Break => self.jump(op),
            From::Constant => self.constant(op)?,
            From::GetGlobal => self.get_global(op)?,
            From::GetProgramId | From::GetNumPrograms => self.program(op)?,
            From::GetCtaRank => {
                let rank = self.special(SpecialRegister::ClusterCtaRank);
                self.hold(op, 0, vec![rank]);
            }
            From::MakeRange => self.make_range(op)?,
            From::View | From::Broadcast | From::Permute => self.rename(op),
            From::Cat => self.join_tiles(op)?,
            From::InsertSlice => self.insert_into_tile(op)?,
            From::ExtractSlice => self.extract_slice(op)?,
            From::Pack | From::Unpack => self.pack(op)?,
            From::Dot | From::DotScaled => self.mma(op)?,
            From::FmaDot => self.fma_dot(op)?,
            From::CreateMemToken | From::JoinTokens => {
                return Err(
                    self.refuse(op, "orders accesses; `place-barriers` makes program order of tokens")
                );
            }
            From::Reduce => self.reduce(op)?,
            From::Scan => self.scan(op)?,
            From::MakeMemref => self.make_memref(op)?,
            From::BlockTile => {
                let memory = self.memory(self.from.body.operands(op)[0]);
                let result = self.from.body.result(op, 0);
                self.held[result] = Held::Memory(memory);
            }
            From::GetSize => self.get_size(op)?,
            From::GetTileCount => self.get_tile_count(op)?,
            From::Load => self.load(op)?,
            From::Store => self.store(op)?,
            From::TiledLoad => self.tiled_load(op)?,
            From::TiledStore => self.tiled_store(op)?,
            From::TiledAtomicRed => self.tiled_atomic(op)?,
            From::AtomicRmw | From::AtomicCas => self.atomic(op)?,
            From::MemoryFence => {
                self.b().fence().ordering(FenceOrdering::Alias).scope(FenceScope::Cta).finish();
            }
            From::GdcLaunchDependents => {
                self.b().launch_dependents().finish();
            }
            From::GdcWait => {
                self.b().grid_wait().finish();
            }
            From::Alloca => self.alloca(op),
            From::Print => self.print(op)?,
            From::Assert => self.assert(op)?,
            From::ConvertLayout => self.convert_layout(op)?,
            From::AllocTensor => {}
            From::LocalStore => self.local_store(op)?,
            From::LocalLoad => self.local_load(op)?,
            From::TransposeBuffer => self.transpose_buffer(op),
            From::Barrier => self.barrier_with_tensor_memory(),
            From::CreatePipeline => {}
            From::ProducerAcquire | From::ConsumerRead => self.stage(op)?,
            From::IncIter => self.inc_iter(op)?,
            From::AsyncTiledLoad => self.async_tiled_load(op)?,
            From::AsyncLoad => self.async_load(op)?,
            From::ProducerCommit => {
                self.b().cp_async_commit().finish();
            }
            From::ConsumerWait => self.consumer_wait(op)?,
            tileas::agent_pattern!(From) => self.agent_op(op)?,
            tile_core::arith_rows!(tile_core::family_pattern! { From; }) => self.arith(op)?,
        }
        Ok(())
    }

    fn assert(&mut self, op: Op) -> Lowered<()> {
        let message = self.from.string(op, from::assert::message);
        let message = message.map_or_else(String::new, |id| self.from.text(id).into_owned());
        let condition = self.from.operand(op, from::assert::condition);
        let all = self.registers(condition).into_iter().reduce(|a, b| self.and(a, b));
        let mut fails = self.not(all.expect("a tile has an element"));
        // Threads that hold copies of the same elements would print the message again.
        let layout = self.tile(condition).layout.clone();
        if let Some(owner) = self.owns(&layout) {
            fails = self.and(fails, owner);
        }
        self.when(fails, |l| {
            l.b().trap().message(message.as_str()).finish();
        });
        Ok(())
    }
}
