//! The choice between one thread block and a cluster for the tile blocks of a kernel, by the model of level 3.
//!
//! Level 2 divides tile blocks, and level 3 knows what agents cost, so both ways are converted as a trial and compared. The grid of a
//! launch counts clusters, so the choice is invisible to launchers.
//!
//! - A number of thread blocks that the program requests is taken if agents hold its parts.
//! - If only one of the ways has agents, it is taken.
//! - Otherwise the model decides, or the number of a plan that the caller requests.

use ir::Op;
use ir::build::IntoAttr as _;
use ir::walk::preorder;
use tileaa::ops::fields::func as f;
use tileas::from_tileaa::{Division, Options};
use tileas::ops::fields;
use tileas::transform::{Offer, Refusal, makes_clusters, offers};

use crate::trial::{kernels, name, names, probe, symbol};

/// Thread blocks of a cluster that share a tile block without being requested.
const CLUSTER: u32 = 2;

/// What is decided for a module.
pub(crate) struct Divided {
    /// The names of the kernels that can have no agents.
    pub(crate) never: Vec<String>,
    /// What was compared.
    pub(crate) divisions: Vec<Division>,
}

/// What a kernel offers in one of the ways, or the reason why it has no agents.
type Offered = Result<Offer, String>;

/// Plans a cluster for the kernels of a module of level 2 that get one, and none for the others. A kernel that can have no agents keeps
/// the cluster that it requests, unless agents are `required`: the reason of one thread block is then reported.
pub(crate) fn divide(module: &mut tileaa::Module, how: &Options, required: bool) -> Divided {
    let asked = offered(module, how);
    let all = kernels(module, &names(module)).into_iter();
    let is_open = |&func: &Op| {
        may_turn(module, func, how.capability) || of(&asked, module, func).is_none_or(|own| own.is_err())
    };
    let open: Vec<Op> = all.filter(is_open).collect();
    let mut turned = module.clone();
    open.iter().for_each(|&func| turn(&mut turned, func));
    let turned = if open.is_empty() { Vec::new() } else { offered(&turned, how) };
    let mut divided = Divided { never: Vec::new(), divisions: Vec::new() };
    for func in open {
        let Some((own, other)) = of(&asked, module, func).zip(of(&turned, module, func)) else { continue };
        let is_cluster = module.int(func, f::cluster_size).is_some();
        let other = if is_cluster { other.clone() } else { of_cluster(module, func, other.clone()) };
        if own.is_err() && other.is_err() {
            divided.never.push(symbol(module, func));
            if required {
                module.set_attr(func, f::cluster_size, ir::AttrSlot::ABSENT);
            }
            continue;
        }
        let ways = if is_cluster { [other, own.clone()] } else { [own.clone(), other] };
        let ctas = module.int(func, f::cluster_size).and_then(|ctas| u32::try_from(ctas).ok());
        let choice = Choice { ways, ctas: ctas.unwrap_or(CLUSTER), requested: requested(module, func) };
        let (takes_cluster, division) = choice.decide(symbol(module, func), how.plan);
        divided.divisions.push(division);
        if takes_cluster != is_cluster {
            turn(module, func);
        }
    }
    divided
}

/// One thread block or a cluster.
struct Choice {
    /// What one thread block offers, and what a cluster.
    ways: [Offered; 2],
    /// Thread blocks of the cluster.
    ctas: u32,
    /// The thread blocks that the program requests.
    requested: Option<u32>,
}

impl Choice {
    /// Whether the cluster is taken, with the numbers of plans for both ways.
    fn decide(self, kernel: String, plan: u32) -> (bool, Division) {
        let (prefers_cluster, why) = self.preference();
        let count = |is_cluster: bool| self.ways[usize::from(is_cluster)].as_ref().map_or(0, Offer::count);
        let (own, other) = (count(prefers_cluster), count(!prefers_cluster));
        let is_other = plan > own && plan <= own + other;
        let takes_cluster = prefers_cluster != is_other;
        let way = &self.ways[usize::from(!takes_cluster)];
        let [first, first_of_other] = if is_other { [own + 1, 1] } else { [1, own + 1] };
        let why = if is_other { Some(format!("plan {plan} was requested")) } else { why };
        let division = Division {
            kernel,
            first,
            others: way.as_ref().map_or_else(|_| Vec::new(), |offer| offer.listed(first_of_other)),
            other: self.verdict(!takes_cluster, first_of_other, why),
            lack: way.as_ref().err().cloned(),
        };
        (takes_cluster, division)
    }

    /// Whether the cluster is preferred, and why if not by the cost alone.
    fn preference(&self) -> (bool, Option<String>) {
        let [whole, cluster] = &self.ways;
        match (whole, cluster, self.requested) {
            (Err(_), ..) => (true, None),
            (_, Err(_), _) => (false, None),
            (Ok(_), Ok(_), Some(requested)) => {
                (requested > 1, Some(format!("the program requests {requested}")))
            }
            (Ok(whole), Ok(cluster), None) => match cluster.is_preferred_to(whole) {
                Ok(()) => (true, None),
                Err(why) => (false, why.map(str::to_owned)),
            },
        }
    }

    /// The way that is not taken in words, with the number of its first plan.
    fn verdict(&self, is_cluster: bool, first: u32, why: Option<String>) -> String {
        let way = if is_cluster {
            format!("{} thread blocks of a cluster", self.ctas)
        } else {
            "1 thread block".to_owned()
        };
        let [mine, taken] = [is_cluster, !is_cluster].map(|at| &self.ways[usize::from(at)]);
        let found = match (mine, taken) {
            (Err(lack), _) => return format!("{way} not possible: {lack}"),
            (Ok(mine), Ok(taken)) => mine.beside(taken),
            (Ok(_), Err(_)) => None,
        };
        let cost = found.map_or(String::new(), |cost| format!(": {cost}"));
        let why = why.map_or(String::new(), |why| format!("; {why}"));
        format!("plan {first}, {way}{cost}{why}")
    }
}

/// What the kernels of a module offer as they are, by their names.
fn offered(module: &tileaa::Module, how: &Options) -> Vec<(String, Offered)> {
    let probe = probe(module, how);
    let found = offers(&probe).into_iter();
    found
        .map(|(func, offer)| {
            let offer = offer.map_err(|Refusal { reason, .. }| reason);
            (name(&probe, func, fields::func::sym_name), offer)
        })
        .collect()
}

fn of<'o>(all: &'o [(String, Offered)], module: &tileaa::Module, func: Op) -> Option<&'o Offered> {
    let kernel = symbol(module, func);
    all.iter().find(|(name, _)| *name == kernel).map(|(_, offer)| offer)
}

/// What a cluster offers that was tried for a kernel, if level 2 has divided its tile blocks.
fn of_cluster(module: &tileaa::Module, func: Op, offer: Offered) -> Offered {
    if offer.as_ref().is_ok_and(|offer| offer.ctas > 1) {
        return offer;
    }
    match tileaa::split::obstacle(module, func, CLUSTER) {
        Some(refusal) => Err(refusal.why.to_string()),
        None => offer.and_then(|_| Err("its tiles are not divided".to_owned())),
    }
}

/// Whether the other way is tried for a kernel that has agents: it multiplies, and is not divided into chains.
fn may_turn(module: &tileaa::Module, func: Op, capability: u32) -> bool {
    let is_product = |op: Op| matches!(module.opcode(op), tileaa::Opcode::Dot | tileaa::Opcode::DotScaled);
    makes_clusters(capability)
        && module.int(func, f::chains).is_none()
        && preorder(&module.body, func).any(is_product)
}

/// The number of thread blocks that a kernel says share its tile blocks.
fn requested(module: &tileaa::Module, func: Op) -> Option<u32> {
    let says = [f::num_cta_in_cga, f::num_ctas, f::cluster_size];
    says.iter().find_map(|&field| module.int(func, field)).and_then(|ctas| u32::try_from(ctas).ok())
}

/// Plans a cluster for a kernel that has none planned, and none for one that has.
fn turn(module: &mut tileaa::Module, func: Op) {
    let slot = match module.int(func, f::cluster_size) {
        None => i64::from(CLUSTER).into_attr(module),
        Some(_) => ir::AttrSlot::ABSENT,
    };
    module.set_attr(func, f::cluster_size, slot);
}
