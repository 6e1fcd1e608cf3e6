//! A progress bar on standard error, where there is a terminal and nobody asked for quiet.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::output::Output;

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(120);

/// Progress through a known number of steps; the bar goes when this is dropped.
#[derive(Debug)]
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// Starts at zero of `steps`; `label` says what is being done.
    pub fn new(output: Output, label: &'static str, steps: usize) -> Self {
        if !output.shows_progress() || steps < 2 {
            return Self(None);
        }
        let bar = ProgressBar::new(steps.try_into().unwrap_or(u64::MAX));
        if let Ok(style) =
            ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len} {wide_msg}")
        {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(label);
        bar.enable_steady_tick(TICK);
        Self(Some(bar))
    }

    /// One step is done; `name` says which.
    pub fn step(&self, name: &str) {
        if let Some(bar) = &self.0 {
            bar.set_message(name.to_owned());
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
