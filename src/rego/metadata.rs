//! Annotations: the `# METADATA` comments of packages and rules.

use regorus::unstable::{Rule, RuleHead};

use crate::source::{Finding, Span};
use crate::value::Node;

use super::bundle::PolicyFile;
use super::check::closest_name;
use super::convert::to_node;
use super::fault::span_of;
use super::syntax;

/// The keys an annotation may have.
const KEYS: [&str; 9] = [
    "authors",
    "custom",
    "description",
    "entrypoint",
    "organizations",
    "related_resources",
    "schemas",
    "scope",
    "title",
];

/// What an annotation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnnotationScope {
    /// The rule below it.
    Rule,
    /// All rules of that name.
    Document,
    /// The package.
    Package,
    /// The package and those below it.
    Subpackages,
}

/// One annotation, and the rule or package it stands above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// What it is about.
    pub scope: AnnotationScope,
    /// Path of the rule or package, as `data.…`.
    pub path: String,
    /// The file.
    pub file: String,
    /// 1-based line of the rule or package it stands above.
    pub line: usize,
    /// Bytes of the rule or package clause it stands above.
    pub span: Span,
    /// Whether the rule is a function.
    pub is_function: bool,
    /// `title`.
    pub title: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `custom`; null when there is none.
    pub custom: Node,
}

impl Annotation {
    /// The permanent id of the rule (`custom.id`).
    pub fn id(&self) -> Option<&str> {
        self.custom.get("id").and_then(Node::as_text)
    }

    /// The tier the rule belongs to (`custom.tier`), as written.
    pub fn tier(&self) -> Option<String> {
        match self.custom.get("tier")? {
            Node::Text(text) => Some(text.to_string()),
            Node::Number(number) => Some(number.to_text()),
            _ => None,
        }
    }

    /// The catches the rule exists for (`custom.catches`).
    pub fn catches(&self) -> Vec<&str> {
        let list = self
            .custom
            .get("catches")
            .and_then(Node::as_list)
            .unwrap_or_default();
        list.iter().filter_map(Node::as_text).collect()
    }
}

/// The bytes of each comment block that starts with `# METADATA`, its YAML, and where it ends.
struct Block {
    start: usize,
    end: usize,
    yaml: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let end = offset + line.len();
        let comment = line.trim_start().strip_prefix('#');
        match (comment, open) {
            (Some(comment), _) if comment.trim() == "METADATA" => {
                blocks.push(Block {
                    start: offset,
                    end,
                    yaml: String::new(),
                });
                open = true;
            }
            (Some(comment), true) => {
                if let Some(block) = blocks.last_mut() {
                    block.yaml.push_str(comment);
                    block.end = end;
                }
            }
            _ => open = false,
        }
        offset = end;
    }
    blocks
}

/// The annotations of one file, in order; malformed ones are a fault.
pub(super) fn annotations(file: &PolicyFile) -> Result<Vec<Annotation>, Box<Finding>> {
    blocks(file.source.text())
        .iter()
        .map(|block| annotation(file, block))
        .collect()
}

fn annotation(file: &PolicyFile, block: &Block) -> Result<Annotation, Box<Finding>> {
    let shown = block.end
        - usize::from(
            file.source
                .text()
                .get(..block.end)
                .is_some_and(|text| text.ends_with('\n')),
        );
    let span = Span::between(block.start, shown);
    let refuse = |message: String| Finding::at(&file.source, span, "annotation", message);
    let value = regorus::Value::from_yaml_str(&block.yaml).map_err(|error| {
        let message = error.to_string();
        let message = message
            .strip_prefix("Failed to parse YAML: ")
            .unwrap_or(&message);
        Box::new(refuse(format!(
            "the annotation is not valid YAML: {message}"
        )))
    })?;
    let node = to_node(&value).unwrap_or_default();
    let Node::Object(members) = &node else {
        return Err(Box::new(refuse(
            "the annotation is not a mapping".to_owned(),
        )));
    };
    for key in members.keys() {
        if !KEYS.contains(&&**key) {
            let fault = refuse(format!("an annotation has no key `{key}`"));
            return Err(Box::new(match closest_name(key, KEYS.into_iter()) {
                Some(known) => fault.with_help(format!("did you mean `{known}`?")),
                None => fault.with_help("what is the policy's own goes below `custom`"),
            }));
        }
    }
    let text = |key: &str| -> Result<Option<String>, Box<Finding>> {
        match node.get(key) {
            None | Some(Node::Null) => Ok(None),
            Some(Node::Text(text)) => Ok(Some(text.to_string())),
            Some(_) => Err(Box::new(refuse(format!("`{key}` must be a text")))),
        }
    };
    let place = place_after(file, block.end)
        .ok_or_else(|| Box::new(refuse("the annotation stands above nothing".to_owned())))?;
    let scope = match text("scope")?.as_deref() {
        None if place.is_package => AnnotationScope::Package,
        None | Some("rule") => AnnotationScope::Rule,
        Some("document") => AnnotationScope::Document,
        Some("package") => AnnotationScope::Package,
        Some("subpackages") => AnnotationScope::Subpackages,
        Some(other) => {
            let fault = refuse(format!("an annotation has no scope `{other}`"));
            return Err(Box::new(fault.with_help(
                "scopes are `rule`, `document`, `package` and `subpackages`",
            )));
        }
    };
    Ok(Annotation {
        scope,
        path: place.path,
        file: file.source.name().to_string(),
        line: place.line,
        span: place.span,
        is_function: place.is_function,
        title: text("title")?,
        description: text("description")?,
        custom: node.get("custom").cloned().unwrap_or_default(),
    })
}

/// What stands below a comment.
struct Place {
    path: String,
    line: usize,
    span: Span,
    is_package: bool,
    is_function: bool,
}

fn place_after(file: &PolicyFile, offset: usize) -> Option<Place> {
    let package = span_of(&file.module.package.span);
    if package.offset >= offset {
        let line = file.module.package.span.line as usize;
        let path = file.package.clone();
        return Some(Place {
            path,
            line,
            span: package,
            is_package: true,
            is_function: false,
        });
    }
    let rules = file
        .module
        .policy
        .iter()
        .filter(|rule| rule.span().start as usize >= offset);
    let rule = rules.min_by_key(|rule| rule.span().start)?;
    let names = syntax::static_names(syntax::head_reference(rule))?.join(".");
    let is_function = matches!(
        &**rule,
        Rule::Spec {
            head: RuleHead::Func { .. },
            ..
        }
    ) || syntax::arity(rule).is_some();
    Some(Place {
        path: format!("{}.{names}", file.package),
        line: rule.span().line as usize,
        span: span_of(rule.span()),
        is_package: false,
        is_function,
    })
}

#[cfg(test)]
mod tests {
    use super::super::bundle::{Bundle, BundleOptions};
    use super::*;

    fn bundle(text: &str) -> Result<Bundle, super::super::error::RegoError> {
        Bundle::from_sources(
            [("a.rego", text)],
            Node::Object(crate::value::Object::new()),
            &BundleOptions::shipped(),
        )
    }

    const POLICY: &str = "# METADATA\n# title: the package\npackage a\n\n# METADATA\n# title: no wildcard\n\
        # description: >-\n#   two\n#   lines\n# custom:\n#   id: PR001\n#   tier: 0.5\n#   catches: [wild, wilder]\n\
        deny contains \"x\" if input.x\n";

    #[test]
    fn an_annotation_belongs_to_the_rule_below_it() {
        let bundle = bundle(POLICY).expect("loads");
        let [package, rule] = bundle.metadata() else {
            panic!("two: {:?}", bundle.metadata())
        };
        assert_eq!(
            (package.scope, package.title.as_deref()),
            (AnnotationScope::Package, Some("the package"))
        );
        assert_eq!(
            (rule.path.as_str(), rule.line, rule.id()),
            ("data.a.deny", 14, Some("PR001"))
        );
        assert_eq!(
            (rule.tier().as_deref(), rule.catches()),
            (Some("0.5"), vec!["wild", "wilder"])
        );
        assert_eq!(rule.description.as_deref(), Some("two lines"));
    }

    #[test]
    fn malformed_annotations_are_refused_where_they_stand() {
        for (text, wanted) in [
            (
                "package a\n# METADATA\n# title: [x\np := 1\n",
                "not valid YAML",
            ),
            (
                "package a\n# METADATA\n# titel: x\np := 1\n",
                "no key `titel`",
            ),
            (
                "package a\n# METADATA\n# title: 1\np := 1\n",
                "`title` must be a text",
            ),
            (
                "package a\np := 1\n# METADATA\n# title: x\n",
                "stands above nothing",
            ),
        ] {
            let error = bundle(text).expect_err("refused");
            let [fault] = error.faults() else {
                panic!("{error:?}")
            };
            assert!(fault.message().contains(wanted), "{}", fault.message());
            assert!(
                fault
                    .underlined()
                    .is_some_and(|text| text.starts_with("# METADATA")),
                "{fault:?}"
            );
        }
    }
}
