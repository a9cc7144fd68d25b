// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
// .extern .func (.param .b32 count) vprintf(
//     .param .b64 format,
//     .param .b64 arguments
// );
// .global .align 1 .b8 $text0[7] = {37, 100, 32, 37, 102, 10, 0};
// .visible .entry k(
//     .param .u32 k_param_0,
//     .param .f32 k_param_1
// )
// .reqntid 32
// {
//     .reg .b32 %r<2>;
//     .reg .b64 %rd<5>;
//     ld.param.b32 %r0, [k_param_0];
//     ld.param.b32 %r1, [k_param_1];
//     cvt.f64.f32 %rd0, %r1;
//     {
//         .local .align 8 .b8 arguments[16];
//         st.local.b32 [arguments], %r0;
//         st.local.b64 [arguments+8], %rd0;
//         mov.b64 %rd1, arguments;
//         cvta.local.u64 %rd2, %rd1;
//         mov.b64 %rd3, $text0;
//         cvta.global.u64 %rd4, %rd3;
//         .param .b64 param0;
//         .param .b64 param1;
//         .param .b32 count0;
//         st.param.b64 [param0], %rd4;
//         st.param.b64 [param1], %rd2;
//         call (count0), vprintf, (param0, param1);
//     }
//     ret;
// }
//
// What is printed goes to the device's `vprintf`: floats as f64, each at a multiple of its size.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%x: i32, %f: f32) {
    printf [%x, %f] <format = "%d %f\0A"> : i32, f32
    return
  }
}
