//! Printing: ops by the `asm` list of their rows, regions without recursion.
//!
//! A level implements [`Writer`] for whatever it holds text and names in; [`write_tree`] drives it over an op and
//! everything inside, [`write_pieces`] prints the text of one op after its mnemonic. An op whose operands, attributes,
//! results or regions do not fit its row ([`fits`]), which happens before verification, cannot show itself in that text;
//! the level prints it in the generic form.

use crate::attr::AttrSlot;
use crate::entity::{Block, Op, TypeId, Value};
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::{Arity, Asm, AttrSpec, Field, OpSpec, Trait};

/// How an op is printed: decided once, when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By its row.
    Custom,
    /// `"name"(operands) <{attributes}> ({regions}) : (types) -> types`.
    Generic,
}

/// The parts of a printer that depend on the level. Each method appends to the text.
pub trait Writer<'m, L: Level> {
    /// The module.
    fn module(&self) -> &'m Module<L>;

    /// Appends punctuation or a keyword.
    fn text(&mut self, text: &str);

    /// A use of a value, with its sigil.
    fn value(&mut self, value: Value);

    /// A type.
    fn ty(&mut self, ty: TypeId);

    /// An attribute as its kind is spelled after a mnemonic: with the blank before it, or nothing when it stands for
    /// what is meant anyway.
    fn attr(&mut self, op: Op, field: Field);

    /// The value of an attribute after `name=`.
    fn attr_value(&mut self, op: Op, field: Field);

    /// The dictionary of attributes that the row does not know, and of those fields that do not have their defaults, with
    /// the blank in front.
    fn extra(&mut self, op: Op, keyword: &str, fields: &[Field]);

    /// An irregular piece; one with regions ends before the first of them.
    fn custom(&mut self, op: Op, piece: L::Custom);

    /// Starts the line of an op: indentation, results, mnemonic and all up to its first region. Returns its form and how
    /// many of its regions are to be written.
    fn open(&mut self, op: Op, depth: usize) -> (Form, usize);

    /// The text before the `index`-th block of a region.
    fn open_block(&mut self, op: Op, form: Form, block: Block, index: usize, depth: usize);

    /// True for a last op that goes without saying.
    fn hides(&self, parent: Op, form: Form, op: Op) -> bool;

    /// The text between two regions.
    fn between_regions(&mut self, op: Op, form: Form, depth: usize);

    /// The text after the last region.
    fn close(&mut self, op: Op, form: Form, depth: usize);

    /// Ends the line of an op.
    fn end(&mut self, op: Op);
}

/// A region in the middle of being written.
struct Frame {
    op: Op,
    form: Form,
    regions: usize,
    region: usize,
    block: usize,
    next: Option<Op>,
}

/// Writes `root`, `depth` levels deep, and all ops inside it. Nesting costs heap, not stack.
pub fn write_tree<'m, L: Level>(writer: &mut impl Writer<'m, L>, root: Op, depth: usize) {
    let mut stack = Vec::new();
    begin(writer, &mut stack, root, depth);
    while let Some(frame) = stack.last_mut() {
        let (op, form) = (frame.op, frame.form);
        if let Some(next) = frame.next {
            frame.next = writer.module().body.next(next);
            if frame.next.is_some() || !writer.hides(op, form, next) {
                let depth = depth + stack.len();
                begin(writer, &mut stack, next, depth);
            }
        } else if let Some((index, block)) = frame.advance(writer.module()) {
            let depth = depth + stack.len();
            writer.open_block(op, form, block, index, depth);
        } else {
            frame.region += 1;
            frame.block = 0;
            if frame.region < frame.regions {
                writer.between_regions(op, form, depth + stack.len() - 1);
            } else {
                stack.pop();
                writer.close(op, form, depth + stack.len());
                writer.end(op);
            }
        }
    }
}

fn begin<'m, L: Level>(writer: &mut impl Writer<'m, L>, stack: &mut Vec<Frame>, op: Op, depth: usize) {
    let (form, regions) = writer.open(op, depth);
    if regions == 0 {
        writer.end(op);
    } else {
        stack.push(Frame { op, form, regions, region: 0, block: 0, next: None });
    }
}

impl Frame {
    /// Moves to the next block of the region, if there is one.
    fn advance<L: Level>(&mut self, module: &Module<L>) -> Option<(usize, Block)> {
        let region = module.body.region(self.op, self.region);
        let block = *module.body.region_blocks(region).get(self.block)?;
        self.block += 1;
        self.next = module.body.first_op(block);
        Some((self.block - 1, block))
    }
}

/// Writes what follows the mnemonic of an op that [`fits`].
pub fn write_pieces<'m, L: Level>(writer: &mut impl Writer<'m, L>, op: Op) {
    for piece in writer.module().spec(op).asm {
        write_piece(writer, op, piece);
    }
}

fn write_result_type<'m, L: Level>(writer: &mut impl Writer<'m, L>, op: Op) {
    writer.text(" ");
    let first = writer.module().body.results(op).get(0);
    if let Some(ty) = first.map(|value| writer.module().body.ty(value)) {
        writer.ty(ty);
    }
}

fn write_piece<'m, L: Level>(writer: &mut impl Writer<'m, L>, op: Op, piece: &Asm<L>) {
    match *piece {
        Asm::Lit(text) => {
            // A comma follows its predecessor without a blank.
            if text != "," {
                writer.text(" ");
            }
            writer.text(text);
        }
        Asm::Operand(field) | Asm::Operands(field) => {
            writer.text(" ");
            write_operands(writer, op, field);
        }
        Asm::CommaOperand(field) => each_operand(writer, op, field, ", "),
        Asm::Bracketed(field) => {
            writer.text("[");
            write_operands(writer, op, field);
            writer.text("]");
        }
        Asm::TokenTight(field) => each_operand(writer, op, field, " token="),
        Asm::TokenLoose(field) => each_operand(writer, op, field, " token = "),
        Asm::Attr(field) => writer.attr(op, field),
        Asm::AnyOrder(fields) => fields.iter().for_each(|&field| writer.attr(op, field)),
        Asm::NamedTight(field) => write_named(writer, op, field, "="),
        Asm::NamedLoose(field) => write_named(writer, op, field, " = "),
        Asm::Type(fields) => {
            writer.text(" ");
            let ty = fields.first().and_then(|&field| types(writer.module(), op, field).next());
            ty.into_iter().for_each(|ty| writer.ty(ty));
        }
        Asm::Types(field) => {
            writer.text(" ");
            write_types(writer, op, field);
        }
        Asm::CommaType(field) => {
            if let Some(ty) = types(writer.module(), op, field).next() {
                writer.text(", ");
                writer.ty(ty);
            }
        }
        Asm::ResultType => write_result_type(writer, op),
        Asm::Dict => writer.extra(op, "", &[]),
        Asm::KeywordDict => writer.extra(op, " attributes", &[]),
        Asm::KeywordDictWith(fields) => writer.extra(op, " attributes", fields),
        Asm::Custom(custom) => writer.custom(op, custom),
    }
}

/// Writes the operands of a field, separated by commas.
pub fn write_operands<'m, L: Level>(writer: &mut impl Writer<'m, L>, op: Op, field: Field) {
    for (index, &value) in writer.module().operands(op, field).iter().enumerate() {
        if index > 0 {
            writer.text(", ");
        }
        writer.value(value);
    }
}

fn each_operand<'m, L: Level>(writer: &mut impl Writer<'m, L>, op: Op, field: Field, lead: &str) {
    for &value in writer.module().operands(op, field) {
        writer.text(lead);
        writer.value(value);
    }
}

fn write_named<'m, L: Level>(writer: &mut impl Writer<'m, L>, op: Op, field: Field, equals: &str) {
    let name = writer.module().spec(op).field_name(field);
    writer.text(" ");
    writer.text(name);
    writer.text(equals);
    writer.attr_value(op, field);
}

/// Writes the types of a field, separated by commas.
pub fn write_types<'m, L: Level>(writer: &mut impl Writer<'m, L>, op: Op, field: Field) {
    for (index, ty) in types(writer.module(), op, field).enumerate() {
        if index > 0 {
            writer.text(", ");
        }
        writer.ty(ty);
    }
}

/// The types of the values of an operand or result field.
fn types<L: Level>(module: &Module<L>, op: Op, field: Field) -> impl Iterator<Item = TypeId> {
    let body = &module.body;
    let operands = match field {
        Field::Operand(_) => module.operands(op, field),
        Field::Result(_) | Field::Attr(_) | Field::Region(_) => &[],
    };
    let results = match field {
        Field::Result(_) => Some(module.results(op, field)),
        Field::Operand(_) | Field::Attr(_) | Field::Region(_) => None,
    };
    operands.iter().copied().chain(results.into_iter().flatten()).map(|value| body.ty(value))
}

/// True when the text of its row says everything about an op: the counts of operands and results are possible, each
/// attribute is `good`, regions have as many blocks as they may, and values whose types are written once have one type.
/// Irregular pieces, and types that are not written, are for the level to judge.
pub fn fits<L: Level>(module: &Module<L>, op: Op, good: impl Fn(&AttrSpec<L>, AttrSlot) -> bool) -> bool {
    fits_apart_from_types(module, op, good)
        && module.spec(op).asm.iter().all(|piece| types_fit(module, op, piece))
}

/// The same without asking whether one written type stands for all that it is written for.
pub fn fits_apart_from_types<L: Level>(
    module: &Module<L>,
    op: Op,
    good: impl Fn(&AttrSpec<L>, AttrSlot) -> bool,
) -> bool {
    let spec = module.spec(op);
    operands_fit(module, spec, op)
        && results_fit(module, spec, op)
        && attrs_fit(module, spec, op, good)
        && regions_fit(module, spec, op)
}

fn operands_fit<L: Level>(module: &Module<L>, spec: &OpSpec<L>, op: Op) -> bool {
    let total = module.body.operands(op).len();
    if spec.has(Trait::Segmented) {
        let sizes = module.body.segments(op);
        let allowed = |(size, arity): (&u32, Arity)| match arity {
            Arity::One => *size == 1,
            Arity::Optional => *size <= 1,
            Arity::Many => true,
        };
        return sizes.len() == spec.operands.len()
            && sizes.iter().map(|&n| n as usize).sum::<usize>() == total
            && sizes.iter().zip(spec.operands.iter().map(|o| o.arity)).all(allowed);
    }
    counts_fit(spec.operands.iter().map(|o| o.arity), total)
}

fn results_fit<L: Level>(module: &Module<L>, spec: &OpSpec<L>, op: Op) -> bool {
    counts_fit(spec.results.iter().map(|r| r.arity), module.body.results(op).len())
}

fn counts_fit(arities: impl Iterator<Item = Arity>, total: usize) -> bool {
    let (mut least, mut most) = (0, 0);
    for arity in arities {
        match arity {
            Arity::One => (least, most) = (least + 1, most + 1),
            Arity::Optional => most += 1,
            Arity::Many => most = usize::MAX / 2,
        }
    }
    (least..=most).contains(&total)
}

fn attrs_fit<L: Level>(
    module: &Module<L>,
    spec: &OpSpec<L>,
    op: Op,
    good: impl Fn(&AttrSpec<L>, AttrSlot) -> bool,
) -> bool {
    let slots = module.body.attrs(op);
    slots.len() == spec.attrs.len() && spec.attrs.iter().zip(slots).all(|(spec, &slot)| good(spec, slot))
}

fn regions_fit<L: Level>(module: &Module<L>, spec: &OpSpec<L>, op: Op) -> bool {
    let regions = module.body.regions(op);
    regions.len() == spec.regions.len()
        && regions.zip(spec.regions).all(|(region, spec)| {
            let blocks = module.body.region_blocks(region).len();
            (spec.min_blocks as usize..=spec.max_blocks as usize).contains(&blocks)
        })
}

fn types_fit<L: Level>(module: &Module<L>, op: Op, piece: &Asm<L>) -> bool {
    match *piece {
        Asm::Type([]) => true,
        Asm::Type([field]) => types(module, op, *field).next().is_some(),
        // The text states one type for all of these fields, so they must agree for the text to be right.
        Asm::Type(fields) => {
            let Some(first) = types(module, op, fields[0]).next() else { return false };
            fields.iter().all(|&field| types(module, op, field).all(|ty| ty == first))
        }
        Asm::ResultType => {
            let mut results = module.body.results(op).iter().map(|value| module.body.ty(value));
            results.next().is_some_and(|first| results.all(|ty| ty == first))
        }
        Asm::Lit(_)
        | Asm::Operand(_)
        | Asm::Operands(_)
        | Asm::CommaOperand(_)
        | Asm::Bracketed(_)
        | Asm::TokenTight(_)
        | Asm::TokenLoose(_)
        | Asm::Attr(_)
        | Asm::AnyOrder(_)
        | Asm::NamedTight(_)
        | Asm::NamedLoose(_)
        | Asm::Types(_)
        | Asm::CommaType(_)
        | Asm::Dict
        | Asm::KeywordDict
        | Asm::KeywordDictWith(_)
        | Asm::Custom(_) => true,
    }
}
