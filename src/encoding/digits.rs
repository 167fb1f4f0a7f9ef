//! Numbers with few digits, such as somebody would choose.

/// Number rounded to some digits after the first.
///
/// ```
/// assert_eq!(phasor::encoding::with_digits(12_345.0, 2), 12_300.0);
/// ```
pub fn with_digits(value: f64, digits: usize) -> f64 {
    format!("{value:.digits$e}").parse().unwrap_or(value)
}

/// Roundings of a number to one digit, to two and so on, up to `most`: the likelier choices first.
pub(crate) fn fewest_digits_first(value: f64, most: usize) -> impl Iterator<Item = f64> {
    (0..most).map(move |digits| with_digits(value, digits))
}
