//! Codes of what can be wrong with PTX.

use diag::{Code, CodeInfo};

/// The text is not PTX.
pub const SYNTAX: Code = Code("E0801");
/// There is no such instruction.
pub const INSTRUCTION: Code = Code("E0802");
/// An instruction does not take such modifiers.
pub const MODIFIER: Code = Code("E0803");
/// An instruction does not take such operands.
pub const OPERANDS: Code = Code("E0804");
/// A name is not declared.
pub const UNDECLARED: Code = Code("E0805");
/// A name is declared twice.
pub const REDECLARED: Code = Code("E0806");
/// The text is larger or deeper than is read.
pub const LIMIT: Code = Code("E0807");
/// A directive is unknown or malformed.
pub const DIRECTIVE: Code = Code("E0808");
/// An instruction of the ISA is not covered.
pub const NOT_COVERED: Code = Code("E0809");
/// An operand has the wrong type.
pub const TYPE: Code = Code("E0811");
/// A constant is out of range.
pub const RANGE: Code = Code("E0812");
/// The version or the target lacks something.
pub const NEEDS: Code = Code("E0813");
/// An address does not fit its space or alignment.
pub const ADDRESS: Code = Code("E0814");
/// A variable or function is declared wrong.
pub const DECLARATION: Code = Code("E0815");
/// A call does not fit what it calls.
pub const CALL: Code = Code("E0816");

/// Pages of all codes.
pub static CODES: &[CodeInfo] = &[
    CodeInfo {
        code: SYNTAX,
        title: "the text is not PTX",
        explanation: "Something stands where the grammar of PTX has no place for it. Reading goes on after the next `;`, so one run \
                      shows several such places.",
        wrong: "add.s32 %r1, %r2 %r3;",
        fixed: "add.s32 %r1, %r2, %r3;",
    },
    CodeInfo {
        code: INSTRUCTION,
        title: "no such instruction",
        explanation: "The first words are no mnemonic of the PTX ISA.",
        wrong: "addd.s32 %r1, %r2, %r3;",
        fixed: "add.s32 %r1, %r2, %r3;",
    },
    CodeInfo {
        code: MODIFIER,
        title: "an instruction does not take such modifiers",
        explanation: "No form of the instruction has these words together. The page of instructions lists all forms.",
        wrong: "add.s33 %r1, %r2, %r3;",
        fixed: "add.s32 %r1, %r2, %r3;",
    },
    CodeInfo {
        code: OPERANDS,
        title: "an instruction does not take such operands",
        explanation: "Every form with these modifiers has different operands: a different number, a vector \
                      of another length, an address instead of a register.",
        wrong: "add.s32 %r1, %r2;",
        fixed: "add.s32 %r1, %r2, %r3;",
    },
    CodeInfo {
        code: UNDECLARED,
        title: "a name is not declared",
        explanation: "Registers, variables and functions are declared before they are used; labels anywhere in the same or an \
                      enclosing `{ }`.",
        wrong: "mov.b32 %r1, 0;",
        fixed: ".reg .b32 %r<2>;\nmov.b32 %r1, 0;",
    },
    CodeInfo {
        code: REDECLARED,
        title: "a name is declared twice",
        explanation: "A name may be declared only once in a `{ }`. An inner `{ }` may declare it again.",
        wrong: ".reg .b32 %x;\n.reg .b64 %x;",
        fixed: ".reg .b32 %x;\n.reg .b64 %y;",
    },
    CodeInfo {
        code: LIMIT,
        title: "the text is larger or deeper than is read",
        explanation: "To stay bounded on any input, nesting, numbers of registers and sizes of text have limits far above what \
                      compilers write.",
        wrong: ".reg .b32 %r<4000000000>;",
        fixed: ".reg .b32 %r<4000>;",
    },
    CodeInfo {
        code: DIRECTIVE,
        title: "a directive is unknown or malformed",
        explanation: "Directives begin with a dot. What is read is listed with the instructions.",
        wrong: ".versoin 8.7",
        fixed: ".version 8.7",
    },
    CodeInfo {
        code: NOT_COVERED,
        title: "an instruction of the ISA is not covered",
        explanation: "The instruction exists, but this table has no row for it: sparse matrices, copies to \
                      multi-address memory, and what else the page of instructions lists at its end.",
        wrong: "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%r1, %r2}, {%r3, %r4, %r5, %r6}, {%r7, %r8, %r9, %r10}, {%r11, %r12}, %r13, 0;",
        fixed: "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r1, %r2}, {%r3, %r4, %r5, %r6}, {%r7, %r8}, {%r11, %r12};",
    },
    CodeInfo {
        code: TYPE,
        title: "an operand has the wrong type",
        explanation: "A register fits an operand of the same width when either holds plain bits, or both are whole numbers, or both the \
                      same float. Loads, stores and conversions also take wider registers.",
        wrong: "add.s32 %r1, %r2, %f3;   // %f3 is .f32",
        fixed: "add.s32 %r1, %r2, %r3;",
    },
    CodeInfo {
        code: RANGE,
        title: "a constant is out of range",
        explanation: "The instruction has no encoding for this value of the constant, or the constant is a float where whole numbers are \
                      computed.",
        wrong: "lop3.b32 %r1, %r2, %r3, %r4, 256;",
        fixed: "lop3.b32 %r1, %r2, %r3, %r4, 255;",
    },
    CodeInfo {
        code: NEEDS,
        title: "the version or the target lacks something",
        explanation: "Instructions come with versions of the PTX ISA and with architectures. `.version` and `.target` on top of the file \
                      say what may be used; `sm_90a` and `sm_100f` have features that plain targets lack.",
        wrong: ".version 7.8\n.target sm_80\n// ..\nelect.sync %r1|%p1, -1;",
        fixed: ".version 8.0\n.target sm_90\n// ..\nelect.sync %r1|%p1, -1;",
    },
    CodeInfo {
        code: ADDRESS,
        title: "an address does not fit its space or alignment",
        explanation: "A variable is in one space, and an access through its name must say that space. An access of N bytes at a known \
                      place must be a multiple of N away from an aligned start.",
        wrong: "ld.global.b32 %r1, [in_shared_memory];",
        fixed: "ld.shared.b32 %r1, [in_shared_memory];",
    },
    CodeInfo {
        code: DECLARATION,
        title: "a variable or function is declared wrong",
        explanation: "Alignments are powers of two, initial values fit their arrays, directives fit each other, kernels return nothing.",
        wrong: ".global .align 3 .b32 x;",
        fixed: ".global .align 4 .b32 x;",
    },
    CodeInfo {
        code: CALL,
        title: "a call does not match the called function",
        explanation: "As many values are passed and returned as the function declares, of the same sizes.",
        wrong: "call (result), f, (a, b);   // f takes one",
        fixed: "call (result), f, (a);",
    },
];
