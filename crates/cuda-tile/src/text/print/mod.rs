//! Printing tile programs.
