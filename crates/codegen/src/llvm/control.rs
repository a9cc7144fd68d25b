//! Structured control flow as blocks, branches and phis.
//!
//! A loop tests at its end, and once before the loop, as in [`crate::control`].

use ir::{Block, Op, Value};
use nvvm::ops::fields;

use super::frame::{Edge, Frame, FrameKind};
use super::write::Writer;
use crate::control::may_wrap;
use crate::emit::LoweringResult;

impl Writer<'_, '_> {
    /// The ops of a block, in order.
    pub(crate) fn block(&mut self, block: Block) {
        let ops: Vec<Op> = self.module.body.block_ops(block).collect();
        for op in ops {
            if let Err(why) = self.dispatch(op) {
                self.refuse(op, why);
            }
        }
    }

    /// `phi` of a type with one value for each predecessor of the block.
    fn phi(&self, ty: &str, edges: &[Edge], index: usize) -> String {
        let from = |(block, values): &Edge| format!("[ {}, %{block} ]", values[index]);
        let ways: Vec<String> = edges.iter().map(from).collect();
        format!("phi {ty} {}", ways.join(", "))
    }

    /// Creates a `phi` for each value that predecessors pass to this block; none if there is no predecessor.
    fn merge(&mut self, values: &[Value], edges: &[Edge]) {
        for (index, &value) in values.iter().enumerate() {
            if edges.is_empty() {
                self.is(value, "undef".to_owned());
            } else {
                let phi = self.phi(&self.type_of(value), edges, index);
                self.define(value, &phi);
            }
        }
    }

    /// The way from here, with values.
    fn edge(&self, values: &[Value]) -> Edge {
        (self.block.clone(), values.iter().map(|&value| self.value(value).to_owned()).collect())
    }

    fn results_of(&self, op: Op) -> Vec<Value> {
        self.module.body.results(op).iter().collect()
    }

    pub(crate) fn for_loop(&mut self, op: Op) -> LoweringResult {
        use fields::for_ as f;
        let module = self.module;
        let [lower, upper, step] = [f::lower, f::upper, f::step].map(|field| module.operand(op, field));
        let Some(body) = module.block(op, f::body) else { return Ok(()) };
        if self.ty(lower).bits() == 1 {
            return Err("a loop counts in 16 bits or more".to_owned());
        }
        let signs = if module.flag(op, f::unsigned) { "u" } else { "s" };
        let (ty, limit, by) =
            (self.type_of(lower), self.value(upper).to_owned(), self.value(step).to_owned());
        let inits: Vec<Value> = module.operands(op, f::inits).to_vec();
        let [head, next, end] = ["for", "for.next", "for.end"].map(|stem| self.fresh(stem));
        let start = self.value(lower).to_owned();
        let outside = self.temp(&format!("icmp {signs}ge {ty} {start}, {limit}"));
        let mut before = self.edge(&inits);
        self.line(&format!("br i1 {outside}, label %{end}, label %{head}"));
        self.start(head.clone());
        // The last values are named before they are there.
        let arguments: Vec<Value> = module.body.block_args(body).into_iter().collect();
        let last: Vec<String> = arguments.iter().map(|_| format!("%{}", self.fresh(""))).collect();
        let mut first = vec![start];
        first.append(&mut before.1.clone());
        self.merge(&arguments, &[(before.0.clone(), first), (next.clone(), last.clone())]);
        self.frames.push(Frame::new(FrameKind::For, &end, &next));
        self.block(body);
        let done = self.frames.pop().expect("it was pushed above");
        self.start(next.clone());
        for (index, (&argument, name)) in arguments.iter().zip(&last).enumerate().skip(1) {
            let phi = self.phi(&self.type_of(argument), &done.nexts, index - 1);
            self.line(&format!("{name} = {phi}"));
        }
        let Some(&counter) = arguments.first() else { return Ok(()) };
        let index = self.value(counter).to_owned();
        let wraps = self.may_wrap(op);
        let left = wraps.then(|| self.temp(&format!("sub {ty} {limit}, {index}")));
        self.line(&format!("{} = add {ty} {index}, {by}", last[0]));
        let again = match left {
            Some(left) => self.temp(&format!("icmp ugt {ty} {left}, {by}")),
            None => self.temp(&format!("icmp {signs}lt {ty} {}, {limit}", last[0])),
        };
        self.line(&format!("br i1 {again}, label %{head}, label %{end}"));
        let after: Edge = (self.block.clone(), last[1..].to_vec());
        self.start(end);
        let results = self.results_of(op);
        before.1.truncate(results.len());
        self.merge(&results, &[before, after]);
        Ok(())
    }

    fn may_wrap(&self, op: Op) -> bool {
        use fields::for_ as f;
        let [upper, step] = [f::upper, f::step].map(|field| self.module.operand(op, field));
        let bits = self.ty(upper).bits();
        may_wrap(bits, self.module.flag(op, f::unsigned), self.constant(upper), self.constant(step))
    }

    pub(crate) fn endless_loop(&mut self, op: Op) -> LoweringResult {
        use fields::loop_ as f;
        let module = self.module;
        let Some(body) = module.block(op, f::body) else { return Ok(()) };
        let inits: Vec<Value> = module.operands(op, f::inits).to_vec();
        let [head, next, end] = ["loop", "loop.next", "loop.end"].map(|stem| self.fresh(stem));
        let before = self.edge(&inits);
        self.line(&format!("br label %{head}"));
        self.start(head.clone());
        let arguments: Vec<Value> = module.body.block_args(body).into_iter().collect();
        let last: Vec<String> = arguments.iter().map(|_| format!("%{}", self.fresh(""))).collect();
        let phis = self.lines.len();
        self.merge(&arguments, &[before.clone(), (next.clone(), last.clone())]);
        self.frames.push(Frame::new(FrameKind::Loop, &end, &next));
        self.block(body);
        let done = self.frames.pop().expect("it was pushed above");
        if done.nexts.is_empty() {
            // Nothing comes back.
            for (index, &argument) in arguments.iter().enumerate() {
                let phi = self.phi(&self.type_of(argument), std::slice::from_ref(&before), index);
                self.lines[phis + index] = format!("  {} = {phi}", self.value(argument));
            }
        } else {
            self.start(next);
            for (index, (&argument, name)) in arguments.iter().zip(&last).enumerate() {
                let phi = self.phi(&self.type_of(argument), &done.nexts, index);
                self.line(&format!("{name} = {phi}"));
            }
            self.line(&format!("br label %{head}"));
        }
        self.start(end);
        self.merge(&self.results_of(op), &done.ends);
        Ok(())
    }

    pub(crate) fn conditional(&mut self, op: Op) -> LoweringResult {
        use fields::if_ as f;
        let module = self.module;
        let condition = self.value(module.operand(op, f::condition)).to_owned();
        let (then, otherwise) = (module.block(op, f::then), module.block(op, f::otherwise));
        let [yes, no, end] = ["then", "else", "endif"].map(|stem| self.fresh(stem));
        let other = if otherwise.is_some() { &no } else { &end };
        self.line(&format!("br i1 {condition}, label %{yes}, label %{other}"));
        self.frames.push(Frame::new(FrameKind::If, &end, &end));
        self.start(yes);
        match then {
            Some(then) => self.block(then),
            None => self.line(&format!("br label %{end}")),
        }
        if let Some(otherwise) = otherwise {
            self.start(no);
            self.block(otherwise);
        }
        let done = self.frames.pop().expect("it was pushed above");
        self.start(end);
        self.merge(&self.results_of(op), &done.ends);
        Ok(())
    }

    pub(crate) fn returns(&mut self) -> LoweringResult {
        self.line("ret void");
        Ok(())
    }

    /// The values of the innermost op around.
    pub(crate) fn yields(&mut self, op: Op) -> LoweringResult {
        let edge = self.edge(self.module.body.operands(op));
        let frame = self.frames.last_mut().filter(|frame| frame.kind == FrameKind::If);
        let frame = frame.ok_or("`yield` ends a branch of `if`")?;
        frame.ends.push(edge);
        let to = format!("br label %{}", frame.end);
        self.line(&to);
        Ok(())
    }

    pub(crate) fn continues(&mut self, op: Op) -> LoweringResult {
        let edge = self.edge(self.module.body.operands(op));
        let frame = self.frames.iter_mut().rev().find(|frame| frame.kind != FrameKind::If);
        let frame = frame.ok_or("there is no loop around it")?;
        frame.nexts.push(edge);
        let to = format!("br label %{}", frame.next);
        self.line(&to);
        Ok(())
    }

    pub(crate) fn breaks(&mut self, op: Op) -> LoweringResult {
        let edge = self.edge(self.module.body.operands(op));
        let frame = self.frames.iter_mut().rev().find(|frame| frame.kind != FrameKind::If);
        let frame = frame.filter(|frame| frame.kind == FrameKind::Loop).ok_or("`break` leaves a `loop`")?;
        frame.ends.push(edge);
        let to = format!("br label %{}", frame.end);
        self.line(&to);
        Ok(())
    }
}
