//! Under every level: what an operation is; knows no particular op.
