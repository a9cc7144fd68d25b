//! Printing by the first thread of the block. Tiles go through scratch memory, so that this thread can read all
//! elements; part by part if they do not fit.

use ir::{Op, Value};
use tile_core::arith::{Arith, ComparisonPredicate};
use tileaa::types::Elem;
use tileas::layout::{Rounds, Shape, SharedLayout};
use tileas::ops::fields as from;
use tileas::types::TileType;

use super::{Lower, Lowered, elements};
use crate::Type;
use crate::ops::{Builders as _, fields};

/// A part of a format.
enum Piece {
    /// Text, as a format.
    Text(String),
    /// A conversion: flags, width and precision, then its letter. A `%` without a known letter has none: its argument is
    /// printed in its natural form.
    Conversion(String, Option<char>),
}

/// How many elements stand between two brackets of each dimension.
fn spans(tile: &TileType) -> impl Iterator<Item = u32> {
    let shape = tile.shape();
    (0..shape.len()).map(move |dim| shape[dim..].iter().product())
}

/// Takes a format apart, as the interpreters do (`launch::format`); lengths of arguments follow from their types.
fn pieces(format: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            text.push_str("%%");
            rest = after;
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        let (start, letter, after) = conversion(after).unwrap_or(("", None, after));
        pieces.push(Piece::Conversion(format!("%{start}"), letter));
        rest = after;
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

/// The flags, width and precision of the conversion that a text begins with, its letter, and the text behind it.
fn conversion(text: &str) -> Option<(&str, Option<char>, &str)> {
    let digit = |c: char| c.is_ascii_digit();
    let behind_flags = text.trim_start_matches(['-', '+', ' ', '#', '0']);
    let behind_width = behind_flags.trim_start_matches(digit);
    let precision = behind_width.strip_prefix('.');
    let behind = precision.map_or(behind_width, |precision| precision.trim_start_matches(digit));
    let (start, rest) = text.split_at(text.len() - behind.len());
    let rest = rest.trim_start_matches(['h', 'l', 'j', 'z', 't', 'L', 'q']);
    let letter = rest.chars().next().filter(|&letter| "diouxXeEfFgGaAcsSpn".contains(letter))?;
    Some((start, Some(letter), &rest[letter.len_utf8()..]))
}

/// The maximum number of arguments of one call of the device's `printf` (CUDA C++ programming guide, "Formatted
/// output").
const CALL_ARGUMENTS: usize = 32;

/// One call of `printf`. Output of other thread blocks may come between calls, so one call prints as much as possible.
#[derive(Default)]
struct Call {
    format: String,
    values: Vec<Value>,
}

impl Lower<'_> {
    pub(super) fn print(&mut self, op: Op) -> Lowered<()> {
        let format = self.from.string(op, from::print::format);
        let format = format.map_or_else(String::new, |id| self.from.text(id).into_owned());
        let mut args = self.from.operands(op, from::print::args).to_vec().into_iter();
        let mut call = Call::default();
        for piece in pieces(&format) {
            match piece {
                Piece::Text(part) => call.format.push_str(&part),
                Piece::Conversion(start, letter) => {
                    let Some(arg) = args.next() else { break };
                    // C would write to the address; the language has no such conversion, and the interpreters print nothing.
                    if letter == Some('n') {
                        continue;
                    }
                    let tile = self.tile(arg).clone();
                    let count: u32 = tile.shape().iter().product();
                    if call.values.len() + count as usize > CALL_ARGUMENTS {
                        self.print_once(&std::mem::take(&mut call));
                    }
                    if tile.shape().is_empty() {
                        let value = self.single(arg);
                        let (part, value) = self.converted(&start, letter, value, tile.elem);
                        call.format.push_str(&part);
                        call.values.push(value);
                    } else if count as usize <= CALL_ARGUMENTS {
                        self.small_tile(arg, (&start, letter), &mut call);
                    } else {
                        self.print_tile(arg, &start, letter);
                    }
                }
            }
        }
        self.print_once(&call);
        Ok(())
    }

    fn printf(&mut self, text: &str, values: &[Value]) {
        self.b().printf().args(values).format(text).finish();
    }

    fn print_once(&mut self, call: &Call) {
        if call.format.is_empty() {
            return;
        }
        let first = self.is_first_thread();
        self.when(first, |l| l.printf(&call.format, &call.values));
    }

    /// A conversion with the length of its argument, and the argument in the type that `printf` expects. A letter that
    /// does not fit the type of the argument is replaced: the device's `printf` would take an integer for an address.
    fn converted(&mut self, start: &str, letter: Option<char>, value: Value, elem: Elem) -> (String, Value) {
        let fits = |letters: &str| letter.filter(|&letter| letters.contains(letter));
        match elem {
            Elem::Ptr => {
                let ty = self.to.types.intern(Type::I64);
                let bits = self.b().ptr_to_int().source(value).result(ty).finish().value();
                let text = match fits("diouxX") {
                    Some(letter) => format!("{start}ll{letter}"),
                    None => format!("{start}p"),
                };
                (text, bits)
            }
            Elem::Scalar(scalar) if scalar.is_int() => {
                let letter = fits("diouxXc").unwrap_or('d');
                let signed = matches!(letter, 'd' | 'i');
                let plain = format!("{start}{letter}");
                match self.type_of(value) {
                    Type::I64 => (format!("{start}ll{letter}"), value),
                    // A bool is printed as 0 or 1, whatever the letter.
                    Type::I1 => (plain, self.resize(value, Type::I32, false)),
                    _ if scalar.bits() < 16 => (plain, self.widen_int(value, elem, signed)),
                    _ => (plain, self.resize(value, Type::I32, signed)),
                }
            }
            Elem::Scalar(scalar) => {
                let letter = fits("eEfFgGaA").unwrap_or('g');
                let value = self.decode(value, scalar);
                (format!("{start}{letter}"), self.float_to_float(value, Type::F64, ir::AttrSlot::ABSENT))
            }
        }
    }

    /// Adds all elements of a tile to a call, which has room for them.
    fn small_tile(&mut self, arg: Value, conversion: (&str, Option<char>), call: &mut Call) {
        let tile = self.tile(arg).clone();
        let base = self.staged(arg, &tile);
        let zero = self.i32(0);
        let count = tile.shape().iter().product();
        self.add_elements((base, zero), &tile, count, conversion, call);
    }

    /// All elements in row-major order, in brackets.
    fn print_tile(&mut self, arg: Value, start: &str, letter: Option<char>) {
        let tile = self.tile(arg).clone();
        let bits = elements::register(tile.elem).bits().max(8);
        if let Some(part_bits) = self.round_bits(1 << tile.layout.shape().bits(), bits) {
            let values = self.registers(arg);
            self.print_in_rounds(&tile, &values, part_bits, (start, letter));
            return;
        }
        let base = self.staged(arg, &tile);
        let first = self.is_first_thread();
        let count = tile.shape().iter().product();
        self.when(first, |l| l.print_elements(base, &tile, 0..count, (start, letter)));
    }

    /// Where the elements of a tile are in the scratch, in row-major order, for all threads to read.
    fn staged(&mut self, arg: Value, tile: &TileType) -> Value {
        let values = self.registers(arg);
        let bytes = elements::register(tile.elem).bits().max(8) / 8;
        let base = self.scratch(u64::from(bytes) << tile.layout.shape().bits());
        let owner = self.owns(&tile.layout);
        let linear = self.linear_coordinates(&tile.layout);
        self.barrier();
        for register in Self::own_registers(&tile.layout) {
            let stored = self.in_memory(values[register]);
            let address = self.advance(base, linear[register], bytes);
            self.st(address, &[stored], bytes * 8, owner);
        }
        self.barrier();
        base
    }

    /// The same where not all of them have room in the scratch: parts one after the other.
    fn print_in_rounds(
        &mut self,
        tile: &TileType,
        values: &[Value],
        part_bits: u32,
        (start, letter): (&str, Option<char>),
    ) {
        let ty = elements::register(tile.elem);
        let bits = ty.bits().max(8);
        let (count, part): (u32, u32) = (tile.shape().iter().product(), 1 << part_bits);
        let [line, shape] = [count, part].map(|extent| Shape::new(&[extent]).expect("a power of two"));
        let slices = Rounds::slices(&line, &shape).expect("parts of a line");
        let (layout, shared) = (tile.layout.reshape(line), SharedLayout::row_major(&shape));
        let base = self.scratch(u64::from(bits / 8) << part_bits);
        for number in 0..count / part {
            self.barrier();
            self.store_slice(base, (values, &layout), (&shared, bits), (&slices, number.into()));
            self.barrier();
            let first = self.is_first_thread();
            let printed = number * part..(number + 1) * part;
            self.when(first, |l| l.print_elements(base, tile, printed, (start, letter)));
        }
    }

    /// The elements of a tile with these numbers, of which the first one is at `base`, as many per call as fit.
    fn print_elements(
        &mut self,
        base: Value,
        tile: &TileType,
        numbers: std::ops::Range<u32>,
        conversion: (&str, Option<char>),
    ) {
        let count: u32 = tile.shape().iter().product();
        let part = numbers.end - numbers.start;
        let some = part.min(CALL_ARGUMENTS as u32);
        let (zero, step, end) = (self.i32(numbers.start), self.i32(some), self.i32(numbers.end));
        let none: [ir::TypeId; 0] = [];
        let op = self.b().for_().lower(zero).upper(end).step(step).results(none).finish().op;
        let block = self.to.block(op, fields::for_::body).expect("a loop has a body");
        let i32 = self.to.types.intern(Type::I32);
        self.to.body.set_block_args(block, &[i32]);
        let number = self.to.body.block_args(block).get(0).expect("the counter");
        let around = std::mem::replace(&mut self.block, block);
        // Brackets of dimensions that no single call has whole.
        let wide: Vec<u32> = spans(tile).filter(|&span| span > some).collect();
        for &span in &wide {
            let begins = self.is_multiple(number, span);
            self.when(begins, |l| l.printf("[", &[]));
        }
        let place = if part == count {
            number
        } else {
            let mask = self.i32(part - 1);
            self.and(number, mask)
        };
        let mut call = Call::default();
        self.add_elements((base, place), tile, some, conversion, &mut call);
        self.printf(&call.format, &call.values);
        let next = self.binary(Arith::AddI, number, step);
        for &span in wide.iter().rev() {
            let ends = self.is_multiple(next, span);
            self.when(ends, |l| l.printf("]", &[]));
        }
        let all = if numbers.end == count { end } else { self.i32(count) };
        let more = self.compare(ComparisonPredicate::LessThan, false, next, all);
        self.when(more, |l| l.printf(", ", &[]));
        self.b().continue_().finish();
        self.block = around;
    }

    /// Adds some elements of a tile to a call, the first of which has the number `place` from `base` on, a multiple of
    /// `some`.
    fn add_elements(
        &mut self,
        (base, place): (Value, Value),
        tile: &TileType,
        some: u32,
        (start, letter): (&str, Option<char>),
        call: &mut Call,
    ) {
        let ty = elements::register(tile.elem);
        let bytes = ty.bits().max(8) / 8;
        let first = self.advance(base, place, bytes);
        let spans: Vec<u32> = spans(tile).filter(|&span| span <= some).collect();
        for number in 0..some {
            call.format.extend(spans.iter().filter(|&span| number % span == 0).map(|_| '['));
            let index = self.i32(number);
            let address = self.advance(first, index, bytes);
            let value = self.load_shared(address, ty);
            let (text, value) = self.converted(start, letter, value, tile.elem);
            call.format.push_str(&text);
            call.values.push(value);
            call.format.extend(spans.iter().filter(|&span| (number + 1) % span == 0).map(|_| ']'));
            if number + 1 < some {
                call.format.push_str(", ");
            }
        }
    }

    /// Whether a number is a multiple of a power of two.
    fn is_multiple(&mut self, number: Value, of: u32) -> Value {
        let (mask, zero) = (self.i32(of - 1), self.i32(0));
        let rest = self.and(number, mask);
        self.compare(ComparisonPredicate::Equal, false, rest, zero)
    }
}
