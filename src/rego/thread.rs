//! Threads with a stack large enough for the deepest policy that is allowed to load.

use std::cell::Cell;

use super::error::RegoError;

/// Stack of an engine thread; only the pages a policy reaches are ever taken.
///
/// INVARIANT: enough for `check`'s deepest chain of statements, in builds without optimisation too.
pub const STACK_BYTES: usize = if cfg!(debug_assertions) {
    256 << 20
} else {
    96 << 20
};

thread_local! {
    static IS_ENGINE_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread may evaluate policies.
pub(super) fn is_engine_thread() -> bool {
    IS_ENGINE_THREAD.get()
}

/// Runs `work` on a thread with the large stack: evaluators used inside do not start threads of their own.
pub fn with_engine_thread<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, RegoError> {
    if is_engine_thread() {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let handle = std::thread::Builder::new()
            .name("policy".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || {
                IS_ENGINE_THREAD.set(true);
                work()
            })
            .map_err(|error| RegoError::Thread(error.to_string()))?;
        match handle.join() {
            Ok(result) => Ok(result),
            Err(payload) => std::panic::resume_unwind(payload),
        }
    })
}

/// A pool of engine threads, for work that is spread over cores (`jobs` 0 is one a core).
pub fn engine_pool(jobs: usize) -> Result<rayon::ThreadPool, RegoError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(STACK_BYTES)
        .start_handler(|_| IS_ENGINE_THREAD.set(true))
        .thread_name(|index| format!("policy-{index}"))
        .build()
        .map_err(|error| RegoError::Thread(error.to_string()))
}
