//! Rotation checks: each property is computed from the entries of the matrices and shown with its error.

use super::{
    Behavior, Descriptor, Requirement, Subject,
    controls::{Control, ControlRow},
    explanation,
};
use crate::{
    action::{Action, Gesture},
    encoding::{Components, Exponent, Limits, Rotation, Waves},
    picture::{Body, Figure, Formula, Sheet, SheetLine, Verdict, number, tex},
    scene::{EncodingSetting, Key, Scene, Setting, What},
};

pub(super) struct Checks;

/// Tolerance for a matrix entry: a sum of two products of numbers up to 1, each off by a unit or two in the last
/// place, has an error of 1e-15. A property that fails does so by far more than ten times that.
const ENTRY_ERROR: f64 = 1e-14;

/// Formats an error, such as `error 2.2 × 10⁻¹⁶`.
fn error_text(error: f64) -> String {
    match error {
        0.0 => "error 0".to_owned(),
        small if small < 1e-4 => format!("error {}", number::scientific(small, 2)),
        large => format!("error {}", number::readable(large, 3)),
    }
}

/// Line of the sheet: a property, its numbers and its meaning. It holds if the error is at most the bound.
fn line(formula: Formula, numbers: &str, error: f64, bound: f64, means: &str) -> SheetLine {
    SheetLine {
        formula,
        numbers: Formula::with_exponents(numbers),
        remark: means.to_owned(),
        verdict: if error <= bound { Verdict::Holds } else { Verdict::Fails },
    }
}

fn lines(scene: &Scene, waves: &Waves) -> Vec<SheetLine> {
    let (k, a) = (scene.offset(), scene.draft().offset_a);
    let rotation = Rotation::new(waves, k);
    let of_a = Rotation::new(waves, a);
    let determinant = rotation.determinant();
    let determinant_error = (determinant - 1.0).abs();
    // The determinant is a product of as many blocks as there are frequencies.
    let determinant_bound = ENTRY_ERROR * (1.0 + 0.1 * waves.frequencies().len() as f64);
    let orthogonality = rotation.orthogonality_error();
    let composition = rotation.composition_error(&of_a);
    let inverse = rotation.inverse_error();
    let length = |t: i64| waves.row(t).iter().map(|x| x * x).sum::<f64>().sqrt();
    let (t, s) = (scene.position(), scene.other_position());
    let (here, there) = (length(t), length(s));
    let lengths = if waves.is_paired() {
        let half = if scene.num_columns().is_multiple_of(2) { "√(d/2)" } else { "√⌊d/2⌋" };
        format!(
            "{} and {}, {}; {half} = {}",
            number::readable(here, 6),
            number::readable(there, 6),
            error_text((here - there).abs()),
            number::readable((waves.num_pairs() as f64).sqrt(), 6)
        )
    } else {
        let [a, b] = [here, there].map(|length| number::readable(length, 6));
        format!("{a} and {b}, {}", error_text((here - there).abs()))
    };
    let [t, s, k, a, sum, back] = [t, s, k, a, a + k, -k].map(number::grouped);
    vec![
        line(
            tex!(r"\text{det }M_#k = {1}", k),
            &format!("{}, {}", number::readable(determinant, 6), error_text(determinant_error)),
            determinant_error,
            determinant_bound,
            "rotation only, no scaling",
        ),
        line(
            tex!(r"M_#k^{\mathrm{T}} M_#k = I", k),
            &error_text(orthogonality),
            orthogonality,
            ENTRY_ERROR,
            "preserves lengths",
        ),
        line(
            tex!("M_#a M_#k = M_#sum", a, k, sum),
            &error_text(composition),
            composition,
            ENTRY_ERROR,
            "rotations compose",
        ),
        line(
            tex!(r"M_#back = M_#k^{\mathrm{T}}", back, k),
            &error_text(inverse),
            inverse,
            ENTRY_ERROR,
            "moving back is the transpose",
        ),
        line(
            tex!("{‖PE(#t)‖} = {‖PE(#s)‖}", t, s),
            &lengths,
            (here - there).abs() / here.max(1.0),
            ENTRY_ERROR,
            "all positions lie on one sphere",
        ),
    ]
}

impl Behavior for Checks {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Sinusoid,
            is_wide: false,
            copies: What::Rotation,
            control_keys: &[Key::OffsetA, Key::Components],
            ..Descriptor::of("Rotation checks")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        self.drawn(
            subject,
            if Rotation::exists(waves, scene.offset()) {
                "checked numerically".to_owned()
            } else {
                "of the best approximation: no exact map exists".to_owned()
            },
            Body::Sheet(Sheet { lines: lines(scene, waves), has_numbers: false }),
        )
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let lines = lines(subject.scene, subject.waves());
        let failed = lines.iter().filter(|line| line.verdict == Verdict::Fails).count();
        let matrix = explanation::matrix(subject.scene.offset());
        if failed == 0 {
            format!("Rotation checks: {matrix} passes all {}", lines.len())
        } else {
            format!("Rotation checks: the best {matrix} fails {failed} of {}", lines.len())
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let scene = subject.scene;
        let limit = Limits::POSITION_MAX;
        let offset = [
            Control::label("Second offset a", Key::OffsetA),
            Control::Number {
                name: "Second offset a",
                help: Key::OffsetA.help(),
                value: scene.draft().offset_a,
                range: -limit..=limit,
                setting: Box::new(Setting::OffsetA),
            },
        ];
        let alone = Exponent::PerColumn;
        let own = scene.draft().encoding.convention.facts().exponent;
        // The convention itself may have this exponent; the correct choice is then the paper's.
        let own = if own == alone { Exponent::Paper } else { own };
        let (components, exponent) = (scene.sinusoid().components(), scene.sinusoid().exponent());
        let is_both = components == Components::Both;
        let choices = [
            ("Sine alone", components == Components::Sin, Components::Sin, own),
            ("Cosine alone", components == Components::Cos, Components::Cos, own),
            (
                "Separate frequency for cosine",
                is_both && exponent == alone,
                Components::Both,
                alone,
            ),
            ("Both", is_both && exponent != alone, Components::Both, own),
        ];
        let help = "What happens to the rotation when a column has no partner";
        let choice = |(title, is_chosen, components, exponent): (&str, _, _, _)| Control::Choice {
            title: title.to_owned(),
            help,
            is_chosen,
            actions: [EncodingSetting::Components(components), EncodingSetting::Exponent(exponent)]
                .map(|setting| Action::Edit(setting.into(), Gesture::Single))
                .into(),
        };
        vec![
            ControlRow::new(Key::OffsetA, offset),
            ControlRow::new(Key::Components, choices.map(choice)),
        ]
    }
}
