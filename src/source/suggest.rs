//! Finds the known word that a misspelt one was probably meant to be.

/// The word of `known` nearest to `word`, when it is near enough to be a slip.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let normal = |text: &str| text.to_lowercase().replace('-', "_");
    let wanted = normal(word);
    if wanted.is_empty() {
        return None;
    }
    let limit = (wanted.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&wanted, &normal(candidate)),
                candidate,
            )
        })
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_one_letter_is_understood_and_another_word_is_not() {
        let known = ["title", "intent", "do_nothing"];
        assert_eq!(closest("titel", known), Some("title"));
        assert_eq!(closest("do-nothing", known), Some("do_nothing"));
        assert_eq!(closest("weights", known), None);
    }
}
