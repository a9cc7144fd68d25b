//! The syntax of a Tile IR op, from its row in the table: for the reference pages, and for suggested fixes.

use std::fmt::Write as _;

use cuda_tile::CudaTile;
use cuda_tile::attrs::AttrKind;
use cuda_tile::ops::Syntax;
use ir::spec::{Asm, OpSpec};

/// The form of an op: `%result = addf %lhs, %rhs [rounding<..>] : type(%result)`.
pub fn of(spec: &OpSpec<CudaTile>) -> String {
    let name = |field| format!("%{}", spec.field_name(field));
    let mut text = String::new();
    let results: Vec<String> = spec.results.iter().map(|r| format!("%{}", r.name)).collect();
    if !results.is_empty() {
        let _ = write!(text, "{} = ", results.join(", "));
    }
    text.push_str(spec.mnemonic);
    for piece in spec.asm {
        let shown = match piece {
            Asm::Lit(literal) => (*literal).to_owned(),
            Asm::Operand(field) => name(*field),
            Asm::Operands(field) => format!("{}..", name(*field)),
            Asm::CommaOperand(field) => format!("[, {}]", name(*field)),
            Asm::Bracketed(field) => format!("\\[{}..]", name(*field)).replace('\\', ""),
            Asm::TokenTight(field) => format!("[token={}]", name(*field)),
            Asm::TokenLoose(field) => format!("[token = {}]", name(*field)),
            Asm::Attr(field) => attr_syntax(spec, *field),
            Asm::AnyOrder(fields) => {
                fields.iter().map(|&f| format!("[{}]", spec.field_name(f))).collect::<Vec<_>>().join(" ")
            }
            Asm::NamedTight(field) => format!("{}=N", spec.field_name(*field)),
            Asm::NamedLoose(field) => format!("{} = N", spec.field_name(*field)),
            Asm::Type(fields) => format!("type({})", name(fields[0])),
            Asm::Types(field) => format!("type({})..", name(*field)),
            Asm::CommaType(field) => {
                format!("[, type({})]", spec.field_name(*field)).replace("type(", "type(%")
            }
            Asm::ResultType => "type of every result".to_owned(),
            Asm::Dict => "[{..}]".to_owned(),
            Asm::KeywordDict => "[attributes {..}]".to_owned(),
            Asm::KeywordDictWith(fields) => {
                let names: Vec<&str> = fields.iter().map(|&field| spec.field_name(field)).collect();
                format!("[attributes {{{} = .., ..}}]", names.join(" = .., "))
            }
            Asm::Custom(custom) => irregular(*custom).to_owned(),
        };
        if !shown.is_empty() && !shown.starts_with(',') && !shown.starts_with("[,") {
            text.push(' ');
        }
        text.push_str(&shown);
    }
    text
}

fn attr_syntax(spec: &OpSpec<CudaTile>, field: ir::Field) -> String {
    let ir::Field::Attr(index) = field else { return String::new() };
    let attr = &spec.attrs[index as usize];
    let name = attr.name;
    match attr.kind {
        AttrKind::Flag => format!("[{name}]"),
        AttrKind::Rounding(_) => "[rounding<..>]".to_owned(),
        AttrKind::Overflow => "[overflow<..>]".to_owned(),
        AttrKind::Scope if attr.optional => "[scope]".to_owned(),
        AttrKind::Scope => "scope".to_owned(),
        AttrKind::Ordering(_) => "ordering".to_owned(),
        AttrKind::Str => "\"..\"".to_owned(),
        AttrKind::SymbolRef | AttrKind::SymbolName => "@name".to_owned(),
        AttrKind::Hints => "[optimization_hints = <..>]".to_owned(),
        AttrKind::InBounds => "[inbounds = [..]]".to_owned(),
        AttrKind::Dense => "<T: ..>".to_owned(),
        AttrKind::I32s => "[0, 1, ..]".to_owned(),
        AttrKind::Keyword(_)
        | AttrKind::Bool
        | AttrKind::Int { .. }
        | AttrKind::FunctionType
        | AttrKind::Identities
        | AttrKind::Predicate
        | AttrKind::Dicts
        | AttrKind::Dictionary
        | AttrKind::Strs
        | AttrKind::Exprs
        | AttrKind::ConstParams
        | AttrKind::Scratch => name.to_owned(),
    }
}

fn irregular(custom: Syntax) -> &'static str {
    match custom {
        Syntax::Module => "@name [attributes {..}] { .. }",
        Syntax::Entry => "@name(%a: type, ..) [optimization_hints=<..>] { .. }",
        Syntax::Global => "[private] [constant] @name [alignment = N] <T: ..> : type",
        Syntax::For => {
            "[unsigned] %i in (%lower to %upper, step %step) : type [iter_values(%x = %init, ..) -> (type, ..)] { .. }"
        }
        Syntax::If => "%condition [-> (type, ..)] { .. } [else { .. }]",
        Syntax::Loop => "[iter_values(%x = %init, ..)] [: type, .. [-> type, ..]] { .. }",
        Syntax::Reduce => {
            "%x.. dim=N identities=[0 : T, ..] : type.. -> type.. (%element: type, %accumulator: type, ..) { .. }"
        }
        Syntax::Scan => {
            "%x.. dim=N reverse=B identities=[0 : T, ..] : type.. -> type.. (%element: type, %accumulator: type, ..) { .. }"
        }
        Syntax::OperandsAndTypes => "[%x, .. : type, ..]",
        Syntax::MakeTensorView => "%base, shape = [N or %n, ..], strides = [N or %n, ..] : [type ->] type",
        Syntax::IndexTypes => ", type of the indices",
        Syntax::InBoundsOrBlank => "[inbounds = [..]]",
        Syntax::OperandIsViewed => "",
        Syntax::PrintArgs => "[, %x, ..]",
        Syntax::PrintTypes => "[: type, ..]",
        Syntax::Generate => "{ ^bb0(%i: tile<i32>, ..): .. yield %x : type } : type",
        Syntax::ExternElementwise => "%x.. {symbol = \"..\"} : (type, ..) -> type",
        Syntax::Call => "@name(%x, ..) : (type, ..) -> type",
        Syntax::Func => "@name(%a: type, ..) -> type { .. }",
        Syntax::KeepAxisInfo => "[, keep_axis_info]",
        Syntax::ExternFunc => "extern @name[<[N: type, ..]>](%a: type {..}, ..) [-> type]",
        Syntax::ExternImpl => {
            "@name[<[N: type, ..]>] implements @function[<[N, ..]>] (%a: type {..}, ..) [synchronization = ..] [arch = [\"..\", ..]] [scratch {..}] [{..}]"
        }
        Syntax::ExternCall => "@name[<[constant, ..]>](%x, ..) [{..}] : (type, ..) -> type",
    }
}
