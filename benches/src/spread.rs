//! The middle of figures, and how far they lie apart.

/// Median, and the quartiles around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// A quarter of the figures are below.
    pub low: f64,
    /// Half of them are below.
    pub median: f64,
    /// Three quarters are below.
    pub high: f64,
}

impl Spread {
    /// Of nothing, all three are no numbers.
    pub fn of(values: &[f64]) -> Spread {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |part: usize| {
            let last = sorted.len().checked_sub(1)?;
            sorted.get((last * part + 2) / 4).copied()
        };
        let at = |part| at(part).unwrap_or(f64::NAN);
        Spread {
            low: at(1),
            median: at(2),
            high: at(3),
        }
    }

    /// Of one's figure by the other's, round by round.
    pub fn of_ratios(over: &[f64], under: &[f64]) -> Spread {
        let ratios: Vec<f64> = over.iter().zip(under).map(|(over, under)| over / under).collect();
        Spread::of(&ratios)
    }

    /// `median (low–high)`.
    pub fn text(&self, digits: usize) -> String {
        format!("{:.digits$} {}", self.median, self.range(digits))
    }

    /// `(low–high)`.
    pub fn range(&self, digits: usize) -> String {
        format!("({:.digits$}–{:.digits$})", self.low, self.high)
    }
}

/// The middle one; for an even number, the higher of the two.
pub fn median(values: &[f64]) -> f64 {
    Spread::of(values).median
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_around_the_median() {
        let spread = Spread::of(&[5.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!((spread.low, spread.median, spread.high), (2.0, 3.0, 4.0));
        assert_eq!(spread.text(1), "3.0 (2.0–4.0)");
        assert_eq!(median(&[2.0, 1.0]), 2.0);
        assert_eq!(Spread::of(&[7.0]).high, 7.0);
        assert!(Spread::of(&[]).median.is_nan());
    }

    #[test]
    fn a_round_that_was_slow_for_both_changes_no_ratio() {
        let spread = Spread::of_ratios(&[2.0, 20.0, 2.0], &[1.0, 10.0, 1.0]);
        assert_eq!((spread.low, spread.median, spread.high), (2.0, 2.0, 2.0));
    }
}
