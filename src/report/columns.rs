//! Tables of text that keep to a width: columns that do not fit go into a further table below, with the keys again.

/// A table for people.
#[derive(Debug, Default)]
pub struct Columns {
    keys: Vec<String>,
    values: Vec<Column>,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Column {
    group: String,
    title: String,
}

#[derive(Debug)]
struct Row {
    keys: Vec<Cell>,
    cells: Vec<Cell>,
}

/// A cell; its decoration has no width.
#[derive(Debug, Clone)]
pub struct Cell {
    text: String,
    decorated: String,
}

impl Cell {
    /// Text that is shown as `decorated`.
    pub fn decorated(text: impl Into<String>, decorated: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            decorated: decorated.into(),
        }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        let text = text.into();
        Self {
            decorated: text.clone(),
            text,
        }
    }
}

/// Blanks between two columns.
const GUTTER: usize = 2;

impl Columns {
    /// A table whose rows are named by `keys`, left-aligned; they are repeated where the table is cut.
    pub fn new(keys: &[&str]) -> Self {
        Self {
            keys: keys.iter().map(|&key| key.to_owned()).collect(),
            ..Self::default()
        }
    }

    /// Adds a right-aligned column; neighbours of one group stand below its name and are not torn apart.
    pub fn column(&mut self, group: &str, title: &str) {
        self.values.push(Column {
            group: group.to_owned(),
            title: title.to_owned(),
        });
    }

    /// Adds a row.
    pub fn row(&mut self, keys: Vec<Cell>, cells: Vec<Cell>) {
        self.rows.push(Row { keys, cells });
    }

    /// The table, no line longer than `width` unless a single group of columns is.
    pub fn text(&self, width: usize) -> String {
        let keys = self.key_widths();
        let widths = self.widths();
        let taken: usize = keys.iter().map(|key| key + GUTTER).sum();
        let mut bands: Vec<Vec<usize>> = Vec::new();
        let mut used = 0;
        for group in self.groups() {
            let needed: usize = group
                .iter()
                .filter_map(|at| widths.get(*at))
                .map(|width| width + GUTTER)
                .sum();
            match bands.last_mut() {
                Some(band) if taken + used + needed <= width + GUTTER => {
                    band.extend(group);
                    used += needed;
                }
                _ => {
                    bands.push(group);
                    used = needed;
                }
            }
        }
        if bands.is_empty() {
            bands.push(Vec::new());
        }
        let shown: Vec<String> = bands
            .iter()
            .map(|band| self.band(&keys, &widths, band))
            .collect();
        shown.join("\n")
    }

    /// Indices of the columns that stand together.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for (at, column) in self.values.iter().enumerate() {
            match groups.last_mut() {
                Some((name, group)) if !name.is_empty() && *name == column.group => group.push(at),
                _ => groups.push((&column.group, vec![at])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    fn key_widths(&self) -> Vec<usize> {
        let widest = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.keys.get(at));
            cells.map(Cell::width).max().unwrap_or(0)
        };
        self.keys
            .iter()
            .enumerate()
            .map(|(at, key)| key.chars().count().max(widest(at)))
            .collect()
    }

    /// The columns' widths; the first of a group makes room for the group's name.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = (0..self.values.len()).map(|at| self.width(at)).collect();
        for group in self.groups() {
            let own: usize = group.iter().filter_map(|at| widths.get(*at)).sum();
            let own = own + GUTTER * (group.len().saturating_sub(1));
            let first = group.first().copied().unwrap_or_default();
            let name = self
                .values
                .get(first)
                .map(|column| column.group.chars().count());
            if let Some(width) = widths.get_mut(first) {
                *width += name.unwrap_or(0).saturating_sub(own);
            }
        }
        widths
    }

    fn width(&self, at: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.cells.get(at));
        let title = self
            .values
            .get(at)
            .map(|column| column.title.chars().count());
        let widest = cells.map(Cell::width).max().unwrap_or(0);
        widest.max(title.unwrap_or(0))
    }

    fn band(&self, keys: &[usize], widths: &[usize], band: &[usize]) -> String {
        let columns = || {
            band.iter()
                .filter_map(|at| Some((self.values.get(*at)?, *widths.get(*at)?)))
        };
        let mut text = String::new();
        if columns().any(|(column, _)| !column.group.is_empty()) {
            let mut line = " ".repeat(keys.iter().map(|key| key + GUTTER).sum::<usize>());
            let mut edge = line.len();
            let mut before = "";
            for (column, width) in columns() {
                if !column.group.is_empty() && column.group != before {
                    let blanks = edge.saturating_sub(line.chars().count());
                    line.push_str(&" ".repeat(blanks));
                    line.push_str(&column.group);
                }
                before = &column.group;
                edge += width + GUTTER;
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        let heads = self.keys.iter().map(|key| Cell::from(key.as_str()));
        let titles = columns().map(|(column, _)| Cell::from(column.title.as_str()));
        text.push_str(&line(
            keys,
            &heads.collect::<Vec<_>>(),
            widths,
            band,
            &titles.collect::<Vec<_>>(),
        ));
        for row in &self.rows {
            let cells: Vec<Cell> = band
                .iter()
                .map(|at| {
                    row.cells
                        .get(*at)
                        .cloned()
                        .unwrap_or_else(|| Cell::from(""))
                })
                .collect();
            text.push_str(&line(keys, &row.keys, widths, band, &cells));
        }
        text
    }
}

fn line(
    keys: &[usize],
    names: &[Cell],
    widths: &[usize],
    band: &[usize],
    cells: &[Cell],
) -> String {
    let mut text = String::new();
    for (name, width) in names.iter().zip(keys) {
        text.push_str(&name.decorated);
        text.push_str(&" ".repeat(width.saturating_sub(name.width()) + GUTTER));
    }
    for (cell, width) in cells
        .iter()
        .zip(band.iter().filter_map(|at| widths.get(*at)))
    {
        text.push_str(&" ".repeat(width.saturating_sub(cell.width())));
        text.push_str(&cell.decorated);
        text.push_str(&" ".repeat(GUTTER));
    }
    format!("{}\n", text.trim_end())
}

/// `text` in lines of at most `width` characters, broken between words; a longer word stands alone.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let needed = line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && needed > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Columns {
        let mut table = Columns::new(&["scenario", "arm"]);
        table.column("", "negatives");
        for title in ["made", "killed"] {
            table.column("rule mutants", title);
        }
        table.column("", "lines");
        for (arm, count) in [("hcl", "7"), ("awscdk", "12345678")] {
            let cells = [count, "3", "3", "100%"].map(Cell::from);
            table.row(vec!["s".into(), arm.into()], cells.to_vec());
        }
        table
    }

    #[test]
    fn columns_of_one_group_stand_below_its_name() {
        insta::assert_snapshot!(table().text(100), @r"
                                     rule mutants
        scenario  arm     negatives  made  killed  lines
        s         hcl             7     3       3   100%
        s         awscdk   12345678     3       3   100%
        ");
    }

    #[test]
    fn a_table_that_is_too_wide_goes_on_below_with_its_keys() {
        let text = table().text(34);
        assert!(text.lines().all(|line| line.len() <= 34), "{text}");
        insta::assert_snapshot!(text, @r"
        scenario  arm     negatives
        s         hcl             7
        s         awscdk   12345678

                          rule mutants
        scenario  arm     made  killed
        s         hcl        3       3
        s         awscdk     3       3

        scenario  arm     lines
        s         hcl      100%
        s         awscdk   100%
        ");
    }

    #[test]
    fn the_names_of_neighbouring_groups_do_not_run_into_each_other() {
        let mut table = Columns::new(&["k"]);
        table.column("a long name", "x");
        table.column("another", "y");
        table.row(vec!["r".into()], vec!["1".into(), "2".into()]);
        insta::assert_snapshot!(table.text(80), @r"
           a long name  another
        k            x        y
        r            1        2
        ");
    }

    #[test]
    fn a_decoration_does_not_move_what_stands_beside_it() {
        let mut table = Columns::new(&["result"]);
        table.column("", "n");
        table.row(
            vec![Cell::decorated("ok", "\u{1b}[32mok\u{1b}[0m")],
            vec!["1".into()],
        );
        assert!(table.text(80).ends_with("\u{1b}[32mok\u{1b}[0m      1\n"));
    }

    #[test]
    fn text_is_broken_between_words_only() {
        assert_eq!(wrapped("a bb  ccc\nd", 4), ["a bb", "ccc", "d"]);
        assert_eq!(wrapped("longer-than-that x", 4), ["longer-than-that", "x"]);
    }
}
