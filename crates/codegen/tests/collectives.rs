//! Collective operations of threads: atomics of every mode and type, shuffles, votes, fences, matrices.

mod support;

use support::run;

/// A kernel whose threads all combine the float or integer of their number into one place.
fn atomic(ty: &str, bits: u32, mode: &str, target: &str, float: bool) -> String {
    let convert = match (float, bits) {
        (true, _) => format!("%v = itof %i <signed> : i32 -> {ty}"),
        (false, 16) => "%v = trunci %i : i32 -> i16".to_owned(),
        (false, 32) => "%zero = constant <value = 0> : i32\n    %v = addi %i, %zero : i32".to_owned(),
        (false, _) => "%v = exti %i <signed> : i32 -> i64".to_owned(),
    };
    format!(
        "nvvm.module @m <target = \"{target}\"> {{\n  func @k <reqntid = 32> (%x: ptr<global>) {{\n    \
         %i = special <name = tid.x> : i32\n    {convert}\n    \
         %p = vote_all\n    %old = atom %x, %v <mode = {mode}> : ptr<global>, {ty} -> {ty}\n    return\n  }}\n}}\n"
    )
    .replace("    %p = vote_all\n", "")
}

fn combined(ty: &str, bits: u32, mode: &str, target: &str, float: bool) -> u64 {
    let mut buffers = [vec![0; 16]];
    run(&atomic(ty, bits, mode, target, float), 32, &mut buffers)
        .unwrap_or_else(|why| panic!("{ty} {mode}: {why}"));
    let mut word = [0; 8];
    word[..bits as usize / 8].copy_from_slice(&buffers[0][..bits as usize / 8]);
    u64::from_le_bytes(word)
}

#[test]
fn integers_are_combined_atomically() {
    for target in ["sm_75", "sm_80", "sm_90a", "sm_120a"] {
        for (ty, bits) in [("i16", 16), ("i32", 32), ("i64", 64)] {
            let of = |mode| combined(ty, bits, mode, target, false);
            assert_eq!(of("add"), (0..32).sum::<u64>(), "{ty} {target}");
            assert_eq!(of("or"), 31);
            assert_eq!(of("and"), 0);
            assert_eq!(of("xor"), 0);
            assert_eq!((of("max"), of("umax"), of("min"), of("umin")), (31, 31, 0, 0));
        }
    }
}

#[test]
fn floats_are_combined_atomically() {
    use numerics::Scalar;
    for target in ["sm_75", "sm_80", "sm_90a", "sm_120a"] {
        for (ty, of) in [("f16", Scalar::F16), ("f32", Scalar::F32), ("f64", Scalar::F64)] {
            let bits = of.bits();
            let number = |value| numerics::convert::from_f64(of, value);
            assert_eq!(combined(ty, bits, "addf", target, true), number(496.0), "{ty} {target}");
            assert_eq!(combined(ty, bits, "max", target, true), number(31.0));
            assert_eq!(combined(ty, bits, "min", target, true), number(0.0));
        }
        let largest = numerics::convert::from_f64(Scalar::BF16, 31.0);
        assert_eq!(combined("bf16", 16, "max", target, true), largest);
        assert!(combined("bf16", 16, "addf", target, true) > largest);
    }
}

/// The lanes of a warp exchange values of a type; each stores what it got.
fn exchanged(ty: &str, bits: u32, convert: &str) -> Vec<u64> {
    let bytes = bits / 8;
    let text = format!(
        "nvvm.module @m <target = \"sm_80\"> {{\n  func @k <reqntid = 32> (%x: ptr<global>) {{\n    \
         %i = special <name = laneid> : i32\n    %v = {convert}\n    %by = constant <value = 5> : i32\n    \
         %r = shfl %v, %by <kind = bfly> : {ty}, i32 -> {ty}\n    \
         %at = addptr %x, %i <bytes = {bytes}> : ptr<global>, i32 -> ptr<global>\n    \
         st %at, [%r] <bits = {bits}> : ptr<global>, {ty}\n    return\n  }}\n}}\n"
    );
    let mut buffers = [vec![0; 32 * bytes as usize]];
    run(&text, 32, &mut buffers).unwrap_or_else(|why| panic!("{ty}: {why}"));
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    buffers[0].chunks(bytes as usize).map(word).collect()
}

#[test]
fn lanes_exchange_values_of_every_width() {
    let number = |of, value: usize| numerics::convert::from_f64(of, value as f64);
    use numerics::Scalar;
    let f64s = exchanged("f64", 64, "itof %i <signed> : i32 -> f64");
    let f32s = exchanged("f32", 32, "itof %i <signed> : i32 -> f32");
    let f16s = exchanged("f16", 16, "itof %i <signed> : i32 -> f16");
    let bits = exchanged("i1", 8, "trunci %i : i32 -> i1");
    for lane in 0..32 {
        let from = lane ^ 5;
        assert_eq!(f64s[lane], number(Scalar::F64, from));
        assert_eq!(f32s[lane], number(Scalar::F32, from));
        assert_eq!(f16s[lane], number(Scalar::F16, from));
        assert_eq!(bits[lane], (from & 1) as u64);
    }
}

#[test]
fn matrices_are_multiplied() {
    // Ones times ones, 16 deep, plus one.
    let text = r#"nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%x: ptr<global>) {
    %i = special <name = tid.x> : i32
    %one = constant <value = 0x3c003c00> : f16x2
    %c = constant <value = 1.0> : f32
    %d0, %d1, %d2, %d3 = mma [%one, %one, %one, %one], [%one, %one], [%c, %c, %c, %c] <shape = m16n8k16, a_format = f16, b_format = f16> : f16x2, f16x2, f16x2, f16x2, f16x2, f16x2, f32, f32, f32, f32 -> f32, f32, f32, f32
    %at = addptr %x, %i <bytes = 16> : ptr<global>, i32 -> ptr<global>
    st %at, [%d0, %d1, %d2, %d3] <bits = 32> : ptr<global>, f32, f32, f32, f32
    return
  }
}
"#;
    let mut buffers = [vec![0; 512]];
    run(text, 32, &mut buffers).expect("it runs");
    assert!(buffers[0].chunks(4).all(|word| word == 17.0f32.to_le_bytes()));
    let old = text.replace("sm_80", "sm_75");
    let refused = run(&old, 32, &mut [vec![0; 512]]).expect_err("too old");
    assert!(refused.contains("is multiplied by sm_80"), "{refused}");
}

#[test]
fn loops_of_matrix_products_are_not_unrolled_once_more() {
    let of = |product: &str| {
        format!(
            "nvvm.module @m <target = \"sm_80\"> {{\n  func @k <reqntid = 32> (%x: ptr<global>) {{\n    \
             %zero = constant <value = 0> : i32\n    %four = constant <value = 4> : i32\n    \
             %one = constant <value = 1> : i32\n    %a = constant <value = 0x3c003c00> : f16x2\n    \
             %c = constant <value = 0.0> : f32\n    \
             %r:4 = for %zero, %four, %one, [%c, %c, %c, %c] : i32, i32, i32, f32, f32, f32, f32 -> f32, f32, f32, f32 \
             (%i: i32, %0: f32, %1: f32, %2: f32, %3: f32) {{\n{product}    }}\n    \
             st %x, [%r#0] <bits = 32> : ptr<global>, f32\n    return\n  }}\n}}\n"
        )
    };
    let product = "      %d0, %d1, %d2, %d3 = mma [%a, %a, %a, %a], [%a, %a], [%0, %1, %2, %3] <shape = m16n8k16, \
                   a_format = f16, b_format = f16> : f16x2, f16x2, f16x2, f16x2, f16x2, f16x2, f32, f32, f32, f32 -> f32, \
                   f32, f32, f32\n      continue [%d0, %d1, %d2, %d3] : f32, f32, f32, f32\n";
    let other = "      continue [%1, %0, %3, %2] : f32, f32, f32, f32\n";
    let pragma =
        |body: &str| support::ptx(&of(body)).expect("it compiles").0.contains(".pragma \"nounroll\";");
    assert!(pragma(product));
    assert!(!pragma(other));
}

#[test]
fn shared_memory_is_filled_without_waiting() {
    let text = r#"nvvm.module @m <target = "sm_80"> {
  global @tile <space = shared, size = 512, alignment = 16>
  func @k <reqntid = 32> (%x: ptr<global>, %y: ptr<global>) {
    %i = special <name = tid.x> : i32
    %from = addptr %x, %i <bytes = 16> : ptr<global>, i32 -> ptr<global>
    %tile = address_of <name = @tile> : ptr<shared>
    %to = addptr %tile, %i <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
    %size = constant <value = 8> : i32
    cp_async %to, %from, [%size] <bytes = 16> : ptr<shared>, ptr<global>, i32
    cp_async_commit
    cp_async_wait <pending = 0>
    barrier
    %last = constant <value = 31> : i32
    %j = subi %last, %i : i32
    %other = addptr %tile, %j <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
    %a, %b, %c, %d = ld %other <bits = 32> : ptr<shared> -> i32, i32, i32, i32
    %out = addptr %y, %i <bytes = 16> : ptr<global>, i32 -> ptr<global>
    st %out, [%a, %b, %c, %d] <bits = 32> : ptr<global>, i32, i32, i32, i32
    return
  }
}
"#;
    let input: Vec<u8> = (0..512).map(|at| (at % 251 + 1) as u8).collect();
    let mut buffers = [input.clone(), vec![0xff; 512]];
    run(text, 32, &mut buffers).expect("it runs");
    for (at, chunk) in buffers[1].chunks(16).enumerate() {
        let from = &input[(31 - at) * 16..][..16];
        assert_eq!(chunk[..8], from[..8]);
        assert_eq!(chunk[8..], [0; 8]);
    }
}
