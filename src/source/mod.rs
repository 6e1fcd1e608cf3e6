//! Source text and spans: where a JSON pointer or a YAML path stands in its file.
