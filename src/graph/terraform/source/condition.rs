//! Validations, pre- and postconditions and checks: which of them the toolchain is sure to refuse.

use hcl_edit::structure::{Block as Nested, Body};

use crate::artifact::config::Block;
use crate::graph::{Mode, Note, Presence};
use crate::value::{Node, Text};

use super::error::{Fault, Outcome};
use super::evaluator::Evaluator;
use super::expression::Decision;
use super::mark::bare;
use super::scope::Scope;

impl<'a> Evaluator<'a> {
    /// Notes every condition of a module instance that fails whatever the unknown values are.
    pub(super) fn conditions(&mut self, instance: usize) -> Outcome<()> {
        if self.at(instance).presence != Presence::Always {
            return Ok(());
        }
        let module = self.module_of(instance);
        for block in &module.blocks {
            match (&*block.keyword, block.label(0), block.label(1)) {
                (keyword @ ("variable" | "output" | "check"), Some(name), _) => {
                    let (prefix, condition) = match keyword {
                        "variable" => ("var", "validation"),
                        "output" => ("output", "precondition"),
                        _ => ("check", "assert"),
                    };
                    if has_condition(block, condition) {
                        let what = self.address(instance, &format!("{prefix}.{name}"));
                        let mut scope = Scope::of(instance, block.file);
                        self.checked(block, condition, &what, None, &mut scope)?;
                    }
                }
                ("resource", Some(_), Some(_)) => {
                    self.resource_conditions(instance, Mode::Managed, block)?;
                }
                ("data", Some(_), Some(_)) => {
                    self.resource_conditions(instance, Mode::Data, block)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn resource_conditions(
        &mut self,
        instance: usize,
        mode: Mode,
        block: &'a Block,
    ) -> Outcome<()> {
        let lifecycles = block
            .blocks()
            .filter(|(_, nested)| nested.has_ident("lifecycle"));
        let lifecycles: Vec<(usize, &Nested)> = lifecycles.collect();
        let conditional = |nested: &Nested| {
            let idents = nested.body.blocks().map(|inner| inner.ident.as_str());
            idents
                .into_iter()
                .any(|ident| matches!(ident, "precondition" | "postcondition"))
        };
        if !lifecycles.iter().any(|(_, nested)| conditional(nested)) {
            return Ok(());
        }
        let expansion = self.expansion(instance, mode, block)?;
        for member in &expansion.members {
            if member.presence != Presence::Always {
                continue;
            }
            for (file, lifecycle) in &lifecycles {
                for kind in ["precondition", "postcondition"] {
                    let mut scope = Scope::repeated(
                        instance,
                        *file,
                        member.repetition.clone(),
                        member.address.clone(),
                    );
                    let address = Some(&member.address);
                    self.each_condition(
                        &lifecycle.body,
                        kind,
                        &member.address,
                        address,
                        &mut scope,
                    )?;
                }
            }
        }
        Ok(())
    }

    fn checked(
        &mut self,
        block: &Block,
        kind: &str,
        what: &Text,
        address: Option<&Text>,
        scope: &mut Scope,
    ) -> Outcome<()> {
        for (file, nested) in block.blocks().filter(|(_, nested)| nested.has_ident(kind)) {
            scope.file = file;
            self.condition(&nested.body, kind, what, address, scope)?;
        }
        Ok(())
    }

    fn each_condition(
        &mut self,
        body: &Body,
        kind: &str,
        what: &Text,
        address: Option<&Text>,
        scope: &mut Scope,
    ) -> Outcome<()> {
        for nested in body.blocks().filter(|nested| nested.has_ident(kind)) {
            self.condition(&nested.body, kind, what, address, scope)?;
        }
        Ok(())
    }

    fn condition(
        &mut self,
        body: &Body,
        kind: &str,
        what: &Text,
        address: Option<&Text>,
        scope: &mut Scope,
    ) -> Outcome<()> {
        let Some(condition) = body.get_attribute("condition") else {
            return Ok(());
        };
        let decision = self
            .typed(&condition.value, scope)
            .and_then(|value| self.decide(value));
        let reason = match decision {
            Ok(Decision::Always(false)) => {
                let message = body.get_attribute("error_message");
                let message = message.map(|message| self.typed(&message.value, scope));
                match message {
                    Some(Ok(message)) if !super::mark::is_sensitive(&message) => {
                        match bare(message) {
                            Node::Text(text) => format!(": {text}"),
                            _ => String::new(),
                        }
                    }
                    Some(Err(fatal @ Fault::Fatal(_))) => return Err(fatal),
                    _ => String::new(),
                }
            }
            Err(fatal @ Fault::Fatal(_)) => return Err(fatal),
            // What is declared inside of a check is not evaluated.
            Err(Fault::Invalid(_)) if kind == "assert" => return Ok(()),
            Err(Fault::Invalid(problem)) => {
                self.notes.push(Note {
                    code: "no-value",
                    message: format!("the {kind} of `{what}`: {}", problem.message),
                    address: address.cloned(),
                    path: None,
                    forbids_verdict: false,
                });
                return Ok(());
            }
            Ok(_) => return Ok(()),
        };
        let file = self.module_of(scope.instance).files.get(scope.file);
        let place = file.zip(hcl_edit::Span::span(&condition.value));
        let place = place.map_or_else(String::new, |(file, span)| {
            format!(" ({}:{})", file.name(), file.position(span.start).0)
        });
        // A check only warns.
        let only_warns = kind == "assert";
        self.notes.push(Note {
            code: if only_warns {
                "check-fails"
            } else {
                "condition-fails"
            },
            message: format!("the {kind} of `{what}` fails{place}{reason}"),
            address: address.cloned(),
            path: None,
            forbids_verdict: !only_warns,
        });
        Ok(())
    }
}

fn has_condition(block: &Block, kind: &str) -> bool {
    block
        .blocks()
        .any(|(_, nested)| nested.ident.as_str() == kind)
}
