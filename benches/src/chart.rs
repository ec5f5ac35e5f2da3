//! Figures over a size: what a table of them and a plot of them share.

use crate::shell::Table;

/// One contender's figures.
#[derive(Debug, Clone)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// A figure for each point, and its ratio to the first series' at that point; `Err` has the reason for none.
    pub points: Result<Vec<(f64, f64)>, String>,
}

/// Contenders over the same points.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The file of the plot, without the ending.
    pub file: String,
    /// What was measured, how, and what the figures are.
    pub title: String,
    /// What the points are.
    pub x: String,
    /// The points.
    pub points: Vec<u64>,
    /// The unit of the figures.
    pub unit: String,
    /// All contenders; ratios are to the first.
    pub series: Vec<Series>,
}

impl Chart {
    /// A row for each point, a column for each contender: the figure, and its ratio to the first one's.
    pub fn table(&self) -> Table {
        let there = || {
            self.series
                .iter()
                .filter_map(|one| one.points.as_ref().ok().map(|points| (&one.name, points)))
        };
        let head = std::iter::once(self.x.clone()).chain(there().map(|(name, _)| name.clone()));
        let rows = self.points.iter().enumerate().map(|(index, point)| {
            let cells = there().enumerate().map(|(column, (_, points))| {
                let cell = |(figure, ratio): &(f64, f64)| match column {
                    0 => figure_text(*figure),
                    _ => format!("{} ({ratio:.2})", figure_text(*figure)),
                };
                points.get(index).map_or_else(String::new, cell)
            });
            std::iter::once(size(*point)).chain(cells).collect()
        });
        let missing = self.series.iter().filter_map(|one| {
            let reason = one.points.as_ref().err()?;
            Some(format!("{}: {}", one.name, crate::calls::short(reason)))
        });
        Table {
            title: format!("{}, {}", self.title, self.unit),
            head: head.collect(),
            rows: rows.collect(),
            notes: missing.collect(),
        }
    }
}

/// Three digits at least, no more after the point than tell something.
fn figure_text(figure: f64) -> String {
    match figure {
        figure if figure >= 100.0 => format!("{figure:.0}"),
        figure if figure >= 10.0 => format!("{figure:.1}"),
        figure if figure >= 1.0 => format!("{figure:.2}"),
        _ => format!("{figure:.4}"),
    }
}

/// A number with spaces between its thousands.
pub fn size(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_figures_ratios_and_reasons() {
        let chart = Chart {
            file: "a".to_string(),
            title: "Calls".to_string(),
            x: "threads".to_string(),
            points: vec![1, 4096],
            unit: "ns".to_string(),
            series: vec![
                Series {
                    name: "C".to_string(),
                    points: Ok(vec![(2.0, 1.0), (123.4, 1.0)]),
                },
                Series {
                    name: "peer".to_string(),
                    points: Err("error: no toolkit".to_string()),
                },
                Series {
                    name: "ours".to_string(),
                    points: Ok(vec![(2.02, 1.01), (12.34, 0.1)]),
                },
            ],
        };
        let table = chart.table();
        assert_eq!(table.head, ["threads", "C", "ours"]);
        assert_eq!(
            table.rows,
            [["1", "2.00", "2.02 (1.01)"], ["4 096", "123", "12.3 (0.10)"]]
        );
        assert_eq!(table.notes, ["peer: not measured: error: no toolkit"]);
    }
}
