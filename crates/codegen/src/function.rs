//! A kernel: its parameters, its directives, its body.

use diag::Diagnostic;
use ir::{Op, Value};
use nvvm::Type;
use nvvm::ops::fields::func;
use nvvm::types::Space;
use ptx::build::{FunctionBuilder, ModuleBuilder};
use ptx::module::{DirectiveKind, Var};
use ptx::{Modifier, Opcode};

use crate::coalesce;
use crate::emit::{Emit, bits_modifier};
use crate::shared::Shared;

/// Bytes of a tensor map (PTX ISA, "tensor map").
const MAP_BYTES: u64 = 128;
/// The alignment of a tensor map that is a parameter.
const MAP_ALIGNMENT: u32 = 64;

/// Writes a kernel; gives what is wrong.
pub(crate) fn write(
    module: &nvvm::Module,
    op: Op,
    shared: &Shared,
    builder: &mut ModuleBuilder,
) -> Vec<Diagnostic> {
    let name = module.string(op, func::sym_name).map(|id| module.text(id).into_owned()).unwrap_or_default();
    let Some(body) = module.block(op, func::body) else { return Vec::new() };
    let mut emit = Emit::new(module, shared, builder.entry(&name));
    emit.op = op;
    directives(&mut emit, op);
    let arguments = module.body.block_args(body);
    let widths = module.ints(op, func::param_bits).to_vec();
    let width = |index: usize, ty: Type| widths.get(index).copied().unwrap_or_else(|| ty.bits().into());
    let mut params = Vec::new();
    for (index, value) in arguments.into_iter().enumerate() {
        let name = format!("{name}_param_{index}");
        let var = match *module.ty(value) {
            Type::Ptr(Space::Global) => emit.f.pointer_param(ptx::module::Space::Global, 1, &name),
            Type::Ptr(_) => emit.f.param(ptx::Type::U64, &name),
            Type::I1 | Type::I16 if width(index, *module.ty(value)) <= 8 => {
                emit.f.param(ptx::Type::U8, &name)
            }
            Type::F32 => emit.f.param(ptx::Type::F32, &name),
            Type::F64 => emit.f.param(ptx::Type::F64, &name),
            ty => emit.f.param(scalar_param(ty), &name),
        };
        params.push((value, var, width(index, *module.ty(value))));
    }
    for (index, (map, _)) in nvvm::tensor_maps::of_kernel(module, op).into_iter().enumerate() {
        let var = emit.f.opaque_param(MAP_BYTES, MAP_ALIGNMENT, &format!("{name}_map_{index}"));
        emit.maps.push((map, var));
    }
    params.into_iter().for_each(|(value, var, bits)| load_parameter(&mut emit, value, var, bits));
    emit.block(body);
    coalesce(&mut emit);
    let problems = std::mem::take(&mut emit.problems);
    emit.f.finish();
    problems
}

/// Loads a parameter into the register of its value.
fn load_parameter(emit: &mut Emit<'_, '_>, value: Value, var: Var, bits: i64) {
    let ty = *emit.module.ty(value);
    let address = FunctionBuilder::at_variable(var, 0);
    let register = emit.define(value);
    if ty == Type::I1 {
        let byte = emit.new_op(16, Opcode::Ld, &[Modifier::Param, Modifier::U8], [address]);
        emit.op(Opcode::Setp, &[Modifier::Ne, Modifier::B16], [register.into(), byte.into(), 0.into()]);
    } else if ty == Type::I16 && bits <= 8 {
        emit.op(Opcode::Ld, &[Modifier::Param, Modifier::U8], [register.into(), address]);
    } else {
        emit.op(Opcode::Ld, &[Modifier::Param, bits_modifier(ty.bits())], [register.into(), address]);
    }
}

/// Makes registers that copies join one, and refuses the ops whose sums in flight would still be copied.
fn coalesce(emit: &mut Emit<'_, '_>) {
    let found = coalesce::coalesce(emit.f.body());
    let mut refused = None;
    for (op, statement) in std::mem::take(&mut emit.held) {
        if !found.drops(statement) && refused.replace(op) != Some(op) {
            emit.refuse(op, "sums in flight stay in their registers, and these would be copied to others: wait for them first".to_owned());
        }
    }
    emit.f.replace_registers(|register| found.register(register), |statement| found.drops(statement));
}

fn scalar_param(ty: Type) -> ptx::Type {
    match ty.bits() {
        16 => ptx::Type::U16,
        64 => ptx::Type::U64,
        _ => ptx::Type::U32,
    }
}

fn directives(emit: &mut Emit<'_, '_>, op: Op) {
    let module = emit.module;
    if let Some(threads) = module.int(op, func::reqntid) {
        emit.f.directive(DirectiveKind::Reqntid, &[threads]);
    }
    if let Some(blocks) = module.int(op, func::cluster) {
        if emit.at_least(90) {
            emit.f.directive(DirectiveKind::Reqnctapercluster, &[blocks]);
            if module.flag(op, func::blocks_are_clusters) {
                emit.f.directive(DirectiveKind::Blocksareclusters, &[]);
            }
        } else if blocks != 1 {
            emit.refuse(op, format!("clusters of {blocks} thread blocks need sm_90 or later"));
        }
    }
    if let Some(blocks) = module.int(op, func::minctas) {
        emit.f.directive(DirectiveKind::Minnctapersm, &[blocks]);
    }
    if let Some(registers) = module.int(op, func::maxreg) {
        emit.f.directive(DirectiveKind::Maxnreg, &[registers]);
    }
}
