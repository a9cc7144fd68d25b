//! The generic form: `%0 = "cuda_tile.addf"(%a, %b) <{rounding_mode = ..}> : (T, T) -> T`.

use ir::spec::Trait;
use ir::text::namer::push_decimal;
use ir::text::print::Form;
use ir::{Block, Op, TypeId};

use super::Printer;
use crate::attrs::AttrKind;
use crate::types::Qualified;

impl Printer<'_> {
    /// Appends an op up to its first region; returns how many regions follow.
    pub(super) fn open_generic(&mut self, op: Op) -> usize {
        let module = self.module;
        self.out.push_str("\"cuda_tile.");
        self.out.push_str(module.spec(op).mnemonic);
        self.out.push_str("\"(");
        self.list(module.body.operands(op), |p, &value| p.namer.write(&mut p.out, value));
        self.out.push(')');
        self.write_properties(op);
        let regions = module.body.regions(op).len();
        if regions > 0 {
            self.out.push_str(" ({\n");
        } else {
            self.write_signature(op);
        }
        regions
    }

    /// Appends what follows the last region.
    pub(super) fn close_generic(&mut self, op: Op) {
        self.out.push_str("})");
        self.write_signature(op);
    }

    /// Appends `<{..}>`: the attributes that are there, sorted by name.
    fn write_properties(&mut self, op: Op) {
        let spec = self.module.spec(op);
        let slots = self.module.body.attrs(op);
        let mut present: Vec<_> =
            spec.attrs.iter().zip(slots).filter(|(_, slot)| slot.is_present()).collect();
        // A flag that is written false is as good as absent.
        present.retain(|(spec, slot)| !matches!(spec.kind, AttrKind::Flag) || slot.as_small() != Some(0));
        present.sort_by_key(|(spec, _)| spec.name);
        let segments = spec.has(Trait::Segmented);
        if present.is_empty() && !segments {
            return;
        }
        let place = present.partition_point(|(spec, _)| spec.name < SEGMENTS);
        self.out.push_str(" <{");
        for index in 0..=present.len() {
            if segments && index == place {
                self.separate();
                self.write_segments(op);
            }
            if let Some((spec, slot)) = present.get(index) {
                self.separate();
                self.out.push_str(spec.name);
                if !matches!(spec.kind, AttrKind::Flag) {
                    self.out.push_str(" = ");
                    self.write_generic(spec.kind, **slot);
                }
            }
        }
        self.out.push_str("}>");
    }

    fn separate(&mut self) {
        if !self.out.ends_with('{') {
            self.out.push_str(", ");
        }
    }

    fn write_segments(&mut self, op: Op) {
        self.out.push_str(SEGMENTS);
        self.out.push_str(" = array<i32: ");
        self.list(self.module.body.segments(op), |p, &size| push_decimal(&mut p.out, size.into()));
        self.out.push('>');
    }

    /// Appends the dictionary and `: (T, T) -> T`.
    fn write_signature(&mut self, op: Op) {
        let body = &self.module.body;
        self.write_extra(op, "");
        self.out.push_str(" : (");
        self.list(body.operands(op), |p, &value| p.write_qualified(body.ty(value)));
        self.out.push_str(") -> ");
        let results = body.results(op);
        let bare = results.len() == 1;
        self.out.push_str(if bare { "" } else { "(" });
        self.list(results, |p, value| p.write_qualified(body.ty(value)));
        self.out.push_str(if bare { "" } else { ")" });
    }

    /// Appends a type with the dialect's prefix.
    pub(super) fn write_qualified(&mut self, ty: TypeId) {
        use std::fmt::Write;
        write!(self.out, "{}", Qualified(self.module.types.get(ty)))
            .expect("writing to a string cannot fail");
    }

    /// Appends `^bb0(%a: T):` on a separate line. A first block without arguments needs none.
    pub(super) fn write_label(&mut self, form: Form, block: Block, index: usize, depth: usize) {
        let module = self.module;
        let args = module.body.block_args(block);
        if index == 0 && args.is_empty() {
            return;
        }
        self.indent(depth.saturating_sub(1));
        self.out.push_str("^bb");
        push_decimal(&mut self.out, index as u64);
        if !args.is_empty() {
            self.out.push('(');
            self.list(args, |p, value| {
                p.namer.write(&mut p.out, value);
                p.out.push_str(": ");
                match form {
                    Form::Generic => p.write_qualified(module.body.ty(value)),
                    Form::Custom => p.push_type(module.body.ty(value)),
                }
            });
            self.out.push(')');
        }
        self.out.push_str(":\n");
    }
}

const SEGMENTS: &str = "operandSegmentSizes";
