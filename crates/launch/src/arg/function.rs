//! The table of fill functions: names, arguments, examples.

/// The function that fills a new buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Zeros,
    Ones,
    Full,
    Iota,
    Arange,
    Uniform,
    Randint,
    Randn,
}

impl Function {
    pub(super) const ALL: [Function; 8] = [
        Function::Zeros,
        Function::Ones,
        Function::Full,
        Function::Iota,
        Function::Arange,
        Function::Uniform,
        Function::Randint,
        Function::Randn,
    ];

    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Function::Zeros => "zeros",
            Function::Ones => "ones",
            Function::Full => "full",
            Function::Iota => "iota",
            Function::Arange => "arange",
            Function::Uniform => "uniform",
            Function::Randint => "randint",
            Function::Randn => "randn",
        }
    }

    /// The names of the arguments, and how many of them must be given.
    pub(super) const fn slots(self) -> (&'static [&'static str], usize) {
        match self {
            Function::Zeros | Function::Ones | Function::Iota => (&[], 0),
            Function::Full => (&["value"], 1),
            Function::Arange => (&["start", "step"], 1),
            Function::Uniform => (&["lo", "hi", "seed"], 0),
            Function::Randint => (&["lo", "hi", "seed"], 2),
            Function::Randn => (&["mean", "std", "seed"], 0),
        }
    }

    /// A call as a user could write it.
    pub(super) const fn example(self) -> &'static str {
        match self {
            Function::Zeros => "zeros",
            Function::Ones => "ones",
            Function::Full => "full(3)",
            Function::Iota => "iota",
            Function::Arange => "arange(0,2)",
            Function::Uniform => "uniform(-1,1,seed=7)",
            Function::Randint => "randint(0,10,seed=7)",
            Function::Randn => "randn(seed=7)",
        }
    }
}
