//! Variables, and heads of functions.

use crate::codes;
use crate::module::{
    DirectiveKind, FuncId, Function, Immediate, Init, Linkage, Prototype, Space, Var, Variable,
};
use crate::target::{Needs, Target, Version};
use crate::types::Class;

use super::{At, Verifier};

/// Constant memory, in bytes.
const CONSTANT: u64 = 64 * 1024;
/// Parameters of a kernel before PTX 8.1 and from it on, in bytes.
const PARAMETERS: (u64, u64) = (4352, 32764);

impl Verifier<'_> {
    pub(super) fn variables(&mut self) {
        for (var, variable) in self.module.variables.iter() {
            self.variable(var, variable);
        }
    }

    pub(super) fn wrong(&mut self, var: Var, message: String, label: &str) {
        self.error(codes::DECLARATION, self.map.variable(var), message, label.to_owned());
    }

    fn variable(&mut self, var: Var, variable: &Variable) {
        let name = &variable.name;
        if variable.of.class() == Class::Predicate && variable.space != Space::Reg {
            self.wrong(var, format!("`{name}` is a predicate outside registers"), "use .b8");
        }
        let open = variable.dims.iter().skip(1).any(Option::is_none);
        if open {
            self.wrong(var, format!("`{name}` leaves an inner length open"), "only the first may be");
        }
        if variable.size().is_none() && variable.dims.iter().all(Option::is_some) {
            self.wrong(var, format!("`{name}` is too large"), "its size has more than 63 bits");
        }
        let limit = match variable.space {
            Space::Shared => self.module.target.declared_shared(),
            Space::Const => CONSTANT,
            Space::Reg | Space::Param | Space::Global | Space::Local | Space::Tex => u64::MAX,
        };
        if let Some(size) =
            variable.size().filter(|&size| size > limit && variable.linkage != Some(Linkage::Extern))
        {
            self.wrong(
                var,
                format!("`{name}` takes {size} bytes"),
                &format!("{} has {limit}", variable.space.text()),
            );
        }
        if let Some(init) = &variable.init {
            self.init(var, variable, init);
        }
    }

    fn init(&mut self, var: Var, variable: &Variable, init: &Init) {
        let name = &variable.name;
        if !matches!(variable.space, Space::Global | Space::Const) {
            let label = "only variables in .global and .const have one";
            self.wrong(var, format!("`{name}` has an initial value"), label);
        }
        let mut dims: Vec<Option<u64>> = variable.dims.clone();
        dims.extend(variable.vector.map(|vector| Some(u64::from(vector))));
        self.init_values(var, variable, init, &dims);
    }

    fn init_values(&mut self, var: Var, variable: &Variable, init: &Init, dims: &[Option<u64>]) {
        let name = &variable.name;
        match (init, dims) {
            (Init::List(values), [length, inner @ ..]) => {
                if let Some(length) = length.filter(|&length| values.len() as u64 > length) {
                    self.wrong(
                        var,
                        format!("`{name}` has {length} elements and {} values", values.len()),
                        "",
                    );
                }
                for value in values {
                    self.init_values(var, variable, value, inner);
                }
            }
            (Init::List(values), []) if values.len() > 1 => {
                self.wrong(var, format!("`{name}` has more braces than lengths"), "");
            }
            (Init::List(_), []) | (Init::Symbol { .. } | Init::Fields(_), _) => {}
            (Init::Value(value), _) => {
                let float = !matches!(value, Immediate::Int(_));
                if float && variable.of.class() == Class::Integer {
                    self.wrong(var, format!("`{name}` is .{} and has a float as value", variable.of), "");
                }
            }
        }
    }

    pub(super) fn head(&mut self, id: FuncId, function: &Function) {
        let in_registers = function.returns.iter().all(|&var| self.module.variables[var].space == Space::Reg);
        if function.returns.len() > 1 && !in_registers {
            let message = format!("`{}` returns several values in .param", function.name);
            let label = "return one array of bytes, or write `.reg`".to_owned();
            self.error(codes::DECLARATION, self.map.function(id), message, label);
        }
        if function.entry && !function.returns.is_empty() {
            let message = format!("the kernel `{}` returns something", function.name);
            self.error(codes::DECLARATION, self.map.function(id), message, String::new());
        }
        if function.entry {
            self.parameters(id, function);
        }
        self.directives(id, function);
    }

    fn parameters(&mut self, id: FuncId, function: &Function) {
        let mut size = 0u64;
        for &var in &function.params {
            let variable = &self.module.variables[var];
            let align = u64::from(variable.alignment().max(1));
            let bytes = variable.size().unwrap_or(0);
            size = size
                .checked_next_multiple_of(align)
                .and_then(|start| start.checked_add(bytes))
                .unwrap_or(u64::MAX);
        }
        let limit = if self.module.version < Version::new(8, 1) { PARAMETERS.0 } else { PARAMETERS.1 };
        if size > limit {
            let message = format!("the parameters of `{}` take {size} bytes", function.name);
            self.error(
                codes::DECLARATION,
                self.map.function(id),
                message,
                format!("a kernel may have {limit}"),
            );
        }
    }

    fn directives(&mut self, id: FuncId, function: &Function) {
        let has = |kind| function.directives.iter().any(|directive| directive.kind == kind);
        for directive in &function.directives {
            self.directive_place(id, function, directive.kind);
            if let Some(needs) = directive_needs(directive.kind)
                && !needs.met(self.module.version, self.module.target)
            {
                let label = format!("the file says PTX {} and {}", self.module.version, self.module.target);
                self.error(
                    codes::NEEDS,
                    self.map.function(id),
                    format!("`.{}` needs {needs}", directive.kind),
                    label,
                );
            }
            if directive.values.iter().any(|&value| value < 1 && directive.kind != DirectiveKind::AbiPreserve)
            {
                let message = format!("`.{}` of `{}` is less than one", directive.kind, function.name);
                self.error(codes::DECLARATION, self.map.function(id), message, String::new());
            }
        }
        let complaint = if has(DirectiveKind::Reqnctapercluster) && has(DirectiveKind::Maxclusterrank) {
            "`.reqnctapercluster` and `.maxclusterrank` exclude each other"
        } else if has(DirectiveKind::Reqntid) && has(DirectiveKind::Maxntid) {
            "`.reqntid` and `.maxntid` exclude each other"
        } else if has(DirectiveKind::Blocksareclusters)
            && !(has(DirectiveKind::Reqntid) && has(DirectiveKind::Reqnctapercluster))
        {
            "`.blocksareclusters` needs `.reqntid` and `.reqnctapercluster`"
        } else {
            return;
        };
        self.error(
            codes::DECLARATION,
            self.map.function(id),
            complaint.to_owned(),
            format!("in `{}`", function.name),
        );
    }
}

impl Verifier<'_> {
    /// Kernels have directives of launches, functions those of calls.
    fn directive_place(&mut self, id: FuncId, function: &Function, kind: DirectiveKind) {
        let of_calls = matches!(
            kind,
            DirectiveKind::Noreturn | DirectiveKind::AbiPreserve | DirectiveKind::AbiPreserveControl
        );
        let name = &function.name;
        let (message, label) = if function.entry && of_calls {
            (format!("the kernel `{name}` has `.{kind}`"), "only functions have it: leave it out")
        } else if !function.entry && !of_calls {
            (format!("the function `{name}` has `.{kind}`"), "only kernels have it: leave it out")
        } else if kind == DirectiveKind::Noreturn && !function.returns.is_empty() {
            (format!("`{name}` has `.noreturn` and returns something"), "leave one of the two out")
        } else {
            return;
        };
        self.error(codes::DECLARATION, self.map.function(id), message, label.to_owned());
    }
}

impl Verifier<'_> {
    /// Checks the directives of the prototype of an indirect call.
    pub(super) fn prototype_directives(&mut self, at: At<'_>, prototype: &Prototype) {
        for kind in prototype.directives.iter().map(|directive| directive.kind) {
            if let Some(needs) = directive_needs(kind)
                && !needs.met(self.module.version, self.module.target)
            {
                let label = format!("the file says PTX {} and {}", self.module.version, self.module.target);
                self.error_at(codes::NEEDS, at, format!("`.{kind}` needs {needs}"), label);
            }
        }
    }
}

fn directive_needs(kind: DirectiveKind) -> Option<Needs> {
    let (version, target) = match kind {
        DirectiveKind::Explicitcluster | DirectiveKind::Reqnctapercluster | DirectiveKind::Maxclusterrank => {
            (Version::new(7, 8), 90)
        }
        DirectiveKind::Blocksareclusters => (Version::new(9, 0), 90),
        DirectiveKind::AbiPreserve | DirectiveKind::AbiPreserveControl => (Version::new(9, 0), 80),
        DirectiveKind::Maxntid
        | DirectiveKind::Reqntid
        | DirectiveKind::Minnctapersm
        | DirectiveKind::Maxnctapersm
        | DirectiveKind::Maxnreg
        | DirectiveKind::Noreturn
        | DirectiveKind::Unified => return None,
    };
    Some(Needs { version, targets: vec![Target::plain(target)], ended: None })
}
