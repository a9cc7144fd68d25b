//! The mbarrier: arrivals and bytes that a phase waits for.
//!
//! An object is 64 bits of shared memory, with this representation (the ISA leaves it open):
//!
//! | bits | contents |
//! |---|---|
//! | 63 | 1: this is an mbarrier |
//! | 62..61 | number of the phase, modulo 4 |
//! | 60..40 | bytes expected minus bytes arrived, in two's complement |
//! | 39..20 | arrivals that the phase still waits for |
//! | 19..0 | arrivals that each phase waits for |
//!
//! A phase is complete when it waits for no arrivals and no bytes; the next one begins in the same step. The token of an
//! arrival contains the phase and the number of pending arrivals before it. Rules follow the ISA's chapter "mbarrier".

use std::fmt;

/// The most arrivals a phase can wait for.
pub(crate) const MAX_COUNT: u32 = (1 << 20) - 1;
/// The most bytes, expected or arrived early, that a phase can hold.
pub(crate) const MAX_TX: i64 = (1 << 20) - 1;

// The fields in 64 bits of memory, from the highest: LIVES, the phase, the transaction count, pending arrivals, expected
// arrivals. The ISA leaves the format open; programs may only copy the value that an arrival returns.
/// Set in every mbarrier, so that memory of zeros is none.
const LIVES: u64 = 1 << 63;
/// The phase: two bits.
const PHASE_SHIFT: u32 = 61;
/// The transaction count: 21 bits, signed.
const TX_SHIFT: u32 = 40;
/// Pending arrivals: 20 bits, as [`COUNT_MASK`]. Expected ones are the lowest.
const PENDING_SHIFT: u32 = 20;
/// Bits of a count of arrivals.
const COUNT_MASK: u64 = (1 << 20) - 1;
/// Bits of the transaction count.
const TX_MASK: u64 = (1 << 21) - 1;
/// Marks tokens, so that other values are noticed.
const TOKEN: u64 = 0x7a1 << 32;

/// An mbarrier, read from its 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mbarrier {
    /// Number of the phase, modulo 4.
    pub(crate) phase: u8,
    /// Arrivals that each phase waits for.
    pub(crate) expected: u32,
    /// Arrivals that this phase still waits for.
    pub(crate) pending: u32,
    /// Bytes expected and not yet arrived; negative when they arrived first.
    pub(crate) tx: i32,
}

/// The misuse of an operation on an mbarrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misuse {
    /// No mbarrier lives at the address.
    NotInitialised,
    /// A count outside of its range.
    Count(u32),
    /// More arrivals than the phase waits for.
    TooManyArrivals {
        /// The number of arrivals.
        arrived: u32,
        /// The number of pending arrivals.
        pending: u32,
    },
    /// More bytes than the object can count.
    Bytes(i64),
    /// `.noComplete` would have completed the phase.
    WouldComplete,
    /// The value is no token of an arrival.
    NoToken(u64),
    /// The token is of neither this phase nor the one before.
    StaleToken,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Misuse::NotInitialised => write!(
                f,
                "no mbarrier lives at this address: mbarrier.init has not run, or something else was stored over it"
            ),
            Misuse::Count(count) => write!(f, "a count of {count} is outside of 1 to {MAX_COUNT}"),
            Misuse::TooManyArrivals { arrived, pending } => {
                write!(f, "{arrived} arrive, and the phase waits for only {pending}")
            }
            Misuse::Bytes(tx) => {
                write!(f, "a transaction count of {tx} bytes is outside of -{MAX_TX} to {MAX_TX}")
            }
            Misuse::WouldComplete => {
                write!(f, "an arrival with .noComplete completes the phase, which is undefined")
            }
            Misuse::NoToken(token) => write!(f, "{token:#x} is no state that an arrival gave"),
            Misuse::StaleToken => {
                write!(f, "the state is of neither this phase nor the one before, which is undefined")
            }
        }
    }
}

/// Result of an operation.
pub(crate) type Outcome<T> = Result<T, Misuse>;

impl Mbarrier {
    /// A new object in its first phase.
    pub(crate) fn init(count: u32) -> Outcome<Mbarrier> {
        if count == 0 || count > MAX_COUNT {
            return Err(Misuse::Count(count));
        }
        Ok(Mbarrier { phase: 0, expected: count, pending: count, tx: 0 })
    }

    /// The object in 64 bits of memory.
    pub(crate) fn read(bits: u64) -> Outcome<Mbarrier> {
        if bits & LIVES == 0 {
            return Err(Misuse::NotInitialised);
        }
        let unused = 64 - 21;
        let tx = (((bits >> TX_SHIFT) & TX_MASK) << unused) as i64 >> unused;
        Ok(Mbarrier {
            phase: ((bits >> PHASE_SHIFT) & 3) as u8,
            expected: (bits & COUNT_MASK) as u32,
            pending: ((bits >> PENDING_SHIFT) & COUNT_MASK) as u32,
            tx: tx as i32,
        })
    }

    /// Its 64 bits.
    pub(crate) fn bits(self) -> u64 {
        let tx = (i64::from(self.tx) as u64 & TX_MASK) << TX_SHIFT;
        let pending = u64::from(self.pending) << PENDING_SHIFT;
        LIVES | u64::from(self.phase & 3) << PHASE_SHIFT | tx | pending | u64::from(self.expected)
    }

    /// Arrives a number of times; the token.
    pub(crate) fn arrive(&mut self, count: u32) -> Outcome<u64> {
        let token = self.token();
        if count == 0 || count > MAX_COUNT {
            return Err(Misuse::Count(count));
        }
        let left = self.pending.checked_sub(count);
        self.pending = left.ok_or(Misuse::TooManyArrivals { arrived: count, pending: self.pending })?;
        self.complete();
        Ok(token)
    }

    /// Expects a number of further bytes.
    pub(crate) fn expect_tx(&mut self, bytes: u32) -> Outcome<()> {
        self.add_tx(i64::from(bytes))
    }

    /// Counts the given number of bytes as arrived.
    pub(crate) fn complete_tx(&mut self, bytes: u32) -> Outcome<()> {
        self.add_tx(-i64::from(bytes))?;
        self.complete();
        Ok(())
    }

    /// Arrives without completing the phase.
    pub(crate) fn arrive_no_complete(&mut self, count: u32) -> Outcome<u64> {
        if count == self.pending && self.tx == 0 {
            return Err(Misuse::WouldComplete);
        }
        self.arrive(count)
    }

    /// From the next phase on waits for fewer arrivals.
    pub(crate) fn drop_expected(&mut self, count: u32) -> Outcome<()> {
        if count == 0 || count > MAX_COUNT {
            return Err(Misuse::Count(count));
        }
        let left = self.expected.checked_sub(count);
        self.expected = left.ok_or(Misuse::TooManyArrivals { arrived: count, pending: self.expected })?;
        Ok(())
    }

    /// Waits for one more arrival in this phase: what `cp.async.mbarrier.arrive` does before its own.
    pub(crate) fn add_pending(&mut self) -> Outcome<()> {
        if self.pending >= MAX_COUNT {
            return Err(Misuse::Count(self.pending + 1));
        }
        self.pending += 1;
        Ok(())
    }

    /// Is the phase of a token complete?
    pub(crate) fn test(&self, token: u64) -> Outcome<bool> {
        let (phase, _) = read_token(token)?;
        match self.phase.wrapping_sub(phase) & 3 {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Misuse::StaleToken),
        }
    }

    /// Is the latest phase of a parity complete?
    pub(crate) fn test_parity(&self, parity: u32) -> bool {
        u32::from(self.phase & 1) != parity & 1
    }

    fn token(&self) -> u64 {
        TOKEN | u64::from(self.phase) << 20 | u64::from(self.pending)
    }

    fn add_tx(&mut self, bytes: i64) -> Outcome<()> {
        let tx = i64::from(self.tx) + bytes;
        if tx.abs() > MAX_TX {
            return Err(Misuse::Bytes(tx));
        }
        self.tx = tx as i32;
        Ok(())
    }

    fn complete(&mut self) {
        if self.pending == 0 && self.tx == 0 {
            self.phase = (self.phase + 1) & 3;
            self.pending = self.expected;
        }
    }
}

/// Phase and pending arrivals of a token.
fn read_token(token: u64) -> Outcome<(u8, u32)> {
    if token >> 22 != TOKEN >> 22 {
        return Err(Misuse::NoToken(token));
    }
    Ok(((token >> 20) as u8 & 3, (token & COUNT_MASK) as u32))
}

/// Arrivals that were pending before the arrival that gave a token.
pub(crate) fn pending_count(token: u64) -> Outcome<u32> {
    read_token(token).map(|(_, pending)| pending)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chapter's rules over plain numbers.
    struct Model {
        phase: u64,
        expected: i64,
        pending: i64,
        tx: i64,
    }

    impl Model {
        fn settle(&mut self) {
            if self.pending == 0 && self.tx == 0 {
                self.phase += 1;
                self.pending = self.expected;
            }
        }
    }

    #[test]
    fn agrees_with_the_model_over_random_operations() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..200 {
            let count = 1 + random(6) as u32;
            let mut model = Model { phase: 0, expected: count.into(), pending: count.into(), tx: 0 };
            let mut real = Mbarrier::init(count).expect("in range");
            for _ in 0..60 {
                let (bytes, arrivals) = (16 * random(8) as u32, 1 + random(2) as u32);
                let operation = random(5);
                let before = (real, model.phase, model.pending);
                let allowed = match operation {
                    0 => real.arrive(arrivals).map(|_| ()),
                    1 => real.expect_tx(bytes).and_then(|()| real.arrive(1)).map(|_| ()),
                    2 => real.complete_tx(bytes),
                    3 => real.expect_tx(bytes),
                    _ => real.add_pending(),
                };
                match operation {
                    0 if i64::from(arrivals) <= model.pending => model.pending -= i64::from(arrivals),
                    1 if model.pending >= 1 => {
                        model.tx += i64::from(bytes);
                        model.pending -= 1;
                    }
                    2 => model.tx -= i64::from(bytes),
                    3 => model.tx += i64::from(bytes),
                    4 => model.pending += 1,
                    _ => {
                        assert!(matches!(allowed, Err(Misuse::TooManyArrivals { .. })));
                        real = before.0;
                        continue;
                    }
                }
                assert_eq!(allowed, Ok(()));
                if matches!(operation, 0..=2) {
                    model.settle();
                }
                assert_eq!(Mbarrier::read(real.bits()), Ok(real), "its bits hold all of it");
                assert_eq!((i64::from(real.pending), i64::from(real.tx)), (model.pending, model.tx));
                assert_eq!(u64::from(real.phase), model.phase % 4);
                for parity in 0..2 {
                    assert_eq!(real.test_parity(parity), model.phase % 2 != u64::from(parity));
                }
            }
        }
    }

    #[test]
    fn a_fresh_barrier_counts_the_phase_before_as_complete() {
        let barrier = Mbarrier::init(1).expect("in range");
        assert!(!barrier.test_parity(0));
        assert!(barrier.test_parity(1));
        assert_eq!(Mbarrier::init(0), Err(Misuse::Count(0)));
        assert_eq!(Mbarrier::init(1 << 20), Err(Misuse::Count(1 << 20)));
        assert!(Mbarrier::init(MAX_COUNT).is_ok());
        assert_eq!(Mbarrier::read(0), Err(Misuse::NotInitialised));
    }

    #[test]
    fn tokens_are_of_this_phase_or_the_one_before() {
        let mut barrier = Mbarrier::init(2).expect("in range");
        let first = barrier.arrive(1).expect("pending");
        assert_eq!(pending_count(first), Ok(2));
        assert_eq!(barrier.test(first), Ok(false));
        let second = barrier.arrive(1).expect("pending");
        assert_eq!(pending_count(second), Ok(1));
        assert_eq!((barrier.test(first), barrier.test(second)), (Ok(true), Ok(true)));
        barrier.arrive(2).expect("pending");
        assert_eq!(barrier.test(first), Err(Misuse::StaleToken));
        assert_eq!(barrier.test(17), Err(Misuse::NoToken(17)));
    }

    #[test]
    fn drops_count_from_the_next_phase_on() {
        let mut barrier = Mbarrier::init(3).expect("in range");
        barrier.drop_expected(1).expect("expected");
        barrier.arrive(1).expect("pending");
        assert_eq!((barrier.pending, barrier.expected, barrier.phase), (2, 2, 0));
        barrier.arrive(2).expect("pending");
        assert_eq!((barrier.pending, barrier.phase), (2, 1));
        assert_eq!(barrier.drop_expected(3), Err(Misuse::TooManyArrivals { arrived: 3, pending: 2 }));
    }

    #[test]
    fn bytes_keep_a_phase_open_and_may_come_first() {
        let mut barrier = Mbarrier::init(1).expect("in range");
        barrier.complete_tx(64).expect("in range");
        assert_eq!(barrier.tx, -64);
        barrier.expect_tx(128).expect("counted");
        barrier.arrive(1).expect("pending");
        assert_eq!((barrier.phase, barrier.pending, barrier.tx), (0, 0, 64));
        assert_eq!(barrier.arrive(1), Err(Misuse::TooManyArrivals { arrived: 1, pending: 0 }));
        barrier.complete_tx(64).expect("in range");
        assert_eq!((barrier.phase, barrier.pending, barrier.tx), (1, 1, 0));
        assert_eq!(barrier.expect_tx(1 << 20), Err(Misuse::Bytes(1 << 20)));
    }

    #[test]
    fn no_complete_must_not_complete() {
        let mut barrier = Mbarrier::init(2).expect("in range");
        let token = barrier.arrive_no_complete(1).expect("one is left");
        assert_eq!(pending_count(token), Ok(2));
        assert_eq!(barrier.arrive_no_complete(1), Err(Misuse::WouldComplete));
    }
}
