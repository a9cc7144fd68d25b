//! Level 4 as text, written as PTX, checked, and run on the emulator.

#![allow(dead_code, reason = "each test uses a part")]

use diag::Diagnostic;
use launch::Buffer;
use numerics::Scalar;
use nvvm::Nvvm;
use ptx_emu::{Launch, Options, Program, Value};

/// Diagnostics as text.
pub(crate) fn shown(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|one| diag::render_short(one, None)).collect::<Vec<_>>().join("\n")
}

/// A module of level 4 from its text, verified.
pub(crate) fn module(text: &str) -> nvvm::Module {
    let source = diag::Source::new("test", text.to_owned());
    let parsed = ir::generic::parse::<Nvvm>(&source);
    let module = parsed.module.unwrap_or_else(|| panic!("{}\n{text}", shown(&parsed.diagnostics)));
    let wrong = ir::generic::verify(&module);
    assert!(wrong.is_empty(), "{}\n{text}", shown(&wrong));
    module
}

/// Its PTX, read back from the text that it prints, and verified.
pub(crate) fn ptx(text: &str) -> Result<(String, ptx::text::Parsed), String> {
    let mut module = module(text);
    if nvvm::transform::expand_math(&mut module) {
        let wrong = ir::generic::verify(&module);
        assert!(wrong.is_empty(), "{}\n{}", shown(&wrong), ir::generic::print(&module, false));
    }
    let written = codegen::to_ptx(&module, &codegen::Options::default()).map_err(|why| shown(&why))?;
    let printed = ptx::print(&written);
    let source = diag::Source::new("k.ptx", printed.clone());
    let parsed = ptx::parse(&source);
    let mut wrong = parsed.diagnostics.clone();
    wrong.extend(ptx::verify(&parsed.module, &parsed.map));
    let wrong: Vec<String> = wrong.iter().map(|one| diag::render_short(one, Some(&source))).collect();
    assert!(wrong.is_empty(), "{}\n{printed}", wrong.join("\n"));
    Ok((printed, parsed))
}

/// Runs the kernel `k` of one block of threads on buffers of bytes; gives what was printed.
pub(crate) fn run(text: &str, threads: u32, buffers: &mut [Vec<u8>]) -> Result<String, String> {
    let (printed, parsed) = ptx(text)?;
    let program = Program::prepare(&parsed.module, &parsed.map, "k")
        .unwrap_or_else(|why| panic!("{}\n{printed}", shown(&why)));
    let mut held: Vec<Buffer> = buffers
        .iter()
        .map(|bytes| {
            let mut buffer = Buffer::zeroed(Scalar::I8, &[bytes.len() as u64]).expect("small");
            buffer.bytes_mut().copy_from_slice(bytes);
            buffer
        })
        .collect();
    let args = (0..held.len()).map(|buffer| Value::Pointer { buffer, offset: 0 }).collect();
    let mut launch = Launch {
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        cluster: None,
        dynamic_shared: 0,
        buffers: held
            .iter_mut()
            .enumerate()
            .map(|(at, buffer)| (format!("b{at}"), buffer.view_mut()))
            .collect(),
        args,
    };
    let options = Options { steps: Some(1 << 30), ..Options::default() };
    let outcome = program.launch(&mut launch, &options).map_err(|fault| format!("{fault:?}\n{printed}"))?;
    drop(launch);
    for (bytes, buffer) in buffers.iter_mut().zip(&held) {
        bytes.copy_from_slice(buffer.bytes());
    }
    Ok(outcome.printed)
}
