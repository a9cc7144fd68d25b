//! A remark as data, and the selection of remarks.

use std::borrow::Cow;

use diag::Place;

/// The outcome of an optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It was done.
    Passed,
    /// It was not done, though the program would have been faster with it.
    Missed,
    /// It went wrong.
    Failed,
    /// A fact.
    Analysis,
}

/// What a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Accesses to memory.
    Memory,
    /// Matrix products.
    TensorCore,
    /// Who holds which element of a tile, and movement between layouts.
    Layout,
    /// Registers, shared memory, threads.
    Resources,
    /// Hints of the program.
    Hints,
    /// What is said in any case.
    Warning,
}

/// One remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The outcome.
    pub kind: Kind,
    /// What it is about.
    pub category: Category,
    /// The name of remarks that say the same.
    pub name: Cow<'static, str>,
    /// The sentence.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// In which kernel.
    pub function: String,
    /// What there is to say in detail.
    pub args: Vec<(Cow<'static, str>, String)>,
}

/// Which categories of a kind are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Those about memory.
    Memory,
    /// Those about tensor cores.
    TensorCore,
}

/// Which remarks are wanted, by their kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// What was done.
    pub passed: Wanted,
    /// What was not done.
    pub missed: Wanted,
    /// What went wrong.
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

    /// Its name, where passes have theirs.
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
    /// The value of an option: `none`, `all`, `memory`, `tensorcore`.
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

    /// True when nothing is wanted.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// True for a remark that is wanted.
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
