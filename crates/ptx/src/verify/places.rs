//! Declarations of variables: where they are allowed, and with which properties.

use rustc_hash::FxHashMap;

use crate::codes;
use crate::module::{FuncId, Function, Item, Linkage, Space, TargetOption, Var, Variable};
use crate::target::{Needs, Target, Version};
use crate::types::{Class, Type};

use super::Verifier;

/// From this version on functions have the ABI: memory of a thread and registers are declared in functions.
const ABI: Version = Version::new(3, 0);
/// The first version with `.texref`, `.samplerref` and `.surfref`, and the first without `.tex`.
const OPAQUE: Version = Version::new(1, 5);

/// The state of a name of functions.
#[derive(Default)]
struct Seen {
    /// The last declaration so far.
    last: Option<FuncId>,
    /// Has it a body, or is it another name?
    defined: bool,
}

/// Where a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the top of the file.
    Module,
    /// Parameter of a kernel.
    Kernel,
    /// Parameter of a function; true for the last.
    Function(bool),
    /// A return value of a function.
    Returned,
    /// In a body.
    Body,
}

impl Verifier<'_> {
    /// Every variable, at its place.
    pub(super) fn places(&mut self) {
        let mut places = vec![Place::Body; self.module.variables.len()];
        for item in &self.module.items {
            if let Item::Variable(var) = item {
                places[var.as_u32() as usize] = Place::Module;
            }
        }
        for function in self.module.functions.values() {
            for &var in &function.returns {
                places[var.as_u32() as usize] = Place::Returned;
            }
            for (index, &var) in function.params.iter().enumerate() {
                let last = index + 1 == function.params.len();
                places[var.as_u32() as usize] =
                    if function.entry { Place::Kernel } else { Place::Function(last) };
            }
        }
        let module = self.module;
        for ((var, variable), place) in module.variables.iter().zip(places) {
            self.open_length(var, variable, place);
            self.space_at(var, variable, place);
            self.type_of_variable(var, variable);
            self.attributes_of(var, variable);
            if variable.of.class() == Class::Opaque {
                self.opaque(var, variable, place);
            }
            if variable.pointer.is_some() && place != Place::Kernel {
                let name = &variable.name;
                self.wrong(var, format!("`{name}` has `.ptr`"), "only parameters of kernels have one");
            }
        }
    }

    /// Arrays without a length, or of length 0.
    fn open_length(&mut self, var: Var, variable: &Variable, place: Place) {
        let open = variable.dims.first().is_some_and(|dim| matches!(dim, None | Some(0)));
        let defined = variable.init.is_some() || variable.linkage == Some(Linkage::Extern);
        if !open || defined || variable.space == Space::Reg {
            return;
        }
        let name = &variable.name;
        let (message, label) = match place {
            Place::Function(true) => return,
            Place::Function(false) => {
                (format!("the parameter `{name}` has no length"), "only the last may be an array without one")
            }
            Place::Kernel => {
                (format!("the parameter `{name}` of a kernel has no length"), "say its length in brackets")
            }
            Place::Returned => (format!("the returned `{name}` has no length"), "say its length in brackets"),
            Place::Module | Place::Body => {
                let label =
                    "say its length, give it initial values, or declare it `.extern` at the top of the file";
                (format!("the array `{name}` has no length"), label)
            }
        };
        self.wrong(var, message, label);
    }

    fn space_at(&mut self, var: Var, variable: &Variable, place: Place) {
        let (name, version) = (&variable.name, self.module.version);
        let (message, label) = match (place, variable.space) {
            (Place::Module, Space::Local) if version >= ABI => (
                format!("`{name}` is in .local at the top of the file"),
                "from PTX 3.0 on memory of a thread is declared in a function",
            ),
            (Place::Module, Space::Param) => (
                format!("`{name}` is in .param at the top of the file"),
                "parameters are declared in the head of a function, or in a body for a call",
            ),
            (Place::Kernel, Space::Reg) => {
                (format!("the parameter `{name}` of a kernel is a register"), "write `.param`")
            }
            (_, Space::Param) if variable.vector.is_some() => (
                format!("`{name}` is a vector in .param"),
                "pass an array of bytes with the alignment of the vector, as in `.param .align 8 .b8 p[8]`",
            ),
            (Place::Module, Space::Tex) if version >= OPAQUE => (
                format!("`{name}` is declared with `.tex`, which ended with PTX 1.5"),
                "write `.global .texref`",
            ),
            (Place::Module, Space::Tex) if !matches!(variable.of, Type::U32 | Type::U64) => {
                (format!("`{name}` is a texture of .{}", variable.of), "write `.tex .u32` or `.tex .u64`")
            }
            _ if variable.init.is_some() && variable.linkage == Some(Linkage::Extern) => (
                format!("`{name}` is declared `.extern` and has an initial value"),
                "the value belongs where it is defined",
            ),
            _ => return,
        };
        self.wrong(var, message, label);
    }

    /// Types that the version or the target lacks, or that only instructions have.
    fn type_of_variable(&mut self, var: Var, variable: &Variable) {
        let needs = match variable.of {
            Type::Bf16 | Type::Bf16x2 | Type::U16x2 | Type::S16x2 => {
                let label = if variable.of.bits() == 16 { "write `.b16`" } else { "write `.b32`" };
                let message = format!("`{}` has the type .{} of instructions", variable.name, variable.of);
                return self.wrong(var, message, label);
            }
            Type::F16x2 => Needs::later(Version::new(4, 2), 53),
            Type::B128 => Needs::later(Version::new(8, 3), 70),
            _ => return,
        };
        if !needs.met(self.module.version, self.module.target) {
            let message = format!("variables of .{} need {needs}", variable.of);
            let label = format!("the file says PTX {} and {}", self.module.version, self.module.target);
            self.error(codes::NEEDS, self.map.variable(var), message, label);
        }
    }

    /// Checks the attributes in `.attribute`.
    fn attributes_of(&mut self, var: Var, variable: &Variable) {
        for attribute in &variable.attributes {
            let needs = if attribute.starts_with(".unified") {
                Needs::later(Version::new(8, 0), 90)
            } else {
                Needs::later(Version::new(4, 0), 30)
            };
            if !needs.met(self.module.version, self.module.target) {
                let label = format!("the file says PTX {} and {}", self.module.version, self.module.target);
                let message = format!("the attribute `{attribute}` needs {needs}");
                self.error(codes::NEEDS, self.map.variable(var), message, label);
            }
        }
    }

    /// Textures, samplers and surfaces.
    fn opaque(&mut self, var: Var, variable: &Variable, place: Place) {
        let (name, of) = (&variable.name, variable.of);
        let independent = self.module.target_options.contains(&TargetOption::TexmodeIndependent);
        if self.module.version < OPAQUE {
            let label = "write `.tex .u32`, or a newer `.version`";
            self.wrong(var, format!("variables of .{of} need PTX {OPAQUE}"), label);
        } else if matches!(place, Place::Body | Place::Function(_) | Place::Returned) {
            let label = "declare it at the top of the file or as a parameter of a kernel";
            self.wrong(var, format!("`{name}` of .{of} is declared in a function"), label);
        } else if place == Place::Module && variable.space != Space::Global {
            self.wrong(var, format!("`{name}` of .{of} is in {}", variable.space.text()), "write `.global`");
        } else if of == Type::Samplerref && !independent {
            let label = "write `.target .., texmode_independent`, or leave samplers out";
            self.wrong(var, format!("`{name}` is a sampler where textures have their own"), label);
        }
    }

    /// Functions that are declared more than once, or never defined.
    pub(super) fn definitions(&mut self) {
        let module = self.module;
        let mut seen: FxHashMap<&str, Seen> = FxHashMap::default();
        for item in &module.items {
            if let Item::Alias(name, _) = item {
                seen.insert(name, Seen { last: None, defined: true });
            }
        }
        for (id, function) in module.functions.iter() {
            let before = seen.entry(&function.name).or_default();
            let (last, defined) = (before.last.replace(id), before.defined);
            before.defined |= function.body.is_some();
            if let Some(last) = last {
                self.again(id, function, &module.functions[last], defined && function.body.is_some());
            }
        }
        for (id, function) in module.functions.iter() {
            let known = &seen[function.name.as_str()];
            if function.linkage != Some(Linkage::Extern) && !known.defined && known.last == Some(id) {
                let message = format!("`{}` is declared and not defined", function.name);
                let label = "declare it `.extern` when another file defines it".to_owned();
                self.error(codes::DECLARATION, self.map.function(id), message, label);
            }
        }
    }

    fn again(&mut self, id: FuncId, function: &Function, before: &Function, twice: bool) {
        let name = &function.name;
        let same = |a: &[Var], b: &[Var]| {
            let kind = |var: &Var| {
                let variable = &self.module.variables[*var];
                (variable.of.bits(), variable.dims.clone())
            };
            a.len() == b.len() && a.iter().map(kind).eq(b.iter().map(kind))
        };
        let (code, message) = if twice {
            (codes::REDECLARED, format!("`{name}` is defined twice"))
        } else if function.entry != before.entry {
            (codes::DECLARATION, format!("`{name}` is a kernel here and a function above"))
        } else if !same(&function.params, &before.params) || !same(&function.returns, &before.returns) {
            (codes::DECLARATION, format!("`{name}` is declared with other parameters above"))
        } else {
            return;
        };
        self.error(code, self.map.function(id), message, String::new());
    }
}

impl Needs {
    /// A version and any target from a number on.
    fn later(version: Version, number: u16) -> Needs {
        Needs { version, targets: vec![Target::plain(number)], ended: None }
    }
}
