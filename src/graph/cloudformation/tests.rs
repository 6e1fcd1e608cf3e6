//! Tests of template graphs: each function in both syntaxes, and each way in which templates mislead graders.
