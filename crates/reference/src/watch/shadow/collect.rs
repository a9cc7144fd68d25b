//! The memory of the shadow: its limits, and what no cell holds any more.

use launch::BlockId;
use smallvec::SmallVec;

use super::{COLLECT, MESSAGE, NONE, STATE, Shadow};
use crate::watch::cells::{Cells, REMEMBERED, State};
use crate::watch::history::Record;

impl Shadow {
    /// Records, and states, for which there is room.
    pub(super) fn room(&self) -> usize {
        let room = self.limit / (size_of::<Record>() + STATE) as u64;
        usize::try_from(room).map_or(COLLECT, |room| room.min(COLLECT))
    }

    /// Bytes that it takes, about.
    pub(crate) fn held(&self) -> u64 {
        let tables = self.records.len() * size_of::<Record>()
            + self.states.len() * STATE
            + self.messages.len() * MESSAGE
            + self.blocks.len() * (size_of::<BlockId>() + size_of::<usize>());
        self.cell_bytes + self.sets.held() + tables as u64
    }

    /// Clears the state of an allocation that has new contents.
    pub(crate) fn renew(&mut self, allocation: usize) {
        if let Some(cells) = self.cells.get_mut(allocation) {
            self.cell_bytes -= cells.size();
            *cells = Cells::default();
        }
        let messages = self.messages.range((allocation, 0)..(allocation + 1, 0));
        let keys: Vec<_> = messages.map(|(&key, _)| key).collect();
        for key in keys {
            self.messages.remove(&key);
        }
    }

    /// Makes room in a full list: an access of a block and operation that a later one stands for, else the oldest.
    pub(super) fn forget_one(&self, state: &mut State) {
        let event = |&id: &u32| self.records[id as usize].event;
        let sources: SmallVec<[(u32, u32); REMEMBERED]> =
            state.records.iter().map(event).map(|event| (event.block, event.column)).collect();
        let repeated = (0..sources.len()).find(|&index| sources[index + 1..].contains(&sources[index]));
        let id = state.records.remove(repeated.unwrap_or(0));
        state.forgot.add(self.records[id as usize].class);
    }

    /// Throws away the states and records that no cell holds.
    pub(super) fn collect(&mut self) {
        let mut used = vec![NONE; self.states.len()];
        used[0] = 0;
        for &state in self.cells.iter().flat_map(|cells| &cells.states) {
            used[state as usize] = 0;
        }
        let old_states = std::mem::take(&mut self.states);
        let old_records = std::mem::take(&mut self.records);
        let mut records = vec![NONE; old_records.len()];
        for (number, mut state) in old_states.into_iter().enumerate() {
            if used[number] == NONE {
                continue;
            }
            for id in &mut state.records {
                let new = &mut records[*id as usize];
                if *new == NONE {
                    *new = self.records.len() as u32;
                    self.records.push(old_records[*id as usize]);
                }
                *id = *new;
            }
            used[number] = self.states.insert_full(state).0 as u32;
        }
        for state in self.cells.iter_mut().flat_map(|cells| &mut cells.states) {
            *state = used[*state as usize];
        }
        // Collecting takes as long as there are cells, and must be worth it.
        let live = self.states.len().max(self.records.len());
        let cells: usize = self.cells.iter().map(|cells| cells.states.len()).sum();
        self.collect_at = (2 * live).max(live + cells / 8).max(self.room());
    }
}
