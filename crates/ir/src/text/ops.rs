//! Reading an op by the `asm` list of its row, resolving its operands, and creating it.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use diag::{Diagnostic, Span, suggest};
use smallvec::SmallVec;

use super::TextLevel;
use super::code;
use super::lexer::{Kind, Token};
use super::names::Binding;
use super::op::{Head, OpText, ResultName, Use};
use super::reader::Reader;
use super::sink::{Failed, Parse};
use crate::attr::AttrSlot;
use crate::entity::{Op, TypeId, Value};
use crate::spec::{Arity, Asm, Field, Trait, ValueSpec};
use crate::storage::OpDraft;

/// Reading operands and types.
impl<'s, L: TextLevel> Reader<'s, L> {
    /// `%name` or `%name#1`, as a use of operand `field`.
    pub fn read_use(&mut self, field: u8) -> Parse<Use<'s>> {
        let token = self.expect(Kind::Value, "SSA operand")?;
        let name = self.name_of(token);
        let mut span = token.span();
        let mut number = 0;
        if self.kind() == Kind::Hash {
            let index = self.bump();
            span = span.to(index.span());
            number = self.group_number(index.span())?;
        }
        let value = self.resolve(name, number, span);
        Ok(Use { field, name, span, value, ty: None })
    }

    fn group_number(&mut self, span: Span) -> Parse<u32> {
        let digits = self.str_of(span).trim_start_matches(['#', ' ', '\t']);
        digits.parse().map_err(|_| {
            self.error_at(code::EXPECTED, span, "expected the number of a result after '#'", "is no number")
        })
    }

    /// The value that a name stands for; `None` when it stands for none or its definition failed.
    fn resolve(&mut self, name: &'s [u8], number: u32, span: Span) -> Option<Value> {
        let Some(binding) = self.names.find(name) else {
            self.undefined(name, span);
            return None;
        };
        let first = binding.value?;
        if number >= binding.count {
            let text = String::from_utf8_lossy(name).into_owned();
            let error = Diagnostic::error(code::UNDEFINED_VALUE, "reference to invalid result number")
                .at(span, format!("'%{text}' has {} value(s), numbered from 0", binding.count))
                .also(binding.span, "defined here");
            self.fail(error);
            return None;
        }
        Some(Value::from_u32(first.as_u32() + number))
    }

    fn undefined(&mut self, name: &'s [u8], span: Span) {
        let text = String::from_utf8_lossy(name).into_owned();
        let message = format!("use of undeclared SSA value name '%{text}'");
        let mut error = Diagnostic::error(code::UNDEFINED_VALUE, message)
            .at(span, "not defined before this, in this region or one around it");
        error = match (self.later_definition(name, span), self.similar_name(&text)) {
            (Some(later), _) => error
                .also(later, "defined only here")
                .help("move the definition before its use, into the same region or one around it"),
            (None, Some(help)) => error.help(help),
            (None, None) => error.help(format!("define '%{text}' above its use")),
        };
        self.fail(error);
        // Later uses of the same name say nothing new.
        let _ = self.names.define(name, Binding { value: None, count: u32::MAX, span });
    }

    fn similar_name(&self, text: &str) -> Option<String> {
        // Short names are all alike.
        if text.len() < 2 {
            return None;
        }
        let known: Vec<String> =
            self.names.recent().map(|n| format!("%{}", String::from_utf8_lossy(n))).collect();
        suggest::did_you_mean(&format!("%{text}"), known.iter().map(String::as_str))
    }

    /// Where `name` is defined shortly after a use of it.
    fn later_definition(&self, name: &[u8], from: Span) -> Option<Span> {
        // Bytes that are searched. A text with many undefined names would be read once for each otherwise.
        const MAX_SEARCHED: usize = 1 << 16;
        let mut ahead = self.look_ahead();
        while let token @ Token { kind, start, .. } = ahead.next_token()
            && kind != Kind::Eof
            && start as usize - (from.start as usize) < MAX_SEARCHED
        {
            if kind == Kind::Value && self.name_of(token) == name {
                return matches!(ahead.clone().next_token().kind, Kind::Equal).then(|| token.span());
            }
        }
        None
    }

    /// A use of a field of the row, added to the op.
    pub fn read_operand(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        let Field::Operand(index) = field else { panic!("{field:?} is not an operand") };
        let operand = self.read_use(index)?;
        op.operands.push(operand);
        Ok(())
    }

    /// A type and its position.
    pub fn read_type_at(&mut self) -> Parse<(TypeId, Span)> {
        let start = self.token().start;
        let ty = L::read_type(self)?;
        let span = Span::new(start, self.end());
        self.last_type = span;
        Ok((ty, span))
    }

    /// One or more types, separated by commas.
    pub fn read_types(&mut self) -> Parse<SmallVec<[(TypeId, Span); 4]>> {
        let mut types = SmallVec::new();
        loop {
            types.push(self.read_type_at()?);
            if !self.eat(Kind::Comma) {
                return Ok(types);
            }
        }
    }

    /// `(T, U)`, or one type without parentheses.
    pub fn read_type_list(&mut self) -> Parse<SmallVec<[(TypeId, Span); 4]>> {
        let mut types = SmallVec::new();
        if !self.eat(Kind::ParenOpen) {
            types.push(self.read_type_at()?);
            return Ok(types);
        }
        self.list(Kind::ParenClose, "')'", |r| {
            types.push(r.read_type_at()?);
            Ok(())
        })?;
        Ok(types)
    }
}

/// Pieces of rows.
impl<'s, L: TextLevel> Reader<'s, L> {
    /// All pieces of an op, its dictionary and its location.
    pub fn read_pieces(&mut self, op: &mut OpText<'s, L>) -> Parse<()> {
        for (at, piece) in op.spec.asm.iter().enumerate() {
            match (piece, op.spec.asm.get(at + 1)) {
                (Asm::Lit(text), Some(Asm::Type([Field::Result(index)]))) => {
                    self.read_before_type(op, text, usize::from(*index))?;
                }
                _ => self.read_piece(op, piece)?,
            }
        }
        self.read_optional_location(op)
    }

    /// Reads the separator between the types of results; if the next type is missing, the error says which one.
    fn read_before_type(&mut self, op: &OpText<'s, L>, text: &str, index: usize) -> Parse<()> {
        if text != "," || self.kind() == Kind::Comma || self.kind() == Kind::Eof {
            return self.expect_text(text);
        }
        let names: Vec<String> = op.spec.results.iter().map(|result| format!("`{}`", result.name)).collect();
        let error = self.expected_error("','");
        let error = match op.spec.results.get(index) {
            Some(missing) => error.help(format!(
                "`{}` has {} results, {}; write the type of `{}` too{}",
                op.spec.mnemonic,
                names.len(),
                names.join(" and "),
                missing.name,
                if missing.name.ends_with("token") { ", which is `token`: `-> .., token`" } else { "" },
            )),
            None => error,
        };
        Err(self.fail(error))
    }

    /// `loc(..)`, if it comes next.
    pub fn read_optional_location(&mut self, op: &mut OpText<'_, L>) -> Parse<()> {
        if self.at_word("loc") && self.second().kind == Kind::ParenOpen {
            L::read_location(self, op)?;
        }
        Ok(())
    }

    fn read_piece(&mut self, op: &mut OpText<'s, L>, piece: &Asm<L>) -> Parse<()> {
        match *piece {
            Asm::Lit(text) => self.expect_text(text),
            Asm::Operand(field) => self.read_operand(op, field),
            Asm::Operands(field) => self.read_operands(op, field),
            Asm::CommaOperand(field) => self.read_comma_operand(op, field),
            Asm::Bracketed(field) => self.read_bracketed(op, field),
            Asm::TokenTight(field) | Asm::TokenLoose(field) => self.read_token_operand(op, field),
            Asm::Attr(field) => L::read_attr(self, op, attr_index(field)),
            Asm::AnyOrder(fields) => {
                self.read_flags(op, fields);
                Ok(())
            }
            Asm::NamedTight(field) | Asm::NamedLoose(field) => self.read_named(op, field),
            Asm::Type(fields) => self.read_stated_type(op, fields),
            Asm::Types(field) => {
                let types = self.read_types()?;
                self.state_operand_types(op, field, &types)
            }
            Asm::CommaType(field) => self.read_comma_type(op, field),
            Asm::ResultType => self.read_result_type(op),
            Asm::Dict => self.read_optional_dict(op),
            Asm::KeywordDict | Asm::KeywordDictWith(_) => {
                if self.eat_word("attributes") {
                    L::read_dict(self, op)?;
                }
                Ok(())
            }
            Asm::Custom(custom) => L::read_custom(self, op, custom),
        }
    }

    /// A dictionary of attributes, if it comes next.
    pub fn read_optional_dict(&mut self, op: &mut OpText<'_, L>) -> Parse<()> {
        if self.kind() == Kind::BraceOpen { L::read_dict(self, op) } else { Ok(()) }
    }

    /// Uses separated by commas, at least one.
    pub fn read_operands(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        loop {
            self.read_operand(op, field)?;
            if !self.eat(Kind::Comma) {
                return Ok(());
            }
        }
    }

    /// A comma may stand there although the operand does not.
    fn read_comma_operand(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        if self.eat(Kind::Comma) && self.kind() == Kind::Value {
            self.read_operand(op, field)?;
        }
        Ok(())
    }

    fn read_bracketed(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        self.expect(Kind::BracketOpen, "'['")?;
        self.list(Kind::BracketClose, "']'", |r| r.read_operand(op, field))
    }

    fn read_token_operand(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        if self.eat_word("token") {
            self.expect(Kind::Equal, "'='")?;
            self.read_operand(op, field)?;
        }
        Ok(())
    }

    fn read_flags(&mut self, op: &mut OpText<'s, L>, fields: &[Field]) {
        while self.kind() == Kind::Word {
            let unset =
                |&&f: &&Field| !op.attrs[attr_index(f)].is_present() && self.at_word(op.spec.field_name(f));
            let Some(&field) = fields.iter().find(unset) else { return };
            op.set_attr(field, AttrSlot::UNIT);
            self.bump();
        }
    }

    /// `name = value`.
    pub fn read_named(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        self.expect_word(op.spec.field_name(field))?;
        self.expect(Kind::Equal, "'='")?;
        L::read_named(self, op, attr_index(field))
    }

    fn read_stated_type(&mut self, op: &mut OpText<'s, L>, fields: &[Field]) -> Parse<()> {
        let (ty, span) = self.read_type_at()?;
        for &field in fields {
            match field {
                Field::Operand(_) => op.state_type(field, ty, span),
                Field::Result(_) => op.add_result(field, ty),
                Field::Attr(_) | Field::Region(_) => panic!("{field:?} has no type"),
            }
        }
        Ok(())
    }

    /// States one type for each use of a field; their numbers must agree.
    pub fn state_operand_types(
        &mut self,
        op: &mut OpText<'s, L>,
        field: Field,
        types: &[(TypeId, Span)],
    ) -> Parse<()> {
        let uses = op.use_count(field);
        if uses != types.len() {
            // Both lists are shown, because either may be the wrong one.
            let types_at = types.iter().map(|t| t.1).reduce(Span::to).unwrap_or(op.span);
            let uses_at = op.uses(field).map(|u| u.span).reduce(Span::to).unwrap_or(op.span);
            let error = Diagnostic::error(
                code::LIST_LENGTH,
                format!(
                    "number of operands and types do not match: got {uses} operands and {} types",
                    types.len()
                ),
            )
            .at(types_at, format!("{} type(s)", types.len()))
            .also(uses_at, format!("{uses} operand(s)"))
            .help("write exactly one type for each operand");
            return Err(self.fail(error));
        }
        op.state_types(field, types);
        Ok(())
    }

    fn read_comma_type(&mut self, op: &mut OpText<'s, L>, field: Field) -> Parse<()> {
        if op.uses(field).all(|u| u.ty.is_some()) {
            return Ok(());
        }
        self.expect(Kind::Comma, &format!("',' and the type of '{}'", op.spec.field_name(field)))?;
        let (ty, span) = self.read_type_at()?;
        let field = self.meant_by_type(op, field, ty);
        op.state_type(field, ty, span);
        Ok(())
    }

    /// Of two optional operands side by side only one may be there, and only its type decides which one it is: a type that
    /// the first does not take, but the second does, makes the operand the second.
    fn meant_by_type(&self, op: &mut OpText<'s, L>, field: Field, ty: TypeId) -> Field {
        let Field::Operand(index) = field else { return field };
        let takes = |index: u8| op.spec.operands.get(index as usize).map(|o| L::fits(self, o.constraint, ty));
        let next = Field::Operand(index + 1);
        let optional = op.spec.operands.get(index as usize + 1).is_some_and(|o| o.arity == Arity::Optional);
        let moves = takes(index) == Some(false) && takes(index + 1) == Some(true);
        if !(moves && optional && op.use_count(next) == 0) {
            return field;
        }
        for u in op.operands.iter_mut().filter(|u| u.field == index) {
            u.field = index + 1;
        }
        next
    }

    fn read_result_type(&mut self, op: &mut OpText<'s, L>) -> Parse<()> {
        let ty = L::read_type(self)?;
        let fixed = op.spec.results.iter().all(|r| r.arity == Arity::One);
        if fixed {
            op.results.extend((0..op.spec.results.len()).map(|i| (i as u8, ty)));
        } else {
            let count = L::result_count(self, op)?;
            op.results.extend(std::iter::repeat_n((0, ty), count));
        }
        Ok(())
    }
}

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
