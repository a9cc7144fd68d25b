//! Printing tile programs.
//!
//! The canonical form is that of the reference printers, byte for byte: names, blanks, elided defaults, numbers. The
//! driver is [`ir::text::print`]; this module holds what it writes into and, in its parts, how the level spells things:
//!
//! * `names`: what values are called
//! * `literal`, `float`: numbers, strings, symbols, constants
//! * `attr`: attributes
//! * `custom`: ops with text of their own
//! * `fits`: whether an op can be shown by its row
//! * `generic`: the form that any op can take, also one that does not fit its row
//! * `locs`: locations
//!
//! Printing accepts every module that parser, decoder or builders can make, verified or not, and never panics.

mod attr;
mod custom;
mod external;
mod fits;
mod float;
mod generic;
mod literal;
mod locs;
mod names;
#[cfg(test)]
mod tests;

use cranelift_entity::EntityRef;
use ir::spec::Version;
use ir::text::namer::Namer;
use ir::text::print::{Form, Writer, write_pieces, write_tree};
use ir::{AttrId, Block, Field, Op, TypeId, Value};

use self::locs::{Aliases, Node};
use self::names::{CanonicalNames, PlainNames};
use crate::ops::{Opcode, Syntax, fields};
use crate::{CudaTile, Module};

/// Which text is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The whole `cuda_tile.module @name attributes {..} {..}`.
    #[default]
    Canonical,
    /// As the real disassembler prints: the items without the module line, globals first.
    Disassembler,
    /// `"cuda_tile.module"() ({..}) : () -> ()`: every op in the generic form.
    Generic,
}

/// The names of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// As the reference printers name them.
    #[default]
    Canonical,
    /// As the user named them; values without a name get canonical ones.
    Keep,
}

/// How a module is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// Which text.
    pub style: Style,
    /// Print `loc(#loc1)` after ops and the definitions of locations at the end.
    pub locations: bool,
    /// Which names.
    pub names: Names,
    /// The version whose spellings are used.
    pub version: Version,
}

impl Default for PrintOptions {
    fn default() -> Self {
        PrintOptions {
            style: Style::Canonical,
            locations: false,
            names: Names::Canonical,
            version: Version::LATEST,
        }
    }
}

/// Prints a module.
pub fn print(module: &Module, options: &PrintOptions) -> String {
    let namer = match (options.style, options.names) {
        (Style::Generic, Names::Canonical) => Namer::canonical(module, module.root, &mut PlainNames),
        (_, names) => name_values(module, names),
    };
    let mut printer = Printer::new(module, &namer, *options);
    match options.style {
        Style::Canonical | Style::Generic => write_tree(&mut printer, module.root, 0),
        Style::Disassembler => printer.write_items(),
    }
    printer.finish()
}

/// The names that values have in the canonical print, or that the user gave them. Of use wherever a value is shown, as
/// in diagnostics.
pub fn name_values(module: &Module, names: Names) -> Namer {
    let mut rules = CanonicalNames::default();
    match names {
        Names::Canonical => Namer::canonical(module, module.root, &mut rules),
        Names::Keep => Namer::keep(module, module.root, &mut rules),
    }
}

/// Prints one op and everything inside it, without its location.
pub fn print_op(module: &Module, namer: &Namer, op: Op) -> String {
    let mut printer = Printer::new(module, namer, PrintOptions::default());
    write_tree(&mut printer, op, 0);
    let mut text = printer.finish();
    text.truncate(text.trim_end_matches('\n').len());
    text
}

/// The position at which a location or an alias is inserted into the text once all are known.
enum Mark {
    /// ` loc(#loc3)`
    Location(Node),
    /// `#di_file`
    Alias(Node),
}

/// Text already made, by the index of an id.
#[derive(Default)]
struct Cache {
    text: String,
    ranges: Vec<(u32, u32)>,
}

impl Cache {
    /// Appends the text of `index`, which `make` generates if it is new. Long text is not cached.
    fn push(&mut self, out: &mut String, index: usize, make: impl FnOnce(&mut String)) {
        // Longer text is rarely printed twice, and would fill the cache.
        const MAX_KEPT_BYTES: usize = 256;
        if let Some(&(start, end)) = self.ranges.get(index).filter(|(start, end)| start < end) {
            return out.push_str(&self.text[start as usize..end as usize]);
        }
        let at = out.len();
        make(out);
        let made = &out[at..];
        if made.len() <= MAX_KEPT_BYTES && self.text.len() < u32::MAX as usize - MAX_KEPT_BYTES {
            let start = self.text.len() as u32;
            self.text.push_str(made);
            if self.ranges.len() <= index {
                self.ranges.resize(index + 1, (0, 0));
            }
            self.ranges[index] = (start, self.text.len() as u32);
        }
    }
}

/// A text in the making.
struct Printer<'m> {
    module: &'m Module,
    namer: &'m Namer,
    options: PrintOptions,
    out: String,
    types: Cache,
    constants: Cache,
    /// Locations in the order of the reference printers: an op's before those inside it.
    visits: Vec<Node>,
    marks: Vec<(usize, Mark)>,
    /// Depth of the line being written.
    depth: usize,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, namer: &'m Namer, options: PrintOptions) -> Printer<'m> {
        Printer {
            module,
            namer,
            options,
            out: String::new(),
            types: Cache::default(),
            constants: Cache::default(),
            visits: Vec::new(),
            marks: Vec::new(),
            depth: 0,
        }
    }

    fn write_items(&mut self) {
        let module = self.module;
        let producer = module.attr(module.root, fields::module::producer).as_interned();
        if let Some(crate::Attr::Str(producer)) = producer.map(|id| module.attrs.get(id)) {
            // Each line is a comment, so that the text can be read again; the real disassembler prints line ends as
            // they are.
            let text = module.text(*producer).replace('\n', "\n// ").replace('\r', "\r// ");
            self.out.push_str("// Producer: ");
            self.out.push_str(&text);
            self.out.push('\n');
        }
        let Some(block) = module.block(module.root, fields::module::body) else { return };
        for globals in [true, false] {
            let items = module.body.block_ops(block);
            for op in items.filter(|&op| (module.opcode(op) == Opcode::Global) == globals) {
                write_tree(self, op, 0);
            }
        }
        // For an empty module, the real disassembler prints an empty line.
        if module.body.first_op(block).is_none() {
            self.out.push('\n');
            if self.options.locations {
                self.visits.push(Node::Loc(module.body.loc(module.root)));
            }
        }
    }

    /// Puts in the aliases and their definitions.
    fn finish(self) -> String {
        if self.visits.is_empty() {
            return self.out;
        }
        let aliases = Aliases::new(self.module, &self.visits);
        let mut text = String::with_capacity(self.out.len() + self.marks.len() * 13);
        let mut from = 0;
        for (at, mark) in self.marks {
            text.push_str(&self.out[from..at]);
            from = at;
            match mark {
                Mark::Location(node) => {
                    text.push_str(" loc(");
                    aliases.push_use(&mut text, node);
                    text.push(')');
                }
                Mark::Alias(node) => aliases.push_use(&mut text, node),
            }
        }
        text.push_str(&self.out[from..]);
        aliases.push_definitions(&mut text);
        text
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }

    fn push_type(&mut self, ty: TypeId) {
        let module = self.module;
        self.types.push(&mut self.out, ty.index(), |out| {
            use std::fmt::Write;
            write!(out, "{}", module.types.get(ty)).expect("writing to a string cannot fail");
        });
    }

    /// Appends `items`, separated by commas.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut each: impl FnMut(&mut Self, T)) {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            each(self, item);
        }
    }

    /// The mnemonic of an op in the version that is printed.
    fn mnemonic(&self, op: Op) -> &'static str {
        let spec = self.module.spec(op);
        #[allow(clippy::wildcard_enum_match_arm, reason = "one op has changed its name")]
        match spec.opcode {
            Opcode::Pow if self.options.version >= ir::spec::V13_4 => "fpowf",
            _ => spec.mnemonic,
        }
    }
}

impl<'m> Writer<'m, CudaTile> for Printer<'m> {
    fn module(&self) -> &'m Module {
        self.module
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn value(&mut self, value: Value) {
        self.namer.write(&mut self.out, value);
    }

    fn ty(&mut self, ty: TypeId) {
        self.push_type(ty);
    }

    fn attr(&mut self, op: Op, field: Field) {
        self.write_attr(op, field);
    }

    fn attr_value(&mut self, op: Op, field: Field) {
        self.write_attr_value(op, field);
    }

    fn extra(&mut self, op: Op, keyword: &str, fields: &[Field]) {
        self.write_extra_with(op, keyword, fields);
    }

    fn custom(&mut self, op: Op, piece: Syntax) {
        self.write_custom(op, piece);
    }

    fn open(&mut self, op: Op, depth: usize) -> (Form, usize) {
        self.depth = depth;
        self.indent(depth);
        if self.options.locations {
            self.visits.push(Node::Loc(self.module.body.loc(op)));
        }
        let results = self.module.body.results(op);
        if results.get(0).is_some_and(|first| self.namer.is_named(first)) {
            self.namer.write_definitions(&mut self.out, results.iter());
            self.out.push_str(" = ");
        }
        if self.options.style == Style::Generic || !self.fits(op) {
            (Form::Generic, self.open_generic(op))
        } else {
            self.out.push_str(self.mnemonic(op));
            write_pieces(self, op);
            (Form::Custom, self.written_regions(op))
        }
    }

    fn open_block(&mut self, op: Op, form: Form, block: Block, index: usize, depth: usize) {
        let labelled = form == Form::Generic || self.module.opcode(op) == Opcode::Generate;
        if labelled {
            self.write_label(form, block, index, depth);
        }
    }

    fn hides(&self, parent: Op, form: Form, op: Op) -> bool {
        form == Form::Custom && self.goes_without_saying(parent, op)
    }

    fn between_regions(&mut self, op: Op, form: Form, depth: usize) {
        self.indent(depth);
        match form {
            Form::Generic => self.out.push_str("}, {\n"),
            Form::Custom => self.between_custom(op),
        }
    }

    fn close(&mut self, op: Op, form: Form, depth: usize) {
        self.indent(depth);
        match form {
            Form::Generic => self.close_generic(op),
            Form::Custom => self.close_custom(op),
        }
    }

    fn end(&mut self, op: Op) {
        if self.options.locations {
            let node = Node::Loc(self.module.body.loc(op));
            self.marks.push((self.out.len(), Mark::Location(node)));
        }
        self.out.push('\n');
    }
}

impl Printer<'_> {
    /// Appends text that is the same for every use of a constant.
    fn push_constant(&mut self, id: AttrId, make: impl FnOnce(&mut String)) {
        self.constants.push(&mut self.out, id.index(), make);
    }
}
