//! Attributes as front ends have them: numbers, words, lists.

use ir::build::IntoAttr;
use ir::spec::AttrSpec;
use ir::{AttrId, AttrSlot, TypeId};
use numerics::{Scalar, convert, int};

use super::request::{Given, Request};
use crate::attrs::{Attr, AttrKind, Dense, EnumKind};
use crate::ops::Opcode;
use crate::roles::may_be_absent;
use crate::types::{FunctionType, TileType};
use crate::{CudaTile, Module, Type};

/// The kind of value that an attribute takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A truth.
    Bool,
    /// A whole number.
    Int,
    /// A name or a text.
    Text,
    /// One of these words.
    Word(Vec<&'static str>),
    /// Whole numbers.
    Ints,
    /// Truths.
    Bools,
    /// Types of parameters.
    Params,
    /// One number for all elements, or one for each, in row-major lists; the bytes of all elements; or a list of a type
    /// and one of these, which is needed if no result has the type.
    Elements,
    /// One number for each operand.
    Numbers,
    /// `div_by<16>`, `bounded<0, ?>`, `same_elements<[1]>`.
    Predicate,
    /// For each target, names with numbers or words.
    Hints,
    /// Names with values, for each parameter or result.
    Dicts,
}

/// The kind of value that an attribute of a row takes.
pub fn takes(kind: AttrKind) -> Takes {
    let word = |words: EnumKind| Takes::Word(words.names().to_vec());
    match kind {
        AttrKind::Flag | AttrKind::Bool => Takes::Bool,
        AttrKind::Keyword(words) => word(words),
        AttrKind::Rounding(modes) => Takes::Word(modes.iter().map(|mode| mode.name()).collect()),
        AttrKind::Overflow => word(EnumKind::IntegerOverflow),
        AttrKind::Ordering(orderings) => {
            Takes::Word(orderings.iter().map(|ordering| ordering.name()).collect())
        }
        AttrKind::Scope => word(EnumKind::MemoryScope),
        AttrKind::Int { .. } => Takes::Int,
        AttrKind::Str | AttrKind::SymbolName | AttrKind::SymbolRef => Takes::Text,
        AttrKind::FunctionType => Takes::Params,
        AttrKind::I32s => Takes::Ints,
        AttrKind::InBounds => Takes::Bools,
        AttrKind::Dense => Takes::Elements,
        AttrKind::Identities => Takes::Numbers,
        AttrKind::Predicate => Takes::Predicate,
        AttrKind::Hints => Takes::Hints,
        AttrKind::Dicts => Takes::Dicts,
        AttrKind::Dictionary
        | AttrKind::Strs
        | AttrKind::Exprs
        | AttrKind::ConstParams
        | AttrKind::Scratch => Takes::Text,
    }
}

/// The context on which an attribute may depend.
pub(super) struct Context<'a> {
    pub(super) request: &'a Request,
    pub(super) results: &'a [Vec<TypeId>],
}

/// The slot of an attribute of a row.
pub(super) fn slot(
    module: &mut Module,
    opcode: Opcode,
    field: &AttrSpec<CudaTile>,
    given: Option<&Given>,
    context: &Context<'_>,
) -> Result<AttrSlot, String> {
    let (name, op) = (field.name, opcode.spec().mnemonic);
    match (given, field.default) {
        (Some(given), _) => {
            converted(module, field.kind, given, context).map_err(|why| format!("`{name}` of `{op}`: {why}"))
        }
        (None, Some(value)) => Ok(AttrSlot::small(value)),
        (None, None) if may_be_absent(field) => Ok(AttrSlot::ABSENT),
        (None, None) => Err(format!("`{op}` needs its attribute `{name}`")),
    }
}

fn converted(
    module: &mut Module,
    kind: AttrKind,
    given: &Given,
    context: &Context<'_>,
) -> Result<AttrSlot, String> {
    match kind {
        AttrKind::Flag => Ok(if truth(given)? { AttrSlot::UNIT } else { AttrSlot::ABSENT }),
        AttrKind::Bool => Ok(AttrSlot::small(truth(given)?.into())),
        AttrKind::Keyword(words) => case(kind, words, given),
        AttrKind::Rounding(_) => case(kind, EnumKind::RoundingMode, given),
        AttrKind::Overflow => case(kind, EnumKind::IntegerOverflow, given),
        AttrKind::Ordering(_) => case(kind, EnumKind::MemoryOrdering, given),
        AttrKind::Scope => case(kind, EnumKind::MemoryScope, given),
        AttrKind::Int { bits } => integer(module, bits, given),
        AttrKind::Str | AttrKind::SymbolName | AttrKind::SymbolRef => Ok(text(given)?.into_attr(module)),
        AttrKind::FunctionType => function(module, given),
        AttrKind::I32s => {
            let item =
                |item: &Given| whole(item, i32::MIN.into()..=i32::MAX.into()).map(|value| value as i32);
            let values = list(given)?.iter().map(item).collect::<Result<_, _>>()?;
            Ok(Attr::I32s(values).into_attr(module))
        }
        AttrKind::InBounds => in_bounds(module, given),
        AttrKind::Dense => Ok(dense(module, given, context)?.into_attr(module)),
        AttrKind::Identities => identities(module, given, context),
        AttrKind::Dictionary
        | AttrKind::Strs
        | AttrKind::Exprs
        | AttrKind::ConstParams
        | AttrKind::Scratch => {
            Err("is stated in text alone: parse the operation instead of building it by name".to_owned())
        }
        AttrKind::Predicate => {
            let predicate = crate::text::parse_predicate(text(given)?)?;
            Ok(predicate.into_attr(module))
        }
        AttrKind::Hints => hints(module, given),
        AttrKind::Dicts => {
            let entries = list(given)?;
            if !entries.iter().all(|entry| matches!(entry, Given::Map(_))) {
                return Err("takes names with values for each parameter".to_owned());
            }
            Ok(plain(module, given).into_attr(module))
        }
    }
}

fn in_bounds(module: &mut Module, given: &Given) -> Result<AttrSlot, String> {
    let flags: Vec<bool> = list(given)?.iter().map(truth).collect::<Result<_, _>>()?;
    // All false is the default, which is absent.
    Ok(if flags.contains(&true) { Attr::Bools(flags.into()).into_attr(module) } else { AttrSlot::ABSENT })
}

fn hints(module: &mut Module, given: &Given) -> Result<AttrSlot, String> {
    let Given::Map(targets) = given else { return Err("takes hints for each target".to_owned()) };
    if !targets.iter().all(|(_, hints)| matches!(hints, Given::Map(_))) {
        return Err("takes names with values for each target".to_owned());
    }
    Ok(plain(module, given).into_attr(module))
}

fn truth(given: &Given) -> Result<bool, String> {
    match given {
        Given::Bool(value) => Ok(*value),
        Given::Int(_)
        | Given::Float(_)
        | Given::Text(_)
        | Given::Bytes(_)
        | Given::List(_)
        | Given::Map(_) => Err("takes true or false".to_owned()),
    }
}

fn text(given: &Given) -> Result<&str, String> {
    match given {
        Given::Text(text) => Ok(text),
        Given::Bool(_)
        | Given::Int(_)
        | Given::Float(_)
        | Given::Bytes(_)
        | Given::List(_)
        | Given::Map(_) => Err("takes a text".to_owned()),
    }
}

fn list(given: &Given) -> Result<&[Given], String> {
    match given {
        Given::List(items) => Ok(items),
        Given::Bool(_)
        | Given::Int(_)
        | Given::Float(_)
        | Given::Text(_)
        | Given::Bytes(_)
        | Given::Map(_) => Err("takes a list".to_owned()),
    }
}

fn whole(given: &Given, range: std::ops::RangeInclusive<i128>) -> Result<i128, String> {
    match given {
        Given::Int(value) if range.contains(value) => Ok(*value),
        Given::Int(value) => Err(format!("{value} is not from {} to {}", range.start(), range.end())),
        Given::Bool(_)
        | Given::Float(_)
        | Given::Text(_)
        | Given::Bytes(_)
        | Given::List(_)
        | Given::Map(_) => Err("takes a whole number".to_owned()),
    }
}

fn integer(module: &mut Module, bits: u32, given: &Given) -> Result<AttrSlot, String> {
    let ty = if bits == 32 { Scalar::I32 } else { Scalar::I64 };
    let (least, greatest) = int::range(ty, true);
    let value = whole(given, least..=greatest)?;
    Ok(match u32::try_from(value) {
        Ok(small) if small < AttrSlot::SMALL_LIMIT => AttrSlot::small(small),
        Ok(_) | Err(_) => Attr::Int { ty, bits: value as u64 & int::mask(ty) }.into_attr(module),
    })
}

/// The number of a word, which the row must allow.
fn case(kind: AttrKind, words: EnumKind, given: &Given) -> Result<AttrSlot, String> {
    let word = text(given)?;
    let Takes::Word(allowed) = takes(kind) else { return Err("takes no word".to_owned()) };
    let number = words.names().iter().position(|&name| name == word && allowed.contains(&name));
    number.map(|number| AttrSlot::small(number as u32)).ok_or_else(|| {
        let quoted: Vec<String> = allowed.iter().map(|word| format!("\"{word}\"")).collect();
        format!("\"{word}\" is none of {}", quoted.join(", "))
    })
}

/// Types of parameters.
fn function(module: &mut Module, given: &Given) -> Result<AttrSlot, String> {
    let ty = |item: &Given| crate::text::parse_type(text(item)?);
    let params = list(given)?.iter().map(ty).collect::<Result<_, _>>()?;
    let function = Type::Function(FunctionType { params, results: Box::default() });
    let ty = module.types.intern(function);
    Ok(Attr::Type(ty).into_attr(module))
}

/// A tile constant, of the type of the result or of one that is given with it.
fn dense(module: &mut Module, given: &Given, context: &Context<'_>) -> Result<Dense, String> {
    let result = context.results.first().and_then(|types| types.first().copied());
    #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is the elements alone")]
    let (ty, elements) = match given {
        Given::List(items) if matches!(items.as_slice(), [Given::Text(_), _]) => {
            let ty = crate::text::parse_type(text(&items[0])?)?;
            (Some(module.types.intern(ty)), &items[1])
        }
        given => (result, given),
    };
    let ty = ty.ok_or("takes a type and the elements")?;
    let tile = module.types.get(ty).as_tile();
    let Some((tile, elem)) = tile.and_then(|tile| tile.elem().scalar().map(|elem| (tile, elem))) else {
        return Err("is of a type that is no tile of numbers".to_owned());
    };
    let data = bytes(elem, tile, elements)?;
    Ok(Dense::new(ty, elem, &data))
}

/// The bytes of a tile's elements, or of the one that represents all.
fn bytes(elem: Scalar, tile: &TileType, given: &Given) -> Result<Vec<u8>, String> {
    let size = Dense::elem_size(elem);
    #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is numbers")]
    let data = match given {
        Given::Bytes(bytes) => {
            let fits = |chunk: &[u8]| {
                let mut wide = [0; 8];
                wide[..size].copy_from_slice(chunk);
                u64::from_le_bytes(wide) & !int::mask(elem) == 0
            };
            if !bytes.chunks_exact(size).all(fits) {
                return Err(format!("has bytes that no {elem} has"));
            }
            bytes.clone()
        }
        given => {
            let mut data = Vec::new();
            push(&mut data, elem, given)?;
            data
        }
    };
    let wanted = tile.len() * size;
    let splat = !matches!(given, Given::List(_) | Given::Bytes(_));
    if splat || data.len() == wanted {
        return Ok(data);
    }
    Err(format!("has {} element(s), but the tile {}", data.len() / size, tile.len()))
}

/// Appends numbers, lists of them, lists of such lists.
fn push(data: &mut Vec<u8>, elem: Scalar, given: &Given) -> Result<(), String> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "everything else is one number")]
    match given {
        Given::List(items) => items.iter().try_for_each(|item| push(data, elem, item)),
        number => {
            data.extend_from_slice(&bits(elem, number)?.to_le_bytes()[..Dense::elem_size(elem)]);
            Ok(())
        }
    }
}

/// A number in the bits of a type. Floats are rounded; whole numbers must fit, with any sign.
fn bits(elem: Scalar, given: &Given) -> Result<u64, String> {
    let (least, greatest) = (int::range(elem, true).0, i128::from(int::mask(elem)));
    match given {
        Given::Bool(value) if elem == Scalar::I1 => Ok((*value).into()),
        Given::Int(_) if elem.is_int() => Ok(int::wrap(elem, whole(given, least..=greatest)? as u64)),
        Given::Int(value) => Ok(convert::from_f64(elem, *value as f64)),
        Given::Float(value) if !elem.is_int() => Ok(convert::from_f64(elem, *value)),
        Given::Bool(_)
        | Given::Float(_)
        | Given::Text(_)
        | Given::Bytes(_)
        | Given::List(_)
        | Given::Map(_) => Err(format!("takes numbers of {elem}")),
    }
}

/// Numbers of the types of the operands' elements.
fn identities(module: &mut Module, given: &Given, context: &Context<'_>) -> Result<AttrSlot, String> {
    let operands: Vec<_> = context.request.operands.iter().flatten().copied().collect();
    let numbers = list(given)?;
    if numbers.len() != operands.len() {
        return Err(format!("takes {} number(s), one for each operand", operands.len()));
    }
    let mut ids: Vec<AttrId> = Vec::new();
    for (number, operand) in numbers.iter().zip(operands) {
        let elem = module.ty(operand).as_tile().and_then(|tile| tile.elem().scalar());
        let ty = elem.ok_or("takes operands of numbers")?;
        let bits = bits(ty, number)?;
        let number = if ty.is_int() { Attr::Int { ty, bits } } else { Attr::Float { ty, bits } };
        ids.push(module.attrs.intern(number));
    }
    Ok(Attr::Array(ids.into()).into_attr(module))
}

/// A value of a dictionary, as the generic form has it.
fn plain(module: &mut Module, given: &Given) -> Attr {
    match given {
        Given::Bool(value) => Attr::Bool(*value),
        Given::Int(value) => Attr::Int { ty: Scalar::I64, bits: *value as u64 },
        Given::Float(value) => Attr::Float { ty: Scalar::F64, bits: value.to_bits() },
        Given::Text(text) => Attr::Str(module.strings.intern_bytes(text.as_bytes())),
        Given::Bytes(bytes) => Attr::Str(module.strings.intern_bytes(bytes)),
        Given::List(items) => {
            let ids = items.iter().map(|item| intern(module, item)).collect();
            Attr::Array(ids)
        }
        Given::Map(entries) => {
            let sorted: std::collections::BTreeMap<_, _> =
                entries.iter().map(|(key, value)| (key, value)).collect();
            let entry = |(key, value): (&String, &Given)| {
                (module.strings.intern_bytes(key.as_bytes()), intern(module, value))
            };
            Attr::Dict(sorted.into_iter().map(entry).collect())
        }
    }
}

fn intern(module: &mut Module, given: &Given) -> AttrId {
    let value = plain(module, given);
    module.attrs.intern(value)
}
