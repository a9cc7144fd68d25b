//! Matrices of a warp: products, and loads and stores of their fragments.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::{ElementFormat, MmaShape};
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::module::Operand;
use ptx::{Opcode, Target, Word};

use crate::emit::{Emit, Refusal, Written};

/// The word of a format of elements.
fn format_word(format: ElementFormat) -> Word {
    match format {
        ElementFormat::E4M3 => Word::E4m3,
        ElementFormat::E5M2 => Word::E5m2,
        ElementFormat::E2M1 => Word::E2m1,
        ElementFormat::E2M3 => Word::E2m3,
        ElementFormat::E3M2 => Word::E3m2,
        ElementFormat::UE8M0 => Word::Ue8m0,
        ElementFormat::TF32 => Word::Tf32,
        ElementFormat::F16 => Word::F16,
        ElementFormat::BF16 => Word::Bf16,
        ElementFormat::S4 => Word::S4,
        ElementFormat::U4 => Word::U4,
        ElementFormat::S8 => Word::S8,
        ElementFormat::U8 => Word::U8,
        ElementFormat::B1 => Word::B1,
    }
}

/// The word of a shape.
fn shape_word(shape: MmaShape) -> Word {
    match shape {
        MmaShape::M8N8K4 => Word::M8n8k4,
        MmaShape::M8N8K16 => Word::M8n8k16,
        MmaShape::M8N8K32 => Word::M8n8k32,
        MmaShape::M8N8K128 => Word::M8n8k128,
        MmaShape::M16N8K4 => Word::M16n8k4,
        MmaShape::M16N8K8 => Word::M16n8k8,
        MmaShape::M16N8K16 => Word::M16n8k16,
        MmaShape::M16N8K32 => Word::M16n8k32,
        MmaShape::M16N8K64 => Word::M16n8k64,
        MmaShape::M16N8K128 => Word::M16n8k128,
        MmaShape::M16N8K256 => Word::M16n8k256,
    }
}

impl Emit<'_, '_> {
    fn vector(&mut self, values: &[Value]) -> Operand {
        Operand::Vector(values.iter().map(|&value| self.reg(value).into()).collect())
    }

    /// The word of an operand's format: what its registers hold, else what the op says.
    fn format_word(&self, values: &[Value], format: ElementFormat) -> Result<Word, Refusal> {
        match values.first().map(|&value| self.ty(value)) {
            Some(Type::F64) => Ok(Word::F64),
            Some(Type::F16x2) => Ok(Word::F16),
            Some(Type::BF16x2) => Ok(Word::Bf16),
            _ => Ok(format_word(format)),
        }
    }

    pub(crate) fn mma(&mut self, op: Op) -> Written {
        use fields::mma as f;
        let module = self.module;
        let [a, b, c] = [f::a, f::b, f::c].map(|field| module.operands(op, field).to_vec());
        let shape = shape_word(module.get(op, f::shape));
        let of_a = self.format_word(&a, module.get(op, f::a_format))?;
        let of_b = self.format_word(&b, module.get(op, f::b_format))?;
        let sum = match c.first().map(|&value| self.ty(value)) {
            Some(Type::F32) => Word::F32,
            Some(Type::F64) => Word::F64,
            Some(Type::F16x2) => Word::F16,
            Some(Type::I32) => Word::S32,
            Some(ty) => return Err(format!("there are no sums in {ty}")),
            None => return Err("there is nothing to add to".to_owned()),
        };
        let mut words = vec![Word::Sync, Word::Aligned, shape, Word::Row, Word::Col];
        let six = |word| matches!(word, Word::E2m1 | Word::E2m3 | Word::E3m2);
        words.extend((six(of_a) || six(of_b)).then_some(Word::KindF8f6f4));
        words.extend([sum, of_a, of_b, sum]);
        words.extend(if of_a == Word::B1 { vec![Word::And, Word::Popc] } else { Vec::new() });
        let has = Opcode::Mma.forms().filter_map(|form| {
            let spec = form.form();
            spec.place(&words).ok().map(|placed| spec.needs(&placed))
        });
        let has: Vec<_> = has.collect();
        let met = |target: Target| has.iter().any(|needs| needs.iter().all(|one| one.has_target(target)));
        if !met(self.shared.target) {
            let text = format!("{shape} of {of_a} and {of_b} to {sum}");
            let others: Vec<String> =
                Target::assembled().filter(|&target| met(target)).map(|target| target.to_string()).collect();
            return Err(match others.is_empty() {
                true => format!("no target multiplies {text}"),
                false => format!("{text} is multiplied by {}", others.join(", ")),
            });
        }
        let results: Vec<Value> = module.results(op, f::d).collect();
        let inputs = [self.vector(&a), self.vector(&b), self.vector(&c)];
        let written = results.iter().map(|&value| self.define(value).into()).collect();
        let [a, b, c] = inputs;
        self.op(Opcode::Mma, &words, [Operand::Vector(written), a, b, c]);
        Ok(())
    }

    /// Modifiers of `ldmatrix` and `stmatrix`.
    fn matrix_words(&self, count: usize, transposed: bool, space: Space) -> Result<Vec<Word>, Refusal> {
        let number = match count {
            1 => Word::X1,
            2 => Word::X2,
            4 => Word::X4,
            _ => return Err(format!("{count} matrices are not moved at once; 1, 2 and 4 are")),
        };
        let mut words = vec![Word::Sync, Word::Aligned, Word::M8n8, number];
        words.extend(transposed.then_some(Word::Trans));
        match space {
            Space::Shared => words.push(Word::Shared),
            Space::Generic => {}
            other => return Err(format!("fragments are in shared memory, not in {} memory", other.name())),
        }
        words.push(Word::B16);
        Ok(words)
    }

    pub(crate) fn ldmatrix(&mut self, op: Op) -> Written {
        use fields::ldmatrix as f;
        let module = self.module;
        let source = module.operand(op, f::address);
        let results: Vec<Value> = module.results(op, f::values).collect();
        let words = self.matrix_words(results.len(), module.flag(op, f::transposed), self.space(source))?;
        let address = self.address(source, module.int(op, f::offset).unwrap_or(0));
        let written = results.iter().map(|&value| self.define(value).into()).collect();
        self.op(Opcode::Ldmatrix, &words, [Operand::Vector(written), address]);
        Ok(())
    }

    pub(crate) fn stmatrix(&mut self, op: Op) -> Written {
        use fields::stmatrix as f;
        if !self.at_least(90) {
            return Err("it needs sm_90 or later".to_owned());
        }
        let module = self.module;
        let destination = module.operand(op, f::address);
        let values = module.operands(op, f::values).to_vec();
        let words =
            self.matrix_words(values.len(), module.flag(op, f::transposed), self.space(destination))?;
        let address = self.address(destination, module.int(op, f::offset).unwrap_or(0));
        let stored = self.vector(&values);
        self.op(Opcode::Stmatrix, &words, [address, stored]);
        Ok(())
    }
}
