//! Which tokens touch.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use ir::spec::Asm;
use ir::text::Kind;

use crate::ops::{OPS, Opcode};

/// A bracket that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    /// `(` of a location.
    Location,
    /// `(`
    Paren,
    /// `<`
    Angle,
    /// `[` of numbers inside a type, which are set without blanks.
    Numbers,
    /// `[`
    Square,
    /// `{` of a dictionary.
    Brace,
}

/// A token that was set, as much of it as the next one depends on.
#[derive(Clone, Copy)]
pub(super) struct Set<'s> {
    pub(super) kind: Kind,
    pub(super) text: &'s str,
}

impl Set<'_> {
    fn is(&self, kind: Kind, text: &str) -> bool {
        self.kind == kind && self.text == text
    }
}

/// The state of the op that is being formatted.
#[derive(Clone, Copy, Default)]
pub(super) struct Statement<'s> {
    /// Its mnemonic, or its name in the generic form, once set.
    pub(super) name: Option<&'s str>,
    /// The token set last.
    pub(super) last: Option<Set<'s>>,
    /// The word before the last `=`.
    key: &'s str,
    /// The last `=` is set without blanks.
    tight: bool,
    /// Inside the extents of a type: `4x8xf32`.
    extents: bool,
    /// The line is the label of a block.
    pub(super) label: bool,
    /// The line defines an alias.
    pub(super) alias: bool,
}

/// Words that name extents of views.
const TIGHT_IN_TYPES: &[&str] = &["tile", "strides", "traversal_strides", "dim_map", "sparse_dim"];

impl<'s> Statement<'s> {
    /// The statement that begins with a token of this kind.
    pub(super) fn new(first: Kind) -> Statement<'s> {
        let alias = matches!(first, Kind::Hash | Kind::Bang);
        // An alias has no name of its own kind.
        let name = alias.then_some("");
        Statement { name, label: first == Kind::Caret, alias, ..Statement::default() }
    }

    /// Whether it is this op.
    pub(super) fn is(&self, opcode: Opcode) -> bool {
        self.name == Some(opcode.spec().mnemonic)
    }

    /// Whether `token` touches the one before it.
    pub(super) fn touches(&mut self, token: Set<'s>, open: Option<Bracket>) -> bool {
        let Some(last) = self.last else { return true };
        if token.kind == Kind::Equal {
            self.key = last.text;
            self.tight = self.is_tight(last.text, open);
            return self.tight;
        }
        if last.kind == Kind::Equal {
            return self.tight;
        }
        if self.extents && is_extent(last) {
            return true;
        }
        match token.kind {
            Kind::Comma | Kind::ParenClose | Kind::BracketClose | Kind::Greater | Kind::BraceClose => true,
            _ if matches!(last.kind, Kind::ParenOpen | Kind::BracketOpen | Kind::Less | Kind::BraceOpen) => {
                true
            }
            _ if last.kind == Kind::Minus => true,
            // `[N]xf32`: a symbolic extent of a fragment.
            Kind::Word if last.kind == Kind::BracketClose => {
                open == Some(Bracket::Angle) && token.text.starts_with('x')
            }
            _ if last.kind == Kind::Comma => open == Some(Bracket::Numbers),
            _ if last.kind == Kind::Colon => {
                open == Some(Bracket::Location) || self.name.is_none() && !self.label
            }
            Kind::Less => match last.kind {
                Kind::Word => !(last.text.ends_with("constant") && self.is(Opcode::Constant)),
                Kind::Bang | Kind::Hash => true,
                _ => false,
            },
            Kind::ParenOpen => match last.kind {
                Kind::Word => matches!(last.text, "iter_values" | "loc" | "callsite"),
                Kind::Symbol | Kind::Str | Kind::Caret => true,
                _ => false,
            },
            Kind::BracketOpen => match last.kind {
                Kind::Value | Kind::Hash => !self.is(Opcode::Permute),
                Kind::Word | Kind::Greater => open == Some(Bracket::Location),
                _ => false,
            },
            Kind::Colon => self.colon_touches(last, open),
            Kind::Hash => last.kind == Kind::Value && token.text[1..].bytes().all(|b| b.is_ascii_digit()),
            _ => false,
        }
    }

    fn colon_touches(&self, last: Set<'_>, open: Option<Bracket>) -> bool {
        match open {
            Some(Bracket::Location) => last.text != "to",
            Some(Bracket::Paren) => last.kind == Kind::Value,
            Some(Bracket::Angle) => last.kind == Kind::Word,
            Some(Bracket::Numbers | Bracket::Square | Bracket::Brace) => false,
            // `%a:2 =`, or the end of a label.
            None => self.label || self.name.is_none(),
        }
    }

    /// Whether `key =` is set without blanks.
    fn is_tight(&self, key: &str, open: Option<Bracket>) -> bool {
        match open {
            Some(Bracket::Angle) => TIGHT_IN_TYPES.contains(&key),
            None => match key {
                "token" => self.name.is_some_and(writes_tight_token),
                "dim" | "reverse" | "identities" => self.is(Opcode::Reduce) || self.is(Opcode::Scan),
                "optimization_hints" => self.is(Opcode::Entry),
                _ => false,
            },
            Some(_) => false,
        }
    }

    /// The kind of an opening bracket.
    pub(super) fn bracket(&self, kind: Kind, open: Option<Bracket>) -> Option<Bracket> {
        let last = self.last;
        match kind {
            Kind::ParenOpen if open == Some(Bracket::Location) => Some(Bracket::Location),
            Kind::ParenOpen if last.is_some_and(|last| last.is(Kind::Word, "loc")) => Some(Bracket::Location),
            Kind::ParenOpen => Some(Bracket::Paren),
            Kind::Less => Some(Bracket::Angle),
            Kind::BracketOpen if open == Some(Bracket::Location) => Some(Bracket::Location),
            Kind::BracketOpen if open == Some(Bracket::Angle) && self.tight && self.key != "dim_map" => {
                Some(Bracket::Numbers)
            }
            Kind::BracketOpen => Some(Bracket::Square),
            Kind::BraceOpen => Some(Bracket::Brace),
            _ => None,
        }
    }

    /// Continues after `token`.
    pub(super) fn advance(&mut self, token: Set<'s>, open: Option<Bracket>) {
        let shaped = |text: &str| text.ends_with("tile") || text.ends_with("tensor_view");
        self.extents = match (token.kind, self.last) {
            (Kind::Less, Some(last)) => matches!(last.kind, Kind::Word | Kind::Bang) && shaped(last.text),
            (Kind::ParenOpen, Some(last)) => last.kind == Kind::Equal && self.key == "tile",
            (Kind::Int | Kind::Hex | Kind::Question | Kind::BracketOpen | Kind::BracketClose, _) => {
                self.extents
            }
            (Kind::Word, _) => self.extents && is_extent(token),
            _ => false,
        };
        if self.name.is_none() && open.is_none() && matches!(token.kind, Kind::Word | Kind::Str) {
            self.name = Some(token.text.trim_start_matches("cuda_tile."));
        }
        self.last = Some(token);
    }
}

/// `4`, `?`, or a word like `x8x` after which more extents or an element type follow.
fn is_extent(token: Set<'_>) -> bool {
    match token.kind {
        Kind::Int | Kind::Hex | Kind::Question | Kind::BracketOpen | Kind::BracketClose => true,
        Kind::Word => {
            let text = token.text;
            text.starts_with('x') && text.bytes().all(|byte| byte == b'x' || byte.is_ascii_digit())
        }
        _ => false,
    }
}

/// Whether the op of this name writes `token=%t`.
fn writes_tight_token(name: &str) -> bool {
    let spec = OPS.iter().find(|spec| spec.mnemonic == name);
    spec.is_some_and(|spec| spec.asm.iter().any(|piece| matches!(piece, Asm::TokenTight(_))))
}
