//! The options of `tileiras`.

use super::flags::Flag;
use super::flags::Takes::{Ask, Bool, Nothing, Number, OneOf, Text};
use super::preview;
use super::release::Release;

type Words = &'static [(&'static str, &'static str)];

const TARGETS: Words = &[
    ("sm_75", "Turing; the closed tool has none for it"),
    ("sm_80", "Ampere"),
    ("sm_86", "Ampere"),
    ("sm_87", "Ampere"),
    ("sm_88", "Ampere"),
    ("sm_89", "Ada"),
    ("sm_90", "Hopper"),
    ("sm_100", "Blackwell"),
    ("sm_103", "Blackwell"),
    ("sm_107", "Blackwell"),
    ("sm_110", "Blackwell"),
    ("sm_120", "Blackwell"),
    ("sm_121", "Blackwell"),
];

const CATEGORIES: Words = &[
    ("none", "No remarks"),
    ("all", "Every remark"),
    ("memory", "Remarks about memory"),
    ("tensorcore", "Remarks about tensor cores"),
];

/// All of them.
pub(super) static OPTIONS: &[Flag] = &[
    Flag::new("Werr-hints", Bool, "With -Wunsupported-hints: hints that it warns of are errors").hidden(),
    Flag::new("Wunsupported-hints", Bool, "Warn of optimization hints that no compiler knows").hidden(),
    Flag::alias("O", "opt-level", Number).prefixed(),
    Flag::new("apply-controls", Text, "Refused, as by the closed tool on this platform")
        .since(Release::V13_5),
    Flag::alias("arch", "gpu-name", OneOf(TARGETS)),
    Flag::new("device-debug", Bool, "Keep lines of the source for debuggers; only with -O0"),
    Flag::alias("g", "device-debug", Bool),
    Flag::new("gpu-name", OneOf(TARGETS), "The GPU to compile for"),
    Flag::alias("h", "help", Nothing).hidden(),
    Flag::new("help", Nothing, "List the options"),
    Flag::new("help-hidden", Nothing, "List all options").hidden(),
    Flag::new("help-list", Nothing, "List the options"),
    Flag::new("help-list-hidden", Nothing, "List all options").hidden(),
    Flag::new(
        "host-arch",
        OneOf(&[("x86_64", "x86-64"), ("aarch64", "Arm")]),
        "The processor of the host; machine code for the GPU does not depend on it",
    ),
    Flag::new(
        "host-os",
        OneOf(&[("linux", "Linux"), ("windows", "Windows")]),
        "The system of the host; machine code for the GPU does not depend on it",
    ),
    Flag::new("l", Text, "A tile library to load; needs the preview `simt`").since(Release::V13_5),
    Flag::new("lineinfo", Bool, "Say in the code which line of the source it comes from"),
    Flag::new("list-versions", Ask, "List the versions of bytecode"),
    Flag::alias("o", "output-file", Text),
    Flag::new("opt-level", Number, "How much to optimise: 0 to 3, the default"),
    Flag::new("output-file", Text, "Where to write; elf.o is the default, - is standard output"),
    preview::FLAG,
    Flag::new("print-after-all", Bool, "Show the module after each pass and conversion, on standard error"),
    Flag::new("print-all-options", Bool, "Does nothing, as in the closed tool").hidden(),
    Flag::new("print-before-all", Bool, "Show the module before each pass and conversion, on standard error"),
    Flag::new("print-options", Bool, "Does nothing, as in the closed tool").hidden(),
    Flag::new(
        "remark-format",
        OneOf(&[("command-line", "Text on standard output"), ("yaml", "A file of YAML documents")]),
        "The form of remarks",
    ),
    Flag::new("remarks", OneOf(CATEGORIES), "Remarks of every kind"),
    Flag::new("remarks-analysis", OneOf(CATEGORIES), "Remarks about what was found out"),
    Flag::new("remarks-failed", OneOf(CATEGORIES), "Remarks about what went wrong"),
    Flag::new("remarks-missed", OneOf(CATEGORIES), "Remarks about what was not done"),
    Flag::new("remarks-output-file", Text, "Where YAML goes; tileir_remarks.yaml is the default"),
    Flag::new("remarks-passed", OneOf(CATEGORIES), "Remarks about what was done"),
    Flag::new(
        "sanitize",
        OneOf(&[("memcheck", "Accesses to memory")]),
        "Machine code checks its accesses, for `compute-sanitizer`; `tilewright run --sanitize` checks the program itself",
    ),
    Flag::new("version", Nothing, "Show the version"),
];
