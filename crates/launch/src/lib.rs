//! Beside every level: what a launch is; what every engine shares.
