//! Contexts, and which of them is current on a thread.

use crate::core::memory::Kind;
use crate::core::stream::Stream;
use crate::entry::Outcome;
use crate::session::Session;
use cuda_mem_sys::*;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

/// A context.
pub(crate) struct Context {
    pub(crate) device: usize,
    pub(crate) flags: u32,
    pub(crate) primary: bool,
    /// Not destroyed; a primary context comes back to life.
    pub(crate) alive: bool,
    /// The legacy default stream.
    pub(crate) legacy: u64,
    /// All of its streams.
    pub(crate) streams: BTreeSet<u64>,
    /// The default streams of threads.
    pub(crate) per_thread: HashMap<u64, u64>,
    /// Contexts whose memory it may use.
    pub(crate) peers: BTreeSet<u64>,
    pub(crate) limits: BTreeMap<u32, usize>,
    /// A CUfunc_cache, kept for the program.
    pub(crate) cache: u32,
}

thread_local! {
    /// The contexts that were pushed on this thread; the last is current.
    static STACK: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    static THREAD: Cell<u64> = const { Cell::new(0) };
}

/// Changes this thread's stack of contexts. In a thread that ends it is gone, and is taken for empty.
pub(crate) fn stack<T>(change: impl FnOnce(&mut Vec<u64>) -> T) -> T {
    let mut change = Some(change);
    let changed = STACK.try_with(|stack| {
        let change = change.take()?;
        Some(change(&mut stack.borrow_mut()))
    });
    match (changed, change) {
        (Ok(Some(value)), _) => value,
        (_, Some(change)) => change(&mut Vec::new()),
        (_, None) => unreachable!(),
    }
}

/// The context that is current on this thread.
pub(crate) fn current() -> Option<u64> {
    stack(|stack| stack.last().copied())
}

/// This thread's number.
fn thread() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let known = THREAD.try_with(|thread| {
        if thread.get() == 0 {
            thread.set(LAST.fetch_add(1, Ordering::Relaxed) + 1);
        }
        thread.get()
    });
    known.unwrap_or(0)
}

impl Session<'_> {
    /// A new context of a device.
    pub(crate) fn new_context(&mut self, device: usize, flags: u32, primary: bool) -> u64 {
        let (context, legacy) = (self.handle(), self.handle());
        self.streams.insert(legacy, Stream::new(context, true, 0, true));
        let new = Context {
            device,
            flags,
            primary,
            alive: true,
            legacy,
            streams: BTreeSet::from([legacy]),
            per_thread: HashMap::new(),
            peers: BTreeSet::new(),
            limits: self
                .devices
                .get(device)
                .map_or_else(BTreeMap::new, |device| device.limits.clone()),
            cache: 0,
        };
        self.contexts.insert(context, new);
        context
    }

    /// The context that a handle means.
    ///
    /// # Errors
    ///
    /// CUDA_ERROR_INVALID_CONTEXT if it is none's, CUDA_ERROR_CONTEXT_IS_DESTROYED.
    pub(crate) fn context_of(&self, handle: CUcontext) -> Outcome<u64> {
        match self.contexts.get(&(handle as u64)) {
            Some(context) if context.alive => Ok(handle as u64),
            Some(_) => Err(CUDA_ERROR_CONTEXT_IS_DESTROYED),
            None => Err(CUDA_ERROR_INVALID_CONTEXT),
        }
    }

    pub(crate) fn default_stream(&mut self, per_thread: bool) -> Outcome<u64> {
        let number = self.context;
        let context = self.contexts.get(&number).ok_or(CUDA_ERROR_INVALID_CONTEXT)?;
        if !per_thread {
            return Ok(context.legacy);
        }
        if let Some(&stream) = context.per_thread.get(&thread()) {
            return Ok(stream);
        }
        let stream = self.handle();
        self.streams.insert(stream, Stream::new(number, true, 0, false));
        if let Some(context) = self.contexts.get_mut(&number) {
            context.streams.insert(stream);
            context.per_thread.insert(thread(), stream);
        }
        Ok(stream)
    }

    /// Runs a context's work, then takes back everything that was made in it.
    pub(crate) fn tear_down(&mut self, context: u64) {
        self.run_context(context);
        self.report_leaks_of(context);
        let regions: Vec<u64> = self
            .map
            .iter()
            .filter(|region| region.context == context && goes_with_its_context(&region.kind))
            .map(|region| region.base)
            .collect();
        regions.into_iter().for_each(|base| self.forget(base));
        self.forget_arrays(context);
        self.events.retain(|_, event| event.context != context);
        let own = match self.contexts.get_mut(&context) {
            Some(own) => own,
            None => return,
        };
        own.alive = false;
        own.per_thread.clear();
        own.peers.clear();
        let legacy = own.legacy;
        let streams: Vec<u64> = own
            .streams
            .iter()
            .copied()
            .filter(|&stream| stream != legacy)
            .collect();
        own.streams.retain(|&stream| stream == legacy);
        for stream in streams {
            self.streams.remove(&stream);
        }
        for other in self.contexts.values_mut() {
            other.peers.remove(&context);
        }
    }
}

/// Whether memory of this kind ends with the context that it was made in.
pub(crate) fn goes_with_its_context(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Device | Kind::Host { .. } | Kind::Registered { .. } | Kind::Managed
    )
}
