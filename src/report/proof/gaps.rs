//! Gaps as text for people: by kind, the first of each, with what to do.

use std::fmt::Write as _;

use crate::proof::{Gap, GapKind};
use crate::report::columns::wrapped;
use crate::report::verdict::Style;

/// Gaps of one kind that are shown; a broken rule has hundreds of mutants that nothing notices.
const SHOWN: usize = 8;

/// The gaps by kind, within `width`. Advice that is the same for neighbours stands once, below them.
pub fn gap_list(gaps: &[Gap], style: Style, width: usize) -> String {
    let mut text = String::new();
    for kind in GapKind::ALL {
        let of_kind: Vec<&Gap> = gaps.iter().filter(|gap| gap.kind == kind).collect();
        if of_kind.is_empty() {
            continue;
        }
        let heading = format!("{} ({})", kind.title(), of_kind.len());
        let _ = writeln!(text, "{}", style.paint("1", &heading));
        let mut shown = of_kind.iter().take(SHOWN).peekable();
        while let Some(gap) = shown.next() {
            let line = format!("{}: {}", plain(&gap.subject), plain(&gap.message));
            let mark = style.paint("31", "gap");
            text.push_str(&hung(&mark, &line, 4, width));
            let is_last = shown.peek().is_none_or(|next| next.help != gap.help);
            if is_last && !gap.help.is_empty() {
                let mark = format!("    {}", style.paint("36", "help:"));
                text.push_str(&hung(&mark, &plain(&gap.help), 10, width));
            }
        }
        if let Some(more) = of_kind.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            let _ = writeln!(
                text,
                "    and {more} more; `--format json` and `--html` show them all"
            );
        }
    }
    text
}

/// `text` behind a mark, its further lines indented as far.
fn hung(mark: &str, text: &str, indent: usize, width: usize) -> String {
    let lines = wrapped(text, width.saturating_sub(indent).max(20));
    let blanks = " ".repeat(indent);
    format!("{mark} {}\n", lines.join(&format!("\n{blanks}")))
}

/// Text of users without what a terminal would obey.
fn plain(text: &str) -> String {
    let obeyed = |character: char| character.is_control() && character != '\n';
    text.replace('\t', "  ").replace(obeyed, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gaps(count: usize, kind: GapKind) -> Vec<Gap> {
        (1..=count)
            .map(|at| Gap::new("s", format!("R{at}"), "no one sees it", "plant a bug").of(kind))
            .collect()
    }

    #[test]
    fn gaps_stand_by_kind_and_the_same_advice_stands_once() {
        let gaps = [gaps(10, GapKind::RuleMutant), gaps(2, GapKind::Rule)].concat();
        insta::assert_snapshot!(gap_list(&gaps, Style::default(), 60), @r"
        rules without a kill of their own (2)
        gap R1: no one sees it
        gap R2: no one sees it
            help: plant a bug
        rule mutants that nothing notices (10)
        gap R1: no one sees it
        gap R2: no one sees it
        gap R3: no one sees it
        gap R4: no one sees it
        gap R5: no one sees it
        gap R6: no one sees it
        gap R7: no one sees it
        gap R8: no one sees it
            help: plant a bug
            and 2 more; `--format json` and `--html` show them all
        ");
    }

    #[test]
    fn a_long_gap_is_broken_within_the_width_and_sends_nothing_to_the_terminal() {
        let gap = Gap::new("s", "a\u{1b}[31m", "one two three four five six", "do this");
        insta::assert_snapshot!(gap_list(&[gap], Style::default(), 26), @r"
        fixtures that are missing or contradict their prediction (1)
        gap a�[31m: one two three
            four five six
            help: do this
        ");
    }
}
