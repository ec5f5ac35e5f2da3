//! One piece of a stream's work.

use crate::core::event::Signal;
use crate::core::range::{Copy, Extent, Fill, Side};
use crate::core::space::Block;
use crate::core::state::State;
use cuda_mem_sys::{CUhostFn, CUstream, CUstreamCallback};
use std::cell::Cell;
use std::ffi::c_void;

/// What a stream is to do.
pub(crate) enum Work {
    /// Only orders what comes before and after it.
    Order,
    Copy(Copy),
    Fill(Fill),
    /// Bytes that were read when the call was made, row by row, from the first one on.
    Write {
        bytes: Vec<u8>,
        to: Side,
        extent: Extent,
    },
    /// The event's `number`th record.
    Record {
        event: u64,
        number: u64,
    },
    /// Memory that comes back.
    Give {
        owner: Owner,
        block: Block,
    },
    Host(HostWork),
}

/// Whose memory it is.
#[derive(Clone, Copy)]
pub(crate) enum Owner {
    Device(usize),
    /// The pool, and the size that was asked for.
    Pool(u64, u64),
    /// Counted as no one's.
    Nobody,
}

/// Work that runs the program's code or waits, so that the lock must be free.
pub(crate) enum HostWork {
    Function(CUhostFn, Pointer),
    Callback(CUstreamCallback, Pointer, Pointer),
    /// Waits for a record of an event that another process may have made.
    Await(Signal, u64),
}

/// A pointer of the program's, which it promised to be of use in any thread.
#[derive(Clone, Copy)]
pub(crate) struct Pointer(pub(crate) *mut c_void);

// SAFETY: the emulator only passes it on.
unsafe impl Send for Pointer {}

thread_local! {
    static IN_HOST_FUNCTION: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in a stream's host function.
pub(crate) fn in_host_function() -> bool {
    IN_HOST_FUNCTION.try_with(Cell::get).unwrap_or(false)
}

impl HostWork {
    pub(crate) fn run(self) {
        // In a thread that ends there is nothing left to mark.
        let mark = |on| IN_HOST_FUNCTION.try_with(|inside| inside.set(on)).unwrap_or(());
        mark(true);
        self.call();
        mark(false);
    }

    fn call(self) {
        match self {
            // SAFETY: the caller of cuLaunchHostFunc gave the function with its argument.
            HostWork::Function(Some(function), data) => unsafe { function(data.0) },
            HostWork::Callback(Some(function), stream, data) => {
                let stream: CUstream = stream.0.cast();
                // SAFETY: the caller of cuStreamAddCallback gave the function with its argument.
                unsafe { function(stream, cuda_mem_sys::CUDA_SUCCESS, data.0) }
            }
            HostWork::Await(signal, number) => signal.wait(number),
            HostWork::Function(None, _) | HostWork::Callback(None, ..) => {}
        }
    }
}

impl Work {
    /// Whether it reads or writes any byte of a range.
    pub(crate) fn touches(&self, address: u64, size: u64) -> bool {
        let meets = |side: &Side, extent: Extent| {
            side.span(extent).map_or(false, |(first, length)| {
                first < address + size && address < first + length
            })
        };
        match self {
            Work::Copy(copy) => meets(&copy.to, copy.extent) || meets(&copy.from, copy.extent),
            Work::Fill(fill) => meets(&fill.to, fill.extent),
            Work::Write { to, extent, .. } => meets(to, *extent),
            _ => false,
        }
    }
}

impl State {
    /// Does a piece of work that needs nothing but the state.
    pub(crate) fn perform(&mut self, work: Work) {
        match work {
            // SAFETY: the call that gave the work checked its ranges, and whatever takes memory away runs the work
            // that uses it first. Pageable host memory is the caller's to keep until the work was ordered.
            Work::Copy(copy) => unsafe { copy.run() },
            // SAFETY: as above.
            Work::Fill(fill) => unsafe { fill.run() },
            Work::Write { bytes, to, extent } => {
                let source = bytes.as_ptr() as u64;
                let from = Side {
                    address: source,
                    pitch: extent.width,
                    slice: extent.width * extent.rows,
                };
                // SAFETY: as above; the bytes were gathered row by row, without gaps.
                unsafe { Copy { to, from, extent }.run() };
                self.staging.give(bytes);
            }
            Work::Record { event, number } => self.recorded(event, number),
            Work::Give { owner, block } => match owner {
                Owner::Device(device) => self.give_device(device, block),
                Owner::Pool(pool, size) => self.returned(pool, block, size),
                Owner::Nobody => self.space.give(block),
            },
            Work::Order | Work::Host(_) => {}
        }
    }
}
