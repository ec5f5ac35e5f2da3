"""The sweep (sweep/) with NVIDIA's cuda-bindings for Python: the same cases and sizes, C and Python in turns, the same
columns. It needs Python 3.8, the package cuda-bindings (12.9 or later, 13 for batches), and calls.so beside it (`ci/gpu build`).

    sweep.py [BYTES]    where BYTES is the largest size
"""

import ctypes
import pathlib
import statistics
import sys
import time
from importlib import metadata

try:
    from cuda.bindings import driver
except ImportError as error:
    sys.exit(f"nothing was compared: {error}; `pip install cuda-bindings` has it")

LARGEST = 1 << 30
ROW = 16 << 10
PART = 4 << 10
PARTS = 4096
BUDGET = 0.35
AT_LEAST = 400e-6


class Place(ctypes.Structure):
    """As in calls.c."""

    _fields_ = [
        ("memory", ctypes.c_uint64),
        ("other", ctypes.c_uint64),
        ("source", ctypes.c_void_p),
        ("back", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
        ("stream", ctypes.c_void_p),
        ("kept", ctypes.c_uint64),
        ("array", ctypes.c_void_p),
        ("row", ctypes.c_size_t),
        ("pitch", ctypes.c_size_t),
        ("destinations", ctypes.c_void_p),
        ("sources", ctypes.c_void_p),
        ("sizes", ctypes.c_void_p),
        ("count", ctypes.c_size_t),
    ]


def ask(answer):
    """The values of an answer, whose code must be 0."""
    code, *values = answer
    if int(code) != 0:
        sys.exit(f"the driver answered {code!s}")
    return values[0] if len(values) == 1 else tuple(values)


def synchronize():
    ask(driver.cuCtxSynchronize())


# The loops, as in calls.c. What they need of `place` is read once, as a compiler would.


def memcpy_htod(place, times):
    memory, source, size = place.memory, place.source, place.size
    for _ in range(times):
        ask(driver.cuMemcpyHtoD(memory, source, size))
    synchronize()


def memcpy_dtoh(place, times):
    back, other, size = place.back, place.other, place.size
    for _ in range(times):
        ask(driver.cuMemcpyDtoH(back, other, size))
    synchronize()


def memcpy_dtod(place, times):
    other, memory, size = place.other, place.memory, place.size
    for _ in range(times):
        ask(driver.cuMemcpyDtoD(other, memory, size))
    synchronize()


def record(place, source, destination):
    """A record of cuMemcpy2D; each end is its kind, its address and its pitch."""
    copy = driver.CUDA_MEMCPY2D()
    kinds = driver.CUmemorytype
    for side, (kind, address, pitch) in (("src", source), ("dst", destination)):
        setattr(copy, side + "MemoryType", getattr(kinds, "CU_MEMORYTYPE_" + kind.upper()))
        value = {"host": int, "device": driver.CUdeviceptr, "array": driver.CUarray}[kind](address)
        setattr(copy, side + kind.capitalize(), value)
        setattr(copy, side + "Pitch", pitch)
    copy.WidthInBytes = place.row
    copy.Height = place.size // place.row
    return copy


def copy2d(place, times, source, destination):
    copy = record(place, source, destination)
    for _ in range(times):
        ask(driver.cuMemcpy2D(copy))
    synchronize()


def memcpy2d_htod(place, times):
    copy2d(place, times, ("host", place.source, place.row), ("device", place.memory, place.pitch))


def memcpy2d_dtod(place, times):
    copy2d(place, times, ("device", place.memory, place.pitch), ("device", place.other, place.row))


def memcpy2d_htoa(place, times):
    copy2d(place, times, ("host", place.source, place.row), ("array", place.array, 0))


def memcpy2d_atoh(place, times):
    copy2d(place, times, ("array", place.array, 0), ("host", place.back, place.row))


def dtod_loop(place, times):
    destinations, sources, sizes = LISTS[place.count]
    stream = driver.CUstream(place.stream)
    for _ in range(times):
        for destination, source, size in zip(destinations, sources, sizes):
            ask(driver.cuMemcpyDtoDAsync(destination, source, size, stream))
    synchronize()


def dtod_batch(place, times):
    destinations, sources, sizes = LISTS[place.count]
    stream = driver.CUstream(place.stream)
    attributes = driver.CUmemcpyAttributes()
    attributes.srcAccessOrder = driver.CUmemcpySrcAccessOrder.CU_MEMCPY_SRC_ACCESS_ORDER_STREAM
    for _ in range(times):
        ask(driver.cuMemcpyBatchAsync(destinations, sources, sizes, len(sizes), [attributes], [0], 1, stream))
    synchronize()


# For each number of copies, what the bindings take: made once, not in each round.
LISTS = {}

# Name, the loop, pageable, how many times the size the device's memory must have. As in sweep/cases.rs.
LINEAR = [
    ("HtoD, pinned", memcpy_htod, False, 1),
    ("HtoD, pageable", memcpy_htod, True, 1),
    ("DtoH, pinned", memcpy_dtoh, False, 1),
    ("DtoH, pageable", memcpy_dtoh, True, 1),
    ("DtoD", memcpy_dtod, False, 1),
]
PITCHED = [
    ("2D, HtoD, pinned", memcpy2d_htod, False, 2),
    ("2D, DtoD", memcpy2d_dtod, False, 2),
]
ARRAY = [
    ("host to array, pinned", memcpy2d_htoa, False, 1),
    ("array to host, pinned", memcpy2d_atoh, False, 1),
]
MANY = [("DtoD of 4 KiB, loop", dtod_loop), ("DtoD of 4 KiB, batch", dtod_batch)]

# The driver's form and the bindings' must both be that of CUDA 13.0.
BATCHES = False


class Sweep:
    def __init__(self, calls, largest):
        self.calls = calls
        self.largest = largest
        self.place = place = Place()
        self.memory = [ask(driver.cuMemAlloc(largest)) for _ in range(2)]
        self.pinned = [int(ask(driver.cuMemHostAlloc(largest, 0))) for _ in range(2)]
        self.pageable = [ctypes.create_string_buffer(b"\1" * largest, largest) for _ in range(2)]
        place.memory, place.other = (int(memory) for memory in self.memory)
        for address in self.pinned:
            ctypes.memset(address, 0, largest)
        stream = ask(driver.cuStreamCreate(driver.CUstream_flags.CU_STREAM_NON_BLOCKING))
        self.stream = stream
        place.stream = int(stream)
        self.use_pageable(False)

    def use_pageable(self, pageable):
        ends = [ctypes.addressof(buffer) for buffer in self.pageable] if pageable else self.pinned
        self.place.source, self.place.back = ends

    def c(self, loop, times):
        """Runs the loop in C."""
        function = getattr(self.calls, loop.__name__)
        code = function(ctypes.byref(self.place), ctypes.c_size_t(times))
        if code != 0:
            sys.exit(f"{loop.__name__} in C: the driver answered {code}")

    def python(self, loop, times):
        """Runs the loop above."""
        loop(self.place, times)

    def time(self, side, loop, times):
        side(loop, 1)
        start = time.perf_counter()
        side(loop, times)
        return time.perf_counter() - start

    def verify(self, name, loop):
        """The first and last bytes of what is sent must arrive with both: through the host's memory and an end that C
        has been shown to move right, by the program in Rust."""
        place = self.place
        length = min(64, place.size)
        for side, seed in ((self.c, 1), (self.python, 2)):
            sent = bytes([seed]) * length
            for address in (place.source, place.source + place.size - length):
                ctypes.memmove(address, sent, length)
            ctypes.memset(place.back, 0, length)
            ctypes.memset(place.back + place.size - length, 0, length)
            target = loop.__name__
            if target in ("memcpy_dtoh", "memcpy2d_atoh"):
                writes = "other" if target == "memcpy_dtoh" else "array"
                self.c_to(writes)
                side(loop, 1)
            else:
                if target in ("memcpy_dtod", "memcpy2d_dtod", "dtod_loop", "dtod_batch"):
                    self.c_to("pitched" if target == "memcpy2d_dtod" else "memory")
                side(loop, 1)
                self.c_from(target)
            found = ctypes.string_at(place.back, length), ctypes.string_at(place.back + place.size - length, length)
            if found != (sent, sent):
                sys.exit(f"{name}, {place.size} bytes: what arrived is not what was sent")

    def c_to(self, where):
        """Moves the source there."""
        if where == "other":
            ask(driver.cuMemcpyHtoD(self.place.other, self.place.source, self.place.size))
        else:
            self.c({"memory": memcpy_htod, "pitched": memcpy2d_htod, "array": memcpy2d_htoa}[where], 1)

    def c_from(self, loop):
        """Moves what the loop wrote back to the host."""
        place = self.place
        if loop == "memcpy2d_htoa":
            return self.c(memcpy2d_atoh, 1)
        if loop == "memcpy_htod":
            ask(driver.cuMemcpyDtoH(place.back, place.memory, place.size))
        elif loop == "memcpy2d_htod":
            ends = ("device", place.memory, place.pitch), ("host", place.back, place.row)
            ask(driver.cuMemcpy2D(record(place, *ends)))
        else:
            ask(driver.cuMemcpyDtoH(place.back, place.other, place.size))

    def point(self, name, loop, copies):
        self.verify(name, loop)
        times = 1
        while self.time(self.c, loop, times) < AT_LEAST and times < 1 << 24:
            times *= 2
        once = self.time(self.c, loop, times)
        rounds = min(60, max(6, int(BUDGET / (4 * max(once, AT_LEAST))) // 2 * 2))
        c, python, again = [], [], []
        sides = [(self.c, c), (self.python, python), (self.c, again)]
        for number in range(rounds):
            # Each is as often first as last.
            for side, found in sides if number % 2 == 0 else reversed(sides):
                found.append(self.time(side, loop, times) / times)
        ratio = statistics.median(own / base for own, base in zip(python, c))
        twice = statistics.median(own / base for own, base in zip(again, c))
        figures = (statistics.median(c) * 1e9, statistics.median(python) * 1e9)
        print(
            f"{name}\t{self.place.size}\t{copies}\tcuda-bindings (Python)\t{figures[0]:.1f}\t{figures[1]:.1f}\t"
            f"{ratio:.4f}\t{twice:.4f}\t{rounds}",
            flush=True,
        )

    def sizes(self, families):
        place = self.place
        for name, loop, pageable, room in families:
            self.use_pageable(pageable)
            size = 4
            while size <= self.largest // room:
                place.size = size
                place.row = min(size, ROW)
                place.pitch = room * place.row
                self.point(name, loop, 1)
                size *= 4
        self.use_pageable(False)

    def many(self):
        place = self.place
        copies = 1
        while copies <= PARTS and copies * PART <= self.largest:
            place.size = copies * PART
            offsets = range(0, place.size, PART)
            destinations = [place.other + offset for offset in offsets]
            sources = [place.memory + offset for offset in offsets]
            lists = [(ctypes.c_uint64 * copies)(*values) for values in (destinations, sources, [PART] * copies)]
            place.destinations, place.sources, place.sizes = (ctypes.addressof(values) for values in lists)
            place.count = copies
            LISTS[copies] = (
                [driver.CUdeviceptr(address) for address in destinations],
                [driver.CUdeviceptr(address) for address in sources],
                [PART] * copies,
            )
            for name, loop in MANY if BATCHES else MANY[:1]:
                self.point(name, loop, copies)
            copies *= 4

    def array_for_other(self):
        ask(driver.cuMemFree(self.memory.pop()))
        self.place.other = 0
        descriptor = driver.CUDA_ARRAY_DESCRIPTOR()
        descriptor.Width = ROW // 4
        descriptor.Height = max(1, self.largest // ROW)
        descriptor.Format = driver.CUarray_format.CU_AD_FORMAT_UNSIGNED_INT32
        descriptor.NumChannels = 1
        self.array = ask(driver.cuArrayCreate(descriptor))
        self.place.array = int(self.array)


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else LARGEST
    if not ROW <= largest <= LARGEST:
        sys.exit(f"{largest} is not from {ROW} to {LARGEST}")
    ask(driver.cuInit(0))
    device = ask(driver.cuDeviceGet(0))
    context = ask(driver.cuDevicePrimaryCtxRetain(device))
    ask(driver.cuCtxSetCurrent(context))
    calls = ctypes.CDLL(str(pathlib.Path(__file__).resolve().with_name("calls.so")))
    version = ask(driver.cuDriverGetVersion())
    global BATCHES
    BATCHES = version >= 13000 and int(metadata.version("cuda-bindings").split(".")[0]) >= 13
    name = ask(driver.cuDeviceGetName(100, device)).split(b"\0")[0].decode()
    print(f"# machine\t{name}, CUDA {version // 1000}.{version % 1000 // 10}")
    print(f"# against\tcuda-bindings {metadata.version('cuda-bindings')}, Python {sys.version.split()[0]}")
    if not BATCHES:
        print("# skipped\tbatches: they need a driver and bindings of CUDA 13.0 or later")
    print("case\tbytes\tcopies\tcontender\tc_ns\tns\tratio\tagain\trounds")
    sweep = Sweep(calls, largest)
    sweep.sizes(LINEAR)
    sweep.many()
    sweep.sizes(PITCHED)
    sweep.array_for_other()
    sweep.sizes(ARRAY)


main()
