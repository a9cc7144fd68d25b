//! Local memory: bytes that each lane of a warp has for itself.

/// The local memory of a warp's lanes.
#[derive(Debug, Default)]
pub(crate) struct Local {
    lanes: Vec<Vec<u8>>,
}

impl Local {
    /// So many zeros in every lane.
    pub(crate) fn begin(&mut self, bytes: u32) {
        self.lanes.iter_mut().for_each(Vec::clear);
        self.reserve(bytes);
    }

    /// Makes room in every lane.
    pub(crate) fn reserve(&mut self, bytes: u32) {
        if bytes == 0 {
            return;
        }
        self.lanes.resize_with(32, Vec::new);
        for lane in &mut self.lanes {
            if lane.len() < bytes as usize {
                lane.resize(bytes as usize, 0);
            }
        }
    }

    /// The bytes of a lane.
    pub(crate) fn lane(&self, lane: u32) -> &[u8] {
        self.lanes.get(lane as usize).map_or(&[], Vec::as_slice)
    }

    /// The bytes of a lane.
    pub(crate) fn lane_mut(&mut self, lane: u32) -> &mut [u8] {
        self.lanes.get_mut(lane as usize).map_or(&mut [], Vec::as_mut_slice)
    }

    /// Copies bytes inside of each lane of a mask.
    pub(crate) fn copy(&mut self, from: u32, to: u32, bytes: u32, mask: u32) {
        for (_, lane) in self.lanes.iter_mut().enumerate().filter(|(lane, _)| mask >> lane & 1 == 1) {
            lane.copy_within(from as usize..(from + bytes) as usize, to as usize);
        }
    }
}
