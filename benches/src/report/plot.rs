//! Plots as SVG.

use crate::chart::{size, Chart};
use crate::shell::Table;
use crate::Result;
use plotters::prelude::*;
use std::path::Path;

const SIZE: (u32, u32) = (1100, 420);

/// What is left free on the right for the names of the contenders.
const LEGEND: u32 = 290;

/// What the vertical axis has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Axis {
    /// From 0 to a little over the highest figure.
    Linear,
    /// Powers of ten.
    Powers,
}

type Drawing<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// A line for each contender, over powers of two on the horizontal axis.
pub fn lines(chart: &Chart, axis: Axis, file: &Path) -> Result<()> {
    let figures = || {
        let there = chart
            .series
            .iter()
            .filter_map(|series| series.points.as_ref().ok());
        there
            .flatten()
            .map(|point| point.0)
            .filter(|figure| *figure > 0.0)
    };
    let (low, high) = figures().fold((f64::INFINITY, 0.0f64), |(low, high), figure| {
        (low.min(figure), high.max(figure))
    });
    let (Some(first), Some(last)) = (chart.points.first(), chart.points.last()) else {
        return Err(format!("{}: there is nothing to plot", chart.title));
    };
    if high == 0.0 {
        return Err(format!(
            "{}: nothing was measured that could be plotted",
            chart.title
        ));
    }
    let horizontal = (*first as f64 / 1.2)..(*last as f64 * 1.2);
    let there = chart
        .series
        .iter()
        .enumerate()
        .filter(|(_, one)| one.points.is_ok());
    let names: Vec<(usize, &str)> = there.map(|(index, one)| (index, one.name.as_str())).collect();
    draw(file, &names, |area| {
        let mut builder = ChartBuilder::on(area);
        builder
            .margin(12)
            .margin_right(24)
            .x_label_area_size(44)
            .y_label_area_size(76);
        match axis {
            Axis::Linear => {
                let mut context = builder.build_cartesian_2d(horizontal.log_scale(), 0.0..high * 1.08)?;
                mesh!(context, chart);
                series(&mut context, chart)
            }
            Axis::Powers => {
                let vertical = (low / 1.5..high * 1.5).log_scale();
                let mut context = builder.build_cartesian_2d(horizontal.log_scale(), vertical)?;
                mesh!(context, chart);
                series(&mut context, chart)
            }
        }
    })
}

/// The axes of both kinds of chart, which are of different types.
macro_rules! mesh {
    ($context:ident, $chart:ident) => {
        $context
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc($chart.x.as_str())
            .y_desc($chart.unit.as_str())
            .x_label_formatter(&|x: &f64| size(x.round() as u64))
            .y_label_formatter(&|y: &f64| label(*y))
            .draw()?
    };
}
use mesh;

fn series<'a, X, Y>(
    context: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>,
    chart: &Chart,
) -> std::result::Result<(), Failure>
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    for (index, one) in chart.series.iter().enumerate() {
        let Ok(points) = &one.points else { continue };
        let colour = Palette99::pick(index).to_rgba();
        let pairs = chart.points.iter().zip(points);
        // A gap is a figure that is not a number.
        let at: Vec<(f64, f64)> = pairs
            .map(|(x, point)| (*x as f64, point.0))
            .filter(|point| point.1.is_finite())
            .collect();
        context.draw_series(LineSeries::new(at.clone(), colour.stroke_width(2)))?;
        context.draw_series(at.into_iter().map(|point| Circle::new(point, 3, colour.filled())))?;
    }
    Ok(())
}

/// A group of bars for each column of a table, a bar for each row that has figures: the first number of each cell. A cell
/// without one leaves its place empty.
pub fn bars(table: &Table, unit: &str, file: &Path) -> Result<()> {
    let number = |cell: &String| cell.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    let rows: Vec<(&String, Vec<Option<f64>>)> = table
        .rows
        .iter()
        .filter_map(|row| {
            let (name, cells) = row.split_first()?;
            let figures: Vec<Option<f64>> = cells.iter().map(number).collect();
            let whole = figures.len() + 1 == table.head.len() && figures.iter().any(Option::is_some);
            whole.then_some((name, figures))
        })
        .collect();
    let high = rows
        .iter()
        .flat_map(|row| row.1.iter().flatten())
        .copied()
        .fold(0.0, f64::max);
    if high == 0.0 {
        return Err(format!(
            "{}: nothing was measured that could be plotted",
            table.title
        ));
    }
    let groups = table.head.len() - 1;
    let width = 0.8 / rows.len() as f64;
    let named = rows.iter().enumerate();
    let names: Vec<(usize, &str)> = named.map(|(index, (name, _))| (index, name.as_str())).collect();
    draw(file, &names, |area| {
        let mut builder = ChartBuilder::on(area);
        builder
            .margin(12)
            .margin_right(24)
            .x_label_area_size(30)
            .y_label_area_size(76);
        let mut context = builder.build_cartesian_2d(-0.5..groups as f64 - 0.5, 0.0..high * 1.08)?;
        context
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .x_labels(groups + 1)
            .x_label_formatter(&|x: &f64| {
                let whole = (x - x.round()).abs() < 0.01 && *x > -0.5;
                let name = table.head.get(x.round().max(0.0) as usize + 1);
                name.filter(|_| whole).cloned().unwrap_or_default()
            })
            .y_label_formatter(&|y: &f64| label(*y))
            .y_desc(unit)
            .draw()?;
        for (index, (_, figures)) in rows.iter().enumerate() {
            let colour = Palette99::pick(index).to_rgba();
            let left = |group: usize| group as f64 - 0.4 + width * index as f64;
            let bars = figures.iter().enumerate().filter_map(|(group, figure)| {
                let corners = [(left(group), 0.0), (left(group) + width * 0.92, (*figure)?)];
                Some(Rectangle::new(corners, colour.filled()))
            });
            context.draw_series(bars)?;
        }
        Ok(())
    })
}

type Failure = DrawingAreaErrorKind<std::io::Error>;

/// A plot on the left, and on the right the names that its colours have, in the order of the palette.
fn draw(
    file: &Path,
    names: &[(usize, &str)],
    what: impl FnOnce(&Drawing) -> std::result::Result<(), Failure>,
) -> Result<()> {
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    let (left, right) = area.split_horizontally(SIZE.0 - LEGEND);
    area.fill(&WHITE)
        .and_then(|()| what(&left))
        .and_then(|()| legend(&right, names))
        .and_then(|()| area.present())
        .map_err(|error| format!("{}: {error}", file.display()))
}

fn legend(area: &Drawing, names: &[(usize, &str)]) -> std::result::Result<(), Failure> {
    for (line, (index, name)) in names.iter().enumerate() {
        let top = 16 + 18 * line as i32;
        let colour = Palette99::pick(*index).to_rgba();
        area.draw(&Rectangle::new([(4, top), (16, top + 10)], colour.filled()))?;
        area.draw(&Text::new(*name, (22, top), ("sans-serif", 12)))?;
    }
    Ok(())
}

/// As short as the figure allows.
fn label(figure: f64) -> String {
    match figure {
        figure if figure >= 1000.0 => size(figure.round() as u64),
        figure if figure >= 10.0 || figure == 0.0 => format!("{figure:.0}"),
        figure => format!("{figure:.5}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contender_that_lacks_a_case_keeps_its_other_bars() {
        let row = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>();
        let rows = [
            row(&["whole", "1.0 (0.9–1.1)", "2"]),
            row(&["lacking", "3", "–"]),
            row(&["absent", "not measured: no toolkit"]),
        ];
        let file = crate::shell::folder("plot").unwrap().join("bars.svg");
        bars(&Table::new("Calls", &["", "one", "two"], &rows), "ns", &file).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("lacking") && text.contains("whole"), "{text}");
        assert!(!text.contains("absent"), "{text}");
        // The page, three bars, and two colours beside names.
        assert_eq!(text.matches("<rect").count(), 1 + 3 + 2, "{text}");
    }
}
