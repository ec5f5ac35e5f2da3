//! Device memory, arrays, streams and contexts that end with the test that made them, and what a driver may lack.

use cuda_mem::sys::*;
use cuda_mem::Result;
use std::ptr::null_mut;

/// Ends something; a test that failed already keeps its own message.
fn end(result: Result<()>) {
    if !std::thread::panicking() {
        result.expect("what a test made ends without an error");
    }
}

/// Runs with this context current, and puts the one that was back.
pub fn in_context<T>(context: CUcontext, run: impl FnOnce() -> T) -> T {
    // SAFETY: tests keep their contexts until they end.
    unsafe { cuda_mem::ctx_push_current(context) }.expect("push");
    let result = run();
    cuda_mem::ctx_pop_current().expect("pop");
    result
}

/// Runs with no context current, and puts the one that was back.
pub fn without_context(run: impl FnOnce()) {
    let context = cuda_mem::ctx_get_current().expect("the test's context");
    // SAFETY: null takes the context off, the other is the test's own.
    unsafe { cuda_mem::ctx_set_current(null_mut()) }.expect("none");
    run();
    // SAFETY: as above.
    unsafe { cuda_mem::ctx_set_current(context) }.expect("the test's context again");
}

/// Device memory of the context that was current.
pub struct Memory {
    pub at: CUdeviceptr,
    pub bytes: usize,
    context: CUcontext,
}

impl Memory {
    pub fn new(bytes: usize) -> Memory {
        let context = cuda_mem::ctx_get_current().expect("a context");
        let at = cuda_mem::mem_alloc(bytes).expect("device memory");
        Memory { at, bytes, context }
    }

    /// Memory with these bytes in it, for work of any stream.
    pub fn of(contents: &[u8]) -> Memory {
        let memory = Memory::new(contents.len());
        memory.write(contents);
        memory
    }

    pub fn write(&self, contents: &[u8]) {
        assert_eq!(contents.len(), self.bytes);
        in_context(self.context, || {
            // SAFETY: the allocation is as long as the slice.
            unsafe { cuda_mem::memcpy_htod(self.at, contents) }.expect("to the device");
            cuda_mem::ctx_synchronize().expect("and arrived");
        });
    }

    /// All bytes, after all work of the context.
    pub fn read(&self) -> Vec<u8> {
        let mut contents = vec![0; self.bytes];
        in_context(self.context, || {
            cuda_mem::ctx_synchronize().expect("all work done");
            // SAFETY: the allocation is as long as the vector.
            unsafe { cuda_mem::memcpy_dtoh(&mut contents, self.at) }.expect("from the device");
        });
        contents
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated in this context, freed once, at the end of the test.
        end(in_context(self.context, || unsafe {
            cuda_mem::mem_free(self.at)
        }));
    }
}

/// A stream that does not wait for the default stream.
pub struct Stream(pub CUstream);

impl Stream {
    pub fn new() -> Stream {
        // What the default stream still does would not be waited for.
        cuda_mem::ctx_synchronize().expect("all work done");
        Stream(cuda_mem::stream_create(CU_STREAM_NON_BLOCKING.0).expect("a stream"))
    }

    pub fn wait(&self) {
        // SAFETY: the stream lives as long as this.
        unsafe { cuda_mem::stream_synchronize(self.0) }.expect("the stream's work");
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: created once, destroyed once.
        end(unsafe { cuda_mem::stream_destroy(self.0) });
    }
}

/// An array of the current context.
pub struct Array(pub CUarray);

impl Array {
    pub fn new(descriptor: &CUDA_ARRAY3D_DESCRIPTOR) -> Array {
        Array(cuda_mem::array3d_create(descriptor).expect("an array"))
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        // SAFETY: created once, destroyed once, at the end of the test.
        end(unsafe { cuda_mem::array_destroy(self.0) });
    }
}

/// The descriptor of an array with elements of so many bytes. Extents that are 0 and flags decide its kind.
pub fn descriptor(element: usize, extents: (usize, usize, usize), flags: u32) -> CUDA_ARRAY3D_DESCRIPTOR {
    let (format, channels) = match element {
        1 => (CU_AD_FORMAT_UNSIGNED_INT8, 1),
        2 => (CU_AD_FORMAT_HALF, 1),
        4 => (CU_AD_FORMAT_FLOAT, 1),
        8 => (CU_AD_FORMAT_SIGNED_INT16, 4),
        16 => (CU_AD_FORMAT_FLOAT, 4),
        _ => panic!("no format has elements of {element} bytes"),
    };
    let (width, height, depth) = extents;
    CUDA_ARRAY3D_DESCRIPTOR {
        Width: width,
        Height: height,
        Depth: depth,
        Format: format,
        NumChannels: channels,
        Flags: flags,
    }
}

/// A second context of a device; not current when made.
pub struct Context(pub CUcontext);

impl Context {
    pub fn new(device: CUdevice) -> Context {
        // SAFETY: no parameters are given.
        let context = unsafe { cuda_mem::ctx_create(None, 0, device) }.expect("a second context");
        assert_eq!(cuda_mem::ctx_pop_current().expect("pop"), context);
        Context(context)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: created once, destroyed once, after all that was made in it.
        end(unsafe { cuda_mem::ctx_destroy(self.0) });
    }
}

/// Whether the driver has the symbol of a function that is newer than some drivers. Where it has not, the call must
/// say so: which symbol (the plain one, if that of the per-thread form is missing with it), and since when there is
/// one.
pub fn has<T: std::fmt::Debug>(symbol: &str, since: &str, call: impl FnOnce() -> Result<T>) -> bool {
    if has_symbol(symbol) {
        return true;
    }
    let error = call().expect_err("the driver has no such symbol");
    assert!(error.is_no_symbol(), "{error}");
    let text = error.to_string();
    let plain = symbol.trim_end_matches("_ptsz");
    assert!(text.contains(&format!("no symbol {plain}")), "{text}");
    assert!(text.contains(&format!("which came with CUDA {since}")), "{text}");
    eprintln!("{symbol}: missing in this driver, and the error says so");
    false
}
