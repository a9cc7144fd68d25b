//! Random valid tile programs of level 1.
//!
//! [`generate`] makes a module from a seed: the same seed and options give the same module on every machine. Programs verify,
//! stay inside their buffers, and do not divide by zero or shift too far, so that the results of engines can be compared; they
//! use every op of their version.
//!
//! A program has one entry `k`. Its parameters are one pointer per element type in [`MEMORY_TYPES`], each to at least
//! [`BUFFER_ELEMENTS`] elements, from 13.5 on one multicast pointer per type in [`MULTICAST_TYPES`], then one `i32`. With
//! [`Options::slices`], there are that number of elements for each tile block of a grid along x, and every block only uses its
//! own.

mod choose;
mod emit;
pub mod expressions;
mod external;
pub mod mutate;
pub mod reduce;
mod rng;
mod scope;
mod subject;

use cuda_tile::build::{add_entry, new_module};
use cuda_tile::ops::Opcode;
use cuda_tile::types::scalar_since;
use cuda_tile::{Module, Type};
use ir::spec::V13_5;
use ir::{TypeId, Version};
use numerics::Scalar;

use emit::Emitter;
pub use external::EXTERNALS;
pub use rng::Rng;

/// Element types that memory holds in generated programs.
pub const MEMORY_TYPES: [Scalar; 14] = [
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::I1,
    Scalar::F16,
    Scalar::BF16,
    Scalar::F32,
    Scalar::F64,
    Scalar::TF32,
    Scalar::F8E4M3FN,
    Scalar::F8E5M2,
    Scalar::F8E8M0FNU,
    Scalar::FNV8E5M3FNU,
];

/// Elements that each buffer of a generated program must have.
pub const BUFFER_ELEMENTS: u64 = 4096;

/// Element types of the memory that programs of 13.5 have on several devices.
pub const MULTICAST_TYPES: [Scalar; 6] =
    [Scalar::I32, Scalar::I64, Scalar::F32, Scalar::F64, Scalar::F16, Scalar::BF16];

/// Devices that have it, in [`arguments`].
const DEVICES: u32 = 2;

/// Options of the generator.
#[derive(Clone, Debug)]
pub struct Options {
    /// Version of the language; ops, fields and types newer than it are not used.
    pub version: Version,
    /// Ops of the entry's own block and those nested in it, about.
    pub ops: u32,
    /// Ops that must occur, each with the element type that it should work on.
    pub focus: Vec<(Opcode, Scalar)>,
    /// Every tile block accesses its own slice of each buffer, so that a grid of any extent along x has no race.
    pub slices: bool,
    /// Constants are whole numbers.
    pub whole: bool,
    /// External functions of the preview `simt` are declared and called, and have implementations; only the newest version has
    /// previews.
    pub preview: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            version: Version::LATEST,
            ops: 24,
            focus: Vec::new(),
            slices: false,
            whole: false,
            preview: false,
        }
    }
}

/// Parameters of a generated entry, in order.
pub fn parameters(version: Version) -> Vec<Type> {
    let pointers = MEMORY_TYPES.into_iter().filter(|&scalar| scalar_since(scalar) <= version);
    let mut types: Vec<Type> = pointers.map(choose::pointer_tile).collect();
    if version >= V13_5 {
        types.extend(MULTICAST_TYPES.map(choose::multicast_tile));
    }
    types.push(Type::scalar_tile(Scalar::I32));
    types
}

/// Arguments for [`parameters`]: a buffer of that many elements for each pointer, filled as `fill` says, and 3.
pub fn arguments(version: Version, elements: u64, fill: impl Fn(Scalar) -> String) -> Vec<String> {
    let known = MEMORY_TYPES.into_iter().filter(|&scalar| scalar_since(scalar) <= version);
    let mut args: Vec<String> =
        known.map(|scalar| format!("{scalar}[{elements}]={}", fill(scalar))).collect();
    if version >= V13_5 {
        let on_devices = |scalar| format!("{scalar}[{elements}]={}@multicast({DEVICES})", fill(scalar));
        args.extend(MULTICAST_TYPES.map(on_devices));
    }
    args.push("3".to_owned());
    args
}

/// Makes a module from a seed.
pub fn generate(seed: u64, options: &Options) -> Module {
    let mut module = new_module("kernels");
    let params: Vec<TypeId> =
        parameters(options.version).into_iter().map(|ty| module.types.intern(ty)).collect();
    // Numbers of their own: what else a module has does not depend on them.
    let externals = match options.preview && options.version == Version::LATEST {
        true => external::declare(&mut module, &mut Rng::new(!seed)),
        false => Vec::new(),
    };
    let (_, body) = add_entry(&mut module, "k", &params);
    let mut emitter = Emitter::new(&mut module, body, Rng::new(seed), options, externals);
    emitter.entry();
    module
}

/// Every op, element type and version that [`Options::focus`] may request.
pub fn foci() -> Vec<(Opcode, Scalar, Version)> {
    let mut foci = Vec::new();
    for version in Version::ALL {
        for &opcode in Opcode::ALL {
            let spec = opcode.spec();
            if spec.code.is_some() && spec.since <= version {
                let scalars = choose::known(subject::subject_types(opcode), version);
                foci.extend(scalars.into_iter().map(|scalar| (opcode, scalar, version)));
            }
        }
    }
    foci
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuda_tile::verify::{VerifyOptions, verify};
    use ir::walk::preorder;

    #[test]
    fn the_op_asked_for_occurs() {
        for (seed, (opcode, scalar, version)) in foci().into_iter().enumerate() {
            let options = Options { version, focus: vec![(opcode, scalar)], ..Options::default() };
            let module = generate(seed as u64, &options);
            let occurs = preorder(&module.body, module.root).any(|op| module.opcode(op) == opcode);
            assert!(occurs, "{opcode:?} on {scalar} in {version}");
        }
    }

    #[test]
    fn everything_verifies() {
        for (seed, (opcode, scalar, version)) in foci().into_iter().enumerate() {
            let options = Options { version, focus: vec![(opcode, scalar)], ..Options::default() };
            let module = generate(seed as u64, &options);
            let rules = VerifyOptions { version, ..VerifyOptions::default() };
            let found = verify(&module, &rules).diagnostics;
            let errors: Vec<&str> =
                found.iter().filter(|d| d.is_error()).map(|d| d.message.as_str()).collect();
            assert!(errors.is_empty(), "{opcode:?} on {scalar} in {version}, seed {seed}: {errors:?}");
        }
    }

    #[test]
    fn slices_and_whole_numbers_verify_and_change_nothing_else() {
        for seed in 0..200 {
            let version = Version::ALL[seed as usize % Version::ALL.len()];
            let plain = Options { version, ..Options::default() };
            let module = generate(seed, &Options { slices: true, whole: true, ..plain.clone() });
            let rules = VerifyOptions { version, ..VerifyOptions::default() };
            assert!(verify(&module, &rules).diagnostics.iter().all(|d| !d.is_error()), "seed {seed}");
            let count = |module: &Module| preorder(&module.body, module.root).count();
            // A block id, a constant and their product, and an offset for each pointer.
            let pointers = parameters(version).len() - 1;
            assert_eq!(count(&module), count(&generate(seed, &plain)) + 3 + pointers, "seed {seed}");
        }
    }

    #[test]
    fn previews_verify_and_have_every_form() {
        let rules = VerifyOptions { preview_simt: true, ..VerifyOptions::default() };
        let mut seen = std::collections::BTreeMap::<Opcode, u32>::new();
        for seed in 0..200 {
            let module = generate(seed, &Options { preview: true, ..Options::default() });
            let found = verify(&module, &rules).diagnostics;
            let errors: Vec<&str> =
                found.iter().filter(|d| d.is_error()).map(|d| d.message.as_str()).collect();
            assert!(errors.is_empty(), "seed {seed}: {errors:?}");
            let ops = preorder(&module.body, module.root).map(|op| module.opcode(op));
            ops.for_each(|opcode| *seen.entry(opcode).or_default() += 1);
        }
        for opcode in [Opcode::PreviewFunc, Opcode::ExternImpl, Opcode::PreviewCall] {
            assert!(seen.get(&opcode).is_some_and(|&count| count >= 200), "{opcode:?}: {seen:?}");
        }
    }

    #[test]
    fn no_op_is_newer_than_the_version() {
        for seed in 0..200 {
            let version = Version::ALL[seed as usize % Version::ALL.len()];
            let module = generate(seed, &Options { version, ops: 60, ..Options::default() });
            for op in preorder(&module.body, module.root) {
                assert!(module.spec(op).since <= version);
            }
        }
    }
}
