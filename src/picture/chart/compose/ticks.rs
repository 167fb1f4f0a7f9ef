//! Positions and labels of the ticks of an axis.

use crate::picture::{Axis, AxisKind, Span, number};

/// Tick of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// Axis coordinate.
    pub(super) at: f64,
    /// Number or name beside the tick.
    pub(super) label: String,
}

/// Computes the ticks of an axis. Neighbors are at least `spacing` apart, in units of the axis; names and the two
/// end cells may be closer.
pub(super) fn ticks(axis: &Axis, spacing: f64) -> Vec<Tick> {
    match &axis.kind {
        AxisKind::Cells { first_label } => cells(axis, *first_label, spacing)
            .into_iter()
            .map(|cell| Tick { at: cell as f64 + 0.5, label: number::grouped(cell + first_label) })
            .collect(),
        AxisKind::Groups { size } => {
            let size = *size as f64;
            let part = |span: Span| Span { start: span.start / size, end: span.end / size };
            let groups = Axis { span: part(axis.span), whole: part(axis.whole), ..axis.clone() };
            cells(&groups, 0, spacing / size)
                .into_iter()
                .map(|group| (group, (group as f64 + 0.5) * size))
                .filter(|(_, at)| (axis.span.start..=axis.span.end).contains(at))
                .map(|(group, at)| Tick { at, label: number::grouped(group) })
                .collect()
        }
        AxisKind::Names(names) => {
            // Names are read one by one, and can therefore stand closer than numbers.
            const CLOSER: f64 = 0.42;
            let step = ((CLOSER * spacing).ceil() as usize).max(1);
            let is_shown = |i: &usize| {
                let middle = *i as f64 + 0.5;
                (axis.span.start..=axis.span.end).contains(&middle)
            };
            let shown = (0..names.len()).step_by(step).filter(is_shown);
            shown.map(|i| Tick { at: i as f64 + 0.5, label: names[i].clone() }).collect()
        }
        AxisKind::Values => values(axis.span, spacing),
        AxisKind::Logarithms => logarithms(axis.span, spacing),
    }
}

/// Labels as wide as any that the axis will have. For a counted axis these are its two ends, so that the width
/// stays the same when the ticks change.
pub(super) fn widest(axis: &Axis, spacing: f64) -> Vec<String> {
    match &axis.kind {
        AxisKind::Names(names) => names.clone(),
        AxisKind::Groups { size } => {
            vec![number::grouped((axis.whole.end.ceil() as i64 / size - 1).max(0))]
        }
        AxisKind::Cells { first_label } => {
            [axis.whole.start.floor() as i64, axis.whole.end.ceil() as i64 - 1]
                .map(|cell| number::grouped(cell + first_label))
                .into()
        }
        AxisKind::Values | AxisKind::Logarithms => {
            ticks(axis, spacing).into_iter().map(|tick| tick.label).collect()
        }
    }
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten. None where they would be no further apart than doubles.
pub(super) fn values(span: Span, spacing: f64) -> Vec<Tick> {
    /// Power of ten from which digits take too much room.
    const LONG_POWER: f64 = 12.0;
    /// Smallest distance of two ticks: in distances of neighboring doubles, and where powers of ten are still numbers.
    const LEAST: f64 = 4.0;
    const SMALLEST: f64 = 1e-290;
    /// Most ticks of an axis.
    const MOST: f64 = 1000.0;
    let farthest = span.start.abs().max(span.end.abs());
    let is_apart = spacing > SMALLEST.max(LEAST * f64::EPSILON * farthest);
    if !farthest.is_finite() || !is_apart || span.length() > MOST * spacing {
        return Vec::new();
    }
    let power = spacing.log10().floor();
    let unit = 10.0_f64.powf(power);
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * unit >= spacing * (1.0 - 1e-9));
    // Counting in integer units of the last digit keeps the ticks free of rounding errors.
    let (step, power) = step.map_or((1, power + 1.0), |step| (step as i64, power));
    let decimals = (-power).max(0.0) as usize;
    let unit = 10.0_f64.powf(-power);
    let (first, last) = ((span.start * unit).ceil() as i64, (span.end * unit).floor() as i64);
    let mut ticks = Vec::new();
    let mut count = first.div_euclid(step) * step;
    while count <= last {
        if count >= first {
            let at = count as f64 / unit;
            let label = if power < LONG_POWER {
                number::typographic(&format!("{at:.decimals$}"))
            } else {
                number::scientific(at, count.unsigned_abs().to_string().len())
            };
            ticks.push(Tick { at, label });
        }
        count += step;
    }
    ticks
}

/// Ticks at powers of ten. Where these are far apart, 2 and 5 times them as well; closer still, any round numbers.
fn logarithms(span: Span, spacing: f64) -> Vec<Tick> {
    // Among 1, 2, 5 and 10, the smallest steps are those from 1 to 2 and from 5 to 10.
    const LEAST_STEP: f64 = 0.301;
    if span.length() < 2.0 * LEAST_STEP {
        // Nearly linear: round numbers, spaced as requested at the upper end.
        let (first, last) = (10.0_f64.powf(span.start), 10.0_f64.powf(span.end));
        let apart = last - 10.0_f64.powf(span.end - spacing);
        return values(Span { start: first, end: last }, apart)
            .into_iter()
            .map(|tick| Tick { at: tick.at.log10(), label: tick.label })
            .collect();
    }
    let every = spacing.ceil().max(1.0) as i64;
    let factors: &[f64] = if spacing <= LEAST_STEP { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let first = (span.start.floor() as i64).div_euclid(every) * every;
    let last = span.end.floor() as i64;
    let mut powers: Vec<i64> = (first..=last).step_by(every as usize).collect();
    // A short axis may contain none of the round powers. Then it gets the first power inside, and the last one if
    // there is space for it, since every axis needs a number.
    let inside = span.start.ceil() as i64;
    if every > 1 && powers.iter().all(|&power| power < inside) && inside <= last {
        const ROOM: f64 = 0.4;
        powers = vec![inside];
        powers.extend(Some(last).filter(|&last| (last - inside) as f64 >= ROOM * spacing));
    }
    powers
        .into_iter()
        .flat_map(|power| factors.iter().map(move |&factor| (power, factor)))
        .map(|(power, factor)| Tick {
            at: power as f64 + factor.log10(),
            label: number::round(factor, power),
        })
        .filter(|tick| (span.start..=span.end).contains(&tick.at))
        .collect()
}

/// Indexes of the cells that get a tick. Neighbors are at least `spacing` cells apart, end cells ¾ of that.
///
/// Steps are powers of two for an axis made of eighths (128 columns: 0, 16, 32…), otherwise 1, 2 or 5 times a power
/// of ten. The first and the last cell of the full axis are labeled unless they crowd others. The edges of a zoomed
/// part are not, since they would move with every step of the wheel.
fn cells(axis: &Axis, first_label: i64, spacing: f64) -> Vec<i64> {
    let span = axis.span;
    // Cells whose middle is visible.
    let (first, last) = ((span.start - 0.5).ceil() as i64, (span.end - 0.5).floor() as i64);
    if last < first {
        return vec![first.min(span.start.floor() as i64)];
    }
    let step_is_binary = is_binary(axis.whole.end as i64);
    let step = step(spacing.max(1.0), step_is_binary);
    // Steps are counted on the labels: a table that starts at 2 still has ticks at 16 and 32.
    let mut ticks: Vec<i64> = Vec::new();
    let mut label = (first + first_label).div_euclid(step) * step;
    while label <= last + first_label {
        let cell = label - first_label;
        if cell >= first {
            ticks.push(cell);
        }
        label += step;
    }
    let room = (spacing * 0.75).max(1.0);
    let crowds = |a: i64, b: i64| ((a - b).abs() as f64) < room;
    if ticks.is_empty() {
        return vec![first];
    }
    // Zero is worth more than an end, but not more than both.
    let zero = -first_label;
    let is_at_end = last + 1 == axis.whole.end as i64;
    let crowds_zero = |end: i64| ticks.contains(&zero) && crowds(zero, end);
    let are_both = first == 0 && is_at_end && crowds_zero(first) && crowds_zero(last);
    let is_kept = !are_both || crowds(first, last);
    let (first_crowds, last_crowds) = (is_kept && crowds_zero(first), is_kept && crowds_zero(last));
    if first == 0 && !ticks.contains(&first) && !first_crowds {
        ticks.retain(|&tick| !crowds(tick, first));
        ticks.insert(0, first);
    }
    if is_at_end && !ticks.contains(&last) && last > first && !last_crowds {
        ticks.retain(|&tick| tick == 0 || !crowds(tick, last));
        if !crowds(first, last) {
            ticks.push(last);
        }
    }
    ticks
}

/// True if the number of cells is a power of two from 8 on, times an odd number up to 15: 128, 384, 2^32, but not
/// 100 000.
fn is_binary(num_cells: i64) -> bool {
    const MOST: i64 = 15;
    let power = num_cells.trailing_zeros();
    power >= 3 && num_cells >> power <= MOST
}

fn step(at_least: f64, is_binary: bool) -> i64 {
    let mut step: i64 = 1;
    let mut round = 0;
    while (step as f64) < at_least && step < i64::MAX / 8 {
        if is_binary {
            step *= 2;
        } else {
            // 1, 2, 5, 10…
            step = if round % 3 == 1 { step / 2 * 5 } else { step * 2 };
        }
        round += 1;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells_labelled(span: Span, first_label: i64, num_cells: f64, spacing: f64) -> Vec<i64> {
        cells(&Axis::cells("", first_label, span, num_cells), first_label, spacing)
    }

    #[track_caller]
    fn check(end: f64, first_label: i64, spacing: f64, expected: &[i64]) {
        let actual = cells_labelled(Span { start: 0.0, end }, first_label, end, spacing);
        assert_eq!(actual, expected, "0..{end} labelled from {first_label}, {spacing} apart");
    }

    #[test]
    fn cell_ticks_are_round() {
        check(128.0, 0, 14.0, &[0, 16, 32, 48, 64, 80, 96, 112, 127]);
        check(4.0, 0, 0.3, &[0, 1, 2, 3]);
        check(1.0, 0, 0.1, &[0]);
        check(100.0, 0, 15.0, &[0, 20, 40, 60, 80, 99]);
        check(10.0, 2, 3.0, &[0, 3, 9]);
        check(1000.0, 0, 150.0, &[0, 200, 400, 600, 800, 999]);
        check(384.0, 0, 100.0, &[0, 128, 256, 383]);
        check(4_294_967_296.0, 0, 1e9, &[0, 1 << 30, 1 << 31, 3 << 30, (1 << 32) - 1]);
    }

    #[test]
    fn zoomed_edges_have_no_extra_ticks() {
        let part = Span { start: 3.2, end: 41.7 };
        assert_eq!(cells_labelled(part, 0, 128.0, 6.0), [8, 16, 24, 32, 40]);
        let one = Span { start: 3.2, end: 4.2 };
        assert_eq!(cells_labelled(one, 0, 128.0, 0.1), [3], "the cell whose middle is seen");
    }

    #[test]
    fn coarse_log_axis_keeps_a_label() {
        let labels = |start: f64, end: f64, spacing: f64| -> Vec<String> {
            let span = Span { start, end };
            logarithms(span, spacing).into_iter().map(|tick| tick.label).collect()
        };
        assert_eq!(labels(0.7, 4.8, 4.6), ["10", "10\u{202f}000"], "none of 1 and 100 000 inside");
        assert_eq!(labels(0.7, 4.8, 20.0), ["10"], "one where there is no room");
        assert_eq!(labels(0.7, 4.8, 1.0), ["10", "100", "1000", "10\u{202f}000"], "all with room");
    }

    #[test]
    fn cell_ticks_never_crowd() {
        for n in [1, 2, 3, 5, 7, 8, 9, 64, 97, 128, 1000, 16_384] {
            for start in [-7, 0, 1, 2, 1 << 32] {
                let spacing = f64::from(n) / 6.0;
                let end = f64::from(n);
                let ticks = cells_labelled(Span { start: 0.0, end }, start, end, spacing);
                for pair in ticks.windows(2) {
                    let gap = (pair[1] - pair[0]) as f64;
                    assert!(gap >= (spacing * 0.75).max(1.0), "{n} from {start}: {ticks:?}");
                }
            }
        }
    }

    #[test]
    fn zero_is_labeled_rather_than_an_end_beside_it() {
        let ticks = cells_labelled(Span { start: 0.0, end: 128.0 }, -10, 128.0, 20.0);
        assert_eq!(ticks.first(), Some(&10), "{ticks:?}");
        let ticks = cells_labelled(Span { start: 0.0, end: 128.0 }, -40, 128.0, 20.0);
        assert_eq!(ticks.first(), Some(&0), "{ticks:?}: both have room");
        let ticks = cells_labelled(Span { start: 0.0, end: 7.0 }, -3, 7.0, 5.0);
        assert_eq!(ticks, [0, 6], "both ends say more than the middle");
        let ticks = cells_labelled(Span { start: 0.0, end: 7.0 }, -3, 7.0, 9.0);
        assert_eq!(ticks, [3], "one of them does not");
    }

    #[track_caller]
    fn check_values(start: f64, end: f64, spacing: f64, expected: &[&str]) {
        let labels: Vec<String> =
            values(Span { start, end }, spacing).into_iter().map(|tick| tick.label).collect();
        assert_eq!(labels, expected, "{start}..{end}, {spacing} apart");
    }

    #[track_caller]
    fn check_logarithms(start: f64, end: f64, spacing: f64, expected: &[&str]) {
        let ticks = logarithms(Span { start, end }, spacing);
        let labels: Vec<&str> = ticks.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, expected, "{start}..{end}, {spacing} apart");
        for tick in ticks {
            let label = tick.label.replace('\u{202f}', "");
            let Ok(value) = label.parse::<f64>() else { continue };
            assert!((tick.at - value.log10()).abs() < 1e-12, "{label} at {}", tick.at);
        }
    }

    #[test]
    fn huge_values_have_short_labels() {
        let labels: Vec<String> = values(Span { start: -1e300, end: 1e300 }, 4e299)
            .into_iter()
            .map(|tick| tick.label)
            .collect();
        assert_eq!(labels, ["−1.0 × 10³⁰⁰", "−5 × 10²⁹⁹", "0", "5 × 10²⁹⁹", "1.0 × 10³⁰⁰"]);
    }

    #[test]
    fn spans_without_length_have_no_ticks() {
        check_values(0.3712, 0.3712, 0.0, &[]);
        check_values(0.3712, 0.3712 + f64::EPSILON, f64::EPSILON / 4.0, &[]);
        check_values(0.0, 0.0, 0.0, &[]);
        check_values(0.0, f64::INFINITY, 1.0, &[]);
        check_values(0.0, 1e-310, 2e-311, &[]);
        check_values(0.0, 1.0, 1e-12, &[]);
        check_values(0.0, 1.0, f64::NAN, &[]);
    }

    #[test]
    fn log_ticks_are_round_numbers() {
        check_logarithms(0.7, 5.1, 0.5, &["10", "100", "1000", "10\u{202f}000", "10⁵"]);
        check_logarithms(0.69, 2.1, 0.2, &["5", "10", "20", "50", "100"]);
        check_logarithms(0.0, 12.0, 2.5, &["1", "1000", "10⁶", "10⁹", "10¹²"]);
        check_logarithms(2.0, 2.1, 0.02, &["100", "110", "120"]);
        check_logarithms(-2.0, 1.0, 0.9, &["0.01", "0.1", "1", "10"]);
    }

    #[test]
    fn tick_decimals_match_the_step() {
        check_values(-1.1, 1.1, 0.4, &["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
        check_values(-1.1, 1.1, 0.63, &["−1", "0", "1"]);
        check_values(0.999_997, 1.000_001, 1.5e-6, &["0.999998", "1.000000"]);
        check_values(-30.0, 130.0, 40.0, &["0", "50", "100"]);
    }
}
