//! Formulas of views, written as TeX with placeholders: `tex!(r"PE(#t) = \value{#v}", t, v = 0)`.

use super::{
    Formula,
    tex::{self as parser, Value},
};

/// Type that can fill a placeholder.
pub(crate) trait ToValue {
    /// Converts to an element of a formula.
    fn to_value(&self) -> Value;
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

impl ToValue for Formula {
    fn to_value(&self) -> Value {
        Value::Formula(self.clone())
    }
}

macro_rules! text_value {
    ($($type:ty),*) => {
        $(impl ToValue for $type {
            fn to_value(&self) -> Value {
                Value::Text(self.to_string())
            }
        })*
    };
}

text_value!(str, String, u32, usize);

impl Formula {
    /// Parses a template with the values of its placeholders; see [`tex!`](crate::picture::tex).
    ///
    /// A template that cannot be parsed is a bug. It panics in a debug build; a release build shows the source as
    /// upright text.
    pub(crate) fn from_tex(source: &str, values: &[(&str, Value)]) -> Self {
        let parsed = parser::template(source, values);
        debug_assert!(parsed.is_ok(), "{source}: {parsed:?}");
        parsed.unwrap_or_else(|_| Self::upright(source))
    }
}

/// Creates a [`Formula`] from TeX with placeholders.
///
/// `#name` stands for a value given as `name` or `name = expression`: a number, a text, or another [`Formula`].
/// Texts are set upright and never parsed. `\value{…}` highlights a number. Only brackets after `\left` grow. `{…}`
/// is a group: its content does not join its neighbors.
macro_rules! tex {
    ($source:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::picture::Formula::from_tex(
            $source,
            &[$((
                stringify!($name),
                $crate::picture::ToValue::to_value(&$crate::picture::tex!(@ $name $($value)?)),
            )),*],
        )
    };
    (@ $name:ident) => { $name };
    (@ $name:ident $value:expr) => { $value };
}

pub(crate) use tex;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(formula: &Formula, parts: Vec<Formula>) {
        assert_eq!(*formula, Formula::Row(parts), "{}", formula.plain_text());
    }

    fn upright(text: &str) -> Formula {
        Formula::upright(text)
    }

    fn italic(text: &str) -> Formula {
        Formula::italic(text)
    }

    #[test]
    fn letters_and_signs_join() {
        check(
            &tex!(r"PE(t + k, #j) = \sin ωt \cdot \cos ω'k", j = 14_u32),
            vec![
                italic("PE"),
                upright("("),
                italic("t"),
                upright(" + "),
                italic("k"),
                upright(", 14) = "),
                upright("sin"),
                upright(" "),
                italic("ωt"),
                upright(" · "),
                upright("cos"),
                upright(" "),
                italic("ω"),
                upright("′"),
                italic("k"),
            ],
        );
    }

    #[test]
    fn groups_and_text_do_not_join() {
        check(
            &tex!(r"\text{det }M_#k = {1}", k = "−3"),
            vec![
                upright("det "),
                Formula::indexed(italic("M"), upright("−3")),
                upright(" = "),
                upright("1"),
            ],
        );
        check(&tex!(r"{} \cdot a"), vec![upright(" · "), italic("a")]);
    }

    #[test]
    fn leading_signs_have_no_space() {
        check(&tex!("= a"), vec![upright("= "), italic("a")]);
        let power = tex!("#base^{−#rule}", base = "10000", rule = "2k/d");
        assert_eq!(power, Formula::power(upright("10000"), upright("−2k/d")), "a power");
        let kernel = tex!("K_−");
        assert_eq!(kernel, Formula::indexed(italic("K"), upright("−")), "an index");
    }

    #[test]
    fn only_left_brackets_grow() {
        check(
            &tex!(
                r"\operatorname{#wave}\left(\frac{#t}{2}\right) = \value{#v}",
                wave = "sin",
                t = "−54\u{202f}410",
                v = "−0.5"
            ),
            vec![
                upright("sin"),
                Formula::fraction(upright("−54\u{202f}410"), upright("2")).bracketed(),
                upright(" = "),
                Formula::Value("−0.5".to_owned()),
            ],
        );
    }

    #[test]
    fn values_are_not_parsed() {
        let word = r"\foo}#{_^";
        let expected = format!("cos({word})");
        assert_eq!(tex!(r"\text{cos(#word)}", word), upright(&expected), "within words");
        assert_eq!(tex!("#word", word), upright(word), "in a row");
        assert_eq!(tex!(r"\value{#word}", word), Formula::Value(word.to_owned()), "as a value");
    }

    #[test]
    fn rows_are_spliced() {
        let inner = tex!(r"K_−\text{(u)}");
        check(
            &tex!("#inner = {#inner}", inner),
            vec![
                Formula::indexed(italic("K"), upright("−")),
                upright("(u)"),
                upright(" = "),
                inner,
            ],
        );
    }

    #[test]
    fn mistakes_in_templates_are_errors() {
        for (source, expected) in [
            ("#x", "#x has no value"),
            (r"\text{#x}", "#x has no value"),
            (r"\foo", r"\foo is not known in formulas"),
            ("{a", "a { has no }"),
        ] {
            assert_eq!(parser::template(source, &[]).unwrap_err(), expected, "{source}");
        }
    }
}
