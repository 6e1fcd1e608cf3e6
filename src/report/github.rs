//! Annotations of GitHub workflows.

use crate::source::{Finding, Severity};

/// One annotation line about a finding.
pub fn finding(finding: &Finding) -> String {
    let level = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let place =
        finding
            .positions()
            .map_or_else(String::new, |((line, column), (end_line, end_column))| {
                // GitHub takes columns only where both ends are on one line, and the last one as included.
                let columns = if line == end_line {
                    format!(
                        ",col={column},endColumn={}",
                        end_column.saturating_sub(1).max(column)
                    )
                } else {
                    String::new()
                };
                format!(",line={line},endLine={end_line}{columns}")
            });
    let advice = finding
        .advice()
        .map_or_else(String::new, |advice| format!("\n{advice}"));
    format!(
        "::{level} file={}{place},title={}::{}\n",
        property(finding.file()),
        property(finding.code()),
        data(&format!("{}{advice}", finding.message())),
    )
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceText, Span};

    #[test]
    fn an_annotation_names_file_line_and_columns() {
        let source = SourceText::new("specs/a,b.yaml", "id: a\ntitel: b\n");
        let found = Finding::at(
            &source,
            Span { offset: 6, len: 5 },
            "unknown-key",
            "unknown key `titel`",
        )
        .with_help("did you mean `title`?");
        assert_eq!(
            finding(&found),
            "::error file=specs/a%2Cb.yaml,line=2,endLine=2,col=1,endColumn=5,title=unknown-key::\
             unknown key `titel`%0Adid you mean `title`?\n"
        );
    }
}
