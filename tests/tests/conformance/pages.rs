//! Pages of this process's own, which nothing else registers.

use cuda_mem::sys::ctypes::c_void;

/// Given back when dropped.
pub struct Pages {
    pub start: *mut c_void,
    size: usize,
}

impl Pages {
    pub fn new(size: usize) -> Pages {
        Pages::with(size, system::READ_WRITE)
    }

    pub fn read_only(size: usize) -> Pages {
        Pages::with(size, system::READ)
    }

    fn with(size: usize, rights: system::Rights) -> Pages {
        let start = system::take(size, rights);
        Pages { start, size }
    }

    pub fn at(&self, offset: usize) -> *mut c_void {
        self.start.cast::<u8>().wrapping_add(offset).cast()
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        system::give(self.start, self.size);
    }
}

#[cfg(unix)]
mod system {
    use super::c_void;

    pub type Rights = i32;
    pub const READ: Rights = libc::PROT_READ;
    pub const READ_WRITE: Rights = libc::PROT_READ | libc::PROT_WRITE;

    pub fn take(size: usize, rights: Rights) -> *mut c_void {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, at an address of the system's choice.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), size, rights, flags, -1, 0) };
        assert_ne!(start, libc::MAP_FAILED);
        start
    }

    pub fn give(start: *mut c_void, size: usize) {
        // SAFETY: of `take`; the test that owns it is over.
        unsafe { libc::munmap(start, size) };
    }
}

#[cfg(windows)]
mod system {
    use super::c_void;

    pub type Rights = u32;
    pub const READ: Rights = 0x02;
    pub const READ_WRITE: Rights = 0x04;
    const RESERVE_AND_COMMIT: u32 = 0x3000;
    const RELEASE: u32 = 0x8000;

    #[link(name = "kernel32")]
    extern "system" {
        fn VirtualAlloc(address: *mut c_void, size: usize, kind: u32, rights: Rights) -> *mut c_void;
        fn VirtualFree(address: *mut c_void, size: usize, kind: u32) -> i32;
    }

    pub fn take(size: usize, rights: Rights) -> *mut c_void {
        // SAFETY: new pages, at an address of the system's choice.
        let start = unsafe { VirtualAlloc(std::ptr::null_mut(), size, RESERVE_AND_COMMIT, rights) };
        assert!(!start.is_null());
        start
    }

    pub fn give(start: *mut c_void, _: usize) {
        // SAFETY: of `take`; the test that owns it is over.
        unsafe { VirtualFree(start, 0, RELEASE) };
    }
}
