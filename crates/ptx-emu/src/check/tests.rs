//! Orders and races, without a machine: the events of warps are listed one by one.

use cranelift_entity::EntityRef;
use ptx::module::FuncId;

use super::touched::Touched;
use super::*;

/// Checks of a launch of two blocks in a cluster, of two warps each, with places that stand for what they mean.
struct Script {
    checks: Checks,
    statement: u32,
}

const SHARED: u64 = 1024;

impl Script {
    fn new() -> Script {
        let text = ".version 8.7\n.target sm_90\n.address_size 64\n.entry k() { ret; }\n";
        let module = ptx::parse(&diag::Source::new("k", text)).module;
        let geometry = Geometry {
            grid: [4, 1, 1],
            block: [64, 1, 1],
            cluster: [2, 1, 1],
            clustered: true,
            dynamic_shared: 0,
        };
        Script { checks: Checks::new(&module, geometry), statement: 0 }
    }

    /// The next instruction of a warp, with an ordering.
    fn at(&mut self, (cluster, rank, warp): (u64, u32, u32), ordering: Ordering) -> &mut Checks {
        self.statement += 1;
        let place = Place { function: FuncId::new(0), statement: self.statement };
        self.checks.begin((cluster, rank, warp), [u32::MAX; 2], place);
        self.checks.current.ordering = ordering;
        &mut self.checks
    }

    fn touch(&mut self, who: (u64, u32, u32), space: Space, does: AccessKind, ordering: Ordering) {
        let touched = Touched { space, address: SHARED, size: 4, does, lane: 3 };
        let checks = self.at(who, ordering);
        checks.touches(touched, false);
        checks.end();
    }

    fn fence_of(&mut self, who: (u64, u32, u32), reach: access::Reach) {
        self.at(who, Ordering::Fence { reach, acquires: true, releases: true }).end();
    }

    fn fence(&mut self, who: (u64, u32, u32)) {
        self.fence_of(who, access::Reach::Device);
    }

    fn found(&mut self) -> Vec<&'static str> {
        self.checks.findings().iter().map(|finding| finding.code.0).collect()
    }
}

const A: (u64, u32, u32) = (0, 0, 0);
const B: (u64, u32, u32) = (0, 0, 1);
const FAR: (u64, u32, u32) = (1, 0, 0);
const STRONG: Ordering = Ordering::Access { reach: access::Reach::Device, acquires: false, releases: false };

#[test]
fn a_barrier_orders_what_was_before_it() {
    for barrier in [true, false] {
        let mut script = Script::new();
        script.touch(A, Space::Shared, AccessKind::Write, Ordering::None);
        if barrier {
            script.at(A, Ordering::None).arrives(0, 0);
            script.at(B, Ordering::None).arrives(0, 0);
            script.at(B, Ordering::None).passes(0, 0);
        }
        script.touch(B, Space::Shared, AccessKind::Read, Ordering::None);
        assert_eq!(script.found().is_empty(), barrier);
    }
}

#[test]
fn who_only_arrives_knows_nothing_of_others() {
    let mut script = Script::new();
    script.at(A, Ordering::None).arrives(1, 0);
    script.touch(B, Space::Shared, AccessKind::Write, Ordering::None);
    script.at(B, Ordering::None).arrives(1, 0);
    script.at(B, Ordering::None).passes(1, 0);
    script.touch(A, Space::Shared, AccessKind::Read, Ordering::None);
    assert_eq!(script.found(), [crate::codes::RACE.0]);
}

#[test]
fn fences_around_relaxed_accesses_order() {
    for fenced in [true, false] {
        let mut script = Script::new();
        script.touch(A, Space::Global, AccessKind::Write, Ordering::None);
        if fenced {
            script.fence(A);
        }
        let flag = Touched { space: Space::Global, address: 64, size: 4, does: AccessKind::Write, lane: 0 };
        let checks = script.at(A, STRONG);
        checks.touches(flag, false);
        checks.end();
        let checks = script.at(FAR, STRONG);
        checks.touches(Touched { does: AccessKind::Read, ..flag }, false);
        checks.end();
        script.fence(FAR);
        script.touch(FAR, Space::Global, AccessKind::Read, Ordering::None);
        assert_eq!(script.found().is_empty(), fenced);
    }
}

/// Blocks of another cluster, and of the same one.
#[test]
fn fences_order_within_their_scope() {
    use access::Reach::{Block, Cluster, Device};
    let near = (0, 1, 0);
    for (other, needed) in [(B, Block), (near, Cluster), (FAR, Device)] {
        for (releasing, acquiring) in [Block, Cluster, Device]
            .into_iter()
            .flat_map(|one| [Block, Cluster, Device].map(|two| (one, two)))
        {
            let mut script = Script::new();
            let flag =
                Touched { space: Space::Global, address: 64, size: 4, does: AccessKind::Write, lane: 0 };
            script.touch(A, Space::Global, AccessKind::Write, Ordering::None);
            script.fence_of(A, releasing);
            // One that reaches less does not take away what the one before did.
            script.fence_of(A, Block);
            script.at(A, STRONG).touches(flag, false);
            script.at(other, STRONG).touches(Touched { does: AccessKind::Read, ..flag }, false);
            script.fence_of(other, Block);
            script.fence_of(other, acquiring);
            script.touch(other, Space::Global, AccessKind::Read, Ordering::None);
            assert_eq!(
                script.found().is_empty(),
                releasing.min(acquiring) >= needed,
                "{other:?} {releasing:?} {acquiring:?}"
            );
        }
    }
}

/// Blocks that count at one location pass on what each has released, as far as each did.
#[test]
fn atomics_go_on_with_what_reaches() {
    use access::Reach::{Block, Device};
    for (far, near) in [(Device, Device), (Block, Device), (Device, Block), (Block, Block)] {
        let mut script = Script::new();
        let count = Touched { space: Space::Global, address: 64, size: 4, does: AccessKind::Change, lane: 0 };
        script.touch(FAR, Space::Global, AccessKind::Write, Ordering::None);
        script.fence_of(FAR, far);
        script.at(FAR, STRONG).touches(count, false);
        script
            .at(B, Ordering::None)
            .touches(Touched { address: 128, does: AccessKind::Write, ..count }, false);
        script.fence_of(B, near);
        script.at(B, STRONG).touches(count, false);
        script.at(A, STRONG).touches(count, false);
        script.fence_of(A, Device);
        script.touch(A, Space::Global, AccessKind::Read, Ordering::None);
        assert_eq!(script.found().is_empty(), far == Device, "{far:?} {near:?}");
        let found = script.found().len();
        script
            .at(A, Ordering::None)
            .touches(Touched { address: 128, does: AccessKind::Read, ..count }, false);
        assert_eq!(script.found().len(), found, "the block's own: {far:?} {near:?}");
    }
}

#[test]
fn strong_accesses_do_not_race() {
    let mut script = Script::new();
    script.touch(A, Space::Global, AccessKind::Change, STRONG);
    script.touch(FAR, Space::Global, AccessKind::Change, STRONG);
    assert!(script.found().is_empty());
    script.touch(A, Space::Global, AccessKind::Read, Ordering::None);
    assert_eq!(script.found(), [crate::codes::RACE.0]);
}

#[test]
fn shared_memory_that_nobody_wrote_is_found() {
    let mut script = Script::new();
    script.touch(A, Space::Global, AccessKind::Read, Ordering::None);
    script.touch(A, Space::Shared, AccessKind::Read, Ordering::None);
    assert_eq!(script.found(), [crate::codes::UNINITIALIZED.0]);
}

#[test]
fn copies_are_waited_for_and_passed_on() {
    for left in [0, 1] {
        let mut script = Script::new();
        let checks = script.at(A, Ordering::None);
        let issued = checks.issues(0, Some([Engine::Copy; 2]));
        checks.works(Some(&issued));
        checks.touches_asynchronously(Space::Shared, SHARED, 4, AccessKind::Write);
        checks.works(None);
        script.at(A, Ordering::None).commits(&[Engine::Copy]);
        script.at(A, Ordering::None).waits(Engine::Copy, left);
        script.touch(A, Space::Shared, AccessKind::Read, Ordering::None);
        assert_eq!(script.found().is_empty(), left == 0);
    }
}

#[test]
fn copies_tell_barriers_in_memory() {
    let mut script = Script::new();
    for stage in [8, 16] {
        let checks = script.at(A, Ordering::None);
        let issued = checks.issues(0, None);
        checks.works(Some(&issued));
        checks.touches_asynchronously(Space::Shared, SHARED + stage * 64, 4, AccessKind::Write);
        checks.tells_memory(stage, true);
        checks.works(None);
    }
    let checks = script.at(B, Ordering::None);
    let complete = checks.mbarrier(8).complete.clone();
    checks.warp().told(u32::MAX, u32::MAX, &complete, false);
    let touched = |stage: u64| Touched {
        space: Space::Shared,
        address: SHARED + stage * 64,
        size: 4,
        does: AccessKind::Read,
        lane: 0,
    };
    script.at(B, Ordering::None).touches(touched(8), false);
    assert!(script.found().is_empty());
    script.at(B, Ordering::None).touches(touched(16), false);
    assert_eq!(script.found(), [crate::codes::IN_FLIGHT.0], "the barrier of another stage was waited for");
}

#[test]
fn the_asynchronous_proxy_needs_a_fence_of_its_memory() {
    use Fenced::{All, Block, Cluster, Global};
    let other = SHARED | 1 << 24;
    for (space, address, enough) in [
        (Space::Shared, SHARED, &[All, Cluster, Block][..]),
        (Space::Shared, other, &[All, Cluster]),
        (Space::Global, SHARED, &[All, Global]),
    ] {
        for fence in [None, Some(All), Some(Global), Some(Cluster), Some(Block)] {
            let mut script = Script::new();
            let touched = Touched { space, address, size: 4, does: AccessKind::Write, lane: 3 };
            script.at((0, 1, 0), Ordering::None).arrives_in_cluster(0);
            script.at(A, Ordering::None).arrives_in_cluster(0);
            script.at(A, Ordering::None).passes_in_cluster(0);
            script.at(A, Ordering::None).touches(touched, false);
            if let Some(fence) = fence {
                script.at(A, Ordering::ProxyFence(fence)).end();
            }
            let checks = script.at(A, Ordering::None);
            let issued = checks.issues(0, Some([Engine::BulkRead, Engine::BulkWrite]));
            checks.works(Some(&issued));
            checks.touches_asynchronously(space, address, 4, AccessKind::Read);
            let fenced = fence.is_some_and(|fence| enough.contains(&fence));
            let expected: &[&str] = if fenced { &[] } else { &[crate::codes::PROXY.0] };
            assert_eq!(script.found(), expected, "{space:?} {address:#x} behind {fence:?}");
        }
    }
}

#[test]
fn a_copy_may_touch_the_same_bytes_again_and_again() {
    let mut script = Script::new();
    let checks = script.at(A, Ordering::None);
    let issued = checks.issues(0, Some([Engine::BulkRead, Engine::BulkWrite]));
    checks.works(Some(&issued));
    for does in [AccessKind::Read, AccessKind::Write] {
        checks.works_on_runs(Space::Global, does, (0..20).map(|_| (1 << 33, 512)));
    }
    checks.works(None);
    assert!(script.found().is_empty());
}

#[test]
fn lanes_of_a_store_agree() {
    let mut script = Script::new();
    let touched =
        Touched { space: Space::Shared, address: SHARED, size: 4, does: AccessKind::Write, lane: 0 };
    let checks = script.at(A, Ordering::None);
    checks.touches(touched, false);
    checks.touches(Touched { lane: 1, ..touched }, true);
    checks.touches(Touched { lane: 2, ..touched }, false);
    assert_eq!(script.found(), [crate::codes::LANES.0]);
}

#[test]
fn lanes_that_read_here_and_there_are_told_apart() {
    const FIRST: u64 = 1 << 33;
    let mut script = Script::new();
    let place = |lane: u64| FIRST + (lane ^ 3) * 16;
    let row = |first: u64| std::array::from_fn(|lane| first + place(lane as u64));
    let read = |checks: &mut Checks, addresses: &[u64; 32]| {
        let (space, mask) = (Space::Global, u32::MAX);
        checks
            .touches_row(TouchedRow { space, addresses, mask, size: 16, does: AccessKind::Read }, &|_| true);
    };
    let write = |lane: u32, address| Touched {
        space: Space::Global,
        address,
        size: 4,
        does: AccessKind::Write,
        lane,
    };
    read(script.at(A, Ordering::None), &row(0));
    script.at(A, Ordering::None).touches(write(5, place(5) + 8), false);
    assert!(script.found().is_empty(), "a lane may write what it has read itself");
    script.at(A, Ordering::None).touches(write(5, place(6) + 8), false);
    assert_eq!(script.found(), [crate::codes::LANES.0]);
    let other = |script: &mut Script, lane| {
        script.at(B, Ordering::None).touches(write(0, place(lane) + 4), false);
        let [finding] = &script.checks.findings()[..] else { panic!("one finding is expected") };
        assert_eq!(finding.code, crate::codes::RACE);
        finding.other.as_ref().expect("another party").thread
    };
    assert_eq!(other(&mut script, 7), [7, 0, 0]);
    for more in 1..=1024 {
        read(script.at(A, Ordering::None), &row(more * 512));
    }
    assert_eq!(other(&mut script, 8), [0, 0, 0], "of an old access the warp is known");
}
