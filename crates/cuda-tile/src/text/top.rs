//! The top level of a text: modules, items without a module, aliases.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use diag::{Diagnostic, Span};
use ir::build::IntoAttr;
use ir::text::{Failed, Head, Kind, Layout, OpText as Op, Parse, code};
use ir::{Origin, StrId};

use super::{OpText, ParseOptions, Reader, State, alias, location, values};
use crate::attrs::Attr;
use crate::items::{items_block, new_module};
use crate::ops::{Opcode, fields};

/// Name of the module that items without a module line belong to, as a reader of bytecode names it.
const DEFAULT_NAME: &str = "kernels";

/// A reader at the start of a text.
pub(super) fn reader<'s>(text: &'s str, options: &ParseOptions) -> Reader<'s> {
    let mut module = new_module(DEFAULT_NAME);
    module.origin = Origin::Text;
    let state = State::new(*options, &mut module);
    Reader::new(text, module, state, options.strict)
}

/// The items at the top level so far.
#[derive(Default)]
pub(super) struct Top {
    /// Name of the module.
    pub(super) module: Option<Span>,
    /// Items stood outside a module.
    pub(super) items: bool,
    /// An item that is not allowed at the top level was reported; one report is enough.
    outside: bool,
}

impl Top {
    /// Everything up to the end of the text.
    pub(super) fn read_all(&mut self, r: &mut Reader<'_>) {
        while r.kind() != Kind::Eof {
            self.read_or_recover(r);
            if r.kind() == Kind::BraceClose {
                let _ = self.outside(r);
            }
        }
    }

    /// One item at the top level.
    pub(super) fn read(&mut self, r: &mut Reader<'_>) -> Parse<()> {
        let token = r.token();
        Layout::start(&mut r.layout, token);
        match token.kind {
            Kind::Hash | Kind::Bang if r.second().kind == Kind::Equal => alias::read_definition(r),
            Kind::Word => match r.str_of(token.span()) {
                "cuda_tile.module" => self.read_module(r),
                "module" | "builtin.module" => self.read_wrapper(r),
                word => self.read_item(r, word),
            },
            Kind::Str => match r.text() {
                b"\"cuda_tile.module\"" => self.read_generic_module(r),
                b"\"builtin.module\"" => self.read_generic_wrapper(r),
                _ => self.read_item(r, ""),
            },
            _ => Err(self.outside(r)),
        }
    }

    fn outside(&mut self, r: &mut Reader<'_>) -> Failed {
        let failed = if std::mem::replace(&mut self.outside, true) { Failed } else { outside(r) };
        if r.kind() != Kind::BraceOpen {
            r.bump();
        }
        failed
    }

    /// `cuda_tile.module @name attributes {..} { .. }`
    fn read_module(&mut self, r: &mut Reader<'_>) -> Parse<()> {
        let word = r.bump();
        let mut op = module_op(word.start, word.span());
        let (name, name_at) = r.read_symbol()?;
        self.enter_module(r, name_at)?;
        set_name(r, &mut op, name);
        if r.eat_word("attributes") {
            values::read_op_dict(r, &mut op)?;
        }
        finish_module(r, &op);
        let head_end = r.end();
        r.module.body.set_head_end(r.module.root, head_end);
        r.read_region(r.module.root, 0, &[])?;
        end_module(r, word.start)
    }

    /// Only one module is read.
    fn enter_module(&mut self, r: &mut Reader<'_>, at: Span) -> Parse<()> {
        let earlier = match self.module {
            Some(first) => Some((first, "the first module")),
            None if self.items => Some((Span::point(0), "items stand outside a module")),
            None => None,
        };
        if let Some((first, label)) = earlier {
            let error = Diagnostic::error(code::MISPLACED, "a file holds one module")
                .at(at, "this is a second one")
                .also(first, label)
                .help("put the modules into files of their own, or their items into one module");
            return Err(r.fail(error));
        }
        self.module = Some(at);
        Ok(())
    }

    /// `module @name attributes {..} { .. }`, the tolerated wrapper around everything.
    fn read_wrapper(&mut self, r: &mut Reader<'_>) -> Parse<()> {
        r.bump();
        if r.kind() == Kind::Symbol {
            r.read_symbol()?;
        }
        if r.eat_word("attributes") {
            values::read_entries(r)?;
        }
        self.read_wrapped(r)?;
        if r.at_word("loc") {
            location::read_loc(r)?;
        }
        Ok(())
    }

    fn read_wrapped(&mut self, r: &mut Reader<'_>) -> Parse<()> {
        r.nested(|r| {
            let open = r.expect(Kind::BraceOpen, "'{' to begin a region")?;
            let outer = r.begin_body();
            let read = self.read_wrapped_items(r, open.span());
            r.end_body(outer);
            if read.is_ok() {
                let end = r.end();
                Layout::region(&mut r.layout, open, end);
            }
            read
        })
    }

    fn read_wrapped_items(&mut self, r: &mut Reader<'_>, open: Span) -> Parse<()> {
        loop {
            match r.kind() {
                Kind::BraceClose => {
                    r.bump();
                    return Ok(());
                }
                Kind::Eof => {
                    return Err(r.error_at(code::UNCLOSED, open, "expected '}'", "this is never closed"));
                }
                _ => {}
            }
            self.read_or_recover(r);
        }
    }

    /// One thing; after an error, everything up to where the next one seems to begin.
    fn read_or_recover(&mut self, r: &mut Reader<'_>) {
        let before = r.token();
        let read = self.read(r);
        let stuck = r.token() == before && !matches!(r.kind(), Kind::Eof | Kind::BraceClose);
        if stuck {
            r.bump();
        }
        match read {
            Ok(()) => self.outside = false,
            Err(_) => r.recover(),
        }
    }

    /// An entry or a global without a module around it.
    fn read_item(&mut self, r: &mut Reader<'_>, word: &str) -> Parse<()> {
        let bare = word.strip_prefix("cuda_tile.").unwrap_or(word);
        if r.strict || !matches!(bare, "entry" | "global" | "func" | "experimental$func" | "testing$func") {
            return Err(self.outside(r));
        }
        if let Some(first) = self.module {
            let span = r.token().span();
            let error = Diagnostic::error(code::MISPLACED, format!("`{bare}` stands outside the module"))
                .at(span, "after the module")
                .also(first, "the module")
                .help("move it between the braces of the module");
            return Err(r.fail(error));
        }
        if !self.items {
            self.items = true;
            r.names.enter(true);
            let span = r.token().span();
            r.note(
                span,
                "an item without a module around it",
                "`cuda_tile.module @name { .. }` around all items",
            );
            r.block = Some(items_block(&r.module));
            set_producer_from_comment(r);
        }
        r.read_statement();
        Ok(())
    }

    /// `"cuda_tile.module"() <{sym_name = ".."}> ({ .. }) : () -> ()`
    fn read_generic_module(&mut self, r: &mut Reader<'_>) -> Parse<()> {
        let word = r.bump();
        self.enter_module(r, word.span())?;
        let mut op = module_op(word.start, word.span());
        read_generic_head(r, Some(&mut op))?;
        if !op.attrs[0].is_present() {
            let text = "'cuda_tile.module' op requires attribute 'sym_name'";
            return Err(r.error_at(code::GENERIC, word.span(), text, "is missing it"));
        }
        finish_module(r, &op);
        r.expect(Kind::ParenOpen, "'(' and a region")?;
        r.read_region(r.module.root, 0, &[])?;
        r.expect(Kind::ParenClose, "')'")?;
        read_generic_tail(r, Some(&mut op))?;
        finish_module(r, &op);
        end_module(r, word.start)
    }

    fn read_generic_wrapper(&mut self, r: &mut Reader<'_>) -> Parse<()> {
        r.bump();
        read_generic_head(r, None)?;
        r.expect(Kind::ParenOpen, "'(' and a region")?;
        self.read_wrapped(r)?;
        r.expect(Kind::ParenClose, "')'")?;
        read_generic_tail(r, None)?;
        if r.at_word("loc") {
            location::read_loc(r)?;
        }
        Ok(())
    }
}

fn module_op<'s>(start: u32, span: Span) -> OpText<'s> {
    let head = Head { start, results: Default::default(), mnemonic: "module", span };
    Op::new(Opcode::Module as u16, &head)
}

fn set_name(r: &mut Reader<'_>, op: &mut OpText<'_>, name: StrId) {
    let slot = Attr::Str(name).into_attr(&mut r.module);
    op.set_attr(fields::module::sym_name, slot);
}

fn finish_module(r: &mut Reader<'_>, op: &OpText<'_>) {
    let root = r.module.root;
    r.module.body.attrs_mut(root).copy_from_slice(&op.attrs);
    r.module.body.set_extra(root, op.extra);
    r.module.body.set_span(root, op.span);
}

fn end_module(r: &mut Reader<'_>, start: u32) -> Parse<()> {
    let root = r.module.root;
    if r.at_word("loc") {
        let loc = location::read_loc(r)?;
        r.module.body.set_loc(root, loc);
    }
    let end = r.end();
    r.module.body.set_span(root, Span::new(start, end));
    Ok(())
}

/// `() <{..}>`
fn read_generic_head(r: &mut Reader<'_>, op: Option<&mut OpText<'_>>) -> Parse<()> {
    r.expect(Kind::ParenOpen, "'('")?;
    r.expect(Kind::ParenClose, "')'")?;
    if r.eat(Kind::Less) {
        read_generic_dict(r, op)?;
        r.expect(Kind::Greater, "'>' to close properties")?;
    }
    Ok(())
}

fn read_generic_dict(r: &mut Reader<'_>, op: Option<&mut OpText<'_>>) -> Parse<()> {
    match op {
        Some(op) => values::read_op_dict(r, op),
        None => values::read_entries(r).map(|_| ()),
    }
}

/// `{..} : () -> ()`
fn read_generic_tail(r: &mut Reader<'_>, op: Option<&mut OpText<'_>>) -> Parse<()> {
    if r.kind() == Kind::BraceOpen {
        read_generic_dict(r, op)?;
    }
    for piece in [":", "(", ")", "->", "(", ")"] {
        r.expect_text(piece)?;
    }
    Ok(())
}

/// Reports an item that is not allowed at the top level of a file.
fn outside(r: &mut Reader<'_>) -> Failed {
    let token = r.token();
    let found = r.describe(token);
    let word = r.str_of(token.span());
    let error = match token.kind {
        Kind::Word if r.strict => Diagnostic::error(
            code::UNKNOWN_OP,
            format!("custom op '{word}' is unknown (tried 'builtin.{word}' as well)"),
        )
        .at(token.span(), "no operation of the top of a file has this name"),
        Kind::Word | Kind::Value | Kind::Str => {
            Diagnostic::error(code::MISPLACED, "an operation stands outside a module")
                .at(token.span(), format!("found {found}"))
        }
        Kind::Error(_) => r.expected_error("a module"),
        _ => {
            Diagnostic::error(code::EXPECTED, "expected a module").at(token.span(), format!("found {found}"))
        }
    };
    let error = match token.kind {
        Kind::Word | Kind::Value | Kind::Str if !r.strict => error.note(what_it_is(word)),
        _ if !r.strict && is_cpp(word) => error.note(CPP),
        _ => error,
    };
    r.fail(error.help("a file is `cuda_tile.module @name { .. }` with entries and globals inside; operations stand inside entries"))
}

/// What to do with a kernel in C++.
const CPP: &str = "this looks like CUDA C++: `nvcc -ptx FILE` compiles its kernels to PTX, which `tilewright emulate` executes";

/// Whether a text that begins so is C++.
fn is_cpp(word: &str) -> bool {
    let words = ["__global__", "__device__", "extern", "namespace", "template", "typedef", "using"];
    let directives = ["#include", "#define", "#if", "#ifdef", "#ifndef", "#pragma"];
    words.contains(&word) || directives.contains(&word)
}

/// What a text is that begins with a word instead of a module.
fn what_it_is(word: &str) -> &'static str {
    let is_python = ["import", "from", "def", "class"].contains(&word);
    let is_other_dialect = word.contains('.') && !word.starts_with("cuda_tile.");
    if is_python {
        "this looks like Python: cuTile compiles a Python kernel to Tile IR when it is launched, and \
         `python -m tilewright.cutile FILE` runs such a program without a GPU"
    } else if is_cpp(word) {
        CPP
    } else if is_other_dialect {
        "this looks like an operation of another MLIR dialect: only those of `cuda_tile` are read"
    } else {
        "this is a fragment of a program: it becomes one with `cuda_tile.module @m { entry @k() { .. } }` and the definitions of the \
         values it uses around it"
    }
}

/// The disassembler writes the producer as a comment before the items.
fn set_producer_from_comment(r: &mut Reader<'_>) {
    let text = String::from_utf8_lossy(r.source());
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    let Some(producer) = line.and_then(|line| line.strip_prefix("// Producer: ")) else { return };
    let slot = producer.into_attr(&mut r.module);
    let root = r.module.root;
    r.module.set_attr(root, fields::module::producer, slot);
}
