//! Readability of messages.

/// True for one line of reasonable length without control characters and debug output.
pub(crate) fn is_readable(message: &str) -> bool {
    (3..600).contains(&message.chars().count())
        && !message.chars().any(char::is_control)
        && !["Err(", "Some(", "Os {"].iter().any(|code| message.contains(code))
}
