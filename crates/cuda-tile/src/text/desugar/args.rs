//! Reading the arguments of the seeds' ops: values, lists, numbers and words, with or without commas, in order or by
//! name.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use diag::{Diagnostic, Span};
use ir::build::Builder;
use ir::text::{Failed, Head, Kind, Parse, code};
use ir::{Block, StrId, TypeId, Value};
use smallvec::SmallVec;

use super::branch::Target;
use super::{Desugaring, ParamKind};
use crate::attrs::Attr;
use crate::text::{Reader, types, values};
use crate::types::Qualified;
use crate::{CudaTile, Type};

/// The argument for a parameter.
enum Arg<'s> {
    Values(SmallVec<[(Value, Span); 4]>),
    Ints(Vec<i64>, Span),
    Word(&'s str),
    Text,
    Target(Target<'s>),
}

/// An op of the seeds whose text is read.
pub(in crate::text) struct Call<'r, 's> {
    pub(super) r: &'r mut Reader<'s>,
    pub(super) span: Span,
    row: &'static Desugaring,
    args: Vec<Option<Arg<'s>>>,
    /// Token given by name.
    pub(super) token: Option<Value>,
    stated: SmallVec<[(TypeId, Span); 4]>,
    results: SmallVec<[(TypeId, Span); 4]>,
    arrow: bool,
}

/// True when the text after the mnemonic is that of the standard op: a type after a colon, operands with commas.
pub(super) fn is_standard_form(r: &Reader<'_>, row: &Desugaring) -> bool {
    if row.params.len() == 1 {
        return colon_follows(r);
    }
    r.kind() == Kind::Value && r.second().kind == Kind::Comma && colon_follows(r)
}

fn colon_follows(r: &Reader<'_>) -> bool {
    let mut ahead = r.look_ahead();
    let mut previous = r.token();
    for _ in 0..32 {
        let token = ahead.next_token();
        match token.kind {
            Kind::Colon => return true,
            Kind::Eof | Kind::BraceClose | Kind::Equal => return false,
            Kind::Word if previous.kind == Kind::Value && crosses_line(r, previous.end, token.start) => {
                return false;
            }
            _ => {}
        }
        previous = token;
    }
    false
}

fn crosses_line(r: &Reader<'_>, from: u32, to: u32) -> bool {
    r.text_of(Span::new(from, to)).contains(&b'\n')
}

/// Everything after the mnemonic.
pub(super) fn read<'r, 's>(
    r: &'r mut Reader<'s>,
    head: &Head<'s>,
    row: &'static Desugaring,
) -> Parse<Call<'r, 's>> {
    let args = row.params.iter().map(|_| None).collect();
    let mut call = Call {
        r,
        span: head.span,
        row,
        args,
        token: None,
        stated: SmallVec::new(),
        results: SmallVec::new(),
        arrow: false,
    };
    call.read_args()?;
    call.read_properties()?;
    call.read_types()?;
    if call.r.at_word("loc") && call.r.second().kind == Kind::ParenOpen {
        crate::text::location::read_loc(call.r)?;
    }
    call.check_present()?;
    call.check_operands()?;
    Ok(call)
}

impl<'s> Call<'_, 's> {
    fn read_args(&mut self) -> Parse<()> {
        loop {
            self.r.eat(Kind::Comma);
            if self.r.kind() == Kind::Word && self.r.second().kind == Kind::Equal {
                self.read_named()?;
                continue;
            }
            let next = (0..self.args.len()).find(|&i| self.args[i].is_none() && self.fits(i));
            match next {
                Some(index) => self.read_arg(index)?,
                None => return Ok(()),
            }
        }
    }

    /// True if the next token can begin the argument for this parameter.
    fn fits(&self, index: usize) -> bool {
        let r = &*self.r;
        // Values are in order: a later one is absent if an earlier one is missing.
        let earlier = self.row.params[..index].iter().zip(&self.args);
        let blocked = earlier.into_iter().any(|(p, a)| a.is_none() && p.required);
        if blocked {
            return false;
        }
        match (self.row.params[index].kind, r.kind()) {
            (ParamKind::Value, Kind::Value) => !r.begins_next_op(),
            (ParamKind::Value, Kind::BracketOpen) => r.second().kind == Kind::Value,
            (ParamKind::Values, Kind::Value) => !r.begins_next_op(),
            (ParamKind::Ints, Kind::BracketOpen) => r.second().kind != Kind::Value,
            (ParamKind::Int, Kind::Int | Kind::Minus | Kind::Hex) => true,
            (ParamKind::Word(words), Kind::Word) => words.iter().any(|word| r.at_word(word)),
            (ParamKind::Text, Kind::Str) => true,
            (ParamKind::Target, Kind::Caret) => true,
            _ => false,
        }
    }

    fn read_arg(&mut self, index: usize) -> Parse<()> {
        let start = self.r.token().start;
        let arg = match self.row.params[index].kind {
            ParamKind::Value => {
                let bracket = self.r.eat(Kind::BracketOpen);
                let value = self.read_value()?;
                if bracket {
                    self.r.expect(Kind::BracketClose, "']'")?;
                }
                Arg::Values(SmallVec::from_elem(value, 1))
            }
            ParamKind::Values => {
                let mut values = SmallVec::new();
                while self.r.kind() == Kind::Value && !self.r.begins_next_op() {
                    values.push(self.read_value()?);
                    self.r.eat(Kind::Comma);
                }
                Arg::Values(values)
            }
            ParamKind::Ints => {
                self.r.expect(Kind::BracketOpen, "'['")?;
                let mut list = Vec::new();
                self.r.list(Kind::BracketClose, "']'", |r| {
                    list.push(types::read_i64(r)?);
                    Ok(())
                })?;
                Arg::Ints(list, Span::new(start, self.r.end()))
            }
            ParamKind::Int => {
                let number = types::read_i64(self.r)?;
                Arg::Ints(vec![number], Span::new(start, self.r.end()))
            }
            ParamKind::Word(_) => {
                let token = self.r.bump();
                Arg::Word(self.r.str_of(token.span()))
            }
            ParamKind::Text => {
                self.r.bump();
                Arg::Text
            }
            ParamKind::Target => Arg::Target(super::branch::read_target(self.r)?),
        };
        self.args[index] = Some(arg);
        Ok(())
    }

    fn read_value(&mut self) -> Parse<(Value, Span)> {
        let u = self.r.read_use(0)?;
        // An unknown name was reported.
        u.value.map(|value| (value, u.span)).ok_or(Failed)
    }

    /// `alignment = 16`
    fn read_named(&mut self) -> Parse<()> {
        let token = self.r.bump();
        let name = self.r.str_of(token.span());
        self.r.bump();
        if name == "token" {
            self.token = Some(self.read_value()?.0);
            return Ok(());
        }
        let Some(index) = self.row.params.iter().position(|p| p.name == name) else {
            return Err(self.unknown_name(name, token.span()));
        };
        if let ParamKind::Word(words) = self.row.params[index].kind
            && !words.iter().any(|word| self.r.at_word(word))
        {
            return Err(self.r.expected(&format!("one of the words `{}`", words.join("`, `"))));
        }
        self.read_arg(index)
    }

    fn unknown_name(&mut self, name: &str, at: Span) -> Failed {
        let names: Vec<&str> = self.row.params.iter().map(|p| p.name).collect();
        let error = Diagnostic::error(code::ATTRIBUTE, format!("`{}` has no `{name}`", self.row.name))
            .at(at, "unknown here")
            .help(format!("it takes `{}`", names.join("`, `")));
        self.r.fail(error)
    }

    /// `<{dim = 0 : i64}>` or `{dim = 0 : i64}`
    fn read_properties(&mut self) -> Parse<()> {
        let angled = self.r.kind() == Kind::Less && self.r.second().kind == Kind::BraceOpen;
        if angled {
            self.r.bump();
        }
        if self.r.kind() == Kind::BraceOpen {
            for (key, value, span) in values::read_entries(self.r)? {
                self.set_property(key, value, span)?;
            }
        }
        if angled {
            self.r.expect(Kind::Greater, "'>'")?;
        }
        Ok(())
    }

    fn set_property(&mut self, key: StrId, value: ir::AttrId, span: Span) -> Parse<()> {
        let name = self.r.module.text(key).into_owned();
        let value = self.r.module.attrs.get(value).clone();
        let Some(index) = self.row.params.iter().position(|p| p.name == name) else {
            return Err(self.unknown_name(&name, span));
        };
        let list = match value {
            Attr::Int { ty, bits } => vec![numerics::int::sign_extend(ty, bits)],
            Attr::I64s(list) => list.into_vec(),
            Attr::I32s(list) => list.iter().map(|&n| n.into()).collect(),
            _ => {
                let text = format!("`{name}` of `{}` is a number", self.row.name);
                return Err(self.r.error_at(code::ATTRIBUTE, span, text, "is none"));
            }
        };
        self.args[index] = Some(Arg::Ints(list, span));
        Ok(())
    }

    /// `: T, U -> V`, if it comes next.
    fn read_types(&mut self) -> Parse<()> {
        if !self.r.eat(Kind::Colon) {
            return Ok(());
        }
        self.stated = self.read_type_list()?;
        self.arrow = self.r.eat(Kind::Arrow);
        if self.arrow {
            self.results = self.read_type_list()?;
        }
        Ok(())
    }

    fn read_type_list(&mut self) -> Parse<SmallVec<[(TypeId, Span); 4]>> {
        if self.r.kind() == Kind::ParenOpen { self.r.read_type_list() } else { self.r.read_types() }
    }

    fn check_present(&mut self) -> Parse<()> {
        let missing = self.row.params.iter().zip(&self.args).find(|(p, a)| p.required && a.is_none());
        let Some((param, _)) = missing else { return Ok(()) };
        let error = self
            .r
            .expected_error(&format!("`{}` of `{}`", param.name, self.row.name))
            .help(format!("it is written `{}`", self.row.syntax().replace("\\|", "|")));
        Err(self.r.fail(error))
    }

    /// Types stated for operands are those that they have.
    fn check_operands(&mut self) -> Parse<()> {
        let operands = self.operands();
        if !self.arrow || self.stated.len() != operands.len() {
            return Ok(());
        }
        for ((value, _), (ty, at)) in operands.into_iter().zip(self.stated.clone()) {
            self.check_type(value, ty, at)?;
        }
        Ok(())
    }

    fn operands(&self) -> Vec<(Value, Span)> {
        let lists = self.args.iter().filter_map(|arg| match arg {
            Some(Arg::Values(values)) => Some(values),
            _ => None,
        });
        lists.flatten().copied().collect()
    }

    fn check_type(&mut self, value: Value, stated: TypeId, at: Span) -> Parse<()> {
        let real = self.r.module.body.ty(value);
        if real == stated {
            return Ok(());
        }
        let show = |id| Qualified(self.r.module.types.get(id)).to_string();
        let text = format!("`{}`: the type is '{}', not '{}'", self.row.name, show(real), show(stated));
        let error = Diagnostic::error(code::TYPE_MISMATCH, text)
            .at(at, "stated here")
            .also(self.span, "for this")
            .help("write the type that it has, or leave the types out");
        Err(self.r.fail(error))
    }

    /// Types stated for results are those that came out.
    pub(super) fn check_results(&mut self, values: &[Value]) -> Parse<()> {
        if self.arrow {
            for (&value, (ty, at)) in values.iter().zip(self.results.clone()) {
                self.check_type(value, ty, at)?;
            }
            return Ok(());
        }
        let (&[(ty, at)], Some(&value)) = (self.stated.as_slice(), values.first()) else { return Ok(()) };
        let known = self.operands().iter().any(|&(v, _)| self.r.module.body.ty(v) == ty);
        if known { Ok(()) } else { self.check_type(value, ty, at) }
    }

    /// The type stated for the result, if any.
    pub(super) fn wanted(&self) -> Option<(TypeId, Span)> {
        match (self.arrow, self.results.as_slice(), self.stated.as_slice()) {
            (true, &[wanted, ..], _) | (false, _, &[wanted]) => Some(wanted),
            _ => None,
        }
    }

    /// The value for a parameter that must be there.
    pub(super) fn value(&self, index: usize) -> Value {
        self.values(index)[0]
    }

    /// The values for a parameter; empty when it is not there.
    pub(super) fn values(&self, index: usize) -> Vec<Value> {
        match &self.args[index] {
            Some(Arg::Values(values)) => values.iter().map(|&(value, _)| value).collect(),
            _ => Vec::new(),
        }
    }

    /// The numbers for a parameter, and where they stand.
    pub(super) fn ints(&self, index: usize) -> Option<(Vec<i64>, Span)> {
        match &self.args[index] {
            Some(Arg::Ints(list, span)) => Some((list.clone(), *span)),
            _ => None,
        }
    }

    /// The number for a parameter.
    pub(super) fn int(&self, index: usize) -> Option<(i64, Span)> {
        self.ints(index).and_then(|(list, span)| Some((*list.first()?, span)))
    }

    /// The word for a parameter.
    pub(super) fn word(&self, index: usize) -> Option<&'s str> {
        match &self.args[index] {
            Some(Arg::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// The block for a parameter that must be there.
    pub(super) fn take_target(&mut self, index: usize) -> Parse<Target<'s>> {
        match self.args[index].take() {
            Some(Arg::Target(target)) => Ok(target),
            _ => Err(Failed),
        }
    }

    /// The type of a value.
    pub(super) fn ty(&self, value: Value) -> &Type {
        self.r.module.ty(value)
    }

    /// Where ops go.
    pub(super) fn block(&mut self) -> Parse<Block> {
        match self.r.block {
            Some(block) => Ok(block),
            None => Err(self.fail(self.span, "stands outside a region", "move it into an entry")),
        }
    }

    /// A builder at the end of the block.
    pub(super) fn build(&mut self) -> Parse<Builder<'_, CudaTile>> {
        let block = self.block()?;
        Ok(Builder::at_end(&mut self.r.module, block))
    }

    /// Refuses the op with a sentence and the way out.
    pub(super) fn fail(&mut self, at: Span, text: impl std::fmt::Display, help: impl Into<String>) -> Failed {
        let error =
            Diagnostic::error(code::DESUGAR, format!("`{}` {text}", self.row.name)).at(at, "here").help(help);
        self.r.fail(error)
    }
}
