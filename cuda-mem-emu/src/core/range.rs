//! Blocks of bytes in rows and slices: what every copy and every fill comes down to.

/// Where the rows of a copy's or fill's one side lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) address: u64,
    /// From one row to the next.
    pub(crate) pitch: u64,
    /// From one slice to the next.
    pub(crate) slice: u64,
}

impl Side {
    /// Bytes in one row.
    pub(crate) fn flat(address: u64) -> Side {
        Side {
            address,
            pitch: 0,
            slice: 0,
        }
    }

    /// The first byte and the length of what an extent touches, gaps included; none if it passes the end of memory.
    pub(crate) fn span(&self, extent: Extent) -> Option<(u64, u64)> {
        if extent.is_empty() {
            return Some((self.address, 0));
        }
        let rows = self.pitch.checked_mul(extent.rows - 1)?;
        let slices = self.slice.checked_mul(extent.slices - 1)?;
        let length = rows.checked_add(slices)?.checked_add(extent.width)?;
        self.address.checked_add(length)?;
        Some((self.address, length))
    }

    /// A row's first byte.
    pub(crate) fn row(&self, row: u64, slice: u64) -> u64 {
        self.address + row * self.pitch + slice * self.slice
    }
}

/// How much is copied or filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    /// In bytes.
    pub(crate) width: u64,
    pub(crate) rows: u64,
    pub(crate) slices: u64,
}

impl Extent {
    pub(crate) fn flat(width: u64) -> Extent {
        Extent {
            width,
            rows: 1,
            slices: 1,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.width == 0 || self.rows == 0 || self.slices == 0
    }
}

/// A copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Copy {
    pub(crate) to: Side,
    pub(crate) from: Side,
    pub(crate) extent: Extent,
}

impl Copy {
    /// Copies; sides may overlap.
    ///
    /// # Safety
    ///
    /// The rows of both sides can be read, and those of `to` can be written.
    pub(crate) unsafe fn run(&self) {
        let Extent { width, rows, slices } = self.extent;
        for slice in 0..slices {
            for row in 0..rows {
                let to = self.to.row(row, slice) as *mut u8;
                let from = self.from.row(row, slice) as *const u8;
                // SAFETY: the caller's; an overlap is allowed here.
                unsafe { std::ptr::copy(from, to, width as usize) };
            }
        }
    }
}

/// A fill with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fill {
    pub(crate) to: Side,
    pub(crate) value: Value,
    /// The width is a multiple of the value's size.
    pub(crate) extent: Extent,
}

/// What memory is filled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value {
    One(u8),
    Two(u16),
    Four(u32),
}

impl Value {
    pub(crate) fn size(self) -> u64 {
        match self {
            Value::One(_) => 1,
            Value::Two(_) => 2,
            Value::Four(_) => 4,
        }
    }
}

impl Fill {
    /// Fills.
    ///
    /// # Safety
    ///
    /// The rows can be written.
    pub(crate) unsafe fn run(&self) {
        let Extent { width, rows, slices } = self.extent;
        for slice in 0..slices {
            for row in 0..rows {
                let to = self.to.row(row, slice);
                // SAFETY: the caller's.
                unsafe { fill(to, self.value, width) };
            }
        }
    }
}

/// # Safety
///
/// `width` bytes from `to` on can be written.
unsafe fn fill(to: u64, value: Value, width: u64) {
    let count = (width / value.size()) as usize;
    match value {
        // SAFETY: the caller's.
        Value::One(byte) => unsafe { std::ptr::write_bytes(to as *mut u8, byte, count) },
        Value::Two(value) => {
            for i in 0..count {
                // SAFETY: inside of the width.
                unsafe { (to as *mut u16).add(i).write_unaligned(value) };
            }
        }
        Value::Four(value) => {
            for i in 0..count {
                // SAFETY: inside of the width.
                unsafe { (to as *mut u32).add(i).write_unaligned(value) };
            }
        }
    }
}

/// The next multiple of a power of two.
pub(crate) fn up(value: u64, to: u64) -> Option<u64> {
    Some(value.checked_add(to - 1)? & !(to - 1))
}
