//! The header of a file: `.version`, `.target` and `.address_size`.

use diag::{Diagnostic, Span, suggest};

use super::cursor::{Failed, Parser, Read};
use super::items::HEADS;
use crate::codes;
use crate::module::TargetOption;
use crate::target::{Target, Version};

impl Parser<'_> {
    /// `.version`, `.target` and `.address_size`, in this order.
    pub(super) fn header(&mut self) {
        self.item_comments();
        let start = self.peek().start;
        if self.header_lines().is_err() {
            self.recover_header();
        }
        self.map.header = Span::new(start, self.last_end().max(start));
    }

    /// Skips to the next directive that is not part of the header.
    fn recover_header(&mut self) {
        while !self.at_end() && !HEADS[3..].contains(&self.peek_text()) {
            self.advance();
        }
    }

    fn header_lines(&mut self) -> Read<()> {
        if !self.eat_dotted(".version") {
            return Err(self.missing_header(".version"));
        }
        self.version()?;
        self.item_comments();
        if !self.eat_dotted(".target") {
            return Err(self.missing_header(".target"));
        }
        self.target()?;
        self.item_comments();
        if self.peek_text() == ".address_size" { self.address_size() } else { Ok(()) }
    }

    /// `.address_size 64`; without it addresses have 64 bits too, as for `ptxas`.
    fn address_size(&mut self) -> Read<()> {
        let head = self.advance().span();
        if self.module.version < Version::WITH_ADDRESS_SIZE {
            let message = format!("`.address_size` needs PTX {}", Version::WITH_ADDRESS_SIZE);
            let label = format!("the file says PTX {}; leave the line out", self.module.version);
            self.error(codes::NEEDS, head, message, &label);
        }
        let start = self.peek().span();
        match self.integer("64")? {
            64 => Ok(()),
            32 => {
                let message = "addresses of 32 bits are not supported: `ptxas` no longer compiles them";
                Err(self.error(codes::DIRECTIVE, start, message, "write 64, and addresses as `.u64`"))
            }
            size => {
                let message = format!("addresses of {size} bits");
                Err(self.error(codes::DIRECTIVE, start, message, "an address has 64 bits"))
            }
        }
    }

    fn missing_header(&mut self, wanted: &str) -> Failed {
        let span = self.peek().span();
        let message =
            format!("a file of PTX begins with `.version` and `.target`; `{wanted}` is missing here");
        let help = suggest::did_you_mean(self.peek_text(), [wanted]).unwrap_or_else(|| {
            "begin with lines like `.version 8.0`, `.target sm_80` and `.address_size 64`".to_owned()
        });
        self.report(Diagnostic::error(codes::DIRECTIVE, message).at(span, "").help(help));
        Failed
    }

    fn version(&mut self) -> Read<()> {
        let token = self.advance();
        let text = self.text_of(token);
        let Some(version) = Version::parse(text) else {
            return Err(self.error(
                codes::DIRECTIVE,
                token.span(),
                "`.version` is two numbers, as in `8.7`",
                "",
            ));
        };
        self.module.version = version;
        if !version.is_known() {
            let message = format!("PTX {version} is not known");
            let label = format!("versions are {} to {}", Version::OLDEST, Version::NEWEST);
            self.error(codes::NEEDS, token.span(), message, &label);
        }
        Ok(())
    }

    /// `sm_90a, debug`: the architecture first. Of several the last counts.
    fn target(&mut self) -> Read<()> {
        let mut found = false;
        loop {
            let (text, span) = self.word("a target such as `sm_90a`")?;
            let architecture = text.starts_with("sm_") || text.starts_with("compute_");
            match (Target::parse(text), TargetOption::named(text)) {
                (Some(target), _) => {
                    self.module.target = target;
                    // `compute_NN` is a target for code that is compiled again later.
                    self.module.target_virtual = text.starts_with("compute_");
                    found = true;
                    if target.since().is_none() {
                        self.unknown_target(text, span);
                    }
                }
                (None, Some(option)) if found => self.target_option(option, span),
                (None, Some(_)) => {
                    let message = format!("the architecture comes before `{text}`");
                    self.error(codes::DIRECTIVE, span, message, "write a target such as `sm_80` first");
                }
                (None, None) if architecture => self.unknown_target(text, span),
                (None, None) => self.unknown_option(text, span),
            }
            if !self.eat(b',') {
                break;
            }
        }
        if found { Ok(()) } else { Err(self.unexpected("a target such as `sm_90a`")) }
    }

    fn target_option(&mut self, option: TargetOption, span: Span) {
        use TargetOption::{Debug, MapF64ToF32, TexmodeIndependent, TexmodeUnified};
        let options = &self.module.target_options;
        let (version, target) = (self.module.version, self.module.target);
        let needs = |since: Version| (version < since).then(|| format!("`{option}` needs PTX {since}"));
        let wrong = match option {
            TexmodeUnified if options.contains(&TexmodeIndependent) => {
                Some("`texmode_unified` and `texmode_independent` exclude each other".to_owned())
            }
            TexmodeIndependent if options.contains(&TexmodeUnified) => {
                Some("`texmode_unified` and `texmode_independent` exclude each other".to_owned())
            }
            TexmodeUnified => None,
            TexmodeIndependent => needs(Version::new(1, 5)),
            Debug => needs(Version::new(3, 0)),
            MapF64ToF32 => (target.number >= 13).then(|| {
                format!("`map_f64_to_f32` is for targets without `.f64`, and {target} has it: leave it out")
            }),
        };
        if let Some(message) = wrong {
            self.error(codes::DIRECTIVE, span, message, "");
        }
        self.module.target_options.push(option);
    }

    fn unknown_option(&mut self, text: &str, span: Span) {
        let message = format!("`.target` has no option `{text}`");
        let known: Vec<&str> = TargetOption::ALL.iter().map(|option| option.text()).collect();
        let help = suggest::did_you_mean(text, known.iter().copied())
            .unwrap_or_else(|| format!("options are {}", known.join(", ")));
        self.report(Diagnostic::error(codes::DIRECTIVE, message).at(span, "").help(help));
    }

    fn unknown_target(&mut self, text: &str, span: Span) {
        let known: Vec<String> = Target::all().map(|target| target.to_string()).collect();
        let message = format!("the target `{text}` is not known");
        self.report(
            Diagnostic::error(codes::NEEDS, message)
                .at(span, "")
                .help(format!("known targets are {}", known.join(", "))),
        );
    }
}
