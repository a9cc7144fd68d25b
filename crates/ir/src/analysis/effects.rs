//! Effects of executing an op, in addition to its results, including its regions.

use cranelift_entity::SecondaryMap;

use crate::entity::Op;
use crate::level::Level;
use crate::level::module::Module;
use crate::level::spec::Effects;
use crate::semantics::Semantics;
use crate::walk::{Visit, walk};

/// The effects of every op, those of its regions included.
pub struct EffectTable(SecondaryMap<Op, Effects>);

impl EffectTable {
    /// Computes them for `root` and everything below it.
    pub fn of<L: Level>(module: &Module<L>, root: Op, semantics: &dyn Semantics<L>) -> EffectTable {
        let mut table = SecondaryMap::new();
        table.resize(module.body.op_count());
        let mut around: Vec<Effects> = Vec::new();
        for visit in walk(&module.body, root) {
            match visit {
                Visit::Enter(_) => around.push(Effects::NONE),
                Visit::Leave(op) => {
                    let inside = around.pop().expect("an op is entered before it is left");
                    let own = semantics.effects(module, op);
                    let effects = own.and(inside.without(semantics.absorbs(module, op)));
                    table[op] = effects;
                    if let Some(outer) = around.last_mut() {
                        *outer = outer.and(effects);
                    }
                }
            }
        }
        EffectTable(table)
    }

    /// The effects of an op.
    pub fn get(&self, op: Op) -> Effects {
        self.0[op]
    }
}
