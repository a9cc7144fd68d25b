//! The documented codes of this part: E04xx.

use diag::{Code, CodeInfo};

macro_rules! codes {
    ($($name:ident $code:literal $title:literal $explanation:literal)*) => {
        $(pub(super) const $name: Code = Code($code);)*

        /// The documentation of each code.
        pub static CODES: &[CodeInfo] = &[$(CodeInfo {
            code: $name,
            title: $title,
            explanation: $explanation,
            wrong: "",
            fixed: "",
        }),*];
    };
}

codes! {
    E_MAGIC "E0401" "not Tile IR bytecode"
    "Tile IR bytecode starts with the eight bytes `7F 54 69 6C 65 49 52 00`. The message states what the \
     input seems to be: text, MLIR bytecode of the upstream format, an ELF file, or empty. Text is read as text; \
     `tilewright as FILE -o OUT` turns it into bytecode."
    E_VERSION "E0402" "version that cannot be read or written"
    "The header names a version outside 13.1 to 13.5, or its tag has bits that no reader knows. A newer file must be written \
     again for one of these versions by its producer (they all can), or read with a Tilewright that knows its version. Version \
     250 exists in test builds alone. Bit 0 of the tag announces content of a preview, which is read at the newest version and \
     with the preview enabled only."
    E_TRUNCATED "E0403" "the file ends too early"
    "A length or a count exceeds the remaining bytes, or a number does not fit where it is used. Usually \
     the file was truncated while it was copied or written."
    E_VARINT "E0404" "malformed variable-length integer"
    "Integers take seven bits a byte, at most ten bytes and 64 bits."
    E_SECTION "E0405" "malformed section"
    "A section has an unknown number, occurs twice, has a wrong alignment, or does not stand where it must. Strings and types \
     are aligned to 4 bytes, functions, constants and debug information to 8; the end marker is a lone zero byte at the end."
    E_MISSING_SECTION "E0406" "missing section"
    "Every file has a string section and a function section."
    E_TABLE "E0407" "malformed table"
    "The items of a table follow each other without gaps: offsets start at 0, never decrease and stay \
     inside the section, and the contents of each item fill it exactly."
    E_INDEX "E0408" "index out of bounds"
    "Strings, types, constants and values are named by their position. Operands name values that were defined before and are \
     visible: parameters first, then results and block arguments in order; what a block defines ends with it."
    E_TYPE "E0409" "type that cannot be"
    "A type has an unknown tag, is newer than the file, refers to itself, or breaks a rule of its kind."
    E_ATTRIBUTE "E0410" "attribute that cannot be"
    "An attribute has an unknown tag or a value outside its range."
    E_CONSTANT "E0411" "constant that does not fit its type"
    "A constant holds one value for each element, or a single one for all. i1 values are packed eight to a byte."
    E_FUNCTION "E0412" "malformed function"
    "A function has a name, a function type as its signature, and is an entry."
    E_GLOBAL "E0413" "malformed global"
    "A global has a name, a tile type, a constant, an alignment, and from 13.3 on a visibility (0 or 1) and a constant flag."
    E_OPCODE "E0414" "number that is no operation"
    "Each version has a highest operation number; numbers below it that were never given out are refused too."
    E_RESULT "E0415" "wrong number of results"
    "The stored number of results is not one that the operation can have."
    E_OPERAND "E0416" "wrong number of operands"
    "The stored number of operands is not one that the operation can have."
    E_BLOCK "E0417" "malformed region or block"
    "Each operation has a fixed number of regions, each region the blocks that its operation allows, and each block ends with \
     a terminator."
    E_DEBUG "E0418" "malformed debug information"
    "A location index names nothing, a list of locations is too short, or debug attributes refer to something of the wrong \
     kind or to themselves."
    E_DEPTH "E0419" "nested too deeply"
    "Regions are nested at most 256 levels deep, attributes at most 64."
    E_SIZE "E0420" "too large"
    "The file is larger than 2 GiB, or describes types that take far more room than the file itself."
    E_NEWER "E0421" "needs a newer version"
    "The module contains a feature that the requested version does not support. Choose the version that \
     the message names, or let Tilewright choose the lowest sufficient one."
    E_NO_CODE "E0422" "cannot be stored in bytecode"
    "Some spellings are accepted in text, run and compiled, but have no number in bytecode, and some values have no encoding. \
     Keep such a module as text, or express it with standard operations."
    E_LOCATION "E0423" "location that cannot be stored"
    "Bytecode holds locations with a scope and call sites of such. Plain file positions become unknown; fused and named \
     locations are refused."
    E_MODULE "E0424" "module that is not well formed"
    "Only a module that passes the verifier can be written: a value is used where it is not visible, or an operation lacks \
     something that it must have."
    E_PREVIEW "E0425" "content of a preview that is not enabled"
    "Calls of external functions exist in the preview `simt` alone, which later versions need not be able to read. Enable it \
     with `--preview=simt`, or leave them out."
}
