//! The header is what cbindgen makes of the crate; `BLESS=1` writes it.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

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
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).expect("the header is written");
    }
    let known = std::fs::read_to_string(&path).expect("the header is there");
    assert!(
        made == known,
        "include/tilewright.h is stale: `BLESS=1 cargo test -p tilewright-capi` writes it"
    );
}
