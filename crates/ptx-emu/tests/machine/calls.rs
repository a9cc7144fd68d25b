//! Calls, and the functions that every device has.

use crate::run::{kernel, run};

#[test]
fn parameters_are_registers_and_constants() {
    let function = ".func (.reg .b32 %out) sum(.reg .b32 %a, .reg .b64 %b, .param .b32 c) {\n.reg .b32 %r<4>;\n\
                    .reg .b64 %rd<2>;\n.local .b64 cell;\nadd.u64 %rd1, %b, %b;\nst.local.b64 [cell], %rd1;\n\
                    ld.local.b32 %r1, [cell];\nld.param.b32 %r2, [c];\nadd.u32 %r1, %r1, %r2;\n\
                    add.u32 %out, %a, %r1;\nret;\n}\n";
    let body = "mov.u32 %r1, 5;\n{\n.param .b32 given;\nst.param.b32 [given], 1000;\n\
                call (%r2), sum, (%r1, 50, given);\n}\nst.global.b32 [%rd1], %r2;";
    let (numbers, _) = run(&kernel(function, body), 1, 1, 1).expect("clean");
    assert_eq!(numbers, [1105]);
}

/// Adds the numbers down from its argument, by calling itself through a declaration.
const RECURSIVE: &str = ".func (.param .b32 result) total(.param .b32 number);\n\
    .func (.param .b32 result) total(.param .b32 number) {\n.reg .b32 %r<6>;\n.reg .b64 %rd<2>;\n.reg .pred %p<2>;\n\
    mov.b64 %rd1, number;\nld.param.b32 %r1, [%rd1];\nmov.u32 %r2, 0;\nways: .branchtargets end, go, go, go, go;\n\
    brx.idx %r1, ways;\ngo: add.u32 %r3, %r1, -1;\n{\n.param .b32 passed;\n.param .b32 given;\n\
    st.param.b32 [passed], %r3;\ncall (given), total, (passed);\nld.param.b32 %r4, [given];\n}\n\
    add.u32 %r2, %r1, %r4;\nend: st.param.b32 [result], %r2;\nret;\n}\n";

#[test]
fn functions_call_themselves() {
    let body = "mov.u32 %r1, %tid.x;\n{\n.param .b32 passed;\n.param .b32 given;\nst.param.b32 [passed], %r1;\n\
                call (given), total, (passed);\nld.param.b32 %r2, [given];\n}\nred.global.add.u32 [%rd1], %r2;\n\
                bar.sync 0;\nred.global.max.u32 [%rd1+4], %r2;";
    let (numbers, _) = run(&kernel(RECURSIVE, body), 1, 5, 2).expect("clean");
    assert_eq!(numbers, [1 + 3 + 6 + 10, 10], "each lane calls as deep as it needs, and all meet again");
}

#[test]
fn endless_recursion_is_a_fault() {
    let function = ".func down() {\ncall down;\nret;\n}\n";
    let fault = run(&kernel(function, "call down;"), 1, 1, 1).expect_err("endless");
    assert_eq!(fault.code.0, "E0836");
}

const TABLE: &str = ".func (.param .b32 result) one() {\nst.param.b32 [result], 1;\nret;\n}\n\
    .func (.param .b32 result) ten() {\nst.param.b32 [result], 10;\nret;\n}\n\
    .global .align 8 .u64 table[2] = {one, ten};\n";

/// Calls what `%rd3` says and adds the result to memory.
const CALL: &str = "{\n.param .b32 given;\nprototype: .callprototype (.param .b32 _) _ ();\n\
    call (given), %rd3, (), prototype;\nld.param.b32 %r2, [given];\n}\nred.global.add.u32 [%rd1], %r2;";

#[test]
fn functions_are_called_by_their_addresses() {
    let choose = "mov.u64 %rd2, table;\nld.global.u64 %rd3, [%rd2];\nmov.u32 %r1, %tid.x;\nways: .branchtargets a, b, b;\n\
                  brx.idx %r1, ways;\nb: ld.global.u64 %rd3, [%rd2+8];\na: bar.warp.sync 7;\n";
    let (numbers, _) = run(&kernel(TABLE, &format!("{choose}{CALL}")), 1, 3, 1).expect("clean");
    assert_eq!(numbers, [21]);
    let (numbers, _) = run(&kernel(TABLE, &format!("mov.u64 %rd3, ten;\n{CALL}")), 1, 3, 1).expect("clean");
    assert_eq!(numbers, [30]);
    let fault =
        run(&kernel(TABLE, &format!("mov.u64 %rd3, 16;\n{CALL}")), 1, 3, 1).expect_err("nothing is there");
    assert_eq!(fault.code.0, "E0835");
}

#[test]
fn threads_print() {
    let module = ".extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);\n\
                  .global .align 1 .b8 text[13] = {37, 100, 32, 37, 46, 50, 102, 32, 37, 115, 10, 0, 0};\n\
                  .global .align 1 .b8 word[3] = {111, 107, 0};\n";
    let body = ".local .align 8 .b8 buffer[24];\nmov.u32 %r1, %tid.x;\nst.local.b32 [buffer], %r1;\n\
                mov.b64 %rd2, 0x4004000000000000;\nst.local.b64 [buffer+8], %rd2;\nmov.u64 %rd3, word;\n\
                cvta.global.u64 %rd3, %rd3;\nst.local.b64 [buffer+16], %rd3;\nmov.u64 %rd4, text;\n\
                cvta.global.u64 %rd4, %rd4;\nmov.u64 %rd5, buffer;\ncvta.local.u64 %rd5, %rd5;\n{\n\
                .param .b64 a;\nst.param.b64 [a+0], %rd4;\n.param .b64 b;\nst.param.b64 [b+0], %rd5;\n\
                .param .b32 given;\ncall.uni (given), vprintf, (a, b);\nld.param.b32 %r2, [given+0];\n}\n\
                st.global.b32 [%rd1], %r2;";
    let (numbers, outcome) = run(&kernel(module, body), 2, 2, 1).expect("clean");
    assert_eq!(outcome.printed, "0 2.50 ok\n1 2.50 ok\n0 2.50 ok\n1 2.50 ok\n");
    assert_eq!(numbers, [3]);
}

#[test]
fn assertions_end_the_launch() {
    let module = ".extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function, .param .b64 size);\n\
                  .global .align 1 .b8 word[3] = {111, 107, 0};\n";
    let body = "mov.u64 %rd3, word;\ncvta.global.u64 %rd3, %rd3;\n{\n.param .b64 a;\nst.param.b64 [a], %rd3;\n\
                .param .b32 b;\nst.param.b32 [b], 17;\n.param .b64 c;\nst.param.b64 [c], 1;\n\
                call.uni __assertfail, (a, a, b, a, c);\n}";
    let fault = run(&kernel(module, body), 1, 1, 1).expect_err("ends");
    assert_eq!(fault.message, "assertion `ok` failed at ok:17, in `ok`");
}

/// Takes room for as many numbers as its argument says, fills it, and adds them.
const TAKES: &str = ".func (.reg .b32 %sum) filled(.reg .b32 %count) {\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n\
    .reg .pred %p<2>;\nshl.b32 %r1, %count, 2;\ncvt.u64.u32 %rd2, %r1;\nalloca.u64 %rd1, %rd2, 16;\n\
    mov.u32 %r2, 0;\nmov.u32 %sum, 0;\nnext: setp.eq.u32 %p1, %r2, %count;\n@%p1 bra end;\n\
    mul.wide.u32 %rd3, %r2, 4;\nadd.u64 %rd3, %rd3, %rd1;\nadd.u32 %r2, %r2, 1;\nst.local.b32 [%rd3], %r2;\n\
    ld.local.b32 %r3, [%rd3];\nadd.u32 %sum, %sum, %r3;\nbra next;\nend: ret;\n}\n";

#[test]
fn functions_take_room_on_the_stack_and_give_it_back() {
    // Each call could take what is there once only.
    let body = "mov.u32 %r1, %tid.x;\nadd.u32 %r1, %r1, 10000;\ncall (%r2), filled, (%r1);\ncall (%r2), filled, (%r1);\n\
                st.global.b32 [%rd1], %r2;";
    let (numbers, _) = run(&kernel(TAKES, body), 1, 1, 1).expect("clean");
    assert_eq!(numbers, [10_000 * 10_001 / 2]);
    let body = "mov.u32 %r1, 20000;\ncall (%r2), filled, (%r1);";
    let fault = run(&kernel(TAKES, body), 1, 1, 1).expect_err("80,000 bytes");
    assert_eq!(fault.code.0, "E0836");
}

#[test]
fn the_stack_pointer_is_saved_and_restored() {
    let body = "stacksave.u32 %r1;\nalloca.u32 %r2, 40;\nst.local.b32 [%r2+36], 7;\nld.local.b32 %r3, [%r2+36];\n\
                stackrestore.u32 %r1;\nstacksave.u32 %r2;\nsub.u32 %r2, %r2, %r1;\nadd.u32 %r3, %r3, %r2;\n\
                st.global.b32 [%rd1], %r3;";
    let (numbers, _) = run(&kernel("", body), 1, 1, 1).expect("clean");
    assert_eq!(numbers, [7]);
    let gone = "stacksave.u32 %r1;\nalloca.u32 %r2, 40;\nstackrestore.u32 %r1;\nst.local.b32 [%r2], 7;";
    assert_eq!(run(&kernel("", gone), 1, 1, 1).expect_err("it was given back").code.0, "E0832");
    let wild = "mov.u32 %r1, 8;\nstackrestore.u32 %r1;";
    assert_eq!(run(&kernel("", wild), 1, 1, 1).expect_err("no stack pointer").code.0, "E0836");
}

const HEAP: &str = ".extern .func (.param .b64 address) malloc(.param .b64 bytes);\n\
    .extern .func free(.param .b64 address);\n";

/// Asks for as many bytes as `%rd2` says, into `%rd3`.
const MALLOC: &str = "{\n.param .b64 bytes;\n.param .b64 given;\nst.param.b64 [bytes], %rd2;\n\
    call (given), malloc, (bytes);\nld.param.b64 %rd3, [given];\n}\n";
const FREE: &str = "{\n.param .b64 address;\nst.param.b64 [address], %rd3;\ncall free, (address);\n}\n";

#[test]
fn threads_take_memory_of_the_heap_and_give_it_back() {
    let fill = "mov.u32 %r1, %tid.x;\nst.b32 [%rd3], %r1;\nld.global.b32 %r2, [%rd3];\nred.global.add.u32 [%rd1], %r2;\n";
    let body = format!("mov.u64 %rd2, 100;\n{MALLOC}{fill}{FREE}");
    let (numbers, _) = run(&kernel(HEAP, &body), 2, 4, 1).expect("clean");
    assert_eq!(numbers, [2 * (1 + 2 + 3)]);
    let body =
        format!("mov.u64 %rd2, 8388609;\n{MALLOC}cvt.u32.u64 %r1, %rd3;\nst.global.b32 [%rd1], %r1;\n{FREE}");
    let (numbers, _) = run(&kernel(HEAP, &body), 1, 1, 1).expect("clean");
    assert_eq!(numbers, [0], "more than there is");
    let body = format!("mov.u64 %rd2, 16;\n{MALLOC}{FREE}{FREE}");
    let fault = run(&kernel(HEAP, &body), 1, 1, 1).expect_err("given back twice");
    assert_eq!(fault.code.0, "E0832");
}
