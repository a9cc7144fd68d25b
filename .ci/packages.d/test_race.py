"""One kernel writes where another tile block writes; one does not."""

import cuda.tile as ct
import numpy as np


@ct.kernel
def fill(x, everywhere: ct.Constant[bool]):
    i = ct.bid(0) if everywhere else 0
    ct.store(x, index=(i,), tile=ct.full((16,), 1.0, ct.float32))


def test_each_tile_block_has_its_own_part():
    ct.launch(0, (4,), fill, (np.zeros(64, np.float32), True))


def test_all_tile_blocks_write_the_first_part():
    ct.launch(0, (4,), fill, (np.zeros(64, np.float32), False))
