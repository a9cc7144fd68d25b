//! Unsupported instructions are refused by name, with the reason and a suggested fix.

use ptx_emu::Program;

/// The messages with which a kernel is refused.
fn refused(variables: &str, body: &str) -> Vec<String> {
    let text = format!(
        ".version 8.6\n.target sm_90a\n.address_size 64\n{variables}\n.visible .entry k(.param .u64 out) {{\n\
         .reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [out];\n{body}\nret;\n}}\n"
    );
    let source = diag::Source::new("k.ptx", text);
    let parsed = ptx::parse(&source);
    let shown: Vec<_> = parsed.diagnostics.iter().map(|one| diag::render_short(one, Some(&source))).collect();
    assert!(shown.is_empty(), "{shown:#?}");
    let refused = Program::prepare(&parsed.module, &parsed.map, "k").expect_err("it is not executed");
    refused.iter().map(|one| diag::render_short(one, Some(&source))).collect()
}

#[test]
fn a_local_variable_outside_of_functions() {
    let variables = ".local .align 4 .b32 kept;";
    let expected = "`kept` is in local memory, but declared outside of the function; declare it inside of the function that uses it";
    for (name, body) in [
        ("mov", "mov.u64 %rd2, kept;"),
        ("ld", "ld.local.b32 %r1, [kept];"),
        ("st", "st.local.b32 [kept], %r1;"),
    ] {
        let found = refused(variables, body);
        let message = format!("`{name}` is not executed: {expected}");
        assert!(found.len() == 1 && found[0].contains(&message), "{found:#?}");
    }
}

#[test]
fn instructions_for_narrow_addresses() {
    let found = refused("", "cvta.shared.u32 %r1, %r2;");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("`cvta` is not executed: addresses have 64 bits; write `.address_size 64`"),
        "{found:#?}"
    );
}
