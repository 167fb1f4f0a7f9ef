//! Numbers as people read them, and as programs do.

/// Shortest digits that read back the same `f64`; whole values without a point.
pub fn shortest(value: f64) -> String {
    let mut buffer = zmij::Buffer::new();
    trimmed(buffer.format(value)).to_owned()
}

/// Without the `.0` of whole values.
pub(crate) fn trimmed(text: &str) -> &str {
    match text.strip_suffix(".0") {
        Some("-0") => "0",
        Some(whole) => whole,
        None => text,
    }
}

/// `significant` digits for reading: `0.362221`, `15.3373`, `54410`, `1.00000e-12`.
pub fn readable(value: f64, significant: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = value.abs().log10().floor() as i32;
    if (-5..15).contains(&magnitude) {
        let decimals = (significant as i32 - 1 - magnitude).max(0) as usize;
        if decimals == 0 {
            grouped(value.round() as i64)
        } else {
            with_minus(&format!("{value:.decimals$}"))
        }
    } else {
        scientific(value, significant)
    }
}

/// An angle whose sine is to be taken: six digits, and four decimals however many turns it has.
pub fn angle(radians: f64) -> String {
    if radians.abs() < 100.0 {
        return readable(radians, 6);
    }
    let text = format!("{:.4}", radians.abs());
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, "0"));
    let sign = if radians < 0.0 { "−" } else { "" };
    format!("{sign}{}.{decimals}", grouped(whole.parse().unwrap_or(i64::MAX)))
}

/// So many decimals, with a real minus; what rounds to 0 has no sign.
pub fn decimal(value: f64, decimals: usize) -> String {
    let is_zero = value.abs() < 0.5 * 10.0_f64.powi(-(decimals as i32));
    with_minus(&format!("{:.decimals$}", if is_zero { 0.0 } else { value }))
}

/// `2.6 × 10⁻¹⁵`, or `0`.
pub fn scientific(value: f64, significant: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.*e}", significant.saturating_sub(1));
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            with_minus(&format!("{mantissa} × 10{}", superscript(exponent)))
        }
        None => text,
    }
}

/// A whole number with narrow spaces between thousands, from five digits on: `54 410`. No line breaks
/// in them.
pub fn grouped(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut out = if value < 0 { "−".to_owned() } else { String::new() };
    for (i, digit) in digits.chars().enumerate() {
        if digits.len() > 4 && i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(NARROW_SPACE);
        }
        out.push(digit);
    }
    out
}

/// Between thousands: narrow, and no line breaks there.
pub(crate) const NARROW_SPACE: char = '\u{202f}';

/// Some times a power of ten: `0.5`, `200`, `10⁵`, `2·10⁶`.
pub fn round(factor: f64, power: i64) -> String {
    match power {
        0..=4 => grouped((factor * 10.0_f64.powi(power as i32)).round() as i64),
        -4..0 => {
            format!("{:.*}", power.unsigned_abs() as usize, factor * 10.0_f64.powi(power as i32))
        }
        _ => {
            let power = format!("10{}", superscript(&power.to_string()));
            if factor > 1.0 { format!("{factor}·{power}") } else { power }
        }
    }
}

/// `1 position`, `256 positions`.
pub fn counted(number: i64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(number))
}

/// A base: `10000`, and `1e12` rather than thirteen digits.
pub fn base(value: f64) -> String {
    let shortest = shortest(value);
    let scientific = format!("{value:e}");
    if shortest.len() > 8 && scientific.len() < shortest.len() { scientific } else { shortest }
}

/// The sign of minus as print has it.
pub fn with_minus(text: &str) -> String {
    text.replace('-', "−")
}

/// Digits and sign raised.
pub fn superscript(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '-' | '−' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '0' => '⁰',
            '4'..='9' => char::from_u32('⁴' as u32 + (c as u32 - '4' as u32)).unwrap_or(c),
            other => other,
        })
        .collect()
}

/// Digits and sign lowered.
pub fn subscript(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '-' | '−' => '₋',
            '0'..='9' => char::from_u32('₀' as u32 + (c as u32 - '0' as u32)).unwrap_or(c),
            other => other,
        })
        .collect()
}

/// Without what people write between the digits of large numbers, and with a plain minus.
fn cleaned(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .map(|c| if c == '−' { '-' } else { c })
        .collect()
}

/// A finite number as typed: `10000`, `1e4`, `10 000`.
pub fn parse(text: &str) -> Option<f64> {
    cleaned(text).parse().ok().filter(|value: &f64| value.is_finite())
}

/// A whole number as typed: `4294967296`, `65 536`, `2^32`, `1e6`.
pub fn parse_whole(text: &str) -> Option<i64> {
    let text = cleaned(text);
    if let Ok(value) = text.parse() {
        return Some(value);
    }
    if let Some((base, exponent)) = text.split_once('^') {
        let sign = if base.starts_with('-') { -1 } else { 1 };
        let base: i64 = base.trim_start_matches('-').parse().ok()?;
        return base.checked_pow(exponent.parse().ok()?).map(|power| sign * power);
    }
    let value: f64 = text.parse().ok()?;
    (value.fract() == 0.0 && value.abs() < 9e15).then_some(value as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_values_have_no_point_and_all_read_back() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.0, "-1"),
            (0.1, "0.1"),
            (1e12, "1000000000000"),
        ] {
            assert_eq!(shortest(value), expected, "shortest text of {value}");
            assert_eq!(shortest(value).parse::<f64>().unwrap(), value, "{value} reads back");
        }
    }

    #[test]
    fn reads_what_people_type() {
        for (text, expected) in [
            ("256", Some(256)),
            ("65 536", Some(65_536)),
            ("-2^32", Some(-(1 << 32))),
            ("1e6", Some(1_000_000)),
            ("−3", Some(-3)),
            ("1.5", None),
            ("2^999", None),
            ("", None),
            ("many", None),
        ] {
            assert_eq!(parse_whole(text), expected, "{text:?}");
        }
    }

    #[test]
    fn reads_well() {
        assert_eq!(readable(27_270_571.2, 6), "27\u{202f}270\u{202f}571");
        assert_eq!(readable(0.362_220_52, 6), "0.362221");
        assert_eq!(readable(15.337_3, 6), "15.3373");
        assert_eq!((decimal(-1e-9, 6), decimal(-0.25, 1)), ("0.000000".into(), "−0.2".into()));
        assert_eq!(scientific(-2.6e-15, 2), "−2.6 × 10⁻¹⁵");
        assert_eq!(grouped(-54_410), "−54\u{202f}410");
        assert_eq!(grouped(1234), "1234");
        assert_eq!(subscript("-10"), "₋₁₀");
    }
}
