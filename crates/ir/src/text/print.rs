//! Printing: ops by the `asm` list of their rows.
