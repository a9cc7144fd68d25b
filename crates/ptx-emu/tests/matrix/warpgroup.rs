//! `wgmma` as the machine executes it: groups, waiting, and four warps that come one after the other.

use ptx::Modifier;
use ptx_emu::matrix::Row;
use ptx_emu::matrix::operand::Major;
use ptx_emu::matrix::shared_operand::{Layout, Shared};
use ptx_emu::matrix::wgmma::{self, Accumulators, Issued};

use crate::execute::{WORDS, own_words, run};
use crate::source::Seeded;

/// Bytes of shared memory that every thread fills.
const FILLED: usize = 128;
/// The word of a thread's buffer from which its results are.
const RESULTS: usize = 64;

/// Every thread copies its first 128 bytes to shared memory; `%rd4` and `%rd5` become descriptors of A and B, `%f1` to
/// `%f8` the accumulators, `%r1` to `%r4` A in registers.
fn prologue(a: u64, b: u64) -> String {
    let mut body = own_words();
    body += "mov.u32 %r9, tile;\nadd.u32 %r10, %r0, %r0;\n";
    for _ in 1..FILLED.ilog2() {
        body += "add.u32 %r10, %r10, %r10;\n";
    }
    body += "add.u32 %r9, %r9, %r10;\nbar.sync 0;\n";
    for at in (0..FILLED).step_by(16) {
        body += &format!(
            "ld.global.v4.b32 {{%r11, %r12, %r13, %r14}}, [%rd1+{at}];\nst.shared.v4.b32 [%r9+{at}], {{%r11, %r12, %r13, %r14}};\n"
        );
    }
    for register in 1..=4 {
        body += &format!("ld.global.b32 %r{register}, [%rd1+{}];\n", 128 + 4 * register);
    }
    for register in 1..=8 {
        body += &format!("ld.global.f32 %f{register}, [%rd1+{}];\n", 160 + 4 * register);
    }
    body += &format!("mov.b64 %rd4, {a:#x};\nmov.b64 %rd5, {b:#x};\nfence.proxy.async;\nbar.sync 0;\n");
    body
}

fn epilogue() -> String {
    (1..=8)
        .map(|register| format!("st.global.f32 [%rd1+{}], %f{register};\n", RESULTS * 4 + 4 * register))
        .collect()
}

const D: &str = "{%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}";

fn buffer(seeded: &mut Seeded) -> Vec<u32> {
    (0..128 * WORDS).map(|_| seeded.next() as u32 & 0xbbff_bbff).collect()
}

struct Sums([Row; 8]);

impl Accumulators for Sums {
    fn get(&self, index: usize) -> &Row {
        &self.0[index]
    }

    fn set(&mut self, index: usize, row: &Row) {
        self.0[index] = *row;
    }

    fn pair(&mut self, _first: usize) -> Option<[&mut Row; 2]> {
        // The instruction that takes two registers at once is compared with the one that takes them one by one.
        None
    }
}

/// Performs instructions on what the buffer holds, and compares with its results.
fn check(before: &[u32], after: &[u32], instructions: &[(Issued, bool)]) {
    let shared: Vec<u8> = before
        .chunks_exact(WORDS)
        .flat_map(|words| words[..FILLED / 4].iter().flat_map(|word| word.to_le_bytes()))
        .collect();
    let row = |buffer: &[u32], warp: usize, word: usize| -> Row {
        std::array::from_fn(|lane| buffer[(warp * 32 + lane) * WORDS + word])
    };
    for warp in 0..4 {
        let a = std::array::from_fn(|register| row(before, warp, 33 + register));
        let mut sums = Sums(std::array::from_fn(|register| row(before, warp, 41 + register)));
        for (issued, add) in instructions {
            let operands = issued.read(Shared { bytes: &shared, first: 1024 }).expect("inside");
            issued.accumulate(&operands, warp, &a, *add, &mut sums);
        }
        for (register, expected) in sums.0.iter().enumerate() {
            assert_eq!(
                row(after, warp, RESULTS + 1 + register),
                *expected,
                "warp {warp} register {register}"
            );
        }
    }
}

/// K-major, 128 bytes swizzled, at an offset in shared memory.
fn descriptor(at: u64) -> u64 {
    1 << 62 | (1024 >> 4) << 32 | 1 << 16 | (1024 + at) >> 4
}

fn issued(a: Option<u64>, b: u64, b_major: Major, negate: (bool, bool)) -> Issued {
    let words =
        [Modifier::Sync, Modifier::Aligned, Modifier::M64n16k16, Modifier::F32, Modifier::F16, Modifier::F16];
    let form = wgmma::wgmma(&words).expect("a form");
    let layout = |bits| Layout::wgmma(bits);
    Issued { form, a: a.map(|bits| (layout(bits), Major::K)), b: (layout(b), b_major), negate }
}

const MMA: &str = "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16";

#[test]
fn groups_are_performed_in_order() {
    let mut seeded = Seeded(51);
    let (a, b) = (descriptor(0), descriptor(8192));
    let body = prologue(a, b)
        + &format!(
            "wgmma.fence.sync.aligned;\n{MMA} {D}, %rd4, %rd5, 0, 1, -1, 0, 0;\nwgmma.commit_group.sync.aligned;\n\
             {MMA} {D}, {{%r1, %r2, %r3, %r4}}, %rd5, 1, -1, 1, 1;\n{MMA} {D}, %rd4, %rd5, 1, 1, 1, 0, 0;\n\
             wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;\nwgmma.wait_group.sync.aligned 0;\n"
        )
        + &epilogue();
    let before = buffer(&mut seeded);
    let mut after = before.clone();
    run("sm_90a", &body, 128, &mut after).expect("clean");
    let instructions = [
        (issued(Some(a), b, Major::K, (false, true)), false),
        (issued(None, b, Major::Mn, (true, false)), true),
        (issued(Some(a), b, Major::K, (false, false)), true),
    ];
    check(&before, &after, &instructions);
}

#[test]
fn accumulators_that_are_read_without_waiting_hold_the_sums() {
    let mut seeded = Seeded(52);
    let (a, b) = (descriptor(0), descriptor(8192));
    let body = prologue(a, b)
        + &format!("{MMA} {D}, %rd4, %rd5, 1, 1, 1, 0, 0;\nwgmma.commit_group.sync.aligned;\n")
        + &epilogue();
    let before = buffer(&mut seeded);
    let mut after = before.clone();
    run("sm_90a", &body, 128, &mut after).expect("clean");
    check(&before, &after, &[(issued(Some(a), b, Major::K, (false, false)), true)]);
}

#[test]
fn a_warp_waits_for_the_others_to_issue() {
    let mut seeded = Seeded(53);
    let (a, b) = (descriptor(0), descriptor(8192));
    // Warps that come later than the first one go through a barrier of their own.
    let issue = format!(
        "{MMA} {D}, %rd4, %rd5, 1, 1, 1, 0, 0;\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
    );
    let body = prologue(a, b)
        + "mov.u32 %r20, %warpid;\nways: .branchtargets first, later, later, later;\nbrx.idx %r20, ways;\n"
        + "later: bar.sync 1, 96;\nbar.sync 1, 96;\nfirst: "
        + &issue
        + &epilogue();
    let before = buffer(&mut seeded);
    let mut after = before.clone();
    run("sm_90a", &body, 128, &mut after).expect("clean");
    check(&before, &after, &[(issued(Some(a), b, Major::K, (false, false)), true)]);
    // A warp that never comes keeps the others waiting.
    let alone = prologue(a, b)
        + "mov.u32 %r20, %warpid;\nways: .branchtargets first, later, later, later;\nbrx.idx %r20, ways;\n"
        + "first: "
        + &issue
        + "later: ret;\n";
    let fault = run("sm_90a", &alone, 128, &mut after).expect_err("three warps never issue");
    assert_eq!(fault.code.0, "E0839");
    assert!(fault.parties.iter().any(|(_, what)| what.contains("wgmma")), "{:?}", fault.parties);
}

#[test]
fn a_warp_that_issues_without_end_waits_for_the_others() {
    let mut seeded = Seeded(54);
    let body = prologue(descriptor(0), descriptor(8192))
        + "mov.u32 %r20, %warpid;\nways: .branchtargets first, later, later, later;\nbrx.idx %r20, ways;\n"
        + &format!(
            "first: {MMA} {D}, %rd4, %rd5, 1, 1, 1, 0, 0;\nwgmma.commit_group.sync.aligned;\nbra first;\nlater: ret;\n"
        );
    let fault = run("sm_90a", &body, 128, &mut buffer(&mut seeded)).expect_err("three warps never issue");
    assert_eq!(fault.code.0, "E0839");
}

#[test]
fn what_has_no_meaning_is_refused() {
    let mut memory = vec![0; 128 * WORDS];
    let mut fault = |a: u64, b: u64, block: u32| {
        let body = prologue(a, b) + &format!("{MMA} {D}, %rd4, %rd5, 1, 1, 1, 0, 0;\n");
        run("sm_90a", &body, block, &mut memory).expect_err("refused")
    };
    let outside = fault(descriptor(0), descriptor(128 * 1024), 128);
    assert_eq!(outside.code.0, "E0832");
    assert!(outside.message.contains("an operand of wgmma reaches shared address 0x20400"), "{outside}");
    let few = fault(descriptor(0), descriptor(0), 96);
    assert_eq!(few.code.0, "E0870");
    assert!(few.message.contains("of a block of 96 threads is in none"), "{few}");
}
