//! Small kernels of PTX that the model of the planner is calibrated with: latencies, bandwidths, the clock, the tensor cores.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use tilewright::diag::Source;
use tilewright::driver::ptxas::{self, Request};
use tilewright::ptx::module::DirectiveKind;

use super::Settings;
use super::code::assembler;
use super::store::Store;

const CORE: &str = include_str!("../../kernels/calibration/core.ptx");
/// Columns of the products of Hopper's tensor cores that are measured.
const COLUMNS: [u32; 3] = [64, 128, 256];
/// The target that has these.
const HOPPER: &str = "sm_90a";

/// The code of each kernel, by target and name.
pub(super) fn all(settings: &Settings, store: &mut Store) -> Result<Value, String> {
    let mut made = Map::new();
    for target in &settings.targets {
        let mut texts = vec![CORE.to_owned()];
        texts.extend(COLUMNS.into_iter().filter(|_| target == HOPPER).map(products));
        let mut kernels = Map::new();
        for text in &texts {
            kernels.extend(assembled(text, target, store)?);
        }
        made.insert(target.clone(), kernels.into());
    }
    Ok(made.into())
}

/// The kernels of a text, each with the name of its code.
fn assembled(text: &str, target: &str, store: &mut Store) -> Result<Map<String, Value>, String> {
    let request = Request { arch: target, level: 3, line_info: false, memcheck: false };
    let cubin = match ptxas::assemble(&assembler()?, text, &request) {
        Ok(assembled) => assembled.cubin,
        Err(ptxas::Failure::System(why)) => return Err(why.message),
        Err(ptxas::Failure::Refused(complaints)) => {
            return Err(complaints.first().map_or_else(String::new, |first| first.message.clone()));
        }
    };
    let module = tilewright::ptx::parse(&Source::new("calibration.ptx", text)).module;
    let mut kernels = Map::new();
    for id in module.entries() {
        let function = &module.functions[id];
        let parameters = function.params.iter().map(|&param| {
            let variable = &module.variables[param];
            json!({ "bytes": variable.of.bytes(), "type": variable.of.text(), "pointer": variable.pointer.is_some() })
        });
        let threads = function.directives.iter().find(|directive| directive.kind == DirectiveKind::Reqntid);
        let launch = json!({
            "name": function.name, "by": "tilewright", "form": "launcher", "parameters": parameters.collect::<Vec<_>>(),
            "block": threads.and_then(|threads| threads.values.first().copied()), "cluster": null,
            "dynamic_shared": 0, "shared": 0, "counts_clusters": false, "tensor_maps": [],
        });
        let name = store.keep_code(target, &cubin, Some(text), launch)?;
        kernels.insert(function.name.clone(), json!(name));
    }
    Ok(kernels)
}

/// Cycles in which two warpgroups multiply 64x16 by 16xN from shared memory, `steps` times eight each. What is in that memory does not
/// matter for the time.
fn products(columns: u32) -> String {
    let sums: Vec<String> = (0..columns / 2).map(|number| format!("%f{number}")).collect();
    let mut text = format!(
        ".version 8.0\n.target {HOPPER}\n.address_size 64\n\n.visible .entry wgmma_n{columns}(.param .u64 .ptr .global out, .param .u32 steps) \
         .reqntid 256\n{{\n    .reg .pred %p<2>;\n    .reg .b32 %r<8>;\n    .reg .f32 %f<{}>;\n    .reg .b64 %d<8>;\n    \
         .shared .align 1024 .b8 room[40960];\n    ld.param.u64 %d0, [out];\n    ld.param.u32 %r0, [steps];\n    mov.u32 %r1, room;\n    \
         shr.u32 %r2, %r1, 4;\n    add.u32 %r4, %r2, 512;\n    mov.u32 %r3, 0x40000040;\n    mov.b64 %d3, {{%r2, %r3}};\n    \
         mov.b64 %d4, {{%r4, %r3}};\n    mov.u32 %r5, %tid.x;\n",
        columns / 2
    );
    let lines = sums.iter().map(|sum| format!("    mov.f32 {sum}, 0f00000000;\n"));
    text.extend(lines);
    text.push_str("    bar.sync 0;\n    mov.u64 %d1, %clock64;\nLOOP:\n    wgmma.fence.sync.aligned;\n");
    for _ in 0..8 {
        let _ = writeln!(
            text,
            "    wgmma.mma_async.sync.aligned.m64n{columns}k16.f32.f16.f16 {{{}}}, %d3, %d4, 1, 1, 1, 0, 0;",
            sums.join(", ")
        );
    }
    text.push_str(
        "    wgmma.commit_group.sync.aligned;\n    wgmma.wait_group.sync.aligned 0;\n    sub.u32 %r0, %r0, 1;\n    \
         setp.gt.s32 %p0, %r0, 0;\n    @%p0 bra LOOP;\n    bar.sync 0;\n    mov.u64 %d2, %clock64;\n    sub.u64 %d2, %d2, %d1;\n    \
         setp.eq.u32 %p1, %r5, 0;\n    @%p1 st.global.u64 [%d0], %d2;\n    @%p1 st.global.f32 [%d0+8], %f0;\n    ret;\n}\n",
    );
    text
}
