//! Remarks about hardware resources of kernels: estimated registers, and all resources that `ptxas` reports.

use std::borrow::Cow;

use ir::Op;
use ir::walk::preorder;
use nvvm::ops::fields::func;
use nvvm::registers;

use super::remark::{Category, Kind, Remark};
use crate::metadata::Kernel;
use crate::ptxas::Usage;

/// The name of remarks about registers by estimate.
pub(crate) const PRESSURE: &str = "RemarkRegisterPressure";
/// The name of remarks about registers that `ptxas` spills.
pub(crate) const SPILLED: &str = "RemarkRegistersSpilled";

/// A kernel that needs more registers than a thread can have, by estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pressure {
    /// The kernel.
    pub function: String,
    /// The maximum number of live registers.
    pub live: u32,
    /// Registers that a thread can have.
    pub limit: u32,
    /// Thread blocks of a multiprocessor that the limit allows, if the program requests a number.
    pub blocks: Option<u32>,
}

/// The kernels with more live values than registers.
pub(crate) fn pressure(module: &nvvm::Module) -> Vec<Pressure> {
    let exceeding = kernels(module).filter_map(|op| {
        let (live, limit) = (registers::pressure(module, op), limit(module, op));
        let blocks = module.int(op, func::minctas).and_then(|blocks| u32::try_from(blocks).ok());
        (live > limit).then(|| Pressure { function: name(module, op), live, limit, blocks })
    });
    exceeding.collect()
}

/// A remark for each of these kernels.
pub(crate) fn of_registers(pressed: &[Pressure]) -> Vec<Remark> {
    let remark = |pressure: &Pressure| {
        let blocks = pressure.blocks.map_or_else(|| "none".to_owned(), |blocks| blocks.to_string());
        resource(
            Kind::Missed,
            PRESSURE,
            "More registers are live than a thread can have".to_owned(),
            pressure.function.clone(),
            vec![
                ("RegistersLive".into(), pressure.live.to_string()),
                ("RegisterLimit".into(), pressure.limit.to_string()),
                ("MinBlocksPerMultiprocessor".into(), blocks),
            ],
        )
    };
    pressed.iter().map(remark).collect()
}

/// At most two remarks for each kernel: its resources, and its spilled registers.
pub(crate) fn of_kernels(usages: &[Usage], module: &nvvm::Module, launched: &[Kernel]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for usage in usages {
        let dynamic = launched.iter().find(|kernel| kernel.name == usage.function);
        let dynamic = dynamic.map_or(0, |kernel| kernel.dynamic_shared);
        let args = vec![
            ("Registers".into(), usage.registers.to_string()),
            ("SharedBytes".into(), usage.shared.to_string()),
            ("SharedBytesOfLaunch".into(), dynamic.to_string()),
            ("StackBytes".into(), usage.stack.to_string()),
            ("Barriers".into(), usage.barriers.to_string()),
        ];
        let message = "Resources of a thread block".to_owned();
        remarks.push(resource(Kind::Analysis, "RemarkResources", message, usage.function.clone(), args));
        if usage.spills() {
            remarks.push(of_spills(usage, module));
        }
    }
    remarks
}

/// The remark about spilled registers of a kernel.
fn of_spills(usage: &Usage, module: &nvvm::Module) -> Remark {
    let mut args: Vec<(Cow<'static, str>, String)> = vec![
        ("SpillStoreBytes".into(), usage.spill_stores.to_string()),
        ("SpillLoadBytes".into(), usage.spill_loads.to_string()),
        ("Registers".into(), usage.registers.to_string()),
    ];
    if let Some(op) = kernels(module).find(|&op| name(module, op) == usage.function) {
        args.push(("RegisterLimit".into(), limit(module, op).to_string()));
    }
    let message = "Registers are spilled".to_owned();
    resource(Kind::Failed, SPILLED, message, usage.function.clone(), args)
}

fn resource(
    kind: Kind,
    name: &'static str,
    message: String,
    function: String,
    args: Vec<(Cow<'static, str>, String)>,
) -> Remark {
    Remark { kind, category: Category::Resources, name: name.into(), message, place: None, function, args }
}

fn kernels(module: &nvvm::Module) -> impl Iterator<Item = Op> + '_ {
    preorder(&module.body, module.root).filter(|&op| module.opcode(op) == nvvm::Opcode::Func)
}

fn name(module: &nvvm::Module, op: Op) -> String {
    module.string(op, func::sym_name).map_or_else(String::new, |id| module.text(id).into_owned())
}

/// Registers that a thread of a kernel can have: those at entry, or those that warps receive from others.
fn limit(module: &nvvm::Module, op: Op) -> u32 {
    use nvvm::ops::fields::setmaxnreg;
    let number = |field| module.int(op, field).and_then(|number| u32::try_from(number).ok()).unwrap_or(1);
    let taken = preorder(&module.body, op).filter(|&op| module.opcode(op) == nvvm::Opcode::SetMaxNReg);
    let taken = taken.filter_map(|op| u32::try_from(module.int(op, setmaxnreg::registers)?).ok()).max();
    let by_blocks = registers::limit(number(func::reqntid), number(func::minctas)).max(taken.unwrap_or(0));
    module.int(op, func::maxreg).map_or(by_blocks, |most| by_blocks.min(most.try_into().unwrap_or(u32::MAX)))
}
