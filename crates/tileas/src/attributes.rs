//! Enumerated attributes of ops. They are separate from the passes that choose them, because the op table uses them.

ir::attr_enums! {
    /// How the warps of a kernel share its work: the choice of `generate-schedule`, and of a caller that asks for one.
    ExecutionPath {
        /// All warps do the same.
        Universal "universal",
        /// All warps multiply, and one lane of them copies ahead.
        Unspecialized "unspecialized",
        /// Warps have roles of their own: some copy, others multiply.
        Agents "agents",
    }
    /// What a warpgroup does about its turn.
    TurnStep {
        /// The first warpgroup gets the first turn.
        Open "open",
        /// Waits for the turn of the own warpgroup.
        Take "take",
        /// Gives the next warpgroup its turn.
        Pass "pass",
        /// Takes back the turn that the last warpgroup has passed on.
        Close "close",
    }
    /// Why a ring has no more stages, as the attribute of `create_pipeline` says it.
    Bound {
        /// The usual number.
        Usual "usual",
        /// The program's hint says so.
        Latency "latency",
        /// There are never more.
        Most "most",
        /// The counter of the loop reaches no farther.
        Counter "counter",
        /// Shared memory has no room for more.
        Room "room",
    }
}

impl Bound {
    /// The reason in words.
    pub fn reason(self) -> &'static str {
        match self {
            Bound::Usual => "as many as is usual for its size",
            Bound::Latency => "the latency that the program names",
            Bound::Most => "there are never more",
            Bound::Counter => "the counter of the loop reaches no farther",
            Bound::Room => "shared memory has no room for more",
        }
    }
}
