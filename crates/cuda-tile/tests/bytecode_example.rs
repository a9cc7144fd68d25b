//! The worked example of the format: a file written down byte by byte, and the smallest file.

use cuda_tile::attrs::{Attr, Dense, MemoryOrdering, MemoryScope, RoundingMode};
use cuda_tile::build::{add_entry, builder_at_end, new_module};
use cuda_tile::bytecode::{DecodeOptions, EncodeOptions, Layout, decode, encode, lowest_version};
use cuda_tile::ops::{Builders, fields};
use cuda_tile::types::{Elem, PtrType, TileType};
use cuda_tile::{Module, Type};
use ir::spec::{V13_1, V13_3, Version};
use ir::{AttrSlot, DebugInfo, DiId, Loc, LocId};
use numerics::Scalar;

#[path = "bytecode_example/file.rs"]
mod file;

use file::EXAMPLE;

fn subprogram(module: &mut Module) -> DiId {
    let [name, directory, kernel] = ["k.py", "/src", "k"].map(|s| module.strings.intern_bytes(s.as_bytes()));
    let file = module.debug.intern(DebugInfo::File { name, directory });
    let compile_unit = module.debug.intern(DebugInfo::CompileUnit { file });
    module.debug.intern(DebugInfo::Subprogram {
        file,
        line: 1,
        name: kernel,
        linkage_name: kernel,
        compile_unit,
        scope_line: 1,
        declaration: false,
    })
}

fn location(module: &mut Module, scope: DiId, line: u32, column: u32) -> LocId {
    let file = module.strings.intern_bytes(b"/src/k.py");
    let loc = module.locs.intern(Loc::File { file, line, column, end: None });
    module.locs.intern(Loc::Scoped { loc, scope })
}

fn hints(module: &mut Module) -> Attr {
    let two = module.attrs.intern(Attr::Int { ty: Scalar::I32, bits: 2 });
    let key = module.strings.intern_bytes(b"num_cta_in_cga");
    let inner = module.attrs.intern(Attr::Dict([(key, two)].into()));
    let target = module.strings.intern_bytes(b"sm_90");
    Attr::Dict([(target, inner)].into())
}

/// The module of the example, built op by op.
fn example() -> Module {
    let mut module = new_module("kernels");
    let scope = subprogram(&mut module);
    let (head, line) = (location(&mut module, scope, 1, 0), location(&mut module, scope, 2, 4));
    let hints = hints(&mut module);
    let ptr = Elem::Ptr(PtrType::new(Scalar::F32).unwrap());
    let ptr = module.types.intern(Type::Tile(TileType::new(&[], ptr).unwrap()));
    let f32_tile = module.types.intern(Type::scalar_tile(Scalar::F32));
    let token = module.types.intern(Type::Token);
    let (entry, body) = add_entry(&mut module, "k", &[ptr]);
    module.body.set_loc(entry, head);
    let hints = AttrSlot::interned(module.attrs.intern(hints));
    module.set_attr(entry, fields::entry::optimization_hints, hints);
    let param = module.body.block_args(body).get(0).unwrap();
    let mut b = builder_at_end(&mut module, body);
    b.loc = line;
    let bits = u64::from(1.5f32.to_bits());
    let constant =
        b.constant().value(Dense::splat(f32_tile, Scalar::F32, bits)).result(f32_tile).finish().value();
    let sum = b
        .addf()
        .lhs(constant)
        .rhs(constant)
        .rounding_mode(RoundingMode::Zero)
        .flush_to_zero(true)
        .result(f32_tile)
        .finish()
        .value();
    let made = b.make_token().result(token).finish().value();
    b.store_ptr_tko()
        .destination(param)
        .value(sum)
        .token(made)
        .memory_ordering_semantics(MemoryOrdering::Release)
        .memory_scope(MemoryScope::Device)
        .result_token(token)
        .finish();
    b.loc = ir::UNKNOWN_LOC;
    b.return_().finish();
    module
}

fn cutile(version: Version) -> EncodeOptions {
    EncodeOptions { version: Some(version), layout: Layout::CuTile, ..EncodeOptions::default() }
}

#[test]
fn the_built_module_gives_the_example() {
    let bytes = encode(&example(), &cutile(V13_3)).unwrap();
    assert_eq!(bytes, EXAMPLE);
}

#[test]
fn the_example_comes_back_whole() {
    let decoded = decode(&EXAMPLE, &DecodeOptions::default()).unwrap();
    assert_eq!((decoded.version, decoded.tag), (V13_3, 0));
    cuda_tile::equal::same_program(&decoded.module, &example()).unwrap();
    assert_eq!(encode(&decoded.module, &cutile(V13_3)).unwrap(), EXAMPLE);
    let spans: Vec<u32> = ir::walk::preorder(&decoded.module.body, decoded.module.root)
        .skip(1)
        .map(|op| decoded.module.body.span(op).unwrap().start)
        .collect();
    assert_eq!(spans, [0x11, 0x1f, 0x22, 0x28, 0x2a, 0x32]);
}

#[test]
fn the_reference_layout_holds_the_same_module() {
    for version in Version::ALL {
        let options = EncodeOptions { version: Some(version), ..EncodeOptions::default() };
        let bytes = encode(&example(), &options).unwrap();
        let decoded = decode(&bytes, &DecodeOptions::default()).unwrap();
        assert_eq!(decoded.version, version);
        cuda_tile::equal::same_program(&decoded.module, &example()).unwrap();
        // The function payload is padded to a multiple of eight, and strings of debug attributes come last.
        assert_eq!((bytes[12], bytes[13] % 8), (0x82, 0));
        let strings = b"ksm_90num_cta_in_cgak.py/src/src/k.py\0";
        assert!(bytes.ends_with(strings), "{version}: {}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_smallest_file_takes_150_bytes() {
    let mut module = new_module("kernels");
    let i32_tile = module.types.intern(Type::scalar_tile(Scalar::I32));
    let (_, body) = add_entry(&mut module, "k", &[]);
    let mut b = builder_at_end(&mut module, body);
    b.constant().value(Dense::splat(i32_tile, Scalar::I32, 7)).result(i32_tile).finish();
    b.return_().finish();
    assert_eq!(lowest_version(&module), V13_1);
    let bytes = encode(&module, &cutile(V13_1)).unwrap();
    assert_eq!(bytes.len(), 150);
    let decoded = decode(&bytes, &DecodeOptions { provenance: true, ..DecodeOptions::default() }).unwrap();
    let options = EncodeOptions { provenance: decoded.provenance, ..cutile(V13_1) };
    assert_eq!(encode(&decoded.module, &options).unwrap(), bytes);
}
