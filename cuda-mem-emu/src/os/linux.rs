//! Linux: memfds, and one of them behind the whole range, so that every allocation is at its own offset there.

use super::{Raw, Rights};
use crate::core::range::units;
use cuda_mem_sys::ctypes::{c_int, c_void};
use cuda_mem_sys::{CUmemAllocationHandleType, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR};
use std::io;
use std::os::unix::io::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd};

/// What the driver shares memory by on this system.
pub(crate) const SHAREABLE: CUmemAllocationHandleType = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

/// The C type of such a handle.
pub(crate) type Handle = c_int;

/// How much is reserved; less where the system does not give so much.
const SIZES: [u64; 5] = [16 << 40, 1 << 40, 256 << 30, 64 << 30, 8 << 30];
/// The range begins at a multiple of this.
const ALIGN: u64 = 2 << 20;

fn bits(rights: Rights) -> c_int {
    match rights {
        Rights::None => libc::PROT_NONE,
        Rights::Read => libc::PROT_READ,
        Rights::ReadWrite => libc::PROT_READ | libc::PROT_WRITE,
    }
}

/// A file in memory, closed when a program is executed.
pub(crate) struct File(OwnedFd);

impl File {
    /// A new one of this many bytes.
    pub(crate) fn new(bytes: u64) -> io::Result<File> {
        // SAFETY: a C string, by its last byte.
        let fd = unsafe { libc::memfd_create("cuda-mem-emu\0".as_ptr().cast(), libc::MFD_CLOEXEC) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: just opened, owned by no one else.
        let fd = unsafe { OwnedFd::from_raw_fd(fd) };
        let bytes = libc::off_t::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        // SAFETY: a valid descriptor.
        if unsafe { libc::ftruncate(fd.as_raw_fd(), bytes) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(File(fd))
    }

    /// The same file as a descriptor's, which may be the program's.
    pub(crate) fn duplicate(fd: Raw) -> io::Result<File> {
        // SAFETY: the answer is a new descriptor or an error.
        let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 0) };
        if copy < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: just made, owned by no one else.
        Ok(File(unsafe { OwnedFd::from_raw_fd(copy) }))
    }

    /// A file that another process has open.
    pub(crate) fn of_process(process: u32, fd: Raw) -> io::Result<File> {
        let path = format!("/proc/{process}/fd/{fd}");
        let file = std::fs::OpenOptions::new().read(true).write(true).open(path)?;
        Ok(File(file.into()))
    }

    pub(crate) fn raw(&self) -> Raw {
        self.0.as_raw_fd()
    }

    /// For the program, which closes it.
    pub(crate) fn into_handle(self) -> Handle {
        self.0.into_raw_fd()
    }

    /// Its size.
    pub(crate) fn size(&self) -> io::Result<u64> {
        // SAFETY: all-zero bytes are a value of this C record.
        let mut status: libc::stat = unsafe { std::mem::zeroed() };
        // SAFETY: writes the record.
        if unsafe { libc::fstat(self.raw(), &mut status) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(status.st_size as u64)
    }

    /// Reads bytes at an offset, all or none.
    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let to = bytes.as_mut_ptr().cast();
        // SAFETY: writes at most as many bytes as the slice has.
        let read = unsafe { libc::pread(self.raw(), to, bytes.len(), offset as libc::off_t) };
        if read != bytes.len() as isize {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Writes bytes at an offset, all or none.
    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let from = bytes.as_ptr().cast();
        // SAFETY: reads as many bytes as the slice has.
        let written = unsafe { libc::pwrite(self.raw(), from, bytes.len(), offset as libc::off_t) };
        if written != bytes.len() as isize {
            return Err(io::ErrorKind::WriteZero.into());
        }
        Ok(())
    }
}

/// Addresses of the emulator's own, with a file behind them.
pub(crate) struct Range {
    base: u64,
    size: u64,
    file: File,
}

impl Range {
    /// As many as the system gives.
    pub(crate) fn new() -> io::Result<Range> {
        let mut last = io::Error::from(io::ErrorKind::OutOfMemory);
        for size in SIZES {
            match Range::of(size) {
                Ok(range) => return Ok(range),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn of(size: u64) -> io::Result<Range> {
        let file = File::new(size)?;
        let whole = usize::try_from(size + ALIGN).map_err(|_| io::ErrorKind::InvalidInput)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at an address of the system's choice.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), whole, libc::PROT_NONE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = units(start as u64, ALIGN) * ALIGN;
        let mut range = Range { base, size, file };
        // SAFETY: inside the range that was reserved above, which nothing else knows.
        unsafe { range.unmap(base, size) }?;
        Ok(range)
    }

    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// The file behind memory of the range's own, and where in it an address lies.
    pub(crate) fn file(&self, address: u64) -> Option<(Raw, u64)> {
        Some((self.file.raw(), address - self.base))
    }

    /// Gives memory of the range's own to addresses that have none: it can be read and written, and is zero.
    ///
    /// # Safety
    ///
    /// The addresses are the range's, and not in use.
    pub(crate) unsafe fn commit(&mut self, address: u64, bytes: u64) -> io::Result<()> {
        // SAFETY: the caller's; they gain rights.
        unsafe { self.protect(address, bytes, Rights::ReadWrite) }
    }

    /// Gives such memory back to the system. Here it can still be read, and is zero.
    ///
    /// # Safety
    ///
    /// Nothing in it is in use.
    pub(crate) unsafe fn discard(&mut self, address: u64, bytes: u64) {
        let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
        let (offset, bytes) = ((address - self.base) as libc::off_t, bytes as libc::off_t);
        // SAFETY: a valid descriptor. Failure leaves the memory in use, which is no fault of the program's.
        unsafe { libc::fallocate(self.file.raw(), mode, offset, bytes) };
    }

    /// Maps a part of a file to addresses that have no memory.
    ///
    /// # Safety
    ///
    /// The addresses are the range's, and not in use.
    pub(crate) unsafe fn map(
        &mut self,
        address: u64,
        bytes: u64,
        file: Raw,
        offset: u64,
        rights: Rights,
    ) -> io::Result<()> {
        // SAFETY: the caller's.
        unsafe { map(address, bytes, file, offset, rights) }
    }

    /// Takes what is mapped away from addresses, in whole mappings.
    ///
    /// # Safety
    ///
    /// The addresses are the range's, and not in use.
    pub(crate) unsafe fn unmap(&mut self, address: u64, bytes: u64) -> io::Result<()> {
        // SAFETY: the caller's. The range's own file is there again, so that the addresses stay taken.
        unsafe { map(address, bytes, self.file.raw(), address - self.base, Rights::None) }
    }

    /// Changes the rights of whole mappings.
    ///
    /// # Safety
    ///
    /// The addresses are the range's; with fewer rights, they are not in use.
    pub(crate) unsafe fn protect(&mut self, address: u64, bytes: u64, rights: Rights) -> io::Result<()> {
        // SAFETY: the caller's.
        if unsafe { libc::mprotect(address as *mut c_void, bytes as usize, bits(rights)) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }
}

/// Maps a file's bytes at this address, in place of what is there.
///
/// # Safety
///
/// The addresses are the emulator's, and not in use.
unsafe fn map(address: u64, bytes: u64, fd: Raw, offset: u64, rights: Rights) -> io::Result<()> {
    let flags = libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_NORESERVE;
    let offset = libc::off_t::try_from(offset).map_err(|_| io::ErrorKind::InvalidInput)?;
    let (address, bytes) = (address as *mut c_void, bytes as usize);
    // SAFETY: the caller's: they are ours to replace.
    let mapped = unsafe { libc::mmap(address, bytes, bits(rights), flags, fd, offset) };
    if mapped == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Whether all pages of a range can be written, as the system's table of mappings says.
pub(crate) fn writable(address: u64, bytes: u64) -> bool {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let mut next = address;
    for line in maps.lines() {
        let mut fields = line.split_whitespace();
        let range = fields.next().and_then(|range| range.split_once('-'));
        let rights = fields.next().unwrap_or("");
        let number = |text| u64::from_str_radix(text, 16).ok();
        let ends = range.and_then(|(first, last)| number(first).zip(number(last)));
        let (first, last) = match ends {
            Some(ends) => ends,
            None => continue,
        };
        if first <= next && next < last {
            if !rights.contains('w') {
                return false;
            }
            next = last;
            if next >= address.saturating_add(bytes) {
                return true;
            }
        }
    }
    false
}

/// Runs this function in the child after every fork.
pub(crate) fn after_fork(child: unsafe extern "C" fn()) {
    // SAFETY: the function only stores to an atomic. Without it a child may wait for ever, which is all that is lost.
    unsafe { libc::pthread_atfork(None, None, Some(child)) };
}

/// Runs this function when the process exits.
pub(crate) fn at_exit(function: extern "C" fn()) {
    // SAFETY: the function lives as long as the program.
    unsafe { libc::atexit(function) };
}
