//! `docs/performance.md`: all tables, with plots, of one run; and what was measured on a GPU, if its files are there.

pub mod gpu;
mod machine;
mod plot;

use crate::chart::Chart;
use crate::contenders::Contender;
use crate::limits::{self, Verdict};
use crate::shell::{self, Table};
use crate::{builds, callgrind, calls, scale, start, stub, time, Result};
use indicatif::{ProgressBar, ProgressStyle};
use plot::Axis;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The page as it grows.
struct Page {
    text: String,
    /// Where the plots go.
    folder: PathBuf,
    bar: ProgressBar,
    verdicts: Vec<Verdict>,
}

/// Seconds that the parts take, so that the bar moves evenly.
const CALLS: u64 = 120;
const START: u64 = 25;
const TIME: u64 = 20;
const SCALE: u64 = 50;
const BUILDS: u64 = 330;

/// Measures all, and writes the page and its plots; gives the limits that are missed.
pub fn write(contenders: &[Contender], own: bool) -> Result<Vec<String>> {
    let docs = shell::root().join("docs");
    let folder = docs.join("performance");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let style = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {percent}% {msg}");
    let bar = ProgressBar::new(CALLS + START + TIME + SCALE + if own { 0 } else { BUILDS });
    bar.set_style(style.map_err(|error| error.to_string())?);
    bar.enable_steady_tick(std::time::Duration::from_millis(500));
    let mut page = Page {
        text: String::new(),
        folder,
        bar,
        verdicts: Vec::new(),
    };
    page.head();
    page.calls(contenders)?;
    page.start(contenders)?;
    page.time(contenders)?;
    page.scale(contenders)?;
    if !own {
        page.builds()?;
    }
    page.gpu()?;
    page.verdict();
    page.bar.finish_and_clear();
    shell::write(&docs.join("performance.md"), &page.text)?;
    Ok(limits::missed(&page.verdicts))
}

impl Page {
    fn head(&mut self) {
        self.line("# What it costs\n");
        self.line(
            "`cargo run -p cuda-mem-bench -- report` wrote this page: it is not to be edited. All figures of a section are of \
             one run; ratios within it hold, times depend on the machine and on what else it did. Instructions are counted \
             and are the same on every run.\n",
        );
        self.line("| measured on | |\n|---|---|");
        for (name, value) in machine::describe() {
            self.line(&format!("| {name} | {} |", cell(&value)));
        }
        self.line(&format!(
            "\nThe driver in all sections but the last is a stub: a library with {} functions, all of the driver's, which \
             return at once, so that what is measured is the way there. A contender that could not be built has its reason \
             below the table; so has a case for which one has no function.\n",
            stub::functions()
        ));
    }

    fn calls(&mut self, contenders: &[Contender]) -> Result<()> {
        self.section(
            "Instructions of a call",
            "ci/bench calls",
            "instructions of calls",
        );
        self.line(&format!(
            "Loop, binding and stub together. Held to: a raw call at most {} over C's through a pointer from dlsym; a checked \
             one at most {} over a raw one. cust_raw and cust are linked to the library, as `C, linked` is: they load no \
             pointer of their own, and do not start where there is no library.\n",
            calls::RAW_OVER_C,
            calls::CHECKED_OVER_RAW
        ));
        if self.no_callgrind() {
            return Ok(());
        }
        let mut tables = Vec::new();
        let found = calls::measure_all(contenders, &mut |table| tables.push(table))?;
        for (table, file) in tables.iter().zip(["calls", "calls-fail"]) {
            self.table(table);
            self.bars(table, "instructions", file)?;
        }
        self.hold(found);
        self.bar.inc(CALLS);
        Ok(())
    }

    fn start(&mut self, contenders: &[Contender]) -> Result<()> {
        self.section("The first call", "ci/bench start", "the first call");
        self.line(&format!(
            "Held to: at most {} instructions over an empty program, one dlopen, one dlsym.\n",
            start::LIMIT
        ));
        if self.no_callgrind() {
            return Ok(());
        }
        let mut tables = Vec::new();
        let found = start::measure_all(contenders, start::ROUNDS, &mut |table| tables.push(table))?;
        tables.iter().for_each(|table| self.table(table));
        self.hold(found);
        self.bar.inc(START);
        Ok(())
    }

    fn no_callgrind(&mut self) -> bool {
        let missing = !callgrind::is_there();
        if missing {
            self.line("Not measured: valgrind is not installed (Debian: `apt-get install valgrind`).\n");
        }
        missing
    }

    fn time(&mut self, contenders: &[Contender]) -> Result<()> {
        self.section("Time of a call", "ci/bench time", "time of calls");
        self.line(
            "Every loop stands in its program four times, sixteen bytes further into a cache line each, and a figure is of all \
             four: by where it lies, a loop this short takes up to a third more or less with the same instructions.\n",
        );
        let mut tables = Vec::new();
        let sink = &mut |table| tables.push(table);
        let found = time::measure_all(contenders, time::ROUNDS, time::ITERATIONS, sink)?;
        let plots = [("nanoseconds", "time"), ("time of C's", "time-of-c")];
        for (table, (unit, file)) in tables.iter().zip(plots) {
            self.table(table);
            self.bars(table, unit, file)?;
        }
        self.hold(found);
        self.bar.inc(TIME);
        Ok(())
    }

    fn scale(&mut self, contenders: &[Contender]) -> Result<()> {
        self.section("Threads, allocations, batches", "ci/bench scale", "scale");
        self.line(
            "Where the stub stands alone, nothing is shared between threads and no books are kept: what would grow is the \
             binding. The emulator (`cuda-mem-emu`) makes every copy and knows every allocation: its column says what a test \
             on it pays, not what a driver takes.\n",
        );
        for chart in scale::all(contenders)? {
            self.table(&chart.table());
            let axis = if chart.file == "threads" {
                Axis::Linear
            } else {
                Axis::Powers
            };
            self.lines(&chart, axis)?;
        }
        self.bar.inc(SCALE);
        Ok(())
    }

    fn builds(&mut self) -> Result<()> {
        self.section("Building it", "ci/bench builds", "builds");
        self.line(&format!(
            "What each is depended on with, features included, stands below the table. Held to: at most {} crates; `check` at \
             most {} of the time of cudarc's driver part, `build --release` at most {}.\n",
            builds::CRATES,
            builds::CHECK_OF_PEER,
            builds::RELEASE_OF_PEER
        ));
        let mut tables = Vec::new();
        let bar = self.bar.clone();
        let found = builds::measure_all(&move |what| bar.set_message(what), &mut |table| {
            tables.push(table)
        })?;
        tables.iter().for_each(|table| self.table(table));
        self.hold(found);
        self.bar.inc(BUILDS);
        Ok(())
    }

    fn gpu(&mut self) -> Result<()> {
        self.section(
            "On a GPU",
            "ci/gpu build FOLDER` here, then on the machine with the GPU `FOLDER/gpu bench FOLDER`, `FOLDER/gpu sweep FOLDER` and `FOLDER/gpu scale FOLDER",
            "GPU results",
        );
        self.line(
            "The same loops in C, linked to the driver, and in Rust, in one process and in turns; for NVIDIA's bindings in \
             Python, in Python's process. Every copy was shown to arrive before it was timed. `C again` is C held against \
             itself: what the method takes for a difference.\n",
        );
        let bench = self.measured("bench.tsv")?;
        let ours = self.measured("sweep.tsv")?;
        let python = self.measured("sweep-python.tsv")?;
        let scale = self.measured("scale.tsv")?;
        if let Some(bench) = &bench {
            self.line("### Calls and large copies\n");
            self.origin(bench);
            self.table(&bench.bench());
            self.verdicts.extend(bench.bench_verdicts());
        }
        if let Some(scale) = &scale {
            self.line("### Allocations that live, threads that call\n");
            self.origin(scale);
            let (tables, charts) = scale.growth();
            for (table, chart) in tables.iter().zip(&charts) {
                self.table(table);
                self.lines(chart, Axis::Linear)?;
            }
            self.verdicts.extend(scale.growth_verdicts());
        }
        if let Some(ours) = &ours {
            self.line("### Copies of 4 B to 1 GiB\n");
            self.origin(ours);
            self.line(&format!("{}\n", ours.over()));
            let (mut tables, mut charts) = ours.sweep("cuda-mem", "gpu-ratio");
            let (more, plots) = ours.reached();
            tables.extend(more);
            charts.extend(plots);
            tables.iter().for_each(|table| self.table(table));
            for chart in &charts {
                let axis = if chart.file == "gpu-ratio" {
                    Axis::Linear
                } else {
                    Axis::Powers
                };
                self.lines(chart, axis)?;
            }
        }
        if let Some(python) = &python {
            self.line("### The same from Python\n");
            self.origin(python);
            let (tables, charts) = python.sweep("cuda-bindings", "gpu-ratio-python");
            tables.iter().for_each(|table| self.table(table));
            for chart in &charts {
                self.lines(chart, Axis::Linear)?;
            }
        }
        Ok(())
    }

    /// The results, or a line that says how to get them.
    fn measured(&mut self, file: &str) -> Result<Option<gpu::Measured>> {
        let path = self.folder.join(file);
        match std::fs::read_to_string(&path) {
            Ok(text) => gpu::read(&text)
                .map(Some)
                .map_err(|reason| format!("{}: {reason}", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                self.line(&format!(
                    "Not measured yet: `docs/performance/{file}`. The commands above write it into FOLDER; put it there and \
                     make this page again.\n"
                ));
                Ok(None)
            }
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    fn origin(&mut self, measured: &gpu::Measured) {
        for (name, value) in &measured.head {
            self.line(&format!("- {name}: {value}"));
        }
        self.line("");
    }

    /// Whether each limit of a section is met, and the page's end is told.
    fn hold(&mut self, verdicts: Vec<Verdict>) {
        self.table(&limits::table(&verdicts));
        self.verdicts.extend(verdicts);
    }

    fn verdict(&mut self) {
        self.text.push_str("## Limits\n\n");
        let (all, missed) = (self.verdicts.len(), limits::missed(&self.verdicts));
        self.line(&format!(
            "{} of {all} limits that were measured are met.",
            all - missed.len()
        ));
        if !missed.is_empty() {
            self.line("");
        }
        for line in missed {
            self.line(&format!("- missed: {line}"));
        }
    }

    fn section(&mut self, title: &str, command: &str, message: &'static str) {
        self.bar.set_message(message);
        self.line(&format!("## {title}\n\nTo repeat it: `{command}`.\n"));
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn table(&mut self, table: &Table) {
        self.text.push_str(&markdown(table));
    }

    fn bars(&mut self, table: &Table, unit: &str, file: &str) -> Result<()> {
        plot::bars(table, unit, &self.plot(file))?;
        self.image(&table.title, file);
        Ok(())
    }

    fn lines(&mut self, chart: &Chart, axis: Axis) -> Result<()> {
        plot::lines(chart, axis, &self.plot(&chart.file))?;
        self.image(&chart.title, &chart.file);
        Ok(())
    }

    fn plot(&self, file: &str) -> PathBuf {
        self.folder.join(Path::new(file).with_extension("svg"))
    }

    fn image(&mut self, title: &str, file: &str) {
        self.line(&format!(
            "![{}](performance/{file}.svg)\n",
            title.replace(['[', ']'], "")
        ));
    }
}

/// A table in Markdown, its title above it.
fn markdown(table: &Table) -> String {
    let mut text = format!("**{}**\n\n", table.title);
    let row = |cells: &[String]| {
        let mut line = String::from("|");
        for index in 0..table.head.len() {
            let _ = write!(
                line,
                " {} |",
                cells.get(index).map_or_else(String::new, |text| cell(text))
            );
        }
        line + "\n"
    };
    text += &row(&table.head);
    text += &format!("|---|{}\n", "--:|".repeat(table.head.len().saturating_sub(1)));
    let mut reasons = Vec::new();
    for cells in &table.rows {
        match &cells[..] {
            // In a cell it would make the column as wide as it is long.
            [name, reason] if table.head.len() > 2 => reasons.push(format!("{name}: {reason}")),
            _ => text += &row(cells),
        }
    }
    text.push('\n');
    for line in reasons.iter().chain(&table.notes) {
        text += &format!("- {line}\n");
    }
    if !(reasons.is_empty() && table.notes.is_empty()) {
        text.push('\n');
    }
    text
}

/// What stands in a cell: a bar would end it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_markdown_and_reasons_stand_below() {
        let row = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
        let rows = [
            row(&["C", "1", "2"]),
            row(&["peer", "not measured: no toolkit"]),
            row(&["a|b", "3", "4"]),
        ];
        assert_eq!(
            markdown(&Table::new("Calls", &["", "one", "two"], &rows)),
            "**Calls**\n\n|  | one | two |\n|---|--:|--:|\n| C | 1 | 2 |\n| a\\|b | 3 | 4 |\n\n\
             - peer: not measured: no toolkit\n\n"
        );
    }

    fn page(folder: &str) -> Page {
        let folder = shell::folder(folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::create_dir_all(&folder).unwrap();
        Page {
            text: String::new(),
            folder,
            bar: ProgressBar::hidden(),
            verdicts: Vec::new(),
        }
    }

    #[test]
    fn without_gpu_results_the_page_says_how_to_get_them() {
        let mut page = page("report-without");
        page.gpu().unwrap();
        for file in ["bench", "sweep", "sweep-python", "scale"] {
            let line = format!("Not measured yet: `docs/performance/{file}.tsv`");
            assert!(page.text.contains(&line), "{}", page.text);
        }
        assert!(page.text.contains("`ci/gpu build FOLDER` here"), "{}", page.text);
    }

    #[test]
    fn gpu_results_become_tables_and_plots_and_a_broken_file_is_named() {
        let mut page = page("report-with");
        let mut rows = String::new();
        for (index, size) in [4u64, 1024, 1 << 20, 1 << 30].into_iter().enumerate() {
            let c = 1000.0 + size as f64 / 50.0;
            rows += &format!("DtoD\t{size}\t1\tx\t{c}\t{c}\t1.0{index}\t1.0\t6\n");
        }
        rows += "DtoD of 4 KiB, loop\t4096\t1\tx\t2000.0\t2000.0\t1.0\t1.0\t6\n";
        let text = crate::against_c::tsv_head("A GPU", "bytes") + &rows;
        for file in ["bench.tsv", "sweep.tsv", "sweep-python.tsv"] {
            std::fs::write(page.folder.join(file), &text).unwrap();
        }
        let grown =
            "f, threads\t1\t1\tx\t40.0\t42.0\t1.05\t1.0\t6\nf, threads\t2\t1\tx\t40.0\t40.0\t1.0\t1.0\t6\n";
        let grown = crate::against_c::tsv_head("A GPU", "point") + grown;
        std::fs::write(page.folder.join("scale.tsv"), grown).unwrap();
        page.gpu().unwrap();
        page.verdict();
        assert!(
            page.text
                .contains("- missed: cuda-mem on a GPU, time of C's, f, threads 1: 1.0500"),
            "{}",
            page.text
        );
        assert!(page.text.contains("- machine: A GPU"), "{}", page.text);
        assert!(page.text.contains("| 1 073 741 824 | 1.030 |"), "{}", page.text);
        for (file, shown) in [
            ("gpu-ratio", "DtoD"),
            ("gpu-ratio-python", "DtoD"),
            ("gpu-bandwidth", "DtoD"),
            ("gpu-many", "DtoD"),
            ("gpu-scale-1", "threads"),
        ] {
            let plot = std::fs::read_to_string(page.folder.join(file).with_extension("svg")).unwrap();
            assert!(plot.starts_with("<svg") && plot.contains(shown), "{file}");
            assert!(
                page.text.contains(&format!("(performance/{file}.svg)")),
                "{}",
                page.text
            );
        }
        std::fs::write(page.folder.join("sweep.tsv"), "nonsense").unwrap();
        let error = page.gpu().unwrap_err();
        assert!(
            error.contains("sweep.tsv: line 1: the columns' names were expected"),
            "{error}"
        );
    }
}
