//! Small kernels of level 4, run on the emulator.

mod support;

use support::run;

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn read(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four"))).collect()
}

#[test]
fn elements_are_added_up_to_the_end() {
    let text = r#"nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 64> (%x: ptr<global>, %y: ptr<global>) {
    %i = special <name = tid.x> : i32
    %n = constant <value = 50> : i32
    %p = cmpi %i, %n <predicate = less_than, signed> : i32, i32 -> i1
    %at = addptr %x, %i <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %to = addptr %y, %i <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %zero = constant <value = 2.5> : f32
    %v = ld %at, [%p], [%zero] <bits = 32> : ptr<global>, i1, f32 -> f32
    %w = addf %v, %zero : f32
    st %to, [%w] <bits = 32> : ptr<global>, f32
    return
  }
}
"#;
    let x: Vec<u32> = (0..64).map(|i| (i as f32).to_bits()).collect();
    let mut buffers = [words(&x), vec![0; 256]];
    run(text, 64, &mut buffers).expect("it runs");
    for (i, &bits) in read(&buffers[1]).iter().enumerate() {
        let wanted = if i < 50 { i as f32 + 2.5 } else { 5.0 };
        assert_eq!(f32::from_bits(bits), wanted, "element {i}");
    }
}

#[test]
fn loops_carry_values_that_swap() {
    let text = r#"nvvm.module @m <target = "sm_75"> {
  func @k <reqntid = 32> (%x: ptr<global>) {
    %i = special <name = tid.x> : i32
    %at = addptr %x, %i <bytes = 8> : ptr<global>, i32 -> ptr<global>
    %low = constant <value = 0> : i32
    %step = constant <value = 3> : i32
    %a0 = constant <value = 1> : i32
    %a, %b = for %low, %i, %step, [%a0, %i] : i32, i32, i32, i32, i32 -> i32, i32 (%k: i32, %p: i32, %q: i32) {
      %odd = constant <value = 6> : i32
      %c = cmpi %k, %odd <predicate = equal> : i32, i32 -> i1
      if %c : i1 {
        continue [%p, %q] : i32, i32
      }
      %s = addi %q, %k : i32
      continue [%s, %p] : i32, i32
    }
    st %at, [%a, %b] <bits = 32> : ptr<global>, i32, i32
    return
  }
}
"#;
    let mut buffers = [vec![0; 256]];
    run(text, 32, &mut buffers).expect("it runs");
    for (i, pair) in read(&buffers[0]).chunks(2).enumerate() {
        let (mut p, mut q) = (1u32, i as u32);
        for k in (0..i as u32).step_by(3).filter(|&k| k != 6) {
            (p, q) = (q + k, p);
        }
        assert_eq!(pair, [p, q], "thread {i}");
    }
}

#[test]
fn endless_loops_end_by_break_with_values() {
    let text = r#"nvvm.module @m <target = "sm_75"> {
  func @k <reqntid = 32> (%x: ptr<global>) {
    %i = special <name = tid.x> : i32
    %at = addptr %x, %i <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %one = constant <value = 1> : i32
    %limit = constant <value = 1000> : i32
    %r = loop [%i] : i32 -> i32 (%v: i32) {
      %d = muli %v, %v : i32
      %e = addi %d, %one : i32
      %c = cmpi %e, %limit <predicate = greater_than> : i32, i32 -> i1
      if %c : i1 {
        break [%e] : i32
      }
      continue [%e] : i32
    }
    st %at, [%r] <bits = 32> : ptr<global>, i32
    return
  }
}
"#;
    let mut buffers = [vec![0; 128]];
    run(text, 32, &mut buffers).expect("it runs");
    for (i, &word) in read(&buffers[0]).iter().enumerate() {
        let mut v = i as u32;
        loop {
            v = v * v + 1;
            if v > 1000 {
                break;
            }
        }
        assert_eq!(word, v, "thread {i}");
    }
}

#[test]
fn what_is_printed_and_trapped_is_said() {
    let text = r#"nvvm.module @m <target = "sm_90a"> {
  func @k <reqntid = 2> (%x: ptr<global>) {
    %i = special <name = tid.x> : i32
    %f = itof %i <signed> : i32 -> f32
    printf [%i, %f] <format = "%d is %f\n"> : i32, f32
    return
  }
}
"#;
    let printed = run(text, 2, &mut [vec![0; 4]]).expect("it runs");
    assert_eq!(printed, "0 is 0.000000\n1 is 1.000000\n");
    let trap = text
        .replace("printf [%i, %f] <format = \"%d is %f\\n\"> : i32, f32", "trap <message = \"100% wrong\">");
    let fault = run(&trap, 2, &mut [vec![0; 4]]).expect_err("it traps");
    assert!(fault.contains("E0841"), "{fault}");
}
