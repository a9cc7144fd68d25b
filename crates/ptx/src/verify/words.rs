//! Words of an instruction that its row has, but not together.

use crate::Opcode;
use crate::codes;
use crate::module::{Address, Base, Instruction, Operand, Space, TargetOption};
use crate::types::{Class, Type};
use crate::words::{Field, Word};

use super::{At, Verifier};

/// What says how caches keep what is accessed.
const CACHED: &[Word] = &[
    Word::L2CacheHint,
    Word::L1EvictNormal,
    Word::L1EvictUnchanged,
    Word::L1EvictFirst,
    Word::L1EvictLast,
    Word::L1NoAllocate,
    Word::L264B,
    Word::L2128B,
    Word::L2256B,
];

/// Memory that is not global.
const NEAR: &[Word] = &[
    Word::Shared,
    Word::SharedCta,
    Word::SharedCluster,
    Word::Local,
    Word::Const,
    Word::Param,
    Word::ParamEntry,
    Word::ParamFunc,
];

/// Properties of samplers.
const OF_SAMPLERS: &[Word] =
    &[Word::ForceUnnormalizedCoords, Word::FilterMode, Word::AddrMode0, Word::AddrMode1, Word::AddrMode2];

impl Verifier<'_> {
    /// Whether textures have their own samplers is said by `.target`.
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
        let asked = instruction.word(Field::Query);
        asked == Some(Word::ForceUnnormalizedCoords)
            || independent && asked.is_some_and(|word| OF_SAMPLERS.contains(&word))
    }

    pub(super) fn words(&mut self, at: At<'_>, instruction: &Instruction) {
        let found = |all: &[Word]| all.iter().copied().find(|&word| instruction.has(word));
        let accesses = matches!(instruction.opcode(), Opcode::Ld | Opcode::St | Opcode::Atom | Opcode::Red);
        if let Some((cached, near)) = found(CACHED).zip(found(NEAR)).filter(|_| accesses) {
            let message =
                format!("`.{cached}` says how global memory is cached, and this is `.{near}` memory");
            self.error_at(codes::MODIFIER, at, message, format!("leave `.{cached}` out"));
        }
    }
}

/// Does an instruction look a texture up?
fn looks_up(instruction: &Instruction) -> bool {
    matches!(instruction.opcode(), Opcode::Tex | Opcode::Tld4)
}
