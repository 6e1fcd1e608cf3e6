//! Functions that read files of the workspace, and templates from them.

use hcl_edit::template::{Element, Template};

use crate::value::{Node, Object, Text};

use super::super::error::{Outcome, invalid};
use super::super::evaluator::Evaluator;
use super::super::mark::{Shape, bare, marked, under};
use super::super::scope::Scope;
use super::encoding::base64;
use super::{hash, known_text, unsupported};

pub(super) const NAMES: [&str; 13] = [
    "file",
    "fileexists",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "filemd5",
    "filesha1",
    "filesha256",
    "filesha512",
    "fileset",
    "templatefile",
    "templatestring",
    "abspath",
];

/// Files that a pattern is matched against.
const MOST_FILES: usize = 20_000;

impl Evaluator<'_> {
    pub(in super::super) fn file_function(
        &mut self,
        name: &str,
        arguments: Vec<Node>,
        scope: &mut Scope,
    ) -> Outcome {
        let mut settled = Vec::new();
        for argument in arguments {
            settled.push(self.settled(argument)?);
        }
        let Some(first) = settled.first().and_then(known_text) else {
            return Ok(unsupported(name, &settled));
        };
        if name == "abspath" {
            return Ok(unsupported(name, &settled));
        }
        if name == "templatestring" {
            return self.rendered(&first, &settled, scope);
        }
        if name == "fileset" {
            let Some(pattern) = settled.get(1).and_then(known_text) else {
                return Ok(unsupported(name, &settled));
            };
            return match self.matching(&first, &pattern)? {
                Some(found) => Ok(marked(Shape::Set, Node::List(found))),
                None => Ok(unsupported(name, &settled)),
            };
        }
        let Some(path) = self.configuration.inside(&first) else {
            // Outside of the workspace, where nothing is read.
            return Ok(unsupported(name, &settled));
        };
        if name == "fileexists" {
            if path.is_dir() {
                return Err(invalid(format!("`{first}` is a folder")));
            }
            return Ok(Node::Bool(path.is_file()));
        }
        if !path.is_file() {
            return Err(invalid(format!("there is no file `{first}`")));
        }
        let Some(bytes) = self.configuration.read_bytes(&path) else {
            return Ok(unsupported(name, &settled));
        };
        self.charge(bytes.len() / 64)?;
        let text = |bytes: Vec<u8>| {
            String::from_utf8(bytes).map_err(|_| invalid(format!("`{first}` is not UTF-8")))
        };
        match name {
            "file" => Ok(super::normalized(Node::text(text(bytes)?))),
            "templatefile" => self.rendered(&text(bytes)?, &settled, scope),
            "filebase64" => Ok(Node::text(base64(&bytes))),
            _ => {
                let digest = hash::of(name.strip_prefix("file").unwrap_or(name), &bytes);
                Ok(digest.map_or_else(|| unsupported(name, &settled), Node::text))
            }
        }
    }

    /// A template with the values that an object gives to its names.
    fn rendered(&mut self, text: &str, arguments: &[Node], scope: &mut Scope) -> Outcome {
        if scope.in_template {
            return Err(invalid("a template inside of a template"));
        }
        let template: Template = text
            .parse()
            .map_err(|_| invalid("the text is no template"))?;
        let variables = match arguments.get(1).map(under) {
            Some(Node::Object(members)) => members.clone(),
            Some(Node::Null) => Object::new(),
            Some(open) if !bare(open.clone()).is_plain() => {
                return Ok(unsupported("templatefile", arguments));
            }
            _ => return Err(invalid("a template needs an object of values")),
        };
        if variables.contains_key("$rest") {
            return Ok(unsupported("templatefile", arguments));
        }
        let mut inner = Scope::of(scope.instance, scope.file);
        inner.owner = scope.owner.clone();
        inner.in_template = true;
        inner.bindings = variables.into_iter().collect();
        match template.as_single_element() {
            Some(Element::Interpolation(only)) => match self.typed(&only.expr, &mut inner)? {
                node if under(&node).is_null() => Err(invalid("the template makes a null")),
                node => Ok(node),
            },
            _ => self.template(&template, &mut inner),
        }
    }

    /// The files below a folder whose paths match a pattern, in the order of a set.
    fn matching(&mut self, folder: &Text, pattern: &str) -> Outcome<Option<Vec<Node>>> {
        let Some(root) = self.configuration.inside(folder) else {
            return Ok(None);
        };
        let pattern = glob(pattern).ok_or_else(|| invalid(format!("`{pattern}` is no pattern")))?;
        let mut found = Vec::new();
        for (count, entry) in walkdir::WalkDir::new(&root)
            .max_depth(64)
            .into_iter()
            .enumerate()
        {
            if count > MOST_FILES {
                return Ok(None);
            }
            let Ok(entry) = entry else { continue };
            if entry.file_type().is_symlink() {
                return Ok(None);
            }
            let relative = entry
                .path()
                .strip_prefix(&root)
                .ok()
                .and_then(std::path::Path::to_str);
            if let (true, Some(relative)) = (entry.file_type().is_file(), relative)
                && pattern.is_match(relative)
            {
                found.push(Text::from(relative));
            }
        }
        self.charge(found.len())?;
        found.sort();
        Ok(Some(found.into_iter().map(Node::Text).collect()))
    }
}

/// A pattern of paths as a regular expression: `**` crosses folders, `*` and `?` do not.
fn glob(pattern: &str) -> Option<regex::Regex> {
    let mut expression = String::from("^");
    let mut rest = pattern;
    let mut depth = 0_usize;
    while let Some(character) = rest.chars().next() {
        let after = rest.get(character.len_utf8()..).unwrap_or_default();
        rest = after;
        match character {
            '*' => match after.strip_prefix("*/") {
                Some(after) => {
                    expression.push_str("(?:[^/]+/)*");
                    rest = after;
                }
                None if after.starts_with('*') => {
                    expression.push_str(".*");
                    rest = after.trim_start_matches('*');
                }
                None => expression.push_str("[^/]*"),
            },
            '?' => expression.push_str("[^/]"),
            '[' => {
                let (class, behind) = after.split_once(']')?;
                let class = class
                    .strip_prefix('!')
                    .map_or_else(|| class.to_owned(), |rest| format!("^{rest}"));
                expression.push_str(&format!(
                    "[{}]",
                    class
                        .replace('\\', "\\\\")
                        .replace('[', "\\[")
                        .replace('&', "\\&")
                ));
                rest = behind;
            }
            '{' => {
                depth += 1;
                expression.push_str("(?:");
            }
            '}' if depth > 0 => {
                depth -= 1;
                expression.push(')');
            }
            ',' if depth > 0 => expression.push('|'),
            '\\' => {
                let next = after.chars().next()?;
                expression.push_str(&regex::escape(&next.to_string()));
                rest = after.get(next.len_utf8()..).unwrap_or_default();
            }
            other => expression.push_str(&regex::escape(&other.to_string())),
        }
    }
    expression.push('$');
    regex::RegexBuilder::new(&expression)
        .size_limit(1 << 20)
        .build()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::glob;

    #[test]
    fn two_stars_cross_folders_and_one_does_not() {
        let matches =
            |pattern: &str, path: &str| glob(pattern).is_some_and(|glob| glob.is_match(path));
        assert!(matches("**/*.txt", "a.txt") && matches("**/*.txt", "a/b/c.txt"));
        assert!(matches("*.{txt,json}", "a.json") && !matches("*", "a/b"));
        assert!(matches("[ab].?", "a.x") && !matches("[!ab].x", "a.x"));
    }
}
