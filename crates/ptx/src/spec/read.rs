//! Reading the notation of the table.

use super::{Count, OperandSpec, Presence, Shape, Slot, ValueShape, type_of};
use crate::modifiers::{Field, Modifier};
use crate::ops::CLASSES;

pub(super) fn read_slots(text: &str) -> Result<Vec<Slot>, String> {
    let mut slots = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let optional = rest.starts_with('{');
        let inner = rest.strip_prefix('{').unwrap_or(rest);
        let item = inner.strip_prefix('.').ok_or("a modifier without its dot")?;
        let end = item.find(['.', '{', '}']).unwrap_or(item.len());
        slots.push(read_slot(&item[..end], optional)?);
        rest = if optional {
            item[end..].strip_prefix('}').ok_or("a brace without its end")?
        } else {
            &item[end..]
        };
    }
    Ok(slots)
}

fn read_slot(text: &str, optional: bool) -> Result<Slot, String> {
    let (field, alternatives) = match text.split_once('=') {
        Some((field, modifiers)) => {
            (Some(Field::named(field).ok_or_else(|| format!("no field {field}"))?), modifiers)
        }
        None => (None, text),
    };
    let mut modifiers = Vec::new();
    for alternative in alternatives.split('|') {
        let expanded = alternative.strip_prefix('$').map_or(Ok(alternative), |class| {
            let found = CLASSES.iter().find(|(name, _)| *name == class);
            found.map(|(_, modifiers)| *modifiers).ok_or_else(|| format!("no class {class}"))
        })?;
        for modifier in expanded.split('|') {
            modifiers.push(Modifier::named(modifier).ok_or_else(|| format!("no modifier {modifier}"))?);
        }
    }
    Ok(Slot { field, modifiers, optional })
}

pub(super) fn read_operand(text: &'static str) -> Option<OperandSpec> {
    let (text, mut presence) = match text.strip_prefix('?') {
        Some(rest) => (rest, Presence::Optional),
        None => (text, Presence::Always),
    };
    let text = match text.split_once('?') {
        Some((text, modifier)) => {
            presence = Presence::With(Modifier::named(modifier)?);
            text
        }
        None => text,
    };
    let written = text.starts_with('=');
    let text = text.strip_prefix('=').unwrap_or(text);
    let (name, shape) = read_shape(text)?;
    Some(OperandSpec { name, written, presence, shape })
}

fn read_shape(text: &'static str) -> Option<(&'static str, Shape)> {
    if text == "call" {
        return Some((text, Shape::Call));
    }
    if text == "_" {
        return Some((text, Shape::Sink));
    }
    if let Some(label) = text.strip_prefix('@') {
        return Some((label, Shape::Label));
    }
    if let Some(address) = text.strip_prefix('[') {
        let address = address.strip_suffix(']')?;
        if let Some((name, of)) = address.split_once(",t:") {
            return Some((name, Shape::Texture(type_of(of)?)));
        }
        return match address.split_once(",c*") {
            Some((name, count)) => Some((name, Shape::Tensor(read_count(count)?))),
            None => Some((address, Shape::Address)),
        };
    }
    if let Some(constant) = text.strip_prefix('#') {
        let Some((name, range)) = constant.split_once(':') else {
            return Some((constant, Shape::Constant(None)));
        };
        let (low, high) = range.split_once("..")?;
        return Some((name, Shape::Constant(Some((low.parse().ok()?, high.parse().ok()?)))));
    }
    let (name, value) = text.split_once(':')?;
    Some((name, Shape::Value(read_value(value)?)))
}

fn read_value(text: &str) -> Option<ValueShape> {
    let (text, second) = match text.split_once('|') {
        Some((text, second)) => (text, Some(second.starts_with('|'))),
        None => (text, None),
    };
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (of, rest) = text.split_at(end);
    let of = type_of(of)?;
    let (flags, count) = match rest.split_once('*') {
        Some((flags, count)) => (flags, Some(count)),
        None => (rest, None),
    };
    let sink = rest.ends_with('_');
    let count = match count {
        Some(count) => Some(read_count(count.trim_end_matches('_'))?),
        None => None,
    };
    let flag = |c| flags.contains(c);
    let (wide, symbol, negatable, register) = (flag('~'), flag('&'), flag('!'), flag('%'));
    let (part, negated) = (flag('^'), flag('-'));
    Some(ValueShape { of, count, wide, symbol, negatable, sink, register, part, negated, second })
}

fn read_count(text: &str) -> Option<Count> {
    if let Ok(number) = text.parse() {
        return Some(Count::Fixed(number));
    }
    if text == "geom" {
        return Some(Count::Geometry);
    }
    if let Some(divided) = text.strip_prefix("n/") {
        return divided.parse().ok().map(Count::Columns);
    }
    let (text, less) = text.split_once('-').unwrap_or((text, "0"));
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let times = if digits == 0 { 1 } else { text[..digits].parse().ok()? };
    Some(Count::Field(Field::named(&text[digits..])?, times, less.parse().ok()?))
}
