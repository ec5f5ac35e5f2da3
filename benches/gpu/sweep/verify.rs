//! Shows that a copy of the sweep does its work: its first and last bytes arrive. A copy that does nothing is fast.

use crate::driver;
use crate::place::Place;
use crate::rounds::{Pair, Side};
use crate::sweep::cases::{memcpy2d_atoh, memcpy2d_htoa, Family};
use cuda_mem_bench::Result;

/// Where a copy reads or writes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    Source,
    Back,
    Memory,
    /// Rows in the first allocation.
    Pitched,
    Other,
    Array,
}

/// Runs it once on each side.
pub fn verify(pair: &Pair, family: &Family, place: &mut Place) -> Result<()> {
    let length = place.size().min(64);
    for (side, seed) in [(Side::C, 1u8), (Side::Rust, 101)] {
        let sent: Vec<u8> = (0..2 * length)
            .map(|index| seed.wrapping_add(index as u8))
            .collect();
        // Neither what was there before nor what the other side left is what is expected.
        write(family.writes, place, &vec![seed; 2 * length])?;
        write(family.reads, place, &sent)?;
        pair.run(side, place, 1)?;
        let mut found = vec![0; 2 * length];
        read(family.writes, place, &mut found)?;
        // Of a copy shorter than both parts together, only the last one counts where they meet.
        let mut expected = sent.clone();
        if place.size() < 2 * length {
            expected.copy_within(length.., 0);
        }
        if found != expected {
            return Err(format!(
                "{}, {side:?}, {} bytes: what arrived is not what was sent",
                pair.case.name,
                place.size()
            ));
        }
    }
    Ok(())
}

/// Writes the first and the last bytes, half of these each.
fn write(end: End, place: &mut Place, bytes: &[u8]) -> Result<()> {
    let length = bytes.len() / 2;
    let last = place.size() - length;
    let put = |slice: &mut [u8]| {
        slice[..length].copy_from_slice(&bytes[..length]);
        slice[last..].copy_from_slice(&bytes[length..]);
    };
    match end {
        End::Source => put(place.source_mut()),
        End::Back => put(place.back_mut()),
        End::Array => {
            put(place.source_mut());
            memcpy2d_htoa(place, 1).map_err(driver)?;
        }
        End::Memory | End::Pitched | End::Other => {
            let (first, last) = addresses(end, place, length);
            // SAFETY: both lie in an allocation of `place`, and nothing else runs.
            unsafe {
                cuda_mem::memcpy_htod(first, &bytes[..length])
                    .and_then(|()| cuda_mem::memcpy_htod(last, &bytes[length..]))
            }
            .map_err(driver)?;
        }
    }
    cuda_mem::ctx_synchronize().map_err(driver)
}

/// Reads them.
fn read(end: End, place: &mut Place, bytes: &mut [u8]) -> Result<()> {
    let (head, tail) = bytes.split_at_mut(bytes.len() / 2);
    let length = head.len();
    match end {
        End::Array | End::Source | End::Back => {
            if end == End::Array {
                memcpy2d_atoh(place, 1).map_err(driver)?;
            }
            head.copy_from_slice(&place.back()[..length]);
            tail.copy_from_slice(&place.back()[place.size() - length..]);
            Ok(())
        }
        End::Memory | End::Pitched | End::Other => {
            let (first, last) = addresses(end, place, length);
            // SAFETY: as in `write`; any bytes are a u8.
            unsafe { cuda_mem::memcpy_dtoh(head, first).and_then(|()| cuda_mem::memcpy_dtoh(tail, last)) }
                .map_err(driver)
        }
    }
}

/// Where the first and the last bytes are on the device.
fn addresses(end: End, place: &Place, length: usize) -> (u64, u64) {
    let base = if end == End::Other {
        place.other
    } else {
        place.memory
    };
    let last = match end {
        End::Pitched => (place.size() / place.row - 1) * place.pitch + place.row - length,
        _ => place.size() - length,
    };
    (base, base + last as u64)
}
