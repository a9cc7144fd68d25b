//! Texts with conversions, as C's `printf` writes them.

use crate::fault::Fault;

/// The maximum width or precision in characters. A conversion in a kernel's format could ask for 2^31 and exhaust
/// memory; no readable text needs as many.
const MAX_PADDING: usize = 4096;

/// The arguments of a format.
pub(crate) trait Arguments {
    /// The next argument, of 4 or 8 bytes.
    fn next(&mut self, size: u32) -> Result<u64, Box<Fault>>;
    /// The text at an address.
    fn text(&mut self, address: u64) -> Result<String, Box<Fault>>;
}

/// A conversion: what is between `%` and its letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// Bytes of an integer.
    size: u32,
    /// Bits of it that count.
    bits: u32,
}

/// The text, and how many arguments it took.
pub(crate) fn print(format: &str, arguments: &mut dyn Arguments) -> Result<(String, u32), Box<Fault>> {
    let mut counted = Counted { arguments, count: 0 };
    let mut text = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let (shown, after) = counted.conversion(rest)?;
        text.push_str(&shown);
        rest = after;
    }
    text.push_str(rest);
    Ok((text, counted.count))
}

struct Counted<'a> {
    arguments: &'a mut dyn Arguments,
    count: u32,
}

impl Counted<'_> {
    fn next(&mut self, size: u32) -> Result<u64, Box<Fault>> {
        self.count += 1;
        self.arguments.next(size)
    }

    /// The text of the conversion that a format begins with, and what follows; an unknown one is printed literally.
    fn conversion<'f>(&mut self, format: &'f str) -> Result<(String, &'f str), Box<Fault>> {
        let (mut how, mut rest) = flags(&format[1..]);
        let (width, after) = self.number(rest)?;
        let width = width.unwrap_or(0);
        // A negative `*` width is the flag `-` with its magnitude, as in C.
        (how.left, how.width, rest) = (how.left || width < 0, width.unsigned_abs() as usize, after);
        if let Some(after) = rest.strip_prefix('.') {
            let (precision, after) = self.number(after)?;
            how.precision =
                usize::try_from(precision.unwrap_or(0)).ok().map(|precision| precision.min(MAX_PADDING));
            rest = after;
        }
        how.width = how.width.min(MAX_PADDING);
        (how.size, how.bits, rest) = length(rest);
        let Some(letter) = rest.chars().next() else { return Ok((format.to_owned(), "")) };
        let after = &rest[letter.len_utf8()..];
        let shown = self.shown(&how, letter)?;
        let unknown = &format[..format.len() - after.len()];
        Ok((shown.unwrap_or_else(|| unknown.to_owned()), after))
    }

    /// The text of an argument; none for a letter that C does not know.
    fn shown(&mut self, how: &Conversion, letter: char) -> Result<Option<String>, Box<Fault>> {
        Ok(match letter {
            '%' => Some("%".to_owned()),
            'd' | 'i' => Some(how.signed(self.next(how.size)?)),
            'u' | 'x' | 'X' | 'o' => Some(how.unsigned(self.next(how.size)?, letter)),
            'c' => Some(how.pad(char::from(self.next(4)? as u8).to_string())),
            'p' => Some(how.pad(format!("{:#x}", self.next(8)?))),
            's' => {
                let address = self.next(8)?;
                let text = self.arguments.text(address)?;
                let kept = how.precision.map_or(text.clone(), |most| text.chars().take(most).collect());
                Some(how.pad(kept))
            }
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
                Some(how.float(f64::from_bits(self.next(8)?), letter))
            }
            _ => None,
        })
    }

    /// A number, or `*` and its argument.
    fn number<'f>(&mut self, rest: &'f str) -> Result<(Option<i32>, &'f str), Box<Fault>> {
        if let Some(after) = rest.strip_prefix('*') {
            return Ok((Some(self.next(4)? as i32), after));
        }
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = (end > 0).then(|| rest[..end].parse().unwrap_or(i32::MAX));
        Ok((number, &rest[end..]))
    }
}

impl Conversion {
    fn pad(&self, text: String) -> String {
        let missing = self.width.saturating_sub(text.chars().count());
        let spaces = " ".repeat(missing);
        if self.left { text + &spaces } else { spaces + &text }
    }

    /// Sign or prefix and digits, filled with zeros between them or with spaces around them.
    fn join(&self, before: &str, digits: &str, zeros: bool) -> String {
        let missing = self.width.saturating_sub(before.len() + digits.len());
        if zeros && self.zeros && !self.left {
            return format!("{before}{}{digits}", "0".repeat(missing));
        }
        self.pad(format!("{before}{digits}"))
    }

    const fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// At least as many digits as the precision.
    fn digits(&self, digits: String) -> String {
        match self.precision {
            Some(0) if digits == "0" => String::new(),
            Some(least) => format!("{}{digits}", "0".repeat(least.saturating_sub(digits.len()))),
            None => digits,
        }
    }

    fn signed(&self, bits: u64) -> String {
        let unused = 64 - self.bits;
        let value = (bits << unused) as i64 >> unused;
        let digits = self.digits(value.unsigned_abs().to_string());
        self.join(self.sign(value < 0), &digits, self.precision.is_none())
    }

    fn unsigned(&self, bits: u64, letter: char) -> String {
        let value = if self.bits == 64 { bits } else { bits & ((1 << self.bits) - 1) };
        let digits = match letter {
            'x' => format!("{value:x}"),
            'X' => format!("{value:X}"),
            'o' if self.alternate && value != 0 => format!("0{value:o}"),
            'o' => format!("{value:o}"),
            _ => value.to_string(),
        };
        let prefix = match letter {
            'x' if self.alternate && value != 0 => "0x",
            'X' if self.alternate && value != 0 => "0X",
            _ => "",
        };
        self.join(prefix, &self.digits(digits), self.precision.is_none())
    }

    fn float(&self, value: f64, letter: char) -> String {
        let magnitude = value.abs();
        let (digits, finite) = if value.is_nan() {
            ("nan".to_owned(), false)
        } else if value.is_infinite() {
            ("inf".to_owned(), false)
        } else {
            let precision = self.precision.unwrap_or(6);
            let digits = match letter.to_ascii_lowercase() {
                'f' => self.fixed(magnitude, precision),
                'e' => self.scientific(magnitude, precision),
                'g' => self.shorter(magnitude, precision.max(1)),
                _ => return self.hexadecimal(value, letter == 'A'),
            };
            (digits, true)
        };
        let digits = if letter.is_ascii_uppercase() { digits.to_uppercase() } else { digits };
        self.join(self.sign(value.is_sign_negative()), &digits, finite)
    }

    fn fixed(&self, value: f64, precision: usize) -> String {
        let point = if precision == 0 && self.alternate { "." } else { "" };
        format!("{value:.precision$}{point}")
    }

    fn scientific(&self, value: f64, precision: usize) -> String {
        let text = format!("{value:.precision$e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let point = if precision == 0 && self.alternate { "." } else { "" };
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{digits}{point}e{sign}{:02}", exponent.unsigned_abs())
    }

    /// `%g`: a number of digits, without zeros at the end, with an exponent where that is large or small.
    fn shorter(&self, value: f64, precision: usize) -> String {
        let text = format!("{value:.*e}", precision - 1);
        // The exponent after rounding decides, as in C: 9.9999995 becomes 10.
        let exponent: i32 = text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
        let plain = exponent >= -4 && exponent < precision as i32;
        let text = if plain {
            self.fixed(value, (precision as i32 - 1 - exponent) as usize)
        } else {
            self.scientific(value, precision - 1)
        };
        if self.alternate {
            return text;
        }
        let (digits, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
        let digits =
            if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
        format!("{digits}{exponent}")
    }

    /// `%a`: one bit before the point, hexadecimal digits after it, a power of two.
    fn hexadecimal(&self, value: f64, upper: bool) -> String {
        let bits = value.to_bits();
        let (mut mantissa, field) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7FF) as i32);
        let exponent = match (field, mantissa) {
            (0, 0) => 0,
            (0, _) => -1022,
            _ => field - 1023,
        };
        let mut first = u64::from(field != 0);
        let mut digits = format!("{mantissa:013x}").trim_end_matches('0').to_owned();
        if let Some(precision) = self.precision.filter(|&precision| precision < 13) {
            let dropped = 52 - 4 * precision as u32;
            let half = 1u64 << (dropped - 1);
            let whole = first << 52 | mantissa;
            let kept = whole >> dropped;
            // Ties go to even, as the C library rounds.
            let rest = whole & ((1 << dropped) - 1);
            let kept = kept + u64::from(rest > half || rest == half && kept & 1 == 1);
            (first, mantissa) = (kept >> (4 * precision), kept & ((1 << (4 * precision)) - 1));
            digits = if precision == 0 { String::new() } else { format!("{mantissa:0precision$x}") };
        } else if let Some(precision) = self.precision {
            digits = format!("{mantissa:013x}{}", "0".repeat(precision - 13));
        }
        let point = if digits.is_empty() && !self.alternate { "" } else { "." };
        let text = format!("{first}{point}{digits}p{exponent:+}");
        let before = format!("{}0x", self.sign(value.is_sign_negative()));
        let shown = self.join(&before, &text, true);
        if upper { shown.to_uppercase() } else { shown }
    }
}

/// The flags that a conversion begins with, and what follows.
fn flags(format: &str) -> (Conversion, &str) {
    let rest = format.trim_start_matches(|flag| "-+ #0".contains(flag));
    let flags = &format[..format.len() - rest.len()];
    let how = Conversion {
        size: 4,
        bits: 32,
        left: flags.contains('-'),
        plus: flags.contains('+'),
        space: flags.contains(' '),
        alternate: flags.contains('#'),
        zeros: flags.contains('0'),
        ..Conversion::default()
    };
    (how, rest)
}

/// The bytes of an argument of this length and the bits that count, and what follows. Arguments are promoted: 4 bytes, or 8 for
/// the long types.
fn length(format: &str) -> (u32, u32, &str) {
    // Longer prefixes come first.
    let lengths =
        [("hh", 4, 8), ("h", 4, 16), ("ll", 8, 64), ("l", 8, 64), ("j", 8, 64), ("z", 8, 64), ("t", 8, 64)];
    let found = lengths.iter().find_map(|&(word, size, bits)| Some((size, bits, format.strip_prefix(word)?)));
    found.unwrap_or((4, 32, format))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct List(Vec<u64>);

    impl Arguments for List {
        fn next(&mut self, _size: u32) -> Result<u64, Box<Fault>> {
            Ok(self.0.remove(0))
        }

        fn text(&mut self, address: u64) -> Result<String, Box<Fault>> {
            Ok(format!("text{address}"))
        }
    }

    fn shown(format: &str, arguments: &[u64]) -> String {
        print(format, &mut List(arguments.to_vec())).expect("all are given").0
    }

    #[test]
    fn integers() {
        let minus = -42i32 as u32 as u64;
        assert_eq!(
            shown("%d|%5d|%-5d|%05d|%+d", &[minus, minus, minus, minus, 7]),
            "-42|  -42|-42  |-0042|+7"
        );
        assert_eq!(shown("%u %x %#X %o %hhd", &[7, 255, 255, 8, 0x1FF]), "7 ff 0XFF 10 -1");
        assert_eq!(shown("%lld %.3d %*d%%", &[u64::MAX, 5, 4, 1]), "-1 005    1%");
        assert_eq!(shown("%c%s%.2s%p %q", &[65, 1, 2, 16]), "Atext1te0x10 %q");
    }

    #[test]
    fn floats() {
        let one = |format: &str, value: f64| shown(format, &[value.to_bits()]);
        assert_eq!(one("%f", 1.5), "1.500000");
        assert_eq!(one("%08.2f", -2.71), "-0002.71");
        assert_eq!(one("%e", 12345.678), "1.234568e+04");
        assert_eq!(one("%g", 0.0001), "0.0001");
        assert_eq!(one("%g", 1e-5), "1e-05");
        assert_eq!(one("%g", 100000.0), "100000");
        assert_eq!(one("%G", 1234567.0), "1.23457E+06");
        assert_eq!(one("%#.3g", 1.0), "1.00");
        assert_eq!(one("%5.1f", f64::INFINITY), "  inf");
        assert_eq!(one("%a", 1.0), "0x1p+0");
        assert_eq!(one("%.1a", 1.96875), "0x2.0p+0");
        assert_eq!(one("%A", -0.5), "-0X1P-1");
    }
}
