//! Enums of attributes of level 2.

ir::attr_enums! {
    /// An assumption of the program about a value.
    Assumption {
        /// Elements are divisible by a number.
        DivBy "div_by",
        /// Elements are between two numbers.
        Bounded "bounded",
        /// Groups of elements are equal.
        SameElements "same_elements",
    }
}
