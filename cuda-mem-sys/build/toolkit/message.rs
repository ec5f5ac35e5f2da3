//! What the search tells its user: what was looked at, and what to set.

use super::places::Place;
use super::variables::{self, Role, VARIABLES};
use super::{Hit, Probe, Request};

/// A variable names a toolkit that is not there.
pub fn wrong(request: &Request<'_>, place: &Place, probes: &[Probe]) -> String {
    let name = place.name();
    let triple = &request.target.triple;
    let mut text = format!(
        "{} names no folder with a CUDA header for {triple}. Probed, in this order:\n",
        setting(place)
    );
    for probe in probes {
        text += &format!("  {}: {}\n", probe.path.display(), probe.reason);
    }
    text += &if place.exact.is_some() {
        format!("Set {name} to the folder that holds cuda.h")
    } else {
        format!(
            "Set {name} to a toolkit's root, or {} to the folder that holds cuda.h",
            own_variable(request)
        )
    };
    text += &format!(", or unset {name} to have the usual places searched.");
    text
}

/// Nothing names a toolkit and nothing was found.
pub fn not_found(request: &Request<'_>, probes: &[Probe]) -> String {
    let target = &request.target;
    let unset: Vec<String> = VARIABLES
        .iter()
        .filter(|variable| matches!(variable.role, Role::HeaderDir | Role::Root))
        .flat_map(|variable| variable.names(target, &request.host))
        .collect();
    let mut text = format!(
        "no CUDA header found for {}. Unset: {}. Probed, in this order:\n",
        target.triple,
        unset.join(", ")
    );
    for probe in probes {
        text += &format!("  {} ({}): {}\n", probe.path.display(), probe.from, probe.reason);
    }
    if target.is_other_os(&request.host) {
        text += &format!(
            "  no place but these variables: those of {} hold nothing for {}\n",
            request.host, target.os
        );
    }
    text += &format!(
        "Set CUDA_PATH to a toolkit's root, or {} to the folder that holds cuda.h.",
        own_variable(request)
    );
    text
}

pub fn disagreement(first: &Place, hit: &Hit, other: &Place, lost: &Hit) -> String {
    format!(
        "{} and {} name different CUDA headers: {} ({}) is used, {} ({}) is not, because {} is asked first. \
         Unset one of the two, or let them agree.",
        setting(first),
        setting(other),
        hit.header_dir.display(),
        cuda(hit.version),
        lost.header_dir.display(),
        cuda(lost.version),
        first.name(),
    )
}

pub fn ignored(first: &Place, hit: &Hit, other: &Place) -> String {
    format!(
        "{} names no folder with a CUDA header for this target; {} ({}) is used, from {}. Correct or unset {}.",
        setting(other),
        hit.header_dir.display(),
        cuda(hit.version),
        first.name(),
        other.name(),
    )
}

pub fn foreign(request: &Request<'_>, place: &Place, tree: &str) -> String {
    format!(
        "{} is the tree of {tree}, not of {}. It is used because {} names the folder itself.",
        setting(place),
        request.target.triple,
        place.name(),
    )
}

fn setting(place: &Place) -> String {
    format!("{}={}", place.name(), place.value.display())
}

/// The variable of ours that is best set: in a cross build the one for the target, lest build
/// scripts see it too.
fn own_variable(request: &Request<'_>) -> String {
    let target = &request.target;
    let cross = target.is_cross(&request.host);
    variables::names(target, &request.host)
        .into_iter()
        .find(|name| variables::is_per_target(name) == cross)
        .unwrap_or_default()
}

/// `CUDA_VERSION` as people write it.
pub fn cuda(version: u32) -> String {
    format!("CUDA {}.{}", version / 1000, version % 1000 / 10)
}
