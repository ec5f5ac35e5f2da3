//! What the emulator asks of the operating system: one big range of addresses over one shared file in memory.
//!
//! Every emulated allocation lies in that range, at the same offset in the file, so another process can map it.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Rights of mapped memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rights {
    None,
    Read,
    ReadWrite,
}

impl Rights {
    fn bits(self) -> libc::c_int {
        match self {
            Rights::None => libc::PROT_NONE,
            Rights::Read => libc::PROT_READ,
            Rights::ReadWrite => libc::PROT_READ | libc::PROT_WRITE,
        }
    }
}

/// A file in memory of this many bytes, closed when a program is executed.
pub(crate) fn file(bytes: u64) -> io::Result<OwnedFd> {
    // SAFETY: a C string.
    let fd = unsafe { libc::memfd_create(c"cuda-mem-emu".as_ptr(), libc::MFD_CLOEXEC) };
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
    Ok(fd)
}

/// Maps a file's bytes anywhere, aligned to `align`; no rights yet.
pub(crate) fn reserve(fd: RawFd, bytes: u64, align: u64) -> io::Result<u64> {
    let whole = bytes.checked_add(align).ok_or(io::ErrorKind::InvalidInput)?;
    let size = usize::try_from(whole).map_err(|_| io::ErrorKind::InvalidInput)?;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new mapping at an address of the system's choice.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), size, libc::PROT_NONE, flags, -1, 0) };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let base = (start as u64).div_ceil(align) * align;
    // SAFETY: inside the range that was reserved above, which nothing else knows.
    unsafe { map(base, bytes, fd, 0, Rights::None) }?;
    Ok(base)
}

/// Maps a file's bytes at this address, in place of what is there.
///
/// # Safety
///
/// The range belongs to the emulator, and nothing in it is in use.
pub(crate) unsafe fn map(address: u64, bytes: u64, fd: RawFd, offset: u64, rights: Rights) -> io::Result<()> {
    let flags = libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_NORESERVE;
    let offset = libc::off_t::try_from(offset).map_err(|_| io::ErrorKind::InvalidInput)?;
    // SAFETY: the caller's: the range is ours to replace.
    let mapped = unsafe {
        libc::mmap(
            address as *mut _,
            bytes as usize,
            rights.bits(),
            flags,
            fd,
            offset,
        )
    };
    if mapped == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Changes the rights of a mapped range.
///
/// # Safety
///
/// The range belongs to the emulator; with fewer rights, nothing in it is in use.
pub(crate) unsafe fn protect(address: u64, bytes: u64, rights: Rights) -> io::Result<()> {
    // SAFETY: the caller's.
    if unsafe { libc::mprotect(address as *mut _, bytes as usize, rights.bits()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Gives a part of the file back to the system; it reads as zeros from here on.
pub(crate) fn discard(fd: RawFd, offset: u64, bytes: u64) {
    let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
    // SAFETY: a valid descriptor. Failure leaves the memory in use, which is no fault of the program's.
    unsafe { libc::fallocate(fd, mode, offset as libc::off_t, bytes as libc::off_t) };
}

/// A second descriptor of the same file, closed when a program is executed.
pub(crate) fn duplicate(fd: RawFd) -> io::Result<RawFd> {
    // SAFETY: the answer is a new descriptor or an error.
    let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 0) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(copy)
}

/// A file that another process has open.
pub(crate) fn file_of(process: u32, fd: RawFd) -> io::Result<OwnedFd> {
    let path = format!("/proc/{process}/fd/{fd}");
    let file = std::fs::OpenOptions::new().read(true).write(true).open(path)?;
    Ok(file.into())
}

/// The size of a file.
pub(crate) fn size(fd: RawFd) -> io::Result<u64> {
    // SAFETY: all-zero bytes are a value of this C record.
    let mut status: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: writes the record.
    if unsafe { libc::fstat(fd, &mut status) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(status.st_size as u64)
}

/// Reads bytes of a file at an offset, all or none.
pub(crate) fn read(fd: RawFd, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    // SAFETY: writes at most as many bytes as the slice has.
    let read = unsafe { libc::pread(fd, bytes.as_mut_ptr().cast(), bytes.len(), offset as libc::off_t) };
    if read != bytes.len() as isize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

/// Writes bytes of a file at an offset, all or none.
pub(crate) fn write(fd: RawFd, offset: u64, bytes: &[u8]) -> io::Result<()> {
    // SAFETY: reads as many bytes as the slice has.
    let written = unsafe { libc::pwrite(fd, bytes.as_ptr().cast(), bytes.len(), offset as libc::off_t) };
    if written != bytes.len() as isize {
        return Err(io::ErrorKind::WriteZero.into());
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
        let Some((first, last)) = range else { continue };
        let (Ok(first), Ok(last)) = (u64::from_str_radix(first, 16), u64::from_str_radix(last, 16)) else {
            continue;
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
