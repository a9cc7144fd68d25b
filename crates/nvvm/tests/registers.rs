//! The estimate of registers that are live at once.

use ir::walk::preorder;
use nvvm::registers::{limit, pressure};
use nvvm::{Nvvm, Opcode};

/// The pressure of a kernel with this body, whose parameters are an address and a number.
fn of(body: &str) -> u32 {
    let text = format!(
        "nvvm.module @m <target = \"sm_80\"> {{\n func @k <reqntid = 32> (%p: ptr<global>, %n: i32) {{\n{body}\n return\n }}\n}}\n"
    );
    let module = ir::generic::parse_text::<Nvvm>(&text);
    let func = preorder(&module.body, module.root).find(|&op| module.opcode(op) == Opcode::Func);
    pressure(&module, func.expect("a kernel"))
}

const LOADS: &str = "%a = ld %p <bits = 32> : ptr<global> -> f32
%b = ld %p <bits = 32, offset = 4> : ptr<global> -> f32
%c = ld %p <bits = 64, offset = 8> : ptr<global> -> f64";
const STORES: &str = "st %p, [%a] <bits = 32> : ptr<global>, f32
st %p, [%b] <bits = 32, offset = 4> : ptr<global>, f32
st %p, [%c] <bits = 64, offset = 8> : ptr<global>, f64";

#[test]
fn a_thread_has_its_part_of_the_file_in_units_of_eight() {
    let cases = [
        ((32, 1), 255),
        ((256, 1), 255),
        ((512, 1), 128),
        ((1024, 1), 64),
        ((128, 3), 168),
        ((256, 2), 128),
        ((1024, 2), 32),
    ];
    for ((threads, blocks), registers) in cases {
        assert_eq!(limit(threads, blocks), registers, "{threads} threads, {blocks} blocks");
    }
}

#[test]
fn values_count_at_barriers_and_stores() {
    // The address is of 64 bits, and an f64 takes two registers.
    assert_eq!(of(&format!("{LOADS}\nbarrier\n{STORES}")), 2 + 1 + 1 + 2);
    // A value that is loaded and used on one side of a barrier is not live across it.
    assert_eq!(of(&format!("{LOADS}\n{STORES}\nbarrier")), 2 + 1 + 1 + 2);
    assert_eq!(of("barrier"), 0);
}

#[test]
fn constants_and_predicates_take_nothing() {
    let body = "%c = constant <value = 7> : i32
%b = cmpi %n, %c <predicate = less_than> : i32, i32 -> i1
barrier
if %b : i1 {
  st %p, [%c] <bits = 32> : ptr<global>, i32
  yield
}";
    assert_eq!(of(body), 2);
}

#[test]
fn what_a_loop_uses_is_live_until_it_ends() {
    let body = "%zero = constant <value = 0> : i32
%one = constant <value = 1> : i32
%a = ld %p <bits = 32> : ptr<global> -> i32
%end = for %zero, %n, %one, [%a] : i32, i32, i32, i32 -> i32 (%i: i32, %so_far: i32) {
  %x = ld %p <bits = 32> : ptr<global> -> i32
  %sum = addi %x, %so_far : i32
  barrier
  continue [%sum] : i32
}
st %p, [%end] <bits = 32> : ptr<global>, i32";
    // The address, the bound, the counter is dead, the sum.
    assert_eq!(of(body), 2 + 1 + 1);
}
