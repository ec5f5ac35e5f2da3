//! The part of the report that was measured on a GPU: read from the files that `ci/gpu bench`, `ci/gpu sweep` and `ci/gpu
//! scale` wrote.

use crate::against_c::{BANDWIDTH_OF_C, TIME_OF_C};
use crate::chart::{size, Chart, Series};
use crate::limits::Verdict;
use crate::shell::Table;
use crate::Result;

/// A case at a size.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The case.
    pub case: String,
    /// Bytes of an iteration; 0 where the call itself was timed. In what `ci/gpu scale` wrote, the allocations that live, or
    /// the threads.
    pub bytes: u64,
    /// Copies of an iteration.
    pub copies: u64,
    /// Nanoseconds of an iteration in C.
    pub c: f64,
    /// Nanoseconds of an iteration of the other.
    pub own: f64,
    /// The other's time of C's.
    pub ratio: f64,
    /// C's time of C's, once more.
    pub again: f64,
}

/// A file's head and rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Measured {
    /// Names and values.
    pub head: Vec<(String, String)>,
    /// In the file's order.
    pub rows: Vec<Row>,
}

/// The second one is `point` where a case grows otherwise than in bytes.
const COLUMNS: [&str; 2] = [
    "case\tbytes\tcopies\tcontender\tc_ns\tns\tratio\tagain\trounds",
    "case\tpoint\tcopies\tcontender\tc_ns\tns\tratio\tagain\trounds",
];

/// Reads a file's text.
pub fn read(text: &str) -> Result<Measured> {
    let mut measured = Measured::default();
    let mut columns = false;
    for (number, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}: `{line}`", number + 1);
        if let Some(head) = line.strip_prefix("# ") {
            let (name, value) = head.split_once('\t').ok_or_else(|| wrong("no value"))?;
            measured.head.push((name.to_string(), value.to_string()));
        } else if COLUMNS.contains(&line) {
            columns = true;
        } else if !columns {
            return Err(wrong("the columns' names were expected"));
        } else {
            let cells: Vec<&str> = line.split('\t').collect();
            let [case, bytes, copies, _, c, own, ratio, again, _] = cells[..] else {
                return Err(wrong("nine columns were expected"));
            };
            let whole = |cell: &str| cell.parse::<u64>().map_err(|_| wrong("no whole number"));
            let figure = |cell: &str| {
                let figure = cell
                    .parse::<f64>()
                    .ok()
                    .filter(|figure| *figure > 0.0 && figure.is_finite());
                figure.ok_or_else(|| wrong("no figure above 0"))
            };
            measured.rows.push(Row {
                case: case.to_string(),
                bytes: whole(bytes)?,
                copies: whole(copies)?,
                c: figure(c)?,
                own: figure(own)?,
                ratio: figure(ratio)?,
                again: figure(again)?,
            });
        }
    }
    match measured.rows.is_empty() {
        true => Err("there is no row".to_string()),
        false => Ok(measured),
    }
}

impl Measured {
    /// The cases, in order.
    fn cases(&self) -> Vec<&str> {
        let mut cases: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !cases.contains(&row.case.as_str()) {
                cases.push(&row.case);
            }
        }
        cases
    }

    fn at(&self, case: &str, bytes: u64) -> Option<&Row> {
        self.rows
            .iter()
            .find(|row| row.case == case && row.bytes == bytes)
    }

    fn sizes(&self, cases: &[&str]) -> Vec<u64> {
        let rows = self.rows.iter().filter(|row| cases.contains(&row.case.as_str()));
        let mut sizes: Vec<u64> = rows.map(|row| row.bytes).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// A row for each size, a column for each case.
    fn table(&self, title: &str, cases: &[&str], cell: impl Fn(&Row) -> String) -> Table {
        let rows = self.sizes(cases).into_iter().map(|bytes| {
            let cells = cases
                .iter()
                .map(|case| self.at(case, bytes).map_or_else(|| "–".to_string(), &cell));
            std::iter::once(size(bytes)).chain(cells).collect()
        });
        Table {
            title: title.to_string(),
            head: std::iter::once("bytes")
                .chain(cases.iter().copied())
                .map(str::to_string)
                .collect(),
            rows: rows.collect(),
            notes: Vec::new(),
        }
    }

    /// A line for each case.
    fn chart(
        &self,
        file: &str,
        title: &str,
        unit: &str,
        cases: &[&str],
        figure: impl Fn(&Row) -> f64,
    ) -> Chart {
        let points = self.sizes(cases);
        let series = cases.iter().map(|case| {
            let at = |bytes: &u64| self.at(case, *bytes).map_or(f64::NAN, &figure);
            Series {
                name: case.to_string(),
                points: Ok(points.iter().map(|bytes| (at(bytes), f64::NAN)).collect()),
            }
        });
        Chart {
            file: file.to_string(),
            title: title.to_string(),
            x: "bytes".to_string(),
            series: series.collect(),
            unit: unit.to_string(),
            points,
        }
    }

    fn copies(&self) -> (Vec<&str>, Vec<&str>) {
        self.cases()
            .into_iter()
            .partition(|case| !case.contains("of 4 KiB"))
    }

    /// What C reached, and the others' times of C's. The file of the plots begins with `file`.
    pub fn sweep(&self, who: &str, file: &str) -> (Vec<Table>, Vec<Chart>) {
        let (single, many) = self.copies();
        let tables = vec![
            self.table(&format!("{who}'s time of C's: one copy"), &single, |row| {
                format!("{:.3}", row.ratio)
            }),
            self.table(
                &format!("{who}'s time of C's: copies of 4 KiB, a call each or one call"),
                &many,
                |row| format!("{:.3}", row.ratio),
            ),
        ];
        let title = format!("{who}'s time of C's");
        let chart = self.chart(file, &title, "time of C's", &single, |row| row.ratio);
        (tables, vec![chart])
    }

    /// What C reached: times of small copies are those of the call.
    pub fn reached(&self) -> (Vec<Table>, Vec<Chart>) {
        let (single, many) = self.copies();
        let bandwidth = |row: &Row| row.bytes as f64 / row.c;
        let per_copy = |row: &Row| row.c / row.copies as f64;
        let tables = vec![
            self.table("C, GB/s of what arrives: one copy", &single, |row| {
                format!("{:.*}", if bandwidth(row) < 1.0 { 4 } else { 1 }, bandwidth(row))
            }),
            self.table("C, nanoseconds of each copy of 4 KiB", &many, |row| {
                format!("{:.0}", per_copy(row))
            }),
        ];
        let charts = vec![
            self.chart(
                "gpu-bandwidth",
                "C, GB/s of what arrives",
                "GB/s",
                &single,
                bandwidth,
            ),
            self.chart(
                "gpu-many",
                "C, nanoseconds of each copy of 4 KiB",
                "ns",
                &many,
                per_copy,
            ),
        ];
        (tables, charts)
    }

    /// Calls and copies of the comparison that has limits, and which of them are over.
    pub fn bench(&self) -> Table {
        let rows = self.rows.iter().map(|row| {
            let c = match row.bytes {
                0 => format!("{:.1} ns", row.c),
                bytes => format!("{:.1} GB/s", bytes as f64 / row.c),
            };
            vec![
                row.case.clone(),
                c,
                format!("{:.4}", row.ratio),
                format!("{:.4}", row.again),
                format!("{:.4}", limit(row)),
                mark(row.ratio <= limit(row)).to_string(),
            ]
        });
        Table {
            title: "Calls, and copies of 256 MiB: C's figure, and cuda-mem's time of C's".to_string(),
            head: ["", "C", "cuda-mem / C", "C again / C", "limit", ""]
                .map(str::to_string)
                .to_vec(),
            rows: rows.collect(),
            notes: Vec::new(),
        }
    }

    /// What each row of `bench` is held to.
    pub fn bench_verdicts(&self) -> Vec<Verdict> {
        let of = |row: &Row| verdict(row, row.case.clone(), limit(row));
        self.rows.iter().map(of).collect()
    }

    /// What each row of `growth` is held to.
    pub fn growth_verdicts(&self) -> Vec<Verdict> {
        let of = |row: &Row| verdict(row, format!("{} {}", row.case, size(row.bytes)), TIME_OF_C);
        self.rows.iter().map(of).collect()
    }

    /// Cases that grow with allocations or threads: a table for each, and a plot of both sides.
    pub fn growth(&self) -> (Vec<Table>, Vec<Chart>) {
        let cases = self.cases().into_iter().enumerate();
        cases.map(|(index, case)| self.grown(index, case)).unzip()
    }

    fn grown(&self, index: usize, case: &str) -> (Table, Chart) {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.case == case).collect();
        let threads = case.ends_with("threads");
        let (unit, x) = match threads {
            true => ("million calls per second of all threads", "threads"),
            false => ("nanoseconds of the two calls", "live allocations"),
        };
        let figure = |row: &Row, nanoseconds: f64| match threads {
            true => row.bytes as f64 * 1e3 / nanoseconds,
            false => nanoseconds,
        };
        let cells = |row: &&Row| {
            vec![
                size(row.bytes),
                format!("{:.2}", figure(row, row.c)),
                format!("{:.2}", figure(row, row.own)),
                format!("{:.4}", row.ratio),
                format!("{:.4}", row.again),
                mark(row.ratio <= TIME_OF_C).to_string(),
            ]
        };
        let head = [x, "C", "cuda-mem", "cuda-mem / C", "C again / C", ""];
        let title = format!("{case}: {unit}, and the time of C's, at most {TIME_OF_C}");
        let table = Table::new(&title, &head, &rows.iter().map(cells).collect::<Vec<_>>());
        let series = |name: &str, of: fn(&Row) -> f64| Series {
            name: name.to_string(),
            points: Ok(rows.iter().map(|row| (figure(row, of(row)), f64::NAN)).collect()),
        };
        let chart = Chart {
            file: format!("gpu-scale-{}", index + 1),
            title: case.to_string(),
            x: x.to_string(),
            points: rows.iter().map(|row| row.bytes).collect(),
            unit: unit.to_string(),
            series: vec![series("C", |row| row.c), series("cuda-mem", |row| row.own)],
        };
        (table, chart)
    }

    /// A sentence on the rows over the limit of calls, with each one's ratio and what the method takes for a difference.
    pub fn over(&self) -> String {
        let over: Vec<String> = self
            .rows
            .iter()
            .filter(|row| row.ratio > TIME_OF_C)
            .map(|row| {
                format!(
                    "{} of {} bytes {:.3} (C again {:.3})",
                    row.case,
                    size(row.bytes),
                    row.ratio,
                    row.again
                )
            })
            .collect();
        match over.len() {
            0 => format!(
                "None of the {} rows takes more than {TIME_OF_C} of C's time.",
                self.rows.len()
            ),
            count => format!(
                "{count} of the {} rows take more than {TIME_OF_C} of C's time: {}.",
                self.rows.len(),
                over.join("; ")
            ),
        }
    }
}

fn mark(met: bool) -> &'static str {
    if met {
        "met"
    } else {
        "MISSED"
    }
}

fn verdict(row: &Row, case: String, allowed: f64) -> Verdict {
    let mut verdict = Verdict::at_most("cuda-mem on a GPU, time of C's", &case, row.ratio, allowed, 4);
    verdict.why = format!("C of itself, once more, {:.4}", row.again);
    verdict
}

/// What a row's time may be of C's: a call's, or that of a bandwidth.
fn limit(row: &Row) -> f64 {
    match row.bytes {
        0 => TIME_OF_C,
        _ => 1.0 / BANDWIDTH_OF_C,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(rows: &str) -> String {
        format!("# machine\tA GPU\n{}\n{rows}", COLUMNS[0])
    }

    #[test]
    fn files_are_read() {
        let text = file("DtoD\t4\t1\tcuda-mem\t100.0\t101.0\t1.0100\t1.0010\t6\nDtoD\t16\t1\tcuda-mem\t100.0\t110.0\t1.1000\t1.0\t6\n");
        let measured = read(&text).unwrap();
        assert_eq!(measured.head, [("machine".to_string(), "A GPU".to_string())]);
        assert_eq!(measured.rows[0].ratio, 1.01);
        assert_eq!(
            measured.over(),
            "1 of the 2 rows take more than 1.03 of C's time: DtoD of 16 bytes 1.100 (C again 1.000)."
        );
        let (tables, _) = measured.sweep("It", "it");
        assert_eq!(tables[0].rows, [["4", "1.010"], ["16", "1.100"]]);
    }

    #[test]
    fn growth_has_a_table_for_each_case_and_is_held_to_the_limit() {
        let text = format!(
            "{}\nalive\t10\t1\tcuda-mem\t200\t203\t1.015\t1.0\t6\nf, threads\t4\t1\tcuda-mem\t40\t42\t1.05\t1.04\t6\n",
            COLUMNS[1]
        );
        let measured = read(&text).unwrap();
        let (tables, charts) = measured.growth();
        assert_eq!(
            tables[0].rows,
            [["10", "200.00", "203.00", "1.0150", "1.0000", "met"]]
        );
        // Four threads that each make a call in 40 ns.
        assert_eq!(
            tables[1].rows,
            [["4", "100.00", "95.24", "1.0500", "1.0400", "MISSED"]]
        );
        assert_eq!((charts.len(), &charts[1].points), (2, &vec![4]));
        let missed = crate::limits::missed(&measured.growth_verdicts());
        assert_eq!(
            missed,
            ["cuda-mem on a GPU, time of C's, f, threads 4: 1.0500 of 1.0300: C of itself, once more, 1.0400"]
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, reason) in [
            (file(""), "there is no row"),
            (file("DtoD\t4\n"), "line 3: nine columns were expected: `DtoD\t4`"),
            (
                file("DtoD\t4\t1\tx\t0\t1\t1\t1\t6\n"),
                "line 3: no figure above 0",
            ),
            (file("DtoD\tx\t1\tx\t1\t1\t1\t1\t6\n"), "line 3: no whole number"),
            (
                "DtoD\n".to_string(),
                "line 1: the columns' names were expected: `DtoD`",
            ),
            ("# machine\n".to_string(), "line 1: no value"),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
