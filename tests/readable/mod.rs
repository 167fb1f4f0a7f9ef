//! What people are told can be read.

/// One line, not too short and not too long, without control characters and without code.
pub(crate) fn is_readable(message: &str) -> bool {
    (3..600).contains(&message.chars().count())
        && !message.chars().any(char::is_control)
        && !["Err(", "Some(", "Os {"].iter().any(|code| message.contains(code))
}
