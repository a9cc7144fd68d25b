//! The header is what cbindgen makes of the crate; `BLESS=1` writes it.

use std::path::Path;

#[test]
fn the_header_is_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("include/tilewright.h");
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("a configuration");
    let builder = cbindgen::Builder::new().with_config(config).with_src(root.join("src/lib.rs"));
    let mut made = Vec::new();
    builder.generate().expect("the crate is read").write(&mut made);
    let made = String::from_utf8(made).expect("a header is text");
    real_tools::golden::compare(&path, &made).unwrap_or_else(|stale| panic!("{stale}"));
}
