//! Patterns for every function.

/// Files that file functions read.
pub const FILES: &[(&str, &str)] = &[
    ("files/a.txt", "text é\nline 2\n"),
    ("files/b.json", "{\"a\": [1, 2.50, null], \"b\": \"<x>\"}"),
    ("files/sub/c.txt", "c"),
    (
        "files/t.tftpl",
        "%{ for k, v in m ~}\n${k}=${v}\n%{ endfor ~}\nname ${upper(name)}\n",
    ),
    ("files/one.tftpl", "${value}"),
    (
        "files/loop.tftpl",
        "${templatefile(\"files/loop.tftpl\", {})}",
    ),
];

/// Patterns by function, one a line behind the function's name; `⏎` stands for a line end.
const PATTERNS: &str = include_str!("functions.txt");

/// Patterns by function, in the order of the file.
pub fn patterns() -> Vec<(&'static str, Vec<String>)> {
    let mut found: Vec<(&'static str, Vec<String>)> = Vec::new();
    for line in PATTERNS.lines() {
        let (name, pattern) = line.split_once(": ").expect("a name and a pattern");
        let pattern = pattern.replace('⏎', "\n");
        match found.last_mut() {
            Some((last, patterns)) if *last == name => patterns.push(pattern),
            _ => found.push((name, vec![pattern])),
        }
    }
    found
}
