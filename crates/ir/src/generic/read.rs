//! Reading generic text.

use std::collections::BTreeMap;

use diag::{Diagnostic, Source, Span};
use smallvec::SmallVec;

use super::pieces::MOST_BYTES;
use super::{Attr, AttrKind, Constraint, EnumSpec, GenericLevel, GenericText};
use crate::attr::AttrSlot;
use crate::build::IntoAttr;
use crate::entity::{TypeId, UNKNOWN_LOC, Value};
use crate::level::module::{Module, Origin};
use crate::level::spec::{Arity, Field};
use crate::storage::OpDraft;
use crate::text::{Argument, Head, Kind, OpText, Parse, Reader, TextLevel, code};

/// The result of parsing.
pub struct Parsed<L: GenericLevel> {
    /// The module: present whenever no diagnostic is an error.
    pub module: Option<Module<L>>,
    /// All diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// State during a read, besides the module.
#[derive(Default)]
pub struct State {
    /// Numbers of the current op, by attribute: what they are is known once the type of its result is.
    numbers: Vec<(usize, Vec<Span>)>,
    /// Where the pieces of types are defined that have names.
    pieces: BTreeMap<String, Span>,
}

/// Reads a module: `tileaa.module @name { .. }`. Nothing is verified beyond what reading needs.
pub fn parse<L: GenericLevel>(source: &Source) -> Parsed<L> {
    let mut module = Module::with_root(|module| {
        let attrs: SmallVec<[AttrSlot; 4]> = L::ops()[0].attrs.iter().map(|_| AttrSlot::ABSENT).collect();
        module.body.create_op(OpDraft {
            opcode: 0,
            operands: &[],
            segments: &[],
            attrs: &attrs,
            results: &[],
            regions: 1,
            loc: UNKNOWN_LOC,
        })
    });
    module.origin = Origin::Text;
    let mut r = Reader::new(source.text(), module, State::default(), true);
    // Errors were reported.
    let _ = read_root(&mut r);
    let ok = !r.sink.has_errors();
    Parsed { module: ok.then_some(r.module), diagnostics: r.sink.finish() }
}

fn read_root<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<()> {
    let word = format!("{}module", <L as GenericLevel>::PREFIX);
    while r.kind() == Kind::Hash {
        read_piece(r, &word)?;
    }
    let start = r.token().start;
    r.expect_word(&word)?;
    let root = r.module.root;
    let head = Head { start, results: SmallVec::new(), mnemonic: "module", span: Span::new(start, r.end()) };
    let mut op = OpText::new(0, &head);
    read_head(r, &mut op)?;
    r.module.body.attrs_mut(root).copy_from_slice(&op.attrs);
    r.module.body.set_head_end(root, r.end());
    r.read_region(root, 0, &[])?;
    r.module.body.set_span(root, Span::new(start, r.end()));
    if r.kind() != Kind::Eof {
        return Err(r.expected("the end of the text after the module"));
    }
    Ok(())
}

/// `#r0 = ..`, up to the next definition or the module.
fn read_piece<L: GenericLevel>(r: &mut Reader<'_, L>, module: &str) -> Parse<()> {
    let name = r.token().span();
    r.bump();
    r.expect(Kind::Equal, "'=' and a piece of a type")?;
    let start = r.token().start;
    while !matches!(r.kind(), Kind::Hash | Kind::Eof) && !r.at_word(module) {
        r.bump();
    }
    let piece = Span::new(start, r.end().max(start));
    let key = r.str_of(name).to_owned();
    if r.str_of(piece).len() > MOST_BYTES {
        let text = format!("'{key}' stands for more than {MOST_BYTES} bytes");
        return Err(r.error_at(code::ALIAS, piece, text, "write it in the types themselves"));
    }
    if r.state.pieces.insert(key.clone(), piece).is_some() {
        return Err(r.error_at(
            code::REDEFINED_ALIAS,
            name,
            format!("'{key}' is defined twice"),
            "once is enough",
        ));
    }
    Ok(())
}

/// Reads `#r0`, if it is next: where the piece is that bears this name.
///
/// # Errors
/// When none does; it was reported.
pub fn read_named_piece<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Option<Span>> {
    if r.kind() != Kind::Hash {
        return Ok(None);
    }
    let name = r.token().span();
    let key = r.str_of(name).to_owned();
    r.bump();
    match r.state.pieces.get(&key) {
        Some(&piece) => Ok(Some(piece)),
        None => {
            let text = format!("'{key}' is not defined");
            let label = format!("write `{key} = ..` before the module");
            Err(r.error_at(code::ALIAS, name, text, &label))
        }
    }
}

impl<L: GenericLevel> TextLevel for L {
    type State<'s> = State;

    const PREFIX: &'static str = <L as GenericLevel>::PREFIX;

    const INSIDE: &'static [&'static str] = &["token"];

    fn find_op(_: &Reader<'_, Self>, mnemonic: &str) -> Option<u16> {
        L::ops().iter().position(|spec| spec.mnemonic == mnemonic).map(|at| at as u16)
    }

    fn read_type(r: &mut Reader<'_, Self>) -> Parse<TypeId> {
        let ty = <L as GenericLevel>::read_type(r)?;
        Ok(r.module.types.intern(ty))
    }

    fn fits(r: &Reader<'_, Self>, constraint: Constraint, ty: TypeId) -> bool {
        L::admits(constraint, r.module.types.get(ty))
    }

    fn read_attr(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>, index: usize) -> Parse<()> {
        read_value(r, op, index)
    }

    fn read_named(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>, index: usize) -> Parse<()> {
        read_value(r, op, index)
    }

    fn read_dict(r: &mut Reader<'_, Self>, _: &mut OpText<'_, Self>) -> Parse<()> {
        Err(r.expected("an operation without a dictionary"))
    }

    fn read_custom<'s>(r: &mut Reader<'s, Self>, op: &mut OpText<'s, Self>, _: GenericText) -> Parse<()> {
        read_generic(r, op)
    }

    fn read_location(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>) -> Parse<()> {
        read_location(r, op)
    }

    fn read_generic<'s>(r: &mut Reader<'s, Self>, _: &Head<'s>) -> Parse<OpText<'s, Self>> {
        Err(r.expected("the name of an operation, without quotes"))
    }

    fn read_unknown<'s>(_: &mut Reader<'s, Self>, _: &Head<'s>) -> Parse<Option<Vec<Value>>> {
        Ok(None)
    }

    fn implied_type(_: &mut Reader<'_, Self>, _: Constraint) -> Option<TypeId> {
        None
    }

    fn result_count(_: &mut Reader<'_, Self>, op: &OpText<'_, Self>) -> Parse<usize> {
        Ok(op.named)
    }

    fn finish(r: &mut Reader<'_, Self>, op: &mut OpText<'_, Self>) -> Parse<()> {
        for (index, spans) in std::mem::take(&mut r.state.numbers) {
            let slot = read_numbers(r, op, op.spec.attrs[index].kind, &spans)?;
            op.attrs[index] = slot;
        }
        Ok(())
    }

    fn show_type(ty: &L::Type) -> String {
        ty.to_string()
    }

    fn mnemonics(_: &Reader<'_, Self>) -> Vec<&'static str> {
        L::ops().iter().map(|spec| spec.mnemonic).collect()
    }
}

/// Everything after the mnemonic.
fn read_generic<'s, L: GenericLevel>(r: &mut Reader<'s, L>, op: &mut OpText<'s, L>) -> Parse<()> {
    read_head(r, op)?;
    read_types(r, op)?;
    if op.spec.regions.is_empty() {
        return Ok(());
    }
    let id = r.create(op)?;
    for index in 0..op.spec.regions.len() {
        let arguments = read_arguments(r)?;
        if r.kind() != Kind::BraceOpen && op.spec.regions[index].min_blocks == 0 {
            break;
        }
        r.read_region(id, index, &arguments)?;
    }
    Ok(())
}

/// The symbol, the operands and the attributes.
fn read_head<'s, L: GenericLevel>(r: &mut Reader<'s, L>, op: &mut OpText<'s, L>) -> Parse<()> {
    r.state.numbers.clear();
    if let Some(index) = op.spec.attrs.iter().position(|a| a.kind == AttrKind::Symbol)
        && r.kind() == Kind::Symbol
    {
        let (name, _) = r.read_symbol()?;
        op.attrs[index] = Attr::Str(name).into_attr(&mut r.module);
    }
    read_operands(r, op)?;
    if r.eat(Kind::Less) {
        r.list(Kind::Greater, "'>'", |r| read_attribute(r, op))?;
    }
    Ok(())
}

/// `(%i: i32, %x: f32)` before a region.
fn read_arguments<'s, L: GenericLevel>(r: &mut Reader<'s, L>) -> Parse<Vec<Argument<'s>>> {
    let mut arguments = Vec::new();
    if r.eat(Kind::ParenOpen) {
        r.list(Kind::ParenClose, "')'", |r| {
            arguments.push(r.read_argument()?);
            Ok(())
        })?;
    }
    Ok(arguments)
}

/// Whether the next token is the first of its line.
fn starts_line<L: GenericLevel>(r: &Reader<'_, L>) -> bool {
    let between = &r.source()[r.end() as usize..r.token().span().start as usize];
    between.contains(&b'\n')
}

fn read_operands<'s, L: GenericLevel>(r: &mut Reader<'s, L>, op: &mut OpText<'s, L>) -> Parse<()> {
    for (index, operand) in op.spec.operands.iter().enumerate() {
        let field = Field::Operand(index as u8);
        let bracketed = operand.arity != Arity::One;
        // Brackets with nothing in them are left out after the last operand.
        let rest_may_lack = op.spec.operands[index..].iter().all(|o| o.arity != Arity::One);
        let follows = match index {
            // A value on the next line is the result of the next operation.
            0 => r.kind() == Kind::BracketOpen || r.kind() == Kind::Value && !starts_line(r),
            _ => r.kind() == Kind::Comma,
        };
        if rest_may_lack && !follows {
            return Ok(());
        }
        if index > 0 {
            r.expect(Kind::Comma, "','")?;
        }
        if bracketed {
            r.expect(Kind::BracketOpen, &format!("'[' and the operand '{}'", operand.name))?;
            r.list(Kind::BracketClose, "']'", |r| r.read_operand(op, field))?;
        } else {
            r.read_operand(op, field)?;
        }
    }
    Ok(())
}

/// `: T, U -> V`; or `: T` where all have one type.
fn read_types<'s, L: GenericLevel>(r: &mut Reader<'s, L>, op: &mut OpText<'s, L>) -> Parse<()> {
    if !r.eat(Kind::Colon) {
        return Ok(());
    }
    let types = if r.kind() == Kind::Arrow { SmallVec::new() } else { r.read_types()? };
    let fixed = op.spec.results.iter().all(|result| result.arity == Arity::One);
    let results = match r.eat(Kind::Arrow) {
        true => Some(r.read_types()?),
        false => None,
    };
    let count = op.operands.len();
    match (types.as_slice(), results) {
        (&[one], None) if fixed && (count > 1 || (count == 1 && !op.spec.results.is_empty())) => {
            op.operands.iter_mut().for_each(|u| u.ty = Some(one));
            op.results.extend((0..op.spec.results.len()).map(|index| (index as u8, one.0)));
        }
        (types, None) if count == 0 => state_results(op, types),
        (types, results) => {
            state_operands(r, op, types)?;
            state_results(op, results.as_deref().unwrap_or(&[]));
        }
    }
    Ok(())
}

fn state_operands<'s, L: GenericLevel>(
    r: &mut Reader<'s, L>,
    op: &mut OpText<'s, L>,
    types: &[(TypeId, Span)],
) -> Parse<()> {
    if types.len() != op.operands.len() {
        let at = types.iter().map(|t| t.1).reduce(Span::to).unwrap_or(op.span);
        let text = format!("{} operands have {} types", op.operands.len(), types.len());
        return Err(r.error_at(
            code::LIST_LENGTH,
            at,
            text,
            "write one type for each operand, or one for all",
        ));
    }
    op.operands.iter_mut().zip(types).for_each(|(u, &ty)| u.ty = Some(ty));
    Ok(())
}

/// Results in order: of the fields that are one value each, then the rest.
fn state_results<L: GenericLevel>(op: &mut OpText<'_, L>, types: &[(TypeId, Span)]) {
    let last = op.spec.results.len().saturating_sub(1);
    op.results.extend(types.iter().enumerate().map(|(at, ty)| (at.min(last) as u8, ty.0)));
}

/// `name` or `name = value`.
fn read_attribute<'s, L: GenericLevel>(r: &mut Reader<'s, L>, op: &mut OpText<'s, L>) -> Parse<()> {
    let token = r.expect(Kind::Word, "the name of an attribute")?;
    let name = r.str_of(token.span());
    let Some(index) = op.spec.attrs.iter().position(|a| a.name == name) else {
        let names: Vec<&str> = op.spec.attrs.iter().map(|a| a.name).collect();
        let known = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
        let error =
            Diagnostic::error(code::ATTRIBUTE, format!("`{}` has no attribute `{name}`", op.spec.mnemonic))
                .at(token.span(), format!("its attributes: {known}"));
        return Err(r.fail(error));
    };
    if op.spec.attrs[index].kind == AttrKind::Flag {
        op.attrs[index] = AttrSlot::UNIT;
        return Ok(());
    }
    r.expect(Kind::Equal, "'=' and the value of the attribute")?;
    read_value(r, op, index)
}

fn read_value<L: GenericLevel>(r: &mut Reader<'_, L>, op: &mut OpText<'_, L>, index: usize) -> Parse<()> {
    let slot = match op.spec.attrs[index].kind {
        AttrKind::Flag => AttrSlot::UNIT,
        AttrKind::Int => read_int(r)?.into_attr(&mut r.module),
        AttrKind::Ints => {
            let mut values: Vec<i64> = Vec::new();
            r.expect(Kind::BracketOpen, "'['")?;
            r.list(Kind::BracketClose, "']'", |r| {
                values.push(read_int(r)?);
                Ok(())
            })?;
            values.as_slice().into_attr(&mut r.module)
        }
        AttrKind::Enum(spec) => read_case(r, spec)?,
        AttrKind::Symbol | AttrKind::SymbolRef => {
            let (name, _) = r.read_symbol()?;
            Attr::Str(name).into_attr(&mut r.module)
        }
        AttrKind::Str => {
            let text = r.read_string("a string")?;
            let id = r.module.strings.intern_bytes(&text);
            Attr::Str(id).into_attr(&mut r.module)
        }
        // Read when the type of the result is known, which comes later in the text.
        AttrKind::Number => {
            let span = number_span(r)?;
            r.state.numbers.push((index, vec![span]));
            return Ok(());
        }
        AttrKind::Numbers => {
            let mut spans = Vec::new();
            r.expect(Kind::BracketOpen, "'['")?;
            r.list(Kind::BracketClose, "']'", |r| {
                spans.push(number_span(r)?);
                Ok(())
            })?;
            r.state.numbers.push((index, spans));
            return Ok(());
        }
        AttrKind::Bytes => read_bytes(r)?,
    };
    op.attrs[index] = slot;
    Ok(())
}

fn read_int<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<i64> {
    let span = number_span(r)?;
    let text = r.str_of(span);
    match text.parse() {
        Ok(value) => Ok(value),
        Err(_) => Err(r.error_at(code::LITERAL, span, "expected a whole number of 64 bits", "is none")),
    }
}

/// The text of a number, with its sign.
fn number_span<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Span> {
    let start = r.token().start;
    r.eat(Kind::Minus);
    #[allow(clippy::wildcard_enum_match_arm, reason = "other tokens are no numbers")]
    match r.kind() {
        Kind::Int | Kind::Hex | Kind::Float | Kind::Word => {
            r.bump();
            Ok(Span::new(start, r.end()))
        }
        _ => Err(r.expected("a number")),
    }
}

fn read_case<L: GenericLevel>(r: &mut Reader<'_, L>, spec: &EnumSpec) -> Parse<AttrSlot> {
    let words = || spec.words.join(", ");
    let token = r.token();
    // Shapes of matrices were strings once, so a quoted word is read as well.
    let word = if r.kind() == Kind::Str {
        String::from_utf8_lossy(&r.read_string("a string")?).into_owned()
    } else {
        let token = r.expect(Kind::Word, &format!("one of {}", words()))?;
        r.str_of(token.span()).to_owned()
    };
    match spec.words.iter().position(|&other| other == word) {
        Some(at) => Ok(AttrSlot::small(at as u32)),
        None => {
            let text = format!("'{word}' is not one of {}", words());
            Err(r.error_at(code::KEYWORD, token.span(), text, "not known here"))
        }
    }
}

fn read_bytes<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<AttrSlot> {
    let at = r.token().span();
    let text = r.read_string("bytes, two hexadecimal digits each, in a string")?;
    let digit = |byte: u8| (byte as char).to_digit(16).map(|d| d as u8);
    let byte = |pair: &[u8]| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?);
    let bytes: Option<Box<[u8]>> = text.chunks(2).map(byte).collect();
    match bytes {
        Some(bytes) => Ok(Attr::Bytes(bytes).into_attr(&mut r.module)),
        None => Err(r.error_at(
            code::LITERAL,
            at,
            "expected two hexadecimal digits for each byte",
            "is no such text",
        )),
    }
}

/// Numbers by the type of the first result.
fn read_numbers<L: GenericLevel>(
    r: &mut Reader<'_, L>,
    op: &OpText<'_, L>,
    kind: AttrKind,
    spans: &[Span],
) -> Parse<AttrSlot> {
    let Some(&(_, ty)) = op.results.first() else {
        return Err(r.error_at(
            code::LITERAL,
            op.span,
            "a number without a type",
            "write the type after ':'",
        ));
    };
    let mut values = Vec::new();
    for &span in spans {
        let text = r.str_of(span);
        let Some(bits) = L::read_number(r.module.types.get(ty), text) else {
            let text = format!("'{text}' is no number of type '{}'", r.module.types.get(ty));
            return Err(r.error_at(code::LITERAL, span, text, "does not fit"));
        };
        values.push(bits);
    }
    let attr = if kind == AttrKind::Number { Attr::Number(values[0]) } else { Attr::Numbers(values.into()) };
    Ok(attr.into_attr(&mut r.module))
}

/// `loc("file":line:column)`.
fn read_location<L: GenericLevel>(r: &mut Reader<'_, L>, op: &mut OpText<'_, L>) -> Parse<()> {
    r.expect_word("loc")?;
    r.expect(Kind::ParenOpen, "'('")?;
    let name = r.read_string("the name of a file")?;
    let file = r.module.strings.intern_bytes(&name);
    let mut place = [0u32; 2];
    for part in &mut place {
        r.expect(Kind::Colon, "':'")?;
        *part = u32::try_from(read_int(r)?).unwrap_or(0);
    }
    r.expect(Kind::ParenClose, "')'")?;
    op.loc = r.intern_loc(crate::loc::Loc::File { file, line: place[0], column: place[1], end: None });
    Ok(())
}
