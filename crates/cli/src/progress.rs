//! A bar that shows how many tile blocks have ended, for a launch that lasts and a person who waits.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// A launch that ends sooner shows nothing. A bar that vanishes at once only flickers.
const PATIENCE: Duration = Duration::from_secs(1);

/// The bar of one launch; it appears when the launch has taken a while.
pub(crate) struct Progress {
    start: Instant,
    /// `None` when progress is not shown.
    bar: Option<OnceCell<ProgressBar>>,
}

impl Progress {
    /// For a launch that begins now.
    pub(crate) fn new(watched: bool) -> Progress {
        Progress { start: Instant::now(), bar: watched.then(OnceCell::new) }
    }

    /// Takes how many tile blocks have ended, of how many.
    pub(crate) fn tell(&self, ended: u64, blocks: u64) {
        let Some(bar) = &self.bar else { return };
        if bar.get().is_none() && self.start.elapsed() < PATIENCE {
            return;
        }
        bar.get_or_init(|| new_bar(blocks)).set_position(ended);
    }

    /// Writes something while the bar is out of the way.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match self.bar.as_ref().and_then(OnceCell::get) {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.as_ref().and_then(OnceCell::get) {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(blocks: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} tile blocks, {elapsed}, {eta} left");
    ProgressBar::new(blocks).with_style(style.expect("the template is a constant"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(progress: &Progress) -> Option<(u64, Option<u64>)> {
        let bar = progress.bar.as_ref()?.get()?;
        Some((bar.position(), bar.length()))
    }

    #[test]
    fn the_bar_appears_when_a_watched_launch_lasts() {
        let mut progress = Progress::new(true);
        progress.tell(1, 10);
        assert_eq!(position(&progress), None);
        progress.start = progress.start.checked_sub(2 * PATIENCE).expect("the clock runs for longer");
        progress.tell(3, 10);
        assert_eq!(position(&progress), Some((3, Some(10))));
        progress.tell(10, 10);
        assert_eq!(position(&progress), Some((10, Some(10))));
        assert_eq!(progress.aside(|| 7), 7);
    }

    #[test]
    fn nobody_who_does_not_watch_sees_it() {
        let mut progress = Progress::new(false);
        progress.start = progress.start.checked_sub(2 * PATIENCE).expect("the clock runs for longer");
        progress.tell(3, 10);
        assert_eq!(position(&progress), None);
    }
}
