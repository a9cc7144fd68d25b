//! The thread-state dump of a launch that ends early: what each warp waits for, which counts are wrong, and the cycle of
//! waiting warps.

use super::cluster::Running;
use crate::codes;
use crate::fault::Fault;
use crate::machine::Machine;
use crate::place::Place;
use crate::program::Inst;
use crate::sync::Wait;
use crate::warp::Warp;

/// Warps that are shown. The warps of one block of the largest size; a longer list is not read.
const SHOWN: usize = 32;
/// The maximum number of warps among which a cycle is searched. The search compares all pairs, so its time grows with the square.
const FOLLOWED: usize = 128;

/// Lanes of a warp at an instruction.
struct ThreadState {
    rank: u32,
    warp: u32,
    mask: u32,
    at: Place,
    wait: Option<Wait>,
}

/// A fault for threads that wait for each other, or for bytes that do not arrive.
pub(crate) fn deadlock((machine, code): (&Machine<'_>, &[Inst]), running: &Running) -> Box<Fault> {
    let all = thread_states(code, running);
    let wrong = all.iter().find_map(|one| wrong_bytes(machine, running, one));
    let mut fault = wrong
        .unwrap_or_else(|| Fault::new(codes::DEADLOCK, "no thread can continue: each waits for another"));
    if let Some(circle) = circle(machine, running, &all) {
        fault = fault.note(circle);
    }
    show(running, &all, fault)
}

/// Adds a dump of the threads' states to a fault.
pub(crate) fn with_thread_states(code: &[Inst], running: &Running, fault: Box<Fault>) -> Box<Fault> {
    show(running, &thread_states(code, running), fault)
}

fn thread_states(code: &[Inst], running: &Running) -> Vec<ThreadState> {
    let of_warp = |warp: &Warp| {
        let (rank, index) = (warp.rank, warp.index);
        let paths = warp.thread_states(code);
        paths.map(|(at, mask, wait)| ThreadState { rank, warp: index, mask, at, wait }).collect::<Vec<_>>()
    };
    running.warps.iter().flat_map(of_warp).collect()
}

fn show(running: &Running, all: &[ThreadState], mut fault: Box<Fault>) -> Box<Fault> {
    for one in all.iter().take(SHOWN) {
        fault.place.get_or_insert(one.at);
        fault.block = running.cluster.blocks[one.rank as usize].id;
        let does = does(running, one);
        fault.parties.push((one.at, format!("{}, lanes {:#010x}: {does}", one.name(running), one.mask)));
    }
    if all.len() > SHOWN {
        fault = fault.note(format!("{} more warps are not shown", all.len() - SHOWN));
    }
    fault
}

impl ThreadState {
    /// `block 0,0,0, warp 3`.
    fn name(&self, running: &Running) -> String {
        let [x, y, z] = running.cluster.blocks[self.rank as usize].id;
        format!("block {x},{y},{z}, warp {}", self.warp)
    }
}

/// The condition that a thread waits for, with the counts.
fn does(running: &Running, one: &ThreadState) -> String {
    let Some(wait) = one.wait else { return "is here".to_owned() };
    let counts = match wait {
        Wait::Barrier(id) => {
            let (came, needed) = running.cluster.blocks[one.rank as usize].barriers.waiting(id);
            format!(", where {came} of {needed} threads have come")
        }
        Wait::Mbarrier(at) => match running.cluster.look_at_mbarrier(at) {
            Ok(barrier) => {
                let bytes = match barrier.tx {
                    0 => String::new(),
                    1.. => format!(" and {}", launch::address::bytes(barrier.tx.unsigned_abs().into())),
                    ..0 => {
                        let early = launch::address::bytes(barrier.tx.unsigned_abs().into());
                        format!(", to which {early} too many have come")
                    }
                };
                format!(", which waits for {} more arrivals{bytes}", barrier.pending)
            }
            Err(_) => String::new(),
        },
        Wait::Lanes(_) | Wait::Cluster | Wait::Warpgroup | Wait::Columns(_) | Wait::Registers(_) => {
            String::new()
        }
    };
    format!("{wait}{counts}")
}

/// A fault if a thread waits for a phase with all arrivals but not the right number of bytes.
fn wrong_bytes(machine: &Machine<'_>, running: &Running, one: &ThreadState) -> Option<Box<Fault>> {
    let Some(Wait::Mbarrier(at)) = one.wait else { return None };
    let barrier = running.cluster.look_at_mbarrier(at).ok()?;
    // Arrivals are also missing: then the report about waiting threads is more helpful.
    if barrier.pending > 0 || barrier.tx == 0 {
        return None;
    }
    let bytes = launch::address::bytes(barrier.tx.unsigned_abs().into());
    let what = if barrier.tx > 0 {
        format!("still expects {bytes}, which no operation copies")
    } else {
        format!("has got {bytes} more than it expects")
    };
    let message =
        format!("the mbarrier at shared address {:#x} {what}: its phase never ends", at & 0xff_ffff);
    let mut fault = Fault::new(codes::TRANSACTIONS, message);
    (fault.place, fault.block) = (Some(one.at), running.cluster.blocks[one.rank as usize].id);
    let number = running.cluster.number;
    if let Some((sentence, parties)) =
        machine.watch.tell(|checks| checks.counted(number, at.into())).flatten()
    {
        fault = fault.note(format!("in this phase {sentence}"));
        fault.parties.extend(parties);
    }
    Some(fault)
}

/// Those who wait for each other in a circle, as a sentence.
fn circle(machine: &Machine<'_>, running: &Running, all: &[ThreadState]) -> Option<String> {
    let all = &all[..all.len().min(FOLLOWED)];
    let next: Vec<Vec<usize>> = all.iter().map(|one| awaited(machine, running, all, one)).collect();
    // Threads from which chains of waiting never end. Threads that wait for none are removed, then those that wait only for
    // removed ones.
    let mut leads = vec![true; all.len()];
    while let Some(end) = (0..all.len()).find(|&at| leads[at] && !next[at].iter().any(|&to| leads[to])) {
        leads[end] = false;
    }
    let mut at = leads.iter().position(|&leads| leads)?;
    let mut path = Vec::new();
    while !path.contains(&at) {
        path.push(at);
        at = *next[at].iter().find(|&&to| leads[to])?;
    }
    path.drain(..path.iter().position(|&other| other == at)?);
    let mut text = String::new();
    for &index in &path {
        let one = &all[index];
        let wait = one.wait.map(|wait| wait.to_string()).unwrap_or_default();
        text.push_str(&format!("{} {wait}, for ", one.name(running)));
    }
    Some(format!("a circle: {text}{}", all[at].name(running)))
}

/// The threads that could release a waiting thread, as far as that is known.
fn awaited(machine: &Machine<'_>, running: &Running, all: &[ThreadState], one: &ThreadState) -> Vec<usize> {
    let Some(wait) = one.wait else { return Vec::new() };
    let number = running.cluster.number;
    let arrivers = match wait {
        Wait::Mbarrier(at) => {
            machine.watch.tell(|checks| checks.arrivers(number, at.into())).unwrap_or_default()
        }
        Wait::Lanes(_)
        | Wait::Barrier(_)
        | Wait::Cluster
        | Wait::Warpgroup
        | Wait::Columns(_)
        | Wait::Registers(_) => Vec::new(),
    };
    let same_warp = |other: &ThreadState| (other.rank, other.warp) == (one.rank, one.warp);
    let helps = |other: &ThreadState| match wait {
        Wait::Lanes(mask) => same_warp(other) && other.mask & mask != 0 && other.wait != one.wait,
        Wait::Barrier(_) => other.rank == one.rank && other.wait != one.wait,
        Wait::Cluster => other.wait != one.wait,
        Wait::Mbarrier(_) => !same_warp(other) && arrivers.contains(&(other.rank, other.warp)),
        Wait::Warpgroup => (other.rank, other.warp / 4) == (one.rank, one.warp / 4) && other.wait != one.wait,
        Wait::Columns(_) | Wait::Registers(_) => false,
    };
    (0..all.len()).filter(|&index| !std::ptr::eq(&all[index], one) && helps(&all[index])).collect()
}
