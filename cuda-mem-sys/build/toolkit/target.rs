//! The target of the build, in the names that CUDA toolkits and Debian use for it.

use std::fs;
use std::path::Path;

/// From `CARGO_CFG_TARGET_ARCH`, `_OS`, `_ENV` and `TARGET`.
#[derive(Clone, Debug)]
pub struct Target {
    pub arch: String,
    pub os: String,
    pub env: String,
    pub triple: String,
}

/// Every name seen below `targets/`. Only these are taken for trees: a user's own folder may be
/// called `targets` too.
const TREES: &[&str] = &[
    "x86_64-linux",
    "sbsa-linux",
    "aarch64-linux",
    "ppc64le-linux",
    "aarch64-qnx",
    "armv7-linux-gnueabihf",
];

impl Target {
    /// The folders below `targets/` that serve this target, best first. For aarch64 the server's
    /// tree comes before Jetson's.
    pub fn trees(&self) -> &'static [&'static str] {
        match (self.arch.as_str(), self.os.as_str()) {
            ("x86_64", "linux") => &["x86_64-linux"],
            ("aarch64", "linux") => &["sbsa-linux", "aarch64-linux"],
            ("aarch64", "nto") => &["aarch64-qnx"],
            ("powerpc64", "linux") => &["ppc64le-linux"],
            ("arm", "linux") => &["armv7-linux-gnueabihf"],
            _ => &[],
        }
    }

    pub fn is_windows(&self) -> bool {
        self.os == "windows"
    }

    /// What Windows toolkits call the architecture: `lib\x64`.
    pub fn windows_arch(&self) -> &'static str {
        match self.arch.as_str() {
            "x86_64" => "x64",
            "aarch64" => "arm64",
            _ => "Win32",
        }
    }

    /// The name of the multiarch folders, as in `/usr/lib/aarch64-linux-gnu`.
    pub fn multiarch(&self) -> Option<String> {
        if self.os != "linux" {
            return None;
        }
        Some(format!("{}-linux-{}", first_part(&self.triple), self.env))
    }

    pub fn hpc_sdk(&self) -> String {
        format!("Linux_{}", self.arch)
    }

    /// Whether the host's own tree would be the wrong one.
    pub fn is_cross(&self, host: &str) -> bool {
        first_part(&self.triple) != first_part(host) || self.is_other_os(host)
    }

    pub fn is_other_os(&self, host: &str) -> bool {
        let named = |os: &str| host.split('-').any(|part| part == os);
        match self.os.as_str() {
            "macos" => !named("darwin"),
            "android" => !(named("android") || named("androideabi")),
            // `x86_64-linux-android` also has a part `linux`.
            "linux" => !named("linux") || named("android"),
            os => !named(os),
        }
    }

    /// The tree that a folder belongs to, if that is another target's. Links are followed, because
    /// a toolkit's `include` is one to the tree of the machine it was installed for.
    pub fn foreign_tree(&self, dir: &Path) -> Option<String> {
        let real = fs::canonicalize(dir).ok()?;
        let names: Vec<_> = real.iter().filter_map(|name| name.to_str()).collect();
        names.windows(2).find_map(|pair| {
            let foreign = match *pair {
                ["targets", tree] => TREES.contains(&tree) && !self.trees().contains(&tree),
                ["hpc_sdk", tree] => tree.starts_with("Linux_") && tree != self.hpc_sdk(),
                _ => false,
            };
            foreign.then(|| pair[1].to_string())
        })
    }
}

fn first_part(triple: &str) -> &str {
    triple.split('-').next().unwrap_or(triple)
}
