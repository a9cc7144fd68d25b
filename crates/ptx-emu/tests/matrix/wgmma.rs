//! `wgmma.mma_async`: every form, with operands in every swizzle and major, against plain loops.

use ptx::{Modifier, Opcode};
use ptx_emu::matrix::Row;
use ptx_emu::matrix::element::Element;
use ptx_emu::matrix::mma::Sum;
use ptx_emu::matrix::operand::Major;
use ptx_emu::matrix::shared_operand::{Layout, Outside, Shared};
use ptx_emu::matrix::wgmma::{self, Accumulators, Issued, Wgmma};

use crate::code::{moderate, same, sum, worth};
use crate::source::{Seeded, every_choice};

/// Puts a code into memory, of bits at their place in a byte.
fn put(memory: &mut [u8], address: u32, bits: u32, bit_in_byte: u32, code: u64) {
    let place = (address - FIRST) as usize;
    if bits < 8 {
        memory[place] = memory[place] & !(1 << bit_in_byte) | (code as u8) << bit_in_byte;
    } else {
        let bytes = bits as usize / 8;
        memory[place..place + bytes].copy_from_slice(&code.to_le_bytes()[..bytes]);
    }
}

/// A descriptor, and what it means.
#[derive(Clone, Copy, Debug)]
struct Descriptor {
    start: u32,
    leading: u32,
    stride: u32,
    /// Bytes that the swizzle spans, or 0.
    span: u32,
    major: Major,
    /// Lines of 128 bytes past a multiple of 1024 at which its pattern begins.
    lines: u32,
}

impl Descriptor {
    /// One whose parts do not overlap: `region` is aligned to 1024 bytes.
    fn new(region: u32, span: u32, major: Major, depth_bytes: u32, step: u32) -> Descriptor {
        let (leading, stride) = match (major, span) {
            (Major::K, 0) => (128, 128 * (depth_bytes / 16)),
            (Major::K, _) => (16, 8 * span),
            (Major::Mn, 0) => (128, 256),
            (Major::Mn, _) => (16 * span, 8 * span),
        };
        Descriptor { start: region + step, leading, stride, span, major, lines: 0 }
    }

    /// The same, a number of lines of 128 bytes further on.
    fn behind(self, lines: u32) -> Descriptor {
        Descriptor { start: self.start + lines * 128, lines, ..self }
    }

    fn encoded(&self) -> u64 {
        let swizzle = match self.span {
            0 => 0,
            128 => 1,
            64 => 2,
            32 => 3,
            other => unreachable!("{other}"),
        };
        let field = |bytes: u32| u64::from(bytes >> 4);
        // Without a swizzle the base offset says nothing.
        let base_offset = if self.span == 0 { 3 } else { u64::from(self.lines) } << 49;
        swizzle << 62 | base_offset | field(self.stride) << 32 | field(self.leading) << 16 | field(self.start)
    }

    /// The byte of bit `k * bits` of row or column mn.
    fn address(&self, mn: u32, k: u32, bits: u32) -> u32 {
        let k_bytes = k * bits / 8;
        let es = (bits / 8).max(1);
        let offset = match (self.major, self.span) {
            (Major::K, 0) => mn % 8 * 16 + mn / 8 * self.stride + k_bytes % 16 + k_bytes / 16 * self.leading,
            (Major::K, span) => mn % 8 * span + mn / 8 * self.stride + k_bytes,
            (Major::Mn, 0) => {
                let t = 16 / es;
                mn % t * es + mn / t * self.stride + k % 8 * 16 + k / 8 * self.leading
            }
            (Major::Mn, span) => {
                let wide = span / es;
                mn % wide * es + mn / wide * self.leading + k % 8 * span + k / 8 * self.stride
            }
        };
        let address = self.start + offset;
        let line = (address >> 7) - self.lines;
        address
            ^ match self.span {
                0 => 0,
                128 => (line & 7) << 4,
                64 => (line & 3) << 4,
                _ => (line & 1) << 4,
            }
    }
}

/// Registers of a warp, and which of them are accumulators.
struct File<'a> {
    rows: &'a mut [Row],
    d: &'a [u32],
}

impl Accumulators for File<'_> {
    fn get(&self, index: usize) -> &Row {
        &self.rows[self.d[index] as usize]
    }

    fn set(&mut self, index: usize, row: &Row) {
        self.rows[self.d[index] as usize] = *row;
    }

    fn pair(&mut self, first: usize) -> Option<[&mut Row; 2]> {
        self.rows.get_disjoint_mut([self.d[first] as usize, self.d[first + 1] as usize]).ok()
    }
}

struct Case {
    form: Wgmma,
    a: Option<Descriptor>,
    b: Descriptor,
    add: bool,
    negate: (bool, bool),
}

/// The first shared address.
const FIRST: u32 = 1024;
const A_REGION: u32 = 1024;
const B_REGION: u32 = 1024 * 32;
const SHARED: usize = 1024 * 160;

fn layout(descriptor: &Descriptor) -> Layout {
    Layout::wgmma(descriptor.encoded())
}

fn place_of(t: usize, i: usize) -> (usize, usize) {
    let (warp, g, q) = (t / 32, t % 32 / 4, t % 4);
    (16 * warp + g + 8 * ((i >> 1) & 1), 8 * (i >> 2) + 2 * q + (i & 1))
}

fn check(case: &Case, seeded: &mut Seeded) {
    let form = case.form;
    let (n, depth) = (form.columns, form.depth);
    let a: Vec<u64> = (0..64 * depth).map(|_| moderate(form.a.element, seeded)).collect();
    let b: Vec<u64> = (0..n * depth).map(|_| moderate(form.b.element, seeded)).collect();
    let mut memory: Vec<u8> = (0..SHARED).map(|_| seeded.next() as u8).collect();
    let mut fill = |descriptor: &Descriptor, bits: u32, codes: &[u64]| {
        for (index, &code) in codes.iter().enumerate() {
            let (mn, k) = ((index / depth) as u32, (index % depth) as u32);
            put(&mut memory, descriptor.address(mn, k, bits), bits, k * bits % 8, code);
        }
    };
    fill(&case.b, form.b.pitch, &b);
    let lhs = match &case.a {
        Some(descriptor) => {
            fill(descriptor, form.a.pitch, &a);
            Some((layout(descriptor), descriptor.major))
        }
        None => None,
    };
    let a_rows = a_registers(form, &a);
    // Accumulators are the registers from 3 on, last first.
    let d: Vec<u32> = (0..form.d_registers() as u32).rev().map(|register| register + 3).collect();
    let mut files: Vec<Vec<Row>> = (0..4)
        .map(|_| {
            let mut row = || std::array::from_fn(|_| moderate_sum(form.sum, seeded));
            (0..d.len() + 3).map(|_| row()).collect()
        })
        .collect();
    let before = files.clone();
    let issued = Issued { form, a: lhs, b: (layout(&case.b), case.b.major), negate: case.negate };
    let shared = Shared { bytes: &memory, first: FIRST };
    let operands = issued.read(shared).expect("operands lie in shared memory");
    for (warp, file) in files.iter_mut().enumerate() {
        issued.accumulate(&operands, warp, &a_rows[warp], case.add, &mut File { rows: file, d: &d });
    }
    for t in 0..128 {
        for i in 0..n / 2 {
            let (row, column) = place_of(t, i);
            // Of wide shapes every fifth sum, each time another one of a row.
            if n > 64 && (row + column) % 5 != 0 {
                continue;
            }
            let bits = |files: &[Vec<Row>]| -> u64 {
                let file = &files[t / 32];
                match form.sum {
                    Sum::F16 => u64::from(file[d[i / 2] as usize][t % 32] >> (16 * (i % 2)) & 0xffff),
                    _ => u64::from(file[d[i] as usize][t % 32]),
                }
            };
            let signed = |negate, value: f64| if negate { -value } else { value };
            let pairs = (0..depth).map(|k| {
                let a = signed(case.negate.0, worth(form.a.element, a[row * depth + k]));
                (a, signed(case.negate.1, worth(form.b.element, b[column * depth + k])))
            });
            let expected = sum(form.sum, if case.add { bits(&before) } else { 0 }, pairs);
            let found = bits(&files);
            assert!(
                same(form.sum, found, expected),
                "{form:?} {:?} {:?}: ({row}, {column}) is {found:#x}, not {expected:#x}",
                case.a,
                case.b
            );
        }
    }
    assert!(files.iter().zip(&before).all(|(after, before)| after[..3] == before[..3]));
}

fn moderate_sum(sum: Sum, seeded: &mut Seeded) -> u32 {
    match sum {
        Sum::F32 => moderate(Element::Tf32, seeded) as u32,
        Sum::F16 => (moderate(Element::F16, seeded) << 16 | moderate(Element::F16, seeded)) as u32,
        Sum::Wrapping | Sum::Saturating | Sum::Bits(_) => {
            [0x7fff_ff00, 0, 0x8000_0080][seeded.below(3) as usize] + seeded.below(64) as u32
        }
    }
}

fn a_registers(form: Wgmma, a: &[u64]) -> [[Row; 4]; 4] {
    let per_word = (32 / form.a.pitch) as usize;
    std::array::from_fn(|warp| {
        std::array::from_fn(|r| {
            std::array::from_fn(|lane| {
                let (g, q) = (lane / 4, lane % 4);
                let row = 16 * warp + g + 8 * (r & 1);
                let k = q * per_word + 4 * per_word * (r >> 1);
                (0..per_word).fold(0, |word, e| {
                    word | (a[row * form.depth + k + e] as u32) << (e as u32 * form.a.pitch)
                })
            })
        })
    })
}

/// Every instruction, once.
fn every_form() -> Vec<Wgmma> {
    let mut forms: Vec<Wgmma> = Vec::new();
    for words in every_choice(Opcode::WgmmaMmaAsync) {
        let form = wgmma::wgmma(&words).unwrap_or_else(|| panic!("{words:?}"));
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

#[test]
fn every_form_with_a_in_registers_and_in_shared_memory() {
    let mut seeded = Seeded(11);
    let forms = every_form();
    // f16 and bf16 with 32 widths, tf32 and four pairs of 8 bits; integers and bits with 18.
    assert_eq!(forms.len(), 3 * 32 + 32 + 2 * 4 * 32 + 2 * 4 * 18 + 18);
    for (index, form) in forms.into_iter().enumerate() {
        let depth_bytes = form.depth as u32 * form.a.pitch / 8;
        let float = matches!(form.sum, Sum::F32 | Sum::F16);
        let span = [0, 32, 64, 128][index % 4];
        let b = Descriptor::new(B_REGION, span, Major::K, depth_bytes, 0);
        let a = Descriptor::new(A_REGION, [128, 0, 32, 64][index % 4], Major::K, depth_bytes, 0);
        let negate = (float && index % 3 == 0, float && index % 5 == 0);
        check(&Case { form, a: None, b, add: index % 2 == 0, negate }, &mut seeded);
        check(&Case { form, a: Some(a), b, add: index % 2 == 1, negate }, &mut seeded);
    }
}

#[test]
fn every_swizzle_and_major_of_both_operands() {
    let mut seeded = Seeded(12);
    let words = [
        Modifier::Sync,
        Modifier::Aligned,
        Modifier::M64n128k16,
        Modifier::F32,
        Modifier::F16,
        Modifier::F16,
    ];
    let form = wgmma::wgmma(&words).expect("a form");
    for (a_span, b_span) in (0..16).map(|i| ([0, 32, 64, 128][i / 4], [0, 32, 64, 128][i % 4])) {
        for majors in
            [(Major::K, Major::K), (Major::K, Major::Mn), (Major::Mn, Major::K), (Major::Mn, Major::Mn)]
        {
            let a = Descriptor::new(A_REGION, a_span, majors.0, 32, 0);
            let b = Descriptor::new(B_REGION, b_span, majors.1, 32, 0);
            check(&Case { form, a: Some(a), b, add: true, negate: (false, false) }, &mut seeded);
            let (a, b) = (a.behind(3), b.behind(6));
            check(&Case { form, a: Some(a), b, add: true, negate: (false, false) }, &mut seeded);
        }
    }
}

#[test]
fn steps_along_k_inside_of_a_swizzled_line() {
    let mut seeded = Seeded(13);
    for form in every_form().into_iter().filter(|form| form.columns == 64) {
        for step in [32, 64, 96] {
            let b = Descriptor::new(B_REGION, 128, Major::K, 32, step);
            let a = Descriptor::new(A_REGION, 128, Major::K, 32, step);
            check(&Case { form, a: Some(a), b, add: true, negate: (false, false) }, &mut seeded);
        }
    }
}

#[test]
fn an_operand_outside_of_shared_memory_is_named() {
    let words =
        [Modifier::Sync, Modifier::Aligned, Modifier::M64n8k16, Modifier::F32, Modifier::F16, Modifier::F16];
    let form = wgmma::wgmma(&words).expect("a form");
    let layout = layout(&Descriptor::new(2048, 128, Major::K, 32, 0));
    let issued = Issued { form, a: Some((layout, Major::K)), b: (layout, Major::K), negate: (false, false) };
    let shared = Shared { bytes: &[0; 2048], first: FIRST };
    assert_eq!(issued.read(shared).err(), Some(Outside { address: FIRST + 2048 }));
}
