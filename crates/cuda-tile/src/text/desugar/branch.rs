//! `br` and `cond_br`: remembered while a region is read, structured when it ends.

use diag::{Diagnostic, Span};
use ir::spec::Trait;
use ir::text::{Kind, Parse, code};
use ir::{Block, Op, OpDraft, Region, UNKNOWN_LOC, Value};
use rustc_hash::FxHashMap;

use super::graph::{Edge, End, Graph};
use super::{Call, structure};
use crate::text::Reader;

/// `^block(%a, %b : T, U)`
pub(in crate::text) struct Target<'s> {
    name: &'s [u8],
    span: Span,
    args: Vec<Value>,
}

enum Jump<'s> {
    To(Target<'s>),
    Either(Value, Target<'s>, Target<'s>),
    Nowhere,
}

/// The branches of the regions that are being read.
#[derive(Default)]
pub(in crate::text) struct Branches<'s> {
    /// By the block that they end, with the last op before them.
    jumps: FxHashMap<Block, (Jump<'s>, Option<Op>, Span)>,
    labels: FxHashMap<Block, (&'s [u8], Span)>,
    /// How many errors there were when the last item of the module ended.
    errors_before: usize,
}

impl Branches<'_> {
    /// Nothing follows in this block.
    pub(super) fn unreachable(&mut self, body: &ir::Storage, block: Option<Block>) {
        if let Some(block) = block {
            self.jumps.insert(block, (Jump::Nowhere, body.last_op(block), Span::point(0)));
        }
    }
}

/// A block begins at a label.
pub(in crate::text) fn begin_block<'s>(r: &mut Reader<'s>, block: Block, name: &'s [u8], span: Span) {
    r.state.branches.labels.insert(block, (name, span));
}

pub(super) fn read_target<'s>(r: &mut Reader<'s>) -> Parse<Target<'s>> {
    let token = r.expect(Kind::Caret, "the label of a block")?;
    let mut target = Target { name: r.name_of(token), span: token.span(), args: Vec::new() };
    if !r.eat(Kind::ParenOpen) {
        return Ok(target);
    }
    while r.kind() == Kind::Value {
        let u = r.read_use(0)?;
        target.args.push(u.value.ok_or(ir::text::Failed)?);
        r.eat(Kind::Comma);
    }
    if r.eat(Kind::Colon) {
        r.read_types()?;
    }
    r.expect(Kind::ParenClose, "')'")?;
    Ok(target)
}

/// `br ^block`
pub(super) fn br(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let target = call.take_target(0)?;
    end(call, Jump::To(target))
}

/// `cond_br %c, ^yes, ^no`
pub(super) fn cond_br(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let (yes, no) = (call.take_target(1)?, call.take_target(2)?);
    let condition = call.value(0);
    end(call, Jump::Either(condition, yes, no))
}

fn end<'s>(call: &mut Call<'_, 's>, jump: Jump<'s>) -> Parse<Vec<Value>> {
    let block = call.block()?;
    let last = call.r.module.body.last_op(block);
    if call.r.state.branches.jumps.contains_key(&block) {
        return Err(call.fail(
            call.span,
            "follows the branch that ends the block",
            "begin a block: `^name:`",
        ));
    }
    call.r.state.branches.jumps.insert(block, (jump, last, call.span));
    Ok(Vec::new())
}

/// A region was read: blocks that branch become structure.
pub(in crate::text) fn finish_region(r: &mut Reader<'_>, op: Op, index: usize) -> Parse<()> {
    let failed = r.sink.errors() > r.state.branches.errors_before;
    let result = finish(r, op, index, failed);
    if r.module.body.parent_op(op) == Some(r.module.root) {
        r.state.branches.errors_before = r.sink.errors();
    }
    result
}

fn finish(r: &mut Reader<'_>, op: Op, index: usize, failed: bool) -> Parse<()> {
    let region = r.module.body.region(op, index);
    let blocks = r.module.body.region_blocks(region).to_vec();
    if !blocks.iter().any(|block| r.state.branches.jumps.contains_key(block)) {
        return Ok(());
    }
    let plain = |r: &Reader<'_>| {
        let jumps = &r.state.branches.jumps;
        blocks.len() == 1 && matches!(jumps.get(&blocks[0]), Some((Jump::Nowhere, ..)))
    };
    if plain(r) || failed {
        blocks.iter().for_each(|block| drop(r.state.branches.jumps.remove(block)));
        return Ok(());
    }
    if blocks.len() > structure::MAX_BLOCKS {
        let text = format!("more than {} blocks branch to each other", structure::MAX_BLOCKS);
        let at = Span::point(r.end().saturating_sub(1));
        let label = "at the end of this region; write it with `if` and `loop`";
        return Err(r.error_at(code::DESUGAR, at, text, label));
    }
    let implicit = r.module.spec(op).regions[index].implicit_terminator;
    let graph = read_graph(r, region, blocks, implicit)?;
    structure::structure(r, region, graph)
}

/// The blocks of a region and how they follow each other.
fn read_graph(
    r: &mut Reader<'_>,
    region: Region,
    blocks: Vec<Block>,
    implicit: Option<&'static str>,
) -> Parse<Graph> {
    let mut graph = Graph { region, blocks, ends: Vec::new() };
    let written = graph.blocks.len();
    let mut exits: Vec<(u16, usize)> = Vec::new();
    for index in 0..written {
        let end = match r.state.branches.jumps.remove(&graph.blocks[index]) {
            Some((jump, last, span)) => {
                if r.module.body.last_op(graph.blocks[index]) != last {
                    let text = "an operation follows the branch that ends its block";
                    return Err(r.error_at(code::AFTER_TERMINATOR, span, text, "ends the block"));
                }
                resolve(r, &graph, jump)?
            }
            None => read_exit(r, &mut graph, &mut exits, index, written, implicit)?,
        };
        graph.ends.push(end);
    }
    graph.ends.extend(exits.iter().map(|_| End::Exit));
    Ok(graph)
}

/// A block that ends in `return` or the like: a jump to the one block that holds this op.
fn read_exit(
    r: &mut Reader<'_>,
    graph: &mut Graph,
    exits: &mut Vec<(u16, usize)>,
    index: usize,
    written: usize,
    implicit: Option<&'static str>,
) -> Parse<End> {
    let block = graph.blocks[index];
    let body = &mut r.module.body;
    let last = body.last_op(block);
    let last = last.filter(|&op| crate::ops::OPS[body.opcode(op) as usize].has(Trait::Terminator));
    let (opcode, args) = match (last, implicit) {
        (Some(op), _) => {
            body.detach(op);
            (body.opcode(op), body.operands(op).to_vec())
        }
        (None, Some(mnemonic)) if index + 1 == written => (structure::row(mnemonic), Vec::new()),
        (None, _) => {
            let span = r.state.branches.labels.get(&block).map_or(Span::point(r.end()), |label| label.1);
            let error = Diagnostic::error(code::BLOCK, "a block ends without saying where to go on")
                .at(span, "this block")
                .help("end it with `br ^block`, `cond_br` or `return`");
            return Err(r.fail(error));
        }
    };
    if let Some(&(_, exit)) = exits.iter().find(|exit| exit.0 == opcode) {
        return Ok(End::Jump(Edge { to: exit, args }));
    }
    let types: Vec<ir::TypeId> = args.iter().map(|&value| body.ty(value)).collect();
    let exit = body.create_block(graph.region, &types);
    let operands: Vec<Value> = body.block_args(exit).iter().collect();
    let attrs = vec![ir::AttrSlot::ABSENT; crate::ops::OPS[opcode as usize].attrs.len()];
    let op = body.create_op(OpDraft {
        opcode,
        operands: &operands,
        segments: &[],
        attrs: &attrs,
        results: &[],
        regions: 0,
        loc: UNKNOWN_LOC,
    });
    body.append(exit, op);
    graph.blocks.push(exit);
    let number = graph.blocks.len() - 1;
    exits.push((opcode, number));
    Ok(End::Jump(Edge { to: number, args }))
}

fn resolve(r: &mut Reader<'_>, graph: &Graph, jump: Jump<'_>) -> Parse<End> {
    Ok(match jump {
        Jump::To(target) => End::Jump(edge(r, graph, target)?),
        Jump::Either(condition, yes, no) => End::Branch(condition, edge(r, graph, yes)?, edge(r, graph, no)?),
        Jump::Nowhere => End::Exit,
    })
}

fn edge(r: &mut Reader<'_>, graph: &Graph, target: Target<'_>) -> Parse<Edge> {
    let label = |block: &Block| r.state.branches.labels.get(block).map(|label| label.0);
    let Some(to) = graph.blocks.iter().position(|block| label(block) == Some(target.name)) else {
        let text = format!("no block of this region is labelled '^{}'", String::from_utf8_lossy(target.name));
        let error = Diagnostic::error(code::BLOCK, text)
            .at(target.span, "goes nowhere")
            .help("begin a block with this label, in the same region");
        return Err(r.fail(error));
    };
    let body = &r.module.body;
    let params: Vec<Value> = body.block_args(graph.blocks[to]).iter().collect();
    let fits = params.len() == target.args.len()
        && params.iter().zip(&target.args).all(|(&p, &a)| body.ty(p) == body.ty(a));
    if fits {
        return Ok(Edge { to, args: target.args });
    }
    let text = format!(
        "the block takes {} value(s), and is given {}, or their types differ",
        params.len(),
        target.args.len()
    );
    Err(r.error_at(code::BLOCK, target.span, text, "does not fit the arguments of the block"))
}
