//! Windows: sections in memory, one for each block of the range, since a part of one cannot be given back.
//!
//! The range is a stretch of free addresses, high up, that is not reserved. Windows before version 1803 (and Wine 8)
//! cannot map into a part of a reservation; and the system hands addresses out from low ones on, so that it comes to
//! these after all others. What it did give away there is an error of the call that wants to map.
//!
//! The system's functions are declared here. They are few, and the crates that have them all bring an import library
//! for each target and, in their latest versions, ask for newer compilers.

use super::{Raw, Rights};
use cuda_mem_sys::ctypes::{c_int, c_void};
use cuda_mem_sys::{CUmemAllocationHandleType, CU_MEM_HANDLE_TYPE_WIN32};
use std::collections::BTreeMap;
use std::io;
use std::ptr::{null, null_mut};

/// What the driver shares memory by on this system.
pub(crate) const SHAREABLE: CUmemAllocationHandleType = CU_MEM_HANDLE_TYPE_WIN32;

/// The C type of such a handle.
pub(crate) type Handle = *mut c_void;

/// A range lies at a multiple of its size, without the first unit, which is reserved as a sign that the rest is taken.
const SIZE: u64 = 16 << 40;
const SIGN: u64 = 2 << 20;
/// The end of a program's addresses.
const END: u64 = 128 << 40;
/// Views of sections begin at multiples of this.
const VIEW: u64 = 64 << 10;

/// The system's record about a stretch of addresses.
#[repr(C)]
struct Information {
    base: u64,
    allocation_base: u64,
    allocation_protection: u32,
    partition: u16,
    size: u64,
    state: u32,
    protection: u32,
    kind: u32,
}

const PAGE_NOACCESS: u32 = 0x01;
const PAGE_READONLY: u32 = 0x02;
const PAGE_READWRITE: u32 = 0x04;
/// Read-write, copied at a write, and both with execution.
const PAGE_WRITABLE: u32 = PAGE_READWRITE | 0x08 | 0x40 | 0x80;
const PAGE_GUARD: u32 = 0x100;
const MEM_COMMIT: u32 = 0x1000;
const MEM_RESERVE: u32 = 0x2000;
const MEM_RELEASE: u32 = 0x8000;
const MEM_FREE: u32 = 0x1_0000;
const FILE_MAP_WRITE: u32 = 2;
const FILE_MAP_READ: u32 = 4;
const PROCESS_DUP_HANDLE: u32 = 0x40;
const DUPLICATE_SAME_ACCESS: u32 = 2;

#[link(name = "kernel32")]
extern "system" {
    fn CloseHandle(handle: Handle) -> c_int;
    fn CreateFileMappingW(
        file: Handle,
        security: *const c_void,
        protection: u32,
        size_high: u32,
        size_low: u32,
        name: *const u16,
    ) -> Handle;
    fn DuplicateHandle(
        from: Handle,
        handle: Handle,
        to: Handle,
        copy: *mut Handle,
        access: u32,
        inherit: c_int,
        options: u32,
    ) -> c_int;
    fn GetCurrentProcess() -> Handle;
    fn MapViewOfFileEx(
        section: Handle,
        access: u32,
        offset_high: u32,
        offset_low: u32,
        bytes: usize,
        address: *mut c_void,
    ) -> *mut c_void;
    fn OpenProcess(access: u32, inherit: c_int, process: u32) -> Handle;
    fn UnmapViewOfFile(address: *const c_void) -> c_int;
    fn VirtualAlloc(address: *mut c_void, bytes: usize, kind: u32, rights: u32) -> *mut c_void;
    fn VirtualFree(address: *mut c_void, bytes: usize, kind: u32) -> c_int;
    fn VirtualProtect(address: *mut c_void, bytes: usize, rights: u32, old: *mut u32) -> c_int;
    fn VirtualQuery(address: *const c_void, about: *mut Information, bytes: usize) -> usize;
}

extern "C" {
    fn atexit(function: extern "C" fn()) -> c_int;
}

fn bits(rights: Rights) -> u32 {
    match rights {
        Rights::None => PAGE_NOACCESS,
        Rights::Read => PAGE_READONLY,
        Rights::ReadWrite => PAGE_READWRITE,
    }
}

/// The whole of a handle.
fn handle(raw: Raw) -> Handle {
    raw as isize as Handle
}

fn succeeded(answer: c_int) -> io::Result<()> {
    match answer {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// A file in memory: a section, closed when dropped.
pub(crate) struct File(Raw);

impl File {
    /// A new one of this many bytes, rounded up to pages.
    pub(crate) fn new(bytes: u64) -> io::Result<File> {
        let memory = -1isize as Handle;
        let (high, low) = ((bytes >> 32) as u32, bytes as u32);
        // SAFETY: no attributes, no name.
        let section = unsafe { CreateFileMappingW(memory, null(), PAGE_READWRITE, high, low, null()) };
        if section.is_null() {
            return Err(io::Error::last_os_error());
        }
        Ok(File(section as usize as Raw))
    }

    /// The same file as a handle's, which may be the program's.
    pub(crate) fn duplicate(raw: Raw) -> io::Result<File> {
        // SAFETY: it takes no argument, and the handle that it gives needs no closing.
        copy(unsafe { GetCurrentProcess() }, raw)
    }

    /// A file that another process has open.
    pub(crate) fn of_process(process: u32, raw: Raw) -> io::Result<File> {
        // SAFETY: numbers only.
        let process = unsafe { OpenProcess(PROCESS_DUP_HANDLE, 0, process) };
        if process.is_null() {
            return Err(io::Error::last_os_error());
        }
        let file = copy(process, raw);
        // SAFETY: opened above.
        unsafe { CloseHandle(process) };
        file
    }

    pub(crate) fn raw(&self) -> Raw {
        self.0
    }

    /// For the program, which closes it.
    pub(crate) fn into_handle(self) -> Handle {
        let handle = handle(self.0);
        std::mem::forget(self);
        handle
    }

    /// Its size, in whole pages.
    pub(crate) fn size(&self) -> io::Result<u64> {
        // The system tells it of a view of the whole.
        let view = View::of(self, FILE_MAP_READ, 0, 0)?;
        Ok(information(view.0)?.size)
    }

    /// Reads bytes at an offset, all or none.
    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let skipped = offset % VIEW;
        let view = View::of(
            self,
            FILE_MAP_READ,
            offset - skipped,
            skipped + bytes.len() as u64,
        )?;
        // SAFETY: the view has these bytes, for as long as it lives.
        unsafe { std::ptr::copy((view.0 + skipped) as *const u8, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    /// Writes bytes at an offset, all or none.
    pub(crate) fn write(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let skipped = offset % VIEW;
        let access = FILE_MAP_READ | FILE_MAP_WRITE;
        let view = View::of(self, access, offset - skipped, skipped + bytes.len() as u64)?;
        // SAFETY: the view has these bytes, for as long as it lives.
        unsafe { std::ptr::copy(bytes.as_ptr(), (view.0 + skipped) as *mut u8, bytes.len()) };
        Ok(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: this value's own handle.
        unsafe { CloseHandle(handle(self.0)) };
    }
}

fn copy(process: Handle, raw: Raw) -> io::Result<File> {
    let mut copy = null_mut();
    // SAFETY: a handle of that process, or one that the system refuses; the copy is written to a local.
    succeeded(unsafe {
        DuplicateHandle(
            process,
            handle(raw),
            GetCurrentProcess(),
            &mut copy,
            0,
            0,
            DUPLICATE_SAME_ACCESS,
        )
    })?;
    Ok(File(copy as usize as Raw))
}

/// A part of a file, mapped for a moment.
struct View(u64);

impl View {
    /// From an offset on, which is a multiple of `VIEW`; to the file's end, if of no bytes.
    fn of(file: &File, access: u32, offset: u64, bytes: u64) -> io::Result<View> {
        // SAFETY: at an address of the system's choice.
        Ok(View(unsafe { map(file.raw(), access, offset, bytes, 0) }?))
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: this value's own.
        unsafe { UnmapViewOfFile(self.0 as *const c_void) };
    }
}

/// Maps a part of a file to an address, or to one of the system's choice for 0.
///
/// # Safety
///
/// The addresses may be used by the caller, if free.
unsafe fn map(file: Raw, access: u32, offset: u64, bytes: u64, address: u64) -> io::Result<u64> {
    let (high, low) = ((offset >> 32) as u32, offset as u32);
    let bytes = usize::try_from(bytes).map_err(|_| io::ErrorKind::InvalidInput)?;
    // SAFETY: the caller's; the system refuses addresses that are not free.
    let view = unsafe { MapViewOfFileEx(handle(file), access, high, low, bytes, address as *mut c_void) };
    if view.is_null() {
        return Err(io::Error::last_os_error());
    }
    Ok(view as u64)
}

fn information(address: u64) -> io::Result<Information> {
    let mut about = Information {
        base: 0,
        allocation_base: 0,
        allocation_protection: 0,
        partition: 0,
        size: 0,
        state: 0,
        protection: 0,
        kind: 0,
    };
    let bytes = std::mem::size_of::<Information>();
    // SAFETY: writes at most as many bytes as the record has.
    match unsafe { VirtualQuery(address as *const c_void, &mut about, bytes) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(about),
    }
}

/// Addresses of the emulator's own.
pub(crate) struct Range {
    base: u64,
    /// By first address: what is mapped.
    mapped: BTreeMap<u64, Mapped>,
}

struct Mapped {
    size: u64,
    /// Of the range's own memory.
    file: Option<File>,
}

impl Range {
    /// The lowest that are free.
    pub(crate) fn new() -> io::Result<Range> {
        let mut start = SIZE;
        while start < END {
            if is_free(start, SIZE - SIGN) && sign(start) {
                return Ok(Range {
                    base: start + SIGN,
                    mapped: BTreeMap::new(),
                });
            }
            start += SIZE;
        }
        Err(io::ErrorKind::OutOfMemory.into())
    }

    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    pub(crate) fn size(&self) -> u64 {
        SIZE - 2 * SIGN
    }

    /// The file behind memory of the range's own, and where in it an address lies.
    pub(crate) fn file(&self, address: u64) -> Option<(Raw, u64)> {
        let (base, mapped) = self.mapped.range(..=address).next_back()?;
        let file = mapped.file.as_ref().filter(|_| address - base < mapped.size)?;
        Some((file.raw(), address - base))
    }

    /// Gives memory of the range's own to addresses that have none: it can be read and written, and is zero.
    ///
    /// # Safety
    ///
    /// The addresses are the range's, and not in use.
    pub(crate) unsafe fn commit(&mut self, address: u64, bytes: u64) -> io::Result<()> {
        let file = File::new(bytes)?;
        // SAFETY: the caller's.
        unsafe { self.map(address, bytes, file.raw(), 0, Rights::ReadWrite) }?;
        if let Some(mapped) = self.mapped.get_mut(&address) {
            mapped.file = Some(file);
        }
        Ok(())
    }

    /// Gives such memory back to the system. Here nothing is mapped to the addresses any more.
    ///
    /// # Safety
    ///
    /// Nothing in it is in use.
    pub(crate) unsafe fn discard(&mut self, address: u64, bytes: u64) {
        // SAFETY: the caller's. Failure leaves the memory in use, which is no fault of the program's.
        drop(unsafe { self.unmap(address, bytes) });
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
        unsafe { map(file, FILE_MAP_READ | FILE_MAP_WRITE, offset, bytes, address) }?;
        let mapped = Mapped {
            size: bytes,
            file: None,
        };
        self.mapped.insert(address, mapped);
        if rights == Rights::ReadWrite {
            return Ok(());
        }
        // SAFETY: the caller's; nothing uses them yet.
        unsafe { self.protect(address, bytes, rights) }
    }

    /// Takes what is mapped away from addresses, in whole mappings.
    ///
    /// # Safety
    ///
    /// The addresses are the range's, and not in use.
    pub(crate) unsafe fn unmap(&mut self, address: u64, bytes: u64) -> io::Result<()> {
        let inside = self.mapped.range(address..address + bytes);
        let inside = inside.map(|(address, _)| *address).collect::<Vec<u64>>();
        for base in inside {
            // SAFETY: the caller's; mapped by this range.
            succeeded(unsafe { UnmapViewOfFile(base as *const c_void) })?;
            self.mapped.remove(&base);
        }
        Ok(())
    }

    /// Changes the rights of whole mappings; addresses without memory have none.
    ///
    /// # Safety
    ///
    /// The addresses are the range's; with fewer rights, they are not in use.
    pub(crate) unsafe fn protect(&mut self, address: u64, bytes: u64, rights: Rights) -> io::Result<()> {
        if !self.mapped.contains_key(&address) {
            return Ok(());
        }
        let mut old = 0;
        // SAFETY: the caller's; the old rights are written to a local.
        succeeded(unsafe { VirtualProtect(address as *mut c_void, bytes as usize, bits(rights), &mut old) })
    }
}

impl Drop for Range {
    fn drop(&mut self) {
        for base in self.mapped.keys() {
            // SAFETY: mapped by this range; whoever drops it uses nothing of it any more.
            unsafe { UnmapViewOfFile(*base as *const c_void) };
        }
        // SAFETY: reserved by this range.
        unsafe { VirtualFree((self.base - SIGN) as *mut c_void, 0, MEM_RELEASE) };
    }
}

fn is_free(address: u64, bytes: u64) -> bool {
    let about = information(address);
    about.map_or(false, |about| {
        about.state == MEM_FREE && about.base + about.size >= address + bytes
    })
}

/// Takes a range for this emulator, if no other has it.
fn sign(start: u64) -> bool {
    // SAFETY: new addresses; the system refuses those that are not free.
    let sign = unsafe { VirtualAlloc(start as *mut c_void, SIGN as usize, MEM_RESERVE, PAGE_NOACCESS) };
    !sign.is_null()
}

/// Whether all pages of a range can be written, as the system says.
pub(crate) fn writable(address: u64, bytes: u64) -> bool {
    let end = address.saturating_add(bytes);
    let mut next = address;
    while next < end {
        match information(next) {
            Ok(about)
                if about.state == MEM_COMMIT
                    && about.protection & PAGE_WRITABLE != 0
                    && about.protection & PAGE_GUARD == 0 =>
            {
                next = about.base + about.size;
            }
            _ => return false,
        }
    }
    true
}

/// There is no fork here.
pub(crate) fn after_fork(_: unsafe extern "C" fn()) {}

/// Runs this function when the process exits, or lets the library go.
pub(crate) fn at_exit(function: extern "C" fn()) {
    // SAFETY: the function lives as long as the program, or the library that registers it.
    unsafe { atexit(function) };
}
