//! Level 1, `cuda_tile`: the input language.
