//! What people are told can be read.

/// One line, not too short and not too long, without control characters and without code.
pub(crate) fn is_readable(told: &str) -> bool {
    (3..600).contains(&told.chars().count())
        && !told.chars().any(char::is_control)
        && !["Err(", "Some(", "Os {"].iter().any(|code| told.contains(code))
}
