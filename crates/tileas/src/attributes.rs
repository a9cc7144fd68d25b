//! Enumerated attributes of ops. They stand apart from the passes that choose them, because the op table names them.

ir::attr_enums! {
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
