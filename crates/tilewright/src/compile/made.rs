//! The result of a compilation.

use diag::{Diagnostic, Source};
use driver::remarks::{self, Filter, Remark, Wanted};
use driver::{compile, metadata};

use super::{Level, Options};

/// The result of a compilation: PTX, and further requested outputs.
///
/// ```
/// use tilewright::compile::{Category, Compiled, Filter, Kind, Options, Remark, Target, Wanted};
///
/// # let module = tilewright::parse(
/// #     "set.mlir",
/// #     "cuda_tile.module @m {
/// #        entry @set(%x: tile<ptr<i32>>, %value: tile<i32>) {
/// #          %done = store_ptr_tko weak %x, %value : tile<ptr<i32>>, tile<i32> -> token
/// #          return
/// #        }
/// #      }",
/// # )?;
/// let made: Compiled = module.compile(&Options::new(Target::named("sm_80")?).remarks(true))?;
/// assert!(made.metadata().contains("\"set\"") && made.warnings().is_empty());
/// assert_eq!(made.cubin(), None, "machine code was not requested");
///
/// // Applied and missed optimisations: as values, as text, as JSON, as YAML.
/// let stored: &Remark = made.remarks().iter().find(|remark| remark.category == Category::Memory).unwrap();
/// assert_eq!((stored.function.as_str(), stored.kind), ("set", Kind::Passed));
/// let memory = Filter { passed: Wanted::Memory, ..Filter::default() };
/// assert!(made.remarks_text(&memory).contains(&stored.message));
/// assert!(made.remarks_json(&memory).starts_with('{'));
/// assert!(made.remarks_yaml(&Compiled::every_remark()).starts_with("---"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compiled {
    ptx: String,
    cubin: Option<Vec<u8>>,
    levels: Vec<(Level, String)>,
    remarks: Vec<Remark>,
    warnings: Vec<Diagnostic>,
    kernels: Vec<metadata::Kernel>,
    metadata: String,
    source: Option<Source>,
}

impl Compiled {
    /// The result of the driver, and the text of level 1 if that is kept.
    pub(super) fn new(
        made: compile::Compiled,
        first: Option<String>,
        source: Option<Source>,
        options: &Options,
    ) -> Compiled {
        let level = |name: &str| Level::ALL.into_iter().find(|level| level.name() == name);
        let first = first.map(|text| (Level::CudaTile, text));
        let lower = made.levels.into_iter().filter_map(|(name, text)| Some((level(name)?, text)));
        let mut levels: Vec<(Level, String)> = first.into_iter().chain(lower).collect();
        let (ptx, cubin) = if options.makes_cubin() {
            let at = levels.iter().position(|(level, _)| *level == Level::Ptx);
            (at.map_or_else(String::new, |at| levels.remove(at).1), Some(made.bytes))
        } else {
            // A text of our own: nothing is lost.
            (String::from_utf8(made.bytes).unwrap_or_default(), None)
        };
        if !options.keeps_levels() {
            levels.clear();
        }
        Compiled {
            ptx,
            cubin,
            levels,
            remarks: made.remarks,
            warnings: made.warnings,
            kernels: made.kernels,
            metadata: made.metadata,
            source,
        }
    }

    /// The PTX; if there is machine code, the PTX that it was assembled from.
    pub fn ptx(&self) -> &str {
        &self.ptx
    }

    /// Machine code, if [`Options::cubin`] asked for it.
    pub fn cubin(&self) -> Option<&[u8]> {
        self.cubin.as_deref()
    }

    /// The text of a level. PTX is always available; the other levels are if [`Options::keep_levels`] requested them, and the
    /// program itself is not of a lower level.
    pub fn text(&self, level: Level) -> Option<&str> {
        if level == Level::Ptx {
            return Some(&self.ptx);
        }
        self.levels.iter().find(|(known, _)| *known == level).map(|(_, text)| text.as_str())
    }

    /// Launch information of each kernel.
    pub fn kernels(&self) -> &[metadata::Kernel] {
        &self.kernels
    }

    /// The same as JSON, with parameters and shared memory, as `tilewright compile --emit=metadata` writes it.
    pub fn metadata(&self) -> &str {
        &self.metadata
    }

    /// Applied and missed optimisations, if [`Options::remarks`] asked for them.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// The remarks that a filter selects, as text for people.
    pub fn remarks_text(&self, filter: &Filter) -> String {
        self.rendered(remarks::text, filter)
    }

    /// The remarks that a filter selects, one JSON object per line.
    pub fn remarks_json(&self, filter: &Filter) -> String {
        self.rendered(remarks::json, filter)
    }

    /// The remarks that a filter selects, as YAML documents.
    pub fn remarks_yaml(&self, filter: &Filter) -> String {
        self.rendered(remarks::yaml, filter)
    }

    fn rendered(&self, form: fn(&[Remark], &Filter, &Source) -> String, filter: &Filter) -> String {
        let empty = Source::new("", "");
        form(&self.remarks, filter, self.source.as_ref().unwrap_or(&empty))
    }

    /// Messages that are always shown, such as registers that `ptxas` spills.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// A filter that selects every remark.
    pub fn every_remark() -> Filter {
        Filter::every(Wanted::All)
    }
}
