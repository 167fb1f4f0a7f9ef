//! Explanation of the scene: a few sentences with numbers, and the formula of the selected cell.

pub(super) use super::wave_words::matrix;
pub use super::wave_words::{frequency_name, wavelength_text};
use super::{
    along::row_word,
    wave_words::{about_similarity, about_waves, equal_digits},
};
use crate::{
    encoding::{Arithmetic, Column, Residual, Rotation, Spec, Table, Waves, similarity},
    picture::{Formula, number, tex},
    scene::{Scene, Side},
    views::{Counterpart, Subject, bias_formula, bias_words, rotary_words},
};

/// Explains the scene in a few sentences.
pub fn sentences(scene: &Scene, table: &Table) -> Vec<String> {
    if let Some(bias) = table.encoding.bias() {
        return bias_words::sentences(scene, bias);
    }
    let Some(waves) = table.waves() else { return about_rows(scene, table) };
    if let Some(rotary) = waves.rotary() {
        return rotary_words::sentences(scene, rotary, waves);
    }
    if waves.frequencies().is_empty() {
        return vec!["Every column is 0: this width is too small for a wave.".to_owned()];
    }
    vec![about_rotation(scene, waves), about_similarity(scene, waves), about_waves(scene, waves)]
}

/// Explains an encoding without frequencies.
fn about_rows(scene: &Scene, table: &Table) -> Vec<String> {
    if table.encoding.is_missing() {
        return Vec::new();
    }
    let (t, s, measure) = (scene.position(), scene.other_position(), scene.measure());
    let value = similarity::of(&table.encoding, measure, t, s);
    let mut sentences = Vec::new();
    // A table and a grid end.
    if value.is_finite() {
        let rows = number::capital(row_word(scene));
        sentences.push(format!(
            "{rows}s {} and {} have a {} of {}.",
            number::grouped(t),
            number::grouped(s),
            measure.title().to_lowercase(),
            number::readable(value, 4)
        ));
    }
    // Rows at real positions turn as well.
    if let Some(turning) = turning(table.encoding.spec().exact()) {
        sentences.push(turning);
        return sentences;
    }
    if let Some(rounded) = about_rounded_rotation(scene, table) {
        sentences.push(rounded);
        return sentences;
    }
    // What moves the rows of a table by k is not known from a few of them.
    if table.encoding.is_unlimited() && table.encoding.exact().is_none() {
        sentences.push(
            "Without frequencies there is no rotation M_k: no linear map moves every position by k."
                .to_owned(),
        );
    }
    sentences
}

/// Sentence about how far M_k holds for rounded rows; `None` where it does not hold for the exact ones.
fn about_rounded_rotation(scene: &Scene, table: &Table) -> Option<String> {
    let (t, k) = (scene.position(), scene.offset());
    let waves = table.encoding.exact()?.waves().filter(|waves| Rotation::exists(waves, k))?;
    let rows = table.encoding.scored_rows();
    let (here, there) = (rows.row(t), rows.row(t + k));
    let rotation = Rotation::new(waves, k);
    let off = (0_u32..).zip(&there).map(|(i, value)| {
        let turned: f64 = rotation.row(i).map(|(j, entry)| entry * here[j as usize]).sum();
        (turned - value).abs()
    });
    let off = off.fold(0.0, f64::max);
    let name = vector_name(waves);
    Some(format!(
        "The exact waves are turned by {}; rounded, {} turned is off from {} by up to {}{}.",
        matrix(k),
        name(&number::grouped(t)),
        name(&number::grouped(t + k)),
        number::readable(off, 2),
        if waves.rotary().is_some() { ", where x has length 1 and equal components" } else { "" }
    ))
}

/// Sentence about waves at real positions; `None` for all else.
fn turning(spec: &Spec) -> Option<String> {
    let has_identity = match spec {
        Spec::Spaced { .. } | Spec::SpacedRotary { .. } => false,
        Spec::Fourier(fourier) => fourier.has_identity,
        _ => return None,
    };
    let pairs = "k rows further, each wave has turned by its frequency times k steps";
    let identity = if has_identity { "; x itself has grown by k steps" } else { "" };
    Some(format!("{pairs}{identity}."))
}

fn about_rotation(scene: &Scene, waves: &Waves) -> String {
    let (t, k) = (scene.position(), scene.offset());
    let rotation = Rotation::new(waves, k);
    let residual = rotation.residual(t).max;
    let there = moved(k);
    if !Rotation::exists(waves, k) {
        return format!(
            "No matrix maps every PE(t) to {there}: the best one over all positions is off by \
             up to {} at t = {}.",
            number::readable(residual, 2),
            number::grouped(t)
        );
    }
    let matrix = matrix(k);
    if residual == 0.0 {
        return format!("{there} is PE(t) turned by {matrix}: identical down to the last digit.");
    }
    format!("{there} is PE(t) turned by {matrix}: {}.", equal_digits(residual))
}

/// Name of what `M_k` moves, by the text of a position: `PE(42)` or, for a rotated head, `R(42)·x`.
pub(super) fn vector_name(waves: &Waves) -> fn(&str) -> String {
    match waves.rotary() {
        Some(_) => |t| format!("R({t})·x"),
        None => |t| format!("PE({t})"),
    }
}

/// Describes how closely `M_k`·PE(t) and PE(t + k) agree at the selected position and, if no matrix is exact,
/// why.
pub(super) fn shift(scene: &Scene, waves: &Waves) -> String {
    let (t, k) = (scene.position(), scene.offset());
    let rotation = Rotation::new(waves, k);
    let Residual { max, rms } = rotation.residual(t);
    let (here, there) = (number::grouped(t), number::grouped(t + k));
    if Rotation::exists(waves, k) {
        let matrix = matrix(k);
        let how = if max == 0.0 {
            "identical down to the last digit.".to_owned()
        } else {
            format!("{}; they differ by at most {}.", equal_digits(max), unbroken(max))
        };
        let of = vector_name(waves);
        return format!("{matrix}·{} and {} are {how}", of(&here), of(&there));
    }
    let [max, rms, table, limit] = [
        max,
        rms,
        rotation.residual_in_the_table(scene.extent()),
        rotation.residual_in_the_limit(),
    ]
    .map(|value| number::readable(value, 2));
    format!(
        "No matrix maps every PE(t) to {}: {}. The best one over all positions has a maximum error of {max} here; \
         its root mean square error is {rms} here, {table} over the table and {limit} over all positions.",
        moved(k),
        why_none(waves, k)
    )
}

/// Formats a number in scientific notation without line breaks.
fn unbroken(value: f64) -> String {
    number::scientific(value, 2).replace(' ', &number::NARROW_SPACE.to_string())
}

/// Proof, in one line, that no matrix moves every position by k.
fn why_none(waves: &Waves, k: i64) -> String {
    let frequencies = waves.frequencies();
    if frequencies.iter().all(|frequency| frequency.cos_column.is_none()) {
        return format!(
            "PE(0) is 0 and every matrix maps it to 0, but PE({}) is not 0",
            number::grouped(k)
        );
    }
    if frequencies.iter().all(|frequency| frequency.sin_column.is_none()) {
        return "PE(−t) is PE(t), but PE(k − t) is not PE(k + t)".to_owned();
    }
    let lone = frequencies.iter().find(|frequency| frequency.is_lone());
    match lone.and_then(|lone| lone.sin_column) {
        Some(column) => {
            format!(
                "sin ω(t + k) needs cos ωt, but no column contains the one needed for column {column}"
            )
        }
        None => "cos ω(t + k) needs sin ωt, which no column contains".to_owned(),
    }
}

/// Formats PE at t + k: `PE(t + 10)`, `PE(t − 3)`, `PE(t)`.
fn moved(k: i64) -> String {
    match k {
        0 => "PE(t)".to_owned(),
        1.. => format!("PE(t + {})", number::grouped(k)),
        _ => format!("PE(t − {})", number::grouped(-k)),
    }
}

/// Shortest text of a value, in the precision of the table.
pub fn value_text(table: &Table, t: i64, column: u32) -> String {
    let value = table.encoding.value(t, column);
    let is_single = table.encoding.is_single();
    let text = if is_single { number::shortest_single(value) } else { number::shortest(value) };
    number::typographic(&text)
}

/// Values of A, B and A − B at a position and a column.
pub(super) fn side_values(
    subject: Subject<'_>,
    counterpart: &Counterpart,
    t: i64,
    column: u32,
) -> [(Side, String); 3] {
    let (a, b) = (subject.table_of_a(), &counterpart.table);
    // B may be narrower.
    let has_column = |table: &Table| column < table.num_columns();
    let text = |table: &Table| {
        if !has_column(table) {
            return "none".to_owned();
        }
        // Enough to see a difference in single precision.
        number::typographic(&number::readable(table.encoding.value(t, column), 9))
    };
    let difference = match &counterpart.difference {
        Some(table) => difference_text(table.encoding.value(t, column)),
        None => "none".to_owned(),
    };
    [(Side::A, text(a)), (Side::B, text(b)), (Side::Difference, difference)]
}

/// Text of a tolerance, which somebody has typed: `0.001`, `1e-7`.
pub(super) fn tolerance_text(tolerance: f64) -> String {
    number::typographic(&number::shortest(tolerance))
}

/// Text of a difference with six digits.
fn difference_text(value: f64) -> String {
    if value.is_finite() && value != 0.0 && value.abs() < 1e-4 {
        return number::scientific(value, 3);
    }
    number::typographic(&number::readable(value, 6))
}

/// Formula of the selected cell; its values on both sides of a comparison.
pub fn formula(subject: Subject<'_>) -> Formula {
    let (scene, table) = (subject.scene_of_a(), subject.table_of_a());
    let Some(counterpart) = subject.counterpart else { return cell_formula(scene, table) };
    if table.encoding.bias().is_some() || counterpart.table.encoding.bias().is_some() {
        return cell_formula(scene, table);
    }
    let (t, j) = (scene.position(), scene.column());
    let [a, b, difference] = side_values(subject, counterpart, t, j).map(|(_, value)| value);
    tex!(
        r"PE\text{(#t, #j)}\text{: A} = \value{#a}\text{, B} = \value{#b}\text{, A − B} = \value{#difference}",
        t = number::grouped(t),
        j,
        a,
        b,
        difference,
    )
}

/// Formula of the selected cell, such as PE(42, 14) = sin(42 / 10 000^(14/128)) = sin 15.3373 = 0.362221.
pub fn cell_formula(scene: &Scene, table: &Table) -> Formula {
    let (t, j) = (scene.position(), scene.column());
    let position = number::grouped(t);
    if let Some(bias) = table.encoding.bias() {
        return bias_formula::formula(scene, bias);
    }
    let Some(waves) = table.column_waves() else {
        let value = value_text(table, t, j);
        return tex!(r"PE\text{(#t, #j)} = \value{#value}", t = position, j, value);
    };
    let Column::Wave { frequency, component } = waves.column(j) else {
        return tex!(r"PE\text{(#t, #j)} = \value{0}\text{ (a column of zeros)}", t = position, j);
    };
    if let Some(rotary) = waves.rotary() {
        return rotary_words::cell_formula(rotary, waves, (t, j), (frequency, component));
    }
    let frequency = &waves.frequencies()[frequency];
    tex!(
        r"PE\text{(#t, #j)} = \operatorname{#wave}\left(\frac{#t}{#base^{#e}}\right) = \text{#wave #angle} = \value{#value}",
        t = position,
        j,
        wave = component.name(),
        base = number::base(scene.sinusoid().base()),
        e = frequency.exponent.to_string(),
        angle = number::angle(frequency.angle(t)),
        value = number::typographic(&number::readable(waves.value(t, j), 6)),
    )
}

/// Formulas of the frequency: the exponent rule, and the value for the selected column.
pub fn frequency_formulas(scene: &Scene, waves: &Waves) -> Vec<Formula> {
    if let Some(rotary) = waves.rotary() {
        return rotary_words::frequency_formulas(scene, rotary, waves);
    }
    let base = number::base(scene.sinusoid().base());
    let omega =
        if scene.sinusoid().exponent().is_per_column() { tex!("ω_j") } else { tex!("ω_i") };
    let rule = scene
        .sinusoid()
        .exponent()
        .formula(scene.sinusoid().components(), scene.sinusoid().odd_in_force());
    let mut formulas = vec![tex!("#omega = #base^{−#rule}", omega, base, rule)];
    if let Some(index) = waves.frequency_index(scene.column()) {
        let frequency = &waves.frequencies()[index];
        formulas.push(tex!(
            r"ω_#index = #base^{−#e} = \value{#omega}",
            index,
            base,
            e = frequency.exponent.to_string(),
            omega = number::shortest(frequency.omega.hi),
        ));
    }
    formulas
}

/// Formulas of the frequency as the original code writes them, with the value that it computes for the selected
/// column. Empty if the convention has been changed or has no code.
pub fn code_formulas(scene: &Scene, waves: &Waves) -> Vec<Formula> {
    if waves.rotary().is_some() {
        return Vec::new();
    }
    let facts = scene.draft().encoding.convention.facts();
    let Some(form) = facts.form.filter(|_| !scene.is_convention_changed()) else {
        return Vec::new();
    };
    let base = number::shortest(scene.sinusoid().base());
    let rule = scene
        .sinusoid()
        .exponent()
        .formula(scene.sinusoid().components(), scene.sinusoid().odd_in_force());
    let (n, m) = rule.split_once('/').unwrap_or((rule, "1"));
    let mut formulas = vec![tex!("#code", code = form.text(&base, n, m))];
    if let Some(frequency) = waves.frequency_of(scene.column()) {
        let exponent = frequency.exponent;
        let code =
            form.text(&base, &exponent.numerator.to_string(), &exponent.denominator.to_string());
        let value = form.evaluate(facts.arithmetic, scene.sinusoid().base(), exponent);
        let digits = match facts.arithmetic {
            Arithmetic::F32 => (value as f32).to_string(),
            Arithmetic::F64 | Arithmetic::Exact => number::shortest(value),
        };
        formulas.push(tex!(r"#code = \value{#digits}", code, digits));
    }
    formulas
}

/// Compares the precision of the values shown with that of the original code.
pub fn about_precision(scene: &Scene, waves: &Waves) -> String {
    if let Some(rotary) = waves.rotary() {
        return rotary_words::about_precision(scene, rotary);
    }
    let facts = scene.draft().encoding.convention.facts();
    let bound = || number::readable(waves.largest_error(facts.arithmetic, scene.extent()), 2);
    match facts.arithmetic {
        _ if scene.is_convention_changed() => "Exact value of this formula.".to_owned(),
        Arithmetic::Exact => "Exact value of this formula.".to_owned(),
        Arithmetic::F32 => {
            let measured = facts.form.and_then(|form| waves.measured_error(form, scene.extent()));
            let error = match measured {
                Some(measured) => format!("up to {}", number::readable(measured, 2)),
                None => format!("less than {}", bound()),
            };
            format!(
                "Exact value of this formula; in f32, as the original computes it, this table differs by {error}."
            )
        }
        Arithmetic::F64 => format!(
            "Exact value of this formula; in f64, as the original computes it, this table differs by less than {}, \
             before it is rounded to f32.",
            bound()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Item;

    #[track_caller]
    fn check(scene: &str, formula: &str, sentences_contain: &[&str]) {
        let scene: Scene = scene.parse().unwrap();
        let table = scene.table();
        assert_eq!(cell_formula(&scene, &table).plain_text(), formula, "formula of {scene}");
        let explanation = sentences(&scene, &table).join(" ");
        for part in sentences_contain {
            assert!(explanation.contains(part), "{part:?} is not in {explanation:?}");
        }
    }

    #[test]
    fn formulas_are_drawn_with_letters_that_they_are_measured_with() {
        for scene in [
            "",
            "d_model=4096&column=4095",
            "model=llama-3.1-8b&column=120",
            "model=llama-3.1-8b&column=127&start=100000",
        ] {
            let scene: Scene = scene.parse().unwrap();
            let table = scene.table();
            let mut formulas = vec![cell_formula(&scene, &table)];
            formulas.extend(
                table
                    .column_waves()
                    .map(|waves| frequency_formulas(&scene, waves))
                    .into_iter()
                    .flatten(),
            );
            for formula in formulas {
                for item in formula.laid(20.0).items {
                    if let Item::Glyphs(glyphs) = item {
                        assert!(glyphs.face.covers(&glyphs.text), "{glyphs:?} of {scene}");
                    }
                }
            }
        }
    }

    #[test]
    fn opening_scene_is_explained() {
        check(
            "",
            "PE(42, 14) = sin(42 / 10000^(14/128)) = sin 15.3373 = 0.362221",
            &[
                "PE(t + 10) is PE(t) turned by M₁₀: equal to 15 digits.",
                "any two positions 10 apart",
                "Pair 63 takes 54\u{202f}410 positions to complete one turn; this table shows 0.47 % of it.",
            ],
        );
    }

    #[test]
    fn sine_alone_has_no_matrix() {
        check(
            "components=sin&d_model=4&length=4&position=3&column=1",
            "PE(3, 1) = sin(3 / 10000^(1/4)) = sin 0.300000 = 0.295520",
            &["No matrix maps every PE(t) to PE(t + 10)", "more than the offset"],
        );
    }
}
