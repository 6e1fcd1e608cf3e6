//! What a proof states: its canonical bytes and the hashes that bind it; read by `grade`, written by `proof`.
