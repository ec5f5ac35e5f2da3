//! Events: positions in streams that can be waited for.

use crate::core::state::State;
use crate::core::stream::Point;
use crate::entry::Outcome;
use crate::session::Session;
use cuda_mem_sys::*;
use std::time::Instant;

/// An event.
pub(crate) struct Event {
    pub(crate) context: u64,
    pub(crate) flags: u32,
    /// Where it was recorded last.
    pub(crate) point: Option<Point>,
    /// How often it was recorded.
    pub(crate) records: u64,
    /// When the last record ran.
    pub(crate) time: Option<Instant>,
}

impl State {
    /// A record of an event has run.
    pub(crate) fn recorded(&mut self, event: u64, number: u64) {
        if let Some(event) = self.events.get_mut(&event) {
            if event.records == number {
                event.time = Some(Instant::now());
            }
        }
    }
}

impl Session<'_> {
    /// The event that a handle means.
    pub(crate) fn event(&mut self, handle: CUevent) -> Outcome<&mut Event> {
        if !self.events.contains_key(&(handle as u64)) {
            let text = format!("{handle:?} is no event; was it destroyed?");
            return Err(self.misuse(CUDA_ERROR_INVALID_HANDLE, &text));
        }
        self.events
            .get_mut(&(handle as u64))
            .ok_or(CUDA_ERROR_INVALID_HANDLE)
    }
}
