//! Copies of boxes in plain Rust, to hold the driver's against: a volume of bytes, and the same bytes in each kind of
//! memory that the driver copies.

use crate::guards::{descriptor, Array, Memory};
use crate::support::assert_same;
use cuda_mem::sys::*;
use cuda_mem::{Destination2d, Destination3d, MemoryType, Operand2d, Operand3d, Source2d, Source3d};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestRunner};
use std::ffi::c_void;

/// Rows of `pitch` bytes, `height` of them in each of `depth` slices.
#[derive(Clone)]
pub struct Volume {
    pub pitch: usize,
    pub height: usize,
    pub depth: usize,
    pub bytes: Vec<u8>,
}

/// A position or an extent: bytes, rows, slices.
pub type Triple = (usize, usize, usize);

impl Volume {
    /// A volume of bytes that differ from place to place, and from seed to seed.
    pub fn new((pitch, height, depth): Triple, seed: u32) -> Volume {
        let mixed =
            |i: usize| ((i as u32 ^ seed.wrapping_mul(0x9e37_79b9)).wrapping_mul(2_654_435_761) >> 24) as u8;
        let bytes = (0..pitch * height * depth).map(mixed).collect();
        Volume {
            pitch,
            height,
            depth,
            bytes,
        }
    }

    fn index(&self, (x, y, z): Triple) -> usize {
        assert!(x <= self.pitch && y < self.height && z < self.depth);
        (z * self.height + y) * self.pitch + x
    }

    /// What a copy must do: `extent` bytes, rows and slices, from `from` in `src` to `to` here.
    pub fn copy_from(&mut self, to: Triple, src: &Volume, from: Triple, extent: Triple) {
        let (width, height, depth) = extent;
        for z in 0..depth {
            for y in 0..height {
                let here = self.index((to.0, to.1 + y, to.2 + z));
                let there = src.index((from.0, from.1 + y, from.2 + z));
                self.bytes[here..here + width].copy_from_slice(&src.bytes[there..there + width]);
            }
        }
    }
}

impl AsRef<[u8]> for Volume {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Where a side of a copy may lie. The last two are the first two by unified address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Host,
    Device,
    Array,
    UnifiedHost,
    UnifiedDevice,
}

impl Kind {
    pub const ALL: [Kind; 5] = [
        Kind::Host,
        Kind::Device,
        Kind::Array,
        Kind::UnifiedHost,
        Kind::UnifiedDevice,
    ];

    /// The three that differ for functions which name the kind and not the record.
    pub const PLAIN: [Kind; 3] = [Kind::Host, Kind::Device, Kind::Array];
}

/// A volume's bytes in memory of one kind.
pub struct Surface {
    kind: Kind,
    shape: Triple,
    memory: Real,
}

enum Real {
    Host(Vec<u8>),
    Device(Memory),
    Array(Array),
    /// A 1D array.
    Line(Array),
}

impl Surface {
    /// The volume in memory of this kind: arrays have two dimensions if the volume has one slice, else three, and
    /// elements of so many bytes.
    pub fn new(kind: Kind, volume: &Volume, element: usize) -> Surface {
        let (pitch, height, depth) = (volume.pitch, volume.height, volume.depth);
        assert_eq!(pitch % element, 0);
        let extents = (pitch / element, height, if depth == 1 { 0 } else { depth });
        Surface::with_array(kind, volume, || {
            Real::Array(Array::new(&descriptor(element, extents, 0)))
        })
    }

    /// A volume of one row in memory of this kind; an array has one dimension.
    pub fn line(kind: Kind, volume: &Volume, element: usize) -> Surface {
        assert_eq!((volume.pitch % element, volume.height, volume.depth), (0, 1, 1));
        let extents = (volume.pitch / element, 0, 0);
        Surface::with_array(kind, volume, || {
            Real::Line(Array::new(&descriptor(element, extents, 0)))
        })
    }

    fn with_array(kind: Kind, volume: &Volume, array: impl FnOnce() -> Real) -> Surface {
        let memory = match kind {
            Kind::Host | Kind::UnifiedHost => Real::Host(volume.bytes.clone()),
            Kind::Device | Kind::UnifiedDevice => Real::Device(Memory::of(&volume.bytes)),
            Kind::Array => array(),
        };
        let shape = (volume.pitch, volume.height, volume.depth);
        let mut surface = Surface { kind, shape, memory };
        surface.fill_array(&volume.bytes);
        surface
    }

    /// Whole rows and slices, without gaps: the plainest copy that an array has.
    fn fill_array(&mut self, bytes: &[u8]) {
        let (pitch, height, depth) = self.shape;
        match &self.memory {
            Real::Array(array) => {
                let host = Operand3d::host(bytes.as_ptr().cast(), pitch, height);
                let copy = cuda_mem::record3d(host, Operand3d::array(array.0), pitch, height, depth);
                // SAFETY: both have the volume's extents.
                unsafe { cuda_mem::memcpy3d(&copy) }.expect("to the array");
            }
            // SAFETY: the array is as long as the slice.
            Real::Line(array) => unsafe { cuda_mem::memcpy_htoa(array.0, 0, bytes) }.expect("to the array"),
            Real::Host(_) | Real::Device(_) => {}
        }
        cuda_mem::ctx_synchronize().expect("and arrived");
    }

    /// All bytes, after all work of the context.
    pub fn read(&self) -> Volume {
        cuda_mem::ctx_synchronize().expect("all work done");
        let (pitch, height, depth) = self.shape;
        let mut bytes = vec![0; pitch * height * depth];
        match &self.memory {
            Real::Host(host) => bytes.clone_from(host),
            Real::Device(memory) => bytes = memory.read(),
            Real::Array(array) => {
                let host = Operand3d::host(bytes.as_mut_ptr().cast(), pitch, height);
                let copy = cuda_mem::record3d(Operand3d::array(array.0), host, pitch, height, depth);
                // SAFETY: both have the volume's extents.
                unsafe { cuda_mem::memcpy3d(&copy) }.expect("from the array");
            }
            // SAFETY: the array is as long as the vector.
            Real::Line(array) => {
                unsafe { cuda_mem::memcpy_atoh(&mut bytes, array.0, 0) }.expect("from the array")
            }
        }
        Volume {
            pitch,
            height,
            depth,
            bytes,
        }
    }

    fn read_side(&self) -> MemoryType<*const c_void> {
        match (&self.memory, self.kind) {
            (Real::Host(host), Kind::Host) => MemoryType::Host(host.as_ptr().cast()),
            (Real::Host(host), _) => MemoryType::Unified(host.as_ptr() as CUdeviceptr),
            (Real::Device(memory), Kind::Device) => MemoryType::Device(memory.at),
            (Real::Device(memory), _) => MemoryType::Unified(memory.at),
            (Real::Array(array) | Real::Line(array), _) => MemoryType::Array(array.0),
        }
    }

    fn written_side(&mut self) -> MemoryType<*mut c_void> {
        match (&mut self.memory, self.kind) {
            (Real::Host(host), Kind::Host) => MemoryType::Host(host.as_mut_ptr().cast()),
            (Real::Host(host), _) => MemoryType::Unified(host.as_mut_ptr() as CUdeviceptr),
            (Real::Device(memory), Kind::Device) => MemoryType::Device(memory.at),
            (Real::Device(memory), _) => MemoryType::Unified(memory.at),
            (Real::Array(array) | Real::Line(array), _) => MemoryType::Array(array.0),
        }
    }

    /// The pitch that a record gives: none for an array.
    fn pitch(&self) -> usize {
        if self.kind == Kind::Array {
            0
        } else {
            self.shape.0
        }
    }

    /// The height that a record gives: none for an array.
    fn height(&self) -> usize {
        if self.kind == Kind::Array {
            0
        } else {
            self.shape.1
        }
    }

    pub fn source2d(&self) -> Source2d {
        Operand2d::new(self.read_side(), self.pitch())
    }

    pub fn destination2d(&mut self) -> Destination2d {
        let pitch = self.pitch();
        Operand2d::new(self.written_side(), pitch)
    }

    pub fn source3d(&self) -> Source3d {
        Operand3d::new(self.read_side(), self.pitch(), self.height())
    }

    pub fn destination3d(&mut self) -> Destination3d {
        let (pitch, height) = (self.pitch(), self.height());
        Operand3d::new(self.written_side(), pitch, height)
    }

    /// The first byte's address, and the array if it is one.
    pub fn source(&self) -> (CUdeviceptr, CUarray) {
        plain(self.read_side(), |host| host as CUdeviceptr)
    }

    /// As `source`, to be written.
    pub fn destination(&mut self) -> (CUdeviceptr, CUarray) {
        plain(self.written_side(), |host| host as CUdeviceptr)
    }
}

fn plain<P>(memory: MemoryType<P>, address: impl Fn(P) -> CUdeviceptr) -> (CUdeviceptr, CUarray) {
    match memory {
        MemoryType::Host(host) => (address(host), std::ptr::null_mut()),
        MemoryType::Device(at) | MemoryType::Unified(at) => (at, std::ptr::null_mut()),
        MemoryType::Array(array) => (0, array),
    }
}

/// A copy of a random box: where from, where to, how much. All numbers but rows and slices count elements.
#[derive(Debug, Clone)]
pub struct Box3 {
    pub src: Kind,
    pub dst: Kind,
    pub element: usize,
    pub from: Triple,
    pub to: Triple,
    pub extent: Triple,
    /// Elements, rows and slices that lie beyond the box, in the source and in the destination.
    pub beyond: (Triple, Triple),
    pub seed: u32,
}

impl Box3 {
    fn scaled(&self, (x, y, z): Triple) -> Triple {
        (x * self.element, y, z)
    }

    fn volume(&self, at: Triple, beyond: Triple, seed: u32) -> Volume {
        let (w, h, d) = self.extent;
        let shape = (at.0 + w + beyond.0, at.1 + h + beyond.1, at.2 + d + beyond.2);
        Volume::new(self.scaled(shape), seed)
    }

    /// Makes both sides, lets `copy` copy between them (positions and extent in bytes), and compares all bytes of
    /// both with what plain Rust makes of it.
    pub fn check(&self, copy: impl FnOnce(&Surface, Triple, &mut Surface, Triple, Triple)) {
        let src = self.volume(self.from, self.beyond.0, self.seed);
        let mut dst = self.volume(self.to, self.beyond.1, !self.seed);
        let source = Surface::new(self.src, &src, self.element);
        let mut destination = Surface::new(self.dst, &dst, self.element);
        let (from, to, extent) = (
            self.scaled(self.from),
            self.scaled(self.to),
            self.scaled(self.extent),
        );
        copy(&source, from, &mut destination, to, extent);
        dst.copy_from(to, &src, from, extent);
        assert_same!(destination.read(), dst, "the destination of {self:?}");
        assert_same!(source.read(), src, "the source of {self:?}");
    }
}

/// Random boxes of at most so many slices.
pub fn boxes(depth: usize) -> impl Strategy<Value = Box3> {
    let kind = || proptest::sample::select(Kind::ALL.to_vec());
    let slices = if depth == 1 { 0..1usize } else { 0..4 };
    let at = move || (0..9usize, 0..6usize, slices.clone());
    (
        (kind(), kind(), proptest::sample::select(vec![1, 2, 4, 8, 16])),
        (at(), at()),
        (1..40usize, 1..20usize, 1..depth + 1),
        (at(), at()),
        proptest::num::u32::ANY,
    )
        .prop_map(|((src, dst, element), (from, to), extent, beyond, seed)| Box3 {
            src,
            dst,
            element,
            from,
            to,
            extent,
            beyond,
            seed,
        })
}

/// Tries a property with 32 random inputs; the smallest that fails is printed.
pub fn property<S: Strategy>(inputs: S, test: impl Fn(S::Value)) {
    let config = Config {
        cases: 32,
        failure_persistence: None,
        ..Config::default()
    };
    let run = |input| {
        test(input);
        Ok(())
    };
    if let Err(error) = TestRunner::new(config).run(&inputs, run) {
        panic!("{error}");
    }
}
