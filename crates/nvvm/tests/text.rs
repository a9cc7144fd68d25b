//! Text of level 4: what is printed reads back as the same.

use ir::plain::{parse_text, print, verify};
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
