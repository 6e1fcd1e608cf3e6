//! The operators: one file each, registered in one list.

mod alternative;
mod arithmetic;
mod boolean;
mod branch;
mod comparison;
mod definition;
mod everything;
mod filter;
mod member;
mod negation;
mod nothing;
mod number;
mod pattern;
mod quantifier;
mod set;
mod statement;
mod text;

use super::site::Operator;

/// Every operator; a new one is registered here. Where two make the same text, the first has made it.
const OPERATORS: [&Operator; 20] = [
    &definition::DROP,
    &branch::DROP,
    &statement::DROP,
    &filter::DROP_ALL,
    &nothing::RETURN,
    &everything::RETURN,
    &negation::ADD,
    &negation::REMOVE,
    &comparison::SHIFT,
    &number::SHIFT,
    &text::LENGTHEN,
    &text::SHORTEN,
    &pattern::LOOSEN,
    &boolean::FLIP,
    &member::DROP,
    &quantifier::EVERY,
    &quantifier::SOME,
    &set::SWAP,
    &alternative::DROP,
    &arithmetic::SWAP,
];

/// Every operator, in the order in which they are tried.
pub fn operators() -> &'static [&'static Operator] {
    &OPERATORS
}
