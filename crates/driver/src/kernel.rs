//! Kernels: entries that are prepared once and launched many times, on memory of the caller.

use std::sync::atomic::{AtomicPtr, Ordering};

use cpu::Preparation;
use cuda_tile::Module;
use diag::{Diagnostic, Source};
use launch::arg::Param;
use launch::{Engine, EngineError, Externs, Launch, LaunchError, Outcome};
use reference::sanitize::{self, Report, Settings};
use reference::{NoObserver, Reference};

use crate::bounds_precheck::Views;
use crate::compat;
use crate::counted;
use crate::emulate::counters::Report as Counters;
use crate::engine::Compiled;
use crate::entry::{Entry, choose_entry, launchable};
use crate::failure::{Failure, failed};
use crate::run::{EngineKind, default_target};
use crate::{codes, cuda};

pub use cpu::Cpu;

/// An entry of a verified module, ready to run on one engine.
pub struct Kernel {
    module: Module,
    entry: Entry,
    params: Vec<Param>,
    /// For each parameter, whether the program may write its memory.
    written: Vec<bool>,
    views: Views,
    program: Program,
    externs: Externs,
}

enum Program {
    Cpu(Box<cpu::Prepared>),
    Reference(Reference),
    PtxEmu(Box<Compiled>),
    Cuda(Box<cuda::Loaded>),
}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kernel").field("entry", &self.entry.name).finish_non_exhaustive()
    }
}

/// How an entry is prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// The engine that runs it.
    pub engine: EngineKind,
    /// What cuTile programs rely on, though the language leaves it undefined: tiles of views that are outside of their
    /// tensors as a whole are padded and dropped, on the CPU engine ([`Preparation::pad_outside`]), floats become bools by
    /// comparison with zero, and nothing looks at promises about constants, of which cuTile's front end breaks some.
    pub compat: bool,
    /// What the engine `ptx-emu` compiles for, by a name of [`crate::targets::TARGETS`]; `None`: the default of the program.
    pub target: Option<&'static str>,
}

/// As the language has it.
impl From<EngineKind> for How {
    fn from(engine: EngineKind) -> How {
        How { engine, compat: false, target: None }
    }
}

impl Kernel {
    /// Prepares an entry of a verified module; `None`: the only one.
    ///
    /// # Errors
    /// No such entry, a parameter that a launch cannot give, or something that the engine cannot do.
    pub fn new(module: &Module, entry: Option<&str>, how: impl Into<How>) -> Result<Kernel, Box<Failure>> {
        Kernel::with_externs(module, entry, how, &Externs::default())
    }

    /// The same for a program that calls functions that it does not define, which engines that run tiles call.
    ///
    /// # Errors
    /// As [`Kernel::new`]; a function that is missing.
    pub fn with_externs(
        module: &Module,
        entry: Option<&str>,
        how: impl Into<How>,
        externs: &Externs,
    ) -> Result<Kernel, Box<Failure>> {
        let How { engine, compat, target } = how.into();
        // The kernel keeps its own: compatibility changes it, and the caller's stays as it was.
        let mut module = module.clone();
        if compat {
            compat::interpret(&mut module);
        }
        let entry = choose_entry(&module, entry)?;
        let params = launchable(&module, &entry)?;
        // Found before the program is prepared: what the entry never writes need not be copied back.
        let may_write = crate::mod_ref::written(&module, &entry);
        let written = (0..params.len()).map(|param| may_write.contains(&param)).collect();
        let program = match engine {
            EngineKind::Cpu => {
                let mut how = Preparation::default();
                how.pad_outside = compat;
                how.externs = externs.clone();
                let prepared = cpu::Prepared::new(&module, &entry.name, &how);
                let prepared = prepared.map_err(|error| failed(&module, error.into()))?;
                Program::Cpu(crate::perf_map::prepared(prepared).into())
            }
            EngineKind::Reference => {
                Program::Reference(Reference { externs: externs.clone(), ..Reference::default() })
            }
            EngineKind::PtxEmu => {
                let target = target.unwrap_or_else(|| default_target(&module));
                let compiled = Compiled::new(&module, &entry.name, target);
                Program::PtxEmu(compiled.map_err(|mut found| found.swap_remove(0))?.into())
            }
            EngineKind::Cuda => {
                let device = cuda::find().map_err(|why| *why)?;
                let loaded = cuda::Loaded::new(device, &module, &entry.name);
                Program::Cuda(loaded.map_err(|mut found| found.swap_remove(0))?.into())
            }
        };
        let views = Views::new(&module, &entry);
        Ok(Kernel { module, entry, params, written, views, program, externs: externs.clone() })
    }

    /// The name of the entry.
    pub fn entry(&self) -> &str {
        &self.entry.name
    }

    /// What the entry wants, in order.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Whether the program may write the memory of a parameter; when not, it never does.
    pub fn writes(&self, param: usize) -> bool {
        self.written.get(param).copied().unwrap_or(false)
    }

    /// The engine that it was prepared for.
    pub fn engine(&self) -> EngineKind {
        match self.program {
            Program::Cpu(_) => EngineKind::Cpu,
            Program::Reference(_) => EngineKind::Reference,
            Program::PtxEmu(_) => EngineKind::PtxEmu,
            Program::Cuda(_) => EngineKind::Cuda,
        }
    }

    /// Checks that the buffers of a launch have what the views of the entry promise, as far as that is known before it runs.
    ///
    /// # Errors
    /// The first view that promises more than its buffer has, or has a negative extent or stride.
    pub fn fits(&self, launch: &Launch<'_>) -> Result<(), Diagnostic> {
        let sizes = |buffer: usize| {
            launch.buffers.get(buffer).map_or((0, 0), |buffer| {
                let devices = buffer.devices().unwrap_or(1);
                (buffer.view().len() / devices, buffer.bytes().len() / devices)
            })
        };
        self.views.check(&self.module, &launch.args, &sizes)
    }

    /// Runs all tile blocks. The launch names this kernel's entry.
    ///
    /// # Errors
    /// A trap of the program, or what the engine cannot do; [`Kernel::explain`] tells of it.
    pub fn launch(
        &self,
        cpu: &Cpu,
        launch: &mut Launch<'_>,
        options: &mut launch::Options<'_>,
    ) -> Result<Outcome, LaunchError> {
        match &self.program {
            Program::Cpu(prepared) => cpu.launch(prepared, launch, options),
            Program::Reference(reference) => reference.launch(&self.module, launch, options),
            Program::PtxEmu(compiled) => compiled.launch(launch, options),
            Program::Cuda(loaded) => loaded.launch(launch, options),
        }
    }

    /// Runs all tile blocks under the emulator's checks, on the engine `ptx-emu`: what they find on the way, and how the
    /// launch ended.
    ///
    /// # Errors
    /// The kernel was prepared for another engine.
    pub fn check(
        &self,
        launch: &mut Launch<'_>,
        options: &mut launch::Options<'_>,
    ) -> Result<Checked, EngineError> {
        match &self.program {
            Program::PtxEmu(compiled) => {
                let (found, ended) = compiled.checked(launch, options);
                let findings = found.iter().map(|found| compiled.finding(found)).collect();
                Ok(Checked { findings, ended })
            }
            Program::Cpu(_) | Program::Reference(_) | Program::Cuda(_) => {
                Err(self.lacks("the checks of the emulator need"))
            }
        }
    }

    /// Runs all tile blocks on the engine `ptx-emu`, and shows what their threads did: by the lines of `source` if the program
    /// was read from that, else by those of its PTX.
    ///
    /// # Errors
    /// As for [`Kernel::launch`], or the kernel was prepared for another engine.
    pub fn count<T>(
        &self,
        launch: &mut Launch<'_>,
        options: &mut launch::Options<'_>,
        source: &Source,
        show: impl FnOnce(&Counters<'_>) -> T,
    ) -> Result<T, LaunchError> {
        match &self.program {
            Program::PtxEmu(compiled) => {
                let (_, counters) = compiled.count(launch, options)?;
                Ok(counted::report((&self.module, compiled), source, &counters, show))
            }
            Program::Cpu(_) | Program::Reference(_) | Program::Cuda(_) => {
                Err(self.lacks("counters need").into())
            }
        }
    }

    /// What needs the emulator was asked of another engine.
    fn lacks(&self, needs: &str) -> EngineError {
        let engine = self.engine().name();
        EngineError::Unsupported(format!(
            "{needs} the engine `ptx-emu`, but this kernel was prepared for `{engine}`"
        ))
    }

    /// Runs with the sanitizer, independently of the engine that the kernel was prepared for.
    ///
    /// # Errors
    /// What the engine cannot do; whatever the program does is in the report.
    pub fn sanitize(
        &self,
        launch: &mut Launch<'_>,
        options: &mut launch::Options<'_>,
        settings: &Settings,
    ) -> Result<Report, LaunchError> {
        let engine = Reference { externs: self.externs.clone(), ..Reference::default() };
        Ok(sanitize::run(&engine, &self.module, launch, options, &mut NoObserver, settings)?)
    }

    /// The module that findings of the sanitizer are about.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// A failed launch as a diagnostic.
    pub fn explain(&self, error: LaunchError) -> Diagnostic {
        if error == LaunchError::Engine(launch::EngineError::Cancelled) {
            return Diagnostic::error(codes::CANCELLED, "the launch was interrupted")
                .note("memory that the kernel writes holds part of the results");
        }
        match &self.program {
            Program::Cpu(prepared) => failed(prepared.module(), error),
            Program::Reference(_) | Program::PtxEmu(_) | Program::Cuda(_) => failed(&self.module, error),
        }
    }
}

/// What a launch under the emulator's checks has to tell.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What the checks found.
    pub findings: Vec<Diagnostic>,
    /// How the launch ended.
    pub ended: Result<Outcome, LaunchError>,
}

/// The CPU engine of a process. A child that `fork` made gets one of its own: the threads of its parent's are not there.
#[derive(Debug, Default)]
pub struct Cores {
    current: AtomicPtr<(u32, Cpu)>,
}

impl Cores {
    /// No engine yet.
    pub const fn new() -> Cores {
        Cores { current: AtomicPtr::new(std::ptr::null_mut()) }
    }

    /// The engine of this process. It lives as long as the process.
    #[allow(unsafe_code, reason = "an engine is made once, and never goes away")]
    pub fn get(&self) -> &'static Cpu {
        let process = std::process::id();
        let known = self.current.load(Ordering::Acquire);
        // SAFETY: the pointer is null or was leaked below.
        if let Some((owner, cpu)) = unsafe { known.as_ref() }
            && *owner == process
        {
            return cpu;
        }
        let new: &'static mut (u32, Cpu) = Box::leak(Box::new((process, Cpu::default())));
        let new: *mut (u32, Cpu) = new;
        let swapped = self.current.compare_exchange(known, new, Ordering::AcqRel, Ordering::Acquire);
        let current = match swapped {
            Ok(_) => new,
            Err(current) => {
                // SAFETY: `new` was not published, so no other thread has its address.
                drop(unsafe { Box::from_raw(new) });
                current
            }
        };
        // SAFETY: it was leaked by this thread or by another one.
        unsafe { &(*current).1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_compiled_for_its_target() {
        let text = "cuda_tile.module @m { entry @k() { return } }";
        let parsed = cuda_tile::text::parse(
            &diag::Source::new("k.mlir", text),
            &cuda_tile::text::ParseOptions::default(),
        );
        let module = parsed.module.expect("the text is right");
        for (target, said) in [(None, "sm_90a"), (Some("sm_80"), "sm_80"), (Some("sm_120a"), "sm_120a")] {
            let how = How { target, ..How::from(EngineKind::PtxEmu) };
            let kernel = Kernel::new(&module, None, how).expect("it compiles");
            let Program::PtxEmu(compiled) = &kernel.program else { panic!("another engine") };
            assert!(compiled.text().text().contains(&format!(".target {said}\n")), "{said}");
        }
    }
}
