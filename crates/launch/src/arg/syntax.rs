//! Parser of one argument. It resolves no names and fills no buffers, and the syntax has no nesting.

use super::error::{Mistake, shown};
use super::function::Function;
use super::names;
use super::parsed::{Call, ExtentKind, Fill, Literal, Name, Parsed, Value};
use crate::buffer::{MAX_DEVICES, MAX_RANK};
use diag::suggest::before;
use numerics::Scalar;

const FILL_HELP: &str =
    "write zeros, ones, full(3), iota, arange(0,2), uniform(0,1), randint(0,10), randn or @a.npy";

/// Parses one argument.
pub(super) fn parse(text: &str) -> Result<Parsed, Mistake> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_blanks();
    let name = cursor.name_in_front()?;
    cursor.skip_blanks();
    let start = cursor.at;
    let value = cursor.value()?;
    cursor.skip_blanks();
    if let (Value::Same(name), true) = (&value, cursor.rest().starts_with('=')) {
        let message =
            format!("expected a buffer's type or the end of the argument, found `{}`", shown(cursor.rest()));
        let help = format!("a name stands before a colon: {}:f32[128]=zeros", name.text);
        return Err(Mistake::new(cursor.at..text.len(), message, help));
    }
    if cursor.at < text.len() {
        let message = format!("expected the end of the argument, found `{}`", shown(cursor.rest()));
        return Err(Mistake::new(
            cursor.at..text.len(),
            message,
            "remove it, or write it as an argument of its own",
        ));
    }
    Ok(Parsed { name, value, span: start..text.trim_end().len().max(start) })
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn accept(&mut self, wanted: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    fn expect(&mut self, wanted: &str, expected: &str, help: &str) -> Result<(), Mistake> {
        if self.accept(wanted) { Ok(()) } else { Err(self.unexpected(expected, help)) }
    }

    fn unexpected(&self, expected: &str, help: &str) -> Mistake {
        let found = match self.peek() {
            Some(_) => format!("`{}`", shown(self.rest())),
            None => "the end".into(),
        };
        Mistake::new(self.at..self.text.len(), format!("expected {expected}, found {found}"), help)
    }

    /// The longest run of characters that `belongs` accepts.
    fn take(&mut self, belongs: impl Fn(char) -> bool) -> Name {
        let length = self.rest().find(|c: char| !belongs(c)).unwrap_or(self.rest().len());
        let span = self.at..self.at + length;
        self.at = span.end;
        Name { text: self.text[span.clone()].to_owned(), span }
    }

    fn word(&mut self) -> Name {
        self.take(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    /// A word, or a type with its module: `torch.float16`.
    fn type_or_name(&mut self) -> Name {
        let word = self.word();
        if !names::is_module(&word.text) || self.peek() != Some('.') {
            return word;
        }
        let start = word.span.start;
        self.at += 1;
        let end = self.word().span.end;
        Name { text: self.text[start..end].to_owned(), span: start..end }
    }

    fn starts_word(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
    }

    fn name_in_front(&mut self) -> Result<Option<Name>, Mistake> {
        let start = self.at;
        if self.starts_word() {
            let name = self.word();
            if self.accept(":") {
                return check_name(name).map(Some);
            }
        }
        self.at = start;
        Ok(None)
    }

    fn value(&mut self) -> Result<Value, Mistake> {
        if self.peek() == Some('@') {
            let path = self.path()?;
            return Ok(Value::File { path, devices: self.devices()? });
        }
        if !self.starts_word() {
            return self
                .literal("a number, a buffer or a name", "write for example 42, f32[128]=zeros or @a.npy")
                .map(Value::Literal);
        }
        let start = self.at;
        let word = self.type_or_name();
        match self.peek() {
            Some('[') => self.buffer(word),
            Some('.') => self.extent(word),
            _ if is_word_literal(&word.text) => {
                self.at = start;
                self.literal("a number", "write for example 42").map(Value::Literal)
            }
            _ => Ok(Value::Same(word)),
        }
    }

    /// `@` and a path, which may hold anything: it goes to the end, or to an `@multicast` after it.
    fn path(&mut self) -> Result<Name, Mistake> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let is_devices = |at: &usize| rest[at + 1..].trim_start().starts_with("multicast");
        let path = match rest.rfind('@').filter(is_devices) {
            Some(at) => rest[..at].trim_end(),
            None => rest,
        };
        self.at = start + 1 + path.len();
        if path.trim().is_empty() {
            return Err(Mistake::new(
                start..self.at,
                "expected a file after `@`",
                "write for example @a.npy",
            ));
        }
        Ok(Name { text: path.to_owned(), span: start..self.at })
    }

    /// A number up to a separator; `bits(0x..)` counts as one.
    fn literal(&mut self, expected: &str, help: &str) -> Result<Literal, Mistake> {
        let start = self.at;
        if self.rest().starts_with("bits(") {
            self.at += self.rest().find(')').map_or(self.rest().len(), |end| end + 1);
        } else {
            self.take(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_'));
        }
        if self.at == start {
            return Err(self.unexpected(expected, help));
        }
        Ok(Literal { text: self.text[start..self.at].to_owned(), span: start..self.at })
    }

    fn extent(&mut self, name: Name) -> Result<Value, Mistake> {
        const HELP: &str = "write for example C.shape[0] or C.stride[0]";
        let name = check_name(name)?;
        self.expect(".", "`.`", HELP)?;
        let word = self.word();
        let kind = match word.text.as_str() {
            "shape" => ExtentKind::Shape,
            "stride" => ExtentKind::Stride,
            _ => {
                self.at = word.span.start;
                return Err(self.unexpected("`shape` or `stride`", HELP));
            }
        };
        self.expect("[", "`[`", HELP)?;
        let index = self.number("the number of a dimension", HELP)?;
        self.expect("]", "`]`", HELP)?;
        Ok(Value::Extent { name, kind, index: usize::try_from(index).unwrap_or(usize::MAX) })
    }

    fn number(&mut self, expected: &str, help: &str) -> Result<u64, Mistake> {
        self.skip_blanks();
        let start = self.at;
        let word = self.word();
        let is_decimal = !word.text.is_empty() && word.text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_decimal {
            self.at = start;
            return Err(self.unexpected(expected, help));
        }
        word.text.parse().map_err(|_| {
            Mistake::new(
                word.span,
                format!("`{}` is too large", shown(&word.text)),
                "write a number below 2^64",
            )
        })
    }

    fn buffer(&mut self, word: Name) -> Result<Value, Mistake> {
        let element = names::element(&word.text).ok_or_else(|| unknown_type(&word))?;
        let shape = self.extents()?;
        self.expect("=", "`=` and what to fill the buffer with", FILL_HELP)?;
        self.skip_blanks();
        let fill = if self.peek() == Some('@') { Fill::File(self.path()?) } else { Fill::Call(self.call()?) };
        match (&shape, &fill) {
            (None, Fill::Call(call)) => Err(Mistake::new(
                word.span.end..call.span.start,
                "`[..]` takes the extents from a file, but there is none",
                "write the extents, for example f32[128,64]",
            )),
            _ => Ok(Value::Buffer { element, shape, fill, devices: self.devices()? }),
        }
    }

    /// `@multicast(4)`, if it comes next.
    fn devices(&mut self) -> Result<Option<u32>, Mistake> {
        const HELP: &str = "write for example f32[64]=iota@multicast(2)";
        if !self.accept("@") {
            return Ok(None);
        }
        self.expect("multicast", "`multicast`", HELP)?;
        self.expect("(", "`(`", HELP)?;
        self.skip_blanks();
        let start = self.at;
        let number = self.number("the number of devices", HELP)?;
        let devices = u32::try_from(number).ok().filter(|devices| (1..=MAX_DEVICES).contains(devices));
        let Some(devices) = devices else {
            let message = format!("a multicast buffer is on 1 to {MAX_DEVICES} devices, not {number}");
            return Err(Mistake::new(start..self.at, message, HELP));
        };
        self.expect(")", "`)`", HELP)?;
        Ok(Some(devices))
    }

    /// `[128,64]`, `[]` for a single element, `[..]` for the shape of the file.
    fn extents(&mut self) -> Result<Option<Vec<u64>>, Mistake> {
        const HELP: &str = "write the extents like [128,64]";
        let start = self.at;
        self.expect("[", "`[`", HELP)?;
        if self.accept("..") {
            self.expect("]", "`]`", HELP)?;
            return Ok(None);
        }
        let mut shape = Vec::new();
        while !self.accept("]") {
            shape.push(self.number("an extent or `]`", HELP)?);
            if !self.accept(",") {
                self.expect("]", "`,` or `]`", HELP)?;
                break;
            }
        }
        if shape.len() > MAX_RANK {
            let message = format!("a buffer has at most {MAX_RANK} dimensions, not {}", shape.len());
            return Err(Mistake::new(start..self.at, message, "merge some of them"));
        }
        Ok(Some(shape))
    }

    fn call(&mut self) -> Result<Call, Mistake> {
        let word = self.word();
        let function = Function::ALL.into_iter().find(|function| function.name() == word.text);
        let Some(function) = function else {
            self.at = word.span.start;
            let names = Function::ALL.map(Function::name);
            let help = before(&word.text, names, FILL_HELP);
            return Err(self.unexpected("what to fill the buffer with", &help));
        };
        let mut slots = [None, None, None];
        if self.accept("(") {
            self.call_arguments(function, &mut slots)?;
        }
        let (names, required) = function.slots();
        if let Some(missing) = (0..required).find(|&slot| slots[slot].is_none()) {
            let message = format!("{} needs its argument `{}`", function.name(), names[missing]);
            return Err(Mistake::new(
                word.span,
                message,
                format!("write for example {}", function.example()),
            ));
        }
        Ok(Call { function, span: word.span.start..self.at, slots })
    }

    fn call_arguments(
        &mut self,
        function: Function,
        slots: &mut [Option<Literal>; 3],
    ) -> Result<(), Mistake> {
        let help = format!("write for example {}", function.example());
        let mut position = 0;
        while !self.accept(")") {
            self.skip_blanks();
            let start = self.at;
            let slot = self.slot(function, position, &help)?;
            self.skip_blanks();
            let literal = self.literal("a number", &help)?;
            if slots[slot].replace(literal).is_some() {
                let message = format!("`{}` is given twice", function.slots().0[slot]);
                return Err(Mistake::new(start..self.at, message, help));
            }
            position = slot + 1;
            if !self.accept(",") {
                self.expect(")", "`,` or `)`", &help)?;
                break;
            }
        }
        Ok(())
    }

    /// Which argument of the function comes next: the one that is named, or the next one.
    fn slot(&mut self, function: Function, position: usize, help: &str) -> Result<usize, Mistake> {
        let (names, _) = function.slots();
        let start = self.at;
        if self.starts_word() {
            let word = self.word();
            if self.accept("=") {
                let known = names.iter().position(|name| *name == word.text);
                let message = || format!("{} has no argument `{}`", function.name(), shown(&word.text));
                return known.ok_or_else(|| Mistake::new(word.span.clone(), message(), help));
            }
            self.at = start;
        }
        if position < names.len() {
            return Ok(position);
        }
        let message = match names.len() {
            0 => format!("{} takes no arguments", function.name()),
            count => format!("{} takes at most {count} arguments", function.name()),
        };
        Err(Mistake::new(self.at..self.text.len(), message, help))
    }
}

fn is_word_literal(word: &str) -> bool {
    matches!(word, "true" | "false" | "inf" | "nan" | "bits")
}

fn check_name(name: Name) -> Result<Name, Mistake> {
    if is_word_literal(&name.text) || name.text.parse::<Scalar>().is_ok() {
        let message = format!("`{}` has a meaning of its own and cannot be a name", name.text);
        return Err(Mistake::new(name.span, message, "choose another name"));
    }
    Ok(name)
}

fn unknown_type(word: &Name) -> Mistake {
    let help = match names::meant(&word.text) {
        Some(meant) => format!("numbers in names of types count bits, not bytes: write {meant}"),
        None => {
            let listed = format!(
                "write one of {}, or a name that NumPy, torch or MLIR has for it, such as float32 or u8",
                Scalar::ALL.map(Scalar::name).join(", ")
            );
            before(&word.text, names::all(), &listed)
        }
    };
    Mistake::new(word.span.clone(), format!("`{}` is no element type", shown(&word.text)), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse(text).expect_err(text).of(0, text).to_string()
    }

    #[test]
    fn all_forms_parse() {
        let value = |text: &str| parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).value;
        for text in ["42", "-7", "1.5", "true", "0x1p-3", "nan", "-inf", "bits(0x7FC0)"] {
            assert!(matches!(value(text), Value::Literal(l) if l.text == text), "{text}");
        }
        assert!(
            matches!(value("@C:\\x, y.npy"), Value::File { path, devices: None } if path.text == "C:\\x, y.npy")
        );
        assert!(matches!(value("A"), Value::Same(name) if name.text == "A"));
        let Value::Extent { name, kind, index } = value(" C . stride[1] ".replace(' ', "").as_str()) else {
            panic!("an extent")
        };
        assert_eq!((name.text.as_str(), kind, index), ("C", ExtentKind::Stride, 1));
        let parsed = parse("C : f32[ 128, 64 ] = uniform( -1 , hi = 2 )").expect("blanks are free");
        assert_eq!(parsed.name.map(|name| name.text), Some("C".into()));
        let Value::Buffer { element, shape, fill: Fill::Call(call), devices: None } = parsed.value else {
            panic!("a buffer")
        };
        assert_eq!((element, shape), (Scalar::F32, Some(vec![128, 64])));
        assert_eq!(call.function, Function::Uniform);
        let texts = call.slots.map(|slot| slot.map(|literal| literal.text));
        assert_eq!(texts, [Some("-1".into()), Some("2".into()), None]);
        for text in ["f32[4]=full(2)@multicast(3)", "f32[4] = full(2) @ multicast ( 3 )"] {
            assert!(matches!(value(text), Value::Buffer { devices: Some(3), .. }), "{text}");
        }
        for text in ["@a@b.npy@multicast(3)", "@a@b.npy @ multicast(3) "] {
            assert!(
                matches!(value(text), Value::File { path, devices: Some(3) } if path.text == "a@b.npy"),
                "{text}"
            );
        }
        assert!(
            matches!(value("f32[..]=@a.npy@multicast(2)"), Value::Buffer { devices: Some(2), fill: Fill::File(path), .. } if path.text == "a.npy")
        );
        assert!(matches!(value("f32[]=ones"), Value::Buffer { shape: Some(shape), .. } if shape.is_empty()));
        assert!(matches!(value("bf16[..]=@a.npy"), Value::Buffer { shape: None, fill: Fill::File(_), .. }));
    }

    #[test]
    fn mistakes_are_sentences_with_a_place() {
        assert_eq!(
            error("f32[4]=zero"),
            "argument 1 (`f32[4]=zero`), character 8: expected what to fill the buffer with, found `zero`; did you mean \
             `zeros`? write zeros, \
             ones, full(3), iota, arange(0,2), uniform(0,1), randint(0,10), randn or @a.npy"
        );
        let tail =
            |text: &str| error(text).split_once(", character ").map(|(_, tail)| tail.to_owned()).expect(text);
        assert_eq!(
            tail("f4[4]=zeros"),
            "1: `f4` is no element type; numbers in names of types count bits, not bytes: write f32"
        );
        assert!(
            tail("f33[4]=zeros")
                .starts_with("1: `f33` is no element type; did you mean `f32`? write one of i1, i4, i8,")
        );
        assert_eq!(
            tail("f32[4x4]=zeros"),
            "5: expected an extent or `]`, found `4x4]=zeros`; write the extents like [128,64]"
        );
        assert_eq!(tail("f32[4"), "6: expected `,` or `]`, found the end; write the extents like [128,64]");
        assert!(
            tail("f32[4]")
                .starts_with("7: expected `=` and what to fill the buffer with, found the end; write zeros")
        );
        assert_eq!(
            tail("f32[99999999999999999999]=zeros"),
            "5: `99999999999999999999` is too large; write a number below 2^64"
        );
        assert_eq!(
            tail("f32[..]=zeros"),
            "4: `[..]` takes the extents from a file, but there is none; write the extents, for example f32[128,64]"
        );
        assert_eq!(
            tail("f32[1]=ones@multicast(0)"),
            "23: a multicast buffer is on 1 to 1024 devices, not 0; write for example f32[64]=iota@multicast(2)"
        );
        assert!(tail("f32[1]=ones@unicast").starts_with("13: expected `multicast`, found `unicast`; write"));
        assert_eq!(tail("f32[1]=full"), "8: full needs its argument `value`; write for example full(3)");
        assert_eq!(tail("f32[1]=zeros(1)"), "14: zeros takes no arguments; write for example zeros");
        assert_eq!(
            tail("f32[1]=randn(sed=1)"),
            "14: randn has no argument `sed`; write for example randn(seed=7)"
        );
        assert_eq!(
            tail("f32[1]=arange(1,start=2)"),
            "17: `start` is given twice; write for example arange(0,2)"
        );
        assert_eq!(
            tail("f32[1]=arange(1,2,3)"),
            "19: arange takes at most 2 arguments; write for example arange(0,2)"
        );
        assert_eq!(
            tail("f32[1]=iota 7"),
            "13: expected the end of the argument, found `7`; remove it, or write it as an argument of its own"
        );
        assert_eq!(
            tail("C.size[0]"),
            "3: expected `shape` or `stride`, found `size[0]`; write for example C.shape[0] or C.stride[0]"
        );
        assert_eq!(
            tail("f32:42"),
            "1: `f32` has a meaning of its own and cannot be a name; choose another name"
        );
        assert!(tail("x=f32[8]=iota").ends_with("; a name stands before a colon: x:f32[128]=zeros"));
        assert!(
            tail("@a.npy@multicast(0)").starts_with("18: a multicast buffer is on 1 to 1024 devices, not 0;")
        );
        assert!(tail("@a.npy@multicasts").starts_with("17: expected `(`, found `s`"));
        assert_eq!(tail("@@multicast(2)"), "1: expected a file after `@`; write for example @a.npy");
        assert_eq!(tail("@"), "1: expected a file after `@`; write for example @a.npy");
        assert_eq!(
            tail("$"),
            "1: expected a number, a buffer or a name, found `$`; write for example 42, f32[128]=zeros or @a.npy"
        );
        assert!(tail("").starts_with("1: expected a number, a buffer or a name, found the end"));
        assert!(tail("é").starts_with("1: expected a number"));
        assert!(tail(&format!("f32[{}1]=zeros", "1,".repeat(32))).contains("at most 32 dimensions, not 33"));
    }

    #[test]
    fn no_text_panics() {
        let pieces = [
            "f32",
            "[",
            "]",
            "4",
            ",",
            "=",
            "(",
            ")",
            "@",
            ":",
            ".",
            "shape",
            "randn",
            "seed",
            "é",
            " ",
            "bits(",
            "-",
            "\0",
            "multicast",
        ];
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    for d in pieces {
                        if let Err(mistake) = parse(&[a, b, c, d].concat()) {
                            assert!(!mistake.of(0, &[a, b, c, d].concat()).to_string().is_empty());
                        }
                    }
                }
            }
        }
    }
}
