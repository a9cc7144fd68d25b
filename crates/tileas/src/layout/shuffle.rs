//! Conversions within warps: shuffles between lanes, and selections among the registers of a lane.
//!
//! Such a conversion has three steps, each a linear map:
//!
//! 1. every lane arranges the registers to send: in round t, register `send(t, thread)`;
//! 2. one shuffle per round: a lane receives the register that lane `from(t, thread)` sends;
//! 3. every lane arranges the received registers: register d of the result arrived in round `receive(d, thread)`.
//!
//! In a round, a lane sends one register, so lanes that read the same lane must need the same register of it. If two lanes need
//! different ones, one of them first takes another of its registers (step 3 reverses this); if there is none, the source sends
//! twice. `receive` makes this choice, one bit of the lane at a time.

use smallvec::SmallVec;

use super::echelon::Echelon;
use super::linear_map::{Columns, LinearMap, mask};
use super::register::{Input, LANE_BITS, RegisterLayout};

/// Shuffles that move a tile from one layout to another. A thread is its lane, and its warp above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// (round, thread) → register of the source layout that the thread sends.
    pub send: LinearMap,
    /// (round, thread) → lane from which the thread receives.
    pub from: LinearMap,
    /// (register of the result, thread) → round.
    pub receive: LinearMap,
}

/// Registers that are exchanged in some threads: where the number of bits that a thread and `threads` have in common is odd,
/// register r becomes what register `r ^ exchange` was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// A mask over (lane, warp).
    pub threads: u64,
    /// The number that is added to that of the register.
    pub exchange: u64,
}

impl Shuffle {
    /// The conversion, if every warp holds the elements that it needs.
    ///
    /// # Panics
    ///
    /// If the shapes differ.
    pub fn between(source: &RegisterLayout, result: &RegisterLayout) -> Option<Shuffle> {
        assert_eq!(source.shape(), result.shape(), "a conversion keeps the tile");
        Needs::of(source, result).map(Needs::plan)
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u64 {
        1 << self.round_bits()
    }

    /// The number of 32-bit shuffles, when rounds that read the same lanes share registers. Local rounds need none.
    pub fn instructions(&self, element_bits: u32) -> u64 {
        if self.is_local() {
            return 0;
        }
        let different = self.from.restricted(0..self.round_bits()).rank();
        let alike = 1u64 << (self.round_bits() - different);
        (alike * u64::from(element_bits)).div_ceil(32) << different
    }

    /// The number of selections between two registers, if elements do not share registers.
    pub fn selections(&self) -> u64 {
        let before = self.selects_before().len() as u64 * (1 << self.send.outputs());
        before + self.selects_after().len() as u64 * self.rounds()
    }

    fn round_bits(&self) -> u32 {
        self.receive.outputs()
    }

    /// Whether no lane needs values of another one: then rounds are moves within the thread.
    pub fn is_local(&self) -> bool {
        let rounds = self.round_bits();
        let mut columns = self.from.columns().iter().enumerate();
        columns.all(|(i, &column)| {
            let lane = (i as u32).checked_sub(rounds).filter(|&lane| lane < LANE_BITS);
            column == lane.map_or(0, |lane| 1 << lane)
        })
    }

    /// For each register of the result, the register of the source that it is, if this is the same in all threads.
    pub fn renaming(&self) -> Option<LinearMap> {
        let simple = self.is_local() && self.selects_before().is_empty() && self.selects_after().is_empty();
        let registers = self.receive.inputs() - self.thread_bits();
        simple
            .then(|| self.send.restricted(0..self.round_bits()).after(&self.receive.restricted(0..registers)))
    }

    fn thread_bits(&self) -> u32 {
        self.send.inputs() - self.round_bits()
    }

    /// Selections among registers before the first round, one after the other; then round t sends register `send(t, 0)`.
    pub fn selects_before(&self) -> SmallVec<[Selection; 4]> {
        selections(&self.send.columns()[self.round_bits() as usize..])
    }

    /// Selections among rounds after the last, one after the other; then register d is round `receive(d, 0)`.
    pub fn selects_after(&self) -> SmallVec<[Selection; 4]> {
        selections(&self.receive.columns()[(self.receive.inputs() - self.thread_bits()) as usize..])
    }

    /// The register of the source and its lane from which a register of the result comes.
    pub fn origin(&self, register: u64, lane: u32, warp: u32) -> (u64, u32) {
        let thread = |lane: u32| u64::from(lane) | u64::from(warp) << LANE_BITS;
        let registers = self.receive.inputs() - self.thread_bits();
        let round = self.receive.apply(register | thread(lane) << registers);
        let from = self.from.apply(round | thread(lane) << self.round_bits()) as u32;
        (self.send.apply(round | thread(from) << self.round_bits()), from)
    }
}

/// The fewest selections that add a linear function of the thread to the register's number.
fn selections(columns: &[u64]) -> SmallVec<[Selection; 4]> {
    let mut selections: SmallVec<[Selection; 4]> = SmallVec::new();
    let mut echelon = Echelon::default();
    for (bit, &column) in columns.iter().enumerate() {
        // The combination of previous exchanges that gives this column.
        let (rest, made) = echelon.reduce(column);
        let mut sum = made;
        if rest != 0 {
            let new = selections.len();
            echelon.insert(column, 1 << new);
            selections.push(Selection { threads: 0, exchange: column });
            sum = 1 << new;
        }
        for (i, selection) in selections.iter_mut().enumerate() {
            selection.threads |= (sum >> i & 1) << bit;
        }
    }
    selections
}

/// The source of each element of each thread of the result, as (source register, source lane) packed, and the free choices.
struct Needs {
    source_registers: u32,
    /// For each distinct register of the result.
    registers: Columns,
    /// Register of the result → those.
    distinct: LinearMap,
    lanes: Columns,
    warps: Columns,
    /// Sources that hold the same element as source 0.
    same: SmallVec<[u64; 16]>,
}

impl Needs {
    fn of(source: &RegisterLayout, result: &RegisterLayout) -> Option<Needs> {
        let kept = result.without_free_registers();
        let registers = source.bits(Input::Register);
        let held = source.map().restricted(0..registers + LANE_BITS);
        let echelon = held.echelon();
        let find = |needed: &u64| echelon.solve(*needed);
        // A thread's own elements first, then what its lane's place needs in addition.
        let stay = |own: &[u64], needed: &[u64]| -> Option<Columns> {
            own.iter().zip(needed).map(|(own, needed)| echelon.solve(own ^ needed)).collect()
        };
        let lane_place = |i: usize| 1u64 << (registers as usize + i);
        let lanes = stay(source.columns(Input::Lane), kept.columns(Input::Lane))?;
        let lanes = lanes.iter().enumerate().map(|(i, &difference)| difference ^ lane_place(i)).collect();
        let ctas = source.columns(Input::Cta) == kept.columns(Input::Cta);
        let warps = (source.bits(Input::Warp) == kept.bits(Input::Warp) && ctas)
            .then(|| stay(source.columns(Input::Warp), kept.columns(Input::Warp)))??;
        Some(Needs {
            source_registers: registers,
            registers: kept.columns(Input::Register).iter().map(find).collect::<Option<_>>()?,
            distinct: result.canonical_registers(),
            lanes,
            warps,
            same: held.kernel(),
        })
    }

    fn lane_part(&self, place: u64) -> u64 {
        place >> self.source_registers
    }

    /// Chooses rounds such that lanes that read from one lane read the same register of it.
    fn plan(mut self) -> Shuffle {
        let mut rounds = self.registers.clone();
        // Sources for the lane bits chosen so far, by their lane; each with its register.
        let mut chosen = Chosen::default();
        let mut receive: SmallVec<[u64; 8]> = self.lanes.iter().map(|_| 0).collect();
        let mut late: SmallVec<[usize; 8]> = SmallVec::new();
        for bit in 0..self.lanes.len() {
            let place = self.lanes[bit];
            if !chosen.try_add(self.lane_part(place), place & mask(self.source_registers)) {
                late.push(bit);
            }
        }
        for bit in late {
            receive[bit] = self.choose(bit, &mut rounds, &mut chosen);
        }
        self.finish(&rounds, &chosen, &receive)
    }

    /// Moves a lane bit to other sources of the same round if its lanes would read another register of the same source
    /// lane than other lanes. Returns its contribution to the round.
    fn choose(&mut self, bit: usize, rounds: &mut Columns, chosen: &mut Chosen) -> u64 {
        let registers = self.source_registers;
        let split = |place: u64| (place >> registers, place & mask(registers));
        let place = self.lanes[bit];
        let elsewhere = self.same.iter().map(|&same| (same, 0));
        let other_round = rounds.iter().enumerate().map(|(round, &column)| (column, 1 << round));
        for (detour, round) in elsewhere.chain(other_round) {
            let (lane, register) = split(place ^ detour);
            if chosen.try_add(lane, register) {
                self.lanes[bit] = place ^ detour;
                return round;
            }
        }
        // Two attempts: a further bit of the round represents the needs of this lane bit.
        let round = 1 << rounds.len();
        rounds.push(place);
        self.lanes[bit] = 0;
        round
    }

    fn finish(self, rounds: &Columns, chosen: &Chosen, receive: &[u64]) -> Shuffle {
        let low = mask(self.source_registers);
        let round_bits = rounds.len() as u32;
        // The register that a source lane sends is a function of the lane; for rounds and warps it is corrected by what the lane
        // adds.
        let by_lane = |place: u64| place & low ^ chosen.register(self.lane_part(place));
        let send_rounds = rounds.iter().map(|&place| by_lane(place));
        let send_lanes = (0..LANE_BITS).map(|bit| chosen.register(1 << bit));
        let send_warps = self.warps.iter().map(|&place| by_lane(place));
        let send = send_rounds.chain(send_lanes).chain(send_warps);
        let from = rounds.iter().chain(&self.lanes).chain(&self.warps).map(|&place| self.lane_part(place));
        let registers = self.distinct.columns().iter().copied();
        let threads = receive.iter().copied().chain(self.warps.iter().map(|_| 0));
        Shuffle {
            send: LinearMap::new(send.collect::<Columns>(), self.source_registers),
            from: LinearMap::new(from.collect::<Columns>(), LANE_BITS),
            receive: LinearMap::new(registers.chain(threads).collect::<Columns>(), round_bits),
        }
    }
}

/// A linear function from source lanes to the registers that they send.
#[derive(Default)]
struct Chosen {
    lanes: Echelon,
    registers: SmallVec<[u64; 8]>,
}

impl Chosen {
    /// Adds the constraint that a lane sends a register; false if it contradicts earlier ones.
    fn try_add(&mut self, lane: u64, register: u64) -> bool {
        if self.lanes.has(lane) {
            return self.register(lane) == register;
        }
        self.lanes.insert(lane, 1 << self.registers.len());
        self.registers.push(register);
        true
    }

    /// The register that a lane sends. Unconstrained lanes follow from the nearest constrained one.
    fn register(&self, lane: u64) -> u64 {
        let (_, inputs) = self.lanes.reduce(lane);
        let set = self.registers.iter().enumerate().filter(|(i, _)| inputs >> i & 1 == 1);
        set.fold(0, |sum, (_, register)| sum ^ register)
    }
}
