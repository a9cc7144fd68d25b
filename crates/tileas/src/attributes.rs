//! Enumerated attributes of ops. They are separate from the passes that choose them, because the op table uses them.

ir::attr_enums! {
    /// How the warps of a kernel divide its work: chosen by `generate-schedule`, or requested by the caller.
    ExecutionPath {
        /// All warps execute the same code.
        Universal "universal",
        /// All warps multiply, and copy operands some iterations ahead. Only at the request of the caller.
        Unspecialized "unspecialized",
        /// Warps are specialised: some copy, others multiply.
        Agents "agents",
    }
    /// The step of a warpgroup in its turn.
    TurnStep {
        /// The first warpgroup gets the first turn.
        Open "open",
        /// Waits for the turn of the own warpgroup.
        Take "take",
        /// Gives the next warpgroup its turn.
        Pass "pass",
        /// Consumes the turn that the last warpgroup has passed on.
        Close "close",
    }
    /// Work that agents do by turns if each of them computes whole tiles.
    Turns {
        /// They start the products of a tile.
        Products "products",
        /// They also store their tiles by turns, because the program orders these stores.
        Stores "stores",
    }
    /// The bound on the stages of a ring, an attribute of `create_pipeline`.
    Bound {
        /// The default number.
        Usual "usual",
        /// The program's hint.
        Latency "latency",
        /// The maximum number.
        Most "most",
        /// The range of the loop's induction variable.
        Counter "counter",
        /// The size of shared memory.
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
