//! Modifiers of an instruction that its row has, but not together.

use crate::Opcode;
use crate::codes;
use crate::modifiers::{Field, Modifier};
use crate::module::{Address, Base, Instruction, Operand, Space, TargetOption};
use crate::types::{Class, Type};

use super::{At, Verifier};

/// Modifiers that control caching of an access.
const CACHED: &[Modifier] = &[
    Modifier::L2CacheHint,
    Modifier::L1EvictNormal,
    Modifier::L1EvictUnchanged,
    Modifier::L1EvictFirst,
    Modifier::L1EvictLast,
    Modifier::L1NoAllocate,
    Modifier::L264B,
    Modifier::L2128B,
    Modifier::L2256B,
];

/// Memory that is not global.
const NEAR: &[Modifier] = &[
    Modifier::Shared,
    Modifier::SharedCta,
    Modifier::SharedCluster,
    Modifier::Local,
    Modifier::Const,
    Modifier::Param,
    Modifier::ParamEntry,
    Modifier::ParamFunc,
];

/// Properties of samplers.
const OF_SAMPLERS: &[Modifier] = &[
    Modifier::ForceUnnormalizedCoords,
    Modifier::FilterMode,
    Modifier::AddrMode0,
    Modifier::AddrMode1,
    Modifier::AddrMode2,
];

impl Verifier<'_> {
    /// Whether textures have their own samplers is stated by `.target`.
    pub(super) fn samplers(&mut self, at: At<'_>, instruction: &Instruction) {
        let independent = self.module.target_options.contains(&TargetOption::TexmodeIndependent);
        for (index, operand) in instruction.operands.iter().enumerate() {
            let (message, label) = match operand {
                Operand::Texture(texture) if !self.is_image(at, texture.image) => (
                    format!("`{}` reads a texture or surface, and this is none", instruction.opcode()),
                    "name a `.texref` or `.surfref`, or a register of 64 bits with its handle",
                ),
                Operand::Texture(texture)
                    if independent && texture.sampler.is_none() && looks_up(instruction) =>
                {
                    (
                        format!(
                            "`{}` lacks a sampler, and `.target` says `texmode_independent`",
                            instruction.opcode()
                        ),
                        "write `[texture, sampler, {coordinates}]`",
                    )
                }
                Operand::Address(Address { base: Base::Variable(var), .. })
                    if self.module.variables[*var].of == Type::Texref && self.asks_sampler(instruction) =>
                {
                    let name = &self.module.variables[*var].name;
                    (format!("`{name}` is a texture, and a sampler is asked for"), "name a `.samplerref`")
                }
                _ => continue,
            };
            let span = self.map.operand(at.function, at.index, index);
            self.error(codes::OPERANDS, span, message, label.to_owned());
        }
    }

    /// Is it a texture or surface, or can it hold the handle of one?
    fn is_image(&self, at: At<'_>, base: Base) -> bool {
        match base {
            Base::Register(register) => at.body.register_type(register).bits() == 64,
            Base::Variable(var) => {
                let variable = &self.module.variables[var];
                variable.of.class() == Class::Opaque || variable.space == Space::Tex
            }
            Base::Zero => false,
        }
    }

    /// Is it a property that textures do not have?
    fn asks_sampler(&self, instruction: &Instruction) -> bool {
        let independent = self.module.target_options.contains(&TargetOption::TexmodeIndependent);
        let asked = instruction.modifier(Field::Query);
        asked == Some(Modifier::ForceUnnormalizedCoords)
            || independent && asked.is_some_and(|modifier| OF_SAMPLERS.contains(&modifier))
    }

    pub(super) fn modifiers(&mut self, at: At<'_>, instruction: &Instruction) {
        let found = |all: &[Modifier]| all.iter().copied().find(|&modifier| instruction.has(modifier));
        let accesses = matches!(instruction.opcode(), Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red);
        if let Some((cached, near)) = found(CACHED).zip(found(NEAR)).filter(|_| accesses) {
            let message =
                format!("`.{cached}` says how global memory is cached, and this is `.{near}` memory");
            self.error_at(codes::MODIFIER, at, message, format!("leave `.{cached}` out"));
        }
    }
}

/// Does an instruction sample a texture?
fn looks_up(instruction: &Instruction) -> bool {
    matches!(instruction.opcode(), Opcode::Tex | Opcode::Tld4)
}
