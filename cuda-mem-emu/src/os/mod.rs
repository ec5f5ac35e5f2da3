//! What the emulator asks of the operating system: files in memory, which processes share, and a range of addresses that
//! parts of them are mapped to. Each system's file has the same items.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub(crate) use linux::*;
#[cfg(windows)]
pub(crate) use windows::*;

/// What this system calls an open file: a descriptor, or a handle, of whose 64 bits Windows uses these.
pub(crate) type Raw = i32;

/// Rights of mapped memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rights {
    None,
    Read,
    ReadWrite,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_same_in_two_places() {
        let size = 4 << 20;
        let file = File::new(size).expect("a file");
        let again = File::duplicate(file.raw()).expect("the same file");
        let mut range = Range::new().expect("addresses");
        let (first, second) = (range.base(), range.base() + size);
        // SAFETY: the test's own range; what is mapped is as long as the file's part.
        unsafe {
            range
                .map(first, size, file.raw(), 0, Rights::ReadWrite)
                .expect("whole");
            range
                .map(second, size / 2, again.raw(), size / 2, Rights::Read)
                .expect("the second half");
            *((first + size / 2 + 5) as *mut u8) = 7;
            assert_eq!(*((second + 5) as *const u8), 7);
            range.unmap(first, size).expect("the first goes");
            assert_eq!(*((second + 5) as *const u8), 7, "the second stays");
            range
                .protect(second, size / 2, Rights::ReadWrite)
                .expect("more rights");
            *((second + 6) as *mut u8) = 8;
            range.unmap(second, size / 2).expect("the second goes");
        }
        let mut bytes = [0; 2];
        again.read(size / 2 + 5, &mut bytes).expect("its bytes");
        assert_eq!(bytes, [7, 8]);
        again.write(size - 2, &[1, 2]).expect("the last bytes");
        file.read(size - 2, &mut bytes).expect("the last bytes");
        assert_eq!(bytes, [1, 2]);
        assert_eq!(again.size().expect("its size"), size);
        assert!(again.read(size - 1, &mut bytes).is_err(), "past the end");
        assert!(File::duplicate(0x7fff_fff0).is_err(), "no file");
    }

    #[test]
    fn memory_of_the_range_is_a_part_of_a_file() {
        let mut range = Range::new().expect("addresses");
        let address = range.base() + (2 << 20);
        // SAFETY: the test's own range.
        unsafe {
            range.commit(address, 2 << 20).expect("memory");
            *((address + 9) as *mut u8) = 3;
        }
        let (file, offset) = range.file(address + 8).expect("its file");
        let mut bytes = [0; 2];
        let file = File::duplicate(file).expect("the same file");
        file.read(offset, &mut bytes).expect("its bytes");
        assert_eq!(bytes, [0, 3]);
        let own = File::of_process(std::process::id(), file.raw()).expect("by its process");
        own.read(offset, &mut bytes).expect("its bytes");
        assert_eq!(bytes, [0, 3]);
        // SAFETY: as above; nothing uses the memory any more.
        unsafe {
            range.discard(address, 2 << 20);
            range.commit(address, 2 << 20).expect("memory, again");
            assert_eq!(*((address + 9) as *const u8), 0, "new memory is zero");
        }
    }

    #[test]
    fn what_can_be_written_is_known() {
        let mut range = Range::new().expect("addresses");
        let (base, size) = (range.base(), 2 << 20);
        let file = File::new(size).expect("a file");
        // SAFETY: the test's own range.
        unsafe { range.map(base, size, file.raw(), 0, Rights::ReadWrite) }.expect("mapped");
        assert!(writable(base, size));
        assert!(!writable(base, size + 1), "the end is not mapped");
        // SAFETY: as above.
        unsafe { range.protect(base, size, Rights::Read) }.expect("fewer rights");
        assert!(!writable(base, 1));
        let local = 0u8;
        assert!(writable(&local as *const u8 as u64, 1));
    }
}
