//! Remarks about level 2 and level 3: hints, accesses, products, layouts, shared memory.

use std::borrow::Cow;

use ir::Op;
use ir::walk::preorder;
use tileaa::ops::fields as aa;
use tileaa::split::Decision;
use tileas::attributes::Bound;
use tileas::instruction::BlockScales;
use tileas::layout::Conversion;
use tileas::ops::{Opcode, fields};
use tileas::types::{TileType, Type};

use super::advice::{HELP, Obstacle};
use super::remark::{Category, Kind, Remark};
use crate::clusters::Clusters;

/// Remarks about the hints of a module of level 2. Those about `latency` need level 3.
pub(crate) fn of_hints(module: &tileaa::Module, clusters: &Clusters) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let (mut function, mut agents) = (String::new(), false);
    for func in preorder(&module.body, module.root) {
        if module.opcode(func) != tileaa::Opcode::Func {
            let copied = agents && module.opcode(func) == tileaa::Opcode::TiledLoad;
            if !copied {
                remarks.extend(of_tensor_maps(module, func, &function));
            }
            continue;
        }
        (function, agents) = (name(module, func), module.flag(func, aa::func::agents));
        let mut say = |op: Op, kind, name: &'static str, message: &str, hint: &str, value: i64| {
            remarks.push(Remark {
                kind,
                category: Category::Hints,
                name: Cow::Borrowed(name),
                message: message.to_owned(),
                place: module.place(op),
                function: function.clone(),
                args: vec![("Hint".into(), hint.to_owned()), ("Value".into(), value.to_string())],
            });
        };
        if let Some(warps) = module.int(func, aa::func::num_worker_warps_per_cta) {
            let hint = "num_worker_warps_per_cta";
            say(
                func,
                Kind::Passed,
                "RemarkHint",
                "The hint sets the number of warps of a tile block",
                hint,
                warps,
            );
        }
        if let Some(blocks) = module.int(func, aa::func::occupancy) {
            let message = "The hint limits registers so that the requested number of thread blocks fits on a multiprocessor";
            say(func, Kind::Passed, "RemarkHint", message, "occupancy", blocks);
        }
        remarks.extend(of_clusters(module, func, &function, clusters));
    }
    remarks
}

/// The remark about `num_cta_in_cga`.
fn of_clusters(module: &tileaa::Module, func: Op, function: &str, clusters: &Clusters) -> Option<Remark> {
    let is_cut = module.int(func, aa::func::cluster_size).is_some();
    let Some(Decision { ctas, plan, .. }) = clusters.of_kernel(func) else {
        let why = clusters.lack(function).filter(|_| is_cut)?;
        return one_thread_block(module, func, function, why);
    };
    let mut args = vec![("Hint".into(), "num_cta_in_cga".to_owned()), ("Value".into(), ctas.to_string())];
    let (kind, name, message, op) = match (clusters.never, plan) {
        (None, Ok(plan)) if is_cut => {
            let (whole, dim) = &plan.most;
            let mut part = whole.clone();
            part.shape[*dim] /= ctas;
            args.push(("Tile".into(), whole.to_string()));
            args.push(("Part".into(), part.to_string()));
            let message = "The thread blocks of a cluster share a tile block, each with a part of its tiles";
            (Kind::Passed, "RemarkHint", message.to_owned(), func)
        }
        (never, plan) => {
            let (why, op) = match (never, plan) {
                (None, Ok(_)) => {
                    let lack = clusters.lack(function).unwrap_or("no agents hold its parts");
                    (format!("its warps have roles of their own, and {lack}"), func)
                }
                (None, Err(refusal)) => (refusal.why.to_string(), refusal.op),
                (never, _) => (never.unwrap_or_default().to_owned(), func),
            };
            (
                Kind::Missed,
                "RemarkHintNotHonoured",
                format!("One thread block computes a tile block: {why}"),
                op,
            )
        }
    };
    Some(Remark {
        kind,
        category: Category::Hints,
        name: Cow::Borrowed(name),
        message,
        place: module.place(op),
        function: function.to_owned(),
        args,
    })
}

/// The remark about a request for one thread block whose tiles only two hold.
fn one_thread_block(module: &tileaa::Module, func: Op, function: &str, why: &str) -> Option<Remark> {
    let ctas = module.int(func, aa::func::num_cta_in_cga)?;
    Some(Remark {
        kind: Kind::Missed,
        category: Category::Hints,
        name: Cow::Borrowed("RemarkHintNotHonoured"),
        message: format!("The thread blocks of a cluster share a tile block: {why}"),
        place: module.place(func),
        function: function.to_owned(),
        args: vec![("Hint".into(), "num_cta_in_cga".to_owned()), ("Value".into(), ctas.to_string())],
    })
}

/// The remark about `allow_tma`.
fn of_tensor_maps(module: &tileaa::Module, op: Op, function: &str) -> Option<Remark> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "other ops have no such hint")]
    let field = match module.opcode(op) {
        tileaa::Opcode::Load => aa::load::allow_tma,
        tileaa::Opcode::Store => aa::store::allow_tma,
        tileaa::Opcode::TiledLoad => aa::tiled_load::allow_tma,
        tileaa::Opcode::TiledStore => aa::tiled_store::allow_tma,
        _ => return None,
    };
    let allowed = module.int(op, field)?;
    let (kind, name, message) = if allowed == 0 {
        (Kind::Passed, "RemarkHint", "The access does not use a tensor map")
    } else {
        let why = "The access does not use a tensor map: the compiler creates none here";
        (Kind::Missed, "RemarkHintNotHonoured", why)
    };
    Some(Remark {
        kind,
        category: Category::Hints,
        name: Cow::Borrowed(name),
        message: message.to_owned(),
        place: module.place(op),
        function: function.to_owned(),
        args: vec![
            ("Hint".into(), "allow_tma".to_owned()),
            ("Value".into(), if allowed == 0 { "false" } else { "true" }.to_owned()),
        ],
    })
}

fn name<L: ir::generic::GenericLevel>(module: &ir::Module<L>, func: Op) -> String {
    module.string(func, ir::Field::Attr(0)).map_or_else(String::new, |id| module.text(id).into_owned())
}

/// Remarks about the choices for a module of level 3.
pub(crate) fn of_tiles(module: &tileas::Module) -> Vec<Remark> {
    let mut found = Found { module, function: String::new(), remarks: Vec::new() };
    for op in preorder(&module.body, module.root) {
        found.op(op);
    }
    found.remarks
}

/// The number of last remarks that are searched for an equal one: more than the copies and products of an iteration have.
const NEIGHBOURS: usize = 16;

struct Found<'m> {
    module: &'m tileas::Module,
    function: String,
    remarks: Vec<Remark>,
}

impl Found<'_> {
    fn op(&mut self, op: Op) {
        let module = self.module;
        let opcode = module.opcode(op);
        self.latency(op);
        if opcode == Opcode::Func {
            self.function = name(module, op);
            self.block(op);
        } else if matches!(opcode, Opcode::Load | Opcode::TiledLoad) {
            self.access(op, "RemarkMemoryLoadInstructionSelected", "Load", module.body.result(op, 0));
        } else if opcode == Opcode::Store {
            let value = module.operand(op, fields::store::value);
            self.access(op, "RemarkMemoryStoreInstructionSelected", "Store", value);
        } else if opcode == Opcode::TiledStore {
            let value = module.operand(op, fields::tiled_store::value);
            self.access(op, "RemarkMemoryStoreInstructionSelected", "Store", value);
        } else if matches!(opcode, Opcode::AsyncTiledLoad | Opcode::AsyncLoad) {
            self.async_copy(op);
        } else if opcode == Opcode::CreatePipeline {
            self.pipeline(op);
        } else if matches!(opcode, Opcode::TmaLoad | Opcode::TmaStore) {
            self.tensor_copy(op, opcode);
        } else if is_product(opcode) {
            self.dot(op, opcode);
        } else if opcode == Opcode::FmaDot {
            self.fma_dot(op);
        } else if opcode == Opcode::ConvertLayout {
            self.conversion(op);
        } else if opcode == Opcode::AllocTensor {
            self.buffer(op);
        }
    }

    fn say(
        &mut self,
        op: Op,
        (kind, category): (Kind, Category),
        name: &'static str,
        message: &str,
        args: Vec<(&'static str, String)>,
    ) {
        let remark = Remark {
            kind,
            category,
            name: Cow::Borrowed(name),
            message: message.to_owned(),
            place: self.module.place(op),
            function: self.function.clone(),
            args: args.into_iter().map(|(key, value)| (Cow::Borrowed(key), value)).collect(),
        };
        // A copy or product of agents may be there twice, one after the other: its first iteration stands apart.
        if !self.remarks.iter().rev().take(NEIGHBOURS).any(|earlier| *earlier == remark) {
            self.remarks.push(remark);
        }
    }

    fn block(&mut self, op: Op) {
        let warps = tileas::block_warps(self.module, op);
        let args = vec![("Warps", warps.to_string()), ("Threads", (warps * 32).to_string())];
        let message = "A thread block computes a tile block";
        self.say(op, (Kind::Analysis, Category::Resources), "RemarkThreadBlock", message, args);
    }

    fn access(&mut self, op: Op, name: &'static str, what: &str, value: ir::Value) {
        let Some(tile) = self.module.ty(value).tile() else { return };
        let bits = tile.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
        let mut args = vec![("Instruction", format!("Global-memory {} instruction", what.to_lowercase()))];
        if !tile.shape().is_empty() {
            let run = tile.layout.contiguous(tile.shape().len() - 1);
            args.push(("Shape", shape(tile)));
            args.push(("ThreadBytes", (run * bits / 8).to_string()));
            args.push(("Layout", tile.layout.to_string()));
        }
        let message = format!("{what} instruction selected");
        self.say(op, (Kind::Passed, Category::Memory), name, &message, args);
    }

    /// Loads for which the hint is honoured have become copies, which have none.
    fn latency(&mut self, op: Op) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops have no such hint")]
        let (field, why) = match self.module.opcode(op) {
            Opcode::Load => (fields::load::latency, "The load is not prefetched"),
            Opcode::TiledLoad => (fields::tiled_load::latency, "The load is not prefetched"),
            Opcode::Store => (fields::store::latency, "The hint has no effect: no op waits for a store"),
            Opcode::TiledStore => {
                (fields::tiled_store::latency, "The hint has no effect: no op waits for a store")
            }
            _ => return,
        };
        let Some(latency) = self.module.int(op, field) else { return };
        let args = vec![("Hint", "latency".to_owned()), ("Value", latency.to_string())];
        self.say(op, (Kind::Missed, Category::Hints), "RemarkHintNotHonoured", why, args);
    }

    fn pipeline(&mut self, op: Op) {
        let stages = self.module.int(op, fields::create_pipeline::stages).unwrap_or(1);
        let buffer = self.module.ty(self.module.body.result(op, 0));
        let why = Bound::of(self.module, op).reason();
        let args = vec![
            ("Stages", stages.to_string()),
            ("Bound", why.to_owned()),
            ("StageBytes", bytes(buffer).to_string()),
            ("Buffer", data(buffer)),
        ];
        let message = "A loop prefetches its tiles some iterations ahead, each into a stage";
        self.say(op, (Kind::Passed, Category::Memory), "RemarkPipeline", message, args);
    }

    fn async_copy(&mut self, op: Op) {
        let buffer = if self.module.opcode(op) == Opcode::AsyncLoad {
            self.module.operand(op, fields::async_load::buffer)
        } else {
            self.module.operand(op, fields::async_tiled_load::buffer)
        };
        let args = vec![
            ("Instruction", "Asynchronous copy to shared memory".to_owned()),
            ("Buffer", self.module.ty(buffer).to_string()),
        ];
        let name = "RemarkMemoryLoadInstructionSelected";
        self.say(op, (Kind::Passed, Category::Memory), name, "Load instruction selected", args);
    }

    /// Copies of agents between memory and shared memory.
    fn tensor_copy(&mut self, op: Op, opcode: Opcode) {
        let (name, what, buffer) = if opcode == Opcode::TmaLoad {
            ("RemarkMemoryLoadInstructionSelected", "Load", fields::tma_load::buffer)
        } else {
            ("RemarkMemoryStoreInstructionSelected", "Store", fields::tma_store::buffer)
        };
        let buffer = self.module.ty(self.module.operand(op, buffer)).to_string();
        let args = vec![("Instruction", "Copy by a tensor map".to_owned()), ("Buffer", buffer)];
        let message = format!("{what} instruction selected");
        self.say(op, (Kind::Passed, Category::Memory), name, &message, args);
    }

    fn dot(&mut self, op: Op, opcode: Opcode) {
        let message = "MMA operation successfully optimized to use Tensor Cores";
        let args = if opcode == Opcode::Dot {
            self.product(op, [fields::dot::lhs, fields::dot::rhs, fields::dot::acc], "mma.sync")
        } else if opcode == Opcode::DotScaled {
            use fields::dot_scaled as f;
            self.product(op, [f::lhs, f::rhs, f::acc], "mma.sync.block_scale")
        } else if opcode == Opcode::TensorDot {
            use fields::tensor_dot as f;
            self.product(op, [f::lhs, f::rhs, f::acc], "tcgen05.mma")
        } else if opcode == Opcode::TensorDotScaled {
            use fields::tensor_dot_scaled as f;
            self.product(op, [f::lhs, f::rhs, f::acc], "tcgen05.mma.block_scale")
        } else {
            use fields::async_dot as f;
            self.product(op, [f::lhs, f::rhs, f::acc], "wgmma")
        };
        self.say(op, (Kind::Passed, Category::TensorCore), "RemarkTensorCoreMMA", message, args);
    }

    fn fma_dot(&mut self, op: Op) {
        let operands = [fields::fma_dot::lhs, fields::fma_dot::rhs, fields::fma_dot::acc];
        // Operands are tiles, or slices of buffers.
        let scalars = operands.map(|field| {
            let ty = self.module.ty(self.module.operand(op, field));
            let elem = ty.tile().map(|tile| tile.elem).or_else(|| ty.buffer().map(|buffer| buffer.elem));
            elem.and_then(|elem| elem.scalar())
        });
        let mut args = self.product(op, operands, "fma");
        let mut message = "MMA operation is computed element by element".to_owned();
        if let [Some(lhs), Some(rhs), Some(sum)] = scalars {
            let capability = tileas::target::capability(self.module).unwrap_or(0);
            let Obstacle { why, help } = match self.scales_of_blocks(op) {
                Some(scales) => Obstacle::of_scaled([lhs, rhs], scales, capability),
                None => Obstacle::of([lhs, rhs, sum], capability),
            };
            message = format!("{message}: {why}");
            args.extend(help.map(|help| (HELP, help.to_owned())));
        }
        self.say(op, (Kind::Missed, Category::TensorCore), "RemarkTensorCoreMMA", &message, args);
    }

    /// The block scales of a product element by element, in shared memory.
    fn scales_of_blocks(&self, op: Op) -> Option<BlockScales> {
        use fields::fma_dot as f;
        let buffer = |value: ir::Value| self.module.ty(value).buffer();
        let scales = buffer(self.module.operand_opt(op, f::lhs_scale)?)?;
        let [data, blocks] = [buffer(self.module.operand(op, f::lhs))?, scales].map(|buffer| {
            let shape = buffer.layout.shape();
            shape.extent(shape.rank() - 1)
        });
        Some(BlockScales { scalar: scales.elem.scalar()?, block: data / blocks })
    }

    fn product(&self, op: Op, operands: [ir::Field; 3], instruction: &str) -> Vec<(&'static str, String)> {
        let types = operands.map(|field| self.module.ty(self.module.operand(op, field)));
        let mut args = vec![("Instruction", instruction.to_owned())];
        for (key, ty) in ["Lhs", "Rhs", "Acc"].into_iter().zip(types) {
            args.push((key, data(ty)));
        }
        args
    }

    fn conversion(&mut self, op: Op) {
        let source = self.module.operand(op, fields::convert_layout::source);
        let result = self.module.body.result(op, 0);
        let (Some(from), Some(to)) = (self.module.ty(source).tile(), self.module.ty(result).tile()) else {
            return;
        };
        let bits = to.elem.scalar().map_or(64, |scalar| scalar.storage_bits()).max(8);
        let way = match Conversion::between(&from.layout, &to.layout, bits) {
            Conversion::Same => "nothing".to_owned(),
            Conversion::Registers(_) => "registers are renamed".to_owned(),
            Conversion::Shuffle(shuffle) => format!("{} shuffles", shuffle.instructions(bits)),
            Conversion::Shared(trip) => format!("shared memory, {} wavefronts", trip.wavefronts()),
            Conversion::Cluster => "shared memory of other thread blocks".to_owned(),
        };
        let args = vec![
            ("Tile", data(self.module.ty(result))),
            ("From", from.layout.to_string()),
            ("To", to.layout.to_string()),
            ("Way", way),
        ];
        let message = "A tile is converted to another layout";
        self.say(op, (Kind::Analysis, Category::Layout), "RemarkLayoutConversion", message, args);
    }

    fn buffer(&mut self, op: Op) {
        let buffer = self.module.ty(self.module.body.result(op, 0));
        let args = vec![("Bytes", bytes(buffer).to_string()), ("Buffer", data(buffer))];
        let message = "A buffer uses shared memory";
        self.say(op, (Kind::Analysis, Category::Resources), "RemarkSharedMemory", message, args);
    }
}

/// Bytes of a buffer.
fn bytes(ty: &Type) -> u64 {
    ty.buffer().map_or(0, |buffer| {
        let bits = buffer.elem.scalar().map_or(64, |scalar| scalar.storage_bits()).max(8);
        (u64::from(bits) << buffer.layout.shape().bits()) / 8
    })
}

/// `[32, 64]`
fn shape(tile: &TileType) -> String {
    format!("{:?}", tile.shape())
}

/// `32x64xf16`: a type without its layout.
fn data(ty: &Type) -> String {
    let text = ty.to_string();
    let inner = text.split_once('<').map_or(text.as_str(), |(_, rest)| rest);
    inner.split(',').next().unwrap_or(inner).trim_end_matches('>').to_owned()
}

/// Whether an op is a product by an instruction.
fn is_product(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Dot | Opcode::DotScaled | Opcode::AsyncDot | Opcode::TensorDot | Opcode::TensorDotScaled
    )
}
