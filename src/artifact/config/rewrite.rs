//! Expressions written in another way, in every place of a configuration.

use hcl_edit::expr::Expression;
use hcl_edit::structure::Structure;
use hcl_edit::visit_mut::{VisitMut, visit_block_mut, visit_expr_mut};

use super::Configuration;

/// Calls `rewrite` on every expression, those inside it first.
struct Rewriting<'r> {
    rewrite: &'r mut dyn FnMut(&mut Expression),
}

impl VisitMut for Rewriting<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expression) {
        visit_expr_mut(self, expression);
        (self.rewrite)(expression);
    }
}

impl Configuration {
    /// Calls `rewrite` on every expression of every module, those inside an expression first.
    pub fn rewrite(&mut self, rewrite: &mut dyn FnMut(&mut Expression)) {
        let mut rewriting = Rewriting { rewrite };
        let blocks = self
            .modules
            .iter_mut()
            .flat_map(|module| &mut module.blocks);
        for part in blocks.flat_map(|block| &mut block.parts) {
            match &mut part.what {
                Structure::Attribute(attribute) => rewriting.visit_expr_mut(&mut attribute.value),
                Structure::Block(block) => visit_block_mut(&mut rewriting, block),
            }
        }
    }
}
