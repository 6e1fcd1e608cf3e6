//! Changes of HCL files by byte spans, so that the rest of a file stays byte for byte.

use std::ops::Range;

use hcl_edit::Span as _;
use hcl_edit::expr::{Array, Expression, Object as ObjectExpression};
use hcl_edit::structure::{Attribute, Block as Nested, BlockLabel};

use crate::artifact::config::Block;
use crate::artifact::schema::{Body, Nesting};
use crate::graph::{Presence, Resource};
use crate::source::SourceText;
use crate::value::{Node, Object, Text};

use super::Unwritable;
use super::configuration::{Edited, schema_of, settable};
use super::difference::{ListChange, changed, list_change, referring};
use super::terraform::{Spellings, encoded, key_of, key_text, opened, quoted};

/// An HCL file and what changes in it.
pub(super) struct HclFile<'a> {
    text: &'a str,
    changes: Vec<(Range<usize>, String)>,
    /// Blocks at the end of the file.
    added: String,
}

/// The arguments and blocks of a body, and where it ends.
struct Written<'b> {
    attributes: Vec<&'b Attribute>,
    blocks: Vec<&'b Nested>,
    /// The whole block, from its keyword to its closing brace.
    extent: Range<usize>,
    /// Where its header ends.
    header: usize,
}

impl<'b> Written<'b> {
    fn of(block: &'b Block) -> Self {
        let own = |file: usize| file == block.file;
        let attributes = block.attributes().filter(|(file, _)| own(*file));
        let blocks = block.blocks().filter(|(file, _)| own(*file));
        let extent = block.extent.offset..block.extent.offset + block.extent.len;
        Self {
            attributes: attributes.map(|(_, attribute)| attribute).collect(),
            blocks: blocks.map(|(_, nested)| nested).collect(),
            header: block.span.offset + block.span.len,
            extent,
        }
    }

    fn of_nested(block: &'b Nested) -> Self {
        let last = block.labels.last().and_then(hcl_edit::Span::span);
        let header = last.or_else(|| block.ident.span());
        Self {
            attributes: block.body.attributes().collect(),
            blocks: block.body.blocks().collect(),
            extent: block.span().unwrap_or_default(),
            header: header.map_or(0, |header| header.end),
        }
    }

    fn attribute(&self, name: &str) -> Option<&'b Attribute> {
        let mut attributes = self.attributes.iter().copied();
        attributes.find(|attribute| attribute.has_key(name))
    }

    /// The blocks of one kind; those that `dynamic` makes apart.
    fn nested(&self, name: &str) -> (Vec<&'b Nested>, Vec<&'b Nested>) {
        let blocks = self.blocks.iter().copied();
        let fixed = blocks.clone().filter(|block| block.has_ident(name));
        let dynamic = blocks.filter(|block| {
            let label = block.labels.first().map(BlockLabel::as_str);
            block.has_ident("dynamic") && label == Some(name)
        });
        (fixed.collect(), dynamic.collect())
    }
}

/// A change of one block on its way down.
struct Change<'c, 'a> {
    file: &'c mut HclFile<'a>,
    edited: &'c Edited<'c>,
}

impl<'a> HclFile<'a> {
    pub(super) fn new(source: &'a SourceText) -> Self {
        Self {
            text: source.text(),
            changes: Vec::new(),
            added: String::new(),
        }
    }

    pub(super) fn change(&mut self, edited: &Edited<'_>) -> Result<(), Unwritable> {
        let known = schema_of(edited.before);
        let values = [referring(edited.before), referring(edited.after)];
        let [Node::Object(old), Node::Object(new)] = &values else {
            return Err(Unwritable::unspelled("values that are no object"));
        };
        let written = Written::of(edited.block);
        Change { file: self, edited }.body(&written, known, (old, new), "")
    }

    pub(super) fn remove(&mut self, block: &Block) {
        let end = block.extent.offset + block.extent.len;
        let mut lines = self.lines(block.extent.offset..end);
        // The blank line that set the block apart goes with it.
        if self.slice(lines.end..).starts_with('\n') {
            lines.end += 1;
        }
        self.changes.push((lines, String::new()));
    }

    pub(super) fn lead(&mut self, block: &Block, source: &str) {
        if let Some((_, attribute)) = block.attribute("source") {
            let value = attribute.value.span().unwrap_or_default();
            self.changes
                .push((value, format!("\"{}\"", quoted(source))));
        }
    }

    pub(super) fn release(&mut self, block: &Block, local: &str) {
        let listed = block.attribute("depends_on");
        let Some((_, attribute)) = listed.filter(|(file, _)| *file == block.file) else {
            return;
        };
        let Expression::Array(items) = &attribute.value else {
            return;
        };
        let is_it = |item: &Expression| item.to_string().trim() == local;
        if let Some(index) = items.iter().position(is_it) {
            if items.len() == 1 {
                let lines = self.lines(attribute.span().unwrap_or_default());
                self.changes.push((lines, String::new()));
            } else {
                self.remove_item(items, index);
            }
        }
    }

    pub(super) fn add(
        &mut self,
        resource: &Resource,
        spellings: &Spellings,
    ) -> Result<(), Unwritable> {
        // What the expression of several instances mentions is more than one of them comes to.
        if resource.index != Node::Null && resource.mentions.iter().any(|mention| !mention.exact) {
            return Err(Unwritable::Shared {
                address: resource.address.clone(),
            });
        }
        let values = referring(resource);
        let (body, values) = settable(resource, &values)?;
        let keyword = super::configuration::keyword(resource);
        let mut lines = format!(
            "\n{keyword} \"{}\" \"{}\" {{\n",
            quoted(&resource.resource_type),
            quoted(&resource.name)
        );
        match &resource.index {
            Node::Null => {}
            Node::Text(key) => {
                lines.push_str(&format!("  for_each = toset([\"{}\"])\n", quoted(key)));
            }
            Node::Number(index) if index.to_text() == "0" => lines.push_str("  count = 1\n"),
            _ => return Err(Unwritable::unspelled("an instance beside others")),
        }
        if resource.presence != Presence::Always {
            return Err(Unwritable::unspelled("the condition by which it exists"));
        }
        for (name, value) in values {
            lines.push_str(&member(name, value, Some(body), spellings, 2)?);
        }
        let mut dependencies = Vec::new();
        for address in &resource.depends_on {
            let local = spellings.local(address);
            let local = local.ok_or_else(|| Unwritable::unspelled(format!("`{address}`")))?;
            dependencies.push(local.to_owned());
        }
        if !dependencies.is_empty() {
            lines.push_str(&format!("  depends_on = [{}]\n", dependencies.join(", ")));
        }
        lines.push_str(&lifecycle(&resource.lifecycle)?);
        lines.push_str("}\n");
        self.added.push_str(&lines);
        Ok(())
    }

    /// The file with every change carried out; nothing where none was asked for.
    pub(super) fn text(mut self) -> Option<String> {
        if self.changes.is_empty() && self.added.is_empty() {
            return None;
        }
        // Insertions at one place keep their order.
        self.changes
            .sort_by_key(|(range, _)| (range.start, range.end));
        let mut text = String::new();
        let mut done = 0;
        for (range, written) in &self.changes {
            text.push_str(self.slice(done..range.start));
            text.push_str(written);
            done = done.max(range.end);
        }
        text.push_str(self.slice(done..));
        if !self.added.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&self.added);
        Some(text)
    }

    fn slice(&self, range: impl std::slice::SliceIndex<str, Output = str>) -> &'a str {
        self.text.get(range).unwrap_or_default()
    }

    /// Where the line of an offset starts, and its indentation, if nothing else stands before the offset.
    fn indent_at(&self, offset: usize) -> (usize, Option<usize>) {
        let before = self.slice(..offset);
        let start = before.rfind('\n').map_or(0, |line| line + 1);
        let blank = before.get(start..).unwrap_or_default();
        let only = blank.chars().all(|sign| sign == ' ' || sign == '\t');
        (start, only.then_some(blank.len()))
    }

    /// How far the line of an offset is indented.
    fn line_indent(&self, offset: usize) -> usize {
        let (start, _) = self.indent_at(offset);
        let line = self.slice(start..);
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// The whole lines of a range, when nothing else stands on them but a comment behind it.
    fn lines(&self, range: Range<usize>) -> Range<usize> {
        let (start, indent) = self.indent_at(range.start);
        let rest = self.slice(range.end..);
        let line = rest.split_inclusive('\n').next().unwrap_or_default();
        let after = line.trim();
        let is_last = after.is_empty() || after.starts_with('#') || after.starts_with("//");
        if indent.is_some() && is_last {
            start..range.end + line.len()
        } else {
            range
        }
    }

    fn remove_item(&mut self, items: &Array, index: usize) {
        let span = |index: usize| items.get(index).and_then(hcl_edit::Span::span);
        let before = index.checked_sub(1).and_then(span);
        let (Some(own), next) = (span(index), span(index + 1)) else {
            return;
        };
        let range = match (before, next) {
            (_, Some(next)) => own.start..next.start,
            (Some(before), None) => before.end..own.end,
            (None, None) => own,
        };
        self.changes.push((range, String::new()));
    }
}

impl Change<'_, '_> {
    fn body(
        &mut self,
        written: &Written<'_>,
        known: Option<Body>,
        (old, new): (&Object, &Object),
        above: &str,
    ) -> Result<(), Unwritable> {
        for (name, before, after) in changed(old, new) {
            let pointer = format!("{above}/{name}");
            let attribute = written.attribute(name);
            let (blocks, dynamic) = written.nested(name);
            let is_written = attribute.is_some() || !blocks.is_empty() || !dynamic.is_empty();
            match (attribute, after) {
                _ if &**name == "tags_all" && !is_written => {
                    hold_tags(&self.edited.before.address, old, new)?;
                }
                (Some(attribute), Some(after)) => {
                    let before = before.unwrap_or(&Node::Null);
                    self.argument(attribute, before, after)?;
                }
                (Some(attribute), None) => self.drop_argument(attribute)?,
                (None, None) if !is_written => {
                    return Err(Unwritable::Implied {
                        address: self.edited.before.address.clone(),
                        pointer,
                    });
                }
                (None, after) if is_written => {
                    let before = before.unwrap_or(&Node::Null);
                    let after = after.unwrap_or(&Node::Null);
                    self.blocks(
                        written,
                        (blocks, dynamic),
                        (name, known),
                        (before, after),
                        &pointer,
                    )?;
                }
                (None, after) => {
                    let after = after.unwrap_or(&Node::Null);
                    self.insert(written, name, after, known)?;
                }
            }
        }
        Ok(())
    }

    /// A plan shows what an expression mentions, also for the instance in which it comes to something else.
    fn check_guard(&self, attribute: &Attribute, before: &Node) -> Result<(), Unwritable> {
        let place = format!("/{}", attribute.key.as_str());
        let mut mentions = self.edited.before.mentions.iter();
        let expression = attribute.value.to_string();
        if !before.references().is_empty()
            || expression.contains("each.value")
            || mentions.any(|mention| mention.path.starts_with(&place))
        {
            return Err(Unwritable::Shared {
                address: self.edited.before.address.clone(),
            });
        }
        Ok(())
    }

    /// Leaves an argument out. For one instance of several it would be null, of which a plan says that it is assigned.
    fn drop_argument(&mut self, attribute: &Attribute) -> Result<(), Unwritable> {
        if self.edited.guard.is_some() {
            return Err(Unwritable::Shared {
                address: self.edited.before.address.clone(),
            });
        }
        let lines = self.file.lines(attribute.span().unwrap_or_default());
        self.file.changes.push((lines, String::new()));
        Ok(())
    }

    /// Nested blocks of one kind.
    fn blocks(
        &mut self,
        written: &Written<'_>,
        (blocks, dynamic): (Vec<&Nested>, Vec<&Nested>),
        (name, known): (&Text, Option<Body>),
        (old, new): (&Node, &Node),
        pointer: &str,
    ) -> Result<(), Unwritable> {
        let inner = known
            .and_then(|known| known.block(name))
            .map(|(_, inner)| inner);
        let items = |node: &Node| match node {
            Node::List(items) => items.clone(),
            Node::Null => Vec::new(),
            single => vec![single.clone()],
        };
        let (before, after) = (items(old), items(new));
        let is_plain = dynamic.is_empty()
            && blocks.len() == before.len()
            && blocks
                .iter()
                .zip(&before)
                .all(|(block, item)| shows(block, item));
        if is_plain {
            match list_change(&before, &after) {
                ListChange::Each => {
                    for (block, (old, new)) in blocks.iter().zip(before.iter().zip(&after)) {
                        let (Node::Object(old), Node::Object(new)) = (old, new) else {
                            return Err(Unwritable::unspelled("a block that is no object"));
                        };
                        let written = Written::of_nested(block);
                        self.body(&written, inner, (old, new), pointer)?;
                    }
                    return Ok(());
                }
                ListChange::Without(index) if self.edited.guard.is_none() => {
                    if let Some(span) = blocks.get(index).and_then(|block| block.span()) {
                        let lines = self.file.lines(span);
                        self.file.changes.push((lines, String::new()));
                    }
                    return Ok(());
                }
                ListChange::With(first) if self.edited.guard.is_none() => {
                    let added = Node::List(after.iter().skip(first).cloned().collect());
                    return self.insert(written, name, &added, known);
                }
                _ => {}
            }
        }
        if self.edited.guard.is_some() {
            return Err(Unwritable::Shared {
                address: self.edited.before.address.clone(),
            });
        }
        for block in blocks.iter().chain(&dynamic) {
            let lines = self.file.lines(block.span().unwrap_or_default());
            self.file.changes.push((lines, String::new()));
        }
        if new.is_null() || after.is_empty() {
            return Ok(());
        }
        self.insert(written, name, new, known)
    }

    /// A member that is not written yet.
    fn insert(
        &mut self,
        written: &Written<'_>,
        name: &str,
        value: &Node,
        known: Option<Body>,
    ) -> Result<(), Unwritable> {
        let close = written.extent.end.saturating_sub(1);
        let (line, indent) = self.file.indent_at(close);
        let open = self.file.slice(written.header..).find('{');
        let open = written.header + open.unwrap_or_default() + 1;
        let (_, outer) = self.file.indent_at(written.extent.start);
        let outer = outer.unwrap_or_default();
        let is_block = known.is_some_and(|known| known.block(name).is_some());
        let lines = match &self.edited.guard {
            Some(guard) if !is_block => {
                let value = self.edited.spellings.expression(value, outer + 2)?;
                format!(
                    "{}{name} = {guard} ? {} : null\n",
                    " ".repeat(outer + 2),
                    grouped(&value)
                )
            }
            Some(_) => {
                return Err(Unwritable::Shared {
                    address: self.edited.before.address.clone(),
                });
            }
            None => member(name, value, known, self.edited.spellings, outer + 2)?,
        };
        if indent.is_some() && line > open {
            self.file.changes.push((line..line, lines));
            return Ok(());
        }
        // A block on one line is opened up.
        let inside = self.file.slice(open..close).trim();
        let mut text = String::from("\n");
        if !inside.is_empty() {
            text.push_str(&format!("{}{inside}\n", " ".repeat(outer + 2)));
        }
        text.push_str(&lines);
        text.push_str(&" ".repeat(outer));
        self.file.changes.push((open..close, text));
        Ok(())
    }

    fn argument(
        &mut self,
        attribute: &Attribute,
        old: &Node,
        new: &Node,
    ) -> Result<(), Unwritable> {
        let start = attribute.key.span().map_or(0, |key| key.start);
        let (_, indent) = self.file.indent_at(start);
        let indent = indent.unwrap_or_default();
        let Some(guard) = self.edited.guard.clone() else {
            return self.expression(&attribute.value, old, new, indent);
        };
        let value = attribute.value.span().unwrap_or_default();
        let before = grouped(self.file.slice(value.clone()));
        self.check_guard(attribute, old)?;
        let after = self.edited.spellings.expression(new, indent)?;
        let written = format!("{guard} ? {} : {before}", grouped(&after));
        self.file.changes.push((value, written));
        Ok(())
    }

    /// Follows the difference while the expression is as plain as the graph; where it is not, the new value replaces it.
    fn expression(
        &mut self,
        written: &Expression,
        old: &Node,
        new: &Node,
        indent: usize,
    ) -> Result<(), Unwritable> {
        match (written, old, new) {
            (Expression::Parenthesis(inner), old, new) => {
                self.expression(inner.inner(), old, new, indent)
            }
            (Expression::FuncCall(call), old, new)
                if let (Some(inner), Some(old), Some(new)) =
                    (encoded(call), opened(old), opened(new)) =>
            {
                self.expression(inner, &old, &new, indent)
            }
            (Expression::Conditional(choice), Node::OneOf(old), Node::OneOf(new))
                if old.condition == new.condition
                    && [old.values.len(), new.values.len()] == [2, 2] =>
            {
                let branches = [&choice.true_expr, &choice.false_expr];
                let values = old.values.iter().zip(&new.values);
                for (branch, (old, new)) in branches.into_iter().zip(values) {
                    if old != new {
                        self.expression(branch, old, new, indent)?;
                    }
                }
                Ok(())
            }
            (Expression::Object(members), Node::Object(old), Node::Object(new)) => {
                self.members(members, old, new, written)
            }
            (Expression::Array(items), Node::List(old), Node::List(new))
                if items.len() == old.len()
                    && items.iter().zip(old).all(|(item, old)| says(item, old)) =>
            {
                self.items(items, old, new, written, indent)
            }
            _ => self.replace(written, new, indent),
        }
    }

    fn replace(
        &mut self,
        written: &Expression,
        new: &Node,
        indent: usize,
    ) -> Result<(), Unwritable> {
        let text = self.edited.spellings.expression(new, indent)?;
        let mut span = written.span().unwrap_or_default();
        // The end of the line belongs to a heredoc, and not to what comes in its place.
        while self.file.slice(span.clone()).ends_with('\n') {
            span.end -= 1;
        }
        self.file.changes.push((span, text));
        Ok(())
    }

    fn members(
        &mut self,
        members: &ObjectExpression,
        old: &Object,
        new: &Object,
        whole: &Expression,
    ) -> Result<(), Unwritable> {
        let whole_span = whole.span().unwrap_or_default();
        let names = |one: &Object, other: &Object| one.keys().any(|key| !other.contains_key(key));
        if names(old, new) && names(new, old) {
            // What leaves and what comes would meet at one place.
            let indent = self.file.line_indent(whole_span.start);
            return self.replace(whole, &Node::Object(new.clone()), indent);
        }
        for (name, before, after) in changed(old, new) {
            let entry = members
                .iter()
                .find(|(key, _)| key_of(key).is_some_and(|key| key == *name));
            match (entry, before, after) {
                (Some((key, value)), _, None) => {
                    let start = key.span().unwrap_or_default().start;
                    let end = value.expr().span().unwrap_or_default().end;
                    let rest = self.file.slice(end..whole_span.end);
                    let comma = rest.len() - rest.trim_start_matches([' ', ',']).len();
                    let lines = self.file.lines(start..end + comma);
                    self.file.changes.push((lines, String::new()));
                }
                (Some((key, value)), before, Some(after)) => {
                    let start = key.span().unwrap_or_default().start;
                    let (_, indent) = self.file.indent_at(start);
                    let indent = indent.unwrap_or_default();
                    let before = before.unwrap_or(&Node::Null);
                    self.expression(value.expr(), before, after, indent)?;
                }
                (None, _, Some(after)) => self.add_member(members, name, after, &whole_span)?,
                (None, _, None) => {
                    return self.replace(whole, &Node::Object(new.clone()), 0);
                }
            }
        }
        Ok(())
    }

    fn add_member(
        &mut self,
        members: &ObjectExpression,
        name: &str,
        value: &Node,
        whole: &Range<usize>,
    ) -> Result<(), Unwritable> {
        let close = whole.end.saturating_sub(1);
        let key = key_text(name);
        let (line, indent) = self.file.indent_at(close);
        if let Some(indent) = indent.filter(|_| line > whole.start) {
            let value = self.edited.spellings.expression(value, indent + 2)?;
            let text = format!("{}{key} = {value}\n", " ".repeat(indent + 2));
            self.file.changes.push((line..line, text));
            return Ok(());
        }
        let value = self.edited.spellings.expression(value, 0)?;
        let last = members.iter().last();
        let last = last.and_then(|(_, value)| value.expr().span());
        let (at, comma) = match last {
            Some(last) => (last.end, ", "),
            None => (close, " "),
        };
        let after = if comma == " " { " " } else { "" };
        let text = format!("{comma}{key} = {value}{after}");
        self.file.changes.push((at..at, text));
        Ok(())
    }

    fn items(
        &mut self,
        items: &Array,
        old: &[Node],
        new: &[Node],
        whole: &Expression,
        indent: usize,
    ) -> Result<(), Unwritable> {
        match list_change(old, new) {
            ListChange::Each => {
                for (item, (old, new)) in items.iter().zip(old.iter().zip(new)) {
                    if old != new {
                        let start = item.span().map_or(0, |span| span.start);
                        let (_, own) = self.file.indent_at(start);
                        self.expression(item, old, new, own.unwrap_or(indent))?;
                    }
                }
                Ok(())
            }
            ListChange::Without(index) if items.len() > 1 => {
                self.file.remove_item(items, index);
                Ok(())
            }
            ListChange::With(first) if first > 0 => {
                let last = items.iter().last().and_then(hcl_edit::Span::span);
                let last = last.unwrap_or_default();
                let (_, own) = self.file.indent_at(last.start);
                let mut text = String::new();
                for item in new.iter().skip(first) {
                    let item = self
                        .edited
                        .spellings
                        .expression(item, own.unwrap_or(indent))?;
                    match own {
                        Some(own) => text.push_str(&format!(",\n{}{item}", " ".repeat(own))),
                        None => text.push_str(&format!(", {item}")),
                    }
                }
                self.file.changes.push((last.end..last.end, text));
                Ok(())
            }
            _ => self.replace(whole, &Node::List(new.to_vec()), indent),
        }
    }
}

/// Tags take effect with the resource's own; what the provider adds is not written in the resource.
pub(super) fn hold_tags(address: &Text, old: &Object, new: &Object) -> Result<(), Unwritable> {
    let keys = |name: &str| -> Vec<Text> {
        let nothing = Object::new();
        let of = |values: &Object| values.get(name).and_then(Node::as_object).cloned();
        let (old, new) = (of(old).unwrap_or_default(), of(new).unwrap_or(nothing));
        let changed = changed(&old, &new).into_iter();
        changed.map(|(key, _, _)| key.clone()).collect()
    };
    let own = keys("tags");
    if keys("tags_all").iter().all(|key| own.contains(key)) {
        return Ok(());
    }
    Err(Unwritable::Implied {
        address: address.clone(),
        pointer: "/tags_all".to_owned(),
    })
}

/// An argument or nested blocks, in lines of their own.
fn member(
    name: &str,
    value: &Node,
    known: Option<Body>,
    spellings: &Spellings,
    indent: usize,
) -> Result<String, Unwritable> {
    let pad = " ".repeat(indent);
    let Some((nesting, inner)) = known.and_then(|known| known.block(name)) else {
        let value = spellings.expression(value, indent)?;
        return Ok(format!("{pad}{name} = {value}\n"));
    };
    let items = match value {
        Node::List(items) if nesting != Nesting::Map => items.clone(),
        Node::Object(_) if nesting != Nesting::Map => vec![value.clone()],
        _ => return Err(Unwritable::unspelled("blocks that are not known")),
    };
    let mut lines = String::new();
    for item in &items {
        let Node::Object(members) = item else {
            return Err(Unwritable::unspelled("blocks that are not known"));
        };
        lines.push_str(&format!("{pad}{name} {{\n"));
        for (name, value) in members {
            if !value.is_null() {
                lines.push_str(&member(name, value, Some(inner), spellings, indent + 2)?);
            }
        }
        lines.push_str(&format!("{pad}}}\n"));
    }
    Ok(lines)
}

fn lifecycle(lifecycle: &Node) -> Result<String, Unwritable> {
    let mut lines = String::new();
    for (name, value) in lifecycle.as_object().into_iter().flatten() {
        let value = match (&**name, value) {
            (_, Node::Bool(value)) => value.to_string(),
            ("ignore_changes", Node::List(names)) => {
                let names: Vec<&str> = names.iter().filter_map(Node::as_text).collect();
                format!("[{}]", names.join(", "))
            }
            ("ignore_changes", Node::Text(all)) => all.to_string(),
            _ => return Err(Unwritable::unspelled(format!("`lifecycle.{name}`"))),
        };
        lines.push_str(&format!("    {name} = {value}\n"));
    }
    if lines.is_empty() {
        return Ok(lines);
    }
    Ok(format!("  lifecycle {{\n{lines}  }}\n"))
}

/// An expression that may stand inside a conditional one.
fn grouped(expression: &str) -> String {
    let expression = expression.trim();
    if expression.contains(['?', '\n']) && !expression.starts_with("jsonencode(") {
        format!("({expression})")
    } else {
        expression.to_owned()
    }
}

/// Whether the constants of an expression are those of the value, as far as they are written out.
fn says(written: &Expression, value: &Node) -> bool {
    match (written, value) {
        (Expression::String(_), value) => written.as_str() == value.as_text(),
        (Expression::Bool(known), Node::Bool(value)) => known.value() == value,
        (Expression::Array(items), Node::List(values)) => {
            items.len() == values.len()
                && items
                    .iter()
                    .zip(values)
                    .all(|(item, value)| says(item, value))
        }
        (Expression::Object(members), Node::Object(values)) => {
            members.iter().all(|(key, member)| {
                let value = key_of(key).and_then(|key| values.get(&*key));
                value.is_none_or(|value| says(member.expr(), value))
            })
        }
        _ => true,
    }
}

/// The same of a nested block.
fn shows(block: &Nested, value: &Node) -> bool {
    block.body.attributes().all(|attribute| {
        let value = value.get(attribute.key.as_str());
        value.is_none_or(|value| says(&attribute.value, value))
    })
}
