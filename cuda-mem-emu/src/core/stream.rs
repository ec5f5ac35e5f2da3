//! Streams: queues of work that run when something orders it.
//!
//! A stream's work has positions 1, 2, 3, … and runs in that order. Work may have to come after positions of other
//! streams, all given earlier; so running a stream up to a position runs those first, and never goes in circles.

use crate::core::work::Work;
use crate::entry::Outcome;
use crate::session::Session;
use cuda_mem_sys::*;
use std::collections::VecDeque;

/// A stream's number (its handle, if it has one) and a position in it.
pub(crate) type Point = (u64, u64);

/// A stream.
pub(crate) struct Stream {
    pub(crate) context: u64,
    /// It waits for the legacy stream's work, and the other way round.
    pub(crate) blocking: bool,
    pub(crate) priority: i32,
    /// The legacy stream of its context.
    pub(crate) legacy: bool,
    /// Its handle is valid. Work of a destroyed stream still runs.
    pub(crate) alive: bool,
    /// The position of the last host function.
    pub(crate) host_until: u64,
    /// A thread sees to it that host functions run.
    pub(crate) has_runner: bool,
    queue: VecDeque<Item>,
    /// The last position that was given.
    given: u64,
    /// The last position that has run.
    done: u64,
    /// Another thread is in a host function of this stream.
    busy: bool,
}

struct Item {
    work: Work,
    after: Vec<Point>,
}

impl Stream {
    pub(crate) fn new(context: u64, blocking: bool, priority: i32, legacy: bool) -> Stream {
        Stream {
            context,
            blocking,
            priority,
            legacy,
            alive: true,
            host_until: 0,
            has_runner: false,
            queue: VecDeque::new(),
            given: 0,
            done: 0,
            busy: false,
        }
    }

    pub(crate) fn last(&self) -> u64 {
        self.given
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.done == self.given
    }

    pub(crate) fn touches(&self, address: u64, size: u64) -> bool {
        self.queue.iter().any(|item| item.work.touches(address, size))
    }
}

impl Session<'_> {
    /// The stream that a handle means in this call.
    ///
    /// # Errors
    ///
    /// CUDA_ERROR_INVALID_HANDLE for a handle that is no stream's, CUDA_ERROR_INVALID_CONTEXT for a default stream
    /// without a context.
    pub(crate) fn stream(&mut self, handle: CUstream) -> Outcome<u64> {
        let number = handle as u64;
        let per_thread = match number {
            0 => self.call.per_thread,
            1 => false,
            2 => true,
            _ => {
                if self
                    .streams
                    .get(&number)
                    .map_or(false, |stream| stream.alive && !stream.legacy)
                {
                    return Ok(number);
                }
                if self.hardware && number < 0x10 {
                    return self.default_stream(false);
                }
                let text = format!("{number:#x} is no stream; was it destroyed?");
                return Err(self.misuse(CUDA_ERROR_INVALID_HANDLE, &text));
            }
        };
        self.default_stream(per_thread)
    }

    /// Gives a stream work, and runs it if streams do not defer.
    pub(crate) fn push(&mut self, stream: u64, work: Work) -> Point {
        self.push_after(stream, work, Vec::new())
    }

    pub(crate) fn push_after(&mut self, stream: u64, work: Work, mut after: Vec<Point>) -> Point {
        let own = match self.streams.get(&stream) {
            Some(own) => own,
            None => return (stream, 0),
        };
        let (legacy, blocking, context) = (own.legacy, own.blocking, own.context);
        if legacy || blocking {
            let others = self
                .contexts
                .get(&context)
                .map(|context| (context.legacy, &context.streams));
            if let Some((legacy_stream, streams)) = others {
                let pending = |&number: &u64| {
                    let other = self.streams.get(&number)?;
                    (number != stream && other.blocking && !other.is_idle()).then_some((number, other.given))
                };
                if legacy {
                    after.extend(streams.iter().filter_map(pending));
                } else {
                    after.extend(std::iter::once(&legacy_stream).filter_map(pending));
                }
            }
        }
        let eager = self.eager;
        let own = match self.streams.get_mut(&stream) {
            Some(own) => own,
            None => return (stream, 0),
        };
        own.given += 1;
        let point = (stream, own.given);
        own.queue.push_back(Item { work, after });
        if eager {
            self.run(point);
        }
        point
    }

    /// Whether the work up to a position has run. That of streams which are gone has.
    pub(crate) fn has_run(&self, point: Point) -> bool {
        self.streams
            .get(&point.0)
            .map_or(true, |stream| stream.done >= point.1)
    }

    /// Runs a stream's work up to a position, and first what it must come after.
    pub(crate) fn run(&mut self, point: Point) {
        let mut goals = vec![point];
        while let Some(&goal) = goals.last() {
            if self.has_run(goal) {
                goals.pop();
                continue;
            }
            let stream = match self.streams.get_mut(&goal.0) {
                Some(stream) => stream,
                None => continue,
            };
            if stream.busy {
                self.wait_for_progress();
                continue;
            }
            let item = match stream.queue.front_mut() {
                Some(item) => item,
                None => {
                    // Everything was taken; another thread is just finishing it.
                    stream.done = stream.given;
                    continue;
                }
            };
            if let Some(before) = item.after.pop() {
                goals.push(before);
                continue;
            }
            let item = match stream.queue.pop_front() {
                Some(item) => item,
                None => continue,
            };
            if let Work::Host(work) = item.work {
                stream.busy = true;
                self.unlocked(|| work.run());
                if let Some(stream) = self.streams.get_mut(&goal.0) {
                    stream.busy = false;
                }
                self.ring();
            } else {
                self.perform(item.work);
            }
            if let Some(stream) = self.streams.get_mut(&goal.0) {
                stream.done += 1;
                if !stream.alive && stream.is_idle() {
                    let context = stream.context;
                    self.streams.remove(&goal.0);
                    if let Some(context) = self.contexts.get_mut(&context) {
                        context.streams.remove(&goal.0);
                    }
                }
            }
        }
    }

    /// Runs all work of a stream; for the legacy stream, also that of the streams that it waits for.
    pub(crate) fn run_stream(&mut self, stream: u64) {
        let legacy = self.streams.get(&stream).map_or(false, |stream| stream.legacy);
        let point = if legacy {
            self.push(stream, Work::Order)
        } else {
            (stream, self.streams.get(&stream).map_or(0, Stream::last))
        };
        self.run(point);
        self.trim_pools();
    }

    /// The last positions of the streams of the call's context that have work.
    pub(crate) fn pending_points(&self) -> Vec<Point> {
        let mine = |stream: &&Stream| stream.context == self.context && !stream.is_idle();
        let pending = self.streams.iter().filter(|(_, stream)| mine(stream));
        pending.map(|(&number, stream)| (number, stream.given)).collect()
    }

    /// Runs all work of a context.
    pub(crate) fn run_context(&mut self, context: u64) {
        let points: Vec<Point> = self
            .streams
            .iter()
            .filter(|(_, stream)| stream.context == context && !stream.is_idle())
            .map(|(&number, stream)| (number, stream.given))
            .collect();
        points.into_iter().for_each(|point| self.run(point));
        self.trim_pools();
    }

    /// Runs all work there is: before memory goes away.
    pub(crate) fn run_all(&mut self) {
        let points: Vec<Point> = self
            .streams
            .iter()
            .filter(|(_, stream)| !stream.is_idle())
            .map(|(&number, stream)| (number, stream.given))
            .collect();
        points.into_iter().for_each(|point| self.run(point));
    }

    /// Answers a query about work: done or not. What was asked for has run by the next query, so that programs which
    /// ask until it has come to an end.
    pub(crate) fn query(&mut self, point: Point) -> Outcome {
        if self.has_run(point) {
            return Ok(());
        }
        self.run(point);
        Err(CUDA_ERROR_NOT_READY)
    }

    /// Whether work that is pending reads or writes any byte of a range.
    pub(crate) fn is_pending(&self, address: u64, size: u64) -> bool {
        self.streams.values().any(|stream| stream.touches(address, size))
    }
}
