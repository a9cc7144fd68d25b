//! Binding of arguments to the parameters of an entry: creating buffers, looking up names, typing numbers.

use super::error::{ArgumentError, Mistake, shown};
use super::fill::fill;
use super::number::{element_bits, integer_bits};
use super::parsed::{ExtentKind, Fill, Literal, Name, Parsed, Value};
use super::syntax::parse;
use crate::argument::{Argument, Launch, ParamType};
use crate::buffer::{Buffer, BufferError, extents, measure};
use crate::grid::Grid;
use crate::npy;
use diag::suggest::before;
use numerics::Scalar;
use std::fmt;

/// A parameter of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, without `%`; buffers without a name of their own get it.
    pub name: Option<String>,
    /// Its type.
    pub ty: ParamType,
}

/// The kind of argument that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A number, or a pointer to elements of one type.
    Typed(ParamType),
    /// 64 bits: a whole number, or a pointer to elements of any type.
    Address,
    /// Bytes by value, of this length: the contents of a buffer.
    Bytes(u64),
}

impl Takes {
    /// The type of a number.
    const fn number(self) -> Option<Scalar> {
        match self {
            Takes::Typed(ParamType::Scalar(scalar)) => Some(scalar),
            Takes::Address => Some(Scalar::I64),
            Takes::Typed(ParamType::Pointer(_) | ParamType::Multicast(_)) | Takes::Bytes(_) => None,
        }
    }

    /// The buffers that it takes: `None` for none at all, else the type of their elements if that matters.
    const fn buffer(self) -> Option<Option<Scalar>> {
        match self {
            Takes::Typed(ParamType::Pointer(pointee) | ParamType::Multicast(pointee)) => Some(Some(pointee)),
            Takes::Address | Takes::Bytes(_) => Some(None),
            Takes::Typed(ParamType::Scalar(_)) => None,
        }
    }

    /// Whether the memory must be on several devices at once; `None` where it may be.
    const fn multicast(self) -> Option<bool> {
        match self {
            Takes::Typed(ParamType::Multicast(_)) => Some(true),
            Takes::Typed(_) | Takes::Bytes(_) => Some(false),
            Takes::Address => None,
        }
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Takes::Typed(ty) => ty.fmt(f),
            Takes::Address => f.write_str("64 bits or a pointer"),
            Takes::Bytes(count) => f.write_str(&crate::address::bytes(*count)),
        }
    }
}

/// A parameter that is bound by what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its name; buffers without a name of their own get it.
    pub name: Option<String>,
    /// The kind of argument.
    pub takes: Takes,
}

/// A buffer of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBuffer {
    /// The name that the user gave, else the parameter's.
    pub name: Option<String>,
    /// The argument that made it, from 0.
    pub argument: usize,
    /// The memory.
    pub buffer: Buffer,
}

/// Arguments ready for a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The buffers, in the order of the arguments that make them.
    pub buffers: Vec<NamedBuffer>,
    /// One argument for each parameter.
    pub args: Vec<Argument>,
    /// Notes on how arguments were read: the number of the argument, from 0, and a sentence.
    pub notes: Vec<(usize, String)>,
}

impl Bound {
    /// A launch on this memory.
    pub fn launch<'a>(&'a mut self, entry: &'a str, grid: Grid) -> Launch<'a> {
        let buffers = self.buffers.iter_mut().map(|named| named.buffer.view_mut()).collect();
        Launch { entry, grid, buffers, args: self.args.clone() }
    }

    /// The buffer of a name.
    pub fn find(&self, name: &str) -> Option<&NamedBuffer> {
        self.buffers.iter().find(|buffer| buffer.name.as_deref() == Some(name))
    }
}

/// Binds argument texts to parameters. Buffers may take `memory` bytes together; `read_file` gives the bytes of a file by its
/// path, or says why it cannot.
///
/// ```
/// use launch::arg::{Param, bind};
/// use launch::{Argument, ParamType};
/// use numerics::Scalar;
///
/// let params = [ParamType::Scalar(Scalar::I32), ParamType::Pointer(Scalar::F32)].map(|ty| Param { name: None, ty });
/// let mut no_files = |_: &str| Err(String::from("no files here"));
/// let bound = bind(&["C.shape[1]", "C:f32[2,3]=iota"], &params, u64::MAX, &mut no_files)?;
/// assert_eq!(bound.args[0], Argument::Scalar { ty: Scalar::I32, bits: 3 });
/// assert_eq!(bound.find("C").map(|c| c.buffer.shape()), Some([2, 3].as_slice()));
/// # Ok::<(), launch::arg::ArgumentError>(())
/// ```
pub fn bind(
    texts: &[impl AsRef<str>],
    params: &[Param],
    memory: u64,
    read_file: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Bound, ArgumentError> {
    let slots = params.iter().map(|param| Slot { name: param.name.clone(), takes: Takes::Typed(param.ty) });
    bind_slots(texts, &slots.collect::<Vec<_>>(), memory, read_file)
}

/// Binds argument texts to parameters that may know bytes and not types, as [`bind`] does.
///
/// # Errors
/// As [`bind`].
pub fn bind_slots(
    texts: &[impl AsRef<str>],
    params: &[Slot],
    memory: u64,
    read_file: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Bound, ArgumentError> {
    check_count(texts.len(), params)?;
    let mut parsed = Vec::with_capacity(texts.len());
    for (position, text) in texts.iter().enumerate() {
        parsed.push(parse(text.as_ref()).map_err(|mistake| mistake.of(position, text.as_ref()))?);
    }
    let mut binder = Binder {
        params,
        parsed: &parsed,
        memory,
        buffers: Vec::new(),
        places: vec![None; parsed.len()],
        notes: Vec::new(),
    };
    let located = |(position, mistake): (usize, Mistake)| mistake.of(position, texts[position].as_ref());
    binder.check_names().map_err(located)?;
    // Buffers first: an argument may name the buffer of another one, before or after it.
    for position in 0..parsed.len() {
        binder.make_buffer(position, read_file).map_err(|mistake| located((position, mistake)))?;
    }
    let mut args = Vec::with_capacity(parsed.len());
    for position in 0..parsed.len() {
        args.push(binder.argument(position).map_err(|mistake| located((position, mistake)))?);
    }
    Ok(Bound { buffers: binder.buffers, args, notes: binder.notes })
}

fn check_count(found: usize, params: &[Slot]) -> Result<(), ArgumentError> {
    if found == params.len() {
        return Ok(());
    }
    let list: Vec<String> = params.iter().map(described).collect();
    let wanted = match params.len() {
        0 => String::from("the entry has no parameters"),
        1 => format!("the entry has 1 parameter, {}", list[0]),
        count => format!("the entry has {count} parameters, {}", list.join(", ")),
    };
    let given = match found {
        0 => String::from("no argument is given"),
        1 => String::from("1 argument is given"),
        count => format!("{count} arguments are given"),
    };
    let help = match params.first() {
        None => String::from("remove the arguments"),
        Some(first) => format!("give one for each, in order; the first could be {}", example(first.takes)),
    };
    let message = format!("{wanted}, but {given}");
    Err(ArgumentError { argument: None, text: String::new(), span: 0..0, message, help })
}

fn described(param: &Slot) -> String {
    match &param.name {
        Some(name) => format!("{name}: {}", param.takes),
        None => param.takes.to_string(),
    }
}

/// An example of an argument for a parameter.
fn example(takes: Takes) -> String {
    match takes {
        Takes::Typed(ParamType::Pointer(pointee)) => format!("{pointee}[128]=zeros"),
        Takes::Typed(ParamType::Multicast(pointee)) => format!("{pointee}[128]=zeros@multicast(2)"),
        Takes::Typed(ParamType::Scalar(Scalar::I1)) => "true".into(),
        Takes::Typed(ParamType::Scalar(scalar)) if scalar.is_int() => "42".into(),
        Takes::Typed(ParamType::Scalar(_)) => "1.5".into(),
        Takes::Address => "f32[128]=zeros, or 42".into(),
        Takes::Bytes(count) => format!("i8[{count}]=@a.npy"),
    }
}

struct Binder<'a> {
    params: &'a [Slot],
    parsed: &'a [Parsed],
    /// Bytes that are available for buffers.
    memory: u64,
    buffers: Vec<NamedBuffer>,
    /// The buffer of each argument.
    places: Vec<Option<usize>>,
    /// See [`Bound::notes`].
    notes: Vec<(usize, String)>,
}

impl Binder<'_> {
    /// Refuses a name that is given twice.
    fn check_names(&self) -> Result<(), (usize, Mistake)> {
        for (position, parsed) in self.parsed.iter().enumerate() {
            let Some(name) = &parsed.name else { continue };
            let is_same = |other: &Parsed| other.name.as_ref().is_some_and(|other| other.text == name.text);
            if let Some(first) = self.parsed[..position].iter().position(is_same) {
                let message = format!("argument {} has the name `{}` already", first + 1, shown(&name.text));
                return Err((position, Mistake::new(name.span.clone(), message, "choose another name")));
            }
        }
        Ok(())
    }

    fn make_buffer(
        &mut self,
        position: usize,
        read_file: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Result<(), Mistake> {
        let parsed = &self.parsed[position];
        let buffer = match &parsed.value {
            Value::Buffer { element, shape, fill: how, devices } => {
                self.check_pointee(position, *element)?;
                self.check_multicast(position, devices.is_some())?;
                match how {
                    Fill::File(path) => {
                        let file = open(path, read_file)?;
                        let whole = shape.as_deref().filter(|_| devices.is_none());
                        let buffer = npy::read(&file, Some(*element), whole);
                        let buffer = buffer.map_err(|error| bad_file(path, &error))?;
                        copies(path, *devices, shape.as_deref(), buffer)?
                    }
                    Fill::Call(call) => {
                        let shape = shape.as_deref().unwrap_or_default();
                        // Before it is allocated: a short text can ask for any amount.
                        self.check_memory(parsed, *element, (shape, devices.unwrap_or(1)))?;
                        let mut buffer = match devices {
                            None => Buffer::zeroed(*element, shape),
                            Some(devices) => Buffer::multicast(*element, shape, *devices),
                        }
                        .map_err(|error| no_memory(parsed, &error))?;
                        fill(&mut buffer, call, position as u64 + 1)?;
                        buffer
                    }
                }
            }
            Value::File { path, devices } => {
                let pointee = self.check_pointer(position)?;
                self.check_multicast(position, devices.is_some())?;
                let file = open(path, read_file)?;
                let (buffer, note) = npy::read_for(&file, pointee).map_err(|error| bad_file(path, &error))?;
                self.notes.extend(note.map(|note| (position, format!("`{}` {note}", shown(&path.text)))));
                copies(path, *devices, None, buffer)?
            }
            Value::Literal(_) | Value::Same(_) | Value::Extent { .. } => return Ok(()),
        };
        self.check_file(position, buffer.element())?;
        self.check_bytes(position, &buffer)?;
        // Buffers share the limit of the launch.
        self.memory = self.memory.saturating_sub(buffer.bytes().len() as u64);
        self.places[position] = Some(self.buffers.len());
        let name = self.buffer_name(position);
        self.buffers.push(NamedBuffer { name, argument: position, buffer });
        Ok(())
    }

    /// Refuses a buffer that is larger than the available memory: systems grant such memory, and end the process that accesses
    /// it.
    fn check_memory(
        &self,
        parsed: &Parsed,
        element: Scalar,
        (shape, devices): (&[u64], u32),
    ) -> Result<(), Mistake> {
        let bytes = measure(element, shape).map(|bytes| (bytes as u64).saturating_mul(devices.into()));
        let Some(bytes) = bytes.filter(|&bytes| bytes > self.memory) else {
            return Ok(());
        };
        let extents = extents(shape);
        let message =
            format!("{element}[{extents}] takes {bytes} bytes, more memory than this machine has left");
        Err(Mistake::new(parsed.span.clone(), message, "make an extent smaller"))
    }

    /// The argument's own name, else the parameter's unless another argument took it.
    fn buffer_name(&self, position: usize) -> Option<String> {
        if let Some(name) = &self.parsed[position].name {
            return Some(name.text.clone());
        }
        let name = self.params[position].name.as_ref()?;
        let is_taken =
            self.parsed.iter().any(|other| other.name.as_ref().is_some_and(|other| other.text == *name));
        (!is_taken).then(|| name.clone())
    }

    fn argument(&self, position: usize) -> Result<Argument, Mistake> {
        let parsed = &self.parsed[position];
        match &parsed.value {
            Value::Buffer { .. } | Value::File { .. } => {
                Ok(pointer(self.places[position].expect("the buffer is made")))
            }
            Value::Same(name) => {
                if let Some(ty) = self.params[position].takes.number() {
                    let message = format!("the parameter is {ty}, and `{}` is no number", shown(&name.text));
                    let help = "write a number; an extent of a buffer is written like x.shape[0]";
                    return Err(Mistake::new(name.span.clone(), message, help));
                }
                let buffer = self.find(name)?;
                self.check_pointee(position, self.buffers[buffer].buffer.element())?;
                self.check_multicast(position, self.buffers[buffer].buffer.is_multicast())?;
                Ok(pointer(buffer))
            }
            Value::Literal(literal) => {
                let ty = self.scalar(position)?;
                Ok(Argument::Scalar { ty, bits: element_bits(ty, literal)? })
            }
            Value::Extent { name, kind, index } => {
                let ty = self.scalar(position)?;
                self.extent(ty, name, *kind, *index).map(|bits| Argument::Scalar { ty, bits })
            }
        }
    }

    fn extent(&self, ty: Scalar, name: &Name, kind: ExtentKind, index: usize) -> Result<u64, Mistake> {
        let parsed = Literal { text: name.text.clone(), span: name.span.clone() };
        let buffer = &self.buffers[self.find(name)?].buffer;
        let list = match kind {
            ExtentKind::Shape => buffer.device_shape().to_vec(),
            ExtentKind::Stride => buffer.strides().split_off(usize::from(buffer.is_multicast())),
        };
        let Some(&extent) = list.get(index) else {
            let rank =
                if list.len() == 1 { "1 dimension".into() } else { format!("{} dimensions", list.len()) };
            let message =
                format!("`{}` has {rank}; counted from 0, there is no dimension {index}", shown(&name.text));
            return Err(Mistake::new(name.span.clone(), message, "write a smaller number in the brackets"));
        };
        if ty.is_float() {
            let message = format!("the parameter is {ty}, but an extent is a whole number");
            return Err(Mistake::new(name.span.clone(), message, format!("write a number like {extent}.0")));
        }
        integer_bits(ty, i128::from(extent), &parsed)
    }

    /// The buffer of a name.
    fn find(&self, name: &Name) -> Result<usize, Mistake> {
        let found = self.buffers.iter().position(|buffer| buffer.name.as_ref() == Some(&name.text));
        found.ok_or_else(|| {
            let known = || self.buffers.iter().filter_map(|buffer| buffer.name.as_deref());
            let all: Vec<String> = known().map(|name| format!("`{name}`")).collect();
            let help = match all.is_empty() {
                true => "name one by writing the name in front, for example C:f32[128]=zeros".into(),
                false => before(&name.text, known(), &format!("the named buffers are {}", all.join(", "))),
            };
            Mistake::new(name.span.clone(), format!("no buffer has the name `{}`", shown(&name.text)), help)
        })
    }

    /// The type of a parameter that wants a number.
    fn scalar(&self, position: usize) -> Result<Scalar, Mistake> {
        let takes = self.params[position].takes;
        takes.number().ok_or_else(|| self.unlike(position, "a buffer, not a number"))
    }

    /// The element type that a parameter for a buffer requires.
    fn check_pointer(&self, position: usize) -> Result<Option<Scalar>, Mistake> {
        let takes = self.params[position].takes;
        takes.buffer().ok_or_else(|| self.unlike(position, "a number, not a buffer"))
    }

    fn unlike(&self, position: usize, wants: &str) -> Mistake {
        let takes = self.params[position].takes;
        let message = format!("the parameter is {takes}, which wants {wants}");
        Mistake::new(
            self.parsed[position].span.clone(),
            message,
            format!("write for example {}", example(takes)),
        )
    }

    /// A buffer that is passed by value has as many bytes as the parameter.
    fn check_bytes(&self, position: usize, buffer: &Buffer) -> Result<(), Mistake> {
        match self.params[position].takes {
            Takes::Bytes(count) if count != buffer.bytes().len() as u64 => {
                let found = crate::address::bytes(buffer.bytes().len() as u64);
                let message = format!("the parameter is {}, but the buffer has {found}", Takes::Bytes(count));
                Err(Mistake::new(
                    self.parsed[position].span.clone(),
                    message,
                    "its bytes are passed by value",
                ))
            }
            Takes::Bytes(_) | Takes::Address | Takes::Typed(_) => Ok(()),
        }
    }

    /// The contents of a file cannot be changed: the remedy is another file.
    fn check_file(&self, position: usize, element: Scalar) -> Result<(), Mistake> {
        let Some(pointee) = self.check_pointer(position)? else { return Ok(()) };
        self.check_pointee(position, element).map_err(|mistake| Mistake {
            help: format!("give a file of {pointee} elements; NumPy converts with `array.astype`"),
            ..mistake
        })
    }

    /// Memory of one device cannot replace memory of several, or the reverse.
    fn check_multicast(&self, position: usize, given: bool) -> Result<(), Mistake> {
        let takes = self.params[position].takes;
        let (found, help) = match takes.multicast() {
            Some(true) if !given => ("memory of one device", format!("write for example {}", example(takes))),
            Some(false) if given => ("on several devices", "remove `@multicast(..)`".to_owned()),
            Some(_) | None => return Ok(()),
        };
        let message = format!("the parameter is {takes}, but the buffer is {found}");
        Err(Mistake::new(self.parsed[position].span.clone(), message, help))
    }

    fn check_pointee(&self, position: usize, element: Scalar) -> Result<(), Mistake> {
        let Some(pointee) = self.check_pointer(position)?.filter(|&pointee| pointee != element) else {
            return Ok(());
        };
        let message =
            format!("the parameter is {}, but the buffer holds {element}", self.params[position].takes);
        let help = format!("write {pointee} as the type of the buffer");
        Err(Mistake::new(self.parsed[position].span.clone(), message, help))
    }
}

const fn pointer(buffer: usize) -> Argument {
    Argument::Pointer { buffer, offset: 0 }
}

fn no_memory(parsed: &Parsed, error: &BufferError) -> Mistake {
    let text = error.to_string();
    let (message, help) = text.split_once("; ").unwrap_or((&text, "make it smaller"));
    Mistake::new(parsed.span.clone(), message, help)
}

/// The contents of a file, as the copies of the given number of devices, each of the given shape.
fn copies(
    path: &Name,
    devices: Option<u32>,
    shape: Option<&[u64]>,
    buffer: Buffer,
) -> Result<Buffer, Mistake> {
    let Some(devices) = devices else { return Ok(buffer) };
    let mistake = |message: String, help: &str| Mistake::new(path.span.clone(), message, help);
    let (first, rest) = buffer.shape().split_first().unwrap_or((&0, &[]));
    if *first != u64::from(devices) || shape.is_some_and(|shape| shape != rest) {
        let wanted = shape.map_or("..".into(), extents);
        let wanted = if wanted.is_empty() { devices.to_string() } else { format!("{devices},{wanted}") };
        let found = extents(buffer.shape());
        let message = format!("`{}`: the array has shape [{found}], not [{wanted}]", shown(&path.text));
        let help = format!(
            "the first extent counts the devices; give each its copy, for example with `numpy.stack([a] * {devices})`"
        );
        return Err(mistake(message, &help));
    }
    buffer.into_multicast().map_err(|error| {
        let text = error.to_string();
        let (message, help) = text.split_once("; ").unwrap_or((&text, "choose a type of whole bytes"));
        mistake(message.to_owned(), help)
    })
}

/// The bytes of a file.
fn open(path: &Name, read_file: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>) -> Result<Vec<u8>, Mistake> {
    read_file(&path.text).map_err(|why| {
        let message = format!("cannot read `{}`: {why}", shown(&path.text));
        Mistake::new(path.span.clone(), message, "write the path of a .npy file after `@`")
    })
}

fn bad_file(path: &Name, error: &npy::NpyError) -> Mistake {
    let text = error.to_string();
    let (message, help) = text.split_once("; ").unwrap_or((&text, "write the file again with numpy.save"));
    Mistake::new(path.span.clone(), format!("`{}`: {message}", shown(&path.text)), help)
}
