//! The folder that `cdk synth` writes: its manifest names the stacks and their templates.

use std::path::{Path, PathBuf};

use crate::source::SourceText;
use crate::value::{Node, Text, parse_json};

use super::{Parent, Template, TemplateError};

/// A template with the folder that its own asset paths begin in.
struct Placed {
    template: Template,
    folder: PathBuf,
}

/// Reads every template of a synthesized folder, the stacks in the order of their names, nested stacks behind them.
///
/// Without a manifest every `*.template.json` that no other template nests is a stack of its own.
pub fn read_cloud_assembly(folder: &Path) -> Result<Vec<Template>, TemplateError> {
    let mut placed = Vec::new();
    collect_stacks(folder, &mut placed, &mut Vec::new())?;
    if placed.is_empty() {
        let nested = nested_files(folder)?;
        for file in template_files(folder)? {
            if !nested.contains(&file) {
                let mut template = Template::read(&read_text(folder, &file)?)?;
                template.stack = Some(stack_of(&file));
                placed.push(Placed {
                    template,
                    folder: folder.to_owned(),
                });
            }
        }
    }
    if placed.is_empty() {
        return Err(TemplateError::NoTemplates {
            path: folder.display().to_string(),
        });
    }
    add_nested(&mut placed)?;
    Ok(placed.into_iter().map(|placed| placed.template).collect())
}

/// Reads what the manifest of `folder` lists; assemblies inside it (stages) are followed.
fn collect_stacks(
    folder: &Path,
    templates: &mut Vec<Placed>,
    visited: &mut Vec<PathBuf>,
) -> Result<(), TemplateError> {
    let manifest = folder.join("manifest.json");
    if !manifest.is_file() || visited.contains(&manifest) {
        return Ok(());
    }
    visited.push(manifest);
    let source = read_text(folder, "manifest.json")?;
    let manifest = parse_json(source.text()).map_err(|error| {
        TemplateError::new(
            &source,
            super::character_at(source.text(), error.offset),
            error.message,
        )
    })?;
    let Some(artifacts) = manifest.get("artifacts").and_then(Node::as_object) else {
        return Ok(());
    };
    for (id, artifact) in artifacts {
        let text = |pointer: &str| artifact.at(pointer).and_then(Node::as_text);
        match text("/type") {
            Some("aws:cloudformation:stack") => {
                let Some(file) = text("/properties/templateFile").filter(|file| is_inside(file))
                else {
                    continue;
                };
                let mut template = Template::read(&read_text(folder, file)?)?;
                template.stack =
                    Some(text("/properties/stackName").map_or_else(|| id.clone(), Text::from));
                if let Some((account, region)) = text("/environment").and_then(environment) {
                    template.account = account;
                    template.region = region;
                }
                templates.push(Placed {
                    template,
                    folder: folder.to_owned(),
                });
            }
            Some("cdk:cloud-assembly") => {
                if let Some(inner) =
                    text("/properties/directoryName").filter(|inner| is_inside(inner))
                {
                    collect_stacks(&folder.join(inner), templates, visited)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Adds the templates that stack resources nest, where they lie in the folder.
fn add_nested(templates: &mut Vec<Placed>) -> Result<(), TemplateError> {
    let mut index = 0;
    while let Some(Placed { template, folder }) = templates.get(index) {
        let mut found = Vec::new();
        for (logical_id, resource) in template.section("Resources") {
            let file =
                nested_file(resource).filter(|file| is_inside(file) && folder.join(file).is_file());
            let Some(file) = file else { continue };
            // INVARIANT: nesting is bounded, so that a template which nests itself ends.
            if templates.len() + found.len() >= TEMPLATE_LIMIT {
                let place = super::pointer(&["Resources", logical_id]);
                return Err(template.key_error(&place, "nested stacks go on without end"));
            }
            let mut nested = Template::read(&read_text(folder, file)?)?;
            nested.parent = Some(Parent {
                template: index,
                logical_id: logical_id.clone(),
            });
            nested.account.clone_from(&template.account);
            nested.region.clone_from(&template.region);
            found.push(Placed {
                template: nested,
                folder: folder.clone(),
            });
        }
        templates.extend(found);
        index += 1;
    }
    Ok(())
}

/// More templates than one folder reasonably holds.
const TEMPLATE_LIMIT: usize = 1000;

/// The template file that a stack resource of the synthesizer nests.
fn nested_file(resource: &Node) -> Option<&str> {
    if resource.get("Type").and_then(Node::as_text) != Some("AWS::CloudFormation::Stack") {
        return None;
    }
    resource.get("Metadata")?.get("aws:asset:path")?.as_text()
}

fn nested_files(folder: &Path) -> Result<Vec<String>, TemplateError> {
    let mut nested = Vec::new();
    for file in template_files(folder)? {
        let template = Template::read(&read_text(folder, &file)?)?;
        nested.extend(
            template
                .section("Resources")
                .values()
                .filter_map(nested_file)
                .map(str::to_owned),
        );
    }
    Ok(nested)
}

fn template_files(folder: &Path) -> Result<Vec<String>, TemplateError> {
    let entries = std::fs::read_dir(folder).map_err(|error| TemplateError::io(folder, &error))?;
    let mut files: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".template.json") || name.ends_with(".template.yaml"))
        .collect();
    files.sort_unstable();
    Ok(files)
}

fn stack_of(file: &str) -> Text {
    Text::from(file.split(".template.").next().unwrap_or(file))
}

/// Whether a path named by a file of the folder stays in the folder.
fn is_inside(path: &str) -> bool {
    Path::new(path)
        .components()
        .all(|part| matches!(part, std::path::Component::Normal(_)))
}

/// `aws://123456789012/eu-west-1` without its unknown parts.
fn environment(text: &str) -> Option<(Option<Text>, Option<Text>)> {
    let (account, region) = text.strip_prefix("aws://")?.split_once('/')?;
    let known = |part: &str| (!part.starts_with("unknown-")).then(|| Text::from(part));
    Some((known(account), known(region)))
}

fn read_text(folder: &Path, file: &str) -> Result<SourceText, TemplateError> {
    let path = folder.join(file);
    let bytes = std::fs::read(&path).map_err(|error| TemplateError::io(&path, &error))?;
    Ok(SourceText::from_bytes(file, bytes)?)
}
