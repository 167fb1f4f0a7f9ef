//! Profile of similarity against the offset: a line if similarity depends on the offset alone, else a band.

use std::sync::Arc;

use super::{
    Behavior, Cells, Computation, Descriptor, Fact, Requirement, Selection, Subject, ViewSides,
    names, visible,
};
use crate::{
    action::{Action, Gesture},
    encoding::{
        Profile, ends_of,
        similarity::{self, Measure},
    },
    picture::{Axis, Body, Chart, Figure, Layer, ProfileCurve, Span, number},
    scene::{Scene, Setting, Side, View, Viewport, What},
};

pub(super) struct ProfileView;

/// Largest distance of two positions of the table.
fn farthest(scene: &Scene) -> i64 {
    scene.extent().length() as i64 - 1
}

/// Offset of a horizontal cell index, clamped to the table.
fn offset_at(scene: &Scene, cell: i64) -> i64 {
    let farthest = farthest(scene);
    cell.saturating_sub(farthest).clamp(-farthest, farthest)
}

/// Cells of all offsets.
fn offsets(scene: &Scene) -> Span {
    Span { start: 0.0, end: 2.0 * farthest(scene) as f64 + 1.0 }
}

/// Viewport of all offsets, and of the values from `least` to `greatest` with a margin.
fn values(subject: Subject<'_>, least: f64, greatest: f64) -> Viewport {
    let Span { start, end } = Span { start: least, end: greatest }.finite();
    let margin = 0.05 * (end - start);
    Viewport { x: offsets(subject.scene), y: Span { start: start - margin, end: end + margin } }
}

/// Curve of a side with frequencies, in one of the colors. Beside another it has no band.
fn curve(side: Subject<'_>, color: usize) -> ProfileCurve {
    ProfileCurve {
        waves: Arc::clone(side.waves()),
        extent: side.table.extent,
        measure: side.scene.measure(),
        position: side.scene.position(),
        offset: side.scene.offset(),
        color,
        // Part of a band that is one of offsets would look like the end of what it shows.
        bands: (side.profile())
            .filter(|_| side.counterpart.is_none())
            .filter(|_| !side.waves().is_paired() || is_whole(side))
            .cloned(),
    }
}

/// True if all positions of the table are compared.
fn is_whole(side: Subject<'_>) -> bool {
    let extent = side.scene.extent();
    extent.length() == Profile::num_compared(side.waves(), extent)
}

/// True if only one position's similarities are told: those of a table, or those of A and B.
fn is_of_rows(subject: Subject<'_>) -> bool {
    subject.counterpart.is_some() || subject.table.waves().is_none()
}

/// Sides whose similarity is drawn.
fn sides(subject: Subject<'_>) -> Vec<Subject<'_>> {
    match subject.counterpart {
        Some(_) => vec![subject.at(Side::A), subject.at(Side::B)],
        None => vec![subject],
    }
}

/// Similarity of position t and the position at an offset; `None` where the encoding has no row.
fn at_offset(subject: Subject<'_>, offset: i64) -> Option<f64> {
    let (t, encoding) = (subject.scene.position(), &subject.table.encoding);
    let s = t.checked_add(offset)?;
    let value = similarity::of(encoding, subject.scene.measure(), t, s);
    let has_row = encoding.is_unlimited() || subject.scene.extent().contains(s);
    (has_row && value.is_finite()).then_some(value)
}

/// Points of the similarities of a table without frequencies, at evenly spaced offsets.
fn points(side: Subject<'_>, shown: Span) -> Vec<(f64, f64)> {
    /// Largest number of offsets: each takes the product of two rows.
    const MOST: i64 = 400;
    let farthest = farthest(side.scene);
    let (first, last) = (shown.start.floor() as i64, shown.end.ceil() as i64);
    let step = ((last - first) / MOST).max(1) as usize;
    let cells = (first..last).step_by(step).map(|cell| (cell, cell as f64 + 0.5));
    let cells = cells.filter(|(_, x)| (shown.start..=shown.end).contains(x));
    cells.filter_map(|(cell, x)| Some((x, at_offset(side, cell - farthest)?))).collect()
}

/// Line of every side, each in its color, and a dot with its name at the selected offset.
fn layers(subject: Subject<'_>, shown: Span) -> Vec<Layer> {
    if !is_of_rows(subject) {
        return vec![Layer::Profile(curve(subject, 0))];
    }
    let cell = subject.scene.offset().saturating_add(farthest(subject.scene));
    let (mut layers, mut dots) = (Vec::new(), Vec::new());
    for (index, side) in sides(subject).into_iter().enumerate() {
        let color = subject.theme.curve(index);
        layers.push(match side.table.waves() {
            Some(_) => Layer::Profile(curve(side, index)),
            None => Layer::Path { points: points(side, shown), width: 1.5, color },
        });
        let x = cell as f64 + 0.5;
        let value = at_offset(side, subject.scene.offset());
        if let Some(value) = value.filter(|_| (shown.start..=shown.end).contains(&x)) {
            let label = if subject.counterpart.is_some() { side.side.title() } else { "" };
            dots.push(Layer::Dot { at: (x, value), color, label: label.to_owned() });
        }
    }
    layers.extend(dots);
    layers.push(Layer::Cell(cell));
    layers
}

/// Describes the similarity at the selected offset, of both sides.
fn explanation_of_rows(subject: Subject<'_>) -> String {
    let Subject { scene, .. } = subject;
    let name = names::measure(&subject);
    let (t, s) = (number::grouped(scene.position()), number::grouped(scene.other_position()));
    let value = |side: Subject<'_>| match at_offset(side, scene.offset()) {
        Some(value) => number::readable(value, 6),
        None => "not defined".to_owned(),
    };
    let values: Vec<String> = match subject.counterpart {
        Some(_) => sides(subject)
            .into_iter()
            .map(|side| format!("{} in {}", value(side), side.side.title()))
            .collect(),
        None => vec![value(subject)],
    };
    format!("The {name} of positions {t} and {s} is {}.", values.join(" and "))
}

impl Behavior for ProfileView {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            has_offset: true,
            requirement: Requirement::Rows,
            sides: ViewSides::Joint,
            copies: What::Similarity,
            ..Descriptor::of("Profile")
        }
    }

    fn shown_by(&self, subject: Subject<'_>) -> &'static [Selection] {
        // Where all waves are in pairs, the similarity is the same from every position.
        let is_of_offsets =
            subject.table.waves().is_some_and(|waves| waves.is_paired()) && !is_of_rows(subject);
        if is_of_offsets { &[] } else { &[Selection::Position] }
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let Subject { scene, .. } = subject;
        let viewport = visible(View::Profile, self, subject);
        let whole = self.whole(subject);
        let farthest = farthest(scene);
        self.drawn(
            subject,
            {
                let name = names::measure(&subject);
                let t = number::grouped(scene.position());
                match subject.table.waves().filter(|_| !is_of_rows(subject)) {
                    Some(waves) if waves.is_paired() => format!("{name} against the offset"),
                    Some(_) if is_whole(subject) => {
                        format!("{name}; line: from t = {t}, band: all pairs")
                    }
                    Some(waves) => {
                        let most = Profile::num_compared(waves, scene.extent());
                        let most = number::grouped(most as i64);
                        format!(
                            "{name}; line: from t = {t}, band: pairs of the first {most} positions"
                        )
                    }
                    None => format!("{name} of t = {t} against the offset"),
                }
            },
            Body::Chart(Chart {
                x: Axis::cells("offset k = s − t", -farthest, viewport.x, whole.x.end),
                y: Axis::values(&names::product(&subject, "t + k"), viewport.y, whole.y),
                is_square: false,
                layers: layers(subject, viewport.x),
            }),
        )
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        if is_of_rows(subject) {
            return explanation_of_rows(subject);
        }
        let Subject { scene, .. } = subject;
        let waves = subject.waves();
        let (t, k) = (scene.position(), scene.offset());
        let measure = scene.measure();
        let name = names::measure(&subject);
        let readable = |value| number::readable(value, 6);
        let here = readable(similarity::of_waves(waves, measure, t, t + k));
        let known = subject.profile();
        let num_compared = Profile::num_compared(waves, scene.extent());
        let table = if is_whole(subject) {
            "the table".to_owned()
        } else {
            format!("the first {} positions", number::grouped(num_compared as i64))
        };
        let at = if waves.is_paired() {
            format!(
                "At offset {} every pair of positions has a {name} of {here}.",
                number::grouped(k)
            )
        } else {
            let here = format!("at t = {} it is {here}", number::grouped(t));
            match known.map(|profile| profile.band(k)) {
                Some(None) => {
                    let apart = number::grouped(k.abs());
                    format!("In {table} no two positions are {apart} apart; {here}.")
                }
                Some(Some(band)) => format!(
                    "At offset {} in {table} the {name} lies between {} and {}, depending on K₊(t + s); {here}.",
                    number::grouped(k),
                    readable(band.least),
                    readable(band.greatest)
                ),
                None => format!("The {name} also depends on the position; {here}."),
            }
        };
        let Some(profile) = known.filter(|profile| profile.num_positions() > 2) else { return at };
        let verb = if measure == Measure::Distance { "grows" } else { "decreases" };
        let mean = if waves.is_paired() { "It" } else { "The mean" };
        let until = match profile.first_turn() {
            Some(turn) => format!("{mean} {verb} up to offset {}.", number::grouped(turn as i64)),
            None if is_whole(subject) => format!("{mean} {verb} over the whole table."),
            None => format!("{mean} {verb} over {table}."),
        };
        format!("{at} {until}")
    }

    fn cells(&self) -> Option<&dyn Cells> {
        Some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        if is_of_rows(subject) { None } else { Some(subject.profile_question()?.into()) }
    }
}

/// Range of values that a side opens on.
///
/// For waves that of the computed profile or, until it is known, of typical values: a sum of many waves hardly ever
/// comes near its bound. For rows that of the offsets drawn; `None` if there are none yet.
fn opening(side: Subject<'_>) -> Option<(f64, f64)> {
    let measure = side.scene.measure();
    let Some(waves) = side.table.waves() else {
        let all = points(side, offsets(side.scene));
        all.first()?;
        let values = all.into_iter().map(|(_, value)| value);
        let (least, greatest) = ends_of(values.chain(at_offset(side, 0)).chain([0.0]));
        let is_varied = least < greatest;
        return Some(if is_varied { (least, greatest) } else { (0.0, measure_bound(side)) });
    };
    if let Some((least, greatest)) = side.profile().filter(|_| is_whole(side)).map(|it| it.ends())
        && greatest > 0.0
    {
        return Some((least.min(0.0), greatest));
    }
    let bound = measure.bound_of_waves(waves);
    // Deviation of a sum of n cosines, as a share of n. The standard deviation is 1/√(2n), and 2.4/√n is
    // about 3.4 times that.
    let strays = (2.4 / (waves.frequencies().len().max(1) as f64).sqrt()).min(1.0);
    Some(match measure {
        Measure::Dot | Measure::Cosine => (-bound * strays, bound),
        // |a − b|² = 2(n − a·b), where n is the squared length of both rows.
        Measure::Distance => (0.0, bound * f64::midpoint(1.0, strays).sqrt()),
    })
}

/// Largest similarity that a side can have.
fn measure_bound(side: Subject<'_>) -> f64 {
    side.scene.measure().bound(&side.table.encoding, side.table.extent)
}

impl Cells for ProfileView {
    fn whole(&self, subject: Subject<'_>) -> Viewport {
        let bound = sides(subject).into_iter().map(measure_bound).fold(0.0, f64::max);
        let least = if subject.scene.measure() == Measure::Distance { 0.0 } else { -bound };
        values(subject, least, bound)
    }

    fn opening_viewport(&self, subject: Subject<'_>) -> Viewport {
        let ends = sides(subject).into_iter().filter_map(opening);
        let (least, greatest) = ends_of(ends.flat_map(|(least, greatest)| [least, greatest]));
        values(subject, least, greatest)
    }

    /// One offset across, and a range of 1e-6 of the values.
    fn smallest(&self) -> [f64; 2] {
        [1.0, 1e-6]
    }

    fn has_rows(&self) -> bool {
        false
    }

    fn selected(&self, subject: Subject<'_>) -> (i64, i64) {
        (subject.scene.offset().saturating_add(farthest(subject.scene)), 0)
    }

    fn pick(&self, subject: Subject<'_>, cell: (i64, i64), gesture: Gesture) -> Action {
        let offset = offset_at(subject.scene, cell.0);
        Action::Edit(Setting::Offset(offset), gesture)
    }

    fn readout(&self, subject: Subject<'_>, cell: (i64, i64)) -> Vec<Fact> {
        let offset = offset_at(subject.scene, cell.0);
        let t = subject.scene.position();
        let measure = subject.scene.measure();
        let shown = |value: f64| number::typographic(&number::shortest(value));
        let at = format!("{} at t = {}", measure.key(), number::grouped(t));
        let mut facts: Vec<Fact> = vec![("offset k".into(), number::grouped(offset))];
        if is_of_rows(subject) {
            for side in sides(subject) {
                let name = if subject.counterpart.is_some() { side.side.title() } else { &at };
                let value = at_offset(side, offset).map_or_else(|| "not defined".to_owned(), shown);
                facts.push((name.to_owned().into(), value));
            }
            return facts;
        }
        let value = similarity::of_waves(subject.waves(), measure, t, t + offset);
        facts.push((at.into(), shown(value)));
        let band = subject.profile().and_then(|profile| profile.band(offset));
        if let Some(band) = band.filter(|_| !subject.waves().is_paired()) {
            facts.push(("minimum over all pairs".into(), shown(band.least)));
            facts.push(("maximum over all pairs".into(), shown(band.greatest)));
        }
        facts
    }

    /// Moves horizontally from offset to offset; vertical steps have no effect.
    fn step(&self, subject: Subject<'_>, by: (i64, i64), gesture: Gesture) -> Action {
        let cell = self.selected(subject).0.saturating_add(by.0);
        self.pick(subject, (cell, 0), gesture)
    }
}
