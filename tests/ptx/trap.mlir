// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
// .extern .func (.param .b32 count) vprintf(
//     .param .b64 format,
//     .param .b64 arguments
// );
// .global .align 1 .b8 $text0[9] = {53, 37, 37, 32, 111, 102, 102, 10, 0};
// .visible .entry k(
//     .param .u8 k_param_0
// )
// .reqntid 32
// {
//     .reg .pred %p<1>;
//     .reg .b16 %rs<1>;
//     .reg .b64 %rd<3>;
//     ld.param.u8 %rs0, [k_param_0];
//     setp.ne.b16 %p0, %rs0, 0;
//     @!%p0 bra $L2;
//     {
//         mov.b64 %rd0, 0;
//         mov.b64 %rd1, $text0;
//         cvta.global.u64 %rd2, %rd1;
//         .param .b64 param0;
//         .param .b64 param1;
//         .param .b32 count0;
//         st.param.b64 [param0], %rd2;
//         st.param.b64 [param1], %rd0;
//         call (count0), vprintf, (param0, param1);
//     }
//     trap;
// $L2:
//     ret;
// }
//
// An assertion that fails says its message, which is no format, and ends the launch.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%fails: i1) {
    if %fails : i1 {
      trap <message = "5% off">
      yield
    }
    return
  }
}
