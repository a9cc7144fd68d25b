//! Spellings of the seeds that have a standard form: one table of desugarings, and what carries them out.
//!
//! An op whose mnemonic no row of the op table has is looked up in [`TABLE`]. Its text is read by the parameters of its
//! entry (`args`), and a small function builds the standard ops in its place. Nothing of the seed's op stays, so
//! printing gives the standard form. Each occurrence gives one note that names it.
//!
//! Blocks that end in `br` or `cond_br` are kept as they stand until their region ends; then `structure` turns them
//! into `if` and `loop`.
//!
//! In strict mode none of this is known.

mod args;
mod atomics;
mod branch;
mod elementwise;
mod emit;
mod gather;
mod graph;
mod inverse;
mod memory;
mod shapes;
mod spellings;
mod structure;
mod table;

use ir::Value;
use ir::text::{Head, Kind, OpText as Op, Parse};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use super::{Reader, State};
use crate::ops::Opcode;
pub(super) use args::Call;
pub(super) use branch::{Branches, begin_block, finish_region};

pub use spellings::{SPELLINGS, Spelling};
pub use table::TABLE;

/// A mnemonic of the specification's examples that is replaced by standard ops.
#[derive(Clone, Copy)]
pub struct Desugaring {
    /// Mnemonic.
    pub name: &'static str,
    /// Parameters after the mnemonic, in this order or by name.
    pub params: &'static [Param],
    /// The standard ops that replace it.
    pub standard: &'static str,
    /// A remark about the translation; may be empty.
    pub remark: &'static str,
    rewrite: Rewrite,
}

impl Desugaring {
    /// How the seeds write it, for people.
    pub fn syntax(&self) -> String {
        let mut text = self.name.to_owned();
        for param in self.params {
            let shown = param.shown();
            text.push(' ');
            text.push_str(&if param.required { shown } else { format!("[{shown}]") });
        }
        text
    }
}

/// How an entry is carried out.
#[derive(Clone, Copy)]
enum Rewrite {
    /// The syntax of this op under another name.
    Renamed(Opcode),
    /// This op, one value for each of its operands; its own syntax is read too.
    Same(Opcode),
    /// By hand, from the arguments.
    Build(fn(&mut Call<'_, '_>) -> Parse<Vec<Value>>),
    /// By hand, from the text.
    Read(for<'s> fn(&mut Reader<'s>, &Head<'s>) -> Parse<Vec<Value>>),
}

/// A parameter after a mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Name.
    pub name: &'static str,
    /// The kind of the argument.
    pub kind: ParamKind,
    /// True when it must be there.
    pub required: bool,
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// `%x`
    Value,
    /// `%x, %y`, one or more.
    Values,
    /// `[1, 2]`
    Ints,
    /// `16`
    Int,
    /// One of these words.
    Word(&'static [&'static str]),
    /// `".."`
    Text,
    /// `^block` or `^block(%x : T)`
    Target,
}

impl Param {
    const fn new(name: &'static str, kind: ParamKind) -> Param {
        Param { name, kind, required: true }
    }

    const fn optional(mut self) -> Param {
        self.required = false;
        self
    }

    fn shown(&self) -> String {
        match self.kind {
            ParamKind::Value => format!("%{}", self.name),
            ParamKind::Values => format!("%{}..", self.name),
            ParamKind::Ints => format!("{}=[N, ..]", self.name),
            ParamKind::Int => format!("{}=N", self.name),
            ParamKind::Word(words) => words.join("\\|"),
            ParamKind::Text => "\"..\"".to_owned(),
            ParamKind::Target => format!("^{}", self.name),
        }
    }
}

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Desugaring>> =
    LazyLock::new(|| TABLE.iter().map(|row| (row.name, row)).collect());

fn find(mnemonic: &str) -> Option<&'static Desugaring> {
    // The seeds write `experimental$asin` and, in a comment, `experimental.asin`.
    let bare = mnemonic.strip_prefix("experimental.").or(mnemonic.strip_prefix("experimental$"));
    let written = BY_NAME.get(mnemonic).copied();
    written.or_else(|| bare.and_then(|bare| BY_NAME.get(format!("experimental${bare}").as_str()).copied()))
}

/// True when what follows a mnemonic that has a row is not the syntax of that row, but that of an entry of the table:
/// `reshape %x [4, 4]`, `broadcast %x [4, 4]`, `alloca 64 16`.
pub(super) fn shadows(r: &Reader<'_>, mnemonic: &str) -> bool {
    match mnemonic {
        "reshape" | "broadcast" if r.kind() == Kind::Value => {
            let mut ahead = r.look_ahead();
            let next = ahead.next_token();
            let next = if next.kind == Kind::Comma { ahead.next_token() } else { next };
            next.kind == Kind::BracketOpen
        }
        "alloca" => r.kind() == Kind::Int,
        _ => false,
    }
}

/// An op that no row knows, whose mnemonic was consumed. Returns the values that replace it, after their ops were
/// inserted; `None` when the word means nothing.
pub(super) fn read_unknown<'s>(r: &mut Reader<'s>, head: &Head<'s>) -> Parse<Option<Vec<Value>>> {
    let Some(row) = find(head.mnemonic) else { return Ok(None) };
    r.note(head.span, format!("`{}`", head.mnemonic), format!("`{}`", row.standard));
    let before = r.block.and_then(|block| r.module.body.last_op(block));
    let values = match row.rewrite {
        Rewrite::Renamed(opcode) => read_as(r, head, opcode)?,
        Rewrite::Same(opcode) if args::is_standard_form(r, row) => read_as(r, head, opcode)?,
        Rewrite::Same(opcode) => elementwise::same(&mut args::read(r, head, row)?, opcode)?,
        Rewrite::Build(build) => {
            let mut call = args::read(r, head, row)?;
            let values = build(&mut call)?;
            call.check_results(&values)?;
            values
        }
        Rewrite::Read(read) => read(r, head)?,
    };
    emit::place(r, head, before);
    Ok(Some(values))
}

/// Another word for the op of a row.
fn read_as<'s>(r: &mut Reader<'s>, head: &Head<'s>, opcode: Opcode) -> Parse<Vec<Value>> {
    let mut op = Op::new(opcode as u16, head);
    r.read_pieces(&mut op)?;
    let id = r.place(&mut op)?;
    Ok(r.module.body.results(id).iter().collect())
}

impl State<'_> {
    /// The token of the seeds' memory op before this point, in the block or one around it.
    fn last_token(&self, body: &ir::Storage, block: ir::Block) -> Option<Value> {
        let mut at = Some(block);
        while let Some(block) = at {
            if let Some(&token) = self.order.get(&block) {
                return Some(token);
            }
            at = body.block_op(block).and_then(|op| body.parent_block(op));
        }
        None
    }
}
