//! The generic form: `"cuda_tile.addf"(%a, %b) <{..}> ({..}) {..} : (T, T) -> T`.

use diag::{Diagnostic, Span, suggest};
use ir::spec::{Arity, Trait};
use ir::text::{Failed, Head, Kind, Parse, TextLevel, Use, code};
use ir::{Field, TypeId};
use smallvec::SmallVec;

use super::{OpText, Reader, values};
use crate::CudaTile;
use crate::attrs::Attr;

const SEGMENTS: &str = "operandSegmentSizes";

/// An op whose name in quotes comes next.
pub(super) fn read<'s>(r: &mut Reader<'s>, head: &Head<'s>) -> Parse<OpText<'s>> {
    let at = r.token().span();
    let name = r.read_string("operation name")?;
    let name = String::from_utf8_lossy(&name).into_owned();
    let mnemonic = name.strip_prefix(CudaTile::PREFIX).unwrap_or(&name);
    let Some(number) = CudaTile::find_op(r, mnemonic) else { return Err(unknown(r, &name, mnemonic, at)) };
    let mut op = OpText::new(number, head);
    let uses = read_uses(r)?;
    refuse_successors(r)?;
    let mut segments = None;
    if r.kind() == Kind::Less {
        r.bump();
        segments = read_properties(r, &mut op)?;
        r.expect(Kind::Greater, "'>' to close properties")?;
    }
    if r.eat(Kind::ParenOpen) {
        distribute(r, &mut op, &uses, segments.take())?;
        read_regions(r, &mut op)?;
    }
    if r.kind() == Kind::BraceOpen {
        let more = read_properties(r, &mut op)?;
        segments = segments.or(more);
    }
    if op.id.is_none() {
        distribute(r, &mut op, &uses, segments)?;
    }
    read_signature(r, &mut op, &uses)?;
    check_required(r, &op)?;
    r.read_optional_location(&mut op)?;
    Ok(op)
}

fn unknown(r: &mut Reader<'_>, name: &str, mnemonic: &str, at: Span) -> Failed {
    let text = format!("unknown operation '{name}'");
    let mut error = Diagnostic::error(code::UNKNOWN_OP, text).at(at, "no operation has this name");
    if let Some(help) = suggest::did_you_mean(mnemonic, CudaTile::mnemonics(r)) {
        error = error.help(help);
    }
    r.fail(error)
}

fn read_uses<'s>(r: &mut Reader<'s>) -> Parse<Vec<Use<'s>>> {
    let mut uses = Vec::new();
    r.expect(Kind::ParenOpen, "'(' to start operand list")?;
    r.list(Kind::ParenClose, "')'", |r| {
        uses.push(r.read_use(0)?);
        Ok(())
    })?;
    Ok(uses)
}

fn refuse_successors(r: &mut Reader<'_>) -> Parse<()> {
    if r.kind() != Kind::BracketOpen {
        return Ok(());
    }
    let span = r.token().span();
    let text = "no operation of the language has successors";
    Err(r.error_at(code::GENERIC, span, text, "drop this list"))
}

/// A dictionary: attributes of the row, the sizes of operand segments, and others.
fn read_properties(r: &mut Reader<'_>, op: &mut OpText<'_>) -> Parse<Option<Vec<i32>>> {
    let mut segments = None;
    let mut rest = Vec::new();
    for (key, value, span) in values::read_entries(r)? {
        let name = r.module.text(key).into_owned();
        let attr = r.module.attrs.get(value).clone();
        match op.spec.attrs.iter().position(|a| a.name == name) {
            Some(index) => op.attrs[index] = values::slot_of(r, &op.spec.attrs[index], attr, span)?,
            None if name == SEGMENTS => {
                let Attr::I32s(sizes) = attr else {
                    let text = format!("attribute '{SEGMENTS}' does not hold what it should");
                    return Err(r.error_at(code::GENERIC, span, text, "expected `array<i32: ..>`"));
                };
                segments = Some(sizes.to_vec());
            }
            None => rest.push((key, value)),
        }
    }
    if !rest.is_empty() {
        let dict = values::sorted_dict(r, rest);
        op.extra = Some(r.module.attrs.intern(dict));
    }
    Ok(segments)
}

/// How many operands each field has.
fn sizes(op: &OpText<'_>, total: usize, segments: Option<Vec<i32>>) -> Option<SmallVec<[usize; 6]>> {
    let fields = op.spec.operands;
    let ones = fields.iter().filter(|f| f.arity == Arity::One).count();
    let sizes: SmallVec<[usize; 6]> = match segments {
        Some(sizes) => sizes.iter().map(|&n| usize::try_from(n).unwrap_or(usize::MAX)).collect(),
        None => {
            let spare = total.checked_sub(ones)?;
            if op.spec.has(Trait::Segmented) && spare > 0 {
                return None;
            }
            fields.iter().map(|f| if f.arity == Arity::One { 1 } else { spare }).collect()
        }
    };
    let fits = |(size, field): (&usize, &ir::spec::ValueSpec<CudaTile>)| match field.arity {
        Arity::One => *size == 1,
        Arity::Optional => *size <= 1,
        Arity::Many => true,
    };
    let sum = sizes.iter().try_fold(0usize, |sum, &n| sum.checked_add(n))?;
    (sum == total && sizes.len() == fields.len() && sizes.iter().zip(fields).all(fits)).then_some(sizes)
}

fn distribute<'s>(
    r: &mut Reader<'s>,
    op: &mut OpText<'s>,
    uses: &[Use<'s>],
    segments: Option<Vec<i32>>,
) -> Parse<()> {
    let Some(sizes) = sizes(op, uses.len(), segments) else {
        let names: Vec<&str> = op.spec.operands.iter().map(|o| o.name).collect();
        let text = format!("{} operand(s) do not fit '{}{}'", uses.len(), CudaTile::PREFIX, op.spec.mnemonic);
        let error = Diagnostic::error(code::GENERIC, text)
            .at(op.span, format!("takes: {}", names.join(", ")))
            .help(format!(
                "optional and repeated operands need `{SEGMENTS} = array<i32: ..>`, one number for each name"
            ));
        return Err(r.fail(error));
    };
    let fields = sizes.iter().enumerate().flat_map(|(field, &size)| std::iter::repeat_n(field as u8, size));
    op.operands = uses.iter().zip(fields).map(|(u, field)| Use { field, ..*u }).collect();
    Ok(())
}

fn read_regions<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>) -> Parse<()> {
    let id = r.create(op)?;
    let mut index = 0;
    r.list(Kind::ParenClose, "')'", |r| {
        if index == op.spec.regions.len() {
            let span = r.token().span();
            let text = format!("'{}{}' has {index} region(s)", CudaTile::PREFIX, op.spec.mnemonic);
            return Err(r.error_at(code::GENERIC, span, text, "one too many"));
        }
        // Empty braces contain no block; the verifier checks whether there must be one.
        if r.kind() == Kind::BraceOpen && r.second().kind == Kind::BraceClose {
            r.bump();
            r.bump();
        } else {
            r.read_region(id, index, &[])?;
        }
        index += 1;
        Ok(())
    })
}

/// `: (T, T) -> T`
fn read_signature<'s>(r: &mut Reader<'s>, op: &mut OpText<'s>, uses: &[Use<'s>]) -> Parse<()> {
    r.expect(Kind::Colon, "':' followed by operation type")?;
    let types = r.read_type_list()?;
    if types.len() != uses.len() {
        let span = types.iter().map(|t| t.1).reduce(Span::to).unwrap_or(op.span);
        let text = format!("expected {} operand type(s) but had {}", uses.len(), types.len());
        return Err(r.error_at(code::LIST_LENGTH, span, text, "one type for each operand"));
    }
    for (operand, &ty) in op.operands.iter_mut().zip(&types) {
        operand.ty = Some(ty);
    }
    r.expect(Kind::Arrow, "'->' and the types of the results")?;
    let results: SmallVec<[(TypeId, Span); 4]> = r.read_type_list()?;
    let fields = op.spec.results.len();
    let many = op.spec.results.iter().any(|f| f.arity != Arity::One);
    if results.len() != fields && !many || fields == 0 && !results.is_empty() {
        let text = format!("'{}{}' has {fields} result(s)", CudaTile::PREFIX, op.spec.mnemonic);
        return Err(r.error_at(code::GENERIC, op.span, text, format!("{} types are given", results.len())));
    }
    match op.id {
        Some(id) => {
            r.check_uses(op);
            let types: Vec<TypeId> = results.iter().map(|t| t.0).collect();
            r.module.body.set_result_types(id, &types);
            r.module.body.attrs_mut(id).copy_from_slice(&op.attrs);
        }
        None => {
            for (i, &(ty, _)) in results.iter().enumerate() {
                op.add_result(Field::Result(i.min(fields - 1) as u8), ty);
            }
        }
    }
    Ok(())
}

fn check_required(r: &mut Reader<'_>, op: &OpText<'_>) -> Parse<()> {
    use crate::attrs::AttrKind;
    let missing = op.spec.attrs.iter().zip(&op.attrs).find(|(spec, slot)| {
        let may_lack = spec.optional || matches!(spec.kind, AttrKind::InBounds);
        !slot.is_present() && !may_lack
    });
    let Some((spec, _)) = missing else { return Ok(()) };
    let text = format!("'{}{}' op requires attribute '{}'", CudaTile::PREFIX, op.spec.mnemonic, spec.name);
    Err(r.error_at(code::GENERIC, op.span, text, "is missing it"))
}
