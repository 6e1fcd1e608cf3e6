//! The files of a bundle: policies and base data below some folders, without following links out of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use crate::source::{Finding, SourceText};
use crate::value::{Node, Object};

use super::bundle::read_json;
use super::convert::to_node;
use super::error::RegoError;
use super::fault::about;

/// The engine's own limit for one policy file.
const LARGEST_POLICY: u64 = 1 << 20;

/// What was found.
pub(super) struct Found {
    pub policies: Vec<SourceText>,
    pub data: Vec<DataFile>,
    pub faults: Vec<Finding>,
}

/// A base data file and the place of its content in `data`.
pub(super) struct DataFile {
    pub name: Arc<str>,
    pub root: Vec<String>,
    pub content: Node,
}

impl DataFile {
    /// Merges the content into `data`; objects merge, anything else may be given once only.
    pub fn merge_into(self, data: &mut Node) -> Result<(), Box<Finding>> {
        let content = self.root.iter().rev().fold(self.content, |content, name| {
            Node::object([(name.as_str(), content)])
        });
        let refuse = |message: String| Box::new(about(&self.name, "data", message));
        if !matches!(content, Node::Object(_)) {
            return Err(refuse("base data must be an object".to_owned()));
        }
        merge(data, content, "data").map_err(|path| refuse(format!("`{path}` is given twice")))
    }
}

fn merge(into: &mut Node, from: Node, path: &str) -> Result<(), String> {
    match (into, from) {
        (Node::Object(into), Node::Object(from)) => {
            for (key, value) in from {
                let path = format!("{path}.{key}");
                match into.get_mut(&key) {
                    Some(slot) => merge(slot, value, &path)?,
                    None => {
                        into.insert(key, value);
                    }
                }
            }
            Ok(())
        }
        (into, from) if *into == from => Ok(()),
        _ => Err(path.to_owned()),
    }
}

/// Searches the folders (or takes the files given), each in sorted order.
pub(super) fn find<P: AsRef<Path>>(folders: &[P], with_tests: bool) -> Result<Found, RegoError> {
    let mut found = Found {
        policies: Vec::new(),
        data: Vec::new(),
        faults: Vec::new(),
    };
    for folder in folders {
        let folder = folder.as_ref();
        let read = |source| RegoError::Read {
            path: folder.to_owned(),
            source,
        };
        let root = std::fs::canonicalize(folder).map_err(read)?;
        let walk = WalkDir::new(folder)
            .follow_links(false)
            .follow_root_links(true)
            .sort_by_file_name();
        for entry in walk
            .into_iter()
            .filter_entry(|entry| entry.file_name() != ".git")
        {
            let entry = entry.map_err(|error| RegoError::Read {
                path: error.path().unwrap_or(folder).to_owned(),
                source: error
                    .into_io_error()
                    .unwrap_or_else(|| std::io::Error::other("the folder loops")),
            })?;
            take(&entry, folder, &root, with_tests, &mut found)?;
        }
    }
    Ok(found)
}

fn take(
    entry: &DirEntry,
    folder: &Path,
    root: &Path,
    with_tests: bool,
    found: &mut Found,
) -> Result<(), RegoError> {
    let path = entry.path();
    let name = entry.file_name().to_string_lossy();
    let is_policy = path
        .extension()
        .is_some_and(|extension| extension == "rego");
    let is_data = matches!(&*name, "data.json" | "data.yaml" | "data.yml");
    if entry.path_is_symlink() && path != folder {
        let target = std::fs::canonicalize(path).ok();
        if target
            .as_ref()
            .is_none_or(|target| !target.starts_with(root))
            && (is_policy || is_data)
        {
            let fault = about(&shown(path), "link", "this is a link out of the folder")
                .with_help("copy the file into the folder, or give its own folder as well");
            found.faults.push(fault);
            return Ok(());
        }
        if target.is_none_or(|target| target.is_dir()) {
            return Ok(());
        }
    } else if !entry.file_type().is_file() {
        return Ok(());
    }
    let is_test = name.ends_with("_test.rego");
    if !(is_data || is_policy && (with_tests || !is_test)) {
        return Ok(());
    }
    let text = match read(path)? {
        Ok(text) => text,
        Err(fault) => {
            found.faults.push(*fault);
            return Ok(());
        }
    };
    if is_policy {
        found.policies.push(text);
        return Ok(());
    }
    match data_of(&name, &text) {
        Ok(content) => found.data.push(DataFile {
            name: text.name().clone(),
            root: components(path, folder),
            content,
        }),
        Err(fault) => found.faults.push(*fault),
    }
    Ok(())
}

fn read(path: &Path) -> Result<Result<SourceText, Box<Finding>>, RegoError> {
    let failed = |source| RegoError::Read {
        path: path.to_owned(),
        source,
    };
    let refused = |code, message| Ok(Err(Box::new(about(&shown(path), code, message))));
    let length = std::fs::metadata(path).map_err(failed)?.len();
    if length > LARGEST_POLICY
        && path
            .extension()
            .is_some_and(|extension| extension == "rego")
    {
        return refused("size", "the file is larger than 1 MiB");
    }
    let bytes = std::fs::read(path).map_err(failed)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Ok(SourceText::new(shown(path), text))),
        Err(_) => refused("encoding", "the file is not UTF-8"),
    }
}

fn data_of(name: &str, source: &SourceText) -> Result<Node, Box<Finding>> {
    if name == "data.json" {
        return read_json(source);
    }
    let refuse = |message: String| Box::new(about(source.name(), "data", message));
    let value =
        regorus::Value::from_yaml_str(source.text()).map_err(|error| refuse(error.to_string()))?;
    if value == regorus::Value::Null {
        return Ok(Node::Object(Object::new()));
    }
    to_node(&value).ok_or_else(|| refuse("the data cannot be represented".to_owned()))
}

/// The folders between `folder` and a data file name the place of its content, as in an OPA bundle.
fn components(path: &Path, folder: &Path) -> Vec<String> {
    let inside = path
        .strip_prefix(folder)
        .ok()
        .and_then(Path::parent)
        .map(PathBuf::from)
        .unwrap_or_default();
    inside
        .components()
        .map(|component| component.as_os_str().to_string_lossy().into_owned())
        .collect()
}

fn shown(path: &Path) -> Arc<str> {
    path.to_string_lossy().replace('\\', "/").into()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::bundle::{Bundle, BundleOptions};
    use super::super::error::RegoError;
    use crate::value::parse_json;

    fn write(root: &Path, name: &str, text: impl AsRef<[u8]>) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        fs::write(path, text).expect("written");
    }

    fn faults(root: &Path) -> Vec<(&'static str, String)> {
        let error = Bundle::load(&[root], &BundleOptions::shipped()).expect_err("refused");
        let faults = error.faults();
        assert!(!faults.is_empty(), "{error}");
        faults
            .iter()
            .map(|fault| (fault.code(), fault.message().to_owned()))
            .collect()
    }

    #[test]
    fn policies_are_found_in_order_and_tests_are_kept_apart() {
        let root = tempfile::tempdir().expect("a folder");
        write(root.path(), "b/two.rego", "package b\np := 1\n");
        write(root.path(), "a/one.rego", "package a\np := 1\n");
        write(
            root.path(),
            "a/one_test.rego",
            "package a_test\ntest_p if data.a.p == 1\n",
        );
        write(root.path(), "a/readme.md", "not a policy");
        let names = |options: &BundleOptions| -> Vec<String> {
            let bundle = Bundle::load(&[root.path()], options).expect("loads");
            let file = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
            bundle
                .files()
                .iter()
                .map(|policy| file(policy.source.name()))
                .collect()
        };
        assert_eq!(names(&BundleOptions::shipped()), ["one.rego", "two.rego"]);
        let with_tests = BundleOptions::shipped().and_tests();
        assert_eq!(
            names(&with_tests),
            ["one.rego", "one_test.rego", "two.rego"]
        );
    }

    #[test]
    fn base_data_stands_under_the_names_of_its_folders() {
        let root = tempfile::tempdir().expect("a folder");
        write(
            root.path(),
            "a.rego",
            "package a\np := data.limits.aws.max + data.top\n",
        );
        write(root.path(), "limits/aws/data.yaml", "max: 3\n");
        write(root.path(), "data.json", r#"{"top": 1}"#);
        let bundle = Bundle::load(&[root.path()], &BundleOptions::shipped()).expect("loads");
        let expected = parse_json(r#"{"limits": {"aws": {"max": 3}}, "top": 1}"#).expect("valid");
        assert_eq!(bundle.data(), &expected);
    }

    #[test]
    fn a_folder_without_policies_is_an_error() {
        let root = tempfile::tempdir().expect("a folder");
        write(root.path(), "data.json", "{}");
        let error = Bundle::load(&[root.path()], &BundleOptions::shipped()).expect_err("refused");
        assert!(matches!(error, RegoError::EmptyBundle { .. }), "{error}");
        let missing = root.path().join("nowhere");
        let error = Bundle::load(&[missing], &BundleOptions::shipped()).expect_err("refused");
        assert!(matches!(error, RegoError::Read { .. }), "{error}");
    }

    #[test]
    fn what_cannot_be_read_as_a_policy_is_a_fault() {
        let root = tempfile::tempdir().expect("a folder");
        write(root.path(), "binary.rego", [0xff, 0xfe]);
        write(root.path(), "data.json", r#"{"a": 1, "a": 2}"#);
        write(root.path(), "huge.rego", "#".repeat((1 << 20) + 1));
        let codes: Vec<&str> = faults(root.path()).iter().map(|(code, _)| *code).collect();
        assert_eq!(codes, ["encoding", "data", "size"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_folder_is_refused_and_one_inside_is_read() {
        let outside = tempfile::tempdir().expect("a folder");
        write(outside.path(), "secret.rego", "package secret\np := 1\n");
        let root = tempfile::tempdir().expect("a folder");
        write(root.path(), "real/one.txt", "package a\np := 1\n");
        let link = |target: &Path, name: &str| {
            std::os::unix::fs::symlink(target, root.path().join(name)).expect("linked");
        };
        link(&root.path().join("real/one.txt"), "one.rego");
        assert!(Bundle::load(&[root.path()], &BundleOptions::shipped()).is_ok());
        link(&outside.path().join("secret.rego"), "two.rego");
        let found = faults(root.path());
        assert!(
            matches!(found.as_slice(), [("link", message)] if message == "this is a link out of the folder")
        );
    }

    #[test]
    fn a_file_of_rego_v0_is_named_as_such() {
        let root = tempfile::tempdir().expect("a folder");
        write(
            root.path(),
            "old.rego",
            "package main\ndeny[msg] { msg := \"x\" }\n",
        );
        let error = Bundle::load(&[root.path()], &BundleOptions::shipped()).expect_err("refused");
        let help = error
            .faults()
            .first()
            .and_then(|fault| fault.advice().map(str::to_owned))
            .unwrap_or_default();
        assert!(help.starts_with("this is Rego v0"), "{error}");
        assert!(Bundle::load(&[root.path()], &BundleOptions::foreign()).is_ok());
    }
}
