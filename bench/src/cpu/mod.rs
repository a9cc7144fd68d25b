//! Speed of the CPU engine, beside PyTorch, the crate `gemm`, plain copying, and the reference interpreter.

mod peer;
mod work;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::table::{Row, median};
use peer::{Gemm, Memcpy, Torch};
use work::{Peer, Unit, Work};

/// Every row.
pub fn rows(quick: bool) -> Vec<Row> {
    let rounds = if quick { 3 } else { 15 };
    let mut bench = Bench::new(rounds);
    let mut rows = Vec::new();
    for work in work::all() {
        rows.extend(bench.compare(&work));
    }
    rows.extend(bench.small(quick));
    rows
}

/// Peers, and what was measured so far.
struct Bench {
    rounds: usize,
    threads: usize,
    torch: Option<Torch>,
    memcpy: Memcpy,
    /// Figures of our rows by name.
    ours: BTreeMap<&'static str, f64>,
}

impl Bench {
    fn new(rounds: usize) -> Bench {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Bench { rounds, threads, torch: Torch::start(), memcpy: Memcpy::new(), ours: BTreeMap::new() }
    }

    /// One row for each peer; all sides take turns, and each figure is a median.
    fn compare(&mut self, work: &Work) -> Vec<Row> {
        let mut launch = Measured::new(work, self.threads);
        let mut single = work.peers.iter().any(|peer| matches!(peer, Peer::OneThread(_))).then(|| Measured::new(work, 1));
        let mut gemm = work.peers.iter().find_map(|peer| match peer {
            Peer::Gemm(size, _) => Some(Gemm::new(*size)),
            Peer::Torch(..) | Peer::Memcpy(_) | Peer::Ours(..) | Peer::OneThread(_) => None,
        });
        let mut ours = Vec::new();
        let mut theirs: Vec<Vec<f64>> = vec![Vec::new(); work.peers.len()];
        for round in 0..=self.rounds {
            let seconds = launch.seconds();
            let figures: Vec<Option<f64>> = work
                .peers
                .iter()
                .map(|peer| match peer {
                    Peer::Torch(row, _) => {
                        let seconds = self.torch.as_mut()?.seconds(row)?;
                        Some(work.amount / seconds / 1e9)
                    }
                    Peer::Gemm(..) => gemm.as_mut().map(|gemm| work.amount / gemm.seconds(self.threads) / 1e9),
                    Peer::Memcpy(_) => Some(self.memcpy.bandwidth(self.threads) / 1e9),
                    Peer::Ours(row, _) => self.ours.get(row).copied(),
                    Peer::OneThread(_) => single.as_mut().map(|single| work.amount / single.seconds() / 1e9),
                })
                .collect();
            // The first round warms up.
            if round > 0 {
                ours.push(work.amount / seconds / 1e9);
                for (all, figure) in theirs.iter_mut().zip(figures) {
                    all.extend(figure);
                }
            }
        }
        let figure = middle(&mut ours);
        self.ours.insert(work.name, figure);
        work.peers.iter().zip(theirs).map(|(peer, figures)| row(work, figure, *peer, figures)).collect()
    }
}

fn middle(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn row(work: &Work, ours: f64, peer: Peer, mut figures: Vec<f64>) -> Row {
    let (name, share) = match peer {
        Peer::Torch(_, share) => ("torch".to_owned(), share),
        Peer::Gemm(_, share) => ("gemm".to_owned(), share),
        Peer::Memcpy(share) => ("memcpy".to_owned(), share),
        Peer::Ours(row, share) => (format!("our {row}"), share),
        Peer::OneThread(share) => ("one thread".to_owned(), share),
    };
    let work_name = work.name.to_owned();
    let unit = work.unit.name();
    if figures.is_empty() {
        return Row { work: work_name, ours, unit, peer: None, floor: 0.0 };
    }
    let figure = middle(&mut figures);
    Row { work: work_name, ours, unit, peer: Some((name, figure)), floor: share * figure }
}
