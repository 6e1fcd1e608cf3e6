//! What every function takes and gives: its parameters are converted and counted before it runs.

use crate::value::Node;

use super::super::error::{Outcome, invalid};
use super::super::kind::{Kind, common, converted, unified};
use super::super::mark::{Marks, Shape, marked, peek};

/// Parameters, the parameter that may be repeated at the end, and the result.
///
/// `s`, `n`, `b`: string, number, boolean; `l`, `B`: list of strings, of booleans; `L`, `S`, `M`: list of anything, set
/// of anything, map of lists of strings; `d`: anything but null; `D`: anything.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signature {
    parameters: &'static str,
    optional: usize,
    repeated: Option<char>,
    result: char,
}

/// The signature of a function; `None` for one that is not known.
#[expect(clippy::match_same_arms, reason = "a table by function")]
pub(super) fn signature(name: &str) -> Option<Signature> {
    let (parameters, repeated, result) = match name {
        "abs" | "ceil" | "floor" | "signum" => ("n", "", 'n'),
        "log" | "pow" => ("nn", "", 'n'),
        "parseint" => ("dn", "", 'n'),
        "max" | "min" => ("n", "n", 'n'),
        "sum" => ("d", "", 'n'),
        "range" => ("n", "n", 'L'),
        "alltrue" | "anytrue" => ("B", "", 'b'),
        "contains" => ("dd", "", 'b'),
        "length" => ("d", "", 'n'),
        "index" => ("dD", "", 'n'),
        "concat" | "setproduct" => ("d", "d", 'd'),
        "coalesce" | "coalescelist" => ("D", "D", 'd'),
        "merge" => ("", "D", 'd'),
        "compact" | "sort" => ("l", "", 'l'),
        "distinct" => ("L", "", 'L'),
        "chunklist" => ("Ln", "", 'L'),
        "matchkeys" => ("LLL", "", 'L'),
        "element" => ("dn", "", 'd'),
        "slice" => ("dnn", "", 'd'),
        "flatten" | "reverse" | "keys" | "values" | "one" => ("d", "", 'd'),
        "lookup" => ("ds", "D", 'd'),
        "zipmap" => ("ld", "", 'd'),
        "transpose" => ("M", "", 'M'),
        "setunion" | "setintersection" | "setsubtract" => ("S", "S", 'S'),
        "tostring" => ("D", "", 's'),
        "tonumber" => ("D", "", 'n'),
        "tobool" => ("D", "", 'b'),
        "tolist" => ("D", "", 'L'),
        "toset" => ("D", "", 'S'),
        "tomap" => ("D", "", 'M'),
        "format" => ("s", "D", 's'),
        "formatlist" => ("s", "D", 'l'),
        "join" => ("s", "l", 's'),
        "split" | "regexall" => ("ss", "", if name == "split" { 'l' } else { 'L' }),
        "regex" => ("ss", "", 'd'),
        "replace" => ("sss", "", 's'),
        "substr" => ("snn", "", 's'),
        "indent" => ("ns", "", 's'),
        "startswith" | "endswith" | "strcontains" | "cidrcontains" => ("ss", "", 'b'),
        "chomp" | "lower" | "upper" | "title" | "strrev" | "trimspace" | "basename" | "dirname"
        | "abspath" | "pathexpand" | "base64decode" | "base64encode" | "base64gzip"
        | "base64gunzip" | "base64sha256" | "base64sha512" | "md5" | "sha1" | "sha256"
        | "sha512" | "urlencode" | "urldecode" | "cidrnetmask" | "file" | "filebase64"
        | "filebase64sha256" | "filebase64sha512" | "filemd5" | "filesha1" | "filesha256"
        | "filesha512" => ("s", "", 's'),
        "trim" | "trimprefix" | "trimsuffix" | "formatdate" | "timeadd" | "uuidv5"
        | "textencodebase64" | "textdecodebase64" | "rsadecrypt" => ("ss", "", 's'),
        "timecmp" => ("ss", "", 'n'),
        "fileexists" => ("s", "", 'b'),
        "fileset" => ("ss", "", 'S'),
        "templatefile" | "templatestring" => ("sd", "", 'd'),
        "cidrhost" => ("sn", "", 's'),
        "cidrsubnet" => ("snn", "", 's'),
        "cidrsubnets" => ("s", "n", 'l'),
        "csvdecode" => ("s", "", 'L'),
        "jsondecode" | "yamldecode" | "decode_tfvars" => ("s", "", 'd'),
        "jsonencode" | "yamlencode" => ("D", "", 's'),
        "encode_tfvars" | "encode_expr" => ("d", "", 's'),
        "ephemeralasnull" | "nonsensitive" | "sensitive" => ("D", "", 'd'),
        "issensitive" => ("D", "", 'b'),
        _ => return None,
    };
    let optional = match name {
        "range" | "lookup" => 1,
        _ => 0,
    };
    Some(Signature {
        parameters,
        optional,
        repeated: repeated.chars().next(),
        result,
    })
}

impl Signature {
    /// The type of the result, as the graph names it.
    pub(super) fn kind(&self) -> Option<&'static str> {
        match self.result {
            's' => Some("string"),
            'n' => Some("number"),
            'b' => Some("bool"),
            'l' | 'L' | 'S' => Some("list"),
            'M' => Some("object"),
            _ => None,
        }
    }

    /// A result that is not known, marked as far as its type is.
    pub(super) fn open(&self, unknown: Node) -> Node {
        match self.result {
            'l' | 'L' => marked(Shape::List, unknown),
            'S' => marked(Shape::Set, unknown),
            'M' => marked(Shape::Map, unknown),
            _ => unknown,
        }
    }

    fn letter(&self, index: usize) -> Option<char> {
        self.parameters.chars().nth(index).or(self.repeated)
    }

    /// The arguments as the parameters want them.
    pub(super) fn arguments(&self, name: &str, arguments: Vec<Node>) -> Outcome<Vec<Node>> {
        let most = match name {
            "lookup" | "range" => 3,
            _ => usize::MAX,
        };
        let least = self.parameters.len();
        let too_many = self.repeated.is_none() && arguments.len() > least;
        if arguments.len() < least || too_many || arguments.len() > most {
            return Err(invalid(format!(
                "`{name}` needs {} arguments",
                least + self.optional
            )));
        }
        let element = match self.letter(0) {
            Some('S') => Some(elements(&arguments)?),
            _ => None,
        };
        let mut result = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.into_iter().enumerate() {
            let letter = self.letter(index).unwrap_or('D');
            if letter != 'D' && peek(&argument).1.is_null() {
                return Err(invalid(format!("an argument of `{name}` is null")));
            }
            let kind = match letter {
                's' => Kind::String,
                'n' => Kind::Number,
                'b' => Kind::Bool,
                'l' => Kind::List(Box::new(Kind::String)),
                'B' => Kind::List(Box::new(Kind::Bool)),
                'L' => Kind::List(Box::new(element_of(&argument)?)),
                'S' => Kind::Set(Box::new(element.clone().unwrap_or(Kind::Any))),
                'M' => Kind::Map(Box::new(Kind::List(Box::new(Kind::String)))),
                _ => Kind::Any,
            };
            result.push(converted(argument, &kind)?);
        }
        Ok(result)
    }
}

fn element_of(node: &Node) -> Outcome<Kind> {
    match peek(node).1 {
        Node::List(items) => common(items.iter()),
        _ => Ok(Kind::Any),
    }
}

/// The type that the members of several sets have in common.
fn elements(sets: &[Node]) -> Outcome<Kind> {
    let mut kinds = Vec::new();
    for set in sets {
        kinds.push(element_of(set)?);
    }
    unified(&kinds).ok_or_else(|| invalid("the sets have no type in common"))
}

/// The marks of a collection that is made of another: a set gives a list.
pub(super) fn list_like(marks: Marks) -> Marks {
    Marks {
        shape: marks.shape.map(|_| Shape::List),
        sensitive: false,
    }
}
