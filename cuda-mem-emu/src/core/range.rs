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
    let (start, width) = (to as *mut u8, width as usize);
    let (bytes, size) = match value {
        // SAFETY: the caller's.
        Value::One(byte) => return unsafe { std::ptr::write_bytes(start, byte, width) },
        Value::Two(value) => {
            let [first, second] = value.to_ne_bytes();
            ([first, second, 0, 0], 2)
        }
        Value::Four(value) => (value.to_ne_bytes(), 4),
    };
    let mut done = size.min(width);
    // SAFETY: inside of the width.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start, done) };
    // What is filled is copied behind itself, twice as much each time.
    while done < width {
        let more = done.min(width - done);
        // SAFETY: the first `done` bytes are written, and the rest has room for as many as are copied.
        unsafe { std::ptr::copy_nonoverlapping(start, start.add(done), more) };
        done += more;
    }
}

/// How many units a length takes, the last of them perhaps in part. Integers' own `div_ceil` came with Rust 1.73.
pub(crate) fn units(length: u64, unit: u64) -> u64 {
    length / unit + u64::from(length % unit != 0)
}

/// The next multiple of a power of two.
pub(crate) fn up(value: u64, to: u64) -> Option<u64> {
    Some(value.checked_add(to - 1)? & !(to - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fill_writes_its_rows_and_nothing_between() {
        for (value, size) in [
            (Value::One(0xab), 1),
            (Value::Two(0x1234), 2),
            (Value::Four(0x0102_0304), 4),
        ] {
            for count in [1, 2, 3, 7, 64, 1001] {
                let width = count * size;
                let pitch = width + 4;
                let mut memory = vec![0u8; pitch * 3];
                let to = Side {
                    address: memory.as_mut_ptr() as u64,
                    pitch: pitch as u64,
                    slice: 0,
                };
                let extent = Extent {
                    width: width as u64,
                    rows: 3,
                    slices: 1,
                };
                // SAFETY: the vector has room for three rows.
                unsafe { Fill { to, value, extent }.run() };
                let unit: Vec<u8> = match value {
                    Value::One(value) => vec![value],
                    Value::Two(value) => value.to_ne_bytes().into(),
                    Value::Four(value) => value.to_ne_bytes().into(),
                };
                for row in memory.chunks(pitch) {
                    assert_eq!(row[..width], unit.repeat(count), "{value:?} {count}");
                    assert_eq!(row[width..], [0; 4], "{value:?} {count}");
                }
            }
        }
    }

    #[test]
    fn a_box_is_copied_row_by_row() {
        let from: Vec<u8> = (0..60).collect();
        let mut to = vec![0u8; 100];
        let extent = Extent {
            width: 3,
            rows: 2,
            slices: 2,
        };
        let copy = Copy {
            to: Side {
                address: to.as_mut_ptr() as u64,
                pitch: 10,
                slice: 50,
            },
            from: Side {
                address: from.as_ptr() as u64,
                pitch: 5,
                slice: 30,
            },
            extent,
        };
        // SAFETY: both vectors have room for the box.
        unsafe { copy.run() };
        assert_eq!(
            (&to[0..3], &to[10..13], &to[50..53], &to[60..63]),
            (
                &[0, 1, 2][..],
                &[5, 6, 7][..],
                &[30, 31, 32][..],
                &[35, 36, 37][..]
            )
        );
        assert_eq!(
            to.iter().filter(|&&byte| byte != 0).count(),
            11,
            "and nothing else"
        );
    }

    #[test]
    fn a_span_that_passes_the_end_of_memory_is_none() {
        let side = |address, pitch| Side {
            address,
            pitch,
            slice: 0,
        };
        let extent = Extent {
            width: 8,
            rows: 3,
            slices: 1,
        };
        assert_eq!(side(100, 16).span(extent), Some((100, 40)));
        assert_eq!(side(u64::MAX - 39, 16).span(extent), None);
        assert_eq!(side(100, u64::MAX / 2 + 1).span(extent), None);
        assert_eq!(side(100, 0).span(Extent { rows: 0, ..extent }), Some((100, 0)));
    }
}
