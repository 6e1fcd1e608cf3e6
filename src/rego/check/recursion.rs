//! Rules that reach themselves, and chains of rules too deep for the engine's stack.

use std::collections::BTreeMap;

use regorus::unstable::Span;

use crate::source::Finding;

use super::super::bundle::Bundle;
use super::super::fault::fault_at;
use super::super::syntax::{self, Event};
use super::calls::{Callee, callee};
use super::symbols::{Path, Scope, Symbols, Target, dotted};

/// Statements that may be nested in one evaluation, rules called from them included.
///
/// INVARIANT: the engine thread's stack holds this many (`thread::STACK_BYTES`); a test evaluates the deepest chain allowed.
pub(in super::super) const DEEPEST_CHAIN: usize = 2_000;

/// The rules one rule evaluates, with the place that names each.
struct Node<'a> {
    path: &'a Path,
    edges: BTreeMap<usize, &'a Span>,
    weight: usize,
}

/// Faults of the graph of rules.
pub(super) fn faults(symbols: &Symbols<'_>, bundle: &Bundle) -> Vec<Finding> {
    let nodes = graph(symbols, bundle);
    let components = components(&nodes);
    let mut faults = Vec::new();
    for component in &components {
        let Some(fault) = cycle_fault(&nodes, component) else {
            continue;
        };
        faults.push(fault);
    }
    if faults.is_empty() {
        faults.extend(depth_fault(&nodes, &components));
    }
    faults
}

fn graph<'a>(symbols: &'a Symbols<'a>, bundle: &'a Bundle) -> Vec<Node<'a>> {
    let index: BTreeMap<&Path, usize> = symbols
        .rules()
        .keys()
        .enumerate()
        .map(|(at, path)| (path, at))
        .collect();
    let scopes: BTreeMap<&str, Scope> = bundle
        .files()
        .iter()
        .map(|file| (&**file.source.name(), Scope::of(file)))
        .collect();
    symbols
        .rules()
        .iter()
        .map(|(path, entry)| {
            let mut node = Node {
                path,
                edges: BTreeMap::new(),
                weight: 0,
            };
            for (file, rule) in &entry.clauses {
                let Some(scope) = scopes.get(&**file.source.name()) else {
                    continue;
                };
                syntax::walk_rule(rule, &mut |event| {
                    let (target, span) = match &event {
                        Event::Reference(reference) => {
                            (scope.resolve(symbols, reference), reference.span)
                        }
                        Event::Call(call) => match callee(symbols, scope, call) {
                            Callee::Function(path) => (Target::Data(path), call.span),
                            Callee::Builtin(_) => return,
                        },
                        Event::Override(_) | Event::Division(_) | Event::Statement => return,
                    };
                    let Target::Data(path) = target else { return };
                    for rule in symbols.rules_at(&path) {
                        if let Some(at) = index.get(rule) {
                            node.edges.entry(*at).or_insert(span);
                        }
                    }
                });
                node.weight = node.weight.max(syntax::statement_count(rule));
            }
            node
        })
        .collect()
}

/// Strongly connected components in reverse topological order, by Tarjan's algorithm without recursion.
fn components(nodes: &[Node<'_>]) -> Vec<Vec<usize>> {
    let edges: Vec<Vec<usize>> = nodes
        .iter()
        .map(|node| node.edges.keys().copied().collect())
        .collect();
    let mut state = Tarjan {
        order: vec![None; nodes.len()],
        low: vec![0; nodes.len()],
        closed: vec![false; nodes.len()],
        ..Tarjan::default()
    };
    for start in 0..nodes.len() {
        state.visit(start, &edges);
    }
    state.found
}

#[derive(Default)]
struct Tarjan {
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    stack: Vec<usize>,
    closed: Vec<bool>,
    next: usize,
    found: Vec<Vec<usize>>,
}

impl Tarjan {
    fn low(&self, node: usize) -> usize {
        self.low.get(node).copied().unwrap_or_default()
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some(low) = self.low.get_mut(node) {
            *low = (*low).min(to);
        }
    }

    fn enter(&mut self, node: usize) {
        if let (Some(order), Some(low)) = (self.order.get_mut(node), self.low.get_mut(node)) {
            *order = Some(self.next);
            *low = self.next;
        }
        self.next += 1;
        self.stack.push(node);
    }

    fn visit(&mut self, start: usize, edges: &[Vec<usize>]) {
        if self.order.get(start).copied().flatten().is_some() {
            return;
        }
        self.enter(start);
        let mut work = vec![(start, 0)];
        while let Some((node, at)) = work.pop() {
            if let Some(&next) = edges.get(node).and_then(|targets| targets.get(at)) {
                work.push((node, at + 1));
                match self.order.get(next).copied().flatten() {
                    None => {
                        self.enter(next);
                        work.push((next, 0));
                    }
                    Some(order) if self.closed.get(next) == Some(&false) => self.lower(node, order),
                    Some(_) => {}
                }
                continue;
            }
            if let Some((parent, _)) = work.last() {
                let (parent, low) = (*parent, self.low(node));
                self.lower(parent, low);
            }
            if Some(self.low(node)) == self.order.get(node).copied().flatten() {
                let start = self
                    .stack
                    .iter()
                    .rposition(|entry| *entry == node)
                    .unwrap_or(0);
                let component = self.stack.split_off(start);
                for member in &component {
                    if let Some(closed) = self.closed.get_mut(*member) {
                        *closed = true;
                    }
                }
                self.found.push(component);
            }
        }
    }
}

fn cycle_fault(nodes: &[Node<'_>], component: &[usize]) -> Option<Finding> {
    let first = *component.iter().min()?;
    let node = nodes.get(first)?;
    let (next, span) = node.edges.iter().find(|(to, _)| component.contains(to))?;
    let name = format!("data.{}", dotted(node.path));
    let message = if component.len() == 1 {
        format!("`{name}` is recursive")
    } else {
        let others: Vec<String> = way_back(nodes, *next, first, component)
            .iter()
            .filter_map(|at| nodes.get(*at))
            .map(|node| format!("`data.{}`", dotted(node.path)))
            .collect();
        format!("`{name}` is recursive through {}", others.join(", "))
    };
    Some(fault_at("recursion", message, span).with_label("leads back to the rule"))
}

/// The nodes from `from` until `to` is reached again, `to` left out.
fn way_back(nodes: &[Node<'_>], from: usize, to: usize, component: &[usize]) -> Vec<usize> {
    let mut came_from: BTreeMap<usize, usize> = BTreeMap::new();
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        let Some(node) = nodes.get(at) else { continue };
        if node.edges.contains_key(&to) {
            let mut way = vec![at];
            let mut current = at;
            while let Some(before) = came_from.get(&current) {
                way.push(*before);
                current = *before;
            }
            way.reverse();
            return way;
        }
        for next in node.edges.keys().filter(|next| component.contains(next)) {
            if *next != from && !came_from.contains_key(next) {
                came_from.insert(*next, at);
                queue.push_back(*next);
            }
        }
    }
    vec![from]
}

fn depth_fault(nodes: &[Node<'_>], components: &[Vec<usize>]) -> Option<Finding> {
    let mut depths: BTreeMap<usize, usize> = BTreeMap::new();
    for at in components.iter().flatten() {
        let node = nodes.get(*at)?;
        let below = node
            .edges
            .keys()
            .filter_map(|next| depths.get(next))
            .max()
            .copied()
            .unwrap_or(0);
        depths.insert(*at, below + node.weight);
        if below + node.weight > DEEPEST_CHAIN {
            let span = node.edges.values().next()?;
            let name = dotted(node.path);
            let message = format!(
                "`data.{name}` nests more than {DEEPEST_CHAIN} statements with the rules it uses"
            );
            return Some(fault_at("too-deep", message, span).with_label("the chain goes on here"));
        }
    }
    None
}
