//! Reading locations and debug information.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "tokens that a rule does not name are an error of the text"
)]

use diag::Span;
use ir::text::{Kind, Parse, code};
use ir::{DebugInfo, DiId, Loc, LocId, StrId, UNKNOWN_LOC};

use super::{Reader, alias, values};
use crate::attrs::Attr;

/// `loc(..)`, whose `loc` comes next.
pub(super) fn read_loc(r: &mut Reader<'_>) -> Parse<LocId> {
    r.expect_word("loc")?;
    r.expect(Kind::ParenOpen, "'(' in location")?;
    let loc = read_any(r)?;
    r.expect(Kind::ParenClose, "')' in location")?;
    Ok(loc)
}

/// A location, with `loc(..)` around it or without.
pub(super) fn read_any(r: &mut Reader<'_>) -> Parse<LocId> {
    r.nested(|r| if r.at_word("loc") { read_loc(r) } else { read_location(r) })
}

fn read_location(r: &mut Reader<'_>) -> Parse<LocId> {
    let token = r.token();
    match token.kind {
        Kind::Str => read_file_or_name(r),
        Kind::Hash if r.text() == b"#cuda_tile.di_loc" => read_scoped(r),
        Kind::Hash => {
            r.bump();
            let name = r.name_of(token);
            alias::find_loc(r, name, token.span())
        }
        Kind::Word => match r.text() {
            b"unknown" => {
                r.bump();
                Ok(UNKNOWN_LOC)
            }
            b"callsite" => read_call_site(r),
            b"fused" => read_fused(r),
            _ => Err(r.expected("location instance")),
        },
        _ => Err(r.expected("location instance")),
    }
}

fn read_u32(r: &mut Reader<'_>, what: &str) -> Parse<u32> {
    let token = r.expect(Kind::Int, what)?;
    let value = r.str_of(token.span()).parse();
    value.map_err(|_| {
        r.error_at(code::LOCATION, token.span(), format!("expected {what}"), "does not fit 32 bits")
    })
}

fn read_name(r: &mut Reader<'_>) -> Parse<StrId> {
    let bytes = r.read_string("a string")?;
    Ok(r.module.strings.intern_bytes(&bytes))
}

fn read_file_or_name(r: &mut Reader<'_>) -> Parse<LocId> {
    let name = read_name(r)?;
    if !r.eat(Kind::Colon) {
        let child = if r.eat(Kind::ParenOpen) {
            let child = read_any(r)?;
            r.expect(Kind::ParenClose, "')' after child location of NameLoc")?;
            child
        } else {
            UNKNOWN_LOC
        };
        return Ok(r.intern_loc(Loc::Name { name, child }));
    }
    let line = read_u32(r, "integer line number")?;
    r.expect(Kind::Colon, "':' and a column")?;
    let column = read_u32(r, "integer column number")?;
    let end = if r.eat_word("to") { Some(read_range_end(r, line)?) } else { None };
    Ok(r.intern_loc(Loc::File { file: name, line, column, end }))
}

/// `:column` on the same line, or `line:column`.
fn read_range_end(r: &mut Reader<'_>, line: u32) -> Parse<(u32, u32)> {
    let line = if r.kind() == Kind::Colon { line } else { read_u32(r, "integer line number")? };
    r.expect(Kind::Colon, "':' and a column")?;
    Ok((line, read_u32(r, "integer column number")?))
}

fn read_call_site(r: &mut Reader<'_>) -> Parse<LocId> {
    r.bump();
    r.expect(Kind::ParenOpen, "'(' in callsite location")?;
    let callee = read_any(r)?;
    r.expect_word("at")?;
    let caller = read_any(r)?;
    r.expect(Kind::ParenClose, "')' in callsite location")?;
    Ok(r.intern_loc(Loc::CallSite { callee, caller }))
}

fn read_fused(r: &mut Reader<'_>) -> Parse<LocId> {
    r.bump();
    let mut metadata = None;
    if r.eat(Kind::Less) {
        let start = r.token().start;
        values::read_value(r)?;
        let text = r.text_of(Span::new(start, r.end()));
        metadata = Some(r.module.strings.intern_bytes(text));
        r.expect(Kind::Greater, "'>' after fused location metadata")?;
    }
    r.expect(Kind::BracketOpen, "'[' in fused location")?;
    let mut parts = Vec::new();
    r.list(Kind::BracketClose, "']' in fused location", |r| {
        parts.push(read_any(r)?);
        Ok(())
    })?;
    Ok(r.intern_loc(Loc::Fused { metadata, parts: parts.into() }))
}

/// `#cuda_tile.di_loc<loc in #scope>`
fn read_scoped(r: &mut Reader<'_>) -> Parse<LocId> {
    r.bump();
    r.expect(Kind::Less, "'<'")?;
    let loc = read_any(r)?;
    r.expect_word("in")?;
    let scope = read_reference(r, Wanted::Scope)?;
    r.expect(Kind::Greater, "'>'")?;
    Ok(r.intern_loc(Loc::Scoped { loc, scope }))
}

#[derive(Clone, Copy)]
enum Wanted {
    File,
    CompileUnit,
    Scope,
}

fn fits(info: &DebugInfo, wanted: Wanted) -> bool {
    match (info, wanted) {
        (DebugInfo::File { .. }, Wanted::File) => true,
        (DebugInfo::CompileUnit { .. }, Wanted::CompileUnit) => true,
        (DebugInfo::Subprogram { .. } | DebugInfo::LexicalBlock { .. }, Wanted::Scope) => true,
        (DebugInfo::File { .. }, Wanted::CompileUnit | Wanted::Scope) => false,
        (DebugInfo::CompileUnit { .. }, Wanted::File | Wanted::Scope) => false,
        (
            DebugInfo::Subprogram { .. } | DebugInfo::LexicalBlock { .. },
            Wanted::File | Wanted::CompileUnit,
        ) => false,
    }
}

/// Debug information of a wanted kind, by alias or in full.
fn read_reference(r: &mut Reader<'_>, wanted: Wanted) -> Parse<DiId> {
    let start = r.token().start;
    let value = values::read_value(r)?;
    let span = Span::new(start, r.end());
    match value {
        Attr::Debug(id) if fits(r.module.debug.get(id), wanted) => Ok(id),
        _ => {
            let what = match wanted {
                Wanted::File => "a file, `#cuda_tile.di_file<..>`",
                Wanted::CompileUnit => "a compile unit, `#cuda_tile.di_compile_unit<..>`",
                Wanted::Scope => "a subprogram or lexical block",
            };
            Err(r.error_at(code::LOCATION, span, format!("expected {what}"), "is something else"))
        }
    }
}

/// The parameters of a debug-information attribute, each at most once, in any order.
#[derive(Default)]
struct Parameters {
    file: Option<DiId>,
    scope: Option<DiId>,
    compile_unit: Option<DiId>,
    line: Option<u32>,
    column: Option<u32>,
    scope_line: Option<u32>,
    declaration: Option<()>,
    name: Option<StrId>,
    linkage_name: Option<StrId>,
}

/// `#cuda_tile.di_..<..>`, which is next and is not a location.
pub(super) fn read_debug(r: &mut Reader<'_>) -> Parse<DiId> {
    let token = r.bump();
    let kind = r.name_of(token);
    r.expect(Kind::Less, "'<'")?;
    let info = if kind.ends_with(b"di_file") {
        let name = read_name(r)?;
        r.expect_word("in")?;
        let directory = read_name(r)?;
        r.expect(Kind::Greater, "'>'")?;
        Some(DebugInfo::File { name, directory })
    } else {
        let mut parameters = Parameters::default();
        r.list(Kind::Greater, "'>'", |r| read_parameter(r, &mut parameters))?;
        parameters.make(kind)
    };
    let Some(info) = info else {
        let span = Span::new(token.start, r.end());
        return Err(r.error_at(code::LOCATION, span, "a required parameter is missing", "in this attribute"));
    };
    Ok(r.module.debug.intern(info))
}

fn read_parameter(r: &mut Reader<'_>, parameters: &mut Parameters) -> Parse<()> {
    let token = r.expect(Kind::Word, "the name of a parameter")?;
    r.expect(Kind::Equal, "'='")?;
    let repeated = match r.text_of(token.span()) {
        b"file" => parameters.file.replace(read_reference(r, Wanted::File)?).is_some(),
        b"scope" => parameters.scope.replace(read_reference(r, Wanted::Scope)?).is_some(),
        b"compileUnit" => parameters.compile_unit.replace(read_reference(r, Wanted::CompileUnit)?).is_some(),
        b"line" => parameters.line.replace(read_u32(r, "a line number")?).is_some(),
        b"column" => parameters.column.replace(read_u32(r, "a column number")?).is_some(),
        b"scopeLine" => parameters.scope_line.replace(read_u32(r, "a line number")?).is_some(),
        b"flags" => {
            r.expect_word("declaration")?;
            parameters.declaration.replace(()).is_some()
        }
        b"name" => parameters.name.replace(read_name(r)?).is_some(),
        b"linkageName" => parameters.linkage_name.replace(read_name(r)?).is_some(),
        _ => {
            let text = "unknown parameter of a debug-information attribute";
            return Err(r.error_at(code::LOCATION, token.span(), text, "no parameter has this name"));
        }
    };
    if repeated {
        return Err(r.error_at(code::LOCATION, token.span(), "a parameter is given twice", "given before"));
    }
    Ok(())
}

impl Parameters {
    fn make(self, kind: &[u8]) -> Option<DebugInfo> {
        if kind.ends_with(b"di_compile_unit") {
            return Some(DebugInfo::CompileUnit { file: self.file? });
        }
        if kind.ends_with(b"di_lexical_block") {
            let column = self.column.unwrap_or(0);
            return Some(DebugInfo::LexicalBlock {
                scope: self.scope?,
                file: self.file?,
                line: self.line?,
                column,
            });
        }
        Some(DebugInfo::Subprogram {
            file: self.file?,
            line: self.line?,
            name: self.name?,
            linkage_name: self.linkage_name?,
            compile_unit: self.compile_unit?,
            scope_line: self.scope_line.unwrap_or(0),
            declaration: self.declaration.is_some(),
        })
    }
}
