//! Matrices of a warp: products, and loads and stores of their fragments.

use ir::{Op, Value};
use nvvm::Type;
use nvvm::attrs::{ElementFormat, MmaShape};
use nvvm::ops::fields;
use nvvm::types::Space;
use ptx::module::Operand;
use ptx::{Modifier, Opcode, Target};

use crate::emit::{Emit, LoweringResult, Refusal};

/// The modifier of a format of elements.
pub(crate) fn format_modifier(format: ElementFormat) -> Modifier {
    match format {
        ElementFormat::E4M3 => Modifier::E4m3,
        ElementFormat::E5M2 => Modifier::E5m2,
        ElementFormat::E2M1 => Modifier::E2m1,
        ElementFormat::E2M3 => Modifier::E2m3,
        ElementFormat::E3M2 => Modifier::E3m2,
        ElementFormat::UE8M0 => Modifier::Ue8m0,
        ElementFormat::UE4M3 => Modifier::Ue4m3,
        ElementFormat::TF32 => Modifier::Tf32,
        ElementFormat::F16 => Modifier::F16,
        ElementFormat::BF16 => Modifier::Bf16,
        ElementFormat::S4 => Modifier::S4,
        ElementFormat::U4 => Modifier::U4,
        ElementFormat::S8 => Modifier::S8,
        ElementFormat::U8 => Modifier::U8,
        ElementFormat::B1 => Modifier::B1,
    }
}

/// The modifier of a shape.
fn shape_modifier(shape: MmaShape) -> Modifier {
    match shape {
        MmaShape::M8N8K4 => Modifier::M8n8k4,
        MmaShape::M8N8K16 => Modifier::M8n8k16,
        MmaShape::M8N8K32 => Modifier::M8n8k32,
        MmaShape::M8N8K128 => Modifier::M8n8k128,
        MmaShape::M16N8K4 => Modifier::M16n8k4,
        MmaShape::M16N8K8 => Modifier::M16n8k8,
        MmaShape::M16N8K16 => Modifier::M16n8k16,
        MmaShape::M16N8K32 => Modifier::M16n8k32,
        MmaShape::M16N8K64 => Modifier::M16n8k64,
        MmaShape::M16N8K128 => Modifier::M16n8k128,
        MmaShape::M16N8K256 => Modifier::M16n8k256,
    }
}

/// The form of matrices that have a word of 32 bits in each lane.
const WORDS: [Modifier; 2] = [Modifier::M8n8, Modifier::B16];

impl Emit<'_, '_> {
    fn vector(&mut self, values: &[Value]) -> Operand {
        Operand::Vector(values.iter().map(|&value| self.reg(value).into()).collect())
    }

    /// The modifier of an operand's format: the type of its registers, or else the attribute of the op.
    fn format_modifier(&self, values: &[Value], format: ElementFormat) -> Result<Modifier, Refusal> {
        match values.first().map(|&value| self.ty(value)) {
            Some(Type::F64) => Ok(Modifier::F64),
            Some(Type::F16x2) => Ok(Modifier::F16),
            Some(Type::BF16x2) => Ok(Modifier::Bf16),
            _ => Ok(format_modifier(format)),
        }
    }

    pub(crate) fn mma(&mut self, op: Op) -> LoweringResult {
        use fields::mma as f;
        let module = self.module;
        let [a, b, c] = [f::a, f::b, f::c].map(|field| module.operands(op, field).to_vec());
        let shape = shape_modifier(module.get(op, f::shape));
        let of_a = self.format_modifier(&a, module.get(op, f::a_format))?;
        let of_b = self.format_modifier(&b, module.get(op, f::b_format))?;
        let sum = match c.first().map(|&value| self.ty(value)) {
            Some(Type::F32) => Modifier::F32,
            Some(Type::F64) => Modifier::F64,
            Some(Type::F16x2) => Modifier::F16,
            Some(Type::I32) => Modifier::S32,
            Some(ty) => return Err(format!("there are no sums in {ty}")),
            None => return Err("there is nothing to add to".to_owned()),
        };
        let mut modifiers = vec![Modifier::Sync, Modifier::Aligned, shape, Modifier::Row, Modifier::Col];
        let six = |modifier| matches!(modifier, Modifier::E2m1 | Modifier::E2m3 | Modifier::E3m2);
        modifiers.extend((six(of_a) || six(of_b)).then_some(Modifier::KindF8f6f4));
        modifiers.extend([sum, of_a, of_b, sum]);
        modifiers.extend(if of_a == Modifier::B1 { vec![Modifier::And, Modifier::Popc] } else { Vec::new() });
        self.on_some_target(&modifiers, || format!("{shape} of {of_a} and {of_b} to {sum}"))?;
        let results: Vec<Value> = module.results(op, f::d).collect();
        let inputs = [self.vector(&a), self.vector(&b), self.vector(&c)];
        let written = results.iter().map(|&value| self.define(value).into()).collect();
        let [a, b, c] = inputs;
        self.op(Opcode::Mma, &modifiers, [Operand::Vector(written), a, b, c]);
        Ok(())
    }

    pub(crate) fn mma_scaled(&mut self, op: Op) -> LoweringResult {
        use fields::mma_scaled as f;
        let module = self.module;
        let [of_a, of_b, of_scale] =
            [f::a_format, f::b_format, f::scale_format].map(|field| format_modifier(module.get(op, field)));
        let int = |field| module.int(op, field).unwrap_or(0);
        let (kind, vector) = match (module.get(op, f::a_format), int(f::scales)) {
            (ElementFormat::E2M1, 2) => (Modifier::KindMxf4, Modifier::ScaleVec2X),
            (ElementFormat::E2M1, 4) => (Modifier::KindMxf4nvf4, Modifier::ScaleVec4X),
            (_, 1) => (Modifier::KindMxf8f6f4, Modifier::ScaleVec1X),
            (_, scales) => return Err(format!("no product has {scales} scales of a row")),
        };
        let modifiers = [
            Modifier::Sync,
            Modifier::Aligned,
            shape_modifier(module.get(op, f::shape)),
            Modifier::Row,
            Modifier::Col,
            kind,
            Modifier::BlockScale,
            vector,
            Modifier::F32,
            of_a,
            of_b,
            Modifier::F32,
            of_scale,
        ];
        self.on_some_target(&modifiers, || "block scales".to_owned())?;
        let [a, b, c] = [f::a, f::b, f::c].map(|field| self.vector(module.operands(op, field)));
        let scales = [f::a_scale, f::b_scale].map(|field| Operand::from(self.reg(module.operand(op, field))));
        let [from_a, from_b] = [[f::a_byte, f::a_lanes], [f::b_byte, f::b_lanes]]
            .map(|selectors| Operand::Vector(selectors.map(|field| int(field).into()).to_vec()));
        let results: Vec<Value> = module.results(op, f::d).collect();
        let written = results.iter().map(|&value| self.define(value).into()).collect();
        let [a_scale, b_scale] = scales;
        self.op(
            Opcode::Mma,
            &modifiers,
            [Operand::Vector(written), a, b, c, a_scale, from_a, b_scale, from_b],
        );
        Ok(())
    }

    /// Refuses a form of `mma` that the target lacks, by the targets that have it.
    fn on_some_target(&self, modifiers: &[Modifier], text: impl Fn() -> String) -> LoweringResult {
        self.target_has(Opcode::Mma, modifiers).map_err(|others| match others.is_empty() {
            true => format!("no target multiplies {}", text()),
            false => format!("{} is multiplied by {others}", text()),
        })
    }

    /// Whether the target has an instruction with some modifiers, or else the targets that have it.
    fn target_has(&self, opcode: Opcode, modifiers: &[Modifier]) -> Result<(), String> {
        let met = |target: Target| opcode.is_on(target, modifiers);
        if met(self.shared.target) {
            return Ok(());
        }
        let others = Target::assembled().filter(|&target| met(target)).map(|target| target.to_string());
        Err(others.collect::<Vec<_>>().join(", "))
    }

    /// Modifiers of `ldmatrix` and `stmatrix`.
    fn matrix_modifiers(
        &self,
        [shape, elem]: [Modifier; 2],
        (count, transposed): (usize, bool),
        space: Space,
    ) -> Result<Vec<Modifier>, Refusal> {
        let number = match count {
            1 => Modifier::X1,
            2 => Modifier::X2,
            4 => Modifier::X4,
            _ => return Err(format!("{count} matrices are not moved at once; 1, 2 and 4 are")),
        };
        let mut modifiers = vec![Modifier::Sync, Modifier::Aligned, shape, number];
        modifiers.extend(transposed.then_some(Modifier::Trans));
        match space {
            Space::Shared => modifiers.push(Modifier::Shared),
            Space::Generic => {}
            other => return Err(format!("fragments are in shared memory, not in {} memory", other.name())),
        }
        modifiers.push(elem);
        Ok(modifiers)
    }

    pub(crate) fn ldmatrix(&mut self, op: Op) -> LoweringResult {
        use fields::ldmatrix as f;
        let module = self.module;
        let source = module.operand(op, f::address);
        let results: Vec<Value> = module.results(op, f::values).collect();
        let (form, registers) = match module.flag(op, f::bytes) {
            true => ([Modifier::M16n16, Modifier::B8], 2),
            false => (WORDS, 1),
        };
        let matrices = (results.len() / registers, module.flag(op, f::transposed));
        let modifiers = self.matrix_modifiers(form, matrices, self.space(source))?;
        self.target_has(Opcode::Ldmatrix, &modifiers)
            .map_err(|others| format!("matrices of this form are loaded by {others}"))?;
        let address = self.address(source, module.int(op, f::offset).unwrap_or(0));
        let written = results.iter().map(|&value| self.define(value).into()).collect();
        self.op(Opcode::Ldmatrix, &modifiers, [Operand::Vector(written), address]);
        Ok(())
    }

    pub(crate) fn stmatrix(&mut self, op: Op) -> LoweringResult {
        use fields::stmatrix as f;
        if !self.at_least(90) {
            return Err("it needs sm_90 or later".to_owned());
        }
        let module = self.module;
        let destination = module.operand(op, f::address);
        let values = module.operands(op, f::values).to_vec();
        let matrices = (values.len(), module.flag(op, f::transposed));
        let modifiers = self.matrix_modifiers(WORDS, matrices, self.space(destination))?;
        let address = self.address(destination, module.int(op, f::offset).unwrap_or(0));
        let stored = self.vector(&values);
        self.op(Opcode::Stmatrix, &modifiers, [address, stored]);
        Ok(())
    }
}
