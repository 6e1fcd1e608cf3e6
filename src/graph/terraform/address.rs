//! The parts of an address: module steps, type, name and keys of any characters.

/// An instance address cut where its parts meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Split<'a> {
    /// Module instance path, empty at the root.
    pub(super) module: &'a str,
    /// Address without the instance's own key.
    pub(super) base: &'a str,
    /// Address within the module, without key (`data.aws_region.r`).
    pub(super) local: &'a str,
    /// The instance's own key with its brackets, or empty.
    pub(super) key: &'a str,
}

/// One step of a module path, or the head of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step<'a> {
    /// Module name.
    pub(super) name: &'a str,
    /// Key with its brackets, or empty.
    pub(super) key: &'a str,
    /// The path up to and including this step.
    pub(super) path: &'a str,
}

/// Cuts an instance address.
pub(super) fn split(address: &str) -> Split<'_> {
    let module = module_steps(address).last().map_or("", |step| step.path);
    let start = if module.is_empty() {
        0
    } else {
        module.len() + 1
    };
    let rest = address.get(start..).unwrap_or_default();
    let local = local_length(rest);
    Split {
        module,
        base: address.get(..start + local).unwrap_or_default(),
        local: rest.get(..local).unwrap_or_default(),
        key: rest.get(local..).unwrap_or_default(),
    }
}

/// Length of `type.name` or `data.type.name` at the start of `text`.
pub(super) fn local_length(text: &str) -> usize {
    let names = if text.starts_with("data.") { 3 } else { 2 };
    let mut at = 0;
    for position in 0..names {
        at += name_length(text.get(at..).unwrap_or_default());
        if position + 1 < names && text.get(at..).is_some_and(|rest| rest.starts_with('.')) {
            at += 1;
        }
    }
    at
}

/// Length of the name at the start of `text`: up to a dot or a bracket.
pub(super) fn name_length(text: &str) -> usize {
    text.find(['.', '[']).unwrap_or(text.len())
}

/// Length of the bracketed key at the start of `text`, quotes and escapes understood; 0 when there is none.
pub(super) fn key_length(text: &str) -> usize {
    if !text.starts_with('[') {
        return 0;
    }
    let mut quoted = false;
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ']' if !quoted => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The module steps at the start of an address or a module path.
pub(super) fn module_steps(address: &str) -> impl Iterator<Item = Step<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = if at == 0 { 0 } else { at + 1 };
        let rest = address.get(start..)?.strip_prefix("module.")?;
        let name = rest.get(..name_length(rest))?;
        let after = rest.get(name.len()..)?;
        let key = after.get(..key_length(after))?;
        at = start + "module.".len() + name.len() + key.len();
        Some(Step {
            name,
            key,
            path: address.get(..at)?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_may_hold_dots_brackets_quotes_and_slashes() {
        let address = r#"module.a["x.y[0]/\"z\""].module.b[1].data.aws_ssm_parameter.p["k.]"]"#;
        let parts = split(address);
        assert_eq!(parts.module, r#"module.a["x.y[0]/\"z\""].module.b[1]"#);
        assert_eq!(parts.local, "data.aws_ssm_parameter.p");
        assert_eq!(parts.key, r#"["k.]"]"#);
        assert_eq!(parts.base, address.strip_suffix(parts.key).expect("suffix"));
        let keys: Vec<_> = module_steps(address)
            .map(|step| (step.name, step.key))
            .collect();
        assert_eq!(keys, [("a", r#"["x.y[0]/\"z\""]"#), ("b", "[1]")]);
    }

    #[test]
    fn a_root_resource_without_key_has_neither() {
        let parts = split("aws_s3_bucket.b");
        assert_eq!(
            (parts.module, parts.local, parts.key),
            ("", "aws_s3_bucket.b", "")
        );
    }
}
