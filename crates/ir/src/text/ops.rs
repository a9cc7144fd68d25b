//! Reading an op by the `asm` list of its row, resolving its operands, and creating it.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

mod pieces;
mod uses;

use diag::{Diagnostic, Span, suggest};
use smallvec::SmallVec;

use super::lexer::Kind;
use super::names::Binding;
use super::op::{Head, OpText, ResultName, Use};
use super::reader::Reader;
use super::sink::{Failed, Parse};
use super::{TextLevel, code};
use crate::entity::{Op, TypeId, Value};
use crate::level::spec::{Arity, Field, Trait, ValueSpec};
use crate::storage::OpDraft;

fn attr_index(field: Field) -> usize {
    let Field::Attr(index) = field else { panic!("{field:?} is not an attribute") };
    index as usize
}

/// Whole ops.
impl<'s, L: TextLevel> Reader<'s, L> {
    /// An op with the names of its results, put at the end of the current block.
    pub fn read_op(&mut self) -> Parse<()> {
        let start = self.token().start;
        let results = self.read_result_names()?;
        let mut head = Head { start, results, mnemonic: "", span: self.token().span() };
        let read = self.read_named_op(&mut head);
        if read.is_err() {
            self.poison(&head);
        }
        read
    }

    fn read_named_op(&mut self, head: &mut Head<'s>) -> Parse<()> {
        match self.kind() {
            Kind::Str => {
                let mut op = L::read_generic(self, head)?;
                self.finish_op(head, &mut op)
            }
            Kind::Word => {
                let token = self.bump();
                let word = self.str_of(token.span());
                head.mnemonic = word.strip_prefix(L::PREFIX).unwrap_or(word);
                let Some(number) = L::find_op(self, head.mnemonic) else { return self.read_unknown_op(head) };
                let mut op = OpText::new(number, head);
                self.read_known_op(head, &mut op)?;
                self.finish_op(head, &mut op)
            }
            _ => Err(self.expected("operation name")),
        }
    }

    fn finish_op(&mut self, head: &Head<'s>, op: &mut OpText<'s, L>) -> Parse<()> {
        let id = self.place(op)?;
        let results = self.module.body.results(id);
        self.bind_results(head, results.get(0), results.len(), op.spec.results);
        Ok(())
    }

    /// Creates an op unless its regions made that necessary before, and records the text after them.
    pub fn place(&mut self, op: &mut OpText<'s, L>) -> Parse<Op> {
        let id = match op.id {
            Some(id) => id,
            None => self.create(op)?,
        };
        self.module.body.set_loc(id, op.loc);
        self.module.body.set_extra(id, op.extra);
        self.module.body.set_span(id, Span::new(op.start, self.end()));
        if !op.spec.regions.is_empty() {
            self.module.body.set_head_end(id, op.head_end);
        }
        Ok(id)
    }

    fn read_known_op(&mut self, head: &Head<'s>, op: &mut OpText<'s, L>) -> Parse<()> {
        let read = self.read_pieces(op);
        if let (Err(_), Some(id)) = (&read, op.id) {
            // An op with its regions read has typed results, which are worth more than poisoned names.
            let results = self.module.body.results(id);
            self.bind_results(head, results.get(0), results.len(), op.spec.results);
        }
        read
    }

    fn read_unknown_op(&mut self, head: &Head<'s>) -> Parse<()> {
        let Some(values) = L::read_unknown(self, head)? else { return Err(self.unknown_op(head)) };
        if head.results.is_empty() {
            return Ok(());
        }
        if self.check_result_count(head, values.len(), &[]).is_err() {
            return Err(Failed);
        }
        let mut values = values.into_iter();
        for result in &head.results {
            let first = values.next();
            let id = self.module.strings.intern_bytes(result.name);
            if let Some(value) = first {
                self.module.body.set_name(value, Some(id));
            }
            self.define(result.name, Binding { value: first, count: result.count, span: result.span });
            for _ in 1..result.count {
                if let Some(value) = values.next() {
                    self.module.body.set_name(value, Some(id));
                }
            }
        }
        Ok(())
    }

    fn unknown_op(&mut self, head: &Head<'s>) -> Failed {
        let name = self.str_of(head.span);
        let tried = match name.starts_with(L::PREFIX) {
            true => format!("unknown operation '{name}'"),
            false => format!("custom op '{name}' is unknown (tried '{}{name}' as well)", L::PREFIX),
        };
        let mut error =
            Diagnostic::error(code::UNKNOWN_OP, tried).at(head.span, "no operation has this name");
        if let Some(help) = suggest::did_you_mean(head.mnemonic, L::mnemonics(self)) {
            error = error.help(help);
        }
        self.fail(error)
    }

    fn read_result_names(&mut self) -> Parse<SmallVec<[ResultName<'s>; 2]>> {
        let mut results = SmallVec::new();
        if self.kind() != Kind::Value {
            return Ok(results);
        }
        loop {
            let token = self.expect(Kind::Value, "the name of a result")?;
            let (mut count, mut span) = (1, token.span());
            if self.eat(Kind::Colon) {
                let number = self.expect(Kind::Int, "integer number of results")?;
                span = span.to(number.span());
                count = self.str_of(number.span()).parse().unwrap_or(0);
                // A short text must not ask for millions of names.
                if count == 0 || count > 1 << 16 {
                    return Err(self.error_at(
                        code::RESULT_COUNT,
                        number.span(),
                        "expected named operation to have at least 1 result",
                        "a number from 1 to 65536 is expected here",
                    ));
                }
            }
            results.push(ResultName { name: self.name_of(token), count, span });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Equal, "'=' after the names of results")?;
        Ok(results)
    }

    fn define(&mut self, name: &'s [u8], binding: Binding) {
        let Err(earlier) = self.names.define(name, binding) else { return };
        if earlier.value.is_none() || binding.value.is_none() {
            return;
        }
        let text = String::from_utf8_lossy(name).into_owned();
        let error = Diagnostic::error(code::REDEFINED_VALUE, format!("redefinition of SSA value '%{text}'"))
            .at(binding.span, "this name is taken")
            .also(earlier.span, "previously defined here")
            .help("choose another name; a name inside a region may not repeat one from around it");
        self.fail(error);
    }

    /// Defines a block argument.
    pub(super) fn define_argument(&mut self, name: &'s [u8], value: Value, span: Span) {
        self.define(name, Binding { value: Some(value), count: 1, span });
        let id = self.module.strings.intern_bytes(name);
        self.module.body.set_name(value, Some(id));
    }

    /// The names of an op that failed stay known.
    fn poison(&mut self, head: &Head<'s>) {
        for result in &head.results {
            let _ =
                self.names.define(result.name, Binding { value: None, count: u32::MAX, span: result.span });
        }
    }

    /// `fields` are the names that the row has for the results, where there is a row.
    fn check_result_count(
        &mut self,
        head: &Head<'s>,
        count: usize,
        fields: &'static [ValueSpec<L>],
    ) -> Parse<()> {
        let named = head.named();
        if head.results.is_empty() || named == count {
            return Ok(());
        }
        let span = head.results.iter().map(|r| r.span).reduce(Span::to).unwrap_or(head.span);
        let error = if count == 0 {
            Diagnostic::error(code::RESULT_COUNT, "cannot name an operation with no results")
                .at(span, "there is nothing to name")
                .also(head.span, "has no results")
                .help("drop the name and the '='")
        } else {
            let message = format!("operation defines {count} results but was provided {named} to bind");
            Diagnostic::error(code::RESULT_COUNT, message)
                .at(span, format!("{named} named here"))
                .also(head.span, format!("has {count} results"))
                .help(self.all_results(head, count, fields))
        };
        self.poison(head);
        Err(self.fail(error))
    }

    /// How all results of an op are named.
    fn all_results(&self, head: &Head<'s>, count: usize, fields: &'static [ValueSpec<L>]) -> String {
        let single = fields.len() == count && fields.iter().all(|field| field.arity == Arity::One);
        if !single || head.named() > count || head.results.iter().any(|result| result.count != 1) {
            return "name all results or none; `%x:2` names two at once".to_owned();
        }
        let named = head.results.iter().map(|result| self.str_of(result.span).to_owned());
        let others = fields[head.named()..].iter().map(|field| format!("%{}", field.name));
        let names: Vec<String> = named.chain(others).collect();
        format!("name all results, `{} = {} ..`, or none", names.join(", "), head.mnemonic)
    }

    fn bind_results(
        &mut self,
        head: &Head<'s>,
        first: Option<Value>,
        count: usize,
        fields: &'static [ValueSpec<L>],
    ) {
        if self.check_result_count(head, count, fields).is_err() {
            return;
        }
        let Some(first) = first else { return };
        let mut next = first.as_u32();
        for result in &head.results {
            let value = Value::from_u32(next);
            self.define(result.name, Binding { value: Some(value), count: result.count, span: result.span });
            let id = self.module.strings.intern_bytes(result.name);
            for index in next..next + result.count {
                self.module.body.set_name(Value::from_u32(index), Some(id));
            }
            next += result.count;
        }
    }

    /// Creates the op at the end of the current block; regions are read after that.
    pub fn create(&mut self, op: &mut OpText<'s, L>) -> Parse<Op> {
        L::finish(self, op)?;
        self.imply_types(op);
        self.check_uses(op);
        // The text may have fields in any order; the op has them in the order of its row.
        op.operands.sort_by_key(|u| u.field);
        op.results.sort_by_key(|r| r.0);
        let operands: SmallVec<[Value; 8]> = op.operands.iter().filter_map(|u| u.value).collect();
        let results: SmallVec<[TypeId; 4]> = op.results.iter().map(|r| r.1).collect();
        let segments = segments(op);
        let id = self.module.body.create_op(OpDraft {
            opcode: op.number,
            operands: &operands,
            segments: &segments,
            attrs: &op.attrs,
            results: &results,
            regions: op.spec.regions.len() as u16,
            loc: op.loc,
        });
        // The op's text up to here; its regions extend it when they are read.
        op.head_end = self.end();
        self.module.body.set_span(id, Span::new(op.start, op.head_end));
        if let Some(block) = self.block {
            self.module.body.append(block, id);
        }
        op.id = Some(id);
        Ok(id)
    }

    /// Gives the types that the text leaves out.
    fn imply_types(&mut self, op: &mut OpText<'s, L>) {
        for (index, operand) in op.spec.operands.iter().enumerate() {
            let field = Field::Operand(index as u8);
            if op.uses(field).any(|u| u.ty.is_none()) {
                let Some(ty) = L::implied_type(self, operand.constraint) else { continue };
                op.state_type(field, ty, op.span);
            }
        }
        for (index, result) in op.spec.results.iter().enumerate() {
            if result.arity == Arity::One && !op.results.iter().any(|r| r.0 as usize == index) {
                let Some(ty) = L::implied_type(self, result.constraint) else { continue };
                op.results.push((index as u8, ty));
            }
        }
    }

    /// Compares the types that an op states for its operands with those that they have.
    pub fn check_uses(&mut self, op: &OpText<'s, L>) {
        for (i, u) in op.operands.iter().enumerate() {
            let (Some(value), Some((ty, at))) = (u.value, u.ty) else { continue };
            let repeated = || op.operands[..i].iter().any(|o| o.value == u.value && o.ty == u.ty);
            if self.module.body.ty(value) != ty && !repeated() {
                self.mismatch(u, value, ty, at, op.span);
            }
        }
    }

    fn mismatch(&mut self, u: &Use<'s>, value: Value, stated: TypeId, at: Span, op: Span) {
        let show = |id| L::show_type(self.module.types.get(id));
        let (to, from) = (stated, self.module.body.ty(value));
        let (stated, real) = (show(to), show(from));
        let name = self.str_of(u.span).to_owned();
        let message =
            format!("use of value '{name}' expects different type than prior uses: '{stated}' vs '{real}'");
        let mut error =
            Diagnostic::error(code::TYPE_MISMATCH, message).at(u.span, format!("has type '{real}'"));
        let label = format!("the operation takes '{stated}' here");
        error = if at == op {
            error.also(op, label)
        } else {
            error.also(at, format!("but is said to be '{stated}'"))
        };
        if let Some(binding) = self.names.find(u.name) {
            error = error.also(binding.span, "defined here");
        }
        let help = L::conversion(self.module.types.get(from), self.module.types.get(to), &name);
        let help = help.unwrap_or_else(|| format!("write the type of '{name}', or convert the value first"));
        self.fail(error.help(help));
    }
}

/// Sizes of the operand segments of an op that stores them.
fn segments<L: TextLevel>(op: &OpText<'_, L>) -> SmallVec<[u32; 6]> {
    if !op.spec.has(Trait::Segmented) {
        return SmallVec::new();
    }
    let count = |i: usize| op.operands.iter().filter(|u| u.field as usize == i).count() as u32;
    (0..op.spec.operands.len()).map(count).collect()
}
