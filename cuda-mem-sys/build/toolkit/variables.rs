//! The environment variables that are read, in the order in which they are asked.

use super::target::Target;

/// What a variable's value stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// The folder that holds cuda.h. Names a toolkit: a wrong value is an error.
    HeaderDir,
    /// A toolkit's root. Names a toolkit: a wrong value is an error.
    Root,
    /// A prefix that may or may not hold a toolkit.
    Hint,
    /// A toolkit's root, as installers on Windows leave it behind for every version.
    WindowsHint,
    /// Where Windows keeps programs.
    ProgramFiles,
}

pub struct Variable {
    /// `<target>` and `<major>_<minor>` stand for what `names` puts there.
    pub name: &'static str,
    pub role: Role,
}

const fn variable(name: &'static str, role: Role) -> Variable {
    Variable { name, role }
}

pub const VARIABLES: &[Variable] = &[
    variable("CUDA_MEM_HEADER_DIR_<target>", Role::HeaderDir),
    variable("CUDA_MEM_HEADER_DIR", Role::HeaderDir),
    variable("CUDA_PATH", Role::Root),
    variable("CUDA_HOME", Role::Root),
    variable("CUDA_ROOT", Role::Root),
    variable("CUDA_TOOLKIT_ROOT_DIR", Role::Root),
    variable("CONDA_PREFIX", Role::Hint),
    variable("VIRTUAL_ENV", Role::Hint),
    variable("NVHPC_CUDA_HOME", Role::Hint),
    variable("NVHPC_ROOT", Role::Hint),
    variable("CUDA_PATH_V<major>_<minor>", Role::WindowsHint),
    variable("ProgramFiles", Role::ProgramFiles),
];

/// The name of every variable that a build for this target on this host reads, in order.
pub fn names(target: &Target, host: &str) -> Vec<String> {
    VARIABLES
        .iter()
        .flat_map(|variable| variable.names(target, host))
        .collect()
}

impl Variable {
    pub fn names(&self, target: &Target, host: &str) -> Vec<String> {
        let same_system = !target.is_other_os(host);
        let applies = match self.role {
            Role::HeaderDir | Role::Root => true,
            // Another system's programs are not in this one's places.
            Role::Hint => same_system,
            Role::WindowsHint | Role::ProgramFiles => same_system && target.is_windows(),
        };
        if !applies {
            return Vec::new();
        }
        if self.name.contains("<major>") {
            // An environment can be asked for a name, not for a pattern; these bounds leave room
            // for years.
            return (11..20)
                .rev()
                .flat_map(|major| (0..10).rev().map(move |minor| format!("{major}_{minor}")))
                .map(|version| self.name.replace("<major>_<minor>", &version))
                .collect();
        }
        vec![self.name.replace("<target>", &shell_name(target))]
    }
}

pub fn is_per_target(name: &str) -> bool {
    name.starts_with("CUDA_MEM_HEADER_DIR_")
}

/// The target's triple in letters that a shell accepts in a variable's name.
fn shell_name(target: &Target) -> String {
    target.triple.replace(['-', '.'], "_")
}
