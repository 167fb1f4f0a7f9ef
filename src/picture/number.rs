//! Formats numbers for people and for programs, and parses typed numbers.

/// Shortest digits that parse back to the same `f64`; integers without a decimal point.
pub fn shortest(value: f64) -> String {
    let mut buffer = zmij::Buffer::new();
    trimmed(buffer.format(value)).to_owned()
}

/// Shortest digits that read back as the same number in single precision.
pub fn shortest_single(value: f64) -> String {
    let mut buffer = zmij::Buffer::new();
    trimmed(buffer.format(value as f32)).to_owned()
}

/// Removes the `.0` of integers.
pub(crate) fn trimmed(text: &str) -> &str {
    match text.strip_suffix(".0") {
        Some("-0") => "0",
        Some(whole) => whole,
        None => text,
    }
}

/// Formats with `significant` digits for reading: `0.362221`, `15.3373`, `54 410`, `1.00000 × 10⁻¹²`.
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
            typographic(&format!("{value:.decimals$}"))
        }
    } else {
        scientific(value, significant)
    }
}

/// Formats an angle in radians precisely enough to take its sine: six significant digits, and four decimals from
/// 100 radians on.
pub fn angle(radians: f64) -> String {
    if radians.abs() < 100.0 {
        return readable(radians, 6);
    }
    typographic(&format!("{radians:.4}"))
}

/// Formats with a fixed number of decimals and a true minus sign; a value that rounds to 0 has no sign.
pub fn decimal(value: f64, decimals: usize) -> String {
    let is_zero = value.abs() < 0.5 * 10.0_f64.powi(-(decimals as i32));
    typographic(&format!("{:.decimals$}", if is_zero { 0.0 } else { value }))
}

/// Scientific notation such as `2.6 × 10⁻¹⁵`; `0` for zero.
pub fn scientific(value: f64, significant: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.*e}", significant.saturating_sub(1));
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            typographic(&format!("{mantissa} × 10{}", superscript(exponent)))
        }
        None => text,
    }
}

/// Integer with narrow no-break spaces between thousands, from five digits on: `54 410`.
pub fn grouped(value: i64) -> String {
    let sign = if value < 0 { "−" } else { "" };
    format!("{sign}{}", with_separators(&value.unsigned_abs().to_string()))
}

/// Narrow no-break space, the thousands separator.
pub(crate) const NARROW_SPACE: char = '\u{202f}';

/// Formats a factor times a power of ten: `0.5`, `200`, `10⁵`, `2·10⁶`.
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

/// Number and noun, with a plural s where needed: `1 position`, `256 positions`.
pub fn counted(number: i64, what: &str) -> String {
    let number_text = grouped(number);
    match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        _ if number == 1 => format!("{number_text} {what}"),
        Some(stem) => format!("{number_text} {stem}ies"),
        None => format!("{number_text} {what}s"),
    }
}

/// Text with a capital letter at its beginning, for a sentence.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Formats a base: `10 000`, but `1e12` rather than thirteen digits.
pub fn base(value: f64) -> String {
    let shortest = shortest(value);
    let scientific = format!("{value:e}");
    let is_long = shortest.len() > 8 && scientific.len() < shortest.len();
    if is_long { scientific } else { typographic(&shortest) }
}

/// Typesets the text of a number: true minus signs, and narrow no-break spaces between the thousands of its integer
/// part from five digits on.
pub fn typographic(text: &str) -> String {
    let text = text.replace('-', "−");
    let digits = text.trim_start_matches('−');
    let num_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
    let start = text.len() - digits.len();
    let (integer, rest) = text[start..].split_at(num_digits);
    format!("{}{}{rest}", &text[..start], with_separators(integer))
}

/// Digits with a narrow no-break space between thousands, from five digits on.
fn with_separators(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if digits.len() > 4 && i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(NARROW_SPACE);
        }
        out.push(digit);
    }
    out
}

/// Rewrites the numbers of a typeset sentence as programs read them: `−19 869.2 × 10⁻⁸` becomes `-19869.2e-8`. For
/// terminals and answers in JSON, from which numbers are pasted back.
///
/// True minus signs become hyphens, spaces between digits go, other special spaces become plain ones, powers of ten are
/// written with `e`, and other superscripts with `^`.
pub fn plain(text: &str) -> String {
    let all: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&c) = all.get(at) {
        let is_in_number = out.ends_with(|it: char| it.is_ascii_digit())
            && all.get(at + 1).is_some_and(char::is_ascii_digit);
        if lowered(c).is_some() {
            let exponent: String = all[at..].iter().map_while(|&c| lowered(c)).collect();
            at += exponent.chars().count();
            raise(&mut out, &exponent);
            continue;
        }
        match c {
            '−' => out.push('-'),
            NARROW_SPACE | '\u{2009}' if is_in_number => {}
            NARROW_SPACE | '\u{2009}' | '\u{a0}' | '\u{2007}' => out.push(' '),
            other => out.push(other),
        }
        at += 1;
    }
    out
}

/// Character that a superscript stands for.
fn lowered(c: char) -> Option<char> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    match c {
        '⁻' => Some('-'),
        other => {
            let digit = RAISED.chars().position(|raised| raised == other)?;
            char::from_digit(digit as u32, 10)
        }
    }
}

/// Appends an exponent to a text that ends with its base.
fn raise(out: &mut String, exponent: &str) {
    let ends_with_digit = |text: &str| text.ends_with(|it: char| it.is_ascii_digit() || it == '.');
    let ten = out.strip_suffix("10").filter(|before| !ends_with_digit(before));
    let factor = ten.and_then(|before| {
        let factor = before.strip_suffix(" × ").or_else(|| before.strip_suffix('·'))?;
        ends_with_digit(factor).then_some(factor.len())
    });
    match (factor, ten.map(str::len)) {
        (Some(length), _) => {
            out.truncate(length);
            out.push('e');
        }
        (None, Some(length)) => {
            out.truncate(length);
            out.push_str("1e");
        }
        (None, None) => out.push('^'),
    }
    out.push_str(exponent);
}

/// Converts digits and minus to superscript characters.
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

/// Converts digits and minus to subscript characters.
pub fn subscript(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '-' | '−' => '₋',
            '0'..='9' => char::from_u32('₀' as u32 + (c as u32 - '0' as u32)).unwrap_or(c),
            other => other,
        })
        .collect()
}

/// Factors of a number as typed, each a base and an exponent, without spaces, underscores and commas between digits.
/// `None` if a comma is not followed by three digits.
fn factors(text: &str) -> Option<Vec<(String, Option<String>)>> {
    let text: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .map(|c| match c {
            '−' => '-',
            '×' | '·' => '*',
            c => c,
        })
        .collect();
    let factor = |factor: &str| {
        Some(match factor.split_once('^') {
            Some((base, exponent)) => (without_commas(base)?, Some(without_commas(exponent)?)),
            None => (without_commas(factor)?, None),
        })
    };
    text.split('*').map(factor).collect()
}

/// Removes the commas between groups of three digits.
fn without_commas(text: &str) -> Option<String> {
    let whole = text.split('.').next().unwrap_or_default();
    let mut groups = whole.trim_start_matches('-').split(',');
    let first = groups.next().unwrap_or_default();
    let has_groups = text.contains(',');
    let is_group =
        |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    // Commas stand before the point.
    let are_before = !text[whole.len()..].contains(',');
    let is_valid =
        !has_groups || are_before && (1..=3).contains(&first.len()) && groups.all(is_group);
    is_valid.then(|| text.replace(',', ""))
}

/// Parses a finite number as typed: `10000`, `1e4`, `10 000`, `10,000`, `10^4`, `2*5000`.
pub fn parse(text: &str) -> Option<f64> {
    let mut product = 1.0;
    for (base, exponent) in factors(text)? {
        let base: f64 = base.parse().ok()?;
        product *= match exponent {
            // A sign stands before the power: −2^2 is −4.
            Some(exponent) => base.signum() * base.abs().powf(exponent.parse().ok()?),
            None => base,
        };
    }
    product.is_finite().then_some(product)
}

/// Parses an integer as typed: `4294967296`, `65 536`, `65,536`, `65_536`, `2^32`, `64*16`, `1e6`.
pub fn parse_whole(text: &str) -> Option<i64> {
    let mut product: i64 = 1;
    for (base, exponent) in factors(text)? {
        let factor = match exponent {
            Some(exponent) => {
                let sign = if base.starts_with('-') { -1 } else { 1 };
                let base: i64 = base.trim_start_matches('-').parse().ok()?;
                sign * base.checked_pow(exponent.parse().ok()?)?
            }
            None => whole(&base)?,
        };
        product = product.checked_mul(factor)?;
    }
    Some(product)
}

/// Parses an integer in digits or in the notation of `1e6`.
fn whole(text: &str) -> Option<i64> {
    if let Ok(value) = text.parse() {
        return Some(value);
    }
    let value: f64 = text.parse().ok()?;
    (value.fract() == 0.0 && value.abs() < 9e15).then_some(value as i64)
}

/// Factor of a table of some columns, with its name if it is a root of their number: `8 (√64)`.
pub fn factor(value: f64, num_columns: u32) -> String {
    /// Relative difference that rounding may have made.
    const NEAR: f64 = 1e-4;
    let root = f64::from(num_columns).sqrt();
    let is_near = |other: f64| (value.abs() / other - 1.0).abs() < NEAR;
    let text = readable(value, 6);
    let is_plain = text.contains('.');
    let sign = if value < 0.0 { "−" } else { "" };
    let text = if is_plain { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let text = typographic(text);
    if is_near(root) && num_columns > 1 {
        format!("{text} ({sign}√{num_columns})")
    } else if is_near(1.0 / root) && num_columns > 1 {
        format!("{text} ({sign}1/√{num_columns})")
    } else {
        text
    }
}
