//! `regex.globs_match`: whether two simple patterns can match one and the same non-empty text.

use std::collections::{BTreeSet, VecDeque};

use regorus::Value;

use super::BuiltinError;

const NAME: &str = "regex.globs_match";
/// Pairs of states that are searched before the patterns are refused.
const MOST_STATES: usize = 1 << 18;

/// The characters a token stands for, as inclusive ranges.
type Characters = Vec<(char, char)>;

/// One token of a pattern: its characters, and how often it may occur.
#[derive(Debug, Clone)]
struct Token {
    characters: Characters,
    optional: bool,
    repeats: bool,
}

/// `regex.globs_match(left, right)`.
pub(super) fn globs_match(args: &[Value]) -> Result<Value, BuiltinError> {
    let [Value::String(left), Value::String(right)] = args else {
        return Err(BuiltinError::new(format!("`{NAME}` takes two strings")));
    };
    let (left, right) = (tokens(left)?, tokens(right)?);
    if left.is_empty() && right.is_empty() {
        return Ok(Value::Bool(true));
    }
    let mut seen = BTreeSet::from([(0, 0, false)]);
    let mut queue = VecDeque::from([(0, 0, false)]);
    while let Some((at_left, at_right, consumed)) = queue.pop_front() {
        if at_left == left.len() && at_right == right.len() && consumed {
            return Ok(Value::Bool(true));
        }
        if seen.len() > MOST_STATES {
            return Err(BuiltinError::too_large(NAME));
        }
        let (token_left, token_right) = (left.get(at_left), right.get(at_right));
        let mut next = Vec::new();
        if token_left.is_some_and(|token| token.optional) {
            next.push((at_left + 1, at_right, consumed));
        }
        if token_right.is_some_and(|token| token.optional) {
            next.push((at_left, at_right + 1, consumed));
        }
        if let (Some(token_left), Some(token_right)) = (token_left, token_right)
            && overlap(&token_left.characters, &token_right.characters)
        {
            let lefts = if token_left.repeats {
                vec![at_left, at_left + 1]
            } else {
                vec![at_left + 1]
            };
            let rights = if token_right.repeats {
                vec![at_right, at_right + 1]
            } else {
                vec![at_right + 1]
            };
            next.extend(
                lefts
                    .iter()
                    .flat_map(|left| rights.iter().map(move |right| (*left, *right, true))),
            );
        }
        queue.extend(next.into_iter().filter(|state| seen.insert(*state)));
    }
    Ok(Value::Bool(false))
}

fn overlap(left: &Characters, right: &Characters) -> bool {
    left.iter().any(|(low, high)| {
        right
            .iter()
            .any(|(other_low, other_high)| low <= other_high && other_low <= high)
    })
}

fn tokens(pattern: &str) -> Result<Vec<Token>, BuiltinError> {
    let invalid = || BuiltinError::new(format!("`{NAME}`: invalid pattern `{pattern}`"));
    let mut tokens: Vec<Token> = Vec::new();
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        let set = match character {
            '*' | '+' | '?' => {
                let last = tokens
                    .last_mut()
                    .filter(|token| !token.optional && !token.repeats)
                    .ok_or_else(invalid)?;
                last.optional = character != '+';
                last.repeats = character != '?';
                continue;
            }
            '.' => vec![('\0', char::MAX)],
            '[' => class(&mut characters).ok_or_else(invalid)?,
            '\\' => {
                let escaped = characters.next().ok_or_else(invalid)?;
                vec![(escaped, escaped)]
            }
            ']' => return Err(invalid()),
            plain => vec![(plain, plain)],
        };
        tokens.push(Token {
            characters: set,
            optional: false,
            repeats: false,
        });
    }
    Ok(tokens)
}

/// Reads a character class after its opening bracket.
fn class(characters: &mut std::str::Chars<'_>) -> Option<Characters> {
    let mut set: Characters = Vec::new();
    loop {
        let mut low = match characters.next()? {
            ']' => return (!set.is_empty()).then_some(set),
            character => character,
        };
        if low == '\\' {
            low = characters.next()?;
        }
        let mut ahead = characters.clone();
        if ahead.next() == Some('-') {
            let high = ahead.next()?;
            if high != ']' {
                let high = if high == '\\' { ahead.next()? } else { high };
                if high < low {
                    return None;
                }
                set.push((low, high));
                *characters = ahead;
                continue;
            }
        }
        set.push((low, low));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(left: &str, right: &str) -> bool {
        globs_match(&[Value::from(left), Value::from(right)]).expect("valid") == Value::Bool(true)
    }

    #[test]
    fn patterns_match_when_one_text_satisfies_both() {
        assert!(!matches("a.a.[0-9]+z", "b.*b"));
        assert!(matches("[a-z]+", "[0-9a]*"));
        assert!(matches("a.*", "ab"));
        assert!(!matches("[a-c]", "[d-f]"));
        assert!(
            !matches("[a-z]*", "[0-9]*"),
            "only the empty text satisfies both"
        );
    }

    #[test]
    fn an_unclosed_class_is_an_error() {
        assert!(globs_match(&[Value::from("[a"), Value::from("a")]).is_err());
    }
}
