//! Writing: globals and sections; [`tables`] are in the order of first use, [`functions`] are the function table, and [`body`] has bodies.

mod body;
mod external;
mod functions;
mod tables;

use diag::Diagnostic;
use ir::spec::{V13_3, V250_0, Version};
use ir::{AttrId, AttrSlot, Field, Op, StrId, Value};

use self::functions::Function;
pub(super) use self::tables::{Tables, Texts};
use super::codes::{E_MODULE, E_VERSION};
use super::container::{
    Header, PREVIEW, SectionId, Width, is_supported, write_end, write_header, write_section,
};
use super::gate::{self, at_op, lowest_version};
use super::layout::Layouts;
use super::provenance::Provenance;
use super::wire::Put;
use super::{EncodeOptions, Layout};
use crate::Module;
use crate::attrs::{Attr, Dense, int_value};
use crate::items::items_block;
use crate::ops::{Opcode, fields};

/// Writes a verified module.
///
/// # Errors
/// Everything that the version cannot hold or bytecode cannot store, each with its place. A module that was not
/// verified also returns errors, and never panics.
pub fn encode(module: &Module, options: &EncodeOptions) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let version = options.version.unwrap_or_else(|| lowest_version(module));
    let asked = options.version.is_some() || version < V250_0;
    if asked && !is_supported(version, options.testing_ops) {
        return Err(vec![unsupported(version)]);
    }
    let preview = gate::preview_content(module);
    let mut problems = gate::check(module, version, options.testing_ops);
    if let Some(op) = preview.filter(|_| !options.preview_simt) {
        problems.push(gate::preview_disabled(module, op));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let kept = options.provenance.as_deref().filter(|kept| kept.version == version);
    let layouts = Layouts::new(version);
    let mut writer = Writer::new(module, &layouts, version, options.layout, kept);
    writer.preview = preview.is_some();
    let functions = writer.functions(kept);
    let file = writer.file(kept, &functions);
    if writer.problems.is_empty() { Ok(file) } else { Err(writer.problems) }
}

fn unsupported(version: Version) -> Diagnostic {
    let [oldest, .., newest] = Version::ALL;
    let message =
        format!("unsupported Tile version {version}, this writer supports versions [{oldest} - {newest}]");
    Diagnostic::error(E_VERSION, message)
        .help(format!("choose one of {}", Version::ALL.map(|version| version.to_string()).join(", ")))
}

struct Writer<'m> {
    module: &'m Module,
    version: Version,
    layouts: &'m Layouts,
    /// The header advertises content of the preview.
    preview: bool,
    tables: Tables<'m>,
    /// Number of each value that is or was visible.
    numbers: Vec<u32>,
    /// Visible values by number.
    visible: Vec<Value>,
    /// Debug indices of the function being written.
    locations: Vec<u64>,
    problems: Vec<Diagnostic>,
}

/// The parts of a file around the bodies.
impl<'m> Writer<'m> {
    fn new(
        module: &'m Module,
        layouts: &'m Layouts,
        version: Version,
        layout: Layout,
        kept: Option<&Provenance>,
    ) -> Writer<'m> {
        Writer {
            module,
            version,
            layouts,
            preview: false,
            tables: match kept {
                Some(kept) => Tables::kept(module, layout, kept),
                None => Tables::new(module, layout, version),
            },
            numbers: vec![u32::MAX; module.body.value_count()],
            visible: Vec::new(),
            locations: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn items(&self, opcode: Opcode) -> Vec<Op> {
        let block = items_block(self.module);
        self.module.body.block_ops(block).filter(|&op| self.module.opcode(op) == opcode).collect()
    }

    #[cold]
    fn malformed(&mut self, op: Op, what: &str) {
        let message = format!("'{}' {what}", self.module.spec(op).mnemonic);
        self.problems
            .push(at_op(self.module, op, E_MODULE, message).help("verify the module before writing it"));
    }

    fn symbol(&mut self, out: &mut Vec<u8>, op: Op, field: Field) {
        match self.str_of(self.module.attr(op, field)) {
            Some(id) if !self.module.strings.get(id).is_empty() => {
                self.tables.strings.put(out, id, self.module)
            }
            _ => self.malformed(op, "has no name"),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    fn str_of(&self, slot: AttrSlot) -> Option<StrId> {
        match self.module.attrs.get(slot.as_interned()?) {
            Attr::Str(id) => Some(*id),
            _ => None,
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    fn dense_of(&self, slot: AttrSlot) -> Option<(AttrId, &'m Dense)> {
        let id = slot.as_interned()?;
        match self.module.attrs.get(id) {
            Attr::Dense(dense) => Some((id, dense)),
            _ => None,
        }
    }

    fn globals(&mut self, out: &mut Vec<u8>) {
        let globals = self.items(Opcode::Global);
        if globals.is_empty() {
            return;
        }
        out.put_varint(globals.len() as u64);
        for op in globals {
            self.global(out, op);
        }
    }

    fn global(&mut self, out: &mut Vec<u8>, op: Op) {
        let module = self.module;
        self.symbol(out, op, fields::global::sym_name);
        match self.dense_of(module.attr(op, fields::global::value)) {
            Some((id, dense)) => {
                self.tables.put_type(out, dense.ty);
                self.tables.constants.put(out, id, dense);
            }
            None => self.malformed(op, "has no value"),
        }
        out.put_varint(int_value(module, module.attr(op, fields::global::alignment)).unwrap_or(0));
        if self.version >= V13_3 {
            let visibility = module.attr(op, fields::global::symbol_visibility).as_small().unwrap_or(0);
            out.put_varint(visibility.into());
            out.put_varint(module.flag(op, fields::global::constant).into());
        }
    }

    fn file(&mut self, kept: Option<&Provenance>, payloads: &Payloads) -> Vec<u8> {
        let producer = self.producer(kept);
        if !self.tables.layout.strings_of_debug_at_once() {
            self.tables.add_debug_strings();
        }
        let producer = producer.map(|id| self.tables.strings.index(id, self.module));
        let mut out = Vec::new();
        let tag = kept.map_or(0, |kept| kept.tag) | if self.preview { PREVIEW } else { 0 };
        write_header(&mut out, Header { version: self.version, tag });
        for (id, alignment) in self.sections(kept, payloads, producer.is_some()) {
            let payload = self.section(id, payloads, producer);
            write_section(&mut out, id, alignment, &payload);
        }
        write_end(&mut out);
        out
    }

    /// The producer, in versions that have it, or if the file had it nevertheless.
    fn producer(&self, kept: Option<&Provenance>) -> Option<StrId> {
        let had =
            kept.is_some_and(|kept| kept.sections.iter().any(|section| section.0 == SectionId::Producer));
        let slot = self.module.attr(self.module.root, fields::module::producer);
        self.str_of(slot).filter(|_| had || self.version >= V13_3)
    }

    /// Sections in order, with the alignment they had.
    fn sections(
        &self,
        kept: Option<&Provenance>,
        payloads: &Payloads,
        producer: bool,
    ) -> Vec<(SectionId, usize)> {
        use SectionId::{Constant, Debug, Function, Global, Producer, String, Type};
        let order = match self.tables.layout {
            Layout::Reference => [Global, Function, Constant, Debug, Type, Producer, String],
            Layout::CuTile => [Function, Global, Constant, Debug, Type, Producer, String],
        };
        let always = self.tables.layout == Layout::CuTile;
        let needed = |id| match id {
            SectionId::End => false,
            Function | Type | String => true,
            Constant => always || self.tables.constants.table.len() > 0,
            Debug => always || !self.tables.debug.functions.is_empty(),
            Global => !payloads.globals.is_empty(),
            Producer => producer,
        };
        let mut sections = kept.map_or(Vec::new(), |kept| kept.sections.clone());
        sections.retain(|&(id, _)| match id {
            Global | Producer => needed(id),
            SectionId::End | Function | Type | String | Constant | Debug => true,
        });
        let missing = order.into_iter().filter(|&id| {
            let wanted =
                if kept.is_some() { needed(id) && !matches!(id, Constant | Debug) } else { needed(id) };
            let wanted = wanted
                || id == Constant && self.tables.constants.table.len() > 0
                || id == Debug && !self.tables.debug.functions.is_empty();
            wanted && !sections.iter().any(|section| section.0 == id)
        });
        let missing: Vec<_> = missing.map(|id| (id, 1)).collect();
        sections.extend(missing);
        sections
    }

    fn section(&mut self, id: SectionId, payloads: &Payloads, producer: Option<u64>) -> Vec<u8> {
        let mut out = Vec::new();
        match id {
            SectionId::End => {}
            SectionId::Function => out.extend_from_slice(&payloads.functions),
            SectionId::Global => out.extend_from_slice(&payloads.globals),
            SectionId::Constant => self.tables.constants.table.write(&mut out, Width::Long),
            SectionId::Debug => out = self.tables.debug_payload(),
            SectionId::Type => self.tables.types.table.write(&mut out, Width::Short),
            SectionId::Producer => out.put_varint(producer.unwrap_or(0)),
            SectionId::String => self.tables.strings.table.write(&mut out, Width::Short),
        }
        out
    }
}

/// Payloads that are written before the tables are complete.
struct Payloads {
    functions: Vec<u8>,
    globals: Vec<u8>,
}
