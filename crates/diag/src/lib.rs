//! Beside every level: what a diagnostic is and how it is shown.
