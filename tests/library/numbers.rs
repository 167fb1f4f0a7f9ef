//! Numbers as text.

use phasor::picture::number::{
    base, decimal, grouped, parse, parse_whole, plain, readable, scientific, shortest,
    shortest_single, subscript, typographic,
};

#[test]
fn shortest_text_round_trips() {
    assert_eq!(shortest_single(f64::from(0.1_f32)), "0.1");
    assert_eq!(shortest_single(f64::from(1e-30_f32)), "1e-30", "not thirty zeros");
    for (value, expected) in
        [(0.0, "0"), (-0.0, "0"), (1.0, "1"), (-1.0, "-1"), (0.1, "0.1"), (1e12, "1000000000000")]
    {
        assert_eq!(shortest(value), expected, "shortest text of {value}");
        assert_eq!(shortest(value).parse::<f64>().unwrap(), value, "{value} reads back");
    }
}

#[test]
fn parses_typed_integers() {
    for (text, expected) in [
        ("256", Some(256)),
        ("65 536", Some(65_536)),
        ("-2^32", Some(-(1 << 32))),
        ("1e6", Some(1_000_000)),
        ("−3", Some(-3)),
        ("1,024", Some(1024)),
        ("-4,294,967,296", Some(-(1 << 32))),
        ("1_024", Some(1024)),
        ("64*16", Some(1024)),
        ("2^5 × 3", Some(96)),
        ("1,5", None),
        ("1,0240", None),
        (",024", None),
        ("64*", None),
        ("2^63*2", None),
        ("1.5", None),
        ("2^999", None),
        ("", None),
        ("many", None),
    ] {
        assert_eq!(parse_whole(text), expected, "{text:?}");
    }
}

#[test]
fn parses_typed_numbers() {
    for (text, expected) in [
        ("10,000", Some(10_000.0)),
        ("10^4", Some(10_000.0)),
        ("2 * 5000.5", Some(10_001.0)),
        ("1,000.5", Some(1000.5)),
        ("1.000,5", None),
        ("1e400", None),
        ("10^400", None),
        ("nan", None),
        ("1,00", None),
    ] {
        assert_eq!(parse(text), expected, "{text:?}");
    }
}

#[test]
fn numbers_of_a_sentence_are_plain() {
    for (text, expected) in [
        ("off by 2.6 × 10⁻¹⁵ at −19\u{202f}869", "off by 2.6e-15 at -19869"),
        ("10⁵, 2·10⁶ and 10⁻³", "1e5, 2e6 and 1e-3"),
        ("2³² and R² of 110²", "2^32 and R^2 of 110^2"),
        ("256 positions × 64 columns", "256 positions × 64 columns"),
        ("A − B, 5\u{a0}% of 9", "A - B, 5 % of 9"),
        ("1\u{202f}234\u{202f}567.5", "1234567.5"),
        ("at 3.04\u{202f}PM", "at 3.04 PM"),
        ("", ""),
    ] {
        assert_eq!(plain(text), expected, "{text:?}");
    }
    for value in [0.0, -1.5, 1e-8, -2.6e-15, 54_410.0, 1e22, 123_456_789.0, 1e-300] {
        for text in [readable(value, 6), scientific(value, 17), base(value.abs().max(1.0))] {
            let plain = plain(&text);
            assert!(plain.parse::<f64>().is_ok(), "{text} is pasted back as {plain}");
        }
    }
}

#[test]
fn formats_numbers_for_reading() {
    assert_eq!(readable(27_270_571.2, 6), "27\u{202f}270\u{202f}571");
    assert_eq!(readable(0.362_220_52, 6), "0.362221");
    assert_eq!(readable(15.337_3, 6), "15.3373");
    assert_eq!(readable(-19_869.18, 6), "−19\u{202f}869.2");
    assert_eq!(typographic("-1e-7"), "−1e−7");
    assert_eq!((base(10_000.0), base(1e12)), ("10\u{202f}000".to_owned(), "1e12".to_owned()));
    assert_eq!((decimal(-1e-9, 6), decimal(-0.25, 1)), ("0.000000".into(), "−0.2".into()));
    assert_eq!(scientific(-2.6e-15, 2), "−2.6 × 10⁻¹⁵");
    assert_eq!(grouped(-54_410), "−54\u{202f}410");
    assert_eq!(grouped(1234), "1234");
    assert_eq!(subscript("-10"), "₋₁₀");
}
