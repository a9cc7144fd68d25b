//! Matching of an instruction's operands with those of its form.

use smallvec::SmallVec;

use super::Operand;
use crate::spec::{Form, Modifiers, OperandSpec, Presence, Shape};

/// For each operand, the index of its [`OperandSpec`].
pub type Binding = SmallVec<[usize; 8]>;

/// Assigns operands to those of the form, only by kind; `None` if they do not fit.
///
/// Operands that may be left out are tried from the front: as many as there are operands for.
pub fn bind(form: &Form, modifiers: &Modifiers, operands: &[Operand]) -> Option<Binding> {
    if operands.len() == form.operands.len() {
        // No operand of the form is left out, so there is one way only.
        let mut pairs = form.operands.iter().zip(operands);
        let fits = pairs
            .all(|(spec, operand)| is_there(spec, modifiers) && kind_fits(form, modifiers, spec, operand));
        return fits.then(|| (0..operands.len()).collect());
    }
    let wanted: SmallVec<[usize; 12]> =
        (0..form.operands.len()).filter(|&index| is_there(&form.operands[index], modifiers)).collect();
    let mut binding = Binding::new();
    assign(form, modifiers, &wanted, operands, &mut binding).then_some(binding)
}

fn is_there(spec: &OperandSpec, modifiers: &Modifiers) -> bool {
    match spec.presence {
        Presence::Always | Presence::Optional => true,
        Presence::With(modifier) => modifiers.contains(&Some(modifier)),
    }
}

fn assign(
    form: &Form,
    modifiers: &Modifiers,
    wanted: &[usize],
    operands: &[Operand],
    binding: &mut Binding,
) -> bool {
    let Some((&index, rest)) = wanted.split_first() else { return operands.is_empty() };
    let spec = &form.operands[index];
    if let Some((operand, others)) = operands.split_first()
        && kind_fits(form, modifiers, spec, operand)
    {
        binding.push(index);
        if assign(form, modifiers, rest, others, binding) {
            return true;
        }
        binding.pop();
    }
    spec.presence == Presence::Optional && assign(form, modifiers, rest, operands, binding)
}

/// Is the operand of the kind that the form requires? Types and ranges are not checked.
pub(crate) fn kind_fits(form: &Form, modifiers: &Modifiers, spec: &OperandSpec, operand: &Operand) -> bool {
    match &spec.shape {
        Shape::Constant(_) => matches!(operand, Operand::Immediate(_)),
        Shape::Address => matches!(operand, Operand::Address(_)),
        Shape::Tensor(_) => matches!(operand, Operand::Tensor(_)),
        Shape::Texture(_) => matches!(operand, Operand::Texture(_)),
        Shape::Label => matches!(operand, Operand::Label(_)),
        Shape::Call => matches!(operand, Operand::Call(_)),
        Shape::Sink => matches!(operand, Operand::Sink),
        Shape::Value(value) => {
            let count = value.count.and_then(|count| form.operand_count(modifiers, count));
            match operand {
                Operand::Vector(elements) => match count {
                    Some(count) => elements.len() == count as usize,
                    // A vector of one is the element itself.
                    None => elements.len() == 1 && value.count.is_some(),
                },
                Operand::Register(_) => count.is_none_or(|count| count == 1),
                Operand::Immediate(_) | Operand::Special(_) => {
                    !spec.written && count.is_none_or(|count| count == 1)
                }
                Operand::Not(_) => value.negatable,
                Operand::Part(part) => {
                    (value.part || part.selector.is_none()) && (value.negated || !part.negated)
                }
                Operand::Pair(_) => value.second.is_some(),
                Operand::Sink => value.sink && (count.is_none() || spec.written),
                Operand::Variable(..) | Operand::Function(_) => value.symbol,
                Operand::Address(_)
                | Operand::Tensor(_)
                | Operand::Texture(_)
                | Operand::Label(_)
                | Operand::Call(_) => false,
            }
        }
    }
}
