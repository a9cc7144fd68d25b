//! Ops with text of their own, and whether an op fits the text of its row at all.

use ir::text::print;
use ir::{Block, Field, Op, TypeId, Value};
use numerics::Scalar;

use super::attr::{function_type, is_good};
use super::literal::push_symbol;
use super::{Printer, Style};
use crate::attrs::{Attr, SymbolVisibility};
use crate::ops::{Opcode, Syntax, fields};
use crate::types::{DYNAMIC, Elem, PtrType};
use crate::{Constraint, Module, Type};

/// Judging ops.
impl Printer<'_> {
    /// True when the text of its row says everything about an op.
    pub(super) fn fits(&self, op: Op) -> bool {
        let module = self.module;
        print::fits(module, op, |spec, slot| is_good(module, spec, slot))
            && tokens_fit(module, op)
            && custom_fits(module, op)
            && !self.hides_padding(op)
    }

    /// True when padding would be read as a mask. The real disassembler prints it nevertheless.
    fn hides_padding(&self, op: Op) -> bool {
        use fields::load_ptr_tko::{mask, paddingValue};
        if self.module.opcode(op) != Opcode::LoadPtrTko || self.options.style == Style::Disassembler {
            return false;
        }
        let is_mask = |value: Value| {
            let tile = self.module.ty(value).as_tile();
            tile.is_some_and(|tile| tile.elem() == Elem::Scalar(Scalar::I1))
        };
        let module = self.module;
        module.operands(op, mask).is_empty()
            && module.operands(op, paddingValue).iter().any(|&value| is_mask(value))
    }

    /// How many regions an op shows: an `else` without a block does not show.
    pub(super) fn written_regions(&self, op: Op) -> usize {
        let body = &self.module.body;
        let regions = body.regions(op);
        let count = regions.len();
        match self.module.opcode(op) {
            Opcode::If if regions.last().is_some_and(|region| body.region_blocks(region).is_empty()) => {
                count - 1
            }
            _ => count,
        }
    }

    /// True for a terminator that the parser adds by itself.
    pub(super) fn goes_without_saying(&self, parent: Op, op: Op) -> bool {
        let body = &self.module.body;
        let silent = match self.module.opcode(parent) {
            Opcode::If => Opcode::Yield,
            Opcode::For | Opcode::Loop => Opcode::Continue,
            _ => return false,
        };
        self.module.opcode(op) == silent
            && body.operands(op).is_empty()
            && body.results(op).is_empty()
            && body.extra(op).is_none()
    }
}

/// Whether values that must be tokens are: their types are often not written.
fn tokens_fit(module: &Module, op: Op) -> bool {
    let spec = module.spec(op);
    let is_token = |value: Value| matches!(module.ty(value), Type::Token);
    let operands = spec.operands.iter().enumerate().filter(|(_, spec)| spec.constraint == Constraint::Token);
    let results = spec.results.iter().enumerate().filter(|(_, spec)| spec.constraint == Constraint::Token);
    operands
        .into_iter()
        .all(|(i, _)| module.operands(op, Field::Operand(i as u8)).iter().all(|&v| is_token(v)))
        && results.into_iter().all(|(i, _)| module.results(op, Field::Result(i as u8)).all(is_token))
}

fn custom_fits(module: &Module, op: Op) -> bool {
    let body = &module.body;
    let types = |field| module.operands(op, field).iter().map(|&value| body.ty(value));
    match module.opcode(op) {
        Opcode::Constant => {
            let value = module.attr(op, fields::constant::value).as_interned().map(|id| module.attrs.get(id));
            matches!(value, Some(Attr::Dense(dense)) if dense.ty == body.ty(body.result(op, 0)))
        }
        Opcode::Entry | Opcode::Func | Opcode::TestFunc => function_fits(module, op),
        Opcode::For => for_fits(module, op),
        Opcode::If => args(module, op, 0).is_empty() && args(module, op, 1).is_empty(),
        Opcode::Loop => args(module, op, 0).into_iter().eq(types(fields::loop_::initValues)),
        Opcode::Reduce | Opcode::Scan => !body.operands(op).is_empty() && !body.results(op).is_empty(),
        Opcode::MakeTensorView => tensor_view_fits(module, op),
        Opcode::MakePartitionView | Opcode::MakeStridedView | Opcode::MakeGatherScatterView => {
            let view = module.ty(body.result(op, 0)).as_view();
            let tensor = module.ty(body.operands(op)[0]).as_tensor_view();
            view.is_some_and(|view| tensor == Some(view.tensor()))
        }
        Opcode::TestEvolution => body.results(op).is_empty(),
        _ => true,
    }
}

/// Types of the arguments of the first block of a region.
fn args(module: &Module, op: Op, region: usize) -> Vec<TypeId> {
    let body = &module.body;
    let block = body.regions(op).nth(region).and_then(|region| body.region_blocks(region).first());
    block.map_or_else(Vec::new, |&block| body.block_args(block).iter().map(|value| body.ty(value)).collect())
}

fn function_fits(module: &Module, op: Op) -> bool {
    let (field, results) = match module.opcode(op) {
        Opcode::Entry => (fields::entry::function_type, false),
        Opcode::Func => (fields::experimental_func::function_type, true),
        _ => (fields::testing_func::function_type, true),
    };
    let Some(function) = function_type(module, module.attr(op, field)) else { return false };
    let args = args(module, op, 0);
    (results || function.results.is_empty())
        && args.len() == function.params.len()
        && args.iter().zip(&function.params).all(|(&arg, param)| module.types.get(arg) == param)
}

fn for_fits(module: &Module, op: Op) -> bool {
    let body = &module.body;
    let (args, operands) = (args(module, op, 0), body.operands(op));
    let (Some((&iv, carried)), Some((bounds, inits))) = (args.split_first(), operands.split_at_checked(3))
    else {
        return false;
    };
    bounds.iter().all(|&value| body.ty(value) == iv)
        && inits.iter().map(|&value| body.ty(value)).eq(carried.iter().copied())
        && body.results(op).iter().map(|value| body.ty(value)).eq(carried.iter().copied())
}

fn tensor_view_fits(module: &Module, op: Op) -> bool {
    let body = &module.body;
    let Some(view) = module.ty(body.result(op, 0)).as_tensor_view() else { return false };
    let count = |dims: &[i64]| dims.iter().filter(|&&dim| dim == DYNAMIC).count();
    let shape = module.operands(op, fields::make_tensor_view::dynamicShape);
    let strides = module.operands(op, fields::make_tensor_view::dynamicStrides);
    let base = module.ty(body.operands(op)[0]);
    let mut dynamic = shape.iter().chain(strides).map(|&value| body.ty(value));
    let first = dynamic.next();
    count(view.shape()) == shape.len()
        && count(view.strides()) == strides.len()
        && dynamic.all(|ty| Some(ty) == first)
        && scalar_ptr(base).is_some_and(|ptr| ptr.pointee == view.elem())
}

/// The pointer type of a rank-0 tile of one.
fn scalar_ptr(ty: &Type) -> Option<PtrType> {
    ty.as_tile().filter(|tile| tile.rank() == 0).and_then(|tile| tile.elem().ptr())
}

/// Irregular pieces.
impl Printer<'_> {
    /// Appends an irregular piece; of an op with regions all up to the first of them.
    pub(super) fn write_custom(&mut self, op: Op, piece: Syntax) {
        match piece {
            Syntax::Module => self.write_module(op),
            Syntax::Entry => self.write_entry(op),
            Syntax::Func => self.write_func(op),
            Syntax::Global => self.write_global(op),
            Syntax::For => self.write_for(op),
            Syntax::If => self.write_if(op),
            Syntax::Loop => self.write_loop(op),
            Syntax::Reduce => self.write_fold(op, None),
            Syntax::Scan => self.write_fold(op, Some(fields::scan::reverse)),
            Syntax::OperandsAndTypes => {
                if !self.module.body.operands(op).is_empty() {
                    self.out.push(' ');
                    self.write_values(self.module.body.operands(op));
                    self.out.push_str(" : ");
                    self.write_types(self.module.body.operands(op));
                }
            }
            Syntax::MakeTensorView => self.write_tensor_view(op),
            Syntax::IndexTypes => self.write_index_types(op),
            Syntax::OperandIsViewed => {}
            Syntax::PrintArgs => {
                for &value in self.module.operands(op, fields::print_tko::args) {
                    self.out.push_str(", ");
                    self.namer.write(&mut self.out, value);
                }
            }
            Syntax::PrintTypes => {
                let args = self.module.operands(op, fields::print_tko::args);
                if !args.is_empty() {
                    self.out.push_str(" : ");
                    self.write_types(args);
                }
            }
            Syntax::Generate => self.out.push_str(" {\n"),
            Syntax::ExternElementwise => self.write_extern(op),
            Syntax::Call => self.write_call(op),
            Syntax::KeepAxisInfo => {
                if self.module.flag(op, fields::internal_optimization_barrier::keep_axis_info) {
                    self.out.push_str(", keep_axis_info");
                }
            }
        }
    }

    /// Appends what stands between two regions.
    pub(super) fn between_custom(&mut self, _: Op) {
        self.out.push_str("} else {\n");
    }

    /// Appends what stands behind the last region.
    pub(super) fn close_custom(&mut self, op: Op) {
        self.out.push('}');
        match self.module.opcode(op) {
            Opcode::Module => {}
            Opcode::Generate => {
                self.write_extra(op, "");
                self.out.push_str(" : ");
                self.push_type(self.module.body.ty(self.module.body.result(op, 0)));
            }
            _ if self.extra_stands_behind(op) => self.write_extra(op, ""),
            _ => {}
        }
    }

    /// `reduce` and `scan` have their dictionary in front.
    fn extra_stands_behind(&self, op: Op) -> bool {
        !matches!(self.module.opcode(op), Opcode::Reduce | Opcode::Scan)
    }

    fn write_values(&mut self, values: &[Value]) {
        self.list(values, |p, &value| p.namer.write(&mut p.out, value));
    }

    fn write_types(&mut self, values: &[Value]) {
        self.list(values, |p, &value| p.push_type(p.module.body.ty(value)));
    }

    fn write_result_types(&mut self, op: Op) {
        self.list(self.module.body.results(op), |p, value| p.push_type(p.module.body.ty(value)));
    }

    /// Appends `(%a: T, %b: U)`.
    fn write_params(&mut self, block: Option<Block>) {
        self.out.push('(');
        let args = block.map(|block| self.module.body.block_args(block));
        self.list(args.into_iter().flatten(), |p, value| {
            p.namer.write(&mut p.out, value);
            p.out.push_str(": ");
            p.push_type(p.module.body.ty(value));
        });
        self.out.push(')');
    }

    fn write_symbol(&mut self, op: Op, field: Field) {
        let slot = self.module.attr(op, field).as_interned();
        if let Some(&Attr::Str(name)) = slot.map(|id| self.module.attrs.get(id)) {
            push_symbol(&mut self.out, self.module, name);
        }
    }

    fn write_module(&mut self, op: Op) {
        let module = self.module;
        // The mnemonic stands there already; only the module itself needs the prefix.
        let mnemonic = self.mnemonic(op).len();
        self.out.insert_str(self.out.len() - mnemonic, "cuda_tile.");
        self.out.push(' ');
        self.write_symbol(op, fields::module::sym_name);
        let producer = module.attr(op, fields::module::producer).as_interned();
        let mut entries = Vec::new();
        if let Some(Attr::Dict(extra)) = module.body.extra(op).map(|id| module.attrs.get(id)) {
            entries.extend(extra.iter().map(|&(key, value)| (module.strings.get(key).as_ref(), value)));
        }
        entries.extend(producer.map(|id| (b"producer".as_slice(), id)));
        entries.sort_by_key(|(key, _)| *key);
        if !entries.is_empty() {
            self.out.push_str(" attributes {");
            self.write_named(&entries);
            self.out.push('}');
        }
        self.out.push_str(" {\n");
    }

    fn write_entry(&mut self, op: Op) {
        let module = self.module;
        self.out.push(' ');
        self.write_symbol(op, fields::entry::sym_name);
        self.write_params(module.block(op, fields::entry::body));
        let hints = module.attr(op, fields::entry::optimization_hints).as_interned();
        match hints.map(|id| module.attrs.get(id)) {
            Some(Attr::Dict(targets)) if !targets.is_empty() => {
                self.out.push_str(" optimization_hints=");
                self.write_hints(targets);
            }
            _ => {}
        }
        self.out.push_str(" {\n");
    }

    fn write_func(&mut self, op: Op) {
        let module = self.module;
        let (name, ty, body) = match module.opcode(op) {
            Opcode::Func => {
                use fields::experimental_func as f;
                (f::sym_name, f::function_type, f::body)
            }
            _ => {
                use fields::testing_func as f;
                (f::sym_name, f::function_type, f::body)
            }
        };
        self.out.push(' ');
        self.write_symbol(op, name);
        self.write_params(module.block(op, body));
        match function_type(module, module.attr(op, ty)).map_or(&[][..], |function| &function.results) {
            [] => {}
            [one] => self.out.push_str(&format!(" -> {one}")),
            several => {
                self.out.push_str(" -> (");
                self.list(several, |p, ty| p.out.push_str(&ty.to_string()));
                self.out.push(')');
            }
        }
        self.out.push_str(" {\n");
    }

    fn write_global(&mut self, op: Op) {
        use fields::global::{alignment, constant, sym_name, symbol_visibility, value};
        let module = self.module;
        // Without a word for the visibility its blank stays.
        self.out.push(' ');
        if SymbolVisibility::from_slot(module.attr(op, symbol_visibility)) == Some(SymbolVisibility::Private)
        {
            self.out.push_str("private ");
        }
        if module.flag(op, constant) {
            self.out.push_str(" constant");
        }
        self.out.push(' ');
        self.write_symbol(op, sym_name);
        if !matches!(module.attr(op, alignment).as_small(), Some(0))
            && module.attr(op, alignment).is_present()
        {
            self.out.push_str(" alignment = ");
            self.write_attr_value(op, alignment);
        }
        self.write_extra(op, "");
        self.out.push(' ');
        self.write_attr_value(op, value);
        let slot = module.attr(op, value).as_interned();
        if let Some(Attr::Dense(dense)) = slot.map(|id| module.attrs.get(id)) {
            self.out.push_str(" : ");
            self.push_type(dense.ty);
        }
    }

    /// Appends ` iter_values(%x = %y)`.
    fn write_carried(&mut self, args: impl Iterator<Item = Value>, inits: &[Value]) {
        self.out.push_str(" iter_values(");
        self.list(args.zip(inits), |p, (arg, &init)| {
            p.namer.write(&mut p.out, arg);
            p.out.push_str(" = ");
            p.namer.write(&mut p.out, init);
        });
        self.out.push(')');
    }

    fn write_for(&mut self, op: Op) {
        let module = self.module;
        let Some(block) = module.block(op, fields::for_::region) else { return };
        let mut args = module.body.block_args(block).iter();
        let (bounds, inits) = module.body.operands(op).split_at(3);
        self.out.push_str(if module.flag(op, fields::for_::unsignedCmp) { " unsigned " } else { " " });
        if let Some(iv) = args.next() {
            self.namer.write(&mut self.out, iv);
        }
        for (lead, &bound) in [" in (", " to ", ", step "].iter().zip(bounds) {
            self.out.push_str(lead);
            self.namer.write(&mut self.out, bound);
        }
        self.out.push_str(") : ");
        self.push_type(module.body.ty(bounds[0]));
        if !inits.is_empty() {
            self.write_carried(args, inits);
            self.out.push_str(" -> (");
            self.write_types(inits);
            self.out.push(')');
        }
        self.out.push_str(" {\n");
    }

    fn write_if(&mut self, op: Op) {
        self.out.push(' ');
        self.write_values(self.module.body.operands(op));
        if !self.module.body.results(op).is_empty() {
            self.out.push_str(" -> (");
            self.write_result_types(op);
            self.out.push(')');
        }
        self.out.push_str(" {\n");
    }

    fn write_loop(&mut self, op: Op) {
        let module = self.module;
        let inits = module.body.operands(op);
        let has_results = !module.body.results(op).is_empty();
        if !inits.is_empty() {
            let block = module.block(op, fields::loop_::region);
            let args = block.map(|block| module.body.block_args(block));
            self.write_carried(args.into_iter().flatten(), inits);
            self.out.push_str(" : ");
            self.write_types(inits);
            self.out.push_str(if has_results { " -> " } else { "" });
        } else if has_results {
            self.out.push_str(" : ");
        }
        self.write_result_types(op);
        self.out.push_str(" {\n");
    }

    /// Appends a `reduce`, or a `scan` when it has a direction.
    fn write_fold(&mut self, op: Op, reverse: Option<Field>) {
        let module = self.module;
        let (dim, identities) = match reverse {
            None => (fields::reduce::dim, fields::reduce::identities),
            Some(_) => (fields::scan::dim, fields::scan::identities),
        };
        self.out.push(' ');
        self.write_values(module.body.operands(op));
        self.write_extra(op, "");
        self.out.push_str(" dim=");
        self.write_attr_value(op, dim);
        if let Some(reverse) = reverse {
            self.out.push_str(" reverse=");
            self.write_attr_value(op, reverse);
        }
        self.out.push_str(" identities=");
        self.write_attr_value(op, identities);
        self.out.push_str(" : ");
        self.write_types(module.body.operands(op));
        self.out.push_str(" -> ");
        self.write_result_types(op);
        self.out.push_str(" \n");
        self.indent(self.depth);
        let region = module.body.regions(op).next();
        self.write_params(region.and_then(|region| module.body.region_blocks(region).first().copied()));
        self.out.push_str(" {\n");
    }

    fn write_tensor_view(&mut self, op: Op) {
        use fields::make_tensor_view::{base, dynamicShape, dynamicStrides};
        let module = self.module;
        let Some(view) = module.ty(module.body.result(op, 0)).as_tensor_view() else { return };
        self.out.push(' ');
        self.write_values(module.operands(op, base));
        self.out.push_str(", shape = ");
        self.write_dims(view.shape(), module.operands(op, dynamicShape));
        self.out.push_str(", strides = ");
        self.write_dims(view.strides(), module.operands(op, dynamicStrides));
        self.write_extra(op, "");
        self.out.push_str(" : ");
        // The base's type follows from the view's, unless its attribute is spelled out.
        let operands = module.body.operands(op);
        let spelled = scalar_ptr(module.ty(operands[0])).is_some_and(|ptr| ptr.explicit_attr);
        let shown = &operands[usize::from(!spelled)..operands.len().min(2)];
        if !shown.is_empty() {
            self.write_types(shown);
            self.out.push_str(" -> ");
        }
        self.write_result_types(op);
    }

    /// Appends `[%a, 4]`: values where the type leaves a number open.
    fn write_dims(&mut self, dims: &[i64], values: &[Value]) {
        let mut values = values.iter();
        self.out.push('[');
        self.list(dims, |p, &dim| match dim {
            DYNAMIC => values.next().into_iter().for_each(|&value| p.namer.write(&mut p.out, value)),
            known => ir::text::namer::push_signed(&mut p.out, known),
        });
        self.out.push(']');
    }

    /// Appends the one type of all indices, or the type of each where they differ.
    fn write_index_types(&mut self, op: Op) {
        let module = self.module;
        let field = match module.opcode(op) {
            Opcode::LoadViewTko => fields::load_view_tko::index,
            Opcode::StoreViewTko => fields::store_view_tko::index,
            _ => fields::atomic_red_view_tko::index,
        };
        let indices = module.operands(op, field);
        let same = indices.windows(2).all(|pair| module.body.ty(pair[0]) == module.body.ty(pair[1]));
        let shown = if same { indices.len().min(1) } else { indices.len() };
        for &index in &indices[..shown] {
            self.out.push_str(", ");
            self.push_type(module.body.ty(index));
        }
    }

    fn write_extern(&mut self, op: Op) {
        use fields::experimental_extern_elementwise as f;
        let module = self.module;
        self.out.push(' ');
        self.write_values(module.body.operands(op));
        self.out.push_str(" {");
        self.list([f::libname, f::libpath, f::pure, f::symbol], |p, field| {
            p.out.push_str(module.spec(op).field_name(field));
            p.out.push_str(" = ");
            p.write_attr_value(op, field);
        });
        self.out.push_str("} : (");
        self.write_types(module.body.operands(op));
        self.out.push_str(") -> ");
        self.write_result_types(op);
    }

    fn write_call(&mut self, op: Op) {
        let module = self.module;
        self.out.push(' ');
        self.write_symbol(op, fields::experimental_call::callee);
        self.out.push('(');
        self.write_values(module.body.operands(op));
        self.out.push(')');
        self.write_extra(op, "");
        self.out.push_str(" : (");
        self.write_types(module.body.operands(op));
        self.out.push_str(") -> ");
        let bare = module.body.results(op).len() == 1;
        self.out.push_str(if bare { "" } else { "(" });
        self.write_result_types(op);
        self.out.push_str(if bare { "" } else { ")" });
    }

    fn write_named(&mut self, entries: &[(&[u8], ir::AttrId)]) {
        self.list(entries, |p, &(key, value)| {
            super::literal::push_word(&mut p.out, key);
            p.out.push_str(" = ");
            p.write_any(value, super::attr::Typing::Full);
        });
    }
}
