//! Collective operations of a warp and of a block.

use ir::Op;
use nvvm::Type;
use nvvm::attrs::{ShuffleKind, VoteKind};
use nvvm::ops::fields;

use super::assembly::Effect;
use super::write::Writer;
use crate::emit::LoweringResult;

impl Writer<'_, '_> {
    pub(crate) fn barrier(&mut self, op: Op) -> LoweringResult {
        let id = self.module.int(op, fields::barrier::id).unwrap_or(0);
        if id != 0 || self.module.int(op, fields::barrier::threads).is_some() {
            return self.assembly(op, Effect::CollectiveInMemory);
        }
        let call = self.call("llvm.nvvm.barrier0", "void", &[]);
        self.line(&call);
        Ok(())
    }

    pub(crate) fn warp_barrier(&mut self) -> LoweringResult {
        let call = self.call("llvm.nvvm.bar.warp.sync", "void", &[("i32", "-1")]);
        self.line(&call);
        Ok(())
    }

    pub(crate) fn shuffle(&mut self, op: Op) -> LoweringResult {
        use fields::shfl as f;
        let module = self.module;
        let (source, lane) = (module.operand(op, f::value), module.operand(op, f::lane));
        let (ty, suffix) = match self.ty(source) {
            Type::I32 | Type::F16x2 | Type::BF16x2 => ("i32", "i32"),
            Type::F32 => ("float", "f32"),
            Type::I1
            | Type::I16
            | Type::I64
            | Type::F16
            | Type::BF16
            | Type::F64
            | Type::F32x2
            | Type::Ptr(_)
            | Type::Registers(_)
            | Type::Pending(_) => {
                return self.assembly(op, Effect::Collective);
            }
        };
        if self.ty(lane) != Type::I32 {
            return Err("lanes are counted in i32".to_owned());
        }
        let kind = module.get::<ShuffleKind>(op, f::kind).name();
        let clamp = module.int(op, f::clamp).unwrap_or(31).to_string();
        let (given, lane) = (self.value(source).to_owned(), self.value(lane).to_owned());
        let operands = [("i32", "-1"), (ty, given.as_str()), ("i32", &lane), ("i32", &clamp)];
        let call = self.call(&format!("llvm.nvvm.shfl.sync.{kind}.{suffix}"), ty, &operands);
        let (value, _) = self.result(op);
        self.define(value, &call);
        Ok(())
    }

    pub(crate) fn vote(&mut self, op: Op) -> LoweringResult {
        let [source] = self.operands(op);
        let (value, ty) = self.result(op);
        let kind: VoteKind = self.module.get(op, fields::vote::kind);
        let (found, name) = if kind == VoteKind::Ballot { (Type::I32, "i32") } else { (Type::I1, "i1") };
        if ty != found {
            return self.assembly(op, Effect::Collective);
        }
        let source = self.value(source).to_owned();
        let call = self.call(
            &format!("llvm.nvvm.vote.{}.sync", kind.name()),
            name,
            &[("i32", "-1"), ("i1", &source)],
        );
        self.define(value, &call);
        Ok(())
    }
}
