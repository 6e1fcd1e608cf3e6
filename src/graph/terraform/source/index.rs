//! The declarations of one module by name.

use std::collections::HashMap;

use hcl_edit::expr::Expression;

use crate::artifact::config::{Block, Module};
use crate::graph::Mode;

/// What a module declares, by name.
pub(super) struct ModuleIndex<'a> {
    pub(super) module: &'a Module,
    pub(super) locals: HashMap<&'a str, (usize, &'a Expression)>,
    pub(super) variables: HashMap<&'a str, &'a Block>,
    pub(super) outputs: HashMap<&'a str, &'a Block>,
    pub(super) calls: HashMap<&'a str, &'a Block>,
    resources: HashMap<(&'a str, &'a str), &'a Block>,
    data: HashMap<(&'a str, &'a str), &'a Block>,
    providers: HashMap<&'a str, String>,
    /// `provider` blocks by name and alias.
    configured: HashMap<(&'a str, Option<&'a str>), &'a Block>,
}

impl<'a> ModuleIndex<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        let mut index = Self {
            module,
            locals: HashMap::new(),
            variables: HashMap::new(),
            outputs: HashMap::new(),
            calls: HashMap::new(),
            resources: HashMap::new(),
            data: HashMap::new(),
            providers: HashMap::new(),
            configured: HashMap::new(),
        };
        for block in &module.blocks {
            let first = block.label(0).map(|label| &**label);
            match (&*block.keyword, first, block.label(1)) {
                ("locals", ..) => {
                    index
                        .locals
                        .extend(block.attributes().map(|(file, attribute)| {
                            (attribute.key.as_str(), (file, &attribute.value))
                        }));
                }
                ("variable", Some(name), _) => {
                    index.variables.insert(name, block);
                }
                ("output", Some(name), _) => {
                    index.outputs.insert(name, block);
                }
                ("module", Some(name), _) => {
                    index.calls.insert(name, block);
                }
                ("resource", Some(kind), Some(name)) => {
                    index.resources.insert((kind, name), block);
                }
                ("data", Some(kind), Some(name)) => {
                    index.data.insert((kind, name), block);
                }
                ("provider", Some(name), _) => {
                    let alias = block.attribute("alias");
                    let alias = alias.and_then(|(_, attribute)| attribute.value.as_str());
                    index.configured.entry((name, alias)).or_insert(block);
                }
                ("terraform", ..) => index.require(block),
                _ => {}
            }
        }
        index
    }

    /// The declaration of a resource or data source.
    pub(super) fn resource(&self, mode: Mode, kind: &str, name: &str) -> Option<&'a Block> {
        let table = match mode {
            Mode::Managed => &self.resources,
            Mode::Data => &self.data,
        };
        table.get(&(kind, name)).copied()
    }

    /// The `provider` block with this name and alias.
    pub(super) fn provider_block(&self, name: &str, alias: Option<&str>) -> Option<&'a Block> {
        self.configured.get(&(name, alias)).copied()
    }

    /// `namespace/type` of the provider with the local name `name`.
    pub(super) fn provider(&self, name: &str) -> String {
        self.providers
            .get(name)
            .cloned()
            .unwrap_or_else(|| match name {
                "terraform" => "builtin/terraform".to_owned(),
                name => format!("hashicorp/{name}"),
            })
    }

    fn require(&mut self, terraform: &'a Block) {
        for (_, required) in terraform
            .blocks()
            .filter(|(_, block)| block.has_ident("required_providers"))
        {
            for attribute in required.body.attributes() {
                let members = attribute
                    .value
                    .as_object()
                    .into_iter()
                    .flat_map(|object| object.iter());
                for (key, value) in members {
                    let name = key.as_ident().map(hcl_edit::Ident::as_str);
                    if name.or_else(|| key.as_expr()?.as_str()) != Some("source") {
                        continue;
                    }
                    if let Some(source) = value.expr().as_str() {
                        let mut parts: Vec<&str> = source.rsplitn(3, '/').take(2).collect();
                        parts.reverse();
                        if parts.len() == 1 {
                            parts.insert(0, "hashicorp");
                        }
                        self.providers
                            .insert(attribute.key.as_str(), parts.join("/"));
                    }
                }
            }
        }
    }
}
