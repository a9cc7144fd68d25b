//! Printing: the first thread of the block does it. Tiles go through scratch, so that it sees all elements; part by part where they
//! have no room.

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
    /// A conversion: flags, width and precision, then its letter.
    Conversion(String, char),
}

/// Takes a format apart; lengths of arguments follow from their types.
fn pieces(format: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        text.push(c);
        if c != '%' || rest.peek().is_none() {
            continue;
        }
        if rest.peek() == Some(&'%') {
            text.extend(rest.next());
            continue;
        }
        text.pop();
        let mut conversion = String::from("%");
        for c in rest.by_ref() {
            if c.is_ascii_alphabetic() && !matches!(c, 'l' | 'h' | 'z' | 'j' | 't' | 'L' | 'q') {
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                pieces.push(Piece::Conversion(conversion, c));
                break;
            }
            if !c.is_ascii_alphabetic() {
                conversion.push(c);
            }
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

impl Lower<'_> {
    pub(super) fn print(&mut self, op: Op) -> Lowered<()> {
        let format = self.from.string(op, from::print::format);
        let format = format.map_or_else(String::new, |id| self.from.text(id).into_owned());
        let mut args = self.from.operands(op, from::print::args).to_vec().into_iter();
        // What one call prints: tiles end it.
        let (mut text, mut values) = (String::new(), Vec::new());
        for piece in pieces(&format) {
            match piece {
                Piece::Text(part) => text.push_str(&part),
                Piece::Conversion(start, letter) => {
                    let Some(arg) = args.next() else { break };
                    let tile = self.tile(arg).clone();
                    if tile.shape().is_empty() {
                        let value = self.single(arg);
                        let (part, value) = self.converted(&start, letter, value, tile.elem);
                        text.push_str(&part);
                        values.push(value);
                    } else {
                        self.print_once(&std::mem::take(&mut text), &std::mem::take(&mut values));
                        self.print_tile(arg, &start, letter);
                    }
                }
            }
        }
        self.print_once(&text, &values);
        Ok(())
    }

    fn printf(&mut self, text: &str, values: &[Value]) {
        self.b().printf().args(values).format(text).finish();
    }

    fn print_once(&mut self, text: &str, values: &[Value]) {
        if text.is_empty() {
            return;
        }
        let first = self.is_first_thread();
        self.when(first, |l| l.printf(text, values));
    }

    /// A conversion with the length of its argument, and the argument as `printf` takes it.
    fn converted(&mut self, start: &str, letter: char, value: Value, elem: Elem) -> (String, Value) {
        let signed = matches!(letter, 'd' | 'i');
        let plain = format!("{start}{letter}");
        match elem {
            Elem::Ptr => {
                let ty = self.to.types.intern(Type::I64);
                let bits = self.b().ptr_to_int().source(value).result(ty).finish().value();
                (if letter == 'p' { plain } else { format!("{start}ll{letter}") }, bits)
            }
            Elem::Scalar(scalar) if scalar.is_int() => match self.type_of(value) {
                Type::I64 => (format!("{start}ll{letter}"), value),
                // A bool is printed as 0 or 1, whatever the letter.
                Type::I1 => (plain, self.resize(value, Type::I32, false)),
                _ if scalar.bits() < 16 => (plain, self.widen_int(value, elem, signed)),
                _ => (plain, self.resize(value, Type::I32, signed)),
            },
            Elem::Scalar(scalar) => {
                let value = self.decode(value, scalar);
                (plain, self.float_to_float(value, Type::F64, ir::AttrSlot::ABSENT))
            }
        }
    }

    /// All elements in row-major order, in brackets.
    fn print_tile(&mut self, arg: Value, start: &str, letter: char) {
        let tile = self.tile(arg).clone();
        let values = self.registers(arg);
        let ty = elements::register(tile.elem);
        let bytes = ty.bits().max(8) / 8;
        if let Some(part_bits) = self.round_bits(1 << tile.layout.shape().bits(), bytes * 8) {
            self.print_in_rounds(&tile, &values, part_bits, (start, letter));
            return;
        }
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
        let first = self.is_first_thread();
        let count = tile.shape().iter().product();
        self.when(first, |l| l.print_elements((base, ty), &tile, 0..count, (start, letter)));
    }

    /// The same where not all of them have room in the scratch: parts one behind the other.
    fn print_in_rounds(
        &mut self,
        tile: &TileType,
        values: &[Value],
        part_bits: u32,
        (start, letter): (&str, char),
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
            self.when(first, |l| l.print_elements((base, ty), tile, printed, (start, letter)));
        }
    }

    /// The elements of a tile with these numbers, of which the first one lies at `base`.
    fn print_elements(
        &mut self,
        (base, ty): (Value, Type),
        tile: &TileType,
        numbers: std::ops::Range<u32>,
        (start, letter): (&str, char),
    ) {
        let (elem, shape) = (tile.elem, tile.shape());
        let count: u32 = shape.iter().product();
        let (zero, one, end) = (self.i32(numbers.start), self.i32(1), self.i32(numbers.end));
        let none: [ir::TypeId; 0] = [];
        let op = self.b().for_().lower(zero).upper(end).step(one).results(none).finish().op;
        let block = self.to.block(op, fields::for_::body).expect("a loop has a body");
        let i32 = self.to.types.intern(Type::I32);
        self.to.body.set_block_args(block, &[i32]);
        let number = self.to.body.block_args(block).get(0).expect("the counter");
        let around = std::mem::replace(&mut self.block, block);
        // How many elements stand between two brackets of each dimension.
        let spans: Vec<u32> = (0..shape.len()).map(|dim| shape[dim..].iter().product()).collect();
        for &span in &spans {
            let begins = self.is_multiple(number, span);
            self.when(begins, |l| l.printf("[", &[]));
        }
        let part = numbers.end - numbers.start;
        let place = if part == count {
            number
        } else {
            let mask = self.i32(part - 1);
            self.and(number, mask)
        };
        let address = self.advance(base, place, ty.bits().max(8) / 8);
        let value = self.load_shared(address, ty);
        let (text, value) = self.converted(start, letter, value, elem);
        self.printf(&text, &[value]);
        let next = self.binary(Arith::AddI, number, one);
        for &span in spans.iter().rev() {
            let ends = self.is_multiple(next, span);
            self.when(ends, |l| l.printf("]", &[]));
        }
        let all = if numbers.end == count { end } else { self.i32(count) };
        let more = self.compare(ComparisonPredicate::LessThan, false, next, all);
        self.when(more, |l| l.printf(", ", &[]));
        self.b().continue_().finish();
        self.block = around;
    }

    /// Whether a number is a multiple of a power of two.
    fn is_multiple(&mut self, number: Value, of: u32) -> Value {
        let (mask, zero) = (self.i32(of - 1), self.i32(0));
        let rest = self.and(number, mask);
        self.compare(ComparisonPredicate::Equal, false, rest, zero)
    }
}
