//! Columns of the table that describe an instruction: its family, its class, and its effects.
//!
//! They are on the row because several parts use them (the emulator's selection, its race checks, its counters,
//! documentation), and separate lists over all opcodes would be forgotten when an opcode is added.

macro_rules! columns {
    ($(#[doc = $doc:literal])+ $name:ident { $($(#[doc = $variant_doc:literal])+ $variant:ident,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[doc = $variant_doc])+ $variant,)+
        }

        impl $name {
            /// Every one of them.
            pub const ALL: &[$name] = &[$($name::$variant),+];
        }
    };
}

columns! {
    /// Instructions that work alike: the emulator has one module that executes each family.
    Family {
        /// Arithmetic whose kernel follows from the type.
        Arithmetic,
        /// Minimum and maximum.
        MinMax,
        /// Counts, positions and fields of bits; dot products of bytes.
        BitField,
        /// Arithmetic with the carry flag.
        Carry,
        /// Functions of f32 and f16 within an error bound.
        Function,
        /// Comparisons and selections.
        Compare,
        /// Logic and shifts.
        Logic,
        /// Conversions between types.
        Convert,
        /// Moves of registers, conversions of addresses.
        Move,
        /// Loads and stores.
        Memory,
        /// Atomics and reductions in memory.
        Atomic,
        /// Accesses to the memory of several devices.
        Multimem,
        /// Hints to caches, to the scheduler, and to tools.
        Hint,
        /// The stack of a thread.
        Stack,
        /// Asynchronous copies and stores without tensor maps.
        AsyncCopy,
        /// Asynchronous copies of boxes, and the tensor maps that describe them.
        TensorCopy,
        /// Textures and surfaces.
        Texture,
        /// Branches, calls and ends.
        Control,
        /// Barriers of blocks and warps, and fences.
        Barrier,
        /// Addresses and barriers of clusters.
        Cluster,
        /// Barriers in shared memory.
        Mbarrier,
        /// Exchange between the lanes of a warp.
        WarpCollective,
        /// The order of grids and blocks, and the registers of a warp.
        Launch,
        /// Products of matrices of a warp, in layouts that only `wmma` knows.
        Wmma,
        /// Products of matrices of a warp.
        Mma,
        /// Loads, stores and transpositions of matrices of a warp.
        MatrixMove,
        /// Products of matrices of four warps.
        Wgmma,
        /// Products of matrices in tensor memory.
        Tcgen05,
        /// Video instructions.
        Video,
    }
}

columns! {
    /// The class of an instruction, by which counters and tables group it.
    InstructionClass {
        /// Arithmetic of integers.
        Integer,
        /// Arithmetic of f32.
        F32,
        /// Arithmetic of f64.
        F64,
        /// Arithmetic of f16 and bf16.
        Half,
        /// Division, roots, and functions with a bound.
        Function,
        /// Comparisons and selections.
        Compare,
        /// Logic and shifts.
        Logic,
        /// Moves, permutations of bytes, addresses.
        Move,
        /// Conversions.
        Convert,
        /// Loads, also of matrices.
        Load,
        /// Stores, also of matrices.
        Store,
        /// Atomics and reductions in memory.
        Atomic,
        /// `cp.async`, bulk and tensor copies, and what waits for them.
        Copy,
        /// Exchange between the lanes of a warp.
        Lanes,
        /// Barriers and fences.
        Barrier,
        /// Products of matrices, and what belongs to them.
        Matrix,
        /// Loads, stores and copies of tensor memory, and its allocation.
        TensorMemory,
        /// Branches, calls, ends.
        Control,
        /// Anything else.
        Other,
    }
}

impl InstructionClass {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            InstructionClass::Integer => "integer",
            InstructionClass::F32 => "f32",
            InstructionClass::F64 => "f64",
            InstructionClass::Half => "half",
            InstructionClass::Function => "function",
            InstructionClass::Compare => "compare",
            InstructionClass::Logic => "logic",
            InstructionClass::Move => "move",
            InstructionClass::Convert => "convert",
            InstructionClass::Load => "load",
            InstructionClass::Store => "store",
            InstructionClass::Atomic => "atomic",
            InstructionClass::Copy => "copy",
            InstructionClass::Lanes => "lanes",
            InstructionClass::Barrier => "barrier",
            InstructionClass::Matrix => "matrix",
            InstructionClass::TensorMemory => "tensor memory",
            InstructionClass::Control => "control",
            InstructionClass::Other => "other",
        }
    }
}

/// The class column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassColumn {
    /// The same for every form.
    Always(InstructionClass),
    /// That of arithmetic on the type of the form.
    ByType,
    /// Arithmetic on integers; on floats a function, because division is one of several instructions there.
    IntegerOrFunction,
}

columns! {
    /// An effect of an instruction other than writing registers that its register operands determine.
    Effect {
        /// Reads memory.
        Read,
        /// Writes memory, or an object in memory such as an mbarrier.
        Write,
        /// Its read and its write are one atomic change.
        Atomic,
        /// It starts, groups or waits for an operation that is performed later, concurrently with the thread. Registers
        /// that such an operation reads or writes are in flight until it is waited for.
        Async,
        /// It reads or writes registers of other lanes of its warp.
        Lanes,
        /// The memory is tensor memory.
        Tensor,
        /// It orders accesses before it and after it.
        Fence,
        /// It orders accesses of one proxy and of another.
        ProxyFence,
        /// It arrives at a barrier; a release unless it is `.relaxed`.
        Arrive,
        /// It waits until others have arrived or operations are complete, or asks whether they have; an acquire unless
        /// it is `.relaxed`.
        Wait,
        /// It changes a barrier without an order for other accesses, whether it says `.relaxed` or not.
        Relaxed,
        /// It reads the carry flag.
        CarryIn,
        /// It writes the carry flag. (So does any instruction with `.cc`.)
        CarryOut,
        /// It reads or changes state that is neither registers nor memory: caches, the stack, permits, time, which
        /// lanes are active.
        State,
        /// It continues at a label.
        Jump,
        /// It calls a function.
        Call,
        /// It leaves the function, or ends the thread.
        Leave,
    }
}

impl Effect {
    /// Its name, as documentation writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Effect::Read => "reads memory",
            Effect::Write => "writes memory",
            Effect::Atomic => "atomic",
            Effect::Async => "asynchronous",
            Effect::Lanes => "across lanes",
            Effect::Tensor => "tensor memory",
            Effect::Fence => "fence",
            Effect::ProxyFence => "proxy fence",
            Effect::Arrive => "arrives",
            Effect::Wait => "waits",
            Effect::Relaxed => "relaxed",
            Effect::CarryIn => "reads the carry flag",
            Effect::CarryOut => "writes the carry flag",
            Effect::State => "other state",
            Effect::Jump => "jumps",
            Effect::Call => "calls",
            Effect::Leave => "leaves",
        }
    }
}

/// A set of effects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Effects(u32);

impl Effects {
    pub(crate) const fn of(effects: &[Effect]) -> Effects {
        let (mut bits, mut at) = (0, 0);
        // A loop with a counter, because iterators do not run in constants.
        while at < effects.len() {
            bits |= 1 << effects[at] as u32;
            at += 1;
        }
        Effects(bits)
    }

    /// Is this effect among them?
    pub const fn has(self, effect: Effect) -> bool {
        self.0 >> effect as u32 & 1 == 1
    }

    /// Is one of these effects among them?
    pub const fn any(self, effects: &[Effect]) -> bool {
        self.0 & Effects::of(effects).0 != 0
    }

    /// Does the instruction compute on registers of its own lane alone, the carry flag included?
    pub const fn is_pure(self) -> bool {
        self.0 & !Effects::of(&[Effect::CarryIn, Effect::CarryOut]).0 == 0
    }

    /// Those that there are, in the order of [`Effect::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Effect> {
        Effect::ALL.iter().copied().filter(move |&effect| self.has(effect))
    }
}

impl std::fmt::Debug for Effects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::Opcode;
    use crate::spec::Shape;

    #[test]
    fn every_family_has_an_opcode() {
        for &family in Family::ALL {
            assert!(Opcode::ALL.iter().any(|opcode| opcode.family() == family), "{family:?}");
        }
    }

    /// The effects of a row cannot contradict its operands.
    #[test]
    fn effects_agree_with_operands() {
        for &opcode in Opcode::ALL {
            let effects = opcode.effects();
            let forms = || opcode.forms().map(|id| id.form());
            let pure = effects.is_pure();
            let writes = forms().any(|form| form.operands.iter().any(|operand| operand.written));
            assert!(!pure || writes, "{opcode} has no effect and no result");
            assert!(!effects.has(Effect::Atomic) || effects.has(Effect::Write), "{opcode} changes no memory");
            let labels =
                forms().any(|form| form.operands.iter().any(|operand| operand.shape == Shape::Label));
            assert_eq!(labels, effects.has(Effect::Jump), "{opcode}");
            let calls = forms().any(|form| form.operands.iter().any(|operand| operand.shape == Shape::Call));
            assert_eq!(calls, effects.has(Effect::Call), "{opcode}");
        }
    }
}
