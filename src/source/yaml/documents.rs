//! Tells the documents of a YAML stream apart, before any of them is parsed.

use crate::source::SourceText;

/// The documents of a text that is not empty, each as a text of its own in which everything stands where it stood: what is
/// of other documents is left out but for its line ends.
pub fn documents(source: &SourceText) -> Vec<SourceText> {
    let mut documents: Vec<String> = vec![String::new()];
    for line in source.text().split_inclusive('\n') {
        let marks = |mark: &str| {
            let rest = line.strip_prefix(mark);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
        };
        // Such a line ends a document wherever it stands, in a block of text too.
        let begins = marks("---") && documents.last().is_some_and(|text| holds_content(text));
        if begins || marks("...") {
            let before = documents
                .last()
                .map_or(0, |text| text.bytes().filter(|byte| *byte == b'\n').count());
            documents.push("\n".repeat(before));
        }
        if let Some(document) = documents.last_mut() {
            document.push_str(if marks("...") { "\n" } else { line });
        }
    }
    documents.retain(|text| holds_content(text));
    documents
        .into_iter()
        .map(|text| SourceText::new(source.name().clone(), text))
        .collect()
}

/// Whether there is more than comments, directives and marks.
fn holds_content(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.strip_prefix("---").unwrap_or(line).trim();
        !line.is_empty() && !line.starts_with(['#', '%'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let documents = documents(&SourceText::new("a.yaml", text));
        documents.iter().map(|one| one.text().to_owned()).collect()
    }

    #[test]
    fn documents_stay_on_their_lines() {
        assert_eq!(
            split("# first\n---\na: 1\n--- # second\nb: 2\n...\n---\n"),
            ["# first\n---\na: 1\n", "\n\n\n--- # second\nb: 2\n"]
        );
        assert_eq!(split("a: |\n  x\n---\nb"), ["a: |\n  x\n", "\n\n---\nb"]);
    }

    #[test]
    fn one_document_is_one_whatever_looks_like_a_mark() {
        for text in [
            "a: ---\n",
            "---\na: 1",
            "%YAML 1.2\n---\na: 1\n",
            "----: 1\n",
            "x: \"\n  ---\"\n",
        ] {
            assert_eq!(split(text), [text]);
        }
        assert!(split("# nothing\n---\n").is_empty());
    }
}
