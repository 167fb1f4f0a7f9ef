//! Sinusoids whose base a table itself tells.

use super::measured::Measured;
use crate::encoding::{
    Components, Convention, Exponent, Layout, OddRule, Order, Sinusoid, SinusoidDraft,
    WeightedLine, median::median, with_digits,
};

/// Index, frequency and weight of a pair, or of a column alone.
type KnownFrequency = (usize, f64, f64);

/// Arrangements of sines and cosines.
pub(super) const ARRANGEMENTS: [(Layout, Order); 4] = [
    (Layout::Interleaved, Order::SinFirst),
    (Layout::Interleaved, Order::CosFirst),
    (Layout::Split, Order::SinFirst),
    (Layout::Split, Order::CosFirst),
];

/// Sinusoids of the base that the pairs of a table tell, in each arrangement in which they are points on a circle.
pub(super) fn fitted(measured: &Measured, d_model: u32) -> Vec<SinusoidDraft> {
    let half = measured.values.width / 2;
    let mut found = Vec::new();
    if half < 2 {
        return found;
    }
    // At an even width all rules for the last column are one. A column that is cut off is missing.
    let num_rules = if d_model.is_multiple_of(2) { 1 } else { 3 };
    let odds = &[OddRule::Lone, OddRule::Zero, OddRule::Repeat][..num_rules];
    let all = ARRANGEMENTS.into_iter().flat_map(|it| odds.iter().map(move |&odd| (it, odd)));
    for ((layout, order), odd) in all {
        let in_first_block = match odd {
            OddRule::Lone | OddRule::NextEven => d_model.div_ceil(2) as usize,
            OddRule::Zero | OddRule::Repeat => half,
        };
        let pair = |k: usize| match layout {
            Layout::Interleaved => (2 * k, 2 * k + 1),
            Layout::Split => (k, k + in_first_block),
        };
        let columns = |k: usize| match order {
            Order::SinFirst => pair(k),
            Order::CosFirst => (pair(k).1, pair(k).0),
        };
        let omegas: Vec<KnownFrequency> = (0..half)
            .filter_map(|k| {
                let (omega, weight) = measured.at(columns(k))?;
                Some((k, omega, weight))
            })
            .collect();
        if omegas.len() < 2 {
            continue;
        }
        let own = SinusoidDraft { layout, order, odd, ..Convention::PAPER.draft(d_model) };
        let exponents = [Exponent::Paper, Exponent::Endpoint, Exponent::OneBased];
        let rules = exponents.map(|exponent| {
            let sinusoid = Sinusoid::new(SinusoidDraft { exponent, ..own });
            (exponent, sinusoid.map_or(f64::NAN, |it| it.exponent_per_index()))
        });
        found.extend(of_ladder(&omegas, rules, own));
        // Pairs may stand in another order.
        if omegas.len() == half
            && let Some(ranked) = ranked(&omegas)
        {
            found.extend(of_ladder(&ranked, rules, own));
        }
    }
    found
}

/// Sines or cosines alone, and columns with a frequency each, of the base that the columns of a table tell.
pub(super) fn fitted_alone(measured: &Measured, d_model: u32) -> Vec<SinusoidDraft> {
    let width = measured.values.width;
    let omegas: Vec<KnownFrequency> = (0..width)
        .filter_map(|j| {
            let (omega, weight) = measured.at((j, j))?;
            Some((j, omega, weight))
        })
        .collect();
    if omegas.len() < 2 || width < 2 {
        return Vec::new();
    }
    let rules = [
        (Exponent::Paper, 1.0 / f64::from(d_model)),
        (Exponent::Endpoint, 1.0 / (f64::from(d_model) - 1.0)),
        (Exponent::OneBased, 1.0 / f64::from(d_model)),
    ];
    let own = Convention::PAPER.draft(d_model);
    // Columns may stand in another order. Those without a known frequency are the slowest, which come last.
    let ladders: Vec<Vec<KnownFrequency>> = ranked(&omegas).into_iter().collect();
    let ladders: Vec<&[KnownFrequency]> =
        [&omegas[..]].into_iter().chain(ladders.iter().map(Vec::as_slice)).collect();
    let alone = ladders.iter().flat_map(|omegas| {
        let components = [Components::Sin, Components::Cos].into_iter();
        components
            .flat_map(|components| of_ladder(omegas, rules, SinusoidDraft { components, ..own }))
    });
    let per_column = [
        (Exponent::PerColumn, 1.0 / f64::from(d_model)),
        (Exponent::PerColumnDoubled, 2.0 / f64::from(d_model)),
    ];
    let per_column = ladders.iter().flat_map(|omegas| {
        ARRANGEMENTS.into_iter().flat_map(|(layout, order)| {
            of_ladder(omegas, per_column, SinusoidDraft { layout, order, ..own })
        })
    });
    alone.chain(per_column).collect()
}

/// Frequencies with their ranks as indices, the fastest first; `None` if they stand in order.
fn ranked(omegas: &[KnownFrequency]) -> Option<Vec<KnownFrequency>> {
    let mut sorted = omegas.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let is_new = sorted != omegas;
    for (k, known) in sorted.iter_mut().enumerate() {
        known.0 = k;
    }
    is_new.then_some(sorted)
}

/// Sinusoids of the base that frequencies tell, given as index, frequency and weight. A rule says how much the exponent
/// grows from index to index.
fn of_ladder<const N: usize>(
    omegas: &[KnownFrequency],
    rules: [(Exponent, f64); N],
    own: SinusoidDraft,
) -> Vec<SinusoidDraft> {
    let slope = slope_through(omegas);
    let mut found = Vec::new();
    // Round bases come first: they are more frequent, and several rules give the same frequencies.
    for digits in [0, 1, 2, 3, 4, 5, 6, 7, 8, 16] {
        for (exponent, per_index) in rules {
            let base = (-slope / per_index).exp();
            let base = with_digits(base, digits);
            if base.is_finite() && base > 1.0 {
                found.push(SinusoidDraft { base, exponent, ..own });
            }
        }
    }
    found
}

/// Slope of the line through the points (k, ln ω), weighted by how well each frequency is known. Points that are far
/// off, as of columns that stand in another's place, are left out.
fn slope_through(omegas: &[KnownFrequency]) -> f64 {
    const ROUNDS: usize = 4;
    /// Difference of logarithms that measuring may make.
    const NEAR: f64 = 1e-3;
    let mut points: Vec<(f64, f64, f64)> =
        omegas.iter().map(|&(k, omega, weight)| (k as f64, omega.ln(), weight)).collect();
    let mut slope = f64::NAN;
    for _ in 0..ROUNDS {
        slope = WeightedLine::through(points.iter().copied()).slope();
        // The median of the rest is not moved by a few points.
        let rest = |&(k, ln, _): &(f64, f64, f64)| ln - slope * k;
        let Some(middle) = median(&mut points.iter().map(rest).collect::<Vec<f64>>()) else {
            break;
        };
        let off = |point: &(f64, f64, f64)| (rest(point) - middle).abs();
        let mut offs: Vec<f64> = points.iter().map(off).collect();
        let most = median(&mut offs).map_or(NEAR, |middle| NEAR.max(4.0 * middle));
        let before = points.len();
        let kept: Vec<_> = points.iter().copied().filter(|point| off(point) <= most).collect();
        if kept.len() == before || kept.len() < 2 {
            break;
        }
        points = kept;
    }
    slope
}
