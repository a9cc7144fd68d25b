//! `mma.sync`: every form with random values, special values, and one element at a time.

use numerics::Scalar;
use ptx::Opcode;
use ptx_emu::matrix::element::{Element, Packing};
use ptx_emu::matrix::form::{self, MmaForm};
use ptx_emu::matrix::mma::{Mma, Sum};
use ptx_emu::matrix::mma_f64::MmaF64;
use ptx_emu::matrix::product::BitOp;
use ptx_emu::matrix::scaled::{ScaleFormat, Scaled, Scales};
use ptx_emu::matrix::volta::Volta;
use ptx_emu::matrix::{Row, Row64};

use crate::code::{any, moderate, same, sum, whole, worth};
use crate::source::{Seeded, every_choice};

/// A matrix of codes.
#[derive(Clone)]
struct Codes {
    columns: usize,
    codes: Vec<u64>,
}

impl Codes {
    fn new(rows: usize, columns: usize, mut code: impl FnMut() -> u64) -> Codes {
        Codes { columns, codes: (0..rows * columns).map(|_| code()).collect() }
    }

    fn at(&self, row: usize, column: usize) -> u64 {
        self.codes[row * self.columns + column]
    }
}

/// Row and column of an element: (lane, register, element) of A, of B as (k, n), of 32-bit accumulators.
fn a_place(rows: usize, e_count: usize, lane: usize, r: usize, e: usize) -> (usize, usize) {
    let (g, q) = (lane / 4, lane % 4);
    if rows == 8 { (g, q * e_count + e) } else { (g + 8 * (r & 1), q * e_count + e + 4 * e_count * (r >> 1)) }
}

fn b_place(e_count: usize, lane: usize, r: usize, e: usize) -> (usize, usize) {
    ((lane % 4) * e_count + e + 4 * e_count * r, lane / 4)
}

fn c_place(lane: usize, i: usize) -> (usize, usize) {
    (lane / 4 + 8 * (i >> 1), 2 * (lane % 4) + (i & 1))
}

/// The registers of a matrix.
fn registers(
    count: usize,
    packing: Packing,
    codes: &Codes,
    place: impl Fn(usize, usize, usize) -> (usize, usize),
) -> Vec<Row> {
    let mut rows = vec![[0; 32]; count];
    for (r, row) in rows.iter_mut().enumerate() {
        for (lane, word) in row.iter_mut().enumerate() {
            for e in 0..(32 / packing.pitch) as usize {
                let (i, j) = place(lane, r, e);
                *word |= (codes.at(i, j) as u32) << (e as u32 * packing.pitch + packing.shift);
            }
        }
    }
    rows
}

fn accumulators(rows: usize, sum: Sum, codes: &Codes) -> Vec<Row> {
    let half = |lane, r, e| c_place(lane, 2 * r + e);
    if sum == Sum::F16 {
        registers(rows / 8, Element::F16.dense(), codes, half)
    } else {
        registers(rows / 4, Element::Tf32.dense(), codes, |lane, r, _| c_place(lane, r))
    }
}

fn references(rows: &[Row]) -> Vec<&Row> {
    rows.iter().collect()
}

fn execute(mma: &Mma, a: &Codes, b: &Codes, c: &Codes) -> Vec<Row> {
    let (a_count, b_count) = ((32 / mma.a.pitch) as usize, (32 / mma.b.pitch) as usize);
    let a_rows = registers(mma.a_registers(), mma.a, a, |lane, r, e| a_place(mma.rows, a_count, lane, r, e));
    let b_rows = registers(mma.b_registers(), mma.b, b, |lane, r, e| b_place(b_count, lane, r, e));
    let c_rows = accumulators(mma.rows, mma.sum, c);
    let mut d = vec![[0; 32]; mma.c_registers()];
    mma.execute(&references(&a_rows), &references(&b_rows), &references(&c_rows), &mut d);
    d
}

fn expected(mma: &Mma, a: &Codes, b: &Codes, c: &Codes) -> Codes {
    let mut places = (0..mma.rows * 8).map(|i| (i / 8, i % 8));
    Codes::new(mma.rows, 8, || {
        let (row, column) = places.next().expect("one for each");
        let pairs = (0..mma.depth)
            .map(|k| (worth(mma.a.element, a.at(row, k)), worth(mma.b.element, b.at(k, column))));
        sum(mma.sum, c.at(row, column), pairs)
    })
}

fn check(mma: &Mma, a: &Codes, b: &Codes, c: &Codes) {
    let (found, expected) = (execute(mma, a, b, c), expected(mma, a, b, c));
    for lane in 0..32 {
        for i in 0..mma.rows / 4 {
            let (row, column) = c_place(lane, i);
            let bits = sum_at(mma.sum, &found, lane, i);
            let expected = expected.at(row, column);
            assert!(
                same(mma.sum, bits, expected),
                "{mma:?}: ({row}, {column}) is {bits:#x}, not {expected:#x}"
            );
        }
    }
}

fn accumulator(sum: Sum, seeded: &mut Seeded) -> u64 {
    match sum {
        Sum::F32 => moderate(Element::Tf32, seeded),
        Sum::F16 => moderate(Element::F16, seeded),
        Sum::Wrapping | Sum::Saturating | Sum::Bits(_) => {
            // Near both ends, so that sums overflow.
            let far = [0, 0x7fff_ffff, 0x8000_0000_u32][seeded.below(3) as usize];
            u64::from(far.wrapping_add(seeded.below(64) as u32).wrapping_sub(32))
        }
    }
}

fn every_form() -> Vec<MmaForm> {
    let mut forms = Vec::new();
    for words in every_choice(Opcode::Mma) {
        let form = form::mma(&words).unwrap_or_else(|| panic!("{words:?}"));
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

fn small_forms() -> impl Iterator<Item = Mma> {
    every_form().into_iter().filter_map(|form| match form {
        MmaForm::Small(mma) => Some(mma),
        MmaForm::F64(_) | MmaForm::Volta(_) | MmaForm::Scaled(_) => None,
    })
}

#[test]
fn registers_are_as_many_as_the_table_says() {
    for id in Opcode::Mma.forms() {
        let form = id.form();
        let words: Vec<_> =
            form.slots.iter().filter(|slot| !slot.optional).map(|slot| slot.modifiers[0]).collect();
        let Some(MmaForm::Small(mma)) = form::mma(&words) else { continue };
        let row = form.row.operands;
        let count = |name: &str| -> usize {
            let rest = row.split(", ").find(|operand| operand.starts_with(name)).expect("an operand");
            rest.split('*').nth(1).expect("a vector").parse().expect("a number")
        };
        assert_eq!(
            (mma.a_registers(), mma.b_registers(), mma.c_registers()),
            (count("a:"), count("b:"), count("c:")),
            "{row}"
        );
    }
}

#[test]
fn random_values() {
    let mut seeded = Seeded(1);
    let mut count = 0;
    for mma in small_forms() {
        count += 1;
        for round in 0..6 {
            let a_code = |seeded: &mut Seeded| {
                if round == 5 { any(mma.a.element, seeded) } else { moderate(mma.a.element, seeded) }
            };
            let a = Codes::new(mma.rows, mma.depth, || a_code(&mut seeded));
            let b = Codes::new(mma.depth, 8, || moderate(mma.b.element, &mut seeded));
            let c = Codes::new(mma.rows, 8, || accumulator(mma.sum, &mut seeded));
            check(&mma, &a, &b, &c);
        }
    }
    assert!(count > 100, "{count} instructions");
}

#[test]
fn one_element_at_a_time() {
    for mma in small_forms() {
        // The other operand holds another code at every place as far as its format has as many.
        let mut next = 0;
        let mut distinct = |element: Element| {
            next += 1;
            let code = next * 5 % (1 << element.bits().min(16));
            if worth(element, code).is_finite() { code } else { 1 }
        };
        let b = Codes::new(mma.depth, 8, || distinct(mma.b.element));
        let zero = Codes::new(mma.rows, 8, || 0);
        let ones: Vec<f64> =
            (0..8).map(|n| (0..mma.depth).map(|k| worth(mma.b.element, b.at(k, n))).sum()).collect();
        for hot in 0..mma.rows * mma.depth {
            let (hot_row, k) = (hot / mma.depth, hot % mma.depth);
            let mut place = 0..;
            let one = whole(mma.a.element, 1);
            let a = Codes::new(mma.rows, mma.depth, || if place.next() == Some(hot) { one } else { 0 });
            let found = execute(&mma, &a, &b, &zero);
            for (lane, i) in (0..32).flat_map(|lane| (0..mma.rows / 4).map(move |i| (lane, i))) {
                let (row, column) = c_place(lane, i);
                let chosen = if row == hot_row { worth(mma.b.element, b.at(k, column)) } else { 0.0 };
                let expected = match mma.sum {
                    Sum::Bits(BitOp::Xor) if row == hot_row => ones[column] + 1.0 - 2.0 * chosen,
                    Sum::Bits(BitOp::Xor) => ones[column],
                    _ => chosen,
                };
                let found = worth_of_sum(mma.sum, sum_at(mma.sum, &found, lane, i));
                assert_eq!(found, expected, "{mma:?}: A ({hot_row}, {k}) in ({row}, {column})");
            }
        }
    }
}

/// The bits of accumulator i of a lane.
fn sum_at(sum: Sum, rows: &[Row], lane: usize, i: usize) -> u64 {
    match sum {
        Sum::F16 => u64::from(rows[i / 2][lane] >> (i % 2 * 16) & 0xffff),
        Sum::F32 | Sum::Wrapping | Sum::Saturating | Sum::Bits(_) => u64::from(rows[i][lane]),
    }
}

fn worth_of_sum(sum: Sum, bits: u64) -> f64 {
    match sum {
        Sum::F16 => worth(Element::F16, bits),
        Sum::F32 => f64::from(f32::from_bits(bits as u32)),
        Sum::Wrapping | Sum::Saturating | Sum::Bits(_) => f64::from(bits as u32 as i32),
    }
}

#[test]
fn f64_in_every_rounding() {
    let mut seeded = Seeded(2);
    let mut count = 0;
    for form in every_form() {
        let MmaForm::F64(mma) = form else { continue };
        count += 1;
        for _ in 0..4 {
            check_f64(&mma, &mut seeded);
        }
    }
    assert_eq!(count, 16);
}

fn check_f64(mma: &MmaF64, seeded: &mut Seeded) {
    let mut code = || {
        let sign_and_fraction = seeded.next() & !(0x7ff << 52);
        sign_and_fraction | (1020 + seeded.below(6)) << 52
    };
    let a = Codes::new(mma.rows, mma.depth, &mut code);
    let b = Codes::new(mma.depth, 8, &mut code);
    let c = Codes::new(mma.rows, 8, &mut code);
    let wide = |count: usize, codes: &Codes, place: &dyn Fn(usize, usize) -> (usize, usize)| -> Vec<Row64> {
        let row = |r| {
            std::array::from_fn(|lane| {
                let (i, j) = place(lane, r);
                codes.at(i, j)
            })
        };
        (0..count).map(row).collect()
    };
    let a_rows = wide(mma.rows / 8 * mma.depth / 4, &a, &|lane, r| a_place(mma.rows, 1, lane, r, 0));
    let b_rows = wide(mma.depth / 4, &b, &|lane, r| b_place(1, lane, r, 0));
    let c_rows = wide(mma.rows / 4, &c, &c_place);
    let mut d = vec![[0; 32]; mma.rows / 4];
    let [a_refs, b_refs, c_refs] = [&a_rows, &b_rows, &c_rows].map(|rows| rows.iter().collect::<Vec<_>>());
    mma.execute(&a_refs, &b_refs, &c_refs, &mut d);
    for (i, row) in d.iter().enumerate() {
        for (lane, &found) in row.iter().enumerate() {
            let (row, column) = c_place(lane, i);
            let expected = (0..mma.depth).fold(c.at(row, column), |sum, k| {
                numerics::float::fma(Scalar::F64, a.at(row, k), b.at(k, column), sum, mma.rounding, false)
            });
            assert_eq!(found, expected, "{mma:?} ({row}, {column})");
        }
    }
}

#[test]
fn four_products_of_eight_lanes() {
    let mut seeded = Seeded(3);
    let mut count = 0;
    for form in every_form() {
        let MmaForm::Volta(volta) = form else { continue };
        count += 1;
        for _ in 0..8 {
            check_volta(&volta, &mut seeded);
        }
    }
    assert_eq!(count, 12);
}

fn check_volta(volta: &Volta, seeded: &mut Seeded) {
    let mut rows = |count: usize, element: Element| -> Vec<Row> {
        let per_word = 32 / element.bits();
        let mut word = || {
            (0..per_word).fold(0, |word, e| word | (moderate(element, seeded) as u32) << (e * element.bits()))
        };
        (0..count).map(|_| std::array::from_fn(|_| word())).collect()
    };
    let (a, b) = (rows(2, Element::F16), rows(2, Element::F16));
    let c = if volta.c_f32 { rows(8, Element::Tf32) } else { rows(4, Element::F16) };
    let mut d = vec![[0; 32]; if volta.d_f32 { 8 } else { 4 }];
    volta.execute(&references(&a), &references(&b), &references(&c), &mut d);
    let half = |rows: &[Row], lane: usize, i: usize| u64::from(rows[i / 2][lane] >> (16 * (i % 2)) & 0xffff);
    // The lane and element that hold a place, found by trying all.
    let find = |p: usize,
                wanted: (usize, usize),
                elements: usize,
                place: &dyn Fn(usize, usize) -> (usize, usize)| {
        let mut all =
            (0..32).filter(|lane| lane % 16 / 4 == p).flat_map(|lane| (0..elements).map(move |i| (lane, i)));
        all.find(|&(lane, i)| place(lane, i) == wanted).expect("every place is held")
    };
    let upper = |lane: usize| 4 * (lane / 16);
    let by_lane = |lane: usize, i: usize| (lane % 4 + upper(lane), i);
    let by_element = |lane: usize, i: usize| (i % 4 + upper(lane), lane % 4);
    let in_f32 = |lane: usize, i: usize| ((lane & 1) + (i & 2) + upper(lane), (i & 4) + (lane & 2) + (i & 1));
    for p in 0..4 {
        for (row, column) in (0..64).map(|i| (i / 8, i % 8)) {
            let (lane, i) = if volta.c_f32 {
                find(p, (row, column), 8, &in_f32)
            } else {
                find(p, (row, column), 8, &by_lane)
            };
            let acc = if volta.c_f32 { u64::from(c[i][lane]) } else { half(&c, lane, i) };
            let pairs = (0..4).map(|k| {
                let (lane, i) = if volta.a_by_rows {
                    find(p, (row, k), 4, &by_lane)
                } else {
                    find(p, (row, k), 4, &by_element)
                };
                let (other, j) = if volta.b_by_rows {
                    find(p, (column, k), 4, &by_element)
                } else {
                    find(p, (column, k), 4, &by_lane)
                };
                (worth(Element::F16, half(&a, lane, i)), worth(Element::F16, half(&b, other, j)))
            });
            let acc = if volta.c_f32 { acc } else { worth(Element::F16, acc).to_f32_bits() };
            let wide = numerics::mma::dot(Scalar::F32, acc, pairs);
            let (lane, i) = if volta.d_f32 {
                find(p, (row, column), 8, &in_f32)
            } else {
                find(p, (row, column), 8, &by_lane)
            };
            let (found, expected) = if volta.d_f32 {
                (u64::from(d[i][lane]), wide)
            } else {
                let rounded =
                    numerics::convert::from_f64(Scalar::F16, f64::from(f32::from_bits(wide as u32)));
                (half(&d, lane, i), rounded)
            };
            assert_eq!(found, expected, "{volta:?} product {p} ({row}, {column})");
        }
    }
}

trait F32Bits {
    fn to_f32_bits(self) -> u64;
}

impl F32Bits for f64 {
    fn to_f32_bits(self) -> u64 {
        u64::from((self as f32).to_bits())
    }
}

#[test]
fn block_scales_with_every_selector() {
    let mut seeded = Seeded(4);
    let mut count = 0;
    for form in every_form() {
        let MmaForm::Scaled(scaled) = form else { continue };
        count += 1;
        for (byte, thread) in (0..4).flat_map(|byte| (0..4).map(move |thread| (byte, thread))) {
            if scaled.selects(byte, thread, 4) {
                let threads = (thread as usize % 2, thread as usize);
                check_scaled(&scaled, byte as usize, threads, &mut seeded);
            }
        }
    }
    assert_eq!(count, 25 + 3);
}

fn check_scaled(scaled: &Scaled, byte: usize, threads: (usize, usize), seeded: &mut Seeded) {
    let a = Codes::new(16, scaled.depth, || moderate(scaled.a.element, seeded));
    let b = Codes::new(scaled.depth, 8, || moderate(scaled.b.element, seeded));
    let c = Codes::new(16, 8, || moderate(Element::Tf32, seeded));
    let (sa, sb): ([Row; 1], [Row; 1]) =
        ([[(); 32].map(|()| seeded.next() as u32)], [[(); 32].map(|()| seeded.next() as u32)]);
    let a_rows =
        registers(4, scaled.a, &a, |lane, r, e| a_place(16, (32 / scaled.a.pitch) as usize, lane, r, e));
    let b_rows = registers(2, scaled.b, &b, |lane, r, e| b_place((32 / scaled.b.pitch) as usize, lane, r, e));
    let c_rows = accumulators(16, Sum::F32, &c);
    let mut d = vec![[0; 32]; 4];
    let a_scales = Scales { register: &sa[0], byte, thread: threads.0 };
    let b_scales = Scales { register: &sb[0], byte, thread: threads.1 };
    scaled.execute(
        [(&references(&a_rows), a_scales), (&references(&b_rows), b_scales)],
        &references(&c_rows),
        &mut d,
    );
    let scale_of = |word: u32, k: usize| {
        let bits = word.to_le_bytes()[byte + k / (scaled.depth / scaled.parts)];
        match scaled.scale {
            ScaleFormat::Ue8m0 => numerics::convert::to_f64(Scalar::F8E8M0FNU, u64::from(bits)),
            ScaleFormat::Ue4m3 => numerics::convert::to_f64(Scalar::F8E4M3FN, u64::from(bits & 0x7f)),
        }
    };
    for lane in 0..32 {
        for (i, found) in d.iter().map(|row| row[lane]).enumerate() {
            let (row, column) = c_place(lane, i);
            let sa = sa[0][4 * (row % 8) + 2 * threads.0 + row / 8];
            let sb = sb[0][4 * column + threads.1];
            let pairs = (0..scaled.depth).map(|k| {
                let a = worth(scaled.a.element, a.at(row, k)) * scale_of(sa, k);
                (a, worth(scaled.b.element, b.at(k, column)) * scale_of(sb, k))
            });
            let expected = sum(Sum::F32, c.at(row, column), pairs);
            assert!(
                same(Sum::F32, u64::from(found), expected),
                "{scaled:?} byte {byte}: ({row}, {column}) is {found:#x}, not {expected:#x}"
            );
        }
    }
}
