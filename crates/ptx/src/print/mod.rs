//! Modules as text, in canonical layout.

mod body;

use std::fmt::Write as _;

use crate::module::{
    Body, Comment, Directive, File, Function, Immediate, Init, Item, Linkage, Module, Operand, Section,
    SectionLine, SectionValue, Space, Statement, Var, Variable,
};
use crate::target::Version;

/// The text of a module; reading it gives the module again.
pub fn print(module: &Module) -> String {
    let mut printer = Printer { module, text: String::new() };
    printer.module();
    printer.text
}

/// The text of an operand.
pub(crate) fn operand_text(module: &Module, body: &Body, operand: &Operand) -> String {
    let mut printer = Printer { module, text: String::new() };
    printer.operand(body, operand);
    printer.text
}

/// The text of a statement, without indentation.
pub(crate) fn statement_text(module: &Module, body: &Body, statement: &Statement) -> String {
    let mut printer = Printer { module, text: String::new() };
    match statement {
        Statement::Open => printer.put("{"),
        Statement::Close => printer.put("}"),
        Statement::Label(label) => printer.put(&format!("{}:", body.labels[*label])),
        Statement::Comment(comment) => printer.put(&comment.text),
        Statement::Registers(_)
        | Statement::Variable(_)
        | Statement::Instruction(_)
        | Statement::Loc(_)
        | Statement::Pragma(_)
        | Statement::BranchTargets(..)
        | Statement::CallTargets(..)
        | Statement::Prototype(..) => printer.statement(body, statement),
    }
    printer.text
}

struct Printer<'m> {
    module: &'m Module,
    text: String,
}

/// Columns of indentation of statements.
const INDENT: usize = 4;

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Most of a text are numbers of registers: the formatter of the standard library would take longer than all else.
    fn number(&mut self, value: i64) {
        /// Decimal digits of the largest number of 64 bits.
        const DIGITS: usize = 20;
        let (mut digits, mut start, mut rest) = ([b'0'; DIGITS], DIGITS, value.unsigned_abs());
        loop {
            start -= 1;
            digits[start] += (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.put(if value < 0 { "-" } else { "" });
        self.text.extend(digits[start..].iter().copied().map(char::from));
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.indent(indent);
        self.put(text);
        self.put("\n");
    }

    fn indent(&mut self, columns: usize) {
        (0..columns).for_each(|_| self.text.push(' '));
    }

    fn separated<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (index, item) in list.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            each(self, item);
        }
    }

    fn module(&mut self) {
        let module = self.module;
        // The text above `.version` consists of comments.
        let comments = module.items.iter().take_while(|item| matches!(item, Item::Comment(_))).count();
        for item in &module.items[..comments] {
            self.item(item);
        }
        let Module { version, target, target_options, address_size, .. } = module;
        let target = target.to_string();
        let target = if module.target_virtual { target.replacen("sm_", "compute_", 1) } else { target };
        let options: String = target_options.iter().map(|option| format!(", {option}")).collect();
        let size = if *version < Version::WITH_ADDRESS_SIZE {
            String::new()
        } else {
            format!(".address_size {address_size}\n")
        };
        self.put(&format!(".version {version}\n.target {target}{options}\n{size}\n"));
        for item in &module.items[comments..] {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Function(id) => self.function(&self.module.functions[*id]),
            Item::Variable(var) => {
                self.variable(&self.module.variables[*var]);
                self.put(";\n");
            }
            Item::File(File { index, name, stamp }) => {
                let stamp = stamp.map(|(time, size)| format!(", {time}, {size}")).unwrap_or_default();
                self.put(&format!(".file {index} \"{name}\"{stamp}\n"));
            }
            Item::Section(section) => self.section(section),
            Item::Pragma(text) => self.put(&format!(".pragma \"{text}\";\n")),
            Item::Alias(name, of) => self.put(&format!(".alias {name}, {of};\n")),
            Item::Comment(comment) => self.comment(0, comment),
        }
    }

    /// A trailing comment is appended to the line that is already there.
    fn comment(&mut self, indent: usize, comment: &Comment) {
        let joined = comment.trailing && self.text.ends_with('\n') && !self.text.ends_with("\n\n");
        if joined {
            self.text.pop();
            self.put(" ");
            self.put(&comment.text);
            self.put("\n");
        } else {
            self.line(indent, &comment.text);
        }
    }

    fn section(&mut self, section: &Section) {
        self.put(&format!(".section {} {{\n", section.name));
        for line in &section.lines {
            match line {
                SectionLine::Label(name) => self.line(0, &format!("{name}:")),
                SectionLine::Comment(comment) => self.comment(INDENT, comment),
                SectionLine::Data(of, values) => {
                    self.indent(INDENT);
                    self.put(&format!(".{of} "));
                    self.separated(values, |printer, value| printer.section_value(value));
                    self.put("\n");
                }
            }
        }
        self.put("}\n");
    }

    fn section_value(&mut self, value: &SectionValue) {
        match value {
            SectionValue::Number(number) => self.put(&number.to_string()),
            SectionValue::Symbol { name, minus: Some(minus), .. } => self.put(&format!("{name}-{minus}")),
            SectionValue::Symbol { name, minus: None, plus: 0 } => self.put(name),
            SectionValue::Symbol { name, minus: None, plus } => self.put(&format!("{name}{plus:+}")),
        }
    }

    // Variables.

    fn variable(&mut self, variable: &Variable) {
        if let Some(linkage) = variable.linkage {
            self.put(linkage.text());
            self.put(" ");
        }
        self.put(variable.space.text());
        for attribute in &variable.attributes {
            self.put(&format!(" .attribute({attribute})"));
        }
        // The alignment of what a pointer points to follows the type, that of the variable precedes it.
        if let Some(align) = variable.align {
            self.put(&format!(" .align {align}"));
        }
        if let Some(vector) = variable.vector {
            self.put(&format!(" .v{vector}"));
        }
        self.put(&format!(" .{}", variable.of));
        if let Some(pointer) = &variable.pointer {
            self.put(" .ptr");
            if let Some(space) = pointer.space {
                self.put(&format!(" {}", space.text()));
            }
            if let Some(align) = pointer.align {
                self.put(&format!(" .align {align}"));
            }
        }
        self.put(&format!(" {}", variable.name));
        for dim in &variable.dims {
            let dim = dim.map(|dim| dim.to_string()).unwrap_or_default();
            self.put(&format!("[{dim}]"));
        }
        if let Some(init) = &variable.init {
            self.put(" = ");
            self.init(init);
        }
    }

    fn init(&mut self, init: &Init) {
        match init {
            Init::Value(value) => self.immediate(*value),
            Init::Fields(fields) => {
                self.put("{");
                self.separated(fields, |printer, (name, value)| printer.put(&format!("{name} = {value}")));
                self.put("}");
            }
            Init::List(values) => {
                self.put("{");
                self.separated(values, |printer, value| printer.init(value));
                self.put("}");
            }
            Init::Symbol { name, offset, generic, mask } => {
                let mut text = if *generic { format!("generic({name})") } else { name.clone() };
                if *offset != 0 {
                    write!(text, "{offset:+}").expect("writing to a string succeeds");
                }
                match mask {
                    Some(mask) => self.put(&format!("0x{mask:X}({text})")),
                    None => self.put(&text),
                }
            }
        }
    }

    fn immediate(&mut self, value: Immediate) {
        match value {
            Immediate::Int(value) => self.number(value),
            Immediate::F32(bits) => self.put(&format!("0f{bits:08X}")),
            Immediate::F64(bits) => self.put(&format!("0d{bits:016X}")),
        }
    }

    // Functions.

    fn function(&mut self, function: &Function) {
        if !self.text.ends_with("\n\n") && !self.text.ends_with("//\n") {
            self.put("\n");
        }
        if let Some(linkage) = function.linkage {
            self.put(linkage.text());
            self.put(" ");
        }
        self.put(if function.entry { ".entry " } else { ".func " });
        for attribute in &function.attributes {
            self.put(&format!(".attribute({attribute}) "));
        }
        if !function.returns.is_empty() {
            self.put("(");
            self.separated(&function.returns, |printer, var| {
                printer.variable(&printer.module.variables[*var])
            });
            self.put(") ");
        }
        self.put(&function.name);
        self.parameters(&function.params);
        for directive in &function.directives {
            self.put("\n");
            self.directive(directive);
        }
        match &function.body {
            None => self.put(";\n"),
            Some(body) => {
                self.put("\n{\n");
                self.body(body);
                self.put("}\n");
            }
        }
    }

    fn parameters(&mut self, params: &[Var]) {
        self.put("(");
        for (index, var) in params.iter().enumerate() {
            self.put(if index == 0 { "\n" } else { ",\n" });
            self.indent(INDENT);
            self.variable(&self.module.variables[*var]);
        }
        self.put(if params.is_empty() { ")" } else { "\n)" });
    }

    fn directive(&mut self, directive: &Directive) {
        self.put(&format!(".{}", directive.kind));
        for (index, value) in directive.values.iter().enumerate() {
            self.put(&format!("{} {value}", if index == 0 { "" } else { "," }));
        }
    }
}

impl Linkage {
    fn text(self) -> &'static str {
        match self {
            Linkage::Extern => ".extern",
            Linkage::Visible => ".visible",
            Linkage::Weak => ".weak",
            Linkage::Common => ".common",
        }
    }
}

impl Space {
    /// The directive of the space.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Space::Reg => ".reg",
            Space::Param => ".param",
            Space::Shared => ".shared",
            Space::Global => ".global",
            Space::Const => ".const",
            Space::Local => ".local",
            Space::Tex => ".tex",
        }
    }
}
