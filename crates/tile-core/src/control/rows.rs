//! Rows of structured control flow.

/// Hands the rows of control flow to a macro, after what it is given. `index` is what a `for` counts in; `scope` are the
/// traits of a loop's body.
///
/// ```text
/// control_rows!({ index: Index, scope: [AllocationScope] } ir::generic_ops! { level L; .. })
/// ```
#[macro_export]
macro_rules! control_rows {
    ({ index: $index:ident, scope: [$($scope:ident)*] } $($then:ident)::+ ! { $($inner:tt)* } $($more:tt)*) => {
        $($then)::+ ! { $($inner)* $($more)*

            /// The end of a function.
            return_ Return "return" { effects: [E::RETURN] traits: [Terminator] }

            /// Ends a branch, or the body of a reduction or scan, with its values.
            yield_ Yield "yield" { operands: { operands: many(C::Any) } effects: [E::YIELD] traits: [Terminator] }

            /// Starts the next iteration of the loop around it.
            continue_ Continue "continue" { operands: { operands: many(C::Any) } effects: [E::JUMP] traits: [Terminator] }

            /// Leaves the loop `loop` around it with its results.
            break_ Break "break" { operands: { operands: many(C::Any) } effects: [E::JUMP] traits: [Terminator] }

            /// Runs its body for `i = lower, lower + step, ..` below `upper`. Arguments of the body: `i`, then the carried
            /// values. A step that is not positive is undefined.
            for_ For "for" {
                operands: { lower: one(C::$index), upper: one(C::$index), step: one(C::$index), inits: many(C::Any) }
                attrs: { unsigned: attr(K::Flag).optional() }
                results: { results: many(C::Any) }
                regions: { body: block() }
                effects: [E::GUARDED]
                traits: [$($scope),*]
                rules: [SameType(&[lower, upper, step])]
            }

            /// Runs its body until `break`. Arguments of the body: the carried values.
            loop_ Loop "loop" {
                operands: { inits: many(C::Any) }
                results: { results: many(C::Any) }
                regions: { body: block() }
                effects: [E::ENDLESS]
                traits: [$($scope),*]
            }

            /// Runs one of two branches, which yield its results.
            if_ If "if" {
                operands: { condition: one(C::Bool) }
                results: { results: many(C::Any) }
                regions: { then: block(), otherwise: block().or_empty() }
                effects: [E::NONE]
            }
        }
    };
}

crate::control_rows!({ index: Index, scope: [] } crate::family::define_family! {
    /// An op of control flow, whatever the level.
    Control;
});
crate::control_rows!({ index: Index, scope: [] } ir::row_fields! {});
