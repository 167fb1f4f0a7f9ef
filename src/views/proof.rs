//! Proof, step by step, that `M_k` moves every position, with the numbers of the selected column below the
//! symbols. If a column has no partner, the proof shows the step that fails.

use super::{
    Behavior, Descriptor, Requirement, Subject,
    controls::{Control, ControlRow},
};
use crate::{
    encoding::{Column, Component, Exponent, Phasor, Waves},
    picture::{Body, Figure, Formula, Sheet, SheetLine, Verdict, number, tex},
    scene::{EncodingSetting, Key, Scene, What},
};

pub(super) struct Proof;

/// Tolerance of an equation whose two sides are sums of two products of numbers up to 1.
const ERROR: f64 = 1e-14;

/// Symbol of a frequency.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Omega {
    /// ω.
    Plain,
    /// ω′.
    Primed,
}

impl Omega {
    fn symbol(self) -> &'static str {
        match self {
            Self::Plain => "ω",
            Self::Primed => "ω′",
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Plain => Self::Primed,
            Self::Primed => Self::Plain,
        }
    }

    /// Formulas of cos ωk and sin ωk, with this symbol.
    fn turn(self) -> [Formula; 2] {
        match self {
            Self::Plain => [tex!(r"\cos ωk"), tex!(r"\sin ωk")],
            Self::Primed => [tex!(r"\cos ω'k"), tex!(r"\sin ω'k")],
        }
    }
}

/// Subject of the proof: waves, position t and offset k.
struct ProofCase<'a> {
    waves: &'a Waves,
    t: i64,
    k: i64,
}

/// Column of a wave, and the column that the proof takes as its partner.
struct Half {
    column: u32,
    component: Component,
    frequency: usize,
    /// Column of the partner; `None` if there is no such column.
    partner: Option<u32>,
    /// True if the partner has the same frequency.
    has_same_frequency: bool,
    /// Symbol of the column's frequency: ω, or ω′ if it differs from the partner's ω.
    omega: Omega,
}

/// Formats a factor to six decimals, in parentheses if it is negative.
fn factor(value: f64) -> String {
    let text = decimal(value);
    if value < 0.0 { format!("({text})") } else { text }
}

fn decimal(value: f64) -> String {
    number::decimal(value, 6)
}

impl Half {
    /// Half that the proof is made for: the sine of the selected column's pair. Without a pair, the sine of two
    /// neighboring columns, or the selected column alone. `None` for a column of zeros.
    fn of(waves: &Waves, selected: u32) -> Option<Self> {
        let Column::Wave { frequency, component } = waves.column(selected) else {
            return None;
        };
        let own = waves.frequencies()[frequency];
        let index = own.repeats.unwrap_or(frequency);
        let source = waves.frequencies()[index];
        if let Some((sin, cos)) = source.pair() {
            return Some(Self {
                column: sin,
                component: Component::Sin,
                frequency: index,
                partner: Some(cos),
                has_same_frequency: true,
                omega: Omega::Plain,
            });
        }
        // Without a partner, the proof takes the neighboring column, which has another frequency.
        let is_wave = |column: u32, of: Component| {
            (column as usize) < waves.columns().len()
                && matches!(waves.column(column),
                    Column::Wave { component, .. } if component == of)
        };
        let half = |column: u32, component, partner| {
            let Column::Wave { frequency, .. } = waves.column(column) else { return None };
            Some(Self {
                column,
                component,
                frequency,
                partner,
                has_same_frequency: false,
                omega: Omega::Plain,
            })
        };
        match component {
            Component::Sin => {
                let next = Some(selected + 1).filter(|&next| is_wave(next, Component::Cos));
                half(selected, Component::Sin, next)
            }
            Component::Cos => match selected.checked_sub(1) {
                Some(before) if is_wave(before, Component::Sin) => {
                    half(before, Component::Sin, Some(selected))
                }
                _ => half(selected, Component::Cos, None),
            },
        }
    }

    /// Half of the partner's column, for the same proof; `None` if there is no such column.
    fn other(&self, waves: &Waves) -> Option<Self> {
        let column = self.partner?;
        let Column::Wave { frequency, component } = waves.column(column) else { return None };
        let partner = Some(self.column);
        let has_same_frequency = self.has_same_frequency;
        let omega = if has_same_frequency { Omega::Plain } else { Omega::Primed };
        Some(Self { column, component, frequency, partner, has_same_frequency, omega })
    }
}

impl ProofCase<'_> {
    fn phasor(&self, half: &Half, t: i64) -> Phasor {
        Phasor::from_angle(self.waves.frequencies()[half.frequency].omega.scaled(t as f64))
    }

    /// Left side of the equation: the value at t + k.
    fn left(&self, half: &Half) -> f64 {
        self.waves.value(self.t + self.k, half.column)
    }

    fn definition(&self, half: &Half) -> SheetLine {
        let name = half.component.name();
        let omega = self.waves.frequencies()[half.frequency];
        let there = number::grouped(self.t + self.k);
        let there = if self.t + self.k < 0 { format!("({there})") } else { there };
        SheetLine {
            formula: tex!(r"PE(t + k, #j) = \operatorname{#name} ω(t + k)", j = half.column, name),
            numbers: Formula::with_exponents(&format!(
                "PE({}, {}) = {name}({} · {there}) = {}",
                number::grouped(self.t + self.k),
                half.column,
                number::readable(omega.omega.hi, 6),
                decimal(self.left(half))
            )),
            remark: format!("definition at t + k, ω = base^(−{})", omega.exponent),
            verdict: Verdict::Open,
        }
    }

    fn addition(&self, half: &Half) -> SheetLine {
        let (at_t, at_k) = (self.phasor(half, self.t), self.phasor(half, self.k));
        let (formula, own, other, sign) = match half.component {
            Component::Sin => {
                (tex!(r"= \sin ωt \cdot \cos ωk + \cos ωt \cdot \sin ωk"), at_t.sin, at_t.cos, 1.0)
            }
            Component::Cos => {
                (tex!(r"= \cos ωt \cdot \cos ωk - \sin ωt \cdot \sin ωk"), at_t.cos, at_t.sin, -1.0)
            }
        };
        let products = [(own, at_k.cos), (other, at_k.sin)];
        self.compared(half, formula, products, sign, "angle-addition formula")
    }

    /// Line in which columns of the table replace sin ωt and cos ωt.
    fn rewritten(&self, half: &Half, left: &Formula, remark: &str) -> SheetLine {
        let at_k = self.phasor(half, self.k);
        let own = self.waves.value(self.t, half.column);
        let (sign, operator, missing) = match half.component {
            Component::Sin => (1.0, " + ", tex!(r"\cos ωt")),
            Component::Cos => (-1.0, " − ", tex!(r"\sin ωt")),
        };
        let [cos, sin] = half.omega.turn();
        let Some(partner) = half.partner else {
            let right = own * at_k.cos;
            return SheetLine {
                formula: tex!(
                    r"#left PE(t, #own) \cdot #cos #operator #missing \cdot #sin",
                    left,
                    own = half.column,
                    cos,
                    operator,
                    missing,
                    sin,
                ),
                numbers: Formula::with_exponents(&format!(
                    "with the value in the table: {} · {} = {}, not {}",
                    factor(own),
                    factor(at_k.cos),
                    decimal(right),
                    decimal(self.left(half))
                )),
                remark: format!("no column contains {}", missing.plain_text()),
                verdict: Verdict::Fails,
            };
        };
        let other = self.waves.value(self.t, partner);
        let formula = tex!(
            r"#left PE(t, #own) \cdot #cos #operator PE(t, #partner) \cdot #sin",
            left,
            own = half.column,
            cos,
            operator,
            partner,
            sin,
        );
        let remark = if half.has_same_frequency {
            remark.to_owned()
        } else {
            let [other, own] = [half.omega.other(), half.omega].map(Omega::symbol);
            format!("column {partner} has frequency {other}, not {own}")
        };
        self.compared(half, formula, [(own, at_k.cos), (other, at_k.sin)], sign, &remark)
    }

    /// Line that compares the sum of two products, or with sign −1 their difference, with the value of the table at
    /// t + k.
    fn compared(
        &self,
        half: &Half,
        formula: Formula,
        [(a, b), (c, d)]: [(f64, f64); 2],
        sign: f64,
        remark: &str,
    ) -> SheetLine {
        let operator = if sign > 0.0 { "+" } else { "−" };
        let (left, right) = (self.left(half), a * b + sign * c * d);
        let holds = (left - right).abs() <= ERROR;
        let sum = format!("{} · {} {operator} {} · {}", factor(a), factor(b), factor(c), factor(d));
        let end = if holds {
            format!(" = {}", decimal(right))
        } else {
            format!(" = {}, not {}", decimal(right), decimal(left))
        };
        SheetLine {
            formula,
            numbers: Formula::with_exponents(&(sum + &end)),
            remark: remark.to_owned(),
            verdict: if holds { Verdict::Holds } else { Verdict::Fails },
        }
    }
}

fn lines(scene: &Scene, waves: &Waves) -> Vec<SheetLine> {
    let case = ProofCase { waves, t: scene.position(), k: scene.offset() };
    let Some(half) = Half::of(waves, scene.column()) else {
        return vec![SheetLine {
            formula: tex!("PE(t + k, #j) = 0 = PE(t, #j)", j = scene.column()),
            numbers: tex!(""),
            remark: "a column of zeros is unchanged".to_owned(),
            verdict: Verdict::Holds,
        }];
    };
    let repeated = waves.frequency_of(scene.column()).and_then(|frequency| frequency.repeats);
    let mut lines: Vec<SheetLine> = Vec::new();
    if let (Some(_), Some(partner)) = (repeated, half.partner) {
        lines.push(SheetLine {
            formula: tex!("PE(t, #j) = PE(t, #partner)", j = scene.column(), partner),
            numbers: tex!(""),
            remark: "the same cosine again".to_owned(),
            verdict: Verdict::Holds,
        });
    }
    lines.extend([
        case.definition(&half),
        case.addition(&half),
        case.rewritten(&half, &tex!("="), "both are entries of PE(t): linear"),
    ]);
    if let Some(other) = half.other(waves) {
        let left = tex!("PE(t + k, #j) =", j = other.column);
        lines.push(case.rewritten(&other, &left, "the same for the cosine"));
    }
    // A step that happens to hold at one t and k proves nothing: only a partner with the same frequency does.
    let is_proved = half.has_same_frequency;
    lines.push(SheetLine {
        formula: tex!(r"PE(t + k) = M_k {{} \cdot PE(t)}"),
        numbers: if is_proved {
            tex!(r"\text{cos ωk and sin ωk do not depend on t}")
        } else {
            tex!(r"\text{for this column the coefficients would depend on t}")
        },
        remark: if is_proved {
            "one M_k works for every position"
        } else {
            "no M_k works for every position"
        }
        .to_owned(),
        verdict: if is_proved { Verdict::Holds } else { Verdict::Fails },
    });
    lines
}

impl Behavior for Proof {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Sinusoid,
            is_wide: false,
            copies: What::Rotation,
            control_keys: &[Key::Exponent],
            ..Descriptor::of("Proof")
        }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        self.drawn(
            subject,
            format!("of column {}, step by step", scene.column()),
            Body::Sheet(Sheet { lines: lines(scene, waves), has_numbers: true }),
        )
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let lines = lines(subject.scene, subject.waves());
        let steps = number::counted(lines.len() as i64, "step");
        let broken = lines.iter().position(|line| line.verdict == Verdict::Fails);
        match broken {
            None => format!("Proof in {steps}, all of which hold"),
            Some(step) => format!("Proof in {steps}; step {} fails", step + 1),
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        let misprint = Exponent::PerColumnDoubled;
        let own = subject.scene.draft().encoding.convention.facts().exponent;
        // The convention itself may have the misprint; the exponent as chosen is then the paper's.
        let own = if own == misprint { Exponent::Paper } else { own };
        let is_misprint = subject.scene.sinusoid().exponent() == misprint;
        let choices = [
            ("Exponent as chosen", !is_misprint, own),
            ("Common mistake: 2j/d", is_misprint, misprint),
        ];
        let help = "With 2j/d for every column j the sine and the cosine of a pair differ in ω";
        let choice = |(title, is_chosen, exponent)| {
            Control::choice(title, help, is_chosen, EncodingSetting::Exponent(exponent))
        };
        vec![ControlRow::new(Key::Exponent, choices.map(choice))]
    }
}
