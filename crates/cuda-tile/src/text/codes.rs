//! The pages of the codes of reading text.

use diag::{Code, CodeInfo};
use ir::text::code;

const fn page(
    code: Code,
    title: &'static str,
    explanation: &'static str,
    wrong: &'static str,
    fixed: &'static str,
) -> CodeInfo {
    CodeInfo { code, title, explanation, wrong, fixed }
}

/// Every code that reading text gives.
pub static CODES: &[CodeInfo] = &[
    page(
        code::NOT_TEXT,
        "the input is no program text",
        "The input is bytecode, empty, not UTF-8, holds NUL bytes, or holds no module at all. The message says which. \
         Bytecode is read by the same commands when it is given as a file; text must hold one module.",
        "// only a comment",
        "cuda_tile.module @kernels {\n}",
    ),
    page(
        code::TOKEN,
        "characters that mean nothing",
        "These bytes begin no word, number, string or sign of the language; or a sigil (`%`, `@`, `#`, `!`, `^`) stands \
         without its name, or a string does not end on its line, or holds an escape that does not exist. Comments are \
         written `// ..` up to the end of the line.",
        "%x = constant <i32: 1> : tile<i32> ; one",
        "%x = constant <i32: 1> : tile<i32> // one",
    ),
    page(
        code::EXPECTED,
        "something else was expected here",
        "The text up to this place is the beginning of something that goes on otherwise. The message says what could \
         stand here, the label what does. The page of the operation in the language reference shows its syntax.",
        "%s = addi %a %b : tile<i32>",
        "%s = addi %a, %b : tile<i32>",
    ),
    page(
        code::UNCLOSED,
        "a bracket is never closed",
        "The text ends while a region, list or type is still open. The labels show where it was opened and, if \
         the indentation shows it, which closing brace closed a different region than intended.",
        "cuda_tile.module @m {\n  entry @k() {\n}",
        "cuda_tile.module @m {\n  entry @k() {\n  }\n}",
    ),
    page(
        code::UNKNOWN_OP,
        "no operation has this name",
        "The word is not an operation of the language, with or without the prefix `cuda_tile.`. Similar \
         names are suggested. Spellings of the specification's examples are accepted too, unless \
         `--strict` selects the behaviour of the reference tools.",
        "%s = adddf %a, %b : tile<f32>",
        "%s = addf %a, %b : tile<f32>",
    ),
    page(
        code::UNDEFINED_VALUE,
        "a value that is not defined here",
        "A value is visible from its definition to the end of the region that it is defined in, and in the regions inside \
         that. Entries see nothing from outside. `%x#1` names a result of a group that was defined by `%x:2 = ..`.",
        "%s = addi %a, %b : tile<i32>\n%b = constant <i32: 1> : tile<i32>",
        "%b = constant <i32: 1> : tile<i32>\n%s = addi %a, %b : tile<i32>",
    ),
    page(
        code::REDEFINED_VALUE,
        "the name of a value is taken",
        "Every value has its own name; a name inside a region may not repeat one from around it. Regions next to each other \
         may use the same names.",
        "%x = constant <i32: 1> : tile<i32>\n%x = constant <i32: 2> : tile<i32>",
        "%x = constant <i32: 1> : tile<i32>\n%y = constant <i32: 2> : tile<i32>",
    ),
    page(
        code::RESULT_COUNT,
        "names and results differ in number",
        "Either all results of an operation are named or none; an operation without results cannot be named. `%x:2 = ..` \
         names two results at once.",
        "%i = get_tile_block_id : tile<i32>",
        "%i, %j, %k = get_tile_block_id : tile<i32>",
    ),
    page(
        code::TYPE_MISMATCH,
        "a value is used with another type than it has",
        "The types after the `:` of an operation must be those of the values it uses. The labels show the use, the type \
         that is stated for it, and the definition. Nothing converts implicitly: `broadcast`, `reshape` and the conversions \
         make values of other types.",
        "%x = constant <f32: 1.0> : tile<4xf32>\n%y = negf %x : tile<8xf32>",
        "%x = constant <f32: 1.0> : tile<4xf32>\n%y = negf %x : tile<4xf32>",
    ),
    page(
        code::UNKNOWN_TYPE,
        "no type has this name",
        "Types are `tile`, `ptr`, `token`, `tensor_view`, `partition_view`, `strided_view`, `gather_scatter_view` and the \
         element types. Case matters: `f8E4M3FN`.",
        "%x = iota : tile<8xint>",
        "%x = iota : tile<8xi32>",
    ),
    page(
        code::INVALID_TYPE,
        "the type cannot be",
        "The type breaks a rule of types: extents of a tile are powers of two and static, a tile has at most 2^24 elements, \
         views match their tensor in rank, and so on. The message names the rule.",
        "%x = iota : tile<12xi32>",
        "%x = iota : tile<16xi32>",
    ),
    page(
        code::KEYWORD,
        "not one of the keywords that fit here",
        "The place takes one of a few words; the message lists them.",
        "%z = maxi %x, %y sign : tile<i32>",
        "%z = maxi %x, %y signed : tile<i32>",
    ),
    page(
        code::ATTRIBUTE,
        "an attribute that does not fit",
        "The attribute is unknown, or holds something else than its operation expects.",
        "%y = assume divby<4>, %x : tile<i32>",
        "%y = assume div_by<4>, %x : tile<i32>",
    ),
    page(
        code::LITERAL,
        "a literal that the type cannot hold",
        "Integers must be in the signed or unsigned range of their type; floats are written with a point, or in hexadecimal as \
         bits, no wider than the type.",
        "%x = constant <f32: 1> : tile<f32>",
        "%x = constant <f32: 1.0> : tile<f32>",
    ),
    page(
        code::LITERAL_SHAPE,
        "a literal of another shape than its type",
        "The nesting of the lists is the shape of the tile; a single number fills the tile. The element \
         type is written before the literal and in the tile type, and must be the same.",
        "%x = constant <i32: [1, 2, 3]> : tile<4xi32>",
        "%x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>",
    ),
    page(
        code::ALIAS,
        "no alias has this name, or it is defined by itself",
        "Aliases `#name = ..` (attributes, locations) and `!name = ..` (types) are defined at the top of the file, before \
         or after their uses, and not in circles.",
        "cuda_tile.module @m {\n  entry @k(%x: !t) {\n  }\n}",
        "!t = !cuda_tile.tile<i32>\ncuda_tile.module @m {\n  entry @k(%x: !t) {\n  }\n}",
    ),
    page(
        code::REDEFINED_ALIAS,
        "the name of an alias is taken",
        "Each alias is defined once.",
        "#a = 1 : i32\n#a = 2 : i32",
        "#a = 1 : i32\n#b = 2 : i32",
    ),
    page(
        code::AFTER_TERMINATOR,
        "an operation after the end of its block",
        "`return`, `yield`, `continue` and `break` end their block: nothing may follow them in it.",
        "return\n%x = constant <i32: 1> : tile<i32>",
        "%x = constant <i32: 1> : tile<i32>\nreturn",
    ),
    page(
        code::LIST_LENGTH,
        "lists that must have one length do not",
        "There is one type for each operand, one initial value for each carried value, one extent for each dimension.",
        "yield %x, %y : tile<f32>",
        "yield %x, %y : tile<f32>, tile<f32>",
    ),
    page(
        code::NESTING,
        "nested too deep",
        "Regions, attributes, types, literals and locations together may nest 200 levels deep. No program that people or \
         compilers write comes near; the limit keeps hostile input from exhausting the stack.",
        "",
        "",
    ),
    page(
        code::TOO_MANY,
        "too many errors",
        "Reading stops after 100 errors. The first ones matter most: later ones may follow from them.",
        "",
        "",
    ),
    page(
        code::BLOCK,
        "a label before a region's first block",
        "The parameters of an entry and the values that a loop carries are the arguments of its region's first block, which \
         therefore has no label. Labels `^name(..):` occur in the generic form, where the syntax has no arguments.",
        "entry @k(%n: tile<i32>) {\n^bb0(%m: tile<i32>):\n  return\n}",
        "entry @k(%n: tile<i32>) {\n  return\n}",
    ),
    page(
        code::LOCATION,
        "a location or debug information that cannot be",
        "Locations are `loc(\"file\":line:column)`, `loc(\"name\"(..))`, `loc(callsite(.. at ..))`, `loc(fused[..])`, \
         `loc(unknown)`, `loc(#alias)` and `loc(#cuda_tile.di_loc<.. in #scope>)`.",
        "return loc(\"k.py\":1:99999999999)",
        "return loc(\"k.py\":1:9)",
    ),
    page(
        code::GENERIC,
        "an operation in generic form that does not fit its row",
        "The generic form is `\"cuda_tile.op\"(operands) <{attributes}> ({regions}) : (types) -> types`. Numbers of operands, \
         results and regions are those of the operation; optional and repeated operands are distinguished by \
         `operandSegmentSizes`.",
        "%s = \"cuda_tile.addi\"(%a) : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>",
        "%s = \"cuda_tile.negi\"(%a) : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>",
    ),
    page(
        code::MISPLACED,
        "an operation that may not stand here",
        "A file contains one module. The module contains entries and globals; all other operations are inside entries.",
        "%x = constant <i32: 1> : tile<i32>",
        "cuda_tile.module @m {\n  entry @k() {\n    %x = constant <i32: 1> : tile<i32>\n  }\n}",
    ),
    page(
        code::DUPLICATE_KEY,
        "a dictionary names a key twice",
        "Each key of a dictionary, and each target of `optimization_hints`, may occur only once.",
        "entry @k() optimization_hints=<sm_90 = {occupancy = 1}, sm_90 = {occupancy = 2}> {\n}",
        "entry @k() optimization_hints=<sm_90 = {occupancy = 2}> {\n}",
    ),
    page(
        code::LAYOUT,
        "a text that cannot be formatted",
        "The formatted text would be a different program, or two parts that formatting must keep would \
         collide. The file is not changed. The message states the reason.",
        "",
        "",
    ),
    page(
        code::DESUGAR,
        "a word of the seeds that cannot be turned into standard ops as it stands",
        "By default, ops of the specification's operations chapter are converted to standard ops \
         (`docs/reference/desugarings.md`). This one has no standard form, such as a slice whose extent is \
         not a power of two, or blocks that form a loop with several entries.",
        "%b = slice %a [0] [3] [1]",
        "%b = slice %a [0] [4] [1]",
    ),
    page(
        code::NONSTANDARD,
        "a spelling that the reference tools do not read",
        "Tilewright accepts this spelling as the standard one that the note names. Printing writes the \
         standard spelling; `fmt` keeps the original. With `--strict` it is refused, as by the reference \
         tools.",
        "print \"hello\"",
        "print_tko \"hello\" -> token",
    ),
];
