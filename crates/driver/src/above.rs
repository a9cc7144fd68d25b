//! Level 2 of a program, kept to make level 3 of it once more when its pipelines have no room.
//!
//! Level 3 counts what lies in shared memory besides the stages of a pipeline; what buffers and scratch take together is known
//! when level 4 has laid them out. Where that is more than the hardware has, pipelines get less to spend, until it fits or there
//! are none; then the buffers of each op get half as much, again and again, and what has no room goes through them in parts.

use diag::Diagnostic;
use ir::walk::preorder;

use crate::compile::kernels;
use crate::limits;
use crate::targets::TargetRow;
use crate::watch::{Recorder, Shown};

/// Iterations in flight at most.
const STAGES: u32 = 4;

/// Bytes of buffers that are not made smaller.
const LEAST: u32 = 1 << 10;

/// A module of level 2, and how level 3 is made of it.
pub(crate) struct Above {
    module: Box<tileaa::Module>,
    row: &'static TargetRow,
    how: tileas::from_tileaa::Options,
    /// How often level 3 was made with less for pipelines.
    tries: u32,
}

impl Above {
    pub(crate) fn new(module: Box<tileaa::Module>, row: &'static TargetRow, warps: u32) -> Above {
        let capability = row.target().map_or(0, |target| target.number.into());
        let how = tileas::from_tileaa::Options {
            target: row.name.to_owned(),
            capability,
            warps,
            shared: tileas::target::shared_limit(capability),
            stages: STAGES,
            buffers: tileas::target::shared_limit(capability),
        };
        Above { module, row, how, tries: 0 }
    }

    /// Level 3.
    ///
    /// # Errors
    /// What cannot be compiled.
    pub(crate) fn lowered(&self, recorder: &mut Recorder<'_>) -> Result<tileas::Module, Vec<Diagnostic>> {
        let convert = |module: &_| tileas::from_tileaa::convert(module, &self.how);
        let mut made = recorder.converted(&*self.module, convert, Shown::level())?;
        recorder.pipeline(&tileas::passes::lowering(&self.how), &mut made)?;
        Ok(made)
    }

    /// Level 3 that needs less, where `made` needs `missing` bytes too many: with shorter pipelines, then with smaller
    /// buffers; none where there is no smaller one.
    ///
    /// # Errors
    /// What cannot be compiled.
    pub(crate) fn smaller(
        &mut self,
        made: &tileas::Module,
        missing: u64,
        recorder: &mut Recorder<'_>,
    ) -> Result<Option<tileas::Module>, Vec<Diagnostic>> {
        if let Some(shorter) = self.shorter(made, missing, recorder)? {
            return Ok(Some(shorter));
        }
        if self.how.buffers <= LEAST {
            return Ok(None);
        }
        self.how.buffers /= 2;
        self.lowered(recorder).map(Some)
    }

    /// Level 3 with shorter pipelines, where the ones that were `made` need the given number of bytes that are `missing`; none where there
    /// are no pipelines.
    ///
    /// # Errors
    /// What cannot be compiled.
    fn shorter(
        &mut self,
        made: &tileas::Module,
        missing: u64,
        recorder: &mut Recorder<'_>,
    ) -> Result<Option<tileas::Module>, Vec<Diagnostic>> {
        if !has_pipelines(made) {
            return Ok(None);
        }
        self.how.shared = self.how.shared.saturating_sub(missing.min(u64::from(u32::MAX)) as u32);
        self.tries += 1;
        if self.tries >= STAGES {
            self.how.stages = 1;
        }
        self.lowered(recorder).map(Some)
    }

    /// The same, where `made` does not fit; none where it does, or where level 4 would be refused.
    ///
    /// # Errors
    /// What cannot be compiled.
    pub(crate) fn fitting(
        &mut self,
        made: &tileas::Module,
        recorder: &mut Recorder<'_>,
    ) -> Result<Option<tileas::Module>, Vec<Diagnostic>> {
        if limits::registers(made).is_err() {
            return Ok(None);
        }
        let Ok(lowered) = nvvm::from_tileas::lower(made) else { return Ok(None) };
        match limits::missing(&kernels(&lowered), self.row) {
            0 => Ok(None),
            missing => self.smaller(made, missing, recorder),
        }
    }
}

fn has_pipelines(module: &tileas::Module) -> bool {
    preorder(&module.body, module.root).any(|op| module.opcode(op) == tileas::Opcode::CreatePipeline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets;
    use crate::watch::Watch;

    const TEXT: &str = "tileaa.module @tests {
  func @k (%a: ptr, %c: ptr) {
    %ap = assume %a <kind = div_by, numbers = [16]> : ptr
    %t = make_memref %ap : ptr -> memref<64x64xf16, [64, 1]>
    %v = block_tile %t : memref<64x64xf16, [64, 1]> -> block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %four = constant <value = 4> : i32
    %none = constant <value = 0.0> : tile<16x16xf32>
    %sum = for %zero, %four, %one, [%none] : i32, i32, i32, tile<16x16xf32> -> tile<16x16xf32> (%i: i32, %so_far: tile<16x16xf32>) {
      %x, %t0 = tiled_load %v, [%zero, %i] : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16>, token
      %y, %t1 = tiled_load %v, [%i, %one] : block_tile<[16, 16], memref<64x64xf16, [64, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> tile<16x16xf16>, token
      %next = dot %x, %y, %so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32> -> tile<16x16xf32>
      continue [%next] : tile<16x16xf32>
    }
    %ct = make_memref %c : ptr -> memref<16x16xf32, [16, 1]>
    %cv = block_tile %ct : memref<16x16xf32, [16, 1]> -> block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>
    %done = tiled_store %sum, %cv, [%zero, %zero] : tile<16x16xf32>, block_tile<[16, 16], memref<16x16xf32, [16, 1]>, step = [16, 16], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
";

    fn stages(module: &tileas::Module) -> Vec<i64> {
        let field = tileas::ops::fields::create_pipeline::stages;
        let ops = preorder(&module.body, module.root);
        let rings = ops.filter(|&op| module.opcode(op) == tileas::Opcode::CreatePipeline);
        rings.filter_map(|op| module.int(op, field)).collect()
    }

    #[test]
    fn pipelines_get_shorter_until_there_are_none() {
        let module = ir::generic::parse_text::<tileaa::TileAa>(TEXT);
        let row = targets::named("sm_86").expect("a target");
        let (watch, mut show) = (Watch::default(), |_| {});
        let mut recorder = Recorder::new(&watch, &mut show);
        let mut above = Above::new(Box::new(module), row, 1);
        let mut made = above.lowered(&mut recorder).expect("it compiles");
        assert_eq!(stages(&made), [4, 4]);
        assert!(above.fitting(&made, &mut recorder).expect("it compiles").is_none(), "it fits");
        let mut seen = Vec::new();
        // A stage is 1 KiB; so much less leaves room for three, for two, for two of one load alone, and for none.
        for missing in [(96 << 10) - 1, 1 << 10, 2, 1 << 10] {
            made = above.shorter(&made, missing, &mut recorder).expect("it compiles").expect("pipelines");
            seen.push(stages(&made));
        }
        assert_eq!(seen, [vec![3, 3], vec![2, 2], vec![2], vec![]]);
        assert!(above.shorter(&made, 1, &mut recorder).expect("it compiles").is_none(), "there are none");
    }
}
