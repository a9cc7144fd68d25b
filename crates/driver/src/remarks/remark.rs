//! A remark as data, and the selection of remarks.

use std::borrow::Cow;

use diag::Place;

/// The outcome of an optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Applied.
    Passed,
    /// Missed: the program would have been faster with it.
    Missed,
    /// Failed.
    Failed,
    /// A fact.
    Analysis,
}

/// The subject of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Accesses to memory.
    Memory,
    /// Matrix products.
    TensorCore,
    /// Layouts of tiles, and conversions between layouts.
    Layout,
    /// Registers, shared memory, threads.
    Resources,
    /// Hints of the program.
    Hints,
    /// Remarks that are always shown.
    Warning,
}

/// One remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The outcome.
    pub kind: Kind,
    /// Its subject.
    pub category: Category,
    /// The name that remarks of the same kind share.
    pub name: Cow<'static, str>,
    /// The message, a sentence.
    pub message: String,
    /// The source location.
    pub place: Option<Place>,
    /// The kernel.
    pub function: String,
    /// Details.
    pub args: Vec<(Cow<'static, str>, String)>,
}

/// The requested categories of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Remarks about memory.
    Memory,
    /// Remarks about tensor cores.
    TensorCore,
}

/// The requested remarks, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Applied optimisations.
    pub passed: Wanted,
    /// Missed optimisations.
    pub missed: Wanted,
    /// Failures.
    pub failed: Wanted,
    /// Facts.
    pub analysis: Wanted,
}

impl Kind {
    /// Its name in YAML.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Passed => "Passed",
            Kind::Missed => "Missed",
            Kind::Failed => "Failure",
            Kind::Analysis => "Analysis",
        }
    }
}

impl Category {
    /// All of them.
    pub const ALL: [Category; 6] = [
        Category::Memory,
        Category::TensorCore,
        Category::Layout,
        Category::Resources,
        Category::Hints,
        Category::Warning,
    ];

    /// Its name, in the place of a pass name.
    pub fn name(self) -> &'static str {
        match self {
            Category::Memory => "Memory",
            Category::TensorCore => "Tensor-core",
            Category::Layout => "Layout",
            Category::Resources => "Resources",
            Category::Hints => "Hints",
            Category::Warning => "Warning",
        }
    }
}

impl Wanted {
    /// The values of an option.
    pub const NAMES: [&'static str; 4] = ["all", "none", "memory", "tensorcore"];

    /// The value of an option: one of `NAMES`.
    pub fn parse(text: &str) -> Option<Wanted> {
        match text {
            "none" => Some(Wanted::None),
            "all" => Some(Wanted::All),
            "memory" => Some(Wanted::Memory),
            "tensorcore" => Some(Wanted::TensorCore),
            _ => None,
        }
    }

    fn takes(self, category: Category) -> bool {
        match self {
            Wanted::None => false,
            Wanted::All => true,
            Wanted::Memory => category == Category::Memory,
            Wanted::TensorCore => category == Category::TensorCore,
        }
    }
}

impl Filter {
    /// The same for every kind.
    pub fn every(wanted: Wanted) -> Filter {
        Filter { passed: wanted, missed: wanted, failed: wanted, analysis: wanted }
    }

    /// True if no remark is requested.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// True for a requested remark.
    pub fn takes(&self, remark: &Remark) -> bool {
        let wanted = match remark.kind {
            Kind::Passed => self.passed,
            Kind::Missed => self.missed,
            Kind::Failed => self.failed,
            Kind::Analysis => self.analysis,
        };
        wanted.takes(remark.category)
    }
}
