//! Text of level 4: what is printed reads back as the same.

use ir::generic::{parse_text, print, verify};
use nvvm::Nvvm;

const ADD: &str = r#"nvvm.module @kernels <target = "sm_80"> {
  func @add <reqntid = 128> (%a: ptr<global>, %n: i32) {
    %i = special <name = tid.x> : i32
    %p = cmpi %i, %n <predicate = less_than> : i32, i32 -> i1
    %at = addptr %a, %i <bytes = 8> : ptr<global>, i32 -> ptr<global>
    %zero = constant <value = 0.0> : f32
    %x, %y = ld %at, [%p], [%zero, %zero] <bits = 32> : ptr<global>, i1, f32, f32 -> f32, f32
    %sum = addf %x, %y : f32
    if %p : i1 {
      st %at, [%sum, %sum], [%p] <bits = 32, offset = -8> : ptr<global>, f32, f32, i1
      yield
    }
    return
  }
}
"#;

#[test]
fn what_is_printed_reads_back() {
    let module = parse_text::<Nvvm>(ADD);
    assert_eq!(verify(&module), []);
    assert_eq!(print(&module, false), ADD);
}

/// Shapes of products were strings once; such text is read, and printed as it is written now.
#[test]
fn quoted_words_are_read() {
    let product = |shape: &str| {
        format!(
            "nvvm.module @kernels {{\n  func @f <reqntid = 32> (%x: f64, %c: f64) {{\n    \
             %d, %e = mma [%x], [%x], [%c, %c] <shape = {shape}, a_format = f16, b_format = f16> : \
             f64, f64, f64, f64 -> f64, f64\n    return\n  }}\n}}\n"
        )
    };
    let module = parse_text::<Nvvm>(&product("\"m8n8k4\""));
    assert_eq!(verify(&module), []);
    assert_eq!(print(&module, false), product("m8n8k4"));
}
