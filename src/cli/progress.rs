//! A progress bar on standard error, where there is a terminal and nobody asked for quiet.

use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::output::Output;

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(120);

/// Bytes of a file from which reading it takes long enough to say so.
const LARGE: u64 = 8 * 1024 * 1024;

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
        Self::draw(&bar, label);
        Self(Some(bar))
    }

    fn draw(bar: &ProgressBar, label: &'static str) {
        if let Ok(style) =
            ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len} {wide_msg}")
        {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(label);
        bar.enable_steady_tick(TICK);
    }

    /// Starts without steps; [`Self::more`] adds them.
    pub fn growing(output: Output, label: &'static str) -> Self {
        if !output.shows_progress() {
            return Self(None);
        }
        let bar = ProgressBar::new(0);
        Self::draw(&bar, label);
        Self(Some(bar))
    }

    /// Says that a file is being worked on, where it is large or its size cannot be told; `label` says how.
    pub fn of_file(output: Output, label: &'static str, file: &Path) -> Self {
        let size = std::fs::metadata(file)
            .ok()
            .filter(std::fs::Metadata::is_file);
        let size = size.map(|metadata| metadata.len());
        if !is_shown(output.shows_progress(), size) {
            return Self(None);
        }
        let bar = spinner("{spinner} {prefix} {msg} ({elapsed})", label);
        bar.set_message(described(file, size));
        Self(Some(bar))
    }

    /// Counts steps of which nobody knows how many there are, while their results are written.
    pub fn counting(output: Output, label: &'static str) -> Self {
        if !output.shows_progress_beside_results() {
            return Self(None);
        }
        Self(Some(spinner("{spinner} {prefix} {pos} ({elapsed})", label)))
    }

    /// So many more steps come, which `name` says.
    pub fn more(&self, name: String, steps: usize) {
        if let Some(bar) = &self.0 {
            bar.inc_length(steps.try_into().unwrap_or(u64::MAX));
            bar.set_message(name);
        }
    }

    /// One step is done; the message stays.
    pub fn advance(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
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

fn spinner(template: &str, label: &'static str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_prefix(label);
    bar.enable_steady_tick(TICK);
    bar
}

/// Whether work on a file of this size is shown. What has no size, such as standard input, can be as large as it likes.
fn is_shown(can_draw: bool, size: Option<u64>) -> bool {
    can_draw && size.is_none_or(|size| size > LARGE)
}

fn described(file: &Path, size: Option<u64>) -> String {
    let name = file.file_name().map_or_else(
        || file.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    match size {
        Some(size) => format!("{name}, {} MB", size / 1024 / 1024),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::Color;

    #[test]
    fn only_work_on_a_large_file_or_one_of_unknown_size_is_shown_and_only_where_it_can_be_drawn() {
        assert!(is_shown(true, Some(LARGE + 1)));
        assert!(is_shown(true, None));
        assert!(!is_shown(true, Some(LARGE)));
        assert!(!is_shown(true, Some(0)));
        assert!(!is_shown(false, Some(100 * LARGE)));
        assert!(!is_shown(false, None));
    }

    #[test]
    fn quiet_shows_nothing_whatever_standard_error_is() {
        let output = Output::new(true, Color::Never);
        assert!(
            Progress::of_file(output, "reading", Path::new("-"))
                .0
                .is_none()
        );
    }

    #[test]
    fn a_file_is_described_by_its_name_and_its_size() {
        let path = Path::new("a/plan.json");
        assert_eq!(described(path, Some(104_857_600)), "plan.json, 100 MB");
        assert_eq!(described(Path::new("-"), None), "-");
    }
}
