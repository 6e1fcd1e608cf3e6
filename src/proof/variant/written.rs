//! An artifact as it is written, so that it can be written in another way and read again.

use std::cell::Cell;
use std::path::PathBuf;

use hcl_edit::expr::Expression;

use crate::artifact::config::Configuration;
use crate::artifact::template::Template;
use crate::graph::{Graph, LoadError, Loaded, Options, Rewrite, load_rewritten};
use crate::value::Node;

/// Where an artifact is, and how it is read.
#[derive(Debug, Clone)]
pub struct Written {
    /// The artifact.
    pub path: PathBuf,
    /// The sources that its graph is merged with.
    pub sources: Option<PathBuf>,
    /// How it is read.
    pub options: Options,
}

/// A change of every part of what is written; it says whether it changed the part.
pub enum Rewriting {
    /// Of the JSON of a template, those inside a part first.
    Template(fn(&mut Node) -> bool),
    /// Of an expression, those inside it first.
    Expression(fn(&mut Expression) -> bool),
}

impl Written {
    /// The graph of the artifact written in another way; `None` where nothing in it can be.
    pub fn rewritten(&self, rewriting: &Rewriting) -> Result<Option<Graph>, LoadError> {
        let counted = Counted {
            rewriting,
            done: Cell::new(0),
        };
        let loaded = load_rewritten(&self.path, self.sources.as_deref(), &self.options, &counted)?;
        Ok(match loaded {
            Loaded::Graph(graph) if counted.done.get() > 0 => Some(graph),
            _ => None,
        })
    }
}

/// A rewriting that counts how often it was done.
struct Counted<'r> {
    rewriting: &'r Rewriting,
    done: Cell<usize>,
}

impl Counted<'_> {
    fn count(&self, done: bool) {
        self.done.set(self.done.get() + usize::from(done));
    }

    fn in_node(&self, node: &mut Node, change: fn(&mut Node) -> bool) {
        match node {
            Node::List(items) => {
                for item in items {
                    self.in_node(item, change);
                }
            }
            Node::Object(members) => {
                for value in members.values_mut() {
                    self.in_node(value, change);
                }
            }
            _ => {}
        }
        self.count(change(node));
    }
}

impl Rewrite for Counted<'_> {
    fn template(&self, template: &Template) -> Option<Template> {
        let Rewriting::Template(change) = self.rewriting else {
            return None;
        };
        let before = self.done.get();
        let mut root = template.root().clone();
        self.in_node(&mut root, *change);
        // A template that cannot be read any more shows as one that gives another graph.
        (self.done.get() > before).then(|| template.rewritten(&root).ok())?
    }

    fn configuration(&self, configuration: &mut Configuration) {
        if let Rewriting::Expression(change) = self.rewriting {
            configuration.rewrite(&mut |expression| self.count(change(expression)));
        }
    }
}
