//! A second process: the same test, run again in a child, with a socket between the two that carries messages and
//! file descriptors.
//!
//! A test calls [`Child::run`] and is the parent; in the child, [`parent`] answers the socket's other end, and the
//! test takes the child's part. The child is the whole suite's program with that one test, so it finds its driver as
//! the parent did.

use cuda_mem_tests::runner;
use std::os::unix::io::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Names the socket's descriptor to the child.
const VARIABLE: &str = "CUDA_MEM_TEST_SOCKET";

/// One end of the socket.
pub struct Socket(OwnedFd);

/// The child's end, if this process is one.
pub fn parent() -> Option<Socket> {
    let fd = std::env::var(VARIABLE).ok()?;
    let fd: RawFd = fd.parse().expect("the number of a descriptor");
    // SAFETY: the parent made this descriptor for this process, and the one test that runs here takes it once.
    Some(Socket(unsafe { OwnedFd::from_raw_fd(fd) }))
}

/// A running child.
pub struct Child {
    process: std::process::Child,
    pub socket: Socket,
}

impl Child {
    /// Runs the test of this name (`family::test`) in a child.
    pub fn run(test: &str) -> Child {
        let mut ends = [0; 2];
        // SAFETY: the array has room for both ends. Packets keep messages apart, and an end that closes is noticed.
        let made = unsafe {
            libc::socketpair(
                libc::AF_UNIX,
                libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC,
                0,
                ends.as_mut_ptr(),
            )
        };
        assert_eq!(made, 0, "socketpair: {}", std::io::Error::last_os_error());
        // SAFETY: both were just made.
        let (own, other) = unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) };
        // SAFETY: a flag of an own descriptor: this end goes to the child.
        let kept = unsafe { libc::fcntl(other.as_raw_fd(), libc::F_SETFD, 0) };
        assert_eq!(kept, 0, "fcntl: {}", std::io::Error::last_os_error());
        let mut command = runner::again();
        command
            .args(["--exact", test])
            .env(VARIABLE, other.as_raw_fd().to_string());
        let process = command.spawn().expect("this program, again");
        Child {
            process,
            socket: Socket(own),
        }
    }

    /// Waits for the end of the child; fails if its test did.
    pub fn join(mut self) {
        let status = self.process.wait().expect("the child's status");
        assert!(status.success(), "the child's test failed: {status}");
    }
}

impl Drop for Child {
    /// A parent that fails does not leave a child behind.
    fn drop(&mut self) {
        if let Ok(None) = self.process.try_wait() {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

/// Room for one descriptor in a message's control part, aligned for its header.
#[repr(C)]
union Control {
    _header: libc::cmsghdr,
    bytes: [u8; 64],
}

impl Socket {
    /// Sends bytes, and a descriptor with them if there is one.
    pub fn send(&self, bytes: &[u8], fd: Option<RawFd>) {
        let mut part = libc::iovec {
            iov_base: bytes.as_ptr() as *mut _,
            iov_len: bytes.len(),
        };
        let mut control = Control { bytes: [0; 64] };
        // SAFETY: all zero bytes are an empty message.
        let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
        message.msg_iov = &mut part;
        message.msg_iovlen = 1;
        if let Some(fd) = fd {
            let length = std::mem::size_of::<RawFd>() as libc::c_uint;
            message.msg_control = (&mut control as *mut Control).cast();
            // SAFETY: arithmetic; the header that it finds lies in `control`, which has room for one descriptor.
            unsafe {
                message.msg_controllen = libc::CMSG_SPACE(length) as _;
                let header = libc::CMSG_FIRSTHDR(&message);
                (*header).cmsg_level = libc::SOL_SOCKET;
                (*header).cmsg_type = libc::SCM_RIGHTS;
                (*header).cmsg_len = libc::CMSG_LEN(length) as _;
                libc::CMSG_DATA(header).cast::<RawFd>().write_unaligned(fd);
            }
        }
        // SAFETY: the message points to the slice and the control part, both alive.
        let sent = unsafe { libc::sendmsg(self.0.as_raw_fd(), &message, libc::MSG_NOSIGNAL) };
        assert_eq!(
            sent,
            bytes.len() as isize,
            "sendmsg: {}",
            std::io::Error::last_os_error()
        );
    }

    /// The next message and the descriptor that came with it; fails if the other side is gone.
    pub fn receive(&self) -> (Vec<u8>, Option<OwnedFd>) {
        let mut bytes = vec![0u8; 4096];
        let mut part = libc::iovec {
            iov_base: bytes.as_mut_ptr().cast(),
            iov_len: bytes.len(),
        };
        let mut control = Control { bytes: [0; 64] };
        // SAFETY: all zero bytes are an empty message.
        let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
        message.msg_iov = &mut part;
        message.msg_iovlen = 1;
        message.msg_control = (&mut control as *mut Control).cast();
        message.msg_controllen = std::mem::size_of::<Control>() as _;
        // SAFETY: the message points to a buffer and a control part of these lengths.
        let received = unsafe { libc::recvmsg(self.0.as_raw_fd(), &mut message, libc::MSG_CMSG_CLOEXEC) };
        assert!(received >= 0, "recvmsg: {}", std::io::Error::last_os_error());
        assert!(received > 0, "the other process ended before it answered");
        bytes.truncate(received as usize);
        // SAFETY: the kernel filled the message; the header that it finds, if any, is whole.
        let fd = unsafe {
            let header = libc::CMSG_FIRSTHDR(&message);
            let carries = !header.is_null() && (*header).cmsg_type == libc::SCM_RIGHTS;
            carries.then(|| OwnedFd::from_raw_fd(libc::CMSG_DATA(header).cast::<RawFd>().read_unaligned()))
        };
        (bytes, fd)
    }

    /// The next message, which must carry a descriptor.
    pub fn receive_fd(&self) -> (Vec<u8>, OwnedFd) {
        let (bytes, fd) = self.receive();
        (bytes, fd.expect("a descriptor with the message"))
    }
}
