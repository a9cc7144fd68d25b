//! Variables of the module, with their addresses and initial values, and the addresses of functions.

use ptx::module::{FuncId, Init, Item, Module, Space, Statement, Var, Variable};
use rustc_hash::FxHashMap;

use super::{immediate, index, mentions};
use crate::kernel::{Constant, GlobalVariable, Relocation};
use crate::memory::{CODE_WINDOW, CONST_WINDOW};

/// The memory that a module declares outside of frames.
#[derive(Debug)]
pub(crate) struct Data {
    places: FxHashMap<Var, Constant>,
    pub(crate) globals: Vec<GlobalVariable>,
    pub(crate) constant: GlobalVariable,
    /// Bytes of shared memory that have a size.
    pub(crate) shared: u32,
    /// Names of shared variables, with places and sizes.
    pub(crate) shared_names: Vec<(String, u32, u32)>,
}

impl Data {
    /// The address of a variable in its own space, if it is not one of a frame.
    pub(crate) fn address(&self, variable: Var, offset: i64) -> Option<Constant> {
        let moved = |place: u32| place.wrapping_add_signed(offset as i32);
        Some(match *self.places.get(&variable)? {
            Constant::Global { variable, .. } => Constant::Global { variable, offset },
            Constant::Shared(place) => Constant::Shared(moved(place)),
            Constant::Const(place) => Constant::Const(moved(place)),
            Constant::Param(place) => Constant::Param(moved(place)),
            other @ (Constant::Bits(_) | Constant::Special(_)) => other,
        })
    }
}

/// Gives every variable of the module an address in a launch of this kernel: all except shared variables of other kernels, for
/// which `ptxas` reserves nothing in this one.
pub(crate) fn lay_out(module: &Module, entry: FuncId) -> Data {
    let mut data = Data {
        places: FxHashMap::default(),
        globals: Vec::new(),
        constant: GlobalVariable {
            name: "constant memory".to_owned(),
            size: 0,
            align: 256,
            bytes: Vec::new(),
            relocations: Vec::new(),
        },
        shared: 0,
        shared_names: Vec::new(),
    };
    let listed = module.items.iter().filter_map(|item| match item {
        Item::Variable(variable) => Some(*variable),
        _ => None,
    });
    let inside = module.functions.values().filter_map(|function| function.body.as_ref()).flat_map(|body| {
        body.statements.iter().filter_map(|statement| match statement {
            Statement::Variable(variable) => Some(*variable),
            _ => None,
        })
    });
    let foreign = mentions::of_others(module, entry);
    let all: Vec<Var> = listed.chain(inside).filter(|id| !foreign.contains(id)).collect();
    for &id in &all {
        data.place(module, id);
    }
    // Dynamic shared memory, whose size is an argument of the launch, begins after everything that has a size.
    data.shared = data.shared.next_multiple_of(16);
    for &id in &all {
        let variable = &module.variables[id];
        if variable.space == Space::Shared && is_open(variable) {
            data.shared = data.shared.next_multiple_of(variable.alignment().max(1));
        }
    }
    for &id in &all {
        let variable = &module.variables[id];
        if variable.space == Space::Shared && is_open(variable) {
            data.places.insert(id, Constant::Shared(data.shared));
        }
    }
    for (variable, place) in parameters(module) {
        data.places.insert(variable, Constant::Param(place));
    }
    data.initialize(module, &all);
    data
}

/// Is the size left to the launch?
fn is_open(variable: &Variable) -> bool {
    variable.size().is_none()
}

/// Parameters of all kernels, with their places.
fn parameters(module: &Module) -> Vec<(Var, u32)> {
    let mut places = Vec::new();
    for function in module.functions.values().filter(|function| function.entry) {
        let mut end = 0u32;
        for &id in &function.params {
            let variable = &module.variables[id];
            let offset = end.next_multiple_of(variable.alignment().max(1));
            places.push((id, offset));
            end = offset + variable.size().unwrap_or(0) as u32;
        }
    }
    places
}

impl Data {
    fn place(&mut self, module: &Module, id: Var) {
        let variable = &module.variables[id];
        let size = variable.size().unwrap_or(0);
        let align = variable.alignment().max(1);
        match variable.space {
            // The size comes from the launch, so it is placed after everything else.
            Space::Shared if is_open(variable) => {}
            Space::Shared => {
                let place = self.shared.next_multiple_of(align);
                self.shared = place.saturating_add(u32::try_from(size).unwrap_or(u32::MAX));
                self.shared_names.push((variable.name.clone(), place, size as u32));
                self.places.insert(id, Constant::Shared(place));
            }
            Space::Global => {
                let number = self.globals.len() as u32;
                self.globals.push(GlobalVariable {
                    name: variable.name.clone(),
                    size,
                    align,
                    // Initial values are filled in when all variables have addresses, since they may hold them.
                    bytes: Vec::new(),
                    relocations: Vec::new(),
                });
                self.places.insert(id, Constant::Global { variable: number, offset: 0 });
            }
            Space::Const => {
                let place = (self.constant.size as u32).next_multiple_of(align);
                self.constant.size = u64::from(place) + size;
                self.places.insert(id, Constant::Const(place));
            }
            Space::Local | Space::Param | Space::Reg | Space::Tex => {}
        }
    }

    fn initialize(&mut self, module: &Module, all: &[Var]) {
        self.constant.bytes = vec![0; self.constant.size as usize];
        for &id in all {
            let variable = &module.variables[id];
            let mut filled = Filled { module, data: self, bytes: Vec::new(), relocations: Vec::new() };
            if let Some(init) = &variable.init {
                filled.value(init, variable);
            }
            // Addresses of variables in global memory are known at the launch; until then they are relocations.
            let Filled { bytes, relocations, .. } = filled;
            match self.places.get(&id) {
                Some(&Constant::Global { variable, .. }) => {
                    let global = &mut self.globals[variable as usize];
                    (global.bytes, global.relocations) = (bytes, relocations);
                }
                Some(&Constant::Const(place)) => {
                    self.constant.bytes[place as usize..][..bytes.len()].copy_from_slice(&bytes);
                    let moved = relocations.into_iter().map(|one| Relocation { at: one.at + place, ..one });
                    self.constant.relocations.extend(moved);
                }
                Some(_) | None => {}
            }
        }
    }
}

/// The first contents of a variable, as far as they have been read.
struct Filled<'d> {
    module: &'d Module,
    data: &'d Data,
    bytes: Vec<u8>,
    relocations: Vec<Relocation>,
}

impl Filled<'_> {
    fn value(&mut self, init: &Init, variable: &Variable) {
        let size = variable.of.bytes();
        match init {
            Init::Value(value) => {
                let bits = immediate::bits(*value, variable.of);
                self.bytes.extend_from_slice(&bits.to_le_bytes()[..size as usize]);
            }
            // A kernel with textures is refused.
            Init::Fields(_) => {}
            Init::List(values) => {
                let whole = self.bytes.len() as u64 + self.rows(values, variable);
                values.iter().for_each(|value| self.value(value, variable));
                // A row that is not written to its end is zero there.
                let end = whole.max(self.bytes.len() as u64);
                self.bytes.resize(end as usize, 0);
            }
            Init::Symbol { name, offset, generic, mask } => {
                let at = self.bytes.len() as u32;
                let shift = mask.map_or(0, u64::trailing_zeros);
                if let Some(of) = self.symbol(name, *offset, *generic) {
                    self.relocations.push(Relocation { at, size, shift, of });
                }
                self.bytes.resize(self.bytes.len() + size as usize, 0);
            }
        }
    }

    /// Bytes of a list: one row of the innermost length if it contains values.
    fn rows(&self, values: &[Init], variable: &Variable) -> u64 {
        let nested = values.iter().any(|value| matches!(value, Init::List(_)));
        match variable.dims.last() {
            Some(Some(last)) if !nested && variable.dims.len() > 1 => last * u64::from(variable.of.bytes()),
            _ => 0,
        }
    }

    fn symbol(&self, name: &str, offset: i64, generic: bool) -> Option<Constant> {
        if let Some(function) = self.module.function(name) {
            return Some(Constant::Bits(function_address(self.module, function)));
        }
        let found = self.module.variables.iter().find(|(_, variable)| variable.name == name)?;
        let address = self.data.address(found.0, offset)?;
        Some(match address {
            Constant::Const(place) if generic => Constant::Bits(CONST_WINDOW | u64::from(place)),
            Constant::Shared(place) if !generic => Constant::Bits(u64::from(place)),
            other => other,
        })
    }
}

/// The definition of a function, if the module has one.
pub(super) fn definition(module: &Module, function: FuncId) -> FuncId {
    module.function(&module.functions[function].name).unwrap_or(function)
}

/// The address of a function: what a register holds to call it.
pub(super) fn function_address(module: &Module, function: FuncId) -> u64 {
    let function = definition(module, function);
    CODE_WINDOW | (u64::from(index(function)) + 1) << 4
}
