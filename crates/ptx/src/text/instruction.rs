//! Instructions: which opcode, which form.

use diag::{Diagnostic, Span, suggest};
use smallvec::SmallVec;

use super::StatementSpans;
use super::cursor::{Failed, Parser, Read, shortened};
use super::lexer::Kind;
use crate::codes;
use crate::fit::mismatches;
use crate::modifiers::Modifier;
use crate::module::bind::bind;
use crate::module::{Guard, Instruction, Operand, Statement};
use crate::ops::Opcode;
use crate::spec::{FormId, Modifiers, Shape};

type Operands = SmallVec<[Operand; 4]>;
type Spans = SmallVec<[Span; 4]>;

/// Operands that an instruction may have. More than any form has.
const MOST_OPERANDS: usize = 32;

/// Instructions of the ISA that the table does not cover: those that begin with one of these.
pub(crate) const NOT_COVERED: &[(&str, &str)] = &[
    ("mma.sp", "sparse matrices"),
    ("mma.sp::ordered_metadata", "sparse matrices"),
    ("wgmma.mma_async.sp", "sparse matrices"),
    ("tcgen05.mma.sp", "sparse matrices"),
    ("tcgen05.mma.ws.sp", "sparse matrices"),
    ("multimem.cp", "copies to multi-address memory"),
    ("multimem.cp.async.bulk", "copies to multi-address memory"),
    ("multimem.cp.reduce.async.bulk", "copies to multi-address memory"),
    ("st.async.mmio", "stores to devices"),
    ("red.async.mmio", "stores to devices"),
    ("mbarrier.check_layout", "layouts of mbarriers"),
    ("fabric", "memory of other devices"),
    ("applypriority.async", "priorities of many bytes"),
];

/// Modifiers of the ISA that the table does not cover, of all instructions or of one: those that are one of these
/// modifiers, or begin with one that ends in colons.
pub(crate) const MODIFIERS_NOT_COVERED: &[(&str, &str)] = &[
    ("ashift", "shifted rows of A"),
    ("im2col::w", "the wide modes of im2col"),
    ("im2col::w::128", "the wide modes of im2col"),
    ("s2f6x2", "fixed-point numbers"),
    ("scaled::n2::ue8m0", "conversions with a scale"),
    ("override::", "fields of tensor maps as operands"),
    ("ignore_oob", "copies of less than their size"),
    ("mbarrier::report::", "reports of copies"),
    ("multicast::cluster::32b", "masks of 32 blocks"),
    ("layout::", "layouts of mbarriers"),
    ("phase_type::", "phases of mbarriers that have a condition"),
    ("exclusive", "tensor memory for one block alone"),
    ("sync_restrict::", "the newer restrictions of orders"),
    ("unified", "loads of unified addresses"),
    ("valid_addr", "the newer forms of prefetches"),
    ("spcompress", "sparse matrices"),
    ("L1::32B", "the newer forms of prefetches"),
    ("cp.async.bulk.prefetch.L2::evict_last", "the newer forms of prefetches"),
    ("cp.async.bulk.prefetch.tensor.L2::evict_last", "the newer forms of prefetches"),
    ("fabric::", "memory of other devices"),
    ("generic::fabric", "memory of other devices"),
    ("fence.proxy.acquire", "one-sided fences of proxies"),
    ("fence.proxy.release", "one-sided fences of proxies"),
];

impl<'s> Parser<'s> {
    pub(super) fn instruction(&mut self) -> Read<()> {
        let guard = if self.eat(b'@') { Some(self.guard()?) } else { None };
        let head = self.peek();
        let (modifiers, spans) = self.dotted_words()?;
        let whole = Span::new(head.start, self.last_end());
        let (opcode, taken) = self.opcode(&modifiers, &spans, whole)?;
        let modifiers = self.modifiers(opcode, &modifiers[taken..], &spans[taken..])?;
        let forms = self.forms(opcode, &modifiers, &spans[taken..], whole)?;
        let (operands, operand_spans) = self.operands(opcode)?;
        self.expect(b';', "after an instruction")?;
        let (form, modifiers) = self.choose(forms, &operands, &operand_spans, whole)?;
        let instruction = Instruction { guard, form, modifiers, operands };
        self.push(
            Statement::Instruction(instruction),
            StatementSpans { head: whole, operands: operand_spans },
        );
        Ok(())
    }

    fn guard(&mut self) -> Read<Guard> {
        let negated = self.eat(b'!');
        Ok(Guard { register: self.register("a predicate after `@`")?, negated })
    }

    /// The mnemonic and its modifiers, without their dots.
    fn dotted_words(&mut self) -> Read<(Vec<&'s str>, Vec<Span>)> {
        let (first, span) = self.word("an instruction")?;
        let mut modifiers = vec![first];
        let mut spans = vec![span];
        while self.peek().kind == Kind::Dotted {
            let token = self.advance();
            modifiers.push(&self.text_of(token)[1..]);
            spans.push(token.span());
        }
        Ok((modifiers, spans))
    }

    /// The opcode of the longest mnemonic that the words begin with.
    fn opcode(&mut self, modifiers: &[&str], spans: &[Span], whole: Span) -> Read<(Opcode, usize)> {
        for length in (1..=modifiers.len().min(5)).rev() {
            let mnemonic = modifiers[..length].join(".");
            if let Some(&(_, why)) = NOT_COVERED.iter().find(|(name, _)| *name == mnemonic) {
                let message = format!("`{mnemonic}` is not covered: {why}");
                return Err(self.error(codes::NOT_COVERED, whole, message, ""));
            }
            if let Some(opcode) = Opcode::named(&mnemonic) {
                return Ok((opcode, length));
            }
        }
        Err(self.unknown(spans[0], whole))
    }

    fn unknown(&mut self, first: Span, whole: Span) -> Failed {
        let text = self.slice(whole);
        let modifier = self.slice(first);
        let all = || {
            let covered = Opcode::ALL.iter().map(|opcode| opcode.mnemonic());
            covered.chain(NOT_COVERED.iter().map(|(name, _)| *name))
        };
        // A mnemonic of several words may be right in its first.
        let nearest = suggest::nearest(modifier, all());
        let nearest = if nearest.is_empty() {
            let parts = text.split('.').count();
            let begins = |count: usize| text.split('.').take(count).collect::<Vec<_>>().join(".");
            (2..=parts.min(4))
                .map(|count| suggest::nearest(&begins(count), all()))
                .find(|found| !found.is_empty())
        } else {
            Some(nearest)
        };
        let family: Vec<&str> =
            all().filter(|name| name.split('.').next() == Some(modifier)).take(8).collect();
        let mut diagnostic =
            Diagnostic::error(codes::INSTRUCTION, format!("no instruction `{}`", shortened(text)))
                .at(whole, "");
        if let Some(name) = nearest.as_ref().and_then(|found| found.first()).copied() {
            let about = Opcode::named(name)
                .map_or("not covered".to_owned(), |opcode| format!("PTX ISA {}", opcode.row().section));
            diagnostic = diagnostic.help(format!("did you mean `{name}` ({about})?"));
        } else if !family.is_empty() {
            diagnostic = diagnostic.help(format!("`{modifier}` begins {}", listed(&family)));
        } else {
            diagnostic = diagnostic.help("docs/emulator-coverage.md lists the instructions that are known");
        }
        self.report(diagnostic);
        Failed
    }

    fn slice(&self, span: Span) -> &'s str {
        self.whole_text().get(span.range()).unwrap_or_default()
    }

    fn modifiers(&mut self, opcode: Opcode, modifiers: &[&str], spans: &[Span]) -> Read<Vec<Modifier>> {
        let mut found = Vec::new();
        for (text, &span) in modifiers.iter().zip(spans) {
            match Modifier::named(text) {
                Some(modifier) => found.push(modifier),
                None => return Err(self.no_modifier(opcode, text, span)),
            }
        }
        Ok(found)
    }

    fn no_modifier(&mut self, opcode: Opcode, text: &str, span: Span) -> Failed {
        let whole = format!("{opcode}.{text}");
        let is = |name: &str| text == name || whole == name || name.ends_with("::") && text.starts_with(name);
        if let Some(&(_, why)) = MODIFIERS_NOT_COVERED.iter().find(|(name, _)| is(name)) {
            let message = format!("`{opcode}` with `.{}` is not covered: {why}", shortened(text));
            return self.error(codes::NOT_COVERED, span, message, "");
        }
        let mut known: Vec<&str> = Vec::new();
        for modifier in opcode.forms().flat_map(|form| &form.form().slots).flat_map(|slot| &slot.modifiers) {
            if !known.contains(&modifier.text()) {
                known.push(modifier.text());
            }
        }
        let section = opcode.row().section;
        let message = format!("`{opcode}` has no modifier `.{}` here", shortened(text));
        let mut diagnostic = Diagnostic::error(codes::MODIFIER, message)
            .at(span, "")
            .note(format!("PTX ISA {section}: {opcode}"));
        // A modifier that the opcode has, but not in this form, is not a useful suggestion.
        if !known.contains(&text)
            && let Some(help) = suggest::did_you_mean(text, known.iter().copied())
        {
            diagnostic = diagnostic.help(help);
        } else {
            diagnostic = diagnostic.help(format!("forms are {}", forms_listed(opcode)));
        }
        self.report(diagnostic);
        Failed
    }

    /// The forms that have these modifiers.
    fn forms(
        &mut self,
        opcode: Opcode,
        modifiers: &[Modifier],
        spans: &[Span],
        whole: Span,
    ) -> Read<Vec<(FormId, Modifiers)>> {
        let mut found = Vec::new();
        let mut furthest = 0;
        for form in opcode.forms() {
            match form.form().place(modifiers) {
                Ok(placed) => found.push((form, placed)),
                // The form that fits longest tells which modifier is most likely the wrong one.
                Err(index) => furthest = furthest.max(index),
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
        match modifiers.get(furthest) {
            Some(modifier) => Err(self.no_modifier(opcode, modifier.text(), spans[furthest])),
            None => {
                let section = opcode.row().section;
                let message = format!("`{}` lacks a modifier", shortened(self.slice(whole)));
                self.report(
                    Diagnostic::error(codes::MODIFIER, message)
                        .at(whole, "")
                        .note(format!("PTX ISA {section}: {opcode}"))
                        .help(format!("forms are {}", forms_listed(opcode))),
                );
                Err(Failed)
            }
        }
    }

    fn operands(&mut self, opcode: Opcode) -> Read<(Operands, Spans)> {
        let (mut operands, mut spans) = (Operands::new(), Spans::new());
        if self.is_mark(b';') {
            return Ok((operands, spans));
        }
        loop {
            let start = self.peek().start;
            if operands.len() == MOST_OPERANDS {
                let span = self.peek().span();
                return Err(self.error(
                    codes::LIMIT,
                    span,
                    format!("more than {MOST_OPERANDS} operands"),
                    "",
                ));
            }
            operands.push(match (opcode, operands.len()) {
                (Opcode::Call, _) => Operand::Call(Box::new(self.call()?)),
                // Labels may be used before they are defined, unlike everything else that an operand names.
                (Opcode::Bra, 0) | (Opcode::BrxIdx, 1) => {
                    let (name, span) = self.word("a label")?;
                    Operand::Label(self.scopes.use_label(name, span))
                }
                _ if takes_textures(opcode) => self.texture_operand()?,
                _ if takes_parts(opcode) => self.part_operand()?,
                _ => self.operand()?,
            });
            spans.push(Span::new(start, self.last_end()));
            if !self.eat(b',') {
                return Ok((operands, spans));
            }
        }
    }

    /// The form whose operands fit best; the first of equals.
    fn choose(
        &mut self,
        forms: Vec<(FormId, Modifiers)>,
        operands: &[Operand],
        spans: &[Span],
        whole: Span,
    ) -> Read<(FormId, Modifiers)> {
        let mut best: Option<(usize, FormId, Modifiers)> = None;
        for (id, modifiers) in &forms {
            let form = id.form();
            let Some(binding) = bind(form, modifiers, operands) else { continue };
            let wrong = mismatches(&self.module, &self.body, form, modifiers, &binding, operands);
            let unmet =
                form.needs(modifiers).any(|needs| !needs.met(self.module.version, self.module.target));
            // Several forms may take these modifiers: the best fit gives the errors that the author can use. Operands
            // count more than versions.
            let score = wrong * 2 + usize::from(unmet);
            if best.as_ref().is_none_or(|(least, ..)| score < *least) {
                best = Some((score, *id, modifiers.clone()));
            }
            if score == 0 {
                break;
            }
        }
        match best {
            Some((_, form, modifiers)) => Ok((form, modifiers)),
            None => Err(self.no_form(&forms, operands, spans, whole)),
        }
    }

    fn no_form(
        &mut self,
        forms: &[(FormId, Modifiers)],
        operands: &[Operand],
        spans: &[Span],
        whole: Span,
    ) -> Failed {
        let opcode = forms[0].0.form().opcode;
        let span = spans.iter().fold(whole, |all, span| Span::new(all.start, span.end));
        let wanted: Vec<String> = forms
            .iter()
            .map(|(form, modifiers)| crate::spec::show::operands_shown(form.form(), modifiers))
            .collect();
        let mut shown: Vec<&str> = Vec::new();
        for wanted in &wanted {
            // Forms that differ in modifiers only show the same operands.
            if !shown.contains(&wanted.as_str()) {
                shown.push(wanted);
            }
        }
        let label = format!("these {} operands do not fit", operands.len());
        let calls =
            forms.iter().any(|(form, _)| form.form().operands.iter().any(|spec| spec.shape == Shape::Call));
        let message = format!("`{}` does not take such operands", shortened(self.slice(whole)));
        let mut diagnostic = Diagnostic::error(codes::OPERANDS, message)
            .at(span, label)
            .note(format!("PTX ISA {}: {opcode}", opcode.row().section));
        if !calls {
            diagnostic = diagnostic.help(format!("it takes {}", shown.join("; or ")));
        }
        self.report(diagnostic);
        Failed
    }
}

/// Does an operand name a texture or surface?
fn takes_textures(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Tex | Opcode::Tld4 | Opcode::Suld | Opcode::Sust | Opcode::Sured)
}

/// Is it a video instruction, whose operands may be parts of registers?
fn takes_parts(opcode: Opcode) -> bool {
    opcode.row().section.starts_with("9.7.18.")
}

/// Modifiers of the forms of an opcode, a few.
fn forms_listed(opcode: Opcode) -> String {
    let rows: Vec<String> = opcode.row().forms.iter().map(crate::spec::show::modifiers_shown).collect();
    let mut shown: Vec<&str> = Vec::new();
    for row in &rows {
        if !shown.contains(&row.as_str()) {
            shown.push(row);
        }
    }
    let more = shown.len().saturating_sub(4);
    shown.truncate(4);
    let mut text = shown.iter().map(|row| format!("`{opcode}{row}`")).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
