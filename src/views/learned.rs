//! Measurements of a learned table: figures, norms of rows, principal directions, and columns as waves.

use std::sync::Arc;

use super::{
    Behavior, Cells, Computation, Descriptor, Requirement, Subject, ViewSides,
    along::rows_name,
    controls::{Control, ControlRow},
    visible,
};
use crate::{
    encoding::learned::{Learned, LearnedQuestion, NormStep, RowMark},
    picture::{
        Axis, Body, Chart, ColorScale, Dimension, FieldRow, Fields, Figure, Layer, Pixels, Source,
        number,
    },
    scene::{EncodingSetting, Key, View},
};

/// Views of a learned table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LearnedView {
    /// Figures in words.
    Figures,
    /// Norm of each row.
    Norms,
    /// Share of the variance by principal direction.
    Directions,
    /// Amplitude by wave, for all columns.
    Spectrum,
    /// Share of each column's variance that its best sinusoid explains.
    Fits,
}

/// Measurements of the subject's table, or the reason that there are none yet.
pub(super) fn found(subject: Subject<'_>) -> Result<&Arc<Learned>, String> {
    let num = subject.table.num_columns();
    if num > Learned::MOST_COLUMNS {
        return Err(format!(
            "Tables of up to {} columns are measured; this one has {}.",
            number::grouped(i64::from(Learned::MOST_COLUMNS)),
            number::grouped(i64::from(num))
        ));
    }
    if subject.table.num_rows() < 2 {
        return Err("One row says nothing of positions.".to_owned());
    }
    subject.results.find(&question(subject)).ok_or_else(|| "Measuring the table…".to_owned())
}

fn question(subject: Subject<'_>) -> LearnedQuestion {
    LearnedQuestion { table: subject.table.clone(), seed: subject.scene.draft().encoding.seed }
}

/// Rows that were measured: `the first 4096 rows`, or `512 rows`.
fn rows_text(subject: Subject<'_>, learned: &Learned) -> String {
    let num = number::counted(learned.num_rows() as i64, "row");
    if learned.num_rows() < subject.table.num_rows() { format!("the first {num}") } else { num }
}

fn percent(share: f64) -> String {
    format!("{} %", number::readable(100.0 * share, 3))
}

/// Step of the norms, and rows that look unlike the others, in words.
fn marks_text(subject: Subject<'_>, learned: &Learned) -> String {
    /// Number of rows that are named.
    const MOST: usize = 4;
    let position = |row: usize| subject.table.position(row as u64);
    let step = learned.step.map(|NormStep { row, before, after }| {
        let [before, after] = [before, after].map(|norm| number::readable(norm, 2));
        let row = number::grouped(position(row));
        format!("median norm {after} from row {row} on, {before} before")
    });
    let of = |mark: RowMark, one: &str, several: &str| {
        let marked = learned.marks.iter().enumerate().filter(|(_, it)| **it == mark);
        let rows: Vec<String> = marked.map(|(row, _)| number::grouped(position(row))).collect();
        match rows.split_last() {
            None => None,
            Some((row, [])) => Some(format!("row {row} {one}")),
            Some((last, others)) if others.len() < MOST => {
                Some(format!("rows {} and {last} {several}", others.join(", ")))
            }
            Some(_) => {
                let named = rows[..MOST].join(", ");
                Some(format!("{} rows {several} ({named} …)", rows.len()))
            }
        }
    };
    let sentences = [
        step,
        of(RowMark::Zero, "is zero, as of padding", "are zero, as of padding"),
        of(
            RowMark::Apart,
            "is unlike its neighbors, as of a class token or never trained",
            "are unlike their neighbors, as of a class token or never trained",
        ),
        of(RowMark::Norm, "is an outlier", "are outliers"),
    ];
    let all: Vec<String> = sentences.into_iter().flatten().collect();
    if all.is_empty() {
        return "No row stands out.".to_owned();
    }
    format!("{}.", number::capital(&all.join("; ")))
}

fn figures(subject: Subject<'_>, learned: &Learned) -> Vec<FieldRow> {
    let n = learned.num_probed();
    let properties = learned.properties;
    let strong = learned.fits.iter().filter(|fit| fit.share >= 0.5).count();
    let rises = match properties.first_rise {
        None => "never rises".to_owned(),
        Some(k) => format!("rises first at offset {}", number::grouped(k as i64)),
    };
    vec![
        FieldRow::new(
            "90 % of the variance",
            number::counted(learned.num_directions(0.9) as i64, "direction"),
            format!(
                "of {}; the first three hold {}",
                learned.shares.len(),
                percent(learned.shares.iter().take(3).sum())
            ),
        ),
        FieldRow::new(
            "columns that are waves",
            format!("{strong} of {}", learned.fits.len()),
            "their best sinusoid explains at least half of their variance",
        ),
        FieldRow::new(
            "nearest sinusoidal table",
            format!("R² = {}", number::readable(learned.nearest_sinusoid, 4)),
            "the table of the paper, turned and scaled to fit best (orthogonal Procrustes)",
        ),
        FieldRow::new(
            "position by regression",
            format!("off by {} on average", number::readable(learned.position_error, 3)),
            format!("of {n} positions; guessing the middle: {}", n / 4),
        ),
        FieldRow::new(
            "order of two positions",
            format!("{} wrong", percent(learned.order_error)),
            "by logistic regression on both rows; guessing: 50 %",
        ),
        FieldRow::new(
            "translation invariance",
            format!("{} unexplained", percent(properties.translation_variance)),
            "share of the variance of all dot products that the offset does not explain; 0 for a sinusoid",
        ),
        FieldRow::new(
            "monotonicity",
            format!("{} of offsets fall", percent(properties.falling)),
            format!("the mean dot product {rises}"),
        ),
        FieldRow::new(
            "symmetry",
            "exact".to_owned(),
            "dot products of a table are symmetric; weights of queries and keys decide",
        ),
        FieldRow::new("rows", rows_text(subject, learned), marks_text(subject, learned)),
    ]
}

impl LearnedView {
    fn view(self) -> View {
        match self {
            Self::Figures => View::Learned,
            Self::Norms => View::Norms,
            Self::Directions => View::Directions,
            Self::Spectrum => View::Spectrum,
            Self::Fits => View::ColumnFits,
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::Figures => "what simple models read from its rows",
            Self::Norms => "length of each row",
            Self::Directions => "share of each principal direction",
            Self::Spectrum => "amplitude of each wave in each column",
            Self::Fits => "variance that the best sinusoid of a column explains",
        }
    }

    fn chart(self, subject: Subject<'_>, learned: &Learned) -> Chart {
        let whole = self.whole(subject);
        let viewport = match self {
            Self::Directions => whole,
            _ => visible(self.view(), &self, subject),
        };
        let scene = subject.scene;
        let (x, y, layers) = match self {
            Self::Figures | Self::Norms => {
                let color = |mark: &RowMark| match mark {
                    RowMark::Usual => 0,
                    RowMark::Zero | RowMark::Apart | RowMark::Norm => 1,
                };
                let start = scene.extent().start();
                (
                    Axis::cells(&rows_name(subject, 't'), start, viewport.x, whole.x.end)
                        .counting(Dimension::Positions),
                    Axis::values("|PE(t)|", viewport.y, whole.y),
                    vec![
                        Layer::Points {
                            values: learned.norms.clone(),
                            colors: learned.marks.iter().map(color).collect(),
                            meanings: vec![
                                (0, "usual".to_owned()),
                                (1, "unlike the others".to_owned()),
                            ],
                        },
                        Layer::Cell(scene.position() - start),
                    ],
                )
            }
            Self::Directions => {
                let log = |share: &f64| share.max(1e-300).log10();
                (
                    Axis::cells("principal direction", 1, viewport.x, whole.x.end),
                    Axis::logarithms("share of the variance", viewport.y, whole.y),
                    vec![Layer::Points {
                        values: learned.shares.iter().map(log).collect(),
                        colors: Vec::new(),
                        meanings: Vec::new(),
                    }],
                )
            }
            Self::Spectrum => {
                let map = subject.theme.sequential(scene.draft().colors.sequential, 1.0).map;
                let largest = learned.spectrum.iter().flatten().copied().fold(0.0, f64::max);
                let high = if largest > 0.0 { largest } else { 1.0 };
                (
                    Axis::cells("turns within the rows", 1, viewport.x, whole.x.end),
                    Axis::cells("columns, slowest first", 0, viewport.y, whole.y.end),
                    vec![Layer::Raster {
                        source: Source::Rows(learned.spectrum.clone()),
                        scale: ColorScale { map, low: 0.0, high },
                        name: "amplitude".into(),
                        pixels: Pixels::Mean,
                    }],
                )
            }
            Self::Fits => {
                let share = |&column: &u32| learned.fits[column as usize].share;
                (
                    Axis::cells("columns, slowest first", 0, viewport.x, whole.x.end),
                    Axis::values("R²", viewport.y, whole.y),
                    vec![
                        Layer::Points {
                            values: learned.order.iter().map(share).collect(),
                            colors: Vec::new(),
                            meanings: Vec::new(),
                        },
                        Layer::Cell(self.selected(subject).0),
                    ],
                )
            }
        };
        Chart { x, y, is_square: false, layers }
    }
}

impl Behavior for LearnedView {
    fn descriptor(&self) -> Descriptor {
        let (title, tab) = match self {
            Self::Figures => ("What it learned", "Summary"),
            Self::Norms => ("Norms of rows", "Norms"),
            Self::Directions => ("Variance by direction", "Directions"),
            Self::Spectrum => ("Spectrum of columns", "Spectrum"),
            Self::Fits => ("Columns as waves", "Columns"),
        };
        Descriptor {
            tab,
            requirement: Requirement::Rows,
            sides: ViewSides::Both,
            has_raster: *self == Self::Spectrum,
            control_keys: if *self == Self::Figures { &[Key::Seed] } else { &[] },
            ..Descriptor::of(title)
        }
    }

    fn controls(&self, subject: Subject<'_>) -> Vec<ControlRow> {
        if *self != Self::Figures {
            return Vec::new();
        }
        let number = Control::Number {
            name: "Seed of the probes",
            help: Key::Seed.help(),
            value: subject.scene.draft().encoding.seed as i64,
            range: 0..=1_000_000,
            setting: Box::new(|seed| EncodingSetting::Seed(seed as u64).into()),
        };
        vec![ControlRow::new(Key::Seed, [Control::label("Seed", Key::Seed), number])]
    }

    fn figure(&self, subject: Subject<'_>) -> Figure {
        let body = match found(subject) {
            Err(reason) => Body::Note(reason),
            Ok(learned) if *self == Self::Figures => Body::Fields(Fields {
                headings: ["measure", "figure", "meaning"],
                rows: figures(subject, learned),
            }),
            Ok(learned) => Body::Chart(self.chart(subject, learned)),
        };
        self.drawn(subject, self.sentence().to_owned(), body)
    }

    fn explanation(&self, subject: Subject<'_>) -> String {
        let learned = match found(subject) {
            Ok(learned) => learned,
            Err(reason) => return reason,
        };
        match self {
            Self::Figures => {
                let seed = subject.scene.draft().encoding.seed;
                format!(
                    "Probes are those of Wang and Chen 2020, five-fold, random order by seed {seed}; properties those of Wang et al. 2021."
                )
            }
            Self::Norms => marks_text(subject, learned),
            Self::Directions => format!(
                "{} of {} hold half of the variance of {}, {} hold 90 %, {} hold 99 %.",
                number::counted(learned.num_directions(0.5) as i64, "direction"),
                learned.shares.len(),
                rows_text(subject, learned),
                learned.num_directions(0.9),
                learned.num_directions(0.99)
            ),
            Self::Spectrum => {
                "Columns in the order of their strongest waves. A diagonal means that each column has a frequency of its own; a \
                 bright left edge means that all change slowly.".to_owned()
            }
            Self::Fits => {
                let mut shares: Vec<f64> = learned.fits.iter().map(|fit| fit.share).collect();
                shares.sort_by(f64::total_cmp);
                format!(
                    "R² of the best sinusoid: half of the columns have at least {}, the best {}.",
                    number::readable(shares[shares.len() / 2], 3),
                    number::readable(shares[shares.len() - 1], 3)
                )
            }
        }
    }

    fn summary(&self, subject: Subject<'_>) -> String {
        let rows = match found(subject) {
            Ok(learned) if *self == Self::Figures => figures(subject, learned),
            _ => Vec::new(),
        };
        let rows = FieldRow::sentences(&rows);
        format!("{}. {} {rows}", self.title(), self.explanation(subject))
    }

    fn values_text(&self, subject: Subject<'_>) -> Option<String> {
        let learned = found(subject).ok().filter(|_| *self == Self::Figures)?;
        Some(FieldRow::tab_separated(&figures(subject, learned)))
    }

    fn cells(&self) -> Option<&dyn Cells> {
        // A direction is no position and no column that could be selected.
        (!matches!(self, Self::Figures | Self::Directions)).then_some(self)
    }

    fn computation(&self, subject: Subject<'_>) -> Option<Computation> {
        let is_wanted =
            subject.table.num_columns() <= Learned::MOST_COLUMNS && subject.table.num_rows() > 1;
        is_wanted.then(|| question(subject).into())
    }
}
