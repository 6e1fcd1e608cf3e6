//! The builtins of the engine: which exist, which are capped or corrected here, and which are added.

mod globs;
mod guarded;
mod net;
mod paths;
mod sprintf;
mod text;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regorus::Value;

/// Bytes a string made by a builtin may have.
const LARGEST_TEXT: usize = 64 << 20;
/// Items a list made by a builtin may have.
const LARGEST_LIST: usize = 1 << 20;

/// Why a builtin refuses its arguments; the engine adds the place.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct BuiltinError(String);

impl BuiltinError {
    fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    fn arguments(name: &str) -> Self {
        Self(format!("`{name}` got a wrong number of arguments"))
    }

    fn operand(name: &str, place: usize, wanted: &str, got: &Value) -> Self {
        let mut shown = got.to_string();
        if shown.chars().count() > 80 {
            shown = shown.chars().take(80).collect::<String>() + "…";
        }
        Self(format!(
            "`{name}`: argument {place} must be {wanted}, got `{shown}`"
        ))
    }

    fn too_large(name: &str) -> Self {
        Self(format!("`{name}` would make a value larger than allowed"))
    }
}

type Builtin = fn(&[Value]) -> Result<Value, BuiltinError>;

/// Builtins that replace the engine's own or are missing there.
static EXTENSIONS: &[(&str, u8, Builtin)] = &[
    ("array.concat", 2, guarded::array_concat),
    ("bits.lsh", 2, guarded::shift_left),
    ("concat", 2, text::concat),
    ("graph.reachable_paths", 2, paths::reachable_paths),
    ("net.cidr_contains_matches", 2, net::cidr_contains_matches),
    ("net.cidr_expand", 1, net::cidr_expand),
    ("net.cidr_intersects", 2, net::cidr_intersects),
    ("net.cidr_merge", 1, net::cidr_merge),
    ("numbers.range", 2, guarded::range),
    ("numbers.range_step", 3, guarded::range_step),
    ("regex.globs_match", 2, globs::globs_match),
    ("regex.replace", 3, guarded::regex_replace),
    ("regex.template_match", 4, guarded::template_match),
    ("replace", 3, text::replace),
    ("sprintf", 2, sprintf::sprintf),
    ("strings.count", 2, text::count),
    ("strings.replace_n", 2, text::replace_n),
];

/// Every builtin that can be called, with its number of arguments.
static ARITIES: LazyLock<BTreeMap<&'static str, usize>> = LazyLock::new(|| {
    let own = regorus::unstable::BUILTINS
        .iter()
        .map(|(name, (_, arity))| (*name, usize::from(*arity)));
    let extensions = EXTENSIONS
        .iter()
        .map(|(name, arity, _)| (*name, usize::from(*arity)));
    let mut arities: BTreeMap<&'static str, usize> = own.chain(extensions).collect();
    for (name, _) in UNSUPPORTED {
        arities.remove(name);
    }
    arities.retain(|name, _| !name.starts_with("__"));
    arities
});

/// Builtins of OPA that are not available, and why; a name that ends in `.` stands for all below it.
static UNSUPPORTED: &[(&str, &str)] = &[
    (
        "crypto.",
        "policies cannot check signatures or certificates here",
    ),
    ("graphql.", "policies cannot read GraphQL here"),
    (
        "http.send",
        "policies cannot reach the network: grading needs no connection and gives the same answer twice",
    ),
    ("io.jwt.", "policies cannot verify tokens here"),
    ("net.lookup_ip_addr", "policies cannot reach the network"),
    ("opa.runtime", "policies cannot see the process they run in"),
    ("providers.aws.sign_req", "policies cannot sign requests"),
    (
        "rego.metadata.",
        "annotations are read before evaluation, not by the policy",
    ),
    ("rego.parse_module", "policies cannot read policies"),
    ("strings.render_template", "use `sprintf`"),
    ("time.parse_cron", "not available in the embedded engine"),
];

/// Builtins whose answer changes from one evaluation to the next.
static CHANGING: &[&str] = &["rand.intn", "time.now_ns", "uuid.rfc4122"];

/// How many arguments a builtin takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arity {
    /// Any number (`print`).
    Any,
    /// So many; `true` when one more may take the result.
    Exact(usize, bool),
}

/// The arity of a builtin; `None` when there is none of that name.
pub(super) fn arity(name: &str) -> Option<Arity> {
    if name == "print" {
        return Some(Arity::Any);
    }
    let binds = regorus::unstable::BUILTINS.contains_key(name);
    ARITIES.get(name).map(|arity| Arity::Exact(*arity, binds))
}

/// Why a builtin that OPA has is not available.
pub(super) fn unsupported(name: &str) -> Option<&'static str> {
    UNSUPPORTED
        .iter()
        .find(|(known, _)| name == *known || known.ends_with('.') && name.starts_with(known))
        .map(|(_, why)| *why)
}

/// Whether a builtin may answer differently next time.
pub(super) fn is_changing(name: &str) -> bool {
    CHANGING.contains(&name)
}

/// The names of all builtins.
pub(super) fn names() -> impl Iterator<Item = String> {
    ARITIES.keys().map(|name| (*name).to_owned())
}

/// Installs the capped, corrected and added builtins.
pub(super) fn register(engine: &mut regorus::Engine) {
    for (name, arity, builtin) in EXTENSIONS {
        let extension = move |args: Vec<Value>| Ok(builtin(&args)?);
        // Adding fails only when a name is added twice; a test keeps the table free of duplicates.
        let _ = engine.add_extension((*name).to_owned(), *arity, Box::new(extension));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_builtin_is_registered_twice() {
        let mut names: Vec<&str> = EXTENSIONS.iter().map(|(name, ..)| *name).collect();
        let count = names.len();
        names.dedup();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn builtins_that_would_make_grading_depend_on_the_machine_are_named() {
        for name in [
            "http.send",
            "io.jwt.decode",
            "opa.runtime",
            "strings.render_template",
        ] {
            assert!(unsupported(name).is_some(), "{name}");
            assert_eq!(arity(name), None, "{name}");
        }
        assert_eq!(arity("count"), Some(Arity::Exact(1, true)));
        assert_eq!(arity("net.cidr_merge"), Some(Arity::Exact(1, false)));
    }
}
