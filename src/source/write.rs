//! Writes files so that a reader sees the old content or the new one, never half of it.

use std::io::{self, Write};
use std::path::Path;

/// Permission bits of a new file before the process's mask.
#[cfg(unix)]
const NEW_FILE_MODE: u32 = 0o666;

/// Replaces the content of `path` in one step and makes missing parent folders; an unchanged file is left alone.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    if std::fs::read(path).is_ok_and(|existing| existing == content) {
        return Ok(());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    let mut file = new_file(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(unix)]
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    tempfile::Builder::new()
        .prefix(".proofmark-")
        .permissions(std::fs::Permissions::from_mode(NEW_FILE_MODE))
        .tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new()
        .prefix(".proofmark-")
        .tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/a.json");
        write_atomically(&path, b"one").expect("written");
        write_atomically(&path, b"two").expect("replaced");
        assert_eq!(std::fs::read(&path).expect("readable"), b"two");
        assert_eq!(
            std::fs::read_dir(folder.path().join("new"))
                .expect("listed")
                .count(),
            1
        );
    }
}
