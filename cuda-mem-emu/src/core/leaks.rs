//! What a program did not give back: said when the process exits, and when a context takes its own memory with it.

use super::context::goes_with_its_context;
use super::state::State;
use std::collections::BTreeMap;

impl State {
    /// At the exit of the process: all that is left.
    pub(crate) fn report_leaks(&self) {
        self.report("at exit", None);
        let handles = self.virtuals.handles.values();
        say(
            "at exit",
            "of cuMemCreate not released",
            handles.filter(|handle| handle.is_held()).count(),
        );
        say(
            "at exit",
            "of cuMemAddressReserve not freed",
            self.virtuals.reservations(),
        );
        let pools = self.pools.pools.values();
        let own = pools.filter(|pool| pool.alive && !pool.default);
        say("at exit", "of cuMemPoolCreate not destroyed", own.count());
    }

    /// At the end of a context: what ends with it, if leaks are asked for.
    pub(crate) fn report_leaks_of(&self, context: u64) {
        if crate::config::with(|settings| settings.leaks) {
            self.report("at the end of its context", Some(context));
        }
    }

    /// Memory, for each call that allocates: how many and how many bytes. Then arrays.
    fn report(&self, when: &str, context: Option<u64>) {
        let counts = |own: u64| context.map_or(true, |context| context == own);
        let mut leaks: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for region in self.map.iter() {
            if counts(region.context) && (context.is_none() || goes_with_its_context(&region.kind)) {
                let sum = leaks.entry(region.made_by).or_default();
                *sum = (sum.0 + 1, sum.1 + region.size);
            }
        }
        for (symbol, (count, bytes)) in leaks {
            let name = crate::symbols::public_name(symbol);
            crate::report::say(&format!("{when}: {count} of {name} not freed, {bytes} bytes"));
        }
        let arrays = self.arrays.arrays.values();
        let whole = arrays.filter(|array| !array.part && counts(array.context));
        say(when, "of cuArrayCreate not destroyed", whole.count());
        let mipmaps = self.arrays.mipmaps.values();
        say(
            when,
            "of cuMipmappedArrayCreate not destroyed",
            mipmaps.filter(|mipmap| counts(mipmap.context)).count(),
        );
    }
}

fn say(when: &str, what: &str, count: usize) {
    if count > 0 {
        crate::report::say(&format!("{when}: {count} {what}"));
    }
}
