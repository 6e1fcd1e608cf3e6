//! Who is told how far a proof has come.

/// Told of the stages of a proof and of their steps.
pub trait Watch: Sync {
    /// A stage begins, which takes so many steps; none where that is not known.
    fn stage(&self, name: &'static str, steps: usize);
    /// One step of the stage is done.
    fn step(&self);
}

/// Nobody.
impl Watch for () {
    fn stage(&self, _: &'static str, _: usize) {}
    fn step(&self) {}
}
