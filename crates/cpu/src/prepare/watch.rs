//! Watched values: a copy of the module prints them where they are computed, which prevents the optimiser from
//! removing them; when the program is complete, these prints become [`Watch`] instructions.

use cuda_tile::build::builder_at_end;
use cuda_tile::ops::{Builders, Opcode};
use cuda_tile::{CudaTile, Module};
use ir::build::Builder;
use ir::{Op, Value, ValueDef};
use launch::EngineError;

use crate::program::{Kind, Step};
use crate::steps::output::Print;
use crate::steps::watch::Watch;

/// Formats of the prints that stand for watched values begin like this, which no text of a program can.
const MARK: &str = "\0watch ";

/// Makes a module print values where they are computed.
pub(crate) fn insert(module: &mut Module, values: &[Value]) -> Result<(), EngineError> {
    for (number, &value) in values.iter().enumerate() {
        let refuse = |why: &str| {
            let name = module
                .body
                .name(value)
                .map_or_else(|| "the value".into(), |name| format!("`%{}`", module.text(name)));
            let message = format!("{name} {why}; the reference interpreter (`--engine=reference`) shows it");
            Err(EngineError::Unsupported(message))
        };
        if module.ty(value).as_tile().is_none() {
            return refuse("is no tile, and the CPU engine shows tiles only");
        }
        let block = match module.body.def(value) {
            ValueDef::Result(op, _) => module.body.parent_block(op),
            ValueDef::Arg(block, _) => Some(block),
        };
        let Some(block) =
            block.filter(|block| module.body.block_op(*block).is_none_or(|op| !is_pure_body(module, op)))
        else {
            return refuse(
                "is computed in the body of a reduction, which the CPU engine runs many lanes at a time",
            );
        };
        let next = match module.body.def(value) {
            ValueDef::Result(op, _) => module.body.next(op),
            ValueDef::Arg(block, _) => module.body.first_op(block),
        };
        let mut builder: Builder<'_, CudaTile> = match next {
            Some(next) => Builder::before(module, next),
            None => builder_at_end(module, block),
        };
        // A print with a mark that no program text can have: the printer takes it out of the output.
        let format = format!("{MARK}{number}");
        builder.print_tko().str(format.as_str()).args(value).finish();
    }
    Ok(())
}

/// Whether the regions of an operation hold pure code.
fn is_pure_body(module: &Module, op: Op) -> bool {
    matches!(module.opcode(op), Opcode::Reduce | Opcode::Scan | Opcode::Generate)
}

/// Turns the prints of watched values into what shows them.
pub(crate) fn convert(code: &mut [Step]) {
    for step in code {
        let Kind::Print(Print { format, args }) = &mut step.kind else { continue };
        let text = std::str::from_utf8(format).ok();
        let number = text.and_then(|text| text.strip_prefix(MARK)).and_then(|number| number.parse().ok());
        if let Some(number) = number {
            let value = std::mem::take(args).into_iter().next().expect("one value is watched at a time");
            step.kind = Kind::Watch(Watch { number, value });
        }
    }
}
