//! Memory for bytes that a call reads and a stream writes later. Large pieces are kept, since new ones cost a page fault
//! for every 4 KiB, which is several times the copy itself.

/// Smaller pieces are left to the allocator, which keeps them itself.
const LARGE: usize = 1 << 20;
/// As much is kept, at most.
const KEPT: usize = 256 << 20;

#[derive(Default)]
pub(crate) struct Staging(Vec<Vec<u8>>);

impl Staging {
    /// At least so many bytes, whatever they are.
    pub(crate) fn take(&mut self, size: usize) -> Vec<u8> {
        let fits = |(_, bytes): &(usize, &Vec<u8>)| bytes.len() >= size;
        let all = self.0.iter().enumerate();
        let smallest = if size < LARGE {
            None
        } else {
            all.filter(fits).min_by_key(|(_, bytes)| bytes.len())
        };
        match smallest {
            Some((index, _)) => self.0.swap_remove(index),
            None => vec![0; size],
        }
    }

    /// Takes memory back.
    pub(crate) fn give(&mut self, bytes: Vec<u8>) {
        let held: usize = self.0.iter().map(Vec::len).sum();
        if bytes.len() >= LARGE && held + bytes.len() <= KEPT {
            self.0.push(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_pieces_are_used_again() {
        let mut staging = Staging::default();
        let bytes = staging.take(3 << 20);
        let at = bytes.as_ptr();
        staging.give(bytes);
        staging.give(staging_of(8 << 20));
        assert_eq!(staging.take(2 << 20).as_ptr(), at, "the smallest that fits");
        assert!(staging.take(100).len() == 100, "no large piece for a small one");
        assert!(staging.take(5 << 20).len() == 8 << 20);
        assert!(staging.0.is_empty());
    }

    #[test]
    fn what_is_kept_has_an_end() {
        let mut staging = Staging::default();
        (0..5).for_each(|_| staging.give(staging_of(100 << 20)));
        assert_eq!(staging.0.len(), 2);
    }

    fn staging_of(size: usize) -> Vec<u8> {
        vec![0; size]
    }
}
