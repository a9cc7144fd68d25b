//! From a module to a program.
//!
//! Every instruction becomes one [`Inst`]. Its family's file selects what executes it, by the opcode and the words of its
//! form; a form that is not executed is refused here, so nothing is left to refuse while running.

mod atomics;
mod calls;
mod clusters;
mod compute;
mod control;
mod copies;
mod data;
mod flow;
mod functions;
mod hints;
mod immediate;
mod lanes;
mod launching;
mod ldmatrix;
mod mbarrier;
mod memory;
mod mentions;
mod mma;
mod moves;
mod multimem;
mod packs;
mod pool;
mod scope;
mod select;
mod sizes;
mod stack;
mod sync;
mod tcgen05;
mod tensormap;
mod video;
mod wgmma;
mod wmma;

use cranelift_entity::EntityRef;
use diag::Diagnostic;
use ptx::module::{DirectiveKind, FuncId, Function, Module, Space};
use ptx::text::SourceMap;
use rustc_hash::FxHashMap;

use crate::codes;
use crate::kernel::{Demands, Kernel, Parameter};
use crate::place::Place;
use crate::program::Program;
use pool::Pool;

/// Why an instruction is not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The reason: what follows "`name` is not executed: ".
    pub(crate) reason: String,
}

impl Refusal {
    pub(crate) fn new(reason: impl Into<String>) -> Refusal {
        Refusal { reason: reason.into() }
    }
}

impl Program {
    /// Prepares a kernel of a verified module.
    ///
    /// # Errors
    /// There is no such kernel, or it uses what is not executed (E0830), each with its place.
    pub fn prepare(module: &Module, map: &SourceMap, kernel: &str) -> Result<Program, Vec<Diagnostic>> {
        let found = module.entries().find(|&id| module.functions[id].name == kernel);
        let Some(entry) = found else {
            let names: Vec<_> =
                module.entries().map(|id| format!("`{}`", module.functions[id].name)).collect();
            let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let message = format!("the module has no kernel `{kernel}`");
            return Err(vec![
                Diagnostic::error(codes::LAUNCH, message).note(format!("its kernels are: {has}")),
            ]);
        };
        if let Some(message) = sizes::refused(module) {
            return Err(vec![Diagnostic::error(codes::NOT_EXECUTED, message)]);
        }
        Preparation::new(module, entry).run(map)
    }
}

struct Preparation<'m> {
    module: &'m Module,
    entry: FuncId,
    pool: Pool,
    /// Functions that are called, in the order in which they were found.
    functions: Vec<FuncId>,
    numbers: FxHashMap<FuncId, u32>,
    refused: Vec<(Place, String)>,
}

impl<'m> Preparation<'m> {
    fn new(module: &'m Module, entry: FuncId) -> Preparation<'m> {
        Preparation {
            module,
            entry,
            pool: Pool::default(),
            functions: vec![entry],
            numbers: FxHashMap::from_iter([(entry, 0)]),
            refused: Vec::new(),
        }
    }

    fn run(mut self, map: &SourceMap) -> Result<Program, Vec<Diagnostic>> {
        let mut data = data::lay_out(self.module, self.entry);
        let entry = &self.module.functions[self.entry];
        let (parameters, parameter_bytes) = parameters(self.module, entry);
        let mut functions = Vec::new();
        let mut code = Vec::new();
        // The list grows while functions are prepared that call others.
        while let Some(&id) = self.functions.get(functions.len()) {
            functions.push(self.function(id, &data, &mut code));
        }
        if !self.refused.is_empty() {
            return Err(self
                .refused
                .into_iter()
                .map(|(place, message)| diagnose(map, place, message))
                .collect());
        }
        let communicates = self.pool.communicates;
        let heap = self.pool.uses_heap.then(|| {
            data.globals.push(crate::device::heap());
            data.globals.len() as u32 - 1
        });
        let (rows32, rows64) = self.pool.into_constants();
        let kernel = Kernel {
            target: self.module.target,
            name: entry.name.clone(),
            entry: self.entry,
            functions,
            rows32,
            rows64,
            parameters,
            parameter_bytes,
            globals: data.globals,
            constant_memory: data.constant,
            shared: data.shared,
            shared_names: data.shared_names,
            demands: demands(entry),
            communicates,
            heap,
        };
        Ok(Program { kernel, code })
    }

    /// The number of a function that is called.
    fn number(&mut self, id: FuncId) -> u32 {
        let next = self.functions.len() as u32;
        *self.numbers.entry(id).or_insert_with(|| {
            self.functions.push(id);
            next
        })
    }
}

fn diagnose(map: &SourceMap, place: Place, message: String) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::NOT_EXECUTED, message);
    match map.statement(place.function, place.statement as usize) {
        Some(span) => diagnostic.at(span, ""),
        None => diagnostic,
    }
}

/// Parameters of the kernel, laid out one after the other.
fn parameters(module: &Module, entry: &Function) -> (Vec<Parameter>, u32) {
    let mut end = 0u32;
    let lay_out = |&id: &ptx::module::Var| {
        let variable = &module.variables[id];
        let (size, align) = (variable.size().unwrap_or(0) as u32, variable.alignment().max(1));
        let offset = end.next_multiple_of(align);
        end = offset + size;
        Parameter { name: variable.name.clone(), offset, size, align, of: variable.of }
    };
    let parameters = entry.params.iter().map(lay_out).collect();
    (parameters, end)
}

fn demands(entry: &Function) -> Demands {
    let mut demands = Demands::default();
    for directive in &entry.directives {
        let axis = |axis: usize| directive.values.get(axis).map_or(1, |&value| value as u32);
        let axes = [axis(0), axis(1), axis(2)];
        match directive.kind {
            DirectiveKind::Reqntid => demands.block = Some(axes),
            DirectiveKind::Maxntid => demands.most_threads = Some(axes.iter().product()),
            DirectiveKind::Reqnctapercluster => demands.cluster = Some(axes),
            DirectiveKind::Blocksareclusters => demands.blocks_are_clusters = true,
            DirectiveKind::Maxclusterrank => demands.most_cluster = Some(axes[0]),
            DirectiveKind::Minnctapersm => demands.least_blocks = Some(axes[0]),
            DirectiveKind::Maxnreg => demands.registers = Some(axes[0]),
            // Hints for the compiler: they change no result.
            DirectiveKind::Maxnctapersm
            | DirectiveKind::Noreturn
            | DirectiveKind::Explicitcluster
            | DirectiveKind::AbiPreserve
            | DirectiveKind::AbiPreserveControl
            | DirectiveKind::Unified => {}
        }
    }
    demands
}

/// The index of an entity, as programs keep it.
pub(crate) fn index<T: EntityRef>(entity: T) -> u32 {
    entity.index() as u32
}

/// Is the variable one of a function's frame: local memory, or a parameter that it takes or passes?
const fn in_frame(space: Space) -> bool {
    matches!(space, Space::Local | Space::Param | Space::Reg)
}
