//! Second processes. A test starts this program again to play a *part*, and the two talk line by line.

use cuda_mem_tests::runner;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

/// What a second process does; it fails by panic.
#[derive(Clone, Copy)]
pub struct Part {
    pub name: &'static str,
    pub play: fn(),
}

/// Names the part that this process is to play.
const VARIABLE: &str = "CUDA_MEM_CONFORMANCE_PART";

/// If this process is a second one, plays its part and ends. Called first thing in `main`.
pub fn play(parts: &[Part]) {
    let name = match std::env::var(VARIABLE) {
        Ok(name) => name,
        Err(_) => return,
    };
    std::thread::spawn(|| {
        std::thread::sleep(Duration::from_secs(20));
        eprintln!("a second process hangs");
        std::process::exit(1);
    });
    let part = parts.iter().find(|part| part.name == name);
    let part = part.unwrap_or_else(|| panic!("{VARIABLE}: there is no part `{name}`"));
    (part.play)();
    std::process::exit(0);
}

/// The second process, as the first one sees it.
pub struct Second {
    process: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Second {
    pub fn start(part: Part) -> Second {
        let mut process = runner::again()
            .env(VARIABLE, part.name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a second process");
        let to = process.stdin.take();
        let from = BufReader::new(process.stdout.take().expect("its output"));
        Second { process, to, from }
    }

    pub fn tell(&mut self, line: &str) {
        let to = self.to.as_mut().expect("its input");
        writeln!(to, "{line}").expect("the second process ended");
    }

    pub fn hear(&mut self) -> String {
        read_line(&mut self.from).expect("the second process ended; its own message stands above")
    }

    /// The one line that it says, or how it ended without. One that hangs ends itself.
    pub fn answer(mut self) -> Result<String, String> {
        let line = read_line(&mut self.from);
        let status = self.process.wait().expect("its end");
        match line {
            Some(line) if status.success() => Ok(line),
            _ => Err(format!("the second process ended with {status}")),
        }
    }

    /// Waits for its end, which must be a good one.
    pub fn end(mut self) {
        self.to = None;
        let status = self.process.wait().expect("its end");
        assert!(status.success(), "the second process ended with {status}");
    }
}

impl Drop for Second {
    /// Of a test that failed. After `end` there is nothing left to kill.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// In the second process: the next line from the first.
pub fn hear() -> String {
    read_line(&mut std::io::stdin().lock()).expect("the first process ended")
}

/// In the second process: a line for the first.
pub fn tell(line: &str) {
    println!("{line}");
    std::io::stdout().flush().expect("the first process ended");
}

fn read_line(from: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    let length = from.read_line(&mut line).expect("a line");
    (length > 0).then(|| line.trim_end().to_string())
}

/// Bytes as a word of a line.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of such a word.
pub fn unhex<const N: usize>(word: &str) -> [u8; N] {
    assert_eq!(word.len(), 2 * N, "`{word}` is not {N} bytes");
    std::array::from_fn(|i| u8::from_str_radix(&word[2 * i..2 * i + 2], 16).expect("two hexadecimal digits"))
}
