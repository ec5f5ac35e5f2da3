//! Events: positions in streams that can be waited for.

use crate::core::share::Place;
use crate::core::space::Block;
use crate::core::state::State;
use crate::core::stream::Point;
use crate::entry::Outcome;
use crate::session::Session;
use cuda_mem_sys::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
    /// What other processes see of it.
    pub(crate) signal: Option<Signal>,
}

impl Event {
    pub(crate) fn new(context: u64, flags: u32, signal: Option<Signal>) -> Event {
        Event {
            context,
            flags,
            point: None,
            records: 0,
            time: None,
            signal,
        }
    }
}

/// Two counters in memory that processes share: how often the event was recorded, and how many of these records ran.
///
/// A record of such an event runs its stream's work at once: another process has no means to order it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signal {
    pub(crate) place: Place,
    address: u64,
    block: Block,
    own: bool,
}

/// Both counters, as the memory has them.
#[repr(C)]
struct Counters {
    recorded: AtomicU64,
    done: AtomicU64,
}

impl Signal {
    /// Counters for a new event.
    pub(crate) fn new(session: &mut Session<'_>) -> Outcome<Signal> {
        let block = session
            .space
            .take(std::mem::size_of::<Counters>() as u64)
            .ok_or(CUDA_ERROR_OUT_OF_MEMORY)?;
        let place = Place::at(session, block).ok_or(CUDA_ERROR_MAP_FAILED)?;
        let signal = Signal {
            place,
            address: block.address,
            block,
            own: true,
        };
        // The memory may have been an earlier event's.
        signal.counters().recorded.store(0, Ordering::Release);
        signal.counters().done.store(0, Ordering::Release);
        Ok(signal)
    }

    /// The counters of another process's event.
    pub(crate) fn open(session: &mut Session<'_>, place: Place) -> Outcome<Signal> {
        let (block, address) = session.map_place(&place)?;
        Ok(Signal {
            place,
            address,
            block,
            own: false,
        })
    }

    fn counters(&self) -> &Counters {
        // SAFETY: mapped when the signal was made, aligned to a block, and unmapped only when the event goes.
        unsafe { &*(self.address as *const Counters) }
    }

    /// Counts a record, and gives its number.
    pub(crate) fn record(&self) -> u64 {
        self.counters().recorded.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// A record has run.
    pub(crate) fn done(&self, number: u64) {
        self.counters().done.fetch_max(number, Ordering::AcqRel);
    }

    /// The number of the last record.
    pub(crate) fn last(&self) -> u64 {
        self.counters().recorded.load(Ordering::Acquire)
    }

    pub(crate) fn has_run(&self, number: u64) -> bool {
        self.counters().done.load(Ordering::Acquire) >= number
    }

    /// Waits for a record of any process.
    pub(crate) fn wait(&self, number: u64) {
        while !self.has_run(number) {
            std::thread::sleep(Duration::from_micros(50));
        }
    }

    /// Takes the memory back.
    pub(crate) fn close(self, state: &mut State) {
        if self.own {
            state.space.give(self.block);
        } else {
            state.space.give_addresses(self.block);
        }
    }
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
