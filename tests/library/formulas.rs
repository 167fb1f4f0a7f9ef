//! Formulas in TeX.

use phasor::picture::typeset::formula;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(
        formula(text).map(|formula| formula.plain_text()).as_deref(),
        Ok(expected),
        "{text}"
    );
}

#[test]
fn parses_formulas() {
    check(r"PE(t, 2k) = \sin(\omega_k t)", "PE(t, 2k) = sin(ω_kt)");
    check(r"\omega_k = 10000^{-2k/d}", "ω_k = 10000^( − 2k/d)");
    check(r"\frac{t}{10000^{2k/d}}", "t / 10000^(2k/d)");
    check(r"\begin{pmatrix} a & -b \\ b & a \end{pmatrix}", "(a,  − b; b, a)");
    check(r"\sqrt{d} \cdot \psi(w)", "√d · ψ(w)");
    check(r"M_k^\top M_k = 1", "M_k^(⊤)M_k = 1");
    check(r"\left(\frac12\right)", "(1 / 2)");
    check(r"x' + 3.14.", "x′ + 3.14.");
    check(r"\sin\omega t \cos\omega k", "sin ωt\u{2009}cos ωk");
    check("", "");
}

#[test]
fn reports_parse_errors() {
    for (text, expected) in [
        (r"\foo", r"\foo is not known in formulas"),
        (r"\frac{1}", "the formula ends where something is missing"),
        ("(a", "a ( has no )"),
        ("a}", "the formula has '}' without its other half"),
        (r"\begin{pmatrix} a", r"\begin{pmatrix} has no \end{pmatrix}"),
        (r"\begin{align} a", r"\begin{align} is not known in formulas: expected pmatrix"),
    ] {
        assert_eq!(formula(text).unwrap_err(), expected, "{text}");
    }
    assert!(formula("x^a^b").unwrap_err().contains("needs braces"), "a base has one exponent");
    for nested in ["{", r"\sqrt", r"\frac", "x^{", r"\left("] {
        let error = formula(&nested.repeat(2000 / nested.len())).unwrap_err();
        assert!(error.contains("24 deep"), "{nested} many times: {error}");
        let error = formula(&nested.repeat(100_000)).unwrap_err();
        assert!(error.contains("more than 2000 characters"), "{nested} too many times: {error}");
    }
}

proptest! {
    #[test]
    fn arbitrary_text_does_not_panic(text in r"[\\{}()^_&a-z0-9 ]{0,60}|\PC{0,40}") {
        drop(formula(&text));
    }
}
